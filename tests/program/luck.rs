//! `wardiary luck` and `wardiary service`.

use crate::harness::call::Home;
use serde_json::{Value, json};
use std::fs;
use wardiary_diary::diary::{
    Account, EntryNo,
    file::{Mode, Save},
};
use wardiary_odds::odds::Monitor;
use wardiary_report::luck::{self, DEFAULT_EFFORT};

/// A home with a copy of the sample.
fn home() -> Home {
    let home = Home::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/tannenberg.ron");
    fs::copy(sample, home.path("t.ron")).expect("the folder can be written");
    home
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn luck_is_told_in_words_and_as_json() {
    let home = home();
    let before = home.read("t.ron");
    let said = home.run(&["luck", "t.ron"]).done().out;
    for line in [
        "Tannenberg, the first day: 4 rolls up to entry 11, 3 weighed",
        "Luck cost the Germans 8.1 SP and 1.6 defeats beyond expectation; no percentile below 30 rolls",
        "  3 phases of SCRUD  defeats inflicted  5  7.9 expected   -2.9",
        "                     SP lost            0  1.5 expected   -1.5",
        "not weighed: 1, initiative rolls",
        "no rolls on abandoned branches",
    ] {
        assert!(said.lines().any(|other| other == line), "{line}\n\n{said}");
    }
    assert!(said.contains("on the table, Germans"), "{said}");
    assert!(!said.contains("luckiest and the unluckiest rolls"), "none came out as few do: {said}");
    assert!(!said.contains("Turning points"), "{said}");
    let json = home.run(&["luck", "t.ron", "--json"]).done().json();
    let wanted = ["rolls", "weighed", "left_out", "sides", "battles", "units", "faces", "undone", "extremes"];
    assert_eq!(keys(&json), wanted);
    assert_eq!(json["left_out"], json!([{ "why": "initiative rolls", "rolls": 1 }]));
    let german = &json["sides"][0];
    assert_eq!(keys(german), ["side", "rolls", "weighed", "strength", "luck", "percentile"]);
    assert_eq!(
        (&german["side"], &german["rolls"], &german["percentile"]),
        (&"Germans".into(), &3.into(), &Value::Null)
    );
    assert_eq!((&german["weighed"][0]["mechanism"], &german["weighed"][0]["rolls"]), (&"scrud".into(), &3.into()));
    assert_eq!(german["weighed"][0]["inflicted"]["actual"], 5);
    assert!(german["weighed"][0]["suffered"]["expected"].is_f64());
    let faces =
        json!({ "source": "table", "side": "Germans", "die": 6, "counts": [2, 3, 1, 3, 2, 2], "fairness": null });
    assert!(json["faces"].as_array().expect("a list").contains(&faces), "{}", json["faces"]);
    // No roll was extreme.
    assert_eq!((&json["undone"], &json["extremes"]), (&0.into(), &json!([])));
    assert_eq!(home.read("t.ron"), before, "nothing was written");
    // One battle, with every roll.
    let battle = home.run(&["luck", "t.ron", "--battle", "First day", "--all", "--units", "--json"]).done().json();
    assert_eq!(battle["sides"], json["sides"]);
    home.run(&["luck", "t.ron", "--battle", "Second day"]).failed(2, &["Second day"]);
    home.run(&["luck", "t.ron", "--fought-out", "5"]).failed(2, &["--swing"]);
    home.run(&["luck", "nobody.ron"]).failed(3, &["nobody.ron"]);
}

/// `log` and reports use the same filters. A lucky or unlucky roll is as good or as bad as at most one in ten rolls.
#[test]
fn lucky_and_unlucky_rolls_are_found() {
    let home = home();
    let orla = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/orla.ron");
    fs::copy(orla, home.path("orla.ron")).expect("the folder can be written");
    // The test computes the ranks of the rolls once for all filters.
    let save = Save::open(&home.path("orla.ron"), Mode::Read).expect("it opens");
    let diary = save.diary();
    let roll_luck =
        luck::roll_luck(diary, diary.path(), &DEFAULT_EFFORT, Monitor::none()).expect("nobody breaks it off");
    let entries = |filter: &str| -> Vec<EntryNo> {
        let filter = diary.filter(filter).expect("it reads");
        let accounts = diary.steps(diary.path().iter().copied()).map(|step| {
            let roll_luck = roll_luck.get(&step.entry.no).cloned().unwrap_or_default();
            Account { roll_luck, ..step.account() }
        });
        accounts.filter(|account| account.fits(&filter)).map(|account| account.no).collect()
    };
    assert_eq!(entries("lucky for \"Orla League\""), entries("unlucky for Kessler"));
    assert_eq!((entries("side Kessler lucky"), entries("side Kessler unlucky")), (vec![82], vec![]));
    assert_eq!((entries("lucky"), entries("kind edna lucky")), (vec![82], vec![]));
    let logged = home.run(&["log", "orla.ron", "side Kessler lucky", "--json"]).done().json();
    assert_eq!((logged.as_array().map(Vec::len), &logged[0]["entry"]), (Some(1), &82.into()));
    let report = home.run(&["report", "orla.ron", "unlucky", "--format", "csv"]).done().out;
    assert!(report.lines().count() == 2 && report.contains("Garrison of Brod"), "{report}");
    let none = home.run(&["log", "t.ron", "lucky turn 1"]).done();
    assert!(
        none.err.contains("the luckiest roll is in entry 8: 11 of 100 rolls are at least as good:"),
        "{}",
        none.err
    );
    home.run(&["log", "t.ron", "lucky for Prussians"]).failed(2, &["Prussians"]);
}

/// The output explains luck and its difference from the sums. The lists of the luckiest and unluckiest rolls
/// contain only rare rolls, each once.
#[test]
fn luck_is_explained_beside_its_numbers() {
    let home = home();
    for name in ["orla", "hundred-days"] {
        let sample = format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        fs::copy(sample, home.path(&format!("{name}.ron"))).expect("the folder can be written");
    }
    for save in ["t.ron", "orla.ron", "hundred-days.ron"] {
        let said = home.run(&["luck", save]).done().out;
        let report = home.run(&["report", save, "--format", "md"]).done().out;
        for told in [&said, &report] {
            for part in [
                "the average of all possible rolls at that moment",
                "counts half of the equal results",
                "the percentile can disagree with the sums",
            ] {
                assert!(told.contains(part), "{part}\n{told}");
            }
            assert!(!told.contains("Luck is 0 where"), "{told}");
        }
        if save == "orla.ron" {
            // The row names the place of the roll and the order.
            let row = said.lines().find(|line| line.starts_with("  entry 82  ")).expect("the unluckiest roll");
            for part in
                ["Battle of Brod, turn 2", "Orla League", "only 8 of 100 are as bad or worse", "attacked Brigade Wirth"]
            {
                assert!(row.contains(part), "{part}: {row}");
            }
        }
        let json = home.run(&["luck", save, "--json"]).done().json();
        let extremes = json["extremes"].as_array().expect("a list");
        let number = |roll: &Value, key: &str| roll[key].as_f64().expect("a number");
        for roll in extremes {
            assert_eq!(keys(roll), ["no", "side", "better_than", "as_good_as"]);
            let (worse, same) = (number(roll, "better_than"), number(roll, "as_good_as"));
            assert!(1.0 - worse <= 0.1 + 1e-9 || worse + same <= 0.1 + 1e-9, "{save}: {roll}");
            let mirrored = extremes.iter().filter(|other| {
                other["no"] == roll["no"] && (1.0 - number(other, "better_than") - same - worse).abs() < 1e-9
            });
            assert_eq!(mirrored.count(), 0, "{save}: {roll}");
        }
    }
}

/// The service records list the objectives that a unit took and held: for one unit, for all units, as JSON and in a
/// report.
#[test]
fn a_service_record_has_the_objectives() {
    let home = home();
    for (name, unit, place) in [("wadi", "1st Fusiliers", "The wells"), ("crossings", "1st Hussars", "Wooden bridge")] {
        let sample = format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        let save = format!("{name}.ron");
        fs::copy(sample, home.path(&save)).expect("the folder can be written");
        let took = format!("took the objective {place}");
        for command in [&["service", &save, unit][..], &["service", &save], &["report", &save, "--format", "md"]] {
            let told = home.run(command).done().out;
            assert!(told.contains(&took), "{command:?}: {told}");
        }
        let json = home.run(&["service", &save, unit, "--json"]).done().json();
        let taken = &json["battles"][0]["took"][0];
        assert!(taken["place"].as_str().is_some_and(|said| said.starts_with(place)), "{json}");
        let entry = taken["no"].as_u64().expect("an entry");
        let log = home.run(&["log", &save, &format!("entry {entry}")]).done().out;
        assert!(log.contains(place), "{log}");
    }
    let json = home.run(&["service", "wadi.ron", "1st Fusiliers", "--json"]).done().json();
    assert_eq!(
        (&json["battles"][0]["took"][0]["no"], &json["battles"][0]["held"]),
        (&166.into(), &"The wells (G2)".into())
    );
}

/// A merge marks the other copy's rolls as undone, and counts those that have dice of their own.
#[test]
fn throws_that_a_merge_brings_are_counted() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "c.ron", "--no-open"]).done();
    fs::copy(home.path("c.ron"), home.path("d.ron")).expect("copied");
    home.run(&["do", "c.ron", "edna \"41st Brigade\""]).done();
    home.run(&["do", "d.ron", "edna \"37th Brigade\"", "edna \"41st Brigade\"", "edna \"73rd Brigade\""]).done();
    home.run(&["merge", "c.ron", "d.ron"]).done();
    let told = |all: &[&str]| {
        let json = home.run(&[&["luck", "c.ron", "--json"], all].concat()).done().json();
        let dice = json["faces"][0]["counts"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum::<u64>();
        (json["rolls"].as_u64(), json["undone"].as_u64(), dice)
    };
    // Both copies rolled the first two dice of the stream, which count once.
    assert_eq!((told(&[]), told(&["--all"])), ((Some(1), Some(2), 2), (Some(3), Some(2), 6)));
}

