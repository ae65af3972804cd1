//! The theatre on the Campaign screen: places and sightings of forces, the network, contacts, and the keys that lead to
//! the battle, the map and the forces.

use super::*;

/// A campaign in a network: the theatre shows places and objectives, and the player sends forces to a place.
#[test]
fn forces_stand_in_a_theatre_and_are_sent_through_it() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys("5<tab>").shows((120, 40));
    assert!(screen.contains("Theatre: none yet") && screen.contains("→ add places and roads"), "{screen}");
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(
        screen.contains("Places and roads") && screen.contains("theatre roads"),
        "what is offered is a form\n{screen}"
    );
    program.keys("<esc>");
    let laid = r#"theatre "(network: (title: \"East Prussia\", places: [\"Thorn\", \"Kulm\", \"Alle Ford\"],
        roads: [(\"Thorn\", \"Kulm\", 2), (\"Kulm\", \"Alle Ford\", 1)]), at: [(10, \"Thorn\"), (20, \"Kulm\")],
        objectives: [(\"Kulm\", 3)], sources: [(1, \"Thorn\")])""#;
    program.keys(&order(&laid.replace('\n', " ")));
    for (width, height) in SIZES {
        let screen = program.sees(
            (width, height),
            &[
                "◆ Theatre: East Prussia",
                "▌→ 1 force has no station yet",
                "Alle Ford",
                "Score: Russians ahead by 3",
                "Offered",
                "Enter starts the order: station \"XV Corps\" at",
            ],
        );
        let stands = |place: &str, force: &str| screen.lines().any(|line| line.contains(place) && line.contains(force));
        assert!(stands("Thorn  ", "XX Corps") && stands("Kulm  ", "XIII Corps"), "{screen}");
    }
    let screen = program.shows((120, 40));
    assert!(screen.contains("→ 1 force has no station yet: station XV Corps"), "{screen}");
    let screen = program.keys("gj").shows((120, 40));
    for seen in ["Germans: XX Corps (16 SP)", "Germans are supplied from here", "Roads: Kulm 2"] {
        assert!(screen.contains(seen), "“{seen}” is not on the screen\n{screen}");
    }
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains("◆ Forces") && screen.contains("XX Corps, Germans"), "to who is there\n{screen}");
    let screen = program.keys("<space><tab><tab>G<enter>").shows((120, 40));
    assert!(
        screen.contains("\"XX Corps\" ") && screen.contains("Alle Ford\""),
        "who is picked is sent there\n{screen}"
    );
}

/// Sending several picked forces gives one order for each.
#[test]
fn all_who_are_picked_are_sent() {
    let mut program = Program::with("tannenberg");
    for given in [
        "end battle",
        r#"rules change "(clock: (unit: \"day\"), march: (allowance: 1))""#,
        r#"theatre "(network: (places: [\"Thorn\", \"Kulm\"], roads: [(\"Thorn\", \"Kulm\", 1)]))""#,
        "station \"XX Corps\" at Thorn",
    ] {
        program.keys(&order(given));
    }
    let before = program.save().diary().head();
    // XX Corps marches. XIII Corps has no station, so a `station` order puts it there.
    let screen = program.keys("5<backtab>jh j <tab><tab>G<enter>").shows((120, 40));
    assert!(screen.contains("2 orders were given"), "{screen}");
    assert_eq!(program.save().diary().head(), before + 2, "{screen}");
}

/// If one of the picked forces can't be sent, none is sent, and the screen says why.
#[test]
fn forces_that_cannot_march_are_reported() {
    let campaign = || {
        let mut program = Program::with("tannenberg");
        for given in [
            "end battle",
            r#"rules change "(clock: (unit: \"day\"), march: (allowance: 1))""#,
            r#"theatre "(network: (places: [\"Thorn\", \"Kulm\"], roads: [(\"Thorn\", \"Kulm\", 1)]), at: [(10, \"Thorn\")])""#,
        ] {
            program.keys(&order(given));
        }
        program
    };
    let table: &[(&str, &str, &[&str])] = &[
        (
            "a unit in a stack, by itself",
            "5<backtab>jj <tab><tab>G<enter>",
            &[": march \"37th Brigade\"", "the unit 37th Brigade is stationed with its stack, XX Corps"],
        ),
        (
            "a force, and a unit in another stack",
            "5<backtab>j jjjjjj <tab><tab>G<enter>",
            &["no force was sent: ", "is stationed with its stack, XIII Corps"],
        ),
        (
            "a force, and one that is already there",
            "5<backtab>j jjjj <tab><tab>gj<enter>",
            &["no force was sent: the stack XX Corps is already there"],
        ),
        ("a side", "5<backtab> <tab><tab>G<enter>", &[": march Germans", "there is no stack or unit called “Germans”"]),
    ];
    for (story, keys, seen) in table {
        let mut program = campaign();
        let before = program.save().diary().head();
        let screen = program.keys(keys).shows((120, 40));
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
        assert_eq!(program.save().diary().head(), before, "{story}\n{screen}");
    }
}

/// When a battle's map is also the theatre, the Theatre pane and the Forces pane report the same missing stations.
#[test]
fn forces_without_a_station_are_marked_in_both_panes() {
    let mut program = Program::with("wadi");
    program.keys(&order("end battle")).keys(&order("theatre map \"The wells at Tel Amara\"")).keys("5");
    let screen = program.shows((120, 40));
    assert!(screen.contains("→ 4 forces have no station yet: station Main"), "{screen}");
    let row = screen.lines().find(|line| line.contains("▾ Main body")).unwrap_or_default();
    assert!(row.contains("no station yet, on"), "{screen}");
    let screen = program.keys(&order("station \"Main body\" at G10")).shows((120, 40));
    assert!(screen.contains("→ 3 forces have no station yet"), "{screen}");
    let row = screen.lines().find(|line| line.contains("▾ Main body")).unwrap_or_default();
    assert!(row.contains("G10"), "{screen}");
}

/// A force on a road shows the distance covered and the length of the road.
#[test]
fn a_force_on_a_road_is_told_by_how_far_it_has_come() {
    let mut program = in_sight();
    for given in ["march \"XIII Corps\" to Lyck", "advance anyway", "advance anyway"] {
        program.keys(&order(given));
    }
    program.keys("5");
    go_to_pane(&mut program, "Forces");
    let screen = program.keys("zjjj").shows((120, 60));
    let wanted = "to Alle Ford, 2 of 3 steps from Kulm, then to Lyck";
    assert!(screen.to_lowercase().contains(&wanted.to_lowercase()), "{screen}");
}

/// Forces sent to the same place meet, and the contact becomes a battle of the forces at hand.
#[test]
fn forces_march_and_meet_and_fight() {
    let mut program = Program::with("tannenberg");
    for given in [
        "end battle",
        r#"rules change "(clock: (unit: \"day\"), march: (allowance: 1))""#,
        r#"theatre "(network: (places: [\"Thorn\", \"Kulm\"], roads: [(\"Thorn\", \"Kulm\", 1)]), at: [(10, \"Thorn\"), (20, \"Kulm\")])""#,
        "station \"XV Corps\" at Kulm",
    ] {
        program.keys(&order(given));
    }
    // XX Corps is picked in the Forces pane and sent to Kulm in the Theatre pane.
    let screen = program.keys("5<backtab>j <tab><tab>G<enter>").shows((120, 40));
    assert!(screen.contains(": march \"XX Corps\" to"), "{screen}");
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains("at Thorn, to Kulm"), "{screen}");
    let screen = program.keys("F<enter>").shows((120, 40));
    assert!(screen.contains("Contacts: 2") && screen.contains("XX Corps met"), "{screen}");
    assert!(screen.contains("in contact"), "{screen}");
    let screen = program.keys("<backtab><enter>").shows((120, 40));
    assert!(
        screen.contains("battle Kulm from contact 1 with \"XX Corps\" v") && screen.contains("Enter gives the order"),
        "{screen}"
    );
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains("Battles: 1 under way, 1 over"), "{screen}");
}

