//! A message to the user, in a line.

use wardiary_diary::error::UserError;

/// A message to the user, in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
}

impl Notice {
    /// Good news, or plain news.
    pub fn good(text: impl Into<String>) -> Self {
        Self { text: text.into(), bad: false }
    }

    /// Bad news.
    pub fn bad(text: impl Into<String>) -> Self {
        Self { text: text.into(), bad: true }
    }

    /// A failure, with its hint.
    #[must_use]
    pub(crate) fn of_failure(failure: &UserError) -> Self {
        let hint = failure.hint.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
        Self::bad(format!("{}{hint}", failure.what.replace('\n', " ")))
    }
}
