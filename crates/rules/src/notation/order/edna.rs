//! Orders for EDNA: tests, wear, rulings. Source: RULES 1.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{Parsed, names::UNIT},
    order::{Order, WearCause},
};
use wardiary_base::id::UnitId;

const CAUSES: [(&str, WearCause); 2] = [("fire", WearCause::Fire), ("manoeuvre", WearCause::Manoeuvre)];

impl OrderReader<'_> {
    pub(super) fn wear(&mut self) -> Parsed<Order> {
        let unit = self.unit()?;
        let cause = self.reader.accept_one_of(&CAUSES);
        Ok(Order::Wear { unit, cause: cause.ok_or_else(|| self.reader.unexpected())? })
    }

    pub(super) fn edna_ruling(&mut self, order: fn(UnitId, u8, Option<String>) -> Order) -> Parsed<Order> {
        Ok(order(self.unit()?, self.reader.bounded_number("how much EDNA", 0, 255)?, self.reason()?))
    }
}

impl OrderPrinter<'_> {
    pub(super) fn wear(&mut self, unit: UnitId, cause: WearCause) -> &mut Self {
        self.id(unit, UNIT).push(match cause {
            WearCause::Fire => "fire",
            WearCause::Manoeuvre => "manoeuvre",
        })
    }
}
