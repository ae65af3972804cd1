//! Bytes of a terminal, cut into whole sequences.
//!
//! A sequence that was begun and does not go on for a while will have no end: a key by itself (Esc, Alt-O) is one then,
//! and the rest of an answer that nobody asked for is forgotten. So is what can't be a part of what was begun; the byte
//! that shows it stands for itself.

use std::{mem, time::Duration, vec};

/// How long the next byte of a sequence may take. A terminal sends one at once, but a slow line may cut it in two.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long the next burst of a pasted text may take of which something has come: longer, for what came after the time would
/// be taken for keys, and short enough for a key that is pressed next to be one.
const PATIENCE_IN_PASTE: Duration = Duration::from_millis(300);

/// How much is kept of a control sequence; no known one is as long.
const LONGEST: usize = 64;

/// What ends a pasted text.
const PASTE_END: &[u8] = b"\x1b[201~";

/// A whole sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character, a control character too.
    Char(char),
    /// A character after an `ESC`.
    Alt(char),
    /// An `ESC` by itself.
    Escape,
    /// `ESC O` and this.
    Single(u8),
    /// `ESC [ [` and this: function keys of Linux without a desktop.
    Console(u8),
    /// `ESC [`, parameters, and this at the end.
    Control(Vec<u8>, u8),
    /// `ESC [ M`, and the three bytes of the oldest mouse reports.
    Mouse([u8; 3]),
    /// A pasted text.
    Paste(String),
    /// `ESC ]`, a text, and its end: an answer.
    Answer(Vec<u8>),
}

/// What was begun.
#[derive(Debug, Default)]
enum Begun {
    #[default]
    Nothing,
    /// A character of more than one byte, after an `ESC` or not.
    Char {
        bytes: Vec<u8>,
        alt: bool,
    },
    Escape,
    Single,
    Control(Vec<u8>),
    Console,
    Mouse(Vec<u8>),
    Paste(Vec<u8>),
    /// A text to a program, of which there are kinds: the byte that began it, and what followed. All of them are answers.
    Text {
        by: u8,
        text: Vec<u8>,
    },
    /// An `ESC` in such a text: its end, if a `\` follows.
    TextEscape {
        by: u8,
        text: Vec<u8>,
    },
}

/// Cuts bytes into sequences.
#[derive(Debug, Default)]
pub(super) struct Cutter {
    begun: Begun,
    pieces: Vec<Piece>,
}

impl Cutter {
    /// The next byte.
    pub fn push(&mut self, byte: u8) {
        self.begun = match (mem::take(&mut self.begun), byte) {
            (Begun::Paste(mut text), _) => {
                text.push(byte);
                if text.ends_with(PASTE_END) {
                    text.truncate(text.len() - PASTE_END.len());
                    self.paste(&text)
                } else {
                    Begun::Paste(text)
                }
            }
            (Begun::Text { by, text }, b'\x07') | (Begun::TextEscape { by, text }, b'\\') => match by {
                b']' => self.whole(Piece::Answer(text)),
                _ => Begun::Nothing,
            },
            (Begun::Text { by, text }, b'\x1b') => Begun::TextEscape { by, text },
            (Begun::Text { by, mut text }, b' '..) => {
                if text.len() < LONGEST {
                    text.push(byte);
                }
                Begun::Text { by, text }
            }
            (Begun::Escape, b'\x1b') => {
                self.pieces.push(Piece::Escape);
                Begun::Escape
            }
            (Begun::TextEscape { .. }, _) => self.after_escape(byte),
            (_, b'\x1b') => Begun::Escape,
            (Begun::Escape, _) => self.after_escape(byte),
            (Begun::Single, b' '..=b'~') => self.whole(Piece::Single(byte)),
            (Begun::Console, b'@'..=b'~') => self.whole(Piece::Console(byte)),
            (Begun::Control(so_far), b'[') if so_far.is_empty() => Begun::Console,
            (Begun::Control(so_far), b'M') if so_far.is_empty() => Begun::Mouse(Vec::new()),
            (Begun::Control(so_far), b'~') if so_far == b"200" => Begun::Paste(Vec::new()),
            (Begun::Control(so_far), b'@'..=b'~') => self.whole(Piece::Control(so_far, byte)),
            (Begun::Control(mut so_far), b' '..=b'?') => {
                if so_far.len() < LONGEST {
                    so_far.push(byte);
                }
                Begun::Control(so_far)
            }
            (Begun::Mouse(mut report), b' '..) => {
                report.push(byte);
                match report[..] {
                    [button, column, row] => self.whole(Piece::Mouse([button, column, row])),
                    _ => Begun::Mouse(report),
                }
            }
            (Begun::Char { mut bytes, alt }, 0x80..=0xbf) => {
                bytes.push(byte);
                self.character(bytes, alt)
            }
            _ => self.character(vec![byte], false),
        };
    }

