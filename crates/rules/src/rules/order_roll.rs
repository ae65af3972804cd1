//! The results of an order's dice, for display. They are derived from the order and its dice, never stored.

use super::{FoughtPhase, Step, dice_test, edna, resolve, table, volley};
use crate::{
    order::{Edge, Need, Order, ShownDice},
    state::State,
};
use wardiary_base::{
    dice::{Dice, DiceFormula, DiceRoll, Face},
    id::{Id, SideId, StackId, UnitId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq)]
pub enum OrderRoll {
    Phase(Box<FoughtPhase>),
    Edna {
        unit: UnitId,
        dice: Vec<Face>,
        from: u8,
        tested: edna::EdnaOutcome,
    },
    Tests {
        name: Text,
        units: Vec<UnitId>,
        thrown: dice_test::RolledTests,
    },
    Volley {
        unit: UnitId,
        /// Its targets, as they are judged.
        target_groups: Vec<volley::TargetGroup>,
        fired: volley::VolleyOutcome,
    },
    /// The blows of a Conflict, in order.
    Blows(Vec<ConflictBlow>),
    /// The initiative: each roll by side, until one is highest.
    Initiative(Vec<Vec<(SideId, Face)>>),
    /// A roll on a random table, and those on the tables that it led to.
    Table {
        /// The unit, stack or side that the table was consulted for.
        who: Option<Id>,
        drawn: Vec<table::TableDraw>,
    },
    /// Plain dice: the faces and the total of each roll.
    Plain {
        formula: DiceFormula,
        rolled: Vec<(Vec<Face>, i32)>,
    },
    Argument {
        dice: Vec<Face>,
        need: Need,
        /// The kind and number of dice.
        thrown: Dice,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictBlow {
    pub side: SideId,
    pub attacker: StackId,
    pub target: StackId,
    pub edge: Edge,
    pub face: Face,
    /// The attacker's power on that Edge.
    pub ap: u32,
    /// The defender's power on that Edge.
    pub dp: u32,
    /// `None` if the blow missed.
    pub damage: Option<u32>,
}

impl OrderRoll {
    pub fn phase(&self) -> Option<&FoughtPhase> {
        match self {
            Self::Phase(fought) => Some(fought),
            _ => None,
        }
    }

    /// The side whose success it is, if several roll: the one that opened the combat, or struck first.
    pub fn opening_side(&self) -> Option<SideId> {
        match self {
            Self::Phase(fought) => Some(fought.sides.first),
            Self::Blows(blows) if blows.len() > 1 => Some(blows[0].side),
            _ => None,
        }
    }

    /// Whether it is a phase with rerolled dice, in whichever entry they were rerolled.
    pub fn has_rerolls(&self) -> bool {
        self.phase().is_some_and(|fought| fought.rerolled)
    }

    pub fn into_phase(self) -> Option<FoughtPhase> {
        match self {
            Self::Phase(fought) => Some(*fought),
            _ => None,
        }
    }
}

/// The results of the dice of an order that was carried out before, derived from its rolls.
pub fn roll_of_order(state: &State, order: &Order, rolls: &[DiceRoll]) -> Option<OrderRoll> {
    if !self::shows_dice(order) {
        return None;
    }
    match resolve(state, order, rolls) {
        Ok(Step::Done(done)) => done.rolled,
        _ => None,
    }
}

pub fn shows_dice(order: &Order) -> bool {
    order.effective_order().verb().declaration().shown_dice != ShownDice::Nothing
}
