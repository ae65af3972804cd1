//! Why the diary can't hold a record, or can't move to an entry.

use super::EntryNo;
use wardiary_rules::state::EventError;

/// Why a record can't be entered in this diary.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// Its number is not the next.
    #[error("entry {found} stands where entry {next} should")]
    Number {
        /// The number it has.
        found: EntryNo,
        /// The number it should have.
        next: EntryNo,
    },
    /// It names an entry that does not exist.
    #[error("there is no entry {0}")]
    NoEntry(EntryNo),
    /// It is a digest, and this is no share.
    #[error("a digest stands in a share alone, and this is none: its header has no `share`")]
    NoShare,
    /// One of its events can't have happened.
    #[error("event {} of entry {no} can't have happened: {what}", at + 1)]
    Event {
        /// The entry.
        no: EntryNo,
        /// Which of its events, from 0.
        at: usize,
        /// Why.
        error: EventError,
        /// The same in words, with the names of the state in which it can't.
        what: String,
    },
}

/// Why the diary can't move to an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NavigationError {
    /// Fewer entries lie before the head.
    #[error("{}", if *there == 0 { "there is nothing to undo".to_string() } else { format!("only {there} can be undone") })]
    Back {
        /// How many there are.
        there: u32,
    },
    /// There is no such entry.
    #[error("there is no entry {no}: {}", if *last == 0 { "the diary is empty".to_string() } else { format!("they are 1 to {last}, and 0 is the muster") })]
    NoEntry {
        /// The number.
        no: EntryNo,
        /// The last there is.
        last: EntryNo,
    },
    /// The entry lies on another branch.
    #[error("entry {no} is not on the way to where the diary stands (`goto` an entry after it first)")]
    NotOnTheWay {
        /// The number.
        no: EntryNo,
    },
    /// No branch has this name.
    #[error("no branch is called “{name}”{}", nearest.as_ref().map_or(String::new(), |near| format!("; there is “{near}”")))]
    NoBranch {
        /// The name.
        name: String,
        /// The name that is nearest to it.
        nearest: Option<String>,
    },
    /// None of the program's dice was rolled after this entry.
    #[error("none of the program's dice fell after entry {no} that could fall again")]
    NoDice {
        /// The entry.
        no: EntryNo,
    },
    /// Fewer entries were left behind.
    #[error("{}", if *there == 0 { "there is nothing to redo".to_string() } else { format!("only {there} can be redone") })]
    Forward {
        /// How many there are.
        there: u32,
    },
}

/// Why something can't be put down on an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemarkError {
    /// There is no such entry.
    #[error("there is no entry {no} to remark on: {}", entries(*last))]
    NoEntry {
        /// The number.
        no: EntryNo,
        /// The last there is.
        last: EntryNo,
    },
    /// Nothing is said of it that could be withdrawn.
    #[error("there is no remark on entry {no} to withdraw")]
    NoComment {
        /// The entry.
        no: EntryNo,
    },
    /// It has no bookmark that could be taken away.
    #[error("there is no bookmark on entry {no} to withdraw")]
    NoBookmark {
        /// The entry.
        no: EntryNo,
    },
}

fn entries(last: EntryNo) -> String {
    match last {
        0 => "the diary is empty".into(),
        1 => "there is entry 1 alone".into(),
        last => format!("they are 1 to {last}"),
    }
}
