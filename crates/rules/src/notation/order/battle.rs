//! Orders for battles and their turns: start and end, reinforcements, initiative, whose turn it is.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{
        Parsed,
        names::{FORCES, MAP},
    },
    order::Order,
};
use wardiary_base::id::{BattleId, Id, MapId};

impl OrderReader<'_> {
    pub(super) fn battle_order(&mut self) -> Parsed<Order> {
        let name = self.reader.new_name()?;
        let contact = self.after("from", |r| {
            r.reader.require_word("contact")?;
            r.reader.bounded_number("the number of a contact", 0, u32::MAX)
        })?;
        // An unknown contact has no forces at hand. The rules refuse it with a reason.
        let mut parties = contact.map_or(Vec::new(), |contact| self.parties_at_contact(contact));
        if contact.is_none() {
            self.reader.require_word("with")?;
        }
        if contact.is_none() || self.reader.accept_word("with") {
            parties = vec![self.entities(FORCES)?];
            while self.reader.accept_word("v") {
                parties.push(self.entities(FORCES)?);
            }
        }
        let map = self.after("on", |r| r.entity(MAP))?.map(|map| MapId(map.0));
        Ok(Order::Battle { name, parties, map, contact, id: BattleId(self.new_number()?) })
    }

    /// The parties of a battle from a contact: both forces and the other forces of their sides at the same places.
    fn parties_at_contact(&self, contact: u32) -> Vec<Vec<Id>> {
        let Some(contact) = self.state.contact(contact) else { return Vec::new() };
        let (first, second) = self.state.nearby_forces(contact);
        vec![first, second]
    }
}

impl OrderPrinter<'_> {
    pub(super) fn battle(
        &mut self,
        (name, id): (&str, BattleId),
        parties: &[Vec<Id>],
        map: Option<MapId>,
        contact: Option<u32>,
    ) -> &mut Self {
        self.name(name);
        self.put_after("from contact", contact);
        for (i, party) in parties.iter().enumerate() {
            self.push(if i > 0 { "v" } else { "with" }).ids(party, FORCES);
        }
        self.after("on", map, |p, map| p.id(map, MAP)).as_number(id)
    }
}
