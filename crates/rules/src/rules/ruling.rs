//! Rulings on grades: promotion or demotion, for a phase, a combat, or for good. Source: RULES 2.5.

use super::{Refusal, Resolver, RuleResult, refusal::UnitRefusal};
use crate::{event::Event, order::Term};
use wardiary_base::id::Id;

impl Resolver<'_> {
    pub(super) fn regrade(&mut self, who: &[Id], by: i8, term: Term) -> RuleResult {
        let changes = self.regrade_events(who, by, term)?;
        changes.into_iter().for_each(|event| self.emit(event));
        Ok(())
    }

    /// The events of a ruling on grades.
    pub(super) fn regrade_events(&self, who: &[Id], by: i8, term: Term) -> Result<Vec<Event>, Refusal> {
        fail_if!(by == 0, Refusal::NoChange);
        let units = self.living_units(who)?;
        let book = self.state.book().clone();
        let mut changes = Vec::new();
        for id in &units {
            let unit = self.living_unit(*id)?;
            match term {
                Term::ForGood => {
                    let to = book.ladder.shifted(unit.grade, by.into());
                    if to != unit.grade {
                        changes.push(Event::Regraded { unit: *id, from: unit.grade, to });
                    }
                }
                Term::Phase | Term::Combat => changes.push(Event::Shifted { unit: *id, by, term }),
            }
        }
        match units[..] {
            [unit, ref others @ ..] if changes.is_empty() => {
                let grade = self.living_unit(unit)?.grade;
                let alone = others.is_empty().then_some(UnitRefusal::LadderEnds { unit, grade });
                Err(alone.unwrap_or(UnitRefusal::LadderEndsForAll { grade }).into())
            }
            _ => Ok(changes),
        }
    }
}
