//! Rolls of dice as they are recorded: the faces, whose they are and where they came from.

use super::{Die, Face, Owner, Request, RequestedDie, RolledDie};
use serde::{Deserialize, Serialize};

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
    /// In the diary of what a side saw: the faces are all that it was shown.
    Shown,
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

impl Origin {
    /// Where dice came from of which each has its serial number, or none where it lay on the table.
    #[must_use]
    pub fn of(serials: Vec<Option<u64>>) -> Self {
        match serials.first() {
            _ if serials.iter().all(Option::is_none) => Self::Table,
            Some(Some(first)) if (*first..).zip(&serials).all(|(n, serial)| *serial == Some(n)) => Self::App(*first),
            _ => Self::Each(serials),
        }
    }
}

impl DiceRoll {
    /// Which of the program's dice a die (counted from 0) is; none for one that lay on the table.
    #[must_use]
    pub fn serial(&self, at: usize) -> Option<u64> {
        match &self.from {
            Origin::App(first) => Some(first.saturating_add(at as u64)),
            Origin::Table | Origin::Shown => None,
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
        self.from != Origin::Shown && self.serial(at).is_none()
    }

    /// The first serial number after those of all these rolls; 0 where the program threw nothing of them.
    #[must_use]
    pub fn serials_end_of(rolls: &[Self]) -> u64 {
        rolls.iter().filter_map(Self::serials_end).max().unwrap_or(0)
    }

    /// The first serial number after this fall's own, if the program threw any of it.
    fn serials_end(&self) -> Option<u64> {
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
        let fall = DiceRoll {
            who: taken.iter().map(|at| self.who[*at]).collect(),
            faces: taken.iter().map(|at| self.faces[*at]).collect(),
            from: Origin::of(taken.iter().map(|at| self.serial(*at)).collect()),
        };
        ReusedRoll { fall, left, missing }
    }

    /// The faces of these dice as a request wants them, none for a die that is not here.
    #[must_use]
    pub fn faces_for(&self, request: &Request) -> Vec<Option<Face>> {
        self.matched(request).into_iter().map(|at| at.map(|at| self.faces[at])).collect()
    }

    /// For each die that a request wants its serial number, where this face is what one of the program's dice here showed
    /// for it.
    #[must_use]
    pub fn serials_of(&self, request: &Request, faces: &[Face]) -> Vec<Option<u64>> {
        let shown = self.matched(request).into_iter().zip(faces);
        shown.map(|(at, face)| at.filter(|at| self.faces[*at] == *face).and_then(|at| self.serial(at))).collect()
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
    #[error("{wanted} wanted, {given} given")]
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
