//! The card of an area: its terrain, the units there, and the answer to the current query.

use crate::{Look, draw_frame, draw_line, frame, grade_with_bonus, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::{
    book::{GroundRules, Mechanism},
    ground::{Cell, Ground},
    id::{Id, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    notation,
    state::{EntityKind, Map, State, Unit},
};

pub struct AreaCardPane<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    /// `None` if the campaign has no map.
    pub map: Option<&'a Map>,
    pub cell: Cell,
    /// The selected or picked units.
    pub selected: &'a [UnitId],
    /// The query and its answer.
    pub answer: String,
    /// The targets that the units could attack, as phrases under headings.
    pub attacks: Vec<(String, Vec<String>)>,
    /// Whether the attacks come before the answer.
    pub attacks_first: bool,
}

/// From this height on, each attack has a line of its own.
const SEPARATE_ATTACKS_FROM: u16 = 10;

impl AreaCardPane<'_> {
    /// The possible attacks in this many rows. In few rows they form one paragraph; what does not fit is counted.
    fn attacks(&self, rows: u16, columns: usize) -> Vec<Vec<(String, Style)>> {
        let (head, plain) = (self.look.theme.header.awaited, self.look.theme.header.battle);
        if rows >= SEPARATE_ATTACKS_FROM {
            let lines = self.attacks.iter().flat_map(|(title, phrases)| {
                let phrases_of = phrases.iter().map(|phrase| vec![(format!("- {phrase}"), plain)]);
                std::iter::once(vec![(heading(title, phrases), head)]).chain(phrases_of)
            });
            return lines.collect();
        }
        let parts = as_paragraph(&self.attacks);
        // Leaves lines for the answer, for the area, and one for its units.
        let stands = self.map.is_some_and(|map| self.state.units_at(map.id, self.cell).next().is_some());
        let ground =
            self.map.map(|map| describe_area(&self.state.book().ground, &map.ground, self.cell)).unwrap_or_default();
        let kept =
            measure::wrap(&self.answer, columns).len() + measure::wrap(&ground, columns).len() + usize::from(stands);
        let room = usize::from(rows).saturating_sub(kept).max(1);
        let whole = |shown: usize| {
            let words = parts[..shown].join("; ");
            match parts.len() - shown {
                0 => words,
                more => format!("{words}; and {more} more"),
            }
        };
        let fits = |shown: &usize| measure::wrap(&whole(*shown), columns).len() <= room;
        let shown = (1..=parts.len()).rev().find(fits).unwrap_or(parts.len().min(1));
        if parts.is_empty() { Vec::new() } else { vec![vec![(whole(shown), head)]] }
    }

    /// The answer, the area and its units, in this many rows.
    fn lines(&self, map: &Map, rows: u16, columns: usize) -> Vec<Line<'static>> {
        let mut all = self.attacks(rows, columns);
        if !self.answer.is_empty() {
            let at = if self.attacks_first { all.len() } else { 0 };
            all.insert(at, vec![(self.answer.clone(), self.look.theme.header.awaited)]);
        }
        all.push(vec![(
            describe_area(&self.state.book().ground, &map.ground, self.cell),
            self.look.theme.header.muted,
        )]);
        let sighted = self.state.sighted_on(map.id).remove(&self.cell).unwrap_or_default();
        let sighted = sighted.iter().map(|known| notation::sighting_entry(self.state, known));
        all.extend(
            self.theatre_forces(map)
                .into_iter()
                .chain(sighted)
                .map(|words| vec![(words, self.look.theme.header.battle)]),
        );
        let mut lines: Vec<Line> = all.iter().flat_map(|spans| wrapped(spans, columns)).collect();
        let room = usize::from(rows).saturating_sub(lines.len());
        lines.extend(self.units(map, room, columns));
        lines
    }

    /// `in the theatre: XX Corps (4 units), 37th Brigade`
    fn theatre_forces(&self, map: &Map) -> Option<String> {
        let mut forces: Vec<(Id, usize)> = Vec::new();
        for (unit, _) in self.state.stationed_on(map.id).filter(|(_, cell)| *cell == self.cell) {
            let force = unit.stack.map_or(Id::from(unit.id), Id::from);
            match forces.iter_mut().find(|(other, _)| *other == force) {
                Some((_, units)) => *units += 1,
                None => forces.push((force, 1)),
            }
        }
        let force = |(force, units): &(Id, usize)| match self.state.kind(*force) {
            Some(EntityKind::Stack) => {
                format!("{} ({})", self.state.name(*force), text::count(*units, "unit", "units"))
            }
            _ => self.state.name(*force),
        };
        let forces: Vec<String> = forces.iter().map(force).collect();
        (!forces.is_empty()).then(|| format!("in the theatre: {}", forces.join(", ")))
    }

    /// The units in this many rows: each with all its details, or one line each, or one paragraph; what does not fit is
    /// counted.
    fn units(&self, map: &Map, rows: usize, columns: usize) -> Vec<Line<'static>> {
        let units: Vec<&Unit> = self.state.units_at(map.id, self.cell).collect();
        let wrap = |spans: Vec<(String, Style)>| wrapped(&spans, columns);
        let whole: Vec<Line> = units.iter().flat_map(|unit| wrap(self.full_line(unit))).collect();
        if whole.len() <= rows {
            return whole;
        }
        let fit = |spans: &Vec<(String, Style)>| {
            spans.iter().map(|(words, _)| measure::width(words)).sum::<usize>() <= columns
        };
        let short: Vec<Vec<(String, Style)>> = units.iter().map(|unit| self.short_line(unit)).collect();
        if units.len() <= rows && short.iter().all(fit) {
            return short.into_iter().flat_map(wrap).collect();
        }
        let quiet = self.look.theme.header.muted;
        let shown = (0..=units.len()).rev().map(|shown| {
            let mut spans: Vec<(String, Style)> = Vec::new();
            for one in &short[..shown] {
                if !spans.is_empty() {
                    spans.push(("; ".into(), quiet));
                }
                spans.extend(one.iter().cloned());
            }
            let left = units.len() - shown;
            let noun = if left == 1 { "unit" } else { "units" };
            let more = if shown > 0 { format!("; and {left} more {noun}") } else { format!("{left} {noun} here") };
            if left > 0 {
                spans.push((more, quiet));
            }
            wrap(spans)
        });
        let mut tried = shown.skip_while(|lines| lines.len() > rows);
        tried.next().unwrap_or_default()
    }

    fn name_and_letter(&self, unit: &Unit) -> Vec<(String, Style)> {
        let styles = &self.look.theme.map;
        let side = self.state.sides().iter().position(|side| side.id == unit.side).unwrap_or(0);
        let facing = unit.place.map(|place| place.facing).unwrap_or_default();
        let style = if self.selected.contains(&unit.id) { styles.cursor } else { styles.label };
        let sign = self.look.glyphs.map().unit(side, facing).to_string();
        vec![(sign, self.look.theme.side(side)), (format!(" {}", unit.name), style)]
    }

    fn full_line(&self, unit: &Unit) -> Vec<(String, Style)> {
        let mut spans = self.name_and_letter(unit);
        spans.push((unit_details(self.state, unit), self.look.theme.header.battle));
        spans
    }

    fn short_line(&self, unit: &Unit) -> Vec<(String, Style)> {
        let mut spans = self.name_and_letter(unit);
        let moved = if self.state.move_of(unit.id).is_some() { ", moved" } else { "" };
        let strength = format!(" {}{moved}", unit.strength_words());
        spans.push((strength, self.look.theme.header.battle));
        spans
    }

    fn title(&self, map: &Map) -> String {
        let name = map.ground.name_of(self.cell).map(Text::as_name);
        name.map_or_else(|| self.cell.to_string(), |name| format!("{} {name}", self.cell))
    }
}

