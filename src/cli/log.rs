//! `wardiary log`: what happened, filtered.

use super::{
    account::PrintedAccount,
    answer::Answer,
    columns::columns,
    standing::{QUICK, Standing, Standings, THOROUGH},
    watcher::Watcher,
};
use crate::{
    assets::Folders,
    diary::{Account, Diary, EntryNo, tree::Branch},
    error::{ErrorKind, UserError},
    id::Id,
    notation::named,
    rules::rolled_by,
    state::{EntityKind, State},
    text,
};
use clap::Args;
use serde_json::{Value, json};
use std::{collections::BTreeSet, ffi::OsString, sync::Arc};

/// `wardiary log`
#[derive(Args)]
pub(super) struct Log {
    /// The save
    save: OsString,
    /// Only what concerns this unit
    #[arg(long)]
    unit: Option<String>,
    /// Only what concerns this side, or a unit of it
    #[arg(long)]
    side: Option<String>,
    /// Only what happened in this turn of a battle
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Only orders that begin with this word: edna, scrud, note …
    #[arg(long, value_name = "VERB")]
    kind: Option<String>,
    /// Only what has this in its order or its sentences
    #[arg(long)]
    text: Option<String>,
    /// Every branch, and not only the way to where the diary stands now
    #[arg(long)]
    all: bool,
    /// How likely every roll was, the large ones simulated; without it that is said where it is quickly known exactly
    #[arg(long)]
    odds: bool,
    /// The branches of the diary, and not what happened in them
    #[arg(long, conflicts_with_all = ["unit", "side", "turn", "kind", "text", "all", "odds"])]
    branches: bool,
}

/// What an entry must be to be shown.
struct Filter<'a> {
    log: &'a Log,
    concerned: Vec<Id>,
    text: Option<String>,
}

impl<'a> Filter<'a> {
    fn new(log: &'a Log, state: &State) -> Result<Self, UserError> {
        let sought = [(&log.unit, &[EntityKind::Unit][..]), (&log.side, &[EntityKind::Side][..])];
        let mut concerned = Vec::new();
        for (name, sorts) in sought {
            let Some(name) = name else { continue };
            let found = named(name, state, sorts);
            concerned.push(found.map_err(|e| UserError { kind: ErrorKind::Usage, ..e.into_user_error(name) })?);
        }
        Ok(Self { log, concerned, text: log.text.as_ref().map(|text| text.to_lowercase()) })
    }

    fn shows(&self, account: &Account) -> bool {
        let says = |text: &String| {
            let mut all = std::iter::once(&account.order).chain(&account.sentences);
            all.any(|line| line.to_lowercase().contains(text))
        };
        self.concerned.iter().all(|id| account.concerns.contains(id))
            && self.log.turn.is_none_or(|turn| account.turn == Some(turn))
            && self.log.kind.as_ref().is_none_or(|kind| account.verb.is_called(kind))
            && self.text.as_ref().is_none_or(says)
    }
}

/// Shows the diary.
pub(super) fn log(log: &Log) -> Result<Answer, UserError> {
    let watcher = Watcher::begin();
    let save = watcher.open_at(&Folders::of_user()?.save(&log.save), None)?;
    let diary = save.diary();
    if log.branches {
        return Ok(branches(diary).noting(&save));
    }
    let filter = Filter::new(log, diary.state())?;
    let path: BTreeSet<_> = diary.path().iter().copied().collect();
    let mut texts = String::new();
    let mut values: Vec<Value> = Vec::new();
    let mut standings = Standings::new(if log.odds { THOROUGH } else { QUICK }, Arc::clone(watcher.broken_off()));
    for step in diary.steps(numbers(diary, log.all)) {
        let account = save.account(&step);
        if filter.shows(&account) {
            let rolled = rolled_by(&step.before, &step.entry.order, &step.entry.dice);
            let standing = rolled.as_ref().and_then(|rolled| standings.of(&step, rolled));
            let printed = PrintedAccount::new(account, &step, rolled.as_ref());
            let current = path.contains(&step.entry.no);
            texts.push_str(&text_of(&printed, standing.as_ref(), current));
            values.push(json_of(&printed, standing.as_ref(), current));
        }
    }
    let mut answer = Answer::new(texts, values.into()).noting(&save);
    let no_such_kind = log.kind.as_ref().and_then(|kind| no_such_kind(diary, kind));
    let nothing = answer.text.is_empty().then(|| match diary.entries().len() {
        0 => "nothing is written yet".to_string(),
        n => format!("none of {} is shown: nothing fits all that was asked for", text::count(n, "entry", "entries")),
    });
    answer.notes.extend(no_such_kind.or(nothing));
    Ok(answer)
}

/// The branches, by their first entries.
fn branches(diary: &Diary) -> Answer {
    let branches = diary.branches();
    let row = |branch: &Branch| {
        let from = if branch.from == 0 { "the muster".into() } else { format!("entry {}", branch.from) };
        vec![
            if branch.current { "*".into() } else { String::new() },
            branch.title(),
            format!("goes on from {from}"),
            text::count(branch.entries, "entry", "entries"),
            format!("{} to {}", branch.first, branch.last),
            branch.at.to_string(),
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
    Answer::new(columns(&rows).join("\n"), values.into())
}

/// The entries to be looked at: those on the path to the head, or every one.
fn numbers(diary: &Diary, all: bool) -> Vec<EntryNo> {
    if all { diary.entries().iter().map(|entry| entry.no).collect() } else { diary.path().to_vec() }
}

fn text_of(printed: &PrintedAccount, standing: Option<&Standing>, current: bool) -> String {
    let account = &printed.account;
    let turn = account.turn_label();
    let left = if current { "" } else { "  (left behind)" };
    let mut lines = vec![format!("{turn:<3} {:>4}  {}{left}", account.no, account.headline)];
    lines.extend(printed.rolled_briefly());
    lines.extend(account.remarks().map(String::from));
    lines.extend(standing.map(Standing::text));
    lines.join("\n          ") + "\n"
}

fn json_of(printed: &PrintedAccount, standing: Option<&Standing>, current: bool) -> Value {
    let account = &printed.account;
    let (turn, battle) = printed.place_json();
    json!({
        "entry": account.no,
        "after": account.follows,
        "at": account.at.to_string(),
        "turn": turn,
        "battle": battle,
        "kind": account.verb.as_str(),
        "order": account.order,
        "dice": printed.dice_json(),
        "events": account.sentences,
        "standing": standing.map(Standing::json),
        "abandoned": account.abandoned,
        "current": current,
        "by_hand": account.changed_by_hand,
        "found_cut": account.found_cut,
    })
}

/// A word of advice where no order of the diary begins with that word.
fn no_such_kind(diary: &Diary, kind: &str) -> Option<String> {
    let kinds: BTreeSet<&str> = diary.entries().iter().map(|entry| entry.order.verb().as_str()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    let found = diary.entries().iter().any(|entry| entry.order.verb().is_called(kind));
    let there = if kinds.is_empty() { "nothing".into() } else { text::list(&kinds) };
    (!found).then(|| format!("no order begins with “{}”; there is {there}", text::display_name(kind)))
}
