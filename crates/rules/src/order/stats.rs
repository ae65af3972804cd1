//! The numbers of a unit that the mechanics of stacks are made of. Source: RULES 5.2, 5.4.

use super::is_default;
use serde::{Deserialize, Serialize};

macro_rules! stats {
    ($($(#[$doc:meta])* $number:ident $name:literal,)*) => {
        /// A unit's numbers for stacks, each 0 where nothing is said. Its Hits are its strength.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Stats {
            $(
                $(#[$doc])*
                #[serde(rename = $name, skip_serializing_if = "is_default")]
                pub $number: u16,
            )*
            /// What it is besides a unit.
            #[serde(skip_serializing_if = "Vec::is_empty")]
            pub ranks: Vec<Rank>,
            /// Whether it is Decrypted.
            #[serde(skip_serializing_if = "is_default")]
            pub decrypted: bool,
        }

        impl Stats {
            /// The names of the numbers, in orders and files.
            pub const NAMES: &[&str] = &[$($name),*];

            /// The numbers, with their names.
            #[must_use]
            pub fn numbers(&self) -> [(&'static str, u16); Self::NAMES.len()] {
                [$(($name, self.$number)),*]
            }

            /// The number of that name, to be changed.
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
    /// Attack, AP.
    attack "attack",
    /// Defense, DP.
    defense "defense",
    /// The damage it adds to a blow that hits.
    dmg "dmg",
    /// The damage it takes off a blow that hits its stack.
    dr "dr",
    /// Initiative.
    init "init",
    /// Move.
    movement "move",
    /// Upkeep: what it would be, where it is waived.
    upkeep "upkeep",
    /// Level.
    level "level",
    /// How many Specials it has.
    specials "specials",
    /// The bonus that a Caster gives the stack.
    bonus "bonus",
}

/// What a unit is besides a unit; it can be several at once. Source: RULES 5.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rank {
    /// Above all others.
    Ruler,
    /// Above all but the Ruler.
    Heir,
    /// Above all but these two.
    Attuned,
    /// It leads.
    Warlord,
    /// Of royal blood.
    Royal,
    /// Of noble blood.
    Noble,
    /// It casts.
    Caster,
}

impl Rank {
    /// All there are, with their names in orders.
    pub const ALL: [(&'static str, Self); 7] = [
        ("ruler", Self::Ruler),
        ("heir", Self::Heir),
        ("attuned", Self::Attuned),
        ("warlord", Self::Warlord),
        ("royal", Self::Royal),
        ("noble", Self::Noble),
        ("caster", Self::Caster),
    ];

    /// Its name in orders.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, rank)| *rank == self).map_or("", |(word, _)| word)
    }
}

/// What is wrong with a unit's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsFault {
    /// One of the numbers is more than [`Stats::MAX`].
    TooLarge {
        /// The name of the number.
        name: &'static str,
        /// The number.
        number: u16,
    },
    /// A rank is named twice.
    RankTwice {
        /// The rank.
        rank: Rank,
    },
}

impl Stats {
    /// The largest that any of the numbers may be, so that sums over a stack stay small.
    pub const MAX: u16 = 9_999;

    /// What is wrong with them, or `None`.
    #[must_use]
    pub fn fault(&self) -> Option<StatsFault> {
        if let Some((name, number)) = self.numbers().into_iter().find(|(_, n)| *n > Self::MAX) {
            return Some(StatsFault::TooLarge { name, number });
        }
        let twice = (1..self.ranks.len()).find(|at| self.ranks[..*at].contains(&self.ranks[*at]));
        twice.map(|at| StatsFault::RankTwice { rank: self.ranks[at] })
    }

    /// Whether it has a rank.
    #[must_use]
    pub fn is(&self, rank: Rank) -> bool {
        self.ranks.contains(&rank)
    }
}
