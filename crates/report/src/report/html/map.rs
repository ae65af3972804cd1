//! Draws maps and networks as SVG: the ground, and over it the units, the forces of the theatre, and in a side's view the
//! enemy forces that it has sighted.

use super::{
    SIDE_COLOURS,
    drawing::{self, Bounds},
    terrain,
};
use crate::report::scene::{MapMove, MapScene};
use maud::{Markup, html};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};
use wardiary_base::{
    ground::{Cell, Facing, Grid, Ground, Spot, Station, network_layout::layout},
    id::{BattleId, MapId, SideId},
    text::Text,
};
use wardiary_rules::{
    event::{Age, Estimate},
    notation,
    state::{Contingent, Map, Side, State, Theatre},
};

/// Width of an area, in SVG units.
const AREA: i64 = 20;
/// Height of a row of hexes, and how far the corners of the upper edge are inset.
const HEX: (i64, i64) = (20, 5);

/// The grounds of all maps, for use by the script.
pub(super) fn grounds(state: &State) -> Markup {
    html! {
        @if !state.maps().is_empty() {
            svg width="0" height="0" aria-hidden="true" {
                @for map in state.maps() {
                    @let window = window(&map.ground, &[]);
                    symbol id=(format!("m{}", map.id.0)) viewBox=(view_box(map_frame(map.ground.grid(), window))) data-grid=(grid_name(map)) {
                        (ground(&map.ground, window)) (places_text(&map.ground, window))
                    }
                }
            }
        }
    }
}

/// The name of a map's grid, for the scripts.
pub(super) fn grid_name(map: &Map) -> &'static str {
    if map.ground.grid() == Grid::Hex { "hex" } else { "square" }
}

/// The part of a battle's map with forces, or of the network around a battle under way if it has no map.
pub(super) fn battle_map(state: &State, battle: Option<BattleId>) -> Markup {
    let Some(battle) = battle.and_then(|battle| state.battle(battle)) else { return html! {} };
    let on_map = |unit| Some(Spot::Area(state.unit(unit)?.place?.cell));
    let units = battle.contingents.iter().flat_map(Contingent::units);
    let places = units.filter_map(|unit| on_map(unit).or_else(|| Some(state.station_of_unit(unit)?.at)));
    let map = battle.map.and_then(|map| state.map(map));
    let prizes = map.into_iter().flat_map(|map| state.objectives_of(map)).map(|(cell, _)| Spot::Area(cell));
    let focus: Vec<Spot> = places.chain(prizes).collect();
    let drawing = Drawing::of(state, battle.map.or_else(|| theatre_map(state)), &[], &focus);
    let is_there = !focus.is_empty() && (map.is_some() || battle.ended.is_none());
    html! { @if let Some(drawing) = drawing.filter(|_| is_there) { (drawing.figure("", "")) (objectives(state, battle.map)) } }
}

/// The whole of a map with its units, or of the theatre's network with its forces; `None` if there is no such network,
/// or it has too many places to be drawn.
pub(super) fn whole(state: &State, map: Option<MapId>) -> Option<Markup> {
    let drawing = Drawing::of(state, map, &[], &[])?;
    Some(html! { (drawing.figure("", "")) (objectives(state, map)) })
}

fn objectives(state: &State, map: Option<MapId>) -> Markup {
    let Some(map) = map.and_then(|map| state.map(map)) else { return html! {} };
    html! {
        @if state.objectives_of(map).next().is_some() {
            details { summary { "Objectives" }
                ul { @for (cell, holder) in state.objectives_of(map) { li { (objective(state, map, cell, holder)) } } }
            }
        }
    }
}

/// A map as it was, with the moves that led there; `caption` tells when.
pub(super) fn scene(scene: &MapScene, caption: &str) -> Markup {
    let drawing = Drawing::of(&scene.state, scene.map, &scene.moves, &scene.focus);
    html! { @if let Some(drawing) = drawing { (drawing.figure(caption, "Arrows are moves.")) } }
}

