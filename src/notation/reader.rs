//! Words, numbers, names: the reader under the notation of orders and of rolls.

use super::{NotationError, print::reference as name_text};
use crate::{
    id::{Id, SideId},
    state::{Kind, State},
    text,
};
use std::ops::Range;

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(u32),
    Quoted(String),
    Id(u32),
    Sign(char),
}

#[derive(Clone, Debug)]
struct Piece {
    token: Token,
    at: Range<usize>,
}

/// What a reader would have taken at the end of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Word(&'static str),
    Name(&'static [Kind]),
    OneOf(Vec<String>),
    /// Something only the player knows; the text says what.
    Free(&'static str),
}

/// Something that could be typed next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The part of the text it replaces, in bytes.
    pub at: Range<usize>,
    /// What to type; empty where only the player knows.
    pub text: String,
    /// What it is.
    pub about: String,
}

/// Words that mean something in an order, so that a name that is one of them is quoted.
pub(super) const KEYWORDS: &[&str] = &[
    "v",
    "for",
    "in",
    "of",
    "to",
    "as",
    "with",
    "this",
    "because",
    "die",
    "bonus",
    "penalty",
    "side",
    "stack",
    "unit",
    "battle",
    "kind",
    "strength",
    "lost",
    "edna",
    "worn",
    "grade",
    "fire",
    "manoeuvre",
    "undo",
    "redo",
    // ---- support
    "support",
    "counter",
    // ---- matrix arguments
    "by",
    "against",
    "roll",
    "test",
    "succeeds",
    "fails",
    "then",
    // ---- dice tests and volleys
    "at",
    "range",
    "weapon",
    // ---- stacks
    "into",
    "front",
    "left",
    "back",
    "right",
    "offensive",
    "defensive",
    "neutral",
    "screening",
    "structure",
    "stats",
    // ---- branches of the diary
    "from",
    "dice",
];

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|k| k.eq_ignore_ascii_case(word))
}

pub(super) struct Reader<'a> {
    pub text: &'a str,
    pieces: Vec<Piece>,
    next: usize,
    expected: Vec<(usize, Expected)>,
    /// Words that end an unquoted name of several words, in the order that is read: `test Old Guard Leadership`.
    pub stops: Vec<String>,
}

type Read<T> = Result<T, NotationError>;

fn error(at: Range<usize>, what: impl Into<String>) -> NotationError {
    NotationError { at, what: what.into(), hint: None }
}

fn unescape(text: &str, start: usize) -> Read<(String, usize)> {
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
                        return Err(error(here..here + 2, "`\\u` wants a character's number in braces: `\\u{e9}`"));
                    };
                    out.push(code);
                    for _ in 0..=end {
                        chars.next();
                    }
                }
                Some(c @ ('"' | '\\')) => out.push(c),
                _ => return Err(error(here..here + 1, "after `\\` stands `\"`, `\\`, `n`, `t` or `u{…}`")),
            },
            c => out.push(c),
        }
    }
    let mut unclosed = error(start..text.len(), "the quotes are not closed");
    unclosed.hint = Some("add `\"` at the end".into());
    Err(unclosed)
}

fn pieces(text: &str) -> Read<Vec<Piece>> {
    let mut pieces = Vec::new();
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
            // `3d4-2`: the dice, and what is taken off them.
            at = minus(&text[start..at]).map_or(at, |minus| start + minus);
            let word = &text[start..at];
            match (word.strip_prefix('#').map(str::parse), word.parse()) {
                (Some(Ok(id)), _) => Token::Id(id),
                (_, Ok(number)) => Token::Number(number),
                _ => Token::Word(word.into()),
            }
        };
        pieces.push(Piece { token, at: start..at });
    }
    Ok(pieces)
}

