//! Saves that take long to read: the program reports its progress, and the user can cancel, which changes nothing.

use crate::harness::{
    call::{Home, as_str},
    session::Session,
};
use std::{fs, path::Path, time::Instant};

/// A save with so many lines that any machine needs seconds to read it.
fn lengthen(save: &str) -> String {
    lengthen_by(save, 400_000)
}

fn lengthen_by(save: &str, lines: usize) -> String {
    let (entries, closers) = save.split_at(save.rfind("\n]").expect("it is closed") + 1);
    format!("{entries}{}{closers}", "Head(1),\n".repeat(lines))
}

fn long(home: &Home, name: &str) -> String {
    home.tannenberg("short");
    home.run(&["do", "short.ron", "note \"one\""]).done();
    let path = home.path(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    fs::write(&path, lengthen(&home.read("short.ron"))).expect("written");
    as_str(&path).to_string()
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<String> =
        entries.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    files.retain(|name| !name.contains(".lock"));
    files.sort();
    files
}

#[test]
fn commands_are_broken_off_while_they_read() {
    let home = Home::new();
    let save = long(&home, "long.ron");
    let (before, beside) = (fs::read(&save).expect("it is there"), files(&home.path("")));
    for arguments in [
        &["state", &save][..],
        &["log", &save],
        &["do", &save, "note \"two\""],
        &["open", &save],
        &["open", &save, "--at", "1"],
        &["seal", &save],
        &["backup", &save],
        &["verify", &save],
        &["check", &save],
    ] {
        let mut session = Session::start(&home.path(""), arguments, (160, 40));
        session.sees("lines read (Ctrl-C cancels)");
        session.keys("\u{3}");
        assert_eq!(session.ends(), 3, "{arguments:?}: {}", session.text());
        session.sees("long.ron: reading was cancelled");
        let text = session.text();
        assert!(!text.contains("(Ctrl-C"), "the line was left: {text}");
        assert!(fs::read(&save).expect("it is there") == before, "{arguments:?}");
        assert_eq!(files(&home.path("")), beside, "{arguments:?}");
    }
}

#[test]
fn recovering_is_broken_off_and_makes_no_file() {
    let home = Home::new();
    let save = long(&home, "long.ron");
    let beside = files(&home.path(""));
    for progress in ["places searched for entries (Ctrl-C cancels)", "lines recovered (Ctrl-C cancels)"] {
        let mut session = Session::start(&home.path(""), &["recover", &save], (160, 40));
        session.sees(progress);
        session.keys("\u{3}");
        assert_eq!(session.ends(), 3, "{progress}: {}", session.text());
        session.sees("long.ron: recovering was cancelled");
        assert!(!session.text().contains("--header"), "nothing is wrong with what stands above: {}", session.text());
        assert_eq!(files(&home.path("")), beside, "{progress}");
    }
}

/// `seal` reads the save once to open it and once more, line by line, to seal it.
#[test]
fn sealing_is_broken_off_and_changes_no_seal() {
    let home = Home::new();
    home.tannenberg("long");
    home.run(&["do", "long.ron", "note \"one\""]).done();
    home.file("long.ron", lengthen_by(&home.read("long.ron"), 100_000));
    let (before, beside) = (home.read("long.ron").into_bytes(), files(&home.path("")));
    let mut session = Session::start(&home.path(""), &["seal", as_str(&home.path("long.ron"))], (160, 40));
    session.sees("lines sealed (Ctrl-C cancels)");
    session.keys("\u{3}");
    assert_eq!(session.ends(), 3, "{}", session.text());
    session.sees("long.ron: sealing was cancelled");
    session.sees("its seals were not changed");
    let lines = before.len() - before.iter().rev().skip(1).position(|byte| *byte == b'\n').expect("lines") - 1;
    assert!(home.read("long.ron").into_bytes().starts_with(&before[..lines]), "all but the closing line");
    assert_eq!(files(&home.path("")), beside);
}

#[test]
fn the_start_screen_comes_back_where_opening_is_broken_off() {
    let home = Home::new();
    let save = long(&home, "saves/long.ron");
    let before = fs::read(&save).expect("it is there");
    let mut session = Session::start(&home.path(""), &[], (120, 40));
    session.sees("Continue: ");
    session.keys("\r");
    session.sees("Reading a long save");
    session.sees("of 400001 lines read");
    session.keys("\u{1b}");
    session.sees("reading was cancelled");
    session.sees("the war diary of your campaign");
    session.keys("q");
    assert_eq!(session.ends(), 0);
    assert!(fs::read(&save).expect("it is there") == before);
}

#[test]
fn reading_again_is_broken_off_and_what_was_here_stays() {
    let home = Home::new();
    let save = home.tannenberg("t");
    let mut session = Session::start(&home.path(""), &["open", as_str(&save)], (120, 40));
    session.sees("XX Corps");
    session.keys(":note \"first\"\r");
    session.sees("“first”");
    let text = lengthen(&fs::read_to_string(&save).expect("it is there"));
    // Another program replaces the file with one that does not begin with the same text.
    fs::write(&save, text.replacen("first", "other", 1)).expect("written");
    session.keys(":note \"second\"\r");
    session.sees("another program changed it");
    session.keys("\u{1b}[15~");
    session.sees("Reading a long save");
    session.keys("\u{1b}");
    session.sees("reading was cancelled");
    session.sees("first");
    fs::write(&save, text).expect("written");
    session.keys("\u{1b}");
    session.until("the order line closed", |session| !session.text().contains(": note"));
    session.keys("q");
    assert_eq!(session.ends(), 0);
}

/// Leaving checks that the file has everything in memory without parsing the file as a save.
#[test]
fn to_leave_is_not_to_read_a_long_save() {
    let home = Home::new();
    let save = home.tannenberg("t");
    let mut session = Session::start(&home.path(""), &["open", as_str(&save)], (120, 40));
    session.sees("XX Corps");
    session.keys(":note \"first\"\r");
    session.sees("“first”");
    let text = lengthen(&fs::read_to_string(&save).expect("it is there"));
    fs::write(&save, text.replacen("first", "other", 1)).expect("written");
    let begun = Instant::now();
    session.keys("q");
    session.sees("the entries that it lacks are kept in");
    let took = begun.elapsed();
    session.keys("q");
    assert_eq!(session.ends(), 0);
    let begun = Instant::now();
    home.run(&["state", "t.ron"]).done();
    assert!(took * 3 < begun.elapsed(), "{took:?}, and {:?} to read it", begun.elapsed());
}
