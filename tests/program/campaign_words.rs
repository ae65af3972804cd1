//! What a campaign says on the command line, where it was untrue once: each sentence beside what makes it true.

use crate::harness::call::Home;

const RULES: &str = r#"(
    name: "mine", title: "Mine", based_on: "campaign",
    clock: (parts: ["dawn", "day", "dusk", "night"]),
    march: (allowance: 1),
    recover: (strength: 1, grade: 1, when: Rested(1)),
    raise: (share: 0.5, after: 2),
    lost_for_good: (share: 0.5, parts: 4),
    supply: (levels: [(name: "full"), (name: "low", grade: -1, allowance: 0.5), (name: "none", allowance: 0)], range: 2),
    victory: (points: (objective: 1)),
)"#;

const NETWORK: &str = r#"(
    title: "Test war", rules: "rules.ron",
    muster: (
        sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
        stacks: [(id: 10, side: 1, name: "R1"), (id: 12, side: 1, name: "RCav"), (id: 20, side: 2, name: "B1")],
        units: [
            (id: 100, name: "r1a", stack: 10, kind: "infantry"), (id: 101, name: "r1b", stack: 10, kind: "infantry"),
            (id: 103, name: "rc", stack: 12, kind: "mounted cavalry"), (id: 200, name: "b1a", stack: 20, kind: "infantry"),
        ],
        theatre: (
            network: (title: "Net", places: ["A", "B", "C", "D"], roads: [("A", "B", 1), ("B", "C", 1), ("C", "D", 1)]),
            at: [(10, "A"), (12, "A"), (20, "D")],
            objectives: [("D", 3)], sources: [(1, "A"), (2, "D")],
        ),
    ),
)"#;

const AREAS: &str = r#"(
    title: "Areas", rules: "rules.ron",
    muster: (
        sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
        stacks: [(id: 10, side: 1, name: "Alpha"), (id: 20, side: 2, name: "Beta")],
        units: [(id: 100, name: "a1", stack: 10, kind: "infantry"), (id: 200, name: "b1", stack: 20, kind: "infantry")],
        maps: [(id: 40, ground: (title: "Land", grid: Square, rules: "campaign", rows: ["....", "...."],
            legend: {'.': "open"}, places: {"Town": "B1"}, objectives: {"Town": "Blue"}))],
        theatre: (map: 40, at: [(10, "A1"), (20, "D2")], objectives: [("B1", 2)]),
    ),
)"#;

fn begun(scenario: &str) -> Home {
    let home = Home::new();
    home.file("rules.ron", RULES);
    home.file("s.ron", scenario);
    home.run(&["new", "--campaign", "s.ron", "w.ron", "--no-open", "--seed", "7"]).done();
    home
}

fn give(home: &Home, orders: &[&str]) -> String {
    home.run(&[&["do", "w.ron"], orders].concat()).done().out
}

fn state(home: &Home) -> String {
    home.run(&["state", "w.ron"]).done().out
}

#[test]
fn a_town_has_one_master_and_counts_once() {
    let home = begun(AREAS);
    give(&home, &["station Alpha at Town"]);
    let told = state(&home);
    assert!(told.contains("held by Red") && !told.contains("held by Blue"), "{told}");
    let score = home.run(&["state", "w.ron", "--json"]).done().json();
    let points: Vec<i64> = score["campaign"]["score"]["sides"]
        .as_array()
        .expect("a score")
        .iter()
        .map(|side| side["total"].as_i64().unwrap_or(0))
        .collect();
    assert_eq!(points, [2, 0], "{score}");
}

#[test]
fn what_cuts_off_a_force_is_named() {
    let home = begun(NETWORK);
    give(&home, &["objective D held by Red because \"treason\""]);
    home.run(&["do", "w.ron", "supply B1 low"])
        .failed(1, &["cut off, its source D is in enemy hands", "is full now and falls by a level a part"]);
    give(&home, &["advance"]);
    home.run(&["do", "w.ron", "proposals"]);
    let proposed = home.run(&["proposals", "w.ron"]).done().out;
    assert!(proposed.contains("its source D is in enemy hands"), "{proposed}");
}

#[test]
fn who_makes_no_step_for_want_of_supply_is_told_so() {
    let home = begun(NETWORK);
    give(&home, &["supply B1 none because \"x\""]);
    home.run(&["do", "w.ron", "march B1 to C"])
        .failed(1, &["the stack B1 is supplied too badly to make a step in a part", "supply \"B1\" LEVEL because"]);
}

#[test]
fn a_contact_that_does_not_stand_was_never_or_stands_no_more() {
    let home = begun(NETWORK);
    home.run(&["do", "w.ron", "battle X from contact 1"]).failed(1, &["there has been no contact 1"]);
    give(&home, &["contact R1 with B1 because \"patrols\""]);
    let told = give(&home, &["contact 1 aside because \"they turn back\""]);
    assert!(told.contains("contact 1 of R1 with B1 is set aside"), "{told}");
    home.run(&["do", "w.ron", "battle X from contact 1"]).failed(1, &["contact 1 stands no more"]);
}

#[test]
fn what_was_lost_outside_battles_is_not_lost_for_good_when_a_unit_is_rebuilt() {
    let home = begun(NETWORK);
    give(&home, &["lose r1a 4"]);
    home.run(&["do", "w.ron", "recover r1a"]).failed(1, &["r1a is eliminated", "raise \"r1a\""]);
    give(&home, &["advance", "advance", "raise r1a"]);
    let told = state(&home);
    assert!(told.contains("2/4") && !told.contains("lost for good"), "{told}");
    give(&home, &["advance", "recover r1a strength 1"]);
    home.run(&["do", "w.ron", "recover r1a strength 1"]).failed(1, &["has recovered at this time already"]);
}

#[test]
fn what_was_lost_in_battle_is() {
    let home = begun(NETWORK);
    give(
        &home,
        &["contact R1 with B1 because \"patrols\"", "battle X from contact 1", "lose r1a 4", "end battle in X"],
    );
    give(&home, &["advance anyway", "advance anyway", "raise r1a"]);
    let told = state(&home);
    assert!(told.contains("2 SP lost for good"), "{told}");
}

#[test]
fn a_place_that_is_not_next_is_said_to_be_not_next() {
    let home = begun(NETWORK);
    give(&home, &["station RCav at B", "march RCav by C D"]);
    home.run(&["do", "w.ron", "strike 1"]).failed(1, &["C is not next to A"]);
}

#[test]
fn what_a_struck_entry_made_is_called_by_its_name() {
    let home = begun(NETWORK);
    give(&home, &["battle First with R1 v B1", "note in \"x\"", "lose r1a 1", "end battle in First"]);
    home.run(&["do", "w.ron", "strike 1"]).failed(1, &["the battle First is not there any more"]);
}

#[test]
fn between_battles_suggest_says_so() {
    let home = begun(NETWORK);
    give(&home, &["battle First with R1 v B1", "end battle"]);
    let told = home.run(&["suggest", "w.ron"]).done().out;
    assert!(told.contains("No battle is under way") && told.contains("First is over"), "{told}");
}

#[test]
fn a_campaign_tells_its_day_from_the_first() {
    let home = begun(NETWORK);
    let told = state(&home);
    assert!(told.lines().next().is_some_and(|line| line.contains("day 1, dawn")), "{told}");
}

#[test]
fn the_map_of_a_theatre_shows_who_stands_on_it() {
    let home = begun(AREAS);
    let told = home.run(&["map", "w.ron"]).done().out;
    assert!(told.contains("In the theatre\n  A1  Alpha of Red\n  D2  Beta of Blue"), "{told}");
}
