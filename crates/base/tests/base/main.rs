//! The base crate.

mod cells;
mod parts;
mod patch;
mod read_all;
mod scan;
mod seed;
mod standing;
mod text;
mod totals;
