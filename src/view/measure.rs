//! Text measured in the columns that it takes on a screen.

use super::Glyphs;
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
