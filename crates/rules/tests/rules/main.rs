//! The rules, without a diary.

mod aliases;
mod borders;
mod brought;
mod filter;
mod golden;
mod ground;
mod keywords;
mod merging;
mod movement;
mod names;
mod printed;
mod prospects;
mod refit;
mod refusals;
mod scrud;
mod typed;
