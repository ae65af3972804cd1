//! Volleys as orders of a campaign: who may fire, the units that are judged as one target, and the effects. Source: RULES
//! 1, 4.5.

use super::{ClassAndCover, VolleyAim, roll_volley, shot::ShotConditions};
use crate::{
    event::{Cause, Event},
    order::{Edge, Volley, WearCause},
    rules::{
        OrderRoll, Refusal, Resolver, RuleResult,
        refusal::{BattleRefusal, FireRefusal},
        stack::deal_damage,
    },
    state::{State, Unit},
};
use wardiary_base::{
    book::{HitBy, Stacking, TargetClass},
    id::{BattleId, StackId, UnitId},
    text::Text,
};

impl Resolver<'_> {
    /// Refuses targets that are not living enemies in the battle.
    fn check_volley_targets(&self, firer: &Unit, battle: BattleId, at: &[UnitId]) -> Result<(), Refusal> {
        for (place, id) in at.iter().enumerate() {
            let target = self.living_unit(*id)?;
            fail_if!(target.side == firer.side, Refusal::OwnSide { side: firer.side });
            if self.state.battle_of(*id).map(|b| b.id) != Some(battle) {
                return Err(BattleRefusal::TwoBattles { first: firer.id.into(), second: (*id).into() }.into());
            }
            fail_if!(at[..place].contains(id), FireRefusal::TargetTwice { unit: *id });
            let side = self.living_unit(at[0])?.side;
            fail_if!(target.side != side, Refusal::TwoSides { first: at[0].into(), second: (*id).into() });
        }
        Ok(())
    }

    pub(in crate::rules) fn volley(&mut self, volley: &Volley) -> RuleResult {
        let unit = self.living_unit(volley.unit)?;
        let battle = self.state.volley_battle(unit)?.id;
        self.check_volley_targets(unit, battle, &self.state.target_units(&volley.at)?)?;
        let VolleyAim { range, general, target_groups: marks } = VolleyAim::new(&self.state, volley)?;
        let wanted =
            ShotConditions { weapon: volley.weapon.as_ref(), range, general, ignore_moves: volley.anyway.is_some() };
        let shot = self.state.shot(unit, wanted)?;
        self.check_no_round_due(battle)?;
        let (dice, freely) = (shot.dice, !shot.weapon.attack_costs_move);
        let book = self.state.book().clone();
        let judged: Vec<ClassAndCover> = marks.iter().map(TargetGroup::class_and_cover).collect();
        let fired = roll_volley(&mut self.queue, &book.volley, (volley.unit.into(), dice), &judged)?;
        let shared = marks.iter().zip(&fired.hits).map(|(mark, hits)| mark.distribute_hits(&self.state, *hits));
        let shared: Vec<Vec<(UnitId, u16)>> = shared.collect();
        self.emit(Event::Volleyed { battle, unit: volley.unit, dice, hits: shared.concat(), freely });
        for (mark, shared) in marks.iter().zip(shared) {
            for (target, hits) in shared {
                let points = if mark.class.by == HitBy::Treble && hits > 0 { u16::MAX } else { hits };
                self.take_strength(target, points, Cause::Losses);
                if hits == 0 {
                    self.apply_fire_wear(target);
                }
            }
        }
        self.close_empty_combats();
        self.order_roll = Some(OrderRoll::Volley { unit: volley.unit, target_groups: marks, fired });
        Ok(())
    }

    /// Reduces EDNA for fire that took no Strength Point, if the rulebook says so. Source: RULES 1.
    fn apply_fire_wear(&mut self, unit: UnitId) {
        let wear = self.state.book().edna.wear.fire;
        let Some(from) = self.state.unit(unit).map(|u| u.edna.now).filter(|now| wear > 0 && *now > 0) else { return };
        self.emit(Event::EdnaWorn { unit, cause: WearCause::Fire, from, to: from.saturating_sub(wear) });
    }
}

/// Units judged as one target: a unit or, under `stacking: Stack`, a stack's units of one troop type from its Front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetGroup {
    pub units: Vec<UnitId>,
    pub class: TargetClass,
    pub cover: bool,
}

impl TargetGroup {
    pub fn class_and_cover(&self) -> ClassAndCover<'_> {
        (&self.class, self.cover)
    }

    /// The loss of each unit. Excess passes to the next, the last takes the rest; a hit that destroys takes the first.
    pub(super) fn distribute_hits(&self, state: &State, hits: u16) -> Vec<(UnitId, u16)> {
        let strength = |unit: &UnitId| state.unit(*unit).map_or(0, |unit| unit.strength.now);
        let taken = match self.class.by {
            HitBy::Treble => (0..self.units.len()).map(|at| if at == 0 { hits } else { 0 }).collect(),
            HitBy::Double => {
                let mut dealt = deal_damage(&[self.units.iter().map(strength).collect()], hits.into());
                let mut lost = dealt.lost.swap_remove(0);
                if let Some(last) = lost.last_mut() {
                    *last = last.saturating_add(u16::try_from(dealt.excess).unwrap_or(u16::MAX));
                }
                lost
            }
        };
        self.units.iter().copied().zip(taken).collect()
    }
}

impl State {
    /// The marks of units that share a place; `cover` tells whether a unit is in cover.
    pub(super) fn target_groups(&self, units: &[UnitId], cover: impl Fn(&Unit) -> bool) -> Vec<TargetGroup> {
        let stacked = matches!(self.book().ground.stacking, Stacking::Stack(_));
        let mut marks: Vec<(Option<(StackId, &Text)>, TargetGroup)> = Vec::new();
        for unit in units.iter().filter_map(|id| self.unit(*id)) {
            let alike = unit.stack.filter(|_| stacked).map(|stack| (stack, &unit.kind));
            if let Some((_, mark)) = marks.iter_mut().find(|(other, _)| other.is_some() && *other == alike) {
                mark.units.push(unit.id);
            } else {
                let class = self.book().target_of(&unit.kind).clone();
                marks.push((alike, TargetGroup { units: vec![unit.id], class, cover: cover(unit) }));
            }
        }
        for (alike, mark) in &mut marks {
            if let Some((stack, _)) = alike.filter(|_| mark.units.len() > 1) {
                let order = self.loss_order(stack, Edge::Front, false);
                mark.units.sort_by_key(|unit| order.iter().position(|other| other == unit).unwrap_or(usize::MAX));
            }
        }
        marks.into_iter().map(|(_, mark)| mark).collect()
    }
}
