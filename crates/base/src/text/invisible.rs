//! Invisible characters: those with the Unicode property `Default_Ignorable_Code_Point`, and the blank Braille pattern.
//! Two names that differ only in one of them look the same, so names may not contain them. Emoji need some of them and
//! keep those.

use regex_syntax::hir::{Class, ClassUnicode, HirKind};
use std::sync::LazyLock;

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
pub(super) fn is_ignorable(c: char) -> bool {
    !c.is_ascii() && (c == BRAILLE_BLANK || contains(&IGNORABLE, c))
}

pub(super) fn is_emoji(cluster: &str) -> bool {
    let mut chars = cluster.chars();
    let first = chars.next();
    first.is_some_and(|c| contains(&PICTOGRAPHIC, c))
        || (first.is_some_and(|c| contains(&EMOJI, c)) && cluster.contains(KEYCAP))
}

/// Whether a character can be part of an emoji sequence, other than as a combining mark.
pub(super) fn is_emoji_part(c: char) -> bool {
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
pub(super) fn is_needed_by_emoji(cluster: &[char], at: usize) -> bool {
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
