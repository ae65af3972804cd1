//! SCRUD combats: open, continue, leave. Source: RULES 2.3, 8.

use super::{
    Adviser, SuggestedOrder,
    phrases::{PhaseOdds, capitalized, mean_text, percent},
    rounded,
};
use crate::odds::forecast;
use std::collections::BTreeSet;
use wardiary_base::{
    book::Mechanism,
    id::{Id, StackId, UnitId},
    sides::CombatSide,
};
use wardiary_rules::{
    order::{Force, Order, Support},
    rules::{self, Attack, Step},
    state::{Combat, State, Unit},
};

/// Extra points for what is under way, so that it is listed before anything new.
pub(super) const UNDER_WAY_BONUS: f64 = 50.0;

/// Maximum number of reserves weighed for a combat.
const MAX_RESERVES: usize = 4;

/// Units that fight together: a stack's, or those without a stack.
struct FightingGroup<'a> {
    stack: Option<StackId>,
    units: Vec<&'a Unit>,
    /// Its guns and aircraft, which support it from behind the line.
    support: Vec<UnitId>,
}

impl<'a> Adviser<'a> {
    pub(super) fn proposals_under_way(&mut self) -> Vec<SuggestedOrder> {
        let battle = self.battle;
        let open = battle.combats.iter().filter(|c| c.ended.is_none() && c.conflict.is_none());
        let open: Vec<&Combat> = open.collect();
        let mut all: Vec<SuggestedOrder> = open.iter().filter_map(|combat| self.open_combat_proposal(combat)).collect();
        all.extend(open.into_iter().flat_map(|combat| self.commit_proposals(combat)));
        all.extend(self.round_proposals());
        all
    }

    /// The next phase of an open combat, with the guns of the own stacks in it, and its odds for the own side.
    fn next_phase(&mut self, state: &State, combat: &Combat) -> Option<(Order, PhaseOdds)> {
        let own = CombatSide::BOTH.into_iter().find(|side| combat.lines[*side].side == self.side)?;
        let line = |side: CombatSide| state.remaining_in(&combat.lines[side]);
        let (who, enemies) = (line(own), line(own.opponent()));
        let units = combat.lines[own].units.iter().filter_map(|id| state.unit(*id));
        let stacks: BTreeSet<StackId> = units.filter_map(|unit| unit.stack).collect();
        let goes_on = |unit: &Unit| combat.supporters.iter().any(|(supporter, _)| *supporter == unit.id);
        let guns = stacks.into_iter().flat_map(|stack| state.units_of_stack(stack));
        let guns = guns.filter(|unit| self.can_support(unit) || goes_on(unit)).map(|unit| unit.id).collect();
        let order = |first: Force| Order::Scrud { first, second: Force::new(enemies.clone()) };
        let supported = order(supported(who.clone(), guns));
        let (order, odds) = [supported, order(Force::new(who))].into_iter().find_map(|order| {
            let engagement = forecast::engagement_of(state, &order)?;
            Some((order, self.cache.phase(state.book(), engagement)?))
        })?;
        // The odds list the side that opened the combat first.
        Some((order, if own == CombatSide::First { odds } else { odds.swapped() }))
    }

    /// Proposes to commit reserves to an open combat, as far as they improve its next phase.
    fn commit_proposals(&mut self, combat: &Combat) -> Vec<SuggestedOrder> {
        let Some((Order::Scrud { first, .. }, before)) = self.next_phase(self.state, combat) else { return Vec::new() };
        let Some(to) = first.who.first().copied() else { return Vec::new() };
        let at = self.battle.combats.iter().position(|other| other == combat);
        let reserves = self.own_groups().into_iter().take(MAX_RESERVES);
        let orders = reserves.map(|group| self.name_units(&group, |_| true)).filter(|who| !who.is_empty());
        let mut all = Vec::new();
        for who in orders.collect::<Vec<_>>() {
            let first = who.first().copied();
            let order = Order::Commit { who, to };
            let Ok(Step::Done(done)) = rules::resolve(self.state, &order, &[]) else { continue };
            let mut after = self.state.clone();
            if done.events.iter().any(|event| after.apply(event).is_err()) {
                continue;
            }
            let joined = after.battle(self.battle.id).and_then(|battle| battle.combats.get(at?)).cloned();
            let Some((_, odds)) = joined.and_then(|combat| self.next_phase(&after, &combat)) else { continue };
            let worth = |odds: &PhaseOdds| self.net_points(odds.defeats.second, odds.defeats.first);
            let gain = worth(&odds) - worth(&before);
            if gain > 0.0 && self.is_likely(odds.wins.first) {
                let (now, then) = (percent(before.wins.first), percent(odds.wins.first));
                all.push(SuggestedOrder {
                    order,
                    who: first,
                    reason: format!("Raises the chance to win the next phase from {now} to {then}"),
                    score: rounded(gain + UNDER_WAY_BONUS),
                });
            }
        }
        all
    }

