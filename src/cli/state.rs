//! `wardiary state` prints the state of a save.

use super::{
    campaign,
    command_output::{CommandOutput, columns},
    viewer::{self, ViewerArg, Watcher},
};
use clap::Args;
use std::ffi::OsString;
use wardiary_base::{
    book::{DefeatCarry, Mechanism, Parallel},
    id::StackId,
    text,
};
use wardiary_diary::{
    diary::{EntryNo, compare::calendar_lines},
    error::UserError,
};
use wardiary_report::report::model;
use wardiary_rules::{
    notation::{self, Destination, die_owner},
    rules,
    state::{Battle, Losses, PushBack, Side, Stack, State, Unit},
};

/// `wardiary state`
#[derive(Args)]
pub(super) struct Show {
    /// The save
    save: OsString,
    /// As of this entry (0 is the muster), the end of a branch, "turn 3" or "day 3 dawn"
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
    #[command(flatten)]
    view: ViewerArg,
}

pub(super) fn show(show: &Show) -> Result<CommandOutput, UserError> {
    let save = show.view.open_save(&Watcher::begin(), &show.save, show.at.as_ref())?;
    let diary = save.diary();
    let title = &diary.header().title;
    let state = diary.state();
    let house = if state.has_other_rules(&diary.header().book) { ", changed" } else { "" };
    let branch = diary.branch_of(diary.head()).map(|branch| branch.title());
    let text = describe(&viewer::titled(&save), (diary.head(), branch), state, house);
    Ok(CommandOutput::new(text, model::state_json(title, diary.head(), state)).with_view_notices(&save))
}

fn describe_objectives(state: &State, map: &wardiary_rules::state::Map) -> Option<String> {
    let objective = |(cell, side)| {
        let name = map.ground.name_of(cell).cloned().unwrap_or_default();
        format!("{name} ({cell}) {}", state.describe_holder(side))
    };
    let objectives: Vec<String> = state.objectives_of(map).map(objective).collect();
    (!objectives.is_empty()).then(|| format!("{}: {}", map.name, text::list(&objectives)))
}

/// The condition of a stack, if it is noteworthy.
fn stance(state: &State, stack: &Stack) -> String {
    let stance = notation::stance_text(state, stack);
    if stance.is_empty() { stance } else { format!(": {stance}") }
}

/// `branch` is the title of the entry's branch, if there are several; `house` a note on the rules, printed after their name.
fn describe(title: &str, (entry, branch): (EntryNo, Option<String>), state: &State, house: &str) -> String {
    let mut head = vec![title.to_string()];
    head.extend((!state.date().is_empty()).then(|| state.date().to_string()));
    head.extend(state.time());
    head.extend(state.table_states().map(|(table, now)| format!("{table}: {}", now.name)));
    head.push(if entry == 0 { "at the muster".into() } else { format!("entry {entry}") });
    head.extend(branch.map(|branch| format!("branch “{branch}”")));
    head.push(format!("rules {}{house}", state.book().name));
    let mut lines = vec![head.join(" · ")];
    lines.extend(calendar_lines(state));
    lines.extend(campaign::describe(state));
    for battle in state.battles() {
        lines.push(String::new());
        lines.extend(describe_battle(state, battle));
    }
    let objectives: Vec<String> = state.maps().iter().filter_map(|map| describe_objectives(state, map)).collect();
    lines.extend((!objectives.is_empty()).then(String::new));
    lines.extend(objectives);
    for side in state.sides() {
        lines.push(String::new());
        lines.extend(describe_side(state, side));
    }
    lines.join("\n")
}

fn describe_battle(state: &State, battle: &Battle) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", battle.name, notation::battle_status(state, battle))];
    let gauges: Vec<Vec<String>> = battle
        .contingents
        .iter()
        .map(|contingent| {
            let losses = state.losses(battle, contingent);
            let mut row = vec![format!("  {}", state.name(contingent.side)), Losses::describe(losses)];
            if notation::carries_over(state, DefeatCarry::PerBattle) {
                row.extend(notation::leftover_defeats_text(state, contingent.carried_defeats));
            }
            if state.book().uses(Mechanism::Exhaustion) {
                let verdict = if contingent.exhausted { "EXHAUSTED" } else { "exhausted" };
                row.push(match (losses, contingent.exhausted) {
                    (Some(losses), _) => format!("{verdict} at {}", losses.exhaustion_point),
                    (None, true) => verdict.into(),
                    (None, false) => String::new(),
                });
            }
            row
        })
        .collect();
    lines.extend(columns(&gauges));
    let combats = battle.combats.iter().filter(|combat| combat.conflict.is_none());
    lines.extend(combats.map(|combat| format!("  {}", notation::combat_status(state, battle, combat))));
    let conflicts = state.order_of_conflicts(battle.id).into_iter().filter_map(|at| battle.conflicts.get(at));
    lines.extend(conflicts.map(|conflict| format!("  {}", notation::conflict_status(state, conflict))));
    let may_object = state.book().tests.parallel == Parallel::Objected;
    let objects: Vec<String> = battle.objectors.iter().filter(|_| may_object).map(|side| state.name(*side)).collect();
    lines.extend((!objects.is_empty()).then(|| format!("  tests in series: objection by {}", text::list(&objects))));
    let left = notation::outstanding_phrases(state, battle.id, &rules::outstanding(state, battle.id));
    lines.extend(left.into_iter().map(|left| format!("  still to do: {left}")));
    lines
}

