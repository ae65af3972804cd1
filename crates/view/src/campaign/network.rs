//! The map of the theatre's network: places, who holds them, the roads between them with their lengths, and forces on
//! the road.

use super::theatre;
use crate::{Look, draw_frame, draw_line, frame, measure, visible_part};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::{Modifier, Style},
    symbols::{border, merge::MergeStrategy},
    text::{Line, Span},
    widgets::Widget,
};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    ground::{Network, Spot, Station, network_layout::layout},
    id::SideId,
    text,
};
use wardiary_rules::{event::Age, state::State};

/// Coordinates of the places; `None` if there are too many to draw.
type Coordinates = Option<Vec<(f64, f64)>>;

/// The two places that a road joins.
type RoadEnds = (u16, u16);

/// The network independent of the room on screen, computed once for an entry.
#[derive(Clone, Debug, Default)]
pub struct NetworkPlan {
    /// The network and the coordinates of its places.
    layout: Option<(Network, Coordinates)>,
    places: Vec<NetworkPlace>,
    marching: Vec<Marcher>,
    /// The sides' signs and names, in order.
    sides: Vec<(char, String)>,
}

/// How forces are shown at a place: as counts with names of sides or, in little room, by the sides' signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForceLabels {
    /// No name is cut.
    Whole,
    Named,
    Signed,
}

/// The label of a place: the place's number and the label's area.
type Label = (u16, Rect);

#[derive(Clone, Copy, Debug)]
struct Marcher {
    station: Station,
    /// The road: from which place to which.
    ends: RoadEnds,
    /// How much of the road they have covered, from 0 to 1.
    share: f64,
    /// The side's index, its sign, and whether the forces were only last seen there.
    sign: (usize, char, bool),
}

#[derive(Clone, Debug)]
struct NetworkPlace {
    name: String,
    /// The sides with forces there: index, sign, whether they were only last seen there, and number of forces.
    forces: Vec<((usize, char, bool), usize)>,
    victory_points: u16,
}

impl NetworkPlan {
    pub fn has_network(&self) -> bool {
        !self.places.is_empty()
    }

    /// Updates the plan to a state. The coordinates are recomputed only if the network changed.
    pub fn update(&mut self, state: &State) {
        let Some((theatre, network)) = state.theatre().and_then(|theatre| Some((theatre, theatre.network()?))) else {
            return *self = Self::default();
        };
        if self.layout.as_ref().is_none_or(|(laid, _)| laid != network) {
            self.layout = Some((network.clone(), layout(network)));
        }
        let signs = side_signs(state);
        let sign = |side: SideId, is_last_seen: bool| {
            state.sides().iter().position(|other| other.id == side).map(|at| (at, signs[at], is_last_seen))
        };
        let mut standing: BTreeMap<Station, BTreeMap<(usize, char, bool), usize>> = BTreeMap::new();
        for (station, forces) in theatre::forces_by_station(state) {
            let there = standing.entry(station).or_default();
            let sides = forces.iter().filter_map(|force| sign(state.side_of(*force)?, false));
            sides.for_each(|sign| *there.entry(sign).or_default() += 1);
        }
        for (station, sighted) in state.sighted_by_station() {
            let there = standing.entry(station).or_default();
            let sides = sighted.iter().filter_map(|known| sign(known.of, known.age != Age::InSight));
            sides.for_each(|sign| *there.entry(sign).or_default() += 1);
        }
        let numbers = 0..u16::try_from(network.places().len()).unwrap_or(u16::MAX);
        self.places = numbers
            .map(|number| NetworkPlace {
                name: theatre.name(Spot::Place(number)),
                forces: Vec::new(),
                victory_points: theatre
                    .objectives()
                    .iter()
                    .filter(|p| p.spot == Spot::Place(number))
                    .map(|p| p.points)
                    .sum(),
            })
            .collect();
        self.marching.clear();
        for (station, signs) in standing {
            let Spot::Place(at) = station.at else { continue };
            match station.toward {
                None => self.places[usize::from(at)].forces.extend(signs),
                Some((Spot::Place(to), done)) => {
                    let length = network.road(at, to).unwrap_or(1).max(1);
                    let share = f64::from(done) / f64::from(length);
                    self.marching.extend(signs.into_keys().map(|sign| Marcher {
                        station,
                        ends: (at, to),
                        share,
                        sign,
                    }));
                }
                Some(_) => {}
            }
        }
        self.sides = state.sides().iter().zip(signs).map(|(side, sign)| (sign, state.name(side.id))).collect();
    }

