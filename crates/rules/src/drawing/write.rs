//! Writes a map as text, either fresh or into the text of a file that a person wrote.
//!
//! In an existing file only what was drawn changes. Comments, order and manual layout stay. New edges, roads and places
//! come after the existing ones.

use super::is_same_drawing;
use std::collections::BTreeSet;
use wardiary_base::{
    document::{
        self, Writable,
        patch::{self, MAX_WIDTH, NodeId, Patch, fill_lines},
    },
    ground::{Cell, Facing, Grid, Ground, GroundDraft, Pairs, road_pieces},
    text::Text,
};

const INDENT: &str = "    ";

/// Formats a map as a person would write it.
pub fn new_map_text(ground: &Ground) -> String {
    let draft = draft_to_write(ground);
    let mut text = String::from("(\n");
    let fields =
        FIELDS.iter().filter_map(|field| Some(format!("{INDENT}{field}: {},\n", field_text(field, &draft, INDENT)?)));
    fields.for_each(|field| text.push_str(&field));
    text.push_str(")\n");
    text
}

/// The fields of a map, in the order in which they are written.
const FIELDS: [&str; 10] =
    ["title", "about", "rules", "grid", "rows", "legend", "edges", "roads", "places", "objectives"];

/// The ground as a draft, without legend entries that no area uses.
fn draft_to_write(ground: &Ground) -> GroundDraft {
    let draft = ground.to_draft();
    let is_there = |sign: &char| draft.rows.iter().any(|row| row.contains(*sign));
    let legend = Pairs(draft.legend.0.iter().filter(|(sign, _)| is_there(sign)).cloned().collect());
    GroundDraft { legend, ..draft }
}

fn field_text(field: &str, draft: &GroundDraft, margin: &str) -> Option<String> {
    let words = |words: &Text| (!words.is_empty()).then(|| quoted(words));
    let list = |open: &str, items: Vec<String>, close: &str| {
        let inner = format!("{margin}{INDENT}");
        (!items.is_empty()).then(|| format!("{open}\n{}{margin}{close}", fill_lines(&items, &inner)))
    };
    // One item a line.
    let lines = |open: &str, items: Vec<String>, close: &str| {
        let inner = format!("{margin}{INDENT}");
        (!items.is_empty()).then(|| format!("{open}\n{}{margin}{close}", patch::one_per_line(&items, &inner)))
    };
    match field {
        "title" => Some(quoted(&draft.title)),
        "about" => words(&draft.about),
        "rules" => words(&draft.rules),
        "grid" => Some(if draft.grid == Grid::Hex { "Hex" } else { "Square" }.into()),
        "rows" => lines("[", draft.rows.iter().map(|row| quoted(row)).collect(), "]"),
        "legend" => lines("{", draft.legend.0.iter().map(legend_item).collect(), "}"),
        "edges" => list("[", draft.edges.iter().map(edge_item).collect(), "]"),
        "roads" => {
            lines("[", draft.roads.iter().map(|road| road_item(road, &format!("{margin}{INDENT}"))).collect(), "]")
        }
        "places" => lines("{", draft.places.0.iter().map(place_item).collect(), "}"),
        "objectives" => lines("{", draft.objectives.0.iter().map(objective_item).collect(), "}"),
        _ => None,
    }
}

fn quoted(words: &dyn Writable) -> String {
    // An apostrophe within double quotes needs no escape.
    document::to_line(words).replace("\\'", "'")
}

fn legend_item((sign, terrain): &(char, Text)) -> String {
    format!("{}: {}", document::to_line(sign), quoted(terrain))
}

fn edge_item((cell, facing, kind): &(Cell, Facing, Text)) -> String {
    format!("(\"{cell}\", {facing}, {})", quoted(kind))
}

fn place_item((name, cell): &(Text, Cell)) -> String {
    format!("{}: \"{cell}\"", quoted(name))
}

