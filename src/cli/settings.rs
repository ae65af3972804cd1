//! `wardiary settings` prints the current settings and their sources, or writes the settings file with explanations.

use super::{
    command_output::{CommandOutput, columns},
    output_file,
};
use clap::Args;
use serde_json::{Value, json};
use std::fs;
use wardiary_app::{
    resolved_settings::{self, Origin, ResolvedSettings, SettingOverrides},
    settings::Settings,
};
use wardiary_base::{document, text};
use wardiary_diary::{
    assets::Folders,
    error::{UserError, display_path},
};

/// `wardiary settings`
#[derive(Args)]
pub(super) struct SettingsArgs {
    /// Write settings.ron to your config folder: every setting with its meaning and its current value
    #[arg(long)]
    write: bool,
    /// Overwrite an existing file, losing its comments
    #[arg(long, requires = "write")]
    force: bool,
}

pub(super) fn settings(args: &SettingsArgs, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    if args.write { write(&folders, chosen, args.force) } else { Ok(describe(&folders, chosen)) }
}

fn describe(folders: &Folders, chosen: &SettingOverrides) -> CommandOutput {
    let resolved = ResolvedSettings::load(folders, &resolved_settings::environment_settings(), chosen);
    let values = document::to_json(&resolved.settings);
    let (mut rows, mut json) = (Vec::new(), serde_json::Map::new());
    for (name, about) in Settings::ABOUT {
        let origin = resolved.origin(name);
        rows.push(vec![(*name).to_string(), text::sanitize(&resolved.settings.value_text(name)), words(origin)]);
        let mut one = json!({ "value": values[name], "from": kind(origin), "about": about.trim() });
        match origin {
            Origin::File(path, at) => {
                one["path"] = path.display().to_string().into();
                one["line"] = at.line.into();
                one["column"] = at.column.into();
            }
            Origin::Environment(variable) => one["variable"] = variable.as_str().into(),
            Origin::Default | Origin::Flag => {}
        }
        json.insert((*name).to_string(), one);
    }
    let mut answer = CommandOutput::new(columns(&rows).join("\n"), Value::Object(json));
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        answer.notes.push("NO_COLOR is set: no colours are shown, whatever the theme".into());
    }
    if folders.read_pane_layout().is_some() {
        let path = display_path(&folders.pane_layout_path());
        answer.notes.push(format!("{path} keeps moved borders and the zoom; Z on a battle’s screen resets them"));
    }
    answer.notes.extend(resolved.faults.iter().map(|fault| format!("{fault}; faulty settings are ignored")));
    answer
}

fn words(origin: &Origin) -> String {
    match origin {
        Origin::Default => "default".into(),
        Origin::File(path, at) => format!("{}:{}:{}", display_path(path), at.line, at.column),
        Origin::Environment(variable) => format!("environment: {variable}"),
        Origin::Flag => "--set".into(),
    }
}

fn kind(origin: &Origin) -> &'static str {
    match origin {
        Origin::Default => "default",
        Origin::File(..) => "file",
        Origin::Environment(_) => "environment",
        Origin::Flag => "flag",
    }
}

/// Writes the settings file. Values from the environment are temporary and are left out.
fn write(folders: &Folders, chosen: &SettingOverrides, force: bool) -> Result<CommandOutput, UserError> {
    let path = folders.config.join("settings.ron");
    let resolved = ResolvedSettings::load(folders, &[], chosen);
    fs::create_dir_all(&folders.config).map_err(|e| UserError::io(&folders.config, "made", &e))?;
    output_file::check(&path, None, force)?;
    output_file::deliver(Some(&path), resolved.settings.document())
}
