//! Maps and scenarios that are drawn on: found, begun, and written.

use super::{
    Folders, MAPS, SCENARIOS, Scenario, Shelf, books,
    maps::{names_in, read_map_at},
    read_scenario_at, reading,
};
use crate::{
    diary::file,
    error::{UserError, shown},
};
use std::path::{Path, PathBuf};
use wardiary_base::{
    document::{self, Problem},
    ground::{Grid, Ground},
    text,
};
use wardiary_rules::drawing::Drawing;

/// A drawing, its file, and what it is called.
#[derive(Debug)]
pub struct Drawn {
    /// What is drawn.
    pub drawing: Drawing,
    /// Its file; none for a copy of what ships.
    pub path: Option<PathBuf>,
    /// Its name, as a file would have it.
    pub name: String,
}

/// A sheet for a new map.
#[derive(Clone, Debug)]
pub struct NewMap {
    /// Columns and rows.
    pub size: (u16, u16),
    /// Squares or hexes.
    pub grid: Grid,
    /// The rulebook whose terrain it has; by default the one that joins all mechanisms.
    pub rules: Option<String>,
    /// What it is called; by default as its file.
    pub title: Option<String>,
}

/// What there is of that name to be drawn on, if there is anything: a file; a map or a scenario of the user's own; a copy
/// of one that ships.
#[must_use]
fn found(name: &str, folders: Option<&Folders>) -> Option<(Option<PathBuf>, Option<&'static str>)> {
    let is_file = |path: &PathBuf| path.exists() && !path.is_dir();
    let own = |folder: &str| folders.map(|folders| folders.config.join(folder).join(format!("{name}.ron")));
    let files = [Some(PathBuf::from(name)), own("maps"), own("scenarios")];
    if let Some(path) = files.into_iter().flatten().find(is_file) {
        return Some((Some(path), None));
    }
    let shipped = MAPS.iter().chain(SCENARIOS).find(|(shipped, _)| *shipped == name);
    shipped.map(|(_, text)| (None, Some(*text)))
}

/// Whether there is a map or a scenario of that name or path.
#[must_use]
pub fn is_drawn(name: &str, folders: Option<&Folders>) -> bool {
    found(name, folders).is_some()
}

