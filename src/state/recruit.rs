//! What a recruit becomes: a unit, or all that speaks against it. Source: RULES 6.

use super::{EntityKind, EventError, Gauge, State, Unit};
use crate::{
    book::{Grade, NamedTest, TroopType},
    id::SideId,
    order::Recruit,
    text,
};
use std::sync::Arc;

impl State {
    /// The unit that a recruit becomes.
    ///
    /// # Errors
    /// The first thing that speaks against it.
    pub fn recruit(&self, recruit: &Recruit) -> Result<Unit, EventError> {
        self.recruit_or_all_errors(recruit)
            .map_err(|errors| errors.into_iter().next().expect("it was refused for something"))
    }

    /// The unit that a recruit becomes.
    ///
    /// # Errors
    /// All that speaks against it, each with its field.
    pub(super) fn recruit_or_all_errors(&self, recruit: &Recruit) -> Result<Unit, Vec<EventError>> {
        let mut errors = Errors(self.need_free(recruit.id.into()).err().into_iter().collect());
        let troop = errors.taken(self.troop_of_recruit(recruit));
        let grade = errors.taken(self.grade_of_recruit(recruit));
        // The troop type decides the strength; if the type is unknown, so is the strength.
        let full = recruit.strength.or(troop.map(|troop| troop.strength));
        let strength = full.and_then(|full| errors.taken(strength(full, recruit.lost)));
        let edna = errors.taken(edna(recruit.edna.unwrap_or(self.book.edna.start), recruit.worn));
        for fault in NamedTest::faults(&recruit.tests) {
            let error = EventError::new(fault.what).of("tests");
            errors.0.push(fault.hint.into_iter().fold(error, EventError::hinted));
        }
        errors.0.extend(self.errors_of_weapons(recruit));
        let stats = recruit.stats.as_ref().and_then(|stats| stats.fault());
        errors.0.extend(stats.map(|what| EventError::new(what).of("stats")));
        let side = errors.taken(self.side_of_recruit(recruit));
        let (true, Some(side), Some(troop), Some(grade), Some(strength), Some(edna)) =
            (errors.0.is_empty(), side, troop, grade, strength, edna)
        else {
            return Err(errors.0);
        };
        Ok(Unit {
            id: recruit.id,
            name: text::display_name(&recruit.name).into(),
            side,
            stack: recruit.stack,
            kind: Arc::from(troop.name.as_str()),
            strength,
            edna,
            grade,
            mustered: grade,
            shifts: Vec::new(),
            tests: recruit.tests.clone().into(),
            weapons: recruit.weapons.clone().into(),
            stats: recruit.stats.clone(),
        })
    }

    /// The troop type that a recruit names, or the rulebook's first.
    fn troop_of_recruit(&self, recruit: &Recruit) -> Result<&TroopType, EventError> {
        let troops = &self.book.troops;
        let kind = recruit.kind.as_deref().unwrap_or(&troops[0].name);
        self.book.troop(kind).ok_or_else(|| {
            let what = format!("the rulebook has no troop type “{}”", text::display_name(kind));
            EventError::new(what).of("kind").hinted(instead(kind, troops.iter().map(|t| t.name.as_str())))
        })
    }

    /// The grade that a recruit names, or the ladder's neutral one.
    fn grade_of_recruit(&self, recruit: &Recruit) -> Result<Grade, EventError> {
        let ladder = &self.book.ladder;
        let Some(name) = &recruit.grade else { return Ok(ladder.neutral()) };
        ladder.find(name).ok_or_else(|| {
            let what = format!("the ladder has no grade “{}”", text::display_name(name));
            EventError::new(what).of("grade").hinted(instead(name, ladder.grades.iter().map(|g| g.name.as_str())))
        })
    }

    fn errors_of_weapons<'a>(&'a self, recruit: &'a Recruit) -> impl Iterator<Item = EventError> + 'a {
        let weapons = &self.book.weapons;
        recruit.weapons.iter().filter(|name| self.book.weapon(name).is_none()).map(|name| {
            let what = format!("the rulebook has no weapon “{}”", text::display_name(name));
            EventError::new(what).of("weapons").hinted(instead(name, weapons.iter().map(|w| w.name.as_str())))
        })
    }

    /// The side that a recruit names, or that of its stack.
    fn side_of_recruit(&self, recruit: &Recruit) -> Result<SideId, EventError> {
        let stack = match recruit.stack {
            None => None,
            Some(id) => Some(self.stack(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Stack, "stack"))?),
        };
        match (recruit.side, stack) {
            (None, None) => Err(EventError::new("the unit has neither a stack nor a side").of("name")),
            (Some(side), Some(stack)) if stack.side != side => {
                let error = EventError::new(format!("{} is a stack of {}", stack.name, self.name(stack.side)));
                Err(error.of("side").hinted("leave the side out: the stack says it"))
            }
            (Some(side), _) => self.need_side(side).map(|()| side),
            (None, Some(stack)) => Ok(stack.side),
        }
    }
}

/// The errors found so far.
struct Errors(Vec<EventError>);

impl Errors {
    /// The value, or nothing where there is an error, which is kept.
    fn taken<T>(&mut self, result: Result<T, EventError>) -> Option<T> {
        result.map_err(|error| self.0.push(error)).ok()
    }
}

fn strength(full: u16, lost: u16) -> Result<Gauge<u16>, EventError> {
    if !(1..=999).contains(&full) {
        return Err(EventError::new(format!("a strength is 1 to 999, not {full}")).of("strength"));
    }
    match full.checked_sub(lost) {
        Some(now) => Ok(Gauge { now, full }),
        None => Err(EventError::new(format!("of {full} Strength Points {lost} can't be lost")).of("lost")),
    }
}

fn edna(full: u8, worn: u8) -> Result<Gauge<u8>, EventError> {
    match full.checked_sub(worn) {
        Some(now) if full <= 200 => Ok(Gauge { now, full }),
        _ => Err(EventError::new(format!("an EDNA is 0 to 200, not {full} less {worn}")).of("edna")),
    }
}

/// The nearest right word, or all there are.
fn instead<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let near = text::nearest(word, names.iter().copied());
    near.map_or_else(|| format!("it has {}", text::list(&names)), |near| format!("perhaps “{near}”"))
}
