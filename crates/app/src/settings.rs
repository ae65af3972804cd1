//! The user's settings: settings.ron in the config folder. Every setting is optional.

#![allow(clippy::disallowed_methods, reason = "reads the local time zone")]

use jiff::Zoned;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Unexpected, Visitor},
};
use std::fmt::{self, Write};
use wardiary_base::{
    document::{self, RecoveredValue, SourceProblem},
    fault::Fault,
    text::{self, Text},
};
use wardiary_diary::{diary::file::Save, error::UserError, mail::InboxLimits};
use wardiary_rules::notation::Aliases;
use wardiary_view::{GlyphSet, theme::Theme};

/// The theme that follows the terminal's background.
pub(crate) const AUTO: &str = "auto";

/// Declares the settings: name, documentation, type and default in one place.
macro_rules! settings {
    ($($(#[doc = $doc:literal])* $(#[serde($serde:meta)])? $field:ident: $Type:ty = $default:expr),* $(,)?) => {
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings { $($(#[doc = $doc])* $(#[serde($serde)])? pub $field: $Type),* }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        impl Settings {
            pub const ABOUT: &'static [(&'static str, &'static str)] =
                &[$((stringify!($field), concat!($($doc),*))),*];

            /// The value of a setting, as the file writes it.
            pub fn value_text(&self, name: &str) -> String {
                match name {
                    $(stringify!($field) => document::to_line(&self.$field),)*
                    _ => String::new(),
                }
            }

            pub(super) fn take(&mut self, name: &str, from: &Self) {
                match name {
                    $(stringify!($field) => self.$field.clone_from(&from.$field),)*
                    _ => {}
                }
            }
        }
    };
}

settings! {
    /// The theme: a built-in one (`wardiary theme` lists them), or your own, by its file name. `auto` is `dark` or
    /// `light`, depending on the terminal's background.
    theme: Text = AUTO.into(),
    /// The characters that the terminal can draw: `unicode`, with lines, blocks and symbols; `console`, those of code page
    /// 437; or plain `ascii`. `auto` is `ascii` in plain lines and where the locale is not UTF-8, `console` on a system
    /// console (`TERM=linux`), and else `unicode`.
    #[serde(alias = "ascii")]
    glyphs: GlyphChoice = GlyphChoice::Auto,
    /// Whether dice land one after the other.
    flourish: bool = true,
    /// Whether the mouse controls the program; otherwise it selects text in the terminal.
    mouse: bool = true,
    /// Whether dice are rolled on the table, unless the save says otherwise.
    by_hand: bool = false,
    /// Whether typing the last face gives the order, without Enter.
    last_face_gives: bool = false,
    /// Whether the terminal's bell rings when another side has to act, or to decide: who goes first, which dice to keep.
    bell: bool = false,
    /// Whether the program reads and writes plain lines, as with `--plain`.
    plain: bool = false,
    /// The folder that the program watches for orders files of players while a save is open, and where it puts the shares of
    /// all sides; a relative one starts at the save's folder. Empty for none.
    mail_folder: Text = "".into(),
    /// How many daily copies of a save are kept beside it: `NAME.daily-2026-11-21` is the save at the time it was first
    /// opened that day. 0 makes none.
    daily_copies: usize = 0,
    /// The maximum length, in bytes, of a line that a player sends to `wardiary do SAVE --as SIDE`. Longer lines are refused.
    player_line_bytes: usize = 4096,
    /// The maximum number of lines that a player may send in one call.
    player_lines: usize = 200,
    /// The maximum number of orders of a side that wait for the referee's answer. Its players can't hand in more.
    player_waiting_orders: usize = InboxLimits::DEFAULT.orders,
    /// The maximum total length, in bytes, of the orders of a side that wait for an answer.
    player_waiting_bytes: usize = InboxLimits::DEFAULT.bytes,
    /// How many seconds a player's call waits at its end for its output to be read.
    player_read_seconds: u32 = 10,
    /// Your own words for orders, with places {1} to {9} for the text typed after them: with
    /// `{"charge": "scrud {1} v {2}"}` the line `charge "XX Corps" Russians` is the order `scrud "XX Corps" v Russians`.
    aliases: Aliases = Aliases::default(),
}

/// Former names of settings, which are still read: old name, new name.
const FORMER_NAMES: [(&str, &str); 1] = [("ascii", "glyphs")];

/// All accepted names, each with its current name.
pub(super) fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    Settings::ABOUT.iter().map(|(name, _)| (*name, *name)).chain(FORMER_NAMES)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlyphChoice {
    /// `Console` on a system console, otherwise `Unicode`.
    Auto,
    Of(GlyphSet),
}

impl GlyphChoice {
    const ALL: [(&str, Self); 4] = [
        ("auto", Self::Auto),
        ("unicode", Self::Of(GlyphSet::Unicode)),
        ("console", Self::Of(GlyphSet::Console)),
        ("ascii", Self::Of(GlyphSet::Ascii)),
    ];

    pub fn glyph_set(self, of_terminal: Option<GlyphSet>) -> GlyphSet {
        match self {
            Self::Of(set) => set,
            Self::Auto => of_terminal.unwrap_or(GlyphSet::Unicode),
        }
    }
}

impl Serialize for GlyphChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, _) = Self::ALL.iter().find(|(_, choice)| choice == self).expect("every choice has a name");
        serializer.serialize_str(name)
    }
}

impl<'de> Deserialize<'de> for GlyphChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Choice;

        impl Visitor<'_> for Choice {
            type Value = GlyphChoice;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("\"auto\", \"unicode\", \"console\" or \"ascii\"")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<GlyphChoice, E> {
                let named = GlyphChoice::ALL.iter().find(|(known, _)| *known == name);
                named.map(|(_, choice)| *choice).ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
            }

            /// The former setting `ascii: true`.
            fn visit_bool<E: de::Error>(self, ascii: bool) -> Result<GlyphChoice, E> {
                Ok(if ascii { GlyphChoice::Of(GlyphSet::Ascii) } else { GlyphChoice::Auto })
            }
        }

        deserializer.deserialize_any(Choice)
    }
}

