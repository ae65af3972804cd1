//! Sides, stacks and units.

use super::Service;
use crate::{
    book::{Grade, NamedTest, Standing},
    ground::Place,
    id::{SideId, StackId, UnitId},
    order::{Posture, ScreenTarget, Stats, Term},
};
use serde::Serialize;
use std::sync::Arc;

/// One of the sides of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its number.
    pub id: SideId,
    /// Its name, as [`text::display_name`](crate::text::display_name) gives it.
    pub name: Arc<str>,
}

/// Units that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Its number.
    pub id: StackId,
    /// The side it belongs to.
    pub side: SideId,
    /// Its name, as [`text::display_name`](crate::text::display_name) gives it.
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
    pub(crate) fn is_plain(&self) -> bool {
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
    /// Its name, as [`text::display_name`](crate::text::display_name) gives it.
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
    pub(crate) shifts: Vec<Shift>,
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

    /// Whether its EDNA is used up: it may not test, advance or open a fight. Source: RULES 1.
    #[must_use]
    pub(crate) fn is_ineffective(&self) -> bool {
        self.edna.now == 0
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
