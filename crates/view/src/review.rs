//! The panes of the review screen: the strip of the whole diary, its entries as a list with the graph of its branches,
//! and the result of the current entry.

pub mod differences;
pub mod entries;
pub mod strip;

pub use differences::{ComparedPane, DifferencesPane};
pub use entries::EntryResultPane;
pub use entries::{EntriesPane, EntryRow};
pub use strip::{BattleLead, StripEvent, StripMark, StripPane};
pub use strip::{column_of, position_in};
