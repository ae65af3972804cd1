//! Orders in the theatre.

use super::RandomNumbers;
use wardiary_base::{
    document,
    ground::{Spot, Station, TheatreDraft},
    id::{Id, SideId},
    text::Text,
};
use wardiary_rules::{order::TheatreOrder, state::State};

/// A network with names that could be mistaken for syntax, and a place without roads.
const NETWORK: &str = r#"(network: (title: "at", places: ["by", "C5", "St. Avold", "1st", "aside", "nowhere"],
    roads: [("by", "C5", 1), ("C5", "St. Avold", 2), ("St. Avold", "by", 3), ("1st", "C5", 1), ("1st", "aside", 1)]),
    objectives: [("by", 3), ("1st", 1)])"#;

impl RandomNumbers<'_> {
    /// A theatre with forces at random places, sometimes invalid.
    fn theatre_to_lay_out(&mut self, state: &State) -> TheatreDraft {
        let mut draft: TheatreDraft = document::read(NETWORK).expect("it reads");
        if let Some(map) = state.maps().first().filter(|_| self.once_in(2)) {
            let objectives = vec![("B2".into(), 2)];
            draft = TheatreDraft { map: Some(map.id), objectives, ..TheatreDraft::default() };
        }
        let places: Vec<Text> = match (&draft.network, state.maps().first()) {
            (Some(network), _) => network.places.clone(),
            (None, Some(map)) => map.ground.cells().map(|cell| cell.to_string().into()).collect(),
            (None, None) => Vec::new(),
        };
        // Each side has places of its own, so enemies never share a place.
        let sides = state.sides();
        for force in state.forces() {
            let own = sides.iter().position(|side| Some(side.id) == state.side_of(force)).unwrap_or(0);
            let at = self.below(places.len() / sides.len()) * sides.len() + own;
            draft.at.extend(places.get(at).map(|place| (force, place.clone())));
        }
        if self.once_in(8) {
            draft.at.push((self.anybody(state), "Klum".into()));
        }
        draft.sources.extend(state.sides().first().zip(places.first()).map(|(side, place)| (side.id, place.clone())));
        draft
    }

    /// An order in the theatre that mostly can be carried out.
    pub fn theatre_order(&mut self, state: &State) -> TheatreOrder {
        let Some(theatre) = state.theatre().filter(|_| !self.once_in(20)) else {
            return TheatreOrder::LayOut(Box::new(self.theatre_to_lay_out(state)));
        };
        let spots = theatre.spots();
        let at = self.pick(&spots).filter(|_| !self.once_in(20)).unwrap_or(Spot::Place(77));
        let standing: Vec<Id> = state.forces().into_iter().filter(|force| state.station(*force).is_some()).collect();
        let any = self.anybody(state);
        let force = self.pick(&standing).filter(|_| !self.once_in(10)).unwrap_or(any);
        let marching: Vec<Id> = standing.iter().copied().filter(|force| !state.route_of(*force).is_empty()).collect();
        match self.below(10) {
            0 => {
                let all = state.forces();
                let force = self.pick(&all).unwrap_or(force);
                TheatreOrder::Station { force, at: (!self.once_in(8)).then_some(at), why: self.optional_reason() }
            }
            1 | 6 | 7 | 8 if !marching.is_empty() || self.once_in(4) => {
                TheatreOrder::Halt { force: self.pick(&marching).filter(|_| !self.once_in(3)).unwrap_or(force) }
            }
            2 => TheatreOrder::Contact { first: force, second: self.pick(&standing).unwrap_or(any), why: self.text() },
            3 => {
                let numbers: Vec<u32> = state.contacts().iter().map(|contact| contact.number).collect();
                TheatreOrder::SetAside { contact: self.pick(&numbers).unwrap_or(7), why: self.text() }
            }
            4 => {
                let prizes: Vec<Spot> = theatre.own_objectives().iter().map(|prize| prize.spot).collect();
                let at = self.pick(&prizes).unwrap_or(at);
                let held_by: Option<SideId> = (!self.once_in(3)).then(|| self.side(state));
                TheatreOrder::Objective { at, held_by, why: self.text() }
            }
            _ => {
                let from = state.station(force).unwrap_or(Station::at(at));
                let way = theatre.route(&state.units_of_force(force), from, at);
                TheatreOrder::March { force, by: way.filter(|way| !way.is_empty()).unwrap_or_else(|| vec![at, at]) }
            }
        }
    }
}
