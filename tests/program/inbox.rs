//! Orders that sides submit and messages to sides, on the Campaign screen and on the command line.

use crate::harness::{call::Home, program::Program};
use serde_json::json;

/// Two orders wait, one is due later, one was refused. A side has received a message and will receive another.
const GIVEN: &[&str] = &[
    r#"rules change "(clock: (parts: [\"dawn\", \"day\", \"dusk\", \"night\"]))""#,
    "end battle",
    r#"orders Russians "take the bridge at Lautern""#,
    r#"orders Germans "promote \"37th Brigade\" 1 because \"rested\"""#,
    r#"orders Germans "lose \"41st Brigade\" 1" due day 2 dawn"#,
    r#"orders Russians "march by night""#,
    "refuse 4 because \"nobody knows the way\"",
    r#"tell Germans "the enemy was seen at Lautern""#,
    r#"tell all "an armistice is in force" at day 1 dusk"#,
];

fn referee() -> Program {
    let mut program = Program::with("tannenberg");
    for order in GIVEN {
        program.keys(&format!(":{order}<enter>")).draw((120, 40));
    }
    program.keys("<esc>5");
    program
}

#[test]
fn the_inbox_at_its_sizes() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut program = referee();
        program.keys("<tab>");
        let screen = program.sees(
            (width, height),
            &[
                "◆ Orders: 2 due, 1 upcoming",
                "▌● due         R1: take",
                " ● due         G1: promote",
                "   day 2, dawn G2: lose",
                "Orders R1 of Russians",
                "Enter open   ctrl-n refuse",
            ],
        );
        program.draws((width, height), &[("Orders: 2 due, 1 upcoming", |theme| theme.frame.title_focused)]);
        if width == 80 {
            insta::assert_snapshot!("inbox_80x24", screen);
        }
    }
}

#[test]
fn keys_of_the_inbox_work() {
    let table: &[(&str, &str, &[&str], &[&str])] = &[
        ("what waits comes first", "<tab>", &["Orders: 2 due, 1 upcoming", "due", "take the bridge at Lautern"], &[]),
        ("free text needs an order", "<tab><enter>", &[": grant R1 as"], &[]),
        ("what reads as an order is granted, asked", "<tab>j<enter>", &[": grant G1", "Enter gives the order"], &[]),
        ("and its entry holds what came of it", "<tab>j<enter><enter>", &["Orders: 1 due, 1 upcoming", "granted"], &[]),
        (
            "! grants it at once, and the next one is chosen",
            "<tab>j!",
            &["Orders: 1 due, 1 upcoming", "▌  day 2, dawn G2"],
            &[],
        ),
        ("& grants what can be granted", "<tab>&", &["Orders: 1 due, 1 upcoming", "granted"], &[]),
        ("Space picks several to answer", "<tab>  <ctrl-n>", &[": refuse R1 G1 because \"", "picked"], &[]),
        ("! grants the picked ones", "<tab>j !", &["Orders: 1 due, 1 upcoming", "granted"], &["picked"]),
        ("! of free text says what to do", "<tab>!", &["they can’t be given as written", "grant R1 done"], &[]),
        ("! of what is not due says so", "<tab>jj!", &["give: they are not due yet"], &[]),
        ("ctrl-n refuses, with a reason", "<tab><ctrl-n>", &[": refuse R1 because \""], &[]),
        ("from another pane what is due first", "<ctrl-n>", &[": refuse R1 because \""], &[]),
        (
            "the card says what came of it",
            "<tab>jjjj",
            &["Orders R2 of Russians", "Refused on day 1, dawn: “nobody knows the way”", "entry 7: refuse R2"],
            &[],
        ),
        ("which can't be answered again", "<tab>jjjj<enter>", &["there is nothing more to do about it"], &["grant R2"]),
        ("a side is told something", "<tab>\"", &[": tell Russians \""], &[]),
        (
            "a message that waits",
            "<tab>jjj",
            &["Message to", "Due on day 1, dusk; until then it is not delivered."],
            &[],
        ),
        ("time waits for the orders that are due", "F<enter>", &["waiting for an answer", "grant R1 as …"], &[]),
        ("y proposes what is due", "y", &["grant G1 as promote"], &[]),
    ];
    for (story, keys, seen, unseen) in table {
        let mut program = referee();
        for keys in keys.split_inclusive("<enter>") {
            program.keys(keys).draw((120, 40));
        }
        let screen = program.shows((120, 40));
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
        for unseen in *unseen {
            assert!(!screen.contains(unseen), "{story}: “{unseen}” is on the screen\n{screen}");
        }
    }
}

