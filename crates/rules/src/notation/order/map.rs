//! Orders on the map: `place "A" at C5 facing n`, `move "A" to C3 facing e`, `face "A" e`. Source: RULES 4.4.

use super::{
    OrderPrinter, OrderReader,
    piece::{Keywords, MAP, Piece, SIDE, STACK_OR_UNIT, STACKS_OR_UNITS, UNIT},
    theatre::SPOT,
};
use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        names::{self, is_keyword, quote_if_needed},
        reader::Expected,
    },
    order::{Border, MapOrder, March, Order, TheatreOrder},
    rules::movement::{column, route},
    state::{EntityKind, State, TheatreObjective},
};
use wardiary_base::{
    document,
    ground::{Cell, Facing, Ground, GroundDraft, Spot},
    id::{Id, MapId, SideId},
    text::{self, Text},
};

const AREA: &str = "an area such as C5";

/// The default map: that of the only open battle with a map, else the only map.
pub(super) fn default_map(state: &State) -> Option<MapId> {
    let mut fought_on = state.open_battles().filter_map(|battle| battle.map);
    match (fought_on.next(), fought_on.next()) {
        (Some(map), None) => Some(map),
        _ => Some(state.maps()).filter(|maps| maps.len() == 1).map(|maps| maps[0].id),
    }
}

/// The default map for a unit or stack: that of its battle, else [`default_map`].
pub(super) fn default_map_for(state: &State, who: Id) -> Option<MapId> {
    let mut units = state.units_for_id(who).into_iter();
    let fought_on = units.find_map(|unit| state.battle_of(unit.id)).and_then(|battle| battle.map);
    fought_on.or_else(|| default_map(state))
}

/// Adds the edges to the error for an unknown unit, since either could be named here.
fn with_facing_hint(error: NotationError, name: &Text, facings: &[Facing]) -> NotationError {
    let words: Vec<&str> = facings.iter().map(|facing| facing.word()).collect();
    let edges = format!("the edges are {}", text::list(&words));
    let hint = error.hint.map_or(edges.clone(), |hint| format!("{edges}; {hint}"));
    NotationError {
        reason: format!("“{}” is neither an edge nor a unit", name.as_name()),
        hint: Some(hint),
        at: error.at,
    }
}

