//! Which stacks stand beside each other on the map. Source: RULES 5.6, 5.7.

use crate::{
    ground::{Cell, Facing, Place},
    id::StackId,
    rules::refusal::StackRefusal,
    state::State,
};

impl State {
    /// The area in which all of a stack stands on its battle's map, and the edge that the first of it faces.
    #[must_use]
    pub(in crate::rules) fn place_of_stack(&self, stack: StackId) -> Option<Place> {
        let mut places = self.units_of_stack(stack).filter_map(|unit| self.place_in_battle(unit.id));
        let first = places.next()?;
        places.all(|place| (place.map, place.cell) == (first.map, first.cell)).then_some(first)
    }

    /// The places of two stacks that both stand on a map, and the edge that leads from the first to the second.
    fn side_by_side(&self, stack: StackId, other: StackId) -> Option<(Place, Cell, Option<Facing>)> {
        let (own, there) = (self.place_of_stack(stack)?, self.place_of_stack(other)?);
        let ground = &self.map(own.map).filter(|_| own.map == there.map)?.ground;
        Some((own, there.cell, ground.grid().facing_to(own.cell, there.cell)))
    }

    /// Refuses stacks that stand on a map, and not in neighbouring areas.
    pub(in crate::rules) fn are_neighbours(&self, stack: StackId, other: StackId) -> Result<(), StackRefusal> {
        match self.side_by_side(stack, other) {
            Some((own, there, None)) => Err(StackRefusal::NotBeside { stack, other, areas: (own.cell, there) }),
            _ => Ok(()),
        }
    }

    /// Refuses a stack that stands on a map the screening of another that is not beside it, to the left or right of its Front.
    pub(in crate::rules) fn can_screen(&self, stack: StackId, other: StackId) -> Result<(), StackRefusal> {
        self.are_neighbours(stack, other)?;
        match self.side_by_side(stack, other) {
            Some((own, at, Some(through))) if through == own.facing || through == own.facing.opposite() => {
                Err(StackRefusal::NotToItsSide { stack, other, at, facing: own.facing })
            }
            _ => Ok(()),
        }
    }
}
