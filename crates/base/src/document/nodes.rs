//! Lists every field and list item of a RON text with its byte range, without interpreting values.

use super::scan::{Lexer, Token};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The field's name, or the item's index.
    pub key: String,
    pub kind: NodeKind,
    /// Index of the enclosing part; `None` at the outermost level.
    pub parent: Option<usize>,
    /// Byte offset of its name, or of its value if it has no name.
    pub start: usize,
    pub value_start: usize,
    pub end: usize,
    /// Byte offset after its comma.
    pub end_with_comma: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A named field of a struct.
    Field,
    /// An item of a list or a map.
    Item,
    /// An element of a tuple, which cannot be left out.
    Element,
}

/// Maximum nesting depth, as in the RON parser.
const MAX_DEPTH: usize = 128;

/// Maximum number of parts. A longer text is not recovered: only its first error is reported.
const MAX_NODES: usize = 500_000;

struct Frame {
    bracket: u8,
    /// The part whose value these brackets enclose.
    parent: Option<usize>,
    current: Option<usize>,
    /// The number of parts already read here.
    index: usize,
    /// Whether its name is complete and its value has not begun.
    awaits_value: bool,
}

/// All parts in the order of the text, outer before inner. `None` if brackets do not match, or a maximum is exceeded.
pub fn parse_nodes(text: &str) -> Option<Vec<Node>> {
    let mut parts: Vec<Node> = Vec::new();
    let mut frames: Vec<Frame> = Vec::new();
    for (token, start, end) in Lexer::new(text) {
        if let Some(frame) = frames.last_mut()
            && matches!(token, Token::Open | Token::Atom)
        {
            begin_node(frame, &mut parts, start);
        }
        if parts.len() > MAX_NODES {
            return None;
        }
        match token {
            Token::Open if frames.len() == MAX_DEPTH => return None,
            Token::Open => {
                let outer = frames.last().and_then(|f| f.current);
                frames.push(Frame {
                    bracket: text.as_bytes()[start],
                    parent: outer,
                    current: None,
                    index: 0,
                    awaits_value: false,
                });
            }
            Token::Close => {
                let frame = frames.pop()?;
                if !matches!((frame.bracket, text.as_bytes()[start]), (b'(', b')') | (b'[', b']') | (b'{', b'}')) {
                    return None;
                }
                extend_to(frames.last(), &mut parts, end);
            }
            Token::Atom => extend_to(frames.last(), &mut parts, end),
            Token::Colon => {
                let Some(frame) = frames.last_mut() else { continue };
                if let Some(part) = frame.current.and_then(|at| parts.get_mut(at))
                    && frame.bracket == b'('
                {
                    part.key = text[part.start..part.end].into();
                    part.kind = NodeKind::Field;
                    part.value_start = end;
                    (part.end, part.end_with_comma) = (end, end);
                    frame.awaits_value = true;
                }
            }
            Token::Comma => {
                let Some(frame) = frames.last_mut() else { continue };
                if let Some(part) = frame.current.take().and_then(|at| parts.get_mut(at)) {
                    part.end_with_comma = end;
                }
                frame.awaits_value = false;
                frame.index += 1;
            }
        }
    }
    frames.is_empty().then_some(parts)
}

/// Handles a word or opening bracket at `start`: the value of the open field begins there, or a new part.
fn begin_node(frame: &mut Frame, parts: &mut Vec<Node>, start: usize) {
    if let Some(at) = frame.current {
        if frame.awaits_value {
            parts[at].value_start = start;
            frame.awaits_value = false;
        }
        return;
    }
    let kind = if frame.bracket == b'(' { NodeKind::Element } else { NodeKind::Item };
    frame.current = Some(parts.len());
    let step = frame.index.to_string();
    parts.push(Node {
        key: step,
        kind,
        parent: frame.parent,
        start,
        value_start: start,
        end: start,
        end_with_comma: start,
    });
}

fn extend_to(frame: Option<&Frame>, parts: &mut [Node], end: usize) {
    if let Some(part) = frame.and_then(|f| f.current).and_then(|at| parts.get_mut(at)) {
        (part.end, part.end_with_comma) = (end, end);
    }
}

/// The path of a part, outermost step first.
pub fn node_path(parts: &[Node], mut at: usize) -> Vec<String> {
    let mut path = vec![parts[at].key.clone()];
    while let Some(outer) = parts[at].parent {
        path.insert(0, parts[outer].key.clone());
        at = outer;
    }
    path
}
