//! The settings of each mechanism, with the defaults of RULES.md.

use super::Fault;
use crate::dice::{Dice, Die, Face};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A group of settings, and its draft in which each may be left out: one declaration for both.
macro_rules! settings {
    ($(#[$doc:meta])* $Name:ident, $Draft:ident { $($(#[doc = $field_doc:literal])* $field:ident: $Type:ty = $default:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Name { $($(#[doc = $field_doc])* pub $field: $Type),* }

        impl $Name {
            /// Each setting's name, and what it means.
            pub const ABOUT: &'static [(&'static str, &'static str)] =
                &[$((stringify!($field), concat!($($field_doc),*))),*];
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        #[doc = concat!("[`", stringify!($Name), "`] as a file has it: what is left out stays as it was.")]
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $Draft {
            $($(#[doc = $field_doc])*
            #[serde(deserialize_with = "given", serialize_with = "plain", skip_serializing_if = "Option::is_none")]
            pub $field: Option<$Type>),*
        }

        impl $Draft {
            /// These settings, laid over `base`.
            #[must_use]
            pub fn over(self, base: &$Name) -> $Name {
                $Name { $($field: self.$field.unwrap_or_else(|| base.$field.clone())),* }
            }
        }

        impl From<&$Name> for $Draft {
            fn from(settings: &$Name) -> Self {
                Self { $($field: Some(settings.$field.clone())),* }
            }
        }
    };
}

/// A setting that stands in the file is given, even where it is itself an option that says `None`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[allow(clippy::ref_option, reason = "the signature that serde asks for")]
fn plain<S: Serializer, T: Serialize>(setting: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    setting.as_ref().expect("settings that are not given are skipped").serialize(serializer)
}

/// What becomes of the dice past the end of the enemy's line. Source: RULES 2.2, step 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extras {
    /// Each that scores more than the enemy's lowest unit die is one more defeat of it.
    BeatLowest,
    /// They do nothing.
    Ignored,
    /// Each that scores more than half its die's sides is one more defeat of the enemy's lowest unit die.
    OverHalf,
}

/// What a defeat does to the loser. Source: RULES 2.2, step 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Casualty {
    /// One grade down the ladder; below its foot the unit is eliminated.
    Demote,
    /// So many Strength Points lost.
    LoseStrength(u16),
    /// Pushed back.
    PushBack,
    /// Gone.
    Eliminate,
}

/// Whether defeats left over from the last elimination are counted on. Source: RULES 2.2, step 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Carry {
    /// Each phase counts anew.
    PerPhase,
    /// Counted on from phase to phase of a combat.
    PerCombat,
    /// Counted on through all of a battle's combats.
    PerBattle,
}

/// How the lines are made. Source: RULES 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineUp {
    /// From the highest score to the lowest.
    Sorted,
    /// In the order of the roster, support last.
    AsRolled,
}

/// What equal scores mean. Source: RULES 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ties {
    /// Nothing.
    Ignored,
    /// The side that was attacked wins.
    Defender,
}

/// How many dice a unit rolls. Source: RULES 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DicePer {
    /// One.
    Unit,
    /// One for each Strength Point.
    StrengthPoint,
}

/// What a player types in for a die on the table. Source: RULES 2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HandDice {
    /// The face of an ordinary die, before the modifier.
    Natural,
    /// The score that a specialist SCRUD die shows, with the modifier on its faces.
    Specialist,
}

/// How many of its dice each side may throw again after both have rolled. Source: RULES 2.3.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rerolls {
    /// So many dice a side a phase.
    pub dice: u8,
    /// Only those that show one of these faces; any, where none is named.
    pub faces: Vec<Face>,
}

settings! {
    /// SCRUD. Source: RULES 2.
    Scrud, ScrudDraft {
        /// Dice past the end of the enemy's line.
        extras: Extras = Extras::BeatLowest,
        /// What a defeat does.
        defeat: Vec<Casualty> = vec![Casualty::Demote],
        /// Every so-many-th defeat a side suffers eliminates one more of its units.
        eliminate_every: Option<u8> = Some(3),
        /// Whether defeats left over are counted on.
        carry: Carry = Carry::PerPhase,
        /// How many phases a combat has in a turn, 1 to 99.
        phases: u8 = 3,
        /// How the lines are made.
        line_up: LineUp = LineUp::Sorted,
        /// What equal scores mean.
        ties: Ties = Ties::Ignored,
        /// Beaten by exactly 1 is a push-back only.
        margins: bool = false,
        /// Dice that may be thrown again.
        rerolls: Rerolls = Rerolls::default(),
        /// How many dice a unit rolls.
        dice_per: DicePer = DicePer::Unit,
        /// What is typed in for a die on the table.
        hand_dice: HandDice = HandDice::Natural,
    }
}

