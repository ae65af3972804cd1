//! The ladder of grades: the quality of a unit as the colour of its die; and temporary grades: a unit's own grade and the
//! steps by which rulings shift it. Orders and odds both use them. Source: RULES 2.1, 2.5.

use crate::{
    dice::Die,
    fault::Fault,
    text::{self, Raw, Text, name_match::position_named},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};
use std::fmt;

/// A unit's quality: an index on the ladder, 0 the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Grade(pub u8);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeStep {
    pub name: Text,
    /// A letter that shows the grade without relying on colour. By default the first letter of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<char>,
    /// Its colour, by name such as `green` or as `#rrggbb`. By default the grade's name.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub colour: Text,
    #[serde(default = "d6")]
    pub die: Die,
    /// Added to the face, −20 to 20.
    #[serde(default)]
    pub modifier: i8,
}

fn d6() -> Die {
    Die::D6
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    pub name: Text,
    /// Best first; 1 to 32 of them.
    pub grades: Vec<GradeStep>,
    /// The grade of dice that belong to no unit, and the default grade of units.
    pub neutral: Text,
    /// Lowest and highest modified score.
    #[serde(default)]
    pub bounds: Option<(i8, i8)>,
}

/// A ladder as a rulebook's file stores it: `ladder: "plus-one"`, or written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LadderDraft {
    Named(Text),
    Own(Ladder),
}

impl LadderDraft {
    pub fn resolve(self) -> Result<Ladder, Fault> {
        match self {
            Self::Own(ladder) => Ok(ladder),
            Self::Named(name) => Ladder::built_in(&name).ok_or_else(|| {
                let fault = Fault::at("ladder", format!("there is no ladder “{}”", name.as_name()));
                fault.with_hint(match text::nearest(&name, Ladder::NAMES) {
                    Some(near) => format!("did you mean “{near}”?"),
                    None => format!(
                        "available: {}; or define your own: `(name: …, grades: […], neutral: …)`",
                        text::list(&Ladder::NAMES)
                    ),
                })
            }),
        }
    }
}

impl Serialize for LadderDraft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(name) => name.serialize(serializer),
            Self::Own(ladder) => ladder.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for LadderDraft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrLadder;
        impl<'de> Visitor<'de> for NameOrLadder {
            type Value = LadderDraft;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a ladder's name, or `(name: …, grades: […], neutral: …)`")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<LadderDraft, E> {
                Ok(LadderDraft::Named(name.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<LadderDraft, A::Error> {
                Ladder::deserialize(MapAccessDeserializer::new(fields)).map(LadderDraft::Own)
            }
        }
        deserializer.deserialize_any(NameOrLadder)
    }
}

