//! What tests share that need no diary.

pub mod any_ground;
pub mod arbitrary;
pub mod books;
pub mod field;
pub mod share;
pub mod shipped;
pub mod table;
