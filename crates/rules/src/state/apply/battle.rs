//! Events of battles and their turns.

use super::{EventError, EventProblem, State, Unit, Validity, need_contingent};
use crate::{
    event::{BattleEnd, ConflictEnd, Decision, SightLevel},
    state::{Battle, Conflict, Contingent, EntityKind},
};
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    book::TurnPhase,
    id::{BattleId, Id, MapId, SideId, UnitId},
    text::Text,
};

/// A unit with its Strength Points on arrival, if they are known.
type UnitOnArrival = (UnitId, Option<u16>);

type Arrival = (SideId, UnitOnArrival);

impl State {
    /// Checks the parties of a new battle: at least two sides, each with its own living units that are in no battle.
    fn check_parties(&self, sides: &[(SideId, Vec<UnitId>)]) -> Validity {
        fail_if!(sides.len() < 2, EventProblem::TooFewParties.at("parties"));
        for (i, (side, units)) in sides.iter().enumerate() {
            self.need_side(*side)?;
            if units.is_empty() || sides[..i].iter().any(|(other, _)| other == side) {
                return Err(EventProblem::NotOneParty { side: *side }.at("parties"));
            }
            let mut named = BTreeSet::new();
            for unit in units {
                if self.need_unengaged(*unit)?.side != *side || !named.insert(unit) {
                    return Err(EventProblem::CannotBeThere { who: (*unit).into() }.at("parties"));
                }
            }
        }
        Ok(())
    }

    pub(super) fn check_arrival(&self, battle: BattleId, units: &[UnitId]) -> Result<Vec<Arrival>, EventError> {
        let battle = self.need_battle(battle)?;
        let arrival = |unit: &UnitId| {
            let unit = self.need_unengaged(*unit)?;
            need_contingent(unit.side, battle)?;
            Ok((unit.side, (unit.id, unit.strength_left().exact())))
        };
        units.iter().map(arrival).collect()
    }

    fn need_unengaged(&self, unit: UnitId) -> Result<&Unit, EventError> {
        let unit = self.need_unit(unit)?;
        fail_if!(!unit.is_alive(), EventProblem::Eliminated { unit: unit.id }.at("units"));
        match self.battle_of(unit.id) {
            Some(battle) => Err(EventProblem::InBattle { unit: unit.id, battle: battle.id }.at("units")),
            None => Ok(unit),
        }
    }
}

impl State {
    pub(super) fn begin_battle(
        &mut self,
        (id, map): (BattleId, Option<MapId>),
        name: &Text,
        sides: &[(SideId, Vec<UnitId>)],
    ) -> Validity {
        self.need_free(id.into())?;
        map.map_or(Ok(()), |map| self.need_map(map).map(drop))?;
        self.check_parties(sides)?;
        let with_strength = |unit: &UnitId| self.unit(*unit).map(|unit| (unit.id, unit.strength_left().exact()));
        let contingents = sides
            .iter()
            .map(|(side, units)| Contingent {
                side: *side,
                brought: units.iter().filter_map(with_strength).collect(),
                arrived: Vec::new(),
                exhausted: false,
                carried_defeats: 0,
                final_losses: None,
                final_losses_with_arrivals: None,
            })
            .collect();
        let mut battle = Battle { id, name: name.as_name().into(), contingents, turn: 1, map, ..Battle::default() };
        self.begin_first_phase(&mut battle);
        Arc::make_mut(&mut self.battle_by_unit)
            .extend(battle.contingents.iter().flat_map(Contingent::units).map(|unit| (unit, id)));
        self.register(id.into(), EntityKind::Battle, self.battles.len(), &battle.name);
        self.battles.push(battle);
        Ok(())
    }

    /// If sides act one after the other in the first phase, the first side starts.
    fn begin_first_phase(&self, battle: &mut Battle) {
        battle.phase = 0;
        let each = matches!(battle.current_phase(self), TurnPhase::EachSide(_));
        battle.acting_side = battle.order_of_sides().first().copied().filter(|_| each);
    }

    pub(super) fn disengage(&mut self, unit: UnitId) {
        Arc::make_mut(&mut self.battle_by_unit).remove(&unit);
    }

