//! The files that remarks name: pictures that are there go into the report, links stay links, and what else there is, is named.

use std::path::Path;
use wardiary_base::text;
use wardiary_diary::diary::file::read_up_to;
use wardiary_report::report::story::RemarkFile;

/// How large a picture may be; a larger one is named alone.
const LARGEST: u64 = 4 << 20;

/// What is shown of a file that a remark names, from the save's folder on.
pub(super) fn shown(folder: &Path, file: &str) -> RemarkFile {
    let name = text::sanitize(file);
    if ["http://", "https://"].iter().any(|scheme| file.starts_with(scheme)) {
        return RemarkFile::Link(name);
    }
    let read = |kind| read_up_to(&folder.join(file), LARGEST).ok().map(|bytes| (kind, bytes));
    match kind_of(file).and_then(read) {
        Some((kind, bytes)) => RemarkFile::Picture(name, kind, bytes.into()),
        None => RemarkFile::Name(name),
    }
}

/// What kind of picture a file is, by what its name ends with. Drawings that could hold a script are none.
fn kind_of(file: &str) -> Option<&'static str> {
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
