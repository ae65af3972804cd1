//! Colours as theme files write them, and their nearest equivalents on terminals with fewer colours. Each terminal
//! chooses the exact shades of the sixteen ANSI colours; they are as common terminals show them.

use ratatui::style::Color;
use serde::Deserialize;

/// Minimum contrast of text with its background: WCAG 2, level AA.
pub const TEXT_CONTRAST: f64 = 4.5;

/// Minimum contrast of a graphical sign: a border, a bar, a texture.
pub const SIGN_CONTRAST: f64 = 3.0;

/// How many colours a terminal shows, fewest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// None: bold, dim, underlined and reversed only.
    Mono,
    /// The sixteen ANSI colours, whose exact shades each terminal chooses.
    Ansi16,
    /// The 256 colours of xterm.
    Ansi256,
    /// 24-bit colour.
    True,
}

/// A colour in a theme: `#rrggbb`, a name such as `green`, or `default` for the terminal's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Colour(pub Color);

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        parse(&text).map(Self).ok_or_else(|| {
            let text = wardiary_base::text::display_name(&text);
            format!("“{text}” is not a colour: write #rrggbb, a name such as green, or default")
        })
    }
}

pub fn parse(text: &str) -> Option<Color> {
    if text.eq_ignore_ascii_case("default") {
        return Some(Color::Reset);
    }
    text.parse().ok()
}

impl Colour {
    /// Whether a theme names one of the sixteen ANSI colours or the terminal's own, rather than a shade.
    pub fn is_named(self) -> bool {
        !matches!(self.0, Color::Rgb(..) | Color::Indexed(16..))
    }
}

/// The nearest colour at this depth. The terminal's own colour is left as it is.
pub fn at_depth(colour: Color, depth: Depth) -> Color {
    match (depth, colour) {
        (_, Color::Reset) | (Depth::Mono, _) => Color::Reset,
        (Depth::True, same) => same,
        (Depth::Ansi256, Color::Rgb(r, g, b)) => Color::Indexed(nearest_of_256((r, g, b))),
        (Depth::Ansi16, Color::Rgb(..) | Color::Indexed(_)) => nearest_of_16(rgb(colour)),
        (Depth::Ansi16 | Depth::Ansi256, named) => named,
    }
}

/// Red, green and blue, each 0 to 255, as xterm shows the colour. The terminal's own colour counts as a middle grey.
pub fn rgb(colour: Color) -> (u8, u8, u8) {
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
        named => ansi_index(named).and_then(|at| PALETTES[0].rgb(ANSI_COLOURS[at])).unwrap_or((128, 128, 128)),
    }
}

/// The relative luminance of WCAG 2, 0 to 1.
fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// Whether a background is light enough to need dark text.
pub fn is_light(ground: Color) -> bool {
    luminance(rgb(ground)) > 0.25
}

/// The contrast of two colours by WCAG 2, 1 to 21: the lowest over the [`PALETTES`]. The terminal's own colour is
/// unknown and gets the highest.
pub fn contrast(one: Color, other: Color) -> f64 {
    let of = |palette: &Palette| {
        let (one, other) = (luminance(palette.rgb(one)?), luminance(palette.rgb(other)?));
        Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
    };
    // Terminals differ only in the sixteen ANSI colours.
    let depends = [one, other].into_iter().any(|colour| ansi_index(colour).is_some());
    let palettes = if depends { &PALETTES[..] } else { &PALETTES[..1] };
    palettes.iter().filter_map(of).reduce(f64::min).unwrap_or(21.0)
}

/// The lowest contrast of an ink with any of these backgrounds.
pub fn min_contrast(ink: Color, grounds: &[Color]) -> f64 {
    grounds.iter().map(|ground| contrast(ink, *ground)).fold(21.0, f64::min)
}

/// The colour nearest to an ink that has at least the wanted contrast with all backgrounds, at this depth. If none has,
/// the colour with the highest contrast. With 24-bit colour, or without colours, the ink is returned unchanged.
pub(crate) fn nearest_legible(ink: Color, grounds: &[Color], wanted: f64, depth: Depth) -> Color {
    let nearest = at_depth(ink, depth);
    if matches!(depth, Depth::Mono | Depth::True) || min_contrast(nearest, grounds) >= wanted {
        return nearest;
    }
    let all: Vec<Color> = match depth {
        Depth::Ansi256 => (16..=255).map(Color::Indexed).collect(),
        _ => ANSI_COLOURS.into(),
    };
    // A contrast costs more to compute than a distance, so candidates are tried by distance and the first that passes
    // wins.
    let mut by_distance = all.clone();
    by_distance.sort_by_cached_key(|colour| distance(rgb(ink), rgb(*colour)));
    let seen = by_distance.iter().find(|colour| min_contrast(**colour, grounds) >= wanted);
    let best = || all.iter().max_by(|a, b| min_contrast(**a, grounds).total_cmp(&min_contrast(**b, grounds)));
    *seen.or_else(best).unwrap_or(&nearest)
}

