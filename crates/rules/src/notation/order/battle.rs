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
            r.reader.need_word("contact")?;
            r.reader.small("the number of a contact", 0, u32::MAX)
        })?;
        // An unknown contact has no forces at hand. The rules refuse it with a reason.
        let mut parties = contact.map_or(Vec::new(), |contact| self.at_hand(contact));
        if contact.is_none() {
            self.reader.need_word("with")?;
        }
        if contact.is_none() || self.reader.word("with") {
            parties = vec![self.several(FORCES)?];
            while self.reader.word("v") {
                parties.push(self.several(FORCES)?);
            }
        }
        let map = self.after("on", |r| r.any(MAP))?.map(|map| MapId(map.0));
        Ok(Order::Battle { name, parties, map, contact, id: BattleId(self.number_given()?) })
    }

    /// The parties of a battle from a contact: both forces and the other forces of their sides at the same places.
    fn at_hand(&self, contact: u32) -> Vec<Vec<Id>> {
        let Some(contact) = self.state.contact(contact) else { return Vec::new() };
        let (first, second) = self.state.forces_at_hand(contact);
        vec![first, second]
    }

    pub(super) fn end_battle(&mut self) -> Parsed<Order> {
        Ok(Order::EndBattle { battle: self.in_battle()?, award: self.award()?, outcome: self.why()? })
    }

    pub(super) fn reinforce(&mut self) -> Parsed<Order> {
        Ok(Order::Reinforce { who: self.several(FORCES)?, battle: self.in_battle()? })
    }

    pub(super) fn first(&mut self) -> Parsed<Order> {
        Ok(Order::First { side: self.side()?, battle: self.in_battle()? })
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
            self.put(if i > 0 { "v" } else { "with" }).all(party, FORCES);
        }
        self.after("on", map, |p, map| p.id(map, MAP)).numbered(id)
    }
}