    /// How long the next byte may take; any time, where nothing is begun.
    pub fn patience(&self) -> Option<Duration> {
        match self.begun {
            Begun::Nothing => None,
            // Its beginning alone is a stray reply as any other.
            Begun::Paste(ref text) if !text.is_empty() => Some(PATIENCE_IN_PASTE),
            _ => Some(PATIENCE),
        }
    }

    /// Whether a pasted text was begun.
    pub fn is_in_paste(&self) -> bool {
        matches!(self.begun, Begun::Paste(_))
    }

    /// No further byte came in time.
    pub fn give_up(&mut self) {
        self.begun = match mem::take(&mut self.begun) {
            Begun::Escape => self.whole(Piece::Escape),
            Begun::Single => self.whole(Piece::Alt('O')),
            Begun::Text { by, text } if text.is_empty() => self.whole(Piece::Alt(by.into())),
            // What came of it was pasted all the same.
            Begun::Paste(text) if !text.is_empty() => self.paste(&text),
            _ => Begun::Nothing,
        };
    }

    /// Takes out what is whole.
    pub fn cut(&mut self) -> vec::Drain<'_, Piece> {
        self.pieces.drain(..)
    }

    fn whole(&mut self, piece: Piece) -> Begun {
        self.pieces.push(piece);
        Begun::Nothing
    }

    fn paste(&mut self, text: &[u8]) -> Begun {
        self.whole(Piece::Paste(String::from_utf8_lossy(text).into_owned()))
    }

    fn after_escape(&mut self, byte: u8) -> Begun {
        match byte {
            b'[' => Begun::Control(Vec::new()),
            b'O' => Begun::Single,
            b']' | b'P' | b'X' | b'^' | b'_' => Begun::Text { by: byte, text: Vec::new() },
            b'\x1b' => Begun::Escape,
            _ => self.character(vec![byte], true),
        }
    }

    /// The bytes of a character so far: one, more, or none that there is.
    fn character(&mut self, bytes: Vec<u8>, alt: bool) -> Begun {
        match str::from_utf8(&bytes) {
            Ok(text) => {
                let piece = if alt { Piece::Alt } else { Piece::Char };
                self.pieces.extend(text.chars().map(piece));
                Begun::Nothing
            }
            // Where an error has no length, more bytes could make a character of it.
            Err(error) if error.error_len().is_none() => Begun::Char { bytes, alt },
            Err(_) => Begun::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            // What is no part of what was begun ends it, and stands for itself.
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

    /// An endless answer takes up no memory.
    #[test]
    fn an_answer_without_an_end() {
        let mut cutter = Cutter::default();
        b"\x1b[".iter().copied().chain(std::iter::repeat_n(b'1', 100_000)).for_each(|byte| cutter.push(byte));
        assert!(matches!(&cutter.begun, Begun::Control(so_far) if so_far.len() == LONGEST));
        cutter.push(b'y');
        assert!(cutter.patience().is_none());
    }

    proptest! {
        /// Whatever came before, after a pause a key is a key.
        #[test]
        fn a_key_after_anything(bytes: Vec<u8>) {
            let mut cutter = Cutter::default();
            bytes.iter().for_each(|byte| cutter.push(*byte));
            cutter.give_up();
            cutter.cut().for_each(drop);
            cutter.push(b'q');
            prop_assert_eq!(cutter.cut().collect::<Vec<_>>(), [Piece::Char('q')]);
        }

        /// Text is the characters that it is.
        #[test]
        fn text_comes_as_it_is(text in "[^\u{1b}]*") {
            let pieces = cut(text.as_bytes());
            prop_assert_eq!(pieces, text.chars().map(Piece::Char).collect::<Vec<_>>());
        }

        /// A pasted text comes as it is, whatever is in it but its end.
        #[test]
        fn pasted_text_comes_as_it_is(text: String) {
            prop_assume!(!text.contains("\x1b[201~"));
            let pieces = cut(format!("\x1b[200~{text}\x1b[201~").as_bytes());
            prop_assert_eq!(pieces, [Piece::Paste(text)]);
        }
    }
}
