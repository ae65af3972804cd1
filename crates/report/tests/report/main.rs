//! Reading a diary as a whole: luck, records, reports, proposals.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and measure time")]

mod aloud;
mod changes;
mod conflict_map;
mod forecasts;
mod luck;
mod names;
mod narrator;
mod normal;
mod reading;
mod reports;
mod scenes;
mod secrets;
mod sources;
mod story;
mod suggest;
mod support;
mod terrain;
mod unit_stats;
