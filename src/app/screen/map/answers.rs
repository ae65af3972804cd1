//! What is asked about the map's areas, and the answers: as signs on the map, and in words of the cursor's area.

use super::{
    layer::{Answers, Layer},
    table::{Asked, MapScreen, subject},
};
use crate::{
    app::session::Session,
    event::{Event, MapEvent},
    ground::{Cell, Ground, Place, Sight},
    id::{MapId, UnitId},
    notation::refusal,
    rules::{
        Refusal,
        movement::reach,
        refusal::{FireRefusal, MapRefusal},
        volley::{FieldOfFire, fires_from},
    },
    state::{State, Unit},
    text,
    view::map::{Answer, Holder, Overlay, Piece, Tone, Trail, holders},
};

impl Answers {
    /// What is asked on the screen now.
    pub fn of(screen: &MapScreen, state: &State) -> Self {
        let Some(ground) = screen.ground(state) else { return Self::default() };
        let chosen = screen.chosen.and_then(|id| state.unit(id));
        let placed =
            chosen.and_then(|unit| unit.place.filter(|place| Some(place.map) == screen.map).map(|p| (unit, p)));
        match (screen.layer, placed) {
            (Layer::Orders, Some((unit, _))) => Self::orders(state, ground, unit),
            (Layer::Ranges, Some((unit, place))) => Self::ranges(state, ground, unit, place),
            (Layer::Threat, _) => Self::threat(screen, state, ground),
            (Layer::Sight, _) => Self::sight(screen.cursor, state, ground),
            (Layer::Objectives, _) => Self::objectives(screen, ground),
            _ => Self::default(),
        }
    }

    fn orders(state: &State, ground: &Ground, unit: &Unit) -> Self {
        let found = reach(state, subject(state, unit.id)).map_err(|why| refusal::describe(&why, state).what);
        let overlay = found.as_ref().ok().map(|reach| {
            let mut overlay = Overlay::of(ground, Answer::default());
            for area in &reach.areas {
                let tone = if area.stops.is_empty() { Tone::Good } else { Tone::Stop };
                overlay.set(area.at, tone, area.cost);
            }
            overlay
        });
        let title = if overlay.is_some() { format!("where {} can go", unit.name) } else { unit.name.to_string() };
        Self { overlay, title, reach: Some(found) }
    }

    fn ranges(state: &State, ground: &Ground, unit: &Unit, place: Place) -> Self {
        let mut overlay = Overlay::of(ground, Answer::default());
        // Who may not fire now sees where it could.
        let after_any_move = fires_from(state, unit.id).is_err();
        let field = FieldOfFire::of(state, place.map);
        let reached = field.map(|field| field.reached(unit, place, after_any_move)).unwrap_or_default();
        for (cell, shot) in reached {
            overlay.set(cell, Tone::Good, shot.dice.into());
        }
        Self { overlay: Some(overlay), title: format!("the dice of {} by range", unit.name), reach: None }
    }

    fn threat(screen: &MapScreen, state: &State, ground: &Ground) -> Self {
        let Some((side, map)) = screen.own_side(state).zip(screen.map) else {
            return Self { title: "choose a unit to see who threatens its side".into(), ..Self::default() };
        };
        let mut enemies = vec![0u16; ground.areas()];
        let fires = |unit: &Unit| unit.side != side && !unit.is_ineffective();
        let field = FieldOfFire::of(state, map);
        for (unit, place) in state.units_on(map).filter(|(unit, _)| fires(unit)) {
            let reached = field.iter().flat_map(|field| field.reached(unit, place, true));
            for at in reached.filter_map(|(cell, _)| ground.index(cell)) {
                enemies[at] += 1;
            }
        }
        let mut overlay = Overlay::of(ground, Answer::default());
        for (at, many) in enemies.into_iter().enumerate().filter(|(_, many)| *many > 0) {
            overlay.set(ground.cell(at), Tone::Bad, many);
        }
        let title = format!("how many enemies of {} can fire where", state.name(side));
        Self { overlay: Some(overlay), title, reach: None }
    }

