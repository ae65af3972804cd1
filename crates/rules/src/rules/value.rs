//! Value: ranks the units of a stack. Source: RULES 5.2.

use crate::{
    order::{Rank, Stats},
    state::Unit,
};

/// A unit's worth. A unit with a greater Value stands further back. Earlier fields take precedence; later ones only
/// break ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value {
    /// A Ruler above an Heir above the Attuned above all others.
    pub crown: u8,
    /// Upkeep, even if it is waived.
    pub upkeep: u16,
    /// Decrypted units rank above others of the same Upkeep.
    pub decrypted: bool,
    pub level: u16,
    /// Warlord 1, Royal 10, Noble 6, Caster 3 and a Caster's bonus.
    pub rank: u32,
    /// The initial Attack, Defense, Hits and Move, added up, times the number of Specials.
    pub base: u64,
    pub hits: u16,
}

pub fn unit_value(unit: &Unit) -> Value {
    let none = Stats::default();
    let stats = unit.stats.as_deref().unwrap_or(&none);
    value_of_stats(stats, unit.strength.full, unit.strength.now)
}

/// The worth of a unit with these numbers, its initial Hits and its current Hits.
pub fn value_of_stats(stats: &Stats, full: u16, now: u16) -> Value {
    let crown = match () {
        () if stats.has_rank(Rank::Ruler) => 3,
        () if stats.has_rank(Rank::Heir) => 2,
        () if stats.has_rank(Rank::Attuned) => 1,
        () => 0,
    };
    let points = |rank: Rank| match rank {
        Rank::Warlord => 1,
        Rank::Royal => 10,
        Rank::Noble => 6,
        Rank::Caster => 3 + u32::from(stats.bonus),
        Rank::Ruler | Rank::Heir | Rank::Attuned => 0,
    };
    let sum: u64 = [stats.attack, stats.defense, full, stats.movement].into_iter().map(u64::from).sum();
    Value {
        crown,
        upkeep: stats.upkeep,
        decrypted: stats.decrypted,
        level: stats.level,
        rank: stats.ranks.iter().map(|rank| points(*rank)).sum(),
        base: sum * u64::from(stats.specials),
        hits: now,
    }
}
