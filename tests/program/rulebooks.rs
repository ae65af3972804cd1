//! A user's own rulebooks, how they build on each other, and the effect of a change of the rules. Source: RULES 2.1.

use crate::harness::call::Home;

/// With another ladder a grade becomes the grade of the same name, or of the same distance from neutral. Source: RULES
/// 2.1.
#[test]
fn grades_under_another_ladder() {
    let home = Home::new();
    home.tannenberg("t");
    let ladder = "(name: \\\"mine\\\", grades: [(name: \\\"old\\\"), (name: \\\"white\\\"), (name: \\\"new\\\")], neutral: \\\"old\\\")";
    let grades = |home: &Home, save: &str| -> Vec<String> {
        let state = home.run(&["state", save, "--json"]).done().json();
        let units = state["units"].as_array().expect("units").clone();
        units.iter().map(|unit| unit["grade"].as_str().expect("a grade").to_string()).collect()
    };
    let before = grades(&home, "t.ron");
    home.run(&["do", "t.ron", "rules change only \"(ladder: \\\"plus-one\\\")\""]).done();
    for (was, is) in before.iter().zip(grades(&home, "t.ron")) {
        let becomes = match was.as_str() {
            "black" | "blue" | "green" => "elite",
            "white" => "regular",
            _ => "militia",
        };
        assert_eq!(is, becomes, "{was}");
    }
    let log = home.run(&["log", "t.ron"]).done().out;
    assert!(log.contains("the ladder, “mouat” to “plus-one”; units’ grades: "), "{log}");
    for grade in ["green to elite", "white to regular", "yellow to militia"] {
        let had = before.iter().any(|was| grade.starts_with(was.as_str()));
        assert!(!had || log.contains(grade), "{grade}: {log}");
    }
    home.run(&["verify", "t.ron"]).done();
    home.tannenberg("u");
    home.run(&["do", "u.ron", &format!("rules change only \"(ladder: {ladder})\"")]).done();
    for (was, is) in before.iter().zip(grades(&home, "u.ron")) {
        let becomes = match was.as_str() {
            "white" => "white",
            "yellow" => "white",
            "red" => "new",
            _ => "old",
        };
        assert_eq!(is, becomes, "{was}");
    }
    home.run(&["verify", "u.ron"]).done();
}

/// In a file, in an order and in a save's header; the order is kept as it was typed, and its entry holds whole lists.
#[test]
fn troop_types_are_changed_by_name() {
    let home = Home::new();
    home.book("fast", "(based_on: \"mouat\", troops: {\"infantry\": (moves: 5), \"hussars\": (strength: 2)})");
    let whole = home.run(&["rules", "fast", "--json"]).done().out;
    assert!(whole.contains("hussars"), "{whole}");
    home.tannenberg("t");
    let change = |text: &str| format!("rules change \"{}\"", text.replace('"', "\\\""));
    let given =
        home.run(&["do", "t.ron", &change("(troops: {\"infantry\": (strength: 6), \"transport\": None})")]).done();
    assert!(given.out.contains("the rules changed: troop types"), "{}", given.out);
    let file = home.read("t.ron");
    let entry = file.lines().find(|line| line.starts_with("Entry(no: 1,")).expect("the entry");
    assert!(entry.contains("troops: {\"infantry\": (strength: 6), \"transport\": None}"), "{entry}");
    assert!(entry.contains("troops: [(name: \"infantry\", strength: 6"), "{entry}");
    for (text, says) in [
        ("(troops: {\"infntry\": (moves: 3)})", "a new one needs `strength`"),
        ("(troops: {\"transport\": None})", "there is no troop type “transport” to remove"),
        ("(troops: {\"infantry\": (strength: 6)})", "this would change nothing"),
    ] {
        home.run(&["do", "t.ron", &change(text)]).failed(1, &[says]);
    }
    home.run(&["verify", "t.ron"]).done();
    // A header that was written by hand.
    home.tannenberg("u");
    let text = home.read("u.ron");
    let (before, list) = text.split_once("\n troops: [").expect("the header has the troop types");
    let (_, after) = list.split_once("\n ],").expect("the list ends");
    home.file("u.ron", format!("{before}\n troops: {{\"infantry\": (moves: 7)}},{after}"));
    home.run(&["do", "u.ron", &change("(troops: {\"infantry\": (moves: 7)})")])
        .failed(1, &["this would change nothing"]);
    home.file("v.ron", format!("{before}\n troops: {{\"infntry\": (moves: 7)}},{after}"));
    let (_, out) = home.checked("v.ron", &home.read("v.ron"));
    assert!(out.contains(":11: rules.troops.0: there is no troop type “infntry” to change"), "{out}");
}

