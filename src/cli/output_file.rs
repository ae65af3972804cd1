//! Writes a result to a file, which may replace an existing file only if that was asked for.

use super::command_output::CommandOutput;
use clap::builder::{PathBufValueParser, TypedValueParser};
use serde_json::json;
use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};
use wardiary_diary::{
    assets,
    diary::file,
    error::{UserError, display_path},
};

/// The file that `-o` names; `None` for standard output, which `-` and the system's names for it mean.
pub(super) fn named(output: Option<&Path>) -> Option<&Path> {
    const STANDARD_OUTPUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    output.filter(|to| !STANDARD_OUTPUT.iter().any(|name| to.as_os_str() == *name))
}

/// Whether the result is printed where it goes to a file beside `from` by default: if `-o` names standard output, or if
/// without `-o` nothing can lie beside standard input.
pub(super) fn is_printed(output: Option<&Path>, from: &Path) -> bool {
    output.map_or_else(|| file::is_stream(from), |to| named(Some(to)).is_none())
}

/// Refuses an invalid output path before any work is done. The result never replaces the source save or any other save.
pub(super) fn check(to: &Path, save: Option<&Path>, force: bool) -> Result<(), UserError> {
    let hint = "name a file; without -o it goes to standard output";
    check_all(to, |to| save.is_some_and(|save| is_same(to, save)) || is_save(to), force, hint)
}

/// The same for a share, which may replace an older share.
pub(super) fn check_share(to: &Path, save: &Path, force: bool) -> Result<(), UserError> {
    let hint = "name a file; without -o it is written beside the save";
    check_all(to, |to| is_same(to, save) || is_save(to) && !file::is_share(to), force, hint)?;
    if !to.exists() || file::is_share(to) {
        return Ok(());
    }
    let failure =
        UserError::refused(format!("{}: this is not a share, and only a share may be overwritten", display_path(to)));
    Err(failure.hint("choose another file with -o"))
}

/// Reads the path of a file to write from the command line: [`assets::new_file`].
pub(super) fn parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| assets::new_file(path).map_err(|error| error.what))
}

fn check_all(to: &Path, keeps: impl Fn(&Path) -> bool, force: bool, no_file: &str) -> Result<(), UserError> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(
            UserError::file(folder, "there is no such folder").hint("create it first, or choose another with -o")
        );
    }
    if !to.exists() {
        return Ok(());
    }
    if !to.is_file() {
        let failure = UserError::file(to, "this is not a regular file");
        return Err(failure.hint(no_file));
    }
    if keeps(to) {
        let failure =
            UserError::refused(format!("{}: this is a save, and saves are never overwritten", display_path(to)));
        return Err(failure.hint("choose another file"));
    }
    if force {
        return Ok(());
    }
    let failure = UserError::refused(format!("{}: this file already exists", display_path(to)));
    Err(failure.hint("overwrite it with --force, or choose another file"))
}

fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

fn is_save(path: &Path) -> bool {
    let mut begins = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(4096).read_to_end(&mut begins));
    let text = String::from_utf8_lossy(&begins);
    let words: String = text.trim_start_matches('\u{feff}').split_whitespace().collect();
    read.is_ok() && words.contains("(wardiary:")
}

/// Writes a result to a file and answers with its path; without a file, the result is the answer.
pub(super) fn deliver(to: Option<&Path>, text: String) -> Result<CommandOutput, UserError> {
    let Some(to) = to else { return Ok(CommandOutput::verbatim(text)) };
    write(to, &text)?;
    Ok(CommandOutput::new(display_path(to), json!({ "path": to.display().to_string() })))
}

pub(super) fn write(to: &Path, text: &str) -> Result<(), UserError> {
    if to.exists() {
        file::rewrite(to, text)?;
    } else {
        file::export(to, text)?;
    }
    Ok(())
}
