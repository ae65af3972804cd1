//! Rulebooks by name: the shipped ones, the user's own, and files. A rulebook may be based on another.

use super::{Folders, RULEBOOKS, read_text_file};
use crate::{
    diary::file::is_stream,
    error::{UserError, display_path},
};
use std::{
    borrow::Cow,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use wardiary_base::{
    book::{Ladder, Rulebook, RulebookDraft},
    document::{self, SourceProblem},
    text::{self, Raw, Text},
};
use wardiary_rules::notation::{self, NamedRules, RulesLibrary};

const MAX_BASE_DEPTH: usize = 32;

#[derive(Clone, Copy, Debug, Default)]
pub struct RulebookLookup<'a> {
    /// The user's folders. Without them only shipped rulebooks are found.
    pub folders: Option<&'a Folders>,
    /// The file that names the rulebook, if any. Paths are relative to its folder.
    pub folder: Option<&'a Path>,
}

#[derive(Clone)]
struct RulebookSource {
    name: Text,
    origin: SourceOrigin,
    text: Cow<'static, str>,
}

#[derive(Clone, PartialEq)]
enum SourceOrigin {
    Shipped,
    File(PathBuf),
    Unnamed,
}

#[derive(Clone, Debug)]
pub struct RulebookEntry {
    pub name: Text,
    /// Its file; none for a shipped one.
    pub path: Option<PathBuf>,
    pub based_on: Option<Text>,
    pub title: Result<Text, Vec<SourceProblem>>,
    /// The differences from its base, in one line; empty without differences or without a base.
    pub differences: String,
}

pub struct LoadedRulebook {
    pub book: Rulebook,
    pub base: Option<(Text, Rulebook)>,
    draft: RulebookDraft,
}

impl LoadedRulebook {
    /// Remarks on a valid rulebook: settings without effect, and entries that its lists remove from the base.
    pub fn remarks(&self, text: &str) -> Vec<SourceProblem> {
        let shipped = Rulebook::default_rules();
        let base = self.base.as_ref().map(|(_, base)| base);
        let taken = base.map(|base| self.draft.dropped_entry_warnings(base)).unwrap_or_default();
        let mut idle = self.book.unused_settings(base.unwrap_or(&shipped));
        // A book without a base may write out all settings of the default book, for the books based on it.
        if let (None, Ok(first)) = (base, rulebook("mouat", None)) {
            let of_its_own = self.book.unused_settings(&first);
            idle.retain(|fault| of_its_own.contains(fault));
        }
        SourceProblem::from_faults(text, taken.into_iter().chain(idle))
    }

    pub fn differences(&self) -> String {
        self.base.as_ref().map_or_else(String::new, |(_, base)| self.book.describe_differences(base))
    }
}

impl RulebookSource {
    fn shipped(name: &str) -> Option<Self> {
        let (name, text) = RULEBOOKS.iter().find(|(n, _)| *n == name)?;
        Some(Self { name: (*name).into(), origin: SourceOrigin::Shipped, text: Cow::Borrowed(text) })
    }

    fn file(path: PathBuf) -> Result<Self, UserError> {
        let text = read_text_file(&path)?;
        Ok(Self { name: stem(&path), origin: SourceOrigin::File(path), text: text.into() })
    }

    fn path(&self) -> Option<&Path> {
        match &self.origin {
            SourceOrigin::File(path) => Some(path),
            _ => None,
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (&self.origin, &other.origin) {
            (SourceOrigin::Shipped, SourceOrigin::Shipped) => self.name == other.name,
            (SourceOrigin::File(path), SourceOrigin::File(other)) => {
                match (path.canonicalize(), other.canonicalize()) {
                    (Ok(path), Ok(other)) => path == other,
                    _ => path == other,
                }
            }
            _ => false,
        }
    }
}

fn stem(path: &Path) -> Text {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned().into()
}

/// Returns the rulebook with this name or in this file.
pub fn rulebook(name: &(impl Raw + ?Sized), folders: Option<&Folders>) -> Result<Arc<Rulebook>, UserError> {
    RulebookLookup { folders, folder: None }.rulebook(name)
}

/// Reads a rulebook from its text.
pub fn read_rulebook(text: &str, folders: Option<&Folders>) -> Result<Rulebook, Vec<SourceProblem>> {
    let source = RulebookSource { name: Text::default(), origin: SourceOrigin::Unnamed, text: text.to_string().into() };
    RulebookLookup { folders, folder: None }.read(&source, &mut Vec::new()).map(|read| read.book)
}

impl RulebookLookup<'_> {
    /// Returns the rulebook with this name or in this file.
    pub fn rulebook(&self, name: &(impl Raw + ?Sized)) -> Result<Arc<Rulebook>, UserError> {
        self.read_named(name).map(|read| Arc::new(read.book))
    }

