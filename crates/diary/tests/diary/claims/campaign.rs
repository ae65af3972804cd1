//! Statements about the campaign: its rules, sides and stacks, the clock, tables, staff work and victory.

use super::ledger::{Doing, Ledger};
use std::collections::BTreeSet;
use wardiary_base::{
    book::Rulebook,
    id::{Id, SideId},
};
use wardiary_diary::diary::prose::CampaignStatement as Campaign;
use wardiary_rules::{
    order::{Order, Posture, StaffOrder},
    state::{Message, Score, State, VisibilityRuling},
};

pub fn check(l: &mut Ledger, statement: &Campaign) {
    match *statement {
        Campaign::RulesMet { .. } => panic!("the referee knows the rules"),
        Campaign::RulesChanged { ref was, ref regraded } => {
            assert_eq!(**was, **l.step.before.book());
            rules_changed(was, l.after().book());
            let named = |state: &State, grade| state.book().ladder.name(grade).to_string();
            for ((from, to), units) in regraded {
                assert_ne!(named(&l.step.before, *from), named(l.after(), *to));
                for unit in units {
                    assert_eq!(l.numbers(*unit).grade, *from);
                    l.numbers(*unit).grade = *to;
                }
            }
        }
        Campaign::Abandoned => assert!(!l.step.entry.dice.is_empty()),
        Campaign::SideMade { side, name, is_new } => {
            assert!(is_new);
            l.names.insert(side.0, name.to_string());
        }
        Campaign::StackMade { stack, side, name, formation, is_new } => {
            assert!(is_new && l.after().stack(stack).is_some_and(|stack| stack.side == side));
            assert_eq!(l.after().formation_path(stack), formation.to_string());
            l.stacks.insert(stack, Doing { leader: None, posture: Posture::Neutral, screens: false });
            l.names.insert(stack.0, name.to_string());
        }
        Campaign::Renamed { id, from, to } => {
            assert_eq!(l.names.insert(id.0, to.to_string()), Some(from.to_string()));
        }
        Campaign::DateSet { to } => l.date = to.clone(),
        Campaign::TimeAdvanced { to } => assert_eq!(l.after().calendar().now, to),
        Campaign::Due { item, scheduled } => {
            let due = l.after().calendar().due().iter().find(|due| due.item == item);
            assert_eq!((due.is_some(), due), (true, scheduled));
        }
        Campaign::Scheduled { item, due } => {
            assert_eq!(l.after().calendar().item(item).expect("it is scheduled").due, due);
        }
        Campaign::Settled { scheduled } => {
            let scheduled = scheduled.expect("it was scheduled");
            assert_eq!(l.step.before.calendar().item(scheduled.item), Some(scheduled));
            assert_eq!(l.after().calendar().item(scheduled.item), None);
        }
        Campaign::Consulted { table, total, row, who, becomes } => {
            let table = l.step.before.book().table(table.raw()).expect("a table of the rulebook");
            let found = table.rows.iter().find(|row| row.on.contains(total)).expect("every total has a row");
            let Order::Consult { who: asked, .. } = l.step.entry.order.effective_order() else { panic!("no table") };
            assert_eq!((&found.text, *asked, None), (row, who, becomes));
        }
        Campaign::Rolled { ref faces, totals, .. } => {
            let fell = l.step.entry.dice.iter().flat_map(|fall| &fall.faces);
            assert!(fell.eq(faces) && !totals.is_empty());
        }
        Campaign::Argued { total, .. } => {
            let fell = l.step.entry.dice.iter().flat_map(|fall| &fall.faces);
            assert_eq!(fell.map(|face| u16::from(*face)).sum::<u16>(), total.unwrap_or_default());
        }
        Campaign::Message { to, text } => {
            let now = l.after().calendar().now;
            let is_it =
                |message: &&Message| message.delivered == Some(now) && (&*message.sides, &message.text) == (to, text);
            let number = l.after().messages().iter().find(is_it).expect("it was sent").number;
            assert!(l.step.before.message(number).is_none_or(|before| before.delivered.is_none()), "it is news");
        }
        Campaign::MessageScheduled { to, due } => {
            let message = l.after().messages().last().expect("a message");
            assert_eq!((l.step.before.next_message_number(), message.delivered), (message.number, None));
            assert_eq!((&*message.sides, message.due), (to, due));
        }
        Campaign::Revealed { what, to } => {
            let Order::Staff(StaffOrder::Reveal { what: ruled, .. }) = l.step.entry.order.effective_order() else {
                panic!("a ruling")
            };
            assert_eq!(*ruled, what);
            are_ruled(l, what, to, VisibilityRuling::Revealed);
        }
        Campaign::Hidden { what, from } => {
            let Order::Staff(StaffOrder::Hide { what: ruled, .. }) = l.step.entry.order.effective_order() else {
                panic!("a ruling")
            };
            assert_eq!(*ruled, what);
            let own = l.after().side_of(what);
            let others = l.after().sides().iter().map(|side| side.id).filter(|side| Some(*side) != own);
            let whom = if from.is_empty() { others.collect() } else { from.to_vec() };
            are_ruled(l, what, &whom, VisibilityRuling::Hidden);
        }
        Campaign::OrdersHandedIn { number, side, due } => {
            let orders = l.after().written_order(number).expect("they were handed in");
            assert_eq!((l.step.before.next_orders_number(), orders.answer.is_none()), (number, true));
            assert_eq!((orders.side, orders.due), (side, due.unwrap_or(l.after().calendar().now)));
        }
        Campaign::OrdersAnswered { number, side, how, why } => {
            let [before, after] =
                [&*l.step.before, l.after()].map(|state| state.written_order(number).expect("orders"));
            let answer = after.answer.as_ref().expect("an answer");
            assert_eq!((before.answer.is_none(), side), (true, Some(after.side)));
            assert_eq!((answer.kind, answer.why.as_ref()), (how, why));
        }
        Campaign::Scored { side, by, score } => {
            let of = |state: &State| state.score().into_iter().find(|score| score.side == side).map_or(0, Score::total);
            assert_eq!(of(&l.step.before) + i64::from(by), of(l.after()));
            assert_eq!(score.map(Score::total), Some(of(l.after())));
        }
        Campaign::Ended => assert!(l.step.before.ended().is_none() && l.after().ended().is_some()),
    }
}

fn are_ruled(l: &Ledger, what: Id, sides: &[SideId], ruling: VisibilityRuling) {
    let rulings: BTreeSet<_> =
        sides.iter().map(|side| l.after().effective_ruling(*side, what) == Some(ruling)).collect();
    assert!(!rulings.contains(&false), "{sides:?}");
}

/// The words for a change of the rules name each setting that differs now.
fn rules_changed(was: &Rulebook, is: &Rulebook) {
    let said = is.describe_changes(was);
    let json = |book: &Rulebook| serde_json::to_value(book.to_draft()).expect("it can be written");
    let (before, after) = (json(was), json(is));
    for section in ["scrud", "edna", "exhaustion", "turn", "square", "stacks", "tests", "volley"] {
        let settings = after[section].as_object().expect("a section");
        for setting in settings.keys().filter(|setting| before[section][setting] != after[section][setting]) {
            assert!(said.contains(setting.as_str()), "{setting} in “{said}”");
            // A number is reported with its value before and after.
            if let (Some(was), Some(is)) = (before[section][setting].as_u64(), after[section][setting].as_u64()) {
                assert!(said.contains(&format!(", {was} to {is}")), "{setting} in “{said}”");
            }
        }
    }
    assert_eq!(said.is_empty() && was.name == is.name && was.title == is.title, was == is, "{said}");
}
