//! The field of fire of a unit on the map: arc, range, sight, cover and the General beside it. Source: RULES 4.5.

use super::{
    TargetGroup,
    shot::{Shot, ShotConditions},
};
use crate::{
    rules::{
        Refusal,
        refusal::{BattleRefusal, FireRefusal, MapRefusal},
    },
    state::{Battle, State, Unit},
};
use wardiary_base::{
    book::{EdgeKind, Mechanism},
    ground::{Cell, Crossed, Ground, Place, Sight},
    id::{BattleId, MapId, SideId, UnitId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetArea {
    pub cell: Cell,
    pub range: u32,
    /// The first of the unit's weapons that has the range and that it has not moved too far for.
    pub weapon: Text,
    pub dice: u8,
    /// Whether a General beside the unit adds dice.
    pub general: bool,
    /// The targets there; each is judged separately.
    pub target_groups: Vec<TargetGroup>,
}

impl TargetArea {
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.target_groups.iter().flat_map(|mark| mark.units.iter().copied())
    }

    pub fn all_in_cover(&self) -> bool {
        self.target_groups.iter().all(|mark| mark.cover)
    }
}

/// The areas that a unit can fire into now, left to right, top to bottom. Fails as [`firing_place`] does.
pub fn targets(state: &State, unit: UnitId) -> Result<Vec<TargetArea>, Refusal> {
    let place = firing_place(state, unit)?;
    let of = |unit| Some(FieldOfFire::new(state, place.map)?.targets(unit, place, false));
    Ok(state.unit(unit).and_then(of).unwrap_or_default())
}

/// The place that a unit may fire from now with some weapon, regardless of its move ([`FieldOfFire::shot`] checks
/// that). Fails if it is off the map, has attacked, or may not act.
pub fn firing_place(state: &State, unit: UnitId) -> Result<Place, Refusal> {
    let mechanism = Mechanism::Volleys;
    fail_if!(!state.book().uses(mechanism), Refusal::MechanismOff { mechanism });
    let found = state.unit(unit).filter(|unit| unit.is_alive()).ok_or(Refusal::UnknownId { id: unit.into() })?;
    let battle = state.volley_battle(found)?;
    state.check_no_round_due(battle)?;
    battle.map.ok_or(MapRefusal::NoMap { battle: battle.id })?;
    Ok(state.place_in_battle(unit).ok_or(MapRefusal::NotPlaced { who: unit.into() })?)
}

/// The areas that a unit could fire into from a place, whatever it has done and however far it has moved.
pub fn targets_from(state: &State, unit: UnitId, place: Place) -> Vec<TargetArea> {
    let found = state.unit(unit).filter(|unit| unit.is_alive());
    let of = |unit| Some(FieldOfFire::new(state, place.map)?.targets(unit, place, true));
    found.and_then(of).unwrap_or_default()
}

/// A map as units that fire over it see it; built once for all of them.
#[derive(Debug)]
pub struct FieldOfFire<'a> {
    state: &'a State,
    ground: &'a Ground,
    sight: Sight<'a>,
    /// The units in each area, by area.
    units_by_cell: Vec<(Cell, Vec<&'a Unit>)>,
}

impl<'a> FieldOfFire<'a> {
    pub fn new(state: &'a State, map: MapId) -> Option<Self> {
        let ground = &*state.map(map)?.ground;
        let mut units: Vec<(Cell, &Unit)> = state.units_on(map).map(|(unit, place)| (place.cell, unit)).collect();
        units.sort_by_key(|(cell, _)| *cell);
        let mut standing: Vec<(Cell, Vec<&Unit>)> = Vec::new();
        for (cell, unit) in units {
            match standing.last_mut() {
                Some((last, units)) if *last == cell => units.push(unit),
                _ => standing.push((cell, vec![unit])),
            }
        }
        Some(Self { state, ground, sight: Sight::new(ground, &state.book().ground), units_by_cell: standing })
    }

    /// The areas with a target, left to right, top to bottom; `after_any_move` ignores how far the unit has moved.
    pub fn targets(&self, unit: &Unit, place: Place, after_any_move: bool) -> Vec<TargetArea> {
        let farthest = u32::from(self.max_range(unit));
        let near = self.units_by_cell.iter().filter(|(cell, _)| self.range(place.cell, *cell) <= farthest);
        near.filter_map(|(cell, _)| self.target(unit, place, *cell, after_any_move)).collect()
    }

    /// The enemies in an area as a target from a place; `after_any_move` ignores how far the unit has moved.
    pub fn target(&self, unit: &Unit, place: Place, cell: Cell, after_any_move: bool) -> Option<TargetArea> {
        let battle = self.state.battle_of(unit.id)?.id;
        let side = self.units_at(cell).iter().find(|other| other.side != unit.side)?.side;
        let Shot { weapon, dice, range, general } = self.shot(unit, place, cell, None, after_any_move).ok()?;
        let marks = self.target_groups(battle, side, place.cell, (cell, &[]));
        let weapon = weapon.name.clone();
        (!marks.is_empty()).then_some(TargetArea { cell, range, weapon, dice, general, target_groups: marks })
    }

    /// The dice of a unit at another in an area, whatever it faces and has done; and whether that would be in cover.
    pub fn dice_at(&self, unit: &Unit, from: Place, target: &Unit, at: Cell) -> Option<(u8, bool)> {
        let turned = Place { facing: self.ground.grid().facing_towards(from.cell, at), ..from };
        let dice = self.shot(unit, turned, at, None, true).ok()?.dice;
        let terrain = self.ground.terrain(at).and_then(|name| self.state.book().ground.terrain(name));
        let covered = terrain.is_some_and(|terrain| terrain.covers(&target.kind));
        Some((dice, covered || self.is_covered_by_edges(from.cell, at)))
    }

    /// The areas in range from a place, even empty ones; `after_any_move` ignores how far the unit has moved.
    pub fn cells_in_range(&self, unit: &Unit, place: Place, after_any_move: bool) -> Vec<(Cell, Shot<'a>)> {
        let farthest = self.max_range(unit);
        let Cell { row, column } = place.cell;
        let columns = column.saturating_sub(farthest)..(column.saturating_add(farthest) + 1).min(self.ground.width());
        let rows = row.saturating_sub(farthest)..(row.saturating_add(farthest) + 1).min(self.ground.height());
        let cells = rows.flat_map(|row| columns.clone().map(move |column| Cell::new(column, row)));
        let shot = |cell| Some((cell, self.shot(unit, place, cell, None, after_any_move).ok()?));
        cells.filter_map(shot).collect()
    }

    fn max_range(&self, unit: &Unit) -> u16 {
        let weapons = self.state.weapons_of(unit).iter().filter_map(|name| self.state.book().weapon(name));
        u16::try_from(weapons.map(|weapon| weapon.dice.len()).max().unwrap_or(0)).unwrap_or(u16::MAX)
    }

    /// The shot of a unit into an area, even an empty one; by default its first weapon with the range. `after_any_move`
    /// ignores its move. Fails outside its arc, range or sight.
    pub fn shot(
        &self,
        unit: &Unit,
        from: Place,
        to: Cell,
        weapon: Option<&Text>,
        after_any_move: bool,
    ) -> Result<Shot<'a>, Refusal> {
        // Line of sight is the most expensive check, so it comes last.
        self.check_arc(unit.id, from, to)?;
        let (range, general) = (self.range(from.cell, to), self.has_general(unit, from.cell));
        let shot = self.state.shot(unit, ShotConditions { weapon, range, general, ignore_moves: after_any_move })?;
        self.check_sight(unit.id, from, to)?;
        Ok(shot)
    }

    fn units_at(&self, cell: Cell) -> &[&'a Unit] {
        let found = self.units_by_cell.binary_search_by_key(&cell, |(cell, _)| *cell);
        found.map_or(&[], |at| self.units_by_cell[at].1.as_slice())
    }

    /// Whether a General of a unit's side is in an area with it.
    pub(super) fn has_general(&self, unit: &Unit, cell: Cell) -> bool {
        let is_his = |other: &&&Unit| other.side == unit.side && other.id != unit.id && self.state.is_general(other);
        self.units_at(cell).iter().any(|other| is_his(&other))
    }

    pub(super) fn check_arc(&self, unit: UnitId, place: Place, to: Cell) -> Result<(), FireRefusal> {
        let Place { cell: from, facing, .. } = place;
        let is_in_arc = self.ground.grid().in_arc(from, facing, to);
        if is_in_arc { Ok(()) } else { Err(FireRefusal::OutOfArc { unit, from, facing, to }) }
    }

    pub(super) fn check_sight(&self, unit: UnitId, place: Place, to: Cell) -> Result<(), FireRefusal> {
        match self.sight.obstacle(place.cell, to) {
            None => Ok(()),
            Some(crossed) => {
                let (first, second) = match crossed {
                    Crossed::Area(cell) => (cell, None),
                    Crossed::Between(one, other) => (one, Some(other)),
                };
                let terrain = |cell: Cell| self.ground.terrain(cell).cloned().unwrap_or_default();
                let behind = std::iter::once(first).chain(second).map(|cell| (cell, terrain(cell))).collect();
                Err(FireRefusal::OutOfSight { unit, from: place.cell, to, behind })
            }
        }
    }

    /// The marks of a side in an area, the named units first, as fire from another area meets them.
    pub(super) fn target_groups(
        &self,
        battle: BattleId,
        side: SideId,
        from: Cell,
        (to, named): (Cell, &[UnitId]),
    ) -> Vec<TargetGroup> {
        let there = self.units_at(to).iter().filter(|unit| unit.side == side);
        let fought = |unit: &UnitId| self.state.battle_of(*unit).is_some_and(|other| other.id == battle);
        let mut units: Vec<UnitId> = there.map(|unit| unit.id).filter(fought).collect();
        units.sort_by_key(|unit| named.iter().position(|other| other == unit).unwrap_or(usize::MAX));
        let behind_edges = self.is_covered_by_edges(from, to);
        let terrain = self.ground.terrain(to).and_then(|name| self.state.book().ground.terrain(name));
        self.state
            .target_groups(&units, |unit| behind_edges || terrain.is_some_and(|terrain| terrain.covers(&unit.kind)))
    }

    /// Whether fire into an area crosses edges that give cover: one edge, or at a corner two that both give it.
    fn is_covered_by_edges(&self, from: Cell, to: Cell) -> bool {
        let covers = |kind: &EdgeKind| kind.cover;
        let entered = self.ground.grid().entry_edges(from, to);
        let edge = |facing| self.ground.edge(to, facing).and_then(|name| self.state.book().ground.edge(name));
        !entered.is_empty() && entered.into_iter().all(|facing| edge(facing).is_some_and(covers))
    }

    pub fn range(&self, from: Cell, to: Cell) -> u32 {
        self.ground.grid().distance(from, to)
    }

    pub(in crate::rules) fn has_target(&self, unit: &Unit, place: Place) -> bool {
        !self.targets(unit, place, false).is_empty()
    }
}

