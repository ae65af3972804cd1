//! The reader shared by all orders: references, battles, reasons.

use super::piece::{BATTLE, Piece, WHY};
use crate::{
    notation::{
        NotationError, Parsed,
        names::{self, quote, quote_if_needed, reference_text},
        reader::Reader,
    },
    order::Order,
    state::{Battle, EntityKind, State},
};
use std::fmt::Display;
use wardiary_base::{
    id::{BattleId, Id},
    text::{Raw, Text},
};

pub(in crate::notation) struct OrderReader<'a> {
    pub(in crate::notation) reader: Reader<'a>,
    pub(in crate::notation) state: &'a State,
    /// The battle shown on screen. It is the default where several are open and none is named.
    pub(in crate::notation) shown_battle: Option<BattleId>,
    /// The number of orders that this one is the answer within.
    depth: u8,
}

/// The deepest an order is read within others. The rules refuse an order within one that is itself within one.
const MAX_DEPTH: u8 = 3;

impl<'a> OrderReader<'a> {
    pub(in crate::notation) fn new(text: &'a str, state: &'a State) -> Parsed<Self> {
        Ok(Self { reader: Reader::new(text)?, state, shown_battle: None, depth: 0 })
    }

    pub(in crate::notation) fn with_shown_battle(self, shown: Option<BattleId>) -> Self {
        Self { shown_battle: shown, ..self }
    }

    pub(super) fn with_depth(self, depth: u8) -> Self {
        Self { depth, ..self }
    }
}

/// An order that begins a battle of the first two sides.
pub(crate) fn example_battle(state: &State) -> String {
    match state.sides() {
        [one, other, ..] => {
            let [one, other] = [one, other].map(|side| quote_if_needed(&*side.name));
            format!("`battle \"First day\" with {one} v {other}`")
        }
        _ => "`battle NAME with SIDE v SIDE`".into(),
    }
}

impl OrderReader<'_> {
    pub(super) fn next_depth(&self) -> Parsed<u8> {
        let too_deep = || NotationError::new(self.reader.next_range(), "the orders are nested too deeply");
        if self.depth < MAX_DEPTH { Ok(self.depth + 1) } else { Err(too_deep()) }
    }

    pub(super) fn inner_order(&mut self) -> Parsed<Order> {
        self.depth = self.next_depth()?;
        let order = self.order();
        self.depth -= 1;
        order
    }

    pub(super) fn entity(&mut self, kinds: &'static [EntityKind]) -> Parsed<Id> {
        self.reader.reference(self.state, kinds)
    }

    pub(super) fn read<T>(&mut self, piece: &Piece<T>) -> Parsed<T> {
        (piece.read)(self)
    }

    pub(super) fn joined<T>(&mut self, piece: &Piece<T>) -> Parsed<Vec<T>> {
        let mut all = vec![(piece.read)(self)?];
        while self.reader.accept_sign('+') {
            all.push((piece.read)(self)?);
        }
        Ok(all)
    }

    /// Reads forces joined by `+`. A formation stands for its stacks.
    pub(in crate::notation) fn forces(&mut self, kinds: &'static [EntityKind]) -> Parsed<Vec<Id>> {
        let mut forces = Vec::new();
        loop {
            let at = self.reader.next_range();
            let named = self.entity(kinds)?;
            let stacks = self.state.named_forces(named);
            if stacks.is_empty() {
                let what = format!("{} has no units left", self.state.name(named));
                return Err(NotationError::new(at, what));
            }
            forces.extend(stacks);
            if !self.reader.accept_sign('+') {
                return Ok(forces);
            }
        }
    }

    /// Reads a piece after a word, if that is next.
    pub(super) fn after<T>(&mut self, word: &'static str, piece: &Piece<T>) -> Parsed<Option<T>> {
        if self.reader.accept_word(word) { self.read(piece).map(Some) } else { Ok(None) }
    }

    /// `because TEXT`
    pub(super) fn required_reason(&mut self) -> Parsed<Text> {
        self.reader.require_word("because")?;
        self.read(&WHY)
    }

    pub(super) fn new_number(&mut self) -> Parsed<u32> {
        if self.reader.accept_word("as") { self.reader.id() } else { Ok(self.state.next_id()) }
    }

    /// `in BATTLE`, or the only open battle, or of several the one shown.
    pub(super) fn in_battle(&mut self) -> Parsed<BattleId> {
        if self.reader.accept_word("in") {
            return self.read(&BATTLE);
        }
        if self.reader.accepts_any_name {
            return Ok(BattleId(0));
        }
        let open: Vec<&Battle> = self.state.open_battles().collect();
        let shown = open.iter().find(|battle| Some(battle.id) == self.shown_battle);
        if let ([battle], _) | (_, Some(battle)) = (&open[..], shown) {
            return Ok(battle.id);
        }
        let names: Vec<String> = open.iter().map(|b| format!("`in {}`", quote_if_needed(&*b.name))).collect();
        let mut error = self.reader.unexpected();
        if names.is_empty() {
            error.reason = "no battle is under way".into();
            let ends = self.reader.text.trim_start().to_lowercase().starts_with("end battle");
            let undecided = self.state.battles().iter().rfind(|battle| ends && battle.is_undecided());
            error.hint = Some(match undecided {
                Some(battle) => {
                    let name = quote_if_needed(&*battle.name);
                    format!("to decide a battle that is over, name it: `end battle in {name} won by …`")
                }
                None => format!("start one: {}", example_battle(self.state)),
            });
        } else {
            error.reason = format!("{} battles are under way: name one", names.len());
            error.hint = Some(format!("add {}", names.join(" or ")));
        }
        Err(error)
    }
}

