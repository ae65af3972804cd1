//! The units that can still attack, compared with the orders themselves. Each listed unit has an attack that is not
//! refused. No other unit that has not attacked yet has one. Source: RULES 2.3, 4.5, 5.8.

use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    book::{Attacks, Mechanism, TurnPhase},
    id::{BattleId, Id, UnitId},
    text::Text,
};
use wardiary_diary::{assets, diary::file};
use wardiary_harness_diary::worn_units::{WornGame, header};
use wardiary_rules::{
    event::{Event, StackEvent},
    order::{Force, Order, StackOrder, Support, Volley},
    rules::{self, Refusal, outstanding, refusal::StackRefusal},
    state::{Battle, State, Unit},
};

/// Whether an order can be given, now or after the rounds that must be fought first.
fn is_allowed(state: &State, order: &Order) -> bool {
    let waits = |refusal: &Refusal| matches!(refusal, Refusal::Stacks(StackRefusal::RoundsDue { .. }));
    rules::resolve(state, order, &[]).map_or_else(|refusal| waits(&refusal), |_| true)
}

fn living(state: &State, battle: &Battle) -> Vec<Unit> {
    let there = battle.contingents.iter().flat_map(wardiary_rules::state::Contingent::units);
    there.filter_map(|id| state.unit(id)).filter(|u| u.is_alive()).cloned().collect()
}

/// Whether a unit can attack now by any order that names it.
fn attacks(state: &State, battle: &Battle, unit: &Unit) -> bool {
    let all = living(state, battle);
    let volley = |enemy: UnitId, weapon: &Text| {
        let weapon = Some(weapon.clone());
        // On a map the range follows from the map.
        let on_map = [unit.id, enemy].iter().all(|unit| state.place_in_battle(*unit).is_some());
        let range = (!on_map).then_some(1);
        Order::Volley(Volley {
            unit: unit.id,
            at: vec![enemy.into()],
            range,
            weapon,
            cover: false,
            general: false,
            anyway: None,
        })
    };
    let against =
        |enemy: &Unit| state.weapons_of(unit).iter().any(|weapon| is_allowed(state, &volley(enemy.id, weapon)));
    all.iter().filter(|other| other.side != unit.side).any(against) || fights(state, battle, unit)
}

/// Whether a unit can attack hand to hand now.
fn fights(state: &State, battle: &Battle, unit: &Unit) -> bool {
    let all = living(state, battle);
    // The next phase of its current combat is no new attack.
    let free = state.combat_of(unit.id).is_none();
    let force = |unit: UnitId| Force::new(vec![unit.into()]);
    let against = |enemy: &Unit| {
        (free && is_allowed(state, &Order::Scrud { first: force(unit.id), second: force(enemy.id) }))
            || unit.stack.zip(enemy.stack).is_some_and(|(own, enemy)| {
                let conflict = StackOrder::Conflict { first: vec![own], second: vec![enemy], anyway: None };
                is_allowed(state, &Order::Stacks(conflict))
            })
    };
    let committed = |to: &Unit| {
        let attacker = state.combat_of(to.id).is_some_and(|(b, at)| {
            b.combats[at].conflict.is_none() && b.combats[at].lines.first.units.contains(&to.id)
        });
        attacker && is_allowed(state, &Order::Commit { who: vec![unit.id.into()], to: Id::from(to.id) })
    };
    all.iter().filter(|other| other.side != unit.side).any(against)
        || all.iter().filter(|other| other.side == unit.side).any(committed)
}

/// Whether a unit can support a combat now.
fn supports(state: &State, battle: &Battle, unit: &Unit) -> bool {
    let all = living(state, battle);
    let force = |fights: &Unit| {
        let support = vec![Support { unit: unit.id, counter: None }];
        let support = if fights.side == unit.side { support } else { Vec::new() };
        Force { support, ..Force::new(vec![fights.id.into()]) }
    };
    let with =
        |first: &Unit, second: &Unit| is_allowed(state, &Order::Scrud { first: force(first), second: force(second) });
    let sides = |a: &Unit, b: &Unit| a.side != b.side && (a.side == unit.side || b.side == unit.side);
    all.iter().any(|first| all.iter().any(|second| sides(first, second) && with(first, second)))
}

