//! Turns recruits into units, or reports all their errors. Source: RULES 6.

use super::{EntityKind, EventError, Gauge, RecruitError, Service, State, Unit};
use crate::order::Recruit;
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, NamedTest, TroopType},
    id::SideId,
    text,
};

impl State {
    /// The unit that a recruit becomes.
    ///
    /// # Errors
    /// The first error.
    pub fn recruit(&self, recruit: &Recruit) -> Result<Unit, EventError> {
        self.recruit_or_all_errors(recruit)
            .map_err(|errors| errors.into_iter().next().expect("it was refused for something"))
    }

    /// The unit that a recruit becomes.
    ///
    /// # Errors
    /// All errors, each with its field.
    pub(super) fn recruit_or_all_errors(&self, recruit: &Recruit) -> Result<Unit, Vec<EventError>> {
        let mut errors = Errors(self.need_free(recruit.id.into()).err().into_iter().collect());
        let troop = errors.taken(self.troop_of_recruit(recruit));
        let grade = errors.taken(self.grade_of_recruit(recruit));
        // The troop type decides the strength; if the type is unknown, so is the strength.
        let full = recruit.strength.or(troop.map(|troop| troop.strength));
        let strength = full.and_then(|full| errors.taken(strength(full, recruit.lost)));
        let edna = errors.taken(edna(recruit.edna.unwrap_or(self.book.edna.start), recruit.worn));
        errors.extend(NamedTest::faults(&recruit.tests).into_iter().map(RecruitError::Test));
        errors.extend(self.errors_of_weapons(recruit));
        errors.extend(recruit.stats.as_ref().and_then(|stats| stats.fault()).map(RecruitError::Stats));
        let side = errors.taken(self.side_of_recruit(recruit));
        let place = errors.taken(self.place_of_recruit(recruit));
        let (true, Some(side), Some(troop), Some(grade), Some(strength), Some(edna), Some(place)) =
            (errors.0.is_empty(), side, troop, grade, strength, edna, place)
        else {
            return Err(errors.0);
        };
        let unit = Unit {
            id: recruit.id,
            name: text::display_name(&recruit.name).into(),
            side,
            stack: recruit.stack,
            kind: Arc::from(troop.name.as_str()),
            strength,
            edna,
            grade,
            failed: None,
            mustered: grade,
            shifts: Vec::new(),
            tests: recruit.tests.clone().into(),
            weapons: recruit.weapons.clone().into(),
            stats: recruit.stats.clone(),
            place: place.filter(|_| strength.now > 0),
            service: Service::beginning(self.calendar.now),
            veil: None,
        };
        self.check_room_for(&unit).map_err(|error| vec![RecruitError::Place(error).into()])?;
        Ok(unit)
    }

    /// The troop type that a recruit names, or the rulebook's first.
    fn troop_of_recruit(&self, recruit: &Recruit) -> Result<&TroopType, RecruitError> {
        let kind = recruit.kind.as_deref().unwrap_or(&self.book.troops[0].name);
        self.book.troop(kind).ok_or_else(|| RecruitError::UnknownTroop { name: kind.into() })
    }

    /// The grade that a recruit names, or the ladder's neutral grade.
    fn grade_of_recruit(&self, recruit: &Recruit) -> Result<Grade, RecruitError> {
        let ladder = &self.book.ladder;
        let Some(name) = &recruit.grade else { return Ok(ladder.neutral()) };
        ladder.find(name).ok_or_else(|| RecruitError::UnknownGrade { name: name.clone() })
    }

    fn errors_of_weapons<'a>(&'a self, recruit: &'a Recruit) -> impl Iterator<Item = RecruitError> + 'a {
        let unknown = recruit.weapons.iter().filter(|name| self.book.weapon(name).is_none());
        unknown.map(|name| RecruitError::UnknownWeapon { name: name.clone() })
    }

    /// The side that a recruit names, or that of its stack.
    fn side_of_recruit(&self, recruit: &Recruit) -> Result<SideId, EventError> {
        let stack = match recruit.stack {
            None => None,
            Some(id) => Some(self.stack(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Stack, "stack"))?),
        };
        match (recruit.side, stack) {
            (None, None) => Err(RecruitError::NoSide.into()),
            (Some(side), Some(stack)) if stack.side != side => {
                Err(RecruitError::StackOfOtherSide { stack: stack.id, side: stack.side }.into())
            }
            (Some(side), _) => self.need_side(side).map(|()| side),
            (None, Some(stack)) => Ok(stack.side),
        }
    }
}

struct Errors(Vec<EventError>);

impl Errors {
    /// The value of `result`; on an error records the error.
    fn taken<T>(&mut self, result: Result<T, impl Into<EventError>>) -> Option<T> {
        result.map_err(|error| self.0.push(error.into())).ok()
    }

    fn extend(&mut self, errors: impl IntoIterator<Item = RecruitError>) {
        self.0.extend(errors.into_iter().map(EventError::Recruit));
    }
}

fn strength(full: u16, lost: u16) -> Result<Gauge<u16>, RecruitError> {
    if !(1..=999).contains(&full) {
        return Err(RecruitError::Strength { full });
    }
    match full.checked_sub(lost) {
        Some(now) => Ok(Gauge { now, full }),
        None => Err(RecruitError::Lost { full, lost }),
    }
}

fn edna(full: u8, worn: u8) -> Result<Gauge<u8>, RecruitError> {
    match full.checked_sub(worn) {
        Some(now) if full <= 200 => Ok(Gauge { now, full }),
        _ => Err(RecruitError::Edna { full, worn }),
    }
}
