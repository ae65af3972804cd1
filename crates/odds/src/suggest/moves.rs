//! Moves on the map: into attack positions, to objectives, nearer to the enemy, out of danger. Source: RULES 4.4, 8.

mod heading;
mod place_worth;

use super::{
    Adviser, SuggestedOrder,
    fire::UnitVolleys,
    holds_most_objectives,
    phrases::{capitalized, expected_loss_texts},
    rounded,
};
use heading::{Goal, Heading, PathCache};
use place_worth::{AttackWithText, PlaceWorth};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{HitBy, Mechanism, Stacking},
    ground::{Cell, Facing, Ground, Place},
    id::{Id, MapId, SideId, StackId},
    text::Text,
};
use wardiary_rules::{
    order::{MapOrder, March, Order},
    rules::{
        movement::{self, Reach, ReachedArea},
        volley::FieldOfFire,
    },
    state::Unit,
};

/// A unit or stack that moves as one.
struct Mover<'a> {
    id: Id,
    units: Vec<&'a Unit>,
    place: Place,
}

/// The best destination of a move.
struct BestPlace<'r> {
    staying: PlaceWorth,
    there: PlaceWorth,
    place: Place,
    /// How the place is reached; `None` for turning on the spot.
    reached_area: Option<&'r ReachedArea>,
}

/// The map from a side's point of view, with caches.
struct MapOutlook<'a> {
    map: MapId,
    ground: &'a Ground,
    field: FieldOfFire<'a>,
    enemies: Vec<(&'a Unit, Place)>,
    objectives: Vec<(Cell, Option<SideId>)>,
    holds_most_objectives: bool,
    path_cache: PathCache,
    /// The expected losses by enemy fire, by area and troop type.
    fire_losses: BTreeMap<(Cell, String), f64>,
    /// How a stack could fight another if they were adjacent.
    fight_cache: BTreeMap<(StackId, StackId), Option<place_worth::ConflictEntry>>,
}

impl<'a> Adviser<'a> {
    /// Proposes moves that beat staying, at most one for each mover.
    pub(super) fn moves(&mut self, shots: &[UnitVolleys]) -> Vec<SuggestedOrder> {
        let Some(mut outlook) = self.outlook() else { return Vec::new() };
        let movers = self.movers();
        movers.iter().filter_map(|mover| self.move_proposal(mover, shots, &mut outlook)).collect()
    }

