//! Two copies of a save that were written on apart, joined: what the other has after the common beginning comes in as a
//! branch, whose name says where it is from. Nothing of what is here changes, and the diary stands where it stood.

use super::{
    Diary, Entry, EntryNo, FoundCut, Record, Recovered, Remark, Remarks,
    compare::{begins_alike, is_same},
    seal::{Seal, Seals},
};
use crate::{
    order::Order,
    remark::{Annotation, Comment},
};
use jiff::Timestamp;
use std::collections::BTreeMap;

/// What joins another copy to a diary.
#[derive(Clone, Debug)]
pub struct Merge {
    /// The lines that are to be written, in their order.
    pub records: Vec<Record>,
    /// The last entry that both have; 0 where they have none in common.
    pub common: EntryNo,
    /// How many entries come in, and the number of the first and of the last of them here; the entry that names the branch
    /// is not among them.
    pub entries: usize,
    /// The first and the last of them, by their numbers here.
    pub span: Option<(EntryNo, EntryNo)>,
    /// The branch as which they come in; none where nothing was written here meanwhile, and they go on from what is here.
    pub branch: Option<String>,
    /// Entries on which both remarked otherwise: both is kept.
    pub both_remarked: Vec<EntryNo>,
    /// How many of the entries that come in were changed by hand in the other copy; they are marked.
    pub by_hand: usize,
}

impl Merge {
    /// How many remarks and bookmarks come in.
    #[must_use]
    pub fn records_of_remarks(&self) -> usize {
        self.records.iter().filter(|record| matches!(record, Record::Remark(_))).count()
    }
}

/// Why two saves can't be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They are not copies of one save.
    #[error("they are not copies of one save: their seeds, rules or musters differ")]
    Strangers,
    /// The other has nothing that is not here.
    #[error("there is nothing in it that is not in this one")]
    Nothing,
}

impl Diary {
    /// What joins another copy to this diary; `name` is what the branch is called.
    ///
    /// # Errors
    /// That they are no copies of one save, or that the other has nothing new.
    pub fn merge(&self, other: (&Diary, &Seals), name: &str, now: Timestamp) -> Result<Merge, MergeError> {
        let (other, seals) = other;
        if !begins_alike(self, other) {
            return Err(MergeError::Strangers);
        }
        let pairs = self.entries.iter().zip(&other.entries);
        let common = pairs.take_while(|(one, other)| is_same(one, other) && one.follows() == other.follows()).count();
        let new = &other.entries[common..];
        let is_behind = self.entries.len() == common;
        let common = EntryNo::try_from(common).unwrap_or(EntryNo::MAX);
        let mut joining =
            Joining { mine: self, common, next: self.next_no(), numbers: BTreeMap::new(), lines: Vec::new() };
        let branch = (!is_behind && !new.is_empty()).then(|| name.to_string());
        let mut by_hand = 0;
        for entry in new {
            if let (true, Some(branch)) = (joining.numbers.is_empty(), &branch) {
                joining.name(entry.follows(), branch.clone(), now);
            }
            joining.take(entry);
            if seals.changed_by_hand().contains(&entry.no) {
                by_hand += 1;
                joining.lines.push(Record::Cut(FoundCut { recovered: Some(Recovered::Entry), ..FoundCut::default() }));
            }
        }
        let head = if is_behind { joining.number(other.head) } else { self.head };
        // Where the other has gone back or forth, it is no reason to follow; where it has gone on, it is.
        if !new.is_empty() && head + 1 != joining.next {
            joining.lines.push(Record::head(head));
        }
        let numbers: Vec<EntryNo> = joining.numbers.values().copied().collect();
        let (remarks, both_remarked) = joining.remarks(other);
        let batch = (!joining.lines.is_empty()).then_some(Record::Batch(joining.lines));
        let records: Vec<Record> = batch.into_iter().chain(remarks.into_iter().map(Record::Remark)).collect();
        if records.is_empty() {
            return Err(MergeError::Nothing);
        }
        let span = numbers.first().zip(numbers.last()).map(|(first, last)| (*first, *last));
        Ok(Merge { records, common, entries: new.len(), span, branch, both_remarked, by_hand })
    }
}

