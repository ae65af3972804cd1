//! The result of a battle whose winner nobody has named, as far as the facts show it: who held out, who was exhausted and
//! when, and the losses. Whether that is a victory is for the referee to say.

use super::names;
use wardiary_base::{
    id::{BattleId, SideId},
    text,
};
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_rules::{
    event::Event,
    state::{Battle, Contingent, State, Unit},
};

/// `The Column held the field and lost 26%; the Emirate was exhausted in turn 6 and lost 61%.` `exhausted` has the turns in
/// which sides were exhausted.
pub fn verdict(state: &State, battle: &Battle, exhausted: &[(SideId, u32)]) -> String {
    let side = |contingent: &Contingent| names::with_article(&state.name(contingent.side));
    let share = |contingent: &Contingent| {
        let losses = state.losses(battle, contingent)?;
        let share = 100.0 * f64::from(losses.lost) / f64::from(losses.initial.max(1));
        Some(if losses.lost == 0 { "nothing".into() } else { format!("{share:.0}%") })
    };
    let lost = |contingent: &Contingent| share(contingent).map_or(String::new(), |share| format!(" and lost {share}"));
    let is_gone =
        |contingent: &Contingent| !contingent.units().any(|unit| state.unit(unit).is_some_and(Unit::is_alive));
    let fate = |contingent: &&Contingent| match exhausted.iter().find(|(of, _)| *of == contingent.side) {
        _ if is_gone(contingent) => format!("none of {} was left", side(contingent)),
        Some((_, turn)) => format!("{} was exhausted in turn {turn}{}", side(contingent), lost(contingent)),
        None => format!("{} was exhausted{}", side(contingent), lost(contingent)),
    };
    let (broken, standing): (Vec<&Contingent>, Vec<&Contingent>) =
        battle.contingents.iter().partition(|contingent| contingent.exhausted || is_gone(contingent));
    let fates: Vec<String> = broken.iter().map(fate).collect();
    let text = match (&standing[..], &broken[..]) {
        ([], _) => format!("no side held out: {}", fates.join("; ")),
        (_, []) => {
            let losses: Vec<String> = standing
                .iter()
                .enumerate()
                .filter_map(|(at, of)| {
                    Some(format!("{}{} {}", side(of), if at == 0 { " lost" } else { "" }, share(of)?))
                })
                .collect();
            let losses = if losses.is_empty() { String::new() } else { format!(": {}", text::list(&losses)) };
            format!("no side was broken{losses}")
        }
        (standing, _) => {
            let held = |of: &&Contingent| format!("{} held the field{}", side(of), lost(of));
            standing.iter().map(held).chain(fates).collect::<Vec<_>>().join("; ")
        }
    };
    format!("{}.", text::capitalized(&text))
}

/// The turns in which the sides of a battle were exhausted, up to an entry.
pub fn exhaustion_turns(diary: &Diary, no: EntryNo, battle: BattleId) -> Vec<(SideId, u32)> {
    let path = std::iter::successors(diary.entry(no), |entry| diary.entry(entry.parent()));
    let exhausted = path.flat_map(|entry| entry.events.iter().map(move |event| (entry.parent(), event)));
    let exhausted = exhausted.filter_map(|(parent, event)| match event {
        Event::Exhausted { battle: of, side, .. } if *of == battle => {
            Some((*side, diary.state_at(parent)?.battle(battle)?.turn))
        }
        _ => None,
    });
    exhausted.collect()
}
