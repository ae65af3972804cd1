//! Statements about battles, combats and their phases.

use super::{
    ledger::{Course, Ledger},
    units,
};
use wardiary_base::{
    book::SupportRole,
    dice::Owner,
    id::{BattleId, Id, SideId, StackId, UnitId},
};
use wardiary_diary::diary::prose::{BattleStatement as Battle, CombatStatement as Combat, TestedUnit};
use wardiary_rules::{
    event::{BattleEnd, Cause, Clash, ClashEffect, CombatEnd},
    order::Order,
    rules::FoughtPhase,
    state::{self, Conflict, PendingDecision, Unit},
};

pub fn check_battle(l: &mut Ledger, statement: &Battle) {
    match *statement {
        Battle::Begun { battle, ref name, ref sides } => {
            let contingents = &l.battle_after(battle).contingents;
            let brought: Vec<(SideId, usize)> = contingents.iter().map(|c| (c.side, c.brought.len())).collect();
            assert_eq!(*sides, brought);
            l.battles.insert(battle, Course { turn: 1, initiative: None, exhausted: Vec::new(), over: false });
            l.names.insert(battle.0, name.to_string());
        }
        Battle::Arrived { battle, ref units } => {
            for unit in units {
                assert!(l.battle_after(battle).contingents.iter().any(|c| c.contains(*unit)));
                assert!(l.step.before.battle_of(*unit).is_none());
            }
        }
        Battle::InitiativeWon { battle, side } => {
            let last = l.step.entry.dice.last().expect("it was rolled for");
            let dice: Vec<_> = last.who.iter().zip(&last.faces).collect();
            let own = dice.iter().find(|(who, _)| **who == Owner(side.0)).expect("the winner rolled").1;
            assert!(dice.iter().all(|(who, face)| **who == Owner(side.0) || *face < own), "{dice:?}");
            l.course(battle).initiative = Some(side);
        }
        Battle::FirstChosen { battle, side } => assert_eq!(l.own(battle).first_side, Some(side)),
        Battle::Exhausted { battle, side, losses } => {
            let (lost, point) = losses.expect("the referee knows them");
            assert!(lost >= point);
            let found = l.own(battle);
            let losses = l.after().losses(found, found.contingent(side).expect("it is in it")).expect("all is known");
            assert_eq!((losses.lost, losses.exhaustion_point), (lost, point));
            let places = found.contingents.iter().map(|c| c.side).collect::<Vec<_>>();
            let exhausted = &mut l.course(battle).exhausted;
            assert!(!exhausted.contains(&side), "it was exhausted before");
            exhausted.push(side);
            exhausted.sort_by_key(|side| places.iter().position(|s| s == side));
        }
        Battle::TurnEnded { battle, turn } => {
            let course = l.course(battle);
            assert_eq!(course.turn, turn);
            course.turn += 1;
            course.initiative = None;
        }
        Battle::Ended { battle } => ended(l, battle),
        Battle::Decided { battle } => {
            assert!(l.step.before.battle(battle).is_some_and(|before| before.decision.is_none()));
            ended(l, battle);
        }
        Battle::NoRound { battle, ref stacks, turn } => {
            assert_eq!(l.own_before(battle).turn, turn);
            let conflict = conflict_before(l, battle, stacks);
            let rounds = l.step.before.book().stacks.rounds_a_turn.unwrap_or(1);
            assert!(!conflict.under_way && conflict.rounds_begun < rounds);
        }
        Battle::RoundContinues { battle, ref stacks, turn } => {
            let (was, is) = (conflict_before(l, battle, stacks), l.own(battle));
            assert_eq!((was.under_way, is.turn), (true, turn));
            assert!(is.conflicts.iter().any(|c| c.under_way && c.round == was.round));
        }
        Battle::RoundBrokenOff { battle, ref stacks } => {
            assert!(conflict_before(l, battle, stacks).under_way && l.own(battle).ended.is_some());
        }
        Battle::CouldHaveAttacked { battle, turn, ref units } => {
            let before = &l.step.before;
            let found = l.own_before(battle);
            assert_eq!(found.turn, turn);
            for id in units {
                let unit = before.unit(*id).expect("it was there");
                assert!(found.contingents.iter().any(|c| c.contains(*id)));
                // Air defence shoots at aircraft even if it is ineffective.
                let troop = before.book().troop(&unit.kind);
                let shoots = troop.is_some_and(|troop| troop.support == Some(SupportRole::AirDefence));
                assert!(unit.is_alive() && (unit.edna_in_rules().now > 0 || shoots), "{} could not attack", unit.name);
                let fights = found.combats.iter().any(|c| c.lines.first.units.contains(id));
                assert!(!fights, "{} was in a combat", unit.name);
            }
        }
        Battle::InitiativeNotRolled { battle } => {
            l.own(battle);
            l.unrolled = true;
        }
        Battle::InitiativeNext { battle } => assert_eq!(l.own(battle).initiative_winner, None),
        Battle::ToAct { battle, side } => assert_eq!(l.own(battle).acting_side, Some(side)),
        Battle::AllToAct { battle, lacks_conflict, .. } => {
            let is_open = l.own(battle).conflicts.iter().any(|conflict| conflict.ended.is_none());
            assert_eq!((l.own(battle).acting_side, lacks_conflict && is_open), (None, false));
        }
    }
}

