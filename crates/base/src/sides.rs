//! The two sides of a fight by name, so that no code indexes them with 0 and 1.

use serde::Serialize;
use std::ops::{Index, IndexMut};

/// One of the two sides of a fight, as an order names them: `scrud QUICK_EFFORT v SECOND`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CombatSide {
    /// The side named first: the attacker.
    First,
    Second,
}

impl CombatSide {
    /// Both sides, in the order in which the rules ask for dice.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Its word in notation and JSON: `first` or `second`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct BothSides<T> {
    pub first: T,
    pub second: T,
}

impl<T> BothSides<T> {
    pub const fn new(first: T, second: T) -> Self {
        Self { first, second }
    }

    pub fn from_fn(mut make: impl FnMut(CombatSide) -> T) -> Self {
        let first = make(CombatSide::First);
        Self { first, second: make(CombatSide::Second) }
    }

    pub const fn as_ref(&self) -> BothSides<&T> {
        BothSides { first: &self.first, second: &self.second }
    }

    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BothSides<U> {
        let first = change(self.first);
        BothSides { first, second: change(self.second) }
    }

    /// Swaps the sides: the same values as the opponent sees them.
    pub fn swapped(self) -> Self {
        Self { first: self.second, second: self.first }
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        [&self.first, &self.second].into_iter()
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> + ExactSizeIterator {
        [&mut self.first, &mut self.second].into_iter()
    }

    pub fn by_side(&self) -> impl DoubleEndedIterator<Item = (CombatSide, &T)> + ExactSizeIterator {
        [(CombatSide::First, &self.first), (CombatSide::Second, &self.second)].into_iter()
    }
}

impl<T> IntoIterator for BothSides<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        [self.first, self.second].into_iter()
    }
}

impl<T> From<[T; 2]> for BothSides<T> {
    fn from([first, second]: [T; 2]) -> Self {
        Self { first, second }
    }
}

impl<T> From<(T, T)> for BothSides<T> {
    fn from((first, second): (T, T)) -> Self {
        Self { first, second }
    }
}

impl<T> From<BothSides<T>> for (T, T) {
    fn from(both: BothSides<T>) -> Self {
        (both.first, both.second)
    }
}

impl<T> Index<CombatSide> for BothSides<T> {
    type Output = T;

    fn index(&self, side: CombatSide) -> &T {
        match side {
            CombatSide::First => &self.first,
            CombatSide::Second => &self.second,
        }
    }
}

impl<T> IndexMut<CombatSide> for BothSides<T> {
    fn index_mut(&mut self, side: CombatSide) -> &mut T {
        match side {
            CombatSide::First => &mut self.first,
            CombatSide::Second => &mut self.second,
        }
    }
}