    fn open_combat_proposal(&mut self, combat: &Combat) -> Option<SuggestedOrder> {
        let own = CombatSide::BOTH.into_iter().find(|side| combat.lines[*side].side == self.side)?;
        let found =
            self.next_phase(self.state, combat).filter(|_| self.state.may_order_phase(self.battle, combat, own));
        let (order, odds) = found?;
        let Order::Scrud { first, second } = &order else { return None };
        let (first, enemy) = (*first.who.first()?, *second.who.first()?);
        let phase = combat.phases_fought + 1;
        let most = self.state.book().scrud.phases;
        let against = format!("phase {phase} of {most} against {}", self.state.name(self.state.side_of(enemy)?));
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
        let enemies: Vec<&Unit> = self.enemy_units().into_iter().filter(|unit| self.can_be_in_combat(unit)).collect();
        let (own, enemies) = (self.own_groups(), groups(enemies));
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

    /// The own groups that can open combats. Guns and aircraft stay behind and support their stack.
    fn own_groups(&self) -> Vec<FightingGroup<'a>> {
        let (behind, line): (Vec<&Unit>, Vec<&Unit>) =
            self.own_units().into_iter().partition(|unit| self.stays_behind(unit));
        let mut own = groups(line.into_iter().filter(|unit| self.can_open_combat(unit)).collect());
        for gun in behind.into_iter().filter(|gun| self.can_support(gun)) {
            let stack = own.iter_mut().find(|group| group.stack.is_some() && group.stack == gun.stack);
            stack.into_iter().for_each(|group| group.support.push(gun.id));
        }
        own
    }

    pub(super) fn stays_behind(&self, unit: &Unit) -> bool {
        self.state.book().troop(&unit.kind).is_some_and(|troop| troop.support.is_some())
    }

    fn can_support(&self, unit: &Unit) -> bool {
        self.stays_behind(unit)
            && unit.is_alive()
            && !unit.is_ineffective()
            && self.state.combat_of(unit.id).is_none()
            && self.state.attack_refusal(unit.id, Attack::Support).is_none()
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
            && !(self.uses(Mechanism::Stacks) && unit.stats_in_rules().is_some() && unit.stack.is_some())
    }

    fn new_combat_proposal(&mut self, own: &[&FightingGroup], enemy: &FightingGroup) -> Option<SuggestedOrder> {
        let both = |group: &FightingGroup, others: &[&Unit]| {
            self.name_units(group, |unit| others.iter().any(|other| self.are_close(unit, other)))
        };
        let all_own: Vec<&Unit> = own.iter().flat_map(|group| group.units.iter().copied()).collect();
        let first: Vec<Id> = own.iter().flat_map(|group| both(group, &enemy.units)).collect();
        let second = both(enemy, &all_own);
        let who = *first.first().filter(|_| !second.is_empty())?;
        let guns = own.iter().flat_map(|group| group.support.iter().copied()).collect();
        let order = Order::Scrud { first: supported(first, guns), second: Force::new(second) };
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

    /// The units of a group that are meant: the stack if all are and no others of it fight, otherwise each unit.
    fn name_units(&self, group: &FightingGroup, is_meant: impl Fn(&Unit) -> bool) -> Vec<Id> {
        let meant: Vec<UnitId> = group.units.iter().filter(|unit| is_meant(unit)).map(|unit| unit.id).collect();
        let whole = meant.len() == group.units.len() && self.is_whole_stack(group);
        match group.stack.filter(|_| whole) {
            Some(stack) => vec![stack.into()],
            None => meant.into_iter().map(Id::from).collect(),
        }
    }

    /// Whether the group contains all units of its stack that roll dice in the line.
    fn is_whole_stack(&self, group: &FightingGroup) -> bool {
        let in_line = |unit: &&Unit| self.state.rolls_in_combat(unit) && !group.support.contains(&unit.id);
        let rolling = |stack: StackId| self.state.units_of_stack(stack).filter(in_line);
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

fn supported(who: Vec<Id>, guns: Vec<UnitId>) -> Force {
    Force { support: guns.into_iter().map(|unit| Support { unit, counter: None }).collect(), ..Force::new(who) }
}

/// Groups units by stack; those without a stack form one group.
fn groups(units: Vec<&Unit>) -> Vec<FightingGroup<'_>> {
    let mut groups: Vec<FightingGroup> = Vec::new();
    for unit in units {
        match groups.iter_mut().find(|group| group.stack == unit.stack) {
            Some(group) => group.units.push(unit),
            None => groups.push(FightingGroup { stack: unit.stack, units: vec![unit], support: Vec::new() }),
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
