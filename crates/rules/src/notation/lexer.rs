//! Splits text into words, numbers, quoted text, ids and signs.

use super::{NotationError, Parsed};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(u32),
    Quoted(String),
    Id(u32),
    Sign(char),
}

#[derive(Clone, Debug)]
pub(super) struct Lexeme {
    pub(crate) token: Token,
    pub at: Range<usize>,
}

pub(super) fn lex(text: &str) -> Parsed<Vec<Lexeme>> {
    let mut lexemes = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let token = if c == '"' {
            let (inner, end) = unescape(text, start)?;
            at = end;
            Token::Quoted(inner)
        } else if c == '+' || c == ',' {
            at += 1;
            Token::Sign(c)
        } else {
            let ends = |c: char| c.is_whitespace() || c == '"' || c == '+' || c == ',';
            at = text[start..].find(ends).map_or(text.len(), |n| start + n);
            // `3d4-2`: dice and a modifier.
            at = end_of_dice(&text[start..at]).map_or(at, |end| start + end);
            let word = &text[start..at];
            match (word.strip_prefix('#').map(str::parse), word.parse()) {
                (Some(Ok(id)), _) => Token::Id(id),
                (_, Ok(number)) => Token::Number(number),
                _ => Token::Word(word.into()),
            }
        };
        lexemes.push(Lexeme { token, at: start..at });
    }
    Ok(lexemes)
}

/// The text in the quotes that open at `start`, unescaped, and where they end.
fn unescape(text: &str, start: usize) -> Parsed<(String, usize)> {
    let mut out = String::new();
    let mut chars = text[start + 1..].char_indices();
    while let Some((at, c)) = chars.next() {
        let here = start + 1 + at;
        match c {
            '"' => return Ok((out, here + 1)),
            '\\' => match chars.next().map(|(_, c)| c) {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('u') => {
                    let rest = &text[here + 2..];
                    let end = rest.find('}').filter(|_| rest.starts_with('{'));
                    let code = end.and_then(|end| u32::from_str_radix(&rest[1..end], 16).ok()).and_then(char::from_u32);
                    let (Some(end), Some(code)) = (end, code) else {
                        let what = "`\\u` needs a character's number in braces: `\\u{e9}`";
                        return Err(NotationError::new(here..here + 2, what));
                    };
                    out.push(code);
                    for _ in 0..=end {
                        chars.next();
                    }
                }
                Some(c @ ('"' | '\\')) => out.push(c),
                _ => {
                    let what = "after `\\` only `\"`, `\\`, `n`, `t` or `u{…}` is allowed";
                    return Err(NotationError::new(here..here + 1, what));
                }
            },
            c => out.push(c),
        }
    }
    let mut unclosed = NotationError::new(start..text.len(), "the quotes are not closed");
    unclosed.hint = Some("add `\"` at the end".into());
    Err(unclosed)
}

/// The end of the dice in a word such as `3d4-2`, where the modifier starts.
pub(super) fn end_of_dice(word: &str) -> Option<usize> {
    let (dice, taken) = word.split_once('-')?;
    let (count, sides) = dice.split_once(['d', 'D'])?;
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    (digits(count) && digits(sides) && digits(taken) && !sides.is_empty() && !taken.is_empty()).then_some(dice.len())
}

/// The words, signs and quoted texts of a line with their ranges; of a quoted text also what is in the quotes. Empty if
/// a quote is not closed.
pub fn words(text: &str) -> Vec<(Range<usize>, Option<String>)> {
    let inner = |token| if let Token::Quoted(inner) = token { Some(inner) } else { None };
    lex(text).unwrap_or_default().into_iter().map(|lexeme| (lexeme.at, inner(lexeme.token))).collect()
}
