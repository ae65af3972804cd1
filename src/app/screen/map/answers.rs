//! What is asked about the map's areas, and the answers: as signs on the map, and in words of the cursor's area.

use super::{
    layer::{Answers, Layer},
    table::{Asked, MapScreen, subject},
};
use crate::{
    app::session::Session,
    event::{Event, MapEvent},
    ground::{Cell, Crossed, Ground, Place, Sight},
    id::{MapId, UnitId},
    notation::refusal,
    rules::movement::reach,
    state::{State, Unit},
    text,
    view::map::{Answer, Overlay, Piece, Tone, Trail, holders},
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
            (Layer::Objectives, _) => Self::objectives(screen, state, ground),
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
        let sight = Sight::new(ground, &state.book().ground);
        let mut overlay = Overlay::of(ground, Answer::default());
        for (cell, dice) in under_fire(state, ground, &sight, unit, place) {
            overlay.set(cell, Tone::Good, dice);
        }
        Self { overlay: Some(overlay), title: format!("the dice of {} by range", unit.name), reach: None }
    }

    fn threat(screen: &MapScreen, state: &State, ground: &Ground) -> Self {
        let Some((side, map)) = screen.own_side(state).zip(screen.map) else {
            return Self { title: "choose a unit to see who threatens its side".into(), ..Self::default() };
        };
        let sight = Sight::new(ground, &state.book().ground);
        let mut enemies = vec![0u16; ground.areas()];
        for (unit, place) in state.units_on(map).filter(|(unit, _)| unit.side != side) {
            for (cell, _) in under_fire(state, ground, &sight, unit, place) {
                if let Some(at) = ground.index(cell) {
                    enemies[at] += 1;
                }
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

    fn objectives(screen: &MapScreen, state: &State, ground: &Ground) -> Self {
        let mut overlay = Overlay::of(ground, Answer { tone: Tone::Dim, number: 0 });
        let own = screen.own_side(state);
        for (cell, holder) in holders(state, ground, &screen.pieces) {
            let tone = match holder {
                Some(side) if own.is_some_and(|own| state.sides()[side].id == own) => Tone::Good,
                Some(_) => Tone::Bad,
                None => Tone::Stop,
            };
            overlay.set(cell, tone, 0);
        }
        Self { overlay: Some(overlay), title: "the objectives".into(), reach: None }
    }
}

/// The areas that a unit can fire into from where it stands, with the dice of the weapon that has most there.
fn under_fire(state: &State, ground: &Ground, sight: &Sight, unit: &Unit, place: Place) -> Vec<(Cell, u16)> {
    let weapons: Vec<&[u8]> =
        state.weapons_of(unit).iter().filter_map(|name| state.book().weapon(name)).map(|w| w.dice.as_slice()).collect();
    let farthest = weapons.iter().map(|dice| dice.len()).max().unwrap_or(0);
    let farthest = u16::try_from(farthest).unwrap_or(0);
    let Cell { column, row } = place.cell;
    let columns = column.saturating_sub(farthest)..(column.saturating_add(farthest) + 1).min(ground.width());
    let rows = row.saturating_sub(farthest)..(row.saturating_add(farthest) + 1).min(ground.height());
    let mut reached = Vec::new();
    for cell in rows.flat_map(|row| columns.clone().map(move |column| Cell::new(column, row))) {
        let range = usize::try_from(ground.grid().distance(place.cell, cell)).unwrap_or(0);
        let dice = range.checked_sub(1).and_then(|at| weapons.iter().filter_map(|dice| dice.get(at)).max().copied());
        let Some(dice) = dice.filter(|dice| *dice > 0) else { continue };
        if ground.grid().in_arc(place.cell, place.facing, cell) && sight.is_free(place.cell, cell) {
            reached.push((cell, u16::from(dice)));
        }
    }
    reached
}

impl MapScreen {
    /// What there is to say of the cursor's area, beside who and what is there.
    pub(super) fn said_of_cursor(&self, state: &State) -> Option<String> {
        let ground = self.ground(state)?;
        let cursor = self.cursor;
        match self.layer {
            Layer::Orders => self.said_of_reach(state),
            Layer::Ranges => {
                let unit = state.unit(self.chosen?)?;
                Some(shot(state, ground, unit, cursor))
            }
            Layer::Threat => {
                let many = self.answers.overlay.as_ref()?.at(cursor).number;
                let said = text::count(usize::from(many), "enemy can", "enemies can");
                Some(if many == 0 { "nobody can fire here".into() } else { format!("{said} fire here") })
            }
            Layer::Sight => Some(format!("what is seen from {cursor}; the rest is marked")),
            Layer::Objectives => {
                let (_, holder) = holders(state, ground, &self.pieces).into_iter().find(|(cell, _)| *cell == cursor)?;
                Some(holder.map_or("an objective that nobody holds".into(), |side| {
                    format!("an objective that {} holds", state.sides()[side].name)
                }))
            }
            Layer::Ground => None,
        }
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
        if let Some(enemy) = self.enemy_at_cursor(state) {
            return Some(shot(state, self.ground(state)?, unit, self.cell_of(state, enemy)?));
        }
        let Some(area) = reach.at(self.cursor) else {
            return Some(format!("{} can’t get here in this move", unit.name));
        };
        let stops: Vec<String> = area.stops.iter().map(|id| state.name(*id)).collect();
        let stops = if stops.is_empty() { String::new() } else { format!(", stops beside {}", text::list(&stops)) };
        let after = if area.may_attack { "" } else { ", can’t attack then" };
        Some(format!("{}: {} of {}{stops}{after}", unit.name, areas(area.cost), reach.allowance))
    }

    /// An enemy of the chosen unit in the cursor's area, the one who is shown there.
    pub(super) fn enemy_at_cursor(&self, state: &State) -> Option<UnitId> {
        let side = state.unit(self.chosen?)?.side;
        let piece = self.piece_at(self.cursor)?;
        let first = *piece.units.first()?;
        state.unit(first).filter(|unit| unit.side != side).map(|unit| unit.id)
    }
}

/// Whether a unit can fire into an area: with how many dice, or why not.
fn shot(state: &State, ground: &Ground, unit: &Unit, to: Cell) -> String {
    let Some(place) = unit.place else { return format!("{} is not on the map", unit.name) };
    let range = ground.grid().distance(place.cell, to);
    if range == 0 {
        return format!("{} stands here", unit.name);
    }
    let sight = Sight::new(ground, &state.book().ground);
    let far = format!("{} from {}", text::count(usize::try_from(range).unwrap_or(0), "area", "areas"), unit.name);
    if !ground.grid().in_arc(place.cell, place.facing, to) {
        return format!("{far}, out of its arc");
    }
    match sight.obstacle(place.cell, to) {
        Some(Crossed::Area(cell)) => return format!("{far}, out of sight behind {cell}"),
        Some(Crossed::Between(one, other)) => return format!("{far}, out of sight behind {one} and {other}"),
        None => {}
    }
    let at = usize::try_from(range).unwrap_or(usize::MAX) - 1;
    let weapons = state.weapons_of(unit).iter().filter_map(|name| state.book().weapon(name));
    let armed: Vec<String> = weapons
        .filter_map(|weapon| Some((weapon, *weapon.dice.get(at)?)))
        .map(|(weapon, dice)| format!("{} with {}", text::count(usize::from(dice), "die", "dice"), weapon.name))
        .collect();
    if armed.is_empty() { format!("{far}, out of range") } else { format!("{far}: {}", armed.join(", ")) }
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
        if self.made_for == Some(asked) {
            return;
        }
        let state = session.state();
        self.pieces = Piece::on(state, map);
        self.trails = trails(session, map);
        self.answers = Answers::of(self, state);
        self.made_for = Some(asked);
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
