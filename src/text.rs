//! Text from files and keyboards, sanitized: nothing in it reaches a terminal as a control sequence.

use unicode_segmentation::UnicodeSegmentation;

/// The longest name, in characters as a reader counts them.
pub(crate) const LONGEST_NAME: usize = 60;

/// How many combining marks a letter keeps.
const MARKS: usize = 4;

/// What a character is shown as, where it can't be shown as itself: control characters by their pictures,
/// characters that turn the writing round or take no room by a small square.
#[must_use]
pub fn shown(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => '\u{25ab}',
        other => other,
    }
}

/// Whether every character can be shown as it is.
#[must_use]
pub(crate) fn is_clean(text: &str) -> bool {
    text.bytes().all(|b| (0x20..0x7f).contains(&b)) || sanitize(text) == text
}

/// The text with everything that could steer a terminal replaced by a picture of it, and runs of combining marks
/// cut short.
#[must_use]
pub(crate) fn sanitize(text: &str) -> String {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return text.to_string();
    }
    text.graphemes(true)
        .flat_map(|cluster| {
            let joined = cluster.chars().count() > MARKS + 1;
            cluster.chars().map(shown).take(if joined { MARKS + 1 } else { usize::MAX })
        })
        .collect()
}

/// Like [`sanitize`], but line ends stay, for text of more than one line.
#[must_use]
pub(crate) fn sanitize_lines(text: &str) -> String {
    text.split('\n').map(|line| sanitize(line.trim_end_matches('\r'))).collect::<Vec<_>>().join("\n")
}

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    /// There is nothing to be seen of it.
    #[error("a name can't be empty")]
    Empty,
    /// It holds a character that can't be shown.
    #[error("the name holds the character U+{:04X}, which can't be shown", u32::from(*.0))]
    Unshowable(char),
    /// It holds too many combining marks on one letter.
    #[error("the name holds too many combining marks on one letter")]
    Marks,
    /// It has so many characters, which is more than [`LONGEST_NAME`].
    #[error("the name has {0} characters; {LONGEST_NAME} is the most")]
    TooLong(usize),
}

impl From<NameFault> for String {
    /// The sentence.
    fn from(fault: NameFault) -> Self {
        fault.to_string()
    }
}

/// What is wrong with a name, or `None`.
#[must_use]
pub(crate) fn fault_of_name(name: &str) -> Option<NameFault> {
    if name.trim().is_empty() {
        return Some(NameFault::Empty);
    }
    if let Some(c) = name.chars().find(|c| shown(*c) != *c) {
        return Some(NameFault::Unshowable(c));
    }
    if !is_clean(name) {
        return Some(NameFault::Marks);
    }
    let length = name.graphemes(true).count();
    (length > LONGEST_NAME).then_some(NameFault::TooLong(length))
}

/// A name for display: sanitized, and cut at [`LONGEST_NAME`] characters with a `…`.
#[must_use]
pub(crate) fn display_name(name: &str) -> String {
    // Four bytes a character, and some marks: no need to look at the ten thousand characters after that.
    let near: String = name.chars().take(LONGEST_NAME * (MARKS + 2)).collect();
    let clean = sanitize(near.trim());
    if clean.is_empty() {
        return "(no name)".into();
    }
    if clean.graphemes(true).count() <= LONGEST_NAME && near.len() == name.len() {
        return clean;
    }
    let mut cut: String = clean.graphemes(true).take(LONGEST_NAME - 1).collect();
    cut.push('…');
    cut
}

/// The word of `all` that `found` was probably meant to be.
#[must_use]
pub fn nearest<'a>(found: &str, all: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    all.into_iter()
        .map(|word| (strsim::damerau_levenshtein(&found, &word.to_lowercase()), word))
        .filter(|(distance, word)| *distance <= 1 + word.chars().count().min(found.chars().count()) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// `1 unit`, `2 units`: a number with its noun.
#[must_use]
pub fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// `E8/10`: an EDNA of 8 that was 10 at the start; `E10` where nothing of it is lost.
#[must_use]
pub fn edna(now: u8, full: u8) -> String {
    if now < full { format!("E{now}/{full}") } else { format!("E{now}") }
}

/// `E8 to E6/8`, or what it is where it stays.
#[must_use]
pub fn edna_change((from, to): (u8, u8), full: u8) -> String {
    let now = edna(to, full);
    if from == to { now } else { format!("E{from} to {now}") }
}

/// `a, b and c`.
#[must_use]
pub fn list<S: AsRef<str>>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// `1 to 3, 7 and 9`: rising numbers, those without a gap drawn together.
#[must_use]
pub(crate) fn ranges(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    list(&runs.iter().map(run).collect::<Vec<_>>())
}
