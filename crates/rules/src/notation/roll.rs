//! Parses and prints bare rolls, which need no campaign.

mod fire;
mod scrud;

use super::{
    NotationError, Parsed,
    lexer::Token,
    names::quote_if_needed,
    reader::{Expected, Reader},
};
use crate::rules::{
    dice_test::{RollOrder, TestRoll},
    roll::Roll,
};
use std::{
    fmt::{self, Write as _},
    sync::Arc,
};
use wardiary_base::{
    book::{Ladder, Rulebook},
    dice::{Dice, DiceFormula, DiceTerm, TermCount, split_minus},
    text::{self, Text},
};

pub trait RulesLibrary {
    /// The rulebook with this name, or else the ladder.
    fn find(&self, name: &str) -> Option<NamedRules>;
    fn names(&self) -> Vec<Text>;
}

/// The rules that a name at the end of a roll refers to.
#[derive(Clone, Debug, PartialEq)]
pub enum NamedRules {
    /// A rulebook, which replaces the current one.
    Book(Arc<Rulebook>),
    /// A ladder, which replaces only the ladder of the current rulebook.
    Ladder(Ladder),
}

impl NamedRules {
    /// The rules for a roll that would otherwise use `book`.
    fn applied_to(self, book: &Rulebook) -> Arc<Rulebook> {
        match self {
            Self::Book(named) => named,
            Self::Ladder(ladder) => Arc::new(book.clone().with_ladder(ladder)),
        }
    }
}

/// Parses a roll under this rulebook, or the one it names.
pub fn parse_roll(text: &str, book: &Rulebook, books: &dyn RulesLibrary) -> Parsed<Roll> {
    parse_roll_without_hints(text, book, books).map_err(|error| {
        // The dice of two sides without the verb `scrud`.
        let combat = format!("scrud {text}");
        if parse_roll_without_hints(&combat, book, books).is_ok() {
            let hint = format!("write `{}`", combat.trim_end());
            let reason = "a roll for a combat begins with `scrud`".into();
            return NotationError { at: 0..0, reason, hint: Some(hint) };
        }
        let hints: Vec<String> = closed_up(text).into_iter().chain(error.hint.clone()).collect();
        NotationError { hint: (!hints.is_empty()).then(|| hints.join("; ")), ..error }
    })
}

/// A hint for dice with blanks in the wrong places, and for dice that are subtracted: `8d6 >= 5`, `3x2d6`, `10-2d6`.
fn closed_up(text: &str) -> Option<String> {
    let bare: String = text.split_whitespace().collect();
    if let Some((number, dice)) = bare.split_once('-')
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(DiceTerm::parse(dice), Some(Ok(_)))
    {
        return Some(format!("dice can be added, as in `{dice}+{number}`, but not subtracted"));
    }
    let (times, dice) = match bare.split_once(['x', 'X']) {
        Some((times, dice)) if times.parse().is_ok_and(|times: u8| (1..=100).contains(&times)) => {
            (format!("{times}x "), dice)
        }
        _ => (String::new(), bare.as_str()),
    };
    dice.parse::<DiceFormula>().ok().map(|formula| format!("write `{times}{formula}`"))
}

fn parse_roll_without_hints(text: &str, book: &Rulebook, books: &dyn RulesLibrary) -> Parsed<Roll> {
    let mut reader = RollReader { reader: Reader::new(text)?, books };
    let roll = reader.roll(book)?;
    reader.reader.end()?;
    Ok(roll)
}

/// Prints a roll in canonical form. Parsing it gives the same roll.
pub fn roll_text(roll: &Roll, book: &Rulebook) -> String {
    match roll {
        Roll::Sum { times, formula } => repeated_text(*times, formula),
        Roll::Edna { times, edna, dice } => {
            let mut text = repeated_text(*times, &format_args!("edna {edna}"));
            if let Some(dice) = dice {
                write!(text, " with {dice}").expect("a string takes all");
            }
            text
        }
        Roll::Initiative => "initiative".into(),
        Roll::Test(test) => fire::test_text(test),
        Roll::Volley(volley) => fire::volley_text(volley),
        Roll::Blow(blow) => fire::blow_text(blow),
        Roll::Scrud(scrud) => scrud::scrud_text(scrud, book),
        Roll::Table { name } => format!("consult {}", quote_if_needed(name)),
    }
}