/// A theatre of four places with one long road. XX Corps and XIII Corps see each other, and nobody sees XV Corps. The
/// calendar has a note, an order and a proposal. There are points to win.
pub(super) fn in_sight() -> Program {
    let mut program = Program::with("tannenberg");
    for given in [
        "end battle",
        r#"rules change "(clock: (unit: \"day\"), march: (allowance: 1), sight: (range: 1, memory: 1, seen: (strength: Band([5, 20]))), recover: (strength: 1))""#,
        r#"theatre "(network: (title: \"East Prussia\", places: [\"Thorn\", \"Kulm\", \"Alle Ford\", \"Lyck\"], roads: [(\"Thorn\", \"Kulm\", 1), (\"Kulm\", \"Alle Ford\", 3), (\"Alle Ford\", \"Lyck\", 2)]), at: [(10, \"Thorn\"), (20, \"Kulm\"), (21, \"Lyck\")], objectives: [(\"Kulm\", 3)])""#,
        r#"schedule "promote \"37th Brigade\" 1 because \"rested\"" at day 2"#,
        "lose \"5th Rifle Brigade\" 1",
        "advance",
    ] {
        program.keys(&order(given));
    }
    program
}

#[test]
fn sightings_are_shown_with_their_age() {
    let mut program = in_sight();
    program.keys("5");
    let screen = program.shows((120, 50));
    assert!(screen.contains("Sightings: 2"), "{screen}");
    assert!(screen.contains("Germans  XIII Corps at Kulm, in sight"), "{screen}");
    assert!(screen.contains("Russians XX Corps at Thorn, in sight"), "{screen}");
    // XIII Corps marches behind the next place, out of sight. The last sighting is at its old place.
    program.keys(&order("march \"XIII Corps\" to Lyck"));
    (0..2).for_each(|_| drop(program.keys(&order("advance anyway")).shows((120, 50))));
    let screen = program.shows((120, 50));
    assert!(screen.contains("Germans  XIII Corps"), "{screen}");
    assert!(screen.contains("XIII Corps at Kulm, seen day 2"), "{screen}");
    program.keys("<esc>5");
    let to_sightings = |program: &mut Program| {
        for _ in 0..9 {
            if program.shows((120, 50)).contains("◆ Sightings") {
                return;
            }
            program.keys("<tab>");
        }
        panic!("no sightings");
    };
    to_sightings(&mut program);
    let screen = program.shows((120, 50));
    assert!(screen.contains("Known to Germans") && screen.contains("Actually: XIII Corps"), "{screen}");
    for (width, height) in SIZES {
        let screen = program.sees(
            (width, height),
            &[
                "◆ Sightings: 2",
                "▌  Germans  XIII Corps at Kulm",
                "Russians XX Corps at Thorn",
                "Known to Germans",
                "XIII Corps at Kulm, last seen on day 2",
            ],
        );
        if width == 120 {
            insta::assert_snapshot!("sightings_120x40", screen);
        }
    }
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains("◆ Forces") && screen.contains("XIII Corps, Russians"), "{screen}");
}

