//! Why orders are refused: each reason as data, with its words beside it. A refused order changes nothing.
//!
//! [`describe`] turns a [`Refusal`] into a sentence, with a hint where there is something to do about it. No other place
//! phrases them. Names come from the given state, which may know less than the state that refused: an unknown id is shown
//! as `#12`, and other unknown facts are left out.

mod battle;
mod campaign;
mod combat;
mod event;
mod fire;
mod map;
mod refit;
mod stacks;
mod theatre;

use crate::{
    notation::allowed_hint,
    state::{EntityKind, State},
};
pub use battle::{Attack, BarredAttack, BattleRefusal, BlockingStep, NotAwaited, describe_decision};
pub use campaign::{ClockRefusal, StaffRefusal, TableRefusal, VictoryRefusal};
pub use combat::{CombatRefusal, RerollRefusal, SupportRefusal};
pub use event::{EventError, EventProblem, EventValue, describe_event_error, describe_invalid_muster};
pub use fire::{FireRefusal, RollRefusal};
pub use map::{MapError, MapRefusal};
pub use refit::RefitRefusal;
pub use stacks::{IdlePhase, StackRefusal};
use std::fmt;
pub use theatre::{TheatreError, TheatreRefusal};
use wardiary_base::{
    book::{Grade, Mechanism, Rulebook},
    dice::{Dice, DiceError},
    fault::Fault,
    id::{BattleId, Id, SideId, UnitId},
    text::{self, NameFault, Raw, Text},
};

