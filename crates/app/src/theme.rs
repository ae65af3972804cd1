//! Resolves the theme of the settings to the colours of the terminal.

#![allow(clippy::disallowed_methods, reason = "reads the colour support from environment variables")]

use super::settings::{AUTO, Settings};
use ratatui::style::Color;
use std::path::{Path, PathBuf};
use wardiary_base::text::Text;

use wardiary_diary::{
    assets::{FileStamp, Folders},
    error::UserError,
};
use wardiary_view::{
    glyphs::GlyphSet,
    theme::{Depth, Theme},
};

/// The environment that a theme depends on.
#[derive(Debug, Default)]
pub(super) struct ThemeEnvironment {
    pub background: Option<Color>,
    pub glyphs: Option<GlyphSet>,
    /// The stamp of the user's theme file when it was read.
    file_stamp: Option<FileStamp>,
}

impl ThemeEnvironment {
    pub fn from_environment() -> Self {
        let is_console = std::env::var_os("TERM").is_some_and(|term| term == "linux");
        let glyphs = if is_utf8() { is_console.then_some(GlyphSet::Console) } else { Some(GlyphSet::Ascii) };
        Self { background: environment_background(), glyphs, file_stamp: None }
    }

    /// The theme of the settings in the terminal's colours.
    pub fn theme(&mut self, settings: &Settings, folders: &Folders) -> Result<Theme, UserError> {
        self.file_stamp = user_theme_file(settings).and_then(|file| folders.stamp(&file));
        let name = if settings.theme == AUTO { self.automatic().into() } else { settings.theme.clone() };
        by_name(&name, folders).map(|theme| in_terminal_colours(&theme.unwrap_or_default()))
    }

    /// The theme that suits the terminal's background, or the first one if that is unknown.
    pub fn automatic(&self) -> &'static str {
        self.background.map_or(Theme::NAMES[0], Theme::for_background)
    }

    /// Whether the user's theme file has changed since it was read. A missing file is being replaced, and does not
    /// count.
    pub fn has_changed(&self, settings: &Settings, folders: &Folders) -> bool {
        let stamp = user_theme_file(settings).and_then(|file| folders.stamp(&file));
        stamp.is_some() && stamp != self.file_stamp
    }
}

/// Whether text is UTF-8 here: unless the locale names another encoding. Without a locale it usually is.
pub fn is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    set.is_none_or(|locale| locale.to_string_lossy().to_lowercase().replace('-', "").contains("utf8"))
}

pub(super) fn user_theme_file(settings: &Settings) -> Option<PathBuf> {
    let ships = settings.theme == AUTO || Theme::NAMES.iter().any(|name| settings.theme == *name);
    (!ships).then(|| theme_path(&settings.theme))
}

/// Relative to the config folder.
fn theme_path(name: &Text) -> PathBuf {
    Path::new("themes").join(name.as_file("ron"))
}

/// The theme of that name: a shipped one, or the user's.
pub fn by_name(name: &Text, folders: &Folders) -> Result<Option<Theme>, UserError> {
    if let Some(shipped) = Theme::shipped(&name.to_string()) {
        return Ok(Some(shipped));
    }
    let Some((path, text)) = folders.read_config_file(theme_path(name))? else { return Ok(None) };
    let theme = Theme::parse(&text).map_err(|problems| UserError::problems(&path, &problems))?;
    Ok(Some(theme.with_name(name.clone())))
}

/// The background in `COLORFGBG`, such as `15;0`; some terminals put a word between.
fn environment_background() -> Option<Color> {
    let text = std::env::var("COLORFGBG").ok()?;
    text.rsplit(';').next()?.parse().ok().filter(|number| *number < 16).map(Color::Indexed)
}

/// Whether to query the terminal's background: the theme depends on it, the terminal has colours, and it is not known
/// to print the query.
pub(super) fn needs_background(settings: &Settings, theme: &Theme) -> bool {
    let answers = std::env::var("TERM").is_ok_and(|term| term != "linux" && term != "dumb");
    settings.theme == AUTO && theme.depth() != Depth::Mono && answers
}

/// Reduces a theme to the terminal's colours. `NO_COLOR` means none.
pub fn in_terminal_colours(theme: &Theme) -> Theme {
    if std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) {
        return theme.at_depth(Depth::Mono);
    }
    let depth = match supports_color::on(supports_color::Stream::Stdout) {
        Some(level) if level.has_16m => Depth::True,
        Some(level) if level.has_256 => Depth::Ansi256,
        Some(_) => Depth::Ansi16,
        None => Depth::Ansi16,
    };
    // A terminal has colours, unless its name says that it has none.
    let is_mono =
        |term: String| term == "dumb" || term.starts_with("vt") || term.ends_with("-mono") || term.ends_with("-m");
    theme.at_depth(if std::env::var("TERM").is_ok_and(is_mono) { Depth::Mono } else { depth })
}
