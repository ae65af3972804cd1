//! The input of the order line: orders, remarks, and commands that move in the diary or rebase it.

use super::{
    NotationError, Parsed, allowed_hint,
    lexer::Token,
    names::unquoted_name,
    order::OrderReader,
    reader::{Expected, quote_hint},
};
use crate::{
    order::Order,
    state::{EntityKind, State},
};
use std::{num::ParseIntError, ops::Range, str::FromStr};
use wardiary_base::{
    book::Period,
    dice::Face,
    id::{BattleId, SideId},
    remark::{Annotation, Comment, Mark},
    text::{self, Text},
};

const SIDES: &[EntityKind] = &[EntityKind::Side];

/// The word before the number of a battle's turn.
const TURN: &str = "turn";

/// The largest number of an entry.
const MAX_ENTRY: u32 = u32::MAX - 1;

#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    Order(Order),
    /// `undo 3`: a number of entries back.
    Undo(u32),
    /// `redo 3`: a number of entries forward.
    Redo(u32),
    /// `undo to 12`; `undo to day 3 dawn`: back to an earlier place on the current path
    UndoTo(Destination),
    /// `goto 12`; `goto "No artillery"`; `goto day 3 dawn`
    GoTo(Destination),
    /// `what if "No artillery" from 12 with the same dice`
    WhatIf {
        name: String,
        /// The entry or the time to branch from; by default the current entry.
        from: Option<Destination>,
        /// Whether the dice after that entry are reused.
        same_dice: bool,
    },
    /// `suggest`; `suggest Germans`: lists good orders for a side with their reasons. It does not carry them out.
    Suggest(
        /// The side; by default the side to act.
        Option<SideId>,
    ),
    /// `propose`: lists the orders proposed between battles, by number. `give all` gives them.
    Propose,
    /// `remark 41 !? "the flank is open" with "table.jpg"`; `bookmark 41 "the bridge"`; `remark 41 withdraw`
    Remark {
        entry: u32,
        annotation: Annotation,
    },
    /// `amend 41 dice 6,5,2 to scrud "XX Corps" v "XIII Corps"`; `strike 41`
    Rebase {
        entry: u32,
        change: EntryChange,
        /// Whether to rebase even if later entries become invalid.
        anyway: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// An entry's number; 0 is the muster.
    Entry(u32),
    /// The end of the branch with this name. Where no branch has it, a time in quotes: `"day 3 dawn"`.
    Branch(String),
    /// `turn 15`: the entry that begins this turn of a battle.
    Turn(u32),
    /// `day 3`, `day 3 dawn`: the entry at which the campaign's clock reaches this time.
    Time(Period),
}

impl FromStr for Destination {
    type Err = ParseIntError;

    /// Reads an argument: an entry's number, or else a name or a time that only a diary can tell apart.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().map(Self::Entry);
        }
        Ok(Self::Branch(text.into()))
    }
}

/// A change to an old entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryChange {
    Strike,
    /// Replace its order, its dice, or both.
    Amend {
        /// The order's text, to be read in the state before the entry, and its range in the line.
        order: Option<(String, Range<usize>)>,
        /// The faces, in the order in which the rules request them.
        faces: Option<Vec<Face>>,
    },
}

/// Reads a line in this state.
pub fn parse_instruction(text: &str, state: &State) -> Parsed<Instruction> {
    parse_instruction_in(None, text, state)
}

/// As [`parse_instruction`]; of several open battles the shown one is meant if none is named.
pub fn parse_instruction_in(shown: Option<BattleId>, text: &str, state: &State) -> Parsed<Instruction> {
    let failed = |error| {
        let error = with_quote_hint(error, text, state);
        NotationError { hint: allowed_hint(error.hint, state), ..error }
    };
    parse_without_hints(shown, text, state).map_err(failed)
}