/// Entries of another copy on their way here.
struct Joining<'a> {
    mine: &'a Diary,
    common: EntryNo,
    next: EntryNo,
    /// The number that each entry of the other has here.
    numbers: BTreeMap<EntryNo, EntryNo>,
    lines: Vec<Record>,
}

impl Joining<'_> {
    /// The number here of an entry of the other.
    fn number(&self, no: EntryNo) -> EntryNo {
        if no <= self.common { no } else { self.numbers.get(&no).copied().unwrap_or(self.common) }
    }

    /// Names the branch, after the entry that it goes on from: the entries that follow go on from there.
    fn name(&mut self, from: EntryNo, name: String, now: Timestamp) {
        // To name a branch is never refused.
        if let Ok(entry) = self.mine.branching(from, Order::Branch { name, dice: None }, now) {
            self.next = entry.no + 1;
            self.lines.push(Record::Entry(entry));
        }
    }

    fn take(&mut self, entry: &Entry) {
        let named = self.numbers.is_empty() && !self.lines.is_empty();
        // The first follows the entry that names the branch.
        let parent = if named { self.next - 1 } else { self.number(entry.follows()) };
        let no = self.next;
        let after = Some(parent).filter(|parent| parent + 1 != no);
        self.lines.push(Record::Entry(Entry { no, after, seal: Seal::default(), ..entry.clone() }));
        self.numbers.insert(entry.no, no);
        self.next += 1;
    }

    /// What the other's readers have put down and ours have not; and the entries on which both did otherwise.
    fn remarks(&self, other: &Diary) -> (Vec<Remark>, Vec<EntryNo>) {
        let (mut remarks, mut both) = (Vec::new(), Vec::new());
        for (no, theirs) in other.remarks() {
            let on = self.number(no);
            let ours = if no <= self.common { self.mine.remarks_on(no) } else { None };
            let mut put = |says| remarks.push(Remark { on, at: theirs.at, says, seal: Seal::default() });
            let mut differs = false;
            match (ours.and_then(|ours| ours.comment.as_ref()), &theirs.comment) {
                (_, None) => {}
                (Some(ours), Some(theirs)) if ours == theirs => {}
                (Some(ours), Some(theirs)) => {
                    differs = true;
                    put(Annotation::Comment(joined(ours, theirs)));
                }
                (None, Some(theirs)) => put(Annotation::Comment(theirs.clone())),
            }
            match (ours.and_then(|ours: &Remarks| ours.bookmark.as_ref()), &theirs.bookmark) {
                (_, None) => {}
                (Some(ours), Some(theirs)) if ours.contains(theirs.as_str()) => {}
                (Some(ours), Some(theirs)) => {
                    differs = true;
                    put(Annotation::Bookmark(format!("{ours} / {theirs}")));
                }
                (None, Some(theirs)) => put(Annotation::Bookmark(theirs.clone())),
            }
            if differs {
                both.push(on);
            }
        }
        (remarks, both)
    }
}

/// Two comments on one entry: the mark of the first, or else of the second; the words of both; the files of both.
fn joined(ours: &Comment, theirs: &Comment) -> Comment {
    let text = match (ours.text.as_str(), theirs.text.as_str()) {
        (ours, theirs) if ours.contains(theirs) => ours.to_string(),
        ("", theirs) => theirs.to_string(),
        (ours, theirs) => format!("{ours} / {theirs}"),
    };
    let text = match (ours.mark, theirs.mark) {
        (Some(mine), Some(other)) if mine != other => format!("{text} ({other})").trim().to_string(),
        _ => text,
    };
    let others = theirs.files.iter().filter(|file| !ours.files.contains(file)).cloned();
    let files = ours.files.iter().cloned().chain(others).collect();
    Comment { mark: ours.mark.or(theirs.mark), text, files }
}
