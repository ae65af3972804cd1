//! The claims of sentences about units.

use super::{area, count, list, matches, number};
use crate::claims::ledger::{Ledger, Numbers};
use wardiary_base::{
    book::Mechanism,
    dice::Owner,
    ground::Place,
    id::{MapId, UnitId},
};
use wardiary_rules::state::{State, Unit};

pub(super) fn edna(l: &mut Ledger, unit: &str, from: &str, to: &str) {
    let (to, effect) = to.split_once(", ").map_or((to, None), |(to, effect)| (to, Some(effect)));
    // If the EDNA is worn, its start follows it.
    let start = l.after().unit(l.unit(unit)).expect("it is there").edna.full;
    let read = |said: &str| {
        let (now, full) = said.split_once('/').map_or((said, None), |(now, full)| (now, Some(number::<u8>(full))));
        let now: u8 = number(now);
        assert_eq!(full, (now < start).then_some(start), "{unit}: {said}");
        now
    };
    let (from, to) = (read(from), read(to));
    let numbers = l.numbers(unit);
    assert_eq!(numbers.edna, from, "{unit}");
    numbers.edna = to;
    let wanted = match (from, to) {
        (1.., 0) => Some("ineffective"),
        (0, 1..) => Some("effective again"),
        _ => None,
    };
    assert_eq!(effect, wanted, "{unit}");
}

/// The EDNA of `6/8, ineffective` and of `6/8`: 6.
pub(super) fn edna_now(said: &str) -> u8 {
    number(said.split(['/', ',']).next().expect("a part"))
}

/// An unchanged EDNA, without the remark after it.
pub(super) fn unchanged(said: &str) -> &str {
    said.split(',').next().expect("a part")
}

/// `A: 9 against 8, halted, E8 to E7/8`. Source: RULES 1.
pub(super) fn tested(l: &mut Ledger, at: &[&str], was: &str, to: &str) {
    let (total, from): (u16, u16) = (number(at[1]), number(at[2]));
    assert_eq!(u16::from(edna_now(was)), from);
    edna(l, at[0], was, to);
    let own = Owner(l.unit(at[0]).0);
    let dice = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
    let sum: u16 = dice.filter(|(who, _)| **who == own).map(|(_, face)| u16::from(*face)).sum();
    assert_eq!(sum, total, "the dice");
    let equal = l.after().book().edna.equal == wardiary_base::book::EqualRoll::Acts;
    let acts = total < from || (total == from && equal);
    assert_eq!(at[3], if acts { "acted" } else { "halted" });
    assert_eq!(u16::from(l.numbers(at[0]).edna), from.saturating_sub(total.saturating_sub(from)));
}

/// `A, thrown again: 5 against 8, acted, E6/8 to E8`. Source: RULES 1.
pub(super) fn retested(l: &mut Ledger, at: &[&str]) {
    let (total, against): (u16, u16) = (number(at[1]), number(at[2]));
    let equal = l.after().book().edna.equal == wardiary_base::book::EqualRoll::Acts;
    assert_eq!(at[3], if total < against || (total == against && equal) { "acted" } else { "halted" });
    assert_eq!(u16::from(l.numbers(at[0]).edna), against.saturating_sub(total.saturating_sub(against)));
}

pub(super) fn eliminated(l: &mut Ledger, unit: &str) {
    let id = l.unit(unit);
    let left = l.units[&id].strength;
    l.suffer(id, left);
    assert!(!l.after().unit(id).is_some_and(Unit::is_alive));
}

/// The used grade, and in brackets the own grade if a ruling sets them apart. A lower grade has a higher number.
pub(super) fn regraded(l: &mut Ledger, at: &[&str], down: bool) {
    let ladder = l.after().book().ladder.clone();
    let grade = |name: &str| ladder.find(name).unwrap_or_else(|| panic!("a grade: {name}"));
    let (to, own) = at[2].split_once(" (own grade ").map_or((at[2], None), |(to, own)| (to, Some(own)));
    let (from, to) = (grade(at[1]), grade(to));
    assert!(if down { to > from } else { to < from }, "{at:?}");
    let own = own.map(|own| own.strip_suffix(')').expect("a bracket"));
    let (from, to) = match own.map(|own| own.split_once(" to ").ok_or(own)) {
        None => (from, to),
        Some(Ok((from, to))) => (grade(from), grade(to)),
        Some(Err(kept)) => {
            let kept = grade(kept.strip_suffix(", as before").expect("as before"));
            (kept, kept)
        }
    };
    for unit in list(at[0]) {
        let numbers = l.numbers(unit);
        assert_eq!(numbers.grade, from, "{unit}");
        numbers.grade = to;
    }
}

