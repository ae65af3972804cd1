//! How a roll may come out, exactly or simulated, and what a side could do well.
//!
//! This crate does not know the diary or any screen.

#[macro_use]
extern crate wardiary_base;

pub mod odds;
pub mod suggest;
