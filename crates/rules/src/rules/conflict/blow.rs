//! Blows, and the units that they hit. Source: RULES 5.8.

use super::{Where, number};
use crate::{
    event::{Cause, StackEvent},
    order::{Edge, Posture},
    rules::{
        Refusal, Resolver, Rolled, RuleResult, damage::deal, refusal::StackRefusal, rolled::Struck, square::Shape,
        stack,
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
        let at = self.its_turn(by)?;
        let side = self.stack(by)?.side;
        if self.stack(target)?.side == side {
            return Err(Refusal::OwnSide { side }.into());
        }
        if self.conflict(at).standing(target).is_none() {
            return Err(StackRefusal::NotThere { stack: by, other: target }.into());
        }
        self.living_stack(target)?;
        let conflict = self.conflict(at);
        if ruled {
            self.state.on_its_map(at.0, by)?;
            self.state.on_its_map(at.0, target)?;
        } else {
            self.state.can_strike_at(conflict, by, target)?;
            edge.map_or(Ok(()), |said| self.state.can_hit_edge(conflict, (by, target), said))?;
        }
        let edge = edge.unwrap_or_else(|| self.state.edge_of(conflict, target, by));
        if self.state.order_of_loss(target, edge, true).is_empty() {
            return Err(StackRefusal::Unharmed { stack: target }.into());
        }
        let faces = self.throw_blows(&[by])?;
        self.blow(at, by, (target, edge), faces[0])
    }

    pub(super) fn throw_blows(&mut self, stacks: &[StackId]) -> RuleResult<Vec<Face>> {
        let dice = stacks.iter().map(|s| RequestedDie::plain((*s).into(), Die::D20)).collect();
        let fallen = self.ask(Request { purpose: Purpose::Blow, dice })?;
        Ok(fallen.into_iter().map(|die| die.face).collect())
    }

    /// Resolves a blow with its die.
    pub(super) fn blow(
        &mut self,
        (battle, at): Where,
        by: StackId,
        (target, edge): (StackId, Edge),
        face: Face,
    ) -> RuleResult {
        let rules = self.state.book().stacks.clone();
        let conflict = self.conflict((battle, at));
        let turned = |stack| conflict.standing(stack).map_or(0, |s| s.turned);
        let attacker = self.state.numbers_used(by);
        let stands = self.state.formation_used(target);
        let defender = self.state.numbers_used(target);
        let ap = attacker.ap(self.state.edge_of(conflict, by, target), turned(by));
        let dp = defender.dp(edge, turned(target)) + self.state.screening_bonus(target, edge);
        let hits = stack::hits(&rules, face, ap, dp);
        let damage = hits.then(|| stack::damage(&rules, attacker.dmg, defender.dr));
        let side = self.stack(by)?.side;
        self.rolled_a_blow(Struck { side, by, at: target, edge, face, ap, dp, damage });
        let warlord = stands.leader.filter(|_| hits && stands.posture == Posture::Offensive);
        let exposed = match warlord.filter(|u| self.state.order_of_loss(target, edge, true).contains(u)) {
            Some(warlord) => self.throw_exposed(warlord, Shape::of(stands.units.len()))?,
            None => false,
        };
        let stacks: Vec<StackId> = std::iter::once(target).chain(self.state.screeners_there(target, edge)).collect();
        // A screening stack loses units from its own Front.
        let orders: Vec<Vec<UnitId>> = stacks
            .iter()
            .map(|s| {
                if *s == target {
                    self.state.order_of_loss(target, edge, exposed)
                } else {
                    self.state.order_of_loss(*s, Edge::Front, false)
                }
            })
            .collect();
        let strength = |u: &UnitId| self.state.unit(*u).map_or(0, |u| u.strength.now);
        let strengths: Vec<Vec<u16>> = orders.iter().map(|order| order.iter().map(strength).collect()).collect();
        let dealt = deal(&strengths, damage.unwrap_or(0));
        let (conflict, spare) = (number(at), dealt.spare);
        self.emit_stack(StackEvent::Struck { battle, conflict, by, at: target, edge, face, ap, dp, damage, spare });
        for (unit, lost) in orders.iter().flatten().zip(dealt.lost.iter().flatten()) {
            self.strike(*unit, *lost, Cause::Losses);
        }
        self.close_empty_combats();
        Ok(())
    }

    /// Records a blow for display.
    fn rolled_a_blow(&mut self, blow: Struck) {
        match &mut self.rolled {
            Some(Rolled::Blows(blows)) => blows.push(blow),
            other => *other = Some(Rolled::Blows(vec![blow])),
        }
    }

    /// Whether the Warlord of a stack on the offensive is exposed: 1D20 ≥ 20 − complete rows.
    fn throw_exposed(&mut self, unit: UnitId, shape: Shape) -> RuleResult<bool> {
        let dice = vec![RequestedDie::plain(Owner::from(unit), Die::D20)];
        let fallen = self.ask(Request { purpose: Purpose::Exposed, dice })?;
        let face = fallen[0].face;
        let exposed = usize::from(face) + shape.complete_rows >= 20;
        self.emit_stack(StackEvent::Exposed { unit, face, exposed });
        Ok(exposed)
    }
}
