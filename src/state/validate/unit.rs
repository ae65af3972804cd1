//! Validation of events about one unit: its EDNA, grade and strength.

use super::{EventError, State, Validity, same, within};
use crate::{book::Grade, id::UnitId, order::Term};

impl State {
    pub(super) fn validate_edna(&self, unit: UnitId, from: u8, to: u8) -> Validity {
        let unit = self.need_unit(unit)?;
        same("its EDNA", &from, &unit.edna.now)?;
        within("an EDNA", u16::from(to), u16::from(unit.edna.full))
    }

    pub(super) fn validate_grade(&self, unit: UnitId, from: Grade, to: Grade) -> Validity {
        let unit = self.need_unit(unit)?;
        same("its grade", &from, &unit.grade)?;
        if self.book.ladder.has(to) {
            return Ok(());
        }
        Err(EventError::new(format!("the ladder has no grade {}", to.0)).of("to"))
    }

    pub(super) fn validate_shift(&self, unit: UnitId, by: i8, term: Term) -> Validity {
        self.need_unit(unit)?;
        if term == Term::ForGood {
            return Err(EventError::new("a shift for good is a change of grade").of("term"));
        }
        if by == 0 { Err(EventError::new("a shift by 0 is none").of("by")) } else { Ok(()) }
    }

    pub(super) fn validate_strength(&self, unit: UnitId, from: u16, to: u16) -> Validity {
        let unit = self.need_unit(unit)?;
        same("its strength", &from, &unit.strength.now)?;
        within("a strength", to, unit.strength.full)
    }
}
