//! A random legal game of 300 orders under each rulebook and from each shipped scenario. Every number stays in its
//! range, and the save replays to the same state, from its events and from its orders and dice. Source: RULES 6.

use wardiary_harness_rules::arbitrary::RandomNumbers;

use jiff::Timestamp;
use proptest::test_runner::{RngAlgorithm, TestRng};
use rand::RngExt as _;
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::{Casualty, Mechanism, Rulebook, TurnPhase},
    dice::source::ReplayedDice,
    id::{BattleId, Id, SideId, StackId, UnitId},
};
use wardiary_diary::{
    assets,
    diary::{Header, Record, file, steps::DiaryStep, verify::verify, watch::Watch},
};
use wardiary_harness_diary::{
    game::{Game, assert_in_range, dice_for},
    worn_units::{self, WornGame},
};
use wardiary_rules::{
    event::Event,
    order::{Order, Rank, Recruit, StackOrder, Stats},
    state::{
        Muster, State, Unit,
        muster::{MusteredBattle, MusteredSide, MusteredStack},
    },
};

/// The number of orders in a game.
const ORDERS: usize = 300;

/// A muster with something of everything in a rulebook: its troop types, each of its grades, numbers for stacks.
fn muster(book: &Rulebook) -> Muster {
    let mut muster = Muster::default();
    let mut next = 100;
    for (side, name) in [(1, "Red"), (2, "Blue")] {
        let side = SideId(side);
        muster.sides.push(MusteredSide { id: side, name: name.into() });
        let stacks = [0, 1].map(|at| StackId(10 * side.0 + at));
        for (stack, which) in stacks.iter().zip(["Van", "Rear"]) {
            muster.stacks.push(MusteredStack::new(*stack, side, format!("{name} {which}")));
        }
        for at in 0..(2 * book.troops.len()).max(10) {
            let troop = &book.troops[at % book.troops.len()];
            let grade = &book.ladder.grades[(at + at / book.ladder.grades.len()) % book.ladder.grades.len()];
            let number = u16::try_from(at).expect("a few");
            let stats = Stats {
                attack: 2 + number % 5,
                defense: 1 + number % 4,
                dmg: number % 3,
                dr: number % 2,
                init: number % 7,
                movement: 4,
                level: number % 3,
                ranks: if at == 0 { vec![Rank::Warlord] } else { Vec::new() },
                ..Stats::default()
            };
            let unit = Recruit::new(UnitId(next), format!("{} {}", troop.name, at + 1));
            muster.units.push(Recruit {
                stack: Some(stacks[at % 2]),
                kind: Some(troop.name.clone()),
                grade: Some(grade.name.clone()),
                stats: Some(Box::new(stats)),
                ..unit
            });
            next += 1;
        }
    }
    let parties = vec![vec![Id(1)], vec![Id(2)]];
    muster.battles.push(MusteredBattle { id: BattleId(next), name: "The field".into(), parties, map: None });
    muster
}

fn living(state: &State, side: SideId) -> usize {
    state.units_of_side(side).filter(|u| u.is_alive()).count()
}

/// An order that the game needs to continue: an open battle, its turn begun, enough units on either side.
fn needed(state: &State, chance: &mut RandomNumbers, book: &Rulebook) -> Option<Order> {
    let few = state.sides().iter().find(|side| living(state, side.id) < 6);
    if let Some(side) = few {
        let troop = &book.troops[chance.below(book.troops.len())];
        let recruit = Recruit::new(UnitId(state.next_id()), format!("Reserve {}", state.next_id()));
        let stack = state.stacks().iter().find(|s| s.side == side.id).map(|s| s.id);
        let own = if stack.is_none() { Some(side.id) } else { None };
        return Some(Order::Unit(Recruit { side: own, stack, kind: Some(troop.name.clone()), ..recruit }));
    }
    let Some(battle) = state.open_battles().next() else {
        let idle = |side: SideId| {
            let free = |u: &&Unit| u.is_alive() && state.battle_of(u.id).is_none();
            state.units_of_side(side).filter(free).map(|u| Id::from(u.id)).collect::<Vec<_>>()
        };
        let parties = state.sides().iter().map(|side| idle(side.id)).filter(|party| !party.is_empty()).collect();
        return Some(Order::Battle {
            id: BattleId(state.next_id()),
            name: format!("Battle {}", state.next_id()).into(),
            parties,
            map: None,
            contact: None,
        });
    };
    let waits = matches!(battle.current_phase(state), TurnPhase::Initiative) && battle.initiative_winner.is_none();
    let id = battle.id;
    if waits && book.uses(Mechanism::Turns) && chance.below(4) == 0 {
        return Some(Order::Initiative { battle: id });
    }
    if book.uses(Mechanism::Turns) && !waits && chance.below(24) == 0 {
        return Some(Order::Pass { battle: id });
    }
    // Units that arrived for a finished battle join the next one.
    let idle = state.units().iter().find(|u| u.is_alive() && state.battle_of(u.id).is_none());
    let arrives = idle.filter(|u| battle.contingents.iter().any(|c| c.side == u.side) && chance.below(3) == 0);
    arrives.map(|u| Order::Reinforce { battle: id, who: vec![u.id.into()] })
}

