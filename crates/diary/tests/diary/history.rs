//! The history of the order line.

use std::fs;
use wardiary_diary::assets::{
    Folders,
    history::{MAX_LINE_LENGTH, MAX_LINES},
};

fn folders(home: &std::path::Path) -> Folders {
    Folders { saves: home.join("saves"), config: home.join("config") }
}

#[test]
fn the_newest_is_last_and_each_is_there_once() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = folders(home.path());
    assert_eq!(folders.past_orders(), [""; 0]);
    for line in ["note one", "pass", "note one", " ", "two\nlines", &"x".repeat(MAX_LINE_LENGTH + 1)] {
        folders.append_to_history(line);
    }
    assert_eq!(folders.past_orders(), ["pass", "note one"]);
}

#[test]
fn damaged_history_files_are_harmless() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = folders(home.path());
    fs::write(home.path().join("orders.txt"), b"pass\r\n\xff\xfe\nno\x1b[2Jte\n\nnote \xe2\x80\xae\nend turn")
        .expect("a file");
    assert_eq!(folders.past_orders(), ["pass", "end turn"]);
    fs::remove_file(home.path().join("orders.txt")).expect("it is there");
    fs::create_dir(home.path().join("orders.txt")).expect("a folder");
    folders.append_to_history("pass");
    assert_eq!(folders.past_orders(), [""; 0]);
}

#[test]
fn the_history_file_has_a_maximum_length() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = folders(home.path());
    let long = "x".repeat(1_000);
    (0..700).for_each(|n| folders.append_to_history(&format!("note {n} {long}")));
    let kept = folders.past_orders();
    assert_eq!(kept.len(), MAX_LINES);
    assert!(kept[MAX_LINES - 1].starts_with("note 699 "));
    let length = fs::metadata(home.path().join("orders.txt")).expect("it is there").len();
    assert!(length < 620_000, "{length}");
}

/// A link is followed in a folder that only its owner can write, and nowhere else.
#[cfg(unix)]
#[test]
fn planted_links_are_not_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    for (mode, is_followed) in [(0o755, true), (0o775, false), (0o777, false)] {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("wardiary");
        let folders = folders(&folder);
        fs::create_dir_all(&folders.config).expect("a folder");
        for (link, target) in [("orders.txt", "a"), ("explained.txt", "b"), ("config/panes.ron", "c")] {
            symlink(home.path().join(target), folder.join(link)).expect("a link");
        }
        for folder in [&folder, &folders.config] {
            fs::set_permissions(folder, fs::Permissions::from_mode(mode)).expect("its mode");
        }
        folders.append_to_history("pass");
        folders.mark_tutorial_seen(true);
        assert_eq!(folders.write_pane_layout(Some("()")).is_ok(), is_followed, "{mode:o}");
        for target in ["a", "b", "c"] {
            assert_eq!(home.path().join(target).exists(), is_followed, "{mode:o} {target}");
        }
    }
}
