//! The program in the terminal.
//!
//! A [`Model`](model::Model) holds all of it but the terminal. On a desk lie screens, each opened from the one under it,
//! and overlays over them; a key is looked up in what is on top, whose list of commands says which of the session's and
//! the program's it has besides its own. What a screen or an overlay wants of the world comes out as an
//! [`Effect`] and is carried out by `perform`. The files import each other downwards only, in this order:
//!
//! | file | what it is |
//! |---|---|
//! | `clock`, `kept`, `motion`, `notice`, `text_input`, `settings`, `theme`, `signals`, `pen`, `terminal`, `listen` | what the rest is made of |
//! | `lists` | lists as they are searched |
//! | `command`, `screen`, `effect`, `glimpses`, `lobby`, `easel` | names: of commands, screens, effects, choices; what saves tell of themselves; a map that is drawn |
//! | `history`, `outbox`, `spoken`, `deeds`, `first_steps`, `table`, `odds_worker`, `session_odds`, `session` | an open save, what was ordered before, the letter of a share, what units did, the first battle explained, who throws on the table, and the odds of what is on the screen |
//! | `gallery`, `roll`, `trails` | panes that are drawn again only where they are made of something else; the pane of the last roll; what an entry moved on a map |
//! | `declare`, `component`, `shared_commands` | what screens and overlays are, and the commands that they share |
//! | `overlay/`, `screen/` | each screen and overlay, in a file or folder of its own |
//! | `registry`, `keymap`, `seeking`, `desk` | all of them; their keys; what lies over what |
//! | `primer`, `model`, `frame`, `input`, `perform`, `reading`, `run` | the program |
//! | `plain` | the same in lines |

// Their macros are used by the modules that follow.
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
