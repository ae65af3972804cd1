//! The odds of rolls, exact or simulated, and suggested orders for a side.
//!
//! This crate does not know the diary or any screen.

#[macro_use]
extern crate wardiary_base;

pub mod odds;
pub mod suggest;
