//! `wardiary service` prints the service records of units, stacks, formations and sides.

use super::{
    command_output::{CommandOutput, columns},
    log::remark_json,
    viewer::{ViewerArg, Watcher},
};
use clap::Args;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
};
use wardiary_base::{
    id::{BattleId, Id, UnitId},
    text,
};
use wardiary_diary::{
    diary::{Diary, EntryNo, Remarks},
    error::{ErrorKind, UserError},
};
use wardiary_report::{
    report::{
        model::known_number,
        story::{Appendix, Table},
    },
    service::{
        self, Condition, ForceDay, ForceRecord, ForceService, LeaderChange, Service, ServiceRecord, ServiceRecords,
        TakenObjective,
        words::{achievements, condition, condition_change, force_strength, force_sum, leader_change, objective_taken},
    },
};
use wardiary_rules::{
    notation::{FORCES_OR_FORMATIONS, resolve_name},
    state::{EntityKind, Side, State},
};

/// How to read the records.
const READING_HELP: &str = "Defeats inflicted are those of the unit's own dice as lined up; rerolled dice count with their final faces. \
    Blows in a Conflict belong to the whole stack, not to any of its units. Abandoned branches are left out.";

/// `wardiary service`
#[derive(Args)]
#[command(after_help = READING_HELP)]
pub(super) struct ServiceArgs {
    /// The save
    save: OsString,
    /// A unit, a stack, a formation or a side; without it, all units
    #[arg(value_name = "NAME")]
    force: Option<String>,
    #[command(flatten)]
    view: ViewerArg,
}

pub(super) fn service(args: &ServiceArgs) -> Result<CommandOutput, UserError> {
    let watcher = Watcher::begin();
    let save = args.view.open_save(&watcher, &args.save, None)?;
    let diary = save.diary();
    let state = diary.state();
    let force = args.force.as_ref().map(|name| force_named(name, state)).transpose()?;
    let records = gathered(diary, &watcher)?;
    let answer = if let Some(id) = force {
        let force = records.of_force(state, id);
        CommandOutput::new(page(state, &force), force_json(state, &records, &force))
    } else {
        let json = records.units.iter().map(|record| as_json(state, &records, record)).collect::<Value>();
        CommandOutput::new(roll(state, &records), json)
    };
    let mut answer = answer.with_view_notices(&save);
    if records.units.is_empty() {
        answer.notes.push("the save has no units".into());
    }
    Ok(answer)
}

/// The appendix of a report: the service records in all battles, or in one.
pub(super) fn appendix(diary: &Diary, battle: Option<BattleId>, watcher: &Watcher) -> Result<Appendix, UserError> {
    let state = diary.state();
    let mut all = gathered(diary, watcher)?;
    for record in &mut all.units {
        record.battles.retain(|service| battle.is_none_or(|wanted| service.battle == wanted));
    }
    all.units.retain(|record| !record.battles.is_empty());
    let records = &all.units;
    let battles = records.iter().flat_map(|record| &record.battles).map(|service| service.battle);
    let several = battles.collect::<BTreeSet<_>>().len() > 1;
    let mut head = vec!["Unit", "Before", "After", "Actions"];
    if several {
        head.insert(1, "Battle");
    }
    let rows = |record: &ServiceRecord| -> Vec<(Option<u32>, Vec<String>)> {
        let row = |(at, service): (usize, &Service)| {
            let name = if at == 0 { state.name(record.unit) } else { String::new() };
            let to = if service.from == service.to { "unchanged".into() } else { condition(&service.to) };
            let mut row = vec![name, condition(&service.from), to, achievements(service).join("; ")];
            if several {
                row.insert(1, state.name(service.battle));
            }
            (None, row)
        };
        let mut rows: Vec<(Option<u32>, Vec<String>)> = record.battles.iter().enumerate().map(row).collect();
        if battle.is_none() {
            let marched = |taken: &TakenObjective| {
                let mut row = vec![String::new(); head.len()];
                // The row links to the entry, and a link needs a name.
                row[0] = state.name(record.unit);
                row[head.len() - 1] = format!("{}, in no battle", objective_taken(taken));
                (Some(taken.no), row)
            };
            rows.extend(record.objectives_taken.iter().map(marched));
        }
        rows
    };
    let table = |side: &Side| Table {
        caption: side.name.to_string(),
        head: head.clone(),
        rows: records.iter().filter(|record| record.side == side.id).flat_map(rows).collect(),
    };
    let sums = service::of_formations(state, records);
    let sum = |sum: &ForceService| (None, vec![state.name(sum.force), state.name(sum.battle), force_sum(sum)]);
    let head = vec!["Formation", "Battle", "Sum"];
    let sums = Table { caption: "Formations".into(), head, rows: sums.iter().map(sum).collect() };
    let mut tables: Vec<Table> = state.sides().iter().map(table).filter(|table| !table.rows.is_empty()).collect();
    tables.extend(Some(sums).filter(|table| !table.rows.is_empty()));
    tables.extend(remarked(diary, battle, &all));
    let json = records.iter().map(|record| as_json(state, &all, record)).collect();
    let text =
        vec!["The record of each unit that was in a battle. A defeat is credited to the unit whose die won.".into()];
    Ok(Appendix { key: "service", title: "Service records".into(), text, tables, notes: Vec::new(), json })
}