#[test]
fn the_swing_is_told() {
    let home = home();
    let said = home.run(&["luck", "t.ron", "--swing", "--fought-out", "2"]).done().out;
    for part in [
        "First day: each side’s losses as a share of its Exhaustion Point",
        "0 of 8 SP, 0%",
        "4 of 16 SP, 25%",
        "entry 4  turn 1  Russians lost 4 Strength Points, 25% of the Exhaustion Point  the Russians attacked the Germans, first phase",
        "SP gained or lost by luck",
        "-8.1 SP  in 3 rolls",
        "+8.1 SP  in 3 rolls",
        "Simulated from the end of each turn: 2 games each, by the rulebook’s policy",
        "  turn 1  entry 10  Germans win",
    ] {
        assert!(said.contains(part), "{part}\n\n{said}");
    }
    let json = home.run(&["luck", "t.ron", "--swing", "--json"]).done().json();
    let swing = &json["swing"][0];
    assert_eq!(keys(swing), ["battle", "measure", "way", "turning_points", "gave", "fought_out"]);
    assert_eq!(swing["way"][1]["sides"][1], json!({ "side": "Russians", "lost": 4, "of": 16, "share": 0.25 }));
    assert_eq!((&swing["turning_points"][0]["no"], &swing["fought_out"]), (&4.into(), &json!([])));
}

