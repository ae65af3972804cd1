//! Refusals of orders for the campaign's clock. Source: RULES 7.

use super::{RefusalText, only, staff, the, theatre};
use crate::{
    notation::due_text,
    rules::refusal::ClockRefusal,
    state::{Scheduled, State},
};
use wardiary_base::text;

pub(super) fn describe(refusal: &ClockRefusal, state: &State) -> RefusalText {
    let (clock, calendar) = (&state.book().clock, state.calendar());
    match refusal {
        ClockRefusal::NoClock => only(format!("the rulebook “{}” has no clock", text::sanitize(&state.book().title)))
            .hint(r#"a campaign goes by days, or whatever is counted: `rules change "(clock: (unit: \"day\"))"`"#),
        ClockRefusal::LeftOver { battles, due, contacts, orders } => {
            let battles = battles.iter().map(|battle| format!("{} is not over", the(state, *battle)));
            let contacts = contacts.iter().filter_map(|contact| state.contact(*contact));
            let contacts = contacts.map(|contact| format!("{} stands", theatre::contact(state, contact)));
            let first = due.first();
            let due =
                due.iter().filter_map(|item| calendar.item(*item)).map(|item| format!("{} is due", name(state, item)));
            let handed_in = orders.iter().filter_map(|number| state.written(*number));
            let handed_in = handed_in.map(|written| {
                format!("orders {} of {} wait for an answer", staff::name(written), state.name(written.side))
            });
            let left: Vec<String> = battles.chain(due).chain(handed_in).chain(contacts).collect();
            let all_the_same = "to go on all the same: `advance anyway`";
            only(text::list(&left)).hint(match (first, orders.first()) {
                (Some(item), _) => format!("`give {item}` or `settle {item}` settles it; {all_the_same}"),
                (None, Some(number)) => format!("`grant {number}` or `refuse {number}` answers them; {all_the_same}"),
                (None, None) => all_the_same.into(),
            })
        }
        ClockRefusal::EndOfTime => only(format!("there is no {} after {}", clock.unit(), calendar.now.count)),
        ClockRefusal::NotAhead { at } => {
            only(format!("{} is not ahead: it is {}", clock.name(*at), clock.name(calendar.now)))
        }
        ClockRefusal::NothingScheduled => only("nothing is scheduled").hint(format!(
            "say what: `schedule \"the Guard arrives\" at {} {}`",
            clock.unit(),
            calendar.now.count + 1
        )),
        ClockRefusal::NotDue { item } => {
            let at = calendar.item(*item).map_or("later".into(), |item| format!("on {}", clock.name(item.at)));
            only(format!("number {item} comes due {at}"))
                .hint(format!("to do it now, give its order by itself, and `settle {item}`"))
        }
        ClockRefusal::ByItself => only("such an order is given by itself, and not for what is due"),
        ClockRefusal::NotGiven { item, why } => {
            let RefusalText { what, hint } = super::describe(why, state);
            let settled = format!("`settle {item}` does without the order");
            only(what).hint(hint.map_or(settled.clone(), |hint| format!("{hint}; {settled}")))
        }
        ClockRefusal::NoSuchItem { item } => {
            let all: Vec<String> = calendar.scheduled().iter().map(|item| name(state, item)).collect();
            let what = only(format!("nothing that has the number {item} is waiting"));
            if all.is_empty() { what } else { what.hint(format!("waiting: {}", text::list(&all))) }
        }
    }
}

/// `2 “the Guard arrives”`
fn name(state: &State, scheduled: &Scheduled) -> String {
    format!("{} “{}”", scheduled.item, text::sanitize(&due_text(state, scheduled)))
}
