//! The command line, as a person or a program calls it.

use crate::harness::call::{Home, as_str};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    path::Path,
};
use wardiary_diary::diary::{Entry, file};
use wardiary_rules::{
    event::Event,
    rules::{Step, resolve},
};

#[test]
fn a_seed_makes_the_same_dice_again() {
    let home = Home::new();
    let play = |name: &str| {
        home.tannenberg(name);
        home.run(&["do", &format!("{name}.ron"), "initiative", "edna \"37th Brigade\""]).done().out
    };
    assert_eq!(play("one"), play("two"));
}

#[test]
fn orders_are_carried_out_with_given_dice_and_told() {
    let home = Home::new();
    home.tannenberg("t");
    let orders = ["do", "t.ron", "initiative", "first russians", "scrud 37th v 1st", "--dice", "3,5,6,2", "--json"];
    let done = home.run(&orders).done().json();
    // The answer holds the whole text of an order, which the program accepts as input again.
    assert_eq!(done[1]["order"], "first Russians");
    assert_eq!(done[2]["entry"], 3);
    let dice = json!([
        { "who": "37th Brigade", "face": 6, "score": 6, "grade": "green", "from": "table" },
        { "who": "1st Rifle Brigade", "face": 2, "score": 1, "grade": "yellow", "from": "table" },
    ]);
    assert_eq!(done[2]["dice"], dice);
    let events = done[2]["events"].as_array().expect("a list");
    assert!(events.contains(&json!("1st Rifle Brigade demoted, yellow to red")), "{events:?}");

    let again = home.run(&["do", "t.ron", "undo", "redo", "undo 3"]).done();
    assert!(again.out.contains("undo 3: back at the muster"), "{}", again.out);
    home.run(&["do", "t.ron", "undo"]).failed(1, &["order 1, `undo`: there is nothing to undo"]);
}

#[test]
fn faces_are_read_with_commas_semicolons_and_blanks() {
    let home = Home::new();
    for faces in ["4,2,6", "4 2 6", "4; 2 ;6", "4, 2, 6,"] {
        let rolled = home.run(&["roll", "3d6", "--dice", faces, "--json"]).done().json();
        assert_eq!(rolled["result"]["total"], 12, "{faces}: {rolled}");
    }
    // A six is rolled on.
    let exploded = home.run(&["roll", "2d6!", "--dice", "6 3 6 2"]).done().out;
    assert!(exploded.contains("6 3 + 6 + 2 = 17"), "{exploded}");
    let counted = home.run(&["odds", "8d6>=5", "--json"]).done().json();
    assert_eq!(counted["roll"], "8d6>=5", "{counted}");
}

#[test]
fn a_script_goes_on_to_the_first_refusal_and_names_its_line() {
    let home = Home::new();
    home.tannenberg("t");
    let script = "// the morning\n\ninitiative\nedna \"37th Brigade\"\nedna Absent\nnote \"never written\"\n";
    let stopped = home.feed(&["do", "t.ron", "-", "--json"], script);
    let stopped = stopped.failed(1, &["line 5: there is no unit called “Absent”", "edna Absent\\n       ^"]);
    let error: serde_json::Value = serde_json::from_str(&stopped.err).expect("the error is JSON too");
    assert_eq!((&error["error"]["kind"], &error["error"]["code"]), (&json!("refused"), &json!(1)));
    assert_eq!(stopped.json().as_array().map(Vec::len), Some(2), "what was carried out is told");
    let log = home.run(&["log", "t.ron", "--json"]).done().json();
    assert_eq!(log.as_array().map(Vec::len), Some(2), "and it stays");
}

