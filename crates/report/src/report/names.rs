//! Names in running prose: articles where English needs them, numbered units combined, and numbers in words.
//!
//! Players choose names freely, so a name gets an article only if its own form shows that it needs one (`1st Rifle
//! Brigade`, `Imperial Guard`, `Germans`). Every other name stays as it is.

use super::names;
use wardiary_base::{
    ground::{Cell, Ground},
    id::UnitId,
    text,
};
use wardiary_rules::state::{State, Unit};

/// Last words of formations, peoples and realms, whose names take an article.
const NOUNS_WITH_ARTICLE: &str = "\
    alliance allies archers armies army artillery banner battalion batteries battery battle boers bowmen bridge \
    brigade british camp carts cavalry chasseurs coalition cohort column companies company confederacy convoy \
    corps cossacks crown cuirassiers danes defenders detachment division dragoons dutch emirate empire \
    english escort federation foot force foresters french fusiliers garrison grenadiers group guard guards \
    gun gunners guns halberds headquarters highlanders horse horsemen hussars infantry irish irregulars \
    italians japanese kingdom knights lancers landwehr league legion levies levy marines militia musketeers \
    mutineers pikemen pioneers platoon poles raiders rebels regiment republic republicans reserve riders \
    rifles royalists sappers scots scouts section sharpshooters skirmishers spanish spearmen squad squadron \
    swedes swiss tanks train tribes troop turks uhlans union vanguard volunteers wagons warband";

/// First words of persons' names, which take no article.
const PERSON_TITLES: &str = "\
    admiral baron brigadier capt captain colonel commandant commander commodore corporal count duke earl emir \
    emperor empress general king lady lieutenant lord major marshal prince princess queen sergeant sheikh sir \
    sultan warlord";

/// Words whose plural combined names use: `the 1st and 2nd Brigades`.
const COUNTED: &str =
    "Army Battalion Battery Brigade Cohort Company Division Legion Levy Platoon Regiment Section Squadron Troop";

/// Whether a list of words has this one, whatever its capitals.
fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|other| other.eq_ignore_ascii_case(word))
}

/// A name with its article, if it needs one: `the Germans`, `the 1st Rifle Brigade`, `Marshal Odo`.
pub fn with_article(name: &str) -> String {
    if needs_article(name) { format!("the {name}") } else { name.to_string() }
}

fn needs_article(name: &str) -> bool {
    // The head noun decides: `Horsemen` in `Horsemen of the North`, `Division` in `8th Division (Lefol)`.
    let head = name.split_once(" (").map_or(name, |(head, _)| head);
    let head = head.split_once(" of ").map_or(head, |(head, _)| head);
    let mut words = words_of(head);
    let Some(first) = words.next() else { return false };
    let last = words.next_back().unwrap_or(first);
    let lower = |word: &str| word.to_lowercase();
    // A possessive such as `Dusek's Rifles` needs no article.
    let is_owned = head.split(' ').rev().skip(1).any(|word| word.ends_with("'s") || word.ends_with("’s"));
    if is_owned || ["the", "a", "an"].contains(&lower(first).as_str()) || (first != last && is_title(first)) {
        return false;
    }
    let is_body = has_word(NOUNS_WITH_ARTICLE, last);
    // `II Corps`, `Prussian I Corps`: the numeral replaces the article.
    if words_of(head).any(is_numeral) {
        return false;
    }
    is_ordinal(first) || is_body || lower(last).ends_with("men") || (first == last && is_people(first))
}

fn words_of(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    name.split(' ').filter(|word| !word.is_empty())
}

/// Whether a word is a Roman numeral: `XX`, `IV`.
fn is_numeral(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| "IVXLC".contains(c))
}

fn is_title(word: &str) -> bool {
    has_word(PERSON_TITLES, word.trim_end_matches('.'))
}

/// Whether a word is an ordinal: `1st`, `22nd`.
fn is_ordinal(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let ending = &word[digits.len()..];
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && ["st", "nd", "rd", "th"].contains(&ending)
}

/// Whether a word's ending is that of a people: `Germans`, `Prussians`.
fn is_people(word: &str) -> bool {
    word.len() > 5 && word.starts_with(char::is_uppercase) && word.ends_with("ans")
}

