//! Blows, and the units that they hit. Source: RULES 5.8.

use super::{ConflictRef, conflict_number};
use crate::{
    event::{Cause, StackEvent},
    order::{Edge, Posture},
    rules::{
        OrderRoll, Refusal, Resolver, RuleResult,
        order_roll::ConflictBlow,
        refusal::StackRefusal,
        square::Shape,
        stack::{self, deal_damage},
    },
};
use wardiary_base::{
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
    id::{StackId, UnitId},
};

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

    pub(super) fn roll_blows(&mut self, stacks: &[StackId]) -> RuleResult<Vec<Face>> {
        let dice = stacks.iter().map(|s| RequestedDie::plain((*s).into(), Die::D20)).collect();
        let fallen = self.request_dice(Request { purpose: Purpose::Blow, dice })?;
        Ok(fallen.into_iter().map(|die| die.face).collect())
    }

    pub(super) fn resolve_blow(
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
