//! A theme's colours at a terminal's depth: with fewer colours, the nearest that is legible on its background.

use super::{
    colour::{self, Colour, SIGN_CONTRAST, TEXT_CONTRAST},
    theme_file::{Colours, MapColours, Paint, SidePaint, TerrainPaint},
};
use crate::theme::Depth;
use ratatui::style::Color;

/// A theme's colours at a terminal's depth. Without colours, all are the terminal's own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shades {
    pub depth: Depth,
    pub background: Color,
    /// The background of the selected row. `None` with sixteen colours, which have no shade between background and
    /// text: the row is reversed instead.
    pub raised: Option<Color>,
    pub text: Color,
    pub muted: Color,
    pub faint: Color,
    pub accent: Color,
    pub good: Color,
    pub warning: Color,
    pub bad: Color,
    pub map: MapShades,
    /// Text and background of the sides' blocks.
    pub sides: Vec<[Color; 2]>,
    /// The sides' signs and bars on the screen's background.
    pub side_signs: Vec<Color>,
}

/// The map's colours. An area has a background, if the depth has a tint faint enough for text, and an ink.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MapShades {
    /// Open, woods, built, works, high, rough, water.
    pub areas: [(Option<Color>, Color); 7],
    pub river: Color,
    pub road: Color,
    pub wall: Color,
    pub grid: Color,
    /// Secondary text, over any area.
    pub muted: Color,
    pub accent: Color,
    pub backgrounds: Vec<Color>,
}

/// The names of terrains, in the order of `areas`.
pub(super) const TERRAINS: [&str; 7] = ["open", "woods", "built", "works", "high", "rough", "water"];

impl MapColours {
    fn areas(&self) -> [TerrainPaint; 7] {
        [self.open, self.woods, self.built, self.works, self.high, self.rough, self.water]
    }
}

impl Shades {
    pub fn new(paint: &Paint, depth: Depth) -> Self {
        let colours = &paint.colours;
        let ground = match depth {
            // By lightness alone: the nearest of a dark blue by hue would be a bright one.
            Depth::Ansi16 if !colours.ground.is_named() => {
                if colour::is_light(colours.ground.0) {
                    Color::White
                } else {
                    Color::Black
                }
            }
            depth => colour::at_depth(colours.ground.0, depth),
        };
        let raised = (depth >= Depth::Ansi256).then(|| colour::at_depth(colours.raised.0, depth));
        let grounds: Vec<Color> = [ground].into_iter().chain(raised).collect();
        let standard = AnsiShades::for_background(ground);
        let ink = |own: Colour, standard: Color, wanted| match depth {
            Depth::Ansi16 if !own.is_named() => standard,
            depth => colour::nearest_legible(own.0, &grounds, wanted, depth),
        };
        let map = map_colours(paint);
        let sides = if depth == Depth::Mono { Vec::new() } else { sides(&map.sides, depth) };
        let text = ink(colours.text, standard.text, TEXT_CONTRAST);
        Self {
            depth,
            background: ground,
            raised,
            text,
            muted: ink(colours.muted, standard.muted, TEXT_CONTRAST),
            faint: ink(colours.faint, standard.faint, SIGN_CONTRAST),
            accent: ink(colours.accent, standard.accent, TEXT_CONTRAST),
            good: ink(colours.good, standard.good, TEXT_CONTRAST),
            warning: ink(colours.warning, standard.warning, TEXT_CONTRAST),
            bad: ink(colours.bad, standard.bad, TEXT_CONTRAST),
            map: MapShades::new(&map, colours, (ground, raised), depth),
            side_signs: side_signs(&sides, &grounds, text, depth),
            sides,
        }
    }

    /// The nearest colour to an ink with this contrast on the background and on the selected row.
    pub fn ink(&self, ink: Colour, wanted: f64) -> Color {
        colour::nearest_legible(ink.0, &self.backgrounds(), wanted, self.depth)
    }

    /// All possible backgrounds of text.
    pub fn backgrounds(&self) -> Vec<Color> {
        [self.background].into_iter().chain(self.raised).collect()
    }
}

impl MapShades {
    fn new(map: &MapColours, colours: &Colours, (ground, raised): (Color, Option<Color>), depth: Depth) -> Self {
        // Sixteen colours have no tint faint enough for text.
        let tints = depth >= Depth::Ansi256;
        let tint = |paint: TerrainPaint| tints.then(|| colour::at_depth(paint.ground.0, depth));
        let areas = map.areas();
        let grounds: Vec<Color> = areas.iter().filter_map(|paint| tint(*paint)).chain(raised).chain([ground]).collect();
        // Signs and text over any area give way to the strongest tint.
        let over = |ink: Colour, wanted| match depth {
            Depth::True => colour::blend_towards(ink.0, colours.text.0, &grounds, wanted),
            depth => colour::nearest_legible(ink.0, &grounds, wanted, depth),
        };
        let area = |paint: TerrainPaint| {
            let on: Vec<Color> = [tint(paint).unwrap_or(ground)].into_iter().chain(raised).collect();
            (tint(paint), colour::nearest_legible(paint.ink.0, &on, SIGN_CONTRAST, depth))
        };
        Self {
            areas: areas.map(area),
            river: over(map.water.ink, SIGN_CONTRAST),
            road: over(map.road, SIGN_CONTRAST),
            wall: over(map.wall, SIGN_CONTRAST),
            grid: over(map.grid.unwrap_or(colours.faint), SIGN_CONTRAST),
            muted: over(colours.muted, TEXT_CONTRAST),
            // The coordinates along the rims use it too.
            accent: over(colours.accent, TEXT_CONTRAST),
            backgrounds: grounds,
        }
    }
}