/// A legal order, which is not refused, with its dice.
fn legal(game: &Game, rng: &mut TestRng, book: &Rulebook) -> (Order, Vec<wardiary_base::dice::DiceRoll>) {
    for _ in 0..2000 {
        let numbers: Vec<u16> = (0..40).map(|_| rng.random()).collect();
        let mut chance = RandomNumbers::new(&numbers);
        let state = game.diary.state();
        let order = needed(state, &mut chance, book);
        let kind = chance.below(12);
        let order = order.unwrap_or_else(|| match kind {
            0..=3 => chance.fight(state),
            4 | 5 => chance.reserves(state),
            _ => chance.order(state),
        });
        // The rules stay the same, and no ruling ends the game.
        let left_out = matches!(order, Order::Rules(_) | Order::Eliminate { .. } | Order::EndBattle { .. })
            || matches!(&order, Order::Stacks(StackOrder::Merge { .. }) if chance.below(4) > 0);
        if let Some(falls) = Some(&order).filter(|_| !left_out).and_then(|order| dice_for(&game.diary, order)) {
            return (order, falls);
        }
    }
    panic!("nothing can be done any more: {:?}", game.diary.state().open_battles().collect::<Vec<_>>());
}

/// A game reads back, replays from its events, and verifies from its orders and dice.
fn stands(what: &str, book: &Rulebook, game: &Game) {
    // From the events, read back from the save.
    let loaded = file::load(game.text().as_bytes()).unwrap_or_else(|stop| panic!("{what}: {:?}", stop.problems));
    assert_eq!(loaded.diary.entries().len(), ORDERS, "{what}");
    assert_eq!(loaded.diary.state(), game.diary.state(), "{what}: read back");
    let mut replayed = loaded.diary.header().muster.check(&Arc::new(book.clone())).expect("the muster stands");
    for entry in loaded.diary.entries() {
        replayed.replay(&entry.events);
    }
    assert_eq!(&replayed, game.diary.state(), "{what}: replayed");
    // From the orders, with their dice.
    let report = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody breaks it off");
    assert_eq!((report.differences, report.notes), (Vec::new(), Vec::new()), "{what}: verified");
}

/// Plays a game. Returns the number of each kind of event.
fn play(what: &str, header: Header) -> (BTreeMap<String, u32>, BTreeMap<&'static str, u32>) {
    let book = Arc::clone(&header.book);
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut game = Game::of(header);
    let mut verbs: BTreeMap<&'static str, u32> = BTreeMap::new();
    for _ in 0..ORDERS {
        let (order, falls) = legal(&game, &mut rng, &book);
        *verbs.entry(order.verb().as_str()).or_default() += 1;
        let at = Timestamp::from_second(1_000_000).expect("a time");
        let new = game.diary.carry_out(order, &mut ReplayedDice::new(falls, None), at);
        game.record(Record::Entry(new.expect("it was legal, and has all its dice").entry));
        assert_in_range(game.diary.state());
    }
    stands(what, &book, &game);
    let mut happened: BTreeMap<String, u32> = BTreeMap::new();
    for event in game.diary.entries().iter().flat_map(|entry| &entry.events) {
        let text = format!("{event:?}");
        let text = text.strip_prefix("Stacks(").unwrap_or(&text);
        *happened.entry(text.split([' ', '(']).next().unwrap_or_default().into()).or_default() += 1;
    }
    (happened, verbs)
}

/// The events that prove that a mechanism was played. All of them must happen.
fn signs(mechanism: Mechanism) -> &'static [&'static str] {
    match mechanism {
        Mechanism::Edna => &["EdnaTested"],
        Mechanism::Scrud => &["CombatOpened", "PhaseFought"],
        Mechanism::Tests => &["DiceTested"],
        Mechanism::Volleys => &["Volleyed"],
        Mechanism::Exhaustion => &[],
        Mechanism::Stacks => &["ConflictOpened", "Struck", "RoundEnded"],
        Mechanism::Turns => &["InitiativeWon", "TurnEnded"],
    }
}