fn objective_item((place, owner): &(Text, Text)) -> String {
    format!("{}: {}", quoted(place), quoted(owner))
}

/// The areas of a road, on one line, or on several if they are many.
fn road_item(road: &[Cell], margin: &str) -> String {
    let cells: Vec<String> = road.iter().map(|cell| format!("\"{cell}\"")).collect();
    let line = format!("[{}]", cells.join(", "));
    if margin.len() + line.len() < MAX_WIDTH {
        return line;
    }
    format!("[\n{}{margin}]", fill_lines(&cells, &format!("{margin}{INDENT}")))
}

/// Updates a map's text to the current drawing. The map is at `path` in the text, and has grown by `shift` columns and
/// rows at the left and the top. `None` if the result could not be read back as it is drawn.
pub fn updated_map_text(text: &str, path: &[&str], ground: &Ground, shift: (i32, i32)) -> Option<String> {
    let mut patch = Patch::parse(text)?;
    let outer = if path.is_empty() { None } else { Some(patch.find(path)?) };
    let old: GroundDraft = match outer {
        None => document::read(text).ok()?,
        Some(at) => document::read(patch.value(at)).ok()?,
    };
    let mut writing = MapUpdate { outer, path, old, ground, new: ground.to_draft(), shift, patch: &mut patch };
    writing.update_texts();
    writing.update_rows()?;
    writing.update_legend()?;
    writing.update_edges();
    writing.update_roads();
    writing.update_places();
    writing.update_objectives();
    let done = patch.finish();
    // Reads the result back before returning it.
    let again = Patch::parse(&done)?;
    let value = if path.is_empty() { done.as_str() } else { again.value(again.find(path)?) };
    let read = document::read::<GroundDraft>(value).ok()?.check().ok()?;
    is_same_drawing(&read, ground).then_some(done)
}

struct MapUpdate<'w, 't> {
    outer: Option<NodeId>,
    path: &'w [&'w str],
    old: GroundDraft,
    ground: &'w Ground,
    new: GroundDraft,
    shift: (i32, i32),
    patch: &'w mut Patch<'t>,
}

impl MapUpdate<'_, '_> {
    fn field(&self, name: &str) -> Option<NodeId> {
        let path: Vec<&str> = self.path.iter().copied().chain([name]).collect();
        self.patch.find(&path)
    }

    fn items(&self, field: NodeId) -> Vec<NodeId> {
        self.patch.children(Some(field)).collect()
    }

    fn moved(&self, cell: Cell) -> Option<Cell> {
        cell.translated(self.shift.0, self.shift.1).filter(|cell| self.ground.contains(*cell))
    }

    /// Appends items to a field; inserts the field if it is missing.
    fn append(&mut self, name: &str, items: &[String]) {
        if items.is_empty() {
            return;
        }
        if let Some(field) = self.field(name) {
            return self.patch.append(field, items);
        }
        let margin =
            self.patch.children(self.outer).next().map_or(INDENT.into(), |first| self.patch.indentation(first));
        if let Some(value) = field_text(name, &self.new, &margin) {
            self.insert(name, &value);
        }
    }

    fn insert(&mut self, name: &str, value: &str) {
        let before = FIELDS.iter().position(|field| *field == name).unwrap_or(0);
        self.patch.insert(self.outer, &FIELDS[..before], &format!("{name}: {value}"));
    }

    fn update_texts(&mut self) {
        let (old, new) = (&self.old, &self.new);
        let all =
            [("title", &old.title, &new.title), ("about", &old.about, &new.about), ("rules", &old.rules, &new.rules)];
        let changed: Vec<(&str, String)> =
            all.into_iter().filter(|(_, old, new)| old != new).map(|(name, _, new)| (name, quoted(new))).collect();
        for (name, value) in changed {
            match self.field(name) {
                Some(field) => self.patch.replace(field, value),
                None => self.insert(name, &value),
            }
        }
    }

