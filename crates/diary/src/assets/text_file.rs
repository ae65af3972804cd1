//! Reading documents that people write: rulebooks, scenarios, keys, themes, settings, tables of units. A limit on their
//! length tells other files apart at once.

use crate::{diary::file::read_up_to, error::UserError};
use std::path::Path;
use wardiary_base::document::SourcePosition;

/// The maximum length of a document, in bytes. A scenario of this length has some 40,000 units.
pub const MAX_LENGTH: u64 = 4 << 20;

pub fn read(path: &Path) -> Result<String, UserError> {
    let bytes = read_up_to(path, MAX_LENGTH).map_err(|e| UserError::io(path, "read", &e))?;
    String::from_utf8(bytes).map_err(|e| {
        let good = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned();
        let place = SourcePosition::at_byte(&good, good.len());
        UserError::file(path, format!("{place}: the file is not text from here on")).hint("save it as UTF-8 text")
    })
}
