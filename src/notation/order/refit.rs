//! Orders between battles. Source: RULES 7.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{Parsed, names::FORCES},
    order::{Gains, Order, RefitOrder},
};

impl OrderReader<'_> {
    /// `recover FORCE`, `recover UNIT strength 1 edna 2 grade 1 because "a week in barracks"`
    pub(super) fn recover(&mut self) -> Parsed<Order> {
        let who = self.several(FORCES)?;
        let mut gains = Gains::default();
        loop {
            if gains.strength == 0 && self.reader.word("strength") {
                gains.strength = self.reader.small("how many Strength Points", 1, 999)?;
            } else if gains.edna == 0 && self.reader.word("edna") {
                gains.edna = self.reader.small("how much EDNA", 1, 200)?;
            } else if gains.grade == 0 && self.reader.word("grade") {
                gains.grade = self.reader.small("how many grades", 1, 200)?;
            } else {
                break;
            }
        }
        Ok(Order::Refit(RefitOrder::Recover { who, gains, why: self.why()? }))
    }
}

impl OrderPrinter<'_> {
    pub(super) fn refit_order(&mut self, order: &RefitOrder) -> &mut Self {
        match order {
            RefitOrder::Recover { who, gains, why } => {
                self.all(who, FORCES).gain("strength", gains.strength.into());
                self.gain("edna", gains.edna.into()).gain("grade", gains.grade.into()).why(why.as_ref())
            }
        }
    }

    fn gain(&mut self, word: &str, by: u32) -> &mut Self {
        if by == 0 { self } else { self.put(word).put(&by.to_string()) }
    }
}
