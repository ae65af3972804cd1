//! Events that record what a side learns. Only a side's own diary, a projection, has them; the referee's diary has none.

use super::{CombatEnd, ConflictEnd, ContactCause, SightLevel};
use crate::order::{Stats, Term};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::{Grade, Moment, TableState},
    ground::{Place, Spot, Station},
    id::{BattleId, Id, SideId, StackId, UnitId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum IntelEvent {
    /// A side sighted an enemy force, or knows it differently now.
    Sketched {
        side: SideId,
        /// The number of the sighting, from 1.
        number: u32,
        known: Box<Known>,
    },
    /// The side dropped a sighting.
    Faded {
        number: u32,
        why: Fading,
    },
    /// Forces of the side came into contact with enemy forces, each with each.
    Met {
        forces: Vec<Id>,
        enemies: Vec<u32>,
    },
    Parted {
        forces: Vec<Id>,
        enemies: Vec<u32>,
    },
    /// A unit has changed since the side saw it last.
    Learned(Box<Learned>),
    CameUpon(Box<UnderWay>),
    /// A unit was in a battle that the side knows, but the side had not seen it.
    FoundIn {
        battle: BattleId,
        unit: UnitId,
        /// Its Strength Points when it came into the battle.
        brought: u16,
    },
    OutOfSight {
        /// Units that were on ground that the side watches.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<UnitId>,
        /// Battles that go on out of its sight.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        battles: Vec<BattleId>,
    },
    /// Forces of the side were stopped on their march by something it does not see.
    Stopped {
        forces: Vec<Id>,
    },
    /// Fog of war begins: the side loses the places of enemy forces and has sightings of them instead.
    FogFell {
        side: SideId,
    },
    FogLifted(Box<RevealedTheatre>),
    /// A random table told the side a result that changed its state.
    TableStateTold {
        table: Text,
        state: TableState,
    },
}

/// The progress of a battle that a side came upon. The side does not know what each unit did earlier this turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnderWay {
    pub battle: BattleId,
    /// From 1.
    pub turn: u32,
    /// Index in the rulebook's turn sequence.
    pub phase: u8,
    /// The acting side, if sides act in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acting: Option<SideId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<SideId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<SideId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exhausted: Vec<SideId>,
    /// Units that sides brought, including lost ones, with their strength then; without sides not known exactly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brought: Vec<(SideId, Vec<(UnitId, u16)>)>,
    /// This turn's combats, including finished ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combats: Vec<FoundCombat>,
    /// All Conflicts, including finished ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<FoundConflict>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundCombat {
    /// The side that opened it, and its known units.
    pub first: (SideId, Vec<UnitId>),
    /// The side it attacked, and its known units.
    pub second: (SideId, Vec<UnitId>),
    pub phases: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<CombatEnd>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundConflict {
    /// The known stacks in it.
    pub stacks: Vec<StackId>,
    /// The current or next round, from 1.
    pub round: u32,
    /// Rounds begun in the battle's current turn.
    pub begun: u8,
    /// Stacks that have yet to act in the current round, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_act: Option<Vec<StackId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<ConflictEnd>,
}

/// Facts about the theatre that a side did not know before fog of war ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Lifted")]
pub struct RevealedTheatre {
    pub side: SideId,
    /// The station of each force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<(Id, Station)>,
    /// The places that forces are under orders to enter, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<(Id, Vec<Spot>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<(Id, Id, ContactCause)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holders: Vec<(Spot, Option<SideId>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<(SideId, Spot)>,
    /// Victory points that rulings gave to sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<(SideId, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fading {
    /// The side saw the end of the force.
    Gone,
    /// The referee or the rules hide it.
    Hidden,
    /// Hidden while the side fights it: it stays visible as a force of the battle.
    Fighting,
    /// Sighted again under another number, so this sighting is out of date.
    FoundAgain,
}

/// Changes in what a side knows of a unit. `None` means unchanged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learned {
    pub unit: UnitId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<Found<StackId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Found<Place>>,
    /// Current and full Strength Points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<(u16, u16)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edna: Option<(u8, u8)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// Temporary grade shifts by rulings: steps up, and for how long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shifts: Option<Vec<(i8, Term)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Box<Stats>>,
    /// A supply level that shifts its grade as its own does, if the grade is known exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<u8>,
    /// How exactly its numbers are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "veil")]
    pub precision: Option<UnitPrecision>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found<T> {
    In(T),
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

/// A side's knowledge of a force. `None` means unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// How it knows the force; `None` for a force of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<SightLevel>,
    /// Whether it sees the force now.
    pub age: Age,
    /// When this was last confirmed. Sides look about whenever time advances.
    pub as_of: Moment,
    /// Whether the contact or battle through which it is known is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
    /// The force, if the side knows which it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force: Option<Id>,
    /// A made-up name for the force, in a diary in which it is not the side's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<Text>,
    pub of: SideId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Estimate>,
    /// Where it is, or was when last seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Station>,
    /// Troop types of its units, without duplicates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<Text>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Estimate>,
    /// Grades of its units by number, 1 the best, without duplicates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grades: Option<Vec<Estimate>>,
    /// EDNA of its units, ascending, without duplicates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edna: Option<Vec<Estimate>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Age {
    /// The force is in sight.
    InSight,
    /// Last seen then; everything known at the time is remembered.
    Remembered(Moment),
    /// Last seen then; only its place is remembered.
    LastSeen(Moment),
}

/// A number known within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    pub least: u32,
    /// The upper bound; `None` if unbounded.
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
    /// The range that two estimates of the same number leave.
    pub fn intersect(self, other: Self) -> Self {
        let most = self.most.into_iter().chain(other.most).min();
        Self { least: self.least.max(other.least), most }
    }

    /// The sum of two numbers.
    pub fn plus(self, other: Self) -> Self {
        let most = self.most.zip(other.most).map(|(one, other)| one.saturating_add(other));
        Self { least: self.least.saturating_add(other.least), most }
    }

    /// Short form for a column: `5-9`, `10+`.
    pub fn brief(&self) -> String {
        match self.most {
            Some(most) if most == self.least => most.to_string(),
            Some(most) => format!("{}-{most}", self.least),
            None => format!("{}+", self.least),
        }
    }
}

