//! Distance, neighbours and arcs, each compared with a slow definition.

use proptest::prelude::*;
use std::collections::VecDeque;
use wardiary_base::ground::{Cell, Facing, Grid};

const GRIDS: [Grid; 2] = [Grid::Square, Grid::Hex];

fn cell() -> impl Strategy<Value = Cell> {
    (0u16..40, 0u16..40).prop_map(|(column, row)| Cell::new(column, row))
}

fn grid() -> impl Strategy<Value = Grid> {
    prop_oneof![Just(Grid::Square), Just(Grid::Hex)]
}

/// The number of edges between a cell and each cell of a map of 15 × 15, by search.
fn searched(grid: Grid, from: Cell) -> Vec<(Cell, u32)> {
    let mut found = vec![(from, 0)];
    let mut next = VecDeque::from(found.clone());
    while let Some((cell, far)) = next.pop_front() {
        for (_, beyond) in grid.neighbours(cell) {
            if beyond.column < 15 && beyond.row < 15 && !found.iter().any(|(cell, _)| *cell == beyond) {
                found.push((beyond, far + 1));
                next.push_back((beyond, far + 1));
            }
        }
    }
    found
}

#[test]
fn distance_is_the_fewest_edges_crossed() {
    for grid in GRIDS {
        for from in [(0, 0), (1, 0), (7, 7), (6, 8), (14, 3), (5, 14)] {
            let from = Cell::new(from.0, from.1);
            let found = searched(grid, from);
            assert_eq!(found.len(), 225);
            for (to, far) in found {
                assert_eq!(grid.distance(from, to), far, "{grid:?} {from} {to}");
            }
        }
    }
}

/// The position of a centre, in edge lengths, with y downward.
fn centre(grid: Grid, cell: Cell) -> (f64, f64) {
    let (column, row) = (f64::from(cell.column), f64::from(cell.row));
    match grid {
        Grid::Square => (column, row),
        Grid::Hex => (1.5 * column, 3f64.sqrt() * (row + f64::from(cell.column % 2) / 2.0)),
    }
}

/// The angle between a facing and the direction to a centre, in degrees.
fn angle(grid: Grid, from: Cell, facing: Facing, to: Cell) -> f64 {
    let bearing = |a: Cell, b: Cell| {
        let ((x, y), (to_x, to_y)) = (centre(grid, a), centre(grid, b));
        (to_x - x).atan2(y - to_y).to_degrees()
    };
    let ahead = grid.neighbour(from, facing).expect("it is within");
    let between = (bearing(from, to) - bearing(from, ahead)).abs();
    between.min(360.0 - between)
}

#[test]
fn an_arc_is_what_bears_less_than_60_degrees() {
    for grid in GRIDS {
        for from in [Cell::new(20, 20), Cell::new(21, 20)] {
            for facing in grid.facings() {
                let mut counts = [0u32; 12];
                for to in (0..41).flat_map(|row| (0..41).map(move |column| Cell::new(column, row))) {
                    let far = usize::try_from(grid.distance(from, to)).expect("it is near");
                    let within = grid.in_arc(from, *facing, to);
                    let bears = to != from && angle(grid, from, *facing, to) < 60.0 - 1e-9;
                    assert_eq!(within, bears, "{grid:?} {from} {facing} {to}");
                    if within && far < counts.len() {
                        counts[far] += 1;
                    }
                }
                match grid {
                    Grid::Square => assert_eq!(counts[..5], [0, 1, 3, 3, 5]),
                    Grid::Hex => assert_eq!(counts, [0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21]),
                }
            }
        }
    }
}

#[test]
fn a_grid_has_its_own_edges_only() {
    let at = Cell::new(5, 5);
    assert_eq!(Grid::Square.neighbour(at, Facing::Ne), None);
    assert_eq!(Grid::Hex.neighbour(at, Facing::E), None);
    assert!(!Grid::Hex.in_arc(at, Facing::E, Cell::new(6, 5)));
    assert_eq!(Grid::Square.neighbour(Cell::new(0, 0), Facing::N), None);
    assert_eq!(Grid::Hex.facing_to(at, Cell::new(6, 6)), Some(Facing::Se), "F lies half an area lower");
    assert_eq!(Grid::Hex.facing_to(at, Cell::new(6, 4)), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn distance_is_a_metric(grid in grid(), a in cell(), b in cell(), c in cell()) {
        prop_assert_eq!(grid.distance(a, b) == 0, a == b);
        prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
        prop_assert!(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
    }

    #[test]
    fn neighbours_are_each_others(grid in grid(), a in cell()) {
        for (facing, b) in grid.neighbours(a) {
            prop_assert_eq!(grid.distance(a, b), 1);
            prop_assert_eq!(grid.neighbour(b, facing.opposite()), Some(a));
            prop_assert_eq!(grid.facing_to(a, b), Some(facing));
        }
    }
}
