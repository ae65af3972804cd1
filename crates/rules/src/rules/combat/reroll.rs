//! Rerolling dice of a phase. Source: RULES 2.3.

use super::{PendingDie, combat_number};
use crate::{
    event::{Cast, Event},
    order::DieOf,
    rules::{
        Resolver, RuleResult,
        refusal::{BattleRefusal, CombatRefusal, NotAwaited, RerollRefusal},
        scrud::as_cast,
    },
    state::{PendingDecision, Throw},
};
use wardiary_base::{
    book::{HandDice, Rerolls},
    dice::{Owner, Purpose, Request},
    id::{BattleId, Id, SideId},
};

impl Resolver<'_> {
    /// Rerolls some of the dice on the table, or accepts them all. The phase is fought once both sides have decided.
    pub(in crate::rules) fn reroll(&mut self, battle: BattleId, side: SideId, dice: &[DieOf]) -> RuleResult {
        let found = self.open_battle(battle)?;
        let nothing = BattleRefusal::NothingAwaited { side, battle, why: NotAwaited::NoDice };
        let Some(PendingDecision::Rerolls(deciding, at)) = found.pending_decision() else { return Err(nothing.into()) };
        let Some(thrown) = found.combats[at].thrown.clone() else { return Err(nothing.into()) };
        fail_if!(deciding != side, nothing);
        let mut seats = self.pending_dice(battle, at, thrown.bonus);
        let seats = std::mem::take(&mut seats[thrown.decider()]);
        let again = reroll_places(&self.state.book().scrud.rerolls, &thrown, &seats, dice)?;
        let mut rethrown = Vec::new();
        if !again.is_empty() {
            let wanted = again.iter().map(|s| self.requested_die(&seats[*s])).collect();
            let fallen = self.request_dice(Request { purpose: Purpose::Reroll, dice: wanted })?;
            let specialist = self.state.book().scrud.hand_dice == HandDice::Specialist;
            let number = |place: usize| u16::try_from(place).expect("a line is shorter than that");
            rethrown = again.into_iter().map(number).zip(fallen.into_iter().map(|d| as_cast(d, specialist))).collect();
        }
        self.emit(Event::Rethrown { battle, combat: combat_number(at), dice: rethrown });
        self.await_rerolls(battle, at)
    }

    /// Waits for the next side with a die that may be rerolled; a side without one accepts its dice. The phase is
    /// fought once no side is left.
    pub(super) fn await_rerolls(&mut self, battle: BattleId, at: usize) -> RuleResult {
        loop {
            let Some(thrown) = self.open_battle(battle)?.combats[at].thrown.clone() else { return Ok(()) };
            let idle = thrown.deciding.is_some_and(|side| {
                let own = self.pending_dice(battle, at, thrown.bonus)[side].len();
                !may_reroll(&self.state.book().scrud.rerolls, &thrown.dice[side], own)
            });
            if !idle {
                return self.fight_phase(battle, at, &thrown);
            }
            self.emit(Event::Rethrown { battle, combat: combat_number(at), dice: Vec::new() });
        }
    }
}

/// Whether any of a side's own dice, which come before its support, may be rerolled.
pub(super) fn may_reroll(rules: &Rerolls, dice: &[Cast], own: usize) -> bool {
    rules.dice > 0 && dice[..own.min(dice.len())].iter().any(|die| is_rerollable(rules, *die))
}

/// Whether a die shows a face that may be rerolled.
fn is_rerollable(rules: &Rerolls, die: Cast) -> bool {
    let (Cast::Face(face) | Cast::Score(face)) = die;
    rules.faces.is_empty() || rules.faces.contains(&face)
}

/// The places in the line of the dice that an order names, all of which may be rerolled.
fn reroll_places(
    rules: &Rerolls,
    thrown: &Throw,
    seats: &[PendingDie],
    dice: &[DieOf],
) -> Result<Vec<usize>, CombatRefusal> {
    fail_if!(dice.len() > usize::from(rules.dice), CombatRefusal::Reroll(RerollRefusal::TooMany { most: rules.dice }));
    let mut places: Vec<usize> = Vec::new();
    for DieOf(who, nth) in dice {
        let (who, nth) = (*who, *nth);
        let mut theirs = (0..seats.len()).filter(|s| seats[*s].owner == Owner(who.0));
        if thrown.support.iter().flatten().any(|s| Id::from(s.unit) == who) {
            return Err(CombatRefusal::Reroll(RerollRefusal::Supports { who }));
        }
        let place = theirs.nth(usize::from(nth.saturating_sub(1))).filter(|_| nth > 0);
        let place = place.ok_or(CombatRefusal::Reroll(RerollRefusal::NoDie { who, nth }))?;
        fail_if!(places.contains(&place), CombatRefusal::Reroll(RerollRefusal::Twice { who }));
        let die = thrown.dice[thrown.decider()][place];
        if !is_rerollable(rules, die) {
            let (Cast::Face(face) | Cast::Score(face)) = die;
            let allowed = rules.faces.clone();
            return Err(CombatRefusal::Reroll(RerollRefusal::Face { who, face, allowed }));
        }
        places.push(place);
    }
    Ok(places)
}
