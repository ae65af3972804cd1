//! Text that a terminal would obey, planted in files: no command lets it out.

use crate::harness::call::Home;
use std::{collections::BTreeSet, fs};
use wardiary_base::text;
use wardiary_diary::diary::file;

/// Clears the screen, rings, resets the terminal, clears it with a C1 control, and turns text round.
const HOSTILE: &str = "\u{1b}[2J\u{7}\u{1b}c\u{9b}2J\u{202e}";

/// The same as a file has it.
const WRITTEN: &str = r"\u{1b}[2J\u{7}\u{1b}c\u{9b}2J\u{202e}";

/// Every way to show a save.
const CALLS: &[&str] = &[
    "state s.ron",
    "state s.ron --json",
    "log s.ron",
    "log s.ron --json",
    "log s.ron --branches",
    "report s.ron --no-luck --format txt",
    "report s.ron --no-luck --format md",
    "report s.ron --no-luck --format html",
    "report s.ron --no-luck --format csv",
    "report s.ron --no-luck --json",
    "report s.ron --no-luck --format json",
    "open s.ron --plain",
    "report s.ron --what roster",
    "report s.ron --what labels",
    "report s.ron --what map",
    "report s.ron --what orders",
    "service s.ron",
    "suggest s.ron",
    "proposals s.ron",
    "orders s.ron",
    "map s.ron",
    "muster --from s.ron",
    "check s.ron",
    "verify s.ron",
    "picture s.ron --format svg",
    "picture s.ron --screen campaign",
    "picture s.ron --screen review",
    "list",
    "do s.ron frobnicate",
];

/// The slow ones.
const SLOW_CALLS: &[&str] = &["report s.ron", "report s.ron --format html", "luck s.ron"];

#[track_caller]
fn is_plain(text: &str, what: &str) {
    let found = text.char_indices().find(|(_, c)| *c != '\n' && text::sanitize_char(*c) != *c);
    if let Some((at, c)) = found {
        let around: String = text[..at].chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
        panic!("`{what}` prints U+{:04X} after {around}", u32::from(c));
    }
}

/// The strings of a save that could be anything, each once: all but those of its rules that are names.
fn strings(save: &str) -> BTreeSet<&str> {
    let (rules, rest) = save.split_once("muster: (").unwrap_or(("", save));
    let of_rules = quoted(rules).into_iter().filter(|(key, _)| key.ends_with("text: ") || key.ends_with("title: "));
    let fixed: BTreeSet<&str> = quoted(rules).into_iter().map(|(_, text)| text).collect();
    let free = quoted(rest).into_iter().filter(|(_, text)| !fixed.contains(text)).chain(of_rules);
    free.map(|(_, text)| text).filter(|text| !text.is_empty()).collect()
}

/// The strings of a file, each with the text before it.
fn quoted(file: &str) -> Vec<(&str, &str)> {
    let (mut found, mut rest) = (Vec::new(), file);
    while let Some((before, after)) = rest.split_once('"') {
        let bytes = after.as_bytes();
        let end = (0..bytes.len()).find(|at| bytes[*at] == b'"' && (*at == 0 || bytes[*at - 1] != b'\\'));
        let Some(end) = end else { break };
        found.push((before, &after[..end]));
        rest = &after[end + 1..];
    }
    found
}

/// The save with the hostile text after each of its strings with which it still opens.
fn planted(save: &str) -> (String, usize) {
    let opens = |text: &str| file::load(text.as_bytes()).is_ok();
    let all: Vec<String> = strings(save).into_iter().map(String::from).collect();
    let (mut planted, mut count, mut open) = (save.to_string(), 0, vec![all]);
    while let Some(mut some) = open.pop() {
        let plant = |text: String, word: &String| text.replace(&format!("\"{word}\""), &format!("\"{word}{WRITTEN}\""));
        let tried = some.iter().fold(planted.clone(), plant);
        if opens(&tried) {
            (planted, count) = (tried, count + some.len());
        } else if some.len() > 1 {
            let half = some.split_off(some.len() / 2);
            open.extend([half, some]);
        }
    }
    (planted, count)
}

