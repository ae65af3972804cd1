//! Sides, stacks and units.

use super::Service;
use crate::{
    event::{Reading, Veil},
    order::{Posture, ScreenTarget, Stats, Term},
};
use serde::Serialize;
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, NamedTest, Standing},
    ground::Place,
    id::{SideId, StackId, UnitId},
    text,
};

/// One of the sides of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its number.
    pub id: SideId,
    /// Its name, as [`text::display_name`](wardiary_base::text::display_name) gives it.
    pub name: Arc<str>,
}

/// Units that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Its number.
    pub id: StackId,
    /// The side it belongs to.
    pub side: SideId,
    /// Its name, as [`text::display_name`](wardiary_base::text::display_name) gives it.
    pub name: Arc<str>,
    /// Its posture.
    pub posture: Posture,
    /// Who leads it.
    pub leader: Option<UnitId>,
    /// What it screens.
    pub screening: Option<ScreenTarget>,
}

impl Stack {
    /// Whether it has no posture, no leader, and screens nothing.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.posture == Posture::Neutral && self.leader.is_none() && self.screening.is_none()
    }
}

/// A number that falls from a full value, and may recover up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge<T> {
    /// What is left.
    pub now: T,
    /// What it was at the start.
    pub full: T,
}

/// A unit, and all that any mechanism needs of it. Source: RULES 6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its number.
    pub id: UnitId,
    /// Its name, as [`text::display_name`](wardiary_base::text::display_name) gives it.
    pub name: Arc<str>,
    /// The side it belongs to.
    pub side: SideId,
    /// The stack it is in.
    pub stack: Option<StackId>,
    /// The name of its troop type.
    pub kind: Arc<str>,
    /// Strength Points; at 0 it is eliminated.
    pub strength: Gauge<u16>,
    /// EDNA; at 0 it is ineffective.
    pub edna: Gauge<u8>,
    /// Its own grade.
    pub grade: Grade,
    /// The EDNA test that it failed, as long as nothing else has happened to it.
    pub failed: Option<FailedTest>,
    /// The grade it was mustered with.
    pub mustered: Grade,
    /// Rulings that shift its grade for a time.
    pub shifts: Vec<Shift>,
    /// Tests of its own.
    pub tests: Arc<[NamedTest]>,
    /// Weapons of its own.
    pub weapons: Arc<[String]>,
    /// Its numbers for the mechanics of stacks, where it has any.
    pub stats: Option<Box<Stats>>,
    /// Where it stands on a map, if it stands on one. Who is eliminated stands nowhere.
    pub place: Option<Place>,
    /// What it has been through.
    pub service: Service,
    /// How far its numbers are known, in what a side sees of it; none where all of them are, as in the referee's own campaign.
    pub veil: Option<Box<Veil>>,
}

/// An EDNA test that a unit failed, and may throw again where the rulebook has it so. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedTest {
    /// The EDNA that it was tested against.
    pub against: u8,
    /// How often it was thrown again.
    pub again: u8,
}

/// A ruling that shifts a grade for a time. Source: RULES 2.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Steps up the ladder; below zero, down.
    pub by: i8,
    /// For how long.
    pub term: Term,
}

impl Unit {
    /// Whether it is still there.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.strength.now > 0
    }

    /// How far its strength is known.
    #[must_use]
    pub fn strength_known(&self) -> Reading {
        self.known(|veil| veil.strength)
    }

    /// Its strength in words: `3/4`, `5 to 9`, `?`.
    #[must_use]
    pub fn strength_words(&self) -> String {
        self.strength_or(|strength| format!("{}/{}", strength.now, strength.full))
    }

    /// Its strength in words, in those where it is known exactly. Of who is gone it is known that nothing is left.
    #[must_use]
    pub fn strength_or(&self, exact: impl FnOnce(Gauge<u16>) -> String) -> String {
        match self.strength_known() {
            Reading::Within(_) | Reading::Unknown if !self.is_alive() => "0".into(),
            reading => reading.words(|| exact(self.strength)),
        }
    }

    /// What a column shows in place of its strength, where that is not known exactly: `5-9`, `?`, 0 of who is gone.
    #[must_use]
    pub fn strength_brief(&self) -> Option<String> {
        self.strength_known().brief().map(|brief| if self.is_alive() { brief } else { "0".into() })
    }

    /// Its EDNA in words: `E7`, `E3 to 5`, `E?`.
    #[must_use]
    pub fn edna_words(&self) -> String {
        match self.edna_known() {
            Reading::Exact => text::edna(self.edna.now, self.edna.full),
            reading => format!("E{}", reading.words(String::new)),
        }
    }

    /// A grade of its own in words, where grades are known exactly: that; else the number of the grade that it fights with, 1 the
    /// best: `grade 2 to 3`, `grade ?`.
    #[must_use]
    pub fn grade_or(&self, exact: impl FnOnce() -> String) -> String {
        match self.grade_known() {
            Reading::Exact => exact(),
            reading => format!("grade {}", reading.words(String::new)),
        }
    }

    /// How far its EDNA is known.
    #[must_use]
    pub fn edna_known(&self) -> Reading {
        self.known(|veil| veil.edna)
    }

    /// How far its grade is known.
    #[must_use]
    pub fn grade_known(&self) -> Reading {
        self.known(|veil| veil.grade)
    }

    fn known(&self, of: impl FnOnce(&Veil) -> Reading) -> Reading {
        self.veil.as_deref().map_or(Reading::Exact, of)
    }

    /// Whether its EDNA is used up: it may not test, advance or open a fight. Source: RULES 1.
    #[must_use]
    pub fn is_ineffective(&self) -> bool {
        self.edna.now == 0 && self.edna_known().is_exact()
    }

    /// Its own grade with the shifts that rulings put upon it. Source: RULES 2.5.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let mut standing = Standing::plain(self.grade);
        for Shift { by, term } in &self.shifts {
            let steps = if *term == Term::Phase { &mut standing.phase } else { &mut standing.combat };
            *steps = steps.and(*by);
        }
        standing
    }
}

/// The Strength Points of units together, now and at full strength; nothing where that of one is not known exactly.
#[must_use]
pub fn strength_together<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Option<Gauge<u32>> {
    units.into_iter().try_fold(Gauge { now: 0, full: 0 }, |sum, unit| {
        let Gauge { now, full } = unit.strength;
        unit.strength_known()
            .is_exact()
            .then(|| Gauge { now: sum.now + u32::from(now), full: sum.full + u32::from(full) })
    })
}
