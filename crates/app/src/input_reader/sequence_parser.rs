//! Parses the terminal's bytes into sequences.
//!
//! A sequence that stays incomplete times out: a lone key such as Esc or Alt-O becomes a key, and the rest of an
//! unrequested reply is dropped. A byte that can't belong to the current sequence ends it and is parsed by itself.

use std::{mem, time::Duration, vec};

/// Timeout for the next byte of a sequence. A terminal sends a sequence at once, but a slow line may split it.
const SEQUENCE_TIMEOUT: Duration = Duration::from_millis(50);

/// Timeout for the next burst of a paste. It is longer, because text that arrives after it would be read as keys, but
/// short enough for a key pressed next to be a key.
const PASTE_TIMEOUT: Duration = Duration::from_millis(300);

/// Maximum length kept of a control sequence. No known one is as long.
pub const MAX_LENGTH: usize = 64;

const PASTE_END: &[u8] = b"\x1b[201~";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// A character, or a control character.
    Char(char),
    /// A character after `ESC`.
    Alt(char),
    /// A lone `ESC`.
    Escape,
    /// `ESC O` and this byte.
    Ss3(u8),
    /// `ESC [ [` and this byte: function keys of the Linux console.
    Console(u8),
    /// `ESC [`, the parameters and the final byte.
    Csi(Vec<u8>, u8),
    /// `ESC [ M` and three bytes: a mouse report in the oldest format.
    Mouse([u8; 3]),
    Paste(String),
    /// `ESC ]`, a text and its terminator: a reply.
    Osc(Vec<u8>),
}

#[derive(Debug, Default)]
pub enum PartialSequence {
    #[default]
    Nothing,
    /// A multi-byte character, after `ESC` or not.
    Char {
        bytes: Vec<u8>,
        alt: bool,
    },
    Escape,
    Ss3,
    Csi(Vec<u8>),
    Console,
    Mouse(Vec<u8>),
    Paste(Vec<u8>),
    /// A string sequence: the byte that introduced it, and its text so far. All of them are replies.
    StringSequence {
        introducer: u8,
        text: Vec<u8>,
    },
    /// An `ESC` in a string sequence: its terminator if `\` follows.
    StringEscape {
        introducer: u8,
        text: Vec<u8>,
    },
}

#[derive(Debug, Default)]
pub struct SequenceParser {
    pub partial: PartialSequence,
    parsed: Vec<Sequence>,
}

impl SequenceParser {
    pub fn push(&mut self, byte: u8) {
        self.partial = match (mem::take(&mut self.partial), byte) {
            (PartialSequence::Paste(mut text), _) => {
                text.push(byte);
                if text.ends_with(PASTE_END) {
                    text.truncate(text.len() - PASTE_END.len());
                    self.finish_paste(&text)
                } else {
                    PartialSequence::Paste(text)
                }
            }
            (PartialSequence::StringSequence { introducer: by, text }, b'\x07')
            | (PartialSequence::StringEscape { introducer: by, text }, b'\\') => match by {
                b']' => self.finish(Sequence::Osc(text)),
                _ => PartialSequence::Nothing,
            },
            (PartialSequence::StringSequence { introducer: by, text }, b'\x1b') => {
                PartialSequence::StringEscape { introducer: by, text }
            }
            (PartialSequence::StringSequence { introducer: by, mut text }, b' '..) => {
                if text.len() < MAX_LENGTH {
                    text.push(byte);
                }
                PartialSequence::StringSequence { introducer: by, text }
            }
            (PartialSequence::Escape, b'\x1b') => {
                self.parsed.push(Sequence::Escape);
                PartialSequence::Escape
            }
            (PartialSequence::StringEscape { .. }, _) => self.after_escape(byte),
            (_, b'\x1b') => PartialSequence::Escape,
            (PartialSequence::Escape, _) => self.after_escape(byte),
            (PartialSequence::Ss3, b' '..=b'~') => self.finish(Sequence::Ss3(byte)),
            (PartialSequence::Console, b'@'..=b'~') => self.finish(Sequence::Console(byte)),
            (PartialSequence::Csi(so_far), b'[') if so_far.is_empty() => PartialSequence::Console,
            (PartialSequence::Csi(so_far), b'M') if so_far.is_empty() => PartialSequence::Mouse(Vec::new()),
            (PartialSequence::Csi(so_far), b'~') if so_far == b"200" => PartialSequence::Paste(Vec::new()),
            (PartialSequence::Csi(so_far), b'@'..=b'~') => self.finish(Sequence::Csi(so_far, byte)),
            (PartialSequence::Csi(mut so_far), b' '..=b'?') => {
                if so_far.len() < MAX_LENGTH {
                    so_far.push(byte);
                }
                PartialSequence::Csi(so_far)
            }
            (PartialSequence::Mouse(mut report), b' '..) => {
                report.push(byte);
                match report[..] {
                    [button, column, row] => self.finish(Sequence::Mouse([button, column, row])),
                    _ => PartialSequence::Mouse(report),
                }
            }
            (PartialSequence::Char { mut bytes, alt }, 0x80..=0xbf) => {
                bytes.push(byte);
                self.decode_character(bytes, alt)
            }
            _ => self.decode_character(vec![byte], false),
        };
    }

