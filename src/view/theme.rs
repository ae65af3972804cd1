//! Themes: a few named colours from a file, and the styles that each pane draws with, made of them.
//!
//! A file says which colours there are; what they are for is said here, once, so that all themes agree on it.

mod roles;
mod style;

pub use super::colour::Depth;
pub(crate) use style::{
    DialogStyle, FooterStyle, ForcesStyle, FrameStyle, GaugesStyle, HeaderStyle, HelpStyle, LineUpStyle, LogStyle,
    MapStyle, PaletteStyle, SquareStyle,
};

use super::colour::{self, Colour};
use crate::{
    book::GradeStep,
    document::{self, Problem},
};
use ratatui::style::{Color, Modifier, Style};
use roles::Roles;
use serde::Deserialize;

const SHIPPED: [(&str, &str); 4] = [
    ("dark", include_str!("../../assets/themes/dark.ron")),
    ("light", include_str!("../../assets/themes/light.ron")),
    ("colour-blind", include_str!("../../assets/themes/colour-blind.ron")),
    ("mono", include_str!("../../assets/themes/mono.ron")),
];

/// A theme as a file has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Paint {
    name: String,
    #[serde(default)]
    monochrome: bool,
    colours: Colours,
    grades: Grades,
    /// Left out, the map is painted with the colours of the grades.
    #[serde(default)]
    map: Option<MapColours>,
}

