//! Finds positions in a RON text from its strings, comments and brackets alone, the tokens into which it is split here.

use super::SourcePosition;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    Comma,
    Colon,
    /// An identifier, a number or a string.
    Atom,
}

/// Iterates over the tokens of a text with their byte ranges. Skips comments and white space.
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
    /// If the text ends inside a comment: where the comment begins and how deeply it is nested.
    pub(super) open_comment: Option<(usize, usize)>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, position: 0, open_comment: None }
    }

    fn rest(&self) -> &'a [u8] {
        // A string that ends after a backslash moves the position past the end.
        self.text.as_bytes().get(self.position..).unwrap_or_default()
    }

    fn skip_to(&mut self, end: &str) {
        self.position = self.text[self.position..].find(end).map_or(self.text.len(), |n| self.position + n + end.len());
    }

    fn skip_quoted(&mut self, quote: u8) {
        self.position += 1;
        while let Some(byte) = self.rest().first() {
            match byte {
                b'\\' => self.position += 2,
                b if *b == quote => {
                    self.position += 1;
                    return;
                }
                _ => self.position += 1,
            }
        }
        self.position = self.position.min(self.text.len());
    }

    /// Skips the rest of a block comment at this nesting depth.
    pub(super) fn skip_block_comment(&mut self, mut depth: usize) {
        let start = self.position;
        while !self.rest().is_empty() {
            if self.rest().starts_with(b"/*") {
                depth += 1;
                self.position += 2;
            } else if self.rest().starts_with(b"*/") {
                depth -= 1;
                self.position += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.position += 1;
            }
        }
        self.open_comment = Some((start, depth));
    }
}

impl Iterator for Lexer<'_> {
    type Item = (Token, usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.rest();
            let start = self.position;
            let token = match *rest.first()? {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.position += 1;
                    continue;
                }
                b'/' if rest.starts_with(b"//") => {
                    self.skip_to("\n");
                    continue;
                }
                b'/' if rest.starts_with(b"/*") => {
                    self.skip_block_comment(0);
                    continue;
                }
                b'(' | b'[' | b'{' => Token::Open,
                b')' | b']' | b'}' => Token::Close,
                b',' => Token::Comma,
                b':' => Token::Colon,
                b'"' => {
                    self.skip_quoted(b'"');
                    return Some((Token::Atom, start, self.position.min(self.text.len())));
                }
                // `'a'`, but not a lone apostrophe.
                b'\'' if rest.get(1) == Some(&b'\\') || rest.get(2) == Some(&b'\'') => {
                    self.skip_quoted(b'\'');
                    return Some((Token::Atom, start, self.position.min(self.text.len())));
                }
                b'r' if raw_hashes(rest).is_some() => {
                    let hashes = raw_hashes(rest).unwrap_or(0);
                    self.position += hashes + 2;
                    self.skip_to(&format!("\"{}", "#".repeat(hashes)));
                    return Some((Token::Atom, start, self.position));
                }
                _ => {
                    let ends = |b: &u8| b" \t\r\n()[]{},:\"".contains(b);
                    self.position += rest.iter().position(ends).unwrap_or(rest.len()).max(1);
                    while !self.text.is_char_boundary(self.position) {
                        self.position += 1;
                    }
                    return Some((Token::Atom, start, self.position));
                }
            };
            self.position += 1;
            return Some((token, start, self.position));
        }
    }
}

/// The number of `#` of the raw string that begins here.
fn raw_hashes(rest: &[u8]) -> Option<usize> {
    let hashes = rest[1..].iter().take_while(|b| **b == b'#').count();
    (rest.get(1 + hashes) == Some(&b'"')).then_some(hashes)
}

/// Replaces every string, character and number by a plain placeholder, which leaves only the structure.
pub(super) fn without_values(text: &str) -> String {
    let mut out = String::new();
    let mut taken = 0;
    for (token, start, end) in Lexer::new(text) {
        if start < taken {
            // Part of a character literal that was already replaced: `'::'`.
            continue;
        }
        let (plain, end) = match text.as_bytes()[start] {
            _ if token != Token::Atom => continue,
            b'"' if text[start + 1..end].ends_with('"') => ("\"\"", end),
            b'\'' => ("'x'", end_of_character(text, start).unwrap_or(end).max(end)),
            b'0'..=b'9' | b'+' | b'-' | b'.' => ("0", end),
            _ => continue,
        };
        out.push_str(&text[taken..start]);
        out.push_str(plain);
        taken = end;
    }
    out.push_str(&text[taken..]);
    out
}

/// The end of a quoted character literal, which may hold no character or several.
fn end_of_character(text: &str, start: usize) -> Option<usize> {
    let inner = &text[start + 1..];
    // The longest valid literal is `\u{10ffff}`. A quote farther away belongs to something else.
    let (escaped, longest) = if inner.starts_with('\\') { (2, 12) } else { (0, 4) };
    let near = inner.char_indices().take(longest).find(|(at, c)| *at >= escaped && *c == '\'' || *c == '\n');
    near.filter(|(_, c)| *c == '\'').map(|(at, _)| start + 1 + at + 1)
}
