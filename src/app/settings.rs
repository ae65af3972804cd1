//! What a user sets: settings.ron in his config folder, all of it optional.

use crate::{
    document::{self, Problem},
    view::theme::Theme,
};
use serde::Deserialize;

/// A user's settings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The theme: `dark`, `light`, `colour-blind` or `mono`.
    pub theme: String,
    /// Plain ASCII instead of lines and blocks.
    pub ascii: bool,
    /// Whether dice land one after the other.
    pub flourish: bool,
    /// Whether the mouse works in the program; otherwise the terminal selects text with it.
    pub mouse: bool,
    /// Whether the dice are thrown on the table, to begin with.
    pub by_hand: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { theme: "dark".into(), ascii: false, flourish: true, mouse: true, by_hand: false }
    }
}

impl Settings {
    /// Reads settings.
    ///
    /// # Errors
    /// What is wrong with them, with its place.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let settings: Self = document::read(text)?;
        if Theme::NAMES.contains(&settings.theme.as_str()) {
            return Ok(settings);
        }
        let place = document::place_of_path(text, &["theme".into()]);
        let problem = Problem::at(place, format!("there is no theme “{}”", crate::text::presentable(&settings.theme)));
        Err(problem.hint(format!("there is {}", crate::text::list(&Theme::NAMES))))
    }
}
