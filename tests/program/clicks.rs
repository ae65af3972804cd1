//! The mouse on every screen and overlay: each hint of the footer does what its key does, each clickable area responds,
//! and the wheel scrolls every list.

use crate::{
    harness::{picture::text, program::Program},
    map::wells,
    review_screen::review,
};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{buffer::Cell, layout::Rect, style::Style};
use std::{
    collections::BTreeSet,
    fs,
    time::{Duration, SystemTime},
};
use wardiary_app::{Start, apply_effects};
use wardiary_diary::assets::Folders;

const SIZE: (u16, u16) = (120, 40);

type Scene = (&'static str, fn() -> Program, &'static str);

fn tannenberg() -> Program {
    Program::with("tannenberg")
}

/// A diary with a branch and a bookmark, at the table.
fn branched() -> Program {
    let mut program = tannenberg();
    for keys in [":note one<enter>", "u", ":note two<enter>", ":note three<enter>", ":bookmark 2 here<enter>"] {
        program.keys(keys).draw(SIZE);
    }
    program
}

fn reviewed() -> Program {
    review(Some(4)).0
}

/// A user's own keys and settings, both with faults.
fn faulty() -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    fs::create_dir_all(&folders.config).expect("a folder");
    fs::write(folders.config.join("keys.ron"), "(battle: [(does: \"hop\", keys: [\"x\"])])").expect("written");
    fs::write(folders.config.join("settings.ron"), "(theme: \"none-such\", flourish: 3)").expect("written");
    Program::begun(wardiary_app::start(Start::StartScreen, folders), home)
}

/// A scenario opened for placing its units.
fn drawing() -> Program {
    let mut program = Program::at_menu();
    program.draw(SIZE);
    program.keys("'new map<enter>").draw(SIZE);
    program.keys("<enter>").draw(SIZE);
    program
}

/// Every screen and every overlay. A `|` in the keys draws a frame.
const SCENES: &[Scene] = &[
    ("the start screen", Program::at_menu, ""),
    ("a name for a save", saved, "r"),
    ("a table of units", Program::at_menu, "t/"),
    ("a save thrown away", saved, "d"),
    ("rulebooks", Program::at_menu, "b"),
    ("the picker of the start screen", Program::at_menu, "'"),
    ("the help of the start screen", Program::at_menu, "?"),
    ("faults", faulty, ""),
    ("the table", tannenberg, ""),
    ("the table of a fight", fighting, ""),
    ("the order line", tannenberg, ":scrud "),
    ("a line to find", tannenberg, "/rifle"),
    ("what was found", tannenberg, "/rifle<enter>"),
    ("save as", tannenberg, "<ctrl-s>"),
    ("dice by hand", tannenberg, "H:scrud Germans v Russians<enter>65"),
    ("the branches", branched, "B"),
    ("suggestions", tannenberg, "y"),
    ("the picker", tannenberg, "''|"),
    ("keys that may follow", tannenberg, "'"),
    ("the help", tannenberg, "?"),
    ("the end of a battle", fighting, ":end battle<enter>|"),
    ("the map", wells, ""),
    ("aiming on the map", wells, "<tab><tab><tab>|<enter>|"),
    ("the review", reviewed, ""),
    ("the review filtered", reviewed, "/note<enter>|"),
    ("the review's filter typed", reviewed, "/note"),
    ("the review's remark", reviewed, "#"),
    ("the review's remarks", reviewed, "'r"),
    ("two branches side by side", reviewed, ":7<enter><alt-c><enter>|"),
    ("writing on", reviewed, "W"),
    ("the odds", tannenberg, "4"),
    ("the odds of an order", fighting, "js<down>|<ctrl-o>|<tab>|"),
    ("the campaign", tannenberg, "5|"),
    ("luck", fighting, "6|"),
    ("the records", fighting, "7|"),
    ("a drawing", drawing, ""),
    ("a name on a drawing", drawing, "nThe ford"),
    ("the picker of a drawing", drawing, "'"),
    ("an unsaved drawing", drawing, "<space><esc>"),
];

/// The start screen with two saves of different age.
fn saved() -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    fs::create_dir_all(&folders.saves).expect("a folder");
    // Two files written in quick succession may have the same time.
    let now = SystemTime::now();
    for (name, age) in [("one.ron", 60), ("two.ron", 0)] {
        let path = folders.saves.join(name);
        fs::write(&path, wardiary_diary::assets::SAMPLE.1).expect("written");
        let file = fs::File::options().write(true).open(path).expect("it is there");
        file.set_modified(now - Duration::from_secs(age)).expect("it has a time");
    }
    Program::begun(wardiary_app::start(Start::StartScreen, folders), home)
}

