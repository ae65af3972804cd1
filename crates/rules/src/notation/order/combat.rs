//! Orders for SCRUD combats: fight, join, leave, and reroll dice; and matrix arguments. Source: RULES 2.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{
        Parsed,
        lexer::Token,
        names::{BATTLE, FORCES, SIDE, UNIT, reference_text},
        reader::{Expected, Reader},
        roll::dice,
    },
    order::{Argument, DieOf, Force, Need, Order, Support, Verdict},
    state::{Battle, PendingDecision},
};
use wardiary_base::{
    dice::{Dice, Die},
    id::{BattleId, Id, SideId},
    text::Text,
};

impl Reader<'_> {
    /// Reads the bonus dice of a side in a combat, or the dice that it lacks: `bonus 2`, `penalty 1`.
    pub(in crate::notation) fn dice_bonus(&mut self) -> Parsed<i8> {
        let dice = match self.accept_one_of(&[("bonus", 1i16), ("penalty", -1)]) {
            Some(sign) => {
                let most = if sign > 0 { 127 } else { 128 };
                sign * self.bounded_number::<i16>("how many dice", 0, most)?
            }
            None => 0,
        };
        Ok(i8::try_from(dice).expect("checked to be -128 to 127"))
    }
}

/// Prints what [`Reader::dice_bonus`] reads.
pub(in crate::notation) fn dice_bonus_text(bonus: i8) -> Option<String> {
    match bonus {
        0 => None,
        more @ 1.. => Some(format!("bonus {more}")),
        fewer => Some(format!("penalty {}", fewer.unsigned_abs())),
    }
}

impl OrderReader<'_> {
    pub(super) fn reroll(&mut self) -> Parsed<Order> {
        let mut dice = Vec::new();
        loop {
            let who = self.entity(FORCES)?;
            let nth =
                if self.reader.accept_word("die") { self.reader.bounded_number("which die", 0, 255)? } else { 1 };
            dice.push(DieOf(who, nth));
            if !self.reader.accept_sign('+') {
                break;
            }
        }
        let side = self.after("for", Self::side)?.or_else(|| self.state.side_of(dice[0].0)).unwrap_or(SideId(0));
        Ok(Order::Reroll { battle: self.battle_of_throw(side)?, side, dice })
    }

    pub(super) fn stand(&mut self) -> Parsed<Order> {
        let side = self.side()?;
        Ok(Order::Reroll { battle: self.battle_of_throw(side)?, side, dice: Vec::new() })
    }

    pub(super) fn force(&mut self) -> Parsed<Force> {
        let who = self.entities(FORCES)?;
        let dice = self.reader.dice_bonus()?;
        Ok(Force { who, dice, support: self.support()? })
    }

    /// The battle in which a side may reroll: the named one, or the only one.
    fn battle_of_throw(&mut self, side: SideId) -> Parsed<BattleId> {
        let waits = |b: &&Battle| matches!(b.pending_decision(), Some(PendingDecision::Rerolls(s, _)) if s == side);
        let mut waiting = self.state.open_battles().filter(waits);
        let (first, second) = (waiting.next(), waiting.next());
        let shown = [first, second].into_iter().flatten().chain(waiting).find(|b| Some(b.id) == self.shown_battle);
        match (first, second, self.state.open_battles().count()) {
            _ if shown.is_some() => self.in_battle(),
            (Some(battle), None, 2..) if !self.reader.accept_word("in") => Ok(battle.id),
            (Some(_), None, 2..) => self.entity(BATTLE).map(|id| BattleId(id.0)),
            _ => self.in_battle(),
        }
    }

    /// `support "Heavy Battery" + "Guns" counter "Howitzers"`, or nothing.
    fn support(&mut self) -> Parsed<Vec<Support>> {
        let mut support = Vec::new();
        if !self.reader.accept_word("support") {
            return Ok(support);
        }
        loop {
            let unit = self.unit()?;
            support.push(Support { unit, counter: self.after("counter", Self::unit)? });
            if !self.reader.accept_sign('+') {
                return Ok(support);
            }
        }
    }

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

    fn quote_after(&mut self, word: &'static str, what: &'static str) -> Parsed<Option<Text>> {
        self.after(word, |r| r.reader.any_word(Expected::Free(what)))
    }

    /// `succeeds`, `fails`, `roll 2d6 7+`, `test 4+`
    fn verdict(&mut self) -> Parsed<Verdict> {
        if let Some(verdict) = self.reader.accept_one_of(&[("succeeds", Verdict::Succeeds), ("fails", Verdict::Fails)])
        {
            return Ok(verdict);
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
    pub(super) fn force(&mut self, force: &Force) -> &mut Self {
        self.ids(&force.who, FORCES);
        if let Some(bonus) = dice_bonus_text(force.dice) {
            self.push(&bonus);
        }
        self.support(&force.support)
    }

    pub(super) fn rerolled(&mut self, dice: &[DieOf], side: SideId) -> &mut Self {
        for (i, die) in dice.iter().enumerate() {
            if i > 0 {
                self.push("+");
            }
            self.id(die.0, FORCES);
            if die.1 != 1 {
                self.push(&format!("die {}", die.1));
            }
        }
        self.put_if(!dice.is_empty(), "for").id(side, SIDE)
    }

    fn support(&mut self, support: &[Support]) -> &mut Self {
        if support.is_empty() {
            return self;
        }
        let unit = |id| reference_text(self.state, Id::from(id), UNIT);
        let named = support.iter().map(|support| match support.counter {
            Some(target) => format!("{} counter {}", unit(support.unit), unit(target)),
            None => unit(support.unit),
        });
        let named = named.collect::<Vec<_>>().join(" + ");
        self.push("support").push(&named)
    }

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
