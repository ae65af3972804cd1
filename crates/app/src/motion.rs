//! Motions in a list, the same on every screen and in every overlay.

/// A motion in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// One up.
    Up,
    /// One down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the beginning.
    Top,
    /// To the end.
    Bottom,
}

/// The rows of a page.
const PAGE: isize = 10;

impl Motion {
    /// From one place in a list of `len` to another.
    #[must_use]
    pub fn step(self, at: usize, len: usize) -> usize {
        let last = len.saturating_sub(1);
        match self {
            Self::Up | Self::PageUp => at.saturating_add_signed(self.by(PAGE)),
            Self::Down | Self::PageDown => at.saturating_add_signed(self.by(PAGE)).min(last),
            Self::Top => 0,
            Self::Bottom => last,
        }
    }

    /// The rows it moves by, where a page has `page` of them; 0 for the two ends.
    #[must_use]
    pub fn by(self, page: isize) -> isize {
        match self {
            Self::Up => -1,
            Self::Down => 1,
            Self::PageUp => -page,
            Self::PageDown => page,
            Self::Top | Self::Bottom => 0,
        }
    }
}
