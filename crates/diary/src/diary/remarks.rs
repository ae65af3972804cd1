//! The current remarks on a diary's entries. The last comment and the last bookmark on an entry count.

use super::{Diary, EntryNo, Remark, RemarkError, append::truncate_to_second, seal::Seal};
use jiff::Timestamp;
use std::collections::BTreeMap;
use wardiary_base::{
    id::SideId,
    remark::{Annotation, Comment, Viewer},
    text::Text,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remarks {
    pub comment: Option<Comment>,
    /// The name of its bookmark, which may be empty.
    pub bookmark: Option<Text>,
    pub at: Timestamp,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AllRemarks {
    on_entries: BTreeMap<EntryNo, Remarks>,
    /// The sides that roll their dice on the table, if anybody recorded that.
    table_dice_sides: Option<Vec<SideId>>,
    /// The entries up to which the campaign was shared, with whom and when.
    pub shared: Vec<(Viewer, EntryNo, Timestamp)>,
}

impl AllRemarks {
    pub fn add(&mut self, remark: Remark) {
        if let Annotation::Table(sides) = remark.says {
            self.table_dice_sides = Some(sides);
            return;
        }
        if let Annotation::Shared(viewer) = remark.says {
            self.shared.push((viewer, remark.on, remark.at));
            return;
        }
        let found = self.on_entries.entry(remark.on);
        let on = found.or_insert_with(|| Remarks { comment: None, bookmark: None, at: remark.at });
        on.at = remark.at;
        match remark.says {
            Annotation::Comment(comment) => on.comment = Some(comment),
            Annotation::NoComment => on.comment = None,
            Annotation::Bookmark(name) => on.bookmark = Some(name),
            Annotation::NoBookmark => on.bookmark = None,
            Annotation::Table(_) | Annotation::Shared(_) => {}
        }
        if on.comment.is_none() && on.bookmark.is_none() {
            self.on_entries.remove(&remark.on);
        }
    }
}

impl Remarks {
    pub fn comment_text(&self) -> Option<String> {
        self.comment.as_ref().map(Comment::to_string)
    }

    pub fn bookmark_text(&self) -> Option<String> {
        self.bookmark.as_ref().map(Text::to_string)
    }

    pub fn lines(&self) -> Vec<String> {
        let bookmark = self.bookmark_text().map(|name| match name.as_str() {
            "" => "bookmark".to_string(),
            name => format!("bookmark: {name}"),
        });
        self.comment_text().map(|comment| format!("remark: {comment}")).into_iter().chain(bookmark).collect()
    }
}

impl Diary {
    pub fn remarks_on(&self, no: EntryNo) -> Option<&Remarks> {
        self.remarks.on_entries.get(&no)
    }

    pub fn remarks(&self) -> impl Iterator<Item = (EntryNo, &Remarks)> {
        self.remarks.on_entries.iter().map(|(no, remarks)| (*no, remarks))
    }

    /// The sides that roll their dice on the table, in the order in which they were named; `None` if nobody recorded
    /// that.
    pub fn table_dice_sides(&self) -> Option<&[SideId]> {
        self.remarks.table_dice_sides.as_deref()
    }

    /// The entries up to which the campaign was shared with this viewer, and when, in the order of sharing.
    pub fn shared_with(&self, viewer: Viewer) -> impl DoubleEndedIterator<Item = (EntryNo, Timestamp)> {
        let shared = self.remarks.shared.iter().filter(move |(with, ..)| *with == viewer);
        shared.map(|(_, on, at)| (*on, *at))
    }

    /// Whether a remark may refer to `on`. The choice of table dice refers to the muster, a share to the muster or an
    /// entry, all other remarks to an entry.
    pub(super) fn accepts_remark(says: &Annotation, on: EntryNo, next: EntryNo) -> bool {
        match says {
            Annotation::Table(_) => on == 0,
            Annotation::Shared(_) => on < next,
            Annotation::Comment(_) | Annotation::NoComment | Annotation::Bookmark(_) | Annotation::NoBookmark => {
                (1..next).contains(&on)
            }
        }
    }

    /// Creates a remark's record, which [`Diary::append`] enters.
    pub fn remark(&self, on: EntryNo, says: Annotation, now: Timestamp) -> Result<Remark, RemarkError> {
        if !Self::accepts_remark(&says, on, self.next_no()) {
            return Err(RemarkError::NoEntry { no: on, last: self.next_no() - 1 });
        }
        let there = self.remarks_on(on);
        match says {
            Annotation::NoComment if there.is_none_or(|there| there.comment.is_none()) => {
                Err(RemarkError::NoComment { no: on })
            }
            Annotation::NoBookmark if there.is_none_or(|there| there.bookmark.is_none()) => {
                Err(RemarkError::NoBookmark { no: on })
            }
            says => Ok(Remark { on, at: truncate_to_second(now), says, seal: Seal::default() }),
        }
    }
}
