//! The links of a save: a secret for each side. They are in a file of their own beside the save, which only its owner can
//! read; the save itself is shared and merged. The server of their pages writes its own state into another file, for the
//! referee's program.

#![allow(clippy::disallowed_methods, reason = "reads and writes two files beside a save")]

use crate::{
    diary::file::{Save, is_link},
    error::{UserError, display_path},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use subtle::ConstantTimeEq;
use wardiary_base::{dice::source::Seed, id::SideId};

const LINKS_FORMAT: u32 = 1;

/// Maximum length of a links file, in bytes.
const MAX_LENGTH: u64 = 64 << 10;

/// 128 random bits, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Secret(String);

impl Secret {
    pub fn new() -> io::Result<Self> {
        let seed = Seed::random().map_err(io::Error::other)?;
        Ok(Self(hex::encode(&seed.nonce(0)[..16])))
    }

    /// The secret as it appears in a link.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Secret {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_secret = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_secret { Ok(Self(text)) } else { Err("a secret has 32 hexadecimal digits") }
    }
}

/// Never prints the secret.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    path: PathBuf,
    /// The campaign that the links are for ([`campaign_of`]); another may get its file name.
    campaign: String,
    /// The secret of each side, by its number in the save; none once its link is revoked.
    secrets: BTreeMap<SideId, Option<Secret>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LinksFile {
    links: u32,
    campaign: String,
    sides: BTreeMap<SideId, Option<Secret>>,
}

/// Identifies a campaign. Known to anybody who can read its save.
pub fn campaign_of(save: &Save) -> String {
    hex::encode(Sha256::digest(format!("campaign {}", save.diary().header().seed)))
}

impl Links {
    /// No links, which open nothing.
    pub fn none(save: &Path, campaign: &str) -> Self {
        Self { path: beside(save, LINKS), campaign: campaign.into(), secrets: BTreeMap::new() }
    }

    /// Reads the links of a save; there are none if the file does not exist. Refuses a file that others can read, and
    /// links of another campaign.
    pub fn read(save: &Path, campaign: &str) -> Result<Self, UserError> {
        let path = beside(save, LINKS);
        let Some(text) = read_private(&path)? else { return Ok(Self::none(save, campaign)) };
        match serde_json::from_str(&text) {
            Ok(LinksFile { links: LINKS_FORMAT, campaign: of, sides }) if of == campaign => {
                Ok(Self { path, campaign: of, secrets: sides })
            }
            Ok(LinksFile { links: LINKS_FORMAT, .. }) => {
                let failure = UserError::file(&path, "its links are for another campaign");
                Err(failure.hint(NEW_LINKS))
            }
            _ => Err(not_links(&path)),
        }
    }

    /// Gives each of these sides a secret if it never had one. Returns whether any got one.
    pub fn add_missing(&mut self, sides: impl IntoIterator<Item = SideId>) -> Result<bool, UserError> {
        let before = self.secrets.len();
        for side in sides {
            if !self.secrets.contains_key(&side) {
                self.renew(side)?;
            }
        }
        Ok(self.secrets.len() > before)
    }

    /// Gives a side a new secret; its old link no longer works.
    pub fn renew(&mut self, side: SideId) -> Result<(), UserError> {
        let secret = Secret::new().map_err(|error| UserError::io(&self.path, "written", &error))?;
        self.secrets.insert(side, Some(secret));
        Ok(())
    }

    /// Takes a side's link away until it is renewed.
    pub fn revoke(&mut self, side: SideId) {
        self.secrets.insert(side, None);
    }

    pub fn secret(&self, side: SideId) -> Option<&Secret> {
        self.secrets.get(&side)?.as_ref()
    }

    /// The side that a secret opens. Compares it with every secret, and in constant time, so the time shows nothing.
    pub fn side_of(&self, typed: &str) -> Option<SideId> {
        let mut found = None;
        for (side, secret) in &self.secrets {
            let Some(secret) = secret else { continue };
            if secret.0.as_bytes().ct_eq(typed.as_bytes()).into() {
                found = Some(*side);
            }
        }
        found
    }

