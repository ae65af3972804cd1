//! The first battle explained in place of the dice: which of its lines are shown, as many at a time as there is room for.

use wardiary_view::measure;

/// The lines, and whether they are shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirstSteps {
    /// All of them.
    pub lines: Vec<String>,
    /// The key that goes on to those there is no room for.
    pub key: Option<String>,
    /// The first that is shown; none while they are left out.
    first: Option<usize>,
    /// The first of those there is no room for.
    next: usize,
    /// For which first line, columns and rows that was found.
    found_for: Option<(usize, usize, usize)>,
}

impl FirstSteps {
    /// These lines, shown or not.
    pub fn new(lines: Vec<String>, key: Option<String>, are_shown: bool) -> Self {
        Self { lines, key, first: are_shown.then_some(0), next: 0, found_for: None }
    }

    /// Whether they are shown.
    pub fn are_shown(&self) -> bool {
        self.first.is_some()
    }

    /// Whether there is no room for some that are still to come.
    pub fn has_more(&self) -> bool {
        self.are_shown() && self.next < self.lines.len()
    }

    /// Shows them from the first on.
    pub fn show(&mut self) {
        self.first = Some(0);
    }

    /// Leaves them out. True where they were shown.
    pub fn leave(&mut self) -> bool {
        self.first.take().is_some()
    }

    /// On to those there was no room for; behind the last they are left out, and then shown from the first on.
    pub fn turn(&mut self) {
        self.first = match self.first {
            None => Some(0),
            Some(_) => Some(self.next).filter(|next| *next < self.lines.len()),
        };
    }

    /// Finds how many there is room for in so many columns and rows: whole ones, and one at the least.
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

    /// From which to before which they are shown; none while they are left out.
    pub fn part(&self) -> Option<(usize, usize)> {
        self.first.map(|first| (first, self.next))
    }

    /// Those that are shown, wrapped in so many columns.
    pub fn shown(&self, columns: usize) -> impl Iterator<Item = Vec<String>> {
        let first = self.first.unwrap_or(self.next);
        self.lines[first..self.next.max(first)].iter().map(move |line| measure::wrap(line, columns))
    }
}
