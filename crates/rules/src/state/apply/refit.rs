//! Events between battles. Source: RULES 7.

use super::{EntityKind, EventError, Problem, State, Unit, Validity, no_such, same};
use crate::event::RefitEvent;
use std::sync::Arc;
use wardiary_base::id::UnitId;

impl State {
    pub(super) fn validate_refit_event(&self, event: &RefitEvent) -> Validity {
        match event {
            RefitEvent::Counted { battle, losses } => {
                self.battle(*battle).ok_or_else(|| self.not_found((*battle).into(), EntityKind::Battle, "battle"))?;
                losses.iter().try_for_each(|(unit, ..)| self.need_living(*unit).map(drop))
            }
            RefitEvent::Credited { battle, units } => {
                self.battle(*battle).ok_or_else(|| self.not_found((*battle).into(), EntityKind::Battle, "battle"))?;
                units.iter().try_for_each(|(unit, defeats)| {
                    self.need_unit(*unit)?;
                    more(*defeats > 0, "units")
                })
            }
            RefitEvent::Returned { unit, from, to } | RefitEvent::Replaced { unit, from, to, .. } => {
                self.need_living(*unit)?;
                self.validate_strength(*unit, *from, *to)?;
                more(to > from, "to")
            }
            RefitEvent::Supplied { units, to } => {
                if self.book.supply.levels.len() <= usize::from(*to) {
                    return Err(no_such("level of supply", "to", (*to).into()));
                }
                units.iter().try_for_each(|(unit, from)| {
                    same("the number of its level of supply", from, &self.need_living(*unit)?.service.supply)
                })
            }
            RefitEvent::Raised { unit, to, edna, grade } => {
                if self.need_unit(*unit)?.is_alive() {
                    return Err(Problem::Alive { unit: *unit }.at("unit"));
                }
                self.validate_strength(*unit, 0, *to)?;
                self.validate_edna(*unit, edna.0, edna.1)?;
                self.validate_grade(*unit, grade.0, grade.1)?;
                more(*to > 0, "to")
            }
            RefitEvent::Recovered { unit, strength, edna, grade } => {
                self.need_living(*unit)?;
                if let Some((from, to)) = strength {
                    self.validate_strength(*unit, *from, *to)?;
                    more(to > from, "strength")?;
                }
                if let Some((from, to)) = edna {
                    self.validate_edna(*unit, *from, *to)?;
                    more(to > from, "edna")?;
                }
                if let Some((from, to)) = grade {
                    self.validate_grade(*unit, *from, *to)?;
                    // The better grade is the lower number.
                    more(to < from, "grade")?;
                }
                Ok(())
            }
        }
    }

    fn need_living(&self, unit: UnitId) -> Result<&Unit, EventError> {
        let found = self.need_unit(unit)?;
        if found.is_alive() { Ok(found) } else { Err(Problem::Eliminated { unit }.at("unit")) }
    }
}

fn more(is_so: bool, field: &'static str) -> Validity {
    if is_so { Ok(()) } else { Err(Problem::NotMore.at(field)) }
}

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
