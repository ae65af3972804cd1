//! The Map screen's state: which map, what of it is seen, who is chosen, what is asked, what is composed.

use super::layer::{Answers, Layer};
use crate::{
    app::session::Session,
    book::Stacking,
    diary::EntryNo,
    ground::{Cell, Ground},
    id::{BattleId, Id, MapId, SideId, UnitId},
    state::{State, Unit},
    view::map::{Camera, Holder, Piece, Plan, Trail, Zoom},
};

/// The Map screen.
pub(crate) struct MapScreen {
    /// The map that is shown.
    pub(super) map: Option<MapId>,
    /// The area of the cursor.
    pub(super) cursor: Cell,
    /// What of the map is seen.
    pub(super) camera: Camera,
    /// Whether all of it is to be seen, as near as it fits, when the next frame is made ready.
    pub(super) wants_whole: bool,
    /// Whether the cursor's area is to be in the middle when the next frame is made ready.
    pub(super) centre: bool,
    /// The columns and rows that are seen whole.
    pub(super) seen: (u16, u16),
    /// The unit that is chosen.
    pub(super) chosen: Option<UnitId>,
    /// What is asked about the areas.
    pub(super) layer: Layer,
    /// The move that is being composed.
    pub(super) plan: Option<Plan>,
    /// Who stands where, at the entry that is looked at.
    pub(super) pieces: Vec<Piece>,
    /// Who holds the objectives.
    pub(super) holders: Vec<(Cell, Holder)>,
    /// What the entry moved.
    pub(super) trails: Vec<Trail>,
    /// What is answered.
    pub(super) answers: Answers,
    /// What the four before were made for.
    pub(super) made_for: Option<Asked>,
    /// What is said of the cursor's area.
    pub(super) said: String,
    /// The area of which that is said, where what the answers were made for still holds.
    pub(super) said_at: Option<Cell>,
}

/// What answers depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub entry: EntryNo,
    pub reviewing: bool,
    pub map: MapId,
    pub layer: Layer,
    pub chosen: Option<UnitId>,
    /// The cursor, where the answers are about it.
    pub from: Option<Cell>,
}

impl MapScreen {
    /// The screen as it is when it opens.
    #[must_use]
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            map: None,
            cursor: Cell::new(0, 0),
            camera: Camera { zoom: Zoom::Far, first: Cell::new(0, 0) },
            wants_whole: true,
            centre: false,
            seen: (1, 1),
            chosen: None,
            layer: Layer::Orders,
            plan: None,
            pieces: Vec::new(),
            holders: Vec::new(),
            trails: Vec::new(),
            answers: Answers::default(),
            made_for: None,
            said: String::new(),
            said_at: None,
        };
        screen.follow(session);
        screen.go_to_first(session);
        screen
    }

    /// Brings what depends on the diary up to date with it.
    pub(super) fn follow(&mut self, session: &Session) {
        let state = session.state();
        let is_there = |id: &MapId| state.map(*id).is_some();
        let fought_on = || state.open_battles().find_map(|battle| battle.map);
        self.map = self.map.filter(is_there).or_else(fought_on).or_else(|| state.maps().first().map(|map| map.id));
        self.chosen = self.chosen.filter(|id| state.unit(*id).is_some_and(Unit::is_alive));
        self.made_for = None;
        self.said.clear();
    }

    /// The cursor goes to the first unit of the side to act, or else to the middle of the map.
    pub(super) fn go_to_first(&mut self, session: &Session) {
        let state = session.state();
        let Some(ground) = self.ground(state) else { return };
        let own = self.own_units(state);
        let first = own.first().and_then(|id| self.cell_of(state, *id));
        self.cursor = first.unwrap_or(Cell::new(ground.width() / 2, ground.height() / 2));
    }

    /// The ground of the map that is shown.
    pub(super) fn ground<'s>(&self, state: &'s State) -> Option<&'s Ground> {
        state.map(self.map?).map(|map| &*map.ground)
    }

    /// The battle that is fought on the map: one that is under way, or else the last.
    pub(super) fn battle(&self, state: &State) -> Option<BattleId> {
        let on_it = || state.battles().iter().filter(|battle| battle.map.is_some() && battle.map == self.map);
        let open = on_it().find(|battle| battle.over.is_none());
        open.or_else(|| on_it().next_back()).map(|battle| battle.id)
    }

    /// Where a unit stands, if it stands on the map that is shown.
    pub(super) fn cell_of(&self, state: &State, unit: UnitId) -> Option<Cell> {
        let place = state.unit(unit)?.place?;
        (Some(place.map) == self.map).then_some(place.cell)
    }

    /// The side whose units are gone through: the one to act, or else the chosen unit's.
    pub(super) fn own_side(&self, state: &State) -> Option<SideId> {
        let acting = self.battle(state).and_then(|id| state.battle(id)).and_then(|battle| battle.acting);
        acting.or_else(|| self.chosen.and_then(|id| state.unit(id)).map(|unit| unit.side))
    }

    /// The units on the map that are gone through, those that have not moved first.
    pub(super) fn own_units(&self, state: &State) -> Vec<UnitId> {
        let Some(map) = self.map else { return Vec::new() };
        let side = self.own_side(state);
        let own = state.units_on(map).filter(|(unit, _)| side.is_none_or(|side| unit.side == side));
        let (moved, unmoved): (Vec<UnitId>, Vec<UnitId>) =
            own.map(|(unit, _)| unit.id).partition(|id| state.move_of(*id).is_some());
        [unmoved, moved].concat()
    }

    /// The piece in an area.
    pub(super) fn piece_at(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.binary_search_by_key(&cell, |piece| piece.cell).ok().map(|at| &self.pieces[at])
    }
}

/// What a unit is named as in an order: its stack, where stacks count as one unit and all of it stands there.
pub(super) fn subject(state: &State, unit: UnitId) -> Id {
    let stacked = matches!(state.book().ground.stacking, Stacking::Stack(_));
    let stack = state.unit(unit).and_then(|unit| unit.stack).filter(|_| stacked);
    let place = |unit: &Unit| unit.place.map(|place| (place.map, place.cell));
    let together = |stack: &crate::id::StackId| {
        let mut places = state.units_of_stack(*stack).map(place);
        let first = places.next().flatten();
        first.is_some() && places.all(|place| place == first)
    };
    stack.filter(together).map_or_else(|| unit.into(), Into::into)
}