impl OrderReader<'_> {
    /// Reads an area: by column and row, or by its name on the map.
    pub(super) fn cell(&mut self, map: Option<MapId>) -> Parsed<Cell> {
        self.cell_if_any(map)?.ok_or_else(|| self.reader.unexpected())
    }

    fn cell_if_any(&mut self, map: Option<MapId>) -> Parsed<Option<Cell>> {
        self.reader.expect(Expected::Free(AREA));
        let ground = map.and_then(|map| self.state.map(map)).map(|map| &map.ground);
        if let Some(ground) = ground {
            let names = ground.places().iter().map(|(name, _)| name);
            if names.len() > 0 {
                self.reader.expect(Expected::one_of(names));
            }
        }
        let named = |name: &str| ground.and_then(|ground| ground.place_named(name));
        let found = match self.reader.peek() {
            Some(Token::Word(word)) if self.reader.accepts_any_name => (!is_keyword(word)).then_some(Cell::new(0, 0)),
            Some(Token::Quoted(_)) if self.reader.accepts_any_name => Some(Cell::new(0, 0)),
            Some(Token::Word(word)) => word.parse().ok().or_else(|| named(word)),
            Some(Token::Quoted(name)) => Some(named(name).ok_or_else(|| {
                let what = format!("the map has no area “{}”", text::display_name(name));
                NotationError::new(self.reader.next_range(), what)
            })?),
            _ => None,
        };
        if found.is_some() {
            self.reader.advance();
        }
        Ok(found)
    }

    /// Reads an edge to face: by name, or by the enemy beyond it.
    pub(super) fn facing(&mut self, map: Option<MapId>, from: Option<Cell>) -> Parsed<Facing> {
        let ground = map.and_then(|map| self.state.map(map)).map(|map| &*map.ground);
        let facings = ground.map_or(&Facing::ALL[..], |ground| ground.grid().facings());
        self.reader.expect(Expected::one_of(facings.iter().map(|facing| facing.word())));
        if let Some(Token::Word(word)) = self.reader.peek()
            && let Ok(facing) = word.parse()
        {
            self.reader.advance();
            return Ok(facing);
        }
        let at = self.reader.next_range();
        let unknown = self.reader.unknown_name(self.state, names::UNIT);
        let towards = self.read(&UNIT).map_err(|error| match &unknown {
            Some(name) => with_facing_hint(error, name, facings),
            None => error,
        })?;
        if self.reader.accepts_any_name {
            return Ok(Facing::default());
        }
        let place = self.state.unit(towards).and_then(|unit| unit.place).filter(|place| Some(place.map) == map);
        let edge = |ground: &Ground| ground.grid().facing_to(from?, place?.cell);
        ground.and_then(edge).ok_or_else(|| {
            let what = format!("{} is not adjacent to that area", self.state.name(towards));
            NotationError { hint: Some("name the edge: `facing n`".into()), ..NotationError::new(at, what) }
        })
    }

    /// `on MAP`, or else this default.
    pub(super) fn on_map(&mut self, or: Option<MapId>) -> Parsed<MapId> {
        if self.reader.accept_word("on") {
            return self.read(&MAP);
        }
        or.or(self.reader.accepts_any_name.then_some(MapId(0))).ok_or_else(|| {
            let mut error = self.reader.unexpected();
            let maps = self.state.maps();
            let names: Vec<String> = maps.iter().map(|map| format!("`on {}`", quote_if_needed(&*map.name))).collect();
            if names.is_empty() {
                error.reason = "there is no map in this campaign".into();
                error.hint = Some("add one to the scenario's muster: `maps: [(id: 40, map: \"NAME\")]`".into());
            } else {
                error.reason = format!("there are {} maps: name one", names.len());
                error.hint = Some(format!("add {}", names.join(" or ")));
            }
            error
        })
    }

    /// `A to C3`, `A by C4 C3 facing e, B by C5`, `A + B to C3`
    fn marches(&mut self) -> Parsed<Vec<March>> {
        let mut marches = Vec::new();
        loop {
            let who = self.read(&STACKS_OR_UNITS)?;
            if self.reader.accept_word("by") {
                for id in &who {
                    if *id != who[0] {
                        let what = "only one unit or stack can move `by` a route; several can move `to` an area";
                        return Err(NotationError::new(self.reader.next_range(), what));
                    }
                }
                marches.push(self.map_march(who[0])?);
            } else {
                self.reader.require_word("to")?;
                let to = self.cell(default_map_for(self.state, who[0]))?;
                let facing = self.facing_if_given(who[0], to)?;
                let found = match who[..] {
                    [who] => vec![March { who, by: route(self.state, who, to), facing }],
                    _ => column(self.state, &who, to, facing),
                };
                marches.extend(found);
            }
            if !self.reader.accept_sign(',') {
                return Ok(marches);
            }
        }
    }

    pub(super) fn facing_if_given(&mut self, who: Id, at: Cell) -> Parsed<Option<Facing>> {
        let is_given = self.reader.accept_word("facing");
        is_given.then(|| self.facing(default_map_for(self.state, who), Some(at))).transpose()
    }

    /// `C4 C3 facing e`
    fn map_march(&mut self, who: Id) -> Parsed<March> {
        let map = default_map_for(self.state, who);
        let mut by = vec![self.cell(map)?];
        while let Some(cell) = self.cell_if_any(map)? {
            by.push(cell);
        }
        let facing = self.facing_if_given(who, by[by.len() - 1])?;
        Ok(March { who, by, facing })
    }

    /// Reads who is to face an edge. A last word that is part of no name is taken for the edge.
    pub(super) fn subject_of_facing(&mut self, kinds: &'static [EntityKind]) -> Parsed<Id> {
        let start = self.reader.position();
        self.reader.name_ends = Facing::ALL.iter().map(|facing| facing.word().into()).collect();
        let mut who = self.entity(kinds);
        if let Err(error) = &who
            && let Some((_, last)) = self.reader.text[error.at.clone()].rsplit_once(char::is_whitespace)
        {
            self.reader.name_ends.push(last.into());
            self.reader.rewind(start);
            who = self.entity(kinds).map_err(|_| error.clone());
        }
        self.reader.name_ends.clear();
        who
    }

    /// Reads the edge that somebody on the map is to face.
    pub(super) fn facing_of(&mut self, who: Id) -> Parsed<Facing> {
        self.reader.accept_word("to");
        let from = self.state.units_for_id(who).iter().find_map(|unit| unit.place).map(|place| place.cell);
        self.facing(default_map_for(self.state, who), from)
    }

    pub(super) fn terrain(&mut self) -> Parsed<Order> {
        let only = default_map(self.state);
        let at = self.cell(only)?;
        if let Some(to) = self.cell_if_any(only)? {
            return self.border(only, (at, to));
        }
        self.refuse_lone_edge(only, at)?;
        let map = self.on_map(only)?;
        self.reader.require_word("is")?;
        let terrain = self.read(&TERRAIN)?;
        Ok(Order::Map(MapOrder::Terrain { map, at, terrain, why: self.required_reason()? }))
    }

    /// Refuses the edge of a single area in a change of terrain: what is on an edge lies between two areas.
    fn refuse_lone_edge(&mut self, map: Option<MapId>, at: Cell) -> Parsed<()> {
        let ground = map.and_then(|map| self.state.map(map)).map(|map| &map.ground);
        let (on, word) = match (self.reader.peek(), self.reader.peek_second()) {
            (Some(Token::Word(on)), Some(Token::Word(word))) if on.eq_ignore_ascii_case("on") => (true, word),
            (Some(Token::Word(word)), _) => (false, word),
            _ => return Ok(()),
        };
        let Ok(facing) = word.parse::<Facing>() else { return Ok(()) };
        if on && self.state.maps().iter().any(|map| map.name.eq_ignore_ascii_case(word)) {
            return Ok(());
        }
        if on {
            self.reader.advance();
        }
        let what = format!("terrain covers the whole area {at}; an edge is between two areas");
        let beyond = ground.and_then(|ground| ground.neighbour(at, facing));
        let beyond = beyond.map_or_else(|| "AREA".into(), |beyond| beyond.to_string());
        let hint = format!("name both areas: `terrain {at} {beyond} with wall because \"…\"`");
        Err(NotationError { hint: Some(hint), ..NotationError::new(self.reader.next_range(), what) })
    }

    /// `with wall because "…"`, `without bridge because "…"`
    fn border(&mut self, only: Option<MapId>, (from, to): (Cell, Cell)) -> Parsed<Order> {
        let map = self.on_map(only)?;
        let gone = self.reader.accept_word("without");
        if !gone {
            self.reader.require_word("with")?;
        }
        let what = self.read(&BORDER)?;
        Ok(Order::Map(MapOrder::Between { map, from, to, what, gone, why: self.required_reason()? }))
    }

    pub(super) fn objective(&mut self) -> Parsed<Order> {
        let prize = match self.theatre_objective() {
            // The rules refuse a place that is no objective, and list the objectives.
            None if self.has_only_theatre_objectives() => Some(self.read(&SPOT)?),
            prize => prize,
        };
        if let Some(at) = prize {
            let held_by = self.read(&HELD_BY)?;
            return Ok(Order::Theatre(TheatreOrder::Objective { at, held_by, why: self.required_reason()? }));
        }
        let only = default_map(self.state);
        let at = self.cell(only)?;
        let map = self.on_map(only)?;
        let held_by = self.read(&HELD_BY)?;
        Ok(Order::Map(MapOrder::Objective { map, at, held_by, why: self.required_reason()? }))
    }
}