    fn outlook(&self) -> Option<MapOutlook<'a>> {
        let map = self.state.map_of(self.battle.id)?;
        let placed = |unit: &'a Unit| Some((unit, self.state.place_in_battle(unit.id)?));
        Some(MapOutlook {
            holds_most_objectives: holds_most_objectives(self.state, self.battle, self.side),
            map: map.id,
            ground: &map.ground,
            field: FieldOfFire::new(self.state, map.id)?,
            enemies: self.enemy_units().into_iter().filter_map(placed).collect(),
            objectives: map.objectives().collect(),
            path_cache: PathCache::default(),
            fire_losses: BTreeMap::new(),
            fight_cache: BTreeMap::new(),
        })
    }

    /// The movers: units, or if `Stack` stacking is used, stacks whose units are all in one place.
    fn movers(&self) -> Vec<Mover<'a>> {
        let stacked = matches!(self.state.book().ground.stacking, Stacking::Stack(_));
        let own = self.own_units();
        let place = |unit: &Unit| self.state.place_in_battle(unit.id);
        let is_whole = |stack: StackId, cell: Cell| {
            let mut units = own.iter().filter(|unit| unit.stack == Some(stack));
            units.all(|unit| place(unit).is_some_and(|place| place.cell == cell))
        };
        let mut movers: Vec<Mover> = Vec::new();
        for unit in &own {
            let Some(place) = place(unit) else { continue };
            let stack = unit.stack.filter(|stack| stacked && is_whole(*stack, place.cell));
            match movers.iter_mut().find(|mover| stack.is_some_and(|stack| mover.id == Id::from(stack))) {
                Some(mover) => mover.units.push(unit),
                None => movers.push(Mover { id: stack.map_or(unit.id.into(), Id::from), units: vec![unit], place }),
            }
        }
        movers
    }

    fn move_proposal(
        &mut self,
        mover: &Mover,
        shots: &[UnitVolleys],
        outlook: &mut MapOutlook<'a>,
    ) -> Option<SuggestedOrder> {
        let reach = movement::reach(self.state, mover.id).ok()?;
        let places = destinations(mover, &reach, outlook);
        let mut heading = self.heading(mover, outlook);
        let spent = mover.units.iter().all(|unit| self.state.attack_this_turn(unit.id).is_some());
        if !spent && self.best_attack(mover, mover.place, true, outlook).is_none() {
            heading.close_up();
        }
        let straight = self.best_place(mover, &places, &heading, outlook);
        let (choice, heading) = if let Some(choice) = straight {
            (choice, heading)
        } else {
            // The direct way may be blocked by own units, so try a way around them.
            let round = self.detour_around_friends(mover, &heading, outlook)?;
            (self.best_place(mover, &places, &round, outlook)?, round)
        };
        let BestPlace { staying: stay, there, place, reached_area: reached } = choice;
        // The best volley comes first.
        let shots_of = |unit: &&Unit| shots.iter().find(|shots| shots.unit == unit.id);
        let now = |unit: &&Unit| shots_of(unit).and_then(|shots| shots.proposals.first()).map_or(0, |best| best.score);
        let now = mover.units.iter().map(now).max().unwrap_or(0);
        let order = match reached {
            Some(area) => {
                let march = March { who: mover.id, by: area.path.clone(), facing: Some(place.facing) };
                MapOrder::Move { marches: vec![march], anyway: None }
            }
            None => MapOrder::Face { who: mover.id, facing: place.facing, anyway: None },
        };
        let reason = self.move_reason(mover, (&there, place.cell), &stay, &heading, outlook);
        let score = now.max(0) + rounded(there.points - stay.points);
        Some(SuggestedOrder { order: Order::Map(order), who: Some(mover.id), reason, score })
    }

    /// The best of these places, if it beats staying by enough.
    fn best_place<'p>(
        &mut self,
        mover: &Mover,
        places: &[(Place, Option<&'p ReachedArea>)],
        heading: &Heading,
        outlook: &mut MapOutlook,
    ) -> Option<BestPlace<'p>> {
        let stay = self.place_worth(mover, (mover.place, None), heading, outlook);
        let mut best: Option<BestPlace> = None;
        for (place, reached) in places.iter().filter(|(place, _)| heading.allows(place.cell)) {
            let there = self.place_worth(mover, (*place, *reached), heading, outlook);
            if best.as_ref().is_none_or(|best| there.points > best.there.points) {
                best = Some(BestPlace { staying: stay.clone(), there, place: *place, reached_area: *reached });
            }
        }
        best.filter(|best| best.there.points - stay.points >= f64::from(self.policy.least_gain.max(1)))
    }

    fn max_range(&self, unit: &Unit) -> u32 {
        if !self.uses(Mechanism::Volleys) {
            return 0;
        }
        let weapons = self.state.weapons_of(unit).iter().filter_map(|name| self.state.book().weapon(name));
        weapons.map(|weapon| u32::try_from(weapon.dice.len()).unwrap_or(u32::MAX)).max().unwrap_or(0)
    }

    fn is_frail(&self, mover: &Mover) -> bool {
        mover.units.iter().all(|unit| self.policy.is_frail(unit.strength_in_rules().now, unit.strength_in_rules().full))
    }

    fn is_general(&self, unit: &Unit) -> bool {
        self.state.book().target_of(&unit.kind).by == HitBy::Treble
    }
}

/// The possible destinations of a move: each area with the edges worth facing, and the present area with another edge.
fn destinations<'r>(mover: &Mover, reach: &'r Reach, outlook: &MapOutlook) -> Vec<(Place, Option<&'r ReachedArea>)> {
    let grid = outlook.ground.grid();
    let towards = |from: Cell| -> Vec<Facing> {
        let mut facings: Vec<Facing> = Vec::new();
        let mut near: Vec<(u32, Cell)> =
            outlook.enemies.iter().map(|(_, place)| (grid.distance(from, place.cell), place.cell)).collect();
        near.sort();
        near.dedup();
        for facing in near.iter().take(4).map(|(_, cell)| grid.facing_towards(from, *cell)) {
            if !facings.contains(&facing) {
                facings.push(facing);
            }
        }
        facings
    };
    let here = mover.place;
    let mut places: Vec<(Place, Option<&ReachedArea>)> = towards(here.cell)
        .into_iter()
        .filter(|f| *f != here.facing)
        .map(|facing| (Place { facing, ..here }, None))
        .collect();
    for area in &reach.areas {
        let mut facings = if area.stopping_enemies.is_empty() { towards(area.at) } else { area.facings(grid) };
        if facings.is_empty() {
            facings.push(here.facing);
        }
        facings.dedup();
        for facing in facings {
            places.push((Place { map: outlook.map, cell: area.at, facing }, Some(area)));
        }
    }
    places
}