impl IntelEvent {
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
            Self::TableStateTold { .. } => Vec::new(),
        };
        ids.into_iter()
    }
}

impl Learned {
    pub fn changes_only_precision(&self) -> bool {
        *self == Self { unit: self.unit, precision: self.precision.clone(), ..Self::default() }
    }

    pub fn is_empty(&self) -> bool {
        *self == Self { unit: self.unit, ..Self::default() }
    }
}

/// How exactly the numbers of a unit are known. A number that is not exact is replaced by a placeholder that depends on
/// nothing hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[serde(rename = "Veil")]
pub struct UnitPrecision {
    #[serde(skip_serializing_if = "Precision::is_exact")]
    pub strength: Precision,
    #[serde(skip_serializing_if = "Precision::is_exact")]
    pub edna: Precision,
    /// By number, 1 the best.
    #[serde(skip_serializing_if = "Precision::is_exact")]
    pub grade: Precision,
    #[serde(skip_serializing_if = "Precision::is_exact")]
    pub supply: Precision,
}

/// How exactly a number is known.
pub type Precision = Reading<()>;

impl UnitPrecision {
    pub fn is_exact(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for Precision {
    fn default() -> Self {
        Self::Exact(())
    }
}

/// A number as the viewer of a state knows it. The referee, and a side for its own units, know all exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reading<T> {
    Exact(T),
    Within(Estimate),
    Unknown,
}

impl<T> Reading<T> {
    pub fn exact(self) -> Option<T> {
        match self {
            Self::Exact(number) => Some(number),
            Self::Within(_) | Self::Unknown => None,
        }
    }

    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }

    pub fn as_ref(&self) -> Reading<&T> {
        match self {
            Self::Exact(number) => Reading::Exact(number),
            Self::Within(estimate) => Reading::Within(*estimate),
            Self::Unknown => Reading::Unknown,
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reading<U> {
        match self {
            Self::Exact(number) => Reading::Exact(change(number)),
            Self::Within(estimate) => Reading::Within(estimate),
            Self::Unknown => Reading::Unknown,
        }
    }

    /// The number in words: by `exact` if it is known, otherwise `5 to 9` or `?`.
    pub fn text(self, exact: impl FnOnce(T) -> String) -> String {
        match self {
            Self::Exact(number) => exact(number),
            Self::Within(estimate) => estimate.to_string(),
            Self::Unknown => "?".into(),
        }
    }

    /// Short form for a column, instead of the number: `5-9`, `?`. `None` if the number is known.
    pub fn brief(&self) -> Option<String> {
        match self {
            Self::Exact(_) => None,
            Self::Within(estimate) => Some(estimate.brief()),
            Self::Unknown => Some("?".into()),
        }
    }
}

impl Reading<Grade> {
    /// The grade by `exact` if it is known, otherwise as `grade 2 to 3`, 1 the best.
    pub fn grade_text(self, exact: impl FnOnce(Grade) -> String) -> String {
        match self {
            Self::Exact(grade) => exact(grade),
            known => format!("grade {}", known.text(|_| String::new())),
        }
    }
}
