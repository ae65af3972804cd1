//! The odds, held against slow and obvious definitions and against the sources.

mod contact;
mod fire;
mod odds;
mod rules;
mod scrud;
mod shifted_odds;
mod simulate;
mod tables;
