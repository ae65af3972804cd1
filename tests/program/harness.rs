//! What these tests share.

pub mod call;
pub mod eyes;
#[path = "../core/harness/long.rs"]
#[cfg(unix)]
pub mod long;
pub mod picture;
pub mod program;
#[cfg(unix)]
pub mod session;
