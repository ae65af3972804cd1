//! Files that the program itself keeps in the config folder. The history of the order line has one line each, the
//! newest last; it is a convenience, so errors of reading and writing are ignored. The pane layout has a file of its
//! own beside the settings: the program never overwrites a file that a person writes. None of them is written through a
//! link that somebody else may have made.

use super::Folders;
use crate::{
    diary::file::{is_planted_link, read_up_to},
    error::UserError,
};
use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::{ErrorKind, Write as _},
    path::PathBuf,
};
use wardiary_base::text;

/// The number of lines kept. The file may hold more until it is next truncated.
pub const MAX_LINES: usize = 500;

/// The maximum length of a kept line, in bytes.
pub const MAX_LINE_LENGTH: usize = 2_000;

/// The maximum length of the file, in bytes.
const MAX_FILE_LENGTH: u64 = 4 << 20;

/// The words of the marker file of a tutorial that was shown in a sample only.
const SEEN_IN_SAMPLE: &str = "in a sample";

impl Folders {
    /// The history file, beside the folder of saves.
    pub fn history(&self) -> Option<PathBuf> {
        let folder = self.saves.parent().filter(|folder| !folder.as_os_str().is_empty())?;
        Some(folder.join("orders.txt"))
    }

    /// The marker file for a finished tutorial, beside the folder of saves.
    pub fn tutorial_marker(&self) -> Option<PathBuf> {
        let folder = self.saves.parent().filter(|folder| !folder.as_os_str().is_empty())?;
        Some(folder.join("explained.txt"))
    }

    /// Whether the tutorial was seen. It is shown once in a sample, and once in the first campaign of one's own.
    pub fn has_seen_tutorial(&self, is_own: bool) -> bool {
        let Some(path) = self.tutorial_marker() else { return true };
        fs::read_to_string(path).is_ok_and(|text| !(is_own && text.contains(SEEN_IN_SAMPLE)))
    }

    pub fn mark_tutorial_seen(&self, is_own: bool) {
        let is_due = |path: &PathBuf| !self.has_seen_tutorial(is_own) && !is_planted_link(path);
        let Some(path) = self.tutorial_marker().filter(is_due) else { return };
        let _ = path.parent().map(fs::create_dir_all);
        let place = if is_own { "in a campaign of your own" } else { SEEN_IN_SAMPLE };
        let _ = fs::write(path, format!("The first steps were shown {place}. Delete this file to see them again.\n"));
    }

    /// The lines of earlier sessions without duplicates, the newest last.
    pub fn past_orders(&self) -> Vec<String> {
        let bytes = self.history().and_then(|path| read_up_to(&path, MAX_FILE_LENGTH).ok()).unwrap_or_default();
        // The program never writes a line that can't be shown. Such a line is skipped and the others are kept.
        let whole = String::from_utf8_lossy(&bytes);
        let sound = |line: &&str| {
            !line.is_empty()
                && line.len() <= MAX_LINE_LENGTH
                && !line.contains('\u{fffd}')
                && text::sanitize(line) == **line
        };
        let mut seen = BTreeSet::new();
        let newest = whole.lines().map(str::trim).filter(sound).rev().filter(|line| seen.insert(line.to_string()));
        let mut lines: Vec<String> = newest.take(MAX_LINES).map(String::from).collect();
        lines.reverse();
        lines
    }

    pub fn append_to_history(&self, line: &str) {
        let line = line.trim();
        let Some(path) = self.history().filter(|path| !is_planted_link(path)) else { return };
        if line.is_empty() || line.len() > MAX_LINE_LENGTH || text::sanitize(line) != line {
            return;
        }
        let _ = path.parent().map(fs::create_dir_all);
        let length = fs::metadata(&path).map_or(0, |file| if file.is_file() { file.len() } else { MAX_FILE_LENGTH });
        if length >= MAX_FILE_LENGTH {
            return;
        }
        let appended = OpenOptions::new().create(true).append(true).open(&path);
        let _ = appended.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
        // Twice the number of lines kept, at 200 bytes each.
        if length > (MAX_LINES * 200) as u64 {
            let _ = fs::write(&path, self.past_orders().into_iter().map(|line| line + "\n").collect::<String>());
        }
    }
}

/// The maximum length of the file, in bytes.
const MAX_LAYOUT_LENGTH: u64 = 64 << 10;

impl Folders {
    pub fn pane_layout_path(&self) -> PathBuf {
        self.config.join("panes.ron")
    }

    pub fn read_pane_layout(&self) -> Option<String> {
        String::from_utf8(read_up_to(&self.pane_layout_path(), MAX_LAYOUT_LENGTH).ok()?).ok()
    }

    /// Writes the layout. `None` removes the file.
    pub fn write_pane_layout(&self, text: Option<&str>) -> Result<(), UserError> {
        let path = self.pane_layout_path();
        let Some(text) = text else {
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(UserError::io(&path, "removed", &error)),
                _ => Ok(()),
            };
        };
        if is_planted_link(&path) {
            return Err(UserError::file(
                &path,
                "this is a symbolic link in a folder that others can write: the program does not follow it",
            ));
        }
        let comment = "// Layout of the panes that you moved. The program writes this file; delete it to restore the default layout.\n";
        let written = fs::create_dir_all(&self.config).and_then(|()| fs::write(&path, format!("{comment}{text}\n")));
        written.map_err(|error| UserError::io(&path, "written", &error))
    }
}
