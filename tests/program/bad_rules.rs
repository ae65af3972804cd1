//! Everything that can be wrong with what players write themselves: rulebooks, tables of units, and the other documents
//! of a user. All faults are told at once, each with its place and a way out. Source: issue 3, "Bad input"; RULES 2.1.

use crate::harness::call::Home;
use std::fs;

impl Home {
    /// A rulebook of the user's own.
    fn book(&self, name: &str, content: &str) {
        let folder = self.path("config/rules");
        fs::create_dir_all(&folder).expect("the folder can be made");
        fs::write(folder.join(format!("{name}.ron")), content).expect("the folder can be written");
    }

    /// What `check` says of a file with that content.
    fn checked(&self, name: &str, content: &str) -> (i32, String) {
        self.file(name, content);
        let answer = self.run(&["check", name]).harmless();
        (answer.code, answer.out)
    }
}

#[test]
fn rulebooks_with_faults() {
    // content | every line that is said, without the file's name
    let table: &[(&str, &[&str])] = &[
        (
            "(ladder: (name: \"none\", grades: [], neutral: \"white\"))",
            &[
                "1:25: ladder.grades: a ladder has 1 to 32 grades, not 0 (list them best first: `(name: \"green\", modifier: 1)`)",
            ],
        ),
        (
            "(ladder: (name: \"flat\", grades: [(name: \"white\", die: 0)], neutral: \"white\"))",
            &["1:55: ladder.grades.0.die: a die has 2 to 100 sides, not 0 (2D6 is `(2, 6)`, a D6 alone `6`)"],
        ),
        (
            "(edna: (dice: (2, 0)))",
            &["1:19: edna.dice.1: a die has 2 to 100 sides, not 0 (2D6 is `(2, 6)`, a D6 alone `6`)"],
        ),
        ("(scrud: (phasez: 2))", &["1:10: scrud: there is no field `phasez` (perhaps `phases`)"]),
        ("(ladder: \"plus-two\")", &["1:2: ladder: there is no ladder “plus-two” (perhaps “plus-one”)"]),
        (
            "(based_on: \"mouatt\", edna: (start: 0))",
            &[
                "1:2: based_on: there is no rulebook “mouatt” (perhaps mouat)",
                "1:29: edna.start: an EDNA starts at 1 to 200, not 0",
            ],
        ),
        // Three at once, with two kinds of fault behind them.
        (
            "(\n scrud: (\n  extra: Ignored,\n  carry: PerPhases,\n  ties: Attacker,\n  phases: 0,\n ),\n exhaustion: (fraction: (3, 2)),\n)",
            &[
                "3:3: scrud: there is no field `extra` (perhaps `extras`)",
                "4:10: scrud.carry: there is no word `PerPhases` (perhaps `PerPhase`)",
                "5:9: scrud.ties: there is no word `Attacker` (there is Ignored and Defender)",
                "6:3: scrud.phases: a combat has 1 to 99 phases in a turn, not 0",
                "8:15: exhaustion.fraction: (3, 2) is no fraction above 0 and up to 1 (a half is `(1, 2)`)",
            ],
        ),
        (
            "(mechanisms: [Edna, Scrudd, Edna])",
            &[
                "1:21: mechanisms.1: there is no word `Scrudd` (perhaps `Scrud`)",
                "1:29: mechanisms.2: Edna is named twice",
            ],
        ),
        // A list that takes away what other lists need says so itself.
        (
            "(based_on: \"itchy-and-scratchy\",\n targets: [(name: \"infantry\", faces: [5, 6]), (name: \"artillery\", faces: [5, 6])])",
            &[
                "2:2: targets: this takes away the target class cavalry of the troop types dismounted cavalry, mounted cavalry and transport \
                 (list it too, or list the troop types without it)",
                "2:2: targets: this takes away the target class general of the troop type general \
                 (list it too, or list the troop types without it)",
            ],
        ),
        ("Dear diary", &["1:1: here should stand fields in parentheses: `(name: value, …)`"]),
    ];
    for (content, says) in table {
        let (code, out) = Home::new().checked("mine.ron", content);
        assert_ne!(code, 0, "{content}");
        let said: Vec<&str> = out.lines().map(|line| line.strip_prefix("mine.ron:").unwrap_or(line)).collect();
        assert_eq!(&said, says, "{content}");
    }
}

