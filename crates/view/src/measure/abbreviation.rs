//! Abbreviates names as orders of battle do: `6th (Innisk.) Drag.`.

use std::collections::BTreeMap;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The fewest letters left of a shared word, and of a distinctive one.
const LEAST_SHARED: usize = 3;
const LEAST: usize = 4;

/// Which words of a name to abbreviate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shortened {
    /// Only words shared with other names.
    Shared,
    /// All words, shared ones first.
    All,
}

/// A name in at most this many columns, its words cut to their beginnings with a full stop; `None` if that is not
/// enough. Words that `times` counts more than once are shared. Among several, the longest is abbreviated first.
pub(super) fn abbreviated(
    name: &str,
    columns: usize,
    times: &BTreeMap<&str, usize>,
    which: Shortened,
) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn short(name: &str, columns: usize) -> Option<String> {
        abbreviated(name, columns, &BTreeMap::new(), Shortened::All)
    }

    #[test]
    fn words_are_shortened_and_numbers_are_not() {
        let told = |name, columns| short(name, columns).unwrap_or_default();
        assert_eq!(told("6th (Inniskilling) Dragoons", 27), "6th (Inniskilling) Dragoons");
        assert_eq!(told("6th (Inniskilling) Dragoons", 22), "6th (Innisk.) Drag.");
        assert_eq!(told("6th (Inniskilling) Dragoons", 17), "6th (Inni.) Drag.");
        assert_eq!(told("III Corps (Vandamme)", 17), "III Corps (Vand.)");
        assert_eq!(told("33rd Regiment", 10), "33rd Regi.");
        assert_eq!(told("Ligne légère 12345", 18), "Ligne légère 12345");
        assert_eq!([short("12345678", 5), short("6th Dragoons", 6), short("漢字漢字", 4)], [const { None }; 3]);
        assert_eq!(told("", 0), "");
    }

    #[test]
    fn what_neighbours_share_is_shortened_first_or_alone() {
        let times = BTreeMap::from([("Prussian", 2), ("Brigade", 2), ("Steinmetz", 1)]);
        let short = |columns, which| abbreviated("Prussian Brigade Steinmetz", columns, &times, which);
        assert_eq!(short(21, Shortened::All).as_deref(), Some("Prus. Brig. Steinmetz"));
        assert_eq!(short(16, Shortened::All).as_deref(), Some("Pru. Bri. Stein."));
        assert_eq!(short(21, Shortened::Shared), short(21, Shortened::All));
        assert_eq!(short(16, Shortened::Shared), None);
    }

    #[test]
    fn no_more_columns_are_taken_than_there_are() {
        let names = [
            "6th (Inniskilling) Dragoons",
            "1st Division (d'Erlon)",
            "Anglo-Allied Reserve",
            "a b c",
            "(((",
            "e\u{301}toile Ney",
        ];
        for (columns, name) in (0..40).flat_map(|columns| names.map(|name| (columns, name))) {
            assert!(short(name, columns).is_none_or(|short| short.width() <= columns), "{name} in {columns}");
        }
    }
}
