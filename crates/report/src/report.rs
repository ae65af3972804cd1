//! Reports: the diary as a story for readers who were not at the table.
//!
//! [`report`] walks the diary once and makes a [`Report`]: the [`story`](story::Story), a document of chapters, turns
//! and prose, and a [row](ReportRow) for each entry. Each format renders a report from values to text, without files, clock
//! or terminal. What is known of the file around the diary (changes by hand, a state's JSON) comes in as [`ReportSource`].

mod action;
mod chapter;
mod compose;
pub mod html;
mod json;
pub mod json_diff;
mod markdown;
pub mod model;
pub mod names;
mod narration;
pub mod narrator;
mod plain;
mod reading_guide;
pub mod replay;
pub mod story;
mod swing;
mod table;
mod writer;

pub use action::action;
pub use markdown::{escaped as markdown_escaped, markdown};
pub use plain::plain;
pub use table::table as csv;

use jiff::Timestamp;
use replay::Replay;
use serde_json::Value;
use std::sync::Arc;
use story::{Appendix, Die, Remark, Story};
use wardiary_base::{id::MapId, text::Text};
use wardiary_diary::diary::{Account, Diary, EntryNo, steps::DiaryStep};
use wardiary_rules::{order::Verb, rules::OrderRoll, state::State};

/// A report's material besides the diary.
pub trait ReportSource {
    fn account(&self, step: &DiaryStep) -> Account {
        step.account()
    }

    /// How likely a roll was, if the report shows that and it can be computed.
    fn weigh(&mut self, _step: &DiaryStep, _rolled: &OrderRoll) -> Option<RollLikelihood> {
        None
    }

    fn remark(&mut self, _account: &Account) -> Option<Remark> {
        None
    }

    /// A battle's map as characters, with the units on it.
    fn text_map(&self, _state: &State, _map: MapId) -> Option<String> {
        None
    }

    /// Whether to report how battles swung, which takes another pass over the diary for each battle.
    fn includes_swing(&self) -> bool {
        false
    }

    fn appendices(&mut self) -> Vec<Appendix> {
        Vec::new()
    }

    /// Whether the report has chapters; a table has none.
    fn includes_chapters(&self) -> bool {
        true
    }

    /// Whether the report has a [row](ReportRow) for each entry, which only tables and JSON need.
    fn includes_rows(&self) -> bool {
        true
    }

    fn includes_replay(&self) -> bool {
        false
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct DiaryOnly;

impl ReportSource for DiaryOnly {}

#[derive(Clone, Debug, PartialEq)]
pub struct RollLikelihood {
    /// The name of the side it concerns, if several rolled.
    pub side: Option<String>,
    /// The shares of rolls that would have been worse, and equally good; `None` if the roll favours nobody.
    pub rank: Option<(f64, f64)>,
    pub text: String,
    pub json: Value,
}

#[derive(Clone, Debug)]
pub struct Report {
    /// The title as it was written, for JSON.
    pub title: Text,
    pub story: Story,
    pub rows: Vec<ReportRow>,
    pub replay: Option<Replay>,
    pub start: Arc<State>,
    pub end: Arc<State>,
}

/// An entry as a row of a table: of its [`Account`] only what tables and JSON show, since a long report has many rows.
#[derive(Clone, Debug)]
pub struct ReportRow {
    pub no: EntryNo,
    pub parent: EntryNo,
    pub at: Timestamp,
    /// The name of the entry's battle.
    pub battle: Option<String>,
    pub turn: Option<u32>,
    pub verb: Verb,
    pub order: String,
    /// The dice, with their scores if known.
    pub dice: Vec<Die>,
    pub sentences: Vec<String>,
    pub texts: Vec<Text>,
    pub weighed: Option<Box<RollLikelihood>>,
    pub remark: Option<Box<Remark>>,
    pub abandoned: bool,
    pub changed_by_hand: bool,
    pub found_cut: bool,
}

/// Reports the entries on the path to the head for which `wanted` is true.
pub fn report(diary: &Diary, material: &mut dyn ReportSource, wanted: &dyn Fn(&Account) -> bool) -> Report {
    compose::compose(diary, material, wanted)
}

impl Report {
    pub fn entries(&self) -> impl Iterator<Item = EntryNo> + '_ {
        self.rows.iter().map(|row| row.no)
    }
}
