//! Statements about single units.

use super::{
    battles::fought,
    ledger::{Ledger, Numbers},
};
use wardiary_base::{
    dice::Owner,
    id::UnitId,
    sides::{BothSides, CombatSide},
};
use wardiary_diary::diary::prose::{EdnaChange, GradeChange, UnitStatement};
use wardiary_rules::{
    order::Term,
    state::{LostStrength, State},
};

pub fn check(l: &mut Ledger, statement: &UnitStatement) {
    match *statement {
        UnitStatement::Mustered { unit, ref name, is_new, ref numbers } => {
            let said = numbers.clone().expect("it is there");
            let found = l.after().unit(unit).expect("it is there").clone();
            let grade = said.grade.unwrap_or(found.grade()).exact().expect("it is known");
            let edna = said.edna.unwrap_or(found.edna()).exact().expect("it is known");
            let strength = said.strength.exact().expect("it is known");
            assert_eq!(said.grade.is_some(), l.after().book().uses_grades());
            assert!(is_new && (strength, edna) == (found.strength_in_rules(), found.edna_in_rules()));
            let numbers = Numbers {
                strength: strength.now,
                edna: edna.now,
                grade,
                stack: found.stack,
                place: said.place,
                kind: said.kind.to_string(),
            };
            l.units.insert(unit, numbers);
            l.names.insert(unit.0, name.to_string());
        }
        UnitStatement::Assigned { unit, from, to, still_in } => {
            let numbers = l.numbers(unit);
            assert_eq!(numbers.stack, from);
            numbers.stack = to;
            if let Some(battle) = still_in {
                assert_eq!(l.after().battle_of(unit).map(|battle| battle.id), Some(battle));
                let mut others = l.after().units_of_stack(to.expect("a stack"));
                assert!(others.any(|other| l.after().battle_of(other.id).is_some_and(|there| there.id != battle)));
            }
        }
        // Source: RULES 1.
        UnitStatement::EdnaTested { unit, total, acts, edna } => {
            let dice = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
            let own = dice.filter(|(who, _)| **who == Owner(unit.0));
            assert_eq!(own.map(|(_, face)| u16::from(*face)).sum::<u16>(), total, "the dice");
            tested(l, edna.from, (total, acts), edna);
            changed(l, unit, edna);
        }
        UnitStatement::EdnaRetested { unit, total, acts, against, edna } => {
            tested(l, against, (total, acts), edna);
            changed(l, unit, edna);
        }
        UnitStatement::EdnaWorn { unit, edna, .. } => {
            assert!(edna.to <= edna.from);
            changed(l, unit, edna);
        }
        UnitStatement::EdnaRuled { unit, edna } => {
            assert_ne!(edna.from, edna.to);
            changed(l, unit, edna);
        }
        UnitStatement::Rested { unit, edna } => {
            assert!(edna.from < edna.to);
            changed(l, unit, edna);
        }
        UnitStatement::StrengthLost { unit, lost, left } => {
            l.suffer(unit, lost);
            assert_eq!((l.numbers(unit).strength, left > 0), (left, true));
        }
        UnitStatement::StrengthRestored { unit, points, now } => gained(l, unit, points, now),
        UnitStatement::Returned { unit, points, now } => {
            let returning = |state: &State| state.unit(unit).expect("it is there").history.lost_strength.returning();
            assert_eq!(returning(&l.step.before) - returning(l.after()), points);
            gained(l, unit, points, now);
        }
        UnitStatement::Replaced { unit, points, ref pool, now } => {
            let (before, after) = (&l.step.before, l.after());
            let side = before.unit(unit).expect("it is there").side;
            let pool = before.book().replacements.pools.iter().find(|other| other.name == *pool).expect("the pool");
            let taken = before.points_left_in_pool(pool, side) - after.points_left_in_pool(pool, side);
            assert_eq!(taken, u32::from(points));
            gained(l, unit, points, now);
        }
        UnitStatement::Rebuilt { unit, strength } => {
            assert_eq!(l.numbers(unit).strength, 0);
            gained(l, unit, strength, strength);
        }
        UnitStatement::NoStation { force } => {
            assert!(l.after().theatre().is_some() && l.after().station(force).is_none());
        }
        UnitStatement::Regraded { unit, change } => regraded(l, unit, change, change.own.0 < change.own.1),
        UnitStatement::Regained { unit, from, to, is_restored } => {
            let muster = l.after().unit(unit).expect("it is there").grade_at_muster().exact();
            assert_eq!(is_restored, muster == Some(to));
            regraded(l, unit, GradeChange { own: (from, to), used: None }, false);
        }
        UnitStatement::Shifted { unit, by, term, now, is_changed } => {
            let used = |state: &State| state.unit(unit).map(|unit| state.grade_in_rules(unit));
            let (was, is) = (used(&l.step.before), used(l.after()));
            assert_eq!((is, was != is), (now, is_changed));
            // A lower grade has a higher number.
            assert!(!is_changed || (is < was) == (by > 0), "{by} steps up");
            assert!(by != 0 && term != Term::ForGood);
        }
        UnitStatement::LossesCounted { side, for_good, returning } => {
            let missing = |state: &State, count: fn(&LostStrength) -> u16| -> u32 {
                let of_side = state.units().iter().filter(|unit| unit.side == side);
                of_side.map(|unit| u32::from(count(&unit.history.lost_strength))).sum()
            };
            let more = |count| missing(l.after(), count) - missing(&l.step.before, count);
            assert_eq!((more(|lost| lost.permanent), more(LostStrength::returning)), (for_good, returning));
        }
        UnitStatement::Inflicted { ref defeats } => inflicted(l, defeats),
        UnitStatement::Supplied { ref units, from, to } => {
            let name = |level: u8| l.after().book().supply.level(level).expect("a level").name.clone();
            for unit in units {
                let level = |state: &State| state.supply_level(state.unit(*unit)?).map(|level| level.name.clone());
                assert_eq!((level(&l.step.before), level(l.after())), (Some(name(from)), Some(name(to))));
            }
        }
    }
}

