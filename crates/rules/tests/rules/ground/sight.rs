//! Sight, compared with a slow definition in exact fractions.

use proptest::prelude::*;
use std::{cmp::Ordering, time::Instant};
use wardiary_base::{
    book::GroundRules,
    ground::{Cell, Crossed, Grid, Ground, GroundDraft, Pairs, Sight},
    text::Text,
};
use wardiary_harness_rules::any_ground::any_ground;
use wardiary_harness_rules::shipped::rulebook;

fn rules() -> GroundRules {
    rulebook("mouat").ground.clone()
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn of(upper: i64, lower: i64) -> Self {
        if lower < 0 { Self(-upper, -lower) } else { Self(upper, lower) }
    }

    fn cmp(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

type Point = (i64, i64);

/// A centre in whole numbers. Hexes are stretched horizontally until their centres are whole; lines stay lines.
fn centre(grid: Grid, cell: Cell) -> Point {
    let (column, row) = (i64::from(cell.column), i64::from(cell.row));
    match grid {
        Grid::Square => (2 * column, 2 * row),
        Grid::Hex => (3 * column, 2 * row + column % 2),
    }
}

fn corners(grid: Grid, cell: Cell) -> Vec<Point> {
    let around: &[Point] = match grid {
        Grid::Square => &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
        Grid::Hex => &[(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)],
    };
    let (x, y) = centre(grid, cell);
    around.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

fn cross(a: Point, b: Point, c: Point) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The part of the segment from `a` to `b` that is in an area, edges included, from 0 to 1; and whether the segment
/// crosses the interior.
fn within(grid: Grid, cell: Cell, a: Point, b: Point) -> Option<(Fraction, Fraction, bool)> {
    let corners = corners(grid, cell);
    let (mut from, mut to) = (Fraction(0, 1), Fraction(1, 1));
    let mut along = false;
    for (i, one) in corners.iter().enumerate() {
        let other = corners[(i + 1) % corners.len()];
        // Clockwise on paper: this is above 0 in the interior.
        let (at_a, at_b) = (cross(*one, other, a), cross(*one, other, b));
        let change = at_b - at_a;
        match change.cmp(&0) {
            Ordering::Equal if at_a < 0 => return None,
            Ordering::Equal => along |= at_a == 0,
            Ordering::Greater => {
                let enters = Fraction::of(-at_a, change);
                from = if enters.cmp(from).is_gt() { enters } else { from };
            }
            Ordering::Less => {
                let leaves = Fraction::of(-at_a, change);
                to = if leaves.cmp(to).is_lt() { leaves } else { to };
            }
        }
    }
    match from.cmp(to) {
        Ordering::Greater => None,
        Ordering::Equal => Some((from, to, false)),
        Ordering::Less => Some((from, to, !along)),
    }
}

/// Whether the line between two areas is blocked: its way crosses the interior of a blocking area, or runs between two.
fn is_blocked(ground: &Ground, rules: &GroundRules, from: Cell, to: Cell) -> bool {
    let grid = ground.grid();
    let (a, b) = (centre(grid, from), centre(grid, to));
    let blocks = |cell: &Cell| {
        let name = ground.terrain(*cell).expect("it is on the map");
        *cell != from && *cell != to && rules.terrain(name).expect("it is known").blocks_sight()
    };
    let touching: Vec<_> = ground
        .cells()
        .filter(blocks)
        .filter_map(|cell| Some((centre(grid, cell), within(grid, cell, a, b)?)))
        .collect();
    let meet = |one: &(Fraction, Fraction, bool), other: &(Fraction, Fraction, bool)| {
        !one.1.cmp(other.0).is_lt() && !other.1.cmp(one.0).is_lt()
    };
    touching.iter().any(|(c, part)| {
        part.2 || touching.iter().any(|(d, other)| cross(a, b, *c) < 0 && cross(a, b, *d) > 0 && meet(part, other))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn sight_is_as_exact_fractions_have_it(ground in any_ground()) {
        let rules = rules();
        let sight = Sight::new(&ground, &rules);
        for from in ground.cells() {
            for to in ground.cells() {
                prop_assert_eq!(sight.is_free(from, to), !is_blocked(&ground, &rules, from, to), "{} {}", from, to);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn sight_is_the_same_both_ways_and_all_at_once(ground in any_ground()) {
        let rules = rules();
        let sight = Sight::new(&ground, &rules);
        for from in ground.cells() {
            let seen = sight.visible_from(from);
            for (index, to) in ground.cells().enumerate() {
                let free = sight.is_free(from, to);
                prop_assert_eq!(sight.is_free(to, from), free, "{} and {}", from, to);
                prop_assert_eq!(seen[index], free, "{} to {}", from, to);
                if ground.grid().distance(from, to) <= 1 {
                    prop_assert!(free, "{} is beside {}", from, to);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_line_is_the_same_backwards(hex in any::<bool>(), a in (0u16..60, 0u16..60), b in (0u16..60, 0u16..60)) {
        let grid = if hex { Grid::Hex } else { Grid::Square };
        let (a, b) = (Cell::new(a.0, a.1), Cell::new(b.0, b.1));
        let turned = |crossed: Crossed| match crossed {
            Crossed::Between(one, other) if other < one => Crossed::Between(other, one),
            other => other,
        };
        let there: Vec<Crossed> = grid.line(a, b).into_iter().map(turned).collect();
        let mut back: Vec<Crossed> = grid.line(b, a).into_iter().map(turned).collect();
        back.reverse();
        prop_assert_eq!(there, back);
    }
}

/// A map of 200 × 200 areas, some of which block.
fn largest(grid: Grid, every: u32) -> Ground {
    let mut n = 1u32;
    let mut sign = || {
        n = n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if (n >> 16).is_multiple_of(every) { 'w' } else { '.' }
    };
    let draft = GroundDraft {
        title: "Large".into(),
        about: Text::default(),
        rules: Text::default(),
        grid,
        rows: (0..200).map(|_| (0..200).map(|_| sign()).collect()).collect(),
        legend: Pairs(vec![('.', "open".into()), ('w', "woods".into())]),
        edges: Vec::new(),
        roads: Vec::new(),
        places: Pairs::default(),
        objectives: Pairs::default(),
    };
    draft.check().expect("it is sound")
}

#[test]
#[ignore = "long: measures the sight of an area on the largest maps"]
fn sight_on_the_largest_maps_takes_a_moment() {
    for grid in [Grid::Square, Grid::Hex] {
        for every in [5, 50, 1000, u32::MAX] {
            let ground = largest(grid, every);
            let rules = rules();
            for from in [Cell::new(0, 0), Cell::new(100, 100), Cell::new(0, 100)] {
                let begin = Instant::now();
                let sight = Sight::new(&ground, &rules);
                let seen = sight.visible_from(from);
                let took = begin.elapsed();
                let cells: Vec<Cell> = ground.cells().collect();
                for (index, to) in cells.iter().enumerate().step_by(37) {
                    assert_eq!(seen[index], sight.is_free(from, *to), "{grid:?} {from} {to}");
                }
                println!(
                    "{grid:?}, one in {every}, from {from}: {took:?}, {} seen",
                    seen.iter().filter(|s| **s).count()
                );
            }
        }
    }
}
