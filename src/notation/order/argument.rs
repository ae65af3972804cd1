//! Support and matrix arguments read from text.

use super::{FORCES, OrderReader, Read};
use crate::{
    dice::{Dice, Die},
    notation::{
        reader::{Expected, Token},
        roll::dice,
    },
    order::{Argument, Need, Order, Regrading, Support, Term, Verdict},
};

impl OrderReader<'_> {
    /// `support "Heavy Battery" + "Guns" counter "Howitzers"`, where it stands.
    pub(super) fn support(&mut self) -> Read<Vec<Support>> {
        let mut support = Vec::new();
        if !self.reader.word("support") {
            return Ok(support);
        }
        loop {
            let unit = self.unit()?;
            let counter = if self.reader.word("counter") { Some(self.unit()?) } else { None };
            support.push(Support { unit, counter });
            if !self.reader.sign('+') {
                return Ok(support);
            }
        }
    }

    pub(super) fn argue(&mut self) -> Read<Order> {
        let claim = self.reader.any_word(Expected::Free("what is argued, in quotes"))?;
        let by = if self.reader.word("by") { Some(self.side()?) } else { None };
        let pro = self.quote_after("for", "what speaks for it, in quotes")?;
        let con = self.quote_after("against", "what speaks against it, in quotes")?;
        let verdict = self.verdict()?;
        let effect = if self.reader.word("then") {
            let sign = self.reader.one_of(&[("promote", 1), ("demote", -1)]);
            Some(self.regrading(sign.ok_or_else(|| self.reader.unexpected())?)?)
        } else {
            None
        };
        Ok(Order::Argue(Box::new(Argument { claim, by, pro, con, verdict, effect })))
    }

    fn quote_after(&mut self, word: &'static str, what: &'static str) -> Read<Option<String>> {
        if self.reader.word(word) { self.reader.any_word(Expected::Free(what)).map(Some) } else { Ok(None) }
    }

    /// `succeeds`, `fails`, `roll 2d6 7+`, `test 4+`
    fn verdict(&mut self) -> Read<Verdict> {
        if let Some(said) = self.reader.one_of(&[("succeeds", Verdict::Succeeds), ("fails", Verdict::Fails)]) {
            return Ok(said);
        }
        if self.reader.word("test") {
            return Ok(Verdict::Roll(Dice(1, Die::D6), self.need()?));
        }
        self.reader.need_word("roll")?;
        let dice = dice(&mut self.reader)?.ok_or_else(|| self.reader.unexpected())?;
        Ok(Verdict::Roll(dice, self.need()?))
    }

    /// `7+` or `7-`
    fn need(&mut self) -> Read<Need> {
        const WHAT: &str = "what the dice must come to, such as 7+ or 4-";
        self.reader.expect(Expected::Free(WHAT));
        if let Some(Token::Word(word)) = self.reader.peek()
            && let Some(Ok(most)) = word.strip_suffix('-').map(str::parse)
        {
            self.reader.advance();
            return Ok(Need::AtMost(most));
        }
        let least = self.reader.small(WHAT, 0, 65_535)?;
        if self.reader.sign('+') { Ok(Need::AtLeast(least)) } else { Err(self.reader.unexpected()) }
    }

    /// `FORCE + FORCE 2 this combat`
    pub(super) fn regrading(&mut self, sign: i16) -> Read<Regrading> {
        let who = self.several(FORCES)?;
        let most = if sign > 0 { 127 } else { 128 };
        let steps = self.reader.number_if_any("how many grades", 0, most)?.unwrap_or(1);
        let by = i8::try_from(sign * i16::try_from(steps).unwrap_or(0)).expect("checked to be -128 to 127");
        let term = if self.reader.word("this") {
            let term = self.reader.one_of(&[("phase", Term::Phase), ("combat", Term::Combat)]);
            term.ok_or_else(|| self.reader.unexpected())?
        } else {
            if self.reader.word("for") {
                self.reader.need_word("good")?;
            }
            Term::ForGood
        };
        Ok(Regrading { who, by, term })
    }
}
