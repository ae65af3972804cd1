//! Tables of units in files: reads a muster and completes paths.

use super::{Folders, map, roster, roster::TableFaults, text_file};
use crate::{
    diary::file::{is_stream, read_up_to},
    error::{ErrorKind, UserError, display_path},
};
use directories::BaseDirs;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use wardiary_base::{
    book::Rulebook,
    text::{self, name_match::normalized_name},
};
use wardiary_rules::state::Muster;

/// The maximum number of paths offered.
const MAX_COMPLETIONS: usize = 100;

/// The title of a campaign from a table: the name of its file.
pub fn title(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    if is_stream(file) { "Muster".into() } else { text::display_name(&normalized_name(&stem)) }
}

/// Reads the muster of a table in a file. Units of several sides start in a battle.
///
/// # Errors
/// If it can't be read, or all its faults, one a line.
pub fn read(
    file: &Path,
    title: &str,
    book: &Arc<Rulebook>,
    named: Option<&str>,
    folders: &Folders,
) -> Result<Muster, UserError> {
    let table = read_up_to(file, text_file::MAX_LENGTH);
    let table = table.map_err(|e| UserError { hint: None, ..UserError::io(file, "read", &e) })?;
    let table = String::from_utf8(table).map_err(|e| {
        let good = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned();
        let row = good.matches('\n').count() + 1;
        let failure = UserError::file(file, format!("row {row}: the file is not UTF-8 text from here on"));
        failure.hint("save it from the spreadsheet as “CSV UTF-8”")
    })?;
    super::refuse_save(file, &table, "a table of units", "`wardiary muster --from SAVE` makes a table from a save")?;
    let ground = named.map(|name| map(name, Some(folders))).transpose()?;
    roster::read(&table, title, book, ground.map(|ground| ground.to_draft())).map_err(|faults| refused(file, &faults))
}

/// The error with all faults of a table, one a line.
fn refused(file: &Path, faults: &TableFaults) -> UserError {
    let mut lines: Vec<String> = faults.listed.iter().map(|fault| format!("{}: {fault}", display_path(file))).collect();
    if faults.unlisted > 0 {
        lines.push(format!("{}: {}", display_path(file), text::count(faults.unlisted, "more fault", "more faults")));
    }
    UserError { kind: ErrorKind::Refused, what: text::sanitize_lines(&lines.join("\n")), hint: None }
}

/// Expands `~` in a typed path to the user's home.
pub fn expand_home(typed: &str) -> PathBuf {
    let home = || BaseDirs::new().map(|dirs| dirs.home_dir().to_path_buf());
    match typed.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(std::path::is_separator)) {
        Some(rest) => {
            home().map_or_else(|| typed.into(), |home| home.join(rest.trim_start_matches(std::path::is_separator)))
        }
        None => typed.into(),
    }
}

/// Completes a typed path to tables and folders. Folders end with a separator.
pub fn complete_path(typed: &str) -> Vec<String> {
    let (folder, begin) = match typed.rfind(std::path::is_separator) {
        Some(at) => typed.split_at(at + 1),
        None => ("", typed),
    };
    let place = if folder.is_empty() { PathBuf::from(".") } else { expand_home(folder) };
    let named = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        // Hidden files are offered only once a dot is typed. Names that can't be shown can't be typed either.
        let is_meant = name.to_lowercase().starts_with(&begin.to_lowercase())
            && (begin.starts_with('.') || !name.starts_with('.'))
            && text::sanitize(&name) == name;
        let is_table = Path::new(&name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let is_folder = is_meant && !is_table && entry.path().is_dir();
        let end = if is_folder { std::path::MAIN_SEPARATOR_STR } else { "" };
        (is_meant && (is_table || is_folder)).then(|| format!("{folder}{name}{end}"))
    };
    let entries = fs::read_dir(place).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<String> = entries.filter_map(named).take(MAX_COMPLETIONS).collect();
    // Tables first: the user is looking for those.
    found.sort_by_key(|path| (path.ends_with(std::path::is_separator), path.to_lowercase()));
    found
}
