//! Compares two paths through a diary, or through two copies of one: where they part, and what differs at their ends.

mod facts;

use super::{Account, Diary, Entry, EntryNo, seal::Seal};
pub use facts::calendar_lines;
use facts::differences;
use wardiary_base::text;

#[derive(Clone, Debug, Default)]
pub struct PathComparison {
    /// The last common entry; 0 for the muster.
    pub common: EntryNo,
    pub paths: [ComparedPath; 2],
    /// The differences at the ends, a sentence each; in each the first path comes first.
    pub differences: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct ComparedPath {
    /// The path's title: `the way to entry 41`.
    pub title: String,
    pub end: EntryNo,
    pub entries: Vec<Account>,
}

#[derive(Clone, Copy, Debug)]
pub struct ComparisonEnd<'a> {
    pub diary: &'a Diary,
    pub end: EntryNo,
    pub title: &'a str,
    /// The words for its end in a sentence: `after entry 41`, `in other.ron`.
    pub place: &'a str,
}

impl ComparisonEnd<'_> {
    fn entries(&self) -> Vec<&Entry> {
        let mut entries: Vec<&Entry> =
            std::iter::successors(self.diary.entry(self.end), |entry| self.diary.entry(entry.parent())).collect();
        entries.reverse();
        entries
    }
}

/// Whether two entries are equal apart from their numbers and seals.
pub(super) fn is_same_entry(one: &Entry, other: &Entry) -> bool {
    let bare = |entry: &Entry| Entry { no: 0, after: None, seal: Seal::default(), ..entry.clone() };
    (one.at, &one.order) == (other.at, &other.order) && bare(one) == bare(other)
}

impl PathComparison {
    /// Compares two paths. `None` if their musters, rules or seeds differ.
    pub fn of(ways: [ComparisonEnd; 2]) -> Option<Self> {
        let [one, other] = ways;
        if !is_same_campaign(one.diary, other.diary) {
            return None;
        }
        let (first, second) = (one.entries(), other.entries());
        let common = first.iter().zip(&second).take_while(|(one, other)| is_same_entry(one, other)).count();
        let rest = |way: ComparisonEnd, entries: &[&Entry]| ComparedPath {
            title: way.title.to_string(),
            end: way.end,
            entries: way
                .diary
                .steps(entries[common..].iter().map(|entry| entry.no))
                .map(|step| Account { remarks: way.diary.remarks_on(step.entry.no).cloned(), ..step.account() })
                .collect(),
        };
        let ends = [one.diary.state_at(one.end)?, other.diary.state_at(other.end)?];
        let last = common.checked_sub(1).map_or(0, |at| first[at].no);
        Some(Self {
            common: last,
            paths: [rest(one, &first), rest(other, &second)],
            differences: differences([(one.place, &ends[0]), (other.place, &ends[1])]),
        })
    }

    /// Compares the paths to two entries of a diary. `None` if one of the entries does not exist.
    pub fn of_branches(diary: &Diary, ends: [EntryNo; 2]) -> Option<Self> {
        let branches = diary.branches();
        let title = |end: EntryNo| {
            let branch = branches.iter().find(|branch| branch.last == end).and_then(|branch| branch.name.as_ref());
            match branch {
                Some(name) => format!("“{name}”, to entry {end}"),
                None if end == 0 => "The muster".into(),
                None => format!("The path to entry {end}"),
            }
        };
        let place = |end: EntryNo| if end == 0 { "at the muster".into() } else { format!("after entry {end}") };
        let titles = ends.map(|end| (title(end), place(end)));
        let way = |at: usize| ComparisonEnd { diary, end: ends[at], title: &titles[at].0, place: &titles[at].1 };
        Self::of([way(0), way(1)])
    }

    /// Compares the paths to an entry in each of two named saves. `None` if they are not copies of one save.
    pub fn of_copies(copies: [(&Diary, EntryNo, &str); 2]) -> Option<Self> {
        // Two copies in different folders may have the same name.
        let names = if copies[0].2 == copies[1].2 {
            [format!("this {}", copies[0].2), format!("the other {}", copies[1].2)]
        } else {
            [copies[0].2.to_string(), copies[1].2.to_string()]
        };
        let titles = [0, 1].map(|at| {
            let (name, end) = (text::sanitize(&names[at]), copies[at].1);
            (format!("{name}, to entry {end}"), format!("in {name}"))
        });
        let way = |at: usize| ComparisonEnd {
            diary: copies[at].0,
            end: copies[at].1,
            title: &titles[at].0,
            place: &titles[at].1,
        };
        Self::of([way(0), way(1)])
    }

    /// Where the paths part: `entry 41`, or the muster.
    pub fn fork_text(&self) -> String {
        if self.common == 0 { "the muster".into() } else { format!("entry {}", self.common) }
    }
}

/// Whether two diaries are of one campaign: the same seed, rules and muster.
pub(super) fn is_same_campaign(one: &Diary, other: &Diary) -> bool {
    let (one, other) = (one.header(), other.header());
    (one.seed, &one.book, &one.muster) == (other.seed, &other.book, &other.muster)
}
