//! Dice tests: `4+`, `4-`, with one of several dice or all of them. Source: RULES 3.

use crate::{
    dice::Face,
    document::{is_default, is_number, number},
    fault::Fault,
    text::{self, Text},
};
use serde::{Deserialize, Serialize};
use std::fmt;

pub const MAX_DICE: u8 = 20;

/// The number that a D6 must show to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Target {
    /// `4+`
    AtLeast(Face),
    /// `4-`
    AtMost(Face),
}

impl Target {
    pub fn passes(self, face: Face) -> bool {
        match self {
            Self::AtLeast(least) => face >= least,
            Self::AtMost(most) => face <= most,
        }
    }

    /// The fault, if a D6 does not have this face.
    pub fn fault(self) -> Option<String> {
        let (Self::AtLeast(face) | Self::AtMost(face)) = self;
        (!(1..=6).contains(&face)).then(|| format!("a D6 shows 1 to 6, so {self} is not a valid test"))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(face) => write!(f, "{face}+"),
            Self::AtMost(face) => write!(f, "{face}-"),
        }
    }
}

/// How many of a test's dice must pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Passing {
    /// At least one: Pass-One.
    #[default]
    One,
    /// Every one: Pass-All.
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiceTest {
    /// 1 to [`MAX_DICE`].
    pub dice: u8,
    pub needs: Target,
    pub pass: Passing,
}

impl fmt::Display for DiceTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.pass, self.dice) {
            (Passing::One, 1) => write!(f, "test {}", self.needs),
            (Passing::One, dice) => write!(f, "pass-one {dice}d {}", self.needs),
            (Passing::All, dice) => write!(f, "pass-all {dice}d {}", self.needs),
        }
    }
}

/// A named test of a troop type or unit: `(name: "Leadership", dice: 2, needs: AtMost(4), pass: One)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedTest {
    pub name: Text,
    /// 1 to [`MAX_DICE`].
    #[serde(default = "number::<1>", skip_serializing_if = "is_number::<1>")]
    pub dice: u8,
    pub needs: Target,
    #[serde(default, skip_serializing_if = "is_default")]
    pub pass: Passing,
}

impl NamedTest {
    pub fn test(&self) -> DiceTest {
        DiceTest { dice: self.dice, needs: self.needs, pass: self.pass }
    }

    pub fn faults(tests: &[Self]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (i, test) in tests.iter().enumerate() {
            if let Some(what) = text::name_fault(&test.name) {
                faults.push(Fault::at(format!("{i}.name"), what));
            }
            if tests[..i].iter().any(|t| t.name.eq_ignore_case(&test.name)) {
                faults.push(Fault::at(format!("{i}.name"), format!("duplicate test “{}”", test.name)));
            }
            if !(1..=MAX_DICE).contains(&test.dice) {
                let what = format!("a test takes 1 to {MAX_DICE} dice, not {}", test.dice);
                faults.push(Fault::at(format!("{i}.dice"), what).with_hint("leave `dice` out for one die"));
            }
            if let Some(what) = test.needs.fault() {
                let fault = Fault::at(format!("{i}.needs"), what);
                faults.push(fault.with_hint("`AtLeast(4)` is 4 or more, `AtMost(4)` is 4 or less"));
            }
        }
        faults
    }
}
