//! Rebuilding: an eliminated unit comes back, weaker and with a lower grade. Source: RULES 7.

use crate::{
    event::{Event, RefitEvent},
    order::{Gains, Verb},
    rules::{Refusal, Resolver, RuleResult, refit::check_in_no_battle, refusal::RefitRefusal},
    state::EntityKind,
};
use wardiary_base::id::UnitId;

const RAISE: Verb = Verb::Raise;

impl Resolver<'_> {
    pub(super) fn raise(&mut self, unit: UnitId, strength: Option<u16>, is_ruling: bool) -> RuleResult {
        let event = self.raise_event(unit, strength, is_ruling)?;
        self.conclude(event)
    }

    pub(in crate::rules) fn raise_event(
        &self,
        unit: UnitId,
        strength: Option<u16>,
        is_ruling: bool,
    ) -> Result<Event, Refusal> {
        let found = self.state.unit(unit).ok_or_else(|| self.state.no_such(unit, &[EntityKind::Unit]))?;
        let parts = self.state.parts_since_elimination(found).ok_or(RefitRefusal::Alive { unit })?;
        check_in_no_battle(&self.state, unit, RAISE)?;
        let (rule, clock) = (&self.state.book().raise, &self.state.book().clock);
        fail_if!(!rule.is_on() && !is_ruling, RefitRefusal::NoRule { verb: RAISE });
        if !is_ruling && clock.is_on() && parts < u32::from(rule.after) {
            return Err(RefitRefusal::NotDue { unit, verb: RAISE }.into());
        }
        let full = found.strength.full;
        let gives = u16::try_from(rule.share.portion_of(full.into())).unwrap_or(full);
        let gains = |strength| Gains { strength, ..Gains::default() };
        let to = match strength {
            Some(points) => points,
            None if rule.is_on() => gives,
            None => return Err(RefitRefusal::HowMuch { unit, lacks: gains(full), verb: RAISE }.into()),
        };
        fail_if!(to > full || to == 0, RefitRefusal::BeyondFull { unit, lacks: gains(full), verb: RAISE });
        fail_if!(!is_ruling && to > gives, RefitRefusal::BeyondRule { unit, gives: gains(gives) });
        // The men are new, and have not yet learnt when not to obey, so EDNA is full.
        let edna = (found.edna.now, found.edna.full);
        let lower = if rule.is_on() { rule.lower } else { 0 };
        let grade = (found.grade, self.state.book().ladder.shifted(found.grade, -i16::from(lower)));
        Ok(Event::Refit(RefitEvent::Raised { unit, to, edna, grade }))
    }
}