#[test]
fn the_network_is_drawn_beside_the_forces_or_with_all_the_room() {
    let mut program = in_sight();
    program.keys(&order("march \"XIII Corps\" to \"Alle Ford\"")).keys(&order("advance anyway"));
    let screen = program.keys("5").shows((120, 40));
    assert!(screen.contains("Network: G Germans, R Russians") && screen.contains("Calendar"), "{screen}");
    assert!(screen.contains("● Thorn 1 Germans"), "{screen}");
    assert!(!program.shows((80, 24)).contains("Network:"), "there is no room beside the others");
    for (width, height) in SIZES {
        program.keys("'n");
        let screen = program.sees(
            (width, height),
            &["◆ Network: G Germans, R Russians", "○ Kulm ♦3", "○ Alle Ford", "Lyck 1 Russians", "Roads: Kulm 1"],
        );
        if width == 80 {
            insta::assert_snapshot!("network_80x24", screen);
        }
        program.keys("'n");
    }
    // The arrow keys move between the places. The selected place has a mark and a card.
    let screen = program.keys("'n<right>").shows((80, 24));
    assert!(screen.contains("◆ Kulm ♦3") && screen.contains("Roads: Thorn 1, Alle Ford 3"), "{screen}");
    let screen = program.keys("<esc>").shows((80, 24));
    assert!(screen.contains("◆ Theatre") && !screen.contains("Network:"), "Esc gives the room back\n{screen}");
    // A click on a place selects it.
    program.keys("'n");
    let (x, y) = place(&program.shows((80, 24)), "Lyck");
    let screen = program.click(x, y).shows((80, 24));
    assert!(screen.contains("├ Lyck") && screen.contains("XV Corps"), "{screen}");
    // A theatre that is not a network shows no network.
    let screen = Program::with("tannenberg").keys("5'n").shows((120, 40));
    assert!(screen.contains("network: the theatre is not a network"), "{screen}");
}

