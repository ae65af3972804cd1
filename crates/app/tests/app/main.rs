//! The application's parts, and the layers of the whole workspace.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and measure time")]

mod architecture;