impl Ladder {
    pub const NAMES: [&'static str; 4] = ["mouat", "classic", "dice-sizes", "plus-one"];

    pub fn built_in(name: &(impl Raw + ?Sized)) -> Option<Self> {
        let grades = |of: &[(&str, char, &str, u8, i8)]| -> Vec<GradeStep> {
            let step = |(name, mark, colour, sides, modifier): &(&str, char, &str, u8, i8)| GradeStep {
                name: (*name).into(),
                mark: Some(*mark),
                colour: (*colour).into(),
                die: Die::new(*sides).unwrap_or(Die::D6),
                modifier: *modifier,
            };
            of.iter().map(step).collect()
        };
        let (grades, neutral) = match name.raw() {
            "mouat" => return Some(Self::mouat()),
            "classic" => (grades(&[("white", 'W', "", 6, 0)]), "white"),
            "dice-sizes" => (
                grades(&[
                    ("elite", 'E', "blue", 10, 0),
                    ("average", 'A', "white", 8, 0),
                    ("militia", 'M', "yellow", 6, 0),
                ]),
                "average",
            ),
            "plus-one" => (
                grades(&[
                    ("elite", 'E', "blue", 6, 1),
                    ("regular", 'R', "white", 6, 0),
                    ("militia", 'M', "yellow", 6, -1),
                ]),
                "regular",
            ),
            _ => return None,
        };
        Some(Self { name: name.raw().into(), grades, neutral: neutral.into(), bounds: None })
    }

    /// The ladder of Tom Mouat's SCRUD: six colours, scores clamped to 1 to 6.
    pub fn mouat() -> Self {
        let step = |name: &str, mark, modifier| GradeStep {
            name: name.into(),
            mark: Some(mark),
            colour: Text::default(),
            die: Die::D6,
            modifier,
        };
        Self {
            name: "mouat".into(),
            grades: vec![
                step("black", 'K', 3),
                step("blue", 'B', 2),
                step("green", 'G', 1),
                step("white", 'W', 0),
                step("yellow", 'Y', -1),
                step("red", 'R', -2),
            ],
            neutral: "white".into(),
            bounds: Some((1, 6)),
        }
    }

    pub fn contains(&self, grade: Grade) -> bool {
        usize::from(grade.0) < self.grades.len()
    }

    /// The step of a grade. A grade below the ladder counts as the lowest.
    pub fn step(&self, grade: Grade) -> &GradeStep {
        &self.grades[usize::from(grade.0).min(self.grades.len() - 1)]
    }

    pub fn name(&self, grade: Grade) -> &Text {
        &self.step(grade).name
    }

    /// The grade of this name, as [`position_named`] finds it.
    pub fn find(&self, name: &(impl Raw + ?Sized)) -> Option<Grade> {
        let at = position_named(self.grades.iter().map(|step| &step.name), name)?;
        u8::try_from(at).ok().map(Grade)
    }

    pub fn neutral(&self) -> Grade {
        self.find(&self.neutral).unwrap_or(Grade(0))
    }

    pub fn lowest(&self) -> Grade {
        Grade(u8::try_from(self.grades.len() - 1).expect("a checked ladder has at most 32 grades"))
    }

    /// The grade this many steps up (negative: down), clamped to the ladder.
    pub fn shifted(&self, grade: Grade, up: i16) -> Grade {
        let at = (i16::from(grade.0).saturating_sub(up)).clamp(0, i16::from(self.lowest().0));
        Grade(u8::try_from(at).expect("held between 0 and the ladder's length"))
    }

    /// The new grade for each grade when another ladder replaces this one: the grade of the same name, otherwise the grade
    /// as far from the neutral one, clamped. `None` if every grade keeps its index. Source: RULES 2.1.
    pub fn grade_mapping(&self, other: &Self) -> Option<Vec<Grade>> {
        let places = 0u8..=self.lowest().0;
        let becomes = |at: u8| {
            let worse = i16::from(at) - i16::from(self.neutral().0);
            other.find(self.name(Grade(at))).unwrap_or_else(|| other.shifted(other.neutral(), -worse))
        };
        let grades: Vec<Grade> = places.clone().map(becomes).collect();
        let is_identity = places.zip(&grades).all(|(at, to)| Grade(at).min(other.lowest()) == *to);
        (!is_identity).then_some(grades)
    }

    /// The score of a face on this grade's die: modified and clamped.
    pub fn score(&self, grade: Grade, face: u8) -> i16 {
        let score = i16::from(face) + i16::from(self.step(grade).modifier);
        match self.bounds {
            Some((least, most)) => score.clamp(i16::from(least), i16::from(most)),
            None => score,
        }
    }

    pub(super) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if let Some(what) = text::name_fault(&self.name) {
            faults.push(Fault::at("name", what));
        }
        if !(1..=32).contains(&self.grades.len()) {
            let what = format!("a ladder must have 1 to 32 grades, not {}", self.grades.len());
            faults
                .push(Fault::at("grades", what).with_hint("list grades best first: `(name: \"green\", modifier: 1)`"));
            return faults;
        }
        for (i, step) in self.grades.iter().enumerate() {
            let at = |field: &str, what: String| Fault::at(format!("grades.{i}.{field}"), what);
            if let Some(what) = text::name_fault(&step.name) {
                faults.push(at("name", what.into()));
            } else if !step.name.raw().chars().all(|c| c.is_alphabetic() || c == '-') {
                faults.push(at("name", format!("a grade's name must be one word of letters, not “{}”", step.name)));
            }
            if self.grades[..i].iter().any(|g| g.name.eq_ignore_case(&step.name)) {
                faults.push(at("name", format!("duplicate grade “{}”", step.name)));
            }
            if !(-20..=20).contains(&step.modifier) {
                faults.push(at("modifier", format!("a modifier must be -20 to 20, not {}", step.modifier)));
            }
            if step.mark.is_some_and(|c| text::sanitize_char(c) != c) {
                faults.push(at("mark", "a mark must be one displayable character".into()));
            }
        }
        if self.find(&self.neutral).is_none() {
            let fault = Fault::at("neutral", format!("the ladder has no grade “{}”", self.neutral));
            let near = text::nearest(&self.neutral, self.grades.iter().map(|g| &g.name));
            faults.push(match near {
                Some(word) => fault.with_hint(format!("did you mean “{word}”?")),
                None => fault,
            });
        }
        if self.bounds.is_some_and(|(least, most)| least > most) {
            faults.push(Fault::at("bounds", "the minimum score is above the maximum"));
        }
        faults
    }
}

