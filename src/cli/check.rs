//! `wardiary check` lists all faults of rulebooks, scenarios, maps, keymaps, themes, settings, saves and orders files,
//! each with its place. It recognises a file by its content.

use super::{command_output::CommandOutput, viewer::Watcher};
use clap::Args;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};
use wardiary_app::{keymap::Keymap, registry, settings::Settings};
use wardiary_base::{
    document::{self, SourcePosition, SourceProblem, nodes},
    text,
};
use wardiary_diary::{
    assets::{self, Folders, RulebookLookup},
    diary::{
        file::{LoadedSave, SaveNotice, is_stream, load_with_progress, read_save, read_up_to, refuse_special},
        watch::Watch,
    },
    error::{ErrorKind, UserError, display_path, notice_text, problems_of},
    mail::Letter,
};
use wardiary_rules::notation;
use wardiary_view::theme::{RoleSwatch, Theme};

/// `wardiary check`
#[derive(Args)]
pub(super) struct Check {
    /// Rulebooks, scenarios, maps, keymaps, themes, settings, orders files and saves
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,
}

#[derive(Default)]
struct Findings {
    /// The kind of file: `save`, `share`, `scenario`, `map`, `rulebook`, `keymap`, `theme`, `settings` or `orders
    /// file`.
    file_kind: &'static str,
    /// A remark about a sound file, such as `12 entries`; may be empty.
    remark: String,
    problems: Vec<SourceProblem>,
    remarks: Vec<SourceProblem>,
    /// The kind of error, if the file is not sound.
    kind: Option<ErrorKind>,
    notes: Vec<String>,
}

/// Checks files. The faults are the answer; the worst file decides the exit code.
pub(super) fn check(check: &Check) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user().ok();
    let named =
        |name: &OsString| folders.as_ref().map_or_else(|| Ok(PathBuf::from(name)), |folders| folders.save_path(name));
    let paths: Vec<PathBuf> = check.files.iter().map(named).collect::<Result<_, _>>()?;
    let watcher = Watcher::begin();
    let found: Vec<(&PathBuf, Findings)> =
        paths.iter().map(|path| (path, check_file(path, folders.as_ref(), &watcher))).collect();
    let mut answer = CommandOutput::default();
    let mut values: Vec<Value> = Vec::new();
    for (path, found) in &found {
        answer.text.push_str(&findings_text(path, found));
        answer.notes.extend(found.notes.iter().map(|note| format!("{}: {note}", display_path(path))));
        values.push(as_json(path, found));
    }
    answer.json = values.into();
    let worst = found.iter().filter_map(|(_, found)| found.kind).max_by_key(|kind| *kind as u8);
    let faulty = found.iter().filter(|(_, found)| found.kind.is_some()).count();
    answer.failure = worst.map(|kind| {
        let what = format!("{faulty} of {} faulty", text::count(found.len(), "file is", "files are"));
        UserError { kind, ..UserError::refused(what) }
    });
    Ok(answer)
}

