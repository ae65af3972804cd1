//! Parses and prints dice tests: `test 4+`, `3x pass-all 2d 4- in parallel`. Source: RULES 3.

use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        reader::{Expected, Reader},
    },
    rules::dice_test::{RollOrder, TestRoll},
};
use wardiary_base::book::{DiceTest, Passing, Target, dice_test::MAX_DICE};

const TARGETS: &str = "`4+` is 4 or more, `4-` is 4 or less, of 1 to 6";

impl Reader<'_> {
    /// `4+`, `4-`
    fn target(&mut self) -> Parsed<Target> {
        self.expect(Expected::Free("what a die must show, such as 4+ or 4-"));
        let mut at = self.next_range();
        let (digits, least) = match self.peek() {
            Some(Token::Number(face)) => (face.to_string(), true),
            Some(Token::Word(word)) => match word.strip_suffix(['-', '−']) {
                Some(digits) => (digits.to_string(), false),
                None => return Err(self.unexpected()),
            },
            _ => return Err(self.unexpected()),
        };
        let Ok(number) = digits.parse::<u32>() else { return Err(self.unexpected()) };
        self.advance();
        if least {
            at.end = self.next_range().end;
            if !self.accept_sign('+') {
                let what = format!("is that {number}+ or {number}-?");
                return Err(NotationError { at, message: what, hint: Some(TARGETS.into()) });
            }
        }
        // A number above 255 is no face either and is refused below.
        let face = u8::try_from(number).unwrap_or(u8::MAX);
        let target = if least { Target::AtLeast(face) } else { Target::AtMost(face) };
        if target.fault().is_none() {
            return Ok(target);
        }
        let what = format!("a D6 shows 1 to 6, so no test is {number}{}", if least { '+' } else { '-' });
        Err(NotationError { at, message: what, hint: Some(TARGETS.into()) })
    }

    /// `2d`
    fn test_dice(&mut self) -> Parsed<u8> {
        self.expect(Expected::Free("how many dice a test takes, such as 2d"));
        let Some(Token::Word(word)) = self.peek() else { return Err(self.unexpected()) };
        let lower = word.to_lowercase();
        let digits = lower.strip_suffix('d').or_else(|| lower.strip_suffix("d6"));
        let Some(Ok(number)) = digits.map(str::parse::<u32>) else { return Err(self.unexpected()) };
        let dice = u8::try_from(number).ok().filter(|dice| (1..=MAX_DICE).contains(dice));
        let dice = dice.ok_or_else(|| NotationError {
            at: self.next_range(),
            message: format!("a test takes 1 to {MAX_DICE} dice, not {number}"),
            hint: Some("two dice for each test are `2d`".into()),
        })?;
        self.advance();
        Ok(dice)
    }

    /// `pass-one 2d 4-`, `pass-all 2d 4-`, if it comes next.
    pub(in crate::notation) fn several_dice_test(&mut self) -> Parsed<Option<DiceTest>> {
        let Some(pass) = self.accept_one_of(&[("pass-one", Passing::One), ("pass-all", Passing::All)]) else {
            return Ok(None);
        };
        Ok(Some(DiceTest { dice: self.test_dice()?, needs: self.target()?, pass }))
    }

    /// `test 4+`, or a test of several dice, if one comes next.
    pub(super) fn dice_test_if_any(&mut self) -> Parsed<Option<DiceTest>> {
        if self.accept_word("test") {
            return Ok(Some(DiceTest { dice: 1, needs: self.target()?, pass: Passing::One }));
        }
        self.several_dice_test()
    }

    /// `in parallel` or `in series`; by default in series.
    pub(super) fn roll_order(&mut self) -> Parsed<RollOrder> {
        if !self.accept_word("in") {
            return Ok(RollOrder::Series);
        }
        let way = self.accept_one_of(&[("parallel", RollOrder::Parallel), ("series", RollOrder::Series)]);
        way.ok_or_else(|| self.unexpected())
    }
}

/// Prints a roll of tests in canonical form.
pub(super) fn test_text(roll: &TestRoll) -> String {
    let times = if roll.times == 1 { String::new() } else { format!("{}x ", roll.times) };
    let way = if roll.roll_order == RollOrder::Parallel { " in parallel" } else { "" };
    format!("{times}{}{way}", roll.test)
}
