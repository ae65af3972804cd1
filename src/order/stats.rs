//! The numbers of a unit that the mechanics of stacks are made of. Source: RULES 5.2, 5.4.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// The numbers, declared once: each with its field, its kind, and its name in orders and files.
macro_rules! stats {
    ($($(#[doc = $doc:literal])* $field:ident $Stat:ident $name:literal),* $(,)?) => {
        /// One of a unit's numbers for stacks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Stat {
            $($(#[doc = $doc])* $Stat),*
        }

        impl Stat {
            /// All there are, in the order in which they are written.
            pub const ALL: &[Self] = &[$(Self::$Stat),*];

            /// Its name in orders and files.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Self::$Stat => $name),* }
            }
        }

        /// A unit's numbers for stacks, each 0 where nothing is said. Its Hits are its strength.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Stats {
            $($(#[doc = $doc])* #[serde(rename = $name, skip_serializing_if = "is_zero")] pub $field: u16,)*
            /// What it is besides a unit.
            #[serde(skip_serializing_if = "Vec::is_empty")]
            pub ranks: Vec<Rank>,
            /// Whether it is Decrypted.
            #[serde(skip_serializing_if = "is_zero")]
            pub decrypted: bool,
        }

        impl Index<Stat> for Stats {
            type Output = u16;

            fn index(&self, stat: Stat) -> &u16 {
                match stat { $(Stat::$Stat => &self.$field),* }
            }
        }

        impl IndexMut<Stat> for Stats {
            fn index_mut(&mut self, stat: Stat) -> &mut u16 {
                match stat { $(Stat::$Stat => &mut self.$field),* }
            }
        }
    };
}

stats! {
    /// Attack, AP.
    attack Attack "attack",
    /// Defense, DP.
    defense Defense "defense",
    /// The damage it adds to a blow that hits.
    dmg Damage "dmg",
    /// The damage it takes off a blow that hits its stack.
    dr DamageReduction "dr",
    /// Initiative.
    init Initiative "init",
    /// Move.
    movement Move "move",
    /// Upkeep: what it would be, where it is waived.
    upkeep Upkeep "upkeep",
    /// Level.
    level Level "level",
    /// How many Specials it has.
    specials Specials "specials",
    /// The bonus that a Caster gives the stack.
    bonus Bonus "bonus",
}

fn is_zero<T: Default + PartialEq>(n: &T) -> bool {
    *n == T::default()
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

impl Stats {
    /// The largest that any of the numbers may be, so that sums over a stack stay small.
    pub const MAX: u16 = 9_999;

    /// The numbers, with their names in orders and files.
    #[must_use]
    pub fn numbers(&self) -> Vec<(&'static str, u16)> {
        Stat::ALL.iter().map(|stat| (stat.word(), self[*stat])).collect()
    }

    /// What is wrong with them, or `None`.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        if let Some((name, n)) = self.numbers().into_iter().find(|(_, n)| *n > Self::MAX) {
            return Some(format!("its {name} is 0 to {}, not {n}", Self::MAX));
        }
        let twice = (1..self.ranks.len()).find(|at| self.ranks[..*at].contains(&self.ranks[*at]));
        twice.map(|at| format!("the rank {} is named twice", self.ranks[at].word()))
    }

    /// Whether it has a rank.
    #[must_use]
    pub fn is(&self, rank: Rank) -> bool {
        self.ranks.contains(&rank)
    }
}