/// The colours of the ground: of an area, and of what is drawn in it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapColours {
    open: TerrainPaint,
    woods: TerrainPaint,
    built: TerrainPaint,
    works: TerrainPaint,
    high: TerrainPaint,
    rough: TerrainPaint,
    water: TerrainPaint,
    road: Colour,
    wall: Colour,
    sides: Vec<SidePaint>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainPaint {
    ground: Colour,
    ink: Colour,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct SidePaint {
    block: Colour,
    ink: Colour,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Colours {
    ground: Colour,
    raised: Colour,
    text: Colour,
    muted: Colour,
    faint: Colour,
    accent: Colour,
    good: Colour,
    warning: Colour,
    bad: Colour,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Grades {
    black: GradePaint,
    blue: GradePaint,
    green: GradePaint,
    white: GradePaint,
    yellow: GradePaint,
    red: GradePaint,
    other: GradePaint,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct GradePaint {
    die: Colour,
    pips: Colour,
    ink: Colour,
}

/// The styles that each pane draws with.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    paint: Paint,
    depth: Depth,
    /// Ground and text, where nothing else is said.
    pub base: Style,
    /// Borders and titles.
    pub frame: FrameStyle,
    /// The line at the top.
    pub header: HeaderStyle,
    /// The exhaustion gauges.
    pub gauges: GaugesStyle,
    /// The tree of forces.
    pub forces: ForcesStyle,
    /// The Square.
    pub square: SquareStyle,
    /// The line-up of dice.
    pub line_up: LineUpStyle,
    /// The diary.
    pub log: LogStyle,
    /// What can be done now.
    pub(crate) footer: FooterStyle,
    /// The line in which orders are typed.
    pub(crate) palette: PaletteStyle,
    /// Questions, the entry of dice by hand, the start screen.
    pub(crate) dialog: DialogStyle,
    /// The help.
    pub help: HelpStyle,
    /// The map.
    pub(crate) map: MapStyle,
    /// The sides' blocks on it, at least one.
    sides: Vec<Style>,
}

impl Default for Theme {
    /// The first that ships.
    fn default() -> Self {
        Self::shipped(Self::NAMES[0]).expect("the first theme ships")
    }
}

impl Theme {
    /// The themes that ship, the default first.
    pub const NAMES: [&'static str; 4] = ["dark", "light", "colour-blind", "mono"];

    /// Reads a theme from its text.
    ///
    /// # Errors
    /// All that is wrong with it, each with its place.
    pub fn load(text: &str) -> Result<Self, Vec<Problem>> {
        let mut paint: Paint = document::read_all(text).sound()?;
        paint.name = crate::text::display_name(&paint.name);
        let depth = if paint.monochrome { Depth::Mono } else { Depth::True };
        Ok(Self::of(paint, depth))
    }

    /// The theme of that name, if it ships.
    ///
    /// # Panics
    /// Never: a test loads them all.
    #[must_use]
    pub fn shipped(name: &str) -> Option<Self> {
        let (_, text) = SHIPPED.iter().find(|(n, _)| *n == name)?;
        Some(Self::load(text).expect("the themes that ship are loaded by a test"))
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.paint.name
    }

    /// For how many colours it is made.
    #[must_use]
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The same with frames of another colour: what is looked at is the past.
    #[must_use]
    pub fn in_review(&self) -> Self {
        let colour = self.header.warning.remove_modifier(Modifier::BOLD);
        let frame = FrameStyle { border: colour, border_focused: self.header.warning, ..self.frame };
        Self { frame, ..self.clone() }
    }

    /// The same theme on a terminal with so many colours.
    #[must_use]
    pub fn at_depth(&self, depth: Depth) -> Self {
        Self::of(self.paint.clone(), depth.min(self.depth))
    }

    /// A die of this grade: pips on its colour. Without colours, what holds the terminal's own.
    #[must_use]
    pub fn grade(&self, step: &GradeStep) -> Style {
        let paint = self.grade_paint(step);
        if self.depth == Depth::Mono {
            return Style::new();
        }
        legible(paint.pips, paint.die, self.depth)
    }

    /// This grade in writing, on the ground of the theme.
    #[must_use]
    pub fn grade_ink(&self, step: &GradeStep) -> Style {
        ink(self.depth, self.grade_paint(step).ink)
    }

    /// A side's block on the map, with what is written on it: the sides in their order. Without colours every second one
    /// is reversed.
    #[must_use]
    pub(crate) fn side(&self, at: usize) -> Style {
        self.sides[at % self.sides.len()]
    }

    fn grade_paint(&self, step: &GradeStep) -> GradePaint {
        let grades = &self.paint.grades;
        let colour = if step.colour.is_empty() { &step.name } else { &step.colour };
        match colour.to_lowercase().as_str() {
            "black" => grades.black,
            "blue" => grades.blue,
            "green" => grades.green,
            "white" => grades.white,
            "yellow" => grades.yellow,
            "red" => grades.red,
            other => colour::read(other).map_or(grades.other, |colour| self.painted(colour)),
        }
    }

    /// A grade in a colour that only its rulebook knows.
    fn painted(&self, die: Color) -> GradePaint {
        let pips = if colour::luminance(die) > 0.18 { Color::Rgb(20, 20, 20) } else { Color::Rgb(250, 250, 250) };
        let Colours { ground, text, .. } = self.paint.colours;
        let legible = ground.0 == Color::Reset || colour::contrast(die, ground.0) >= 3.0;
        let ink = if legible { die } else { colour::between(die, text.0) };
        GradePaint { die: Colour(die), pips: Colour(pips), ink: Colour(ink) }
    }

    fn of(paint: Paint, depth: Depth) -> Self {
        let roles = Roles::of(&paint.colours, depth);
        let map = map_colours(&paint);
        Self {
            depth,
            base: roles.base(&paint.colours, depth),
            frame: roles.frame(),
            header: roles.header(),
            gauges: roles.gauges(),
            forces: roles.forces(),
            square: roles.square(),
            line_up: roles.line_up(depth),
            log: roles.log(),
            footer: roles.footer(),
            palette: roles.palette(),
            dialog: roles.dialog(),
            help: roles.help(),
            map: roles.map(&map, depth),
            sides: sides(&map.sides, depth),
            paint,
        }
    }
}

/// Writing on a colour. Where there are few colours the nearest to both may lie too near to each other, and another is
/// taken that can be read.
fn legible(ink: Colour, on: Colour, depth: Depth) -> Style {
    let [ink, on] = [ink, on].map(|colour| colour::at_depth(colour.0, depth));
    let legible = [ink, Color::White, Color::Black].into_iter().find(|ink| colour::contrast(*ink, on) >= 3.0);
    Style::new().fg(legible.unwrap_or(ink)).bg(on)
}

/// The blocks of the sides.
fn sides(paints: &[SidePaint], depth: Depth) -> Vec<Style> {
    if depth == Depth::Mono || paints.is_empty() {
        let plain = Style::new().add_modifier(Modifier::BOLD);
        return vec![plain, plain.add_modifier(Modifier::REVERSED)];
    }
    paints.iter().map(|paint| legible(paint.ink, paint.block, depth)).collect()
}

fn ink(depth: Depth, colour: Colour) -> Style {
    match depth {
        Depth::Mono => Style::new(),
        depth => Style::new().fg(colour::at_depth(colour.0, depth)),
    }
}

/// The colours of the map; of a theme that names none, those of its grades on its ground.
fn map_colours(paint: &Paint) -> MapColours {
    let (colours, grades) = (&paint.colours, &paint.grades);
    let on_ground = |ink: Colour| TerrainPaint { ground: colours.ground, ink };
    let side = |grade: GradePaint| SidePaint { block: grade.die, ink: grade.pips };
    paint.map.clone().unwrap_or_else(|| MapColours {
        open: on_ground(colours.faint),
        woods: on_ground(grades.green.ink),
        built: on_ground(grades.red.ink),
        works: on_ground(grades.black.ink),
        high: on_ground(grades.yellow.ink),
        rough: on_ground(colours.muted),
        water: on_ground(grades.blue.ink),
        road: colours.accent,
        wall: colours.text,
        sides: [grades.blue, grades.red, grades.green, grades.yellow].map(side).into(),
    })
}
