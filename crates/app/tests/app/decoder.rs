//! Decoding the terminal's sequences.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;
use wardiary_app::parts::{SequenceParser, decode_event};

fn events(bytes: &[u8]) -> Vec<Event> {
    let mut cutter = SequenceParser::default();
    bytes.iter().for_each(|byte| cutter.push(*byte));
    cutter.time_out();
    cutter.drain().filter_map(decode_event).collect()
}

#[test]
fn keys() {
    let none = KeyModifiers::NONE;
    let (shift, alt, ctrl) = (KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL);
    for (bytes, code, modifiers) in [
        (&b"q"[..], KeyCode::Char('q'), none),
        (b"Q", KeyCode::Char('Q'), shift),
        ("Ž".as_bytes(), KeyCode::Char('Ž'), shift),
        (b"\x1bq", KeyCode::Char('q'), alt),
        (b"\x1bH", KeyCode::Char('H'), alt | shift),
        (b"\x1b\x14", KeyCode::Char('t'), alt | ctrl),
        (b"\x1b", KeyCode::Esc, none),
        (b"\r", KeyCode::Enter, none),
        (b"\n", KeyCode::Char('j'), ctrl),
        (b"\x1a", KeyCode::Char('z'), ctrl),
        (b"\x1f", KeyCode::Char('7'), ctrl),
        (b"\0", KeyCode::Char(' '), ctrl),
        (b"\x7f", KeyCode::Backspace, none),
        (b"\x1b\x7f", KeyCode::Backspace, alt),
        (b"\x1b[A", KeyCode::Up, none),
        (b"\x1bOA", KeyCode::Up, none),
        (b"\x1b[1;5C", KeyCode::Right, ctrl),
        (b"\x1b[5C", KeyCode::Right, ctrl),
        (b"\x1b[1;4H", KeyCode::Home, shift | alt),
        (b"\x1b[Z", KeyCode::BackTab, shift),
        (b"\x1bOR", KeyCode::F(3), none),
        (b"\x1b[[B", KeyCode::F(2), none),
        (b"\x1b[15~", KeyCode::F(5), none),
        (b"\x1b[24~", KeyCode::F(12), none),
        (b"\x1b[3;5~", KeyCode::Delete, ctrl),
        (b"\x1b[6~", KeyCode::PageDown, none),
        (b"\x1b[113u", KeyCode::Char('q'), none),
        (b"\x1b[97;6u", KeyCode::Char('A'), shift | ctrl),
        (b"\x1b[27;5;105~", KeyCode::Char('i'), ctrl),
    ] {
        assert_eq!(events(bytes), [Event::Key(KeyEvent::new(code, modifiers))], "{}", bytes.escape_ascii());
    }
    let released = KeyEvent::new_with_kind(KeyCode::Char('q'), none, KeyEventKind::Release);
    assert_eq!(events(b"\x1b[113;1:3u"), [Event::Key(released)]);
}

#[test]
fn backgrounds() {
    for (bytes, background) in [
        (&b"\x1b]11;rgb:ffff/ffff/dddd\x07"[..], Some((255, 255, 221))),
        (b"\x1b]11;rgb:15/19/1b\x1b\\", Some((0x15, 0x19, 0x1b))),
        (b"\x1b]11;rgba:0/8/f/ffff\x07", Some((0, 136, 255))),
        (b"\x1b]11;rgb:/0/0\x07", None),
        (b"\x1b]11;rgb:00000/0/0\x07", None),
        (b"\x1b]11;rgb:gg/0/0\x07", None),
        (b"\x1b]11;rgb:00/00\x07", None),
        (b"\x1b]10;rgb:00/00/00\x07", None),
        (b"\x1b]11;#000000\x07", None),
        (b"q", None),
    ] {
        let mut cutter = SequenceParser::default();
        bytes.iter().for_each(|byte| cutter.push(*byte));
        let told = cutter.drain().find_map(|piece| wardiary_app::parts::parse_background(&piece));
        assert_eq!(told, background, "{}", bytes.escape_ascii());
    }
}

#[test]
fn the_mouse() {
    let down = MouseEventKind::Down(MouseButton::Left);
    let ctrl = KeyModifiers::CONTROL;
    for (bytes, kind, (column, row), modifiers) in [
        (&b"\x1b[<0;20;10M"[..], down, (19, 9), KeyModifiers::NONE),
        (b"\x1b[<0;20;10;M", down, (19, 9), KeyModifiers::NONE),
        (b"\x1b[<0;20;10m", MouseEventKind::Up(MouseButton::Left), (19, 9), KeyModifiers::NONE),
        (b"\x1b[<64;300;10M", MouseEventKind::ScrollUp, (299, 9), KeyModifiers::NONE),
        (b"\x1b[<35;1;1M", MouseEventKind::Moved, (0, 0), KeyModifiers::NONE),
        (b"\x1b[32;30;40M", down, (29, 39), KeyModifiers::NONE),
        (b"\x1b[M0\x60\x70", down, (63, 79), ctrl),
    ] {
        let event = MouseEvent { kind, column, row, modifiers };
        assert_eq!(events(bytes), [Event::Mouse(event)], "{}", bytes.escape_ascii());
    }
}

#[test]
fn the_focus_comes_and_goes() {
    let told = |bytes: &[u8]| {
        let mut cutter = SequenceParser::default();
        bytes.iter().for_each(|byte| cutter.push(*byte));
        cutter.drain().filter_map(decode_event).collect::<Vec<_>>()
    };
    assert_eq!(told(b"\x1b[O\x1b[I"), [Event::FocusLost, Event::FocusGained]);
}

#[test]
fn unknown_sequences_are_ignored() {
    for bytes in [
        &b"\xff"[..],
        b"\x1b[8;40;120t",
        b"\x1b[?2026;2$y",
        b"\x1b[?997;1n",
        b"\x1b[<0;5",
        b"\x1b[<0;5M",
        b"\x1b[<0;0;0M",
        b"\x1b[<0;99999;5M",
        b"\x1b[<999999999999;1;1M",
        b"\x1b[M   ",
        b"\x1b[200~",
        b"\x1b[201~",
        b"\x1b[1;1R",
        b"\x1b[?1;2c",
        b"\x1b[?0u",
        b"\x1b[57441u",
        b"\x1b[99999999u",
        b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    ] {
        assert_eq!(events(bytes), [], "{}", bytes.escape_ascii());
    }
}

proptest! {
    /// No input panics.
    #[test]
    fn nothing_panics(bytes: Vec<u8>, parameters in "[<?]?[0-9;:]{0,12}", end in 0x40..0x7f_u8) {
        events(&bytes);
        events(&[b"\x1b[", parameters.as_bytes(), &[end]].concat());
    }
}