fn heading(heading: &str, phrases: &[String]) -> String {
    let colon = if phrases.is_empty() { "" } else { ":" };
    format!("{heading}{colon}")
}

/// The attacks as phrases for a paragraph; the first of each group includes its heading.
fn as_paragraph(attacks: &[(String, Vec<String>)]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for (title, phrases) in attacks {
        match phrases.split_first() {
            None => parts.push(heading(title, phrases)),
            Some((first, others)) => {
                parts.push(format!("{} {first}", heading(title, phrases)));
                parts.extend(others.iter().cloned());
            }
        }
    }
    parts
}

/// All details of a unit, to follow its name.
fn unit_details(state: &State, unit: &Unit) -> String {
    let book = state.book();
    let mut parts = vec![format!(" {}", state.name(unit.side)), unit.kind.to_string()];
    if state.uses_grade(unit) {
        parts.push(state.effective_grade(unit).grade_text(|grade| grade_with_bonus(state, grade)));
    }
    parts.push(format!("{} SP", unit.strength_words()));
    if book.uses(Mechanism::Edna) {
        parts.push(unit.edna_words());
    }
    if let Some(place) = unit.place {
        parts.push(format!("faces {}", place.facing));
    }
    if let Some(moved) = state.move_of(unit.id) {
        parts.push(if moved.cost == 0 {
            "turned".into()
        } else {
            format!("moved {} of {}", moved.cost, moved.allowance)
        });
    }
    parts.join(", ")
}

