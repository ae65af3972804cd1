//! Aliases: a player's abbreviations for orders, with placeholders: `charge` for `scrud {1} v {2}`.
//!
//! An alias is the first word of a line. Its arguments follow, separated by blanks: `charge "XX Corps" Russians`. An
//! argument with blanks is quoted, as any name, or put in parentheses. The alias is expanded before the line is read,
//! so the order reader knows nothing of aliases.

use super::{NotationError, lexer::lex};
use crate::order::Verb;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap,
};
use std::{borrow::Cow, fmt, ops::Range};
use wardiary_base::{
    fault::Fault,
    text::{self, Text},
};

wardiary_base::words! {
    /// A command line that is not an order: it moves through the diary, changes it, or queries it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum LineCommand, word {
        Undo "undo",
        Redo "redo",
        GoTo "goto",
        /// `what if`
        What "what",
        Remark "remark",
        Bookmark "bookmark",
        Amend "amend",
        Suggest "suggest",
        /// `strike N` removes an entry. An order to a stack begins so, too.
        Strike "strike",
    }
}

impl LineCommand {
    pub fn find(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.word() == word)
    }

    /// Whether the order line suggests it to a player in a share.
    pub fn is_for_players(self) -> bool {
        match self {
            Self::Undo | Self::Suggest => true,
            Self::Redo | Self::GoTo | Self::What | Self::Remark | Self::Bookmark | Self::Amend | Self::Strike => false,
        }
    }

    pub fn may_be_order(self) -> bool {
        self == Self::Strike
    }

    /// Whether a hint for a side may name it: it neither moves through the diary nor changes it.
    pub(super) fn is_question(self) -> bool {
        self == Self::Suggest
    }
}

/// The maximum number of placeholders in an alias.
const MAX_PLACEHOLDERS: usize = 9;

/// A player's aliases, as in their file: `{"charge": "scrud {1} v {2}"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases(Vec<Alias>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Alias {
    name: Text,
    order: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasedLine<'a> {
    pub name: &'a Text,
    /// The alias's order with its placeholders.
    pub order: &'a Text,
    /// The expanded line, or why it can't be expanded.
    pub expansion: Result<String, NotationError>,
    /// The argument that is being typed, if any.
    pub open_argument: Option<OpenArgument>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenArgument {
    /// The number of its placeholder, from 1.
    pub number: usize,
    /// Its range in the line, in bytes.
    pub at: Range<usize>,
    /// The order up to the placeholder; none if another placeholder before it is still empty.
    pub order_before: Option<String>,
}

enum Piece<'a> {
    Text(&'a str),
    /// A placeholder: its number, from 1, and whether it is in quotes.
    Placeholder(usize, bool),
}

impl Aliases {
    pub fn iter(&self) -> impl Iterator<Item = (&Text, &Text)> {
        self.0.iter().map(|alias| (&alias.name, &alias.order))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes the faulty aliases and returns their faults, each with its place in the file.
    pub fn take_faulty(&mut self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut sound: Vec<Alias> = Vec::new();
        for (at, alias) in std::mem::take(&mut self.0).into_iter().enumerate() {
            match alias.fault(&sound) {
                None => sound.push(alias),
                Some(fault) => faults.push(fault.with_prefix(&at.to_string()).with_prefix("aliases")),
            }
        }
        self.0 = sound;
        faults
    }

    /// Expands a line; `None` if it does not start with an alias.
    pub fn expand(&self, line: &str) -> Option<AliasedLine<'_>> {
        let begins = line.len() - line.trim_start().len();
        let word = line[begins..].split(char::is_whitespace).next().unwrap_or_default();
        let alias = self.0.iter().find(|alias| alias.name.eq_ignore_case(word))?;
        let rest = begins + word.len();
        let arguments = arguments(line, rest);
        let given: Vec<&str> = arguments.iter().map(|at| &line[at.clone()]).collect();
        // A word that touches the end is still being typed. After a blank the next argument starts.
        let is_open = arguments.last().is_some_and(|last| last.end == line.len() && !is_closed(&line[last.clone()]));
        let number = if is_open { given.len() } else { given.len() + 1 };
        let at = if is_open { arguments[number - 1].clone() } else { line.len()..line.len() };
        let may_open = is_open || line.len() > rest && line.ends_with(char::is_whitespace);
        let open = (may_open && number <= alias.argument_count()).then(|| OpenArgument {
            number,
            at,
            order_before: alias.order_before(number, &given),
        });
        Some(AliasedLine {
            name: &alias.name,
            order: &alias.order,
            expansion: alias.filled_in(&given, rest..line.len()),
            open_argument: open,
        })
    }

