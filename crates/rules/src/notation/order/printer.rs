//! The printer shared by all orders.

use crate::{
    notation::names::{BATTLE, UNIT, quoted, reference},
    state::{EntityKind, State},
};
use std::fmt::Display;
use wardiary_base::id::{BattleId, Id, UnitId};

/// Prints an order. Parsing the text in the same state gives the same order.
pub(super) struct OrderPrinter<'a> {
    pub(super) state: &'a State,
    pub(super) text: String,
}

impl OrderPrinter<'_> {
    /// Appends text, after a space unless it is the first.
    pub(super) fn put(&mut self, text: &str) -> &mut Self {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self
    }

    /// Appends a name, quoted if necessary.
    pub(super) fn name(&mut self, name: &str) -> &mut Self {
        self.put(&quoted(name))
    }

    /// Appends free text, always quoted.
    pub(super) fn quote(&mut self, text: &str) -> &mut Self {
        let written = quoted(text);
        if written.starts_with('"') { self.put(&written) } else { self.put(&format!("\"{written}\"")) }
    }

    /// Appends a reference to one of `kinds`.
    pub(super) fn id(&mut self, id: impl Into<Id>, kinds: &[EntityKind]) -> &mut Self {
        let text = reference(self.state, id.into(), kinds);
        self.put(&text)
    }

    /// Appends references joined by `+`.
    pub(super) fn all(&mut self, ids: &[Id], kinds: &[EntityKind]) -> &mut Self {
        let texts: Vec<String> = ids.iter().map(|id| reference(self.state, *id, kinds)).collect();
        self.put(&texts.join(" + "))
    }

    pub(super) fn units(&mut self, units: &[UnitId]) -> &mut Self {
        let ids: Vec<Id> = units.iter().map(|unit| Id::from(*unit)).collect();
        self.all(&ids, UNIT)
    }

    /// Appends the number of a new thing, `as #12`.
    pub(super) fn numbered(&mut self, id: impl Into<Id>) -> &mut Self {
        self.put(&format!("as {}", id.into()))
    }

    /// Appends ` in BATTLE`, unless only that one is open.
    pub(super) fn in_battle(&mut self, battle: BattleId) -> &mut Self {
        let mut open = self.state.open_battles();
        let only = open.next().is_some_and(|b| b.id == battle) && open.next().is_none();
        if only { self } else { self.put("in").id(battle, BATTLE) }
    }

    /// Appends a word and what `put` makes of a value, if there is one.
    pub(super) fn after<T>(
        &mut self,
        word: &str,
        value: Option<T>,
        put: impl FnOnce(&mut Self, T) -> &mut Self,
    ) -> &mut Self {
        match value {
            Some(value) => put(self.put(word), value),
            None => self,
        }
    }

    pub(super) fn put_if(&mut self, is_so: bool, text: &str) -> &mut Self {
        if is_so { self.put(text) } else { self }
    }

    pub(super) fn put_after(&mut self, word: &str, number: Option<impl Display>) -> &mut Self {
        self.after(word, number, |p, number| p.put(&number.to_string()))
    }

    pub(super) fn quote_after(&mut self, word: &str, text: Option<&String>) -> &mut Self {
        self.after(word, text, |p, text| p.quote(text))
    }

    /// Appends `because …`, if there is a reason.
    pub(super) fn why(&mut self, why: Option<&String>) -> &mut Self {
        self.quote_after("because", why)
    }
}
