//! The letter that lies beside a share, and its file: read before each change, so that nothing is lost that another program,
//! or a person, wrote into it meanwhile.

use super::{Letter, may_order};
use crate::{
    diary::file::{FileError, Save, export, read_up_to, rewrite, shown},
    error::{ErrorKind, UserError},
};
use std::{
    io,
    path::{Path, PathBuf},
};
use wardiary_base::{
    document::{self, Problem, SourcePosition},
    id::Id,
    text,
};
use wardiary_rules::{
    notation::{Instruction, instruction, order_text},
    order::{Order, TheatreOrder},
};

/// The most bytes of a letter's file: more than its orders can come to.
const LONGEST_FILE: u64 = 32 << 20;

/// So many names are tried for a letter that is kept.
const MOST_KEPT: u32 = 1_000;

/// The orders that go with a share.
#[derive(Clone, Debug)]
pub struct Outbox {
    path: PathBuf,
    letter: Letter,
    /// What is in the file; nothing where there is none yet.
    text: Option<String>,
}

/// What came of composing an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composed {
    /// Its place in the letter, from 1.
    pub number: usize,
    /// Its text.
    pub order: String,
    /// The place of the last order before it that sends the same force on its way, or halts it: carried out later, this one is
    /// what counts.
    pub overrides: Option<usize>,
    /// Where the letter is kept that was composed on an older share, if one lay there.
    pub kept: Option<PathBuf>,
}

impl Outbox {
    /// The letter beside an open share; a blank one where there is none.
    ///
    /// # Errors
    /// What is wrong with the file; that it is for another share.
    pub fn of(share: &Save) -> Result<Self, UserError> {
        let path = beside(share.path());
        let blank = Letter::blank(share);
        let Some(text) = read(&path)? else { return Ok(Self { path, letter: blank, text: None }) };
        let faulty = |problems: &[Problem]| {
            UserError::problems(&path, problems)
                .hint("mend the file, or move it away: then orders are composed anew; nothing was written")
        };
        let letter = Letter::read(&text).map_err(|problems| faulty(&problems))?;
        if !letter.is_of(&blank) {
            let (title, side) = (text::sanitize(&letter.title), text::sanitize(&letter.side));
            let what = format!("these orders, of {side} in “{title}”, were not composed on this share");
            return Err(UserError::file(&path, what).hint("move the file away: then orders are composed anew"));
        }
        let problems = letter.problems_beside(&text, share.diary());
        if !problems.is_empty() {
            return Err(faulty(&problems));
        }
        Ok(Self { path, letter, text: Some(text) })
    }

    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of its file, to be shown.
    #[must_use]
    pub fn name(&self) -> String {
        shown_name(&self.path)
    }

    /// The letter.
    #[must_use]
    pub fn letter(&self) -> &Letter {
        &self.letter
    }

    /// Whether its orders were composed on the share as it was earlier: the next order begins another letter.
    #[must_use]
    pub fn is_older(&self, share: &Save) -> bool {
        !self.letter.orders.is_empty() && self.letter.entry != share.diary().head()
    }

    /// `mine.Blue.orders.ron holds 2 orders of Blue, composed on entry 12`
    #[must_use]
    pub fn told(&self) -> String {
        let Letter { side, entry, orders, .. } = &self.letter;
        let many = text::count(orders.len(), "order", "orders");
        format!("{} holds {many} of {}, composed on entry {entry}", shown(&self.path), text::display_name(side))
    }

    /// Adds an order, and writes the letter.
    ///
    /// # Errors
    /// That the side may not give it, or what it knows speaks against; that the file can't be written: it is as it was then.
    pub fn compose(&mut self, share: &Save, order: &Order) -> Result<Composed, UserError> {
        let seen = share.diary().state();
        let own = share.diary().share().map(|share| share.side).unwrap_or_default();
        may_order(order, seen, own)?;
        let sent = sent_on(order);
        let order = order_text(seen, order);
        let older = self.is_older(share).then(|| self.keep()).transpose()?;
        let mut letter = Letter::blank(share);
        if older.is_none() {
            letter.orders.clone_from(&self.letter.orders);
        }
        let sends = |text: &String, force: Id| match instruction(text, seen) {
            Ok(Instruction::Order(earlier)) => sent_on(&earlier) == Some(force),
            _ => false,
        };
        let overrides = sent.and_then(|force| letter.orders.iter().rposition(|text| sends(text, force)));
        let overrides = overrides.map(|at| at + 1);
        letter.orders.push(order.clone());
        let number = letter.orders.len();
        self.write(letter)?;
        Ok(Composed { number, order, overrides, kept: older })
    }

