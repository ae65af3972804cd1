//! `wardiary theme` prints the roles of a theme in its colours with their contrast, or lists the themes.

use super::command_output::{CommandOutput, columns};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use wardiary_base::text::{self, Text};
use wardiary_diary::{
    assets::Folders,
    error::{UserError, display_path},
};
use wardiary_view::theme::{Depth, RoleSwatch, SwatchKind, Theme};

/// `wardiary theme`
#[derive(Args)]
pub(super) struct ThemeArgs {
    /// A built-in theme, or your own by its file name; without it, the list of themes
    name: Option<Text>,
}

const DEPTHS: [(Depth, &str); 3] = [(Depth::True, "all"), (Depth::Ansi256, "256"), (Depth::Ansi16, "16")];

pub(super) fn theme(args: &ThemeArgs) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let own = folders.themes();
    let Some(name) = &args.name else { return Ok(list(own)) };
    let Some(theme) = wardiary_app::theme_of_name(name, &folders)? else {
        let known: Vec<Text> = Theme::NAMES.into_iter().map(Text::from).chain(own).collect();
        let failure = UserError::usage(format!("there is no theme “{}”", name.as_name()));
        return Err(failure.hint(match text::nearest(name, &known) {
            Some(near) => format!("did you mean “{near}”?"),
            None => {
                format!(
                    "the themes are {}; your own are in {}",
                    text::list(&known),
                    display_path(&folders.config.join("themes"))
                )
            }
        }));
    };
    Ok(show(&theme))
}

fn list(own: Vec<Text>) -> CommandOutput {
    let shipped = Theme::NAMES.into_iter().map(|name| (Text::from(name), true));
    let all: Vec<(Text, bool)> = shipped.chain(own.into_iter().map(|name| (name, false))).collect();
    let whose = |ships| if ships { "built-in" } else { "your own" };
    let rows: Vec<Vec<String>> =
        all.iter().map(|(name, ships)| vec![name.to_string(), whose(*ships).to_string()]).collect();
    let json: Value = all.iter().map(|(name, ships)| json!({ "name": name, "ships": ships })).collect();
    CommandOutput::new(columns(&rows).join("\n"), json)
}

fn show(theme: &Theme) -> CommandOutput {
    if theme.depth() == Depth::Mono {
        let text = format!("{}: no colours, only bold, dim, underlined and reversed", theme.name());
        return CommandOutput::new(text, json!({ "name": theme.name(), "monochrome": true, "roles": [] }));
    }
    let by_depth = DEPTHS.map(|(depth, _)| theme.at_depth(depth).swatches());
    // Colour samples are for people; output to a program has no colours.
    let here = wardiary_app::in_terminal_colours(theme);
    let painted = (io::stdout().is_terminal() && here.depth() != Depth::Mono).then(|| here.swatches());
    let mut rows = vec![["", "sample", "ink on ground", "all", "256", "16", "minimum"].map(String::from).to_vec()];
    let mut samples = vec![None];
    let mut roles: Vec<Value> = Vec::new();
    for (at, swatch) in by_depth[0].iter().enumerate() {
        let [ink, ground] = swatch.colours();
        let contrasts = by_depth.each_ref().map(|swatches| &swatches[at]);
        let sample = sample(swatch.kind);
        let mut row = vec![swatch.role.clone(), sample.into(), format!("{ink} on {ground}")];
        let mark = |swatch: &RoleSwatch| if swatch.is_legible() { "" } else { "!" };
        row.extend(contrasts.iter().map(|swatch| format!("{:.1}{}", swatch.contrast_in_tenths(), mark(swatch))));
        row.push(format!("{:.1}", swatch.kind.min_contrast()));
        rows.push(row);
        samples.push(painted.as_ref().map(|swatches| (sample, swatches[at].painted(sample))));
        let contrast: Value =
            DEPTHS.iter().zip(contrasts).map(|((_, depth), swatch)| (*depth, swatch.contrast_in_tenths())).collect();
        roles.push(json!({
            "role": swatch.role,
            "ink": ink,
            "ground": ground,
            "wanted": swatch.kind.min_contrast(),
            "contrast": contrast,
            "enough": contrasts.iter().all(|swatch| swatch.is_legible()),
        }));
    }
    let lines = columns(&rows);
    let mut text: Vec<String> = lines
        .into_iter()
        .zip(samples)
        .map(|(line, sample)| match sample {
            Some((plain, painted)) => line.replacen(plain, &painted, 1),
            None => line,
        })
        .collect();
    let faint = roles.iter().filter(|role| role["enough"] == false).count();
    text.push(match faint {
        0 => {
            "Each has enough contrast with every background it may be on: in all colours, in 256, and in the 16 of xterm, \
              VGA and Windows."
                .into()
        }
        faint => format!("{} too little contrast, marked with !", text::count(faint, "role has", "roles have")),
    });
    CommandOutput::new(text.join("\n"), json!({ "name": theme.name(), "monochrome": false, "roles": roles }))
}

fn sample(kind: SwatchKind) -> &'static str {
    match kind {
        SwatchKind::Text => " Text 12 ",
        SwatchKind::Sign => " #=+-|.. ",
    }
}
