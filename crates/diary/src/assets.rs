//! The shipped rulebooks, scenarios and sample, and the folders of the user's own files.

#![allow(clippy::disallowed_methods, reason = "reads and writes the files of the user's folders")]

pub mod books;
mod drawings;
pub mod history;
mod maps;
pub mod roads;
pub mod roster;
pub mod unit_table;

use crate::{
    diary::{
        Header,
        file::{is_stream, read_up_to},
    },
    error::{UserError, display_path},
    mail,
};
pub use books::{RulebookLookup, Shipped, read_rulebook, rulebook, rulebooks};
use directories::ProjectDirs;
pub use drawings::{
    NewMap, OpenedDrawing, drawing_exists, drawing_path, file_name, is_changed_elsewhere, new_drawing, open_drawing,
    own_maps, problems_of_drawing, save_drawing_copy, write_drawing,
};
pub use history::MAX_LINE_LENGTH;
pub use maps::{map, map_names, read_map, read_map_with, with_file};
use serde::{Deserialize, Serialize};
use std::{
    ffi::{OsStr, OsString},
    fmt::Display,
    fs,
    io::Read,
    path::{Component, Path, PathBuf},
    sync::Arc,
};
pub use wardiary_base::shipped::{MAPS, RULEBOOKS, SAMPLE, SCENARIOS};
use wardiary_base::{
    book::Rulebook,
    dice::source::Seed,
    document::{self, SourcePosition, SourceProblem},
    text::{self, Raw, Text, name_match::folded_name},
};
use wardiary_rules::{notation::refusal::describe_invalid_muster, state::Muster};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub title: Text,
    #[serde(default)]
    pub about: Text,
    #[serde(default = "campaign")]
    pub rules: Text,
    pub muster: Muster,
}

/// The rulebook of a new campaign that names none. It combines all mechanisms.
pub const DEFAULT_RULEBOOK: &str = "campaign";

fn campaign() -> Text {
    DEFAULT_RULEBOOK.into()
}

const LIST_HINT: &str = "`wardiary list` lists your saves";

/// The modification time and length of a file; tells whether it has changed since it was read.
pub type FileStamp = (std::time::SystemTime, u64);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    pub saves: PathBuf,
    /// The folder of the user's rulebooks, scenarios, themes and keys.
    pub config: PathBuf,
}

impl Folders {
    /// The folders of the current user; `WARDIARY_HOME` puts both under one. Fails if the system names no home folder.
    pub fn of_user() -> Result<Self, UserError> {
        if let Some(home) = std::env::var_os("WARDIARY_HOME").filter(|home| !home.is_empty()) {
            let home = PathBuf::from(home);
            return Ok(Self { saves: home.join("saves"), config: home.join("config") });
        }
        let dirs = ProjectDirs::from("", "", "wardiary").ok_or_else(|| {
            let failure =
                UserError::usage("the system does not say where your home folder is, so there is no place for saves");
            failure.hint("set HOME, or set WARDIARY_HOME to a folder for wardiary")
        })?;
        Ok(Self { saves: dirs.data_dir().join("saves"), config: dirs.config_dir().to_path_buf() })
    }

    /// The path of a new save with this name in the folder of saves. Fails if the name is invalid.
    pub fn new_save_path(&self, name: &str) -> Result<PathBuf, UserError> {
        let stem = name.trim();
        let stem = without_ron(stem).unwrap_or(stem);
        if let Some(fault) = text::name_fault(stem) {
            return Err(UserError::usage(fault));
        }
        if stem.starts_with('.') || stem.contains(['/', '\\', ':', '*', '?', '"', '<', '>', '|']) {
            let what = "a save's name must not begin with a dot or contain any of / \\ : * ? \" < > |";
            return Err(UserError::usage(what).hint("the name becomes a file name in the folder of saves"));
        }
        Ok(self.saves.join(format!("{stem}.ron")))
    }

