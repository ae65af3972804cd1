//! Pasted text: the program reports every part that does not fit.

use crate::harness::program::Program;

const SIZE: (u16, u16) = (120, 40);

/// The message after a paste.
fn said(program: &mut Program, pasted: &str) -> Option<String> {
    program.paste(pasted);
    let said = program.model.notice().map(|notice| notice.text.clone())?;
    let shown = program.shows(SIZE);
    assert!(shown.contains(&said), "“{said}” is not shown:\n{shown}");
    Some(said)
}

#[test]
fn a_text_that_fits_is_taken_without_a_word() {
    let mut program = Program::with("tannenberg");
    assert_eq!(said(&mut program, &format!("note {}", "ab".repeat(1_000))), None);
    program.keys("<enter>");
    assert!(program.shows(SIZE).contains("abab"));
    assert_eq!(program.save().diary().entries().len(), 1);
}

#[test]
fn long_pasted_text_is_reported() {
    for (keys, most) in [("", 10_000), (":", 10_000), ("/", 1_000), ("4", 1_000)] {
        let mut program = Program::with("tannenberg");
        program.keys(keys);
        assert_eq!(said(&mut program, &"a".repeat(most)), None, "{keys}");
        let mut program = Program::with("tannenberg");
        program.keys(keys);
        let left_out = format!("the pasted text is too long, with {} characters: the last 2 are left out", most + 2);
        assert_eq!(said(&mut program, &"ä".repeat(most + 2)), Some(left_out), "{keys}");
    }
}

#[test]
fn pasting_without_a_text_field_is_reported() {
    let nowhere = Some("text can't be pasted here".to_string());
    let mut program = Program::at_menu();
    assert_eq!(said(&mut program, "note text"), nowhere);
    let mut program = Program::with("tannenberg");
    program.keys("?");
    program.paste("note text");
    assert_eq!(program.model.notice().map(|notice| notice.text.clone()), nowhere);
}

#[test]
fn faces_that_are_pasted() {
    for (pasted, typed, said) in [
        ("6554 44332211", 12, None),
        ("6,5,5,4,4,4,3,3,2,2,1,1\n", 12, None),
        ("65", 2, None),
        ("6554443322114", 12, Some("there are no more dice: the last digit that was pasted is ignored")),
        ("6554443322 11 6 5", 12, Some("there are no more dice: the last 2 digits that were pasted are ignored")),
        ("6557", 3, Some("a d6 has no 7: its faces are 1 to 6")),
        ("65571", 3, Some("a d6 has no 7: its faces are 1 to 6; the digit pasted after it is ignored")),
        ("65 9 11", 2, Some("a d6 has no 9: its faces are 1 to 6; the 2 digits pasted after it are ignored")),
        ("65 and 44", 2, Some("a face is a number; `a` is not; the 2 digits pasted after it are ignored")),
    ] {
        let mut program = Program::with("tannenberg");
        program.keys("H:scrud Germans v Russians<enter>");
        assert!(program.shows(SIZE).contains("Dice from the table"));
        program.paste(pasted);
        let shown = program.shows((160, 40));
        for fault in ["ignored", "has no", "is not;"] {
            assert_eq!(shown.contains(fault), said.is_some_and(|said| said.contains(fault)), "{pasted}\n{shown}");
        }
        if let Some(said) = said {
            assert!(shown.contains(said), "{pasted}: “{said}”\n{shown}");
        }
        // Esc asks for confirmation and counts the faces that would be lost.
        program.keys("<esc>");
        let shown = program.shows((160, 40));
        assert!(shown.contains(&format!("{typed} faces are typed")), "{pasted}\n{shown}");
    }
}

#[test]
fn several_pasted_orders_are_listed_before_they_are_given() {
    let mut program = Program::with("tannenberg");
    program.paste("note \"dawn\"\n\n// a remark\ninitiative\nedna \"Nobody\"\nnote \"dusk\"\n");
    let shown = program.shows(SIZE);
    for line in ["Orders to give", "note \"dawn\"", "initiative", "edna \"Nobody\"", "note \"dusk\""] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    assert!(program.save().diary().entries().is_empty());
    // The first order that is refused stops the list and stays on it with the orders after it.
    program.keys("<enter>");
    assert_eq!(program.save().diary().entries().len(), 2);
    let shown = program.shows(SIZE);
    assert!(shown.contains("2 of 4 given. There is no unit called “Nobody”"), "{shown}");
    program.keys("<down><enter>");
    assert_eq!(program.save().diary().entries().len(), 3);
    assert!(!program.shows(SIZE).contains("Orders to give"));
}

#[test]
fn pasted_orders_wait_for_dice_from_the_table() {
    let mut program = Program::with("tannenberg");
    program.keys("H");
    program.paste("initiative\nnote \"dusk\"");
    program.keys("<enter>");
    assert!(program.shows(SIZE).contains("Dice from the table"));
    program.keys("61<enter>");
    let shown = program.shows(SIZE);
    assert!(shown.contains("Orders to give") && shown.contains("note \"dusk\""), "{shown}");
    program.keys("<enter>");
    assert_eq!(program.save().diary().entries().len(), 2);
}

/// Terminals paste a line end as a carriage return.
#[test]
fn pasted_orders_end_with_carriage_returns_too() {
    for end in ["\r", "\r\n"] {
        let mut program = Program::with("tannenberg");
        program.paste(&["note \"dawn\"", "initiative", ""].join(end));
        assert!(program.shows(SIZE).contains("Orders to give"));
        program.keys("<enter>");
        assert_eq!(program.save().diary().entries().len(), 2);
    }
}

#[test]
fn pasted_prose_and_text_within_an_order_stay_one_line() {
    let mut program = Program::with("tannenberg");
    program.paste("The sun rose over the ridge.\nAt noon all was quiet.");
    assert!(program.shows(SIZE).contains("The sun rose over the ridge. At noon all was quiet."));
    let mut program = Program::with("tannenberg");
    program.keys(":note \"");
    program.paste("initiative\nagain\"");
    program.keys("<enter>");
    assert!(program.shows(SIZE).contains("initiative again"));
}
