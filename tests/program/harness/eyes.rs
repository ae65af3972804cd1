//! How eyes see colours, by published formulas: contrast (WCAG 2), difference of colours (CIEDE2000), and colour
//! blindness (Machado, Oliveira and Fernandes 2009).

use indexmap::IndexMap;
use palette::{
    FromColor, Lab, LinSrgb, Srgb,
    color_difference::{Ciede2000, Wcag21RelativeContrast},
    white_point::D65,
};
use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier},
};
use wardiary_view::{Depth, colour::Palette};

/// A kind of eye, as a matrix over linear red, green and blue.
pub struct Eye {
    pub name: &'static str,
    sees: [[f64; 3]; 3],
}

pub const EYES: [Eye; 4] = [
    Eye { name: "all cones", sees: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] },
    Eye {
        name: "protanopia",
        sees: [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    },
    Eye {
        name: "deuteranopia",
        sees: [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    },
    Eye {
        name: "tritanopia",
        sees: [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    },
];

type Rgb = (u8, u8, u8);

fn srgb((r, g, b): Rgb) -> Srgb<f64> {
    Srgb::new(r, g, b).into_format()
}

/// The contrast of two colours.
pub fn contrast(one: Rgb, other: Rgb) -> f64 {
    srgb(one).relative_contrast(srgb(other))
}

impl Eye {
    fn sees(&self, colour: Rgb) -> Lab<D65, f64> {
        let lin: LinSrgb<f64> = srgb(colour).into_linear();
        let [r, g, b] = self.sees.map(|row| {
            row.iter().zip([lin.red, lin.green, lin.blue]).map(|(by, c)| by * c).sum::<f64>().clamp(0.0, 1.0)
        });
        Lab::from_color(LinSrgb::new(r, g, b))
    }

    /// The difference of two colours for this eye.
    pub fn apart(&self, one: Rgb, other: Rgb) -> f64 {
        self.sees(one).difference(self.sees(other))
    }
}

/// The colours a terminal may show for a colour in bold: the same, and with sixteen colours also the brighter one.
fn shown(colour: Color, bold: bool, depth: Depth) -> Vec<Color> {
    let brighter = match colour {
        _ if !bold || depth != Depth::Ansi16 => None,
        Color::Black => Some(Color::DarkGray),
        Color::Red => Some(Color::LightRed),
        Color::Green => Some(Color::LightGreen),
        Color::Yellow => Some(Color::LightYellow),
        Color::Blue => Some(Color::LightBlue),
        Color::Magenta => Some(Color::LightMagenta),
        Color::Cyan => Some(Color::LightCyan),
        Color::Gray => Some(Color::White),
        _ => None,
    };
    [colour].into_iter().chain(brighter).collect()
}

/// The cells of a drawn buffer with too little contrast in a palette: below 4.5 for letters and digits, below 3 for the
/// rest.
pub fn unseen(buffer: &Buffer, depth: Depth, palette: &Palette) -> Vec<String> {
    let mut found = Vec::new();
    // A screen has few pairs of colours.
    let mut known: IndexMap<(Color, Color), Option<f64>> = IndexMap::new();
    for (at, cell) in buffer.content.iter().enumerate() {
        let symbol = cell.symbol();
        let place = buffer.pos_of(at);
        if cell.modifier.contains(Modifier::DIM) {
            found.push(format!("{place:?} “{symbol}” is dim, and nobody knows how dim"));
        }
        if symbol.trim().is_empty() {
            continue;
        }
        let wanted = if symbol.chars().any(char::is_alphanumeric) { 4.5 } else { 3.0 };
        for ink in shown(cell.fg, cell.modifier.contains(Modifier::BOLD), depth) {
            let seen = known.entry((ink, cell.bg)).or_insert_with(|| {
                palette.rgb(ink).zip(palette.rgb(cell.bg)).map(|(ink, ground)| contrast(ink, ground))
            });
            match *seen {
                Some(seen) if seen >= wanted => {}
                seen => found.push(format!(
                    "{place:?} “{symbol}” {ink} on {}: {:.1} of {wanted} in the palette of {}",
                    cell.bg,
                    seen.unwrap_or_default(),
                    palette.name
                )),
            }
        }
    }
    found
}