/// Shift steps that lapse together. Up and down are kept apart, since defeats use up promotions and never demotions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShiftSteps {
    pub up: u32,
    pub down: u32,
}

impl ShiftSteps {
    /// Adds a shift; negative is down.
    pub fn plus(self, by: i8) -> Self {
        let steps = u32::from(by.unsigned_abs());
        let (up, down) = if by > 0 { (steps, 0) } else { (0, steps) };
        Self { up: self.up.saturating_add(up), down: self.down.saturating_add(down) }
    }

    pub fn net(self) -> i64 {
        i64::from(self.up) - i64::from(self.down)
    }
}

/// An own grade with the shifts on it. Source: RULES 2.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShiftedGrade {
    pub own: Grade,
    pub phase: ShiftSteps,
    pub combat: ShiftSteps,
}

impl ShiftedGrade {
    pub fn unshifted(own: Grade) -> Self {
        Self { own, phase: ShiftSteps::default(), combat: ShiftSteps::default() }
    }

    pub fn is_unshifted(&self) -> bool {
        *self == Self::unshifted(self.own)
    }

    fn unclamped(&self) -> i64 {
        i64::from(self.own.0) - self.phase.net() - self.combat.net()
    }

    /// The grade used: the own grade and all shifts, clamped to the ladder.
    pub fn effective(&self, ladder: &Ladder) -> Grade {
        let at = self.unclamped().clamp(0, i64::from(ladder.lowest().0));
        Grade(u8::try_from(at).expect("held within the ladder"))
    }

    /// The grade and shifts after a number of `Demote` defeats, during the phase; `None` if they eliminate the unit.
    ///
    /// A defeat at the lowest used grade eliminates. Any other takes one step off the used grade and off the own grade,
    /// which stops at the lowest. Promotions that no longer fit, because the ladder's top cut them off or the own grade
    /// cannot fall further, are lost, those of the phase first.
    pub fn after_defeats(mut self, ladder: &Ladder, times: u16) -> Option<Self> {
        let lowest = ladder.lowest();
        // Each defeat that does not eliminate takes a step off the used grade, so the loop runs at most once for each
        // grade.
        for _ in 0..times {
            let used = self.effective(ladder);
            if used >= lowest {
                return None;
            }
            self.own = Grade(self.own.0.saturating_add(1).min(lowest.0));
            let too_high = i64::from(used.0) + 1 - self.unclamped();
            self.drop_promotions(u32::try_from(too_high).expect("a defeat never lifts the grade used"));
        }
        Some(self)
    }

    /// Removes promotions, those of the phase first.
    fn drop_promotions(&mut self, steps: u32) {
        let of_phase = steps.min(self.phase.up);
        self.phase.up -= of_phase;
        self.combat.up = self.combat.up.saturating_sub(steps - of_phase);
    }

    pub fn after_phase(self) -> Self {
        Self { phase: ShiftSteps::default(), ..self }
    }
}
