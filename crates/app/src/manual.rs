//! Parts of the command line that the screens use, handed over when the program starts.

use std::path::Path;
use wardiary_diary::error::UserError;

/// The commands of the command line and the sections of the pages, which this crate does not know.
#[derive(Default)]
pub struct Manual {
    /// Each with its description.
    pub commands: Vec<(String, String)>,
    /// The page, the heading and the text of each.
    pub sections: Vec<[String; 3]>,
}

/// Writes the report of a save to a new file. The command line has it; this crate does not know the parts of a report.
pub type ReportWriter = fn(&Path, &Path) -> Result<(), UserError>;
