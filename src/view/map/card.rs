//! The card of an area: what it is, who stands there, and what was asked about it.

use crate::{
    book::{GroundRules, Mechanism},
    ground::{Cell, Ground},
    id::UnitId,
    state::{Map, State, Unit},
    text,
    view::{Look, draw_line, frame, measure, modifier, open_frame},
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};

/// The card of an area.
pub struct CardPane<'a> {
    /// What it is drawn with.
    pub look: Look<'a>,
    /// Whose units stand there.
    pub state: &'a State,
    /// The map; none where the campaign has none.
    pub map: Option<&'a Map>,
    /// The area.
    pub cell: Cell,
    /// The units that are chosen or picked.
    pub chosen: &'a [UnitId],
    /// What was asked, and is answered.
    pub said: String,
    /// Whom they could attack from there, a phrase each, under headings.
    pub attacks: Vec<(String, Vec<String>)>,
    /// Whether that comes before what is said.
    pub attacks_first: bool,
}

/// The rows from which on each attack has a line of its own.
const TALL: u16 = 10;

impl CardPane<'_> {
    /// A unit with all that it has.
    fn unit(&self, unit: &Unit) -> String {
        let book = self.state.book();
        let mut parts = vec![unit.kind.to_string()];
        if book.lines_up() {
            let step = book.ladder.step(self.state.grade_used(unit));
            let bonus = if step.modifier == 0 { String::new() } else { format!(" {}", modifier(step)) };
            parts.push(format!("{}{bonus}", step.name));
        }
        parts.push(format!("{}/{} SP", unit.strength.now, unit.strength.full));
        if book.uses(Mechanism::Edna) {
            parts.push(text::edna(unit.edna.now, unit.edna.full));
        }
        if let Some(place) = unit.place {
            parts.push(format!("faces {}", place.facing));
        }
        if let Some(moved) = self.state.move_of(unit.id) {
            parts.push(if moved.cost == 0 { "turned".into() } else { format!("moved {} of {}", moved.cost, moved.of) });
        }
        parts.join(", ")
    }

    /// What could be attacked, in as many rows; where they are few, in one paragraph, of which the end is left out that finds
    /// no room, and counted.
    fn attacks(&self, rows: u16, columns: usize) -> Vec<Vec<(String, Style)>> {
        let (head, plain) = (self.look.theme.header.awaited, self.look.theme.header.battle);
        if rows >= TALL {
            let lines = self.attacks.iter().flat_map(|(title, phrases)| {
                let phrases_of = phrases.iter().map(|phrase| vec![(format!("- {}", text::sanitize(phrase)), plain)]);
                std::iter::once(vec![(heading(title, phrases), head)]).chain(phrases_of)
            });
            return lines.collect();
        }
        let parts = in_a_row(&self.attacks);
        // Lines are left for what is said, and one for who stands there or what the area is.
        let room = usize::from(rows).saturating_sub(measure::wrap(&self.said, columns).len() + 1).max(1);
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

    fn paragraphs(&self, map: &Map, rows: u16, columns: usize) -> Vec<Vec<(String, Style)>> {
        let styles = &self.look.theme.map;
        let (strong, plain) = (styles.label, self.look.theme.header.battle);
        let mut all = self.attacks(rows, columns);
        if !self.said.is_empty() {
            let at = if self.attacks_first { all.len() } else { 0 };
            all.insert(at, vec![(text::sanitize(&self.said), self.look.theme.header.awaited)]);
        }
        for unit in self.state.units_at(map.id, self.cell) {
            let side = self.state.sides().iter().position(|side| side.id == unit.side).unwrap_or(0);
            let facing = unit.place.map(|place| place.facing).unwrap_or_default();
            let sign = self.look.glyphs.map().unit(side, facing);
            let side_name = self.state.name(unit.side);
            all.push(vec![
                (sign.to_string(), self.look.theme.side(side)),
                (format!(" {}", unit.name), if self.chosen.contains(&unit.id) { styles.cursor } else { strong }),
                (format!(" {side_name}, {}", self.unit(unit)), plain),
            ]);
        }
        all.push(vec![(described(&self.state.book().ground, &map.ground, self.cell), self.look.theme.header.quiet)]);
        all
    }

    fn title(&self, map: &Map) -> String {
        let name = map.ground.name_of(self.cell).map(text::display_name);
        name.map_or_else(|| self.cell.to_string(), |name| format!("{} {name}", self.cell))
    }
}

