//! Orders by choosing: what is picked or chosen, a key for the mechanism, and the order line holds the order.

use super::{campaign, with};
use crate::{
    app::{
        Effect,
        compose::{Composer, Line},
        model::{Campaign, Layer, Model},
    },
    id::{Id, SideId, StackId, UnitId},
    notation,
    state::{Awaiting, Kind, State, Unit},
};

pub(super) fn open_line(campaign: &mut Campaign, purpose: Line, text: String) {
    let composer = Composer::new(purpose, text, campaign.save.diary().state());
    campaign.layer = Layer::Compose(Box::new(composer));
}

/// What is picked or chosen, as an order writes it.
fn subjects(campaign: &Campaign) -> String {
    const KINDS: &[Kind] = &[Kind::Side, Kind::Stack, Kind::Unit];
    let state = campaign.save.diary().state();
    let mut ids = campaign.subjects();
    ids.sort_by_key(|id| state.units_meant(*id).first().and_then(|u| state.roster_place(u.id)));
    ids.iter().map(|id| notation::reference(state, *id, KINDS)).collect::<Vec<_>>().join(" + ")
}

/// ` in "The left wing"`, where several battles are under way.
fn in_this_battle(campaign: &Campaign) -> String {
    let state = campaign.save.diary().state();
    match campaign.battle.filter(|_| state.open_battles().count() > 1) {
        Some(battle) => format!(" in {}", notation::reference(state, battle.into(), &[Kind::Battle])),
        None => String::new(),
    }
}

/// `scrud … v `, or the next phase of the combat that the chosen units are in.
pub fn scrud(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let state = campaign.save.diary().state();
        let subjects_ids = campaign.subjects();
        let fighting = subjects_ids.iter().flat_map(|id| state.units_meant(*id)).find_map(|u| {
            let (battle, at) = state.combat_of(u.id)?;
            let combat = &battle.combats[at];
            let line = combat.side_of(u.id)?;
            combat.lines[1 - line].units.iter().copied().find(|u| state.unit(*u).is_some_and(Unit::is_alive))
        });
        let text = match fighting {
            // A combat that is under way knows who is in it: any of the enemy's units stands for them all.
            Some(enemy) => {
                let stack = state.unit(enemy).and_then(|u| u.stack).map_or(Id::from(enemy), Id::from);
                let enemy = notation::reference(state, stack, &[Kind::Side, Kind::Stack, Kind::Unit]);
                format!("scrud {} v {enemy}", subjects(campaign))
            }
            None => format!("scrud {} v ", subjects(campaign)),
        };
        open_line(campaign, Line::Order, text);
        Vec::new()
    })
}

/// `edna …`, ready to be given.
pub fn edna(model: &mut Model) -> Vec<Effect> {
    on_chosen(model, "edna", "")
}

/// An order about what is chosen, with the cursor behind it.
pub fn on_chosen(model: &mut Model, verb: &str, rest: &str) -> Vec<Effect> {
    with(model, |campaign| {
        let text = format!("{verb} {}{rest}", subjects(campaign));
        open_line(campaign, Line::Order, text);
        Vec::new()
    })
}

fn prefilled(model: &mut Model, text: impl FnOnce(&Campaign) -> String) -> Vec<Effect> {
    with(model, |campaign| {
        let text = text(campaign);
        open_line(campaign, Line::Order, text);
        Vec::new()
    })
}

/// An empty order line.
pub fn order(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| String::new())
}

/// `initiative`
pub fn initiative(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| format!("initiative{}", in_this_battle(c)))
}

/// `first …`
pub fn first(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| "first ".into())
}

fn deciding(campaign: &Campaign) -> Option<SideId> {
    match campaign.state().battle(campaign.battle?)?.awaiting()? {
        Awaiting::First(side) | Awaiting::Rerolls(side, _) => Some(side),
    }
}

/// `stand …`, for the side whose decision it is.
pub fn stand(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| {
        let side = deciding(c).map(|side| notation::reference(c.state(), side.into(), &[Kind::Side]));
        format!("stand {}{}", side.unwrap_or_default(), in_this_battle(c))
    })
}

/// `reroll …`
pub fn reroll(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| "reroll ".into())
}

/// `pass`
pub fn pass(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| format!("pass{}", in_this_battle(c)))
}

/// `end turn`
pub fn end_turn(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| format!("end turn{}", in_this_battle(c)))
}

/// `withdraw …`
pub fn withdraw(model: &mut Model) -> Vec<Effect> {
    on_chosen(model, "withdraw", "")
}

/// `commit … to `
pub fn commit(model: &mut Model) -> Vec<Effect> {
    on_chosen(model, "commit", " to ")
}

/// `round "XX Corps"`
pub fn round(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |campaign| {
        let stack = campaign.chosen_stack().map(|s| notation::reference(campaign.state(), s.into(), &[Kind::Stack]));
        format!("round {}", stack.unwrap_or_default())
    })
}

/// `note "`
pub fn note(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| "note ".into())
}

/// `battle "…" with … v …`
pub fn begin(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| {
        let state = c.state();
        let sides: Vec<String> =
            state.sides().iter().take(2).map(|s| notation::reference(state, s.id.into(), &[Kind::Side])).collect();
        format!("battle \"Battle {}\" with {}", state.battles().len() + 1, sides.join(" v "))
    })
}

/// Takes the last entry back.
#[must_use]
pub fn undo(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Undo(1)]
}

/// Brings it back.
#[must_use]
pub fn redo(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Redo(1)]
}
