//! The base crate.

mod cells;
mod layout;
mod named_lists;
mod parts;
mod patch;
mod read_all;
mod scan;
mod seed;
mod standing;
mod text;
mod totals;
