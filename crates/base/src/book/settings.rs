//! The settings of each mechanism, with the defaults of RULES.md. A macro declares each group; the
//! longer groups have files of their own.

use crate::{
    dice::{Dice, Die},
    fault::Fault,
};
pub use clock::*;
pub use ground::*;
pub use march::*;
pub use refit::*;
pub use scrud::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
pub use stacks::*;
pub use turn::*;
pub use victory::*;

/// Declares a group of settings and its draft, in which each setting may be omitted. A row has its documentation, its
/// type, and its default, which is the old behaviour.
/// A setting that was added after the first shares is marked `[later]`: see [`Rulebook::to_header_draft`](super::Rulebook::to_header_draft).
macro_rules! settings {
    ($(#[$doc:meta])* $Name:ident, $Draft:ident { $($(#[doc = $field_doc:literal])* $([$later:ident])? $field:ident: $Type:ty = $default:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Name { $($(#[doc = $field_doc])* pub $field: $Type),* }

        impl $Name {
            /// Each setting's name and description.
            pub const ABOUT: &'static [(&'static str, &'static str)] =
                &[$((stringify!($field), concat!($($field_doc),*))),*];

            pub(in crate::book) fn differing_settings(&self, other: &Self) -> Vec<crate::book::difference::DifferingSetting> {
                let all = [$(crate::book::difference::DifferingSetting::compare(stringify!($field), &self.$field, &other.$field)),*];
                all.into_iter().flatten().collect()
            }
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        #[doc = concat!("[`", stringify!($Name), "`] as in a file: omitted settings keep their value.")]
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $Draft {
            $($(#[doc = $field_doc])*
            #[serde(deserialize_with = "crate::book::settings::deserialize_some", serialize_with = "crate::book::settings::serialize_some", skip_serializing_if = "Option::is_none")]
            pub $field: Option<$Type>),*
        }

        impl $Draft {
            pub fn apply_to(self, base: &$Name) -> $Name {
                $Name { $($field: self.$field.unwrap_or_else(|| base.$field.clone())),* }
            }

            /// Omits settings marked `[later]` that have their default.
            pub(in crate::book) fn omit_later_defaults(&mut self) {
                $($(
                    let $later: $Type = $default;
                    self.$field.take_if(|given| *given == $later);
                )?)*
            }
        }

        impl From<&$Name> for $Draft {
            fn from(settings: &$Name) -> Self {
                Self { $($field: Some(settings.$field.clone())),* }
            }
        }
    };
}

/// Reads a setting that is in the file as given, even if it is itself an option and says `None`.
pub(super) fn deserialize_some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[allow(clippy::ref_option, reason = "the signature that serde asks for")]
pub(super) fn serialize_some<S: Serializer, T: Serialize>(
    setting: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    setting.as_ref().expect("settings that are not given are skipped").serialize(serializer)
}

mod clock;
mod ground;
mod march;
mod refit;
mod scrud;
mod stacks;
mod turn;
mod victory;

/// A group of settings: its field in a rulebook, its title, and the name and description of each setting.
pub type SettingsGroup = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The effect of a roll equal to the EDNA. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Equal")]
pub enum EqualRoll {
    Acts,
    /// The unit does not act. Its EDNA does not change, since the difference is 0.
    Halts,
}

/// How far EDNA scales each value of a unit, as a share: 0 not at all, 1 fully. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scales {
    #[serde(rename = "move")]
    pub movement: Share,
    pub fire: Share,
    pub range: Share,
    pub melee: Share,
}

/// EDNA lost outside tests. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wear {
    /// To enemy fire that costs no Strength Point.
    pub fire: u8,
    /// To a second change of orders in one turn.
    pub manoeuvre: u8,
}

settings! {
    /// EDNA. Source: RULES 1.
    Edna, EdnaDraft {
        /// The EDNA of a fresh unit, 1 to 200.
        start: u8 = 8,
        /// The dice of a test.
        dice: Dice = Dice(2, Die::D6),
        /// The effect of a roll equal to the EDNA: the unit `Acts` or `Halts`. Its EDNA does not change.
        equal: EqualRoll = EqualRoll::Acts,
        /// How far a unit's EDNA scales its numbers, each by a share of 0 to 1: `(move: 1, fire: 0.5, range: 0, melee: 1)`.
        scales: Scales = Scales::default(),
        /// How often a unit that fails to act may reroll its test, 0 to 20. The last total counts.
        rerolls: u8 = 0,
        /// EDNA lost without a test: to `fire` that costs no Strength Point, and to `manoeuvre`, a second change of orders in a turn.
        wear: Wear = Wear::default(),
    }
}

impl Edna {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(1..=200).contains(&self.start) {
            faults.push(Fault::at("start", format!("the starting EDNA must be 1 to 200, not {}", self.start)));
        }
        if !(1..=20).contains(&self.dice.0) {
            faults.push(Fault::at("dice", format!("a test takes 1 to 20 dice, not {}", self.dice.0)));
        }
        if self.rerolls > 20 {
            faults.push(Fault::at("rerolls", format!("a test may be rerolled 0 to 20 times, not {}", self.rerolls)));
        }
        faults
    }
}

