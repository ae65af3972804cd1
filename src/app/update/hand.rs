//! Dice thrown on the table, typed in one by one.

use super::{campaign_mut, with};
use crate::{
    app::{
        Effect,
        model::{Layer, Model},
        notice::Notice,
    },
    dice::source::Seeded,
    id::Id,
    text,
};
use crossterm::event::{KeyCode, KeyEvent};

pub(super) fn hand_key(model: &mut Model, key: KeyEvent) {
    let Some(campaign) = campaign_mut(model) else { return };
    let Layer::Hand(entry) = &mut campaign.layer else { return };
    match key.code {
        KeyCode::Char(c) if c.is_ascii_digit() => entry.digit(c),
        KeyCode::Char(c) => entry.fault = Some(format!("a face is a number; `{}` is none", text::shown(c))),
        _ => {}
    }
}

/// The dice are in.
pub fn hand_enter(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let diary = campaign.session.save.diary();
        let Layer::Hand(entry) = &mut campaign.layer else { return Vec::new() };
        let shown = entry.falls.iter().filter_map(crate::dice::Fall::serials_end).max();
        let next = diary.next_serial().max(shown.unwrap_or(0));
        match entry.finish(&mut Seeded { seed: diary.header().seed, next }) {
            Ok(falls) => {
                let order = entry.order.clone();
                campaign.layer = Layer::Table;
                vec![Effect::Give(Box::new(order), falls)]
            }
            Err(unfit) => {
                entry.fault = Some(unfit.to_string());
                Vec::new()
            }
        }
    })
}

/// To another die.
pub fn hand_move(model: &mut Model, by: isize) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Hand(entry) = &mut campaign.layer {
            entry.go(by);
        }
        Vec::new()
    })
}

/// To the first die of the other side.
pub fn hand_line(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let state = campaign.session.save.diary().state();
        if let Layer::Hand(entry) = &mut campaign.layer {
            let side = |at: usize| entry.request.dice.get(at).and_then(|d| state.side_of(Id(d.owner.0)));
            let now = side(entry.at());
            let other = (0..entry.request.dice.len()).find(|at| side(*at) != now);
            if let Some(at) = other {
                entry.go_to(at);
            }
        }
        Vec::new()
    })
}

/// Blanks the die.
pub fn hand_erase(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Hand(entry) = &mut campaign.layer {
            entry.erase();
        }
        Vec::new()
    })
}

/// Breaks the order off; dice that have been shown are recorded with it.
pub fn hand_cancel(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Hand(entry) = &mut campaign.layer
            && !entry.may_leave()
        {
            return Vec::new();
        }
        let layer = std::mem::replace(&mut campaign.layer, Layer::Table);
        match layer {
            Layer::Hand(entry) if !entry.falls.is_empty() => vec![Effect::Abandon(Box::new(entry.order), entry.falls)],
            _ => Vec::new(),
        }
    })
}

/// Dice from the table or from the program.
pub fn toggle_hand(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.session.by_hand = !campaign.session.by_hand;
        campaign.session.notice = Some(Notice::good(if campaign.session.by_hand {
            "the dice are thrown on the table: you type in what they show"
        } else {
            "the program throws the dice"
        }));
        Vec::new()
    })
}
