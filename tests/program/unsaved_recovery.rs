//! Another program replaces the save: everything that was shown is in a file afterwards, and the message names the
//! file.

use crate::harness::session::{Session, home};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};
use wardiary_diary::diary::file::{Mode, Save};
use wardiary_rules::order::Order;

const F5: &str = "\x1b[15~";
const DOWN: &str = "\x1b[B";

/// The notes in a save, which verifies.
fn notes(path: &Path) -> Vec<String> {
    let save = Save::open(path, Mode::Read).unwrap_or_else(|e| panic!("{e}"));
    assert!(save.notices().is_empty(), "{:?}", save.notices());
    let notes = save.diary().entries().iter().filter_map(|entry| match &entry.order {
        Order::Note { text } => Some(text.to_string()),
        _ => None,
    });
    notes.collect()
}

/// A session that has shown two notes, and an older file without the second.
struct Shown {
    home: tempfile::TempDir,
    save: PathBuf,
    ours: PathBuf,
    older: PathBuf,
    session: Session,
}

fn shown() -> Shown {
    let home = home();
    let save = home.path().join("mine.ron");
    let header =
        wardiary_diary::assets::scenario("tannenberg", None, "1914".parse().expect("a seed")).expect("it ships");
    drop(Save::create(&save, header).expect("a save"));
    fs::set_permissions(&save, fs::Permissions::from_mode(0o600)).expect("its mode");
    let session = Session::start(home.path(), &["open", save.to_str().expect("a path")], (160, 40));
    session.sees("XX Corps");
    session.keys(":note one\r");
    session.sees("“one”");
    let older = home.path().join("older.ron");
    fs::copy(&save, &older).expect("a copy");
    session.keys(":note two\r");
    session.sees("“two”");
    Shown { ours: home.path().join("mine.ours-1.ron"), home, save, older, session }
}

/// An order is refused, because another program replaced the save.
fn refuses(session: &Session, note: &str) {
    session.keys(&format!(":note {note}\r"));
    session.sees("another program changed it");
}

/// The program says it without an order.
#[test]
fn a_replaced_save_is_reported_at_once() {
    let mut shown = shown();
    fs::rename(&shown.older, &shown.save).expect("replaced");
    shown.session.sees("another program changed it");
    shown.session.sees("the entries that it lacks are kept in");
    assert!(shown.ours.exists());
    leaves(&mut shown.session);
}

#[test]
fn a_deleted_save_is_reported_at_once() {
    let mut shown = shown();
    fs::remove_file(&shown.save).expect("removed");
    shown.session.sees("the file is gone");
    shown.session.keys("q");
    shown.session.sees("the entries that it lacks are kept in");
    leaves(&mut shown.session);
}

fn leaves(session: &mut Session) {
    session.keys("q");
    assert_eq!(session.ends(), 0);
}

