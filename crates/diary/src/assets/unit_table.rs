//! Tables of units in files: reads a muster and completes paths.

use super::{
    Folders, MAX_TEXT_FILE, map,
    roster::{self, MusterTable, TableError, TableFaults, TableOptions},
};
use crate::{
    diary::file::{is_stream, read_up_to},
    error::{ErrorKind, UserError, display_path},
};
use directories::BaseDirs;
use std::{
    fs,
    path::{Path, PathBuf},
};
use wardiary_base::text::{self, name_match::normalized_name};

const MAX_COMPLETIONS: usize = 100;

const ENDINGS: [&str; 3] = ["csv", "xlsx", "ods"];

pub fn is_table(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// A title from the name of a table's file: `la_haye-sainte.csv` is “La haye sainte”.
pub fn title(file: &Path) -> String {
    if is_stream(file) {
        return "Muster".into();
    }
    let stem = normalized_name(&file.file_stem().unwrap_or_default().to_string_lossy());
    let words: Vec<&str> = stem.split(['_', '-', ' ']).filter(|word| !word.is_empty()).collect();
    text::display_name(&text::capitalized(&words.join(" ")))
}

/// Reads the muster of a table in a file. Units of several sides start in a battle, on the named map if there is one.
pub fn read(
    file: &Path,
    map_name: Option<&str>,
    folders: &Folders,
    mut options: TableOptions,
) -> Result<Result<MusterTable, TableFaults>, UserError> {
    let table = read_up_to(file, MAX_TEXT_FILE);
    let table = table.map_err(|e| UserError { hint: None, ..UserError::io(file, "read", &e) })?;
    if let Ok(text) = str::from_utf8(&table) {
        super::refuse_save(file, text, "a table of units", "`wardiary muster --from SAVE` makes a table from a save")?;
    }
    options.map = map_name.map(|name| map(name, Some(folders))).transpose()?.map(|ground| ground.to_draft());
    match roster::read(&table, &options) {
        Ok(read) => Ok(Ok(read)),
        Err(TableError::Faults(faults)) => Ok(Err(faults)),
        Err(TableError::Unreadable(why)) => Err(UserError::file(file, text::sanitize(&why.what)).hint(why.hint)),
    }
}

/// The error with all faults of a table, one a line.
pub fn refused(file: &Path, faults: &TableFaults) -> UserError {
    let mut lines: Vec<String> = faults.listed.iter().map(|fault| format!("{}: {fault}", display_path(file))).collect();
    if faults.unlisted > 0 {
        lines.push(format!("{}: {}", display_path(file), text::count(faults.unlisted, "more fault", "more faults")));
    }
    let men = faults.men.map(|per| {
        let points = if faults.exceeds_points { "" } else { "; `--strength-per 1` keeps the numbers as SP" };
        format!("`wardiary muster --strength-per {per}` makes 1 SP of {per} men{points}")
    });
    let advice: Vec<String> =
        men.into_iter().chain(faults.advice.iter().map(|advice| text::sanitize(advice))).collect();
    let hint = (!advice.is_empty()).then(|| advice.join("\n  hint: "));
    UserError { kind: ErrorKind::Refused, what: text::sanitize_lines(&lines.join("\n")), hint }
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
        let is_table = is_table(Path::new(&name));
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
