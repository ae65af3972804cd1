//! What the program ships with, and where a user's own files lie.

use crate::{
    book::{Rulebook, RulebookDraft},
    diary::Header,
    dice::source::Seed,
    document::{self, Problem},
    error::Failure,
    notation::Books,
    state::Muster,
    text,
};
use directories::ProjectDirs;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The rulebooks that ship: name and text.
pub const RULEBOOKS: &[(&str, &str)] = &[
    ("mouat", include_str!("../assets/rules/mouat.ron")),
    ("classic", include_str!("../assets/rules/classic.ron")),
    ("skirmish", include_str!("../assets/rules/skirmish.ron")),
    // ---- dice tests, volleys, EDNA
    ("m42", include_str!("../assets/rules/m42.ron")),
    ("itchy-and-scratchy", include_str!("../assets/rules/itchy-and-scratchy.ron")),
    ("full-metal-edna", include_str!("../assets/rules/full-metal-edna.ron")),
];

/// The scenarios that ship: name and text.
pub const SCENARIOS: &[(&str, &str)] = &[
    ("tannenberg", include_str!("../assets/scenarios/tannenberg.ron")),
    ("grand-couronne", include_str!("../assets/scenarios/grand-couronne.ron")),
    // ---- volleys, EDNA
    ("wadi", include_str!("../assets/scenarios/wadi.ron")),
    ("night-attack", include_str!("../assets/scenarios/night-attack.ron")),
];

/// The sample that ships: a played save, to be copied where it can be written on.
pub const SAMPLE: (&str, &str) = ("tannenberg", include_str!("../saves/tannenberg.ron"));

/// A muster to start a campaign from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What a campaign begun from it is called.
    pub title: String,
    /// What it is about, in a sentence or two.
    #[serde(default)]
    pub about: String,
    /// The rulebook it is played with, by name.
    #[serde(default = "mouat")]
    pub rules: String,
    /// Who is there.
    pub muster: Muster,
}

fn mouat() -> String {
    "mouat".into()
}

/// The folders of a user, as his system has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Where saves lie.
    pub saves: PathBuf,
    /// Where his own rulebooks, scenarios, themes and keys lie.
    pub config: PathBuf,
}

impl Folders {
    /// The folders of whoever runs the program. `WARDIARY_HOME` puts both under one folder.
    ///
    /// # Errors
    /// Where the system names no home.
    pub fn of_user() -> Result<Self, Failure> {
        if let Some(home) = std::env::var_os("WARDIARY_HOME").filter(|home| !home.is_empty()) {
            let home = PathBuf::from(home);
            return Ok(Self { saves: home.join("saves"), config: home.join("config") });
        }
        let dirs = ProjectDirs::from("", "", "wardiary").ok_or_else(|| {
            let failure = Failure::usage("the system names no home folder to keep saves in");
            failure.hint("set HOME, or WARDIARY_HOME to a folder of your own")
        })?;
        Ok(Self { saves: dirs.data_dir().join("saves"), config: dirs.config_dir().to_path_buf() })
    }

    /// The path of a save: the path itself, or the save of that name in the folder of saves.
    #[must_use]
    pub fn save(&self, name: &str) -> PathBuf {
        let path = Path::new(name);
        let by_name = !name.contains(['/', '\\']) && path.extension().is_none_or(|e| e != "ron");
        if by_name && !path.exists() { self.saves.join(format!("{name}.ron")) } else { path.to_path_buf() }
    }

    /// The saves that are there, the last written first: path and when it was written.
    #[must_use]
    pub fn list(&self) -> Vec<(PathBuf, std::time::SystemTime)> {
        let mut saves: Vec<_> = fs::read_dir(&self.saves)
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
            .filter(|e| {
                e.path().extension().is_some_and(|x| x == "ron") && !e.file_name().to_string_lossy().starts_with('.')
            })
            .filter_map(|e| Some((e.path(), e.metadata().ok()?.modified().ok()?)))
            .collect();
        saves.sort_by_key(|(path, written)| (std::cmp::Reverse(*written), path.clone()));
        saves
    }

    /// A path for a new save of that title that is not taken: `tannenberg.ron`, `tannenberg-2.ron` …
    #[must_use]
    pub fn fresh(&self, name: &str) -> PathBuf {
        let stem: String = name
            .to_lowercase()
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect::<String>()
            .split('-')
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("-");
        let stem = if stem.is_empty() { "campaign".into() } else { stem };
        let first = std::iter::once(format!("{stem}.ron"));
        let names = first.chain((2u32..).map(|n| format!("{stem}-{n}.ron")));
        let mut paths = names.map(|name| self.saves.join(name));
        paths.find(|path| !path.exists()).expect("the numbers do not run out before the disk does")
    }
}

/// A rulebook of that name or in that file: shipped, or the user's own.
///
/// # Errors
/// If there is none, or what is wrong with it.
pub fn rulebook(name: &str, folders: Option<&Folders>) -> Result<Arc<Rulebook>, Failure> {
    if let Some((_, text)) = RULEBOOKS.iter().find(|(n, _)| *n == name) {
        return read_rulebook(text, folders).map(Arc::new).map_err(|p| Failure::problems(Path::new(name), &p));
    }
    let path = folders.map(|f| f.config.join("rules").join(format!("{name}.ron"))).filter(|p| p.exists());
    let Some(path) = path else {
        let failure = Failure::usage(format!("there is no rulebook “{}”", text::presentable(name)));
        let names: Vec<&str> = RULEBOOKS.iter().map(|(n, _)| *n).collect();
        let near = text::nearest(name, names.iter().copied());
        return Err(
            failure.hint(near.map_or_else(|| format!("there is {}", text::list(&names)), |n| format!("perhaps {n}")))
        );
    };
    let text = fs::read_to_string(&path).map_err(|e| Failure::io(&path, "read", &e))?;
    read_rulebook(&text, folders).map(Arc::new).map_err(|p| Failure::problems(&path, &p))
}

