//! Replacements: strength from a pool. Source: RULES 7.

use crate::{
    event::{Event, RefitEvent},
    order::{Gains, Verb},
    rules::{Refusal, Resolver, RuleResult, refusal::RefitRefusal},
    state::{State, Unit},
};
use wardiary_base::{
    book::{Pool, Share},
    id::UnitId,
};

const REPLACE: Verb = Verb::Replace;

impl Resolver<'_> {
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
}

/// What replacements can fill: what a unit lacks, without the strength that is to come back.
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

/// What a unit can take from a pool now, if anything: the points, and the pool's name.
pub(in crate::rules) fn available_replacements(resolver: &Resolver, unit: &Unit) -> Option<(u16, String)> {
    match resolver.replacement_event(unit.id, None, false).ok()? {
        Event::Refit(RefitEvent::Replaced { pool, from, to, .. }) => Some((to - from, pool)),
        _ => None,
    }
}
