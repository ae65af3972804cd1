//! Refusals of orders that consult a random table. Source: RULES 7.

use super::{message, refusals};
use crate::notation::quote_if_needed;
use wardiary_base::text;

refusals! {
    /// Why a table can't be consulted.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TableRefusal, |refusal, state| match refusal {
        NoTable { table: String } => {
            let names: Vec<&str> = state.book().tables.iter().map(|table| table.name.as_str()).collect();
            let what = format!("there is no table “{}”", text::display_name(table));
            let title = text::sanitize(&state.book().title);
            message(what).with_hint(match text::nearest(table, names.iter().copied()) {
                Some(near) => format!("perhaps {}", quote_if_needed(near)),
                None if names.is_empty() => format!("the rulebook “{title}” has no tables; `campaign` has some"),
                None => format!("there is {}", text::list(&names)),
            })
        },
        /// A row of the table refers to a force, but the order names none.
        ForceMissing { table: String } => {
            let (shown, table) = (text::display_name(table), quote_if_needed(table));
            message(format!("what comes up on “{shown}” is for a unit, a stack or a side"))
                .with_hint(format!("say for whom: `consult {table} for FORCE`"))
        },
    }
}
