//! Prints entries to be read aloud by anybody who changes the diary's sentences: random games under every shipped
//! rulebook, with the units that each entry changed before and after it, and every refusal. See CONTRIBUTING.md.

use std::{collections::BTreeSet, sync::Arc};
use wardiary_diary::{
    assets,
    diary::{Diary, Header, Record, steps::DiaryStep},
};
use wardiary_harness_diary::worn_units::{WornGame, header};
use wardiary_odds::suggest;
use wardiary_rules::{
    notation::order_text,
    order::Order,
    state::{State, Unit},
};

/// A unit's numbers: `Red 100x (green~blue, 2/4 SP, E5/8)`.
fn numbers(state: &State, unit: &Unit) -> String {
    let ladder = &state.book().ladder;
    let (own, used) = (unit.grade_in_rules().own, state.grade_in_rules(unit));
    let used = if used == own { String::new() } else { format!("~{}", ladder.name(used)) };
    let (strength, edna) = (unit.strength_in_rules(), unit.edna_in_rules());
    format!("{}{used} {}/{} SP E{}/{}", ladder.name(own), strength.now, strength.full, edna.now, edna.full)
}

fn print(step: &DiaryStep) {
    let account = step.account();
    let battle = account.battle.map_or(String::new(), |battle| step.after.name(battle));
    let turn = account.turn.map_or(String::new(), |turn| format!("turn {turn}"));
    println!("{:>3}  {battle:12} {turn:8} {}", account.no, account.headline);
    if !account.dice.is_empty() {
        println!("        dice {}", account.faces());
    }
    account.sentences.iter().for_each(|sentence| println!("        {sentence}"));
    for unit in step.after.units() {
        let Some(before) = step.before.unit(unit.id).filter(|before| *before != &**unit) else { continue };
        let (was, is) = (numbers(&step.before, before), numbers(&step.after, unit));
        if was != is {
            println!("                {}: {was} -> {is}", unit.name);
        }
    }
}

#[test]
#[ignore = "long: prints texts for a reader, `cargo test -p wardiary-report aloud -- --ignored --nocapture`"]
fn entries_are_read_aloud() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    for (name, _) in assets::RULEBOOKS {
        println!("\n=== {name}");
        let book = assets::rulebook(name, None).expect("it ships");
        let mut game = WornGame::new(header(&Arc::clone(&book), seed.into()), seed);
        // Skips kinds of entries that were printed often enough.
        let mut read: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
        game.play(200, |step| {
            let times = read.entry(step.entry.order.verb().as_str()).or_default();
            *times += 1;
            if *times <= 4 {
                print(step);
            }
        });
        println!("\n--- refused");
        let told: BTreeSet<&String> = game.refused.iter().collect();
        let mut reasons: BTreeSet<String> = BTreeSet::new();
        for refusal in told {
            // Ignoring names and numbers, each reason is printed once.
            let reason = refusal.lines().nth(1).unwrap_or_default();
            let words = reason.split(' ').filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == ','));
            if reasons.insert(words.collect::<Vec<_>>().join(" ")) {
                println!("{refusal}");
            }
        }
    }
}

/// All living units, with their numbers and places.
fn print_state(state: &State) {
    for unit in state.units().iter().filter(|unit| unit.is_alive()) {
        let place = unit.place.map_or(String::new(), |place| format!("{}{}", place.cell, place.facing.name()));
        println!("        | {:24} {:20} {place:6} {}", unit.name, unit.kind, numbers(state, unit));
    }
    for map in state.maps() {
        let held =
            map.objectives().map(|(cell, by)| format!("{cell} {}", by.map_or("nobody".into(), |by| state.name(by))));
        println!("        | objectives: {}", held.collect::<Vec<_>>().join(", "));
    }
}

/// Plays games in which the best proposal is carried out, and prints the proposals at each turn of a side and the turns
/// in which only handing on is proposed.
#[test]
#[ignore = "long: prints texts for a reader, `cargo test -p wardiary-report proposals -- --ignored --nocapture`"]
fn proposals_are_read_aloud() {
    let seed = std::env::var("SEED").unwrap_or_else(|_| "1".into());
    let only = std::env::var("ONLY").unwrap_or_default();
    let many: usize = std::env::var("ORDERS").ok().and_then(|many| many.parse().ok()).unwrap_or(150);
    let mut games: Vec<(String, Header)> = Vec::new();
    for (name, _) in assets::SCENARIOS {
        let header = assets::scenario(name, None, seed.parse().expect("a seed")).expect("it ships");
        games.push(((*name).into(), header));
    }
    for (name, _) in assets::RULEBOOKS {
        let header = assets::scenario("tannenberg", None, seed.parse().expect("a seed")).expect("it ships");
        let book = assets::rulebook(name, None).expect("it ships");
        games.push((format!("tannenberg under {name}"), Header { book, ..header }));
    }
    for (name, header) in games.into_iter().filter(|(name, _)| name.contains(&only)) {
        println!("\n=== {name}");
        let Ok(mut diary) = Diary::new(header) else { continue };
        let mut acted = None;
        for _ in 0..many {
            let state = diary.state().clone();
            let all = suggest::suggest(&state, None, &diary.edna_tests_this_turn(), &diary.recent_consultations());
            let Some(best) = all.first() else { break };
            let acts = state.open_battles().next().map(|battle| (battle.turn, battle.acting_side));
            let hands_on = matches!(best.order, Order::Pass { .. } | Order::EndTurn { .. });
            let anew = acted != acts;
            if anew || hands_on {
                let (turn, side) = acts.expect("a battle");
                let side = side.map_or("nobody".into(), |side| state.name(side));
                println!("\n--- turn {turn}, {side}{}", if anew { "" } else { ", hands on" });
                print_state(&state);
                for proposal in all.iter().take(12) {
                    println!("    {:>4} {}: {}", proposal.score, order_text(&state, &proposal.order), proposal.reason);
                }
            } else {
                println!("    {:>4} {}: {}", best.score, order_text(&state, &best.order), best.reason);
            }
            acted = acts;
            let mut dice = diary.program_dice(&[]);
            let entry = diary.carry_out(best.order.clone(), &mut dice, jiff::Timestamp::UNIX_EPOCH);
            diary.append(Record::Entry(entry.expect("it is accepted").entry)).expect("it stands");
        }
    }
}
