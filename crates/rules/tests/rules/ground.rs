//! The ground: what is wrong with a map, and what a map says again when it is written.

mod faults;
mod geometry;
mod golden;
mod sight;
mod terrain;
mod written;
