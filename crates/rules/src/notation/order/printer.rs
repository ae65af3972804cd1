//! The printer shared by all orders.

use super::piece::Piece;
use crate::{
    notation::names::{self, quote, quote_if_needed, reference_text},
    state::{EntityKind, State},
};
use std::fmt::Display;
use wardiary_base::{
    id::{BattleId, Id},
    text::{Raw, Text},
};

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
