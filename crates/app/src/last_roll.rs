//! The pane of the last roll, which several screens show.

use super::session::Session;
use ratatui::{
    Frame,
    layout::Rect,
    text::Line,
    widgets::{Block, Paragraph, Wrap},
};
use wardiary_rules::{
    order::Order,
    rules::{FightPart, OrderRoll},
};
use wardiary_view::{
    Glyphs, Look, Theme,
    dice_pane::{self, DicePane},
    frame as frame_of,
    line_up::{self, LineUpPane},
    measure,
};

fn roll_title(session: &Session) -> String {
    let state = session.state();
    match session.last_roll.as_ref() {
        Some(OrderRoll::Phase(fought)) => {
            let sides = fought.sides.map(|side| state.name(side));
            let settled = if fought.settled { "" } else { ": dice may be rerolled" };
            let part = match fought.part {
                FightPart::Phase(number) => format!("phase {number} of {}", state.book().scrud.phases),
                FightPart::Round(number) => format!("round {number} of the Conflict"),
            };
            format!("{} v {}, {part}{settled}", sides.first, sides.second)
        }
        Some(rolled) => dice_pane::title(state, rolled),
        None => "Roll".into(),
    }
}

/// Draws the dice of the last roll, or a hint if there are none.
pub fn draw(frame: &mut Frame, session: &Session, area: Rect, look: Look, (dice, gives_orders): (&'static str, bool)) {
    let state = session.state_of_roll();
    let steps = &session.tutorial;
    if steps.is_shown() && gives_orders {
        let lines = steps.visible_lines(tutorial_columns(area)).flat_map(|parts| {
            let bullet = look.glyphs.bullet;
            parts.into_iter().enumerate().map(move |(at, part)| {
                Line::raw(if at == 0 { format!("{bullet} {part}") } else { format!("  {part}") })
            })
        });
        let more = steps.key.as_ref().filter(|_| steps.has_more()).map(|key| format!("{key}: more   "));
        let leave = format!(" {}Esc: close ", more.unwrap_or_default());
        let leave = Line::styled(leave, look.theme.picker.muted).right_aligned();
        let block = frame_of(look, Line::from("First steps"), false).title_bottom(leave);
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).style(look.theme.dialog.text).block(block), area);
        return;
    }
    let (rank, dice) = bottom_title(session, usize::from(area.width), dice);
    let dice = (!dice.is_empty()).then(|| Line::styled(format!(" {dice} "), look.theme.picker.muted).right_aligned());
    let block = frame_of(look, Line::from(roll_title(session)), false);
    let block = dice.into_iter().fold(block, Block::title_bottom);
    let Some(rolled) = session.last_roll.as_ref() else {
        let is_own = session.last_rolled_entry() == Some(session.entry());
        let text = if is_own && session.has_dice() && session.is_reviewing() {
            "The diary keeps the dice of this entry; the order was cancelled or changed by hand, and had no effect."
        } else if gives_orders {
            "Choose a stack or a unit and press a key listed below, or type a colon and an order."
        } else {
            "No dice to show: none were rolled in this entry, or shortly before it in the same battle."
        };
        let text = Line::styled(text, look.theme.dialog.muted);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }).block(block), area);
        return;
    };
    let rank = rank.map(|rank| Line::styled(format!(" {rank} "), look.theme.picker.matched));
    let block = rank.into_iter().fold(block, Block::title_bottom);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    match rolled {
        OrderRoll::Phase(fought) => {
            frame.render_widget(&LineUpPane { look, state, fought, landed: session.dice_landed }, inner);
        }
        rolled => frame.render_widget(&DicePane { look, state, rolled }, inner),
    }
}

/// The most rows of the pane that its content can use, border included. The tutorial and an order fill any height.
pub(crate) fn rows_needed(session: &Session, width: u16) -> u16 {
    let columns = width.saturating_sub(2);
    let content = match &session.last_roll {
        _ if session.docked || session.tutorial.is_shown() => return u16::MAX,
        None => 2,
        Some(OrderRoll::Phase(fought)) => line_up::height(fought, columns),
        Some(rolled) => {
            let (theme, state) = (Theme::default(), session.state_of_roll());
            DicePane { look: Look::new(&theme, &Glyphs::UNICODE), state, rolled }.height(columns)
        }
    };
    content.saturating_add(2)
}

/// Width of the tutorial's text, inside the border and behind a bullet.
pub(crate) fn tutorial_columns(area: Rect) -> usize {
    usize::from(area.width.saturating_sub(4))
}

/// The bottom title of the pane: the rank of the roll, if it fits, and where the dice come from. To save room the dice
/// are shortened first, then the side's name is dropped.
fn bottom_title(session: &Session, width: usize, dice: &'static str) -> (Option<String>, &'static str) {
    let Some((rolled, rank)) = session.last_roll.as_ref().zip(session.odds.roll_rank(session.entry())) else {
        return (None, dice);
    };
    // For a phase, the rank is that of the side that opened the combat.
    let whose = rolled.opening_side().map(|side| session.state().name(side));
    let order = session.diary().entry(session.entry()).map(|entry| &entry.order);
    let again = rolled.has_rerolls() || order.is_some_and(Order::rerolls_test);
    let short = dice.strip_prefix("dice: ").unwrap_or(dice);
    for (whose, dice) in [(whose.as_deref(), dice), (whose.as_deref(), short), (None, dice), (None, short)] {
        // Each text has a blank at both ends; the rest is corners and a piece of the frame between them.
        let room = width.saturating_sub(measure::width(dice) + 7);
        if let Some(phrase) = rank.describe_within(whose, again, |phrase| measure::width(phrase) <= room) {
            return (Some(phrase), dice);
        }
    }
    (None, dice)
}