    /// Returns the rulebook with this name or in this file, together with its base.
    pub fn read_named(&self, name: &(impl Raw + ?Sized)) -> Result<LoadedRulebook, UserError> {
        let source = self.resolve(name.raw(), None)?;
        let path = source.path().map_or_else(|| source.name.as_path().into(), Path::to_path_buf);
        self.read(&source, &mut Vec::new()).map_err(|p| UserError::problems(&path, &p))
    }

    /// Reads a rulebook from a file whose text has been read already.
    pub fn read_file(&self, path: &Path, text: &str) -> Result<LoadedRulebook, Vec<SourceProblem>> {
        let text = text.to_string().into();
        self.read(
            &RulebookSource { name: stem(path), origin: SourceOrigin::File(path.to_path_buf()), text },
            &mut Vec::new(),
        )
    }

    /// Resolves a name. The user's own rulebook shadows a shipped one of the same name. Shipped rulebooks are only
    /// based on shipped ones, and a rulebook based on its own name is based on the shipped one.
    fn resolve(&self, name: &str, from: Option<&RulebookSource>) -> Result<RulebookSource, UserError> {
        // Only an argument of a command may name standard input.
        if is_stream(Path::new(name)) && from.is_none() && self.folder.is_none() {
            return RulebookSource::file(name.into());
        }
        if Path::new(name).extension().is_some_and(super::is_ron) || name.contains(['/', '\\']) {
            let beside = from.and_then(RulebookSource::path).or(self.folder);
            let folder = beside.and_then(Path::parent).unwrap_or(Path::new(""));
            return RulebookSource::file(folder.join(name));
        }
        let from_shipped = from.is_some_and(|source| source.origin == SourceOrigin::Shipped);
        let own = self.folders.filter(|_| !from_shipped).map(|f| f.config.join("rules").join(format!("{name}.ron")));
        if let Some(path) = own.filter(|path| path.exists() && !path.is_dir()) {
            let own = RulebookSource::file(path)?;
            if !(from.is_some_and(|from| from.is_same(&own)) && RulebookSource::shipped(name).is_some()) {
                return Ok(own);
            }
        }
        RulebookSource::shipped(name).ok_or_else(|| super::unknown_name("rulebook", name, &names(self.folders)))
    }

    /// Reads a rulebook and its bases. `above` holds the rulebooks that are based on it, the outermost first.
    fn read(
        &self,
        source: &RulebookSource,
        above: &mut Vec<RulebookSource>,
    ) -> Result<LoadedRulebook, Vec<SourceProblem>> {
        let mut parsed = document::read_recovering::<RulebookDraft>(&source.text);
        let Some(mut draft) = parsed.value.take() else { return Err(parsed.into_problems()) };
        let mut base = None;
        if let Some(name) = draft.based_on.clone() {
            above.push(source.clone());
            match self.read_base(name.raw(), source, above) {
                Ok(found) => base = Some((name, found)),
                Err(failure) => parsed.add_problem(&["based_on"], format!("based_on: {}", failure.what), failure.hint),
            }
            above.pop();
        }
        // Without a name of its own a rulebook takes its file's name, not its base's.
        if draft.name.is_empty() {
            draft.name.clone_from(&source.name);
        }
        let shipped = Rulebook::default_rules();
        match draft.check(base.as_ref().map_or(&shipped, |(_, base)| base)) {
            Ok(book) if parsed.is_valid() && notation::unreadable_orders(&draft, &book).is_empty() => {
                Ok(LoadedRulebook { book, base, draft })
            }
            checked => {
                parsed.add_faults(match checked {
                    Ok(book) => notation::unreadable_orders(&draft, &book),
                    Err(faults) => faults,
                });
                Err(parsed.into_problems())
            }
        }
    }

