//! Whole campaigns of random orders, on areas and on networks, with several open battles. No unit is in two places or
//! two battles, all strength has a source, and every proposal can be given. The diary reproduces all of it, after any
//! undo, amendment or strike.
//!
//! A few of them by default; `cargo test --release -- --ignored` plays 2,000.

use crate::{lookout::Lookout, theatre::crossed};
use jiff::Timestamp;
use rayon::prelude::*;
use std::collections::BTreeMap;
use wardiary_base::{dice::source::ReplayedDice, id::BattleId, text::Text};
use wardiary_diary::diary::{EntryNo, Record, file, verify::verify, watch::Watch};
use wardiary_harness_diary::{
    game::{Game, dice_for},
    war,
};
use wardiary_harness_rules::{arbitrary::RandomNumbers, strength_audit::StrengthAudit};
use wardiary_rules::{
    event::{ClockEvent, Event, RefitEvent, TheatreEvent},
    notation::{Instruction, parse_instruction},
    order::Order,
    rules::{proposals, resolve},
    state::State,
};

/// The number of orders in each campaign.
const ORDERS: usize = 300;

/// Event counts, by name.
type Tally = BTreeMap<&'static str, usize>;

fn tallied(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::BattleBegun { .. } => "battles",
        Event::BattleEnded { .. } => "battles ended",
        Event::Arrived { .. } => "arrivals",
        Event::PhaseFought { .. } => "phases",
        Event::Eliminated { .. } => "eliminated",
        Event::Regraded { .. } => "regraded",
        Event::Consulted { .. } => "tables",
        Event::RulesChanged(_) => "changes of the rules",
        Event::Assigned { .. } => "assigned",
        Event::Victory(_) => "points",
        Event::Refit(event) => match event {
            RefitEvent::Counted { .. } => "losses counted",
            RefitEvent::Credited { .. } => "credited",
            RefitEvent::Returned { .. } => "returned",
            RefitEvent::Recovered { .. } => "recovered",
            RefitEvent::Replaced { .. } => "replaced",
            RefitEvent::Raised { .. } => "raised",
            RefitEvent::Supplied { .. } => "supplied",
        },
        Event::Theatre(event) => match event {
            TheatreEvent::LaidOut(_) => return None,
            TheatreEvent::Stationed { .. } => "stationed",
            TheatreEvent::Sent { .. } => "sent",
            TheatreEvent::Marched(_) => "marches",
            TheatreEvent::Met { .. } => "contacts",
            TheatreEvent::Parted { .. } => "contacts over",
            TheatreEvent::Sighted { .. } => "sighted",
            TheatreEvent::LostSight { .. } => "lost sight of",
            TheatreEvent::ChangedHands { .. } => "objectives",
        },
        Event::Clock(event) => match event {
            ClockEvent::Advanced { .. } => "parts of days",
            ClockEvent::Scheduled { .. } => "scheduled",
            ClockEvent::Settled { .. } => "settled",
        },
        _ => return None,
    })
}

fn played(number: usize) -> Tally {
    let mut game = Game::of(war::header(number));
    let seed = game.diary.header().seed;
    let mut tally = Tally::new();
    let mut books = BTreeMap::from([(0, StrengthAudit::of(game.diary.state()))]);
    let mut lookouts = BTreeMap::from([(0, Lookout::default())]);
    for step in 0u32.. {
        assert!(step < 20 * 300, "campaign {number} does not get on");
        if game.diary.entries().len() >= ORDERS {
            break;
        }
        let bytes = [seed.nonce(2 * step), seed.nonce(2 * step + 1)].concat();
        let numbers: Vec<u16> = bytes.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        let mut chance = RandomNumbers::new(&numbers);
        // Sometimes moves back, moves elsewhere, or rewrites an entry.
        let what = if chance.below(8) == 7 { 16 + chance.below(8) } else { 0 };
        let before = game.diary.entries().len();
        #[allow(clippy::redundant_closure_for_method_calls, reason = "the method does not satisfy the lifetimes")]
        game.act(what, &mut chance, |chance, state| chance.campaign_order(state));
        for entry in &game.diary.entries()[before..] {
            let after = &game.model.nodes[&entry.no].1;
            let mut own: StrengthAudit = books[&entry.parent()].clone();
            own.enter(&entry.events, after);
            own.assert_matches(after);
            books.insert(entry.no, own);
            let mut lookout = lookouts[&entry.parent()].clone();
            lookout.enter(&entry.events, after);
            *tally.entry("known by where they were").or_default() += lookout.hold(after);
            lookouts.insert(entry.no, lookout);
            assert_eq!(crossed(after), None, "campaign {number}, entry {}: {:?}", entry.no, entry.order);
            let open = after.open_battles().count();
            tally.entry("most battles open").and_modify(|most| *most = open.max(*most)).or_insert(open);
            entry.events.iter().filter_map(tallied).for_each(|what| *tally.entry(what).or_default() += 1);
        }
        if game.diary.head() % 16 == 15 {
            can_be_given(game.diary.state());
        }
    }
    let moves = game.lines.iter().filter(|line| line.starts_with("Head")).count();
    let named = |name: &Text| name.starts_with("entry ");
    let retold = game.diary.entries().iter();
    let retold = retold.filter(|entry| matches!(&entry.order, Order::Branch { name, .. } if named(name))).count();
    tally.extend([
        ("moves in the diary", moves),
        ("entries told anew", retold),
        ("branches", game.diary.branches().len()),
    ]);
    ended(&mut game);
    is_what_its_diary_says(&game, number);
    impossible_events_change_nothing(&game, number);
    tally
}

