//! What a share costs: making that of a save of 10,000 entries, beside loading the save, and comparing the two.

#[path = "../tests/core/harness/long.rs"]
mod long;

use criterion::Criterion;
use wardiary::{
    diary::{file::load, watch::Watch},
    id::SideId,
    share::{
        against::{Verdict, against},
        share,
    },
};

const ENTRIES: usize = 10_000;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let (diary, lines) = long::game(ENTRIES);
    let save = long::text(&diary, &lines);
    let secret = load(save.as_bytes()).expect("it loads").seals.chain().secret().expect("every line is sealed");
    let made = || share(save.as_bytes(), secret, SideId(1), Watch::nobody()).expect("it is shared");
    let text = made().text;
    let mut group = criterion.benchmark_group("a share of 10,000 entries");
    group.sample_size(10);
    group.bench_function("the save loaded", |b| b.iter_with_large_drop(|| load(save.as_bytes()).expect("it loads")));
    group.bench_function("made", |b| b.iter_with_large_drop(made));
    group.bench_function("compared with the save", |b| {
        b.iter(|| {
            let found = against(text.as_bytes(), save.as_bytes(), Watch::nobody()).expect("both read");
            assert_eq!(found.verdict, Verdict::Honest);
        });
    });
    group.finish();
    criterion.final_summary();
}
