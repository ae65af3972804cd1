//! The pictures that remarks name, for a page. A save may come from somebody else: a file that it names is read only
//! below a folder that the user allows, and embedded only if its content is a picture.

use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};
use wardiary_base::text::Text;
use wardiary_diary::{diary::file::read_up_to, error::UserError};
use wardiary_report::report::story::RemarkFile;

/// Maximum size of a picture, in bytes.
const MAX_PICTURE_LENGTH: u64 = 4 << 20;

/// Maximum size of all pictures of a page, in bytes.
const MAX_TOTAL_LENGTH: usize = 64 << 20;

pub(super) struct Pictures {
    /// The save's folder, from which names are relative.
    folder: PathBuf,
    /// The resolved folders from which pictures may come.
    allowed: Vec<PathBuf>,
    /// The resolved paths and the digests of the pictures in the page, with the name that each has there.
    embedded: BTreeMap<PictureKey, String>,
    total: usize,
    pub(super) notes: Vec<String>,
}

/// The identity of a picture, to embed it once.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum PictureKey {
    Path(PathBuf),
    Digest(Vec<u8>),
}

/// Why a file is not in the page.
#[derive(Debug, thiserror::Error)]
enum PictureFault {
    #[error("the file can't be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("the file is outside the save's folder; `--pictures-from FOLDER` allows another folder")]
    Outside,
    #[error("the file is not a picture")]
    NoPicture,
    #[error("the pictures of a page may have at most {} MB together", MAX_TOTAL_LENGTH >> 20)]
    TotalTooLarge,
    #[error("the page has it already, as {0}")]
    Embedded(String),
}

impl Pictures {
    /// The pictures below the save's folder, and below other folders.
    pub(super) fn new(save: &Path, more: &[PathBuf]) -> Result<Self, UserError> {
        let folder = save.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let all = std::iter::once(folder).chain(more.iter().map(PathBuf::as_path));
        let resolved = |folder| fs::canonicalize(folder).map_err(|error| UserError::io(folder, "read", &error));
        let allowed = all.map(resolved).collect::<Result<_, _>>()?;
        Ok(Self { folder: folder.into(), allowed, embedded: BTreeMap::new(), total: 0, notes: Vec::new() })
    }

    /// The picture in a file, or the file's name, with a note on which of them it is.
    pub(super) fn embed(&mut self, file: &Text) -> RemarkFile {
        let name = file.to_string();
        match self.read(file.as_path()) {
            Ok((kind, bytes)) => {
                self.notes.push(format!("{name}: the picture is in the page"));
                RemarkFile::Picture(name, kind, bytes.into())
            }
            Err(why) => {
                self.notes.push(format!("{name}: left out of the page: {why}"));
                RemarkFile::Name(name)
            }
        }
    }

    /// The picture in a file. A file that is named again, by any path, is embedded once, and so is a copy of it.
    fn read(&mut self, file: &Path) -> Result<(&'static str, Vec<u8>), PictureFault> {
        let resolved = fs::canonicalize(self.folder.join(file))?;
        if !self.allowed.iter().any(|folder| resolved.starts_with(folder)) {
            return Err(PictureFault::Outside);
        }
        let path = PictureKey::Path(resolved.clone());
        self.refuse_embedded(&path)?;
        let bytes = read_up_to(&resolved, MAX_PICTURE_LENGTH)?;
        let kind = media_type(&bytes).ok_or(PictureFault::NoPicture)?;
        let digest = PictureKey::Digest(Sha256::digest(&bytes).to_vec());
        self.refuse_embedded(&digest)?;
        let total = self.total + bytes.len();
        if total > MAX_TOTAL_LENGTH {
            return Err(PictureFault::TotalTooLarge);
        }
        self.total = total;
        self.embedded.extend([path, digest].map(|key| (key, file.display().to_string())));
        Ok((kind, bytes))
    }

    fn refuse_embedded(&self, key: &PictureKey) -> Result<(), PictureFault> {
        self.embedded.get(key).map_or(Ok(()), |name| Err(PictureFault::Embedded(name.clone())))
    }
}

/// The media type of a picture by its first bytes. Formats that can hold scripts are excluded.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    Some(match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f' | b's', ..] => "image/avif",
        _ => return None,
    })
}