struct AnsiShades {
    text: Color,
    muted: Color,
    faint: Color,
    accent: Color,
    good: Color,
    warning: Color,
    bad: Color,
}

impl AnsiShades {
    /// Colours that are legible on a background in every palette, and distinct for colour-blind readers too. A light
    /// background allows only three besides black.
    fn for_background(ground: Color) -> Self {
        if colour::is_light(ground) {
            Self {
                text: Color::Black,
                muted: Color::Black,
                faint: Color::DarkGray,
                accent: Color::Blue,
                good: Color::Blue,
                warning: Color::Magenta,
                bad: Color::Red,
            }
        } else {
            Self {
                text: Color::White,
                muted: Color::Gray,
                faint: Color::Gray,
                accent: Color::LightCyan,
                good: Color::Cyan,
                warning: Color::LightYellow,
                bad: Color::LightRed,
            }
        }
    }
}

/// A text colour and its background. With few colours, the nearest of both may be too similar; legible ones are chosen
/// instead.
pub(super) fn legible(ink: Colour, on: Colour, depth: Depth) -> [Color; 2] {
    let [near, ground] = [ink, on].map(|colour| colour::at_depth(colour.0, depth));
    if depth != Depth::Ansi16 {
        return [colour::nearest_legible(ink.0, &[ground], TEXT_CONTRAST, depth), ground];
    }
    let read_on = |ground: Color| {
        [near, Color::White, Color::Black].into_iter().find(|ink| colour::contrast(*ink, ground) >= TEXT_CONTRAST)
    };
    let otherwise = if colour::is_light(on.0) { Color::Gray } else { Color::Black };
    let found = [ground, otherwise].into_iter().find_map(|ground| Some([read_on(ground)?, ground]));
    found.unwrap_or([near, ground])
}

/// The text and the blocks of the sides with sixteen colours. Those of the grades are taken, and few others are legible
/// in every palette.
const ANSI_SIDES: [[Color; 2]; 4] = [
    [Color::Black, Color::Cyan],
    [Color::White, Color::Magenta],
    [Color::Black, Color::LightCyan],
    [Color::Black, Color::LightRed],
];

fn sides(paints: &[SidePaint], depth: Depth) -> Vec<[Color; 2]> {
    let block = |(at, paint): (usize, &SidePaint)| match depth {
        Depth::Ansi16 if !paint.block.is_named() => ANSI_SIDES[at % ANSI_SIDES.len()],
        depth => legible(paint.ink, paint.block, depth),
    };
    paints.iter().enumerate().map(block).collect()
}

/// The colours of the sides' blocks as signs on the background: blended towards the text colour until they are visible.
fn side_signs(sides: &[[Color; 2]], grounds: &[Color], text: Color, depth: Depth) -> Vec<Color> {
    let sign = |[_, block]: &[Color; 2]| match depth {
        Depth::True => colour::blend_towards(*block, text, grounds, SIGN_CONTRAST),
        depth => colour::nearest_legible(*block, grounds, SIGN_CONTRAST, depth),
    };
    sides.iter().map(sign).collect()
}

/// The blocks of the sides, with their ink, in a theme that has none: hues that no grade has.
const SIDES: [(Color, Color); 4] = [
    (Color::Rgb(0, 215, 175), Color::Rgb(0, 0, 0)),
    (Color::Rgb(175, 95, 0), Color::Rgb(255, 255, 255)),
    (Color::Rgb(95, 0, 175), Color::Rgb(255, 255, 255)),
    (Color::Rgb(255, 135, 255), Color::Rgb(0, 0, 0)),
];

/// The map's colours. A theme without them uses its grades' colours for the ground.
pub(super) fn map_colours(paint: &Paint) -> MapColours {
    let (colours, grades) = (&paint.colours, &paint.grades);
    let on_ground = |ink: Colour| TerrainPaint { ground: colours.ground, ink };
    let side = |(block, ink)| SidePaint { block: Colour(block), ink: Colour(ink) };
    paint.map.clone().unwrap_or_else(|| MapColours {
        open: on_ground(colours.faint),
        woods: on_ground(grades.green.ink),
        built: on_ground(grades.red.ink),
        works: on_ground(colours.text),
        high: on_ground(grades.yellow.ink),
        rough: on_ground(colours.muted),
        water: on_ground(grades.blue.ink),
        road: colours.accent,
        wall: colours.text,
        grid: None,
        sides: SIDES.map(side).into(),
    })
}