    /// The folder for deleted saves on systems without a trash.
    pub fn trash_folder(&self) -> PathBuf {
        self.saves.with_file_name("deleted-saves")
    }

    /// The path of a save from a path, name or title. It need not exist. Fails for empty names, folders, ambiguous
    /// titles.
    pub fn save_path(&self, name: impl AsRef<OsStr>) -> Result<PathBuf, UserError> {
        let name = name.as_ref();
        let (path, text) = (Path::new(name), name.to_string_lossy());
        if is_stream(path) || path.is_file() {
            return Ok(path.to_path_buf());
        }
        if text.trim().is_empty() {
            return Err(UserError::usage("the name of the save is empty").hint(LIST_HINT));
        }
        if names_folder(&text) || is_path(name) && is_folder(path) {
            return Err(UserError::file(path, "this is a folder, not a save").hint(LIST_HINT));
        }
        if is_path(name) {
            return other_extension(path).map_or_else(|| Ok(path.to_path_buf()), Err);
        }
        let mut file = name.to_os_string();
        file.push(".ron");
        let named = self.saves.join(file);
        let is_file_name = !text.contains(['/', '\\']);
        if is_file_name && named.exists() {
            return Ok(named);
        }
        let titled = self.saves_titled(&text);
        match &titled[..] {
            [] if is_folder(path) => {
                Err(UserError::file(path, "this is a folder, not a save").hint("name a save in it"))
            }
            [] => match other_extension(path) {
                Some(failure) => Err(failure),
                None if is_file_name => Ok(named),
                None => Ok(path.to_path_buf()),
            },
            [path] => Ok(path.clone()),
            paths => {
                let names: Vec<String> = paths.iter().map(|path| display_path(path)).collect();
                let many = format!("{} saves are called “{}”", paths.len(), text::display_name(&text));
                Err(UserError::refused(many).hint(format!("give the file instead: {}", names.join(" or "))))
            }
        }
    }

    fn saves_titled(&self, title: &str) -> Vec<PathBuf> {
        let wanted = folded_name(title);
        let is_wanted = |path: &PathBuf| title_of(path).is_some_and(|title| folded_name(title.raw()) == wanted);
        let mut paths: Vec<PathBuf> = self.list().into_iter().map(|(path, _)| path).filter(is_wanted).collect();
        paths.sort();
        paths
    }

    /// Reads a file in the user's config folder: its path and text, or `None` if it does not exist.
    pub fn read_config_file(&self, name: impl AsRef<Path>) -> Result<Option<(PathBuf, String)>, UserError> {
        let path = self.config.join(name);
        if !path.exists() {
            return Ok(None);
        }
        read_text_file(&path).map(|text| Some((path, text)))
    }

    pub fn stamp(&self, name: &Path) -> Option<FileStamp> {
        let about = fs::metadata(self.config.join(name)).ok()?;
        Some((about.modified().ok()?, about.len()))
    }

    /// The user's themes: the file names in the folder `themes` of the config folder.
    pub fn themes(&self) -> Vec<Text> {
        maps::names_in(&self.config.join("themes"))
    }

    /// All saves with their modification times, the latest first.
    pub fn list(&self) -> Vec<(PathBuf, std::time::SystemTime)> {
        let mut saves: Vec<_> = fs::read_dir(&self.saves)
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
            .filter(|e| e.path().extension().is_some_and(is_ron) && !e.file_name().to_string_lossy().starts_with('.'))
            .filter(|e| !mail::is_letter(&e.path()))
            .filter_map(|e| Some((e.path(), e.metadata().ok()?.modified().ok()?)))
            .collect();
        saves.sort_by_key(|(path, written)| (std::cmp::Reverse(*written), path.clone()));
        saves
    }

    /// Returns a path that is still free for a new save with this title: `tannenberg.ron`, `tannenberg-2.ron` …
    pub fn free_save_path(&self, name: &str) -> PathBuf {
        let stem = file_stem(name);
        let first = std::iter::once(format!("{stem}.ron"));
        let names = first.chain((2u32..).map(|n| format!("{stem}-{n}.ron")));
        let mut paths = names.map(|name| self.saves.join(name));
        paths.find(|path| !path.exists()).expect("the numbers do not run out before the disk does")
    }
}

