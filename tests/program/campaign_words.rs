//! Messages of a campaign on the command line: each is checked together with the state that makes it true.

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
fn the_cause_of_a_cut_off_force_is_named() {
    let home = begun(NETWORK);
    give(&home, &["objective D held by Red because \"treason\""]);
    home.run(&["do", "w.ron", "supply B1 low"])
        .failed(1, &["cut off, with its source D in enemy hands", "is full now and falls one level per part"]);
    give(&home, &["advance"]);
    home.run(&["do", "w.ron", "proposals"]);
    let proposed = home.run(&["proposals", "w.ron"]).done().out;
    assert!(proposed.contains("its source D in enemy hands"), "{proposed}");
}

#[test]
fn halts_for_lack_of_supply_are_explained() {
    let home = begun(NETWORK);
    give(&home, &["supply B1 none because \"x\""]);
    home.run(&["do", "w.ron", "march B1 to C"]).failed(
        1,
        &["the stack B1 can't march: its supply is too low for a single step in a part", "supply \"B1\" LEVEL because"],
    );
}

#[test]
fn halts_by_the_rulebook_do_not_mention_supply() {
    let home = begun(NETWORK);
    give(&home, &["supply R1 low because \"rain\"", "rules change \"(march: (allowance: 0))\""]);
    home.run(&["do", "w.ron", "march R1 to B"])
        .failed(1, &["the stack R1 can't march: the rulebook allows it no steps in a part"]);
    give(&home, &["rules change \"(march: (allowance: 1, but: [(troops: [\\\"infantry\\\"], allowance: 0)]))\""]);
    home.run(&["do", "w.ron", "march R1 to B"]).failed(1, &["the setting `march.but` keeps infantry from marching"]);
}

#[test]
fn refuses_to_relocate_fighting_forces() {
    let home = begun(NETWORK);
    give(&home, &["battle First with R1 v B1"]);
    let before = home.read("w.ron");
    for order in ["station R1 at B", "station R1 at B because \"so\"", "station R1 nowhere"] {
        home.run(&["do", "w.ron", order])
            .failed(1, &["the stack R1 is fighting in the battle First and can't be moved", "end battle in \"First\""]);
    }
    assert_eq!(home.read("w.ron"), before);
    give(&home, &["end battle", "station R1 at B"]);
}

#[test]
fn forces_that_did_not_march_have_a_reason() {
    let home = begun(NETWORK);
    give(&home, &["march R1 to B", "march RCav to B", "battle First with R1 v B1"]);
    let told = give(&home, &["advance anyway"]);
    assert!(told.contains("R1 did not march: fighting in First") && !told.contains("RCav did not"), "{told}");
}

#[test]
fn an_unknown_contact_is_refused_as_new_or_over() {
    let home = begun(NETWORK);
    home.run(&["do", "w.ron", "battle X from contact 1"]).failed(1, &["there has never been a contact 1"]);
    give(&home, &["contact R1 with B1 because \"patrols\""]);
    let told = give(&home, &["contact 1 aside because \"they turn back\""]);
    assert!(told.contains("contact 1 of R1 with B1 was set aside"), "{told}");
    home.run(&["do", "w.ron", "battle X from contact 1"]).failed(1, &["contact 1 is over: the referee set it aside"]);
}

#[test]
fn a_contact_that_is_over_is_told_with_the_reason() {
    let home = begun(NETWORK);
    give(&home, &["contact R1 with B1 because \"patrols\"", "station R1 at B"]);
    home.run(&["do", "w.ron", "battle X from contact 1"]).failed(1, &["contact 1 is over: R1 left"]);
    give(&home, &["contact R1 with B1 because \"patrols\"", "battle Alpha from contact 2"]);
    home.run(&["do", "w.ron", "battle X from contact 2"]).failed(1, &["contact 2 is over: it became the battle Alpha"]);
    give(&home, &["end battle"]);
    home.run(&["do", "w.ron", "battle X from contact 2"]).failed(1, &["contact 2 is over: it became the battle Alpha"]);
    give(&home, &["contact RCav with B1 because \"patrols\"", "lose rc 3"]);
    home.run(&["do", "w.ron", "battle X from contact 3"]).failed(1, &["contact 3 is over: RCav no longer exists"]);
}

