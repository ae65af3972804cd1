//! Shared test code that plays or reads a diary.

pub mod campaign;
pub mod game;
pub mod garrison;
pub mod hooked_disk;
pub mod long;
pub mod many_rolls;
pub mod memory_disk;
pub mod narrated_campaign;
pub mod pairs;
pub mod play;
pub mod war;
pub mod worn_units;
