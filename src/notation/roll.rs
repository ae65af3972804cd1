//! Rolls read from text and written as text.

use super::{
    NotationError,
    reader::{Expected, Reader, Token},
};
use crate::{
    book::Rulebook,
    dice::{Dice, Die},
    rules::{
        dice_test::TestRoll,
        roll::{Group, Role, Roll, ScrudRoll},
        support::Duty,
    },
};
use std::{fmt::Write as _, sync::Arc};

/// The rulebooks that a roll can name.
pub trait Books {
    /// The book, or the ladder laid over the default book, of that name.
    fn named(&self, name: &str) -> Option<Arc<Rulebook>>;
    /// All the names.
    fn names(&self) -> Vec<String>;
}

type Read<T> = Result<T, NotationError>;

/// Reads a roll under the given rules, or those it names.
///
/// # Errors
/// Where the text stops making sense, and what could stand there.
pub fn roll(text: &str, book: &Rulebook, books: &dyn Books) -> Read<Roll> {
    let mut reader = RollReader { reader: Reader::new(text)?, books };
    let roll = reader.roll(book)?;
    reader.reader.end()?;
    Ok(roll)
}

/// A roll in its canonical text, which reads back as the same roll.
#[must_use]
pub fn roll_text(roll: &Roll, book: &Rulebook) -> String {
    match roll {
        Roll::Sum { dice, plus: 0 } => dice.to_string(),
        Roll::Sum { dice, plus } => format!("{dice}{plus:+}"),
        Roll::Edna { times, edna, dice } => {
            let mut text = if *times == 1 { String::new() } else { format!("{times}x ") };
            write!(text, "edna {edna}").expect("a string takes all");
            if let Some(dice) = dice {
                write!(text, " with {dice}").expect("a string takes all");
            }
            text
        }
        Roll::Initiative => "initiative".into(),
        // ---- dice tests and volleys
        Roll::Test(test) => super::dice_test::test_text(test),
        Roll::Volley(volley) => super::volley::volley_text(volley),
        Roll::Blow(blow) => super::blow::blow_text(blow),
        Roll::Scrud(scrud) => {
            let book = scrud.book.as_deref().unwrap_or(book);
            let party = |groups: &[Group]| {
                let texts = groups.iter().map(|g| {
                    let grade = book.ladder.name(g.grade).to_lowercase();
                    match (g.role.duty(), g.count) {
                        (None, n) => format!("{n} {grade}"),
                        (Some(duty), 1) => format!("{} {grade}", duty.word()),
                        (Some(duty), n) => format!("{n} {} {grade}", duty.word()),
                    }
                });
                texts.collect::<Vec<_>>().join(" + ")
            };
            let mut text = format!("scrud {} v {}", party(&scrud.first), party(&scrud.second));
            if scrud.phases != 1 {
                write!(text, " phases {}", scrud.phases).expect("a string takes all");
            }
            if let Some(book) = &scrud.book {
                write!(text, " {}", super::quoted(&book.name)).expect("a string takes all");
            }
            text
        }
    }
}

struct RollReader<'a> {
    reader: Reader<'a>,
    books: &'a dyn Books,
}

