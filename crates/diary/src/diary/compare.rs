//! Two ways through a diary, or through two diaries that begin alike: from where they part, and what differs at the end.

mod facts;

use super::{Account, Diary, Entry, EntryNo, seal::Seal};
use facts::differences;
use wardiary_base::text;

/// What was found of two ways.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// The last entry that they have in common; 0 for the muster.
    pub common: EntryNo,
    /// What each is called, and its entries from there on.
    pub ways: [ComparedWay; 2],
    /// What differs at the end, a sentence each: first what the one has, then the other.
    pub differences: Vec<String>,
}

/// One of two ways.
#[derive(Clone, Debug, Default)]
pub struct ComparedWay {
    /// What it is called: `the way to entry 41`.
    pub title: String,
    /// Its last entry.
    pub end: EntryNo,
    /// Its entries after the last that both have.
    pub entries: Vec<Account>,
}

/// A way that is to be compared: the diary, its end, what it is called.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// Of which diary.
    pub diary: &'a Diary,
    /// The entry to which it leads.
    pub end: EntryNo,
    /// What it is called: `the way to entry 41`.
    pub title: &'a str,
    /// Where that is, for a sentence about its end: `after entry 41`, `in other.ron`.
    pub place: &'a str,
}

impl Way<'_> {
    /// The entries from the muster to its end.
    fn entries(&self) -> Vec<&Entry> {
        let mut entries: Vec<&Entry> =
            std::iter::successors(self.diary.entry(self.end), |entry| self.diary.entry(entry.follows())).collect();
        entries.reverse();
        entries
    }
}

/// Whether two entries say the same, whatever their numbers and seals.
#[must_use]
pub(super) fn is_same(one: &Entry, other: &Entry) -> bool {
    let bare = |entry: &Entry| Entry { no: 0, after: None, seal: Seal::default(), ..entry.clone() };
    (one.at, &one.order) == (other.at, &other.order) && bare(one) == bare(other)
}

impl Compared {
    /// Compares two ways. `None` where they do not begin alike: another muster, other rules, another seed.
    #[must_use]
    pub fn of(ways: [Way; 2]) -> Option<Self> {
        let [one, other] = ways;
        if !begins_alike(one.diary, other.diary) {
            return None;
        }
        let (first, second) = (one.entries(), other.entries());
        let common = first.iter().zip(&second).take_while(|(one, other)| is_same(one, other)).count();
        let rest = |way: Way, entries: &[&Entry]| ComparedWay {
            title: way.title.to_string(),
            end: way.end,
            entries: way
                .diary
                .steps(entries[common..].iter().map(|entry| entry.no))
                .map(|step| Account { remarks: way.diary.remarks_on(step.entry.no).cloned(), ..step.account() })
                .collect(),
        };
        let ends = [one.diary.at(one.end)?, other.diary.at(other.end)?];
        let last = common.checked_sub(1).map_or(0, |at| first[at].no);
        Some(Self {
            common: last,
            ways: [rest(one, &first), rest(other, &second)],
            differences: differences([(one.place, &ends[0]), (other.place, &ends[1])]),
        })
    }

    /// Compares the ways to two entries of a diary. `None` where one of them is not there.
    #[must_use]
    pub fn of_branches(diary: &Diary, ends: [EntryNo; 2]) -> Option<Self> {
        let branches = diary.branches();
        let title = |end: EntryNo| {
            let branch = branches.iter().find(|branch| branch.last == end).and_then(|branch| branch.name.as_ref());
            match branch {
                Some(name) => format!("“{}”, to entry {end}", text::display_name(name)),
                None if end == 0 => "The muster".into(),
                None => format!("The way to entry {end}"),
            }
        };
        let place = |end: EntryNo| if end == 0 { "at the muster".into() } else { format!("after entry {end}") };
        let said = ends.map(|end| (title(end), place(end)));
        let way = |at: usize| Way { diary, end: ends[at], title: &said[at].0, place: &said[at].1 };
        Self::of([way(0), way(1)])
    }

    /// Compares the ways to an entry in each of two saves, of these names. `None` where they are no copies of one save.
    #[must_use]
    pub fn of_copies(copies: [(&Diary, EntryNo, &str); 2]) -> Option<Self> {
        // Copies may be called alike, in two folders.
        let names = if copies[0].2 == copies[1].2 {
            [format!("this {}", copies[0].2), format!("the other {}", copies[1].2)]
        } else {
            [copies[0].2.to_string(), copies[1].2.to_string()]
        };
        let said = [0, 1].map(|at| {
            let (name, end) = (text::sanitize(&names[at]), copies[at].1);
            (format!("{name}, to entry {end}"), format!("in {name}"))
        });
        let way = |at: usize| Way { diary: copies[at].0, end: copies[at].1, title: &said[at].0, place: &said[at].1 };
        Self::of([way(0), way(1)])
    }

    /// After what they part: `entry 41`, or the muster.
    #[must_use]
    pub fn parted(&self) -> String {
        if self.common == 0 { "the muster".into() } else { format!("entry {}", self.common) }
    }
}

/// Whether two diaries are of one campaign: with the same dice, rules and muster.
#[must_use]
pub(super) fn begins_alike(one: &Diary, other: &Diary) -> bool {
    let (one, other) = (one.header(), other.header());
    (one.seed, &one.book, &one.muster) == (other.seed, &other.book, &other.muster)
}