#[test]
fn faces_must_be_as_many_as_are_asked_for() {
    // dice | message | entries written
    let cases = [
        ("6,5,4", "order 1, `scrud \"37th Brigade\" v \"1st Rifle Brigade\"`", 1),
        ("6", "needs 2 dice, but only 1 of the given faces is left", 0),
        ("6,7", "face 2 of --dice: a d6 has no 7: its faces are 1 to 6", 0),
    ];
    for (dice, says, entries) in cases {
        let home = Home::new();
        home.tannenberg("t");
        let order = "scrud \"37th Brigade\" v \"1st Rifle Brigade\"";
        let answered = home.run(&["do", "t.ron", order, "--dice", dice]);
        if entries == 0 {
            answered.failed(1, &[says, order]);
        } else {
            answered.failed(1, &["1 face was given but not needed: 4"]);
        }
        let log = home.run(&["log", "t.ron", "--json"]).done().json();
        assert_eq!(log.as_array().map(Vec::len), Some(entries), "{dice}");
    }
    // A tie for the initiative needs a second roll. Without dice for that roll, the program does not record the order.
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "initiative", "--dice", "4,4"])
        .failed(1, &["needs 2 dice, but only 0 of the given faces"]);
    assert_eq!(home.run(&["state", "t.ron", "--json"]).done().json()["entry"], 0);
    home.run(&["do", "t.ron", "initiative", "--dice", "4,x"]).failed(2, &["`x` is not a face of a die"]);
}

#[test]
fn rolls_print_their_result() {
    let home = Home::new();
    let roll = |roll: &str, dice: &str| home.run(&["roll", roll, "--dice", dice, "--json"]).done().json();
    // roll | faces | canonical | result
    let cases = [
        ("2D6 + 1", "3,4", "2d6+1", json!({ "total": 8 })),
        // RULES 1: EDNA 8, rolls 5: acts. Rolls 10: 6. Rolls 7 then: 5.
        ("edna 8", "2,3", "edna 8", json!({ "acts": true, "edna": 8 })),
        ("3x edna 8", "2,3,6,4,3,4", "3x edna 8", json!({ "acted": 1, "edna": 5 })),
        ("initiative", "4,4,2,6", "initiative", json!({ "winner": "second" })),
        // golden/scrud_phases.csv, row 1: Tannenberg, first phase.
        (
            "scrud 4 green v 8 yellow",
            "6,6,5,4,5,4,4,3,3,2,2,1",
            "scrud 4 green v 8 yellow",
            json!({
                "first": { "defeats": 0, "left": { "green": 4 } },
                "second": { "defeats": 4, "left": { "yellow": 4, "red": 3 } },
            }),
        ),
    ];
    for (text, faces, canonical, result) in cases {
        let rolled = roll(text, faces);
        assert_eq!((&rolled["roll"], &rolled["result"]), (&json!(canonical), &result), "{text}");
        let shown: Vec<Value> = rolled["dice"].as_array().expect("a list").iter().map(|d| d["face"].clone()).collect();
        assert_eq!(json!(shown), serde_json::from_str::<Value>(&format!("[{faces}]")).expect("JSON"), "{text}");
    }
    let scrud = roll("scrud 1 green v 1 red", "6,6");
    let first = json!({ "face": 6, "score": 6, "grade": "green", "side": "first" });
    let second = json!({ "face": 6, "score": 4, "grade": "red", "side": "second" });
    assert_eq!(scrud["dice"], json!([first, second]));
    assert_eq!(roll("2d6", "3,4")["dice"], json!([{ "face": 3 }, { "face": 4 }]));
}

#[test]
fn a_roll_shows_the_line_up() {
    let home = Home::new();
    let faces = "6,1,4,3,2,2,2";
    let rolled =
        home.run(&["roll", "scrud", "2", "green", "+", "artillery", "white", "v", "4", "yellow", "--dice", faces]);
    let expected = "\
scrud 2 green + artillery white v 4 yellow
  phase 1
    6 green (6)            >      2 yellow (3)
      4 white (4) support  >      1 yellow (2)
    2 green (1)            >      1 yellow (2)
                           extra  1 yellow (2)
  the first side suffered no defeat, the second side suffered 3 defeats
  first side left: 2 green
  second side left: 1 yellow + 2 red
  first side: best possible result: 37 of 100 are as good
";
    assert_eq!(rolled.done().out, expected);
}

