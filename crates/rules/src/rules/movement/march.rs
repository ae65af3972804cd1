//! Orders to move, merge and place units: checked area by area, and carried out completely or not at all. Source: RULES
//! 4.4, 5.6.

use super::{
    movement_map::MovementMap,
    party::{MovingUnits, living_units},
    reach::nearest_facing,
};
use crate::{
    event::{Driven, Event, MapEvent},
    order::March,
    rules::{
        Refusal, Resolver, RuleResult,
        refusal::{BattleRefusal, MapRefusal},
    },
    state::{Battle, MapError, State, Unit},
};
use wardiary_base::{
    book::{Change, Merging, Stacking},
    ground::{Cell, Facing, Place},
    id::{Id, MapId, StackId, UnitId},
    text::Text,
};

pub(super) struct CheckedPath {
    pub to: Cell,
    pub cost: u16,
    pub by_road: bool,
}

impl MovingUnits {
    /// Why the party may not move now: it has moved this turn, is in a fight, or it is not its side's part of the turn.
    pub(super) fn check_can_move(&self, state: &State) -> Result<(), Refusal> {
        for unit in &self.units {
            let stack =
                state.unit(*unit).and_then(|unit| unit.stack).filter(|stack| state.conflict_of(*stack).is_some());
            fail_if!(stack.is_some() || state.combat_of(*unit).is_some(), MapRefusal::InFight { unit: *unit, stack });
        }
        if let Some(battle) = state.battle(self.battle) {
            state.check_no_round_due(battle)?;
        }
        self.check_move_left(state)
    }

    /// The same, ignoring a fight.
    pub(super) fn check_move_left(&self, state: &State) -> Result<(), Refusal> {
        let battle = state.battle(self.battle).ok_or(Refusal::UnknownId { id: self.battle.into() })?;
        let has_moved = |unit: &UnitId| battle.moved.iter().any(|moved| moved.unit == *unit);
        if let Some(unit) = self.units.iter().find(|unit| has_moved(unit)) {
            let who = if self.units.iter().all(has_moved) { self.who } else { (*unit).into() };
            return Err(MapRefusal::Moved { who }.into());
        }
        if !battle.may_act(state, self.side) {
            return Err(
                BattleRefusal::NotTheirTurn { side: self.side, battle: battle.id, now: battle.acting_side }.into()
            );
        }
        Ok(())
    }
}

impl MovementMap<'_> {
    /// Checks a path over these areas, and refuses where it fails.
    pub(super) fn check_path(&self, from: Cell, by: &[Cell]) -> Result<CheckedPath, MapRefusal> {
        let (mut here, mut cost, mut by_road) = (from, 0u16, true);
        for (at, to) in by.iter().enumerate() {
            let step = self.step(here, self.edge_to(here, *to)?, *to)?;
            cost = cost.saturating_add(step.cost);
            by_road &= step.by_road;
            fail_if!(cost > self.max_cost(by_road), self.too_far(*to, cost));
            let goes_on = at + 1 < by.len();
            if goes_on && let Some((_, enemy)) = self.adjacent_enemies(*to).first() {
                return Err(MapRefusal::MustStop { cell: *to, enemy: *enemy });
            }
            here = *to;
        }
        if !by.is_empty() {
            self.check_end(here, cost, by_road)?;
        }
        Ok(CheckedPath { to: here, cost, by_road: by_road && !by.is_empty() })
    }

    /// The same for a free step into an adjacent area: it costs nothing, but terrain and edges may forbid it.
    pub(super) fn check_free_step(&self, from: Cell, to: Cell) -> Result<CheckedPath, MapRefusal> {
        let through = self.edge_to(from, to)?;
        self.cost(from, through, to)?;
        self.check_room(to)?;
        Ok(CheckedPath { to, cost: 0, by_road: false })
    }

    /// The same for a ruling: only requires adjacent areas, and room in the last.
    pub(super) fn check_path_by_ruling(&self, from: Cell, by: &[Cell]) -> Result<CheckedPath, MapRefusal> {
        let (mut here, mut cost) = (from, 0u16);
        for to in by {
            let through = self.edge_to(here, *to)?;
            cost = cost.saturating_add(self.cost(here, through, *to).map_or(1, |step| step.cost));
            here = *to;
        }
        self.check_room(here)?;
        Ok(CheckedPath { to: here, cost, by_road: false })
    }

    fn edge_to(&self, from: Cell, to: Cell) -> Result<Facing, MapRefusal> {
        fail_if!(!self.ground.contains(to), MapError::OffMap { map: self.map(), cell: to });
        let edge = self.ground.grid().facing_to(from, to);
        edge.ok_or_else(|| MapError::Apart { from, to }.into())
    }

    /// The edge to face after a path, and the enemy beyond: the named one, or the enemy nearest to the heading, else
    /// right.
    fn facing_after(
        &self,
        (from, by): (Cell, &[Cell]),
        named: Option<Facing>,
        (before, ruled): (Facing, bool),
    ) -> Result<(Facing, Option<UnitId>), MapRefusal> {
        let Some(last) = by.last() else { return Ok((named.unwrap_or(before), None)) };
        let previous = by.len().checked_sub(2).map_or(from, |at| by[at]);
        let heading = self.ground.grid().facing_to(previous, *last).unwrap_or(before);
        let enemies = self.adjacent_enemies(*last);
        let beyond = |facing: Facing| enemies.iter().find(|(edge, _)| *edge == facing).map(|(_, enemy)| *enemy);
        match named {
            Some(named) if enemies.is_empty() || ruled => Ok((named, beyond(named))),
            Some(named) => match beyond(named) {
                Some(enemy) => Ok((named, Some(enemy))),
                None => Err(MapRefusal::MustFace { cell: *last, enemies }),
            },
            None => {
                let nearest = nearest_facing(self.ground.grid(), heading, &enemies);
                Ok(nearest.map_or((heading, None), |(facing, enemy)| (facing, Some(enemy))))
            }
        }
    }
}