/// A share between 0 and 1, written as a decimal and stored in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Share(u8);

impl Share {
    pub const WHOLE: Self = Self(100);

    pub const NONE: Self = Self(0);

    /// This share of a number, rounded up.
    pub fn portion_of(self, number: u32) -> u32 {
        let share = (u64::from(number) * u64::from(self.0)).div_ceil(100);
        u32::try_from(share).expect("no more than the number")
    }

    /// Multiplies this share of `allowance` by `now` ÷ `start` and leaves the rest, rounded up. Source: RULES 1.
    pub fn scale(self, allowance: u32, now: u32, start: u32) -> u32 {
        let start = start.max(1);
        let share = u64::from(self.0);
        let whole = u64::from(allowance) * ((100 - share) * u64::from(start) + share * u64::from(now.min(start)));
        u32::try_from(whole.div_ceil(100 * u64::from(start))).unwrap_or(allowance)
    }
}

impl TryFrom<f64> for Share {
    type Error = String;
    fn try_from(share: f64) -> Result<Self, String> {
        let hundredths = share * 100.0;
        if !(0.0..=100.0).contains(&hundredths) || (hundredths - hundredths.round()).abs() > 1e-9 {
            return Err(format!("a share must be 0 to 1 with at most two decimals, not {share}"));
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be 0 to 100")]
        Ok(Self(hundredths.round() as u8))
    }
}

impl From<Share> for f64 {
    fn from(share: Share) -> Self {
        f64::from(share.0) / 100.0
    }
}

/// When units take an EDNA test to see whether they obey. Source: RULES 1, 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "AskedFor")]
pub enum EdnaTestTiming {
    Nothing,
    Attacks,
}

settings! {
    /// The policy of `suggest` and `playtest`, which weighs orders in points. Source: RULES 8.
    Policy, PolicyDraft {
        /// Points for each Strength Point that the enemy is expected to lose, or each SCRUD defeat he is expected to suffer.
        inflict: u16 = 100,
        /// Points off for each Strength Point or SCRUD defeat that its own side is expected to suffer in the same fight.
        suffer: u16 = 80,
        /// Points for destroying a unit, times the chance of it.
        destroy: u16 = 50,
        /// Points for bringing the enemy to his Exhaustion Point, times the chance of it.
        exhaust: u16 = 200,
        /// The minimum chance of an attack to hit or win, in percent. Attacks below it are not suggested.
        least_chance: u8 = 10,
        /// Points for each area closer to the goal of a side: an objective that the enemy holds, else the nearest enemy.
        /// A side that holds more objectives than any other has no goal, except to bring its guns into range.
        advance: u16 = 15,
        /// Points for occupying an objective.
        objective: u16 = 60,
        /// Points off for each Strength Point that a unit is expected to lose to enemy fire in its area.
        danger: u16 = 10,
        /// The same for a frail unit, which makes it pull back.
        frail_danger: u16 = 150,
        /// A unit is frail when it has this fraction of its Strength Points left, or less.
        frail: (u16, u16) = (1, 4),
        /// A move must beat staying by at least this many points.
        least_gain: u16 = 5,
        /// The net cost of a phase or round, in points, at which a side leaves the fight.
        leave: u16 = 150,
        /// How many units a side brings to a combat for each enemy unit, when several of its stacks attack together.
        mass: u8 = 2,
        /// The range of fire without a map, in areas.
        range: u8 = 2,
        /// When units take an EDNA test to see whether they obey: for `Nothing`, or for `Attacks`.
        edna: EdnaTestTiming = EdnaTestTiming::Nothing,
        /// The minimum chance to act, in percent, at which a unit is tested.
        least_to_act: u8 = 5,
        /// In `playtest`: whether a side that can't continue, because it is exhausted or has no unit left that obeys, gives up
        /// the battle at the end of the turn. If no side can continue, none gives up.
        gives_up: bool = true,
        /// In `playtest`: if neither that nor objectives decide the winner, a side wins whose losses, in percent of its
        /// Strength Points, are lower than any other side's by at least this much.
        margin: u8 = 10,
        /// In `playtest`: a battle is called off after this many turns in a row without an attack or a move.
        quiet_turns: u8 = 2,
        /// In `playtest`: a battle ends undecided after this turn.
        last_turn: u16 = 60,
    }
}

impl Policy {
    pub fn is_frail(&self, now: u16, full: u16) -> bool {
        u32::from(now) * u32::from(self.frail.1) <= u32::from(full) * u32::from(self.frail.0)
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (field, chance) in
            [("least_chance", self.least_chance), ("least_to_act", self.least_to_act), ("margin", self.margin)]
        {
            if chance > 100 {
                faults.push(Fault::at(field, format!("a percentage must be 0 to 100, not {chance}")));
            }
        }
        let (part, whole) = self.frail;
        if whole == 0 || part > whole {
            let fault = Fault::at("frail", format!("({part}, {whole}) is not a fraction from 0 to 1"));
            faults.push(fault.with_hint("a quarter is `(1, 4)`"));
        }
        if self.range == 0 {
            faults.push(Fault::at("range", "the range must be at least 1 area"));
        }
        for (field, turns) in [("quiet_turns", self.quiet_turns.into()), ("last_turn", self.last_turn)] {
            if turns == 0 {
                faults.push(Fault::at(field, "a battle needs at least one turn"));
            }
        }
        faults
    }
}

/// Whether several tests may be rolled in parallel. Source: RULES 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parallel {
    Allowed,
    /// Allowed until a side objects. Then both sides roll tests in series for the rest of the battle.
    Objected,
}

