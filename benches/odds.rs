//! How long the odds take, with the sizes that a player meets. `cargo bench --bench odds -- --quick`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::{hint::black_box, time::Duration};
use wardiary::{
    assets::Shipped,
    book::Rulebook,
    notation,
    odds::{self, Question, Watch, simulate},
};

fn question(text: &str) -> Question {
    Question::of(notation::roll(text, &Rulebook::default_rules(), &Shipped).expect("a roll"))
}

fn exact(criterion: &mut Criterion) {
    let book = Rulebook::default_rules();
    let mut group = criterion.benchmark_group("exact");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    let mut bench = |name: &str, question: &Question| {
        group.bench_function(name, |b| {
            b.iter(|| odds::exact(&book, black_box(question), u64::MAX, Watch::nobody()).expect("it fits"));
        });
    };
    for text in [
        "scrud 4 green v 8 yellow",
        "scrud 8 green v 8 yellow",
        "scrud 10 green v 10 yellow",
        "scrud 20 green v 20 yellow",
        "scrud 40 green v 40 yellow",
        "scrud 4 green + 4 white v 6 yellow + 6 red",
        "scrud 3 blue + 3 green + 2 white v 4 white + 4 yellow + 4 red",
        "scrud 5 blue + 5 green + 5 white v 5 white + 5 yellow + 5 red",
        "scrud 7 blue + 7 green + 6 white v 6 white + 5 yellow + 5 red",
        "scrud 4 green + artillery blue v 8 yellow",
    ] {
        bench(text, &question(text));
    }
    for text in [
        "scrud 4 green v 8 yellow",
        "scrud 4 green v 8 yellow phases 2",
        "scrud 4 green v 8 yellow phases 3",
        "scrud 3 blue + 3 green + 2 white v 4 white + 4 yellow + 4 red",
    ] {
        bench(&format!("left of {text}"), &question(text).left());
    }
    bench("3x edna 8", &question("3x edna 8"));
    bench("20d6", &question("20d6"));
    group.finish();
}

fn played(criterion: &mut Criterion) {
    let book = Rulebook::default_rules();
    // On one core, so that what is shown is dice a second a core.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut group = criterion.benchmark_group("simulated dice");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (text, dice) in [
        ("scrud 4 green v 8 yellow", 12),
        ("scrud 20 green v 20 yellow", 40),
        ("scrud 7 blue + 7 green + 6 white v 6 white + 5 yellow + 5 red", 36),
    ] {
        let question = question(text);
        let trials = 100_000;
        group.throughput(Throughput::Elements(trials * dice));
        group.bench_function(text, |b| {
            b.iter(|| pool.install(|| simulate::simulate(&book, black_box(&question), trials, 1, Watch::nobody())));
        });
    }
    group.finish();
}

criterion_group!(benches, exact, played);
criterion_main!(benches);
