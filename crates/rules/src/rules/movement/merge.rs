//! The move of a stack into the area of an adjacent stack that it merges with. Source: RULES 4.4, 5.6.

use super::{movement_map::MovementMap, moving_units::MovingUnits};
use crate::{
    event::{Driven, Event, MapEvent},
    rules::{Refusal, Resolver, refusal::MapRefusal},
};
use wardiary_base::{book::Stacking, id::StackId};

impl Resolver<'_> {
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
        match state.conflict_of(id) {
            _ if ruled => {}
            Some(_) => party.check_move_left(state)?,
            None => party.check_can_move(state)?,
        }
        let field = MovementMap::new(state, &party).ok_or(MapRefusal::NoMap { battle: party.battle })?.joining(into);
        let by = vec![to.cell];
        let walk =
            if ruled { field.check_path_by_ruling(from.cell, &by)? } else { field.check_path(from.cell, &by)? };
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
            driven: Some(Driven::Merged),
        })))
    }
}
