//! `wardiary log` prints the entries that match a filter.

use super::{
    account::{LikelihoodCache, OrderLikelihood, PrintedAccount, QUICK, THOROUGH},
    command_output::{CommandOutput, PrintedList, columns},
    viewer::{ViewerArg, Watcher},
};
use clap::Args;
use serde_json::{Value, json};
use std::{collections::BTreeSet, ffi::OsString, sync::Arc};
use wardiary_app::clock;
use wardiary_base::{id::UnitId, remark::Mark, text};
use wardiary_diary::{
    diary::{Account, Diary, EntryNo, Remarks, filter, tree::Branch},
    error::{ErrorKind, UserError},
};
use wardiary_report::luck::{self, DEFAULT_EFFORT, LuckByEntry};
use wardiary_rules::{
    notation::{Criterion, FILTER_WORDS, Filter, NotationError, quote_if_needed},
    state::EntityKind,
};

/// `wardiary log`
#[derive(Args)]
#[command(after_help = filter_help())]
pub(super) struct Log {
    /// The save
    save: OsString,
    /// Only entries that match: side Germans turn 3-5 not kind note (see below)
    #[arg(value_name = "FILTER")]
    fits: Option<String>,
    /// Only entries about this unit
    #[arg(long)]
    unit: Option<String>,
    /// Only entries about this stack or one of its units
    #[arg(long)]
    stack: Option<String>,
    /// Only entries about this formation or one of its units
    #[arg(long)]
    formation: Option<String>,
    /// Only entries about this side or one of its units
    #[arg(long)]
    side: Option<String>,
    /// Only entries in this turn of a battle
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Only orders that begin with this word: edna, scrud, note …
    #[arg(long, value_name = "VERB")]
    kind: Option<String>,
    /// Only entries with this text in their order or sentences
    #[arg(long)]
    text: Option<String>,
    /// All branches, not only the path to the current entry; with --for, withdrawn entries are always included
    #[arg(long)]
    all: bool,
    /// Print how likely every roll was, simulating large ones; without it, only rolls whose exact odds are quick to compute
    #[arg(long)]
    odds: bool,
    /// List the branches of the diary instead of its entries
    #[arg(long, conflicts_with_all = ["unit", "stack", "formation", "side", "turn", "kind", "text", "fits", "all", "odds"])]
    branches: bool,
    #[command(flatten)]
    view: ViewerArg,
}

/// The words of the filter language, for the help.
pub(super) fn filter_help() -> String {
    let width = FILTER_WORDS.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
    let rows = FILTER_WORDS.iter().map(|(word, about)| format!("  {word:<width$}  {about}"));
    let rows: Vec<String> = rows.collect();
    format!(
        "A filter is made of these terms, and all must match; the Review screen takes the same:\n{}",
        rows.join("\n")
    )
}

impl Log {
    fn filter(&self, diary: &Diary) -> Result<Filter, UserError> {
        let usage =
            |e: NotationError, text: &str| UserError { kind: ErrorKind::Usage, ..UserError::from_notation(e, text) };
        let text = self.fits.as_deref().unwrap_or_default();
        let mut filter = diary.filter(text).map_err(|e| usage(e, text))?;
        let named = [
            (&self.unit, &[EntityKind::Unit][..]),
            (&self.stack, &[EntityKind::Stack]),
            (&self.formation, &[EntityKind::Formation]),
            (&self.side, &[EntityKind::Side]),
        ];
        for (name, kinds) in named {
            let Some(name) = name else { continue };
            let with = diary.parse_with_names(|state| filter.clone().and_named(name, state, kinds));
            filter = with.map_err(|e| usage(e, name))?;
        }
        if let Some(turn) = self.turn {
            filter = filter.and(&Criterion::Turn(turn..=turn), &format!("turn {turn}"));
        }
        if let Some(kind) = &self.kind {
            filter = filter.and_kind(kind).map_err(|e| usage(e, kind))?;
        }
        Ok(self.text.iter().fold(filter, |filter, text| filter.and_text(text)))
    }
}

pub(super) fn log(log: &Log, as_json: bool) -> Result<CommandOutput, UserError> {
    let watcher = Watcher::begin();
    let save = log.view.open_save(&watcher, &log.save, None)?;
    let diary = save.diary();
    if log.branches {
        return Ok(branches(diary).with_view_notices(&save));
    }
    let filter = log.filter(diary)?;
    let path: BTreeSet<_> = diary.path().iter().copied().collect();
    let mut texts = String::new();
    let mut passed_over = Vec::new();
    let mut values = as_json.then(PrintedList::begin);
    let mut is_empty = true;
    let mut likelihoods =
        LikelihoodCache::new(if log.odds { THOROUGH } else { QUICK }, Arc::clone(watcher.cancel_flag()));
    // A side keeps what it knew, even after the referee undid it.
    let numbers = numbers(diary, log.all || save.is_for_side());
    let mut roll_luck = roll_luck(&filter, diary, &numbers, &watcher)?;
    for step in diary.steps(numbers) {
        let roll_luck = roll_luck.remove(&step.entry.no).unwrap_or_default();
        let account = Account { roll_luck, ..save.account(&step) };
        if account.fits(&filter) {
            let rolled = step.rolled();
            let likelihood = rolled.as_ref().and_then(|rolled| likelihoods.likelihood_of(&step, rolled));
            let printed = PrintedAccount::new(account, &step, rolled.as_ref());
            let current = path.contains(&step.entry.no);
            is_empty = false;
            if let Some(values) = &mut values {
                values.push(&json_of(&printed, likelihood.as_ref(), current));
            } else {
                texts.push_str(&text_of(&printed, likelihood.as_ref(), (!current).then(|| save.off_branch_word())));
            }
        } else {
            passed_over.push(account);
        }
    }
    let answer = values.map_or_else(|| CommandOutput::new(texts, Value::Null), PrintedList::finish);
    let mut answer = answer.with_view_notices(&save);
    if diary.entries().is_empty() {
        answer.notes.push("the diary has no entries yet".to_string());
    } else if is_empty {
        answer.notes.push(
            unknown_kind_hint(diary, &filter)
                .or_else(|| stack_hint(diary, &filter, &passed_over))
                .unwrap_or_else(|| filter::no_match_text_for(&filter, &passed_over)),
        );
    }
    Ok(answer)
}

