//! How a save ends: whole, truncated or torn.

use super::Seal;
use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    #[default]
    Whole,
    /// The closing line is missing or incomplete.
    Unclosed,
    /// The closing line is of another kind: it counts nothing, or has no seal.
    OtherLine,
    /// The last line is torn; this many bytes of it are there.
    Torn(usize),
    /// The closing line counts another number of records than there are.
    Counts { said: usize, found: usize },
    /// The closing line has another seal than the last line.
    OtherSeal,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("it ends as it was written"),
            Self::Unclosed => {
                f.write_str("the file breaks off: its closing line is missing, and perhaps lines before it")
            }
            Self::OtherLine => f.write_str(
                "its closing line is not the one that was written: it does not say how many lines there are, so lines may \
                 be missing",
            ),
            Self::Torn(_) => f.write_str("the file breaks off within a line: at least that entry is missing"),
            Self::Counts { said, found } if said > found => {
                let missing = said - found;
                let lines = if missing == 1 { "line is" } else { "lines are" };
                write!(
                    f,
                    "the file was cut: at least {missing} {lines} missing of the {said} that its closing line counts"
                )
            }
            Self::Counts { said, found } => {
                write!(f, "its closing line counts {said} lines and there are {found}: some were added by hand")
            }
            Self::OtherSeal => {
                f.write_str("its closing line names another last line than there is: the end was changed by hand")
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::diary) struct Closing {
    pub(in crate::diary) records: Option<usize>,
    pub(in crate::diary) last: Option<Seal>,
}
