//! Changes to what lies between two areas: an edge, a road, a bridge. Source: RULES 4.4.

use crate::{
    event::{Event, MapEvent},
    order::Border,
    rules::{Refusal, Resolver, RuleResult, refusal::MapRefusal},
    state::{EntityKind, MapError},
};
use wardiary_base::{ground::Cell, id::MapId};

impl Resolver<'_> {
    /// Adds or removes something between two areas.
    pub(super) fn change_between(
        &mut self,
        map: MapId,
        (from, to): (Cell, Cell),
        what: &Border,
        gone: bool,
    ) -> RuleResult {
        let found = self.state.map(map).ok_or_else(|| self.state.no_such(map, &[EntityKind::Map]))?;
        let ground = &found.ground;
        if let Some(cell) = [from, to].into_iter().find(|cell| !ground.contains(*cell)) {
            return Err(Refusal::from(MapError::OffMap { map, cell }).into());
        }
        let facing = ground.grid().facing_to(from, to).ok_or(MapRefusal::NoNeighbours { from, to })?;
        let (edge, road) = (ground.edge(from, facing).map(String::from), ground.has_road(from, facing));
        let is_there = match what {
            Border::Road => road,
            Border::Bridge => road && edge.is_some(),
            Border::Edge(name) => edge.as_ref().is_some_and(|edge| edge.eq_ignore_ascii_case(name)),
        };
        fail_if!(gone && !is_there, MapRefusal::NotBetween { from, to, what: what.clone(), edge, road });
        fail_if!(!gone && is_there, Refusal::NoChange);
        let between = (from, to);
        let event = match what {
            Border::Bridge if edge.is_none() => return Err(MapRefusal::NothingToBridge { from, to }.into()),
            Border::Road | Border::Bridge => MapEvent::RoadChanged { map, between, there: !gone },
            Border::Edge(_) if gone => MapEvent::EdgeChanged { map, between, from: edge, to: None },
            Border::Edge(name) => {
                let known = self.state.book().ground.edge(name);
                let known = known.ok_or_else(|| MapRefusal::NoEdgeKind { name: name.clone() })?;
                MapEvent::EdgeChanged { map, between, from: edge, to: Some(known.name.clone()) }
            }
        };
        self.conclude(Event::Map(event))
    }
}
