//! Parses and prints bare rolls against a target: dice tests (`test 4+`, `3x pass-all 2d 4- in parallel`), volleys
//! (`volley rifles range 2 at artillery in cover`) and blows (`3x blow 12 v 9 dmg 8 dr 3`). Source: RULES 3, 4.5, 5.8.

use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        names::quote_if_needed,
        reader::{Expected, Reader},
    },
    rules::{
        dice_test::{RollOrder, TestRoll},
        roll::BlowRoll,
        volley::{FireSource, VolleyRoll},
    },
};
use std::{fmt::Write as _, ops::Range};
use wardiary_base::{
    book::{
        DiceTest, Passing, Rulebook, Target, dice_test::MAX_DICE as MAX_TEST_DICE, weapons::MAX_DICE as MAX_VOLLEY_DICE,
    },
    text::{self, Text, name_match::position_named},
};

const MAX: u32 = u16::MAX as u32;

impl Reader<'_> {
    pub(super) fn blow(&mut self, times: u8) -> Parsed<BlowRoll> {
        let ap = self.bounded_number("an attack power", 0, MAX)?;
        self.require_word("v")?;
        let dp = self.bounded_number("a defense power", 0, MAX)?;
        let dmg = if self.accept_word("dmg") { self.bounded_number("a damage", 0, MAX)? } else { 0 };
        let dr = if self.accept_word("dr") { self.bounded_number("a damage reduction", 0, MAX)? } else { 0 };
        Ok(BlowRoll { times, ap, dp, dmg, dr })
    }
}

pub(super) fn blow_text(roll: &BlowRoll) -> String {
    let BlowRoll { times, ap, dp, dmg, dr } = roll;
    let mut text = if *times == 1 { String::new() } else { format!("{times}x ") };
    write!(text, "blow {ap} v {dp}").expect("a string takes all");
    for (word, number) in [("dmg", dmg), ("dr", dr)] {
        if *number > 0 {
            write!(text, " {word} {number}").expect("a string takes all");
        }
    }
    text
}

impl Reader<'_> {
    pub(super) fn volley(&mut self, book: &Rulebook) -> Parsed<VolleyRoll> {
        let fire = self.fire(book)?;
        self.require_word("at")?;
        let mut at: Vec<Text> = Vec::new();
        loop {
            let place = self.next_range();
            let class = self.target_class(book)?;
            if at.contains(&class) {
                let what = format!("{class} is named twice");
                let hint = Some("targets in one place share the same roll, so name each class once".into());
                return Err(NotationError { at: place, reason: what, hint });
            }
            at.push(class);
            if !self.accept_sign('+') {
                break;
            }
        }
        let cover = self.in_cover()?;
        Ok(VolleyRoll { source: fire, at, cover })
    }

    /// `in cover`, or nothing.
    pub(in crate::notation) fn in_cover(&mut self) -> Parsed<bool> {
        let says = self.accept_word("in");
        if says {
            self.require_word("cover")?;
        }
        Ok(says)
    }

    /// `6`, or `rifles range 2`.
    fn fire(&mut self, book: &Rulebook) -> Parsed<FireSource> {
        if let Some(dice) = self.number_if_any("a number of dice", 1, MAX_VOLLEY_DICE.into())? {
            return Ok(FireSource::Dice(u8::try_from(dice).expect("checked to be a few")));
        }
        let names: Vec<&Text> = book.weapons.iter().map(|w| &w.name).collect();
        let (name, at) = self.one_named("weapon", &names)?;
        let weapon = book.weapon(&name).expect("it is one of the book's");
        let range = if self.accept_word("range") { self.bounded_number("a range", 1, 255)? } else { 1 };
        if weapon.at_range(range).is_some() {
            return Ok(FireSource::Weapon { name, range });
        }
        let what = format!("{name} can't reach range {range}");
        Err(NotationError { at, reason: what, hint: Some(format!("the maximum range is {}", weapon.dice.len())) })
    }

    /// Reads the name of a target class, or of a troop type that has one.
    fn target_class(&mut self, book: &Rulebook) -> Parsed<Text> {
        let classes = book.targets.iter().map(|t| &t.name);
        let troops = book.troops.iter().map(|t| &t.name).filter(|name| book.target(name).is_none());
        let names: Vec<&Text> = classes.chain(troops).collect();
        let (name, _) = self.one_named("target", &names)?;
        Ok(book.target(&name).unwrap_or_else(|| book.target_of(&name)).name.clone())
    }

    /// Reads one of these names or an unambiguous prefix of one, quoted or as plain words.
    fn one_named(&mut self, what: &str, names: &[&Text]) -> Parsed<(Text, Range<usize>)> {
        self.expect(Expected::one_of(names.iter().copied()));
        fail_if!(!matches!(self.peek(), Some(Token::Word(_) | Token::Quoted(_))), self.unexpected());
        let start = self.next_range();
        let (typed, at) = self.plain_name().ok_or_else(|| self.unexpected())?;
        let lower = typed.to_lowercase();
        let exact = position_named(names.iter().copied(), &typed).map(|at| names[at]);
        let begin: Vec<&Text> =
            names.iter().copied().filter(|name| name.to_lowercase().starts_with(lower.raw())).collect();
        match (exact, begin.as_slice()) {
            (Some(name), _) | (None, &[name]) => Ok((name.clone(), start.start..at.end)),
            (None, []) => Err(NotationError {
                at,
                reason: format!("there is no {what} “{}”", typed.as_name()),
                hint: Some(match text::nearest(&typed, names.iter().copied()) {
                    Some(near) => format!("did you mean {}?", quote_if_needed(near)),
                    None => format!("available: {}", text::list(names)),
                }),
            }),
            (None, several) => Err(NotationError {
                at,
                reason: format!("“{}” matches {} names", typed.as_name(), several.len()),
                hint: Some(format!(
                    "write {}",
                    several.iter().map(|n| quote_if_needed(*n)).collect::<Vec<_>>().join(" or ")
                )),
            }),
        }
    }
}

