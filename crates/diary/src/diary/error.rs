//! Errors of the diary: why a record can't be entered, the head can't move, or a remark can't be added.

use super::EntryNo;
use wardiary_base::text::Text;
use wardiary_rules::{notation::NotationError, state::EventError};

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    #[error("entry {found} stands where entry {next} should")]
    Number { found: EntryNo, next: EntryNo },
    #[error("there is no entry {0}")]
    NoEntry(EntryNo),
    /// The record is a digest, and this diary is no share.
    #[error("a digest stands in a share alone, and this is none: its header has no `share`")]
    NotAShare,
    #[error("event {} of entry {no} can't have happened: {what}", at + 1)]
    Event {
        no: EntryNo,
        /// Index of the event in the entry, from 0.
        at: usize,
        error: Box<EventError>,
        /// The error in words, with the names of the state before the event.
        what: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NavigationError {
    #[error("{}", if *there == 0 { "there is nothing to undo".to_string() } else { format!("only {there} can be undone") })]
    TooFarBack {
        /// The number of entries before the head.
        there: u32,
    },
    #[error("there is no entry {no}: {}", if *last == 0 { "the diary is empty".to_string() } else { format!("they are 1 to {last}, and 0 is the muster") })]
    NoEntry { no: EntryNo, last: EntryNo },
    #[error("entry {no} is not on the way to where the diary stands (`goto` an entry after it first)")]
    NotOnPath { no: EntryNo },
    #[error("no branch is called “{}”{}", name.as_name(), nearest.as_ref().map_or(String::new(), |near| format!("; there is “{near}”")))]
    NoBranch { name: Text, nearest: Option<String> },
    /// A text that begins as a time and is none.
    #[error(transparent)]
    Unreadable(NotationError),
    #[error("there is no turn {turn}: no battle was fought on this way")]
    NoBattle { turn: u32 },
    #[error("there is no turn {turn}: {} goes up to its turn {last}", battle.as_name())]
    NoTurn {
        turn: u32,
        battle: Text,
        /// The battle's last turn.
        last: u32,
    },
    #[error("there is no {asked}: this campaign has no clock; name an entry, or a battle's turn as `turn 3`")]
    NoClock { asked: Text },
    #[error("the diary has no {asked}: it goes from {first} to {last}")]
    NotReached {
        asked: Text,
        /// The time at the muster.
        first: Text,
        /// The time at the end of the path.
        last: Text,
    },
    #[error("none of the program's dice fell after entry {no} that could fall again")]
    NoDice { no: EntryNo },
    /// Redo goes further than the entries that were undone.
    #[error("{}", if *there == 0 { "there is nothing to redo".to_string() } else { format!("only {there} can be redone") })]
    TooFarForward {
        /// The number of entries that redo could bring back.
        there: u32,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemarkError {
    #[error("there is no entry {no} to remark on: {}", entries(*last))]
    NoEntry { no: EntryNo, last: EntryNo },
    #[error("there is no remark on entry {no} to withdraw")]
    NoComment { no: EntryNo },
    #[error("there is no bookmark on entry {no} to withdraw")]
    NoBookmark { no: EntryNo },
}

fn entries(last: EntryNo) -> String {
    match last {
        0 => "the diary is empty".into(),
        1 => "there is entry 1 alone".into(),
        last => format!("they are 1 to {last}"),
    }
}
