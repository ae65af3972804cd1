//! **wardiary** keeps the war diary of a tabletop campaign. This package is the command line and the program;
//! everything else lives in the crates below. `docs/ARCHITECTURE.md` draws the map and explains the words.
//!
//! # Data flows one way
//!
//! ```text
//! keys / command line ─► Order ─► rules (pure) ─► events ─► diary (durable) ─► State ─► view
//!                          ▲   │
//!                          │   └─► "I need these dice"
//!                    faces └────── dice: seeded, typed in by hand, scripted
//! ```
//!
//! Nothing flows back: the view changes nothing, the state knows no dice, the rules know no screen. The rules *request*
//! dice and are called again with the rolls ([`rules::resolve`](wardiary_rules::rules::resolve)). A
//! [`State`](wardiary_rules::state::State) is the fold of the diary's events.
//! [`Save`](wardiary_diary::diary::file::Save) writes an entry to the disk before anything shows it.
//!
//! # The crates, from the lowest layer up
//!
//! A crate depends only on crates above it in this table, and the compiler keeps it so.
//!
//! | crate | modules | it does not know |
//! |---|---|---|
//! | [`wardiary_base`] | `text`, `fault`, `sides`, `dice`, `id`, `remark`, `book` (rulebooks), `ground` (maps), `document` (RON with line numbers), `shipped` (texts that ship) | orders; files, clocks |
//! | [`wardiary_rules`] | `order`, `event`, `state`, `rules` (a file for each mechanism), `refusal` (why an order is refused, with its words), `notation` (orders and rolls as text), `drawing` (maps and scenarios as they are edited) | the diary; files, clocks, randomness |
//! | [`wardiary_odds`] | `odds` (exact or simulated), `suggest` (what a side could do well) | the diary; screens |
//! | [`wardiary_diary`] | `diary` (entries, tree, file, seals, verification), `projection` (what a side sees), `share`, `mail`, `links`, `error` (what a user reads), `assets` (a user's own files) | odds; screens |
//! | [`wardiary_report`] | `luck`, `service`, `battle_timeline`, `aftermath`, `report` | screens |
//! | `wardiary_serve` | a program of its own: `pages` (of sides), `server` | screens; how to write a save |
//! | [`wardiary_view`] | panes: ratatui widgets over a state | files, keys, the terminal |
//! | [`wardiary_app`] | the program in the terminal: session, screens, overlays, commands, effects | the command line |
//! | `wardiary` | [`cli`]: a file for each subcommand | |
//!
//! # Invariants
//!
//! Manifests, `crates/clippy.toml` and `crates/app/tests/app/architecture.rs` keep these:
//!
//! - `rules`, `notation` and `odds` touch no file, no clock and no terminal, and draw no randomness of their own. Only
//!   `diary::file`, `links`, `assets` and `cli` touch files. One exception: `effects/unsaved_recovery.rs` of the app, which
//!   names the system's temporary folder as the last place for a copy of unsaved entries.
//! - The view takes `&` of everything. Only the view and the app name ratatui; only the app names crossterm.
//! - The meaning of a number is a setting in the rulebook, not a constant in a mechanism.
//! - No order changes anything until its entry is on the disk. Nothing is ever erased: undo is a line too.
//! - An id is never assigned twice on one path through the diary, and no die of the program's stream counts twice on
//!   one path. New dice have serial numbers that the save has not used. `diary::verify` checks all of this again.
//!
//! # Tests
//!
//! Each crate has its tests in `crates/NAME/tests/NAME`; tests of the whole program are in `tests/program`. Test code
//! that several crates need is in `tests/harness/rules` (no diary) and `tests/harness/diary`.

pub mod cli;