/// In each pane one key leads to the battle, the map or the unit, and Esc leads back.
#[test]
fn from_each_pane_one_key_leads_on() {
    let battle = order("battle Kulm with \"XX Corps\" v \"XIII Corps\"");
    let table: &[(&str, &str, &str, &[&str])] = &[
        // pane | keys | text on the screen | texts after Esc
        ("Calendar", "'c", "37th Brigade", &["◆ Forces"]),
        ("Calendar", "'f", "Kulm", &["◆ Forces", "lost  0 of"]),
        ("Calendar", "'e", "The diary of 37th Brigade", &["Enter shows the entry"]),
        ("Theatre", "'f", "Kulm", &["◆ Forces", "lost  0 of"]),
        ("Theatre", "'c", "XX Corps, Germans", &["◆ Forces"]),
        ("Sightings", "'f", "Kulm", &["◆ Forces", "lost  0 of"]),
        ("Sightings", "'c", "XIII Corps, Russians", &["◆ Forces"]),
        ("Score", "<enter>", "Germans", &["◆ Forces"]),
        ("Score", "'f", "Kulm", &["◆ Forces", "lost  0 of"]),
        ("Battles", "<enter>", "Kulm", &["◆ Forces", "lost  0 of"]),
        ("Battles", "'c", "37th Brigade", &["◆ Forces"]),
        ("Forces", "'f", "Kulm", &["◆ Forces", "lost  0 of"]),
        ("Forces", "'e", "The diary of Germans", &["Enter shows the entry"]),
    ];
    for (pane, key, title, seen) in table {
        let mut program = in_sight();
        program.keys(&battle).keys("5");
        go_to_pane(&mut program, pane);
        let screen = program.keys(key).shows((120, 60));
        assert!(screen.contains(title), "{pane} {key}: “{title}”\n{screen}");
        for seen in *seen {
            assert!(screen.contains(seen), "{pane} {key}: “{seen}”\n{screen}");
        }
        if screen.contains("lost  0 of") {
            let screen = program.keys("<esc>").shows((120, 60));
            assert!(screen.contains(&format!("◆ {pane}")), "{pane} {key}: Esc returns\n{screen}");
        }
    }
}

/// Focuses a pane.
fn go_to_pane(program: &mut Program, pane: &str) {
    let is_there = |program: &mut Program| program.shows((120, 60)).contains(&format!("◆ {pane}"));
    let found = (0..9).any(|_| is_there(program) || is_there(program.keys("<tab>")));
    assert!(found, "no pane {pane}\n{}", program.shows((120, 60)));
}

/// A campaign on a map of areas, where Alpha has met Beta.
fn on_areas() -> Program {
    let muster = r#"(
        sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
        stacks: [(id: 10, side: 1, name: "Alpha"), (id: 20, side: 2, name: "Beta")],
        units: [(id: 100, name: "a1", stack: 10, kind: "infantry"), (id: 200, name: "b1", stack: 20, kind: "infantry")],
        maps: [(id: 40, ground: (title: "Land", grid: Square, rules: "campaign", rows: ["....", "...."], legend: {'.': "open"}))],
        theatre: (map: 40, at: [(10, "A1"), (20, "D2")], objectives: [("B1", 2)]),
    )"#;
    let mut program = Program::of_muster(muster);
    for given in [r#"rules change "(clock: (unit: \"day\"), march: (allowance: 9))""#, "march Alpha to D2", "advance"] {
        program.keys(&order(given));
    }
    program
}

/// A campaign in a network, where XX Corps has met XIII Corps.
fn on_network() -> Program {
    let mut program = in_sight();
    for given in ["march \"XX Corps\" to Kulm", "advance anyway"] {
        program.keys(&order(given));
    }
    program
}