settings! {
    /// Dice tests. Source: RULES 3.
    Tests, TestsDraft {
        /// Whether several tests may be rolled in parallel: `Allowed`; or `Objected`, until a side objects.
        parallel: Parallel = Parallel::Allowed,
        /// Whether dice that pass beyond what a test needs earn a bonus. If so, tests are rolled in series, since passing dice
        /// can't be counted in parallel.
        bonuses: bool = false,
    }
}

/// Why tests may not be rolled in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    BySide,
    /// Dice that pass earn bonuses, which cannot be counted in parallel.
    Bonuses,
}

impl Tests {
    pub fn objection(&self, objected: bool) -> Option<Objection> {
        match self {
            Self { bonuses: true, .. } => Some(Objection::Bonuses),
            Self { parallel: Parallel::Objected, .. } if objected => Some(Objection::BySide),
            Self { .. } => None,
        }
    }
}

/// The number of hits that a volley scores on a target. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hits {
    EachDouble,
    /// One, regardless of the number of doubles.
    AtMostOne,
}

/// The second double that beats cover, besides the one that hits. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OtherDouble {
    /// Any, including one of the same face.
    Any,
    OtherFace,
}

/// Who is hit when a volley hits a General and the troops with him. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GeneralHit {
    Both,
    /// A D6 decides: on 1 to 5 the troops, on 6 the General.
    D6,
}

settings! {
    /// Volleys. Source: RULES 4.5.
    Volleys, VolleysDraft {
        /// How many hits a volley scores on a target: one for `EachDouble`, or `AtMostOne` in all.
        hits: Hits = Hits::EachDouble,
        /// Which second double beats cover: `Any`, or one of an `OtherFace`.
        other_double: OtherDouble = OtherDouble::Any,
        /// Who is hit when a volley hits both a General and troops: `Both`; or `D6`, the troops on 1 to 5, the General on 6.
        general_hit: GeneralHit = GeneralHit::Both,
        /// Extra dice with a General in the attacker's area, 0 to 20.
        general_dice: u8 = 2,
    }
}

impl Volleys {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        if self.general_dice <= 20 {
            return Vec::new();
        }
        vec![Fault::at("general_dice", format!("a General must add 0 to 20 dice, not {}", self.general_dice))]
    }
}
