//! The diary, its file, and what each side sees of it.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and measure time")]

mod append;
mod assets;
mod attackers;
mod bad_moves;
mod branches;
mod campaigns;
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
mod games;
mod golden_sentences;
mod history;
mod lookout;
mod mail;
mod mentions;
mod objectives;
mod other_programs;
mod outstanding;
#[cfg(unix)]
mod planted_files;
mod platform;
mod projection;
mod properties;
mod recover;
mod remarks;
mod reseal;
mod rosters;
mod save;
mod sentences;
mod shares;
mod sharing;
mod shipped;
mod sighting;
mod spool;
mod spreadsheets;
mod stacks;
mod staff;
mod tables_in_folders;
mod theatre;
mod together;
mod trash;
mod tree;
mod verify;
mod verify_findings;
mod victory;
mod watching;
