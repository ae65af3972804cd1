//! `wardiary map`, and `wardiary check` of maps.

use crate::harness::call::{Home, as_str};
use std::fs;

const OWN: &str = "(title: \"Mine\", rules: \"campaign\", rows: [\"..\", \".w\"], legend: {'.': \"open\", 'w': \"woods\"}, edges: \
                   [(\"A1\", s, \"river\")], roads: [[\"A1\", \"A2\", \"B2\"]], places: {\"Ford\": \"A2\"})";

#[test]
fn maps_that_ship_are_printed() {
    let home = Home::new();
    for name in ["ridge", "crossings"] {
        insta::assert_snapshot!(format!("printed_{name}"), home.run(&["map", name]).done().out);
    }
    let wadi = home.run(&["map", "wadi"]).done().out;
    assert!(wadi.starts_with("The wells at Tel Amara\nPalms and mud walls about the wells"), "{wadi}");
    for row in [
        "     A   B   C   D   E   F   G   H   I   J   K   L   M   N",
        "  2  .   .   .   .   .   p   h*  h   p   p   .   .   .   .",
        "  5  .   .   .   .   .   .   . --. --. --. --. --. --.   .",
        ". open   p woods   h built-up   f fortification   - | road   * named place",
        "G2    The wells, an objective held by Emirate",
        "K7    Zariba",
    ] {
        assert!(wadi.lines().any(|line| line == row), "{row}\n{wadi}");
    }
}

#[test]
fn a_map_is_printed_for_programs() {
    let home = Home::new();
    fs::write(home.path("mine.ron"), OWN).expect("it can be written");
    let map = home.run(&["map", "mine.ron", "--json"]).done().json();
    assert_eq!(map["title"], "Mine");
    assert_eq!((&map["width"], &map["height"]), (&2.into(), &2.into()));
    assert_eq!(map["rows"], serde_json::json!(["..", ".w"]));
    assert_eq!(map["legend"], serde_json::json!({".": "open", "w": "woods"}));
    assert_eq!(map["edges"], serde_json::json!([["A1", "s", "river"]]));
    assert_eq!(map["roads"], serde_json::json!([["A1", "A2", "B2"]]));
    assert_eq!(map["places"], serde_json::json!({"Ford": "A2"}));
}

#[test]
fn a_map_of_ones_own_goes_by_its_name() {
    let home = Home::new();
    fs::create_dir_all(home.path("config/maps")).expect("a folder can be made");
    fs::write(home.path("config/maps/mine.ron"), OWN).expect("it can be written");
    assert!(home.run(&["map", "mine"]).done().out.starts_with("Mine\n"));
    home.run(&["map", "ridgy"]).failed(2, &["there is no save or map “ridgy”", "did you mean “ridge”?"]);
}

#[test]
fn maps_are_checked() {
    let home = Home::new();
    let path = home.path("mine.ron");
    let check = |text: &str| {
        fs::write(&path, text).expect("it can be written");
        home.run(&["check", as_str(&path)])
    };
    assert!(check(OWN).done().out.contains("mine.ron: sound map"));
    check(&OWN.replace("\"woods\"", "\"wood\"").replace("\"river\"", "\"torrent\""))
        .failed(1, &["1 of 1 file is faulty"]);
    let faulty = check(&OWN.replace("\"woods\"", "\"wood\"").replace("\"A2\", \"B2\"", "\"B2\""));
    for told in [
        "mine.ron:1:78: legend.1: the rulebook has no terrain “wood” (did you mean “woods”?)",
        "mine.ron:1:136: roads.0.1: A1 and B2 share no edge",
    ] {
        assert!(faulty.out.contains(told), "{told} is not in:\n{}", faulty.out);
    }
    assert!(check(&OWN.replace("campaign", "campagne")).out.contains("there is no rulebook “campagne”"));
}

/// A bad character in a legend is a fault in the content, in any notation. Only a file with broken RON syntax is
/// unreadable.
#[test]
fn a_bad_character_of_a_legend_is_a_fault_like_others() {
    let home = Home::new();
    let check = |legend: &str| {
        home.file("mine.ron", format!("(title: \"T\", rows: [\"..\", \"..\"],\n legend: {{{legend}}})"));
        home.run(&["check", "mine.ron"])
    };
    check("'.': \"open\"").done();
    let wrong = [
        "'ab'",
        "''",
        "'.",
        "'::'",
        "'()'",
        "'\\q'",
        "'\\u{110000}'",
        "\"..\"",
        "\".\"",
        "\"\\q\"",
        "ab",
        "1",
        "1.2.3",
    ];
    for key in wrong {
        let found = check(&format!("{key}: \"open\", 'w': \"woods\"")).failed(1, &["1 of 1 file is faulty"]);
        assert!(found.out.contains("mine.ron:2:11: legend.0: "), "{key}: {}", found.out);
    }
    for broken in ["'.' \"open\"", "'.': \"open", "'.': \"open\" 'w': \"woods\"", "'.': )"] {
        let found = check(broken).failed(3, &["1 of 1 file is faulty"]);
        assert!(found.out.contains("mine.ron:"), "{broken}: {}", found.out);
    }
}