pub(super) const TERRAIN: Piece<Text> = one_named!(r, r.state.book().ground.terrain);

const EDGE_NAME: Piece<Text> = one_named!(r, r.state.book().ground.edges);

pub(super) const BORDER: Piece<Border> = plain!(
    |r| {
        let border = r.reader.accept_one_of(&[("road", Border::Road), ("bridge", Border::Bridge)]);
        border.map_or_else(|| r.read(&EDGE_NAME).map(Border::Edge), Ok)
    },
    |p, border| match border {
        Border::Road => p.push("road"),
        Border::Bridge => p.push("bridge"),
        Border::Edge(name) => p.quote(name),
    }
);

pub(super) const GROUND: Piece<Box<GroundDraft>> = plain!(
    |r| {
        let at = r.reader.next_range();
        let text = r.reader.any_word(Expected::Free("a map's name, or its ground as in a file: \"(title: …)\""))?;
        document::read(text.raw()).map(Box::new).map_err(|problem| NotationError {
            reason: format!("the map can't be read: {}", problem.reason),
            hint: Some("name a map, `map wadi`, or write its ground in quotes, as in a file".into()),
            ..NotationError::new(at, "")
        })
    },
    |p, ground| p.quote(&document::to_line(&**ground).into())
);

pub(super) const MARCHES: Piece<Vec<March>> = Piece {
    read: |r| r.marches(),
    print: |p, marches| {
        for (at, march) in marches.iter().enumerate() {
            if at > 0 {
                p.text.push(',');
            }
            p.put(&STACK_OR_UNIT, &march.who).push("by");
            for cell in &march.by {
                p.number(cell);
            }
            p.put_after("facing", march.facing.map(Facing::word));
        }
        p
    },
    keywords: Keywords::Words(&["to", "by", "facing"]),
};

