//! The things that a side sees in a state, and its ids for them.

use super::map_events::TerrainChange;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    book::Rulebook,
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_rules::state::{Battle, Conflict, Contingent, EntityKind, State, Unit, VisibilityRuling};

/// A side's ids after one entry. They depend on the branch.
#[derive(Clone, Debug, Default)]
pub(super) struct ViewerIds {
    /// The side's ids by the referee's.
    own: Arc<BTreeMap<u32, u32>>,
    /// The side's estimates of enemy forces (sketches), by number.
    estimates: Arc<BTreeMap<u32, EstimateTarget>>,
    last: u32,
    last_sketch: u32,
    /// Changes of terrain where the side was not looking, in the referee's ids.
    unseen: Arc<Vec<(MapId, TerrainChange)>>,
}

/// The force behind an estimate.
#[derive(Clone, Copy, Debug)]
pub(super) struct EstimateTarget {
    pub force: Id,
    /// Whether the side knows which force it is.
    pub is_named: bool,
    /// Whether new sightings of the force update this estimate. False once the side has lost sight of the force and can't
    /// tell it from others.
    pub is_current: bool,
}

impl ViewerIds {
    pub fn id(&self, id: u32) -> Option<u32> {
        self.own.get(&id).copied()
    }

    pub fn reverse(&self) -> BTreeMap<u32, u32> {
        self.own.iter().map(|(truth, own)| (*own, *truth)).collect()
    }

    /// The id of the next thing that the side meets.
    pub fn next_id(&self) -> u32 {
        self.last + 1
    }

    /// Assigns the next id to a thing that the side has just met.
    pub fn assign(&mut self, id: u32) -> u32 {
        self.last = self.next_id();
        Arc::make_mut(&mut self.own).insert(id, self.last);
        self.last
    }

    /// Returns the number of the estimate of a force, creating it if necessary.
    pub fn estimate_number(&mut self, force: Id, is_named: bool) -> u32 {
        let number = self.estimate_of(force).unwrap_or(self.last_sketch + 1);
        self.last_sketch = self.last_sketch.max(number);
        Arc::make_mut(&mut self.estimates).insert(number, EstimateTarget { force, is_named, is_current: true });
        number
    }

    /// The number of the current estimate of a force.
    pub fn estimate_of(&self, force: Id) -> Option<u32> {
        self.current().find(|(_, estimate)| estimate.force == force).map(|(number, _)| number)
    }

    /// Whether a current estimate shows the force by name.
    pub fn is_named(&self, force: Id) -> bool {
        self.current().any(|(_, estimate)| estimate.force == force && estimate.is_named)
    }