/// The minimum reduction of losses by enemy fire that is mentioned, in Strength Points.
const MIN_MENTIONED_LOSS: f64 = 0.15;

impl Adviser<'_> {
    fn move_reason(
        &self,
        mover: &Mover,
        (there, cell): (&PlaceWorth, Cell),
        stay: &PlaceWorth,
        heading: &Heading,
        outlook: &MapOutlook,
    ) -> String {
        let points = |attack: &Option<AttackWithText>| attack.as_ref().map_or(0.0, |(worth, _)| worth.points);
        let better = points(&there.attack) > points(&stay.attack);
        let mut reasons = Vec::new();
        if let Some((_, attack)) = there.attack.as_ref().filter(|_| better) {
            let now = if stay.attack.is_none() { "no good target" } else { "better than" };
            reasons.push(format!("from there {attack}; {now} from its present place"));
        }
        if there.objective && !stay.objective {
            reasons.push(self.objective_reason(cell, outlook));
        }
        let takes_it = there.objective && there.path.is_some_and(|leg| leg.cost == 0);
        reasons.extend(self.path_reason(there, stay, heading, outlook).filter(|_| !takes_it));
        if stay.danger - there.danger >= MIN_MENTIONED_LOSS || reasons.is_empty() {
            let left: u16 = mover.units.iter().map(|unit| unit.strength_in_rules().now).sum();
            let back = if self.is_frail(mover) { format!("pulls back, with {left} SP left: ") } else { String::new() };
            reasons.push(format!("{back}{}", fire_reason(there, stay)));
        }
        if !better {
            reasons.extend(match (&there.attack, &stay.attack) {
                (Some((_, attack)), _) if points(&there.attack) < points(&stay.attack) => {
                    Some(format!("from there only {attack}"))
                }
                (Some((_, attack)), _) => Some(format!("from there still {attack}")),
                (None, Some(_)) => Some("no good target from there".into()),
                (None, None) => None,
            });
        }
        capitalized(reasons.join("; "))
    }

    fn objective_reason(&self, cell: Cell, outlook: &MapOutlook) -> String {
        let name = place_name(cell, outlook);
        let holder = outlook.objectives.iter().find(|(objective, _)| *objective == cell).and_then(|(_, side)| *side);
        match holder {
            Some(side) if side == self.side => format!("holds {name}, an objective of its side"),
            Some(side) => format!("takes {name}, an objective of {}", self.state.name(side)),
            None => format!("takes {name}, an objective held by nobody"),
        }
    }

    /// `nearer to Sainte-Odile: the route costs 2 instead of 5`
    fn path_reason(
        &self,
        there: &PlaceWorth,
        stay: &PlaceWorth,
        heading: &Heading,
        outlook: &MapOutlook,
    ) -> Option<String> {
        let (leg, now) = (there.path?, stay.path?);
        if leg.cost >= now.cost {
            return None;
        }
        let enemy = outlook.enemies.iter().find(|(_, place)| place.cell == leg.to).map(|(unit, _)| unit);
        let to = match (heading.goal?, enemy) {
            (Goal::Enemy, Some(enemy)) => {
                let stacked = matches!(self.state.book().ground.stacking, Stacking::Stack(_));
                self.state.name(enemy.stack.filter(|_| stacked).map_or(Id::from(enemy.id), Id::from))
            }
            (Goal::Friends, _) => "the fighting units".into(),
            _ => place_name(leg.to, outlook),
        };
        let to = match heading.goal? {
            Goal::Enemy => format!("to where it can attack {to}"),
            Goal::Objective => format!("to the objective {to}"),
            Goal::Friends => format!("to {to}"),
        };
        let round = if heading.is_detour() { " around its own side" } else { "" };
        Some(if heading.is_straight() {
            format!("nearer {to}, although no path leads there")
        } else {
            format!("nearer {to}: the route{round} costs {} instead of {}", leg.cost, now.cost)
        })
    }
}

fn place_name(cell: Cell, outlook: &MapOutlook) -> String {
    outlook.ground.name_of(cell).map_or_else(|| cell.to_string(), Text::to_string)
}

/// `enemy fire may take 0.4 SP there, 1.1 at its present place`
fn fire_reason(there: &PlaceWorth, stay: &PlaceWorth) -> String {
    let [there, stay] = expected_loss_texts([there.danger, stay.danger]);
    format!("enemy fire may take {there} SP there, {stay} at its present place")
}
