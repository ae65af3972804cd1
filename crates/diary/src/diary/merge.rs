//! Merges two copies of a save that were continued separately. The other copy's entries after the common ones come in
//! as a branch named after their origin. Existing entries do not change, and the head stays in place.

use super::{
    Diary, Entry, EntryNo, FoundCut, Record, Recovered, Remark, Remarks,
    compare::{is_same_campaign, is_same_entry},
    seal::{Seal, Seals},
};
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    remark::{Annotation, Comment},
    text::{self, Text},
};
use wardiary_rules::order::Order;

#[derive(Clone, Debug)]
pub struct Merge {
    pub records: Vec<Record>,
    /// The last common entry; 0 if there is none.
    pub common: EntryNo,
    /// The new numbers of the entries that come in, ascending, without the entry that names the branch.
    pub numbers: Vec<EntryNo>,
    pub branch_names: Vec<EntryNo>,
    /// The name of the branch. `None` if nothing was written here since the common entry: then the entries continue the
    /// existing path, and the head still stays in place.
    pub branch: Option<Text>,
    /// Entries with different remarks in both copies; both remarks are kept.
    pub both_remarked: Vec<EntryNo>,
    /// Number of incoming entries that were changed by hand in the other copy; they are marked.
    pub by_hand: usize,
}

impl Merge {
    /// The incoming comments and bookmarks: `2 remarks and 1 bookmark`; `None` if there are none.
    pub fn remarks_text(&self) -> Option<String> {
        let says = self.records.iter().filter_map(|record| match record {
            Record::Remark(remark) => Some(&remark.says),
            _ => None,
        });
        // A merge withdraws nothing.
        let count = |is_it: fn(&Annotation) -> bool| says.clone().filter(|says| is_it(says)).count();
        let parts = [
            (count(|says| matches!(says, Annotation::Comment(_))), "remark", "remarks"),
            (count(|says| matches!(says, Annotation::Bookmark(_))), "bookmark", "bookmarks"),
            (count(|says| matches!(says, Annotation::Shared(_))), "record of a share", "records of shares"),
        ];
        let parts =
            parts.into_iter().filter(|(many, ..)| *many > 0).map(|(many, one, more)| text::count(many, one, more));
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| text::list(&parts))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error("they are not copies of one save: their seeds, rules or musters differ")]
    Unrelated,
    /// The other copy has nothing new.
    #[error("the other copy has nothing new")]
    NothingNew,
}

impl Diary {
    /// Computes what merges another copy into this diary; `name` is the name of the branch.
    pub fn merge(&self, other: (&Diary, &Seals), name: &str, now: Timestamp) -> Result<Merge, MergeError> {
        let (other, seals) = other;
        if !is_same_campaign(self, other) {
            return Err(MergeError::Unrelated);
        }
        let pairs = self.entries.iter().zip(&other.entries);
        let common =
            pairs.take_while(|(one, other)| is_same_entry(one, other) && one.parent() == other.parent()).count();
        let common = EntryNo::try_from(common).unwrap_or(EntryNo::MAX);
        let mut joining = MergeRun::new(self);
        let mut by_hand = 0;
        let mut branch = None;
        // An entry that only names a branch comes in with the first new entry that follows it. Otherwise a round trip
        // (merged here, then there) would add a name for nothing.
        let mut names: BTreeMap<EntryNo, &Entry> = BTreeMap::new();
        for entry in &other.entries {
            if joining.find(entry) {
                continue;
            }
            if only_names_branch(entry) && other.with_children.contains(&entry.no) {
                joining.numbers.insert(entry.no, joining.number(entry.parent()));
                names.insert(entry.no, entry);
                continue;
            }
            let mut coming = vec![entry];
            while let Some(name) = coming.last().and_then(|first| names.remove(&first.parent())) {
                coming.push(name);
            }
            for entry in coming.into_iter().rev() {
                if joining.starts_branch(entry) {
                    joining.name_branch(entry.parent(), name.to_string(), now);
                    branch = Some(name.into());
                }
                joining.add_entry(entry);
                if seals.changed_by_hand().contains(&entry.no) {
                    by_hand += 1;
                    let mark = FoundCut { recovered: Some(Recovered::Entry), ..FoundCut::default() };
                    joining.records.push(Record::Cut(mark));
                }
            }
        }
        if !joining.new.is_empty() && self.head + 1 != joining.next {
            joining.records.push(Record::head(self.head));
        }
        let (remarks, both_remarked) = joining.remarks(other);
        let MergeRun { new: numbers, branch_names: naming, records: lines, .. } = joining;
        let batch = (!lines.is_empty()).then_some(Record::Batch(lines));
        let records: Vec<Record> = batch.into_iter().chain(remarks.into_iter().map(Record::Remark)).collect();
        if records.is_empty() {
            return Err(MergeError::NothingNew);
        }
        Ok(Merge { records, common, numbers, branch_names: naming, branch, both_remarked, by_hand })
    }
}

struct MergeRun<'a> {
    mine: &'a Diary,
    children: BTreeMap<EntryNo, Vec<EntryNo>>,
    next: EntryNo,
    /// Number in the other copy to number here.
    numbers: BTreeMap<EntryNo, EntryNo>,
    /// Entries here that were already matched; none matches twice.
    matched: BTreeSet<EntryNo>,
    new: Vec<EntryNo>,
    branch_names: Vec<EntryNo>,
    records: Vec<Record>,
}

