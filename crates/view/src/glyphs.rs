//! The characters that panes draw with: one set for Unicode terminals, one for consoles, one for ASCII.
//!
//! Each is one code point and one column wide: a sequence with a variation selector leaves stale cells behind.

use super::map::signs::{self, MapSigns};
use ratatui::{buffer::Buffer, symbols::border};
use unicode_width::UnicodeWidthStr;

/// What a terminal can draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlyphSet {
    /// Lines, blocks and signs.
    Unicode,
    /// What the fonts of consoles have: the characters of code page 437.
    Console,
    /// ASCII alone.
    Ascii,
}

macro_rules! glyphs {
    ($($(#[$doc:meta])* $name:ident: $unicode:literal $console:literal $ascii:literal),* $(,)?) => {
        /// The characters that panes draw with.
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

            /// For consoles, whose fonts have what code page 437 had and little more.
            pub const CONSOLE: Self = Self {
                $($name: $console,)*
                set: GlyphSet::Console, border: border::PLAIN, die: border::PLAIN, map: &signs::CONSOLE,
            };

            /// For those that can't draw anything.
            pub const ASCII: Self = Self {
                $($name: $ascii,)*
                set: GlyphSet::Ascii, border: ASCII_BOX, die: ASCII_BOX, map: &signs::ASCII,
            };

            /// Every character with its name; borders are not among them.
            #[must_use]
            pub fn all(&self) -> Vec<(&'static str, char)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

glyphs! {
    /// Strength that is left.
    bar_full: '█' '█' '#',
    /// Strength that is lost.
    bar_lost: '░' '░' '.',
    /// Strength that is left, on the gauge of a side.
    gauge_left: '▄' '▄' '#',
    /// Strength that is lost, on it.
    gauge_lost: '▁' '_' '.',
    /// The Exhaustion Point on it.
    bar_mark: '│' '│' '|',
    /// A branch of a tree whose leaves are shown.
    open: '▾' '▼' 'v',
    /// A branch of a tree whose leaves are hidden.
    closed: '▸' '►' '>',
    /// A unit.
    unit: '●' '•' 'o',
    /// A unit that is eliminated.
    gone: '✕' 'x' 'x',
    /// Of lower grade than it was.
    down: '▼' '▼' 'v',
    /// Of higher grade than it was.
    up: '▲' '▲' '^',
    /// Pushed back.
    pushed: '←' '←' '<',
    /// Its EDNA is used up.
    ineffective: '!' '!' '!',
    /// The die above beats the one below.
    beats: '>' '>' '>',
    /// The die below beats the one above.
    beaten: '<' '<' '<',
    /// Equal scores.
    even: '=' '=' '=',
    /// A die that does nothing.
    idle: '·' '·' '.',
    /// A support die.
    support: '◇' '♦' '*',
    /// The row that the cursor is on.
    cursor: '▌' '▌' '>',
    /// A row that is picked for an order.
    picked: '✓' '√' '+',
    /// What an entry changed.
    changed: '»' '»' '*',
    /// A bookmark.
    bookmark: '⚑' '¶' 'B',
    /// An entry of another way than the one that is gone.
    left: '○' '○' 'o',
    /// The way that lies behind, on the strip of a diary.
    gone_by: '━' '═' '=',
    /// The pane that has the focus.
    focus: '◆' '♦' '*',
    /// A branch of the diary was left here.
    branch: '⑂' 'Y' 'Y',
    /// Whose view of the campaign it is, where that is a side's.
    viewer: '◉' '☺' '@',
    /// A point of a list.
    bullet: '•' '•' '*',
    /// A line that runs on.
    dash: '─' '─' '-',
    /// A line downwards, between two columns of text.
    bar: '│' '│' '|',
    /// More of it above.
    above: '↑' '↑' '^',
    /// More of it below.
    below: '↓' '↓' 'v',
    /// Where a list is, on its rail.
    scroll: '┃' '█' '#',
    /// A hint.
    arrow: '→' '→' '>',
    /// A multiplication.
    times: '×' 'x' 'x',
    /// Text that was cut.
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
    /// Those of a set.
    #[must_use]
    pub const fn of(set: GlyphSet) -> Self {
        match set {
            GlyphSet::Unicode => Self::UNICODE,
            GlyphSet::Console => Self::CONSOLE,
            GlyphSet::Ascii => Self::ASCII,
        }
    }

    /// The set that they are of.
    #[must_use]
    pub fn set(&self) -> GlyphSet {
        self.set
    }

    /// The same with other lines round the panes: what is looked at is the past.
    #[must_use]
    pub fn in_review(&self) -> Self {
        Self { border: if self.is_ascii() { ASCII_REVIEW_BOX } else { border::DOUBLE }, ..self.clone() }
    }

    /// The lines round a pane.
    #[must_use]
    pub fn border(&self) -> border::Set<'static> {
        self.border
    }

    /// The lines round a die.
    #[must_use]
    pub fn die(&self) -> border::Set<'static> {
        self.die
    }

    /// The characters of the map.
    #[must_use]
    pub fn map(&self) -> &'static MapSigns {
        self.map
    }

    /// Rising heights, from the lowest to a whole row.
    #[must_use]
    pub fn rising(&self) -> [char; 8] {
        match self.set {
            GlyphSet::Unicode => ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
            GlyphSet::Console => ['·', '·', '░', '░', '▒', '▒', '▓', '█'],
            GlyphSet::Ascii => ['.', ':', '-', '=', '+', '*', '%', '#'],
        }
    }

    /// The parts of a column, from the narrowest up: none where a column is filled or it is not.
    #[must_use]
    pub(crate) fn parts_of_a_column(&self) -> &'static [char] {
        match self.set {
            GlyphSet::Unicode => &['▏', '▎', '▍', '▌', '▋', '▊', '▉'],
            GlyphSet::Console => &['▌'],
            GlyphSet::Ascii => &[],
        }
    }

    /// Whether they are ASCII's.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.set == GlyphSet::Ascii
    }
}

/// What code page 437 has besides ASCII, but for the signs that are controls elsewhere too.
const CONSOLE: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    ßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↑↓→←↔▲▼⌂";

/// Signs that a console lacks, each with one like it that it has.
const CONSOLE_TWINS: &[(&str, char)] = &[
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

/// Letters and signs that ASCII lacks, each with what stands for them there, and where the console lacks them.
const TWINS: &[(&str, char)] = &[
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
    ("×✕", 'x'),
    ("→▸", '>'),
    ("←", '<'),
    ("↑▲", '^'),
    ("↓▼▾", 'v'),
    ("│┃", '|'),
    ("≤", '<'),
    ("≥", '>'),
    ("≈", '~'),
    ("\u{a0}", ' '),
];

/// Puts what a terminal can draw in the place of all else that was drawn: a letter without its accent, a sign like it, or `?`.
pub fn spell(buf: &mut Buffer, set: GlyphSet) {
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
        let signs = if set == GlyphSet::Console { CONSOLE_TWINS } else { &[] };
        let twin =
            signs.iter().chain(TWINS).find(|(letters, _)| letters.contains(first)).map_or('?', |(_, twin)| *twin);
        // What was two columns wide stays so, and covers the cell behind it.
        let columns = symbol.width().max(1);
        cell.set_symbol(&twin.to_string().repeat(columns));
    }
}