/// What is no fault and yet not meant is remarked on: settings that can do nothing in their book, and what a list takes away
/// from the book it is laid over. Source: RULES 1, 2.3.
#[test]
fn remarks_on_sound_rulebooks() {
    let nothing = "this can do nothing: ";
    // content | every line that is said behind the first, without the file's name
    let table: &[(&str, &[&str])] = &[
        ("(based_on: \"mouat\", scrud: (phases: 2, carry: PerCombat))", &[]),
        (
            "(based_on: \"mouat\",\n scrud: (phases: 1, carry: PerCombat))",
            &[
                "2:21: scrud.carry: NOTHINGa combat has only one phase in a turn, so there is no phase after it to count on in \
               (`PerBattle` counts on from combat to combat)",
            ],
        ),
        (
            "(based_on: \"mouat\", scrud: (eliminate_every: None, carry: PerBattle, margins: true, defeat: [PushBack]), only: [Defeat])",
            &[
                "1:52: scrud.carry: NOTHINGno defeats are counted, so none are left over (`eliminate_every: 3` counts them)",
                "1:70: scrud.margins: NOTHINGevery defeat is a push-back only, by whatever margin (leave it out)",
            ],
        ),
        (
            "(based_on: \"mouat\", edna: (start: 10))",
            &["1:28: edna.start: NOTHINGthe book does without EDNA (name Edna in `mechanisms`)"],
        ),
        (
            "(based_on: \"campaign\", edna: (scales: (melee: 1, fire: 1)))",
            &[
                "1:40: edna.scales.melee: NOTHINGa unit rolls one die, whatever its EDNA (with SCRUD and `dice_per: StrengthPoint` it rolls several)",
            ],
        ),
        ("(based_on: \"campaign\", edna: (scales: (melee: 1)), scrud: (dice_per: StrengthPoint))", &[]),
        (
            "(ladder: \"dice-sizes\", scrud: (hand_dice: Specialist, rerolls: (faces: [1]), blocked_push: LoseStrength(1)))",
            &[
                "1:65: scrud.rerolls.faces: NOTHINGno dice may be thrown again, whatever they show (`rerolls: (dice: 1, …)` allows one)",
                "1:32: scrud.hand_dice: NOTHINGthe dice of this ladder score what they show (leave it out)",
                "1:78: scrud.blocked_push: NOTHINGnobody is ever pushed back (name `PushBack` in `defeat`)",
            ],
        ),
        (
            "(based_on: \"unlurked-stacks\", stacks: (blows: Scrud, hit: 12), scrud: (extras: Ignored))",
            &["1:54: stacks.hit: NOTHINGunder `blows: Scrud` no D20 is thrown (leave it out, or set `blows: D20`)"],
        ),
        (
            "(based_on: \"campaign\", only: [Mechanisms], mechanisms: [Edna, Turns], turn: (attacks: Free), edna: (scales: (range: 1)))",
            &[
                "1:110: edna.scales.range: NOTHINGnobody fires (name Volleys in `mechanisms`)",
                "1:78: turn.attacks: NOTHINGnobody attacks (name Scrud, Volleys or Stacks in `mechanisms`)",
            ],
        ),
        // What the book it is based on has of it is said there.
        ("(based_on: \"full-metal-edna\", edna: (start: 9))", &[]),
        (
            "(based_on: \"classic\", weapons: [(name: \"rifles\", dice: [6])], troops: [(name: \"Infantry\", strength: 4)])",
            &[
                "1:63: troops: this takes away the troop types dismounted cavalry, mounted cavalry, machine gun, artillery, \
                 transport, general, aircraft and air defence; of infantry the weapon rifles (if that is meant, say `only: [Troops]`; if not, list them too)",
                "1:23: weapons: this takes away the weapons rifled heavy artillery, rifled field artillery, rifled mountain artillery, \
                 smooth-bore heavy artillery, smooth-bore field artillery, smooth-bore mountain artillery, machine guns, muskets \
                 and hand-held weapons; of rifles the ranges 2 and 3 (if that is meant, say `only: [Weapons]`; if not, list them too)",
            ],
        ),
        (
            "(based_on: \"classic\", mechanisms: [Scrud])",
            &[
                "1:23: mechanisms: this takes away the mechanism Turns (if that is meant, say `only: [Mechanisms]`; if not, list it too)",
            ],
        ),
        ("(based_on: \"classic\", only: [Mechanisms], mechanisms: [Scrud])", &[]),
        ("(mechanisms: [Scrud], troops: [(name: \"infantry\", strength: 4)])", &[]),
        // Lists within groups of settings, and within lists.
        (
            "(based_on: \"campaign\",\n turn: (phases: [EachSide(\"x\")]),\n ground: (terrain: [(name: \"open\"), (name: \"woods\", cover: true)], edges: []),\n scrud: (defeat: [PushBack]))",
            &[
                "4:10: scrud.defeat: this takes away the outcome of a defeat Demote (if that is meant, say `only: [Defeat]`; if not, list it too)",
                "2:9: turn.phases: this takes away the phases of the turn Initiative, “moves and fights” and Exhaustion (if that is meant, say `only: [Phases]`; if not, list them too)",
                "3:11: ground.terrain: this takes away the terrains built-up, fortification, fields, sand, rough, hill, marsh and lake; \
                 of woods the exceptions for mounted cavalry, artillery and transport (if that is meant, say `only: [Terrain]`; if not, list them too)",
                "3:68: ground.edges: this takes away the kinds of edges stream, river, wall, hedge and bank (if that is meant, say `only: [Edges]`; if not, list them too)",
            ],
        ),
        ("(based_on: \"campaign\", only: [Defeat], scrud: (defeat: [LoseStrength(1)]))", &[]),
        ("(based_on: \"mouat\", ladder: \"plus-one\")", &[]),
        (
            "(based_on: \"classic\", scrud: (air_defence: OneEach), only: [Troops], troops: [(name: \"infantry\", strength: 4)])",
            &[
                "1:31: scrud.air_defence: NOTHINGno troop type is air defence (`support: AirDefence` makes one of a troop type)",
            ],
        ),
        ("(based_on: \"campaign\", scrud: (air_defence: OneEach))", &[]),
        (
            "(ladder: (name: \"mouat\", grades: [(name: \"white\")], neutral: \"white\"), based_on: \"mouat\")",
            &[
                "1:26: ladder.grades: this takes away the grades black, blue, green, yellow and red (if that is meant, say `only: [Grades]`; if not, list them too)",
            ],
        ),
    ];
    for (content, says) in table {
        let home = Home::new();
        let (code, out) = home.checked("mine.ron", content);
        let mut said = out.lines();
        assert_eq!((code, said.next()), (0, Some("mine.ron: sound rulebook")), "{content}\n{out}");
        let said: Vec<&str> = said.map(|line| line.strip_prefix("mine.ron:").unwrap_or(line)).collect();
        let says: Vec<String> = says.iter().map(|line| line.replace("NOTHING", nothing)).collect();
        assert_eq!(said, says, "{content}");
        let json = home.run(&["check", "mine.ron", "--json"]).done().json();
        assert_eq!(json[0]["remarks"].as_array().map(Vec::len), Some(says.len()));
    }
    // Nothing is to be said of what ships.
    let home = Home::new();
    for (name, text) in wardiary::assets::RULEBOOKS {
        let (code, out) = home.checked(&format!("{name}.ron"), text);
        assert_eq!((code, out), (0, format!("{name}.ron: sound rulebook\n")));
    }
}

