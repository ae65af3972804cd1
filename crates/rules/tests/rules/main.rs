//! The rules, without a diary.

mod borders;
mod brought;
mod golden;
mod ground;
mod keywords;
mod merging;
mod movement;
mod prospects;
mod refit;
mod refusals;
mod scrud;
mod typed;
