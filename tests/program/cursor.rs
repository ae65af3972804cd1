//! The terminal's cursor is on the selected item, because screen readers follow the cursor.

use crate::{
    harness::{picture::text, program::Program},
    map::wells,
};

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (200, 60)];

/// The text of the cursor's row, from the cursor on.
fn at_cursor(program: &mut Program, size: (u16, u16)) -> String {
    let screen = text(&program.draw(size));
    let (x, y) = program.cursor(size).unwrap_or_else(|| panic!("no cursor on:\n{screen}"));
    let row = screen.lines().nth(usize::from(y)).unwrap_or_else(|| panic!("row {y} of:\n{screen}"));
    row.chars().skip(usize::from(x)).collect()
}

#[test]
fn the_cursor_stands_on_what_is_chosen() {
    let table = [
        ("", "Germans"),
        ("j", "XX Corps"),
        ("jj", "37th Brigade"),
        (":note the fog", " "),
        (":note the fog<left><left><left>", "fog"),
        ("H:initiative<enter>", "_"),
        ("H:initiative<enter>3", "_"),
        (":note x<enter>B", "Ψ main"),
        ("?", "Enter"),
        ("?undo", "u "),
        ("/fog<left>", "g"),
        ("y", ""),
        ("<ctrl-s>", " "),
        (":note one<enter>:note two<enter><tab>", "T1 2"),
        (":note one<enter>:note two<enter>3", "2"),
        (":note one<enter>:note two<enter>3k", "1"),
        ("3/two", " "),
        ("4", " "),
        ("4scrud 4 green v 8 yellow<left>", "w"),
        ("5", ""),
        ("5<tab>", ""),
        ("6", ""),
        ("7", ""),
        ("7j", ""),
    ];
    let mut wrong = Vec::new();
    for (keys, wanted) in table {
        for size in SIZES {
            let mut program = Program::with("tannenberg");
            program.draw(size);
            program.keys(keys);
            let told = at_cursor(&mut program, size);
            let is_sign = |c: char| !c.is_alphanumeric() && !wanted.starts_with(c);
            if !told.starts_with(wanted) && !told.trim_start_matches(is_sign).starts_with(wanted) {
                wrong.push(format!("“{keys}” at {size:?}: {told}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// On a map, the terminal's cursor is in the area of the map's cursor and moves with it.
#[test]
fn on_a_map_it_goes_with_the_maps_cursor() {
    for size in SIZES {
        let mut program = wells();
        program.keys("2");
        let before = program.cursor(size).expect("a cursor");
        program.keys("<up>");
        let above = program.cursor(size).expect("a cursor");
        assert!(above != before, "{size:?}: {before:?} {above:?}\n{}", program.shows(size));
        program.keys("<down>");
        assert_eq!(program.cursor(size), Some(before), "{size:?}");
    }
}

/// On the start screen the cursor is on the selected row. On a terminal that is too small it is hidden.
#[test]
fn the_start_screen_has_it_too() {
    let mut program = Program::at_menu();
    assert!(at_cursor(&mut program, (120, 40)).contains("The sample battle"));
    program.keys("j");
    assert!(at_cursor(&mut program, (120, 40)).contains("New: "));
    assert_eq!(program.cursor((20, 5)), None);
}