/// The folder that is watched for orders files; a relative one is seen from the save's folder. `None` if it has no name.
pub fn letters_folder(name: &Text, save: &Path) -> Option<PathBuf> {
    (!name.is_empty()).then(|| save.with_file_name(name.raw()))
}

/// The orders files in a folder, with their modification times.
pub fn letters_in(folder: &Path) -> Vec<(PathBuf, std::time::SystemTime)> {
    let files = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let timed = files.filter_map(|file| Some((file.path(), file.metadata().ok()?.modified().ok()?)));
    let mut letters: Vec<_> = timed.filter(|(path, _)| mail::is_letter(path)).collect();
    letters.sort();
    letters
}

/// Whether an argument is a path, and not a name or a title: the same on every system.
pub fn is_path(argument: &OsStr) -> bool {
    const BEGINNINGS: [&str; 7] = ["./", "../", ".\\", "..\\", "/", "\\", "~"];
    let text = argument.to_string_lossy();
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) || without_ron(&text).is_some() || has_drive(&text)
}

/// Whether a path begins with the letter of a drive: `C:\games`.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', rest @ ..] if letter.is_ascii_alphabetic() && rest.first() != Some(&b' '))
}

/// Whether this is the extension of the program's files, in capitals or not.
pub fn is_ron(extension: &OsStr) -> bool {
    extension.eq_ignore_ascii_case("ron")
}

/// The name without the extension of the program's files, in capitals or not; `None` if it has another one.
fn without_ron(name: &str) -> Option<&str> {
    let (stem, extension) = name.split_at_checked(name.len().checked_sub(4)?)?;
    extension.eq_ignore_ascii_case(".ron").then_some(stem)
}

/// An argument with the home folder for a `~` at its beginning, or at the beginning of an option's value. A shell does
/// that only where the `~` is not quoted.
pub fn with_home(argument: OsString) -> OsString {
    let Some(text) = argument.to_str() else { return argument };
    let value = text.find('=').filter(|_| text.starts_with("--")).map_or(0, |at| at + 1);
    let (option, path) = text.split_at(value);
    let Some(rest) = path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(std::path::is_separator))
    else {
        return argument;
    };
    let Some(home) = std::env::home_dir() else { return argument };
    [OsStr::new(option), home.as_os_str(), OsStr::new(rest)].into_iter().collect()
}

fn names_folder(path: &str) -> bool {
    let is_drive = path.len() == 2 && path.ends_with(':') && is_path(OsStr::new(path));
    [".", ".."].contains(&path)
        || path.ends_with("/.")
        || path.ends_with("/..")
        || is_drive
        || is_path(OsStr::new(path)) && path.ends_with(['/', '\\'])
}

/// The error for a path that is missing while the same path with the extension `.ron` is there.
fn other_extension(path: &Path) -> Option<UserError> {
    let appended = [path.as_os_str(), OsStr::new(".ron")].into_iter().collect::<OsString>().into();
    let found = [appended, path.with_extension("ron")].into_iter().find(|found| found != path && found.is_file())?;
    let found = if found.components().count() == 1 { Path::new(".").join(found) } else { found };
    let hint = format!("{} is there: give its whole name", display_path(&found));
    Some(UserError::file(path, "there is no such file").hint(hint))
}

fn title_of(path: &Path) -> Option<Text> {
    const LONGEST_START: u64 = 64 << 10;
    let mut start = Vec::new();
    fs::File::open(path).ok()?.take(LONGEST_START).read_to_end(&mut start).ok()?;
    document::read(document::field_value(&String::from_utf8_lossy(&start), "title")?).ok()
}

