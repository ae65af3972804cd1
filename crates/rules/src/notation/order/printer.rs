//! The printer shared by all orders.

use crate::{
    notation::names::{BATTLE, UNIT, quote, quote_if_needed, reference_text},
    state::{EntityKind, State},
};
use std::fmt::Display;
use wardiary_base::{
    id::{BattleId, Id, UnitId},
    text::{Raw, Text},
};

/// Prints an order. Parsing the text in the same state gives the same order.
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

    /// Appends a name, quoted if necessary.
    pub(super) fn name(&mut self, name: &(impl Raw + ?Sized)) -> &mut Self {
        self.push(&quote_if_needed(name))
    }

    /// Appends free text, always quoted.
    pub(super) fn quote(&mut self, text: &Text) -> &mut Self {
        self.push(&quote(text))
    }

    /// Appends a reference to one of `kinds`.
    pub(super) fn id(&mut self, id: impl Into<Id>, kinds: &[EntityKind]) -> &mut Self {
        let text = reference_text(self.state, id.into(), kinds);
        self.push(&text)
    }

    /// Appends references joined by `+`.
    pub(super) fn ids(&mut self, ids: &[Id], kinds: &[EntityKind]) -> &mut Self {
        let texts: Vec<String> = ids.iter().map(|id| reference_text(self.state, *id, kinds)).collect();
        self.push(&texts.join(" + "))
    }

    pub(super) fn units(&mut self, units: &[UnitId]) -> &mut Self {
        let ids: Vec<Id> = units.iter().map(|unit| Id::from(*unit)).collect();
        self.ids(&ids, UNIT)
    }

    /// Appends the number of a new thing, `as #12`.
    pub(super) fn as_number(&mut self, id: impl Into<Id>) -> &mut Self {
        self.push(&format!("as {}", id.into()))
    }

    /// Appends ` in BATTLE`, unless only that one is open.
    pub(super) fn in_battle(&mut self, battle: BattleId) -> &mut Self {
        let mut open = self.state.open_battles();
        let only = open.next().is_some_and(|b| b.id == battle) && open.next().is_none();
        if only { self } else { self.push("in").id(battle, BATTLE) }
    }

    /// Appends a word and what `put` makes of a value, if there is one.
    pub(super) fn after<T>(
        &mut self,
        word: &str,
        value: Option<T>,
        put: impl FnOnce(&mut Self, T) -> &mut Self,
    ) -> &mut Self {
        match value {
            Some(value) => put(self.push(word), value),
            None => self,
        }
    }

    pub(super) fn put_if(&mut self, is_so: bool, text: &str) -> &mut Self {
        if is_so { self.push(text) } else { self }
    }

    pub(super) fn put_after(&mut self, word: &str, number: Option<impl Display>) -> &mut Self {
        self.after(word, number, |p, number| p.push(&number.to_string()))
    }

    pub(super) fn quote_after(&mut self, word: &str, text: Option<&Text>) -> &mut Self {
        self.after(word, text, |p, text| p.quote(text))
    }

    /// Appends `because …`, if there is a reason.
    pub(super) fn reason(&mut self, why: Option<&Text>) -> &mut Self {
        self.quote_after("because", why)
    }
}
