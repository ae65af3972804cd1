//! Motions in a list, the same in all screens and overlays.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
}

const PAGE_ROWS: isize = 10;

impl Motion {
    pub(crate) const fn help(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::PageUp => "a page up",
            Self::PageDown => "a page down",
            Self::Top => "to the top",
            Self::Bottom => "to the bottom",
        }
    }

    /// The index after the motion in a list of length `len`.
    pub fn target_index(self, at: usize, len: usize) -> usize {
        let last = len.saturating_sub(1);
        match self {
            Self::Up | Self::PageUp => at.saturating_add_signed(self.rows_moved(PAGE_ROWS)),
            Self::Down | Self::PageDown => at.saturating_add_signed(self.rows_moved(PAGE_ROWS)).min(last),
            Self::Top => 0,
            Self::Bottom => last,
        }
    }

    /// The row of areas after the motion, on a map of which that many rows are visible.
    pub(crate) fn target_row(self, row: u16, visible: u16, last: u16) -> u16 {
        match self {
            Self::Top => 0,
            Self::Bottom => last,
            motion => step_within(row, motion.rows_moved(isize::try_from(visible.max(2) - 1).unwrap_or(1)), last),
        }
    }

    /// The number of rows moved, with `page` rows to a page; 0 for `Top` and `Bottom`.
    pub fn rows_moved(self, page: isize) -> isize {
        match self {
            Self::Up => -1,
            Self::Down => 1,
            Self::PageUp => -page,
            Self::PageDown => page,
            Self::Top | Self::Bottom => 0,
        }
    }
}

/// The row or column of areas `by` steps later, up to the last.
pub(crate) fn step_within(at: u16, by: isize, last: u16) -> u16 {
    let at = usize::from(at).saturating_add_signed(by);
    u16::try_from(at).unwrap_or(last).min(last)
}

/// The item `by` steps after this one, wrapping around.
pub(crate) fn cycled<T: Copy + PartialEq>(all: &[T], now: T, by: isize) -> T {
    let at = all.iter().position(|other| *other == now).unwrap_or(0);
    all.get((at + all.len()).saturating_add_signed(by) % all.len().max(1)).copied().unwrap_or(now)
}
