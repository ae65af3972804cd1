//! Refusals of orders that consult a random table. Source: RULES 7.

/// Why a table can't be consulted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRefusal {
    NoTable {
        table: String,
    },
    /// A row of the table refers to a force, but the order names none.
    ForWhom {
        table: String,
    },
}
