//! The application's parts, and the layers within crates.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and measure time")]

mod architecture;
mod battle_table;
mod burst_paste;
mod clock;
mod copied;
#[cfg(unix)]
mod decoder;
#[cfg(unix)]
mod escape_timeout;
mod faces;
mod keymap;
mod odds_worker;
mod order_history;
mod order_line;
mod picker;
#[cfg(unix)]
mod sequence_parser;
mod settings;
mod voice;
