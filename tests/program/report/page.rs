//! The HTML page: its steps match the states, it fetches nothing, and it satisfies its own content security policy.

use super::{sample, told};
use crate::harness::call::{Home, as_str};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value;
use sha2::{Digest, Sha256};
use wardiary_report::report::json_diff::{Change, apply};

/// The data of a page for its script.
pub fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script id=\"diary\" type=\"application/json\">").expect("the page has its data");
    let (data, _) = rest.split_once("</script>").expect("it ends");
    serde_json::from_str(data).expect("it is JSON")
}

/// The steps of a page: each entry with the state after its changes.
fn states(page: &str) -> Vec<(u64, Value)> {
    let data = data(page);
    let mut state = data["start"].clone();
    let mut states = vec![(state["entry"].as_u64().expect("a number"), state.clone())];
    for step in data["steps"].as_array().expect("steps") {
        let changes: Option<Vec<Change>> = step[3].as_array().expect("changes").iter().map(Change::from_json).collect();
        apply(&mut state, &changes.expect("changes that can be read"));
        states.push((step[0].as_u64().expect("a number"), state.clone()));
    }
    states
}

/// Compares the first and the last entry, and every `every`th between them.
fn agrees(name: &str, every: usize) {
    let home = Home::new();
    let save = sample(&home, name);
    let states = states(&told(&home, &save, &["--format", "html", "--no-luck"]));
    let last = states.len() - 1;
    for (_, (entry, state)) in states.iter().enumerate().filter(|(at, _)| at % every == 0 || *at == last) {
        let truth = home.run(&["state", as_str(&save), "--at", &entry.to_string(), "--json"]).done().json();
        assert_eq!(state, &truth, "{name}: after entry {entry}");
    }
}

#[test]
fn each_step_of_a_page_is_the_state_after_its_entry() {
    agrees("tannenberg", 1);
    for name in ["wadi", "ridge", "crossings"] {
        agrees(name, 9);
    }
    for name in ["orla", "hundred-days"] {
        agrees(name, 23);
    }
}

/// A report on a part starts with the state before the part.
#[test]
fn steps_of_a_part_are_states_too() {
    let home = Home::new();
    let save = sample(&home, "wadi");
    let states = states(&told(&home, &save, &["--format", "html", "turn 3", "--no-luck"]));
    assert!(states.len() > 5 && states[0].0 > 20);
    for (entry, state) in &states {
        let truth = home.run(&["state", as_str(&save), "--at", &entry.to_string(), "--json"]).done().json();
        assert_eq!(state, &truth, "after entry {entry}");
    }
}

/// All texts between two marks.
fn between<'p>(page: &'p str, begin: &str, end: &str) -> Vec<&'p str> {
    page.split(begin).skip(1).map(|rest| rest.split(end).next().unwrap_or(rest)).collect()
}

#[test]
fn a_page_needs_nothing_and_its_policy_fits() {
    let home = Home::new();
    for name in ["tannenberg", "wadi"] {
        let page = told(&home, &sample(&home, name), &["--format", "html"]);
        let digest = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())));
        let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"")[0];
        let (style, script) = (between(&page, "<style>", "</style>"), between(&page, "<script>", "</script>"));
        assert_eq!((style.len(), script.len()), (1, 1));
        assert_eq!(
            policy.replace("&#39;", "'"),
            format!(
                "default-src 'none'; style-src {}; script-src {}; img-src data:; base-uri 'none'; form-action 'none'",
                digest(style[0]),
                digest(script[0])
            )
        );
        // The page loads nothing, and no element has a style or handler, which the policy would forbid.
        let markup = page.replace(style[0], "").replace(script[0], "");
        for sign in [" src=", "url(", "@import", " style=", " onclick=", "<link", "<img", "<iframe"] {
            assert!(!markup.contains(sign), "{name}: {sign}");
            assert!(!style[0].contains("url(") && !style[0].contains("@import"));
        }
        assert!(between(&markup, "href=\"", "\"").iter().all(|link| link.starts_with('#')));
        for landmark in ["<main", "<header", "<footer", "lang=\"en\"", "<title>", "name=\"viewport\""] {
            assert!(page.contains(landmark), "{name}: {landmark}");
        }
    }
}

#[test]
fn a_fragment_has_neither_script_nor_style() {
    let home = Home::new();
    let fragment = told(&home, &sample(&home, "tannenberg"), &["--fragment"]);
    assert!(fragment.starts_with("<article>"), "{fragment}");
    for sign in ["<script", "<style", " style=", "<html", "<h1"] {
        assert!(!fragment.contains(sign), "{sign}");
    }
    assert!(fragment.contains("The Germans surprise everybody"));
}

/// Limits on the size of the pages.
#[test]
fn pages_of_samples_are_small() {
    let home = Home::new();
    for (name, most) in [
        ("tannenberg", 60_000),
        ("wadi", 300_000),
        ("ridge", 300_000),
        ("crossings", 300_000),
        ("orla", 300_000),
        ("hundred-days", 300_000),
    ] {
        let length = told(&home, &sample(&home, name), &["--format", "html"]).len();
        assert!(length < most, "{name}: {length} bytes");
    }
}

/// The gauges of a step show the battle of its entry, also with several battles under way.
#[test]
fn each_step_names_the_battle_of_its_entry() {
    let home = Home::new();
    let save = sample(&home, "hundred-days");
    let data = data(&told(&home, &save, &["--format", "html", "--no-luck"]));
    let rows = home.run(&["report", as_str(&save), "--json", "--no-luck"]).done().json();
    let rows = rows["entries"].as_array().expect("entries");
    let state = home.run(&["state", as_str(&save), "--json"]).done().json();
    let battles = state["battles"].as_array().expect("battles");
    let mut before = Value::Null;
    let steps = data["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), rows.len());
    for (step, row) in steps.iter().zip(rows) {
        let id = battles.iter().find(|battle| battle["name"] == row["battle"]).map(|battle| battle["id"].clone());
        before = id.unwrap_or(before);
        assert_eq!(step[4], before, "entry {}", step[0]);
    }
    let named = |no: u64| {
        let step = steps.iter().find(|step| step[0] == no).expect("the step");
        battles.iter().find(|battle| battle["id"] == step[4]).map(|battle| battle["name"].clone())
    };
    assert_eq!((named(24), named(45)), (Some("Quatre Bras".into()), Some("Ligny".into())));
}

/// Each link has a text and leads to an existing entry.
#[test]
fn every_link_has_words_and_leads_somewhere() {
    let home = Home::new();
    for name in ["tannenberg", "hundred-days", "orla", "ridge"] {
        let page = told(&home, &sample(&home, name), &["--format", "html"]);
        let links = between(&page, "<a href=\"#e", "</a>");
        assert!(!links.is_empty(), "{name}");
        for link in links {
            let (entry, words) = link.split_once("\">").expect("where it leads");
            assert!(!words.trim().is_empty(), "{name}: the link to entry {entry} has no words");
            assert!(page.contains(&format!("id=\"e{entry}\"")), "{name}: {entry}");
        }
    }
}
