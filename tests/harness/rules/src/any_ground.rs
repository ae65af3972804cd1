//! Random maps.

use proptest::prelude::*;
use wardiary_base::{
    ground::{Cell, Facing, Grid, Ground, GroundDraft, Pairs},
    text::Text,
};

/// Any ground of up to 12 × 12 areas, with random edges and roads.
pub fn any_ground() -> impl Strategy<Value = Ground> {
    let grid = prop_oneof![Just(Grid::Square), Just(Grid::Hex)];
    let marks = proptest::collection::vec((0u16..12, 0u16..12, 0usize..8, 0u8..3), 0..40);
    let terrain = proptest::collection::vec(0usize..4, 144);
    (grid, 2u16..=12, 1u16..=12, terrain, marks).prop_map(|(grid, width, height, terrain, marks)| {
        let row = |row: u16| {
            (0..width).map(|column| ['.', '.', '.', 'w'][terrain[usize::from(row * 12 + column)]]).collect::<String>()
        };
        let draft = GroundDraft {
            title: "Any".into(),
            about: Text::default(),
            rules: Text::default(),
            grid,
            rows: (0..height).map(row).collect(),
            legend: Pairs(vec![('.', "open".into()), ('w', "woods".into())]),
            edges: Vec::new(),
            roads: Vec::new(),
            places: Pairs(vec![("Well".into(), Cell::new(0, 0))]),
            objectives: Pairs(vec![("Well".into(), "Column".into())]),
        };
        let mut ground = draft.check().expect("it is sound");
        for (column, row, facing, what) in marks {
            let (cell, facing) = (Cell::new(column % width, row % height), Facing::ALL[facing]);
            match what {
                0 => ground.set_road(cell, facing, true),
                1 => ground.set_edge(cell, facing, Some(&"river".into())),
                _ => ground.set_edge(cell, facing, Some(&"wall".into())),
            }
        }
        // Brings edges and roads into the order in which a file lists them.
        ground.to_draft().check().expect("what is written is sound")
    })
}
