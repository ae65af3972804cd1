//! Draws maps as SVG: the ground once, and the units over it.

use super::{SIDE_COLOURS, terrain};
use maud::{Markup, html};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};
use wardiary_base::{
    ground::{Cell, Facing, Grid, Ground},
    id::{BattleId, SideId},
    text::Text,
};
use wardiary_rules::state::{Map, State};

/// Width of an area, in SVG units.
const AREA: i64 = 20;
/// Height of a row of hexes, and how far the corners of the upper edge are inset.
const HEX: (i64, i64) = (20, 5);

/// The grounds of all maps, for use by [`map_with_units`] and by the script.
pub(super) fn grounds(state: &State) -> Markup {
    html! {
        @if !state.maps().is_empty() {
            svg width="0" height="0" aria-hidden="true" {
                @for map in state.maps() { (ground_symbol(map)) }
            }
        }
    }
}

fn ground_symbol(map: &Map) -> Markup {
    let grid = if map.ground.grid() == Grid::Hex { "hex" } else { "square" };
    html! { symbol id=(format!("m{}", map.id.0)) viewBox=(view_box(&map.ground)) data-grid=(grid) { (ground(&map.ground)) (places(&map.ground)) } }
}

pub(super) fn battle_map(state: &State, battle: Option<BattleId>) -> Markup {
    let map = battle.and_then(|battle| state.battle(battle)).and_then(|battle| state.map(battle.map?));
    html! { @if let Some(map) = map { (map_with_units(state, map)) } }
}

pub(super) fn map_with_units(state: &State, map: &Map) -> Markup {
    let groups = groups(state, map);
    let sides: Vec<(usize, String)> =
        state.sides().iter().enumerate().map(|(at, side)| (at, side.name.to_string())).collect();
    let has_objectives = state.objectives_of(map).next().is_some();
    html! {
        figure.map {
            svg viewBox=(view_box(&map.ground)) width="100%" role="img" aria-label=(format!("Map: {}", map.name)) {
                (ground(&map.ground))
                @for ((side, cell), group) in &groups { (mark(map.ground.grid(), *side, *cell, group)) }
                (stars(state, map))
                (places(&map.ground))
            }
            figcaption {
                (map.name)
                @for (at, name) in &sides { @if groups.keys().any(|(side, _)| side == at) { ", " span class=(format!("key s{}", at % SIDE_COLOURS.len())) { (name) } } }
                ". The number in a mark counts the units in the area; a stroke shows which way they face."
                @if has_objectives { " A star is an objective, in the colour of the side that holds it." }
            }
        }
        details { summary { "Positions" }
            ul { @for ((_, cell), group) in &groups { li { (cell) ": " (group.names.join(", ")) } } }
        }
        @if has_objectives {
            details { summary { "Objectives" }
                ul { @for (cell, holder) in state.objectives_of(map) { li { (objective(state, map, cell, holder)) } } }
            }
        }
    }
}

#[derive(Default)]
struct UnitMark {
    names: Vec<String>,
    /// The edges that they face.
    facings: BTreeSet<Facing>,
}

/// The units in each area, by the index of their side.
fn groups(state: &State, map: &Map) -> BTreeMap<(usize, Cell), UnitMark> {
    let mut groups: BTreeMap<(usize, Cell), UnitMark> = BTreeMap::new();
    let place_of = |side: SideId| state.sides().iter().position(|other| other.id == side).unwrap_or(0);
    for (unit, place) in state.units_on(map.id) {
        let group = groups.entry((place_of(unit.side), place.cell)).or_default();
        group.names.push(unit.name.to_string());
        group.facings.insert(place.facing);
    }
    groups
}

fn mark(grid: Grid, side: usize, cell: Cell, UnitMark { names, facings }: &UnitMark) -> Markup {
    let (x, y) = middle(grid, cell);
    // Sides also differ in shape, not only in colour.
    let r = 7;
    let shape = match side % 4 {
        0 => format!("M{} {}h{w}v{w}h-{w}z", x - r, y - r, w = 2 * r),
        1 => format!("M{} {y}a{r} {r} 0 1 0 {w} 0a{r} {r} 0 1 0 -{w} 0z", x - r, w = 2 * r),
        2 => format!("M{x} {}l{r} {r}l-{r} {r}l-{r} -{r}z", y - r),
        _ => format!("M{x} {}l{r} {w}h-{w}z", y - r, w = 2 * r),
    };
    html! {
        g {
            title { (cell) ": " (names.join(", ")) }
            path d=(shape) fill=(SIDE_COLOURS[side % SIDE_COLOURS.len()]) stroke="#fff" {}
            path d=(facings.iter().map(|facing| stroke(grid, (x, y), *facing)).collect::<String>()) fill="none" stroke="#111" stroke-width="2" {}
            text x=(x) y=(y + 4) font-size="10" text-anchor="middle" fill="#fff" { (names.len()) }
        }
    }
}

