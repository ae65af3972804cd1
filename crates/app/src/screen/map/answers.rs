//! The answers of a map layer: overlays on the map's areas, and text about the cursor's area.

use super::{
    moving::may_follow,
    offer::from_cursor,
    table::{Answers, Asked, Layer, MapScreen},
};
use crate::{session::Session, shared_commands::can_order, trails::trails};
use wardiary_base::ground::{Cell, Ground, Place, Sight};
use wardiary_rules::{
    notation::refusal,
    rules::{
        movement::reach,
        volley::{FieldOfFire, fires_from},
    },
    state::{State, Unit},
};
use wardiary_view::map::{Answer, Overlay, Piece, Tone, holders};

impl Answers {
    /// The answers to the question that the screen asks now.
    pub fn of(screen: &MapScreen, state: &State) -> Self {
        let Some(ground) = screen.ground(state) else { return Self::default() };
        let chosen = screen.chosen.and_then(|id| state.unit(id));
        let placed =
            chosen.and_then(|unit| unit.place.filter(|place| Some(place.map) == screen.map).map(|p| (unit, p)));
        match (screen.layer, placed) {
            (Layer::Orders, _) if !screen.who.is_empty() => Self::orders(screen, state, ground),
            (Layer::Ranges, Some((unit, place))) => Self::ranges(state, ground, unit, place),
            (Layer::Ranges, None) => Self::titled("choose a unit to see its ranges"),
            (Layer::Threat, _) => Self::threat(screen, state, ground),
            (Layer::Sight, _) => Self::sight(screen.cursor, state, ground),
            (Layer::Objectives, _) => Self::objectives(screen, ground),
            (Layer::Ground, _) => Self::titled("the ground alone"),
            (Layer::Orders, _) => Self::default(),
        }
    }

    /// An answer that is a title alone.
    fn titled(title: &str) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Where the subjects of an order can go.
    fn orders(screen: &MapScreen, state: &State, ground: &Ground) -> Self {
        let who = screen.name_of_all(state);
        let Some(Ok(reach)) = &screen.reach else { return Self { overlay: None, title: who } };
        let mut overlay = Overlay::of(ground, Answer::default());
        // A column can only go to areas that all of it can reach.
        for area in reach.areas.iter().filter(|area| may_follow(state, &screen.who, area.at).is_ok()) {
            let tone = if area.stops.is_empty() { Tone::Good } else { Tone::Stop };
            overlay.set(area.at, tone, area.cost);
        }
        Self { overlay: Some(overlay), title: format!("where {who} can go") }
    }

    fn ranges(state: &State, ground: &Ground, unit: &Unit, place: Place) -> Self {
        let mut overlay = Overlay::of(ground, Answer::default());
        // For a unit that may not fire now, shows where it could fire otherwise.
        let after_any_move = fires_from(state, unit.id).is_err();
        let field = FieldOfFire::of(state, place.map);
        let reached = field.map(|field| field.reached(unit, place, after_any_move)).unwrap_or_default();
        for (cell, shot) in reached {
            overlay.set(cell, Tone::Good, shot.dice.into());
        }
        Self { overlay: Some(overlay), title: format!("the dice of {} by range", unit.name) }
    }

    fn threat(screen: &MapScreen, state: &State, ground: &Ground) -> Self {
        let Some((side, map)) = screen.own_side(state).zip(screen.map) else {
            return Self::titled("choose a unit to see who threatens its side");
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
        Self { overlay: Some(overlay), title }
    }

    fn sight(from: Cell, state: &State, ground: &Ground) -> Self {
        let seen = Sight::new(ground, &state.book().ground).from(from);
        let mut overlay = Overlay::of(ground, Answer::default());
        for (at, seen) in seen.into_iter().enumerate() {
            overlay.set(ground.cell(at), if seen { Tone::None } else { Tone::Hidden }, 0);
        }
        Self { overlay: Some(overlay), title: format!("what is seen from {from}") }
    }

    fn objectives(screen: &MapScreen, ground: &Ground) -> Self {
        // Everything else is dimmed; flags show the holders.
        let mut overlay = Overlay::of(ground, Answer { tone: Tone::Dim, number: 0 });
        screen.holders.iter().for_each(|(cell, _)| overlay.set(*cell, Tone::None, 0));
        Self { overlay: Some(overlay), title: "who holds the objectives".into() }
    }
}

impl MapScreen {
    /// Computes what is drawn, the pieces and the answers, and reuses it until an input changes.
    pub(super) fn make_answers(&mut self, session: &Session) {
        let Some(map) = self.map else { return };
        let state = session.state();
        self.who = self.subjects(session);
        let asked = Asked {
            entry: session.entry(),
            reviewing: session.is_reviewing(),
            map,
            layer: self.layer,
            chosen: self.chosen,
            who: self.who.clone(),
            from: (self.layer == Layer::Sight).then_some(self.cursor),
        };
        if self.made_for.as_ref() != Some(&asked) {
            self.pieces = Piece::on(state, map);
            self.in_theatre = state.stationed_on(map).next().map(|_| Piece::shown_on(state, map));
            self.holders = state.map(map).map(|map| holders(state, map)).unwrap_or_default();
            self.trails = trails(session, map);
            let reach = self.who.first().map(|who| reach(state, *who));
            self.reach = reach.map(|reach| reach.map_err(|why| refusal::describe(&why, state).what));
            self.answers = Answers::of(self, state);
            self.made_for = Some(asked);
            self.said_at = None;
        }
        let about = (self.cursor, self.plan.is_some());
        if self.said_at != Some(about) {
            self.said = self.said_of_cursor(state, can_order(self, session).is_ok()).unwrap_or_default();
            let mut known = std::mem::take(&mut self.known);
            let shown = self.layer == Layer::Orders || self.plan.is_some();
            let attacks = if shown { from_cursor(self, state, &mut known) } else { None };
            self.attacks = attacks.unwrap_or_default();
            self.known = known;
            self.said_at = Some(about);
        }
    }
}
