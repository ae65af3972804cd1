//! Lists every field and list item of a RON text with its byte range, without interpreting values.

use super::lexer::{Lexer, Token};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The field's name, or the item's index.
    pub step: String,
    pub kind: PartKind,
    /// Index of the enclosing part; `None` at the outermost level.
    pub outer: Option<usize>,
    /// Byte offset of its name, or of its value if it has no name.
    pub start: usize,
    pub value: usize,
    pub end: usize,
    /// Byte offset after its comma.
    pub after: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A named field of a struct.
    Field,
    /// An item of a list or a map.
    Item,
    /// An element of a tuple, which cannot be left out.
    Element,
}

/// Maximum nesting depth, as in the RON parser.
const DEEPEST: usize = 128;

/// Maximum number of parts. A longer text is not recovered: only its first error is reported.
const MOST: usize = 500_000;

struct Frame {
    bracket: u8,
    /// The part whose value these brackets enclose.
    outer: Option<usize>,
    open: Option<usize>,
    /// The number of parts already read here.
    place: usize,
    /// Whether its name is complete and its value has not begun.
    awaits_value: bool,
}

/// All parts of a text in the order of the text, outer parts before inner ones. `None` if brackets do not match, nest
/// deeper than [`DEEPEST`], or hold more than [`MOST`] parts.
pub fn parts(text: &str) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let mut frames: Vec<Frame> = Vec::new();
    for (token, start, end) in Lexer::new(text) {
        if let Some(frame) = frames.last_mut()
            && matches!(token, Token::Open | Token::Word)
        {
            begin(frame, &mut parts, start);
        }
        if parts.len() > MOST {
            return None;
        }
        match token {
            Token::Open if frames.len() == DEEPEST => return None,
            Token::Open => {
                let outer = frames.last().and_then(|f| f.open);
                frames.push(Frame {
                    bracket: text.as_bytes()[start],
                    outer,
                    open: None,
                    place: 0,
                    awaits_value: false,
                });
            }
            Token::Close => {
                let frame = frames.pop()?;
                if !matches!((frame.bracket, text.as_bytes()[start]), (b'(', b')') | (b'[', b']') | (b'{', b'}')) {
                    return None;
                }
                reach(frames.last(), &mut parts, end);
            }
            Token::Word => reach(frames.last(), &mut parts, end),
            Token::Colon => {
                let Some(frame) = frames.last_mut() else { continue };
                if let Some(part) = frame.open.and_then(|at| parts.get_mut(at))
                    && frame.bracket == b'('
                {
                    part.step = text[part.start..part.end].into();
                    part.kind = PartKind::Field;
                    part.value = end;
                    (part.end, part.after) = (end, end);
                    frame.awaits_value = true;
                }
            }
            Token::Comma => {
                let Some(frame) = frames.last_mut() else { continue };
                if let Some(part) = frame.open.take().and_then(|at| parts.get_mut(at)) {
                    part.after = end;
                }
                frame.awaits_value = false;
                frame.place += 1;
            }
        }
    }
    frames.is_empty().then_some(parts)
}

/// Handles a word or opening bracket at `start`: the value of the open field begins there, or a new part.
fn begin(frame: &mut Frame, parts: &mut Vec<Part>, start: usize) {
    if let Some(at) = frame.open {
        if frame.awaits_value {
            parts[at].value = start;
            frame.awaits_value = false;
        }
        return;
    }
    let kind = if frame.bracket == b'(' { PartKind::Element } else { PartKind::Item };
    frame.open = Some(parts.len());
    let step = frame.place.to_string();
    parts.push(Part { step, kind, outer: frame.outer, start, value: start, end: start, after: start });
}

/// Extends the open part to `end`.
fn reach(frame: Option<&Frame>, parts: &mut [Part], end: usize) {
    if let Some(part) = frame.and_then(|f| f.open).and_then(|at| parts.get_mut(at)) {
        (part.end, part.after) = (end, end);
    }
}

/// The path of a part, outermost step first.
pub fn path(parts: &[Part], mut at: usize) -> Vec<String> {
    let mut path = vec![parts[at].step.clone()];
    while let Some(outer) = parts[at].outer {
        path.insert(0, parts[outer].step.clone());
        at = outer;
    }
    path
}
