//! The answers of a map layer: overlays on the map's areas, and text about the cursor's area.

use super::{
    attack_suggestion::attacks_from_cursor,
    move_order::can_follow,
    screen_state::{AnswersKey, Layer, LayerAnswers, MapScreen},
};
use crate::{move_traces::move_traces, session::Session, shared_commands::can_order};
use wardiary_base::ground::{Cell, Ground, Place, Sight};
use wardiary_rules::{
    notation::refusal,
    rules::{
        movement::reach,
        volley::{FieldOfFire, firing_place},
    },
    state::{State, Unit},
};
use wardiary_view::map::{Answer, AnswerTone, Overlay, Piece, holders};

impl LayerAnswers {
    /// The answers to the question that the screen asks now.
    pub fn compute(screen: &MapScreen, state: &State) -> Self {
        let Some(ground) = screen.ground(state) else { return Self::default() };
        let chosen = screen.selected_unit.and_then(|id| state.unit(id));
        let placed =
            chosen.and_then(|unit| unit.place.filter(|place| Some(place.map) == screen.map).map(|p| (unit, p)));
        match (screen.layer, placed) {
            (Layer::Orders, _) if !screen.subjects.is_empty() => Self::order_answers(screen, state, ground),
            (Layer::Ranges, Some((unit, place))) => Self::range_answers(state, ground, unit, place),
            (Layer::Ranges, None) => Self::title_only("choose a unit to see its ranges"),
            (Layer::Threat, _) => Self::threat_answers(screen, state, ground),
            (Layer::Sight, _) => Self::sight_answers(screen.cursor, state, ground),
            (Layer::Objectives, _) => Self::objective_answers(screen, ground),
            (Layer::Ground, _) => Self::title_only("the ground alone"),
            (Layer::Orders, _) => Self::default(),
        }
    }

    fn title_only(title: &str) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Where the subjects of an order can go.
    fn order_answers(screen: &MapScreen, state: &State, ground: &Ground) -> Self {
        let who = screen.subject_names(state);
        let Some(Ok(reach)) = &screen.reach else { return Self { overlay: None, title: who } };
        let mut overlay = Overlay::filled(ground, Answer::default());
        // A column can only go to areas that all of it can reach.
        for area in reach.areas.iter().filter(|area| can_follow(state, &screen.subjects, area.at).is_ok()) {
            let tone = if area.stopping_enemies.is_empty() { AnswerTone::Good } else { AnswerTone::Stop };
            overlay.set(area.at, tone, area.cost);
        }
        Self { overlay: Some(overlay), title: format!("where {who} can go") }
    }

    fn range_answers(state: &State, ground: &Ground, unit: &Unit, place: Place) -> Self {
        let mut overlay = Overlay::filled(ground, Answer::default());
        // For a unit that may not fire now, shows where it could fire otherwise.
        let after_any_move = firing_place(state, unit.id).is_err();
        let field = FieldOfFire::new(state, place.map);
        let reached = field.map(|field| field.cells_in_range(unit, place, after_any_move)).unwrap_or_default();
        for (cell, shot) in reached {
            overlay.set(cell, AnswerTone::Good, shot.dice.into());
        }
        Self { overlay: Some(overlay), title: format!("the dice of {} by range", unit.name) }
    }

    fn threat_answers(screen: &MapScreen, state: &State, ground: &Ground) -> Self {
        let Some((side, map)) = screen.cycled_side(state).zip(screen.map) else {
            return Self::title_only("choose a unit to see who threatens its side");
        };
        let mut enemies = vec![0u16; ground.areas()];
        let fires = |unit: &Unit| unit.side != side && !unit.is_ineffective();
        let field = FieldOfFire::new(state, map);
        for (unit, place) in state.units_on(map).filter(|(unit, _)| fires(unit)) {
            let reached = field.iter().flat_map(|field| field.cells_in_range(unit, place, true));
            for at in reached.filter_map(|(cell, _)| ground.index(cell)) {
                enemies[at] += 1;
            }
        }
        let mut overlay = Overlay::filled(ground, Answer::default());
        for (at, many) in enemies.into_iter().enumerate().filter(|(_, many)| *many > 0) {
            overlay.set(ground.cell(at), AnswerTone::Bad, many);
        }
        let title = format!("how many enemies of {} can fire into each area", state.name(side));
        Self { overlay: Some(overlay), title }
    }

    fn sight_answers(from: Cell, state: &State, ground: &Ground) -> Self {
        let seen = Sight::new(ground, &state.book().ground).visible_from(from);
        let mut overlay = Overlay::filled(ground, Answer::default());
        for (at, seen) in seen.into_iter().enumerate() {
            overlay.set(ground.cell(at), if seen { AnswerTone::None } else { AnswerTone::Hidden }, 0);
        }
        Self { overlay: Some(overlay), title: format!("areas visible from {from}") }
    }

    fn objective_answers(screen: &MapScreen, ground: &Ground) -> Self {
        // Everything else is dimmed; flags show the holders.
        let mut overlay = Overlay::filled(ground, Answer { tone: AnswerTone::Dim, number: 0 });
        screen.holders.iter().for_each(|(cell, _)| overlay.set(*cell, AnswerTone::None, 0));
        Self { overlay: Some(overlay), title: "holders of the objectives".into() }
    }
}

impl MapScreen {
    /// Computes what is drawn, the pieces and the answers, and reuses it until an input changes.
    pub(super) fn update_answers(&mut self, session: &Session) {
        let Some(map) = self.map else { return };
        let state = session.state();
        self.subjects = self.find_subjects(session);
        let asked = AnswersKey {
            entry: session.entry(),
            reviewing: session.is_reviewing(),
            map,
            layer: self.layer,
            selected_unit: self.selected_unit,
            subjects: self.subjects.clone(),
            cursor: (self.layer == Layer::Sight).then_some(self.cursor),
        };
        if self.answers_key.as_ref() != Some(&asked) {
            self.pieces = Piece::on_map(state, map);
            let in_theatre = Piece::on_map_with_theatre(state, map);
            self.in_theatre = (in_theatre != self.pieces).then_some(in_theatre);
            self.holders = state.map(map).map(|map| holders(state, map)).unwrap_or_default();
            self.move_traces = move_traces(session, map);
            let reach = self.subjects.first().map(|who| reach(state, *who));
            self.reach = reach.map(|reach| reach.map_err(|why| refusal::describe(&why, state).reason));
            self.answers = LayerAnswers::compute(self, state);
            self.answers_key = Some(asked);
            self.area_text_key = None;
        }
        let about = (self.cursor, self.plan.is_some());
        if self.area_text_key != Some(about) {
            self.area_text = self.cursor_text(state, can_order(self, session).is_ok()).unwrap_or_default();
            let mut known = std::mem::take(&mut self.odds_cache);
            let shown = self.layer == Layer::Orders || self.plan.is_some();
            let attacks = if shown { attacks_from_cursor(self, state, &mut known) } else { None };
            self.attacks = attacks.unwrap_or_default();
            self.odds_cache = known;
            self.area_text_key = Some(about);
        }
    }
}
