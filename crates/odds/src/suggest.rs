//! What a side could do well now: orders with their reasons, by a stated simple policy whose weights are the rulebook's
//! [`Policy`](wardiary_base::book::Policy). Source: RULES 8.
//!
//! It proposes and gives nothing: whoever reads it gives the order, or does not. It works nothing out by itself: where a
//! unit can go, whom it can fire at and what its dice may do is asked of [`rules`] and [`odds`](crate::odds), and every
//! proposal has been accepted by the rules. The same state has the same proposals.
//!
//! The policy, in points: an attack is worth what the enemy is expected to lose, less what it costs its own side; a move is
//! worth what can be attacked from there, what objective it takes and how much nearer it comes, less the danger there, and
//! is proposed where that is more than staying. [`playtest`] has both sides follow it.

mod between;
mod close;
mod conflict;
mod decision;
mod fire;
mod march;
mod memo;
pub mod playtest;
mod theatre;
mod trial;
mod words;

pub use memo::Memo;

use std::collections::BTreeMap;
use wardiary_base::{
    book::{AskedFor, Mechanism, Moment, Policy},
    id::{Id, SideId, UnitId},
};
use wardiary_rules::{
    notation,
    order::Order,
    rules,
    state::{Battle, Contingent, State, Unit},
};

/// The units that were asked by an EDNA test this turn, and whether they act. A state does not remember it; a diary does.
pub type Asked = BTreeMap<UnitId, bool>;

/// The tables that were consulted lately, each by its name in lower case and for whom, and when last: since the day began, or
/// where there is no clock since the last battle. A state does not remember it; a diary does.
pub type Consulted = BTreeMap<(String, Option<Id>), Moment>;

/// An order that is proposed.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The order.
    pub order: Order,
    /// Who would carry it out, a unit or a stack; nobody where it is the battle's.
    pub who: Option<Id>,
    /// Why, in a sentence.
    pub reason: String,
    /// What it is worth, in points; what is worth none is only possible.
    pub score: i64,
}

/// What a side could do well in the battles under way, the best first, battle by battle; of the side that is to act where
/// none is named. Where the turn can go on, handing it on comes last. Between battles it is what is due, what the rulebook
/// proposes, the tables that can be consulted and have not been, and what each force could do. In a side's view it is what that
/// side may order.
#[must_use]
pub fn suggest(state: &State, side: Option<SideId>, asked: &Asked, consulted: &Consulted) -> Vec<Proposal> {
    let side = state.viewer().or(side);
    let mut memo = Memo::default();
    let of_battle = |battle: &Battle| proposals(state, battle, side, asked, &mut memo);
    let is_between = state.open_battles().next().is_none();
    let all: Vec<Proposal> = if is_between {
        between::all(state, side, consulted)
    } else {
        state.open_battles().flat_map(of_battle).collect()
    };
    let is_theirs = |order: &Order| state.viewer().is_none_or(|viewer| rules::may_give(state, viewer, order).is_ok());
    let is_accepted =
        |proposal: &Proposal| is_theirs(&proposal.order) && rules::resolve(state, &proposal.order, &[]).is_ok();
    all.into_iter().filter(is_accepted).collect()
}

/// What there is to say between battles beside what is proposed, in sentences without a stop.
#[must_use]
pub fn beside(state: &State, side: Option<SideId>) -> Vec<String> {
    if state.ended().is_some() {
        return Vec::new();
    }
    if state.open_battles().next().is_some() {
        return state.open_battles().filter_map(|battle| unadvised(state, battle, side)).collect();
    }
    let staying = theatre::Outlook::of(state).and_then(|outlook| outlook.staying(side));
    let proposed = rules::proposed(state, &[]);
    let more = proposed.more.then(|| notation::more_waits(proposed.all.len()));
    staying.into_iter().chain(more).collect()
}

/// The sides that are to act in a battle: whoever has a decision to make, whose turn it is, or all.
#[must_use]
pub fn sides_to_act(battle: &Battle) -> Vec<SideId> {
    match decision::decider(battle).or(battle.acting) {
        Some(side) => vec![side],
        None => battle.contingents.iter().map(|contingent| contingent.side).collect(),
    }
}

/// What a side could do well in a battle; not yet held to the rules.
fn proposals(state: &State, battle: &Battle, side: Option<SideId>, asked: &Asked, memo: &mut Memo) -> Vec<Proposal> {
    if let Some(decisions) = decision::awaited(state, battle, side) {
        return decisions;
    }
    let sides = side.map_or_else(|| sides_to_act(battle), |side| vec![side]);
    let mut all: Vec<Proposal> = Vec::new();
    for side in sides.into_iter().filter(|side| unknown_to(state, battle, *side).is_none()) {
        if battle.contingent(side).is_none() {
            continue;
        }
        let mut adviser = Adviser { state, battle, side, policy: &state.book().policy, asked, memo };
        all.extend(adviser.all());
    }
    // The sort is stable: of what is worth as much, as it came.
    all.sort_by_key(|proposal| std::cmp::Reverse(proposal.score));
    let idle = decision::handing_on(state, battle, side, &all);
    if idle.is_some() && all.iter().all(|proposal| proposal.score <= 0) {
        all.extend(decision::giving_up(state, battle));
    }
    all.extend(idle);
    all
}