fn check_file(path: &Path, folders: Option<&Folders>, watcher: &Watcher) -> Findings {
    let unreadable = |problem| Findings {
        file_kind: "file",
        problems: vec![problem],
        kind: Some(ErrorKind::File),
        ..Findings::default()
    };
    let bytes = match bytes_of(path) {
        Ok(bytes) => bytes,
        Err(e) => {
            let what = format!("the file can't be read: {e}");
            return unreadable(SourceProblem { position: None, reason: what, hint: None });
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    if document::has_field(&text, "wardiary") {
        return watcher.watch(path, |watch| save(&bytes, &text, watch));
    }
    let Ok(text) = std::str::from_utf8(&bytes) else {
        let place = SourcePosition::at_byte(&text, text.find('\u{fffd}').unwrap_or(0));
        return unreadable(SourceProblem::at(place, "the file is not text from here on"));
    };
    let lookup = RulebookLookup { folders, folder: Some(path) };
    let Some(what) = guess_kind(text, path) else {
        let what = "neither its contents nor its path tell what kind of file it is";
        let hint =
            "put a theme into the folder `themes`, settings into settings.ron, keys into keys.ron (`wardiary paths`)";
        let problem = SourceProblem::at(SourcePosition { line: 1, column: 1 }, what).with_hint(hint);
        return Findings { kind: Some(ErrorKind::Refused), ..unreadable(problem) };
    };
    let problems = match what {
        "scenario" => assets::read_scenario_with(text, None, lookup).err(),
        "map" => assets::read_map_with(text, lookup).err(),
        // Whether its side may give these orders depends on its share or the save.
        "orders file" => Letter::read(text).err(),
        "keymap" => Keymap::shipped().override_with(text).err(),
        "theme" => match Theme::parse(text) {
            Ok(theme) => {
                return Findings { file_kind: what, remarks: low_contrast_roles(&theme, text), ..Findings::default() };
            }
            Err(problems) => Some(problems),
        },
        "settings" => Settings::parse(text, &folders.map(Folders::themes).unwrap_or_default()).err(),
        _ => match lookup.read_file(path, text) {
            Ok(read) => return Findings { file_kind: what, remarks: read.remarks(text), ..Findings::default() },
            Err(problems) => Some(problems),
        },
    };
    let kind = problems.is_some().then(|| document_error_kind(text));
    Findings { file_kind: what, problems: problems.unwrap_or_default(), kind, ..Findings::default() }
}

/// Whether a file starts like a save.
pub(super) fn is_save(path: &Path) -> io::Result<bool> {
    let mut begins = Vec::new();
    if is_stream(path) {
        begins = read_save(path)?;
    } else {
        refuse_special(path)?;
        fs::File::open(path)?.take(1 << 16).read_to_end(&mut begins)?;
    }
    Ok(document::has_field(&String::from_utf8_lossy(&begins), "wardiary"))
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    if is_save(path)? { read_save(path) } else { read_up_to(path, assets::MAX_TEXT_FILE) }
}

/// The roles of a theme with too little contrast in full colour. With fewer colours the program substitutes legible
/// ones.
fn low_contrast_roles(theme: &Theme, text: &str) -> Vec<SourceProblem> {
    let faint = theme.swatches().into_iter().filter(|swatch| !swatch.is_legible());
    let remark = |swatch: RoleSwatch| {
        let path: Vec<String> = swatch.role.split('.').map(String::from).collect();
        let [ink, ground] = swatch.colours();
        let contrast = swatch.contrast_in_tenths();
        let what = format!("{}: {ink} on {ground} has a contrast of {contrast:.1}", swatch.role);
        let wanted = format!("it needs at least {:.1}", swatch.kind.min_contrast());
        SourceProblem::at(document::position_of_path(text, &path), what).with_hint(wanted)
    };
    faint.map(remark).collect()
}

/// The kind of a document according to its file name or folder, if they tell.
fn kind_by_path(path: &Path) -> Option<&'static str> {
    let folder = path.parent().and_then(Path::file_name);
    match (path.file_name()?.to_str()?, folder.and_then(|folder| folder.to_str())) {
        ("keys.ron", _) => Some("keymap"),
        ("settings.ron", _) => Some("settings"),
        (_, Some("themes")) => Some("theme"),
        (_, Some("rules")) => Some("rulebook"),
        (_, Some("scenarios")) => Some("scenario"),
        (_, Some("maps")) => Some("map"),
        _ => None,
    }
}

/// Guesses the kind of a document: the kind with the most matching fields, where a path that names a kind counts as one
/// more match. A text too malformed to have fields counts as a rulebook. If no field matches any kind, the kind is
/// unknown.
fn guess_kind(text: &str, path: &Path) -> Option<&'static str> {
    // Other kinds have fields with these names too.
    let keys =
        registry::groups().into_iter().map(|group| group.id.name()).filter(|name| !["name", "map"].contains(name));
    let keys: Vec<&str> = keys.collect();
    let settings: Vec<&str> = Settings::ABOUT.iter().map(|(name, _)| *name).collect();
    let kinds: [(&str, &[&str]); 7] = [
        (
            "rulebook",
            &[
                "based_on",
                "ladder",
                "scrud",
                "edna",
                "exhaustion",
                "turn",
                "square",
                "stacks",
                "ground",
                "clock",
                "tables",
                "troops",
                "mechanisms",
                "tests",
                "volley",
                "weapons",
                "targets",
            ],
        ),
        ("orders file", &["orders_file"]),
        ("scenario", &["muster", "about", "rules"]),
        ("map", &["rows", "legend", "grid", "edges", "roads", "places", "objectives"]),
        ("keymap", &keys),
        ("theme", &["colours", "grades", "monochrome", "map", "based_on"]),
        ("settings", &settings),
    ];
    let parts = nodes::parse_nodes(text);
    let fields: Vec<&str> = match &parts {
        // No kind has half as many fields; of a longer file, the first ones decide.
        Some(parts) => {
            parts.iter().filter(|part| part.parent.is_none()).map(|part| part.key.as_str()).take(64).collect()
        }
        // A text with unbalanced brackets can't be split into parts, but the fields before the fault still count.
        None => kinds
            .iter()
            .flat_map(|(_, fields)| *fields)
            .copied()
            .filter(|field| document::has_field(text, field))
            .collect(),
    };
    let by_path = kind_by_path(path);
    let alike = |name: &str, kind: &[&str]| {
        let exact = fields.iter().filter(|field| kind.contains(field)).count();
        let nearly = fields.iter().filter(|field| text::nearest(field, kind.iter().copied()).is_some()).count();
        3 * exact + nearly + if by_path == Some(name) { 4 } else { 0 }
    };
    let is_empty = parts.as_ref().is_some_and(Vec::is_empty) && by_path.is_none() && document::is_well_formed(text);
    // The first of equals.
    let best = kinds.into_iter().rev().max_by_key(|(name, kind)| alike(name, kind));
    best.map(|(name, _)| name).filter(|_| !is_empty)
}

