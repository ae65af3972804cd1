//! Which stacks stand beside each other on the map, and in the way of what. Source: RULES 5.6 to 5.8.

use crate::{
    ground::{Cell, Facing, Place},
    id::{BattleId, StackId},
    order::Edge,
    rules::{
        Refusal,
        refusal::{BattleRefusal, MapRefusal, StackRefusal},
    },
    state::{Conflict, ConflictStack, State},
};

/// The stacks of the enemy that stand beside some of these on the map and could go into a Conflict with them, left to right, top
/// to bottom. Source: RULES 5.8.
#[must_use]
pub fn stacks_beside(state: &State, stacks: &[StackId]) -> Vec<StackId> {
    let own: Vec<Place> = stacks.iter().flat_map(|stack| state.places_of_stack(*stack)).collect();
    let first_beside = |stack: StackId| {
        let mut places = state.places_of_stack(stack).into_iter();
        places.find(|place| own.iter().any(|own| state.through(*own, *place).is_some()))
    };
    let side = |stack: StackId| state.side_of(stack.into());
    let mut beside: Vec<(Cell, StackId)> = state
        .stacks()
        .iter()
        .filter(|other| stacks.iter().all(|stack| side(*stack) != Some(other.side)))
        .filter(|other| state.could_fight(other.id).is_ok() && !state.fought_elsewhere(other.id))
        .filter_map(|other| Some((first_beside(other.id)?.cell, other.id)))
        .collect();
    beside.sort();
    beside.into_iter().map(|(_, stack)| stack).collect()
}

/// How near two stacks on one map come to each other.
enum Contact {
    /// They touch: from where, which area, through which edge.
    Through(Vec<(Place, Cell, Facing)>),
    /// They do not: the two areas nearest to each other, and how far these are.
    Apart { far: u32, areas: (Cell, Cell) },
}

impl State {
    /// The edge that leads from one place to another beside it on the same map.
    pub(in crate::rules) fn through(&self, from: Place, to: Place) -> Option<Facing> {
        let ground = &self.map(from.map).filter(|_| from.map == to.map)?.ground;
        ground.grid().facing_to(from.cell, to.cell)
    }

    /// How near two stacks come to each other that stand on one map, unit by unit: who stand in different areas touch
    /// whom one of them touches. The ways through, where they touch; the two areas that are nearest, and how far
    /// they are, where they do not.
    fn between(&self, own: &[Place], there: &[Place]) -> Option<Contact> {
        let pairs = || own.iter().flat_map(|own| there.iter().map(move |there| (*own, *there)));
        let through = |(own, there): (Place, Place)| Some((own, there.cell, self.through(own, there)?));
        let touching: Vec<(Place, Cell, Facing)> = pairs().filter_map(through).collect();
        if !touching.is_empty() {
            return Some(Contact::Through(touching));
        }
        let far = |(own, there): &(Place, Place)| {
            self.map(own.map).map_or(u32::MAX, |map| map.ground.grid().distance(own.cell, there.cell))
        };
        let nearest = pairs().filter(|(own, there)| own.map == there.map).min_by_key(far)?;
        Some(Contact::Apart { far: far(&nearest), areas: (nearest.0.cell, nearest.1.cell) })
    }

    /// How near two stacks come to each other now, where both stand on a map.
    fn contact(&self, stack: StackId, other: StackId) -> Option<Contact> {
        self.between(&self.places_of_stack(stack), &self.places_of_stack(other))
    }

    /// How near two stacks of a Conflict come to each other: who is wiped out in it, from where it stood.
    fn contact_in(&self, conflict: &Conflict, stack: StackId, other: StackId) -> Option<Contact> {
        let places = |stack: StackId| match self.places_of_stack(stack) {
            none if none.is_empty() => self.stands_at(conflict, stack).into_iter().collect(),
            places => places,
        };
        self.between(&places(stack), &places(other))
    }

    /// Refuses stacks that stand on a map, and not in neighbouring areas.
    pub(in crate::rules) fn are_neighbours(&self, stack: StackId, other: StackId) -> Result<(), StackRefusal> {
        match self.contact(stack, other) {
            Some(Contact::Apart { areas, .. }) => Err(StackRefusal::NotBeside { stack, other, areas }),
            _ => Ok(()),
        }
    }

