//! A change of the past loses only what depends on it: entries that a slow re-resolve refuses as well.

use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::dice::{DiceRoll, Request, source::DiceSource};
use wardiary_diary::diary::{
    Diary, EntryNo, Record,
    amend::{Rebase, RebaseEffect},
    file,
};
use wardiary_harness_diary::game::{Game, games};
use wardiary_rules::{
    event::{ClockEvent, Event, StaffEvent, TheatreEvent},
    notation::EntryChange,
    order::{ClockOrder, Order, StaffOrder, TheatreOrder, Verb},
    rules,
    state::State,
};

/// The numbers that things have after the change, by those that they had.
type Numbers = BTreeMap<(&'static str, u32), u32>;

/// The dice of an entry, each roll for the next request that it fits.
struct OldDice<'a>(&'a [DiceRoll]);

impl DiceSource for OldDice<'_> {
    type Error = ();

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, ()> {
        let (next, rest) = self.0.split_first().ok_or(())?;
        self.0 = rest;
        let reused = next.reuse_for(request, |_, _, _| true);
        if reused.missing_dice == 0 { Ok(reused.roll) } else { Err(()) }
    }
}

/// The things that events number.
fn numbered(events: &[Event]) -> Vec<(&'static str, u32)> {
    let number = |event: &Event| match event {
        Event::Staff(StaffEvent::HandedIn { number, .. }) => Some(("order", *number)),
        Event::Clock(ClockEvent::Scheduled { item, .. }) => Some(("item", *item)),
        Event::Theatre(TheatreEvent::Met { contact, .. }) => Some(("contact", *contact)),
        _ => None,
    };
    events.iter().filter_map(number).collect()
}

/// Puts the new numbers into an order. An advance leaves open whatever is open.
fn renumber(order: &mut Order, numbers: &Numbers, state: &State) {
    let (number, thing) = match order {
        Order::Clock(ClockOrder::Advance { anyway: false, leaving }) => {
            *leaving = rules::unfinished(state);
            return;
        }
        Order::Clock(ClockOrder::Give { item, order }) => {
            renumber(order, numbers, state);
            (item, "item")
        }
        Order::Staff(StaffOrder::Grant { number, order }) => {
            renumber(order, numbers, state);
            (number, "order")
        }
        Order::Clock(ClockOrder::Settle { item, .. }) => (item, "item"),
        Order::Staff(StaffOrder::Done { number, .. } | StaffOrder::Refuse { number, .. }) => (number, "order"),
        Order::Battle { contact: Some(number), .. }
        | Order::Theatre(TheatreOrder::SetAside { contact: number, .. }) => (number, "contact"),
        _ => return,
    };
    *number = numbers.get(&(thing, *number)).copied().unwrap_or(u32::MAX);
}

/// The entries that are lost if the one at `no` is struck, or replaced by these events: each later order is given again
/// with the dice that fell and with new numbers, and an advance leaves open whatever is open.
fn lost_slowly(diary: &Diary, no: EntryNo, instead: &[Event]) -> BTreeSet<EntryNo> {
    let at = diary.path().binary_search(&no).expect("it is on the path");
    let before = |no: EntryNo| diary.state_at(diary.entry(no).expect("it is there").parent()).expect("it is there");
    let mut state = before(no);
    // What is there before the change keeps its number.
    let orders = state.written_orders().iter().map(|orders| ("order", orders.number));
    let items = state.calendar().scheduled().iter().map(|item| ("item", item.item));
    let contacts = state.contacts().iter().map(|contact| ("contact", contact.number));
    let known = orders.chain(items).chain(contacts).chain(numbered(instead));
    let mut numbers: Numbers = known.map(|thing| (thing, thing.1)).collect();
    state.replay(instead);
    let mut lost = BTreeSet::new();
    for entry in diary.path()[at + 1..].iter().map(|no| diary.entry(*no).expect("it is there")) {
        let mut order = entry.order.clone();
        renumber(&mut order, &numbers, &state);
        match rules::carry_out(state.clone(), &order, &mut OldDice(&entry.dice)) {
            Ok(done) if !entry.events.contains(&Event::Abandoned) => {
                let (was, is) = (numbered(&entry.events), numbered(&done.result.events));
                numbers.extend(was.into_iter().zip(is).filter(|(was, is)| was.0 == is.0).map(|(was, is)| (was, is.1)));
                state = done.result.after;
            }
            _ => drop(lost.insert(entry.no)),
        }
    }
    lost
}

