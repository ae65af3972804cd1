//! How a user has laid out the panes, kept from one session to the next beside the settings, in a file of the program's own:
//! what a person writes is never written over.

use super::Folders;
use crate::{diary::file::read_up_to, error::UserError};
use std::{fs, io::ErrorKind, path::PathBuf};

/// The longest file that is read, in bytes.
const LONGEST: u64 = 64 << 10;

impl Folders {
    /// The file.
    #[must_use]
    pub fn panes(&self) -> PathBuf {
        self.config.join("panes.ron")
    }

    /// What was kept, if anything was.
    #[must_use]
    pub fn kept_panes(&self) -> Option<String> {
        String::from_utf8(read_up_to(&self.panes(), LONGEST).ok()?).ok()
    }

    /// Keeps it; with nothing, the file is removed.
    ///
    /// # Errors
    /// Why it can't be written.
    pub fn keep_panes(&self, text: Option<&str>) -> Result<(), UserError> {
        let path = self.panes();
        let Some(text) = text else {
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(UserError::io(&path, "removed", &error)),
                _ => Ok(()),
            };
        };
        let told =
            "// How panes lie that were moved: the program writes it, and without it they lie as they do by default.\n";
        let written = fs::create_dir_all(&self.config).and_then(|()| fs::write(&path, format!("{told}{text}\n")));
        written.map_err(|error| UserError::io(&path, "written", &error))
    }
}