/// `3x 2d6`; a single roll without the number.
pub(super) fn repeated_text(times: u8, roll: &dyn fmt::Display) -> String {
    if times == 1 { roll.to_string() } else { format!("{times}x {roll}") }
}

struct RollReader<'a> {
    reader: Reader<'a>,
    books: &'a dyn RulesLibrary,
}

impl RollReader<'_> {
    fn roll(&mut self, book: &Rulebook) -> Parsed<Roll> {
        let times = self.reader.times()?;
        if self.reader.accept_word("edna") {
            let edna = self.reader.bounded_number("an EDNA", 1, 200)?;
            let dice = if self.reader.accept_word("with") {
                Some(self.dice()?.ok_or_else(|| self.reader.unexpected())?)
            } else {
                None
            };
            return Ok(Roll::Edna { times: times.unwrap_or(1), edna, dice });
        }
        if let Some(test) = self.reader.dice_test_if_any()? {
            let at = self.reader.next_range();
            let way = self.reader.roll_order()?;
            if way == RollOrder::Parallel && book.tests.objection(false).is_some() {
                let what = "dice that pass earn bonuses, which can't be counted in parallel".into();
                return Err(NotationError { at, reason: what, hint: Some("leave out `in parallel`".into()) });
            }
            return Ok(Roll::Test(TestRoll { times: times.unwrap_or(1), test, roll_order: way }));
        }
        if self.reader.accept_word("blow") {
            return self.reader.blow(times.unwrap_or(1)).map(Roll::Blow);
        }
        if times.is_none() && self.reader.accept_word("consult") {
            return self.table(book);
        }
        if times.is_none() && self.reader.accept_word("volley") {
            return self.reader.volley(book).map(Roll::Volley);
        }
        if times.is_none() && self.reader.accept_word("scrud") {
            return self.scrud(book).map(Roll::Scrud);
        }
        if times.is_none() && self.reader.accept_word("initiative") {
            return Ok(Roll::Initiative);
        }
        match self.reader.formula()? {
            Some(formula) => Ok(Roll::Sum { times: times.unwrap_or(1), formula }),
            None => Err(self.reader.unexpected()),
        }
    }

    fn table(&mut self, book: &Rulebook) -> Parsed<Roll> {
        let names: Vec<&Text> = book.tables.iter().map(|table| &table.name).collect();
        self.reader.expect(Expected::one_of(names.iter().copied()));
        let (name, at) = self.reader.plain_name().ok_or_else(|| self.reader.unexpected())?;
        if let Some(table) = book.tables.find_by_prefix(&name) {
            let at = self.reader.next_range();
            if self.reader.accept_word("for") {
                let what = "a table can be consulted for a force only in a save".into();
                let hint = Some(format!(
                    "roll without a force: `consult {}`; in a save: `wardiary do SAVE \"consult … for …\"`",
                    quote_if_needed(&table.name)
                ));
                return Err(NotationError { at, reason: what, hint });
            }
            return Ok(Roll::Table { name: table.name.clone() });
        }
        let hint = match text::nearest(&name, names.iter().copied()) {
            Some(near) => format!("did you mean {}?", quote_if_needed(near)),
            None if names.is_empty() => "this rulebook has no tables; `--rules campaign` has some".into(),
            None => format!("available: {}", text::list(&names)),
        };
        let what = format!("there is no table “{}”", name.as_name());
        Err(NotationError { hint: Some(hint), ..NotationError::new(at, what) })
    }

    fn dice(&mut self) -> Parsed<Option<Dice>> {
        dice(&mut self.reader)
    }
}

