//! Sentences of battles: turns, combats and Conflicts.

use super::{Reads, count, list, number};
use crate::claims::ledger::Ledger;
use wardiary_base::{
    book::{Mechanism, SupportRole},
    dice::Owner,
    id::{BattleId, Id, StackId, UnitId},
};
use wardiary_rules::{
    event::CombatEnd,
    order::Order,
    rules::OrderRoll,
    state::{Combat, CombatLine, State, Unit},
};

/// The sentences that name a battle only if several are open.
pub(super) const OF_BATTLES: &[(&str, Reads)] = &[
    ("could still have attacked in turn {}: {}", |l, at, b| could_attack(l, at, b, false)),
    ("could still have attacked or supported in turn {}: {}", |l, at, b| could_attack(l, at, b, true)),
    ("nobody rolled for the initiative", |l, _, b| {
        l.battle(b);
        l.unrolled = true;
    }),
    ("{} to act", |l, at, b| {
        let battle = l.battle(b);
        assert_eq!(l.battle_after(battle).acting_side, Some(l.side(at[0])));
    }),
    ("all to act: {}", |l, _, b| {
        let battle = l.battle(b);
        assert_eq!(l.battle_after(battle).acting_side, None);
    }),
    ("the initiative is next", |l, _, b| {
        let battle = l.battle(b);
        assert_eq!(l.battle_after(battle).initiative_winner, None);
    }),
    ("{} won the initiative", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let last = l.step.entry.dice.last().expect("it was rolled for");
        let dice: Vec<_> = last.who.iter().zip(&last.faces).collect();
        let own = dice.iter().find(|(who, _)| **who == Owner(side.0)).expect("the winner rolled").1;
        assert!(dice.iter().all(|(who, face)| **who == Owner(side.0) || *face < own), "{dice:?}");
        l.course(battle).initiative = Some(side);
    }),
    ("{} to go first", |l, at, b| {
        let battle = l.battle(b);
        assert_eq!(l.battle_after(battle).first_side, Some(l.side(at[0])));
    }),
    ("turn {} ended", |l, at, b| {
        let battle = l.battle(b);
        let course = l.course(battle);
        assert_eq!(course.turn, number::<u32>(at[0]));
        course.turn += 1;
        course.initiative = None;
    }),
    ("{} exhausted: {} SP lost, the Exhaustion Point is {}", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let (lost, point): (u32, u32) = (number(at[1]), number(at[2]));
        assert!(lost >= point);
        let found = l.battle_after(battle);
        let contingent = found.contingent(side).expect("it is in it");
        let losses = l.after().losses(found, contingent);
        assert_eq!((losses.lost, losses.exhaustion_point), (lost, point));
        let places = found.contingents.iter().map(|c| c.side).collect::<Vec<_>>();
        let exhausted = &mut l.course(battle).exhausted;
        assert!(!exhausted.contains(&side), "it was exhausted before");
        exhausted.push(side);
        exhausted.sort_by_key(|side| places.iter().position(|s| s == side));
    }),
    ("{}, supported by {}, attacked {}, {} supported by {}", |l, at, b| {
        attacked(l, [at[0], at[2]], b);
        supported(l, at[0], at[1]);
        assert_eq!(at[2], at[3]);
        supported(l, at[3], at[4]);
    }),
    ("{}, supported by {}, attacked {}, supported by {}", |l, at, b| {
        attacked(l, [at[0], at[2]], b);
        supported(l, at[0], at[1]);
        supported(l, at[2], at[3]);
    }),
    ("{}, supported by {}, attacked {}", |l, at, b| {
        attacked(l, [at[0], at[2]], b);
        supported(l, at[0], at[1]);
    }),
    ("{} attacked {}, {} supported by {}", |l, at, b| {
        attacked(l, [at[0], at[1]], b);
        assert_eq!(at[1], at[2]);
        supported(l, at[2], at[3]);
    }),
    ("{} attacked {}", |l, at, b| attacked(l, [at[0], at[1]], b)),
    ("{} joined the combat", |l, at, b| {
        let battle = l.battle(b);
        for unit in list(at[0]) {
            let unit = l.unit(unit);
            assert!(l.battle_after(battle).combats.iter().any(|c| c.side_of(unit).is_some()));
        }
    }),
    ("{} joined the combat of {} v {}", |l, at, b| {
        let battle = l.battle(b);
        let units: Vec<UnitId> = list(at[0]).into_iter().map(|unit| l.unit(unit)).collect();
        let found = is_there(l.after(), battle, (at[1], at[2]), |c| units.iter().all(|u| c.side_of(*u).is_some()));
        assert!(found, "{at:?}");
    }),
    ("{} withdrew from the combat of {} v {}", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let over = Some(CombatEnd::Withdrew(side));
        assert!(is_there(l.after(), battle, (at[1], at[2]), |c| c.ended == over), "{at:?}");
    }),
    ("the combat of {} v {} is over for this turn", |l, at, b| {
        let battle = l.battle(b);
        let over = Some(CombatEnd::PhasesUsed);
        assert!(is_there(l.after(), battle, (at[0], at[1]), |c| c.ended == over), "{at:?}");
    }),
    ("the combat of {} v {} is over: nobody left of {} in it", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[2]));
        let gone = |units: &[UnitId]| units.iter().all(|u| !l.after().unit(*u).is_some_and(Unit::is_alive));
        let left = |c: &Combat| c.lines.iter().any(|line| line.side == side && gone(&line.units));
        // The end of the battle clears its turn.
        let there = l.after().battle(battle).is_some_and(|found| !found.combats.is_empty());
        assert!(!there || is_there(l.after(), battle, (at[0], at[1]), left), "{at:?}");
    }),
    ("{} withdrew from the combat", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        assert!(l.battle_after(battle).combats.iter().any(|c| c.ended == Some(CombatEnd::Withdrew(side))));
    }),
    ("the combat is over for this turn", |l, _, b| {
        let battle = l.battle(b);
        assert!(l.battle_after(battle).combats.iter().any(|c| c.ended == Some(CombatEnd::PhasesUsed)));
    }),
    ("the combat is over: nobody left of {} in it", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let gone = |units: &[UnitId]| units.iter().all(|u| !l.after().unit(*u).is_some_and(Unit::is_alive));
        let mut lines = l.battle_after(battle).combats.iter().flat_map(|c| c.lines.iter());
        assert!(lines.any(|line| line.side == side && gone(&line.units)));
    }),
    ("objection to tests in parallel by {}: all tests of the battle go in series", |l, at, b| {
        objects(l, at[0], b, true);
    }),
    ("objection to tests in parallel by {}: all tests go in series", |l, at, b| {
        assert!(b.is_some(), "it is said of which battle");
        objects(l, at[0], b, true);
    }),
    ("objection to tests in parallel withdrawn by {}", |l, at, b| objects(l, at[0], b, false)),
    ("no round of the Conflict of {} was fought in turn {}", |l, at, b| {
        let battle = l.battle(b);
        assert_eq!(l.step.before.battle(battle).map(|b| b.turn), Some(number::<u32>(at[1])));
        let conflict = conflict_before(l, battle, at[0]);
        assert!(!conflict.under_way && conflict.rounds_begun < l.step.before.book().stacks.rounds_a_turn.unwrap_or(1));
    }),
    ("the round under way in the Conflict of {} goes on in turn {}", |l, at, b| {
        let battle = l.battle(b);
        assert!(conflict_before(l, battle, at[0]).under_way);
        let (was, is) = (conflict_before(l, battle, at[0]).round, l.battle_after(battle));
        assert_eq!(is.turn, number::<u32>(at[1]));
        assert!(is.conflicts.iter().any(|c| c.under_way && c.round == was));
    }),
    ("the round under way in the Conflict of {} was broken off", |l, at, b| {
        let battle = l.battle(b);
        assert!(conflict_before(l, battle, at[0]).under_way && l.battle_after(battle).ended.is_some());
    }),
    ("the combat of {} v {} was broken off after {} of {} phases", |l, at, b| {
        let battle = l.battle(b);
        let is_it = |c: &Combat| c.ended.is_none() && c.conflict.is_none() && c.phases_fought == number::<u8>(at[2]);
        assert!(is_there(&l.step.before, battle, (at[0], at[1]), is_it), "{at:?}");
    }),
    ("the combat was broken off", |l, _, b| {
        let battle = l.battle(b);
        let open = l.step.before.battle(battle).expect("it was there").combats.iter().any(|c| c.ended.is_none());
        assert!(open, "there was one");
    }),
    ("nobody was beaten", |l, _, b| {
        l.battle(b);
        let Some(OrderRoll::Phase(fought)) = &l.rolled else { panic!("a phase was fought") };
        assert_eq!(fought.phase.defeats, (0, 0).into());
    }),
    ("{} left out, having volleyed this turn", |l, at, _| {
        for unit in list(at[0]) {
            let unit = l.unit(unit);
            assert!(l.step.before.battle_of(unit).expect("it is in a battle").volleyed.contains(&unit));
        }
    }),
    ("{} suffered {}, {} suffered {}", |l, at, b| {
        l.battle(b);
        let Some(OrderRoll::Phase(fought)) = &l.rolled else { panic!("a phase was fought") };
        let defeats = |text| count(text, "defeat", "defeats");
        assert_eq!(fought.phase.defeats, (defeats(at[1]), defeats(at[3])).into());
        assert_eq!(fought.sides, (l.side(at[0]), l.side(at[2])).into());
    }),
    ("{} engaged {}", |l, at, b| {
        let battle = l.battle(b);
        let conflict = l.battle_after(battle).conflicts.last().expect("a new Conflict");
        let named: Vec<StackId> = at.iter().flat_map(|names| list(names)).map(|name| l.stack(name)).collect();
        assert!(named.iter().all(|stack| conflict.stacks.iter().any(|s| s.stack == *stack)));
    }),
    ("round {} of the Conflict ended", |l, at, b| {
        let battle = l.battle(b);
        let round: u32 = number(at[0]);
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.round == round + 1 && !c.under_way));
    }),
    ("{} joined the Conflict", |l, at, b| {
        l.battle(b);
        assert!(l.after().conflict_entry(l.stack(at[0])).is_some());
    }),
    ("{} fled from the Conflict", |l, at, b| {
        let battle = l.battle(b);
        let stack = l.stack(at[0]);
        let fled = |s: &wardiary_rules::state::ConflictStack| s.stack == stack && s.fled;
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.stacks.iter().any(fled)));
    }),
    ("{} out of the Conflict: no enemy beside it", |l, at, b| {
        let battle = l.battle(b);
        let stack = l.stack(at[0]);
        let left = |s: &wardiary_rules::state::ConflictStack| s.stack == stack && s.fled;
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.stacks.iter().any(left)));
    }),
    ("the Conflict is over: no stack of {} left in it", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let over = Some(wardiary_rules::event::ConflictEnd::NoneLeft(side));
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.ended == over));
    }),
    ("all disengaged, and the Conflict is over", |l, _, b| {
        let battle = l.battle(b);
        let over = Some(wardiary_rules::event::ConflictEnd::Disengaged);
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.ended == over));
    }),
];

