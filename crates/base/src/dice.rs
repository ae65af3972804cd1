//! Dice: what is asked for, and what was rolled.
//!
//! The rules ask for dice with a [`Request`] and are answered with a [`DiceRoll`]; where the faces come from is
//! the business of [`source`]. Nothing here knows a unit, a side or a rule: a die belongs to an [`Owner`], a bare number.

mod roll;
pub mod source;

pub use roll::ReusedRoll;
pub use roll::{DiceError, DiceRoll, Origin};

use serde::{Deserialize, Serialize};
use std::fmt;

/// A die by its number of sides, 2 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Die(u8);

impl Die {
    /// The die of most rules: six sides.
    pub const D6: Self = Self(6);
    /// The twenty-sided die.
    pub const D20: Self = Self(20);

    /// A die of so many sides; `None` below 2 and above 100.
    #[must_use]
    pub const fn new(sides: u8) -> Option<Self> {
        if 2 <= sides && sides <= 100 { Some(Self(sides)) } else { None }
    }

    /// How many sides it has; its faces are 1 to this.
    #[must_use]
    pub const fn sides(self) -> u8 {
        self.0
    }

    /// Whether this number can lie on top.
    #[must_use]
    pub const fn shows(self, face: Face) -> bool {
        1 <= face && face <= self.0
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

impl TryFrom<u8> for Die {
    type Error = String;
    fn try_from(sides: u8) -> Result<Self, String> {
        Self::new(sides).ok_or_else(|| format!("a die has 2 to 100 sides, not {sides}"))
    }
}

impl From<Die> for u8 {
    fn from(die: Die) -> Self {
        die.0
    }
}

/// What lies on top of a fallen die: 1 to its number of sides.
pub type Face = u8;

/// Several dice of one kind, thrown and added up: `2d6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dice(
    /// How many, 1 to 100.
    pub u8,
    /// Of which kind.
    pub Die,
);

impl Dice {
    /// `3d10`, `d6`; `None` where a word is no dice, and what is wrong with it where it is dice that there are not.
    #[must_use]
    pub fn read(word: &str) -> Option<Result<Self, String>> {
        let (count, sides) = word.split_once(['d', 'D'])?;
        let count = if count.is_empty() { 1 } else { count.parse::<u32>().ok()? };
        let sides = sides.parse::<u32>().ok()?;
        let Some(count) = u8::try_from(count).ok().filter(|n| (1..=100).contains(n)) else {
            return Some(Err("a roll takes 1 to 100 dice".into()));
        };
        let die = u8::try_from(sides).ok().and_then(Die::new);
        Some(die.map(|die| Self(count, die)).ok_or_else(|| format!("a die has 2 to 100 sides, not {sides}")))
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

/// Whose a die is: the number of a unit, or of a side where it belongs to no unit. In a roll outside any
/// campaign it is the number of the party, 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owner(pub u32);

/// One die that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestedDie {
    /// Whose it is.
    pub owner: Owner,
    /// Of which kind.
    pub die: Die,
    /// What the die on the table shows, where it is not the plain face.
    pub printed: Option<PrintedFaces>,
}

/// The faces of a specialist die: the modifier, and the bounds of the score, are printed on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrintedFaces {
    /// What is added to each plain face.
    pub modifier: i8,
    /// The least and the most that a face can be.
    pub bounds: Option<(i8, i8)>,
}

impl RequestedDie {
    /// A plain die.
    #[must_use]
    pub fn plain(owner: Owner, die: Die) -> Self {
        Self { owner, die, printed: None }
    }

    /// Whether a die on the table can show this.
    #[must_use]
    pub fn takes(&self, face: Face) -> bool {
        match self.printed {
            None => self.die.shows(face),
            Some(PrintedFaces { modifier, bounds }) => (1..=self.die.sides()).any(|plain| {
                let score = i16::from(plain) + i16::from(modifier);
                let score = bounds.map_or(score, |(least, most)| score.clamp(least.into(), most.into()));
                score == i16::from(face)
            }),
        }
    }

    /// The least and the most that a die on the table can show.
    #[must_use]
    pub fn range(&self) -> (Face, Face) {
        let mut all = (0..=Face::MAX).filter(|face| self.takes(*face));
        let least = all.next().unwrap_or(1);
        (least, all.next_back().unwrap_or(least))
    }

    pub fn check(&self, face: Face, by_hand: bool) -> Result<(), DiceError> {
        let fits = if by_hand { self.takes(face) } else { self.die.shows(face) };
        let (least, most) = self.range();
        if fits { Ok(()) } else { Err(DiceError::Face { face, die: self.die, least, most }) }
    }
}

/// One fallen die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RolledDie {
    /// What it shows.
    pub face: Face,
    /// Whether it lay on the table, where a specialist die shows its score.
    pub by_hand: bool,
}

/// What dice are thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A bare roll, added up.
    Sum,
    /// An EDNA test.
    Edna,
    /// The initiative, a die a side.
    Initiative,
    /// A phase of a SCRUD combat.
    Scrud,
    /// Dice of a SCRUD phase thrown again.
    Reroll,
    // ---- dice tests and volleys
    /// A round of dice tests.
    Test,
    /// A volley, or the die that says whom it hit.
    Volley,

    // ---- matrix arguments
    /// A matrix argument.
    Argument,
    // ---- stacks
    /// A random table, by its place in the rulebook.
    Table(usize),
    /// Blows in a Conflict, a die for each stack that strikes.
    Blow,
    /// Whether the Warlord of a stack that was hit stands in the way.
    Exposed,
}

/// Dice that the rules ask for, all to be thrown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What they are for.
    pub purpose: Purpose,
    /// The dice, in the order in which faces are given.
    pub dice: Vec<RequestedDie>,
}