/// Like [`parse_instruction_in`], without hints in the error: finding those searches all names.
pub fn parse_without_hints(shown: Option<BattleId>, text: &str, state: &State) -> Parsed<Instruction> {
    parse_counted(shown, text, state).0
}

/// Like [`parse_without_hints`], with the number of steps that it took: linear in the length of the text.
pub fn parse_counted(shown: Option<BattleId>, text: &str, state: &State) -> (Parsed<Instruction>, usize) {
    let mut order = match OrderReader::new(text, state) {
        Ok(order) => order.with_shown_battle(shown),
        Err(error) => return (Err(error), text.len()),
    };
    let read = order.instruction().and_then(|instruction| order.reader.end().map(|()| instruction));
    (read, order.reader.steps())
}

/// Adds the hint to quote a name if a word of the name was read as a keyword.
fn with_quote_hint(error: NotationError, text: &str, state: &State) -> NotationError {
    match unquoted_name(text, error.at.start, state) {
        Some(name) => NotationError { hint: Some(quote_hint(&name)), ..error },
        None => error,
    }
}

/// The entry of an `amend` line, and where its new order starts; `None` if the line does not get that far.
pub fn amend_start(text: &str, state: &State) -> Option<(u32, usize)> {
    let word = |(at, _): &(usize, &str)| {
        let (before, after) = (&text[..*at], &text[at + 2..]);
        before.ends_with(char::is_whitespace) && after.starts_with(char::is_whitespace)
    };
    let lowercase = text.to_ascii_lowercase();
    let behind = lowercase.match_indices("to").find(word)?.0 + 2;
    // The new order may be incomplete, so it is replaced by any complete one.
    match parse_without_hints(None, &format!("{} end turn", &text[..behind]), state).ok()? {
        Instruction::Rebase { entry, change: EntryChange::Amend { order: Some(_), .. }, .. } => {
            Some((entry, text.len() - text[behind..].trim_start().len()))
        }
        _ => None,
    }
}

