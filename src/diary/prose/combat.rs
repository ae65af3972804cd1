//! The phases of a combat in words: who suffers what, and what becomes of whom.

use super::sentence;
use crate::{
    book::Grade,
    diary::Entry,
    event::{Cause, Event},
    id::{BattleId, Id, SideId, UnitId},
    notation::whose_die,
    state::State,
    text,
};

/// Whether an event is told with the phase before it.
pub(super) fn is_casualty(event: &Event) -> bool {
    matches!(
        event,
        Event::Demoted { .. } | Event::PushedBack { .. } | Event::Eliminated { .. } | Event::StrengthLost { .. }
    )
}

/// The two sides of a combat: from the entry that opened it, or from the state.
fn sides_of(state: &State, entry: &Entry, (battle, combat): (BattleId, u16)) -> Option<(SideId, SideId)> {
    let opened = entry.events.iter().find_map(|event| match event {
        Event::CombatOpened { battle: b, first, second } if *b == battle => Some((first.0, second.0)),
        _ => None,
    });
    opened.or_else(|| {
        let combat = state.battle(battle)?.combats.get(usize::from(combat))?;
        Some((combat.lines.first.side, combat.lines.second.side))
    })
}

/// What each side suffers in a phase.
pub(super) fn defeats(state: &State, entry: &Entry, combat: (BattleId, u16), defeats: (u16, u16)) -> String {
    let Some((first, second)) = sides_of(state, entry, combat) else {
        return format!("{} defeats to {}", defeats.0, defeats.1);
    };
    let suffer = |side: SideId, n: u16| {
        format!(
            "{} suffer {}",
            state.name(side),
            if n == 0 { "no defeat".into() } else { text::count(n.into(), "defeat", "defeats") }
        )
    };
    match defeats {
        (0, 0) => "nobody is beaten".into(),
        (a, b) => format!("{}, {}", suffer(first, a), suffer(second, b)),
    }
}

/// What becomes of the units that suffered it, those that share a fate in one sentence.
pub(super) fn casualties(state: &State, casualties: &[&Event]) -> Vec<String> {
    let name = |unit: UnitId| state.name(unit);
    let mut demoted: Vec<(String, Vec<String>)> = Vec::new();
    let mut rest = Vec::new();
    let mut pushed = Vec::new();
    for event in casualties {
        match event {
            Event::Demoted { unit, from, to, used, .. } => {
                let change = demotion(state, (*from, *to), *used);
                match demoted.iter_mut().find(|(c, _)| *c == change) {
                    Some((_, names)) => names.push(name(*unit)),
                    None => demoted.push((change, vec![name(*unit)])),
                }
            }
            Event::PushedBack { unit, by } => pushed.push((*unit, *by)),
            other => rest.extend(sentence(state, other)),
        }
    }
    let mut told: Vec<String> =
        demoted.iter().map(|(change, names)| format!("{} demoted, {change}", text::list(names))).collect();
    if !pushed.is_empty() {
        told.push(pushed_back(state, &pushed));
    }
    told.extend(rest);
    told
}

/// Who was pushed back, and by whom where the diary says it.
pub(super) fn pushed_back(state: &State, pushed: &[(UnitId, Option<Id>)]) -> String {
    let one = |(unit, by): &(UnitId, Option<Id>)| match by {
        Some(by) => format!("{} by {}", state.name(*unit), whose_die(state, *by)),
        None => state.name(*unit),
    };
    match pushed {
        [(unit, Some(by))] => format!("{} pushed back by {}", state.name(*unit), whose_die(state, *by)),
        [(unit, None)] => format!("{} pushed back", state.name(*unit)),
        _ => format!("pushed back: {}", pushed.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

/// From which grade to which: that which is used, and the own one where a ruling sets them apart.
pub(super) fn demotion(state: &State, (from, to): (Grade, Grade), used: Option<(Grade, Grade)>) -> String {
    let ladder = &state.book().ladder;
    let change = |(from, to): (Grade, Grade)| format!("{} to {}", ladder.name(from), ladder.name(to));
    match used.filter(|used| *used != (from, to)) {
        None => change((from, to)),
        Some(used) if from == to => format!("{} (own grade {}, as before)", change(used), ladder.name(to)),
        Some(used) => format!("{} (own grade {})", change(used), change((from, to))),
    }
}

pub(super) fn eliminated(state: &State, unit: UnitId, by: Cause) -> String {
    let by = match by {
        Cause::Defeat | Cause::Losses => "",
        Cause::EveryThird => " for its side’s defeats",
        Cause::Ruling => " by a ruling",
        Cause::CounterBattery => " by counter-battery fire",
        Cause::AirDefence => " by air defence",
    };
    format!("{} eliminated{by}", state.name(unit))
}
