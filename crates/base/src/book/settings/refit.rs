//! The settings between battles: recovery and when it is due, replacements, rebuilding, promotion, and the return of
//! losses. This project's own. Source: RULES 7.

use super::Share;
use crate::{
    document::is_default,
    fault::Fault,
    text::{self, Raw, Text},
};
use serde::{Deserialize, Serialize};

/// Maximum number of Strength Points that a pool holds or gains.
const MAX_POINTS: u32 = 1_000_000;

/// A pool of replacements. Source: RULES 7.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pool {
    pub name: Text,
    /// The side that it belongs to. Without it, each side has such a pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Text>,
    /// The troop types that it is for; all if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub troops: Vec<Text>,
    /// Strength Points at the start of the campaign.
    pub points: u32,
    /// Strength Points gained each time.
    #[serde(skip_serializing_if = "is_default")]
    pub gains: u32,
    #[serde(skip_serializing_if = "is_default")]
    pub every: Parts,
}

/// A number of parts of the clock, 1 or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Parts(pub u16);

impl Default for Parts {
    fn default() -> Self {
        Self(1)
    }
}

impl Pool {
    pub fn serves(&self, kind: &(impl Raw + ?Sized), side: &(impl Raw + ?Sized)) -> bool {
        let of_side = self.side.as_ref().is_none_or(|name| name.eq_ignore_case(side));
        of_side && (self.troops.is_empty() || self.troops.iter().any(|name| name.eq_ignore_case(kind)))
    }

    /// Its total supply after a number of parts, including points already taken.
    pub fn total_supply(&self, parts: u32) -> u32 {
        let times = parts / u32::from(self.every.0.max(1));
        self.points.saturating_add(self.gains.saturating_mul(times))
    }
}

settings! {
    /// Replacements: Strength Points from pools. Source: RULES 7.
    Replacements, ReplacementsDraft {
        /// The pools, each with its `name`, its `points`, and optionally its `side`, its `troops`, and the points it `gains` `every` so many parts.
        pools: Vec<Pool> = Vec::new(),
        /// How many Strength Points a unit takes at a time; by default all that it lacks.
        at_a_time: Option<u16> = None,
        /// When a unit takes them: `Rested(1)`, `Unengaged(1)`, `Passed(1)` or `AfterBattle`, as with `recover`.
        when: DueRule = DueRule::Rested(1),
    }
}

impl Replacements {
    pub fn pool(&self, name: &(impl Raw + ?Sized)) -> Option<&Pool> {
        self.pools.iter().find(|pool| pool.name.eq_ignore_case(name))
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.when.fault().into_iter().collect();
        if self.at_a_time == Some(0) {
            faults.push(
                Fault::at("at_a_time", "a unit takes at least 1 SP at a time")
                    .with_hint("for no replacements, leave out the pools"),
            );
        }
        for (at, pool) in self.pools.iter().enumerate() {
            let mut fault = |field: &str, what: String| faults.push(Fault::at(format!("pools.{at}.{field}"), what));
            if let Some(what) = text::name_fault(&pool.name) {
                fault("name", what.to_string());
            }
            if self.pools[..at].iter().any(|other| other.name.eq_ignore_case(&pool.name)) {
                fault("name", format!("duplicate pool “{}”", pool.name));
            }
            for (field, points) in [("points", pool.points), ("gains", pool.gains)] {
                if points > MAX_POINTS {
                    fault(field, format!("a pool has 0 to {MAX_POINTS} SP, not {points}"));
                }
            }
            if !(1..=MAX_PARTS).contains(&pool.every.0) {
                fault("every", format!("must be 1 to {MAX_PARTS} parts, not {}", pool.every.0));
            }
        }
        faults
    }
}

settings! {
    /// The rebuilding of eliminated units. Source: RULES 7.
    Raise, RaiseDraft {
        /// The share of its full strength at which an eliminated unit returns, rounded up; with 0 none returns.
        share: Share = Share::NONE,
        /// How many grades lower it returns.
        lower: u8 = 1,
        /// How many parts of the clock it stays away.
        after: u16 = 1,
    }
}

impl Raise {
    pub fn is_on(&self) -> bool {
        self.share != Share::NONE
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let late = self.after > MAX_PARTS;
        let fault = || Fault::at("after", format!("must be 0 to {MAX_PARTS} parts, not {}", self.after));
        late.then(fault).into_iter().collect()
    }
}

/// The merit that earns a promotion. Source: RULES 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Merit")]
pub enum PromotionMerit {
    Never,
    /// This many battles that it fought to their end, since its last promotion.
    Battles(u16),
    /// This many battles that it fought and its side won, since its last promotion.
    Won(u16),
    /// This many defeats in SCRUD and hits by fire that it inflicted, since its last promotion.
    Inflicted(u16),
}

