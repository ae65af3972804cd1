//! What sides have seen of enemy forces, and when. What they know by it, [`crate::rules::sighting`] says. Source: RULES 7.

use super::Deployment;
use crate::{
    event::SightLevel,
    state::{Ruled, State, Unit},
};
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, Moment},
    ground::Station,
    id::{Id, SideId},
};

/// An enemy force that a side sees, or saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    /// Where it stands, or stood when it was seen last.
    pub at: Station,
    /// How well it is known, or was.
    pub level: SightLevel,
    /// Its units as they were when it was seen last, and when that was: kept when sight of it was lost, and from the moment on at
    /// which what it is known by was over.
    kept: Option<(Moment, Arc<[Glimpse]>)>,
    is_lost: bool,
}

/// A unit of a force as it was when that was seen last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glimpse {
    /// Its troop type.
    pub kind: Arc<str>,
    /// Its Strength Points.
    pub strength: u16,
    /// The grade that it fought with.
    pub grade: Grade,
    /// Its EDNA.
    pub edna: u8,
}

impl Sighting {
    /// Whether the force is in sight.
    #[must_use]
    pub fn is_in_sight(&self) -> bool {
        !self.is_lost
    }

    /// When it was seen last, unless it is in sight.
    #[must_use]
    pub fn seen(&self) -> Option<Moment> {
        self.kept.as_ref().filter(|_| self.is_lost).map(|(seen, _)| *seen)
    }

    /// Its units as they were when it was seen last, where that is not how they are now.
    pub fn glimpses(&self, now: Moment) -> Option<&[Glimpse]> {
        // Who is in sight is looked at anew when time goes on.
        self.kept.as_ref().filter(|(seen, _)| self.is_lost || *seen == now).map(|(_, units)| &**units)
    }
}

impl State {
    /// What a side has seen of an enemy force; nothing where the rulebook knows no sighting.
    #[must_use]
    pub fn sighting(&self, side: SideId, force: Id) -> Option<&Sighting> {
        self.sighting_kept(side, force).filter(|_| self.book().sight.is_on())
    }

    /// All that sides have seen of enemy forces, by their numbers; nothing where the rulebook knows no sighting.
    pub fn sightings(&self) -> impl Iterator<Item = (SideId, Id, &Sighting)> {
        let deployed = self.deployed.iter().filter(|_| self.book().sight.is_on());
        deployed
            .flat_map(|deployed| deployed.sightings.iter())
            .map(|((side, force), sighting)| (*side, *force, sighting))
    }

    /// What is kept of a sighting, whatever the rulebook says.
    pub(in crate::state) fn sighting_kept(&self, side: SideId, force: Id) -> Option<&Sighting> {
        self.deployed.as_ref()?.sightings.get(&(side, force))
    }

    /// The sides, each with a force of which something is kept.
    pub(in crate::state) fn sightings_kept(&self) -> impl Iterator<Item = (SideId, Id)> + '_ {
        self.deployed.iter().flat_map(|deployed| deployed.sightings.keys().copied())
    }

    /// There is a force no more, and everybody knows it.
    pub(in crate::state) fn forget(&mut self, force: Id) {
        let is_known = |deployed: &Deployment| deployed.sightings.keys().any(|(_, known)| *known == force);
        if self.deployed.as_deref().is_some_and(is_known)
            && let Some(deployed) = self.deployment_mut()
        {
            Arc::make_mut(&mut deployed.sightings).retain(|(_, known), _| *known != force);
        }
    }

    /// A unit as somebody sees it now.
    pub fn glimpse(&self, unit: &Unit) -> Glimpse {
        let (strength, edna) = (unit.strength.now, unit.edna.now);
        Glimpse { kind: unit.kind.clone(), strength, grade: self.grade_used(unit), edna }
    }

    /// A side sees a force no more; it remembers its units as it saw them last.
    pub(in crate::state) fn lose_sight(&mut self, side: SideId, force: Id, seen: Moment) {
        let Some(sighting) = self.sighting_kept(side, force) else { return };
        let units = sighting.glimpses(seen).map(Arc::from);
        let units = units.unwrap_or_else(|| self.glimpses(side, force));
        let Some(deployed) = self.deployment_mut() else { return };
        if let Some(sighting) = Arc::make_mut(&mut deployed.sightings).get_mut(&(side, force)) {
            (sighting.kept, sighting.is_lost) = (Some((seen, units)), true);
        }
    }

    /// Nobody is sighted any more.
    pub(in crate::state) fn forget_sightings(&mut self) {
        let is_any = self.deployed.as_ref().is_some_and(|deployed| !deployed.sightings.is_empty());
        if let Some(deployed) = self.deployment_mut().filter(|_| is_any) {
            deployed.sightings = Arc::default();
        }
    }

    /// What these are known by is over: until time goes on, and sides look about them anew, they are known as they are now.
    pub(in crate::state) fn keep_as_seen(&mut self, is_over: impl Fn(SideId, Id, SightLevel) -> bool) {
        let now = self.calendar.now;
        let over = |((side, force), sighting): (&(SideId, Id), &Sighting)| {
            let ends = !sighting.is_lost && sighting.glimpses(now).is_none() && is_over(*side, *force, sighting.level);
            ends.then(|| ((*side, *force), self.glimpses(*side, *force)))
        };
        let sightings = self.deployed.iter().flat_map(|deployed| deployed.sightings.iter());
        let over: Vec<_> = sightings.filter_map(over).collect();
        let Some(deployed) = self.deployment_mut().filter(|_| !over.is_empty()) else { return };
        let sightings = Arc::make_mut(&mut deployed.sightings);
        for (known, units) in over {
            sightings.entry(known).and_modify(|sighting| sighting.kept = Some((now, units)));
        }
    }

    /// The units of a force as a side sees them now.
    fn glimpses(&self, side: SideId, force: Id) -> Arc<[Glimpse]> {
        let units = self.units_of_force(force).into_iter();
        let seen = units.filter(|unit| self.ruled_sight(side, unit.id.into()) != Some(Ruled::Hidden));
        seen.map(|unit| self.glimpse(unit)).collect()
    }
}

impl Deployment {
    /// A side sees a force.
    pub fn sight(&mut self, side: SideId, force: Id, at: Station, level: SightLevel) {
        Arc::make_mut(&mut self.sightings).insert((side, force), Sighting { at, level, kept: None, is_lost: false });
    }

    /// The ladder is another: what is remembered of grades is told by it.
    pub fn regrade_sightings(&mut self, becomes: impl Fn(Grade) -> Grade) {
        let remembered = |sighting: &Sighting| sighting.kept.is_some();
        if !self.sightings.values().any(remembered) {
            return;
        }
        for (_, units) in Arc::make_mut(&mut self.sightings).values_mut().filter_map(|sighting| sighting.kept.as_mut())
        {
            let regraded = units.iter().map(|unit| Glimpse { grade: becomes(unit.grade), ..unit.clone() });
            *units = regraded.collect();
        }
    }
}
