//! What a reader puts down on an entry of the diary: a mark as chess players give it, a few words, files that belong to it,
//! a bookmark. It is never part of the state, and so of nothing that the rules know.

use crate::id::SideId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A mark on an entry, as chess players give it on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Mark {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All of them, the best first.
    pub const ALL: [Self; 6] =
        [Self::Brilliant, Self::Good, Self::Interesting, Self::Dubious, Self::Mistake, Self::Blunder];

    /// As it is written.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// What it means.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Brilliant => "brilliant",
            Self::Good => "good",
            Self::Interesting => "interesting",
            Self::Dubious => "dubious",
            Self::Mistake => "a mistake",
            Self::Blunder => "a blunder",
        }
    }

    /// The mark that is written so.
    #[must_use]
    pub fn of(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.sign() == sign)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

impl From<Mark> for String {
    fn from(mark: Mark) -> Self {
        mark.sign().into()
    }
}

impl TryFrom<String> for Mark {
    type Error = String;

    fn try_from(sign: String) -> Result<Self, String> {
        let known = || format!("a mark is one of {}", Self::ALL.map(Self::sign).join(" "));
        Self::of(&sign).ok_or_else(known)
    }
}

/// What a reader says of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// The mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The words; they may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Files that belong to it, such as a photo of the table: paths, from the save's folder on, or links.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

impl fmt::Display for Comment {
    /// Mark, words and files on a line: `!? the flank is open [table.jpg]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = self.mark.map(|mark| mark.sign().to_string());
        let text = Some(&self.text).filter(|text| !text.is_empty()).cloned();
        let files = self.files.iter().map(|file| format!("[{file}]"));
        let parts: Vec<String> = mark.into_iter().chain(text).chain(files).collect();
        f.write_str(&parts.join(" "))
    }
}

/// What is done to the remarks on an entry: it has one comment and one bookmark at most, and a new one takes the old one's
/// place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Annotation {
    /// This is said of it.
    Comment(Comment),
    /// What was said of it is withdrawn.
    NoComment,
    /// It is bookmarked by that name, which may be empty.
    Bookmark(String),
    /// Its bookmark is taken away.
    NoBookmark,
    /// Of the muster alone: the sides whose dice are thrown on the table and typed in; the program throws the others'. Undo and
    /// branches leave it as it is, for it is about who holds the dice, and not about the battle.
    Table(Vec<SideId>),
}
