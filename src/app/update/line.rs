//! The order line: typing in it, taking what it offers, giving the order.

use super::{campaign_mut, going::search, with};
use crate::{
    app::{
        Effect,
        compose::{Line, Preview},
        model::{Layer, Model},
    },
    notation::Instruction,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::InputRequest;

pub(super) fn compose_key(model: &mut Model, key: KeyEvent) {
    let Some(campaign) = campaign_mut(model) else { return };
    let Layer::Compose(composer) = &mut campaign.layer else { return };
    if let Some(request) = edit(key) {
        composer.edit(request, campaign.session.save.diary());
    }
}

/// What a key does to a line of text; nothing, where it does nothing to text.
#[must_use]
pub fn edit(key: KeyEvent) -> Option<InputRequest> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    Some(match key.code {
        KeyCode::Char('a') if ctrl => InputRequest::GoToStart,
        KeyCode::Char('e') if ctrl => InputRequest::GoToEnd,
        KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
        KeyCode::Char('u') if ctrl => InputRequest::DeleteFromStart,
        KeyCode::Char('k') if ctrl => InputRequest::DeleteTillEnd,
        KeyCode::Char('y') if ctrl => InputRequest::Yank,
        KeyCode::Char('b') if alt => InputRequest::GoToPrevWord,
        KeyCode::Char('f') if alt => InputRequest::GoToNextWord,
        KeyCode::Char(c) if !ctrl && !alt => InputRequest::InsertChar(c),
        KeyCode::Backspace if ctrl || alt => InputRequest::DeletePrevWord,
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left if ctrl => InputRequest::GoToPrevWord,
        KeyCode::Right if ctrl => InputRequest::GoToNextWord,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return None,
    })
}

/// Gives the order, takes the marked suggestion, or says what is missing.
pub fn compose_enter(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let Layer::Compose(composer) = &mut campaign.layer else { return Vec::new() };
        if composer.purpose == Line::Find {
            campaign.search = composer.text().to_string();
            campaign.layer = Layer::Table;
            return search(campaign, false);
        }
        if composer.enter_completes() && composer.complete(campaign.session.save.diary()) {
            return Vec::new();
        }
        match composer.preview() {
            Preview::Ready { instruction, .. } => {
                let instruction = (**instruction).clone();
                campaign.layer = Layer::Table;
                match instruction {
                    Instruction::Order(order) => vec![Effect::Give(Box::new(order), Vec::new())],
                    Instruction::Undo(many) => vec![Effect::Undo(many)],
                    Instruction::Redo(many) => vec![Effect::Redo(many)],
                    way => vec![Effect::Go(Box::new(way))],
                }
            }
            Preview::Nothing => {
                campaign.layer = Layer::Table;
                Vec::new()
            }
            // The line stays, with what is wrong under it.
            Preview::Unfinished { .. } | Preview::Refused { .. } => Vec::new(),
        }
    })
}

/// Takes the suggestion.
pub fn compose_complete(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Compose(composer) = &mut campaign.layer {
            composer.complete(campaign.session.save.diary());
        }
        Vec::new()
    })
}

/// Marks another suggestion.
pub fn compose_move(model: &mut Model, by: isize) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Compose(composer) = &mut campaign.layer {
            composer.mark(by);
        }
        Vec::new()
    })
}

/// Back to the table.
pub fn compose_cancel(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.layer = Layer::Table;
        Vec::new()
    })
}
