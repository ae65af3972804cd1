//! The columns of the forces: the totals of sides, formations and stacks, and the width of each column.

use crate::{measure, modifier};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    book::Mechanism,
    id::{Id, UnitId},
    text,
};
use wardiary_rules::{
    event::Reading,
    state::{State, Unit},
};

/// The number of living units, and their strength now and in full.
pub(super) type Total = (usize, u32, u32);

/// The totals of each side, formation and stack, the number of its units in trouble, and the groups whose strength is not known
/// exactly.
#[derive(Debug)]
pub(super) struct Totals(BTreeMap<Id, Total>, BTreeMap<Id, usize>, BTreeSet<Id>);

impl Totals {
    /// Visits all counted units once, however many rows there are.
    pub fn new(state: &State, counts: impl Fn(UnitId) -> bool) -> Self {
        let mut totals: BTreeMap<Id, Total> = BTreeMap::new();
        let mut troubled: BTreeMap<Id, usize> = BTreeMap::new();
        let mut unknown = BTreeSet::new();
        for unit in state.units().iter().filter(|unit| counts(unit.id)) {
            for group in state.holders(unit.id.into()) {
                let (alive, now, full) = totals.entry(group).or_default();
                *alive += usize::from(unit.is_alive());
                match unit.strength() {
                    Reading::Exact(strength) => {
                        *now += u32::from(strength.now);
                        *full += u32::from(strength.full);
                    }
                    Reading::Within(_) | Reading::Unknown => drop(unknown.insert(group)),
                }
                if Trouble::new(state, unit).is_any() {
                    *troubled.entry(group).or_default() += 1;
                }
            }
        }
        // A side that sees none of an enemy's units does not know that there are none.
        let unseen = state.sides().iter().filter(|side| !state.is_complete_for(side.id)).map(|side| Id::from(side.id));
        unknown.extend(unseen.filter(|side| !totals.contains_key(side)));
        Self(totals, troubled, unknown)
    }

    /// How many units of a side or a stack are in trouble.
    pub fn units_in_trouble(&self, group: Id) -> usize {
        self.1.get(&group).copied().unwrap_or_default()
    }

    /// Whether the strength of all its units is known exactly.
    pub fn is_known(&self, group: Id) -> bool {
        !self.2.contains(&group)
    }

    pub fn of_group(&self, group: Id) -> Total {
        self.0.get(&group).copied().unwrap_or_default()
    }
}

#[derive(Clone, Copy)]
pub(super) struct Trouble {
    /// It lost half of its strength or more.
    pub weak: bool,
    /// It lost half of its EDNA or more.
    pub worn: bool,
    /// Its grade is lower than at the muster.
    pub demoted: bool,
}

impl Trouble {
    pub fn new(state: &State, unit: &Unit) -> Self {
        let (book, alive) = (state.book(), unit.is_alive());
        let half = |now: u16, full: u16| alive && now < full && 2 * u32::from(now) <= u32::from(full);
        let grades = state.effective_grade(unit).exact().zip(unit.grade_at_muster().exact());
        Self {
            weak: unit.strength().exact().is_some_and(|strength| half(strength.now, strength.full)),
            worn: book.uses(Mechanism::Edna)
                && unit.edna().exact().is_some_and(|edna| half(edna.now.into(), edna.full.into())),
            demoted: alive && state.uses_grade(unit) && grades.is_some_and(|(used, mustered)| used > mustered),
        }
    }

    pub fn is_any(self) -> bool {
        self.weak || self.worn || self.demoted
    }
}

pub(super) fn edna_text(unit: &Unit) -> String {
    match unit.edna() {
        _ if !unit.is_alive() => String::new(),
        Reading::Exact(edna) => text::edna(edna.now, edna.full),
        known => format!("E{}", known.brief().unwrap_or_default()),
    }
}

/// The width of each column, including the gap before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub name: usize,
    pub modifier: usize,
    pub changed: usize,
    pub now: usize,
    pub full: usize,
    pub edna: usize,
}

impl Columns {
    /// All columns but the name. The letter and the gap before it take two.
    pub fn numbers(&self) -> usize {
        2 + self.modifier + self.changed + self.now + self.full + self.edna
    }
}

/// The name is not cut below this while a less important column is left.
const MIN_NAME: usize = 16;

/// The fewest columns for whereabouts.
const MIN_WHEREABOUTS: usize = 9;

/// The most columns for a name beside whereabouts.
const MAX_NAME: usize = 30;

/// The natural widths: each column as wide as its widest content.
#[derive(Debug)]
pub(super) struct Widths(Columns);

impl Widths {
    pub fn new(state: &State, totals: &Totals) -> Self {
        let digits = |n: u32| n.max(1).ilog10() as usize + 1;
        let strength = state.sides().iter().map(|side| totals.of_group(side.id.into()).2).max().unwrap_or(0);
        let sp = digits(strength);
        // A worn unit shows its starting EDNA after the current one. Most units start with the same.
        let alive = state.units().iter().filter(|unit| unit.is_alive());
        let edna = alive.map(|unit| measure::width(&edna_text(unit))).max();
        let briefs = state.units().iter().filter_map(|unit| unit.strength().brief());
        let brief = briefs.map(|brief| brief.len() + 1).max().unwrap_or(0);
        // The column is as narrow as possible if nobody is left.
        let edna = edna.unwrap_or(usize::from(state.units().is_empty()));
        let modifiers = state.book().ladder.grades.iter().map(|step| modifier(step).len()).max().unwrap_or(0);
        let plain = state.book().ladder.grades.iter().all(|step| step.modifier == 0) || !state.book().uses_line_up();
        let is_marked = |unit: &Arc<Unit>| {
            !unit.is_alive() || (state.uses_grade(unit) && state.effective_grade(unit) != unit.grade_at_muster())
        };
        Self(Columns {
            name: 0,
            modifier: if plain { 0 } else { modifiers + 1 },
            changed: if state.units().iter().any(is_marked) { 3 } else { 1 },
            now: sp + 1,
            full: (sp + 1).max(brief.saturating_sub(sp + 1)),
            edna: if state.book().uses(Mechanism::Edna) { edna + 2 } else { 1 },
        })
    }

    pub fn columns(&self, room: usize) -> Columns {
        let mut columns = self.0;
        // The modifier is dropped before the name is cut (the letter already shows the grade), and then the former
        // grade.
        for _ in 0..3 {
            columns.name = room.saturating_sub(columns.numbers());
            match columns.name.cmp(&MIN_NAME) {
                Ordering::Less if columns.modifier > 0 => columns.modifier = 0,
                Ordering::Less if columns.changed > 2 => columns.changed = 2,
                _ => break,
            }
        }
        columns
    }

    /// The most columns for figures, and for names that would take `names`, beside whereabouts.
    pub fn max_with_whereabouts(&self, names: usize) -> usize {
        self.columns(0).numbers() + names.max(MAX_NAME)
    }

    /// The columns for whereabouts that would take `widest`, beside names that would take `names`; 0 if there are too
    /// few.
    pub fn whereabouts_columns(&self, room: usize, widest: usize, names: usize) -> usize {
        if widest == 0 {
            return 0;
        }
        let numbers = self.columns(0).numbers();
        let spare = room.saturating_sub(numbers + names.clamp(MIN_NAME, MAX_NAME));
        let least = room.saturating_sub(numbers + MIN_NAME).min(MIN_WHEREABOUTS.min(widest) + 1);
        let columns = spare.max(least).min(widest + 2);
        if columns > MIN_WHEREABOUTS.min(widest) { columns } else { 0 }
    }
}
