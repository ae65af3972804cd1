//! The vocabulary that everything else shares: text from outside, dice, ids, the rulebook, the ground of a battle, and
//! documents with line numbers.
//!
//! This crate does not know what an order is, and touches no file, no clock and no terminal.

/// Returns an error from the function if a condition holds.
#[macro_export]
macro_rules! fail_if {
    ($condition:expr, $error:expr $(,)?) => {
        if $condition {
            return Err($error.into());
        }
    };
}

pub mod book;
pub mod dice;
pub mod document;
pub mod fault;
pub mod ground;
pub mod id;
pub mod remark;
pub mod shipped;
pub mod sides;
pub mod text;
