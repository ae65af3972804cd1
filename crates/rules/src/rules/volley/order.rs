//! Volleys as orders of a campaign: who may fire, and the effects. Source: RULES 1, 4.5.

use super::{ClassAndCover, TargetGroup, VolleyAim, roll_volley, shot::ShotConditions};
use crate::{
    event::{Cause, Event},
    order::{Volley, WearCause},
    rules::{
        OrderRoll, Refusal, Resolver, RuleResult,
        refusal::{BattleRefusal, FireRefusal},
    },
    state::Unit,
};
use wardiary_base::{
    book::HitBy,
    id::{BattleId, UnitId},
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

    /// Fires a volley of a unit at the units in one place.
    pub(in crate::rules) fn volley(&mut self, volley: &Volley) -> RuleResult {
        let unit = self.living_unit(volley.unit)?;
        let battle = self.state.volley_battle(unit)?.id;
        self.check_volley_targets(unit, battle, &self.state.target_units(&volley.at)?)?;
        let VolleyAim { range, general, target_groups: marks } = VolleyAim::new(&self.state, volley)?;
        let wanted =
            ShotConditions { weapon: volley.weapon.as_deref(), range, general, ignore_moves: volley.anyway.is_some() };
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