fn theatre_map(state: &State) -> Option<MapId> {
    state.theatre().and_then(Theatre::map).map(|map| map.id)
}

/// The map of the battle under way, else the theatre, else the first map, as a file of its own with the forces that the
/// state knows and these moves.
pub(super) fn file(state: &State, moves: &[MapMove]) -> Option<Markup> {
    let battle = state.open_battles().last().filter(|battle| battle.map.is_some());
    let is_network = state.theatre().is_some_and(|theatre| theatre.network().is_some());
    let first = || state.maps().first().filter(|_| !is_network).map(|map| map.id);
    let map = battle.and_then(|battle| battle.map).or_else(|| theatre_map(state)).or_else(first);
    let drawing = Drawing::of(state, map, moves, &[])?;
    let title = battle.map_or_else(|| drawing.title.clone(), |battle| format!("{}, turn {}", battle.name, battle.turn));
    Some(drawing.file(&heading(state, &title)))
}

/// `East Prussia, day 3, dawn, as seen by Blue`
pub(super) fn heading(state: &State, title: &str) -> String {
    let clock = &state.book().clock;
    let moment = clock.is_on().then(|| clock.format_moment(state.calendar().now));
    let viewer = state.viewer().map(|side| format!("as seen by {}", state.name(side)));
    std::iter::once(title.to_string()).chain(moment).chain(viewer).collect::<Vec<_>>().join(", ")
}

/// The columns and rows of a map that are drawn: those around these areas, or all if there are none.
fn window(ground: &Ground, focus: &[Spot]) -> Bounds {
    let areas = focus.iter().filter_map(|spot| match spot {
        Spot::Area(cell) => Some((cell.column.into(), cell.row.into())),
        Spot::Place(_) => None,
    });
    bounds_around(areas, [3, 3, 3, 3], [0, 0, i64::from(ground.width()) - 1, i64::from(ground.height()) - 1])
}

fn shows(window: Bounds, cell: Cell) -> bool {
    is_within(window, (cell.column.into(), cell.row.into()))
}

/// The bounds of these columns and rows in the drawing, with the rims for their names.
fn map_frame(grid: Grid, [left, upper, right, lower]: Bounds) -> Bounds {
    let (step, half) = (step(grid), if grid == Grid::Hex { HEX.0 / 2 } else { 0 });
    [left * step.0 - 14, upper * step.1 - 14, (right + 1) * step.0 + 8, (lower + 1) * step.1 + half + 4]
}

/// What is around points, at these distances, but not outside the whole; if there are none, the whole.
fn bounds_around(points: impl Iterator<Item = (i64, i64)>, far: Bounds, whole: Bounds) -> Bounds {
    let union = |a: Bounds, b: Bounds| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
    let around = points.map(|(x, y)| [x - far[0], y - far[1], x + far[2], y + far[3]]).reduce(union).unwrap_or(whole);
    [around[0].max(whole[0]), around[1].max(whole[1]), around[2].min(whole[2]), around[3].min(whole[3])]
}

/// A map or a network with what stands on it.
struct Drawing<'s> {
    state: &'s State,
    title: String,
    frame: Bounds,
    body: Markup,
    /// Each mark with the name of its place.
    marks: Vec<(String, Mark)>,
    about: &'static str,
    legend: Vec<(Markup, String)>,
}

/// The room around a network for names.
const NETWORK_RIM: i64 = 44;

impl<'s> Drawing<'s> {
    /// The part of a map, or of the theatre's network, around these places; all of it if there are none.
    fn of(state: &'s State, map: Option<MapId>, moves: &[MapMove], focus: &[Spot]) -> Option<Self> {
        match map {
            Some(map) => Some(Self::of_map(state, state.map(map)?, moves, focus)),
            None => Self::of_network(state, moves, focus),
        }
    }

