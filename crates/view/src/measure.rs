//! Text measured in the columns that it takes on a screen, and cut, wrapped or abbreviated to fit.

use super::Glyphs;

use std::collections::BTreeMap;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The fewest letters left of an abbreviated word.
const LEAST_DISTINCTIVE: usize = 3;

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text, cut with an ellipsis if it is too long: after a word if one ends in the second half, never in a number.
pub fn cut(text: &str, columns: usize, glyphs: &Glyphs) -> String {
    if text.width() <= columns {
        return text.to_string();
    }
    let Some(room) = columns.checked_sub(1) else {
        return String::new();
    };
    let head = prefix_that_fits(text, room);
    let rest = &text[head.len()..];
    let of_number = |c: char| c.is_ascii_digit() || ['.', '%'].contains(&c);
    let head = match head.rfind(' ') {
        _ if rest.starts_with(' ') => head,
        Some(space) if 2 * space >= head.len() => &head[..space],
        _ if rest.starts_with(of_number) => head.trim_end_matches(of_number),
        _ => head,
    };
    format!("{}{}", head.trim_end_matches([' ', ',', ';', ':', '(']), glyphs.ellipsis)
}

/// A name in this many columns. Its words are abbreviated as in orders of battle, the longest first:
/// `6th (Innisk.) Drag.`. If that is not enough, words without a number, Arabic or Roman, are left out between the first and the last,
/// which tell names apart, with an ellipsis in their place: `95th Foot…1. Batt.`. A name still too long is cut.
pub fn cut_name(name: &str, columns: usize, glyphs: &Glyphs) -> String {
    // Each word with the character before it.
    let mut words: Vec<(char, &str)> = name.split(' ').map(|word| (' ', word)).collect();
    loop {
        if let Some(short) = abbreviated(&words, columns) {
            return short;
        }
        let is_number =
            |word: &str| word.contains(|c: char| c.is_ascii_digit()) || word.chars().all(char::is_uppercase);
        let is_spare = |at: &usize| !is_number(words[*at].1);
        match (1..words.len() - 1).find(is_spare) {
            Some(spare) => {
                words.remove(spare);
                words[spare].0 = glyphs.ellipsis;
            }
            // `77th` says more than `77t…`.
            None if words[0].1.width() == columns => return words[0].1.to_string(),
            None => return cut(name, columns, glyphs),
        }
    }
}

/// The words in at most this many columns; `None` if abbreviating is not enough.
fn abbreviated(words: &[(char, &str)], columns: usize) -> Option<String> {
    let mut words: Vec<(char, Word)> = words.iter().map(|(before, word)| (*before, Word::new(word))).collect();
    let text = |words: &[(char, Word)]| {
        words.iter().flat_map(|(before, word)| [before.to_string(), word.text()]).skip(1).collect::<String>()
    };
    while text(&words).width() > columns {
        words.iter_mut().map(|(_, word)| word).filter(|word| word.can_shrink()).max_by_key(|word| word.kept)?.shrink();
    }
    Some(text(&words))
}

/// A word: the punctuation around its letters, the letters, and how many of them are kept.
struct Word<'a> {
    before: &'a str,
    letters: Vec<&'a str>,
    behind: &'a str,
    kept: usize,
}

impl<'a> Word<'a> {
    fn new(word: &'a str) -> Self {
        let rest = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let inner = rest.trim_end_matches(|c: char| !c.is_alphanumeric());
        let letters: Vec<&str> = inner.graphemes(true).collect();
        let before = &word[..word.len() - rest.len()];
        Self { before, kept: letters.len(), letters, behind: &rest[inner.len()..] }
    }

    /// Whether the word can be cut further. Numbers and wide characters never are.
    fn can_shrink(&self) -> bool {
        let is_letter = |letter: &&str| {
            letter.width() == 1 && letter.chars().all(|c| c.is_alphabetic() || ['-', '\'', '’'].contains(&c))
        };
        // The first cut must drop two letters: the full stop takes the place of one.
        let least = LEAST_DISTINCTIVE + usize::from(self.kept == self.letters.len());
        self.kept > least && self.letters.iter().all(is_letter)
    }

    /// Drops a letter, or two for the first full stop, and a vowel before it: `Innisk.`, not `Inni.`.
    fn shrink(&mut self) {
        self.kept -= if self.kept < self.letters.len() { 1 } else { 2 };
        while self.kept > LEAST_DISTINCTIVE
            && self.letters[self.kept - 1].contains(['a', 'e', 'i', 'o', 'u', '-', '\'', '’'])
        {
            self.kept -= 1;
        }
    }

