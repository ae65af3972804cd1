//! Reports: a diary told for readers who were not at the table.
//!
//! [`report`] walks through the diary once and makes a [`Report`]: the [`story`](story::Story), a document of chapters,
//! turns and prose, and a [row](Row) for each entry. Each format is a rendering of that, from values to text: no file, no
//! clock and no terminal. What is known of the file around the diary (who changed what by hand, what a state is to other
//! programs) comes in as [`Material`].

pub mod changes;
mod chapter;
mod compose;
mod deed;
mod ending;
pub mod html;
mod json;
mod markdown;
pub mod model;
mod names;
mod narrator;
mod plain;
mod primer;
pub mod replay;
pub mod story;
mod swing;
mod table;
mod tell;
mod written;

pub use deed::deed;
pub use json::json;
pub use markdown::{escaped as markdown_escaped, markdown};
pub use plain::plain;
pub use table::table as csv;

use replay::Replay;
use serde_json::Value;
use std::sync::Arc;
use story::{Annex, Die, Remark, Story};
use wardiary_base::id::MapId;
use wardiary_diary::diary::{Account, Diary, EntryNo, steps::DiaryStep};
use wardiary_rules::{rules::Rolled, state::State};

/// What a report needs beside the diary.
pub trait Material {
    /// The account of an entry, with what the file knows of it.
    #[must_use]
    fn account(&self, step: &DiaryStep) -> Account {
        step.account()
    }

    /// How likely a roll was, if that is to be told and can be said.
    fn weigh(&mut self, _step: &DiaryStep, _rolled: &Rolled) -> Option<Weighed> {
        None
    }

    /// What was remarked on an entry.
    #[must_use]
    fn remark(&self, _account: &Account) -> Option<Remark> {
        None
    }

    /// A battle's map in characters, with who stands where.
    #[must_use]
    fn drawn_map(&self, _state: &State, _map: MapId) -> Option<String> {
        None
    }

    /// Whether it is told how battles swung. That walks through the diary once more for each.
    #[must_use]
    fn tells_swing(&self) -> bool {
        false
    }

    /// What stands behind the story.
    fn annexes(&mut self) -> Vec<Annex> {
        Vec::new()
    }

    /// Whether the report is to be replayed.
    #[must_use]
    fn is_replayed(&self) -> bool {
        false
    }
}

/// The diary alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl Material for Bare {}

/// How likely a roll was.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// For which side, by name, where several rolled.
    pub whose: Option<String>,
    /// The shares of throws that would have been worse, and as good; none where nobody has any good of it.
    pub rank: Option<(f64, f64)>,
    /// The same in words.
    pub text: String,
    /// The same for programs.
    pub json: Value,
}

/// A report, to be rendered.
#[derive(Clone, Debug)]
pub struct Report {
    /// The document.
    pub story: Story,
    /// Every entry that is told, in its order.
    pub rows: Vec<Row>,
    /// What a page replays, where the material asks for it.
    pub replay: Option<Replay>,
    /// The state before the first of them.
    pub start: Arc<State>,
    /// The state after the last.
    pub end: Arc<State>,
}

/// An entry, as tables have it.
#[derive(Clone, Debug)]
pub struct Row {
    /// What is said of it.
    pub account: Account,
    /// The name of its battle.
    pub battle: Option<String>,
    /// Its dice, with what each counted for where that is known.
    pub dice: Vec<Die>,
    /// How likely its roll was.
    pub weighed: Option<Weighed>,
    /// What was remarked on it.
    pub remark: Option<Remark>,
}

/// Makes the report of these entries of the way to where the diary stands.
pub fn report(diary: &Diary, material: &mut dyn Material, wanted: &dyn Fn(&Account) -> bool) -> Report {
    compose::compose(diary, material, wanted)
}

impl Report {
    /// The numbers of the entries that it tells.
    pub fn entries(&self) -> impl Iterator<Item = EntryNo> + '_ {
        self.rows.iter().map(|row| row.account.no)
    }
}
