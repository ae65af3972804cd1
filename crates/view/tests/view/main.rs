//! Panes and their parts.

mod areas;
mod borders;
mod brief;
mod die;
mod draw_line;
mod footer;
mod found;
mod ledger;
mod lines;
mod measure;
mod picture;
mod plan;
mod scale;
mod signs;
mod strip;