/// Every proposal can be given by itself.
fn can_be_given(state: &State) {
    for proposal in proposals(state) {
        assert!(resolve(state, &proposal.order, &[]).is_ok(), "{proposal:?}");
    }
}

/// Ends the open battles, then the campaign. Nothing more is proposed, and no time passes.
fn ended(game: &mut Game) {
    let open: Vec<BattleId> = game.diary.state().open_battles().map(|battle| battle.id).collect();
    for battle in open {
        given(game, &format!("end battle in {battle} because \"the war is over\"")).expect("it ends");
    }
    given(game, "end campaign because \"peace is made\"").expect("it ends");
    assert_eq!(given(game, "advance anyway"), Err(()));
    assert!(game.diary.state().ended().is_some());
    assert_eq!(proposals(game.diary.state()), []);
}

/// Gives an order; a refusal is an error.
fn given(game: &mut Game, text: &str) -> Result<(), ()> {
    let Ok(Instruction::Order(order)) = parse_instruction(text, game.diary.state()) else { panic!("{text}") };
    let falls = dice_for(&game.diary, &order).ok_or(())?;
    let now = Timestamp::from_second(2_000_000).expect("a time");
    let new = game.diary.carry_out(order, &mut ReplayedDice::new(falls, None), now).expect("it was not refused");
    game.record(Record::Entry(new.entry));
    Ok(())
}

/// An event applied to an unrelated state either succeeds or changes nothing.
fn impossible_events_change_nothing(game: &Game, number: usize) {
    let diary = &game.diary;
    let path = diary.path();
    let states = [0, path.len() / 3, path.len() - 1].map(|at| diary.state_at(path[at]).expect("it is there"));
    let mut impossible = 0;
    for event in path.iter().flat_map(|no| &diary.entry(*no).expect("it is there").events).step_by(3) {
        for state in &states {
            let mut after = state.clone();
            if after.apply(event).is_err() {
                impossible += 1;
                assert_eq!(&after, state, "campaign {number}: {event:?}");
            }
        }
    }
    assert!(impossible > path.len() / 4, "campaign {number}: {impossible} of {}", path.len());
}

/// The state equals its replay from the events, from the file, and from the orders and dice.
fn is_what_its_diary_says(game: &Game, number: usize) {
    let diary = &game.diary;
    let mut replayed = diary.header().muster.check(&diary.header().book).expect("the muster stands");
    for event in diary.path().iter().flat_map(|no| &diary.entry(*no).expect("it is there").events) {
        assert_eq!(replayed.apply(event), Ok(()), "campaign {number}");
    }
    assert_eq!(&replayed, diary.state(), "campaign {number}");

    let text = game.text();
    let loaded = file::load(text.as_bytes()).unwrap_or_else(|stop| panic!("campaign {number}: {:?}", stop.problems));
    assert_eq!(loaded.notices, [], "campaign {number}");
    assert_eq!(loaded.diary.entries(), diary.entries(), "campaign {number}");
    assert_eq!(loaded.diary.path(), diary.path(), "campaign {number}");
    assert_eq!(loaded.diary.state(), diary.state(), "campaign {number}");
    assert_eq!(loaded.diary.branches(), diary.branches(), "campaign {number}");
    // Also some of the abandoned entries.
    for no in (1..).step_by(37).map_while(|no: EntryNo| game.model.nodes.contains_key(&no).then_some(no)) {
        assert_eq!(loaded.diary.state_at(no).as_ref(), Some(&game.model.nodes[&no].1), "campaign {number}, entry {no}");
    }
    let report = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody broke it off");
    assert_eq!(report.differences, Vec::new(), "campaign {number}");
    assert_eq!(report.notes, Vec::new(), "campaign {number}");
}

/// Plays this many campaigns. Together they contain every kind of event of a campaign.
fn are_played(campaigns: usize) {
    let tallies: Vec<Tally> = (0..campaigns).into_par_iter().map(played).collect();
    let mut sums = Tally::new();
    for (what, many) in tallies.iter().flatten() {
        *sums.entry(what).or_default() += many;
    }
    println!("{campaigns} campaigns of {ORDERS} orders: {sums:#?}");
    let most = tallies.iter().map(|tally| tally["most battles open"]).max().unwrap_or(0);
    assert!(most > 2, "several battles at once: {most}");
    let all = [
        "battles",
        "battles ended",
        "arrivals",
        "phases",
        "eliminated",
        "regraded",
        "tables",
        "changes of the rules",
        "assigned",
        "points",
        "losses counted",
        "returned",
        "recovered",
        "replaced",
        "raised",
        "supplied",
        "stationed",
        "sent",
        "marches",
        "contacts",
        "contacts over",
        "objectives",
        "credited",
        "sighted",
        "lost sight of",
        "parts of days",
        "scheduled",
        "settled",
        "moves in the diary",
        "entries told anew",
        "branches",
    ];
    let missing: Vec<&str> = all.into_iter().filter(|what| !sums.contains_key(what)).collect();
    assert!(sums["known by where they were"] > 0, "{sums:#?}");
    assert_eq!(missing, Vec::<&str>::new(), "{sums:#?}");
}

#[test]
fn random_campaigns_hold_together() {
    are_played(8);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`; as many as `WARDIARY_CAMPAIGNS` says, or 2,000"]
fn many_random_campaigns_hold_together() {
    let campaigns = std::env::var("WARDIARY_CAMPAIGNS").ok();
    are_played(campaigns.map_or(2000, |many| many.parse().expect("a number of campaigns")));
}
