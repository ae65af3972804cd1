//! Drawing maps in the program: with keys, with the mouse, and in a terminal.

use crate::harness::{picture::text, program::Program};
use crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::{fs, path::PathBuf};
use wardiary_app::{DrawingContext, Start, apply_effects, settings::GlyphChoice};
use wardiary_base::ground::Grid;
use wardiary_diary::assets::{self, Folders, NewMap, open_drawing, read_map, read_scenario};
use wardiary_view::{GlyphSet, theme::Theme};

/// The program with a drawing on its screen.
struct Sheet {
    program: Program,
    folder: tempfile::TempDir,
}

impl Sheet {
    /// A new map of this size, to be saved as `new.ron`.
    fn fresh(size: (u16, u16), grid: Grid) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let sheet = NewMap { size, grid, rules: None, title: Some("The ford".into()) };
        let path = folder.path().join("new.ron");
        let drawn = assets::new_drawing(&path.to_string_lossy(), &sheet, None).expect("it is sound");
        Self::of(folder, DrawingContext::new(drawn.drawing, Some(path), drawn.name))
    }

    /// A file with this text.
    fn opened(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new.ron");
        fs::write(&path, text).expect("it is written");
        let drawn = open_drawing(&path.to_string_lossy(), None).unwrap_or_else(|e| panic!("{e:?}"));
        Self::of(folder, DrawingContext::new(drawn.drawing, drawn.path, drawn.name))
    }

    fn of(folder: tempfile::TempDir, easel: DrawingContext) -> Self {
        let folders = Folders { saves: folder.path().join("saves"), config: folder.path().join("config") };
        let mut program = Program::at_menu();
        program.model = wardiary_app::start(Start::Drawing(Box::new(easel)), folders);
        program.model.theme = Theme::shipped("dark").expect("it ships");
        program.draw((120, 40));
        Self { program, folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("new.ron")
    }

    fn written(&self) -> String {
        fs::read_to_string(self.file()).expect("it was saved")
    }

    /// Lets the input pause, so that the program forgets a key that could not open its line.
    fn rest(&mut self) -> &mut Self {
        self.program.rest();
        self
    }

    fn keys(&mut self, keys: &str) -> &mut Self {
        self.program.keys(keys);
        self
    }

    fn shows(&mut self, size: (u16, u16)) -> String {
        text(&self.program.draw(size))
    }

    fn said(&self) -> String {
        self.program.model.notice().map_or(String::new(), |notice| notice.text.clone())
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        let effects = wardiary_app::handle_event(&mut self.program.model, Event::Mouse(event));
        apply_effects(&mut self.program.model, effects);
        self.program.draw((120, 40));
    }

    /// Presses the button at the first place and releases it at the last.
    fn drag(&mut self, places: &[(u16, u16)]) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), places[0]);
        for place in &places[1..] {
            self.mouse(MouseEventKind::Drag(MouseButton::Left), *place);
        }
        self.mouse(MouseEventKind::Up(MouseButton::Left), *places.last().expect("a place"));
    }

    /// The position of a text on a screen of 120 × 40.
    fn place(&mut self, wanted: &str) -> (u16, u16) {
        let shown = self.shows((120, 40));
        let rows = shown.lines().enumerate();
        let mut found = rows.filter_map(|(y, line)| Some((line[..line.find(wanted)?].chars().count(), y)));
        let (x, y) = found.next().unwrap_or_else(|| panic!("no {wanted}:\n{shown}"));
        (u16::try_from(x).expect("it is near"), u16::try_from(y).expect("it is near"))
    }
}

/// Checks that a written file contains all parts.
#[track_caller]
fn says(written: &str, parts: &[&str]) {
    for part in parts {
        assert!(written.contains(part), "{part}\n{written}");
    }
}

