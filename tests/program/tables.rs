//! Random tables on the command line: their faults, their odds, and due results. Source: RULES 7.

use crate::harness::call::Home;
use serde_json::json;

#[test]
fn tables_with_faults() {
    let home = Home::new();
    // The text between `tables: {` and `}` | every message line, without the file's name
    let table: &[(&str, &[&str])] = &[
        (
            r#""A": (roll: "2d6", rows: [(on: "2-4", text: "rain", then: "Bb"), (on: "4-6", text: " "), (on: "8-13", text: "{you}")]), "B": None"#,
            &[
                "1:30: tables.0.rows: “A” has no row for 7 (2d6 gives 2 to 12, and every total needs a row)",
                "1:63: tables.0.rows.0.then: “A” leads to a table “Bb”, which does not exist (available: A)",
                "1:77: tables.0.rows.1.on: “A” already has a row for 4: 2-4 (every total needs exactly one row)",
                "1:88: tables.0.rows.1.text: a row's text can't be empty",
                "1:101: tables.0.rows.2.on: 2d6 gives 2 to 12, never 13",
                "1:113: tables.0.rows.2.text: unknown placeholder `{you}` (`{force}` stands for the force that the table is consulted for)",
                "1:131: tables.1: there is no table “B” to remove",
            ],
        ),
        (
            r#""A": (roll: "1d2", rows: [(on: "1-2", text: "x", then: "B")]), "B": (roll: "1d2", rows: [(on: 1, text: "y", then: "a"), (on: 2, text: "z")]), "a": (roll: "1d2", rows: [(on: "1-2", text: "q")])"#,
            &[
                "1:60: tables.0.rows.0.then: these tables form a loop: A → B → A (remove `then` from one of them)",
                "1:153: tables.2: duplicate table “a”",
            ],
        ),
        (
            r#""A": (roll: "2d", rows: [(on: "1", text: "q"), (on: "5-2", text: "r"), (on: 1.5, text: "t")])"#,
            &[
                "1:23: tables.0.roll: “2d” is not a dice formula such as `2d6+1`",
                "1:63: tables.0.rows.1.on: write the lower total first: \"2-5\"",
                "1:87: tables.0.rows.2.on: expected totals such as \"2-4\", or 7 alone, found the number `1.5`",
            ],
        ),
        (
            r#""A": (roll: "1d2", rows: [(on: "1-2", text: "x", orders: ["promte {force} 1", "note {force} halts", "consult B", "place {force} at Mill facing n", "rally {force} 1", "end battle", "terrain C5 is open because \"x\""])])"#,
            &[
                "1:69: tables.0.rows.0.orders.0: the order “promte {force} 1” can’t be read: unknown order `promte` \
                 (did you mean `promote`? `wardiary help orders` lists the orders)",
                "1:89: tables.0.rows.0.orders.1: the order “note {force} halts” can’t be read: unexpected `halts`",
                "1:111: tables.0.rows.0.orders.2: the order “consult B” can’t be read: there is no table “B”",
                "1:158: tables.0.rows.0.orders.4: the order “rally {force} 1” can’t be read: the rulebook does not use EDNA",
            ],
        ),
    ];
    for (tables, says) in table {
        let (code, out) = home.checked("mine.ron", &format!("(tables: {{{tables}}}, mechanisms: [Scrud])"));
        assert_ne!(code, 0, "{tables}");
        let said: Vec<&str> = out.lines().map(|line| line.strip_prefix("mine.ron:").unwrap_or(line)).collect();
        assert_eq!(&said, says, "{tables}");
    }
    // In a book of many tables with two continuations each, the number of outcomes exceeds the limit.
    let row = |at: usize, on: usize| format!("(on: {on}, text: \"x\", then: \"T{}\")", at + 1);
    let table = |at: usize| format!("\"T{at}\": (roll: \"1d2\", rows: [{}, {}]),", row(at, 1), row(at, 2));
    let last = "\"T12\": (roll: \"1d2\", rows: [(on: \"1-2\", text: \"x\")])";
    let many: String = (0..12).map(table).collect();
    let (_, out) = home.checked("mine.ron", &format!("(tables: {{{many}{last}}})"));
    assert!(out.contains("“T0” has more than 1000 outcomes with the tables that it leads to"), "{out}");
    assert_eq!(out.lines().count(), 3, "of T0, T1 and T2: {out}");
}

