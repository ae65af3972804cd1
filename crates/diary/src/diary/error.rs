//! Errors of the diary: why a record can't be entered, the head can't move, or a remark can't be added.

use super::EntryNo;
use wardiary_base::text::Text;
use wardiary_rules::{notation::NotationError, state::EventError};

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    #[error("entry {found} is in the place of entry {next}")]
    Number { found: EntryNo, next: EntryNo },
    #[error("there is no entry {0}")]
    NoEntry(EntryNo),
    #[error("only a share can have a digest, and this is not a share: its header has no `share`")]
    NotAShare,
    #[error("event {} of entry {no} is impossible: {what}", at + 1)]
    Event {
        no: EntryNo,
        /// Index of the event in the entry, from 0.
        at: usize,
        error: Box<EventError>,
        what: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NavigationError {
    #[error("{}", if *there == 0 { "there is nothing to undo".to_string() } else { format!("only {} can be undone", wardiary_base::text::count(*there as usize, "entry", "entries")) })]
    TooFarBack {
        /// The number of entries before the head.
        there: u32,
    },
    /// Players sent orders since, which undo does not take back.
    #[error("players sent orders since: {}`goto {to}` takes theirs back too", own.map_or_else(String::new, |own| format!("`strike {own}` takes back your own last order, ")))]
    PlayersSent {
        /// The referee's last order, if only one entry was to go back.
        own: Option<EntryNo>,
        to: EntryNo,
    },
    #[error("there is no entry {no}: {}", if *last == 0 { "the diary is empty".to_string() } else { format!("entries go from 1 to {last}; 0 is the muster") })]
    NoEntry { no: EntryNo, last: EntryNo },
    #[error("entry {no} is not on the current branch (first `goto` an entry after it)")]
    NotOnPath { no: EntryNo },
    #[error("no branch is called “{}”{}", name.as_name(), nearest.as_ref().map_or(String::new(), |near| format!("; did you mean “{near}”?")))]
    NoBranch { name: Text, nearest: Option<String> },
    /// A text that begins like a time but is not one.
    #[error(transparent)]
    Unreadable(NotationError),
    #[error("there is no turn {turn}: this branch has no battle")]
    NoBattle { turn: u32 },
    #[error("there is no turn {turn}: {} has turns up to {last}", battle.as_name())]
    NoTurn {
        turn: u32,
        battle: Text,
        /// The battle's last turn.
        last: u32,
    },
    #[error("there is no {asked}: this campaign has no clock; name an entry, or a turn such as `turn 3`")]
    NoClock { asked: Text },
    #[error("the diary has no {asked}: it goes from {first} to {last}")]
    NotReached {
        asked: Text,
        /// The time at the muster.
        first: Text,
        /// The time at the end of the path.
        last: Text,
    },
    #[error("the program rolled no dice after entry {no}, so there are none to replay")]
    NoDice { no: EntryNo },
    /// Redo goes further than the entries that were undone.
    #[error("{}", if *there == 0 { "there is nothing to redo".to_string() } else { format!("only {} can be redone", wardiary_base::text::count(*there as usize, "entry", "entries")) })]
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
        1 => "there is only entry 1".into(),
        last => format!("entries go from 1 to {last}"),
    }
}