/// A text that is not RON is unreadable; valid RON has only wrong values.
fn document_error_kind(text: &str) -> ErrorKind {
    if document::is_well_formed(text) { ErrorKind::Refused } else { ErrorKind::File }
}

fn save(bytes: &[u8], text: &str, watch: Watch) -> Findings {
    let mut found = Findings { file_kind: "save", ..Findings::default() };
    match load_with_progress(bytes, watch) {
        Err(error) => {
            let broken_off = error.is_cancelled();
            found.problems = problems_of(error);
            found.kind = Some(if broken_off { ErrorKind::File } else { document_error_kind(text) });
        }
        Ok(LoadedSave { diary, torn, end, notices, .. }) => {
            found.remark = text::count(diary.entries().len(), "entry", "entries");
            if let Some(side) = diary.share_side_name() {
                found.file_kind = "share";
                found.remark = format!("of {side}, {}", found.remark);
            }
            if notices.iter().any(|notice| matches!(notice, SaveNotice::ChangedByHand { .. })) {
                found.remark += ", but changed by hand";
            }
            found.notes = notices.iter().map(notice_text).collect();
            let state = diary.state();
            let twins = notation::look_alikes(state).into_iter();
            found.notes.extend(twins.map(|(one, other)| {
                let name = state.name(one);
                format!("the names of {one} and {other} both look like “{name}”, in different characters: write {one} or {other}")
            }));
            if torn.is_some() {
                let place = SourcePosition::at_byte(text, usize::try_from(end).unwrap_or(text.len()));
                let problem = SourceProblem::at(place, "the last line is incomplete");
                found.problems.push(problem.with_hint("the next write moves it to a file beside the save"));
                found.kind = Some(ErrorKind::Refused);
            }
        }
    }
    found
}

fn findings_text(path: &Path, found: &Findings) -> String {
    if found.kind.is_none() {
        let remark = if found.remark.is_empty() { String::new() } else { format!(", {}", found.remark) };
        let sound = format!("{}: sound {}{remark}\n", display_path(path), found.file_kind);
        return if found.remarks.is_empty() { sound } else { sound + &problem_lines(path, &found.remarks) };
    }
    problem_lines(path, &found.problems)
}

/// One line a problem.
fn problem_lines(path: &Path, problems: &[SourceProblem]) -> String {
    text::sanitize_lines(&UserError::problems(path, problems).what) + "\n"
}

fn as_json(path: &Path, found: &Findings) -> Value {
    let problem = |problem: &SourceProblem| {
        json!({
            "line": problem.position.map(|p| p.line),
            "column": problem.position.map(|p| p.column),
            "what": &problem.reason,
            "hint": &problem.hint,
        })
    };
    json!({
        "file": path.display().to_string(),
        "what": found.file_kind,
        "sound": found.kind.is_none(),
        "problems": found.problems.iter().map(problem).collect::<Vec<_>>(),
        "remarks": found.remarks.iter().map(problem).collect::<Vec<_>>(),
        "notes": &found.notes,
    })
}
