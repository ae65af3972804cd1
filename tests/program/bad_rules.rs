//! Faults in rulebooks, scenarios and the other documents that players write. The program reports all faults at once,
//! each with its place and a way out. Source: issue 3, "Bad input"; RULES 2.1.

use crate::harness::call::Home;

#[test]
fn rulebooks_with_faults() {
    // content | every message line, without the file's name
    let table: &[(&str, &[&str])] = &[
        (
            "(ladder: (name: \"none\", grades: [], neutral: \"white\"))",
            &[
                "1:25: ladder.grades: a ladder must have 1 to 32 grades, not 0 (list grades best first: `(name: \"green\", modifier: 1)`)",
            ],
        ),
        (
            "(ladder: (name: \"flat\", grades: [(name: \"white\", die: 0)], neutral: \"white\"))",
            &["1:55: ladder.grades.0.die: a die has 2 to 100 sides, not 0 (write 2D6 as `(2, 6)`, a single D6 as `6`)"],
        ),
        (
            "(edna: (dice: (2, 0)))",
            &["1:19: edna.dice.1: a die has 2 to 100 sides, not 0 (write 2D6 as `(2, 6)`, a single D6 as `6`)"],
        ),
        ("(scrud: (phasez: 2))", &["1:10: scrud: there is no field `phasez` (did you mean `phases`?)"]),
        ("(ladder: \"plus-two\")", &["1:2: ladder: there is no ladder “plus-two” (did you mean “plus-one”?)"]),
        (
            "(based_on: \"mouatt\", edna: (start: 0))",
            &[
                "1:2: based_on: there is no rulebook “mouatt” (did you mean “mouat”?)",
                "1:29: edna.start: the starting EDNA must be 1 to 200, not 0",
            ],
        ),
        // Three faults at once, followed by two of another kind.
        (
            "(\n scrud: (\n  extra: Ignored,\n  carry: PerPhases,\n  ties: Attacker,\n  phases: 0,\n ),\n exhaustion: (fraction: (3, 2)),\n)",
            &[
                "3:3: scrud: there is no field `extra` (did you mean `extras`?)",
                "4:10: scrud.carry: there is no word `PerPhases` (did you mean `PerPhase`?)",
                "5:9: scrud.ties: there is no word `Attacker` (available: Ignored and Defender)",
                "6:3: scrud.phases: a combat has 1 to 99 phases in a turn, not 0",
                "8:15: exhaustion.fraction: (3, 2) is not a fraction above 0 and up to 1 (a half is `(1, 2)`)",
            ],
        ),
        (
            "(mechanisms: [Edna, Scrudd, Edna])",
            &[
                "1:21: mechanisms.1: there is no word `Scrudd` (did you mean `Scrud`?)",
                "1:29: mechanisms.2: Edna is named twice",
            ],
        ),
        // A list that removes something other lists need reports that itself.
        (
            "(based_on: \"itchy-and-scratchy\",\n targets: [(name: \"infantry\", faces: [5, 6]), (name: \"artillery\", faces: [5, 6])])",
            &[
                "2:2: targets: this removes the target class cavalry of the troop types dismounted cavalry, mounted cavalry and transport \
                 (list it too, or change those troop types)",
                "2:2: targets: this removes the target class general of the troop type general \
                 (list it too, or change those troop types)",
            ],
        ),
        // Changes by name are checked where they stand.
        (
            "(based_on: \"mouat\",\n troops: {\n  \"infntry\": (moves: 3),\n  \"mountd cavalry\": None,\n  \"Infantry\": (strength: 0),\n  \"infantry\": (moves: 4),\n })",
            &[
                "3:3: troops.0: there is no troop type “infntry” to change, and a new one needs `strength` (did you mean “infantry”?)",
                "4:3: troops.1: there is no troop type “mountd cavalry” to remove (did you mean “mounted cavalry”?)",
                "5:16: troops.2.strength: a strength must be 1 to 999, not 0",
                "6:3: troops.3: duplicate troop type “infantry”",
            ],
        ),
        (
            "(based_on: \"mouat\",\n troops: {\"general\": (target: \"generl\"), \"infantry\": (moves: 3)},\n weapons: {\"machine guns\": None, \"musket\": (attack_costs_move: false)})",
            &[
                "2:23: troops.0.target: there is no target class “generl” (did you mean “general”?)",
                "3:2: weapons: this removes the weapon machine guns of the troop type machine gun \
                 (list it too, or change those troop types)",
                "3:34: weapons.1: there is no weapon “musket” to change, and a new one needs `dice` (did you mean “muskets”?)",
            ],
        ),
        ("(troops: {\"infantry\": (move: 3)})", &["1:24: troops.0: there is no field `move` (did you mean `moves`?)"]),
        (
            "(troops: 3)",
            &["1:10: troops: expected a list `[…]`, or changes by name `{\"…\": (…)}`, found the number `3`"],
        ),
        ("Dear diary", &["1:1: expected fields in parentheses: `(name: value, …)`"]),
    ];
    for (content, says) in table {
        let (code, out) = Home::new().checked("mine.ron", content);
        assert_ne!(code, 0, "{content}");
        let said: Vec<&str> = out.lines().map(|line| line.strip_prefix("mine.ron:").unwrap_or(line)).collect();
        assert_eq!(&said, says, "{content}");
    }
}

