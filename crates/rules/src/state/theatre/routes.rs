//! Routes in a theatre: legs from place to place, their lengths, and shortest paths. Source: RULES 7.

use super::Theatre;
use crate::state::{State, Unit};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
};
use wardiary_base::{
    ground::{Cell, Ground, Spot, Station},
    text::Text,
};

/// The legs of a theatre for some units, with lengths in steps. A road is equally long for all; an area costs what it
/// does in a battle, for the unit that pays most.
pub struct RouteGraph<'a> {
    theatre: Theatre<'a>,
    /// The cost of each kind of terrain, in the ground's order; `None` if it is closed to one of the units.
    terrain: Vec<Option<u16>>,
    /// The same for each kind of edge.
    edges: Vec<Option<u16>>,
    road: u16,
    /// Added to each leg by the states of random tables.
    delay: i32,
}

/// A point of a theatre. It is the same for every force there, wherever the force came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TheatrePoint {
    /// The place; on a road, the end with the lower number.
    spot: Spot,
    /// On a road: the other end, and the steps to this point.
    road_end: Option<(Spot, u16)>,
}

impl<'a> Theatre<'a> {
    /// The adjacent places: on a map clockwise from n, on a network by number.
    pub fn neighbours(self, spot: Spot) -> Vec<Spot> {
        match spot {
            Spot::Area(cell) => {
                let ground = self.map().map(|map| &*map.ground);
                ground
                    .into_iter()
                    .flat_map(|ground| ground.neighbours(cell))
                    .map(|(_, cell)| Spot::Area(cell))
                    .collect()
            }
            Spot::Place(place) => {
                let roads = self.network().map_or(&[][..], |network| network.roads(place));
                roads.iter().map(|(place, _)| Spot::Place(*place)).collect()
            }
        }
    }

    /// The fewest edges, or the shortest route by road. `None` if no route connects them.
    pub fn distance(self, from: Spot, to: Spot) -> Option<u32> {
        match (from, to, self.map()) {
            (Spot::Area(from), Spot::Area(to), Some(map)) => Some(map.ground.grid().distance(from, to)),
            (Spot::Place(_), Spot::Place(_), None) => {
                self.route_graph(&[]).shortest_route(Station::at(from), to).map(|(steps, _)| steps)
            }
            _ => None,
        }
    }

    /// The point of a station. On a map a force on the way to the next area is still in its own.
    pub fn point(self, station: Station) -> TheatrePoint {
        let Some(turned) = self.reversed(station) else { return TheatrePoint { spot: station.at, road_end: None } };
        let station = if turned.at < station.at { turned } else { self.reversed(turned).unwrap_or(station) };
        TheatrePoint { spot: station.at, road_end: station.toward }
    }

    pub fn is_same_point(self, first: Station, second: Station) -> bool {
        self.point(first) == self.point(second)
    }

    /// The same point of a road from its other end. A force delayed by a table waits a step before that end.
    pub fn reversed(self, station: Station) -> Option<Station> {
        let (Spot::Place(from), Some((Spot::Place(to), steps))) = (station.at, station.toward) else { return None };
        let road = self.network()?.road(from, to)?;
        let left = road - steps.min(road - 1);
        (left < road).then_some(())?;
        Some(Station { at: Spot::Place(to), toward: Some((Spot::Place(from), left)) })
    }

    /// The legs for a march of these units, with the effects of random tables.
    pub fn march_graph(self, units: &[&Unit]) -> RouteGraph<'a> {
        RouteGraph { delay: self.state.table_effect(|state| state.march), ..self.route_graph(units) }
    }

    /// The legs for these units.
    pub fn route_graph(self, units: &[&Unit]) -> RouteGraph<'a> {
        let state: &'a State = self.state;
        let rules = &state.book().ground;
        let mut kinds: Vec<&Text> = units.iter().map(|unit| &unit.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let dearest = |least: u8, cost_for: &dyn Fn(&Text) -> Option<u8>| {
            let costs: Option<Vec<u8>> = kinds.iter().map(|kind| cost_for(kind)).collect();
            costs.map(|costs| costs.into_iter().max().unwrap_or(least).into())
        };
        let ground = self.map().map(|map| &*map.ground);
        let legend = ground.map_or(&[][..], Ground::legend).iter();
        let on_edges = ground.map_or(&[][..], Ground::edge_kinds).iter();
        // Terrain that the rulebook does not know counts as open ground.
        let terrain = |name: &Text| rules.terrain(name).map_or(Some(1), |t| dearest(t.enter, &|kind| t.cost_for(kind)));
        let edge = |name: &Text| rules.edge(name).map_or(Some(0), |e| dearest(e.cost, &|kind| e.cost_for(kind)));
        RouteGraph {
            theatre: self,
            terrain: legend.map(|(_, name)| terrain(name)).collect(),
            edges: on_edges.map(edge).collect(),
            road: rules.road.into(),
            delay: 0,
        }
    }

    /// The shortest route for these units to a place, as the places that they enter. `None` if there is no route.
    pub fn route(self, units: &[&Unit], from: Station, to: Spot) -> Option<Vec<Spot>> {
        self.route_graph(units).shortest_route(from, to).map(|(_, way)| way)
    }
}