    /// Takes the last orders back, so many of them: their texts, the last first.
    ///
    /// # Errors
    /// That there are not so many; that the file can't be written: it is as it was then.
    pub fn take_back(&mut self, many: usize) -> Result<Vec<String>, UserError> {
        let held = self.letter.orders.len();
        let Some(left) = held.checked_sub(many) else {
            let holds = if held == 0 { "holds no order".into() } else { format!("holds {held}") };
            return Err(UserError::refused(format!("the letter {holds}: there is nothing more to take back")));
        };
        let mut letter = self.letter.clone();
        let mut back = letter.orders.split_off(left);
        back.reverse();
        self.write(letter)?;
        Ok(back)
    }

    fn write(&mut self, letter: Letter) -> Result<(), UserError> {
        let text = letter.text();
        match self.text {
            None => export(&self.path, &text)?,
            Some(_) => rewrite(&self.path, &text)?,
        }
        (self.letter, self.text) = (letter, Some(text));
        Ok(())
    }

    /// A copy of the letter as it is, beside it: `mine.Blue.orders-12.ron`, after its entry.
    fn keep(&self) -> Result<PathBuf, UserError> {
        let text = self.text.clone().unwrap_or_else(|| self.letter.text());
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for copy in 1..MOST_KEPT {
            let copy = if copy == 1 { String::new() } else { format!("-{copy}") };
            let kept = self.path.with_file_name(format!("{stem}-{}{copy}.ron", self.letter.entry));
            match export(&kept, &text) {
                // It may be this one, where what came after it failed.
                Err(FileError::Exists { .. }) if read(&kept).is_ok_and(|there| there.as_ref() == Some(&text)) => {
                    return Ok(kept);
                }
                Err(FileError::Exists { .. }) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return Ok(kept),
            }
        }
        Err(UserError::file(&self.path, "too many older letters lie beside it").hint("move them away"))
    }
}

/// The force that an order sends on its way, or halts.
fn sent_on(order: &Order) -> Option<Id> {
    match order {
        Order::Theatre(TheatreOrder::March { force, .. } | TheatreOrder::Halt { force }) => Some(*force),
        _ => None,
    }
}

impl Letter {
    /// Reads one from a file.
    ///
    /// # Errors
    /// That the file can't be read, or what is wrong in it, with its places.
    pub fn from_file(path: &Path) -> Result<Self, UserError> {
        let missing = || UserError::file(path, "there is no such file");
        let text = read(path)?.ok_or_else(missing)?;
        Self::read(&text).map_err(|problems| {
            let failure = UserError::problems(path, &problems);
            if document::has_field(&text, "wardiary") {
                let what = format!("{}: this is a save or a share, and holds no orders", shown(path));
                let hint = "orders come as NAME.orders.ron, from beside the player's share";
                return UserError { kind: ErrorKind::File, what, hint: Some(hint.into()) };
            }
            failure
        })
    }
}

/// The name of a letter's file, to be shown.
#[must_use]
pub fn shown_name(path: &Path) -> String {
    shown(path.file_name().map_or(path, Path::new))
}

/// Whether a file among saves is a letter, and none of them: its name says so, and what is in it.
#[must_use]
pub fn is_letter(path: &Path) -> bool {
    let is_named_so = path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains(".orders"));
    let text = if is_named_so { read(path).ok().flatten() } else { None };
    text.is_some_and(|text| document::has_field(&text, "orders_file"))
}

/// `mine.Blue.orders.ron`, beside `mine.Blue.share.ron`.
fn beside(share: &Path) -> PathBuf {
    let stem = share.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = stem.strip_suffix(".share").unwrap_or(&stem);
    share.with_file_name(format!("{name}.orders.ron"))
}

/// The text of a file; nothing where there is none.
fn read(path: &Path) -> Result<Option<String>, UserError> {
    let bytes = match read_up_to(path, LONGEST_FILE) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| UserError::io(path, "read", &error))?,
    };
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let text = String::from_utf8_lossy(error.as_bytes());
        let place = SourcePosition::of(&text, text.find('\u{fffd}').unwrap_or(0));
        UserError::problems(path, &[Problem::at(place, "from here on the file is not text")])
    })
}
