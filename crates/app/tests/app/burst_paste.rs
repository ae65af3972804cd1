//! Text that is pasted without bracketed paste.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::time::{Duration, Instant};
use wardiary_app::parts::{BurstPaste, InputEvent};

fn keys(text: &str) -> Vec<InputEvent> {
    let key = |c| match c {
        '\r' => KeyEvent::from(KeyCode::Enter),
        '\x1b' => KeyCode::Esc.into(),
        '\0' => KeyEvent::new(KeyCode::Char(' '), KeyModifiers::CONTROL),
        c if c.is_uppercase() => KeyEvent::new(KeyCode::Char(c), KeyModifiers::SHIFT),
        c => KeyCode::Char(c).into(),
    };
    text.chars().map(|c| InputEvent::Event(Event::Key(key(c)))).collect()
}

/// The events of text that arrives in these pieces, each this many milliseconds after the one before.
fn received(pieces: &[(&str, u64)]) -> Vec<InputEvent> {
    let mut paste = BurstPaste::default();
    let mut at = Instant::now();
    let mut all = Vec::new();
    for (piece, after) in pieces {
        at += Duration::from_millis(*after);
        all.extend(paste.receive(keys(piece), at));
    }
    all.extend(paste.take());
    all
}

#[test]
fn several_lines_at_once_are_pasted_and_keys_are_keys() {
    let pasted = |text: &str| vec![InputEvent::Event(Event::Paste(text.into()))];
    let first_line = |text: &str| keys(text).into_iter().chain([InputEvent::KeysLeftOut]).collect::<Vec<_>>();
    for (pieces, expected) in [
        (&[("note \"a\"\rundo\r", 0)][..], pasted("note \"a\"\nundo\n")),
        // In pieces that end within a line or at its end, or that are short.
        (&[("note \"a\"\rnote", 0), (" \"b\"\r", 9)], pasted("note \"a\"\nnote \"b\"\n")),
        (&[("note \"a\"\r", 0), ("u", 9), ("ndo\r", 9)], pasted("note \"a\"\nundo\n")),
        (&[("p\rp\rp\r", 0)], pasted("p\np\np\n")),
        // One line, a second line later, keys pressed fast over a slow line, and keys that are not text.
        (&[("note \"a\"\r", 0)], keys("note \"a\"\r")),
        (&[("note \"a\"\r", 0), ("note \"b\"\r", 60)], keys("note \"a\"\rnote \"b\"\r")),
        (&[("e3\r", 0), ("ll\r", 9), ("\rjj", 9)], keys("e3\rll\r\rjj")),
        (&[("jjjjjjjjjjjj", 0), ("\r", 9)], keys("jjjjjjjjjjjj\r")),
        (&[("\rj", 0), ("\r", 9)], keys("\rj\r")),
        // Of lines that are empty, or among keys that are not text, the first alone.
        (&[("\r\r", 0)], first_line("\r")),
        (&[("\x1b:initiative\rq\r", 0)], first_line("\x1b:initiative\r")),
        (&[("\x1bi\ri\r", 0), ("i\r", 9)], first_line("\x1bi\r")),
        (&[("i\0\ri\r", 0)], first_line("i\0\r")),
    ] {
        assert_eq!(received(pieces), expected, "{pieces:?}");
    }
}
