//! Narrates marches on a battle's map for readers without the map: to what place, into what terrain, towards whom.

use super::{ChapterMemory, Clause, ClauseKind, Narration, NarrationContext, from_account, sentence};
use crate::report::names::{area, named_area};
use wardiary_base::{
    ground::{Cell, Ground},
    id::{SideId, UnitId},
};
use wardiary_rules::{
    event::{Event, MapEvent},
    state::{Map, Unit},
};

/// Maximum distance, in areas, at which a unit is close to a place.
const CLOSE: u32 = 1;

/// The beginning of the description of a withdrawal.
const AWAY: &str = "away from ";

/// Cosine of the maximum angle, 60°, between a march and the direction of a place that it led towards.
const MIN_DIRECTION_COSINE: f64 = 0.5;

/// The compass direction of a march: `to the north-west`; or that it led back to its start.
fn heading(ground: &Ground, from: Cell, to: Cell) -> String {
    const WINDS: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let (across, down) = ground.grid().bearing(from, to);
    if from == to {
        return "and came back".into();
    }
    let eighth = (across.atan2(-down).to_degrees() / 45.0).round().rem_euclid(8.0);
    let wind = (0u8..).zip(WINDS).find(|(at, _)| f64::from(*at) >= eighth).map_or(WINDS[0], |(_, wind)| wind);
    format!("to the {wind}")
}

/// The destination of a flight: `to the chapel`, or by the compass.
pub(super) fn flight(ground: &Ground, from: Cell, to: Cell) -> String {
    named_area(ground, to).map_or_else(|| heading(ground, from, to), |name| format!("to {name}"))
}

pub(super) fn march(context: &NarrationContext, memory: &mut ChapterMemory) -> Narration {
    let moves: Vec<&MapEvent> = context
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Map(event @ MapEvent::Moved { driven: None, .. }) => Some(event),
            _ => None,
        })
        .collect();
    let [MapEvent::Moved { units, from, by, stopped, .. }] = moves[..] else { return from_account(context) };
    let Some(mover) = units.first().and_then(|unit| context.before.unit(*unit)) else { return from_account(context) };
    let map = context.after.unit(mover.id).and_then(|unit| unit.place).map(|place| place.map);
    let (kind, text) = match (by.last(), map.and_then(|map| context.after.map(map))) {
        (Some(to), Some(map)) => {
            let is_pursuit = stopped.is_some_and(|enemy| memory.withdrawn.contains(&enemy));
            let text = MarchRoute { context, map, mover, from: *from, to: *to }.description(*stopped, is_pursuit);
            memory.withdrawn.retain(|unit| !units.contains(unit));
            if text.starts_with(AWAY) {
                memory.withdrawn.extend(units);
            }
            (ClauseKind::March(mover.side), text)
        }
        (Some(_), None) => (ClauseKind::March(mover.side), String::new()),
        // A unit that only turned changed nothing for the reader.
        (None, _) => return Narration::default(),
    };
    let force = context.force(mover.side, units);
    let taken = context.events.iter().find_map(|event| match event {
        Event::Map(MapEvent::ChangedHands { map, at, from, to }) => {
            Some((area(&context.after.map(*map)?.ground, *at), *from, *to))
        }
        _ => None,
    });
    let Some((place, from, to)) = taken else {
        return Narration { clause: Some(Clause::new(kind, vec![force], text)), ..Narration::default() };
    };
    let side = |side: SideId| context.side(side);
    let text = match (from, to) {
        (Some(from), Some(_)) => format!("{force} took {place} from {}", side(from)),
        (None, Some(to)) => format!("{force} took {place} for {}", side(to)),
        (Some(from), None) => format!("{} lost {place}", side(from)),
        (None, None) => return Narration::default(),
    };
    Narration { sentences: vec![sentence(&text)], ..Narration::default() }
}

struct MarchRoute<'a> {
    context: &'a NarrationContext<'a>,
    map: &'a Map,
    mover: &'a Unit,
    from: Cell,
    to: Cell,
}

