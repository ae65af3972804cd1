//! Orders from the selection: a key for each mechanism opens the order line with an order for the picked or selected
//! units.

use super::{navigation, screen_state::BattleScreen};
use crate::{
    component::{Action, Actions, Context as _},
    notice::Notice,
    overlay::{
        listing::Listing,
        order_line::{OrderLine, force_names},
    },
    session::Session,
};
use wardiary_base::{
    id::{BattleId, Id, SideId, StackId, UnitId},
    sides::{BothSides, CombatSide},
    text,
};
use wardiary_odds::suggest;
use wardiary_rules::{
    notation,
    rules::{self, Attack, NextStep},
    state::{Battle, Contingent, EntityKind, State, Unit},
};

/// ` in "The left wing"` if several battles are under way.
pub(super) fn in_this_battle(session: &Session) -> String {
    session.battle().map_or_else(String::new, |battle| notation::in_battle_suffix(session.diary().state(), battle))
}

/// Takes the next step of the battle, or opens it in the order line if somebody has to choose. Keys that were pressed
/// before the last result was drawn are ignored.
pub(crate) fn take_next_step(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    if screen.card_entry().is_some() {
        navigation::view_card_entry(screen, session);
        return Vec::new();
    }
    match next_step(session).filter(|_| session.result_drawn) {
        // A player decides who goes first and which dice stand, so the order line opens with the likeliest choice.
        Some((Some(order), NextStep::Decide(_))) => OrderLine::open_action(order),
        Some((Some(order), _)) => OrderLine::give_or_open(order, session),
        Some((None, _)) => open_attack(screen, session),
        None => Vec::new(),
    }
}

/// The next step of the shown battle, and the order for it if there is one.
fn next_step(session: &Session) -> Option<(Option<String>, NextStep)> {
    let state = session.diary().state();
    let battle = state.battle(session.battle()?)?;
    let step = rules::next_step(state, battle)?;
    Some((notation::step_order(state, battle, step), step))
}

/// With more units in a battle, weighing all orders would take longer than a key may.
const MAX_UNITS_WEIGHED: usize = 500;

/// Opens the attack of the picked units; without picks, the best proposal for the side to act, which hands the turn on if
/// nothing is worth more.
fn open_attack(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let state = session.diary().state();
    let Some(battle) = session.battle().and_then(|id| state.battle(id)) else { return Vec::new() };
    let units = battle.contingents.iter().map(|contingent| contingent.units().count()).sum::<usize>();
    if session.picked().is_empty() && units <= MAX_UNITS_WEIGHED {
        let best = suggest::best_proposal(state, battle, &session.diary().edna_tests_this_turn());
        if let Some(best) = best {
            return OrderLine::open_action(notation::order_text(state, &best.order));
        }
    }
    let ways = rules::attacks_left(state, battle);
    // Where one side acts, the other sides' orders are not offered.
    let acts = |unit: &&Unit| battle.acting_side.is_none_or(|side| unit.side == side) && ways.contains_key(&unit.id);
    let subjects = screen.order_subjects(session);
    let unit = subjects.iter().flat_map(|id| state.units_for_id(*id)).find(|unit| acts(unit));
    match unit.and_then(|unit| ways.get(&unit.id)?.first()) {
        Some(Attack::Combat) => scrud(screen, session),
        Some(Attack::Round) => conflict(screen, session),
        Some(Attack::Support) => support(screen, session),
        Some(Attack::Volley) => volley_of(session, &unit.map(|unit| unit.id.into()).into_iter().collect::<Vec<_>>()),
        None => {
            navigation::select_next_unfinished(screen, session);
            Vec::new()
        }
    }
}

