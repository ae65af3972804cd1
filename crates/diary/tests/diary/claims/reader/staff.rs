//! Sentences that name no battle: the clock, tables and staff work.

use super::{ReadsAlone, list, number};
use crate::claims::ledger::Ledger;
use wardiary_base::{book::Moment, id::SideId, text::Text};
use wardiary_rules::{
    notation::due_text,
    order::{Order, StaffOrder},
    state::{Message, State, VisibilityRuling},
};

fn sides(l: &Ledger, sides: &[SideId]) -> String {
    wardiary_base::text::list(&sides.iter().map(|side| l.after().name(*side)).collect::<Vec<_>>())
}

fn side_of(l: &Ledger, name: &str) -> SideId {
    l.after().sides().iter().find(|side| *side.name == *name).expect("a side").id
}

/// The due time of the orders that a side has just handed in.
fn handed_in(l: &Ledger, at: &str, side: &str) -> Moment {
    let orders = l.after().written_order(number(at)).expect("they were handed in");
    assert_eq!(l.after().name(orders.side), side);
    assert_eq!((l.step.before.next_orders_number(), orders.answer.is_none()), (orders.number, true));
    orders.due
}

/// The written orders waited before, and have this answer now.
fn answered(l: &mut Ledger, [at, side]: [&str; 2], (is_given, why): (bool, Option<&str>)) {
    let [before, after] = [&*l.step.before, l.after()].map(|state| state.written_order(number(at)).expect("orders"));
    let answer = after.answer.as_ref().expect("an answer");
    assert!(before.answer.is_none() && l.after().name(after.side) == side);
    assert_eq!((answer.is_given, answer.why.as_ref().map(Text::to_string).as_deref()), (is_given, why));
}
pub(super) const STAFF: &[(&str, ReadsAlone)] = &[
    // ---- the clock, and tables
    ("rolled {} on {}: {}", |l, at| {
        let book = l.step.before.book().clone();
        let table = book.table(at[1]).expect("a table of the rulebook");
        let row = table.rows.iter().find(|row| row.on.contains(number(at[0]))).expect("every total has a row");
        let who = match l.step.entry.order.effective_order() {
            Order::Consult { who, .. } => who.map(|who| l.after().name(who)),
            order => panic!("{order:?} consults no table"),
        };
        assert_eq!(row.text.replace("{force}", &who.unwrap_or_else(|| "the force".into())), at[2]);
    }),
    ("due now: {} “{}”", |l, at| {
        let due = l.after().calendar().due().iter().find(|due| due.item == number::<u32>(at[0])).expect("it is due");
        assert_eq!(due_text(l.after(), due).to_string(), at[1]);
    }),
    ("due on {} as number {}", |l, at| {
        let item = l.after().calendar().item(number(at[1])).expect("it is scheduled");
        assert_eq!(l.after().book().clock.format_moment(item.due), at[0]);
    }),
    ("settled: “{}”", |l, at| {
        let settled =
            |of: &State| of.calendar().scheduled().iter().filter(|s| format!("{}", due_text(of, s)) == at[0]).count();
        assert_eq!(settled(l.after()) + 1, settled(&l.step.before));
    }),
    // ---- staff work
    ("message to {}: “{}”", |l, at| {
        let now = l.after().calendar().now;
        let told = |message: &&Message| message.delivered == Some(now) && sides(l, &message.sides) == at[0];
        let found = l.after().messages().iter().filter(told).find(|message| format!("{}", message.text) == at[1]);
        let number = found.expect("it was sent").number;
        assert!(l.step.before.message(number).is_none_or(|before| before.delivered.is_none()), "it is news");
    }),
    ("message to {} due on {}", |l, at| {
        let message = l.after().messages().last().expect("a message");
        assert_eq!((l.step.before.next_message_number(), message.delivered), (message.number, None));
        assert_eq!([sides(l, &message.sides), l.after().book().clock.format_moment(message.due)], at[..]);
    }),
    ("{} revealed to {}", |l, at| {
        let Order::Staff(StaffOrder::Reveal { what, .. }) = l.step.entry.order.effective_order() else {
            panic!("a ruling")
        };
        assert_eq!(l.after().name(*what), at[0]);
        for side in list(at[1]) {
            assert_eq!(l.after().effective_ruling(side_of(l, side), *what), Some(VisibilityRuling::Revealed));
        }
    }),
    ("{} hidden from {}", |l, at| {
        let Order::Staff(StaffOrder::Hide { what, .. }) = l.step.entry.order.effective_order() else {
            panic!("a ruling")
        };
        assert_eq!(l.after().name(*what), at[0]);
        let own = l.after().side_of(*what);
        let others = l.after().sides().iter().map(|side| side.id).filter(|side| Some(*side) != own).collect::<Vec<_>>();
        let whom = match at[1] {
            "all other sides" | "all sides" => {
                assert_eq!(at[1] == "all sides", own.is_none());
                others
            }
            named => list(named).into_iter().map(|side| side_of(l, side)).collect(),
        };
        assert!(whom.iter().all(|side| l.after().effective_ruling(*side, *what) == Some(VisibilityRuling::Hidden)));
    }),
    ("orders {} handed in by {}, due on {}", |l, at| {
        let due = handed_in(l, at[0], at[1]);
        assert_eq!(l.after().book().clock.format_moment(due), at[2]);
    }),
    ("orders {} handed in by {}", |l, at| {
        assert_eq!(handed_in(l, at[0], at[1]), l.after().calendar().now);
    }),
    ("orders {} of {} granted", |l, at| answered(l, [at[0], at[1]], (true, None))),
    ("orders {} of {} granted: “{}”", |l, at| answered(l, [at[0], at[1]], (true, Some(at[2])))),
    ("orders {} of {} refused", |l, at| answered(l, [at[0], at[1]], (false, None))),
    ("orders {} of {} refused: “{}”", |l, at| answered(l, [at[0], at[1]], (false, Some(at[2])))),
];
