//! Text from outside the program.

use super::{display_name, excerpt, sanitized};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Text from a file, an argument or a keyboard: a name, a note, a title, the text of a table.
///
/// It may contain anything, even control sequences. Formatting sanitizes it ([`sanitize`](super::sanitize)), so it is
/// safe in any output. Serializing writes the raw text, so files and JSON lose nothing.
///
/// ```
/// # use wardiary_base::text::Text;
/// let note = Text::from("the \u{1b}[2Jfog");
/// assert_eq!(format!("{note} lifts"), "the ␛[2Jfog lifts");
/// ```
///
/// It is not a `str`, so raw text can't reach the output by mistake:
///
/// ```compile_fail
/// # use wardiary_base::text::Text;
/// let mut page = String::new();
/// page.push_str(&Text::from("fog"));
/// ```
///
/// ```compile_fail
/// # use wardiary_base::text::Text;
/// let line: String = ["the ", Text::from("fog").as_ref()].concat();
/// ```
///
/// ```compile_fail
/// # use wardiary_base::text::Text;
/// let line = String::from(Text::from("fog"));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(Arc<str>);

impl Text {
    /// The text as it was written: for lookup, comparison, parsing, saving and measuring; never for output.
    pub fn raw(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }

    pub fn trim(&self) -> Self {
        self.0.trim().into()
    }

    /// Whether both are equal but for the case of ASCII letters.
    pub fn eq_ignore_case(&self, other: &(impl Raw + ?Sized)) -> bool {
        self.0.eq_ignore_ascii_case(other.raw())
    }

    pub fn to_lowercase(&self) -> Self {
        self.0.to_lowercase().into()
    }

    pub fn starts_with(&self, start: &str) -> bool {
        self.0.starts_with(start)
    }

    pub fn contains(&self, part: &str) -> bool {
        self.0.contains(part)
    }

    pub fn replace(&self, part: &str, with: &str) -> Self {
        self.0.replace(part, with).into()
    }

    /// The text with more after it.
    pub fn followed_by(&self, more: &(impl Raw + ?Sized)) -> Self {
        format!("{}{}", self.0, more.raw()).into()
    }

    pub fn as_path(&self) -> &Path {
        Path::new(&*self.0)
    }

    /// Its file name with this extension.
    pub fn as_file(&self, extension: &str) -> PathBuf {
        format!("{}.{extension}", self.0).into()
    }

    pub fn as_name(&self) -> String {
        display_name(&self.0)
    }

    pub fn excerpt(&self) -> String {
        excerpt(&self.0)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&sanitized(&self.0))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<&Self> for Text {
    fn from(text: &Self) -> Self {
        text.clone()
    }
}

impl From<Arc<str>> for Text {
    fn from(text: Arc<str>) -> Self {
        Self(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

/// A string or a [`Text`], for functions that look names up or quote them.
pub trait Raw {
    fn raw(&self) -> &str;
}

impl<T: Raw + ?Sized> Raw for &T {
    fn raw(&self) -> &str {
        (**self).raw()
    }
}

impl Raw for str {
    fn raw(&self) -> &str {
        self
    }
}

impl Raw for String {
    fn raw(&self) -> &str {
        self
    }
}

impl Raw for Text {
    fn raw(&self) -> &str {
        self.raw()
    }
}
