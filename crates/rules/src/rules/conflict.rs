//! Conflicts: opening, fighting rounds, joining and leaving; blows and the units that they hit. Source: RULES 5.8.

mod opening;
mod round;

use super::{
    OrderRoll, Refusal, Resolver, RuleResult,
    refusal::{MapRefusal, StackRefusal},
    resolution::ConflictBlow,
    square::Shape,
    stack::{self, deal_damage},
};
use crate::{
    event::{Cause, ConflictEnd, StackEvent},
    order::{Edge, Posture, ScreenTarget},
    state::{Conflict, ConflictStack, PendingDecision, State},
};
pub use opening::adjacent_enemy_stacks;
use wardiary_base::{
    book::LostContact,
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
    ground::Place,
    id::{BattleId, SideId, StackId, UnitId},
};

/// A battle and the index of a Conflict in it.
type ConflictRef = (BattleId, usize);

fn conflict_number(at: usize) -> u16 {
    u16::try_from(at).expect("a battle has fewer Conflicts than that")
}

pub(super) struct EngagedStack {
    conflict: ConflictRef,
    stack: StackId,
    place: Option<Place>,
}

impl State {
    /// The stacks in open Conflicts that are in contact with an enemy there; none where stacks stay without contact.
    pub(super) fn engaged_stacks(&self) -> Vec<EngagedStack> {
        if self.book().stacks.lost_contact == LostContact::Stays {
            return Vec::new();
        }
        let open = self.open_battles().flat_map(|b| b.conflicts.iter().enumerate().map(|(at, c)| ((b.id, at), c)));
        let open = open.filter(|(_, conflict)| conflict.ended.is_none());
        let stacks = open.flat_map(|(at, conflict)| {
            let there = conflict.stacks.iter().filter(|s| !s.fled && self.is_engaged(conflict, s.stack));
            there.map(move |s| EngagedStack { conflict: at, stack: s.stack, place: self.place_of_stack(s.stack) })
        });
        stacks.collect()
    }

    /// Whether a stack can engage or be engaged in a Conflict: an enemy there is adjacent, or it screens a stack that
    /// is there. Without a map, always. An enemy that was wiped out counts until the round ends. Source: RULES 5.8.
    fn is_engaged(&self, conflict: &Conflict, stack: StackId) -> bool {
        if self.place_in_conflict(conflict, stack).is_none() {
            return true;
        }
        let screens = self.stack(stack).and_then(|stack| stack.screening.as_ref());
        let is_screener = matches!(screens, Some(ScreenTarget::Edge(of, _)) if conflict.active_stack(*of).is_some());
        let side = self.side_of(stack.into());
        let mut enemies = conflict.stacks.iter().filter(|s| {
            let stands = self.has_units(s.stack) || conflict.under_way && s.start_place.is_some();
            !s.fled && self.side_of(s.stack.into()) != side && stands
        });
        is_screener || enemies.any(|enemy| self.touches(conflict, stack, enemy.stack))
    }

    /// The order of acting in the next round of a Conflict: the highest Init first; on a tie the first player's stacks,
    /// then creation order.
    pub fn acting_order(&self, battle: BattleId, at: usize) -> Vec<StackId> {
        let (Some(found), Some(conflict)) = (self.battle(battle), self.conflict(battle, at)) else { return Vec::new() };
        let sides = found.order_of_sides();
        let mut acting: Vec<&ConflictStack> =
            conflict.stacks.iter().filter(|s| !s.fled && self.has_units(s.stack)).collect();
        acting.sort_by_cached_key(|s| {
            let side = self.side_of(s.stack.into());
            (
                std::cmp::Reverse(self.effective_numbers(s.stack).init),
                sides.iter().position(|o| Some(*o) == side),
                self.stack_index(s.stack),
            )
        });
        acting.into_iter().map(|s| s.stack).collect()
    }

    /// Whether a stack has units left; in a Conflict only those in its battle count.
    pub fn has_units(&self, stack: StackId) -> bool {
        self.fighting_units(stack).next().is_some()
    }

    /// The enemy that a stack strikes by default: the last one it fought, or the one at the same position in the order
    /// in which both sides joined; on a map an adjacent one, if there is any. Stacks that are wiped out are skipped.
    pub fn default_target(&self, conflict: &Conflict, stack: StackId) -> Option<StackId> {
        let side = self.side_of(stack.into());
        let of = |own: bool| {
            conflict.stacks.iter().filter(move |s| !s.fled && (self.side_of(s.stack.into()) == side) == own)
        };
        let place = of(true).position(|s| s.stack == stack)?;
        let enemies: Vec<StackId> = of(false).map(|s| s.stack).collect();
        let can = |enemy: &StackId| !self.loss_order(*enemy, self.edge_of(conflict, *enemy, stack), true).is_empty();
        let met = conflict.contacts.iter().rev().find_map(|c| match (c.stack, c.enemy) {
            (own, enemy) | (enemy, own) if own == stack => Some(enemy),
            _ => None,
        });
        let opposite = (0..enemies.len()).map(|i| enemies[(place + i) % enemies.len()]);
        met.into_iter()
            .chain(opposite)
            .find(|enemy| can(enemy) && self.check_can_strike(conflict, stack, *enemy).is_ok())
    }
}