    pub(super) fn engage(
        &mut self,
        battle: BattleId,
        units: impl IntoIterator<Item = Arrival>,
        list: fn(&mut Contingent) -> &mut Vec<UnitOnArrival>,
    ) {
        let Some(at) = self.index_of(battle.0, EntityKind::Battle) else { return };
        let engaged = Arc::make_mut(&mut self.battle_by_unit);
        for (side, unit) in units {
            if let Some(contingent) = self.battles[at].contingents.iter_mut().find(|c| c.side == side) {
                list(contingent).push(unit);
                engaged.insert(unit.0, battle);
            }
        }
    }

    pub(super) fn end_turn(&self, battle: &mut Battle, turn: u32) {
        battle.turn = turn.saturating_add(1);
        battle.initiative_winner = None;
        battle.first_side = None;
        battle.combats.clear();
        battle.pushed_back.clear();
        battle.volleyed.clear();
        battle.fired_freely.clear();
        battle.moved.clear();
        // A round that is under way at the end of the turn belongs to the next turn.
        let goes_on = |at: usize| battle.conflicts.get(at).is_some_and(|c| c.under_way);
        battle.fought_rounds.retain(|(_, at)| goes_on(*at));
        battle.conflicts.iter_mut().for_each(Conflict::begin_turn);
        self.begin_first_phase(battle);
    }

    pub(super) fn end_battle(&mut self, battle: &mut Battle, how: BattleEnd, outcome: Option<&Text>) {
        let lost =
            |c: &Contingent| (self.losses(battle, c).map(|losses| losses.lost), self.strength_lost_in(battle, c));
        let lost: Vec<_> = battle.contingents.iter().map(lost).collect();
        for (contingent, (lost, fallen)) in battle.contingents.iter_mut().zip(lost) {
            contingent.final_losses = lost;
            contingent.final_losses_with_arrivals = fallen;
        }
        let units: Vec<UnitId> = battle.contingents.iter().flat_map(Contingent::units).collect();
        self.end_shifts(&units, |_| true);
        let now = self.calendar.now;
        for unit in &units {
            self.change_unit(*unit, |unit| unit.history.end_battle(now));
        }
        let engaged = Arc::make_mut(&mut self.battle_by_unit);
        for unit in &units {
            engaged.remove(unit);
        }
        let forces: BTreeSet<Id> = units.iter().filter_map(|unit| self.force_of(*unit)).collect();
        self.snapshot_ended_sightings(|side, force, level| {
            level == SightLevel::Fought && forces.contains(&force) && battle.contingent(side).is_some()
        });
        let open = battle.conflicts.iter_mut().filter(|c| c.ended.is_none());
        open.for_each(|c| c.end(ConflictEnd::TimeUp));
        battle.ended = Some(how);
        battle.outcome = outcome.cloned();
    }

    pub(super) fn decide_battle(&mut self, battle: &mut Battle, decision: Option<&Decision>) {
        battle.decision = decision.cloned();
        let Some(winner) = battle.winner() else { return };
        let units: Vec<UnitId> = battle.contingent(winner).into_iter().flat_map(Contingent::units).collect();
        for unit in units {
            if self.unit(unit).is_some_and(Unit::is_alive) {
                self.change_unit(unit, |unit| unit.history.win());
            }
        }
    }
}

impl Battle {
    pub(super) fn check_phase(&self, phase: u8, phases: usize, side: Option<SideId>) -> Validity {
        if usize::from(phase) >= phases {
            return Err(EventProblem::NoSuch { what: "phase", number: phase.into() }.at("phase"));
        }
        side.map_or(Ok(()), |side| need_contingent(side, self))
    }

    pub(super) fn set_objection(&mut self, side: SideId, off: bool) {
        self.objectors.retain(|other| *other != side);
        self.objectors.extend((!off).then_some(side));
    }

    pub(super) fn exhaust(&mut self, side: SideId) {
        if let Some(contingent) = self.contingents.iter_mut().find(|c| c.side == side) {
            contingent.exhausted = true;
        }
    }
}
