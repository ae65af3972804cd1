//! Parses and prints orders and rolls, and completes them.
//!
//! The reader records what it would accept at each point; error messages and completion are made from that record. The
//! printer checks how the reader would resolve each name, so printed text always reads back as the same order.

mod alias;
mod completion;
mod ending;
mod filter;
mod instruction;
mod lexer;
mod names;
mod order;
mod outstanding;
mod proposal;
mod reader;
mod roll;
mod sighting;
mod status;
pub mod table_cell;

pub use crate::refusal;
pub use alias::{AliasedLine, Aliases, LineCommand, OpenArgument, as_argument};
pub(crate) use completion::allowed_hint;
pub use completion::{Completion, completions, completions_counted, completions_in, is_referee_order};
pub use ending::{
    battle_end_text, battle_end_variants, battle_over_line, battle_over_line_variants, battle_over_reason,
    campaign_end_text, campaign_over_sentence, combat_end_reason, combat_end_sentence, winner_first,
};
pub use filter::{Criterion, DiceOrigin, FILTER_WORDS, Filter, FilterTerm, Luckiness, RollLuck, parse_filter};
pub use instruction::{
    Destination, EntryChange, Instruction, amend_start, is_command, parse_counted, parse_instruction,
    parse_instruction_in, parse_time, parse_without_hints, remark_text,
};
pub use lexer::words;
pub use names::{
    FORCES_OR_FORMATIONS, die_owner, look_alikes, matching, orders_by_force, quote, quote_if_needed, reference_text,
    resolve_name, unowned_dice_purpose,
};
pub(crate) use order::example_battle;
pub use order::{
    due_order, due_text, is_note, order_keywords, order_text, roads_text, row_text, unreadable_orders, written_order,
};
pub use outstanding::{
    attacks_text, can_still_text, conflict_stacks, in_battle_suffix, next_phase_order, next_step_text,
    outstanding_at_battle_end, outstanding_phrases, remaining_units_text, round_order, step_order, unit_list,
};
pub(crate) use proposal::{gains_text, supply_trace_text};
pub use proposal::{more_proposals_note, parts_text, proposal_reason};
pub use roll::{NamedRules, RulesLibrary, parse_roll, roll_text};
pub use sighting::{
    SightingText, grade_range, orders_status, pending_messages, replaced_orders, side_names, sighted_force_name,
    sighting_entry, sighting_parts, sighting_text, staff_work, stopped_at, was_stopped_at,
};
pub use status::{
    battle_status, carries_over, combat_name, combat_status, conflict_status, defeats_text, describe_clash,
    distinguishing_forces, idle_text, leftover_defeats_text, leftover_in_battle, leftover_text, stance_text,
    support_task_word,
};

use std::ops::Range;
use unicode_width::UnicodeWidthStr as _;
use wardiary_base::text;

/// The characters of a long text that are shown before an error, and after it.
const MAX_AROUND_ERROR: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct NotationError {
    /// The range of the text it is about, in bytes.
    pub at: Range<usize>,
    pub reason: String,
    pub hint: Option<String>,
}

type Parsed<T> = Result<T, NotationError>;

impl NotationError {
    fn new(at: Range<usize>, what: impl Into<String>) -> Self {
        Self { at, reason: what.into(), hint: None }
    }

    /// The text with a mark under the error, on two lines. Of a text of more than 200 characters, only those around
    /// the error.
    pub fn with_pointer(&self, text: &str) -> String {
        let at = self.at.start.min(text.len());
        let is_long = text.chars().nth(2 * MAX_AROUND_ERROR).is_some();
        let from = text[..at].char_indices().nth_back(MAX_AROUND_ERROR - 1).map_or(0, |(from, _)| from);
        let to = text[at..].char_indices().nth(MAX_AROUND_ERROR).map_or(text.len(), |(to, _)| at + to);
        let (from, to) = if is_long { (from, to) } else { (0, text.len()) };
        let lead = if from > 0 { "…" } else { "" };
        let trail = if to < text.len() { "…" } else { "" };
        let before = lead.width() + text::sanitize(&text[from..at]).width();
        format!("{lead}{}{trail}\n{}^", text::sanitize(&text[from..to]), " ".repeat(before))
    }
}