pub(super) struct OrderPrinter<'a> {
    pub(super) state: &'a State,
    pub(super) text: String,
}

impl OrderPrinter<'_> {
    /// Appends text, after a space unless it is the first.
    pub(super) fn push(&mut self, text: &str) -> &mut Self {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self
    }

    pub(super) fn number(&mut self, number: &impl Display) -> &mut Self {
        self.push(&number.to_string())
    }

    pub(super) fn name(&mut self, name: &(impl Raw + ?Sized)) -> &mut Self {
        self.push(&quote_if_needed(name))
    }

    /// Appends free text, always quoted.
    pub(super) fn quote(&mut self, text: &Text) -> &mut Self {
        self.push(&quote(text))
    }

    pub(super) fn id(&mut self, id: impl Into<Id>, kinds: &[EntityKind]) -> &mut Self {
        let text = reference_text(self.state, id.into(), kinds);
        self.push(&text)
    }

    /// Appends references joined by `+`.
    pub(super) fn ids(&mut self, ids: &[impl Into<Id> + Copy], kinds: &[EntityKind]) -> &mut Self {
        let texts: Vec<String> = ids.iter().map(|id| reference_text(self.state, (*id).into(), kinds)).collect();
        self.push(&texts.join(" + "))
    }

    /// Appends ` in BATTLE`, unless only that one is open.
    pub(super) fn in_battle(&mut self, battle: BattleId) -> &mut Self {
        let mut open = self.state.open_battles();
        let only = open.next().is_some_and(|b| b.id == battle) && open.next().is_none();
        if only { self } else { self.push("in").id(battle, names::BATTLE) }
    }

    pub(super) fn put<T>(&mut self, piece: &Piece<T>, value: &T) -> &mut Self {
        (piece.print)(self, value)
    }

    /// Appends the same piece several times, joined by `+`.
    pub(super) fn joined<T>(&mut self, piece: &Piece<T>, values: &[T]) -> &mut Self {
        for (at, value) in values.iter().enumerate() {
            self.put_if(at > 0, "+");
            (piece.print)(self, value);
        }
        self
    }

    /// Appends a word and a piece, if there is a value.
    pub(super) fn after<T>(&mut self, word: &str, value: Option<&T>, piece: &Piece<T>) -> &mut Self {
        match value {
            Some(value) => self.push(word).put(piece, value),
            None => self,
        }
    }

    pub(super) fn put_if(&mut self, is_so: bool, text: &str) -> &mut Self {
        if is_so { self.push(text) } else { self }
    }

    pub(super) fn put_after(&mut self, word: &str, number: Option<impl Display>) -> &mut Self {
        match number {
            Some(number) => self.push(word).number(&number),
            None => self,
        }
    }
}
