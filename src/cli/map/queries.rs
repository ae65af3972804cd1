//! Questions about a save's map: where a move could end, whom a unit can fire at, and what is visible from an area.
//! Source: RULES 4.4, 4.5.

use super::{save_map::SavedMap, text_map::Overlay};
use crate::cli::command_output::{CommandOutput, columns};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wardiary_base::{
    ground::{Cell, Sight},
    id::UnitId,
    text,
};
use wardiary_diary::error::{ErrorKind, UserError};
use wardiary_rules::{
    notation::{refusal::describe, resolve_name},
    rules::{
        Refusal,
        movement::{self, Reach, ReachedArea},
        volley::{self, TargetArea},
    },
    state::{EntityKind, MapError, State},
};

/// The areas where a unit's or a stack's move could end now.
pub(super) fn reach(state: &State, unit: &str) -> Result<CommandOutput, UserError> {
    let named = resolve_name(unit, state, &[EntityKind::Unit, EntityKind::Stack]);
    let id = named.map_err(|e| UserError { kind: ErrorKind::Usage, ..UserError::from_notation(e, unit) })?;
    let reach = movement::reach(state, id).map_err(|refusal| UserError::from(describe(&refusal, state)))?;
    let on = SavedMap::of(state, reach.from.map).expect("its map is part of the state");
    let name = state.name(id);
    let areas = reach.areas.iter().map(|area| {
        json!({ "at": area.at, "cost": area.cost, "stops": !area.stopping_enemies.is_empty(), "may_attack": area.may_attack })
    });
    let json = json!({
        "unit": name,
        "at": reach.from.cell,
        "facing": reach.from.facing,
        "allowance": reach.allowance,
        "by_road": reach.road_allowance,
        "areas": areas.collect::<Value>(),
    });
    Ok(CommandOutput::new(describe_reach(&on, &name, &reach), json))
}

fn describe_reach(on: &SavedMap, name: &str, reach: &Reach) -> String {
    let charge = match reach.charge {
        0 => String::new(),
        n => format!(", and {n} more in a move that ends beside an enemy"),
    };
    let may = text::areas_to_go(reach.allowance, reach.road_allowance);
    let mut lines = vec![
        format!("{name} at {}, facing {}: may go {may}{charge}", reach.from.cell, reach.from.facing),
        String::new(),
    ];
    let sign = |area: &ReachedArea| {
        let stops = if area.stopping_enemies.is_empty() { "" } else { "!" };
        (area.at, format!("{}{stops}", area.cost))
    };
    let written = reach.areas.iter().map(sign).collect();
    lines.extend(on.map_lines(&Overlay { marks: on.marks(), labels: written, ..Overlay::default() }));
    lines.push(String::new());
    if reach.areas.is_empty() {
        lines.push("There is no area it can move to.".into());
        return lines.join("\n");
    }
    let stops = reach.areas.iter().any(|area| !area.stopping_enemies.is_empty());
    let stops = if stops { "; ! marks areas beside an enemy, where it must stop" } else { "" };
    lines.push(format!("The numbers are the costs of moving there{stops}."));
    lines.extend(columns(&reach.areas.iter().map(|area| row(on.state(), area, reach.can_attack)).collect::<Vec<_>>()));
    lines.join("\n")
}

/// `  C3  2  can't attack afterwards  beside Guard`. Attacks are not mentioned for units that never attack.
fn row(state: &State, area: &ReachedArea, fights: bool) -> Vec<String> {
    let attack = if area.may_attack { "may still attack" } else { "can't attack afterwards" };
    let beside: Vec<String> = area.stopping_enemies.iter().map(|(_, enemy)| state.name(*enemy)).collect();
    let mut row = vec![format!("  {}", area.at), format!("costs {}", area.cost)];
    row.extend(fights.then(|| attack.into()));
    row.extend((!beside.is_empty()).then(|| format!("stops beside {}", text::list(&beside))));
    row
}

