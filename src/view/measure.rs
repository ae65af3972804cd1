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

/// Texts, each with its columns, cut at their ends; in their middles where two that differ would look the same.
#[must_use]
pub(crate) fn cut_apart(texts: &[(&str, usize)], glyphs: &Glyphs) -> Vec<String> {
    let ends: Vec<String> = texts.iter().map(|(text, columns)| cut(text, *columns, glyphs)).collect();
    let mut looks: BTreeMap<&str, &str> = BTreeMap::new();
    let mut alike: BTreeSet<&str> = BTreeSet::new();
    for (end, (text, _)) in ends.iter().zip(texts) {
        if looks.insert(end, text).is_some_and(|other| other != *text) {
            alike.insert(end);
        }
    }
    let one = |(end, (text, columns)): (&String, &(&str, usize))| {
        if alike.contains(&**end) { cut_middle(text, *columns, glyphs) } else { end.clone() }
    };
    ends.iter().zip(texts).map(one).collect()
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
    fn names_that_begin_alike_are_cut_where_they_differ() {
        let cut = |texts: &[(&str, usize)]| cut_apart(texts, &Glyphs::UNICODE);
        assert_eq!(
            cut(&[("Anglo-Allied I Corps", 13), ("Anglo-Allied Reserve", 13)]),
            ["Anglo-…Corps", "Anglo-…eserve"]
        );
        assert_eq!(cut(&[("95th Rifles, 1st", 12), ("95th Rifles, 2nd", 12)]), ["95th R…, 1st", "95th R…, 2nd"]);
        assert_eq!(cut(&[("33rd Regiment", 9), ("52nd Regiment", 9)]), ["33rd Reg…", "52nd Reg…"]);
        // The same name twice stays as it is cut, and one with room enough is whole.
        assert_eq!(cut(&[("Landwehr", 5), ("Landwehr", 5), ("Foot", 5)]), ["Land…", "Land…", "Foot"]);
        // Wide characters are never halved.
        assert_eq!(cut(&[("漢字漢字一", 6), ("漢字漢字二", 6)]), ["漢…一", "漢…二"]);
        assert_eq!(cut(&[("Foot", 0), ("Horse", 1)]), ["", "…"]);
    }
}
