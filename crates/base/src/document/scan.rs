//! Finds positions in a RON text from its strings, comments and brackets alone.

use super::{
    SourcePosition,
    lexer::{Lexer, Token},
};

/// The start of the list that is the last field of the outermost struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListStart {
    pub after_bracket: usize,
}

/// Finds the list in the named field of the outermost struct: `(a: 1, field: [`. The rest of the text may be missing.
pub fn find_list(text: &str, field: &str) -> Option<ListStart> {
    let mut depth = 0usize;
    // Whether the last tokens at depth 1 were a word and a colon.
    let mut seen = (false, false);
    for (token, start, end) in Lexer::new(text) {
        match token {
            Token::Open if depth == 1 && seen == (true, true) && &text[start..end] == "[" => {
                return Some(ListStart { after_bracket: end });
            }
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 1 {
            seen = match token {
                Token::Atom => (&text[start..end] == field, false),
                Token::Colon => (seen.0, true),
                _ => (false, false),
            };
        }
    }
    None
}

/// Whether the outermost struct has this field, as far as the text goes.
pub fn has_field(text: &str, field: &str) -> bool {
    after_field(text, field).is_some()
}

/// The text of the value of this field of the outermost struct, if it is complete.
pub fn field_value<'t>(text: &'t str, field: &str) -> Option<&'t str> {
    let rest = after_field(text, field)?;
    rest.get(..value_end(rest)?)
}

/// The text after the colon of this field of the outermost struct.
fn after_field<'t>(text: &'t str, field: &str) -> Option<&'t str> {
    let mut depth = 0usize;
    let mut named = false;
    for (token, start, end) in Lexer::new(text) {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Colon if named => return text.get(end..),
            _ => {}
        }
        named = token == Token::Atom && depth == 1 && &text[start..end] == field;
    }
    None
}

/// The content of one line of a longer text, apart from comments and blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineContent {
    /// Byte range of the content.
    pub content: Option<(usize, usize)>,
    /// Byte offset of the comment that is still open at the end of the line.
    pub comment_start: usize,
    /// Nesting depth of the comment that is still open at the end of the line.
    pub comment_depth: usize,
}

/// Scans a line that begins at this comment nesting depth.
pub fn scan_line(line: &str, open: usize) -> LineContent {
    let mut tokens = Lexer::new(line);
    if open > 0 {
        tokens.skip_block_comment(open);
    }
    let mut content: Option<(usize, usize)> = None;
    for (_, start, end) in tokens.by_ref() {
        content = Some((content.map_or(start, |(first, _)| first), end));
    }
    let (open_from, open) = tokens.open_comment.unwrap_or_default();
    LineContent { content, comment_start: open_from, comment_depth: open }
}

/// The end of the value that begins the text. `None` if it does not end, or if the text begins with a closing bracket.
pub fn value_end(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut word_end = None;
    for (token, start, end) in Lexer::new(text) {
        match token {
            Token::Open => depth += 1,
            Token::Close if depth == 0 => return word_end,
            Token::Close => {
                depth -= 1;
                if depth == 0 {
                    return Some(end);
                }
            }
            Token::Comma if depth == 0 => return word_end,
            Token::Atom if depth == 0 && word_end.is_some() => return Some(start),
            Token::Atom if depth == 0 => word_end = Some(end),
            _ => {}
        }
    }
    word_end.filter(|_| depth == 0)
}

/// The rest of the line after a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterValue {
    Comma,
    Nothing,
    Other,
}

/// The rest of the line, apart from blanks and comments.
pub fn after_value(text: &str) -> AfterValue {
    let mut tokens = Lexer::new(text).map(|(token, ..)| token);
    match (tokens.next(), tokens.next()) {
        (None, _) => AfterValue::Nothing,
        (Some(Token::Comma), None) => AfterValue::Comma,
        _ => AfterValue::Other,
    }
}

/// The end of a document: closing brackets, commas, and fields after its last list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentEnd {
    pub brackets: usize,
    /// Names and values of the fields, as written.
    pub fields: Vec<(String, String)>,
    /// Comments with the white space around them.
    pub comments: String,
}

/// Reads the end of a document that has no other fields than the known ones. The text may be cut off. Errors: the part
/// read before the first unexpected token.
pub fn read_document_end(text: &str, known: &[&str]) -> Result<DocumentEnd, DocumentEnd> {
    let mut found = DocumentEnd::default();
    let mut from = 0;
    // The field's name, and whether its colon was seen.
    let mut name: Option<(&str, bool)> = None;
    for (token, start, end) in Lexer::new(text) {
        let word = &text[start..end];
        name = match (token, name) {
            (Token::Close, None) => {
                found.brackets += 1;
                None
            }
            (Token::Comma, None) => None,
            // In a text that is cut off, the beginning of a name is enough.
            (Token::Atom, None) => {
                let is_known = |name: &&&str| **name == word || (end == text.len() && name.starts_with(word));
                match known.iter().find(is_known) {
                    Some(name) => Some((name, false)),
                    None => return Err(found),
                }
            }
            (Token::Colon, Some((name, false))) => Some((name, true)),
            (Token::Atom, Some((name, true))) => {
                found.fields.push((name.to_string(), word.to_string()));
                None
            }
            _ => return Err(found),
        };
        found.comments.push_str(&text[from..start]);
        from = end;
    }
    found.comments.push_str(&text[from..]);
    Ok(found)
}

/// The position of a path of field names and list indices, or of its last step that exists.
pub fn position_of_path(text: &str, path: &[String]) -> SourcePosition {
    let tokens: Vec<(Token, usize, usize)> = Lexer::new(text).collect();
    let mut at = 0;
    let mut byte = tokens.first().map_or(0, |m| m.1);
    'steps: for step in path {
        // Enters the brackets of the value at `at`, past the name of a variant or struct.
        while tokens.get(at).is_some_and(|m| m.0 == Token::Atom) {
            at += 1;
        }
        if tokens.get(at).is_none_or(|m| m.0 != Token::Open) {
            break;
        }
        at += 1;
        let (mut depth, mut item, mut begins) = (0usize, 0usize, true);
        while let Some((token, start, end)) = tokens.get(at).copied() {
            let by_name = token == Token::Atom
                && &text[start..end] == step
                && tokens.get(at + 1).is_some_and(|m| m.0 == Token::Colon);
            let by_place = step.parse() == Ok(item) && token != Token::Close;
            if depth == 0 && begins && (by_name || by_place) {
                byte = start;
                at += if by_name { 2 } else { 0 };
                continue 'steps;
            }
            begins = false;
            match token {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => break 'steps,
                Token::Close => depth -= 1,
                Token::Comma if depth == 0 => {
                    item += 1;
                    begins = true;
                }
                _ => {}
            }
            at += 1;
        }
        break;
    }
    SourcePosition::at_byte(text, byte)
}
