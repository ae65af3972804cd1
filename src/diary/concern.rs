//! Whom and what an entry is about: what a diary is searched by.

use super::Entry;
use crate::{
    event::{CombatEnd, Event},
    id::{BattleId, Id, SideId, UnitId},
    order::Concerned,
    state::{Kind, State},
};
use std::collections::BTreeSet;

/// Whom and what an entry is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concern {
    /// The sides, stacks, units and battles that it did something to, or whose dice were thrown; with a unit its side.
    pub ids: BTreeSet<Id>,
    /// The turn of the battle it belongs to, if it belongs to one.
    pub turn: Option<u32>,
}

impl Concern {
    /// What an entry concerns, between the state before it and the state after.
    #[must_use]
    pub fn of(before: &State, after: &State, entry: &Entry) -> Self {
        let mut ids = BTreeSet::new();
        let mut battles = BTreeSet::new();
        for event in &entry.events {
            touched(event, &mut ids, &mut battles);
        }
        ids.extend(entry.dice.iter().flat_map(|fall| &fall.who).filter(|owner| owner.0 != 0).map(|owner| Id(owner.0)));
        let Concerned { battle, side } = entry.order.concerned();
        battles.extend(battle);
        ids.extend(side.map(Id::from));
        let sides: Vec<Id> = ids.iter().filter_map(|id| after.side_of(*id)).map(Id::from).collect();
        ids.extend(sides);
        if battles.is_empty() {
            let units = ids.iter().filter(|id| after.kind(**id) == Some(Kind::Unit));
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
        Self { ids, turn }
    }
}

fn touched(event: &Event, ids: &mut BTreeSet<Id>, battles: &mut BTreeSet<BattleId>) {
    match event {
        Event::Opened { .. }
        | Event::RulesChanged(_)
        | Event::Abandoned
        | Event::DateSet { .. }
        | Event::Noted
        | Event::BranchNamed { .. }
        | Event::Argued { .. } => {}
        Event::SideMade { id, .. } => add(ids, [*id]),
        Event::StackMade { id, side, .. } => {
            add(ids, [*id]);
            add(ids, [*side]);
        }
        Event::UnitMade(recruit) => add(ids, [recruit.id]),
        Event::Renamed { id, .. } => add(ids, [*id]),
        Event::Assigned { unit, from, to } => {
            add(ids, [*unit]);
            add(ids, from.iter().chain(to).copied());
        }
        Event::BattleBegun { id, sides, .. } => {
            battles.insert(*id);
            for side in sides {
                force(ids, side);
            }
        }
        Event::CombatOpened { battle, first, second } => {
            battles.insert(*battle);
            force(ids, first);
            force(ids, second);
        }
        Event::Arrived { battle, units }
        | Event::Committed { battle, units, .. }
        | Event::Supported { battle, units, .. } => {
            battles.insert(*battle);
            add(ids, units.iter().copied());
        }
        Event::InitiativeWon { battle, side }
        | Event::FirstChosen { battle, side }
        | Event::Exhausted { battle, side, .. } => {
            battles.insert(*battle);
            add(ids, [*side]);
        }
        Event::CombatEnded { battle, how, .. } => {
            battles.insert(*battle);
            if let CombatEnd::Withdrew(side) | CombatEnd::NoneLeft(side) = how {
                add(ids, [*side]);
            }
        }
        Event::BattleEnded { battle, .. }
        | Event::PhaseBegun { battle, .. }
        | Event::TurnEnded { battle, .. }
        | Event::Thrown { battle, .. }
        | Event::Rethrown { battle, .. }
        | Event::PhaseFought { battle, .. } => {
            battles.insert(*battle);
        }
        Event::EdnaTested { unit, .. }
        | Event::EdnaWorn { unit, .. }
        | Event::EdnaRuled { unit, .. }
        | Event::Demoted { unit, .. }
        | Event::PushedBack { unit }
        | Event::Eliminated { unit, .. }
        | Event::StrengthLost { unit, .. }
        | Event::StrengthRestored { unit, .. }
        | Event::Regraded { unit, .. }
        | Event::Shifted { unit, .. } => add(ids, [*unit]),
        // ---- dice tests and volleys
        Event::DiceTested { passed, failed, .. } => add(ids, passed.iter().chain(failed).copied()),
        Event::Volleyed { battle, unit, hits, .. } => {
            battles.insert(*battle);
            add(ids, hits.iter().map(|(target, _)| *target).chain([*unit]));
        }
        // ---- stacks
        Event::Stacks(event) => {
            battles.extend(event.battle());
            add(ids, event.stacks());
            add(ids, event.units());
        }
    }
}

fn add<T: Into<Id>>(ids: &mut BTreeSet<Id>, more: impl IntoIterator<Item = T>) {
    ids.extend(more.into_iter().map(Into::into));
}

fn force(ids: &mut BTreeSet<Id>, (side, units): &(SideId, Vec<UnitId>)) {
    add(ids, [*side]);
    add(ids, units.iter().copied());
}
