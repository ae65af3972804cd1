//! The legend of a map: the signs that occur on it, at the current zoom.

use super::{
    Holder, MapAreas, MapPane, Piece, Zoom,
    piece::initial,
    signs::{LineSigns, MapSigns},
    terrain,
};
use crate::{
    Look, draw_line, grade_letter,
    help::{HelpItem, HelpSection},
    measure, modifier,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
};
use std::collections::BTreeSet;
use wardiary_base::{
    book::{EdgeKind, EdgeLook, Mechanism, Terrain},
    ground::{Cell, Facing, Grid, Ground},
    text::{self, Text},
};
use wardiary_rules::state::State;

#[derive(Clone, Copy)]
pub struct MapLegend<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub ground: &'a Ground,
    pub pieces: &'a [Piece],
    pub objectives: &'a [(Cell, Holder)],
    pub zoom: Zoom,
}

/// The indexes of the level and of the upright line in a set of line signs.
const HORIZONTAL: usize = 10;
const VERTICAL: usize = 5;

/// The columns for facing, grade and strength.
const NUMBERS: usize = 9;

impl MapLegend<'_> {
    /// The sections of the legend, one for each kind of sign.
    pub fn sections(&self) -> Vec<HelpSection> {
        let all = [
            ("On this map: the ground", self.terrain()),
            ("On this map: edges and roads", self.edges()),
            ("On this map: places", self.places()),
            ("On this map: units", self.units()),
            ("On this map: grades", self.grades()),
            ("On this map: the cursor and moves", self.marks()),
            ("On this map: layers", self.layers()),
        ];
        let some = all.into_iter().filter(|(_, items)| !items.is_empty());
        some.map(|(heading, items)| HelpSection { heading: heading.into(), items }).collect()
    }

    /// The signs and their names, without effects: who is who, the letters of troop types, the ground, its lines and places.
    fn brief(&self) -> Vec<HelpItem> {
        let sides = self.state.sides().iter().enumerate().map(|(at, side)| {
            let sign = format!(" {} ", self.signs().unit(at, Facing::N));
            HelpItem::sign(sign, self.look.theme.side(at), side.name.to_string())
        });
        // `artillery` for `heavy artillery` and `mountain artillery`.
        let last_word = |kind: &String| kind.rsplit(' ').next().unwrap_or_default().to_string();
        let letters = self.initials().into_iter().map(|(letter, kinds)| {
            let kinds: BTreeSet<String> = kinds.iter().map(last_word).collect();
            HelpItem::sign(letter, self.look.theme.map.label, kinds.into_iter().collect::<Vec<_>>().join(", "))
        });
        let letters = letters.filter(|_| self.zoom <= Zoom::Near);
        let ground = self.places().into_iter().chain(self.terrain()).chain(self.edges());
        let ground = ground.filter(|item| !item.term.trim().is_empty());
        let ground = ground.map(|item| {
            let name = item.description.split(':').next().unwrap_or_default().to_string();
            HelpItem { description: name, ..item }
        });
        sides.chain(self.last_seen()).chain(letters).chain(ground).collect()
    }

    fn last_seen(&self) -> Option<HelpItem> {
        let piece = self.pieces.iter().find(|piece| piece.is_last_seen)?;
        let style = self.look.theme.side(piece.side).add_modifier(Modifier::DIM);
        Some(HelpItem::sign(super::piece::LAST_SEEN, style, "an enemy force where it was last seen".into()))
    }

    fn signs(&self) -> &'static MapSigns {
        self.look.glyphs.map()
    }

    fn terrain(&self) -> Vec<HelpItem> {
        let (rules, styles) = (&self.state.book().ground, &self.look.theme.map);
        let mut there = vec![false; self.ground.legend().len()];
        (0..self.ground.areas()).for_each(|at| there[self.ground.terrain_index(self.ground.cell(at))] = true);
        let names = self.ground.legend().iter().zip(there).filter(|(_, there)| *there).map(|((_, name), _)| name);
        let item = |name: &Text| {
            let known = rules.terrain(name);
            let look = known.map_or(super::paint::UNKNOWN_TERRAIN, |terrain| terrain.look);
            let about = known.map_or_else(Vec::new, terrain_effects);
            HelpItem::sign(
                terrain::sign(look, self.signs()),
                terrain::style(look, styles),
                with_effects(name.as_name(), &about),
            )
        };
        let mut items: Vec<HelpItem> = names.map(item).collect();
        if self.zoom > Zoom::Far && !self.pieces.is_empty() {
            let about = "In an occupied area the sign is below the unit, on the lower edge.";
            items.push(HelpItem::plain("", about));
        }
        items
    }

    fn edges(&self) -> Vec<HelpItem> {
        let (rules, styles, signs) = (&self.state.book().ground, &self.look.theme.map, self.signs());
        let hexes = self.ground.grid() == Grid::Hex;
        let far = self.zoom == Zoom::Far && !hexes;
        let line =
            |line: &LineSigns| if far { line[VERTICAL].to_string() } else { pair(line[HORIZONTAL], line[VERTICAL]) };
        let mut items = Vec::new();
        for name in self.ground.edge_kinds() {
            let known = rules.edge(name);
            let look = known.map_or(EdgeLook::Bank, |edge| edge.look);
            let sign = if hexes {
                terrain::hex_edge_sign(look, signs).to_string()
            } else {
                line(terrain::edge_signs(look, signs))
            };
            let about = known.map_or_else(Vec::new, edge_effects);
            items.push(HelpItem::sign(sign, terrain::edge_style(look, styles), with_effects(name.as_name(), &about)));
        }
        if far && !items.is_empty() {
            let style = styles.river.add_modifier(Modifier::UNDERLINED);
            items.push(HelpItem::sign("  ", style, "underlined: a feature on the area’s lower edge".into()));
        }
        let (road, bridge) = self.roads();
        if road {
            let mut about = vec![format!("entering an area by road costs {}, whatever its terrain", rules.road)];
            if rules.road_bonus > 0 {
                about.push(format!("a move entirely by road may cost {} more", rules.road_bonus));
            }
            items.push(HelpItem::sign(
                pair(signs.road[HORIZONTAL], signs.road[VERTICAL]),
                styles.road,
                with_effects("road".into(), &about),
            ));
        }
        if bridge {
            let about = "a road across a feature on an edge: units on the road can cross it".into();
            items.push(HelpItem::sign(pair(signs.bridge[0], signs.bridge[1]), styles.road, about));
        }
        items
    }

    /// Whether the map has roads, and whether one crosses an edge feature.
    fn roads(&self) -> (bool, bool) {
        let cells = || (0..self.ground.areas()).map(|at| self.ground.cell(at));
        let facings = self.ground.grid().facings();
        let on = |test: &dyn Fn(Cell, Facing) -> bool| {
            cells().any(|cell| facings.iter().any(|facing| self.ground.has_road(cell, *facing) && test(cell, *facing)))
        };
        (on(&|_, _| true), on(&|cell, facing| self.ground.edge_index(cell, facing).is_some()))
    }

    fn places(&self) -> Vec<HelpItem> {
        let (signs, styles) = (self.signs(), &self.look.theme.map);
        let mut items = Vec::new();
        if self.ground.places().iter().any(|(_, cell)| !self.objectives.iter().any(|(place, _)| place == cell)) {
            items.push(HelpItem::sign(signs.place, styles.label, "a named place".into()));
        }
        if self.objectives.is_empty() {
            return items;
        }
        for (at, (side, letter)) in self.state.sides().iter().zip(super::side_letters(self.state)).enumerate() {
            let sign = format!("{}{letter}", signs.held);
            let about = format!("an objective held by {}", side.name);
            items.push(HelpItem::sign(sign, self.look.theme.side(at), about));
        }
        items.push(HelpItem::sign(signs.unheld, styles.label, "an objective held by nobody".into()));
        let where_it_flies = match self.zoom {
            Zoom::Far => "Beside a unit or a number, only the letter shows who holds the objective.",
            Zoom::Near => "If a unit is on an objective, the flag is below the unit.",
            Zoom::Block | Zoom::Full => "The flag is on the upper edge of its area.",
        };
        items.push(HelpItem::plain("", where_it_flies));
        items
    }

    fn units(&self) -> Vec<HelpItem> {
        let signs = self.signs();
        let grid = self.ground.grid();
        let mut items = Vec::new();
        for (at, side) in self.state.sides().iter().enumerate() {
            let facings: Vec<String> =
                grid.facings().iter().map(|facing| signs.unit(at, *facing).to_string()).collect();
            let names: Vec<&str> = grid.facings().iter().map(|facing| facing.name()).collect();
            let about = format!("{}, facing {}", side.name, text::list(&names));
            items.push(HelpItem::sign(facings.join(" "), self.look.theme.side(at), about));
        }
        let graded = self.state.book().uses(Mechanism::Scrud);
        let ascii = self.look.glyphs.is_ascii();
        match self.zoom {
            Zoom::Far => {}
            Zoom::Near => items.extend(self.near_units(ascii)),
            Zoom::Block | Zoom::Full => items.extend(self.block_units(graded, ascii)),
        }
        items.extend(self.last_seen());
        let moved = Style::new().add_modifier(Modifier::UNDERLINED);
        items.push(HelpItem::sign("  ", moved, "underlined: a unit that the last entry moved".into()));
        items
    }

    fn block_units(&self, graded: bool, ascii: bool) -> Vec<HelpItem> {
        let shown = self.pieces.iter().find(|piece| piece.grade.is_some()).or_else(|| self.pieces.first());
        let Some(piece) = shown else { return Vec::new() };
        let graded = if graded { ", its grade (for a stack the best)" } else { "" };
        let letters = super::side_letters(self.state);
        let letter = letters.get(piece.side).filter(|_| ascii).map_or_else(String::new, |letter| format!("{letter} "));
        let side = if ascii { "the letter of its side, " } else { "" };
        let about = format!("{side}its facing{graded}, its strength now and in full");
        let numbers = piece.numbers(self.look, NUMBERS);
        let sign = format!("{letter}{}", numbers.trim_end());
        vec![
            HelpItem::sign(sign, self.look.theme.side(piece.side), about),
            HelpItem::plain("+1", "how many more units are there than are shown"),
        ]
    }

    /// The parts of a unit's sign.
    fn near_units(&self, ascii: bool) -> Vec<HelpItem> {
        let (signs, style) = (self.signs(), self.look.theme.side(0));
        let sign = signs.unit(0, Facing::N);
        let side = super::side_letters(self.state).first().copied().filter(|_| ascii);
        let (whose, letter) =
            side.map_or((String::new(), String::new()), |side| (side.to_string(), "the letter of its side, ".into()));
        let about = format!("its facing, {letter}its troop type, its strength, and its grade if there is room");
        let mut items = vec![HelpItem::sign(format!("{sign}{whose}I4"), style, about)];
        for (letter, kinds) in self.initials() {
            items.push(HelpItem::plain(&letter.to_string(), &text::list(&kinds)));
        }
        items.push(HelpItem::sign(
            format!("{sign}24"),
            style,
            "a strength of ten or more, where there is no room for a letter".into(),
        ));
        items.push(HelpItem::plain("+", "after it: more units are there than are shown"));
        items
    }

    /// The letters of units, each with its troop types.
    fn initials(&self) -> Vec<(char, Vec<String>)> {
        let mut initials: Vec<(char, Vec<String>)> = Vec::new();
        let shown = self.pieces.iter().filter_map(|piece| piece.units.first());
        for unit in shown.filter_map(|id| self.state.unit(*id)) {
            let letter = initial(self.state, unit);
            let kind = unit.kind.to_string();
            match initials.iter_mut().find(|(other, _)| *other == letter) {
                Some((_, kinds)) if kinds.contains(&kind) => {}
                Some((_, kinds)) => kinds.push(kind),
                None => initials.push((letter, vec![kind])),
            }
        }
        initials.sort();
        initials
    }

    fn grades(&self) -> Vec<HelpItem> {
        let shown = self.pieces.iter().any(|piece| piece.grade.is_some());
        // No grade is shown in one character.
        if self.zoom == Zoom::Far || !shown {
            return Vec::new();
        }
        let ladder = &self.state.book().ladder;
        let item = |step: &wardiary_base::book::GradeStep| {
            let about = format!("{}, {}", step.name, modifier(step));
            HelpItem::sign(grade_letter(step), self.look.theme.grade_ink(step), about)
        };
        ladder.grades.iter().map(item).collect()
    }

    fn marks(&self) -> Vec<HelpItem> {
        let (signs, styles) = (self.signs(), &self.look.theme.map);
        let ends = |[left, right]: [char; 2]| format!("{left} {right}");
        let cursor = if self.zoom < Zoom::Block {
            ends(signs.bracket)
        } else if self.ground.grid() == Grid::Hex {
            format!("{}{}{}", signs.rising, signs.hex_bottom, signs.falling)
        } else {
            format!("{}{}{}", signs.cursor[6], signs.cursor[HORIZONTAL], signs.cursor[12])
        };
        vec![
            HelpItem::sign(cursor, styles.cursor, "the cursor".into()),
            HelpItem::sign(ends(signs.brace), styles.cursor, "the chosen unit".into()),
            HelpItem::sign(
                pair(signs.left, signs.passed),
                styles.moved,
                "the areas that the last entry’s moves left and passed".into(),
            ),
        ]
    }

    fn layers(&self) -> Vec<HelpItem> {
        let (signs, styles) = (self.signs(), &self.look.theme.map);
        let far = self.zoom == Zoom::Far;
        let mut items = vec![
            HelpItem::sign(
                "2",
                styles.good,
                "the cost for the chosen unit to move there; in the layer of its ranges, its number of dice there"
                    .into(),
            ),
            HelpItem::sign(
                format!("2{}", signs.stop),
                styles.stop,
                "it can get there, and must stop beside an enemy".into(),
            ),
            HelpItem::sign(
                if far { "2".into() } else { format!("2{}", signs.threat) },
                styles.bad,
                "how many enemies can fire there".into(),
            ),
            HelpItem::sign(
                format!("{} {} {}", signs.possible, signs.stop, signs.threat),
                styles.good,
                "the same beside a unit, where there is no room for a number".into(),
            ),
        ];
        if far {
            items.push(HelpItem::sign("+", styles.good, "more than nine".into()));
        }
        items.push(HelpItem::sign(signs.hidden, styles.grid, "not visible from the cursor’s area".into()));
        items
    }
}