    /// Timeout for the next byte. `None` if no sequence is incomplete.
    pub fn timeout(&self) -> Option<Duration> {
        match self.partial {
            PartialSequence::Nothing => None,
            // The start of a paste alone counts as a stray reply.
            PartialSequence::Paste(ref text) if !text.is_empty() => Some(PASTE_TIMEOUT),
            _ => Some(SEQUENCE_TIMEOUT),
        }
    }

    pub fn is_in_paste(&self) -> bool {
        matches!(self.partial, PartialSequence::Paste(_))
    }

    /// The next byte timed out: ends the incomplete sequence.
    pub fn time_out(&mut self) {
        self.partial = match mem::take(&mut self.partial) {
            PartialSequence::Escape => self.finish(Sequence::Escape),
            PartialSequence::Ss3 => self.finish(Sequence::Alt('O')),
            PartialSequence::StringSequence { introducer: by, text } if text.is_empty() => {
                self.finish(Sequence::Alt(by.into()))
            }
            // The part of the paste that arrived counts.
            PartialSequence::Paste(text) if !text.is_empty() => self.finish_paste(&text),
            _ => PartialSequence::Nothing,
        };
    }

    pub fn drain(&mut self) -> vec::Drain<'_, Sequence> {
        self.parsed.drain(..)
    }

    fn finish(&mut self, piece: Sequence) -> PartialSequence {
        self.parsed.push(piece);
        PartialSequence::Nothing
    }

    fn finish_paste(&mut self, text: &[u8]) -> PartialSequence {
        self.finish(Sequence::Paste(String::from_utf8_lossy(text).into_owned()))
    }

    fn after_escape(&mut self, byte: u8) -> PartialSequence {
        match byte {
            b'[' => PartialSequence::Csi(Vec::new()),
            b'O' => PartialSequence::Ss3,
            b']' | b'P' | b'X' | b'^' | b'_' => PartialSequence::StringSequence { introducer: byte, text: Vec::new() },
            b'\x1b' => PartialSequence::Escape,
            _ => self.decode_character(vec![byte], true),
        }
    }

    /// Decodes a character from its bytes so far: one character, a partial one, or invalid bytes.
    fn decode_character(&mut self, bytes: Vec<u8>, alt: bool) -> PartialSequence {
        match str::from_utf8(&bytes) {
            Ok(text) => {
                let piece = if alt { Sequence::Alt } else { Sequence::Char };
                self.parsed.extend(text.chars().map(piece));
                PartialSequence::Nothing
            }
            // `error_len` is `None` if more bytes could complete the character.
            Err(error) if error.error_len().is_none() => PartialSequence::Char { bytes, alt },
            Err(_) => PartialSequence::Nothing,
        }
    }
}
