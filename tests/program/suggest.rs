//! `wardiary suggest` and `wardiary playtest`, and the list of suggestions on the screen.

use crate::harness::{call::Home, program::Program};
use std::fs;
use wardiary_diary::assets::SCENARIOS;

#[test]
fn orders_are_proposed_and_none_is_given() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open", "--seed", "26"]).done();
    home.run(&["do", "t.ron", "--dice", "5,3", "initiative", "first Germans"]).done();
    let before = home.read("t.ron");
    let said = home.run(&["suggest", "t.ron"]).done().out;
    assert!(said.starts_with("Options for Germans, best first, with points. Suggestions only."), "{said}");
    assert!(
        said.contains("scrud \"XX Corps\" v \"XIII Corps\"\n         92% to win the phase, 4% to lose it;"),
        "{said}"
    );
    assert!(said.trim_end().lines().rev().nth(1).is_some_and(|line| line.ends_with("  pass")), "{said}");
    let json = home.run(&["suggest", "t.ron", "--json"]).done().json();
    assert_eq!((&json["entry"], &json["sides"]), (&2.into(), &serde_json::json!(["Germans"])));
    let first = &json["proposals"][0];
    assert_eq!(first["order"], "scrud \"XX Corps\" v \"XIII Corps\"");
    assert!(first["points"].as_i64().is_some_and(|n| n > 0) && first["by"] == "XX Corps", "{first}");
    assert_eq!(home.read("t.ron"), before, "nothing was given");
    // Suggestions for the side that is not to act, and for an earlier entry.
    assert!(home.run(&["suggest", "t.ron", "--side", "Russians"]).done().out.contains("Russians"));
    assert!(home.run(&["suggest", "t.ron", "--at", "0"]).done().out.contains("initiative"));
    home.run(&["suggest", "t.ron", "--side", "Germanz"]).failed(2, &["Germanz"]);
    home.run(&["do", "t.ron", "suggest"])
        .failed(1, &["`suggest` only proposes orders and is not one itself", "wardiary suggest SAVE"]);
    home.run(&["do", "t.ron", "end battle"]).done();
    assert!(!home.run(&["suggest", "t.ron"]).done().out.contains("pass"));
}

/// An exhausted side may fire, but ending its turn comes first.
#[test]
fn an_exhausted_side_is_told_so_and_ends_its_turn_first() {
    let home = Home::new();
    home.run(&["new", "wadi", "w.ron", "--no-open", "--seed", "1"]).done();
    let lost = ["Red Banner", "Green Banner", "Black Banner", "Riflemen of the Wells"];
    let lost = lost.map(|unit| format!("eliminate {unit:?}"));
    let begin = ["do", "w.ron", "--dice", "3,5", "initiative", "first Emirate"];
    let first_turn: Vec<&str> =
        begin.into_iter().chain(lost.iter().map(String::as_str)).chain(["pass", "pass"]).collect();
    home.run(&first_turn).done();
    home.run(&begin).done();
    let said = home.run(&["suggest", "w.ron"]).done().out;
    let places =
        ["end battle won by Column", "  pass\n         Emirate is exhausted: it may fire, but", "volley \"Siege Gun\""]
            .map(|wanted| said.find(wanted).unwrap_or_else(|| panic!("“{wanted}” is not proposed\n{said}")));
    assert!(places.is_sorted(), "{said}");
}

