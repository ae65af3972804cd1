//! What tests share that play or read a diary.

pub mod campaign;
pub mod game;
pub mod garrison;
pub mod hooked;
pub mod long;
pub mod many_rolls;
pub mod memory;
pub mod pairs;
pub mod play;
pub mod telling;
pub mod war;
pub mod worn;
