//! Who takes part in a fight, and what a phase of SCRUD did to whom, in words.

use crate::{
    event::{Cause, Event},
    order::Order,
    rules::{FoughtPhase, Step, scrud::Fate},
    state::State,
};
use wardiary_base::{
    id::{Id, UnitId},
    sides::CombatSide,
    text,
};

/// Maximum number of units named that take no part.
const MAX_IDLE: usize = 4;

/// Maximum number of eliminated units named.
const MAX_ELIMINATED: usize = 4;

/// The living units that an order names, also by their stack or side, and that take no part in its combat:
/// `Captain Renard takes no part`.
pub fn idle_text(state: &State, order: &Order, step: &Step) -> String {
    let (named, taking): (Vec<Id>, Vec<Id>) = match (order, step) {
        (Order::Scrud { first, second }, Step::NeedDice(request)) => (
            first.who.iter().chain(&second.who).copied().collect(),
            request.dice.iter().map(|die| Id(die.owner.0)).collect(),
        ),
        (Order::Commit { who, .. }, Step::Done(done)) => {
            let joins = |event: &Event| match event {
                Event::Committed { units, .. } => units.clone(),
                _ => Vec::new(),
            };
            (who.clone(), done.events.iter().flat_map(joins).map(Id::from).collect())
        }
        _ => return String::new(),
    };
    let named = named.iter().flat_map(|id| state.units_for_id(*id)).filter(|unit| unit.is_alive());
    let idle: Vec<String> =
        named.filter(|unit| !taking.contains(&unit.id.into())).map(|unit| unit.name.to_string()).collect();
    match idle.len() {
        0 => String::new(),
        1..=MAX_IDLE => {
            let take = if idle.len() == 1 { "takes" } else { "take" };
            format!("{} {take} no part", text::list(&idle))
        }
        many => format!("{many} units take no part"),
    }
}

/// The defeats of a side in a phase, and what became of its units: `4 defeats: 2 demoted and 1 eliminated by 2 defeats
/// (Jamin), plus Gauthier eliminated for every 3rd defeat`. The units add up to the defeats: each stands for one, or for
/// as many as the text says.
pub fn defeats_text(state: &State, fought: &FoughtPhase, side: CombatSide) -> String {
    let (fates, units) = (&fought.phase.fates[side], &fought.units[side]);
    let mut groups: Vec<((bool, u16, String), Vec<UnitId>)> = Vec::new();
    for (fate, unit) in fates.iter().zip(units).filter(|(fate, _)| fate.defeats > 0) {
        let key = (is_beaten_off(fate), fate.defeats, outcome(fate));
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, units)) => units.push(*unit),
            None => groups.push((key, vec![*unit])),
        }
    }
    groups.sort();
    let names = |units: &[UnitId]| text::list(&units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>());
    let group = |((is_gone, defeats, outcome), units): &((bool, u16, String), Vec<UnitId>)| {
        let each = if units.len() > 1 { " each" } else { "" };
        let by = if *defeats > 1 { format!(" by {defeats} defeats{each}") } else { String::new() };
        let who =
            if *is_gone && units.len() <= MAX_ELIMINATED { format!(" ({})", names(units)) } else { String::new() };
        format!("{} {outcome}{by}{who}", units.len())
    };
    let defeats = match fought.phase.defeats[side] {
        0 => "none".into(),
        many => text::count(many.into(), "defeat", "defeats"),
    };
    let groups: Vec<String> = groups.iter().map(group).collect();
    let effects = if groups.is_empty() { String::new() } else { format!(": {}", text::list(&groups)) };
    let also = fates.iter().zip(units).filter(|(fate, _)| fate.eliminated == Some(Cause::EveryThird));
    let also: Vec<UnitId> = also.map(|(_, unit)| *unit).collect();
    let also = match (also.len(), state.book().scrud.eliminate_every) {
        (0, _) | (_, None) => String::new(),
        (many, Some(every)) => {
            let who = if many <= MAX_ELIMINATED { names(&also) } else { format!("{many} units") };
            format!(", plus {who} eliminated for every {} defeat", text::ordinal(every.into()))
        }
    };
    defeats + &effects + &also
}

/// Whether its own defeats eliminated a unit.
fn is_beaten_off(fate: &Fate) -> bool {
    fate.eliminated.is_some_and(|cause| cause != Cause::EveryThird)
}

/// What its own defeats did to a unit.
fn outcome(fate: &Fate) -> String {
    match fate.eliminated {
        Some(Cause::Rout) => return "routed".into(),
        Some(cause) if cause != Cause::EveryThird => return "eliminated".into(),
        _ => {}
    }
    let effects = [(fate.down > 0, "demoted"), (fate.pushed_back, "pushed back"), (fate.retired, "retired")];
    let effects: Vec<&str> = effects.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    match (effects.is_empty(), fate.lost) {
        (true, 0) => "unhurt".into(),
        (true, lost) => format!("with {lost} SP lost"),
        (false, 0) => text::list(&effects),
        (false, lost) => format!("{} with {lost} SP lost", text::list(&effects)),
    }
}
