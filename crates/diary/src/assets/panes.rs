//! The user's pane layout, kept between sessions in a file of its own beside the settings: the program never overwrites
//! a file that a person writes.

use super::Folders;
use crate::{diary::file::read_up_to, error::UserError};
use std::{fs, io::ErrorKind, path::PathBuf};

/// The maximum length of the file, in bytes.
const MAX_FILE_LENGTH: u64 = 64 << 10;

impl Folders {
    pub fn pane_layout_path(&self) -> PathBuf {
        self.config.join("panes.ron")
    }

    /// Reads the saved layout, if there is one.
    pub fn read_pane_layout(&self) -> Option<String> {
        String::from_utf8(read_up_to(&self.pane_layout_path(), MAX_FILE_LENGTH).ok()?).ok()
    }

    /// Writes the layout. `None` removes the file.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write_pane_layout(&self, text: Option<&str>) -> Result<(), UserError> {
        let path = self.pane_layout_path();
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
