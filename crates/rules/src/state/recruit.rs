//! Turns recruits into units, or reports all their errors. Source: RULES 6.

use super::{EntityKind, EventError, EventProblem, Gauge, State, Unit, UnitHistory};
use crate::order::Recruit;
use wardiary_base::{
    book::{Grade, NamedTest, TroopType},
    id::SideId,
    text::Text,
};

impl State {
    pub fn recruit(&self, recruit: &Recruit) -> Result<Unit, EventError> {
        self.recruit_or_all_errors(recruit)
            .map_err(|errors| errors.into_iter().next().expect("it was refused for something"))
    }

    pub(super) fn recruit_or_all_errors(&self, recruit: &Recruit) -> Result<Unit, Vec<EventError>> {
        let mut errors = ErrorList(self.need_free(recruit.id.into()).err().into_iter().collect());
        let troop = self.need_troop(recruit.kind.as_ref().unwrap_or(&self.book.troops[0].name));
        let troop = errors.ok_or_record(troop);
        let grade = errors.ok_or_record(self.grade_of_recruit(recruit));
        // The troop type decides the strength; if the type is unknown, so is the strength.
        let full = recruit.strength.or(troop.map(|troop| troop.strength));
        let strength = full.and_then(|full| errors.ok_or_record(strength_gauge(full, recruit.lost)));
        let edna = errors.ok_or_record(edna_gauge(recruit.edna.unwrap_or(self.book.edna.start), recruit.worn));
        errors
            .0
            .extend(NamedTest::faults(&recruit.tests).into_iter().map(|fault| EventProblem::Test(fault).at("tests")));
        errors.0.extend(self.errors_of_weapons(recruit));
        let stats = recruit.stats.as_ref().and_then(|stats| stats.fault());
        errors.0.extend(stats.map(|fault| EventProblem::Stats(fault).at("stats")));
        let side = errors.ok_or_record(self.side_of_recruit(recruit));
        let place =
            errors.ok_or_record(self.place_of_recruit(recruit).map_err(|error| EventProblem::Map(error).at("at")));
        let (true, Some(side), Some(troop), Some(grade), Some(strength), Some(edna), Some(place)) =
            (errors.0.is_empty(), side, troop, grade, strength, edna, place)
        else {
            return Err(errors.0);
        };
        let unit = Unit {
            id: recruit.id,
            name: recruit.name.as_name().into(),
            side,
            stack: recruit.stack,
            kind: troop.name.clone(),
            strength,
            edna,
            grade,
            failed_test: None,
            grade_at_muster: grade,
            shifts: Vec::new(),
            tests: recruit.tests.clone().into(),
            weapons: recruit.weapons.clone().into(),
            stats: recruit.stats.clone(),
            place: place.filter(|_| strength.now > 0),
            history: UnitHistory::new(self.calendar.now),
            precision: None,
        };
        self.check_room_for(&unit).map_err(|error| vec![EventProblem::Map(error).at("at")])?;
        Ok(unit)
    }

    pub(super) fn need_troop(&self, name: &Text) -> Result<&TroopType, EventError> {
        let names = || self.book.troops.iter().map(|troop| troop.name.clone()).collect();
        let unknown =
            || EventProblem::NotInBook { book: "rulebook", what: "troop type", name: name.clone(), names: names() };
        self.book.troop(name).ok_or_else(|| unknown().at("kind"))
    }

    /// The grade that a recruit names, or the ladder's neutral grade.
    fn grade_of_recruit(&self, recruit: &Recruit) -> Result<Grade, EventError> {
        let ladder = &self.book.ladder;
        let Some(name) = &recruit.grade else { return Ok(ladder.neutral()) };
        let names = || ladder.grades.iter().map(|grade| grade.name.clone()).collect();
        let unknown = || EventProblem::NotInBook { book: "ladder", what: "grade", name: name.clone(), names: names() };
        ladder.find(name).ok_or_else(|| unknown().at("grade"))
    }

    fn errors_of_weapons<'a>(&'a self, recruit: &'a Recruit) -> impl Iterator<Item = EventError> + 'a {
        let unknown = recruit.weapons.iter().filter(|name| self.book.weapon(name).is_none());
        let names = || self.book.weapons.iter().map(|weapon| weapon.name.clone()).collect();
        let (book, what) = ("rulebook", "weapon");
        unknown
            .map(move |name| EventProblem::NotInBook { book, what, name: name.clone(), names: names() }.at("weapons"))
    }

    /// The side that a recruit names, or that of its stack.
    fn side_of_recruit(&self, recruit: &Recruit) -> Result<SideId, EventError> {
        let stack = match recruit.stack {
            None => None,
            Some(id) => Some(self.stack(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Stack, "stack"))?),
        };
        match (recruit.side, stack) {
            (None, None) => Err(EventProblem::NoSide.at("name")),
            (Some(side), Some(stack)) if stack.side != side => {
                Err(EventProblem::SideOfStack { stack: stack.id, side: stack.side }.at("side"))
            }
            (Some(side), _) => self.need_side(side).map(|()| side),
            (None, Some(stack)) => Ok(stack.side),
        }
    }
}

struct ErrorList(Vec<EventError>);

impl ErrorList {
    fn ok_or_record<T>(&mut self, result: Result<T, EventError>) -> Option<T> {
        result.map_err(|error| self.0.push(error)).ok()
    }
}

fn strength_gauge(full: u16, lost: u16) -> Result<Gauge<u16>, EventError> {
    if !(1..=999).contains(&full) {
        return Err(EventProblem::Outside { what: "a strength", least: 1, most: 999, is: full }.at("strength"));
    }
    match full.checked_sub(lost) {
        Some(now) => Ok(Gauge { now, full }),
        None => Err(EventProblem::Lost { full, lost }.at("lost")),
    }
}

fn edna_gauge(full: u8, worn: u8) -> Result<Gauge<u8>, EventError> {
    match full.checked_sub(worn) {
        Some(now) if full <= 200 => Ok(Gauge { now, full }),
        Some(_) => Err(EventProblem::Outside { what: "an EDNA", least: 0, most: 200, is: full.into() }.at("edna")),
        None => Err(EventProblem::Worn { full, worn }.at("edna")),
    }
}