/// With rules for rerolls, a bare roll and its odds say that they describe the first roll. Source: RULES 1, 2.3.
#[test]
fn dice_before_they_are_thrown_again() {
    let home = Home::new();
    home.book("again", "(based_on: \"campaign\", edna: (rerolls: 1), scrud: (rerolls: (dice: 2)))");
    for (roll, what) in [("edna 8", "a failed EDNA test"), ("scrud 2 white v 2 white", "dice of a phase")] {
        let note = format!("note: these rules allow {what} to be rerolled; the odds are those of the first roll");
        for command in ["roll", "odds"] {
            let said = home.run(&[command, roll, "--rules", "again"]).done().err;
            assert_eq!(said.trim(), note, "{command} {roll}");
            assert_eq!(home.run(&[command, roll]).done().err, "");
        }
    }
    home.tannenberg("t");
    home.run(&["do", "t.ron", "rules change \"(edna: (rerolls: 1))\""]).done();
    let said = home.run(&["odds", "edna \"37th Brigade\"", "--save", "t.ron"]).done().err;
    assert!(said.contains("note: these rules allow a failed EDNA test to be rerolled"), "{said}");
}

/// The state shows defeats left over, because the next ones eliminate a unit. Source: RULES 2.2, step 6.
#[test]
fn defeats_left_over_are_shown() {
    let home = Home::new();
    home.tannenberg("t");
    let state = |home: &Home, save: &str| home.run(&["state", save]).done().out;
    let json = |home: &Home, save: &str| home.run(&["state", save, "--json"]).done().json()["battles"][0].clone();
    home.run(&["do", "t.ron", "rules change \"(scrud: (carry: PerBattle))\""]).done();
    home.run(&["do", "t.ron", "scrud \"37th Brigade\" v \"1st Rifle Brigade\"", "--dice", "6,1"]).done();
    let told = state(&home, "t.ron");
    assert!(told.contains("  1 of 3 defeats towards an elimination"), "{told}");
    let sides = json(&home, "t.ron")["sides"].clone();
    let left = |side: usize| sides[side]["defeats"]["left_over"].as_u64();
    assert_eq!(left(0).zip(left(1)).map(|(a, b)| a + b), Some(1), "{sides}");
    assert_eq!(sides[0]["defeats"]["eliminate_every"], 3);
    home.tannenberg("u");
    home.run(&["do", "u.ron", "rules change \"(scrud: (carry: PerCombat))\""]).done();
    home.run(&["do", "u.ron", "scrud \"37th Brigade\" v \"1st Rifle Brigade\"", "--dice", "6,1"]).done();
    let told = state(&home, "u.ron");
    assert!(told.contains("under way; ") && told.contains(": 1 of 3 defeats towards an elimination"), "{told}");
    assert!(json(&home, "u.ron")["combats"][0]["sides"][0]["defeats"].is_object());
}

