//! Applies events between battles to units. Source: RULES 7.

use crate::{event::RefitEvent, state::State};
use std::sync::Arc;

impl State {
    pub(super) fn apply_refit_event(&mut self, event: &RefitEvent) {
        let now = self.calendar.now;
        match event {
            RefitEvent::Counted { losses, .. } => {
                for (unit, for_good, back) in losses {
                    self.change_unit(*unit, |unit| {
                        unit.service.missing.lose(*for_good, *back, now);
                        unit.set_strength(unit.strength.now);
                    });
                }
            }
            RefitEvent::Credited { units, .. } => {
                for (unit, defeats) in units {
                    self.change_unit(*unit, |unit| unit.service.inflict((*defeats).into()));
                }
            }
            RefitEvent::Returned { unit, from, to } => self.change_unit(*unit, |unit| {
                unit.service.missing.come_back(to.saturating_sub(*from));
                unit.set_strength(*to);
            }),
            RefitEvent::Recovered { unit, strength, edna, grade } => self.change_unit(*unit, |unit| {
                unit.set_strength(strength.map_or(unit.strength.now, |(_, to)| to));
                unit.edna.now = edna.map_or(unit.edna.now, |(_, to)| to);
                unit.grade = grade.map_or(unit.grade, |(_, to)| to);
                unit.service.recovered = unit.service.given(now);
            }),
            RefitEvent::Replaced { unit, pool, from, to } => {
                let Some(side) = self.unit(*unit).map(|unit| unit.side) else { return };
                let points = to.saturating_sub(*from);
                let drawn = Arc::make_mut(&mut self.drawn).entry((pool.to_lowercase(), side)).or_default();
                *drawn = drawn.saturating_add(points.into());
                self.change_unit(*unit, |unit| {
                    unit.service.missing.make_good(points);
                    unit.set_strength(*to);
                    unit.service.replaced = unit.service.given(now);
                });
            }
            RefitEvent::Supplied { units, to } => {
                for (unit, _) in units {
                    self.change_unit(*unit, |unit| unit.service.supply_at(*to, now));
                }
            }
            RefitEvent::Raised { unit, to, edna, grade } => {
                let told_apart = self.book.lost_for_good.share.is_some();
                self.change_unit(*unit, |unit| {
                    unit.set_strength(*to);
                    unit.edna.now = edna.1;
                    unit.grade = grade.1;
                    unit.service.raise(now);
                    // Of the strength that it still lacks, what it lost in battle is lost for good.
                    let gone = unit.strength.full.saturating_sub(*to).min(unit.service.fell);
                    unit.service.missing.lose(if told_apart { gone } else { 0 }, 0, now);
                });
            }
        }
    }
}
