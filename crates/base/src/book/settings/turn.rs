//! The settings of the turn and of exhaustion. Source: RULES 4.2, 4.3.

use crate::{fault::Fault, text::Text};
use serde::{Deserialize, Serialize};

/// One phase of a turn. Source: RULES 4.3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TurnPhase {
    /// Each side rolls; the higher chooses who goes first.
    Initiative,
    /// The sides act in turn as the text describes, the first side first.
    EachSide(Text),
    /// All sides act at once as the text describes.
    Together(Text),
    /// All sides act at once as the text describes, and Conflicts fight their rounds. In a turn without such a phase,
    /// rounds are fought in the `Together` phases.
    Rounds(Text),
    /// Each side checks for exhaustion.
    Exhaustion,
}

/// Whether the sequence is enforced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnOrder {
    /// The sequence is only shown. Every order is allowed at any time.
    Free,
    /// A side may open a fight only when it is its turn to act.
    Strict,
}

/// How often a unit attacks in a turn, if turns are used. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Attacks {
    /// Once in any way: a unit that fired can't open a combat, and vice versa.
    OncePerTurn,
    /// One volley, plus one combat that its side opened or the rounds of one Conflict.
    OncePerKind,
    Free,
}

settings! {
    /// The sequence of a turn. Source: RULES 4.3.
    Turn, TurnDraft {
        /// The phases, in order: `Initiative`, each side rolls; `EachSide("moves")`, the sides act in turn; `Together("fire")`, all act at
        /// once; `Rounds("melee")`, the same, and Conflicts fight their rounds; `Exhaustion`, each side checks for it.
        phases: Vec<TurnPhase> = vec![
            TurnPhase::Initiative,
            TurnPhase::EachSide("moves and fights".into()),
            TurnPhase::Exhaustion,
        ],
        /// Whether the sequence is enforced: `Free`, it is only shown; or `Strict`, a side attacks only when it is its turn to act.
        order: TurnOrder = TurnOrder::Free,
        /// How often a unit may attack in a turn: `OncePerTurn` in any way, `OncePerKind` (a volley and a combat), or `Free`. An attack is a volley, a combat with all its phases,
        /// a round of a Conflict that either side opened, or being committed to a combat of its own side. Being attacked does not count.
        attacks: Attacks = Attacks::OncePerKind,
    }
}

impl TurnPhase {
    pub fn sides_act(&self) -> bool {
        matches!(self, Self::EachSide(_) | Self::Together(_) | Self::Rounds(_))
    }

    pub fn name(&self) -> String {
        match self {
            Self::Initiative => "initiative".into(),
            Self::Exhaustion => "exhaustion".into(),
            Self::EachSide(what) | Self::Together(what) | Self::Rounds(what) => what.to_string(),
        }
    }
}

impl Turn {
    /// Whether Conflicts fight their rounds in this phase: the `Rounds` phases, or without any, the `Together` phases.
    /// Source: RULES 5.8.
    pub fn has_rounds(&self, phase: &TurnPhase) -> bool {
        let named = || self.phases.iter().any(|phase| matches!(phase, TurnPhase::Rounds(_)));
        match phase {
            TurnPhase::Rounds(_) => true,
            TurnPhase::Together(_) => !named(),
            TurnPhase::Initiative | TurnPhase::EachSide(_) | TurnPhase::Exhaustion => false,
        }
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        if !self.phases.iter().any(TurnPhase::sides_act) {
            let fault = Fault::at("phases", "no side ever acts in this turn sequence");
            return vec![fault.with_hint("add a phase such as `EachSide(\"moves and fights\")`")];
        }
        if self.phases.len() > 50 {
            return vec![Fault::at("phases", "a turn has at most 50 phases")];
        }
        Vec::new()
    }
}

/// When a side that has lost its Exhaustion Point becomes exhausted. Source: RULES 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExhaustedFrom {
    /// At the check at the end of the turn.
    EndOfTurn,
    AtOnce,
}

/// The orders of an exhausted side in a fight that the enemy opened. Source: RULES 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExhaustedMay {
    /// It strikes back when struck, and does nothing else.
    Defend,
    /// It orders phases and rounds of the fight, commits reserves to it and joins it.
    Press,
}

settings! {
    /// Exhaustion. Source: RULES 4.2.
    Exhaustion, ExhaustionDraft {
        /// The fraction of its initial Strength Points that a side can lose; the Exhaustion Point is rounded up.
        fraction: (u16, u16) = (1, 2),
        /// When a side becomes exhausted: at the check at the `EndOfTurn`, or `AtOnce`.
        exhausted_from: ExhaustedFrom = ExhaustedFrom::EndOfTurn,
        /// The options of an exhausted side in a fight that the enemy opened: `Defend`, strike back when struck; or `Press`, order
        /// phases and rounds, commit reserves and join.
        [later] exhausted_may: ExhaustedMay = ExhaustedMay::Press,
        /// Whether the strength and losses of reinforcements count.
        reinforcements_count: bool = false,
    }
}

impl Exhaustion {
    pub fn point(&self, initial: u32) -> u32 {
        let (part, whole) = (u64::from(self.fraction.0), u64::from(self.fraction.1.max(1)));
        u32::try_from((u64::from(initial) * part).div_ceil(whole)).unwrap_or(u32::MAX)
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let (part, whole) = self.fraction;
        if part == 0 || whole == 0 || part > whole {
            let what = format!("({part}, {whole}) is not a fraction above 0 and up to 1");
            return vec![Fault::at("fraction", what).with_hint("a half is `(1, 2)`")];
        }
        Vec::new()
    }
}
