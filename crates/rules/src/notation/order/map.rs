//! Orders on the map: `place "A" at C5 facing n`, `move "A" to C3 facing e`, `face "A" e`. Source: RULES 4.4.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        names::{BATTLE, MAP, SIDE, STACK_OR_UNIT, UNIT, is_keyword, quote_if_needed},
        reader::Expected,
    },
    order::{Border, MapOrder, March, Order, TheatreOrder},
    rules::movement::{column, route},
    state::{EntityKind, State, TheatreObjective},
};
use wardiary_base::{
    document,
    ground::{Cell, Facing, Ground, GroundDraft, Spot},
    id::{BattleId, Id, MapId, SideId, UnitId},
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
fn default_map_for(state: &State, who: Id) -> Option<MapId> {
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
                let what = format!("no area of the map is called “{}”", text::display_name(name));
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
        let unknown = self.reader.unknown_name(self.state, UNIT);
        let towards = self.entity(UNIT).map_err(|error| match &unknown {
            Some(name) => with_facing_hint(error, name, facings),
            None => error,
        })?;
        let towards = UnitId(towards.0);
        if self.reader.accepts_any_name {
            return Ok(Facing::default());
        }
        let place = self.state.unit(towards).and_then(|unit| unit.place).filter(|place| Some(place.map) == map);
        let edge = |ground: &Ground| ground.grid().facing_to(from?, place?.cell);
        ground.and_then(edge).ok_or_else(|| {
            let what = format!("{} does not stand beside that area", self.state.name(towards));
            NotationError { hint: Some("name the edge: `facing n`".into()), ..NotationError::new(at, what) }
        })
    }

    /// `anyway because "…"`: the referee's ruling.
    pub(super) fn anyway(&mut self) -> Parsed<Option<Text>> {
        self.after("anyway", Self::required_reason)
    }

    /// `on MAP`, or else this default.
    fn on_map(&mut self, or: Option<MapId>) -> Parsed<MapId> {
        if self.reader.accept_word("on") {
            return self.entity(MAP).map(|id| MapId(id.0));
        }
        or.or(self.reader.accepts_any_name.then_some(MapId(0))).ok_or_else(|| {
            let mut error = self.reader.unexpected();
            let maps = self.state.maps();
            let names: Vec<String> = maps.iter().map(|map| format!("`on {}`", quote_if_needed(&*map.name))).collect();
            if names.is_empty() {
                error.reason = "there is no map in this campaign".into();
                error.hint = Some("a scenario brings one: `maps: [(id: 40, map: \"NAME\")]` in its muster".into());
            } else {
                error.reason = format!("there are {} maps: say which", names.len());
                error.hint = Some(format!("add {}", names.join(" or ")));
            }
            error
        })
    }

    pub(super) fn place(&mut self) -> Parsed<Order> {
        let who = self.entity(STACK_OR_UNIT)?;
        self.reader.require_word("at")?;
        let map = default_map_for(self.state, who);
        let at = self.cell(map)?;
        let facing = self.after("facing", |r| r.facing(map, Some(at)))?.unwrap_or_default();
        let map = self.on_map(map)?;
        Ok(Order::Map(MapOrder::Place { who, map, at, facing, anyway: self.anyway()? }))
    }

    /// `move A to C3`, `move A by C4 C3 facing e, B by C5`, `move A + B to C3`
    pub(super) fn move_order(&mut self) -> Parsed<Order> {
        let mut marches = Vec::new();
        loop {
            let who = self.entities(STACK_OR_UNIT)?;
            if self.reader.accept_word("by") {
                for id in &who {
                    if *id != who[0] {
                        let what = "only one goes by a way; several follow each other `to` an area";
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
                break;
            }
        }
        Ok(Order::Map(MapOrder::Move { marches, anyway: self.anyway()? }))
    }

    fn facing_if_given(&mut self, who: Id, at: Cell) -> Parsed<Option<Facing>> {
        self.after("facing", |r| r.facing(default_map_for(r.state, who), Some(at)))
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

    /// Reads who is to face an edge, which follows the name. If the last word is no part of any name, it is taken for
    /// the edge.
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

    pub(super) fn face(&mut self) -> Parsed<Order> {
        let who = self.subject_of_facing(STACK_OR_UNIT)?;
        self.reader.accept_word("to");
        let from = self.state.units_for_id(who).iter().find_map(|unit| unit.place).map(|place| place.cell);
        let facing = self.facing(default_map_for(self.state, who), from)?;
        Ok(Order::Map(MapOrder::Face { who, facing, anyway: self.anyway()? }))
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
        let names = self.state.book().ground.terrain.iter().map(|terrain| &terrain.name);
        let terrain = self.reader.any_word(Expected::one_of(names))?;
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
        let what = format!("the terrain is that of all of {at}; what lies on an edge lies between two areas");
        let beyond = ground.and_then(|ground| ground.neighbour(at, facing));
        let beyond = beyond.map_or_else(|| "AREA".into(), |beyond| beyond.to_string());
        let hint = format!("name both: `terrain {at} {beyond} with wall because \"…\"`");
        Err(NotationError { hint: Some(hint), ..NotationError::new(self.reader.next_range(), what) })
    }

    /// `with wall because "…"`, `without bridge because "…"`
    fn border(&mut self, only: Option<MapId>, (from, to): (Cell, Cell)) -> Parsed<Order> {
        let map = self.on_map(only)?;
        let gone = self.reader.accept_word("without");
        if !gone {
            self.reader.require_word("with")?;
        }
        let what = if self.reader.accept_word("road") {
            Border::Road
        } else if self.reader.accept_word("bridge") {
            Border::Bridge
        } else {
            let names = self.state.book().ground.edges.iter().map(|edge| &edge.name);
            Border::Edge(self.reader.any_word(Expected::one_of(names))?)
        };
        Ok(Order::Map(MapOrder::Between { map, from, to, what, gone, why: self.required_reason()? }))
    }

    /// `map "(title: …)" for BATTLE as 50`
    pub(super) fn lay_out(&mut self) -> Parsed<Order> {
        let at = self.reader.next_range();
        let ground =
            self.reader.any_word(Expected::Free("a map's name, or its ground as in a file: \"(title: …)\""))?;
        let ground: GroundDraft = document::read(ground.raw()).map_err(|problem| NotationError {
            reason: format!("the map can't be read: {}", problem.reason),
            hint: Some("name a map, `map wadi`, or write its ground in quotes, as in a file".into()),
            ..NotationError::new(at, "")
        })?;
        let battle = self.after("for", |r| r.entity(BATTLE))?.map(|battle| BattleId(battle.0));
        let id = MapId(self.new_number()?);
        Ok(Order::Map(MapOrder::LayOut { id, ground: Box::new(ground), battle }))
    }

    pub(super) fn objective(&mut self) -> Parsed<Order> {
        let prize = match self.theatre_objective() {
            // The rules refuse a place that is no objective, and list the objectives.
            None if self.has_only_theatre_objectives() => Some(self.spot()?),
            prize => prize,
        };
        if let Some(at) = prize {
            let (held_by, why) = self.held_by()?;
            return Ok(Order::Theatre(TheatreOrder::Objective { at, held_by, why }));
        }
        let only = default_map(self.state);
        let at = self.cell(only)?;
        let map = self.on_map(only)?;
        let (held_by, why) = self.held_by()?;
        Ok(Order::Map(MapOrder::Objective { map, at, held_by, why }))
    }

    /// `held by SIDE because "…"`
    fn held_by(&mut self) -> Parsed<(Option<SideId>, Text)> {
        self.reader.require_word("held")?;
        self.reader.require_word("by")?;
        let held_by = if self.reader.accept_word("nobody") { None } else { Some(SideId(self.entity(SIDE)?.0)) };
        Ok((held_by, self.required_reason()?))
    }
}

impl OrderPrinter<'_> {
    pub(super) fn map_order(&mut self, order: &MapOrder) -> &mut Self {
        match order {
            MapOrder::Place { who, map, at, facing, anyway } => {
                let turned = Some(facing.word()).filter(|_| *facing != Facing::default());
                self.id(*who, STACK_OR_UNIT).push("at").push(&at.to_string()).put_after("facing", turned);
                let meant = default_map_for(self.state, *who);
                self.on_map(*map, meant).anyway(anyway.as_ref())
            }
            MapOrder::Move { marches, anyway } => {
                for (at, march) in marches.iter().enumerate() {
                    if at > 0 {
                        self.text.push(',');
                    }
                    self.march(march);
                }
                self.anyway(anyway.as_ref())
            }
            MapOrder::Face { who, facing, anyway } => {
                self.id(*who, STACK_OR_UNIT).push(facing.word()).anyway(anyway.as_ref())
            }
            MapOrder::Change { unit, .. } => self.id(*unit, UNIT),
            MapOrder::Terrain { map, at, terrain, why } => {
                let only = default_map(self.state);
                self.push(&at.to_string()).on_map(*map, only);
                self.push("is").quote(terrain).push("because").quote(why)
            }
            MapOrder::Between { map, from, to, what, gone, why } => {
                let only = default_map(self.state);
                self.push(&from.to_string()).push(&to.to_string()).on_map(*map, only);
                self.push(if *gone { "without" } else { "with" });
                match what {
                    Border::Road => self.push("road"),
                    Border::Bridge => self.push("bridge"),
                    Border::Edge(name) => self.quote(name),
                };
                self.push("because").quote(why)
            }
            MapOrder::LayOut { id, ground, battle } => {
                self.quote(&document::to_line(&**ground).into());
                self.after("for", *battle, |p, battle| p.id(battle, BATTLE)).as_number(*id)
            }
            MapOrder::Objective { map, at, held_by, why } => {
                let only = default_map(self.state);
                // If the theatre has an objective of this name, too, the map must be named.
                let is_prize = |prize: &TheatreObjective| prize.spot == Spot::Area(*at);
                let is_named =
                    self.state.theatre().is_some_and(|theatre| theatre.own_objectives().iter().any(is_prize));
                self.area(*at, only).on_map(*map, only.filter(|_| !is_named)).held_by(*held_by, why)
            }
        }
    }

    pub(super) fn held_by(&mut self, side: Option<SideId>, why: &Text) -> &mut Self {
        self.push("held by");
        match side {
            Some(side) => self.id(side, SIDE),
            None => self.push("nobody"),
        };
        self.push("because").quote(why)
    }

    fn march(&mut self, march: &March) -> &mut Self {
        self.id(march.who, STACK_OR_UNIT).push("by");
        for cell in &march.by {
            self.push(&cell.to_string());
        }
        self.put_after("facing", march.facing.map(Facing::word))
    }

    /// Prints an area, by its name if the default map gives it one.
    fn area(&mut self, cell: Cell, meant: Option<MapId>) -> &mut Self {
        let ground = meant.and_then(|map| self.state.map(map)).map(|map| &map.ground);
        let name =
            ground.and_then(|ground| ground.name_of(cell).filter(|name| ground.place_named(name.raw()) == Some(cell)));
        match name {
            Some(name) => self.quote(name),
            None => self.push(&cell.to_string()),
        }
    }

    fn on_map(&mut self, map: MapId, or: Option<MapId>) -> &mut Self {
        if or == Some(map) { self } else { self.push("on").id(map, MAP) }
    }

    pub(super) fn anyway(&mut self, why: Option<&Text>) -> &mut Self {
        self.quote_after("anyway because", why)
    }
}
