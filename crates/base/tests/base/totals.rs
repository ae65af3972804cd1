//! The totals and rolls of a rulebook's tables.

use wardiary_base::{
    book::{Rulebook, RulebookDraft, TableRoll, Totals},
    document,
};

#[test]
fn totals_are_read_as_people_write_them() {
    for (text, ranges) in [
        ("2-4", &[(2, 4)][..]),
        ("2..=4", &[(2, 4)]),
        ("2..4", &[(2, 4)]),
        ("2 to 4", &[(2, 4)]),
        ("2–4", &[(2, 4)]),
        (" 2 - 4 ", &[(2, 4)]),
        ("7", &[(7, 7)]),
        ("-3", &[(-3, -3)]),
        ("-3 to -1", &[(-3, -1)]),
        ("-3--1", &[(-3, -1)]),
        ("1,3,5", &[(1, 1), (3, 3), (5, 5)]),
        ("2-4, 12", &[(2, 4), (12, 12)]),
        ("-3--1,0..2", &[(-3, -1), (0, 2)]),
    ] {
        let read = text.parse::<Totals>();
        assert_eq!(read.as_ref().map(Totals::ranges), Ok(ranges), "{text}");
        assert_eq!(read.as_ref().map(|totals| totals.to_string().parse()), Ok(read.clone()), "{text}");
    }
    assert_eq!("4-2".parse::<Totals>(), Err("write the lower total first: \"2-4\"".into()));
    for text in ["", "-", "2-", "a", "2-4-6", "2,", ",4", "é-1"] {
        assert!(text.parse::<Totals>().is_err(), "{text}");
    }
}

#[test]
fn rolls_are_read_as_they_are_written() {
    for text in ["2d6", "1d100", "1d6+1", "3d6-2", "d66", "4d6kh3", "1d10+1d6", "1d66"] {
        assert_eq!(text.parse::<TableRoll>().map(|roll| roll.to_string()), Ok(text.into()));
    }
    assert_eq!("d6 + 1".parse::<TableRoll>().map(|roll| roll.to_string()), Ok("1d6+1".into()));
    for (text, least, most, number) in
        [("3d6-2", 1, 16, 16), ("d66", 11, 66, 36), ("1d66", 1, 66, 66), ("d%", 1, 100, 100), ("4d6kh3", 3, 18, 16)]
    {
        let totals = text.parse::<TableRoll>().expect("a roll").0.possible_totals();
        let found = (totals.first().copied(), totals.last().copied(), totals.len());
        assert_eq!(found, (Some(least), Some(most), number), "{text}");
    }
    for text in ["", "2", "d", "2d6x", "0d6", "2d1", "2d6+", "2d6+9999", "3d6!"] {
        assert!(text.parse::<TableRoll>().is_err(), "{text}");
    }
}

#[test]
fn states_of_tables_are_checked() {
    let faults = |table: &str| -> Vec<String> {
        let draft: RulebookDraft = document::read(&format!("(tables: {{\"A\": {table}}})")).expect("it reads");
        let faults = draft.check(&Rulebook::default_rules()).expect_err("it has faults");
        faults.into_iter().map(|fault| format!("{}: {}", fault.path.join("."), fault.reason)).collect()
    };
    let states = "states: [(name: \"dry\"), (name: \"wet\")]";
    for (rows, says) in [
        (
            r#"[(on: "1-3", text: "x", after: ["dri"]), (on: "1-4", text: "y", becomes: "soaked")]"#,
            &["tables.0.rows.0.after.0: “A” has no state “dri”", "tables.0.rows.1.becomes: “A” has no state “soaked”"]
                [..],
        ),
        (
            r#"[(on: "1-3", text: "x", after: ["dry"]), (on: "2,4", text: "y", after: ["wet", "dry"])]"#,
            &[
                "tables.0.rows.1.on: “A” already has a row for 2: 1-3",
                "tables.0.rows: “A” has no row for 1, 3 after “wet”",
            ],
        ),
        (
            r#"[(on: "1-3", text: "x"), (on: "3-4", text: "y")]"#,
            &["tables.0.rows.1.on: “A” already has a row for 3: 1-3"],
        ),
    ] {
        assert_eq!(faults(&format!("(roll: \"1d4\", {states}, rows: {rows})")), says, "{rows}");
    }
    let many = (0..51).map(|at| format!("(name: \"s{at}\"),")).collect::<Vec<_>>().concat();
    let says = ["tables.0.states: “A” has 51 states; the maximum is 50"];
    assert_eq!(faults(&format!("(roll: \"1d4\", states: [{many}], rows: [(on: \"1-4\", text: \"x\")])")), says);
}
