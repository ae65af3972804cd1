//! The token reader of orders and rolls. It consumes words, numbers and texts one by one, and records what it would
//! accept at each point, for error messages and completion.

use super::{
    NotationError, Parsed,
    lexer::{Lexeme, Token, lex},
    names::{is_keyword, quote},
};
use crate::state::EntityKind;
use std::{collections::BTreeSet, ops::Range};
use wardiary_base::{
    dice::DiceTerm,
    text::{self, Text, name_match::position_named},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Word(&'static str),
    Name(&'static [EntityKind]),
    OneOf(Vec<Text>),
    /// Free text, with a description for the player.
    Free(&'static str),
}

impl Expected {
    pub fn one_of<T: Into<Text>>(words: impl IntoIterator<Item = T>) -> Self {
        Self::OneOf(words.into_iter().map(Into::into).collect())
    }
}

pub(super) const NEW_NAME: &str = "a name";

/// The hint that a name needs quotes, as it would be read as something else.
pub(super) fn quote_hint(name: &str) -> String {
    format!("to use it as a name, write `{}`", quote(name))
}

pub(super) struct Reader<'a> {
    pub text: &'a str,
    lexemes: Vec<Lexeme>,
    next: usize,
    expected: Vec<(usize, Expected)>,
    /// The number of tokens, expectations and characters examined: the cost of reading, which must be linear.
    steps: usize,
    /// Whether the last token read was a name. An unquoted name ends only at a keyword.
    after_name: bool,
    /// Additional words that end an unquoted name of several words, in this order only: `test Old Guard Leadership`.
    pub name_ends: Vec<Text>,
    /// A word that ends an unquoted name of several words where a number follows it: `side Germans day 3`.
    pub counted_end: Option<String>,
    /// Whether any name is accepted, because there is a rulebook but no campaign to resolve names in.
    pub accepts_any_name: bool,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Parsed<Self> {
        let lexemes = lex(text)?;
        let (expected, stops) = (Vec::new(), Vec::new());
        Ok(Self {
            text,
            lexemes,
            next: 0,
            expected,
            steps: text.len(),
            after_name: false,
            name_ends: stops,
            counted_end: None,
            accepts_any_name: false,
        })
    }

    pub fn peek(&self) -> Option<&Token> {
        self.lexemes.get(self.next).map(|p| &p.token)
    }

    pub(crate) fn peek_second(&self) -> Option<&Token> {
        self.lexemes.get(self.next + 1).map(|p| &p.token)
    }

    pub fn advance(&mut self) {
        self.next += 1;
        self.after_name = false;
        self.steps += 1;
    }

    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Marks the end of a name, quoted or not. Only a keyword may follow.
    pub(super) fn end_name(&mut self) {
        self.after_name = true;
    }

    pub fn is_at_end(&self) -> bool {
        self.next == self.lexemes.len()
    }

    /// The last token, if it is a negative number, with its range.
    pub(super) fn negative_number_at_end(&self) -> Option<(Range<usize>, String)> {
        let last = self.lexemes.last()?;
        let Token::Word(word) = &last.token else { return None };
        let digits = word.strip_prefix('-').filter(|digits| !digits.is_empty())?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| (last.at.clone(), word.clone()))
    }

    /// The range of the next token; at the end of the text, an empty range.
    pub fn next_range(&self) -> Range<usize> {
        self.lexemes.get(self.next).map_or(self.text.len()..self.text.len(), |p| p.at.clone())
    }

    pub fn expect(&mut self, expected: Expected) {
        let entry = (self.next_range().start, expected);
        // The reader goes forward, so the expectations at one place are together.
        let mut here = self.expected.iter().rev().take_while(|(place, _)| *place == entry.0);
        self.steps += here.clone().count();
        if !here.any(|known| *known == entry) {
            self.expected.push(entry);
        }
    }

    /// Replaces all expectations here with these words.
    pub(super) fn expect_only(&mut self, words: impl IntoIterator<Item = &'static str>) {
        let at = self.next_range().start;
        self.expected.retain(|(place, _)| *place != at);
        words.into_iter().for_each(|word| self.expect(Expected::Word(word)));
    }

    pub(super) fn position(&self) -> usize {
        self.next
    }

    pub(super) fn rewind(&mut self, mark: usize) {
        self.next = mark;
        self.after_name = false;
    }

    pub fn accept_word(&mut self, word: &'static str) -> bool {
        debug_assert!(
            !self.after_name || is_keyword(word) || self.name_ends.iter().any(|end| end.raw() == word),
            "`{word}` would be taken for a part of the name before it: declare it as a keyword of its order"
        );
        self.expect(Expected::Word(word));
        let found = matches!(self.peek(), Some(Token::Word(w)) if w.eq_ignore_ascii_case(word));
        if found {
            self.advance();
        }
        found
    }

    pub fn accept_sign(&mut self, sign: char) -> bool {
        if sign == '+' {
            self.expect(Expected::Word("+"));
        }
        let found = self.peek() == Some(&Token::Sign(sign));
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn require_word(&mut self, word: &'static str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(crate) fn accept_one_of<T: Clone>(&mut self, words: &[(&'static str, T)]) -> Option<T> {
        words.iter().find(|(word, _)| self.accept_word(word)).map(|(_, value)| value.clone())
    }

    pub(super) fn require_one_of<T: Clone>(&mut self, words: &[(&'static str, T)]) -> Parsed<T> {
        self.accept_one_of(words).ok_or_else(|| self.unexpected())
    }

    /// Reads any word. One close to one of several expected ones is replaced by it; an exact one keeps its case.
    pub(crate) fn any_word(&mut self, what: Expected) -> Parsed<Text> {
        self.expect(what.clone());
        let Some(Token::Word(word) | Token::Quoted(word)) = self.peek().cloned() else { return Err(self.unexpected()) };
        self.advance();
        match what {
            Expected::OneOf(known) if !known.iter().any(|name| name.eq_ignore_case(&word)) => {
                let meant = position_named(known.iter(), &word).map(|at| known[at].clone());
                Ok(meant.unwrap_or_else(|| word.into()))
            }
            _ => Ok(word.into()),
        }
    }

    /// Whether the next token is all digits, even if the number is out of range.
    pub(crate) fn is_at_number(&self) -> bool {
        match self.peek() {
            Some(Token::Number(_)) => true,
            Some(Token::Word(word)) => is_digits(word),
            _ => false,
        }
    }

    pub fn number(&mut self, what: &'static str, least: u32, most: u32) -> Parsed<u32> {
        match self.number_if_any(what, least, most)? {
            Some(number) => Ok(number),
            None => Err(self.unexpected()),
        }
    }

    pub(crate) fn number_if_any(&mut self, what: &'static str, least: u32, most: u32) -> Parsed<Option<u32>> {
        self.expect(Expected::Free(what));
        let number = match self.peek() {
            Some(Token::Number(number)) => *number,
            // The number is out of range.
            Some(Token::Word(word)) if is_digits(word) => {
                let what = format!("{} is too large: {what} is at most {most}", text::excerpt(word));
                return Err(NotationError::new(self.next_range(), what));
            }
            _ => return Ok(None),
        };
        if !(least..=most).contains(&number) {
            return Err(NotationError::new(
                self.next_range(),
                format!("{what} must be {least} to {most}, not {number}"),
            ));
        }
        self.advance();
        Ok(Some(number))
    }

    pub fn bounded_number<T: TryFrom<u32>>(&mut self, what: &'static str, least: u32, most: u32) -> Parsed<T> {
        let at = self.next_range();
        let number = self.number(what, least, most)?;
        T::try_from(number).map_err(|_| NotationError::new(at, format!("{what} can't be {number}")))
    }

    /// Reads an id: `#12`.
    pub fn id(&mut self) -> Parsed<u32> {
        self.expect(Expected::Free("a number such as #12"));
        let Some(Token::Id(id)) = self.peek() else { return Err(self.unexpected()) };
        let id = *id;
        self.advance();
        Ok(id)
    }

    /// Consumes the rest of the text, verbatim; `None` if nothing is left.
    pub fn rest(&mut self) -> Option<String> {
        self.peek()?;
        let rest = self.text[self.next_range().start..].trim_end().to_string();
        self.next = self.lexemes.len();
        Some(rest)
    }

    /// Reads free text: quoted, or the rest of the text.
    pub(crate) fn free_text(&mut self, what: &'static str) -> Parsed<Text> {
        self.expect(Expected::Free(what));
        match self.peek().cloned() {
            Some(Token::Quoted(text)) => {
                self.advance();
                Ok(text.into())
            }
            _ => self.rest().map(Text::from).ok_or_else(|| self.unexpected()),
        }
    }

    pub fn end(&mut self) -> Parsed<()> {
        if self.is_at_end() {
            return Ok(());
        }
        let Mismatch { at, expected, found, hint } = self.mismatch();
        let follows = (!expected.is_empty()).then(|| format!("{} can follow here", shown(&expected)));
        let hint: Vec<String> = hint.into_iter().chain(follows).collect();
        let hint = (!hint.is_empty()).then(|| hint.join(" "));
        Err(NotationError { at, reason: format!("unexpected {found}"), hint })
    }

    pub(crate) fn unexpected(&self) -> NotationError {
        let Mismatch { at, expected, found, hint } = self.mismatch();
        let reason = match expected.len() {
            0 => format!("unexpected {found}"),
            _ if self.is_at_end() => format!("{} is missing here", shown(&expected)),
            _ => format!("expected {}, found {found}", shown(&expected)),
        };
        NotationError { at, reason, hint }
    }

    pub(crate) fn unknown_order(&self) -> NotationError {
        if self.is_at_end() {
            return self.unexpected();
        }
        let Mismatch { at, found, hint, .. } = self.mismatch();
        if let Some(hint) = self.peek().and_then(other_command_hint) {
            return NotationError { at, reason: format!("unknown order {found}"), hint: Some(hint) };
        }
        let list = "`wardiary help orders` lists the orders";
        let hint = hint.map_or_else(|| list.into(), |near| format!("{near} {list}"));
        NotationError { at, reason: format!("unknown order {found}"), hint: Some(hint) }
    }

    fn mismatch(&self) -> Mismatch {
        let at = self.next_range();
        let (mut wanted, mut known) = (Vec::<String>::new(), BTreeSet::new());
        // Where a name is expected, a keyword must be quoted.
        let mut named = false;
        for (_, expected) in self.expected.iter().filter(|(place, _)| *place == at.start) {
            let words = match expected {
                Expected::Word(word) => vec![format!("`{word}`")],
                Expected::Name(kinds) => {
                    named = true;
                    vec![format!("a {}", text::list_or(&kinds.iter().map(|k| k.word()).collect::<Vec<_>>()))]
                }
                Expected::OneOf(words) => words.iter().map(|w| format!("`{w}`")).collect(),
                Expected::Free(what) => {
                    named |= *what == NEW_NAME;
                    vec![(*what).to_string()]
                }
            };
            wanted.extend(words.into_iter().filter(|word| known.insert(word.clone())));
        }
        let hint = match self.peek() {
            Some(Token::Word(word)) if named && is_keyword(word) => Some(quote_hint(word)),
            Some(Token::Word(word)) => {
                let words = self.expected.iter().filter(|(place, _)| *place == at.start);
                let words = words.flat_map(|(_, e)| match e {
                    Expected::Word(word) => vec![(*word).into()],
                    Expected::OneOf(words) => words.clone(),
                    _ => Vec::new(),
                });
                let words: Vec<Text> = words.collect();
                let near = text::nearest(word, &words).map(|near| format!("did you mean `{near}`?"));
                let dice = || {
                    matches!(DiceTerm::parse(word), Some(Ok(_))).then(|| format!("to roll dice, write `roll {word}`"))
                };
                near.or_else(dice)
            }
            _ => None,
        };
        let found = match self.lexemes.get(self.next) {
            Some(lexeme) => format!("`{}`", text::excerpt(&self.text[lexeme.at.clone()])),
            None => "end of text".into(),
        };
        Mismatch { at, expected: wanted, found, hint }
    }

    /// The expectations at the end of the text.
    pub(crate) fn expected_at_end(&self) -> impl Iterator<Item = (usize, &Expected)> {
        let end = self.text.len();
        let open = self.lexemes.last().filter(|p| p.at.end == end).map_or(end, |p| p.at.start);
        self.expected.iter().filter(move |(at, _)| *at >= open || *at == end).map(|(at, e)| (*at, e))
    }

    /// The expected names and where each starts.
    pub(crate) fn expected_names_to_end(&self) -> impl Iterator<Item = (usize, &'static [EntityKind])> {
        self.expected.iter().filter_map(|(at, e)| match e {
            Expected::Name(kinds) => Some((*at, *kinds)),
            _ => None,
        })
    }
}

/// The commands of the shell that begin no order.
const SHELL_COMMANDS: [&str; 23] = [
    "backup",
    "check",
    "compare",
    "do",
    "list",
    "log",
    "luck",
    "muster",
    "odds",
    "open",
    "paths",
    "picture",
    "proposals",
    "recover",
    "report",
    "review",
    "seal",
    "service",
    "settings",
    "share",
    "state",
    "theme",
    "verify",
];

/// The command that replaces a word that begins no order.
fn other_command_hint(token: &Token) -> Option<String> {
    let Token::Word(word) = token else { return None };
    let word = word.to_lowercase();
    match word.as_str() {
        "attack" | "assault" | "combat" | "fight" => {
            Some("`scrud` fights hand to hand and `volley` shoots; `battle` begins a battle".into())
        }
        "charge" | "melee" => Some("`scrud A v B` fights hand to hand".into()),
        "fire" | "shoot" | "shell" | "bombard" => Some("`volley A at B` shoots".into()),
        "retreat" | "retire" => Some("`withdraw` leaves a combat, and `flee` a Conflict".into()),
        "support" => Some("guns support a fight by its order: `scrud A support B v C`".into()),
        "endturn" | "turn" => Some("`end turn` starts the next turn".into()),
        "reserve" | "reserves" => Some("`commit A to B` brings reserves into the combat of B".into()),
        "branches" => Some("`wardiary log SAVE --branches` lists the branches".into()),
        word if SHELL_COMMANDS.contains(&word) => {
            Some(format!("that is a command of the shell: `wardiary {word} SAVE`"))
        }
        _ => None,
    }
}

struct Mismatch {
    at: Range<usize>,
    expected: Vec<String>,
    found: String,
    hint: Option<String>,
}

/// The alternatives as a list; of many, the first ones.
fn shown(expected: &[String]) -> String {
    const MOST: usize = 12;
    if expected.len() > MOST {
        return format!("{} …", expected[..MOST].join(", "));
    }
    text::list_or(&expected.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Whether a word is all digits. Such a word is a number that is out of range.
fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
