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
