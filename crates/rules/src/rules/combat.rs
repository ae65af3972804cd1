//! SCRUD combats in a campaign: opening, fighting phases, joining and leaving. Source: RULES 2.2, 2.3.

mod opening;
mod participants;
mod phase;
mod roll;
mod support;

pub use participants::normalize_combat_order;

use super::{
    FORCES, Refusal, Resolver, RuleResult,
    refusal::CombatRefusal,
    scrud::{Phase, PhaseSide},
    support::SupportExchange,
};
use crate::{
    event::{CombatEnd, Driven, Event},
    order::{Order, WaitsFor},
    state::{PendingDecision, State, Unit, battle::Contingent},
};
use wardiary_base::{
    book::DicePer,
    dice::Owner,
    id::{BattleId, Id, SideId, StackId, UnitId},
    sides::BothSides,
};

#[derive(Clone, Debug, PartialEq)]
pub struct FoughtPhase {
    pub sides: BothSides<SideId>,
    /// The unit behind each troop.
    pub units: BothSides<Vec<UnitId>>,
    pub parties: BothSides<PhaseSide>,
    /// The supporting units of each side, even if they did not join the line.
    pub support: BothSides<Vec<UnitId>>,
    /// Support dice, and their effects on each other before the line-up.
    pub support_exchange: SupportExchange,
    pub phase: Phase,
    /// The phase of the combat, or the round of the Conflict.
    pub part: FightPart,
    /// Whether the phase is settled. If not, dice may still be rerolled.
    pub settled: bool,
    pub rerolled: bool,
}

/// The number of a phase within its fight. Source: RULES 2.3, 5.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightPart {
    /// A phase of a combat, from 1.
    Phase(u8),
    /// A round of a Conflict, from 1.
    Round(u32),
}

impl Default for FightPart {
    fn default() -> Self {
        Self::Phase(0)
    }
}

#[derive(Clone, Copy)]
struct PendingDie {
    owner: Owner,
    troop: Option<usize>,
    grade: wardiary_base::book::Grade,
}

impl State {
    /// The number of dice that a unit rolls in a combat. Source: RULES 2.3; 1 for the scaling by EDNA.
    pub(crate) fn combat_dice(&self, unit: &Unit) -> u32 {
        match self.book().scrud.dice_per {
            DicePer::Unit => 1,
            DicePer::StrengthPoint => {
                let melee = self.book().edna.scales.melee;
                let scaled = melee.scale(unit.strength.now.into(), unit.edna.now.into(), unit.edna.full.into());
                scaled.max(1)
            }
        }
    }

    /// Whether the rules use a unit's grade: it rolls a die of it.
    pub fn uses_grade(&self, unit: &Unit) -> bool {
        self.book().uses_line_up() && self.rolls_in_combat(unit)
    }

    pub fn rolls_in_combat(&self, unit: &Unit) -> bool {
        self.book().troop(&unit.kind).is_none_or(|t| t.fights)
    }
}

fn combat_number(at: usize) -> u16 {
    u16::try_from(at).expect("a turn has fewer combats than that")
}

impl Resolver<'_> {
    /// Refuses an order that touches a battle with a pending reroll decision, so that nothing changes under the dice.
    pub(super) fn check_nothing_awaited(&self, order: &Order) -> RuleResult {
        let units_of = |id: &Id| self.state.units_for_id(*id).into_iter().map(|u| u.id);
        let disturbed: Vec<UnitId> = match order.waits_for() {
            WaitsFor::Nothing => return Ok(()),
            WaitsFor::Units(units) => units,
            WaitsFor::Forces(who) => who.iter().flat_map(units_of).collect(),
            WaitsFor::BattleOf(battle) => {
                let battle = self.state.battle(battle);
                battle.into_iter().flat_map(|b| &b.contingents).flat_map(Contingent::units).collect()
            }
            WaitsFor::AllBattles => self.state.units().iter().map(|u| u.id).collect(),
        };
        for battle in self.state.open_battles() {
            let waits = matches!(battle.pending_decision(), Some(PendingDecision::Rerolls(..)));
            if waits && disturbed.iter().any(|u| battle.contingents.iter().any(|c| c.contains(*u))) {
                self.ready_battle(battle.id)?;
            }
        }
        Ok(())
    }

    /// The combat of `who`: battle, index and side. A unit that is only in a round of a Conflict gets the refusal
    /// `round`.
    fn combat_with(
        &self,
        who: Id,
        round: impl Fn(Option<StackId>) -> CombatRefusal,
    ) -> Result<(BattleId, usize, SideId), Refusal> {
        let side = self.state.side_of(who).ok_or_else(|| self.state.no_such(who, FORCES))?;
        let units = self.state.units_for_id(who);
        let in_combat = units.iter().filter_map(|u| Some((u, self.state.combat_of(u.id)?)));
        let (rounds, combats): (Vec<_>, Vec<_>) =
            in_combat.partition(|(_, (battle, at))| battle.combats[*at].conflict.is_some());
        match (combats.first(), rounds.first()) {
            (Some((_, (battle, at))), _) => Ok((battle.id, *at, side)),
            (None, Some((unit, _))) => {
                Err(round(unit.stack.filter(|stack| self.state.conflict_of(*stack).is_some())).into())
            }
            (None, None) => Err(CombatRefusal::NotInCombat { who }.into()),
        }
    }

    pub(super) fn withdraw(&mut self, who: Id) -> RuleResult {
        let (battle, at, side) = self.combat_with(who, |stack| CombatRefusal::NoWithdrawal { who, stack })?;
        let combat = &self.ready_battle(battle)?.combats[at];
        let own = combat.lines.iter().filter(|line| line.side == side).flat_map(|line| line.units.clone());
        let enemies = combat.lines.iter().filter(|line| line.side != side).flat_map(|line| line.units.clone());
        let (own, enemies): (Vec<UnitId>, Vec<UnitId>) = (own.collect(), enemies.collect());
        self.emit(Event::CombatEnded { battle, combat: combat_number(at), how: CombatEnd::Withdrew(side) });
        self.drive_from(&own, &enemies, Driven::Withdrew);
        self.close_empty_combats();
        Ok(())
    }
}
