//! Options of forces in a theatre between battles: march to their side's goals, or stay there. Source: RULES 7, 8.

use super::SuggestedOrder;
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    ground::{Spot, Station},
    id::{Id, SideId},
    text,
};
use wardiary_rules::{
    notation::parts_text,
    order::{Order, TheatreOrder},
    rules::sighting::{Age, knowledge_of},
    state::{RouteGraph, State, Theatre, TheatreObjective},
};

/// The maximum number of forces in a place that are named; more are counted.
const MAX_NAMED: usize = 3;

pub(super) struct TheatreOutlook<'a> {
    state: &'a State,
    theatre: Theatre<'a>,
    /// The enemies that each side knows of, by the places from which they can be reached.
    enemies: BTreeMap<SideId, BTreeMap<Spot, Vec<Enemy>>>,
    /// The force that stays at each objective that its side holds.
    guards: BTreeMap<Spot, Id>,
}

#[derive(Clone, Copy)]
struct Enemy {
    force: Id,
    at: Station,
    /// Whether it is out of sight, and this is where it was last seen.
    is_remembered: bool,
}

impl<'a> TheatreOutlook<'a> {
    /// `None` if nothing marches: without a theatre or a clock.
    pub fn new(state: &'a State) -> Option<Self> {
        let theatre = state.theatre().filter(|_| state.book().clock.is_on())?;
        let mut enemies: BTreeMap<SideId, BTreeMap<Spot, Vec<Enemy>>> = BTreeMap::new();
        let forces = state.forces();
        for side in state.sides().iter().map(|side| side.id) {
            let of_side = enemies.entry(side).or_default();
            for force in forces.iter().copied().filter(|force| state.side_of(*force) != Some(side)) {
                let Some(enemy) = known_enemy(state, side, force) else { continue };
                // A force on a road can be reached from either end. On a map it is still in the area that it leaves.
                let ahead = enemy.at.toward.filter(|_| theatre.network().is_some()).map(|(toward, _)| toward);
                for spot in std::iter::once(enemy.at.at).chain(ahead) {
                    of_side.entry(spot).or_default().push(enemy);
                }
            }
        }
        let objectives = theatre.objectives();
        let held = objectives.iter().filter_map(|prize| Some((prize.spot, guard(state, theatre, prize)?)));
        Some(Self { state, theatre, enemies, guards: held.collect() })
    }

    /// Proposes orders for a force. The rules have not checked them yet.
    pub fn force_proposals(&self, force: Id) -> Vec<SuggestedOrder> {
        let state = self.state;
        let (Some(side), Some(at)) = (state.side_of(force), state.station(force)) else { return Vec::new() };
        let is_under_orders = !state.route_of(force).is_empty();
        if let Some((spot, _)) = self.guards.iter().find(|(_, guard)| **guard == force) {
            let reason = format!(
                "It is at {}, an objective held by {}, and no other force of the side stays there",
                self.theatre.name(*spot),
                state.name(side)
            );
            let halt = Order::Theatre(TheatreOrder::Halt { force });
            return is_under_orders.then(|| proposal(force, halt, reason)).into_iter().collect();
        }
        // A force with orders follows them. A force in contact fights, or a table decides what it does.
        if is_under_orders || state.is_in_contact(force) {
            return Vec::new();
        }
        let units = state.units_of_force(force);
        let (legs, pace) = (self.theatre.march_graph(&units), state.steps_per_part(&units));
        if pace == 0 {
            return Vec::new();
        }
        let distance = |steps: u32| {
            let parts = parts_text(state, steps.div_ceil(pace.into()));
            format!(
                "{} away, a march of {parts}",
                text::count(usize::try_from(steps).unwrap_or(usize::MAX), "step", "steps")
            )
        };
        let march =
            |by: Vec<Spot>, reason: String| proposal(force, Order::Theatre(TheatreOrder::March { force, by }), reason);
        match (self.nearest_objective(side, at, &legs), self.nearest_enemy(side, at, &legs)) {
            (Some((prize, steps, way)), Some((enemy, _, other))) if way == other => {
                vec![march(way, format!("The {prize}, and the {enemy}: {}", distance(steps)))]
            }
            (objective, enemy) => {
                let both = objective.into_iter().chain(enemy);
                both.map(|(what, steps, way)| march(way, format!("The {what}: {}", distance(steps)))).collect()
            }
        }
    }

