//! By enumeration over every result of the dice in a small battle: on average the results equal the expectation.

use super::{BLUE, Luck, RED, header, luck_now};
use crate::luck::at;
use std::collections::BTreeMap;
use wardiary_base::{
    dice::{Face, source::ScriptedDice},
    id::Id,
};
use wardiary_diary::diary::{Diary, Record};
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    rules::{CarryOutError, UnansweredRequest},
};

/// Every result of the dice of these orders, with its probability.
fn every_way(diary: &Diary, orders: &[&str], p: f64, each: &mut dyn FnMut(&Luck, f64)) {
    let Some((order, later)) = orders.split_first() else { return each(&luck_now(diary), p) };
    let Ok(Instruction::Order(order)) = parse_instruction(order, diary.state()) else { panic!("{order} is no order") };
    let mut ways: Vec<(Vec<Face>, f64)> = vec![(Vec::new(), 1.0)];
    while let Some((faces, share)) = ways.pop() {
        let mut script = ScriptedDice { faces: faces.iter().copied().collect() };
        match diary.carry_out(order.clone(), &mut script, at(diary)) {
            Ok(new) => {
                let mut after = diary.clone();
                after.append(Record::Entry(new.entry)).expect("it stands");
                every_way(&after, later, p * share, each);
            }
            // The next die can show any of its faces.
            Err(CarryOutError::Unanswered(UnansweredRequest { request, rolls, .. })) => {
                let thrown: usize = rolls.iter().map(|roll| roll.faces.len()).sum();
                let die = request.dice[faces.len() - thrown].die;
                let next = (1..=die.sides())
                    .map(|face| ([faces.clone(), vec![face]].concat(), share / f64::from(die.sides())));
                ways.extend(next);
            }
            // An order that is no longer possible, because a unit is eliminated.
            Err(CarryOutError::Refused(_)) => every_way(diary, later, p * share, each),
        }
    }
}

/// The sum over all results of the actual minus the expected counts, for everything that is counted.
fn balance(settings: &str, units: &str, orders: &[&str]) {
    let diary = Diary::new(header(settings, units, 1)).expect("the muster stands");
    let (mut all, mut ways, mut rolls) = (0.0, 0, 0.0);
    let mut sums = [0.0; 4];
    let mut units: BTreeMap<Id, [f64; 2]> = BTreeMap::new();
    every_way(&diary, orders, 1.0, &mut |luck, p| {
        (all, ways, rolls) =
            (all + p, ways + 1, rolls + p * f64::from(u32::try_from(luck.rolls.len()).expect("a few")));
        for (at, side) in [RED, BLUE].into_iter().enumerate() {
            let found = luck.side_luck(side, None);
            assert!(luck.rolls.iter().all(|roll| roll.weighed.strength.is_some()));
            sums[2 * at] += p * (found.taken.difference() + found.lost.difference());
            let counts = found.mechanisms.iter().flat_map(|found| &found.counts);
            sums[2 * at + 1] += p * counts.map(|(_, tally)| tally.difference()).sum::<f64>();
        }
        for unit in luck.unit_luck(None) {
            let counts = unit.mechanisms.iter().flat_map(|found| &found.counts);
            let [counted, lost] = units.entry(unit.who).or_default();
            *counted += p * counts.map(|(_, tally)| tally.difference()).sum::<f64>();
            *lost += p * unit.lost.difference();
        }
        for roll in &luck.rolls {
            let rank = &roll.weighed.rank;
            assert!((rank.worse + rank.equal + rank.better - 1.0).abs() < 1e-9 && rank.equal > 0.0, "{rank:?}");
        }
    });
    assert!((all - 1.0).abs() < 1e-9 && ways > 200 && rolls > 0.99, "{ways} ways, {rolls} rolls");
    assert!(sums.iter().all(|sum: &f64| sum.abs() < 1e-9), "{orders:?}: {sums:?}");
    assert!(units.values().flatten().all(|sum| sum.abs() < 1e-9) && !units.is_empty(), "{orders:?}: {units:?}");
}

#[test]
fn two_phases_of_a_small_combat() {
    let units =
        "(id: 11, name: \"A\", side: 1, strength: 6, grade: \"green\"), (id: 21, name: \"X\", side: 2, strength: 6)";
    balance(", scrud: (defeat: [LoseStrength(2), Demote])", units, &["scrud A v X", "scrud A v X"]);
}

/// The line-up matters for each unit: three units of three grades, the second with two Strength Points.
#[test]
fn a_phase_between_several_units() {
    let units = "(id: 11, name: \"A\", side: 1, strength: 6, grade: \"green\"), (id: 12, name: \"B\", side: 1, strength: 2, grade: \"red\"), \
         (id: 21, name: \"X\", side: 2, strength: 6)";
    balance("", units, &["scrud A + B v X"]);
    balance(", scrud: (extras: OverHalf, ties: Defender)", units, &["scrud X v A + B"]);
}

#[test]
fn a_volley_and_whoever_is_left_of_it() {
    let units = "(id: 11, name: \"A\", side: 1, edna: 7, weapons: [\"muskets\"]), (id: 21, name: \"X\", side: 2, strength: 1, edna: 5)";
    balance("", units, &["volley A at X range 2", "edna X"]);
}

#[test]
fn tests_in_series_and_in_parallel() {
    let tests = "tests: [(name: \"Nerve\", needs: AtLeast(4), dice: 2, pass: One), (name: \"Hold\", needs: AtMost(2), dice: 2, pass: All)]";
    let units = format!(
        "(id: 11, name: \"A\", side: 1, edna: 7, {tests}), (id: 12, name: \"B\", side: 1, {tests}), (id: 21, name: \"X\", side: 2)"
    );
    balance("", &units, &["test A + B for Nerve"]);
    balance("", &units, &["test A + B for Hold in parallel"]);
}
