//! The rules, without a diary.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and measure time")]

mod aliases;
mod borders;
mod brought;
mod filter;
mod forms;
mod golden;
mod ground;
mod keywords;
mod lay_out;
mod merging;
mod movement;
mod names;
mod phase_text;
mod printed;
mod prospects;
mod refit;
mod refusals;
mod scrud;
mod typed;
