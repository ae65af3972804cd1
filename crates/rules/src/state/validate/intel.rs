//! Validation of events in the diary of a side.

use super::{State, Validity, in_battle, off_ladder, within};
use crate::event::{Found, FoundConflict, IntelEvent, Known, Learned, Lifted, UnderWay};

impl State {
    pub(super) fn validate_intel_event(&self, event: &IntelEvent) -> Validity {
        match event {
            IntelEvent::Sketched { side, known, .. } => {
                let Known { of, force, .. } = known.as_ref();
                self.need_side(*side)?;
                self.need_side(*of)?;
                self.need_force(*force)
            }
            IntelEvent::Faded { .. } | IntelEvent::Parted { .. } => Ok(()),
            IntelEvent::Met { forces, .. } => forces.iter().try_for_each(|force| self.need_force(Some(*force))),
            IntelEvent::Learned(learned) => self.validate_learned(learned),
            IntelEvent::FoundIn { battle, unit, .. } => self.validate_arrival(*battle, &[*unit]),
            IntelEvent::OutOfSight { units, battles } => {
                units.iter().try_for_each(|unit| self.need_unit(*unit).map(drop))?;
                battles.iter().try_for_each(|battle| self.need_battle(*battle).map(drop))
            }
            IntelEvent::Stopped { forces } => forces.iter().try_for_each(|force| self.need_force(Some(*force))),
            IntelEvent::CameUpon(under_way) => self.validate_under_way(under_way),
            IntelEvent::FogFell { side } => self.need_side(*side),
            IntelEvent::FogLifted(lifted) => {
                let Lifted { side, stations, ways, contacts, holders, sources, points } = lifted.as_ref();
                let sides = holders.iter().filter_map(|(_, holder)| *holder);
                let sides =
                    sides.chain(sources.iter().map(|(side, _)| *side)).chain(points.iter().map(|(side, _)| *side));
                sides.chain([*side]).try_for_each(|side| self.need_side(side))?;
                let forces = stations.iter().map(|(force, _)| *force).chain(ways.iter().map(|(force, _)| *force));
                let met = contacts.iter().flat_map(|(first, second, _)| [*first, *second]);
                forces.chain(met).try_for_each(|force| self.need_force(Some(force)))
            }
        }
    }

    fn validate_under_way(&self, under_way: &UnderWay) -> Validity {
        let UnderWay { battle, turn: _, phase, acting, initiative, first, exhausted, brought, combats, conflicts } =
            under_way;
        self.validate_phase(*battle, *phase, *acting)?;
        brought.iter().flat_map(|(_, units)| units).try_for_each(|(unit, _)| self.need_unit(*unit).map(drop))?;
        let sides = initiative.iter().chain(first).chain(exhausted);
        let lines = || combats.iter().flat_map(|combat| [&combat.first, &combat.second]);
        let found = self.need_battle(*battle)?;
        sides.chain(lines().map(|(side, _)| side)).try_for_each(|side| in_battle((*side, found)))?;
        lines().flat_map(|(_, units)| units).try_for_each(|unit| self.need_unit(*unit).map(drop))?;
        let stacks =
            |conflict: &FoundConflict| [&conflict.stacks[..], conflict.to_act.as_deref().unwrap_or_default()].concat();
        conflicts.iter().flat_map(stacks).try_for_each(|stack| self.need_stack(stack).map(drop))
    }

    fn validate_learned(&self, learned: &Learned) -> Validity {
        let Learned { unit, stack, place, strength, edna, grade, kind, .. } = learned;
        self.need_unit(*unit)?;
        if let Some(Found::In(stack)) = *stack {
            self.need_stack(stack)?;
        }
        if let Some(Found::In(place)) = *place {
            self.check_place(place)?;
        }
        strength.map_or(Ok(()), |(now, full)| within("a strength", now, full))?;
        edna.map_or(Ok(()), |(now, full)| within("an EDNA", now.into(), full.into()))?;
        let lowest = self.book().ladder.lowest();
        if let Some(grade) = grade.filter(|grade| *grade > lowest) {
            return Err(off_ladder(grade, "to"));
        }
        kind.as_ref().map_or(Ok(()), |kind| self.need_troop(kind).map(drop))
    }
}
