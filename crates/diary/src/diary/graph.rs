//! The tree of entries as a graph with lanes, like that of `git log --graph`. The muster and each entry are a row, in
//! the order in which they were written. A branch has a lane from its parent entry to its last entry; then the lane is
//! free.

use super::{Diary, EntryNo};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    rows: Vec<GraphRow>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphRow {
    /// The lane of its entry, from 0.
    pub lane: usize,
    /// Other lanes that pass this row.
    pub through: BTreeSet<usize>,
    /// Lanes that begin here: other branches from this entry.
    pub opens: Vec<usize>,
}

impl GraphRow {
    /// Number of lanes in the row.
    pub fn width(&self) -> usize {
        let lanes = self.through.iter().chain(&self.opens).chain([&self.lane]);
        lanes.max().map_or(1, |lane| lane + 1)
    }
}

impl Graph {
    pub fn of(diary: &Diary) -> Self {
        let mut children: BTreeMap<EntryNo, Vec<EntryNo>> = BTreeMap::new();
        for entry in diary.entries() {
            children.entry(entry.parent()).or_default().push(entry.no);
        }
        let mut rows = Vec::with_capacity(diary.entries().len() + 1);
        // The entry that each lane leads to next; `None` for a free lane.
        let mut lanes: Vec<Option<EntryNo>> = vec![Some(0)];
        for no in 0..diary.next_no() {
            let lane = lanes.iter().position(|next| *next == Some(no)).unwrap_or(0);
            let mut following = children.get(&no).map_or(&[][..], Vec::as_slice).iter().copied();
            lanes[lane] = following.next();
            let through = lanes.iter().enumerate().filter(|(at, next)| *at != lane && next.is_some());
            let through = through.map(|(at, _)| at).collect();
            let opens = following.map(|child| {
                let free = lanes.iter().enumerate().position(|(at, next)| at != lane && next.is_none());
                let at = free.unwrap_or(lanes.len());
                if at == lanes.len() {
                    lanes.push(None);
                }
                lanes[at] = Some(child);
                at
            });
            let opens = opens.collect();
            rows.push(GraphRow { lane, through, opens });
        }
        Self { rows }
    }

    /// Whether any entry has several children.
    pub fn forks(&self) -> bool {
        self.rows.iter().any(|row| !row.opens.is_empty())
    }

    /// The row of an entry, or of the muster for 0.
    pub fn row(&self, no: EntryNo) -> Option<&GraphRow> {
        self.rows.get(no as usize)
    }
}
