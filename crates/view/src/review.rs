//! The panes of the review screen: the strip of the whole diary, its entries as a list with the graph of its branches,
//! and the result of the current entry.

pub mod differences;
pub mod entries;
pub mod strip;
pub mod told;

pub use differences::{ComparedPane, DifferencesPane};
pub use entries::{EntriesPane, EntryRow};
pub use strip::{Lead, Notch, Signal, StripPane};
pub use strip::{column_of, place_in};
pub use told::ToldPane;
