//! Refusals of orders that consult a table. Source: RULES 7.

use super::{RefusalText, only};
use crate::{notation::names::quoted, rules::refusal::TableRefusal, state::State};
use wardiary_base::text;

pub(super) fn describe(refusal: &TableRefusal, state: &State) -> RefusalText {
    match refusal {
        TableRefusal::NoTable { table } => {
            let names: Vec<&str> = state.book().tables.iter().map(|table| table.name.as_str()).collect();
            let what = format!("there is no table “{}”", text::display_name(table));
            let title = text::sanitize(&state.book().title);
            only(what).hint(match text::nearest(table, names.iter().copied()) {
                Some(near) => format!("perhaps {}", quoted(near)),
                None if names.is_empty() => format!("the rulebook “{title}” has no tables; `campaign` has some"),
                None => format!("there is {}", text::list(&names)),
            })
        }
        TableRefusal::ForWhom { table } => {
            let (shown, table) = (text::display_name(table), quoted(table));
            only(format!("what comes up on “{shown}” is for a unit, a stack or a side"))
                .hint(format!("say for whom: `consult {table} for FORCE`"))
        }
    }
}
