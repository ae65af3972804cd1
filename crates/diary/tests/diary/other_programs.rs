//! Changes by other programs to a save's file while it is open here. Every acknowledged entry is in the file
//! afterwards.

use std::{fs, path::Path, sync::Arc};
use wardiary_diary::diary::file::{Mode, Save};
use wardiary_harness_diary::{
    hooked_disk::HookedDisk,
    play::{give, tannenberg},
};

fn open(disk: &HookedDisk, path: &Path) -> Save {
    Save::open_on(Arc::new(disk.clone()), path, Mode::Write).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_save_renamed_during_a_write_is_not_acknowledged() {
    type Change = fn(&Path, &Path);
    let table: &[(&str, &str, Change)] = &[
        // Windows refuses this while the save is open.
        #[cfg(unix)]
        ("another file in its place", "another program replaced the file", |path, other| {
            fs::rename(other, path).expect("renamed");
        }),
        // Under wine, unlike on Windows, the name of an open file still leads to it after the file was deleted.
        #[cfg(unix)]
        ("deleted", "another program replaced the file", |path, _| fs::remove_file(path).expect("removed")),
        ("overwritten", "another program replaced the file", |path, other| {
            fs::copy(other, path).expect("copied");
        }),
        ("cut", "another program replaced the file", |path, other| {
            let bytes = fs::read(other).expect("it is there");
            fs::write(path, &bytes[..bytes.len() - 1]).expect("written");
        }),
    ];
    for (what, says, act) in table {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("mine.ron"), folder.path().join("other.ron"));
        drop(tannenberg(folder.path(), "mine.ron"));
        fs::copy(&path, &other).expect("copied");
        let disk = HookedDisk::default();
        let mut save = open(&disk, &path);
        give(&mut save, "note one", &[]).expect("a note");
        let (act, at, from) = (*act, path.clone(), other.clone());
        disk.at_next_sync(move || act(&at, &from));
        let failure = give(&mut save, "note two", &[]).expect_err(what);
        assert!(failure.what.contains(says), "{what}: {failure}");
        assert_eq!(save.diary().entries().len(), 1, "{what}: it is not shown");
        let theirs = fs::read(&path).ok();
        assert!(give(&mut save, "note three", &[]).is_err(), "{what}");
        assert_eq!(fs::read(&path).ok(), theirs, "{what}: nothing of theirs is overwritten");
    }
}

/// ENOLCK, ENOTSUP and ENOSYS on Linux.
#[test]
#[cfg(target_os = "linux")]
fn a_lock_file_excludes_others_without_file_locks() {
    use wardiary_diary::diary::file::SaveNotice;
    for code in [37, 95, 38] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.ron");
        drop(tannenberg(folder.path(), "mine.ron"));
        let disk = HookedDisk::without_locks(code);
        let mut save = open(&disk, &path);
        let claim = folder.path().join(".mine.ron.locked");
        assert_eq!(save.notices(), [SaveNotice::NoLocks { file: claim.canonicalize().expect("it is there") }]);
        assert!(save.notices()[0].to_string().contains("does not support locks"), "{}", save.notices()[0]);
        let owner = fs::read_to_string(&claim).expect("it is there");
        assert!(owner.starts_with(&format!("process {} of ", std::process::id())), "{owner}");
        give(&mut save, "note one", &[]).expect("a note");
        let refused = Save::open_on(Arc::new(disk.clone()), &path, Mode::Write).expect_err("it is open");
        assert!(refused.to_string().contains(&owner), "{refused}");
        let hint = wardiary_diary::error::UserError::from(refused).hint.expect("what to do");
        assert!(hint.contains("delete") && hint.contains(".mine.ron.locked"), "{hint}");
        drop(save);
        assert!(!claim.exists(), "it goes with its owner");
        // An owner file of an ended process of this machine keeps nobody out. One of another machine does.
        let host = owner.rsplit(" on ").next().expect("where it is");
        fs::write(&claim, format!("process 999999999 of anna on {host}")).expect("written");
        drop(open(&disk, &path));
        fs::write(&claim, "process 999999999 of anna on elsewhere").expect("written");
        assert!(Save::open_on(Arc::new(disk.clone()), &path, Mode::Write).is_err());
    }
}

#[cfg(unix)]
mod modes {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use wardiary_diary::diary::file::reseal;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).permissions().mode() & 0o777
    }

    /// A user who can't read a save can't read its torn-off part or its backup.
    #[test]
    fn files_beside_a_save_have_its_permissions() {
        for wanted in [0o600, 0o640, 0o644] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("mine.ron");
            let mut save = tannenberg(folder.path(), "mine.ron");
            give(&mut save, "note one", &[]).expect("a note");
            drop(save);
            let text = fs::read_to_string(&path).expect("it is there");
            fs::write(&path, &text[..text.rfind("seal:").expect("a seal")]).expect("cut");
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).expect("its mode");
            let mut save = Save::open(&path, Mode::Write).expect("it opens");
            assert_eq!(mode(&folder.path().join("mine.ron.torn-1")), wanted, "what was torn");
            assert_eq!(mode(&path), wanted, "what was mended");
            let text = fs::read_to_string(&path).expect("it is there");
            save.rewrite(&reseal(&text).expect("it can be sealed"), "seal").expect("it is rewritten");
            assert_eq!(mode(&folder.path().join("mine.ron.before-seal-1")), wanted, "what was before");
            assert_eq!(mode(&path), wanted, "what was rewritten");
        }
    }

    #[test]
    fn a_name_too_long_to_be_locked_is_said_to_be() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(tannenberg(folder.path(), "s.ron"));
        let long = folder.path().join(format!("{}.ron", "n".repeat(247)));
        fs::rename(folder.path().join("s.ron"), &long).expect("renamed");
        Save::open(&long, Mode::Read).expect("it can be read");
        let refused = Save::open(&long, Mode::Write).expect_err("it can't be locked").to_string();
        assert!(refused.contains("its name has 251 bytes") && refused.contains("at most 230 bytes"), "{refused}");
        assert!(!refused.contains(".lock"), "{refused}");
    }
}
