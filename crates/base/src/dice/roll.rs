//! Recorded rolls: the faces, the owner of each die and where the dice came from.

use super::{Die, Face, Owner, Request, RequestedDie, RolledDie};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Origin {
    /// Rolled by the program. The number is the serial of the first die; serials count over the whole save.
    App(u64),
    /// Rolled on the table and typed in.
    Table,
    /// Some typed in, the rest rolled by the program.
    Mixed {
        /// The serial of the first die that the program rolled.
        first: u64,
        /// Indices of the dice in the request that lay on the table.
        table: Vec<u16>,
    },
    /// The serial of each die, `None` for one on the table; of dice that are reused in a changed past.
    Each(Vec<Option<u64>>),
    /// In a side's own diary: the side was shown the faces and nothing else.
    Shown,
}

/// The answer to one [`Request`]. Faces are keyed by owner, so an order can be carried out again in a changed past
/// without its dice moving to other units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Fall")]
pub struct DiceRoll {
    pub who: Vec<Owner>,
    pub from: Origin,
    pub faces: Vec<Face>,
}

impl Origin {
    /// The simplest origin for dice with these serials; `None` marks a die on the table.
    pub fn from_serials(serials: Vec<Option<u64>>) -> Self {
        match serials.first() {
            _ if serials.iter().all(Option::is_none) => Self::Table,
            Some(Some(first)) if (*first..).zip(&serials).all(|(n, serial)| *serial == Some(n)) => Self::App(*first),
            _ => Self::Each(serials),
        }
    }
}

impl DiceRoll {
    /// The serial of the die at an index; `None` if it lay on the table.
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

    pub fn serials(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.faces.len()).filter_map(|at| self.serial(at))
    }

    pub fn is_by_hand(&self, at: usize) -> bool {
        self.from != Origin::Shown && self.serial(at).is_none()
    }

    /// The serial after the last one in these rolls; 0 if the program rolled none of them.
    pub fn next_serial_after(rolls: &[Self]) -> u64 {
        rolls.iter().filter_map(Self::next_serial).max().unwrap_or(0)
    }

    fn next_serial(&self) -> Option<u64> {
        match self.from {
            // By far the commonest case, and every load asks for it.
            Origin::App(first) => Some(first.saturating_add(self.faces.len() as u64)),
            _ => self.serials().max().map(|last| last.saturating_add(1)),
        }
    }

    /// For each requested die, the index of the die in this roll that answers it. Each takes the next die of its owner.
    fn match_request(&self, request: &Request) -> Vec<Option<usize>> {
        let len = self.faces.len().min(self.who.len());
        let mut used = vec![false; len];
        // Owners are nearly always in the requested order, so each search starts where the last one ended.
        let mut from = 0;
        let find = |wanted: &RequestedDie| {
            let at = (0..len).map(|i| (from + i) % len).find(|&i| !used[i] && self.who[i] == wanted.owner)?;
            used[at] = true;
            from = at + 1;
            Some(at)
        };
        request.dice.iter().map(find).collect()
    }

    /// Fits these dice to a request they were not rolled for: which of them it takes and how many more it needs. `fell`
    /// says whether a die (with its serial, if the program rolled it) can have shown that face as a die of that kind.
    pub fn reuse_for(&self, request: &Request, fell: impl Fn(Option<u64>, Die, Face) -> bool) -> ReusedRoll {
        let takes = |at: usize, wanted: &RequestedDie| {
            let (face, serial) = (self.faces[at], self.serial(at));
            wanted.check(face, serial.is_none()).is_ok() && fell(serial, wanted.die, face)
        };
        let matched = self.match_request(request).into_iter().zip(&request.dice);
        let taken: Vec<usize> = matched.filter_map(|(at, wanted)| at.filter(|at| takes(*at, wanted))).collect();
        let missing = request.dice.len() - taken.len();
        if missing == 0 && taken.len() == self.faces.len() {
            return ReusedRoll { roll: self.clone(), unused_faces: Vec::new(), missing_dice: missing };
        }
        let left = (0..self.faces.len()).filter(|at| !taken.contains(at)).map(|at| self.faces[at]).collect();
        let fall = DiceRoll {
            who: taken.iter().map(|at| self.who[*at]).collect(),
            faces: taken.iter().map(|at| self.faces[*at]).collect(),
            from: Origin::from_serials(taken.iter().map(|at| self.serial(*at)).collect()),
        };
        ReusedRoll { roll: fall, unused_faces: left, missing_dice: missing }
    }

    /// The faces in the order of a request, `None` for a die that is not in this roll.
    pub fn faces_for(&self, request: &Request) -> Vec<Option<Face>> {
        self.match_request(request).into_iter().map(|at| at.map(|at| self.faces[at])).collect()
    }

    /// For each requested die, the serial of the program's die that shows this face here, if there is one.
    pub fn serials_of(&self, request: &Request, faces: &[Face]) -> Vec<Option<u64>> {
        let shown = self.match_request(request).into_iter().zip(faces);
        shown.map(|(at, face)| at.filter(|at| self.faces[*at] == *face).and_then(|at| self.serial(at))).collect()
    }

    /// These dice in the order in which they fell, each with the requested die it answers.
    pub fn requested_dice<'a>(&self, request: &'a Request) -> Vec<Option<&'a RequestedDie>> {
        let mut thrown = vec![None; self.faces.len()];
        for (wanted, at) in request.dice.iter().zip(self.match_request(request)) {
            if let Some(at) = at {
                thrown[at] = Some(wanted);
            }
        }
        thrown
    }

    /// Arranges the faces in the order of the request: each requested die takes the next face of its owner. Fails if an
    /// owner has too few or too many dice here, or a face that is not on the die.
    pub fn arrange_for(&self, request: &Request) -> Result<Vec<RolledDie>, DiceError> {
        if self.who.len() != self.faces.len() || self.faces.len() != request.dice.len() {
            return Err(DiceError::Count { wanted: request.dice.len(), given: self.faces.len() });
        }
        self.match_request(request)
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReusedRoll {
    pub roll: DiceRoll,
    pub unused_faces: Vec<Face>,
    pub missing_dice: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    #[error("{wanted} needed, {given} given")]
    Count { wanted: usize, given: usize },
    #[error("#{} rolls no die", owner.0)]
    NoDie { owner: Owner },
    #[error("a {die} has no {face}: its faces are {least} to {most}")]
    Face { face: Face, die: Die, least: Face, most: Face },
}
