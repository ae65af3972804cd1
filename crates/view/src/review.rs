//! The panes of a diary that is read again: the strip of the whole of it, its entries as a list with the graph of its
//! branches, and what the entry that is looked at came to.

pub mod differences;
pub mod entries;
pub mod strip;
pub mod told;

pub use differences::{ComparedPane, DifferencesPane};
pub use entries::{EntriesPane, EntryRow};
pub use strip::{Lead, Notch, Signal, StripPane};
pub use strip::{column_of, place_in};
pub use told::ToldPane;
