//! How a roll may come out, exactly or simulated, and what a side could do well.
//!
//! This crate does not know the diary or any screen.

pub mod odds;
pub mod suggest;
