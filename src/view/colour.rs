//! Colours as theme files write them, and what becomes of them where a terminal has fewer.

use ratatui::style::Color;
use serde::Deserialize;

/// How many colours a terminal shows, fewest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// None: bold, dim, underlined and reversed only.
    Mono,
    /// The sixteen whose look is the terminal's own affair.
    Ansi16,
    /// The 256 of xterm.
    Ansi256,
    /// All.
    True,
}

/// A colour in a theme: `#rrggbb`, a name such as `green`, or `default` for the terminal's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Colour(pub Color);

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        read(&text).map(Self).ok_or_else(|| {
            let text = crate::text::display_name(&text);
            format!("“{text}” is no colour: write #rrggbb, a name such as green, or default")
        })
    }
}

/// The colour that a text names, if any.
#[must_use]
pub fn read(text: &str) -> Option<Color> {
    if text.eq_ignore_ascii_case("default") {
        return Some(Color::Reset);
    }
    text.parse().ok()
}

/// The nearest colour that a terminal of this depth has; the terminal's own stays what it is.
#[must_use]
pub fn at_depth(colour: Color, depth: Depth) -> Color {
    match (depth, colour) {
        (_, Color::Reset) | (Depth::Mono, _) => Color::Reset,
        (Depth::True, same) => same,
        (Depth::Ansi256, Color::Rgb(r, g, b)) => Color::Indexed(nearest_of_256((r, g, b))),
        (Depth::Ansi16, Color::Rgb(..) | Color::Indexed(_)) => nearest_of_16(rgb(colour)),
        (Depth::Ansi16 | Depth::Ansi256, named) => named,
    }
}

/// Red, green and blue of a colour, each 0 to 255, as most terminals have it; a middle grey for the terminal's own.
#[must_use]
pub(crate) fn rgb(colour: Color) -> (u8, u8, u8) {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match colour {
        Color::Rgb(r, g, b) => (r, g, b),
        Color::Indexed(n) if n >= 232 => {
            let level = 8 + 10 * (n - 232);
            (level, level, level)
        }
        Color::Indexed(n) if n >= 16 => {
            let level = |n: u8| LEVELS[usize::from(n % 6)];
            (level((n - 16) / 36), level((n - 16) / 6), level(n - 16))
        }
        Color::Indexed(n) => rgb(SIXTEEN[usize::from(n)]),
        Color::Reset => (128, 128, 128),
        Color::Black => (0, 0, 0),
        Color::Red => (205, 0, 0),
        Color::Green => (0, 205, 0),
        Color::Yellow => (205, 205, 0),
        Color::Blue => (0, 0, 238),
        Color::Magenta => (205, 0, 205),
        Color::Cyan => (0, 205, 205),
        Color::Gray => (229, 229, 229),
        Color::DarkGray => (127, 127, 127),
        Color::LightRed => (255, 0, 0),
        Color::LightGreen => (0, 255, 0),
        Color::LightYellow => (255, 255, 0),
        Color::LightBlue => (92, 92, 255),
        Color::LightMagenta => (255, 0, 255),
        Color::LightCyan => (0, 255, 255),
        Color::White => (255, 255, 255),
    }
}

const SIXTEEN: [Color; 16] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
    Color::DarkGray,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightBlue,
    Color::LightMagenta,
    Color::LightCyan,
    Color::White,
];

/// How light a colour looks, 0 to 1: the relative luminance of WCAG 2.
#[must_use]
pub(crate) fn luminance(colour: Color) -> f64 {
    let (r, g, b) = rgb(colour);
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// How well two colours can be told apart, 1 to 21: the contrast of WCAG 2. Text wants 4.5.
#[must_use]
pub fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// A colour half way between two.
#[must_use]
pub fn between(one: Color, other: Color) -> Color {
    let (a, b) = (rgb(one), rgb(other));
    Color::Rgb(a.0.midpoint(b.0), a.1.midpoint(b.1), a.2.midpoint(b.2))
}

/// By distance, with a part for how colourful both are: or else a quiet colour's nearest would be a grey, and the grades
/// could not be told apart.
fn nearest_of_256(colour: (u8, u8, u8)) -> u8 {
    let chroma = |(r, g, b): (u8, u8, u8)| r.max(g).max(b) - r.min(g).min(b);
    let distance = |n: u8| {
        let near = rgb(Color::Indexed(n));
        let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        square(colour.0, near.0)
            + square(colour.1, near.1)
            + square(colour.2, near.2)
            + square(chroma(colour), chroma(near))
    };
    // The first sixteen look different in every terminal, so they are nobody's nearest.
    (16..=255).min_by_key(|n| distance(*n)).unwrap_or(16)
}

/// By hue, since by distance every quiet colour would be a grey.
fn nearest_of_16((r, g, b): (u8, u8, u8)) -> Color {
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let chroma = i32::from(most - least);
    if chroma * 4 < i32::from(most) || chroma < 24 {
        return match most {
            0..=0x38 => Color::Black,
            0x39..=0x88 => Color::DarkGray,
            0x89..=0xd0 => Color::Gray,
            0xd1.. => Color::White,
        };
    }
    let (r, g, b) = (i32::from(r), i32::from(g), i32::from(b));
    let degrees = if i32::from(most) == r {
        60 * (g - b) / chroma
    } else if i32::from(most) == g {
        120 + 60 * (b - r) / chroma
    } else {
        240 + 60 * (r - g) / chroma
    };
    let (dark, light) = match degrees.rem_euclid(360) {
        24..=80 => (Color::Yellow, Color::LightYellow),
        81..=165 => (Color::Green, Color::LightGreen),
        166..=199 => (Color::Cyan, Color::LightCyan),
        200..=265 => (Color::Blue, Color::LightBlue),
        266..=329 => (Color::Magenta, Color::LightMagenta),
        _ => (Color::Red, Color::LightRed),
    };
    if most > 0xb4 { light } else { dark }
}
