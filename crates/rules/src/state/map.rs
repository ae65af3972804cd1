//! The maps of a campaign and the places of units on them. Source: RULES 4.4.

use super::{EntityKind, EventError, MapError, State, TheatreObjective, Unit, muster::MusteredMap};
use crate::order::Recruit;
use std::sync::Arc;
use wardiary_base::{
    book::{HitBy, Rulebook, Stacking, SupportRole},
    ground::{Cell, Ground, Place, Spot},
    id::{BattleId, MapId, SideId, StackId, UnitId},
    text::{Text, name_match::are_twins},
};

#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    pub id: MapId,
    /// Sanitized by [`text::display_name`]; at first the title of the ground.
    pub name: Arc<str>,
    /// The current ground, behind a pointer so that a copy of the state stays cheap.
    pub ground: Arc<Ground>,
    /// The holder of each objective, in the order of the ground's objectives.
    holders: Arc<Vec<Option<SideId>>>,
}

impl State {
    /// The objectives of a map with their holders. A theatre's own objective in that area takes precedence.
    pub fn objectives_of<'s>(&'s self, map: &'s Map) -> impl Iterator<Item = (Cell, Option<SideId>)> + 's {
        map.objectives().map(|(cell, holder)| match self.theatre_objective_at(map.id, cell) {
            Some(prize) => (cell, prize.holder),
            None => (cell, holder),
        })
    }

    pub(crate) fn theatre_objective_at(&self, map: MapId, cell: Cell) -> Option<&TheatreObjective> {
        let theatre = self.theatre().filter(|theatre| theatre.map().is_some_and(|field| field.id == map))?;
        theatre.own_objectives().iter().find(|prize| prize.spot == Spot::Area(cell))
    }

    pub fn maps(&self) -> &[Map] {
        &self.maps
    }

    pub fn map(&self, id: MapId) -> Option<&Map> {
        self.index_of(id.0, EntityKind::Map).map(|at| &self.maps[at])
    }

    pub fn map_of(&self, battle: BattleId) -> Option<&Map> {
        self.map(self.battle(battle)?.map?)
    }

    /// The living units on a map, in roster order.
    pub fn units_on(&self, map: MapId) -> impl Iterator<Item = (&Unit, Place)> {
        let placed = self.roster().filter_map(|unit| Some((unit, unit.place?)));
        placed.filter(move |(_, place)| place.map == map)
    }

    /// The living units in an area, in roster order.
    pub fn units_at(&self, map: MapId, cell: Cell) -> impl Iterator<Item = &Unit> {
        self.units_on(map).filter(move |(_, place)| place.cell == cell).map(|(unit, _)| unit)
    }

    pub fn place_in_battle(&self, unit: UnitId) -> Option<Place> {
        let map = self.battle_of(unit)?.map?;
        self.unit(unit)?.place.filter(|place| place.map == map)
    }

    /// The area of a stack on its battle's map, and the facing of its first unit. `None` if it is in several areas.
    pub fn place_of_stack(&self, stack: StackId) -> Option<Place> {
        let mut places = self.fighting_units(stack).filter_map(|unit| self.place_in_battle(unit.id));
        let first = places.next()?;
        places.all(|place| (place.map, place.cell) == (first.map, first.cell)).then_some(first)
    }

    /// The place of each unit of a stack on its battle's map; `None` unless they are in several areas.
    pub(crate) fn areas_of_scattered(&self, stack: StackId) -> Option<Vec<(UnitId, Place)>> {
        let place = |unit: &Unit| Some((unit.id, self.place_in_battle(unit.id)?));
        let apart = self.place_of_stack(stack).is_none();
        let placed = || self.fighting_units(stack).filter_map(place).collect::<Vec<_>>();
        apart.then(placed).filter(|placed| !placed.is_empty())
    }

    pub fn move_of(&self, unit: UnitId) -> Option<UnitMove> {
        self.battle_of(unit)?.moved.iter().find(|moved| moved.unit == unit).copied()
    }

    pub(super) fn add_map(&mut self, id: MapId, ground: Ground) {
        let name: Arc<str> = ground.title().as_name().into();
        self.register(id.into(), EntityKind::Map, self.maps.len(), &name);
        let side = |name: &Text| self.sides.iter().find(|side| are_twins(&side.name, name.raw())).map(|side| side.id);
        let holders = ground.objectives().iter().map(|(_, holder)| side(holder)).collect();
        self.maps.push(Map { id, name, ground: Arc::new(ground), holders: Arc::new(holders) });
    }