/// A stroke at the edge of a mark towards which its units face.
fn stroke(grid: Grid, (x, y): (i64, i64), facing: Facing) -> String {
    // The offset of that edge to the right and down, in thousandths. The side edges of hexes are oblique.
    let (right, down) = match (grid, facing) {
        (_, Facing::N) => (0, -1000),
        (_, Facing::S) => (0, 1000),
        (_, Facing::E) => (1000, 0),
        (_, Facing::W) => (-1000, 0),
        (Grid::Hex, Facing::Ne) => (832, -555),
        (Grid::Hex, Facing::Se) => (832, 555),
        (Grid::Hex, Facing::Sw) => (-832, 555),
        (Grid::Hex, Facing::Nw) => (-832, -555),
        (Grid::Square, Facing::Ne) => (707, -707),
        (Grid::Square, Facing::Se) => (707, 707),
        (Grid::Square, Facing::Sw) => (-707, 707),
        (Grid::Square, Facing::Nw) => (-707, -707),
    };
    let at = |middle: i64, way: i64, off: i64| middle + (9 * way + 5 * off) / 1000;
    let ends = [1, -1].map(|turn| (at(x, right, -turn * down), at(y, down, turn * right)));
    format!("M{} {}L{} {}", ends[0].0, ends[0].1, ends[1].0, ends[1].1)
}

pub(super) fn view_box(ground: &Ground) -> String {
    let (columns, rows) = (i64::from(ground.width()), i64::from(ground.height()));
    let lower = if ground.grid() == Grid::Hex { HEX.0 / 2 } else { 0 };
    let step = step(ground.grid());
    format!("-14 -14 {} {}", columns * step.0 + 22, rows * step.1 + lower + 18)
}

/// Distance between neighbouring areas in a row and in a column.
fn step(grid: Grid) -> (i64, i64) {
    match grid {
        Grid::Square => (AREA, AREA),
        Grid::Hex => (AREA - HEX.1, HEX.0),
    }
}

fn corner(grid: Grid, cell: Cell) -> (i64, i64) {
    let step = step(grid);
    let lower = if grid == Grid::Hex && cell.column % 2 == 1 { HEX.0 / 2 } else { 0 };
    (i64::from(cell.column) * step.0, i64::from(cell.row) * step.1 + lower)
}

fn middle(grid: Grid, cell: Cell) -> (i64, i64) {
    let (x, y) = corner(grid, cell);
    (x + AREA / 2, y + step(grid).1 / 2)
}

fn outline(grid: Grid, cell: Cell) -> String {
    let (x, y) = corner(grid, cell);
    match grid {
        Grid::Square => format!("M{x} {y}h{AREA}v{AREA}h-{AREA}z"),
        Grid::Hex => {
            let (half, inset) = (HEX.0 / 2, HEX.1);
            let top = AREA - 2 * inset;
            format!("M{} {y}h{top}l{inset} {half}l-{inset} {half}h-{top}l-{inset} -{half}z", x + inset)
        }
    }
}

fn ground(ground: &Ground) -> Markup {
    let grid = ground.grid();
    let mut terrains: BTreeMap<usize, String> = BTreeMap::new();
    for cell in ground.cells() {
        terrains.entry(ground.terrain_index(cell)).or_default().push_str(&outline(grid, cell));
    }
    let (mut roads, mut edges) = (String::new(), BTreeMap::<usize, String>::new());
    for cell in ground.cells() {
        for (facing, beyond) in ground.neighbours(cell).filter(|(_, beyond)| cell < *beyond) {
            let ((x, y), (to_x, to_y)) = (middle(grid, cell), middle(grid, beyond));
            if ground.has_road(cell, facing) {
                let _ = write!(roads, "M{x} {y}L{to_x} {to_y}");
            }
            if let Some(kind) = ground.edge_index(cell, facing) {
                edges.entry(kind).or_default().push_str(&border(grid, cell, facing));
            }
        }
    }
    let name = |at: usize| ground.legend().get(at).map(|(_, name)| name.clone()).unwrap_or_default();
    let colours = terrain::colours(ground);
    let kind = |at: usize| ground.edge_kinds().get(at).cloned().unwrap_or_default();
    html! {
        g stroke="#0003" stroke-width=".5" {
            @for (terrain, way) in &terrains {
                path d=(way) fill=(colours.get(*terrain).map_or("#ccc", String::as_str)) { title { (name(*terrain)) } }
            }
        }
        g fill="none" stroke-linecap="round" {
            @for (at, way) in &edges { path d=(way) stroke=(edge_colour(&kind(*at))) stroke-width="3" { title { (kind(*at)) } } }
            @if !roads.is_empty() { path d=(roads) stroke="#8a5a34" stroke-width="2" stroke-dasharray="4 2" { title { "road" } } }
        }
        g font-size="8" fill="currentColor" text-anchor="middle" {
            @for column in 0..ground.width() { text x=(middle(grid, Cell::new(column, 0)).0) y="-4" { (Cell::column_name(column)) } }
            @for row in 0..ground.height() { text x="-8" y=(middle(grid, Cell::new(0, row)).1 + 3) { (row + 1) } }
        }
    }
}

