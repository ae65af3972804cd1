//! A RON text taken apart without reading its values: every field and every list item, with where it stands.

use super::lexer::{Lexer, Token};

/// A field of a struct, or an item of a list or a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The field's name; for an item its place, from 0.
    pub step: String,
    /// What it is part of.
    pub kind: PartKind,
    /// The part whose value it stands in; none at the outermost level.
    pub outer: Option<usize>,
    /// Where it begins, in bytes: its name, or its value.
    pub start: usize,
    /// Where its value begins.
    pub value: usize,
    /// Where its value ends.
    pub end: usize,
    /// Where it ends with its comma.
    pub after: usize,
}

/// What a part is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A struct, by name.
    Field,
    /// A list or a map.
    Item,
    /// A tuple, which has as many as it must.
    Element,
}

/// How deep brackets may stand in each other, as the parser itself has it.
const DEEPEST: usize = 128;

/// The most parts that a text is taken apart into; one with more has its first fault told, and no more.
const MOST: usize = 500_000;

struct Frame {
    bracket: u8,
    /// The part whose value these brackets hold.
    outer: Option<usize>,
    /// The part that is being read.
    open: Option<usize>,
    /// How many were read before it.
    place: usize,
    /// Whether its name has been read, but none of its value.
    awaits_value: bool,
}

/// All parts of a text, outer ones before those in them, in the order of the text. `None` where brackets do not close,
/// or not in their order, or stand in each other deeper than [`DEEPEST`], and where there are more parts than [`MOST`].
#[must_use]
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

/// A word or a bracket stands at `start`: the value of a field begins there, or a new part.
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

/// The part that is being read goes on to `end`.
fn reach(frame: Option<&Frame>, parts: &mut [Part], end: usize) {
    if let Some(part) = frame.and_then(|f| f.open).and_then(|at| parts.get_mut(at)) {
        (part.end, part.after) = (end, end);
    }
}

/// The way to a part, from the outermost.
#[must_use]
pub fn path(parts: &[Part], mut at: usize) -> Vec<String> {
    let mut path = vec![parts[at].step.clone()];
    while let Some(outer) = parts[at].outer {
        path.insert(0, parts[outer].step.clone());
        at = outer;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_way_and_its_value() {
        let text = "(a: 1, // b: 2\n b: (c: \"),\", d: [Demote, Lose(2)],), e: (1, 6))";
        let found = parts(text).expect("the brackets close");
        let shown: Vec<String> = (0..found.len())
            .map(|at| format!("{} = {}", path(&found, at).join("."), &text[found[at].value..found[at].end]))
            .collect();
        let wanted = [
            "a = 1",
            "b = (c: \"),\", d: [Demote, Lose(2)],)",
            "b.c = \"),\"",
            "b.d = [Demote, Lose(2)]",
            "b.d.0 = Demote",
            "b.d.1 = Lose(2)",
            "b.d.1.0 = 2",
            "e = (1, 6)",
            "e.0 = 1",
            "e.1 = 6",
        ];
        assert_eq!(shown, wanted);
        assert_eq!(parts("(a: [1)"), None);
        assert_eq!(parts("(a: 1"), None);
    }
}
