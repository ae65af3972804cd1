//! A side's view of the campaign, as a diary of its own made from the referee's. Source: RULES 7; the architecture,
//! “What a side sees”.
//!
//! A filter over the referee's campaign would leak through undo, first states, menus and refusals. So nothing is
//! filtered when it is shown. A [`Projector`] is fed the referee's diary as it grows and writes another one: the
//! entries as the side saw them, with their own entry numbers and ids, and of enemy forces only what the rulebook's
//! sighting rules leave. Its state is the fold of those entries, as for any diary, and screens, `log` and reports read
//! it like any other. What is not in it can't leak.
//!
//! Entries that were shared with a side stay in its diary: if the referee took them back later, as an abandoned branch.
//! Entries that he took back before he shared them leave no trace. Nor does a change that the side could not see: an entry equal to one
//! that exists already becomes that one.

// A new order, event or thing must be decided here, never fall into a default.
#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod disclosure;
mod event_projection;
mod fog_changes;
mod initial_view;
mod map_events;
mod projection_pass;
mod projector;
mod redaction;
mod save_view;
mod sighting_estimates;
mod translate;
mod viewer_ids;

pub use projector::Projector;
pub use projector::ends_part;
pub(crate) use projector::ids_of;
pub use save_view::SaveView;

/// The version of the projection. Another version may make another diary from the same save.
pub const PROJECTION: u32 = 5;
