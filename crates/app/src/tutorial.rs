//! The tutorial shown in place of the dice: its lines, and how many of them fit.

use wardiary_view::measure;

#[derive(Clone, Debug, Default)]
pub(crate) struct Tutorial {
    pub lines: Vec<String>,
    /// Whether the campaign is the user's own: it was opened without entries.
    pub is_own: bool,
    /// The key that turns to the next page.
    pub key: Option<String>,
    /// Index of the first visible line. `None` while hidden.
    first_visible: Option<usize>,
    /// Index of the first line that does not fit.
    first_hidden: usize,
    /// The input of the last `fit`: first line, columns, rows.
    fitted_for: Option<(usize, usize, usize)>,
}

impl Tutorial {
    pub fn new(lines: Vec<String>, key: Option<String>, is_own: bool) -> Self {
        Self { lines, is_own, key, ..Self::default() }
    }

    pub fn is_shown(&self) -> bool {
        self.first_visible.is_some()
    }

    pub fn has_more(&self) -> bool {
        self.is_shown() && self.first_hidden < self.lines.len()
    }

    pub fn show(&mut self) {
        self.first_visible = Some(0);
    }

    pub fn hide(&mut self) -> bool {
        self.first_visible.take().is_some()
    }

    /// Turns to the next page. After the last page it hides, then starts over.
    pub fn next_page(&mut self) {
        self.first_visible = match self.first_visible {
            None => Some(0),
            Some(_) => Some(self.first_hidden).filter(|next| *next < self.lines.len()),
        };
    }

    /// Finds how many whole lines fit. At least one is shown.
    pub fn fit(&mut self, columns: usize, rows: usize) {
        let Some(first) = self.first_visible else { return };
        if self.fitted_for.replace((first, columns, rows)) == Some((first, columns, rows)) {
            return;
        }
        let mut left = rows;
        self.first_hidden = first;
        for line in self.lines.iter().skip(first) {
            let taken = measure::wrap(line, columns).len();
            if taken > left && self.first_hidden > first {
                break;
            }
            left = left.saturating_sub(taken);
            self.first_hidden += 1;
        }
    }

    /// The visible lines, wrapped to `columns`.
    pub fn visible_lines(&self, columns: usize) -> impl Iterator<Item = Vec<String>> {
        let first = self.first_visible.unwrap_or(self.first_hidden);
        self.lines[first..self.first_hidden.max(first)].iter().map(move |line| measure::wrap(line, columns))
    }
}
