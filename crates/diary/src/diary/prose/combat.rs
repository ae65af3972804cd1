//! Combat, support, dice tests and volleys in words.

use super::{EntryContext, Statement, States, statement};
use wardiary_base::{
    book::Grade,
    id::{BattleId, Id, SideId, UnitId},
    sides::CombatSide,
    text::{self, Text},
};
use wardiary_rules::{
    event::{Cause, Clash, CombatEnd, Event},
    notation::{combat_end_sentence, combat_name, describe_clash, die_owner, distinguishing_forces},
    order::Order,
    state::{Battle, Combat, State},
};

/// A combat is given by its battle and its index among the turn's combats.
#[derive(Clone, Debug, PartialEq)]
pub enum CombatStatement {
    // The attacker and its target, each with its supporting units.
    Opened { battle: BattleId, sides: (SideId, SideId), support: (Vec<UnitId>, Vec<UnitId>) },
    Supported { sides: Vec<(SideId, Vec<UnitId>)> },
    Clashed(Clash<UnitId>),
    Joined { battle: BattleId, combat: u16, units: Vec<UnitId> },
    Ended { battle: BattleId, combat: u16, how: CombatEnd },
    // The end of a turn or battle ended it.
    BrokenOff { battle: BattleId, combat: u16, fought: u8 },
    // The defeats of each side. The sides are unknown only in a save not written by the program.
    Defeats { battle: BattleId, sides: Option<(SideId, SideId)>, defeats: (u16, u16) },
    LeftOut { units: Vec<UnitId> },
    Thrown,
    // No dice if they stand.
    Rethrown { dice: usize },
    Demoted { units: Vec<UnitId>, change: GradeChange },
    // The units, and by whom if the diary records it.
    PushedBack { pushed: Vec<(UnitId, Option<Id>)> },
    Retired { unit: UnitId },
    Eliminated { unit: UnitId, by: Cause },
    // No dice if a side knows only the hits of an enemy's fire.
    Volleyed { unit: UnitId, dice: u8, hits: Vec<(UnitId, u16)> },
    Tested { test: Text, passed: Vec<TestedUnit>, failed: Vec<TestedUnit> },
    Objected { battle: BattleId, side: SideId, is_withdrawn: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradeChange {
    /// Its own grade, before and after.
    pub own: (Grade, Grade),
    /// The grade it fights with, if a ruling separates the two.
    pub used: Option<(Grade, Grade)>,
}

/// A unit that took a dice test, with how many of how many dice passed if it rolled several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestedUnit {
    pub unit: UnitId,
    pub dice: Option<(u8, u8)>,
}

impl CombatStatement {
    pub(super) fn text(&self, states: States) -> String {
        let state = states.after;
        let name = |unit: &UnitId| state.name(*unit);
        match self {
            Self::Opened { battle, sides, support } => opened_text(states, *battle, *sides, support),
            Self::Supported { sides } => {
                let side = |(side, units): &(SideId, Vec<UnitId>)| {
                    format!("{} supported by {}", state.name(*side), states.names(units))
                };
                sides.iter().map(side).collect::<Vec<_>>().join("; ")
            }
            Self::Clashed(clash) => describe_clash(clash, |unit| state.name(unit)),
            Self::Joined { battle, combat, units } => {
                // Name the combat by its earlier members: nobody joins himself.
                let combat = (*battle, *combat);
                let found = found_in(states.before, combat).or_else(|| found_in(state, combat));
                format!("{} joined the combat{}", states.names(units), combat_suffix(states, *battle, found))
            }
            Self::Ended { battle, combat, how } => {
                let found = find_combat(states.before, state, (*battle, *combat));
                combat_end_sentence(state, *how, &combat_suffix(states, *battle, found))
            }
            Self::BrokenOff { battle, combat, fought } => {
                let found = found_in(states.before, (*battle, *combat));
                let name = found.map_or(String::new(), |(state, battle, combat)| combat_name(state, battle, combat));
                let (there, phases) = (states.in_battle(*battle), states.before.book().scrud.phases);
                format!("the combat of {name}{there} was broken off after {fought} of {phases} phases")
            }
            Self::Defeats { battle, sides, defeats: (first, second) } => {
                let there = states.in_battle(*battle);
                let many =
                    |n: u16| if n == 0 { "no defeat".into() } else { text::count(n.into(), "defeat", "defeats") };
                match sides {
                    _ if (*first, *second) == (0, 0) => format!("nobody was beaten{there}"),
                    Some((one, other)) => {
                        let (one, other) = (state.name(*one), state.name(*other));
                        format!("{one} suffered {}, {other} suffered {}{there}", many(*first), many(*second))
                    }
                    None => format!("{} to {}{there}", many(*first), many(*second)),
                }
            }
            Self::LeftOut { units } => format!("{} left out, having volleyed this turn", states.names(units)),
            Self::Thrown => "the dice are rolled, and may be rerolled".into(),
            Self::Rethrown { dice: 0 } => "the dice stand".into(),
            Self::Rethrown { dice } => format!("{} rerolled", text::count(*dice, "die", "dice")),
            Self::Demoted { units, change } => format!("{} demoted, {}", states.names(units), change.text(state)),
            Self::PushedBack { pushed } => pushed_back_text(state, pushed),
            Self::Retired { unit } => format!("{} retired from the combat", name(unit)),
            Self::Eliminated { unit, by } => {
                let by = match by {
                    Cause::Rout => return format!("{} routed", name(unit)),
                    Cause::Defeat | Cause::Losses => "",
                    Cause::EveryThird => " because of its side’s defeats",
                    Cause::Ruling => " by a ruling",
                    Cause::CounterBattery => " by counter-battery fire",
                    Cause::AirDefence => " by air defence",
                };
                format!("{} eliminated{by}", name(unit))
            }
            Self::Volleyed { unit, dice, hits } => volleyed_text(states, *unit, *dice, hits),
            Self::Tested { test, passed, failed } => {
                let one = |tested: &TestedUnit| match tested.dice {
                    Some((passed, thrown)) => format!("{} ({passed} of {thrown} dice)", name(&tested.unit)),
                    None => name(&tested.unit),
                };
                let all = |units: &[TestedUnit]| text::list(&units.iter().map(one).collect::<Vec<_>>());
                let outcome =
                    |units: &[TestedUnit], verb| (!units.is_empty()).then(|| format!("{} {verb}", all(units)));
                let outcomes = [outcome(passed, "passed"), outcome(failed, "failed")];
                format!("{test}: {}", outcomes.into_iter().flatten().collect::<Vec<_>>().join("; "))
            }
            Self::Objected { battle, side, is_withdrawn: true } => {
                let (side, there) = (state.name(*side), states.in_battle(*battle));
                format!("{side} withdrew the objection to parallel tests{there}")
            }
            Self::Objected { battle, side, is_withdrawn: false } => {
                let (side, of_battle) = (state.name(*side), states.of_battle(*battle));
                let all = if of_battle.is_empty() { " of the battle" } else { &of_battle };
                format!("{side} objected to parallel tests: all tests{all} are now in series")
            }
        }
    }
}

impl GradeChange {
    pub(super) fn new(own: (Grade, Grade), used: Option<(Grade, Grade)>) -> Self {
        Self { own, used: used.filter(|used| *used != own) }
    }

