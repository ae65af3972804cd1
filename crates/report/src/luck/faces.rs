//! Counts the faces that dice showed, by source, and tests them for fairness.

use super::normal::chi_squared_tail;
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    dice::{DiceRoll, Die, Face, Origin, Owner, Request},
    id::{Id, SideId, UnitId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::state::State;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DieSource {
    Program,
    /// Real dice, whose faces were typed in.
    Table,
    /// A side saw the dice but does not know their source.
    Seen,
}

impl DieSource {
    pub fn word(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Table => "table",
            Self::Seen => "seen",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    pub source: DieSource,
    /// For table dice and dice seen by a side, the side that rolled them. `None` for the program's dice, and for dice
    /// of no side.
    pub side: Option<SideId>,
    pub die: Die,
    /// How often each face came up; index 0 is face 1.
    pub counts: Vec<u32>,
}

impl Faces {
    pub fn dice(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The chance that fair dice are at least this uneven, by χ². `None` with fewer than five dice per face.
    pub fn fairness(&self) -> Option<f64> {
        let (dice, sides) = (f64::from(self.dice()), self.die.sides());
        let expected = dice / f64::from(sides);
        let uneven = self.counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected);
        (expected >= 5.0).then(|| chi_squared_tail(sides - 1, uneven.sum()))
    }
}

/// Identifies a throw for good: undo and amendments before it change nothing.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum ThrowId {
    /// The program's dice, by the serial number of the first die.
    Program(u64),
    /// Table dice, by the entry and the request that first recorded them, and the owner of the first die.
    Table(EntryNo, u32, Owner),
}

#[derive(Default)]
pub(super) struct FaceCounts {
    counts: BTreeMap<(DieSource, Option<SideId>, Die), Vec<u32>>,
    seen: BTreeSet<(ThrowId, usize)>,
}

impl FaceCounts {
    /// Counts the dice rolled for a request. Omits specialist dice, which show scores, and dice of units whose grade is
    /// unknown: neither records a face.
    pub fn add(&mut self, state: &State, (entry, at): (EntryNo, u32), roll: &DiceRoll, request: &Request) {
        let is_veiled = |owner: Owner| state.unit(UnitId(owner.0)).is_some_and(|unit| !unit.grade().is_exact());
        for (place, wanted) in roll.requested_dice(request).into_iter().enumerate() {
            let Some(wanted) = wanted else { continue };
            let (face, owner, serial) = (roll.faces[place], roll.who[place], roll.serial(place));
            if serial.is_none() && wanted.printed.is_some() || is_veiled(owner) {
                continue;
            }
            let source = match serial {
                Some(_) => DieSource::Program,
                None if roll.from == Origin::Shown => DieSource::Seen,
                None => DieSource::Table,
            };
            let id = serial.map_or(ThrowId::Table(entry, at, owner), ThrowId::Program);
            let place = if serial.is_some() { 0 } else { place };
            if self.seen.insert((id, place)) {
                let side = if source == DieSource::Program { None } else { state.side_of(Id(owner.0)) };
                self.count((source, side, wanted.die), face);
            }
        }
    }

    fn count(&mut self, key: (DieSource, Option<SideId>, Die), face: Face) {
        let counts = self.counts.entry(key).or_insert_with(|| vec![0; usize::from(key.2.sides())]);
        if let Some(count) = usize::from(face).checked_sub(1).and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }

    pub fn into_faces(self) -> Vec<Faces> {
        let faces = |((source, side, die), counts)| Faces { source, side, die, counts };
        self.counts.into_iter().map(faces).collect()
    }
}