    fn of_map(state: &'s State, map: &Map, moves: &[MapMove], focus: &[Spot]) -> Self {
        let (grid, window) = (map.ground.grid(), window(&map.ground, focus));
        let frame = map_frame(grid, window);
        let marks: Vec<_> = marks_on(state, map).into_iter().filter(|(cell, _)| shows(window, *cell)).collect();
        let places = map.ground.places().iter().filter(|(_, cell)| shows(window, *cell)).map(|(name, cell)| {
            let (x, y) = middle(grid, *cell);
            text_bounds((x, y - 8), &name.as_name(), 8)
        });
        // The names of columns and rows are in the rims.
        let [left, upper, right, lower] = frame;
        let taken = places.chain([[left, upper, right, upper + 14], [left, upper, left + 14, lower]]).collect();
        let marked = drawn_marks((grid, frame), &marks, |cell| Some(middle(grid, *cell)), taken);
        let point = |station: &Station| match station.at {
            Spot::Area(cell) => Some(middle(grid, cell)),
            Spot::Place(_) => None,
        };
        let moves = moves.iter().filter(|moved| moved.map == Some(map.id));
        let body = html! {
            (ground(&map.ground, window)) (arrows(state, moves, point)) (marked) (stars(state, map, window)) (places_text(&map.ground, window))
        };
        let named =
            |(cell, mark): (Cell, Mark)| (map.ground.name_of(cell).map_or(cell.to_string(), Text::as_name), mark);
        let about = if state.objectives_of(map).next().is_some() {
            "The number in a mark counts its units. A stroke shows which way they face. A star is an objective, in its holder’s colour."
        } else {
            "The number in a mark counts its units. A stroke shows which way they face."
        };
        let marks = marks.into_iter().map(named).collect();
        Self { state, title: map.name.to_string(), frame, body, marks, about, legend: legend(map) }
    }

