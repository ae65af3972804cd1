//! What was ordered before, for the order line: in this save, what was typed and not given, and what earlier sessions typed.

use super::kept::Kept;
use std::collections::BTreeSet;
use wardiary_diary::{
    assets::{Folders, LONGEST_LINE},
    diary::{Diary, EntryNo},
};

/// So many entries of the diary are gone through.
const MOST_ENTRIES: usize = 300;

/// What was typed in a session.
#[derive(Debug, Default)]
pub struct History {
    /// Each with the entry that it was typed after, the newest last.
    typed: Vec<(EntryNo, String)>,
    /// Whether earlier sessions typed anything, once that was looked up: it is asked in every frame of the order line.
    has_past: Kept<(), bool>,
}

impl History {
    /// Keeps a line that was typed after an entry.
    pub fn keep(&mut self, after: EntryNo, line: &str) {
        let line = line.trim();
        if !line.is_empty() && line.len() <= LONGEST_LINE {
            self.typed.retain(|(_, other)| other != line);
            self.typed.push((after, line.into()));
        }
    }

    /// Whether anything was ordered before.
    pub(crate) fn is_begun(&self, diary: &Diary, folders: &Folders) -> bool {
        !self.typed.is_empty()
            || !diary.path().is_empty()
            || *self.has_past.get((), |()| !folders.past_orders().is_empty())
    }

    /// All that was ordered, the newest first, each once: in this save, as its diary tells it and as it was typed; then in
    /// earlier sessions.
    #[must_use]
    pub fn lines(&self, diary: &Diary, folders: &Folders) -> Vec<String> {
        let path = diary.path();
        let last = &path[path.len().saturating_sub(MOST_ENTRIES)..];
        // What was typed after an entry comes behind that entry's own order.
        let recorded = diary.steps(last.iter().copied()).map(|step| ((step.entry.no, 0), step.account().order));
        let typed = self.typed.iter().enumerate().map(|(at, (after, line))| ((*after, at + 1), line.clone()));
        let mut here: Vec<((EntryNo, usize), String)> = recorded.chain(typed).collect();
        here.sort_by_key(|(place, _)| *place);
        let here = here.into_iter().rev().map(|(_, line)| line);
        let mut seen = BTreeSet::new();
        let is_line = |line: &String| !line.is_empty() && line.len() <= LONGEST_LINE && !line.contains('\n');
        let all = here.chain(folders.past_orders().into_iter().rev()).filter(is_line);
        all.filter(|line| seen.insert(line.clone())).collect()
    }
}

/// A line among those that were ordered before.
#[derive(Debug)]
pub(crate) struct Recalled {
    /// All that it can be, the newest first.
    lines: Vec<String>,
    /// Which it is.
    at: usize,
    /// What was in the line before.
    draft: String,
}

impl Recalled {
    /// The newest of what was ordered that begins as a draft does; of all where nothing does. None where there is nothing.
    #[must_use]
    pub fn of(draft: &str, lines: Vec<String>) -> Option<Self> {
        let wanted = draft.trim_start().to_lowercase();
        let (begun, others): (Vec<String>, Vec<String>) =
            lines.into_iter().filter(|line| line != draft).partition(|line| line.to_lowercase().starts_with(&wanted));
        let lines = if begun.is_empty() { others } else { begun };
        (!lines.is_empty()).then(|| Self { lines, at: 0, draft: draft.into() })
    }

    /// The line.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.lines[self.at]
    }

    /// What was in the line before.
    #[must_use]
    pub fn draft(&self) -> &str {
        &self.draft
    }

    /// An earlier one; the first of all stays.
    pub(crate) fn go_back(&mut self) {
        self.at = (self.at + 1).min(self.lines.len() - 1);
    }

    /// A later one. False where that is what was in the line before.
    pub(crate) fn go_on(&mut self) -> bool {
        let is_later = self.at > 0;
        self.at = self.at.saturating_sub(1);
        is_later
    }

    /// Which of how many it is, in words.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{} of {} ordered earlier", self.at + 1, self.lines.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_as_the_draft_comes_first_and_the_draft_comes_back() {
        let lines = || ["pass", "note two", "scrud A v B", "note one"].map(String::from).to_vec();
        let mut recalled = Recalled::of("No", lines()).expect("two begin so");
        assert_eq!((recalled.line(), recalled.place().as_str()), ("note two", "1 of 2 ordered earlier"));
        recalled.go_back();
        recalled.go_back();
        assert_eq!(recalled.line(), "note one");
        assert!(recalled.go_on() && !recalled.go_on());
        assert_eq!(recalled.draft(), "No");
        assert_eq!(Recalled::of("volley", lines()).expect("all there are").line(), "pass");
        assert!(Recalled::of("", Vec::new()).is_none());
    }
}