/// The sentences that always name a battle.
pub(super) const NAMING_A_BATTLE: &[(&str, Reads)] = &[("{} arrived", |l, at, b| {
    let battle = l.battle_after(b.expect("it is named"));
    for unit in list(at[0]) {
        let unit = l.unit(unit);
        assert!(battle.contingents.iter().any(|c| c.contains(unit)));
        assert!(l.step.before.battle_of(unit).is_none());
    }
})];

/// The attackers and their targets.
fn attacked(l: &mut Ledger, [first, second]: [&str; 2], b: Option<BattleId>) {
    let battle = l.battle(b);
    let sides = (l.side(first), l.side(second));
    let (was, is) = (l.step.before.battle(battle).expect("it was there"), l.battle_after(battle));
    let new = is.combats.get(was.combats.len()).expect("a new combat");
    assert_eq!((new.lines.first.side, new.lines.second.side), sides);
}

/// The supporters of a side: all are its own units and threw dice.
pub(super) fn supported(l: &mut Ledger, side: &str, names: &str) {
    let side = l.side(side);
    for name in list(names) {
        let unit = l.unit(name);
        assert_eq!(l.after().unit(unit).map(|unit| unit.side), Some(side), "{name}");
        // The dice of a reroll were first thrown in the entry before.
        let fell = l.step.entry.dice.iter().any(|fall| fall.who.contains(&Owner(unit.0)));
        assert!(fell || matches!(l.step.entry.order, Order::Reroll { .. }));
    }
}

