//! Refusals of orders for the campaign's clock. Source: RULES 7.

use super::{Refusal, RefusalText, kind_and_name, message, refusals, staff, theatre};
use crate::{
    notation::due_text,
    state::{Scheduled, State},
};
use wardiary_base::{book::Moment, id::BattleId, text};

refusals! {
    /// Why an order for the campaign's clock is refused.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ClockRefusal, |refusal, state| match refusal {
        NoClock => message(format!("the rulebook “{}” has no clock", text::sanitize(&state.book().title)))
            .with_hint(r#"a campaign goes by days, or whatever is counted: `rules change "(clock: (unit: \"day\"))"`"#),
        /// Time does not advance by itself while something is unfinished.
        LeftOver {
            battles: Vec<BattleId>,
            due: Vec<u32>,
            /// The numbers of the open contacts.
            contacts: Vec<u32>,
            orders: Vec<u32>,
        } => {
            let battles = battles.iter().map(|battle| format!("{} is not over", kind_and_name(state, *battle)));
            let contacts = contacts.iter().filter_map(|contact| state.contact(*contact));
            let contacts = contacts.map(|contact| format!("{} stands", theatre::contact(state, contact)));
            let first = due.first();
            let due = due.iter().filter_map(|item| state.calendar().item(*item));
            let due = due.map(|item| format!("{} is due", name(state, item)));
            let handed_in = orders.iter().filter_map(|number| state.written_order(*number));
            let handed_in = handed_in.map(|written| {
                format!("orders {} of {} wait for an answer", staff::name(written), state.name(written.side))
            });
            let left: Vec<String> = battles.chain(due).chain(handed_in).chain(contacts).collect();
            let all_the_same = "to go on all the same: `advance anyway`";
            message(text::list(&left)).with_hint(match (first, orders.first()) {
                (Some(item), _) => format!("`give {item}` or `settle {item}` settles it; {all_the_same}"),
                (None, Some(number)) => format!("`grant {number}` or `refuse {number}` answers them; {all_the_same}"),
                (None, None) => all_the_same.into(),
            })
        },
        EndOfTime => message(format!("there is no {} after {}", state.book().clock.unit(), state.calendar().now.count)),
        NotAhead { at: Moment } => {
            let clock = &state.book().clock;
            message(format!("{} is not ahead: it is {}", clock.format_moment(*at), clock.format_moment(state.calendar().now)))
        },
        NothingScheduled => message("nothing is scheduled").with_hint(format!(
            "say what: `schedule \"the Guard arrives\" at {} {}`",
            state.book().clock.unit(),
            state.calendar().now.count + 1
        )),
        NotDue { item: u32 } => {
            let item_due = state.calendar().item(*item);
            let at = item_due.map_or("later".into(), |item| format!("on {}", state.book().clock.format_moment(item.due)));
            message(format!("number {item} comes due {at}"))
                .with_hint(format!("to do it now, give its order by itself, and `settle {item}`"))
        },
        /// An order that names a branch, or gives a scheduled order, must be given alone.
        MustBeAlone => message("such an order is given by itself, and not for what is due"),
        /// The order given for a due item is refused.
        NotGiven { item: u32, why: Box<Refusal> } => {
            let RefusalText { message: text, hint } = super::describe(why, state);
            let settled = format!("`settle {item}` does without the order");
            message(text).with_hint(hint.map_or(settled.clone(), |hint| format!("{hint}; {settled}")))
        },
        NoSuchItem { item: u32 } => {
            let all: Vec<String> = state.calendar().scheduled().iter().map(|item| name(state, item)).collect();
            let what = message(format!("nothing that has the number {item} is waiting"));
            if all.is_empty() { what } else { what.with_hint(format!("waiting: {}", text::list(&all))) }
        },
    }
}

/// `2 “the Guard arrives”`
fn name(state: &State, scheduled: &Scheduled) -> String {
    format!("{} “{}”", scheduled.item, text::sanitize(&due_text(state, scheduled)))
}
