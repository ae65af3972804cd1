//! A diary read at once: luck, records, reports, proposals.

mod aloud;
mod conflict_map;
mod deeds;
mod forecasts;
mod luck;
mod reading;
mod reports;
mod secrets;
mod sources;
mod suggest;
mod support;
