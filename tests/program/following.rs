//! Two programs and one save: one writes, others watch, and no program overwrites another's entries.

use crate::harness::session::{self, Session, home, saves};
use std::{
    fs,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant, SystemTime},
};

/// Carries out an order in a separate process.
fn order(home: &Path, save: &str, order: &str) {
    let done =
        Command::new(env!("CARGO_BIN_EXE_wardiary")).args(["do", save, order]).env("WARDIARY_HOME", home).output();
    let done = done.expect("the program starts");
    assert!(done.status.success(), "{order}: {}", String::from_utf8_lossy(&done.stderr));
}

fn new(home: &Path) -> String {
    let made = Command::new(env!("CARGO_BIN_EXE_wardiary"));
    let mut made = made;
    let made = made.args(["new", "tannenberg", "--no-open"]).env("WARDIARY_HOME", home).output().expect("it starts");
    assert!(made.status.success());
    saves(home)[0].to_str().expect("a path").to_string()
}

/// Everything in a folder and its subfolders: name, bytes, time.
fn all(folder: &Path) -> Vec<(String, Vec<u8>, SystemTime)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry")) {
        let (path, data) = (entry.path(), entry.metadata().expect("it is there"));
        let changed = data.modified().expect("a time");
        let bytes = if data.is_dir() { Vec::new() } else { fs::read(&path).expect("it can be read") };
        found.push((path.display().to_string(), bytes, changed));
        if data.is_dir() {
            found.extend(all(&path));
        }
    }
    found.sort();
    found
}

/// A follower shows another program's entries within half a second and writes nothing.
#[test]
fn a_battle_is_followed() {
    let home = home();
    let save = new(home.path());
    order(home.path(), &save, "note begun");
    let before = all(home.path());
    let mut follower = Session::start(home.path(), &["open", "--follow", &save], (120, 40));
    follower.sees("begun");
    let mut times = Vec::new();
    for n in 0..8 {
        // Each order comes at another moment of the polling interval.
        thread::sleep(Duration::from_millis(37 * n));
        order(home.path(), &save, &format!("note \"number {n} has come\""));
        let written = Instant::now();
        follower.sees(&format!("number {n} has come"));
        times.push(written.elapsed());
    }
    let longest = times.iter().max().expect("there are some");
    println!("seen after {times:?}, at most {longest:?}");
    assert!(*longest < Duration::from_secs(2), "half a second is promised, and {longest:?} is not near it");
    // The follower refuses to write.
    follower.keys(":note mine\r");
    thread::sleep(Duration::from_millis(100));
    follower.keys("\x1b");
    follower.keys("u");
    order(home.path(), &save, "undo 9");
    follower.sees("entry 0");
    follower.keys("q");
    assert_eq!(follower.ends(), 0);
    // A follower alone changes no file.
    let between = all(home.path());
    assert_ne!(before, between, "the other has written");
    let mut follower = Session::start(home.path(), &["open", "--follow", &save], (120, 40));
    follower.sees("entry 0");
    thread::sleep(Duration::from_millis(600));
    follower.keys("q");
    assert_eq!(follower.ends(), 0);
    assert_eq!(all(home.path()), between, "the follower wrote something");
}

/// A save that is open elsewhere opens for watching, with a message, and becomes writable when it is free.
#[test]
fn saves_open_elsewhere_are_followed() {
    let home = home();
    let save = new(home.path());
    let mut writer = Session::start(home.path(), &["open", &save], (120, 40));
    writer.sees("XX Corps");
    let mut other = Session::start(home.path(), &["open", &save], (160, 40));
    let process = writer.child.process_id().expect("it runs");
    other.sees(&format!("it is open elsewhere (process {process}): you can watch it, but not write"));
    other.sees("reload");
    writer.keys(":note first\r");
    writer.sees("“first”");
    other.sees("“first”");
    // The save is still locked.
    other.keys("\x1b[15~");
    other.sees("close it there");
    writer.keys("q");
    assert_eq!(writer.ends(), 0);
    other.keys("\x1b[15~");
    other.sees("reloaded: at entry 1");
    other.keys(":note second\r");
    other.sees("second");
    other.keys("q");
    assert_eq!(other.ends(), 0);
    let text = fs::read_to_string(&save).expect("the save");
    assert!(text.contains("first") && text.contains("second"), "{text}");
    // The start screen does the same.
    let mut writer = Session::start(home.path(), &["open", &save], (120, 40));
    writer.sees("XX Corps");
    let mut menu = Session::start(home.path(), &[], (160, 40));
    menu.sees("Continue");
    menu.keys("\r");
    menu.sees("you can watch it, but not write");
    menu.keys("q");
    assert_eq!(menu.ends(), 0);
    writer.keys("q");
    assert_eq!(writer.ends(), 0);
}

/// A change by another program is not overwritten. The message names a key that reads the file again, and the order
/// line keeps its text.
#[test]
fn changed_files_are_reloaded() {
    let home = home();
    let save = new(home.path());
    // The other program takes no lock: it extends a copy and replaces the save with it.
    let elsewhere = session::home();
    let copy = elsewhere.path().join("copy.ron");
    let mut session = Session::start(home.path(), &["open", &save], (160, 40));
    session.sees("XX Corps");
    session.keys(":note before\r");
    session.sees("before");
    fs::copy(&save, &copy).expect("a copy");
    order(elsewhere.path(), copy.to_str().expect("a path"), "note theirs");
    fs::copy(&copy, &save).expect("laid over");
    let theirs = fs::read(&save).expect("the save");
    session.keys(":note mine\r");
    session.sees("another program changed it");
    session.sees(": note \"mine\"");
    assert_eq!(fs::read(&save).expect("the save"), theirs, "nothing was overwritten");
    session.sees("reload");
    session.keys("\x1b[15~");
    session.sees("reloaded: at entry 2");
    session.sees(": note \"mine\"");
    session.keys("\r");
    session.sees("entry 3");
    session.keys("q");
    assert_eq!(session.ends(), 0);
    let text = fs::read_to_string(&save).expect("the save");
    for word in ["before", "theirs", "mine"] {
        assert_eq!(text.matches(&format!("text: \"{word}\"")).count(), 1, "{word}\n{text}");
    }
}

/// The start screen shows what another program does to the folder of saves, and keeps the chosen save.
#[test]
fn the_list_of_saves_follows_its_folder() {
    let home = home();
    let save = new(home.path());
    let mut menu = Session::start(home.path(), &[], (160, 40));
    menu.sees("0 entries");
    order(home.path(), &save, "note begun");
    menu.sees("1 entry");
    let copy = Path::new(&save).with_file_name("later.ron");
    fs::copy(&save, &copy).expect("a copy");
    menu.sees("Continue: Tannenberg, the first day  (later)");
    menu.sees("▌ Open: Tannenberg, the first day  (tannenberg)");
    fs::remove_file(&save).expect("removed");
    menu.sees("  Continue: Tannenberg, the first day  (later)");
    menu.keys("q");
    assert_eq!(menu.ends(), 0);
}
