//! Refusals of orders that consult a table. Source: RULES 7.

/// Why a table can't be consulted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRefusal {
    /// The rulebook has no table of that name.
    NoTable {
        /// The name.
        table: String,
    },
    /// What may come up speaks of a force, and none is named.
    ForWhom {
        /// The table.
        table: String,
    },
}