    /// The alias that a misspelt first word was probably meant to be.
    pub fn nearest(&self, line: &str) -> Option<&Text> {
        let word = line.split_whitespace().next()?;
        text::nearest(word, self.iter().map(|(name, _)| name))
    }

    /// Extends an error about a line's first word, which may be a misspelt alias.
    pub fn explain_error(&self, error: NotationError, line: &str) -> NotationError {
        let word = line.split_whitespace().next().unwrap_or_default();
        let begins = line.len() - line.trim_start().len();
        if self.is_empty() || error.at != (begins..begins + word.len()) || is_first_word(word) {
            return error;
        }
        let what = format!("“{}” is neither an order nor one of your aliases", text::display_name(word));
        let near = self.nearest(line).map(|near| format!("did you mean `{near}`?"));
        NotationError { at: error.at, reason: what, hint: near.or(error.hint) }
    }
}

impl Alias {
    /// Returns the fault of this alias, if any; `before` are the aliases above it in the file.
    fn fault(&self, before: &[Self]) -> Option<Fault> {
        let (name, order) = (self.name.as_name(), self.order.raw().trim());
        let fault = |what: String, hint: &str| Some(Fault { path: Vec::new(), reason: what, hint: Some(hint.into()) });
        let is_word = self.name.raw().starts_with(char::is_alphabetic)
            && self.name.raw().chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        if !is_word {
            return fault(
                format!("“{name}” can't be typed as one word"),
                "use letters, digits, - and _, beginning with a letter",
            );
        }
        if is_first_word(self.name.raw()) {
            return fault(format!("“{name}” would hide the order of that name"), "give the alias another name");
        }
        if let Some(same) = before.iter().find(|other| other.name.to_lowercase() == self.name.to_lowercase()) {
            let what = format!("“{name}” is already an alias for `{}`", same.order);
            return fault(what, "rename one of the two");
        }
        let first = order.split_whitespace().next().unwrap_or_default();
        if !is_first_word(first) {
            let known: Vec<&str> = first_words().collect();
            let what =
                format!("“{name}” is not an alias for an order: no order begins with `{}`", text::sanitize(first));
            let hint = match text::nearest(first, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write an order, such as \"scrud {1} v {2}\"; an alias can't use another alias".into(),
            };
            return fault(what, &hint);
        }
        let pieces = match pieces(order) {
            Ok(pieces) => pieces,
            Err(brace) => {
                let what = format!("“{name}” has an invalid placeholder: `{}`", text::sanitize(brace));
                return fault(what, "placeholders are {1}, {2} and so on, up to {9}");
            }
        };
        let has =
            |number: usize| pieces.iter().any(|piece| matches!(piece, Piece::Placeholder(at, _) if *at == number));
        if let Some(missing) = (1..self.argument_count()).find(|number| !has(*number)) {
            let what = format!("“{name}” has a placeholder {{{}}} but no {{{missing}}}", self.argument_count());
            return fault(what, "number the placeholders from {1} on");
        }
        let tried = vec!["x"; self.argument_count()];
        let unread = lex(&self.substitute(&tried)).err()?;
        fault(
            format!("“{name}” is an alias for an invalid order: {}", unread.reason),
            "write the order as you would type it in the order line",
        )
    }

    /// The number of arguments: the highest number of a placeholder.
    fn argument_count(&self) -> usize {
        let number = |piece: &Piece| if let Piece::Placeholder(number, _) = piece { *number } else { 0 };
        pieces(self.order.raw()).unwrap_or_default().iter().map(number).max().unwrap_or(0)
    }

    fn filled_in(&self, given: &[&str], at: Range<usize>) -> Result<String, NotationError> {
        let (places, name) = (self.argument_count(), &self.name);
        if given.len() == places {
            return Ok(self.substitute(given));
        }
        let wanted = match places {
            0 => "nothing".into(),
            places => text::count(places, "name", "names"),
        };
        let got = if given.is_empty() { "none".into() } else { given.len().to_string() };
        let what = format!("“{name}” needs {wanted} after it, not {got}: {}", self.order);
        let hint = (given.len() > places && places > 0).then(|| "put a name of several words in quotes".into());
        Err(NotationError { at, reason: what, hint })
    }