    fn sight(from: Cell, state: &State, ground: &Ground) -> Self {
        let seen = Sight::new(ground, &state.book().ground).from(from);
        let mut overlay = Overlay::of(ground, Answer::default());
        for (at, seen) in seen.into_iter().enumerate() {
            overlay.set(ground.cell(at), if seen { Tone::None } else { Tone::Hidden }, 0);
        }
        Self { overlay: Some(overlay), title: format!("what is seen from {from}"), reach: None }
    }

    fn objectives(screen: &MapScreen, ground: &Ground) -> Self {
        // All the rest is dim; whose they are their flags say.
        let mut overlay = Overlay::of(ground, Answer { tone: Tone::Dim, number: 0 });
        screen.holders.iter().for_each(|(cell, _)| overlay.set(*cell, Tone::None, 0));
        Self { overlay: Some(overlay), title: "who holds the objectives".into(), reach: None }
    }
}

impl MapScreen {
    /// What there is to say of the cursor's area, beside who and what is there.
    fn said_of_cursor(&self, state: &State) -> Option<String> {
        let cursor = self.cursor;
        match self.layer {
            Layer::Orders => self.said_of_reach(state),
            Layer::Ranges => {
                let unit = state.unit(self.chosen?)?;
                Some(self.said_of_shot(state, unit))
            }
            Layer::Threat => {
                let many = self.answers.overlay.as_ref()?.at(cursor).number;
                let said = text::count(usize::from(many), "enemy can", "enemies can");
                Some(if many == 0 { "nobody can fire here".into() } else { format!("{said} fire here") })
            }
            Layer::Sight => Some(format!("what is seen from {cursor}; the rest is marked")),
            Layer::Objectives => Some(self.said_of_objectives(state)),
            Layer::Ground => None,
        }
    }

    /// Every objective with who holds it, the cursor's first.
    fn said_of_objectives(&self, state: &State) -> String {
        let Some(ground) = self.ground(state).filter(|_| !self.holders.is_empty()) else {
            return "this map has no objectives".into();
        };
        let (here, others): (Vec<_>, Vec<_>) = self.holders.iter().partition(|(cell, _)| *cell == self.cursor);
        let said = |(cell, holder): &(Cell, Holder)| {
            let name = ground.name_of(*cell).map_or_else(|| cell.to_string(), |name| format!("{name} ({cell})"));
            let whose = match *holder {
                Holder::Side(side) => state.sides()[side].name.to_string(),
                Holder::Nobody | Holder::Other(_) => "nobody".into(),
            };
            format!("{name}: {whose}")
        };
        here.into_iter().chain(others).map(said).collect::<Vec<_>>().join("; ")
    }

    fn said_of_reach(&self, state: &State) -> Option<String> {
        let unit = state.unit(self.chosen?)?;
        let reach = match self.answers.reach.as_ref()? {
            Ok(reach) => reach,
            Err(why) => return Some(why.clone()),
        };
        let areas = |n: u16| text::count(usize::from(n), "area", "areas");
        if reach.from.cell == self.cursor {
            return Some(format!("{} may go {}", unit.name, areas(reach.allowance)));
        }
        if self.enemy_at_cursor(state).is_some() {
            return Some(self.said_of_shot(state, unit));
        }
        let Some(area) = reach.at(self.cursor) else {
            return Some(format!("{} can’t get here in this move", unit.name));
        };
        let stops: Vec<String> = area.stops.iter().map(|id| state.name(*id)).collect();
        let stops = if stops.is_empty() { String::new() } else { format!(", stops beside {}", text::list(&stops)) };
        let after = if area.may_attack || !reach.fights { "" } else { ", can’t attack then" };
        Some(format!("{}: {} of {}{stops}{after}", unit.name, areas(area.cost), reach.allowance))
    }

