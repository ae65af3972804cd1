//! What was typed in the order line, kept from one session to the next: a text of the user's own, a line each, the newest
//! last. It only saves typing, so that where it can't be read or written nothing is said.

use super::Folders;
use crate::diary::file::read_up_to;
use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::Write as _,
    path::PathBuf,
};
use wardiary_base::text;

/// So many lines are kept; the file may have some more until it is next cut.
const MOST_LINES: usize = 500;

/// The longest line that is kept, in bytes.
pub const LONGEST_LINE: usize = 2_000;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 4 << 20;

impl Folders {
    /// The file, beside the folder of saves.
    fn history(&self) -> Option<PathBuf> {
        let folder = self.saves.parent().filter(|folder| !folder.as_os_str().is_empty())?;
        Some(folder.join("orders.txt"))
    }

    /// What says that the first steps were explained, beside the folder of saves.
    fn explained(&self) -> Option<PathBuf> {
        let folder = self.saves.parent().filter(|folder| !folder.as_os_str().is_empty())?;
        Some(folder.join("explained.txt"))
    }

    /// Whether the first steps were explained already.
    #[must_use]
    pub fn has_explained(&self) -> bool {
        self.explained().is_none_or(|path| path.exists())
    }

    /// They are not explained again.
    pub fn keep_explained(&self) {
        let Some(path) = self.explained() else { return };
        let _ = path.parent().map(fs::create_dir_all);
        let _ = fs::write(path, "The first steps were explained; without this file they are again.\n");
    }

    /// What was typed in earlier sessions, the newest last, each once.
    #[must_use]
    pub fn past_orders(&self) -> Vec<String> {
        let bytes = self.history().and_then(|path| read_up_to(&path, LONGEST).ok()).unwrap_or_default();
        // A line that holds what can't be shown was not written by the program, and no other suffers for it.
        let whole = String::from_utf8_lossy(&bytes);
        let sound = |line: &&str| {
            !line.is_empty()
                && line.len() <= LONGEST_LINE
                && !line.contains('\u{fffd}')
                && text::sanitize(line) == **line
        };
        let mut seen = BTreeSet::new();
        let newest = whole.lines().map(str::trim).filter(sound).rev().filter(|line| seen.insert(line.to_string()));
        let mut lines: Vec<String> = newest.take(MOST_LINES).map(String::from).collect();
        lines.reverse();
        lines
    }

    /// Keeps a line for later sessions.
    pub fn keep_order(&self, line: &str) {
        let line = line.trim();
        let Some(path) = self.history() else { return };
        if line.is_empty() || line.len() > LONGEST_LINE || text::sanitize(line) != line {
            return;
        }
        let _ = path.parent().map(fs::create_dir_all);
        let length = fs::metadata(&path).map_or(0, |file| if file.is_file() { file.len() } else { LONGEST });
        if length >= LONGEST {
            return;
        }
        let appended = OpenOptions::new().create(true).append(true).open(&path);
        let _ = appended.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
        // Twice as much as is kept, at the length that orders have.
        if length > (MOST_LINES * 200) as u64 {
            let _ = fs::write(&path, self.past_orders().into_iter().map(|line| line + "\n").collect::<String>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(home: &std::path::Path) -> Folders {
        Folders { saves: home.join("saves"), config: home.join("config") }
    }

    #[test]
    fn the_newest_is_last_and_each_is_there_once() {
        let home = tempfile::tempdir().expect("a folder");
        let folders = folders(home.path());
        assert_eq!(folders.past_orders(), [""; 0]);
        for line in ["note one", "pass", "note one", " ", "two\nlines", &"x".repeat(LONGEST_LINE + 1)] {
            folders.keep_order(line);
        }
        assert_eq!(folders.past_orders(), ["pass", "note one"]);
    }

    #[test]
    fn what_another_program_left_there_does_no_harm() {
        let home = tempfile::tempdir().expect("a folder");
        let folders = folders(home.path());
        fs::write(home.path().join("orders.txt"), b"pass\r\n\xff\xfe\nno\x1b[2Jte\n\nnote \xe2\x80\xae\nend turn")
            .expect("a file");
        assert_eq!(folders.past_orders(), ["pass", "end turn"]);
        fs::remove_file(home.path().join("orders.txt")).expect("it is there");
        fs::create_dir(home.path().join("orders.txt")).expect("a folder");
        folders.keep_order("pass");
        assert_eq!(folders.past_orders(), [""; 0]);
    }

    #[test]
    fn it_does_not_grow_for_ever() {
        let home = tempfile::tempdir().expect("a folder");
        let folders = folders(home.path());
        let long = "x".repeat(1_000);
        (0..700).for_each(|n| folders.keep_order(&format!("note {n} {long}")));
        let kept = folders.past_orders();
        assert_eq!(kept.len(), MOST_LINES);
        assert!(kept[MOST_LINES - 1].starts_with("note 699 "));
        let length = fs::metadata(home.path().join("orders.txt")).expect("it is there").len();
        assert!(length < 620_000, "{length}");
    }
}
