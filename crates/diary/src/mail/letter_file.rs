//! The letter beside a share, as a file. It is read again before each change, so that changes by other programs or
//! people are not lost.

use super::{Letter, check_order};
use crate::{
    diary::file::{FileError, Save, display_path, export, is_link, read_up_to, rewrite},
    error::{ErrorKind, UserError},
};
use std::{
    io,
    path::{Path, PathBuf},
};
use wardiary_base::{
    document::{self, SourcePosition, SourceProblem},
    id::Id,
    text::{self, Text},
};
use wardiary_rules::{
    notation::{Instruction, order_text, parse_instruction},
    order::Order,
};

/// The maximum length of the file, in bytes. It exceeds what the orders can come to.
const MAX_FILE_LENGTH: u64 = 32 << 20;

/// The maximum number of file names tried for a letter that is set aside.
const MAX_BACKUPS: u32 = 1_000;

#[derive(Clone, Debug)]
pub struct LetterFile {
    path: PathBuf,
    letter: Letter,
    /// The text of the file; none if there is no file yet.
    text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposedOrder {
    /// Its place in the letter, from 1.
    pub number: usize,
    pub order: Text,
    /// The place of the last earlier order that marches or halts the same force. This one is carried out later, so it
    /// overrides that one.
    pub overrides: Option<usize>,
    /// Where an older letter was moved: one that was composed on an earlier entry of the share.
    pub backup: Option<PathBuf>,
}

impl LetterFile {
    /// Reads the letter beside an open share, or starts an empty one.
    pub fn of(share: &Save) -> Result<Self, UserError> {
        let path = letter_path(share.path());
        let blank = Letter::blank(share);
        let Some(text) = read(&path)? else { return Ok(Self { path, letter: blank, text: None }) };
        let faulty = |problems: &[SourceProblem]| {
            UserError::problems(&path, problems)
                .hint("repair the file, or move it away to start a new one; nothing was written")
        };
        let letter = Letter::read(&text).map_err(|problems| faulty(&problems))?;
        if !letter.is_of_same_side(&blank) {
            let Letter { title, side, .. } = &letter;
            let what = format!("these orders, of {side} in “{title}”, were not written on this share");
            return Err(UserError::file(&path, what).hint("move the file away to start a new one"));
        }
        let problems = letter.problems_against(&text, share.diary());
        if !problems.is_empty() {
            return Err(faulty(&problems));
        }
        Ok(Self { path, letter, text: Some(text) })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn name(&self) -> String {
        shown_name(&self.path)
    }

    pub fn letter(&self) -> &Letter {
        &self.letter
    }

    /// Whether the letter was composed on an earlier entry of the share. The next order starts a new letter.
    pub fn is_outdated(&self, share: &Save) -> bool {
        !self.letter.orders.is_empty() && self.letter.entry != share.diary().head()
    }

    /// `mine.Blue.orders.ron has 2 orders of Blue, written at entry 12`
    pub fn summary(&self) -> String {
        let Letter { side, entry, orders, .. } = &self.letter;
        let many = text::count(orders.len(), "order", "orders");
        format!("{} has {many} of {}, written at entry {entry}", display_path(&self.path), side.as_name())
    }

    /// Adds an order and writes the letter.
    pub fn compose(&mut self, share: &Save, order: &Order) -> Result<ComposedOrder, UserError> {
        let seen = share.diary().state();
        let own = share.diary().share().map(|share| share.side).unwrap_or_default();
        check_order(order, seen, own)?;
        let sent = order.sent_force();
        let order = Text::from(order_text(seen, order));
        let older = self.is_outdated(share).then(|| self.back_up()).transpose()?;
        let mut letter = Letter::blank(share);
        if older.is_none() {
            letter.orders.clone_from(&self.letter.orders);
        }
        let sends = |text: &Text, force: Id| match parse_instruction(text.raw(), seen) {
            Ok(Instruction::Order(earlier)) => earlier.sent_force() == Some(force),
            _ => false,
        };
        let overrides = sent.and_then(|force| letter.orders.iter().rposition(|text| sends(text, force)));
        let overrides = overrides.map(|at| at + 1);
        letter.orders.push(order.clone());
        let number = letter.orders.len();
        self.write(letter)?;
        Ok(ComposedOrder { number, order, overrides, backup: older })
    }

    /// Takes back the last `many` orders and returns their texts, the last first.
    pub fn take_back(&mut self, many: usize) -> Result<Vec<Text>, UserError> {
        let count = self.letter.orders.len();
        let Some(left) = count.checked_sub(many) else {
            let holds = if count == 0 { "has no orders".into() } else { format!("has only {count}") };
            return Err(UserError::refused(format!("the orders file {holds}: there is nothing more to take back")));
        };
        let mut letter = self.letter.clone();
        let mut back = letter.orders.split_off(left);
        back.reverse();
        self.write(letter)?;
        Ok(back)
    }

    fn write(&mut self, letter: Letter) -> Result<(), UserError> {
        // Whoever sent the folder may have made it a link to any file.
        if is_link(&self.path) {
            let failure = UserError::file(&self.path, "this is a symbolic link: no orders are written through it");
            return Err(failure.hint("delete the link, or move it away"));
        }
        let text = letter.text();
        match self.text {
            None => export(&self.path, &text)?,
            Some(_) => rewrite(&self.path, &text)?,
        }
        (self.letter, self.text) = (letter, Some(text));
        Ok(())
    }

    /// Copies the letter to a file beside it, numbered by its entry: `mine.Blue.orders-12.ron`.
    fn back_up(&self) -> Result<PathBuf, UserError> {
        let text = self.text.clone().unwrap_or_else(|| self.letter.text());
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for copy in 1..MAX_BACKUPS {
            let copy = if copy == 1 { String::new() } else { format!("-{copy}") };
            let backup = self.path.with_file_name(format!("{stem}-{}{copy}.ron", self.letter.entry));
            match export(&backup, &text) {
                // An earlier attempt may have written the same copy before it failed.
                Err(FileError::Exists { .. }) if read(&backup).is_ok_and(|there| there.as_ref() == Some(&text)) => {
                    return Ok(backup);
                }
                Err(FileError::Exists { .. }) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return Ok(backup),
            }
        }
        Err(UserError::file(&self.path, "there are too many older orders files beside it").hint("move them away"))
    }
}

impl Letter {
    pub fn from_file(path: &Path) -> Result<Self, UserError> {
        let missing = || UserError::file(path, "there is no such file");
        let text = read(path)?.ok_or_else(missing)?;
        Self::read(&text).map_err(|problems| {
            let failure = UserError::problems(path, &problems);
            if document::has_field(&text, "wardiary") {
                let what = format!("{}: this is a save or a share, not an orders file", display_path(path));
                let hint = "an orders file is called NAME.orders.ron; it is beside the player's share";
                return UserError { kind: ErrorKind::File, what, hint: Some(hint.into()) };
            }
            failure
        })
    }
}

/// The name of a letter's file, for display.
pub fn shown_name(path: &Path) -> String {
    display_path(path.file_name().map_or(path, Path::new))
}

/// Whether a file in the folder of saves is a letter, by its name and content.
pub fn is_letter(path: &Path) -> bool {
    let is_named_so = path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains(".orders"));
    let text = if is_named_so { read(path).ok().flatten() } else { None };
    text.is_some_and(|text| document::has_field(&text, "orders_file"))
}

/// The path of a share's letter: `mine.Blue.orders.ron` for `mine.Blue.share.ron`.
fn letter_path(share: &Path) -> PathBuf {
    let stem = share.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = stem.strip_suffix(".share").unwrap_or(&stem);
    share.with_file_name(format!("{name}.orders.ron"))
}

/// Reads a file's text; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<String>, UserError> {
    let bytes = match read_up_to(path, MAX_FILE_LENGTH) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| UserError::io(path, "read", &error))?,
    };
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let text = String::from_utf8_lossy(error.as_bytes());
        let place = SourcePosition::at_byte(&text, text.find('\u{fffd}').unwrap_or(0));
        UserError::problems(path, &[SourceProblem::at(place, "the file is not text from here on")])
    })
}
