//! Orders for SCRUD combats: fight, join, leave, and reroll dice; and matrix arguments. Source: RULES 2.

use super::{
    OrderReader,
    piece::{ANYWAY, BATTLE, FORCE, FORCES, Keywords, Piece, SIDE, STACKS_OR_UNITS, UNIT},
    ruling::EFFECT,
};
use crate::{
    notation::{
        Parsed,
        lexer::Token,
        reader::{Expected, Reader},
        roll::dice,
    },
    order::{Argument, DieOf, Force, Need, Order, Support, Verdict, Volley},
    state::{Battle, PendingDecision},
};
use wardiary_base::{
    dice::{Dice, Die},
    id::{BattleId, Id, SideId},
    text::Text,
};

impl Reader<'_> {
    pub(in crate::notation) fn dice_bonus(&mut self) -> Parsed<i8> {
        let dice = match self.accept_one_of(&[("bonus", 1i16), ("penalty", -1)]) {
            Some(sign) => {
                let most = if sign > 0 { 127 } else { 128 };
                sign * self.bounded_number::<i16>("a number of dice", 0, most)?
            }
            None => 0,
        };
        Ok(i8::try_from(dice).expect("checked to be -128 to 127"))
    }
}

pub(in crate::notation) fn dice_bonus_text(bonus: i8) -> Option<String> {
    match bonus {
        0 => None,
        more @ 1.. => Some(format!("bonus {more}")),
        fewer => Some(format!("penalty {}", fewer.unsigned_abs())),
    }
}

const BONUS: Piece<i8> = Piece {
    read: |r| r.reader.dice_bonus(),
    print: |p, bonus| match dice_bonus_text(*bonus) {
        Some(text) => p.push(&text),
        None => p,
    },
    keywords: Keywords::Words(&["bonus", "penalty"]),
};

piece! {
    /// A unit that supports a phase, and its target in counter-battery fire.
    SUPPORT: Support { unit, counter } = (unit UNIT) (counter after!("counter", UNIT))
}

piece! {
    SCRUD_FORCE: Force { who, dice, support } = (who FORCES) (dice BONUS) (support list_after!("support", SUPPORT))
}

pub(super) const REROLLED: Piece<Vec<DieOf>> =
    Piece { read: |r| r.joined(&DIE), print: |p, dice| p.joined(&DIE, dice), keywords: DIE.keywords };

/// A die to reroll: of several of a unit, the first, or `die N`.
const DIE: Piece<DieOf> = Piece {
    read: |r| Ok(DieOf(r.read(&FORCE)?, r.after("die", &number!(u8: "the number of a die", 0, 255))?.unwrap_or(1))),
    print: |p, DieOf(who, nth)| p.put(&FORCE, who).put_after("die", (*nth != 1).then_some(nth)),
    keywords: Keywords::Words(&["die"]),
};

pub(super) const ARGUMENT: Piece<Box<Argument>> = Piece {
    read: |r| r.read(&PLAIN_ARGUMENT).map(Box::new),
    print: |p, argument| p.put(&PLAIN_ARGUMENT, argument),
    keywords: PLAIN_ARGUMENT.keywords,
};

piece! {
    PLAIN_ARGUMENT: Argument { claim, by, pro, con, verdict, effect } =
        (claim text!("the claim, in quotes")) (by after!("by", SIDE))
        (pro after!("for", text!("a reason for it, in quotes"))) (con after!("against", text!("a reason against it, in quotes")))
        (verdict VERDICT) (effect after!("then", EFFECT))
}

/// `succeeds`, `fails`, `roll 2d6 7+`, `test 4+`
const VERDICT: Piece<Verdict> = Piece {
    read: |r| {
        let words = [("succeeds", Some(Verdict::Succeeds)), ("fails", Some(Verdict::Fails)), ("test", None)];
        Ok(match r.reader.accept_one_of(&words) {
            Some(Some(verdict)) => verdict,
            Some(None) => Verdict::Roll(Dice(1, Die::D6), r.need()?),
            None => {
                r.reader.require_word("roll")?;
                let dice = dice(&mut r.reader)?.ok_or_else(|| r.reader.unexpected())?;
                Verdict::Roll(dice, r.need()?)
            }
        })
    },
    print: |p, verdict| match *verdict {
        Verdict::Succeeds => p.push("succeeds"),
        Verdict::Fails => p.push("fails"),
        Verdict::Roll(Dice(1, Die::D6), need) => p.push("test").push(&need_text(need)),
        Verdict::Roll(dice, need) => p.push("roll").number(&dice).push(&need_text(need)),
    },
    keywords: Keywords::Words(&["succeeds", "fails", "roll", "test"]),
};