/// A change of the rules takes nothing away in silence.
#[test]
fn lists_of_changed_rules_say_what_they_take_away() {
    let home = Home::new();
    home.tannenberg("t");
    let change = "(troops: [(name: \\\"infantry\\\", strength: 5)], mechanisms: [Scrud, Turns])";
    let gone = [
        "this takes away the troop types dismounted cavalry, ",
        " and air defence; of infantry the weapon rifles; the mechanisms Edna, Tests, ",
    ];
    home.run(&["do", "t.ron", &format!("rules change \"{change}\"")])
        .failed(1, &[gone[0], gone[1], "if that is meant, `rules change only \"…\"`; if not, list them too"]);
    // All that is listed again stays, and what is new comes in.
    let all = home.run(&["rules", "campaign", "--ron"]).done().out;
    let (_, troops) = all.split_once(" troops: [").expect("they are listed");
    let (troops, _) = troops.split_once("\n ],").expect("they end");
    let troops = troops.replace('"', "\\\"").replace('\n', " ");
    home.run(&["do", "t.ron", &format!("rules change \"(troops: [{troops} (name: \\\"levy\\\", strength: 3)])\"")])
        .done();
    home.run(&["do", "t.ron", &format!("rules change only \"{change}\"")]).done();
    for (change, gone) in [
        (
            "(turn: (phases: [EachSide(\\\"x\\\")]))",
            "the phases of the turn Initiative, “moves and fights” and Exhaustion",
        ),
        ("(ground: (terrain: [(name: \\\"open\\\")]))", "the terrains woods, built-up, "),
        ("(ground: (edges: []))", "the kinds of edges stream, river, wall, hedge and bank"),
        ("(scrud: (defeat: [PushBack]))", "the outcome of a defeat Demote"),
    ] {
        home.run(&["do", "t.ron", &format!("rules change \"{change}\"")]).failed(1, &["this takes away ", gone]);
        home.run(&["do", "t.ron", &format!("rules change only \"{change}\"")]).done();
    }
    // What was ordered reads back as it was, and says what it is about.
    let log = home.run(&["log", "t.ron"]).done().out;
    assert!(log.contains("rules change only \"(troops: [(name: \\\"infantry\\\""), "{log}");
    home.run(&["verify", "t.ron"]).done();
    home.run(&["do", "t.ron", "unit Levies in \"XX Corps\" kind levy"]).failed(1, &["no troop type “levy”"]);
}

/// Under another ladder a grade becomes the one of its name, or the one as far from the neutral one. Source: RULES 2.1.
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
    home.run(&["do", "t.ron", "rules change \"(ladder: \\\"plus-one\\\")\""]).done();
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
    for to in [" to elite", "white to regular"] {
        assert!(!before.iter().any(|grade| to.contains(grade.as_str())) || log.contains(to), "{to}: {log}");
    }
    home.run(&["verify", "t.ron"]).done();
    home.tannenberg("u");
    home.run(&["do", "u.ron", &format!("rules change \"(ladder: {ladder})\"")]).done();
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

