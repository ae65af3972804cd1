//! What a side can see at a moment, and by which numbers it knows it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    book::Rulebook,
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
};
use wardiary_rules::{
    event::MapEvent,
    state::{Battle, Conflict, Contingent, EntityKind, Ruled, State},
};

/// The numbers by which a side knows things, along one way through the diary.
#[derive(Clone, Debug, Default)]
pub(super) struct Eyes {
    /// Its own numbers by the true ones.
    own: Arc<BTreeMap<u32, u32>>,
    /// Its sketches of enemy forces, by the numbers by which they go.
    sketches: Arc<BTreeMap<u32, Sketched>>,
    last: u32,
    last_sketch: u32,
    /// Changes of ground that it knows, which it has not seen yet.
    unseen: Arc<Vec<MapEvent>>,
}

/// What a sketch of an enemy force stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sketched {
    pub force: Id,
    /// Whether the side knows which force it is.
    pub is_named: bool,
    /// Whether what is seen of the force is put into this sketch: it was not lost sight of since so that it could be another.
    pub is_current: bool,
}

impl Eyes {
    /// Its number for a thing, if it knows it.
    pub fn own(&self, id: u32) -> Option<u32> {
        self.own.get(&id).copied()
    }

    /// The true numbers by its own.
    pub fn truth(&self) -> BTreeMap<u32, u32> {
        self.own.iter().map(|(truth, own)| (*own, *truth)).collect()
    }

    /// A number for a thing that it did not know.
    pub fn meet(&mut self, id: u32) -> u32 {
        self.last += 1;
        Arc::make_mut(&mut self.own).insert(id, self.last);
        self.last
    }

    /// The number of its sketch of a force: a new one where there is none.
    pub fn sketch(&mut self, force: Id, is_named: bool) -> u32 {
        let number = self.sketch_of(force).unwrap_or(self.last_sketch + 1);
        self.last_sketch = self.last_sketch.max(number);
        Arc::make_mut(&mut self.sketches).insert(number, Sketched { force, is_named, is_current: true });
        number
    }

    /// The number of its sketch of a force, where there is one.
    pub fn sketch_of(&self, force: Id) -> Option<u32> {
        self.current().find(|(_, sketch)| sketch.force == force).map(|(number, _)| number)
    }

    /// Whether it knows where a force is, or was, and which that is.
    pub fn is_named(&self, force: Id) -> bool {
        self.current().any(|(_, sketch)| sketch.force == force && sketch.is_named)
    }

    /// The sketches of forces that it would know again, in the order of their numbers.
    pub fn current(&self) -> impl Iterator<Item = (u32, Sketched)> + '_ {
        self.sketches.iter().filter(|(_, sketch)| sketch.is_current).map(|(number, sketch)| (*number, *sketch))
    }

    /// What a sketch stands for.
    pub fn sketched(&self, number: u32) -> Option<Sketched> {
        self.sketches.get(&number).copied()
    }

    /// If it meets the force of a sketch again, it can't tell that it is the same.
    pub fn lose(&mut self, number: u32) {
        if let Some(sketch) = Arc::make_mut(&mut self.sketches).get_mut(&number) {
            sketch.is_current = false;
        }
    }

    /// It has a sketch no more.
    pub fn forget(&mut self, number: u32) {
        Arc::make_mut(&mut self.sketches).remove(&number);
    }

    /// The ground changed where it does not look.
    pub fn miss(&mut self, event: MapEvent) {
        if !self.unseen.contains(&event) {
            Arc::make_mut(&mut self.unseen).push(event);
        }
    }

    /// The same, but with what has changed unseen since.
    pub fn with_unseen_of(&self, later: Self) -> Self {
        Self { unseen: later.unseen, ..self.clone() }
    }

    /// It knows a thing no more: if it meets it again, that is another for it.
    pub fn lose_thing(&mut self, id: u32) {
        Arc::make_mut(&mut self.own).remove(&id);
    }

    /// What it has not seen yet of changes of the ground, to look whether it sees that now.
    pub fn take_unseen(&mut self) -> Vec<MapEvent> {
        if self.unseen.is_empty() { Vec::new() } else { std::mem::take(Arc::make_mut(&mut self.unseen)) }
    }
}

/// Whose eyes look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewer(pub SideId);

/// Whether sides see less than all there is.
pub(super) fn is_foggy(book: &Rulebook) -> bool {
    book.sight.is_on()
}

impl Viewer {
    /// Whether it sees a thing as it is in a state.
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
        }
    }

    /// Its own units, and those in the battles that it sees, unless a ruling hides them on the ground of one: then in the turns in
    /// which they fight.
    pub fn sees_unit(self, state: &State, unit: UnitId) -> bool {
        if state.unit(unit).is_some_and(|unit| unit.side == self.0) {
            return true;
        }
        let is_hidden = || state.ruled_sight(self.0, unit.into()) == Some(Ruled::Hidden);
        let is_seen = |battle: &Battle| {
            self.sees_battle(state, battle.id) && (!is_hidden() || self.stands_open(state, battle, unit))
        };
        !is_foggy(state.book()) && state.unit(unit).is_some() || state.battle_of(unit).is_some_and(is_seen)
    }

    /// Whether it sees a unit of a battle, hidden or not: that has fought in the turn, or fired; or, where there is no ground to hide
    /// on, since else nobody of its side would stand against it.
    fn stands_open(self, state: &State, battle: &Battle, unit: UnitId) -> bool {
        let fought = battle.combats.iter().any(|combat| combat.side_of(unit).is_some());
        let has = |conflict: &Conflict| conflict.stacks.iter().any(|stack| stack.formation.units.contains(&unit));
        if fought || battle.volleyed.contains(&unit) || battle.conflicts.iter().any(has) {
            return true;
        }
        let hidden = |unit: UnitId| state.ruled_sight(self.0, unit.into()) == Some(Ruled::Hidden);
        let of_side = state.side_of(unit.into()).and_then(|side| battle.contingent(side));
        let mut others = of_side.into_iter().flat_map(Contingent::units);
        battle.map.is_none() && others.all(|unit| hidden(unit) || state.unit(unit).is_none_or(|unit| !unit.is_alive()))
    }

    fn sees_stack(self, state: &State, stack: StackId) -> bool {
        state.stack(stack).is_some_and(|found| found.side == self.0)
            || state.units_of_stack(stack).any(|unit| self.sees_unit(state, unit.id))
    }

    /// A side is known as soon as one of its units is seen.
    fn sees_side(self, state: &State, side: SideId) -> bool {
        side == self.0 || state.units_of_side(side).any(|unit| self.sees_unit(state, unit.id))
    }

    /// The battles in which it fights, or fought, and those that are revealed to it.
    pub fn sees_battle(self, state: &State, battle: BattleId) -> bool {
        !is_foggy(state.book())
            || state.battle(battle).is_some_and(|battle| battle.contingent(self.0).is_some())
            || self.is_revealed(state, battle.into())
    }

    fn is_revealed(self, state: &State, id: Id) -> bool {
        state.kind(id).is_some() && state.ruled_sight(self.0, id) == Some(Ruled::Revealed)
    }

    /// The ground on which it fights, and that of the theatre.
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

/// The troop types of all whom a side sees.
pub(super) fn kinds_seen(viewer: Viewer, state: &State) -> BTreeSet<String> {
    let seen = state.units().iter().filter(|unit| viewer.sees_unit(state, unit.id));
    seen.map(|unit| unit.kind.to_string()).collect()
}
