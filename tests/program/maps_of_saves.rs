//! `wardiary map SAVE`: the map of a battle with its units, their reach and their line of sight.

use crate::harness::call::{Home, as_str};
use serde_json::{Value, json};

/// Five by five areas with a wood in the middle, two units of Red and one of Blue.
const SMALL: &str = r#"(
    title: "A small affair", rules: "itchy-and-scratchy",
    muster: (
        sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
        units: [
            (id: 10, name: "Foot", side: 1, kind: "infantry", at: "A3", facing: e),
            (id: 11, name: "Chief", side: 1, kind: "general", at: "A3", facing: e),
            (id: 12, name: "Late", side: 1, kind: "infantry"),
            (id: 20, name: "Guard", side: 2, kind: "infantry", at: "C2", facing: w),
        ],
        maps: [(id: 40, ground: (
            title: "The copse",
            rows: [".....", ".....", "..w..", ".....", "....."],
            legend: {'.': "open", 'w': "woods"},
            places: {"Copse": "C3"},
        ))],
        battles: [(id: 30, name: "The affair", parties: [[1], [2]], map: 40)],
    ),
)"#;

/// A save of this scenario in which Red is to act.
fn small() -> Home {
    let home = Home::new();
    let scenario = home.file("small.ron", SMALL);
    home.run(&["new", as_str(&scenario), "s.ron", "--seed", "1"]).done();
    home.run(&["do", "s.ron", "initiative", "first Red", "--dice", "6,1"]).done();
    home
}

#[test]
fn the_map_of_a_battle_is_printed_with_its_units() {
    let home = small();
    let map = |save: &str| home.run(&["map", save]).done().out;
    let small = map("s.ron");
    assert!(small.starts_with("The copse · The affair, turn 1 · entry 2\n"), "{small}");
    assert!(small.contains("\n  3 [A]  .   w*  .   .\n") && small.contains("\n  2  .   .  (a)  .   .\n"), "{small}");
    assert!(
        small.contains("\n  [A]  A3  Foot   infantry  4/4 SP  facing e  open\n       A3  Chief  general "),
        "{small}"
    );
    assert!(small.contains("\n  not on the map: Late\n"), "{small}");
    // The map lists every unit of the muster below its side and draws each area once.
    let is_drawn = |map: &str, sides: [&str; 2], units: usize| {
        let at = |side: &str| map.find(&format!("\n{side}\n")).unwrap_or_else(|| panic!("no {side}\n{map}"));
        assert!(at(sides[0]) < at(sides[1]), "{map}");
        assert_eq!(map.matches(" SP ").count(), units, "{map}");
        let drawing = &map[..at(sides[0])];
        for sign in map[at(sides[0])..].lines().filter_map(|line| line.get(2..5)).filter(|sign| *sign != "   ") {
            if sign.starts_with(['[', '(']) {
                assert_eq!(drawing.matches(sign).count(), 1, "{sign}\n{map}");
            }
        }
    };
    is_drawn(&small, ["Red", "Blue"], 3);
    home.run(&["new", "wadi", "w.ron", "--seed", "1"]).done();
    is_drawn(&map("w.ron"), ["Column", "Emirate"], 20);
    home.run(&["new", "ridge", "r.ron", "--seed", "1"]).done();
    let ridge = map("r.ron");
    is_drawn(&ridge, ["Crown", "League"], ridge.matches("facing").count());
    insta::assert_snapshot!("map_of_save_ridge", ridge);
}