settings! {
    /// Promotion for what a unit did. Source: RULES 7.
    Promote, PromoteDraft {
        /// The achievement that earns a promotion, counted since the last one: `Battles(3)`, three battles that it survived; `Won(2)`, two battles that its side won; `Inflicted(6)`, six defeats in SCRUD or hits by fire that it inflicted; or `Never`.
        after: PromotionMerit = PromotionMerit::Never,
        /// How many grades a unit can rise above the one it was mustered with; by default up to the top of the ladder.
        most: Option<u8> = None,
    }
}

impl Promote {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let what = match self.after {
            PromotionMerit::Battles(0) => "the number of battles must be at least 1",
            PromotionMerit::Won(0) => "the number of battles won must be at least 1",
            PromotionMerit::Inflicted(0) => "the number of defeats or hits must be at least 1",
            PromotionMerit::Never
            | PromotionMerit::Battles(_)
            | PromotionMerit::Won(_)
            | PromotionMerit::Inflicted(_) => return Vec::new(),
        };
        vec![Fault::at("after", what).with_hint("for no promotions, write `Never`")]
    }
}

settings! {
    /// Which losses of a battle are permanent, and when the rest returns. Source: RULES 7.
    LostForGood, LostForGoodDraft {
        /// The share of a unit's losses in a battle that is lost for good, rounded up; by default losses are not divided.
        share: Option<Share> = None,
        /// The number of parts of the clock over which the rest returns evenly; with 0, or without a clock, all returns when the battle is over.
        parts: u16 = 1,
    }
}

impl LostForGood {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let late = self.parts > MAX_PARTS;
        let fault = || Fault::at("parts", format!("must be 0 to {MAX_PARTS} parts, not {}", self.parts));
        late.then(fault).into_iter().collect()
    }
}

/// The longest interval, in parts of the campaign's clock.
pub(in crate::book) const MAX_PARTS: u16 = 1000;

/// When something between battles is due to a unit, repeatedly: after a number of parts of the campaign's clock, or
/// after a battle. Source: RULES 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "When")]
pub enum DueRule {
    /// After this many consecutive parts without fighting, marching or contact with an enemy.
    Rested(u16),
    /// After this many consecutive parts without fighting or contact. Marching is allowed.
    Unengaged(u16),
    /// After this many parts, whatever the unit did.
    Passed(u16),
    /// After the end of each battle that it was in.
    AfterBattle,
}

impl DueRule {
    /// The interval in parts; `None` if it does not depend on time.
    pub fn parts(self) -> Option<u16> {
        match self {
            Self::Rested(parts) | Self::Unengaged(parts) | Self::Passed(parts) => Some(parts),
            Self::AfterBattle => None,
        }
    }

    pub(in crate::book) fn fault(self) -> Option<Fault> {
        let parts = self.parts().filter(|parts| !(1..=MAX_PARTS).contains(parts))?;
        Some(Fault::at("when", format!("must be 1 to {MAX_PARTS} parts, not {parts}")))
    }
}

settings! {
    /// Recovery between battles: what a unit regains without replacements. Source: RULES 7.
    Recover, RecoverDraft {
        /// Strength Points recovered at a time.
        strength: u16 = 0,
        /// EDNA recovered at a time.
        edna: u8 = 0,
        /// Grades recovered at a time, of those lost since the unit was mustered.
        grade: u8 = 0,
        /// When it is due: after parts of the clock without fighting, contact or marching, `Rested(1)`; without fighting or contact,
        /// `Unengaged(1)`; whatever the unit did, `Passed(1)`; or after each battle, `AfterBattle`.
        when: DueRule = DueRule::Rested(1),
        /// The share of its full strength and full EDNA up to which a unit recovers.
        most: Share = Share::WHOLE,
    }
}

impl Recover {
    pub fn is_on(&self) -> bool {
        self.strength > 0 || self.edna > 0 || self.grade > 0
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.when.fault().into_iter().collect();
        if self.strength > 999 {
            faults.push(Fault::at("strength", format!("a unit recovers 0 to 999 SP, not {}", self.strength)));
        }
        if self.edna > 200 {
            faults.push(Fault::at("edna", format!("a unit recovers 0 to 200 EDNA, not {}", self.edna)));
        }
        if self.most == Share::NONE && self.is_on() {
            faults.push(
                Fault::at("most", "with a share of 0 no unit recovers").with_hint("write a share such as 0.5, or 1"),
            );
        }
        faults
    }
}
