//! Refusals of orders between battles: the clock, staff work, victory and random tables. Source: RULES 7.

use super::{Refusal, RefusalText, kind_and_name, quoted_name, refusals, sentence, theatre};
use crate::{
    notation::{campaign_over_sentence, due_text, order_text, parse_instruction, quote_if_needed},
    order::{ClockOrder, Order, Unfinished},
    rules::staff::MAX_TEXT_LENGTH,
    state::{AnswerKind, Scheduled, State, VisibilityRuling, WrittenOrders},
};
use wardiary_base::{
    book::Moment,
    id::{BattleId, Id, SideId},
    text::{self, Text},
};

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ClockRefusal, |refusal, state| match refusal {
        NoClock => sentence(format!("the rulebook “{}” has no clock", state.book().title))
            .with_hint("to count days, or another unit of time: `rules change clock day`"),
        /// Time does not advance by itself while something is unfinished.
        LeftOver { left: Vec<Unfinished> } => {
            let all: Vec<String> = left.iter().filter_map(|what| open_text(state, *what)).collect();
            let regardless = match left.len() {
                1..=MAX_LEFT => {
                    let leaving = Order::Clock(ClockOrder::Advance { anyway: false, leaving: left.clone() });
                    format!("to leave that open: `{}` or `advance anyway`", order_text(state, &leaving))
                }
                _ => "to leave all that open: `advance anyway`".into(),
            };
            let is_free_text = |number: u32| {
                state.written_order(number).is_some_and(|written| parse_instruction(written.text.raw(), state).is_err())
            };
            let answer = match left.iter().find(|what| !matches!(what, Unfinished::Battle(_))) {
                Some(Unfinished::Item(item)) => format!("resolve it with `give {item}` or `settle {item}`; "),
                Some(Unfinished::Orders(number)) if is_free_text(*number) => format!(
                    "answer them with `grant {0} as …`, `grant {0} done because \"…\"` or `refuse {0}`; ",
                    state.orders_label(*number)
                ),
                Some(Unfinished::Orders(number)) => {
                    format!("answer them with `grant {0}` or `refuse {0}`; ", state.orders_label(*number))
                }
                Some(Unfinished::Contact(contact)) => format!(
                    "fight it out with `battle \"…\" from contact {contact}`, or put it aside with `contact {contact} aside because \"…\"`; "
                ),
                Some(Unfinished::Battle(_)) | None => String::new(),
            };
            sentence(text::list(&all)).with_hint(answer + &regardless)
        },
        NotOpen { what: Unfinished } => sentence(match what {
            Unfinished::Battle(battle) => format!("{} is not being fought", kind_and_name(state, *battle)),
            Unfinished::Orders(number) => format!("order {} is not open", state.orders_label(*number)),
            counted => format!("{} {} is not open", counted.word(), counted.number()),
        }),
        EndOfTime => sentence(format!("there is no {} after {}", state.book().clock.unit(), state.calendar().now.count)),
        NotAhead { at: Moment } => {
            let clock = &state.book().clock;
            sentence(format!("{} is not in the future: it is now {}", clock.format_moment(*at), clock.format_moment(state.calendar().now)))
        },
        NothingScheduled => sentence("the text to schedule is missing").with_hint(format!(
            "write a note or an order: `schedule \"the Guard arrives\" at {} {}`",
            state.book().clock.unit(),
            state.calendar().now.count + 1
        )),
        NotDue { item: u32 } => {
            let item_due = state.calendar().item(*item);
            let at = item_due.map_or("later".into(), |item| format!("on {}", state.book().clock.format_moment(item.due)));
            sentence(format!("item {item} is due only {at}"))
                .with_hint(format!("to do it now, enter its order separately, then `settle {item}`"))
        },
        MustBeAlone => sentence("this order must be entered on its own, not through `give`"),
        NotGiven { item: u32, why: Box<Refusal> } => {
            let RefusalText { reason: text, hint } = super::describe(why, state);
            let settled = format!("`settle {item}` resolves it without the order");
            sentence(text).with_hint(hint.map_or(settled.clone(), |hint| format!("{hint}; {settled}")))
        },
        NoSuchItem { item: u32 } => {
            let all: Vec<String> = state.calendar().scheduled().iter().map(|item| name(state, item)).collect();
            let what = sentence(format!("no scheduled item has the number {item}"));
            if all.is_empty() { what } else { what.with_hint(format!("waiting: {}", text::list(&all))) }
        },
    }
}

/// Maximum number of things in the hint of `advance`.
const MAX_LEFT: usize = 4;

/// `orders B3 “hold the ford” of Blue are waiting for an answer`
fn open_text(state: &State, what: Unfinished) -> Option<String> {
    Some(match what {
        Unfinished::Battle(battle) => format!("{} is not over", kind_and_name(state, battle)),
        Unfinished::Item(item) => format!("{} is due", name(state, state.calendar().item(item)?)),
        Unfinished::Orders(number) => {
            let written = state.written_order(number)?;
            format!("orders {} of {} are waiting for an answer", name_orders(state, written), state.name(written.side))
        }
        Unfinished::Contact(number) => format!("{} is still open", theatre::contact(state, state.contact(number)?)),
    })
}