/// In the panes of contacts, the theatre, forces and battles, `m` leads to the map or to the place in the network, and
/// `f` leads to the battle. Esc leads back.
#[test]
fn one_key_leads_to_the_map_and_one_to_the_battle() {
    type Campaign<'a> = (fn() -> Program, &'a str, &'a str);
    let areas: Campaign = (on_areas, "Alpha v Beta", "┌ ◆ Land");
    let network: Campaign = (on_network, "\"XX Corps\" v \"XIII Corps\"", "┌ ◆ Network");
    for (campaign, parties, map) in [areas, network] {
        for pane in ["Contacts", "Theatre", "Forces", "Battles"] {
            // Beginning the battle ends the contact, so only `m` applies to contacts.
            let keys = [("'g", map), ("'f", "├ Roll ─")];
            for (key, seen) in keys.into_iter().filter(|(key, _)| pane != "Contacts" || *key == "'g") {
                // In the Theatre pane the battle's place is selected, in the Forces pane each row in turn.
                let rows: &[&str] = match pane {
                    "Theatre" if map.contains("Land") => &["j"],
                    "Theatre" => &["gj"],
                    "Forces" => &["", "j", "zzjj"],
                    _ => &[""],
                };
                for row in rows {
                    let mut program = campaign();
                    if pane != "Contacts" {
                        program.keys(&order(&format!("battle Town with {parties}")));
                    }
                    program.keys("5");
                    go_to_pane(&mut program, pane);
                    let screen = program.keys(row).keys(key).shows((120, 60));
                    assert!(screen.contains(seen), "{pane} {row} {key}: “{seen}”\n{screen}");
                    let screen = program.keys("<esc>").shows((120, 60));
                    assert!(!screen.contains(seen) && screen.contains("Calendar"), "{pane} {key}: back\n{screen}");
                }
            }
        }
    }
}

/// An empty area of the theatre leads to the map too.
#[test]
fn an_empty_area_leads_to_the_map_too() {
    let mut program = on_areas();
    program.keys("5");
    go_to_pane(&mut program, "Theatre");
    let screen = program.keys("g'g").shows((120, 60));
    assert!(screen.contains("┌ ◆ Land"), "{screen}");
}

/// Over the network, the arrow keys move in the drawn direction and reach no other pane.
#[test]
fn arrows_go_over_the_network_as_it_is_drawn() {
    let mut program = in_sight();
    program.keys("5'n");
    let column = |program: &mut Program| chosen(program).0;
    let mut seen = std::collections::BTreeSet::new();
    let mut at = column(program.keys("<left><left><left><left>"));
    for _ in 0..4 {
        seen.insert(at);
        let next = column(program.keys("<right>"));
        assert!(next >= at, "{}", program.shows((120, 40)));
        at = next;
    }
    assert!(seen.len() > 2, "{seen:?}");
    let screen = program.shows((120, 40));
    assert!(!screen.contains("fold"), "{screen}");
}

/// The position of the mark of the selected place.
fn chosen(program: &mut Program) -> (u16, u16) {
    let screen = program.shows((120, 40));
    let below = screen.lines().skip(2).collect::<Vec<_>>().join("\n");
    place(&below, "◆ ")
}

#[test]
fn a_contact_leads_to_who_came_and_on_a_map_of_areas_to_the_map() {
    let mut program = in_sight();
    program.keys(&order("march \"XX Corps\" to Kulm")).keys(&order("advance anyway")).keys("5");
    let screen = program.keys("<tab>").shows((120, 60));
    assert!(screen.contains("◆ Proposed") || screen.contains("◆ Contacts"), "{screen}");
    let mut program_at = |keys: &str| program.keys(keys).shows((120, 60));
    let mut screen = screen;
    for _ in 0..3 {
        if screen.contains("◆ Contacts") {
            break;
        }
        screen = program_at("<tab>");
    }
    assert!(screen.contains("XX Corps met"), "{screen}");
    let screen = program_at("'c");
    assert!(screen.contains("◆ Forces") && screen.contains("XX Corps, Germans"), "{screen}");
}