/// A heading of phrases.
fn heading(heading: &str, phrases: &[String]) -> String {
    let colon = if phrases.is_empty() { "" } else { ":" };
    format!("{}{colon}", text::sanitize(heading))
}

/// What could be attacked, for a paragraph: the phrases, each first one with its heading.
fn in_a_row(attacks: &[(String, Vec<String>)]) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for (title, phrases) in attacks {
        match phrases.split_first() {
            None => parts.push(heading(title, phrases)),
            Some((first, others)) => {
                parts.push(format!("{} {}", heading(title, phrases), text::sanitize(first)));
                parts.extend(others.iter().map(|phrase| text::sanitize(phrase)));
            }
        }
    }
    parts
}

/// The rows that a card below the map needs for what is said and for what could be attacked, in a pane of so many columns:
/// with its border, one for what the area is, and one where somebody stands there.
#[must_use]
pub fn rows_needed(said: &str, attacks: &[(String, Vec<String>)], stands: bool, width: u16) -> u16 {
    let columns = usize::from(width.saturating_sub(4));
    let lines = measure::wrap(said, columns).len() + measure::wrap(&in_a_row(attacks).join("; "), columns).len();
    u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(3 + u16::from(stands))
}

/// What the area is: its terrain and what that does, its name, its roads, what lies on its edges.
#[must_use]
pub fn described(rules: &GroundRules, ground: &Ground, cell: Cell) -> String {
    let name = ground.terrain(cell).unwrap_or_default();
    let mut parts = vec![text::display_name(name)];
    if let Some(terrain) = rules.terrain(name) {
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
    let to = |test: &dyn Fn(crate::ground::Facing) -> bool| {
        facings.iter().filter(|facing| test(**facing)).map(|facing| facing.word()).collect::<Vec<_>>().join(" ")
    };
    let roads = to(&|facing| ground.has_road(cell, facing));
    if !roads.is_empty() {
        parts.push(format!("road {roads}"));
    }
    for (at, kind) in ground.edge_kinds().iter().enumerate() {
        let edges = to(&|facing| ground.edge_index(cell, facing) == Some(at));
        if !edges.is_empty() {
            parts.push(format!("{} {edges}", text::display_name(kind)));
        }
    }
    parts.join(", ")
}

/// Words in styles, in lines of at most so many columns.
fn wrapped(spans: &[(String, Style)], columns: usize) -> Vec<Line<'static>> {
    let whole: String = spans.iter().map(|(words, _)| words.as_str()).collect();
    let mut left: Vec<(String, Style)> =
        spans.iter().flat_map(|(words, style)| words.chars().map(|c| (c.to_string(), *style))).collect();
    let mut lines = Vec::new();
    for line in measure::wrap(&whole, columns) {
        let mut styled = Vec::new();
        for sign in line.chars() {
            // What is broken at a space loses it.
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

impl Widget for &CardPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let title = self.map.map_or_else(|| "Map".to_string(), |map| self.title(map));
        let room = usize::from(area.width.saturating_sub(4));
        let title = measure::cut(&title, room, self.look.glyphs);
        let inner = open_frame(frame(self.look, Line::raw(title), false), area, buf);
        let columns = usize::from(inner.width.saturating_sub(2));
        let Some(map) = self.map else {
            let said = "This campaign has no map. A scenario brings one, with `maps: [(id: 40, map: \"NAME\")]` in its muster.";
            for (y, words) in (0..inner.height).zip(measure::wrap(said, columns)) {
                draw_line(buf, inner, (1, y), &Line::styled(words, self.look.theme.header.quiet));
            }
            return;
        };
        let lines = self.paragraphs(map, inner.height, columns).into_iter().flat_map(|spans| wrapped(&spans, columns));
        for (y, line) in (0..inner.height).zip(lines) {
            draw_line(buf, inner, (1, y), &line);
        }
    }
}