/// The Conflict of these stacks before the entry.
fn conflict_before(l: &Ledger, battle: BattleId, stacks: &str) -> wardiary_rules::state::Conflict {
    let stacks = list(stacks).into_iter().map(|name| l.stack(name)).collect::<Vec<_>>();
    let is_it = |c: &&wardiary_rules::state::Conflict| {
        c.ended.is_none() && stacks.iter().all(|stack| c.active_stack(*stack).is_some())
    };
    let battle = l.step.before.battle(battle).expect("it was there");
    battle.conflicts.iter().find(is_it).expect("a Conflict of these").clone()
}

/// Whether a battle has a combat with these names for which `is_it` is true. A name is a side, or a text that begins
/// with a unit or a stack of the line.
fn is_there(state: &State, battle: BattleId, named: (&str, &str), is_it: impl Fn(&Combat) -> bool) -> bool {
    let starts = |line: &CombatLine, text: &str| {
        let units = line.units.iter().filter_map(|unit| state.unit(*unit));
        let mut names = units.flat_map(|u| [Some(Id::from(u.id)), u.stack.map(Id::from)]).flatten();
        text == state.name(line.side) || names.any(|id| text.starts_with(&state.name(id)))
    };
    let called = |c: &&Combat| starts(&c.lines.first, named.0) && starts(&c.lines.second, named.1) && is_it(c);
    state.battle(battle).is_some_and(|battle| battle.combats.iter().any(|c| called(&c)))
}

