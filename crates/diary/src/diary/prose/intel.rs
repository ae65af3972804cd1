//! A side's discoveries in words, for its own diary.

use super::{EntryContext, States, used_grade};
use wardiary_base::{
    id::{BattleId, Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    event::{Age, Fading, Found, IntelEvent, Known, Learned, Precision, UnitPrecision},
    notation::{self, SightingText, sighting_parts},
    state::{State, Unit},
};

/// Enemy forces are given by the numbers of their sightings.
#[derive(Clone, Debug, PartialEq)]
pub enum IntelStatement<'a> {
    // More is known of a force that was in sight before.
    Described { known: &'a Known },
    Sighted { side: SideId, known: &'a Known },
    LostSight { side: SideId, known: &'a Known },
    // A sighting of the past.
    Remembered { known: &'a Known },
    Gone { sighting: u32 },
    Unknown { sighting: u32 },
    SeenInBattle { sighting: u32 },
    Met { forces: &'a [Id], enemies: &'a [u32] },
    Parted { forces: Vec<Id>, enemies: &'a [u32] },
    // Without numbers that are not known exactly: these have bounds.
    Learned(Box<Learned>),
    FoundIn { unit: UnitId, battle: BattleId },
    OutOfSight { units: &'a [UnitId], battles: &'a [BattleId] },
    Stopped { forces: &'a [Id] },
    CameUpon { battle: BattleId, turn: u32 },
    FogFell { side: SideId },
    FogLifted { side: SideId },
}

/// A force identified, lost or learned about; `None` if there is nothing to say.
pub(super) fn statement<'a>(context: &EntryContext, event: &'a IntelEvent) -> Option<IntelStatement<'a>> {
    use IntelStatement as Intel;
    let EntryContext { before, after, .. } = *context;
    Some(match event {
        IntelEvent::Sketched { side, number, known } => {
            let old = before.sighting_estimate(*number).map(|(_, known)| known);
            return sighting(after, *side, old.as_ref(), known);
        }
        IntelEvent::Faded { number, why } => {
            let sighting = *number;
            notation::sighted_force_name(before, sighting)?;
            match why {
                Fading::Gone => Intel::Gone { sighting },
                Fading::Hidden => Intel::Unknown { sighting },
                // Its position is reported separately.
                Fading::FoundAgain => return None,
                Fading::Fighting => Intel::SeenInBattle { sighting },
            }
        }
        IntelEvent::Met { forces, enemies } => Intel::Met { forces, enemies },
        IntelEvent::Parted { forces, enemies } => {
            // Fighting units are reported with their battle.
            let is_apart = |force: &Id| after.battle_of_force(*force).is_none();
            let forces: Vec<Id> = forces.iter().copied().filter(is_apart).collect();
            return (!forces.is_empty()).then_some(Intel::Parted { forces, enemies });
        }
        IntelEvent::Learned(learned) => {
            // A number that is not known exactly is given by its bounds alone: the value in its place is not the unit's.
            let known = after.unit(learned.unit).map(Unit::precision).unwrap_or_default();
            let mut learned = learned.clone();
            learned.strength.take_if(|_| !known.strength.is_exact());
            learned.edna.take_if(|_| !known.edna.is_exact());
            learned.grade.take_if(|_| !known.grade.is_exact());
            learned.shifts.take_if(|_| !known.grade.is_exact());
            // Its supply is not known, but the grade that it fights with is.
            let used = |state: &State| used_grade(state, learned.unit);
            let is_shifted = learned.grade.is_none() && used(context.before) != used(after);
            learned.supply.take_if(|_| !is_shifted);
            learned.precision.take_if(|precision| bounds(precision).is_empty());
            return (!learned.is_empty()).then_some(Intel::Learned(learned));
        }
        IntelEvent::FoundIn { battle, unit, .. } => Intel::FoundIn { unit: *unit, battle: *battle },
        IntelEvent::OutOfSight { units, battles } => Intel::OutOfSight { units, battles },
        IntelEvent::Stopped { forces } => Intel::Stopped { forces },
        IntelEvent::CameUpon(under_way) => Intel::CameUpon { battle: under_way.battle, turn: under_way.turn },
        IntelEvent::FogFell { side } => Intel::FogFell { side: *side },
        IntelEvent::FogLifted(lifted) => Intel::FogLifted { side: lifted.side },
        // The sentence about the table's result says so.
        IntelEvent::TableStateTold { .. } => return None,
    })
}

/// The fading of an old sighting to a mere place is not reported.
fn sighting<'a>(state: &State, side: SideId, before: Option<&Known>, known: &'a Known) -> Option<IntelStatement<'a>> {
    let stays = |old: &Known| old.age == Age::InSight && (old.place, old.level) == (known.place, known.level);
    match (known.age, before) {
        (Age::InSight, Some(old)) if stays(old) && old.is_over != known.is_over => None,
        (Age::InSight, Some(old)) if stays(old) && !sighting_parts(state, known).facts.is_empty() => {
            Some(IntelStatement::Described { known })
        }
        (Age::InSight, _) => Some(IntelStatement::Sighted { side, known }),
        (_, Some(old)) if old.age == Age::InSight => Some(IntelStatement::LostSight { side, known }),
        (_, Some(_)) => None,
        (_, None) => Some(IntelStatement::Remembered { known }),
    }
}

impl IntelStatement<'_> {
    /// Things that are gone have the names from before.
    pub(super) fn text(&self, states: States) -> String {
        let States { before, after } = states;
        let enemy = |number: &u32| notation::sighted_force_name(before, *number).unwrap_or_default();
        match self {
            Self::Described { known } => {
                let SightingText { who, place, facts, .. } = sighting_parts(after, known);
                format!("{who}{place}: {facts}")
            }
            Self::Sighted { side, known } => {
                let SightingText { when, only_seen, .. } = sighting_parts(after, known);
                let when = if only_seen { String::new() } else { format!(", {when}") };
                format!("{} sighted {}", after.name(*side), force_text(after, known, &when))
            }
            Self::LostSight { side, known } => {
                format!("{} lost sight of {}", after.name(*side), force_text(after, known, ""))
            }
            Self::Remembered { known } => force_text(after, known, &format!(", {}", sighting_parts(after, known).when)),
            Self::Gone { sighting } => format!("{} gone from the campaign", enemy(sighting)),
            Self::Unknown { sighting } => format!("{} no longer known", enemy(sighting)),
            Self::SeenInBattle { sighting } => format!("{} now visible only in the battle", enemy(sighting)),
            Self::Met { forces, enemies } => {
                let (stopped, enemies) = (notation::stopped_at(after, forces), enemies_in_words(after, enemies));
                format!("{} met {}{stopped}", own(after, forces), text::list(&enemies))
            }
            Self::Parted { forces, enemies } => {
                let are = if forces.len() == 1 { "is" } else { "are" };
                let enemies = text::list(&enemies_in_words(before, enemies));
                format!("{} {are} no longer in contact with {enemies}", own(before, forces))
            }
            Self::Learned(learned) => learned_text(states, learned),
            Self::FoundIn { unit, battle } => format!("{} is in {}", after.name(*unit), after.name(*battle)),
            Self::OutOfSight { units, battles } => {
                let units = units.iter().map(|unit| after.name(*unit));
                let all: Vec<String> = units.chain(battles.iter().map(|battle| after.name(*battle))).collect();
                let are = if all.len() == 1 { "is" } else { "are" };
                format!("{} {are} out of sight", text::list(&all))
            }
            Self::Stopped { forces } => format!("{} by something unseen", notation::was_stopped_at(after, forces)),
            Self::CameUpon { battle, turn } => format!("{} is in turn {turn}", after.name(*battle)),
            Self::FogFell { side } => {
                let side = after.name(*side);
                format!("fog of war for {side}: enemy forces out of sight are known only as last seen")
            }
            Self::FogLifted { side } => format!("the fog of war lifted for {}", after.name(*side)),
        }
    }
}

/// A sighted force, and what is known of it: `infantry, about C5 (2 units)`.
fn force_text(state: &State, known: &Known, when: &str) -> String {
    let SightingText { who, place, facts, .. } = sighting_parts(state, known);
    let of = if facts.is_empty() { String::new() } else { format!(" ({facts})") };
    format!("{who}{place}{when}{of}")
}

fn enemies_in_words(state: &State, numbers: &[u32]) -> Vec<String> {
    numbers.iter().filter_map(|number| notation::sighted_force_name(state, *number)).collect()
}

fn own(state: &State, forces: &[Id]) -> String {
    text::list(&forces.iter().map(|force| state.name(*force)).collect::<Vec<_>>())
}

/// `6th Dragoons found to have 5 SP of 8, EDNA 7 of 8`, `6th Dragoons found to be at C5`
fn learned_text(States { before, after: state }: States, learned: &Learned) -> String {
    let Learned { unit, name, stack, place, strength, edna, grade, shifts, kind, stats, supply, precision } = learned;
    let strength = strength.map(|(now, full)| format!("{now} SP of {full}"));
    let edna = edna.map(|(now, start)| format!("EDNA {now} of {start}"));
    let grade = grade.map(|grade| format!("grade {}", state.book().ladder.name(grade)));
    let bounds = precision.iter().flat_map(bounds);
    let shifts = shifts.as_ref().map(|shifts| match shifts.iter().map(|(by, _)| i32::from(*by)).sum::<i32>() {
        0 => "no shift of grade".to_string(),
        steps => format!("a grade shift of {steps:+}"),
    });
    let kind = kind.as_ref().map(|kind| format!("troop type {}", kind.as_name()));
    let stats = stats.as_ref().map(|_| "different stack numbers".to_string());
    let has: Vec<String> = [strength, edna, grade, shifts, kind, stats].into_iter().flatten().chain(bounds).collect();
    let stack = stack.map(|stack| match stack {
        Found::In(stack) => format!("in {}", state.name(stack)),
        Found::Nowhere => "in no stack".to_string(),
    });
    let place = place.map(|place| match place {
        Found::In(place) => format!("at {}", place.cell),
        Found::Nowhere => "off the map".to_string(),
    });
    let name = name.as_ref().map(|name| format!("called {}", name.as_name()));
    let is: Vec<String> = [name, stack, place].into_iter().flatten().collect();
    let has = (!has.is_empty()).then(|| format!("to have {}", text::list(&has)));
    let is = (!is.is_empty()).then(|| format!("to be {}", text::list(&is)));
    let used = supply.and_then(|_| used_grade(state, *unit));
    let fights = used.map(|used| format!("to fight as {}", state.book().ladder.name(used)));
    let found: Vec<String> = [has, is, fights].into_iter().flatten().collect();
    let who = before.unit(*unit).map_or_else(|| state.name(*unit), |_| before.name(*unit));
    format!("{who} found {}", text::list(&found))
}

/// Numbers known within bounds: `5 to 9 SP`, `EDNA 3 to 5`, `grade 2 to 3`
fn bounds(precisions: &UnitPrecision) -> Vec<String> {
    let within = |precision: Precision| match precision {
        Precision::Within(estimate) => Some(estimate),
        Precision::Exact(()) | Precision::Unknown => None,
    };
    let strength = within(precisions.strength).map(|estimate| format!("{estimate} SP"));
    let edna = within(precisions.edna).map(|estimate| format!("EDNA {estimate}"));
    let grade = within(precisions.grade).map(|estimate| format!("grade {estimate}"));
    [strength, edna, grade].into_iter().flatten().collect()
}
