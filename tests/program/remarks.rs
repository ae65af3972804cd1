//! Remarks on the command line: written with `do`, shown and found by `log`, kept by `recover`.

use crate::harness::call::Home;
use serde_json::{Value, json};

#[test]
fn remarks_are_put_down_shown_found_and_recovered() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note a", "note b", "undo", "note c"]).done();
    home.file("table.jpg", "a picture");
    let state = home.run(&["state", "t.ron", "--json"]).done().out;
    let told =
        home.run(&["do", "t.ron", "remark 2 ?! \"too \u{1b}[31mfar\" with table.jpg, gone.jpg", "bookmark 3 end"]);
    let told = told.done().out;
    assert!(told.contains("remark 2 ?!") && told.contains("gone.jpg does not exist yet"), "{told}");
    assert!(!told.contains("table.jpg does not exist"), "{told}");
    assert_eq!(home.run(&["state", "t.ron", "--json"]).done().out, state, "the state knows of none");
    let log = home.run(&["log", "t.ron", "--all"]).done().out;
    assert!(log.contains("remark: ?! too ␛[31mfar [table.jpg] [gone.jpg]"), "{log}");
    assert!(log.contains("bookmark: end"), "{log}");
    let found = |filter: &str| {
        let log = home.run(&["log", "t.ron", filter, "--all", "--json"]).done().json();
        log.as_array().expect("a list").iter().map(|entry| entry["entry"].clone()).collect::<Value>()
    };
    assert_eq!(
        (found("marked"), found("marked !"), found("bookmarked"), found("far")),
        (json!([2]), json!([]), json!([3]), json!([2]))
    );
    let log = home.run(&["log", "t.ron", "marked", "--all", "--json"]).done().json();
    assert_eq!(
        (&log[0]["remark"]["mark"], &log[0]["remark"]["files"], &log[0]["bookmark"]),
        (&json!("?!"), &json!(["table.jpg", "gone.jpg"]), &Value::Null)
    );
    home.run(&["verify", "t.ron"]).done();
    home.run(&["do", "t.ron", "remark 0 !"]).failed(1, &["there is no entry 0 to remark on: entries go from 1 to 3"]);
    // The recovered save keeps the remarks on the remaining entries.
    let text = home.read("t.ron");
    let lost = text.lines().find(|line| line.starts_with("Entry(no: 3,")).expect("the entry");
    home.file("torn.ron", text.replace(lost, "Entry(no: 3, after"));
    let recovered = home.run(&["recover", "torn.ron"]);
    assert!(recovered.out.contains("a remark on entry 3, which is missing"), "{}", recovered.out);
    let log = home.run(&["log", "torn.recovered-1.ron", "--all"]).done().out;
    assert!(log.contains("remark: ?! too") && !log.contains("bookmark"), "{log}");
}