    /// Writes the file in one step, readable by its owner alone.
    pub fn write(&self) -> Result<(), UserError> {
        let file = LinksFile { links: LINKS_FORMAT, campaign: self.campaign.clone(), sides: self.secrets.clone() };
        write_private(&self.path, &file)
    }
}

/// The state of the server of a save's pages, which it writes beside the save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerState {
    pub server: u32,
    /// Where its pages are: each link is this address, a slash, its secret and a slash.
    pub url: String,
    pub time: Timestamp,
    /// How many live pages are open of each side, by its number in the save.
    pub live: BTreeMap<SideId, usize>,
}

impl ServerState {
    pub const FORMAT: u32 = 1;

    /// Maximum time between two writes of a server's state, in seconds.
    pub const INTERVAL: i64 = 5;

    /// The state of a server that runs; `None` if there is none, or it has written nothing for some time.
    pub fn read(save: &Path, now: Timestamp) -> Option<Self> {
        let text = read_private(&beside(save, SERVER)).ok()??;
        let state: Self = serde_json::from_str(&text).ok()?;
        let age = (now.as_second() - state.time.as_second()).abs();
        (state.server == Self::FORMAT && age <= 3 * Self::INTERVAL).then_some(state)
    }

    pub fn write(&self, save: &Path) -> Result<(), UserError> {
        write_private(&beside(save, SERVER), self)
    }

    /// Removes the state of a server that ends.
    pub fn remove(save: &Path) {
        let _ = fs::remove_file(beside(save, SERVER));
    }
}

/// Gives the links of a save its new name; without one, the save was deleted, and so are its links.
pub fn rename(save: &Path, to: Option<&Path>) {
    let links = beside(save, LINKS);
    let _ = to.map_or_else(|| fs::remove_file(&links), |to| fs::rename(&links, beside(to, LINKS)));
}

/// Where the page of a secret is.
pub fn link(url: &str, secret: &Secret) -> String {
    format!("{}/{}/", url.trim_end_matches('/'), secret.as_str())
}

const LINKS: &str = ".links.json";
const SERVER: &str = ".server.json";
const NEW_LINKS: &str = "delete it: the next `wardiary serve` makes new links";

/// `NAME.links.json` beside the save.
fn beside(save: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = save.file_stem().unwrap_or_default().into();
    name.push(suffix);
    save.with_file_name(name)
}

/// The text of a file that its owner alone can read; `None` if there is no such file.
fn read_private(path: &Path) -> Result<Option<String>, UserError> {
    if is_link(path) {
        return Err(UserError::file(path, "this is a symbolic link, and could lead to somebody else's file"));
    }
    let stat = match fs::symlink_metadata(path) {
        Ok(stat) => stat,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(UserError::io(path, "read", &error)),
    };
    if !stat.is_file() || stat.len() > MAX_LENGTH {
        return Err(not_links(path));
    }
    if is_open_to_others(&stat) {
        return Err(UserError::file(path, "other users of this machine can read it").hint(NEW_LINKS));
    }
    fs::read_to_string(path).map(Some).map_err(|error| UserError::io(path, "read", &error))
}

/// Writes a file in one step, readable by its owner alone.
fn write_private(path: &Path, content: &impl Serialize) -> Result<(), UserError> {
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A temporary file is readable by its owner alone, and keeps that when it gets its name.
        let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
        temporary.write_all(&serde_json::to_vec_pretty(content)?)?;
        temporary.as_file().sync_all()?;
        temporary.persist(path).map(drop).map_err(|failure| failure.error)
    };
    write().map_err(|error| UserError::io(path, "written", &error))
}

fn not_links(path: &Path) -> UserError {
    let failure = UserError::file(path, "it is not a file of links that this version can read");
    failure.hint(format!("delete {}: the next `wardiary serve` makes new links", display_path(path)))
}

#[cfg(unix)]
fn is_open_to_others(stat: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    stat.permissions().mode() & 0o077 != 0
}

/// Elsewhere the folder decides who can read a file.
#[cfg(not(unix))]
fn is_open_to_others(_: &fs::Metadata) -> bool {
    false
}
