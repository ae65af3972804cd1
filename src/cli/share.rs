//! `wardiary share` writes what a side knows of a campaign to a file for its player.

use super::{command_output::CommandOutput, output_file, viewer::side_named, watcher::Watcher};
use clap::Args;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, load_with_progress, read_save},
    error::{ErrorKind, UserError, display_path, notice_text},
    projection::PROJECTION,
    share::{ShareError, ShareRefusal, check_shareable, share as share_of},
};

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
}

const SHARE_HELP: &str = "A share holds what the side knows, as a read-only save: `open`, `review`, `log`, `report` and all other commands that \
    read saves accept it. It has no seed, no ids and nothing else that its side can't know; digests replace what it leaves \
    out, one for each part of a battle or of a day. Orders that its player gives on it, in the program or with `wardiary do`, go into \
    NAME.orders.ron beside it, which `wardiary orders import` imports. When the game is over and the save is published, `wardiary verify \
    --against SHARE SAVE` shows whether the share was an honest extract.";

pub(super) fn share(args: &ShareArgs) -> Result<CommandOutput, UserError> {
    match &args.side {
        Some(side) => share_for(args, side, args.output.clone()),
        None => share_all(args),
    }
}

fn share_all(args: &ShareArgs) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    let save = Watcher::begin().open(&path, Mode::Read)?;
    let state = save.diary().state();
    let (time, mut shares) = (state.time().unwrap_or_default(), Vec::new());
    let mut all = CommandOutput::new(String::new(), Value::Null);
    for side in state.sides() {
        let beside = share_path(&path, &format!("{} {time}", side.name));
        let folder = args.output.as_deref().or(path.parent()).unwrap_or(Path::new(""));
        let to = folder.join(beside.file_name().unwrap_or_default());
        let CommandOutput { text, json, notes, .. } = share_for(args, &side.name, Some(to))?;
        all.text.push_str(&text);
        all.notes = notes;
        shares.push(json);
    }
    Ok(CommandOutput { json: shares.into(), ..all })
}

fn share_for(args: &ShareArgs, side: &str, output: Option<PathBuf>) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    let watcher = Watcher::begin();
    let bytes = read_save(&path).map_err(|e| UserError::io(&path, "read", &e))?;
    let loaded = watcher.watch(&path, |watch| load_with_progress(&bytes, watch));
    let save = loaded.map_err(|error| UserError::unreadable(&path, error))?;
    let secret = check_shareable(&save.diary, &save.seals).map_err(|why| refused(&path, why))?;
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
    let is_printed = output_file::is_printed(output.as_deref(), &path);
    let to = output.unwrap_or_else(|| share_path(&path, &name));
    if !is_printed {
        output_file::check_share(&to, &path, args.force)?;
    }
    let made = watcher.watch(&path, |watch| share_of(&bytes, secret, side, watch)).map_err(|error| match error {
        ShareError::Load(error) => UserError::unreadable(&path, *error),
        ShareError::NoSide => UserError::refused(format!("{}: {name} has seen nothing in it yet", display_path(&path))),
        ShareError::Muster(faults) => {
            let faults: Vec<String> = faults.iter().map(|fault| fault.reason.clone()).collect();
            UserError::refused(format!(
                "{}: what {name} knows does not make a campaign: {}",
                display_path(&path),
                faults.join("; ")
            ))
        }
    })?;
    if is_printed {
        return Ok(CommandOutput::document(made.text));
    }
    output_file::write(&to, &made.text)?;
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
    });
    let notes = save.notices.iter().map(|note| format!("{}: {}", display_path(&path), notice_text(note))).collect();
    Ok(CommandOutput { notes, ..CommandOutput::new(text, json) })
}

fn share_path(save: &Path, side: &str) -> PathBuf {
    let words = side.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let side: String = words.collect::<Vec<_>>().join("-").chars().take(60).collect();
    let mut name = save.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".{side}.share.ron"));
    save.with_file_name(name)
}

fn refused(path: &Path, why: ShareRefusal) -> UserError {
    let save = display_path(path);
    let hint = match why {
        ShareRefusal::Share => "it can be sent on unchanged: copy the file".to_string(),
        ShareRefusal::OldSeals => {
            format!("`wardiary recover {save}` makes a new save of it in which every line is sealed")
        }
        ShareRefusal::ShortSeed => {
            "start a campaign without `--seed` if you want to share it; `wardiary report` can still report this one"
                .to_string()
        }
        ShareRefusal::ChangedByHand => {
            format!(
                "`wardiary verify {save}` says where, and `wardiary seal {save}` accepts it; older shares will no longer match"
            )
        }
    };
    UserError { kind: ErrorKind::Refused, what: format!("{save}: {why}"), hint: Some(hint) }
}
