//! All parsers of text from outside. They return without a panic for any input, and write accepted input so that it
//! reads back. `fuzz/run` searches with coverage of the program's own code. `cargo test` here replays the corpus and a
//! little random text.

use bolero::check;
use jiff::Timestamp;
use std::{
    path::Path,
    sync::{Arc, LazyLock},
};
use wardiary_app::{keymap::Keymap, settings::Settings};
use wardiary_base::{
    book::Rulebook,
    dice::source::SeededDice,
    document::{to_line, to_lines},
};
use wardiary_diary::{
    assets::{
        self, Shipped,
        roster::{self, TableOptions},
    },
    diary::{
        Diary,
        file::{self, Mode, Save},
    },
};
use wardiary_harness_diary::{campaign, memory_disk::MemoryDisk};
use wardiary_rules::{
    notation::{self, Instruction, completions, order_text, parse_instruction, roll_text},
    order::Order,
    rules,
    state::State,
};
use wardiary_view::theme::Theme;

/// Longer texts only take longer to run.
const LONGEST: usize = 16_384;

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

fn book() -> &'static Arc<Rulebook> {
    static BOOK: LazyLock<Arc<Rulebook>> =
        LazyLock::new(|| assets::rulebook("campaign", None).expect("it ships, and a test loads it"));
    &BOOK
}

/// A save that opens can be appended to, and opens again with all its entries.
#[test]
fn save() {
    check!(name = "save").with_max_len(LONGEST).for_each(|bytes| {
        let path = Path::new("fuzzed.ron");
        let Ok(loaded) = file::load(bytes) else { return };
        let disk = Arc::new(MemoryDisk::with(path, bytes));
        let mut save = Save::open_on(disk.clone(), path, Mode::Write).expect("it has just been loaded");
        assert_eq!(save.diary().entries(), loaded.diary.entries());
        assert_eq!(save.diary().state(), loaded.diary.state());
        let note = Order::Note { text: "written on".into() };
        let mut dice = save.diary().program_dice(&[]);
        if save.submit(note, &mut dice, Timestamp::UNIX_EPOCH).is_err() {
            return;
        }
        let written = save.diary().clone();
        drop(save);
        let again = Save::open_on(disk, path, Mode::Read).expect("what was written on opens");
        assert_eq!(again.diary().entries(), written.entries());
        assert_eq!(again.diary().head(), written.head());
        assert_eq!(again.diary().state(), written.state());
    });
}

/// A valid rulebook is written as text and reads back unchanged.
#[test]
fn rulebook() {
    check!(name = "rulebook").with_max_len(LONGEST).for_each(|bytes| {
        let Some(Ok(book)) = text(bytes).map(|text| assets::read_rulebook(text, None)) else { return };
        let written = to_lines(&book.to_draft(), 2);
        match assets::read_rulebook(&written, None) {
            Ok(again) => assert_eq!(again, book, "{written}"),
            Err(problems) => panic!("{problems:?}\n{written}"),
        }
    });
}

/// A valid scenario begins a campaign, and its save opens.
#[test]
fn scenario() {
    check!(name = "scenario").with_max_len(LONGEST).for_each(|bytes| {
        let Some(Ok((scenario, book))) = text(bytes).map(|text| assets::read_scenario(text, None)) else { return };
        let header = wardiary_diary::diary::Header {
            title: scenario.title,
            seed: "1914".parse().expect("a seed"),
            book,
            muster: scenario.muster,
        };
        let diary = Diary::new(header).unwrap_or_else(|faults| panic!("it was checked: {faults:?}"));
        let (above, seals) = file::new_save_text(diary.header(), String::from("1914").into());
        let written = above + &seals.chain().closers();
        match file::load(written.as_bytes()) {
            Ok(loaded) => assert_eq!(loaded.diary.state(), diary.state(), "{written}"),
            Err(stop) => panic!("{:?}\n{written}", stop.problems),
        }
    });
}

#[test]
fn keys() {
    check!(name = "keys").with_max_len(LONGEST).for_each(|bytes| {
        if let Some(text) = text(bytes) {
            let _ = Keymap::shipped().override_with(text);
        }
    });
}

#[test]
fn theme() {
    check!(name = "theme").with_max_len(LONGEST).for_each(|bytes| {
        if let Some(text) = text(bytes) {
            let _ = Theme::parse(text);
            let _ = Settings::parse(text, &[]);
        }
    });
}

/// A valid table of units begins a campaign, and the table written from that campaign is equal.
#[test]
fn table() {
    check!(name = "table").with_max_len(LONGEST).for_each(|bytes| {
        let options = TableOptions { strength_per: Some(1), ..TableOptions::new("Fuzzed", book()) };
        let Ok(read) = roster::read(bytes, &options) else { return };
        let state = read.muster.check(book()).unwrap_or_else(|faults| panic!("it was checked: {faults:?}"));
        let written = roster::write(&state);
        let again = roster::read(written.as_bytes(), &options);
        let again = again.unwrap_or_else(|faults| panic!("{faults:?}\n{written}"));
        let again = again.muster.check(book()).unwrap_or_else(|faults| panic!("{faults:?}\n{written}"));
        assert_eq!(roster::write(&again), written);
    });
}

/// A valid roll is written as text and reads back unchanged.
#[test]
fn roll() {
    check!(name = "roll").with_max_len(512).for_each(|bytes| {
        let Some(text) = text(bytes) else { return };
        let Ok(roll) = notation::parse_roll(text, book(), &Shipped) else { return };
        let written = roll_text(&roll, book());
        match notation::parse_roll(&written, book(), &Shipped) {
            Ok(again) => assert_eq!(again, roll, "{written}"),
            Err(e) => panic!("{e:?}\n{written}"),
        }
    });
}

/// The input is a script: the first byte of its first line chooses the campaign, and each further line is an order.
/// Completion works in every state. Each order's text reads back as the same order, and then the order is carried out.
#[test]
fn orders() {
    static FIELDS: LazyLock<Vec<State>> = LazyLock::new(|| {
        let awkward = (0..campaign::BOOKS.len()).map(campaign::header);
        let stacks = assets::scenario("garrison", None, "1914".parse().expect("a seed")).expect("it ships");
        let headers = awkward.chain([stacks]);
        headers.map(|header| Diary::new(header).expect("it stands").state().clone()).collect()
    });
    check!(name = "orders").with_max_len(2048).for_each(|bytes| {
        let Some((which, script)) = text(bytes).and_then(|text| text.split_once('\n')) else { return };
        let which = usize::from(which.bytes().next().unwrap_or_default());
        let mut state = FIELDS[which % FIELDS.len()].clone();
        for line in script.lines().take(24) {
            let _ = completions(line, &state);
            let Ok(Instruction::Order(order)) = parse_instruction(line, &state) else { continue };
            let written = order_text(&state, &order);
            match parse_instruction(&written, &state) {
                Ok(Instruction::Order(again)) => assert_eq!(to_line(&again), to_line(&order), "{line}\n{written}"),
                other => panic!("{line}\n{written}\n{other:?}"),
            }
            carry_out(&mut state, &order);
        }
    });
}

fn carry_out(state: &mut State, order: &Order) {
    let mut dice = SeededDice { seed: "1914".parse().expect("a seed"), next: 0 };
    let Ok(done) = rules::carry_out(state.clone(), order, &mut dice) else { return };
    for event in &done.result.events {
        assert_eq!(state.apply(event), Ok(()), "{order:?}: {event:?}");
    }
}