/// `2 “the Guard arrives”`
fn name(state: &State, scheduled: &Scheduled) -> String {
    format!("{} “{}”", scheduled.item, due_text(state, scheduled))
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum StaffRefusal, |refusal, state| match refusal {
        NothingSaid => {
            sentence("the text is missing").with_hint("write it in quotes: `tell Blue \"Corps HQ asks for news\"`, `orders Blue \"…\"`")
        },
        TooLong { characters: usize } => {
            sentence(format!("the text has {characters} characters; the maximum is {MAX_TEXT_LENGTH}")).with_hint("split it into parts")
        },
        NotAhead { at: Moment } => {
            let clock = &state.book().clock;
            sentence(format!("{} is not in the future: it is now {}", clock.format_moment(*at), clock.format_moment(state.calendar().now)))
                .with_hint("without `at` the message is sent at once")
        },
        DuePassed { due: Moment } => {
            let clock = &state.book().clock;
            sentence(format!("{} has passed: it is now {}", clock.format_moment(*due), clock.format_moment(state.calendar().now)))
                .with_hint("without `due` they are due at once")
        },
        OwnThing { side: SideId, what: Id } => {
            sentence(format!("{} belongs to {} and is already known to it", kind_and_name(state, *what), state.name(*side)))
                .with_hint("name another side")
        },
        AlreadyRuled { what: Id, ruled: VisibilityRuling } => {
            let how = match ruled {
                VisibilityRuling::Revealed => "revealed",
                VisibilityRuling::Hidden => "hidden",
            };
            sentence(format!("{} is already {how}", kind_and_name(state, *what)))
        },
        NoSuchOrders { number: u32 } => {
            let all: Vec<String> = state.waiting_orders().iter().map(|orders| name_orders(state, orders)).collect();
            let what = sentence(format!("no written orders have the number {number}"));
            if all.is_empty() { what } else { what.with_hint(format!("waiting: {}", text::list(&all))) }
        },
        Answered { number: u32 } => {
            let answer = state.written_order(*number).and_then(|orders| orders.answer.as_ref());
            let how = answer.map_or(AnswerKind::Granted, |answer| answer.kind).word();
            sentence(format!("orders {} were already {how}", state.orders_label(*number))).with_hint("`amend` can change the entry that answered them")
        },
        NotDue { number: u32 } => {
            let clock = &state.book().clock;
            let due = state.written_order(*number).map_or("later".into(), |orders| format!("on {}", clock.format_moment(orders.due)));
            let label = state.orders_label(*number);
            sentence(format!("orders {label} are due only {due}"))
                .with_hint(format!("to carry them out now, enter the order separately, then `grant {label} done`"))
        },
        MustBeAlone => sentence("this order must be entered on its own, not through `grant`"),
        NotGranted { number: u32, why: Box<Refusal> } => {
            let RefusalText { reason: text, hint } = super::describe(why, state);
            let label = state.orders_label(*number);
            let else_hint = format!("`grant {label} as ORDER` carries out another order instead, `refuse {label}` refuses them");
            sentence(text).with_hint(hint.map_or(else_hint.clone(), |hint| format!("{hint}; {else_hint}")))
        },
    }
}

/// `B3 “march 20th to Thorn”`
fn name_orders(state: &State, orders: &WrittenOrders) -> String {
    format!("{} “{}”", state.orders_label(orders.number), orders.text)
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum VictoryRefusal, |refusal, state| match refusal {
        CampaignOver => campaign_over(state),
        BattlesOpen { battles: Vec<BattleId> } => {
            let open: Vec<String> =
                battles.iter().map(|battle| format!("{} is not over", kind_and_name(state, *battle))).collect();
            let ends = battles.first().map_or(String::new(), |battle| quoted_name(state, *battle));
            sentence(text::list(&open)).with_hint(format!("end each battle first: `end battle in {ends}`"))
        },
        Points {
            points: u32,
            /// The most that one ruling can give or take.
            most: u32,
        } => {
            sentence(format!("a ruling gives or takes 1 to {most} victory points, not {points}"))
        },
    }
}

fn campaign_over(state: &State) -> RefusalText {
    let how = campaign_over_sentence(state).unwrap_or_else(|| "the campaign is over".into());
    sentence(how).with_hint(
        "you can still write notes; to continue, `goto` the entry before the end, or `undo` until the end is undone",
    )
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TableRefusal, |refusal, state| match refusal {
        NoTable { table: Text } => {
            let names: Vec<&Text> = state.book().tables.iter().map(|table| &table.name).collect();
            let what = format!("there is no table “{}”", table.as_name());
            let title = &state.book().title;
            sentence(what).with_hint(match text::nearest(table, names.iter().copied()) {
                Some(near) => format!("did you mean {}?", quote_if_needed(near)),
                None if names.is_empty() => format!("the rulebook “{title}” has no tables; the rulebook `campaign` has some"),
                None => format!("available: {}", text::list(&names)),
            })
        },
        ForceMissing { table: Text } => {
            let (shown, table) = (table.as_name(), quote_if_needed(table));
            sentence(format!("the table “{shown}” applies to a unit, a stack or a side"))
                .with_hint(format!("name it: `consult {table} for FORCE`"))
        },
    }
}
