//! Orders in the theatre: `station "XX Corps" at Thorn`. Source: RULES 7.

use super::{
    OrderPrinter, OrderReader,
    lay_out::reads_back,
    piece::{Keywords, Piece, STACK, STACK_OR_UNIT},
};
use crate::{
    notation::{NotationError, Parsed, lexer::Token, names::quote_if_needed, reader::Expected},
    order::{Order, TheatreOrder},
    state::State,
};
use wardiary_base::{
    document,
    ground::{Spot, Station, TheatreDraft},
    id::Id,
    text,
};

const PLACE: &str = "a place of the theatre";

/// The maximum number of maps whose titles are listed in a hint.
const MAX_MAPS: usize = 6;

impl OrderReader<'_> {
    fn spot_if_any(&mut self) -> Parsed<Option<Spot>> {
        if self.reader.accepts_any_name {
            return Ok(self.reader.plain_name().map(|_| Spot::Place(0)));
        }
        let Some(theatre) = self.state.theatre() else {
            return Err(NotationError {
                hint: Some("set one up: `theatre map MAP`, or `theatre roads PLACE - PLACE N, …`".into()),
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
                let near = text::nearest(name, &names).map(|near| format!("did you mean {}?", quote_if_needed(near)));
                let what = format!("the theatre has no place “{}”", text::display_name(name));
                NotationError { hint: near, ..NotationError::new(self.reader.next_range(), what) }
            })?),
            _ => None,
        };
        if found.is_some() {
            self.reader.advance();
        }
        Ok(found)
    }

    /// The places that a march enters. `to Thorn` takes the shortest way, if there is one. `by Kulm Thorn` passes these
    /// places and takes the shortest way between places that are not adjacent.
    pub(super) fn march_route(&mut self, force: Id) -> Parsed<Vec<Spot>> {
        let mut places = Vec::new();
        if self.reader.accept_word("by") {
            places.push(self.read(&SPOT)?);
            while let Some(spot) = self.spot_if_any()? {
                places.push(spot);
            }
        } else {
            self.reader.require_word("to")?;
            places.push(self.read(&SPOT)?);
        }
        Ok(fill_gaps(self.state, force, &places))
    }

    /// `2 aside because "…"`, `"XX Corps" with "XIII Corps" because "…"`
    pub(super) fn contact(&mut self) -> Parsed<Order> {
        if let Some(contact) = self.reader.number_if_any("the number of a contact", 0, u32::MAX)? {
            self.reader.require_word("aside")?;
            return Ok(Order::Theatre(TheatreOrder::SetAside { contact, why: self.required_reason()? }));
        }
        let first = self.read(&STACK_OR_UNIT)?;
        self.reader.require_word("with")?;
        let second = self.read(&STACK_OR_UNIT)?;
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
pub(super) fn available_maps_hint(state: &State) -> String {
    let maps: Vec<String> = state.maps().iter().map(|map| quote_if_needed(&*map.name)).collect();
    match maps.as_slice() {
        [] => "add a map first: `map NAME`, a built-in map or a file, such as `map wadi`".into(),
        [only] => format!("this campaign's map is {only}; `map NAME` adds another"),
        all if all.len() > MAX_MAPS => "name a map by its title, which `wardiary map SAVE` shows".into(),
        all => format!("this campaign's maps are {}; `map NAME` adds another", text::list(all)),
    }
}

/// A place of the theatre: its name, or an area.
pub(super) const SPOT: Piece<Spot> = plain!(|r| r.spot_if_any()?.ok_or_else(|| r.reader.unexpected()), |p, spot| {
    let named = p.state.theatre().filter(|theatre| theatre.contains(*spot)).map(|theatre| {
        let name = theatre.name(*spot);
        if theatre.spot_named(&name) == Some(*spot) { written(&name, *spot) } else { unnamed(*spot) }
    });
    p.push(&named.unwrap_or_else(|| unnamed(*spot)))
});

impl OrderPrinter<'_> {
    pub(super) fn march_route(&mut self, by: &[Spot]) {
        self.push("by");
        by.iter().for_each(|spot| {
            self.put(&SPOT, spot);
        });
    }
}

/// A force of the theatre. Of a stack and a unit in it with the same name only the stack can be meant.
pub(super) const MARCHING: Piece<Id> = plain!(
    |r| {
        let start = r.reader.position();
        r.read(&STACK_OR_UNIT).or_else(|fault| {
            r.reader.rewind(start);
            r.read(&STACK).map_or(Err(fault), |stack| Ok(stack.into()))
        })
    },
    |p, force| p.put(&STACK_OR_UNIT, force)
);

/// Where a force is put: `at PLACE`, `nowhere`
pub(super) const STATION: Piece<Option<Spot>> = Piece {
    read: |r| {
        if r.reader.accept_word("nowhere") {
            return Ok(None);
        }
        r.reader.require_word("at")?;
        r.read(&SPOT).map(Some)
    },
    print: |p, at| match at {
        Some(at) => p.push("at").put(&SPOT, at),
        None => p.push("nowhere"),
    },
    keywords: Keywords::Words(&["at", "nowhere"]),
};

/// A theatre that is laid out: in words, or in quotes as in a file.
pub(super) const THEATRE: Piece<Box<TheatreDraft>> = plain!(
    |r| {
        let at = r.reader.next_range();
        let Some(Token::Quoted(text)) = r.reader.peek().cloned() else { return r.theatre().map(Box::new) };
        r.reader.advance();
        document::read(&text).map(Box::new).map_err(|problem| NotationError {
            reason: format!("the theatre can't be read: {}", problem.reason),
            hint: Some("write its roads: `theatre roads Thorn - Kulm 2, Kulm - Elm`".into()),
            ..NotationError::new(at, "")
        })
    },
    |p, draft| {
        let mut words = OrderPrinter { state: p.state, text: String::new() };
        words.theatre(draft);
        if reads_back(p.state, &words.text, draft) {
            p.push(&words.text)
        } else {
            p.quote(&document::to_line(&**draft).into())
        }
    }
);

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
