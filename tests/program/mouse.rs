//! The mouse on the screens: rows, hints, borders, panes and the wheel.

use crate::harness::{
    picture::text,
    program::Program,
    session::{Session, home, saves},
};

const SIZE: (u16, u16) = (120, 40);

/// The position of the `which`th occurrence of a text on the screen.
fn place(program: &mut Program, wanted: &str, which: usize) -> (u16, u16) {
    let screen = text(&program.draw(SIZE));
    let rows = screen.lines().enumerate();
    let mut found = rows.flat_map(|(y, row)| {
        let at = row.match_indices(wanted).map(|(at, _)| row[..at].chars().count());
        at.map(move |x| (u16::try_from(x).expect("a column"), u16::try_from(y).expect("a row"))).collect::<Vec<_>>()
    });
    found.nth(which).unwrap_or_else(|| panic!("“{wanted}” is not on:\n{screen}"))
}

/// Clicks on a text.
fn click(program: &mut Program, wanted: &str, which: usize) {
    let (x, y) = place(program, wanted, which);
    program.click(x, y).release(x, y);
}

/// The row of the selection.
fn chosen(program: &mut Program) -> String {
    let screen = text(&program.draw(SIZE));
    let (_, y) = program.cursor(SIZE).unwrap_or_else(|| panic!("no row is selected on:\n{screen}"));
    screen.lines().nth(usize::from(y)).expect("a row").to_string()
}

fn head(program: &Program) -> u32 {
    program.save().diary().head()
}

#[test]
fn a_click_on_an_entry_looks_at_that_entry() {
    let mut program = Program::with("tannenberg");
    program.keys(":note first<enter>:note second<enter>:note third<enter>:note fourth<enter>");
    for (entry, note) in [(2, "second"), (4, "fourth"), (1, "first"), (3, "third")] {
        click(&mut program, &format!("“{note}”"), 0);
        let screen = text(&program.draw(SIZE));
        let header = if entry == 4 { "entry 4".to_string() } else { format!("REVIEW of entry {entry}") };
        assert!(screen.contains(&header), "{note}\n{screen}");
        // The selection mark is beside the row.
        let row = screen.lines().find(|row| row.contains(&format!("“{note}”"))).expect("it is there");
        assert!(row.contains('▌'), "{row}");
    }
}

#[test]
fn rows_of_a_list_are_chosen_and_taken() {
    let mut program = Program::with("tannenberg");
    program.keys(":note one<enter>u:note two<enter>B");
    click(&mut program, "to entry 1: “one”", 0);
    assert!(chosen(&mut program).contains("main"), "{}", chosen(&mut program));
    assert_eq!(head(&program), 2, "the first click only chooses");
    click(&mut program, "to entry 1: “one”", 0);
    assert_eq!(head(&program), 1);
    // The wheel scrolls through the rows.
    program.keys("B");
    let before = program.cursor(SIZE);
    program.wheel(false, 60, 20);
    let after = program.cursor(SIZE);
    program.wheel(true, 60, 20);
    assert!(before != after && program.cursor(SIZE) == before, "{before:?} {after:?}");
}

#[test]
fn suggestions_are_taken() {
    let mut program = Program::with("tannenberg");
    program.keys("j:scrud \"XX Corps\" v ");
    click(&mut program, "\"XIII Corps\"", 0);
    assert!(program.shows(SIZE).contains(": scrud \"XX Corps\" v \"XIII Corps\""), "{}", program.shows(SIZE));
}

#[test]
fn dice_that_are_typed_are_chosen() {
    let mut program = Program::with("tannenberg");
    program.keys("H:scrud Germans v Russians<enter>");
    click(&mut program, "[_G]", 2);
    program.keys("6");
    let screen = program.shows(SIZE);
    assert!(screen.contains("[_G] [_G] [6G] [_G]"), "{screen}");
}

/// A click on a cell of the Square, on a die or on a gauge selects its unit or side in the Forces pane.
#[test]
fn clicks_on_forces_choose_units() {
    let mut program = Program::with("tannenberg");
    program.keys("j");
    click(&mut program, "[41st", 0);
    assert!(chosen(&mut program).contains("41st Brigade"), "{}", chosen(&mut program));
    let (x, y) = place(&mut program, "Russians", 0);
    program.click(x + 20, y);
    assert!(chosen(&mut program).contains("Russians"), "{}", chosen(&mut program));
    program.keys("H:scrud \"XX Corps\" v \"XIII Corps\"<enter>65432111<enter>");
    let (x, y) = place(&mut program, "natural", 0);
    program.click(x + 12, y);
    let first = chosen(&mut program);
    program.click(x + 18, y);
    let second = chosen(&mut program);
    assert!(first.contains("Brigade") && second.contains("Brigade") && first != second, "{first}\n{second}");
}

