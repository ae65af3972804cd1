//! Something to be told in a line.

/// Something to be told in a line.
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
}