impl Resolver<'_> {
    pub(super) fn disengage(&mut self, stack: StackId) -> RuleResult {
        self.stack(stack)?;
        let (battle, at) = self.conflict_with(stack)?;
        let how = ConflictEnd::Disengaged;
        self.emit_stack(StackEvent::ConflictEnded { battle, conflict: conflict_number(at), how });
        Ok(())
    }

    /// The Conflict that a stack is in. Refuses while its battle waits for a decision.
    fn conflict_with(&self, stack: StackId) -> Result<ConflictRef, Refusal> {
        self.stack(stack)?;
        let (battle, at) = self.state.conflict_of(stack).ok_or(StackRefusal::NoConflict { stack })?;
        self.ready_battle(battle)?;
        Ok((battle, at))
    }

    fn conflict(&self, (battle, at): ConflictRef) -> &Conflict {
        self.state.conflict(battle, at).expect("it was found there, and Conflicts stay where they are")
    }

    pub(super) fn check_between_rounds(&self, battle: BattleId, at: usize) -> Result<(), StackRefusal> {
        let conflict = self.conflict((battle, at));
        match conflict.to_act.first().filter(|_| conflict.under_way) {
            Some(next) => Err(StackRefusal::UnderWay { next: *next }),
            None => Ok(()),
        }
    }

    /// Refuses orders that scatter the units of a stack in a Conflict, unless they were scattered before. RULES 5.8.
    pub(super) fn check_not_scattered(&self, before: &[StackId]) -> Result<(), Refusal> {
        let mut scattered = self.state.scattered_in_conflicts().into_iter().filter(|stack| !before.contains(stack));
        let torn = scattered.find_map(|stack| Some((stack, self.state.areas_of_scattered(stack)?)));
        torn.map_or(Ok(()), |(stack, units)| Err(MapRefusal::WouldScatter { stack, units }.into()))
    }

    /// Applies the consequences of an order for Conflicts: a round ends when all stacks have acted, a stack leaves when it
    /// has lost contact with the enemy, and a Conflict ends when no opposing stacks can fight on. `engaged` lists the
    /// stacks that were in contact before the order, with their places.
    pub(super) fn update_conflicts(&mut self, engaged: &[EngagedStack]) {
        let open = self.state.open_battles().flat_map(|b| (0..b.conflicts.len()).map(|at| (b.id, at)));
        for at in open.collect::<Vec<ConflictRef>>() {
            if self.conflict(at).ended.is_none() {
                self.update_conflict(at, engaged);
            }
        }
    }

    fn update_conflict(&mut self, at: ConflictRef, engaged: &[EngagedStack]) {
        let (battle, conflict) = (at.0, conflict_number(at.1));
        let waits = self
            .state
            .battle(battle)
            .is_some_and(|b| matches!(b.pending_decision(), Some(PendingDecision::Rerolls(..))));
        let found = self.conflict(at);
        if found.under_way && found.to_act.is_empty() && !waits {
            self.emit_stack(StackEvent::RoundEnded { battle, conflict, round: found.round });
            self.update_formations(at, false);
        }
        while self.beaten_side(at).is_none()
            && let Some(stack) = self.stack_without_contact(at, engaged)
        {
            self.emit_stack(StackEvent::Fled { battle, conflict, stack, lost_contact: true });
        }
        if let Some(side) = self.beaten_side(at) {
            let how = ConflictEnd::NoneLeft(side);
            self.emit_stack(StackEvent::ConflictEnded { battle, conflict, how });
        }
    }

    /// The first side with no stack left that can fight on in a Conflict.
    fn beaten_side(&self, at: ConflictRef) -> Option<SideId> {
        let found = self.conflict(at);
        let mut sides: Vec<SideId> = found.stacks.iter().filter_map(|s| self.state.side_of(s.stack.into())).collect();
        sides.sort();
        sides.dedup();
        let fights_on = |side: SideId| {
            let mut own = found.stacks.iter().filter(|s| !s.fled && self.state.side_of(s.stack.into()) == Some(side));
            own.any(|s| self.state.has_units(s.stack) || found.to_act.contains(&s.stack))
        };
        sides.into_iter().find(|side| !fights_on(*side))
    }

    /// A stack of a Conflict that has lost contact since the order began; first those that were moved.
    fn stack_without_contact(&self, at: ConflictRef, engaged: &[EngagedStack]) -> Option<StackId> {
        let lost = |entry: &&EngagedStack| {
            let conflict = self.conflict(at);
            entry.conflict == at
                && conflict.active_stack(entry.stack).is_some()
                && self.state.has_units(entry.stack)
                && !self.state.is_engaged(conflict, entry.stack)
        };
        let lost = engaged.iter().filter(lost);
        lost.min_by_key(|entry| self.state.place_of_stack(entry.stack) == entry.place).map(|entry| entry.stack)
    }
}