/// The page of a book without a mechanism leaves out its sections and names them.
#[test]
fn sections_that_a_book_does_without_are_left_out() {
    let home = Home::new();
    let page = |name: &str| home.run(&["rules", name]).done().out;
    let classic = page("classic");
    let line = "not shown, because its mechanisms do not use them (--ron prints all): EDNA, Exhaustion, Dice tests, Volleys, weapons, targets and Stacks";
    assert!(classic.lines().any(|found| found == line), "{classic}");
    assert!(!classic.contains("rounds_a_turn") && !classic.contains("rifled heavy artillery"), "{classic}");
    assert!(page("skirmish").contains(line));
    let stacks = page("unlurked-stacks");
    assert!(stacks.contains("(--ron prints all): SCRUD, EDNA,") && !stacks.contains("blocked_push"), "{stacks}");
    assert!(!page("campaign").contains("not shown, because its mechanisms do not use them"));
}

/// Each book has a line about its additions to its base book.
#[test]
fn rulebooks_say_what_they_have_that_their_base_has_not() {
    let home = Home::new();
    home.book("evening", "(based_on: \"classic\", scrud: (phases: 2))");
    home.book("same", "(title: \"As it is\", based_on: \"classic\")");
    let listed = home.run(&["rules"]).done().out;
    insta::assert_snapshot!("rulebooks", listed.replace(&home.path("").display().to_string(), "HOME/"));
    let says = |name: &str, line: &str| {
        let page = home.run(&["rules", name]).done().out;
        assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
    };
    says(
        "campaign",
        "unlike mouat: with EDNA, dice tests, volleys, exhaustion and stacks that fight as one; `attacks` of the turn: OncePerTurn, not OncePerKind; `rounds_a_turn` of stacks: 1, not None; `road_bonus` of the ground: 1, not 0; `stacking` of the ground: Stack(25), not One; different `terrain` and `edges` of the ground; `beaten_halt` of marching in the theatre: true, not false; its own tables",
    );
    says("evening", "unlike classic: `phases` of SCRUD: 2, not 1");
    says("same", "the same as classic except for its name");
    let page = home.run(&["rules", "mouat"]).done().out;
    assert!(!page.contains("unlike"), "{page}");
}

#[test]
fn rulebooks_say_only_what_differs_and_stand_on_each_other() {
    let home = Home::new();
    home.book("club", "(title: \"Our club\", based_on: \"classic\", ladder: \"plus-one\", scrud: (phases: 2))");
    home.book("evening", "(based_on: \"club\", scrud: (margins: true))");
    // A user's book hides the book of the same name that ships, and builds on it.
    home.book("skirmish", "(title: \"Our skirmish\", based_on: \"skirmish\", scrud: (phases: 4))");
    let book = |name: &str| home.run(&["rules", name, "--json"]).done().json();
    let evening = book("evening");
    assert_eq!(evening["name"], "evening");
    assert_eq!(evening["title"], "Our club");
    assert_eq!(evening["scrud"]["phases"], 2);
    assert_eq!(evening["scrud"]["margins"], true);
    assert_eq!(evening["scrud"]["extras"], "Ignored");
    assert_eq!(evening["ladder"]["name"], "plus-one");
    assert_eq!(book("skirmish")["scrud"]["phases"], 4);
    assert_eq!(book("skirmish")["scrud"]["defeat"][0], "Eliminate");
    let listed = home.run(&["rules"]).done().out;
    for words in ["mouat", "campaign", "Our club", "based on classic", "evening"] {
        assert!(listed.contains(words), "{words} is not in\n{listed}");
    }
    // A book is found by its path too, and by name in a roll.
    home.file("table.ron", "(based_on: \"evening\", mechanisms: [Scrud])");
    home.run(&["roll", "--rules", "./table.ron", "scrud 2 elite v 3 militia", "--dice", "6,5,4,3,2"]).done();
    let rolled = home.run(&["roll", "scrud 2 elite v 3 militia evening", "--dice", "6,5,4,3,2"]).done().out;
    assert!(rolled.starts_with("scrud 2 elite v 3 militia evening"), "{rolled}");
}