/// The holder of an objective: `held by SIDE`, `held by nobody`
pub(super) const HELD_BY: Piece<Option<SideId>> = Piece {
    read: |r| {
        r.reader.require_word("held")?;
        r.reader.require_word("by")?;
        if r.reader.accept_word("nobody") { Ok(None) } else { r.read(&SIDE).map(Some) }
    },
    print: |p, side| match side {
        Some(side) => p.push("held by").put(&SIDE, side),
        None => p.push("held by nobody"),
    },
    keywords: Keywords::Words(&["held", "by", "nobody"]),
};

impl OrderPrinter<'_> {
    /// Appends `facing EDGE`, unless that is the default.
    pub(super) fn facing(&mut self, facing: Facing) {
        self.put_after("facing", Some(facing.word()).filter(|_| facing != Facing::default()));
    }

    /// Appends an objective on a map, by its name if the default map gives it one.
    pub(super) fn area_objective(&mut self, map: MapId, cell: Cell) {
        let only = default_map(self.state);
        let ground = only.and_then(|map| self.state.map(map)).map(|map| &map.ground);
        let name =
            ground.and_then(|ground| ground.name_of(cell).filter(|name| ground.place_named(name.raw()) == Some(cell)));
        match name {
            Some(name) => self.quote(name),
            None => self.number(&cell),
        };
        // If the theatre has an objective of this name, too, the map must be named.
        let is_prize = |prize: &TheatreObjective| prize.spot == Spot::Area(cell);
        let is_named = self.state.theatre().is_some_and(|theatre| theatre.own_objectives().iter().any(is_prize));
        self.on_map(map, only.filter(|_| !is_named));
    }

    pub(super) fn on_map(&mut self, map: MapId, or: Option<MapId>) {
        if or != Some(map) {
            self.push("on").put(&MAP, &map);
        }
    }
}
