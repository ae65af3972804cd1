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
use std::path::{Path, PathBuf};

/// `wardiary new`
#[derive(Args)]
pub(super) struct New {
    /// A scenario that ships, one of your own by name, or its file
    scenario: String,
    /// What to call it; or where to write it, if it is a path or ends in .ron
    name: Option<String>,
    /// What the program's dice are derived from, in hexadecimal; by default something new
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// Only make it
    #[arg(long)]
    no_open: bool,
}

/// The path of a save, which ends in .ron whether it was said or not: by that it is found again.
fn with_extension(path: &str) -> PathBuf {
    if Path::new(path).extension().is_some_and(|e| e == "ron") { path.into() } else { format!("{path}.ron").into() }
}

/// Makes a save, and opens it where there is a terminal and no result is to be printed.
pub(super) fn make(new: &New, json: bool) -> Result<Answer, UserError> {
    let folders = Folders::of_user()?;
    let seed = match new.seed {
        Some(seed) => seed,
        None => Seed::fresh().map_err(UserError::refused)?,
    };
    let mut header = assets::scenario(&new.scenario, Some(&folders), seed)?;
    let is_path = |name: &&String| {
        let ron = Path::new(name.as_str()).extension().is_some_and(|e| e == "ron");
        ron || name.contains(['/', '\\'])
    };
    let path = match &new.name {
        Some(path) if is_path(&path) => with_extension(path),
        Some(title) => {
            if let Some(fault) = text::fault_of_name(title) {
                return Err(UserError::usage(fault));
            }
            header.title.clone_from(title);
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