/// A small map with keys alone: woods with a pen, a river along an edge, a road over it, a name, an objective.
#[test]
fn a_map_is_drawn_by_keys() {
    let mut sheet = Sheet::fresh((10, 6), Grid::Square);
    // Goes from the middle to A1, draws three areas of woods with the pen, then one more, and undoes that one.
    sheet.keys("hhhhhkkkk2<enter>ll<enter>jj ").keys("u");
    // A river along the south edge of row 4, from A4 to J4.
    sheet.keys("hhhhhhje").keys("3..<enter>lllllllll<enter>");
    // A road down column E, over the river.
    sheet.keys("rhhhhhkkk<enter>jjjjj<enter>");
    sheet.keys("nMill<enter>o").keys("OBlue<enter>");
    sheet.keys("N<ctrl-u>The mill<enter>AA river and a mill.<enter>");
    sheet.keys("<ctrl-s>");
    says(
        &sheet.written(),
        &[
            "title: \"The mill\",",
            "about: \"A river and a mill.\",",
            "rows: [\n        \"www.......\",\n        \"..........\",",
            "(\"A4\", s, \"river\"), (\"B4\", s, \"river\"), (\"C4\", s, \"river\"), (\"D4\", s, \"river\"), (\"E4\", s, \"river\"),",
            "(\"F4\", s, \"river\"), (\"G4\", s, \"river\"), (\"H4\", s, \"river\"), (\"I4\", s, \"river\"), (\"J4\", s, \"river\"),",
            "roads: [\n        [\"E1\", \"E2\", \"E3\", \"E4\", \"E5\", \"E6\"],\n    ],",
            "places: {\n        \"Mill\": \"E6\",\n    },",
            "objectives: {\n        \"Mill\": \"Blue\",\n    },",
        ],
    );
    assert_eq!(sheet.written().matches("\"..........\"").count(), 5, "nothing else is drawn in the rows");
    assert!(sheet.said().starts_with("saved as "), "{}", sheet.said());
    read_map(&sheet.written(), None).expect("it is sound");
    // Saving an unchanged map does not change the file, and leaving asks no question.
    let before = sheet.written();
    sheet.keys("<ctrl-s>");
    assert_eq!(sheet.written(), before);
    sheet.keys("<esc>");
    assert!(sheet.program.model.drawing_context().is_none());
}

/// A map with the mouse alone.
#[test]
fn a_map_is_drawn_by_the_mouse() {
    let mut sheet = Sheet::fresh((10, 6), Grid::Square);
    let click = |sheet: &mut Sheet, wanted: &str| {
        let place = sheet.place(wanted);
        sheet.drag(&[(place.0 + 1, place.1)]);
    };
    // Finds the middle of an area by the labels on the rims.
    let area = |sheet: &mut Sheet, column: char, row: &str| {
        let shown = sheet.shows((120, 40));
        assert!(shown.contains("10 × 6 squares"), "{shown}");
        let rim = shown.lines().nth(2).expect("a rim");
        let x = rim.chars().position(|c| c == column).expect("the column");
        let y = shown.lines().position(|line| line.starts_with(&format!("│{row}"))).expect("the row");
        (u16::try_from(x).expect("near"), u16::try_from(y).expect("near"))
    };
    click(&mut sheet, "woods");
    let way = [area(&mut sheet, 'A', "1"), area(&mut sheet, 'C', "1"), area(&mut sheet, 'C', "2")];
    sheet.drag(&way);
    click(&mut sheet, "edges");
    click(&mut sheet, "river");
    // Along the edge between two rows of areas.
    let (from, to) = (area(&mut sheet, 'A', "4"), area(&mut sheet, 'D', "4"));
    let below = area(&mut sheet, 'A', "5");
    let y = u16::midpoint(from.1, below.1);
    let along: Vec<(u16, u16)> = (from.0..=to.0).map(|x| (x, y)).collect();
    sheet.drag(&along);
    click(&mut sheet, "roads");
    let way = [area(&mut sheet, 'B', "3"), area(&mut sheet, 'B', "6")];
    sheet.drag(&way);
    let save = sheet.place("ctrl-s");
    sheet.drag(&[save]);
    says(
        &sheet.written(),
        &[
            "title: \"The ford\",",
            "rows: [\n        \"www.......\",\n        \"..w.......\",\n        \"..........\",",
            "edges: [\n        (\"A4\", s, \"river\"), (\"B4\", s, \"river\"), (\"C4\", s, \"river\"), (\"D4\", s, \"river\"),\n    ],",
            "roads: [\n        [\"B3\", \"B4\", \"B5\", \"B6\"],\n    ],",
        ],
    );
}