    fn legend(&self) -> String {
        let sides = self.sides.iter().map(|(sign, name)| format!("{sign} {name}"));
        let mut all = self
            .places
            .iter()
            .flat_map(|place| &place.forces)
            .map(|(sign, _)| sign)
            .chain(self.marching.iter().map(|marcher| &marcher.sign));
        let last_seen = all.any(|(.., is_last_seen)| *is_last_seen).then(|| "~ last seen".to_string());
        sides.chain(last_seen).collect::<Vec<_>>().join(", ")
    }

    /// The number of the place whose label is at a screen position.
    pub fn place_at(&self, area: Rect, at: Position) -> Option<u16> {
        let (width, height) = (area.width.saturating_sub(2), area.height.saturating_sub(2));
        let inner = Rect { x: area.x + 1, y: area.y + 1, width, height };
        self.labels(inner).1.into_iter().find(|(_, place)| place.contains(at)).map(|(number, _)| number)
    }

    /// The labels that fit into an area, and how they show forces. Rows between labels, for roads, come before whole
    /// names, and names before signs, unless that would crowd out a place.
    fn labels(&self, inner: Rect) -> (ForceLabels, Vec<Label>) {
        use ForceLabels::{Named, Signed, Whole};
        let mut best = (Named, Vec::new());
        for (text, gap) in [(Whole, 1), (Named, 1), (Whole, 0), (Named, 0), (Signed, 0)] {
            let labels = self.labels_with(inner, text, gap);
            if labels.len() > best.1.len() {
                best = (text, labels);
            }
            if best.1.len() == self.places.len() {
                break;
            }
        }
        best
    }

    /// `gap` is the number of free rows between labels.
    fn labels_with(&self, inner: Rect, text: ForceLabels, gap: usize) -> Vec<Label> {
        let Some((_, Some(points))) = &self.layout else { return Vec::new() };
        let (columns, rows) = (usize::from(inner.width), usize::from(inner.height));
        let mut taken = vec![vec![false; columns]; rows];
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        // Places with something at them come first, since the last may find no room.
        order.sort_by_key(|at| (self.places[*at].forces.is_empty(), self.places[*at].victory_points == 0, *at));
        let mut labels = Vec::new();
        for at in order {
            let width = self.label_width(at, columns, text);
            let free = columns.saturating_sub(width);
            let (x, y) = (nearest_cell(points[at].0, free), nearest_cell(points[at].1, rows.saturating_sub(1)));
            let shifts = (0..rows).flat_map(|row| (0..=free).step_by(2).chain([x]).map(move |column| (column, row)));
            let fits = |(column, row): &(usize, usize)| {
                let (aside, rows) = (1 + 2 * gap, row.saturating_sub(gap)..=(row + gap).min(rows - 1));
                let (from, to) = (column.saturating_sub(aside), (column + width + aside).min(columns));
                width <= columns && taken[rows].iter().all(|row| row[from..to].iter().all(|is| !is))
            };
            // Cells are twice as high as wide; a row counts a little more than that, so that labels keep to their row.
            let away = |(column, row): &(usize, usize)| column.abs_diff(x) + 3 * row.abs_diff(y);
            // A gap may not move a place far from where it lies.
            let is_near = |cell: &(usize, usize)| gap == 0 || away(cell) <= columns / 6;
            let Some((column, row)) = shifts.filter(fits).filter(is_near).min_by_key(away) else { continue };
            taken[row][column..column + width].fill(true);
            let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
            let place = Rect { x: inner.x + number(column), y: inner.y + number(row), width: number(width), height: 1 };
            labels.push((number(at), place));
        }
        labels
    }

