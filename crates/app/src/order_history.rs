//! History of the order line: orders of this save, lines typed but not given, and lines of earlier sessions.

use std::collections::BTreeSet;
use wardiary_diary::{
    assets::{Folders, MAX_LINE_LENGTH},
    diary::{Diary, EntryNo},
};

/// Number of diary entries searched.
const MAX_ENTRIES: usize = 300;

#[derive(Debug, Default)]
pub struct OrderHistory {
    /// Each line with the entry it was typed after, newest last.
    typed: Vec<(EntryNo, String)>,
}

impl OrderHistory {
    pub fn push(&mut self, after: EntryNo, line: &str) {
        let line = line.trim();
        if !line.is_empty() && line.len() <= MAX_LINE_LENGTH {
            self.typed.retain(|(_, other)| other != line);
            self.typed.push((after, line.into()));
        }
    }

    pub(crate) fn has_lines(&self, diary: &Diary, folders: &Folders) -> bool {
        !self.typed.is_empty() || !diary.path().is_empty() || !folders.past_orders().is_empty()
    }

    /// All lines without duplicates, newest first: those of this save, then those of earlier sessions.
    pub fn lines(&self, diary: &Diary, folders: &Folders) -> Vec<String> {
        let path = diary.path();
        let last = &path[path.len().saturating_sub(MAX_ENTRIES)..];
        // A line typed after an entry sorts behind the entry's own order.
        let recorded = diary.steps(last.iter().copied()).map(|step| ((step.entry.no, 0), step.account().order));
        let typed = self.typed.iter().enumerate().map(|(at, (after, line))| ((*after, at + 1), line.clone()));
        let mut here: Vec<((EntryNo, usize), String)> = recorded.chain(typed).collect();
        here.sort_by_key(|(place, _)| *place);
        let here = here.into_iter().rev().map(|(_, line)| line);
        let mut seen = BTreeSet::new();
        let is_line = |line: &String| !line.is_empty() && line.len() <= MAX_LINE_LENGTH && !line.contains('\n');
        let all = here.chain(folders.past_orders().into_iter().rev()).filter(is_line);
        all.filter(|line| seen.insert(line.clone())).collect()
    }
}

#[derive(Debug)]
pub struct HistoryCursor {
    lines: Vec<String>,
    index: usize,
    /// The text of the line before the recall.
    draft: String,
}

impl HistoryCursor {
    /// The newest line that starts with `draft`, or the newest of all if none does. `None` if there are no lines.
    pub fn of(draft: &str, lines: Vec<String>) -> Option<Self> {
        let wanted = draft.trim_start().to_lowercase();
        let (begun, others): (Vec<String>, Vec<String>) =
            lines.into_iter().filter(|line| line != draft).partition(|line| line.to_lowercase().starts_with(&wanted));
        let lines = if begun.is_empty() { others } else { begun };
        (!lines.is_empty()).then(|| Self { lines, index: 0, draft: draft.into() })
    }

    pub fn line(&self) -> &str {
        &self.lines[self.index]
    }

    pub fn draft(&self) -> &str {
        &self.draft
    }

    /// Goes to the next older line, and stays at the oldest.
    pub fn older(&mut self) {
        self.index = (self.index + 1).min(self.lines.len() - 1);
    }

    /// Goes to the next newer line. Returns false if that is the draft.
    pub fn newer(&mut self) -> bool {
        let is_later = self.index > 0;
        self.index = self.index.saturating_sub(1);
        is_later
    }

    pub fn position_text(&self) -> String {
        format!("{} of {} earlier orders", self.index + 1, self.lines.len())
    }
}
