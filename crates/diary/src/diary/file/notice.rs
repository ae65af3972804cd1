//! Damage found and repaired when a save was opened.

use super::error::display_path;
use crate::diary::{EntryNo, seal::Ending};
use std::{collections::BTreeSet, fmt, path::PathBuf};
use wardiary_base::{
    document::SourcePosition,
    text::{self, Text},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveNotice {
    Title {
        place: SourcePosition,
        shown: String,
    },
    Name {
        place: SourcePosition,
        shown: String,
    },
    ChangedByHand {
        /// The entries; 0 for the header.
        entries: BTreeSet<EntryNo>,
        moves: usize,
        remarks: BTreeSet<EntryNo>,
        digests: usize,
    },
    Ending {
        how: Ending,
        entries: EntryNo,
    },
    /// The last line was torn; it has been moved to a file of its own.
    TornRemoved {
        length: usize,
        copy: PathBuf,
    },
    /// The last line is torn and ignored, since the save is open for reading.
    TornIgnored,
    /// The file system has no locks; a file stands for one.
    NoLocks {
        file: PathBuf,
    },
    Share {
        side: Text,
    },
    /// The save was to be opened for writing, but can only be read.
    Following {
        because: String,
    },
}

impl fmt::Display for SaveNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Title { place, shown } => {
                write!(f, "{place}: the title has characters that can't be shown; it is shown as “{shown}”")
            }
            Self::Name { place, shown } => {
                write!(f, "{place}: the name has characters that can't be shown; it is shown as “{shown}”")
            }
            Self::ChangedByHand { entries, moves, remarks, digests } => {
                let header = entries.contains(&0).then(|| "the header".to_string());
                let count = entries.range(1..).count();
                let ranges = text::ranges(entries.range(1..).copied());
                let numbered =
                    (count > 0).then(|| format!("{} {ranges}", if count == 1 { "entry" } else { "entries" }));
                let moves = (*moves > 0).then(|| text::count(*moves, "line of undo or redo", "lines of undo or redo"));
                let on = text::ranges(remarks.iter().copied());
                let entry = if remarks.len() == 1 { "entry" } else { "entries" };
                let remarks = (!remarks.is_empty()).then(|| format!("remarks on {entry} {on}"));
                let digests = (*digests > 0).then(|| text::count(*digests, "digest", "digests"));
                let parts = [header, numbered, moves, remarks, digests];
                let what: Vec<String> = parts.into_iter().flatten().collect();
                write!(f, "changed by hand since it was written: {}", text::list(&what))
            }
            Self::TornRemoved { length, copy } => write!(
                f,
                "the last line, of {length} bytes, was incomplete and has been left out; it is kept in {}",
                display_path(copy)
            ),
            Self::Ending { how: how @ (Ending::Unclosed | Ending::OtherLine), entries } => {
                write!(f, "{how}; there were at least {}", text::count(*entries as usize, "entry", "entries"))
            }
            Self::Ending { how, .. } => how.fmt(f),
            Self::TornIgnored => f.write_str("the last line is incomplete and is left out here"),
            Self::NoLocks { file } => write!(
                f,
                "this file system does not support locks; while the save is open here, {} keeps other programs out",
                display_path(file)
            ),
            Self::Share { side } => {
                write!(f, "this is a share, with what {side} knew of a campaign: it can only be read")
            }
            Self::Following { because } => write!(f, "{because}: you can watch it, but not write"),
        }
    }
}
