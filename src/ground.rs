//! The ground that a battle is fought on: its grid, and what is known of an area by where it lies (RULES 4.4, 4.5).
//!
//! A grid has squares or hexes; a [`Cell`] is one area of it, a [`Facing`] one of the edges of an area. Everything here
//! is worked out in integers.

mod cell;
mod facing;
mod grid;

pub use cell::{Cell, NoCell};
pub use facing::{Facing, NoFacing};
pub use grid::Grid;

/// The most columns, and the most rows, that ground may have.
pub const LARGEST: u16 = 200;
