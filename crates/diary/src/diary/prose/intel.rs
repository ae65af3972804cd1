//! What a side learned, in words, for its own diary.

use wardiary_base::{
    id::{Id, SideId},
    text,
};
use wardiary_rules::{
    event::{Age, Fading, Found, IntelEvent, Known, Learned, Precision, UnitPrecision},
    notation::{self, SightingText, sighting_parts},
    state::State,
};

/// What was identified, lost or learned. Things that are gone have the names from before.
pub(super) fn sentence(before: &State, after: &State, event: &IntelEvent) -> Option<String> {
    match event {
        IntelEvent::Sketched { side, number, known } => {
            estimate_sentence(after, *side, before.sighting_estimate(*number).map(|(_, known)| known).as_ref(), known)
        }
        IntelEvent::Faded { number, why } => {
            let who = notation::sighted_force_name(before, *number)?;
            match why {
                Fading::Gone => Some(format!("{who} is no more")),
                Fading::Hidden => Some(format!("nothing is known any more of {who}")),
                // Its position is reported separately.
                Fading::FoundAgain => None,
                Fading::Fighting => Some(format!("{who} is seen in the battle alone")),
            }
        }
        IntelEvent::Met { forces, enemies } => {
            let stopped = notation::stopped_at(after, forces);
            Some(format!("{} met {}{stopped}", own(after, forces), text::list(&enemies_in_words(after, enemies))))
        }
        IntelEvent::Parted { forces, enemies } => {
            // Fighting units are reported with their battle.
            let parted: Vec<Id> =
                forces.iter().copied().filter(|force| after.battle_of_force(*force).is_none()).collect();
            let are = if parted.len() == 1 { "is" } else { "are" };
            let enemies = text::list(&enemies_in_words(before, enemies));
            (!parted.is_empty()).then(|| format!("{} {are} no longer in contact with {enemies}", own(before, &parted)))
        }
        IntelEvent::Learned(learned) => learned_sentence(before, after, learned),
        IntelEvent::FoundIn { battle, unit, .. } => {
            Some(format!("{} is in {}", after.name(*unit), after.name(*battle)))
        }
        IntelEvent::OutOfSight { units, battles } => {
            let units = units.iter().map(|unit| after.name(*unit));
            let all: Vec<String> = units.chain(battles.iter().map(|battle| after.name(*battle))).collect();
            let are = if all.len() == 1 { "is" } else { "are" };
            Some(format!("{} {are} out of sight", text::list(&all)))
        }
        IntelEvent::Stopped { forces } => {
            Some(format!("{} by what can’t be seen", notation::was_stopped_at(after, forces)))
        }
        IntelEvent::CameUpon(under_way) => {
            Some(format!("{} is in turn {}", after.name(under_way.battle), under_way.turn))
        }
        IntelEvent::FogFell { side } => {
            Some(format!("fog of war for {}: enemy forces out of sight are known only as they were", after.name(*side)))
        }
        IntelEvent::FogLifted(lifted) => Some(format!("no fog of war any more for {}", after.name(lifted.side))),
    }
}

/// `Red sighted infantry, about C5 (2 units)`, `Red lost sight of infantry, about C5 (2 units)`, `XX Corps at C5: 2
/// units`. The fading of an old sighting to a mere place is not reported.
fn estimate_sentence(state: &State, side: SideId, before: Option<&Known>, known: &Known) -> Option<String> {
    let SightingText { who, place, when, only_seen, facts } = sighting_parts(state, known);
    let side = state.name(side);
    let of = if facts.is_empty() { String::new() } else { format!(" ({facts})") };
    let stays = |old: &Known| old.age == Age::InSight && (old.place, old.level) == (known.place, known.level);
    match (known.age, before) {
        (Age::InSight, Some(old)) if stays(old) && old.is_over != known.is_over => None,
        (Age::InSight, Some(old)) if stays(old) && !facts.is_empty() => Some(format!("{who}{place}: {facts}")),
        (Age::InSight, _) if only_seen => Some(format!("{side} sighted {who}{place}{of}")),
        (Age::InSight, _) => Some(format!("{side} sighted {who}{place}, {when}{of}")),
        (_, Some(old)) if old.age == Age::InSight => Some(format!("{side} lost sight of {who}{place}{of}")),
        (_, Some(_)) => None,
        (_, None) => Some(format!("{who}{place}, {when}{of}")),
    }
}