impl Resolver<'_> {
    pub(in crate::rules) fn strike_blow(
        &mut self,
        (by, target): (StackId, StackId),
        edge: Option<Edge>,
        ruled: bool,
    ) -> RuleResult {
        let at = self.begin_stack_turn(by)?;
        let side = self.stack(by)?.side;
        fail_if!(self.stack(target)?.side == side, Refusal::OwnSide { side });
        fail_if!(self.conflict(at).active_stack(target).is_none(), StackRefusal::NotThere { stack: by, other: target });
        self.living_stack(target)?;
        let conflict = self.conflict(at);
        if ruled {
            self.state.place_on_map(at.0, by)?;
            self.state.place_on_map(at.0, target)?;
        } else {
            self.state.check_can_strike(conflict, by, target)?;
            edge.map_or(Ok(()), |edge| self.state.check_edge(conflict, (by, target), edge))?;
        }
        let edge = edge.unwrap_or_else(|| self.state.edge_of(conflict, target, by));
        fail_if!(self.state.loss_order(target, edge, true).is_empty(), StackRefusal::Unharmed { stack: target });
        let faces = self.roll_blows(&[by])?;
        self.resolve_blow(at, by, (target, edge), faces[0])
    }

    fn roll_blows(&mut self, stacks: &[StackId]) -> RuleResult<Vec<Face>> {
        let dice = stacks.iter().map(|s| RequestedDie::plain((*s).into(), Die::D20)).collect();
        let fallen = self.request_dice(Request { purpose: Purpose::Blow, dice })?;
        Ok(fallen.into_iter().map(|die| die.face).collect())
    }

    fn resolve_blow(
        &mut self,
        (battle, at): ConflictRef,
        by: StackId,
        (target, edge): (StackId, Edge),
        face: Face,
    ) -> RuleResult {
        let rules = self.state.book().stacks.clone();
        let conflict = self.conflict((battle, at));
        let turned = |stack| conflict.active_stack(stack).map_or(0, |s| s.turn_penalty);
        let attacker = self.state.effective_numbers(by);
        let stands = self.state.effective_square(target);
        let defender = self.state.effective_numbers(target);
        let ap = attacker.ap(self.state.edge_of(conflict, by, target), turned(by));
        let dp = defender.dp(edge, turned(target)) + self.state.screening_bonus(target, edge);
        let hits = stack::hits(&rules, face, ap, dp);
        let damage = hits.then(|| stack::damage(&rules, attacker.dmg, defender.dr));
        let side = self.stack(by)?.side;
        self.record_blow(ConflictBlow { side, attacker: by, target, edge, face, ap, dp, damage });
        let warlord = stands.leader.filter(|_| hits && stands.posture == Posture::Offensive);
        let exposed = match warlord.filter(|u| self.state.loss_order(target, edge, true).contains(u)) {
            Some(warlord) => self.roll_exposure(warlord, Shape::new(stands.units.len()))?,
            None => false,
        };
        let stacks: Vec<StackId> = std::iter::once(target).chain(self.state.screeners_on(target, edge)).collect();
        // A screening stack loses units from its own Front.
        let orders: Vec<Vec<UnitId>> = stacks
            .iter()
            .map(|s| {
                if *s == target {
                    self.state.loss_order(target, edge, exposed)
                } else {
                    self.state.loss_order(*s, Edge::Front, false)
                }
            })
            .collect();
        let strength = |u: &UnitId| self.state.unit(*u).map_or(0, |u| u.strength.now);
        let strengths: Vec<Vec<u16>> = orders.iter().map(|order| order.iter().map(strength).collect()).collect();
        let dealt = deal_damage(&strengths, damage.unwrap_or(0));
        let (conflict, spare) = (conflict_number(at), dealt.excess);
        self.emit_stack(StackEvent::Struck { battle, conflict, by, at: target, edge, face, ap, dp, damage, spare });
        for (unit, lost) in orders.iter().flatten().zip(dealt.lost.iter().flatten()) {
            self.take_strength(*unit, *lost, Cause::Losses);
        }
        self.close_empty_combats();
        Ok(())
    }

    fn record_blow(&mut self, blow: ConflictBlow) {
        match &mut self.order_roll {
            Some(OrderRoll::Blows(blows)) => blows.push(blow),
            other => *other = Some(OrderRoll::Blows(vec![blow])),
        }
    }

    /// Whether the Warlord of a stack on the offensive is exposed: 1D20 ≥ 20 − complete rows.
    fn roll_exposure(&mut self, unit: UnitId, shape: Shape) -> RuleResult<bool> {
        let dice = vec![RequestedDie::plain(Owner::from(unit), Die::D20)];
        let fallen = self.request_dice(Request { purpose: Purpose::Exposed, dice })?;
        let face = fallen[0].face;
        let exposed = usize::from(face) + shape.complete_rows >= 20;
        self.emit_stack(StackEvent::Exposed { unit, face, exposed });
        Ok(exposed)
    }
}
