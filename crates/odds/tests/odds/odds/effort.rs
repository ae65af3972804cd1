//! Which odds are exact and which are simulated, how long they take, and how accurate they are.

use super::{answer, book, close, mouat, question};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use wardiary_base::book::{Casualty, EliminationRule, Extras, LineUp, ScrudDraft, Ties};
use wardiary_odds::odds::{self, Cost, Effort, Method, Monitor, OddsError, Question, simulate};

#[test]
fn a_simulation_depends_on_its_seed_alone() {
    depends_on_its_seed_alone(simulate::CHUNK + 1000);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn a_long_simulation_depends_on_its_seed_alone() {
    depends_on_its_seed_alone(30_000);
}

fn depends_on_its_seed_alone(trials: u64) {
    for text in [
        "scrud 4 green v 8 yellow",
        "scrud 3 green + 2 white v 4 yellow + red phases 3",
        "edna 8",
        "scrud 3 v 2 + artillery blue",
    ] {
        let question = question(text);
        let played = |seed, threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| simulate::simulate(&mouat(), &question, trials, seed, Monitor::none()).expect("so"))
        };
        assert_eq!(played(1, 1), played(1, 4), "{text}");
        if text.ends_with("phases 3") {
            // With more threads, each has less memory for the states of a combat, and clears them sooner.
            assert_eq!(played(1, 1), played(1, 300), "{text}");
        }
        assert_ne!(played(1, 2), played(2, 2), "{text}");
    }
}

