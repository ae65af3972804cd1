//! The settings of SCRUD. Source: RULES 2.

use crate::{dice::Face, fault::Fault};
use serde::{Deserialize, Serialize};

/// What dice beyond the end of the enemy's line do. Source: RULES 2.2, step 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extras {
    /// Each that scores more than the enemy's lowest unit die is another defeat of that unit.
    BeatLowest,
    Ignored,
    /// Each that scores more than half its number of sides is another defeat of the enemy's lowest unit die.
    OverHalf,
}

/// The effect of a defeat on the loser. Source: RULES 2.2, step 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Casualty {
    /// One grade down the ladder. Below its foot the unit is eliminated.
    Demote,
    LoseStrength(u16),
    PushBack,
    /// It leaves the combat, and on a map goes a step back.
    Retire,
    Eliminate,
    /// Like `Eliminate`; the log calls it a rout.
    Rout,
}

impl Casualty {
    /// Whether the loser only gives ground, which counts towards no elimination.
    pub fn only_gives_ground(self) -> bool {
        matches!(self, Self::PushBack | Self::Retire)
    }
}

/// The effects of a defeat by the difference of the scores, each from a least difference on:
/// `[(1, [PushBack]), (2, [Retire]), (3, [Demote, Retire]), (5, [Rout])]`. Below the first it is a stand-off.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EffectsByMargin(pub Vec<(u8, Vec<Casualty>)>);

impl EffectsByMargin {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The effects of a defeat by this difference.
    pub fn effects(&self, difference: i16) -> &[Casualty] {
        self.0.iter().rfind(|(from, _)| i16::from(*from) <= difference).map_or(&[], |(_, effects)| effects)
    }

    fn faults(&self, ties: Ties) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (at, (from, effects)) in self.0.iter().enumerate() {
            let path = format!("by_margin.{at}");
            if at > 0 && *from <= self.0[at - 1].0 {
                let what = format!("a difference of {from} stands behind one of {}", self.0[at - 1].0);
                faults.push(Fault::at(&path, what).with_hint("differences rise: `[(1, [PushBack]), (3, [Demote])]`"));
            }
            if *from == 0 && ties == Ties::Ignored {
                let fault = Fault::at(&path, "equal scores are ignored, so a difference of 0 never comes up");
                faults.push(fault.with_hint("`ties: Defender` gives them to the defender"));
            }
            if effects.contains(&Casualty::LoseStrength(0)) {
                faults.push(Fault::at(&path, "a defeat that costs 0 Strength Points does nothing"));
            }
        }
        faults
    }
}

/// Whether defeats left over from the last elimination carry over. Source: RULES 2.2, step 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Carry")]
pub enum DefeatCarry {
    /// Each phase starts at 0.
    PerPhase,
    /// From phase to phase of a combat.
    PerCombat,
    /// Through all combats of a battle.
    PerBattle,
}

/// Which unit is eliminated for the defeats of a side. Source: RULES 2.2, step 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Eliminates")]
pub enum EliminationRule {
    /// The unit with the lowest grade after the phase.
    LowestGrade,
    /// Among the surviving units that were beaten in the phase, the one with the lowest score. Without one, as
    /// `LowestGrade`.
    LowestBeaten,
}

/// What the bonus dice of a side are. Source: RULES 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BonusDice {
    Support,
    /// Full dice of the side. A beaten one is a defeat of the side's lowest-scoring unit die.
    Full,
}

/// Which aircraft air defence meets. Source: RULES 2.4, step 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AirDefence {
    /// The best air-defence die meets all of them.
    Best,
    /// Each air-defence die meets one, in the order in which they are written.
    OneEach,
}

/// The order of dice in a line. Source: RULES 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineUp {
    /// From highest to lowest score.
    Sorted,
    /// In the order of the roster, support last.
    AsRolled,
}

/// The effect of equal scores. Source: RULES 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ties {
    Ignored,
    Defender,
}

/// The number of dice of a unit. Source: RULES 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DicePer {
    Unit,
    StrengthPoint,
}

/// What a player types in for a die on the table. Source: RULES 2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HandDice {
    /// The face of an ordinary die, before the modifier.
    Natural,
    /// The score on a specialist SCRUD die, which has the modifier on its faces.
    Specialist,
}

/// How many of its dice each side may reroll after both have rolled. Source: RULES 2.3.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rerolls {
    /// The number of dice for each side and phase.
    pub dice: u8,
    /// Only dice with one of these faces; any face if empty.
    pub faces: Vec<Face>,
}