impl OrderReader<'_> {
    pub(super) fn instruction(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        for (word, undo) in [("undo", true), ("redo", false)] {
            if reader.accept_word(word) {
                if undo && reader.accept_word("to") {
                    return self.destination().map(Instruction::UndoTo);
                }
                let many = reader.number_if_any("a number of entries", 1, 1_000_000)?.unwrap_or(1);
                return Ok(if undo { Instruction::Undo(many) } else { Instruction::Redo(many) });
            }
        }
        if reader.accept_word("goto") {
            return self.destination().map(Instruction::GoTo);
        }
        if reader.accept_word("what") {
            reader.require_word("if")?;
            return self.what_if();
        }
        if reader.accept_word("remark") {
            return self.remark();
        }
        if reader.accept_word("bookmark") {
            return self.bookmark();
        }
        if reader.accept_word("amend") {
            return self.amend();
        }
        if reader.accept_word("propose") {
            return Ok(Instruction::Propose);
        }
        if reader.accept_word("suggest") {
            if reader.is_at_end() {
                reader.expect(Expected::Name(SIDES));
                return Ok(Instruction::Suggest(None));
            }
            let side = reader.reference(self.state, SIDES)?;
            return Ok(Instruction::Suggest(Some(SideId(side.0))));
        }
        // `strike` is also an order for stacks, but a bare number never names a stack.
        let strikes = matches!(reader.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case("strike"));
        if strikes && matches!(reader.peek_second(), Some(Token::Number(_))) {
            reader.advance();
            let entry = reader.number("an entry", 1, MAX_ENTRY)?;
            return Ok(Instruction::Rebase {
                entry,
                change: EntryChange::Strike,
                anyway: reader.accept_word("anyway"),
            });
        }
        self.order().map(Instruction::Order)
    }

    /// `12`, `turn 15`, `day 3 dawn`, or the name of a branch
    fn destination(&mut self) -> Parsed<Destination> {
        if let Some(place) = self.entry_or_time()? {
            return Ok(place);
        }
        let clock = &self.state.book().clock;
        let name = self.reader.new_name()?;
        if name.eq_ignore_case(TURN) || clock.is_on() && name.eq_ignore_case(&clock.unit()) {
            self.reader.expect(Expected::Free("a number"));
        }
        if self.reader.is_at_number() {
            let time = if clock.is_on() { format!(" or `{} 2`", clock.unit()) } else { String::new() };
            return Err(NotationError {
                hint: Some(format!("write a time as `{TURN} 2`{time}")),
                ..self.reader.unexpected()
            });
        }
        Ok(Destination::Branch(name.raw().into()))
    }

    /// `12`, `turn 15`, `day 3 dawn`
    fn entry_or_time(&mut self) -> Parsed<Option<Destination>> {
        if let Some(no) = self.reader.number_if_any("an entry", 0, MAX_ENTRY)? {
            return Ok(Some(Destination::Entry(no)));
        }
        let clock = &self.state.book().clock;
        if !self.state.battles().is_empty() {
            self.reader.expect(Expected::Word(TURN));
        }
        if clock.is_on() {
            self.reader.expect(Expected::one_of([clock.unit()]));
        }
        // A clock that counts turns goes before the turns of battles.
        if self.reader.is_at_counted(&clock.unit()) {
            self.reader.advance();
            return self.reader.period(clock).map(|period| Some(Destination::Time(period)));
        }
        if self.reader.is_at_counted(TURN) {
            self.reader.advance();
            return self.reader.number("a turn", 1, u32::MAX).map(|turn| Some(Destination::Turn(turn)));
        }
        Ok(None)
    }

    fn what_if(&mut self) -> Parsed<Instruction> {
        let mut from = self.origin()?;
        let name = self.reader.new_name()?;
        if from.is_none() {
            from = self.origin()?;
        }
        let reader = &mut self.reader;
        let mut same_dice = false;
        if reader.accept_word("with") {
            if reader.accept_word("the") {
                reader.require_word("same")?;
                same_dice = true;
            } else if reader.accept_word("same") {
                same_dice = true;
            } else {
                reader.require_word("fresh")?;
            }
            reader.require_word("dice")?;
        }
        Ok(Instruction::WhatIf { name: name.raw().into(), from, same_dice })
    }

    /// `from 12`, `from day 3`
    fn origin(&mut self) -> Parsed<Option<Destination>> {
        if !self.reader.accept_word("from") {
            return Ok(None);
        }
        self.entry_or_time()?.map(Some).ok_or_else(|| self.reader.unexpected())
    }

    fn amend(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        let entry = reader.number("an entry", 1, MAX_ENTRY)?;
        let mut faces = None;
        if reader.accept_word("dice") {
            let mut read = vec![reader.bounded_number("a face", 1, 100)?];
            while reader.accept_sign(',') || matches!(reader.peek(), Some(Token::Number(_))) {
                read.push(reader.bounded_number("a face", 1, 100)?);
            }
            faces = Some(read);
        }
        let anyway = reader.accept_word("anyway");
        let mut order = None;
        if reader.accept_word("to") {
            reader.expect(Expected::Free("an order"));
            let at = reader.next_range();
            order =
                Some(reader.rest().ok_or_else(|| reader.unexpected()).map(|text| (text, at.start..reader.text.len()))?);
        }
        fail_if!(faces.is_none() && order.is_none(), reader.unexpected());
        Ok(Instruction::Rebase { entry, change: EntryChange::Amend { order, faces }, anyway })
    }
}

/// Reads `turn 15` or `day 3 dawn`; `None` for a text that does not begin as a time.
pub fn parse_time(text: &str, state: &State) -> Option<Parsed<Destination>> {
    let mut order = OrderReader::new(text, state).ok()?;
    let is_time = [TURN, &state.book().clock.unit()].into_iter().any(|word| order.reader.is_at_counted(word));
    let read = |order: &mut OrderReader| order.destination().and_then(|time| order.reader.end().map(|()| time));
    is_time.then(|| read(&mut order))
}

