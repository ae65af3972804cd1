//! The description of the cursor's area, beyond its contents.

use super::{
    attack_suggestion::AttackSuggestion,
    move_order::{can_follow, unreachable_text},
    screen_state::{Layer, MapScreen},
};
use wardiary_base::{
    book::Mechanism,
    ground::Cell,
    id::UnitId,
    text::{self, Text},
};
use wardiary_rules::{
    notation::refusal,
    order::Order,
    rules::{
        Refusal,
        movement::{Reach, ReachedArea},
        possible_attacks,
        refusal::{FireRefusal, MapRefusal},
        volley::{FieldOfFire, firing_place},
    },
    state::{State, Unit},
};
use wardiary_view::map::{Holder, PlannedMove};

impl MapScreen {
    /// Describes the cursor's area, and if orders can be given (`acts`), what Enter does there.
    pub(super) fn cursor_text(&self, state: &State, acts: bool) -> Option<String> {
        let cursor = self.cursor;
        match self.layer {
            Layer::Orders => self.reach_text(state, acts),
            Layer::Ranges => {
                let unit = state.unit(self.selected_unit?)?;
                Some(self.shot_text(state, unit))
            }
            Layer::Threat => {
                let many = self.answers.overlay.as_ref()?.at(cursor).number;
                let enemies = text::count(usize::from(many), "enemy can", "enemies can");
                Some(if many == 0 { "no enemy can fire here".into() } else { format!("{enemies} fire here") })
            }
            Layer::Sight => Some(format!("areas visible from {cursor}; the others are marked")),
            Layer::Objectives => Some(self.objectives_text(state)),
            Layer::Ground => None,
        }
    }

    /// Every objective with its holder, the cursor's first.
    fn objectives_text(&self, state: &State) -> String {
        let Some(ground) = self.ground(state).filter(|_| !self.holders.is_empty()) else {
            return "this map has no objectives".into();
        };
        let (here, others): (Vec<_>, Vec<_>) = self.holders.iter().partition(|(cell, _)| *cell == self.cursor);
        let describe = |(cell, holder): &(Cell, Holder)| {
            let name = ground.name_of(*cell).map_or_else(|| cell.to_string(), |name| format!("{name} ({cell})"));
            let whose = match *holder {
                Holder::Side(side) => state.sides()[side].name.to_string(),
                Holder::Nobody | Holder::Other(_) => "nobody".into(),
            };
            format!("{name}: {whose}")
        };
        here.into_iter().chain(others).map(describe).collect::<Vec<_>>().join("; ")
    }

    fn reach_text(&self, state: &State, acts: bool) -> Option<String> {
        let who = *self.subjects.first()?;
        let name = state.name(who);
        if self.enemy_at_cursor(state).is_some() {
            return self.enemy_text(state, acts);
        }
        let reach = match self.reach.as_ref()? {
            Ok(reach) => reach,
            Err(why) => return Some(why.clone()),
        };
        let areas = |n: u16| text::count(usize::from(n), "area", "areas");
        let behind = match self.subjects.len() {
            1 => String::new(),
            all => format!("; {} behind it", text::count(all - 1, "follows", "follow")),
        };
        if reach.from.cell == self.cursor {
            return Some(format!("{name} can go {}{behind}", text::areas_to_go(reach.allowance, reach.road_allowance)));
        }
        let Some(area) = reach.at(self.cursor) else {
            return reach.refusal_for(state, self.cursor).map(|why| unreachable_text(&why, state, self.cursor));
        };
        if let Err(why) = can_follow(state, &self.subjects, self.cursor) {
            return Some(unreachable_text(&why, state, self.cursor));
        }
        let mut stops: Vec<String> =
            area.stopping_enemies.iter().map(|(_, id)| state.name(state.moving_id(*id))).collect();
        stops.dedup();
        let stops = if stops.is_empty() { String::new() } else { format!(", stops beside {}", text::list(&stops)) };
        let after = attack_after_move_text(state, reach, area);
        let by_road = if area.allowance > reach.allowance { " by road" } else { "" };
        Some(format!("{name}: {} of {}{by_road}{stops}{after}{behind}", areas(area.cost), area.allowance))
    }

