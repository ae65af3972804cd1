//! What sides have seen of enemy forces, and when. What they know by it, [`crate::rules::sighting`] says. Source: RULES 7.

use super::Deployment;
use crate::{
    book::{Grade, Moment},
    event::SightLevel,
    ground::Station,
    id::{Id, SideId},
    state::{State, Unit},
};
use std::sync::Arc;

/// An enemy force that a side sees, or saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    /// Where it stands, or stood when it was seen last.
    pub at: Station,
    /// How well it is known, or was.
    pub level: SightLevel,
    /// When it was seen last, and its units then; none while it is in sight.
    lost: Option<(Moment, Arc<[Glimpse]>)>,
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
        self.lost.is_none()
    }

    /// When it was seen last, unless it is in sight.
    #[must_use]
    pub fn seen(&self) -> Option<Moment> {
        self.lost.as_ref().map(|(seen, _)| *seen)
    }

    /// Its units as they were then, unless it is in sight.
    pub(crate) fn glimpses(&self) -> Option<&[Glimpse]> {
        self.lost.as_ref().map(|(_, units)| &**units)
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
    pub(crate) fn glimpse(&self, unit: &Unit) -> Glimpse {
        let (strength, edna) = (unit.strength.now, unit.edna.now);
        Glimpse { kind: unit.kind.clone(), strength, grade: self.grade_used(unit), edna }
    }

    /// A side sees a force no more; it remembers its units as they are now.
    pub(in crate::state) fn lose_sight(&mut self, side: SideId, force: Id, seen: Moment) {
        let units: Arc<[Glimpse]> = self.units_of_force(force).into_iter().map(|unit| self.glimpse(unit)).collect();
        let Some(deployed) = self.deployment_mut() else { return };
        if let Some(sighting) = Arc::make_mut(&mut deployed.sightings).get_mut(&(side, force)) {
            sighting.lost = Some((seen, units));
        }
    }
}

impl Deployment {
    /// A side sees a force.
    pub fn sight(&mut self, side: SideId, force: Id, at: Station, level: SightLevel) {
        Arc::make_mut(&mut self.sightings).insert((side, force), Sighting { at, level, lost: None });
    }

    /// The ladder is another: what is remembered of grades is told by it.
    pub fn regrade_sightings(&mut self, becomes: impl Fn(Grade) -> Grade) {
        let remembered = |sighting: &Sighting| sighting.lost.is_some();
        if !self.sightings.values().any(remembered) {
            return;
        }
        for (_, units) in Arc::make_mut(&mut self.sightings).values_mut().filter_map(|sighting| sighting.lost.as_mut())
        {
            let regraded = units.iter().map(|unit| Glimpse { grade: becomes(unit.grade), ..unit.clone() });
            *units = regraded.collect();
        }
    }
}
