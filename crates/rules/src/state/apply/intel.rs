//! Events in the diary of a side, which record what it learns about the enemy.

use super::{State, Validity, need_contingent, need_within, off_ladder};
use crate::{
    event::{BattleEnd, Found, FoundConflict, IntelEvent, Learned, RevealedTheatre, UnderWay},
    state::{Battle, Contingent, ForceContact, Gauge, Shift},
};
use std::sync::Arc;
use wardiary_base::id::{Id, SideId, UnitId};

impl State {
    pub(super) fn apply_intel_event(&mut self, event: &IntelEvent) -> Validity {
        match event {
            IntelEvent::Sketched { side, number, known } => {
                self.need_sides([*side, known.of])?;
                self.need_force(known.force)?;
                self.sighting_estimates_mut().known.insert(*number, (*side, known.as_ref().clone()));
            }
            IntelEvent::Faded { number, .. } => {
                let estimates = self.sighting_estimates_mut();
                estimates.known.remove(number);
                estimates.contacts.retain(|(_, enemy)| enemy != number);
            }
            IntelEvent::Met { forces, enemies } => {
                self.need_forces(forces.iter().copied())?;
                let pairs = forces.iter().flat_map(|force| enemies.iter().map(|enemy| (*force, *enemy)));
                self.sighting_estimates_mut().contacts.extend(pairs);
            }
            IntelEvent::Parted { forces, enemies } => {
                let is_over = |(force, enemy): &(Id, u32)| forces.contains(force) && enemies.contains(enemy);
                self.sighting_estimates_mut().contacts.retain(|pair| !is_over(pair));
            }
            IntelEvent::Learned(learned) => {
                self.check_learned(learned)?;
                self.learn(learned);
            }
            IntelEvent::FoundIn { battle, unit, brought } => {
                let found = self.check_arrival(*battle, &[*unit])?;
                // A placeholder stands for a strength that is not known exactly.
                let found = found.into_iter().map(|(side, (unit, now))| (side, (unit, now.map(|_| *brought))));
                self.engage(*battle, found, |contingent| &mut contingent.brought);
            }
            IntelEvent::OutOfSight { units, battles } => {
                self.need_units(units)?;
                battles.iter().try_for_each(|battle| self.need_battle(*battle).map(drop))?;
                units.iter().for_each(|unit| self.lose_track_of(*unit));
                for battle in battles {
                    self.change_battle(*battle, |state, b| {
                        state.end_battle(b, BattleEnd::Called, Some(&"out of sight".into()));
                    });
                }
            }
            IntelEvent::Stopped { forces } => self.need_forces(forces.iter().copied())?,
            IntelEvent::CameUpon(under_way) => {
                self.check_under_way(under_way)?;
                self.need_battle_mut(under_way.battle)?.set_progress(under_way);
            }
            IntelEvent::FogFell { side } => {
                self.need_side(*side)?;
                self.hide_enemies_of(*side);
            }
            IntelEvent::FogLifted(lifted) => self.lift_fog(lifted)?,
            IntelEvent::TableStateTold { table, state } => {
                let told = (table.clone(), state.clone());
                Arc::make_mut(&mut self.told_table_states).insert(table.to_lowercase(), told);
            }
        }
        Ok(())
    }

    fn check_under_way(&self, under_way: &UnderWay) -> Validity {
        let UnderWay { battle, turn: _, phase, acting, initiative, first, exhausted, brought, combats, conflicts } =
            under_way;
        let found = self.need_battle(*battle)?;
        found.check_phase(*phase, self.book.turn.phases.len(), *acting)?;
        self.need_units(brought.iter().flat_map(|(_, units)| units).map(|(unit, _)| unit))?;
        let sides = initiative.iter().chain(first).chain(exhausted);
        let lines = || combats.iter().flat_map(|combat| [&combat.first, &combat.second]);
        sides.chain(lines().map(|(side, _)| side)).try_for_each(|side| need_contingent(*side, found))?;
        self.need_units(lines().flat_map(|(_, units)| units))?;
        let stacks =
            |conflict: &FoundConflict| [&conflict.stacks[..], conflict.to_act.as_deref().unwrap_or_default()].concat();
        conflicts.iter().flat_map(stacks).try_for_each(|stack| self.need_stack(stack).map(drop))
    }

    fn check_learned(&self, learned: &Learned) -> Validity {
        let Learned { unit, stack, place, strength, edna, grade, kind, .. } = learned;
        self.need_unit(*unit)?;
        if let Some(Found::In(stack)) = *stack {
            self.need_stack(stack)?;
        }
        if let Some(Found::In(place)) = *place {
            self.check_place(place)?;
        }
        strength.map_or(Ok(()), |(now, full)| need_within("a strength", now, full))?;
        edna.map_or(Ok(()), |(now, full)| need_within("an EDNA", now.into(), full.into()))?;
        let lowest = self.book().ladder.lowest();
        if let Some(grade) = grade.filter(|grade| *grade > lowest) {
            return Err(off_ladder(grade, "to"));
        }
        kind.as_ref().map_or(Ok(()), |kind| self.need_troop(kind).map(drop))
    }

