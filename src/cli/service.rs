//! `wardiary service` prints the service records of units.

use super::{
    command_output::{CommandOutput, columns},
    log::remark_json,
    viewer::ViewerArg,
    watcher::Watcher,
};
use clap::Args;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
};
use wardiary_base::{
    id::{BattleId, UnitId},
    text,
};
use wardiary_diary::{
    diary::{Account, Diary, EntryNo, Remarks},
    error::{ErrorKind, UserError},
};
use wardiary_report::{
    report::{
        model::known_number,
        story::{Appendix, Table},
    },
    service::{
        self, Condition, FormationService, Service, ServiceRecord, TakenObjective,
        words::{achievements, condition, condition_change, formation_sum, objective_taken},
    },
};
use wardiary_rules::{
    notation::resolve_name,
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
    /// The unit; without it, all units
    unit: Option<String>,
    #[command(flatten)]
    view: ViewerArg,
}

pub(super) fn service(args: &ServiceArgs) -> Result<CommandOutput, UserError> {
    let watcher = Watcher::begin();
    let save = args.view.open_save(&watcher, &args.save, None)?;
    let diary = save.diary();
    let state = diary.state();
    let unit = args.unit.as_ref().map(|name| unit_named(name, state)).transpose()?;
    let records = gathered(diary, unit, &watcher)?;
    let answer = if let ([record], Some(_)) = (&records[..], unit) {
        CommandOutput::new(page(state, record), as_json(state, record))
    } else {
        let json = records.iter().map(|record| as_json(state, record)).collect::<Value>();
        CommandOutput::new(roll(state, &records), json)
    };
    let mut answer = answer.with_view_notices(&save);
    if records.is_empty() {
        answer.notes.push("the save has no units".into());
    }
    Ok(answer)
}

/// The appendix of a report: the service records in all battles, or in one.
pub(super) fn appendix(diary: &Diary, battle: Option<BattleId>, watcher: &Watcher) -> Result<Appendix, UserError> {
    let state = diary.state();
    let mut records = gathered(diary, None, watcher)?;
    for record in &mut records {
        record.battles.retain(|service| battle.is_none_or(|wanted| service.battle == wanted));
    }
    records.retain(|record| !record.battles.is_empty());
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
    let sums = service::of_formations(state, &records);
    let sum =
        |sum: &FormationService| (None, vec![state.name(sum.formation), state.name(sum.battle), formation_sum(sum)]);
    let head = vec!["Formation", "Battle", "Sum"];
    let sums = Table { caption: "Formations".into(), head, rows: sums.iter().map(sum).collect() };
    let mut tables: Vec<Table> = state.sides().iter().map(table).filter(|table| !table.rows.is_empty()).collect();
    tables.extend(Some(sums).filter(|table| !table.rows.is_empty()));
    tables.extend(remarked(diary, battle, &records));
    let json = records.iter().map(|record| as_json(state, record)).collect();
    let text =
        vec!["The record of each unit that was in a battle. A defeat is credited to the unit whose die won.".into()];
    Ok(Appendix { key: "service", title: "Service records".into(), text, tables, notes: Vec::new(), json })
}

/// The remarks on the entries that involve the units.
fn remarked(diary: &Diary, battle: Option<BattleId>, records: &[ServiceRecord]) -> Option<Table> {
    // An entry can involve many units, so each entry is described once, all in one walk.
    let entries: BTreeSet<EntryNo> = records.iter().flat_map(|record| &record.remarks).map(|(no, _)| *no).collect();
    let accounts = diary.steps(entries).map(|step| step.account());
    let accounts = accounts.filter(|account| battle.is_none() || account.battle == battle);
    let accounts: BTreeMap<EntryNo, Account> = accounts.map(|account| (account.no, account)).collect();
    let mut rows = Vec::new();
    for record in records {
        for (no, remarks) in &record.remarks {
            let Some(account) = accounts.get(no) else { continue };
            let order = account.order.clone();
            let row =
                |line| (Some(*no), vec![diary.state().name(record.unit), account.turn_label(), order.clone(), line]);
            rows.extend(remarks.lines().into_iter().map(row));
        }
    }
    let head = vec!["Unit", "When", "Order", "Remark"];
    (!rows.is_empty()).then(|| Table { caption: "Remarks on their entries".into(), head, rows })
}

fn gathered(diary: &Diary, unit: Option<UnitId>, watcher: &Watcher) -> Result<Vec<ServiceRecord>, UserError> {
    let records = watcher.measure("reading the diary", |watch| service::service(diary, unit, watch));
    records.map_err(|_| UserError::refused("cancelled before all entries were read"))
}

