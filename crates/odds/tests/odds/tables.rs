//! Random tables: their odds compared with all results of their dice, the text of the shipped tables, what is due, and
//! the diary.
//! Source: RULES 7.

use std::collections::BTreeMap;
use wardiary_base::{
    book::{Rulebook, RulebookDraft},
    dice::{Dice, source::ScriptedDice},
    document,
};
use wardiary_harness_rules::field::{field, give, give_order};
use wardiary_harness_rules::shipped::{self, Shipped};
use wardiary_odds::odds::{self, Case, Effort, Method, Monitor, Question, enumerate, forecast};
use wardiary_rules::{
    notation::{self, due_order, due_text, parse_instruction},
    rules::{Outcome, carry_out_roll},
};

/// A table with a modifier on its dice, a table with a row that refers to another table, and a table whose roll can be
/// less than zero.
const BOOK: &str = r#"(tables: {
    "Weather": (roll: "2d6+1", rows: [(on: "3-5", text: "rain", then: "Mud"), (on: "6..=12", text: "fair"), (on: 13, text: "hot")]),
    "Mud": (roll: "1d4", rows: [(on: "1 to 3", text: "deep", then: "Depth"), (on: 4, text: "none")]),
    "Depth": (roll: "1d6-4", rows: [(on: "-3 to -1", text: "an inch"), (on: "0–2", text: "a foot")]),
})"#;

