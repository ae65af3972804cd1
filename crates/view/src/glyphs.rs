//! The characters that panes draw with: one set each for Unicode terminals, consoles and ASCII.
//!
//! Each is one code point and one column wide: a sequence with a variation selector leaves stale cells behind.

use super::map::signs::{self, MapSigns};
use ratatui::{buffer::Buffer, symbols::border};
use unicode_width::UnicodeWidthStr;

/// A glyph set, by what the terminal can draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlyphSet {
    Unicode,
    /// The characters of code page 437, which console fonts have.
    Console,
    Ascii,
}

macro_rules! glyphs {
    ($($(#[$doc:meta])* $name:ident: $unicode:literal $console:literal $ascii:literal),* $(,)?) => {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Glyphs {
            $($(#[$doc])* pub $name: char,)*
            set: GlyphSet,
            border: border::Set<'static>,
            die: border::Set<'static>,
            map: &'static MapSigns,
        }

        impl Glyphs {
            /// For terminals that can draw lines and boxes.
            pub const UNICODE: Self = Self {
                $($name: $unicode,)*
                set: GlyphSet::Unicode, border: border::PLAIN, die: border::PLAIN, map: &signs::UNICODE,
            };

            /// For consoles, whose fonts have little more than code page 437.
            pub const CONSOLE: Self = Self {
                $($name: $console,)*
                set: GlyphSet::Console, border: border::PLAIN, die: border::PLAIN, map: &signs::CONSOLE,
            };

            /// For terminals limited to ASCII.
            pub const ASCII: Self = Self {
                $($name: $ascii,)*
                set: GlyphSet::Ascii, border: ASCII_BOX, die: ASCII_BOX, map: &signs::ASCII,
            };

            /// Every character with its field name, without borders.
            pub fn all(&self) -> Vec<(&'static str, char)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

glyphs! {
    /// Strength left.
    bar_full: '█' '█' '#',
    /// Strength lost.
    bar_lost: '░' '░' '.',
    /// Strength left, on a side's gauge.
    gauge_left: '▄' '▄' '#',
    /// Strength lost, on a side's gauge.
    gauge_lost: '▁' '_' '.',
    /// The Exhaustion Point on a gauge.
    bar_mark: '│' '│' '|',
    /// An expanded branch of a tree.
    open: '▾' '▼' 'v',
    /// A collapsed branch of a tree.
    closed: '▸' '►' '>',
    unit: '●' '•' 'o',
    eliminated: '†' 'x' 'x',
    /// A lower grade than at the muster.
    down: '▼' '▼' 'v',
    /// A higher grade than at the muster.
    up: '▲' '▲' '^',
    /// Pushed back.
    pushed: '←' '←' '<',
    /// A unit whose EDNA is used up.
    ineffective: '!' '!' '!',
    /// The upper die beats the lower.
    beats: '>' '>' '>',
    /// The lower die beats the upper.
    beaten: '<' '<' '<',
    /// Equal scores.
    even: '=' '=' '=',
    /// A die without effect.
    no_effect: '·' '·' '.',
    support: '◇' '♦' '*',
    /// The cursor's row.
    cursor: '▌' '▌' '>',
    /// A row picked for an order.
    picked: '✓' '√' '+',
    /// Changed by the current entry.
    changed: '»' '»' '*',
    bookmark: '¶' '¶' 'B',
    objective: '♦' '♦' 'P',
    /// An entry off the current path.
    off_path: '○' '○' 'o',
    /// The part of a diary's strip before the current entry.
    strip_past: '━' '═' '=',
    /// The focused pane.
    focus: '◆' '♦' '*',
    branch: 'Ψ' 'Y' 'Y',
    /// The viewing side, unless it is the referee.
    viewer: '◉' '☺' '@',
    bullet: '•' '•' '*',
    /// A continued line.
    dash: '─' '─' '-',
    /// A vertical separator between columns of text.
    bar: '│' '│' '|',
    /// More rows above.
    above: '↑' '↑' '^',
    /// More rows below.
    below: '↓' '↓' 'v',
    /// The position on a scroll bar.
    scroll: '┃' '█' '#',
    arrow: '→' '→' '>',
    times: '×' 'x' 'x',
    ellipsis: '…' '~' '~',
}

const ASCII_BOX: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

const ASCII_REVIEW_BOX: border::Set<'static> = border::Set { horizontal_top: "=", horizontal_bottom: "=", ..ASCII_BOX };

impl Glyphs {
    pub const fn new(set: GlyphSet) -> Self {
        match set {
            GlyphSet::Unicode => Self::UNICODE,
            GlyphSet::Console => Self::CONSOLE,
            GlyphSet::Ascii => Self::ASCII,
        }
    }

    pub fn set(&self) -> GlyphSet {
        self.set
    }

    /// The same glyphs with another border, which marks the past.
    pub fn in_review(&self) -> Self {
        Self { border: if self.is_ascii() { ASCII_REVIEW_BOX } else { border::DOUBLE }, ..self.clone() }
    }

    pub fn border(&self) -> border::Set<'static> {
        self.border
    }

    pub fn die(&self) -> border::Set<'static> {
        self.die
    }

    pub fn map(&self) -> &'static MapSigns {
        self.map
    }

    /// Eight rising blocks, from an eighth of a row to a whole one.
    pub fn bar_heights(&self) -> [char; 8] {
        match self.set {
            GlyphSet::Unicode => ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
            GlyphSet::Console => ['·', '·', '░', '░', '▒', '▒', '▓', '█'],
            GlyphSet::Ascii => ['.', ':', '-', '=', '+', '*', '%', '#'],
        }
    }

    /// Partial columns, narrowest first. Empty if a column can only be full or empty.
    pub(crate) fn partial_columns(&self) -> &'static [char] {
        match self.set {
            GlyphSet::Unicode => &['▏', '▎', '▍', '▌', '▋', '▊', '▉'],
            GlyphSet::Console => &['▌'],
            GlyphSet::Ascii => &[],
        }
    }

    pub fn is_ascii(&self) -> bool {
        self.set == GlyphSet::Ascii
    }
}

/// Code page 437 without ASCII and without the symbols that are control characters elsewhere.
const CONSOLE: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    ßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↑↓→←↔▲▼⌂";

/// Symbols that consoles lack, each with a similar one that they have.
const CONSOLE_SUBSTITUTES: &[(&str, char)] = &[
    ("╭┏", '┌'),
    ("╮┓", '┐'),
    ("╰┗", '└'),
    ("╯┛", '┘'),
    ("┃╹╻╵╷", '│'),
    ("━╸╺╴╶―─", '─'),
    ("┣", '├'),
    ("┫", '┤'),
    ("┳", '┬'),
    ("┻", '┴'),
    ("╋", '┼'),
    ("▁▂▃", '_'),
    ("▏▎▍", '▌'),
    ("▋▊▉", '█'),
    ("▅▆▇", '█'),
    ("▸▶", '►'),
    ("◀", '◄'),
    ("▾", '▼'),
    ("●‣", '•'),
    ("◆◇", '♦'),
];

/// Characters that ASCII lacks, with their ASCII spelling; consoles use it too where they lack them.
const ASCII_SUBSTITUTES: &[(&str, char)] = &[
    ("àáâãäåāăąǎ", 'a'),
    ("ÀÁÂÃÄÅĀĂĄǍÆ", 'A'),
    ("çćĉċč", 'c'),
    ("ÇĆĈĊČ", 'C'),
    ("ďđð", 'd'),
    ("ĎĐÐ", 'D'),
    ("èéêëēĕėęěæœ", 'e'),
    ("ÈÉÊËĒĔĖĘĚ", 'E'),
    ("ĝğġģ", 'g'),
    ("ĜĞĠĢ", 'G'),
    ("ĥħ", 'h'),
    ("ĤĦ", 'H'),
    ("ìíîïĩīĭįı", 'i'),
    ("ÌÍÎÏĨĪĬĮİ", 'I'),
    ("ĵ", 'j'),
    ("Ĵ", 'J'),
    ("ķ", 'k'),
    ("Ķ", 'K'),
    ("ĺļľŀł", 'l'),
    ("ĹĻĽĿŁ", 'L'),
    ("ñńņňŋ", 'n'),
    ("ÑŃŅŇŊ", 'N'),
    ("òóôõöøōŏőǒ", 'o'),
    ("ÒÓÔÕÖØŌŎŐǑŒ", 'O'),
    ("ŕŗř", 'r'),
    ("ŔŖŘ", 'R'),
    ("śŝşšșß", 's'),
    ("ŚŜŞŠȘẞ", 'S'),
    ("ţťŧțþ", 't'),
    ("ŢŤŦȚÞ", 'T'),
    ("ùúûüũūŭůűųǔ", 'u'),
    ("ÙÚÛÜŨŪŬŮŰŲǓ", 'U'),
    ("ŵ", 'w'),
    ("Ŵ", 'W'),
    ("ýÿŷ", 'y'),
    ("ÝŸŶ", 'Y'),
    ("źżž", 'z'),
    ("ŹŻŽ", 'Z'),
    ("“”„«»", '"'),
    ("‘’‚′", '\''),
    ("‐‑‒–—―−─━", '-'),
    ("…", '~'),
    ("·•‣", '.'),
    ("×†", 'x'),
    ("→▸", '>'),
    ("←", '<'),
    ("↑▲", '^'),
    ("↓▼▾", 'v'),
    ("│┃", '|'),
    ("█▉▊▋▌", '#'),
    ("▍▎▏░", '.'),
    ("≤", '<'),
    ("≥", '>'),
    ("≈", '~'),
    ("\u{a0}", ' '),
];

fn ascii_twin(sign: char) -> Option<char> {
    ASCII_SUBSTITUTES.iter().find(|(signs, _)| signs.contains(sign)).map(|(_, twin)| *twin)
}

/// The text with ASCII characters for its signs. Letters and digits of other scripts stay.
pub fn ascii_signs(text: &str) -> String {
    text.chars().map(|sign| if sign.is_alphanumeric() { sign } else { ascii_twin(sign).unwrap_or(sign) }).collect()
}

/// The text in ASCII: letters without their accents, similar signs, or `?`.
pub fn ascii(text: &str) -> String {
    text.chars().map(|sign| if sign.is_ascii() { sign } else { ascii_twin(sign).unwrap_or('?') }).collect()
}

/// Replaces every drawn character that the terminal lacks: by a letter without its accent, a similar symbol, or `?`.
pub fn replace_missing(buf: &mut Buffer, set: GlyphSet) {
    if set == GlyphSet::Unicode {
        return;
    }
    let is_known = |letter: char| match set {
        GlyphSet::Unicode => true,
        GlyphSet::Console => letter.is_ascii() || CONSOLE.contains(letter),
        GlyphSet::Ascii => letter.is_ascii(),
    };
    for cell in buf.content.iter_mut().filter(|cell| !cell.symbol().chars().all(is_known)) {
        let symbol = cell.symbol();
        let first = symbol.chars().next().unwrap_or(' ');
        let signs = if set == GlyphSet::Console { CONSOLE_SUBSTITUTES } else { &[] };
        let twin = signs
            .iter()
            .chain(ASCII_SUBSTITUTES)
            .find(|(letters, _)| letters.contains(first))
            .map_or('?', |(_, twin)| *twin);
        // Keeps the width of a wide character, so that the cell behind it stays covered.
        let columns = symbol.width().max(1);
        cell.set_symbol(&twin.to_string().repeat(columns));
    }
}
