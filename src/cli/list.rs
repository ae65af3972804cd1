//! `wardiary list` and `wardiary paths`: the saves, and the folders that the program uses.

use super::{
    command_output::{CommandOutput, columns},
    viewer::Watcher,
};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::{path::Path, sync::atomic::Ordering, time::SystemTime};
use wardiary_app::{UserFiles, clock, resolved_settings::SettingOverrides};
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::file::{LoadedSave, load_with_progress, read_save},
    error::{UserError, display_path},
};

/// Lists the saves, latest first. An unreadable save is listed with its error.
pub(super) fn list() -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let saves = folders.list();
    let watcher = Watcher::begin();
    let (rows, values): (Vec<Vec<String>>, Vec<Value>) =
        saves.iter().map(|(path, written)| listed(path, *written, &watcher)).unzip();
    let mut answer = CommandOutput::new(columns(&rows).join("\n"), values.into());
    if watcher.cancel_flag().load(Ordering::Relaxed) {
        answer.failure = Some(UserError::refused("cancelled"));
    }
    answer.notes.extend(UserFiles::load(&folders, &SettingOverrides::default()).warnings());
    if saves.is_empty() {
        answer.notes.push(format!("no saves in {}; `wardiary new tannenberg` makes one", display_path(&folders.saves)));
    }
    Ok(answer)
}

fn listed(path: &Path, written: SystemTime, watcher: &Watcher) -> (Vec<String>, Value) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // In JSON in UTC and to the second, like the times of entries.
    let written = Timestamp::try_from(written).ok().and_then(|at| Timestamp::from_second(at.as_second()).ok());
    let shown = written.map_or(String::new(), clock::local_text);
    let written = written.map_or(String::new(), |at| at.to_string());
    let loaded: Result<LoadedSave, String> =
        read_save(path).map_err(|e| UserError::io(path, "read", &e).what).and_then(|bytes| {
            let loaded = watcher.watch(path, |watch| load_with_progress(&bytes, watch));
            loaded.map_err(|error| UserError::unreadable(path, error).what)
        });
    let mut value = json!({ "name": &name, "path": path.display().to_string(), "written": &written });
    let mut row = vec![text::sanitize(&name), shown];
    match loaded {
        Ok(LoadedSave { diary, .. }) => {
            value["title"] = json!(diary.header().title);
            value["entries"] = diary.entries().len().into();
            value["date"] = json!(diary.state().date());
            row.push(text::count(diary.entries().len(), "entry", "entries"));
            let side = diary.share_side_name();
            value["share_for"] = json!(side);
            let title = &diary.header().title;
            row.push(side.map_or_else(|| title.as_name(), |side| format!("{} (a share for {side})", title.as_name())));
        }
        Err(fault) => {
            let fault = fault.lines().next().unwrap_or_default().to_string();
            value["fault"] = fault.clone().into();
            row.extend(["unreadable".into(), fault]);
        }
    }
    (row, value)
}

/// The folders and files that the program reads and writes by itself. Deleted saves are in the system's trash if it has one.
pub(super) fn paths() -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let mut paths = vec![
        ("saves", folders.saves.clone()),
        ("deleted", folders.trash_folder()),
        ("config", folders.config.clone()),
        ("settings", folders.config.join("settings.ron")),
        ("keys", folders.config.join("keys.ron")),
        ("panes", folders.pane_layout_path()),
    ];
    paths.extend(["rules", "themes", "scenarios", "maps"].map(|folder| (folder, folders.config.join(folder))));
    paths.extend(folders.history().map(|file| ("history", file)));
    paths.extend(folders.tutorial_marker().map(|file| ("tutorial", file)));
    paths.push(("temporary", std::env::temp_dir()));
    paths.extend(std::env::current_exe().ok().map(|file| ("program", file)));
    let rows: Vec<Vec<String>> =
        paths.iter().map(|(what, path)| vec![(*what).to_string(), display_path(path)]).collect();
    let json: Value = paths.iter().map(|(what, path)| (*what, path.display().to_string())).collect();
    Ok(CommandOutput::new(columns(&rows).join("\n"), json))
}
