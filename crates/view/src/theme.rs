//! Themes: a few named colours from a file, and the styles that each pane draws with, made of them.
//!
//! A file says which colours there are, or which of a theme that ships it changes ([`paint`]). A terminal that has fewer is
//! given the nearest that can be read ([`shades`]). What they are for is said in [`roles`], once, so that all themes agree
//! on it.

mod paint;
mod roles;
mod shades;
mod style;
mod swatch;

pub use super::colour::Depth;
pub use style::{
    DialogStyle, FooterStyle, ForcesStyle, FrameStyle, GaugesStyle, HeaderStyle, HelpStyle, LineUpStyle, LogStyle,
    MapStyle, PaletteStyle, SquareStyle,
};

pub use swatch::{Swatch, SwatchKind};

use super::colour::{self, Colour};
use paint::{GradePaint, Paint};
use ratatui::style::{Color, Modifier, Style};
use roles::Roles;
use shades::Shades;
use wardiary_base::{book::GradeStep, document::Problem};

const SHIPPED: [(&str, &str); 7] = [
    ("dark", include_str!("../../../assets/themes/dark.ron")),
    ("light", include_str!("../../../assets/themes/light.ron")),
    ("high-contrast", include_str!("../../../assets/themes/high-contrast.ron")),
    ("high-contrast-light", include_str!("../../../assets/themes/high-contrast-light.ron")),
    ("colour-blind", include_str!("../../../assets/themes/colour-blind.ron")),
    ("colour-blind-light", include_str!("../../../assets/themes/colour-blind-light.ron")),
    ("mono", include_str!("../../../assets/themes/mono.ron")),
];

/// The styles that each pane draws with.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    paint: Paint,
    depth: Depth,
    shades: Shades,
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
    pub footer: FooterStyle,
    /// The line in which orders are typed.
    pub palette: PaletteStyle,
    /// Questions, the entry of dice by hand, the start screen.
    pub dialog: DialogStyle,
    /// The help.
    pub help: HelpStyle,
    /// The map.
    pub map: MapStyle,
}

impl Default for Theme {
    /// The first that ships.
    fn default() -> Self {
        Self::shipped(Self::NAMES[0]).expect("the first theme ships")
    }
}

impl Theme {
    /// The themes that ship, the default first.
    pub const NAMES: [&'static str; 7] =
        ["dark", "light", "high-contrast", "high-contrast-light", "colour-blind", "colour-blind-light", "mono"];

    /// Reads a theme from its text.
    ///
    /// # Errors
    /// All that is wrong with it, each with its place.
    pub fn load(text: &str) -> Result<Self, Vec<Problem>> {
        let paint = Paint::read(text)?;
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
        Some(Self::load(text).expect("the themes that ship are loaded by a test").named(name))
    }

    /// The one of the themes that ship which is made for a terminal with this background.
    #[must_use]
    pub fn for_background(background: Color) -> &'static str {
        if colour::is_light(background) { "light" } else { "dark" }
    }

