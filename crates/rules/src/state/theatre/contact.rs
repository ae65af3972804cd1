//! Contacts in a theatre: opposing forces that met or passed each other. Source: RULES 7.

use super::Theatre;
use crate::{
    event::{ContactCause, ContactEnd},
    state::State,
};
use wardiary_base::{
    book::Moment,
    ground::{Spot, Station},
    id::{BattleId, Id},
};

/// An open contact: two opposing forces that met or passed, and have not parted. Source: RULES 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForceContact {
    /// From 1; unique on one path through the diary.
    pub number: u32,
    /// The two forces. If they met, the one that moved comes first.
    pub forces: (Id, Id),
    /// Their stations at the time.
    pub stations: (Station, Station),
    pub touch: ContactCause,
    pub since: Moment,
}

impl ForceContact {
    pub fn opponent(&self, force: Id) -> Option<Id> {
        match self.forces {
            (first, second) if first == force => Some(second),
            (first, second) if second == force => Some(first),
            _ => None,
        }
    }
}

impl State {
    pub fn contacts(&self) -> &[ForceContact] {
        self.deployment.as_ref().map_or(&[], |deployed| &deployed.contacts)
    }

    pub fn contact(&self, number: u32) -> Option<&ForceContact> {
        self.contacts().iter().find(|encounter| encounter.number == number)
    }

    /// Why the contact with this number ended, if it has.
    pub fn parting(&self, number: u32) -> Option<ContactEnd> {
        self.deployment.as_ref()?.partings.get(&number).copied()
    }

    pub fn next_contact_number(&self) -> u32 {
        self.deployment.as_ref().map_or(1, |deployed| deployed.last_contact.saturating_add(1))
    }

    pub fn enemies_in_contact(&self, force: Id) -> impl Iterator<Item = Id> + '_ {
        self.contacts().iter().filter_map(move |encounter| encounter.opponent(force))
    }

    /// The forces for the battle of a contact: both forces, and others of their sides there that are in no battle.
    pub fn nearby_forces(&self, contact: &ForceContact) -> (Vec<Id>, Vec<Id>) {
        let stations = [contact.forces.0, contact.forces.1].map(|force| self.station(force));
        let (Some(theatre), [Some(first), Some(second)]) = (self.theatre(), stations) else {
            return Default::default();
        };
        let places = [first, second];
        let at_hand = |of: Id| {
            let side = self.side_of(of);
            let is_there = |force: &Id| {
                let there =
                    self.station(*force).filter(|there| places.iter().any(|at| theatre.is_same_point(*at, *there)));
                let is_free = *force == of || self.battle_of_force(*force).is_none();
                there.is_some() && self.side_of(*force) == side && is_free
            };
            self.forces().into_iter().filter(is_there).collect()
        };
        (at_hand(contact.forces.0), at_hand(contact.forces.1))
    }

    pub fn battle_of_force(&self, force: Id) -> Option<BattleId> {
        self.units_of_force(force).iter().find_map(|unit| self.battle_of(unit.id)).map(|battle| battle.id)
    }
}

impl Theatre<'_> {
    /// The distance between two forces: the fewest edges, or the shortest route by road.
    pub fn distance_between(self, first: Station, second: Station) -> Option<u32> {
        if self.network().is_none() {
            return self.distance(first.at, second.at);
        }
        let legs = self.route_graph(&[]);
        let by_end =
            |(end, beyond): (Spot, u16)| legs.shortest_route(first, end).map(|(steps, _)| steps + u32::from(beyond));
        let ends = [(second.at, second.toward.map_or(0, |(_, done)| done))];
        let other_end = self.reversed(second).and_then(|turned| Some((turned.at, turned.toward?.1)));
        let on_the_road = [Some(first), self.reversed(first)].into_iter().flatten().filter_map(|first| {
            let ((toward, done), (other, steps)) = (first.toward?, second.toward?);
            (first.at == second.at && toward == other).then(|| u32::from(done.abs_diff(steps)))
        });
        ends.into_iter().chain(other_end).filter_map(by_end).chain(on_the_road).min()
    }
}
