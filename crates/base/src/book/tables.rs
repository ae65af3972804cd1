//! Random tables: results by the total of some dice. Source: RULES 7.
//!
//! A table has exactly one row for each total that its roll can give. A row can lead to another table, but never in a
//! loop, and it can give orders. Orders are text here; the module that reads orders checks them.

mod check;
mod totals;

pub use totals::{TableRoll, Totals};

use crate::{
    document::is_default,
    text::{Raw, Text, name_match::position_named},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap as _,
};
use std::{collections::BTreeSet, fmt};

/// Placeholder in texts and orders for the force that the table is consulted for.
pub const FORCE_PLACEHOLDER: &str = "{force}";

/// A random table: `"Weather": (roll: "2d6", rows: [(on: "2-4", text: "heavy rain"), …])`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// In a file, the key before it.
    #[serde(skip)]
    pub name: Text,
    pub roll: TableRoll,
    /// The states that a roll can leave behind, such as the weather. The first is the initial state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<TableState>,
    pub rows: Vec<TableRow>,
}

/// A state that a table leaves behind until its next roll: `(name: "mud", march: 1)`. The effects of all tables add up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableState {
    pub name: Text,
    /// How many steps longer each road or area of the theatre is for a march; negative is shorter.
    #[serde(default, skip_serializing_if = "is_default")]
    pub march: i8,
    /// Bonus dice of the side that opens a SCRUD combat; negative are penalty dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attack_dice: i8,
    /// Dice added to each volley, which has at least one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub volley_dice: i8,
}

impl TableState {
    pub const MAX_EFFECT: i8 = 20;
}

/// The sides that learn the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableAudience {
    All,
    /// The side of the force that the table is consulted for.
    Side,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    pub on: Totals,
    /// The states after which it counts; empty for all. A row with states takes precedence over one without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Text>,
    /// The state that it leaves behind; without it, the table's state does not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<Text>,
    /// `{force}` is replaced by the force that the table is consulted for.
    pub text: Text,
    /// Orders that fall due, as typed; `{force}` as in `text`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Text>,
    /// The table that is rolled on next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Text>,
    /// The sides that learn its text; only the referee if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tell: Option<TableAudience>,
}

impl Table {
    pub fn state(&self, name: &(impl Raw + ?Sized)) -> Option<&TableState> {
        self.states.iter().find(|state| state.name.eq_ignore_case(name))
    }

    /// Index of the row for a total after a state.
    pub fn row_for(&self, total: i32, state: Option<&Text>) -> Option<usize> {
        let after = |row: &TableRow| state.is_some_and(|state| row.names(state));
        let find =
            |fits: &dyn Fn(&TableRow) -> bool| self.rows.iter().position(|row| fits(row) && row.on.contains(total));
        find(&after).or_else(|| find(&|row| row.after.is_empty()))
    }
}

impl TableRow {
    fn names(&self, state: &Text) -> bool {
        self.after.iter().any(|name| name.eq_ignore_case(state))
    }

    /// Whether both rows count after the same state, with equal right.
    fn competes_with(&self, other: &Self) -> bool {
        self.after.is_empty() && other.after.is_empty() || self.after.iter().any(|state| other.names(state))
    }
}

/// The tables of a rulebook, in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables(Vec<Table>);

impl Tables {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Table> + '_ {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, at: usize) -> Option<&Table> {
        self.0.get(at)
    }

    pub fn find(&self, name: &(impl Raw + ?Sized)) -> Option<usize> {
        position_named(self.0.iter().map(|table| &table.name), name)
    }

    /// The table that matches what was typed: its full name, or an unambiguous beginning.
    pub fn find_by_prefix(&self, typed: &Text) -> Option<&Table> {
        let lower = typed.to_lowercase();
        let mut begun = self.0.iter().filter(|table| table.name.to_lowercase().starts_with(lower.raw()));
        let whole = self.find(typed).and_then(|at| self.get(at));
        whole.or_else(|| begun.next().filter(|_| begun.next().is_none()))
    }

    pub fn next_table(&self, row: &TableRow) -> Option<usize> {
        row.then.as_ref().and_then(|then| self.find(then))
    }

    /// Whether this table or one that it leads to uses `{force}`.
    pub fn asks_for_force(&self, at: usize) -> bool {
        let says = |row: &TableRow| {
            row.tell == Some(TableAudience::Side)
                || row.text.contains(FORCE_PLACEHOLDER)
                || row.orders.iter().any(|order| order.contains(FORCE_PLACEHOLDER))
        };
        self.reachable_from(at).iter().filter_map(|at| self.get(*at)).flat_map(|table| &table.rows).any(says)
    }

    fn reachable_from(&self, at: usize) -> BTreeSet<usize> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![at]);
        while let Some(at) = open.pop() {
            if reached.insert(at) {
                let rows = self.get(at).into_iter().flat_map(|table| &table.rows);
                open.extend(rows.filter_map(|row| self.next_table(row)));
            }
        }
        reached
    }
}

/// The tables in a rulebook's file: each replaces the table with its name, and `"Weather": None` removes one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TablesDraft(pub Vec<(Text, Option<Table>)>);

impl TablesDraft {
    /// Applies these tables to `base`. Of two with the same name, which is a fault, the first counts.
    pub(super) fn apply_to(self, base: &Tables) -> Tables {
        let mut tables = base.clone();
        let mut laid: BTreeSet<Text> = BTreeSet::new();
        for (name, table) in self.0.into_iter().filter(|(name, _)| laid.insert(name.to_lowercase())) {
            match (tables.find(&name), table) {
                (Some(at), Some(table)) => tables.0[at] = table,
                (Some(at), None) => drop(tables.0.remove(at)),
                (None, Some(table)) => tables.0.push(table),
                (None, None) => {}
            }
        }
        tables
    }
}

impl From<&Tables> for TablesDraft {
    fn from(tables: &Tables) -> Self {
        Self(tables.iter().map(|table| (table.name.clone(), Some(table.clone()))).collect())
    }
}

impl Serialize for TablesDraft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, table) in &self.0 {
            map.serialize_entry(name, table)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for TablesDraft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = TablesDraft;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("tables by name: `{\"Weather\": (roll: \"2d6\", rows: […])}`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TablesDraft, A::Error> {
                let mut tables = Vec::new();
                while let Some((name, table)) = map.next_entry::<Text, Option<Table>>()? {
                    let table = table.map(|table| Table { name: name.clone(), ..table });
                    tables.push((name, table));
                }
                Ok(TablesDraft(tables))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}