impl RouteGraph<'_> {
    /// The length in steps of a leg; `None` if the places are not adjacent, or it is closed to these units.
    pub fn leg_length(&self, from: Spot, to: Spot) -> Option<u16> {
        let length = match (from, to) {
            (Spot::Place(from), Spot::Place(to)) => self.theatre.network()?.road(from, to),
            (Spot::Area(from), Spot::Area(to)) => self.area_cost(&self.theatre.map()?.ground, from, to),
            _ => None,
        }?;
        u16::try_from((i32::from(length) + self.delay).max(1)).ok()
    }

    fn area_cost(&self, ground: &Ground, from: Cell, to: Cell) -> Option<u16> {
        let facing = ground.grid().facing_to(from, to).filter(|_| ground.contains(from) && ground.contains(to))?;
        if ground.has_road(from, facing) {
            return Some(self.road.max(1));
        }
        let edge = ground.edge_index(from, facing).map_or(Some(0), |at| self.edges[at]);
        Some((self.terrain[ground.terrain_index(to)]? + edge?).max(1))
    }

    /// The steps left to an adjacent place. A force that turns back on a road marches back the steps it has done.
    pub fn steps_left(&self, from: Station, to: Spot) -> Option<u16> {
        match from.toward {
            Some((toward, done)) if toward == to => Some(self.leg_length(from.at, to)?.saturating_sub(done).max(1)),
            Some((_, done)) if from.at == to && self.theatre.network().is_some() => {
                Some(self.theatre.reversed(from).map_or(1, |_| done))
            }
            // On a map a force between areas may turn to another; on a road it has only the two ends.
            Some(_) if self.theatre.network().is_some() => None,
            _ => self.leg_length(from.at, to),
        }
    }

    /// The station after one step towards an adjacent place; `None` if no leg leads there.
    pub fn step(&self, from: Station, next: Spot) -> Option<Station> {
        let is_back = from.at == next && self.theatre.network().is_some();
        let from = if is_back { self.theatre.reversed(from).unwrap_or(from) } else { from };
        let left = self.steps_left(from, next)?;
        let done = from.toward.filter(|(toward, _)| *toward == next).map_or(0, |(_, done)| done);
        Some(if left <= 1 { Station::at(next) } else { Station { at: from.at, toward: Some((next, done + 1)) } })
    }

    fn next_spots(&self, from: Station) -> Vec<Spot> {
        match (from.toward, self.theatre.network()) {
            (Some((toward, _)), Some(_)) => vec![from.at, toward],
            _ => self.theatre.neighbours(from.at),
        }
    }

    /// The fewest steps to a place, and the places entered on the way. Among equally short routes prefers the one with
    /// fewer places, then the one whose places come first on the map or in the list. The list is empty if the force is
    /// already there.
    pub fn shortest_route(&self, from: Station, to: Spot) -> Option<(u32, Vec<Spot>)> {
        if from == Station::at(to) {
            return Some((0, Vec::new()));
        }
        self.route_to_nearest(from, |spot| spot == to)
    }

    /// As [`RouteGraph::shortest_route`], to the nearest of several places: fewer places first, then list order.
    pub fn route_to_nearest(&self, from: Station, is_wanted: impl Fn(Spot) -> bool) -> Option<(u32, Vec<Spot>)> {
        // The best route to each place: the steps, the number of places entered, and the previous place.
        let mut best: BTreeMap<Spot, (u32, u32, Option<Spot>)> = BTreeMap::new();
        let mut open = BinaryHeap::new();
        for next in self.next_spots(from) {
            if let Some(steps) = self.steps_left(from, next) {
                open.push(Reverse((u32::from(steps), 1u32, next, None)));
            }
        }
        while let Some(Reverse((steps, places, spot, before))) = open.pop() {
            if best.contains_key(&spot) {
                continue;
            }
            best.insert(spot, (steps, places, before));
            if is_wanted(spot) {
                return Some((steps, route_to(spot, &best)));
            }
            for next in self.theatre.neighbours(spot).into_iter().filter(|next| !best.contains_key(next)) {
                if let Some(length) = self.leg_length(spot, next) {
                    open.push(Reverse((steps + u32::from(length), places + 1, next, Some(spot))));
                }
            }
        }
        None
    }
}

/// The places entered on the way to one, from the previous place of each.
fn route_to(spot: Spot, best: &BTreeMap<Spot, (u32, u32, Option<Spot>)>) -> Vec<Spot> {
    let mut way = vec![spot];
    while let Some((_, _, Some(before))) = way.last().and_then(|spot| best.get(spot)) {
        way.push(*before);
    }
    way.reverse();
    way
}
