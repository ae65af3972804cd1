//! The files that remarks name: existing pictures are embedded in the report, links stay links, and other files are
//! named.

use std::path::Path;
use wardiary_base::text;
use wardiary_diary::diary::file::read_up_to;
use wardiary_report::report::story::RemarkFile;

/// The maximum size of an embedded picture, in bytes; a larger one is only named.
const MAX_PICTURE_LENGTH: u64 = 4 << 20;

/// How the report shows a file named in a remark, relative to the save's folder.
pub(super) fn remark_file(folder: &Path, file: &str) -> RemarkFile {
    let name = text::sanitize(file);
    if ["http://", "https://"].iter().any(|scheme| file.starts_with(scheme)) {
        return RemarkFile::Link(name);
    }
    let read = |kind| read_up_to(&folder.join(file), MAX_PICTURE_LENGTH).ok().map(|bytes| (kind, bytes));
    match media_type(file).and_then(read) {
        Some((kind, bytes)) => RemarkFile::Picture(name, kind, bytes.into()),
        None => RemarkFile::Name(name),
    }
}

/// The media type of a picture by its extension. Formats that can hold scripts are excluded.
fn media_type(file: &str) -> Option<&'static str> {
    let ending = Path::new(file).extension()?.to_str()?.to_lowercase();
    Some(match ending.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        _ => return None,
    })
}
