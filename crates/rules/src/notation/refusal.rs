//! Turns a [`Refusal`] or an [`EventError`](crate::state::EventError) into a sentence, with a hint where there is
//! something to do about it. No other place phrases them.
//!
//! Names come from the given state, which may know less than the state that refused. An unknown id is shown as `#12`,
//! and other unknown facts are left out.

mod battle;
mod clock;
mod combat;
mod event;
mod fire;
mod map;
mod refit;
mod stacks;
mod staff;
mod support;
mod table;
mod theatre;
mod unit;
mod victory;

pub use battle::describe_decision;
pub use event::{describe_event_error, describe_invalid_muster};

use super::advice;
use crate::{
    rules::Refusal,
    state::{EntityKind, State},
};
use std::fmt;
use wardiary_base::{
    book::Rulebook,
    id::{BattleId, Id, UnitId},
    text,
};

/// A refusal in words. It displays as its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalText {
    /// Why the order is refused, as a sentence.
    pub what: String,
    /// A hint what to do.
    pub hint: Option<String>,
}

impl fmt::Display for RefusalText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl RefusalText {
    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Describes a refusal with the names of this state. For an order that is the state before it.
pub fn describe(refusal: &Refusal, state: &State) -> RefusalText {
    let RefusalText { what, hint } = described(refusal, state);
    RefusalText { what, hint: advice::fit(hint, state) }
}

fn described(refusal: &Refusal, state: &State) -> RefusalText {
    match refusal {
        Refusal::Nobody { id } => only(format!("nothing has the number {id}")),
        Refusal::OtherKind { id, wanted } => {
            let words: Vec<&str> = wanted.iter().map(|kind| kind.word()).collect();
            only(format!("{} is no {}", the(state, *id), text::either(&words)))
        }
        Refusal::NobodyNamed => only("nobody is named"),
        Refusal::NobodyLeft { of } => nobody_left(state, *of),
        Refusal::Eliminated { unit } => {
            let gone = only(format!("{} is eliminated", the(state, *unit)));
            let amend = "`amend` can change the entry that eliminated it";
            if state.book().raise.is_on() {
                gone.hint(format!("it comes back when it is rebuilt: `raise {}`; {amend}", quoted(&state.name(*unit))))
            } else {
                gone.hint(format!("it takes no further part; {amend}"))
            }
        }
        Refusal::Ineffective { who } => {
            let (name, is_unit) = (state.name(*who), state.kind(*who) == Some(EntityKind::Unit));
            let (what, whom) = if is_unit {
                (format!("{} is ineffective: its EDNA is 0", the(state, *who)), quoted(&name))
            } else {
                (format!("no unit of {name} is effective: the EDNA of each is 0"), "UNIT".into())
            };
            only(what).hint(format!("it may withdraw and defend itself; a ruling can help: `rally {whom} 1`"))
        }
        Refusal::TwoSides { first, second } => {
            only(format!("{} and {} are on different sides", state.name(*first), state.name(*second)))
        }
        Refusal::OwnSide { side } => only(format!("both forces belong to {}: name an enemy", state.name(*side))),
        Refusal::Dice(unfit) => only(format!("the dice do not fit: {unfit}")),
        Refusal::Name(fault) => only(fault.to_string()),
        Refusal::Event(error) => describe_event_error(error, state),
        Refusal::NoChange => only("that would change nothing"),
        Refusal::NoDate => only("no date is given"),
        Refusal::NothingToNote => only("there is nothing to note"),
        Refusal::NothingArgued => {
            only("nothing is argued").hint("say what is claimed: `argue \"The supply columns are stuck\" roll 2d6 7+`")
        }
        Refusal::OutOfReach { dice, number, least, most } => {
            only(format!("{dice} come to {least} to {most}: {number} decides nothing"))
                .hint("without a roll, `succeeds` or `fails` says how it ends")
        }
        Refusal::MechanismOff { mechanism } => {
            let book = state.book();
            let used = book.mechanisms.iter().chain([mechanism]).map(|mechanism| format!("{mechanism:?}"));
            let used: Vec<String> = used.collect();
            only(format!("the rulebook “{}” does without {}", text::sanitize(&book.title), mechanism.title()))
                .hint(format!("to bring it in: `rules change \"(mechanisms: [{}])\"`", used.join(", ")))
        }
        Refusal::Rules { faults } => {
            let faults: Vec<String> = faults.iter().map(wardiary_base::fault::Fault::told).collect();
            only(format!("the rules can't be so: {}", faults.join("; ")))
        }
        Refusal::Unit(refusal) => unit::describe(refusal, state),
        Refusal::Battle(refusal) => battle::describe(refusal, state),
        Refusal::Combat(refusal) => combat::describe(refusal, state),
        Refusal::Support(refusal) => support::describe(refusal, state),
        Refusal::Fire(refusal) => fire::describe(refusal, state),
        Refusal::Roll(refusal) => only(fire::roll(refusal)),
        Refusal::Stacks(refusal) => stacks::describe(refusal, state),
        Refusal::Map(refusal) => map::describe(refusal, state),
        Refusal::Clock(refusal) => clock::describe(refusal, state),
        Refusal::Theatre(refusal) => theatre::describe(refusal, state),
        Refusal::Victory(refusal) => victory::describe(refusal, state),
        Refusal::Refit(refusal) => refit::describe(refusal, state),
        Refusal::Table(refusal) => table::describe(refusal, state),
        Refusal::Staff(refusal) => staff::describe(refusal, state),
    }
}

/// Describes the refusal of a bare roll. There is no campaign, so nothing has a name.
pub fn describe_roll(refusal: &Refusal, book: &Rulebook) -> RefusalText {
    describe(refusal, &State::new(book.clone().into()))
}

fn only(what: impl Into<String>) -> RefusalText {
    RefusalText { what: what.into(), hint: None }
}

/// A thing with its kind, `the unit Hussars`. Names are singular or plural at will; the kind fixes the verb's number.
/// Unknown things are shown by id.
fn the(state: &State, id: impl Into<Id>) -> String {
    let id = id.into();
    let word = state.kind(id).map_or(String::new(), |kind| format!("the {} ", kind.word()));
    word + &state.name(id)
}

/// ` in First day` if several battles are open, else empty.
fn in_battle(state: &State, battle: BattleId) -> String {
    if_several(state, battle, "in")
}

/// ` of First day` if several battles are open, else empty.
fn of_battle(state: &State, battle: BattleId) -> String {
    if_several(state, battle, "of")
}

fn if_several(state: &State, battle: BattleId, preposition: &str) -> String {
    let several = state.open_battles().count() > 1;
    if several { format!(" {preposition} {}", state.name(battle)) } else { String::new() }
}

/// A name in a suggested order, always quoted.
fn quoted(name: &str) -> String {
    format!("\"{}\"", text::sanitize(name))
}

/// The name of a unit's troop type.
fn kind(state: &State, unit: UnitId) -> &str {
    state.unit(unit).map_or("unknown", |unit| &*unit.kind)
}

/// Says that the subject of an order no longer exists, with its name in an earlier state.
pub fn describe_gone(id: Id, before: &State) -> RefusalText {
    only(format!("{} is not there any more", the(before, id)))
}

/// Says that a force has no units left.
fn nobody_left(state: &State, of: Id) -> RefusalText {
    if state.kind(of) == Some(EntityKind::Unit) {
        describe(&Refusal::Eliminated { unit: UnitId(of.0) }, state)
    } else {
        only(format!("{} has no living unit", the(state, of)))
    }
}
