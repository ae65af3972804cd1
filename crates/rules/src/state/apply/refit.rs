//! Events between battles. Source: RULES 7.

use super::{EntityKind, EventProblem, State, Validity, need_current, no_such};
use crate::event::RefitEvent;
use std::sync::Arc;

impl State {
    pub(super) fn apply_refit_event(&mut self, event: &RefitEvent) -> Validity {
        let now = self.calendar.now;
        let lowest = self.book.ladder.lowest();
        match event {
            RefitEvent::Counted { battle, losses } => {
                self.need(*battle, EntityKind::Battle, "battle")?;
                losses.iter().try_for_each(|(unit, ..)| self.need_living(*unit).map(drop))?;
                for (unit, for_good, back) in losses {
                    self.change_unit(*unit, |unit| {
                        unit.history.lost_strength.lose(*for_good, *back, now);
                        unit.set_strength(unit.strength.now);
                    });
                }
            }
            RefitEvent::Credited { battle, units } => {
                self.need(*battle, EntityKind::Battle, "battle")?;
                for (unit, defeats) in units {
                    self.need_unit(*unit)?;
                    need_more(*defeats > 0, "units")?;
                }
                for (unit, defeats) in units {
                    self.change_unit(*unit, |unit| unit.history.inflict((*defeats).into()));
                }
            }
            RefitEvent::Returned { unit, from, to } => {
                let unit = self.need_living_mut(*unit)?;
                unit.check_strength(*from, *to)?;
                need_more(to > from, "to")?;
                unit.history.lost_strength.restore_returning(to.saturating_sub(*from));
                unit.go_on().set_strength(*to);
            }
            RefitEvent::Replaced { unit, pool, from, to } => {
                let unit = self.need_living_mut(*unit)?;
                unit.check_strength(*from, *to)?;
                need_more(to > from, "to")?;
                let points = to.saturating_sub(*from);
                unit.history.lost_strength.permanent = unit.history.lost_strength.permanent.saturating_sub(points);
                unit.go_on().set_strength(*to);
                unit.history.replaced = unit.history.receipt_at(now);
                let pool = (pool.to_lowercase(), unit.side);
                let drawn = Arc::make_mut(&mut self.pool_withdrawals).entry(pool).or_default();
                *drawn = drawn.saturating_add(points.into());
            }
            RefitEvent::Supplied { units, to } => {
                if self.book.supply.levels.len() <= usize::from(*to) {
                    return Err(no_such("level of supply", "to", (*to).into()));
                }
                for (unit, from) in units {
                    need_current("the number of its level of supply", from, &self.need_living(*unit)?.history.supply)?;
                }
                for (unit, _) in units {
                    self.change_unit(*unit, |unit| unit.history.supply_at(*to, now));
                }
            }
            RefitEvent::Raised { unit: id, to, edna, grade } => {
                let told_apart = self.book.lost_for_good.share.is_some();
                let unit = self.need_unit_mut(*id)?;
                fail_if!(unit.is_alive(), EventProblem::Alive { unit: *id }.at("unit"));
                unit.check_strength(0, *to)?;
                unit.check_edna(edna.0, edna.1)?;
                unit.check_grade(grade.0, grade.1, lowest)?;
                need_more(*to > 0, "to")?;
                unit.go_on().set_strength(*to);
                unit.edna.now = edna.1;
                unit.grade = grade.1;
                unit.history.raise(now);
                // Of the strength that it still lacks, what it lost in battle is lost for good.
                let gone = unit.strength.full.saturating_sub(*to).min(unit.history.lost_when_eliminated);
                unit.history.lost_strength.lose(if told_apart { gone } else { 0 }, 0, now);
            }
            RefitEvent::Recovered { unit, strength, edna, grade } => {
                let unit = self.need_living_mut(*unit)?;
                if let Some((from, to)) = strength {
                    unit.check_strength(*from, *to)?;
                    need_more(to > from, "strength")?;
                }
                if let Some((from, to)) = edna {
                    unit.check_edna(*from, *to)?;
                    need_more(to > from, "edna")?;
                }
                if let Some((from, to)) = grade {
                    unit.check_grade(*from, *to, lowest)?;
                    // The better grade is the lower number.
                    need_more(to < from, "grade")?;
                }
                let now_strong = strength.map_or(unit.strength.now, |(_, to)| to);
                unit.go_on().set_strength(now_strong);
                unit.edna.now = edna.map_or(unit.edna.now, |(_, to)| to);
                unit.grade = grade.map_or(unit.grade, |(_, to)| to);
                unit.history.recovered = unit.history.receipt_at(now);
            }
        }
        Ok(())
    }
}

fn need_more(is_so: bool, field: &'static str) -> Validity {
    if is_so { Ok(()) } else { Err(EventProblem::NotMore.at(field)) }
}
