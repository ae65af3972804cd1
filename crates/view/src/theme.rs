//! Themes: a few named colours from a file, and the styles that each pane derives from them.
//!
//! A file defines all colours, or those that it changes of a shipped theme ([`theme_file`]). A terminal with fewer colours
//! gets the nearest legible ones ([`shades`]). [`roles`] defines the use of each colour once, for all themes.

mod roles;
mod shades;
mod style;
mod theme_file;

pub use crate::colour::Depth;
use crate::colour::{self, Colour};
use ratatui::style::{Color, Modifier, Style};
use roles::Roles;
use shades::{Shades, TERRAINS};
pub use style::{
    DialogStyle, DiaryStyle, FooterStyle, ForcesStyle, FrameStyle, GaugesStyle, HeaderStyle, HelpStyle, LineUpStyle,
    MapStyle, PickerStyle, SquareStyle,
};
use theme_file::{GradePaint, Paint};
use wardiary_base::{book::GradeStep, dice::Die, document::SourceProblem, text::Text};

const SHIPPED: [(&str, &str); 7] = [
    ("dark", include_str!("../assets/themes/dark.ron")),
    ("light", include_str!("../assets/themes/light.ron")),
    ("high-contrast", include_str!("../assets/themes/high-contrast.ron")),
    ("high-contrast-light", include_str!("../assets/themes/high-contrast-light.ron")),
    ("colour-blind", include_str!("../assets/themes/colour-blind.ron")),
    ("colour-blind-light", include_str!("../assets/themes/colour-blind-light.ron")),
    ("mono", include_str!("../assets/themes/mono.ron")),
];

#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    paint: Paint,
    depth: Depth,
    shades: Shades,
    pub base: Style,
    pub frame: FrameStyle,
    pub header: HeaderStyle,
    pub gauges: GaugesStyle,
    pub forces: ForcesStyle,
    pub square: SquareStyle,
    pub line_up: LineUpStyle,
    pub diary: DiaryStyle,
    pub footer: FooterStyle,
    pub picker: PickerStyle,
    /// Dialogs, dice by hand, the start screen.
    pub dialog: DialogStyle,
    pub help: HelpStyle,
    pub map: MapStyle,
}

impl Default for Theme {
    fn default() -> Self {
        Self::shipped(Self::NAMES[0]).expect("the first theme ships")
    }
}

impl Theme {
    /// The shipped themes, the default first.
    pub const NAMES: [&'static str; 7] =
        ["dark", "light", "high-contrast", "high-contrast-light", "colour-blind", "colour-blind-light", "mono"];

    pub fn parse(text: &str) -> Result<Self, Vec<SourceProblem>> {
        let paint = Paint::parse(text)?;
        let depth = if paint.monochrome { Depth::Mono } else { Depth::True };
        Ok(Self::new(paint, depth))
    }

    /// The shipped theme of this name; a test loads them all.
    pub fn shipped(name: &str) -> Option<Self> {
        let (_, text) = SHIPPED.iter().find(|(n, _)| *n == name)?;
        Some(Self::parse(text).expect("the themes that ship are loaded by a test").with_name(name))
    }

    /// The shipped theme made for a terminal with this background.
    pub fn for_background(background: Color) -> &'static str {
        if colour::is_light(background) { "light" } else { "dark" }
    }

    /// The same theme under the name that settings use: its file name.
    pub fn with_name(mut self, name: impl Into<Text>) -> Self {
        self.paint.name = name.into().as_name().into();
        self
    }

    pub fn name(&self) -> &Text {
        &self.paint.name
    }

    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The same theme with another border colour, which marks the past.
    pub fn in_review(&self) -> Self {
        let colour = self.header.warning.remove_modifier(Modifier::BOLD);
        let focused = Style { add_modifier: self.frame.border_focused.add_modifier, ..self.header.warning };
        let frame = FrameStyle { border: colour, border_focused: focused, ..self.frame };
        Self { frame, ..self.clone() }
    }

    pub fn at_depth(&self, depth: Depth) -> Self {
        Self::new(self.paint.clone(), depth.min(self.depth))
    }

    /// A die of this grade: pips on the grade's colour. Without colours, the terminal's own style.
    pub fn grade(&self, step: &GradeStep) -> Style {
        if self.depth == Depth::Mono {
            return Style::new();
        }
        let (paint, standard) = self.grade_paint(step);
        // Sixteen colours have no shades between, and the colours of a standard ladder are among them.
        let [pips, die] = match standard.filter(|_| self.depth == Depth::Ansi16 && !paint.die.is_named()) {
            Some(standard) => standard,
            None => shades::legible(paint.pips, paint.die, self.depth),
        };
        Style::new().fg(pips).bg(die)
    }

