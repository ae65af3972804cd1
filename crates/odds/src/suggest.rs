//! Proposes orders for a side, with reasons, by a simple policy whose weights are the rulebook's
//! [`Policy`](wardiary_base::book::Policy). Source: RULES 8.
//!
//! It only proposes; giving an order is up to the reader. It computes nothing itself: [`rules`] and
//! [`odds`](crate::odds) say where a unit can go, what it can fire at and what its dice may do, and the rules have
//! accepted every proposal. The same state gives the same proposals.
//!
//! Scores are in points. An attack is worth the enemy's expected losses less the side's own. A move is worth what can
//! be attacked from there, the objective it takes and how much nearer it comes, less the danger there; it is proposed
//! if that beats staying. [`playtest`] has all sides follow the policy.

mod between_battles;
mod close_combat;
mod conflict;
mod fire;
mod moves;
mod phrases;
pub mod playtest;
mod theatre;

use crate::odds::{self, forecast};
pub use phrases::PolicyOddsCache;
use std::collections::BTreeMap;
use wardiary_base::{
    book::{EdnaTestTiming, Mechanism, Moment, Policy},
    id::{Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    notation,
    order::{Award, Order},
    rules,
    state::{Battle, Contingent, PendingDecision, State, Unit},
};

/// The units that took an EDNA test this turn, and whether they act. The diary knows this, the state does not.
pub type EdnaTested = BTreeMap<UnitId, bool>;

/// When each table was last consulted: since the start of the day, or without a clock since the last battle. The key is
/// the table's name in lower case and the force it was for. The diary knows this, the state does not.
pub type ConsultedTables = BTreeMap<(String, Option<Id>), Moment>;

#[derive(Clone, Debug, PartialEq)]
pub struct SuggestedOrder {
    pub order: Order,
    /// The unit or stack that would carry it out; none for an order of the whole battle.
    pub who: Option<Id>,
    pub reason: String,
    /// Its worth in points. At 0 or less it is possible but not recommended.
    pub score: i64,
}

/// Proposes orders, best first, battle by battle, for `side` or for the side to act. The order that ends the turn comes
/// last, or first for an exhausted side. Between battles it lists the orders that are due, the rulebook's proposals, tables
/// not yet consulted, and the orders that each force could get. In a side's view only that side's orders are listed.
pub fn suggest(
    state: &State,
    side: Option<SideId>,
    asked: &EdnaTested,
    consulted: &ConsultedTables,
) -> Vec<SuggestedOrder> {
    let side = state.viewer().or(side);
    let mut memo = PolicyOddsCache::default();
    let of_battle = |battle: &Battle| proposals(state, battle, side, asked, &mut memo);
    let is_between = state.open_battles().next().is_none();
    let all: Vec<SuggestedOrder> = if is_between {
        between_battles::proposals(state, side, consulted)
    } else {
        state.open_battles().flat_map(of_battle).collect()
    };
    all.into_iter().filter(|proposal| is_accepted(state, proposal)).collect()
}

/// The best proposal for the side to act in a battle; if none is worth giving, the order that ends its turn.
pub fn best_proposal(state: &State, battle: &Battle, asked: &EdnaTested) -> Option<SuggestedOrder> {
    let all = proposals(state, battle, state.viewer(), asked, &mut PolicyOddsCache::default());
    let mut accepted = all.into_iter().filter(|proposal| is_accepted(state, proposal));
    let best = accepted.next()?;
    if best.score > 0 {
        Some(best)
    } else {
        std::iter::once(best).chain(accepted).find(|proposal| proposal.who.is_none())
    }
}

/// The chance of the side that orders a phase to lose it, 0 to 1; `None` for other orders.
pub fn chance_to_lose(state: &State, order: &Order) -> Option<f64> {
    let Order::Scrud { first, .. } = order else { return None };
    let engagement = forecast::engagement_of(state, order)?;
    let sides = forecast::opponents(state, order)?;
    let odds = PolicyOddsCache::default().phase(state.book(), engagement)?;
    let is_first = state.side_of(*first.who.first()?) == Some(sides.first);
    Some(if is_first { odds.wins.second } else { odds.wins.first })
}

fn is_accepted(state: &State, proposal: &SuggestedOrder) -> bool {
    let order = &proposal.order;
    state.viewer().is_none_or(|viewer| rules::may_give(state, viewer, order).is_ok())
        && rules::resolve(state, order, &[]).is_ok()
}

/// Notes to show with the proposals, as sentences without a full stop.
pub fn notes(state: &State, side: Option<SideId>) -> Vec<String> {
    if state.ended().is_some() {
        return Vec::new();
    }
    if state.open_battles().next().is_some() {
        return state.open_battles().filter_map(|battle| no_suggestion_note(state, battle, side)).collect();
    }
    let staying = theatre::TheatreOutlook::new(state).and_then(|outlook| outlook.staying_forces_note(side));
    let proposed = rules::proposals_without(state, &[]);
    let more = proposed.has_more.then(|| notation::more_proposals_note(proposed.all.len()));
    staying.into_iter().chain(more).collect()
}

/// The sides to act in a battle: the one with a decision to make, the one whose turn it is, or all.
pub fn sides_to_act(battle: &Battle) -> Vec<SideId> {
    match decider(battle).or(battle.acting_side) {
        Some(side) => vec![side],
        None => battle.contingents.iter().map(|contingent| contingent.side).collect(),
    }
}

fn proposals(
    state: &State,
    battle: &Battle,
    side: Option<SideId>,
    asked: &EdnaTested,
    memo: &mut PolicyOddsCache,
) -> Vec<SuggestedOrder> {
    if let Some(decisions) = decision_proposals(state, battle, side) {
        return decisions;
    }
    let sides = side.map_or_else(|| sides_to_act(battle), |side| vec![side]);
    let mut all: Vec<SuggestedOrder> = Vec::new();
    for side in sides.into_iter().filter(|side| side_with_unknown_numbers(state, battle, *side).is_none()) {
        if battle.contingent(side).is_none() {
            continue;
        }
        let mut adviser =
            Adviser { state, battle, side, policy: &state.book().policy, edna_tested: asked, cache: memo };
        all.extend(adviser.unsorted_proposals());
    }
    // The sort is stable: equal scores keep their order.
    all.sort_by_key(|proposal| std::cmp::Reverse(proposal.score));
    let idle = end_turn_proposal(state, battle, side, &all);
    let exhausted = side.or(battle.acting_side).is_some_and(|side| battle.is_exhausted(side));
    let gives_up = idle.is_some() && (exhausted || all.iter().all(|proposal| proposal.score <= 0));
    let endings = if gives_up { give_up_proposal(state, battle) } else { None }.into_iter().chain(idle);
    // An exhausted side only defends: ending comes first, whatever it could still fire at.
    let at = if exhausted { 0 } else { all.len() };
    all.splice(at..at, endings);
    all
}

/// Another side in the battle with hidden numbers. Without them attacks on it can't be weighed, nor its own attacks.
fn side_with_unknown_numbers(state: &State, battle: &Battle, side: SideId) -> Option<SideId> {
    let others = battle.contingents.iter().filter(|contingent| contingent.side != side);
    let mut units = others.flat_map(Contingent::units).filter_map(|unit| state.unit(unit));
    units.find(|unit| odds::is_unknown(state, unit)).map(|unit| unit.side)
}

/// A note that a battle has no proposals because another side's numbers are hidden.
fn no_suggestion_note(state: &State, battle: &Battle, side: Option<SideId>) -> Option<String> {
    let sides = side.map_or_else(|| sides_to_act(battle), |side| vec![side]);
    let side = sides.into_iter().find_map(|side| side_with_unknown_numbers(state, battle, side))?;
    let (battle, side) = (state.name(battle.id), state.name(side));
    Some(format!("no attack or move is proposed in {battle}: the numbers of {side} are not all known"))
}

/// Whether a side holds more objectives than any other.
fn holds_most_objectives(state: &State, battle: &Battle, side: SideId) -> bool {
    let Some(map) = state.map_of(battle.id) else { return false };
    let count = |side: SideId| map.objectives().filter(|(_, holder)| *holder == Some(side)).count();
    let mut others = battle.contingents.iter().map(|c| c.side).filter(|other| *other != side);
    others.all(|other| count(other) < count(side))
}

/// Whether each side of a battle can fight on: it is not exhausted and has units that act.
fn can_fight_on(state: &State, battle: &Battle) -> Vec<(SideId, bool)> {
    let edna = state.book().uses(Mechanism::Edna);
    let acts = |unit: &Unit| unit.is_alive() && !(edna && unit.is_ineffective());
    let can =
        |contingent: &Contingent| !contingent.exhausted && contingent.units().filter_map(|id| state.unit(id)).any(acts);
    battle.contingents.iter().map(|contingent| (contingent.side, can(contingent))).collect()
}

struct Adviser<'a> {
    state: &'a State,
    battle: &'a Battle,
    side: SideId,
    policy: &'a Policy,
    edna_tested: &'a EdnaTested,
    cache: &'a mut PolicyOddsCache,
}