#[test]
fn a_roll_that_makes_no_sense_is_wrong_usage() {
    let home = Home::new();
    let cases: &[(&[&str], &[&str])] = &[
        (
            &["scrud 2 gren v 3"],
            &["the ladder “mouat” has no grade “gren”", "scrud 2 gren v 3\n          ^", "did you mean `green`?"],
        ),
        (&["2d6", "--dice", "1"], &["needs 2 dice, but only 1 of the given faces is left"]),
        (&["2d6", "--dice", "1,2,3"], &["the roll needs 2 dice, but 3 faces are given"]),
        (&["2d6", "--dice", "1,7"], &["face 2 of --dice: a d6 has no 7"]),
        (&["2d6", "--dice", "1,seven"], &["`seven` is not a face of a die"]),
        (&["2d6", "--rules", "maout"], &["there is no rulebook “maout”", "did you mean “mouat”?"]),
        (&["2d6", "--seed", "xyz"], &["a seed must have 1 to 64 hexadecimal digits"]),
    ];
    for (arguments, says) in cases {
        let arguments: Vec<&str> = ["roll"].iter().chain(*arguments).copied().collect();
        home.run(&arguments).failed(2, says).harmless();
    }
}

#[test]
fn the_state_is_told_at_any_entry() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "lose \"37th Brigade\" 1", "shake 37th 8"]).done();
    let state = home.run(&["state", "t.ron", "--json"]).done().json();
    let unit = &state["units"][0];
    let expected = json!({
        "id": 11, "name": "37th Brigade", "side": 1, "stack": 10, "kind": "infantry",
        "strength": { "now": 3, "full": 4 }, "edna": { "now": 0, "full": 8 },
        "grade": "green", "grade_used": "green", "alive": true, "ineffective": true,
    });
    assert_eq!(unit, &expected);
    let sides = json!([
        { "side": 1, "initial": 16, "lost": 1, "point": 8, "exhausted": false },
        { "side": 2, "initial": 32, "lost": 0, "point": 16, "exhausted": false },
    ]);
    assert_eq!(state["battles"][0]["sides"], sides);
    assert_eq!(state["battles"][0]["phase"], "initiative");
    assert_eq!(state["entry"], 2);
    let before = home.run(&["state", "t.ron", "--json", "--at", "1"]).done().json();
    assert_eq!((&before["units"][0]["edna"]["now"], &before["entry"]), (&json!(8), &json!(1)));
    home.run(&["state", "t.ron", "--at", "9"]).failed(1, &["there is no entry 9", "entries are 1 to 2"]);
    let text = home.run(&["state", "t.ron"]).done().out;
    assert!(text.contains("37th Brigade  infantry  green  3/4 SP  E0/8  ineffective"), "{text}");
}

#[test]
fn the_log_is_filtered() {
    let home = Home::new();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/tannenberg.ron");
    // filter | entries
    let cases: &[(&[&str], &[u32])] = &[
        (&[], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        (&["--unit", "1st Rifle Brigade"], &[4]),
        (&["--unit", "41st"], &[4, 6, 8]),
        (&["--side", "Russians"], &[2, 3, 4, 6, 8]),
        (&["--turn", "2"], &[11]),
        (&["--kind", "end"], &[10]),
        (&["--kind", "scrud", "--text", "GREEN TO WHITE"], &[8]),
        (&["--text", "fragile"], &[11]),
        (&["side Russians not kind scrud"], &[2, 3]),
        (&["turn 2 or kind end"], &[10, 11]),
        (&["mechanism scrud dice table", "--text", "GREEN TO WHITE"], &[8]),
        (&["entry 3-5 dice"], &[4]),
        (&["\"fragile\""], &[11]),
    ];
    for (filter, expected) in cases {
        let arguments: Vec<&str> = ["log", as_str(&sample), "--json"].iter().chain(*filter).copied().collect();
        let log = home.run(&arguments).done().json();
        let entries: Vec<Value> = log.as_array().expect("a list").iter().map(|e| e["entry"].clone()).collect();
        assert_eq!(json!(entries), json!(expected), "{filter:?}");
    }
    let none = home.run(&["log", as_str(&sample), "--kind", "volley"]).done();
    assert!(none.err.contains("no order in the diary begins with “volley”, only with end turn, first"), "{}", none.err);
    let none = home.run(&["log", as_str(&sample), "side Russians turn 7 kind scrud"]).done();
    assert!(none.err.contains("`side Russians turn 1 kind scrud` would show 3 entries"), "{}", none.err);
    home.run(&["log", as_str(&sample), "side Germns"]).failed(2, &["there is no side called “Germns”"]);
    home.run(&["log", as_str(&sample), "--kind", "scrd"])
        .failed(2, &["no order begins with “scrd”", "did you mean `scrud`?"]);
    home.run(&["log", as_str(&sample), "--unit", "Rifle"]).failed(2, &["“Rifle” matches 8 things"]);
}

#[test]
fn undone_entries_are_shown_on_demand() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note a", "note b", "undo", "note c"]).done();
    let entries = |more: &[&str]| {
        let arguments: Vec<&str> = ["log", "t.ron", "--json"].iter().chain(more).copied().collect();
        let log = home.run(&arguments).done().json();
        let pairs = log.as_array().expect("a list").iter().map(|e| json!([e["entry"], e["after"], e["current"]]));
        pairs.collect::<Value>()
    };
    assert_eq!(entries(&[]), json!([[1, 0, true], [3, 1, true]]));
    assert_eq!(entries(&["--all"]), json!([[1, 0, true], [2, 1, false], [3, 1, true]]));
    let text = home.run(&["log", "t.ron", "--all"]).done().out;
    assert!(text.contains("2  “b”  (left behind)"), "{text}");
}

