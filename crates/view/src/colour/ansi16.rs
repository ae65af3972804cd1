//! The sixteen ANSI colours, whose exact shades each terminal chooses, as common terminals show them.

use ratatui::style::Color;

/// The sixteen colours, by number.
pub(super) const ANSI_COLOURS: [Color; 16] = [
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

/// A terminal's shades of the sixteen colours: red, green and blue of each, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub name: &'static str,
    colours: [(u8, u8, u8); 16],
}

/// The palettes that colours are chosen for: xterm, VGA (also the Linux console), and Windows.
pub const PALETTES: [Palette; 3] = [
    Palette {
        name: "xterm",
        colours: [
            (0, 0, 0),
            (205, 0, 0),
            (0, 205, 0),
            (205, 205, 0),
            (0, 0, 238),
            (205, 0, 205),
            (0, 205, 205),
            (229, 229, 229),
            (127, 127, 127),
            (255, 0, 0),
            (0, 255, 0),
            (255, 255, 0),
            (92, 92, 255),
            (255, 0, 255),
            (0, 255, 255),
            (255, 255, 255),
        ],
    },
    Palette {
        name: "VGA",
        colours: [
            (0, 0, 0),
            (170, 0, 0),
            (0, 170, 0),
            (170, 85, 0),
            (0, 0, 170),
            (170, 0, 170),
            (0, 170, 170),
            (170, 170, 170),
            (85, 85, 85),
            (255, 85, 85),
            (85, 255, 85),
            (255, 255, 85),
            (85, 85, 255),
            (255, 85, 255),
            (85, 255, 255),
            (255, 255, 255),
        ],
    },
    Palette {
        name: "Windows",
        colours: [
            (12, 12, 12),
            (197, 15, 31),
            (19, 161, 14),
            (193, 156, 0),
            (0, 55, 218),
            (136, 23, 152),
            (58, 150, 221),
            (204, 204, 204),
            (118, 118, 118),
            (231, 72, 86),
            (22, 198, 12),
            (249, 241, 165),
            (59, 120, 255),
            (180, 0, 158),
            (97, 214, 214),
            (242, 242, 242),
        ],
    },
];

impl Palette {
    /// Red, green and blue of a colour in this palette, each 0 to 255; `None` for the terminal's own colour, which is
    /// unknown.
    pub fn rgb(&self, colour: Color) -> Option<(u8, u8, u8)> {
        match (colour, ansi_index(colour)) {
            (Color::Reset, _) => None,
            (_, Some(number)) => Some(self.colours[number]),
            (other, None) => Some(super::rgb(other)),
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