impl<'a> MergeRun<'a> {
    fn new(mine: &'a Diary) -> Self {
        let mut children: BTreeMap<EntryNo, Vec<EntryNo>> = BTreeMap::new();
        for entry in &mine.entries {
            children.entry(entry.parent()).or_default().push(entry.no);
        }
        let (numbers, found, new, naming) = (BTreeMap::new(), BTreeSet::new(), Vec::new(), Vec::new());
        Self {
            mine,
            children,
            next: mine.next_no(),
            numbers,
            matched: found,
            new,
            branch_names: naming,
            records: Vec::new(),
        }
    }

    fn number(&self, no: EntryNo) -> EntryNo {
        self.numbers.get(&no).copied().unwrap_or(0)
    }

    /// Finds an entry of the other copy that exists here: a child of the same parent, or of an entry that names a
    /// branch there, as after an earlier merge.
    fn find(&mut self, entry: &Entry) -> bool {
        let children = |no: EntryNo| self.children.get(&no).into_iter().flatten().copied();
        let names = |no: &EntryNo| self.mine.entry(*no).is_some_and(only_names_branch);
        let parent = self.number(entry.parent());
        let near = children(parent).chain(children(parent).filter(names).flat_map(children));
        let is_it = |no: &EntryNo| {
            !self.matched.contains(no) && self.mine.entry(*no).is_some_and(|mine| is_same_entry(mine, entry))
        };
        let found = near.into_iter().find(is_it);
        if let Some(no) = found {
            self.numbers.insert(entry.no, no);
            self.matched.insert(no);
        }
        found.is_some()
    }

    fn starts_branch(&self, entry: &Entry) -> bool {
        self.children.contains_key(&self.number(entry.parent()))
    }

    /// Names a branch at the counterpart of `from`; the entries that follow continue it.
    fn name_branch(&mut self, from: EntryNo, name: String, now: Timestamp) {
        let order = Order::Branch { name: name.into(), dice: None };
        let parent = self.number(from);
        // Naming a branch is never refused, and branches are named only after existing entries.
        if let Ok(entry) = self.mine.resolved_after(parent, order, now) {
            let after = Some(parent).filter(|parent| parent + 1 != self.next);
            self.records.push(Record::Entry(Entry { no: self.next, after, ..entry }));
            self.branch_names.push(self.next);
            self.next += 1;
        }
    }

    fn add_entry(&mut self, entry: &Entry) {
        let named = |last: &Record| match last {
            Record::Entry(last) if only_names_branch(last) => Some(last.no),
            _ => None,
        };
        // The first entry of a branch follows the entry that names it.
        let forks = self.starts_branch(entry);
        let parent =
            self.records.last().and_then(named).filter(|_| forks).unwrap_or_else(|| self.number(entry.parent()));
        let no = self.next;
        let after = Some(parent).filter(|parent| parent + 1 != no);
        self.records.push(Record::Entry(Entry { no, after, seal: Seal::default(), ..entry.clone() }));
        self.numbers.insert(entry.no, no);
        self.new.push(no);
        self.next += 1;
    }

    /// The other copy's remarks that are new here, and the entries on which both copies remarked differently.
    fn remarks(&self, other: &Diary) -> (Vec<Remark>, Vec<EntryNo>) {
        let (mut remarks, mut both) = (Vec::new(), Vec::new());
        for (viewer, no, at) in &other.remarks.shared {
            let on = self.number(*no);
            if !self.mine.shared_with(*viewer).any(|(shared, _)| shared == on) {
                remarks.push(Remark { on, at: *at, says: Annotation::Shared(*viewer), seal: Seal::default() });
            }
        }
        for (no, theirs) in other.remarks() {
            let on = self.number(no);
            let ours = self.mine.remarks_on(on);
            let mut put = |says| remarks.push(Remark { on, at: theirs.at, says, seal: Seal::default() });
            let mut differs = false;
            match (ours.and_then(|ours| ours.comment.as_ref()), &theirs.comment) {
                (_, None) => {}
                (Some(ours), Some(theirs)) if ours == theirs => {}
                (Some(ours), Some(theirs)) => {
                    let both = merged_comment(ours, theirs);
                    differs = both != *ours;
                    if differs {
                        put(Annotation::Comment(both));
                    }
                }
                (None, Some(theirs)) => put(Annotation::Comment(theirs.clone())),
            }
            match (ours.and_then(|ours: &Remarks| ours.bookmark.as_ref()), &theirs.bookmark) {
                (_, None) => {}
                (Some(ours), Some(theirs)) if ours.contains(theirs.raw()) => {}
                (Some(ours), Some(theirs)) => {
                    differs = true;
                    put(Annotation::Bookmark(format!("{} / {}", ours.raw(), theirs.raw()).into()));
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

fn only_names_branch(entry: &Entry) -> bool {
    matches!(entry.order, Order::Branch { dice: None, .. })
}

/// Merges two comments on one entry: the mark of ours, or else of theirs; the text of both; the files of both.
fn merged_comment(ours: &Comment, theirs: &Comment) -> Comment {
    let text = match (ours.text.raw(), theirs.text.raw()) {
        (ours, theirs) if ours.contains(theirs) => ours.to_string(),
        ("", theirs) => theirs.to_string(),
        (ours, theirs) => format!("{ours} / {theirs}"),
    };
    let text = match (ours.mark, theirs.mark) {
        (Some(mine), Some(other)) if mine != other && !text.contains(&format!("({other})")) => {
            format!("{text} ({other})").trim().to_string()
        }
        _ => text,
    };
    let others = theirs.files.iter().filter(|file| !ours.files.contains(file)).cloned();
    let files = ours.files.iter().cloned().chain(others).collect();
    Comment { mark: ours.mark.or(theirs.mark), text: text.into(), files }
}
