//! What the printers of all orders share.

use crate::{
    notation::names::{BATTLE, UNIT, quoted, reference},
    state::{EntityKind, State},
};
use wardiary_base::id::{BattleId, Id, UnitId};

/// Prints an order so that it can be read again in the same state.
pub(super) struct OrderPrinter<'a> {
    pub(super) state: &'a State,
    /// What has been printed so far.
    pub(super) text: String,
}

impl OrderPrinter<'_> {
    /// Adds a word, after a space where it isn't the first.
    pub(super) fn put(&mut self, text: &str) -> &mut Self {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self
    }

    /// Adds a name, in quotes where it needs them.
    pub(super) fn name(&mut self, name: &str) -> &mut Self {
        self.put(&quoted(name))
    }

    /// Adds free text, always in quotes.
    pub(super) fn quote(&mut self, text: &str) -> &mut Self {
        let written = quoted(text);
        if written.starts_with('"') { self.put(&written) } else { self.put(&format!("\"{written}\"")) }
    }

    /// Adds what names one of `kinds`.
    pub(super) fn id(&mut self, id: impl Into<Id>, kinds: &[EntityKind]) -> &mut Self {
        let text = reference(self.state, id.into(), kinds);
        self.put(&text)
    }

    /// Adds what names each of them, with `+` between.
    pub(super) fn all(&mut self, ids: &[Id], kinds: &[EntityKind]) -> &mut Self {
        let texts: Vec<String> = ids.iter().map(|id| reference(self.state, *id, kinds)).collect();
        self.put(&texts.join(" + "))
    }

    /// Adds the names of units, with `+` between.
    pub(super) fn units(&mut self, units: &[UnitId]) -> &mut Self {
        let ids: Vec<Id> = units.iter().map(|unit| Id::from(*unit)).collect();
        self.all(&ids, UNIT)
    }

    /// Adds the number that something new gets.
    pub(super) fn numbered(&mut self, id: impl Into<Id>) -> &mut Self {
        self.put(&format!("as {}", id.into()))
    }

    /// Adds ` in BATTLE`, unless it is the only one under way.
    pub(super) fn in_battle(&mut self, battle: BattleId) -> &mut Self {
        let mut open = self.state.open_battles();
        let only = open.next().is_some_and(|b| b.id == battle) && open.next().is_none();
        if only { self } else { self.put("in").id(battle, BATTLE) }
    }

    /// Adds ` because …`, where there is a reason.
    pub(super) fn why(&mut self, why: Option<&String>) -> &mut Self {
        match why {
            Some(why) => self.put("because").quote(why),
            None => self,
        }
    }
}
