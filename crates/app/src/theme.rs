//! The theme of the settings, in the colours that the terminal has.

use super::settings::{AUTO, Settings};
use ratatui::style::Color;
use wardiary_diary::{
    assets::{FileStamp, Folders},
    error::UserError,
};
use wardiary_view::theme::{Depth, Theme};

/// What a theme depends on besides its settings.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// The terminal's background, as far as it is known.
    pub background: Option<Color>,
    /// Whether it is a console of the system, whose font has few signs.
    pub is_console: bool,
    /// The file of a theme of the user's own, as it was read.
    read: Option<FileStamp>,
}

impl Around {
    /// What the surroundings say of the terminal.
    pub fn of_environment() -> Self {
        let is_console = std::env::var_os("TERM").is_some_and(|term| term == "linux");
        Self { background: background_of_environment(), is_console, read: None }
    }

    /// The theme of the settings, one that ships or the user's own, in the colours that the terminal has.
    ///
    /// # Errors
    /// All that is wrong with the user's own.
    pub fn theme(&mut self, settings: &Settings, folders: &Folders) -> Result<Theme, UserError> {
        self.read = own_file(settings).and_then(|file| folders.stamp(&file));
        let name = if settings.theme == AUTO { self.automatic() } else { &*settings.theme };
        of_name(name, folders).map(|theme| in_the_terminals_colours(&theme.unwrap_or_default()))
    }

    /// The name of the theme that the terminal's background asks for: the first that ships, where that is not known.
    pub fn automatic(&self) -> &'static str {
        self.background.map_or(Theme::NAMES[0], Theme::for_background)
    }

    /// Whether the file of a user's own theme is another than the one that was read. While there is none it is being
    /// replaced, and the one that was read holds.
    pub fn has_changed(&self, settings: &Settings, folders: &Folders) -> bool {
        let stamp = own_file(settings).and_then(|file| folders.stamp(&file));
        stamp.is_some() && stamp != self.read
    }
}

/// The file of the settings' theme, where that is one of the user's own: one that could change.
pub(super) fn own_file(settings: &Settings) -> Option<String> {
    let ships = settings.theme == AUTO || Theme::NAMES.contains(&&*settings.theme);
    (!ships).then(|| file_of(&settings.theme))
}

/// The file of a user's own theme, in his config folder.
fn file_of(name: &str) -> String {
    format!("themes/{name}.ron")
}

/// The theme of that name: one that ships, or the user's own, if there is one.
///
/// # Errors
/// All that is wrong with the user's own.
pub fn of_name(name: &str, folders: &Folders) -> Result<Option<Theme>, UserError> {
    if let Some(shipped) = Theme::shipped(name) {
        return Ok(Some(shipped));
    }
    let Some((path, text)) = folders.own(&file_of(name))? else { return Ok(None) };
    let theme = Theme::load(&text).map_err(|problems| UserError::problems(&path, &problems))?;
    Ok(Some(theme.named(name)))
}

/// The background of which some terminals tell in `COLORFGBG`: `15;0`, or with a word between.
fn background_of_environment() -> Option<Color> {
    let told = std::env::var("COLORFGBG").ok()?;
    told.rsplit(';').next()?.parse().ok().filter(|number| *number < 16).map(Color::Indexed)
}

/// Whether the terminal is to be asked for its background: where the theme depends on it, and none says that it has no
/// colours, or is known to show the question instead of answering it.
pub(super) fn asks_background(settings: &Settings, theme: &Theme) -> bool {
    let answers = std::env::var("TERM").is_ok_and(|term| term != "linux" && term != "dumb");
    settings.theme == AUTO && theme.depth() != Depth::Mono && answers
}

/// A theme in the colours that the terminal has. `NO_COLOR` means none.
pub fn in_the_terminals_colours(theme: &Theme) -> Theme {
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