#[test]
fn a_table_is_consulted_and_what_it_orders_is_given() {
    let home = Home::new();
    home.tannenberg("t");
    let told =
        home.run(&["do", "t.ron", "--dice", "1,2,5,4,1", "consult weather", "consult Reaction for \"XIII Corps\""]);
    let wanted = "1  consult Weather\n   Weather, 2d6: 1 + 2 = 3\n   Ground, 1d6: 5\n   rolled 3 on Weather: heavy rain: every march is half as long\n   rolled 5 on Ground: the tracks are mud: guns and transport keep to the roads until it has been dry for a day\n   comes up in 5 of 100 rolls\n2  consult Reaction for \"XIII Corps\"\n   Reaction, 2d6: 4 + 1 = 5\n   rolled 5 on Reaction: XIII Corps falls back to the nearest good ground, and stands there\n   due now: 1 “promote \"XIII Corps\" 1 this combat because \"on ground of its own choice\"”\n   comes up in 19 of 100 rolls\n";
    assert_eq!(told.done().out, wanted);
    let state = home.run(&["state", "t.ron"]).done().out;
    assert!(state.contains("due: 1 “promote \"XIII Corps\" 1 this combat"), "{state}");
    let due = &home.run(&["state", "t.ron", "--json"]).done().json()["clock"]["due"];
    let what = "promote \"XIII Corps\" 1 this combat because \"on ground of its own choice\"";
    assert_eq!((&due[0]["item"], &due[0]["what"]), (&json!(1), &json!(what)));
    // Each refusal is a sentence and changes nothing.
    let before = home.read("t.ron");
    home.run(&["do", "t.ron", "consult Reaction"])
        .failed(1, &["the table “Reaction” applies to a unit, a stack or a side", "consult Reaction for FORCE"]);
    home.run(&["do", "t.ron", "consult Reacton for Germans"])
        .failed(1, &["there is no table “Reacton”", "did you mean Reaction"]);
    home.run(&["do", "t.ron", "give 2"]).failed(1, &["no item with the number 2 is due", "due: 1"]);
    home.run(&["do", "t.ron", "--dice", "1,2", "consult Weather"])
        .failed(1, &["this roll needs 1 die, but only 0 of the given faces are left"]);
    home.run(&["do", "t.ron", "--dice", "1,9", "consult Weather"]).failed(1, &["9"]);
    assert_eq!(home.read("t.ron"), before);
    let given = home.run(&["do", "t.ron", "give 1"]).done().out;
    let head = "3  give 1 as promote \"XIII Corps\" 1 this combat because \"on ground of its own choice\"\n   settled: “promote";
    assert!(given.starts_with(head), "{given}");
    assert!(!home.run(&["state", "t.ron"]).done().out.contains("due:"));
    home.run(&["verify", "t.ron"]).done();
    // The same dice on another branch: the first table has no continuation.
    let amended = home.run(&["do", "t.ron", "amend 1 dice 6,6 anyway"]).done().out;
    assert!(amended.contains("2 entries recalculated"), "{amended}");
    let log = home.run(&["log", "t.ron"]).done().out;
    assert!(log.contains("rolled 12 on Weather: clear and cold") && !log.contains("rolled 5 on Ground"), "{log}");
    assert!(log.contains("rolled 5 on Reaction") && log.contains("give 1 as promote"), "{log}");
    home.run(&["verify", "t.ron"]).done();
    // The entry concerns the side that the table was consulted for.
    let of_side = home.run(&["log", "t.ron", "--side", "Russians", "--kind", "consult"]).done().out;
    assert!(of_side.contains("consult Reaction") && !of_side.contains("Weather"), "{of_side}");
}

#[test]
fn the_same_dice_say_the_same_in_another_past() {
    let home = Home::new();
    home.tannenberg("t");
    let told = |answer: String| {
        let said = |line: &&str| line.contains("rolled");
        answer.lines().filter(said).map(str::trim).map(String::from).collect::<Vec<_>>()
    };
    let first = told(home.run(&["do", "t.ron", "consult Weather", "consult Events for Germans"]).done().out);
    let what_if = "what if from 0 \"Other\" with the same dice";
    let again = home.run(&["do", "t.ron", what_if, "consult Weather", "consult Events for Germans"]).done().out;
    assert_eq!(told(again), first);
    assert!(first.len() >= 2, "{first:?}");
    home.run(&["verify", "t.ron"]).done();
}