    /// The nearest objective that the side does not hold: `nearest objective not held by Red is Thorn, worth 2 points`.
    fn nearest_objective(&self, side: SideId, at: Station, legs: &RouteGraph) -> Option<(String, u32, Vec<Spot>)> {
        let wanted = |prize: &&TheatreObjective| prize.holder != Some(side) && at != Station::at(prize.spot);
        let objectives = self.theatre.objectives();
        let prizes: BTreeMap<Spot, &TheatreObjective> =
            objectives.iter().filter(wanted).map(|prize| (prize.spot, prize)).collect();
        let (steps, way) = legs.route_to_nearest(at, |spot| prizes.contains_key(&spot))?;
        let prize = prizes.get(way.last()?)?;
        let points = text::count(prize.points.into(), "point", "points");
        let worth = if prize.points > 0 { format!(", worth {points}") } else { String::new() };
        let (side, place) = (self.state.name(side), self.theatre.name(prize.spot));
        Some((format!("nearest objective not held by {side} is {place}{worth}"), steps, way))
    }

    /// The nearest enemies that the side knows of: `nearest enemy is Column Dusek at Hollin`.
    fn nearest_enemy(&self, side: SideId, at: Station, legs: &RouteGraph) -> Option<(String, u32, Vec<Spot>)> {
        let enemies = self.enemies.get(&side)?;
        let is_there = |spot: Spot| at != Station::at(spot) && enemies.contains_key(&spot);
        let (steps, way) = legs.route_to_nearest(at, is_there)?;
        let spot = *way.last()?;
        let there = enemies.get(&spot)?;
        let first = there.first()?;
        let together = there.iter().filter(|enemy| self.theatre.is_same_point(enemy.at, first.at));
        let names: Vec<String> = together.map(|enemy| self.state.name(enemy.force)).collect();
        let one = if names.len() == 1 { "enemy is" } else { "enemies are" };
        let names = if names.len() > MAX_NAMED { format!("{} forces", names.len()) } else { text::list(&names) };
        let seen = if first.is_remembered { ", last seen" } else { "" };
        Some((format!("nearest {one} {names}{seen} {}", self.theatre.whereabouts(first.at)), steps, way))
    }

    /// A note on forces that stay: `Garrison of Brod stays at Brod, an objective that its side holds`.
    pub fn staying_forces_note(&self, side: Option<SideId>) -> Option<String> {
        let is_theirs = |force: Id| side.is_none_or(|side| self.state.side_of(force) == Some(side));
        let stays = |force: Id| is_theirs(force) && self.state.route_of(force).is_empty();
        let staying: Vec<(String, String)> = self
            .guards
            .iter()
            .filter(|(_, force)| stays(**force))
            .map(|(spot, force)| (self.state.name(*force), self.theatre.name(*spot)))
            .collect();
        let text = match staying.as_slice() {
            [] => return None,
            [(force, place)] => format!("{force} stays at {place}, an objective that its side holds"),
            few if few.len() <= MAX_NAMED => {
                let few: Vec<String> = few.iter().map(|(force, place)| format!("{force} at {place}")).collect();
                format!("These stay, each at an objective that its side holds: {}", text::list(&few))
            }
            many => format!("{} forces stay, each at an objective that its side holds", many.len()),
        };
        Some(text)
    }
}

fn proposal(force: Id, order: Order, reason: String) -> SuggestedOrder {
    SuggestedOrder { order, who: Some(force), reason, score: 0 }
}

/// An enemy force as the side knows it. If the rules have no sighting, all stations are known.
fn known_enemy(state: &State, side: SideId, force: Id) -> Option<Enemy> {
    if !state.book().sight.is_on() {
        return Some(Enemy { force, at: state.station(force)?, is_remembered: false });
    }
    let known = knowledge_of(state, side, force).filter(|known| known.force.is_some())?;
    Some(Enemy { force, at: known.place?, is_remembered: known.age != Age::InSight })
}

/// The force that stays at an objective: of the holder's forces there, the first without orders to leave, or else the
/// first.
fn guard(state: &State, theatre: Theatre, prize: &TheatreObjective) -> Option<Id> {
    let side = prize.holder?;
    let is_there =
        |force: &Id| state.side_of(*force) == Some(side) && state.station(*force) == Some(Station::at(prize.spot));
    let there: BTreeSet<(bool, usize, Id)> = theatre
        .forces_at(prize.spot)
        .into_iter()
        .filter(is_there)
        .enumerate()
        .map(|(at, force)| (!state.route_of(force).is_empty(), at, force))
        .collect();
    there.first().map(|(.., force)| *force)
}
