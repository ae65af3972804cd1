//! Orders about battles and their turns: begun and ended, who arrives, the initiative, whose turn it is.

use super::{OrderPrinter, OrderReader};
use crate::{
    id::{BattleId, Id, MapId},
    notation::{
        Parsed,
        names::{FORCES, MAP},
    },
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
        let map = if self.reader.word("on") { Some(MapId(self.any(MAP)?.0)) } else { None };
        Ok(Order::Battle { name, parties, map, id: BattleId(self.number_given()?) })
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
    pub(super) fn battle(&mut self, name: &str, parties: &[Vec<Id>], map: Option<MapId>, id: BattleId) -> &mut Self {
        self.name(name).put("with");
        for (i, party) in parties.iter().enumerate() {
            if i > 0 {
                self.put("v");
            }
            self.all(party, FORCES);
        }
        if let Some(map) = map {
            self.put("on").id(map, MAP);
        }
        self.numbered(id)
    }
}
