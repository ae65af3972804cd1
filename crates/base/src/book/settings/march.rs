//! The settings of a theatre: marching, sighting, and supply with its levels and effects. This project's own. Source:
//! RULES 7.

use super::Share;
use crate::{
    document::is_default,
    fault::Fault,
    text::{self, Raw, Text, name_match::position_named},
};
use serde::{Deserialize, Serialize};

/// Maximum number of steps in one part of the clock.
const MAX_STEPS: u8 = 50;

settings! {
    /// Marching over the theatre of a campaign. Source: RULES 7.
    Marching, MarchingDraft {
        /// How many steps a force marches in a part, 0 to 50. In a network each road has a length in steps; on a map an area
        /// takes as many steps as it costs to enter in a battle. A force marches as far as its slowest unit.
        allowance: u8 = 1,
        /// Exceptions for some troop types: `(troops: ["mounted cavalry"], allowance: 2)`.
        but: Vec<MarchingFor> = Vec::new(),
        /// Whether a force that was in a battle which another side won loses its march orders: `true` or `false`.
        [later] beaten_halt: bool = false,
    }
}

/// An exception in marching for some troop types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarchingFor {
    pub troops: Vec<Text>,
    pub allowance: u8,
}

impl Marching {
    pub fn allowance_for(&self, kind: &(impl Raw + ?Sized)) -> u8 {
        let is_it = |but: &&MarchingFor| but.troops.iter().any(|name| name.eq_ignore_case(kind));
        self.but.iter().find(is_it).map_or(self.allowance, |but| but.allowance)
    }

    pub(in crate::book) fn named_troops(&self) -> Vec<(String, &Text)> {
        let of = |(at, but): (usize, &'_ MarchingFor)| (at, but.troops.len());
        let places = self.but.iter().enumerate().map(of).flat_map(|(at, names)| (0..names).map(move |nth| (at, nth)));
        places.map(|(at, nth)| (format!("but.{at}.troops.{nth}"), &self.but[at].troops[nth])).collect()
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let others = self.but.iter().enumerate().map(|(at, but)| (format!("but.{at}.allowance"), but.allowance));
        let all = std::iter::once(("allowance".to_string(), self.allowance)).chain(others);
        let too_many = all.filter(|(_, steps)| *steps > MAX_STEPS);
        let fault =
            |(path, steps)| Fault::at(path, format!("a force marches 0 to {MAX_STEPS} steps in a part, not {steps}"));
        too_many.map(fault).collect()
    }
}

/// Maximum range of sight, in areas.
const MAX_RANGE: u8 = 100;

/// Maximum time that a sighting is remembered, in parts.
const MAX_MEMORY: u16 = 1_000;

settings! {
    /// Sighting in the theatre of a campaign: which forces see each other, and what they learn. Source: RULES 7.
    Sighting, SightingDraft {
        /// How far a force sees, in areas, 0 to 100, unless its line of sight is blocked. In a network it sees its own place
        /// and the adjacent ones. Without a range there is no sighting.
        range: Option<u8> = None,
        /// A side's knowledge of an enemy force that it sees, of `presence`, `place`, `kind`, `strength`, `grade` and `edna`: `Exact`;
        /// `Hidden`; or `Band([5, 10])`, that it is 0 to 4, 5 to 9, or 10 or more.
        seen: Knowledge = Knowledge::default(),
        /// A side's knowledge of an enemy force in contact.
        in_contact: Knowledge = Knowledge { strength: Detail::Exact, ..Knowledge::default() },
        /// A side's knowledge of the strength, grade and EDNA of each enemy unit that it fights. Presence, place and kind are
        /// always exact, since the units are on the table.
        fought: Knowledge = Knowledge { strength: Detail::Exact, grade: Detail::Exact, edna: Detail::Exact, ..Knowledge::default() },
        /// A side's knowledge of the strength of each enemy unit that it fights, so that units and forces can have different bands.
        /// `Exact`, `Hidden` or `Band([5, 10])`; by default the `strength` of `fought`.
        [later] unit_strength: Option<Detail> = None,
        /// Whether a side learns at once that it lost an objective of the theatre out of its sight: `true` or `false`. Otherwise it
        /// learns of it once it sees the place.
        [later] objectives_known: bool = true,
        /// For how many parts a side remembers a force that is out of sight. After that it knows only where and when it last
        /// saw the force.
        memory: u16 = 0,
    }
}

/// A side's knowledge of an enemy force. The default is `Exact` for presence, place and kind, and `Hidden` for the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Knowledge {
    /// Its identity and number of units. A band of the number reveals that some force is there, but not which. If hidden,
    /// nothing is known of the force at all.
    pub presence: Detail,
    pub place: Detail,
    pub kind: Detail,
    pub strength: Detail,
    /// Grades of its units. Bands count grades from 1, the best.
    pub grade: Detail,
    pub edna: Detail,
}

/// How exactly something is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Detail {
    Exact,
    /// As a band. Each band begins with one of these numbers, the first with 0.
    Band(Vec<u16>),
    Hidden,
}