#[test]
fn saves_are_listed_the_broken_among_them() {
    let home = Home::new();
    let empty = home.run(&["list"]).done();
    assert!(empty.err.contains("no saves in"), "{}", empty.err);
    home.run(&["new", "tannenberg"]).done();
    home.file("saves/broken.ron", "(wardiary: 1");
    let list = home.run(&["list", "--json"]).done().json();
    let named =
        |name: &str| list.as_array().into_iter().flatten().find(|s| s["name"] == name).cloned().expect("it is there");
    assert_eq!(named("tannenberg")["entries"], 0);
    assert!(named("broken")["fault"].as_str().is_some_and(|f| f.contains("broken.ron:1:")), "{list}");
}

#[test]
fn the_version_names_the_target() {
    let version = Home::new().run(&["--version"]).done().out;
    assert!(version.starts_with(concat!("wardiary ", env!("CARGO_PKG_VERSION"), " (")), "{version}");
    assert!(version.contains(std::env::consts::ARCH), "{version}");
}

#[test]
fn every_path_of_the_program_is_named() {
    let home = Home::new();
    let paths = home.run(&["paths", "--json"]).done().json();
    assert_eq!(paths["saves"], as_str(&home.path("saves")));
    for (what, path) in paths.as_object().expect("paths by name") {
        let is_outside = ["program", "temporary"].contains(&what.as_str());
        let path = Path::new(path.as_str().expect("a path"));
        assert!(is_outside || path.starts_with(home.path("")), "{what}: {path:?}");
    }
}

