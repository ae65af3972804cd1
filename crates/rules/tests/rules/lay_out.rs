//! Theatres and settings in words: they print as they read, and a fault is reported where it stands.

use wardiary_base::document;
use wardiary_harness_rules::field::field;
use wardiary_rules::{
    notation::{Instruction, order_text, parse_instruction},
    order::{Order, TheatreOrder},
};

#[test]
fn a_theatre_and_settings_in_words_print_as_they_read() {
    let state = field("()", "A, B v X, Y");
    for text in [
        "theatre roads Thorn - Kulm 2, Kulm - Elm, Soldau",
        "theatre roads Elm, Kulm, Thorn, Thorn - Kulm 2, Kulm - Elm",
        "theatre roads \"Mont St Jean\" - \"La Haye-Sainte\" 3 titled \"The ridge\" about \"In June.\" forces Blues at \"Mont St Jean\" \
         objectives \"La Haye-Sainte\" 3 supply Blue at \"Mont St Jean\", Red at \"La Haye-Sainte\"",
        "rules change clock day with dawn, noon, dusk",
        "rules change clock week",
        "rules change pools depot 6 for Blue kind infantry gains 2 every 3, remounts 4",
        "rules change levels full, low grade -1 recovery 0.5 allowance 0.25",
        "rules change scrud phases 2",
        "rules change march allowance 3",
        "rules change scrud phases 2, scrud ties Defender, march allowance 3",
        "rules change only scrud phases 2, mechanisms Edna + Scrud",
        "rules change title \"House rules\"",
        "rules change scrud defeat [Demote]",
        "rules change \"(scrud: (defeat: [Demote, PushBack]))\"",
    ] {
        let read = parse_instruction(text, &state);
        let Ok(Instruction::Order(order)) = read else { panic!("{text}: {read:?}") };
        assert_eq!(order_text(&state, &order), text);
    }
}

/// A theatre as in a file, as older orders have it, is printed in words with the same meaning.
#[test]
fn a_theatre_as_in_a_file_prints_in_words() {
    let state = field("()", "A v X");
    let net =
        "(network: (places: [\"Thorn\", \"Kulm\"], roads: [(\"Thorn\", \"Kulm\", 2)]), objectives: [(\"Kulm\", 3)])";
    let order = Order::Theatre(TheatreOrder::LayOut(Box::new(document::read(net).expect("it reads"))));
    assert_eq!(order_text(&state, &order), "theatre roads Thorn - Kulm 2 objectives Kulm 3");
    let odd = net.replace("\"Kulm\", 2)", "\"KULM\", 2)");
    let order = Order::Theatre(TheatreOrder::LayOut(Box::new(document::read(&odd).expect("it reads"))));
    let text = order_text(&state, &order);
    assert_eq!(parse_instruction(&text, &state), Ok(Instruction::Order(order)), "{text}");
}

#[test]
fn a_fault_is_reported_where_it_stands() {
    let state = field("()", "A v X");
    for (text, at, says) in [
        ("theatre roads Thorn - Kulm 0", "0", "the road from Thorn to Kulm must take 1 to 1000 steps, not 0"),
        ("theatre roads Thorn - Kulm, Kulm - Thorn 2", "Kulm - Thorn 2", "there is already a road from Kulm to Thorn"),
        ("theatre roads Thorn - Thorn 2", "Thorn - Thorn 2", "the road from Thorn to Thorn ends where it starts"),
        ("theatre roads Thorn, thorn", "thorn", "duplicate place “Thorn”"),
        ("theatre roads Thorn - Kulm objectives Klum 3", "Klum", "the theatre has no place “Klum”"),
        ("theatre roads Thorn - Kulm supply Blue at Elm", "Elm", "the theatre has no place “Elm”"),
        ("theatre roads Thorn - Kulm objectives Kulm 3, Kulm 2", "Kulm", "Kulm is already an objective"),
        ("rules change clock day with dawn, dawn", "dawn", "“dawn” is listed twice"),
        ("rules change clock day with 1st", "1st", "“1st” must begin with a letter"),
        ("rules change pools depot 1, depot 2", "depot", "duplicate pool “depot”"),
        ("rules change pools depot 1 every 0", "depot 1 every 0", "must be 1 to 1000 parts, not 0"),
        ("rules change levels full recovery 7", "7", "a share must be 0 to 1"),
    ] {
        let error = parse_instruction(text, &state).expect_err(text);
        assert!(error.reason.starts_with(says), "{text}: {}", error.reason);
        assert_eq!(
            (&text[error.at.clone()], error.at.end),
            (at, text.rfind(at).map_or(0, |from| from + at.len())),
            "{text}"
        );
    }
}
