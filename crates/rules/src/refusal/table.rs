//! Refusals of orders that consult a random table. Source: RULES 7.

use super::{only, refusals};
use crate::notation::quoted;
use wardiary_base::text;

refusals! {
    /// Why a table can't be consulted.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TableRefusal, |refusal, state| match refusal {
        NoTable { table: String } => {
            let names: Vec<&str> = state.book().tables.iter().map(|table| table.name.as_str()).collect();
            let what = format!("there is no table “{}”", text::display_name(table));
            let title = text::sanitize(&state.book().title);
            only(what).hint(match text::nearest(table, names.iter().copied()) {
                Some(near) => format!("perhaps {}", quoted(near)),
                None if names.is_empty() => format!("the rulebook “{title}” has no tables; `campaign` has some"),
                None => format!("there is {}", text::list(&names)),
            })
        },
        /// A row of the table refers to a force, but the order names none.
        ForWhom { table: String } => {
            let (shown, table) = (text::display_name(table), quoted(table));
            only(format!("what comes up on “{shown}” is for a unit, a stack or a side"))
                .hint(format!("say for whom: `consult {table} for FORCE`"))
        },
    }
}