#[test]
fn a_check_says_what_is_wrong_and_where() {
    let home = Home::new();
    let book = "(name: \"mine\", based_on: \"mouat\", scrud: (phases: 0))";
    let scenario =
        "(title: \"x\", muster: (\n sides: [(id: 1, name: \"A\")],\n units: [(id: 2, name: \"u\", side: 7)],\n))";
    let held = "(title: \"x\", rules: \"campaign\", muster: (sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")],\n \
        maps: [(id: 40, ground: (title: \"G\", rows: [\"..\"], legend: {'.': \"open\"}, places: {\"P\": \"B1\"},\n \
        objectives: {\"P\": \"Rad\"}))]))";
    // content | exit code | messages
    let cases: &[(&str, i32, &[&str])] = &[
        ("(name: \"mine\", based_on: \"mouat\")", 0, &["f.ron: sound rulebook"]),
        (book, 1, &["f.ron:1:43: scrud.phases"]),
        ("(name: \"mine\", scrd: ())", 1, &["f.ron:1:16: there is no field `scrd`", "did you mean `scrud`?"]),
        ("(name: \"mine\", scrud: (", 3, &["f.ron:1:23: the text ends here"]),
        (scenario, 1, &["f.ron:3:29: muster.units.0.side"]),
        ("(title: \"x\", rules: \"none\", muster: ())", 1, &["f.ron:1:14: there is no rulebook “none”"]),
        ("(title: \"x\", grid: Square, rows: [\"..\",\n legend: {'.': \"open\"})", 3, &["f.ron:2:2: expected a text"]),
        (held, 1, &["f.ron:3:", "there is no side “Rad” (available: Red and Blue; `\"\"` for no side)"]),
        ("not a RON file", 3, &["f.ron:1:"]),
        (
            "(wardiary: 3, diary: [",
            3,
            &["f.ron:1:2: the save has format 3; this program reads formats 1 to 2", "newer wardiary"],
        ),
    ];
    for (content, code, says) in cases {
        home.file("f.ron", content);
        let checked = home.run(&["check", "f.ron"]);
        assert_eq!(checked.code, *code, "{content}: {}", checked.out);
        for words in *says {
            assert!(checked.out.contains(words), "“{words}” is not said of {content}:\n{}", checked.out);
        }
        let json = home.run(&["check", "f.ron", "--json"]).json();
        assert_eq!(json[0]["sound"], *code == 0);
    }
    home.file("good.ron", "(name: \"mine\")");
    let both = home.run(&["check", "good.ron", "nowhere.ron"]).failed(3, &["1 of 2 files are faulty"]);
    assert!(both.out.contains("good.ron: sound rulebook\nnowhere.ron: the file can't be read"), "{}", both.out);
}

#[test]
fn help_man_page_and_completions_are_there() {
    let home = Home::new();
    assert!(home.run(&["--help"]).done().out.contains("Exit codes: 0 done"));
    assert!(home.run(&["man"]).done().out.contains(".TH wardiary"));
    assert!(home.run(&["man", "orders"]).done().out.contains("ORDERS IMPORT"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(home.run(&["completions", shell]).done().out.contains("wardiary"), "{shell}");
    }
    home.run(&["frobnicate\u{1b}[31m"]).failed(2, &["unrecognized subcommand"]).harmless();
}

#[test]
fn a_reader_who_has_read_enough_is_no_error() {
    let home = Home::new();
    // The output is larger than the pipe's buffer, so the program is still writing when the pipe closes.
    let mut child = home.command(&["roll", "40x edna 200 with 100d2", "--json"]).spawn().expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    out.read_line(&mut String::new()).expect("there is a line");
    drop(out);
    let ended = child.wait_with_output().expect("the program ends");
    assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]));
}

/// The sample's diary.
fn sample() -> wardiary_diary::diary::Diary {
    let (_, text) = wardiary_diary::assets::SAMPLE;
    file::load(text.as_bytes()).expect("the sample loads").diary
}