pub fn check_combat(l: &mut Ledger, statement: &Combat) {
    match *statement {
        Combat::Opened { battle, sides, ref support } => {
            let was = l.own_before(battle);
            let new = l.own(battle).combats.get(was.combats.len()).expect("a new combat");
            assert_eq!((new.lines.first.side, new.lines.second.side), sides);
            supported(l, sides.0, &support.0);
            supported(l, sides.1, &support.1);
        }
        Combat::Supported { ref sides } => {
            assert!(sides.iter().all(|(_, units)| !units.is_empty()));
            sides.iter().for_each(|(side, units)| supported(l, *side, units));
        }
        Combat::Clashed(ref clash) => clashed(l, clash),
        Combat::Joined { battle, combat, ref units } => {
            let combat = l.own(battle).combats.get(usize::from(combat)).expect("the combat");
            assert!(units.iter().all(|unit| combat.side_of(*unit).is_some()));
        }
        Combat::Ended { battle, combat, how } => {
            let of = |battle: &state::Battle| battle.combats.get(usize::from(combat)).cloned();
            match how {
                CombatEnd::TimeUp => assert!(of(l.own_before(battle)).is_some_and(|combat| combat.ended.is_none())),
                CombatEnd::PhasesUsed | CombatEnd::Withdrew(_) => {
                    assert_eq!(of(l.own(battle)).expect("the combat").ended, Some(how));
                }
                CombatEnd::NoneLeft(side) => {
                    let lives = |unit: &UnitId| l.after().unit(*unit).is_some_and(Unit::is_alive);
                    let left = |combat: state::Combat| {
                        combat.lines.iter().any(|line| line.side == side && !line.units.iter().any(lives))
                    };
                    // The end of the battle clears its turn.
                    let is_cleared = l.own(battle).combats.is_empty();
                    assert!(of(l.own(battle)).map_or(is_cleared, left));
                }
            }
        }
        Combat::BrokenOff { battle, combat, fought } => {
            let combat = &l.own_before(battle).combats[usize::from(combat)];
            assert_eq!((combat.ended, combat.conflict, combat.phases_fought), (None, None, fought));
        }
        Combat::Defeats { battle, sides, defeats } => {
            l.own(battle);
            let fought = fought(l);
            assert_eq!((fought.sides, fought.phase.defeats), (sides.expect("its sides").into(), defeats.into()));
        }
        Combat::LeftOut { ref units } => {
            for unit in units {
                assert!(l.step.before.battle_of(*unit).expect("it is in a battle").volleyed.contains(unit));
            }
        }
        Combat::Thrown => {
            let awaits = |b: &state::Battle| matches!(b.pending_decision(), Some(PendingDecision::Rerolls(..)));
            assert!(l.after().open_battles().any(awaits));
        }
        Combat::Rethrown { dice } => {
            assert_eq!(l.step.entry.dice.iter().map(|fall| fall.faces.len()).sum::<usize>(), dice);
        }
        Combat::Demoted { ref units, change } => {
            units.iter().for_each(|unit| units::regraded(l, *unit, change, true));
        }
        Combat::PushedBack { ref pushed } => pushed.iter().for_each(|(unit, by)| pushed_back(l, *unit, *by)),
        Combat::Retired { unit } => assert!(l.after().battle_of(unit).is_some()),
        Combat::Eliminated { unit, by } => {
            let is_ruling = matches!(l.step.entry.order.effective_order(), Order::Eliminate { .. });
            assert!(by != Cause::Ruling || is_ruling || matches!(l.step.entry.order, Order::Argue(_)));
            let left = l.numbers(unit).strength;
            l.suffer(unit, left);
            assert!(!l.after().unit(unit).is_some_and(Unit::is_alive));
        }
        Combat::Volleyed { unit, dice, ref hits } => {
            assert_eq!(dice_of(l, unit), usize::from(dice));
            l.hits.extend(hits.iter().copied());
        }
        Combat::Tested { ref passed, ref failed, .. } => {
            for TestedUnit { unit, dice } in passed.iter().chain(failed) {
                let thrown = dice_of(l, *unit);
                assert!(dice.is_none_or(|(passed, all)| usize::from(all) == thrown && passed <= all), "{unit:?}");
            }
        }
        Combat::Objected { battle, side, is_withdrawn } => {
            assert_ne!(l.own(battle).objectors.contains(&side), is_withdrawn);
        }
    }
}

