//! Shared code of these tests.

pub mod call;
pub mod eyes;
pub mod picture;
pub mod program;
#[cfg_attr(windows, allow(dead_code, reason = "tests of signals and processes are for Unix"))]
pub mod session;