    fn text(&self) -> String {
        let stop = if self.kept < self.letters.len() { "." } else { "" };
        format!("{}{}{stop}{}", self.before, self.letters[..self.kept].concat(), self.behind)
    }
}

/// The first of ever shorter wordings that fits; if none does, the last one, cut.
pub fn first_that_fits<'a>(texts: impl IntoIterator<Item = &'a String>, columns: usize, glyphs: &Glyphs) -> String {
    let mut shortest = "";
    for text in texts {
        if text.width() <= columns {
            return text.clone();
        }
        shortest = text;
    }
    cut(shortest, columns, glyphs)
}

/// The distinctive parts of names: each without the words with which all begin or all end. A single name is unchanged, and
/// no name becomes empty.
pub fn without_shared_words<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let there: Vec<Vec<&str>> = names
        .iter()
        .map(|name| name.split_whitespace().collect::<Vec<_>>())
        .filter(|words| !words.is_empty())
        .collect();
    let least = there.iter().map(Vec::len).min().unwrap_or(0);
    if there.len() < 2 || least == 0 {
        return names.to_vec();
    }
    let shared = |word: &dyn Fn(&[&'a str], usize) -> &'a str, most: usize| {
        (0..most).take_while(|at| there.iter().all(|words| word(words, *at) == word(&there[0], *at))).count()
    };
    // Keeps at least one word when all names are the same.
    let ends = shared(&|words, at| words[words.len() - 1 - at], least - 1);
    let begins = shared(&|words, at| words[at], least - 1 - ends);
    let part = |name: &'a str| {
        let words = name.split_whitespace().count();
        let mut rest = name.trim();
        for _ in 0..begins.min(words) {
            rest = rest.split_once(char::is_whitespace).map_or(rest, |(_, rest)| rest.trim_start());
        }
        for _ in 0..ends.min(words) {
            rest = rest.rsplit_once(char::is_whitespace).map_or(rest, |(rest, _)| rest.trim_end());
        }
        rest
    };
    names.iter().map(|name| part(name)).collect()
}

/// Texts, each in two lines of its columns, the second cut if needed. A text whose first word is too long for a line is
/// abbreviated in one. `None` if all fit into one line, or if different
/// texts would look the same.
pub fn wrap_in_two_lines(texts: &[(&str, usize)], glyphs: &Glyphs) -> Option<Vec<(String, String)>> {
    if texts.iter().all(|(text, columns)| text.width() <= *columns) {
        return None;
    }
    let lines = |(text, columns): &(&str, usize)| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let first = wrap(&text, *columns).into_iter().next().unwrap_or_default();
        let rest = text.get(first.len()..).unwrap_or_default();
        if !rest.is_empty() && !rest.starts_with(' ') {
            return (cut_name(&text, *columns, glyphs), String::new());
        }
        let rest = cut_name(rest.trim_start(), *columns, glyphs);
        (first, rest)
    };
    let halves: Vec<(String, String)> = texts.iter().map(lines).collect();
    let mut looks: BTreeMap<&(String, String), &str> = BTreeMap::new();
    let differ =
        halves.iter().zip(texts).all(|(half, (text, _))| looks.insert(half, text).is_none_or(|other| other == *text));
    differ.then_some(halves)
}

/// The text, cut or padded with spaces to exactly this many columns.
pub fn fit(text: &str, columns: usize, glyphs: &Glyphs) -> String {
    let mut text = cut(text, columns, glyphs);
    let missing = columns.saturating_sub(text.width());
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// A name, abbreviated or padded to exactly this many columns.
pub fn fit_name(name: &str, columns: usize, glyphs: &Glyphs) -> String {
    fit(&self::cut_name(name, columns, glyphs), columns, glyphs)
}

/// The text in lines of at most this many columns, broken between words, or within a word longer than a line.
/// Characters wider than a line are dropped.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    if columns == 0 {
        return Vec::new();
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A footer message nearly always fits, and its height is computed every frame.
    if text.width() <= columns {
        return vec![text];
    }
    let options = Options::new(columns)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&text, options);
    lines.into_iter().map(|line| if line.width() > columns { String::new() } else { line.into_owned() }).collect()
}