    /// Whether a unit can fire into the cursor's area: with how many dice, or why not.
    fn said_of_shot(&self, state: &State, unit: &Unit) -> String {
        let here = unit.place.filter(|place| Some(place.map) == self.map);
        let Some((place, field)) = here.and_then(|place| Some((place, FieldOfFire::of(state, place.map)?))) else {
            return format!("{} is not on the map", unit.name);
        };
        let range = field.range(place.cell, self.cursor);
        if range == 0 {
            return format!("{} stands here", unit.name);
        }
        let far = format!("{} from {}", text::count(usize::try_from(range).unwrap_or(0), "area", "areas"), unit.name);
        let now = fires_from(state, unit.id);
        let shot = |weapon: Option<&str>| field.shot(unit, place, self.cursor, weapon, now.is_err());
        if let Err(why) = shot(None) {
            return format!("{far}, {}", no_shot(&why, state));
        }
        let shots = state.weapons_of(unit).iter().filter_map(|weapon| shot(Some(weapon)).ok());
        let armed: Vec<String> = shots
            .map(|shot| format!("{} with {}", text::count(usize::from(shot.dice), "die", "dice"), shot.weapon.name))
            .collect();
        let not_now =
            now.err().map_or(String::new(), |why| format!("; not now: {}", refusal::describe(&why, state).what));
        format!("{far}: {}{not_now}", armed.join(", "))
    }

    /// An enemy of the chosen unit in the cursor's area, the one who is shown there.
    pub(super) fn enemy_at_cursor(&self, state: &State) -> Option<UnitId> {
        let side = state.unit(self.chosen?)?.side;
        let piece = self.piece_at(self.cursor)?;
        let first = *piece.units.first()?;
        state.unit(first).filter(|unit| unit.side != side).map(|unit| unit.id)
    }
}

/// Why a unit can't fire into an area, in few words.
fn no_shot(why: &Refusal, state: &State) -> String {
    match why {
        Refusal::Fire(FireRefusal::OutOfArc { .. }) => "out of its arc".into(),
        Refusal::Fire(FireRefusal::OutOfRange { .. }) => "out of range".into(),
        Refusal::Fire(FireRefusal::NoWeapon { .. }) => "it carries no weapon".into(),
        Refusal::Map(MapRefusal::Spent { .. }) => "it has used its whole move".into(),
        Refusal::Fire(FireRefusal::OutOfSight { behind, .. }) => {
            let behind: Vec<String> = behind.iter().map(|(cell, _)| cell.to_string()).collect();
            format!("out of sight behind {}", text::list(&behind))
        }
        _ => refusal::describe(why, state).what,
    }
}

impl MapScreen {
    /// Makes ready what is drawn: who stands where, and what is answered.
    pub(super) fn make_answers(&mut self, session: &Session) {
        let Some(map) = self.map else { return };
        let asked = Asked {
            entry: session.entry(),
            reviewing: session.review.is_some(),
            map,
            layer: self.layer,
            chosen: self.chosen,
            from: (self.layer == Layer::Sight).then_some(self.cursor),
        };
        let state = session.state();
        if self.made_for != Some(asked) {
            self.pieces = Piece::on(state, map);
            self.holders = state.map(map).map(|map| holders(state, map)).unwrap_or_default();
            self.trails = trails(session, map);
            self.answers = Answers::of(self, state);
            self.made_for = Some(asked);
            self.said_at = None;
        }
        if self.said_at != Some(self.cursor) {
            self.said = self.said_of_cursor(state).unwrap_or_default();
            self.said_at = Some(self.cursor);
        }
    }
}

/// What the entry that is looked at moved on a map.
fn trails(session: &Session, map: MapId) -> Vec<Trail> {
    let state = session.state();
    let Some(entry) = session.save.diary().entry(session.entry()) else { return Vec::new() };
    let is_here = |units: &[UnitId]| {
        let mut places = units.iter().filter_map(|id| state.unit(*id)?.place);
        places.any(|place| place.map == map)
    };
    let trail = |event: &Event| match event {
        Event::Map(MapEvent::Moved { units, from, by, .. }) if is_here(units) => {
            let passed = std::iter::once(*from).chain(by.iter().copied().take(by.len().saturating_sub(1)));
            Some(Trail { units: units.clone(), passed: if by.is_empty() { Vec::new() } else { passed.collect() } })
        }
        Event::Map(MapEvent::Placed { unit, from, to }) if to.map == map => {
            let left = from.filter(|place| place.map == map && place.cell != to.cell).map(|place| place.cell);
            Some(Trail { units: vec![*unit], passed: left.into_iter().collect() })
        }
        _ => None,
    };
    entry.events.iter().filter_map(trail).collect()
}
