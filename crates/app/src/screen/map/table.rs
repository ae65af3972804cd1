//! The state of the Map screen: the map, the camera, the selection, the layer, and the move being composed.

use super::attacks::{Attacks, KnownOdds};
use crate::session::Session;
use wardiary_base::{
    ground::{Cell, Ground},
    id::{BattleId, Id, MapId, SideId, UnitId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    rules::movement::Reach,
    state::{Awaiting, Battle, State, Unit},
};
use wardiary_view::map::{Camera, Holder, Overlay, Piece, Plan, Trail, Zoom};

/// The rows that the card wants below the map, and the rows that the map can use.
#[derive(Clone, Copy, Default)]
pub(super) struct Wanted {
    pub card: u16,
    pub map: u16,
}

pub(crate) struct MapScreen {
    pub(super) map: Option<MapId>,
    /// The battle that was shown last.
    pub(super) of_battle: Option<BattleId>,
    pub(super) cursor: Cell,
    pub(super) camera: Camera,
    /// Whether the next frame zooms so that the whole map fits.
    pub(super) wants_whole: bool,
    /// Whether the next frame centres the cursor's area.
    pub(super) centre: bool,
    /// The number of columns and rows of areas that are fully visible.
    pub(super) seen: (u16, u16),
    pub(super) chosen: Option<UnitId>,
    /// The subjects of an order: the picks in their order, or else the selection; a unit of a stack that moves as one
    /// is its stack.
    pub(super) who: Vec<Id>,
    /// Whether something has happened since the last cycle through the units. Units that have not moved then come
    /// first.
    pub(super) begins_anew: bool,
    /// The area where the mouse button was pressed, and whether the pointer has left it since.
    pub(super) pressed: Option<(Cell, bool)>,
    /// The question shown on the areas.
    pub(super) layer: Layer,
    pub(super) plan: Option<Plan>,
    /// The pieces on the map at the viewed entry.
    pub(super) pieces: Vec<Piece>,
    /// Those pieces and the ones that stand there only in the theatre, if there are any. Orders on the map apply to
    /// pieces placed on it.
    pub(super) in_theatre: Option<Vec<Piece>>,
    /// The holders of the objectives.
    pub(super) holders: Vec<(Cell, Holder)>,
    /// The moves of the viewed entry.
    pub(super) trails: Vec<Trail>,
    /// The viewed entry and its description.
    pub(super) told: (EntryNo, String),
    /// The rows that the card and the map want.
    pub(super) wanted: Wanted,
    pub(super) answers: Answers,
    /// Where the first subject of an order can go, or why it can't.
    pub(super) reach: Option<Result<Reach, String>>,
    /// The inputs of all the answers above.
    pub(super) made_for: Option<Asked>,
    /// The description of the cursor's area.
    pub(super) said: String,
    /// The targets from the cursor's area.
    pub(super) attacks: Attacks,
    /// The area that `said` describes, and whether a move is being composed; `None` once the inputs of the answers have
    /// changed.
    pub(super) said_at: Option<(Cell, bool)>,
    pub(super) known: KnownOdds,
}

/// The inputs of the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub entry: EntryNo,
    pub reviewing: bool,
    pub map: MapId,
    pub layer: Layer,
    pub chosen: Option<UnitId>,
    pub who: Vec<Id>,
    /// The cursor's area, if the answers depend on it.
    pub from: Option<Cell>,
}