    /// A label: a mark if forces are there, the name, whose forces, and the points.
    fn label(&self, at: usize, (columns, text): (usize, ForceLabels), look: Look) -> Line<'static> {
        let (styles, glyphs) = (look.theme.forces, look.glyphs);
        let place = &self.places[at];
        let (mark, style) =
            if place.forces.is_empty() { (glyphs.off_path, styles.muted) } else { (glyphs.unit, styles.unit) };
        let mut spans = vec![
            Span::styled(format!("{mark} "), style),
            Span::styled(measure::cut_name(&place.name, name_columns(columns, text), glyphs), style),
        ];
        for ((side, sign, is_last_seen), many) in &place.forces {
            let whose = match text {
                ForceLabels::Whole => self.sides[*side].1.clone(),
                ForceLabels::Named => measure::cut_name(&self.sides[*side].1, side_columns(columns), glyphs),
                ForceLabels::Signed => sign.to_string(),
            };
            let mark = if *is_last_seen { "~" } else { "" };
            spans.push(Span::styled(format!(" {mark}{many} {whose}"), side_style(look, *side, *is_last_seen)));
        }
        if place.victory_points > 0 {
            spans.push(Span::styled(
                format!(" {}{}", glyphs.objective, place.victory_points),
                look.theme.header.awaited,
            ));
        }
        Line::from(spans)
    }

    /// The columns of a place's label.
    fn label_width(&self, at: usize, columns: usize, text: ForceLabels) -> usize {
        let place = &self.places[at];
        let whose = |side: usize| match text {
            ForceLabels::Whole => measure::width(&self.sides[side].1),
            ForceLabels::Named => measure::width(&self.sides[side].1).min(side_columns(columns)),
            ForceLabels::Signed => 1,
        };
        let sign_columns = place.forces.iter().map(|((side, _, is_last_seen), many)| {
            2 + usize::from(*is_last_seen) + many.to_string().len() + whose(*side)
        });
        let points = if place.victory_points > 0 { 2 + place.victory_points.to_string().len() } else { 0 };
        2 + measure::width(&place.name).min(name_columns(columns, text)) + sign_columns.sum::<usize>() + points
    }

    /// The nearest place or point on a road in a direction, if any.
    pub fn nearest_in_direction(&self, from: Station, way: NetworkDirection) -> Option<Station> {
        let at = self.point(from)?;
        let off = |station: Station| {
            let to = self.point(station)?;
            let (x, y) = (ASPECT_RATIO * (to.0 - at.0), to.1 - at.1);
            let (ahead, aside) = match way {
                NetworkDirection::Left => (-x, y),
                NetworkDirection::Right => (x, y),
                NetworkDirection::Up => (-y, x),
                NetworkDirection::Down => (y, x),
            };
            // A target much further aside than ahead is chosen only if there is no other.
            (ahead > 0.0).then(|| (aside.abs() > 2.0 * ahead, ahead + 2.0 * aside.abs()))
        };
        let places =
            (0..self.places.len()).filter_map(|at| u16::try_from(at).ok()).map(|n| Station::at(Spot::Place(n)));
        let roads = self.marching.iter().map(|marcher| marcher.station);
        let all = places.chain(roads).filter_map(|station| Some((off(station)?, station)));
        all.min_by(|(one, _), (other, _)| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))).map(|(_, at)| at)
    }

    /// The coordinates of a place or of a point on a road.
    fn point(&self, station: Station) -> Option<(f64, f64)> {
        let points = self.layout.as_ref()?.1.as_ref()?;
        let Spot::Place(at) = station.at else { return None };
        let from = *points.get(usize::from(at))?;
        let Some((Spot::Place(to), _)) = station.toward else { return Some(from) };
        let end = *points.get(usize::from(to))?;
        let share = self.marching.iter().find(|marcher| marcher.station == station)?.share;
        Some((from.0 + share * (end.0 - from.0), from.1 + share * (end.1 - from.1)))
    }
}

