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

    fn quote_after(&mut self, word: &'static str, what: &'static str) -> Parsed<Option<String>> {
        self.after(word, |r| r.reader.any_word(Expected::Free(what)))
    }

    /// `succeeds`, `fails`, `roll 2d6 7+`, `test 4+`
    fn verdict(&mut self) -> Parsed<Verdict> {
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
    fn need(&mut self) -> Parsed<Need> {
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
}

impl OrderPrinter<'_> {
    pub(super) fn argument(&mut self, argument: &Argument) -> &mut Self {
        self.quote(&argument.claim);
        self.after("by", argument.by, |p, by| p.id(by, SIDE));
        self.quote_after("for", argument.pro.as_ref()).quote_after("against", argument.con.as_ref());
        match argument.verdict {
            Verdict::Succeeds => self.put("succeeds"),
            Verdict::Fails => self.put("fails"),
            Verdict::Roll(Dice(1, Die::D6), need) => self.put("test").need(need),
            Verdict::Roll(dice, need) => self.put("roll").put(&dice.to_string()).need(need),
        };
        self.after("then", argument.effect.as_ref(), |p, effect| {
            p.put(if effect.by < 0 { "demote" } else { "promote" }).regrading(&effect.who, effect.by, effect.term)
        })
    }

    fn need(&mut self, need: Need) -> &mut Self {
        match need {
            Need::AtLeast(least) => self.put(&format!("{least}+")),
            Need::AtMost(most) => self.put(&format!("{most}-")),
        }
    }
}