/// Where in a word such as `3d4-2` the dice end and what is taken off them begins.
pub(super) fn minus(word: &str) -> Option<usize> {
    let (dice, taken) = word.split_once('-')?;
    let (count, sides) = dice.split_once(['d', 'D'])?;
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    (digits(count) && digits(sides) && digits(taken) && !sides.is_empty() && !taken.is_empty()).then_some(dice.len())
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Read<Self> {
        Ok(Self { text, pieces: pieces(text)?, next: 0, expected: Vec::new(), stops: Vec::new() })
    }

    pub fn peek(&self) -> Option<&Token> {
        self.pieces.get(self.next).map(|p| &p.token)
    }

    /// The piece after the next.
    pub fn peek_second(&self) -> Option<&Token> {
        self.pieces.get(self.next + 1).map(|p| &p.token)
    }

    pub fn advance(&mut self) {
        self.next += 1;
    }

    /// Where the next piece stands; the end of the text if there is none.
    pub fn here(&self) -> Range<usize> {
        self.pieces.get(self.next).map_or(self.text.len()..self.text.len(), |p| p.at.clone())
    }

    pub fn expect(&mut self, expected: Expected) {
        let at = self.here().start;
        self.expect_from(at, expected);
    }

    fn expect_from(&mut self, at: usize, expected: Expected) {
        let entry = (at, expected);
        if !self.expected.contains(&entry) {
            self.expected.push(entry);
        }
    }

    /// Takes a word if it comes next.
    pub fn word(&mut self, word: &'static str) -> bool {
        self.expect(Expected::Word(word));
        let found = matches!(self.peek(), Some(Token::Word(w)) if w.eq_ignore_ascii_case(word));
        if found {
            self.advance();
        }
        found
    }

    pub fn sign(&mut self, sign: char) -> bool {
        if sign == '+' {
            self.expect(Expected::Word("+"));
        }
        let found = self.peek() == Some(&Token::Sign(sign));
        if found {
            self.advance();
        }
        found
    }

    pub fn need_word(&mut self, word: &'static str) -> Read<()> {
        if self.word(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// One of some words.
    pub fn one_of<T: Copy>(&mut self, words: &[(&'static str, T)]) -> Option<T> {
        words.iter().find(|(word, _)| self.word(word)).map(|(_, value)| *value)
    }

    /// Any plain word.
    pub fn any_word(&mut self, what: Expected) -> Read<String> {
        self.expect(what);
        match self.peek().cloned() {
            Some(Token::Word(word)) => {
                self.advance();
                Ok(word)
            }
            Some(Token::Quoted(word)) => {
                self.advance();
                Ok(word)
            }
            _ => Err(self.unexpected()),
        }
    }

    pub fn number(&mut self, what: &'static str, least: u32, most: u32) -> Read<u32> {
        match self.number_if_any(what, least, most)? {
            Some(number) => Ok(number),
            None => Err(self.unexpected()),
        }
    }

    pub fn number_if_any(&mut self, what: &'static str, least: u32, most: u32) -> Read<Option<u32>> {
        self.expect(Expected::Free(what));
        let Some(Token::Number(number)) = self.peek() else { return Ok(None) };
        let number = *number;
        if !(least..=most).contains(&number) {
            return Err(error(self.here(), format!("{what} is {least} to {most}, not {number}")));
        }
        self.advance();
        Ok(Some(number))
    }

    /// A number of that many bits' type, within bounds.
    pub fn small<T: TryFrom<u32>>(&mut self, what: &'static str, least: u32, most: u32) -> Read<T> {
        let at = self.here();
        let number = self.number(what, least, most)?;
        T::try_from(number).map_err(|_| error(at, format!("{what} can't be {number}")))
    }

    /// `#12`
    pub fn id(&mut self) -> Read<u32> {
        self.expect(Expected::Free("a number such as #12"));
        let Some(Token::Id(id)) = self.peek() else { return Err(self.unexpected()) };
        let id = *id;
        self.advance();
        Ok(id)
    }

    /// A new name: quoted, or plain words up to the next keyword.
    pub fn new_name(&mut self) -> Read<String> {
        self.expect(Expected::Free("a name"));
        self.plain_name().ok_or_else(|| self.unexpected()).map(|(name, _)| name)
    }

    pub(super) fn plain_name(&mut self) -> Option<(String, Range<usize>)> {
        let mut at = self.here();
        if let Some(Token::Quoted(name)) = self.peek().cloned() {
            self.advance();
            return Some((name, at));
        }
        let mut words = Vec::new();
        while let Some(Token::Word(word)) = self.peek() {
            let stops = self.stops.iter().any(|stop| stop.eq_ignore_ascii_case(word));
            if is_keyword(word) || (stops && !words.is_empty()) {
                break;
            }
            words.push(word.clone());
            at.end = self.here().end;
            self.advance();
        }
        if words.is_empty() { None } else { Some((words.join(" "), at)) }
    }

    /// All the rest, as it stands; none where there is none.
    pub fn rest(&mut self) -> Option<String> {
        self.peek()?;
        let rest = self.text[self.here().start..].trim_end().to_string();
        self.next = self.pieces.len();
        Some(rest)
    }

    /// Free text: quoted, or all the rest.
    pub fn free_text(&mut self, what: &'static str) -> Read<String> {
        self.expect(Expected::Free(what));
        match self.peek().cloned() {
            Some(Token::Quoted(text)) => {
                self.advance();
                Ok(text)
            }
            _ => self.rest().ok_or_else(|| self.unexpected()),
        }
    }

    /// A reference to something that is there: `#12`, or `[side|stack|unit] NAME [of SIDE]`.
    pub fn reference(&mut self, state: &State, kinds: &'static [Kind]) -> Read<Id> {
        self.expect(Expected::Name(kinds));
        if let Some(Token::Id(id)) = self.peek() {
            let id = Id(*id);
            self.advance();
            return Ok(id);
        }
        let start = self.here().start;
        let mut meant: Vec<Kind> = kinds.to_vec();
        for kind in kinds {
            let says = matches!(self.peek(), Some(Token::Word(w)) if w.eq_ignore_ascii_case(kind.word()));
            if says && self.peek_second().is_some() {
                self.advance();
                meant = vec![*kind];
                break;
            }
        }
        let Some((name, at)) = self.plain_name() else { return Err(self.unexpected()) };
        if self.next == self.pieces.len() {
            self.expect_from(start, Expected::Name(kinds));
        }
        let of = if self.peek().is_some_and(|t| matches!(t, Token::Word(w) if w.eq_ignore_ascii_case("of"))) {
            self.advance();
            Some(self.reference(state, &[Kind::Side])?)
        } else {
            None
        };
        let found = found(state, &meant, &name, of.map(|id| SideId(id.0)));
        match found[..] {
            [id] => Ok(id),
            [] => {
                let words: Vec<&str> = kinds.iter().map(|k| k.word()).collect();
                let words = words.join(" or ");
                let mut none = error(at, format!("there is no {words} called “{}”", text::presentable(&name)));
                let all: Vec<String> = all_of(state, kinds).map(|id| state.name(id)).collect();
                none.hint = text::nearest(&name, all.iter().map(String::as_str))
                    .map(|near| format!("perhaps {}", super::quoted(near)));
                Err(none)
            }
            _ => {
                let names: Vec<String> = found.iter().take(6).map(|id| name_text(state, *id, kinds)).collect();
                let shown = text::presentable(&name);
                let mut two = error(at, format!("“{shown}” could be {} things", found.len()));
                two.hint = Some(format!("say {}", names.join(" or ")));
                Err(two)
            }
        }
    }

    /// Fails unless all has been read.
    pub fn end(&mut self) -> Read<()> {
        if self.next < self.pieces.len() { Err(self.unexpected()) } else { Ok(()) }
    }

    /// The error that what stands here is nothing that was expected.
    pub fn unexpected(&self) -> NotationError {
        let at = self.here();
        let mut wanted: Vec<String> = Vec::new();
        for (_, expected) in self.expected.iter().filter(|(place, _)| *place == at.start) {
            let words = match expected {
                Expected::Word(word) => vec![format!("`{word}`")],
                Expected::Name(kinds) => {
                    vec![kinds.iter().map(|k| format!("a {}", k.word())).collect::<Vec<_>>().join(" or ")]
                }
                Expected::OneOf(words) => words.iter().map(|w| format!("`{w}`")).collect(),
                Expected::Free(what) => vec![(*what).to_string()],
            };
            wanted.extend(words.into_iter().filter(|w| !wanted.contains(w)).collect::<Vec<_>>());
        }
        let near = match self.peek() {
            Some(Token::Word(word)) => {
                let words = self.expected.iter().filter(|(place, _)| *place == at.start);
                let words = words.flat_map(|(_, e)| match e {
                    Expected::Word(word) => vec![(*word).to_string()],
                    Expected::OneOf(words) => words.clone(),
                    _ => Vec::new(),
                });
                let words: Vec<String> = words.collect();
                text::nearest(word, words.iter().map(String::as_str)).map(|near| format!("perhaps `{near}`"))
            }
            _ => None,
        };
        let found = match self.pieces.get(self.next) {
            Some(piece) => format!("`{}`", text::scrub(&self.text[piece.at.clone()])),
            None => "the end".into(),
        };
        let shown = if wanted.len() > 12 { format!("{} …", wanted[..12].join(", ")) } else { wanted.join(", ") };
        let what = match wanted.len() {
            0 => format!("{found} is one thing too many"),
            1 => format!("here should stand {shown}, not {found}"),
            _ => format!("here should stand one of {shown}, not {found}"),
        };
        NotationError { at, what, hint: near }
    }

    /// What would have been taken at the end of the text.
    pub fn wanted_at_end(&self) -> impl Iterator<Item = (usize, &Expected)> {
        let end = self.text.len();
        let open = self.pieces.last().filter(|p| p.at.end == end).map_or(end, |p| p.at.start);
        self.expected.iter().filter(move |(at, _)| *at >= open || *at == end).map(|(at, e)| (*at, e))
    }

    /// Expectations of names that run up to the end, from wherever they began.
    pub fn names_to_end(&self) -> impl Iterator<Item = (usize, &'static [Kind])> {
        self.expected.iter().filter_map(|(at, e)| match e {
            Expected::Name(kinds) => Some((*at, *kinds)),
            _ => None,
        })
    }
}

/// Everything of some kinds.
pub(super) fn all_of<'s>(state: &'s State, kinds: &'s [Kind]) -> impl Iterator<Item = Id> + 's {
    let has = |kind| kinds.contains(&kind);
    let sides = state.sides().iter().filter(move |_| has(Kind::Side)).map(|s| Id::from(s.id));
    let stacks = state.stacks().iter().filter(move |_| has(Kind::Stack)).map(|s| Id::from(s.id));
    let units = state.units().iter().filter(move |_| has(Kind::Unit)).map(|u| Id::from(u.id));
    let battles = state.battles().iter().filter(move |_| has(Kind::Battle)).map(|b| Id::from(b.id));
    sides.chain(stacks).chain(units).chain(battles)
}

/// What a name stands for: an exact name beats one that differs in case, that beats a beginning.
pub(super) fn found(state: &State, kinds: &[Kind], name: &str, of: Option<SideId>) -> Vec<Id> {
    let lower = name.to_lowercase();
    let mut best: (u8, Vec<Id>) = (0, Vec::new());
    for id in all_of(state, kinds).filter(|id| of.is_none() || state.side_of(*id) == of) {
        let own = state.name(id);
        let rank = if own == name {
            3
        } else if own.to_lowercase() == lower {
            2
        } else if own.to_lowercase().starts_with(&lower) {
            1
        } else {
            continue;
        };
        match rank.cmp(&best.0) {
            std::cmp::Ordering::Greater => best = (rank, vec![id]),
            std::cmp::Ordering::Equal => best.1.push(id),
            std::cmp::Ordering::Less => {}
        }
    }
    best.1
}

/// A script's lines as commands: blank lines and lines that begin with `//` or `#` and a blank are left out. Each
/// comes with the number of its line, from 1.
pub fn split_commands(script: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = script.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !(line.is_empty() || line.starts_with("//") || line.starts_with("# ")))
}
