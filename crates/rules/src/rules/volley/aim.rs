//! The aim of a volley: its targets, its range and the General, from the map or from the order. Source: RULES 4.5.

use super::{
    FieldOfFire, Mark,
    target::{places, unknown},
};
use crate::{
    order::Volley,
    rules::{Refusal, refusal::FireRefusal},
    state::{Battle, EntityKind, State, Unit},
};
use wardiary_base::{
    ground::Place,
    id::{Id, StackId, UnitId},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    pub range: u32,
    /// Whether a General is with the firer.
    pub general: bool,
    /// The targets in the target's place.
    pub marks: Vec<Mark>,
}

impl Aim {
    /// The aim of a volley: from the map if all are on it, otherwise from the order's words.
    pub fn of(state: &State, volley: &Volley) -> Result<Self, Refusal> {
        let unit = state.unit(volley.unit).ok_or(Refusal::Nobody { id: volley.unit.into() })?;
        let who = volley.unit.into();
        let battle = state.battle_of(unit.id).ok_or(crate::rules::refusal::BattleRefusal::NotInBattle { who })?;
        let at = state.fired_at(&volley.at)?;
        match places(state, battle, unit.id, &at)? {
            Some(places) => Self::by_map(state, (unit, battle), (volley, &at), places),
            None if volley.anyway.is_some() => Err(unknown(state, battle, unit.id, &at)),
            None => Self::by_word(state, (unit, battle), volley, &at),
        }
    }

    /// The units in the target's place, in the order in which they are judged.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.marks.iter().flat_map(|mark| mark.units.iter().copied())
    }

    fn by_word(
        state: &State,
        (unit, battle): (&Unit, &Battle),
        volley: &Volley,
        at: &[UnitId],
    ) -> Result<Self, Refusal> {
        state.share_a_place(at)?;
        let range = volley.range.ok_or(FireRefusal::NoRange)?;
        if volley.general {
            state.general_can_be_there(unit, battle)?;
        }
        let marks = state.marks(at, |_| volley.cover);
        Ok(Self { range: range.into(), general: volley.general, marks })
    }

    /// Takes the aim from the map. Differing words in the order are refused, or take precedence if they are a ruling.
    fn by_map(
        state: &State,
        (unit, battle): (&Unit, &Battle),
        (volley, at): (&Volley, &[UnitId]),
        (from, to): (Place, Place),
    ) -> Result<Self, Refusal> {
        let field = FieldOfFire::of(state, from.map).ok_or_else(|| unknown(state, battle, unit.id, &[]))?;
        let first = at[0];
        let side = state.unit(first).map_or(unit.side, |unit| unit.side);
        let mut marks = field.marks(battle.id, side, from.cell, (to.cell, at));
        let (is, general) = (field.range(from.cell, to.cell), field.general(unit, from.cell));
        let said = volley.range.map(u32::from);
        if volley.anyway.is_some() {
            if volley.general {
                state.general_can_be_there(unit, battle)?;
            }
            marks.iter_mut().for_each(|mark| mark.cover |= volley.cover);
            return Ok(Self { range: said.unwrap_or(is), general: volley.general || general, marks });
        }
        field.can_see(unit.id, from, to.cell)?;
        if let Some(said) = said.filter(|said| *said != is) {
            return Err(FireRefusal::OtherRange { from: (unit.id, from.cell), to: (first, to.cell), said, is }.into());
        }
        if volley.cover && !marks.iter().all(|mark| mark.cover) {
            return Err(FireRefusal::NoCover { unit: first, at: to.cell, from: from.cell }.into());
        }
        if volley.general && !general {
            return Err(FireRefusal::NoGeneralThere { unit: unit.id, at: from.cell }.into());
        }
        Ok(Self { range: is, general, marks })
    }
}

impl State {
    /// The named units; a stack stands for all its living units.
    pub(super) fn fired_at(&self, at: &[Id]) -> Result<Vec<UnitId>, Refusal> {
        let mut units = Vec::new();
        for id in at {
            if self.kind(*id) != Some(EntityKind::Stack) {
                units.push(UnitId(id.0));
                continue;
            }
            let left = self.units_of_stack(StackId(id.0)).map(|unit| unit.id);
            let before = units.len();
            units.extend(left);
            if units.len() == before {
                return Err(Refusal::NobodyLeft { of: *id });
            }
        }
        if units.is_empty() { Err(Refusal::NobodyNamed) } else { Ok(units) }
    }

    /// Refuses targets that can't share a place: it holds one combat unit, or one stack if the rulebook says so, with
    /// Generals and transport. Source: RULES 4.4, 4.5.
    fn share_a_place(&self, at: &[UnitId]) -> Result<(), FireRefusal> {
        let there = at.iter().filter_map(|id| self.unit(*id));
        match crate::state::Fillers::of(self, there).apart(self.book()) {
            Some((first, second)) => Err(FireRefusal::TwoPlaces { first, second }),
            None => Ok(()),
        }
    }
}