fn describe_side(state: &State, side: &Side) -> Vec<String> {
    let mut rows: Vec<(bool, Vec<String>)> = Vec::new();
    let stacks: Vec<Option<StackId>> = state.stacks_of_side(side.id).map(|s| Some(s.id)).chain([None]).collect();
    for stack in stacks {
        let units: Vec<&Unit> = state.units_of_side(side.id).filter(|unit| unit.stack == stack).collect();
        let name = stack.and_then(|id| state.stack(id)).map(|stack| format!("{}{}", stack.name, stance(state, stack)));
        match name {
            Some(name) => rows.push((false, vec![format!("  {name}")])),
            None if units.is_empty() => {}
            None => rows.push((false, vec!["  in no stack".into()])),
        }
        rows.extend(units.into_iter().map(|unit| (true, unit_row(state, unit))));
    }
    // Long stack names do not widen the column of unit names.
    let units: Vec<Vec<String>> = rows.iter().filter(|(unit, _)| *unit).map(|(_, row)| row.clone()).collect();
    let mut aligned = columns(&units).into_iter();
    let line = |(unit, row): (bool, Vec<String>)| {
        if unit { aligned.next().unwrap_or_default() } else { row.concat() }
    };
    std::iter::once(side.name.to_string()).chain(rows.into_iter().map(line)).collect()
}

fn unit_row(state: &State, unit: &Unit) -> Vec<String> {
    let (book, ladder) = (state.book(), &state.book().ladder);
    // Mechanisms that the rules do not use are left out.
    let (graded, tested) = (state.uses_grade(unit), book.uses(Mechanism::Edna));
    let mut row = vec![format!("    {}", unit.name), unit.kind.to_string()];
    // The columns stay aligned beside units that roll a die of their grade.
    let grade = || if graded { unit.grade().grade_text(|own| ladder.name(own).to_string()) } else { String::new() };
    row.extend(book.uses_line_up().then(grade));
    row.push(format!("{} SP", unit.strength_words()));
    row.extend(tested.then(|| unit.edna_words()));
    row.extend(place(state, unit));
    row.extend(book.uses(Mechanism::Stacks).then(|| describe_stats(unit)).filter(|stats| !stats.is_empty()));
    let mut remarks = Vec::new();
    if !unit.is_alive() {
        remarks.push("eliminated".to_string());
    } else if unit.is_ineffective() && tested {
        remarks.push("ineffective".to_string());
    }
    let used = state.effective_grade(unit);
    let shifted = used.exact().filter(|_| graded && used != unit.grade());
    remarks.extend(shifted.map(|used| format!("fights as {}", ladder.name(used))));
    let level = state.supply_level(unit).filter(|_| unit.history.supply > 0 && unit.is_alive());
    remarks.extend(level.map(|level| format!("supply {}", level.name)));
    let missing = &unit.history.lost_strength;
    if missing.permanent > 0 {
        remarks.push(format!("{} SP lost permanently", missing.permanent));
    }
    if missing.returning() > 0 {
        remarks.push(format!("{} SP returning", missing.returning()));
    }
    remarks.extend(push_backs(state, unit).filter(|_| unit.is_alive()));
    row.extend((!remarks.is_empty()).then(|| remarks.join(", ")));
    row
}

/// `C5 n`: the area of the unit and the edge that it faces; a dash if other units are on a map and it is not. With
/// several maps, the map is named too.
fn place(state: &State, unit: &Unit) -> Option<String> {
    state.maps().first()?;
    let Some(place) = unit.place else { return Some("-".into()) };
    let on = state.map(place.map).filter(|_| state.maps().len() > 1).map(|map| format!(" on {}", map.name));
    Some(format!("{} {}{}", place.cell, place.facing, on.unwrap_or_default()))
}

/// `pushed back by 37th Brigade`: how often this turn, and by whom if the diary says it.
fn push_backs(state: &State, unit: &Unit) -> Option<String> {
    let battles = state.open_battles().flat_map(|battle| &battle.pushed_back);
    let pushed: Vec<&PushBack> = battles.filter(|push| push.unit == unit.id).collect();
    let mut by: Vec<String> = Vec::new();
    for name in pushed.iter().filter_map(|push| push.beaten_by).map(|by| die_owner(state, by)) {
        if !by.contains(&name) {
            by.push(name);
        }
    }
    let often = match pushed.len() {
        0 => return None,
        1 => String::new(),
        times => format!(" {times} times"),
    };
    let by = if by.is_empty() { String::new() } else { format!(" by {}", text::list(&by)) };
    Some(format!("pushed back{often}{by}"))
}

/// `attack 9 defense 6 warlord`: a unit's numbers for stacks, without those that are 0.
fn describe_stats(unit: &Unit) -> String {
    let numbers = unit.stat_numbers().into_iter().filter_map(|(name, number)| Some((name, number.exact()?)));
    let numbers = numbers.filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {n}"));
    numbers.chain(unit.rank_words().into_iter().map(str::to_string)).collect::<Vec<_>>().join(" ")
}