    fn read_base(
        &self,
        name: &str,
        source: &RulebookSource,
        above: &mut Vec<RulebookSource>,
    ) -> Result<Rulebook, UserError> {
        let found = self.resolve(name, Some(source))?;
        if above.len() > MAX_BASE_DEPTH {
            let what = format!("more than {MAX_BASE_DEPTH} rulebooks are based on each other in a chain");
            return Err(UserError::usage(what).hint("merge some of them: one rulebook can hold all the differences"));
        }
        if above.iter().any(|book| book.is_same(&found)) {
            let chain: Vec<String> = above.iter().chain([&found]).map(|book| book.name.as_name()).collect();
            let failure =
                UserError::usage(format!("these rulebooks are based on each other in a circle: {}", chain.join(" → ")));
            return Err(failure.hint("base one of them on a built-in rulebook, or on none"));
        }
        self.read(&found, above).map(|read| read.book).map_err(|problems| {
            let first = problems.first().map_or(String::new(), |p| p.reason.clone());
            // Problems of the chain itself are passed on unchanged, however deep they are.
            let chain = ["these rulebooks are based on each other", "more than"];
            if let Some(at) = chain.iter().find_map(|name| first.strip_prefix("based_on: ")?.find(name)) {
                let what = first["based_on: ".len() + at..].to_string();
                let hint = problems.into_iter().next().and_then(|p| p.hint);
                return UserError { hint, ..UserError::usage(what) };
            }
            let failure = UserError::usage(format!("the rulebook “{}” has a fault: {first}", text::display_name(name)));
            failure.hint(match found.path() {
                Some(path) => format!("`wardiary check {}` lists all faults", display_path(path)),
                None => "this rulebook ships with wardiary, so this is a bug in the program".into(),
            })
        })
    }
}

/// The names of all rulebooks, the shipped ones first.
pub fn names(folders: Option<&Folders>) -> Vec<Text> {
    let mut names: Vec<Text> = RULEBOOKS.iter().map(|(name, _)| (*name).into()).collect();
    for path in own_rulebook_files(folders) {
        let name = stem(&path);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn own_rulebook_files(folders: Option<&Folders>) -> Vec<PathBuf> {
    let files = folders.and_then(|f| fs::read_dir(f.config.join("rules")).ok()).into_iter().flatten();
    let mut own: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    own.retain(|path| path.extension().is_some_and(super::is_ron));
    own.sort();
    own
}

/// All rulebooks, the shipped ones first.
pub fn rulebooks(folders: Option<&Folders>) -> Vec<RulebookEntry> {
    let lookup = RulebookLookup { folders, folder: None };
    let listed = |source: RulebookSource| {
        let draft = document::read_recovering::<RulebookDraft>(&source.text).value;
        let read = lookup.read(&source, &mut Vec::new());
        RulebookEntry {
            name: source.name.clone(),
            path: source.path().map(Path::to_path_buf),
            based_on: draft.and_then(|draft| draft.based_on),
            differences: read.as_ref().map(LoadedRulebook::differences).unwrap_or_default(),
            title: read.map(|read| read.book.title),
        }
    };
    let shipped = RULEBOOKS.iter().filter_map(|(name, _)| RulebookSource::shipped(name)).map(listed);
    let own = own_rulebook_files(folders).into_iter().map(|path| match RulebookSource::file(path.clone()) {
        Ok(source) => listed(source),
        Err(failure) => {
            let problem = SourceProblem { position: None, reason: failure.what, hint: failure.hint };
            RulebookEntry {
                name: stem(&path),
                path: Some(path),
                based_on: None,
                title: Err(vec![problem]),
                differences: String::new(),
            }
        }
    });
    shipped.chain(own).collect()
}

/// The shipped rulebooks and ladders, for rolls that name one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl RulesLibrary for Shipped {
    fn find(&self, name: &str) -> Option<NamedRules> {
        RulebookLookup::default().find(name)
    }

    fn names(&self) -> Vec<Text> {
        RulesLibrary::names(&RulebookLookup::default())
    }
}

impl RulesLibrary for RulebookLookup<'_> {
    fn find(&self, name: &str) -> Option<NamedRules> {
        let lower = name.to_lowercase();
        let known = names(self.folders);
        let book = [name, lower.as_str()].into_iter().find(|name| known.iter().any(|n| n == name));
        match book {
            Some(name) => self.rulebook(name).ok().map(NamedRules::Book),
            None => Ladder::built_in(&lower).map(NamedRules::Ladder),
        }
    }

    fn names(&self) -> Vec<Text> {
        let mut all = names(self.folders);
        for ladder in Ladder::NAMES {
            if !all.iter().any(|name| *name == ladder) {
                all.push(ladder.into());
            }
        }
        all
    }
}