fn unit_named(name: &str, state: &State) -> Result<UnitId, UserError> {
    let found = resolve_name(name, state, &[EntityKind::Unit]);
    let id = found.map_err(|error| UserError { kind: ErrorKind::Usage, ..UserError::from_notation(error, name) })?;
    Ok(UnitId(id.0))
}

fn condition_json(condition: &Condition) -> Value {
    let Condition { strength, edna, grade, precision, uses_edna: _, uses_grade: _ } = condition;
    json!({
        "strength": known_number(condition.strength_known(), || json!(strength)),
        "edna": known_number(precision.edna, || json!(edna)),
        "grade": known_number(precision.grade, || json!(grade)),
    })
}

fn as_json(state: &State, record: &ServiceRecord) -> Value {
    let battle = |service: &Service| {
        json!({
            "battle": state.name(service.battle),
            "from": condition_json(&service.from),
            "to": condition_json(&service.to),
            "lost": service.to.precision.strength.is_exact().then_some(service.lost),
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
    json!({
        "unit": state.name(record.unit),
        "side": state.name(record.side),
        "formation": formation_of(state, record.unit),
        "battles": record.battles.iter().map(battle).collect::<Value>(),
        "took": record.objectives_taken.iter().map(taken_json).collect::<Value>(),
        "entries": record.entries,
        "history": record.history.iter().map(moment).collect::<Value>(),
        "remarks": record.remarks.iter().map(|(no, remarks)| remarks_json(*no, remarks)).collect::<Value>(),
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

fn page(state: &State, record: &ServiceRecord) -> String {
    let mut lines = vec![format!("{} of {}", state.name(record.unit), state.name(record.side))];
    lines.extend(formation_of(state, record.unit));
    if let Some((_, first)) = record.history.first() {
        lines.push(format!("mustered with {}", condition(first)));
    }
    for service in &record.battles {
        lines.extend([String::new(), state.name(service.battle)]);
        lines.push(format!("  {}", condition_change(state, service)));
        let achieved = achievements(service);
        let achieved = if achieved.is_empty() { vec!["was present, but did nothing".to_string()] } else { achieved };
        lines.extend(achieved.into_iter().map(|deed| format!("  {deed}")));
    }
    if record.battles.is_empty() {
        lines.push("It was in no battle.".into());
    }
    if !record.objectives_taken.is_empty() {
        lines.extend([String::new(), "On the march".into()]);
        lines.extend(record.objectives_taken.iter().map(|taken| format!("  {}", objective_taken(taken))));
    }
    if record.history.len() > 1 {
        lines.extend([String::new(), "History".into()]);
        let row = |(no, now): &(u32, Condition)| {
            let when = if *no == 0 { "  at the muster".into() } else { format!("  entry {no}") };
            vec![when, condition(now)]
        };
        lines.extend(columns(&record.history.iter().map(row).collect::<Vec<_>>()));
    }
    if !record.entries.is_empty() {
        let entries = if record.entries.len() == 1 { "entry" } else { "entries" };
        lines.extend([
            String::new(),
            format!("It appears in {entries} {}.", text::ranges(record.entries.iter().copied())),
        ]);
    }
    if !record.remarks.is_empty() {
        lines.extend([String::new(), "Remarks".into()]);
        let rows = |(no, remarks): &(EntryNo, Remarks)| -> Vec<Vec<String>> {
            remarks.lines().into_iter().map(|line| vec![format!("  entry {no}"), line]).collect()
        };
        lines.extend(columns(&record.remarks.iter().flat_map(rows).collect::<Vec<_>>()));
    }
    lines.join("\n")
}

/// Prints all units, one line for each battle, each followed by the remarks on the unit's entries.
fn roll(state: &State, records: &[ServiceRecord]) -> String {
    let mut rows = Vec::new();
    let mut remarks: Vec<(usize, String)> = Vec::new();
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
        for (no, remark) in &record.remarks {
            remarks.extend(remark.lines().into_iter().map(|line| (rows.len(), format!("  entry {no}  {line}"))));
        }
    }
    // Remarks are not aligned in columns.
    let mut remarks = remarks.into_iter().peekable();
    let mut lines = Vec::new();
    for (at, line) in (1..).zip(columns(&rows)) {
        lines.push(line);
        lines.extend(std::iter::from_fn(|| remarks.next_if(|(after, _)| *after == at)).map(|(_, line)| line));
    }
    let sums = service::of_formations(state, records);
    if !sums.is_empty() {
        lines.extend([String::new(), "Formations".into()]);
        let row = |sum: &FormationService| {
            vec![format!("  {}", state.name(sum.formation)), state.name(sum.battle), formation_sum(sum)]
        };
        lines.extend(columns(&sums.iter().map(row).collect::<Vec<_>>()));
    }
    lines.join("\n")
}