/// The style of a side's forces, faint where they were only last seen.
fn side_style(look: Look, side: usize, is_last_seen: bool) -> Style {
    let style = look.theme.side(side);
    if is_last_seen { style.add_modifier(Modifier::DIM) } else { style }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkDirection {
    Left,
    Right,
    Up,
    Down,
}

/// The ratio of the drawn network's width to its height, as it looks.
const ASPECT_RATIO: f64 = 2.0;

/// The columns for a place's name; in little room, many are cut.
fn name_columns(columns: usize, text: ForceLabels) -> usize {
    if text == ForceLabels::Whole { columns } else { (columns / 4).clamp(8, 18) }
}

fn side_columns(columns: usize) -> usize {
    (columns / 6).clamp(5, 14)
}

/// The nearest cell to a share of the way, from 0 to `cells`.
fn nearest_cell(share: f64, cells: usize) -> usize {
    // A screen has no more columns than that.
    let cells = u16::try_from(cells).unwrap_or(u16::MAX);
    let off = |cell: &u16| (f64::from(*cell) - share * f64::from(cells)).abs();
    (0..=cells).min_by(|a, b| off(a).total_cmp(&off(b))).map_or(0, usize::from)
}

/// A sign for each side: the first letter of its name that no other side uses, or its number.
fn side_signs(state: &State) -> Vec<char> {
    let mut signs: Vec<char> = Vec::new();
    for side in state.sides() {
        let name = &side.name;
        let letters = name.chars().flat_map(char::to_uppercase).filter(|c| measure::width(&c.to_string()) == 1);
        let numbers = (1..=9).filter_map(|n| char::from_digit(n, 10));
        let free = letters.filter(|c| c.is_alphabetic()).chain(numbers).find(|c| !signs.contains(c));
        signs.push(free.unwrap_or('?'));
    }
    signs
}

pub struct NetworkPane<'a> {
    pub look: Look<'a>,
    pub plan: &'a NetworkPlan,
    /// The selected place or point on a road.
    pub selected: Option<Station>,
    pub focused: bool,
}

impl NetworkPane<'_> {
    fn is_selected(&self, of: Station) -> bool {
        self.selected == Some(of)
    }

    /// The roads: first lines, then lengths, then marching forces, since roads cross each other.
    fn draw_roads(&self, network: &Network, labels: &[Label], buf: &mut Buffer) {
        let places: BTreeMap<u16, Rect> = labels.iter().copied().collect();
        let from_each = places.keys().flat_map(|from| network.roads(*from).iter().map(move |road| (*from, *road)));
        let mut taken: BTreeSet<Position> = places.values().flat_map(|place| place.positions()).collect();
        let mut drawn: Vec<(RoadEnds, u16, Vec<Position>)> = Vec::new();
        for (from, (to, length)) in from_each.filter(|(from, (to, _))| to > from) {
            let Some(cells) = places.get(&to).and_then(|to| route(places[&from], *to, &taken)) else { continue };
            for step in cells.windows(3) {
                let sign = road_sign(self.look.glyphs.border(), step);
                buf[step[1]].merge_symbol(sign, MergeStrategy::Exact).set_style(self.look.theme.forces.muted);
            }
            taken.extend(&cells);
            drawn.push(((from, to), length, cells));
        }
        let mut taken: Vec<Rect> = labels.iter().map(|(_, label)| *label).collect();
        for (_, length, cells) in &drawn {
            taken.extend(self.draw_length(*length, cells, &taken, buf));
        }
        for (ends, _, cells) in &drawn {
            self.draw_marchers(*ends, cells, labels, buf);
        }
    }

    /// Draws a road's length as near to its middle as it touches no label and no other length; returns its area.
    fn draw_length(&self, length: u16, cells: &[Position], taken: &[Rect], buf: &mut Buffer) -> Option<Rect> {
        let words = if length > 1 { length.to_string() } else { String::new() };
        let wide = u16::try_from(words.len()).unwrap_or(u16::MAX);
        let is_free = |at: &usize| {
            let words = Rect { width: wide + 2, x: cells[*at].x.saturating_sub(1), y: cells[*at].y, height: 1 };
            cells[*at].x + wide <= buf.area.right() && taken.iter().all(|taken| !taken.intersects(words))
        };
        let at = (0..cells.len()).filter(is_free).min_by_key(|at| at.abs_diff(cells.len() / 2))?;
        let (x, y) = (cells[at].x, cells[at].y);
        buf.set_string(x, y, words, self.look.theme.forces.muted);
        (wide > 0).then_some(Rect { x, y, width: wide, height: 1 })
    }

    fn draw_marchers(&self, ends: (u16, u16), cells: &[Position], labels: &[Label], buf: &mut Buffer) {
        for Marcher { station, ends: way, share, sign: (side, sign, is_last_seen) } in &self.plan.marching {
            let share = match ends {
                ends if ends == *way => *share,
                (first, second) if (second, first) == *way => 1.0 - share,
                _ => continue,
            };
            let place = nearest_cell(share, cells.len().saturating_sub(1));
            // The free cell nearest to their position.
            let is_free = |at: &usize| labels.iter().all(|(_, label)| !label.contains(cells[*at]));
            let seen = (0..cells.len()).filter(is_free).min_by_key(|at| at.abs_diff(place));
            let Some(cell) = seen.map(|at| cells[at]) else { continue };
            let chosen = self.is_selected(*station);
            let (style, sign) = (side_style(self.look, *side, *is_last_seen), if *is_last_seen { '~' } else { *sign });
            buf[cell].set_char(sign).set_style(if chosen { style.add_modifier(Modifier::REVERSED) } else { style });
        }
    }
}

