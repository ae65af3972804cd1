//! Orders in the theatre: `station "XX Corps" at Thorn`. Source: RULES 7.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        names::{MAP, STACK_OR_UNIT, quote_if_needed},
        reader::Expected,
    },
    order::{Order, TheatreOrder},
    state::State,
};
use wardiary_base::{
    document,
    ground::{Spot, Station, TheatreDraft},
    id::{Id, MapId},
    text,
};

const PLACE: &str = "a place of the theatre";

/// The maximum number of maps whose titles are listed in a hint.
const MAX_MAPS: usize = 6;

impl OrderReader<'_> {
    /// Reads a place of the theatre: by its name, or as an area.
    pub(super) fn spot(&mut self) -> Parsed<Spot> {
        match self.spot_if_any()? {
            Some(spot) => Ok(spot),
            None => Err(self.reader.unexpected()),
        }
    }

    /// Reads a place if one is next.
    pub(super) fn spot_if_any(&mut self) -> Parsed<Option<Spot>> {
        if self.reader.accepts_any_name {
            return Ok(self.reader.plain_name().map(|_| Spot::Place(0)));
        }
        let Some(theatre) = self.state.theatre() else {
            return Err(NotationError {
                hint: Some(
                    "lay one out: `theatre map MAP`, or `theatre \"(network: (places: […], roads: […]))\"`".into(),
                ),
                ..NotationError::new(self.reader.next_range(), "this campaign has no theatre")
            });
        };
        let names = theatre.place_names();
        self.reader.expect(if names.is_empty() { Expected::Free(PLACE) } else { Expected::one_of(&names) });
        let found = match self.reader.peek() {
            Some(Token::Word(word)) => {
                let off_the_map = || theatre.map().and_then(|_| word.parse().ok()).map(Spot::Area);
                theatre.spot_named(word).or_else(off_the_map)
            }
            // A place that the theatre does not have is printed by number. The rules refuse it with a reason.
            Some(Token::Id(number)) => u16::try_from(*number).ok().map(Spot::Place),
            Some(Token::Quoted(name)) => Some(theatre.spot_named(name).ok_or_else(|| {
                let names = theatre.place_names();
                let near = text::nearest(name, &names).map(|near| format!("perhaps {}", quote_if_needed(near)));
                let what = format!("no place of the theatre is called “{}”", text::display_name(name));
                NotationError { hint: near, ..NotationError::new(self.reader.next_range(), what) }
            })?),
            _ => None,
        };
        if found.is_some() {
            self.reader.advance();
        }
        Ok(found)
    }

    /// `theatre map "East Prussia"`, `theatre "(network: (…))"`
    pub(super) fn lay_out_theatre(&mut self) -> Parsed<Order> {
        if self.reader.accept_word("map") {
            let map = self.entity(MAP).map_err(|error| NotationError {
                hint: error.hint.or_else(|| Some(available_maps_hint(self.state))),
                ..error
            })?;
            let map = MapId(map.0);
            let draft = TheatreDraft { map: Some(map), ..TheatreDraft::default() };
            return Ok(Order::Theatre(TheatreOrder::LayOut(Box::new(draft))));
        }
        let at = self.reader.next_range();
        let text = self.reader.any_word(Expected::Free("the theatre as in a file: \"(network: (…))\""))?;
        let draft: TheatreDraft = document::read(text.raw()).map_err(|problem| NotationError {
            reason: format!("the theatre can't be read: {}", problem.reason),
            hint: Some("write it as in a file: `theatre \"(network: (places: [\\\"Thorn\\\"], roads: []))\"`".into()),
            ..NotationError::new(at, "")
        })?;
        Ok(Order::Theatre(TheatreOrder::LayOut(Box::new(draft))))
    }

    /// `station "XX Corps" at Thorn because "…"`
    pub(super) fn station(&mut self) -> Parsed<Order> {
        let force = self.entity(STACK_OR_UNIT)?;
        let at = if self.reader.accept_word("nowhere") {
            None
        } else {
            self.reader.require_word("at")?;
            Some(self.spot()?)
        };
        Ok(Order::Theatre(TheatreOrder::Station { force, at, why: self.reason()? }))
    }

    /// `march "XX Corps" to Thorn` takes the shortest way, if there is one. `march "XX Corps" by Kulm Thorn` passes
    /// these places and takes the shortest way between places that are not adjacent.
    pub(super) fn march(&mut self) -> Parsed<Order> {
        let force = self.entity(STACK_OR_UNIT)?;
        let mut places = Vec::new();
        if self.reader.accept_word("by") {
            places.push(self.spot()?);
            while let Some(spot) = self.spot_if_any()? {
                places.push(spot);
            }
        } else {
            self.reader.require_word("to")?;
            places.push(self.spot()?);
        }
        let by = fill_gaps(self.state, force, &places);
        Ok(Order::Theatre(TheatreOrder::March { force, by }))
    }

    /// `contact 2 aside because "…"`, `contact "XX Corps" with "XIII Corps" because "…"`
    pub(super) fn contact(&mut self) -> Parsed<Order> {
        if let Some(contact) = self.reader.number_if_any("the number of a contact", 0, u32::MAX)? {
            self.reader.require_word("aside")?;
            return Ok(Order::Theatre(TheatreOrder::SetAside { contact, why: self.required_reason()? }));
        }
        let first = self.entity(STACK_OR_UNIT)?;
        self.reader.require_word("with")?;
        let second = self.entity(STACK_OR_UNIT)?;
        Ok(Order::Theatre(TheatreOrder::Contact { first, second, why: self.required_reason()? }))
    }

    /// Whether any objective must be the theatre's, because that is a network and there is no map.
    pub(super) fn has_only_theatre_objectives(&self) -> bool {
        let is_network = self.state.theatre().is_some_and(|theatre| theatre.network().is_some());
        is_network && self.state.maps().is_empty() && !self.reader.accepts_any_name
    }

    /// Reads an objective of the theatre, if the next word names one.
    pub(super) fn theatre_objective(&mut self) -> Option<Spot> {
        let theatre = self.state.theatre()?;
        let names = theatre.own_objectives().iter().map(|prize| theatre.name(prize.spot));
        if names.len() > 0 {
            self.reader.expect(Expected::one_of(names));
        }
        let (Token::Word(name) | Token::Quoted(name)) = self.reader.peek()? else { return None };
        let at = theatre.spot_named(name)?;
        let is_one = theatre.own_objectives().iter().any(|prize| prize.spot == at);
        let on_a_map = matches!(self.reader.peek_second(), Some(Token::Word(on)) if on.eq_ignore_ascii_case("on"));
        if !is_one || on_a_map {
            return None;
        }
        self.reader.advance();
        Some(at)
    }
}