/// The path of a new save, with the extension `.ron`.
///
/// # Errors
/// If it names a folder, or has no file name.
pub fn new_save_file(argument: &OsStr) -> Result<PathBuf, UserError> {
    let path = Path::new(argument);
    let text = argument.to_string_lossy();
    if names_folder(&text) || path.file_name().is_none() || without_ron(&text).is_none() && is_folder(path) {
        return Err(UserError::usage(format!("{} names a folder", display_path(path)))
            .hint("add a file name, such as campaign.ron"));
    }
    let file = if without_ron(&text).is_some() {
        argument.to_os_string()
    } else {
        [argument, OsStr::new(".ron")].into_iter().collect()
    };
    new_file(file.into())
}

/// The path of a new file from one that was given. Names that Windows reserves get a suffix, and so do those of folders
/// that don't exist yet: `CON.html` becomes `CON-save.html`.
///
/// # Errors
/// If its name is only `.ron`, or it begins with `~` (a home folder), or it has a drive or a backslash on a system where
/// neither is part of a path.
pub fn new_file(path: PathBuf) -> Result<PathBuf, UserError> {
    let text = path.to_string_lossy();
    if text.starts_with('~') {
        return Err(UserError::usage(format!(
            "{} begins with ~, which only stands for your own home folder here",
            display_path(&path)
        ))
        .hint("give the whole path"));
    }
    if cfg!(not(windows)) && has_drive(&text) {
        return Err(UserError::usage(format!("{} begins with a drive, and this system has none", display_path(&path)))
            .hint("give a path such as ./campaign.ron"));
    }
    if cfg!(not(windows)) && text.contains('\\') {
        return Err(UserError::usage(format!(
            "{} contains a backslash, which separates folders on Windows only",
            display_path(&path)
        ))
        .hint("separate folders with /"));
    }
    let path = match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => with_portable_folders(folder).join(name),
        _ => path,
    };
    let Some(name) = path.file_name().and_then(OsStr::to_str) else { return Ok(path) };
    let (stem, ending) = name.split_at(without_ron(name).unwrap_or(name).len());
    if !ending.is_empty() && stem.trim_end_matches(['.', ' ']).is_empty() {
        return Err(UserError::usage(format!("{} is only an extension, without a name", display_path(&path)))
            .hint("add a name before the extension, such as campaign.ron"));
    }
    Ok(if is_reserved(stem) { path.with_file_name(portable_stem(stem) + ending) } else { path })
}

/// A folder whose missing parts have names that are also valid on Windows.
fn with_portable_folders(folder: &Path) -> PathBuf {
    let portable = |path: PathBuf, part: Component| {
        let own = path.join(part);
        match part {
            Component::Normal(name) if !own.exists() => path.join(portable_stem(&name.to_string_lossy())),
            _ => own,
        }
    };
    folder.components().fold(PathBuf::new(), portable)
}

/// The first words of a title in lower case, with hyphens between: letters and digits alone.
fn slug(title: &str, max_words: usize) -> String {
    let words = title.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    words.split_whitespace().take(max_words).collect::<Vec<_>>().join("-")
}

fn file_stem(title: &str) -> String {
    let stem = slug(title, usize::MAX);
    // A title may be longer than a file name can be.
    let stem: String = stem.char_indices().take_while(|(at, c)| at + c.len_utf8() <= 200).map(|(_, c)| c).collect();
    if stem.is_empty() { "campaign".into() } else { portable_stem(&stem) }
}

/// A name that is also valid on Windows: device names, and names that end with dots or blanks, get a suffix.
fn portable_stem(stem: &str) -> String {
    if !is_reserved(stem) {
        return stem.into();
    }
    let stem = stem.trim_end_matches(['.', ' ']);
    let (device, ending) = stem.split_at(stem.find('.').unwrap_or(stem.len()));
    format!("{}-save{ending}", device.trim_end())
}

