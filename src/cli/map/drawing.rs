//! A map in plain characters: its areas with their coordinates, edges and roads between them, and what each character is.

use crate::{
    ground::{Cell, Facing, Grid, Ground},
    text,
};

/// How many characters an area is from the one to the right of it.
const ACROSS: usize = 4;

/// How much room the rows' numbers take.
const MARGIN: usize = 5;

/// The map, its places and its legend.
pub(super) fn described(ground: &Ground) -> String {
    let mut lines = vec![text::sanitize(ground.title())];
    if !ground.about().is_empty() {
        lines.push(text::sanitize(ground.about()));
    }
    lines.push(String::new());
    lines.extend(drawn(ground));
    lines.push(String::new());
    lines.extend(key(ground));
    lines.join("\n")
}

/// A sheet of characters, blank at first.
struct Sheet(Vec<Vec<char>>);

impl Sheet {
    fn put(&mut self, x: usize, y: usize, text: &str) {
        for (place, c) in self.0[y][x..].iter_mut().zip(text.chars()) {
            *place = c;
        }
    }
}

/// How many lines an area is from the one below it.
fn down(grid: Grid) -> usize {
    match grid {
        Grid::Square => 2,
        Grid::Hex => 4,
    }
}

/// Where an area's own character stands.
fn spot(grid: Grid, cell: Cell) -> (usize, usize) {
    let lower = if grid == Grid::Hex && cell.column % 2 == 1 { 2 } else { 0 };
    (MARGIN + ACROSS * usize::from(cell.column), 1 + down(grid) * usize::from(cell.row) + lower)
}

/// The coordinates, the areas, and what lies between them.
fn drawn(ground: &Ground) -> Vec<String> {
    let grid = ground.grid();
    let last = Cell::new(ground.width() - 1, ground.height() - 1);
    let (width, height) = (spot(grid, last).0 + ACROSS, 1 + down(grid) * usize::from(ground.height()) + 1);
    let mut sheet = Sheet(vec![vec![' '; width]; height]);
    for column in 0..ground.width() {
        sheet.put(spot(grid, Cell::new(column, 0)).0, 0, &Cell::column_name(column));
    }
    for row in 0..ground.height() {
        sheet.put(0, spot(grid, Cell::new(0, row)).1, &format!("{:>3}", row + 1));
    }
    for cell in ground.cells() {
        let (x, y) = spot(grid, cell);
        sheet.put(x, y, &ground.sign(cell).to_string());
        if ground.name_of(cell).is_some() {
            sheet.put(x + 1, y, "*");
        }
    }
    for cell in ground.cells() {
        for (facing, beyond) in ground.neighbours(cell).filter(|(_, beyond)| cell < *beyond) {
            draw_edge(&mut sheet, ground, (cell, beyond), facing);
        }
    }
    let line = |line: Vec<char>| line.into_iter().collect::<String>().trim_end().to_string();
    let mut lines: Vec<String> = sheet.0.into_iter().map(line).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// What lies between an area and one after it in reading order.
fn draw_edge(sheet: &mut Sheet, ground: &Ground, (cell, beyond): (Cell, Cell), facing: Facing) {
    let (road, edge) = (ground.has_road(cell, facing), ground.edge_index(cell, facing));
    if !road && edge.is_none() {
        return;
    }
    let ((x, y), (to_x, to_y)) = (spot(ground.grid(), cell), spot(ground.grid(), beyond));
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
            sheet.put(x + 2, y, "--");
            sheet.put(middle_x, y, if edge.is_some() { "=" } else { "-" });
        }
        (_, true) => {
            let slope = if (to_x > x) == (to_y > y) { "\\" } else { "/" };
            sheet.put(middle_x, middle_y, if edge.is_some() { "=" } else { slope });
        }
    }
}

/// A mark for each kind of edge: one that looks like it if its name tells, or the next that is free.
fn marks(ground: &Ground) -> Vec<char> {
    const ALIKE: [(char, &[&str]); 5] = [
        ('~', &["river", "canal"]),
        (':', &["stream", "brook"]),
        ('#', &["wall"]),
        ('"', &["hedge", "fence"]),
        ('%', &["bank", "cliff", "ditch"]),
    ];
    let mut marks: Vec<char> = Vec::new();
    for kind in ground.edge_kinds() {
        let kind = kind.to_lowercase();
        let alike = ALIKE.iter().filter(|(_, words)| words.iter().any(|word| kind.contains(word)));
        let free = alike.map(|(mark, _)| *mark).chain("+&^$@!?~:#\"%".chars()).find(|mark| !marks.contains(mark));
        marks.push(free.unwrap_or('?'));
    }
    marks
}

/// What each character is, and the named places.
fn key(ground: &Ground) -> Vec<String> {
    let is_used = |at: usize| ground.cells().any(|cell| ground.terrain_index(cell) == at);
    let legend = ground.legend().iter().enumerate().filter(|(at, _)| is_used(*at));
    let mut signs: Vec<String> =
        legend.map(|(_, (sign, name))| format!("{} {}", text::shown(*sign), text::display_name(name))).collect();
    let edges = marks(ground).into_iter().zip(ground.edge_kinds()).enumerate();
    let laid = |at: usize| {
        ground
            .cells()
            .any(|cell| ground.neighbours(cell).any(|(facing, _)| ground.edge_index(cell, facing) == Some(at)))
    };
    signs.extend(
        edges.filter(|(at, _)| laid(*at)).map(|(_, (mark, name))| format!("{mark} {}", text::display_name(name))),
    );
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
    signs.extend((!ground.places().is_empty()).then(|| "* a place with a name".to_string()));
    let mut lines = vec![signs.join("   ")];
    lines.extend(ground.places().iter().map(|(name, cell)| {
        let held = ground.objectives().iter().find(|(objective, _)| objective == cell);
        let held = held.map_or(String::new(), |(_, owner)| match owner.as_str() {
            "" => ", an objective that nobody holds".into(),
            owner => format!(", an objective, held by {}", text::display_name(owner)),
        });
        format!("{cell:<5} {}{held}", text::display_name(name))
    }));
    lines
}
