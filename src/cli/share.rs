//! `wardiary share` writes what a side knows of a campaign to a file for its player.

use super::{command_output::CommandOutput, output_file, viewer::side_named, watcher::Watcher};
use clap::Args;
use serde_json::json;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::file::{load_with_progress, read_save},
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
    /// Whose share
    #[arg(long = "for", value_name = "SIDE")]
    side: String,
    /// Where to write it; by default NAME.SIDE.share.ron beside the save; `-` is standard output
    #[arg(short, long, value_name = "FILE", value_parser = output_file::parser())]
    output: Option<PathBuf>,
    /// Write over an older share; over a save nothing ever is
    #[arg(long)]
    force: bool,
}

const SHARE_HELP: &str = "A share is what the side knows, as a save that is only read: `open`, `review`, `log`, `report` and all that \
    reads saves take it. It holds no seed, no ids and nothing else of what its side can't know; for what it leaves out stand \
    digests, one for each part of a battle or of a day. What its player orders on it, in the program or by `wardiary do`, goes into \
    NAME.orders.ron beside it, which `wardiary orders import` takes in. When the game is over and the save is given out, `wardiary verify \
    --against SHARE SAVE` shows whether it was an honest extract.";

pub(super) fn share(args: &ShareArgs) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    let watcher = Watcher::begin();
    let bytes = read_save(&path).map_err(|e| UserError::io(&path, "read", &e))?;
    let loaded = watcher.watch(&path, |watch| load_with_progress(&bytes, watch));
    let save = loaded.map_err(|error| UserError::unreadable(&path, error))?;
    let secret = check_shareable(&save.diary, &save.seals).map_err(|why| refused(&path, why))?;
    let state = save.diary.state();
    let side = side_named(&args.side, state).map_err(|failure| {
        let names: Vec<String> = state.sides().iter().map(|side| side.name.to_string()).collect();
        let there = if names.is_empty() {
            "it has no sides yet".into()
        } else {
            format!("its sides are {}", text::list(&names))
        };
        failure.hint(format!("{}: {there}", display_path(&path)))
    })?;
    let name = state.side(side).map_or_else(String::new, |side| side.name.to_string());
    let to = args.output.clone().unwrap_or_else(|| share_path(&path, &name));
    let is_printed = output_file::is_printed(Some(&to));
    if !is_printed {
        output_file::check_share(&to, &path, args.force)?;
    }
    let made = watcher.watch(&path, |watch| share_of(&bytes, secret, side, watch)).map_err(|error| match error {
        ShareError::Load(error) => UserError::unreadable(&path, *error),
        ShareError::NoSide => UserError::refused(format!("{}: {name} has seen nothing of it yet", display_path(&path))),
        ShareError::Muster(faults) => {
            let faults: Vec<String> = faults.iter().map(|fault| fault.reason.clone()).collect();
            UserError::refused(format!(
                "{}: what {name} knows is no campaign: {}",
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
    let text = format!("{}: the share of {}: {entries}, {digests}\n", display_path(&to), name);
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
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let side: String = side.chars().map(plain).take(40).collect();
    let mut name = save.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".{}.share.ron", side.trim_matches('-')));
    save.with_file_name(name)
}

/// The error if a save can't be shared, with a hint.
fn refused(path: &Path, why: ShareRefusal) -> UserError {
    let save = display_path(path);
    let hint = match why {
        ShareRefusal::Share => "what it holds can be sent on as it is: copy the file".to_string(),
        ShareRefusal::OldSeals => {
            format!("`wardiary recover {save}` makes a new save of it in which every line is sealed")
        }
        ShareRefusal::ShortSeed => {
            "begin a campaign that is to be shared without `--seed`; what was played can be told with `wardiary report`"
                .to_string()
        }
        ShareRefusal::ChangedByHand => {
            format!(
                "`wardiary verify {save}` says where, and `wardiary seal {save}` accepts it; older shares won't fit then"
            )
        }
    };
    UserError { kind: ErrorKind::Refused, what: format!("{save}: {why}"), hint: Some(hint) }
}