/// The cells of a road between two labels, both ends included: along the row of the first, up or down, and along the row
/// of the other. It turns where it touches the fewest labels and other roads, as near to the middle as possible.
fn route(from: Rect, to: Rect, taken: &BTreeSet<Position>) -> Option<Vec<Position>> {
    let (left, right) = (from.x.max(to.x), from.right().min(to.right()).saturating_sub(1));
    let within = |x: u16, label: Rect| x.clamp(label.x, label.right().saturating_sub(1));
    let through = |x: u16| {
        let mut cells = vec![Position::new(within(x, from), from.y)];
        for corner in [Position::new(x, from.y), Position::new(x, to.y), Position::new(within(x, to), to.y)] {
            let toward = |at: u16, to: u16| at + u16::from(at < to) - u16::from(at > to);
            while let Some(at) = cells.last().copied().filter(|at| *at != corner) {
                cells.push(Position::new(toward(at.x, corner.x), toward(at.y, corner.y)));
            }
        }
        cells
    };
    let touched = |cells: Vec<Position>| cells.into_iter().filter(|cell| taken.contains(cell)).count();
    let columns = left.min(right)..=left.max(right);
    let turn = columns.min_by_key(|x| (touched(through(*x)), x.abs_diff(left.midpoint(right))))?;
    Some(through(turn))
}

/// The line in the second of three cells of a road.
fn road_sign(lines: border::Set<'static>, step: &[Position]) -> &'static str {
    let (before, at, after) = (step[0], step[1], step[2]);
    let (is_right, is_below) = (before.x.max(after.x) > at.x, before.y.max(after.y) > at.y);
    match (is_right, is_below) {
        _ if before.y == after.y => lines.horizontal_top,
        _ if before.x == after.x => lines.vertical_left,
        (true, true) => lines.top_left,
        (false, true) => lines.top_right,
        (true, false) => lines.bottom_left,
        (false, false) => lines.bottom_right,
    }
}

impl Widget for &NetworkPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let Some(area) = visible_part(area, buf) else { return };
        let glyphs = self.look.glyphs;
        let title = measure::cut(
            &format!("Network: {}", self.plan.legend()),
            usize::from(area.width.saturating_sub(6)),
            glyphs,
        );
        let inner = draw_frame(frame(self.look, Line::raw(title), self.focused), area, buf);
        let quiet = self.look.theme.forces.muted;
        let Some((network, points)) = &self.plan.layout else { return };
        if points.is_none() {
            let words = "too many places to draw: the theatre’s list has them all";
            return draw_line(buf, inner, (1, 0), &Line::styled(words, quiet));
        }
        let (text, labels) = self.plan.labels(inner);
        self.draw_roads(network, &labels, buf);
        for (number, place) in &labels {
            let label = self.plan.label(usize::from(*number), (usize::from(inner.width), text), self.look);
            buf.set_style(*place, self.look.theme.base);
            draw_line(buf, inner, (place.x - inner.x, place.y - inner.y), &label);
            if self.is_selected(Station::at(Spot::Place(*number))) {
                let styles = self.look.theme.forces;
                if self.focused {
                    self.look.set_selection((place.x, place.y));
                }
                buf.set_style(*place, if self.focused { styles.selected } else { styles.chosen });
                buf[Position::from(*place)].set_char(glyphs.focus);
            }
        }
        let hidden = self.plan.places.len() - labels.len();
        if hidden > 0 && inner.height > 0 {
            let words = format!("no room for {}", text::count(hidden, "place", "places"));
            draw_line(buf, inner, (0, inner.height - 1), &Line::styled(words, quiet));
        }
    }
}
