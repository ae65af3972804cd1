//! A watcher of a save reads only its new lines, and always reaches the same diary as a fresh read of the whole.

use std::{fs, path::Path, thread, time::Duration};
use wardiary_base::dice::source::Seed;
use wardiary_diary::diary::{
    Record,
    file::{CatchUp, FileError, Mode, Save},
    watch::Watch,
};
use wardiary_harness_diary::{campaign, game::Game};
use wardiary_rules::order::Order;

/// A game of random orders, with undo, branches, what-ifs, amended and struck entries.
fn game(book: usize, records: usize) -> Game {
    let seed: Seed = format!("{:x}", book + 77).parse().expect("a seed");
    let mut game = Game::new(book);
    for step in 0u32.. {
        if game.lines.len() >= records {
            break;
        }
        let bytes = [seed.nonce(2 * step), seed.nonce(2 * step + 1)].concat();
        let numbers: Vec<u16> = bytes.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        game.step(&numbers);
    }
    game
}

/// Catches up, and compares with a fresh read.
fn catches_up(watcher: &mut Save, path: &Path) -> CatchUp {
    let caught = watcher.catch_up(Watch::none()).unwrap_or_else(|failure| panic!("{failure}"));
    let fresh = Save::open(path, Mode::Read).expect("it opens");
    assert_eq!(format!("{:?}", watcher.diary()), format!("{:?}", fresh.diary()));
    assert!(watcher.is_following());
    caught
}

/// Waits until the time stamp of a file changes: a watched file is compared by time too, and the clock is coarse.
fn a_tick_later() {
    thread::sleep(Duration::from_millis(12));
}

#[test]
fn every_step_of_a_game_is_read_on() {
    reads_on(25);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn every_step_of_a_long_game_is_read_on() {
    reads_on(70);
}

/// Reads a game of this many records step by step, under each rulebook.
fn reads_on(records: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut kinds = [0; 3];
    for book in 0..campaign::BOOKS.len() {
        let game = game(book, records);
        let path = folder.path().join(format!("{book}.ron"));
        fs::write(&path, game.text_after(0)).expect("written");
        let mut watcher = Save::open(&path, Mode::Read).expect("it opens");
        for many in 1..=game.lines.len() {
            fs::write(&path, game.text_after(many)).expect("written");
            assert_eq!(
                catches_up(&mut watcher, &path),
                CatchUp::NewLines,
                "line {many} of book {book}: {}",
                game.lines[many - 1]
            );
            let kind = ["Entry", "Head", "Batch"].iter().position(|kind| game.lines[many - 1].starts_with(kind));
            kinds[kind.expect("it is one of these")] += 1;
        }
        assert_eq!(watcher.diary().entries(), game.diary.entries());
        assert_eq!(catches_up(&mut watcher, &path), CatchUp::Unchanged);
    }
    assert!(kinds.iter().all(|many| *many > 0), "not every kind of record: {kinds:?}");
}

/// A line can reach the disk in any number of pieces.
#[test]
fn a_line_in_pieces_is_read_when_it_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = game(0, 12);
    let (path, text) = (folder.path().join("mine.ron"), game.text());
    let last = game.text_after(game.lines.len() - 1);
    let last = last.len() - game.closers[game.lines.len() - 1].len();
    fs::write(&path, &text[..last]).expect("written");
    let mut watcher = Save::open(&path, Mode::Read).expect("it opens");
    for end in last..=text.len() {
        fs::write(&path, &text[..end]).expect("written");
        catches_up(&mut watcher, &path);
    }
    assert_eq!(watcher.diary().entries(), game.diary.entries());
    // Zeros of a power cut, and their repair.
    fs::write(&path, [text.as_bytes(), &[0; 100]].concat()).expect("written");
    catches_up(&mut watcher, &path);
    a_tick_later();
    fs::write(&path, &text).expect("written");
    catches_up(&mut watcher, &path);
}

/// A save whose first entry was written in another hour.
fn hour_changed(text: &str) -> String {
    let entry = text.find("Entry(").expect("an entry");
    let at = entry + text[entry..].find("at: \"").expect("its time") + "at: \"2026-11-21T1".len();
    let digit = if &text[at..=at] == "1" { "2" } else { "1" };
    format!("{}{digit}{}", &text[..at], &text[at + 1..])
}