impl<'a> Adviser<'a> {
    fn unsorted_proposals(&mut self) -> Vec<SuggestedOrder> {
        let mut all = self.proposals_under_way();
        if self.battle.may_act(self.state, self.side) {
            all.extend(self.new_combat_proposals());
            all.extend(self.new_conflict_proposals());
            all.extend(self.join_proposals());
            let shots = self.unit_volleys();
            all.extend(self.moves(&shots));
            all.extend(shots.into_iter().flat_map(|shots| shots.proposals));
        }
        self.with_edna_tests_first(all)
    }

    /// A side's living units in the battle, in order of arrival.
    fn units_of(&self, side: SideId) -> Vec<&'a Unit> {
        let units = self.battle.contingent(side).into_iter().flat_map(Contingent::units);
        units.filter_map(|id| self.state.unit(id)).filter(|unit| unit.is_alive()).collect()
    }

    fn own_units(&self) -> Vec<&'a Unit> {
        self.units_of(self.side)
    }

    fn enemy_units(&self) -> Vec<&'a Unit> {
        let sides = self.battle.contingents.iter().map(|c| c.side).filter(|side| *side != self.side);
        sides.flat_map(|side| self.units_of(side)).collect()
    }

    fn uses(&self, mechanism: Mechanism) -> bool {
        self.state.book().uses(mechanism)
    }

    fn requires_edna_test(&self) -> bool {
        self.policy.edna == EdnaTestTiming::Attacks && self.uses(Mechanism::Edna)
    }

    /// The points for expected losses inflicted (`taken`) and suffered (`lost`).
    fn net_points(&self, taken: f64, lost: f64) -> f64 {
        f64::from(self.policy.inflict) * taken - f64::from(self.policy.suffer) * lost
    }

    /// Whether an attack with this chance of success is worth making.
    fn is_likely(&self, chance: f64) -> bool {
        chance * 100.0 >= f64::from(self.policy.least_chance)
    }
}

