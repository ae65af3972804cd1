//! The settings of each mechanism, with the defaults of RULES.md. Each group has a file; a macro declares it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Declares a group of settings and its draft, in which each setting may be omitted. A row has its documentation, its
/// type, and its default, which is the old behaviour.
/// A setting that was added after the first shares is marked `[later]`: see [`Rulebook::to_header_draft`](super::Rulebook::to_header_draft).
macro_rules! settings {
    ($(#[$doc:meta])* $Name:ident, $Draft:ident { $($(#[doc = $field_doc:literal])* $([$later:ident])? $field:ident: $Type:ty = $default:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Name { $($(#[doc = $field_doc])* pub $field: $Type),* }

        impl $Name {
            /// Each setting's name and description.
            pub const ABOUT: &'static [(&'static str, &'static str)] =
                &[$((stringify!($field), concat!($($field_doc),*))),*];

            pub(in crate::book) fn differing_settings(&self, other: &Self) -> Vec<crate::book::difference::DifferingSetting> {
                let all = [$(crate::book::difference::DifferingSetting::compare(stringify!($field), &self.$field, &other.$field)),*];
                all.into_iter().flatten().collect()
            }
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        #[doc = concat!("[`", stringify!($Name), "`] as in a file: omitted settings keep their value.")]
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $Draft {
            $($(#[doc = $field_doc])*
            #[serde(deserialize_with = "super::deserialize_some", serialize_with = "super::serialize_some", skip_serializing_if = "Option::is_none")]
            pub $field: Option<$Type>),*
        }

        impl $Draft {
            pub fn apply_to(self, base: &$Name) -> $Name {
                $Name { $($field: self.$field.unwrap_or_else(|| base.$field.clone())),* }
            }

            /// Omits settings marked `[later]` that have their default.
            pub(in crate::book) fn omit_later_defaults(&mut self) {
                $($(
                    let $later: $Type = $default;
                    self.$field.take_if(|given| *given == $later);
                )?)*
            }
        }

        impl From<&$Name> for $Draft {
            fn from(settings: &$Name) -> Self {
                Self { $($field: Some(settings.$field.clone())),* }
            }
        }
    };
}

/// Reads a setting that is in the file as given, even if it is itself an option and says `None`.
pub(super) fn deserialize_some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[allow(clippy::ref_option, reason = "the signature that serde asks for")]
pub(super) fn serialize_some<S: Serializer, T: Serialize>(
    setting: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    setting.as_ref().expect("settings that are not given are skipped").serialize(serializer)
}

mod clock;
mod edna;
mod ground;
mod march;
mod policy;
mod refit;
mod scrud;
mod share;
mod stacks;
mod turn;
mod victory;
mod volley;

pub use {
    clock::*, edna::*, ground::*, march::*, policy::*, refit::*, scrud::*, share::*, stacks::*, turn::*, victory::*,
    volley::*,
};

/// A group of settings: its field in a rulebook, its title, and the name and description of each setting.
pub type SettingsGroup = (&'static str, &'static str, &'static [(&'static str, &'static str)]);