/// A combat after its first phase.
fn fighting() -> Program {
    let mut program = tannenberg();
    for keys in [":initiative<enter>", "f<enter>", "s<enter>"] {
        program.keys(keys).draw(SIZE);
    }
    program
}

fn staged((_, begin, keys): &Scene) -> Program {
    let mut program = begin();
    program.model.settings.flourish = false;
    program.draw(SIZE);
    for keys in keys.split('|') {
        program.keys(keys).draw(SIZE);
    }
    program
}

/// The observable state of the program: the screen's text, the save's content, and the styles.
fn seen(program: &mut Program) -> (String, Vec<u8>, Vec<Style>) {
    let drawn = program.draw(SIZE);
    let mut screen = text(&drawn);
    let styles = drawn.content.iter().map(Cell::style).collect();
    // Each test has its own folder with its own name.
    while let Some(at) = screen.find("/.tmp") {
        screen.replace_range(at..at + 11, "/a-folder--");
    }
    // A minute may pass between two draws.
    let times: Vec<usize> = screen.match_indices(" UTC").filter_map(|(at, _)| at.checked_sub(5)).collect();
    for at in times {
        if screen.is_char_boundary(at) {
            screen.replace_range(at..at + 5, "--:--");
        }
    }
    let save = program.model.session().map(|session| session.viewed().path().to_path_buf());
    (screen, save.and_then(|path| fs::read(path).ok()).unwrap_or_default(), styles)
}

/// Sends an event to the program and returns its effects as text.
fn given(program: &mut Program, event: Event) -> String {
    let effects = wardiary_app::handle_event(&mut program.model, event);
    let told = format!("{effects:?}");
    apply_effects(&mut program.model, effects);
    told
}

fn mouse(kind: MouseEventKind, (column, row): (u16, u16)) -> Event {
    Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}

fn pressed(at: (u16, u16)) -> Event {
    mouse(MouseEventKind::Down(MouseButton::Left), at)
}

/// A key as the footer writes it.
fn key(written: &str) -> Event {
    let (rest, mut modifiers) =
        match written.split_once('-').filter(|(first, rest)| !first.is_empty() && !rest.is_empty()) {
            Some(("ctrl", rest)) => (rest, KeyModifiers::CONTROL),
            Some(("alt", rest)) => (rest, KeyModifiers::ALT),
            Some(("shift", "Tab")) => ("BackTab", KeyModifiers::SHIFT),
            _ => (written, KeyModifiers::NONE),
        };
    let code = match rest {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Space" => KeyCode::Char(' '),
        "↑" => KeyCode::Up,
        "↓" => KeyCode::Down,
        "←" => KeyCode::Left,
        "→" => KeyCode::Right,
        "PgDn" => KeyCode::PageDown,
        "PgUp" => KeyCode::PageUp,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "F4" => KeyCode::F(4),
        "F6" => KeyCode::F(6),
        "F7" => KeyCode::F(7),
        "F8" => KeyCode::F(8),
        one if one.chars().count() == 1 => KeyCode::Char(one.chars().next().expect("one")),
        other => panic!("“{other}” is not a key that this test knows"),
    };
    if let KeyCode::Char(c) = code
        && c.is_uppercase()
    {
        modifiers |= KeyModifiers::SHIFT;
    }
    Event::Key(KeyEvent::new(code, modifiers))
}

/// The hints of the footer: the column, the key and the label of each.
fn hints(program: &mut Program) -> Vec<(u16, String, String)> {
    let screen = text(&program.draw(SIZE));
    let footer = screen.lines().last().expect("a footer").to_string();
    let mut found = Vec::new();
    for (at, hint) in footer.trim().split("   ").scan(0, |at, hint| {
        let here = *at;
        *at += hint.chars().count() + 3;
        Some((here, hint))
    }) {
        let before = footer.chars().take_while(|c| *c == ' ').count();
        // The first of two keys is a prefix.
        let keys = if hint.starts_with(['\'', ';']) { 2 } else { 1 };
        if let Some((space, _)) = hint.match_indices(' ').nth(keys - 1) {
            let column = u16::try_from(at + before).expect("a column");
            found.push((column, hint[..space].to_string(), hint[space + 1..].to_string()));
        }
    }
    found
}

#[test]
fn each_hint_of_every_footer_does_what_its_key_does() {
    each_hint_does_what_its_key_does(false);
}

#[test]
#[ignore = "a long run"]
fn each_hint_on_every_screen_does_what_its_key_does() {
    each_hint_does_what_its_key_does(true);
}