/// A unit's EDNA changed.
fn changed(l: &mut Ledger, unit: UnitId, edna: EdnaChange) {
    assert_eq!(l.after().unit(unit).expect("it is there").edna_in_rules().full, edna.full);
    let numbers = l.numbers(unit);
    assert_eq!(numbers.edna, edna.from);
    numbers.edna = edna.to;
}

/// Source: RULES 1.
fn tested(l: &Ledger, against: u8, (total, acts): (u16, bool), edna: EdnaChange) {
    let against = u16::from(against);
    let equal = l.after().book().edna.equal == wardiary_base::book::EqualRoll::Acts;
    assert_eq!(acts, total < against || (total == against && equal));
    assert_eq!(u16::from(edna.to), against.saturating_sub(total.saturating_sub(against)));
}

/// A unit gained this much strength, and has this much now.
fn gained(l: &mut Ledger, unit: UnitId, points: u16, now: u16) {
    let numbers = l.numbers(unit);
    numbers.strength += points;
    assert_eq!(numbers.strength, now);
}

/// The grade that a unit fights with went up or down, and its own grade changed. A lower grade has a higher number.
pub fn regraded(l: &mut Ledger, unit: UnitId, GradeChange { own, used }: GradeChange, down: bool) {
    let (from, to) = used.unwrap_or(own);
    assert!(if down { to > from } else { to < from }, "{from:?} to {to:?}");
    let numbers = l.numbers(unit);
    assert_eq!(numbers.grade, own.0);
    numbers.grade = own.1;
}

/// The defeats that units inflicted. Dice without an owner inflict the rest.
fn inflicted(l: &Ledger, defeats: &[(UnitId, u16)]) {
    let fought = fought(l);
    let mut all = BothSides::new(0u16, 0u16);
    for (unit, defeats) in defeats {
        let fights = |side: &CombatSide| fought.units[*side].contains(unit) || fought.support[*side].contains(unit);
        all[CombatSide::BOTH.into_iter().find(fights).expect("it fought")] += defeats;
    }
    for side in CombatSide::BOTH {
        let suffered = fought.phase.defeats[side.opponent()];
        let is_theirs = fought.parties[side].dice.iter().all(|die| die.troop.is_some());
        assert!(all[side] <= suffered && (all[side] == suffered || !is_theirs), "{all:?}");
    }
}