#[test]
fn units_are_printed_for_programs() {
    let home = small();
    let map = home.run(&["map", "s.ron", "--json"]).done().json();
    assert_eq!(
        (&map["title"], &map["map"], &map["battle"]),
        (&json!("The copse"), &json!("The copse"), &json!("The affair"))
    );
    assert_eq!((&map["turn"], &map["entry"], &map["width"]), (&json!(1), &json!(2), &json!(5)));
    let foot = json!({
        "unit": "Foot", "side": "Red", "stack": null, "at": "A3", "facing": "e", "kind": "infantry", "strength": {"now": 4, "full": 4},
        "grade": "white", "edna": {"now": 8, "full": 8},
    });
    let named =
        |name: &str| map["units"].as_array().and_then(|all| all.iter().find(|unit| unit["unit"] == name)).cloned();
    let mut told = named("Foot").expect("it stands there");
    // The rulebook sets grades and EDNA, which this test does not check.
    for key in ["grade", "edna"] {
        assert!(!told[key].is_null(), "{told}");
        told[key] = foot[key].clone();
    }
    assert_eq!(told, foot);
    assert_eq!(named("Late").expect("it is there")["at"], Value::Null);
}

#[test]
fn an_earlier_entry_has_its_own_map() {
    let home = small();
    home.run(&["do", "s.ron", "move Foot to B4", "terrain B5 is woods because \"palms\""]).done();
    let at = |arguments: &[&str]| {
        let map = home.run(&[&["map", "s.ron", "--json"], arguments].concat()).done().json();
        (map["units"][0]["at"].clone(), map["rows"][4].clone())
    };
    assert_eq!(at(&[]), (json!("B4"), json!(".w...")));
    assert_eq!(at(&["--at", "2"]), (json!("A3"), json!(".....")));
    assert_eq!(at(&["--at", "3"]), (json!("B4"), json!(".....")));
}

/// Two areas of movement, with the enemy at C2: a unit that enters B2, C1, C3 or D2 stops. By hand from RULES 4.4.
#[test]
fn reach_is_what_the_rules_say() {
    let home = small();
    let reach = home.run(&["map", "s.ron", "--reach", "Foot", "--json"]).done().json();
    let area = |at: &str, cost: u8, stops: bool, may_attack: bool| json!({"at": at, "cost": cost, "stops": stops, "may_attack": may_attack});
    let wanted = json!({
        "unit": "Foot", "at": "A3", "facing": "e", "allowance": 2, "by_road": 2,
        "areas": [
            area("A1", 2, false, false), area("A2", 1, false, true), area("B2", 2, true, false),
            area("B3", 1, false, true), area("C3", 2, true, false), area("A4", 1, false, true),
            area("B4", 2, false, false), area("A5", 2, false, false),
        ],
    });
    assert_eq!(reach, wanted);
    insta::assert_snapshot!("map_reach", home.run(&["map", "s.ron", "--reach", "Foot"]).done().out);
    // The General may end his move among friends.
    let chief = home.run(&["map", "s.ron", "--reach", "chief", "--json"]).done().json();
    assert_eq!((&chief["unit"], &chief["allowance"]), (&json!("Chief"), &json!(3)));
    // For a unit that never attacks, the output says nothing about attacks.
    let may_attack = |area: &serde_json::Value| area["may_attack"] == json!(true);
    assert!(!chief["areas"].as_array().expect("a list").iter().any(may_attack), "{chief}");
    let told = home.run(&["map", "s.ron", "--reach", "chief"]).done().out;
    assert!(told.contains("  B4  costs 2") && !told.contains("attack"), "{told}");
}

/// Rifles: 6, 4 and 2 dice at ranges 1 to 3. By hand from RULES 4.5.
#[test]
fn targets_are_what_the_rules_say() {
    let home = small();
    let targets = |unit: &str| home.run(&["map", "s.ron", "--targets", unit, "--json"]).done().json();
    let wanted = |cover: bool, dice: u8, range: u8, at: &str| json!({"unit": "Foot", "targets": [{"at": at, "range": range, "cover": cover, "weapon": "rifles", "dice": dice, "units": ["Guard"]}]});
    // The Chief in the same area adds two dice.
    assert_eq!(targets("Foot"), wanted(false, 4, 3, "C2"));
    // A target at 45 degrees is inside the arc.
    home.run(&["do", "s.ron", "move Foot to B3 facing e"]).done();
    assert_eq!(targets("Foot"), wanted(false, 4, 2, "C2"));
    home.run(&["do", "s.ron", "undo", "face Foot s"]).done();
    assert_eq!(targets("Foot"), json!({"unit": "Foot", "targets": []}));
    let nobody = home.run(&["map", "s.ron", "--targets", "Foot"]).done().out;
    assert!(nobody.starts_with("Foot at A3, facing s, can't fire at any area\n\n     A   B"), "{nobody}");
    home.run(&["do", "s.ron", "undo", "place Guard at C3 facing w anyway because \"a test\""]).done();
    assert_eq!(targets("Foot"), wanted(true, 6, 2, "C3"));
    insta::assert_snapshot!("map_targets", home.run(&["map", "s.ron", "--targets", "Foot"]).done().out);
    home.run(&["map", "s.ron", "--targets", "Guard"]).failed(1, &["Blue can’t act in this part of the turn"]);
    home.run(&["map", "s.ron", "--targets", "Fool"]).failed(2, &["did you mean Foot"]);
}