#[allow(clippy::cast_possible_truncation, reason = "points are few")]
fn rounded(points: f64) -> i64 {
    points.round() as i64
}

/// The score of orders that must be given first.
const URGENT_SCORE: i64 = 1000;

fn decider(battle: &Battle) -> Option<SideId> {
    match battle.pending_decision()? {
        PendingDecision::First(side) | PendingDecision::Rerolls(side, _) => Some(side),
    }
}

/// Proposals for the decision or the initiative that a battle awaits; `None` if it awaits nothing.
fn decision_proposals(state: &State, battle: &Battle, side: Option<SideId>) -> Option<Vec<SuggestedOrder>> {
    let all = |order: Order, reason: String| SuggestedOrder { order, who: None, reason, score: URGENT_SCORE };
    let is_asked = |decider: SideId| side.is_none_or(|side| side == decider);
    let proposals = match battle.pending_decision() {
        Some(PendingDecision::First(decider)) => {
            let reason = "The side that goes first attacks before it is attacked".into();
            let others = battle.contingents.iter().map(|c| c.side).filter(|side| *side != decider);
            let other = |side: SideId| SuggestedOrder {
                order: Order::First { battle: battle.id, side },
                who: None,
                reason: "The side that goes last sees what the others do before it acts".into(),
                score: 0,
            };
            let own = all(Order::First { battle: battle.id, side: decider }, reason);
            is_asked(decider).then(|| std::iter::once(own).chain(others.map(other)).collect())
        }
        Some(PendingDecision::Rerolls(decider, _)) => {
            let order = Order::Reroll { battle: battle.id, side: decider, dice: Vec::new() };
            let reason = format!("The dice of {} are kept as rolled", state.name(decider));
            is_asked(decider).then(|| vec![all(order, reason)])
        }
        None if battle.awaits_initiative(state) => {
            let reason = format!("Turn {} of {} begins with the initiative", battle.turn, battle.name);
            Some(vec![all(Order::Initiative { battle: battle.id }, reason)])
        }
        None => return None,
    };
    Some(proposals.unwrap_or_default())
}