impl MapPane<'_> {
    /// Draws the legend in brief below the map or beside it, as far as the map leaves room there.
    pub(super) fn draw_legend(&self, areas: MapAreas, buf: &mut Buffer) {
        let Self { look, state, ground, pieces, objectives, .. } = *self;
        let items = MapLegend { look, state, ground, pieces, objectives, zoom: self.camera.zoom }.brief();
        let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let (scale, field) = (areas.scale(self.camera, ground), areas.field);
        let (right, bottom) = (scale.columns_for(ground.width()) + 2, scale.rows_for(ground.height()) + 1);
        let below = Rect { y: field.y.saturating_add(bottom), height: field.height.saturating_sub(bottom), ..field };
        let beside = Rect { x: field.x.saturating_add(right), width: field.width.saturating_sub(right), ..field };
        let wide = |item: &HelpItem| number(measure::width(&item.term) + 1 + measure::width(&item.description));
        // The places of the items, row by row, and whether all have one.
        let flow = |place: Rect| {
            let (mut x, mut y) = (0, 0);
            let next = |item: &HelpItem| {
                if x > 0 && x + wide(item) > place.width {
                    (x, y) = (0, y + 1);
                }
                let at = (x, y);
                x += wide(item) + 3;
                (at.0 + wide(item) <= place.width && at.1 < place.height).then_some(at)
            };
            items.iter().map_while(next).collect::<Vec<(u16, u16)>>()
        };
        let Some((place, at)) =
            [below, beside].map(|place| (place, flow(place))).into_iter().max_by_key(|(_, at)| at.len())
        else {
            return;
        };
        for (item, at) in items.iter().zip(at) {
            let sign = Span::styled(item.term.clone(), item.style.unwrap_or_default());
            let name = Span::styled(format!(" {}", item.description), look.theme.map.rim);
            draw_line(buf, place, at, &Line::from(vec![sign, name]));
        }
    }
}

