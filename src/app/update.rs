//! What the commands do to the model. Headless: what reaches beyond it comes out as effects.

mod can;
mod going;
mod hand;
mod line;
mod orders;
mod program;

pub use can::*;
pub use going::*;
pub use hand::*;
pub use line::*;
pub use orders::*;
pub use program::*;

use super::{
    Effect,
    command::{Context, possible},
    compose::Line,
    model::{Campaign, Layer, Model, Stage},
    notice::Notice,
    odds_screen,
};
use crate::view::layout::SMALLEST;
use crossterm::event::KeyEvent;

/// A way to go in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One up.
    Up,
    /// One down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To its beginning.
    Top,
    /// To its end.
    Bottom,
}

/// A key: a command of the context it falls in, or text for what takes text.
///
/// On a terminal that is too small to show anything only the key that quits counts: nobody should give orders blind.
pub fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let (width, height) = SMALLEST;
    let blind = model.size.width < width || model.size.height < height;
    if blind && !model.keymap.is("quit", key) {
        return Vec::new();
    }
    // Dice that are still falling are shown at once, and the key counts all the same.
    if let Some(campaign) = campaign_mut(model) {
        campaign.session.landed = None;
    }
    let context = Context::of(model);
    let command = possible(model, context).find(|c| model.keymap.is(c.name, key));
    if let Some(command) = command {
        return (command.run)(model);
    }
    match context {
        Context::Compose | Context::Find => line::compose_key(model, key),
        Context::Hand => hand::hand_key(model, key),
        Context::Help => program::help_key(model, key),
        Context::Battle => unused_key(model, key),
        Context::OddsRoll => {
            if let Some(campaign) = campaign_mut(model) {
                odds_screen::key(campaign, key);
            }
        }
        Context::Menu | Context::List | Context::Odds => {}
    }
    Vec::new()
}

/// A key that does something, but not now, says why.
fn unused_key(model: &mut Model, key: KeyEvent) {
    let idle = super::command::COMMANDS
        .iter()
        .find(|c| c.context == Context::Battle && c.name != "back" && model.keymap.is(c.name, key));
    let help = model.keymap.shown("help").first().cloned().unwrap_or_default();
    if let Some(campaign) = campaign_mut(model) {
        campaign.session.notice = idle.map(|command| {
            let why = if campaign.session.review.is_some() {
                "this is the past: Esc comes back to now".to_string()
            } else if !campaign.session.save.is_writable() {
                "this save is open to be read only".to_string()
            } else if let Some(mechanism) = command.mechanism().filter(|m| !campaign.session.state().book().uses(*m)) {
                format!("the rulebook “{}” does without {}", campaign.session.state().book().name, mechanism.title())
            } else {
                format!("not possible now ({help} shows all keys)")
            };
            Notice::bad(format!("{}: {why}", if command.label.is_empty() { command.name } else { command.label }))
        });
    }
}

/// Pasted text: only what takes text gets it, and never a command.
pub fn paste(model: &mut Model, pasted: &str) {
    let Some(campaign) = campaign_mut(model) else { return };
    if matches!(campaign.layer, Layer::Table) && campaign.session.save.is_writable() {
        orders::open_line(campaign, Line::Order, String::new());
    }
    match &mut campaign.layer {
        Layer::Compose(composer) => composer.paste(pasted, campaign.session.save.diary()),
        Layer::Hand(entry) => pasted.chars().filter(char::is_ascii_digit).for_each(|c| entry.digit(c)),
        Layer::Odds(_) => odds_screen::paste(campaign, pasted),
        Layer::Table | Layer::List(_) => {}
    }
}

fn campaign(model: &Model) -> Option<&Campaign> {
    match &model.stage {
        Stage::Campaign(campaign) => Some(campaign),
        Stage::Menu(_) => None,
    }
}

fn campaign_mut(model: &mut Model) -> Option<&mut Campaign> {
    match &mut model.stage {
        Stage::Campaign(campaign) => Some(campaign),
        Stage::Menu(_) => None,
    }
}

pub(super) fn with(model: &mut Model, act: impl FnOnce(&mut Campaign) -> Vec<Effect>) -> Vec<Effect> {
    campaign_mut(model).map_or_else(Vec::new, |campaign| {
        campaign.session.notice = None;
        act(campaign)
    })
}
