//! `wardiary merge` joins two copies of a save that diverged; `wardiary compare` shows two branches, or two saves, side
//! by side from their fork on.

use super::{
    command_output::{CommandOutput, columns},
    log::remark_json,
    viewer::{ViewerArg, Watcher},
};
use clap::Args;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    io::{self, IsTerminal as _},
    path::Path,
    time::Duration,
};
use wardiary_app::clock;
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::{
        Account, Diary, EntryNo,
        compare::{ComparedPath, PathComparison},
        file::{Mode, Save},
        merge::MergeError,
    },
    error::{UserError, display_path},
    projection::SaveView,
};
use wardiary_rules::notation::Destination;

/// `wardiary merge`
#[derive(Args)]
pub(super) struct Merge {
    /// The save to merge into
    save: OsString,
    /// The other copy, which is not changed
    other: OsString,
}

/// `wardiary compare`
#[derive(Args)]
pub(super) struct Compare {
    /// The save
    save: OsString,
    /// Another copy of it; without one, two branches of the save are compared
    other: Option<OsString>,
    /// The branch to compare: up to an entry, the end of a branch, "turn 3" or "day 3 dawn"; by default the current entry
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
    /// The branch to compare it with, in the other save, or in this one if there is no other
    #[arg(long, value_name = "PLACE")]
    with: Option<Destination>,
    #[command(flatten)]
    view: ViewerArg,
}

/// How long to wait for another program that has the save open.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) fn merge(args: &Merge) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let (path, from) = (folders.save_path(&args.save)?, folders.save_path(&args.other)?);
    let watcher = Watcher::begin();
    let other = watcher.open(&from, Mode::Read)?;
    if let Some(side) = other.diary().share_side_name() {
        let what = format!("{}: this is a share for {side}, not a copy of a save", display_path(&from));
        return Err(UserError::refused(what).hint("`wardiary verify --against SHARE SAVE` compares the two"));
    }
    let mut save = watcher.watch(&path, |watch| Save::open_waiting(&path, LOCK_TIMEOUT, watch))?;
    // Imported entries get new seals; the branch name records that permanently.
    let name = format!("merged from {}, sealed again", file_name(&from));
    let refused = |what: String| UserError::refused(format!("{}: {what}", display_path(&from)));
    let merge = save.diary().merge((other.diary(), other.seals()), &name, clock::now()?);
    let merge = merge.map_err(|why| refused(why.to_string()).hint("nothing was written"))?;
    let (text, json) = (
        merge.clone(),
        json!({
            "common": merge.common,
            "entries": merge.numbers.len(),
            "first": merge.numbers.first(),
            "last": merge.numbers.last(),
            "numbers": merge.numbers,
            "naming": merge.branch_names,
            "branch": merge.branch,
            "both_remarked": merge.both_remarked,
            "by_hand": merge.by_hand,
        }),
    );
    let written = save.merge(merge);
    let backup = written.map_err(|not| UserError::from_write(not, save.diary().state()))?;
    let mut lines = Vec::new();
    if !text.numbers.is_empty() {
        let what = text::count(text.numbers.len(), "entry", "entries");
        let numbers = format!("as {}", entries(&text.numbers));
        let how = match &text.branch {
            Some(branch) => format!(
                "on the branch “{}”, named by {}, and sealed again",
                branch.as_name(),
                entries(&text.branch_names)
            ),
            None => "continuing the entries here, and sealed again".to_string(),
        };
        let common = if text.common == 0 { "the muster".into() } else { format!("entry {}", text.common) };
        lines.push(format!("merged {what} of {} after {common} {numbers}, {how}", display_path(&from)));
    }
    lines.extend(text.remarks_text());
    if !text.both_remarked.is_empty() {
        lines.push(format!("the copies have different remarks on {}: both are kept", entries(&text.both_remarked)));
    }
    if text.by_hand > 0 {
        lines.push(format!(
            "{} changed by hand there, and are marked",
            text::count(text.by_hand, "of them was", "of them were")
        ));
    }
    let head = save.diary().head();
    let stands = if head == 0 { "the muster".into() } else { format!("entry {head}") };
    let last = text
        .numbers
        .last()
        .map_or(String::new(), |last| format!(", as before; `goto {last}` goes to the last merged entry"));
    lines.push(format!("{} is at {stands}{last}", display_path(&path)));
    lines.push(format!("the save from before the merge is kept in {}", display_path(&backup)));
    let mut answer = CommandOutput::new(lines.join("\n") + "\n", json).with_notices(&save);
    answer.notes.extend(CommandOutput::default().with_notices(&other).notes);
    Ok(answer)
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn entries(numbers: &[EntryNo]) -> String {
    let one = if numbers.len() == 1 { "entry" } else { "entries" };
    format!("{one} {}", text::ranges(numbers.iter().copied()))
}

