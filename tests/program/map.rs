//! The map as a person sees it: each distance, each grid, each size and set of characters.

use crate::harness::{
    eyes::unseen,
    picture::{picture, text},
    program::Program,
};
use ratatui::{buffer::Buffer, layout::Rect, style::Color, widgets::Widget};
use std::sync::Arc;
use wardiary::{
    assets,
    book::Rulebook,
    ground::{Cell, Facing, Ground, GroundDraft},
    id::UnitId,
    notation::{Instruction, instruction},
    rules,
    state::State,
    view::{
        Depth, Glyphs, Look, Theme,
        colour::PALETTES,
        map::{Answer, Camera, Holder, MapAreas, MapPane, Overlay, Piece, Tone, Trail, Zoom},
    },
};

mod card;
mod covered;

const SQUARES: &str = r#"(
    title: "The wells at Tel Amara",
    grid: Square,
    rows: [
        "....ww....^^",
        "...www....^^",
        "...ww.......",
        "......bb....",
        "......bb.f..",
        "............",
        "..~~........",
        ".~~~....rr..",
    ],
    legend: {'.': "open", 'w': "woods", 'b': "built-up", 'f': "fortification", '^': "hill", '~': "lake", 'r': "rough"},
    edges: [
        ("A4", s, "river"), ("B4", s, "river"), ("C4", s, "river"), ("C4", e, "river"), ("D3", s, "river"),
        ("E3", s, "river"), ("E3", e, "river"), ("F2", s, "river"), ("F2", e, "river"), ("F1", e, "river"),
        ("C5", e, "river"), ("C6", s, "river"),
        ("G4", n, "wall"), ("G4", w, "wall"), ("G5", w, "wall"),
        ("I6", s, "hedge"), ("J6", s, "hedge"),
    ],
    roads: [["A3", "B3", "B4", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "I5", "J5", "K5", "L5"], ["E5", "E6", "E7", "E8"]],
    places: {"Tel Amara": "G5", "The ford": "D6", "Fort": "J5"},
    objectives: {"Tel Amara": "Emirate", "Fort": ""},
)"#;