/// What happens to a unit that is pushed back and has no place to go. Source: RULES 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlockedPush {
    Stays,
    LoseStrength(u16),
}

settings! {
    /// SCRUD. Source: RULES 2.
    Scrud, ScrudDraft {
        /// What dice past the end of the enemy's line do: `BeatLowest`, each that scores more than the enemy's lowest unit die
        /// defeats it once more; `OverHalf`, each that scores more than half its sides does; `Ignored`, nothing.
        extras: Extras = Extras::BeatLowest,
        /// What a defeat does, one or more of: `Demote`, a grade down, and below the ladder eliminated; `LoseStrength(1)`, that many
        /// Strength Points; `PushBack`, it gives ground; `Retire`, it leaves the combat; `Eliminate`; `Rout`, eliminated and called a
        /// rout.
        defeat: Vec<Casualty> = vec![Casualty::Demote],
        /// How many defeats of a side eliminate one more of its units; `None`: no number does.
        eliminate_every: Option<u8> = Some(3),
        /// Which unit that is: `LowestGrade`, the one with the lowest grade; or `LowestBeaten`, the lowest score among those beaten in
        /// the phase.
        eliminates: EliminationRule = EliminationRule::LowestGrade,
        /// How long defeats left over from an elimination count: `PerPhase`, each phase starts at 0; `PerCombat`, through a
        /// combat; `PerBattle`, through the battle.
        carry: DefeatCarry = DefeatCarry::PerPhase,
        /// How many phases a combat has in a turn, 1 to 99.
        phases: u8 = 3,
        /// How dice line up: `Sorted`, from the highest score; or `AsRolled`, in the order of the roster, support last.
        line_up: LineUp = LineUp::Sorted,
        /// What equal scores mean: `Ignored`, nothing; or `Defender`, the defender wins them.
        ties: Ties = Ties::Ignored,
        /// Beaten by exactly 1 is a push-back only, and counts towards no elimination.
        margins: bool = false,
        /// What a defeat does by the difference of the scores, in place of `defeat` and `margins`: `[(1, [PushBack]), (3, [Demote])]`.
        [later] by_margin: EffectsByMargin = EffectsByMargin::default(),
        /// How many dice each side may throw again in a phase: `(dice: 1, faces: [1, 2])`; without `faces`, any face.
        rerolls: Rerolls = Rerolls::default(),
        /// What bonus dice are: `Support`, support dice; or `Full`, dice of the side, of which a beaten one is a defeat of the side's lowest-scoring
        /// unit.
        bonus_dice: BonusDice = BonusDice::Support,
        /// What air defence meets: `Best`, the best die all aircraft; or `OneEach`, each die one of them.
        air_defence: AirDefence = AirDefence::Best,
        /// How many dice a unit rolls: one a `Unit`, or one a `StrengthPoint`.
        dice_per: DicePer = DicePer::Unit,
        /// What you type for a die on the table: `Natural`, the face of an ordinary die; or `Specialist`, the score printed on a
        /// SCRUD die.
        hand_dice: HandDice = HandDice::Natural,
        /// What happens to a unit that is pushed back on a map and has no place to go: it `Stays`, or `LoseStrength(1)`.
        blocked_push: BlockedPush = BlockedPush::Stays,
    }
}

impl Scrud {
    /// Every effect that a defeat can have.
    pub fn all_effects(&self) -> impl Iterator<Item = Casualty> + '_ {
        self.defeat.iter().chain(self.by_margin.0.iter().flat_map(|(_, effects)| effects)).copied()
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = self.by_margin.faults(self.ties);
        if self.eliminate_every == Some(0) {
            let fault = Fault::at("eliminate_every", "every 0th defeat is no number of defeats");
            faults.push(fault.with_hint("`None` switches it off"));
        }
        if !(1..=99).contains(&self.phases) {
            faults.push(Fault::at("phases", format!("a combat has 1 to 99 phases in a turn, not {}", self.phases)));
        }
        if self.defeat.contains(&Casualty::LoseStrength(0)) {
            faults.push(Fault::at("defeat", "a defeat that costs 0 Strength Points does nothing"));
        }
        if self.blocked_push == BlockedPush::LoseStrength(0) {
            let fault = Fault::at("blocked_push", "a push-back that costs 0 Strength Points costs nothing");
            faults.push(fault.with_hint("that is `Stays`"));
        }
        faults
    }
}
