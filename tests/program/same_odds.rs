//! The odds are the same to the last bit in every run: neither the order of a hash map nor the order in which threads
//! finish affects a figure or a line. Two processes with different hash seeds answer each question, as text and as
//! JSON.

use crate::harness::call::Home;

/// Every form of the notation, exact.
const EXACT: &[&[&str]] = &[
    &["2d6"],
    &["3d10+1"],
    &["edna 8"],
    &["3x edna 10 with 2d8"],
    &["test 4+"],
    &["3x pass-one 2d 4-"],
    &["3x pass-all 2d 4- in parallel"],
    &["volley 6 at infantry + general"],
    &["volley rifles range 2 at artillery in cover"],
    &["3x blow 12 v 9 dmg 8 dr 3"],
    &["initiative"],
    &["scrud 3 v 5"],
    &["scrud 4 green v 8 yellow", "--versus", "scrud 4 green v 8 red"],
    &["scrud 2 blue + 3 white v 4 yellow + 2 red"],
    &["scrud 2 blue + 3 white v 4 yellow + 2 red", "--left"],
    &["scrud 4 green + artillery blue + counter-battery white v 4 yellow + artillery white"],
    &["scrud 4 green + artillery blue + counter-battery white v 4 yellow + artillery white", "--left"],
    &["scrud 3 v 5 classic"],
    &["scrud 3 green v 3 yellow phases 3"],
    &["scrud 4 green v 8 yellow phases 2"],
    &["scrud 3 green v 4 yellow phases 2", "--rules", "carried.ron"],
    &["scrud 3 green + 2 white v 4 yellow + 2 red", "--rules", "as-rolled.ron"],
    &["scrud 3 green + 2 white v 4 yellow + 2 red", "--rules", "as-rolled.ron", "--left"],
];

/// Simulated rolls, in more than one chunk: with the fast path, and with the full rules.
const SIMULATED: &[&[&str]] = &[
    &["3x edna 8"],
    &["volley 6 at infantry + general"],
    &["scrud 4 green v 8 yellow"],
    &["scrud 4 green + 2 red v 8 yellow phases 3"],
    &["scrud green + counter-battery white v yellow + artillery white", "--left", "--json"],
    &["scrud green v 2 yellow phases 2", "--rules", "as-rolled.ron", "--json"],
];

/// Orders in a new save of a scenario.
const ORDERS: &[(&str, &str, &[&str])] = &[
    ("tannenberg", "edna \"37th Brigade\"", &[]),
    ("tannenberg", "initiative", &[]),
    ("tannenberg", "argue \"fog\" roll 2d6 7+", &[]),
    ("tannenberg", "scrud \"37th Brigade\" v \"1st Rifle Brigade\" + \"2nd Rifle Brigade\"", &[]),
    // Partly exact and partly simulated, which takes long, so only as JSON.
    ("tannenberg", "scrud Germans v Russians", &["--json"]),
    ("tannenberg", "scrud Germans v Russians", &["--simulate", "500", "--seed", "5"]),
    ("tannenberg", "scrud Germans v Russians", &["--to-the-end", "--simulate", "60"]),
    ("tannenberg", "scrud Germans v Russians", &["--to-the-end=exhaustion", "--simulate", "60"]),
    ("tannenberg", "scrud Germans v Russians", &["--to-the-end=battle", "--simulate", "40"]),
    ("wadi", "volley \"Gardner Guns\" at \"Red Banner\" range 1 anyway because \"so it was\"", &[]),
    ("garrison", "strike Vanguard at Garrison", &[]),
    ("garrison", "round Vanguard", &["--simulate", "300"]),
    ("garrison", "round Vanguard", &["--to-the-end", "--simulate", "40"]),
];

#[test]
fn exact_odds_are_the_same_in_every_process() {
    let home = home();
    for question in EXACT {
        same(&home, question);
    }
}

#[test]
fn simulated_odds_are_the_same_in_every_process() {
    let home = home();
    for question in SIMULATED {
        same(&home, &[*question, &["--simulate", "10000", "--seed", "3"]].concat());
    }
}

#[test]
fn forecasts_and_fights_played_out_are_the_same_in_every_process() {
    let home = home();
    for scenario in ["tannenberg", "wadi", "garrison"] {
        home.run(&["new", scenario, &format!("{scenario}.ron"), "--no-open", "--seed", "7"]).done();
        if scenario != "tannenberg" {
            home.run(&["do", &format!("{scenario}.ron"), "initiative", "first Column", "--dice", "6,1"]).done();
        }
    }
    home.run(&["do", "garrison.ron", "conflict Vanguard v Garrison"]).done();
    for (save, order, more) in ORDERS {
        same(&home, &[&[*order, "--save", &format!("{save}.ron")], *more].concat());
    }
}

/// Rulebooks with dice lined up as rolled, and with defeats carried over.
fn home() -> Home {
    let home = Home::new();
    for (name, settings) in [("as-rolled", "line_up: AsRolled"), ("carried", "carry: PerCombat")] {
        let book = format!("(name: \"{name}\", based_on: \"mouat\", scrud: ({settings}))");
        home.file(&format!("{name}.ron"), book);
    }
    home
}

/// Two runs of the program print the same bytes.
fn same(home: &Home, question: &[&str]) {
    let formats: &[&[&str]] = if question.contains(&"--json") { &[&[]] } else { &[&[], &["--json"]] };
    for json in formats {
        let arguments = [&["odds"], question, *json].concat();
        let [first, again] = [(); 2].map(|()| home.run(&arguments).done().out);
        assert_eq!(first, again, "{arguments:?}");
    }
}
