//! Parses the terminal's bytes into sequences.
//!
//! A sequence that stays incomplete times out: a lone key such as Esc or Alt-O becomes a key, and the rest of an
//! unrequested reply is dropped. A byte that can't belong to the current sequence ends it and is parsed by itself.

use std::{mem, time::Duration, vec};

/// Timeout for the next byte of a sequence. A terminal sends a sequence at once, but a slow line may split it.
const PATIENCE: Duration = Duration::from_millis(50);

/// Timeout for the next burst of a paste. It is longer, because text that arrives after it would be read as keys, but
/// short enough for a key pressed next to be a key.
const PATIENCE_IN_PASTE: Duration = Duration::from_millis(300);

/// Maximum length kept of a control sequence. No known one is as long.
const LONGEST: usize = 64;

/// The end of a bracketed paste.
const PASTE_END: &[u8] = b"\x1b[201~";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character, or a control character.
    Char(char),
    /// A character after `ESC`.
    Alt(char),
    /// A lone `ESC`.
    Escape,
    /// `ESC O` and this byte.
    Single(u8),
    /// `ESC [ [` and this byte: function keys of the Linux console.
    Console(u8),
    /// `ESC [`, the parameters and the final byte.
    Control(Vec<u8>, u8),
    /// `ESC [ M` and three bytes: a mouse report in the oldest format.
    Mouse([u8; 3]),
    Paste(String),
    /// `ESC ]`, a text and its terminator: a reply.
    Answer(Vec<u8>),
}

#[derive(Debug, Default)]
enum Begun {
    #[default]
    Nothing,
    /// A multi-byte character, after `ESC` or not.
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
    /// A string sequence: the byte that introduced it, and its text so far. All of them are replies.
    Text {
        by: u8,
        text: Vec<u8>,
    },
    /// An `ESC` in a string sequence: its terminator if `\` follows.
    TextEscape {
        by: u8,
        text: Vec<u8>,
    },
}

#[derive(Debug, Default)]
pub(super) struct Cutter {
    begun: Begun,
    pieces: Vec<Piece>,
}

impl Cutter {
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

    /// Timeout for the next byte. `None` if no sequence is incomplete.
    pub fn patience(&self) -> Option<Duration> {
        match self.begun {
            Begun::Nothing => None,
            // The start of a paste alone counts as a stray reply.
            Begun::Paste(ref text) if !text.is_empty() => Some(PATIENCE_IN_PASTE),
            _ => Some(PATIENCE),
        }
    }

    pub fn is_in_paste(&self) -> bool {
        matches!(self.begun, Begun::Paste(_))
    }

    /// The next byte timed out: ends the incomplete sequence.
    pub fn give_up(&mut self) {
        self.begun = match mem::take(&mut self.begun) {
            Begun::Escape => self.whole(Piece::Escape),
            Begun::Single => self.whole(Piece::Alt('O')),
            Begun::Text { by, text } if text.is_empty() => self.whole(Piece::Alt(by.into())),
            // The part of the paste that arrived counts.
            Begun::Paste(text) if !text.is_empty() => self.paste(&text),
            _ => Begun::Nothing,
        };
    }

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

    /// Decodes a character from its bytes so far: one character, a partial one, or invalid bytes.
    fn character(&mut self, bytes: Vec<u8>, alt: bool) -> Begun {
        match str::from_utf8(&bytes) {
            Ok(text) => {
                let piece = if alt { Piece::Alt } else { Piece::Char };
                self.pieces.extend(text.chars().map(piece));
                Begun::Nothing
            }
            // `error_len` is `None` if more bytes could complete the character.
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
        assert!(matches!(&cutter.begun, Begun::Control(so_far) if so_far.len() == LONGEST));
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
}
