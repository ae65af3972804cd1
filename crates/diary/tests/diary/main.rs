//! The diary, its file, and what each side sees of it.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and measure time")]

mod attackers;
mod bad_moves;
mod campaigns;
mod catching_up;
mod claims;
mod clock;
mod combat_traces;
mod conflicts;
mod copies;
mod drawing;
mod durability;
mod far_heads;
mod fire_orders;
mod formats;
mod found;
mod games;
mod lookout;
mod mail;
mod objectives;
mod other_programs;
mod outstanding;
mod projection;
mod properties;
mod remarks;
mod rosters;
mod save;
mod sentences;
mod shares;
mod sharing;
mod shipped;
mod sighting;
mod stacks;
mod staff;
mod theatre;
mod together;
mod tree;
mod verify;
mod victory;
