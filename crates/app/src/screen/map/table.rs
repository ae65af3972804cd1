//! The Map screen's state: which map, what of it is seen, who is chosen, what is asked, what is composed.

use super::{
    attacks::{Attacks, KnownOdds},
    layer::{Answers, Layer},
};
use crate::{borders::Handles, session::Session};
use wardiary_base::{
    ground::{Cell, Ground},
    id::{BattleId, Id, MapId, SideId, UnitId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    rules::movement::Reach,
    state::{Awaiting, Battle, State, Unit},
};
use wardiary_view::map::{Camera, Holder, Piece, Plan, Trail, Zoom};

/// The rows that the card wants below the map, and those that the map has a use for.
#[derive(Clone, Copy, Default)]
pub(super) struct Wanted {
    pub card: u16,
    pub map: u16,
}

/// The Map screen.
pub(crate) struct MapScreen {
    /// The border between map and card.
    pub(super) handles: Handles,
    /// The map that is shown.
    pub(super) map: Option<MapId>,
    /// The battle that was shown last.
    pub(super) of_battle: Option<BattleId>,
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
    /// Those whom an order is about: who is picked, in that order, or else who is chosen; each as what it moves as.
    pub(super) who: Vec<Id>,
    /// Whether something has happened since the units were gone through: then those that have not moved come first again.
    pub(super) begins_anew: bool,
    /// Where the pointer was pressed, and whether it has left that area since.
    pub(super) pressed: Option<(Cell, bool)>,
    /// What is asked about the areas.
    pub(super) layer: Layer,
    /// The move that is being composed.
    pub(super) plan: Option<Plan>,
    /// Who stands where, at the entry that is looked at.
    pub(super) pieces: Vec<Piece>,
    /// The same with those who stand there in the theatre alone, where there are any: orders on the map are for those who are
    /// placed on it.
    pub(super) in_theatre: Option<Vec<Piece>>,
    /// Who holds the objectives.
    pub(super) holders: Vec<(Cell, Holder)>,
    /// What the entry moved.
    pub(super) trails: Vec<Trail>,
    /// The entry that is shown, in words.
    pub(super) told: (EntryNo, String),
    /// The rows that the card and the map want.
    pub(super) wanted: Wanted,
    /// What is answered.
    pub(super) answers: Answers,
    /// Where the first of those can go whom an order is about, or why it can't.
    pub(super) reach: Option<Result<Reach, String>>,
    /// What all of these were made for.
    pub(super) made_for: Option<Asked>,
    /// What is said of the cursor's area.
    pub(super) said: String,
    /// Whom they could attack from there.
    pub(super) attacks: Attacks,
    /// The area of which that is said, and whether a move is composed, where what the answers were made for still holds.
    pub(super) said_at: Option<(Cell, bool)>,
    /// Odds that were worked out before.
    pub(super) known: KnownOdds,
}

/// What answers depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub entry: EntryNo,
    pub reviewing: bool,
    pub map: MapId,
    pub layer: Layer,
    pub chosen: Option<UnitId>,
    pub who: Vec<Id>,
    /// The cursor, where the answers are about it.
    pub from: Option<Cell>,
}

impl MapScreen {
    /// The screen as it is when it opens.
    #[must_use]
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            handles: Handles::default(),
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

    /// Brings what depends on the diary up to date with it.
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

    /// Where another battle is shown, its map is.
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

    /// Keeps in words what the entry was that is shown.
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

    /// Those whom an order is about, of those who stand on the map that is shown: who is picked, or else who is chosen. A stack
    /// that does not move as one counts as its units.
    pub(super) fn subjects(&self, session: &Session) -> Vec<Id> {
        let state = session.state();
        let units: Vec<UnitId> = match &session.picked {
            none if none.is_empty() => self.chosen.into_iter().collect(),
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

    /// Where the first of those stands whom an order is about.
    pub(super) fn from(&self, state: &State) -> Option<Cell> {
        state.units_meant(*self.who.first()?).into_iter().find_map(|unit| self.cell_of(state, unit.id))
    }

    /// The name of those whom an order is about: `1st Fusiliers`, `1st Fusiliers and 2 more`.
    pub(super) fn name_of_all(&self, state: &State) -> String {
        match self.who[..] {
            [] => String::new(),
            [one] => state.name(one),
            [first, ref others @ ..] => format!("{} and {} more", state.name(first), others.len()),
        }
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

    /// The battle that is fought on the map: the one that is shown, or one that is under way, or else the last.
    pub(super) fn battle(&self, state: &State) -> Option<BattleId> {
        let on_it = || state.battles().iter().filter(|battle| battle.map.is_some() && battle.map == self.map);
        if let Some(shown) = on_it().find(|battle| Some(battle.id) == self.of_battle) {
            return Some(shown.id);
        }
        let open = on_it().find(|battle| battle.over.is_none());
        open.or_else(|| on_it().next_back()).map(|battle| battle.id)
    }

    /// Where a unit stands, if it stands on the map that is shown.
    pub(super) fn cell_of(&self, state: &State, unit: UnitId) -> Option<Cell> {
        let place = state.unit(unit)?.place?;
        (Some(place.map) == self.map).then_some(place.cell)
    }

    /// The side whose units are gone through: the one that has to choose, the one to act, or else the chosen unit's.
    pub(super) fn own_side(&self, state: &State) -> Option<SideId> {
        let battle = self.battle(state).and_then(|id| state.battle(id));
        let choosing = battle.and_then(Battle::awaiting).map(|awaiting| match awaiting {
            Awaiting::First(side) | Awaiting::Rerolls(side, _) => side,
        });
        choosing
            .or_else(|| battle.and_then(|battle| battle.acting))
            .or_else(|| self.chosen.and_then(|id| state.unit(id)).map(|unit| unit.side))
    }

    /// The units on the map that are gone through, those that have not moved first; one of each stack that moves as one.
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

    /// The piece in an area.
    pub(super) fn piece_at(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.binary_search_by_key(&cell, |piece| piece.cell).ok().map(|at| &self.pieces[at])
    }
}
