//! The cost of the rules: one phase of a combat, the fold of 10,000 entries, and the state at any entry.

use criterion::{BatchSize, Criterion};
use std::hint::black_box;
use wardiary_base::{
    dice::source::{DiceSource, ScriptedDice},
    id::Id,
};
use wardiary_diary::{assets, diary::Diary};
use wardiary_harness_diary::long;
use wardiary_rules::{
    order::{Force, Order},
    rules::{Step, resolve},
};

fn a_phase(criterion: &mut Criterion) {
    let seed = "1914".parse().expect("a seed");
    let header = assets::scenario("grand-couronne", None, seed).expect("it ships");
    let diary = Diary::new(header).expect("the muster stands");
    let order = Order::Scrud { first: Force::new(vec![Id(1)]), second: Force::new(vec![Id(2)]) };
    let Ok(Step::NeedDice(request)) = diary.resolve(&order, &[]) else { panic!("a phase needs dice") };
    let mut script =
        ScriptedDice { faces: (0..request.dice.len()).map(|i| u8::try_from(i * 5 % 6 + 1).expect("a face")).collect() };
    let falls = [script.roll(&request).expect("they fit")];
    criterion.bench_function(&format!("resolve a phase of {} dice", request.dice.len()), |b| {
        b.iter(|| resolve(black_box(diary.state()), &order, &falls));
    });
}

fn replay(criterion: &mut Criterion) {
    let (diary, _) = long::game(10_000);
    let start = diary.state_at(0).expect("the muster");
    let path: Vec<_> = diary.path().iter().map(|no| diary.entry(*no).expect("it is there")).collect();
    criterion.bench_function("fold 10,000 entries", |b| {
        b.iter_batched(
            || start.clone(),
            |mut state| {
                state.replay(path.iter().flat_map(|entry| &entry.events));
                state
            },
            BatchSize::LargeInput,
        );
    });
    let mut no = 0;
    criterion.bench_function("the state of any entry", |b| {
        b.iter(|| {
            no = (no + 3_571) % 10_000;
            diary.state_at(black_box(no))
        });
    });
}

pub fn run() {
    let mut criterion = super::criterion();
    a_phase(&mut criterion);
    replay(&mut criterion);
    criterion.final_summary();
}