/// The sides for which the rolls of these entries were lucky or unlucky, if a filter asks for that.
pub(super) fn roll_luck(
    filter: &Filter,
    diary: &Diary,
    numbers: &[EntryNo],
    watcher: &Watcher,
) -> Result<LuckByEntry, UserError> {
    if !filter.asks_for_luck() {
        return Ok(LuckByEntry::new());
    }
    let found = watcher.measure("weighing the rolls", |watch| luck::roll_luck(diary, numbers, &DEFAULT_EFFORT, watch));
    found.map_err(|_| UserError::refused("cancelled before all rolls were weighed"))
}

fn branches(diary: &Diary) -> CommandOutput {
    let branches = diary.branches();
    let row = |branch: &Branch| {
        let from = if branch.from == 0 { "the muster".into() } else { format!("entry {}", branch.from) };
        vec![
            if branch.current { "*".into() } else { String::new() },
            branch.title(),
            format!("branches off at {from}"),
            text::count(branch.entries, "entry", "entries"),
            format!("{} to {}", branch.first, branch.last),
            clock::local_text(branch.at),
        ]
    };
    let value = |branch: &Branch| {
        json!({
            "name": branch.name,
            "from": branch.from,
            "first": branch.first,
            "last": branch.last,
            "entries": branch.entries,
            "at": branch.at.to_string(),
            "current": branch.current,
        })
    };
    let rows: Vec<Vec<String>> = branches.iter().map(row).collect();
    let values: Vec<Value> = branches.iter().map(value).collect();
    CommandOutput::new(columns(&rows).join("\n"), values.into())
}

fn numbers(diary: &Diary, all: bool) -> Vec<EntryNo> {
    if all { diary.entries().iter().map(|entry| entry.no).collect() } else { diary.path().to_vec() }
}

fn text_of(printed: &PrintedAccount, likelihood: Option<&OrderLikelihood>, left: Option<&str>) -> String {
    let account = &printed.account;
    let turn = account.turn_label();
    let left = left.map_or_else(String::new, |left| format!("  ({left})"));
    let mut lines = vec![format!("{turn:<3} {:>4}  {}{left}", account.no, account.order_line)];
    lines.extend(printed.brief_results());
    lines.extend(account.details().map(String::from));
    lines.extend(account.remark_lines());
    lines.extend(likelihood.map(OrderLikelihood::text));
    lines.join("\n          ") + "\n"
}

fn json_of(printed: &PrintedAccount, likelihood: Option<&OrderLikelihood>, current: bool) -> Value {
    let account = &printed.account;
    let (turn, battle) = printed.place_json();
    json!({
        "entry": account.no,
        "after": account.parent,
        "at": account.at.to_string(),
        "turn": turn,
        "battle": battle,
        "kind": account.verb.as_str(),
        "order": account.order,
        "dice": printed.dice_json(),
        "events": account.sentences,
        "texts": account.texts,
        "standing": likelihood.map(OrderLikelihood::json),
        "abandoned": account.abandoned,
        "current": current,
        "remark": account.remarks.as_ref().map(remark_json),
        "bookmark": account.remarks.as_ref().and_then(|remarks| remarks.bookmark.as_ref()),
        "by_hand": account.changed_by_hand,
        "found_cut": account.found_cut,
    })
}

/// The remark on an entry as JSON; null if it only has a bookmark.
pub(super) fn remark_json(remarks: &Remarks) -> Value {
    remarks.comment.as_ref().map_or(Value::Null, |comment| {
        json!({
            "mark": comment.mark.map(Mark::sign),
            "text": comment.text,
            "files": comment.files,
            "at": remarks.at.to_string(),
        })
    })
}

/// A hint if no entry is about the unit in the filter, but some are about its stack, as in a Conflict.
fn stack_hint(diary: &Diary, filter: &Filter, accounts: &[Account]) -> Option<String> {
    let state = diary.state();
    let unit = filter.alternatives.iter().flatten().find_map(|term| match term.criterion {
        Criterion::Concerns(id) if !term.negated => state.unit(UnitId(id.0)),
        _ => None,
    })?;
    let stack = unit.stack?;
    let found = accounts.iter().filter(|account| account.concerns.contains(&stack.into())).count();
    let (entries, stack) = (text::count(found, "entry", "entries"), quote_if_needed(&state.name(stack)));
    (found > 0).then(|| format!("no entry names {}, but {entries} its stack: --stack {stack}", unit.name))
}

/// A hint if no order of the diary begins with the word in the filter.
fn unknown_kind_hint(diary: &Diary, filter: &Filter) -> Option<String> {
    let kind = *filter::missing_kinds(filter, diary.entries()).first()?;
    let kinds: BTreeSet<&str> = diary.entries().iter().map(|entry| entry.order.verb().as_str()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    Some(format!("no order in the diary begins with “{}”, only with {}", kind.as_name(), text::list(&kinds)))
}