fn ground(text: &str) -> Ground {
    let draft: GroundDraft = ron::from_str(text).expect("it can be read");
    draft.check().unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The units of the wells, on all the terrain that there is.
fn state() -> State {
    let header = assets::scenario("wadi", None, "1".parse().expect("a seed")).expect("it ships");
    let mut book = Rulebook::clone(&header.book);
    book.ground = assets::rulebook("campaign", None).expect("it ships").ground.clone();
    header.muster.check(&Arc::new(book)).expect("a test checks it")
}

fn pieces(state: &State) -> Vec<Piece> {
    let placed: [(u32, &str, Facing); 9] = [
        (101, "E6", Facing::N),
        (100, "E6", Facing::N),
        (102, "F7", Facing::E),
        (105, "B4", Facing::W),
        (107, "D8", Facing::S),
        (201, "G4", Facing::S),
        (204, "G5", Facing::W),
        (205, "J3", Facing::N),
        (207, "J5", Facing::E),
    ];
    let placed = placed.map(|(id, cell, facing)| (UnitId(id), cell.parse().expect("a cell"), facing));
    Piece::all(state, placed.into_iter())
}

/// A map with who stands on it.
struct Field {
    ground: Ground,
    state: State,
    pieces: Vec<Piece>,
}

impl Field {
    fn of(ground: Ground) -> Self {
        let state = state();
        let pieces = pieces(&state);
        Self { ground, state, pieces }
    }

    fn squares() -> Self {
        Self::of(ground(SQUARES))
    }

    /// The same on hexes, which have no edges to the east and the west.
    fn hexes() -> Self {
        Self::of(ground(&SQUARES.replace("Square", "Hex").replace(" e, ", " se, ").replace(" w, ", " sw, ")))
    }

    /// Squares or hexes as large as they may be, with 400 units.
    fn largest(grid: &str) -> Self {
        let rows: Vec<String> =
            (0..200).map(|row| "..w~^bf.#.".chars().cycle().skip(row).take(200).collect()).collect();
        let legend = SQUARES.lines().find(|line| line.contains("legend")).expect("a legend").replace("'r':", "'#':");
        let mut field = Self::of(ground(&format!("(title: \"All of it\", grid: {grid}, rows: {rows:?}, {legend})")));
        field.pieces = (0u16..400)
            .flat_map(|at| {
                let cell = Cell::new(at % 20 * 10, at / 20 * 10);
                let placed = (UnitId(100 + u32::from(at) % 10), cell, Facing::N);
                Piece::all(&field.state, std::iter::once(placed))
            })
            .collect();
        field.pieces.sort_by_key(|piece| piece.cell);
        field
    }

    fn draw(&self, zoom: Zoom, theme: &Theme, glyphs: &Glyphs, area: Rect, buf: &mut Buffer) {
        let cell = |text: &str| text.parse::<Cell>().expect("a cell");
        let mut overlay = Overlay::of(&self.ground, Answer::default());
        let answers = [("E5", Tone::Good, 1), ("E4", Tone::Stop, 2), ("F6", Tone::Good, 1), ("G5", Tone::Bad, 2)];
        answers.iter().for_each(|(at, tone, number)| overlay.set(cell(at), *tone, *number));
        overlay.set(cell("A1"), Tone::Dim, 0);
        let trails = [Trail { units: vec![UnitId(105)], passed: ["B7", "B6", "B5"].map(cell).into() }];
        let objectives = [(cell("G5"), Holder::Side(1)), (cell("J5"), Holder::Nobody)];
        let cursor = cell("F6");
        let camera =
            MapAreas::of(area, &self.ground).showing(Camera { zoom, first: Cell::new(0, 0) }, cursor, &self.ground);
        let pane = MapPane {
            look: Look { theme, glyphs },
            state: &self.state,
            ground: &self.ground,
            pieces: &self.pieces,
            objectives: &objectives,
            camera,
            cursor: Some(cursor),
            chosen: Some(UnitId(101)),
            picked: &[],
            overlay: Some(&overlay),
            trails: &trails,
            plan: None,
            mark: None,
            title: "Map",
            focused: true,
        };
        pane.render(area, buf);
    }

    fn drawn(&self, zoom: Zoom, theme: &Theme, glyphs: &Glyphs, (width, height): (u16, u16)) -> Buffer {
        let area = Rect::new(0, 0, width, height);
        let mut buf = Buffer::empty(area);
        self.draw(zoom, theme, glyphs, area, &mut buf);
        buf
    }
}

fn theme(name: &str) -> Theme {
    Theme::shipped(name).expect("it ships")
}

const ZOOMS: [(Zoom, &str); 4] =
    [(Zoom::Far, "far"), (Zoom::Near, "near"), (Zoom::Block, "block"), (Zoom::Full, "full")];

#[test]
fn the_map_at_each_distance() {
    let (dark, mono) = (theme("dark"), theme("mono"));
    for (grid, field) in [("squares", Field::squares()), ("hexes", Field::hexes())] {
        for (zoom, distance) in ZOOMS {
            let size = match zoom {
                Zoom::Far => (32, 20),
                Zoom::Near => (56, 22),
                Zoom::Block => (104, 38),
                Zoom::Full => (80, 24),
            };
            insta::assert_snapshot!(
                format!("map_{distance}_{grid}_dark"),
                picture(&field.drawn(zoom, &dark, &Glyphs::UNICODE, size))
            );
            insta::assert_snapshot!(
                format!("map_{distance}_{grid}_mono_ascii"),
                picture(&field.drawn(zoom, &mono, &Glyphs::ASCII, size))
            );
        }
    }
}

#[test]
fn the_map_in_other_colours() {
    let field = Field::squares();
    for (name, theme) in [
        ("light", theme("light")),
        ("colour_blind", theme("colour-blind")),
        ("mono", theme("mono")),
        ("sixteen", theme("dark").at_depth(Depth::Ansi16)),
    ] {
        let drawn = field.drawn(Zoom::Near, &theme, &Glyphs::UNICODE, (56, 20));
        insta::assert_snapshot!(format!("map_near_squares_{name}"), picture(&drawn));
    }
}

#[test]
fn all_that_a_map_draws_can_be_seen() {
    let mut faults = Vec::new();
    for (name, theme) in crate::view::themes::all() {
        for (grid, field) in [("squares", Field::squares()), ("hexes", Field::hexes())] {
            for (zoom, distance) in ZOOMS {
                let drawn = field.drawn(zoom, &theme, &Glyphs::UNICODE, (80, 24));
                for palette in &PALETTES {
                    let found = unseen(&drawn, theme.depth(), palette);
                    faults.extend(found.into_iter().take(2).map(|f| format!("{name}, {grid}, {distance}: {f}")));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_map_that_does_not_fit_has_an_overview() {
    let field = Field::largest("Square");
    let drawn = field.drawn(Zoom::Near, &theme("dark"), &Glyphs::UNICODE, (80, 24));
    insta::assert_snapshot!("map_largest_80x24", picture(&drawn));
}

#[test]
fn a_map_draws_at_every_size_and_only_in_its_area() {
    let untouched = ratatui::buffer::Cell::new("?");
    let dark = theme("dark");
    for field in [Field::squares(), Field::hexes(), Field::largest("Hex")] {
        for (zoom, name) in ZOOMS {
            for (width, height) in
                [0, 1, 2, 3, 5, 9, 30, 61].into_iter().flat_map(|w| [0, 1, 2, 3, 4, 7, 20].map(|h| (w, h)))
            {
                let area = Rect::new(3, 2, width, height);
                let mut buf = Buffer::filled(Rect::new(0, 0, width + 6, height + 4), untouched.clone());
                field.draw(zoom, &dark, &Glyphs::UNICODE, area, &mut buf);
                for (at, cell) in buf.content.iter().enumerate() {
                    let place = buf.pos_of(at).into();
                    assert!(area.contains(place) || *cell == untouched, "{name} at {width}x{height} drew at {place:?}");
                }
            }
            // An area that hangs over the edge of the screen, as it does for a moment when a window shrinks.
            let mut small = Buffer::empty(Rect::new(0, 0, 9, 3));
            field.draw(zoom, &dark, &Glyphs::UNICODE, Rect::new(5, 1, 40, 12), &mut small);
            field.draw(zoom, &dark, &Glyphs::UNICODE, Rect::new(50, 50, 40, 12), &mut small);
        }
    }
}

#[test]
fn an_ascii_map_is_ascii_and_no_terminal_gets_more_colours_than_it_has() {
    for field in [Field::squares(), Field::hexes()] {
        for (zoom, _) in ZOOMS {
            let drawn = field.drawn(zoom, &theme("mono"), &Glyphs::ASCII, (100, 30));
            assert!(text(&drawn).is_ascii(), "{}", text(&drawn));
            for cell in &drawn.content {
                assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{cell:?}");
            }
            let drawn = field.drawn(zoom, &theme("light").at_depth(Depth::Ansi256), &Glyphs::UNICODE, (100, 30));
            assert!(
                drawn
                    .content
                    .iter()
                    .all(|cell| !matches!(cell.fg, Color::Rgb(..)) && !matches!(cell.bg, Color::Rgb(..)))
            );
        }
    }
}

/// A ground with nobody on it, drawn without colours.
fn bare(
    ground: &Ground,
    (objectives, overlay): (&[(Cell, Holder)], Option<&Overlay>),
    zoom: Zoom,
    glyphs: &Glyphs,
) -> String {
    let pane = MapPane {
        look: Look { theme: &theme("mono"), glyphs },
        state: &state(),
        ground,
        pieces: &[],
        objectives,
        camera: Camera { zoom, first: Cell::new(0, 0) },
        cursor: None,
        chosen: None,
        picked: &[],
        overlay,
        trails: &[],
        plan: None,
        mark: None,
        title: "Map",
        focused: false,
    };
    let area = Rect::new(0, 0, 200, 60);
    let mut buf = Buffer::empty(area);
    pane.render(area, &mut buf);
    text(&buf)
}

/// A ground of one terrain, with one kind of edge or none.
fn plain(grid: &str, terrain: &str, edge: &str) -> Ground {
    let facing = if grid == "Square" { "e" } else { "se" };
    let edges = format!("(\"B2\", s, {edge:?}), (\"B2\", {facing}, {edge:?})");
    let edges = if edge.is_empty() { "" } else { &edges };
    ground(&format!(
        "(title: \"Plain\", grid: {grid}, rows: [\"....\", \"....\", \"....\"], legend: {{'.': {terrain:?}}}, edges: [{edges}])"
    ))
}

#[test]
fn every_terrain_and_every_edge_shows_at_every_distance_without_colours() {
    let book = assets::rulebook("campaign", None).expect("it ships");
    for (grid, glyphs) in
        ["Square", "Hex"].into_iter().flat_map(|grid| [(grid, Glyphs::UNICODE), (grid, Glyphs::ASCII)])
    {
        for (zoom, distance) in ZOOMS {
            let looks = |names: Vec<(&str, &str)>| {
                let drawn: Vec<String> = names
                    .iter()
                    .map(|(terrain, edge)| bare(&plain(grid, terrain, edge), (&[], None), zoom, &glyphs))
                    .collect();
                for (at, one) in drawn.iter().enumerate() {
                    for other in 0..at {
                        assert_ne!(one, &drawn[other], "{:?} and {:?}: {grid} {distance}", names[at], names[other]);
                    }
                }
            };
            looks(book.ground.terrain.iter().map(|terrain| (&*terrain.name, "")).collect());
            looks(std::iter::once(("open", "")).chain(book.ground.edges.iter().map(|e| ("open", &*e.name))).collect());
        }
    }
}

#[test]
fn whose_flag_flies_over_an_objective_shows_at_every_distance_without_colours() {
    let cell = |text: &str| text.parse::<Cell>().expect("a cell");
    for field in [Field::squares(), Field::hexes()] {
        for (zoom, distance) in ZOOMS {
            for (holder, unicode, ascii) in [
                (Holder::Side(0), "⚑C", "PC"),
                (Holder::Side(1), "⚑E", "PE"),
                (Holder::Nobody, "⚐", "p"),
                (Holder::Other('X'), "⚑X", "PX"),
            ] {
                let objectives = [(cell("G5"), holder)];
                for (glyphs, flag) in [(Glyphs::UNICODE, unicode), (Glyphs::ASCII, ascii)] {
                    let drawn = bare(&field.ground, (&objectives, None), zoom, &glyphs);
                    assert!(drawn.contains(flag), "{distance}: no {flag}\n{drawn}");
                }
            }
            // Where somebody stands on it, it flies beside or over him.
            let drawn = text(&field.drawn(zoom, &theme("mono"), &Glyphs::UNICODE, (220, 60)));
            let flags = if zoom == Zoom::Far { ["▷⚐", "◁!"] } else { ["⚐", "⚑E"] };
            assert!(flags.iter().all(|flag| drawn.contains(flag)), "{distance}\n{drawn}");
        }
    }
}

#[test]
fn names_of_places_are_whole_or_end_in_an_ellipsis_under_every_layer() {
    for field in [Field::squares(), Field::hexes()] {
        for (zoom, distance) in ZOOMS {
            for tone in [Tone::None, Tone::Good, Tone::Stop, Tone::Bad, Tone::Dim, Tone::Hidden] {
                let overlay = Overlay::of(&field.ground, Answer { tone, number: 12 });
                let drawn = bare(&field.ground, (&[], Some(&overlay)), zoom, &Glyphs::UNICODE);
                for (name, beginning) in [("Tel Amara", "Tel"), ("The ford", "The"), ("Fort", "For")] {
                    for (at, _) in drawn.match_indices(beginning) {
                        let rest: String = drawn[at..].chars().take(name.len()).collect();
                        let clipped = rest.split_once('…').is_some_and(|(kept, _)| name.starts_with(kept));
                        assert!(rest == name || clipped, "{distance} {tone:?}: “{rest}”\n{drawn}");
                    }
                }
                let numbers = drawn.matches("12").count();
                let covered = zoom != Zoom::Far && tone == Tone::Good && numbers != field.ground.areas();
                assert!(!covered, "{distance}: {numbers} answers\n{drawn}");
                let plainly = tone == Tone::None || tone == Tone::Hidden || tone == Tone::Dim;
                assert!(!plainly || zoom != Zoom::Full || drawn.contains("Tel Amara"), "{distance} {tone:?}\n{drawn}");
            }
        }
    }
}

/// A measurement: it means something only where the program is built for speed and nothing else runs.
#[test]
#[ignore = "long: a measurement, for a build that is made for speed"]
fn a_frame_of_the_largest_map_takes_less_than_two_milliseconds() {
    for grid in ["Square", "Hex"] {
        let field = Field::largest(grid);
        let (dark, glyphs) = (theme("dark"), Glyphs::UNICODE);
        for (zoom, name) in ZOOMS {
            let area = Rect::new(0, 0, 120, 40);
            let mut buf = Buffer::empty(area);
            let frame = |buf: &mut Buffer| {
                let begun = std::time::Instant::now();
                field.draw(zoom, &dark, &glyphs, area, buf);
                begun.elapsed()
            };
            let fastest = (0..20).map(|_| frame(&mut buf)).min().expect("it was drawn");
            assert!(fastest.as_micros() < 2_000, "{grid} {name}: {fastest:?}");
        }
    }
}

// ---- the Map screen

/// The wells with all who stand there, as a scenario.
pub const WELLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/wells.ron");

/// The wells in the first turn, the Column to act.
pub fn wells() -> Program {
    let mut program = Program::with(WELLS);
    program.keys("h:initiative<enter>6<enter>1<enter>:first Column<enter>2");
    program
}

/// Before, keys, and what is on the screen.
#[test]
fn what_keys_do_on_the_map() {
    let table: &[(&str, &str, u32, &[&str])] = &[
        ("the map, and the area under the cursor", "", 2, &["The wells at Tel Amara", "General Harcourt", "road n s"]),
        ("the next unit, and where it can go", "<tab><tab><tab>", 2, &["where 2nd Fusiliers can go", "may go 2 areas"]),
        ("a cost", "<tab><tab><tab><up><up>", 2, &["2nd Fusiliers: 2 areas of 2", "to attack afterwards"]),
        ("out of reach", "<tab><tab><tab><up><up><up><up>", 2, &["G4 is out of reach: G5 is too"]),
        ("where to, and the facing", "<tab><tab><tab><up><enter>", 2, &["2nd Fusiliers to G7", "north: turn it"]),
        ("another facing", "<tab><tab><tab><up><enter><right>", 2, &["2nd Fusiliers to G7", "east: turn it"]),
        (
            "the order, with its preview",
            "<tab><tab><tab><up><enter><right><enter>",
            2,
            &[": move \"2nd Fusiliers\" to G7 facing e", "Enter gives it"],
        ),
        ("Esc goes back to the facing", "<tab><tab><tab><up><enter><enter><esc>", 2, &["north: turn it"]),
        ("then to the area", "<tab><tab><tab><up><enter><enter><esc><esc>", 2, &["2nd Fusiliers: 1 area of 2"]),
        ("then to the choice", "<tab><tab><tab><up><enter><enter><esc><esc><esc>", 2, &["G7"]),
        ("then to the battle", "<tab><tab><tab><up><enter><enter><esc><esc><esc><esc>", 2, &["Forces", "Diary"]),
        (
            "given",
            "<tab><tab><tab><up><enter><enter><enter>",
            3,
            &["2nd Fusiliers moved from G8 to G7", "2nd Fusiliers has made"],
        ),
        ("as it was", "<tab><tab><tab><up><enter><enter><enter>[", 3, &["REVIEW of entry 2"]),
        ("and now again", "<tab><tab><tab><up><enter><enter><enter>[<esc>", 3, &["entry 3"]),
        ("the dice by range", "<tab><tab><tab>d<up><up><up>", 2, &["the dice of 2nd Fusiliers", "3 areas from 2nd"]),
        ("who threatens", "t", 2, &["how many enemies of Column can fire where"]),
        ("what is seen", "i", 2, &["what is seen from G9"]),
        ("the objectives", "o", 2, &["the objectives"]),
        ("nearer", "+", 2, &["Harcourt"]),
        ("a volley needs a target", "<tab><tab><tab>v", 2, &["volley: point at an enemy"]),
        ("and a unit", "v", 2, &["volley: choose a unit first"]),
        ("an order typed", ":note dusk<enter>", 3, &["dusk"]),
        (
            "an enemy pointed at who is out of range",
            "<tab><tab><tab><up><up><up><up><right><enter>",
            2,
            &[" the unit 2nd Fusiliers does not reach so far: the range of rifles ends at 3, not 5"],
        ),
        (
            "the order all the same, for a ruling",
            "<tab><tab><tab><up><up><up><up><right>v",
            2,
            &["2nd Fusiliers\" at \"Green Banner\""],
        ),
    ];
    for (story, keys, head, seen) in table {
        let mut program = wells();
        program.shows((120, 40));
        let mut screen = String::new();
        let mut rest = *keys;
        // A frame after each key, as in the terminal.
        while let Some(first) = rest.chars().next() {
            let one = if first == '<' { rest.find('>').map_or(1, |at| at + 1) } else { first.len_utf8() };
            let (key, after) = rest.split_at(if first == ':' { rest.find('<').unwrap_or(one) } else { one });
            screen = program.keys(key).shows((120, 40));
            rest = after;
        }
        let screen = if screen.is_empty() { program.shows((120, 40)) } else { screen };
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
        assert_eq!(program.save().diary().head(), *head, "{story}\n{screen}");
    }
}

/// After orders: each of the Column's units chosen, and the cursor on each of the Emirate's. The screen says that it can
/// fire there, and with what, where a volley would be accepted, and nowhere else.
#[test]
fn what_the_screen_says_can_be_fired_at_is_what_a_volley_accepts() {
    let play: &[&[&str]] = &[
        &[],
        // A full move, one short of it, a turn on the spot, a volley; a General beside the guns.
        &[
            "place \"Black Banner\" at I7 facing s anyway because \"they came near\"",
            "place \"Red Banner\" at F6 facing s anyway because \"they came near\"",
            "place \"General Harcourt\" at F9 facing n anyway because \"he rides over\"",
            "move \"2nd Fusiliers\" to G7 facing n",
            "move \"1st Fusiliers\" to F7 facing n",
            "face Gardner w",
            "volley \"Highlanders\" at \"Black Banner\"<enter>112345",
        ],
    ];
    for orders in play {
        let mut program = wells();
        for order in *orders {
            program.keys(&format!(":{order}<enter>"));
        }
        let mut accepted = 0;
        let state = program.save().diary().state().clone();
        let cell = |id: UnitId| state.unit(id).and_then(|unit| unit.place).expect("it stands there").cell;
        program.keys("d");
        for _ in 100..110 {
            let screen = program.keys("<tab>").shows((100, 30));
            let chosen =
                (100..110).map(UnitId).find(|id| screen.contains(&format!("the dice of {} by", state.name(*id))));
            let unit = chosen.unwrap_or_else(|| panic!("nobody is chosen\n{screen}"));
            let mut cursor = cell(unit);
            // Nobody’s range is longer.
            let near = |enemy: &UnitId| cell(*enemy).row.abs_diff(cell(unit).row) <= 6;
            for enemy in (200..210).map(UnitId).filter(near) {
                let to = cell(enemy);
                let steps =
                    |from: u16, to: u16, keys: [&str; 2]| keys[usize::from(to > from)].repeat(from.abs_diff(to).into());
                program.keys(&steps(cursor.column, to.column, ["h", "l"]));
                let screen = program.keys(&steps(cursor.row, to.row, ["k", "j"])).shows((100, 30));
                cursor = to;
                let said = screen.lines().find(|line| line.contains(&format!(" from {}", state.name(unit))));
                let said = said.unwrap_or_else(|| panic!("nothing is said of {to}\n{screen}"));
                let order = format!("volley {:?} at {:?}", state.name(unit), state.name(enemy));
                let Ok(Instruction::Order(order)) = instruction(&order, &state) else { panic!("{order}") };
                let accepts = rules::resolve(&state, &order, &[]).is_ok();
                accepted += usize::from(accepts);
                let says = said.contains(" with ") && !said.contains("not now");
                assert_eq!(says, accepts, "{order:?}: {said}\n{:?}", rules::resolve(&state, &order, &[]));
            }
        }
        assert!(accepted > 0, "somebody can be fired at");
    }
}

#[test]
fn the_map_screen_at_its_sizes() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut program = wells();
        program.shows((width, height));
        program.keys("<tab><tab><tab><up>");
        insta::assert_snapshot!(format!("map_screen_{width}x{height}"), picture(&program.draw((width, height))));
    }
}

#[test]
fn the_battle_screen_shows_the_map() {
    let mut program = wells();
    let screen = program.keys("<esc>").shows((120, 40));
    assert!(screen.contains("Forces") && screen.contains("The wells at Tel"), "{screen}");
    // What there is no room for is said to be there.
    assert!(screen.contains(" A–L→ "), "{screen}");
    let small = program.shows((80, 24));
    let cut = |line: &str| line.contains("The wel") && (line.contains('→') || line.contains('←'));
    assert!(small.lines().any(cut), "{small}");
    insta::assert_snapshot!("battle_with_a_map_120x40", screen);
}

/// The help read from its beginning to its end, a page after the other.
fn help_read(program: &mut Program, size: (u16, u16)) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut screen = program.keys("?").shows(size);
    for _ in 0..40 {
        lines.extend(screen.lines().map(|line| line.trim_matches(['│', ' ']).to_string()));
        screen = program.keys("<pagedown>").shows(size);
    }
    lines
}

#[test]
fn the_help_on_the_map_begins_with_its_keys_and_says_what_each_sign_means() {
    for (keys, zoom) in [("", "far"), ("+", "near"), ("+++", "full")] {
        let mut program = wells();
        program.shows((80, 24));
        let lines = help_read(program.keys(keys), (80, 24));
        let line = |start: &str| {
            let at = lines.iter().position(|line| line.starts_with(start));
            at.unwrap_or_else(|| panic!("{zoom}: no “{start}”\n{}", lines.join("\n")))
        };
        // Before them is said what the rulebook does without.
        let mut last = line("On the Map screen");
        assert!(last < 5, "{zoom}: {lines:?}");
        for start in [
            "On this map: the ground",
            "·  open",
            "♣  woods: cover; blocks the line of sight",
            "⌂  built-up: cover",
            "▦  fortification: cover",
            "On this map: edges and roads",
            "─ │  road: an area by road costs 1",
            "On this map: places",
            "⚑C  an objective that Column holds",
            "⚑E  an objective that Emirate holds",
            "⚐   an objective that nobody holds",
            "On this map: units",
            "▲ ▶ ▼ ◀  Column, facing north, east, south and west",
            "△ ▷ ▽ ◁  Emirate, facing north, east, south and west",
            "On this map: what is pointed at, and what moved",
            "On this map: layers",
            "On the Map screen, while a move is composed",
            "At the table",
        ] {
            assert!(line(start) > last, "{zoom}: “{start}” comes later");
            last = line(start);
        }
        // What this map has not is not explained: it has no rivers, and its rulebook no grades.
        assert!(!lines.iter().any(|line| line.contains("grade") && line.contains("faces")), "{zoom}");
        assert!(!lines.iter().any(|line| line.starts_with("On this map: grades")), "{zoom}");
    }
    // Nor on other screens.
    let lines = help_read(wells().keys("<esc>"), (80, 24));
    assert!(
        lines[4] == "At the table" && !lines.iter().any(|line| line.contains("On this map")),
        "{}",
        lines.join("\n")
    );
}

#[test]
fn a_campaign_without_a_map_says_so() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys("2").shows((80, 24));
    assert!(screen.contains("This campaign has no map"), "{screen}");
    let screen = program.keys("m").shows((80, 24));
    assert!(screen.contains("move: this campaign has no map"), "{screen}");
    for key in
        "hjklgGzrdtioxw+-nmfvsCePuU[]aE<tab><enter>".split_inclusive('>').flat_map(|part| part.split_at(1).0.chars())
    {
        program.keys(&key.to_string()).draw((60, 20));
    }
}

#[test]
fn every_size_of_the_map_screen_draws() {
    for keys in ["", "<tab><tab><tab>", "<tab><tab><tab><up><enter>", "<tab>:", "i++", "?"] {
        let mut program = wells();
        program.shows((120, 40));
        program.keys(keys);
        for width in [0, 1, 7, 60, 61, 79, 80, 109, 110, 200] {
            for height in [0, 1, 2, 19, 20, 30, 60] {
                program.draw((width, height));
            }
        }
    }
}

/// A move by the mouse alone: the map from the battle screen, the unit, the area, the facing, the order.
#[test]
fn a_move_by_the_mouse_alone() {
    let mut program = wells();
    program.keys("<esc>");
    let place = |screen: &str, words: &str| {
        let (row, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(words))
            .unwrap_or_else(|| panic!("{words}\n{screen}"));
        let column = line[..line.find(words).expect("it is there")].chars().count();
        (u16::try_from(column).expect("a column"), u16::try_from(row).expect("a row"))
    };
    let screen = program.shows((120, 40));
    let (column, row) = place(&screen, "The wells at Tel");
    let screen = program.click(column, row + 2).shows((120, 40));
    // The rims say where an area is: the column's letter over it, the row's number beside it.
    let at = |screen: &str, column: char, row: &str| {
        let (_, top) = place(screen, "    A   B   C");
        let line = screen.lines().nth(usize::from(top)).expect("the rim");
        let across = line.chars().position(|c| c == column).expect("the letter");
        let down = screen.lines().position(|line| line.starts_with(&format!("│{row:>2} "))).expect("the number");
        (u16::try_from(across).expect("a column"), u16::try_from(down).expect("a row"))
    };
    for (column, row) in [('G', "8"), ('G', "7"), ('H', "7"), ('G', "7")] {
        let (x, y) = at(&screen, column, row);
        program.click(x, y).shows((120, 40));
    }
    let screen = program.shows((120, 40));
    assert!(screen.contains(": move \"2nd Fusiliers\" to G7 facing e"), "{screen}");
    let (x, y) = place(&screen, "Enter give the order");
    let screen = program.click(x + 2, y).shows((120, 40));
    assert!(screen.contains("2nd Fusiliers moved from G8 to G7, facing east"), "{screen}");
    let (x, y) = place(&screen, "z layer");
    let screen = program.click(x, y).shows((120, 40));
    assert!(screen.contains("the dice of 2nd Fusiliers"), "{screen}");
}
