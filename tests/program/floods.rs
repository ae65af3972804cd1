//! Floods: keys, mouse events and pastes in any order, on a terminal of any size. No die is rolled twice, nothing is
//! lost, and the file matches the screen.

use crate::harness::program::Program;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;
use std::collections::BTreeSet;
use wardiary_app::apply_effects;
use wardiary_diary::diary::file::{Mode, Save};
use wardiary_harness_rules::case_sample::{case_count, sample};

/// An event of a terminal.
#[derive(Clone, Debug)]
enum Sent {
    Key(KeyCode, KeyModifiers),
    Mouse(MouseEventKind, u16, u16),
    Paste(String),
    Resize(u16, u16),
    Focus(bool),
    /// Draws a frame. Several events may come before a frame.
    Frame,
    /// No event for a while.
    Rest,
}

fn sent() -> impl Strategy<Value = Sent> {
    let named = prop::sample::select(vec![
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Backspace,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::F(1),
    ]);
    let held = prop::sample::select(vec![KeyModifiers::NONE, KeyModifiers::CONTROL, KeyModifiers::ALT]);
    let mouse = prop::sample::select(vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::ScrollDown,
        MouseEventKind::ScrollUp,
        MouseEventKind::Down(MouseButton::Right),
    ]);
    let order = prop::sample::select(vec![
        "scrud \"XX Corps\" v \"XIII Corps\"",
        "initiative",
        "first Germans",
        "note x",
        "6 5 4 3 2 1",
        "undo 2",
        "\u{1b}[2J\u{7}",
    ]);
    prop_oneof![
        6 => named.prop_map(|code| Sent::Key(code, KeyModifiers::NONE)),
        6 => "[a-zA-Z0-9:/?.,<>+=\\[\\]{} -]".prop_map(|c| {
            let c = c.chars().next().expect("a character");
            let shift = if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
            Sent::Key(KeyCode::Char(c), shift)
        }),
        1 => ("[a-z]", held).prop_map(|(c, held)| Sent::Key(KeyCode::Char(c.chars().next().expect("one")), held)),
        3 => (mouse, 0u16..140, 0u16..50).prop_map(|(kind, x, y)| Sent::Mouse(kind, x, y)),
        2 => order.prop_map(|text| Sent::Paste(text.into())),
        1 => any::<String>().prop_map(Sent::Paste),
        1 => (1u16..=500, 1u16..=200).prop_map(|(width, height)| Sent::Resize(width, height)),
        2 => Just(Sent::Resize(120, 40)),
        1 => any::<bool>().prop_map(Sent::Focus),
        6 => Just(Sent::Frame),
        1 => Just(Sent::Rest),
    ]
}

/// Sends the event to the program and applies its effects, except quitting.
fn send(program: &mut Program, sent: Sent) {
    let event = match sent {
        Sent::Key(code, held) => Event::Key(KeyEvent::new(code, held)),
        Sent::Mouse(kind, column, row) => Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }),
        Sent::Paste(text) => Event::Paste(text),
        Sent::Resize(width, height) => Event::Resize(width, height),
        Sent::Focus(true) => Event::FocusGained,
        Sent::Focus(false) => Event::FocusLost,
        Sent::Rest => {
            program.rest();
            return;
        }
        Sent::Frame => {
            let size = (program.model.size.width, program.model.size.height);
            program.draw(size);
            return;
        }
    };
    let effects = wardiary_app::handle_event(&mut program.model, event);
    apply_effects(&mut program.model, effects);
}

/// The entries of a save: numbers, orders, dice.
fn entries(save: &Save) -> Vec<String> {
    save.diary().entries().iter().map(|entry| format!("{} {:?} {:?}", entry.no, entry.order, entry.dice)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: case_count(8, 32), max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn input_floods_roll_once_and_lose_nothing(flood in prop::collection::vec(sent(), 1..120)) {
        let mut program = Program::with("tannenberg");
        program.model.settings.flourish = true;
        program.draw((120, 40));
        let path = program.save().path().to_path_buf();
        let mut before: Vec<String> = Vec::new();
        for sent in flood {
            send(&mut program, sent);
            // The user may be at the start screen, or in another save.
            let Some(session) = program.model.session().filter(|session| session.viewed().path() == path) else { break };
            let now = entries(session.save());
            prop_assert!(now.starts_with(&before), "an entry changed or went");
            before = now;
        }
        // The file matches the screen, and the program used no die of its stream twice.
        let disk = Save::open(&path, Mode::Read).expect("it reads");
        prop_assert_eq!(entries(&disk), before);
        let numbers: Vec<u32> = disk.diary().entries().iter().map(|entry| entry.no).collect();
        prop_assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len());
        let found = wardiary_diary::diary::verify::verify(disk.diary(), disk.seals(), wardiary_diary::diary::watch::Watch::none());
        prop_assert!(found.is_ok_and(|found| found.differences.is_empty()), "verified");
    }
}

/// Draws every screen at many sizes, from a single cell to more than any screen has.
#[test]
fn any_size_is_drawn() {
    let mut program = Program::with("tannenberg");
    // Fills the panes of the Luck screen and of the service records.
    program.keys(":scrud Germans v Russians<enter>:note one<enter>");
    for (at, keys) in ["", "2", "3", "4", "5", "6", "7", "?", ":scrud "].into_iter().enumerate() {
        program.keys(keys);
        let sizes =
            (1..=500u16).step_by(41).flat_map(|width| (1..=200u16).step_by(23).map(move |height| (width, height)));
        let limits = [(1, 1), (60, 20), (59, 20), (60, 19), (500, 1), (1, 200)];
        // Each size on at least one screen, the limits on every screen.
        for size in sample(sizes.chain([(500, 200)]), at, 9).chain(limits) {
            program.draw(size);
        }
        program.keys("<esc><esc>");
    }
}

#[cfg(unix)]
mod in_a_terminal {
    use crate::harness::{
        call::{Home, as_str},
        session::Session,
    };
    use std::time::Duration;

    /// Thousands of keys, mouse reports and pastes while the terminal changes its size: the program is ready at once
    /// afterwards, and the save is intact.
    #[test]
    fn a_flood_is_over_when_it_is_over() {
        let home = Home::new();
        let save = home.tannenberg("flood");
        let mut session = Session::start(&home.path(""), &["open", as_str(&save)], (120, 40));
        session.sees("XX Corps");
        for round in 0..8u16 {
            let keys = "jk\t[]35\x1b\x1b".repeat(30);
            session.keys(&keys);
            let mice: String = (0..200)
                .map(|at| format!("\x1b[<{};{};{}M", [0, 64, 65][at % 3], at % 120, at % 40))
                .collect::<Vec<_>>()
                .concat();
            session.keys(&mice);
            session.keys("\x1b\x1b\x1b");
            session.keys(&format!("\x1b[200~note \"round {round} {}\"\x1b[201~", "x".repeat(500)));
            session.keys("\x1b\x1b");
            session.resize(1 + round * 71, 1 + round * 28);
            session.keys("\x1b[O\x1b[I");
        }
        session.resize(120, 40);
        session.keys("\x1b\x1b\x1b\x1b");
        std::thread::sleep(Duration::from_millis(700));
        session.keys("1");
        session.keys(":note \"dry again\"\r");
        session.sees("“dry again”");
        session.keys("\x03");
        if session.child.try_wait().expect("a child").is_none() {
            session.keys("q");
        }
        session.ends();
        assert!(home.run(&["verify", as_str(&save)]).done().out.contains("no line was changed"));
    }
}
