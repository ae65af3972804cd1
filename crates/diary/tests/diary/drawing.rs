//! Drawn maps: strokes, and the text written from them.

use proptest::prelude::*;
use wardiary_base::{
    document,
    ground::{Cell, Edit, Facing, Grid, Ground},
    text::Text,
};
use wardiary_diary::assets::{MAPS, SCENARIOS, read_map, read_scenario, rulebook};
use wardiary_harness_rules::any_ground::any_ground;
use wardiary_rules::drawing::{Drawing, Placing, new_map_text, updated_map_text};

fn cell(text: &str) -> Cell {
    text.parse().expect("it is an area")
}

/// The strokes on a map, in the order in which the file lists them.
fn drawn(ground: &Ground) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut draft = ground.to_draft();
    draft.legend.0.retain(|(sign, _)| draft.rows.iter().any(|row| row.contains(*sign)));
    draft.edges.sort_by_key(|(cell, facing, kind)| (*cell, *facing as u8, kind.clone()));
    draft.legend.0.sort();
    draft.places.0.sort();
    draft.objectives.0.sort();
    (
        draft.title,
        draft.about,
        draft.grid,
        draft.rows,
        draft.legend.0,
        draft.edges,
        draft.roads,
        draft.places,
        draft.objectives,
    )
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let cell = || (0u16..14, 0u16..14).prop_map(|(column, row)| Cell::new(column, row));
    let facing = || (0usize..8).prop_map(|at| Facing::ALL[at]);
    let cells = proptest::collection::vec(cell(), 1..6);
    let edges = proptest::collection::vec((cell(), facing()), 1..6);
    let kind = prop_oneof![Just(None), Just(Some("river".into())), Just(Some("wall".into()))];
    let size = || -2i32..=3;
    prop_oneof![
        (cells, prop_oneof![Just(('w', "woods")), Just(('h', "hill")), Just(('.', "open"))])
            .prop_map(|(cells, (sign, terrain))| Edit::Terrain { cells, terrain: terrain.into(), sign }),
        (edges, kind).prop_map(|(edges, kind)| Edit::Edges { edges, kind }),
        (cell(), cell(), any::<bool>(), any::<bool>()).prop_map(|(from, to, hex, there)| {
            let grid = if hex { Grid::Hex } else { Grid::Square };
            Edit::Road { way: grid.path(from, to), there }
        }),
        (cell(), "[A-Z][a-z]{0,4}").prop_map(|(cell, name)| Edit::Name(cell, name.into())),
        cell().prop_map(|cell| Edit::Name(cell, Text::default())),
        (cell(), prop_oneof![Just(None), Just(Some(Text::default())), Just(Some("Blue".into()))])
            .prop_map(|(cell, owner)| Edit::Objective(cell, owner)),
        (size(), size(), size(), size()).prop_map(|(left, right, top, bottom)| Edit::Grow {
            columns: (left, right),
            rows: (top, bottom),
            terrain: "open".into(),
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// The text of a map reads back as that map.
    #[test]
    fn a_map_is_read_as_it_is_written(ground in any_ground()) {
        let text = new_map_text(&ground);
        let (read, again) = (read_map(&text, None), updated_map_text(&text, &[], &ground, (0, 0)));
        prop_assert_eq!(read.as_ref().map(drawn), Ok(drawn(&ground)), "{}", text);
        prop_assert!(text.lines().all(|line| line.chars().count() <= 120), "{}", text);
        // Writing it again gives the same text.
        prop_assert_eq!(again, Some(text));
    }

    /// After any drawing, the file's text can be changed so that it reads as the drawing and keeps all its comments.
    /// Every stroke can be undone.
    #[test]
    fn drawing_edits_the_existing_text(ground in any_ground(), edits in proptest::collection::vec(any_edit(), 1..12)) {
        let book = rulebook("campaign", None).expect("it ships");
        // A comment on each line, except within a road.
        let commented = |line: &str| if line.starts_with("            ") { format!("{line}\n") } else { format!("{line} // here\n") };
        let mut text: String = new_map_text(&ground).lines().map(commented).collect();
        for half in edits.chunks(6) {
            let comments = text.matches("//").count();
            let mut drawing = Drawing::of_map(read_map(&text, None).expect("it is sound"), book.clone(), Some(text.clone()));
            let before = drawn(drawing.ground());
            let mut done = 0;
            for edit in half {
                let (sheet, was) = (drawing.sheet().clone(), drawn(drawing.ground()));
                if drawing.apply_edit(edit).is_err() {
                    prop_assert_eq!(drawn(drawing.ground()), was);
                } else if *drawing.sheet() != sheet {
                    done += 1;
                }
                prop_assert!(drawing.ground().to_draft().check().is_ok());
            }
            let after = drawn(drawing.ground());
            let (written, whole) = drawing.file_text().expect("it can be written");
            prop_assert!(whole, "{}", text);
            prop_assert_eq!(written.matches("//").count(), comments, "{}\n{}", text, written);
            let read = read_map(&written, None).unwrap_or_else(|p| panic!("{p:?}\n{written}"));
            prop_assert_eq!(drawn(&read), drawn(drawing.ground()), "{}\n{}", text, written);
            for _ in 0..done {
                prop_assert!(drawing.undo());
            }
            prop_assert!(!drawing.undo());
            prop_assert_eq!(drawn(drawing.ground()), before);
            prop_assert!(!drawing.is_changed());
            while drawing.redo() {}
            prop_assert_eq!(drawn(drawing.ground()), after);
            text = written;
        }
    }

    /// A path leads through adjacent areas, and is as short as possible. It crosses none of the edges on its two sides,
    /// and no edge is on both sides.
    #[test]
    fn edges_beside_a_road_do_not_cut_it(hex in any::<bool>(), from in (0u16..12, 0u16..12), to in (0u16..12, 0u16..12)) {
        let grid = if hex { Grid::Hex } else { Grid::Square };
        let (from, to) = (Cell::new(from.0, from.1), Cell::new(to.0, to.1));
        let way = grid.path(from, to);
        prop_assert_eq!(way.len(), usize::try_from(grid.distance(from, to)).expect("it is short") + 1);
        prop_assert!(way.windows(2).all(|pair| grid.facing_to(pair[0], pair[1]).is_some()));
        let (left, right) = (grid.edges_along(&way, false), grid.edges_along(&way, true));
        let crossed = |cell: Cell, facing: Facing| {
            let beyond = grid.neighbour(cell, facing);
            way.windows(2).any(|pair| pair.contains(&cell) && beyond.is_some_and(|beyond| pair.contains(&beyond)))
        };
        prop_assert!(left.iter().chain(&right).all(|(cell, facing)| !crossed(*cell, *facing)), "{way:?} {left:?} {right:?}");
        prop_assert!(left.iter().all(|edge| !right.contains(edge)));
    }
}

/// An unchanged map is written back byte for byte, also after drawing and undoing.
#[test]
fn shipped_maps_are_written_unchanged() {
    let book = rulebook("campaign", None).expect("it ships");
    for (name, text) in MAPS {
        let ground = read_map(text, None).expect("it ships");
        let mut drawing = Drawing::of_map(ground, book.clone(), Some((*text).to_string()));
        assert_eq!(drawing.file_text(), Some(((*text).to_string(), true)), "{name}");
        let edit = Edit::Terrain { cells: vec![cell("B2"), cell("C3")], terrain: "marsh".into(), sign: 'M' };
        drawing.apply_edit(&edit).expect("it can be drawn");
        let (written, whole) = drawing.file_text().expect("it can be written");
        assert!(whole);
        let (before, after): (Vec<&str>, Vec<&str>) = (text.lines().collect(), written.lines().collect());
        let changed = before.iter().filter(|line| !after.contains(line)).count();
        assert_eq!(changed, 2, "{name}: two rows\n{written}");
        drawing.undo();
        assert_eq!(drawing.file_text(), Some(((*text).to_string(), true)), "{name}");
        // Read as a map without a file, it is the same.
        let again = read_map(&new_map_text(&read_map(text, None).expect("it ships")), None);
        assert_eq!(again.as_ref().map(drawn), Ok(drawn(drawing.ground())), "{name}");
    }
}

/// A map as a person writes it, with comments.
const BY_HAND: &str = r#"// The ford, for a small battle.
(
    title: "The ford",
    rules: "campaign",
    rows: [
        "..ww....", // the north
        "..ww....",
        "........",
        "....hh..",
        "........",
    ],
    legend: {'.': "open", 'w': "woods", 'h': "hill"},
    edges: [
        // the river
        ("A3", s, "river"), ("B3", s, "river"), ("C3", s, "river"), ("D3", s, "river"),
        ("E4", w, "river"), // it turns
        // about the farm
        ("G1", s, "wall"), ("H1", s, "wall"),
    ],
    roads: [
        ["B1", "B2", "B3", "B4", "B5"], // north to south
        ["F1", "G1", "H1"],
    ],
    places: {
        "Farm": "G1", // stone
        "Ford": "B3",
    },
    objectives: {"Farm": "Blue"}
)
"#;

/// Drawing changes the map's text as a person would.
#[test]
fn a_map_that_is_drawn_on_looks_as_if_mended_by_hand() {
    let book = rulebook("campaign", None).expect("it ships");
    let mut drawing = Drawing::of_map(read_map(BY_HAND, None).expect("it is sound"), book, Some(BY_HAND.into()));
    assert_eq!(drawing.file_text(), Some((BY_HAND.to_string(), true)));
    let beside = Grid::Square.edges_along(&Grid::Square.path(cell("E5"), cell("H5")), false);
    let edits = [
        Edit::Terrain { cells: vec![cell("A5"), cell("B5")], terrain: "marsh".into(), sign: 'm' },
        Edit::Edges { edges: beside, kind: Some("river".into()) },
        Edit::Edges { edges: vec![(cell("B4"), Facing::N), (cell("D4"), Facing::E)], kind: None },
        Edit::Road { way: vec![cell("B3"), cell("B4")], there: false },
        Edit::Road { way: Grid::Square.path(cell("B4"), cell("F4")), there: true },
        Edit::Name(cell("F4"), "Hill".into()),
        Edit::Name(cell("B3"), "Old ford".into()),
        Edit::Objective(cell("F4"), Some(Text::default())),
        Edit::About("A river, a farm and a hill.".into()),
        Edit::Grow { columns: (0, 2), rows: (1, 0), terrain: "open".into() },
    ];
    for edit in &edits {
        drawing.apply_edit(edit).expect("it can be drawn");
    }
    let (written, whole) = drawing.file_text().expect("it can be written");
    assert!(whole);
    insta::assert_snapshot!(written);
    assert_eq!(read_map(&written, None).as_ref().map(drawn), Ok(drawn(drawing.ground())));
    insta::assert_snapshot!("as_a_new_file", new_map_text(drawing.ground()));
}

/// Placing units changes the scenario's own text.
#[test]
fn units_are_set_out_where_they_are_put() {
    let (_, text) = SCENARIOS.iter().find(|(name, _)| *name == "wadi").expect("it ships");
    let (scenario, book) = read_scenario(text, None).expect("it ships");
    let unit = |name: &str| scenario.muster.units.iter().position(|unit| unit.name == name).expect("it is there");
    let (fusiliers, emir, camp) = (unit("1st Fusiliers"), unit("Emir Yusuf"), unit("Camp"));
    let mut drawing =
        Drawing::of_scenario(scenario.muster.clone(), book, Some((*text).to_string()), false).expect("it is sound");
    assert_eq!(drawing.file_text(), Some(((*text).to_string(), true)));
    let at = |name: &str, facing| Placing { cell: Some(cell(name)), facing };
    drawing.place_unit(fusiliers, at("E9", Facing::W)).expect("it can stand there");
    drawing.place_unit(emir, Placing::default()).expect("it can be taken away");
    drawing.place_unit(camp, at("H2", Facing::N)).expect("it can stand there");
    let (written, _) = drawing.file_text().expect("it can be written");
    let changed: Vec<&str> = written.lines().filter(|line| !text.contains(*line)).map(str::trim).collect();
    assert_eq!(
        changed,
        [
            r#"(id: 101, name: "1st Fusiliers", stack: 11, kind: "infantry", at: "E9", facing: w),"#,
            r#"(id: 200, name: "Emir Yusuf", stack: 20, kind: "general"),"#,
            r#"(id: 209, name: "Camp", stack: 20, kind: "transport", at: "H2", facing: n),"#,
        ]
    );
    read_scenario(&written, None).expect("it is sound");
    // Two of a side in one area, a unit off the map, and the ground of another file.
    let refused = [
        drawing.place_unit(fusiliers, at("Z99", Facing::N)),
        drawing.place_unit(fusiliers, at("E8", Facing::Ne)),
        drawing.apply_edit(&Edit::Title("Other".into())),
    ];
    let said: Vec<String> = refused.into_iter().map(|done| done.expect_err("it is refused").reason).collect();
    assert_eq!(
        said,
        [
            "Z99 is not on the map The wells at Tel Amara",
            "its areas have no edge to the north-east, only corners there",
            "this scenario's ground is a separate map: here you can only place its units",
        ]
    );
    assert_eq!(drawing.file_text(), Some((written, true)), "nothing has changed");
}

/// An impossible drawing is reported in a sentence and changes nothing.
#[test]
fn refuses_edits_that_cannot_be_drawn() {
    let fresh = |width, height| Ground::filled("New", "campaign", Grid::Hex, (width, height), ('.', "open"));
    let sizes =
        [(0, 5), (1, 1), (201, 5), (5, 201)].map(|(width, height)| fresh(width, height).expect_err("no such map"));
    let ground =
        fresh(6, 4).expect("it is sound").with_edit(&Edit::Name(cell("B2"), "Mill".into())).expect("it can be named");
    let grow = |columns, rows| Edit::Grow { columns, rows, terrain: "open".into() };
    let edits = [
        Edit::Road { way: vec![cell("A1"), cell("C1")], there: true },
        Edit::Road { way: vec![cell("F4"), cell("F5")], there: true },
        Edit::Name(cell("C3"), "mill".into()),
        Edit::Name(cell("C3"), "D4".into()),
        Edit::Name(cell("C3"), Text::default()),
        Edit::Name(cell("Z9"), "Far".into()),
        Edit::Objective(cell("C3"), Some(Text::default())),
        Edit::Title(Text::default()),
        grow((1, 0), (0, 0)),
        grow((0, 195), (0, 0)),
        grow((0, -6), (0, 0)),
        grow((0, 0), (0, -4)),
        grow((-4, -1), (-3, 0)),
    ];
    let edits = edits.iter().map(|edit| ground.with_edit(edit).expect_err("it can't be drawn"));
    let said: Vec<String> = sizes
        .into_iter()
        .chain(edits)
        .map(|fault| match fault.hint {
            Some(hint) => format!("{} ({hint})", fault.reason),
            None => fault.reason,
        })
        .collect();
    assert_eq!(
        said,
        [
            "a map has at least one column",
            "on a map of one area no unit could move",
            "a map has at most 200 columns, not 201",
            "a map has at most 200 rows, not 201",
            "A1 and C1 share no edge",
            "F5 is off the map, whose last area is F4",
            "duplicate place “mill”",
            "“D4” is an area's coordinates and can't be a place's name",
            "C3 has no name",
            "Z9 is off the map, whose last area is F4",
            "C3 has no name, and an objective must be a named place (name it first)",
            "a name can't be empty",
            "on hexes you can add or remove columns on the left only in pairs (every second column is half an area lower)",
            "a map has at most 200 columns, not 201",
            "a map has at least one column",
            "a map has at least one row",
            "on a map of one area no unit could move",
        ]
    );
}

#[test]
fn a_patch_hangs_together() {
    let text = "(title: \"T\", rows: [\"..w\", \"ww.\", \"..w\"], legend: {'.': \"open\", 'w': \"woods\"})";
    let ground = read_map(text, None).expect("it is sound");
    let names = |cells: Vec<Cell>| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(names(ground.flood_fill(cell("A1"))), "A1 B1");
    assert_eq!(names(ground.flood_fill(cell("B2"))), "A2 B2");
    assert_eq!(names(ground.flood_fill(cell("C2"))), "C2");
    assert_eq!(names(ground.cells_within(cell("A1"), 1)), "A1 B1 A2");
    assert_eq!(names(ground.flood_fill(cell("Z1"))), "");
    // The text is RON that any reader accepts.
    assert!(document::read::<Ground>(&new_map_text(&ground)).is_ok());
}
