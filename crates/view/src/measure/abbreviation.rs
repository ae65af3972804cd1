//! Abbreviates names as orders of battle do: `6th (Innisk.) Drag.`.

use std::collections::BTreeMap;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The fewest letters left of a shared word, and of a distinctive one.
const LEAST_SHARED: usize = 3;
const LEAST: usize = 4;

/// Which words of a name to abbreviate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shortened {
    /// Only words shared with other names.
    Shared,
    /// All words, shared ones first.
    All,
}

/// A name in at most this many columns, its words cut to their beginnings with a full stop; `None` if that is not
/// enough. Words that `times` counts more than once are shared. Among several, the longest is abbreviated first.
pub fn abbreviated(name: &str, columns: usize, times: &BTreeMap<&str, usize>, which: Shortened) -> Option<String> {
    let mut words: Vec<Word> = name.split(' ').map(|word| Word::of(word, times)).collect();
    let mut over = name.width().saturating_sub(columns);
    while over > 0 {
        let may = |word: &&mut Word| word.can_give() && (word.is_shared || which == Shortened::All);
        let next = words.iter_mut().filter(may).max_by_key(|word| (word.is_shared, word.kept))?;
        over -= next.give();
    }
    words.iter_mut().for_each(Word::end_well);
    Some(words.iter().map(Word::text).collect::<Vec<_>>().join(" "))
}

/// Whether other names share the word.
pub(super) fn is_shared(word: &str, times: &BTreeMap<&str, usize>) -> bool {
    times.get(word).is_some_and(|times| *times > 1)
}

/// A word: the punctuation before and after its letters, the letters, and how many of them are kept.
struct Word<'a> {
    before: &'a str,
    letters: Vec<&'a str>,
    behind: &'a str,
    kept: usize,
    is_shared: bool,
}

impl<'a> Word<'a> {
    fn of(word: &'a str, times: &BTreeMap<&str, usize>) -> Self {
        let start = word.find(char::is_alphanumeric).unwrap_or(0);
        let end =
            word.rfind(char::is_alphanumeric).map_or(0, |at| at + word[at..].chars().next().map_or(0, char::len_utf8));
        let (before, rest) = word.split_at(start);
        let (inner, behind) = rest.split_at(end.saturating_sub(start));
        let letters: Vec<&str> = inner.graphemes(true).collect();
        Self { before, kept: letters.len(), letters, behind, is_shared: is_shared(word, times) }
    }

    /// Whether the word can be cut further. Numbers and wide characters never are.
    fn can_give(&self) -> bool {
        let is_word = || {
            self.letters.iter().all(|letter| {
                letter.width() == 1 && letter.chars().all(|c| c.is_alphabetic() || ['-', '\'', '’'].contains(&c))
            })
        };
        // The first cut must drop two letters: the full stop takes the place of one.
        self.kept > self.least() && (self.is_short() || self.kept > self.least() + 1) && is_word()
    }

    fn least(&self) -> usize {
        if self.is_shared { LEAST_SHARED } else { LEAST }
    }

    fn is_short(&self) -> bool {
        self.kept < self.letters.len()
    }

    /// Drops letters; returns the columns saved.
    fn give(&mut self) -> usize {
        self.kept -= if self.is_short() { 1 } else { 2 };
        1
    }

    /// Avoids a final vowel where possible: `Innisk.`, not `Inni.`.
    fn end_well(&mut self) {
        while self.is_short()
            && self.kept > self.least()
            && self.letters[self.kept - 1].contains(['a', 'e', 'i', 'o', 'u', '-', '\'', '’'])
        {
            self.kept -= 1;
        }
    }

    fn text(&self) -> String {
        let stop = if self.is_short() { "." } else { "" };
        format!("{}{}{stop}{}", self.before, self.letters[..self.kept].concat(), self.behind)
    }
}
