//! What a side sees: a diary of its own, made from the referee's. Source: RULES 7; the architecture, “What somebody sees”.
//!
//! A view that filtered the referee's campaign would leak: through undo, first states, menus, refusals. So nothing is
//! filtered when it is shown. A [`Projector`] is fed the referee's diary as it grows, and writes another one: entries as the
//! side saw them, with numbers of their own, things by numbers of their own, and of enemy forces what the rulebook's sighting
//! leaves. Its state is the fold of those entries, as any diary's is, and screens, `log` and reports read it like any other.
//! What is not in it can't be told.
//!
//! A side's diary only grows. What it knew and the referee took back stands there as a way not taken; a change of what it
//! could not see leaves no trace: an entry that tells it the same as one that stands there already is that one.

mod beginning;
mod command;
mod eyes;
mod fog;
mod glimpse;
mod ground;
mod orders;
mod projector;
mod rules;
mod scene;
mod sketching;
mod translate;
mod veil;
mod viewed;

pub use command::as_far_as_it_goes;
pub use projector::Projector;
pub use projector::ends_part;
pub use viewed::Viewed;

/// The version of the projection: what a side's diary holds of the same save may change with it.
pub const PROJECTION: u32 = 2;
