//! Orders by choosing: what is picked or chosen, a key for the mechanism, and the order line holds the order.

use super::with;
use crate::{
    app::{
        Effect,
        compose::{Composer, Line},
        model::{Campaign, Layer, Model},
    },
    id::{Id, SideId, UnitId},
    notation,
    state::{Awaiting, Kind, State, Unit},
};

pub(super) fn open_line(campaign: &mut Campaign, purpose: Line, text: String) {
    let composer = Composer::new(purpose, text, campaign.session.save.diary());
    campaign.layer = Layer::Compose(Box::new(composer));
}

/// ` in "The left wing"`, where several battles are under way.
fn in_this_battle(campaign: &Campaign) -> String {
    let state = campaign.session.save.diary().state();
    match campaign.battle.filter(|_| state.open_battles().count() > 1) {
        Some(battle) => format!(" in {}", notation::reference(state, battle.into(), &[Kind::Battle])),
        None => String::new(),
    }
}

/// Things as an order names them, the first of the roster first.
fn named(state: &State, ids: &[Id]) -> String {
    const KINDS: &[Kind] = &[Kind::Side, Kind::Stack, Kind::Unit];
    ids.iter().map(|id| notation::reference(state, *id, KINDS)).collect::<Vec<_>>().join(" + ")
}

/// What is picked or chosen, in the order of the roster.
fn subject_ids(campaign: &Campaign) -> Vec<Id> {
    let state = campaign.session.save.diary().state();
    let mut ids = campaign.subjects();
    ids.sort_by_key(|id| state.units_meant(*id).first().and_then(|u| state.roster_place(u.id)));
    ids
}

/// Whom a SCRUD order of these is against: where they are in a combat, those they fight. Any of the enemy's units stands
/// for all that are in it.
fn opposed(state: &State, subjects: &[Id]) -> String {
    let enemy = subjects.iter().flat_map(|id| state.units_meant(*id)).find_map(|u| {
        let (battle, at) = state.combat_of(u.id)?;
        let combat = &battle.combats[at];
        let line = &combat.lines[1 - combat.side_of(u.id)?];
        line.units.iter().copied().find(|u| state.unit(*u).is_some_and(Unit::is_alive))
    });
    let Some(enemy) = enemy else { return String::new() };
    let stack = state.unit(enemy).and_then(|u| u.stack).map_or(Id::from(enemy), Id::from);
    named(state, &[stack])
}

/// `scrud … v `, or the next phase of the combat that the chosen units are in.
pub fn scrud(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |campaign| {
        let (state, subjects) = (campaign.session.save.diary().state(), subject_ids(campaign));
        format!("scrud {} v {}", named(state, &subjects), opposed(state, &subjects))
    })
}

/// `scrud … support … v `: of what is picked or chosen, guns and aircraft support the rest; by themselves they support
/// the stack they are in.
pub fn support(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |campaign| {
        let (state, subjects) = (campaign.session.save.diary().state(), subject_ids(campaign));
        let gun = |id: &Id| state.unit(UnitId(id.0)).filter(|unit| can_support(state, unit));
        let (mut guns, mut line): (Vec<Id>, Vec<Id>) = subjects.iter().partition(|id| gun(id).is_some());
        let first = guns.first().or(line.first()).copied();
        if line.is_empty() {
            let own = first.and_then(|id| gun(&id)).map(|gun| gun.stack.map_or(Id::from(gun.side), Id::from));
            line.extend(own);
        }
        if guns.is_empty() {
            // Nobody was picked for it: the first of the side that can.
            let side = first.and_then(|id| state.side_of(id));
            let own = state.units().iter().filter(|u| u.is_alive() && Some(u.side) == side);
            guns.extend(own.filter(|u| can_support(state, u)).map(|u| Id::from(u.id)).next());
        }
        format!("scrud {} support {} v {}", named(state, &line), named(state, &guns), opposed(state, &line))
    })
}

fn can_support(state: &State, unit: &Unit) -> bool {
    state.book().troop(&unit.kind).is_some_and(|troop| troop.support.is_some())
}

/// `volley … at `
pub fn volley(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |campaign| {
        let unit = campaign.chosen_unit().map(Id::from);
        format!("volley {} at ", named(campaign.session.state(), unit.as_slice()))
    })
}

/// `test … for `
pub fn test(model: &mut Model) -> Vec<Effect> {
    on_chosen(model, "test", " for ")
}

/// `argue `
pub fn argue(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| "argue ".into())
}

/// `conflict … v `: the stacks that are picked or chosen, or that picked units are in.
pub fn conflict(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |campaign| {
        let state = campaign.session.state();
        let mut stacks: Vec<Id> = Vec::new();
        for unit in subject_ids(campaign).iter().flat_map(|id| state.units_meant(*id)) {
            stacks.extend(unit.stack.map(Id::from).filter(|stack| !stacks.contains(stack)));
        }
        format!("conflict {} v ", named(state, &stacks))
    })
}

/// `strike … at `, for the stack whose turn it is in the chosen stack's Conflict.
pub fn strike(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |campaign| {
        let state = campaign.session.state();
        let next = campaign.chosen_stack().and_then(|stack| {
            let (battle, at) = state.conflict_of(stack)?;
            let acting = state.conflict(battle, at).filter(|c| c.under_way).and_then(|c| c.to_act.first().copied());
            acting.or_else(|| state.order_of_acting(battle, at).first().copied())
        });
        format!("strike {} at ", named(state, next.map(Id::from).as_slice()))
    })
}

/// An order about the chosen stack, with the cursor behind it.
pub fn on_stack(model: &mut Model, verb: &str, rest: &str) -> Vec<Effect> {
    prefilled(model, |campaign| {
        let stack = campaign.chosen_stack().map(Id::from);
        format!("{verb} {}{rest}", named(campaign.session.state(), stack.as_slice()))
    })
}

/// `edna …`, ready to be given.
pub fn edna(model: &mut Model) -> Vec<Effect> {
    on_chosen(model, "edna", "")
}

/// An order about what is chosen, with the cursor behind it.
pub fn on_chosen(model: &mut Model, verb: &str, rest: &str) -> Vec<Effect> {
    prefilled(model, |campaign| format!("{verb} {}{rest}", named(campaign.session.state(), &subject_ids(campaign))))
}

pub(in crate::app) fn prefilled(model: &mut Model, text: impl FnOnce(&Campaign) -> String) -> Vec<Effect> {
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
    match campaign.session.state().battle(campaign.battle?)?.awaiting()? {
        Awaiting::First(side) | Awaiting::Rerolls(side, _) => Some(side),
    }
}

/// `stand …`, for the side whose decision it is.
pub fn stand(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| {
        let side = deciding(c).map(|side| notation::reference(c.session.state(), side.into(), &[Kind::Side]));
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
    on_stack(model, "round", "")
}

/// `note "`
pub fn note(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |_| "note ".into())
}

/// `battle "…" with … v …`
pub fn begin(model: &mut Model) -> Vec<Effect> {
    prefilled(model, |c| {
        let state = c.session.state();
        let sides: Vec<String> =
            state.sides().iter().take(2).map(|s| notation::reference(state, s.id.into(), &[Kind::Side])).collect();
        format!("battle \"Battle {}\" with {}", state.battles().len() + 1, sides.join(" v "))
    })
}

/// Reads the save again.
#[must_use]
pub fn read_again(_: &mut Model) -> Vec<Effect> {
    vec![Effect::ReadAgain]
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
