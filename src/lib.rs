//! **wardiary** keeps the war diary of a tabletop campaign. This page is the map of the house.
//!
//! # One way for data to flow
//!
//! ```text
//! keys / command line ─► Order ─► rules (pure) ─► events ─► diary (durable) ─► State ─► view
//!                          ▲   │
//!                          │   └─► "I need these dice"
//!                    faces └────── dice: seeded, typed in by hand, scripted
//! ```
//!
//! One direction, no way back: the view changes nothing, the state knows no dice, the rules know no screen. The rules
//! *ask* for dice and are called again with what fell ([`rules::resolve`]); the diary *is* the battle, and a
//! [`state::State`] is what its events add up to; an entry is on the disk before anybody sees it
//! ([`diary::file::Save::give`] is the one way to write).
//!
//! # The rooms, from the cellar up
//!
//! | module | what it is about |
//! |---|---|
//! | [`text`] | text from outside, sanitized |
//! | [`fault`] | what is wrong with a file's content, and where in its structure |
//! | [`dice`] | dice asked for and fallen; the program's own stream |
//! | [`id`] | the numbers that things go by |
//! | [`sides`] | the two sides of a fight, by name |
//! | [`book`] | the rulebook: all that players could argue about, as checked data |
//! | [`order`], [`event`] | what can be asked, and what can happen |
//! | [`state`] | the campaign as it stands; the muster |
//! | [`rules`] | what an order leads to: a file for each mechanism |
//! | [`odds`] | how a roll may come out: exactly, or simulated |
//! | [`notation`] | orders and rolls as text, both ways, and completion |
//! | [`document`] | RON with places: line and column of whatever is wrong |
//! | [`diary`] | the tree of entries; its file and its seals; telling it anew, verifying it; entries in words |
//! | [`error`] | what a person is told, and the exit code |
//! | [`assets`] | what ships, and where a user's own files lie |
//! | [`view`] | panes: widgets over a [`state::State`] |
//! | [`app`] | the program in the terminal: a session, its screens and overlays, their commands and keys, effects |
//! | [`cli`] | the command line: a file for each subcommand |
//!
//! # Invariants
//!
//! Kept by `tests/architecture`, as far as a test can:
//!
//! - A module uses those above it in the table only (`book` and `id` know dice; `rules`, `notation` and `odds` touch no
//!   file, no clock, no terminal, and draw no randomness of their own).
//! - The view takes `&` of everything. Only `app` and `view` know ratatui and crossterm. Only `diary::file`, `assets`,
//!   `cli` and `app` (for the settings) touch files.
//! - What a number means is a setting in the rulebook, not a constant in a mechanism.
//! - No event can be refused by [`state::State::apply`]; [`state::State::validate`] is the one door, at loading.
//! - No order changes anything until its entry is on the disk. Nothing is ever erased: undo is a line too.
//! - Numbers of things are never given twice in one past, and no die of the program's falls twice in one past; fresh dice
//!   have serial numbers that the save has not seen ([`diary::verify`] looks at all of it again).
//!
//! # Where the design was departed from
//!
//! The rulebook is a module of its own below events and state, not a part of the rules: events carry it and a state is a
//! state *of* it. Text forms of orders are in [`notation`], beside those of rolls, since reading a name needs the state.

pub mod app;
pub mod assets;
pub mod book;
pub mod cli;
pub mod diary;
pub mod dice;
pub mod document;
pub mod error;
pub mod event;
pub mod fault;
pub mod id;
pub mod notation;
pub mod odds;
pub mod order;
pub mod rules;
pub mod sides;
pub mod state;
pub mod text;
pub mod view;
