//! The layout of a line-up: boxes if they fit, else one row a line, in two banks if the lines are too long.

use crate::die::{DieSize, LARGE_FROM};
use std::ops::Range;
use wardiary_base::sides::{BothSides, CombatSide};
use wardiary_rules::rules::{FoughtPhase, scrud::Fate};

/// The columns of `+12 more`.
const MORE: usize = 9;

pub(super) struct LineUpLayout {
    pub(super) size: DieSize,
    /// The columns before the dice.
    pub(super) label: usize,
    /// The columns of a score.
    pub(super) digits: usize,
    /// The columns of a die, and from one die to the next.
    pub(super) die: usize,
    pub(super) pitch: usize,
    /// How many of the dice columns are paired, and how many there are.
    paired: usize,
    /// The dice columns in each bank.
    pub(super) banks: Vec<Range<usize>>,
    /// The number of dice columns without room.
    pub(super) hidden: usize,
    /// Whether each side has an outer row.
    pub(super) outer_rows: BothSides<bool>,
}

/// Widths of a large die, which holds a unit's name; the widest that fits is used.
const WIDTHS: [usize; 5] = [19, 17, 15, 13, 11];

/// The most columns of a side's name that the dice give way to.
pub(super) const LONGEST_NAME: usize = 12;

/// The columns between the paired dice and the extras.
const EXTRAS_GAP: usize = 3;

impl LineUpLayout {
    /// Names take at most [`LONGEST_NAME`] columns of those that the dice need, and all that they leave.
    pub(super) fn new(fought: &FoughtPhase, width: usize, height: usize, longest: usize) -> Self {
        let plan = Self::with_names(fought, width, height, longest.clamp(8, LONGEST_NAME));
        let spare = width.saturating_sub(plan.width_of(plan.banks.iter().map(Range::len).max().unwrap_or(0)));
        Self { label: plan.label + (longest + 2).saturating_sub(plan.label).min(spare), ..plan }
    }

    fn with_names(fought: &FoughtPhase, width: usize, height: usize, longest: usize) -> Self {
        let lines = &fought.phase.lines;
        let (first, second) = (lines.first.len(), lines.second.len());
        let (columns, paired) = (first.max(second), first.min(second));
        let scores = fought.parties.iter().flat_map(|p| &p.dice).map(|d| d.score.to_string().len());
        let digits = scores.max().unwrap_or(1);
        let outer = BothSides::from_fn(|side| {
            let hurt = fought.phase.fates[side].iter().any(|fate| *fate != Fate::default());
            hurt || fought.parties[side].has_support()
        });
        let label = longest.min(width / 5) + 2;
        let mut plan = Self {
            size: DieSize::Large,
            label,
            digits,
            die: 0,
            pitch: 0,
            paired,
            banks: std::iter::once(0..columns).collect(),
            hidden: 0,
            outer_rows: outer,
        };
        if width >= LARGE_FROM {
            for die in WIDTHS {
                (plan.die, plan.pitch) = (die, die + 1);
                if plan.width_of(columns) <= width && plan.rows() <= height {
                    return plan;
                }
            }
        }
        // A score, a gap and the grade's letter.
        plan.size = DieSize::Box;
        (plan.die, plan.pitch) = (digits + 4, digits + 5);
        if plan.width_of(columns) <= width && plan.rows() <= height {
            return plan;
        }
        plan.size = DieSize::Word;
        (plan.die, plan.pitch) = (digits + 3, digits + 4);
        if plan.width_of(columns) > width {
            plan.pitch -= 1;
        }
        if plan.rows() > height {
            plan.outer_rows = BothSides::default();
        }
        if plan.width_of(columns) > width {
            plan.split_banks(columns, width, height);
        }
        plan
    }

    /// Breaks the lines into two banks if there are rows for them. Dice that still do not fit are only counted.
    fn split_banks(&mut self, columns: usize, width: usize, height: usize) {
        let banks = if 2 * self.bank_rows() <= height { 2 } else { 1 };
        let fitting = |spare: usize| (width.saturating_sub(self.label + EXTRAS_GAP + spare) / self.pitch).max(1);
        let each = if fitting(0) * banks < columns { fitting(MORE) } else { fitting(0) };
        let bank = |at: usize| (at * each).min(columns)..((at + 1) * each).min(columns);
        self.banks = (0..banks).map(bank).filter(|bank| !bank.is_empty()).collect();
        self.hidden = columns.saturating_sub(each * banks);
    }

    /// The width of this many dice columns.
    fn width_of(&self, columns: usize) -> usize {
        let apart = if columns > self.paired && self.paired > 0 { EXTRAS_GAP } else { 0 };
        self.label + columns * self.pitch + apart
    }

    pub(super) fn box_rows(&self) -> usize {
        self.size.rows()
    }

    pub(super) fn bank_rows(&self) -> usize {
        2 * self.box_rows() + 1 + self.outer_rows.iter().filter(|o| **o).count()
    }

    pub(super) fn rows(&self) -> usize {
        self.bank_rows() * self.banks.len().max(1)
    }

    /// The first column of a dice column on screen.
    pub(super) fn x(&self, bank: &Range<usize>, column: usize) -> usize {
        let apart = if column >= self.paired && self.paired > bank.start { EXTRAS_GAP } else { 0 };
        self.label + (column - bank.start) * self.pitch + apart
    }

    /// The first row of a side's boxes, from the bank's top.
    pub(super) fn box_row(&self, side: CombatSide) -> usize {
        let first = usize::from(self.outer_rows.first);
        if side == CombatSide::First { first } else { first + self.box_rows() + 1 }
    }

    /// The row of a side's results, from the bank's top; `None` without an outer row.
    pub(super) fn fate_row(&self, side: CombatSide) -> Option<usize> {
        self.outer_rows[side].then(|| match side {
            CombatSide::First => 0,
            CombatSide::Second => self.box_row(CombatSide::Second) + self.box_rows(),
        })
    }
}