#[test]
fn a_save_without_dice_has_no_luck() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open"]).done();
    let said = home.run(&["luck", "t.ron"]).done().out;
    assert!(said.starts_with("Tannenberg, the first day: 0 rolls up to entry 0, 0 weighed"), "{said}");
    let json = home.run(&["luck", "t.ron", "--json"]).done().json();
    assert_eq!((&json["rolls"], &json["sides"], &json["faces"]), (&0.into(), &json!([]), &json!([])));
}

#[test]
fn service_is_told_of_one_and_of_all() {
    let home = home();
    let said = home.run(&["service", "t.ron", "41st Brigade"]).done().out;
    assert_eq!(
        said,
        "41st Brigade of Germans\nXX Corps\nmustered with 4 SP, EDNA 8, green\n\nFirst day\n  arrived with 4 SP, EDNA 8, green; then 4 SP, EDNA 8, white\n  fought in 1 combat: inflicted 1 defeat, suffered 1\n\nHistory\n  at the muster  4 SP, EDNA 8, green\n  entry 8        4 SP, EDNA 8, white\n\nIt appears in entries 4, 6 and 8.\n"
    );
    let json = home.run(&["service", "t.ron", "1st Rifle", "--json"]).done().json();
    assert_eq!(
        keys(&json),
        ["unit", "side", "formation", "battles", "took", "days", "leaders", "entries", "history", "remarks"]
    );
    let battle = &json["battles"][0];
    assert_eq!(
        (&json["unit"], &json["side"], &battle["battle"]),
        (&"1st Rifle Brigade".into(), &"Russians".into(), &"First day".into())
    );
    assert_eq!(battle["from"], json!({ "strength": 4, "edna": 8, "grade": "yellow" }));
    assert_eq!((&battle["to"]["strength"], &battle["lost"], &battle["combats"]), (&0.into(), &4.into(), &1.into()));
    let all = home.run(&["service", "t.ron", "--json"]).done().json();
    assert_eq!(all.as_array().map(Vec::len), Some(12));
    assert!(all.as_array().expect("a list").contains(&json));
    let lines = home.run(&["service", "t.ron"]).done().out;
    assert_eq!(lines.lines().count(), 12, "{lines}");
    home.run(&["service", "t.ron", "42nd Brigade"]).failed(2, &["42nd Brigade"]);
    let corps = home.run(&["service", "t.ron", "xx corps"]).done().out;
    assert!(corps.starts_with("XX Corps of Germans\n\nBattles\n  First day  4 units lost 0 SP, "), "{corps}");
    let json = home.run(&["service", "t.ron", "Russians", "--json"]).done().json();
    assert_eq!((&json["kind"], &json["battles"][0]["lost"]), (&"side".into(), &4.into()));
}

