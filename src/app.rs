//! The program in the terminal.
//!
//! A [`Model`](model::Model) holds the whole program but the terminal. Screens are stacked, each opened from the one
//! below it, and each screen carries a stack of overlays. A key is looked up in the component on top; its list of
//! commands names those of the session and of the program that it offers besides its own. A component asks for anything
//! outside itself by returning an [`Effect`], and `perform` carries effects out. Files import each other downwards
//! only, in this order:
//!
//! | file | what it is |
//! |---|---|
//! | `clock`, `kept`, `motion`, `notice`, `text_input`, `settings`, `theme`, `signals`, `pen`, `terminal`, `listen` | foundations |
//! | `lists` | searchable lists |
//! | `command`, `screen`, `effect`, `glimpses`, `lobby`, `easel` | commands, screen names, effects, start screen choices; save previews; the drawing being edited |
//! | `history`, `outbox`, `spoken`, `deeds`, `first_steps`, `table`, `odds_worker`, `session_odds`, `session` | an open save: earlier order lines, the letter of a share, searchable text, unit statistics, the tutorial, whose dice are physical, and the odds on screen |
//! | `gallery`, `roll`, `trails` | reused panes; the pane of the last roll; the moves that a map traces |
//! | `declare`, `component`, `shared_commands` | the traits of screens and overlays, and the commands that they share |
//! | `overlay/`, `screen/` | one file or folder for each screen and overlay |
//! | `registry`, `keymap`, `seeking`, `desk` | all screens and overlays, their keys, list search, and the screen stack |
//! | `primer`, `model`, `frame`, `input`, `perform`, `reading`, `run` | the program |
//! | `plain` | the program line by line, without drawing |

// The modules below use these macros.
#[macro_use]
mod declare;
#[macro_use]
mod screen;

mod borders;
mod card;
pub(crate) mod clock;
mod command;
mod component;
mod context;
mod course;
mod deeds;
mod desk;
mod easel;
mod effect;
mod first_steps;
mod frame;
mod gallery;
mod glimpses;
mod history;
mod input;
mod inquiry;
mod kept;
mod ledger;
mod listen;
mod lists;
mod lobby;
mod motion;
mod notice;
mod odds_worker;
mod outbox;
mod overlay;
mod panes;
mod pen;
mod perform;
mod plain;
mod primer;
mod reading;
mod roll;
mod run;
mod seeking;
mod session;
mod session_odds;
mod shared_commands;
mod signals;
mod spoken;
mod still;
mod table;
mod terminal;
mod text_input;
mod theme;
mod title;
mod trails;

pub mod held;
pub mod keymap;
pub mod model;
pub mod registry;
pub mod settings;

pub use easel::Easel;
pub use effect::Effect;
pub use frame::{clickable, draw, prepare};
pub use input::{read, rest};
pub use model::Opening;
pub use perform::{carry_out, may_leave};
pub(crate) use plain::run_in_lines;
pub use run::{OwnFiles, Start, run, start};
pub(crate) use screen::ScreenName;
pub(crate) use signals::Interrupt;
pub(crate) use still::{Scene, still};
pub(crate) use theme::{in_the_terminals_colours, of_name as theme_of_name};
