//! Text measured in the columns that it takes on a screen.

pub mod abbreviation;

use super::Glyphs;
use abbreviation::{Shortened, abbreviated, is_shared};
use std::collections::{BTreeMap, BTreeSet};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text, cut with an ellipsis if it is too long. The cut is at the end of a word if one is near, and never within a
/// number.
pub fn cut(text: &str, columns: usize, glyphs: &Glyphs) -> String {
    if text.width() <= columns {
        return text.to_string();
    }
    let Some(room) = columns.checked_sub(1) else {
        return String::new();
    };
    let head = whole_words(text, beginning(text, room).len());
    // `for` may be the beginning of a ford.
    let is_whole = head.ends_with(' ') || text[head.len()..].starts_with(' ');
    format!("{}{}", if is_whole { closed(head) } else { without_remark(head).map_or(head, closed) }, glyphs.ellipsis)
}

/// A name in this many columns: its words are abbreviated, and cut if that is not enough.
pub fn name(name: &str, columns: usize, glyphs: &Glyphs) -> String {
    abbreviated(name, columns, &BTreeMap::new(), Shortened::All).unwrap_or_else(|| cut(name, columns, glyphs))
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

/// Words that say nothing without the next, in sentences or in the names of generals.
const OPENING: [&str; 23] = [
    "a", "an", "the", "of", "to", "by", "in", "at", "on", "and", "or", "with", "from", "for", "is", "v", "de", "du",
    "la", "le", "van", "von", "der",
];

/// Whether a beginning says more than one of those words: the ford, not the.
fn says_something(beginning: &str) -> bool {
    let beginning = beginning.trim_end();
    !beginning.is_empty() && !OPENING.iter().any(|word| beginning.eq_ignore_ascii_case(word))
}

/// Whether a word says nothing without the next: an opening word, or a number that begins a clause.
fn leads_on(before: &str, word: &str) -> bool {
    let begins = before.ends_with([',', ';', ':']) && word.bytes().all(|byte| byte.is_ascii_digit());
    begins || OPENING.contains(&word)
}

/// Strips a dangling end from a cut text: opening words and an unclosed bracket, unless that takes half of it or more.
/// `won by French, a` becomes `won by French`, `I Corps (d'E` becomes `I Corps`.
fn closed(beginning: &str) -> &str {
    let head = beginning.trim_end_matches([' ', ',', ';', ':', '(']);
    let word = head.rfind(' ').filter(|space| leads_on(&head[..*space], &head[space + 1..]));
    match without_remark(head).or(word.map(|space| &head[..space])) {
        Some(rest) => closed(rest),
        None if head.is_empty() => beginning.trim_end(),
        None => head,
    }
}

/// The text before an unclosed bracket.
fn without_remark(head: &str) -> Option<&str> {
    let open = head.rfind(" (").filter(|open| !head[*open..].contains(')') && 2 * open >= head.len());
    open.map(|open| &head[..open])
}

/// The first `end` bytes of a text without the word broken there, unless nothing meaningful would be left; then part of
/// a word is better. Part of a number never is.
fn whole_words(text: &str, end: usize) -> &str {
    let head = &text[..end];
    if text[end..].starts_with(' ') {
        return head;
    }
    let start = head.rfind(' ').map_or(0, |space| space + 1);
    let part = &head[start..];
    let number = part.bytes().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |at| at + 1);
    let in_number = number < part.len() && text[end..].starts_with(|c: char| c.is_ascii_digit());
    match () {
        () if says_something(&head[..start]) => &head[..start],
        () if in_number && start + number > 0 => &head[..start + number],
        () => head,
    }
}

/// The text, cut in its middle if it is too long, keeping its beginning and end.
pub(crate) fn cut_middle(text: &str, columns: usize, glyphs: &Glyphs) -> String {
    let Some(room) = columns.checked_sub(1).filter(|_| text.width() > columns) else {
        return cut(text, columns, glyphs);
    };
    let head = beginning(text, room.div_ceil(2));
    let mut used = head.width();
    let clusters: Vec<(usize, &str)> = text.grapheme_indices(true).collect();
    let end = clusters.iter().rev().take_while(|(_, cluster)| {
        used += cluster.width();
        used <= room
    });
    let tail = end.last().map_or("", |(at, _)| &text[*at..]);
    format!("{}{}{}", head.trim_end(), glyphs.ellipsis, tail.trim_start())
}