/// Whether a path names a folder. A device of Windows is none, whatever the system answers about `./CON`.
fn is_folder(path: &Path) -> bool {
    path.is_dir() && !(cfg!(windows) && path.file_name().is_some_and(|name| is_reserved(&name.to_string_lossy())))
}

/// Whether Windows reserves this name, with any extension.
fn is_reserved(stem: &str) -> bool {
    let device = stem.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let port = device.strip_prefix("COM").or_else(|| device.strip_prefix("LPT")).map(|number| number.chars());
    let is_port = port.is_some_and(|mut number| {
        number.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c)) && number.next().is_none()
    });
    is_port
        || ["CON", "CONIN$", "CONOUT$", "PRN", "AUX", "NUL"].contains(&device.as_str())
        || stem.ends_with(['.', ' '])
}

/// Reads a scenario and its rulebook from the scenario's text.
pub fn read_scenario(text: &str, folders: Option<&Folders>) -> Result<(Scenario, Arc<Rulebook>), Vec<SourceProblem>> {
    read_scenario_with(text, None, RulebookLookup { folders, folder: None })
}

/// A document by name: a shipped one, a file, or one in this folder of the user's config folder.
fn find_text(
    folder: &str,
    shipped: &[(&str, &str)],
    name: &str,
    folders: Option<&Folders>,
) -> Result<Option<(PathBuf, String)>, UserError> {
    if let Some((_, text)) = shipped.iter().find(|(shipped, _)| *shipped == name) {
        return Ok(Some((PathBuf::from(name), (*text).to_string())));
    }
    let in_config = folders.map(|folders| folders.config.join(folder).join(format!("{name}.ron")));
    // A path that exists and is no file fails with a reason when it is read.
    let own = [Some(PathBuf::from(name)), in_config]
        .into_iter()
        .flatten()
        .find(|path| is_stream(path) || path.exists() && !path.is_dir());
    own.map(|path| read_text_file(&path).map(|text| (path, text))).transpose()
}

/// The error for an unknown name, with the nearest known one, or all of them.
fn unknown_name(kind: &str, name: &str, known: &[impl Raw + Display]) -> UserError {
    let near = text::nearest(name, known);
    let hint =
        near.map_or_else(|| format!("available: {}", text::list(known)), |near| format!("did you mean “{near}”?"));
    UserError::usage(format!("there is no {kind} “{}”", text::display_name(name))).hint(hint)
}

/// Fails if the text is a save where another kind of file is expected.
fn refuse_save(path: &Path, text: &str, wanted: &str, hint: &str) -> Result<(), UserError> {
    let is = match (document::has_field(text, "wardiary"), document::has_field(text, "share")) {
        (false, _) => return Ok(()),
        (true, false) => "a save",
        (true, true) => "a share",
    };
    Err(UserError::refused(format!("{}: this is {is}, not {wanted}", display_path(path))).hint(hint))
}