/// A colour blended towards another, just far enough to reach the wanted contrast with the backgrounds.
pub fn blend_towards(colour: Color, other: Color, grounds: &[Color], wanted: f64) -> Color {
    let ((a, b), steps) = ((rgb(colour), rgb(other)), 16_i32);
    let mix = |from: u8, to: u8, step: i32| {
        u8::try_from(i32::from(from) + (i32::from(to) - i32::from(from)) * step / steps).unwrap_or(to)
    };
    let mixed = |step| Color::Rgb(mix(a.0, b.0, step), mix(a.1, b.1, step), mix(a.2, b.2, step));
    let legible = (0..=steps).map(mixed).find(|mixed| min_contrast(*mixed, grounds) >= wanted);
    legible.unwrap_or(other)
}

/// Squared distance in RGB, plus a term for chroma. Without it the nearest of a muted colour would be a grey, and
/// grades would look alike.
fn distance(colour: (u8, u8, u8), near: (u8, u8, u8)) -> u32 {
    let chroma = |(r, g, b): (u8, u8, u8)| r.max(g).max(b) - r.min(g).min(b);
    let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    square(colour.0, near.0)
        + square(colour.1, near.1)
        + square(colour.2, near.2)
        + square(chroma(colour), chroma(near))
}

fn nearest_of_256(colour: (u8, u8, u8)) -> u8 {
    // The first sixteen look different in every terminal, so they are never chosen.
    (16..=255).min_by_key(|n| distance(colour, rgb(Color::Indexed(*n)))).unwrap_or(16)
}

/// The nearest by hue: by distance, every muted colour would become a grey.
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
        30..=80 => (Color::Yellow, Color::LightYellow),
        81..=165 => (Color::Green, Color::LightGreen),
        166..=199 => (Color::Cyan, Color::LightCyan),
        200..=265 => (Color::Blue, Color::LightBlue),
        266..=329 => (Color::Magenta, Color::LightMagenta),
        _ => (Color::Red, Color::LightRed),
    };
    if most > 0xb4 { light } else { dark }
}

const ANSI_COLOURS: [Color; 16] = [
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

/// A terminal's shades of the sixteen colours, by number: `0xrrggbb` of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub name: &'static str,
    colours: [u32; 16],
}

/// The palettes that colours are chosen for: xterm, VGA (also the Linux console), and Windows.
pub const PALETTES: [Palette; 3] = [
    Palette {
        name: "xterm",
        colours: [
            0x00_00_00, 0xcd_00_00, 0x00_cd_00, 0xcd_cd_00, 0x00_00_ee, 0xcd_00_cd, 0x00_cd_cd, 0xe5_e5_e5, 0x7f_7f_7f,
            0xff_00_00, 0x00_ff_00, 0xff_ff_00, 0x5c_5c_ff, 0xff_00_ff, 0x00_ff_ff, 0xff_ff_ff,
        ],
    },
    Palette {
        name: "VGA",
        colours: [
            0x00_00_00, 0xaa_00_00, 0x00_aa_00, 0xaa_55_00, 0x00_00_aa, 0xaa_00_aa, 0x00_aa_aa, 0xaa_aa_aa, 0x55_55_55,
            0xff_55_55, 0x55_ff_55, 0xff_ff_55, 0x55_55_ff, 0xff_55_ff, 0x55_ff_ff, 0xff_ff_ff,
        ],
    },
    Palette {
        name: "Windows",
        colours: [
            0x0c_0c_0c, 0xc5_0f_1f, 0x13_a1_0e, 0xc1_9c_00, 0x00_37_da, 0x88_17_98, 0x3a_96_dd, 0xcc_cc_cc, 0x76_76_76,
            0xe7_48_56, 0x16_c6_0c, 0xf9_f1_a5, 0x3b_78_ff, 0xb4_00_9e, 0x61_d6_d6, 0xf2_f2_f2,
        ],
    },
];

impl Palette {
    /// Red, green and blue of a colour in this palette, each 0 to 255; `None` for the terminal's own colour, which is
    /// unknown.
    pub fn rgb(&self, colour: Color) -> Option<(u8, u8, u8)> {
        match (colour, ansi_index(colour)) {
            (Color::Reset, _) => None,
            (_, Some(number)) => {
                let [_, r, g, b] = self.colours[number].to_be_bytes();
                Some((r, g, b))
            }
            (other, None) => Some(rgb(other)),
        }
    }
}

/// The number of a colour among the sixteen.
pub(crate) fn ansi_index(colour: Color) -> Option<usize> {
    match colour {
        Color::Indexed(n) if n < 16 => Some(n.into()),
        named => ANSI_COLOURS.iter().position(|of| *of == named),
    }
}