/// The likeliest target of some units: whom they fought last, else who is nearest on the map, else who stands at their
/// place in the other line. A stack is named if a stack acts; nobody, if a whole side does.
fn likeliest_target(state: &State, battle: &Battle, subjects: &[Id], can: impl Fn(&Unit) -> bool) -> Vec<Id> {
    let own: Vec<&Unit> = subjects.iter().flat_map(|id| state.units_for_id(*id)).collect();
    let is_side = |id: &Id| state.kind(*id) == Some(EntityKind::Side);
    let Some(first) = own.first().filter(|_| !subjects.iter().any(is_side)) else { return Vec::new() };
    let living = |unit: &&Unit| unit.is_alive() && can(unit);
    let fought = battle.combats.iter().rev().find_map(|combat| {
        let side = own.iter().find_map(|unit| combat.side_of(unit.id))?;
        let line = state.remaining_in(&combat.lines[side.opponent()]);
        Some(line).filter(|line| line.iter().flat_map(|id| state.units_for_id(*id)).any(|unit| living(&unit)))
    });
    if let Some(fought) = fought {
        return fought;
    }
    let of_side = |wanted: &dyn Fn(SideId) -> bool| -> Vec<&Unit> {
        let contingents = battle.contingents.iter().filter(|contingent| wanted(contingent.side));
        contingents.flat_map(Contingent::units).filter_map(|id| state.unit(id)).filter(living).collect()
    };
    let place = of_side(&|side| side == first.side).iter().position(|unit| unit.id == first.id).unwrap_or(0);
    let enemies = of_side(&|side| side != first.side);
    let distance = |unit: &Unit| {
        let (from, to) = (state.place_in_battle(first.id)?, state.place_in_battle(unit.id)?);
        Some(state.map(from.map)?.ground.grid().distance(from.cell, to.cell))
    };
    let nearest = enemies.iter().filter_map(|unit| Some((distance(unit)?, *unit))).min_by_key(|(far, _)| *far);
    let target = nearest.map(|(_, unit)| unit).or_else(|| enemies.get(place).or(enemies.last()).copied());
    let by_stack = subjects.iter().any(|id| state.kind(*id) == Some(EntityKind::Stack));
    target.map(|unit| unit.stack.filter(|_| by_stack).map_or(unit.id.into(), Id::from)).into_iter().collect()
}

/// The name of the likeliest target; empty if there is none.
fn likeliest_of(state: &State, battle: Option<BattleId>, subjects: &[Id], can: impl Fn(&Unit) -> bool) -> String {
    let target = battle.and_then(|id| state.battle(id)).map(|battle| likeliest_target(state, battle, subjects, can));
    force_names(state, &target.unwrap_or_default())
}

/// The picked or selected units, in roster order.
fn unit_ids(screen: &BattleScreen, session: &Session) -> Vec<Id> {
    let state = session.diary().state();
    let units = subject_ids(screen, session).into_iter().flat_map(|id| state.units_for_id(id));
    units.map(|unit| Id::from(unit.id)).collect()
}

/// The picked or selected things, in roster order.
fn subject_ids(screen: &BattleScreen, session: &Session) -> Vec<Id> {
    let state = session.diary().state();
    let mut ids = screen.order_subjects(session);
    ids.sort_by_key(|id| state.units_for_id(*id).first().and_then(|u| state.roster_index(u.id)));
    ids
}

/// The combat under way that any of these is in, with its index in its battle and their side of it. Rounds of a
/// Conflict do not count.
fn combat_of<'s>(state: &'s State, subjects: &[Id]) -> Option<(&'s Battle, usize, CombatSide)> {
    subjects.iter().flat_map(|id| state.units_for_id(*id)).find_map(|unit| {
        let (battle, at) = state.combat_of(unit.id)?;
        let combat = battle.combats.get(at).filter(|combat| combat.conflict.is_none())?;
        Some((battle, at, combat.side_of(unit.id)?))
    })
}

/// `scrud … v `, or the next phase of the selected units' combat with everybody still in it.
pub fn scrud(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let (state, subjects, battle) = (session.diary().state(), subject_ids(screen, session), session.battle());
    if let Some((battle, at, side)) = combat_of(state, &subjects) {
        let fights = |id: &Id| state.units_for_id(*id).iter().any(|unit| battle.combats[at].side_of(unit.id).is_some());
        let left_out: Vec<String> = subjects.iter().filter(|id| !fights(id)).map(|id| state.name(*id)).collect();
        let order = notation::next_phase_order(state, battle, at, side);
        if !left_out.is_empty() {
            session.say(Notice::good(format!("left out, since it is not in this combat: {}", text::list(&left_out))));
        }
        return OrderLine::open_action(order);
    }
    OrderLine::compose(session, &subjects, |state, who| {
        let target = likeliest_of(state, battle, who, |unit| state.rolls_in_combat(unit));
        (format!("scrud {} v ", force_names(state, who)), target)
    })
}