pub(super) fn volley_text(roll: &VolleyRoll) -> String {
    let fire = match &roll.source {
        FireSource::Dice(dice) => dice.to_string(),
        FireSource::Weapon { name, range } => format!("{} range {range}", quote_if_needed(name)),
    };
    let at: Vec<String> = roll.at.iter().map(quote_if_needed).collect();
    format!("volley {fire} at {}{}", at.join(" + "), if roll.cover { " in cover" } else { "" })
}

const TARGETS: &str = "`4+` is 4 or more, `4-` is 4 or less, of 1 to 6";

impl Reader<'_> {
    /// `4+`, `4-`
    fn target(&mut self) -> Parsed<Target> {
        self.expect(Expected::Free("a target number, such as 4+ or 4-"));
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
                let what = format!("a `+` or `-` is missing: {number}+ or {number}-?");
                return Err(NotationError { at, reason: what, hint: Some(TARGETS.into()) });
            }
        }
        // A number above 255 is not a face either and is refused below.
        let face = u8::try_from(number).unwrap_or(u8::MAX);
        let target = if least { Target::AtLeast(face) } else { Target::AtMost(face) };
        if target.fault().is_none() {
            return Ok(target);
        }
        let what = format!("a D6 shows 1 to 6, so it can't be tested for {number}{}", if least { '+' } else { '-' });
        Err(NotationError { at, reason: what, hint: Some(TARGETS.into()) })
    }

    /// `2d`
    fn test_dice(&mut self) -> Parsed<u8> {
        self.expect(Expected::Free("a number of dice, such as 2d"));
        let Some(Token::Word(word)) = self.peek() else { return Err(self.unexpected()) };
        let lower = word.to_lowercase();
        let digits = lower.strip_suffix('d').or_else(|| lower.strip_suffix("d6"));
        let Some(Ok(number)) = digits.map(str::parse::<u32>) else { return Err(self.unexpected()) };
        let dice = u8::try_from(number).ok().filter(|dice| (1..=MAX_TEST_DICE).contains(dice));
        let dice = dice.ok_or_else(|| NotationError {
            at: self.next_range(),
            reason: format!("a test takes 1 to {MAX_TEST_DICE} dice, not {number}"),
            hint: Some("for two dice per test write `2d`".into()),
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

pub(super) fn test_text(roll: &TestRoll) -> String {
    let times = if roll.times == 1 { String::new() } else { format!("{}x ", roll.times) };
    let way = if roll.roll_order == RollOrder::Parallel { " in parallel" } else { "" };
    format!("{times}{}{way}", roll.test)
}