/// Whether a trimmed line of a script is a command: neither blank nor a comment (`//`, or `#` and a blank).
pub fn is_command(line: &str) -> bool {
    !(line.is_empty() || line.starts_with("//") || line.starts_with("# "))
}

impl OrderReader<'_> {
    /// `41 [MARK] [TEXT] [with FILE, FILE]`, or `41 withdraw`
    pub(super) fn remark(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        let entry = reader.number("an entry", 0, MAX_ENTRY)?;
        let from = reader.next_range().start;
        if reader.accept_word("withdraw") {
            return Ok(Instruction::Remark { entry, annotation: Annotation::NoComment });
        }
        let mark = reader.accept_one_of(&Mark::ALL.map(|mark| (mark.sign(), mark)));
        if let (None, Some(Token::Word(word))) = (mark, reader.peek())
            && word.chars().all(|c| matches!(c, '!' | '?'))
        {
            let what =
                format!("`{}` is not a mark; available: {}", text::excerpt(word), Mark::ALL.map(Mark::sign).join(" "));
            let hint = Some("to use it as text, put it in quotes".into());
            return Err(NotationError { hint, ..NotationError::new(reader.next_range(), what) });
        }
        let mut comment = Comment { mark, ..Comment::default() };
        let names_files = matches!(reader.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case("with"));
        if !(names_files || mark.is_some() && reader.is_at_end()) {
            comment.text = reader.free_text("the text of the remark")?;
        }
        if reader.accept_word("with") {
            const FILE: Expected = Expected::Free("a file's path, or a link");
            comment.files.push(reader.any_word(FILE)?);
            while reader.accept_sign(',') {
                comment.files.push(reader.any_word(FILE)?);
            }
        }
        let says_nothing = comment.mark.is_none() && comment.text.is_blank() && comment.files.is_empty();
        if says_nothing || comment.files.iter().any(wardiary_base::text::Text::is_blank) {
            let what = "the remark is empty: it needs a mark, a text, or the names of files";
            let hint = Some("to delete a remark: `remark 41 withdraw`".into());
            return Err(NotationError { hint, ..NotationError::new(from..reader.text.len(), what) });
        }
        Ok(Instruction::Remark { entry, annotation: Annotation::Comment(comment) })
    }

    /// `41 [NAME]`, or `41 withdraw`
    pub(super) fn bookmark(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        let entry = reader.number("an entry", 0, MAX_ENTRY)?;
        if reader.accept_word("withdraw") {
            return Ok(Instruction::Remark { entry, annotation: Annotation::NoBookmark });
        }
        reader.expect(Expected::Free("a name"));
        let name = if reader.is_at_end() { Text::default() } else { reader.free_text("a name")? };
        Ok(Instruction::Remark { entry, annotation: Annotation::Bookmark(name) })
    }
}

pub fn remark_text(entry: u32, says: &Annotation) -> String {
    let quoted = super::names::quote;
    match says {
        Annotation::NoComment => format!("remark {entry} withdraw"),
        Annotation::NoBookmark => format!("bookmark {entry} withdraw"),
        // They are set by a key or a command and have no text form.
        Annotation::Table(_) | Annotation::Shared(_) => String::new(),
        Annotation::Bookmark(name) if name.is_empty() => format!("bookmark {entry}"),
        Annotation::Bookmark(name) => format!("bookmark {entry} {}", quoted(name)),
        Annotation::Comment(Comment { mark, text, files }) => {
            let mark = mark.map(|mark| mark.sign().to_string());
            let text = Some(text).filter(|text| !text.is_empty()).map(&quoted);
            let files: Vec<String> = files.iter().map(quoted).collect();
            let with = (!files.is_empty()).then(|| format!("with {}", files.join(", ")));
            let parts: Vec<String> = mark.into_iter().chain(text).chain(with).collect();
            format!("remark {entry} {}", parts.join(" "))
        }
    }
}
