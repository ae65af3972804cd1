//! Sides, stacks and units, with their tests and weapons. Source: RULES 3, 4.5.

use super::{State, UnitHistory};
use crate::{
    event::{Precision, UnitPrecision},
    order::{Posture, ScreenTarget, Stats, Term},
};
use serde::Serialize;
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, NamedTest, ShiftedGrade},
    ground::Place,
    id::{Id, SideId, StackId, UnitId},
    text::{self, Text},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub id: SideId,
    /// Sanitized by [`text::display_name`](wardiary_base::text::display_name).
    pub name: Arc<str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    pub id: StackId,
    pub side: SideId,
    /// Sanitized by [`text::display_name`](wardiary_base::text::display_name).
    pub name: Arc<str>,
    /// The smallest formation that it belongs to.
    pub formation: Option<Id>,
    pub posture: Posture,
    pub leader: Option<UnitId>,
    pub screening: Option<ScreenTarget>,
}

impl Stack {
    /// Whether the stack has no posture, no leader and no screen.
    pub fn is_plain(&self) -> bool {
        self.posture == Posture::Neutral && self.leader.is_none() && self.screening.is_none()
    }
}

/// A number that falls from a full value and may recover up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge<T> {
    pub now: T,
    pub full: T,
}

/// A unit with everything that any mechanism needs. Source: RULES 6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub id: UnitId,
    /// Sanitized by [`text::display_name`](wardiary_base::text::display_name).
    pub name: Arc<str>,
    pub side: SideId,
    pub stack: Option<StackId>,
    pub kind: Text,
    /// Strength Points; at 0 the unit is eliminated.
    pub strength: Gauge<u16>,
    /// At 0 the unit is ineffective.
    pub edna: Gauge<u8>,
    pub grade: Grade,
    /// The EDNA test that the unit failed, until something else happens to it.
    pub failed_test: Option<FailedTest>,
    pub grade_at_muster: Grade,
    pub shifts: Vec<Shift>,
    /// Its own tests, without those of its troop type.
    pub tests: Arc<[NamedTest]>,
    /// Its own weapons, without those of its troop type.
    pub weapons: Arc<[Text]>,
    pub stats: Option<Box<Stats>>,
    /// The place on a map. Eliminated units have none.
    pub place: Option<Place>,
    pub history: UnitHistory,
    /// In a side's view: how exactly its numbers are known. `None` if all are exact.
    pub precision: Option<Box<UnitPrecision>>,
}

/// A failed EDNA test, which the unit may reroll if the rulebook allows it. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedTest {
    pub edna_before: u8,
    pub rerolls: u8,
}

/// A temporary grade shift by a ruling. Source: RULES 2.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Steps up the ladder; negative for down.
    pub steps: i8,
    pub term: Term,
}

impl Unit {
    pub fn is_alive(&self) -> bool {
        self.strength.now > 0
    }

    pub fn strength_precision(&self) -> Precision {
        self.precision(|precision| precision.strength)
    }

    /// Its strength in words, such as `3/4`, `5 to 9` or `?`.
    pub fn strength_words(&self) -> String {
        self.strength_text_or(|strength| format!("{}/{}", strength.now, strength.full))
    }

    /// Its strength in words; `exact` formats an exact one. That of an eliminated unit is always known.
    pub fn strength_text_or(&self, exact: impl FnOnce(Gauge<u16>) -> String) -> String {
        match self.strength_precision() {
            Precision::Within(_) | Precision::Unknown if !self.is_alive() => "0".into(),
            precision => precision.text_or(|| exact(self.strength)),
        }
    }

    /// The short form of a strength that is not known exactly, such as `5-9` or `?`; 0 for an eliminated unit.
    pub fn strength_brief(&self) -> Option<String> {
        self.strength_precision().brief().map(|brief| if self.is_alive() { brief } else { "0".into() })
    }

    /// Its EDNA in words, such as `E7`, `E3 to 5` or `E?`.
    pub fn edna_words(&self) -> String {
        match self.edna_precision() {
            Precision::Exact => text::edna(self.edna.now, self.edna.full),
            precision => format!("E{}", precision.text_or(String::new)),
        }
    }

