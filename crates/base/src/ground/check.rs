//! Validates a ground draft and builds the checked ground.

use super::{Cell, Ground, GroundDraft, MAX_SIZE};
use crate::{
    book::GroundRules,
    fault::Fault,
    text::{self, Text},
};
use unicode_width::UnicodeWidthChar;

const MAX_KINDS: usize = 200;

impl GroundDraft {
    /// Validates the draft and builds its ground; the errors are all its faults.
    pub fn check(&self) -> Result<Ground, Vec<Fault>> {
        let mut faults = Vec::new();
        faults.extend(text::name_fault(&self.title).map(|what| Fault::at("title", what)));
        self.check_legend(&mut faults);
        let Some(mut ground) = self.sized_ground(&mut faults) else { return Err(faults) };
        self.lay_terrain(&mut ground, &mut faults);
        self.lay_edges(&mut ground, &mut faults);
        self.lay_roads(&mut ground, &mut faults);
        self.name_places(&mut ground, &mut faults);
        self.set_objectives(&mut ground, &mut faults);
        if faults.is_empty() { Ok(ground) } else { Err(faults) }
    }

    /// The terrain and edges that a rulebook does not define.
    pub fn faults_with_rules(&self, rules: &GroundRules) -> Vec<Fault> {
        let terrain: Vec<&Text> = rules.terrain.iter().map(|terrain| &terrain.name).collect();
        let edges: Vec<&Text> = rules.edges.iter().map(|edge| &edge.name).collect();
        let legend = self.legend.0.iter().enumerate().filter(|(_, (_, name))| rules.terrain(name).is_none());
        let legend = legend.map(|(at, (_, name))| not_in_rulebook(format!("legend.{at}"), "terrain", name, &terrain));
        let mut text: Vec<&Text> = Vec::new();
        let unknown = self.edges.iter().enumerate().filter(|(_, (.., kind))| {
            let first = rules.edge(kind).is_none() && !text.contains(&kind);
            text.extend(first.then_some(kind));
            first
        });
        let unknown =
            unknown.map(|(at, (.., kind))| not_in_rulebook(format!("edges.{at}.2"), "kind of edge", kind, &edges));
        legend.chain(unknown).collect()
    }

    fn check_legend(&self, faults: &mut Vec<Fault>) {
        let legend = &self.legend.0;
        if legend.len() > MAX_KINDS {
            faults.push(Fault::at("legend", format!("a legend has at most {MAX_KINDS} characters")));
        }
        for (at, (sign, terrain)) in legend.iter().enumerate() {
            let path = format!("legend.{at}");
            if sign.width() != Some(1) {
                let what = format!("the character “{}” does not take up one column", text::sanitize_char(*sign));
                faults.push(Fault::at(&path, what).with_hint("choose one that is as wide as a letter"));
            }
            if legend[..at].iter().any(|(other, _)| other == sign) {
                faults.push(Fault::at(
                    &path,
                    format!("the character “{}” is in the legend twice", text::sanitize_char(*sign)),
                ));
            }
            faults.extend(text::name_fault(terrain).map(|what| Fault::at(&path, what)));
        }
    }

    /// Ground of the right size with only the first terrain; `None` if the rows do not give a size.
    fn sized_ground(&self, faults: &mut Vec<Fault>) -> Option<Ground> {
        let lengths: Vec<usize> = self.rows.iter().map(|row| row.chars().count()).collect();
        // The width is the commonest row length; the first one if several are as common.
        let most = |length: &usize| lengths.iter().filter(|l| *l == length).count();
        let Some(width) = lengths.iter().rev().copied().max_by_key(most) else {
            let fault = Fault::at("rows", "the map has no areas");
            faults
                .push(fault.with_hint("write a text for each row and a character for each area: `[\"..w\", \"...\"]`"));
            return None;
        };
        for (at, length) in lengths.iter().enumerate().filter(|(_, length)| **length != width) {
            let areas = text::count(*length, "area", "areas");
            faults.push(Fault::at(format!("rows.{at}"), format!("this row has {areas}, the others {width}")));
        }
        let height = lengths.len();
        if width > usize::from(MAX_SIZE) {
            let at = lengths.iter().position(|length| *length == width).unwrap_or(0);
            faults.push(Fault::at(format!("rows.{at}"), format!("ground has at most {MAX_SIZE} columns, not {width}")));
        }
        if height > usize::from(MAX_SIZE) {
            faults.push(Fault::at("rows", format!("ground has at most {MAX_SIZE} rows, not {height}")));
        }
        if width * height == 1 {
            faults.push(
                Fault::at("rows", "on ground of one area no unit could move").with_hint("it needs at least two areas"),
            );
        }
        if width == 0 && !faults.iter().any(|fault| fault.path[0] == "rows") {
            faults.push(Fault::at("rows.0", "this row has no area"));
        }
        let size = |length| u16::try_from(length).ok().filter(|size| (1..=MAX_SIZE).contains(size));
        Some(Ground::empty(self, size(width)?, size(height)?))
    }

    fn lay_terrain(&self, ground: &mut Ground, faults: &mut Vec<Fault>) {
        let legend = &self.legend.0;
        ground.legend.clone_from(legend);
        let mut unknown: Vec<char> = Vec::new();
        for (row, text) in (0..ground.height).zip(&self.rows) {
            for (column, sign) in (0..ground.width).zip(text.chars()) {
                let cell = Cell { row, column };
                match legend.iter().position(|(known, _)| *known == sign) {
                    Some(at) => {
                        let index = ground.index_of(cell);
                        ground.terrain[index] = u8::try_from(at).unwrap_or(0);
                    }
                    None if unknown.contains(&sign) => {}
                    None => {
                        unknown.push(sign);
                        let known: Vec<String> = legend.iter().map(|(sign, _)| format!("“{sign}”")).collect();
                        let what =
                            format!("{cell}: the character “{}” is not in the legend", text::sanitize_char(sign));
                        let hint = if known.is_empty() {
                            "the legend is empty".into()
                        } else {
                            format!("the legend has {}", text::list(&known))
                        };
                        faults.push(Fault::at(format!("rows.{row}"), what).with_hint(hint));
                    }
                }
            }
        }
    }

