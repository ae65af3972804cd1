//! Strength gained between battles: returning losses of a battle, replacements from a pool, recovery, and rebuilding.
//! Source: RULES 7.

use crate::{
    event::{Event, RefitEvent},
    order::{Gains, Verb},
    rules::{
        Refusal, Resolver, RuleResult,
        refit::{check_in_no_battle, events_for_units},
        refusal::RefitRefusal,
    },
    state::{Contingent, EntityKind, State, Unit},
};
use wardiary_base::{
    book::{Mechanism, Pool, Share},
    id::{BattleId, Id, UnitId},
    text::Text,
};

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
            let lost = brought?.checked_sub(unit.strength.now).filter(|lost| *lost > 0)?;
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

    pub(super) fn replace(&mut self, unit: UnitId, points: Option<u16>, is_ruling: bool) -> RuleResult {
        let event = self.replacement_event(unit, points, is_ruling)?;
        self.conclude(event)
    }

    fn replacement_event(&self, unit: UnitId, points: Option<u16>, is_ruling: bool) -> Result<Event, Refusal> {
        let found = self.resting_unit(unit, REPLACE)?;
        let pools = pools_for(&self.state, found);
        fail_if!(pools.is_empty(), RefitRefusal::NoPool { unit });
        let lacks = missing_strength(found);
        fail_if!(lacks == 0, RefitRefusal::NothingLacks { unit, verb: REPLACE });
        let is_cut_off = self.state.supply_level(found).is_some_and(|level| level.recovery == Share::NONE);
        fail_if!(is_cut_off && !is_ruling, RefitRefusal::Unsupplied { unit, verb: REPLACE });
        if !is_ruling && self.state.replacements_due(found).is_none() {
            return Err(RefitRefusal::NotDue { unit, verb: REPLACE }.into());
        }
        let most = self.state.book().replacements.at_a_time.filter(|_| !is_ruling).unwrap_or(u16::MAX);
        // By default the first pool that has enough, or else the fullest.
        let wanted = points.unwrap_or(lacks.min(most));
        let strength = |strength| Gains { strength, ..Gains::default() };
        if wanted > lacks || wanted == 0 {
            return Err(RefitRefusal::BeyondFull { unit, lacks: strength(lacks), verb: REPLACE }.into());
        }
        fail_if!(wanted > most, RefitRefusal::BeyondRule { unit, gives: strength(most) });
        let enough = pools.iter().find(|(_, left)| *left >= u32::from(wanted));
        let (at, left) = *enough.or_else(|| pools.iter().max_by_key(|(_, left)| *left)).expect("there is one");
        let points = match u16::try_from(left) {
            // Without a number the unit takes as much as there is.
            Ok(left) if left < wanted && (points.is_some() || left == 0) => {
                return Err(RefitRefusal::PoolShort { unit, pool: at, left, points: wanted }.into());
            }
            Ok(left) => wanted.min(left),
            Err(_) => wanted,
        };
        let pool = self.state.book().replacements.pools[at].name.clone();
        let from = found.strength.now;
        Ok(Event::Refit(RefitEvent::Replaced { unit, pool, from, to: from + points }))
    }

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

/// How much of its losses returns to a unit now, if any.
pub(in crate::rules) fn returning_points(state: &State, unit: &Unit) -> Option<u16> {
    Some(state.returning_now(unit)).filter(|back| *back > 0)
}

const RAISE: Verb = Verb::Raise;

const REPLACE: Verb = Verb::Replace;

/// The strength that replacements can fill: what the unit lacks, without losses still to return.
fn missing_strength(unit: &Unit) -> u16 {
    unit.strength.full.saturating_sub(unit.strength.now).saturating_sub(unit.history.lost_strength.returning())
}

/// The pools that a unit can draw on, by index in the rulebook, each with what is left in it.
fn pools_for(state: &State, unit: &Unit) -> Vec<(usize, u32)> {
    let side = state.name(unit.side);
    let pools = state.book().replacements.pools.iter().enumerate();
    let serving = pools.filter(|(_, pool): &(usize, &Pool)| pool.serves(&unit.kind, &side));
    serving.map(|(at, pool)| (at, state.points_left_in_pool(pool, unit.side))).collect()
}

/// The points that a unit can take from a pool now, if any, and the pool's name.
pub(in crate::rules) fn available_replacements(resolver: &Resolver, unit: &Unit) -> Option<(u16, Text)> {
    match resolver.replacement_event(unit.id, None, false).ok()? {
        Event::Refit(RefitEvent::Replaced { pool, from, to, .. }) => Some((to - from, pool)),
        _ => None,
    }
}

const RECOVER: Verb = Verb::Recover;

/// The most that a unit could recover: what it lacks, without permanent losses and losses still to return.
fn missing(unit: &Unit) -> Gains {
    let missing = &unit.history.lost_strength;
    let gone = missing.permanent.saturating_add(missing.returning());
    Gains {
        strength: unit.strength.full.saturating_sub(unit.strength.now).saturating_sub(gone),
        edna: unit.edna.full.saturating_sub(unit.edna.now),
        grade: unit.grade.0.saturating_sub(unit.grade_at_muster.0),
    }
}

/// The recovery that the rulebook grants a unit now.
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
