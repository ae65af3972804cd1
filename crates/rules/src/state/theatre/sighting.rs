//! Sightings of enemy forces by sides, with their times. [`crate::rules::sighting`] derives their knowledge from it. Source:
//! RULES 7.

use super::Deployment;
use crate::{
    event::SightLevel,
    state::{State, Unit, VisibilityRuling},
};
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    book::{Grade, Moment},
    ground::Station,
    id::{Id, SideId},
    text::Text,
};

/// An enemy force that a side sees or has seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    /// Its station now, or when it was last seen.
    pub station: Station,
    pub level: SightLevel,
    /// The levels at which it was known since it came into sight: the side keeps what seeing and contact showed. What a
    /// battle showed holds until the clock advances.
    pub levels: BTreeSet<SightLevel>,
    /// Its units when last seen, and when: set when sight, or the condition by which the side knows it, ends.
    last_seen: Option<(Moment, Arc<[UnitSnapshot]>)>,
    is_lost: bool,
}

/// A unit of a force when the force was last seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSnapshot {
    pub kind: Text,
    pub strength: u16,
    /// The grade that it fought with.
    pub grade: Grade,
    pub edna: u8,
}

impl Sighting {
    pub fn is_in_sight(&self) -> bool {
        !self.is_lost
    }

    pub fn last_seen_at(&self) -> Option<Moment> {
        self.last_seen.as_ref().filter(|_| self.is_lost).map(|(seen, _)| *seen)
    }

    /// Its units when last seen, if that may differ from now.
    pub fn last_seen_units(&self, now: Moment) -> Option<&[UnitSnapshot]> {
        // A force in sight is looked at again when time advances.
        self.last_seen.as_ref().filter(|(seen, _)| self.is_lost || *seen == now).map(|(_, units)| &**units)
    }
}

impl State {
    /// A side's sighting of an enemy force; `None` if the rulebook has no sighting rules.
    pub fn sighting(&self, side: SideId, force: Id) -> Option<&Sighting> {
        self.stored_sighting(side, force).filter(|_| self.book().sight.is_on())
    }

    /// All sightings of enemy forces, by id; empty if the rulebook has no sighting rules.
    pub fn sightings(&self) -> impl Iterator<Item = (SideId, Id, &Sighting)> {
        let deployed = self.deployment.iter().filter(|_| self.book().sight.is_on());
        deployed
            .flat_map(|deployed| deployed.sightings.iter())
            .map(|((side, force), sighting)| (*side, *force, sighting))
    }

    /// The stored sighting, whatever the rulebook says.
    pub(in crate::state) fn stored_sighting(&self, side: SideId, force: Id) -> Option<&Sighting> {
        self.deployment.as_ref()?.sightings.get(&(side, force))
    }

    /// The side and force of every stored sighting.
    pub(in crate::state) fn stored_sightings(&self) -> impl Iterator<Item = (SideId, Id)> + '_ {
        self.deployment.iter().flat_map(|deployed| deployed.sightings.keys().copied())
    }

    pub(in crate::state) fn forget_force(&mut self, force: Id) {
        let is_known = |deployed: &Deployment| deployed.sightings.keys().any(|(_, known)| *known == force);
        if self.deployment.as_deref().is_some_and(is_known)
            && let Some(deployed) = self.deployment_mut()
        {
            Arc::make_mut(&mut deployed.sightings).retain(|(_, known), _| *known != force);
        }
    }

    pub fn unit_snapshot(&self, unit: &Unit) -> UnitSnapshot {
        let (strength, edna) = (unit.strength.now, unit.edna.now);
        UnitSnapshot { kind: unit.kind.clone(), strength, grade: self.grade_in_rules(unit), edna }
    }

    /// Ends a side's sight of a force, and stores the force's units as last seen.
    pub(in crate::state) fn lose_sight(&mut self, side: SideId, force: Id, seen: Moment) {
        let Some(sighting) = self.stored_sighting(side, force) else { return };
        let units = sighting.last_seen_units(seen).map(Arc::from);
        let units = units.unwrap_or_else(|| self.unit_snapshots(side, force));
        let Some(deployed) = self.deployment_mut() else { return };
        if let Some(sighting) = Arc::make_mut(&mut deployed.sightings).get_mut(&(side, force)) {
            (sighting.last_seen, sighting.is_lost) = (Some((seen, units)), true);
        }
    }

    pub(in crate::state) fn forget_sightings(&mut self) {
        let is_any = self.deployment.as_ref().is_some_and(|deployed| !deployed.sightings.is_empty());
        if let Some(deployed) = self.deployment_mut().filter(|_| is_any) {
            deployed.sightings = Arc::default();
        }
    }

    /// Stores how forces look now if the condition by which a side knows them has ended. They stay so until time
    /// advances.
    pub(in crate::state) fn snapshot_ended_sightings(&mut self, is_over: impl Fn(SideId, Id, SightLevel) -> bool) {
        let now = self.calendar.now;
        let over = |((side, force), sighting): (&(SideId, Id), &Sighting)| {
            let ends =
                !sighting.is_lost && sighting.last_seen_units(now).is_none() && is_over(*side, *force, sighting.level);
            ends.then(|| ((*side, *force), self.unit_snapshots(*side, *force)))
        };
        let sightings = self.deployment.iter().flat_map(|deployed| deployed.sightings.iter());
        let over: Vec<_> = sightings.filter_map(over).collect();
        let Some(deployed) = self.deployment_mut().filter(|_| !over.is_empty()) else { return };
        let sightings = Arc::make_mut(&mut deployed.sightings);
        for (known, units) in over {
            sightings.entry(known).and_modify(|sighting| sighting.last_seen = Some((now, units)));
        }
    }

    /// The units of a force as a side sees them now.
    fn unit_snapshots(&self, side: SideId, force: Id) -> Arc<[UnitSnapshot]> {
        let units = self.units_of_force(force).into_iter();
        let seen = units.filter(|unit| self.effective_ruling(side, unit.id.into()) != Some(VisibilityRuling::Hidden));
        seen.map(|unit| self.unit_snapshot(unit)).collect()
    }
}

impl Deployment {
    pub fn record_sighting(&mut self, side: SideId, force: Id, at: Station, level: SightLevel) {
        let sightings = Arc::make_mut(&mut self.sightings);
        let in_sight = sightings.remove(&(side, force)).filter(Sighting::is_in_sight);
        let mut levels = in_sight.map(|sighting| sighting.levels).unwrap_or_default();
        levels.remove(&SightLevel::Fought);
        levels.insert(level);
        sightings.insert((side, force), Sighting { station: at, level, levels, last_seen: None, is_lost: false });
    }

    /// Converts remembered grades to a new ladder.
    pub fn regrade_sightings(&mut self, becomes: impl Fn(Grade) -> Grade) {
        let remembered = |sighting: &Sighting| sighting.last_seen.is_some();
        if !self.sightings.values().any(remembered) {
            return;
        }
        for (_, units) in
            Arc::make_mut(&mut self.sightings).values_mut().filter_map(|sighting| sighting.last_seen.as_mut())
        {
            let regraded = units.iter().map(|unit| UnitSnapshot { grade: becomes(unit.grade), ..unit.clone() });
            *units = regraded.collect();
        }
    }
}
