//! The application's parts, and the layers within crates.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and measure time")]

mod architecture;
mod battle_table;
mod clock;
mod copied;
#[cfg(unix)]
mod cutter;
mod faces;
mod keymap;
#[cfg(unix)]
mod meaning;
mod odds_worker;
mod order_line;
#[cfg(unix)]
mod pace;
mod picker;
mod recalled;
mod settings;