/// Without seals, which the planting would break.
fn unsealed(save: &str) -> String {
    let lines = save.lines().filter(|line| !line.starts_with("seal:")).map(|line| match line.rfind("seal:\"") {
        Some(at) => format!("{}\"\"),\n", &line[..at + "seal:".len()]),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// Calls the program, and checks all that it prints.
#[track_caller]
fn calls(home: &Home, all: &[&str]) {
    for call in all {
        let answered = home.run(&call.split(' ').collect::<Vec<_>>());
        assert_ne!(answered.code, 2, "`{call}`: {}", answered.err);
        is_plain(&answered.out, call);
        is_plain(&answered.err, call);
    }
}

/// A home with a sample in which everything is planted.
fn home_of(sample: &str) -> Home {
    let save = fs::read_to_string(format!("saves/{sample}.ron")).expect("it ships");
    let (save, count) = planted(&unsealed(&save));
    assert!(count > 150, "{sample}: {count} strings planted");
    let home = Home::new();
    home.file("s.ron", save);
    home
}

#[test]
fn no_command_prints_what_a_save_hides() {
    calls(&home_of("orla"), CALLS);
}

#[test]
#[ignore = "long: plants text in every sample, and weighs its rolls"]
fn no_command_prints_what_any_save_hides() {
    for sample in ["orla", "wadi", "sealed-orders", "hundred-days", "crossings"] {
        let home = home_of(sample);
        calls(&home, CALLS);
        calls(&home, SLOW_CALLS);
    }
}

/// The texts of a table, in every output; JSON has them whole.
#[test]
fn texts_of_tables_are_escaped() {
    let home = Home::new();
    let rows = format!("rows: [(on: \"1-6\", text: \"rain {WRITTEN}\", orders: [\"note \\\"mud {WRITTEN}\\\"\"])]");
    let tables = format!("tables: {{\"Sky\": (roll: \"1d6\", {rows})}}");
    home.book("wet", &format!("(title: \"Wet\", based_on: \"campaign\", {tables})"));
    let scenario = fs::read_to_string("crates/base/assets/scenarios/tannenberg.ron").expect("it ships");
    home.scenario("wet", &scenario.replacen("rules: \"campaign\"", "rules: \"wet\"", 1));
    home.run(&["new", "wet", "s.ron", "--no-open", "--seed", "1815"]).done();
    home.run(&["do", "s.ron", "consult Sky", &format!("note \"{HOSTILE}\"")]).done();
    calls(&home, CALLS);
    calls(&home, &["rules wet", "rules wet --ron", "rules wet --json"]);
    let story = home.run(&["report", "s.ron", "--format", "txt"]).done().out;
    assert!(story.contains("rain ␛[2J␇␛c▫2J▫"), "{story}");
    let said = format!("rain {HOSTILE}");
    for call in [&["roll", "consult Sky", "--rules", "wet", "--json"][..], &["rules", "wet", "--json"]] {
        let json = home.run(call).done().json();
        assert!(holds(&json, &said), "{json}");
    }
    for call in [&["log", "s.ron", "--json"][..], &["report", "s.ron", "--no-luck", "--format", "json"]] {
        let json = home.run(call).done().json();
        assert!(holds(&json, &said), "{json}");
    }
    let report = home.run(&["report", "s.ron", "--no-luck", "--format", "json"]).done().json();
    let quotes = report["chapters"].as_array().into_iter().flatten().filter_map(|chapter| chapter["turns"].as_array());
    let mut blocks = quotes.flatten().filter_map(|turn| turn["blocks"].as_array()).flatten();
    assert!(blocks.any(|block| block["quote"] == HOSTILE), "{report}");
    let state = home.run(&["state", "s.ron", "--json"]).done().json();
    assert!(holds(&state, &format!("note \"mud {HOSTILE}\"")), "{state}");
}

/// Whether a string of the JSON is this.
fn holds(json: &serde_json::Value, text: &str) -> bool {
    match json {
        serde_json::Value::String(own) => own == text,
        serde_json::Value::Array(all) => all.iter().any(|inner| holds(inner, text)),
        serde_json::Value::Object(all) => all.values().any(|inner| holds(inner, text)),
        _ => false,
    }
}
