//! What can be typed where orders are given: orders, and the commands that move in the diary or rebase it.

use super::{
    NotationError, Parsed, advice,
    lexer::Token,
    names::unquoted_name,
    order::OrderReader,
    reader::{Expected, quoting},
};
use crate::{
    order::Order,
    state::{EntityKind, State},
};
use std::ops::Range;
use wardiary_base::{
    dice::Face,
    id::{BattleId, SideId},
    remark::Annotation,
};

const SIDES: &[EntityKind] = &[EntityKind::Side];

/// The largest number of an entry.
const MAX_ENTRY: u32 = u32::MAX - 1;

/// What can be typed where orders are given.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    /// An order.
    Order(Order),
    /// `undo 3`: so many entries back.
    Undo(u32),
    /// `redo 3`: so many entries forward again.
    Redo(u32),
    /// `goto 12`; `goto "No artillery"`
    GoTo(Destination),
    /// `what if "No artillery" from 12 with the same dice`
    WhatIf {
        /// What the new branch is called.
        name: String,
        /// The entry that it follows; by default the one where the diary stands.
        from: Option<u32>,
        /// Whether the dice that fell after that entry fall again.
        same_dice: bool,
    },
    /// `suggest`; `suggest Germans`: what a side could do well, with reasons. It gives nothing.
    Suggest(
        /// For this side; else for the side that is to act.
        Option<SideId>,
    ),
    /// `remark 41 !? "the flank is open" with "table.jpg"`; `bookmark 41 "the bridge"`; `remark 41 withdraw`
    Remark {
        /// The entry.
        entry: u32,
        /// What is said of it, or withdrawn.
        says: Annotation,
    },
    /// `amend 41 dice 6,5,2 to scrud "XX Corps" v "XIII Corps"`; `strike 41`
    Rebase {
        /// The entry that is changed.
        entry: u32,
        /// How.
        change: Change,
        /// Whether it is done even where something that followed no longer holds.
        anyway: bool,
    },
}

/// A place in the diary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// An entry; 0 is the muster.
    Entry(u32),
    /// Where the branch of this name ends.
    Branch(String),
}

/// How an old entry is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is left out.
    Strike,
    /// It gets another order, or other dice, or both.
    Amend {
        /// The order's text, read in the state before that entry, and where it stands in what was typed.
        order: Option<(String, Range<usize>)>,
        /// The faces, in the order in which dice are asked for.
        faces: Option<Vec<Face>>,
    },
}

/// Reads what was typed, as it is meant in this state.
///
/// # Errors
/// Where the text can't be read on, and what is expected there.
pub fn instruction(text: &str, state: &State) -> Parsed<Instruction> {
    instruction_in(None, text, state)
}

/// The same while a battle is looked at: it is meant where several are under way and none is named.
///
/// # Errors
/// Where the text can't be read on, and what is expected there.
pub fn instruction_in(shown: Option<BattleId>, text: &str, state: &State) -> Parsed<Instruction> {
    let failed = |error| {
        let error = unquoted(error, text, state);
        NotationError { hint: advice::fit(error.hint, state), ..error }
    };
    read(shown, text, state).map_err(failed)
}

/// The same, where what is wrong is not shown to anybody: all names are looked through for that.
pub fn read(shown: Option<BattleId>, text: &str, state: &State) -> Parsed<Instruction> {
    let mut order = OrderReader::new(text, state)?.showing(shown);
    let instruction = order.instruction()?;
    order.reader.end()?;
    Ok(instruction)
}

/// The error, with how to write the name of something that is there where a part of it was read as a word of the order.
fn unquoted(error: NotationError, text: &str, state: &State) -> NotationError {
    match unquoted_name(text, error.at.start, state) {
        Some(name) => NotationError { hint: Some(quoting(&name)), ..error },
        None => error,
    }
}