/// A contact of forces that passed each other shows both places. A force that fights elsewhere can't fight here.
#[test]
fn a_contact_says_where_both_are_and_who_fights_elsewhere() {
    let muster = r#"(
        sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
        stacks: [(id: 10, side: 1, name: "Alpha"), (id: 20, side: 2, name: "Beta"), (id: 21, side: 2, name: "Gamma")],
        units: [(id: 100, name: "a1", stack: 10, kind: "infantry"), (id: 200, name: "b1", stack: 20, kind: "infantry"),
            (id: 201, name: "c1", stack: 21, kind: "infantry")],
        theatre: (network: (places: ["Thorn", "Kulm"], roads: [("Thorn", "Kulm", 1)]), at: [(10, "Thorn"), (20, "Kulm"), (21, "Kulm")]),
    )"#;
    let mut program = Program::of_muster(muster);
    for given in [r#"rules change "(clock: (unit: \"day\"))""#, "march Alpha to Kulm", "march Beta to Thorn", "advance"]
    {
        program.keys(&order(given));
    }
    program.keys("5");
    go_to_pane(&mut program, "Contacts");
    let screen = program.shows((120, 40));
    assert!(screen.contains("Alpha at Thorn and Beta at Kulm marched into each other, day 1"), "{screen}");
    assert!(!screen.contains("each other at"), "{screen}");
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains("battle \"Thorn and Kulm\" from contact 1 with Alpha v Beta"), "{screen}");
    // Alpha fights another force at the same place.
    program.keys("<esc>").keys(&order("battle Field with Alpha v Gamma"));
    go_to_pane(&mut program, "Contacts");
    let screen = program.shows((120, 40));
    assert!(screen.contains("Red: Alpha fights in Field") && !screen.contains("Red at hand"), "{screen}");
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains("Alpha fights in Field: this contact can be fought when that battle is over"), "{screen}");
    assert!(!screen.contains("Enter gives the order"), "{screen}");
}

/// The screen proposes the objectives of the map that is the theatre.
#[test]
fn the_objectives_of_a_map_are_those_of_the_theatre() {
    let mut program = Program::with("tannenberg");
    for given in [
        "end battle",
        r#"rules change "(clock: (unit: \"day\"))""#,
        "map wadi",
        "theatre map \"The wells at Tel Amara\"",
        "station \"XX Corps\" at \"The wells\"",
    ] {
        program.keys(&order(given));
    }
    program.keys("5");
    go_to_pane(&mut program, "Theatre");
    let screen = program.shows((120, 40));
    assert!(screen.contains("objective, Germans"), "{screen}");
}

/// Many contacts at one place are one row, which unfolds and folds.
#[test]
fn many_contacts_at_a_place_are_one_row() {
    let each = |row: &dyn Fn(u32) -> String| (0..5).map(row).collect::<Vec<_>>().concat();
    let stacks = each(&|n| format!(r#"(id: {}, side: 2, name: "Blue {n}"), "#, 20 + n));
    let units = each(&|n| format!(r#"(id: {}, name: "b{n}", stack: {}, kind: "infantry"), "#, 200 + n, 20 + n));
    let at = each(&|n| format!(r#", ({}, "Kulm")"#, 20 + n));
    let muster = format!(
        r#"(sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")], stacks: [(id: 10, side: 1, name: "Alpha"), {stacks}],
        units: [(id: 100, name: "a1", stack: 10, kind: "infantry"), {units}],
        theatre: (network: (places: ["Thorn", "Kulm"], roads: [("Thorn", "Kulm", 1)]), at: [(10, "Thorn"){at}]))"#
    );
    let mut program = Program::of_muster(&muster);
    for given in [r#"rules change "(clock: (unit: \"day\"))""#, "march Alpha to Kulm", "advance", "advance anyway"] {
        program.keys(&order(given));
    }
    program.keys("5");
    go_to_pane(&mut program, "Contacts");
    let folded = program.shows((120, 40));
    assert!(folded.contains("Contacts: 5") && folded.contains("5 contacts"), "{folded}");
    let rows = |screen: &str| screen.matches("● Alpha met Blue").count();
    let unfolded = program.keys("<enter>").shows((120, 40));
    assert_eq!(rows(&unfolded), 5, "{unfolded}");
    assert_eq!(rows(&program.keys("<left>").shows((120, 40))), 0);
}
