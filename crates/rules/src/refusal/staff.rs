//! Refusals of orders for staff work. Source: RULES 7.

use super::{Refusal, RefusalText, only, refusals, the};
use crate::{
    rules::staff::LONGEST_TEXT,
    state::{Ruled, WrittenOrders},
};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
    text,
};

refusals! {
    /// Why an order for staff work is refused.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum StaffRefusal, |refusal, state| match refusal {
        NothingSaid => {
            only("nothing is said").hint("in quotes: `tell Blue \"Corps HQ asks for news\"`, `orders Blue \"…\"`")
        },
        TooLong { characters: usize } => {
            only(format!("the text has {characters} characters; {LONGEST_TEXT} are the most")).hint("send it in parts")
        },
        /// The delivery time of a message does not lie in the future.
        NotAhead { at: Moment } => {
            let clock = &state.book().clock;
            only(format!("{} is not ahead: it is {}", clock.name(*at), clock.name(state.calendar().now)))
                .hint("without `at` they are told at once")
        },
        /// The time at which the orders are to be given has passed.
        Past { due: Moment } => {
            let clock = &state.book().clock;
            only(format!("{} has passed: it is {}", clock.name(*due), clock.name(state.calendar().now)))
                .hint("without `due` they are due at once")
        },
        /// A ruling reveals or hides a thing that is the side's own.
        Own { side: SideId, what: Id } => {
            only(format!("{} is {}’s own, and known to it", the(state, *what), state.name(*side)))
                .hint("name another side")
        },
        AlreadySo { what: Id, ruled: Ruled } => {
            let how = match ruled {
                Ruled::Revealed => "revealed",
                Ruled::Hidden => "hidden",
            };
            only(format!("{} is {how} already", the(state, *what)))
        },
        NoSuchOrders { number: u32 } => {
            let all: Vec<String> = state.waiting_orders().iter().map(|orders| name(orders)).collect();
            let what = only(format!("no orders have the number {number}"));
            if all.is_empty() { what } else { what.hint(format!("waiting: {}", text::list(&all))) }
        },
        Answered { number: u32 } => {
            let is_given =
                state.written(*number).and_then(|orders| orders.answer.as_ref()).is_none_or(|to| to.is_given);
            let how = if is_given { "given" } else { "refused" };
            only(format!("orders {number} were {how} already")).hint("`amend` can change the entry that answered them")
        },
        NotDue { number: u32 } => {
            let clock = &state.book().clock;
            let due = state.written(*number).map_or("later".into(), |orders| format!("on {}", clock.name(orders.due)));
            only(format!("orders {number} are due {due}"))
                .hint(format!("to carry them out now, give the order by itself, and `grant {number} done`"))
        },
        /// An order that names a branch, or gives waiting orders, must be given alone.
        ByItself => only("such an order is given by itself, and not for written orders"),
        /// The order given for the written orders is refused.
        NotGranted { number: u32, why: Box<Refusal> } => {
            let RefusalText { what, hint } = super::describe(why, state);
            let else_hint = format!("`grant {number} as ORDER` gives another, `refuse {number}` refuses it");
            only(what).hint(hint.map_or(else_hint.clone(), |hint| format!("{hint}; {else_hint}")))
        },
    }
}

/// `3 “march 20th to Thorn”`
pub(super) fn name(orders: &WrittenOrders) -> String {
    format!("{} “{}”", orders.number, text::sanitize(&orders.text))
}
