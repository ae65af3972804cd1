//! A one-line message to the user.

use wardiary_diary::error::UserError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub bad: bool,
}

impl Notice {
    pub fn good(text: impl Into<String>) -> Self {
        Self { text: text.into(), bad: false }
    }

    pub fn bad(text: impl Into<String>) -> Self {
        Self { text: text.into(), bad: true }
    }

    pub(crate) fn of_result(done: Result<impl Into<String>, impl Into<UserError>>) -> Self {
        done.map_or_else(|failure| Self::of_failure(&failure.into()), Self::good)
    }

    pub(crate) fn of_failure(failure: &UserError) -> Self {
        let hint = failure.hint.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
        Self::bad(format!("{}{hint}", failure.what.replace('\n', " ")))
    }
}