#[test]
fn sight_is_what_the_rules_say() {
    let home = small();
    let sight = home.run(&["map", "s.ron", "--sight", "a3", "--json"]).done().json();
    assert_eq!(sight["from"], "A3");
    let sees: Vec<&str> = sight["sees"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(sees.len(), 20, "all but the four behind the wood, and where one stands: {sees:?}");
    for hidden in ["A3", "E2", "D3", "E3", "E4"] {
        assert!(!sees.contains(&hidden), "{hidden}");
    }
    assert!(sees.contains(&"C3"), "one area into cover");
    insta::assert_snapshot!("map_sight", home.run(&["map", "s.ron", "--sight", "Copse"]).done().out);
}

/// A name that matches a save, a scenario and a map means the save, if it exists.
#[test]
fn a_save_goes_before_a_map_of_its_name() {
    let home = Home::new();
    assert!(home.run(&["map", "wadi", "--json"]).done().json()["units"].is_null());
    home.run(&["new", "wadi"]).done();
    let told = home.run(&["map", "wadi", "--json"]).done();
    assert_eq!(told.json()["units"].as_array().map(Vec::len), Some(20));
    assert!(told.err.contains("a save and a map are called “wadi”"), "{}", told.err);
}

#[test]
fn impossible_maps_are_refused_with_reasons() {
    let home = small();
    let refused = |arguments: &[&str], code: i32, says: &[&str]| {
        home.run(&[&["map"], arguments].concat()).failed(code, says);
    };
    refused(&["s.ron", "--reach", "Fool"], 2, &["Fool", "Foot"]);
    refused(&["s.ron", "--reach", "Late"], 1, &["the unit Late is not on the map", "`place \"Late\" at C5`"]);
    refused(&["s.ron", "--reach", "Guard"], 1, &["Red"]);
    refused(&["s.ron", "--sight", "nowhere"], 2, &["“nowhere”", "such as C5", "Copse"]);
    refused(&["s.ron", "--sight", "F9"], 2, &["F9 is not on the map The copse", "it covers A1 to E5"]);
    refused(&["s.ron", "--at", "99"], 1, &["99"]);
    refused(&["s.ron", "--map", "Ridge"], 2, &["Ridge", "The copse"]);
    refused(&["s.ron", "--reach", "Foot", "--sight", "A1"], 2, &["cannot be used with"]);
    refused(&["wadi", "--sight", "A1"], 2, &["“wadi” is a map, not a save", "wardiary new"]);
    home.tannenberg("t");
    refused(&["t.ron"], 1, &["t.ron has no map", "maps: ["]);
    refused(&["neither"], 2, &["there is no save or map “neither”", "`wardiary list` shows your saves"]);
}

/// An order lays out a map by its name for a battle under way. The log names the map and does not draw it.
#[test]
fn a_running_campaign_is_given_a_map() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--seed", "1", "--no-open"]).done();
    home.run(&["do", "t.ron", "map wadi for \"no such\""]).failed(1, &["there is no battle called “no such”"]);
    home.run(&["do", "t.ron", "map the-moon"]).failed(2, &["there is no map “the-moon”"]);
    let done = home.run(&["do", "t.ron", "map wadi for \"First day\"", "place \"37th Brigade\" at C5 facing n"]).done();
    assert!(done.out.contains("the map The wells at Tel Amara is laid out for the battle First day"), "{}", done.out);
    let log = home.run(&["log", "t.ron"]).done().out;
    assert!(log.contains("map “The wells at Tel Amara” for First day") && !log.contains("rows"), "{log}");
    assert!(home.run(&["map", "t.ron"]).done().out.contains("37th Brigade"));
    home.run(&["do", "t.ron", "place \"73rd Brigade\" at \"The wells\""]).done();
    let objectives = home.run(&["map", "t.ron", "--json"]).json()["objectives"].clone();
    assert_eq!(objectives, json!({ "The wells": "Germans", "Old fort": "" }));
    let state = home.run(&["state", "t.ron"]).done().out;
    assert!(state.contains("The wells (G2) held by Germans and Old fort (M3) held by nobody"), "{state}");
    home.run(&["verify", "t.ron"]).done();
}