/// A unit's record contains the remarks on its entries.
#[test]
fn a_service_record_has_the_remarks_on_its_entries() {
    let home = home();
    home.run(&[
        "do",
        "t.ron",
        "remark 4 !? \"the flank\" with a.jpg",
        "bookmark 4 \"the ridge\"",
        "remark 1 ! \"begun\"",
    ])
    .done();
    // The records of all units list each remark once.
    let all = home.run(&["service", "t.ron"]).done().out;
    let told: Vec<&str> = all.lines().skip_while(|line| *line != "Remarks").skip(1).collect();
    assert!(told[0].starts_with("  entry 4  remark: !? the flank [a.jpg]  "), "{all}");
    assert!(told[1].starts_with("  entry 4  bookmark: the ridge ") && told[1].ends_with(" others"), "{all}");
    assert_eq!(told.len(), 2, "{all}");
    let json = home.run(&["service", "t.ron", "37th Brigade", "--json"]).done().json();
    let [remarks] = &json["remarks"].as_array().expect("a list")[..] else { panic!("{}", json["remarks"]) };
    assert_eq!((&remarks["no"], &remarks["bookmark"]), (&4.into(), &"the ridge".into()));
    assert_eq!((&remarks["remark"]["mark"], &remarks["remark"]["text"]), (&"!?".into(), &"the flank".into()));
    let said = home.run(&["service", "t.ron", "37th Brigade"]).done().out;
    let told: Vec<&str> = said.lines().skip_while(|line| *line != "Remarks").skip(1).map(str::trim).collect();
    assert_eq!(told, ["entry 4  remark: !? the flank [a.jpg]", "entry 4  bookmark: the ridge"]);
}

/// A roll has the same rank in the log, in the filter and in `luck`.
#[test]
fn a_roll_is_as_lucky_everywhere() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open", "--seed", "1"]).done();
    home.run(&["do", "t.ron", "--dice", "6,6", "edna \"37th Brigade\""]).done();
    let log = home.run(&["log", "t.ron"]).done().out;
    assert!(log.contains("worst possible result: 28 of 100 are as bad"), "{log}");
    let near = home.run(&["log", "t.ron", "unlucky"]).done();
    let said = format!("{}{}", near.out, near.err);
    assert!(said.contains("the unluckiest roll is in entry 1: 28 of 100 rolls are at least as bad:"), "{said}");
    // A round of a Conflict is one roll for both sides.
    let ridge = home.file("r.ron", fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/saves/ridge.ron")).expect("it is"));
    let ridge = ridge.to_str().expect("a name");
    let log = home.run(&["log", ridge, "--json"]).done().json();
    let standings = log.as_array().expect("a list").iter().map(|entry| &entry["standing"]);
    let shares = standings.filter_map(|rank| {
        let [worse, same, better] = ["worse", "same", "better"].map(|key| rank[key].as_f64());
        (worse? >= better?).then_some(same? * 100.0)
    });
    let luckiest = shares.min_by(f64::total_cmp).expect("a lucky one").round();
    let near = home.run(&["log", ridge, "lucky"]).done();
    let said = format!("{}{}", near.out, near.err);
    let told = said.split_once("where ").map_or("", |(_, rest)| rest);
    let of_100: Option<u32> = told.split(' ').next().and_then(|number| number.parse().ok());
    assert!(of_100.is_none_or(|of_100| f64::from(of_100) <= luckiest), "{luckiest}: {said}");
}

/// When the expected losses are not computed, the output omits them instead of showing zero.
#[test]
fn missing_figures_are_not_zero() {
    let home = home();
    let units =
        |rest: &[&str]| home.run(&[&["luck", "t.ron", "--json"][..], rest].concat()).done().json()["units"].clone();
    let lost = |units: &Value| {
        let all = units.as_array().expect("a list").iter();
        all.filter(|unit| unit["strength"]["lost"]["actual"].as_u64().unwrap_or(0) > 0).count()
    };
    let (plain, whole) = (units(&[]), units(&["--units"]));
    assert!(lost(&whole) > 0, "{whole}");
    let noughts = plain.as_array().expect("a list").iter().filter(|unit| unit["strength"]["rolls"] == 0).count();
    assert_eq!(noughts, 0, "{plain}");
}

/// The odds of killing a general, not only of the hits.
#[test]
fn generals_under_fire_have_odds_of_their_own() {
    let home = Home::new();
    let save = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/wadi.ron");
    let text = home.run(&["luck", save]).done().out;
    assert!(text.contains("entry 52  13 of 100 to kill Emir Yusuf with 8 dice: he fell"), "{text}");
}
