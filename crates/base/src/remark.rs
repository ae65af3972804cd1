//! A reader's remarks on a diary entry: a mark as chess players use, a comment, attached files, a bookmark. Remarks are
//! never part of the state, so the rules do not know them.

use crate::{id::SideId, text::Text};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

crate::words! {
    /// A mark on an entry, as chess players put it on a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Mark, sign {
        Brilliant "!!",
        Good "!",
        Interesting "!?",
        Dubious "?!",
        Mistake "?",
        Blunder "??",
    }
}

impl Mark {
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
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

crate::text::stored_as_text!(Mark);

impl FromStr for Mark {
    type Err = String;

    fn from_str(sign: &str) -> Result<Self, String> {
        let known = || format!("a mark must be one of {}", Self::ALL.map(Self::sign).join(" "));
        Self::ALL.into_iter().find(|mark| mark.sign() == sign).ok_or_else(known)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub text: Text,
    /// Attached files, such as a photo of the table: links, or paths relative to the save's folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Text>,
}

impl fmt::Display for Comment {
    /// Formats mark, text and files on one line: `!? the flank is open [table.jpg]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = self.mark.map(|mark| mark.sign().to_string());
        let text = Some(&self.text).filter(|text| !text.is_empty()).map(Text::to_string);
        let files = self.files.iter().map(|file| format!("[{file}]"));
        let parts: Vec<String> = mark.into_iter().chain(text).chain(files).collect();
        f.write_str(&parts.join(" "))
    }
}

/// Somebody who knows a part of the campaign, in a diary of his own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Viewer {
    Side(SideId),
}

/// A change to an entry's remarks. An entry has at most one comment and one bookmark; a new one replaces the old.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Annotation {
    Comment(Comment),
    NoComment,
    /// The bookmark's name, which may be empty.
    Bookmark(Text),
    NoBookmark,
    /// Only on the muster: the sides whose dice are rolled on the table and typed in. The program rolls for the others.
    /// Undo and branches leave it alone, since it is about who holds the dice and not about the battle.
    Table(Vec<SideId>),
    /// On any entry or the muster: the campaign was shared with this viewer up to there, as a share or as the answer to
    /// his order. It stays so, whatever is undone.
    Shared(Viewer),
}
