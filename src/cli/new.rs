//! `wardiary new` begins a campaign from a scenario, or one without a battle from a table of units.

use super::{
    command_output::CommandOutput,
    open::{at_a_terminal, open_program},
};
use clap::Args;
use serde_json::json;
use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};
use wardiary_app::{Start, resolved_settings::SettingOverrides};
use wardiary_base::{dice::source::Seed, text};
use wardiary_diary::{
    assets::{self, Folders, unit_table},
    diary::{Header, file::Save},
    error::{UserError, display_path},
};

/// The rulebook of a campaign that begins from a table.
const CAMPAIGN_BOOK: &str = "campaign";

/// `wardiary new`
#[derive(Args)]
pub(super) struct New {
    /// A scenario that ships, one of your own by name, or its file; with --campaign also a table of units (FILE.csv)
    scenario: String,
    /// What to call it; or where to write it, if it is a path or ends in .ron
    name: Option<OsString>,
    /// Begin a campaign without a battle: its battles come later
    #[arg(long)]
    campaign: bool,
    /// The rulebook of a campaign from a table; by default `campaign`
    #[arg(long, value_name = "BOOK", requires = "campaign")]
    rules: Option<String>,
    /// The map on which the table's columns `at` and `facing` place units
    #[arg(long, value_name = "MAP", requires = "campaign")]
    map: Option<String>,
    /// What the program's dice are derived from, in hexadecimal; by default something new
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// Only make it
    #[arg(long)]
    no_open: bool,
}

/// The path of a save, with `.ron` appended if it was left out, so that saves can be found again.
fn with_extension(path: &OsStr) -> PathBuf {
    let mut path = path.to_os_string();
    if Path::new(&path).extension().is_none_or(|e| e != "ron") {
        path.push(".ron");
    }
    path.into()
}

/// The header of the save: a scenario, with or without its battles, or the units of a table.
fn header(new: &New, seed: Seed, folders: &Folders) -> Result<Header, UserError> {
    let file = Path::new(&new.scenario);
    let is_table = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if is_table && !new.campaign {
        return Err(UserError::usage(format!("{} is a table of units, not a scenario", display_path(file)))
            .hint("`--campaign` begins a campaign from it, `wardiary muster FILE.csv` one with a battle"));
    }
    if !is_table {
        if new.rules.is_some() || new.map.is_some() {
            return Err(UserError::usage(
                "a scenario has its own rulebook and maps: --rules and --map are for a table",
            ));
        }
        let mut header = assets::scenario(&new.scenario, Some(folders), seed)?;
        if new.campaign {
            header.muster.battles.clear();
        }
        return Ok(header);
    }
    let book = assets::rulebook(new.rules.as_deref().unwrap_or(CAMPAIGN_BOOK), Some(folders))?;
    let title = text::display_name(&file.file_stem().unwrap_or_default().to_string_lossy());
    if let Some(fault) = text::name_fault(&title) {
        return Err(UserError::usage(fault));
    }
    let mut muster = unit_table::read(file, &title, &book, new.map.as_deref(), folders)?;
    muster.battles.clear();
    Ok(Header { title, seed, book, muster })
}

/// Makes a save and, on a terminal and without `--json`, opens it.
pub(super) fn new_campaign(new: &New, json: bool, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let seed = match new.seed {
        Some(seed) => seed,
        None => Seed::random().map_err(UserError::refused)?,
    };
    let mut header = header(new, seed, &folders)?;
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
            if let Some(fault) = text::name_fault(title) {
                return Err(UserError::usage(fault));
            }
            header.title = title.into();
            folders.free_save_path(title)
        }
        None => {
            let stem = Path::new(&new.scenario).file_stem().unwrap_or_default();
            folders.free_save_path(&stem.to_string_lossy())
        }
    };
    let save = Save::create(&path, header)?;
    if (at_a_terminal() || chosen.wants_line_mode()) && !new.no_open && !json {
        return open_program(Start::Save(Box::new(save)), chosen);
    }
    let title = &save.diary().header().title;
    let made = json!({ "path": path.display().to_string(), "title": title });
    Ok(CommandOutput::new(display_path(&path), made).with_notices(&save))
}