/// Where dice may be thrown again, a bare roll and its odds say that theirs are as they first fall. Source: RULES 1, 2.3.
#[test]
fn dice_before_they_are_thrown_again() {
    let home = Home::new();
    home.book("again", "(based_on: \"campaign\", edna: (rerolls: 1), scrud: (rerolls: (dice: 2)))");
    for (roll, what) in [("edna 8", "a failed EDNA test"), ("scrud 2 white v 2 white", "dice of a phase")] {
        let note = format!("note: these rules let {what} be thrown again; here the dice are as they first fall");
        for command in ["roll", "odds"] {
            let said = home.run(&[command, roll, "--rules", "again"]).done().err;
            assert_eq!(said.trim(), note, "{command} {roll}");
            assert_eq!(home.run(&[command, roll]).done().err, "");
        }
    }
    home.tannenberg("t");
    home.run(&["do", "t.ron", "rules change \"(edna: (rerolls: 1))\""]).done();
    let said = home.run(&["odds", "edna \"37th Brigade\"", "--save", "t.ron"]).done().err;
    assert!(said.contains("note: these rules let a failed EDNA test be thrown again"), "{said}");
}

/// Defeats left over are shown, since the next ones eliminate a unit. Source: RULES 2.2, step 6.
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
    assert!(told.contains("going on; ") && told.contains(": 1 of 3 defeats towards an elimination"), "{told}");
    assert!(json(&home, "u.ron")["combats"][0]["sides"][0]["defeats"].is_object());
}

/// A book that does without a mechanism is printed without its sections, and names them.
#[test]
fn sections_that_a_book_does_without_are_left_out() {
    let home = Home::new();
    let page = |name: &str| home.run(&["rules", name]).done().out;
    let classic = page("classic");
    let line = "left out here, since it does without them (--ron has all): EDNA, Exhaustion, Dice tests, Volleys, weapons, targets and Stacks";
    assert!(classic.lines().any(|found| found == line), "{classic}");
    assert!(!classic.contains("rounds_a_turn") && !classic.contains("rifled heavy artillery"), "{classic}");
    assert!(page("skirmish").contains(line));
    let stacks = page("unlurked-stacks");
    assert!(stacks.contains("(--ron has all): SCRUD, EDNA,") && !stacks.contains("blocked_push"), "{stacks}");
    assert!(!page("campaign").contains("left out here"));
}

/// Each book says in a line what it has that the one it is based on has not.
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
        "unlike mouat: with EDNA, dice tests, volleys, exhaustion and stacks that fight as one; `attacks` of the turn: OncePerTurn, not OncePerKind; `rounds_a_turn` of stacks: 1, not None; `road_bonus` of the ground: 1, not 0; `stacking` of the ground: Stack(25), not One; other `terrain` and `edges` of the ground",
    );
    says("evening", "unlike classic: `phases` of SCRUD: 2, not 1");
    says("same", "the same as classic but for its name");
    let page = home.run(&["rules", "mouat"]).done().out;
    assert!(!page.contains("unlike"), "{page}");
}

#[test]
fn rulebooks_that_stand_on_each_other() {
    let home = Home::new();
    home.book("a", "(\n based_on: \"b\")");
    home.book("b", "(based_on: \"c\")");
    home.book("c", "(based_on: \"a\")");
    home.book("d", "(based_on: \"a\")");
    let hint = "one of them must stand on a rulebook that ships";
    home.run(&["rules", "a"]).failed(3, &["a.ron:2:2: based_on:", "a → b → c → a", hint]);
    home.run(&["rules", "d"]).failed(3, &["d.ron:1:2: based_on:", "d → a → b → c → a", hint]);
    let (code, out) = home.checked("self.ron", "(based_on: \"./self.ron\")");
    assert_eq!(code, 1);
    assert!(out.contains("self.ron:1:2: based_on: these rulebooks stand on each other: self → self"), "{out}");
}

