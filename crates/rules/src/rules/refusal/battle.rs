//! Refusals of orders that need a battle, or a part of its turn.

use crate::state::Awaiting;
use wardiary_base::id::{BattleId, Id, SideId, UnitId};

/// Why an order that needs a battle, or a part of its turn, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleRefusal {
    /// The unit or stack is in no open battle.
    NotInBattle {
        who: Id,
    },
    /// The unit is already in another battle.
    InBattle {
        unit: UnitId,
        battle: BattleId,
    },
    TwoBattles {
        first: Id,
        /// The unit or stack elsewhere, or the battle that the first is not in.
        second: Id,
    },
    /// A battle needs two sides with living units.
    OneSide {
        side: Option<SideId>,
    },
    /// Another battle of the campaign has that name.
    NameTaken {
        battle: BattleId,
    },
    SideNotInBattle {
        side: SideId,
        battle: BattleId,
    },
    BattleOver {
        battle: BattleId,
    },
    /// Something else must be done first.
    Awaits {
        battle: BattleId,
        awaited: Awaited,
    },
    /// The battle does not wait for a decision of that side.
    NothingAwaited {
        side: SideId,
        battle: BattleId,
        why: Unawaited,
    },
    /// The turn's initiative has already been rolled.
    InitiativeSettled {
        battle: BattleId,
        /// From 1.
        turn: u32,
        winner: SideId,
    },
    /// The initiative phase of the turn is over.
    NotInitiative {
        battle: BattleId,
        /// From 1.
        turn: u32,
    },
    /// It is not that side's part of the turn.
    NotTheirTurn {
        side: SideId,
        battle: BattleId,
        /// Whose part it is; `None` if nobody's.
        now: Option<SideId>,
    },
    /// An exhausted side may not attack.
    Exhausted {
        side: SideId,
        battle: BattleId,
        from: Aggression,
    },
    /// The unit has already attacked this turn.
    HasAttacked {
        unit: UnitId,
        how: Attack,
    },
    /// The unit's attack of this turn is the round of the Conflict that its stack is in.
    AttackDue {
        unit: UnitId,
    },
}

/// Why a battle does not wait for a side's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unawaited {
    /// It is decided who goes first.
    FirstSettled {
        /// From 1.
        turn: u32,
        first: SideId,
    },
    /// Nobody has won the turn's initiative.
    NoInitiative {
        /// From 1.
        turn: u32,
    },
    /// The side has no dice on the table that it may reroll now.
    NoDice,
}

/// How a unit attacks. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    Volley,
    /// In a combat that its own side opened.
    Combat,
    /// In a round of a Conflict, whoever opened it.
    Round,
    /// By supporting a combat that its own side opened.
    Support,
}

/// What an exhausted side may not do. Source: RULES 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggression {
    Open,
    OpenConflict,
    /// Order another phase of a combat that it opened.
    NextPhase,
    /// Order a round of a Conflict that it opened.
    NextRound,
    /// Order a round of a Conflict in which all sides are exhausted.
    PassedOver,
    /// Commit reserves to an attack of its own.
    Reserves,
}

/// What a battle waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    Decision(Awaiting),
    /// The initiative, if the order of the turn is strict.
    Initiative,
    /// The sides that may still act this turn, if the order of the turn is strict.
    EndOfTurn,
}