/// `scrud … support … v `: of the picked or selected units, guns and aircraft support the rest; if there is no rest,
/// they support their own stack.
pub fn support(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let (state, subjects) = (session.diary().state(), subject_ids(screen, session));
    let gun = |id: &Id| state.unit(UnitId(id.0)).filter(|unit| is_support_unit(state, unit));
    let (mut guns, mut line): (Vec<Id>, Vec<Id>) = subjects.iter().partition(|id| gun(id).is_some());
    let first = guns.first().or(line.first()).copied();
    if line.is_empty() {
        let own = first.and_then(|id| gun(&id)).map(|gun| gun.stack.map_or(Id::from(gun.side), Id::from));
        line.extend(own);
    }
    if guns.is_empty() {
        // No supporting unit was picked: takes the first of the side in the battle.
        let side = first.and_then(|id| state.side_of(id));
        let battle = session.battle().and_then(|id| state.battle(id));
        let own = battle.into_iter().flat_map(|battle| &battle.contingents).filter(|own| Some(own.side) == side);
        let own = own.flat_map(Contingent::units).filter_map(|id| state.unit(id)).filter(|unit| unit.is_alive());
        guns.extend(own.filter(|unit| is_support_unit(state, unit)).map(|unit| Id::from(unit.id)).next());
    }
    if guns.is_empty() {
        session.say(Notice::bad("this side has no guns or aircraft in the battle to give support"));
        return Vec::new();
    }
    let fights = combat_of(state, &line).map(|(battle, at, side)| {
        let lines = &battle.combats[at].lines;
        BothSides::new(side, side.opponent()).map(|side| notation::remaining_units_text(state, &lines[side]))
    });
    let battle = session.battle();
    OrderLine::compose(session, &line, |state, who| {
        let support = force_names(state, &guns);
        if let Some(lines) = &fights {
            return (format!("scrud {} support {support} v {}", lines.first, lines.second), String::new());
        }
        let target = likeliest_of(state, battle, who, |unit| state.rolls_in_combat(unit));
        (format!("scrud {} support {support} v ", force_names(state, who)), target)
    })
}

fn is_support_unit(state: &State, unit: &Unit) -> bool {
    state.book().troop(&unit.kind).is_some_and(|troop| troop.support.is_some())
}

/// `volley … at `, by the first picked or selected unit that can fire.
pub fn volley(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let units = unit_ids(screen, session);
    volley_of(session, &units)
}

fn volley_of(session: &mut Session, units: &[Id]) -> Actions<Session> {
    let battle = session.battle();
    OrderLine::compose(session, units, |state, who| {
        // A general is hard to hit, and a battery stands behind the line.
        let target = likeliest_of(state, battle, who, |unit| state.rolls_in_combat(unit));
        (format!("volley {} at ", force_names(state, who)), target)
    })
}

/// `conflict … v `: the picked or selected stacks, or those of picked units; on a map against the stacks next to them.
pub fn conflict(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let mut stacks: Vec<Id> = Vec::new();
    for unit in subject_ids(screen, session).iter().flat_map(|id| state.units_for_id(*id)) {
        stacks.extend(unit.stack.map(Id::from).filter(|stack| !stacks.contains(stack)));
    }
    OrderLine::compose(session, &stacks, |state, who| {
        let own: Vec<StackId> = who.iter().map(|id| StackId(id.0)).collect();
        let beside: Vec<Id> = rules::adjacent_enemy_stacks(state, &own).into_iter().map(Id::from).collect();
        (format!("conflict {} v {}", force_names(state, who), force_names(state, &beside)), String::new())
    })
}