#[test]
fn rulebooks_say_only_what_differs_and_stand_on_each_other() {
    let home = Home::new();
    home.book("club", "(title: \"Our club\", based_on: \"classic\", ladder: \"plus-one\", scrud: (phases: 2))");
    home.book("evening", "(based_on: \"club\", scrud: (margins: true))");
    // One of the user's own stands before the one that ships, and on it.
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
    // By its path too, and in a roll by name.
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
        for words in ["phases", "How many phases a combat has in a turn", "infantry", mechanisms] {
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
    // Elite 6 + 1 is 7, without bounds; militia 1 − 1 is 0.
    let rolled = home.run(&["roll", "scrud 1 elite v 1 militia plus-one", "--dice", "6,1", "--json"]).done().json();
    assert_eq!((rolled["dice"][0]["score"].as_i64(), rolled["dice"][1]["score"].as_i64()), (Some(7), Some(0)));
    // Artillery of which nothing is said is of the neutral grade.
    let rolled = home.run(&["roll", "scrud 2 green + artillery v 3", "--dice", "1,2,3,4,5,6", "--json"]).done().json();
    assert_eq!(rolled["roll"], "scrud 2 green + artillery white v 3 white");
}

/// A ladder replaces the ladder and nothing else; a rulebook's name replaces all. Source: RULES 2.1.
#[test]
fn a_ladder_in_a_roll_leaves_the_rules_as_they_are() {
    let home = Home::new();
    let left = |rules: &[&str], roll: &str| {
        let arguments = [&["roll", roll, "--dice", "6,1", "--json"], rules].concat();
        home.run(&arguments).done().json()["result"]["second"]["left"].clone()
    };
    // The elite die is beaten, 2 against 5: under skirmish each defeat is a death, under mouat it is demoted.
    let roll = "scrud 1 militia v 1 elite plus-one";
    assert_eq!(left(&["--rules", "skirmish"], roll), serde_json::json!({}));
    assert_eq!(left(&["--rules", "mouat"], roll), serde_json::json!({ "regular": 1 }));
    // A rulebook in the roll stands for itself, whatever --rules says.
    let roll = "scrud 1 white v 1 white mouat";
    assert_eq!(left(&["--rules", "skirmish"], roll), serde_json::json!({ "yellow": 1 }));
    // So it is with odds: no phase of skirmish leaves anybody demoted.
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
        .failed(1, &["does without turns", "`rules change \"(mechanisms: [Scrud, Edna, Turns])\"`"]);
    // Without turns a combat that is over stands in nobody's way.
    for _ in 0..4 {
        home.run(&["do", "t.ron", "scrud \"XX Corps\" v \"XIII Corps\""]).done();
    }
    home.run(&["do", "t.ron", "rules change \"(mechanisms: [Scrud, Edna, Turns])\"", "initiative"]).done();
}

#[test]
fn other_documents_are_known_by_their_content_and_all_their_faults_are_found() {
    let keys = "(battle: [(does: \"scrudd\", keys: [\"s\"]), (does: \"edna\", keys: [\"hyper-e\"]), (dose: \"lose\", keys: [])])";
    let scenario = "(\n title: \"T\", rules: \"mouat\", muster: (\n sides: [(id: 1, name: \"A\"), (id: 2, name: \"B\")],\n units: [\n\
                    (id: 3, name: \"a\", side: 1, grade: \"gren\"),\n(id: 4, nmae: \"b\", side: 2),\n(id: 5, name: \"c\", sied: 1, side: 9),\n]))";
    let table: &[(&str, &str, i32, &[&str])] = &[
        (
            "k.ron",
            keys,
            1,
            &[
                "1:12: battle.0.does: there is no command “scrudd” here (perhaps `scrud`)",
                "“hyper-e” is no key",
                "1:78: battle.2: there is no field `dose`",
            ],
        ),
        (
            "x.ron",
            "(theme: \"dusk\", asci: true, mouse: 3)",
            1,
            &[
                "1:2: theme: there is no theme “dusk”",
                "1:17: there is no field `asci` (perhaps `ascii`)",
                "1:36: mouse: here should stand `true` or `false`",
            ],
        ),
        (
            "s.ron",
            scenario,
            1,
            &[
                "5:29: muster.units.0.grade: the ladder has no grade “gren”",
                "6:9: muster.units.1: there is no field `nmae` (perhaps `name`)",
                "7:20: muster.units.2: there is no field `sied` (perhaps `side`)",
                "there is no side #9",
            ],
        ),
    ];
    for (name, content, code, says) in table {
        let (answered, out) = Home::new().checked(name, content);
        assert_eq!(answered, *code, "{out}");
        for words in *says {
            assert!(out.contains(words), "“{words}” is not in\n{out}");
        }
        assert_eq!(out.lines().count(), says.len(), "{out}");
    }
    let home = Home::new();
    let theme =
        include_str!("../../assets/themes/dark.ron").replacen("muted:", "mutted:", 1).replacen("\"#", "\"##", 1);
    let (code, out) = home.checked("dusk.ron", &theme);
    assert_eq!(code, 1);
    assert!(out.contains("there is no field `mutted` (perhaps `muted`)") && out.contains("is no colour"), "{out}");
    for (name, content) in [
        ("keys.ron", include_str!("../../assets/keys.ron")),
        ("light.ron", include_str!("../../assets/themes/light.ron")),
        ("settings.ron", "(theme: \"light\", ascii: true)"),
    ] {
        let (code, out) = home.checked(name, content);
        assert_eq!(code, 0, "{out}");
    }
}

#[test]
fn tables_with_faults() {
    // table | every line that is said, without the file's name
    let table: &[(&str, &[&str])] = &[
        (
            "side,name\nGermans,1st\n",
            &[
                "row 1: the column `stack` is missing (it holds the stack's name; blank for a unit in no stack; needed are side, stack and name)",
            ],
        ),
        (
            "side,stack,name,strenght\nGermans,I,1st,4\n",
            &["row 1, column D: there is no column “strenght” (perhaps `strength`)"],
        ),
        (
            "side,stack,name,strength,kind,grade\nGermans,I,1st,four,infantry,green\n\nGermans,I,1st,4,infantry,green\nGermans,I,2nd,4,infantree,gren\n",
            &[
                "row 2, column D (strength): “four” is no number from 1 to 999 (write it in digits; blank is the default)",
                "row 4, column C (name): a second “1st” in the same stack (the first is in row 2; the column `count` makes several)",
                "row 5, column E (kind): the rulebook has no troop type “infantree” (perhaps “infantry”)",
                "row 5, column F (grade): the ladder has no grade “gren” (perhaps “green”)",
            ],
        ),
        (
            "side,stack,name\nGermans,I,1st,x\n,I,2nd\n",
            &[
                "row 2, column D: “x” stands in no column (a text that holds the separator stands in double quotes)",
                "row 3, column A (side): a unit needs a side",
            ],
        ),
        (
            "side,stack,name,lost\n\"Ger\nmans\",I,1st,\nGermans,I,2nd,5\n",
            &[
                "row 2, column A (side): the name holds the character U+000A, which can't be shown",
                "row 3, column D (lost): of 4 Strength Points 5 can't be lost",
            ],
        ),
        (
            "side,stack,name,attack,init,ranks\nErf,I,Hale,ten,-1,warlrd royal\nErf,I,Ossip,10000,3,noble NOBLE decrypted decrypted\nErf,I,Pim,,,king\n",
            &[
                "row 2, column D (attack): “ten” is no number from 0 to 9999 (write it in digits; blank is the default)",
                "row 2, column E (init): “-1” is no number from 0 to 9999 (write it in digits; blank is the default)",
                "row 2, column F (ranks): there is no rank “warlrd” (perhaps `warlord`)",
                "row 3, column D (attack): “10000” is no number from 0 to 9999 (write it in digits; blank is the default)",
                "row 3, column F (ranks): “decrypted” stands here twice",
                "row 3, column F (ranks): “noble” stands here twice",
                "row 4, column F (ranks): there is no rank “king” (there is ruler, heir, attuned, warlord, royal, noble, caster and decrypted)",
            ],
        ),
        ("side,stack,name\n", &["row 1: there is no unit below the columns' names"]),
        (
            "",
            &[
                "row 1: the table is empty (it begins with a row of columns: side, stack, name, kind, strength, lost, edna, worn, grade, count, attack, defense, dmg, dr, init, move, upkeep, level, specials, bonus, ranks, leads, screens, weapons, at, facing and tests)",
            ],
        ),
    ];
    for (content, says) in table {
        let home = Home::new();
        home.file("units.csv", content);
        let answer = home.run(&["muster", "units.csv"]).failed(1, says).harmless();
        let said: Vec<&str> =
            answer.err.lines().map(|l| l.trim_start_matches("error: ").trim_start_matches("units.csv: ")).collect();
        assert_eq!(&said, says, "{content}");
        assert!(!home.path("saves").exists() || fs::read_dir(home.path("saves")).expect("a folder").next().is_none());
    }
}

#[test]
fn tables_as_spreadsheets_write_them() {
    let home = Home::new();
    let german = "\u{feff}Side;Stack;Name;Strength;Grade;Count\r\nGermans;XX Corps;\"37th; Brigade\";4;green;1\r\n;;;;;\r\n\
                  Germans;XX Corps;Jäger;;;3\r\nRussians;;Guard;5;yellow;\r\n";
    home.file("units.csv", german);
    home.run(&["muster", "units.csv", "--title", "Test", "-o", "made.ron", "--seed", "1"]).done();
    home.run(&["check", "made.ron"]).done();
    let table = home.run(&["muster", "--from", "made.ron"]).done().out;
    let wanted = "side,stack,name,kind,strength,lost,edna,worn,grade\n\
                  Germans,XX Corps,37th; Brigade,infantry,4,0,8,0,green\n\
                  Germans,XX Corps,Jäger 1,infantry,4,0,8,0,white\n\
                  Germans,XX Corps,Jäger 2,infantry,4,0,8,0,white\n\
                  Germans,XX Corps,Jäger 3,infantry,4,0,8,0,white\n\
                  Russians,,Guard,infantry,5,0,8,0,yellow\n";
    assert_eq!(table, wanted);
    // Written and read again it is the same; and a battle is under way.
    home.run(&["do", "made.ron", "lose Guard 2", "initiative"]).done();
    home.run(&["muster", "--from", "made.ron", "-o", "again.csv"]).done();
    home.run(&["muster", "again.csv", "--scenario", "again.ron"]).done();
    home.run(&["check", "again.ron"]).done();
    home.run(&["new", "./again.ron", "again2.ron", "--no-open"]).done();
    let again = home.run(&["muster", "--from", "again2.ron"]).done().out;
    assert_eq!(again, home.read("again.csv"));
    assert!(again.contains("Guard,infantry,5,2"), "{again}");
    // Nothing is overwritten.
    home.run(&["muster", "again.csv", "--scenario", "again.ron"]).failed(3, &["there is a file of that name already"]);
    home.run(&["muster", "again.csv", "-o", "made.ron"]).failed(3, &["made.ron"]);
}

#[test]
fn tables_with_the_numbers_of_stacks() {
    let home = Home::new();
    home.file(
        "garrison.csv",
        "Name,side,stack,Attack,defense,dmg,dr,init,move,upkeep,level,specials,bonus,ranks,count\n\
        Hale,Erf,Garrison,9,6,4,2,3,8,40,5,2,,Warlord ROYAL,\nCasta,Erf,Garrison,1,,,,,6,20,2,1,3,caster decrypted,\n\
        Pike,Erf,Garrison,4,5,2,1,1,6,,,,,,2\nFoe,Enemy,,,,,,,,,,,,,\n",
    );
    home.run(&["muster", "garrison.csv", "-o", "made.ron", "--seed", "1"]).done();
    let save = home.read("made.ron");
    assert!(save.contains("bonus: 3") && save.contains("ranks: [Warlord, Royal]") && save.contains("decrypted: true"));
    let table = home.run(&["muster", "--from", "made.ron"]).done().out;
    let wanted = "side,stack,name,kind,strength,lost,edna,worn,grade,attack,defense,dmg,dr,init,move,upkeep,level,specials,bonus,ranks\n\
                  Erf,Garrison,Hale,infantry,4,0,8,0,white,9,6,4,2,3,8,40,5,2,,warlord royal\n\
                  Erf,Garrison,Casta,infantry,4,0,8,0,white,1,,,,,6,20,2,1,3,caster decrypted\n\
                  Erf,Garrison,Pike 1,infantry,4,0,8,0,white,4,5,2,1,1,6,,,,,\n\
                  Erf,Garrison,Pike 2,infantry,4,0,8,0,white,4,5,2,1,1,6,,,,,\n\
                  Enemy,,Foe,infantry,4,0,8,0,white,,,,,,,,,,,\n";
    assert_eq!(table, wanted);
    // Written and read again it is the same.
    home.file("again.csv", &table);
    home.run(&["muster", "again.csv", "-o", "again.ron"]).done();
    assert_eq!(home.run(&["muster", "--from", "again.ron"]).done().out, wanted);
}

/// Who leads, what a unit fires with, and its tests: a volley and a test can be ordered of a campaign that began as a table.
#[test]
fn tables_with_leaders_weapons_and_tests() {
    let home = Home::new();
    let table = "side,stack,name,kind,leads,weapons,tests\n\
                 Reds,Van,Fusiliers,infantry,,\"muskets, machine guns\",\"Nerve pass-all 2d 5-, Old Guard pass-one 1d 4+\"\n\
                 Reds,Van,Hale,,defensive,,\nBlues,,Guns,artillery,,,\n";
    home.file("units.csv", table);
    home.run(&["muster", "units.csv", "-o", "made.ron", "--seed", "1"]).done();
    let again = home.run(&["muster", "--from", "made.ron"]).done().out;
    assert!(
        again.contains(",\"muskets, machine guns\",\"Nerve pass-all 2d 5-, Old Guard pass-one 1d 4+\"\n"),
        "{again}"
    );
    assert!(again.contains("Reds,Van,Hale,infantry,4,0,8,0,white,defensive,,\n"), "{again}");
    home.run(&["do", "made.ron", "test Fusiliers \"Old Guard\"", "volley Fusiliers at Guns range 2 with muskets"])
        .done();
    for (cell, says) in [
        ("\"a,\",", "column F (weapons): here should stand a name, not the end"),
        ("mskets,", "column F (weapons): the rulebook has no weapon “mskets” (perhaps “muskets”)"),
        (",Nerve", "column G (tests): here should stand one of `pass-one`, `pass-all`, not the end"),
        (",Nerve pass-one 2d 9-", "column G (tests): a D6 shows 1 to 6, so no test is 9-"),
    ] {
        home.file("faulty.csv", format!("side,stack,name,kind,leads,weapons,tests\nReds,Van,A,,,{cell}\n"));
        home.run(&["muster", "faulty.csv", "-o", "no.ron"]).failed(1, &[says]);
    }
    home.file(
        "faulty.csv",
        "side,stack,name,leads\nReds,Van,A,defensiv\nReds,Van,B,neutral\nReds,Van,C,neutral\nReds,,D,neutral\n",
    );
    home.run(&["muster", "faulty.csv", "-o", "no.ron"]).failed(
        1,
        &[
            "row 2, column D (leads): there is no posture “defensiv” (perhaps `defensive`)",
            "row 4, column D (leads): a second leader of Van",
            "row 5, column D (leads): who is in no stack leads none",
        ],
    );
}

#[test]
fn all_faults_of_a_saves_head_are_told_at_once() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "one.ron", "--seed", "1", "--no-open"]).done();
    let save = home.read("one.ron");
    let seed = save.split("seed: \"").nth(1).and_then(|rest| rest.split('"').next()).expect("it has one");
    let changed = [
        (seed, "no hex"),
        ("phases: 3", "phases: 0"),
        ("eliminate_every: 3", "eliminate_ever: 3"),
        ("start: 8", "start: 0"),
        ("grade: \"green\"", "grade: \"gren\""),
        ("stack: 21, kind: \"infantry\"", "stack: 21, kind: \"infantri\""),
    ];
    let mut faulty = save.clone();
    for (from, to) in changed {
        assert!(faulty.contains(from), "{from}: {save}");
        faulty = faulty.replacen(from, to, 1);
    }
    home.file("two.ron", &faulty);
    let (code, out) = home.checked("three.ron", &faulty);
    assert_eq!(code, 1, "{out}");
    for says in [
        "seed",
        "rules.scrud.phases: a combat has 1 to 99 phases",
        "there is no field `eliminate_ever` (perhaps `eliminate_every`)",
        "rules.edna.start: an EDNA starts at 1 to 200",
        "the ladder has no grade “gren” (perhaps “green”)",
        "the rulebook has no troop type “infantri” (perhaps “infantry”)",
    ] {
        assert!(out.contains(says), "{says}: {out}");
    }
    assert_eq!(out.lines().count(), changed.len(), "{out}");
    assert!(
        out.lines().all(|line| line.split(':').nth(2).is_some_and(|column| column.parse::<u32>().is_ok())),
        "{out}"
    );
    // Of what can't be known while the ladder is faulty nothing is said.
    let (_, out) = home.checked("four.ron", &save.replacen("neutral: \"white\"", "neutral: \"grey\"", 1));
    assert!(out.contains("neutral") && !out.contains("muster"), "{out}");
    home.run(&["state", "two.ron"]).failed(3, &["rules.scrud.phases", "“gren”"]);
}