    /// The grade that counts, and the unit's own one if a ruling separates the two.
    pub(super) fn text(self, state: &State) -> String {
        let ladder = &state.book().ladder;
        let change = |(from, to): (Grade, Grade)| format!("{} to {}", ladder.name(from), ladder.name(to));
        match (self.used, self.own) {
            (None, own) => change(own),
            (Some(used), (from, to)) if from == to => {
                format!("{} (own grade still {})", change(used), ladder.name(to))
            }
            (Some(used), own) => format!("{} (own grade {})", change(used), change(own)),
        }
    }
}

/// `Red, supported by G and F, attacked Blue, supported by H and AD`
fn opened_text(
    states: States,
    battle: BattleId,
    sides: (SideId, SideId),
    (ours, theirs): &(Vec<UnitId>, Vec<UnitId>),
) -> String {
    let (first, second, there) = (states.name(sides.0), states.name(sides.1), states.in_battle(battle));
    let (by_ours, by_theirs) = (states.names(ours), states.names(theirs));
    match (ours.is_empty(), theirs.is_empty()) {
        (true, true) => format!("{first} attacked {second}{there}"),
        (false, true) => format!("{first}, supported by {by_ours}, attacked {second}{there}"),
        // Repeat the name, or the support would read as the attacker’s.
        (true, false) => format!("{first} attacked {second}{there}, {second} supported by {by_theirs}"),
        (false, false) if there.is_empty() => {
            format!("{first}, supported by {by_ours}, attacked {second}, supported by {by_theirs}")
        }
        // Repeat the name, since the battle's name comes between.
        (false, false) => {
            format!("{first}, supported by {by_ours}, attacked {second}{there}, {second} supported by {by_theirs}")
        }
    }
}

fn pushed_back_text(state: &State, pushed: &[(UnitId, Option<Id>)]) -> String {
    let one = |(unit, by): &(UnitId, Option<Id>)| match by {
        Some(by) => format!("{} by {}", state.name(*unit), die_owner(state, *by)),
        None => state.name(*unit),
    };
    match pushed {
        [(unit, Some(by))] => format!("{} pushed back by {}", state.name(*unit), die_owner(state, *by)),
        [(unit, None)] => format!("{} pushed back", state.name(*unit)),
        _ => format!("pushed back: {}", pushed.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

/// The shooters with their dice, and the number of hits on each target.
fn volleyed_text(states: States, unit: UnitId, dice: u8, hits: &[(UnitId, u16)]) -> String {
    let (hit, missed): (Vec<_>, Vec<_>) = hits.iter().partition(|(_, n)| *n > 0);
    let on = |(target, n): &(UnitId, u16)| {
        format!("{} on {}", text::count((*n).into(), "hit", "hits"), states.name(*target))
    };
    let mut outcomes: Vec<String> = hit.iter().map(on).collect();
    if !missed.is_empty() {
        let missed: Vec<UnitId> = missed.iter().map(|(target, _)| *target).collect();
        outcomes.push(format!("no hit on {}", states.names(&missed)));
    }
    let dice = if dice == 0 { String::new() } else { format!(" with {}", text::count(dice.into(), "die", "dice")) };
    // A side does not know its hits on a target that it can't see.
    let outcomes = if outcomes.is_empty() { String::new() } else { format!(": {}", outcomes.join("; ")) };
    format!("{} fired{dice}{outcomes}", states.name(unit))
}

/// Whether an event is reported with the phase before it.
pub(super) fn is_casualty(event: &Event) -> bool {
    matches!(
        event,
        Event::Demoted { .. } | Event::PushedBack { .. } | Event::Eliminated { .. } | Event::StrengthLost { .. }
    )
}

/// The two sides of a combat: from the entry that opened it, or from the state.
pub(super) fn sides_of(context: &EntryContext, (battle, combat): (BattleId, u16)) -> Option<(SideId, SideId)> {
    let place = usize::from(combat);
    let known = [context.before, context.after].into_iter().find_map(|state| state.battle(battle)?.combats.get(place));
    if let Some(known) = known {
        return Some((known.lines.first.side, known.lines.second.side));
    }
    context.entry.events.iter().find_map(|event| match event {
        Event::CombatOpened { battle: b, first, second } if *b == battle => Some((first.0, second.0)),
        _ => None,
    })
}

pub(super) fn defeats<'a>(context: &EntryContext, combat: (BattleId, u16), defeats: (u16, u16)) -> Statement<'a> {
    CombatStatement::Defeats { battle: combat.0, sides: sides_of(context, combat), defeats }.into()
}

/// The units whose dice were left out of the phase that the entry orders.
pub(super) fn left_out<'a>(context: &EntryContext, (battle, combat): (BattleId, u16)) -> Vec<Statement<'a>> {
    let (Order::Scrud { first, .. }, Some(found)) =
        (context.entry.order.effective_order(), context.before.battle(battle))
    else {
        return Vec::new();
    };
    let side = first.who.first().and_then(|who| context.before.side_of(*who));
    let lines = found.combats.get(usize::from(combat)).map(|combat| combat.lines.as_ref().map(|line| line.side));
    let Some(orders) = lines.and_then(|lines| CombatSide::BOTH.into_iter().find(|at| Some(lines[*at]) == side)) else {
        return Vec::new();
    };
    let units = context.before.units_left_out(found, combat.into(), orders);
    if units.is_empty() { Vec::new() } else { vec![CombatStatement::LeftOut { units }.into()] }
}

/// The fates of the defeated units; units with the same fate share a statement.
pub(super) fn casualties<'a>(
    context: &EntryContext<'a>,
    casualties: impl Iterator<Item = &'a Event>,
) -> Vec<Statement<'a>> {
    let mut demoted: Vec<(GradeChange, Vec<UnitId>)> = Vec::new();
    let mut rest = Vec::new();
    let mut pushed = Vec::new();
    for event in casualties {
        match event {
            Event::Demoted { unit, from, to, used, .. } => {
                let change = GradeChange::new((*from, *to), *used);
                match demoted.iter_mut().find(|(other, _)| *other == change) {
                    Some((_, units)) => units.push(*unit),
                    None => demoted.push((change, vec![*unit])),
                }
            }
            Event::PushedBack { unit, by, leaves: None } => pushed.push((*unit, *by)),
            other => rest.extend(statement(context, other)),
        }
    }
    let demoted = demoted.into_iter().map(|(change, units)| CombatStatement::Demoted { units, change });
    let pushed = (!pushed.is_empty()).then_some(CombatStatement::PushedBack { pushed });
    demoted.chain(pushed).map(Statement::Combat).chain(rest).collect()
}

fn found_in(state: &State, (battle, at): (BattleId, u16)) -> Option<(&State, &Battle, &Combat)> {
    let battle = state.battle(battle)?;
    Some((state, battle, battle.combats.get(usize::from(at))?))
}

/// A combat after the entry, or in the state before if the end of a turn cleared it away.
fn find_combat<'s>(
    before: &'s State,
    after: &'s State,
    combat: (BattleId, u16),
) -> Option<(&'s State, &'s Battle, &'s Combat)> {
    found_in(after, combat).or_else(|| found_in(before, combat))
}

/// ` of A v X in First day`: tells a combat apart from others, if there are any. `found` is where it was found.
fn combat_suffix(states: States, battle: BattleId, found: Option<(&State, &Battle, &Combat)>) -> String {
    let forces = found.and_then(|(state, battle, combat)| distinguishing_forces(state, battle, combat));
    format!("{}{}", forces.map_or(String::new(), |forces| format!(" of {forces}")), states.in_battle(battle))
}

/// Whether the combat is a round of a Conflict, which reports it.
pub(super) fn is_round(context: &EntryContext, combat: (BattleId, u16)) -> bool {
    find_combat(context.before, context.after, combat).is_some_and(|(_, _, combat)| combat.conflict.is_some())
}

/// The end of a combat; `None` for a Conflict round that ran out of time or phases.
pub(super) fn ended(
    context: &EntryContext,
    (battle, combat): (BattleId, u16),
    how: CombatEnd,
) -> Option<CombatStatement> {
    if is_round(context, (battle, combat)) && matches!(how, CombatEnd::TimeUp | CombatEnd::PhasesUsed) {
        return None;
    }
    // The end of a turn or battle reports what was left of it.
    let fights = |event: &Event| matches!(event, Event::PhaseFought { .. } | Event::CombatOpened { .. });
    let by_time = how == CombatEnd::TimeUp && !context.entry.events.iter().any(fights);
    let found = found_in(context.before, (battle, combat)).filter(|_| by_time);
    Some(match found {
        Some((.., found)) => CombatStatement::BrokenOff { battle, combat, fought: found.phases_fought },
        None => CombatStatement::Ended { battle, combat, how },
    })
}

/// The units that passed and that failed, with the number of dice if known.
pub(super) fn tested(state: &State, test: &Text, [passed, failed]: [&[UnitId]; 2], dice: &[u8]) -> CombatStatement {
    let mut counts = dice.iter();
    let mut tested = |units: &[UnitId]| -> Vec<TestedUnit> {
        let one = |unit: &UnitId| {
            let dice = counts.next().copied().zip(dice_of(state, *unit, test.raw())).filter(|(_, thrown)| *thrown > 1);
            TestedUnit { unit: *unit, dice }
        };
        units.iter().map(one).collect()
    };
    let (passed, failed) = (tested(passed), tested(failed));
    CombatStatement::Tested { test: test.clone(), passed, failed }
}

fn dice_of(state: &State, unit: UnitId, test: &str) -> Option<u8> {
    let carried = state.tests_of(state.unit(unit)?);
    carried.iter().find(|carried| carried.name == test).map(|carried| carried.dice)
}

/// The support of each side in a phase, unless the opening of the combat reports it, and the results of counter-battery
/// fire and air defence.
pub(super) fn supported<'a>(context: &EntryContext, units: &[UnitId], clashes: &[Clash<UnitId>]) -> Vec<Statement<'a>> {
    let opens = context.entry.events.iter().any(|event| matches!(event, Event::CombatOpened { .. }));
    let mut sides: Vec<(SideId, Vec<UnitId>)> = Vec::new();
    for (side, unit) in units.iter().filter_map(|unit| Some((context.after.side_of(Id::from(*unit))?, *unit))) {
        match sides.iter_mut().find(|(other, _)| *other == side) {
            Some((_, units)) => units.push(unit),
            None => sides.push((side, vec![unit])),
        }
    }
    let support = (!opens && !sides.is_empty()).then_some(CombatStatement::Supported { sides });
    let clashes = clashes.iter().copied().map(CombatStatement::Clashed);
    support.into_iter().chain(clashes).map(Statement::Combat).collect()
}

/// Attackers and defenders, each with their support; `None` for a round of a Conflict.
pub(super) fn opened(context: &EntryContext, battle: BattleId, sides: (SideId, SideId)) -> Option<CombatStatement> {
    let opened = context.after.battle(battle).and_then(|battle| battle.combats.last());
    if opened.is_some_and(|combat| combat.conflict.is_some()) {
        return None;
    }
    let units = context.entry.events.iter().find_map(|event| match event {
        Event::Supported { battle: b, units, .. } if *b == battle => Some(&units[..]),
        _ => None,
    });
    let support = |side: SideId| {
        let is_own = |unit: &UnitId| context.after.side_of(Id::from(*unit)) == Some(side);
        units.unwrap_or_default().iter().copied().filter(is_own).collect()
    };
    Some(CombatStatement::Opened { battle, sides, support: (support(sides.0), support(sides.1)) })
}