/// `A mustered: infantry, white, 3 of 4 SP, EDNA 8`. Each value appears only if the rulebook uses it.
pub(super) fn mustered(l: &mut Ledger, at: &[&str]) {
    let unit = l.unit(at[0]);
    let found = l.after().unit(unit).expect("it is there").clone();
    let book = l.after().book();
    let mut said = at[1].split(", ");
    let now = |text: &str| number::<u16>(text.split(' ').next().expect("a number"));
    assert_eq!(found.kind, said.next().expect("its kind"));
    if book.uses(Mechanism::Scrud) || book.uses(Mechanism::Stacks) {
        assert_eq!(*book.ladder.name(found.grade), said.next().expect("its grade"));
    }
    let strength = now(said.next().and_then(|said| said.strip_suffix(" SP")).expect("its strength"));
    let mut edna = found.edna.now;
    if book.uses(Mechanism::Edna) {
        edna =
            u8::try_from(now(said.next().and_then(|said| said.strip_prefix("EDNA ")).expect("its EDNA"))).expect("one");
    }
    let place = said.next().map(|cell| {
        let facing = said.next().and_then(|said| said.strip_prefix("facing ")).expect("an edge");
        let cell = area(cell.strip_prefix("at ").expect("an area"));
        Place { map: MapId(50), cell, facing: facing.parse().expect("an edge") }
    });
    assert_eq!(said.next(), None, "{at:?}");
    assert_eq!(found.stack.is_some(), found.stack.is_some_and(|s| l.after().stack(s).is_some()));
    l.units.insert(
        unit,
        Numbers { strength, edna, grade: found.grade, stack: found.stack, place, kind: found.kind.to_string() },
    );
    l.names.insert(unit.0, at[0].into());
}

pub(super) fn without_grades(l: &mut Ledger, at: &[&str], changed: bool) {
    let book = l.after().book();
    assert!(!book.uses(Mechanism::Scrud) && !book.uses(Mechanism::Stacks), "{at:?}");
    shifted(l, at, changed);
}

/// A shift, and whether it changes the used grade.
pub(super) fn shifted(l: &mut Ledger, at: &[&str], changed: bool) {
    count(at[1], "grade", "grades");
    let used = |state: &State| state.unit(l.unit(at[0])).map(|unit| state.effective_grade(unit));
    assert_eq!(used(&l.step.before) != used(l.after()), changed, "{at:?}");
    assert!(["for a phase", "for a combat"].contains(&at[2]), "{at:?}");
    let unit = l.after().unit(l.unit(at[0])).expect("it is there");
    assert_eq!(l.after().book().ladder.name(l.after().effective_grade(unit)), at[3]);
}

/// Each is an existing unit. The number of its dice that passed is in brackets.
pub(super) fn are_units(l: &mut Ledger, names: &str) {
    for name in list(names) {
        let (name, dice) = name.split_once(" (").map_or((name, None), |(name, dice)| (name, Some(dice)));
        let unit = l.unit(name);
        let Some(dice) = dice else { continue };
        let [passed, thrown] = matches("{} of {} dice)", dice).expect("a count of dice")[..] else { panic!("{dice}") };
        let fell = l.step.entry.dice.iter().flat_map(|fall| &fall.who).filter(|who| **who == Owner(unit.0)).count();
        assert_eq!(number::<usize>(thrown), fell, "{name}");
        assert!(number::<usize>(passed) <= fell, "{name}");
    }
}

pub(super) fn volleyed(l: &mut Ledger, at: &[&str]) {
    let own = Owner(l.unit(at[0]).0);
    let thrown = l.step.entry.dice.first().map_or(0, |fall| fall.who.iter().filter(|who| **who == own).count());
    assert_eq!(usize::from(count(at[1], "die", "dice")), thrown);
    for outcome in at[2].split("; ") {
        let hit = matches("{} on {}", outcome).expect("hits on somebody");
        for unit in list(hit[1]) {
            let unit = l.unit(unit);
            l.hits.insert(unit, count(hit[0], "hit", "hits"));
        }
    }
}

/// A die pushed a unit back. The die belongs to an enemy unit or to none, and the push-back stays in the state.
pub(super) fn pushed_back(l: &mut Ledger, unit: &str, by: &str) {
    let side = |l: &Ledger, unit: UnitId| l.after().unit(unit).expect("it is there").side;
    let unit = l.unit(unit);
    let (by, enemy) = match by.strip_prefix("a bonus die of ") {
        Some(enemy) => (l.side(enemy).into(), l.side(enemy)),
        None => (l.unit(by).into(), side(l, l.unit(by))),
    };
    assert_ne!(side(l, unit), enemy);
    let mut of_battles = l.after().open_battles().flat_map(|battle| &battle.pushed_back);
    assert!(of_battles.any(|push| (push.unit, push.beaten_by) == (unit, Some(by))), "it stays in the state");
    assert!(l.after().unit(unit).is_some_and(Unit::is_alive), "who is eliminated goes nowhere");
}
