//! Sanitizes text from files and keyboards, so that none of it reaches a terminal as a control sequence. Also formats
//! numbers and lists as English.

pub mod name_match;
mod outside;

pub use outside::{Raw, Text};
use regex_syntax::hir::{Class, ClassUnicode, HirKind};
use std::{borrow::Cow, fmt::Display, sync::LazyLock};
use unicode_segmentation::UnicodeSegmentation;

/// Maximum length of a name, in grapheme clusters.
pub const MAX_NAME_LENGTH: usize = 60;

/// Maximum number of combining marks kept on a letter.
const MAX_MARKS: usize = 4;

/// Maximum number of characters in an emoji. The longest in use, a family of four with skin tones, has 11.
const MAX_EMOJI_CHARS: usize = 16;

/// Replaces a character that must not be shown as it is: a control character by its picture, a bidirectional or
/// invisible character by a small square.
pub fn sanitize_char(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        // Line and paragraph separators and the interlinear annotation marks are invisible too.
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}' => '\u{25ab}',
        c if is_ignorable(c) => '\u{25ab}',
        other => other,
    }
}

/// Replaces every control or invisible character by a picture of it and cuts long runs of combining marks. Emoji keep
/// their joiners.
pub fn sanitize(text: &str) -> String {
    sanitized(text).into_owned()
}

fn sanitized(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return text.into();
    }
    text.graphemes(true).map(sanitize_cluster).collect()
}

/// Whether a character can skip grapheme segmentation: printable ASCII, Latin letters and typographic signs.
fn is_plain(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{c0}'..='\u{24f}' | '\u{2010}'..='\u{2015}' | '\u{2018}'..='\u{201f}' | '\u{2026}')
}

fn sanitize_cluster(cluster: &str) -> String {
    if !is_emoji(cluster) {
        return cluster.chars().map(sanitize_char).take(MAX_MARKS + 1).collect();
    }
    let parts: Vec<char> = cluster.chars().take(MAX_EMOJI_CHARS).collect();
    let part = |(at, c): (usize, &char)| if is_needed_by_emoji(&parts, at) { *c } else { sanitize_char(*c) };
    let mut marks = 0;
    let fits = |c: &char| {
        marks += usize::from(!is_emoji_part(*c));
        marks <= MAX_MARKS
    };
    parts.iter().enumerate().map(part).filter(fits).collect()
}

/// Like [`sanitize`], but keeps line ends.
pub fn sanitize_lines(text: &str) -> String {
    text.split('\n').map(|line| sanitize(line.trim_end_matches('\r'))).collect::<Vec<_>>().join("\n")
}

/// JSON in which every character that [`sanitize`] replaces is escaped, so that nothing is lost.
pub fn escape_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || sanitize_char(c) == c {
            escaped.push(c);
        } else {
            escaped.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    /// Nothing in it is visible.
    #[error("a name can't be empty")]
    Empty,
    /// It contains a control or invisible character.
    #[error("the name contains the character U+{:04X}, which can't be displayed", u32::from(*.0))]
    Unshowable(char),
    /// One letter carries more than the allowed number of combining marks.
    #[error("the name has too many combining marks on one letter")]
    Marks,
    /// Its length, which is above [`MAX_NAME_LENGTH`].
    #[error("the name has {0} characters; the maximum is {MAX_NAME_LENGTH}")]
    TooLong(usize),
}

impl From<NameFault> for String {
    fn from(fault: NameFault) -> Self {
        fault.to_string()
    }
}

pub fn name_fault(name: &(impl Raw + ?Sized)) -> Option<NameFault> {
    let name = name.raw();
    if name.trim().is_empty() {
        return Some(NameFault::Empty);
    }
    let clean = sanitize(name);
    if clean != name {
        let first = name.chars().zip(clean.chars()).find(|(c, clean)| c != clean).map(|(c, _)| c);
        return Some(first.filter(|c| sanitize_char(*c) != *c).map_or(NameFault::Marks, NameFault::Unshowable));
    }
    let length = name.graphemes(true).count();
    (length > MAX_NAME_LENGTH).then_some(NameFault::TooLong(length))
}

/// Maximum length of a wrong text that an error quotes, in characters.
const MAX_EXCERPT: usize = 200;

/// The start of a text for an error that quotes it: sanitized, and at most 200 characters, with `…` where it is cut.
pub fn excerpt(text: &str) -> String {
    let mut ends = text.char_indices().map(|(at, _)| at).skip(MAX_EXCERPT - 1);
    match (ends.next(), ends.next()) {
        (Some(end), Some(_)) => sanitize(&text[..end]) + "…",
        _ => sanitize(text),
    }
}

