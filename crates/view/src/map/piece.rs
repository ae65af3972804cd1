//! The pieces on the map: one for each occupied area.

use super::signs::MapSigns;
use crate::{Look, grade_letter, measure, measure::shorten_name};
use wardiary_base::{
    book::{Grade, HitBy},
    ground::{Cell, Facing},
    id::{MapId, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_rules::{
    event::{Age, Known},
    notation,
    state::{Map, State, Unit, total_strength},
};

/// The sign of an enemy force where it was last seen, in place of its facing.
pub(super) const LAST_SEEN: char = '~';

/// Troop types are always abbreviated to this many columns, so that all look alike.
const KIND_COLUMNS: usize = 7;

/// All units in an area, as the map shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub cell: Cell,
    pub facing: Facing,
    /// The units, the shown one first.
    pub units: Vec<UnitId>,
    /// The stack, if all units belong to one.
    pub stack: Option<StackId>,
    /// The index of their side.
    pub side: usize,
    pub name: String,
    /// The troop type of the shown unit; for a stack, the number of its units.
    pub kind: String,
    /// The letter of the troop type.
    pub initial: char,
    /// The letter of the grade, if grades are used; for a stack, of its best.
    pub grade: Option<char>,
    /// Strength now, and in full.
    pub strength: (u32, u32),
    /// Shown instead of the strength if it is not known exactly.
    pub strength_estimate: Option<String>,
    /// Sighted enemy forces in the area that are not shown.
    pub more_sighted: usize,
    /// Whether it is an enemy force where it was last seen.
    pub is_last_seen: bool,
}

impl Piece {
    /// The pieces of placed units, one for each area, in reading order.
    pub fn all(state: &State, placed: impl Iterator<Item = (UnitId, Cell, Facing)>) -> Vec<Self> {
        let mut placed: Vec<(UnitId, Cell, Facing)> = placed.collect();
        placed.sort_by_key(|(_, cell, _)| *cell);
        let areas = placed.chunk_by(|one, other| one.1 == other.1);
        areas.filter_map(|area| Self::from_units(state, area)).collect()
    }

    pub fn on_map(state: &State, map: MapId) -> Vec<Self> {
        Self::all(state, state.units_on(map).map(|(unit, place)| (unit.id, place.cell, place.facing)))
    }

    /// The same, and forces that stand on the map as the campaign's theatre but in no area of a battle.
    pub fn on_map_with_theatre(state: &State, map: MapId) -> Vec<Self> {
        let placed = state.units_on(map).map(|(unit, place)| (unit.id, place.cell, place.facing));
        let stationed = state.stationed_on(map).map(|(unit, cell)| (unit.id, cell, Facing::default()));
        let mut pieces = Self::all(state, placed.chain(stationed));
        for (cell, sighted) in state.sighted_on(map) {
            match pieces.iter_mut().find(|piece| piece.cell == cell) {
                Some(piece) => piece.more_sighted = sighted.len(),
                None => pieces.extend(Self::from_sighted(state, cell, &sighted)),
            }
        }
        pieces.sort_by_key(|piece| piece.cell);
        pieces
    }

    /// Sighted enemy forces in an area: the first is shown.
    fn from_sighted(state: &State, cell: Cell, sighted: &[Known]) -> Option<Self> {
        let known = sighted.first()?;
        let kind = known.kinds.as_ref().and_then(|kinds| kinds.first()).map(Text::to_string);
        Some(Self {
            cell,
            facing: Facing::default(),
            units: Vec::new(),
            stack: None,
            side: state.sides().iter().position(|side| side.id == known.of).unwrap_or(0),
            name: notation::sighting_parts(state, known).who,
            initial: kind.as_deref().map_or('?', kind_initial),
            kind: kind.unwrap_or_else(|| "force".into()),
            grade: None,
            strength: (0, 0),
            strength_estimate: Some(known.strength.map_or_else(|| "?".into(), |strength| strength.brief())),
            more_sighted: sighted.len() - 1,
            is_last_seen: known.age != Age::InSight,
        })
    }

    fn from_units(state: &State, placed: &[(UnitId, Cell, Facing)]) -> Option<Self> {
        let mut there: Vec<(&Unit, Facing)> =
            placed.iter().filter_map(|(id, _, facing)| Some((state.unit(*id)?, *facing))).collect();
        // Combat units are shown before generals and transport in the same area.
        let fights = |unit: &Unit| state.rolls_in_combat(unit);
        there.sort_by_key(|(unit, _)| (!fights(unit), std::cmp::Reverse(unit.strength_left().exact())));
        let (first, facing) = *there.first()?;
        let stack = first.stack.filter(|stack| there.len() > 1 && there.iter().all(|(u, _)| u.stack == Some(*stack)));
        let several = stack.is_some() && there.iter().filter(|(unit, _)| fights(unit)).count() > 1;
        let stack = stack.filter(|_| several);
        let shown: Vec<&Unit> =
            there.iter().map(|(unit, _)| *unit).take(if several { there.len() } else { 1 }).collect();
        let strength = total_strength(shown.iter().copied());
        let ladder = &state.book().ladder;
        // A stack shows its best grade, if all are known.
        let grades: Option<Vec<Grade>> = shown.iter().map(|unit| state.effective_grade(unit).exact()).collect();
        let of_fighters = |grades: Vec<Grade>| {
            let fighters = shown.iter().zip(&grades).filter(|(unit, _)| fights(unit)).map(|(_, grade)| *grade);
            fighters.min().or(grades.first().copied())
        };
        let grade = grades.and_then(of_fighters);
        Some(Self {
            cell: placed[0].1,
            facing,
            units: there.iter().map(|(unit, _)| unit.id).collect(),
            stack,
            side: state.sides().iter().position(|side| side.id == first.side).unwrap_or(0),
            name: stack.map_or_else(|| first.name.to_string(), |stack| state.name(stack)),
            kind: if several { format!("{} units", there.len()) } else { first.kind.to_string() },
            initial: initial(state, first),
            grade: shown
                .iter()
                .any(|unit| state.uses_grade(unit))
                .then(|| grade.map_or('?', |grade| grade_letter(ladder.step(grade)))),
            strength: strength.map_or((0, 0), |sum| (sum.now, sum.full)),
            strength_estimate: match &shown[..] {
                [unit] => unit.strength().brief(),
                _ => strength.is_none().then(|| "?".into()),
            },
            more_sighted: 0,
            is_last_seen: false,
        })
    }

    /// The number of units and sighted forces that are not shown.
    pub fn hidden_units(&self) -> usize {
        self.more_sighted + if self.stack.is_some() { 0 } else { self.units.len().saturating_sub(1) }
    }

    /// The sign of its side and facing; for a force where it was last seen, a sign of its own.
    pub fn facing_sign(&self, signs: &MapSigns) -> char {
        if self.is_last_seen { LAST_SEEN } else { signs.unit(self.side, self.facing) }
    }

    /// Facing, the letter of the troop type, strength and grade, as far as this many columns, at least three, have room.
    /// Without a glyph for the side, its letter stands before that of the troop type, or in place of it.
    pub fn sign(&self, look: Look, side: char, columns: usize) -> String {
        let facing = self.facing_sign(look.glyphs.map());
        let strength = match (&self.strength_estimate, self.strength.0) {
            (Some(brief), _) if brief.len() == 1 => brief.clone(),
            (Some(_), _) => "?".into(),
            (None, n) if n < 100 => n.to_string(),
            (None, _) => "+".into(),
        };
        let side = if look.glyphs.is_ascii() { side.to_string() } else { String::new() };
        let letter = if side.is_empty() { self.initial.to_string() } else { side.clone() };
        // For a stack, strength matters more than its best grade.
        let grade = self.grade.filter(|_| self.stack.is_none()).map_or_else(String::new, String::from);
        let kind = self.initial;
        let forms = [
            format!("{facing}{side}{kind}{strength}{grade}"),
            format!("{facing}{side}{kind}{strength}"),
            format!("{facing}{letter}{strength}"),
            format!("{facing}{strength}"),
        ];
        measure::first_that_fits(&forms, columns, look.glyphs)
    }

    /// Facing, grade and strength, in this many columns.
    pub fn numbers(&self, look: Look, columns: usize) -> String {
        let facing = self.facing_sign(look.glyphs.map());
        let (now, full) = self.strength;
        let grade = self.grade.map_or_else(String::new, String::from);
        if let Some(brief) = &self.strength_estimate {
            let forms =
                [format!("{facing} {grade} {brief}"), format!("{facing}{grade}{brief}"), format!("{facing}{grade}?")];
            let fits = forms.iter().find(|form| measure::width(form) <= columns);
            return measure::fit(fits.unwrap_or(&forms[2]), columns, look.glyphs);
        }
        let forms = [
            format!("{facing} {grade} {now}/{full}"),
            format!("{facing}{grade} {now}/{full}"),
            format!("{facing}{grade}{now}/{full}"),
            format!("{facing}{grade}{now}"),
        ];
        let fits = forms.iter().find(|form| measure::width(form) <= columns);
        measure::fit(fits.unwrap_or(&forms[3]), columns, look.glyphs)
    }

    /// The troop type in this many columns: whole, or the beginnings of its words.
    pub fn short_kind(&self, columns: usize) -> String {
        let counts = self.stack.is_some();
        if measure::width(&self.kind) <= columns && (columns > KIND_COLUMNS || counts) {
            return self.kind.clone();
        }
        let begin = |word: &str| word.chars().take(3).collect::<String>();
        let words: Vec<String> = self.kind.split_whitespace().map(begin).collect();
        match words.last() {
            Some(last) if words.join(" ").len() > columns => begin(last),
            _ => words.join(" "),
        }
    }

    /// The name in this many columns: whole, or its distinctive part.
    pub fn short_name(&self, columns: usize) -> String {
        shorten_name(&self.name, columns)
    }
}

/// The letter of a unit's troop type: `C` for `mounted cavalry`, `I` for `infantry`; `G` for a General, who is hit by a
/// treble.
pub(super) fn initial(state: &State, unit: &Unit) -> char {
    if state.book().target_of(&unit.kind).by == HitBy::Treble {
        return 'G';
    }
    kind_initial(&unit.kind.to_string())
}

fn kind_initial(kind: &str) -> char {
    let letters = kind.split_whitespace().rev().filter_map(|word| word.chars().next());
    let letters = letters.filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
    // `M` for a machine gun: `G` is a General's.
    letters.into_iter().find(|letter| *letter != 'G').unwrap_or('?')
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    Nobody,
    Side(usize),
    /// A holder outside the muster, by the first letter of its name.
    Other(char),
}

pub fn holders(state: &State, map: &Map) -> Vec<(Cell, Holder)> {
    let place = |side: SideId| state.sides().iter().position(|other| other.id == side);
    let holder_of = |holder: Option<SideId>| holder.and_then(place).map_or(Holder::Nobody, Holder::Side);
    state.objectives_of(map).map(|(cell, holder)| (cell, holder_of(holder))).collect()
}
