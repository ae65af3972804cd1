//! What these tests share.

pub mod call;
pub mod eyes;
#[path = "../core/harness/long.rs"]
#[cfg(unix)]
pub mod long;
#[allow(dead_code, unused_imports, reason = "tests of the diary need more of it")]
#[path = "../core/harness/pairs.rs"]
pub mod pairs;
pub mod picture;
pub mod program;
#[cfg(unix)]
pub mod session;