/// The text of the thing that an order answers.
fn answered(order: &Order, before: &State) -> Option<String> {
    match order {
        Order::Staff(
            StaffOrder::Grant { number, .. } | StaffOrder::Done { number, .. } | StaffOrder::Refuse { number, .. },
        ) => before.written_order(*number).map(|orders| format!("{} {}", orders.side, orders.text)),
        Order::Clock(ClockOrder::Give { item, .. } | ClockOrder::Settle { item, .. }) => {
            before.calendar().item(*item).map(|item| item.text.to_string())
        }
        Order::Battle { contact: Some(number), .. }
        | Order::Theatre(TheatreOrder::SetAside { contact: number, .. }) => {
            before.contact(*number).map(|contact| format!("{:?}", BTreeSet::from([contact.forces.0, contact.forces.1])))
        }
        _ => None,
    }
}

/// Checks that a rebase loses only what the slow way loses, and that what it keeps answers what it answered.
fn check(diary: &Diary, no: EntryNo, change: &EntryChange) -> Option<Rebase> {
    let rebase = diary.rebase(no, change, Timestamp::UNIX_EPOCH).ok()?;
    let written = rebase.record.entries();
    let instead: Vec<Event> = written
        .iter()
        .filter(|entry| entry.no == rebase.replacement && *change != EntryChange::Strike)
        .flat_map(|entry| entry.events.clone())
        .collect();
    let lost: BTreeSet<EntryNo> = rebase
        .conflicts
        .iter()
        .filter(|loss| loss.what.effect() == RebaseEffect::Lost)
        .map(|loss| loss.entry)
        .collect();
    let slowly = lost_slowly(diary, no, &instead);
    let needlessly: Vec<&EntryNo> = lost.difference(&slowly).collect();
    assert!(needlessly.is_empty(), "{change:?} of entry {no} loses {needlessly:?}: {:?}", rebase.conflicts);
    let mut after = diary.clone();
    after
        .append(Record::Batch(written.iter().map(|entry| Record::Entry((*entry).clone())).collect()))
        .expect("it fits");
    for (copy, of) in after.origins() {
        let answer = |no: EntryNo| {
            let entry = after.entry(no).expect("it is there");
            answered(&entry.order, &after.state_at(entry.parent()).expect("it is there"))
        };
        if diary.entry(copy).is_none() && of != no {
            assert_eq!(answer(copy), answer(of), "entry {of} is entry {copy} now");
        }
    }
    Some(rebase)
}

/// Each kind of order of the sample week, struck and amended, and grants amended to refusals.
#[test]
fn strike_and_amend_lose_only_what_depends_on_them() {
    let text = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../saves/vale.ron")).expect("it is there");
    let diary = file::load(&text).expect("it can be read").diary;
    let mut kinds: BTreeMap<Verb, Vec<EntryNo>> = BTreeMap::new();
    for no in diary.path() {
        kinds.entry(diary.entry(*no).expect("it is there").order.verb()).or_default().push(*no);
    }
    for (verb, entries) in &kinds {
        for no in BTreeSet::from([entries[0], entries[entries.len() / 2]]) {
            let rebase = check(&diary, no, &EntryChange::Strike).expect("any entry can be struck");
            let note = EntryChange::Amend { order: Some(("note instead".into(), 0..0)), faces: None };
            check(&diary, no, &note).expect("any entry can be a note instead");
            if *verb == Verb::Grant {
                let lost = rebase.conflicts.iter().filter(|loss| loss.what.effect() == RebaseEffect::Lost);
                assert!(
                    lost.clone().all(|loss| !loss.headline.starts_with("advance")),
                    "{:?}",
                    lost.collect::<Vec<_>>()
                );
                let refusal =
                    rebase.milder.clone().expect("a refusal").replace(&format!("amend {no} to "), "") + "no\"";
                let refuse = EntryChange::Amend { order: Some((refusal, 0..0)), faces: None };
                let milder = check(&diary, no, &refuse).expect("it is refused instead");
                let opened =
                    |of: &Rebase| of.conflicts.iter().filter(|loss| loss.what.effect() == RebaseEffect::Open).count();
                assert!(opened(&milder) < opened(&rebase), "{:?}", milder.conflicts);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn in_any_game_too((book, steps) in games(40)) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));
        for no in game.diary.path().iter().rev().take(8) {
            check(&game.diary, *no, &EntryChange::Strike);
        }
    }
}
