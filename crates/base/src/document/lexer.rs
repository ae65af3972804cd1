//! Splits RON into tokens, to find strings, comments and brackets. Does not interpret values.

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