    fn lay_edges(&self, ground: &mut Ground, faults: &mut Vec<Fault>) {
        for (at, (cell, facing, kind)) in self.edges.iter().enumerate() {
            let path = format!("edges.{at}");
            if let Some(what) = text::name_fault(kind) {
                faults.push(Fault::at(format!("{path}.2"), what));
            } else if !ground.contains(*cell) {
                faults.push(Fault::at(&path, ground.off_map_message(*cell)));
            } else if !ground.grid.has_facing(*facing) {
                let own: Vec<&str> = ground.grid.facings().iter().map(|facing| facing.word()).collect();
                let fault = Fault::at(format!("{path}.1"), format!("{cell} has no edge {facing}"));
                faults.push(fault.with_hint(format!("its edges are {}", text::list(&own))));
            } else if ground.neighbour(*cell, *facing).is_none() {
                let what = format!("the edge {facing} of {cell} is the border of the map: there is no area beyond it");
                faults.push(Fault::at(&path, what));
            } else if ground.edge(*cell, *facing).is_some() {
                let what = format!("the edge {facing} of {cell} is listed twice");
                faults
                    .push(Fault::at(&path, what).with_hint("list an edge only once for the two areas that it divides"));
            } else if ground.edge_kinds.len() == MAX_KINDS && !ground.edge_kinds.contains(kind) {
                faults.push(Fault::at(&path, format!("there are at most {MAX_KINDS} kinds of edges")));
            } else {
                ground.set_edge(*cell, *facing, Some(kind));
            }
        }
    }

    fn lay_roads(&self, ground: &mut Ground, faults: &mut Vec<Fault>) {
        for (at, road) in self.roads.iter().enumerate() {
            if road.len() < 2 {
                let fault = Fault::at(format!("roads.{at}"), "a road needs at least two areas");
                faults.push(fault.with_hint("write a road as `[\"A3\", \"B3\"]`"));
            }
            for (i, cell) in road.iter().enumerate() {
                if !ground.contains(*cell) {
                    faults.push(Fault::at(format!("roads.{at}.{i}"), ground.off_map_message(*cell)));
                    continue;
                }
                let Some(before) = i.checked_sub(1).map(|i| road[i]).filter(|before| ground.contains(*before)) else {
                    continue;
                };
                if let Some(facing) = ground.grid.facing_to(before, *cell) {
                    ground.set_road(before, facing, true);
                } else {
                    let fault = Fault::at(format!("roads.{at}.{i}"), format!("{before} and {cell} share no edge"));
                    faults.push(fault.with_hint("list every area that the road goes through"));
                }
            }
        }
    }

    fn name_places(&self, ground: &mut Ground, faults: &mut Vec<Fault>) {
        for (at, (name, cell)) in self.places.0.iter().enumerate() {
            let path = format!("places.{at}");
            let named = |place: &&(Text, Cell)| place.1 == *cell;
            if let Some(what) = text::name_fault(name) {
                faults.push(Fault::at(&path, what));
            } else if name.raw().parse::<Cell>().is_ok() {
                let what = format!("“{name}” is an area's coordinates and can't be a place's name");
                faults.push(Fault::at(&path, what));
            } else if ground.place_named(name.raw()).is_some() {
                faults.push(Fault::at(&path, format!("duplicate place “{name}”")));
            } else if !ground.contains(*cell) {
                faults.push(Fault::at(&path, ground.off_map_message(*cell)));
            } else if let Some((other, _)) = ground.places.iter().find(named) {
                faults.push(Fault::at(&path, format!("{cell} already has the name “{other}”")));
            } else {
                ground.places.push((name.clone(), *cell));
            }
        }
    }

    fn set_objectives(&self, ground: &mut Ground, faults: &mut Vec<Fault>) {
        for (at, (place, owner)) in self.objectives.0.iter().enumerate() {
            let path = format!("objectives.{at}");
            let names: Vec<&Text> = self.places.0.iter().map(|(name, _)| name).collect();
            let named = names.iter().any(|name| name.raw().eq_ignore_ascii_case(place.raw()));
            if !named {
                let fault = Fault::at(&path, format!("there is no place “{}”", place.as_name()));
                faults.push(match text::nearest(place, names.iter().copied()) {
                    Some(near) => fault.with_hint(format!("did you mean “{near}”?")),
                    None => fault.with_hint("an objective must be one of the named `places`"),
                });
            } else if !owner.is_empty() && text::name_fault(owner).is_some() {
                faults.extend(text::name_fault(owner).map(|what| Fault::at(&path, what)));
            } else if let Some(cell) = ground.place_named(place.raw()) {
                if ground.objectives.iter().any(|(objective, _)| *objective == cell) {
                    faults.push(Fault::at(&path, format!("“{}” is already an objective", place.as_name())));
                } else {
                    ground.objectives.push((cell, owner.clone()));
                }
            }
        }
    }
}

fn not_in_rulebook(at: String, what: &str, name: &Text, all: &[&Text]) -> Fault {
    let fault = Fault::at(at, format!("the rulebook has no {what} “{}”", name.as_name()));
    match text::nearest(name, all.iter().copied()) {
        Some(near) => fault.with_hint(format!("did you mean “{near}”?")),
        None if all.is_empty() => fault,
        None => fault.with_hint(format!("available: {}", text::list(all))),
    }
}