/// Names, each cut to its columns so that different names stay different.
///
/// Words shared with other names are abbreviated first. If that is not enough, the name is cut at its end or in the
/// beginning that it shares, provided that everything distinctive is kept. As a last resort all its words are
/// abbreviated, or it is cut.
pub fn cut_apart(names: &[(&str, usize)], glyphs: &Glyphs) -> Vec<String> {
    if names.iter().all(|(name, columns)| name.width() <= *columns) {
        return names.iter().map(|(name, _)| (*name).to_string()).collect();
    }
    let all: BTreeSet<&str> = names.iter().map(|(name, _)| *name).collect();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().flat_map(|name| name.split(' ')).for_each(|word| *times.entry(word).or_default() += 1);
    let short = |(name, columns): &(&str, usize), cut: &String| {
        let told_apart_by = name.split(' ').filter(|word| !is_shared(word, &times));
        let is_told_apart = || told_apart_by.clone().all(|word| cut.split([' ', glyphs.ellipsis]).any(|of| of == word));
        abbreviated(name, *columns, &times, Shortened::Shared)
            .or_else(|| is_told_apart().then(|| cut.clone()))
            .or_else(|| abbreviated(name, *columns, &times, Shortened::All))
            .unwrap_or_else(|| cut.clone())
    };
    let cut = cut_where_they_differ(names, Some(&times), glyphs);
    let short: Vec<String> = names.iter().zip(&cut).map(|(name, cut)| short(name, cut)).collect();
    let looks = looks_of(&short, names);
    short.iter().zip(cut).map(|(short, cut)| if looks[&**short].len() == 1 { short.clone() } else { cut }).collect()
}

/// Sentences, each cut to its columns so that different ones stay different, if possible.
pub fn cut_sentences_apart(texts: &[(&str, usize)], glyphs: &Glyphs) -> Vec<String> {
    cut_where_they_differ(texts, None, glyphs)
}

/// Texts, each cut to its columns at the end. If two would then look the same, or their first different word would be
/// cut, their common beginning is cut instead, repeatedly while some still look the same. For names, whose word counts
/// are in `times`, the rest is abbreviated.
fn cut_where_they_differ(
    texts: &[(&str, usize)],
    times: Option<&BTreeMap<&str, usize>>,
    glyphs: &Glyphs,
) -> Vec<String> {
    let ends: Vec<String> = texts.iter().map(|(text, columns)| cut(text, *columns, glyphs)).collect();
    let looks = looks_of(&ends, texts);
    let mut begun: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    texts.iter().for_each(|(text, _)| _ = begun.entry(first_word(text)).or_default().insert(text));
    let one = |(end, (text, columns)): (&String, &(&str, usize))| {
        let alike = &looks[&**end];
        if alike.len() > 1 {
            return without_start((text, begun_alike(alike)), *columns, times, glyphs);
        }
        let akin = &begun[first_word(text)];
        let start = if end == text || akin.len() < 2 { 0 } else { begun_alike(akin) };
        let differs = text.get(start..).map_or("", first_word);
        let is_whole = end.get(start..).is_some_and(|end| end.starts_with(differs));
        if start == 0 || is_whole { end.clone() } else { without_start((text, start), *columns, times, glyphs) }
    };
    let apart: Vec<String> = ends.iter().zip(texts).map(one).collect();
    let looks = looks_of(&apart, texts);
    let again = |(apart, (text, columns)): (&String, &(&str, usize))| match &looks[&**apart] {
        alike if alike.len() > 1 => without_start((text, begun_alike(alike)), *columns, times, glyphs),
        _ => apart.clone(),
    };
    apart.iter().zip(texts).map(again).collect()
}

/// The distinct texts behind each cut text.
fn looks_of<'a>(cut: &'a [String], texts: &[(&'a str, usize)]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut looks: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (cut, (text, _)) in cut.iter().zip(texts) {
        looks.entry(cut).or_default().insert(text);
    }
    looks
}

/// What differs between names: each without the words with which all begin or all end. A single name is unchanged, and
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

