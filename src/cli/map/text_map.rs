//! Draws a map in plain characters: its areas with coordinates, edges and roads between them, and a legend.

use std::collections::BTreeMap;
use wardiary_base::{
    ground::{Cell, Facing, Grid, Ground},
    text::{self, Text},
};

/// The minimum distance between neighbouring areas of a row, in characters.
const MIN_COLUMN_DISTANCE: usize = 4;

/// The width of the row numbers.
const MARGIN: usize = 5;

#[derive(Default)]
pub(super) struct Overlay {
    /// Marks of units, such as `[A]`, around the middle of an area.
    pub marks: BTreeMap<Cell, String>,
    /// Text from the middle of an area on, in place of its terrain.
    pub labels: BTreeMap<Cell, String>,
    /// Whether an area is left blank, by area index; empty if none is.
    pub blanked: Vec<bool>,
}

pub(super) fn map_text(ground: &Ground) -> String {
    let mut lines = vec![ground.title().to_string()];
    if !ground.about().is_empty() {
        lines.push(ground.about().to_string());
    }
    lines.push(String::new());
    let name = |side: &Text| if side.is_empty() { String::new() } else { side.as_name() };
    let start: Vec<(Cell, String)> = ground.objectives().iter().map(|(cell, side)| (*cell, name(side))).collect();
    lines.extend(map_lines(ground, &start, &Overlay::default()));
    lines.join("\n")
}

/// The map with its legend, its places, and its objectives with their holders; `""` for nobody.
pub(super) fn map_lines(ground: &Ground, holders: &[(Cell, String)], overlay: &Overlay) -> Vec<String> {
    let mut lines = draw_areas(ground, overlay);
    lines.push(String::new());
    lines.extend(legend(ground, holders));
    lines
}

struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn put(&mut self, x: usize, y: usize, text: &str) {
        for (place, c) in self.0[y][x..].iter_mut().zip(text.chars()) {
            *place = c;
        }
    }
}

fn row_distance(grid: Grid) -> usize {
    match grid {
        Grid::Square => 2,
        Grid::Hex => 4,
    }
}

#[derive(Clone, Copy)]
struct Layout {
    grid: Grid,
    column_distance: usize,
}

impl Layout {
    /// A layout that fits the text in every area and leaves the middle between two areas free.
    fn of(ground: &Ground, overlay: &Overlay) -> Self {
        let ahead = |text: &String| text.chars().count() - 1;
        let marks = overlay.marks.values().map(ahead).max().unwrap_or(0);
        let written = overlay.labels.values().map(|text| ahead(text) + 1).max().unwrap_or(0);
        Self { grid: ground.grid(), column_distance: MIN_COLUMN_DISTANCE.max(2 * marks).max(2 * written) }
    }

    /// The position of an area's own character.
    fn position(self, cell: Cell) -> (usize, usize) {
        let lower = if self.grid == Grid::Hex && cell.column % 2 == 1 { 2 } else { 0 };
        (
            MARGIN + self.column_distance * usize::from(cell.column),
            1 + row_distance(self.grid) * usize::from(cell.row) + lower,
        )
    }
}

