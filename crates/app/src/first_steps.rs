//! The tutorial shown in place of the dice: its lines, and how many of them fit.

use wardiary_view::measure;

#[derive(Clone, Debug, Default)]
pub(crate) struct FirstSteps {
    pub lines: Vec<String>,
    /// The key that turns to the next page.
    pub key: Option<String>,
    /// Index of the first visible line. `None` while hidden.
    first: Option<usize>,
    /// Index of the first line that does not fit.
    next: usize,
    /// The input of the last `fit`: first line, columns, rows.
    found_for: Option<(usize, usize, usize)>,
}

impl FirstSteps {
    pub fn new(lines: Vec<String>, key: Option<String>, are_shown: bool) -> Self {
        Self { lines, key, first: are_shown.then_some(0), next: 0, found_for: None }
    }

    pub fn are_shown(&self) -> bool {
        self.first.is_some()
    }

    pub fn has_more(&self) -> bool {
        self.are_shown() && self.next < self.lines.len()
    }

    pub fn show(&mut self) {
        self.first = Some(0);
    }

    pub fn leave(&mut self) -> bool {
        self.first.take().is_some()
    }

    /// Turns to the next page. After the last page it hides, then starts over.
    pub fn turn(&mut self) {
        self.first = match self.first {
            None => Some(0),
            Some(_) => Some(self.next).filter(|next| *next < self.lines.len()),
        };
    }

    /// Finds how many whole lines fit. At least one is shown.
    pub fn fit(&mut self, columns: usize, rows: usize) {
        let Some(first) = self.first else { return };
        if self.found_for.replace((first, columns, rows)) == Some((first, columns, rows)) {
            return;
        }
        let mut left = rows;
        self.next = first;
        for line in self.lines.iter().skip(first) {
            let taken = measure::wrap(line, columns).len();
            if taken > left && self.next > first {
                break;
            }
            left = left.saturating_sub(taken);
            self.next += 1;
        }
    }

    /// The visible lines, wrapped to `columns`.
    pub fn shown(&self, columns: usize) -> impl Iterator<Item = Vec<String>> {
        let first = self.first.unwrap_or(self.next);
        self.lines[first..self.next.max(first)].iter().map(move |line| measure::wrap(line, columns))
    }
}
