//! Orders about battles and their turns: begun and ended, who arrives, the initiative, whose turn it is.

use super::{OrderPrinter, OrderReader};
use crate::{
    id::{BattleId, Id},
    notation::{Parsed, names::FORCES},
    order::Order,
};

impl OrderReader<'_> {
    pub(super) fn battle_order(&mut self) -> Parsed<Order> {
        let name = self.reader.new_name()?;
        self.reader.need_word("with")?;
        let mut parties = vec![self.several(FORCES)?];
        while self.reader.word("v") {
            parties.push(self.several(FORCES)?);
        }
        Ok(Order::Battle { name, parties, id: BattleId(self.number_given()?) })
    }

    pub(super) fn end_battle(&mut self) -> Parsed<Order> {
        Ok(Order::EndBattle { battle: self.in_battle()?, outcome: self.why()? })
    }

    pub(super) fn reinforce(&mut self) -> Parsed<Order> {
        Ok(Order::Reinforce { who: self.several(FORCES)?, battle: self.in_battle()? })
    }

    pub(super) fn first(&mut self) -> Parsed<Order> {
        Ok(Order::First { side: self.side()?, battle: self.in_battle()? })
    }
}

impl OrderPrinter<'_> {
    pub(super) fn battle(&mut self, name: &str, parties: &[Vec<Id>], id: BattleId) -> &mut Self {
        self.name(name).put("with");
        for (i, party) in parties.iter().enumerate() {
            if i > 0 {
                self.put("v");
            }
            self.all(party, FORCES);
        }
        self.numbered(id)
    }
}
