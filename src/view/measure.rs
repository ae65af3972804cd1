//! Text measured in the columns that it takes on a screen.

use super::Glyphs;
use std::collections::{BTreeMap, BTreeSet};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text, cut with an ellipsis where it takes more columns than there are.
#[must_use]
pub fn cut(text: &str, columns: usize, glyphs: &Glyphs) -> String {
    if text.width() <= columns {
        return text.to_string();
    }
    let Some(room) = columns.checked_sub(1) else {
        return String::new();
    };
    format!("{}{}", beginning(text, room).trim_end(), glyphs.ellipsis)
}

/// The text, cut in its middle where it takes more columns than there are: its beginning and its end are kept.
#[must_use]
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

/// Texts, each with its columns, cut at their ends; where two that differ would look the same, what they begin with alike is cut.
#[must_use]
pub(crate) fn cut_apart(texts: &[(&str, usize)], glyphs: &Glyphs) -> Vec<String> {
    let ends: Vec<String> = texts.iter().map(|(text, columns)| cut(text, *columns, glyphs)).collect();
    let mut looks: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (end, (text, _)) in ends.iter().zip(texts) {
        looks.entry(end).or_default().insert(text);
    }
    let one = |(end, (text, columns)): (&String, &(&str, usize))| match &looks[&**end] {
        alike if alike.len() > 1 => without_start(text, begun_alike(alike), *columns, glyphs),
        _ => end.clone(),
    };
    ends.iter().zip(texts).map(one).collect()
}

/// The bytes of the whole words with which all of these begin.
fn begun_alike(texts: &BTreeSet<&str>) -> usize {
    // The first and the last in their order have no more in common than any two.
    let (Some(first), Some(last)) = (texts.first(), texts.last()) else { return 0 };
    let same = first.char_indices().zip(last.chars()).find(|((_, a), b)| a != b);
    let at = same.map_or(first.len().min(last.len()), |((at, _), _)| at);
    first[..at].rfind(' ').map_or(0, |space| space + 1)
}

/// The text without some of its first so many bytes, as far as there is no room for them.
fn without_start(text: &str, start: usize, columns: usize, glyphs: &Glyphs) -> String {
    let room = columns.saturating_sub(1);
    // A short end is kept whole; of a long one the beginning takes a little, so that it is known again.
    let end = text[start..].width();
    let least = if end <= room / 2 { 0 } else { room.min(4) };
    let head = room.saturating_sub(end).max(least);
    let head = beginning(&text[..start], head).trim_end();
    if head.is_empty() {
        return cut(text, columns, glyphs);
    }
    format!("{head}{}{}", glyphs.ellipsis, cut(&text[start..], room.saturating_sub(head.width()), glyphs))
}

/// The text cut or filled up with spaces, so that it takes just so many columns.
#[must_use]
pub fn fit(text: &str, columns: usize, glyphs: &Glyphs) -> String {
    let mut text = cut(text, columns, glyphs);
    let missing = columns.saturating_sub(text.width());
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// The text in lines of at most so many columns, broken between words, or within one that is longer than a line. A
/// character that is wider than a line is left out.
#[must_use]
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    if columns == 0 {
        return Vec::new();
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let options = Options::new(columns)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&text, options);
    lines.into_iter().map(|line| if line.width() > columns { String::new() } else { line.into_owned() }).collect()
}

/// As much of the text as fits into so many columns.
fn beginning(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.grapheme_indices(true).find(|(_, cluster)| {
        used += cluster.width();
        used > columns
    });
    end.map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_alike_are_cut_where_they_do() {
        let cut = |texts: &[(&str, usize)]| cut_apart(texts, &Glyphs::UNICODE);
        let allies = [("Anglo-Allied I Corps", 13), ("Anglo-Allied Reserve", 13)];
        assert_eq!(cut(&allies), ["Anglo…I Corps", "Anglo…Reserve"]);
        let foot = "95th (Rifle) Regiment of Foot";
        let battalions = [1, 2].map(|nth| format!("{foot} {nth}. Battalion"));
        let battalions = battalions.each_ref().map(|name| (&**name, 18));
        assert_eq!(cut(&battalions), ["95th…1. Battalion", "95th…2. Battalion"]);
        assert_eq!(cut(&battalions.map(|(name, _)| (name, 12))), ["95th…1. Bat…", "95th…2. Bat…"]);
        assert_eq!(cut(&[("33rd Regiment", 9), ("52nd Regiment", 9)]), ["33rd Reg…", "52nd Reg…"]);
        // The same name twice stays as it is cut, and one with room enough is whole.
        assert_eq!(cut(&[("Landwehr", 5), ("Landwehr", 5), ("Foot", 5)]), ["Land…", "Land…", "Foot"]);
        // Wide characters are never halved.
        assert_eq!(cut(&[("漢字漢字 一", 6), ("漢字漢字 二", 6)]), ["漢…一", "漢…二"]);
        assert_eq!(cut(&[("Foot", 0), ("Horse", 1)]), ["", "…"]);
    }
}
