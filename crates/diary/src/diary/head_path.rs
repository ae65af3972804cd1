//! The path to the head, and the branches that were left: what undo and redo follow.
//!
//! A short move is made at once. A long one only notes its target. So a save in which the head jumps far across the
//! tree ten thousand times is read in linear time, and the path is computed once, on demand.

use super::EntryNo;
use std::sync::OnceLock;

/// Maximum number of entries of a move that is made at once.
const MAX_IMMEDIATE_MOVE: usize = 64;

#[derive(Clone, Debug, Default)]
pub struct HeadPath {
    /// The parent of each entry; the first element is the muster, which is its own parent.
    parents: Vec<EntryNo>,
    /// The path before the pending moves.
    base: ResolvedPath,
    moves: Vec<EntryNo>,
    /// The path after the pending moves; computed on demand.
    resolved: OnceLock<ResolvedPath>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedPath {
    /// The entries from the muster to the head, oldest first.
    pub path: Vec<EntryNo>,
    /// For each entry and the muster: the child that was left last; 0 if there is none.
    pub redo_children: Vec<EntryNo>,
}

impl HeadPath {
    pub fn path(&self) -> &[EntryNo] {
        &self.resolved().path
    }

    pub fn redo_child(&self, no: EntryNo) -> Option<EntryNo> {
        self.resolved().redo_children.get(no as usize).copied().filter(|child| *child != 0)
    }

    /// Adds the next entry, whose parent is `follows`, and moves to it.
    pub fn append(&mut self, follows: EntryNo) {
        if self.parents.is_empty() {
            self.parents.push(0);
        }
        self.parents.push(follows);
        self.move_to(EntryNo::try_from(self.parents.len() - 1).unwrap_or(EntryNo::MAX));
    }

    pub fn move_to(&mut self, to: EntryNo) {
        if let Some(now) = self.resolved.take() {
            self.base = now;
            self.moves.clear();
        }
        if !self.moves.is_empty() || !self.base.move_within(&self.parents, to, MAX_IMMEDIATE_MOVE) {
            self.moves.push(to);
        }
    }

    fn resolved(&self) -> &ResolvedPath {
        if self.moves.is_empty() {
            return &self.base;
        }
        self.resolved.get_or_init(|| {
            let mut way = self.base.clone();
            way.move_through(&self.parents, &self.moves);
            way
        })
    }
}

impl ResolvedPath {
    /// Moves to an entry unless that takes more than `most` steps up and down. Returns whether it moved.
    pub fn move_within(&mut self, parents: &[EntryNo], to: EntryNo, most: usize) -> bool {
        let mut way: Vec<EntryNo> = Vec::new();
        let mut at = to;
        // The path is sorted, so membership is a binary search.
        while at != 0 && self.path.binary_search(&at).is_err() {
            if way.len() == most {
                return false;
            }
            way.push(at);
            at = parents[at as usize];
        }
        let shared = if at == 0 { 0 } else { self.path.binary_search(&at).map_or(0, |place| place + 1) };
        if self.path.len() - shared > most {
            return false;
        }
        self.redo_children.resize(parents.len().max(1), 0);
        for no in self.path.drain(shared..) {
            self.redo_children[parents[no as usize] as usize] = no;
        }
        self.path.extend(way.into_iter().rev());
        true
    }

    /// Moves to these entries one after the other, in time linear in the entries and moves, however far they are.
    pub fn move_through(&mut self, parents: &[EntryNo], moves: &[EntryNo]) {
        let Some(head) = moves.last().copied() else { return };
        let mut path: Vec<EntryNo> =
            std::iter::successors(Some(head), |no| Some(parents[*no as usize])).take_while(|no| *no != 0).collect();
        path.reverse();
        // The length of the new path's prefix that leads to each entry.
        let mut shared = vec![0usize; parents.len()];
        for (at, no) in path.iter().enumerate() {
            shared[*no as usize] = at + 1;
        }
        // When the head was last at or behind each entry; the first move is 1.
        let mut last = vec![usize::MAX; parents.len()];
        let before = self.path.last().copied().unwrap_or(0);
        let heads: Vec<EntryNo> = std::iter::once(before).chain(moves.iter().copied()).collect();
        for (time, no) in heads.iter().enumerate() {
            last[*no as usize] = time;
        }
        let later = |a: usize, b: usize| {
            if a == usize::MAX {
                b
            } else if b == usize::MAX {
                a
            } else {
                a.max(b)
            }
        };
        for no in 1..parents.len() {
            if shared[no] == 0 {
                shared[no] = shared[parents[no] as usize];
            }
        }
        for no in (1..parents.len()).rev() {
            let parent = parents[no] as usize;
            last[parent] = later(last[parent], last[no]);
        }
        // When the last child of each entry was left.
        let mut left_at = vec![0usize; parents.len()];
        self.redo_children.resize(parents.len().max(1), 0);
        let mut leaves = |left: &mut Vec<EntryNo>, child: EntryNo, time: usize| {
            let parent = parents[child as usize] as usize;
            if time > left_at[parent] {
                left_at[parent] = time;
                left[parent] = child;
            }
        };
        // A child off the new path was left after the head's last visit.
        for no in 1..parents.len() {
            let child = EntryNo::try_from(no).unwrap_or(EntryNo::MAX);
            if last[no] != usize::MAX && path.get(shared[no].wrapping_sub(1)) != Some(&child) {
                leaves(&mut self.redo_children, child, last[no] + 1);
            }
        }
        // A child on the new path was left whenever the head moved to a shorter prefix of the path. The last time
        // counts, so the moves are scanned backwards, and each place of the path is visited once.
        let mut next: Vec<usize> = (0..=path.len()).collect();
        for (time, pair) in heads.windows(2).enumerate().rev() {
            let (from, to) = (shared[pair[0] as usize], shared[pair[1] as usize]);
            let mut at = next_unvisited(&mut next, to);
            while at < from {
                leaves(&mut self.redo_children, path[at], time + 1);
                next[at] = at + 1;
                at = next_unvisited(&mut next, at + 1);
            }
        }
        self.path = path;
    }
}

/// The first unvisited place from `from` on. Union-find with path compression: visited places are skipped the next
/// time.
fn next_unvisited(next: &mut [usize], from: usize) -> usize {
    let mut to = from;
    while next[to] != to {
        to = next[to];
    }
    let mut at = from;
    while at != to {
        (next[at], at) = (to, next[at]);
    }
    to
}
