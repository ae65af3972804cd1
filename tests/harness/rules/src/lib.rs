//! Shared test code that needs no diary.

pub mod any_ground;
pub mod arbitrary;
pub mod case_sample;
pub mod field;
pub mod shipped;
pub mod strength_audit;
pub mod table;