fn enemies_in_words(state: &State, numbers: &[u32]) -> Vec<String> {
    numbers.iter().filter_map(|number| notation::sighted_force_name(state, *number)).collect()
}

fn own(state: &State, forces: &[Id]) -> String {
    text::list(&forces.iter().map(|force| state.name(*force)).collect::<Vec<_>>())
}

/// `6th Dragoons found to have 5 SP of 8, EDNA 7 of 8`, `6th Dragoons found to be at C5`
fn learned_sentence(before: &State, state: &State, learned: &Learned) -> Option<String> {
    let Learned { unit, name, stack, place, strength, edna, grade, shifts, kind, stats, precision } = learned;
    // A number that is not known exactly is given by its bounds alone: the value in its place is not the unit's.
    let known = state.unit(*unit).and_then(|unit| unit.precision.as_deref()).cloned().unwrap_or_default();
    let strength = strength.filter(|_| known.strength.is_exact()).map(|(now, full)| format!("{now} SP of {full}"));
    let edna = edna.filter(|_| known.edna.is_exact()).map(|(now, start)| format!("EDNA {now} of {start}"));
    let grade = grade.filter(|_| known.grade.is_exact());
    let grade = grade.map(|grade| format!("grade {}", state.book().ladder.name(grade)));
    let shifts = shifts.as_ref().filter(|_| known.grade.is_exact());
    let bounds = precision.iter().flat_map(bounds);
    let shifts = shifts.map(|shifts| match shifts.iter().map(|(by, _)| i32::from(*by)).sum::<i32>() {
        0 => "no shift of its grade".to_string(),
        steps => format!("its grade shifted by {steps:+}"),
    });
    let kind = kind.as_ref().map(|kind| format!("{} for its troop type", kind.as_name()));
    let stats = stats.as_ref().map(|_| "other numbers in a stack".to_string());
    let has: Vec<String> = [strength, edna, grade, shifts, kind, stats].into_iter().flatten().chain(bounds).collect();
    let stack = stack.map(|stack| match stack {
        Found::In(stack) => format!("in {}", state.name(stack)),
        Found::Nowhere => "in no stack".to_string(),
    });
    let place = place.map(|place| match place {
        Found::In(place) => format!("at {}", place.cell),
        Found::Nowhere => "on no map".to_string(),
    });
    let name = name.as_ref().map(|name| format!("called {}", name.as_name()));
    let is: Vec<String> = [name, stack, place].into_iter().flatten().collect();
    let has = (!has.is_empty()).then(|| format!("to have {}", text::list(&has)));
    let is = (!is.is_empty()).then(|| format!("to be {}", text::list(&is)));
    let found: Vec<String> = [has, is].into_iter().flatten().collect();
    let who = before.unit(*unit).map_or_else(|| state.name(*unit), |_| before.name(*unit));
    if found.is_empty() { None } else { Some(format!("{who} found {}", text::list(&found))) }
}

/// Numbers known within bounds: `5 to 9 SP`, `EDNA 3 to 5`, `grade 2 to 3`
fn bounds(precisions: &UnitPrecision) -> Vec<String> {
    let within = |precision: Precision| match precision {
        Precision::Within(estimate) => Some(estimate),
        Precision::Exact | Precision::Unknown => None,
    };
    let strength = within(precisions.strength).map(|estimate| format!("{estimate} SP"));
    let edna = within(precisions.edna).map(|estimate| format!("EDNA {estimate}"));
    let grade = within(precisions.grade).map(|estimate| format!("grade {estimate}"));
    [strength, edna, grade].into_iter().flatten().collect()
}
