//! Dice as things: what is asked for, and what fell.
//!
//! The rules *ask* for dice with a [`Request`] and are answered with a [`DiceRoll`]; where the faces come from is
//! the business of [`source`]. Nothing here knows a unit, a side or a rule: a die belongs to an [`Owner`], a bare number.

pub mod source;

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
    pub printed: Option<Printed>,
}

/// The faces of a specialist die: the modifier, and the bounds of the score, are printed on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Printed {
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
            Some(Printed { modifier, bounds }) => (1..=self.die.sides()).any(|plain| {
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

    fn check(&self, face: Face, by_hand: bool) -> Result<(), DiceError> {
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

/// Where fallen dice came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Origin {
    /// The program threw them; the number is the serial of the first. Serials count over the whole save.
    App(u64),
    /// Thrown on the table and typed in.
    Table,
    /// Some typed in, the rest thrown by the program.
    Mixed {
        /// The serial of the first die the program threw.
        first: u64,
        /// Which dice of the request (counted from 0) lay on the table.
        table: Vec<u16>,
    },
    /// The serial of each die, none for one that lay on the table: of dice that an order was given again with, in
    /// another past.
    Each(Vec<Option<u64>>),
}

/// The answer to one [`Request`]: the faces, by whose they are, so that an order can be carried out again in
/// another past without its dice moving to other units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Fall")]
pub struct DiceRoll {
    /// The owner of each die.
    pub who: Vec<Owner>,
    /// Where they came from.
    pub from: Origin,
    /// What each shows.
    pub faces: Vec<Face>,
}

impl DiceRoll {
    /// Which of the program's dice a die (counted from 0) is; none for one that lay on the table.
    #[must_use]
    pub fn serial(&self, at: usize) -> Option<u64> {
        match &self.from {
            Origin::App(first) => Some(first.saturating_add(at as u64)),
            Origin::Table => None,
            Origin::Mixed { first, table } => {
                let on_table = |die: usize| table.iter().any(|t| usize::from(*t) == die);
                let before = (0..at).filter(|die| !on_table(*die)).count() as u64;
                (!on_table(at)).then(|| first.saturating_add(before))
            }
            Origin::Each(serials) => serials.get(at).copied().flatten(),
        }
    }

    /// The serial numbers of all that the program threw.
    pub fn serials(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.faces.len()).filter_map(|at| self.serial(at))
    }

    /// Whether a die (counted from 0) lay on the table.
    #[must_use]
    pub fn is_by_hand(&self, at: usize) -> bool {
        self.serial(at).is_none()
    }

    /// The first serial number after this fall's own, if the program threw any of it.
    #[must_use]
    pub fn serials_end(&self) -> Option<u64> {
        match self.from {
            // Nearly every fall, and every load asks for each.
            Origin::App(first) => Some(first.saturating_add(self.faces.len() as u64)),
            _ => self.serials().max().map(|last| last.saturating_add(1)),
        }
    }

    /// For each wanted die the place in this fall of the die that answers it, where there is one: each takes the next of
    /// its owner's.
    fn matched(&self, request: &Request) -> Vec<Option<usize>> {
        let len = self.faces.len().min(self.who.len());
        let mut used = vec![false; len];
        // Nearly always the owners stand in the order asked for, so the search starts where the last one ended.
        let mut from = 0;
        let find = |wanted: &RequestedDie| {
            let at = (0..len).map(|i| (from + i) % len).find(|&i| !used[i] && self.who[i] == wanted.owner)?;
            used[at] = true;
            from = at + 1;
            Some(at)
        };
        request.dice.iter().map(find).collect()
    }

    /// These dice for a request that they were not thrown for: what of them it takes, and what it wants besides. `fell`
    /// says whether a die (with its serial number, if it is the program's) can have shown that face as a die of that
    /// kind.
    #[must_use]
    pub fn refit(&self, request: &Request, fell: impl Fn(Option<u64>, Die, Face) -> bool) -> ReusedRoll {
        let takes = |at: usize, wanted: &RequestedDie| {
            let (face, serial) = (self.faces[at], self.serial(at));
            wanted.check(face, serial.is_none()).is_ok() && fell(serial, wanted.die, face)
        };
        let matched = self.matched(request).into_iter().zip(&request.dice);
        let taken: Vec<usize> = matched.filter_map(|(at, wanted)| at.filter(|at| takes(*at, wanted))).collect();
        let missing = request.dice.len() - taken.len();
        if missing == 0 && taken.len() == self.faces.len() {
            return ReusedRoll { fall: self.clone(), left: Vec::new(), missing };
        }
        let left = (0..self.faces.len()).filter(|at| !taken.contains(at)).map(|at| self.faces[at]).collect();
        let serials: Vec<Option<u64>> = taken.iter().map(|at| self.serial(*at)).collect();
        let from = match serials.first() {
            _ if serials.iter().all(Option::is_none) => Origin::Table,
            Some(Some(first)) if (*first..).zip(&serials).all(|(n, serial)| *serial == Some(n)) => Origin::App(*first),
            _ => Origin::Each(serials),
        };
        let fall = DiceRoll {
            who: taken.iter().map(|at| self.who[*at]).collect(),
            faces: taken.iter().map(|at| self.faces[*at]).collect(),
            from,
        };
        ReusedRoll { fall, left, missing }
    }

    /// The dice of this fall in the order in which they fell, with what each was thrown as for this request.
    #[must_use]
    pub fn thrown_as<'a>(&self, request: &'a Request) -> Vec<Option<&'a RequestedDie>> {
        let mut thrown = vec![None; self.faces.len()];
        for (wanted, at) in request.dice.iter().zip(self.matched(request)) {
            if let Some(at) = at {
                thrown[at] = Some(wanted);
            }
        }
        thrown
    }

    /// The faces in the order in which `request` wants them: each wanted die takes the next face of its owner.
    ///
    /// # Errors
    /// Where an owner has too few or too many dice here, or a face that is not on the die.
    pub fn answer(&self, request: &Request) -> Result<Vec<RolledDie>, DiceError> {
        if self.who.len() != self.faces.len() || self.faces.len() != request.dice.len() {
            return Err(DiceError::Count { wanted: request.dice.len(), given: self.faces.len() });
        }
        self.matched(request)
            .into_iter()
            .zip(&request.dice)
            .map(|(at, wanted)| {
                let at = at.ok_or(DiceError::NoDie { owner: wanted.owner })?;
                let fallen = RolledDie { face: self.faces[at], by_hand: self.is_by_hand(at) };
                wanted.check(fallen.face, fallen.by_hand).map(|()| fallen)
            })
            .collect()
    }
}

/// Dice that fell for one request, as far as they do for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReusedRoll {
    /// Those that it takes.
    pub fall: DiceRoll,
    /// The faces of those that it does not need.
    pub left: Vec<Face>,
    /// How many it wants besides.
    pub missing: usize,
}

/// Why dice do not answer a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// Too few or too many.
    #[error("{wanted} dice are wanted, {given} were given")]
    Count {
        /// How many the rules asked for.
        wanted: usize,
        /// How many there were.
        given: usize,
    },
    /// A wanted die is not among those given.
    #[error("there is no die of #{}", owner.0)]
    NoDie {
        /// Whose die is missing.
        owner: Owner,
    },
    /// A face that the die does not have.
    #[error("a {die} has no {face}: its faces are {least} to {most}")]
    Face {
        /// The face that was given.
        face: Face,
        /// The die it was given for.
        die: Die,
        /// The least it can show.
        least: Face,
        /// The most it can show.
        most: Face,
    },
}
