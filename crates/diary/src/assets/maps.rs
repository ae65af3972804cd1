//! Maps: the shipped ones, the user's own, and files.

use super::{Folders, MAPS, RulebookLookup, read_text_file, roads::with_roads};
use crate::{diary::file::is_stream, error::UserError};
use std::path::{Path, PathBuf};
use wardiary_base::{
    document::{self, SourceProblem},
    ground::{Ground, GroundDraft},
    text::Text,
};
use wardiary_rules::{notation, order::Verb, state::State};

/// Reads a map from its text. A map that names a rulebook may only use what that rulebook has.
pub fn read_map(text: &str, folders: Option<&Folders>) -> Result<Ground, Vec<SourceProblem>> {
    read_map_with(text, RulebookLookup { folders, folder: None })
}

/// Reads a map whose rulebook, if it names one, is found with `lookup`.
pub fn read_map_with(text: &str, lookup: RulebookLookup) -> Result<Ground, Vec<SourceProblem>> {
    let mut recovered = document::read_recovering::<GroundDraft>(text);
    let Some(draft) = recovered.value.take() else { return Err(recovered.into_problems()) };
    if !draft.rules.is_empty() {
        match lookup.rulebook(&draft.rules) {
            Ok(book) => recovered.add_faults(draft.faults_with_rules(&book.ground)),
            Err(failure) => recovered.add_problem(&["rules"], failure.what, failure.hint),
        }
    }
    match draft.check() {
        Ok(ground) if recovered.is_valid() => Ok(ground),
        checked => {
            recovered.add_faults(checked.err().unwrap_or_default());
            Err(recovered.into_problems())
        }
    }
}

/// Returns a map by name or file: a shipped one, a file, or one in the folder `maps` of the user's config folder.
pub fn map(name: &str, folders: Option<&Folders>) -> Result<Ground, UserError> {
    let (path, text) = map_text(name, folders)?;
    let lookup = RulebookLookup { folders, folder: Some(&path) };
    read_map_with(&text, lookup).map_err(|problems| UserError::problems(&path, &problems))
}

/// Returns the map that a scenario names: one on the shelf, or a file relative to the scenario's own.
pub(crate) fn map_with(name: &str, lookup: RulebookLookup) -> Result<Ground, UserError> {
    let beside = lookup.folder.and_then(Path::parent).map(|folder| folder.join(name)).filter(|path| path.is_file());
    let (path, text) = match beside {
        Some(path) => read_text_file(&path).map(|text| (path, text))?,
        // Only an argument of a command may name standard input.
        None if is_stream(Path::new(name)) => return Err(super::unknown_name("map", name, &map_names(lookup.folders))),
        None => map_text(name, lookup.folders)?,
    };
    let lookup = RulebookLookup { folder: Some(&path), ..lookup };
    read_map_with(&text, lookup).map_err(|problems| UserError::problems(&path, &problems))
}

fn map_text(name: &str, folders: Option<&Folders>) -> Result<(PathBuf, String), UserError> {
    super::find_text("maps", MAPS, name, folders)?.ok_or_else(|| super::unknown_name("map", name, &map_names(folders)))
}

/// The names of all maps, shipped and the user's own.
pub fn map_names(folders: Option<&Folders>) -> Vec<Text> {
    let shipped = MAPS.iter().map(|(name, _)| Text::from(*name));
    let own = folders.map(|folders| names_in(&folders.config.join("maps"))).unwrap_or_default();
    shipped.chain(own).collect()
}

pub(super) fn names_in(folder: &Path) -> Vec<Text> {
    let files = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let rons = files.filter(|path| path.extension().is_some_and(super::is_ron));
    let mut names: Vec<Text> = rons.filter_map(|path| Some(path.file_stem()?.to_str()?.into())).collect();
    names.sort();
    names
}

/// Replaces the file in an order by what it holds, such as the map in `map wadi for "The wells"` or the roads in `theatre
/// roads.csv`: orders can't name files. `None` for other texts.
pub fn with_file(text: &str, state: &State, folders: Option<&Folders>) -> Result<Option<String>, UserError> {
    let order = &text[notation::amend_start(text, state).map_or(0, |(_, at)| at)..];
    let Some((verb, rest)) = order.trim_start().split_once(char::is_whitespace) else { return Ok(None) };
    let rest = rest.trim_start();
    let (name, after) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or_default(),
        None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
    };
    if name.is_empty() || name.trim_start().starts_with('(') {
        return Ok(None);
    }
    let before = &text[..text.len() - rest.len()];
    if verb.eq_ignore_ascii_case(Verb::Theatre.as_str()) {
        return with_roads(name, before, after);
    }
    if !verb.eq_ignore_ascii_case(Verb::Map.as_str()) {
        return Ok(None);
    }
    let ground = map(name, folders)?.to_draft();
    Ok(Some(format!("{before}{}{after}", notation::quote(&document::to_line(&ground)))))
}