/// Of an `amend` line with a new order: the entry, and where in the line the new order begins. `None` while the line
/// has not come that far.
#[must_use]
pub fn amended(text: &str, state: &State) -> Option<(u32, usize)> {
    let word = |(at, _): &(usize, &str)| {
        let (before, after) = (&text[..*at], &text[at + 2..]);
        before.ends_with(char::is_whitespace) && after.starts_with(char::is_whitespace)
    };
    let lowercase = text.to_ascii_lowercase();
    let behind = lowercase.match_indices("to").find(word)?.0 + 2;
    // Any complete order serves to read what stands before it; the new one may be unfinished.
    match read(None, &format!("{} end turn", &text[..behind]), state).ok()? {
        Instruction::Rebase { entry, change: Change::Amend { order: Some(_), .. }, .. } => {
            Some((entry, text.len() - text[behind..].trim_start().len()))
        }
        _ => None,
    }
}

impl OrderReader<'_> {
    pub(super) fn instruction(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        for (word, undo) in [("undo", true), ("redo", false)] {
            if reader.word(word) {
                let many = reader.number_if_any("how many entries", 1, 1_000_000)?.unwrap_or(1);
                return Ok(if undo { Instruction::Undo(many) } else { Instruction::Redo(many) });
            }
        }
        if reader.word("goto") {
            return match reader.number_if_any("an entry", 0, MAX_ENTRY)? {
                Some(no) => Ok(Instruction::GoTo(Destination::Entry(no))),
                None => reader.new_name().map(|name| Instruction::GoTo(Destination::Branch(name))),
            };
        }
        if reader.word("what") {
            reader.need_word("if")?;
            return self.what_if();
        }
        if reader.word("remark") {
            return self.remark();
        }
        if reader.word("bookmark") {
            return self.bookmark();
        }
        if reader.word("amend") {
            return self.amend();
        }
        if reader.word("suggest") {
            if reader.is_at_end() {
                reader.expect(Expected::Name(SIDES));
                return Ok(Instruction::Suggest(None));
            }
            let side = reader.reference(self.state, SIDES)?;
            return Ok(Instruction::Suggest(Some(SideId(side.0))));
        }
        // A stack strikes too, but no stack is called by a bare number.
        let strikes = matches!(reader.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case("strike"));
        if strikes && matches!(reader.peek_second(), Some(Token::Number(_))) {
            reader.advance();
            let entry = reader.number("an entry", 1, MAX_ENTRY)?;
            return Ok(Instruction::Rebase { entry, change: Change::Strike, anyway: reader.word("anyway") });
        }
        self.order().map(Instruction::Order)
    }

    fn what_if(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        let mut from = if reader.word("from") { Some(reader.number("an entry", 0, MAX_ENTRY)?) } else { None };
        let name = reader.new_name()?;
        if from.is_none() && reader.word("from") {
            from = Some(reader.number("an entry", 0, MAX_ENTRY)?);
        }
        let mut same_dice = false;
        if reader.word("with") {
            if reader.word("the") {
                reader.need_word("same")?;
                same_dice = true;
            } else if reader.word("same") {
                same_dice = true;
            } else {
                reader.need_word("fresh")?;
            }
            reader.need_word("dice")?;
        }
        Ok(Instruction::WhatIf { name, from, same_dice })
    }

    fn amend(&mut self) -> Parsed<Instruction> {
        let reader = &mut self.reader;
        let entry = reader.number("an entry", 1, MAX_ENTRY)?;
        let mut faces = None;
        if reader.word("dice") {
            let mut read = vec![reader.small("a face", 1, 100)?];
            while reader.sign(',') || matches!(reader.peek(), Some(Token::Number(_))) {
                read.push(reader.small("a face", 1, 100)?);
            }
            faces = Some(read);
        }
        let anyway = reader.word("anyway");
        let mut order = None;
        if reader.word("to") {
            reader.expect(Expected::Free("an order"));
            let at = reader.here();
            order =
                Some(reader.rest().ok_or_else(|| reader.unexpected()).map(|text| (text, at.start..reader.text.len()))?);
        }
        if faces.is_none() && order.is_none() {
            return Err(reader.unexpected());
        }
        Ok(Instruction::Rebase { entry, change: Change::Amend { order, faces }, anyway })
    }
}

/// A script's lines as commands: blank lines and lines that begin with `//` or `#` and a blank are left out. Each
/// comes with the number of its line, from 1.
pub fn split_commands(script: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = script.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !(line.is_empty() || line.starts_with("//") || line.starts_with("# ")))
}
