//! Forms for orders with several parts: each composes an accepted order from keys alone, and nobody sees a document in an
//! order line.

use crate::harness::program::Program;
use std::collections::BTreeSet;

const SIZE: (u16, u16) = (120, 40);

/// A program on the Campaign screen between two battles.
fn between_battles() -> Program {
    let mut program = Program::with("tannenberg");
    program.keys(":end battle<enter>5");
    program
}

/// Opens the form of this title from the list of forms.
fn open<'p>(program: &'p mut Program, title: &str) -> &'p mut Program {
    let list = program.keys("<f4>").shows(SIZE);
    let heads = [
        "Places and roads",
        "The clock",
        "Replacement pools",
        "Supply levels",
        "The supply of",
        "The holder of",
        "A battle",
    ];
    assert!(heads.iter().all(|head| list.contains(head)), "{list}");
    let at = heads.iter().position(|head| *head == title).expect("a form");
    program.keys(&"j".repeat(at)).keys("<enter>")
}

fn last_order(program: &Program) -> String {
    let diary = program.save().diary();
    diary.step(diary.head()).expect("an entry").account().order
}

const NETWORK: &str = "Thorn<tab>Kulm<tab>2<tab>Kulm<tab>Elm<tab><tab>";

#[test]
fn each_form_composes_an_order() {
    let mut program = between_battles();
    for (title, keys, order) in [
        ("The clock", "day<tab>dawn<tab>noon<tab>dusk<enter>", "rules change clock day with dawn, noon, dusk"),
        (
            "Replacement pools",
            "depot<tab>6<tab>Ger<tab><tab>2<tab>3<enter>",
            "rules change pools depot 6 for Germans gains 2 every 3",
        ),
        (
            "Supply levels",
            "full<tab><tab><tab><tab>low<tab>-1<tab>0.5<enter>",
            "rules change levels full, low grade -1 recovery 0.5",
        ),
        (
            "Places and roads",
            &format!("{NETWORK}<down><down><down>Elm<tab>3<tab><tab><tab>Ger<tab>Th<tab><enter>"),
            "theatre roads Thorn - Kulm 2, Kulm - Elm objectives Elm 3 supply Germans at Thorn",
        ),
        ("The supply of", "XX<tab>lo<tab>they marched<enter>", "supply \"XX Corps\" \"low\" because \"they marched\""),
        ("The holder of", "El<tab>Rus<tab>a raid<enter>", "objective Elm held by Russians because \"a raid\""),
        ("A battle", "Elm<tab><tab>XX<tab>XIII<tab><enter>", "battle Elm with \"XX Corps\" v \"XIII Corps\""),
    ] {
        let before = program.save().diary().head();
        let shown = open(&mut program, title).keys(keys).shows(SIZE);
        assert_eq!(program.save().diary().head(), before + 1, "{title}:\n{shown}");
        assert!(last_order(&program).starts_with(order), "{title}: {}", last_order(&program));
    }
}

#[test]
fn one_undo_takes_a_form_back_and_esc_keeps_nothing() {
    let mut program = between_battles();
    let before = program.save().diary().head();
    open(&mut program, "Places and roads").keys(NETWORK).keys("<esc>");
    assert_eq!(program.save().diary().head(), before);
    let shown = open(&mut program, "Places and roads").shows(SIZE);
    assert!(!shown.contains("Thorn"), "{shown}");
    program.keys(NETWORK).keys("<enter>u");
    assert_eq!(program.save().diary().head(), before);
}

#[test]
fn a_fault_stands_beside_its_field_and_loses_nothing() {
    for (title, keys, says, then) in [
        (
            "Places and roads",
            "Thorn<tab>Kulm<tab>0",
            "the road from Thorn to Kulm must take 1 to 1000 steps, not 0",
            "<backspace>2",
        ),
        (
            "Places and roads",
            "Thorn<tab>Kulm<tab><tab>Kulm<tab>Thorn",
            "there is already a road from Kulm to Thorn",
            "2",
        ),
        ("Places and roads", "Thorn<tab><tab>2", "“to” is empty", "Kulm"),
        ("Places and roads", "Thorn<tab><tab><tab>Thorn", "duplicate place “Thorn”", "2"),
        (
            "Places and roads",
            "Thorn<tab><tab><tab><down><down><down>Klum<tab>2",
            "the theatre has no place “Klum”",
            "<ctrl-u>Thorn",
        ),
        ("The clock", "day<tab>dawn<tab>dawn", "“dawn” is listed twice", "2"),
        ("Replacement pools", "depot<tab>many", "“many” is not a number", "<ctrl-u>3"),
    ] {
        let mut program = between_battles();
        let before = program.save().diary().head();
        let shown = open(&mut program, title).keys(keys).keys("<enter>").shows((200, 40));
        let rows: Vec<&str> = shown.lines().collect();
        let at = rows.iter().position(|row| row.contains(says)).unwrap_or_else(|| panic!("{says}:\n{shown}"));
        assert!(at > 1 && rows[at - 1].contains('_'), "it is below its field:\n{shown}");
        assert_eq!(program.save().diary().head(), before, "{says}");
        let shown = program.keys(then).keys("<enter>").shows(SIZE);
        assert_eq!(program.save().diary().head(), before + 1, "{says}: mended:\n{shown}");
    }
}