/// Declares an enum of refusals. A row holds a variant, its data, and its words: a [`RefusalText`] made of the data and
/// the state that names things. A variant that holds another refusal is made of it by `From`.
macro_rules! refusals {
    (
        $(#[$meta:meta])*
        pub enum $Refusal:ident, |$refusal:ident, $state:ident| match $(*$by_value:ident)? $($by_reference:ident)? {$(
            $(#[$variant_meta:meta])*
            $Variant:ident $({ $($(#[$field_meta:meta])* $field:ident: $Field:ty),* $(,)? })? $(($part:ident: $Part:ty))?
                => $words:expr,
        )*}
    ) => {
        $(#[$meta])*
        pub enum $Refusal {$(
            $(#[$variant_meta])*
            $Variant $({ $($(#[$field_meta])* $field: $Field),* })? $(($Part))?,
        )*}

        impl $Refusal {
            #[allow(unused_variables, reason = "not every sentence uses all the data")]
            pub(super) fn describe(&self, $state: &$crate::state::State) -> $crate::refusal::RefusalText {
                let $refusal = self;
                match $(*$by_value)? $($by_reference)? {
                    $(Self::$Variant $({ $($field),* })? $(($part))? => $words,)*
                }
            }
        }

        $($(
            impl From<$Part> for $Refusal {
                fn from(part: $Part) -> Self {
                    Self::$Variant(part)
                }
            }
        )?)*
    };
}
use refusals;

/// A refusal in words. It displays as its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalText {
    /// Why the order is refused, as a sentence.
    pub reason: String,
    /// A suggestion what to do next.
    pub hint: Option<String>,
}

impl fmt::Display for RefusalText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl RefusalText {
    fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal, |refusal, state| match refusal {
        UnknownId { id: Id } => sentence(format!("nothing has the number {id}")),
        /// The id belongs to a different kind of thing than is accepted here.
        WrongKind {
            id: Id,
            /// The kinds that are accepted.
            wanted: &'static [EntityKind],
        } => {
            let words: Vec<&str> = wanted.iter().map(|kind| kind.word()).collect();
            sentence(format!("{} is not a {}", kind_and_name(state, *id), text::list_or(&words)))
        },
        NobodyNamed => sentence("no side, stack or unit is named"),
        NobodyLeft { of: Id } => nobody_left(state, *of),
        Eliminated { unit: UnitId } => {
            let gone = sentence(format!("{} is eliminated", kind_and_name(state, *unit)));
            let amend = "`amend` can change the entry that eliminated it";
            if state.book().raise.is_on() {
                gone.with_hint(format!("rebuild it with `raise {}`; {amend}", quoted_name(state, *unit)))
            } else {
                gone.with_hint(format!("it takes no further part; {amend}"))
            }
        },
        Ineffective { who: Id } => {
            let (name, is_unit) = (state.name(*who), state.kind(*who) == Some(EntityKind::Unit));
            let (what, whom) = if is_unit {
                (format!("{} is ineffective: its EDNA is 0", kind_and_name(state, *who)), quoted(&name))
            } else {
                (format!("every unit of {name} is ineffective: the EDNA of each is 0"), "UNIT".into())
            };
            sentence(what).with_hint(format!("it can still withdraw and defend itself; to restore EDNA by a ruling: `rally {whom} 1`"))
        },
        TwoSides { first: Id, second: Id } => {
            sentence(format!("{} and {} are on different sides", state.name(*first), state.name(*second)))
        },
        OwnSide { side: SideId } => sentence(format!("both forces belong to {}: name an enemy", state.name(*side))),
        Dice(error: DiceError) => sentence(format!("the dice do not match: {error}")),
        Name(error: NameFault) => sentence(error.to_string()),
        Event(error: EventError) => error.problem.describe(state),
        /// A branch has the same name, or one that looks the same. `last` is its last entry.
        BranchTwin { name: Text, last: u32 } => {
            sentence(format!("there is already a branch called “{}”, which ends with entry {last}", name.as_name()))
                .with_hint("choose another name")
        },
        NoChange => sentence("this would change nothing"),
        NoDate => sentence("the date is missing"),
        NothingToNote => sentence("the note is empty"),
        NothingArgued => {
            sentence("the argument is empty").with_hint("state the claim: `argue \"The supply columns are stuck\" roll 2d6 7+`")
        },
        /// The number of an argument lies outside the totals of its dice.
        OutOfReach {
            dice: Dice,
            /// The number that the total is compared with.
            number: u16,
            least: u16,
            most: u16,
        } => {
            sentence(format!("a roll of {dice} gives {least} to {most}, so {number} leaves nothing to chance"))
                .with_hint("to decide it without a roll, write `succeeds` or `fails`")
        },
        MechanismOff { mechanism: Mechanism } => {
            let book = state.book();
            let used = book.mechanisms.iter().chain([mechanism]).map(|mechanism| format!("{mechanism:?}"));
            let used: Vec<String> = used.collect();
            sentence(format!("the rulebook “{}” does not use {}", book.title, mechanism.title()))
                .with_hint(format!("to add it: `rules change mechanisms {}`", used.join(" + ")))
        },
        Rules {
            /// All faults of the rules, as `wardiary check` prints them: with their paths in the rulebook.
            faults: Vec<Fault>,
        } => {
            let faults: Vec<String> = faults.iter().map(Fault::describe).collect();
            sentence(format!("the rules are invalid: {}", faults.join("; ")))
        },
        Unit(refusal: UnitRefusal) => refusal.describe(state),
        Battle(refusal: BattleRefusal) => refusal.describe(state),
        Combat(refusal: CombatRefusal) => refusal.describe(state),
        Support(refusal: SupportRefusal) => refusal.describe(state),
        Fire(refusal: FireRefusal) => refusal.describe(state),
        Roll(refusal: RollRefusal) => refusal.describe(state),
        Stacks(refusal: StackRefusal) => refusal.describe(state),
        Map(refusal: MapRefusal) => refusal.describe(state),
        Clock(refusal: ClockRefusal) => refusal.describe(state),
        Theatre(refusal: TheatreRefusal) => refusal.describe(state),
        Victory(refusal: VictoryRefusal) => refusal.describe(state),
        Refit(refusal: RefitRefusal) => refusal.describe(state),
        Table(refusal: TableRefusal) => refusal.describe(state),
        Staff(refusal: StaffRefusal) => refusal.describe(state),
    }
}

impl Refusal {
    /// Whether the order only lacks words that may follow, and is otherwise valid.
    pub fn is_incomplete(&self) -> bool {
        matches!(self, Self::Fire(FireRefusal::NoRange) | Self::Table(TableRefusal::ForceMissing { .. }))
    }
}

impl From<TheatreError> for Refusal {
    fn from(error: TheatreError) -> Self {
        Self::Event(error.into())
    }
}

/// Describes a refusal with the names of this state: for an order, the state before it.
pub fn describe(refusal: &Refusal, state: &State) -> RefusalText {
    let RefusalText { reason: what, hint } = refusal.describe(state);
    RefusalText { reason: what, hint: allowed_hint(hint, state) }
}

/// Describes the refusal of a bare roll. There is no campaign, so nothing has a name.
pub fn describe_roll(refusal: &Refusal, book: &Rulebook) -> RefusalText {
    describe(refusal, &State::new(book.clone().into()))
}

fn sentence(what: impl Into<String>) -> RefusalText {
    RefusalText { reason: what.into(), hint: None }
}

/// A thing with its kind, `the unit Hussars`: the kind fixes the verb's number. Unknown things are shown by id.
fn kind_and_name(state: &State, id: impl Into<Id>) -> String {
    let id = id.into();
    let word = state.kind(id).map_or(String::new(), |kind| format!("the {} ", kind.word()));
    word + &state.name(id)
}

/// ` in First day` if several battles are open, else empty.
fn in_battle_phrase(state: &State, battle: BattleId) -> String {
    battle_phrase(state, battle, "in")
}

/// ` of First day` if several battles are open, else empty.
fn of_battle_phrase(state: &State, battle: BattleId) -> String {
    battle_phrase(state, battle, "of")
}

fn battle_phrase(state: &State, battle: BattleId, preposition: &str) -> String {
    let several = state.open_battles().count() > 1;
    if several { format!(" {preposition} {}", state.name(battle)) } else { String::new() }
}

/// A name in a suggested order, always quoted.
fn quoted(name: &(impl Raw + ?Sized)) -> String {
    format!("\"{}\"", text::sanitize(name.raw()))
}

fn quoted_name(state: &State, id: impl Into<Id>) -> String {
    quoted(&state.name(id))
}

fn troop_type_name(state: &State, unit: UnitId) -> Text {
    state.unit(unit).map_or("unknown".into(), |unit| unit.kind.clone())
}

/// Says that the subject of an order no longer exists, with its name in an earlier state.
pub fn describe_gone(id: Id, before: &State) -> RefusalText {
    sentence(format!("{} no longer exists", kind_and_name(before, id)))
}

fn nobody_left(state: &State, of: Id) -> RefusalText {
    if state.kind(of) == Some(EntityKind::Unit) {
        describe(&Refusal::Eliminated { unit: UnitId(of.0) }, state)
    } else {
        sentence(format!("{} has no units left", kind_and_name(state, of)))
    }
}

refusals! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum UnitRefusal, |refusal, state| match *refusal {
        Strength { unit: UnitId, now: u16, full: u16, points: u16, change: StrengthChange } => {
            let change = match change {
                StrengthChange::Lost => "lost",
                StrengthChange::Restored => "restored",
            };
            sentence(format!("{} has {now} of {full} Strength Points; {points} can't be {change}", kind_and_name(state, unit)))
        },
        Edna {
            unit: UnitId,
            now: u8,
            full: u8,
            /// Negative if the EDNA would fall.
            by: i16,
        } => {
            let change = match by {
                0 => "change by 0".into(),
                1.. => format!("rise by {by}"),
                _ => format!("fall by {}", by.unsigned_abs()),
            };
            sentence(format!("{} has an EDNA of {now} of {full}; it can't {change}", kind_and_name(state, unit)))
        },
        NothingFailed { unit: UnitId } => {
            sentence(format!("there is no failed EDNA test of {} to reroll", state.name(unit)))
                .with_hint("a test can be rerolled only before anything else happens to the unit")
        },
        NoRetest {
            unit: UnitId,
            most: u8,
        } => if most == 0 {
            sentence("the rulebook allows no rerolls of EDNA tests").with_hint("set `edna: (rerolls: 1)` in the rulebook")
        } else {
            let times = text::count(most.into(), "time", "times");
            sentence(format!("the test of {} can't be rerolled: the limit is {times}", state.name(unit)))
        },
        NoWear => sentence("the rulebook's wear for that is 0")
            .with_hint("set `edna: (wear: (fire: 1, manoeuvre: 1))` in the rulebook"),
        LadderEnds { unit: UnitId, grade: Grade } => {
            let (name, ladder) = (state.name(unit), &state.book().ladder);
            let text = sentence(format!("{} is {}, which is the end of the ladder", kind_and_name(state, unit), ladder.name(grade)));
            if grade == ladder.lowest() {
                text.with_hint(format!("to remove it from the field: `eliminate {}`", quoted(&name)))
            } else {
                text
            }
        },
        LadderEndsForAll { grade: Grade } => {
            sentence(format!("all of them are already {}, which is the end of the ladder", state.book().ladder.name(grade)))
        },
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthChange {
    Lost,
    Restored,
}