/// The battle in each remaining part of its turn.
fn parts(state: &State, battle: &Battle) -> Vec<State> {
    let mut parts = vec![state.clone()];
    let sides = battle.order_of_sides();
    for (at, phase) in state.book().turn.phases.iter().enumerate().skip(battle.phase) {
        let acting: Vec<_> = match phase {
            TurnPhase::EachSide(_) => sides.iter().copied().map(Some).collect(),
            TurnPhase::Together(_) | TurnPhase::Rounds(_) => vec![None],
            _ => Vec::new(),
        };
        let now = battle.acting_side.filter(|_| at == battle.phase);
        let past = now.and_then(|now| sides.iter().position(|side| *side == now)).map_or(0, |now| now + 1);
        for side in acting.into_iter().skip(past) {
            let mut then = state.clone();
            then.replay([&Event::PhaseBegun { battle: battle.id, phase: u8::try_from(at).expect("a few"), side }]);
            parts.push(then);
        }
    }
    parts
}

/// The actions of a turn's units.
#[derive(Default)]
struct Done {
    /// The units that have attacked or supported, or are or were in a Conflict.
    acted: BTreeSet<UnitId>,
    /// The units that were in a combat opened by their own side, or that have fought a round of a Conflict.
    fought: BTreeSet<UnitId>,
}

impl Done {
    fn note(&mut self, before: &State, after: &State, events: &[Event]) {
        for event in events {
            match event {
                Event::Volleyed { unit, .. } => drop(self.acted.insert(*unit)),
                Event::CombatOpened { first, .. } => {
                    self.acted.extend(&first.1);
                    self.fought.extend(&first.1);
                }
                Event::Committed { battle, combat, units } => {
                    self.acted.extend(units);
                    let side = before.battle(*battle).map(|b| b.combats[usize::from(*combat)].lines.first.side);
                    self.fought.extend(units.iter().filter(|unit| before.unit(**unit).map(|u| u.side) == side));
                }
                Event::Supported { units, .. } => self.acted.extend(units),
                Event::Stacks(StackEvent::RoundBegun { battle, conflict, .. }) => {
                    let all = before.battle(*battle).and_then(|b| b.conflicts.get(usize::from(*conflict)));
                    let there = all.into_iter().flat_map(|c| &c.stacks).filter(|s| !s.fled).map(|s| s.stack);
                    let there: Vec<_> = there.collect();
                    let stood = before.units().iter().filter(|u| u.stack.is_some_and(|s| there.contains(&s)));
                    self.fought.extend(stood.map(|unit| unit.id));
                }
                Event::TurnEnded { battle, .. } => {
                    let of_battle = |unit: &UnitId| after.battle_of(*unit).is_some_and(|b| b.id == *battle);
                    self.acted.retain(|unit| !of_battle(unit));
                    // An open round continues in the next turn.
                    let goes_on = |unit: &UnitId| {
                        let stack = after.unit(*unit).and_then(|unit| unit.stack);
                        let at = stack.and_then(|stack| after.conflict_of(stack));
                        at.and_then(|(battle, at)| after.conflict(battle, at)).is_some_and(|c| c.under_way)
                    };
                    self.fought.retain(|unit| !of_battle(unit) || goes_on(unit));
                }
                // Its units may join another battle, in whose turn they have not acted.
                Event::BattleEnded { battle, .. } => {
                    let of_battle = |unit: &UnitId| before.battle_of(*unit).is_some_and(|b| b.id == *battle);
                    self.acted.retain(|unit| !of_battle(unit));
                    self.fought.retain(|unit| !of_battle(unit));
                }
                _ => {}
            }
        }
        let fights = |unit: &&Arc<Unit>| unit.stack.is_some_and(|stack| after.conflict_of(stack).is_some());
        self.acted.extend(after.units().iter().filter(fights).map(|unit| unit.id));
    }
}