/// The units that could still attack when a turn ended: alive, effective, and in no combat that they opened.
fn could_attack(l: &mut Ledger, at: &[&str], b: Option<BattleId>, supported: bool) {
    let battle = l.battle(b);
    let before = l.step.before.clone();
    let found = before.battle(battle).expect("it was there");
    assert_eq!(found.turn, number::<u32>(at[0]));
    let (more, named): (Vec<&str>, Vec<&str>) = list(at[1]).into_iter().partition(|name| name.ends_with(" more"));
    let units: Vec<UnitId> = named.into_iter().map(|name| l.unit(name)).collect();
    for id in &units {
        let unit = before.unit(*id).expect("it was there");
        assert!(found.contingents.iter().any(|c| c.contains(*id)));
        // Air defence shoots at aircraft even if it is ineffective.
        let shoots = before.book().troop(&unit.kind).is_some_and(|t| t.support == Some(SupportRole::AirDefence));
        assert!(unit.is_alive() && (unit.edna.now > 0 || shoots), "{} could not attack", unit.name);
        assert!(!found.combats.iter().any(|c| c.lines.first.units.contains(id)), "{} was in a combat", unit.name);
    }
    let supports = |id: &UnitId| {
        let unit = before.unit(*id).expect("it was there");
        let troop = before.book().troop(&unit.kind);
        before.book().uses(Mechanism::Scrud) && troop.is_some_and(|troop| troop.support.is_some())
    };
    assert!(!more.is_empty() || units.iter().any(supports) == supported);
}

fn objects(l: &mut Ledger, side: &str, battle: Option<BattleId>, now: bool) {
    let (side, battle) = (l.side(side), l.battle(battle));
    assert_eq!(l.battle_after(battle).objectors.contains(&side), now);
}