/// When a stack in contact splits up, its last unit keeps the contact.
#[test]
fn a_contact_goes_over_to_the_last_of_a_stack() {
    let home = begun(NETWORK);
    give(&home, &["contact R1 with B1 because \"patrols\"", "detach r1a"]);
    let told = give(&home, &["detach r1b"]);
    assert!(told.contains("contact 1 of R1 with B1 passed to r1b") && !told.contains("ended"), "{told}");
    home.run(&["do", "w.ron", "advance"]).failed(1, &["contact 1 of r1b with B1 is still open"]);
}

/// Each case: an order, and everything its refusal says.
#[test]
fn campaign_refusals_use_plain_words() {
    let home = begun(NETWORK);
    give(&home, &["battle Alpha with R1 v B1"]);
    let net = |places: &str, roads: &str| format!("theatre \"(network: (places: [{places}], roads: [{roads}]))\"");
    let net = |places: &str, roads: &str| net(&places.replace('"', "\\\""), &roads.replace('"', "\\\""));
    let cases: &[(String, &[&str])] = &[
        ("reinforce R1 in Beta".into(), &["there is no battle called “Beta”", "under way: Alpha"]),
        ("replace R1".into(), &["“R1” is a stack, not a unit", "write r1a or r1b"]),
        (
            "schedule \"rain\" at day 99999999999 dawn".into(),
            &["99999999999 is too large: a number is at most 4294967295"],
        ),
        (
            "rules change \"(clock: (parts: [\\\"dawn\\\", \\\"dawn\\\"]))\"".into(),
            &["clock.parts (2nd): “dawn” is listed twice"],
        ),
    ];
    for (order, says) in cases {
        home.run(&["do", "w.ron", order]).failed(1, says);
    }
    let bare = begun(
        &NETWORK.replace("theatre: (", "/* theatre: (").replace("sources: [(1, \"A\"), (2, \"D\")],\n        ),", "*/"),
    );
    let cases: &[(String, &[&str])] = &[
        (net(r#""A", "B""#, r#"("A", "C", 1)"#), &["there is no place “C”"]),
        (net(r#""A", "a""#, ""), &["duplicate place “a”"]),
        (net(r#""A", "B""#, r#"("A", "B", 0)"#), &["the road from A to B must take 1 to 1000 steps, not 0"]),
        (
            "theatre \"(network: (places: [\\\"A\\\"], roads: []), sources: [(9, \\\"A\\\")])\"".into(),
            &["there is no side #9", "there are #1 Red and #2 Blue"],
        ),
    ];
    for (order, says) in cases {
        let told = bare.run(&["do", "w.ron", order]).failed(1, says).err;
        assert!(!told.contains("roads.") && !told.contains("places."), "{told}");
    }
    let unclocked = begun(NETWORK);
    unclocked.run(&["do", "w.ron", "rules change \"(clock: (unit: \\\"\\\", parts: []))\""]).done();
    for moment in ["day 3 dawn", "day 3", "dusk", "week 2, noon"] {
        unclocked
            .run(&["do", "w.ron", &format!("schedule rain at {moment}")])
            .failed(1, &["has no clock", "rules change clock day"]);
    }
}

#[test]
fn a_table_is_rolled_on_for_nobody_without_a_save() {
    let home = Home::new();
    home.run(&["roll", "consult Reaction for \"XIII Corps\"", "--rules", "campaign"])
        .failed(2, &["a table can be consulted for a force only in a save", "consult Reaction"]);
    home.run(&["roll", "consult Reaction", "--rules", "campaign"]).done();
}

#[test]
fn a_rebuilt_units_promotion_counts_from_when_it_was_rebuilt() {
    let home = begun(NETWORK);
    give(
        &home,
        &[
            "rules change \"(promote: (after: Battles(1)))\"",
            "lose r1a 4",
            "advance",
            "advance",
            "raise r1a",
            "battle First with R1 v B1",
            "end battle",
        ],
    );
    let told = home.run(&["proposals", "w.ron"]).done().out;
    let line = |unit: &str| {
        let mut lines = told.lines().skip_while(|line| !line.contains(&format!("promote {unit}")));
        lines.by_ref().take(2).collect::<Vec<_>>().join(" ")
    };
    assert!(line("r1a").contains("since it was last rebuilt"), "{told}");
    assert!(line("r1b").contains("since it was last mustered"), "{told}");
}

#[test]
fn rebuilding_restores_losses_outside_battles() {
    let home = begun(NETWORK);
    give(&home, &["lose r1a 4"]);
    home.run(&["do", "w.ron", "recover r1a"]).failed(1, &["r1a is eliminated", "raise \"r1a\""]);
    give(&home, &["advance", "advance", "raise r1a"]);
    let told = state(&home);
    assert!(told.contains("2/4") && !told.contains("lost for good"), "{told}");
    give(&home, &["advance", "recover r1a strength 1"]);
    home.run(&["do", "w.ron", "recover r1a strength 1"]).failed(1, &["has already recovered at this time"]);
}

#[test]
fn rebuilt_units_without_a_place_are_reported() {
    let home = begun(NETWORK);
    let told = give(&home, &["lose r1a 4", "advance", "advance", "raise r1a"]);
    assert!(told.contains("r1a rebuilt with 2 SP") && !told.contains("no station"), "with its stack: {told}");
    let told = give(&home, &["lose rc 3", "detach r1b", "lose r1b 4", "advance", "advance", "raise r1b", "raise rc"]);
    for alone in ["r1b", "rc"] {
        // A unit in a stack has the stack's place, so the message asks for the stack.
        let who = if alone == "rc" { "RCav" } else { alone };
        assert!(told.contains(&format!("no station in the theatre yet for {who}")), "{told}");
    }
    give(&home, &["station RCav at C"]);
    give(&home, &["station r1b at B"]);
    // Without a theatre there is no message about stations.
    let home = begun(
        &NETWORK.replace("theatre: (", "/* theatre: (").replace("sources: [(1, \"A\"), (2, \"D\")],\n        ),", "*/"),
    );
    let told = give(&home, &["lose r1a 4", "advance", "advance", "raise r1a"]);
    assert!(told.contains("r1a rebuilt with 2 SP") && !told.contains("no station"), "{told}");
}

#[test]
fn losses_in_battle_are_permanent() {
    let home = begun(NETWORK);
    give(
        &home,
        &["contact R1 with B1 because \"patrols\"", "battle X from contact 1", "lose r1a 4", "end battle in X"],
    );
    give(&home, &["advance anyway", "advance anyway", "raise r1a"]);
    let told = state(&home);
    assert!(told.contains("2 SP lost permanently"), "{told}");
}

#[test]
fn a_place_that_is_not_next_is_said_to_be_not_next() {
    let home = begun(NETWORK);
    give(&home, &["station RCav at B", "march RCav by C D"]);
    home.run(&["do", "w.ron", "strike 1"]).failed(1, &["C is not next to A"]);
}

#[test]
fn things_from_struck_entries_keep_their_name_in_refusals() {
    let home = begun(NETWORK);
    give(&home, &["battle First with R1 v B1", "note in \"x\"", "lose r1a 1", "end battle in First"]);
    home.run(&["do", "w.ron", "strike 1"]).failed(1, &["the battle First no longer exists"]);
}

#[test]
fn a_contact_that_was_undone_is_said_to_have_been() {
    let home = begun(NETWORK);
    give(&home, &["contact R1 with B1 because \"patrols\"", "undo"]);
    for order in ["battle X from contact 1", "contact 1 aside because \"none\""] {
        home.run(&["do", "w.ron", order]).failed(
            1,
            &["contact 1 was made in entry 1, which was undone or is on another branch", "`goto 1` goes back there"],
        );
    }
    home.run(&["do", "w.ron", "battle X from contact 2"]).failed(1, &["there has never been a contact 2"]);
    // The new branch numbers its contacts from 1 again.
    give(&home, &["contact RCav with B1 because \"raid\"", "battle X from contact 1"]);
}

#[test]
fn a_level_of_supply_that_there_is_not_is_told_by_those_there_are() {
    let home = begun(NETWORK);
    for order in ["supply R1 foo", "supply stack R1 foo because \"x\"", "supply R1 \"foo\""] {
        home.run(&["do", "w.ron", order])
            .failed(1, &["the rulebook has no such supply level", "available: full, low and none"]);
    }
    home.run(&["do", "w.ron", "supply Q1 foo"]).failed(1, &["called “Q1 foo”"]);
    give(&home, &["rename R1 to \"First Army\""]);
    home.run(&["do", "w.ron", "supply First Army foo"]).failed(1, &["available: full, low and none"]);
}

#[test]
fn refusals_of_objectives_list_the_objectives() {
    let home = begun(NETWORK);
    home.run(&["do", "w.ron", "objective A held by Red because \"x\""])
        .failed(1, &["A is not an objective of the theatre", "its objectives: D"]);
    let told = home.run(&["do", "w.ron", "objective Q held by Red because \"x\""]);
    told.failed(1, &["D"]);
    give(&home, &["objective D held by Red because \"x\""]);
}

#[test]
fn a_change_of_the_rules_that_changes_nothing_is_refused() {
    let home = begun(NETWORK);
    home.run(&["do", "w.ron", "rules change \"(clock: None)\""])
        .failed(1, &["`None` changes nothing here", "removes the clock"]);
    home.run(&["do", "w.ron", "rules change \"()\""]).failed(1, &["this would change nothing"]);
    home.run(&["do", "w.ron", "rules change \"(march: (allowance: 1))\""]).failed(1, &["this would change nothing"]);
    give(&home, &["rules change \"(clock: (unit: \\\"\\\", parts: []))\""]);
    home.run(&["do", "w.ron", "advance"]).failed(1, &["has no clock"]);
}

/// Two dice on the table: the chance of each row is a count over all pairs.
#[test]
fn table_rows_are_printed_with_their_chance() {
    let home = begun(NETWORK);
    give(
        &home,
        &[
            "rules change \"(tables: {\\\"Omens\\\": (roll: \\\"2d6\\\", rows: [(on: \\\"2-4\\\", text: \\\"bad\\\"), (on: \\\"5-12\\\", text: \\\"good\\\")])})\"",
        ],
    );
    let told = home.run(&["do", "w.ron", "consult Omens", "--dice", "1,2"]).done().out;
    assert!(told.contains("comes up in 17 of 100 rolls"), "{told}");
    let pairs = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    let bad = f64::from(u8::try_from(pairs.filter(|sum| *sum <= 4).count()).expect("36 at the most")) / 36.0;
    for arguments in [&["log", "w.ron", "--json"][..], &["log", "w.ron", "--odds", "--json"]] {
        let json = home.run(arguments).done().json();
        let chance = json[1]["standing"]["chance"].as_f64().expect("a chance");
        assert!((chance - bad).abs() < 1e-9, "{json}");
    }
    let told = home.run(&["log", "w.ron", "--odds"]).done().out;
    assert!(told.contains("comes up in 17 of 100 rolls"), "{told}");
}

#[test]
fn between_battles_suggest_lists_what_is_due_and_the_tables() {
    let home = begun(NETWORK);
    let told = home.run(&["suggest", "w.ron"]).done().out;
    assert!(told.starts_with("No battle is under way. Options for Red and Blue between battles."), "{told}");
    assert!(told.contains("\nadvance\n    Time advances to day 1, day."), "{told}");
    assert!(told.contains("\nconsult Weather\n    A table, rolled with "), "{told}");
    give(
        &home,
        &["lose r1a 2", "schedule \"halt R1\" at day", "schedule \"the Guard\" at day", "march R1 to B", "advance"],
    );
    let told = home.run(&["suggest", "w.ron", "--side", "Red"]).done().out;
    assert!(told.contains("Due since day 1, day: “the Guard”"), "{told}");
    assert!(!told.contains("\nadvance\n"), "something is left over: {told}");
    give(&home, &["settle 1", "settle 2", "contact R1 with B1 because \"patrols\"", "advance anyway"]);
    let told = home.run(&["suggest", "w.ron"]).done().out;
    assert!(told.contains("R1 and B1 are in contact: `battle NAME from contact 1` starts their battle."), "{told}");
    let json = home.run(&["suggest", "w.ron", "--json"]).done().json();
    assert_eq!(json["between_battles"], true, "{json}");
    assert!(json["proposals"].as_array().is_some_and(|all| !all.is_empty()), "{json}");
    give(&home, &["contact 1 aside because \"x\"", "advance"]);
    let told = home.run(&["suggest", "w.ron"]).done().out;
    let of_blue = home.run(&["suggest", "w.ron", "--side", "Blue"]).done().out;
    assert!(told.contains("recover r1a") && !of_blue.contains("recover r1a"), "{told}\n{of_blue}");
    give(&home, &["end campaign drawn because \"peace\""]);
    assert!(home.run(&["suggest", "w.ron"]).done().out.contains("The campaign is over."));
}

/// A side's suggestions list the tables for each of its forces until they are consulted: tables for everybody and for a
/// force once a day, tables for a force in contact at each time.
#[test]
fn tables_are_proposed_until_they_were_consulted() {
    let home = begun(NETWORK);
    let is_proposed = |order: &str| {
        let told = home.run(&["suggest", "w.ron", "--side", "Blue"]).done().out;
        told.lines().any(|line| line == order)
    };
    let (weather, stance) = ("consult Weather", "consult Stance for \"B1\"");
    assert!(is_proposed(weather) && is_proposed(stance));
    let for_all = home.run(&["suggest", "w.ron"]).done().out;
    assert!(for_all.contains(weather) && !for_all.contains(stance), "no side is named: {for_all}");
    give(&home, &[weather, stance]);
    assert!(!is_proposed(weather) && !is_proposed(stance));
    assert!(is_proposed("consult Reaction for \"B1\""));
    give(&home, &["advance anyway"]);
    assert!(!is_proposed(weather) && !is_proposed(stance), "it is the same day");
    give(&home, &["contact R1 with B1 because \"patrols\""]);
    assert!(!is_proposed(weather) && is_proposed(stance), "it is in contact");
    give(&home, &["contact 1 aside because \"x\"", "advance anyway", "advance anyway", "advance anyway"]);
    assert!(is_proposed(weather) && is_proposed(stance), "it is day 2");
    give(&home, &[weather]);
    give(&home, &["undo"]);
    assert!(is_proposed(weather), "it was not consulted");
}

/// The program reports that more is due after the listed items.
#[test]
fn further_due_actions_are_mentioned() {
    let home = begun(NETWORK);
    give(
        &home,
        &[
            "rules change \"(promote: (after: Battles(1)))\"",
            "battle First with R1 v B1",
            "end battle",
            "demote r1a 1 because \"rain\"",
            "advance",
            "advance",
        ],
    );
    let waits = "More proposals depend on this: they are listed once ";
    let told = home.run(&["proposals", "w.ron"]).done().out;
    assert!(told.contains("recover r1a") && !told.contains("promote r1a") && told.contains(waits), "{told}");
    assert_eq!(home.run(&["proposals", "w.ron", "--json"]).done().json()["more_waits"], true);
    assert!(home.run(&["suggest", "w.ron"]).done().out.contains(waits));
    assert!(state(&home).contains(", then more (see `wardiary proposals`)"), "{}", state(&home));
    give(&home, &["recover r1a"]);
    let told = home.run(&["proposals", "w.ron"]).done().out;
    assert!(told.contains("promote r1a") && !told.contains(waits), "{told}");
}

/// An order names a map by its title. If an order uses the map's file name, the refusal names the title.
#[test]
fn a_theatre_is_refused_with_the_titles_of_the_maps() {
    let home = begun(NETWORK);
    home.run(&["do", "w.ron", "theatre map wadi"]).failed(1, &["add a map first:", "such as `map wadi`"]);
    give(&home, &["map wadi"]);
    home.run(&["do", "w.ron", "theatre map wadi"]).failed(1, &["this campaign's map is \"The wells at Tel Amara\""]);
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
    assert!(told.contains("In the theatre\n  [A]  A1  Alpha of Red\n  (a)  D2  Beta of Blue"), "{told}");
}

/// `propose` numbers what is due between battles; `give` gives one of it, or all.
#[test]
fn proposals_are_given_by_their_numbers() {
    let home = begun(NETWORK);
    give(&home, &["lose r1a 4", "lose rc 3", "advance", "advance"]);
    let listed = home.run(&["do", "w.ron", "propose"]).done().out;
    let numbered = |order: &str| listed.lines().find_map(|line| line.split_once(order)?.0.trim().parse::<u32>().ok());
    let number = numbered("raise rc").unwrap_or_else(|| panic!("{listed}"));
    assert!(give(&home, &[&format!("give proposal {number}")]).contains("rc rebuilt"), "{listed}");
    home.run(&["do", "w.ron", "give proposal 99"])
        .failed(1, &["no such order is proposed now", "`propose` lists them"]);
    assert!(give(&home, &["give all"]).contains("r1a rebuilt"), "{listed}");
    home.run(&["do", "w.ron", "give all"]).failed(1, &["no such order is proposed now"]);
    assert_eq!(give(&home, &["propose"]), "Nothing is due between battles now.\n");
}
