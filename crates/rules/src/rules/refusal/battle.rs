//! Why an order is refused that needs a battle, or a place in its turn.

use crate::state::Awaiting;
use wardiary_base::id::{BattleId, Id, SideId, UnitId};

/// Why an order is refused that needs a battle, or a place in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleRefusal {
    /// The unit or stack is in no battle that is under way.
    NotInBattle {
        /// The unit or stack.
        who: Id,
    },
    /// The unit is in another battle already.
    InBattle {
        /// The unit.
        unit: UnitId,
        /// That battle.
        battle: BattleId,
    },
    /// The two are not in the same battle.
    TwoBattles {
        /// A unit or stack.
        first: Id,
        /// A unit or stack elsewhere, or the battle in which the first is not.
        second: Id,
    },
    /// A battle needs two sides with living units.
    OneSide {
        /// The side that was named, if one was.
        side: Option<SideId>,
    },
    /// Another battle of the campaign has the name that one is to have.
    NameTaken {
        /// That other battle.
        battle: BattleId,
    },
    /// The side has nobody in the battle.
    SideNotInBattle {
        /// The side.
        side: SideId,
        /// The battle.
        battle: BattleId,
    },
    /// The battle is over.
    BattleOver {
        /// The battle.
        battle: BattleId,
    },
    /// Something else must be done before.
    Awaits {
        /// The battle.
        battle: BattleId,
        /// What it waits for.
        awaited: Awaited,
    },
    /// Nothing waits for that side's decision.
    NothingAwaited {
        /// The side.
        side: SideId,
        /// The battle.
        battle: BattleId,
        /// Why not.
        why: Unawaited,
    },
    /// The turn's initiative has been rolled for.
    InitiativeSettled {
        /// The battle.
        battle: BattleId,
        /// The turn, from 1.
        turn: u32,
        /// Who won it.
        winner: SideId,
    },
    /// The turn is past its initiative.
    NotInitiative {
        /// The battle.
        battle: BattleId,
        /// The turn, from 1.
        turn: u32,
    },
    /// It is not that side's part of the turn.
    NotTheirTurn {
        /// The side.
        side: SideId,
        /// The battle.
        battle: BattleId,
        /// Whose part it is, where it is anybody's.
        now: Option<SideId>,
    },
    /// An exhausted side does not attack.
    Exhausted {
        /// The side.
        side: SideId,
        /// The battle in which it is exhausted.
        battle: BattleId,
        /// What it may not do.
        from: Aggression,
    },
    /// The unit has attacked this turn.
    HasAttacked {
        /// The unit.
        unit: UnitId,
        /// How.
        how: Attack,
    },
    /// The unit's attack of this turn is the round of the Conflict that its stack is in.
    AttackDue {
        /// The unit.
        unit: UnitId,
    },
}

/// Why nothing waits for a side's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unawaited {
    /// It is settled who goes first.
    FirstSettled {
        /// The turn, from 1.
        turn: u32,
        /// Who goes first.
        first: SideId,
    },
    /// Nobody has won the turn's initiative.
    NoInitiative {
        /// The turn, from 1.
        turn: u32,
    },
    /// It has no dice on the table that it may throw again now.
    NoDice,
}

/// How a unit attacks. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// It fires a volley.
    Volley,
    /// It is in a combat that its own side opened.
    Combat,
    /// It fights a round of a Conflict, whoever opened that.
    Round,
    /// It supports a combat that its own side opened.
    Support,
}

/// What an exhausted side may not do. Source: RULES 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggression {
    /// Open a combat.
    Open,
    /// Open a Conflict.
    OpenConflict,
    /// Order a further phase of a combat that it opened.
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
    /// A side's decision.
    Decision(Awaiting),
    /// The initiative, under a strict order of the turn.
    Initiative,
    /// Those who may yet act this turn, under a strict order of the turn.
    EndOfTurn,
}
