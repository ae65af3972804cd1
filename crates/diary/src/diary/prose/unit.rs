//! A single unit in words: its muster, and changes of its EDNA, strength and grade.

use super::{EntryContext, GradeChange, Statement};
use std::{collections::BTreeSet, fmt::Display};
use wardiary_base::{
    book::{Grade, Mechanism},
    ground::Place,
    id::{BattleId, Id, SideId, StackId, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    event::{Reading, RefitEvent},
    order::{Recruit, Term, WearCause},
    state::{Gauge, State},
};

#[derive(Clone, Debug, PartialEq)]
pub enum UnitStatement {
    // `is_new`: a side sees a unit that existed before only now. A save not written by the program may lack numbers.
    Mustered { unit: UnitId, name: Text, is_new: bool, numbers: Option<MusteredNumbers> },
    // The battle that the unit stays in if its new stack is in another one.
    Assigned { unit: UnitId, from: Option<StackId>, to: Option<StackId>, still_in: Option<BattleId> },
    EdnaTested { unit: UnitId, total: u16, acts: bool, edna: EdnaChange },
    EdnaRetested { unit: UnitId, total: u16, acts: bool, against: u8, edna: EdnaChange },
    EdnaWorn { unit: UnitId, cause: WearCause, edna: EdnaChange },
    EdnaRuled { unit: UnitId, edna: EdnaChange },
    Rested { unit: UnitId, edna: EdnaChange },
    StrengthLost { unit: UnitId, lost: u16, left: u16 },
    StrengthRestored { unit: UnitId, points: u16, now: u16 },
    // Recoverable losses came back.
    Returned { unit: UnitId, points: u16, now: u16 },
    Replaced { unit: UnitId, points: u16, pool: Text, now: u16 },
    Rebuilt { unit: UnitId, strength: u16 },
    NoStation { force: Id },
    Regraded { unit: UnitId, change: GradeChange },
    // `is_restored`: it has the grade of its muster again.
    Regained { unit: UnitId, from: Grade, to: Grade, is_restored: bool },
    // The grade that the unit fights with now, and whether it changed: the ladder may be too short for the shift.
    Shifted { unit: UnitId, by: i8, term: Term, now: Option<Grade>, is_changed: bool },
    // Strength Points that surviving units of a side lost in a battle.
    LossesCounted { side: SideId, for_good: u32, returning: u32 },
    Inflicted { defeats: Vec<(UnitId, u16)> },
    // Levels of the rulebook, 0 the best.
    Supplied { units: Vec<UnitId>, from: u8, to: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdnaChange {
    pub from: u8,
    pub to: u8,
    /// The unit's EDNA without wear.
    pub full: u8,
}

/// The numbers of a new unit that its rulebook uses, each with how exactly it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MusteredNumbers {
    pub kind: Text,
    pub grade: Option<Reading<Grade>>,
    pub strength: Reading<Gauge<u16>>,
    pub edna: Option<Reading<Gauge<u8>>>,
    pub place: Option<Place>,
}

impl UnitStatement {
    pub(super) fn text(&self, state: &State) -> String {
        let ladder = &state.book().ladder;
        let name = |unit: &UnitId| state.name(*unit);
        let names = |units: &[UnitId]| text::list(&units.iter().map(name).collect::<Vec<_>>());
        let unused = if state.book().uses_grades() { "" } else { ", but these rules use no grades" };
        let rolls = |unit: &UnitId| state.unit(*unit).is_none_or(|unit| state.rolls_in_combat(unit));
        let did = |acts: &bool| if *acts { "acted" } else { "halted" };
        match self {
            Self::Mustered { name, is_new, numbers, .. } => {
                let came = if *is_new { "mustered" } else { "identified" };
                let numbers = numbers.as_ref().map(|numbers| format!(": {}", numbers.text(state)));
                format!("{name} {came}{}", numbers.unwrap_or_default())
            }
            Self::Assigned { unit, from, to, still_in } => {
                let name = name(unit);
                match (from, to) {
                    (_, Some(stack)) => {
                        let left = from.filter(|_| still_in.is_some());
                        let left = left.map_or(String::new(), |left| format!("left {} and ", state.name(left)));
                        let still = still_in.map(|battle| format!(", but is still in {}", state.name(battle)));
                        format!("{name} {left}joined {}{}", state.name(*stack), still.unwrap_or_default())
                    }
                    (Some(stack), None) => format!("{name} left {}", state.name(*stack)),
                    (None, None) => format!("{name} still in no stack"),
                }
            }
            Self::EdnaTested { unit, total, acts, edna } => {
                format!("{}: {total} against {}, {}, {}", name(unit), edna.from, did(acts), edna.text())
            }
            Self::EdnaRetested { unit, total, acts, against, edna } => {
                format!("{}, rerolled: {total} against {against}, {}, {}", name(unit), did(acts), edna.text())
            }
            Self::EdnaWorn { unit, cause, edna } => {
                let by = match cause {
                    WearCause::Fire => "fire",
                    WearCause::Manoeuvre => "manoeuvre",
                };
                let still = if edna.from == edna.to { "still " } else { "" };
                format!("{} worn by {by}, {still}{}", name(unit), edna.text())
            }
            Self::EdnaRuled { unit, edna } => {
                let how = if edna.from < edna.to { "rallied" } else { "shaken" };
                format!("{} {how}, {}", name(unit), edna.text())
            }
            Self::Rested { unit, edna } => format!("{} rested, {}", name(unit), edna.text()),
            Self::StrengthLost { unit, lost, left } => format!("{} lost {lost} SP, {left} left", name(unit)),
            Self::StrengthRestored { unit, points, now } => {
                format!("{} recovered {points} SP, now {now}", name(unit))
            }
            Self::Returned { unit, points, now } => format!("{points} SP returned to {}, now {now}", name(unit)),
            Self::Replaced { unit, points, pool, now } => {
                format!("{} took {points} SP from the pool {}, now {now}", name(unit), pool.as_name())
            }
            Self::Rebuilt { unit, strength } => format!("{} rebuilt with {strength} SP", name(unit)),
            Self::NoStation { force } => format!("no station in the theatre yet for {}", state.name(*force)),
            Self::Regraded { unit, change } => {
                let word = if change.own.1 < change.own.0 { "promoted" } else { "demoted" };
                if !rolls(unit) {
                    return format!("{} {word}, but it rolls no die", name(unit));
                }
                format!("{} {word}, {}{unused}", name(unit), change.text(state))
            }
            Self::Regained { unit, from, to, is_restored } => {
                let what = match from.0.saturating_sub(to.0) {
                    _ if *is_restored => "its grade".to_string(),
                    1 => "a grade".to_string(),
                    grades => format!("{grades} grades"),
                };
                format!("{} regained {what}, {} to {}{unused}", name(unit), ladder.name(*from), ladder.name(*to))
            }
            Self::Shifted { unit, by, term, now, is_changed } => {
                let span = match term {
                    Term::Phase => "for a phase",
                    Term::Combat => "for a combat",
                    Term::ForGood => "for good",
                };
                let grades = text::count(by.unsigned_abs().into(), "grade", "grades");
                let way = if *by > 0 { "up" } else { "down" };
                let still = if *is_changed { "now" } else { "still" };
                let fighting = if state.book().uses_grades() { " fighting as" } else { "" };
                let now =
                    now.filter(|_| rolls(unit)).map(|now| format!(", {still}{fighting} {}{unused}", ladder.name(now)));
                format!("{}: {grades} {way} {span}{}", name(unit), now.unwrap_or_default())
            }
            Self::LossesCounted { side, for_good, returning } => {
                let (units, lost) = (state.name(*side), for_good + returning);
                format!("surviving units of {units} lost {lost} SP: {for_good} for good, {returning} to return")
            }
            Self::Inflicted { defeats } => {
                let text = |(unit, defeats): &(UnitId, u16)| {
                    format!("{} {}", name(unit), text::count((*defeats).into(), "defeat", "defeats"))
                };
                format!("inflicted: {}", text::list(&defeats.iter().map(text).collect::<Vec<_>>()))
            }
            Self::Supplied { units, from, to } => {
                let level =
                    |level| state.book().supply.level(level).map_or(String::new(), |level| level.name.as_name());
                format!("supply of {}: {} to {}", names(units), level(*from), level(*to))
            }
        }
    }
}

impl EdnaChange {
    pub(super) fn new(state: &State, unit: UnitId, (from, to): (u8, u8)) -> Self {
        Self { from, to, full: state.unit(unit).and_then(|unit| unit.edna().exact()).map_or(to, |edna| edna.full) }
    }

    /// `E8 to E6/8`, and the effect on the unit: at 0 it is ineffective.
    fn text(self) -> String {
        let effect = match (self.from, self.to) {
            (1.., 0) => ", ineffective",
            (0, 1..) => ", effective again",
            _ => "",
        };
        text::edna_change((self.from, self.to), self.full) + effect
    }
}

impl MusteredNumbers {
    fn text(&self, state: &State) -> String {
        let grade = self.grade.map(|grade| grade.grade_text(|grade| state.book().ladder.name(grade).to_string()));
        let strength = format!("{} SP", self.strength.text(gauge));
        let edna = self.edna.map(|edna| format!("EDNA {}", edna.text(gauge)));
        let at = self.place.map(|place| format!("at {}, facing {}", place.cell, place.facing.name()));
        let parts = [Some(self.kind.to_string()), grade, Some(strength), edna, at];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// A value, and its full value if that differs: `3 of 4`.
fn gauge<T: Display + PartialEq>(Gauge { now, full }: Gauge<T>) -> String {
    if now == full { full.to_string() } else { format!("{now} of {full}") }
}

pub(super) fn strength_restored(unit: UnitId, (from, to): (u16, u16)) -> UnitStatement {
    UnitStatement::StrengthRestored { unit, points: to.saturating_sub(from), now: to }
}

/// A new unit with the numbers that its rulebook uses: an unused grade or EDNA is left out.
pub(super) fn mustered(context: &EntryContext, recruit: &Recruit) -> UnitStatement {
    let book = context.after.book();
    let numbers = context.after.unit(recruit.id).map(|unit| MusteredNumbers {
        kind: unit.kind.clone(),
        grade: book.uses_grades().then(|| unit.grade_at_muster()),
        strength: unit.strength(),
        edna: book.uses(Mechanism::Edna).then(|| unit.edna()),
        place: unit.place,
    });
    let is_new = context.after.unit(recruit.id).is_none_or(|unit| !context.existed_before(unit.side));
    UnitStatement::Mustered { unit: recruit.id, name: recruit.name.clone(), is_new, numbers }
}

pub(super) fn assigned(state: &State, unit: UnitId, from: Option<StackId>, to: Option<StackId>) -> UnitStatement {
    // A unit stays in its battle until that is over, whatever its stack.
    let battle = state.battle_of(unit).filter(|own| {
        let others = to.into_iter().flat_map(|stack| state.units_of_stack(stack));
        let mut battles = others.filter(|other| other.id != unit).filter_map(|other| state.battle_of(other.id));
        battles.next().is_some_and(|there| there.id != own.id)
    });
    UnitStatement::Assigned { unit, from, to, still_in: battle.map(|battle| battle.id) }
}

// Source: RULES 7.

/// An event between battles, a statement for each number that changed.
pub(super) fn refit<'a>(context: &EntryContext, event: &RefitEvent) -> Vec<Statement<'a>> {
    let state = context.after;
    let rested = |unit, change| UnitStatement::Rested { unit, edna: EdnaChange::new(state, unit, change) };
    let statements = match event {
        RefitEvent::Counted { losses, .. } => counted(state, losses),
        RefitEvent::Credited { units, .. } => vec![UnitStatement::Inflicted { defeats: units.clone() }],
        RefitEvent::Returned { unit, from, to } => {
            vec![UnitStatement::Returned { unit: *unit, points: to.saturating_sub(*from), now: *to }]
        }
        RefitEvent::Recovered { unit, strength, edna, grade } => {
            let unit = *unit;
            let strength = strength.map(|change| strength_restored(unit, change));
            let edna = edna.map(|change| rested(unit, change));
            let grade = grade.map(|(from, to)| {
                let is_restored = state.unit(unit).is_none_or(|unit| unit.grade_at_muster().exact() == Some(to));
                UnitStatement::Regained { unit, from, to, is_restored }
            });
            strength.into_iter().chain(edna).chain(grade).collect()
        }
        RefitEvent::Replaced { unit, pool, from, to } => {
            let points = to.saturating_sub(*from);
            vec![UnitStatement::Replaced { unit: *unit, points, pool: pool.clone(), now: *to }]
        }
        RefitEvent::Supplied { units, to } => supplied(units, *to),
        RefitEvent::Raised { unit, to, edna, grade } => {
            let mut statements = vec![UnitStatement::Rebuilt { unit: *unit, strength: *to }];
            statements.extend((edna.0 != edna.1).then(|| rested(*unit, *edna)));
            let change = GradeChange::new(*grade, None);
            statements.extend((grade.0 != grade.1).then_some(UnitStatement::Regraded { unit: *unit, change }));
            // The unit has no station: a member of a stationed stack shares its station, nobody else does.
            let is_nowhere = state.theatre().is_some() && state.station_of_unit(*unit).is_none();
            let force = state.force_of(*unit).filter(|_| is_nowhere);
            statements.extend(force.map(|force| UnitStatement::NoStation { force }));
            statements
        }
    };
    statements.into_iter().map(Statement::Unit).collect()
}

/// A change of supply, a statement for each previous level.
fn supplied(units: &[(UnitId, u8)], to: u8) -> Vec<UnitStatement> {
    let levels: BTreeSet<u8> = units.iter().map(|(_, from)| *from).filter(|from| *from != to).collect();
    let of_level = |level: u8| units.iter().filter(move |(_, at)| *at == level).map(|(unit, _)| *unit).collect();
    levels.into_iter().map(|from| UnitStatement::Supplied { units: of_level(from), from, to }).collect()
}

/// The losses of surviving units in a battle, a statement for each side.
fn counted(state: &State, losses: &[(UnitId, u16, u16)]) -> Vec<UnitStatement> {
    let mut sides: Vec<(SideId, u32, u32)> = Vec::new();
    for (unit, for_good, back) in losses {
        let Some(side) = state.unit(*unit).map(|unit| unit.side) else { continue };
        let at = sides.iter().position(|(other, ..)| *other == side).unwrap_or_else(|| {
            sides.push((side, 0, 0));
            sides.len() - 1
        });
        sides[at].1 += u32::from(*for_good);
        sides[at].2 += u32::from(*back);
    }
    let counted = |(side, for_good, returning)| UnitStatement::LossesCounted { side, for_good, returning };
    sides.into_iter().map(counted).collect()
}
