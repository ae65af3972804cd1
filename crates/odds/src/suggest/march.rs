//! Moves on the map: into attack positions, to objectives, nearer to the enemy, out of danger. Source: RULES 4.4, 8.

mod heading;
mod prospect;
mod why;

use super::{Adviser, Proposal, fire::Shots, leads, whole};
use heading::{Chart, Heading};
use prospect::Prospect;
use std::collections::BTreeMap;
use wardiary_base::{
    book::{HitBy, Mechanism, Stacking},
    ground::{Cell, Facing, Ground, Place},
    id::{Id, MapId, SideId, StackId},
};
use wardiary_rules::{
    order::{MapOrder, March, Order},
    rules::{
        movement::{self, Reach, Reached},
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
struct Choice<'r> {
    stay: Prospect,
    there: Prospect,
    place: Place,
    /// How the place is reached; `None` for turning on the spot.
    reached: Option<&'r Reached>,
}

/// The map from a side's point of view, with caches.
struct Outlook<'a> {
    map: MapId,
    ground: &'a Ground,
    field: FieldOfFire<'a>,
    enemies: Vec<(&'a Unit, Place)>,
    /// The objectives and their holders.
    objectives: Vec<(Cell, Option<SideId>)>,
    leads: bool,
    chart: Chart,
    /// The expected losses by enemy fire, by area and troop type.
    fire: BTreeMap<(Cell, String), f64>,
    /// How a stack could fight another if they were adjacent.
    fights: BTreeMap<(StackId, StackId), Option<prospect::Fight>>,
}

impl<'a> Adviser<'a> {
    /// Proposes moves that beat staying, at most one for each mover.
    pub(super) fn moves(&mut self, shots: &[Shots]) -> Vec<Proposal> {
        let Some(mut outlook) = self.outlook() else { return Vec::new() };
        let movers = self.movers();
        movers.iter().filter_map(|mover| self.movement(mover, shots, &mut outlook)).collect()
    }

    fn outlook(&self) -> Option<Outlook<'a>> {
        let map = self.state.map_of(self.battle.id)?;
        let placed = |unit: &'a Unit| Some((unit, self.state.place_in_battle(unit.id)?));
        Some(Outlook {
            leads: leads(self.state, self.battle, self.side),
            map: map.id,
            ground: &map.ground,
            field: FieldOfFire::of(self.state, map.id)?,
            enemies: self.enemies().into_iter().filter_map(placed).collect(),
            objectives: map.objectives().collect(),
            chart: Chart::default(),
            fire: BTreeMap::new(),
            fights: BTreeMap::new(),
        })
    }

    /// The movers: units, or if `Stack` stacking is used, stacks whose units are all in one place.
    fn movers(&self) -> Vec<Mover<'a>> {
        let stacked = matches!(self.state.book().ground.stacking, Stacking::Stack(_));
        let own = self.own();
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

    fn movement(&mut self, mover: &Mover, shots: &[Shots], outlook: &mut Outlook<'a>) -> Option<Proposal> {
        let reach = movement::reach(self.state, mover.id).ok()?;
        let places = places(mover, &reach, outlook);
        let mut heading = self.heading(mover, outlook);
        let spent = mover.units.iter().all(|unit| self.state.attack_of(unit.id).is_some());
        if !spent && self.best_attack(mover, mover.place, true, outlook).is_none() {
            heading.close_up();
        }
        let straight = self.best_place(mover, &places, &heading, outlook);
        let (choice, heading) = if let Some(choice) = straight {
            (choice, heading)
        } else {
            // The direct way may be blocked by own units, so try a way around them.
            let round = self.round_friends(mover, &heading, outlook)?;
            (self.best_place(mover, &places, &round, outlook)?, round)
        };
        let Choice { stay, there, place, reached } = choice;
        let now = |unit: &&Unit| shots.iter().find(|shots| shots.unit == unit.id).map_or(0, Shots::best);
        let now = mover.units.iter().map(now).max().unwrap_or(0);
        let order = match reached {
            Some(area) => {
                let march = March { who: mover.id, by: area.path.clone(), facing: Some(place.facing) };
                MapOrder::Move { marches: vec![march], anyway: None }
            }
            None => MapOrder::Face { who: mover.id, facing: place.facing, anyway: None },
        };
        let reason = self.why(mover, (&there, place.cell), &stay, &heading, outlook);
        let score = now.max(0) + whole(there.points - stay.points);
        Some(Proposal { order: Order::Map(order), who: Some(mover.id), reason, score })
    }

    /// The best of these places, if it beats staying by enough.
    fn best_place<'p>(
        &mut self,
        mover: &Mover,
        places: &[(Place, Option<&'p Reached>)],
        heading: &Heading,
        outlook: &mut Outlook,
    ) -> Option<Choice<'p>> {
        let stay = self.prospect(mover, (mover.place, None), heading, outlook);
        let mut best: Option<Choice> = None;
        for (place, reached) in places.iter().filter(|(place, _)| heading.admits(place.cell)) {
            let there = self.prospect(mover, (*place, *reached), heading, outlook);
            if best.as_ref().is_none_or(|best| there.points > best.there.points) {
                best = Some(Choice { stay: stay.clone(), there, place: *place, reached: *reached });
            }
        }
        best.filter(|best| best.there.points - stay.points >= f64::from(self.policy.least_gain.max(1)))
    }

    /// A unit's maximum range in areas.
    fn farthest(&self, unit: &Unit) -> u32 {
        if !self.uses(Mechanism::Volleys) {
            return 0;
        }
        let weapons = self.state.weapons_of(unit).iter().filter_map(|name| self.state.book().weapon(name));
        weapons.map(|weapon| u32::try_from(weapon.dice.len()).unwrap_or(u32::MAX)).max().unwrap_or(0)
    }

    fn is_frail(&self, mover: &Mover) -> bool {
        mover.units.iter().all(|unit| self.policy.is_frail(unit.strength.now, unit.strength.full))
    }

    fn is_general(&self, unit: &Unit) -> bool {
        self.state.book().target_of(&unit.kind).by == HitBy::Treble
    }
}

/// The possible destinations of a move: each area with the edges worth facing, and the present area with another edge.
fn places<'r>(mover: &Mover, reach: &'r Reach, outlook: &Outlook) -> Vec<(Place, Option<&'r Reached>)> {
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
    let mut places: Vec<(Place, Option<&Reached>)> = towards(here.cell)
        .into_iter()
        .filter(|f| *f != here.facing)
        .map(|facing| (Place { facing, ..here }, None))
        .collect();
    for area in &reach.areas {
        let mut facings = if area.stops.is_empty() { towards(area.at) } else { area.facings(grid) };
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
