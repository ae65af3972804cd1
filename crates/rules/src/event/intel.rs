//! What a side comes to know, as its own diary has it: a projection's events. The referee's diary has none of them.

use super::{CombatEnd, ConflictEnd, SightLevel, Touch, Veil};
use crate::order::{Stats, Term};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, Moment},
    ground::{Place, Spot, Station},
    id::{BattleId, Id, SideId, StackId, UnitId},
};

/// Something that a side came to know, in the diary of what it saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum IntelEvent {
    /// An enemy force was made out, or is known otherwise than before.
    Sketched {
        /// The side that knows it.
        side: SideId,
        /// The number by which it goes, from 1.
        number: u32,
        /// What is known of it.
        known: Box<Known>,
    },
    /// It knows no such force any more.
    Faded {
        /// The number by which it went.
        number: u32,
        /// How that came.
        why: Fading,
    },
    /// Forces of its own came into contact with enemy forces, each with each.
    Met {
        /// Its own.
        forces: Vec<Id>,
        /// The enemy's, by the numbers by which they go.
        enemies: Vec<u32>,
    },
    /// They are in contact no more.
    Parted {
        /// Its own.
        forces: Vec<Id>,
        /// The enemy's, by the numbers by which they go.
        enemies: Vec<u32>,
    },
    /// A unit is found to be otherwise than it was when it was seen last.
    Learned(Box<Learned>),
    /// It came upon a battle that is under way: how far that is.
    CameUpon(Box<UnderWay>),
    /// A unit was in a battle that the side knows, all along, without its seeing it.
    FoundIn {
        /// The battle.
        battle: BattleId,
        /// The unit.
        unit: UnitId,
        /// With how many Strength Points it came into it.
        brought: u16,
    },
    /// It sees no more of these than that it does not see them.
    OutOfSight {
        /// Units that stood on ground that it looks at.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<UnitId>,
        /// Battles that go on without its seeing them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        battles: Vec<BattleId>,
    },
    /// Forces of its own were stopped on their march by what it does not see.
    Stopped {
        /// Its own.
        forces: Vec<Id>,
    },
    /// The rules hide from now on what a side does not see: enemy forces stand nowhere any more for it, but are sketched.
    FogFell {
        /// The side.
        side: SideId,
    },
    /// The rules hide nothing any more.
    FogLifted(Box<Lifted>),
}

/// How far a battle is that a side came upon. What each unit did in this turn before it does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnderWay {
    /// The battle.
    pub battle: BattleId,
    /// The turn, from 1.
    pub turn: u32,
    /// The phase of the rulebook's turn sequence, from 0.
    pub phase: u8,
    /// Whose part of it, where each side acts in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acting: Option<SideId>,
    /// Who won this turn's initiative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<SideId>,
    /// Who goes first this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<SideId>,
    /// The sides that are exhausted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exhausted: Vec<SideId>,
    /// What sides brought, those who have fallen among them, with the Strength Points that each had then; not of a side whose
    /// strengths are not known exactly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brought: Vec<(SideId, Vec<(UnitId, u16)>)>,
    /// This turn's combats, those that are over among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combats: Vec<FoundCombat>,
    /// Its Conflicts, those that are over among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<FoundConflict>,
}

/// A combat that a side came upon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundCombat {
    /// Those who opened it, as far as they are known.
    pub first: (SideId, Vec<UnitId>),
    /// Those whom they attacked.
    pub second: (SideId, Vec<UnitId>),
    /// Phases fought.
    pub phases: u8,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<CombatEnd>,
}

/// A Conflict that a side came upon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundConflict {
    /// The stacks that are in it, as far as they are known.
    pub stacks: Vec<StackId>,
    /// The round that is under way or comes next, from 1.
    pub round: u32,
    /// How many rounds were begun in the battle's turn.
    pub begun: u8,
    /// Who has yet to act in the round that is under way, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_act: Option<Vec<StackId>>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<ConflictEnd>,
}

/// What a side had not known of the theatre when the fog over it lifted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lifted {
    /// The side.
    pub side: SideId,
    /// Where each force stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<(Id, Station)>,
    /// The places that forces are under orders to enter, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<(Id, Vec<Spot>)>,
    /// The forces that are in contact, and how they came into it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<(Id, Id, Touch)>,
    /// Who holds the objectives of the theatre.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holders: Vec<(Spot, Option<SideId>)>,
    /// The places from which sides are supplied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<(SideId, Spot)>,
    /// The victory points that rulings have given to sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<(SideId, i64)>,
}