impl Default for Knowledge {
    fn default() -> Self {
        let (exact, hidden) = (|| Detail::Exact, || Detail::Hidden);
        Self { presence: exact(), place: exact(), kind: exact(), strength: hidden(), grade: hidden(), edna: hidden() }
    }
}

impl Knowledge {
    fn faults(&self) -> Vec<Fault> {
        let Self { presence, place, kind, strength, grade, edna } = self;
        let numbers = [("presence", presence), ("strength", strength), ("grade", grade), ("edna", edna)];
        let mut faults: Vec<Fault> = numbers.into_iter().filter_map(|(name, detail)| detail.fault(name)).collect();
        for (name, detail) in [("place", place), ("kind", kind)] {
            if matches!(detail, Detail::Band(_)) {
                let fault = Fault::at(name, format!("a {name} is not a number, so it has no bands"));
                faults.push(fault.with_hint("write `Exact` or `Hidden`"));
            }
        }
        faults
    }
}

impl Detail {
    fn fault(&self, name: &str) -> Option<Fault> {
        let Self::Band(from) = self else { return None };
        let rises = !from.is_empty() && from[0] > 0 && from.windows(2).all(|pair| pair[0] < pair[1]);
        let what = "the starts of bands must rise, and the first must be at least 1";
        (!rises).then(|| Fault::at(name, what).with_hint("`Band([5, 10])` is 0 to 4, 5 to 9, and 10 or more"))
    }
}

impl Sighting {
    pub fn is_on(&self) -> bool {
        self.range.is_some()
    }

    pub fn unit_strength(&self) -> &Detail {
        self.unit_strength.as_ref().unwrap_or(&self.fought.strength)
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let levels = [("seen", &self.seen), ("in_contact", &self.in_contact), ("fought", &self.fought)];
        let mut faults: Vec<Fault> = levels
            .into_iter()
            .flat_map(|(name, level)| level.faults().into_iter().map(|f| f.with_prefix(name)))
            .collect();
        faults.extend(self.unit_strength.as_ref().and_then(|detail| detail.fault("unit_strength")));
        if let Some(range) = self.range.filter(|range| *range > MAX_RANGE) {
            faults.push(Fault::at("range", format!("a force sees 0 to {MAX_RANGE} areas, not {range}")));
        }
        if self.memory > MAX_MEMORY {
            let what = format!("a sighting is remembered for 0 to {MAX_MEMORY} parts, not {}", self.memory);
            faults.push(Fault::at("memory", what));
        }
        faults
    }
}

const MAX_LEVELS: usize = 12;

/// A supply level and its effects on units. Source: RULES 7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SupplyLevel {
    pub name: Text,
    /// Shift of the grade used in fights: 0, or negative for down.
    #[serde(skip_serializing_if = "is_default")]
    pub grade: i8,
    #[serde(skip_serializing_if = "is_whole")]
    pub recovery: Share,
    #[serde(skip_serializing_if = "is_whole")]
    pub allowance: Share,
}

impl Default for SupplyLevel {
    fn default() -> Self {
        Self { name: Text::default(), grade: 0, recovery: Share::WHOLE, allowance: Share::WHOLE }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_whole(share: &Share) -> bool {
    *share == Share::WHOLE
}

settings! {
    /// Supply: the supply levels of forces and their effects. Source: RULES 7.
    Supply, SupplyDraft {
        /// The levels, best first, each with its `name`, its `grade` shift, and the share of `recovery` and of the marching `allowance` that remains. Without levels there is no supply.
        levels: Vec<SupplyLevel> = Vec::new(),
        /// The maximum number of areas or roads over which supply is traced; by default unlimited.
        range: Option<u16> = None,
    }
}

impl Supply {
    pub fn is_on(&self) -> bool {
        !self.levels.is_empty()
    }

    /// The level with this number, 0 the best. A number beyond the last is the lowest level.
    pub fn level(&self, number: u8) -> Option<&SupplyLevel> {
        self.levels.get(usize::from(number)).or(self.levels.last())
    }

    pub fn level_named(&self, name: &(impl Raw + ?Sized)) -> Option<u8> {
        u8::try_from(position_named(self.levels.iter().map(|level| &level.name), name)?).ok()
    }

    pub fn lowest(&self) -> u8 {
        u8::try_from(self.levels.len().saturating_sub(1)).unwrap_or(u8::MAX)
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.levels.len() == 1 || self.levels.len() > MAX_LEVELS {
            let what = format!("supply has 2 to {MAX_LEVELS} levels, or none, not {}", self.levels.len());
            faults.push(Fault::at("levels", what));
        }
        for (at, level) in self.levels.iter().enumerate() {
            let mut fault = |field: &str, what: String| faults.push(Fault::at(format!("levels.{at}.{field}"), what));
            if let Some(what) = text::name_fault(&level.name) {
                fault("name", what.to_string());
            }
            if self.levels[..at].iter().any(|other| other.name.eq_ignore_case(&level.name)) {
                fault("name", format!("duplicate level “{}”", level.name));
            }
            if level.grade > 0 {
                fault("grade", format!("a supply level can't shift grades up, but this one does by {}", level.grade));
            }
        }
        faults
    }
}