impl Reader<'_> {
    /// Dice and numbers in any order, with `+` between them: `9+2d6`, `1d10+1d6-1`.
    pub(super) fn formula(&mut self) -> Parsed<Option<DiceFormula>> {
        self.expect(Expected::Free("dice such as 2d6"));
        let (mut terms, mut plus) = (Vec::new(), 0i32);
        let begin = self.next_range();
        loop {
            if let Some(Token::Number(number)) = self.peek() {
                plus = plus.saturating_add(i32::try_from(*number).unwrap_or(i32::MAX));
                self.advance();
            } else if let Some((term, minus)) = self.term()? {
                terms.push(term);
                plus = plus.saturating_sub(minus);
            } else if terms.is_empty() {
                return Ok(None);
            } else {
                return Err(self.unexpected());
            }
            plus = plus.saturating_add(self.minus().into());
            if !self.accept_sign('+') {
                break;
            }
        }
        if matches!(self.peek(), Some(Token::Word(word)) if ["advantage", "disadvantage"].contains(&word.as_str())) {
            let reason = "only a single die has advantage or disadvantage";
            let hint = "write `d20 advantage+5`, or `2d6kh1` to keep the higher of two dice".to_string();
            return Err(NotationError { hint: Some(hint), ..NotationError::new(self.next_range(), reason) });
        }
        let at = begin.start..self.next_range().start;
        DiceFormula::checked(terms, plus).map(Some).map_err(|reason| NotationError::new(at, reason))
    }

    /// `4d6kh3`, and a number subtracted in the same word: `4d6kh3-1`. `d20 advantage` is `2d20kh1`.
    fn term(&mut self) -> Parsed<Option<(DiceTerm, i32)>> {
        let Some(Token::Word(word)) = self.peek() else { return Ok(None) };
        let (dice, minus) = split_minus(word);
        let Some(read) = DiceTerm::parse(dice) else { return Ok(None) };
        let term = read.map_err(|error| NotationError {
            hint: error.hint(),
            ..NotationError::new(self.next_range(), error.to_string())
        })?;
        self.advance();
        let single = DiceTerm { dice: Dice(1, term.dice.1), count: TermCount::Sum } == term;
        for (word, count) in [("advantage", TermCount::Highest(1)), ("disadvantage", TermCount::Lowest(1))] {
            if single && self.accept_word(word) {
                return Ok(Some((DiceTerm { dice: Dice(2, term.dice.1), count }, minus.into())));
            }
        }
        Ok(Some((term, minus.into())))
    }

    /// `3x`
    pub(super) fn times(&mut self) -> Parsed<Option<u8>> {
        self.expect(Expected::Free("a number of times such as 3x"));
        let Some(Token::Word(word)) = self.peek() else { return Ok(None) };
        let Some(Ok(times)) = word.strip_suffix(['x', 'X']).map(str::parse::<u32>) else { return Ok(None) };
        let at = self.next_range();
        let times = u8::try_from(times).ok().filter(|n| (1..=100).contains(n));
        let times = times.ok_or_else(|| NotationError {
            at,
            reason: "a roll can be repeated 1 to 100 times".into(),
            hint: None,
        })?;
        self.advance();
        Ok(Some(times))
    }

    /// `-1` or `- 1`; 0 if nothing is subtracted.
    fn minus(&mut self) -> i16 {
        if let (Some(Token::Word(sign)), Some(Token::Number(number))) = (self.peek(), self.peek_second())
            && sign == "-"
            && let Ok(number @ 0..=1000) = i16::try_from(*number)
        {
            self.advance();
            self.advance();
            return -number;
        }
        let minus = match self.peek() {
            Some(Token::Word(word)) => word.parse::<i16>().ok().filter(|minus| (-1000..=0).contains(minus)),
            _ => None,
        };
        minus.iter().for_each(|_| self.advance());
        minus.unwrap_or(0)
    }
}

/// `3d10`
pub(super) fn dice(reader: &mut Reader) -> Parsed<Option<Dice>> {
    reader.expect(Expected::Free("dice such as 2d6"));
    let Some(Token::Word(word)) = reader.peek() else { return Ok(None) };
    let Some(read) = Dice::parse(word) else { return Ok(None) };
    let dice = read.map_err(|what| NotationError { at: reader.next_range(), reason: what, hint: None })?;
    reader.advance();
    Ok(Some(dice))
}
