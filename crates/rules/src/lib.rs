//! The rules: orders, the events that follow from them, and the state that results from the events.
//!
//! [`rules::resolve`] is a pure function from a state, an order and rolls to the dice it still needs or to events. This
//! crate does not know the diary, files, clocks, threads or randomness: the rules ask for dice and never roll.

#[macro_use]
extern crate wardiary_base;

pub mod drawing;
pub mod event;
pub mod notable;
pub mod notation;
pub mod order;
pub mod refusal;
pub mod rules;
pub mod state;