impl MarchRoute<'_> {
    /// Where it led: `to the Stone bridge`, `into the woods, up to the Siege Gun`, `towards the wells`.
    fn description(&self, stopped: Option<UnitId>, is_pursuit: bool) -> String {
        let met = stopped.map(|enemy| self.context.with_article(enemy));
        if let Some(enemy) = met.as_ref().filter(|_| is_pursuit) {
            return format!("in pursuit of {enemy}");
        }
        if let Some(name) = named_area(self.ground(), self.to) {
            let met = met.map_or(String::new(), |enemy| format!(", face to face with {enemy}"));
            return format!("to {name}{met}");
        }
        let towards = met.map(|enemy| format!("up to {enemy}")).or_else(|| self.towards());
        let parts: Vec<String> = [self.terrain_entered(), towards].into_iter().flatten().collect();
        // Without any named place, use the compass.
        if parts.is_empty() { self.heading() } else { parts.join(", ") }
    }

    fn heading(&self) -> String {
        heading(self.ground(), self.from, self.to)
    }

    fn ground(&self) -> &Ground {
        &self.map.ground
    }

    fn distance_gained(&self, goal: Cell) -> i64 {
        let far = |cell| i64::from(self.ground().grid().distance(cell, goal));
        far(self.from) - far(self.to)
    }

    /// The terrain that it entered, unless that is the map's usual terrain.
    fn terrain_entered(&self) -> Option<String> {
        let ground = self.ground();
        let (was, is) = (ground.terrain_index(self.from), ground.terrain_index(self.to));
        let many = |at: usize| ground.cells().filter(|cell| ground.terrain_index(*cell) == at).count();
        if was == is || 2 * many(is) > ground.areas() {
            return None;
        }
        let name = ground.terrain(self.to)?.as_name().to_lowercase();
        let is_high = ["hill", "height", "ridge", "slope", "dune", "crest"].iter().any(|word| name.contains(word));
        // Only a noun for ground takes an article.
        let is_adjective =
            ["open", "clear", "up", "rough", "stony", "difficult", "broken"].iter().any(|word| name.ends_with(word));
        let word = if is_adjective { " ground" } else { "" };
        Some(format!("{} the {name}{word}", if is_high { "onto" } else { "into" }))
    }

    /// The place or enemy that it came nearer to or went away from.
    fn towards(&self) -> Option<String> {
        let ground = self.ground();
        let far = |goal: &Cell| ground.grid().distance(self.to, *goal);
        let to_be_taken = |(cell, holder): (Cell, Option<SideId>)| (holder != Some(self.mover.side)).then_some(cell);
        let prizes = self.context.before.objectives_of(self.map).filter_map(to_be_taken);
        let prize = prizes.filter(|goal| self.leads_to(*goal)).min_by_key(far);
        let goal = |goal: Cell| {
            let how = if far(&goal) <= CLOSE { "close to" } else { "towards" };
            named_area(ground, goal).map(|name| format!("{how} {name}"))
        };
        if let Some(text) = prize.and_then(goal) {
            return Some(text);
        }
        let places = || ground.places().iter().map(|(_, cell)| *cell).filter(|goal| self.leads_to(*goal));
        if let Some(text) = places().filter(|goal| far(goal) <= CLOSE).min_by_key(far).and_then(goal) {
            return Some(text);
        }
        let before = self.nearest_enemy(self.from);
        let now = self.nearest_enemy(self.to);
        if let (Some((was, enemy)), Some((is, other))) = (before, now) {
            match is.cmp(&was) {
                std::cmp::Ordering::Less => return Some(format!("towards {}", self.context.side(other))),
                std::cmp::Ordering::Greater => return Some(format!("{AWAY}{}", self.context.side(enemy))),
                std::cmp::Ordering::Equal => {}
            }
        }
        places().min_by_key(far).and_then(goal)
    }

    /// Whether the march led nearer to a place and in its direction, not past it.
    fn leads_to(&self, goal: Cell) -> bool {
        let way = self.ground().grid().bearing(self.from, self.to);
        let whole = self.ground().grid().bearing(self.from, goal);
        let length = |(across, down): (f64, f64)| across.hypot(down);
        let along = way.0 * whole.0 + way.1 * whole.1;
        self.distance_gained(goal) > 0 && along >= MIN_DIRECTION_COSINE * length(way) * length(whole)
    }

    /// The distance from an area to the nearest enemy, and that enemy's side.
    fn nearest_enemy(&self, from: Cell) -> Option<(u32, SideId)> {
        let enemies = self.context.before.units_on(self.map.id).filter(|(unit, _)| unit.side != self.mover.side);
        enemies.map(|(unit, place)| (self.ground().grid().distance(from, place.cell), unit.side)).min()
    }
}
