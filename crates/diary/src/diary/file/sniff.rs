//! Sniffs a save without reading all of it: its title and date, and whether it is a share.

use super::{error::display_path, special::refuse_special};
use crate::diary::ShareOf;
use jiff::Timestamp;
use std::{
    fs,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};
use wardiary_base::{document, text};

/// A save's title and a short description, from its first lines and the file's date, which `local` writes in local time.
pub fn describe_save(path: &Path, local: impl Fn(Timestamp) -> String) -> (String, String) {
    let name = path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    // The title is on the first line. Limit the read for files that have no such line.
    let file = refuse_special(path).and_then(|()| fs::File::open(path)).map(|file| file.take(1 << 16));
    let lines = file.map(|file| BufReader::new(file).lines()).into_iter().flatten();
    let mut title = text::display_name(&name);
    for line in lines.map_while(Result::ok).take(3) {
        let Some((_, rest)) = line.split_once("title:") else { continue };
        let rest = rest.trim();
        let end = document::value_end(rest).unwrap_or(rest.len());
        if let Ok(found) = document::read::<String>(&rest[..end]) {
            title = text::display_name(&found);
        }
        break;
    }
    let written = fs::metadata(path).and_then(|d| d.modified()).ok().and_then(|t| Timestamp::try_from(t).ok());
    let written = written.map_or(String::new(), |t| format!(", last written {}", local(t)));
    (title, format!("{}{written}", display_path(path)))
}

/// Whether a file is a share, by its first lines alone.
pub fn is_share(path: &Path) -> bool {
    begins_as_share(refuse_special(path).and_then(|()| fs::File::open(path)))
}

/// Whether a text begins as the program writes shares. A share with another layout is recognized when it is read.
pub(super) fn begins_as_share(text: io::Result<impl Read>) -> bool {
    #[derive(serde::Deserialize)]
    struct First {
        share: Option<ShareOf>,
    }
    let Ok(text) = text else { return false };
    let first = BufReader::new(text.take(1 << 16)).lines().next();
    let Some(Ok(line)) = first else { return false };
    let line = line.trim_start_matches('\u{feff}').trim_end().trim_end_matches(',');
    document::read::<First>(&format!("{line})")).is_ok_and(|first| first.share.is_some())
}
