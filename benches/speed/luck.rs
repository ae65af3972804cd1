//! The time to weigh a thousand different rolls. The target is less than 2 s.
//! `cargo bench --features bench --bench speed -- luck`.

use wardiary_harness_diary::many_rolls;
use wardiary_odds::odds::{Cost, Effort, Monitor};
use wardiary_report::luck::{self, Scope};

pub fn run() {
    let diary = many_rolls::diary();
    let effort = Effort { exact: 1000 * Cost::STEPS_A_MILLISECOND, trials: 0, seed: 0 };
    let scope = Scope { all_branches: true, ..Scope::default() };
    let weigh = || luck::luck(&diary, &scope, &effort, Monitor::none());
    let found = weigh().expect("nobody breaks it off");
    assert_eq!((found.rolls.len(), found.left_out.len()), (1000, 0));
    let mut criterion = super::criterion().sample_size(10);
    criterion.bench_function("1,000 different rolls weighed", |b| b.iter(weigh));
    criterion.final_summary();
}