    pub fn current(&self) -> impl Iterator<Item = (u32, EstimateTarget)> + '_ {
        self.estimates.iter().filter(|(_, estimate)| estimate.is_current).map(|(number, estimate)| (*number, *estimate))
    }

    pub fn target(&self, number: u32) -> Option<EstimateTarget> {
        self.estimates.get(&number).copied()
    }

    /// Ends updates of an estimate: if the side meets the force again, it can't tell that it is the same.
    pub fn lose_track(&mut self, number: u32) {
        if let Some(estimate) = Arc::make_mut(&mut self.estimates).get_mut(&number) {
            estimate.is_current = false;
        }
    }

    pub fn remove_estimate(&mut self, number: u32) {
        Arc::make_mut(&mut self.estimates).remove(&number);
    }

    pub fn record_unseen(&mut self, map: MapId, change: TerrainChange) {
        if !self.unseen.contains(&(map, change)) {
            Arc::make_mut(&mut self.unseen).push((map, change));
        }
    }

    /// These ids, with the unseen changes of terrain of `later`.
    pub fn with_unseen_of(&self, later: Self) -> Self {
        Self { unseen: later.unseen, ..self.clone() }
    }

    /// Drops the id of a thing. If the side meets it again, the thing gets a new one.
    pub fn remove_id(&mut self, id: u32) {
        Arc::make_mut(&mut self.own).remove(&id);
    }

    /// Takes the unseen changes of terrain, to check whether the side sees them now.
    pub fn take_unseen(&mut self) -> Vec<(MapId, TerrainChange)> {
        if self.unseen.is_empty() { Vec::new() } else { std::mem::take(Arc::make_mut(&mut self.unseen)) }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Viewer(pub SideId);

pub(super) fn is_foggy(book: &Rulebook) -> bool {
    book.sight.is_on()
}

impl Viewer {
    pub fn sees(self, state: &State, id: Id) -> bool {
        if !is_foggy(state.book()) {
            return state.kind(id).is_some();
        }
        match state.kind(id) {
            None => false,
            Some(EntityKind::Side) => self.sees_side(state, SideId(id.0)),
            Some(EntityKind::Stack) => self.sees_stack(state, StackId(id.0)),
            Some(EntityKind::Unit) => self.sees_unit(state, UnitId(id.0)),
            Some(EntityKind::Battle) => self.sees_battle(state, BattleId(id.0)),
            Some(EntityKind::Map) => self.sees_map(state, MapId(id.0)),
            // A formation is known by the stacks in it.
            Some(EntityKind::Formation) => state.stacks_of_formation(id).any(|stack| self.sees_stack(state, stack.id)),
        }
    }

    /// The maps, stacks, units and open battles that the side [sees](Self::sees), found by one pass over the units.
    pub fn things_seen(self, state: &State) -> BTreeSet<Id> {
        let all = !is_foggy(state.book());
        let units: Vec<&Unit> =
            state.units().iter().filter(|unit| self.sees_unit(state, unit.id)).map(Arc::as_ref).collect();
        let own_stacks = state.stacks().iter().filter(|stack| all || stack.side == self.0).map(|stack| stack.id);
        let stacks = units.iter().filter(|unit| unit.is_alive()).filter_map(|unit| unit.stack).chain(own_stacks);
        let maps = state.maps().iter().map(|map| map.id).filter(|map| all || self.sees_map(state, *map));
        let battles = state.open_battles().map(|battle| battle.id).filter(|battle| self.sees_battle(state, *battle));
        let units = units.iter().map(|unit| Id::from(unit.id));
        units.chain(stacks.map(Id::from)).chain(maps.map(Id::from)).chain(battles.map(Id::from)).collect()
    }

    /// Whether the side sees a unit: its own units, and those in battles that it sees. A unit hidden by a ruling is
    /// seen only in turns in which it fights.
    pub fn sees_unit(self, state: &State, unit: UnitId) -> bool {
        if state.unit(unit).is_some_and(|unit| unit.side == self.0) {
            return true;
        }
        let is_hidden = || state.effective_ruling(self.0, unit.into()) == Some(VisibilityRuling::Hidden);
        let is_seen = |battle: &Battle| {
            self.sees_battle(state, battle.id) && (!is_hidden() || self.cannot_hide(state, battle, unit))
        };
        !is_foggy(state.book()) && state.unit(unit).is_some() || state.battle_of(unit).is_some_and(is_seen)
    }

    /// Whether a unit in a battle can't be hidden: it has fought or fired this turn, or the battle has no map and all
    /// others of its side are hidden, since a battle needs an opponent.
    fn cannot_hide(self, state: &State, battle: &Battle, unit: UnitId) -> bool {
        let fought = battle.combats.iter().any(|combat| combat.side_of(unit).is_some());
        let has = |conflict: &Conflict| conflict.stacks.iter().any(|stack| stack.square.units.contains(&unit));
        if fought || battle.volleyed.contains(&unit) || battle.conflicts.iter().any(has) {
            return true;
        }
        let hidden = |unit: UnitId| state.effective_ruling(self.0, unit.into()) == Some(VisibilityRuling::Hidden);
        let of_side = state.side_of(unit.into()).and_then(|side| battle.contingent(side));
        let mut others = of_side.into_iter().flat_map(Contingent::units);
        battle.map.is_none() && others.all(|unit| hidden(unit) || state.unit(unit).is_none_or(|unit| !unit.is_alive()))
    }

    fn sees_stack(self, state: &State, stack: StackId) -> bool {
        state.stack(stack).is_some_and(|found| found.side == self.0)
            || state.units_of_stack(stack).any(|unit| self.sees_unit(state, unit.id))
    }

    /// A side is known once any of its units is seen.
    fn sees_side(self, state: &State, side: SideId) -> bool {
        side == self.0 || state.units_of_side(side).any(|unit| self.sees_unit(state, unit.id))
    }

    /// The side sees the battles it takes or took part in, and those revealed to it.
    pub fn sees_battle(self, state: &State, battle: BattleId) -> bool {
        !is_foggy(state.book())
            || state.battle(battle).is_some_and(|battle| battle.contingent(self.0).is_some())
            || self.is_revealed(state, battle.into())
    }

    fn is_revealed(self, state: &State, id: Id) -> bool {
        state.kind(id).is_some() && state.effective_ruling(self.0, id) == Some(VisibilityRuling::Revealed)
    }

    /// The side sees the maps it fights on and the theatre's map.
    fn sees_map(self, state: &State, map: MapId) -> bool {
        let is_theatre = || state.theatre().is_some_and(|theatre| theatre.map().is_some_and(|field| field.id == map));
        let mut battles = state.battles().iter().filter(|battle| battle.map == Some(map));
        let stands_there = || {
            let mut units = state.units_of_side(self.0);
            units.any(|unit| unit.place.is_some_and(|place| place.map == map))
        };
        self.is_revealed(state, map.into())
            || is_theatre()
            || battles.any(|battle| battle.contingent(self.0).is_some())
            || stands_there()
    }
}

/// The troop types of all units that a side sees.
pub(super) fn kinds_seen(viewer: Viewer, state: &State) -> BTreeSet<Text> {
    let seen = state.units().iter().filter(|unit| viewer.sees_unit(state, unit.id));
    seen.map(|unit| unit.kind.clone()).collect()
}