impl Scrud {
    pub(super) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.eliminate_every == Some(0) {
            let fault = Fault::at("eliminate_every", "every 0th defeat is no number of defeats");
            faults.push(fault.hint("`None` switches it off"));
        }
        if !(1..=99).contains(&self.phases) {
            faults.push(Fault::at("phases", format!("a combat has 1 to 99 phases in a turn, not {}", self.phases)));
        }
        if self.defeat.contains(&Casualty::LoseStrength(0)) {
            faults.push(Fault::at("defeat", "a defeat that costs 0 Strength Points does nothing"));
        }
        faults
    }
}

/// What a roll equal to the EDNA means. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Equal {
    /// The unit acts.
    Acts,
    /// It does not act; its EDNA stays, since the difference is nothing.
    Halts,
}

/// Which of a unit's numbers its EDNA scales, each by a share in hundredths: 0 not at all, 100 wholly. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scales {
    /// How far it moves.
    #[serde(rename = "move")]
    pub movement: Share,
    /// How many dice it fires.
    pub fire: Share,
    /// How many dice it rolls in close combat.
    pub melee: Share,
}

/// A share between 0 and 1, written as a decimal and kept in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Share(u8);

impl Share {
    /// A share of so many hundredths, 100 at the most.
    #[must_use]
    pub fn hundredths(n: u8) -> Self {
        Self(n.min(100))
    }

    /// `allowance`, with this share of it multiplied by `now` ÷ `start`, rounded up. Source: RULES 1.
    #[must_use]
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
            return Err(format!("a share is 0 to 1 in hundredths, not {share}"));
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

/// EDNA lost otherwise than by a test. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wear {
    /// To enemy fire that takes no Strength Point.
    pub fire: u8,
    /// To a second change of orders in a turn.
    pub manoeuvre: u8,
}

settings! {
    /// EDNA. Source: RULES 1.
    Edna, EdnaDraft {
        /// What a fresh unit has, 1 to 200.
        start: u8 = 8,
        /// What is thrown in a test.
        dice: Dice = Dice(2, Die::D6),
        /// What a roll equal to the EDNA means.
        equal: Equal = Equal::Acts,
        /// Which of a unit's numbers its EDNA scales.
        scales: Scales = Scales::default(),
        /// EDNA lost otherwise than by a test.
        wear: Wear = Wear::default(),
    }
}

impl Edna {
    pub(super) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(1..=200).contains(&self.start) {
            faults.push(Fault::at("start", format!("an EDNA starts at 1 to 200, not {}", self.start)));
        }
        if !(1..=20).contains(&self.dice.0) {
            faults.push(Fault::at("dice", format!("a test takes 1 to 20 dice, not {}", self.dice.0)));
        }
        faults
    }
}

/// When a side that has lost its Exhaustion Point becomes exhausted. Source: RULES 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExhaustedFrom {
    /// At the check that ends the turn.
    EndOfTurn,
    /// With the loss itself.
    AtOnce,
}

settings! {
    /// Exhaustion. Source: RULES 4.2.
    Exhaustion, ExhaustionDraft {
        /// The share of its first Strength Points that a side can lose, as a fraction; the point is rounded up.
        fraction: (u16, u16) = (1, 2),
        /// When it takes hold.
        exhausted_from: ExhaustedFrom = ExhaustedFrom::EndOfTurn,
        /// Whether reinforcements' strength and losses count.
        reinforcements_count: bool = false,
    }
}

impl Exhaustion {
    /// The Exhaustion Point of a side that brought so many Strength Points, rounded up.
    #[must_use]
    pub fn point(&self, initial: u32) -> u32 {
        let (part, whole) = (u64::from(self.fraction.0), u64::from(self.fraction.1.max(1)));
        u32::try_from((u64::from(initial) * part).div_ceil(whole)).unwrap_or(u32::MAX)
    }