/// Remarks on sound rulebooks that do not do what their author means: settings without effect, and lists that remove
/// parts of the base book. Source: RULES 1, 2.3.
#[test]
fn remarks_on_sound_rulebooks() {
    let nothing = "this has no effect: ";
    // content | every message line after the first, without the file's name
    let table: &[(&str, &[&str])] = &[
        ("(based_on: \"mouat\", scrud: (phases: 2, carry: PerCombat))", &[]),
        (
            "(based_on: \"mouat\",\n scrud: (phases: 1, carry: PerCombat))",
            &[
                "2:21: scrud.carry: NOTHINGa combat has only one phase in a turn, so no later phase can continue the count \
               (to count from combat to combat, set `PerBattle`)",
            ],
        ),
        (
            "(based_on: \"mouat\", scrud: (eliminate_every: None, carry: PerBattle, margins: true, defeat: [PushBack]), only: [Defeat])",
            &[
                "1:52: scrud.carry: NOTHINGdefeats are not counted, so none are left over (to count them, set `eliminate_every: 3`)",
                "1:70: scrud.margins: NOTHINGevery defeat is only a push-back, whatever its margin (leave it out)",
            ],
        ),
        (
            "(based_on: \"mouat\", edna: (start: 10))",
            &["1:28: edna.start: NOTHINGthe rulebook does not use EDNA (list Edna in `mechanisms`)"],
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
                "1:65: scrud.rerolls.faces: NOTHINGno dice may be rerolled, whatever they show (to allow one reroll, set `rerolls: (dice: 1, …)`)",
                "1:32: scrud.hand_dice: NOTHINGthe dice of this ladder score the face they show (leave it out)",
                "1:78: scrud.blocked_push: NOTHINGno unit is ever pushed back (list `PushBack` in `defeat`)",
            ],
        ),
        (
            "(based_on: \"unlurked-stacks\", stacks: (blows: Scrud, hit: 12), scrud: (extras: Ignored))",
            &["1:54: stacks.hit: NOTHINGwith `blows: Scrud` no D20 is rolled (leave it out, or set `blows: D20`)"],
        ),
        (
            "(based_on: \"campaign\", only: [Mechanisms], mechanisms: [Edna, Turns], turn: (attacks: Free), edna: (scales: (range: 1)))",
            &[
                "1:110: edna.scales.range: NOTHINGno unit fires (list Volleys in `mechanisms`)",
                "1:78: turn.attacks: NOTHINGno unit attacks (list Scrud, Volleys or Stacks in `mechanisms`)",
            ],
        ),
        // A remark on the base book belongs to the base book, not to the book based on it.
        ("(based_on: \"full-metal-edna\", edna: (start: 9))", &[]),
        (
            "(based_on: \"classic\", weapons: [(name: \"rifles\", dice: [6])], troops: [(name: \"Infantry\", strength: 4)])",
            &[
                "1:63: troops: this removes the troop types dismounted cavalry, mounted cavalry, machine gun, artillery, transport, general, aircraft and air defence; of infantry the weapon rifles (to confirm, add `only: [Troops]`; otherwise list them too)",
                "1:23: weapons: this removes the weapons rifled heavy artillery, rifled field artillery, rifled mountain artillery, \
                 smooth-bore heavy artillery, smooth-bore field artillery, smooth-bore mountain artillery, machine guns, muskets \
                 and hand-held weapons; of rifles the ranges 2 and 3 (to confirm, add `only: [Weapons]`; otherwise list them too)",
            ],
        ),
        (
            "(based_on: \"classic\", mechanisms: [Scrud])",
            &[
                "1:23: mechanisms: this removes the mechanism Turns (to confirm, add `only: [Mechanisms]`; otherwise list it too)",
            ],
        ),
        ("(based_on: \"classic\", only: [Mechanisms], mechanisms: [Scrud])", &[]),
        ("(mechanisms: [Scrud], troops: [(name: \"infantry\", strength: 4)])", &[]),
        // Lists inside groups of settings, and inside lists.
        (
            "(based_on: \"campaign\",\n turn: (phases: [EachSide(\"x\")]),\n ground: (terrain: [(name: \"open\"), (name: \"woods\", cover: true)], edges: []),\n scrud: (defeat: [PushBack]))",
            &[
                "4:10: scrud.defeat: this removes the outcome of a defeat Demote (to confirm, add `only: [Defeat]`; otherwise list it too)",
                "2:9: turn.phases: this removes the phases of the turn Initiative, “moves and fights” and Exhaustion (to confirm, add `only: [Phases]`; otherwise list them too)",
                "3:11: ground.terrain: this removes the terrains built-up, fortification, fields, sand, rough, hill, marsh and lake; \
                 of woods the exceptions for mounted cavalry, artillery and transport (to confirm, add `only: [Terrain]`; otherwise list them too)",
                "3:68: ground.edges: this removes the kinds of edges stream, river, wall, hedge and bank (to confirm, add `only: [Edges]`; otherwise list them too)",
            ],
        ),
        ("(based_on: \"campaign\", only: [Defeat], scrud: (defeat: [LoseStrength(1)]))", &[]),
        ("(based_on: \"mouat\", ladder: \"plus-one\")", &[]),
        (
            "(based_on: \"classic\", scrud: (air_defence: OneEach), only: [Troops], troops: [(name: \"infantry\", strength: 4)])",
            &[
                "1:31: scrud.air_defence: NOTHINGno troop type is air defence (add `support: AirDefence` to a troop type)",
            ],
        ),
        ("(based_on: \"campaign\", scrud: (air_defence: OneEach))", &[]),
        (
            "(ladder: (name: \"mouat\", grades: [(name: \"white\")], neutral: \"white\"), based_on: \"mouat\")",
            &[
                "1:26: ladder.grades: this removes the grades black, blue, green, yellow and red (to confirm, add `only: [Grades]`; otherwise list them too)",
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
    // The rulebooks that ship cause no remarks.
    let home = Home::new();
    for (name, text) in wardiary_diary::assets::RULEBOOKS {
        let (code, out) = home.checked(&format!("{name}.ron"), text);
        assert_eq!((code, out), (0, format!("{name}.ron: sound rulebook\n")));
    }
}

/// A change of the rules reports everything it removes.
#[test]
fn lists_of_changed_rules_say_what_they_take_away() {
    let home = Home::new();
    home.tannenberg("t");
    let change = "(troops: [(name: \\\"infantry\\\", strength: 5)], mechanisms: [Scrud, Turns])";
    let gone = [
        "this removes the troop types dismounted cavalry,",
        " and air defence; of infantry the weapon rifles; the mechanisms Edna, Tests, ",
    ];
    home.run(&["do", "t.ron", &format!("rules change \"{change}\"")])
        .failed(1, &[gone[0], gone[1], "to confirm, write `rules change only …`; otherwise list them too"]);
    // A change that lists every old troop type again removes nothing and adds the new one.
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
        home.run(&["do", "t.ron", &format!("rules change \"{change}\"")]).failed(1, &["this removes ", gone]);
        home.run(&["do", "t.ron", &format!("rules change only \"{change}\"")]).done();
    }
    // The recorded order reads back unchanged and names its subject.
    let log = home.run(&["log", "t.ron"]).done().out;
    assert!(log.contains("rules change only \"(troops: [(name: \\\"infantry\\\""), "{log}");
    home.run(&["verify", "t.ron"]).done();
    home.run(&["do", "t.ron", "unit Levies in \"XX Corps\" kind levy"]).failed(1, &["no troop type “levy”"]);
}

#[test]
fn rulebooks_that_stand_on_each_other() {
    let home = Home::new();
    home.book("a", "(\n based_on: \"b\")");
    home.book("b", "(based_on: \"c\")");
    home.book("c", "(based_on: \"a\")");
    home.book("d", "(based_on: \"a\")");
    let hint = "base one of them on a built-in rulebook";
    home.run(&["rules", "a"]).failed(3, &["a.ron:2:2: based_on:", "a → b → c → a", hint]);
    home.run(&["rules", "d"]).failed(3, &["d.ron:1:2: based_on:", "d → a → b → c → a", hint]);
    let (code, out) = home.checked("self.ron", "(based_on: \"./self.ron\")");
    assert_eq!(code, 1);
    assert!(
        out.contains("self.ron:1:2: based_on: these rulebooks are based on each other in a circle: self → self"),
        "{out}"
    );
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
                "k.ron:1:12: battle.0.does: there is no command “scrudd” here (did you mean `scrud`?)",
                "“hyper-e” is not a key",
                "1:78: battle.2: there is no field `dose`",
            ],
        ),
        (
            "x.ron",
            "(theme: \"dusk\", asci: true, mouse: 3)",
            1,
            &[
                "1:2: theme: there is no theme “dusk” (did you mean “dark”?)",
                "1:17: there is no field `asci` (did you mean `ascii`?)",
                "1:36: mouse: expected `true` or `false`",
            ],
        ),
        (
            "s.ron",
            scenario,
            1,
            &[
                "5:29: muster.units.0.grade: the ladder has no grade “gren”",
                "6:9: muster.units.1: there is no field `nmae` (did you mean `name`?)",
                "7:20: muster.units.2: there is no field `sied` (did you mean `side`?)",
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
    let theme = include_str!("../../crates/view/assets/themes/dark.ron")
        .replacen("muted:", "mutted:", 1)
        .replacen("\"#", "\"##", 1);
    let (code, out) = home.checked("dusk.ron", &theme);
    assert_eq!(code, 1);
    assert!(
        out.contains("there is no field `mutted` (did you mean `muted`?)")
            && out.contains("“##15191b” is not a colour"),
        "{out}"
    );
    for (name, content) in [
        ("keys.ron", include_str!("../../assets/keys.ron")),
        ("light.ron", include_str!("../../crates/view/assets/themes/light.ron")),
        ("settings.ron", "(theme: \"light\", ascii: true)"),
    ] {
        let (code, out) = home.checked(name, content);
        assert_eq!(code, 0, "{out}");
    }
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
        "there is no field `eliminate_ever` (did you mean `eliminate_every`?)",
        "rules.edna.start: the starting EDNA must be 1 to 200",
        "the ladder has no grade “gren” (did you mean “green”?)",
        "the rulebook has no troop type “infantri” (did you mean “infantry”?)",
    ] {
        assert!(out.contains(says), "{says}: {out}");
    }
    assert_eq!(out.lines().count(), changed.len(), "{out}");
    assert!(
        out.lines().all(|line| line.split(':').nth(2).is_some_and(|column| column.parse::<u32>().is_ok())),
        "{out}"
    );
    // While the ladder is faulty, the program does not report faults that depend on the ladder.
    let (_, out) = home.checked("four.ron", &save.replacen("neutral: \"white\"", "neutral: \"grey\"", 1));
    assert!(out.contains("neutral") && !out.contains("muster"), "{out}");
    home.run(&["state", "two.ron"]).failed(3, &["rules.scrud.phases", "“gren”"]);
}

/// Every fault in a player's document has a position and a hint.
#[test]
fn each_fault_has_its_place_and_a_hint() {
    let garrison = include_str!("../../crates/base/assets/scenarios/garrison.ron");
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
        ("(based_on: \"mine.ron\")".into(), "these rulebooks are based on each other in a circle: mine → mine"),
        ("(scrud: (phasez: 2))".into(), "there is no field `phasez`"),
        ("(stacks: (rounds_a_turn: 0))".into(), "a Conflict needs at least one round per turn"),
        (troop("dice: 0, needs: AtMost(4)"), "a test takes 1 to 20 dice, not 0"),
        (troop("dice: 2, needs: AtLeast(7)"), "a D6 shows 1 to 6, so 7+ is not a valid test"),
        (changed("screening: Edge(10, Left)", "screening: Edge(11, Left)"), "can't screen itself"),
        (changed(pikes, &screens), "Pikes is screening, so it can't be screened"),
        (changed(pikes, &screened), "Pikes is screened by Gate, so it can't screen"),
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