/// The remarks on the entries that involve the units, one row for each line of a remark.
fn remarked(diary: &Diary, battle: Option<BattleId>, records: &ServiceRecords) -> Option<Table> {
    let state = diary.state();
    let remarked = remarked_units(records);
    let accounts = diary.steps(remarked.keys().copied()).map(|step| step.account());
    let accounts = accounts.filter(|account| battle.is_none() || account.battle == battle);
    let rows = accounts.flat_map(|account| {
        let (remarks, units) = &remarked[&account.no];
        let row = |line| {
            (Some(account.no), vec![account.turn_label(), account.order.clone(), line, unit_names(state, units)])
        };
        remarks.lines().into_iter().map(row).collect::<Vec<_>>()
    });
    let head = vec!["When", "Order", "Remark", "Units"];
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| Table { caption: "Remarks on their entries".into(), head, rows })
}

/// Each entry with a remark, and the units that it involves.
fn remarked_units(records: &ServiceRecords) -> BTreeMap<EntryNo, (&Remarks, Vec<UnitId>)> {
    let mut remarked = BTreeMap::new();
    for record in &records.units {
        for (no, remarks) in records.remarks_on(records.entries_about(record.unit.into())) {
            remarked.entry(no).or_insert((remarks, Vec::new())).1.push(record.unit);
        }
    }
    remarked
}

/// `41st Brigade and 8 others`
fn unit_names(state: &State, units: &[UnitId]) -> String {
    const MOST: usize = 3;
    let mut names: Vec<String> = units.iter().map(|unit| state.name(*unit)).collect();
    if names.len() > MOST {
        let others = names.len() - (MOST - 1);
        names.truncate(MOST - 1);
        names.push(format!("{others} others"));
    }
    text::list(&names)
}

fn gathered(diary: &Diary, watcher: &Watcher) -> Result<ServiceRecords, UserError> {
    let records = watcher.measure("reading the diary", |watch| service::service(diary, watch));
    records.map_err(|_| UserError::refused("cancelled before all entries were read"))
}

fn force_named(name: &str, state: &State) -> Result<Id, UserError> {
    let found = resolve_name(name, state, FORCES_OR_FORMATIONS);
    found.map_err(|error| UserError { kind: ErrorKind::Usage, ..UserError::from_notation(error, name) })
}

fn condition_json(condition: &Condition) -> Value {
    let Condition { strength, edna, grade, uses_edna: _, uses_grade: _ } = condition;
    json!({
        "strength": known_number(*strength),
        "edna": known_number(*edna),
        "grade": known_number(grade.as_ref()),
    })
}