/// Opens a map or a scenario to draw on it.
///
/// # Errors
/// That there is none, that it is something else, or what is wrong with it.
pub fn open_drawing(name: &str, folders: Option<&Folders>) -> Result<Drawn, UserError> {
    let Some((path, shipped)) = found(name, folders) else {
        let failure = UserError::usage(format!("there is no map and no scenario “{}”", text::display_name(name)));
        return Err(failure.hint("with `--size 20x12` it is a new map"));
    };
    let text = match (&path, shipped) {
        (Some(path), _) => reading::text(path)?,
        (None, shipped) => shipped.unwrap_or_default().to_string(),
    };
    let shelf = Shelf { folders, beside: path.as_deref() };
    let at = path.clone().unwrap_or_else(|| PathBuf::from(name));
    let problems = |problems: Vec<Problem>| UserError::problems(&at, &problems);
    if document::has_field(&text, "wardiary") {
        let failure = UserError::usage(format!("{} is a save, and no map", shown(&at)));
        return Err(failure.hint("its Map screen draws on a copy of its ground"));
    }
    let drawing = if document::has_field(&text, "muster") {
        let (scenario, book) = read_scenario_at(&text, shelf).map_err(problems)?;
        let own = document::read::<Scenario>(&text)
            .is_ok_and(|scenario| scenario.muster.maps.first().is_some_and(|map| map.ground.is_some()));
        let drawing = Drawing::of_scenario(scenario.muster, book, Some(text), own);
        drawing.map_err(|fault| {
            let failure = UserError::refused(fault.what);
            match fault.hint {
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        })?
    } else {
        let ground = read_map_at(&text, shelf).map_err(problems)?;
        let named = if ground.rules().is_empty() { super::DEFAULT_RULEBOOK } else { ground.rules() };
        let book = shelf.rulebook(named)?;
        Drawing::of_map(ground, book, Some(text))
    };
    let stem = at.file_stem().map_or_else(|| name.to_string(), |stem| stem.to_string_lossy().into_owned());
    let name = if path.is_some() { stem } else { format!("{stem}-2") };
    Ok(Drawn { drawing, path, name })
}

/// A new map, which would be written to that file: a path, or a name for the user's own maps.
///
/// # Errors
/// What is wrong with its size, its name or its rulebook.
pub fn new_drawing(name: &str, sheet: &NewMap, folders: Option<&Folders>) -> Result<Drawn, UserError> {
    let rules = sheet.rules.as_deref().unwrap_or(super::DEFAULT_RULEBOOK);
    let book = books::rulebook(rules, folders)?;
    let stem = Path::new(name).file_stem().map_or_else(|| name.to_string(), |stem| stem.to_string_lossy().into_owned());
    let title = sheet.title.clone().unwrap_or_else(|| stem.clone());
    let open = book.ground.terrain.first().map_or("open", |terrain| terrain.name.as_str());
    let ground = Ground::fresh(&title, rules, sheet.grid, sheet.size, ('.', open));
    let ground = ground.map_err(|fault| {
        let failure = UserError::usage(fault.what);
        match fault.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })?;
    let path = match folders {
        Some(folders) => Some(drawing_path(name, folders, false)?),
        None => Some(PathBuf::from(name)),
    };
    Ok(Drawn { drawing: Drawing::of_map(ground, book, None), path, name: stem })
}

/// The file that a drawing of that name is written to: a path as it is, a name in the user's own folder.
///
/// # Errors
/// That a map or scenario that ships has the name: the program would take that one.
pub fn drawing_path(name: &str, folders: &Folders, is_scenario: bool) -> Result<PathBuf, UserError> {
    let path = Path::new(name);
    if name.contains(['/', '\\']) || path.extension().is_some_and(|extension| extension == "ron") {
        return Ok(path.to_path_buf());
    }
    let (folder, shipped) = if is_scenario { ("scenarios", SCENARIOS) } else { ("maps", MAPS) };
    if shipped.iter().any(|(shipped, _)| *shipped == name) {
        let what = format!("“{name}” is one that ships, and by that name the program would take it and not yours");
        return Err(UserError::usage(what).hint("give it another name, or a path"));
    }
    Ok(folders.config.join(folder).join(format!("{name}.ron")))
}

/// A title as the name of a file.
#[must_use]
pub fn file_name(title: &str, otherwise: &str) -> String {
    let words = title.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    let name = words.split_whitespace().take(4).collect::<Vec<_>>().join("-");
    if name.is_empty() { otherwise.into() } else { name }
}

/// Whether a file is no longer as it was read; one that is gone is not.
#[must_use]
pub fn is_overtaken(path: &Path, was: Option<&str>) -> bool {
    match reading::text(path) {
        Ok(text) => was != Some(text.as_str()),
        Err(_) => path.exists(),
    }
}

/// Writes a drawing, all of it or nothing: over its own file, which keeps its permissions, or to a new one.
///
/// # Errors
/// That there is a file already which is not its own, or that it can't be written.
pub fn write_drawing(path: &Path, text: &str, is_own: bool) -> Result<(), UserError> {
    if is_own && path.exists() {
        file::rewrite(path, text)?;
    } else {
        file::export_into(path, text)?;
    }
    Ok(())
}

/// What is wrong with a drawing that was written, each with its place: terrain that its rulebook has not, if it came with
/// the file.
#[must_use]
pub fn problems_of_drawing(text: &str, path: &Path, folders: &Folders) -> Vec<Problem> {
    let shelf = Shelf { folders: Some(folders), beside: Some(path) };
    if document::has_field(text, "muster") {
        read_scenario_at(text, shelf).err().unwrap_or_default()
    } else {
        read_map_at(text, shelf).err().unwrap_or_default()
    }
}

/// Keeps a drawing in a fresh file beside its own, or among the user's maps.
#[must_use]
pub fn keep_drawing(folders: &Folders, path: Option<&Path>, name: &str, text: &str) -> Option<PathBuf> {
    let folder = path.and_then(Path::parent).map_or_else(|| folders.config.join("maps"), Path::to_path_buf);
    let names = (1u32..100).map(|n| folder.join(format!("{name}.kept-{n}.ron")));
    let mut fresh = names.filter(|path| !path.exists());
    fresh.next().filter(|path| write_drawing(path, text, false).is_ok())
}

/// The user's own maps: name, title and what each is about.
#[must_use]
pub fn own_maps(folders: &Folders) -> Vec<(String, String, String)> {
    let folder = folders.config.join("maps");
    let read = names_in(&folder).into_iter().filter_map(|name| {
        let draft: wardiary_base::ground::GroundDraft =
            document::read(&reading::text(&folder.join(format!("{name}.ron"))).ok()?).ok()?;
        Some((name, text::display_name(&draft.title), text::sanitize(&draft.about)))
    });
    read.collect()
}