/// A name for display: sanitized, and truncated to [`MAX_NAME_LENGTH`] characters with `…`.
pub fn display_name(name: &str) -> String {
    // A name of ten thousand characters need not be segmented as a whole.
    let near: String = name.chars().take(MAX_NAME_LENGTH * (MAX_MARKS + 2)).collect();
    let clean = sanitize(near.trim());
    if clean.is_empty() {
        return "(no name)".into();
    }
    if clean.graphemes(true).count() <= MAX_NAME_LENGTH && near.len() == name.len() {
        return clean;
    }
    let mut cut: String = clean.graphemes(true).take(MAX_NAME_LENGTH - 1).collect();
    cut.push('…');
    cut
}

/// The word of `all` that `found` is probably a misspelling of.
pub fn nearest<'a, W: Raw + ?Sized>(
    found: &(impl Raw + ?Sized),
    all: impl IntoIterator<Item = &'a W>,
) -> Option<&'a W> {
    nearest_by(found.raw(), all, strsim::damerau_levenshtein)
}

/// Like [`nearest`], with the distance, which costs the product of the lengths. Skips words of too different lengths.
pub fn nearest_by<'a, W: Raw + ?Sized>(
    found: &str,
    all: impl IntoIterator<Item = &'a W>,
    mut distance: impl FnMut(&str, &str) -> usize,
) -> Option<&'a W> {
    let found = found.to_lowercase();
    let length = found.chars().count();
    all.into_iter()
        .filter_map(|word| {
            let other = word.raw().chars().count();
            let most = 1 + other.min(length) / 3;
            let near = (length.abs_diff(other) <= most).then(|| distance(&found, &word.raw().to_lowercase()))?;
            (near <= most).then_some((near, word))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// `did you mean “dark”?`: the nearest known name, or without a near one all: `available: dark and light`.
pub fn did_you_mean(found: &(impl Raw + ?Sized), all: &[impl Raw + Display]) -> String {
    match nearest(found, all) {
        Some(near) => format!("did you mean “{near}”?"),
        None => format!("available: {}", list(all)),
    }
}

/// `1st`, `22nd`, `13th`
pub fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// `1 unit`, `2 units`
pub fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// `2 areas, 3 by road`: how far a unit can go. The road part appears only where it is farther.
pub fn areas_to_go(areas: u16, by_road: u16) -> String {
    format!("{}{}", count(areas.into(), "area", "areas"), more_by_road(areas, by_road))
}

/// `, 3 by road`, or nothing where the road is no farther.
pub fn more_by_road(areas: u16, by_road: u16) -> String {
    if by_road > areas { format!(", {by_road} by road") } else { String::new() }
}

/// `once`, `twice`, `3 times`
pub fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}

/// `E8/10`: an EDNA of 8 that was 10 at the start. `E10` if none is lost.
pub fn edna(now: u8, full: u8) -> String {
    if now < full { format!("E{now}/{full}") } else { format!("E{now}") }
}

/// `E8 to E6/8`, `E6/8 to E4/8`; just the EDNA if it does not change.
pub fn mean_edna(now: f64, full: u8) -> String {
    // A value that rounds to the full EDNA is shown as full.
    let now = format!("{now:.1}");
    let worn = if now == format!("{full}.0") { String::new() } else { format!("/{full}") };
    format!("E{now}{worn}")
}

/// `E8 to E5/8`
pub fn edna_change((from, to): (u8, u8), full: u8) -> String {
    let now = edna(to, full);
    if from == to { now } else { format!("{} to {now}", edna(from, full)) }
}

/// `a, b and c`
pub fn list<S: Display>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [only] => only.to_string(),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
            format!("{} and {last}", rest.join(", "))
        }
    }
}

/// `a, b or c`
pub fn list_or(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [only] => (*only).into(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A word with its indefinite article: `a general`, `an infantry`.
pub fn with_article(word: &str) -> String {
    let article = if word.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// `1 to 3, 7 and 9`: merges consecutive numbers of an ascending sequence.
pub fn ranges(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |(first, last): &(u32, u32)| match last - first {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first} to {last}")],
    };
    list(&runs.iter().flat_map(run).collect::<Vec<_>>())
}

/// Lets files have values of these types as text: as they display, and as [`FromStr`](std::str::FromStr) reads them.
macro_rules! stored_as_text {
    ($($Type:ty),*) => {$(
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

pub(crate) use stored_as_text;

/// Declares an enum with a row for each variant and its word, which the named method returns.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* pub enum $Name:ident, $method:ident {
        $($(#[$doc:meta])* $Variant:ident $word:literal,)*
    }) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$doc])* $Variant,)*
        }

        impl $Name {
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$Variant),*];
            pub const WORDS: [&'static str; Self::ALL.len()] = [$($word),*];

            pub const fn $method(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)*
                }
            }
        }
    };
}

