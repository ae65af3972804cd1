//! All ways to move on the Review screen: each leads to the state of its entry, none writes, and a search does not
//! block the keys.

use crate::{
    harness::program::{Program, every_key},
    review_screen::{at, reading, review},
};
use proptest::prelude::*;
use std::{fs, path::Path};
use wardiary_app::ReadingStart;
use wardiary_diary::diary::{
    Diary, EntryNo, Record,
    file::{Mode, Save, new_save_text},
    seal::Secret,
};
use wardiary_rules::notation::{Instruction, parse_instruction};

/// A way to move on the screen.
#[derive(Clone, Debug)]
enum Way {
    /// Presses these keys.
    Keys(&'static str),
    /// Goes to the entry of this number.
    To(EntryNo),
    /// Clicks on this column of the strip.
    Strip(u16),
    /// Clicks on this row of the list.
    Row(u16),
    /// Filters the list.
    Filter(&'static str),
}

fn way() -> impl Strategy<Value = Way> {
    const KEYS: [&str; 34] = [
        "l",
        "h",
        "j",
        "k",
        "<right>",
        "<left>",
        "<up>",
        "<down>",
        "]",
        "[",
        ")",
        "(",
        "}",
        "{",
        "J",
        "<alt-j>",
        "\\",
        "n",
        "N",
        "g",
        "G",
        "<alt-right>",
        "<alt-left>",
        "<pagedown>",
        ":turn 2<enter>",
        ":turn 1<enter>",
        ":the second<enter>",
        ":between<enter>",
        "'r<enter>",
        "B<enter>",
        "B<down><enter>",
        "<alt-c><enter><tab><enter>",
        "<alt-c><enter>l<down><enter>",
        "<esc>3",
    ];
    const FILTERS: [&str; 4] = ["kind initiative", "turn 2", "side Russians", "text nowhere"];
    prop_oneof![
        6 => prop::sample::select(KEYS.to_vec()).prop_map(Way::Keys),
        1 => (0..=15u32).prop_map(Way::To),
        1 => (0..120u16).prop_map(Way::Strip),
        1 => (7..26u16).prop_map(Way::Row),
        1 => prop::sample::select(FILTERS.to_vec()).prop_map(Way::Filter),
    ]
}

fn go(program: &mut Program, way: &Way) {
    match way {
        Way::Keys(keys) => drop(program.keys(keys)),
        Way::To(no) => drop(program.keys(&format!(":{no}<enter>"))),
        Way::Strip(column) => drop(program.click(*column, 4).release(*column, 4)),
        Way::Row(row) => drop(program.click(100, *row)),
        Way::Filter(filter) => drop(program.keys(&format!("/<ctrl-u>{filter}<enter>"))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Each way to an entry shows the diary after that entry, and the header names it.
    #[test]
    fn any_way_to_an_entry_leads_to_its_state(ways in prop::collection::vec(way(), 1..30)) {
        let (mut program, _) = review(Some(0));
        for way in &ways {
            go(&mut program, way);
            let screen = program.shows((140, 40));
            let session = program.model.session().expect("a save is open");
            let no = session.entry();
            let then = session.diary().state_at(no);
            prop_assert!(Some(session.state()) == then.as_ref(), "{:?}: it is not entry {}", way, no);
            prop_assert!(no != 0 || screen.contains("The muster") || screen.contains("REVIEW of entry 0"), "{screen}");
            prop_assert!(no == 0 || screen.contains(&format!("entry {no}")), "{:?}: {}", way, screen);
            let told = format!(" Entry {no}");
            prop_assert!(no == 0 || screen.contains(&told), "{:?}: {}", way, screen);
        }
    }
}

/// Keys of the screen and of its overlays, and whether they may write: a remark, a bookmark, a changed entry, or
/// writing on, each confirmed. After leaving the screen the test comes back, because keys at the table write.
const KEYS: [(&str, bool); 56] = [
    ("l", false),
    ("h", false),
    ("j", false),
    ("k", false),
    ("]", false),
    ("[", false),
    (")", false),
    ("(", false),
    ("}", false),
    ("{", false),
    ("J", false),
    ("<alt-j>", false),
    ("\\", false),
    ("n", false),
    ("N", false),
    ("g", false),
    ("G", false),
    ("<alt-right>", false),
    ("<alt-left>", false),
    ("<space>", false),
    ("+", false),
    ("-", false),
    ("<tab>", false),
    ("<enter>", false),
    ("<esc>3", false),
    ("'r<enter>", false),
    ("B<enter>", false),
    ("<alt-c><enter>", false),
    ("c<down><enter><esc>3", false),
    ("c<down><enter>nowhere<enter>", false),
    ("#!<esc>3", false),
    ("*x<esc>3", false),
    ("A<esc>3", false),
    ("K<esc>3", false),
    ("X<esc>3", false),
    ("X<enter><esc>3", true),
    ("W<esc>3", false),
    ("W<down><enter>", false),
    ("/fog<enter>", false),
    ("/kind edna or turn 2<enter>", false),
    ("/<enter>", false),
    (":7<enter>", false),
    (":turn 2<enter>", false),
    (":nowhere<enter>", false),
    ("<pagedown>", false),
    ("3", false),
    ("?<esc>3", false),
    ("1<esc>3", false),
    ("<ctrl-b>", false),
    ("T", false),
    ("M", false),
    ("<down>", false),
    ("#! seen<enter>", true),
    ("*here<enter>", true),
    ("A<enter><enter>", true),
    ("W<enter>3", true),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Without a confirmation the file does not change by a byte.
    #[test]
    fn reading_never_writes(keys in prop::collection::vec(0usize..KEYS.len(), 1..60)) {
        let (mut program, path) = review(None);
        let mut before = fs::read(&path).expect("it is there");
        for (keys, writes) in keys.into_iter().map(|key| KEYS[key]) {
            program.keys(keys);
            program.shows((80, 24));
            let now = fs::read(&path).expect("it is there");
            prop_assert!(writes || now == before, "{} wrote", keys);
            before = now;
        }
    }
}

/// Actions that may write: the key, the input that opens, and an accepted answer. Where the entry can't be changed, no
/// input opens.
const WRITING: [(&str, &str, &str); 7] = [
    ("#", "Remark on entry", "! seen<enter>"),
    ("*", "Bookmark entry", "here<enter>"),
    ("A", "amend 9 to ", "<ctrl-u>amend 9 to note changed<enter><enter>"),
    ("K", "to be corrected on a new branch", "<backspace>6<enter><enter>"),
    ("X", "strike 9", "<enter><enter>"),
    ("W", "Continue from entry", "<enter>"),
    ("I", "what if from 9", "\"no guns\"<enter>"),
];

#[test]
fn each_key_that_writes_asks_first_and_is_answered_with_yes() {
    for (key, opens, answer) in WRITING {
        let (mut program, path) = review(Some(9));
        let before = fs::read(&path).expect("it is there");
        let same = || fs::read(&path).expect("it is there") == before;
        let screen = program.keys(key).shows((120, 40));
        assert!(screen.contains(opens) && same(), "{key} asks: {screen}");
        // Leaving the typed input writes nothing, and the same entry is still on the same screen.
        program.keys("x<esc>").shows((120, 40));
        assert_eq!((at(&program), same()), (9, true), "{key}, answered with no");
        program.rest().keys(key).shows((120, 40));
        for part in answer.split_inclusive('>') {
            program.keys(part).shows((120, 40));
            let screen = program.shows((120, 40));
            assert!(!screen.contains("The save is open for reading") || same(), "{key} asks once more: {screen}");
        }
        assert!(!same(), "{key}, answered with yes: {}", program.shows((120, 40)));
    }
}

/// Keys for an input that could not open are ignored until Esc or a pause. The muster accepts neither remarks nor
/// changes.
#[test]
fn text_for_an_input_that_could_not_open_is_dropped() {
    for key in ["#", "*", "A", "X"] {
        let (mut program, path) = review(Some(0));
        let before = fs::read(&path).expect("it is there");
        program.keys(key).keys("W<enter>*I<enter>#! seen<enter>lG:lose 41st 1<enter>").shows((120, 40));
        assert_eq!((at(&program), fs::read(&path).expect("it is there") == before), (0, true), "{key} at the muster");
        // Esc ends that state and does nothing else. The next key counts.
        let screen = program.keys("<esc>W").shows((120, 40));
        assert!(screen.contains("Continue from the muster"), "{key}: {screen}");
        let screen = program.keys("<esc>").keys(key).rest().keys("l").shows((120, 40));
        assert_eq!(at(&program), 1, "after a pause too: {key}: {screen}");
    }
}

/// A key press: often a key that may write, otherwise a movement, any key, or text with Enter.
fn pressed() -> impl Strategy<Value = String> {
    let writes = prop::sample::select(WRITING.map(|(key, ..)| key.to_string()).to_vec());
    let moves = prop::sample::select(
        ["l", "h", "g", "G", "n", "<alt-left>", "<tab>", "<down>", "<up>", "<backspace>"].to_vec(),
    );
    prop_oneof![
        4 => writes,
        2 => moves.prop_map(String::from),
        3 => prop::sample::select(every_key()),
        3 => Just("<enter>".to_string()),
        1 => Just("<esc>".to_string()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Only Enter writes, and only while a question or an input is open.
    #[test]
    fn writing_waits_for_the_answer_to_the_question(keys in prop::collection::vec(pressed(), 1..50)) {
        let (mut program, path) = review(Some(9));
        let mut before = fs::read(&path).expect("it is there");
        for key in keys {
            let asked = program.shows((120, 40));
            let is_asked = ASKED.iter().any(|question| asked.contains(question));
            program.keys(&key);
            let there = program.model.session().map(|session| session.viewed().path().to_path_buf());
            if there.as_deref() != Some(&*path) {
                // Another save is open, or none.
                return Ok(());
            }
            let now = fs::read(&path).expect("it is there");
            // The order line's key for dice by hand is a choice like Enter, and the save stores it.
            let is_choice = key == "<enter>" && is_asked || key == "<ctrl-t>" && asked.contains("ctrl-t dice by hand");
            prop_assert!(now == before || is_choice, "{} wrote after\n{}", key, asked);
            before = now;
            // At the table a key may write, so the test goes back.
            if !program.shows((120, 40)).contains("REVIEW of entry") {
                program.keys("<esc><esc><esc>3").rest().shows((120, 40));
                before = fs::read(&path).expect("it is there");
            }
        }
    }
}

/// Texts on the screen while a question or an input is open that Enter confirms.
const ASKED: [&str; 6] =
    ["Remark on entry", "Bookmark entry", "Order", "to be corrected on a new branch", "Continue from", " changed ─"];

/// A save with this many notes.
fn notes(path: &Path, entries: u32) {
    let header =
        wardiary_diary::assets::scenario("tannenberg", None, "1914".parse().expect("a seed")).expect("it ships");
    let (mut text, seals) = new_save_text(&header, Secret::fresh().expect("random bytes"));
    let mut chain = seals.chain();
    let mut diary = Diary::new(header).expect("a sound muster");
    for no in 1..=entries {
        let Ok(Instruction::Order(order)) = parse_instruction(&format!("note \"the {no}th\""), diary.state()) else {
            panic!("a note is an order")
        };
        let now = jiff::Timestamp::from_second(1_790_000_000 + i64::from(no)).expect("a time");
        let new = diary.carry_out(order, &mut diary.program_dice(&[]), now).expect("a note is never refused");
        let mut record = Record::Entry(new.entry);
        text.extend([chain.write(&mut record).as_str(), ",\n"]);
        diary.append(record).expect("an entry of its own");
    }
    text.push_str(&chain.closers());
    fs::write(path, text).expect("a file");
}

/// The program indexes and searches a long diary a few entries per frame. Meanwhile keys work, and Esc cancels the
/// search.
#[test]
fn a_search_goes_on_from_frame_to_frame() {
    const ENTRIES: u32 = 3_000;
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("long.ron");
    notes(&path, ENTRIES);
    let mut program = reading(home, &path, ReadingStart::Review(Some(1)));
    let percent = |screen: &str, what: &str| {
        let from = screen.find(what)? + what.len();
        screen[from..].split('%').next()?.parse::<u32>().ok()
    };
    // The index grows by a few entries per frame, and each frame handles a key.
    let (mut frames, mut known) = (0, 0);
    while let Some(now) = percent(&program.shows((120, 40)), "reading the diary: ") {
        assert!(now >= known && now - known <= 2 * 48 * 100 / ENTRIES + 1, "{known} % and then {now} %");
        (known, frames) = (now, frames + 1);
        program.keys("l");
        assert_eq!(at(&program), 1 + frames, "a key is heard");
    }
    assert!(frames > 20, "{frames} frames");
    for (keys, said) in [
        ("/text \"no such thing\" turn 9<enter>", "matches the filter"),
        (":no such thing<enter>", "no bookmark, branch or entry matches"),
    ] {
        let (mut frames, mut known, mut here) = (0, 0, at(&program));
        program.keys(keys);
        while let Some(now) = percent(&program.shows((120, 40)), "searching: ") {
            assert!(now + 1 >= known && now <= known + 2 * 400 * 100 / ENTRIES + 1, "{known} % and then {now} %");
            (known, frames) = (now, frames + 1);
            program.keys("h");
            here -= 1;
            assert_eq!(at(&program), here, "a key is heard");
        }
        assert!(frames >= 4, "{frames} frames for {keys}");
        let screen = program.shows((120, 40));
        assert!(program.model.notice().is_some_and(|notice| notice.text.contains(said)), "{screen}");
        // A cancelled search reports nothing and moves nowhere.
        program.keys(keys).shows((120, 40));
        program.keys("<esc>").shows((120, 40));
        for _ in 0..30 {
            let screen = program.shows((120, 40));
            assert!(!screen.contains("searching: ") && !screen.contains(said), "{screen}");
        }
        assert_eq!(at(&program), here);
    }
    // A late match is found too.
    program.keys("g:the 2987th<enter>");
    for _ in 0..30 {
        program.shows((120, 40));
    }
    assert_eq!(at(&program), 2_987);
    drop(Save::open(&path, Mode::Read).expect("it opens"));
}