/// Each hint of the footer does what its key does.
#[test]
fn each_hint_of_the_footer_is_a_button() {
    let mut program = Program::with("tannenberg");
    program.keys(":note one<enter>");
    let footer = program.shows(SIZE).lines().last().expect("a footer").trim().to_string();
    let hints: Vec<&str> = footer.split("   ").collect();
    assert!(hints.len() > 5, "{footer}");
    for hint in hints {
        let mut program = Program::with("tannenberg");
        program.keys(":note one<enter>");
        let before = program.shows(SIZE);
        click(&mut program, hint, 0);
        assert_ne!(program.shows(SIZE), before, "“{hint}” does nothing");
    }
}

/// The wheel scrolls the pane under the pointer.
#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let mut program = Program::with("tannenberg");
    program.keys(":note one<enter>:note two<enter>");
    let (x, y) = place(&mut program, "Germans", 1);
    program.wheel(true, x, y);
    assert!(chosen(&mut program).contains("XX Corps"), "{}", chosen(&mut program));
    let (x, y) = place(&mut program, "“one”", 0);
    program.wheel(false, x, y);
    assert!(program.shows(SIZE).contains("REVIEW of entry 1"), "{}", program.shows(SIZE));
    let before = program.shows(SIZE);
    let (x, y) = place(&mut program, "Square", 0);
    program.wheel(true, x + 1, y + 1);
    assert_eq!(program.shows(SIZE), before, "there is nothing to scroll");
}

/// Clicks select rows of the start screen, of the palette and of other screens.
#[test]
fn other_rows_are_chosen() {
    let mut program = Program::at_menu();
    program.draw(SIZE);
    click(&mut program, "New: ", 1);
    let (_, y) = program.cursor(SIZE).expect("a cursor");
    assert_eq!(y, place(&mut program, "New: ", 1).1);
    let mut program = Program::with("tannenberg");
    program.keys("?");
    click(&mut program, "type any order", 0);
    assert!(chosen(&mut program).contains("type any order"), "{}", chosen(&mut program));
    let mut program = Program::with("tannenberg");
    program.keys(":note one<enter>:note two<enter>3");
    program.draw(SIZE);
    click(&mut program, "“one”", 0);
    assert!(chosen(&mut program).contains("“one”"), "{}", chosen(&mut program));
}

/// Waits for a text in a terminal, and clicks on its last occurrence.
fn click_in(session: &Session, wanted: &str) {
    session.until(wanted, |session| click_if_shown(session, &[wanted]));
}

/// Clicks on the last occurrence of the first of these texts that the screen shows. Whether it shows one of them.
fn click_if_shown(session: &Session, wanted: &[&str]) -> bool {
    let screen = session.text();
    let place = |wanted: &&str| {
        let rows: Vec<&str> = screen.lines().collect();
        let (y, row) = rows.into_iter().enumerate().rfind(|(_, row)| row.contains(*wanted))?;
        Some((row[..row.rfind(*wanted)?].chars().count(), y))
    };
    let Some((x, y)) = wanted.iter().find_map(place) else { return false };
    session.keys(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", x + 2, y + 1));
    true
}

/// A turn from the start screen without any key: begin a scenario, roll for the initiative, choose who goes first,
/// choose a target, fight all phases of a combat, end the turn.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn a_battle_is_fought_by_the_mouse_alone() {
    let home = home();
    let mut session = Session::start(home.path(), &[], (200, 50));
    session.sees("w a r d i a r y");
    click_in(&session, "New: The Grand Couronn");
    session.until("the scenario to be chosen", |session| session.text().contains("▌ New: The Grand"));
    click_in(&session, "▌ New: The Grand Couronn");
    session.sees("initiative to roll");
    click_in(&session, "Enter next");
    session.sees("won the initiative");
    if session.text().contains("to choose who goes first") {
        click_in(&session, "Enter next");
        click_in(&session, "Enter give the order");
    }
    session.sees("to act");
    click_in(&session, "s scrud");
    click_in(&session, "stack of");
    session.until("the target in the line", |session| {
        session.text().lines().any(|l| l.contains(": scrud ") && l.contains(" v "))
    });
    // The header, if it shows this entry.
    let header = |session: &Session, entry: usize| {
        let text = session.text();
        let header = text.lines().next().unwrap_or_default().trim_end();
        header.ends_with(&format!("entry {entry}")).then(|| header.to_string())
    };
    for entry in 3..6 {
        if entry > 3 && !header(&session, entry - 1).is_some_and(|header| header.contains("phase ")) {
            break;
        }
        // A click while dice are landing only shows them, and an order likelier to lose than not asks once more.
        session.until("the next phase", |session| {
            click_if_shown(session, &["Enter give the order", "Enter next"]);
            std::thread::sleep(std::time::Duration::from_millis(300));
            header(session, entry).is_some()
        });
    }
    // The program may first list what is still to do.
    let save = saves(home.path())[0].clone();
    session.until("the turn to be over", |session| {
        click_if_shown(session, &["Enter give the order", "E end turn"]);
        std::thread::sleep(std::time::Duration::from_millis(300));
        std::fs::read_to_string(&save).expect("the save").contains("EndTurn")
    });
    drop(session.child.kill());
}
