//! Orders between battles. Source: RULES 7.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{
        Parsed,
        names::{FORCES, STACK_OR_UNIT, UNIT},
        reader::Expected,
    },
    order::{Gains, Order, RefitOrder},
};

pub(super) const POINTS: &str = "how many Strength Points";

impl OrderReader<'_> {
    /// `recover FORCE`, `recover UNIT strength 1 edna 2 grade 1 because "a week in barracks"`
    pub(super) fn recover(&mut self) -> Parsed<Order> {
        let who = self.entities(FORCES)?;
        let mut gains = Gains::default();
        loop {
            if gains.strength == 0 && self.reader.accept_word("strength") {
                gains.strength = self.reader.bounded_number(POINTS, 1, 999)?;
            } else if gains.edna == 0 && self.reader.accept_word("edna") {
                gains.edna = self.reader.bounded_number("how much EDNA", 1, 200)?;
            } else if gains.grade == 0 && self.reader.accept_word("grade") {
                gains.grade = self.reader.bounded_number("how many grades", 1, 200)?;
            } else {
                break;
            }
        }
        Ok(Order::Refit(RefitOrder::Recover { who, gains, why: self.reason()? }))
    }

    /// `supply FORCE low because "rain, and one road"`
    pub(super) fn supply(&mut self) -> Parsed<Order> {
        let levels: Vec<String> = self.state.book().supply.levels.iter().map(|level| level.name.clone()).collect();
        let start = self.reader.position();
        self.reader.name_ends.clone_from(&levels);
        let mut who = self.entity(STACK_OR_UNIT);
        // The last word may be a supply level that the rulebook does not have, which the rules refuse.
        if let (Err(fault), Some(last)) = (&who, self.reader.last_word_of_name(start)) {
            let fault = fault.clone();
            self.reader.rewind(start);
            self.reader.name_ends = vec![last];
            who = self.entity(STACK_OR_UNIT).map_err(|_| fault);
        }
        self.reader.name_ends.clear();
        let who = who?;
        let level = self.reader.any_word(Expected::OneOf(levels))?;
        Ok(Order::Refit(RefitOrder::Supply { who, level, why: self.reason()? }))
    }

    pub(super) fn points_if_any(&mut self) -> Parsed<Option<u16>> {
        let number = self.reader.number_if_any(POINTS, 1, 999)?;
        Ok(number.and_then(|number| u16::try_from(number).ok()))
    }
}

impl OrderPrinter<'_> {
    pub(super) fn refit_order(&mut self, order: &RefitOrder) -> &mut Self {
        match order {
            RefitOrder::Recover { who, gains, why } => {
                self.ids(who, FORCES).gain("strength", gains.strength.into());
                self.gain("edna", gains.edna.into()).gain("grade", gains.grade.into()).reason(why.as_ref())
            }
            RefitOrder::Return { who, points, why } => self.ids(who, FORCES).points(*points).reason(why.as_ref()),
            RefitOrder::Replace { unit, points, why } => self.id(*unit, UNIT).points(*points).reason(why.as_ref()),
            RefitOrder::Raise { unit, strength, why } => {
                self.id(*unit, UNIT).gain("strength", strength.map_or(0, u32::from)).reason(why.as_ref())
            }
            RefitOrder::Supply { who, level, why } => self.id(*who, STACK_OR_UNIT).quote(level).reason(why.as_ref()),
        }
    }

    fn points(&mut self, points: Option<u16>) -> &mut Self {
        match points {
            Some(points) => self.push(&points.to_string()),
            None => self,
        }
    }

    fn gain(&mut self, word: &str, by: u32) -> &mut Self {
        if by == 0 { self } else { self.push(word).push(&by.to_string()) }
    }
}