    /// Refuses a stack that stands on a map the screening of another that is not beside it, to the left or right of its Front.
    pub(in crate::rules) fn can_screen(&self, stack: StackId, other: StackId) -> Result<(), StackRefusal> {
        self.are_neighbours(stack, other)?;
        let Some(Contact::Through(ways)) = self.contact(stack, other) else { return Ok(()) };
        let ahead = |own: Place, through: Facing| through == own.facing || through == own.facing.opposite();
        match ways.first() {
            Some((own, at, _)) if ways.iter().all(|(own, _, through)| ahead(*own, *through)) => {
                Err(StackRefusal::NotToItsSide { stack, other, at: *at, facing: own.facing })
            }
            _ => Ok(()),
        }
    }

    /// Refuses stacks each of which must stand beside one of their enemies, where the map says that one does not.
    pub(in crate::rules) fn in_contact(&self, stacks: &[StackId], enemies: &[StackId]) -> Result<(), StackRefusal> {
        for stack in stacks {
            let apart = |enemy: &StackId| match self.contact(*stack, *enemy) {
                Some(Contact::Apart { far, areas }) => Some((far, *enemy, areas)),
                _ => None,
            };
            let apart: Option<Vec<_>> = enemies.iter().map(apart).collect();
            if let Some((_, enemy, areas)) = apart.and_then(|all| all.into_iter().min_by_key(|(far, ..)| *far)) {
                return Err(StackRefusal::OutOfContact { stack: *stack, enemy, areas });
            }
        }
        Ok(())
    }

    /// Whether a stack in a Conflict stands beside another in it, or no map says that it does not.
    pub(in crate::rules) fn touches(&self, conflict: &Conflict, stack: StackId, other: StackId) -> bool {
        !matches!(self.contact_in(conflict, stack, other), Some(Contact::Apart { .. }))
    }

    /// Refuses a blow at a stack that is out of contact, by one that has an enemy of its Conflict beside it. One that has none,
    /// by a ruling or since they were driven apart, strikes at whom it likes.
    pub(in crate::rules) fn can_strike_at(
        &self,
        conflict: &Conflict,
        by: StackId,
        enemy: StackId,
    ) -> Result<(), StackRefusal> {
        let side = self.side_of(by.into());
        let is_enemy = |s: &&ConflictStack| !s.fled && self.side_of(s.stack.into()) != side && self.has_units(s.stack);
        let mut others = conflict.stacks.iter().filter(is_enemy);
        match self.contact_in(conflict, by, enemy) {
            Some(Contact::Apart { areas, .. }) if others.any(|other| self.touches(conflict, by, other.stack)) => {
                Err(StackRefusal::OutOfContact { stack: by, enemy, areas })
            }
            _ => Ok(()),
        }
    }

    /// Refuses a blow on another Edge than the one that the map says.
    pub(in crate::rules) fn can_hit_edge(
        &self,
        conflict: &Conflict,
        (by, enemy): (StackId, StackId),
        said: Edge,
    ) -> Result<(), StackRefusal> {
        match (self.edge_by_map(conflict, enemy, by), self.stands_at(conflict, enemy)) {
            (Some(is), Some(place)) if is != said => {
                let from = self.stands_at(conflict, by).map_or(place.cell, |place| place.cell);
                Err(StackRefusal::OtherEdge { by, from, enemy, place, said, is })
            }
            _ => Ok(()),
        }
    }

    /// Where a stack stands on the map of a battle; refused where no map says it.
    pub(in crate::rules) fn on_its_map(&self, battle: BattleId, stack: StackId) -> Result<Place, Refusal> {
        let found = self.battle(battle).ok_or(BattleRefusal::NotInBattle { who: stack.into() })?;
        let map = found.map.ok_or(MapRefusal::NoMap { battle })?;
        if let Some(place) = self.place_of_stack(stack) {
            return Ok(place);
        }
        let mut cells =
            self.units_of_stack(stack).filter_map(|unit| self.place_in_battle(unit.id)).map(|place| place.cell);
        let areas = cells.next().and_then(|first| Some((first, cells.find(|cell| *cell != first)?)));
        debug_assert!(self.map(map).is_some());
        Err(areas
            .map_or(MapRefusal::NotPlaced { who: stack.into() }, |areas| MapRefusal::Scattered { stack, areas })
            .into())
    }
}