fn pair(one: char, other: char) -> String {
    format!("{one} {other}")
}

/// A name followed by its effects.
fn with_effects(name: String, about: &[String]) -> String {
    if about.is_empty() { name } else { format!("{name}: {}", about.join("; ")) }
}

fn access_limits(forbids: &[Text], only: &[Text]) -> Vec<String> {
    let forbids = (!forbids.is_empty()).then(|| format!("closed to {}", text::list(forbids)));
    let only = (!only.is_empty()).then(|| format!("closed to all but {}", text::list(only)));
    forbids.into_iter().chain(only).collect()
}

fn terrain_effects(terrain: &Terrain) -> Vec<String> {
    let mut about = Vec::new();
    if terrain.cover {
        about.push("cover".into());
    }
    if terrain.blocks_sight() {
        about.push("blocks the line of sight".into());
    }
    if terrain.enter > 1 {
        about.push(format!("costs {}", terrain.enter));
    }
    about.extend(access_limits(&terrain.forbids, &terrain.only));
    for but in &terrain.but {
        let troops = text::list(&but.troops);
        about.extend(but.enter.map(|enter| format!("costs {enter} for {troops}")));
        about.extend(but.cover.map(|cover| format!("{} for {troops}", if cover { "cover" } else { "no cover" })));
    }
    about
}

fn edge_effects(edge: &EdgeKind) -> Vec<String> {
    let mut about = Vec::new();
    if edge.cost > 0 {
        about.push(format!("costs {} more to cross", edge.cost));
    }
    about.extend(access_limits(&edge.forbids, &edge.only));
    if edge.cover {
        about.push("cover for units attacked across it".into());
    }
    about
}