/// The number of units that were listed as able to act, and of the others that were tried.
fn check(state: &State, done: &Done, which: &str) -> [usize; 2] {
    let mut asked = [0; 2];
    for battle in state.open_battles().filter(|b| b.pending_decision().is_none()) {
        let listed = outstanding(state, battle.id).units;
        let parts = parts(state, battle);
        let mut parts = parts.iter().filter_map(|state| Some((state, state.battle(battle.id)?))).collect::<Vec<_>>();
        parts.retain(|(_, battle)| battle.conflicts.iter().all(|c| c.ended.is_some() || !c.under_way));
        if parts.is_empty() {
            continue;
        }
        for unit in living(state, battle) {
            let again = || parts.iter().any(|(state, battle)| fights(state, battle, &unit));
            if done.fought.contains(&unit.id) && state.book().turn.attacks != Attacks::Free {
                assert!(!again(), "{which}: {} could fight again", state.name(unit.id));
            }
            let attacks = || parts.iter().any(|(state, battle)| attacks(state, battle, &unit));
            let supports = || parts.iter().any(|(state, battle)| supports(state, battle, &unit));
            let name = state.name(unit.id);
            if listed.contains(&unit.id) {
                asked[0] += 1;
                assert!(attacks() || supports(), "{which}: {name} has nothing to attack");
            } else if state.rolls_in_combat(&unit) && unit.edna_in_rules().now > 0 && !done.acted.contains(&unit.id) {
                asked[1] += 1;
                assert!(!attacks(), "{which}: {name} could attack");
            }
        }
    }
    asked
}

#[test]
fn the_sample_names_nobody_who_has_met_every_enemy() {
    let sample = include_str!("../../../../saves/tannenberg.ron");
    let loaded = file::load(sample.as_bytes()).expect("it loads");
    let step = loaded.diary.step(10).expect("an entry");
    assert_eq!(step.account().sentences, ["turn 1 ended"]);
    assert_eq!(outstanding(&step.before, BattleId(40)).units, []);
}

#[test]
fn units_that_can_still_attack_have_an_order_for_it() {
    held_against_orders(&[0], 50);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn units_that_can_still_attack_have_an_order_for_it_in_long_games() {
    held_against_orders(&(2..12).collect::<Vec<_>>(), 250);
}

fn held_against_orders(seeds: &[u8], orders: usize) {
    use rayon::prelude::*;
    let games: Vec<(&str, u8)> =
        assets::RULEBOOKS.iter().flat_map(|(name, _)| seeds.iter().map(move |seed| (*name, *seed))).collect();
    let asked: Vec<(&str, [usize; 2])> =
        games.into_par_iter().map(|(name, seed)| (name, game(name, seed, orders))).collect();
    for (name, _) in assets::RULEBOOKS {
        let of_book = asked.iter().filter(|(book, _)| book == name);
        let sum = of_book.fold([0; 2], |sum, (_, asked)| [sum[0] + asked[0], sum[1] + asked[1]]);
        let book = assets::rulebook(name, None).expect("it ships");
        let attacks = [Mechanism::Scrud, Mechanism::Volleys, Mechanism::Stacks].iter().any(|m| book.uses(*m));
        println!("{name}: {sum:?}");
        assert!(!(attacks && book.uses(Mechanism::Turns)) || sum[0] > 100, "{name}: {sum:?}");
    }
}

fn game(name: &str, seed: u8, orders: usize) -> [usize; 2] {
    let book = assets::rulebook(name, None).expect("it ships");
    let mut game = WornGame::new(header(&book, seed.into()), seed);
    let mut done = Done::default();
    let mut asked = [0; 2];
    let turns = book.uses(Mechanism::Turns);
    game.play(orders, |step| {
        done.note(&step.before, &step.after, &step.entry.events);
        if turns {
            let more = check(&step.after, &done, &format!("{name}, seed {seed}, entry {}", step.entry.no));
            asked = [asked[0] + more[0], asked[1] + more[1]];
        }
    });
    asked
}
