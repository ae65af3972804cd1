//! What a user sets: settings.ron in his config folder, all of it optional.

use crate::{
    assets::Folders,
    diary::file::Save,
    document::{self, Problem},
    error::UserError,
    fault::Fault,
    text,
    view::theme::Theme,
};
use jiff::Zoned;
use serde::Deserialize;

/// The theme that is chosen by the terminal's background.
pub(crate) const AUTO: &str = "auto";

/// A user's settings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The theme: one that ships (`wardiary theme` lists them), or one of the user's own, by its file's name. With `auto` it
    /// is `dark` or `light`, as the terminal's background is.
    pub theme: String,
    /// Plain ASCII instead of lines and blocks.
    pub ascii: bool,
    /// Whether dice land one after the other.
    pub flourish: bool,
    /// Whether the mouse works in the program; otherwise the terminal selects text with it.
    pub mouse: bool,
    /// Whether the dice are rolled at the table, to begin with.
    pub by_hand: bool,
    /// Whether the last face that is typed gives the order, without Enter.
    pub last_face_gives: bool,
    /// How many daily copies of a save are kept beside it: `NAME.daily-2026-11-21` is the save as it was when it was first
    /// opened that day. With 0 none is made.
    pub daily_copies: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: AUTO.into(),
            ascii: false,
            flourish: true,
            mouse: true,
            by_hand: false,
            last_face_gives: false,
            daily_copies: 0,
        }
    }
}

impl Settings {
    /// The settings of a user; the defaults, where there are none.
    ///
    /// # Errors
    /// What is wrong with them; the defaults are used then.
    pub(crate) fn of_user(folders: &Folders) -> Result<Self, UserError> {
        let Some((path, text)) = folders.own("settings.ron")? else { return Ok(Self::default()) };
        Self::read(&text, &folders.themes()).map_err(|problems| UserError::problems(&path, &problems))
    }

    /// Keeps today's copy of a save that is opened to be written on, where the user has set that.
    ///
    /// # Errors
    /// Why it can't be written.
    pub(crate) fn keep_daily(&self, save: &Save) -> Result<(), UserError> {
        save.keep_daily(self.daily_copies, Zoned::now().date()).map(drop).map_err(UserError::from)
    }

    /// Reads settings, where besides the themes that ship there are these of the user's own.
    ///
    /// # Errors
    /// All that is wrong with them, each with its place.
    pub fn read(text: &str, own_themes: &[String]) -> Result<Self, Vec<Problem>> {
        let mut reading = document::read_all::<Self>(text);
        let themes: Vec<&str> =
            [AUTO].into_iter().chain(Theme::NAMES).chain(own_themes.iter().map(String::as_str)).collect();
        if let Some(settings) = &reading.value
            && !themes.contains(&settings.theme.as_str())
        {
            let what = format!("there is no theme “{}”", text::display_name(&settings.theme));
            reading.add([Fault::at("theme", what).hint(text::perhaps(&settings.theme, &themes))]);
        }
        reading.sound()
    }
}
