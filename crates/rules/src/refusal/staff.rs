//! Refusals of orders for staff work. Source: RULES 7.

use super::{Refusal, RefusalText, kind_and_name, message, refusals};
use crate::{
    rules::staff::MAX_TEXT_LENGTH,
    state::{VisibilityRuling, WrittenOrders},
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
            message("nothing is said").with_hint("in quotes: `tell Blue \"Corps HQ asks for news\"`, `orders Blue \"…\"`")
        },
        TooLong { characters: usize } => {
            message(format!("the text has {characters} characters; {MAX_TEXT_LENGTH} are the most")).with_hint("send it in parts")
        },
        /// The delivery time of a message does not lie in the future.
        NotAhead { at: Moment } => {
            let clock = &state.book().clock;
            message(format!("{} is not ahead: it is {}", clock.format_moment(*at), clock.format_moment(state.calendar().now)))
                .with_hint("without `at` they are told at once")
        },
        /// The time at which the orders are to be given has passed.
        DuePassed { due: Moment } => {
            let clock = &state.book().clock;
            message(format!("{} has passed: it is {}", clock.format_moment(*due), clock.format_moment(state.calendar().now)))
                .with_hint("without `due` they are due at once")
        },
        /// A ruling reveals or hides a thing that is the side's own.
        OwnThing { side: SideId, what: Id } => {
            message(format!("{} is {}’s own, and known to it", kind_and_name(state, *what), state.name(*side)))
                .with_hint("name another side")
        },
        AlreadyRuled { what: Id, ruled: VisibilityRuling } => {
            let how = match ruled {
                VisibilityRuling::Revealed => "revealed",
                VisibilityRuling::Hidden => "hidden",
            };
            message(format!("{} is {how} already", kind_and_name(state, *what)))
        },
        NoSuchOrders { number: u32 } => {
            let all: Vec<String> = state.waiting_orders().iter().map(|orders| name(orders)).collect();
            let what = message(format!("no orders have the number {number}"));
            if all.is_empty() { what } else { what.with_hint(format!("waiting: {}", text::list(&all))) }
        },
        Answered { number: u32 } => {
            let is_given =
                state.written_order(*number).and_then(|orders| orders.answer.as_ref()).is_none_or(|to| to.is_given);
            let how = if is_given { "given" } else { "refused" };
            message(format!("orders {number} were {how} already")).with_hint("`amend` can change the entry that answered them")
        },
        NotDue { number: u32 } => {
            let clock = &state.book().clock;
            let due = state.written_order(*number).map_or("later".into(), |orders| format!("on {}", clock.format_moment(orders.due)));
            message(format!("orders {number} are due {due}"))
                .with_hint(format!("to carry them out now, give the order by itself, and `grant {number} done`"))
        },
        /// An order that names a branch, or gives waiting orders, must be given alone.
        MustBeAlone => message("such an order is given by itself, and not for written orders"),
        /// The order given for the written orders is refused.
        NotGranted { number: u32, why: Box<Refusal> } => {
            let RefusalText { message: text, hint } = super::describe(why, state);
            let else_hint = format!("`grant {number} as ORDER` gives another, `refuse {number}` refuses it");
            message(text).with_hint(hint.map_or(else_hint.clone(), |hint| format!("{hint}; {else_hint}")))
        },
    }
}

/// `3 “march 20th to Thorn”`
pub(super) fn name(orders: &WrittenOrders) -> String {
    format!("{} “{}”", orders.number, text::sanitize(&orders.text))
}
