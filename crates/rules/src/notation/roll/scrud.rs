//! Parses and prints bare combats: `scrud 4 green + artillery blue bonus 1 v 8 yellow phases 3`. Source: RULES 2.

use super::RollReader;
use crate::{
    notation::{
        NotationError, Parsed, lexer::Token, names::quote_if_needed, order::dice_bonus_text, reader::Expected,
        status::support_task_word,
    },
    rules::roll::{DieRole, GradeGroup, ScrudRoll},
};
use std::{fmt::Write as _, ops::Range, sync::Arc};
use wardiary_base::{
    book::{Ladder, Rulebook},
    sides::BothSides,
    text::{self, Text},
};

/// A group of dice whose grade has not been resolved yet.
struct GroupText {
    count: u8,
    role: DieRole,
    grade: Option<(Text, Range<usize>)>,
}

impl RollReader<'_> {
    pub(super) fn scrud(&mut self, book: &Rulebook) -> Parsed<ScrudRoll> {
        // Grades are resolved last, on the ladder of the rulebook or ladder named at the end.
        let (first, first_bonus) = self.party()?;
        self.reader.require_word("v")?;
        let (second, second_bonus) = self.party()?;
        let (mut phases, mut counted) = (1, false);
        let mut named: Option<Arc<Rulebook>> = None;
        loop {
            let here = self.reader.next_range();
            let twice = |what: &str| {
                let hint = Some("name it once".into());
                NotationError { at: here.clone(), reason: format!("{what} is given twice"), hint }
            };
            if self.reader.accept_word("phases") {
                fail_if!(std::mem::replace(&mut counted, true), twice("the number of phases"));
                phases = self.reader.bounded_number("a number of phases", 1, 99)?;
                continue;
            }
            self.reader.expect(Expected::one_of(self.books.names()));
            let Some(Token::Word(word) | Token::Quoted(word)) = self.reader.peek() else { break };
            let Some(rules) = self.books.find(word) else { break };
            fail_if!(named.replace(rules.applied_to(book)).is_some(), twice("the rulebook"));
            self.reader.advance();
        }
        let ladder = &named.as_deref().unwrap_or(book).ladder;
        let (first, second) = (resolve_grades(first, ladder)?, resolve_grades(second, ladder)?);
        Ok(ScrudRoll { first, second, bonus: BothSides::new(first_bonus, second_bonus), phases, book: named })
    }

    /// `4 green + artillery blue bonus 1`: the groups of a side, and its bonus dice.
    fn party(&mut self) -> Parsed<(Vec<GroupText>, i8)> {
        let start = self.reader.next_range().start;
        let mut groups = vec![self.group()?];
        while self.reader.accept_sign('+') {
            groups.push(self.group()?);
        }
        let bonus = self.reader.dice_bonus()?;
        let dice = groups.iter().map(|g| u32::from(g.count)).sum::<u32>() + u32::from(bonus.max(0).unsigned_abs());
        let units = groups.iter().filter(|g| g.role == DieRole::Unit).count();
        let at = start..self.reader.next_range().start;
        fail_if!(units == 0, NotationError { at, reason: "a side needs at least one unit die".into(), hint: None });
        if dice > 200 {
            return Err(NotationError { at, reason: format!("a side rolls up to 200 dice, not {dice}"), hint: None });
        }
        Ok((groups, bonus))
    }

    /// `4 green`, `4`, `artillery blue`
    fn group(&mut self) -> Parsed<GroupText> {
        let count = self.reader.number_if_any("a number of dice", 1, 200)?;
        let roles = [DieRole::Artillery, DieRole::CounterBattery, DieRole::Aircraft, DieRole::AirDefence];
        let words = roles.map(|role| (role.task().map_or("", support_task_word), role));
        let role = self.reader.accept_one_of(&words).unwrap_or(DieRole::Unit);
        let grade = match self.reader.peek() {
            Some(Token::Word(word))
                if !["v", "phases", "bonus", "penalty"].contains(&word.to_lowercase().as_str())
                    && self.books.find(word).is_none() =>
            {
                let grade = (word.as_str().into(), self.reader.next_range());
                self.reader.advance();
                Some(grade)
            }
            _ => None,
        };
        // An artillery group without a grade has the neutral one.
        if count.is_none() && grade.is_none() && role == DieRole::Unit {
            self.reader.expect(Expected::Free("a grade"));
            return Err(self.reader.unexpected());
        }
        let count = u8::try_from(count.unwrap_or(1)).expect("checked to be 1 to 200");
        Ok(GroupText { count, role, grade })
    }
}

fn resolve_grades(groups: Vec<GroupText>, ladder: &Ladder) -> Parsed<Vec<GradeGroup>> {
    let grade_of = |grade: &Option<(Text, Range<usize>)>| match grade {
        None => Ok(ladder.neutral()),
        Some((word, at)) => ladder.find(word).ok_or_else(|| {
            let names: Vec<&Text> = ladder.grades.iter().map(|g| &g.name).collect();
            let shown = word.as_name();
            NotationError {
                at: at.clone(),
                reason: format!("the ladder “{}” has no grade “{shown}”", ladder.name),
                hint: Some(match text::nearest(word, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("available: {}", text::list(&names)),
                }),
            }
        }),
    };
    let graded =
        |group: GroupText| Ok(GradeGroup { count: group.count, role: group.role, grade: grade_of(&group.grade)? });
    groups.into_iter().map(graded).collect()
}

pub(super) fn scrud_text(scrud: &ScrudRoll, book: &Rulebook) -> String {
    let book = scrud.book.as_deref().unwrap_or(book);
    let party = |groups: &[GradeGroup], bonus: i8| {
        let texts = groups.iter().map(|g| {
            let grade = book.ladder.name(g.grade).to_lowercase();
            match (g.role.task(), g.count) {
                (None, n) => format!("{n} {grade}"),
                (Some(task), 1) => format!("{} {grade}", support_task_word(task)),
                (Some(task), n) => format!("{n} {} {grade}", support_task_word(task)),
            }
        });
        let dice = texts.collect::<Vec<_>>().join(" + ");
        std::iter::once(dice).chain(dice_bonus_text(bonus)).collect::<Vec<_>>().join(" ")
    };
    let (first, second) = (party(&scrud.first, scrud.bonus.first), party(&scrud.second, scrud.bonus.second));
    let mut text = format!("scrud {first} v {second}");
    if scrud.phases != 1 {
        write!(text, " phases {}", scrud.phases).expect("a string takes all");
    }
    if let Some(book) = &scrud.book {
        write!(text, " {}", quote_if_needed(&book.name)).expect("a string takes all");
    }
    text
}
