//! Draws maps and networks as SVG: the ground, and over it the units, the forces of the theatre, and in a side's view the
//! enemy forces that it has sighted.

use super::{SIDE_COLOURS, terrain};
use maud::{Markup, html};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};
use wardiary_base::{
    ground::{Cell, Facing, Grid, Ground, Spot, Station, network_layout::layout},
    id::{BattleId, SideId},
    text::Text,
};
use wardiary_rules::{
    event::{Age, Estimate},
    notation,
    state::{Map, Side, State, Theatre},
};

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
    html! { symbol id=(format!("m{}", map.id.0)) viewBox=(view_box(&map.ground)) data-grid=(grid) { (ground(&map.ground)) (places_text(&map.ground)) } }
}

pub(super) fn battle_map(state: &State, battle: Option<BattleId>) -> Markup {
    let map = battle.and_then(|battle| state.battle(battle)).and_then(|battle| state.map(battle.map?));
    html! { @if let Some(map) = map { (map_with_units(state, map)) } }
}

pub(super) fn map_with_units(state: &State, map: &Map) -> Markup {
    html! {
        (Drawing::of_map(state, map).figure(state))
        @if state.objectives_of(map).next().is_some() {
            details { summary { "Objectives" }
                ul { @for (cell, holder) in state.objectives_of(map) { li { (objective(state, map, cell, holder)) } } }
            }
        }
    }
}

/// The theatre's network with its forces; `None` if there is none, or it has too many places to be drawn.
pub(super) fn network(state: &State) -> Option<Markup> {
    Drawing::of_network(state).map(|drawing| drawing.figure(state))
}

/// The theatre with the forces that the state knows, as a file of its own; if there is none, the first map with its units.
pub fn map_svg(state: &State) -> Option<String> {
    let map = || state.theatre().and_then(Theatre::map).or(state.maps().first());
    let drawing = Drawing::of_network(state).or_else(|| map().map(|map| Drawing::of_map(state, map)))?;
    Some(drawing.file(state).into_string() + "\n")
}

/// `East Prussia, day 3, dawn, as seen by Blue`
pub(super) fn heading(state: &State, title: &str) -> String {
    let clock = &state.book().clock;
    let moment = clock.is_on().then(|| clock.format_moment(state.calendar().now));
    let viewer = state.viewer().map(|side| format!("as seen by {}", state.name(side)));
    std::iter::once(title.to_string()).chain(moment).chain(viewer).collect::<Vec<_>>().join(", ")
}

/// A map or a network with what stands on it.
struct Drawing {
    title: String,
    size: (i64, i64),
    body: Markup,
    /// Each mark with the name of its place.
    marks: Vec<(String, Mark)>,
    about: String,
}

/// The size of a drawn network, and the room around it for names.
const NETWORK: (i64, i64) = (520, 340);
const NETWORK_RIM: i64 = 44;

impl Drawing {
    fn of_map(state: &State, map: &Map) -> Self {
        let (grid, size) = (map.ground.grid(), size(&map.ground));
        let marks = marks_on(state, map);
        let places = map.ground.places().iter().map(|(name, cell)| {
            let (x, y) = middle(grid, *cell);
            text_bounds((x, y - 8), &name.as_name(), 8)
        });
        let marked = drawn_marks((grid, size.0), &marks, |cell| Some(middle(grid, *cell)), places);
        let body = html! { (ground(&map.ground)) (marked) (stars(state, map)) (places_text(&map.ground)) };
        let named =
            |(cell, mark): (Cell, Mark)| (map.ground.name_of(cell).map_or(cell.to_string(), Text::as_name), mark);
        let star = if state.objectives_of(map).next().is_some() {
            " A star is an objective, in the colour of the side that holds it."
        } else {
            ""
        };
        let about =
            format!("The number in a mark counts the units in the area; a stroke shows which way they face.{star}");
        Self { title: map.name.to_string(), size, body, marks: marks.into_iter().map(named).collect(), about }
    }

