//! Shared code of these tests.

pub mod call;
pub mod eyes;
pub mod picture;
pub mod program;
#[cfg(unix)]
pub mod session;
