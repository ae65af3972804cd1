//! Random games with worn units: little strength, little EDNA, shifted grades, two battles at a time. So exhausted
//! sides, and ineffective, shifted and pushed-back units, occur as often as fresh ones. Names are simple, so that a
//! test can read sentences back.

use crate::game::Game;
use jiff::Timestamp;
use proptest::prelude::RngExt as _;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::sync::Arc;
use wardiary_base::{
    book::{Mechanism, Rulebook},
    document,
    ground::{GroundDraft, TheatreDraft},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_diary::diary::{Header, Record, steps::DiaryStep};
use wardiary_harness_rules::arbitrary::RandomNumbers;
use wardiary_rules::{
    notation::refusal::describe,
    order::{Order, Rank, Recruit, StackOrder, Stats, Term, VictoryOrder},
    state::{
        Battle, Muster, Unit,
        muster::{MusteredBattle, MusteredMap, MusteredSide, MusteredStack},
    },
};

/// A worn campaign with something of everything that a rulebook has: two sides with two stacks each, in two battles.
pub fn header(book: &Arc<Rulebook>, seed: u64) -> Header {
    let mut muster = Muster::default();
    let mut next = 100;
    for (side, name) in [(1, "Red"), (2, "Blue")] {
        let side = SideId(side);
        muster.sides.push(MusteredSide { id: side, name: name.into() });
        // In a theatre, some forces are in no battle and can march.
        let stacks = if book.sight.is_on() { 0..4 } else { 0..2 };
        let stacks: Vec<StackId> = stacks.map(|at| StackId(10 * side.0 + at)).collect();
        for (stack, which) in stacks.iter().zip(["van", "rear", "left", "right"]) {
            muster.stacks.push(MusteredStack::new(*stack, side, format!("{name} {which}")));
        }
        for at in 0..(2 * book.troops.len()).max(8) {
            let troop = &book.troops[at % book.troops.len()];
            let grade = &book.ladder.grades[book.ladder.grades.len() - 1 - at % book.ladder.grades.len().min(4)];
            let number = u16::try_from(at).expect("a few");
            let stats = Stats {
                attack: 2 + number % 5,
                defense: 1 + number % 4,
                dmg: number % 3,
                dr: number % 2,
                init: number % 7,
                movement: 4,
                ranks: if at == 0 { vec![Rank::Warlord] } else { Vec::new() },
                ..Stats::default()
            };
            let full = troop.strength.max(2);
            muster.units.push(Recruit {
                stack: Some(stacks[at % stacks.len()]),
                kind: Some(troop.name.clone()),
                grade: Some(grade.name.clone()),
                strength: Some(full),
                lost: if at % 3 == 0 { full - 1 } else { 0 },
                worn: u8::try_from(at % 4).expect("a few") + 4,
                stats: Some(Box::new(stats)),
                ..Recruit::new(UnitId(next), format!("{name} {next}x"))
            });
            next += 1;
        }
    }
    muster.maps.push(MusteredMap { id: MapId(50), map: None, ground: Some(ground(seed)) });
    muster.theatre = book.sight.is_on().then(theatre);
    for (id, name, stacks, map) in [(40, "Hill", [10, 20], Some(MapId(50))), (41, "Ford", [11, 21], None)] {
        let parties = stacks.map(|stack| vec![Id(stack)]).into();
        muster.battles.push(MusteredBattle { id: BattleId(id), name: name.into(), parties, map });
    }
    let seed = format!("{seed:x}").parse().expect("a seed");
    Header { title: "Worn".into(), seed, book: Arc::clone(book), muster }
}

/// A network with short and long roads, with the stacks on it.
fn theatre() -> TheatreDraft {
    let text = "(network: (title: \"Land\", places: [\"Pond\", \"Quay\", \"Rise\", \"Spur\", \"Tarn\"],
        roads: [(\"Pond\", \"Quay\", 1), (\"Quay\", \"Rise\", 2), (\"Rise\", \"Spur\", 3), (\"Spur\", \"Tarn\", 1), (\"Tarn\", \"Pond\", 2)]),
        at: [(10, \"Pond\"), (11, \"Quay\"), (12, \"Pond\"), (13, \"Quay\"), (20, \"Rise\"), (21, \"Spur\"), (22, \"Spur\"), (23, \"Tarn\")],
        objectives: [(\"Rise\", 2)])";
    document::read(text).expect("a theatre reads")
}

/// A small map of squares or hexes, with every feature of a map.
fn ground(seed: u64) -> GroundDraft {
    let grid = if seed.is_multiple_of(2) { "Square" } else { "Hex" };
    let text = format!(
        "(title: \"Plain\", grid: {grid}, rows: [\"......\", \".ww...\", \"..w.b.\", \"......\", \"...f..\"], legend: {{'.': \"open\", \
         'w': \"woods\", 'b': \"built-up\", 'f': \"fortification\"}}, roads: [[\"A1\", \"A2\", \"A3\"]], places: {{\"Mill\": \"C3\", \"Hill\": \"D2\"}}, \
         objectives: {{\"Mill\": \"\", \"Hill\": \"Blue\"}})"
    );
    document::read(&text).expect("ground reads")
}

/// A game, and the refusals that occurred.
pub struct WornGame {
    pub game: Game,
    rng: TestRng,
    /// The refused orders as text, each with its refusal.
    pub refused: Vec<String>,
}

impl WornGame {
    pub fn new(header: Header, seed: u8) -> Self {
        Self { game: Game::of(header), rng: TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]), refused: Vec::new() }
    }

    /// Carries out this many orders, and shows each with the states before and after it.
    pub fn play(&mut self, orders: usize, mut seen: impl FnMut(&DiaryStep)) {
        for _ in 0..orders {
            self.step();
            seen(&self.game.diary.step(self.game.diary.head()).expect("it has just been entered"));
        }
    }

    fn step(&mut self) {
        let at = Timestamp::from_second(1_000_000).expect("a time");
        for _ in 0..5000 {
            let numbers: Vec<u16> = (0..40).map(|_| self.rng.random()).collect();
            let Some(order) = self.order(&mut RandomNumbers::new(&numbers)) else { continue };
            match self.game.diary.carry_out(order.clone(), &mut self.game.diary.program_dice(&[]), at) {
                Ok(new) => {
                    self.game.record(Record::Entry(new.entry));
                    return;
                }
                Err(wardiary_rules::rules::CarryOutError::Refused(refusal)) => {
                    let state = self.game.diary.state();
                    let text = describe(&refusal, state);
                    let order = wardiary_rules::notation::order_text(state, &order);
                    let hint = text.hint.map_or(String::new(), |hint| format!("\n      {hint}"));
                    self.refused.push(format!("{order}\n    {}{hint}", text.reason));
                }
                Err(wardiary_rules::rules::CarryOutError::Unanswered(_)) => panic!("the program has dice enough"),
            }
        }
        panic!("nothing can be done any more: {:?}", self.game.diary.state().open_battles().collect::<Vec<_>>());
    }

    /// An order that may be accepted or refused.
    fn order(&self, chance: &mut RandomNumbers) -> Option<Order> {
        let state = self.game.diary.state();
        if let Some(order) = self.required_order(chance) {
            return Some(order);
        }
        let open: Vec<&Battle> = state.open_battles().collect();
        let battle = open[chance.below(open.len())].id;
        let living: Vec<&Arc<Unit>> = state.units().iter().filter(|u| u.is_alive()).collect();
        let unit = living[chance.below(living.len())].id;
        let order = match chance.below(16) {
            0..=4 => chance.fight(state),
            5 | 6 => Order::Edna { unit, purpose: (chance.below(2) == 0).then(|| "hold the line".into()) },
            7 | 8 => {
                let by = [-3, -2, -1, 1, 2, 3][chance.below(6)];
                let term = if chance.below(2) == 0 { Term::Phase } else { Term::Combat };
                Order::Regrade { who: vec![unit.into()], by, term, why: "the ground".into() }
            }
            9 => match chance.below(4) {
                0 => Order::Initiative { battle },
                1 | 2 => Order::EndTurn { battle },
                _ => Order::Pass { battle },
            },
            10 | 11 => {
                let fights = |stack: StackId| state.conflict_of(stack).is_some();
                let (fighting, idle): (Vec<StackId>, Vec<StackId>) =
                    state.stacks().iter().map(|stack| stack.id).partition(|stack| fights(*stack));
                if fighting.is_empty() || idle.is_empty() {
                    return None;
                }
                let (stack, to) = (idle[chance.below(idle.len())], fighting[chance.below(fighting.len())]);
                Order::Stacks(if chance.below(2) == 0 {
                    StackOrder::Join { stack, to, anyway: None }
                } else {
                    StackOrder::Round { stack: to }
                })
            }
            13 if state.theatre().is_some() => chance.at_the_front(state),
            15 if chance.below(2) == 0 => Order::Map(chance.map_order(state)),
            14 if chance.below(20) == 0 => {
                let worn = |u: &&Arc<Unit>| u.is_alive() && u.strength_in_rules().now < u.strength_in_rules().full;
                Order::Restore { unit: state.units().iter().find(worn)?.id, points: 1, why: None }
            }
            12 => Order::Lose { unit, points: 1, why: None },
            _ => chance.order(state),
        };
        let left_out = match &order {
            // The game keeps its rules.
            Order::Rules(_) => true,
            // The diary would say nothing more after the end of the campaign.
            Order::Victory(VictoryOrder::EndCampaign { .. }) => true,
            Order::Eliminate { .. } | Order::EndBattle { .. } => chance.below(6) > 0,
            Order::Stacks(StackOrder::Merge { .. }) => chance.below(4) > 0,
            _ => false,
        };
        (!left_out).then(|| self.with_plain_name(order))
    }

    /// An order that the game needs to continue: enough units on either side, and one or two battles.
    fn required_order(&self, chance: &mut RandomNumbers) -> Option<Order> {
        let state = self.game.diary.state();
        let book = state.book();
        let living = |side: SideId| state.units_of_side(side).filter(|u| u.is_alive()).count();
        if let Some(side) = state.sides().iter().find(|side| side.id.0 < 3 && living(side.id) < 8) {
            let troop = &book.troops[chance.below(book.troops.len())];
            let stacks: Vec<StackId> = state
                .stacks()
                .iter()
                .filter(|s| s.side == side.id && state.conflict_of(s.id).is_none())
                .map(|s| s.id)
                .collect();
            let stack = (!stacks.is_empty() && chance.below(4) > 0).then(|| stacks[chance.below(stacks.len())]);
            let own = if stack.is_none() { Some(side.id) } else { None };
            let recruit = Recruit::new(UnitId(state.next_id()), "");
            return Some(self.with_plain_name(Order::Unit(Recruit {
                side: own,
                stack,
                kind: Some(troop.name.clone()),
                strength: Some(2),
                edna: Some(3),
                ..recruit
            })));
        }
        let open = state.open_battles().count();
        let idle = |side: SideId| {
            let free = |u: &&Unit| u.is_alive() && state.battle_of(u.id).is_none();
            state.units_of_side(side).filter(free).map(|u| Id::from(u.id)).collect::<Vec<_>>()
        };
        let parties = [1, 2].map(|side| idle(SideId(side)));
        let enough = parties.iter().all(|party| party.len() > 1);
        if open == 0 || (open == 1 && enough && chance.below(3) == 0) {
            let parties: Vec<Vec<Id>> = parties.into_iter().filter(|party| !party.is_empty()).collect();
            let map = (chance.below(3) > 0).then_some(MapId(50));
            return Some(self.with_plain_name(Order::Battle {
                id: BattleId(state.next_id()),
                name: Text::default(),
                parties,
                map,
                contact: None,
            }));
        }
        if chance.below(12) == 0
            && let Some(battle) = state.open_battles().last()
            && let Some(who) = parties.iter().flatten().next()
        {
            return Some(Order::Reinforce { battle: battle.id, who: vec![*who] });
        }
        let waits = state.open_battles().find(|b| b.initiative_winner.is_none() && book.uses(Mechanism::Turns))?;
        (chance.below(20) == 0).then_some(Order::Initiative { battle: waits.id })
    }

    /// The order with a simple, unique name for the thing that it makes.
    fn with_plain_name(&self, mut order: Order) -> Order {
        match &mut order {
            Order::Side { id, name } => *name = format!("Side {}x", id.0).into(),
            Order::Stack { id, name, .. } => *name = format!("Stack {}x", id.0).into(),
            Order::Battle { id, name, .. } => *name = format!("Field {}x", id.0).into(),
            Order::Rename { name, .. } => *name = format!("New {}x", self.game.diary.entries().len()).into(),
            Order::Unit(recruit) => {
                recruit.name = format!("Unit {}x", recruit.id.0).into();
                recruit.tests.clear();
            }
            _ => {}
        }
        order
    }
}
