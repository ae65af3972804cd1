//! Sequences in the terminal's bytes.

use proptest::prelude::*;
use wardiary_app::parts::{LONGEST_SEQUENCE, PartialSequence, Sequence, SequenceParser};

fn cut(bytes: &[u8]) -> Vec<Sequence> {
    let mut cutter = SequenceParser::default();
    bytes.iter().for_each(|byte| cutter.push(*byte));
    cutter.drain().collect()
}

fn cut_and_give_up(bytes: &[u8]) -> Vec<Sequence> {
    let mut cutter = SequenceParser::default();
    bytes.iter().for_each(|byte| cutter.push(*byte));
    cutter.time_out();
    assert!(cutter.timeout().is_none());
    cutter.drain().collect()
}

#[test]
fn whole_sequences() {
    let control = |parameters: &str, end: u8| Sequence::Csi(parameters.into(), end);
    for (bytes, pieces) in [
        (&b"aB\r\0"[..], vec![Sequence::Char('a'), Sequence::Char('B'), Sequence::Char('\r'), Sequence::Char('\0')]),
        ("ž€😀".as_bytes(), vec![Sequence::Char('ž'), Sequence::Char('€'), Sequence::Char('😀')]),
        ("\x1bx\x1bž".as_bytes(), vec![Sequence::Alt('x'), Sequence::Alt('ž')]),
        (b"\x1b[A\x1b[1;5D", vec![control("", b'A'), control("1;5", b'D')]),
        (b"\x1bOP\x1b[[A", vec![Sequence::Ss3(b'P'), Sequence::Console(b'A')]),
        (b"\x1b\x1b[A", vec![Sequence::Escape, control("", b'A')]),
        (b"\x1b[<0;5;6M", vec![control("<0;5;6", b'M')]),
        (b"\x1b[M !\"x", vec![Sequence::Mouse(*b" !\""), Sequence::Char('x')]),
        (b"\x1b[200~a\x1b[A\rb\x1b[201~c", vec![Sequence::Paste("a\x1b[A\rb".into()), Sequence::Char('c')]),
        (
            b"\x1b]11;rgb:0/0/0\x07a\x1bP1$r0m\x1b\\b",
            vec![Sequence::Osc(b"11;rgb:0/0/0".into()), Sequence::Char('a'), Sequence::Char('b')],
        ),
        (b"\x1b]11;rgb:0/0/0\x1b\\q", vec![Sequence::Osc(b"11;rgb:0/0/0".into()), Sequence::Char('q')]),
        (b"\x1b[?2026;2$yq", vec![control("?2026;2$", b'y'), Sequence::Char('q')]),
        // A byte that does not fit ends the sequence and is parsed by itself.
        (b"\x1b[<0;5\x1b[A", vec![control("", b'A')]),
        (b"\x1b[<0;5\rq", vec![Sequence::Char('\r'), Sequence::Char('q')]),
        (b"\x1b]11;r\x1b[A", vec![control("", b'A')]),
        (b"\xff\x80q\xe2\x82q\xc0\xafq", vec![Sequence::Char('q'); 3]),
    ] {
        assert_eq!(cut(bytes), pieces, "{}", bytes.escape_ascii());
    }
}

#[test]
fn unfinished_sequences() {
    for (bytes, pieces) in [
        (&b"\x1b"[..], vec![Sequence::Escape]),
        (b"\x1bO", vec![Sequence::Alt('O')]),
        (b"\x1b]", vec![Sequence::Alt(']')]),
        (b"\x1b]11;rgb", vec![]),
        (b"\x1b[", vec![]),
        (b"\x1b[<0;5", vec![]),
        (b"\x1b[M !", vec![]),
        (b"\xe2\x82", vec![]),
        (b"\x1b[200~", vec![]),
        (b"\x1b[200~half", vec![Sequence::Paste("half".into())]),
    ] {
        assert_eq!(cut_and_give_up(bytes), pieces, "{}", bytes.escape_ascii());
    }
}

/// An endless reply does not grow the buffer.
#[test]
fn an_answer_without_an_end() {
    let mut cutter = SequenceParser::default();
    b"\x1b[".iter().copied().chain(std::iter::repeat_n(b'1', 100_000)).for_each(|byte| cutter.push(byte));
    assert!(matches!(&cutter.partial, PartialSequence::Csi(so_far) if so_far.len() == LONGEST_SEQUENCE));
    cutter.push(b'y');
    assert!(cutter.timeout().is_none());
}

proptest! {
    /// After a pause, a key is read as a key whatever came before.
    #[test]
    fn a_key_after_anything(bytes: Vec<u8>) {
        let mut cutter = SequenceParser::default();
        bytes.iter().for_each(|byte| cutter.push(*byte));
        cutter.time_out();
        cutter.drain().for_each(drop);
        cutter.push(b'q');
        prop_assert_eq!(cutter.drain().collect::<Vec<_>>(), [Sequence::Char('q')]);
    }

    /// Text is read as its characters.
    #[test]
    fn text_comes_as_it_is(text in "[^\u{1b}]*") {
        let pieces = cut(text.as_bytes());
        prop_assert_eq!(pieces, text.chars().map(Sequence::Char).collect::<Vec<_>>());
    }

    /// A paste keeps every character except its end marker.
    #[test]
    fn pasted_text_comes_as_it_is(text: String) {
        prop_assume!(!text.contains("\x1b[201~"));
        let pieces = cut(format!("\x1b[200~{text}\x1b[201~").as_bytes());
        prop_assert_eq!(pieces, [Sequence::Paste(text)]);
    }
}
