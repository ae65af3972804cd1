//! Why a dice test, a volley or a bare roll is refused.

use wardiary_base::{
    book::Objection,
    ground::{Cell, Facing},
    id::{SideId, UnitId},
};

/// Why a dice test or a volley is refused. Names of tests and weapons are as they were typed, or as the rulebook has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FireRefusal {
    /// The unit carries no test of that name.
    NoTest {
        /// The unit.
        unit: UnitId,
        /// The name that was given.
        test: String,
    },
    /// These tests can't be thrown in parallel.
    NotInParallel {
        /// Why not.
        why: Objection,
    },
    /// The rulebook lets no side object to tests in parallel.
    NoObjections,
    /// A target is named twice.
    TargetTwice {
        /// The target.
        unit: UnitId,
    },
    /// Two targets can't stand in one place.
    TwoPlaces {
        /// A combat unit.
        first: UnitId,
        /// Another.
        second: UnitId,
    },
    /// Nothing says how far the targets are.
    NoRange,
    /// The unit carries no such weapon, or none at all.
    NoWeapon {
        /// The unit.
        unit: UnitId,
        /// The weapon that was named, if one was.
        weapon: Option<String>,
    },
    /// None of the unit's weapons reaches so far.
    OutOfRange {
        /// The unit.
        unit: UnitId,
        /// The first of its weapons.
        weapon: String,
        /// How far it is.
        range: u32,
        /// How far the farthest reaches.
        reach: u32,
    },
    /// The targets stand in two areas of the map.
    TwoAreas {
        /// A target, and its area.
        first: (UnitId, Cell),
        /// Another.
        second: (UnitId, Cell),
    },
    /// The target lies outside the unit's arc.
    OutOfArc {
        /// The unit.
        unit: UnitId,
        /// Its area.
        from: Cell,
        /// The edge it faces.
        facing: Facing,
        /// The target's area.
        to: Cell,
    },
    /// The unit does not see the target's area.
    OutOfSight {
        /// The unit.
        unit: UnitId,
        /// Its area.
        from: Cell,
        /// The target's area.
        to: Cell,
        /// What is in the way: an area, or the two that meet there, each with its terrain.
        behind: Vec<(Cell, String)>,
    },
    /// The order says another range than the map.
    OtherRange {
        /// The unit, and its area.
        from: (UnitId, Cell),
        /// The target, and its area.
        to: (UnitId, Cell),
        /// The range that was said.
        said: u32,
        /// What it is.
        is: u32,
    },
    /// The order says that the targets are in cover, and by the map they are not.
    NoCover {
        /// A target.
        unit: UnitId,
        /// Its area.
        at: Cell,
        /// The firer's.
        from: Cell,
    },
    /// The order says that a General is with the unit, and by the map none is.
    NoGeneralThere {
        /// The unit.
        unit: UnitId,
        /// Its area.
        at: Cell,
    },
    /// The General is in another stack than the firer.
    GeneralElsewhere {
        /// The General.
        general: UnitId,
        /// The firer.
        unit: UnitId,
    },
    /// The side has no General in the battle.
    NoGeneral {
        /// The side.
        side: SideId,
    },
}

/// Why a bare volley makes no sense under a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RollRefusal {
    /// The rulebook has no such weapon.
    NoWeapon {
        /// The name that was given.
        weapon: String,
    },
    /// The weapon does not reach so far.
    OutOfRange {
        /// The name that was given.
        weapon: String,
        /// How far it is.
        range: u8,
        /// How far it reaches.
        reach: usize,
    },
    /// The rulebook has no such target class.
    NoTarget {
        /// The name that was given.
        target: String,
    },
}