#[test]
fn a_scenario_is_played_many_times() {
    let home = Home::new();
    let once = home.run(&["playtest", "tannenberg", "--games", "20", "--seed", "5"]).done().out;
    assert!(once.starts_with("Tannenberg, the first day: 20 games by the policy of campaign, seed 5\n"), "{once}");
    for said in ["won by Germans", "won by Russians", "drawn", "How the games ended", "Turns: ", "Losses", " of 32 SP"]
    {
        assert!(once.contains(said), "{said}\n{once}");
    }
    assert_eq!(home.run(&["playtest", "tannenberg", "--games", "20", "--seed", "5"]).done().out, once);
    // The result does not depend on the number of cores.
    for cores in ["1", "2"] {
        let mut command = home.command(&["playtest", "tannenberg", "--games", "20", "--seed", "5"]);
        let output = command.env("RAYON_NUM_THREADS", cores).output().expect("it starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), once, "{cores} cores");
    }
    let json = home.run(&["playtest", "tannenberg", "--games", "20", "--seed", "5", "--json"]).done().json();
    let won = |at: usize| json["sides"][at]["won"].as_u64().expect("a number");
    assert_eq!(won(0) + won(1) + json["drawn"].as_u64().expect("a number"), 20, "{json}");
    assert_eq!((&json["games"], &json["seed"], &json["bounds"]["orders"]), (&20.into(), &5.into(), &20_000.into()));
}

/// With few games the report says how uncertain the chances are.
#[test]
fn few_games_say_little() {
    let home = Home::new();
    let said = home.run(&["playtest", "tannenberg", "--games", "3", "--seed", "5"]).done().out;
    insta::assert_snapshot!("three_games", said);
    let one = home.run(&["playtest", "night-attack", "--games", "1"]).done().out;
    insta::assert_snapshot!("one_game", one);
    let json = home.run(&["playtest", "tannenberg", "--games", "3", "--seed", "5", "--json"]).done().json();
    for side in json["sides"].as_array().expect("sides") {
        let [low, p, high] =
            [&side["between"][0], &side["p"], &side["between"][1]].map(|n| n.as_f64().expect("a number"));
        assert!(low <= p && p <= high && high - low > 0.4, "{side}");
    }
}

#[test]
fn unplayable_games_are_refused_with_reasons() {
    let home = Home::new();
    home.run(&["playtest", "tannenberg", "--games", "0"]).failed(2, &["--games"]);
    home.run(&["playtest", "tannenburg"]).failed(2, &["tannenburg", "tannenberg"]);
    let muster = r#"sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")], units: [(id: 10, name: "A", side: 1), (id: 20, name: "X", side: 2)]"#;
    let battle = r#", battles: [(id: 30, name: "B", parties: [[1], [2]])]"#;
    let write = |name: &str, rules: &str, muster: &str| {
        fs::write(home.path(name), format!("(title: \"Mine\", rules: \"{rules}\", muster: ({muster}))"))
            .expect("it can be written");
    };
    write("quiet.ron", "mouat", muster);
    home.run(&["playtest", "quiet.ron"])
        .failed(1, &["“Mine” can't be played: it has no battle under way", "battles: ["]);
    write("nobody.ron", "mouat", "sides: []");
    home.run(&["playtest", "nobody.ron"]).failed(1, &["it has no battle under way"]);
    write("tests.ron", "m42", &format!("{muster}{battle}"));
    home.run(&["playtest", "tests.ron"]).failed(1, &["neither combats nor volleys nor Conflicts"]);
}

#[test]
fn a_proposal_goes_into_the_order_line() {
    let mut program = Program::with("tannenberg");
    program.keys("y");
    let screen = program.shows((100, 30));
    assert!(screen.contains("Options for Germans and Russians") && screen.contains("initiative"), "{screen}");
    // Enter puts the order into the order line and does nothing else.
    program.keys("<enter>");
    let screen = program.shows((100, 30));
    assert!(screen.contains(": initiative"), "{screen}");
    program.keys("<esc>:suggest<enter>");
    assert!(program.shows((100, 30)).contains("Options for Germans and Russians"));
    program.keys("<esc>:suggest Russians<enter>");
    assert!(program.shows((100, 30)).contains("Options for Russians"));
    program.keys("<esc>:log<esc>");
    assert_eq!(program.save().diary().entries().len(), 0, "nothing was given");
}

/// The list with moves on a whole small screen, and with combats.
#[test]
fn the_list_of_proposals() {
    for (name, first, size) in [("ridge", "League", (80, 24)), ("tannenberg", "Germans", (120, 40))] {
        let mut program = Program::with(name);
        program.keys(&format!(":initiative<enter>:first {first}<enter>y<down>"));
        let screen = program.sees(
            size,
            &[
                &format!("◆ Options for {first}"),
                "│Best first. Enter puts an order into the order line;",
                "Enter accept",
            ],
        );
        // The second suggestion is selected. Each has its reason below it, and passing comes last.
        let rows: Vec<&str> = screen.lines().collect();
        let at = |words: &str| rows.iter().position(|row| row.contains(words)).unwrap_or_else(|| panic!("{screen}"));
        let (order, reason) = if name == "ridge" {
            (
                "▌   move Halberds by J3 I4 facing s",
                "Nearer to the objective Sainte-Odile: the route costs 3 instead of 6",
            )
        } else {
            ("▌   scrud \"XX Corps\" v \"XV Corps\"", "      ")
        };
        assert!(rows[at(order) + 1].contains(reason), "{screen}");
        assert!(at("│Best first.") < at(order) && at(order) < at("    pass "), "{screen}");
        program.draws(size, &[("If you want none of these", |theme| theme.help.text)]);
    }
}

/// The selected suggestion goes into the order line with a preview. Only Enter gives the order.
#[test]
fn a_proposal_is_looked_at_before_it_is_given() {
    let mut program = Program::with("tannenberg");
    program.keys(":initiative<enter>:first Germans<enter>");
    let given = program.save().diary().entries().len();
    program.keys("y<down><enter>");
    for (width, height) in [(80, 24), (120, 40)] {
        program.sees(
            (width, height),
            &[
                "Germans to act",
                "◆ Order",
                ": scrud \"XX Corps\" v \"XV Corps\"",
                "— Enter: 4 dice for",
                "92%        84%      0.2      0.1",
                "4%         2%      3.4      3.3",
                "Enter give the order",
            ],
        );
    }
    assert_eq!(program.save().diary().entries().len(), given, "it is not given by itself");
    program.keys("<esc>");
    assert_eq!(program.save().diary().entries().len(), given, "nor when it is left");
    program.keys("y<down><enter><enter>");
    assert_eq!(program.save().diary().entries().len(), given + 1, "Enter gives the order");
}

/// Each proposal is accepted as it is printed, in every scenario, also where there is no map to measure a range.
#[test]
fn printed_proposals_are_accepted() {
    let home = Home::new();
    for (scenario, _) in SCENARIOS {
        let save = format!("{scenario}.ron");
        home.run(&["new", scenario, &save, "--no-open", "--seed", "5"]).done();
        for _ in 0..4 {
            let json = home.run(&["suggest", &save, "--json"]).done().json();
            let orders = json["proposals"].as_array().expect("proposals").iter();
            let orders: Vec<String> = orders.map(|one| one["order"].as_str().expect("an order").into()).collect();
            let verb = |order: &String| order.split(' ').next().unwrap_or_default().to_string();
            let first_of_its_verb =
                |(at, order): &(usize, &String)| !orders[..*at].iter().any(|before| verb(before) == verb(order));
            for (_, order) in orders.iter().enumerate().filter(first_of_its_verb) {
                fs::copy(home.path(&save), home.path("copy.ron")).expect("it is copied");
                home.run(&["do", "copy.ron", order]).done();
            }
            let Some(best) = orders.first() else { break };
            home.run(&["do", &save, best]).done();
        }
    }
}