    /// Describes the enemies in the cursor's area: their distance, whether the subjects of an order can fire at them,
    /// and what Enter does.
    fn enemy_text(&self, state: &State, acts: bool) -> Option<String> {
        let who = *self.subjects.first()?;
        let suggestion = AttackSuggestion::at_cursor(self, state);
        let firer = match &suggestion {
            Some(AttackSuggestion::Attack(Order::Volley(volley))) => Some(volley.unit),
            _ => self.firer(state).filter(|_| state.book().uses(Mechanism::Volleys)),
        };
        let sentence = if let Some(unit) = firer.and_then(|id| state.unit(id)) {
            self.shot_text(state, unit)
        } else {
            let grid = self.ground(state)?.grid();
            let far = usize::try_from(grid.distance(self.subject_cell(state)?, self.cursor)).unwrap_or(0);
            format!("{} from {}", text::count(far, "area", "areas"), state.name(who))
        };
        Some(format!(
            "{sentence}{}",
            suggestion.filter(|_| acts).map(|suggestion| suggestion.in_words(state)).unwrap_or_default()
        ))
    }

    /// Whether a unit can fire into the cursor's area: the number of dice, or why not.
    fn shot_text(&self, state: &State, unit: &Unit) -> String {
        let here = unit.place.filter(|place| Some(place.map) == self.map);
        let Some((place, field)) = here.and_then(|place| Some((place, FieldOfFire::new(state, place.map)?))) else {
            return format!("{} is not on the map", unit.name);
        };
        let range = field.range(place.cell, self.cursor);
        if range == 0 {
            return format!("{} is here", unit.name);
        }
        let far = format!("{} from {}", text::count(usize::try_from(range).unwrap_or(0), "area", "areas"), unit.name);
        let now = firing_place(state, unit.id);
        let shot = |weapon: Option<&Text>| field.shot(unit, place, self.cursor, weapon, now.is_err());
        if let Err(why) = shot(None) {
            return format!("{far}, {}", no_shot_text(&why, state));
        }
        let shots = state.weapons_of(unit).iter().filter_map(|weapon| shot(Some(weapon)).ok());
        let armed: Vec<String> = shots
            .map(|shot| format!("{} with {}", text::count(usize::from(shot.dice), "die", "dice"), shot.weapon.name))
            .collect();
        let not_now =
            now.err().map_or(String::new(), |why| format!("; not now: {}", refusal::describe(&why, state).reason));
        format!("{far}: {}{not_now}", armed.join(", "))
    }

    /// An enemy of the order's subjects in the cursor's area: the one that is shown there.
    pub(super) fn enemy_at_cursor(&self, state: &State) -> Option<UnitId> {
        let side = self.side_of_order(state)?;
        let piece = self.piece_at(self.cursor)?;
        let first = *piece.units.first()?;
        state.unit(first).filter(|unit| unit.side != side).map(|unit| unit.id)
    }
}

/// Why a unit can't fire into an area, in few words.
fn no_shot_text(why: &Refusal, state: &State) -> String {
    match why {
        Refusal::Fire(FireRefusal::OutOfArc { .. }) => "out of its arc".into(),
        Refusal::Fire(FireRefusal::OutOfRange { .. }) => "out of range".into(),
        Refusal::Fire(FireRefusal::NoWeapon { .. }) => "it has no weapon".into(),
        Refusal::Map(MapRefusal::Spent { .. }) => "it has used its whole move".into(),
        Refusal::Fire(FireRefusal::OutOfSight { behind, .. }) => {
            let behind: Vec<String> = behind.iter().map(|(cell, _)| cell.to_string()).collect();
            format!("out of sight behind {}", text::list(&behind))
        }
        _ => refusal::describe(why, state).reason,
    }
}

impl MapScreen {
    pub(super) fn plan_text(&self, state: &State, plan: &PlannedMove) -> String {
        let end = plan.path.last().copied().unwrap_or(self.cursor);
        let (who, facing) = (self.subject_names(state), plan.facing.name());
        let all = self.ground(state).map_or(0, |ground| ground.grid().facings().len());
        let then = match plan.facings.len() {
            1 => ", towards the enemy beside it:".to_string(),
            n if n < all => {
                let words: Vec<&str> = plan.facings.iter().map(|facing| facing.word()).collect();
                format!(": turn it ({}), then", words.join(" or "))
            }
            _ => ": turn it, then".into(),
        };
        format!("{who} to {end}, facing {facing}{then} press Enter or click on {end}")
    }
}

/// Why nobody can attack after a move to an area, if that is so. Empty for units that never attack.
fn attack_after_move_text(state: &State, reach: &Reach, area: &ReachedArea) -> &'static str {
    if area.may_attack || !reach.can_attack {
        return "";
    }
    let living = || state.units_for_id(reach.who).into_iter().filter(|unit| unit.is_alive());
    if living().any(|unit| state.attack_this_turn(unit.id).is_some()) {
        ", has attacked this turn"
    } else if possible_attacks::no_attack_reason(state, reach.who).is_some() {
        ", can’t attack this turn"
    } else {
        ", too far to attack afterwards"
    }
}
