//! The colours of a theme as a terminal shows them: where it has fewer, the nearest that can be read on what they stand on.

use super::{
    colour::{self, Colour, SIGN, TEXT},
    paint::{Colours, GradePaint, MapColours, Paint, SidePaint, TerrainPaint},
};
use crate::theme::Depth;
use ratatui::style::Color;

/// The colours of a theme on a terminal of some depth. Without colours all are the terminal's own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shades {
    pub depth: Depth,
    pub ground: Color,
    /// Behind the selected row. Sixteen colours have no shade between the ground and the text, and the row is reversed.
    pub raised: Option<Color>,
    pub text: Color,
    pub muted: Color,
    pub faint: Color,
    pub accent: Color,
    pub good: Color,
    pub warning: Color,
    pub bad: Color,
    pub map: MapShades,
    /// What is written on the blocks of the sides, and the blocks.
    pub sides: Vec<[Color; 2]>,
    /// The sides' own signs and bars on the ground.
    pub side_signs: Vec<Color>,
}

/// The colours of the map: of an area its ground, where there is a tint that could lie under writing, and the ink.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MapShades {
    /// Open, woods, built, works, high, rough, water.
    pub areas: [(Option<Color>, Color); 7],
    pub river: Color,
    pub road: Color,
    pub wall: Color,
    pub grid: Color,
    /// What is read second, over any area.
    pub muted: Color,
    /// What is to be seen over any area.
    pub accent: Color,
    /// All that may lie under what is drawn.
    pub grounds: Vec<Color>,
}

/// The names of the terrains, in their order.
pub(super) const TERRAINS: [&str; 7] = ["open", "woods", "built", "works", "high", "rough", "water"];

impl MapColours {
    fn areas(&self) -> [TerrainPaint; 7] {
        [self.open, self.woods, self.built, self.works, self.high, self.rough, self.water]
    }
}

impl Shades {
    pub fn of(paint: &Paint, depth: Depth) -> Self {
        let colours = &paint.colours;
        let ground = match depth {
            // By lightness alone: the nearest by hue of a dark blue would be a bright one.
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
        let standard = Sixteen::on(ground);
        let ink = |own: Colour, standard: Color, wanted| match depth {
            Depth::Ansi16 if !own.is_named() => standard,
            depth => colour::seen_on(own.0, &grounds, wanted, depth),
        };
        let map = map_colours(paint);
        let text = ink(colours.text, standard.text, TEXT);
        Self {
            depth,
            ground,
            raised,
            text,
            muted: ink(colours.muted, standard.muted, TEXT),
            faint: ink(colours.faint, standard.faint, SIGN),
            accent: ink(colours.accent, standard.accent, TEXT),
            good: ink(colours.good, standard.good, TEXT),
            warning: ink(colours.warning, standard.warning, TEXT),
            bad: ink(colours.bad, standard.bad, TEXT),
            map: MapShades::of(&map, colours, (ground, raised), depth),
            sides: if depth == Depth::Mono { Vec::new() } else { sides(&map.sides, depth) },
            side_signs: if depth == Depth::Mono { Vec::new() } else { side_signs(&map.sides, &grounds, text, depth) },
        }
    }

    /// What an ink becomes that must be seen on the ground and on the selected row.
    pub fn ink(&self, ink: Colour, wanted: f64) -> Color {
        colour::seen_on(ink.0, &self.grounds(), wanted, self.depth)
    }

    /// What writing may stand on.
    pub fn grounds(&self) -> Vec<Color> {
        [self.ground].into_iter().chain(self.raised).collect()
    }
}

impl MapShades {
    fn of(map: &MapColours, colours: &Colours, (ground, raised): (Color, Option<Color>), depth: Depth) -> Self {
        // Sixteen colours have no tint that could lie under writing.
        let tints = depth >= Depth::Ansi256;
        let tint = |paint: TerrainPaint| tints.then(|| colour::at_depth(paint.ground.0, depth));
        let areas = map.areas();
        let grounds: Vec<Color> = areas.iter().filter_map(|paint| tint(*paint)).chain(raised).chain([ground]).collect();
        let over = |ink: Colour, wanted| colour::seen_on(ink.0, &grounds, wanted, depth);
        let area = |paint: TerrainPaint| {
            let on: Vec<Color> = [tint(paint).unwrap_or(ground)].into_iter().chain(raised).collect();
            (tint(paint), colour::seen_on(paint.ink.0, &on, SIGN, depth))
        };
        Self {
            areas: areas.map(area),
            river: over(map.water.ink, SIGN),
            road: over(map.road, SIGN),
            wall: over(map.wall, SIGN),
            grid: over(map.grid.unwrap_or(colours.faint), SIGN),
            muted: over(colours.muted, TEXT),
            // Letters on the rims are written in it too.
            accent: over(colours.accent, TEXT),
            grounds,
        }
    }
}

/// The sixteen colours that say what a theme's shades say, where they can't be shown.
struct Sixteen {
    text: Color,
    muted: Color,
    faint: Color,
    accent: Color,
    good: Color,
    warning: Color,
    bad: Color,
}

impl Sixteen {
    /// Those that can be read on a ground, in every palette, and told apart, whatever colours an eye confuses: on a light one
    /// there are three besides black.
    fn on(ground: Color) -> Self {
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

/// Writing, and the colour that it is on. Where there are few colours the nearest to both may lie too near to each other,
/// and others are taken that can be read.
pub(super) fn legible(ink: Colour, on: Colour, depth: Depth) -> [Color; 2] {
    let [near, ground] = [ink, on].map(|colour| colour::at_depth(colour.0, depth));
    if depth != Depth::Ansi16 {
        return [colour::seen_on(ink.0, &[ground], TEXT, depth), ground];
    }
    let read_on = |ground: Color| {
        [near, Color::White, Color::Black].into_iter().find(|ink| colour::contrast(*ink, ground) >= TEXT)
    };
    let otherwise = if colour::is_light(on.0) { Color::Gray } else { Color::Black };
    let found = [ground, otherwise].into_iter().find_map(|ground| Some([read_on(ground)?, ground]));
    found.unwrap_or([near, ground])
}

fn sides(paints: &[SidePaint], depth: Depth) -> Vec<[Color; 2]> {
    paints.iter().map(|paint| legible(paint.ink, paint.block, depth)).collect()
}

/// The blocks of the sides as signs on the ground: brought towards the text's colour as far as they must be to be seen.
fn side_signs(paints: &[SidePaint], grounds: &[Color], text: Color, depth: Depth) -> Vec<Color> {
    let sign = |paint: &SidePaint| match depth {
        Depth::True => colour::towards(paint.block.0, text, grounds, SIGN),
        depth => colour::seen_on(paint.block.0, grounds, SIGN, depth),
    };
    paints.iter().map(sign).collect()
}

/// The colours of the map; of a theme that names none, those of its grades on its ground.
pub(super) fn map_colours(paint: &Paint) -> MapColours {
    let (colours, grades) = (&paint.colours, &paint.grades);
    let on_ground = |ink: Colour| TerrainPaint { ground: colours.ground, ink };
    let side = |grade: GradePaint| SidePaint { block: grade.die, ink: grade.pips };
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
        sides: [grades.blue, grades.red, grades.green, grades.yellow].map(side).into(),
    })
}
