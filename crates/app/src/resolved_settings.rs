//! The resolved settings and the origin of each. Command-line values override the environment, which overrides the
//! file, which overrides the defaults.

#![allow(clippy::disallowed_methods, reason = "reads settings from environment variables")]

use super::settings::{Settings, names};
use std::{collections::BTreeMap, path::PathBuf};
use wardiary_base::{
    document::{SourcePosition, SourceProblem, nodes},
    text::{self, Text},
};
use wardiary_diary::{assets::Folders, error::UserError};

/// Prefix of the environment variables, such as `WARDIARY_THEME`.
const VARIABLE_PREFIX: &str = "WARDIARY_";

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
pub struct SettingOverrides(Vec<(&'static str, Settings)>);

impl SettingOverrides {
    /// Parses command-line settings. `own_themes` are the names of the user's themes.
    pub fn parse(assignments: &[String], own_themes: &[Text]) -> Result<Self, UserError> {
        let one = |assignment: &String| {
            let Some((name, value)) = assignment.split_once('=') else {
                let failure =
                    UserError::usage(format!("“{}” is not a setting with a value", text::display_name(assignment)));
                return Err(failure.hint("write a setting as NAME=VALUE, such as theme=light"));
            };
            let name = name.trim();
            let Some((typed, name)) = names().find(|(known, _)| *known == name) else {
                let known: Vec<&str> = Settings::ABOUT.iter().map(|(name, _)| *name).collect();
                let failure = UserError::usage(format!("there is no setting “{}”", text::display_name(name)));
                return Err(failure.hint(text::did_you_mean(name, &known)));
            };
            let settings = parse_value(typed, value, own_themes);
            settings.map(|settings| (name, settings)).map_err(|fault| value_error(typed, fault))
        };
        assignments.iter().map(one).collect::<Result<_, _>>().map(Self)
    }

    pub fn wants_line_mode(&self) -> bool {
        self.0.iter().any(|(name, settings)| *name == "plain" && settings.plain)
    }
}

/// The settings in the environment: setting name, variable, value.
pub fn environment_settings() -> Vec<(&'static str, String, String)> {
    let set = |(name, _): (&'static str, &str)| {
        let variable = format!("{VARIABLE_PREFIX}{}", name.to_uppercase());
        let value = std::env::var_os(&variable).filter(|value| !value.is_empty())?;
        Some((name, variable, value.to_string_lossy().into_owned()))
    };
    names().filter_map(set).collect()
}

#[derive(Debug)]
pub struct ResolvedSettings {
    /// Faulty values are left out.
    pub settings: Settings,
    /// Origins by setting name. Defaults are not listed.
    origins: BTreeMap<&'static str, Origin>,
    pub faults: Vec<UserError>,
}

impl ResolvedSettings {
    pub fn load(folders: &Folders, environment: &[(&'static str, String, String)], chosen: &SettingOverrides) -> Self {
        let mut resolved = Self { settings: Settings::default(), origins: BTreeMap::new(), faults: Vec::new() };
        let own_themes = folders.themes();
        match folders.read_config_file("settings.ron") {
            Ok(Some((path, text))) => resolved.read_file(&path, &text, &own_themes),
            Ok(None) => {}
            Err(fault) => resolved.faults.push(fault),
        }
        for (setting, variable, value) in environment {
            let name = names().find(|(known, _)| known == setting).map_or(*setting, |(_, name)| name);
            match parse_value(setting, value, &own_themes) {
                Ok(settings) => resolved.override_setting(name, &settings, Origin::Environment(variable.clone())),
                Err(fault) => resolved.faults.push(value_error(variable, fault)),
            }
        }
        for (name, settings) in &chosen.0 {
            resolved.override_setting(name, settings, Origin::Flag);
        }
        resolved
    }

    pub fn origin(&self, name: &str) -> &Origin {
        self.origins.get(name).unwrap_or(&Origin::Default)
    }

    fn override_setting(&mut self, name: &'static str, settings: &Settings, origin: Origin) {
        self.settings.take(name, settings);
        self.origins.insert(name, origin);
    }

    fn read_file(&mut self, path: &std::path::Path, text: &str, own_themes: &[Text]) {
        let mut recovered = Settings::parse_with_faults(text, own_themes);
        let read = recovered.value.take();
        let problems = recovered.into_problems();
        let Some(read) = read else {
            self.faults.push(UserError::problems(path, &problems));
            return;
        };
        let held_by_default = Settings::default();
        let fields = nodes::parse_nodes(text).unwrap_or_default();
        for part in fields.iter().filter(|part| part.parent.is_none()) {
            let [begins, ends] = [part.start, part.end].map(|at| SourcePosition::at_byte(text, at));
            let is_faulty = problems.iter().any(|fault| fault.position.is_some_and(|at| (begins..=ends).contains(&at)));
            let known = names().find(|(name, _)| *name == part.key);
            // In a file with faults, the sound settings still count.
            let is_set = |name| !is_faulty || read.value_text(name) != held_by_default.value_text(name);
            if let Some((_, name)) = known.filter(|(_, name)| is_set(name)) {
                self.override_setting(name, &read, Origin::File(path.to_path_buf(), begins));
            }
        }
        if !problems.is_empty() {
            self.faults.push(UserError::problems(path, &problems));
        }
    }
}

/// Parses a value as a settings file would. Quotes around a word are optional.
fn parse_value(name: &str, value: &str, own_themes: &[Text]) -> Result<Settings, Option<SourceProblem>> {
    let is_word = Settings::default().value_text(name).starts_with('"') && !value.trim().starts_with('"');
    let value = if is_word { wardiary_base::document::to_line(&value) } else { value.into() };
    Settings::parse(&format!("({name}: {value})"), own_themes).map_err(|problems| problems.into_iter().next())
}

fn value_error(whose: &str, fault: Option<SourceProblem>) -> UserError {
    let (what, hint) = fault.map_or_else(Default::default, |fault| (fault.reason, fault.hint));
    let what = what.strip_prefix(&format!("{whose}: ")).unwrap_or(&what);
    UserError { hint, ..UserError::usage(format!("{whose}: {what}")) }
}
