//! The cost of a side's view: the whole view of a save of 20,000 entries, beside loading that save, and its last entry.
//! Also making the share of a save of 10,000 entries, and verifying that share against the save.

use criterion::{BatchSize, Criterion};
use wardiary_base::id::SideId;
use wardiary_diary::{
    diary::{file::load, watch::Watch},
    projection::Projector,
    share::{
        comparison::{Verdict, compare},
        share,
    },
};
use wardiary_harness_diary::long;

const ENTRIES: usize = 10_000;

/// A side's own diary, made from the referee's diary.
fn projected(criterion: &mut Criterion) {
    let (diary, lines) = long::game(2 * ENTRIES);
    let save = long::text(&diary, &lines);
    let whole = load(save.as_bytes()).expect("it loads").diary;
    let (before, _) = long::game(2 * ENTRIES - 1);
    let known = Projector::of(&before, SideId(1)).expect("it is seen");
    let mut group = criterion.benchmark_group("a side's view of 20,000 entries");
    group.sample_size(10);
    group.bench_function("the save loaded", |b| b.iter_with_large_drop(|| load(save.as_bytes()).expect("it loads")));
    group.bench_function("made", |b| b.iter_with_large_drop(|| Projector::of(&whole, SideId(1)).expect("it is seen")));
    group.bench_function("one entry more", |b| {
        b.iter_batched_ref(|| known.clone(), |known| known.update(&whole), BatchSize::LargeInput);
    });
    group.finish();
}

pub fn run() {
    let mut criterion = super::criterion();
    projected(&mut criterion);
    let (diary, lines) = long::game(ENTRIES);
    let save = long::text(&diary, &lines);
    let secret = load(save.as_bytes()).expect("it loads").seals.chain().secret().expect("every line is sealed");
    let made = || share(save.as_bytes(), secret, SideId(1), Watch::none()).expect("it is shared");
    let text = made().text;
    let mut group = criterion.benchmark_group("a share of 10,000 entries");
    group.sample_size(10);
    group.bench_function("the save loaded", |b| b.iter_with_large_drop(|| load(save.as_bytes()).expect("it loads")));
    group.bench_function("made", |b| b.iter_with_large_drop(made));
    group.bench_function("compared with the save", |b| {
        b.iter(|| {
            let found = compare(text.as_bytes(), save.as_bytes(), Watch::none()).expect("both read");
            assert_eq!(found.verdict, Verdict::Honest);
        });
    });
    group.finish();
    criterion.final_summary();
}