/// Tries each hint on every screen, or only once for each key and label.
fn each_hint_does_what_its_key_does(on_all: bool) {
    let (mut faults, mut tried) = (Vec::new(), BTreeSet::new());
    for scene in SCENES {
        let all = hints(&mut staged(scene));
        assert!(!all.is_empty(), "{}: no footer\n{}", scene.0, staged(scene).shows(SIZE));
        for (column, written, label) in all {
            if !on_all && !tried.insert((written.clone(), label)) {
                continue;
            }
            let (mut clicked, mut typed) = (staged(scene), staged(scene));
            let before = seen(&mut clicked);
            let by_mouse = given(&mut clicked, pressed((column, SIZE.1 - 1)));
            let by_key = written.split(' ').map(|pressed| given(&mut typed, key(pressed))).last().expect("a key");
            let (after, wanted) = (seen(&mut clicked), seen(&mut typed));
            // Each program has its own folder, and each entry its own time.
            if (&after.0, &after.2) != (&wanted.0, &wanted.2) && !by_mouse.contains("SaveDrawing")
                || (by_mouse == "[]") != (by_key == "[]")
            {
                faults.push(format!("{}: {written}: by the mouse\n{}\nby the key\n{}", scene.0, after.0, wanted.0));
            }
            if after == before && by_mouse == "[]" {
                faults.push(format!("{}: {written} does nothing", scene.0));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// At most about `most` clickable areas, spread over the screen.
fn places(program: &mut Program, most: usize) -> Vec<Rect> {
    let all: Vec<Rect> = wardiary_app::clickable_areas(&program.model)
        .into_iter()
        .filter(|place| place.bottom() < SIZE.1 && place.width > 1)
        .collect();
    let step = all.len().div_ceil(most).max(1);
    all.iter().step_by(step).chain(all.last()).copied().collect()
}

#[test]
fn each_place_that_can_be_clicked_on_does_something() {
    each_place_does_something(4);
}

#[test]
#[ignore = "a long run"]
fn each_of_many_places_that_can_be_clicked_on_does_something() {
    each_place_does_something(40);
}

fn each_place_does_something(most: usize) {
    let mut faults = Vec::new();
    for scene in SCENES {
        for place in places(&mut staged(scene), most) {
            let mut program = staged(scene);
            let (before, cursor) = (seen(&mut program), program.cursor(SIZE));
            let at = (place.x + place.width / 2, place.y);
            let wanted = given(&mut program, pressed(at));
            given(&mut program, mouse(MouseEventKind::Up(MouseButton::Left), at));
            // A click on the selected item may change nothing.
            let is_chosen = cursor.is_some_and(|(x, y)| place.contains((x, y).into()) || place.y == y);
            // The cursor of an empty line is already at the end.
            let is_chosen = is_chosen || (scene.0.starts_with("the picker") && place.width == 62);
            if seen(&mut program) == before && wanted == "[]" && !is_chosen {
                faults.push(format!("{}: nothing at {place}\n{}", scene.0, program.shows(SIZE)));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_wheel_goes_through_every_list() {
    let mut faults = Vec::new();
    for scene in SCENES {
        let mut program = staged(scene);
        let rows = places(&mut program, 4);
        let Some(place) = rows.first().filter(|_| rows.len() > 3) else { continue };
        let at = (place.x + place.width / 2, place.y);
        let before = seen(&mut program);
        // The list may be at either end, so the wheel must work in at least one direction.
        given(&mut program, mouse(MouseEventKind::ScrollDown, at));
        let down = seen(&mut program) != before;
        let mut program = staged(scene);
        given(&mut program, mouse(MouseEventKind::ScrollUp, at));
        if !down && seen(&mut program) == before {
            faults.push(format!("{}: the wheel does nothing\n{}", scene.0, before.0));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A click in an input line moves the cursor there. A click in the search line does not end the search.
#[test]
fn a_letter_of_a_line_is_pointed_at() {
    for (keys, typed, then) in [
        (":note two", ": note two", ": note Xtwo"),
        ("/two", "/two", "/Xtwo"),
        ("''|two", "/ two", "/ Xtwo"),
        ("<ctrl-s><ctrl-u>two", ": two", ": Xtwo"),
    ] {
        let mut program = staged(&("a line", tannenberg, keys));
        let screen = program.shows(SIZE);
        let row = screen.lines().position(|line| line.contains(typed)).unwrap_or_else(|| panic!("{typed}:\n{screen}"));
        let line = screen.lines().nth(row).expect("a row");
        let letter = line[..line.find(typed).expect("there") + typed.len() - 3].chars().count();
        program.click(u16::try_from(letter).expect("a column"), u16::try_from(row).expect("a row"));
        let screen = program.keys("X").shows(SIZE);
        assert!(screen.contains(then), "{keys}:\n{screen}");
    }
}