    fn of_network(state: &State) -> Option<Self> {
        let theatre = state.theatre()?;
        let network = theatre.network()?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "coordinates within the drawing"
        )]
        let along = |share: f64, of: i64| (share * of as f64) as i64 + NETWORK_RIM - 14;
        let places: Vec<(i64, i64)> = layout(network)?
            .into_iter()
            .map(|(x, y)| (along(x, NETWORK.0 - 2 * NETWORK_RIM), along(y, NETWORK.1 - 2 * NETWORK_RIM)))
            .collect();
        let point = |station: &Station| {
            let Spot::Place(at) = station.at else { return None };
            let from = *places.get(usize::from(at))?;
            let Some((Spot::Place(to), done)) = station.toward else { return Some((from.0, from.1 + 13)) };
            let (end, length) = (*places.get(usize::from(to))?, i64::from(network.road(at, to)?.max(1)));
            let part = |from: i64, end: i64| from + (end - from) * i64::from(done) / length;
            Some((part(from.0, end.0), part(from.1, end.1)))
        };
        let named = |(at, place): (u16, &(i64, i64))| (theatre.name(Spot::Place(at)), at, *place);
        let towns: Vec<(String, u16, (i64, i64))> = (0..).zip(&places).map(named).collect();
        let roads = towns.iter().flat_map(|(_, from, _)| network.roads(*from).iter().map(move |road| (*from, *road)));
        let roads: Vec<_> = roads
            .filter(|(from, (to, _))| from < to)
            .map(|(from, (to, length))| (places[usize::from(from)], places[usize::from(to)], length))
            .collect();
        let taken = towns
            .iter()
            .flat_map(|(name, _, (x, y))| [text_bounds((*x, y - 7), name, 8), [x - 5, y - 5, x + 5, y + 5]]);
        let marks = theatre_marks(state);
        let prizes = theatre.objectives();
        let prize = |at: u16| prizes.iter().find(|prize| prize.spot == Spot::Place(at));
        let body = html! {
            g stroke="#8a5a34" stroke-width="1.5" {
                @for ((x, y), (to_x, to_y), _) in &roads { line x1=(x) y1=(y) x2=(to_x) y2=(to_y) {} }
            }
            g font-size="7" fill="#5a3a20" text-anchor="middle" stroke="#fff" stroke-width="2" paint-order="stroke" {
                @for ((x, y), (to_x, to_y), length) in &roads { text x=((x + to_x) / 2) y=((y + to_y) / 2 + 2) { (length) } }
            }
            g font-size="8" font-weight="bold" text-anchor="middle" {
                @for (name, at, (x, y)) in &towns {
                    circle cx=(x) cy=(y) r="4" fill="#fff" stroke="#111" {}
                    @if let Some(prize) = prize(*at) { (star((*x, *y), prize.holder.map(|side| side_index(state, side)))) }
                    text x=(x) y=(y - 7) stroke="#fff" stroke-width="2" paint-order="stroke" { (name) }
                }
            }
            (drawn_marks((Grid::Square, NETWORK.0), &marks, point, taken))
        };
        let marks = marks.into_iter().map(|(station, mark)| (theatre.name_of_station(station), mark)).collect();
        let about = "The number in a mark counts the units; the number on a road is its length in steps.".to_string();
        Some(Self { title: theatre.title(), size: NETWORK, body, marks, about })
    }

    /// The sides with a mark, by their index.
    fn sides<'s>(&self, state: &'s State) -> impl Iterator<Item = (usize, &'s Side)> {
        let marked: BTreeSet<usize> = self.marks.iter().map(|(_, mark)| mark.side).collect();
        state.sides().iter().enumerate().filter(move |(at, _)| marked.contains(at))
    }

    /// Explains the marks of sighted forces, if there are any.
    fn sighting_key(&self) -> &'static str {
        let is_any = self.marks.iter().any(|(_, mark)| mark.presence != Presence::Known);
        if is_any { "A white mark is a sighted enemy force; a dashed one was last seen there." } else { "" }
    }

    fn figure(&self, state: &State) -> Markup {
        let (width, height) = self.size;
        html! {
            figure.map {
                svg viewBox=(format!("-14 -14 {width} {height}")) width="100%" role="img" aria-label=(format!("Map: {}", self.title)) { (self.body) }
                figcaption {
                    (self.title)
                    @for (at, side) in self.sides(state) { ", " span class=(format!("key s{}", at % SIDE_COLOURS.len())) { (side.name) } }
                    ". " (self.about) " " (self.sighting_key())
                }
            }
            details { summary { "Positions" }
                ul { @for (place, mark) in &self.marks { li { (place) ": " (mark.names.join(", ")) } } }
            }
        }
    }

    /// A file of its own, with a heading and a list of the forces.
    fn file(&self, state: &State) -> Markup {
        let lines = self.marks.iter().flat_map(|(at, mark)| mark.names.iter().map(move |name| format!("{at}: {name}")));
        let lines: Vec<String> = lines.collect();
        let (width, drawn) = self.size;
        let height = drawn + 9 * i64::try_from(lines.len()).unwrap_or(0) + 60;
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("-14 -34 {width} {height}")) font-family="sans-serif" color="#111" {
                rect x="-14" y="-34" width=(width) height=(height) fill="#fff" {}
                text x="-10" y="-20" font-size="10" font-weight="bold" { (heading(state, &self.title)) }
                (self.body)
                @for (nth, (at, side)) in (0..).zip(self.sides(state)) {
                    (drawn_mark(Grid::Square, (100 * nth, drawn), &Mark { side: at, ..Mark::default() }))
                    text x=(100 * nth + 11) y=(drawn + 4) font-size="8" { (side.name) }
                }
                text x="-10" y=(drawn + 18) font-size="7" { (self.sighting_key()) }
                @for (row, line) in (0..).zip(&lines) { text x="-10" y=(drawn + 30 + 9 * row) font-size="7" { (line) } }
            }
        }
    }
}

