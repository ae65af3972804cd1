//! The map as a person sees it: each zoom level, each grid, each size and glyph set.

use crate::harness::{
    eyes::unseen,
    picture::{Role, has_roles, text},
    program::Program,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Style},
    widgets::Widget,
};
use std::sync::{Arc, LazyLock};
use wardiary_base::{
    book::Rulebook,
    ground::{Cell, Facing, Ground, GroundDraft},
    id::UnitId,
};
use wardiary_diary::assets;
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    rules,
    state::State,
};
use wardiary_view::{
    Depth, Glyphs, Look, Theme,
    colour::PALETTES,
    map::{Answer, AnswerTone, Camera, Holder, MapAreas, MapPane, MoveTrace, Overlay, Piece, Zoom},
};

mod card;
mod covered;
mod screen;

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

/// The units of the wells, with all terrain of the campaign rulebook.
static STATE: LazyLock<State> = LazyLock::new(|| {
    let header = assets::scenario("wadi", None, "1".parse().expect("a seed")).expect("it ships");
    let mut book = Rulebook::clone(&header.book);
    book.ground = assets::rulebook("campaign", None).expect("it ships").ground.clone();
    header.muster.check(&Arc::new(book)).expect("a test checks it")
});

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

/// A map with its pieces.
struct Field {
    ground: Ground,
    state: State,
    pieces: Vec<Piece>,
}

impl Field {
    fn of(ground: Ground) -> Self {
        let state = STATE.clone();
        let pieces = pieces(&state);
        Self { ground, state, pieces }
    }

    fn squares() -> Self {
        Self::of(ground(SQUARES))
    }

    /// The map with hexes, which have no edges to the east and the west.
    fn hexes() -> Self {
        Self::of(ground(&SQUARES.replace("Square", "Hex").replace(" e, ", " se, ").replace(" w, ", " sw, ")))
    }

    /// A map of squares or hexes of the largest size, with 400 units.
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
        let mut overlay = Overlay::filled(&self.ground, Answer::default());
        let answers = [
            ("E5", AnswerTone::Good, 1),
            ("E4", AnswerTone::Stop, 2),
            ("F6", AnswerTone::Good, 1),
            ("G5", AnswerTone::Bad, 2),
        ];
        answers.iter().for_each(|(at, tone, number)| overlay.set(cell(at), *tone, *number));
        overlay.set(cell("A1"), AnswerTone::Dim, 0);
        let trails = [MoveTrace { units: vec![UnitId(105)], cells: ["B7", "B6", "B5"].map(cell).into() }];
        let objectives = [(cell("G5"), Holder::Side(1)), (cell("J5"), Holder::Nobody)];
        let cursor = cell("F6");
        let camera = MapAreas::new(area, &self.ground).showing(
            Camera { zoom, top_left: Cell::new(0, 0), fills: false },
            cursor,
            &self.ground,
        );
        let pane = MapPane {
            look: Look::new(theme, glyphs),
            state: &self.state,
            ground: &self.ground,
            pieces: &self.pieces,
            objectives: &objectives,
            camera,
            cursor: Some(cursor),
            selected: Some(UnitId(101)),
            picked: &[],
            overlay: Some(&overlay),
            move_traces: &trails,
            planned_move: None,
            marked_edge: None,
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
            let shown = field.drawn(zoom, &dark, &Glyphs::UNICODE, size);
            insta::assert_snapshot!(format!("map_{distance}_{grid}"), text(&shown));
            // In ASCII without colours, every sign has a replacement. Figures beside a sign may move by a column.
            let plain = field.drawn(zoom, &mono, &Glyphs::ASCII, size);
            let told = text(&plain);
            assert!(told.is_ascii(), "{distance} {grid}\n{told}");
            let is_blank = |buffer: &Buffer, at: usize| buffer.content[at].symbol() == " ";
            let gone = (0..shown.content.len()).filter(|at| !is_blank(&shown, *at) && is_blank(&plain, *at));
            let gone = gone.map(|at| shown.content[at].symbol());
            let gone: Vec<&str> = gone.filter(|sign| !sign.chars().all(|c| c.is_alphanumeric() || c == '/')).collect();
            assert!(gone.is_empty(), "{distance} {grid}: {gone:?}\n{told}");
        }
    }
}

/// Signs on the map at the nearest zoom, and their roles.
const NEAR: &[(&str, Role)] = &[
    ("♣", |theme| theme.map.woods),
    ("∩", |theme| theme.map.high),
    ("⌂", |theme| theme.map.built),
    ("∴", |theme| theme.map.rough),
    ("~", |theme| theme.map.water),
    ("╔═══╝", |theme| Style { bg: theme.map.woods.bg, ..theme.map.river }),
    ("┏━━━╸", |theme| Style { bg: theme.map.open.bg, ..theme.map.wall }),
    ("╶───╮", |theme| Style { bg: theme.map.open.bg, ..theme.map.road }),
    (" 2×", |theme| theme.map.stop),
    ("A   B   C", |theme| theme.map.rim),
    ("Map", |theme| theme.frame.title_focused),
];

#[test]
fn the_map_in_other_colours() {
    let field = Field::squares();
    let dark = field.drawn(Zoom::Near, &theme("dark"), &Glyphs::UNICODE, (56, 20));
    for (name, theme) in [
        ("dark", theme("dark")),
        ("light", theme("light")),
        ("colour-blind", theme("colour-blind")),
        ("mono", theme("mono")),
        ("sixteen", theme("dark").at_depth(Depth::Ansi16)),
    ] {
        let drawn = field.drawn(Zoom::Near, &theme, &Glyphs::UNICODE, (56, 20));
        assert_eq!(text(&drawn), text(&dark), "{name}");
        has_roles(name, &drawn, &theme, NEAR);
    }
}

