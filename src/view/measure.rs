//! Text measured in the columns that it takes on a screen.

use super::Glyphs;
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
    let (mut cut, _) = split(text, room);
    cut.truncate(cut.trim_end().len());
    cut.push(glyphs.ellipsis);
    cut
}

/// The text cut or filled up with spaces, so that it takes just so many columns.
#[must_use]
pub fn fit(text: &str, columns: usize, glyphs: &Glyphs) -> String {
    let mut text = cut(text, columns, glyphs);
    let missing = columns.saturating_sub(text.width());
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// The text in lines of at most so many columns, broken between words, or within one that is longer than a line.
#[must_use]
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    if columns == 0 {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let gap = usize::from(!line.is_empty());
        if line.width() + gap + word.width() <= columns {
            line.extend(std::iter::repeat_n(' ', gap));
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        let mut rest = word.to_string();
        while rest.width() > columns {
            let (head, tail) = split(&rest, columns);
            // A character wider than the whole line is shown by nothing at all.
            let (head, tail) = if head.is_empty() { (head, String::new()) } else { (head, tail) };
            lines.push(head);
            rest = tail;
        }
        line = rest;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// As much of the text as fits into so many columns, and the rest.
fn split(text: &str, columns: usize) -> (String, String) {
    let mut used = 0;
    let end = text
        .grapheme_indices(true)
        .find(|(_, cluster)| {
            used += cluster.width();
            used > columns
        })
        .map_or(text.len(), |(at, _)| at);
    (text[..end].to_string(), text[end..].to_string())
}