/// Reads a rulebook from its text.
///
/// # Errors
/// All that is wrong with it, each with its place.
pub fn read_rulebook(text: &str, folders: Option<&Folders>) -> Result<Rulebook, Vec<Problem>> {
    let draft: RulebookDraft = document::read(text).map_err(|p| vec![p])?;
    let base = match draft.based_on.as_deref() {
        None => Rulebook::default_rules(),
        // A shipped book stands on nothing, so there is no way in a circle.
        Some(name) => match RULEBOOKS.iter().find(|(n, _)| *n == name) {
            Some((_, base)) => read_rulebook(base, folders)?,
            None => {
                let place = document::place_of_path(text, &["based_on".into()]);
                let names: Vec<&str> = RULEBOOKS.iter().map(|(n, _)| *n).collect();
                let problem = Problem::at(place, format!("there is no rulebook “{}”", text::presentable(name)));
                return Err(vec![problem.hint(format!("there is {}", text::list(&names)))]);
            }
        },
    };
    draft.check(&base).map_err(|faults| faults.iter().map(|f| Problem::of_fault(text, f)).collect())
}

/// Reads a scenario from its text: what it is, and its rulebook.
///
/// # Errors
/// All that is wrong with it, each with its place.
pub fn read_scenario(text: &str, folders: Option<&Folders>) -> Result<(Scenario, Arc<Rulebook>), Vec<Problem>> {
    let scenario: Scenario = document::read(text).map_err(|p| vec![p])?;
    let book = rulebook(&scenario.rules, folders).map_err(|failure| {
        let place = document::place_of_path(text, &["rules".into()]);
        vec![Problem { place: Some(place), what: failure.what, hint: failure.hint }]
    })?;
    match scenario.muster.check(&book) {
        Ok(_) => Ok((scenario, book)),
        Err(faults) => Err(faults.into_iter().map(|f| Problem::of_fault(text, &f.under("muster"))).collect()),
    }
}

/// A scenario by its name or its file, as the header of a new save.
///
/// # Errors
/// If there is none, or what is wrong with it.
pub fn scenario(name: &str, folders: Option<&Folders>, seed: Seed) -> Result<Header, Failure> {
    let shipped =
        SCENARIOS.iter().find(|(n, _)| *n == name).map(|(_, text)| (PathBuf::from(name), (*text).to_string()));
    let own = || {
        let in_config = folders.map(|f| f.config.join("scenarios").join(format!("{name}.ron")));
        [Some(PathBuf::from(name)), in_config].into_iter().flatten().find(|p| p.is_file())
    };
    let (path, text) = match (shipped, own()) {
        (Some(shipped), _) => shipped,
        (None, Some(path)) => {
            let text = fs::read_to_string(&path).map_err(|e| Failure::io(&path, "read", &e))?;
            (path, text)
        }
        (None, None) => {
            let failure = Failure::usage(format!("there is no scenario “{}”", text::presentable(name)));
            let names: Vec<&str> = SCENARIOS.iter().map(|(n, _)| *n).collect();
            let near = text::nearest(name, names.iter().copied());
            return Err(failure
                .hint(near.map_or_else(|| format!("there is {}", text::list(&names)), |n| format!("perhaps {n}"))));
        }
    };
    let (scenario, book) = read_scenario(&text, folders).map_err(|p| Failure::problems(&path, &p))?;
    Ok(Header { title: text::presentable(&scenario.title), seed, book, muster: scenario.muster })
}

/// The scenarios there are, shipped and the user's own: name, title and what each is about.
#[must_use]
pub fn scenarios(folders: Option<&Folders>) -> Vec<(String, String, String)> {
    let own = folders.map(|f| f.config.join("scenarios")).and_then(|folder| fs::read_dir(folder).ok());
    let own = own.into_iter().flatten().filter_map(Result::ok).map(|e| e.path());
    let own = own.filter(|p| p.extension().is_some_and(|x| x == "ron")).filter_map(|path| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        Some((name, fs::read_to_string(&path).ok()?))
    });
    let shipped = SCENARIOS.iter().map(|(name, text)| ((*name).to_string(), (*text).to_string()));
    let read = shipped.chain(own).filter_map(|(name, text)| {
        let scenario: Scenario = document::read(&text).ok()?;
        Some((name, text::presentable(&scenario.title), text::scrub(&scenario.about)))
    });
    read.collect()
}

/// The shipped rulebooks, and the ladders they bring, for the notation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl Books for Shipped {
    fn named(&self, name: &str) -> Option<Arc<Rulebook>> {
        let name = name.to_lowercase();
        RULEBOOKS.iter().any(|(n, _)| *n == name).then(|| rulebook(&name, None).ok()).flatten()
    }

    fn names(&self) -> Vec<String> {
        RULEBOOKS.iter().map(|(name, _)| (*name).to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_ships_loads() {
        for (name, text) in RULEBOOKS {
            let book = read_rulebook(text, None).unwrap_or_else(|p| panic!("{name}: {p:?}"));
            assert_eq!(&book.name, name);
        }
        for (name, text) in SCENARIOS {
            read_scenario(text, None).unwrap_or_else(|p| panic!("{name}: {p:?}"));
        }
    }
}