/// The side in a battle, other than this one, whose numbers are not all known: what an attack on it is worth can't be told, nor
/// what it could do.
fn unknown_to(state: &State, battle: &Battle, side: SideId) -> Option<SideId> {
    let others = battle.contingents.iter().filter(|contingent| contingent.side != side);
    let units = others.flat_map(Contingent::units).filter_map(|unit| state.unit(unit));
    units.filter(|unit| unit.is_alive()).find(|unit| unit.veil.is_some()).map(|unit| unit.side)
}

/// That nothing is proposed in a battle, and why, where a side is to act that does not know enough of the others.
fn unadvised(state: &State, battle: &Battle, side: Option<SideId>) -> Option<String> {
    let sides = side.map_or_else(|| sides_to_act(battle), |side| vec![side]);
    let side = sides.into_iter().find_map(|side| unknown_to(state, battle, side))?;
    let (battle, side) = (state.name(battle.id), state.name(side));
    Some(format!("no attack or move is proposed in {battle}: the numbers of {side} are not all known"))
}

/// Whether a side holds more objectives than any other.
fn leads(state: &State, battle: &Battle, side: SideId) -> bool {
    let Some(map) = state.map_of(battle.id) else { return false };
    let held = |side: SideId| map.objectives().filter(|(_, holder)| *holder == Some(side)).count();
    let mut others = battle.contingents.iter().map(|c| c.side).filter(|other| *other != side);
    others.all(|other| held(other) < held(side))
}

/// Whether each side of a battle can fight on: it is not exhausted, and has somebody left who does as he is told.
fn can_fight_on(state: &State, battle: &Battle) -> Vec<(SideId, bool)> {
    let edna = state.book().uses(Mechanism::Edna);
    let acts = |unit: &Unit| unit.is_alive() && !(edna && unit.is_ineffective());
    let can =
        |contingent: &Contingent| !contingent.exhausted && contingent.units().filter_map(|id| state.unit(id)).any(acts);
    battle.contingents.iter().map(|contingent| (contingent.side, can(contingent))).collect()
}

/// Whoever advises a side in a battle.
struct Adviser<'a> {
    state: &'a State,
    battle: &'a Battle,
    side: SideId,
    policy: &'a Policy,
    asked: &'a Asked,
    memo: &'a mut Memo,
}

impl<'a> Adviser<'a> {
    /// All that is worth proposing, in no order.
    fn all(&mut self) -> Vec<Proposal> {
        let mut all = self.under_way();
        if self.battle.may_act(self.state, self.side) {
            all.extend(self.combats());
            all.extend(self.conflicts());
            all.extend(self.joins());
            let shots = self.shots();
            all.extend(self.moves(&shots));
            all.extend(shots.into_iter().flat_map(fire::Shots::into_proposals));
        }
        let mut all = self.asking(all);
        all.extend(self.tests());
        all
    }

    /// The living units of a side in the battle, as they came.
    fn units_of(&self, side: SideId) -> Vec<&'a Unit> {
        let units = self.battle.contingent(side).into_iter().flat_map(Contingent::units);
        units.filter_map(|id| self.state.unit(id)).filter(|unit| unit.is_alive()).collect()
    }

    fn own(&self) -> Vec<&'a Unit> {
        self.units_of(self.side)
    }

    /// The living enemies in the battle.
    fn enemies(&self) -> Vec<&'a Unit> {
        let sides = self.battle.contingents.iter().map(|c| c.side).filter(|side| *side != self.side);
        sides.flat_map(|side| self.units_of(side)).collect()
    }

    fn uses(&self, mechanism: Mechanism) -> bool {
        self.state.book().uses(mechanism)
    }

    /// Whether units are asked by a test before they attack.
    fn asks(&self) -> bool {
        self.policy.edna == AskedFor::Attacks && self.uses(Mechanism::Edna)
    }

    /// The points of what a fight is expected to take from the enemy and to cost.
    fn worth(&self, taken: f64, lost: f64) -> f64 {
        f64::from(self.policy.inflict) * taken - f64::from(self.policy.suffer) * lost
    }

    /// Whether an attack with that chance is worth making.
    fn is_likely(&self, chance: f64) -> bool {
        chance * 100.0 >= f64::from(self.policy.least_chance)
    }
}

/// Points as they are compared, in whole numbers.
#[allow(clippy::cast_possible_truncation, reason = "points are few")]
fn whole(points: f64) -> i64 {
    points.round() as i64
}