pub(super) fn targets(state: &State, unit: &str) -> Result<CommandOutput, UserError> {
    let named = resolve_name(unit, state, &[EntityKind::Unit]);
    let id = named.map_err(|e| UserError { kind: ErrorKind::Usage, ..UserError::from_notation(e, unit) })?;
    let refused = |refusal| UserError::from(describe(&refusal, state));
    let targets = volley::targets(state, UnitId(id.0)).map_err(refused)?;
    let place = state.place_in_battle(UnitId(id.0)).expect("a unit with targets is on the map");
    let on = SavedMap::of(state, place.map).expect("its map is part of the state");
    let names = |target: &TargetArea| target.units().map(|unit| state.name(unit)).collect::<Vec<_>>();
    let json = targets.iter().map(|target| {
        json!({
            "at": target.cell,
            "range": target.range,
            "cover": target.all_in_cover(),
            "weapon": target.weapon,
            "dice": target.dice,
            "units": names(target),
        })
    });
    let json = json!({ "unit": state.name(id), "targets": json.collect::<Value>() });
    let row = |target: &TargetArea| {
        let general = if target.general { ", the General’s among them" } else { "" };
        let cover = if target.all_in_cover() { "in cover: " } else { "" };
        vec![
            format!("  {}", target.cell),
            format!("range {}", target.range),
            format!("{}{general}", text::count(target.dice.into(), "die", "dice")),
            target.weapon.to_string(),
            format!("{cover}{}", text::list(&names(target))),
        ]
    };
    let whom = match targets.len() {
        0 => "can't fire at any area".into(),
        n => format!("can fire into {}", text::count(n, "area", "areas")),
    };
    let mut lines = vec![format!("{} at {}, facing {}, {whom}", state.name(id), place.cell, place.facing)];
    lines.extend(columns(&targets.iter().map(row).collect::<Vec<_>>()));
    lines.push(String::new());
    lines.extend(on.map_lines(&Overlay { marks: on.marks(), ..Overlay::default() }));
    Ok(CommandOutput::new(lines.join("\n"), json))
}

/// The areas with a clear line of sight from an area.
pub(super) fn sight(on: &SavedMap, from: &str) -> Result<CommandOutput, UserError> {
    let (ground, state) = (on.ground(), on.state());
    let from = area(on, from)?;
    let seen = Sight::new(ground, &state.book().ground).visible_from(from);
    let sees: Vec<Cell> =
        ground.cells().zip(&seen).filter(|(cell, seen)| **seen && *cell != from).map(|(cell, _)| cell).collect();
    let all = ground.areas() - 1;
    let head = match all - sees.len() {
        0 => format!("Every other area is visible from {from}."),
        _ => format!("From {from}, {} of {all} other areas are visible; the rest are left blank.", sees.len()),
    };
    let mut marks = on.marks();
    marks.retain(|cell, _| ground.index(*cell).is_some_and(|at| seen[at]));
    let written = if marks.contains_key(&from) { BTreeMap::new() } else { [(from, "@".to_string())].into() };
    let overlay = Overlay { marks, labels: written, blanked: seen.iter().map(|seen| !seen).collect() };
    let lines: Vec<String> = [head, String::new()].into_iter().chain(on.map_lines(&overlay)).collect();
    Ok(CommandOutput::new(lines.join("\n"), json!({ "from": from, "sees": sees })))
}

/// Parses an area: `C5`, or the name of a place.
fn area(on: &SavedMap, text: &str) -> Result<Cell, UserError> {
    if let Some(cell) = on.ground().place_named(text.trim()) {
        return Ok(cell);
    }
    let cell = text.trim().parse::<Cell>().map_err(|no_cell| {
        let failure =
            UserError::usage(format!("“{}” is not an area of the map {}", text::display_name(text), on.name()));
        let places: Vec<String> = on.ground().places().iter().map(|(name, _)| name.as_name()).collect();
        let places = if places.is_empty() { String::new() } else { format!("; named places: {}", text::list(&places)) };
        failure.hint(format!("{no_cell}{places}"))
    })?;
    if on.ground().contains(cell) {
        return Ok(cell);
    }
    let off = Refusal::from(MapError::OffMap { map: on.id(), cell });
    Err(UserError { kind: ErrorKind::Usage, ..describe(&off, on.state()).into() })
}
