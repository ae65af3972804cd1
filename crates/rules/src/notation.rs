//! Parses and prints orders and rolls, and completes them.
//!
//! The reader records what it would accept at each point; error messages and completion are made from that record. The
//! printer checks how the reader would resolve each name, so printed text always reads back as the same order.

pub(crate) mod advice;
mod alias;
pub mod cell;
mod combat_name;
mod completion;
mod ending;
mod filter;
mod instruction;
mod left_over;
mod lexer;
mod names;
mod next_phase;
mod next_step;
mod order;
mod outstanding;
mod proposal;
mod reader;
mod remark;
mod roll;
mod sighting;
mod staff;
mod standing;
mod support;

pub use crate::refusal;
pub use alias::Aliases;
pub use alias::{Aliased, OpenPlace, as_filling};
pub use combat_name::{combat_name, forces_if_several};
pub use completion::Suggestion;
pub use completion::{suggestions, suggestions_in};
pub use ending::{
    battle_end, battle_end_shortened, battle_is_over, battle_is_over_shortened, battle_over, combat_end, combat_ends,
    winner_first,
};
pub use ending::{campaign_end, campaign_over};
pub use filter::{Asks, DiceFrom, FILTER_WORDS, Filter, Fortune, Luckiness, Term, filter};
pub use instruction::Destination;
pub use instruction::{Change, Instruction, instruction, instruction_in};
pub use instruction::{amended, read, split_commands};
pub use left_over::{counts_on, left_over, left_over_in};
pub use names::quoted;
pub use names::{in_quotes, matching, named, reference, thrown_for, whose_die};
pub use next_phase::{next_phase, still_in};
pub use next_step::{awaited, in_battle, round_order, step_order};
pub use order::is_note;
pub use order::{due_order, due_text, order_text, written_order};
pub use order::{row_text, unreadable_orders};
pub use outstanding::{by, can_still, conflict_stacks, left_by_battle, outstanding, some_units};
pub use proposal::in_parts;
pub(crate) use proposal::{gained, traced};
pub use proposal::{more_waits, proposal_reason};
pub use remark::remark_text;
pub use roll::{Books, NamedRules};
pub use roll::{roll, roll_text};
pub use sighting::grades_of;
pub use sighting::sighting;
pub use sighting::{SightingWords, sighting_words, sketched, stopped_at, was_stopped_at};
pub use staff::{messages_to_come, orders_stand, sides, staff_work};
pub use standing::{battle_stands, combat_stands, conflict_stands, stance, towards};
pub use support::describe_clash;
pub use support::duty_word;

use std::{fmt, ops::Range};

/// A syntax error, or a name that can't be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The range of the text it is about, in bytes.
    pub at: Range<usize>,
    pub what: String,
    pub hint: Option<String>,
}

type Parsed<T> = Result<T, NotationError>;

impl NotationError {
    fn new(at: Range<usize>, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), hint: None }
    }

    /// The text with a mark under the error, on two lines.
    pub fn pointing(&self, text: &str) -> String {
        let shown = wardiary_base::text::sanitize(text);
        let before = unicode_width::UnicodeWidthStr::width(
            wardiary_base::text::sanitize(&text[..self.at.start.min(text.len())]).as_str(),
        );
        format!("{shown}\n{}^", " ".repeat(before))
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for NotationError {}