impl RollReader<'_> {
    fn roll(&mut self, book: &Rulebook) -> Read<Roll> {
        let times = self.times()?;
        if self.reader.word("edna") {
            let edna = self.reader.small("an EDNA", 1, 200)?;
            let dice = if self.reader.word("with") {
                Some(self.dice()?.ok_or_else(|| self.reader.unexpected())?)
            } else {
                None
            };
            return Ok(Roll::Edna { times: times.unwrap_or(1), edna, dice });
        }
        // ---- dice tests and volleys
        if let Some(test) = self.reader.dice_test_if_any()? {
            return Ok(Roll::Test(TestRoll { times: times.unwrap_or(1), test, way: self.reader.way()? }));
        }
        if self.reader.word("blow") {
            return self.reader.blow(times.unwrap_or(1)).map(Roll::Blow);
        }
        if times.is_some() {
            return Err(self.reader.unexpected());
        }
        if self.reader.word("volley") {
            return self.reader.volley(book).map(Roll::Volley);
        }
        if self.reader.word("scrud") {
            return self.scrud(book).map(Roll::Scrud);
        }
        if self.reader.word("initiative") {
            return Ok(Roll::Initiative);
        }
        match self.dice()? {
            Some(dice) => Ok(Roll::Sum { dice, plus: self.plus()? }),
            None => Err(self.reader.unexpected()),
        }
    }

    /// `3x`
    fn times(&mut self) -> Read<Option<u8>> {
        self.reader.expect(Expected::Free("a number of times such as 3x"));
        let Some(Token::Word(word)) = self.reader.peek() else { return Ok(None) };
        let Some(Ok(times)) = word.strip_suffix(['x', 'X']).map(str::parse::<u32>) else { return Ok(None) };
        let at = self.reader.here();
        let times = u8::try_from(times).ok().filter(|n| (1..=100).contains(n));
        let times =
            times.ok_or_else(|| NotationError { at, what: "a roll is made 1 to 100 times".into(), hint: None })?;
        self.reader.advance();
        Ok(Some(times))
    }

    fn dice(&mut self) -> Read<Option<Dice>> {
        dice(&mut self.reader)
    }

    /// `+1`, `-1`
    fn plus(&mut self) -> Read<i16> {
        if self.reader.sign('+') {
            return self.reader.small("what is added", 0, 1000);
        }
        let Some(Token::Word(word)) = self.reader.peek() else { return Ok(0) };
        match word.parse::<i16>() {
            Ok(minus @ -1000..=0) => {
                self.reader.advance();
                Ok(minus)
            }
            _ => Ok(0),
        }
    }

    fn scrud(&mut self, book: &Rulebook) -> Read<ScrudRoll> {
        // The grades are those of the rulebook that is named at the end, so they are looked up last.
        let first = self.party()?;
        self.reader.need_word("v")?;
        let second = self.party()?;
        let (mut phases, mut counted) = (1, false);
        let mut named: Option<Arc<Rulebook>> = None;
        loop {
            let here = self.reader.here();
            let twice = |what: &str| {
                let hint = Some("say it once".into());
                NotationError { at: here.clone(), what: format!("{what} is said twice"), hint }
            };
            if self.reader.word("phases") {
                if std::mem::replace(&mut counted, true) {
                    return Err(twice("the number of phases"));
                }
                phases = self.reader.small("a number of phases", 1, 99)?;
                continue;
            }
            self.reader.expect(Expected::OneOf(self.books.names()));
            let Some(Token::Word(word) | Token::Quoted(word)) = self.reader.peek() else { break };
            let Some(book) = self.books.named(word) else { break };
            if named.replace(book).is_some() {
                return Err(twice("the rulebook"));
            }
            self.reader.advance();
        }
        let ladder = &named.as_deref().unwrap_or(book).ladder;
        let graded = |groups: Vec<Written>| -> Read<Vec<Group>> {
            let groups = groups.into_iter().map(|group| {
                let grade = match &group.grade {
                    None => ladder.neutral(),
                    Some((word, at)) => ladder.find(word).ok_or_else(|| {
                        let names: Vec<&str> = ladder.grades.iter().map(|g| g.name.as_str()).collect();
                        let shown = crate::text::presentable(word);
                        NotationError {
                            at: at.clone(),
                            what: format!("the ladder “{}” has no grade “{shown}”", ladder.name),
                            hint: Some(match crate::text::nearest(word, names.iter().copied()) {
                                Some(near) => format!("perhaps `{near}`"),
                                None => format!("it has {}", crate::text::list(&names)),
                            }),
                        }
                    })?,
                };
                Ok(Group { count: group.count, role: group.role, grade })
            });
            groups.collect()
        };
        Ok(ScrudRoll { first: graded(first)?, second: graded(second)?, phases, book: named })
    }

    fn party(&mut self) -> Read<Vec<Written>> {
        let start = self.reader.here().start;
        let mut groups = vec![self.group()?];
        while self.reader.sign('+') {
            groups.push(self.group()?);
        }
        let dice: u32 = groups.iter().map(|g| u32::from(g.count)).sum();
        let units = groups.iter().filter(|g| g.role == Role::Unit).count();
        let at = start..self.reader.here().start;
        if units == 0 {
            return Err(NotationError { at, what: "a side needs at least one unit die".into(), hint: None });
        }
        if dice > 200 {
            return Err(NotationError { at, what: format!("a side rolls up to 200 dice, not {dice}"), hint: None });
        }
        Ok(groups)
    }

    /// `4 green`, `4`, `artillery blue`
    fn group(&mut self) -> Read<Written> {
        let count = self.reader.number_if_any("a number of dice", 1, 200)?;
        let roles = [Role::Artillery, Role::CounterBattery, Role::Aircraft, Role::AirDefence];
        let words = roles.map(|role| (role.duty().map_or("", Duty::word), role));
        let role = self.reader.one_of(&words).unwrap_or(Role::Unit);
        let grade = match self.reader.peek() {
            Some(Token::Word(word))
                if !["v", "phases"].contains(&word.to_lowercase().as_str()) && self.books.named(word).is_none() =>
            {
                let grade = (word.clone(), self.reader.here());
                self.reader.advance();
                Some(grade)
            }
            _ => None,
        };
        // An artillery group without a grade has the neutral one.
        if count.is_none() && grade.is_none() && role == Role::Unit {
            self.reader.expect(Expected::Free("a grade"));
            return Err(self.reader.unexpected());
        }
        let count = u8::try_from(count.unwrap_or(1)).expect("checked to be 1 to 200");
        Ok(Written { count, role, grade })
    }
}

/// `3d10`
pub(super) fn dice(reader: &mut Reader) -> Read<Option<Dice>> {
    reader.expect(Expected::Free("dice such as 2d6"));
    let Some(Token::Word(word)) = reader.peek() else { return Ok(None) };
    let lower = word.to_lowercase();
    let Some((count, sides)) = lower.split_once('d') else { return Ok(None) };
    let count = if count.is_empty() { Ok(1) } else { count.parse::<u32>() };
    let (Ok(count), Ok(sides)) = (count, sides.parse::<u32>()) else { return Ok(None) };
    let error = |what: String| NotationError { at: reader.here(), what, hint: None };
    let count = u8::try_from(count).ok().filter(|n| (1..=100).contains(n));
    let count = count.ok_or_else(|| error("a roll takes 1 to 100 dice".into()))?;
    let die = u8::try_from(sides).ok().and_then(Die::new);
    let die = die.ok_or_else(|| error(format!("a die has 2 to 100 sides, not {sides}")))?;
    reader.advance();
    Ok(Some(Dice(count, die)))
}

/// A group as it is written, its grade still a word.
struct Written {
    count: u8,
    role: Role,
    grade: Option<(String, std::ops::Range<usize>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoBooks;

    impl Books for NoBooks {
        fn named(&self, _: &str) -> Option<Arc<Rulebook>> {
            None
        }

        fn names(&self) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn what_is_printed_reads_back() {
        let book = Rulebook::default_rules();
        for text in
            ["2d6", "3d10+1", "3d4-2", "edna 8", "3x edna 10 with 2d8", "initiative", "scrud 4 green v 8 yellow"]
        {
            let rolled = roll(text, &book, &NoBooks).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(roll_text(&rolled, &book), text);
        }
    }
}
