//! The resolved settings and the origin of each. Command-line values override the environment, which overrides the
//! file, which overrides the defaults.

#![allow(clippy::disallowed_methods, reason = "settings are in the environment too")]

use super::settings::{Settings, names};
use std::{collections::BTreeMap, path::PathBuf};
use wardiary_base::{
    document::{Problem, SourcePosition, parts},
    text,
};
use wardiary_diary::{assets::Folders, error::UserError};

/// Prefix of the environment variables, such as `WARDIARY_THEME`.
const PREFIX: &str = "WARDIARY_";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Default,
    /// The user's file, at this position.
    File(PathBuf, SourcePosition),
    Environment(String),
    Flag,
}

/// Settings given on the command line, such as `--set glyphs=ascii`.
#[derive(Clone, Debug, Default)]
pub struct Chosen(Vec<(&'static str, Settings)>);

impl Chosen {
    /// Parses command-line settings. `own_themes` are the names of the user's themes.
    ///
    /// # Errors
    /// The first value that can't be parsed.
    pub fn read(said: &[String], own_themes: &[String]) -> Result<Self, UserError> {
        let one = |said: &String| {
            let Some((name, value)) = said.split_once('=') else {
                let failure = UserError::usage(format!("“{}” sets nothing", text::display_name(said)));
                return Err(failure.hint("a setting is written NAME=VALUE, such as theme=light"));
            };
            let name = name.trim();
            let Some((said, name)) = names().find(|(known, _)| *known == name) else {
                let known: Vec<&str> = Settings::ABOUT.iter().map(|(name, _)| *name).collect();
                let failure = UserError::usage(format!("there is no setting “{}”", text::display_name(name)));
                return Err(failure.hint(text::perhaps(name, &known)));
            };
            let settings = of_text(said, value, own_themes);
            settings.map(|settings| (name, settings)).map_err(|fault| failure(said, fault))
        };
        said.iter().map(one).collect::<Result<_, _>>().map(Self)
    }

    pub fn asks_lines(&self) -> bool {
        self.0.iter().any(|(name, settings)| *name == "plain" && settings.plain)
    }
}

/// The settings in the environment: setting name, variable, value.
pub fn environment() -> Vec<(&'static str, String, String)> {
    let set = |(name, _): (&'static str, &str)| {
        let variable = format!("{PREFIX}{}", name.to_uppercase());
        let value = std::env::var_os(&variable).filter(|value| !value.is_empty())?;
        Some((name, variable, value.to_string_lossy().into_owned()))
    };
    names().filter_map(set).collect()
}

#[derive(Debug)]
pub struct Held {
    /// Faulty values are left out.
    pub settings: Settings,
    /// Origins by setting name. Defaults are not listed.
    origins: BTreeMap<&'static str, Origin>,
    pub faults: Vec<UserError>,
}

impl Held {
    pub fn of_user(folders: &Folders, environment: &[(&'static str, String, String)], chosen: &Chosen) -> Self {
        let mut held = Self { settings: Settings::default(), origins: BTreeMap::new(), faults: Vec::new() };
        let own_themes = folders.themes();
        match folders.own("settings.ron") {
            Ok(Some((path, text))) => held.read_file(&path, &text, &own_themes),
            Ok(None) => {}
            Err(fault) => held.faults.push(fault),
        }
        for (said, variable, value) in environment {
            let name = names().find(|(known, _)| known == said).map_or(*said, |(_, name)| name);
            match of_text(said, value, &own_themes) {
                Ok(settings) => held.lay_over(name, &settings, Origin::Environment(variable.clone())),
                Err(fault) => held.faults.push(failure(variable, fault)),
            }
        }
        for (name, settings) in &chosen.0 {
            held.lay_over(name, settings, Origin::Flag);
        }
        held
    }

    pub fn origin(&self, name: &str) -> &Origin {
        self.origins.get(name).unwrap_or(&Origin::Default)
    }

    fn lay_over(&mut self, name: &'static str, settings: &Settings, origin: Origin) {
        self.settings.take(name, settings);
        self.origins.insert(name, origin);
    }

    fn read_file(&mut self, path: &std::path::Path, text: &str, own_themes: &[String]) {
        let mut reading = Settings::reading(text, own_themes);
        let read = reading.value.take();
        let problems = reading.into_problems();
        let Some(read) = read else {
            self.faults.push(UserError::problems(path, &problems));
            return;
        };
        let held_by_default = Settings::default();
        let fields = parts::parts(text).unwrap_or_default();
        for part in fields.iter().filter(|part| part.outer.is_none()) {
            let [begins, ends] = [part.start, part.end].map(|at| SourcePosition::of(text, at));
            let is_faulty = problems.iter().any(|fault| fault.place.is_some_and(|at| (begins..=ends).contains(&at)));
            let known = names().find(|(name, _)| *name == part.step);
            // In a file with faults, the sound settings still count.
            let is_set = |name| !is_faulty || read.written(name) != held_by_default.written(name);
            if let Some((_, name)) = known.filter(|(_, name)| is_set(name)) {
                self.lay_over(name, &read, Origin::File(path.to_path_buf(), begins));
            }
        }
        if !problems.is_empty() {
            self.faults.push(UserError::problems(path, &problems));
        }
    }
}

/// Parses a value as a settings file would. Quotes around a word are optional.
fn of_text(name: &str, value: &str, own_themes: &[String]) -> Result<Settings, Option<Problem>> {
    let is_word = Settings::default().written(name).starts_with('"') && !value.trim().starts_with('"');
    let value = if is_word { wardiary_base::document::to_line(&value) } else { value.into() };
    Settings::read(&format!("({name}: {value})"), own_themes).map_err(|problems| problems.into_iter().next())
}

/// The error for a value that is in no file.
fn failure(whose: &str, fault: Option<Problem>) -> UserError {
    let (what, hint) = fault.map_or_else(Default::default, |fault| (fault.what, fault.hint));
    UserError { hint, ..UserError::usage(format!("{whose}: {what}")) }
}
