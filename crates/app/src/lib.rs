//! The program in the terminal: an open save, screens and overlays, their commands and keys, and effects on the world.
//!
//! This crate does not know the command line.

// Their macros are used by the modules that follow.
#[macro_use]
pub mod command_id;
#[macro_use]
mod command_macros;
#[macro_use]
mod screen;

mod battle_timeline;
mod borders;
pub mod clock;
mod command;
mod component;
mod detail_card;
mod dice_table;
mod drawing_context;
mod effect;
mod effects;
mod frame;
mod input;
mod input_reader;
mod last_roll;
mod line_mode;
mod lists;
mod load_progress;
mod manual;
mod memo;
mod motion;
mod move_traces;
mod notice;
mod odds_worker;
mod order_history;
mod overlay;
mod panes;
mod run;
mod save_previews;
mod screen_stack;
mod screenshot;
mod searched_rows;
mod session;
mod session_odds;
mod shared_commands;
mod signals;
mod start_context;
mod table_screen;
mod terminal;
mod text_input;
mod theme;
mod tutorial;
mod tutorial_text;
mod unit_stats;
mod window_title;

pub mod keymap;
pub mod model;
pub mod registry;
pub mod resolved_settings;
pub mod settings;

/// Parts that are tested by themselves.
pub mod parts {
    pub use crate::input_reader::{InputEvent, burst_paste::BurstPaste};
    #[cfg(unix)]
    pub use crate::input_reader::{
        decoder::{decode_event, parse_background},
        escape_timeout::EscapeTimeout,
        sequence_parser::{MAX_LENGTH as LONGEST_SEQUENCE, PartialSequence, Sequence, SequenceParser},
    };
    pub use crate::{
        effects::program::join_within,
        odds_worker::{OddsJob, OddsReport, OddsResult, OddsWorker},
        order_history::HistoryCursor,
        overlay::{
            hand_dice::faces::Faces,
            order_line::{OrderLine, preview::Preview},
            picker::fuzzy_matches,
        },
        screen::battle::screen_state::BattleScreen,
        session::Session,
    };
}

pub use drawing_context::DrawingContext;
pub use effect::Effect;
pub use effects::{apply_effects, confirm_leave};
pub use frame::{clickable_areas, draw, prepare};
pub use input::{handle_event, on_pause};
pub use line_mode::run_line_mode;
pub use manual::Manual;
pub use model::ReadingStart;
pub use run::{Start, UserFiles, run, start};
pub use screen::ScreenName;
pub use screenshot::{ScreenshotRequest, screenshot};
pub use signals::Interrupt;
pub use theme::{by_name as theme_of_name, in_terminal_colours, is_utf8};