/// A side's map has its own forces and the enemies that it has sighted, those out of sight by another sign and with their
/// age. The referee's has all forces.
#[test]
fn the_map_of_a_side_shows_whom_it_has_sighted() {
    let home = Home::new();
    for name in ["vale", "sealed-orders"] {
        let sample = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("saves/{name}.ron"));
        home.file(&format!("{name}.ron"), std::fs::read(sample).expect("the sample"));
    }
    let told = |call: &[&str]| home.run(call).done().out;
    let north = told(&["map", "vale.ron", "--for", "North"]);
    assert!(north.contains("  [A]  J4  Brigade Horn of North\n"), "{north}");
    assert!(north.contains("South: Brigade Leroy, last seen on day 2, night\n") && north.contains("(a~"), "{north}");
    let all = told(&["map", "vale.ron"]);
    assert!(!all.contains("last seen") && !all.contains("a~") && all.contains("of South\n"), "{all}");
    let contact = told(&["map", "vale.ron", "--for", "North", "--at", "day 2 night"]);
    assert!(contact.contains("South: Brigade Leroy, in contact"), "{contact}");
    let screen = |size: &str| {
        told(&["picture", "vale.ron", "--for", "North", "--screen", "map", "--format", "txt", "--size", size])
    };
    for screen in [screen("120x40"), screen("80x24")] {
        assert!(screen.contains('~'), "{screen}");
    }
    let svg = |save: &str, side: &str| told(&["picture", save, "--for", side, "--what", "map"]);
    for (drawn, age) in
        [(svg("vale.ron", "North"), "day 2, night"), (svg("sealed-orders.ron", "French"), "last seen on day")]
    {
        assert!(drawn.starts_with("<svg") && drawn.contains("stroke-dasharray=\"2 2\""), "{drawn}");
        assert!(drawn.contains(age) && drawn.contains("a dashed one was last seen there"), "{drawn}");
    }
    let network = told(&["map", "sealed-orders.ron", "--for", "French"]);
    for says in [
        "Belgium south of Brussels · day 7, night · as French sees it · entry ",
        "\nWavre: Mont-Saint-Jean 2, Brussels 2, Gembloux 2; an objective (1 point), holder unknown\n",
        "\n    Coalition: a force, about Wavre, last seen on day 6, morning\n",
        "\nbetween Mont-Saint-Jean and Brussels: 1 step from Mont-Saint-Jean\n    I Corps (d'Erlon) of French\n",
    ] {
        assert!(network.contains(says), "{says}: {network}");
    }
    let json = serde_json::from_str::<serde_json::Value>(&told(&["map", "sealed-orders.ron", "--json"])).expect("JSON");
    assert_eq!(json["theatre"]["title"], "Belgium south of Brussels");
    assert!(json["forces"].as_array().is_some_and(|forces| forces.len() > 10) && json["proposals"].is_null(), "{json}");
    let call = "picture sealed-orders.ron --for French --screen campaign --format txt --size 140x45";
    let network = told(&call.split(' ').collect::<Vec<_>>());
    assert!(network.contains("~ last seen") && network.contains("~5 Coalition"), "{network}");
}