impl Resolver<'_> {
    pub(super) fn march(&mut self, march: &March, ruled: bool) -> RuleResult {
        let party = MovingUnits::new(&self.state, march.who)?;
        self.ready_battle(party.battle)?;
        if !ruled {
            party.check_can_move(&self.state)?;
        }
        let field = MovementMap::new(&self.state, &party).ok_or(MapRefusal::NoMap { battle: party.battle })?;
        if let Some(facing) = march.facing.filter(|facing| !field.ground.grid().has_facing(*facing)) {
            return Err(Refusal::from(MapError::NoEdge { map: party.place.map, facing }).into());
        }
        let from = party.place.cell;
        let walk =
            if ruled { field.check_path_by_ruling(from, &march.by)? } else { field.check_path(from, &march.by)? };
        let before = (party.place.facing, ruled);
        let (facing, stopped) = field.facing_after((from, &march.by), march.facing, before)?;
        let faces = |unit: &UnitId| self.state.unit(*unit).and_then(|u| u.place).is_some_and(|p| p.facing == facing);
        fail_if!(march.by.is_empty() && party.units.iter().all(faces), Refusal::NoChange);
        let moved = MapEvent::Moved {
            battle: party.battle,
            cost: field.cost_used(walk.to, walk.cost),
            of: field.allowance(walk.by_road),
            units: party.units.clone(),
            from,
            by: march.by.clone(),
            facing,
            stopped,
            driven: None,
        };
        self.conclude(Event::Map(moved))
    }

    /// Changes a unit into another troop type that its own names. In a battle this is its move of the turn.
    pub(super) fn change_troop_type(&mut self, id: UnitId, how: Change) -> RuleResult {
        let unit = self.living_unit(id)?;
        let (from, book) = (unit.kind.clone(), self.state.book().clone());
        let into = book.troop(&from).and_then(|troop| troop.becomes.get(&how)).and_then(|into| book.troop(into));
        let into = into.ok_or(MapRefusal::NoChange { unit: id, change: how })?;
        if let Some(battle) = self.state.battle_of(id) {
            let (side, battle) = (unit.side, self.ready_battle(battle.id)?);
            fail_if!(battle.moved.iter().any(|moved| moved.unit == id), MapRefusal::Moved { who: id.into() });
            if !battle.may_act(&self.state, side) {
                return Err(BattleRefusal::NotTheirTurn { side, battle: battle.id, now: battle.acting_side }.into());
            }
            self.state.check_no_round_due(battle)?;
        }
        self.emit(Event::Map(MapEvent::Changed { unit: id, how, from, to: into.name.clone() }));
        self.check_room(id)
    }

    /// Refuses to leave a unit in an area with others that it may not share it with.
    pub(in crate::rules) fn check_room(&self, unit: UnitId) -> RuleResult {
        match self.state.unit(unit).and_then(|unit| unit.place) {
            Some(place) => Ok(self.state.check_room(&[unit], place).map_err(Refusal::from)?),
            None => Ok(()),
        }
    }

    pub(super) fn change_terrain(&mut self, map: MapId, at: Cell, terrain: &Text) -> RuleResult {
        let found = self.state.map(map).ok_or(Refusal::UnknownId { id: map.into() })?;
        fail_if!(!found.ground.contains(at), Refusal::from(MapError::OffMap { map, cell: at }));
        let known = self.state.book().ground.terrain(terrain);
        let known = known.ok_or_else(|| MapRefusal::NoTerrain { name: terrain.clone() })?;
        let (from, to) = (found.ground.terrain(at).cloned().unwrap_or_default(), known.name.clone());
        fail_if!(from == to, Refusal::NoChange);
        self.conclude(Event::Map(MapEvent::TerrainChanged { map, at, from, to }))
    }

    /// Moves a stack into the area of another that it merges with. It is a move of one area under the usual rules,
    /// except that a stack that merges within a Conflict is in a fight. The stack takes the facing of the units there.
    /// There is no move without a map, within an area, or if stacks do not share areas.
    pub(in crate::rules) fn merge_move(
        &self,
        id: StackId,
        into: StackId,
        ruled: bool,
    ) -> Result<Option<Event>, Refusal> {
        let state = &self.state;
        let places = state.place_of_stack(id).zip(state.place_of_stack(into)).filter(|(from, to)| from.cell != to.cell);
        let shared = matches!(state.book().ground.stacking, Stacking::Stack(_));
        let Some((from, to)) = places.filter(|_| shared) else { return Ok(None) };
        let party = MovingUnits::on_map(state, id.into())?;
        self.ready_battle(party.battle)?;
        let free = state.book().stacks.merging == Merging::Free;
        match state.conflict_of(id) {
            _ if ruled || free => {}
            Some(_) => party.check_move_left(state)?,
            None => party.check_can_move(state)?,
        }
        let field = MovementMap::new(state, &party).ok_or(MapRefusal::NoMap { battle: party.battle })?.joining(into);
        let by = vec![to.cell];
        let walk = match (ruled, free) {
            (true, _) => field.check_path_by_ruling(from.cell, &by)?,
            (false, true) => field.check_free_step(from.cell, to.cell)?,
            (false, false) => field.check_path(from.cell, &by)?,
        };
        let ahead = field.adjacent_enemies(to.cell).into_iter().find(|(facing, _)| *facing == to.facing);
        Ok(Some(Event::Map(MapEvent::Moved {
            battle: party.battle,
            cost: field.cost_used(walk.to, walk.cost),
            of: field.allowance(walk.by_road),
            units: party.units.clone(),
            from: from.cell,
            by,
            facing: to.facing,
            stopped: ahead.map(|(_, enemy)| enemy),
            driven: Some(if free { Driven::MergedFreely } else { Driven::Merged }),
        })))
    }

    pub(super) fn place_units(&mut self, who: Id, place: Place, ruled: bool) -> RuleResult {
        let units = living_units(&self.state, who)?;
        for id in &units {
            let unit = self.living_unit(*id)?;
            if let Some(battle) = self.state.battle_of(*id) {
                check_battle_map(battle, place)?;
                check_can_be_placed(unit, battle, ruled)?;
            }
        }
        let placed = |unit: &Unit| MapEvent::Placed { unit: unit.id, from: unit.place, to: place };
        let all = units.iter().filter_map(|id| self.state.unit(*id)).filter(|unit| unit.place != Some(place));
        let events: Vec<Event> = all.map(placed).map(Event::Map).collect();
        fail_if!(events.is_empty(), Refusal::NoChange);
        self.state.check_place(place).map_err(Refusal::from)?;
        self.state.check_room(&units, place).map_err(Refusal::from)?;
        for event in events {
            self.emit_if_valid(event)?;
        }
        Ok(())
    }
}

/// Whether a battle is in deployment, when units may still be placed elsewhere: nothing has happened in it yet.
fn is_deploying(battle: &Battle) -> bool {
    let idle = battle.moved.is_empty() && battle.volleyed.is_empty() && battle.combats.is_empty();
    battle.turn == 1 && battle.initiative_winner.is_none() && idle && battle.conflicts.is_empty()
}

fn check_battle_map(battle: &Battle, place: Place) -> Result<(), Refusal> {
    match battle.map {
        Some(map) if map == place.map => Ok(()),
        Some(map) => Err(MapRefusal::OtherMap { battle: battle.id, map }.into()),
        None => Err(MapRefusal::NoMap { battle: battle.id }.into()),
    }
}

/// Refuses a unit that is already on the map: it moves instead, once the battle has begun.
fn check_can_be_placed(unit: &Unit, battle: &Battle, ruled: bool) -> Result<(), Refusal> {
    match unit.place.filter(|place| Some(place.map) == battle.map) {
        Some(place) if !ruled && !is_deploying(battle) => {
            Err(MapRefusal::AlreadyPlaced { unit: unit.id, at: place.cell }.into())
        }
        _ => Ok(()),
    }
}