#[test]
fn a_simulation_comes_near_the_truth() {
    comes_near_the_truth(10_000);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn a_long_simulation_comes_near_the_truth() {
    comes_near_the_truth(50_000);
}

fn comes_near_the_truth(trials: u32) {
    for text in
        ["scrud 4 green v 8 yellow", "scrud 2 blue + 3 white v 6 yellow + 2 red", "3x edna 8", "3d10+1", "initiative"]
    {
        let sure = answer(text, &Effort::BATCH);
        let played = answer(text, &Effort::simulated(trials.into(), 42));
        assert_eq!(sure.method, Method::Exact);
        let Method::Simulated { trials: made, error } = played.method else { panic!("{text}: {:?}", played.method) };
        assert!(made == u64::from(trials) && error <= 0.5 / f64::from(trials).sqrt() + 1e-9, "{error}");
        for (case, p) in sure.cases.iter() {
            close((text, case), played.cases.probability(case), p, 4.0 * simulate::standard_error(p, trials.into()));
        }
    }
}

/// The fast simulation of sorted lines, under each setting that it treats separately.
#[test]
fn simulated_phases_come_near_the_truth_under_all_rules() {
    for extras in [Extras::BeatLowest, Extras::Ignored, Extras::OverHalf] {
        for ties in [Ties::Ignored, Ties::Defender] {
            let scrud = ScrudDraft { extras: Some(extras), ties: Some(ties), ..ScrudDraft::default() };
            let book = book("mouat", scrud);
            for (text, left) in [
                ("scrud 2 green + 2 white v 3 yellow + 2 red", false),
                ("scrud 2 green + artillery red + white v 2 yellow + 2 red + artillery blue", false),
                ("scrud 2 yellow + red + artillery white v 3 green + white", true),
                ("scrud 3 green + artillery blue v 2 yellow + red + artillery red", true),
            ] {
                let question = Question { asks_survivors: left, ..question(text) };
                let answer = |effort| odds::answer(&book, &question, &effort, Monitor::none()).expect("nobody cancels");
                let (sure, played) = (answer(Effort::BATCH), answer(Effort::simulated(20_000, 11)));
                assert_eq!(sure.method, Method::Exact);
                for (case, p) in sure.cases.iter() {
                    close((text, case), played.cases.probability(case), p, 5.0 * simulate::standard_error(p, 20_000));
                }
                assert!(played.cases.iter().all(|(case, _)| sure.cases.probability(case) > 0.0), "{text}");
            }
        }
    }
}

#[test]
fn work_can_be_cancelled() {
    let cancel = AtomicBool::new(true);
    let watch = Monitor { cancel: &cancel, progress: &|_| (), time_spent: &|| 0.0 };
    for text in ["scrud 4 green v 8 yellow", "scrud 4 green v 8 yellow phases 2"] {
        for effort in [Effort::BATCH, Effort::simulated(1_000_000, 1)] {
            let answer = odds::answer(&mouat(), &question(text), &effort, watch);
            assert_eq!(answer, Err(OddsError::Cancelled), "{text}");
        }
    }
    // In the middle of the work, at the first sign of progress.
    let cancel = AtomicBool::new(false);
    let stop = |_| cancel.store(true, Ordering::Relaxed);
    let watch = Monitor { cancel: &cancel, progress: &stop, time_spent: &|| 0.0 };
    let answer = odds::answer(&mouat(), &question("scrud 8 v 8"), &Effort::BATCH, watch);
    assert_eq!(answer, Err(OddsError::Cancelled));
}

#[test]
fn large_questions_are_simulated() {
    is_simulated(200);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn large_questions_are_simulated_often() {
    is_simulated(1000);
}

fn is_simulated(trials: u64) {
    let text = "scrud 30 black + 30 blue + 30 green + 30 white v 30 blue + 30 green + 30 yellow + 30 red";
    let roll = question(text).asking_survivors();
    assert!(odds::estimate(&mouat(), &roll).steps > 60_000 * Cost::STEPS_A_MILLISECOND);
    let effort = Effort { trials, ..Effort::BATCH };
    let answer = odds::answer(&mouat(), &roll, &effort, Monitor::none()).expect("nobody cancels");
    assert!(matches!(answer.method, Method::Simulated { trials: made, .. } if made == trials), "{:?}", answer.method);
    close("all", answer.cases.chance(|_| true), 1.0, 1e-9);
    assert!(odds::estimate(&mouat(), &question("scrud 4 green v 8 yellow")).steps <= 10 * Cost::STEPS_A_MILLISECOND);
}

/// Small combats are exact whatever the rules: at once, and within a minute.
#[test]
fn small_questions_are_exact_under_all_rules() {
    let margins = ScrudDraft { margins: Some(true), ..ScrudDraft::default() };
    let beaten = ScrudDraft { eliminates: Some(EliminationRule::LowestBeaten), ..ScrudDraft::default() };
    let wears = ScrudDraft { defeat: Some(vec![Casualty::LoseStrength(1)]), ..ScrudDraft::default() };
    let as_rolled = ScrudDraft { line_up: Some(LineUp::AsRolled), ..ScrudDraft::default() };
    let aircraft = "scrud 2 green + 2 aircraft blue v 2 yellow + air-defence white phases 2";
    let table: &[(&ScrudDraft, &str)] = &[
        (&margins, "scrud 3 green v 4 yellow"),
        (&margins, "scrud 3 green v 4 yellow phases 2"),
        (&beaten, "scrud 2 green v 2 yellow phases 3"),
        (&wears, "scrud 2 green v 2 yellow phases 2"),
        (&as_rolled, "scrud green v 2 yellow phases 2"),
        (&as_rolled, "scrud 2 green v 2 yellow phases 3"),
        (&ScrudDraft::default(), aircraft),
    ];
    for (scrud, text) in table {
        let book = book("mouat", (*scrud).clone());
        let question = question(text).asking_survivors();
        let estimate = odds::estimate(&book, &question);
        assert!(!estimate.is_hopeless(&Effort::INTERACTIVE), "{text}: {estimate:?}");
        let answer = odds::answer(&book, &question, &Effort { trials: 10, ..Effort::INTERACTIVE }, Monitor::none());
        let answer = answer.expect("nobody cancels");
        assert_eq!(answer.method, Method::Exact, "{text} {scrud:?}: {estimate:?}");
        close(text, answer.cases.chance(|_| true), 1.0, 1e-12);
    }
}

/// Several phases with margins are exact at the sizes of a table game.
#[test]
fn several_phases_with_margins_are_exact() {
    is_exact_in_time(&margins(), "scrud 4 green v 4 yellow phases 2");
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn four_against_eight_over_three_phases_with_margins_is_exact() {
    is_exact_in_time(&margins(), "scrud 4 green v 8 yellow phases 3");
}

fn margins() -> ScrudDraft {
    ScrudDraft { margins: Some(true), ..ScrudDraft::default() }
}

/// Several phases that cost strength or line up dice as rolled are simulated unless they are small, and say so.
/// They are as close to the exact odds of a smaller combat as they claim.
#[test]
fn several_phases_are_simulated_where_units_of_a_grade_differ() {
    let wears = |points| ScrudDraft { defeat: Some(vec![Casualty::LoseStrength(points)]), ..ScrudDraft::default() };
    let as_rolled = ScrudDraft { line_up: Some(LineUp::AsRolled), ..ScrudDraft::default() };
    let table: &[(ScrudDraft, &str, &str)] = &[
        (wears(1), "scrud 4 green v 8 yellow phases 3", "scrud 2 green v 2 yellow phases 2"),
        (wears(2), "scrud 4 green v 8 yellow phases 3", "scrud 2 green v 2 yellow phases 2"),
        (as_rolled, "scrud 4 green v 8 yellow phases 3", "scrud 2 green v 2 yellow phases 2"),
    ];
    for (scrud, large, small) in table {
        let book = book("mouat", scrud.clone());
        let trials = 2_000;
        let simulated = odds::answer(&book, &question(large), &Effort { trials: 20, ..Effort::BATCH }, Monitor::none());
        let simulated = simulated.expect("nobody cancels");
        assert!(matches!(simulated.method, Method::Simulated { trials: 20, .. }), "{large}: {:?}", simulated.method);
        let exact =
            odds::answer(&book, &question(small), &Effort::INTERACTIVE, Monitor::none()).expect("nobody cancels");
        assert_eq!(exact.method, Method::Exact, "{small} {scrud:?}");
        let effort = Effort::simulated(trials, 5);
        let played = odds::answer(&book, &question(small), &effort, Monitor::none()).expect("nobody cancels");
        let Method::Simulated { error, .. } = played.method else { panic!("{:?}", played.method) };
        for (case, p) in exact.cases.iter() {
            close((small, case), played.cases.probability(case), p, 4.0 * error);
        }
    }
}

fn is_exact_in_time(scrud: &ScrudDraft, text: &str) {
    let book = book("mouat", scrud.clone());
    let question = question(text).asking_survivors();
    let estimate = odds::estimate(&book, &question);
    assert!(!estimate.is_hopeless(&Effort::BATCH), "{text}: {estimate:?}");
    let answer = odds::answer(&book, &question, &Effort { trials: 10, ..Effort::BATCH }, Monitor::none());
    let answer = answer.expect("nobody cancels");
    assert_eq!(answer.method, Method::Exact, "{text} {scrud:?}: {estimate:?}");
    close(text, answer.cases.chance(|_| true), 1.0, 1e-12);
}

/// Work that exceeds its time limit stops, and the answer is based on the trials made so far.
#[test]
fn time_is_kept() {
    let looks = AtomicU32::new(0);
    // Each call of the clock reports another twentieth of the time as spent.
    let spent = || f64::from(looks.fetch_add(1, Ordering::Relaxed)) / 20.0;
    let cancel = AtomicBool::new(false);
    let watch = Monitor { cancel: &cancel, progress: &|_| (), time_spent: &spent };
    let effort = Effort { trials: 3_000_000, ..Effort::BATCH };
    let answer = odds::answer(&mouat(), &question("scrud 9 green v 9 yellow phases 3"), &effort, watch);
    let answer = answer.expect("nobody cancels");
    let Method::Simulated { trials, .. } = answer.method else { panic!("{:?}", answer.method) };
    assert!(trials < 500_000 && trials % simulate::CHUNK == 0, "{trials}");
    let again =
        simulate::simulate(&mouat(), &question("scrud 9 green v 9 yellow phases 3"), trials, 0, Monitor::none());
    assert_eq!(again.expect("nobody cancels").cases, answer.cases, "as if no more had been asked for");
}

/// A question that is far too large is simulated at once, instead of a minute of exact work.
#[test]
fn hopeless_exact_work_is_skipped() {
    let text = "scrud 50 black + 50 blue + 50 green + 50 white v 50 blue + 50 green + 50 yellow + 50 red";
    for left in [false, true] {
        let question = Question { asks_survivors: left, ..question(text) };
        let effort = Effort { trials: 100, ..Effort::BATCH };
        // The benches measure the time. This test only checks that no exact work starts.
        assert!(odds::estimate(&mouat(), &question).is_hopeless(&effort));
        let answer = odds::answer(&mouat(), &question, &effort, Monitor::none()).expect("nobody cancels");
        assert!(matches!(answer.method, Method::Simulated { trials: 100, .. }));
    }
}