#[test]
fn a_rulebook_printed_as_ron_is_a_rulebook() {
    let home = Home::new();
    for name in ["mouat", "classic", "skirmish", "campaign"] {
        let written = home.run(&["rules", name, "--ron"]).done().out;
        let (code, out) = home.checked("copy.ron", &written);
        assert_eq!((code, out.as_str()), (0, "copy.ron: sound rulebook\n"));
        let json = |book: &str| home.run(&["rules", book, "--json"]).done().json();
        assert_eq!(json("./copy.ron"), json(name));
        let text = home.run(&["rules", name]).done().harmless().out;
        let mechanisms = if name == "campaign" { "mechanisms: EDNA, SCRUD" } else { "mechanisms: SCRUD and turns" };
        for words in ["phases", "The number of phases of a combat in a turn", "infantry", mechanisms] {
            assert!(text.contains(words), "{words} is not in\n{text}");
        }
    }
}

#[test]
fn ladders_by_name() {
    let home = Home::new();
    // Elite D10 and militia D6, no modifiers: a 10 is a score of 10. Source: RULES 2.1.
    let rolled =
        home.run(&["roll", "scrud 1 elite v 2 militia dice-sizes", "--dice", "10,6,5", "--json"]).done().json();
    assert_eq!(rolled["dice"][0]["score"], 10);
    home.run(&["roll", "scrud 1 elite v 2 militia dice-sizes", "--dice", "10,7,5"]).failed(2, &["7"]);
    // Elite 6 + 1 is 7, without bounds. Militia 1 − 1 is 0.
    let rolled = home.run(&["roll", "scrud 1 elite v 1 militia plus-one", "--dice", "6,1", "--json"]).done().json();
    assert_eq!((rolled["dice"][0]["score"].as_i64(), rolled["dice"][1]["score"].as_i64()), (Some(7), Some(0)));
    // Artillery without a grade has the neutral grade.
    let rolled = home.run(&["roll", "scrud 2 green + artillery v 3", "--dice", "1,2,3,4,5,6", "--json"]).done().json();
    assert_eq!(rolled["roll"], "scrud 2 green + artillery white v 3 white");
}

/// A ladder in a roll replaces only the ladder. A rulebook's name replaces all rules. Source: RULES 2.1.
#[test]
fn a_ladder_in_a_roll_leaves_the_rules_as_they_are() {
    let home = Home::new();
    let left = |rules: &[&str], roll: &str| {
        let arguments = [&["roll", roll, "--dice", "6,1", "--json"], rules].concat();
        home.run(&arguments).done().json()["result"]["second"]["left"].clone()
    };
    // The elite die is beaten, 2 against 5: under skirmish each defeat kills the unit, under mouat it is demoted.
    let roll = "scrud 1 militia v 1 elite plus-one";
    assert_eq!(left(&["--rules", "skirmish"], roll), serde_json::json!({}));
    assert_eq!(left(&["--rules", "mouat"], roll), serde_json::json!({ "regular": 1 }));
    // A rulebook in the roll overrides --rules.
    let roll = "scrud 1 white v 1 white mouat";
    assert_eq!(left(&["--rules", "skirmish"], roll), serde_json::json!({ "yellow": 1 }));
    // The same holds for odds: no phase of skirmish demotes a unit.
    let odds = home.run(&["odds", "scrud 1 militia v 1 elite plus-one", "--rules", "skirmish", "--left"]).done().out;
    assert!(!odds.contains("regular"), "{odds}");
}

#[test]
fn a_mechanism_that_is_off_is_refused_with_a_way_out() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&[
        "do",
        "t.ron",
        "rules change only \"(mechanisms: [Scrud, Edna], scrud: (defeat: [PushBack], eliminate_every: None))\"",
    ])
    .done();
    home.run(&["do", "t.ron", "initiative"])
        .failed(1, &["does not use turns", "`rules change mechanisms Scrud + Edna + Turns`"]);
    // Without turns an ended combat blocks nobody.
    for _ in 0..4 {
        home.run(&["do", "t.ron", "scrud \"XX Corps\" v \"XIII Corps\""]).done();
    }
    home.run(&["do", "t.ron", "rules change mechanisms Scrud + Edna + Turns", "initiative"]).done();
}