fn book(text: &str) -> Rulebook {
    let draft: RulebookDraft = document::read(text).expect("it reads");
    draft.check(&Rulebook::default_rules()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn the_odds_of_each_table_are_its_ways_counted() {
    let shipped = shipped::rulebook("campaign");
    assert!(shipped.tables.iter().len() >= 4, "weather, events, stance, reaction");
    for book in [&book(BOOK), &*shipped] {
        for table in book.tables.iter() {
            let roll = notation::parse_roll(&format!("consult \"{}\"", table.name), book, &Shipped).expect("a roll");
            let counted = enumerate::enumerate(book, &roll, false, 1_000_000, Monitor::none()).expect("few ways");
            let question = Question::from_roll(roll);
            let exact = odds::answer(book, &question, &Effort::BATCH, Monitor::none()).expect("quick");
            assert_eq!(exact.method, Method::Exact);
            let counted = counted.distribution();
            assert_eq!(exact.cases.len(), counted.len(), "{}", table.name);
            for (case, p) in counted.iter() {
                assert!((exact.cases.probability(case) - p).abs() < 1e-12, "{}: {case:?}: {p}", table.name);
            }
            let played = odds::answer(book, &question, &Effort::simulated(20_000, 7), Monitor::none()).expect("quick");
            for (case, p) in exact.cases.iter() {
                assert!((played.cases.probability(case) - p).abs() < 0.02, "{}: {case:?}: {p}", table.name);
            }
        }
    }
}

#[test]
fn a_table_is_printed_as_it_is_read() {
    let book = book(BOOK);
    let written = document::to_lines(&book.to_draft(), 4);
    let read: RulebookDraft = document::read(&written).expect("it reads back");
    assert_eq!(read.check(&Rulebook::default_rules()), Ok(book));
    assert!(written.contains("\"3-5\"") && written.contains("\"-3 to -1\"") && written.contains("on: 13"), "{written}");
}

#[test]
fn every_order_of_the_shipped_tables_can_be_given() {
    let book = shipped::rulebook("campaign");
    let mut given = 0;
    for (at, table) in book.tables.iter().enumerate() {
        for row in &table.rows {
            // The dice of the row's lowest total: all dice except the last show their minimum as long as that suffices.
            let mut state = field("campaign", "A green leads v X");
            give(&mut state, "end battle").expect("nothing is fought");
            let who = if book.tables.asks_for_force(at) { " for A" } else { "" };
            let (Dice(count, die), plus) = table.roll.0.plain().expect("plain dice");
            let least = row.on.ranges()[0].0;
            let faces = faces(least - i32::from(plus), count, die.sides());
            let faces = if row.then.is_some() { format!("{faces} 1") } else { faces };
            give(&mut state, &format!("consult {}{who}: {faces}", table.name)).expect("it is there");
            while let Some(due) = state.calendar().due().first().map(|due| due.item) {
                give(&mut state, &format!("give {due}")).unwrap_or_else(|e| panic!("{}: {e}", table.name));
                given += 1;
            }
        }
    }
    assert!(given >= 6, "{given} orders");
}

fn faces(total: i32, count: u8, sides: u8) -> String {
    let mut left = total;
    let each = (1..=i32::from(count)).rev().map(|dice| {
        let face = (left - (dice - 1)).min(i32::from(sides));
        left -= face;
        face.to_string()
    });
    each.collect::<Vec<_>>().join(" ")
}

#[test]
fn an_order_is_forecast_as_its_table_is() {
    let state = field(BOOK, "A v X");
    let notation::Instruction::Order(order) = parse_instruction("consult weather", &state).expect("it reads") else {
        panic!("an order")
    };
    let found = forecast::forecast(&state, &order, &Effort::BATCH, Monitor::none()).expect("quick");
    let found = found.expect("it has dice");
    let said = forecast::words::main_odds(&state, &found);
    let wanted = [
        "3-5 rain, then Mud 1-3 deep, then Depth -3 to -1 an inch 6%",
        "3-5 rain, then Mud 1-3 deep, then Depth 0-2 a foot 6%",
        "3-5 rain, then Mud 4 none 4%",
        "6-12 fair 81%",
        "13 hot 3%",
    ];
    assert_eq!(said, wanted);
    let (roll, plain) = forecast::bare_roll(&state, &order).expect("a roll");
    assert!(plain);
    assert_eq!(notation::roll_text(&roll, state.book()), "consult Weather");
}

#[test]
fn a_bare_roll_goes_from_table_to_table() {
    let book = book(BOOK);
    let roll = notation::parse_roll("consult Weather", &book, &Shipped).expect("a roll");
    let mut dice = ScriptedDice { faces: [1, 2, 3, 4].into() };
    let Outcome::Table(drawn) = carry_out_roll(&book, &roll, &mut dice).expect("enough dice").result else {
        panic!("a table")
    };
    let told: BTreeMap<&str, (i32, String)> =
        drawn.iter().map(|row| (row.table.raw(), (row.total, row.sum_text()))).collect();
    let wanted =
        [("Weather", (4, "1 + 2 + 1 = 4".to_string())), ("Mud", (3, "3".into())), ("Depth", (0, "4 - 4 = 0".into()))];
    assert_eq!(told, wanted.into());
    assert_eq!(
        Case::from_outcome(&Outcome::Table(drawn), false),
        Case::Table { rows: vec![row(0, 0), row(1, 0), row(2, 1)] }
    );
}

fn row(table: usize, row: usize) -> wardiary_rules::rules::table::DrawnRow {
    wardiary_rules::rules::table::DrawnRow { table, row }
}

#[test]
fn due_orders_use_the_current_name_of_their_force() {
    let settings = r#"(tables: {"Stance": (roll: "1d2", rows: [
        (on: 1, text: "{force} digs in", orders: ["promote {force} 1 because \"{force} dug in\""]),
        (on: 2, text: "{force} comes on", orders: ["{force} comes on"]),
    ])})"#;
    let mut state = field(settings, "A, B v X");
    give(&mut state, "consult Stance for A: 1").expect("it is there");
    give(&mut state, "rename A to \"Duke \\\"X\\\"\"").expect("another name");
    let due = state.calendar().due()[0].clone();
    assert_eq!(due_text(&state, &due), r#"promote "Duke \"X\"" 1 because "Duke \"X\" dug in""#);
    let order = due_order(&state, &due).expect("it can be given");
    assert_eq!(notation::order_text(&state, &order), due_text(&state, &due).raw());
    let given = give_order(&mut state, "give 1").expect("it is due").expect("it is given");
    assert_eq!(notation::order_text(&given.before, &given.order), format!("give 1 as {}", due_text(&state, &due)));
    // A text that is no order is settled without one.
    let error = give(&mut state, "consult Stance for B: 2 / give 2").expect_err("two lines are no order");
    assert!(!error.is_empty());
    give(&mut state, "consult Stance for B: 2").expect("it is there");
    let error = give(&mut state, "give 2").expect_err("no order");
    assert!(error.starts_with("“B comes on” can’t be carried out: unknown order `B`"), "{error}");
    give(&mut state, "give 9").expect_err("nothing is due");
    give(&mut state, "give 2 as branch X ! MustBeAlone").expect("a branch is named by itself");
    give(&mut state, "settle 2").expect("it is a note");
    assert!(state.calendar().due().is_empty());
}
