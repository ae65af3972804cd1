//! The settings of the Square, and of stacks and their Conflicts. Source: RULES 5.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// The order in which units fill the Square. Source: RULES 5.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SquareOrder {
    Value,
    /// By Strength Points, then grade, then EDNA: for units without the stats that Value is computed from.
    Strength,
}

settings! {
    /// The Square. Source: RULES 5.1.
    Square, SquareDraft {
        /// The order in which units fill the Square: by `Strength` Points, then grade, then EDNA; or by `Value`, which needs stats.
        order: SquareOrder = SquareOrder::Strength,
    }
}

/// How the attack and defense power of a stack is computed from its units'. Source: RULES 5.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Power")]
pub enum PowerFormula {
    /// The mean of its units.
    Mean,
    /// The total of its units, divided by the Square's width.
    PerEdge,
}

/// How blows in a Conflict are resolved. Source: RULES 5.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Blows {
    /// With a D20, stack by stack.
    D20,
    /// A round is a SCRUD phase between the stacks.
    Scrud,
}

/// The cost of merging with an adjacent stack. Source: RULES 5.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Merging {
    /// None: a stack can merge after a move, and beside an enemy.
    Free,
    /// On a map, the move of the turn.
    Move,
}

/// A side of the map. Source: RULES 5.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MapSide {
    North,
    East,
    South,
    West,
}

/// A stack that has lost contact with the enemy in its Conflict. Source: RULES 5.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LostContact {
    /// It stays in the Conflict.
    Stays,
    Leaves,
}

settings! {
    /// Stacks and their Conflicts. Source: RULES 5.4, 5.8.
    Stacks, StacksDraft {
        /// How a stack's AP and DP are computed from its units': `Mean`, their mean; or `PerEdge`, their total divided by the Square's
        /// width.
        power: PowerFormula = PowerFormula::Mean,
        /// The minimum that melee on a Side takes off AP and DP, 0 to 20; on the Back it is twice that.
        edge_minimum: u8 = 1,
        /// How Conflicts are fought: `D20`, blow by blow; or `Scrud`, each round is a SCRUD phase.
        blows: Blows = Blows::D20,
        /// A D20 plus the attacker's AP hits on this number plus the defender's DP, 1 to 100.
        hit: u8 = 11,
        /// The minimum damage of a hit, 0 to 20.
        least_damage: u8 = 1,
        /// How many rounds of a Conflict are fought in a turn, if turns are used; with `None` as many as are ordered.
        rounds_a_turn: Option<u8> = None,
        /// The cost of merging with an adjacent stack: `Free`, none, even beside an enemy; or `Move`, the move of the turn.
        [later] merging: Merging = Merging::Move,
        /// Whether stacks in a Conflict may also fight the same enemy in a SCRUD combat.
        [later] scrud_in_conflict: bool = true,
        /// On a map, whether a stack without an adjacent enemy `Stays` in its Conflict or `Leaves` it.
        [later] lost_contact: LostContact = LostContact::Stays,
        /// The side of the map on which the first side of the muster sits, for the order of the Conflicts: `North`, `East`, `South`
        /// or `West`; `None`: the order is that of the map.
        [later] first_side_sits: Option<MapSide> = None,
    }
}

impl Stacks {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.edge_minimum > 20 {
            faults.push(Fault::at("edge_minimum", format!("must be 0 to 20, not {}", self.edge_minimum)));
        }
        if !(1..=100).contains(&self.hit) {
            faults.push(Fault::at("hit", format!("a blow must hit on 1 to 100, not {}", self.hit)));
        }
        if self.rounds_a_turn == Some(0) {
            let fault = Fault::at("rounds_a_turn", "a Conflict needs at least one round per turn");
            faults.push(fault.with_hint("`None` leaves it to the players"));
        }
        if self.least_damage > 20 {
            faults.push(Fault::at("least_damage", format!("must be 0 to 20, not {}", self.least_damage)));
        }
        faults
    }
}
