//! Questions about odds, and the cases that their answers distinguish.

use super::Engagement;
use wardiary_base::{
    book::{Grade, Rulebook},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::{Outcome, Roll, roll::ScrudRoll, table::DrawnRow};

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