    /// Its own grade by `exact`; if not known exactly, the grade it fights with as `grade 2 to 3`, 1 the best.
    pub fn grade_text_or(&self, exact: impl FnOnce() -> String) -> String {
        match self.grade_precision() {
            Precision::Exact => exact(),
            precision => format!("grade {}", precision.text_or(String::new)),
        }
    }

    pub fn edna_precision(&self) -> Precision {
        self.precision(|precision| precision.edna)
    }

    pub fn grade_precision(&self) -> Precision {
        self.precision(|precision| precision.grade)
    }

    pub fn supply_precision(&self) -> Precision {
        self.precision(|precision| precision.supply)
    }

    fn precision(&self, of: impl FnOnce(&UnitPrecision) -> Precision) -> Precision {
        self.precision.as_deref().map_or(Precision::Exact, of)
    }

    /// Whether its EDNA is used up: the unit may not test, advance or open a fight. Source: RULES 1.
    pub fn is_ineffective(&self) -> bool {
        self.edna.now == 0 && self.edna_precision().is_exact()
    }

    /// Whether it is ineffective; `None` if the side of this view does not know.
    pub fn known_ineffective(&self) -> Option<bool> {
        match self.edna_precision() {
            Precision::Exact => Some(self.is_ineffective()),
            Precision::Within(estimate) if estimate.least > 0 => Some(false),
            Precision::Within(_) | Precision::Unknown => None,
        }
    }

    /// Its own grade with the shifts by rulings. Source: RULES 2.5.
    pub fn shifted_grade(&self) -> ShiftedGrade {
        let mut standing = ShiftedGrade::unshifted(self.grade);
        for Shift { steps: by, term } in &self.shifts {
            let steps = if *term == Term::Phase { &mut standing.phase } else { &mut standing.combat };
            *steps = steps.plus(*by);
        }
        standing
    }
}

/// The total Strength Points of units, now and at full strength; `None` if that of one is not known exactly.
pub fn total_strength<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Option<Gauge<u32>> {
    units.into_iter().try_fold(Gauge { now: 0, full: 0 }, |sum, unit| {
        let Gauge { now, full } = unit.strength;
        unit.strength_precision()
            .is_exact()
            .then(|| Gauge { now: sum.now + u32::from(now), full: sum.full + u32::from(full) })
    })
}

impl State {
    /// The tests of a unit: its own, then those of its troop type with other names.
    pub fn tests_of<'a>(&'a self, unit: &'a Unit) -> Vec<&'a NamedTest> {
        let own = unit.tests.iter();
        let of_type = self.book.troop(&unit.kind).into_iter().flat_map(|troop| &troop.tests);
        let others = of_type.filter(|t| !unit.tests.iter().any(|o| o.name.eq_ignore_case(&t.name)));
        own.chain(others).collect()
    }

    pub fn test_of<'a>(&'a self, unit: &'a Unit, name: &Text) -> Option<&'a NamedTest> {
        self.tests_of(unit).into_iter().find(|t| t.name.eq_ignore_case(name))
    }

    pub fn has_tests(&self) -> bool {
        self.book.troops.iter().any(|troop| !troop.tests.is_empty())
            || self.units.iter().any(|unit| !unit.tests.is_empty())
    }

    /// The names of the tests of all units and troop types, without duplicates.
    pub fn test_names(&self) -> Vec<Text> {
        let of_types = self.book.troops.iter().flat_map(|t| &t.tests);
        let mut names: Vec<Text> = Vec::new();
        for test in of_types.chain(self.units.iter().flat_map(|u| u.tests.iter())) {
            if !names.iter().any(|n| n.eq_ignore_case(&test.name)) {
                names.push(test.name.clone());
            }
        }
        names
    }

    /// The weapons of a unit: its own, or else those of its troop type.
    pub fn weapons_of<'a>(&'a self, unit: &'a Unit) -> &'a [Text] {
        match self.book.troop(&unit.kind) {
            Some(troop) if unit.weapons.is_empty() => &troop.weapons,
            _ => &unit.weapons,
        }
    }
}
