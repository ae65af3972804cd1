//! `wardiary muster` and `wardiary new --campaign` with tables as spreadsheets write them; reading them is tested in
//! the diary's `spreadsheets`.

use crate::harness::call::Home;
use std::path::Path;

const HAYE: &str = "The Day;;;;\nSide;Brigade;Unit;Type;Men;;Remarks\nFrench;Quiot;54th;infantry;432;;x\n\
                    French;Quiot;55th;infantry;1,100;;\nAllied;KGL;2nd Light;infantry;400;;\n";

/// What is told of a table, and how to go on.
#[test]
fn a_table_is_read_and_its_save_opened() {
    let home = Home::new();
    home.file("la_haye-sainte.csv", HAYE);
    home.run(&["muster", "la_haye-sainte.csv"]).failed(
        1,
        &[
            "la_haye-sainte.csv: rows 3 to 5, column E (Men): numbers up to 1100 look like men, not Strength Points",
            "hint: `wardiary muster --strength-per 100` makes 1 SP of 100 men\n",
        ],
    );
    let made = home.run(&["muster", "la_haye-sainte.csv", "--strength-per", "500"]).done();
    let wanted = [
        "note: 2 sides, 2 stacks, 3 units",
        "note: headings: “Type” is read as `kind`, “Unit” is read as `name`, “Brigade” is read as `stack` and “Men” is read as `strength`",
        "note: left out: column G “Remarks”",
        "note: row 1 above the headings: not read",
        "note: open it: wardiary open la-haye-sainte",
    ];
    assert_eq!(made.err.lines().collect::<Vec<_>>(), wanted);
    let state = home.run(&["state", "la-haye-sainte", "--json"]).done().json();
    assert_eq!(state["title"], "La haye sainte");
    let table = home.run(&["muster", "--from", "la-haye-sainte"]).done().out;
    assert!(table.contains("54th,infantry,1,") && table.contains("55th,infantry,2,"), "{table}");
    home.run(&["muster", "la_haye-sainte.csv", "--strength-per", "500", "--strict"])
        .failed(1, &["row 2, column G: there is no column “Remarks”"]);
    home.run(&["muster", "la_haye-sainte.csv", "--sheet", "A"]).failed(3, &["a CSV file has no sheets"]);
    home.run(&["muster", "la_haye-sainte.csv", "--strength-per", "0"]).failed(2, &["--strength-per"]);
    home.file("s.csv", "side;stack;name;#men;x\nRed;I;A;9;\nBlue;I;B;;\n");
    let made = home.run(&["new", "s.csv", "--campaign", "--no-open"]).done();
    assert_eq!(made.err, "note: 2 sides, 2 stacks, 2 units\nnote: left out: column E “x”\n");
    let made = home.run(&["muster", "s.csv", "-o", "./here.ron"]).done();
    let here = Path::new(".").join("here.ron");
    assert!(made.err.ends_with(&format!("note: open it: wardiary open {}\n", here.display())), "{}", made.err);
}

/// A fighting troop type without weapons is noted where the rulebook has volleys.
#[test]
fn troops_without_weapons_are_noted() {
    let home = Home::new();
    home.book("mine", "(title: \"Mine\", based_on: \"campaign\", troops: {\"heavy dragoons\": (strength: 4)})");
    home.file("t.csv", "side,stack,name,kind\nRed,I,A,heavy dragoons\nBlue,I,B,transport\n");
    let made = home.run(&["muster", "t.csv", "--rules", "mine"]).done();
    assert!(
        made.err.contains("note: without weapons in this rulebook, so unable to volley: “heavy dragoons”\n"),
        "{}",
        made.err
    );
}