/// The order that ends the side's turn or phase, if the rules allow it. It is worth 0 points.
fn end_turn_proposal(
    state: &State,
    battle: &Battle,
    side: Option<SideId>,
    others: &[SuggestedOrder],
) -> Option<SuggestedOrder> {
    if side.is_some_and(|side| battle.acting_side.is_some_and(|acting| acting != side)) {
        return None;
    }
    let pass = Order::Pass { battle: battle.id };
    let end = Order::EndTurn { battle: battle.id };
    let order = [pass, end].into_iter().find(|order| rules::resolve(state, order, &[]).is_ok())?;
    let acting = side.or(battle.acting_side);
    let reason = match (others.iter().any(|proposal| proposal.score > 0), acting) {
        (true, Some(side)) if battle.is_exhausted(side) => {
            format!("{} is exhausted: it may fire, but neither start a fight nor move closer", state.name(side))
        }
        (true, _) => "if you want none of these".into(),
        (false, acting) => no_order_reason(state, battle, acting),
    };
    Some(SuggestedOrder { order, who: None, reason: phrases::capitalized(reason), score: 0 })
}

/// Why no order is worth giving.
fn no_order_reason(state: &State, battle: &Battle, side: Option<SideId>) -> String {
    let Some(side) = side else { return "no other order is worth giving now".into() };
    let name = state.name(side);
    let own = living_units(state, battle, |other| other == side);
    let has_done_something =
        |unit: &&Unit| state.attack_this_turn(unit.id).is_some() || state.move_of(unit.id).is_some();
    let in_conflict = |unit: &&Unit| unit.stack.and_then(|stack| state.conflict_of(stack)).is_some();
    if own.is_empty() {
        format!("no units of {name} are left")
    } else if battle.is_exhausted(side) {
        format!("{name} is exhausted and may not start a fight or move closer, and no other order is worth giving")
    } else if own.iter().all(in_conflict) {
        format!("all units of {name} are in Conflicts, and no other order is worth giving")
    } else if !living_units(state, battle, |other| other != side)
        .iter()
        .any(|enemy| could_be_attacked(state, battle, enemy))
    {
        "there is no enemy left for this policy to attack".into()
    } else if holds_most_objectives(state, battle, side) {
        format!("no other side holds as many objectives as {name}, and no other order is worth giving")
    } else if own.iter().any(has_done_something) {
        "no other order is worth giving".into()
    } else {
        format!("nothing that {name} can do is likely to gain more than it costs")
    }
}

fn living_units<'s>(state: &'s State, battle: &Battle, of: impl Fn(SideId) -> bool) -> Vec<&'s Unit> {
    let contingents = battle.contingents.iter().filter(|contingent| of(contingent.side));
    let units = contingents.flat_map(Contingent::units).filter_map(|id| state.unit(id));
    units.filter(|unit| unit.is_alive()).collect()
}

/// Whether the policy ever attacks this unit, wherever it is.
fn could_be_attacked(state: &State, battle: &Battle, unit: &Unit) -> bool {
    let uses = |mechanism: Mechanism| state.book().uses(mechanism);
    let (scrud, stacks) = (uses(Mechanism::Scrud), uses(Mechanism::Stacks));
    let fires = uses(Mechanism::Volleys) && (battle.map.is_some() || !(scrud || stacks));
    let engages = stacks && unit.stack.is_some() && unit.stats_in_rules().is_some();
    fires || engages || (scrud && state.rolls_in_combat(unit))
}

/// Proposes to end a battle in which at most one side can fight on, if the rules leave its end to the players.
fn give_up_proposal(state: &State, battle: &Battle) -> Option<SuggestedOrder> {
    let standing = can_fight_on(state, battle);
    let spent: Vec<String> = standing.iter().filter(|(_, can)| !can).map(|(side, _)| state.name(*side)).collect();
    if spent.is_empty() || spent.len() + 1 < standing.len() || !state.book().policy.gives_up {
        return None;
    }
    let spent = text::list(&spent);
    let winner = standing.iter().find(|(_, can)| *can).map(|(side, _)| *side);
    let award = winner.map_or(Award::Drawn, |side| Award::Won { side, margin: None });
    let order = Order::EndBattle {
        battle: battle.id,
        award: Some(award),
        outcome: Some(format!("{spent} can’t fight on").into()),
    };
    let reason =
        format!("exhausted or without units that act, {spent} can’t fight on; the rules leave the end to the players");
    Some(SuggestedOrder { order, who: None, reason: phrases::capitalized(reason), score: 0 })
}
