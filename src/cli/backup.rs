//! `wardiary backup` copies a save, even one that is being written; `wardiary recover` builds a save from the readable
//! part of a damaged file.

use super::{command_output::CommandOutput, output_file, viewer::Watcher};
use clap::Args;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::{
        file::{self, Loss, read_save},
        seal::{Ending, Secret},
        watch::Watch,
    },
    error::{UserError, display_path},
};

/// `wardiary backup`
#[derive(Args)]
pub(super) struct Backup {
    /// The save
    save: OsString,
    /// Where to write the copy; by default NAME.backup-1.ron beside the save, or with the next free
    /// number; `-` is standard output
    #[arg(short, long, value_name = "FILE", value_parser = output_file::parser())]
    output: Option<PathBuf>,
}

/// `wardiary recover`
#[derive(Args)]
pub(super) struct Recover {
    /// The damaged file
    file: OsString,
    /// Where to write the save; by default NAME.recovered-1.ron beside the file, or with the next
    /// free number; `-` is standard output
    #[arg(short, long, value_name = "FILE", value_parser = output_file::parser())]
    output: Option<PathBuf>,
    /// Take title, seed, rules and muster from this save of the same campaign
    #[arg(long, value_name = "SAVE")]
    header: Option<OsString>,
}

pub(super) fn backup(args: &Backup) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    if output_file::is_printed(args.output.as_deref(), &path) {
        let copied = Watcher::begin().watch(&path, |watch| file::read_whole(&path, watch))?;
        return Ok(CommandOutput::document(String::from_utf8_lossy(&copied.bytes).into_owned()));
    }
    let (copy, copied) = Watcher::begin().watch(&path, |watch| file::backup(&path, args.output.as_deref(), watch))?;
    let entries = text::count(copied.entries, "entry", "entries");
    let json = json!({ "copy": copy.display().to_string(), "entries": copied.entries });
    let mut answer = CommandOutput::new(format!("{}: a copy of {entries}\n", display_path(&copy)), json);
    if copied.ending != Ending::Whole {
        answer.notes.push(format!("{}: {}; the copy is the same", display_path(&path), copied.ending));
    }
    Ok(answer)
}

pub(super) fn recover(args: &Recover) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let path = folders.save_path(&args.file)?;
    let read = |path: &Path| read_save(path).map_err(|e| UserError::io(path, "read", &e));
    let bytes = read(&path)?;
    let above = args.header.as_ref().map(|save| read(&folders.save_path(save)?)).transpose()?;
    let secret = Secret::fresh().map_err(UserError::refused)?;
    let watched = |watch: Watch| file::recover(&bytes, above.as_deref(), secret, watch);
    let made = Watcher::begin().watch(&path, watched).map_err(|error| {
        if error.is_cancelled() || file::is_share(&path) {
            return UserError::unreadable(&path, error);
        }
        let hint = "the header can't be read; `--header SAVE` takes it from a copy, or from another save of \
                    the same campaign";
        UserError::unreadable(&path, error).hint(hint)
    })?;
    let is_printed = output_file::is_printed(args.output.as_deref(), &path);
    let save = if is_printed {
        PathBuf::from("standard output")
    } else {
        file::write_recovered(&path, args.output.as_deref(), made.text.as_bytes())?
    };
    let line = |loss: &Loss| text::sanitize(&format!("  line {}: {loss}", loss.line)) + "\n";
    let entries = text::count(made.entries, "entry", "entries");
    let all = match (made.lost.is_empty(), made.changed.is_empty()) {
        (true, true) => "; everything could be read",
        (true, false) => "; everything could be read, but some of it was changed:",
        (false, _) => "; these parts of the file are missing:",
    };
    let mut text = format!("{}: a save of {entries}{all}\n", display_path(&save));
    text.extend(made.lost.iter().map(line));
    if !made.lost.is_empty() && !made.changed.is_empty() {
        text.push_str("and these parts were changed, or may have been:\n");
    }
    text.extend(made.changed.iter().map(line));
    if !made.changed.is_empty() {
        text.push_str("`wardiary verify` reports this from now on; `wardiary seal` accepts it\n");
    }
    if is_printed {
        return Ok(CommandOutput { notes: vec![text], ..CommandOutput::document(made.text) });
    }
    let listed = |losses: &[Loss]| -> Vec<Value> {
        losses.iter().map(|loss| json!({ "line": loss.line, "what": loss.to_string() })).collect()
    };
    let json = json!({
        "save": save.display().to_string(),
        "entries": made.entries,
        "lost": listed(&made.lost),
        "changed": listed(&made.changed),
    });
    Ok(CommandOutput::new(text, json))
}
