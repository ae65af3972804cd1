//! Matrix arguments. Source: RULES 2.5.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{Parsed, lexer::Token, names::SIDE, reader::Expected, roll::dice},
    order::{Argument, Need, Order, Verdict},
};
use wardiary_base::dice::{Dice, Die};

impl OrderReader<'_> {
    pub(super) fn argue(&mut self) -> Parsed<Order> {
        let claim = self.reader.any_word(Expected::Free("what is argued, in quotes"))?;
        let by = if self.reader.accept_word("by") { Some(self.side()?) } else { None };
        let pro = self.quote_after("for", "what speaks for it, in quotes")?;
        let con = self.quote_after("against", "what speaks against it, in quotes")?;
        let verdict = self.verdict()?;
        let effect = if self.reader.accept_word("then") {
            let sign = self.reader.accept_one_of(&[("promote", 1), ("demote", -1)]);
            Some(self.regrading(sign.ok_or_else(|| self.reader.unexpected())?)?)
        } else {
            None
        };
        Ok(Order::Argue(Box::new(Argument { claim, by, pro, con, verdict, effect })))
    }

    fn quote_after(&mut self, word: &'static str, what: &'static str) -> Parsed<Option<String>> {
        self.after(word, |r| r.reader.any_word(Expected::Free(what)))
    }

    /// `succeeds`, `fails`, `roll 2d6 7+`, `test 4+`
    fn verdict(&mut self) -> Parsed<Verdict> {
        if let Some(message) = self.reader.accept_one_of(&[("succeeds", Verdict::Succeeds), ("fails", Verdict::Fails)])
        {
            return Ok(message);
        }
        if self.reader.accept_word("test") {
            return Ok(Verdict::Roll(Dice(1, Die::D6), self.need()?));
        }
        self.reader.require_word("roll")?;
        let dice = dice(&mut self.reader)?.ok_or_else(|| self.reader.unexpected())?;
        Ok(Verdict::Roll(dice, self.need()?))
    }

    /// `7+` or `7-`
    fn need(&mut self) -> Parsed<Need> {
        const WHAT: &str = "what the dice must come to, such as 7+ or 4-";
        self.reader.expect(Expected::Free(WHAT));
        if let Some(Token::Word(word)) = self.reader.peek()
            && let Some(Ok(most)) = word.strip_suffix('-').map(str::parse)
        {
            self.reader.advance();
            return Ok(Need::AtMost(most));
        }
        let least = self.reader.bounded_number(WHAT, 0, 65_535)?;
        if self.reader.accept_sign('+') { Ok(Need::AtLeast(least)) } else { Err(self.reader.unexpected()) }
    }
}

impl OrderPrinter<'_> {
    pub(super) fn argument(&mut self, argument: &Argument) -> &mut Self {
        self.quote(&argument.claim);
        self.after("by", argument.by, |p, by| p.id(by, SIDE));
        self.quote_after("for", argument.pro.as_ref()).quote_after("against", argument.con.as_ref());
        match argument.verdict {
            Verdict::Succeeds => self.push("succeeds"),
            Verdict::Fails => self.push("fails"),
            Verdict::Roll(Dice(1, Die::D6), need) => self.push("test").need(need),
            Verdict::Roll(dice, need) => self.push("roll").push(&dice.to_string()).need(need),
        };
        self.after("then", argument.effect.as_ref(), |p, effect| {
            p.push(if effect.by < 0 { "demote" } else { "promote" }).regrading(&effect.who, effect.by, effect.term)
        })
    }

    fn need(&mut self, need: Need) -> &mut Self {
        match need {
            Need::AtLeast(least) => self.push(&format!("{least}+")),
            Need::AtMost(most) => self.push(&format!("{most}-")),
        }
    }
}
