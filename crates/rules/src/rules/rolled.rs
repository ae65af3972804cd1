//! What an order's dice came to, for those who want to see them: derived from the order and its dice, never stored.

use super::{Fought, Step, dice_test, edna, resolve, table, volley};
use crate::{
    order::{Edge, Need, Order, ShownDice},
    state::State,
};
use wardiary_base::{
    dice::{Dice, DiceRoll, Face},
    id::{Id, SideId, StackId, UnitId},
};

/// What an order rolled.
#[derive(Clone, Debug, PartialEq)]
pub enum Rolled {
    /// A phase of a combat.
    Fought(Box<Fought>),
    /// An EDNA test.
    Edna {
        /// Whose.
        unit: UnitId,
        /// What each die shows.
        dice: Vec<Face>,
        /// The EDNA before.
        from: u8,
        /// What the dice came to.
        tested: edna::Tested,
    },
    /// Dice tests.
    Tests {
        /// Their name.
        name: String,
        /// The unit that each test belongs to.
        units: Vec<UnitId>,
        /// The dice.
        thrown: dice_test::Thrown,
    },
    /// A volley.
    Volley {
        /// The unit that fired.
        unit: UnitId,
        /// Its targets, as they are judged.
        marks: Vec<volley::Mark>,
        /// The dice.
        fired: volley::Fired,
    },
    /// The blows of a Conflict, in the order in which they were struck.
    Blows(Vec<Struck>),
    /// The initiative: each throw, by side, until one is highest.
    Initiative(Vec<Vec<(SideId, Face)>>),
    /// Random tables: the one that was consulted, and those that it sent to.
    Table {
        /// The unit, stack or side that it was consulted for.
        who: Option<Id>,
        /// Each roll.
        drawn: Vec<table::Drawn>,
    },
    /// A matrix argument.
    Argument {
        /// What the dice show.
        dice: Vec<Face>,
        /// What they had to come to.
        need: Need,
        /// Which dice they are.
        thrown: Dice,
    },
}

/// A blow that was struck in a Conflict. Source: RULES 5.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The side of the stack that struck.
    pub side: SideId,
    /// The stack that struck.
    pub by: StackId,
    /// Its target.
    pub at: StackId,
    /// The Edge that it struck.
    pub edge: Edge,
    /// What the die shows.
    pub face: Face,
    /// The attacker's power there.
    pub ap: u32,
    /// The defender's.
    pub dp: u32,
    /// The damage; nothing, where it missed.
    pub damage: Option<u32>,
}

impl Rolled {
    /// The phase of a combat, if it is one.
    #[must_use]
    pub fn fought(&self) -> Option<&Fought> {
        match self {
            Self::Fought(fought) => Some(fought),
            _ => None,
        }
    }

    /// Whose success it is, where several sides roll: the side that opened the combat, or that struck the first of several
    /// blows.
    #[must_use]
    pub fn for_side(&self) -> Option<SideId> {
        match self {
            Self::Fought(fought) => Some(fought.sides.first),
            Self::Blows(blows) if blows.len() > 1 => Some(blows[0].side),
            _ => None,
        }
    }

    /// Whether it is a phase some of whose dice were thrown again, by whichever entry.
    pub fn throws_again(&self) -> bool {
        self.fought().is_some_and(|fought| fought.again)
    }

    /// The phase, by itself.
    #[must_use]
    pub fn into_fought(self) -> Option<Fought> {
        match self {
            Self::Fought(fought) => Some(*fought),
            _ => None,
        }
    }
}

/// What the dice of an order came to, where it has any that are shown: derived from the rolls made for it, for an order
/// that was carried out before.
#[must_use]
pub fn rolled_by(state: &State, order: &Order, rolls: &[DiceRoll]) -> Option<Rolled> {
    if !self::rolls(order) {
        return None;
    }
    match resolve(state, order, rolls) {
        Ok(Step::Done(done)) => done.rolled,
        _ => None,
    }
}

/// Whether an order's dice are shown.
#[must_use]
pub fn rolls(order: &Order) -> bool {
    order.given().verb().declaration().shown != ShownDice::Nothing
}