    /// Gives objectives without a holder to the side whose units are there, in a battle or in the theatre.
    pub(super) fn claim_occupied_objectives(&mut self) {
        let has_own = self.theatre().is_some_and(|theatre| !theatre.own_objectives().is_empty());
        let stationed = |map: &Map, cell: Cell| {
            let mut there = self.stationed_on(map.id).filter(|(_, at)| *at == cell && !has_own);
            there.next().map(|(unit, _)| unit)
        };
        let standing = |map: &Map, cell: Cell| {
            self.units_at(map.id, cell).next().or_else(|| stationed(map, cell)).map(|unit| unit.side)
        };
        let free = |map: &Map| -> Vec<(Cell, SideId)> {
            let free = map.objectives().filter(|(_, holder)| holder.is_none());
            free.filter_map(|(cell, _)| Some((cell, standing(map, cell)?))).collect()
        };
        let held: Vec<Vec<(Cell, SideId)>> = self.maps.iter().map(free).collect();
        for (map, held) in self.maps.iter_mut().zip(held) {
            held.into_iter().for_each(|(cell, side)| map.set_holder(cell, Some(side)));
        }
    }

    pub(super) fn ground_of_muster(&self, map: &MusteredMap) -> Result<Ground, Vec<EventError>> {
        self.need_free(map.id.into()).map_err(|error| vec![error])?;
        let draft = map.ground.as_ref().ok_or_else(|| vec![MapError::NoGround { named: map.map.clone() }.into()])?;
        draft.check().map_err(|faults| faults.into_iter().map(|fault| MapError::Ground(fault).into()).collect())
    }

    pub(super) fn place_of_recruit(&self, recruit: &Recruit) -> Result<Option<Place>, MapError> {
        let Some(cell) = recruit.at else { return Ok(None) };
        let map = match (recruit.on, self.maps()) {
            (Some(on), _) => Some(self.map(on).ok_or(MapError::NoMap { map: on })?),
            (None, [map]) => Some(map),
            (None, _) => None,
        };
        let map = map.ok_or(MapError::AmbiguousMap { maps: self.maps().len() })?;
        let place = Place { map: map.id, cell, facing: recruit.facing };
        self.check_place(place)?;
        Ok(Some(place))
    }

    /// Rejects a place off its map, or with an edge that the map's areas do not have.
    pub(crate) fn check_place(&self, place: Place) -> Result<(), MapError> {
        let map = self.map(place.map).ok_or(MapError::NoMap { map: place.map })?;
        fail_if!(!map.ground.contains(place.cell), MapError::OffMap { map: map.id, cell: place.cell });
        fail_if!(!map.ground.grid().has_facing(place.facing), MapError::NoEdge { map: map.id, facing: place.facing });
        Ok(())
    }

    /// Whether a unit fills its area: it is not a General, transport or a flyer. Source: RULES 4.4, 4.5.
    pub(crate) fn occupies_area(&self, unit: &Unit) -> bool {
        let troop = self.book.troop(&unit.kind);
        let support = troop.and_then(|troop| troop.support);
        let on_the_ground = matches!(support, Some(SupportRole::Artillery | SupportRole::AirDefence));
        let is_general = self.book.target_of(&unit.kind).by == HitBy::Treble;
        !is_general && (troop.is_none_or(|troop| troop.fights) || on_the_ground)
    }

    /// Rejects a unit that is not in its place yet if there is no room for it.
    pub(super) fn check_room_for(&self, unit: &Unit) -> Result<(), MapError> {
        let Some(place) = unit.place else { return Ok(()) };
        let there: Vec<&Unit> = self.units_at(place.map, place.cell).collect();
        self.check_fit((unit.side, vec![unit]), there, place.cell)
    }

    /// Rejects units from an area that holds an enemy, or friends with whom they may not share it. Source: RULES 4.4.
    pub(crate) fn check_room(&self, units: &[UnitId], place: Place) -> Result<(), MapError> {
        let coming: Vec<&Unit> = units.iter().filter_map(|id| self.unit(*id)).collect();
        let Some(side) = coming.first().map(|unit| unit.side) else { return Ok(()) };
        let there: Vec<&Unit> = self.units_at(place.map, place.cell).filter(|unit| !units.contains(&unit.id)).collect();
        self.check_fit((side, coming), there, place.cell)
    }