fn as_json(state: &State, records: &ServiceRecords, record: &ServiceRecord) -> Value {
    let battle = |service: &Service| {
        json!({
            "battle": state.name(service.battle),
            "from": condition_json(&service.from),
            "to": condition_json(&service.to),
            "lost": service.lost,
            "combats": service.combats,
            "volleys": service.volleys,
            "tests": service.tests,
            "passed": service.passed,
            "inflicted": service.inflicted,
            "suffered": service.suffered,
            "hits": service.hits,
            "took": service.objectives_taken.iter().map(taken_json).collect::<Value>(),
            "held": service.held_objective,
        })
    };
    let moment = |(no, condition): &(EntryNo, Condition)| {
        let mut json = condition_json(condition);
        json["no"] = (*no).into();
        json
    };
    let force = records.of_force(state, record.unit.into());
    json!({
        "unit": state.name(record.unit),
        "side": state.name(record.side),
        "formation": formation_of(state, record.unit),
        "battles": record.battles.iter().map(battle).collect::<Value>(),
        "took": record.objectives_taken.iter().map(taken_json).collect::<Value>(),
        "days": days_json(&force),
        "leaders": leaders_json(state, &force),
        "entries": force.entries,
        "history": record.history.iter().map(moment).collect::<Value>(),
        "remarks": force.remarks.iter().map(|(no, remarks)| remarks_json(*no, remarks)).collect::<Value>(),
    })
}

fn days_json(force: &ForceRecord) -> Value {
    force.days.iter().map(|day| json!({ "time": day.time, "place": day.place, "strength": day.strength })).collect()
}

fn leaders_json(state: &State, force: &ForceRecord) -> Value {
    let leader = |change: &&LeaderChange| {
        let LeaderChange { no, stack, leader } = change;
        json!({ "no": no, "stack": state.name(*stack), "leader": leader.map(|unit| state.name(unit)) })
    };
    force.leaders.iter().map(leader).collect()
}

/// A unit's own record, or the record of a force with those of its units.
fn force_json(state: &State, records: &ServiceRecords, force: &ForceRecord) -> Value {
    if let Some(record) = force.unit() {
        return as_json(state, records, record);
    }
    let battle = |sum: &ForceService| {
        json!({
            "battle": state.name(sum.battle),
            "units": sum.units,
            "lost": sum.lost,
            "inflicted": sum.inflicted,
            "suffered": sum.suffered,
            "hits": sum.hits,
        })
    };
    json!({
        "name": state.name(force.id),
        "kind": state.kind(force.id).map(EntityKind::word),
        "side": state.side_of(force.id).map(|side| state.name(side)),
        "days": days_json(force),
        "leaders": leaders_json(state, force),
        "battles": force.battles.iter().map(battle).collect::<Value>(),
        "took": force.objectives_taken.iter().map(|taken| taken_json(taken)).collect::<Value>(),
        "units": force.units.iter().map(|record| as_json(state, records, record)).collect::<Value>(),
        "entries": force.entries,
        "remarks": force.remarks.iter().map(|(no, remarks)| remarks_json(*no, remarks)).collect::<Value>(),
    })
}

/// The path of a unit's formation; `None` without one.
fn formation_of(state: &State, unit: UnitId) -> Option<String> {
    let path = state.unit(unit)?.stack.map(|stack| state.formation_path(stack));
    path.filter(|path| !path.is_empty())
}

/// An objective that the unit took.
fn taken_json(taken: &TakenObjective) -> Value {
    json!({ "no": taken.no, "place": taken.place })
}

fn remarks_json(no: EntryNo, remarks: &Remarks) -> Value {
    json!({ "no": no, "remark": remark_json(remarks), "bookmark": remarks.bookmark })
}