fn draw_areas(ground: &Ground, overlay: &Overlay) -> Vec<String> {
    let layout = Layout::of(ground, overlay);
    let last = Cell::new(ground.width() - 1, ground.height() - 1);
    let (width, height) = (
        layout.position(last).0 + layout.column_distance,
        1 + row_distance(layout.grid) * usize::from(ground.height()) + 1,
    );
    let mut sheet = Canvas(vec![vec![' '; width]; height]);
    for column in 0..ground.width() {
        sheet.put(layout.position(Cell::new(column, 0)).0, 0, &Cell::column_name(column));
    }
    for row in 0..ground.height() {
        sheet.put(0, layout.position(Cell::new(0, row)).1, &format!("{:>3}", row + 1));
    }
    let shown = |cell: Cell| !ground.index(cell).and_then(|at| overlay.blanked.get(at)).copied().unwrap_or(false);
    for cell in ground.cells().filter(|cell| shown(*cell)) {
        let (x, y) = layout.position(cell);
        sheet.put(x, y, &ground.sign(cell).to_string());
        if ground.name_of(cell).is_some() {
            sheet.put(x + 1, y, "*");
        }
    }
    for cell in ground.cells() {
        for (facing, beyond) in ground.neighbours(cell).filter(|(_, beyond)| cell < *beyond) {
            if shown(cell) || shown(beyond) {
                draw_edge(&mut sheet, (ground, layout), (cell, beyond), facing);
            }
        }
    }
    for (cell, text) in &overlay.labels {
        let (x, y) = layout.position(*cell);
        sheet.put(x, y, text);
    }
    for (cell, mark) in &overlay.marks {
        let (x, y) = layout.position(*cell);
        sheet.put(x - 1, y, mark);
    }
    let line = |line: Vec<char>| line.into_iter().collect::<String>().trim_end().to_string();
    let mut lines: Vec<String> = sheet.0.into_iter().map(line).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Draws the edge between an area and a later one in reading order.
fn draw_edge(sheet: &mut Canvas, (ground, layout): (&Ground, Layout), (cell, beyond): (Cell, Cell), facing: Facing) {
    let (road, edge) = (ground.has_road(cell, facing), ground.edge_index(cell, facing));
    if !road && edge.is_none() {
        return;
    }
    let ((x, y), (to_x, to_y)) = (layout.position(cell), layout.position(beyond));
    let mark = edge.map_or(' ', |edge| marks(ground)[edge]);
    let (middle_x, middle_y) = (x.midpoint(to_x), y.midpoint(to_y));
    match (facing, road) {
        (Facing::S, false) => sheet.put(middle_x - 1, middle_y, &String::from(mark).repeat(3)),
        (_, false) => sheet.put(middle_x, middle_y, &String::from(mark)),
        (Facing::S, true) => {
            for y in y + 1..to_y {
                sheet.put(middle_x, y, "|");
            }
            if edge.is_some() {
                sheet.put(middle_x - 1, middle_y, &format!("{mark}={mark}"));
            }
        }
        (Facing::E, true) => {
            sheet.put(x + 2, y, &"-".repeat(layout.column_distance - 2));
            sheet.put(middle_x, y, if edge.is_some() { "=" } else { "-" });
        }
        (_, true) => {
            let slope = if (to_x > x) == (to_y > y) { "\\" } else { "/" };
            sheet.put(middle_x, middle_y, if edge.is_some() { "=" } else { slope });
        }
    }
}

/// A mark for each kind of edge: one that resembles it by name, or the next free one.
fn marks(ground: &Ground) -> Vec<char> {
    const SIMILAR_MARKS: [(char, &[&str]); 5] = [
        ('~', &["river", "canal"]),
        (':', &["stream", "brook"]),
        ('#', &["wall"]),
        ('"', &["hedge", "fence"]),
        ('%', &["bank", "cliff", "ditch"]),
    ];
    let mut marks: Vec<char> = Vec::new();
    for kind in ground.edge_kinds() {
        let kind = kind.to_string().to_lowercase();
        let alike = SIMILAR_MARKS.iter().filter(|(_, words)| words.iter().any(|word| kind.contains(word)));
        let free = alike.map(|(mark, _)| *mark).chain("+&^$@!?~:#\"%".chars()).find(|mark| !marks.contains(mark));
        marks.push(free.unwrap_or('?'));
    }
    marks
}

fn legend(ground: &Ground, holders: &[(Cell, String)]) -> Vec<String> {
    let is_used = |at: usize| ground.cells().any(|cell| ground.terrain_index(cell) == at);
    let legend = ground.legend().iter().enumerate().filter(|(at, _)| is_used(*at));
    let mut signs: Vec<String> =
        legend.map(|(_, (sign, name))| format!("{} {}", text::sanitize_char(*sign), name.as_name())).collect();
    let edges = marks(ground).into_iter().zip(ground.edge_kinds()).enumerate();
    let laid = |at: usize| {
        ground
            .cells()
            .any(|cell| ground.neighbours(cell).any(|(facing, _)| ground.edge_index(cell, facing) == Some(at)))
    };
    signs.extend(edges.filter(|(at, _)| laid(*at)).map(|(_, (mark, name))| format!("{mark} {}", name.as_name())));
    let crossing = |bridged: bool| {
        ground.cells().any(|cell| {
            let roads = |(facing, _): (Facing, Cell)| {
                ground.has_road(cell, facing) && ground.edge_index(cell, facing).is_some() == bridged
            };
            ground.neighbours(cell).any(roads)
        })
    };
    let road = if ground.grid() == Grid::Square { "- |" } else { "/ \\ |" };
    signs.extend(crossing(false).then(|| format!("{road} road")));
    signs.extend(crossing(true).then(|| "= road across an edge".to_string()));
    signs.extend((!ground.places().is_empty()).then(|| "* named place".to_string()));
    let mut lines = vec![signs.join("   ")];
    lines.extend(ground.places().iter().map(|(name, cell)| {
        let objective = holders.iter().find(|(objective, _)| objective == cell);
        let objective = objective.map_or(String::new(), |(_, holder)| match holder.as_str() {
            "" => ", an objective held by nobody".into(),
            holder => format!(", an objective held by {holder}"),
        });
        format!("{cell:<5} {}{objective}", name.as_name())
    }));
    lines
}
