//! What is still told of an area that somebody stands in, or a name.

use super::*;

impl Field {
    /// As plain text, without colours, under what is answered.
    fn plain_text(&self, overlay: Option<&Overlay>, zoom: Zoom, glyphs: &Glyphs, cursor: Option<Cell>) -> String {
        let objectives = [("G5", Holder::Side(1)), ("J5", Holder::Nobody)];
        let objectives = objectives.map(|(cell, holder)| (cell.parse().expect("a cell"), holder));
        let pane = MapPane {
            look: Look { theme: &theme("mono"), glyphs },
            state: &self.state,
            ground: &self.ground,
            pieces: &self.pieces,
            objectives: &objectives,
            camera: Camera { zoom, first: Cell::new(0, 0) },
            cursor,
            chosen: Some(UnitId(205)),
            picked: &[],
            overlay,
            trails: &[],
            plan: None,
            mark: None,
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
                for cell in &cells {
                    let signs = |tone| {
                        let mut overlay = Overlay::of(&field.ground, Answer::default());
                        overlay.set(*cell, tone, 0);
                        field.plain_text(Some(&overlay), zoom, &glyphs, None).matches(sign).count()
                    };
                    assert!(signs(Tone::Hidden) > signs(Tone::None), "{cell} {distance} {sign}");
                }
            }
        }
    }
}