/// The units or forces of a side in one place, as far as the state knows them.
#[derive(Default)]
struct Mark {
    /// The index of the side.
    side: usize,
    /// The number of units, perhaps as a band.
    count: String,
    names: Vec<String>,
    /// The names to write beside the mark.
    label: Vec<String>,
    /// The edges that they face.
    facings: BTreeSet<Facing>,
    presence: Presence,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Presence {
    #[default]
    Known,
    /// An enemy force in sight.
    InSight,
    /// An enemy force out of sight, where it was last seen.
    LastSeen,
}

/// The marks of a map, in reading order: units in its areas, and forces that stand there in the theatre.
fn marks_on(state: &State, map: &Map) -> Vec<(Cell, Mark)> {
    let mut all: BTreeMap<(Cell, usize, Presence), Mark> = BTreeMap::new();
    for (unit, place) in state.units_on(map.id) {
        let side = side_index(state, unit.side);
        let mark = all.entry((place.cell, side, Presence::Known)).or_default();
        mark.side = side;
        mark.names.push(unit.name.to_string());
        mark.count = mark.names.len().to_string();
        mark.facings.insert(place.facing);
    }
    let is_theatre = state.theatre().is_some_and(|theatre| theatre.map().is_some_and(|field| field.id == map.id));
    let stationed = theatre_marks(state).into_iter().filter_map(|(station, mark)| match station.at {
        Spot::Area(cell) if is_theatre => Some((cell, mark)),
        Spot::Area(_) | Spot::Place(_) => None,
    });
    let mut all: Vec<(Cell, Mark)> = all.into_iter().map(|((cell, ..), mark)| (cell, mark)).chain(stationed).collect();
    all.sort_by_key(|(cell, mark)| (*cell, mark.side));
    all
}

/// The forces in the theatre, except those in an area of a battle, and the enemy forces that the viewing side knows.
fn theatre_marks(state: &State) -> Vec<(Station, Mark)> {
    let mut all: BTreeMap<(Station, Presence, usize), (Option<Estimate>, Mark)> = BTreeMap::new();
    let mut add =
        |station: Station, presence: Presence, side: SideId, units: Option<Estimate>, name: String, label: String| {
            let side = side_index(state, side);
            let (count, mark) = all
                .entry((station, presence, side))
                .and_modify(|(count, _)| *count = count.zip(units).map(|(one, other)| one.plus(other)))
                .or_insert_with(|| (units, Mark { side, presence, ..Mark::default() }));
            mark.count = count.map_or("?".into(), |count| count.brief());
            mark.names.push(name);
            mark.label.push(label);
        };
    for force in state.forces() {
        let units = state.units_of_force(force);
        let (Some(station), Some(side)) = (state.station(force), state.side_of(force)) else { continue };
        if units.iter().all(|unit| unit.place.is_none()) {
            let count = u32::try_from(units.len()).unwrap_or(u32::MAX);
            let count = Estimate { least: count, most: Some(count) };
            add(station, Presence::Known, side, Some(count), state.name(force), state.name(force));
        }
    }
    for (station, known) in state.sighted_by_station() {
        for known in known {
            let presence = if known.age == Age::InSight { Presence::InSight } else { Presence::LastSeen };
            let label = notation::sighting_parts(state, &known).who;
            add(station, presence, known.of, known.units, notation::sighting_entry(state, &known), label);
        }
    }
    all.into_iter().map(|((station, ..), (_, mark))| (station, mark)).collect()
}

/// A rectangle in the drawing: its left, upper, right and lower edge.
type Bounds = [i64; 4];

/// The bounds of a text in the middle at a baseline, by the usual width of letters.
fn text_bounds((x, y): (i64, i64), text: &str, size: i64) -> Bounds {
    let half = i64::try_from(text.chars().count()).unwrap_or(0) * size * 29 / 100;
    [x - half, y - size, x + half, y + 1]
}

/// The marks with their labels. A label goes where it covers no mark and no other text, or is left out: the list of
/// positions has all names.
fn drawn_marks<P: PartialEq>(
    (grid, width): (Grid, i64),
    marks: &[(P, Mark)],
    point: impl Fn(&P) -> Option<(i64, i64)>,
    names: impl Iterator<Item = Bounds>,
) -> Markup {
    // Marks in one place stand side by side.
    let nth = |at: usize| i64::try_from(marks[..at].iter().filter(|(place, _)| *place == marks[at].0).count());
    let shifted = |(at, (place, mark))| {
        let (x, y) = point(place)?;
        Some(((x + 12 * nth(at).unwrap_or(0), y), mark))
    };
    let drawn: Vec<((i64, i64), &Mark)> =
        marks.iter().map(|(place, mark)| (place, mark)).enumerate().filter_map(shifted).collect();
    let mut taken: Vec<Bounds> = drawn.iter().map(|((x, y), _)| [x - 8, y - 8, x + 8, y + 8]).chain(names).collect();
    let mut labels = Vec::new();
    for ((x, y), mark) in &drawn {
        let Some(widest) = mark.label.iter().max_by_key(|line| line.chars().count()) else { continue };
        let rows = 6 * i64::try_from(mark.label.len()).unwrap_or(0);
        let half = text_bounds((0, 0), widest, 6)[2] + 9;
        let places = [(*x, y + 14), (*x, y - 4 - rows), (x + half, y - rows / 2 + 6), (x - half, y - rows / 2 + 6)];
        let free = places.into_iter().find_map(|at| {
            let [left, upper, right, lower] = text_bounds(at, widest, 6);
            let bounds = [left, upper, right, lower + rows - 6];
            let is_apart =
                |other: &Bounds| right <= other[0] || other[2] <= left || bounds[3] <= other[1] || other[3] <= upper;
            (-14 <= left && right <= width - 14 && taken.iter().all(is_apart)).then_some((at, bounds))
        });
        if let Some((at, bounds)) = free {
            taken.push(bounds);
            labels.push((at, &mark.label));
        }
    }
    html! {
        @for (at, mark) in drawn { (drawn_mark(grid, at, mark)) }
        g font-size="6" fill="#111" text-anchor="middle" stroke="#fff" stroke-width="2" paint-order="stroke" {
            @for ((x, y), label) in labels { @for (row, line) in (0..).zip(label) { text x=(x) y=(y + 6 * row) { (line) } } }
        }
    }
}

fn side_index(state: &State, side: SideId) -> usize {
    state.sides().iter().position(|other| other.id == side).unwrap_or(0)
}

fn drawn_mark(
    grid: Grid,
    (x, y): (i64, i64),
    Mark { side, count, names, label: _, facings, presence }: &Mark,
) -> Markup {
    // Sides also differ in shape, not only in colour.
    let r = 7;
    let shape = match side % 4 {
        0 => format!("M{} {}h{w}v{w}h-{w}z", x - r, y - r, w = 2 * r),
        1 => format!("M{} {y}a{r} {r} 0 1 0 {w} 0a{r} {r} 0 1 0 -{w} 0z", x - r, w = 2 * r),
        2 => format!("M{x} {}l{r} {r}l-{r} {r}l-{r} -{r}z", y - r),
        _ => format!("M{x} {}l{r} {w}h-{w}z", y - r, w = 2 * r),
    };
    let colour = SIDE_COLOURS[side % SIDE_COLOURS.len()];
    let (fill, border, ink, dashes) = match presence {
        Presence::Known => (colour, "#fff", "#fff", None),
        Presence::InSight => ("#fff", colour, "#111", None),
        Presence::LastSeen => ("#fff", colour, "#555", Some("2 2")),
    };
    html! {
        g {
            title { (names.join(", ")) }
            path d=(shape) fill=(fill) stroke=(border) stroke-dasharray=[dashes] {}
            path d=(facings.iter().map(|facing| stroke(grid, (x, y), *facing)).collect::<String>()) fill="none" stroke="#111" stroke-width="2" {}
            text x=(x) y=(y + 4) font-size=(if count.len() > 2 { "6" } else { "10" }) text-anchor="middle" fill=(ink) { (count) }
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
    let (width, height) = size(ground);
    format!("-14 -14 {width} {height}")
}

/// The width and height of a drawn map, with its rims.
fn size(ground: &Ground) -> (i64, i64) {
    let (columns, rows) = (i64::from(ground.width()), i64::from(ground.height()));
    let lower = if ground.grid() == Grid::Hex { HEX.0 / 2 } else { 0 };
    let step = step(ground.grid());
    (columns * step.0 + 22, rows * step.1 + lower + 18)
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

fn places_text(ground: &Ground) -> Markup {
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
    html! {
        @for (cell, holder) in state.objectives_of(map) {
            @let (x, y) = middle(map.ground.grid(), cell);
            g {
                title { (objective(state, map, cell, holder)) }
                (star((x + 7, y - 6), holder.map(|side| side_index(state, side))))
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