/// Fills the gaps in a way: between places that are not adjacent, the shortest way if there is one.
fn fill_gaps(state: &State, force: Id, places: &[Spot]) -> Vec<Spot> {
    let (Some(theatre), Some(station)) = (state.theatre(), state.station(force)) else { return places.to_vec() };
    let legs = theatre.march_graph(&state.units_of_force(force));
    let (mut way, mut here) = (Vec::new(), station);
    for place in places {
        match legs.steps_left(here, *place) {
            Some(_) if places.len() > 1 => way.push(*place),
            _ => {
                // The rules refuse a march to where the force is, or to where no way leads, with a reason.
                let found = legs.shortest_route(here, *place).map(|(_, way)| way).filter(|way| !way.is_empty());
                way.extend(found.unwrap_or_else(|| vec![*place]));
            }
        }
        here = Station::at(*place);
    }
    way
}

/// A hint with the titles of the maps that a theatre can use. The files they came from are not recorded.
fn available_maps_hint(state: &State) -> String {
    let maps: Vec<String> = state.maps().iter().map(|map| quote_if_needed(&*map.name)).collect();
    match maps.as_slice() {
        [] => "lay a map out first: `map NAME`, one that ships or a file, such as `map wadi`".into(),
        [only] => format!("the map of this campaign is called {only}; `map NAME` lays out another"),
        all if all.len() > MAX_MAPS => "a map goes by its title, which `wardiary map SAVE` shows".into(),
        all => format!("the maps of this campaign are called {}; `map NAME` lays out another", text::list(all)),
    }
}

impl OrderPrinter<'_> {
    pub(super) fn theatre_order(&mut self, order: &TheatreOrder) -> &mut Self {
        match order {
            TheatreOrder::LayOut(draft) => match draft.map {
                Some(map) if **draft == (TheatreDraft { map: Some(map), ..TheatreDraft::default() }) => {
                    self.push("map").id(map, MAP)
                }
                _ => self.quote(&document::to_line(&**draft).into()),
            },
            TheatreOrder::Station { force, at, why } => {
                self.id(*force, STACK_OR_UNIT);
                match at {
                    Some(at) => self.push("at").spot(*at),
                    None => self.push("nowhere"),
                };
                self.reason(why.as_ref())
            }
            TheatreOrder::March { force, by } => {
                self.id(*force, STACK_OR_UNIT);
                self.push("by");
                for spot in by {
                    self.spot(*spot);
                }
                self
            }
            TheatreOrder::Halt { force } => self.id(*force, STACK_OR_UNIT),
            TheatreOrder::Contact { first, second, why } => {
                self.id(*first, STACK_OR_UNIT).push("with").id(*second, STACK_OR_UNIT).push("because").quote(why)
            }
            TheatreOrder::SetAside { contact, why } => self.push(&contact.to_string()).push("aside because").quote(why),
            TheatreOrder::Objective { at, held_by, why } => self.spot(*at).held_by(*held_by, why),
        }
    }

    /// Appends a place so that it is read back: by its name, or as an area.
    pub(super) fn spot(&mut self, spot: Spot) -> &mut Self {
        let named = self.state.theatre().filter(|theatre| theatre.contains(spot)).map(|theatre| {
            let name = theatre.name(spot);
            if theatre.spot_named(&name) == Some(spot) { written(&name, spot) } else { unnamed(spot) }
        });
        let text = named.unwrap_or_else(|| unnamed(spot));
        self.push(&text)
    }
}

fn written(name: &str, spot: Spot) -> String {
    // An area without a name is not quoted; a place called C5 is.
    if spot_text(spot).as_deref() == Some(name) { name.into() } else { quote_if_needed(name) }
}

fn spot_text(spot: Spot) -> Option<String> {
    match spot {
        Spot::Area(cell) => Some(cell.to_string()),
        Spot::Place(_) => None,
    }
}

/// A place that the theatre does not have, or whose name is also an area's.
fn unnamed(spot: Spot) -> String {
    match spot {
        Spot::Area(cell) => cell.to_string(),
        Spot::Place(number) => format!("#{number}"),
    }
}