/// The battle is over, as it ended.
fn ended(l: &mut Ledger, battle: BattleId) {
    let found = l.battle_after(battle);
    let lives = |unit: UnitId| l.after().unit(unit).is_some_and(Unit::is_alive);
    match found.ended.expect("it is over") {
        BattleEnd::Called => (),
        BattleEnd::AllExhausted => assert!(found.contingents.iter().all(|c| c.exhausted)),
        BattleEnd::NoneLeft(side) => assert!(!found.contingent(side).expect("it was in it").units().any(lives)),
    }
    l.course(battle).over = true;
}

/// The supporters of a side: all are its own units and threw dice.
fn supported(l: &Ledger, side: SideId, units: &[UnitId]) {
    for unit in units {
        assert_eq!(l.after().unit(*unit).map(|unit| unit.side), Some(side));
        // The dice of a reroll were first thrown in the entry before.
        assert!(dice_of(l, *unit) > 0 || matches!(l.step.entry.order, Order::Reroll { .. }));
    }
}

fn clashed(l: &Ledger, clash: &Clash<UnitId>) {
    let order = clash.scores.0.cmp(&clash.scores.1);
    match clash.effect {
        ClashEffect::Nothing => assert!(order.is_lt()),
        ClashEffect::Silenced => assert!(order.is_eq()),
        ClashEffect::Demoted | ClashEffect::Destroyed => assert!(order.is_gt()),
    }
    assert_ne!(l.after().unit(clash.by).map(|u| u.side), l.after().unit(clash.at).map(|u| u.side));
}

/// A die pushed a unit back. The die belongs to an enemy unit or to none, and the push-back stays in the state.
fn pushed_back(l: &Ledger, unit: UnitId, by: Option<Id>) {
    assert!(l.after().unit(unit).is_some_and(Unit::is_alive), "who is eliminated goes nowhere");
    let Some(by) = by else { return };
    assert_ne!(l.after().side_of(unit.into()), l.after().side_of(by));
    let mut of_battles = l.after().open_battles().flat_map(|battle| &battle.pushed_back);
    assert!(of_battles.any(|push| (push.unit, push.beaten_by) == (unit, Some(by))), "it stays in the state");
}

pub fn fought<'l>(l: &'l Ledger) -> &'l FoughtPhase {
    l.rolled.as_ref().and_then(|rolled| rolled.phase()).expect("a phase was fought")
}

/// The number of dice that a unit threw.
fn dice_of(l: &Ledger, unit: UnitId) -> usize {
    l.step.entry.dice.iter().flat_map(|fall| &fall.who).filter(|who| **who == Owner(unit.0)).count()
}

/// The Conflict of these stacks before the entry.
fn conflict_before<'l>(l: &'l Ledger, battle: BattleId, stacks: &[StackId]) -> &'l Conflict {
    let is_it = |c: &&Conflict| c.ended.is_none() && stacks.iter().all(|stack| c.active_stack(*stack).is_some());
    l.own_before(battle).conflicts.iter().find(is_it).expect("a Conflict of these")
}