#[test]
fn a_network_is_pasted_read_from_a_file_and_drawn_while_one_types() {
    let csv = "from;to;length\n# a comment\nThorn;Kulm;2\n\"Mont St Jean\";Kulm;\nSoldau;;\n";
    let text = "Thorn - Kulm 2\n# a comment\n\nMont St Jean – Kulm\nSoldau\n";
    let order = "theatre roads Thorn - Kulm 2, \"Mont St Jean\" - Kulm, Soldau";
    for written in [csv, text, &text.replace('\n', "\r")] {
        let mut program = between_battles();
        open(&mut program, "Places and roads");
        program.paste(written);
        let shown = program.shows(SIZE);
        assert!(shown.contains("Network: ") && shown.contains("○ Soldau"), "{shown}");
        program.keys("<enter>");
        assert_eq!(last_order(&program), order);
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (name, written) in [("roads.csv", csv), ("roads.txt", text)] {
        let path = folder.path().join(name);
        std::fs::write(&path, written).expect("it can be written");
        let mut program = between_battles();
        open(&mut program, "Places and roads").keys(&format!("{}<tab><enter>", path.display()));
        assert_eq!(last_order(&program), order, "{}", program.shows(SIZE));
        let mut program = between_battles();
        program.keys(&format!(":theatre \"{}\"<enter>", path.display()));
        assert_eq!(last_order(&program), order, "{}", program.shows(SIZE));
    }
    let path = folder.path().join("bad.csv");
    std::fs::write(&path, "from,to,length\nThorn,Kulm,2\nKulm,Thorn,1\n").expect("it can be written");
    let shown = between_battles().keys(&format!(":theatre \"{}\"", path.display())).shows((300, 40));
    assert!(shown.contains("bad.csv:3:1: there is already a road from Kulm to Thorn"), "{shown}");
}

/// An order's text goes into its form, and back into the order line.
#[test]
fn an_order_goes_into_its_form_and_back() {
    for text in [
        "theatre roads Thorn - Kulm 2, \"Mont St Jean\" - Kulm, Soldau titled \"East Prussia\" forces \"XX Corps\" at Thorn objectives Kulm 3, Soldau 1 supply Germans at Thorn",
        "rules change clock day with dawn, noon, dusk",
        "rules change pools depot 6 for Germans gains 2 every 3, remounts 4",
        "rules change levels full, low grade -1 recovery 0.5 allowance 0.25",
        "supply \"XX Corps\" low because \"mud\"",
        "battle Kulm with \"XX Corps\" + \"XV Corps\" v \"XIII Corps\"",
    ] {
        let mut program = between_battles();
        program.paste(text);
        program.keys("<f4><f4>");
        let shown = program.shows((300, 40));
        assert!(shown.contains(&format!("│: {text}")), "{text}:\n{shown}");
    }
}

/// The keys of the Campaign screen that open a line, on every row of its panes, before and after there is a clock and a
/// theatre; and as the order is changed later.
#[test]
fn no_key_puts_a_document_into_the_order_line() {
    let mut program = between_battles();
    let mut lines = BTreeSet::new();
    for set_up in [
        "",
        ":rules change clock day with dawn, dusk<enter>",
        ":rules change pools depot 4<enter>",
        ":theatre roads Thorn - Kulm forces \"XX Corps\" at Thorn, \"XIII Corps\" at Kulm<enter>",
        ":march \"XX Corps\" to Kulm<enter>F<enter>",
    ] {
        program.keys(set_up);
        for pane in 0..8 {
            for row in 0..3 {
                for key in ["<enter>", "b", "s", "x", "D", "\"", "<ctrl-e>", "F", "n", "<f4><enter>"] {
                    program.keys("5g").keys(&"<tab>".repeat(pane)).keys(&"j".repeat(row)).draw(SIZE);
                    let shown = program.keys(key).shows((300, 40));
                    let asked =
                        shown.lines().filter_map(|line| line.split_once("│: ")).map(|(_, line)| line.to_string());
                    lines.extend(asked.map(|line| format!("{key}: {}", line.split('│').next().unwrap_or_default())));
                    program.keys("<esc><esc>").keys(&"<backtab>".repeat(pane));
                }
            }
        }
    }
    let documents: Vec<&String> = lines.iter().filter(|line| line.contains('(') || line.contains("\\\"")).collect();
    assert!(documents.is_empty() && lines.len() > 8, "{documents:#?} of {lines:#?}");
}
