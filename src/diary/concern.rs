//! Whom and what an entry is about: what a diary is searched by, and the battle and the turn it belongs to.

use super::Entry;
use crate::{
    event::{CombatEnd, Event},
    id::{BattleId, Id, SideId, UnitId},
    order::Concerned,
    state::{EntityKind, State},
};
use std::collections::BTreeSet;

/// Whom and what an entry is about.
pub(super) struct Concern {
    /// The sides, stacks, units and battles that it did something to, or whose dice were thrown; with a unit its side.
    pub ids: BTreeSet<Id>,
    /// The battle it belongs to, if it belongs to one.
    pub battle: Option<BattleId>,
    /// The turn of that battle.
    pub turn: Option<u32>,
}

impl Concern {
    /// What an entry concerns, between the state before it and the state after.
    pub fn of(before: &State, after: &State, entry: &Entry) -> Self {
        let owners = entry.dice.iter().flat_map(|fall| &fall.who).filter(|owner| owner.0 != 0);
        let about = entry.events.iter().fold(About::default(), touched).ids(owners.map(|owner| Id(owner.0)));
        let Concerned { battle, side } = entry.order.concerned();
        let About { mut ids, mut battles } = about.battle(battle).ids(side);
        let sides: Vec<Id> = ids.iter().filter_map(|id| after.side_of(*id)).map(Id::from).collect();
        ids.extend(sides);
        if battles.is_empty() {
            let units = ids.iter().filter(|id| after.kind(**id) == Some(EntityKind::Unit));
            battles.extend(units.filter_map(|id| before.battle_of(UnitId(id.0))).map(|b| b.id));
        }
        if battles.is_empty() {
            // A note belongs to the battle that is being fought, where there is only one.
            let open: Vec<BattleId> = before.open_battles().map(|b| b.id).collect();
            battles.extend(open.first().filter(|_| open.len() == 1));
        }
        let battle = battles.first().copied();
        let turn = battle.and_then(|id| before.battle(id).or_else(|| after.battle(id))).map(|b| b.turn);
        ids.extend(battles.into_iter().map(Id::from));
        Self { ids, battle, turn }
    }
}

/// The numbers that events name.
#[derive(Default)]
struct About {
    ids: BTreeSet<Id>,
    battles: BTreeSet<BattleId>,
}

impl About {
    fn battle(mut self, battle: impl Into<Option<BattleId>>) -> Self {
        self.battles.extend(battle.into());
        self
    }

    fn id(self, id: impl Into<Id>) -> Self {
        self.ids([id])
    }

    fn ids<T: Into<Id>>(mut self, ids: impl IntoIterator<Item = T>) -> Self {
        self.ids.extend(ids.into_iter().map(Into::into));
        self
    }

    fn force(self, (side, units): &(SideId, Vec<UnitId>)) -> Self {
        self.id(*side).ids(units.iter().copied())
    }
}

/// Adds what an event is about.
fn touched(about: About, event: &Event) -> About {
    match event {
        Event::Opened { .. }
        | Event::RulesChanged(_)
        | Event::Abandoned
        | Event::DateSet { .. }
        | Event::Noted
        | Event::BranchNamed { .. }
        | Event::Argued { .. } => about,
        Event::SideMade { id, .. } => about.id(*id),
        Event::StackMade { id, side, .. } => about.id(*id).id(*side),
        Event::UnitMade(recruit) => about.id(recruit.id),
        Event::Renamed { id, .. } => about.id(*id),
        Event::Assigned { unit, from, to } => about.id(*unit).ids(*from).ids(*to),
        Event::BattleBegun { id, sides, .. } => sides.iter().fold(about.battle(*id), About::force),
        Event::CombatOpened { battle, first, second } => about.battle(*battle).force(first).force(second),
        Event::Arrived { battle, units }
        | Event::Committed { battle, units, .. }
        | Event::Supported { battle, units, .. } => about.battle(*battle).ids(units.iter().copied()),
        Event::InitiativeWon { battle, side }
        | Event::Objected { battle, side, .. }
        | Event::FirstChosen { battle, side }
        | Event::Exhausted { battle, side, .. } => about.battle(*battle).id(*side),
        Event::CombatEnded { battle, how, .. } => {
            let side = match how {
                CombatEnd::Withdrew(side) | CombatEnd::NoneLeft(side) => Some(*side),
                CombatEnd::PhasesUsed | CombatEnd::TimeUp => None,
            };
            about.battle(*battle).ids(side)
        }
        Event::BattleEnded { battle, .. }
        | Event::PhaseBegun { battle, .. }
        | Event::TurnEnded { battle, .. }
        | Event::Thrown { battle, .. }
        | Event::Rethrown { battle, .. }
        | Event::PhaseFought { battle, .. } => about.battle(*battle),
        Event::EdnaTested { unit, .. }
        | Event::EdnaRetested { unit, .. }
        | Event::EdnaWorn { unit, .. }
        | Event::EdnaRuled { unit, .. }
        | Event::Demoted { unit, .. }
        | Event::PushedBack { unit }
        | Event::Eliminated { unit, .. }
        | Event::StrengthLost { unit, .. }
        | Event::StrengthRestored { unit, .. }
        | Event::Regraded { unit, .. }
        | Event::Shifted { unit, .. } => about.id(*unit),
        Event::DiceTested { passed, failed, .. } => about.ids(passed.iter().chain(failed).copied()),
        Event::Volleyed { battle, unit, hits, .. } => {
            about.battle(*battle).id(*unit).ids(hits.iter().map(|(target, _)| *target))
        }
        Event::Stacks(event) => about.battle(event.battle()).ids(event.stacks()).ids(event.units()),
    }
}