fn need_text(need: Need) -> String {
    match need {
        Need::AtLeast(least) => format!("{least}+"),
        Need::AtMost(most) => format!("{most}-"),
    }
}

impl OrderReader<'_> {
    pub(super) fn stand(&mut self) -> Parsed<Order> {
        let side = self.read(&SIDE)?;
        Ok(Order::Reroll { battle: self.battle_of_throw(side)?, side, dice: Vec::new() })
    }

    /// `for SIDE`, or the side of the first die.
    pub(super) fn rerolling_side(&mut self, dice: &[DieOf]) -> Parsed<SideId> {
        let side = self.after("for", &SIDE)?.or_else(|| self.state.side_of(dice.first()?.0));
        Ok(side.unwrap_or(SideId(0)))
    }

    /// The battle in which a side may reroll: the named one, or the only one.
    pub(super) fn battle_of_throw(&mut self, side: SideId) -> Parsed<BattleId> {
        let waits = |b: &&Battle| matches!(b.pending_decision(), Some(PendingDecision::Rerolls(s, _)) if s == side);
        let mut waiting = self.state.open_battles().filter(waits);
        let (first, second) = (waiting.next(), waiting.next());
        let shown = [first, second].into_iter().flatten().chain(waiting).find(|b| Some(b.id) == self.shown_battle);
        match (first, second, self.state.open_battles().count()) {
            _ if shown.is_some() => self.in_battle(),
            (Some(battle), None, 2..) if !self.reader.accept_word("in") => Ok(battle.id),
            (Some(_), None, 2..) => self.read(&BATTLE),
            _ => self.in_battle(),
        }
    }

    /// `7+` or `7-`
    fn need(&mut self) -> Parsed<Need> {
        const WHAT: &str = "a target number, such as 7+ or 4-";
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

/// The units that are tested. The name of a test may follow theirs without a keyword.
pub(super) const TESTED: Piece<Vec<Id>> = plain!(
    |r| {
        r.reader.name_ends = r.state.test_names();
        let who = r.read(&FORCES);
        r.reader.name_ends.clear();
        who
    },
    |p, who| p.put(&FORCES, who)
);

pub(super) const TEST: Piece<Text> =
    plain!(|r| r.reader.any_word(Expected::OneOf(r.state.test_names())), |p, test| p.quote(test));

/// `for TEST`; the word may be left out.
pub(super) const TEST_FOR: Piece<Text> = word_before!("for", TEST);

pub(super) const WEAPON: Piece<Text> = one_named!(r, r.state.book().weapons);

pub(super) const VOLLEY: Piece<Volley> = Piece {
    read: |r| {
        let unit = r.read(&UNIT)?;
        r.reader.require_word("at")?;
        let at = r.read(&STACKS_OR_UNITS)?;
        let mut volley = Volley { unit, at, range: None, weapon: None, cover: false, general: false, anyway: None };
        loop {
            if volley.range.is_none() && r.reader.accept_word("range") {
                volley.range = Some(r.reader.bounded_number("a range", 1, 255)?);
            } else if r.reader.accept_word("with") {
                if !volley.general && r.reader.accept_word("general") {
                    volley.general = true;
                } else {
                    volley.weapon = Some(r.read(&WEAPON)?);
                }
            } else if r.reader.in_cover()? {
                volley.cover = true;
            } else {
                volley.anyway = r.read(&ANYWAY)?;
                return Ok(volley);
            }
        }
    },
    print: |p, volley| {
        p.put(&UNIT, &volley.unit).push("at").put(&STACKS_OR_UNITS, &volley.at).put_after("range", volley.range);
        p.after("with", volley.weapon.as_ref(), &WEAPON).put_if(volley.general, "with general");
        p.put_if(volley.cover, "in cover").put(&ANYWAY, &volley.anyway)
    },
    keywords: Keywords::All(&[&Keywords::Words(&["at", "range", "with", "in"]), &ANYWAY.keywords]),
};
