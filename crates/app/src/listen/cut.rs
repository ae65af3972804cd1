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
pub const LONGEST: usize = 64;

/// The end of a bracketed paste.
const PASTE_END: &[u8] = b"\x1b[201~";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
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
pub enum Begun {
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
pub struct Cutter {
    pub begun: Begun,
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
