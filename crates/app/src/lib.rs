//! The program in the terminal: an open save, screens and overlays, their commands and keys, and effects on the world.
//!
//! This crate does not know the command line.

// Their macros are used by the modules that follow.
#[macro_use]
pub mod command_id;
#[macro_use]
mod declare;
#[macro_use]
mod screen;

mod borders;
mod card;
pub mod clock;
mod command;
mod component;
mod course;
mod deeds;
mod desk;
mod easel;
mod effect;
mod first_steps;
mod frame;
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
mod perform;
mod plain;
mod primer;
mod reading;
mod roll;
mod run;
mod searched_rows;
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

/// Parts that are tested by themselves.
pub mod parts {
    #[cfg(unix)]
    pub use crate::listen::{
        cut::{Begun, Cutter, LONGEST as LONGEST_SEQUENCE, Piece},
        meaning::{background, event},
        pace::Pace,
    };
    pub use crate::{
        history::Recalled,
        odds_worker::{OddsJob, OddsReport, OddsResult, OddsWorker},
        overlay::{
            hand_dice::faces::Faces,
            order_line::{OrderLine, preview::Preview},
            picker::matching,
        },
        perform::program::within,
        screen::battle::table::BattleScreen,
        session::Session,
    };
}

pub use easel::Easel;
pub use effect::Effect;
pub use frame::{clickable, draw, prepare};
pub use input::{read, rest};
pub use model::Opening;
pub use perform::{carry_out, may_leave};
pub use plain::run_in_lines;
pub use run::{OwnFiles, Start, run, start};
pub use screen::ScreenName;
pub use signals::Interrupt;
pub use still::{Scene, still};
pub use theme::{in_the_terminals_colours, of_name as theme_of_name};
