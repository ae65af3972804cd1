//! The drawing as plain text for screen readers: the map's description, the cursor's area, the tool, and the contents
//! of the map.

use super::{finding, table::DrawScreen};
use crate::easel::Easel;
use std::sync::Arc;
use wardiary_base::{
    ground::{Cell, Ground},
    text,
};
use wardiary_rules::{drawing::Placing, state::Unit};

pub(super) fn lines(screen: &DrawScreen, easel: &Easel) -> Vec<String> {
    let ground = easel.drawing.ground();
    let about: Vec<String> = DrawScreen::about(easel).into_iter().filter(|part| !part.is_empty()).collect();
    let mut lines = vec![format!("{}: {}.", text::display_name(ground.title()), about.join(", "))];
    lines.push(format!("The cursor is at {}.", screen.said(easel).join("; ")));
    if screen.pen.is_some() {
        lines.push("The pen is down: going draws.".into());
    }
    lines.extend(rows(ground));
    let places = ground.places().iter().map(|(name, cell)| format!("{} {cell}", text::display_name(name)));
    let places: Vec<String> = places.collect();
    if !places.is_empty() {
        lines.push(format!("Places: {}.", places.join(", ")));
    }
    lines.extend(stand(easel));
    let tools = DrawScreen::tool_names(easel);
    lines.push(format!(
        "Tools: {}. Tool in hand: {}; a number takes something else, the name of an area goes there:",
        tools.join(", "),
        finding::name(finding::DrawList::Palette(screen.tool))
    ));
    let items = screen.items(easel).into_iter().enumerate();
    lines.extend(items.map(|(at, item)| {
        let here = if at == screen.item() { " (in hand)" } else { "" };
        format!("{}  {}{here}", at + 1, text::display_name(&item.name))
    }));
    lines
}

/// The terrain row by row. Neighbouring areas of one terrain are grouped, and equal rows share a line.
fn rows(ground: &Ground) -> Vec<String> {
    let terrain = |column, row| ground.terrain(Cell { column, row }).unwrap_or_default();
    let row = |row: u16| {
        let mut runs: Vec<(u16, u16, &str)> = Vec::new();
        for column in 0..ground.width() {
            let here = terrain(column, row);
            match runs.last_mut() {
                Some((_, last, name)) if *name == here => *last = column,
                _ => runs.push((column, column, here)),
            }
        }
        let run = |(first, last, name): &(u16, u16, &str)| {
            let [from, to] = [*first, *last].map(Cell::column_name);
            let name = text::display_name(name);
            if first == last { format!("{from} {name}") } else { format!("{from} to {to} {name}") }
        };
        runs.iter().map(run).collect::<Vec<_>>().join(", ")
    };
    let mut told: Vec<(u16, u16, String)> = Vec::new();
    for at in 0..ground.height() {
        let here = row(at);
        match told.last_mut() {
            Some((_, last, said)) if *said == here => *last = at,
            _ => told.push((at, at, here)),
        }
    }
    let line = |(first, last, said): &(u16, u16, String)| {
        let (first, last) = (u32::from(*first) + 1, u32::from(*last) + 1);
        if first == last { format!("Row {first}: {said}.") } else { format!("Rows {first} to {last}: {said}.") }
    };
    told.iter().map(line).collect()
}

/// The units on the map, and those still to place.
fn stand(easel: &Easel) -> Vec<String> {
    let units = easel.drawing.sheet().units.iter().zip(easel.drawing.state().units());
    let line = |(placing, unit): (&Placing, &Arc<Unit>)| match placing.at {
        Some(cell) => format!("{} at {cell}, facing {}.", unit.name, placing.facing.name()),
        None => format!("{} is not set out.", unit.name),
    };
    units.map(line).collect()
}

/// The area with that name or coordinate on this map.
pub(super) fn area(named: &str, easel: &Easel) -> Option<Cell> {
    let ground = easel.drawing.ground();
    let cell = named.parse::<Cell>().ok()?;
    ground.terrain(cell).is_some().then_some(cell)
}