    /// This grade as text, on the theme's background or on a paper of its own. Below 24-bit colour it is written as its
    /// die is: too few colours are legible on every background to tell grades apart.
    pub fn grade_ink(&self, step: &GradeStep) -> Style {
        match self.depth {
            Depth::Mono => Style::new(),
            Depth::Ansi16 | Depth::Ansi256 => self.grade(step),
            depth @ Depth::True => {
                let (GradePaint { ink, paper, .. }, _) = self.grade_paint(step);
                match paper {
                    None => Style::new().fg(self.shades.ink(ink, colour::TEXT_CONTRAST)),
                    Some(paper) => {
                        let [ink, paper] = shades::legible(ink, paper, depth);
                        Style::new().fg(ink).bg(paper)
                    }
                }
            }
        }
    }

    /// The letter of the grade, which must stand out. It is not bold with sixteen colours: many terminals show bold as
    /// a brighter colour, which is illegible on a die.
    pub(crate) fn grade_mark(&self, step: &GradeStep) -> Style {
        let bold = if self.depth == Depth::Ansi16 { Modifier::empty() } else { Modifier::BOLD };
        self.grade_ink(step).add_modifier(bold)
    }

    /// A beaten die of this grade: the grade's colour, without a background.
    pub(crate) fn grade_beaten(&self, step: &GradeStep) -> Style {
        let (GradePaint { ink, paper, .. }, _) = self.grade_paint(step);
        match self.depth {
            Depth::Mono => Style::new(),
            _ if paper.is_some() => Style::new().fg(self.shades.muted),
            _ => Style::new().fg(self.shades.ink(ink, colour::TEXT_CONTRAST)),
        }
    }

    /// A side's block on the map, with text on it, by the side's index. Without colours every second side is reversed.
    pub fn side(&self, at: usize) -> Style {
        let sides = &self.shades.sides;
        if sides.is_empty() {
            let plain = Style::new().add_modifier(Modifier::BOLD);
            return if at.is_multiple_of(2) { plain } else { plain.add_modifier(Modifier::REVERSED) };
        }
        let [ink, block] = sides[at % sides.len()];
        Style::new().fg(ink).bg(block)
    }

    /// A side's bars and signs on the background, in its colour. Unstyled without colours.
    pub fn side_sign(&self, at: usize) -> Style {
        let signs = &self.shades.side_signs;
        if signs.is_empty() { Style::new() } else { Style::new().fg(signs[at % signs.len()]) }
    }

    /// The colours of a grade, and its pips and die for sixteen colours.
    fn grade_paint(&self, step: &GradeStep) -> (GradePaint, Option<[Color; 2]>) {
        let grades = &self.paint.grades;
        let colour = if step.colour.is_empty() { &step.name } else { &step.colour };
        let (paint, sixteen) = match colour.to_lowercase().to_string().as_str() {
            "black" => (grades.black, [Color::White, Color::Black]),
            "blue" => (grades.blue, [Color::White, Color::Blue]),
            "green" => (grades.green, [Color::Black, Color::Green]),
            "white" => (grades.white, [Color::Black, Color::White]),
            "yellow" => (grades.yellow, [Color::Black, Color::LightYellow]),
            "red" => (grades.red, [Color::White, Color::Red]),
            other => match colour::parse(other) {
                Some(colour) => return (self.derive_grade_paint(colour), None),
                None => (grades.other, [Color::White, Color::Magenta]),
            },
        };
        (paint, Some(sixteen))
    }

    /// Derives a grade's colours from a die colour that only its rulebook knows.
    fn derive_grade_paint(&self, die: Color) -> GradePaint {
        let [white, black] = [Color::Rgb(255, 255, 255), Color::Rgb(0, 0, 0)];
        let pips = if colour::contrast(white, die) > colour::contrast(black, die) { white } else { black };
        let colours = &self.paint.colours;
        let grounds = [colours.ground.0, colours.raised.0];
        let ink = colour::blend_towards(die, colours.text.0, &grounds, colour::TEXT_CONTRAST);
        GradePaint { die: Colour(die), pips: Colour(pips), ink: Colour(ink), paper: None }
    }

    fn new(paint: Paint, depth: Depth) -> Self {
        let shades = Shades::new(&paint, depth);
        let roles = Roles::new(&shades);
        Self {
            depth,
            base: roles.base(&shades),
            frame: roles.frame(),
            header: roles.header(),
            gauges: roles.gauges(),
            forces: roles.forces(),
            square: roles.square(),
            line_up: roles.line_up(depth),
            diary: roles.diary(),
            footer: roles.footer(),
            picker: roles.picker(),
            dialog: roles.dialog(),
            help: roles.help(),
            map: roles.map(&shades),
            shades,
            paint,
        }
    }
}

/// How a role is used, which decides the contrast that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwatchKind {
    Text,
    Sign,
}

impl SwatchKind {
    /// The least contrast that is acceptable.
    pub fn min_contrast(self) -> f64 {
        match self {
            Self::Text => colour::TEXT_CONTRAST,
            Self::Sign => colour::SIGN_CONTRAST,
        }
    }
}

