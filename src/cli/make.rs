//! `wardiary new`: a campaign begun from a scenario.

use super::{
    answer::Answer,
    open::{at_a_terminal, open_program},
};
use crate::{
    app::Start,
    assets::{self, Folders},
    diary::file::Save,
    dice::source::Seed,
    error::{UserError, shown},
    text,
};
use clap::Args;
use serde_json::json;
use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// `wardiary new`
#[derive(Args)]
pub(super) struct New {
    /// A scenario that ships, one of your own by name, or its file
    scenario: String,
    /// What to call it; or where to write it, if it is a path or ends in .ron
    name: Option<OsString>,
    /// What the program's dice are derived from, in hexadecimal; by default something new
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// Only make it
    #[arg(long)]
    no_open: bool,
}

/// The path of a save, which ends in .ron whether it was said or not: by that it is found again.
fn with_extension(path: &OsStr) -> PathBuf {
    let mut path = path.to_os_string();
    if Path::new(&path).extension().is_none_or(|e| e != "ron") {
        path.push(".ron");
    }
    path.into()
}

/// Makes a save, and opens it where there is a terminal and no result is to be printed.
pub(super) fn make(new: &New, json: bool) -> Result<Answer, UserError> {
    let folders = Folders::of_user()?;
    let seed = match new.seed {
        Some(seed) => seed,
        None => Seed::fresh().map_err(UserError::refused)?,
    };
    let mut header = assets::scenario(&new.scenario, Some(&folders), seed)?;
    let is_path = |name: &OsStr| {
        let ron = Path::new(name).extension().is_some_and(|e| e == "ron");
        ron || name.to_string_lossy().contains(['/', '\\'])
    };
    let path = match &new.name {
        Some(path) if is_path(path) => with_extension(path),
        Some(title) => {
            let Some(title) = title.to_str() else {
                return Err(UserError::usage("the title is no text").hint("a file's name ends in .ron"));
            };
            if let Some(fault) = text::fault_of_name(title) {
                return Err(UserError::usage(fault));
            }
            header.title = title.into();
            folders.fresh(title)
        }
        None => {
            let stem = Path::new(&new.scenario).file_stem().unwrap_or_default();
            folders.fresh(&stem.to_string_lossy())
        }
    };
    let save = Save::create(&path, header)?;
    if at_a_terminal() && !new.no_open && !json {
        return open_program(Start::Save(Box::new(save))).map(|()| Answer::default());
    }
    let title = &save.diary().header().title;
    let made = json!({ "path": path.display().to_string(), "title": title });
    Ok(Answer::new(shown(&path), made).noting(&save))
}
