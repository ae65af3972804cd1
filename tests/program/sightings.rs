//! The sightings in `wardiary state`: exactly what a side knows of its enemies.

use crate::harness::call::Home;
use serde_json::json;

#[test]
fn a_state_tells_what_each_side_knows() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open", "--seed", "26"]).done();
    let orders = [
        "end battle",
        r#"rules change "(clock: (unit: \"day\"), sight: (range: 1, seen: (presence: Band([2, 6]), strength: Band([9, 90])), memory: 1))""#,
        r#"theatre "(network: (places: [\"Thorn\", \"Kulm\", \"Lautern\"], roads: [(\"Thorn\", \"Kulm\", 1), (\"Kulm\", \"Lautern\", 1)]))""#,
        r#"station "XX Corps" at Thorn"#,
        r#"station "XIII Corps" at Kulm"#,
        "advance",
    ];
    for order in orders {
        home.run(&["do", "t.ron", order]).done();
    }
    let text = home.run(&["state", "t.ron"]).done().out;
    assert!(text.contains("sighted by Germans: a force of Russians at Kulm, in sight ("), "{text}");
    assert!(text.contains("\nsightings as of day 2\nsighted by "), "{text}");
    assert!(text.contains("9 to 89 SP)"), "{text}");
    let json = home.run(&["state", "t.ron", "--json"]).done().json();
    let sightings = &json["campaign"]["sightings"];
    assert_eq!(sightings.as_array().map(Vec::len), Some(2), "{sightings}");
    let known = &sightings[0];
    assert_eq!(known["force"], json!(null), "which force it is nobody knows");
    assert_eq!((&known["level"], &known["age"], &known["seen"]), (&json!("seen"), &json!("in sight"), &json!(null)));
    assert_eq!(known["station"], json!({ "at": "Kulm" }));
    assert_eq!((&known["strength"], &known["edna"]), (&json!({ "least": 9, "most": 89 }), &json!(null)));

    for order in [r#"march "XIII Corps" to Lautern"#, "advance"] {
        home.run(&["do", "t.ron", order]).done();
    }
    let json = home.run(&["state", "t.ron", "--json"]).done().json();
    let known = &json["campaign"]["sightings"][0];
    assert_eq!((&known["age"], &known["seen"]), (&json!("remembered"), &json!("day 2")));
    let log = home.run(&["log", "t.ron"]).done().out;
    assert!(
        log.contains("Germans sighted XIII Corps at Kulm") && log.contains("Germans lost sight of XIII Corps"),
        "{log}"
    );
    assert!(home.run(&["verify", "t.ron"]).done().out.contains("t.ron"));
}
