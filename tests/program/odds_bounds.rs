//! Odds stay within limits on memory and time. At the limit the program reports what it has computed so far.
//!
//! The test limits the memory for data with `ulimit`. A program that exceeds the limit is terminated.

use crate::harness::call::{Answered, Home};
use std::{
    process::Command,
    time::{Duration, Instant},
};
use wardiary_harness_rules::case_sample::{case_count, sample};

/// The documented limit of `wardiary odds` and the base use of a program, in kB.
const MEMORY: u32 = 400_000 + 50_000;

/// Asks for odds within the limit on memory.
fn within(home: &Home, arguments: &[&str]) -> Answered {
    let program = home.command(&[]);
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -d {MEMORY} && exec \"$0\" odds \"$@\"")]);
    limited.arg(program.get_program()).args(arguments).env("WARDIARY_HOME", home.path(".")).current_dir(home.path("."));
    limited.output().expect("there is a shell").into()
}

const SIX_GRADES: &str = "scrud 3 black + 3 blue + 3 green + 3 white + 3 yellow + 3 red v \
    3 black + 3 blue + 3 green + 3 white + 3 yellow + 3 red";
const MANY: &str = "scrud 8 black + 8 blue + 8 green + 8 white + 8 yellow + 8 red v \
    8 black + 8 blue + 8 green + 8 white + 8 yellow + 8 red";

#[test]
fn large_questions_are_answered_in_time() {
    let home = Home::new();
    for combat in sample([MANY, SIX_GRADES, "scrud 100 green v 100 yellow"], 0, 2) {
        let begun = Instant::now();
        let answered = within(&home, &[combat, "--phases", "3", "--within", "2"]).done();
        assert!(answered.out.contains("time ran out: simulated "), "{}", answered.out);
        // A busy machine takes longer, but never as long as a run without a limit.
        assert!(begun.elapsed() < Duration::from_secs(60), "{combat}: {:?}", begun.elapsed());
    }
}

#[test]
fn many_simulated_cases_stay_within_memory() {
    let home = Home::new();
    let many = case_count(1_000, 6_000);
    let answered = within(&home, &[MANY, "--phases", "3", "--simulate", &many.to_string(), "--json"]).done().json();
    assert_eq!(answered["trials"], many);
    let results = answered["results"].as_array().expect("a list");
    let sum: f64 = results.iter().map(|result| result["p"].as_f64().expect("a chance")).sum();
    let others = answered["others"].as_f64().unwrap_or(0.0);
    assert!((sum + others - 1.0).abs() < 1e-9, "{sum} {others}");
}

/// Playing a fight to the end has many thousand outcomes, and the output reports their totals.
#[test]
fn playouts_stay_within_memory() {
    let home = Home::new();
    home.run(&["new", "grand-couronne", "club.ron", "--no-open", "--seed", "7"]).done();
    let order = ["scrud French v Germans", "--save", "club.ron", "--to-the-end=battle", "--json"];
    let many = case_count(10, 60);
    let answered = within(&home, &[&order[..], &["--simulate", &many.to_string()]].concat()).done().json();
    assert_eq!(answered["trials"], many);
    let lost = |side: &str| answered["summary"][side]["mean_strength_lost"].as_f64().expect("a number");
    assert!(lost("French") > 0.0 && lost("Germans") > 0.0);
}

/// The same limits for a minute, and the four calls that once took 2.9 GB, 4.5 GB and 501 seconds.
#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn large_questions_respect_their_limits() {
    let home = Home::new();
    for combat in [SIX_GRADES, MANY, "scrud 100 green v 100 yellow"] {
        let begun = Instant::now();
        within(&home, &[combat, "--phases", "3", "--json"]).done();
        assert!(begun.elapsed() < Duration::from_secs(75), "{combat}: {:?}", begun.elapsed());
    }
    let answered = within(&home, &[SIX_GRADES, "--phases", "3", "--simulate", "1000000", "--json"]).done();
    assert!(answered.out.contains("\"others\""));
    home.run(&["new", "grand-couronne", "club.ron", "--no-open", "--seed", "7"]).done();
    let order = ["scrud French v Germans", "--save", "club.ron", "--to-the-end=battle", "--json"];
    within(&home, &[&order[..], &["--simulate", "100000000", "--within", "60"]].concat()).done();
}