/// How a side comes to know an enemy force no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fading {
    /// It saw the end of it.
    Gone,
    /// The referee hides it, or the rules do.
    Hidden,
    /// It is hidden while the side fights it: then it stays in sight, as a force of the battle.
    Fighting,
    /// It was seen again since, by another number: what was known of it before is out of date.
    FoundAgain,
}

/// What was learned of a unit: each value is that of now, where it is another than was known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learned {
    /// The unit.
    pub unit: UnitId,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The stack that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<Found<StackId>>,
    /// Where it stands on a map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Found<Place>>,
    /// Its Strength Points: now, and at full strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<(u16, u16)>,
    /// Its EDNA: now, and at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edna: Option<(u8, u8)>,
    /// Its own grade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// The rulings that shift its grade for a time: steps up, and for how long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shifts: Option<Vec<(i8, Term)>>,
    /// Its troop type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its numbers for the mechanics of stacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Box<Stats>>,
    /// How far its numbers are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub veil: Option<Veil>,
}

/// Where something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found<T> {
    /// In this.
    In(T),
    /// Nowhere.
    Nowhere,
}

impl<T> From<Option<T>> for Found<T> {
    fn from(place: Option<T>) -> Self {
        place.map_or(Self::Nowhere, Self::In)
    }
}

impl<T> From<Found<T>> for Option<T> {
    fn from(found: Found<T>) -> Self {
        match found {
            Found::In(place) => Some(place),
            Found::Nowhere => None,
        }
    }
}

/// What a side knows of a force. What is `None` it does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// How it knows it; none of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<SightLevel>,
    /// Whether it knows it now.
    pub age: Age,
    /// Since when nothing new is known: sides look about them when time goes on.
    pub as_of: Moment,
    /// Whether the contact or the battle by which it is known is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
    /// The force, where it knows which it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force: Option<Id>,
    /// What the side calls it, in a diary in which it is no force of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<Arc<str>>,
    /// The side that the force is of.
    pub of: SideId,
    /// How many units it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Estimate>,
    /// Where it stands, or stood when it was seen last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Station>,
    /// The troop types of its units, each once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<Arc<str>>>,
    /// Its Strength Points, all together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Estimate>,
    /// The grades of its units by their numbers, 1 the best, each once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grades: Option<Vec<Estimate>>,
    /// The EDNA of its units, each once, rising.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edna: Option<Vec<Estimate>>,
}

/// How old what a side knows is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Age {
    /// The force is in sight.
    InSight,
    /// It was seen last then, and is remembered as it was.
    Remembered(Moment),
    /// It was seen last then; more is not remembered than where.
    LastSeen(Moment),
}

/// A number as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The least that it can be.
    pub least: u32,
    /// The most that it can be, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.most {
            Some(most) if most == self.least => write!(f, "{most}"),
            Some(most) => write!(f, "{} to {most}", self.least),
            None => write!(f, "{} or more", self.least),
        }
    }
}

impl Estimate {
    /// In as few characters as can be, for a column: `5-9`, `10+`.
    #[must_use]
    pub fn brief(&self) -> String {
        match self.most {
            Some(most) if most == self.least => most.to_string(),
            Some(most) => format!("{}-{most}", self.least),
            None => format!("{}+", self.least),
        }
    }
}

impl IntelEvent {
    /// Whom it is about, as far as these have numbers of their own.
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        let ids = match self {
            Self::Sketched { known, .. } => known.force.into_iter().chain([known.of.into()]).collect(),
            Self::Faded { .. } => Vec::new(),
            Self::Met { forces, .. } | Self::Parted { forces, .. } => forces.clone(),
            Self::Learned(learned) => vec![learned.unit.into()],
            Self::FoundIn { battle, unit, .. } => vec![(*battle).into(), (*unit).into()],
            Self::OutOfSight { units, battles } => {
                units.iter().map(|unit| Id::from(*unit)).chain(battles.iter().map(|battle| Id::from(*battle))).collect()
            }
            Self::Stopped { forces } => forces.clone(),
            Self::CameUpon(under_way) => vec![under_way.battle.into()],
            Self::FogFell { side } => vec![(*side).into()],
            Self::FogLifted(lifted) => vec![lifted.side.into()],
        };
        ids.into_iter()
    }
}

impl Learned {
    /// Whether it is only how far the unit's numbers are known.
    #[must_use]
    pub fn is_veil_alone(&self) -> bool {
        *self == Self { unit: self.unit, veil: self.veil.clone(), ..Self::default() }
    }

    /// Whether nothing was.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self { unit: self.unit, ..Self::default() }
    }
}