impl MapScreen {
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            map: None,
            of_battle: None,
            cursor: Cell::new(0, 0),
            camera: Camera { zoom: Zoom::Far, first: Cell::new(0, 0) },
            wants_whole: true,
            centre: false,
            seen: (1, 1),
            chosen: None,
            who: Vec::new(),
            begins_anew: false,
            pressed: None,
            layer: Layer::Orders,
            plan: None,
            pieces: Vec::new(),
            in_theatre: None,
            holders: Vec::new(),
            trails: Vec::new(),
            told: (0, String::new()),
            wanted: Wanted::default(),
            answers: Answers::default(),
            reach: None,
            made_for: None,
            said: String::new(),
            attacks: Attacks::default(),
            said_at: None,
            known: KnownOdds::default(),
        };
        screen.of_battle = session.battle();
        screen.follow(session);
        screen.go_to_first(session);
        screen
    }

    /// Updates everything that depends on the diary.
    pub(super) fn follow(&mut self, session: &Session) {
        let state = session.state();
        let is_there = |id: &MapId| state.map(*id).is_some();
        let shown = || session.battle().and_then(|battle| state.battle(battle)?.map);
        let fought_on = || shown().or_else(|| state.open_battles().find_map(|battle| battle.map));
        self.map = self.map.filter(is_there).or_else(fought_on).or_else(|| state.maps().first().map(|map| map.id));
        self.chosen = self.chosen.filter(|id| state.unit(*id).is_some_and(Unit::is_alive));
        self.who = self.subjects(session);
        self.made_for = None;
        self.said.clear();
        self.attacks = Attacks::default();
        self.begins_anew = true;
    }

    /// When another battle is shown, shows its map.
    pub(super) fn follow_battle(&mut self, session: &Session) {
        if self.of_battle == session.battle() {
            return;
        }
        self.of_battle = session.battle();
        let map = self.of_battle.and_then(|battle| session.state().battle(battle)?.map);
        if map.is_some() && map != self.map {
            self.map = map;
            self.chosen = None;
            self.plan = None;
            self.wants_whole = true;
            self.follow(session);
            self.go_to_first(session);
        } else {
            self.follow(session);
        }
    }

    /// Caches the description of the viewed entry.
    pub(super) fn tell(&mut self, session: &mut Session) {
        let no = session.entry();
        if self.told.0 != no {
            let place = session.place_of(no);
            let told = place.checked_sub(1).and_then(|at| session.tell(at, 1).pop());
            self.told = (
                no,
                told.map_or_else(String::new, |told| {
                    let came = if told.sentences.is_empty() { "" } else { ": " };
                    format!("entry {no}: {}{came}{}", told.headline, told.sentences.join("; "))
                }),
            );
        }
    }

    /// The subjects of an order, among those on the shown map: the picks, or else the selection. A stack that does not
    /// move as one counts as its units.
    pub(super) fn subjects(&self, session: &Session) -> Vec<Id> {
        let state = session.state();
        let units: Vec<UnitId> = match session.picked() {
            [] => self.chosen.into_iter().collect(),
            picked => picked.iter().flat_map(|id| state.units_meant(*id)).map(|unit| unit.id).collect(),
        };
        let mut all: Vec<Id> = Vec::new();
        for unit in units.into_iter().filter(|unit| self.cell_of(state, *unit).is_some()) {
            let id = state.moves_as(unit);
            if state.unit(unit).is_some_and(Unit::is_alive) && !all.contains(&id) {
                all.push(id);
            }
        }
        all
    }

    /// The side whose orders are composed.
    pub(super) fn side_of_order(&self, state: &State) -> Option<SideId> {
        self.who.first().and_then(|id| state.side_of(*id)).or_else(|| state.unit(self.chosen?).map(|unit| unit.side))
    }

    /// The area of the first subject of an order.
    pub(super) fn from(&self, state: &State) -> Option<Cell> {
        state.units_meant(*self.who.first()?).into_iter().find_map(|unit| self.cell_of(state, unit.id))
    }

    /// The names of the subjects: `1st Fusiliers`, `1st Fusiliers and 2 more`.
    pub(super) fn name_of_all(&self, state: &State) -> String {
        match self.who[..] {
            [] => String::new(),
            [one] => state.name(one),
            [first, ref others @ ..] => format!("{} and {} more", state.name(first), others.len()),
        }
    }

    /// Moves the cursor to the first unit of the side to act, or else to the middle of the map.
    pub(super) fn go_to_first(&mut self, session: &Session) {
        let state = session.state();
        let Some(ground) = self.ground(state) else { return };
        let own = self.own_units(state);
        let first = own.first().and_then(|id| self.cell_of(state, *id));
        self.cursor = first.unwrap_or(Cell::new(ground.width() / 2, ground.height() / 2));
    }

    pub(super) fn ground<'s>(&self, state: &'s State) -> Option<&'s Ground> {
        state.map(self.map?).map(|map| &*map.ground)
    }

    /// The battle that is fought on the map: the shown one, or one under way, or else the last.
    pub(super) fn battle(&self, state: &State) -> Option<BattleId> {
        let on_it = || state.battles().iter().filter(|battle| battle.map.is_some() && battle.map == self.map);
        if let Some(shown) = on_it().find(|battle| Some(battle.id) == self.of_battle) {
            return Some(shown.id);
        }
        let open = on_it().find(|battle| battle.over.is_none());
        open.or_else(|| on_it().next_back()).map(|battle| battle.id)
    }

    /// The area of a unit, if it is on the shown map.
    pub(super) fn cell_of(&self, state: &State, unit: UnitId) -> Option<Cell> {
        let place = state.unit(unit)?.place?;
        (Some(place.map) == self.map).then_some(place.cell)
    }

    /// The side whose units the keys cycle through: the one that has to choose, the one to act, or else the selected
    /// unit's.
    pub(super) fn own_side(&self, state: &State) -> Option<SideId> {
        let battle = self.battle(state).and_then(|id| state.battle(id));
        let choosing = battle.and_then(Battle::awaiting).map(|awaiting| match awaiting {
            Awaiting::First(side) | Awaiting::Rerolls(side, _) => side,
        });
        choosing
            .or_else(|| battle.and_then(|battle| battle.acting))
            .or_else(|| self.chosen.and_then(|id| state.unit(id)).map(|unit| unit.side))
    }

    /// The units that the keys cycle through, those that have not moved first. A stack that moves as one counts once.
    pub(super) fn own_units(&self, state: &State) -> Vec<UnitId> {
        let Some(map) = self.map else { return Vec::new() };
        let side = self.own_side(state);
        let own = state.units_on(map).filter(|(unit, _)| side.is_none_or(|side| unit.side == side));
        let mut movers: Vec<(Id, UnitId)> = Vec::new();
        for (unit, _) in own {
            let id = state.moves_as(unit.id);
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
    /// What is visible from the cursor's area.
    Sight,
    Objectives,
    Ground,
}

impl Layer {
    pub const ALL: [Self; 6] = [Self::Orders, Self::Ranges, Self::Threat, Self::Sight, Self::Objectives, Self::Ground];
}

/// The answers for all areas.
#[derive(Default)]
pub(super) struct Answers {
    pub overlay: Option<Overlay>,
    /// The title, which names their subject.
    pub title: String,
}
