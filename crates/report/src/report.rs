//! Reports: the diary as a story for readers who were not at the table.
//!
//! [`report`] walks the diary once and makes a [`Report`]: the [`story`](story::Story), a document of chapters, turns
//! and prose. Tables and JSON also have a [row](ReportRow) for each entry, which [`rows`] makes. Each format renders a report from values to text, without files, clock
//! or terminal. What is known of the file around the diary (changes by hand, a state's JSON) comes in as [`ReportSource`].

mod action;
mod angles;
mod chapter;
mod compose;
pub mod episode;
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
pub mod scene;
pub mod story;
mod swing;
mod table;
pub mod verdict;
mod writer;

pub use action::action;
pub use json::json;
pub use markdown::{escaped as markdown_escaped, markdown};
pub use plain::plain;
pub use table::table as csv;

use replay::Replay;
use serde_json::Value;
use std::sync::Arc;
use story::{Appendix, Die, Remark, Story};
use wardiary_base::{
    id::{MapId, SideId},
    text::Text,
};
use wardiary_diary::diary::{Account, Diary, steps::DiaryStep};
use wardiary_odds::odds::assessment::GeneralUnderFire;
use wardiary_rules::{rules::OrderRoll, state::State};

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

    fn includes_replay(&self) -> bool {
        false
    }

    /// The side that tells the story; `None` to tell it neutrally.
    fn teller(&self) -> Option<SideId> {
        None
    }

    /// Whether to tell side lines with remarks as variations.
    fn includes_variations(&self) -> bool {
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
    /// Of a volley at a general.
    pub general: Option<GeneralUnderFire>,
}

#[derive(Clone, Debug)]
pub struct Report {
    /// The title as it was written, for JSON.
    pub title: Text,
    pub story: Story,
    pub replay: Option<Replay>,
    pub start: Arc<State>,
    pub end: Arc<State>,
}

/// An entry as a row of a table.
#[derive(Clone, Debug)]
pub struct ReportRow {
    pub account: Account,
    /// The name of the entry's battle.
    pub battle: Option<String>,
    /// The dice, with their scores if known.
    pub dice: Vec<Die>,
    pub weighed: Option<RollLikelihood>,
    pub remark: Option<Remark>,
}

/// Reports the entries on the path to the head for which `wanted` is true.
pub fn report(diary: &Diary, material: &mut dyn ReportSource, wanted: &dyn Fn(&Account) -> bool) -> Report {
    compose::compose(diary, material, wanted)
}

/// The same entries as rows. Each is made when it is asked for, since those of a long diary would fill the memory.
pub fn rows(
    diary: &Diary,
    material: &mut dyn ReportSource,
    wanted: &dyn Fn(&Account) -> bool,
) -> impl Iterator<Item = ReportRow> {
    diary.steps(diary.path().iter().copied()).filter_map(move |step| {
        let account = material.account(&step);
        wanted(&account).then(|| compose::row(account, &step, material))
    })
}