#[test]
fn the_odds_of_tables_are_printed() {
    let home = Home::new();
    home.tannenberg("t");
    let order = home.run(&["odds", "--save", "t.ron", "consult Stance for \"XIII Corps\""]).done().out;
    let wanted = "\
consult Stance for \"XIII Corps\"
1 XIII Corps is told to keep out of harm: it falls back before an enemy who comes near 17%
2-3 XIII Corps holds what it has, and digs in 33%
4-5 XIII Corps goes for the nearest objective, and fights for it if it must 33%
6 XIII Corps looks for a battle, and makes for the nearest enemy 17%
computed exactly
";
    assert_eq!(order, wanted);
    let json = home.run(&["odds", "--save", "t.ron", "--json", "consult Weather"]).done().json();
    let first = &json["aim"]["results"][0];
    assert_eq!(first["rows"][0]["table"], "Weather");
    assert_eq!(first["rows"][1], json!({ "table": "Ground", "on": "1-3", "text": "the ground holds", "orders": [] }));
    assert!((first["p"].as_f64().expect("a chance") - 1.0 / 72.0).abs() < 1e-12, "{first}");
    let bare = home.run(&["odds", "consult Ground", "--rules", "campaign"]).done().out;
    assert!(
        bare.starts_with(
            "consult Ground\ncomputed exactly\nlikeliest 50.00%: 1-3 the ground holds\n\n  1-3 the ground"
        ),
        "{bare}"
    );
    // The rows that give orders: in words if they are few, otherwise by their totals.
    let bare = home.run(&["odds", "consult Reaction", "--rules", "campaign"]).done().out;
    assert!(bare.contains("\ngives orders 22.22%: on 4-5, 12\n"), "{bare}");
    home.file(
        "sky.ron",
        r#"(name: "sky", title: "Sky", based_on: "campaign", tables: {"Sky": (roll: "1d6", rows: [
            (on: 1, text: "storm", orders: ["advance anyway"]), (on: 2, text: "rain: all is wet", orders: ["advance"]),
            (on: "3-6", text: "fair")])})"#,
    );
    let bare = home.run(&["odds", "consult Sky", "--rules", "sky.ron"]).done().out;
    assert!(bare.contains("\ngives orders 33.33%: storm, rain\n"), "{bare}");
    let rolled = home.run(&["roll", "consult", "Stance", "--rules", "campaign", "--dice", "2"]).done().out;
    let wanted = "\
consult Stance
  Stance, 1d6: 2
    the force holds what it has, and digs in
    promote the force 1 this combat because \"dug in\"
";
    assert_eq!(rolled, wanted);
    home.run(&["odds", "consult Weather"]).failed(2, &["there is no table “Weather”", "--rules campaign"]);
    home.run(&["odds", "consult Wether", "--rules", "campaign"]).failed(2, &["did you mean Weather?"]);
    let rules = home.run(&["rules", "campaign"]).done().out;
    assert!(rules.contains("  Ground, 1d6\n    1-3  50.00%  the ground holds\n    4-5  33.33%  the tracks"), "{rules}");
    assert!(rules.contains("due: promote {force} 1 this combat because \"dug in\""), "{rules}");
    let written = home.run(&["rules", "campaign", "--ron"]).done().out;
    assert_eq!(home.checked("mine.ron", &written).0, 0, "what is printed can be used");
}

/// A side sees the state of a table once the table told it, and no other: it would be the first, whatever the weather.
#[test]
fn a_side_sees_the_weather_that_it_was_told() {
    let home = Home::new();
    home.tannenberg("t");
    let sky = r#"rules change "(tables: {\"Sky\": (roll: \"1d6\", states: [(name: \"dry\"), (name: \"mud\", march: 1)], rows: [(on: \"1-6\", text: \"rain\", becomes: \"mud\", tell: All)])})""#;
    home.run(&["do", "t.ron", sky]).done();
    let header = |more: &[&str]| {
        home.run(&[&["state", "t.ron"], more].concat()).done().out.lines().next().unwrap_or_default().to_string()
    };
    assert!(header(&[]).contains("Sky: dry"), "{}", header(&[]));
    assert!(!header(&["--for", "Germans"]).contains("Sky"), "{}", header(&["--for", "Germans"]));
    home.run(&["do", "t.ron", "consult Sky"]).done();
    for viewer in [&[][..], &["--for", "Germans"]] {
        assert!(header(viewer).contains("Sky: mud"), "{}", header(viewer));
    }
    assert!(home.run(&["log", "t.ron", "--for", "Germans"]).done().out.contains("message to Germans: “Sky: rain”"));
}
