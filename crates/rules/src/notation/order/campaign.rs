//! Orders of a campaign: its clock, refit between battles, and who has won. Source: RULES 7.

use super::{
    OrderReader,
    piece::{BATTLE, Keywords, Piece, SIDE, STACK_OR_UNIT},
    staff::WRITTEN_ORDERS,
};
use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        reader::{Expected, Reader},
    },
    order::{Award, Gains, Unfinished},
    state::State,
};
use wardiary_base::{
    book::{Clock, Moment, Period},
    id::Id,
    text::Text,
};

impl Reader<'_> {
    /// Reads what follows the name of the clock's unit: `3`, `3 dawn`.
    pub(in crate::notation) fn period(&mut self, clock: &Clock) -> Parsed<Period> {
        let at = self.next_range();
        let count = self.bounded_number("a number", 0, u32::MAX)?;
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

    fn moment(&mut self) -> Parsed<Moment> {
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
            NotationError::new(at, format!("`{word}` is not a time: write `{unit} {}`{hint}", now.count + 1))
        })
    }
}

pub(super) const MOMENT: Piece<Moment> = plain!(|r| r.moment(), |p, moment| {
    let clock = &p.state.book().clock;
    p.name(&clock.unit()).number(&moment.count);
    match clock.part(moment.part) {
        Some(part) => p.name(part),
        None => p,
    }
});

/// The things that an advance leaves open: `leaving battle Ligny and contact 3`. `and` ends only these names.
pub(super) const LEAVING: Piece<Vec<Unfinished>> = Piece {
    read: |r| {
        let mut all = Vec::new();
        r.reader.name_ends = vec!["and".into()];
        while r.reader.accept_word(if all.is_empty() { "leaving" } else { "and" }) {
            let things = [Unfinished::Item as fn(u32) -> _, Unfinished::Orders, Unfinished::Contact];
            let counted = things.map(|thing| (thing(0).word(), Some(thing)));
            let battle = [("battle", None)];
            all.push(match r.reader.require_one_of(&[&battle[..], &counted].concat())? {
                None => Unfinished::Battle(r.read(&BATTLE)?),
                Some(thing) if matches!(thing(0), Unfinished::Orders(_)) => thing(r.read(&WRITTEN_ORDERS)?),
                Some(thing) => thing(r.reader.bounded_number("its number", 1, u32::MAX)?),
            });
        }
        r.reader.name_ends.clear();
        Ok(all)
    },
    print: |p, all| {
        for (at, what) in all.iter().enumerate() {
            p.push(if at == 0 { "leaving" } else { "and" }).push(what.word());
            match what {
                Unfinished::Battle(battle) => p.put(&BATTLE, battle),
                Unfinished::Orders(number) => p.put(&WRITTEN_ORDERS, number),
                counted => p.number(&counted.number()),
            };
        }
        p
    },
    keywords: Keywords::NONE,
};

/// A unit's recovery: `strength 1 edna 2 grade 1`, in any order.
pub(super) const GAINS: Piece<Gains> = Piece {
    read: |r| {
        let mut gains = Gains::default();
        loop {
            if gains.strength == 0 && r.reader.accept_word("strength") {
                gains.strength = r.reader.bounded_number(POINTS, 1, 999)?;
            } else if gains.edna == 0 && r.reader.accept_word("edna") {
                gains.edna = r.reader.bounded_number("an amount of EDNA", 1, 200)?;
            } else if gains.grade == 0 && r.reader.accept_word("grade") {
                gains.grade = r.reader.bounded_number("a number of grades", 1, 200)?;
            } else {
                return Ok(gains);
            }
        }
    },
    print: |p, gains| {
        let Gains { strength, edna, grade } = *gains;
        p.put_after("strength", (strength > 0).then_some(strength));
        p.put_after("edna", (edna > 0).then_some(edna)).put_after("grade", (grade > 0).then_some(grade))
    },
    keywords: Keywords::Words(&["strength", "edna", "grade"]),
};

/// Whose supply is set. The name of a level follows theirs without a keyword.
pub(super) const SUPPLIED: Piece<Id> = plain!(
    |r| {
        let start = r.reader.position();
        r.reader.name_ends = supply_levels(r.state);
        let mut who = r.read(&STACK_OR_UNIT);
        // The last word may be a supply level that the rulebook does not have, which the rules refuse.
        if let (Err(fault), Some(last)) = (&who, r.reader.last_word_of_name(start)) {
            let fault = fault.clone();
            r.reader.rewind(start);
            r.reader.name_ends = vec![last.into()];
            who = r.read(&STACK_OR_UNIT).map_err(|_| fault);
        }
        r.reader.name_ends.clear();
        who
    },
    |p, who| p.put(&STACK_OR_UNIT, who)
);

pub(super) const SUPPLY_LEVEL: Piece<Text> =
    plain!(|r| r.reader.any_word(Expected::OneOf(supply_levels(r.state))), |p, level| p.quote(level));

fn supply_levels(state: &State) -> Vec<Text> {
    state.book().supply.levels.iter().map(|level| level.name.clone()).collect()
}

pub(super) const POINTS_IF_ANY: Piece<Option<u16>> = plain!(
    |r| Ok(r.reader.number_if_any(POINTS, 1, 999)?.and_then(|number| u16::try_from(number).ok())),
    |p, points| match points {
        Some(points) => p.number(points),
        None => p,
    }
);

/// `won by SIDE [margin TEXT]`, `drawn`, or nothing.
pub(super) const AWARD: Piece<Option<Award>> = Piece {
    read: |r| {
        if r.reader.accept_word("drawn") {
            return Ok(Some(Award::Drawn));
        }
        if !r.reader.accept_word("won") {
            return Ok(None);
        }
        r.reader.require_word("by")?;
        Ok(Some(Award::Won { side: r.read(&SIDE)?, margin: r.after("margin", &MARGIN)? }))
    },
    print: |p, award| match award {
        None => p,
        Some(Award::Drawn) => p.push("drawn"),
        Some(Award::Won { side, margin }) => {
            p.push("won by").put(&SIDE, side).after("margin", margin.as_ref(), &MARGIN)
        }
    },
    keywords: Keywords::Words(&["won", "by", "margin", "drawn"]),
};

const MARGIN: Piece<Text> = text!("the margin, in quotes");

/// Victory points: `3`, `penalty 3`
pub(super) const SCORE: Piece<i32> = Piece {
    read: |r| {
        let taken = r.reader.accept_word("penalty");
        let points: i32 = r.reader.bounded_number("a number of points", 0, MAX_POINTS_READ)?;
        Ok(if taken { -points } else { points })
    },
    print: |p, by| p.put_if(*by < 0, "penalty").number(&by.unsigned_abs()),
    keywords: Keywords::Words(&["penalty"]),
};

pub(super) const POINTS: &str = "a number of Strength Points";

/// The maximum number of points that is parsed. The rules have their own limit.
const MAX_POINTS_READ: u32 = 999_999_999;
