//! The state of the Map screen: the map, the camera, the selection, the layer, and the move being composed.

use super::attacks::{Attacks, OddsCache};
use crate::session::Session;
use wardiary_base::{
    ground::{Cell, Ground},
    id::{BattleId, Id, MapId, SideId, UnitId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    rules::movement::Reach,
    state::{Battle, PendingDecision, State, Unit},
};
use wardiary_view::map::{Camera, Holder, MoveTrace, Overlay, Piece, PlannedMove, Zoom};

/// The rows that the card wants below the map, and the rows that the map can use.
#[derive(Clone, Copy, Default)]
pub(super) struct RowNeeds {
    pub card: u16,
    pub map: u16,
}

pub(crate) struct MapScreen {
    pub(super) map: Option<MapId>,
    pub(super) shown_battle: Option<BattleId>,
    pub(super) cursor: Cell,
    pub(super) camera: Camera,
    /// Whether the next frame zooms so that the whole map fits.
    pub(super) fits_map_next: bool,
    /// Whether the next frame centres the cursor's area.
    pub(super) centres_cursor: bool,
    /// The number of columns and rows of areas that are fully visible.
    pub(super) visible_areas: (u16, u16),
    pub(super) selected_unit: Option<UnitId>,
    /// The subjects of an order: the picks in their order, or else the selection; a unit of a stack that moves as one
    /// is its stack.
    pub(super) subjects: Vec<Id>,
    /// Whether something has happened since the last cycle through the units. Units that have not moved then come
    /// first.
    pub(super) restarts_cycle: bool,
    /// The area where the mouse button was pressed, and whether the pointer has left it since.
    pub(super) pressed: Option<(Cell, bool)>,
    /// The question shown on the areas.
    pub(super) layer: Layer,
    pub(super) plan: Option<PlannedMove>,
    /// The pieces on the map at the viewed entry.
    pub(super) pieces: Vec<Piece>,
    /// Those pieces and the ones that stand there only in the theatre, if there are any. Orders on the map apply to
    /// pieces placed on it.
    pub(super) in_theatre: Option<Vec<Piece>>,
    pub(super) holders: Vec<(Cell, Holder)>,
    pub(super) move_traces: Vec<MoveTrace>,
    /// The viewed entry and its description.
    pub(super) entry_text: (EntryNo, String),
    pub(super) wanted_rows: RowNeeds,
    pub(super) answers: LayerAnswers,
    /// Where the first subject of an order can go, or why it can't.
    pub(super) reach: Option<Result<Reach, String>>,
    /// The inputs of all the answers above.
    pub(super) answers_key: Option<AnswersKey>,
    pub(super) area_text: String,
    pub(super) attacks: Attacks,
    /// The area that `area_text` describes, and whether a move is being composed; `None` after the inputs of the
    /// answers have changed.
    pub(super) area_text_key: Option<(Cell, bool)>,
    pub(super) odds_cache: OddsCache,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnswersKey {
    pub entry: EntryNo,
    pub reviewing: bool,
    pub map: MapId,
    pub layer: Layer,
    pub selected_unit: Option<UnitId>,
    pub subjects: Vec<Id>,
    /// The cursor's area, if the answers depend on it.
    pub cursor: Option<Cell>,
}

impl MapScreen {
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            map: None,
            shown_battle: None,
            cursor: Cell::new(0, 0),
            camera: Camera { zoom: Zoom::Far, top_left: Cell::new(0, 0), fills: true },
            fits_map_next: true,
            centres_cursor: false,
            visible_areas: (1, 1),
            selected_unit: None,
            subjects: Vec::new(),
            restarts_cycle: false,
            pressed: None,
            layer: Layer::Orders,
            plan: None,
            pieces: Vec::new(),
            in_theatre: None,
            holders: Vec::new(),
            move_traces: Vec::new(),
            entry_text: (0, String::new()),
            wanted_rows: RowNeeds::default(),
            answers: LayerAnswers::default(),
            reach: None,
            answers_key: None,
            area_text: String::new(),
            attacks: Attacks::default(),
            area_text_key: None,
            odds_cache: OddsCache::default(),
        };
        screen.shown_battle = session.battle();
        screen.refresh(session);
        screen.move_cursor_to_first(session);
        screen
    }

    pub(super) fn refresh(&mut self, session: &Session) {
        let state = session.state();
        let is_there = |id: &MapId| state.map(*id).is_some();
        let shown = || session.battle().and_then(|battle| state.battle(battle)?.map);
        let fought_on = || shown().or_else(|| state.open_battles().find_map(|battle| battle.map));
        self.map = self.map.filter(is_there).or_else(fought_on).or_else(|| state.maps().first().map(|map| map.id));
        self.selected_unit = self.selected_unit.filter(|id| state.unit(*id).is_some_and(Unit::is_alive));
        self.subjects = self.find_subjects(session);
        self.answers_key = None;
        self.area_text.clear();
        self.attacks = Attacks::default();
        self.restarts_cycle = true;
    }

    pub(super) fn update_battle(&mut self, session: &Session) {
        if self.shown_battle == session.battle() {
            return;
        }
        self.shown_battle = session.battle();
        let map = self.shown_battle.and_then(|battle| session.state().battle(battle)?.map);
        if map.is_some() && map != self.map {
            self.map = map;
            self.selected_unit = None;
            self.plan = None;
            self.fits_map_next = true;
            self.refresh(session);
            self.move_cursor_to_first(session);
        } else {
            self.refresh(session);
        }
    }

    pub(super) fn update_entry_text(&mut self, session: &mut Session) {
        let no = session.entry();
        if self.entry_text.0 != no {
            let place = session.position_of(no);
            let text = place.checked_sub(1).and_then(|at| session.accounts(at, 1).pop());
            self.entry_text = (
                no,
                text.map_or_else(String::new, |text| {
                    let came = if text.sentences.is_empty() { "" } else { ": " };
                    format!("entry {no}: {}{came}{}", text.order_line, text.sentences.join("; "))
                }),
            );
        }
    }

    /// The subjects of an order, among those on the shown map: the picks, or else the selection. A stack that does not
    /// move as one counts as its units.
    pub(super) fn find_subjects(&self, session: &Session) -> Vec<Id> {
        let state = session.state();
        let units: Vec<UnitId> = match session.picked() {
            [] => self.selected_unit.into_iter().collect(),
            picked => picked.iter().flat_map(|id| state.units_for_id(*id)).map(|unit| unit.id).collect(),
        };
        let mut all: Vec<Id> = Vec::new();
        for unit in units.into_iter().filter(|unit| self.cell_of(state, *unit).is_some()) {
            let id = state.moving_id(unit);
            if state.unit(unit).is_some_and(Unit::is_alive) && !all.contains(&id) {
                all.push(id);
            }
        }
        all
    }

    /// The side whose orders are composed.
    pub(super) fn side_of_order(&self, state: &State) -> Option<SideId> {
        self.subjects
            .first()
            .and_then(|id| state.side_of(*id))
            .or_else(|| state.unit(self.selected_unit?).map(|unit| unit.side))
    }

    /// The area of the first subject of an order.
    pub(super) fn subject_cell(&self, state: &State) -> Option<Cell> {
        state.units_for_id(*self.subjects.first()?).into_iter().find_map(|unit| self.cell_of(state, unit.id))
    }

    /// The names of the subjects: `1st Fusiliers`, `1st Fusiliers and 2 more`.
    pub(super) fn subject_names(&self, state: &State) -> String {
        match self.subjects[..] {
            [] => String::new(),
            [one] => state.name(one),
            [first, ref others @ ..] => format!("{} and {} more", state.name(first), others.len()),
        }
    }

    /// Moves the cursor to the first unit of the side to act, or else to the middle of the map.
    pub(super) fn move_cursor_to_first(&mut self, session: &Session) {
        let state = session.state();
        let Some(ground) = self.ground(state) else { return };
        let own = self.cycled_units(state);
        let first = own.first().and_then(|id| self.cell_of(state, *id));
        self.cursor = first.unwrap_or(Cell::new(ground.width() / 2, ground.height() / 2));
    }

    pub(super) fn ground<'s>(&self, state: &'s State) -> Option<&'s Ground> {
        state.map(self.map?).map(|map| &*map.ground)
    }

    /// The battle that is fought on the map: the shown one, or one under way, or else the last.
    pub(super) fn battle(&self, state: &State) -> Option<BattleId> {
        let on_it = || state.battles().iter().filter(|battle| battle.map.is_some() && battle.map == self.map);
        if let Some(shown) = on_it().find(|battle| Some(battle.id) == self.shown_battle) {
            return Some(shown.id);
        }
        let open = on_it().find(|battle| battle.ended.is_none());
        open.or_else(|| on_it().next_back()).map(|battle| battle.id)
    }

    /// The area of a unit, if it is on the shown map.
    pub(super) fn cell_of(&self, state: &State, unit: UnitId) -> Option<Cell> {
        let place = state.unit(unit)?.place?;
        (Some(place.map) == self.map).then_some(place.cell)
    }

    /// The side whose units the keys cycle through: the one that has to choose, the one to act, or else the selected
    /// unit's.
    pub(super) fn cycled_side(&self, state: &State) -> Option<SideId> {
        let battle = self.battle(state).and_then(|id| state.battle(id));
        let deciding_side = battle.and_then(Battle::pending_decision).map(|awaiting| match awaiting {
            PendingDecision::First(side) | PendingDecision::Rerolls(side, _) => side,
        });
        deciding_side
            .or_else(|| battle.and_then(|battle| battle.acting_side))
            .or_else(|| self.selected_unit.and_then(|id| state.unit(id)).map(|unit| unit.side))
    }

    /// The units that the keys cycle through, those that have not moved first. A stack that moves as one counts once.
    pub(super) fn cycled_units(&self, state: &State) -> Vec<UnitId> {
        let Some(map) = self.map else { return Vec::new() };
        let side = self.cycled_side(state);
        let own = state.units_on(map).filter(|(unit, _)| side.is_none_or(|side| unit.side == side));
        let mut movers: Vec<(Id, UnitId)> = Vec::new();
        for (unit, _) in own {
            let id = state.moving_id(unit.id);
            if id == unit.id.into() || !movers.iter().any(|(other, _)| *other == id) {
                movers.push((id, unit.id));
            }
        }
        let (moved, unmoved): (Vec<UnitId>, Vec<UnitId>) =
            movers.into_iter().map(|(_, unit)| unit).partition(|id| state.move_of(*id).is_some());
        [unmoved, moved].concat()
    }

    pub(super) fn piece_at(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.binary_search_by_key(&cell, |piece| piece.cell).ok().map(|at| &self.pieces[at])
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// Where the selected unit can go.
    Orders,
    /// Where the selected unit can fire.
    Ranges,
    /// Where the enemy can fire.
    Threat,
    /// The areas visible from the cursor's area.
    Sight,
    Objectives,
    Ground,
}

impl Layer {
    pub const ALL: [Self; 6] = [Self::Orders, Self::Ranges, Self::Threat, Self::Sight, Self::Objectives, Self::Ground];
}

#[derive(Default)]
pub(super) struct LayerAnswers {
    pub overlay: Option<Overlay>,
    pub title: String,
}