fn places(ground: &Ground) -> Markup {
    let grid = ground.grid();
    html! {
        g.places font-size="8" fill="#111" text-anchor="middle" {
            @for (name, cell) in ground.places() {
                @let (x, y) = middle(grid, *cell);
                text x=(x) y=(y - 8) stroke="#fff" stroke-width="2" paint-order="stroke" { (name.as_name()) }
            }
        }
    }
}

fn border(grid: Grid, cell: Cell, facing: Facing) -> String {
    let (x, y) = corner(grid, cell);
    let (half, inset) = (HEX.0 / 2, HEX.1);
    match (grid, facing) {
        (Grid::Square, Facing::E) => format!("M{} {y}v{AREA}", x + AREA),
        (Grid::Square, Facing::S) => format!("M{x} {}h{AREA}", y + AREA),
        (Grid::Square, Facing::N) => format!("M{x} {y}h{AREA}"),
        (Grid::Square, _) => format!("M{x} {y}v{AREA}"),
        (Grid::Hex, Facing::N) => format!("M{} {y}h{}", x + inset, AREA - 2 * inset),
        (Grid::Hex, Facing::S) => format!("M{} {}h{}", x + inset, y + HEX.0, AREA - 2 * inset),
        (Grid::Hex, Facing::Ne) => format!("M{} {y}l{inset} {half}", x + AREA - inset),
        (Grid::Hex, Facing::Se) => format!("M{} {}l-{inset} {half}", x + AREA, y + half),
        (Grid::Hex, Facing::Sw) => format!("M{x} {}l{inset} {half}", y + half),
        (Grid::Hex, _) => format!("M{} {y}l-{inset} {half}", x + inset),
    }
}

fn edge_colour(kind: &Text) -> &'static str {
    let lower = kind.to_string().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    match () {
        () if has(&["river", "stream", "canal", "brook", "wadi", "ford"]) => "#3f7fbf",
        () if has(&["hedge", "fence"]) => "#4f7f4f",
        () => "#555",
    }
}

/// The kinds of edges on the map, and roads, for a legend.
pub(super) fn lines(ground: &Ground) -> Vec<(Markup, String)> {
    let has = |is: &dyn Fn(Cell, Facing) -> bool| {
        ground.cells().any(|cell| ground.neighbours(cell).any(|(facing, _)| is(cell, facing)))
    };
    let line = |colour: &str, dashes: Option<&str>| {
        html! {
            svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" {
                path d="M1 8h14" stroke=(colour) stroke-width="3" stroke-dasharray=[dashes] {}
            } " "
        }
    };
    let edges = ground.edge_kinds().iter().enumerate();
    let edges = edges.filter(|(at, _)| has(&|cell, facing| ground.edge_index(cell, facing) == Some(*at)));
    let mut all: Vec<(Markup, String)> =
        edges.map(|(_, kind)| (line(edge_colour(kind), None), kind.as_name())).collect();
    all.extend(
        has(&|cell, facing| ground.has_road(cell, facing)).then(|| (line("#8a5a34", Some("4 2")), "road".into())),
    );
    all
}

pub(super) fn swatch(colour: &str) -> Markup {
    html! {
        svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" {
            rect width="16" height="16" fill=(colour) stroke="#555" {}
        } " "
    }
}

pub(super) fn star_swatch() -> Markup {
    html! {
        svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" { (star((8, 8), None)) } " "
    }
}

/// A star in the colour of the side that holds the objective; white if nobody does.
fn star((x, y): (i64, i64), holder: Option<usize>) -> Markup {
    let fill = holder.map_or("#fff", |side| SIDE_COLOURS[side % SIDE_COLOURS.len()]);
    html! {
        path d=(format!("M{x} {}l2 3 3 1 -2 3 0 3 -3 -1 -3 1 0 -3 -2 -3 3 -1z", y - 5)) fill=(fill) stroke="#111" stroke-width="1" {}
    }
}

fn stars(state: &State, map: &Map) -> Markup {
    let place_of = |side: SideId| state.sides().iter().position(|other| other.id == side);
    html! {
        @for (cell, holder) in state.objectives_of(map) {
            @let (x, y) = middle(map.ground.grid(), cell);
            g {
                title { (objective(state, map, cell, holder)) }
                (star((x + 7, y - 6), holder.and_then(place_of)))
            }
        }
    }
}

fn objective(state: &State, map: &Map, cell: Cell, holder: Option<SideId>) -> String {
    let held = state.describe_holder(holder);
    match map.ground.name_of(cell) {
        Some(name) => format!("{name} ({cell}), {held}"),
        None => format!("{cell}, {held}"),
    }
}
