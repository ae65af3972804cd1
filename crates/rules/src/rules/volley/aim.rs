//! The aim of a volley: its targets, its range and the General, from the map or from the order. Source: RULES 4.5.

use super::{
    FieldOfFire, TargetGroup,
    field_of_fire::{firer_and_target_places, not_on_map_refusal},
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
pub struct VolleyAim {
    pub range: u32,
    pub general: bool,
    pub target_groups: Vec<TargetGroup>,
}

impl VolleyAim {
    /// The aim of a volley: from the map if all are on it, otherwise from the order's words.
    pub fn new(state: &State, volley: &Volley) -> Result<Self, Refusal> {
        let unit = state.unit(volley.unit).ok_or(Refusal::UnknownId { id: volley.unit.into() })?;
        let who = volley.unit.into();
        let battle = state.battle_of(unit.id).ok_or(crate::rules::refusal::BattleRefusal::NotInBattle { who })?;
        let at = state.target_units(&volley.at)?;
        match firer_and_target_places(state, battle, unit.id, &at)? {
            Some(places) => Self::from_map(state, (unit, battle), (volley, &at), places),
            None if volley.anyway.is_some() => Err(not_on_map_refusal(state, battle, unit.id, &at)),
            None => Self::from_order(state, (unit, battle), volley, &at),
        }
    }

    /// The units in the target's place, in the order in which they are judged.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.target_groups.iter().flat_map(|mark| mark.units.iter().copied())
    }

    fn from_order(
        state: &State,
        (unit, battle): (&Unit, &Battle),
        volley: &Volley,
        at: &[UnitId],
    ) -> Result<Self, Refusal> {
        state.check_share_place(at)?;
        let range = volley.range.ok_or(FireRefusal::NoRange)?;
        if volley.general {
            state.check_general_available(unit, battle)?;
        }
        let marks = state.target_groups(at, |_| volley.cover);
        Ok(Self { range: range.into(), general: volley.general, target_groups: marks })
    }

    /// Takes the aim from the map. Differing words in the order are refused, or take precedence if they are a ruling.
    fn from_map(
        state: &State,
        (unit, battle): (&Unit, &Battle),
        (volley, at): (&Volley, &[UnitId]),
        (from, to): (Place, Place),
    ) -> Result<Self, Refusal> {
        let field = FieldOfFire::new(state, from.map).ok_or_else(|| not_on_map_refusal(state, battle, unit.id, &[]))?;
        let first = at[0];
        let side = state.unit(first).map_or(unit.side, |unit| unit.side);
        let mut marks = field.target_groups(battle.id, side, from.cell, (to.cell, at));
        let (is, general) = (field.range(from.cell, to.cell), field.has_general(unit, from.cell));
        let given = volley.range.map(u32::from);
        if volley.anyway.is_some() {
            if volley.general {
                state.check_general_available(unit, battle)?;
            }
            marks.iter_mut().for_each(|mark| mark.cover |= volley.cover);
            return Ok(Self { range: given.unwrap_or(is), general: volley.general || general, target_groups: marks });
        }
        field.check_arc(unit.id, from, to.cell)?;
        field.check_sight(unit.id, from, to.cell)?;
        if let Some(given) = given.filter(|given| *given != is) {
            return Err(FireRefusal::OtherRange { from: (unit.id, from.cell), to: (first, to.cell), given, is }.into());
        }
        if volley.cover && !marks.iter().all(|mark| mark.cover) {
            return Err(FireRefusal::NoCover { unit: first, at: to.cell, from: from.cell }.into());
        }
        fail_if!(volley.general && !general, FireRefusal::NoGeneralThere { unit: unit.id, at: from.cell });
        Ok(Self { range: is, general, target_groups: marks })
    }
}

impl State {
    /// The named units; a stack means all its living units.
    pub(super) fn target_units(&self, at: &[Id]) -> Result<Vec<UnitId>, Refusal> {
        let mut units = Vec::new();
        for id in at {
            if self.kind(*id) != Some(EntityKind::Stack) {
                units.push(UnitId(id.0));
                continue;
            }
            let left = self.units_of_stack(StackId(id.0)).map(|unit| unit.id);
            let before = units.len();
            units.extend(left);
            fail_if!(units.len() == before, Refusal::NobodyLeft { of: *id });
        }
        if units.is_empty() { Err(Refusal::NobodyNamed) } else { Ok(units) }
    }

    /// Refuses targets that can't share a place: one combat unit or stack, with Generals and transport. RULES 4.4, 4.5.
    fn check_share_place(&self, at: &[UnitId]) -> Result<(), FireRefusal> {
        let there = at.iter().filter_map(|id| self.unit(*id));
        match crate::state::Occupants::from_units(self, there).incompatible_pair(self.book()) {
            Some((first, second)) => Err(FireRefusal::TwoPlaces { first, second }),
            None => Ok(()),
        }
    }
}