    /// Replaces each row that changed. Rows use the characters of the file's own legend.
    fn update_rows(&mut self) -> Option<()> {
        let field = self.field("rows")?;
        let items = self.items(field);
        let rows: Vec<String> = self.new.rows.iter().map(|row| quoted(row)).collect();
        // If at least as many rows were removed below as were added above, all rows are new.
        let top = usize::try_from(self.shift.1).unwrap_or(0).min(rows.len());
        let cut = usize::try_from(-self.shift.1).unwrap_or(0).min(items.len());
        self.patch.remove_all(items[..cut].to_vec());
        let kept = &items[cut..];
        let below = rows.get(top..)?;
        for (item, row) in kept.iter().zip(below) {
            if self.patch.value(*item) != row {
                self.patch.replace(*item, row.clone());
            }
        }
        self.patch.remove_all(kept.get(below.len()..).unwrap_or_default().to_vec());
        if let Some(first) = kept.first().filter(|_| top > 0) {
            let first = *first;
            self.patch.insert_before(first, &rows[..top]);
        }
        let more = below.get(kept.len()..).unwrap_or_default().to_vec();
        self.patch.append_lines(field, &more);
        Some(())
    }

    fn update_legend(&mut self) -> Option<()> {
        let field = self.field("legend")?;
        let known = &self.old.legend.0;
        let drawn = draft_to_write(self.ground);
        let more = drawn.legend.0.iter().filter(|entry| !known.contains(entry)).map(legend_item).collect::<Vec<_>>();
        self.patch.append_lines(field, &more);
        Some(())
    }

    fn update_edges(&mut self) {
        let grid = self.ground.grid();
        // Normalises an edge to the first of the two areas that it divides.
        let first = |(cell, facing, kind): &(Cell, Facing, Text)| {
            let beyond = grid.neighbour(*cell, *facing).filter(|beyond| beyond < cell);
            beyond.map_or((*cell, *facing, kind.clone()), |beyond| (beyond, facing.opposite(), kind.clone()))
        };
        let mut left: Vec<(Cell, Facing, Text)> = self.new.edges.iter().map(first).collect();
        let wanted: BTreeSet<(Cell, u8, Text)> =
            left.iter().map(|(cell, facing, kind)| (*cell, *facing as u8, kind.clone())).collect();
        let mut kept = BTreeSet::new();
        let mut gone = Vec::new();
        if let Some(field) = self.field("edges") {
            let items = self.items(field);
            for (item, edge) in items.into_iter().zip(self.old.edges.clone()) {
                let moved = self.moved(edge.0).map(|cell| (cell, edge.1, edge.2));
                let now = moved.as_ref().map(&first);
                let key = now.map(|(cell, facing, kind)| (cell, facing as u8, kind));
                match (moved, key) {
                    (Some(moved), Some(key)) if wanted.contains(&key) => {
                        if self.shift != (0, 0) {
                            self.patch.replace(item, edge_item(&moved));
                        }
                        kept.insert(key);
                    }
                    _ => gone.push(item),
                }
            }
        }
        left.retain(|(cell, facing, kind)| !kept.contains(&(*cell, *facing as u8, kind.clone())));
        self.patch.remove_all(gone);
        self.append("edges", &left.iter().map(edge_item).collect::<Vec<_>>());
    }

