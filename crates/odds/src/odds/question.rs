//! Questions about odds, and the cases that their answers distinguish.

use super::Engagement;
use wardiary_base::{
    book::{Grade, Rulebook},
    dice::{Purpose, Request},
    id::{Id, SideId, UnitId},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    event::{Precision, UnitPrecision},
    order::Order,
    rules::{Outcome, Roll, Step, resolve, roll::ScrudRoll, table::DrawnRow},
    state::{Contingent, State, Unit},
};

#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub subject: Subject,
    /// For a combat: asks for survivors rather than defeats. With more than one phase survivors are always given.
    pub asks_survivors: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    Roll(Roll),
    /// The next phase of a combat between units of a campaign, with the troops, dice, support and leftover defeats that
    /// the rules would line up.
    Combat(Box<Engagement>),
}

impl Question {
    pub fn from_roll(roll: Roll) -> Self {
        Self { subject: Subject::Roll(roll), asks_survivors: false }
    }

    pub fn from_engagement(engagement: impl Into<Engagement>) -> Self {
        Self { subject: Subject::Combat(Box::new(engagement.into())), asks_survivors: false }
    }

    pub fn asking_survivors(self) -> Self {
        Self { asks_survivors: true, ..self }
    }

    /// The rulebook that applies: the one that the roll names, or `book`.
    pub fn book<'a>(&'a self, book: &'a Rulebook) -> &'a Rulebook {
        match &self.subject {
            Subject::Roll(roll) => roll.book(book),
            Subject::Combat(_) => book,
        }
    }

    pub fn gives_survivors(&self) -> bool {
        self.asks_survivors || matches!(&self.subject, Subject::Roll(Roll::Scrud(ScrudRoll { phases: 2.., .. })))
    }
}

/// The surviving units of a side by grade, best first, without support dice.
pub(crate) type Survivors = Vec<(Grade, u16)>;

/// The result of a roll or a combat, as far as the odds distinguish it from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Case {
    Sum {
        /// The dice plus the modifier.
        total: i32,
    },
    Edna {
        /// Number of tests in which the unit acted.
        acted: u8,
        /// EDNA after the last test.
        edna: u8,
    },
    Initiative {
        winner: CombatSide,
    },
    /// Defeats that each side suffered in a phase.
    Defeats(BothSides<u16>),
    Survivors(BothSides<Survivors>),
    Tests {
        passed: usize,
    },
    Volley {
        /// Hits on each target class, in the order in which they were named.
        hits: Vec<u16>,
    },
    Blows {
        hits: u8,
        damage: u32,
    },
    /// A random table, including the tables that its rows refer to.
    Table {
        rows: Vec<DrawnRow>,
    },
}

impl Case {
    /// The case of an outcome. A combat gives survivors if `left` is set, and defeats otherwise.
    pub fn from_outcome(outcome: &Outcome, left: bool) -> Self {
        match outcome {
            // The odds of several rolls are those of each.
            Outcome::Sums(totals) => Self::Sum { total: totals.first().copied().unwrap_or(0) },
            Outcome::Edna { acted, edna, .. } => Self::Edna { acted: *acted, edna: *edna },
            Outcome::Scrud { survivors: grades, .. } if left => Self::Survivors(grades.clone()),
            Outcome::Scrud { defeats, .. } => Self::Defeats(*defeats),
            Outcome::Initiative { winner } => Self::Initiative { winner: *winner },
            Outcome::Tests(thrown) => Self::Tests { passed: thrown.passed() },
            Outcome::Volley { fired, .. } => Self::Volley { hits: fired.hits.clone() },
            Outcome::Table(drawn) => Self::Table { rows: drawn.iter().map(|drawn| drawn.row).collect() },
            Outcome::Blows(blows) => {
                let damage = blows.iter().filter_map(|blow| blow.damage);
                let hits = u8::try_from(damage.clone().count()).expect("a roll has 100 blows at the most");
                Self::Blows { hits, damage: damage.sum() }
            }
        }
    }
}

/// The side whose numbers the odds of a roll depend on without being known exactly. For combat, all units that the
/// sides have in the battle may matter.
pub fn unknown_side(state: &State, request: &Request) -> Option<SideId> {
    match request.purpose {
        // Only the unit's own EDNA matters.
        Purpose::Edna => {
            let tested = request.dice.iter().filter_map(|die| state.unit(UnitId(die.owner.0)));
            return tested.filter(|unit| !unit.edna().is_exact()).map(|unit| unit.side).next();
        }
        Purpose::Sum | Purpose::Initiative | Purpose::Test | Purpose::Argument | Purpose::Table(_) => {
            return None;
        }
        Purpose::Scrud | Purpose::Reroll | Purpose::Volley | Purpose::Blow | Purpose::Exposed => {}
    }
    let owners = request.dice.iter().flat_map(|die| state.units_for_id(Id(die.owner.0)));
    let battles = owners.filter_map(|unit| state.battle_of(unit.id));
    let mut units = battles.flat_map(|battle| &battle.contingents).flat_map(Contingent::units);
    units.find_map(|unit| state.unit(unit).filter(|unit| is_unknown(state, unit))).map(|unit| unit.side)
}

/// Whether a number of a living unit that odds depend on is not known exactly. Supply matters only if it shifts grades.
pub(crate) fn is_unknown(state: &State, unit: &Unit) -> bool {
    let UnitPrecision { strength, edna, grade, supply } = unit.precision();
    let shifts = state.book().supply.levels.iter().any(|level| level.grade != 0);
    unit.is_alive() && !([strength, edna, grade].iter().all(Precision::is_exact) && (!shifts || supply.is_exact()))
}

/// [`unknown_side`] for the first roll of an order.
pub fn unknown_side_of(state: &State, order: &Order) -> Option<SideId> {
    if state.units().iter().all(|unit| unit.precision().is_exact()) {
        return None;
    }
    match resolve(state, order, &[]) {
        Ok(Step::NeedDice(request)) => unknown_side(state, &request),
        _ => None,
    }
}

/// The text shown in place of the odds.
pub fn unknown_odds_text(state: &State, side: SideId) -> String {
    format!("no odds: the numbers of {} are not all known", state.name(side))
}
