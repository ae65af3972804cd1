//! **wardiary** keeps the war diary of a tabletop campaign. This page is the map of its modules; `docs/ARCHITECTURE.md`
//! draws it and explains the words.
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
//! dice and are called again with the rolls ([`rules::resolve`]). The diary *is* the battle, and a [`state::State`] is the
//! fold of its events. An entry is on the disk before it is shown: [`diary::file::Save::submit`] carries out an order and
//! records it, and every other change of a save goes through [`diary::file::Save`] too.
//!
//! # The modules, from the lowest layer up
//!
//! | module | what it is about |
//! |---|---|
//! | [`text`] | text from outside, sanitized |
//! | [`fault`] | what is wrong with a file's content, and where in its structure |
//! | [`sides`] | the two sides of a fight, by name |
//! | [`dice`] | requests for dice, rolls, and the sources that answer; the program's own stream |
//! | [`id`] | the numbers by which units, stacks and the like are named |
//! | [`remark`] | what a reader puts down on an entry: marks, words, bookmarks |
//! | [`book`] | the rulebook: every rule that players could disagree about, as validated data |
//! | [`ground`] | the ground of a battle: its grid, its areas and what lies between them |
//! | [`order`], [`event`] | what can be asked, and what can happen |
//! | [`document`] | RON with positions: line and column of each problem |
//! | [`state`] | the campaign at an entry; the muster |
//! | [`rules`] | the consequences of an order: a file for each mechanism |
//! | [`notation`] | orders and rolls as text, both ways, and completion; refusals in words ([`notation::refusal`]) |
//! | [`drawing`] | a map that is drawn, or a scenario whose units are set out: its strokes, and the text of its file |
//! | [`odds`] | how a roll may come out: exactly, or simulated |
//! | [`suggest`] | what a side could do well, and why; a scenario played by that policy ([`suggest::playtest`]) |
//! | [`diary`] | the tree of entries: rebasing it, verifying it, its file and its seals; entries described ([`diary::Account`]) |
//! | [`projection`] | what a side sees: its own diary, made from the referee's; an open save as somebody sees it ([`projection::Viewed`]) |
//! | [`share`] | what a side sees as a file of its own, and the proof from the save that it was honest |
//! | [`luck`] | what the dice gave, beside what they could have given |
//! | [`service`], [`swing`] | what became of each unit, battle by battle; how a battle went, entry by entry |
//! | [`aftermath`] | what came of a battle when it ended, or of a turn in which a side was exhausted |
//! | [`report`] | a diary told for readers who were not there: a document, and the formats it is rendered in |
//! | [`error`] | what a user is told when something fails, and the exit code |
//! | [`mail`] | play by mail: orders that a player composes on his share, and the referee takes in |
//! | [`assets`] | the files that ship, and where a user's own files are |
//! | [`view`] | panes: widgets over a [`state::State`] |
//! | [`app`] | the program in the terminal: a session, a desk of screens and overlays, their commands and keys, effects |
//! | [`cli`] | the command line: a file for each subcommand |
//!
//! # Invariants
//!
//! Manifests, `crates/clippy.toml` and `crates/app/tests/app/architecture.rs` check these:
//!
//! - A module uses only modules of lower layers (`rules`, `notation` and `odds` touch no file, no clock and no terminal,
//!   and draw no randomness of their own).
//! - The view takes `&` of everything. Only `app` and `view` know ratatui, and only `app` knows crossterm. Only
//!   `diary::file`, `assets` and `cli` touch files.
//! - The meaning of a number is a setting in the rulebook, not a constant in a mechanism.
//! - [`state::State::apply`] refuses no event; [`state::State::validate`] checks them once, at loading.
//! - No order changes anything until its entry is on the disk. Nothing is ever erased: undo is a line too.
//! - An id is never assigned twice on one path through the diary, and no die of the program's stream counts twice on one
//!   path. New dice have serial numbers that the save has not used ([`diary::verify`] checks all of this again).
//!
//! # Where the modules differ from the first design
//!
//! The rulebook is a module of its own below events and state, not a part of the rules: events carry it, and a state is
//! always read under one. Text forms of orders are in [`notation`], beside those of rolls, since reading a name needs the
//! state.

pub mod cli;
