//! Renamed and deleted saves.

use std::{
    fs,
    path::{Path, PathBuf},
};
use wardiary_diary::{
    assets::SAMPLE,
    diary::file::{DiscardOutcome, FileError, HandedIn, Mode, Save, TrashTarget, create_from_text, discard, rename},
};

fn save(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, name).expect("it can be written");
    path
}

#[test]
fn a_name_that_is_taken_is_kept_free_of() {
    let home = tempfile::tempdir().expect("a folder");
    let (one, two) = (save(home.path(), "one.ron"), save(home.path(), "two.ron"));
    assert!(matches!(rename(&one, &two), Err(FileError::Exists { .. })));
    assert_eq!(fs::read_to_string(&two).expect("it is there"), "two.ron");
    let three = home.path().join("three.ron");
    rename(&one, &three).expect("the name is free");
    assert_eq!(fs::read_to_string(&three).expect("it is there"), "one.ron");
    assert!(!home.path().join(".one.ron.lock").exists());
}

#[test]
fn refuses_to_discard_open_saves_and_folders() {
    let home = tempfile::tempdir().expect("a folder");
    let one = home.path().join("one.ron");
    create_from_text(&one, SAMPLE.1).expect("written");
    let held = Save::open(&one, Mode::Write).expect("nobody has it");
    let to = home.path().join("other.ron");
    assert!(matches!(rename(&one, &to), Err(FileError::Locked { .. })));
    assert!(matches!(discard(&one, TrashTarget::Folder, &home.path().join("deleted")), Err(FileError::Locked { .. })));
    drop(held);
    let folder = home.path().join("folder.ron");
    fs::create_dir(&folder).expect("a folder");
    assert!(discard(&folder, TrashTarget::Folder, &home.path().join("deleted")).is_err());
    assert!(one.exists() && folder.exists());
}

#[test]
fn a_save_with_mail_stays_where_it_is() {
    let home = tempfile::tempdir().expect("a folder");
    let one = home.path().join("one.ron");
    create_from_text(&one, SAMPLE.1).expect("written");
    let mut save = Save::open(&one, Mode::Read).expect("it opens");
    let side = save.diary().state().sides()[0].id;
    let now = jiff::Timestamp::UNIX_EPOCH;
    save.hand_in(HandedIn { side, text: "hold the ford".into(), due: None, request: None }, now).expect("written");
    let (to, bin) = (home.path().join("two.ron"), home.path().join("deleted"));
    assert!(matches!(rename(&one, &to), Err(FileError::MailWaits { .. })));
    assert!(matches!(discard(&one, TrashTarget::Folder, &bin), Err(FileError::MailWaits { .. })));
    save = Save::open(&one, Mode::Write).expect("it opens");
    save.take_in(now).expect("written");
    drop(save);
    rename(&one, &to).expect("nothing waits");
}

#[test]
fn discarded_files_get_distinct_names() {
    let home = tempfile::tempdir().expect("a folder");
    let bin = home.path().join("deleted");
    for name in ["one.ron", "one-2.ron", "one-3.ron"] {
        let kept = discard(&save(home.path(), "one.ron"), TrashTarget::Folder, &bin).expect("it can be moved");
        assert_eq!(kept, DiscardOutcome::Kept(bin.join(name)));
    }
}
