//! Sequences in the terminal's bytes.

use proptest::prelude::*;
use wardiary_app::parts::{Begun, Cutter, LONGEST_SEQUENCE, Piece};

fn cut(bytes: &[u8]) -> Vec<Piece> {
    let mut cutter = Cutter::default();
    bytes.iter().for_each(|byte| cutter.push(*byte));
    cutter.cut().collect()
}

fn cut_and_give_up(bytes: &[u8]) -> Vec<Piece> {
    let mut cutter = Cutter::default();
    bytes.iter().for_each(|byte| cutter.push(*byte));
    cutter.give_up();
    assert!(cutter.patience().is_none());
    cutter.cut().collect()
}

#[test]
fn whole_sequences() {
    let control = |parameters: &str, end: u8| Piece::Control(parameters.into(), end);
    for (bytes, pieces) in [
        (&b"aB\r\0"[..], vec![Piece::Char('a'), Piece::Char('B'), Piece::Char('\r'), Piece::Char('\0')]),
        ("ž€😀".as_bytes(), vec![Piece::Char('ž'), Piece::Char('€'), Piece::Char('😀')]),
        ("\x1bx\x1bž".as_bytes(), vec![Piece::Alt('x'), Piece::Alt('ž')]),
        (b"\x1b[A\x1b[1;5D", vec![control("", b'A'), control("1;5", b'D')]),
        (b"\x1bOP\x1b[[A", vec![Piece::Single(b'P'), Piece::Console(b'A')]),
        (b"\x1b\x1b[A", vec![Piece::Escape, control("", b'A')]),
        (b"\x1b[<0;5;6M", vec![control("<0;5;6", b'M')]),
        (b"\x1b[M !\"x", vec![Piece::Mouse(*b" !\""), Piece::Char('x')]),
        (b"\x1b[200~a\x1b[A\rb\x1b[201~c", vec![Piece::Paste("a\x1b[A\rb".into()), Piece::Char('c')]),
        (
            b"\x1b]11;rgb:0/0/0\x07a\x1bP1$r0m\x1b\\b",
            vec![Piece::Answer(b"11;rgb:0/0/0".into()), Piece::Char('a'), Piece::Char('b')],
        ),
        (b"\x1b]11;rgb:0/0/0\x1b\\q", vec![Piece::Answer(b"11;rgb:0/0/0".into()), Piece::Char('q')]),
        (b"\x1b[?2026;2$yq", vec![control("?2026;2$", b'y'), Piece::Char('q')]),
        // A byte that does not fit ends the sequence and is parsed by itself.
        (b"\x1b[<0;5\x1b[A", vec![control("", b'A')]),
        (b"\x1b[<0;5\rq", vec![Piece::Char('\r'), Piece::Char('q')]),
        (b"\x1b]11;r\x1b[A", vec![control("", b'A')]),
        (b"\xff\x80q\xe2\x82q\xc0\xafq", vec![Piece::Char('q'); 3]),
    ] {
        assert_eq!(cut(bytes), pieces, "{}", bytes.escape_ascii());
    }
}

#[test]
fn unfinished_sequences() {
    for (bytes, pieces) in [
        (&b"\x1b"[..], vec![Piece::Escape]),
        (b"\x1bO", vec![Piece::Alt('O')]),
        (b"\x1b]", vec![Piece::Alt(']')]),
        (b"\x1b]11;rgb", vec![]),
        (b"\x1b[", vec![]),
        (b"\x1b[<0;5", vec![]),
        (b"\x1b[M !", vec![]),
        (b"\xe2\x82", vec![]),
        (b"\x1b[200~", vec![]),
        (b"\x1b[200~half", vec![Piece::Paste("half".into())]),
    ] {
        assert_eq!(cut_and_give_up(bytes), pieces, "{}", bytes.escape_ascii());
    }
}

/// An endless reply does not grow the buffer.
#[test]
fn an_answer_without_an_end() {
    let mut cutter = Cutter::default();
    b"\x1b[".iter().copied().chain(std::iter::repeat_n(b'1', 100_000)).for_each(|byte| cutter.push(byte));
    assert!(matches!(&cutter.begun, Begun::Control(so_far) if so_far.len() == LONGEST_SEQUENCE));
    cutter.push(b'y');
    assert!(cutter.patience().is_none());
}

proptest! {
    /// After a pause, a key is read as a key whatever came before.
    #[test]
    fn a_key_after_anything(bytes: Vec<u8>) {
        let mut cutter = Cutter::default();
        bytes.iter().for_each(|byte| cutter.push(*byte));
        cutter.give_up();
        cutter.cut().for_each(drop);
        cutter.push(b'q');
        prop_assert_eq!(cutter.cut().collect::<Vec<_>>(), [Piece::Char('q')]);
    }

    /// Text is read as its characters.
    #[test]
    fn text_comes_as_it_is(text in "[^\u{1b}]*") {
        let pieces = cut(text.as_bytes());
        prop_assert_eq!(pieces, text.chars().map(Piece::Char).collect::<Vec<_>>());
    }

    /// A paste keeps every character except its end marker.
    #[test]
    fn pasted_text_comes_as_it_is(text: String) {
        prop_assume!(!text.contains("\x1b[201~"));
        let pieces = cut(format!("\x1b[200~{text}\x1b[201~").as_bytes());
        prop_assert_eq!(pieces, [Piece::Paste(text)]);
    }
}