#[test]
fn the_command_line_lists_orders_and_what_came_of_them() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open", "--seed", "26"]).done();
    assert_eq!(home.run(&["orders", "t.ron"]).done().out.trim(), "No orders were handed in.");
    let script: Vec<&str> = ["do", "t.ron"].into_iter().chain(GIVEN.iter().copied()).chain(["grant 2"]).collect();
    home.run(&script).done();

    let listed = home.run(&["orders", "t.ron"]).done().out;
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 4, "{listed}");
    assert!(
        lines[0].starts_with("R1  Russians  “take the bridge at Lautern”") && lines[0].ends_with("  due"),
        "{listed}"
    );
    assert!(lines[1].ends_with("  due on day 2, dawn"), "{listed}");
    assert!(lines[2].ends_with("  refused on day 1, dawn: “nobody knows the way” (entry 7)"), "{listed}");
    assert!(lines[3].ends_with("  granted on day 1, dawn (entry 10)"), "{listed}");
    assert_eq!(home.run(&["orders", "t.ron", "--side", "Russ"]).done().out.lines().count(), 2);
    let unknown = home.run(&["orders", "t.ron", "--side", "Green"]);
    assert_eq!(unknown.code, 2, "{}", unknown.err);

    let orders = home.run(&["orders", "t.ron", "--side", "Germans", "--json"]).done().json();
    let wanted = json!({
        "number": 2, "name": "G1", "side": orders["orders"][1]["side"], "text": r#"promote "37th Brigade" 1 because "rested""#,
        "received": "day 1, dawn", "due": "day 1, dawn", "status": "given", "answered": "day 1, dawn", "why": null,
        "entry": 10,
    });
    assert_eq!(orders["orders"][1], wanted);
    assert_eq!(orders["orders"][0]["status"], "waiting");

    let text = home.run(&["state", "t.ron"]).done().out;
    assert!(text.contains("\ndue: orders R1 of Russians “take the bridge at Lautern”\n"), "{text}");
    assert!(
        text.contains("\ncoming: message to Germans and Russians “an armistice is in force” on day 1, dusk\n"),
        "{text}"
    );
    let state = home.run(&["state", "t.ron", "--json"]).done().json();
    let campaign = &state["campaign"];
    assert_eq!(campaign["written_orders"].as_array().map(Vec::len), Some(4));
    assert_eq!(campaign["messages"][1]["is_delivered"], json!(false));
    assert_eq!(campaign["messages"][0]["delivered"], json!("day 1, dawn"));

    // The filter by side finds the side's messages and orders.
    let log = home.run(&["log", "t.ron", "--side", "Germans"]).done().out;
    assert!(log.contains("the enemy was seen at Lautern") && !log.contains("march by night"), "{log}");
    home.run(&["do", "t.ron", "grant 1 done", "advance", "advance", "hide \"XX Corps\" from Russians"]).done();
    let log = home.run(&["log", "t.ron"]).done().out;
    assert_eq!(log.matches("message to Germans and Russians: “an armistice is in force”").count(), 1, "{log}");
    let text = home.run(&["state", "t.ron"]).done().out;
    assert!(text.contains("\nhidden from Russians: XX Corps\n"), "{text}");
    home.run(&["verify", "t.ron"]).done();
}
