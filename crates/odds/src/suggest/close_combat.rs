//! SCRUD combats: open, continue, leave. Source: RULES 2.3, 8.

use super::{
    Adviser, SuggestedOrder,
    phrases::{PhaseOdds, capitalized, mean_text, percent},
    rounded,
};
use crate::odds::forecast;
use wardiary_base::{
    book::Mechanism,
    id::{Id, StackId, UnitId},
    sides::CombatSide,
};
use wardiary_rules::{
    order::{Force, Order},
    rules::refusal::Attack,
    state::{Combat, Unit},
};

/// Extra points for what is under way, so that it is listed before anything new.
pub(super) const UNDER_WAY_BONUS: f64 = 50.0;

/// Units that fight together: a stack's, or those without a stack.
struct FightingGroup<'a> {
    stack: Option<StackId>,
    units: Vec<&'a Unit>,
}

impl Adviser<'_> {
    pub(super) fn proposals_under_way(&mut self) -> Vec<SuggestedOrder> {
        let battle = self.battle;
        let open = battle.combats.iter().filter(|c| c.ended.is_none() && c.conflict.is_none());
        let mut all: Vec<SuggestedOrder> = open.filter_map(|combat| self.open_combat_proposal(combat)).collect();
        all.extend(self.round_proposals());
        all
    }

    fn open_combat_proposal(&mut self, combat: &Combat) -> Option<SuggestedOrder> {
        let own = CombatSide::BOTH.into_iter().find(|side| combat.lines[*side].side == self.side)?;
        let line = |side: CombatSide| self.state.remaining_in(&combat.lines[side]);
        let (who, enemies) = (line(own), line(own.opponent()));
        let (first, enemy) = (*who.first()?, *enemies.first()?);
        let order = Order::Scrud { first: Force::new(who), second: Force::new(enemies) };
        // The odds list the side that opened the combat first.
        let turned = |odds: PhaseOdds| if own == CombatSide::First { odds } else { odds.swapped() };
        let odds = self.phase_odds(&order).filter(|_| self.state.may_order_phase(self.battle, combat, own)).map(turned);
        let phase = combat.phases_fought + 1;
        let most = self.state.book().scrud.phases;
        let against = format!("phase {phase} of {most} against {}", self.state.name(self.state.side_of(enemy)?));
        let odds = odds?;
        let worth = self.net_points(odds.defeats.second, odds.defeats.first);
        let goes_on = worth > 0.0 && self.is_likely(odds.wins.first);
        // If this side does not continue, the enemy may order the next phase.
        let leaves = -worth > f64::from(self.policy.leave);
        let odds_sentence = odds_text(&odds);
        let (order, reason, points) = match (goes_on, leaves) {
            (true, _) => (order, format!("{against}: {odds_sentence}"), worth),
            (false, true) => {
                (Order::Withdraw { who: first }, format!("leave the combat before {against}: {odds_sentence}"), -worth)
            }
            (false, false) => return None,
        };
        Some(SuggestedOrder {
            order,
            who: Some(first),
            reason: capitalized(reason),
            score: rounded(points + UNDER_WAY_BONUS),
        })
    }

    pub(super) fn phase_odds(&mut self, order: &Order) -> Option<PhaseOdds> {
        let engagement = forecast::engagement_of(self.state, order)?;
        self.cache.phase(self.state.book(), engagement)
    }

    /// Proposes to open combats: one stack against one, and several against one.
    pub(super) fn new_combat_proposals(&mut self) -> Vec<SuggestedOrder> {
        if !self.uses(Mechanism::Scrud) || self.battle.is_exhausted(self.side) {
            return Vec::new();
        }
        let own: Vec<&Unit> = self.own_units().into_iter().filter(|unit| self.can_open_combat(unit)).collect();
        let enemies: Vec<&Unit> = self.enemy_units().into_iter().filter(|unit| self.can_be_in_combat(unit)).collect();
        let (own, enemies) = (groups(own), groups(enemies));
        let mut all = Vec::new();
        for enemy in &enemies {
            for group in &own {
                all.extend(self.new_combat_proposal(&[group], enemy));
            }
            // Combine groups in roster order, up to the policy's `mass`.
            let most = enemy.units.len() * usize::from(self.policy.mass);
            let mut together: Vec<&FightingGroup> = Vec::new();
            for group in &own {
                let units: usize = together.iter().map(|group| group.units.len()).sum();
                if units + group.units.len() <= most {
                    together.push(group);
                }
            }
            if together.len() > 1 {
                all.extend(self.new_combat_proposal(&together, enemy));
            }
        }
        all
    }

    fn can_open_combat(&self, unit: &Unit) -> bool {
        let state = self.state;
        self.can_be_in_combat(unit)
            && !unit.is_ineffective()
            && state.attack_refusal(unit.id, Attack::Combat).is_none()
            && state.attack_after_move_refusal(unit.id, None).is_none()
    }

    /// Whether a unit can be in a combat. Stacks with numbers meet in Conflicts instead.
    fn can_be_in_combat(&self, unit: &Unit) -> bool {
        let in_conflict = unit.stack.is_some_and(|stack| self.state.conflict_of(stack).is_some());
        self.state.rolls_in_combat(unit)
            && self.state.combat_of(unit.id).is_none()
            && !in_conflict
            && !(self.uses(Mechanism::Stacks) && unit.stats.is_some() && unit.stack.is_some())
    }

    fn new_combat_proposal(&mut self, own: &[&FightingGroup], enemy: &FightingGroup) -> Option<SuggestedOrder> {
        let both = |group: &FightingGroup, others: &[&Unit]| -> Vec<Id> {
            let near = group.units.iter().filter(|unit| others.iter().any(|other| self.are_close(unit, other)));
            let near: Vec<UnitId> = near.map(|unit| unit.id).collect();
            let whole = near.len() == group.units.len() && self.is_whole_stack(group);
            match group.stack.filter(|_| whole) {
                Some(stack) => vec![stack.into()],
                None => near.into_iter().map(Id::from).collect(),
            }
        };
        let all_own: Vec<&Unit> = own.iter().flat_map(|group| group.units.iter().copied()).collect();
        let first: Vec<Id> = own.iter().flat_map(|group| both(group, &enemy.units)).collect();
        let second = both(enemy, &all_own);
        let who = *first.first().filter(|_| !second.is_empty())?;
        let order = Order::Scrud { first: Force::new(first), second: Force::new(second) };
        let odds = self.phase_odds(&order)?;
        let worth = self.net_points(odds.defeats.second, odds.defeats.first);
        (worth > 0.0 && self.is_likely(odds.wins.first)).then(|| SuggestedOrder {
            order,
            who: Some(who),
            reason: capitalized(odds_text(&odds)),
            // Per stack used, since each of them could attack elsewhere.
            score: rounded(worth / group_count(own)),
        })
    }

    /// Whether the group contains all units of its stack that roll dice.
    fn is_whole_stack(&self, group: &FightingGroup) -> bool {
        let rolling = |stack: StackId| self.state.units_of_stack(stack).filter(|unit| self.state.rolls_in_combat(unit));
        group.stack.is_some_and(|stack| rolling(stack).count() == group.units.len())
    }

    /// Whether two units are close enough for close combat: on a map, adjacent, or within the rulebook's `reach`.
    pub(super) fn are_close(&self, unit: &Unit, other: &Unit) -> bool {
        let place = |unit: &Unit| self.state.place_in_battle(unit.id);
        let (Some(from), Some(to)) = (place(unit), place(other)) else { return true };
        let Some(map) = self.state.map(from.map) else { return true };
        let reach = self.state.book().ground.reach.unwrap_or(1);
        map.ground.grid().distance(from.cell, to.cell) <= u32::from(reach)
    }
}

/// Groups units by stack; those without a stack form one group.
fn groups(units: Vec<&Unit>) -> Vec<FightingGroup<'_>> {
    let mut groups: Vec<FightingGroup> = Vec::new();
    for unit in units {
        match groups.iter_mut().find(|group| group.stack == unit.stack) {
            Some(group) => group.units.push(unit),
            None => groups.push(FightingGroup { stack: unit.stack, units: vec![unit] }),
        }
    }
    groups
}

/// `62% to win, 20% to lose; 2.1 defeats inflicted and 0.8 suffered on average`
fn odds_text(odds: &PhaseOdds) -> String {
    let about = if odds.exact { "" } else { "about " };
    let (inflicted, suffered) = (mean_text(odds.defeats.second), mean_text(odds.defeats.first));
    let (wins, loses) = (percent(odds.wins.first), percent(odds.wins.second));
    format!(
        "{about}{wins} to win the phase, {loses} to lose it; {inflicted} defeats inflicted and {suffered} suffered on average"
    )
}

fn group_count(groups: &[&FightingGroup]) -> f64 {
    f64::from(u32::try_from(groups.len()).unwrap_or(u32::MAX))
}
