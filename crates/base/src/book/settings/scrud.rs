//! The settings of SCRUD. Source: RULES 2.

use crate::{dice::Face, fault::Fault};
use serde::{Deserialize, Serialize};

/// The effect of dice beyond the end of the enemy's line. Source: RULES 2.2, step 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extras {
    /// Each die that scores more than the enemy's lowest unit die defeats that unit once more.
    BeatLowest,
    Ignored,
    /// Each die that scores more than half its number of sides defeats the enemy's lowest unit once more.
    OverHalf,
}

/// The effect of a defeat on the loser. Source: RULES 2.2, step 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Casualty {
    /// One grade down the ladder. A unit below the lowest grade is eliminated.
    Demote,
    LoseStrength(u16),
    PushBack,
    /// The unit leaves the combat, and on a map moves one area back.
    Retire,
    Eliminate,
    /// Like `Eliminate`; the log calls it a rout.
    Rout,
}

impl Casualty {
    /// Whether the loser only gives ground, which does not count towards an elimination.
    pub fn only_gives_ground(self) -> bool {
        matches!(self, Self::PushBack | Self::Retire)
    }
}

/// The effects of a defeat, each from a least difference of the scores on. A smaller difference is a stand-off.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EffectsByMargin(pub Vec<(u8, Vec<Casualty>)>);

impl EffectsByMargin {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn effects(&self, difference: i16) -> &[Casualty] {
        self.0.iter().rfind(|(from, _)| i16::from(*from) <= difference).map_or(&[], |(_, effects)| effects)
    }

    fn faults(&self, ties: Ties) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (at, (from, effects)) in self.0.iter().enumerate() {
            let path = format!("by_margin.{at}");
            if at > 0 && *from <= self.0[at - 1].0 {
                let what = format!("a difference of {from} comes after one of {}", self.0[at - 1].0);
                faults.push(
                    Fault::at(&path, what)
                        .with_hint("write differences in rising order: `[(1, [PushBack]), (3, [Demote])]`"),
                );
            }
            if *from == 0 && ties == Ties::Ignored {
                let fault = Fault::at(&path, "equal scores are ignored, so a difference of 0 never comes up");
                faults.push(fault.with_hint("with `ties: Defender` the defender wins them"));
            }
            if effects.contains(&Casualty::LoseStrength(0)) {
                faults.push(Fault::at(&path, "a defeat that costs 0 Strength Points has no effect"));
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

/// The role of a side's bonus dice. Source: RULES 2.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BonusDice {
    Support,
    /// Full dice of the side. A beaten bonus die is a defeat of the side's lowest-scoring unit die.
    Full,
}

/// Which aircraft air defence engages. Source: RULES 2.4, step 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AirDefence {
    /// The best air-defence die engages all aircraft.
    Best,
    /// Each air-defence die engages one aircraft, in the order in which they are written.
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

/// The value that a player types in for a die on the table. Source: RULES 2.1.
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
    pub dice: u8,
    /// Only dice with one of these faces; any face if empty.
    pub faces: Vec<Face>,
}

/// The effect on a unit that is pushed back but has nowhere to go. Source: RULES 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlockedPush {
    Stays,
    LoseStrength(u16),
}

settings! {
    /// SCRUD. Source: RULES 2.
    Scrud, ScrudDraft {
        /// The effect of extra dice, those beyond the end of the enemy's line: `BeatLowest`, each that scores more than the
        /// enemy's lowest unit die defeats that unit once more; `OverHalf`, each that scores more than half the sides of its die
        /// defeats it; `Ignored`, they do nothing.
        extras: Extras = Extras::BeatLowest,
        /// The effects of a defeat, one or more of: `Demote`, a grade down, and below the ladder eliminated; `LoseStrength(1)`, that many
        /// Strength Points; `PushBack`, it gives ground; `Retire`, it leaves the combat; `Eliminate`; `Rout`, eliminated and called a
        /// rout.
        defeat: Vec<Casualty> = vec![Casualty::Demote],
        /// How many defeats of a side eliminate one more of its units; `None`: no number does.
        eliminate_every: Option<u8> = Some(3),
        /// Which unit that is: `LowestGrade`, the one with the lowest grade; or `LowestBeaten`, the lowest score among those beaten in
        /// the phase.
        eliminates: EliminationRule = EliminationRule::LowestGrade,
        /// How long defeats left over from an elimination count: `PerPhase`, each phase starts at 0; `PerCombat`, to the end of
        /// the combat; `PerBattle`, to the end of the battle.
        carry: DefeatCarry = DefeatCarry::PerPhase,
        /// The number of phases of a combat in a turn, 1 to 99.
        phases: u8 = 3,
        /// How dice line up: `Sorted`, from the highest score; or `AsRolled`, in the order of the roster, support last.
        line_up: LineUp = LineUp::Sorted,
        /// The effect of equal scores: `Ignored`, none; or `Defender`, the defender wins.
        ties: Ties = Ties::Ignored,
        /// Whether a defeat by exactly 1 is only a push-back, which does not count towards an elimination.
        margins: bool = false,
        /// The effects of a defeat by the difference of the scores, instead of `defeat` and `margins`: `[(1, [PushBack]), (3, [Demote])]`.
        [later] by_margin: EffectsByMargin = EffectsByMargin::default(),
        /// How many dice each side may reroll in a phase: `(dice: 1, faces: [1, 2])`; without `faces`, any face.
        rerolls: Rerolls = Rerolls::default(),
        /// The kind of bonus dice: `Support`, support dice; or `Full`, dice of the side, of which a beaten one is a defeat of the side's lowest-scoring
        /// unit.
        bonus_dice: BonusDice = BonusDice::Support,
        /// Which aircraft air defence engages: `Best`, the best die engages all; or `OneEach`, each die engages one.
        air_defence: AirDefence = AirDefence::Best,
        /// How many dice a unit rolls: one per `Unit`, or one per `StrengthPoint`.
        dice_per: DicePer = DicePer::Unit,
        /// The value you type for a die on the table: `Natural`, the face of an ordinary die; or `Specialist`, the score printed on a
        /// SCRUD die.
        hand_dice: HandDice = HandDice::Natural,
        /// The effect on a unit that is pushed back on a map but has nowhere to go: it `Stays`, or `LoseStrength(1)`.
        blocked_push: BlockedPush = BlockedPush::Stays,
    }
}

impl Scrud {
    pub fn all_effects(&self) -> impl Iterator<Item = Casualty> + '_ {
        self.defeat.iter().chain(self.by_margin.0.iter().flat_map(|(_, effects)| effects)).copied()
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = self.by_margin.faults(self.ties);
        if self.eliminate_every == Some(0) {
            let fault = Fault::at("eliminate_every", "the number of defeats must be at least 1");
            faults.push(fault.with_hint("`None` switches it off"));
        }
        if !(1..=99).contains(&self.phases) {
            faults.push(Fault::at("phases", format!("a combat has 1 to 99 phases in a turn, not {}", self.phases)));
        }
        if self.defeat.contains(&Casualty::LoseStrength(0)) {
            faults.push(Fault::at("defeat", "a defeat that costs 0 Strength Points has no effect"));
        }
        if self.blocked_push == BlockedPush::LoseStrength(0) {
            let fault = Fault::at("blocked_push", "a push-back that costs 0 Strength Points has no effect");
            faults.push(fault.with_hint("write `Stays` instead"));
        }
        faults
    }
}
