//! Maps and scenarios that the map editor opens, creates and writes.

use super::{
    Folders, MAPS, RulebookLookup, SCENARIOS, Scenario, books,
    maps::{names_in, read_map_with},
    read_scenario_with, read_text_file,
};
use crate::{
    diary::file,
    error::{UserError, display_path},
};
use std::path::{Path, PathBuf};
use wardiary_base::{
    document::{self, SourceProblem},
    ground::{Grid, Ground},
    text::{self, Text},
};
use wardiary_rules::drawing::Drawing;

#[derive(Debug)]
pub struct OpenedDrawing {
    pub drawing: Drawing,
    /// Its file; none for a copy of a shipped drawing.
    pub path: Option<PathBuf>,
    pub name: String,
}

#[derive(Clone, Debug)]
pub struct NewMap {
    pub size: (u16, u16),
    pub grid: Grid,
    /// The rulebook whose terrain it uses; by default the one that combines all mechanisms.
    pub rules: Option<String>,
    /// Its title; by default the name of its file.
    pub title: Option<String>,
}

/// Finds a drawing by path or name: a file, the user's own map or scenario, or the text of a shipped one.
fn find_drawing(name: &str, folders: Option<&Folders>) -> Option<(Option<PathBuf>, Option<&'static str>)> {
    let is_file = |path: &PathBuf| path.exists() && !path.is_dir();
    let own = |folder: &str| folders.map(|folders| folders.config.join(folder).join(format!("{name}.ron")));
    let files = [Some(PathBuf::from(name)), own("maps"), own("scenarios")];
    if let Some(path) = files.into_iter().flatten().find(is_file) {
        return Some((Some(path), None));
    }
    let shipped = MAPS.iter().chain(SCENARIOS).find(|(shipped, _)| *shipped == name);
    shipped.map(|(_, text)| (None, Some(*text)))
}

pub fn drawing_exists(name: &str, folders: Option<&Folders>) -> bool {
    find_drawing(name, folders).is_some()
}

/// Opens a map or scenario for drawing.
pub fn open_drawing(name: &str, folders: Option<&Folders>) -> Result<OpenedDrawing, UserError> {
    let Some((path, shipped)) = find_drawing(name, folders) else {
        let failure = UserError::usage(format!("there is no map or scenario “{}”", text::display_name(name)));
        return Err(failure.hint("add `--size 20x12` to make a new map"));
    };
    let text = match (&path, shipped) {
        (Some(path), _) => read_text_file(path)?,
        (None, shipped) => shipped.unwrap_or_default().to_string(),
    };
    let lookup = RulebookLookup { folders, folder: path.as_deref() };
    let at = path.clone().unwrap_or_else(|| PathBuf::from(name));
    let problems = |problems: Vec<SourceProblem>| UserError::problems(&at, &problems);
    if document::has_field(&text, "wardiary") {
        let failure = UserError::usage(format!("{} is a save, not a map", display_path(&at)));
        return Err(failure.hint("to draw on a copy of its ground, open the save and go to its Map screen"));
    }
    let drawing = if document::has_field(&text, "muster") {
        let (scenario, book) = read_scenario_with(&text, None, lookup).map_err(problems)?;
        let own = document::read::<Scenario>(&text)
            .is_ok_and(|scenario| scenario.muster.maps.first().is_some_and(|map| map.ground.is_some()));
        let drawing = Drawing::of_scenario(scenario.muster, book, Some(text), own);
        drawing.map_err(|fault| UserError { hint: fault.hint, ..UserError::refused(fault.reason) })?
    } else {
        let ground = read_map_with(&text, lookup).map_err(problems)?;
        let named = if ground.rules().is_empty() { super::DEFAULT_RULEBOOK } else { ground.rules().raw() };
        let book = lookup.rulebook(named)?;
        Drawing::of_map(ground, book, Some(text))
    };
    let stem = at.file_stem().map_or_else(|| name.to_string(), |stem| stem.to_string_lossy().into_owned());
    let name = if path.is_some() { stem } else { format!("{stem}-2") };
    Ok(OpenedDrawing { drawing, path, name })
}