/// The longest beginning of the text that fits.
fn prefix_that_fits(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.grapheme_indices(true).find(|(_, cluster)| {
        used += cluster.width();
        used > columns
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// No word is cut below this many letters while another word is longer.
const MIN_LETTERS: usize = 3;
/// Up to this many letters, a word keeps its consonants: `Drg`, not `Dra`.
const MAX_CONSONANTS_ONLY: usize = 3;

/// A name in this many columns: whole, or the beginnings of its words.
pub fn shorten_name(name: &str, columns: usize) -> String {
    if width(name) <= columns {
        return name.to_string();
    }
    let mut words = significant_words(name);
    if width(&words.join(" ")) <= columns {
        return words.join(" ");
    }
    // Words in the middle are dropped first.
    while words.len() > 1 && letters_for(&words, columns) < words.len() * MIN_LETTERS - 1 {
        let middle = if words.len() > 2 { words.len() - 2 } else { 1 };
        words.remove(middle);
    }
    let whole: Vec<usize> = words.iter().map(|word| width(word)).collect();
    let mut lengths = whole.clone();
    let letters = columns.saturating_sub(words.len() - 1);
    while lengths.iter().sum::<usize>() > letters {
        let last = lengths.len() - 1;
        let longest = (0..=last).max_by_key(|at| lengths[*at]).unwrap_or(last);
        let at = if last > 0 && lengths[last] > MIN_LETTERS { last } else { longest };
        lengths[at] -= 1;
    }
    let mut shortened: Vec<String> =
        words.iter().zip(&lengths).map(|(word, letters)| cut_word(word, *letters)).collect();
    restore_words(&words, &mut shortened, columns);
    shortened.join(" ")
}

/// The name of a place in this many columns: whole, or without articles, cut with an ellipsis if it is still too long.
pub fn shorten_place_name(name: &str, columns: usize, glyphs: &Glyphs) -> String {
    if width(name) <= columns { name.to_string() } else { cut(&significant_words(name).join(" "), columns, glyphs) }
}

/// The significant words of a name: no articles and the like, and ordinals as numbers.
fn significant_words(name: &str) -> Vec<String> {
    let bare =
        |word: &str| word.chars().filter(|c| c.is_alphanumeric() || ['-', '’', '\''].contains(c)).collect::<String>();
    let words: Vec<String> = name.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let says_little = |word: &str| {
        ["the", "of", "and", "de", "la", "le", "du", "von", "van"]
            .iter()
            .any(|little| word.eq_ignore_ascii_case(little))
    };
    let significant: Vec<String> =
        words.iter().filter(|word| !says_little(word)).map(|word| ordinal_to_number(word)).collect();
    if significant.is_empty() { words } else { significant }
}

fn ordinal_to_number(word: &str) -> String {
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
    let is_ordinal = !digits.is_empty()
        && digits.chars().all(|c| c.is_ascii_digit())
        && ["st", "nd", "rd", "th"].contains(&&word[digits.len()..]);
    if is_ordinal { digits.to_string() } else { word.to_string() }
}

/// The letters that each word may keep, counting every word but numbers as long.
fn letters_for(words: &[String], columns: usize) -> usize {
    let short = |word: &String| MIN_LETTERS.saturating_sub(width(word));
    (columns + words.iter().map(short).sum::<usize>()).saturating_sub(words.len() - 1)
}

/// A word in this many columns. A word that would end in a vowel takes its next consonant instead, so `Brigade` becomes
/// `Brigd`. A word of a few letters keeps its consonants only, so `Guard` becomes `Grd`.
fn cut_word(word: &str, columns: usize) -> String {
    if width(word) <= columns {
        return word.to_string();
    }
    let beginning = wrap(word, columns).into_iter().next().unwrap_or_default();
    let beginning = beginning.trim_end_matches(|c: char| !c.is_alphanumeric()).to_string();
    if !beginning.ends_with(is_vowel) {
        return beginning;
    }
    if columns > MAX_CONSONANTS_ONLY {
        let next = word.chars().skip(beginning.chars().count()).find(|c| c.is_alphabetic() && !is_vowel(*c));
        let stem = beginning.strip_suffix(is_vowel).unwrap_or(&beginning);
        return next.map_or(beginning.clone(), |next| format!("{stem}{next}"));
    }
    let skeleton: String = consonants(word).chars().take(columns).collect();
    if width(&skeleton) == columns { skeleton } else { beginning }
}

/// The first letter and the consonants after it, without doubled ones.
fn consonants(word: &str) -> String {
    let mut result = String::new();
    for c in word.chars().filter(|c| c.is_alphabetic()) {
        if result.is_empty() || (!is_vowel(c) && !result.ends_with(c)) {
            result.push(c);
        }
    }
    result
}

fn is_vowel(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Restores the other words in full if the last word can spare enough letters: `Blue Ft`.
fn restore_words(words: &[String], shortened: &mut Vec<String>, columns: usize) {
    let Some((last, others)) = words.split_last().filter(|(_, others)| !others.is_empty()) else { return };
    let spare = consonants(last);
    let whole = format!("{} {spare}", others.join(" "));
    if spare.chars().count() == 2 && width(&whole) <= columns {
        *shortened = others.iter().cloned().chain([spare]).collect();
    }
}