/// A role of a theme, as a terminal shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct RoleSwatch {
    /// Its name in the theme file: `grades.black.pips`.
    pub role: String,
    pub kind: SwatchKind,
    ink: Color,
    backgrounds: Vec<Color>,
}

impl RoleSwatch {
    /// The lowest contrast with its backgrounds, over all palettes.
    pub fn contrast(&self) -> f64 {
        colour::min_contrast(self.ink, &self.backgrounds)
    }

    /// The same in tenths, rounded down: 4.46 is not 4.5, and must not pass as enough.
    pub fn contrast_in_tenths(&self) -> f64 {
        (self.contrast() * 10.0).floor() / 10.0
    }

    pub fn is_legible(&self) -> bool {
        self.contrast() >= self.kind.min_contrast()
    }

    /// The colour and its background: `#9a9587 on #15191b`.
    pub fn colours(&self) -> [String; 2] {
        [self.ink, self.background()].map(|colour| match colour {
            Color::Reset => "default".into(),
            colour => colour.to_string().to_lowercase(),
        })
    }

    /// Text in these colours, with escape sequences.
    pub fn painted(&self, text: &str) -> String {
        format!("\x1b[{};{}m{text}\x1b[0m", sgr(self.ink, 30), sgr(self.background(), 40))
    }

    fn background(&self) -> Color {
        self.backgrounds.first().copied().unwrap_or_default()
    }
}

/// The SGR parameters for a colour: `base` is 30 for text, 40 for background.
fn sgr(colour: Color, base: u8) -> String {
    match colour {
        Color::Reset => (base + 9).to_string(),
        Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", base + 8),
        Color::Indexed(n) => format!("{};5;{n}", base + 8),
        named => match colour::ansi_index(named) {
            Some(n @ 8..) => (usize::from(base) + 52 + n).to_string(),
            n => (usize::from(base) + n.unwrap_or(0)).to_string(),
        },
    }
}

impl Theme {
    pub fn swatches(&self) -> Vec<RoleSwatch> {
        if self.depth == Depth::Mono {
            return Vec::new();
        }
        let shades = &self.shades;
        let on_ground =
            |role: &str, kind, ink| RoleSwatch { role: role.into(), kind, ink, backgrounds: shades.backgrounds() };
        let mut all = vec![
            on_ground("colours.text", SwatchKind::Text, shades.text),
            on_ground("colours.muted", SwatchKind::Text, shades.muted),
            on_ground("colours.faint", SwatchKind::Sign, shades.faint),
            on_ground("colours.accent", SwatchKind::Text, shades.accent),
            on_ground("colours.good", SwatchKind::Text, shades.good),
            on_ground("colours.warning", SwatchKind::Text, shades.warning),
            on_ground("colours.bad", SwatchKind::Text, shades.bad),
        ];
        for name in ["black", "blue", "green", "white", "yellow", "red", "other"] {
            let step = GradeStep { name: name.into(), mark: None, colour: Text::default(), die: Die::D6, modifier: 0 };
            let mut add = |part: &str, style: Style| {
                let grounds = style.bg.map_or_else(|| shades.backgrounds(), |paper| vec![paper]);
                let role = format!("grades.{name}.{part}");
                all.push(RoleSwatch {
                    role,
                    kind: SwatchKind::Text,
                    ink: style.fg.unwrap_or_default(),
                    backgrounds: grounds,
                });
            };
            add("pips", self.grade(&step));
            add("ink", self.grade_ink(&step));
        }
        self.add_map_swatches(&mut all);
        all
    }

    fn add_map_swatches(&self, all: &mut Vec<RoleSwatch>) {
        let (map, raised) = (&self.shades.map, self.shades.raised);
        for (name, (tint, ink)) in TERRAINS.iter().zip(map.areas) {
            let ground = tint.unwrap_or(self.shades.background);
            let grounds = [ground].into_iter().chain(raised).collect();
            all.push(RoleSwatch { role: format!("map.{name}.ink"), kind: SwatchKind::Sign, ink, backgrounds: grounds });
            // The names of places are drawn over it.
            let (role, ink) = (format!("map.{name}.ground"), self.shades.text);
            all.push(RoleSwatch { role, kind: SwatchKind::Text, ink, backgrounds: vec![ground] });
        }
        for (name, ink) in [("road", map.road), ("wall", map.wall), ("grid", map.grid)] {
            let grounds = map.backgrounds.clone();
            all.push(RoleSwatch { role: format!("map.{name}"), kind: SwatchKind::Sign, ink, backgrounds: grounds });
        }
        for (at, [ink, block]) in self.shades.sides.iter().enumerate() {
            let (role, grounds) = (format!("map.sides.{at}.ink"), vec![*block]);
            all.push(RoleSwatch { role, kind: SwatchKind::Text, ink: *ink, backgrounds: grounds });
        }
    }
}
