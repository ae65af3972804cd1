//! Turning stacks before they act, at a cost for the round. Source: RULES 5.6.

use super::conflict_number;
use crate::{
    event::StackEvent,
    rules::{Refusal, Resolver, RuleResult, refusal::StackRefusal, square::Shape},
    state::MapError,
};
use wardiary_base::{
    book::Blows,
    ground::{Facing, Grid, Place},
    id::{BattleId, StackId},
};

/// The maximum number of edges that a stack can turn by.
const MAX_TURNS: u8 = 12;

impl Resolver<'_> {
    /// Turns a stack a number of times. On a map the result must be unambiguous: about-face, or a full turn.
    pub(in crate::rules) fn rotate(&mut self, stack: StackId, times: u8) -> RuleResult {
        let (battle, _) = self.conflict_with(stack)?;
        fail_if!(!(1..=MAX_TURNS).contains(&times), StackRefusal::TurnCount { times });
        self.state.check_in_one_area(stack).map_err(Refusal::from)?;
        let facing = self.place_and_grid(stack).map(|(place, grid)| facings_after_turns(grid, place, times));
        let facing = match facing {
            None => None,
            Some((first, second)) if first == second => Some(first),
            Some(either) => return Err(StackRefusal::AmbiguousTurn { stack, times, either }.into()),
        };
        self.apply_turn(battle, stack, times, facing)
    }

    /// Turns a stack on the map to face an edge, the shorter way.
    pub(in crate::rules) fn turn_to(&mut self, stack: StackId, facing: Facing) -> RuleResult {
        let (battle, _) = self.conflict_with(stack)?;
        let place = self.state.place_on_map(battle, stack)?;
        let grid = self.place_and_grid(stack).map(|(_, grid)| grid).unwrap_or_default();
        let no_edge = MapError::NoEdge { map: place.map, facing };
        let turn = grid.clockwise(place.facing, facing).ok_or_else(|| Refusal::from(no_edge))?;
        let times = turn.min(grid.facings().len() - turn);
        fail_if!(times == 0, Refusal::NoChange);
        self.apply_turn(battle, stack, u8::try_from(times).unwrap_or(MAX_TURNS), Some(facing))
    }

    /// The place of a stack on a map, and the map's grid.
    fn place_and_grid(&self, stack: StackId) -> Option<(Place, Grid)> {
        let place = self.state.place_of_stack(stack)?;
        Some((place, self.state.map(place.map)?.ground.grid()))
    }

    fn apply_turn(&mut self, battle: BattleId, stack: StackId, times: u8, facing: Option<Facing>) -> RuleResult {
        let (_, at) = self.conflict_with(stack)?;
        fail_if!(self.state.book().stacks.blows == Blows::Scrud, StackRefusal::ByScrud);
        self.begin_round((battle, at), stack)?;
        self.check_has_yet_to_act((battle, at), stack)?;
        let rows = Shape::new(self.state.effective_formation(stack).units.len()).complete_rows;
        let cost = u16::try_from(rows * usize::from(times)).unwrap_or(u16::MAX);
        self.emit_stack(StackEvent::Rotated { battle, conflict: conflict_number(at), stack, times, cost, facing });
        Ok(())
    }
}

/// The facing after turning a number of times clockwise, and anticlockwise.
fn facings_after_turns(grid: Grid, place: Place, times: u8) -> (Facing, Facing) {
    let edges = grid.facings().len();
    let turns = usize::from(times) % edges;
    let facing = |turns| grid.rotated(place.facing, turns).unwrap_or(place.facing);
    (facing(turns), facing(edges - turns))
}
