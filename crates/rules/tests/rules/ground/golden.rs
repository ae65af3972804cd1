//! The tables of tests/golden/maps, worked by hand.

use wardiary_base::{
    ground::{Cell, Crossed, Facing, Ground, Sight},
    id::UnitId,
};
use wardiary_harness_rules::shipped::{read_map, rulebook};
use wardiary_harness_rules::{field::field_on, table::rows};
use wardiary_rules::{
    rules::{
        movement::{ReachedArea, reach},
        volley::FieldOfFire,
    },
    state::State,
};

const MAPS: [(&str, &str); 3] = [
    ("crossing", include_str!("../../../../../tests/golden/maps/crossing.ron")),
    ("squares", include_str!("../../../../../tests/golden/maps/squares.ron")),
    ("hexes", include_str!("../../../../../tests/golden/maps/hexes.ron")),
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
            let book = rulebook("itchy-and-scratchy");
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
    for row in rows(include_str!("../../../../../tests/golden/maps/ground.csv")) {
        let (_, text) = MAPS.iter().find(|(name, _)| *name == row.get("map")).expect("a map of the table");
        let ground = read_map(text).expect("it is sound");
        let of: Vec<&str> = row.get("of").split(' ').collect();
        let found = answer(&ground, row.get("ask"), &of);
        if found != row.get("answer") {
            differing.push(format!("tests/golden/maps/ground.csv:{}: {found}, not {}", row.line, row.get("answer")));
        }
    }
    assert!(differing.is_empty(), "\n{}", differing.join("\n"));
}

/// The quantity that a row asks for about the unit A.
fn answer_of_unit(state: &State, ask: &str) -> String {
    let unit = state.unit(UnitId(11)).expect("A");
    let areas = || reach(state, unit.id).expect("it may move").areas;
    match ask {
        "reach" => areas().iter().map(|area| format!("{}={}", area.at, area.cost)).collect::<Vec<_>>().join(" "),
        "stops" => {
            let stop = |area: &ReachedArea| {
                let enemies: Vec<String> = area.stopping_enemies.iter().map(|(_, enemy)| state.name(*enemy)).collect();
                format!("{} {}", area.at, enemies.join(" "))
            };
            areas().iter().filter(|area| !area.stopping_enemies.is_empty()).map(stop).collect::<Vec<_>>().join("; ")
        }
        "fire" => {
            let place = unit.place.expect("it stands there");
            let field = FieldOfFire::new(state, place.map).expect("the map");
            let areas = field.cells_in_range(unit, place, false);
            areas.iter().map(|(cell, shot)| format!("{cell}={}", shot.dice)).collect::<Vec<_>>().join(" ")
        }
        _ => panic!("a table asks {ask}"),
    }
}

#[test]
fn moves_and_fire_are_as_worked_by_hand() {
    let mut differing = Vec::new();
    for row in rows(include_str!("../../../../../tests/golden/maps/moves.csv")) {
        let (name, text) = MAPS.iter().find(|(name, _)| *name == row.get("map")).expect("a map of the table");
        let book = if *name == "crossing" { "campaign" } else { "itchy-and-scratchy" };
        let state = field_on(Some(text), &format!("{book}: (turn: (order: Free))"), row.get("units"));
        let found = answer_of_unit(&state, row.get("ask"));
        if found != row.get("answer") {
            let at = format!("tests/golden/maps/moves.csv:{}: {}", row.line, row.get("units"));
            differing.push(format!("{at}\n    {found}\n    not {}", row.get("answer")));
        }
    }
    assert!(differing.is_empty(), "\n{}", differing.join("\n"));
}
