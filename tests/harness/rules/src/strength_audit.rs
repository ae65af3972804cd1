//! Sums the strength that units lost and gained, event by event. The state must agree with the sums. Source: RULES 7.

use std::collections::BTreeMap;
use wardiary_base::{
    book::Moment,
    id::{SideId, UnitId},
    text::Text,
};
use wardiary_rules::{
    event::{Event, RefitEvent},
    state::State,
};

/// The strength of every unit, the points taken from each pool, and the counted losses, all from events.
#[derive(Clone, Debug, Default)]
pub struct StrengthAudit {
    strength: BTreeMap<UnitId, u16>,
    drawn: BTreeMap<(Text, SideId), u32>,
    counted: BTreeMap<UnitId, (i64, i64)>,
}

/// The unit whose strength an event changes, with the values before and after.
fn change(event: &Event) -> Option<(UnitId, u16, u16)> {
    match event {
        Event::StrengthLost { unit, from, to } | Event::StrengthRestored { unit, from, to } => {
            Some((*unit, *from, *to))
        }
        Event::Eliminated { unit, from, .. } => Some((*unit, *from, 0)),
        Event::Refit(event) => match event {
            RefitEvent::Recovered { unit, strength, .. } => strength.map(|(from, to)| (*unit, from, to)),
            RefitEvent::Returned { unit, from, to } | RefitEvent::Replaced { unit, from, to, .. } => {
                Some((*unit, *from, *to))
            }
            RefitEvent::Raised { unit, to, .. } => Some((*unit, 0, *to)),
            RefitEvent::Counted { .. } | RefitEvent::Credited { .. } | RefitEvent::Supplied { .. } => None,
        },
        _ => None,
    }
}

impl StrengthAudit {
    /// The audit at the beginning of a campaign.
    pub fn of(state: &State) -> Self {
        let strength = state.units().iter().map(|unit| (unit.id, unit.strength_in_rules().now)).collect();
        Self { strength, ..Self::default() }
    }

    /// Adds the events of an entry that led to the state `after`.
    pub fn enter(&mut self, events: &[Event], after: &State) {
        for event in events {
            if let Some((unit, from, to)) = change(event) {
                let was = self.strength.insert(unit, to);
                assert_eq!(was, Some(from), "{event:?}");
            }
            match event {
                // The strength of a recruit is new.
                Event::UnitMade(recruit) => {
                    let full = after.unit(recruit.id).expect("it was just made").strength_in_rules().full;
                    self.strength.insert(recruit.id, full - recruit.lost.min(full));
                }
                Event::Refit(RefitEvent::Replaced { unit, pool, from, to }) => {
                    let side = after.unit(*unit).expect("it is there").side;
                    *self.drawn.entry((pool.to_lowercase(), side)).or_default() += u32::from(to - from);
                }
                Event::Refit(RefitEvent::Counted { losses, .. }) => {
                    for (unit, for_good, back) in losses {
                        let (lost, coming) = self.counted.entry(*unit).or_default();
                        (*lost, *coming) = (*lost + i64::from(*for_good), *coming + i64::from(*back));
                    }
                }
                Event::Refit(RefitEvent::Returned { unit, from, to }) => {
                    self.counted.entry(*unit).or_default().1 -= i64::from(to - from);
                }
                _ => {}
            }
        }
    }

    /// Asserts that the state agrees with the audit.
    pub fn assert_matches(&self, state: &State) {
        let has: BTreeMap<UnitId, u16> =
            state.units().iter().map(|unit| (unit.id, unit.strength_in_rules().now)).collect();
        assert_eq!(self.strength, has, "strength comes from somewhere, and goes somewhere");
        let clock = &state.book().clock;
        for (pool, side) in state.pools() {
            let drawn = self.drawn.get(&(pool.name.to_lowercase(), side.id)).copied().unwrap_or(0);
            let times = clock.parts_between(Moment::default(), state.calendar().now);
            let held = pool.points + pool.gains * (times / u32::from(pool.every.0));
            assert_eq!(state.points_left_in_pool(pool, side.id) + drawn, held, "{} of {}", pool.name, side.name);
        }
        for unit in state.units() {
            let missing = &unit.history.lost_strength;
            let (counted, coming) = self.counted.get(&unit.id).copied().unwrap_or_default();
            let told_apart = missing.permanent + missing.returning();
            assert!(
                told_apart <= unit.strength_in_rules().full - unit.strength_in_rules().now,
                "{}: {missing:?}",
                unit.name
            );
            assert!(i64::from(missing.returning()) <= coming, "{}: {missing:?}, counted {coming}", unit.name);
            // The strength of an eliminated unit is lost for good, and is not counted.
            let most = counted.max(i64::from(unit.strength_in_rules().full));
            assert!(i64::from(missing.permanent) <= most, "{}: {missing:?}, counted {counted}", unit.name);
            assert!(unit.is_alive() || told_apart == 0, "{} is gone: {missing:?}", unit.name);
        }
    }
}
