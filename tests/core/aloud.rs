//! Entries to be read aloud by whoever changes what the diary says: random games under every rulebook that ships, with the
//! units that each entry changed before and after it, and every refusal that was met. See CONTRIBUTING.md.

use crate::harness::worn::{Worn, header};
use std::{collections::BTreeSet, sync::Arc};
use wardiary::{
    assets,
    diary::steps::DiaryStep,
    state::{State, Unit},
};

/// A unit's numbers: `Red 100x (green~blue, 2/4 SP, E5/8)`.
fn numbers(state: &State, unit: &Unit) -> String {
    let ladder = &state.book().ladder;
    let used = state.grade_used(unit);
    let used = if used == unit.grade { String::new() } else { format!("~{}", ladder.name(used)) };
    let (strength, edna) = (&unit.strength, &unit.edna);
    format!("{}{used} {}/{} SP E{}/{}", ladder.name(unit.grade), strength.now, strength.full, edna.now, edna.full)
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
#[ignore = "long: prints what is to be read, `cargo test --test core aloud -- --ignored --nocapture`"]
fn entries_are_read_aloud() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    for (name, _) in assets::RULEBOOKS {
        println!("\n=== {name}");
        let book = assets::rulebook(name, None).expect("it ships");
        let mut game = Worn::new(header(&Arc::clone(&book), seed.into()), seed);
        // Kinds of entries that were read often enough are left out.
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
            // Names and numbers apart, each reason is read once.
            let reason = refusal.lines().nth(1).unwrap_or_default();
            let words = reason.split(' ').filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == ','));
            if reasons.insert(words.collect::<Vec<_>>().join(" ")) {
                println!("{refusal}");
            }
        }
    }
}