    /// Keeps the file's roads as far as they still exist. New roads begin where those end.
    fn update_roads(&mut self) {
        let mut left = self.ground.without_roads();
        for road in &self.new.roads {
            road.windows(2).for_each(|pair| set_roads(&mut left, pair, true));
        }
        if let Some(field) = self.field("roads") {
            let items = self.items(field);
            let margin = items.first().map_or(INDENT.repeat(2), |item| self.patch.indentation(*item));
            let mut gone = Vec::new();
            for (item, road) in items.into_iter().zip(self.old.roads.clone()) {
                let way: Vec<Option<Cell>> = road.iter().map(|cell| self.moved(*cell)).collect();
                // Cuts the road wherever one of its links is broken.
                let mut cut: Vec<Option<Cell>> = Vec::new();
                for (at, cell) in way.iter().enumerate() {
                    let before = at.checked_sub(1).and_then(|at| way[at]);
                    let link = before.zip(*cell);
                    if link.is_some_and(|(a, b)| {
                        self.ground.grid().facing_to(a, b).is_none_or(|f| !self.ground.has_road(a, f))
                    }) {
                        cut.push(None);
                    }
                    cut.push(*cell);
                }
                let rest = road_pieces(cut.into_iter());
                rest.iter().for_each(|run| run.windows(2).for_each(|pair| set_roads(&mut left, pair, false)));
                if rest.is_empty() {
                    gone.push(item);
                } else if rest.len() > 1 || rest[0] != road {
                    let texts: Vec<String> = rest.iter().map(|run| road_item(run, &margin)).collect();
                    self.patch.replace(item, texts.join(&format!(",\n{margin}")));
                }
            }
            self.patch.remove_all(gone);
            let more = left.to_draft().roads.iter().map(|road| road_item(road, &margin)).collect::<Vec<_>>();
            self.patch.append_lines(field, &more);
        } else {
            let roads: Vec<String> = self.new.roads.iter().map(|road| road_item(road, &INDENT.repeat(2))).collect();
            self.append("roads", &roads);
        }
    }

    fn update_places(&mut self) {
        let (old, new) = (self.old.places.0.clone(), self.new.places.0.clone());
        let old: Vec<(Text, Cell, Option<Cell>)> =
            old.into_iter().map(|(name, cell)| (name, cell, self.moved(cell))).collect();
        // A place with a new name in the same area is the old place, renamed.
        let now = |name: &Text, cell: Option<Cell>| {
            let same_name = new.iter().find(|(other, _)| other == name);
            same_name.or_else(|| {
                new.iter().find(|(other, at)| Some(*at) == cell && old.iter().all(|(name, ..)| name != other))
            })
        };
        let mut text = Vec::new();
        if let Some(field) = self.field("places") {
            let mut gone = Vec::new();
            for (item, (name, was, cell)) in self.items(field).into_iter().zip(&old) {
                match now(name, *cell).filter(|place| !text.contains(*place)) {
                    Some(place) => {
                        text.push(place.clone());
                        if place.0 != *name || place.1 != *was {
                            self.patch.replace(item, place_item(place));
                        }
                    }
                    None => gone.push(item),
                }
            }
            self.patch.remove_all(gone);
        }
        let more: Vec<String> = new.iter().filter(|place| !text.contains(place)).map(place_item).collect();
        self.append_lines("places", &more);
    }

    fn update_objectives(&mut self) {
        let new = self.new.objectives.0.clone();
        let mut text = Vec::new();
        if let Some(field) = self.field("objectives") {
            let mut gone = Vec::new();
            for (item, (place, owner)) in self.items(field).into_iter().zip(self.old.objectives.0.clone()) {
                let now = new.iter().find(|(name, _)| name.eq_ignore_case(&place));
                match now.filter(|objective| !text.contains(*objective)) {
                    Some(objective) => {
                        text.push(objective.clone());
                        if objective.1 != owner {
                            self.patch.replace(item, objective_item(objective));
                        }
                    }
                    None => gone.push(item),
                }
            }
            self.patch.remove_all(gone);
        }
        let more: Vec<String> = new.iter().filter(|objective| !text.contains(objective)).map(objective_item).collect();
        self.append_lines("objectives", &more);
    }

    fn append_lines(&mut self, name: &str, items: &[String]) {
        match self.field(name) {
            Some(field) => self.patch.append_lines(field, items),
            None => self.append(name, items),
        }
    }
}

fn set_roads(ground: &mut Ground, pair: &[Cell], there: bool) {
    if let Some(facing) = ground.grid().facing_to(pair[0], pair[1]) {
        ground.set_road(pair[0], facing, there);
    }
}
