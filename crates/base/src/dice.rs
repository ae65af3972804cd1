//! Dice: what the rules request, and what was rolled.
//!
//! The rules ask for dice with a [`Request`] and receive a [`DiceRoll`]. Faces come from a [`source`]. This module
//! knows no unit, side or rule: a die belongs to an [`Owner`], which is a bare number.

mod formula;
mod roll;
pub mod source;

pub use formula::{DiceFormula, DiceTerm, DiceTermError, TermCount, split_minus};
pub use roll::{DiceError, DiceRoll, Origin, ReusedRoll};

use crate::fault::HINT_BREAK;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A die by its number of sides, 2 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Die(u8);

impl Die {
    pub const D6: Self = Self(6);
    pub const D20: Self = Self(20);

    /// `None` below 2 and above 100 sides.
    pub const fn new(sides: u8) -> Option<Self> {
        if 2 <= sides && sides <= 100 { Some(Self(sides)) } else { None }
    }

    pub const fn sides(self) -> u8 {
        self.0
    }

    pub const fn has_face(self, face: Face) -> bool {
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
        let hint = "write 2D6 as `(2, 6)`, a single D6 as `6`";
        Self::new(sides).ok_or_else(|| format!("a die has 2 to 100 sides, not {sides}{HINT_BREAK}{hint}"))
    }
}

impl From<Die> for u8 {
    fn from(die: Die) -> Self {
        die.0
    }
}

/// The number on top of a rolled die: 1 to its number of sides.
pub type Face = u8;

/// Several dice of one kind, added up: `2d6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dice(
    /// The number of dice, 1 to 100.
    pub u8,
    pub Die,
);

impl Dice {
    /// Reads `3d10` or `d6`. `None` if the word is not dice notation; an error if no such dice exist.
    pub fn parse(word: &str) -> Option<Result<Self, String>> {
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

/// The owner of a die: the number of a unit, or of a side if it belongs to no unit. In a roll outside any campaign, the
/// number of the party, 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owner(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestedDie {
    pub owner: Owner,
    pub die: Die,
    /// The faces printed on a specialist die, if the player rolls one.
    pub printed: Option<PrintedFaces>,
}

/// The faces of a specialist die, which show the score: the modifier and the bounds are printed on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrintedFaces {
    /// Added to each plain face.
    pub modifier: i8,
    /// The lowest and the highest printed face.
    pub bounds: Option<(i8, i8)>,
}

impl RequestedDie {
    pub fn plain(owner: Owner, die: Die) -> Self {
        Self { owner, die, printed: None }
    }

    /// Whether the die on the table can show this number.
    pub fn can_show(&self, face: Face) -> bool {
        match self.printed {
            None => self.die.has_face(face),
            Some(PrintedFaces { modifier, bounds }) => (1..=self.die.sides()).any(|plain| {
                let score = i16::from(plain) + i16::from(modifier);
                let score = bounds.map_or(score, |(least, most)| score.clamp(least.into(), most.into()));
                score == i16::from(face)
            }),
        }
    }

    pub fn range(&self) -> (Face, Face) {
        let mut all = (0..=Face::MAX).filter(|face| self.can_show(*face));
        let least = all.next().unwrap_or(1);
        (least, all.next_back().unwrap_or(least))
    }

    pub fn check(&self, face: Face, by_hand: bool) -> Result<(), DiceError> {
        let fits = if by_hand { self.can_show(face) } else { self.die.has_face(face) };
        let (least, most) = self.range();
        if fits { Ok(()) } else { Err(DiceError::Face { face, die: self.die, least, most }) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RolledDie {
    pub face: Face,
    /// Whether it was rolled on the table, where a specialist die shows its score.
    pub by_hand: bool,
}

/// The purpose of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A bare roll, added up.
    Sum,
    Edna,
    /// The initiative, one die for each side.
    Initiative,
    Scrud,
    Reroll,
    Test,
    /// A volley, or the die that decides whom it hit.
    Volley,

    Argument,
    /// A random table, by its index in the rulebook.
    Table(usize),
    /// Blows in a Conflict: one die for each stack that strikes.
    Blow,
    /// Whether the Warlord of a stack that was hit is exposed.
    Exposed,
}

/// Dice that the rules ask for, to be rolled together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub purpose: Purpose,
    /// The dice, in the order in which faces are given.
    pub dice: Vec<RequestedDie>,
}
