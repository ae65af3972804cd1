//! Orders of a campaign: its clock, refit between battles, and who has won. Source: RULES 7.

use super::{OrderPrinter, OrderReader, order_text};
use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        names::{FORCES, SIDE, STACK_OR_UNIT, UNIT},
        reader::{Expected, Reader},
    },
    order::{Award, ClockOrder, Gains, Order, RefitOrder, VictoryOrder},
};
use wardiary_base::{
    book::{Clock, Moment, Period},
    text::Text,
};

impl Reader<'_> {
    /// Reads what follows the name of the clock's unit: `3`, `3 dawn`.
    pub(in crate::notation) fn period(&mut self, clock: &Clock) -> Parsed<Period> {
        let at = self.next_range();
        let count = self.bounded_number("its number", 0, u32::MAX)?;
        let unit = clock.unit();
        fail_if!(count == 0, NotationError::new(at, format!("the first {unit} is {unit} 1")));
        Ok(Period { count, part: self.part_of_period(clock) })
    }

    /// Reads the part of a day, if one is named.
    pub(in crate::notation) fn part_of_period(&mut self, clock: &Clock) -> Option<u8> {
        // The program prints `day 3, dusk`.
        let comma = matches!(self.peek_second(), Some(Token::Word(part) | Token::Quoted(part)) if clock.part_named(part).is_some());
        if comma {
            self.accept_sign(',');
        }
        self.expect(Expected::one_of(&clock.parts));
        let part = match self.peek() {
            Some(Token::Word(part) | Token::Quoted(part)) => clock.part_named(part),
            _ => None,
        };
        part.iter().for_each(|_| self.advance());
        part
    }

    /// Whether the next token is this word, quoted or not, with a number behind it: `day 3`, `turn 3-5`.
    pub(in crate::notation) fn is_at_counted(&self, word: &str) -> bool {
        let is_count = match self.peek_second() {
            Some(Token::Number(_)) => true,
            Some(Token::Word(word)) => word.starts_with(|first: char| first.is_ascii_digit()),
            _ => false,
        };
        let is_word = |next: &Token| matches!(next, Token::Word(w) | Token::Quoted(w) if w.eq_ignore_ascii_case(word));
        is_count && self.peek().is_some_and(is_word)
    }
}

impl OrderReader<'_> {
    /// Skips a moment if the rulebook has no clock. The rules refuse the order and say what to do.
    fn skip_moment(&mut self) {
        while self.reader.peek().is_some() {
            self.reader.advance();
        }
    }

    pub(super) fn moment(&mut self) -> Parsed<Moment> {
        let (clock, now) = (&self.state.book().clock, self.state.calendar().now);
        let unit = clock.unit();
        let wanted = std::iter::once(Text::from(&*unit)).chain(clock.parts.iter().cloned());
        let at = self.reader.next_range();
        let word = self.reader.any_word(Expected::one_of(wanted))?;
        // A part may have the unit's name, such as day and night as the parts of a day.
        let is_counted = self.reader.is_at_number();
        if word.raw().eq_ignore_ascii_case(&unit) && (is_counted || clock.part_named(word.raw()).is_none()) {
            let Period { count, part } = self.reader.period(clock)?;
            if !clock.is_on() {
                self.skip_moment();
            }
            let other_word = part.is_none() && matches!(self.reader.peek(), Some(Token::Word(_) | Token::Quoted(_)));
            fail_if!(other_word, self.reader.unexpected());
            return Ok(Moment { count, part: part.unwrap_or(0) });
        }
        if !clock.is_on() {
            self.skip_moment();
            return Ok(now);
        }
        let next = clock.part_named(word.raw()).and_then(|part| clock.next_with_part(part, now));
        next.ok_or_else(|| {
            let parts: Vec<String> = clock.parts.iter().map(|part| format!("`{part}`")).collect();
            let hint = if parts.is_empty() { String::new() } else { format!(", or its next {}", parts.join(", ")) };
            let word = word.excerpt();
            NotationError::new(at, format!("a moment is such as `{unit} {}`{hint}, not `{word}`", now.count + 1))
        })
    }

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
        let levels: Vec<Text> = self.state.book().supply.levels.iter().map(|level| level.name.clone()).collect();
        let start = self.reader.position();
        self.reader.name_ends.clone_from(&levels);
        let mut who = self.entity(STACK_OR_UNIT);
        // The last word may be a supply level that the rulebook does not have, which the rules refuse.
        if let (Err(fault), Some(last)) = (&who, self.reader.last_word_of_name(start)) {
            let fault = fault.clone();
            self.reader.rewind(start);
            self.reader.name_ends = vec![last.into()];
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
        self.name(&clock.unit()).push(&moment.count.to_string());
        match clock.part(moment.part) {
            Some(part) => self.name(part),
            None => self,
        }
    }

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

pub(super) const POINTS: &str = "how many Strength Points";

/// The maximum number of points that is parsed. The rules have their own limit.
const MAX_POINTS_READ: u32 = 999_999_999;
