//! A unit as it is mustered, and its stats in the stack rules. Source: RULES 5.2, 5.4.

use super::is_default;
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::NamedTest,
    ground::{Cell, Facing},
    id::{MapId, SideId, StackId, UnitId},
    text::Text,
};

macro_rules! stats {
    ($($(#[$doc:meta])* $number:ident $name:literal,)*) => {
        /// A unit's stats for stacks; each is 0 by default. Its Hits are its strength.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Stats {
            $(
                $(#[$doc])*
                #[serde(rename = $name, skip_serializing_if = "is_default")]
                pub $number: u16,
            )*
            #[serde(skip_serializing_if = "Vec::is_empty")]
            pub ranks: Vec<Rank>,
            /// Whether it is Decrypted.
            #[serde(skip_serializing_if = "is_default")]
            pub decrypted: bool,
        }

        impl Stats {
            pub const NAMES: &[&str] = &[$($name),*];

            /// The numbers that follow the grade.
            pub const BY_GRADE: &[&str] = &["attack", "defense"];

            pub fn numbers(&self) -> [(&'static str, u16); Self::NAMES.len()] {
                [$(($name, self.$number)),*]
            }

            pub fn number_mut(&mut self, name: &str) -> Option<&mut u16> {
                match name {
                    $($name => Some(&mut self.$number),)*
                    _ => None,
                }
            }
        }
    };
}

stats! {
    attack "attack",
    defense "defense",
    /// Added to the damage of a blow that hits.
    dmg "dmg",
    /// Subtracted from the damage of a blow that hits its stack.
    dr "dr",
    init "init",
    movement "move",
    /// Its upkeep, ignoring any waiver.
    upkeep "upkeep",
    level "level",
    specials "specials",
    /// The bonus that a Caster gives its stack.
    bonus "bonus",
}

/// A special rank of a unit; it can have several. Source: RULES 5.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rank {
    Ruler,
    /// Above all but the Ruler.
    Heir,
    /// Above all but Ruler and Heir.
    Attuned,
    Warlord,
    Royal,
    Noble,
    Caster,
}

impl Rank {
    pub const ALL: [(&'static str, Self); 7] = [
        ("ruler", Self::Ruler),
        ("heir", Self::Heir),
        ("attuned", Self::Attuned),
        ("warlord", Self::Warlord),
        ("royal", Self::Royal),
        ("noble", Self::Noble),
        ("caster", Self::Caster),
    ];

    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, rank)| *rank == self).map_or("", |(word, _)| word)
    }
}

/// The word of a unit that is Decrypted.
pub const DECRYPTED: &str = "decrypted";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsFault {
    /// Above [`Stats::MAX`].
    TooLarge {
        name: &'static str,
        number: u16,
    },
    RankTwice {
        rank: Rank,
    },
}

impl Stats {
    /// Maximum value of a stat, so that sums over a stack stay small.
    pub const MAX: u16 = 9_999;

    /// Everything that is not 0, as `attack 2, decrypted, warlord`.
    pub fn describe(&self) -> String {
        let numbers = self.numbers().into_iter().filter(|(_, number)| *number > 0);
        let decrypted = self.decrypted.then(|| "decrypted".into());
        let ranks = self.ranks.iter().map(|rank| rank.word().to_string());
        let all: Vec<String> =
            numbers.map(|(name, number)| format!("{name} {number}")).chain(decrypted).chain(ranks).collect();
        all.join(", ")
    }

    pub fn fault(&self) -> Option<StatsFault> {
        if let Some((name, number)) = self.numbers().into_iter().find(|(_, n)| *n > Self::MAX) {
            return Some(StatsFault::TooLarge { name, number });
        }
        let twice = (1..self.ranks.len()).find(|at| self.ranks[..*at].contains(&self.ranks[*at]));
        twice.map(|at| StatsFault::RankTwice { rank: self.ranks[at] })
    }

    pub fn has_rank(&self, rank: Rank) -> bool {
        self.ranks.contains(&rank)
    }
}

/// The description of a unit when it is mustered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recruit {
    pub id: UnitId,
    pub name: Text,
    /// May be omitted if its stack has a side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<StackId>,
    /// Troop type; by default the rulebook's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Text>,
    /// Full strength in Strength Points, 1 to 999; by default its troop type's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<u16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost: u16,
    /// Initial EDNA, 0 to 200; by default the rulebook's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edna: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub worn: u8,
    /// Name of its grade; by default the ladder's neutral one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Text>,
    /// Dice tests added to its troop type's. One with the same name replaces the troop type's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<NamedTest>,
    /// Its weapons; by default its troop type's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Text>,
    /// Its stats for stacks; all 0 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Box<Stats>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Cell>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub facing: Facing,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<MapId>,
}

impl Recruit {
    /// A recruit with defaults for everything but its name.
    pub fn new(id: UnitId, name: impl Into<Text>) -> Self {
        Self { id, name: name.into(), ..Self::default() }
    }
}
