//! `wardiary new` begins a campaign from a scenario, or one without a battle from a table of units.

use super::{
    command_output::CommandOutput,
    open::{may_open, open_program},
};
use clap::Args;
use serde_json::json;
use std::{ffi::OsString, path::Path};
use wardiary_app::{Start, resolved_settings::SettingOverrides};
use wardiary_base::{
    dice::source::Seed,
    document,
    text::{self, name_match::normalized_name},
};
use wardiary_diary::{
    assets::{self, Folders, roster::TableOptions, unit_table},
    diary::{
        Header,
        file::{Save, is_stream},
    },
    error::{UserError, display_path},
};
use wardiary_rules::state::Muster;

/// The rulebook of a campaign that begins from a table.
const CAMPAIGN_BOOK: &str = "campaign";

/// `wardiary new`
#[derive(Args)]
pub(super) struct New {
    /// A scenario: the name of a built-in one or of your own, or a file; with --campaign also a table of units (FILE.csv, FILE.xlsx or FILE.ods)
    scenario: String,
    /// The title of the campaign; or the file to write, if it is a path or ends in .ron
    name: Option<OsString>,
    /// Start the campaign without a battle
    #[arg(long)]
    campaign: bool,
    /// The rulebook of a campaign from a table; by default `campaign`
    #[arg(long, value_name = "BOOK", requires = "campaign")]
    rules: Option<String>,
    /// The map on which the table's columns `at` and `facing` place units
    #[arg(long, value_name = "MAP", requires = "campaign")]
    map: Option<String>,
    /// The seed of the program's dice, in hexadecimal; by default a new one
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// Create it without opening it
    #[arg(long)]
    no_open: bool,
}

/// The header of the save: a scenario, with or without its battles, or the units of a table; and notes about the table.
fn header(new: &New, seed: Seed, folders: &Folders) -> Result<(Header, Vec<String>), UserError> {
    let file = Path::new(&new.scenario);
    // Standard input has no file name that tells a table from a scenario.
    let is_table = unit_table::is_table(file)
        || new.campaign
            && is_stream(file)
            && !assets::read_text_file(file).is_ok_and(|text| document::is_well_formed(&text));
    if is_table && !new.campaign {
        return Err(UserError::usage(format!("{} is a table of units, not a scenario", display_path(file)))
            .hint("`--campaign` starts a campaign from it, `wardiary muster FILE` one with a battle"));
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
        return Ok((header, Vec::new()));
    }
    let book = assets::rulebook(new.rules.as_deref().unwrap_or(CAMPAIGN_BOOK), Some(folders))?;
    let title = unit_table::title(file);
    if let Some(fault) = text::name_fault(&title) {
        return Err(UserError::usage(fault));
    }
    let read = unit_table::read(file, new.map.as_deref(), folders, TableOptions::new(&title, &book))?;
    let read = read.map_err(|faults| unit_table::refused(file, &faults))?;
    let notes = std::iter::once(read.summary()).chain(read.notes.iter().map(|note| text::sanitize(note))).collect();
    let muster = Muster { battles: Vec::new(), ..read.muster };
    Ok((Header { title: title.into(), seed, book, muster }, notes))
}

/// Makes a save and, on a terminal and without `--json`, opens it.
pub(super) fn new_campaign(new: &New, json: bool, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let seed = match new.seed {
        Some(seed) => seed,
        None => Seed::random().map_err(UserError::refused)?,
    };
    let (mut header, notes) = header(new, seed, &folders)?;
    let path = match &new.name {
        Some(path) if assets::is_path(path) => assets::new_save_file(path)?,
        Some(title) => {
            let Some(title) = title.to_str() else {
                return Err(UserError::usage("the title is not valid text").hint("end it in .ron to name a file"));
            };
            let title = normalized_name(title);
            if let Some(fault) = text::name_fault(&title) {
                return Err(UserError::usage(fault));
            }
            if title == "-" {
                return Err(UserError::usage("a campaign is not printed: give it a title or a file"));
            }
            if !title.contains(char::is_alphanumeric) {
                let what = format!("the title “{title}” has no letter and no digit to name a file after");
                return Err(UserError::usage(what).hint("give the campaign a title with words"));
            }
            let path = folders.free_save_path(&title);
            header.title = title.into();
            path
        }
        None => {
            let stem = Path::new(&new.scenario).file_stem().unwrap_or_default();
            folders.free_save_path(&stem.to_string_lossy())
        }
    };
    let save = Save::create(&path, header)?;
    if may_open(chosen) && !new.no_open && !json {
        return open_program(Start::Save(Box::new(save)), chosen);
    }
    let title = &save.diary().header().title;
    let made = json!({ "path": path.display().to_string(), "title": title });
    let mut answer = CommandOutput::new(display_path(&path), made).with_notices(&save);
    answer.notes.extend(notes);
    Ok(answer)
}