#[test]
fn everything_on_a_map_is_legible() {
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
    let shown = text(&drawn);
    assert!(shown.contains("A–R→ 1–10↓ of 200 × 200 ┐"), "{shown}");
    // The overview in the corner is a frame of 16 by 8. Each of its signs covers many areas.
    let rows: Vec<&str> = shown.lines().collect();
    assert!(rows[14].ends_with(" ┌──────────────┐│") || rows[14].ends_with("┌──────────────┐│"), "{shown}");
    assert!(rows[22].ends_with("└──────────────┘│"), "{shown}");
    for row in &rows[15..22] {
        let inside = row.trim_end_matches('│').rsplit('│').next().expect("the overview");
        assert_eq!((inside.chars().count(), inside.matches('■').count()), (14, 13), "{shown}");
    }
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
            // An area that extends beyond the buffer, as for a moment when a window shrinks.
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

/// A ground without units, drawn without colours.
fn bare(
    ground: &Ground,
    (objectives, overlay): (&[(Cell, Holder)], Option<&Overlay>),
    zoom: Zoom,
    glyphs: &Glyphs,
) -> String {
    let theme = theme("mono");
    let pane = MapPane {
        look: Look::new(&theme, glyphs),
        state: &STATE,
        ground,
        pieces: &[],
        objectives,
        camera: Camera { zoom, top_left: Cell::new(0, 0), fills: false },
        cursor: None,
        selected: None,
        picked: &[],
        overlay,
        move_traces: &[],
        planned_move: None,
        marked_edge: None,
        title: "Map",
        focused: false,
    };
    // Enough room for the areas at the largest zoom, 16 by 6 each.
    let area = Rect::new(0, 0, 8 + 16 * ground.width(), 12 + 6 * ground.height());
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
            looks(book.ground.terrain.iter().map(|terrain| (terrain.name.raw(), "")).collect());
            looks(
                std::iter::once(("open", "")).chain(book.ground.edges.iter().map(|e| ("open", e.name.raw()))).collect(),
            );
        }
    }
}

#[test]
fn whose_flag_flies_over_an_objective_shows_at_every_distance_without_colours() {
    let cell = |text: &str| text.parse::<Cell>().expect("a cell");
    for field in [Field::squares(), Field::hexes()] {
        for (zoom, distance) in ZOOMS {
            for (holder, unicode, ascii) in [
                (Holder::Side(0), "♦C", "PC"),
                (Holder::Side(1), "♦E", "PE"),
                (Holder::Nobody, "◊", "p"),
                (Holder::Other('X'), "♦X", "PX"),
            ] {
                let objectives = [(cell("G5"), holder)];
                for (glyphs, flag) in [(Glyphs::UNICODE, unicode), (Glyphs::ASCII, ascii)] {
                    let drawn = bare(&field.ground, (&objectives, None), zoom, &glyphs);
                    assert!(drawn.contains(flag), "{distance}: no {flag}\n{drawn}");
                }
            }
            // In an area with a unit, the flag is beside or above the unit.
            let drawn = text(&field.drawn(zoom, &theme("mono"), &Glyphs::UNICODE, (220, 60)));
            let flags = if zoom == Zoom::Far { ["▷◊", "◁!"] } else { ["◊", "♦E"] };
            assert!(flags.iter().all(|flag| drawn.contains(flag)), "{distance}\n{drawn}");
        }
    }
}

#[test]
fn names_of_places_are_whole_or_end_in_an_ellipsis_under_every_layer() {
    for field in [Field::squares(), Field::hexes()] {
        for (zoom, distance) in ZOOMS {
            for tone in [
                AnswerTone::None,
                AnswerTone::Good,
                AnswerTone::Stop,
                AnswerTone::Bad,
                AnswerTone::Dim,
                AnswerTone::Hidden,
            ] {
                let overlay = Overlay::filled(&field.ground, Answer { tone, number: 12 });
                let drawn = bare(&field.ground, (&[], Some(&overlay)), zoom, &Glyphs::UNICODE);
                for (name, beginning) in [("Tel Amara", "Tel"), ("The ford", "The"), ("Fort", "For")] {
                    for (at, _) in drawn.match_indices(beginning) {
                        let rest: String = drawn[at..].chars().take(name.len()).collect();
                        let clipped = rest.split_once('…').is_some_and(|(kept, _)| name.starts_with(kept));
                        assert!(rest == name || clipped, "{distance} {tone:?}: “{rest}”\n{drawn}");
                    }
                }
                let numbers = drawn.matches("12").count();
                let covered = zoom != Zoom::Far && tone == AnswerTone::Good && numbers != field.ground.areas();
                assert!(!covered, "{distance}: {numbers} answers\n{drawn}");
                let plainly = tone == AnswerTone::None || tone == AnswerTone::Hidden || tone == AnswerTone::Dim;
                assert!(!plainly || zoom != Zoom::Full || drawn.contains("Tel Amara"), "{distance} {tone:?}\n{drawn}");
            }
        }
    }
}

/// A measurement, valid only in a release build on an idle machine.
#[test]
#[ignore = "long: a measurement, for a release build"]
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

/// The scenario of the wells with all units.
pub const WELLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/wells.ron");

/// The wells in the first turn, with the Column to act.
pub fn wells() -> Program {
    let mut program = Program::with(WELLS);
    program.keys("H:initiative<enter>6<enter>1<enter>:first Column<enter>2");
    program
}
