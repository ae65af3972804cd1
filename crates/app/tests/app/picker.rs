//! Matches of a picker.

use wardiary_app::parts::fuzzy_matches;

#[test]
fn exact_matches_come_before_fuzzy_ones() {
    let names = ["75th Brigade", "1st Rifle Brigade", "Russians", "5th Rifle Brigade", "XV Corps"];
    let found = |typed: &str| -> Vec<&str> {
        fuzzy_matches(typed, names.into_iter()).into_iter().map(|(at, _)| names[at]).collect()
    };
    assert_eq!(found(""), names);
    assert_eq!(found("rus"), ["Russians"]);
    assert_eq!(found("5rb"), ["5th Rifle Brigade"]);
    assert!(found("rif").starts_with(&["1st Rifle Brigade", "5th Rifle Brigade"]));
    assert_eq!(found("xyzzy"), [""; 0]);
    // Words match in any order.
    assert_eq!(found("brig 75"), ["75th Brigade"]);
    // What an order would take for the letters comes first.
    let batteries = ["Grande Batterie A", "Grande Batterie B", "Brigade Batterie", "Bat"];
    let first = |typed: &str| fuzzy_matches(typed, batteries.into_iter()).first().map(|(at, _)| batteries[*at]);
    assert_eq!(first("batterie b"), Some("Grande Batterie B"));
    assert_eq!(first("bat"), Some("Bat"));
    let (_, letters) = fuzzy_matches("XV", names.into_iter()).remove(0);
    assert_eq!(letters, [0, 1]);
    // Pattern syntax is taken literally.
    assert_eq!(found("^!'$"), [""; 0]);
}
