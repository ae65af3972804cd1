//! `wardiary map` prints a map, the map of a save's battle with the units on it, or the network of its theatre.

mod network;
mod queries;
mod save_map;
mod text_map;

use super::{
    check,
    command_output::CommandOutput,
    viewer::{ViewerArg, Watcher},
};
use clap::Args;
use save_map::SavedMap;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};
use text_map::Overlay;
use wardiary_base::{ground::Ground, id::MapId, text};
use wardiary_diary::{
    assets::{self, Folders},
    diary::EntryNo,
    error::{ErrorKind, UserError, display_path},
};
use wardiary_rules::{notation::Destination, state::State};

/// `wardiary map`
#[derive(Args)]
pub(super) struct Map {
    /// The save; or a map: a file, or the name of a built-in map or of your own
    #[arg(value_name = "SAVE|MAP")]
    what: OsString,
    /// As of this entry (0 is the muster), the end of a branch, "turn 3" or "day 3 dawn"
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
    /// Which of the save's maps; by default that of its battle
    #[arg(long = "map", id = "map", value_name = "NAME")]
    on: Option<String>,
    #[command(flatten)]
    view: ViewerArg,
    #[command(flatten)]
    asked: MapQuery,
}

/// Queries about a save's map.
#[derive(Args)]
#[group(multiple = false)]
struct MapQuery {
    /// Show where a unit or stack can move to now, and at what cost
    #[arg(long, value_name = "UNIT", conflicts_with = "map")]
    reach: Option<String>,
    /// Show the targets that a unit can fire at now, and with how many dice
    #[arg(long, value_name = "UNIT", conflicts_with = "map")]
    targets: Option<String>,
    /// Show the areas in line of sight of this one: C5, or the name of a place
    #[arg(long, value_name = "CELL")]
    sight: Option<String>,
}

impl Map {
    /// Whether it asks a question that only a save can answer.
    fn needs_save(&self) -> bool {
        let MapQuery { reach, targets, sight } = &self.asked;
        self.view.is_side()
            || self.at.is_some()
            || self.on.is_some()
            || reach.is_some()
            || targets.is_some()
            || sight.is_some()
    }
}

/// A map of a state in characters, with its legend and the units on it.
pub(super) fn map_of_state(state: &State, map: MapId) -> Option<String> {
    let map = SavedMap::of(state, map)?;
    Some(map.map_lines(&Overlay { marks: map.marks(), ..Overlay::default() }).join("\n"))
}

pub(super) fn require_map(state: &State, path: &Path) -> Result<(), UserError> {
    SavedMap::by_name(state, None, path).map(drop)
}

pub(super) fn map(map: &Map) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user().ok();
    let name = map.what.to_string_lossy();
    let is_map = assets::map_names(folders.as_ref()).iter().any(|known| *known == *name);
    let path = match folders.as_ref().map(|folders| folders.save_path(&map.what)) {
        Some(Ok(path)) => path,
        Some(Err(failure)) if !is_map => return Err(failure),
        _ => PathBuf::from(&map.what),
    };
    if check::is_save(&path).unwrap_or(false) {
        let mut answer = print_save_map(map, &path)?;
        if is_map {
            let (name, path) = (text::display_name(&name), display_path(&path));
            answer.notes.push(format!("a save and a map are called “{name}”; this is the save, {path}"));
        }
        return Ok(answer);
    }
    let ground = assets::map(&name, folders.as_ref()).map_err(|failure| not_found_error(failure, &name))?;
    if map.needs_save() {
        let failure =
            UserError::usage(format!("“{}” is a map, not a save: it has no units", text::display_name(&name)));
        return Err(failure.hint("`wardiary new SCENARIO` starts a save; `wardiary list` shows your saves"));
    }
    Ok(CommandOutput::new(text_map::map_text(&ground), as_json(&ground)))
}

/// The error if neither a save nor a map has that name.
fn not_found_error(failure: UserError, name: &str) -> UserError {
    match (failure.kind, &failure.hint) {
        (ErrorKind::Usage, Some(hint)) => {
            let hint = format!("{hint}; `wardiary list` shows your saves");
            UserError::usage(format!("there is no save or map “{}”", text::display_name(name))).hint(hint)
        }
        _ => failure,
    }
}

fn print_save_map(map: &Map, path: &Path) -> Result<CommandOutput, UserError> {
    let save = map.view.open(&Watcher::begin(), path, map.at.as_ref())?;
    let (state, entry) = (save.diary().state(), save.diary().head());
    let answer = match &map.asked {
        MapQuery { reach: Some(unit), .. } => queries::reach(state, unit)?,
        MapQuery { targets: Some(unit), .. } => queries::targets(state, unit)?,
        MapQuery { sight: Some(cell), .. } => {
            queries::sight(&SavedMap::by_name(state, map.on.as_deref(), path)?, cell)?
        }
        MapQuery { .. } => whole_map(state, entry, map.on.as_deref(), path)?,
    };
    Ok(answer.with_view_notices(&save))
}

/// The map of that name, or the battle's; the network of the theatre, if the save has no map.
fn whole_map(state: &State, entry: EntryNo, name: Option<&str>, path: &Path) -> Result<CommandOutput, UserError> {
    if name.is_none()
        && state.maps().is_empty()
        && let Some(network) = network::network(state, entry)
    {
        return Ok(network);
    }
    let shown = SavedMap::by_name(state, name, path)?;
    Ok(CommandOutput::new(shown.text(entry), shown.json(entry)))
}

fn as_json(ground: &Ground) -> Value {
    let mut value = json!(ground);
    value["width"] = ground.width().into();
    value["height"] = ground.height().into();
    value
}