/// The rows of a card below the map, in a pane this wide, border included: for the answer, the attacks, the area, and
/// all its units.
pub fn rows_needed(
    (state, map, cell): (&State, &Map, Cell),
    sentence: &str,
    attacks: &[(String, Vec<String>)],
    width: u16,
) -> u16 {
    let columns = usize::from(width.saturating_sub(4));
    let rows = |text: &str| measure::wrap(text, columns).len();
    let units = state.units_at(map.id, cell).map(|unit| rows(&format!("> {}{}", unit.name, unit_details(state, unit))));
    let ground = rows(&describe_area(&state.book().ground, &map.ground, cell));
    let lines = rows(sentence) + rows(&as_paragraph(attacks).join("; ")) + ground + units.sum::<usize>();
    u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2)
}

/// Describes an area: its terrain and its effects, name, roads and edges.
pub fn describe_area(rules: &GroundRules, ground: &Ground, cell: Cell) -> String {
    let name = ground.terrain(cell).cloned().unwrap_or_default();
    let mut parts = vec![name.as_name()];
    if let Some(terrain) = rules.terrain(&name) {
        if terrain.cover {
            parts.push("cover".into());
        }
        if terrain.enter > 1 {
            parts.push(format!("costs {}", terrain.enter));
        }
        if !terrain.forbids.is_empty() {
            parts.push(format!("no {}", text::list(&terrain.forbids)));
        }
    }
    let facings = ground.grid().facings();
    let to = |test: &dyn Fn(wardiary_base::ground::Facing) -> bool| {
        facings.iter().filter(|facing| test(**facing)).map(|facing| facing.word()).collect::<Vec<_>>().join(" ")
    };
    let roads = to(&|facing| ground.has_road(cell, facing));
    if !roads.is_empty() {
        parts.push(format!("road {roads}"));
    }
    for (at, kind) in ground.edge_kinds().iter().enumerate() {
        let edges = to(&|facing| ground.edge_index(cell, facing) == Some(at));
        if !edges.is_empty() {
            parts.push(format!("{} {edges}", kind.as_name()));
        }
    }
    parts.join(", ")
}

fn wrapped(spans: &[(String, Style)], columns: usize) -> Vec<Line<'static>> {
    let whole: String = spans.iter().map(|(words, _)| words.as_str()).collect();
    let mut left: Vec<(String, Style)> =
        spans.iter().flat_map(|(words, style)| words.chars().map(|c| (c.to_string(), *style))).collect();
    let mut lines = Vec::new();
    for line in measure::wrap(&whole, columns) {
        let mut styled = Vec::new();
        for sign in line.chars() {
            // A line break drops the space.
            while left.first().is_some_and(|(first, _)| *first != sign.to_string()) {
                left.remove(0);
            }
            if !left.is_empty() {
                let (words, style) = left.remove(0);
                styled.push(Span::styled(words, style));
            }
        }
        lines.push(Line::from(styled));
    }
    lines
}

impl Widget for &AreaCardPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let title = self.map.map_or_else(|| "Map".to_string(), |map| self.title(map));
        let room = usize::from(area.width.saturating_sub(4));
        let title = measure::cut(&title, room, self.look.glyphs);
        let inner = draw_frame(frame(self.look, Line::raw(title), false), area, buf);
        let columns = usize::from(inner.width.saturating_sub(2));
        let Some(map) = self.map else {
            let text =
                "This campaign has no map. A scenario adds one with `maps: [(id: 40, map: \"NAME\")]` in its muster.";
            for (y, words) in (0..inner.height).zip(measure::wrap(text, columns)) {
                draw_line(buf, inner, (1, y), &Line::styled(words, self.look.theme.header.muted));
            }
            return;
        };
        for (y, line) in (0..inner.height).zip(self.lines(map, inner.height, columns)) {
            draw_line(buf, inner, (1, y), &line);
        }
    }
}