    fn of_network(state: &'s State, moves: &[MapMove], focus: &[Spot]) -> Option<Self> {
        let theatre = state.theatre()?;
        let network = theatre.network()?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "coordinates within the drawing"
        )]
        let along = |share: f64, of: i64| (share * (of - 2 * NETWORK_RIM) as f64) as i64 + NETWORK_RIM - 14;
        // A network of sixteen places is as wide as a phone.
        let width = 400 + 8 * i64::try_from(network.places().len().saturating_sub(16)).unwrap_or(0);
        let height = width * 7 / 10;
        let places: Vec<(i64, i64)> =
            layout(network)?.into_iter().map(|(x, y)| (along(x, width), along(y, height))).collect();
        let point = |station: &Station| {
            let Spot::Place(at) = station.at else { return None };
            let from = *places.get(usize::from(at))?;
            let Some((Spot::Place(to), done)) = station.toward else { return Some(from) };
            let (end, length) = (*places.get(usize::from(to))?, i64::from(network.road(at, to)?.max(1)));
            let part = |from: i64, end: i64| from + (end - from) * i64::from(done) / length;
            Some((part(from.0, end.0), part(from.1, end.1)))
        };
        // The mark of a force in a place is below it.
        let below = |station: &Station| {
            let (x, y) = point(station)?;
            Some((x, if station.toward.is_none() { y + 13 } else { y }))
        };
        let whole = [-14, -14, width - 14, height - 14];
        let frame = bounds_around(focus.iter().filter_map(|spot| point(&Station::at(*spot))), [70, 40, 70, 50], whole);
        let size = text_size(frame);
        let named = |(at, place): (u16, &(i64, i64))| (theatre.name(Spot::Place(at)), at, *place);
        let towns: Vec<(String, u16, (i64, i64))> = (0..).zip(&places).map(named).collect();
        let roads = towns.iter().flat_map(|(_, from, _)| network.roads(*from).iter().map(move |road| (*from, *road)));
        let roads: Vec<_> = roads
            .filter(|(from, (to, _))| from < to)
            .map(|(from, (to, length))| (places[usize::from(from)], places[usize::from(to)], length))
            .collect();
        let mut marks = theatre_marks(state);
        marks.retain(|(station, _)| below(station).is_some_and(|point| is_within(frame, point)));
        let occupied =
            marks.iter().filter_map(|(station, _)| below(station)).map(|(x, y)| [x - 8, y - 8, x + 8, y + 8]);
        let mut taken: Vec<Bounds> = places.iter().map(|(x, y)| [x - 5, y - 5, x + 5, y + 5]).chain(occupied).collect();
        // The name of a place is always written, if need be over something else.
        let name_at = |(name, _, (x, y)): &(String, u16, (i64, i64))| {
            free_place((*x, *y), std::slice::from_ref(name), (size + 1, 5), frame, &mut taken).unwrap_or((*x, y - 7))
        };
        let names: Vec<(i64, i64)> = towns.iter().map(name_at).collect();
        let prizes = theatre.objectives();
        let prize = |at: u16| prizes.iter().find(|prize| prize.spot == Spot::Place(at));
        let body = html! {
            g stroke="#8a5a34" stroke-width="1.5" {
                @for ((x, y), (to_x, to_y), _) in &roads { line x1=(x) y1=(y) x2=(to_x) y2=(to_y) {} }
            }
            g font-size=(size) fill="#5a3a20" text-anchor="middle" stroke="#fff" stroke-width="2" {
                @for ((x, y), (to_x, to_y), length) in &roads { text x=((x + to_x) / 2) y=((y + to_y) / 2 + 2) { (length) } }
            }
            (arrows(state, moves.iter().filter(|moved| moved.map.is_none()), point))
            g font-size=(size + 1) font-weight="bold" text-anchor="middle" {
                @for ((name, at, (x, y)), (text_x, text_y)) in towns.iter().zip(names) {
                    circle cx=(x) cy=(y) r="4" fill="#fff" stroke="#111" {}
                    @if let Some(prize) = prize(*at) { (star((*x, *y), prize.holder.map(|side| side_index(state, side)))) }
                    text x=(text_x) y=(text_y) stroke="#fff" stroke-width="2" { (name) }
                }
            }
            (drawn_marks((Grid::Square, frame), &marks, below, taken))
        };
        let marks = marks.into_iter().map(|(station, mark)| (theatre.name_of_station(station), mark)).collect();
        let about = "The number in a mark counts its units. The number on a road is its length in steps.";
        Some(Self { state, title: theatre.title(), frame, body, marks, about, legend: Vec::new() })
    }

    /// The sides with a mark, by their index.
    fn sides(&self) -> impl Iterator<Item = (usize, &'s Side)> {
        let marked: BTreeSet<usize> = self.marks.iter().map(|(_, mark)| mark.side).collect();
        self.state.sides().iter().enumerate().filter(move |(at, _)| marked.contains(at))
    }

    /// Explains the marks of sighted forces, if there are any.
    fn sighting_key(&self) -> &'static str {
        let is_any = self.marks.iter().any(|(_, mark)| mark.presence != Presence::Known);
        if is_any { "A white mark is a sighted enemy force; a dashed one was last seen there." } else { "" }
    }

    /// The drawing with its caption: the map's title, or what it shows and a note.
    fn figure(&self, caption: &str, note: &str) -> Markup {
        let [left, _, right, _] = self.frame;
        let caption = if caption.is_empty() { &*self.title } else { caption };
        let about = if note.is_empty() { self.about } else { note };
        html! {
            figure.map {
                // Narrow drawings are enlarged, but not to the whole width of a wide page.
                svg viewBox=(view_box(self.frame)) width=(5 * (right - left) / 2) role="img" aria-label=(format!("Map: {caption}")) { (self.body) }
                figcaption {
                    (caption)
                    @for (at, side) in self.sides() { ", " span class=(format!("key s{}", at % SIDE_COLOURS.len())) { (side.name) } }
                    ". " (about) " " (self.sighting_key())
                }
            }
            details { summary { "Positions" }
                ul { @for (place, mark) in &self.marks { li { (place) ": " (mark.names.join(", ")) } } }
            }
        }
    }

    /// A file of its own, with a legend and a list of the forces.
    fn file(&self, heading: &str) -> Markup {
        let lines = self.marks.iter().flat_map(|(at, mark)| mark.names.iter().map(move |name| format!("{at}: {name}")));
        let about = self.about.split_inclusive(". ").chain(self.sighting_key().split_inclusive("; ")).map(String::from);
        let lines: Vec<String> = about.chain(lines).collect();
        let sides = self.sides().map(|(at, side)| {
            let mark = Mark { side: at, ..Mark::default() };
            (drawn_mark(Grid::Square, (8, 8), &mark), side.name.to_string())
        });
        let keys: Vec<(Markup, String)> = sides.chain(self.legend.iter().cloned()).collect();
        let [left, upper, right, lower] = self.frame;
        let columns = ((right - left) / 100).max(1);
        let key_at = |nth: i64| (left + 4 + nth % columns * 100, lower + 6 + nth / columns * 16);
        let count = |n: usize| i64::try_from(n).unwrap_or(0);
        let text = key_at(count(keys.len())).1 + 26;
        let body = html! {
            (self.body)
            @for (nth, (key, name)) in (0..).zip(&keys) {
                @let (x, y) = key_at(nth);
                g transform=(format!("translate({x} {y})")) { (key) text x="20" y="12" font-size="8" { (name) } }
            }
            @for (row, line) in (0..).zip(&lines) { text x=(left + 4) y=(text + 9 * row) font-size="7" { (line) } }
        };
        drawing::file(heading, [left, upper, right, text + 9 * count(lines.len())], &body)
    }
}

