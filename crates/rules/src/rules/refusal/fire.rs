//! Refusals of dice tests, volleys and bare rolls.

use wardiary_base::{
    book::Objection,
    ground::{Cell, Facing},
    id::{SideId, UnitId},
};

/// Why a dice test or a volley is refused. Names of tests and weapons are as typed, or as in the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FireRefusal {
    /// The unit has no test of that name.
    NoTest {
        unit: UnitId,
        test: String,
    },
    /// These tests can't be rolled in parallel.
    NotInParallel {
        why: Objection,
    },
    /// The rulebook lets no side object to tests in parallel.
    NoObjections,
    TargetTwice {
        unit: UnitId,
    },
    /// The two targets can't be in one place.
    TwoPlaces {
        first: UnitId,
        second: UnitId,
    },
    /// The range is missing.
    NoRange,
    /// The unit has no such weapon, or none at all.
    NoWeapon {
        unit: UnitId,
        weapon: Option<String>,
    },
    /// None of the unit's weapons has the range.
    OutOfRange {
        unit: UnitId,
        weapon: String,
        /// The distance to the target.
        range: u32,
        /// The longest range of the unit's weapons.
        reach: u32,
    },
    TwoAreas {
        first: (UnitId, Cell),
        second: (UnitId, Cell),
    },
    /// The target lies outside the unit's arc.
    OutOfArc {
        unit: UnitId,
        from: Cell,
        facing: Facing,
        to: Cell,
    },
    /// The unit can't see the target's area.
    OutOfSight {
        unit: UnitId,
        from: Cell,
        to: Cell,
        /// What blocks the line of sight: one area, or two that meet on it, each with its terrain.
        behind: Vec<(Cell, String)>,
    },
    /// The range in the order differs from the map's.
    OtherRange {
        from: (UnitId, Cell),
        to: (UnitId, Cell),
        /// The range in the order.
        said: u32,
        /// The range on the map.
        is: u32,
    },
    /// The order says that the targets are in cover, but on the map they are not.
    NoCover {
        unit: UnitId,
        at: Cell,
        from: Cell,
    },
    /// The order says that a General is with the unit, but on the map none is.
    NoGeneralThere {
        unit: UnitId,
        at: Cell,
    },
    /// The General is in another stack than the firer.
    GeneralElsewhere {
        general: UnitId,
        unit: UnitId,
    },
    /// The side has no General in the battle.
    NoGeneral {
        side: SideId,
    },
}

/// Why a bare volley is not possible under a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RollRefusal {
    NoWeapon {
        weapon: String,
    },
    /// The weapon does not have the range.
    OutOfRange {
        weapon: String,
        /// The range asked for.
        range: u8,
        /// The weapon's range.
        reach: usize,
    },
    NoTarget {
        target: String,
    },
}