/// Maximum line width of a settings file.
const MAX_LINE_WIDTH: usize = 100;

impl Settings {
    /// Makes today's copy of a save opened for writing, if the user has turned that on.
    pub fn make_daily_copy(&self, save: &Save) -> Result<(), UserError> {
        save.keep_daily(self.daily_copies, Zoned::now().date()).map(drop).map_err(UserError::from)
    }

    /// Parses settings. `own_themes` are the names of the user's themes. The errors are all faults with their
    /// positions.
    pub fn parse(text: &str, own_themes: &[Text]) -> Result<Self, Vec<SourceProblem>> {
        Self::parse_with_faults(text, own_themes).into_result()
    }

    /// Parses what is sound, and collects the faults.
    pub(super) fn parse_with_faults(text: &str, own_themes: &[Text]) -> RecoveredValue<Self> {
        let mut recovered = document::read_recovering::<Self>(text);
        let shipped = [AUTO].into_iter().chain(Theme::NAMES).map(Text::from);
        let themes: Vec<Text> = shipped.chain(own_themes.iter().cloned()).collect();
        let faulty = recovered.value.as_mut().map_or_else(Vec::new, |settings| settings.aliases.take_faulty());
        recovered.add_faults(faulty);
        if let Some(settings) = &mut recovered.value
            && !themes.contains(&settings.theme)
        {
            let named = std::mem::replace(&mut settings.theme, AUTO.into());
            let what = format!("there is no theme “{}”", named.as_name());
            recovered.add_faults([Fault::at("theme", what).with_hint(text::did_you_mean(&named, &themes))]);
        }
        recovered
    }

    /// Writes a settings file with documentation. Defaults are written as comments, so that a later default takes
    /// effect.
    pub fn document(&self) -> String {
        let defaults = Self::default();
        let mut file = String::from(
            "// The settings of wardiary. A setting that is commented out has its default.\n\
             // `wardiary settings` shows the current settings and where they come from, `wardiary check` finds faults in this file.\n(\n",
        );
        for (name, about) in Self::ABOUT {
            for line in textwrap::wrap(about.trim(), MAX_LINE_WIDTH - 7) {
                let _ = writeln!(file, "    // {line}");
            }
            let value = self.value_text(name);
            let aside = if value == defaults.value_text(name) { "// " } else { "" };
            let _ = writeln!(file, "    {aside}{name}: {value},\n");
        }
        file.truncate(file.trim_end().len());
        file.push_str("\n)\n");
        file
    }
}
