//! Every rule of RULES.md and of its sources, a row each: tests/golden/sources.csv.
//!
//! A row's *book* and *setup* have the notation of [`wardiary_harness_rules::field`]. Its *orders* are separated by
//! slashes: an order with its faces and perhaps its refusal; `roll edna 8: 6 4`, a bare roll if there is no setup; `odds edna 8`;
//! `forecast scrud A v X`. The *expected* facts are separated by semicolons, and are checked after the last order:
//!
//! - `A white E6`, `turn 2`, `Red acts`, `Red exhausted`: a unit or the battle, as the field writes them; `not …`;
//! - `told ~ demoted`: a sentence of the last order contains this text; `told !~ …`: none does;
//! - `roll = acts, 6`, `left = 3 green v 4 yellow`, `p acts, 8 = 13/18`, `A.demoted = 0.25`: a roll, odds, a forecast;
//! - `proposed ~ recover A`: a proposal between battles, the order with its reason; `proposed !~ …`; `proposed = 2`;
//! - `Reds.ap left = 4`, `Reds.square = ABC/DE`, `Reds.lost back = EDCBA`, `Red.point = 4`, `acting = Blues Reds`;
//! - `score Red = 5`, `ahead = Red 3`: victory points;
//! - `setting scrud.phases = 3`: a setting of the book, as JSON; `idle = edna.scales.melee`: the settings without effect.
//!
//! Rows that *wait* for something, such as the `campaign`, are counted, and not carried out.

mod observed;

use observed::Seen;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wardiary_base::book::Rulebook;
use wardiary_harness_rules::{
    field::{self, GivenOrder},
    table::{Row, rows},
};

/// The table, read when the test runs: a new row needs no compilation.
fn table() -> Vec<Row> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/sources.csv"));
    rows(&text.expect("the table is there"))
}

#[test]
fn every_rule_of_the_sources() {
    let table = table();
    let (waiting, played): (Vec<&Row>, Vec<&Row>) = table.iter().partition(|row| !row.get("waits").is_empty());
    let reasons = ["campaign"];
    assert!(waiting.iter().all(|row| reasons.contains(&row.get("waits"))), "nothing waits but for {reasons:?}");
    let failed: Vec<String> = played.iter().filter_map(|row| failure(row)).collect();
    assert!(failed.is_empty(), "{} of {} rules:\n{}", failed.len(), played.len(), failed.join("\n"));
    assert!(played.len() >= 190, "{} rules are played, {} wait", played.len(), waiting.len());
}

/// A setting without a row is an untested rule.
#[test]
fn every_setting_has_a_row() {
    let draft = serde_json::to_value(Rulebook::default_rules().to_draft()).expect("a book can be written");
    let cells = ["rule", "book", "expected"];
    let told: String = table().iter().flat_map(|row| cells.map(|cell| format!("{}\n", row.get(cell)))).collect();
    let sections = [
        "scrud",
        "edna",
        "exhaustion",
        "turn",
        "square",
        "stacks",
        "tests",
        "volley",
        "clock",
        "recover",
        "replacements",
        "raise",
        "promote",
        "lost_for_good",
        "supply",
        "sight",
        "victory",
    ];
    let settings = sections.iter().flat_map(|section| draft[section].as_object().expect("a section").keys());
    let untold: Vec<&String> = settings.filter(|setting| !told.contains(setting.as_str())).collect();
    assert!(untold.is_empty(), "no row of tests/golden/sources.csv tells of {untold:?}");
}

/// The first error in a row, if any.
fn failure(row: &Row) -> Option<String> {
    let told = match catch_unwind(AssertUnwindSafe(|| play(row))) {
        Ok(Ok(())) => return None,
        Ok(Err(told)) => told,
        Err(panic) => panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
            .unwrap_or_default(),
    };
    let at = format!("tests/golden/sources.csv:{}: {}: {}", row.line, row.get("source"), row.get("rule"));
    Some(format!("{at}\n    {}\n    {told}", row.get("orders")))
}

fn play(row: &Row) -> Result<(), String> {
    let mut seen = Seen::new(row.get("book"), row.get("setup"));
    for order in row.get("orders").split(" / ").filter(|order| !order.is_empty()) {
        seen.give(order).map_err(|e| format!("{order}: {e}"))?;
    }
    for check in row.get("expected").split("; ") {
        seen.check(check)?;
    }
    Ok(())
}