/// Creates a new map for this file: a path, or a name among the user's own maps. Nothing is written yet.
pub fn new_drawing(name: &str, sheet: &NewMap, folders: Option<&Folders>) -> Result<OpenedDrawing, UserError> {
    let rules = sheet.rules.as_deref().unwrap_or(super::DEFAULT_RULEBOOK);
    let book = books::rulebook(rules, folders)?;
    let stem = Path::new(name).file_stem().map_or_else(|| name.to_string(), |stem| stem.to_string_lossy().into_owned());
    let title = sheet.title.clone().unwrap_or_else(|| stem.clone());
    let open = book.ground.terrain.first().map_or("open", |terrain| terrain.name.raw());
    let ground = Ground::filled(&title, rules, sheet.grid, sheet.size, ('.', open));
    let ground = ground.map_err(|fault| UserError { hint: fault.hint, ..UserError::usage(fault.reason) })?;
    let path = match folders {
        Some(folders) => Some(drawing_path(name, folders, false)?),
        None => Some(PathBuf::from(name)),
    };
    Ok(OpenedDrawing { drawing: Drawing::of_map(ground, book, None), path, name: stem })
}

/// Returns the file for a drawing: a path stays as it is, a name becomes a file in the user's own folder.
pub fn drawing_path(name: &str, folders: &Folders, is_scenario: bool) -> Result<PathBuf, UserError> {
    let path = Path::new(name);
    if name.contains(['/', '\\']) || path.extension().is_some_and(super::is_ron) {
        return super::new_file(path.to_path_buf());
    }
    let (folder, shipped) = if is_scenario { ("scenarios", SCENARIOS) } else { ("maps", MAPS) };
    if shipped.iter().any(|(shipped, _)| *shipped == name) {
        let what = format!("“{name}” is the name of a built-in map or scenario, which would be used instead of yours");
        return Err(UserError::usage(what).hint("choose another name, or give a path"));
    }
    Ok(folders.config.join(folder).join(format!("{name}.ron")))
}

/// Turns a title into a file name, or returns `otherwise` if nothing is left of it.
pub fn file_name(title: &str, otherwise: &str) -> String {
    let name = super::slug(title, 4);
    if name.is_empty() { otherwise.into() } else { name }
}

/// Whether a file's text differs from `was`. A file that no longer exists does not count.
pub fn is_changed_elsewhere(path: &Path, was: Option<&str>) -> bool {
    match read_text_file(path) {
        Ok(text) => was != Some(text.as_str()),
        Err(_) => path.exists(),
    }
}

/// Writes a drawing atomically, to its own file, whose permissions stay, or to a new one.
pub fn write_drawing(path: &Path, text: &str, is_own: bool) -> Result<(), UserError> {
    if is_own && path.exists() {
        file::rewrite(path, text)?;
    } else {
        file::export_into(path, text)?;
    }
    Ok(())
}

/// The problems of a written drawing, each with its place.
pub fn problems_of_drawing(text: &str, path: &Path, folders: &Folders) -> Vec<SourceProblem> {
    let lookup = RulebookLookup { folders: Some(folders), folder: Some(path) };
    if document::has_field(text, "muster") {
        read_scenario_with(text, None, lookup).err().unwrap_or_default()
    } else {
        read_map_with(text, lookup).err().unwrap_or_default()
    }
}

/// Saves a drawing in a new file, beside its own file or among the user's maps.
pub fn save_drawing_copy(folders: &Folders, path: Option<&Path>, name: &str, text: &str) -> Option<PathBuf> {
    let folder = path.and_then(Path::parent).map_or_else(|| folders.config.join("maps"), Path::to_path_buf);
    let mut names = (1u32..100).map(|n| folder.join(format!("{name}.kept-{n}.ron")));
    names.find(|path| write_drawing(path, text, false).is_ok())
}

/// The user's own maps: name, title and description.
pub fn own_maps(folders: &Folders) -> Vec<(String, Text, Text)> {
    let folder = folders.config.join("maps");
    let read = names_in(&folder).into_iter().filter_map(|name| {
        let draft: wardiary_base::ground::GroundDraft =
            document::read(&read_text_file(&folder.join(name.as_file("ron"))).ok()?).ok()?;
        Some((name.raw().into(), draft.title, draft.about))
    });
    read.collect()
}
