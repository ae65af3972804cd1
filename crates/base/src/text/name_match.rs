//! Compares names as people type them: without an accent, with another apostrophe, in another case, or in another
//! Unicode form of the same letters.

use super::{Raw, is_ignorable, sanitize_char};
use std::collections::{BTreeMap, btree_map::Entry};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// How a new name is stored: composed (NFC), with plain blanks, and none around it.
pub fn normalized_name(name: &str) -> String {
    name.trim_matches(|c| plain_blank(c) == ' ').chars().map(plain_blank).nfc().collect()
}

/// A blank of any width as a plain one. Line ends stay, since a name with one is refused.
fn plain_blank(c: char) -> char {
    if c.is_whitespace() && sanitize_char(c) == c { ' ' } else { c }
}

/// Whether a character is invisible, or the sign that [`sanitize_char`] replaces one with.
fn is_invisible(c: char) -> bool {
    c == '\u{25ab}' || is_ignorable(c)
}

/// The composed name without invisible characters. Names that look the same have the same key.
pub fn visible_key(name: &str) -> String {
    name.chars().filter(|c| !is_invisible(*c)).map(plain_blank).nfc().collect()
}

/// The [`visible_key`] in lower case.
fn twin_key(name: &str) -> String {
    if name.is_ascii() { name.to_ascii_lowercase() } else { visible_key(name).to_lowercase() }
}

pub fn are_twins(one: &str, other: &str) -> bool {
    twin_key(one) == twin_key(other)
}

/// The base letters of a letter that Unicode does not decompose.
fn base_letters(c: char) -> impl Iterator<Item = char> {
    let (first, second) = match c {
        'æ' => ('a', Some('e')),
        'đ' | 'ð' => ('d', None),
        'ħ' => ('h', None),
        'ı' => ('i', None),
        'ł' => ('l', None),
        'ø' => ('o', None),
        'œ' => ('o', Some('e')),
        'ß' => ('s', Some('s')),
        'þ' => ('t', Some('h')),
        c => (c, None),
    };
    std::iter::once(first).chain(second)
}

/// The things of one kind whose names look the same but have different characters: the first of such a name, and
/// another.
pub fn twins<K: Ord, T: Copy, N: AsRef<str>>(things: impl IntoIterator<Item = (K, T, N)>) -> Vec<(T, T)> {
    let mut seen: BTreeMap<(K, String), (T, N)> = BTreeMap::new();
    let mut found = Vec::new();
    for (kind, thing, name) in things {
        match seen.entry((kind, visible_key(name.as_ref()))) {
            Entry::Vacant(place) => {
                place.insert((thing, name));
            }
            Entry::Occupied(first) => {
                let (first, known) = first.get();
                found.extend((known.as_ref() != name.as_ref()).then_some((*first, thing)));
            }
        }
    }
    found
}

/// A name in lower case and base letters, without accents and invisible characters, with plain apostrophes and hyphens.
pub fn folded_name(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase().replace('`', "'");
    }
    let plain = |c| match c {
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' | '\u{2032}' | '\u{b4}' | '`' | '\u{ff07}' => '\'',
        '\u{2010}'..='\u{2015}' => '-',
        c => plain_blank(c),
    };
    let letters = name.chars().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase);
    letters.map(plain).nfd().filter(|c| !is_combining_mark(*c)).flat_map(base_letters).collect()
}

/// How well a name that was typed matches a known one, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameMatch {
    /// The same characters.
    Exact,
    /// It looks alike, but for the case.
    Twin,
    /// It differs in accents, base letters, apostrophes or hyphens.
    Folded,
    /// The known name begins with what was typed.
    Prefix,
    /// The known name begins with what was typed, but for accents, apostrophes or hyphens.
    FoldedPrefix,
    /// A later word of the known name begins what was typed: `orange` in `Prince of Orange`.
    Word,
}

/// Whether a later word of a [`folded_name`] begins like this one.
pub fn has_word(folded: &str, typed: &str) -> bool {
    let begins_word = |at: usize| !folded[..at].ends_with(char::is_alphanumeric);
    typed.starts_with(char::is_alphanumeric) && folded.match_indices(typed).any(|(at, _)| begins_word(at))
}

/// A name that was typed, with its keys.
#[derive(Clone, Debug)]
pub struct TypedName<'a> {
    typed: &'a str,
    twin: String,
    folded: String,
}

impl<'a> TypedName<'a> {
    pub fn new(typed: &'a str) -> Self {
        Self { typed, twin: twin_key(typed), folded: folded_name(typed) }
    }

    pub fn folded(&self) -> &str {
        &self.folded
    }

    pub fn compare(&self, known: &str) -> Option<NameMatch> {
        if known == self.typed {
            return Some(NameMatch::Exact);
        }
        let (twin, folded) = (twin_key(known), folded_name(known));
        let tiers = [
            (twin == self.twin, NameMatch::Twin),
            (folded == self.folded, NameMatch::Folded),
            (twin.starts_with(&self.twin), NameMatch::Prefix),
            (folded.starts_with(&self.folded), NameMatch::FoldedPrefix),
            (has_word(&folded, &self.folded), NameMatch::Word),
        ];
        tiers.into_iter().find(|(holds, _)| *holds).map(|(_, tier)| tier)
    }
}

/// The index of the best match for `typed`, the first of equal ones. Accents may be missing only if one name is meant.
pub fn position_named<'n, N: Raw + ?Sized + 'n>(
    names: impl Iterator<Item = &'n N> + Clone,
    typed: &(impl Raw + ?Sized),
) -> Option<usize> {
    let (names, typed) = (names.map(Raw::raw), typed.raw());
    // Most names are found without their keys.
    if let Some(at) = names.clone().position(|name| name == typed) {
        return Some(at);
    }
    let wanted = TypedName::new(typed);
    let matches = names.enumerate().filter_map(|(at, name)| Some((wanted.compare(name)?, at)));
    let mut found: Vec<_> = matches.filter(|(tier, _)| *tier <= NameMatch::Folded).collect();
    found.sort_unstable();
    match found[..] {
        [(NameMatch::Folded, _), _, ..] => None,
        [(_, at), ..] => Some(at),
        [] => None,
    }
}