fn put_folder(save: &Path) {
    fs::remove_file(save).and_then(|()| fs::create_dir(save)).expect("a folder");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

/// The steps of an attack: an older file in the save's place, a refused order, F5.
#[test]
fn an_older_file_in_its_place_takes_nothing_away() {
    let Shown { home: _home, save, ours, older, mut session, .. } = shown();
    fs::rename(&older, &save).expect("laid over");
    refuses(&session, "three");
    session.sees("mine.ours-1.ron");
    assert_eq!(notes(&ours), ["one", "two"], "it is kept as soon as it is known");
    session.keys(F5);
    session.sees("entry 2 would be lost");
    session.sees("put mine back");
    session.keys("\r");
    session.sees("the whole save is back in its file");
    assert_eq!(notes(&save), ["one", "two"]);
    assert_eq!(notes(&save.with_file_name("mine.ron.before-ours-1")), ["one"], "and what was there is kept");
    session.sees(": note \"three\"");
    session.keys("\r");
    session.sees("entry 3");
    leaves(&mut session);
    assert_eq!(notes(&save), ["one", "two", "three"]);
}

#[test]
fn the_older_file_can_be_taken_and_what_it_lacks_is_kept() {
    let Shown { home: _home, save, ours, older, mut session, .. } = shown();
    fs::rename(&older, &save).expect("laid over");
    refuses(&session, "three");
    session.keys(&format!("{F5}{DOWN}\r"));
    session.sees("reloaded: at entry 1");
    session.sees("the entries that it lacks are kept in");
    session.keys("\x03");
    leaves(&mut session);
    assert_eq!((notes(&save), notes(&ours)), (vec!["one".to_string()], vec!["one".to_string(), "two".to_string()]));
}

#[test]
fn another_save_in_its_place_is_read_and_what_was_here_is_kept() {
    let Shown { home: _home, save, ours, older, mut session, .. } = shown();
    let mut theirs = Save::open(&older, Mode::Write).expect("it opens");
    let mut dice = theirs.diary().program_dice(&[]);
    let order = Order::Note { text: "theirs".into() };
    theirs.submit(order, &mut dice, jiff::Timestamp::UNIX_EPOCH).expect("a note");
    drop(theirs);
    fs::copy(&older, &save).expect("laid over");
    refuses(&session, "three");
    session.keys(F5);
    session.sees("reloaded: at entry 2; the file was replaced");
    session.sees("mine.ours-1.ron");
    session.keys("\x03");
    leaves(&mut session);
    assert_eq!(
        (notes(&save), notes(&ours)),
        (vec!["one".into(), "theirs".into()], vec!["one".to_string(), "two".into()])
    );
}

#[test]
fn nobody_leaves_with_entries_that_are_in_no_file() {
    type Act = fn(&Path);
    let table: &[(&str, Act)] = &[
        ("deleted", |save| fs::remove_file(save).expect("removed")),
        ("emptied", |save| fs::write(save, "").expect("written")),
        ("a folder", put_folder),
        ("other text", |save| fs::write(save, "Dear diary").expect("written")),
    ];
    for (what, act) in table {
        let Shown { home: _home, save, ours, mut session, .. } = shown();
        act(&save);
        if *what == "deleted" {
            session.sees("the file is gone");
        }
        session.keys("q");
        session.sees("the entries that it lacks are kept in");
        session.sees("mine.ours-1.ron");
        assert_eq!(notes(&ours), ["one", "two"], "{what}");
        session.keys("q");
        assert_eq!(session.ends(), 0, "{what}");
    }
}

#[test]
fn a_missing_file_is_restored_or_continued_elsewhere() {
    let Shown { home: _home, save, mut session, .. } = shown();
    fs::remove_file(&save).expect("removed");
    session.keys(":note three\r");
    session.sees("the file is gone");
    session.keys(F5);
    session.sees("The file can't be read any more");
    session.keys("\r");
    session.sees("the whole save is back in its file");
    session.keys("\r");
    session.sees("entry 3");
    // An emptied file: the same, and the empty file is kept.
    fs::write(&save, "").expect("emptied");
    refuses(&session, "four");
    session.keys(&format!("{F5}\r"));
    session.sees("its other content is kept in");
    session.keys("\r");
    session.sees("entry 4");
    assert_eq!(notes(&save), ["one", "two", "three", "four"]);
    // A folder in the save's place is renamed.
    put_folder(&save);
    fs::write(save.join("inside"), "theirs").expect("a file in it");
    refuses(&session, "five");
    session.keys(&format!("{F5}\r"));
    session.sees("mine.ron.before-ours-2");
    assert_eq!(fs::read_to_string(save.with_file_name("mine.ron.before-ours-2/inside")).expect("it is kept"), "theirs");
    assert_eq!(notes(&save), ["one", "two", "three", "four"]);
    session.keys("\r");
    session.sees("entry 5");
    // The user continues in the recovered file.
    put_folder(&save);
    refuses(&session, "six");
    session.keys(&format!("{F5}{DOWN}\r"));
    session.sees("continuing in ");
    session.keys("\r");
    session.sees("entry 6");
    // The user saves under another name.
    session.keys("\x13");
    session.sees("Save as");
    session.keys("\x15elsewhere\r");
    session.sees("elsewhere.ron, and continuing there");
    session.keys(":note seven\r");
    session.sees("entry 7");
    leaves(&mut session);
    let seven = ["one", "two", "three", "four", "five", "six", "seven"];
    assert_eq!(notes(&save.with_file_name("elsewhere.ron")), seven);
    let kept = |number: u32| save.with_file_name(format!("mine.ours-{number}.ron"));
    let last = (1..9).map(kept).take_while(|path| path.exists()).last().expect("it was kept");
    assert_eq!(notes(&last), seven[..6]);
}

#[test]
fn copies_under_another_name_have_the_permissions_of_the_save() {
    let Shown { home: _home, save, mut session, .. } = shown();
    session.keys("\x13");
    session.sees("Save as");
    session.keys("\x15elsewhere\r");
    session.sees("elsewhere.ron, and continuing there");
    leaves(&mut session);
    assert_eq!(mode(&save.with_file_name("elsewhere.ron")), 0o600);
}

/// A restored or recovered save has the permissions of the original, whatever is at its name by then.
#[test]
fn restored_files_have_the_permissions_of_the_save() {
    let Shown { home, save, older, mut session, .. } = shown();
    fs::remove_file(&save).expect("removed");
    session.keys(":note three\r");
    session.sees("the file is gone");
    session.keys(&format!("{F5}\r"));
    session.sees("the whole save is back in its file");
    session.keys("\r");
    session.sees("entry 3");
    assert_eq!(mode(&save), 0o600, "where there was no file");
    fs::set_permissions(&older, fs::Permissions::from_mode(0o644)).expect("its mode");
    fs::rename(&older, &save).expect("renamed");
    refuses(&session, "four");
    session.keys(&format!("{F5}\r"));
    session.sees("its other content is kept in");
    session.keys("\r");
    session.sees("entry 4");
    assert_eq!(mode(&save), 0o600, "where there was another's");
    assert_eq!(mode(&save.with_file_name("mine.ron.before-ours-1")), 0o644, "that other's copy");
    put_folder(&save);
    fs::set_permissions(&save, fs::Permissions::from_mode(0o755)).expect("its mode");
    refuses(&session, "five");
    session.keys(&format!("{F5}{DOWN}\r"));
    session.sees("continuing in ");
    session.keys("\rq");
    assert_eq!(session.ends(), 0);
    let ours = |number: u32| home.path().join(format!("mine.ours-{number}.ron"));
    let kept: Vec<u32> = (1..9).map(ours).take_while(|path| path.exists()).map(|path| mode(&path)).collect();
    assert!(!kept.is_empty() && kept.iter().all(|mode| *mode == 0o600), "{kept:?}");
}
