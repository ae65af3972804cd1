//! Sides, stacks and units, with their tests and weapons. Source: RULES 3, 4.5.

use super::{State, UnitHistory};
use crate::{
    event::{Estimate, Learned, Precision, Reading, UnitPrecision},
    order::{DECRYPTED, Posture, Recruit, ScreenTarget, Stats, Term},
};
use serde::Serialize;
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, NamedTest, Rulebook, ShiftedGrade},
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
    /// Strength Points; at 0 the unit is eliminated. In a side's view this and other numbers that the side does not know
    /// are placeholders, so only the rules read them; all others ask for a [`Reading`].
    pub(crate) strength: Gauge<u16>,
    /// At 0 the unit is ineffective.
    pub(crate) edna: Gauge<u8>,
    pub(crate) grade: Grade,
    /// The EDNA test that the unit failed, until something else happens to it.
    pub failed_test: Option<FailedTest>,
    pub(crate) grade_at_muster: Grade,
    pub(crate) shifts: Vec<Shift>,
    /// Its own tests, without those of its troop type.
    pub tests: Arc<[NamedTest]>,
    /// Its own weapons, without those of its troop type.
    pub weapons: Arc<[Text]>,
    pub(crate) stats: Option<Box<Stats>>,
    /// The place on a map. Eliminated units have none.
    pub place: Option<Place>,
    pub history: UnitHistory,
    /// In a side's view: how exactly its numbers are known. `None` if all are exact.
    pub(crate) precision: Option<Box<UnitPrecision>>,
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

    /// Its Strength Points. That an eliminated unit has none left is always known.
    pub fn strength(&self) -> Reading<Gauge<u16>> {
        match self.precision().strength {
            Precision::Within(_) | Precision::Unknown if !self.is_alive() => {
                Reading::Within(Estimate { least: 0, most: Some(0) })
            }
            precision => precision.map(|()| self.strength),
        }
    }

    /// The Strength Points that it has left.
    pub fn strength_left(&self) -> Reading<u16> {
        if self.is_alive() { self.strength().map(|strength| strength.now) } else { Reading::Exact(0) }
    }

    pub fn edna(&self) -> Reading<Gauge<u8>> {
        self.precision().edna.map(|()| self.edna)
    }

    /// Its own grade, without shifts.
    pub fn grade(&self) -> Reading<Grade> {
        self.precision().grade.map(|()| self.grade)
    }

    pub fn grade_at_muster(&self) -> Reading<Grade> {
        self.precision().grade.map(|()| self.grade_at_muster)
    }

    /// Its numbers for stacks, by name; empty if it has none. Attack and defence follow the grade.
    pub fn stat_numbers(&self) -> Vec<(&'static str, Reading<u16>)> {
        let reading = |(name, number)| {
            let precision = if Stats::BY_GRADE.contains(&name) { self.precision().grade } else { Precision::default() };
            (name, precision.map(|()| number))
        };
        self.stats.iter().flat_map(|stats| stats.numbers()).map(reading).collect()
    }

    /// The words for its ranks, and whether it is decrypted.
    pub fn rank_words(&self) -> Vec<&'static str> {
        let words = |stats: &Stats| -> Vec<&'static str> {
            stats.ranks.iter().map(|rank| rank.word()).chain(stats.decrypted.then_some(DECRYPTED)).collect()
        };
        self.stats.as_deref().map_or_else(Vec::new, words)
    }

    /// Its Strength Points for a calculation by the rules: a placeholder where they are not known.
    pub fn strength_in_rules(&self) -> Gauge<u16> {
        self.strength
    }

    /// Its EDNA for a calculation by the rules: a placeholder where it is not known.
    pub fn edna_in_rules(&self) -> Gauge<u8> {
        self.edna
    }

    /// Its numbers for stacks for a calculation by the rules: placeholders where they are not known.
    pub fn stats_in_rules(&self) -> Option<&Stats> {
        self.stats.as_deref()
    }

    /// How exactly its numbers are known.
    pub fn precision(&self) -> UnitPrecision {
        self.precision.as_deref().cloned().unwrap_or_default()
    }

    /// The unit as a side knows it. A placeholder that depends on nothing hidden replaces each number that the side does
    /// not know exactly.
    pub fn redacted(&self, precision: UnitPrecision, book: &Rulebook) -> Self {
        let mut seen = self.clone();
        if !precision.strength.is_exact() {
            let full = book.troop(&self.kind).map_or(1, |troop| troop.strength);
            seen.strength = Gauge { now: if self.is_alive() { full } else { 0 }, full };
        }
        if !precision.edna.is_exact() {
            seen.edna = Gauge { now: book.edna.start, full: book.edna.start };
        }
        let mut shift = book.supply.level(self.history.supply).map_or(0, |level| level.grade);
        if !precision.grade.is_exact() {
            seen.grade = book.ladder.neutral();
            seen.grade_at_muster = seen.grade;
            seen.shifts.clear();
            shift = 0;
            if let Some(stats) = &mut seen.stats {
                (stats.attack, stats.defense) = (0, 0);
            }
        }
        if !precision.supply.is_exact() {
            let alike = book.supply.levels.iter().position(|level| level.grade == shift);
            seen.history.supply = alike.and_then(|at| u8::try_from(at).ok()).unwrap_or_default();
        }
        seen.precision = Some(precision).filter(|precision| !precision.is_exact()).map(Box::new);
        seen
    }

    /// What a side learns that knew it like this, except for its stack and place.
    pub fn changes_since(&self, known: &Self) -> Learned {
        // Nothing new is learned about an eliminated unit: placeholders must not replace numbers known before.
        let may_tell = |is_exact: bool| self.is_alive() || is_exact;
        let (tells_edna, tells_grade) = (may_tell(self.edna().is_exact()), may_tell(self.grade().is_exact()));
        let shifts = || self.shifts.iter().map(|shift| (shift.steps, shift.term)).collect();
        Learned {
            unit: known.id,
            name: (known.name != self.name).then(|| self.name.clone().into()),
            strength: (known.strength != self.strength).then_some((self.strength.now, self.strength.full)),
            edna: (known.edna != self.edna && tells_edna).then_some((self.edna.now, self.edna.full)),
            grade: (known.grade != self.grade && tells_grade).then_some(self.grade),
            shifts: (known.shifts != self.shifts && tells_grade).then(shifts),
            kind: (known.kind != self.kind).then(|| self.kind.clone()),
            stats: self.stats.clone().filter(|_| known.stats != self.stats),
            supply: (known.history.supply != self.history.supply && tells_grade).then_some(self.history.supply),
            precision: (known.precision != self.precision && self.is_alive()).then(|| self.precision()),
            ..Learned::default()
        }
    }

    /// The recruit that musters it in its present condition.
    pub fn as_recruit(&self, book: &Rulebook) -> Recruit {
        Recruit {
            kind: Some(self.kind.clone()),
            strength: Some(self.strength.full),
            lost: self.strength.full.saturating_sub(self.strength.now),
            edna: Some(self.edna.full),
            worn: self.edna.full.saturating_sub(self.edna.now),
            grade: Some(book.ladder.name(self.grade).into()),
            tests: self.tests.to_vec(),
            weapons: self.weapons.to_vec(),
            stats: self.stats.clone(),
            facing: self.place.map(|place| place.facing).unwrap_or_default(),
            ..Recruit::new(self.id, self.name.to_string())
        }
    }

    /// Its strength in words, such as `3/4`, `5 to 9` or `?`.
    pub fn strength_words(&self) -> String {
        self.strength().text(|strength| format!("{}/{}", strength.now, strength.full))
    }

    /// Its EDNA in words, such as `E7`, `E3 to 5` or `E?`.
    pub fn edna_words(&self) -> String {
        match self.edna() {
            Reading::Exact(edna) => text::edna(edna.now, edna.full),
            known => format!("E{}", known.text(|_| String::new())),
        }
    }

    /// Whether its EDNA is used up: the unit may not test, advance or open a fight. Source: RULES 1.
    pub fn is_ineffective(&self) -> bool {
        self.known_ineffective() == Some(true)
    }

    /// Whether it is ineffective; `None` if the side of this view does not know.
    pub fn known_ineffective(&self) -> Option<bool> {
        match self.edna() {
            Reading::Exact(edna) => Some(edna.now == 0),
            Reading::Within(estimate) if estimate.least > 0 => Some(false),
            Reading::Within(_) | Reading::Unknown => None,
        }
    }

    /// Its own grade with the shifts by rulings, for a calculation by the rules: a placeholder where it is not known.
    /// Source: RULES 2.5.
    pub fn grade_in_rules(&self) -> ShiftedGrade {
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
        let Gauge { now, full } = unit.strength().exact()?;
        Some(Gauge { now: sum.now + u32::from(now), full: sum.full + u32::from(full) })
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