/// `strike … at `, for the stack whose turn it is in the selected stack's Conflict.
pub fn strike(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let next = screen.selected_stack(session).and_then(|stack| {
        let (battle, at) = state.conflict_of(stack)?;
        let acting = state.conflict(battle, at).filter(|c| c.under_way).and_then(|c| c.to_act.first().copied());
        acting.or_else(|| state.acting_order(battle, at).first().copied())
    });
    OrderLine::compose(session, next.map(Id::from).as_slice(), |state, who| {
        (format!("strike {} at ", force_names(state, who)), String::new())
    })
}

/// `withdraw …`: the chosen units or, if none of them is in a combat, the side to act from the only one under way.
pub(crate) fn withdraw(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let (state, mut who) = (session.diary().state(), subject_ids(screen, session));
    if combat_of(state, &who).is_none()
        && let Some(battle) = session.battle().and_then(|id| state.battle(id))
    {
        let mut open = battle.combats.iter().filter(|combat| combat.ended.is_none() && combat.conflict.is_none());
        if let (Some(only), None) = (open.next(), open.next()) {
            let lines = only.lines.iter().filter(|line| battle.acting_side.is_none_or(|side| side == line.side));
            who = lines.take(1).flat_map(|line| state.remaining_in(line)).collect();
        }
    }
    order_for(session, &who, "withdraw", "")
}

/// An order about the selected stack, with the cursor at its end.
pub(crate) fn order_for_stack(
    screen: &BattleScreen,
    session: &mut Session,
    verb: &str,
    rest: &str,
) -> Actions<Session> {
    let stack = screen.selected_stack(session).map(Id::from);
    order_for(session, stack.as_slice(), verb, rest)
}

/// An order about the selection, with the cursor at its end.
pub(crate) fn order_for_selection(
    screen: &BattleScreen,
    session: &mut Session,
    verb: &str,
    rest: &str,
) -> Actions<Session> {
    order_for(session, &subject_ids(screen, session), verb, rest)
}

/// An order about the first unit of the selection that fits, with the cursor at its end.
pub(crate) fn order_for_unit(screen: &BattleScreen, session: &mut Session, verb: &str, rest: &str) -> Actions<Session> {
    order_for(session, &unit_ids(screen, session), verb, rest)
}

fn order_for(session: &mut Session, who: &[Id], verb: &str, rest: &str) -> Actions<Session> {
    OrderLine::compose(session, who, |state, who| (format!("{verb} {}{rest}", force_names(state, who)), String::new()))
}

/// `commit … to `, with a combat of their side.
pub fn commit(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let (who, battle) = (subject_ids(screen, session), session.battle());
    OrderLine::compose(session, &who, |state, who| {
        let side = who.first().and_then(|id| state.side_of(*id));
        let combats = battle.and_then(|id| state.battle(id)).into_iter().flat_map(|battle| &battle.combats);
        let open = combats.filter(|combat| combat.ended.is_none() && combat.conflict.is_none());
        let line = open.flat_map(|combat| combat.lines.iter()).find(|line| Some(line.side) == side);
        let joined = line.and_then(|line| state.remaining_in(line).first().copied());
        (format!("commit {} to ", force_names(state, who)), force_names(state, joined.as_slice()))
    })
}

/// `first …` or `stand …`, for the side that has to decide.
pub fn decide(_: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    next_step(session).map_or_else(Vec::new, |(order, _)| OrderLine::open_action(order.unwrap_or_default()))
}

/// `battle "…" with … v …`
pub fn begin(_: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let sides: Vec<String> = state
        .sides()
        .iter()
        .take(2)
        .map(|s| notation::reference_text(state, s.id.into(), &[EntityKind::Side]))
        .collect();
    OrderLine::open_action(format!("battle \"Battle {}\" with {}", state.battles().len() + 1, sides.join(" v ")))
}

/// Opens the list of what is still to do in the turn.
pub(crate) fn list_outstanding(_: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    let list = |battle| Action::Open(Box::new(Listing::of_outstanding(session.state(), battle)) as _);
    session.battle().map(list).into_iter().collect()
}