    /// The same under the name by which settings know it: that of its file.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.paint.name = wardiary_base::text::display_name(name);
        self
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
        if self.depth == Depth::Mono {
            return Style::new();
        }
        let (paint, standard) = self.grade_paint(step);
        // A terminal of sixteen colours has none between, and those of a ladder are among them.
        let [pips, die] = match standard.filter(|_| self.depth == Depth::Ansi16 && !paint.die.is_named()) {
            Some(standard) => standard,
            None => shades::legible(paint.pips, paint.die, self.depth),
        };
        Style::new().fg(pips).bg(die)
    }

    /// This grade in writing, on the ground of the theme or on a paper of its own. Where not all colours can be shown, it is
    /// written as its die is: of those that can be read on any ground there are too few to tell grades apart.
    #[must_use]
    pub fn grade_ink(&self, step: &GradeStep) -> Style {
        match self.depth {
            Depth::Mono => Style::new(),
            Depth::Ansi16 | Depth::Ansi256 => self.grade(step),
            depth @ Depth::True => {
                let (GradePaint { ink, paper, .. }, _) = self.grade_paint(step);
                match paper {
                    None => Style::new().fg(self.shades.ink(ink, colour::TEXT)),
                    Some(paper) => {
                        let [ink, paper] = shades::legible(ink, paper, depth);
                        Style::new().fg(ink).bg(paper)
                    }
                }
            }
        }
    }

    /// Its letter, which is to be found first. Many terminals show bold as a brighter colour where they have sixteen,
    /// which could not be read on a die.
    #[must_use]
    pub(crate) fn grade_mark(&self, step: &GradeStep) -> Style {
        let bold = if self.depth == Depth::Ansi16 { Modifier::empty() } else { Modifier::BOLD };
        self.grade_ink(step).add_modifier(bold)
    }

    /// A die of this grade that is beaten: its colour, without a ground.
    #[must_use]
    pub(crate) fn grade_beaten(&self, step: &GradeStep) -> Style {
        let (GradePaint { ink, paper, .. }, _) = self.grade_paint(step);
        match self.depth {
            Depth::Mono => Style::new(),
            _ if paper.is_some() => Style::new().fg(self.shades.muted),
            _ => Style::new().fg(self.shades.ink(ink, colour::TEXT)),
        }
    }

    /// A side's block on the map, with what is written on it: the sides in their order. Without colours every second one
    /// is reversed.
    #[must_use]
    pub fn side(&self, at: usize) -> Style {
        let sides = &self.shades.sides;
        if sides.is_empty() {
            let plain = Style::new().add_modifier(Modifier::BOLD);
            return if at.is_multiple_of(2) { plain } else { plain.add_modifier(Modifier::REVERSED) };
        }
        let [ink, block] = sides[at % sides.len()];
        Style::new().fg(ink).bg(block)
    }

    /// A side's bars and signs on the ground, in its colour. Without colours they are as they are.
    #[must_use]
    pub(crate) fn side_sign(&self, at: usize) -> Style {
        let signs = &self.shades.side_signs;
        if signs.is_empty() { Style::new() } else { Style::new().fg(signs[at % signs.len()]) }
    }

    /// How a grade is painted; and its pips and die where there are sixteen colours.
    fn grade_paint(&self, step: &GradeStep) -> (GradePaint, Option<[Color; 2]>) {
        let grades = &self.paint.grades;
        let colour = if step.colour.is_empty() { &step.name } else { &step.colour };
        let (paint, sixteen) = match colour.to_lowercase().as_str() {
            "black" => (grades.black, [Color::White, Color::Black]),
            "blue" => (grades.blue, [Color::White, Color::Blue]),
            "green" => (grades.green, [Color::Black, Color::Green]),
            "white" => (grades.white, [Color::Black, Color::White]),
            "yellow" => (grades.yellow, [Color::Black, Color::LightYellow]),
            "red" => (grades.red, [Color::White, Color::Red]),
            other => match colour::read(other) {
                Some(colour) => return (self.painted(colour), None),
                None => (grades.other, [Color::White, Color::Magenta]),
            },
        };
        (paint, Some(sixteen))
    }

    /// A grade in a colour that only its rulebook knows.
    fn painted(&self, die: Color) -> GradePaint {
        let [white, black] = [Color::Rgb(255, 255, 255), Color::Rgb(0, 0, 0)];
        let pips = if colour::contrast(white, die) > colour::contrast(black, die) { white } else { black };
        let colours = &self.paint.colours;
        let grounds = [colours.ground.0, colours.raised.0];
        let ink = colour::towards(die, colours.text.0, &grounds, colour::TEXT);
        GradePaint { die: Colour(die), pips: Colour(pips), ink: Colour(ink), paper: None }
    }

    fn of(paint: Paint, depth: Depth) -> Self {
        let shades = Shades::of(&paint, depth);
        let roles = Roles::of(&shades);
        Self {
            depth,
            base: roles.base(&shades),
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
            map: roles.map(&shades),
            shades,
            paint,
        }
    }
}
