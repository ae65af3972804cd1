//! Orders for the campaign's clock. Source: RULES 7.

use super::{OrderPrinter, OrderReader, order_text};
use crate::{
    notation::{NotationError, Parsed, lexer::Token, reader::Expected},
    order::ClockOrder,
};
use wardiary_base::book::Moment;

impl OrderReader<'_> {
    /// Skips a moment if the rulebook has no clock. The rules refuse the order and say what to do.
    fn skip_moment(&mut self) {
        while self.reader.peek().is_some() {
            self.reader.advance();
        }
    }

    pub(super) fn moment(&mut self) -> Parsed<Moment> {
        let (clock, now) = (&self.state.book().clock, self.state.calendar().now);
        let unit = clock.unit().to_string();
        let wanted = std::iter::once(unit.clone()).chain(clock.parts.iter().cloned()).collect();
        let at = self.reader.next_range();
        let word = self.reader.any_word(Expected::OneOf(wanted))?;
        // A part may have the unit's name, such as day and night as the parts of a day.
        let is_counted = self.reader.is_at_number();
        if word.eq_ignore_ascii_case(&unit) && (is_counted || clock.part_named(&word).is_none()) {
            let at = self.reader.next_range();
            let count = self.reader.bounded_number("its number", 0, u32::MAX)?;
            fail_if!(count == 0, NotationError::new(at, format!("the first {unit} is {unit} 1")));
            self.reader.expect(Expected::OneOf(clock.parts.clone()));
            if !clock.is_on() {
                self.skip_moment();
            }
            let named = match self.reader.peek() {
                Some(Token::Word(part) | Token::Quoted(part)) => Some(part.clone()),
                _ => None,
            };
            let Some(named) = named else { return Ok(Moment { count, part: 0 }) };
            let part = clock.part_named(&named).ok_or_else(|| self.reader.unexpected())?;
            self.reader.advance();
            return Ok(Moment { count, part });
        }
        if !clock.is_on() {
            self.skip_moment();
            return Ok(now);
        }
        let next = clock.part_named(&word).and_then(|part| clock.next_with_part(part, now));
        next.ok_or_else(|| {
            let parts: Vec<String> = clock.parts.iter().map(|part| format!("`{part}`")).collect();
            let hint = if parts.is_empty() { String::new() } else { format!(", or its next {}", parts.join(", ")) };
            NotationError::new(at, format!("a moment is such as `{unit} {}`{hint}, not `{word}`", now.count + 1))
        })
    }
}

impl OrderPrinter<'_> {
    pub(super) fn clock_order(&mut self, order: &ClockOrder) -> &mut Self {
        match order {
            ClockOrder::Advance { anyway } => self.put_if(*anyway, "anyway"),
            ClockOrder::Schedule { at, what } => self.quote(what).push("at").moment(*at),
            ClockOrder::Settle { item, why } => self.push(&item.to_string()).reason(why.as_ref()),
            ClockOrder::Give { item, order } => {
                let order = order_text(self.state, order);
                self.push(&item.to_string()).push("as").push(&order)
            }
        }
    }

    pub(super) fn moment(&mut self, moment: Moment) -> &mut Self {
        let clock = &self.state.book().clock;
        let (unit, part) = (clock.unit().to_string(), clock.part(moment.part).map(String::from));
        self.name(&unit).push(&moment.count.to_string());
        match part {
            Some(part) => self.name(&part),
            None => self,
        }
    }
}