fn exercises(what: &str, book: &Rulebook, happened: &BTreeMap<String, u32>, carried_tests: bool) {
    for mechanism in Mechanism::ALL {
        for sign in signs(mechanism) {
            let wanted = book.uses(mechanism) && (mechanism != Mechanism::Tests || carried_tests);
            let found = happened.get(*sign).copied().unwrap_or(0);
            assert!(!wanted || found > 0, "{what}: {sign} never happened: {happened:?}");
            assert!(book.uses(mechanism) || found == 0, "{what}: {sign}, though it is off");
        }
    }
}

/// The package of a crate has only files of its own folder.
#[test]
fn the_built_in_sample_is_the_save() {
    assert_eq!(assets::SAMPLE.1, include_str!("../../../../saves/tannenberg.ron"));
}

#[test]
fn each_rulebook_is_played() {
    let seed = "b00c".parse().expect("a seed");
    let mut all: BTreeMap<String, u32> = BTreeMap::new();
    for (name, _) in assets::RULEBOOKS {
        let book = assets::rulebook(name, None).expect("it ships");
        let header = Header { title: (*name).into(), seed, muster: muster(&book), book: Arc::clone(&book) };
        let (happened, _) = play(name, header);
        exercises(name, &book, &happened, book.troops.iter().any(|t| !t.tests.is_empty()));
        happened.into_iter().for_each(|(event, n)| *all.entry(event).or_default() += n);
    }
    for event in
        ["Supported", "Exhausted", "Led", "Screened", "Argued", "Shifted", "Committed", "Rotated", "Joined", "Fled"]
    {
        assert!(all.contains_key(event), "{event} never happened: {all:?}");
    }
}

#[test]
fn each_scenario_is_played() {
    for (name, _) in assets::SCENARIOS {
        let header = assets::scenario(name, None, "5ce0".parse().expect("a seed")).expect("it ships");
        let book = Arc::clone(&header.book);
        let (happened, verbs) = play(name, header);
        exercises(name, &book, &happened, book.troops.iter().any(|t| !t.tests.is_empty()));
        assert!(verbs.len() > 15, "{name}: {verbs:?}");
    }
}

/// The kinds of worn units that occurred in a game.
#[derive(Debug, Default, PartialEq, Eq)]
struct WornOut {
    exhausted: bool,
    ineffective: bool,
    shifted: bool,
    pushed_back: bool,
}

impl WornOut {
    fn see(&mut self, step: &DiaryStep) {
        let after = &step.after;
        let fights = |unit: &UnitId| after.battle_of(*unit).is_some();
        self.exhausted |= after.open_battles().any(|battle| battle.contingents.iter().any(|c| c.exhausted));
        for unit in after.units().iter().filter(|unit| unit.is_alive() && fights(&unit.id)) {
            self.ineffective |= unit.edna_in_rules().now == 0;
            self.shifted |= after.grade_in_rules(unit) != unit.grade_in_rules().own;
        }
        self.pushed_back |= step.entry.events.iter().any(|event| matches!(event, Event::PushedBack { .. }));
    }
}

/// Games of worn units, under each shipped rulebook. Each possible state of wear occurs, and the save still reads back,
/// replays and verifies.
#[test]
fn each_rulebook_is_played_by_those_who_are_worn_out() {
    for (at, (name, _)) in (0u8..).zip(assets::RULEBOOKS) {
        let book = assets::rulebook(name, None).expect("it ships");
        let pushes = book.scrud.margins || book.scrud.defeat.contains(&Casualty::PushBack);
        let can_be = WornOut {
            exhausted: book.uses(Mechanism::Exhaustion),
            ineffective: book.uses(Mechanism::Edna),
            shifted: book.ladder.grades.len() > 1,
            pushed_back: book.uses(Mechanism::Scrud) && pushes,
        };
        // On a map a game can end without a decisive fight; then the test plays another one.
        let mut met = WornOut::default();
        for game in 0..4 {
            let mut worn = WornGame::new(worn_units::header(&book, u64::from(at)), at + 64 * game);
            worn.play(ORDERS, |step| {
                assert_in_range(&step.after);
                met.see(step);
            });
            stands(name, &book, &worn.game);
            if met == can_be {
                break;
            }
        }
        assert_eq!(met, can_be, "{name}");
    }
}