/// Texts, each in two lines of its columns, the second cut if needed. `None` if all fit into one line, or if different
/// texts would look the same.
pub fn in_two_lines(texts: &[(&str, usize)], glyphs: &Glyphs) -> Option<Vec<(String, String)>> {
    if texts.iter().all(|(text, columns)| text.width() <= *columns) {
        return None;
    }
    let lines = |(text, columns): &(&str, usize)| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let first = wrap(&text, *columns).into_iter().next().unwrap_or_default();
        let rest = text.get(first.len()..).unwrap_or_default().trim_start();
        let rest = name(rest, *columns, glyphs);
        (first, rest)
    };
    let halves: Vec<(String, String)> = texts.iter().map(lines).collect();
    let mut looks: BTreeMap<&(String, String), &str> = BTreeMap::new();
    let differ =
        halves.iter().zip(texts).all(|(half, (text, _))| looks.insert(half, text).is_none_or(|other| other == *text));
    differ.then_some(halves)
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// The length in bytes of the whole words with which all texts begin.
fn begun_alike(texts: &BTreeSet<&str>) -> usize {
    // The first and the last in sorted order share no more than any two.
    let (Some(first), Some(last)) = (texts.first(), texts.last()) else { return 0 };
    let same = first.char_indices().zip(last.chars()).find(|((_, a), b)| a != b);
    let at = same.map_or(first.len().min(last.len()), |((at, _), _)| at);
    // One whole text may be the beginning of another.
    if at == first.len() && last[at..].starts_with(' ') {
        return at + 1;
    }
    first[..at].rfind(' ').map_or(0, |space| space + 1)
}

/// The text with part of its first `start` bytes replaced by an ellipsis, as far as needed to fit.
fn without_start(
    (text, start): (&str, usize),
    columns: usize,
    times: Option<&BTreeMap<&str, usize>>,
    glyphs: &Glyphs,
) -> String {
    if start >= text.len() {
        return cut(text, columns, glyphs);
    }
    let room = columns.saturating_sub(1);
    // A short end is kept whole; a long one gives the beginning a few columns, so that it stays recognizable.
    let end = text[start..].width();
    let least = if end <= room / 2 { 0 } else { room.min(4) };
    let head = beginning(&text[..start], room.saturating_sub(end).max(least));
    let is_whole = text[head.len()..].starts_with(' ') || head.ends_with(' ');
    let head = if is_whole { head } else { head.rfind(' ').map_or("", |space| &head[..space]) }.trim_end();
    let room = room.saturating_sub(head.width());
    let abbreviated = |end: &str| abbreviated(end, room, times?, Shortened::All);
    let short = |end: &str| abbreviated(end).unwrap_or_else(|| cut(end, room, glyphs));
    if head.is_empty() && end > room {
        return match times.filter(|_| columns > 2) {
            None => cut(text, columns, glyphs),
            // In a few columns the ellipsis is left out.
            Some(times) if room < 8 => name_end(&text[start..], columns, times, glyphs),
            Some(times) => format!("{}{}", glyphs.ellipsis, name_end(&text[start..], room, times, glyphs)),
        };
    }
    format!("{head}{}{}", glyphs.ellipsis, short(&text[start..]))
}

/// The distinctive end of a name in too few columns: its words abbreviated and shared ones dropped from the first on;
/// or cut, in the middle if a number ends it.
fn name_end(end: &str, room: usize, times: &BTreeMap<&str, usize>, glyphs: &Glyphs) -> String {
    let mut rest = end;
    loop {
        if let Some(short) = abbreviated(rest, room, times, Shortened::All) {
            return short;
        }
        match rest.split_once(' ').filter(|(word, _)| is_shared(word, times)) {
            Some((_, behind)) => rest = behind,
            None if end.ends_with(|c: char| c.is_ascii_digit()) => return cut_middle(rest, room, glyphs),
            None => return cut(rest, room, glyphs),
        }
    }
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
    fit(&self::name(name, columns, glyphs), columns, glyphs)
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
    wrap_plain(&text, columns).unwrap_or_else(|| wrap_any(&text, columns))
}

/// The fast path: ASCII text whose words are all shorter than a line. Messages are wrapped every frame, and each key
/// press waits for it.
fn wrap_plain(text: &str, columns: usize) -> Option<Vec<String>> {
    if !text.is_ascii() || text.contains(|c: char| c.is_ascii_control()) {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            _ if word.len() > columns => return None,
            Some(line) if line.len() + 1 + word.len() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    Some(lines)
}

/// The same for any text, by `textwrap`.
pub fn wrap_any(text: &str, columns: usize) -> Vec<String> {
    let options = Options::new(columns)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(|line| if line.width() > columns { String::new() } else { line.into_owned() }).collect()
}

/// The longest beginning of the text that fits.
fn beginning(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.grapheme_indices(true).find(|(_, cluster)| {
        used += cluster.width();
        used > columns
    });
    end.map_or(text, |(at, _)| &text[..at])
}