    fn check_fit(&self, (side, coming): (SideId, Vec<&Unit>), there: Vec<&Unit>, cell: Cell) -> Result<(), MapError> {
        if let Some(enemy) = there.iter().find(|unit| unit.side != side) {
            return Err(MapError::EnemyThere { cell, enemy: enemy.id });
        }
        let there = Occupants::from_units(self, there.into_iter());
        Occupants::from_units(self, coming.into_iter()).check_join(there, &self.book, cell)
    }
}

impl Map {
    /// The map's own objectives with their holders, ignoring the theatre's; `None` for an objective without a holder.
    pub fn objectives(&self) -> impl Iterator<Item = (Cell, Option<SideId>)> + '_ {
        self.ground.objectives().iter().map(|(cell, _)| *cell).zip(self.holders.iter().copied())
    }

    /// The holder of the objective in an area; `None` if the area has no objective.
    pub fn holder(&self, cell: Cell) -> Option<Option<SideId>> {
        self.objectives().find(|(objective, _)| *objective == cell).map(|(_, holder)| holder)
    }

    pub(super) fn set_holder(&mut self, cell: Cell, by: Option<SideId>) {
        if let Some(at) = self.ground.objectives().iter().position(|(objective, _)| *objective == cell) {
            Arc::make_mut(&mut self.holders)[at] = by;
        }
    }
}

/// A unit's move of the turn. Source: RULES 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitMove {
    pub unit: UnitId,
    pub cost: u16,
    pub allowance: u16,
}

impl UnitMove {
    /// Whether the move used the whole allowance, which leaves nothing for an attack.
    pub fn is_full(self) -> bool {
        self.cost > 0 && self.cost >= self.allowance
    }
}

/// The units in an area that fill it: all except Generals, transport and flyers. Source: RULES 4.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occupants {
    first: Option<UnitId>,
    stack: Option<StackId>,
    second: Option<UnitId>,
    /// The first unit that is in no stack, or in another stack than the first unit's.
    outsider: Option<UnitId>,
    number: u16,
}

impl Occupants {
    pub fn from_units<'u>(state: &State, units: impl Iterator<Item = &'u Unit>) -> Self {
        let mut fillers = Self::default();
        units.for_each(|unit| fillers.add(state, unit));
        fillers
    }

    pub fn add(&mut self, state: &State, unit: &Unit) {
        if !state.occupies_area(unit) {
            return;
        }
        self.number = self.number.saturating_add(1);
        if self.first.is_none() {
            (self.first, self.stack) = (Some(unit.id), unit.stack);
            return;
        }
        self.second = self.second.or(Some(unit.id));
        if unit.stack.is_none() || unit.stack != self.stack {
            self.outsider = self.outsider.or(Some(unit.id));
        }
    }

    /// The same units after they have joined a stack.
    pub fn joined_to(self, stack: StackId) -> Self {
        Self { stack: self.stack.map(|_| stack), ..self }
    }

    /// Two of these units that may not share an area, whatever its capacity.
    pub fn incompatible_pair(self, book: &Rulebook) -> Option<(UnitId, UnitId)> {
        let other = match book.ground.stacking {
            Stacking::One => self.second,
            Stacking::Stack(_) => self.outsider,
        };
        Some((self.first?, other?))
    }

    /// Rejects these units from an area that already holds `there`.
    pub fn check_join(self, there: Self, book: &Rulebook, cell: Cell) -> Result<(), MapError> {
        if self.number == 0 {
            return Ok(());
        }
        let apart = there.number > 0 && (self.stack.is_none() || self.stack != there.stack || there.outsider.is_some());
        let (by, most) = match book.ground.stacking {
            Stacking::One => (there.first.or(self.second), 1),
            Stacking::Stack(most) => (there.first.filter(|_| apart).or(self.outsider), most),
        };
        match by {
            Some(by) => Err(MapError::Taken { cell, by }),
            None if self.number.saturating_add(there.number) > most => Err(MapError::Crowded { cell, most }),
            None => Ok(()),
        }
    }
}