/// A change further up is noticed, even if the file keeps its length or grows by a valid line.
#[test]
fn edits_underneath_are_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = game(1, 20);
    let (path, before) = (folder.path().join("mine.ron"), game.text());
    fs::write(&path, &before).expect("written");
    let mut watcher = Save::open(&path, Mode::Read).expect("it opens");
    let edited = hour_changed(&before);
    assert_eq!(edited.len(), before.len());
    let change = |text: &str| {
        a_tick_later();
        fs::write(&path, text).expect("written");
    };
    change(&edited);
    assert_eq!(catches_up(&mut watcher, &path), CatchUp::Reread, "in place");
    assert_eq!(watcher.seals().changed_by_hand().len(), 1);
    change(&before);
    assert_eq!(catches_up(&mut watcher, &path), CatchUp::Reread, "and back");
    game.record(Record::head(game.diary.undo_target(1).expect("there is an entry")));
    change(&hour_changed(&game.text()));
    assert_eq!(catches_up(&mut watcher, &path), CatchUp::Reread, "with a line more");
    assert_eq!(watcher.seals().changed_by_hand().len(), 1);
    // Another file in its place, as an editor leaves it.
    let beside = folder.path().join("beside.ron");
    fs::write(&beside, game.text()).expect("written");
    fs::rename(&beside, &path).expect("it goes over");
    assert_eq!(catches_up(&mut watcher, &path), CatchUp::Reread, "another file");
    // If the file is unreadable for a while, the diary stays the same, and the error is reported once.
    let spoilt = before.replacen("Entry(no: 3,", "Entry(no: 4,", 1);
    assert_ne!(spoilt, before);
    let entries = watcher.diary().entries().len();
    change(&spoilt);
    watcher.catch_up(Watch::none()).expect_err("it makes no sense");
    assert_eq!(watcher.catch_up(Watch::none()).ok(), Some(CatchUp::Unchanged), "it has not changed since");
    assert_eq!(watcher.diary().entries().len(), entries);
    fs::remove_file(&path).expect("it goes");
    assert_eq!(watcher.catch_up(Watch::none()).ok(), Some(CatchUp::Unchanged), "there is no file just now");
    fs::write(&path, &before).expect("written");
    assert_eq!(catches_up(&mut watcher, &path), CatchUp::Reread, "mended");
    // The last line loses its comma, and gets it back with another line after it.
    change(&before.replace(",\n],", "],"));
    catches_up(&mut watcher, &path);
    change(&game.text());
    catches_up(&mut watcher, &path);
    assert_eq!(watcher.diary().entries(), game.diary.entries());
}

/// A read-only save is locked for a moment, reads the new lines, and is unlocked again.
#[test]
fn a_reader_writes_for_a_moment() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.ron");
    fs::write(&path, game(0, 12).text_after(0)).expect("written");
    let lock = |save: &mut Save| save.lock(Duration::ZERO, Watch::none());
    let note = |save: &mut Save| {
        let order = Order::Note { text: "a note".into() };
        let mut dice = save.diary().program_dice(&[]);
        save.submit(order, &mut dice, jiff::Timestamp::UNIX_EPOCH).expect("it is written");
    };
    let opened = || Save::open(&path, Mode::Read).expect("it opens");
    let (mut one, mut other) = (opened(), opened());
    for (round, new) in [(0, CatchUp::Unchanged), (1, CatchUp::NewLines), (2, CatchUp::NewLines)] {
        assert_eq!(lock(&mut one).expect("it is free"), new, "{round}");
        note(&mut one);
        assert!(one.is_writable() && matches!(lock(&mut other), Err(FileError::Locked { .. })), "{round}");
        one.unlock();
        assert!(!one.is_writable() && one.is_following(), "{round}");
        assert_eq!(lock(&mut other).expect("it is free"), CatchUp::NewLines, "{round}");
        note(&mut other);
        note(&mut other);
        other.unlock();
        catches_up(&mut other, &path);
    }
    // A save whose end must be repaired is read from the start.
    let text = fs::read_to_string(&path).expect("read");
    fs::write(&path, &text[..text.trim_end().len() - 60]).expect("written");
    assert_eq!(lock(&mut one).expect("it is mended"), CatchUp::Reread);
    note(&mut one);
    one.unlock();
    assert!(Save::open(&path, Mode::Write).is_ok());
}