    fn substitute(&self, given: &[&str]) -> String {
        let put = |piece: &Piece| match piece {
            Piece::Text(text) => (*text).to_string(),
            Piece::Placeholder(number, in_quotes) => argument_text(given[*number - 1], *in_quotes).into_owned(),
        };
        pieces(self.order.raw()).unwrap_or_default().iter().map(put).collect()
    }

    fn order_before(&self, number: usize, given: &[&str]) -> Option<String> {
        let mut before = String::new();
        for piece in pieces(self.order.raw()).unwrap_or_default() {
            match piece {
                Piece::Text(text) => before.push_str(text),
                Piece::Placeholder(at, _) if at == number => return Some(before),
                Piece::Placeholder(at, in_quotes) => before.push_str(&argument_text(given.get(at - 1)?, in_quotes)),
            }
        }
        None
    }
}

/// An argument without its parentheses, and without its quotes if the placeholder is in quotes.
fn argument_text(given: &str, in_quotes: bool) -> Cow<'_, str> {
    let bare = given.strip_prefix('(').map_or(given, |given| given.strip_suffix(')').unwrap_or(given));
    match bare.strip_prefix('"').and_then(|bare| bare.strip_suffix('"')) {
        Some(quoted) if in_quotes => quoted.into(),
        _ => bare.into(),
    }
}

/// A name as an argument, in parentheses if it would otherwise be several.
pub fn as_argument(name: &str) -> String {
    let is_one = arguments(name, 0).len() == 1;
    if is_one { name.into() } else { format!("({name})") }
}

fn arguments(line: &str, from: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut in_quotes, mut depth, mut is_escaped, mut start) = (false, 0usize, false, None);
    for (at, c) in line[from..].char_indices().map(|(at, c)| (from + at, c)) {
        if c.is_whitespace() && !in_quotes && depth == 0 {
            found.extend(start.take().map(|start| start..at));
            continue;
        }
        let first = *start.get_or_insert(at) == at;
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_quotes => is_escaped = true,
            '"' => in_quotes = !in_quotes,
            '(' if !in_quotes && (first || depth > 0) => depth += 1,
            ')' if !in_quotes => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found.extend(start.map(|start| start..line.len()));
    found
}

/// Whether an argument's closing quote or parenthesis has been typed.
fn is_closed(argument: &str) -> bool {
    argument.len() > 1 && (argument.starts_with('"') && argument.ends_with('"') || argument.ends_with(')'))
}

/// Splits an order into text and placeholders. The error is the text in braces that is not a placeholder.
fn pieces(order: &str) -> Result<Vec<Piece<'_>>, &str> {
    let (mut pieces, mut rest, mut in_quotes) = (Vec::new(), order, false);
    while let Some(at) = rest.find(['{', '}']) {
        let end = rest[at..].find('}').map_or(rest.len(), |end| at + end + 1);
        let number = rest[at..end].strip_prefix('{').and_then(|digits| digits.strip_suffix('}')?.parse().ok());
        let Some(number) = number.filter(|number| (1..=MAX_PLACEHOLDERS).contains(number)) else {
            return Err(&rest[at..end]);
        };
        in_quotes ^= rest[..at].matches('"').count() % 2 == 1;
        pieces.extend([Piece::Text(&rest[..at]), Piece::Placeholder(number, in_quotes)]);
        rest = &rest[end..];
    }
    pieces.push(Piece::Text(rest));
    Ok(pieces)
}

/// All words that may start a line.
fn first_words() -> impl Iterator<Item = &'static str> {
    Verb::ALL.iter().map(|verb| verb.words().0).chain(LineCommand::ALL.map(LineCommand::word))
}

fn is_first_word(word: &str) -> bool {
    first_words().any(|first| first.eq_ignore_ascii_case(word))
}

impl<'de> Deserialize<'de> for Aliases {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;

        impl<'de> Visitor<'de> for All {
            type Value = Aliases;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map")
            }

            // Duplicates are kept, so that they can be reported.
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Aliases, A::Error> {
                let mut all = Vec::new();
                while let Some((name, order)) = map.next_entry()? {
                    all.push(Alias { name, order });
                }
                Ok(Aliases(all))
            }
        }

        deserializer.deserialize_map(All)
    }
}

impl Serialize for Aliases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.iter().try_for_each(|(name, order)| map.serialize_entry(name, order))?;
        map.end()
    }
}
