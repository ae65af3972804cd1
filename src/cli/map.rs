//! `wardiary map` prints a map, or the map of a save's battle with the units on it.

mod asked;
mod drawing;
mod of_save;

use super::{answer::Answer, check, view::View, watcher::Watcher};
use clap::Args;
use drawing::Overlay;
use of_save::SavedMap;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};
use wardiary_base::{ground::Ground, id::MapId, text};
use wardiary_diary::{
    assets::{self, Folders},
    diary::EntryNo,
    error::{ErrorKind, UserError, shown},
};
use wardiary_rules::state::State;

/// `wardiary map`
#[derive(Args)]
pub(super) struct Map {
    /// The save; or a map: a file, one that ships, or one of your own by its name
    #[arg(value_name = "SAVE|MAP")]
    what: OsString,
    /// As it was after this entry of the save; 0 is the muster
    #[arg(long, value_name = "N")]
    at: Option<EntryNo>,
    /// Which of the save's maps; else that of its battle
    #[arg(long = "map", id = "map", value_name = "NAME")]
    on: Option<String>,
    #[command(flatten)]
    view: View,
    #[command(flatten)]
    asked: Asked,
}

/// What is asked of a save's map besides who stands where.
#[derive(Args)]
#[group(multiple = false)]
struct Asked {
    /// Where a unit's or a stack's move could end now, and at what cost
    #[arg(long, value_name = "UNIT", conflicts_with = "map")]
    reach: Option<String>,
    /// Whom a unit can fire at now, with how many dice
    #[arg(long, value_name = "UNIT", conflicts_with = "map")]
    targets: Option<String>,
    /// The areas to which a line of sight is free from this one: C5, or the name of a place
    #[arg(long, value_name = "CELL")]
    sight: Option<String>,
}

impl Map {
    /// Whether it asks a question that only a save can answer.
    fn is_of_save(&self) -> bool {
        let Asked { reach, targets, sight } = &self.asked;
        self.view.is_of_side()
            || self.at.is_some()
            || self.on.is_some()
            || reach.is_some()
            || targets.is_some()
            || sight.is_some()
    }
}

/// A map of a state in characters, with its legend and the units on it.
pub(super) fn drawn(state: &State, map: MapId) -> Option<String> {
    let map = SavedMap::of(state, map)?;
    Some(map.figure(&Overlay { marks: map.marks(), ..Overlay::default() }).join("\n"))
}

pub(super) fn map(map: &Map) -> Result<Answer, UserError> {
    let folders = Folders::of_user().ok();
    let name = map.what.to_string_lossy();
    let path = folders.as_ref().map_or_else(|| PathBuf::from(&map.what), |folders| folders.save(&map.what));
    if check::is_save(&path).unwrap_or(false) {
        let mut answer = of_save(map, &path)?;
        if assets::map_names(folders.as_ref()).iter().any(|known| **known == *name) {
            let (name, path) = (text::display_name(&name), shown(&path));
            answer.notes.push(format!("a save and a map are called “{name}”; this is the save, {path}"));
        }
        return Ok(answer);
    }
    let ground = assets::map(&name, folders.as_ref()).map_err(|failure| neither(failure, &name))?;
    if map.is_of_save() {
        let failure =
            UserError::usage(format!("“{}” is a map, and no save: nobody is on it", text::display_name(&name)));
        return Err(failure.hint("`wardiary new SCENARIO` begins a save; `wardiary list` shows those there are"));
    }
    Ok(Answer::new(drawing::described(&ground), as_json(&ground)))
}

/// The error if neither a save nor a map has that name.
fn neither(failure: UserError, name: &str) -> UserError {
    match (failure.kind, &failure.hint) {
        (ErrorKind::Usage, Some(hint)) => {
            let hint = format!("{hint}; `wardiary list` shows the saves there are");
            UserError::usage(format!("there is no save and no map “{}”", text::display_name(name))).hint(hint)
        }
        _ => failure,
    }
}

fn of_save(map: &Map, path: &Path) -> Result<Answer, UserError> {
    let save = map.view.open(&Watcher::begin(), path, map.at)?;
    let (state, entry) = (save.diary().state(), save.diary().head());
    let answer = match &map.asked {
        Asked { reach: Some(unit), .. } => asked::reach(state, unit)?,
        Asked { targets: Some(unit), .. } => asked::targets(state, unit)?,
        Asked { sight: Some(cell), .. } => asked::sight(&SavedMap::chosen(state, map.on.as_deref(), path)?, cell)?,
        Asked { .. } => {
            let shown = SavedMap::chosen(state, map.on.as_deref(), path)?;
            Answer::new(shown.text(entry), shown.json(entry))
        }
    };
    Ok(answer.noting_viewed(&save))
}

fn as_json(ground: &Ground) -> Value {
    let mut value = json!(ground);
    value["width"] = ground.width().into();
    value["height"] = ground.height().into();
    value
}
