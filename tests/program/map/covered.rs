//! Information about an area that a unit or a name partly covers.

use super::*;

impl Field {
    /// The map as plain text without colours, with an overlay.
    fn plain_text(&self, overlay: Option<&Overlay>, zoom: Zoom, glyphs: &Glyphs, cursor: Option<Cell>) -> String {
        let objectives = [("G5", Holder::Side(1)), ("J5", Holder::Nobody)];
        let objectives = objectives.map(|(cell, holder)| (cell.parse().expect("a cell"), holder));
        let theme = theme("mono");
        let pane = MapPane {
            look: Look::new(&theme, glyphs),
            state: &self.state,
            ground: &self.ground,
            pieces: &self.pieces,
            objectives: &objectives,
            camera: Camera { zoom, top_left: Cell::new(0, 0), fills: false },
            cursor,
            selected: Some(UnitId(205)),
            picked: &[],
            overlay,
            move_traces: &[],
            planned_move: None,
            marked_edge: None,
            title: "Map",
            focused: true,
        };
        let area = Rect::new(0, 0, 220, 60);
        let mut buf = Buffer::empty(area);
        pane.render(area, &mut buf);
        text(&buf)
    }
}

#[test]
fn an_area_out_of_sight_has_its_sign_whoever_stands_in_it_at_every_distance() {
    for field in [Field::squares(), Field::hexes()] {
        let places = ["D6", "G5", "J5"].map(|cell| cell.parse().expect("a cell"));
        let cells: Vec<Cell> = field.pieces.iter().map(|piece| piece.cell).chain(places).collect();
        for (zoom, distance) in ZOOMS {
            for (glyphs, sign) in [(Glyphs::UNICODE, '░'), (Glyphs::ASCII, '\'')] {
                let signs = |hidden: Option<Cell>| {
                    let mut overlay = Overlay::filled(&field.ground, Answer::default());
                    hidden.into_iter().for_each(|cell| overlay.set(cell, AnswerTone::Hidden, 0));
                    field.plain_text(Some(&overlay), zoom, &glyphs, None).matches(sign).count()
                };
                let seen = signs(None);
                for cell in &cells {
                    assert!(signs(Some(*cell)) > seen, "{cell} {distance} {sign}");
                }
            }
        }
    }
}

/// A block in a named place shows the kind and the number of further units, and a stack its grade.
#[test]
fn a_named_place_does_not_cover_who_stands_there() {
    let mut field = Field::squares();
    let cell: Cell = "D6".parse().expect("a cell");
    let two = [(UnitId(101), cell, Facing::N), (UnitId(100), cell, Facing::N)];
    field.pieces.retain(|piece| piece.cell != cell);
    field.pieces.extend(Piece::all(&field.state, two.into_iter()));
    field.pieces.sort_by_key(|piece| piece.cell);
    for zoom in [Zoom::Block, Zoom::Full] {
        for glyphs in [Glyphs::UNICODE, Glyphs::ASCII] {
            let drawn = field.plain_text(None, zoom, &glyphs, None);
            let kinds = drawn.matches("+1 inf").count();
            assert_eq!(kinds, 2, "{zoom:?}\n{drawn}");
            assert!(drawn.contains("ford"), "{zoom:?}\n{drawn}");
        }
    }
}

#[test]
fn a_stack_has_its_grade_in_a_block() {
    let mut program = crate::harness::program::Program::with("ridge");
    let drawn = program.keys("2<tab>++").shows((120, 40));
    assert!(drawn.contains("▲W24"), "{drawn}");
}

/// A turn on the spot is drawn at the unit's facing and covers no letter.
#[test]
fn turning_on_the_spot_covers_no_letter() {
    let mut program = super::wells();
    let drawn = program.keys("<tab><tab><tab><enter>").shows((120, 40));
    assert!(drawn.contains("I4"), "{drawn}");
    let before = super::wells().keys("<tab><tab><tab>").shows((120, 40));
    assert_eq!(drawn.matches("I4").count(), before.matches("I4").count(), "{drawn}\n{before}");
}
