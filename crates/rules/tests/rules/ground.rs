//! The ground: faults of a map, and the text of a map.

mod faults;
mod geometry;
mod golden;
mod sight;
mod terrain;
mod written;