/// Whatever is wrong with a document of players, its place is named and what to do about it.
#[test]
fn each_fault_has_its_place_and_a_hint() {
    let garrison = include_str!("../../assets/scenarios/garrison.ron");
    let changed = |from: &str, to: &str| {
        assert!(garrison.contains(from), "{from}");
        garrison.replacen(from, to, 1)
    };
    let troop = |test: &str| format!("(troops: [(name: \"levy\", strength: 4, tests: [(name: \"Nerve\", {test})])])");
    let pikes = "(id: 11, side: 1, name: \"Pikes\", screening: Edge(10, Left)),";
    let screened = format!("(id: 12, side: 1, name: \"Gate\", screening: Edge(11, Back)), {pikes}");
    let screens = format!("{pikes} (id: 12, side: 1, name: \"Wall\", screening: Edge(11, Back)),");
    for (content, says) in [
        ("(ladder: (name: \"bare\", grades: [], neutral: \"white\"))".to_string(), "1 to 32 grades, not 0"),
        ("(edna: (dice: (2, 0)))".into(), "a die has 2 to 100 sides, not 0"),
        ("(weapons: [(name: \"sling\", dice: [])], troops: [(name: \"levy\", strength: 4)])".into(), "not 0"),
        ("(based_on: \"mine.ron\")".into(), "stand on each other"),
        ("(scrud: (phasez: 2))".into(), "there is no field `phasez`"),
        ("(stacks: (rounds_a_turn: 0))".into(), "a Conflict of no rounds"),
        (troop("dice: 0, needs: AtMost(4)"), "a test takes 1 to 20 dice, not 0"),
        (troop("dice: 2, needs: AtLeast(7)"), "no test is 7+"),
        (changed("screening: Edge(10, Left)", "screening: Edge(11, Left)"), "can't screen itself"),
        (changed(pikes, &screens), "Pikes screens already, and can't be screened"),
        (changed(pikes, &screened), "Pikes is screened by Gate, and can't screen"),
        (changed("leader: 200, posture: Offensive", "posture: Offensive"), "has no leader"),
    ] {
        let home = Home::new();
        let (code, out) = home.checked("mine.ron", &content);
        let place = out.strip_prefix("mine.ron:").and_then(|rest| rest.split_once(": ")).map(|(place, _)| place);
        assert!(code == 1 && out.contains(says), "{says}: {out}");
        assert!(place.is_some_and(|p| p.split(':').all(|n| n.parse::<u32>().is_ok())), "{says}: {out}");
        assert!(out.lines().count() == 1 && out.trim_end().ends_with(')'), "{says}, with a hint: {out}");
    }
}