    pub(super) fn faults(&self) -> Vec<Fault> {
        let (part, whole) = self.fraction;
        if part == 0 || whole == 0 || part > whole {
            let what = format!("({part}, {whole}) is no fraction above 0 and up to 1");
            return vec![Fault::at("fraction", what).hint("a half is `(1, 2)`")];
        }
        Vec::new()
    }
}

/// One phase of a turn. Source: RULES 4.3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TurnPhase {
    /// Each side rolls; the higher chooses who goes first.
    Initiative,
    /// Each side in turn does what the text says, the first side first.
    EachSide(String),
    /// All sides at once do what the text says.
    Together(String),
    /// Each side checks its exhaustion.
    Exhaustion,
}

/// Whether the sequence is enforced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnOrder {
    /// It is shown, and anything may be done at any time.
    Free,
    /// A side opens a fight only while it is its turn to act.
    Strict,
}

settings! {
    /// The sequence of a turn. Source: RULES 4.3.
    Turn, TurnDraft {
        /// The phases, in their order; at least one in which sides act.
        phases: Vec<TurnPhase> = vec![
            TurnPhase::Initiative,
            TurnPhase::EachSide("moves and fights".into()),
            TurnPhase::Exhaustion,
        ],
        /// Whether they are enforced.
        order: TurnOrder = TurnOrder::Free,
    }
}

impl Turn {
    pub(super) fn faults(&self) -> Vec<Fault> {
        let acts = |phase: &TurnPhase| matches!(phase, TurnPhase::EachSide(_) | TurnPhase::Together(_));
        if !self.phases.iter().any(acts) {
            let fault = Fault::at("phases", "nobody ever acts in this turn sequence");
            return vec![fault.hint("`EachSide(\"moves and fights\")`")];
        }
        if self.phases.len() > 50 {
            return vec![Fault::at("phases", "a turn has at most 50 phases")];
        }
        Vec::new()
    }
}

/// In which order units fill the Square. Source: RULES 5.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SquareOrder {
    /// By their Value.
    Value,
    /// By Strength Points, then grade, then EDNA, for units without the numbers that Value is made of.
    Strength,
}

settings! {
    /// The Square. Source: RULES 5.1.
    Square, SquareDraft {
        /// In which order units fill it.
        order: SquareOrder = SquareOrder::Strength,
    }
}

// ---- dice tests and volleys
mod volley;
pub use volley::{GeneralHit, Hits, Objection, OtherDouble, Parallel, Tests, TestsDraft, Volleys, VolleysDraft};
// ---- stacks

/// How the attack and defense power of a stack is made of its units'. Source: RULES 5.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Power {
    /// The mean of its units'.
    Mean,
    /// Their total, divided by the Square's width.
    PerEdge,
}

/// How a blow in a Conflict lands. Source: RULES 5.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Blows {
    /// By a D20, stack by stack.
    D20,
    /// A round is a SCRUD phase between the stacks.
    Scrud,
}

settings! {
    /// Stacks and their Conflicts. Source: RULES 5.4, 5.8.
    Stacks, StacksDraft {
        /// How a stack's AP and DP are made of its units'.
        power: Power = Power::Mean,
        /// The least that melee on a Side takes off AP and DP; on the Back it is twice that. 0 to 20.
        edge_minimum: u8 = 1,
        /// How a blow lands.
        blows: Blows = Blows::D20,
        /// A D20 with the attacker's AP hits on this much and the defender's DP, 1 to 100.
        hit: u8 = 11,
        /// The least damage of a hit, 0 to 20.
        least_damage: u8 = 1,
        /// How many rounds of a Conflict are fought in a turn, where turns are used; None: as many as are ordered.
        rounds_a_turn: Option<u8> = None,
    }
}

impl Stacks {
    pub(super) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.edge_minimum > 20 {
            faults.push(Fault::at("edge_minimum", format!("it is 0 to 20, not {}", self.edge_minimum)));
        }
        if !(1..=100).contains(&self.hit) {
            faults.push(Fault::at("hit", format!("a blow hits on 1 to 100, not {}", self.hit)));
        }
        if self.rounds_a_turn == Some(0) {
            let fault = Fault::at("rounds_a_turn", "a Conflict of no rounds is none");
            faults.push(fault.hint("`None` leaves it to the players"));
        }
        if self.least_damage > 20 {
            faults.push(Fault::at("least_damage", format!("it is 0 to 20, not {}", self.least_damage)));
        }
        faults
    }
}
