//! The numbers of a unit that the mechanics of stacks are made of. Source: RULES 5.2, 5.4.

use serde::{Deserialize, Serialize};

/// A unit's numbers for stacks, each 0 where nothing is said. Its Hits are its strength.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stats {
    /// Attack, AP.
    #[serde(skip_serializing_if = "is_zero")]
    pub attack: u16,
    /// Defense, DP.
    #[serde(skip_serializing_if = "is_zero")]
    pub defense: u16,
    /// The damage it adds to a blow that hits.
    #[serde(skip_serializing_if = "is_zero")]
    pub dmg: u16,
    /// The damage it takes off a blow that hits its stack.
    #[serde(skip_serializing_if = "is_zero")]
    pub dr: u16,
    /// Initiative.
    #[serde(skip_serializing_if = "is_zero")]
    pub init: u16,
    /// Move.
    #[serde(rename = "move", skip_serializing_if = "is_zero")]
    pub movement: u16,
    /// Upkeep: what it would be, where it is waived.
    #[serde(skip_serializing_if = "is_zero")]
    pub upkeep: u16,
    /// Level.
    #[serde(skip_serializing_if = "is_zero")]
    pub level: u16,
    /// How many Specials it has.
    #[serde(skip_serializing_if = "is_zero")]
    pub specials: u16,
    /// The bonus that a Caster gives the stack.
    #[serde(skip_serializing_if = "is_zero")]
    pub bonus: u16,
    /// What it is besides a unit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<Rank>,
    /// Whether it is Decrypted.
    #[serde(skip_serializing_if = "is_zero")]
    pub decrypted: bool,
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
    pub const MOST: u16 = 9_999;

    /// The numbers, with their names in orders and files.
    #[must_use]
    pub fn numbers(&self) -> [(&'static str, u16); 10] {
        [
            ("attack", self.attack),
            ("defense", self.defense),
            ("dmg", self.dmg),
            ("dr", self.dr),
            ("init", self.init),
            ("move", self.movement),
            ("upkeep", self.upkeep),
            ("level", self.level),
            ("specials", self.specials),
            ("bonus", self.bonus),
        ]
    }

    /// The number of that name, to be changed.
    pub fn number_mut(&mut self, name: &str) -> Option<&mut u16> {
        Some(match name {
            "attack" => &mut self.attack,
            "defense" => &mut self.defense,
            "dmg" => &mut self.dmg,
            "dr" => &mut self.dr,
            "init" => &mut self.init,
            "move" => &mut self.movement,
            "upkeep" => &mut self.upkeep,
            "level" => &mut self.level,
            "specials" => &mut self.specials,
            "bonus" => &mut self.bonus,
            _ => return None,
        })
    }

    /// What is wrong with them, or `None`.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        if let Some((name, n)) = self.numbers().into_iter().find(|(_, n)| *n > Self::MOST) {
            return Some(format!("its {name} is 0 to {}, not {n}", Self::MOST));
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