/// Reads a scenario whose rulebook is found with `lookup`: `rules`, if given, instead of its own.
pub fn read_scenario_with(
    text: &str,
    rules: Option<&Text>,
    lookup: RulebookLookup,
) -> Result<(Scenario, Arc<Rulebook>), Vec<SourceProblem>> {
    let mut recovered = document::read_recovering::<Scenario>(text);
    let Some(mut scenario) = recovered.value.take() else { return Err(recovered.into_problems()) };
    if let Some(rules) = rules {
        scenario.rules = rules.clone();
    }
    recovered.add_faults(scenario.muster.twin_names().into_iter().map(|fault| fault.with_prefix("muster")));
    scenario.muster.normalize_names();
    recovered.add_faults(scenario.muster.invalid_names().into_iter().map(|fault| fault.with_prefix("muster")));
    recovered.add_faults(scenario.muster.unknown_holders());
    // A save is self-contained, so the ground of a map that is named is copied into it.
    for (at, map) in scenario.muster.maps.iter_mut().enumerate().filter(|(_, map)| map.ground.is_none()) {
        let Some(name) = map.map.take() else { continue };
        match maps::map_with(name.raw(), lookup) {
            Ok(ground) => map.ground = Some(ground.to_draft()),
            Err(failure) => {
                recovered.add_problem(&["muster", "maps", &at.to_string(), "map"], failure.what, failure.hint);
                return Err(recovered.into_problems());
            }
        }
    }
    let book = match lookup.rulebook(&scenario.rules) {
        Ok(book) => book,
        // Grades and troop types can't be checked without the rulebook.
        Err(failure) => {
            recovered.add_problem(&["rules"], failure.what, failure.hint);
            return Err(recovered.into_problems());
        }
    };
    for (at, map) in scenario.muster.maps.iter().enumerate() {
        let faults = map.ground.iter().flat_map(|ground| ground.faults_with_rules(&book.ground));
        recovered.add_faults(
            faults.map(|f| {
                f.with_prefix("ground").with_prefix(&at.to_string()).with_prefix("maps").with_prefix("muster")
            }),
        );
    }
    let faults =
        scenario.muster.check(&book).map_err(|invalid| describe_invalid_muster(&invalid)).err().unwrap_or_default();
    recovered.add_faults(faults.into_iter().map(|f| f.with_prefix("muster")));
    if recovered.is_valid() { Ok((scenario, book)) } else { Err(recovered.into_problems()) }
}

/// Returns a scenario, by name or file, as the header of a new save.
pub fn scenario(name: &str, folders: Option<&Folders>, seed: Seed) -> Result<Header, UserError> {
    scenario_with_rules(name, None, folders, seed)
}

/// Like [`scenario`], with `rules` instead of the scenario's own rulebook if given.
pub fn scenario_with_rules(
    name: &str,
    rules: Option<&Text>,
    folders: Option<&Folders>,
    seed: Seed,
) -> Result<Header, UserError> {
    let (path, text) = find_text("scenarios", SCENARIOS, name, folders)?.ok_or_else(|| {
        let names: Vec<&str> = SCENARIOS.iter().map(|(name, _)| *name).collect();
        unknown_name("scenario", name, &names)
    })?;
    refuse_save(&path, &text, "a scenario", "open a save directly: `wardiary open SAVE`")?;
    let lookup = RulebookLookup { folders, folder: Some(&path) };
    let (scenario, book) =
        read_scenario_with(&text, rules, lookup).map_err(|problems| UserError::problems(&path, &problems))?;
    Ok(Header { title: scenario.title.as_name().into(), seed, book, muster: scenario.muster })
}

/// All scenarios, shipped and the user's own: name, title and description.
pub fn scenarios(folders: Option<&Folders>) -> Vec<(String, String, String)> {
    let own = folders.map(|f| f.config.join("scenarios")).and_then(|folder| fs::read_dir(folder).ok());
    let own = own.into_iter().flatten().filter_map(Result::ok).map(|e| e.path());
    let own = own.filter(|p| p.extension().is_some_and(|x| x == "ron")).filter_map(|path| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        Some((name, read_text_file(&path).ok()?))
    });
    let shipped = SCENARIOS.iter().map(|(name, text)| ((*name).to_string(), (*text).to_string()));
    let read = shipped.chain(own).filter_map(|(name, text)| {
        let scenario: Scenario = document::read(&text).ok()?;
        Some((name, scenario.title.as_name(), scenario.about.to_string()))
    });
    read.collect()
}

/// The maximum length of a document, in bytes. A scenario of this length has some 40,000 units.
pub const MAX_TEXT_FILE: u64 = 4 << 20;

pub fn read_text_file(path: &Path) -> Result<String, UserError> {
    let bytes = read_up_to(path, MAX_TEXT_FILE).map_err(|e| UserError::io(path, "read", &e))?;
    String::from_utf8(bytes).map_err(|e| {
        let good = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned();
        let place = SourcePosition::at_byte(&good, good.len());
        UserError::file(path, format!("{place}: the file is not text from here on")).hint("save it as UTF-8 text")
    })
}
