//! What these tests share.

pub mod arbitrary;
pub mod books;
pub mod campaign;
pub mod field;
pub mod game;
pub mod garrison;
pub mod hooked;
pub mod long;
pub mod lookout;
pub mod many_rolls;
pub mod memory;
pub mod pairs;
pub mod play;
pub mod table;
pub mod telling;
pub mod war;
pub mod worn;
