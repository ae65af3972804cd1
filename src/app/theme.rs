//! The theme of the settings, in the colours that the terminal has.

use super::settings::Settings;
use crate::{
    assets::Folders,
    error::UserError,
    view::theme::{Depth, Theme},
};

/// The theme of the settings, one that ships or the user's own, in the colours that the terminal has.
///
/// # Errors
/// All that is wrong with the user's own.
pub(crate) fn of_settings(settings: &Settings, folders: &Folders) -> Result<Theme, UserError> {
    let own = || folders.own(&format!("themes/{}.ron", settings.theme));
    let theme = match Theme::shipped(&settings.theme) {
        Some(shipped) => shipped,
        None => match own()? {
            Some((path, text)) => Theme::load(&text).map_err(|problems| UserError::problems(&path, &problems))?,
            None => Theme::default(),
        },
    };
    Ok(in_the_terminals_colours(&theme))
}

/// A theme in the colours that the terminal has. `NO_COLOR` means none.
pub(crate) fn in_the_terminals_colours(theme: &Theme) -> Theme {
    if std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) {
        return theme.at_depth(Depth::Mono);
    }
    let depth = match supports_color::on(supports_color::Stream::Stdout) {
        Some(level) if level.has_16m => Depth::True,
        Some(level) if level.has_256 => Depth::Ansi256,
        Some(_) => Depth::Ansi16,
        // A terminal that is on a screen has colours, whatever it calls itself, unless it says otherwise.
        None if std::env::var("TERM").is_ok_and(|t| t == "dumb") => Depth::Mono,
        None => Depth::Ansi16,
    };
    theme.at_depth(depth)
}
