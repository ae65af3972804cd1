//! Recovery: strength, EDNA and lost grades come back by themselves. Source: RULES 7.

use crate::{
    event::{Event, RefitEvent},
    order::{Gains, Verb},
    rules::{Refusal, Resolver, RuleResult, refit::events_for_units, refusal::RefitRefusal},
    state::{State, Unit},
};
use wardiary_base::{
    book::{Mechanism, Share},
    id::{Id, UnitId},
};

const RECOVER: Verb = Verb::Recover;

impl Resolver<'_> {
    pub(super) fn recover(&mut self, who: &[Id], gains: Gains, is_ruling: bool) -> RuleResult {
        let units = self.living_units(who)?;
        let events = match units[..] {
            [unit] => vec![self.recovery_event(unit, gains, is_ruling)?],
            _ if !gains.is_none() => {
                return Err(RefitRefusal::SeveralUnits { units: units.len(), verb: RECOVER }.into());
            }
            _ => events_for_units(&units, RECOVER, |unit| self.recovery_event(unit, Gains::default(), false))?,
        };
        events.into_iter().for_each(|event| self.emit(event));
        Ok(())
    }

    fn recovery_event(&self, unit: UnitId, asked: Gains, is_ruling: bool) -> Result<Event, Refusal> {
        let found = self.resting_unit(unit, RECOVER)?;
        let lacks = missing(found);
        let gives = match possible_gains(&self.state, found) {
            Ok(gives) => gives,
            Err(_) if is_ruling => Gains::default(),
            Err(refusal) => return Err(refusal.into()),
        };
        let gained = if asked.is_none() { gives } else { asked };
        let fits = |of: Gains| gained.strength <= of.strength && gained.edna <= of.edna && gained.grade <= of.grade;
        fail_if!(!fits(lacks), RefitRefusal::BeyondFull { unit, lacks, verb: RECOVER });
        fail_if!(!is_ruling && !fits(gives), RefitRefusal::BeyondRule { unit, gives });
        if gained.is_none() && is_ruling && !lacks.is_none() {
            return Err(RefitRefusal::HowMuch { unit, lacks, verb: RECOVER }.into());
        }
        fail_if!(gained.is_none(), RefitRefusal::NothingLacks { unit, verb: RECOVER });
        let strength = (found.strength.now, found.strength.now + gained.strength);
        let edna = (found.edna.now, found.edna.now + gained.edna);
        let grade = (found.grade, self.state.book().ladder.shifted(found.grade, gained.grade.into()));
        Ok(Event::Refit(RefitEvent::Recovered {
            unit,
            strength: (gained.strength > 0).then_some(strength),
            edna: (gained.edna > 0).then_some(edna),
            grade: (gained.grade > 0).then_some(grade),
        }))
    }
}

/// The most that a unit could recover: what it lacks of its full EDNA, of its grade at the muster, and of its full
/// strength, without what it has lost for good and what is to come back to it.
fn missing(unit: &Unit) -> Gains {
    let missing = &unit.history.lost_strength;
    let gone = missing.permanent.saturating_add(missing.returning());
    Gains {
        strength: unit.strength.full.saturating_sub(unit.strength.now).saturating_sub(gone),
        edna: unit.edna.full.saturating_sub(unit.edna.now),
        grade: unit.grade.0.saturating_sub(unit.grade_at_muster.0),
    }
}

/// What the rulebook lets a unit recover now.
pub(in crate::rules) fn possible_gains(state: &State, unit: &Unit) -> Result<Gains, RefitRefusal> {
    let rule = &state.book().recover;
    fail_if!(!rule.is_on(), RefitRefusal::NoRule { verb: RECOVER });
    state.recovery_due(unit).ok_or(RefitRefusal::NotDue { unit: unit.id, verb: RECOVER })?;
    let share = state.supply_level(unit).map_or(Share::WHOLE, |level| level.recovery);
    fail_if!(share == Share::NONE, RefitRefusal::Unsupplied { unit: unit.id, verb: RECOVER });
    let supplied = |number: u32| share.portion_of(number);
    let lacks = missing(unit);
    let (tested, graded) = (state.book().uses(Mechanism::Edna), state.book().uses_grades());
    let room = |full: u32, now: u32| rule.most.portion_of(full).saturating_sub(now);
    let strength = supplied(rule.strength.into()).min(room(unit.strength.full.into(), unit.strength.now.into()));
    let edna =
        supplied(if tested { rule.edna.into() } else { 0 }).min(room(unit.edna.full.into(), unit.edna.now.into()));
    let gains = Gains {
        strength: u16::try_from(strength).unwrap_or(u16::MAX).min(lacks.strength),
        edna: u8::try_from(edna).unwrap_or(u8::MAX).min(lacks.edna),
        grade: if graded { u8::try_from(supplied(rule.grade.into())).unwrap_or(u8::MAX).min(lacks.grade) } else { 0 },
    };
    if gains.is_none() { Err(RefitRefusal::NothingLacks { unit: unit.id, verb: RECOVER }) } else { Ok(gains) }
}
