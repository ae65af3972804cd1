//! A theme as stored in a file: complete, or a patch of a shipped one.

use super::{Theme, colour::Colour};
use serde::Deserialize;
use wardiary_base::{
    document::{self, SourcePosition, SourceProblem},
    fault::Fault,
    text::{self, Text},
};

trait Patchable {
    /// The same value with every part optional.
    type Patch;

    fn patched(self, patch: Self::Patch) -> Self;
}

impl Patchable for Colour {
    type Patch = Self;

    fn patched(self, patch: Self) -> Self {
        patch
    }
}

impl Patchable for Option<Colour> {
    type Patch = Colour;

    fn patched(self, patch: Colour) -> Self {
        Some(patch)
    }
}

impl Patchable for Vec<SidePaint> {
    type Patch = Self;

    fn patched(self, patch: Self) -> Self {
        patch
    }
}

macro_rules! layers {
    ($($(#[$about:meta])* $Name:ident, $Patch:ident { $($(#[$doc:meta])* $field:ident: $Type:ty),* $(,)? })*) => {$(
        $(#[$about])*
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $Name { $($(#[$doc])* pub(super) $field: $Type),* }

        #[derive(Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct $Patch { $($field: Option<<$Type as Patchable>::Patch>),* }

        impl Patchable for $Name {
            type Patch = $Patch;

            fn patched(self, patch: $Patch) -> Self {
                Self { $($field: match patch.$field {
                    Some(patch) => self.$field.patched(patch),
                    None => self.$field,
                }),* }
            }
        }
    )*};
}

layers! {
    /// The colours used everywhere.
    #[derive(Clone, Copy)]
    Colours, ColoursPatch {
        /// The background of the screen.
        ground: Colour,
        /// The background of the selected row.
        raised: Colour,
        text: Colour,
        /// Secondary text.
        muted: Colour,
        /// Borders and rules.
        faint: Colour,
        /// The focus, keys and highlights.
        accent: Colour,
        /// Strength left.
        good: Colour,
        warning: Colour,
        /// Losses, exhaustion, errors.
        bad: Colour,
    }
    #[derive(Clone, Copy)]
    Grades, GradesPatch {
        black: GradePaint,
        blue: GradePaint,
        green: GradePaint,
        white: GradePaint,
        yellow: GradePaint,
        red: GradePaint,
        other: GradePaint,
    }
    #[derive(Clone, Copy)]
    GradePaint, GradePatch {
        die: Colour,
        /// The pips on its die.
        pips: Colour,
        /// The grade as text.
        ink: Colour,
        /// The background of that text, if it is not the screen's.
        paper: Option<Colour>,
    }
    /// The colours of the map's areas and of what is drawn in them.
    #[derive(Clone)]
    MapColours, MapPatch {
        open: TerrainPaint,
        woods: TerrainPaint,
        built: TerrainPaint,
        works: TerrainPaint,
        high: TerrainPaint,
        rough: TerrainPaint,
        water: TerrainPaint,
        road: Colour,
        wall: Colour,
        /// The grid; the border colour if left out.
        grid: Option<Colour>,
        sides: Vec<SidePaint>,
    }
    #[derive(Clone, Copy)]
    TerrainPaint, TerrainPatch {
        ground: Colour,
        ink: Colour,
    }
    #[derive(Clone, Copy)]
    SidePaint, SidePatch {
        block: Colour,
        ink: Colour,
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Paint {
    #[serde(default)]
    pub name: Text,
    #[serde(default)]
    pub monochrome: bool,
    pub colours: Colours,
    pub grades: Grades,
    /// If left out, the map uses the colours of the grades.
    #[serde(default)]
    pub map: Option<MapColours>,
}

/// A theme file that changes a shipped theme.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PaintPatch {
    name: Text,
    based_on: Option<Text>,
    monochrome: Option<bool>,
    colours: Option<ColoursPatch>,
    grades: Option<GradesPatch>,
    map: Option<MapPatch>,
}

impl Paint {
    pub fn parse(text: &str) -> Result<Self, Vec<SourceProblem>> {
        let has = |field| document::has_field(text, field);
        if !has("based_on") && has("colours") && has("grades") {
            document::read_recovering::<Self>(text).into_result()
        } else {
            Self::parse_patch(text)
        }
    }

    fn parse_patch(text: &str) -> Result<Self, Vec<SourceProblem>> {
        let mut recovered = document::read_recovering::<PaintPatch>(text);
        let has_base = document::has_field(text, "based_on");
        let named = recovered.value.as_ref().map(|patch| patch.based_on.clone());
        let base = match named {
            None => None,
            Some(Some(name)) => {
                let base = Theme::shipped(&name.to_string());
                if base.is_none() {
                    let what = format!("there is no built-in theme “{}”", name.as_name());
                    recovered
                        .add_faults([Fault::at("based_on", what).with_hint(text::did_you_mean(&name, &Theme::NAMES))]);
                }
                base
            }
            // The unreadable base is already reported.
            Some(None) if has_base => None,
            Some(None) => {
                let what = "this theme is not based on a built-in one, and lacks some colours or grades";
                let hint = "start it with `based_on: \"dark\"`";
                let mut problems = recovered.into_problems();
                problems.insert(0, SourceProblem::at(SourcePosition { line: 1, column: 1 }, what).with_hint(hint));
                return Err(problems);
            }
        };
        let patch = recovered.into_result()?;
        let base = base.expect("a sound patch is based on a theme that ships").paint;
        let map = match (base.map, patch.map) {
            (Some(map), Some(patch)) => Some(map.patched(patch)),
            (map, _) => map,
        };
        Ok(Self {
            name: patch.name,
            monochrome: patch.monochrome.unwrap_or(base.monochrome),
            colours: base.colours.patched(patch.colours.unwrap_or_default()),
            grades: base.grades.patched(patch.grades.unwrap_or_default()),
            map,
        })
    }
}