    fn learn(&mut self, learned: &Learned) {
        let Learned { unit, name, stack, place, strength, edna, grade, shifts, kind, stats, supply, precision } =
            learned;
        if let Some(stack) = *stack {
            self.join_stack(*unit, stack.into());
        }
        self.change_unit(*unit, |unit| {
            if let Some(name) = name {
                unit.name = name.as_name().into();
            }
            if let Some(place) = *place {
                unit.place = place.into();
            }
            if let Some((now, full)) = *strength {
                unit.strength = Gauge { now, full };
            }
            if let Some((now, full)) = *edna {
                unit.edna = Gauge { now, full };
            }
            unit.grade = grade.unwrap_or(unit.grade);
            unit.history.supply = supply.unwrap_or(unit.history.supply);
            if let Some(shifts) = shifts {
                unit.shifts = shifts.iter().map(|(by, term)| Shift { steps: *by, term: *term }).collect();
            }
            if let Some(kind) = kind {
                unit.kind = kind.clone();
            }
            if let Some(stats) = stats {
                unit.stats = Some(stats.clone());
            }
            if let Some(precision) = precision {
                unit.precision = Some(precision.clone()).filter(|precision| !precision.is_exact()).map(Box::new);
            }
        });
        self.remove_if_empty(*unit);
    }

    /// Removes a unit from the map, and from its battle unless its side would then have no unit in it.
    fn lose_track_of(&mut self, unit: UnitId) {
        self.change_unit(unit, |unit| unit.place = None);
        let Some(battle) = self.battle_of(unit).map(|battle| battle.id) else { return };
        let side = self.side_of(unit.into());
        let has_others = |contingent: &Contingent| contingent.units().any(|other| other != unit);
        let of_side = |battle: &Battle| battle.contingents.iter().position(|contingent| Some(contingent.side) == side);
        self.change_battle(battle, |state, battle| {
            let Some(at) = of_side(battle).filter(|at| has_others(&battle.contingents[*at])) else { return };
            let contingent = &mut battle.contingents[at];
            contingent.brought.retain(|(other, _)| *other != unit);
            contingent.arrived.retain(|(other, _)| *other != unit);
            state.disengage(unit);
        });
    }

    /// Removes all enemy forces from the theatre, with their contacts.
    fn hide_enemies_of(&mut self, side: SideId) {
        let enemies: Vec<Id> =
            self.forces().into_iter().filter(|force| self.side_of(*force).is_some_and(|of| of != side)).collect();
        let Some(deployed) = self.deployment_mut() else { return };
        enemies.iter().for_each(|force| deployed.remove_force(*force));
        deployed.contacts.retain(|at| !enemies.contains(&at.forces.0) && !enemies.contains(&at.forces.1));
    }

    fn lift_fog(&mut self, lifted: &RevealedTheatre) -> Validity {
        let RevealedTheatre { side, stations, ways, contacts, holders, sources, points } = lifted;
        let sides = holders.iter().filter_map(|(_, holder)| *holder);
        let sides = sides.chain(sources.iter().map(|(side, _)| *side)).chain(points.iter().map(|(side, _)| *side));
        self.need_sides(sides.chain([*side]))?;
        let forces = stations.iter().map(|(force, _)| *force).chain(ways.iter().map(|(force, _)| *force));
        self.need_forces(forces.chain(contacts.iter().flat_map(|(first, second, _)| [*first, *second])))?;
        let estimates = self.sighting_estimates_mut();
        estimates.known.clear();
        estimates.contacts.clear();
        points.clone_into(&mut self.ruling_points);
        let now = self.calendar.now;
        let Some(deployed) = self.deployment_mut() else { return Ok(()) };
        deployed.stations = stations.iter().copied().collect();
        deployed.routes = ways.iter().cloned().collect();
        deployed.sources.clone_from(sources);
        for prize in &mut deployed.objectives {
            prize.holder = holders.iter().find(|(at, _)| *at == prize.spot).and_then(|(_, holder)| *holder);
        }
        deployed.contacts.clear();
        for (first, second, how) in contacts {
            let stations = (deployed.stations.get(first).copied(), deployed.stations.get(second).copied());
            let (Some(here), Some(there)) = stations else { continue };
            deployed.last_contact += 1;
            let (number, forces) = (deployed.last_contact, (*first, *second));
            deployed.contacts.push(ForceContact { number, forces, stations: (here, there), touch: *how, since: now });
        }
        Ok(())
    }
}
