//! RON as tokens: where strings, comments and brackets are. No value is read.

/// A token of RON, as far as it matters to the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    Comma,
    Colon,
    /// An identifier, a number or a string.
    Word,
}

/// The tokens of a text, each with where it begins and ends in bytes. Comments and white space are passed over.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The comment that the text breaks off in: where it begins, and how deep it is nested.
    pub(super) open: Option<(usize, usize)>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, open: None }
    }

    fn rest(&self) -> &'a [u8] {
        // A string that breaks off after a backslash leads past the end.
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn skip_to(&mut self, end: &str) {
        self.at = self.text[self.at..].find(end).map_or(self.text.len(), |n| self.at + n + end.len());
    }

    /// Over a string that begins here, escapes and all.
    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.rest().first() {
            match byte {
                b'\\' => self.at += 2,
                b if *b == quote => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.text.len());
    }

    /// Over a comment, or what is left of so many that began before.
    pub(super) fn skip_block_comment(&mut self, mut depth: usize) {
        let start = self.at;
        while !self.rest().is_empty() {
            if self.rest().starts_with(b"/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with(b"*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.at += 1;
            }
        }
        self.open = Some((start, depth));
    }
}

impl Iterator for Lexer<'_> {
    type Item = (Token, usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.rest();
            let start = self.at;
            let token = match *rest.first()? {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.at += 1;
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
                    return Some((Token::Word, start, self.at.min(self.text.len())));
                }
                // `'a'`, but not a lone apostrophe.
                b'\'' if rest.get(1) == Some(&b'\\') || rest.get(2) == Some(&b'\'') => {
                    self.skip_quoted(b'\'');
                    return Some((Token::Word, start, self.at.min(self.text.len())));
                }
                b'r' if raw_hashes(rest).is_some() => {
                    let hashes = raw_hashes(rest).unwrap_or(0);
                    self.at += hashes + 2;
                    self.skip_to(&format!("\"{}", "#".repeat(hashes)));
                    return Some((Token::Word, start, self.at));
                }
                _ => {
                    let ends = |b: &u8| b" \t\r\n()[]{},:\"".contains(b);
                    self.at += rest.iter().position(ends).unwrap_or(rest.len()).max(1);
                    while !self.text.is_char_boundary(self.at) {
                        self.at += 1;
                    }
                    return Some((Token::Word, start, self.at));
                }
            };
            self.at += 1;
            return Some((token, start, self.at));
        }
    }
}

/// How many `#` a raw string that begins here has.
fn raw_hashes(rest: &[u8]) -> Option<usize> {
    let hashes = rest[1..].iter().take_while(|b| **b == b'#').count();
    (rest.get(1 + hashes) == Some(&b'"')).then_some(hashes)
}

/// A text with something plain in place of each text, character and number in it, whatever is wrong with them: what is left is
/// how it is built.
pub(super) fn without_values(text: &str) -> String {
    let mut out = String::new();
    let mut taken = 0;
    for (token, start, end) in Lexer::new(text) {
        if start < taken {
            // A part of a character that was taken already: `'::'`.
            continue;
        }
        let (plain, end) = match text.as_bytes()[start] {
            _ if token != Token::Word => continue,
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

/// Where a character in single quotes ends that may be more than one, or none.
fn end_of_character(text: &str, start: usize) -> Option<usize> {
    let inner = &text[start + 1..];
    // The longest that is one: `\u{10ffff}`. Farther off it is another's.
    let (escaped, longest) = if inner.starts_with('\\') { (2, 12) } else { (0, 4) };
    let near = inner.char_indices().take(longest).find(|(at, c)| *at >= escaped && *c == '\'' || *c == '\n');
    near.filter(|(_, c)| *c == '\'').map(|(at, _)| start + 1 + at + 1)
}
