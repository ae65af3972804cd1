//! Parses and prints orders and rolls, and completes them.
//!
//! The reader records what it would accept at each point; error messages and completion are made from that record. The
//! printer checks how the reader would resolve each name, so printed text always reads back as the same order.

mod alias;
mod completion;
mod ending;
mod filter;
pub(crate) mod hint_filter;
mod instruction;
mod lexer;
mod names;
mod next_step;
mod order;
mod outstanding;
mod proposal;
mod reader;
mod remark;
mod roll;
mod sighting;
mod staff;
mod status;
pub mod table_cell;

pub use crate::refusal;
pub use alias::{AliasedLine, Aliases, OpenArgument, as_argument};
pub use completion::{Completion, completions, completions_in};
pub use ending::{
    battle_end_text, battle_end_variants, battle_over_line, battle_over_line_variants, battle_over_reason,
    campaign_end_text, campaign_over_sentence, combat_end_reason, combat_end_sentence, winner_first,
};
pub use filter::{Criterion, DiceOrigin, FILTER_WORDS, Filter, FilterTerm, Fortune, Luckiness, parse_filter};
pub use instruction::{
    Destination, EntryChange, Instruction, amend_start, parse_instruction, parse_instruction_in, parse_without_hints,
    split_commands,
};
pub use names::{die_owner, matching, quote, quote_if_needed, reference_text, resolve_name, unowned_dice_purpose};
pub use next_step::{
    in_battle_suffix, next_phase_order, next_step_text, remaining_units_text, round_order, step_order,
};
pub use order::{due_order, due_text, is_note, order_text, row_text, unreadable_orders, written_order};
pub use outstanding::{
    attacks_text, can_still_text, conflict_stacks, outstanding_at_battle_end, outstanding_phrases, unit_list,
};
pub(crate) use proposal::{gains_text, supply_trace_text};
pub use proposal::{more_proposals_note, parts_text, proposal_reason};
pub use remark::remark_text;
pub use roll::{NamedRules, RulesLibrary, parse_roll, roll_text};
pub use sighting::{
    SightingText, grade_range, sighted_force_name, sighting_parts, sighting_text, stopped_at, was_stopped_at,
};
pub use staff::{orders_status, pending_messages, side_names, staff_work};
pub use status::{
    battle_status, carries_over, combat_name, combat_status, conflict_status, describe_clash, distinguishing_forces,
    duty_word, leftover_defeats_text, leftover_in_battle, leftover_text, stance_text,
};

use std::ops::Range;

/// A syntax error, or a name that can't be resolved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// The range of the text it is about, in bytes.
    pub at: Range<usize>,
    pub message: String,
    pub hint: Option<String>,
}

type Parsed<T> = Result<T, NotationError>;

impl NotationError {
    fn new(at: Range<usize>, what: impl Into<String>) -> Self {
        Self { at, message: what.into(), hint: None }
    }

    /// The text with a mark under the error, on two lines.
    pub fn with_pointer(&self, text: &str) -> String {
        let shown = wardiary_base::text::sanitize(text);
        let before = unicode_width::UnicodeWidthStr::width(
            wardiary_base::text::sanitize(&text[..self.at.start.min(text.len())]).as_str(),
        );
        format!("{shown}\n{}^", " ".repeat(before))
    }
}
