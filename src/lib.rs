//! placeholder
pub mod book;
pub mod dice;
pub mod event;
pub mod id;
pub mod notation;
pub mod order;
pub mod rules;
pub mod state;
pub mod text;