pub(super) fn compare(args: &Compare) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let watcher = Watcher::begin();
    let open = |path: &OsString| args.view.open(&watcher, &folders.save_path(path)?, None);
    let save = open(&args.save)?;
    let other = args.other.as_ref().map(open).transpose()?;
    if other.is_none() && args.with.is_none() {
        let failure = UserError::usage("there is nothing to compare it with");
        return Err(failure.hint("name another save, or a branch or an entry of this one: --with \"No artillery\""));
    }
    let compared = compared(&save, other.as_ref(), (args.at.as_ref(), args.with.as_ref()))?;
    let is_same = compared.paths.iter().all(|path| path.entries.is_empty()) && compared.differences.is_empty();
    let text =
        if is_same { format!("They are the same, up to {}.\n", compared.fork_text()) } else { text_of(&compared) };
    let mut answer = CommandOutput::new(text, json_of(&compared)).with_view_notices(&save);
    answer.failure = (!is_same).then(|| UserError::refused("the two differ"));
    answer.notes.extend(other.iter().flat_map(|other| CommandOutput::default().with_view_notices(other).notes));
    Ok(answer)
}

/// The branch in a save up to this entry or branch, beside the other one: in the other save, or in the same one if
/// there is no other.
pub(super) fn compared(
    save: &SaveView,
    other: Option<&SaveView>,
    (at, with): (Option<&Destination>, Option<&Destination>),
) -> Result<PathComparison, UserError> {
    let second = other.unwrap_or(save);
    let ends = [resolve_end(save.diary(), at)?, resolve_end(second.diary(), with)?];
    let compared = match other {
        Some(other) => {
            let names = [save, other].map(|save| file_name(save.path()));
            PathComparison::of_copies([(save.diary(), ends[0], &names[0]), (other.diary(), ends[1], &names[1])])
        }
        None => PathComparison::of_branches(save.diary(), ends),
    };
    compared.ok_or_else(|| UserError::refused(MergeError::Unrelated.to_string()))
}

/// The entry at that place; the head if none is given.
fn resolve_end(diary: &Diary, at: Option<&Destination>) -> Result<EntryNo, UserError> {
    Ok(at.map_or(Ok(diary.head()), |at| diary.resolve_destination(at))?)
}

/// The maximum width of an entry's text in one of two columns of a terminal.
const MAX_COLUMN_WIDTH: usize = 58;

fn text_of(compared: &PathComparison) -> String {
    let is_terminal = io::stdout().is_terminal();
    let cut = |line: String| {
        if !is_terminal || line.chars().count() <= MAX_COLUMN_WIDTH {
            line
        } else {
            line.chars().take(MAX_COLUMN_WIDTH - 1).collect::<String>() + "…"
        }
    };
    // Remarks are printed below their entry.
    let lines = |account: Option<&Account>| -> Vec<String> {
        account.map_or_else(Vec::new, |account| {
            let remarks = account.remark_lines().into_iter().map(|remark| format!("        {remark}"));
            let lines = std::iter::once(format!("{:>4}  {}", account.no, account.order_line)).chain(remarks);
            lines.map(&cut).collect()
        })
    };
    let [one, other] = compared.paths.each_ref().map(|path| &path.entries[..]);
    let is_same = |(one, other): &(&Account, &Account)| {
        (&one.order, &one.sentences, one.remark_lines()) == (&other.order, &other.sentences, other.remark_lines())
    };
    let same = one.iter().rev().zip(other.iter().rev()).take_while(is_same).count();
    let differing = [&one[..one.len() - same], &other[..other.len() - same]];
    let heads = compared
        .paths
        .iter()
        .map(|way| format!("{}: {}", way.title, text::count(way.entries.len(), "entry", "entries")));
    let mut rows: Vec<Vec<String>> = vec![heads.collect()];
    for at in 0..differing.iter().map(|entries| entries.len()).max().unwrap_or(0) {
        let beside = differing.map(|entries| lines(entries.get(at)));
        let height = beside.iter().map(Vec::len).max().unwrap_or(0);
        let row = |row: usize| beside.iter().map(|lines| lines.get(row).cloned().unwrap_or_default()).collect();
        rows.extend((0..height).map(row));
    }
    if same > 0 {
        let last = [one, other].map(|entries| entries[entries.len() - same..].iter().map(|account| account.no));
        rows.push(last.map(|numbers| format!("      {}: the same in both", text::ranges(numbers))).to_vec());
    }
    let mut lines = vec![format!("They diverge after {}.", compared.fork_text())];
    let first = differing[0].iter().zip(differing[1]).position(|pair| !is_same(&pair));
    if let Some(at) = first.filter(|at| *at > 0) {
        let [one, other] = differing.map(|entries| entries[at].no);
        lines.push(format!("The first entries that differ are {one} and {other}."));
    }
    lines.extend(columns(&rows));
    lines.push(if compared.differences.is_empty() {
        "At the end the states are the same.".into()
    } else {
        "At the end:".to_string()
    });
    lines.extend(compared.differences.iter().map(|difference| format!("  {difference}")));
    lines.join("\n") + "\n"
}

fn json_of(compared: &PathComparison) -> Value {
    let way = |way: &ComparedPath| {
        let entry = |account: &Account| {
            json!({
                "entry": account.no,
                "order": account.order,
                "remark": account.remarks.as_ref().map(remark_json),
                "bookmark": account.remarks.as_ref().and_then(|remarks| remarks.bookmark.as_ref()),
            })
        };
        let entries: Vec<Value> = way.entries.iter().map(entry).collect();
        json!({ "name": way.title, "end": way.end, "entries": entries })
    };
    json!({
        "common": compared.common,
        "ways": compared.paths.iter().map(way).collect::<Vec<_>>(),
        "differences": compared.differences,
    })
}