#[test]
fn the_sample_gives_just_what_the_source_tells() {
    // Source: seeds/scrud-mouat.txt, the example; RULES 2.2.
    let diary = sample();
    let phase = |entry: &Entry| {
        let count = |is: fn(&Event) -> bool| entry.events.iter().filter(|e| is(e)).count();
        let defeats = entry.events.iter().find_map(|event| match event {
            Event::PhaseFought { defeats, .. } => Some(*defeats),
            _ => None,
        })?;
        let demoted = count(|e| matches!(e, Event::Demoted { .. }));
        Some((defeats, demoted, count(|e| matches!(e, Event::Eliminated { .. }))))
    };
    let phases: Vec<_> = diary.entries().iter().filter_map(phase).collect();
    // The Russians attack, so their defeats come first: (defeats), demoted, eliminated.
    assert_eq!(phases, [((4, 0), 4, 1), ((1, 0), 1, 0), ((0, 1), 1, 0)]);

    let grades_at = |no: u32| {
        let state = diary.state_at(no).expect("it is there");
        let mut grades: Vec<String> = state
            .units()
            .iter()
            .filter(|u| u.is_alive())
            .map(|u| {
                format!("{} {}", state.name(u.side), state.book().ladder.name(u.grade().exact().expect("all is known")))
            })
            .collect();
        grades.sort();
        let mut counted: Vec<(usize, String)> = Vec::new();
        for grade in grades {
            match counted.last_mut().filter(|(_, last)| *last == grade) {
                Some((n, _)) => *n += 1,
                None => counted.push((1, grade)),
            }
        }
        counted.iter().map(|(n, grade)| format!("{n} {grade}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(grades_at(4), "4 Germans green, 3 Russians red, 4 Russians yellow");
    assert_eq!(grades_at(6), "4 Germans green, 4 Russians red, 3 Russians yellow");
    assert_eq!(grades_at(8), "3 Germans green, 1 Germans white, 4 Russians red, 3 Russians yellow");
}

#[test]
fn the_sample_can_be_played_again_with_its_own_dice() {
    let diary = sample();
    for entry in diary.entries() {
        let before = diary.state_at(entry.parent()).expect("it is there");
        let again = resolve(&before, &entry.order, &entry.dice);
        let Ok(Step::Done(again)) = again else { panic!("it was not refused, and had all its dice: {again:?}") };
        let facts: Vec<Event> = entry.events.iter().filter(|e| !matches!(e, Event::Opened { .. })).cloned().collect();
        assert_eq!(again.events, facts, "entry {}", entry.no);
        assert!(entry.dice.iter().all(|fall| (0..fall.faces.len()).all(|at| fall.is_by_hand(at))), "by hand");
    }
}

/// `do`, `log` and the JSON output report the dice of tests, volleys and blows as the Roll pane shows them.
#[test]
fn dice_of_tests_volleys_and_blows_are_told() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open"]).done();
    let orders = [
        "rules change only \"(troops: [(name: \\\"infantry\\\", strength: 4, weapons: [\\\"rifles\\\"], tests: [(name: \\\"Leadership\\\", dice: 2, needs: AtMost(4))])])\"",
        "test \"37th Brigade\" + \"73rd Brigade\" + \"41st Brigade\" Leadership in parallel",
        "test \"37th Brigade\" + \"73rd Brigade\" Leadership",
        "volley \"37th Brigade\" at \"1st Rifle Brigade\" range 1",
    ];
    let dice = "1,5,6,6,3,1,6,5,5,4,4,4,1,5,2";
    let done = home.run(&["do", "t.ron", "--dice", dice, orders[0], orders[1], orders[2], orders[3]]).done().out;
    let rows = [
        "round 1: 1 5 6, 1 passed and removed, 2 left",
        "round 2: 6 3, 1 passed and removed, 1 left",
        "2 passed: 37th Brigade and 41st Brigade",
        "37th Brigade: 1 6, passed with 1 of 2 dice",
        "73rd Brigade: 5 5, failed with 0 of 2 dice",
        "1  2  [4 4 4]  5",
        "1st Rifle Brigade: 1 hit",
    ];
    let log = home.run(&["log", "t.ron"]).done().out;
    for row in rows {
        assert!(done.contains(row) && log.contains(row), "{row}:\n{done}\n{log}");
    }
    let log = home.run(&["log", "t.ron", "--json", "--kind", "test"]).done().json();
    assert_eq!(log[0]["dice"][3]["round"], 2);
    assert_eq!(log[0]["dice"][3]["test"], 2);
    assert_eq!(log[1]["dice"][0]["passes"], true);
    home.run(&["new", "garrison", "g.ron", "--no-open"]).done();
    let orders = ["conflict Dwagons v Pikes", "round"];
    let done = home.run(&["do", "g.ron", "--dice", "20,1", orders[0], orders[1]]).done().out;
    let blow = "Dwagons struck at Pikes: 20 + AP ";
    assert!(done.contains(blow) && done.contains(", missed"), "{done}");
    assert!(done.matches("20 + AP ").count() == 1, "once is enough: {done}");
    home.run(&["do", "g.ron", "flee Pikes"]).done();
    let state = home.run(&["state", "g.ron"]).done().out;
    assert!(state.contains("Conflict of Dwagons and Pikes: over"), "both as they were: {state}");
}

#[test]
fn a_log_that_shows_nothing_says_so() {
    let home = Home::new();
    home.tannenberg("t");
    let log = home.run(&["log", "t.ron"]).done();
    assert!(log.err.contains("the diary has no entries yet"), "{}", log.err);
    home.run(&["do", "t.ron", "note one"]).done();
    let log = home.run(&["log", "t.ron", "--text", "fog"]).done();
    assert!(log.err.contains("none of 1 entry matches the filter"), "{}", log.err);
}

#[test]
fn errors_are_json_where_results_are() {
    let home = Home::new();
    for (arguments, kind, code) in [
        (&["state", "nowhere.ron", "--json"][..], "file", 3),
        (&["roll", "edna x", "--json"], "usage", 2),
        (&["--json", "rol"], "usage", 2),
        (&["--json", "check", "nowhere.ron"], "file", 3),
    ] {
        let failed = home.run(arguments).failed(code, &[]);
        let error: serde_json::Value =
            serde_json::from_str(&failed.err).unwrap_or_else(|e| panic!("{e}: {}", failed.err));
        assert_eq!((&error["error"]["kind"], &error["error"]["code"]), (&json!(kind), &json!(code)), "{arguments:?}");
        assert!(error["error"]["what"].as_str().is_some_and(|what| !what.is_empty()));
    }
}

#[test]
fn odds_of_several_targets_name_each() {
    let home = Home::new();
    let odds = home.run(&["odds", "volley 6 at infantry + general"]).done().out;
    assert!(
        odds.contains("infantry 1 hit, general 0 hits") || odds.contains("infantry 1 hit, general no hit"),
        "{odds}"
    );
}

#[test]
fn a_round_by_scrud_is_listed_as_no_combat() {
    let home = Home::new();
    home.tannenberg("t");
    let rules = "rules change \"(stacks: (blows: Scrud))\"";
    home.run(&["do", "t.ron", rules, "conflict \"XX Corps\" v \"XIII Corps\"", "round"]).done();
    let battle = |state: Value| state["battles"][0].clone();
    let state = battle(home.run(&["state", "t.ron", "--json"]).done().json());
    assert_eq!((&state["combats"], &state["conflicts"][0]["round"]), (&json!([]), &json!(2)));
    home.run(&["do", "t.ron", "withdraw \"XX Corps\""])
        .failed(1, &["units can't withdraw from", "`flee \"XX Corps\"` takes it out"]);
    home.run(&["do", "t.ron", "end turn", "scrud \"5th Rifle Brigade\" v \"37th Brigade\"", "round"]).done();
    let state = battle(home.run(&["state", "t.ron", "--json"]).done().json());
    // The index refers to the list in the output, not to the battle's own list of combats.
    assert_eq!((&state["combats"][0]["phases"], &state["outstanding"]["combats"]), (&json!(1), &json!([0])));
}

/// Source: RULES 2.3, `margins`.
#[test]
fn a_roll_says_who_was_only_pushed_back() {
    let home = Home::new();
    home.book("margins", "(based_on: \"mouat\", scrud: (margins: true))");
    let rolled = home.run(&["roll", "scrud 3 white v 3 white", "--rules", "margins", "--dice", "5,5,5,4,4,4"]).done();
    let says = "  the first side suffered no defeat, the second side suffered 3 defeats\n  pushed back: 3 white of the second side\n";
    assert!(rolled.out.contains(says), "{}", rolled.out);
    let roll = ["roll", "scrud 3 white v 3 white", "--rules", "margins", "--dice", "5,5,5,4,4,4", "--json"];
    let sides = &home.run(&roll).done().json()["result"].clone();
    assert_eq!(sides["second"], json!({ "defeats": 3, "left": { "white": 3 }, "pushed_back": [{ "white": 3 }] }));
    assert_eq!(sides["first"]["pushed_back"], Value::Null, "nobody was");
}

#[test]
fn an_answer_names_its_battle_and_its_turn_where_there_are_several() {
    let home = Home::new();
    home.tannenberg("t");
    let told = |orders: &[&str], dice: &str| {
        let dice: &[&str] = if dice.is_empty() { &[] } else { &["--dice", dice] };
        home.run(&[&["do", "t.ron"], orders, dice].concat()).done().out
    };
    told(&["unit Picket for Germans", "unit Post for Russians", "battle Ford with Picket v Post"], "");
    let tested = told(&["edna Picket"], "4,4");
    assert!(tested.contains("edna Picket  (in Ford)\n"), "{tested}");
    assert!(told(&["lose Picket 1"], "").contains("lose Picket 1  (in Ford)\n"));
    // JSON output always contains the turn and the battle.
    let given = home.run(&["do", "t.ron", "lose Picket 1", "--json"]).done().json();
    assert_eq!((&given[0]["turn"], &given[0]["battle"]), (&json!(1), &json!("Ford")));
    let logged = home.run(&["log", "t.ron", "--json"]).done().json();
    assert_eq!(logged.as_array().and_then(|all| all.last()).map(|last| &last["battle"]), Some(&json!("Ford")));
    // The text does not name the battle twice, and names none for an order outside a battle.
    assert!(!told(&["end battle in Ford"], "").contains("(in"));
    assert!(!told(&["edna Picket"], "4,4").contains("(in"));
    // Without turns, the text does not say in which turn the battle ended.
    assert!(home.run(&["state", "t.ron"]).done().out.contains("Ford: over in turn 1: "));
    told(&["rules change only \"(mechanisms: [Scrud])\""], "");
    assert!(home.run(&["state", "t.ron"]).done().out.contains("Ford: over: "));
}

/// Every command that writes a file accepts `-o -` as standard output, and on Unix `/dev/stdout` too.
#[test]
fn standard_output_can_be_named() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "./a.ron", "--no-open"]).done();
    home.file("units.csv", "side,stack,name\nRed,1st,A\nBlue,2nd,B\n");
    let names: &[&str] = if cfg!(unix) { &["-", "/dev/stdout"] } else { &["-"] };
    for to in names {
        for (at, call) in [
            &["report", "a.ron", "--format", "html"][..],
            &["report", "a.ron", "--format", "csv"],
            &["report", "a.ron", "--what", "roster", "--format", "html"],
            &["picture", "a.ron", "--format", "svg"],
            &["picture", "a.ron", "--format", "txt"],
            &["muster", "--from", "a.ron"],
            &["backup", "a.ron"],
            &["share", "a.ron", "--for", "Germans"],
        ]
        .into_iter()
        .enumerate()
        {
            let file = format!("{at}{}.out", to.len());
            home.run(&[call, &["-o", &file]].concat()).done();
            let printed = home.run(&[call, &["-o", to]].concat()).done().out;
            assert_eq!(printed.trim_end(), home.read(&file).trim_end(), "{call:?} {to}");
        }
        for (call, begins) in [
            (&["muster", "units.csv", "-o"][..], "(wardiary: 2"),
            (&["muster", "units.csv", "--scenario"], "("),
            (&["recover", "a.ron", "-o"], "(wardiary: 2"),
        ] {
            let printed = home.run(&[call, &[to]].concat()).done().out;
            assert!(printed.starts_with(begins), "{call:?} {to}: {printed}");
            let (code, said) = home.checked("printed.ron", &printed);
            assert_eq!(code, 0, "{said}");
        }
    }
    assert!(!home.path("-").exists());
}

