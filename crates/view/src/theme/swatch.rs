//! The roles of a theme one by one: the name in the file, and the contrast achieved.

use super::{Theme, colour, shades::TERRAINS};
use crate::theme::Depth;
use ratatui::style::{Color, Style};
use wardiary_base::{book::GradeStep, dice::Die, text::Text};

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
