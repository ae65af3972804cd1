//! Abbreviates names to a few columns while keeping them readable.

use crate::{Glyphs, measure};

/// No word is cut below this many letters while another word is longer.
const MIN_LETTERS: usize = 3;
/// Up to this many letters, a word keeps its consonants: `Drg`, not `Dra`.
const MAX_CONSONANTS_ONLY: usize = 3;

/// A name in this many columns: whole, or the beginnings of its words. The words before the last one tell names apart
/// and keep more letters.
pub fn shorten_name(name: &str, columns: usize) -> String {
    if measure::width(name) <= columns {
        return name.to_string();
    }
    let mut words = significant_words(name);
    if measure::width(&words.join(" ")) <= columns {
        return words.join(" ");
    }
    // Words in the middle are dropped first.
    while words.len() > 1 && letters_for(&words, columns) < words.len() * MIN_LETTERS - 1 {
        let middle = if words.len() > 2 { words.len() - 2 } else { 1 };
        words.remove(middle);
    }
    let whole: Vec<usize> = words.iter().map(|word| measure::width(word)).collect();
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
    if measure::width(name) <= columns {
        name.to_string()
    } else {
        measure::cut(&significant_words(name).join(" "), columns, glyphs)
    }
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
    let telling: Vec<String> =
        words.iter().filter(|word| !says_little(word)).map(|word| ordinal_to_number(word)).collect();
    if telling.is_empty() { words } else { telling }
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
    let short = |word: &String| MIN_LETTERS.saturating_sub(measure::width(word));
    (columns + words.iter().map(short).sum::<usize>()).saturating_sub(words.len() - 1)
}

/// A word in this many columns. A word that would end in a vowel takes its next consonant instead, so `Brigade` becomes
/// `Brigd`. A word of a few letters keeps its consonants only, so `Guard` becomes `Grd`.
fn cut_word(word: &str, columns: usize) -> String {
    if measure::width(word) <= columns {
        return word.to_string();
    }
    let beginning = measure::wrap(word, columns).into_iter().next().unwrap_or_default();
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
    if measure::width(&skeleton) == columns { skeleton } else { beginning }
}

/// The first letter and the consonants after it, without doubled ones.
fn consonants(word: &str) -> String {
    let mut kept = String::new();
    for c in word.chars().filter(|c| c.is_alphabetic()) {
        if kept.is_empty() || (!is_vowel(c) && !kept.ends_with(c)) {
            kept.push(c);
        }
    }
    kept
}

fn is_vowel(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Restores the other words in full if the last word can spare enough letters: `Blue Ft`.
fn restore_words(words: &[String], shortened: &mut Vec<String>, columns: usize) {
    let Some((last, others)) = words.split_last().filter(|(_, others)| !others.is_empty()) else { return };
    let spare = consonants(last);
    let whole = format!("{} {spare}", others.join(" "));
    if spare.chars().count() == 2 && measure::width(&whole) <= columns {
        *shortened = others.iter().cloned().chain([spare]).collect();
    }
}
