//! The tables of tests/golden/maps, worked by hand.

use crate::harness::table::rows;
use wardiary::{
    assets::{read_map, rulebook},
    ground::{Cell, Crossed, Facing, Ground, Sight},
};

const MAPS: [(&str, &str); 2] = [
    ("squares", include_str!("../../golden/maps/squares.ron")),
    ("hexes", include_str!("../../golden/maps/hexes.ron")),
];

fn cell(text: &str) -> Cell {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn listed(cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

fn answer(ground: &Ground, ask: &str, of: &[&str]) -> String {
    let grid = ground.grid();
    match (ask, of) {
        ("beside", [of]) => listed(ground.neighbours(cell(of)).map(|(_, beyond)| beyond)),
        ("distance", [from, to]) => grid.distance(cell(from), cell(to)).to_string(),
        ("arc", [from, facing, range]) => {
            let (from, facing) = (cell(from), facing.parse::<Facing>().expect("a facing"));
            let at_range = |to: &Cell| grid.distance(from, *to).to_string() == *range && grid.in_arc(from, facing, *to);
            let mut cells: Vec<Cell> = ground.cells().filter(at_range).collect();
            cells.sort_by_key(|cell| (cell.column, cell.row));
            listed(cells)
        }
        ("sight", [from, to]) => {
            let book = rulebook("itchy-and-scratchy", None).expect("it ships");
            match Sight::new(ground, &book.ground).obstacle(cell(from), cell(to)) {
                None => "free".into(),
                Some(Crossed::Area(cell)) => format!("blocked by {cell}"),
                Some(Crossed::Between(one, other)) => {
                    let (one, other) = if one.column <= other.column { (one, other) } else { (other, one) };
                    format!("blocked by {one} and {other}")
                }
            }
        }
        _ => panic!("a table asks {ask} of {of:?}"),
    }
}

#[test]
fn the_ground_is_as_worked_by_hand() {
    let mut differing = Vec::new();
    for row in rows(include_str!("../../golden/maps/ground.csv")) {
        let (_, text) = MAPS.iter().find(|(name, _)| *name == row.get("map")).expect("a map of the table");
        let ground = read_map(text, None).expect("it is sound");
        let of: Vec<&str> = row.get("of").split(' ').collect();
        let found = answer(&ground, row.get("ask"), &of);
        if found != row.get("answer") {
            differing.push(format!("tests/golden/maps/ground.csv:{}: {found}, not {}", row.line, row.get("answer")));
        }
    }
    assert!(differing.is_empty(), "\n{}", differing.join("\n"));
}