/// The places of a firer and its targets, if they are on the map of their battle.
pub(super) fn firer_and_target_places(
    state: &State,
    battle: &Battle,
    unit: UnitId,
    at: &[UnitId],
) -> Result<Option<(Place, Place)>, Refusal> {
    let place = |unit: UnitId| state.place_in_battle(unit);
    let (Some(from), Some(to)) = (place(unit), at.first().and_then(|first| place(*first))) else { return Ok(None) };
    for other in at {
        match place(*other) {
            Some(there) if there.cell == to.cell => {}
            Some(there) => {
                let (first, second) = ((at[0], to.cell), (*other, there.cell));
                return Err(FireRefusal::TwoAreas { first, second }.into());
            }
            None => return Err(MapRefusal::NotPlaced { who: (*other).into() }.into()),
        }
    }
    debug_assert_eq!(battle.map, Some(from.map));
    Ok(Some((from, to)))
}

/// The refusal of a ruling that overrides the map although a unit is not on it.
pub(super) fn not_on_map_refusal(state: &State, battle: &Battle, unit: UnitId, at: &[UnitId]) -> Refusal {
    let nowhere = std::iter::once(&unit).chain(at).find(|unit| state.place_in_battle(**unit).is_none());
    match (battle.map, nowhere) {
        (Some(_), Some(unit)) => MapRefusal::NotPlaced { who: (*unit).into() }.into(),
        (Some(_), None) => BattleRefusal::NotInBattle { who: unit.into() }.into(),
        (None, _) => MapRefusal::NoMap { battle: battle.id }.into(),
    }
}
