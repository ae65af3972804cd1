//! `wardiary share` writes what a side knows of a campaign to a file for its player.

use super::{
    command_output::CommandOutput,
    output_file,
    viewer::{Watcher, side_named},
};
use clap::Args;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};
use wardiary_app::clock;
use wardiary_base::{id::SideId, remark::Viewer, text};
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo,
        file::{Mode, Save, load_with_progress, read_save},
    },
    error::{UserError, display_path, notice_text},
    projection::PROJECTION,
    share::{Preview, ShareError, check_shareable, path_beside, path_in, share as share_of},
};

/// How long to wait while a player's order has the save locked.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// `wardiary share`
#[derive(Args)]
#[command(after_help = SHARE_HELP)]
pub(super) struct ShareArgs {
    /// The save
    save: OsString,
    /// The side to write a share for
    #[arg(long = "for", value_name = "SIDE", required_unless_present = "all")]
    side: Option<String>,
    /// Write a share for each side, named by side and time: NAME.SIDE-TIME.share.ron
    #[arg(long, conflicts_with = "side")]
    all: bool,
    /// Where to write it; by default NAME.SIDE.share.ron beside the save; `-` is standard output; with `--all`, a folder
    #[arg(short, long, value_name = "FILE", value_parser = output_file::parser())]
    output: Option<PathBuf>,
    /// Overwrite an older share; saves are never overwritten
    #[arg(long)]
    force: bool,
    /// Write nothing, and list what the side will learn from the share
    #[arg(long, conflicts_with_all = ["output", "force"])]
    dry_run: bool,
}

const SHARE_HELP: &str = "A share holds what the side knows, as a read-only save: `open`, `review`, `log`, `report` and all other commands that \
    read saves accept it. It has no seed, no ids and nothing else that its side can't know; digests replace what it leaves \
    out, one for each part of a battle or of a day. Orders that its player gives on it, in the program or with `wardiary do`, go into \
    NAME.orders.ron beside it, which `wardiary orders import` imports. When the game is over and the save is published, `wardiary verify \
    --against SHARE SAVE` shows whether the share was an honest extract.";

pub(super) fn share(args: &ShareArgs) -> Result<CommandOutput, UserError> {
    match &args.side {
        Some(side) => share_for(args, side, args.output.as_deref()),
        None => share_all(args),
    }
}

fn share_all(args: &ShareArgs) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    let save = Watcher::begin().open(&path, Mode::Read)?;
    let state = save.diary().state();
    let mut shares = Vec::new();
    let mut all = CommandOutput::new(String::new(), Value::Null);
    for side in state.sides() {
        let folder = args.output.as_deref().or(path.parent()).unwrap_or(Path::new(""));
        let to = path_in(folder, &path, side, state);
        let CommandOutput { text, json, notes, .. } = share_for(args, &side.name, Some(&to))?;
        all.text.push_str(&text);
        all.notes.extend(notes.into_iter().filter(|note| !all.notes.contains(note)).collect::<Vec<_>>());
        shares.push(json);
    }
    Ok(CommandOutput { json: shares.into(), ..all })
}

fn share_for(args: &ShareArgs, side: &str, output: Option<&Path>) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    let watcher = Watcher::begin();
    let bytes = read_save(&path).map_err(|e| UserError::io(&path, "read", &e))?;
    let loaded = watcher.watch(&path, |watch| load_with_progress(&bytes, watch));
    let save = loaded.map_err(|error| UserError::unreadable(&path, error))?;
    let secret = check_shareable(&save.diary, &save.seals).map_err(|why| UserError::unshareable(&path, why))?;
    let state = save.diary.state();
    let side = side_named(side, state).map_err(|failure| {
        let names: Vec<String> = state.sides().iter().map(|side| side.name.to_string()).collect();
        let there = if names.is_empty() {
            "the save has no sides yet".into()
        } else {
            format!("its sides are {}", text::list(&names))
        };
        failure.hint(format!("{}: {there}", display_path(&path)))
    })?;
    let name = state.side(side).map_or_else(String::new, |side| side.name.to_string());
    if args.dry_run {
        let preview = Preview::of(&save.diary, side).map_err(ShareError::Muster);
        return preview.map(|preview| dry_run(&preview)).map_err(|error| UserError::from_share(&path, &name, error));
    }
    let to = output.map_or_else(|| path_beside(&path, &name), Path::to_path_buf);
    let is_printed = output_file::is_printed(output, &path);
    if !is_printed {
        output_file::check_share(&to, &path, args.force)?;
    }
    let made = watcher.watch(&path, |watch| share_of(&bytes, secret, side, watch));
    let made = made.map_err(|error| UserError::from_share(&path, &name, error))?;
    if is_printed {
        let unrecorded = record(&watcher, &path, (side, &name), save.diary.head())?;
        return Ok(CommandOutput { notes: unrecorded.into_iter().collect(), ..CommandOutput::document(made.text) });
    }
    output_file::write(&to, &made.text)?;
    let unrecorded = record(&watcher, &path, (side, &name), save.diary.head())?;
    let (entries, digests) =
        (text::count(made.entries, "entry", "entries"), text::count(made.digests as usize, "digest", "digests"));
    let text = format!("{}: a share for {}: {entries}, {digests}\n", display_path(&to), name);
    let json = json!({
        "share": to.display().to_string(),
        "save": path.display().to_string(),
        "side": name,
        "entries": made.entries,
        "digests": made.digests,
        "projection": PROJECTION,
        "bytes": made.text.len(),
        "recorded": unrecorded.is_none(),
    });
    let notes = save.notices.iter().map(|note| format!("{}: {}", display_path(&path), notice_text(note)));
    Ok(CommandOutput { notes: notes.chain(unrecorded).collect(), ..CommandOutput::new(text, json) })
}

/// Records in the save that the side has what it knew at this entry. Returns a note if the save can't be written: the
/// share is made all the same.
fn record(
    watcher: &Watcher,
    path: &Path,
    (side, name): (SideId, &str),
    on: EntryNo,
) -> Result<Option<String>, UserError> {
    let opened = watcher.watch(path, |watch| Save::open_waiting(path, LOCK_TIMEOUT, watch));
    let now = clock::now()?;
    let recorded = opened.map_err(UserError::from).and_then(|mut save| {
        let recorded = save.record_share(Viewer::Side(side), on, now);
        recorded.map_err(|error| UserError::from_write(error, save.diary().state()))
    });
    Ok(recorded.err().map(|why| {
        format!(
            "{}; the share is not recorded there: if you take back what it shows, later shares for {name} will not show that \
             it was taken back",
            why.what
        )
    }))
}

fn dry_run(preview: &Preview) -> CommandOutput {
    let side = &preview.side;
    let mut lines = vec![if preview.is_empty() {
        format!("{side} will learn nothing new.")
    } else {
        format!("{side} will learn:")
    }];
    for (head, body) in preview.news() {
        lines.push(format!("  {head}"));
        lines.extend((!body.is_empty()).then(|| format!("     {body}")));
    }
    lines.push(preview.known_text());
    let entries: Vec<Value> = preview
        .new
        .iter()
        .map(|entry| json!({ "entry": entry.no, "headline": entry.headline, "events": entry.sentences }))
        .collect();
    let json = json!({
        "side": side,
        "new": entries,
        "withdrawn": preview.withdrawn,
        "restored": preview.restored,
        "known": { "entries": preview.known, "shares": preview.times },
    });
    CommandOutput::new(lines.join("\n") + "\n", json)
}