fn is_within([left, upper, right, lower]: Bounds, (x, y): (i64, i64)) -> bool {
    (left..=right).contains(&x) && (upper..=lower).contains(&y)
}

/// The size of small letters: legible where the drawing fills a phone, as far as there is room.
fn text_size([left, _, right, _]: Bounds) -> i64 {
    ((right - left) * 3 / 100).clamp(6, 10)
}

/// An arrow for each move, in the colour of its side.
fn arrows<'m>(
    state: &State,
    moves: impl Iterator<Item = &'m MapMove>,
    point: impl Fn(&Station) -> Option<(i64, i64)>,
) -> Markup {
    let drawn = moves.filter_map(|moved| {
        let way: Vec<(i64, i64)> = moved.way.iter().filter_map(&point).collect();
        let [.., (from_x, from_y), (x, y)] = way[..] else { return None };
        // The head is before the mark at the end; it is `size` long and wide.
        let (right, down, size) = (x - from_x, y - from_y, 5);
        let length = (right * right + down * down).isqrt().max(1);
        let at = |along: i64, across: i64| {
            let part = |end: i64, way: i64, side: i64| end - (way * along + side * across) / length;
            format!("{} {}", part(x, right, down), part(y, down, -right))
        };
        let stem: Vec<String> = way[..way.len() - 1].iter().map(|(x, y)| format!("{x} {y}")).collect();
        let stem = format!("M{}L{}", stem.join("L"), at(8 + size, 0));
        let head = format!("M{}L{}L{}z", at(7, 0), at(8 + size, size - 2), at(8 + size, 2 - size));
        let side = moved.side.map_or(0, |side| side_index(state, side));
        Some((state.name(moved.mover), SIDE_COLOURS[side % SIDE_COLOURS.len()], stem, head))
    });
    html! {
        @for (name, colour, stem, head) in drawn {
            g stroke-linejoin="round" stroke-linecap="round" {
                title { (name) }
                path d=(stem) fill="none" stroke="#fff" stroke-width="4" {}
                path d=(stem) fill="none" stroke=(colour) stroke-width="2" {}
                path d=(head) fill=(colour) stroke=(colour) {}
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
        mark.label.push(unit.name.to_string());
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

/// The bounds of a text in the middle at a baseline, by the usual width of letters.
fn text_bounds((x, y): (i64, i64), text: &str, size: i64) -> Bounds {
    let half = i64::try_from(text.chars().count()).unwrap_or(0) * size * 29 / 100;
    [x - half, y - size, x + half, y + 1]
}

/// The marks with their labels. A label goes where it covers no mark and no other text, or is left out: the list of
/// positions has all names.
fn drawn_marks<P: PartialEq>(
    (grid, frame): (Grid, Bounds),
    marks: &[(P, Mark)],
    point: impl Fn(&P) -> Option<(i64, i64)>,
    mut taken: Vec<Bounds>,
) -> Markup {
    // Marks in one place stand side by side.
    let nth = |at: usize| i64::try_from(marks[..at].iter().filter(|(place, _)| *place == marks[at].0).count());
    let shifted = |(at, (place, mark))| {
        let (x, y) = point(place)?;
        Some(((x + 12 * nth(at).unwrap_or(0), y), mark))
    };
    let drawn: Vec<((i64, i64), &Mark)> =
        marks.iter().map(|(place, mark)| (place, mark)).enumerate().filter_map(shifted).collect();
    taken.extend(drawn.iter().map(|((x, y), _)| [x - 8, y - 8, x + 8, y + 8]));
    let size = text_size(frame);
    let labels: Vec<_> = drawn
        .iter()
        .filter_map(|(at, mark)| {
            let lines = match &mark.label[..] {
                [one, other, _, _, ..] => {
                    vec![one.clone(), other.clone(), format!("and {} others", mark.label.len() - 2)]
                }
                all => all.to_vec(),
            };
            Some((free_place(*at, &lines, (size, 8), frame, &mut taken)?, lines))
        })
        .collect();
    html! {
        @for (at, mark) in drawn { (drawn_mark(grid, at, mark)) }
        g font-size=(size) fill="#111" text-anchor="middle" stroke="#fff" stroke-width="2" {
            @for ((x, y), lines) in labels { @for (row, line) in (0..).zip(lines) { text x=(x) y=(y + size * row) { (line) } } }
        }
    }
}

/// Where lines of text have room at a point: above, below, right or left of it, at this distance. The room is taken.
fn free_place(
    (x, y): (i64, i64),
    lines: &[String],
    (size, far): (i64, i64),
    frame: Bounds,
    taken: &mut Vec<Bounds>,
) -> Option<(i64, i64)> {
    let widest = lines.iter().max_by_key(|line| line.chars().count())?;
    let more = size * (i64::try_from(lines.len()).unwrap_or(1) - 1);
    let half = text_bounds((0, 0), widest, size)[2] + far + 1;
    let middle = y + (size - more) / 2 - 1;
    let places = [(x, y - far - 1 - more), (x, y + far + size), (x + half, middle), (x - half, middle)];
    let (place, bounds) = places.into_iter().find_map(|place| {
        let [left, upper, right, lower] = text_bounds(place, widest, size);
        let lower = lower + more;
        let is_apart = |other: &Bounds| right <= other[0] || other[2] <= left || lower <= other[1] || other[3] <= upper;
        let is_inside = is_within(frame, (left, upper)) && is_within(frame, (right, lower));
        (is_inside && taken.iter().all(is_apart)).then_some((place, [left, upper, right, lower]))
    })?;
    taken.push(bounds);
    Some(place)
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

fn view_box([left, upper, right, lower]: Bounds) -> String {
    format!("{left} {upper} {} {}", right - left, lower - upper)
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

fn ground(ground: &Ground, window: Bounds) -> Markup {
    let grid = ground.grid();
    let [left, upper, ..] = map_frame(grid, window);
    let cells = || ground.cells().filter(|cell| shows(window, *cell));
    let (columns, rows) = ((0..ground.width()), (0..ground.height()));
    let mut terrains: BTreeMap<usize, String> = BTreeMap::new();
    for cell in cells() {
        terrains.entry(ground.terrain_index(cell)).or_default().push_str(&outline(grid, cell));
    }
    let (mut roads, mut edges) = (String::new(), BTreeMap::<usize, String>::new());
    for cell in cells() {
        let is_first = |(_, beyond): &(Facing, Cell)| cell < *beyond || !shows(window, *beyond);
        for (facing, beyond) in ground.neighbours(cell).filter(is_first) {
            let ((x, y), (mut to_x, mut to_y)) = (middle(grid, cell), middle(grid, beyond));
            if !shows(window, beyond) {
                (to_x, to_y) = (i64::midpoint(x, to_x), i64::midpoint(y, to_y));
            }
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
            @for column in columns.filter(|column| (window[0]..=window[2]).contains(&(*column).into())) { text x=(middle(grid, Cell::new(column, 0)).0) y=(upper + 10) { (Cell::column_name(column)) } }
            @for row in rows.filter(|row| (window[1]..=window[3]).contains(&(*row).into())) { text x=(left + 6) y=(middle(grid, Cell::new(0, row)).1 + 3) { (row + 1) } }
        }
    }
}

fn places_text(ground: &Ground, window: Bounds) -> Markup {
    let grid = ground.grid();
    html! {
        g.places font-size="8" fill="#111" text-anchor="middle" {
            @for (name, cell) in ground.places().iter().filter(|(_, cell)| shows(window, *cell)) {
                @let (x, y) = middle(grid, *cell);
                text x=(x) y=(y - 8) stroke="#fff" stroke-width="2" { (name.as_name()) }
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

/// The terrain, the lines and the signs of a map, each with its name.
pub(super) fn legend(map: &Map) -> Vec<(Markup, String)> {
    let ground = &map.ground;
    let sign = |body: Markup| html! { svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" { (body) } };
    let line = |colour: &str, dashes: Option<&str>| {
        sign(html! { path d="M1 8h14" stroke=(colour) stroke-width="3" stroke-dasharray=[dashes] {} })
    };
    let colours = terrain::colours(ground);
    let area = |at: usize| sign(html! { rect width="16" height="16" fill=(colours[at]) stroke="#555" {} });
    let has = |is: &dyn Fn(Cell, Facing) -> bool| {
        ground.cells().any(|cell| ground.neighbours(cell).any(|(facing, _)| is(cell, facing)))
    };
    let used = |at: usize| ground.cells().any(|cell| ground.terrain_index(cell) == at);
    let terrains = ground.legend().iter().enumerate().filter(|(at, _)| used(*at));
    let edges = ground.edge_kinds().iter().enumerate();
    let edges = edges.filter(|(at, _)| has(&|cell, facing| ground.edge_index(cell, facing) == Some(*at)));
    let is_road = has(&|cell, facing| ground.has_road(cell, facing));
    terrains
        .map(|(at, (_, name))| (area(at), name.as_name()))
        .chain(edges.map(|(_, kind)| (line(edge_colour(kind), None), kind.as_name())))
        .chain(is_road.then(|| (line("#8a5a34", Some("4 2")), "road".into())))
        .chain(map.objectives().next().map(|_| (sign(star((8, 8), None)), "objective".into())))
        .collect()
}

/// A star in the colour of the side that holds the objective; white if nobody does.
fn star((x, y): (i64, i64), holder: Option<usize>) -> Markup {
    let fill = holder.map_or("#fff", |side| SIDE_COLOURS[side % SIDE_COLOURS.len()]);
    html! {
        path d=(format!("M{x} {}l2 3 3 1 -2 3 0 3 -3 -1 -3 1 0 -3 -2 -3 3 -1z", y - 5)) fill=(fill) stroke="#111" stroke-width="1" {}
    }
}

fn stars(state: &State, map: &Map, window: Bounds) -> Markup {
    html! {
        @for (cell, holder) in state.objectives_of(map).filter(|(cell, _)| shows(window, *cell)) {
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