#[test]
fn a_drawing_is_shown_at_every_size() {
    const RIVER: &str = include_str!("../../crates/base/assets/maps/crossings.ron");
    let mut sheet = Sheet::opened(RIVER);
    let palette = ["The two crossings  • 32 × 22 squares  • new.ron", "terrain edges roads", "Space paint   Enter pen"];
    sheet.program.sees((120, 40), &[&palette[..], &["◆ woods", " 1 ·· open", "▌2 ♣♣ woods"]].concat());
    sheet.keys("e").keys("+");
    let edges = ["◆ stream", " 1    nothing", "▌2 ~~ stream", " 3 ══ river", " 4 ━━ wall", " Q12 marsh, costs 2,"];
    let screen = sheet.program.sees((80, 24), &[&palette[..], &edges, &["[  \"]", "pointing north"]].concat());
    // The overview covers a corner of the map.
    assert!(screen.contains("┌────────────────┐") && screen.contains("└────────────────┘"), "{screen}");
    sheet.program.draws(
        (80, 24),
        &[
            ("stream", |theme| theme.frame.title_focused),
            ("Palette", |theme| theme.frame.title),
            ("═══╝", |theme| theme.map.open.patch(theme.map.river)),
        ],
    );
    sheet.keys("n");
    sheet.program.sees(
        (60, 20),
        &["┌ stream ─", "◆ Name of Q12", "→ Enter sets the name; an empty line removes it", "Enter accept"],
    );
    sheet.keys("<esc>");
    sheet.program.model.theme = Theme::shipped("mono").expect("it ships");
    let screen = sheet.program.sees((80, 24), &[&palette[..], &edges].concat());
    assert!(screen.contains("[  \"]") && screen.contains("║Wooden…│"), "{screen}");
    sheet.program.draws((80, 24), &[("stream", |theme| theme.frame.title_focused)]);
    let mut sheet = Sheet::opened(include_str!("../../crates/base/assets/maps/ridge.ron"));
    sheet.program.model.settings.glyphs = GlyphChoice::Of(GlyphSet::Ascii);
    sheet.keys("e3<tab>");
    let screen = sheet.program.sees(
        (80, 24),
        &[
            "The ridge at Sainte-Odile  * 18 x 12 hexes  * new.ron",
            "+ * road --",
            ">1 -- road",
            "J7 hill, costs 2",
            "n[  ^]___",
        ],
    );
    assert!(screen.is_ascii(), "{screen}");
    sheet.keys("u x").keys("<esc>");
    sheet.program.sees(
        (80, 24),
        &[
            "* not saved  * new.ron",
            "+ * Not saved --",
            "Your changes to \"The ridge at Sainte-Odile\" are not saved yet.",
            ">   save it ",
            "    don't save ",
            "    keep drawing ",
            "Enter answer   s save   x don't save   Esc keep drawing",
        ],
    );
    for size in [(60, 20), (70, 22), (76, 20), (200, 60), (24, 8)] {
        sheet.shows(size);
    }
}