fn page(state: &State, force: &ForceRecord) -> String {
    let id = force.id;
    let side = state.side_of(id).map(Id::from).filter(|side| *side != id);
    let mut lines =
        vec![side.map_or_else(|| state.name(id), |side| format!("{} of {}", state.name(id), state.name(side)))];
    let above: Vec<String> =
        state.holders(id).into_iter().filter(|above| Some(*above) != side).map(|above| state.name(above)).collect();
    lines.extend((!above.is_empty()).then(|| above.join(", ")));
    let mustered = force.unit().and_then(|record| record.history.first());
    lines.extend(mustered.map(|(_, first)| format!("mustered with {}", condition(first))));
    let section = |lines: &mut Vec<String>, title: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            lines.extend([String::new(), title.into()]);
            lines.extend(rows.into_iter().map(|row| format!("  {row}")));
        }
    };
    let day = |day: &ForceDay| vec![day.time.clone(), force_strength(day), day.place.clone()];
    section(&mut lines, "Day by day", columns(&force.days.iter().map(day).collect::<Vec<_>>()));
    section(&mut lines, "Leaders", force.leaders.iter().map(|change| leader_change(state, change, id)).collect());
    if let Some(record) = force.unit() {
        for service in &record.battles {
            let achieved = achievements(service);
            let achieved = if achieved.is_empty() { vec!["was present, but did nothing".into()] } else { achieved };
            section(
                &mut lines,
                &state.name(service.battle),
                [vec![condition_change(state, service)], achieved].concat(),
            );
        }
        section(&mut lines, "On the march", record.objectives_taken.iter().map(objective_taken).collect());
        let row = |(no, now): &(u32, Condition)| {
            vec![if *no == 0 { "at the muster".into() } else { format!("entry {no}") }, condition(now)]
        };
        let changed = record.history.iter().filter(|_| record.history.len() > 1);
        section(&mut lines, "History", columns(&changed.map(row).collect::<Vec<_>>()));
    } else {
        let sum = |sum: &ForceService| vec![state.name(sum.battle), force_sum(sum)];
        section(&mut lines, "Battles", columns(&force.battles.iter().map(sum).collect::<Vec<_>>()));
        section(&mut lines, "Objectives", force.objectives_taken.iter().map(|taken| objective_taken(taken)).collect());
        section(&mut lines, "Units", unit_lines(state, force.units.iter().copied()));
    }
    if force.battles.is_empty() {
        lines.extend([String::new(), "It was in no battle.".into()]);
    }
    if !force.entries.is_empty() {
        let entries = if force.entries.len() == 1 { "entry" } else { "entries" };
        let numbers = text::ranges(force.entries.iter().copied());
        lines.extend([String::new(), format!("It appears in {entries} {numbers}.")]);
    }
    let remarks = force
        .remarks
        .iter()
        .flat_map(|(no, remarks)| remarks.lines().into_iter().map(move |line| vec![format!("entry {no}"), line]));
    section(&mut lines, "Remarks", columns(&remarks.collect::<Vec<_>>()));
    lines.join("\n")
}

/// Prints all units, one line for each battle, then the sums of formations and the remarks.
fn roll(state: &State, records: &ServiceRecords) -> String {
    let mut lines = unit_lines(state, &records.units);
    let mut section = |title: &str, rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            lines.extend([String::new(), title.into()]);
            lines.extend(columns(&rows).into_iter().map(|row| format!("  {row}")));
        }
    };
    let sums = service::of_formations(state, &records.units);
    let row = |sum: &ForceService| vec![state.name(sum.force), state.name(sum.battle), force_sum(sum)];
    section("Formations", sums.iter().map(row).collect());
    let remarked = remarked_units(records);
    let rows = remarked.iter().flat_map(|(no, (remarks, units))| {
        let row = |line| vec![format!("entry {no}"), line, unit_names(state, units)];
        remarks.lines().into_iter().map(row).collect::<Vec<_>>()
    });
    section("Remarks", rows.collect());
    lines.join("\n")
}

/// The units, one line for each battle.
fn unit_lines<'r>(state: &State, records: impl IntoIterator<Item = &'r ServiceRecord>) -> Vec<String> {
    let mut rows = Vec::new();
    for record in records {
        let who = || vec![state.name(record.unit), state.name(record.side)];
        if record.battles.is_empty() {
            rows.push([who(), vec!["in no battle".into()]].concat());
        }
        if !record.objectives_taken.is_empty() {
            let text: Vec<String> = record.objectives_taken.iter().map(objective_taken).collect();
            rows.push([who(), vec!["on the march".into(), String::new(), text.join("; ")]].concat());
        }
        for service in &record.battles {
            let went = format!("{} → {}", condition(&service.from), condition(&service.to));
            let went = if service.from == service.to { condition(&service.from) } else { went };
            rows.push([who(), vec![state.name(service.battle), went, achievements(service).join("; ")]].concat());
        }
    }
    columns(&rows)
}