/// Every command that reads a file accepts standard input, as `-` and on Unix as `/dev/stdin` too.
#[test]
fn commands_read_standard_input() {
    let home = Home::new();
    let table = "side,stack,name,strength\nNord,I,Garde,4\nSüd,II,Jäger,4\n";
    let names: &[&str] = if cfg!(unix) { &["-", "/dev/stdin"] } else { &["-"] };
    for name in names {
        let scenario = home.feed(&["muster", name, "--scenario", "-"], table).done().out;
        assert!(scenario.contains("Garde") && scenario.contains("title: \"Muster\""), "{scenario}");
        let checked = home.feed(&["check", name], &scenario).done().out;
        assert_eq!(checked, format!("{name}: sound scenario\n"));
        home.feed(&["new", name, &format!("from{}.ron", name.len()), "--no-open"], &scenario).done();
    }
    home.feed(&["new", "-", "table.ron", "--campaign", "--no-open"], table).done();
    let save = std::fs::read_to_string(home.path("from1.ron")).expect("it is written");
    for arguments in [&["verify", "-"][..], &["log", "-"], &["state", "-"], &["report", "-"], &["map", "-"]] {
        let fed = home.feed(arguments, &save);
        let written = home.run(&[arguments[0], "from1.ron"]);
        assert_eq!((fed.code, fed.out), (written.code, written.out.replace("from1.ron", "-")), "{arguments:?}");
    }
    let book = home.run(&["rules", "campaign", "--ron"]).done().out;
    let read = home.feed(&["rules", "-"], &book).done().out;
    assert!(read.contains("Campaign") || read.contains("campaign"), "{read}");
    home.feed(&["do", "-", "initiative"], &save).failed(3, &["standard input can only be read"]);
}