#[test]
fn units_of_a_scenario_are_set_out() {
    let text = include_str!("../../crates/base/assets/scenarios/wadi.ron");
    let mut sheet = Sheet::opened(text);
    // The second unit, 1st Fusiliers at F9, moves to E9 and turns west.
    sheet.keys("2h>>> ");
    assert_eq!(sheet.said(), "1st Fusiliers at E9, facing west");
    insta::assert_snapshot!("setting_out_80x24", sheet.shows((80, 24)));
    // The ground belongs to another file.
    sheet.keys("n");
    assert_eq!(sheet.said(), "name: this scenario uses the map of another file: only its units can be placed here");
    // An occupied area is refused, and the message says so.
    sheet.rest().keys("ll ");
    let refused = sheet.said();
    sheet.keys("<ctrl-s>");
    let written = sheet.written();
    assert!(
        written.contains(r#"(id: 101, name: "1st Fusiliers", stack: 11, kind: "infantry", at: "E9", facing: w),"#),
        "{refused}\n{written}"
    );
    read_scenario(&written, None).expect("it is sound");
    // The unit leaves the map. One undo brings the unit back.
    sheet.keys("x<ctrl-s>");
    assert!(sheet.written().contains(r#"(id: 101, name: "1st Fusiliers", stack: 11, kind: "infantry"),"#));
    sheet.keys("u<ctrl-s>");
    assert_eq!(sheet.written(), written);
}

/// `/` searches the choices of each tool and the places on the map, and a few letters jump to each.
#[test]
fn things_on_a_drawing_are_found() {
    let mut sheet = Sheet::fresh((12, 8), Grid::Square);
    sheet.keys("gnThe old mill<enter>G");
    for (keys, seen) in [
        ("/wood", "1 of 1 in terrain"),
        ("<enter>", "1 of 1 in terrain"),
        ("<esc>/mill", "1 of 1 in places"),
        ("<esc>'mill<enter>", "The old mill"),
        ("'road", "to draw with"),
        ("<enter>", "no road"),
        ("'xyzzy<enter>", "no match"),
        ("<esc>", "The old mill"),
    ] {
        let screen = sheet.keys(keys).shows((120, 40));
        assert!(screen.contains(seen), "{keys}: “{seen}” is not on\n{screen}");
    }
    // In a scenario the units come first, and the picked unit is ready to be placed.
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/crates/base/assets/scenarios/wadi.ron"))
        .expect("it ships");
    let mut sheet = Sheet::opened(&text);
    let header = assets::scenario("wadi", None, "1".parse().expect("a seed")).expect("it ships");
    let unit = header.muster.units[3].name.to_string();
    let screen = sheet.keys("'").keys(&unit).keys("<enter>").shows((120, 40));
    assert!(screen.contains(&format!("{unit} to be placed")), "{screen}");
}

/// Leaving an unsaved drawing asks first: with Esc, with q, and on a terminal too small for the question.
#[test]
fn unsaved_drawings_ask_for_confirmation() {
    let mut sheet = Sheet::fresh((4, 4), Grid::Hex);
    sheet.keys("2 <esc>");
    assert!(sheet.shows((80, 24)).contains("are not saved yet."));
    sheet.keys("<esc>");
    assert!(sheet.program.model.drawing_context().is_some());
    assert!(!wardiary_app::confirm_leave(&mut sheet.program.model), "a question opens");
    assert!(sheet.shows((80, 24)).contains("are not saved yet."));
    sheet.keys("<esc>");
    sheet.program.draw((20, 4));
    assert!(!wardiary_app::confirm_leave(&mut sheet.program.model));
    assert!(sheet.said().contains("the drawing is not saved"));
    assert!(wardiary_app::confirm_leave(&mut sheet.program.model), "asked for again");
    sheet.program.draw((80, 24));
    sheet.keys("<esc>s");
    assert!(sheet.program.model.drawing_context().is_none(), "saved and left");
    assert!(sheet.written().contains('w'));
    // Leaving without saving changes nothing on the disk.
    let mut sheet = Sheet::fresh((4, 4), Grid::Hex);
    sheet.keys("2 <esc>x");
    assert!(sheet.program.model.drawing_context().is_none());
    assert!(!sheet.file().exists());
}

#[test]
fn obstacles_to_saving_are_reported() {
    // Another program has changed the file meanwhile.
    let mut sheet = Sheet::opened(include_str!("../../crates/base/assets/maps/wadi.ron"));
    let theirs = sheet.written().replace("Zariba", "Camp");
    fs::write(sheet.file(), &theirs).expect("it is written");
    sheet.keys("2 <ctrl-s>");
    assert!(sheet.said().contains("another program has changed"), "{}", sheet.said());
    assert_eq!(sheet.written(), theirs);
    sheet.keys("<ctrl-s>");
    assert!(sheet.said().starts_with("saved as"), "{}", sheet.said());
    assert!(sheet.written().contains("Zariba"));
    // Saving under a new name never overwrites another file and does not take the name of a map that ships.
    let other = sheet.folder.path().join("other.ron");
    fs::write(&other, "mine").expect("it is written");
    let name = other.to_string_lossy().into_owned();
    sheet.keys("S<ctrl-u>").keys(&name).keys("<enter>");
    assert!(sheet.said().contains("already"), "{}", sheet.said());
    assert_eq!(fs::read_to_string(&other).expect("it is there"), "mine");
    sheet.keys("S<ctrl-u>ridge<enter>");
    assert!(sheet.said().contains("“ridge” is the name of a built-in map or scenario"), "{}", sheet.said());
    // A folder below a file can't be created.
    sheet.keys("S<ctrl-u>").keys(&format!("{name}/deeper/map.ron")).keys("<enter>");
    assert!(sheet.program.model.notice().is_some_and(|notice| notice.bad), "{}", sheet.said());
    // A map name of the user's choice.
    sheet.keys("S<ctrl-u>my wells<enter>");
    assert!(sheet.folder.path().join("config/maps/my wells.ron").exists(), "{}", sheet.said());
    // Impossible sizes.
    for (typed, says) in [
        ("201x5", "at most 200 columns"),
        ("1x1", "no unit could move"),
        ("big", "a size is columns x rows"),
        ("left -99", "at least one column"),
    ] {
        sheet.keys("s<ctrl-u>").keys(typed).keys("<enter>");
        assert!(sheet.said().contains(says), "{typed}: {}", sheet.said());
        sheet.keys("<esc>");
    }
}

/// The largest map that ships, with its scenario: all units are on the map, and a frame shows it.
#[test]
fn the_largest_map_that_ships_is_fought_on() {
    let mut program = Program::with("crossings");
    let state = program.save().diary().state();
    let map = &state.maps()[0];
    assert!(map.ground.width() >= 30 && map.ground.height() >= 20);
    assert!(state.units().iter().all(|unit| unit.place.is_some_and(|place| place.map == map.id)));
    // No unit is on terrain that its kind may not enter.
    for (unit, place) in state.units_on(map.id) {
        let terrain = map.ground.terrain(place.cell).and_then(|name| state.book().ground.terrain(name));
        assert!(terrain.is_some_and(|terrain| terrain.cost_for(&unit.kind).is_some()), "{}", unit.name);
    }
    assert!(program.keys("2").shows((120, 40)).contains("Oakham"));
}

/// Saving keeps the permissions of a file.
#[cfg(unix)]
#[test]
fn a_private_map_stays_private() {
    use std::os::unix::fs::PermissionsExt;
    let mut sheet = Sheet::opened(include_str!("../../crates/base/assets/maps/ridge.ron"));
    fs::set_permissions(sheet.file(), fs::Permissions::from_mode(0o600)).expect("it is one's own");
    sheet.keys("2 <ctrl-s>");
    assert!(sheet.said().starts_with("saved as"), "{}", sheet.said());
    assert_eq!(fs::metadata(sheet.file()).expect("it is there").permissions().mode() & 0o777, 0o600);
}

/// Drawing begins from the start screen and from the Map screen of a save.
#[test]
fn drawing_begins_where_one_is() {
    let mut program = Program::at_menu();
    let at_it = |program: &mut Program| program.shows((120, 40)).contains("▌ Draw a new map");
    (0..40).any(|_| {
        at_it(&mut program) || {
            program.keys("j");
            false
        }
    });
    assert!(at_it(&mut program));
    program.keys("<enter>");
    assert!(program.shows((120, 40)).contains("◆ Size of the map"));
    program.keys("<ctrl-u>12x8<enter>");
    assert!(program.shows((120, 40)).contains("12 × 8 squares"));
    program.press(KeyCode::Esc, KeyModifiers::NONE);
    program.keys("x");
    assert!(program.model.drawing_context().is_none());
    let mut program = Program::with("wadi");
    program.keys("2<ctrl-d>");
    assert!(program.shows((120, 40)).contains("The wells at Tel Amara"));
    assert!(program.model.drawing_context().is_some());
    program.keys("<esc>");
    assert!(program.model.drawing_context().is_none());
    assert!(program.model.session().is_some(), "back in the save");
}

#[cfg(unix)]
mod in_a_terminal {
    use crate::harness::{
        call::Home,
        session::{Session, home},
    };

    /// A small map is drawn with keys and with the mouse, and the saved file is sound.
    #[test]
    fn a_map_is_drawn_and_saved() {
        let home = home();
        let path = home.path().join("ford.ron");
        let path = path.to_str().expect("a path");
        let mut session =
            Session::start(home.path(), &["draw", path, "--size", "8x5", "--rules", "campaign"], (100, 30));
        session.sees("8 × 5 squares");
        // A second Enter within one read is ignored.
        session.keys("2\r\x1b[C\x1b[C");
        session.sees("the pen is down: woods");
        session.keys("\r");
        session.sees("◆ woods");
        session.keys("e3\r");
        session.sees("the pen is down: river");
        session.keys("\x1b[C\x1b[C\r");
        // The test waits for the name prompt before it types, because a burst of keys counts as pasted text.
        session.keys("n");
        session.sees("Enter sets the name");
        session.keys("The ford\r");
        session.sees("The ford");
        // The mouse draws woods in a stroke over three areas.
        session.keys("t2");
        let (x, y) = (10, 6);
        session.keys(&format!("\x1b[<0;{x};{y}M\x1b[<32;{};{y}M\x1b[<0;{};{y}m", x + 8, x + 8));
        session.keys("\x13");
        session.sees("saved as");
        session.keys("q");
        assert_eq!(session.ends(), 0);
        let checked = Home::new().run(&["check", path]).done().out;
        assert!(checked.contains("sound map"), "{checked}");
        let printed = Home::new().run(&["map", path]).done().out;
        assert!(printed.contains("The ford") && printed.contains('w'), "{printed}");
    }

    /// When the program is terminated, it saves the drawing in a recovery file beside the map.
    #[test]
    fn drawings_are_saved_when_the_program_ends() {
        let home = home();
        let path = home.path().join("ford.ron");
        let mut session =
            Session::start(home.path(), &["draw", path.to_str().expect("a path"), "--size", "8x5"], (100, 30));
        session.sees("8 × 5 squares");
        session.keys("2 ");
        session.sees("not saved");
        session.signal("-TERM");
        assert_eq!(session.ends(), 143);
        assert!(!path.exists());
        let kept = std::fs::read_to_string(home.path().join("ford.kept-1.ron")).expect("it is kept");
        assert!(kept.contains("\"....w...\""), "{kept}");
    }
}
