//! Volleys as orders of a campaign: who may fire, and the effects. Source: RULES 1, 4.5.

use super::{Aim, Judged, Mark, fire, shot::Wanted};
use crate::{
    event::{Cause, Event},
    order::{Volley, WearCause},
    rules::{
        Refusal, Resolver, Rolled, RuleResult,
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
    fn volley_targets(&self, firer: &Unit, battle: BattleId, at: &[UnitId]) -> Result<(), Refusal> {
        for (place, id) in at.iter().enumerate() {
            let target = self.living(*id)?;
            if target.side == firer.side {
                return Err(Refusal::OwnSide { side: firer.side });
            }
            if self.state.battle_of(*id).map(|b| b.id) != Some(battle) {
                return Err(BattleRefusal::TwoBattles { first: firer.id.into(), second: (*id).into() }.into());
            }
            if at[..place].contains(id) {
                return Err(FireRefusal::TargetTwice { unit: *id }.into());
            }
            let side = self.living(at[0])?.side;
            if target.side != side {
                return Err(Refusal::TwoSides { first: at[0].into(), second: (*id).into() });
            }
        }
        Ok(())
    }

    /// Fires a volley of a unit at the units in one place.
    pub(in crate::rules) fn volley(&mut self, volley: &Volley) -> RuleResult {
        let unit = self.living(volley.unit)?;
        let battle = self.state.volley_battle(unit)?.id;
        self.volley_targets(unit, battle, &self.state.fired_at(&volley.at)?)?;
        let Aim { range, general, marks } = Aim::of(&self.state, volley)?;
        let wanted =
            Wanted { weapon: volley.weapon.as_deref(), range, general, after_any_move: volley.anyway.is_some() };
        let shot = self.state.shot(unit, wanted)?;
        self.rounds_come_first(battle)?;
        let (dice, freely) = (shot.dice, !shot.weapon.attack_costs_move);
        let book = self.state.book().clone();
        let judged: Vec<Judged> = marks.iter().map(Mark::judged).collect();
        let fired = fire(&mut self.queue, &book.volley, (volley.unit.into(), dice), &judged)?;
        let shared = marks.iter().zip(&fired.hits).map(|(mark, hits)| mark.share_out(&self.state, *hits));
        let shared: Vec<Vec<(UnitId, u16)>> = shared.collect();
        self.emit(Event::Volleyed { battle, unit: volley.unit, dice, hits: shared.concat(), freely });
        for (mark, shared) in marks.iter().zip(shared) {
            for (target, hits) in shared {
                let points = if mark.class.by == HitBy::Treble && hits > 0 { u16::MAX } else { hits };
                self.strike(target, points, Cause::Losses);
                if hits == 0 {
                    self.worn_by_fire(target);
                }
            }
        }
        self.close_empty_combats();
        self.rolled = Some(Rolled::Volley { unit: volley.unit, marks, fired });
        Ok(())
    }

    /// Reduces EDNA for fire that took no Strength Point, if the rulebook says so. Source: RULES 1.
    fn worn_by_fire(&mut self, unit: UnitId) {
        let wear = self.state.book().edna.wear.fire;
        let Some(from) = self.state.unit(unit).map(|u| u.edna.now).filter(|now| wear > 0 && *now > 0) else { return };
        self.emit(Event::EdnaWorn { unit, cause: WearCause::Fire, from, to: from.saturating_sub(wear) });
    }
}