/// A list of names; names that differ only in their number are combined: `the 1st, 2nd and 4th Rifle Brigades and
/// Marshal Odo`.
pub fn list(names: &[String]) -> String {
    let mut groups: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    for name in names {
        let (numeral, rest) = match name.split_once(' ') {
            Some((first, rest)) if is_ordinal(first) => (first, Some(rest)),
            _ => (name.as_str(), None),
        };
        match groups.iter_mut().find(|(tail, _)| rest.is_some() && *tail == rest) {
            Some((_, numerals)) => {
                numerals.push(numeral);
                numerals.sort_by_key(|numeral| (numeral.len(), *numeral));
            }
            None => groups.push((rest, vec![numeral])),
        }
    }
    let group = |(tail, heads): &(Option<&str>, Vec<&str>)| match tail {
        Some(tail) if heads.len() > 1 => format!("the {} {}", text::list(heads), plural(tail)),
        Some(tail) => format!("the {} {tail}", heads[0]),
        None => with_article(heads[0]),
    };
    text::list(&groups.iter().map(group).collect::<Vec<_>>())
}

fn plural(tail: &str) -> String {
    let last = tail.rsplit(' ').next().filter(|last| has_word(COUNTED, last));
    match (last, tail.strip_suffix('y')) {
        (None, _) => tail.to_string(),
        (_, Some(stem)) => format!("{stem}ies"),
        (_, None) => format!("{tail}s"),
    }
}

/// A list of names in a sentence, cut to a few: `A, B, C and nine others`.
pub fn list_in_brief(names: &[String]) -> String {
    const MOST: usize = 4;
    if names.len() <= MOST + 1 {
        return list(names);
    }
    let others = number_in_words(u32::try_from(names.len() - MOST).unwrap_or(u32::MAX));
    let first: Vec<String> = names[..MOST].iter().map(|name| with_article(name)).collect();
    format!("{} and {others} others", first.join(", "))
}

/// An area of a map within a sentence, if it has a name.
pub fn named_area(ground: &Ground, cell: Cell) -> Option<String> {
    ground.name_of(cell).map(|name| place(&name.to_string()))
}

/// An area of a map within a sentence: `the Stone bridge`, `Q7`.
pub fn area(ground: &Ground, cell: Cell) -> String {
    named_area(ground, cell).unwrap_or_else(|| cell.to_string())
}

/// A place within a sentence: `the wells` for “The wells”, `the Stone bridge`, `Sheikh's house`, `Tel Amara`.
pub fn place(name: &str) -> String {
    if let Some(rest) = name.strip_prefix("The ") {
        return format!("the {rest}");
    }
    let mut words = words_of(name);
    let first = words.next().unwrap_or_default();
    // A last word in lower case is a common noun: a bridge, a fort.
    let is_common = words.next_back().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_lowercase()));
    let is_owned = name.contains("'s ") || name.contains("’s ");
    let is_determined = ["the", "a", "an"].contains(&first.to_lowercase().as_str());
    if is_common && !is_owned && !is_determined { format!("the {name}") } else { with_article(name) }
}

pub fn number_in_words(n: u32) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(n).ok().and_then(|n| WORDS.get(n)).map_or_else(|| n.to_string(), |word| (*word).to_string())
}

/// `one unit`, `eight units`.
pub fn count_in_words(n: u32, one: &str, many: &str) -> String {
    format!("{} {}", number_in_words(n), if n == 1 { one } else { many })
}

/// `first`, `second`; after the tenth `11th`.
pub fn ordinal(n: u32) -> String {
    const WORDS: [&str; 11] =
        ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(word) = usize::try_from(n).ok().and_then(|n| WORDS.get(n)).filter(|word| !word.is_empty()) {
        return (*word).to_string();
    }
    text::ordinal(n)
}

/// The name of a set of units: a side, its stacks, or one by one.
pub(super) fn force_name(state: &State, units: &[UnitId]) -> String {
    let found: Vec<&Unit> = units.iter().filter_map(|unit| state.unit(*unit)).collect();
    let Some(first) = found.first() else { return "nobody".into() };
    let is_all = |mut living: Vec<UnitId>| {
        let mut meant: Vec<UnitId> = found.iter().map(|unit| unit.id).collect();
        living.sort_unstable();
        meant.sort_unstable();
        living == meant
    };
    let living = |unit: &&Unit| unit.is_alive() || units.contains(&unit.id);
    if found.len() > 1 && is_all(state.units_of_side(first.side).filter(living).map(|unit| unit.id).collect()) {
        return names::with_article(&state.name(first.side));
    }
    // Name whole stacks first, and the rest one by one.
    let mut parties: Vec<String> = Vec::new();
    let mut text = Vec::new();
    for unit in &found {
        if text.contains(&unit.id) {
            continue;
        }
        let mates: Vec<UnitId> =
            unit.stack.map_or_else(Vec::new, |s| state.units_of_stack(s).filter(living).map(|u| u.id).collect());
        match unit.stack {
            Some(stack) if mates.len() > 1 && mates.iter().all(|mate| units.contains(mate)) => {
                parties.push(state.name(stack));
                text.extend(mates);
            }
            _ => parties.push(state.name(unit.id)),
        }
    }
    names::list(&parties)
}
