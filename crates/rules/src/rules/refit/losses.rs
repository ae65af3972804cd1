//! The losses of a battle, once it is over: divided into what is lost for good and what comes back, and the coming
//! back. Source: RULES 7.

use crate::{
    event::{Event, RefitEvent},
    order::{Gains, Verb},
    rules::{Refusal, Resolver, RuleResult, refit::events_for_units, refusal::RefitRefusal},
    state::{Contingent, State, Unit},
};
use wardiary_base::id::{BattleId, Id, UnitId};

const RETURN: Verb = Verb::Return;

impl Resolver<'_> {
    /// Divides the losses of the battles that this order has ended.
    pub(in crate::rules) fn divide_losses(&mut self) {
        let ended = self.events.iter().filter_map(|event| match event {
            Event::BattleEnded { battle, .. } => Some(*battle),
            _ => None,
        });
        let counted: Vec<Event> = ended.filter_map(|battle| self.losses_event(battle)).collect();
        counted.into_iter().for_each(|event| self.emit(event));
    }

    fn losses_event(&self, battle: BattleId) -> Option<Event> {
        let share = self.state.book().lost_for_good.share?;
        let found = self.state.battle(battle)?;
        let came = found.contingents.iter().flat_map(Contingent::strengths_on_arrival);
        let lost = came.filter_map(|(id, brought)| {
            let unit = self.state.unit(id).filter(|unit| unit.is_alive())?;
            let lost = brought.checked_sub(unit.strength.now).filter(|lost| *lost > 0)?;
            let for_good = u16::try_from(share.portion_of(lost.into())).unwrap_or(lost);
            Some((id, for_good, lost - for_good))
        });
        let losses: Vec<(UnitId, u16, u16)> = lost.collect();
        if losses.is_empty() { None } else { Some(Event::Refit(RefitEvent::Counted { battle, losses })) }
    }

    pub(super) fn return_strength(&mut self, who: &[Id], points: Option<u16>, is_ruling: bool) -> RuleResult {
        let units = self.living_units(who)?;
        let events = match units[..] {
            [unit] => vec![self.return_event(unit, points, is_ruling)?],
            _ if points.is_some() => return Err(RefitRefusal::SeveralUnits { units: units.len(), verb: RETURN }.into()),
            _ => events_for_units(&units, RETURN, |unit| self.return_event(unit, None, false))?,
        };
        events.into_iter().for_each(|event| self.emit(event));
        Ok(())
    }

    fn return_event(&self, unit: UnitId, points: Option<u16>, is_ruling: bool) -> Result<Event, Refusal> {
        let found = self.resting_unit(unit, RETURN)?;
        let coming = found.history.lost_strength.returning();
        fail_if!(coming == 0, RefitRefusal::NothingLacks { unit, verb: RETURN });
        let due = self.state.returning_now(found);
        let points = points.unwrap_or(if is_ruling { coming } else { due });
        let strength = |strength| Gains { strength, ..Gains::default() };
        fail_if!(points > coming, RefitRefusal::BeyondFull { unit, lacks: strength(coming), verb: RETURN });
        fail_if!(!is_ruling && due == 0, RefitRefusal::NotDue { unit, verb: RETURN });
        fail_if!(!is_ruling && points > due, RefitRefusal::BeyondRule { unit, gives: strength(due) });
        let from = found.strength.now;
        Ok(Event::Refit(RefitEvent::Returned { unit, from, to: from + points }))
    }
}

/// How much comes back to a unit now, if anything does.
pub(in crate::rules) fn returning_points(state: &State, unit: &Unit) -> Option<u16> {
    Some(state.returning_now(unit)).filter(|back| *back > 0)
}
