//! Orders that decide who has won. Source: RULES 7.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{Parsed, names::SIDE, reader::Expected},
    order::{Award, Order, VictoryOrder},
};

/// The maximum number of points that is parsed. The rules have their own limit.
const MAX_POINTS_READ: u32 = 999_999_999;

impl OrderReader<'_> {
    /// `won by SIDE [margin TEXT]`, `drawn`, or nothing.
    pub(super) fn award(&mut self) -> Parsed<Option<Award>> {
        if self.reader.accept_word("drawn") {
            return Ok(Some(Award::Drawn));
        }
        if !self.reader.accept_word("won") {
            return Ok(None);
        }
        self.reader.require_word("by")?;
        let side = self.side()?;
        let margin = self.after("margin", |r| r.reader.any_word(Expected::Free("the margin, in quotes")))?;
        Ok(Some(Award::Won { side, margin }))
    }

    pub(super) fn score(&mut self) -> Parsed<Order> {
        let side = self.side()?;
        let taken = self.reader.accept_word("penalty");
        let points: i32 = self.reader.bounded_number("how many points", 0, MAX_POINTS_READ)?;
        let by = if taken { -points } else { points };
        Ok(Order::Victory(VictoryOrder::Score { side, by, why: self.required_reason()? }))
    }
}

impl OrderPrinter<'_> {
    pub(super) fn award(&mut self, award: Option<&Award>) -> &mut Self {
        match award {
            None => self,
            Some(Award::Drawn) => self.push("drawn"),
            Some(Award::Won { side, margin }) => {
                self.push("won by").id(*side, SIDE).quote_after("margin", margin.as_ref())
            }
        }
    }

    pub(super) fn victory_order(&mut self, order: &VictoryOrder) -> &mut Self {
        match order {
            VictoryOrder::EndCampaign { award, why } => self.award(award.as_ref()).reason(why.as_ref()),
            VictoryOrder::Score { side, by, why } => {
                self.id(*side, SIDE).put_if(*by < 0, "penalty");
                self.push(&by.unsigned_abs().to_string()).push("because").quote(why)
            }
        }
    }
}