fn property(name: &str) -> ClassUnicode {
    let parsed = regex_syntax::Parser::new().parse(&format!(r"\p{{{name}}}")).map(regex_syntax::hir::Hir::into_kind);
    match parsed {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        _ => unreachable!("the tables hold the property {name}"),
    }
}

static IGNORABLE: LazyLock<ClassUnicode> = LazyLock::new(|| property("Default_Ignorable_Code_Point"));
static EMOJI: LazyLock<ClassUnicode> = LazyLock::new(|| property("Emoji"));
static PICTOGRAPHIC: LazyLock<ClassUnicode> = LazyLock::new(|| property("Extended_Pictographic"));
static MODIFIER: LazyLock<ClassUnicode> = LazyLock::new(|| property("Emoji_Modifier"));

fn contains(property: &ClassUnicode, c: char) -> bool {
    let ranges = property.ranges();
    let after = ranges.partition_point(|range| range.start() <= c);
    after > 0 && c <= ranges[after - 1].end()
}

/// The Braille pattern without dots. Unicode classes it as a symbol, but it looks like a space.
const BRAILLE_BLANK: char = '\u{2800}';

/// Whether a character is invisible on its own.
fn is_ignorable(c: char) -> bool {
    !c.is_ascii() && (c == BRAILLE_BLANK || contains(&IGNORABLE, c))
}

fn is_emoji(cluster: &str) -> bool {
    let mut chars = cluster.chars();
    let first = chars.next();
    first.is_some_and(|c| contains(&PICTOGRAPHIC, c))
        || (first.is_some_and(|c| contains(&EMOJI, c)) && cluster.contains(KEYCAP))
}

/// Whether a character can be part of an emoji sequence, other than as a combining mark.
fn is_emoji_part(c: char) -> bool {
    c == KEYCAP || is_ignorable(c) || contains(&EMOJI, c) || contains(&PICTOGRAPHIC, c)
}

/// Variation selector 16: shows the preceding character as an emoji.
const PRESENTATION: char = '\u{fe0f}';

/// Zero-width joiner: joins two pictographs into one.
const JOINER: char = '\u{200d}';

const KEYCAP: char = '\u{20e3}';

/// Black flag: the base of flags that are spelled with invisible tag letters and end with [`LAST_TAG`].
const FLAG: char = '\u{1f3f4}';
const LAST_TAG: char = '\u{e007f}';

/// Whether the invisible character at this index is needed by the emoji around it.
fn is_needed_by_emoji(cluster: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| cluster[at]);
    let after = cluster.get(at + 1).copied();
    let is = |c: Option<char>, property: &ClassUnicode| c.is_some_and(|c| contains(property, c));
    match cluster[at] {
        PRESENTATION => match before {
            Some(c) if c.is_ascii() => contains(&EMOJI, c) && after == Some(KEYCAP),
            before => is(before, &EMOJI),
        },
        JOINER => {
            let joined = before == Some(PRESENTATION) || is(before, &PICTOGRAPHIC) || is(before, &MODIFIER);
            joined && is(after, &PICTOGRAPHIC)
        }
        '\u{e0020}'..=LAST_TAG => {
            let tags = &cluster[1..];
            let all = tags.iter().all(|c| ('\u{e0020}'..=LAST_TAG).contains(c));
            cluster[0] == FLAG && all && tags.last() == Some(&LAST_TAG) && tags.len() <= 8
        }
        _ => false,
    }
}

/// Signs that begin a formula, with the full-width forms that some spreadsheets treat the same.
pub const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Escapes text for a spreadsheet's cell: a leading apostrophe, which spreadsheets do not show, keeps it from being read as
/// a formula. Text that begins with apostrophes before such a sign gets one more, so every text can be read back.
pub fn escape_cell(text: &str) -> String {
    if begins_formula(text) { format!("'{text}") } else { text.to_string() }
}

pub fn unescape_cell(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| begins_formula(text)).unwrap_or(cell)
}

fn begins_formula(text: &str) -> bool {
    text.trim_start_matches(['\'', ' ']).starts_with(FORMULA_STARTS)
}
