//! Combat, support, arguments, dice tests and volleys in words.

use super::{EntryContext, Sentence, Topic, sentence, unit_names};
use wardiary_base::{
    book::Grade,
    id::{BattleId, Id, SideId, UnitId},
    sides::CombatSide,
    text::{self, Text},
};
use wardiary_rules::{
    event::{Cause, Clash, CombatEnd, Event},
    notation::{combat_end_sentence, combat_name, describe_clash, die_owner, distinguishing_forces},
    order::{Argument, Need, Order, Verdict},
    state::{Battle, Combat, State},
};

/// Whether an event is reported with the phase before it.
pub(super) fn is_casualty(event: &Event) -> bool {
    matches!(
        event,
        Event::Demoted { .. } | Event::PushedBack { .. } | Event::Eliminated { .. } | Event::StrengthLost { .. }
    )
}

/// The two sides of a combat: from the entry that opened it, or from the state.
fn sides_of(context: &EntryContext, (battle, combat): (BattleId, u16)) -> Option<(SideId, SideId)> {
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

/// The defeats of each side in a phase.
pub(super) fn defeats(context: &EntryContext, combat: (BattleId, u16), defeats: (u16, u16)) -> String {
    let there = context.in_battle(combat.0);
    let many = |n: u16| if n == 0 { "no defeat".into() } else { text::count(n.into(), "defeat", "defeats") };
    match (defeats, sides_of(context, combat)) {
        ((0, 0), _) => format!("nobody was beaten{there}"),
        ((first, second), Some((one, other))) => {
            let (one, other) = (context.name(one), context.name(other));
            format!("{one} suffered {}, {other} suffered {}{there}", many(first), many(second))
        }
        // Only a save not written by the program has such a combat.
        ((first, second), None) => format!("{} to {}{there}", many(first), many(second)),
    }
}

/// The units whose dice were left out of the phase that the entry orders.
pub(super) fn left_out(context: &EntryContext, (battle, combat): (BattleId, u16)) -> Vec<String> {
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
    let text = || format!("{} left out, having volleyed this turn", text::list(&unit_names(context.after, &units)));
    if units.is_empty() { Vec::new() } else { vec![text()] }
}

/// What became of the defeated units; units with the same fate share a sentence.
pub(super) fn casualties(context: &EntryContext, casualties: &[&Event]) -> Vec<String> {
    let mut demoted: Vec<(String, Vec<String>)> = Vec::new();
    let mut rest = Vec::new();
    let mut pushed = Vec::new();
    for event in casualties {
        match event {
            Event::Demoted { unit, from, to, used, .. } => {
                let change = demotion(context.after, (*from, *to), *used);
                match demoted.iter_mut().find(|(c, _)| *c == change) {
                    Some((_, names)) => names.push(context.name(*unit)),
                    None => demoted.push((change, vec![context.name(*unit)])),
                }
            }
            Event::PushedBack { unit, by, leaves: None } => pushed.push((*unit, *by)),
            other => rest.extend(sentence(context, other)),
        }
    }
    let mut described: Vec<String> =
        demoted.iter().map(|(change, names)| format!("{} demoted, {change}", text::list(names))).collect();
    if !pushed.is_empty() {
        described.push(pushed_back(context.after, &pushed));
    }
    described.extend(rest);
    described
}

/// The units pushed back, and by whom if the diary records it.
pub(super) fn pushed_back(state: &State, pushed: &[(UnitId, Option<Id>)]) -> String {
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

/// A change of grade: the grade that counts, and the unit's own one if a ruling separates the two.
pub(super) fn demotion(state: &State, (from, to): (Grade, Grade), used: Option<(Grade, Grade)>) -> String {
    let ladder = &state.book().ladder;
    let change = |(from, to): (Grade, Grade)| format!("{} to {}", ladder.name(from), ladder.name(to));
    match used.filter(|used| *used != (from, to)) {
        None => change((from, to)),
        Some(used) if from == to => format!("{} (own grade {}, as before)", change(used), ladder.name(to)),
        Some(used) => format!("{} (own grade {})", change(used), change((from, to))),
    }
}

pub(super) fn eliminated(state: &State, unit: UnitId, by: Cause) -> String {
    let by = match by {
        Cause::Rout => return format!("{} routs", state.name(unit)),
        Cause::Defeat | Cause::Losses => "",
        Cause::EveryThird => " for its side’s defeats",
        Cause::Ruling => " by a ruling",
        Cause::CounterBattery => " by counter-battery fire",
        Cause::AirDefence => " by air defence",
    };
    format!("{} eliminated{by}", state.name(unit))
}

fn found_in(state: &State, (battle, at): (BattleId, u16)) -> Option<(&State, &Battle, &Combat)> {
    let battle = state.battle(battle)?;
    Some((state, battle, battle.combats.get(usize::from(at))?))
}

/// A combat with its battle, from the state after the entry, or from the one before if the end of a turn cleared it
/// away.
fn find_combat<'s>(context: &EntryContext<'s>, combat: (BattleId, u16)) -> Option<(&'s State, &'s Battle, &'s Combat)> {
    found_in(context.after, combat).or_else(|| found_in(context.before, combat))
}

/// ` of A v X in First day`: tells a combat apart from others, if there are any. `found` is where it was found.
fn combat_suffix(context: &EntryContext, combat: (BattleId, u16), found: Option<(&State, &Battle, &Combat)>) -> String {
    let forces = found.and_then(|(state, battle, combat)| distinguishing_forces(state, battle, combat));
    format!("{}{}", forces.map_or(String::new(), |forces| format!(" of {forces}")), context.in_battle(combat.0))
}

/// Whether the combat is a round of a Conflict, which reports it.
fn is_round(context: &EntryContext, combat: (BattleId, u16)) -> bool {
    find_combat(context, combat).is_some_and(|(_, _, combat)| combat.conflict.is_some())
}

/// Units joined a combat; if it is part of a Conflict, they joined that.
pub(super) fn joined(context: &EntryContext, combat: (BattleId, u16), units: &[UnitId]) -> Option<String> {
    // Name the combat by its earlier members: nobody joins himself.
    let found = found_in(context.before, combat).or_else(|| found_in(context.after, combat));
    (!is_round(context, combat))
        .then(|| format!("{} joined the combat{}", context.names(units), combat_suffix(context, combat, found)))
}

/// The end of a combat; `None` for a Conflict round that ran out of time or phases.
pub(super) fn ended(context: &EntryContext, (battle, at): (BattleId, u16), how: CombatEnd) -> Option<Sentence> {
    if is_round(context, (battle, at)) && matches!(how, CombatEnd::TimeUp | CombatEnd::PhasesUsed) {
        return None;
    }
    // The end of a turn or battle reports what was left of it.
    let fights = |event: &Event| matches!(event, Event::PhaseFought { .. } | Event::CombatOpened { .. });
    let by_time = how == CombatEnd::TimeUp && !context.entry.events.iter().any(fights);
    let there = context.before.battle(battle).filter(|_| by_time);
    let Some((found, combat)) = there.and_then(|b| Some((b, b.combats.get(usize::from(at))?))) else {
        let suffix = combat_suffix(context, (battle, at), find_combat(context, (battle, at)));
        return Some(combat_end_sentence(context.after, how, &suffix).into());
    };
    let name = combat_name(context.before, found, combat);
    let (fought, phases) = (combat.phases_fought, context.before.book().scrud.phases);
    let there = context.in_battle(battle);
    let text = format!("the combat of {name}{there} was broken off after {fought} of {phases} phases");
    Some(Sentence::new(Topic::TurnFlow, text))
}

/// Who passed and who failed, with the number of dice if known.
pub(super) fn tested(state: &State, test: &Text, [passed, failed]: [&[UnitId]; 2], dice: &[u8]) -> String {
    let mut counts = dice.iter();
    let mut names = |units: &[UnitId]| -> Vec<String> {
        let name = |unit: &UnitId| match (counts.next(), dice_of(state, *unit, test.raw())) {
            (Some(passed), Some(thrown)) if thrown > 1 => {
                format!("{} ({passed} of {thrown} dice)", state.name(*unit))
            }
            _ => state.name(*unit),
        };
        units.iter().map(name).collect()
    };
    let (passed, failed) = (names(passed), names(failed));
    let outcome = |names: &[String], verb: &str| (!names.is_empty()).then(|| format!("{} {verb}", text::list(names)));
    let outcomes = [outcome(&passed, "passed"), outcome(&failed, "failed")];
    format!("{test}: {}", outcomes.into_iter().flatten().collect::<Vec<_>>().join("; "))
}

/// Number of dice that a unit rolls in a test.
fn dice_of(state: &State, unit: UnitId, test: &str) -> Option<u8> {
    let carried = state.tests_of(state.unit(unit)?);
    carried.iter().find(|carried| carried.name == test).map(|carried| carried.dice)
}

/// A side objected to parallel tests, or withdrew its objection.
pub(super) fn objected(context: &EntryContext, battle: BattleId, side: SideId, off: bool) -> String {
    let (side, there) = (context.name(side), context.in_battle(battle));
    let of_battle = context.of_battle(battle);
    let all = if of_battle.is_empty() { " of the battle" } else { &of_battle };
    if off {
        format!("objection to tests in parallel withdrawn by {side}{there}")
    } else {
        format!("objection to tests in parallel by {side}: all tests{all} go in series")
    }
}

/// Who fired with how many dice, and how often each target was hit.
pub(super) fn volleyed(context: &EntryContext, unit: UnitId, dice: u8, hits: &[(UnitId, u16)]) -> String {
    let (hit, missed): (Vec<_>, Vec<_>) = hits.iter().partition(|(_, n)| *n > 0);
    let on = |(target, n): &(UnitId, u16)| {
        format!("{} on {}", text::count((*n).into(), "hit", "hits"), context.name(*target))
    };
    let mut outcomes: Vec<String> = hit.iter().map(on).collect();
    if !missed.is_empty() {
        let missed: Vec<UnitId> = missed.iter().map(|(target, _)| *target).collect();
        outcomes.push(format!("no hit on {}", text::list(&unit_names(context.after, &missed))));
    }
    // A side may know only the hits of an enemy's fire.
    let dice = if dice == 0 { String::new() } else { format!(" with {}", text::count(dice.into(), "die", "dice")) };
    // A side does not know its hits on a target that it can't see.
    let outcomes = if outcomes.is_empty() { String::new() } else { format!(": {}", outcomes.join("; ")) };
    format!("{} fired{dice}{outcomes}", context.name(unit))
}

/// The support of each side in a phase, unless the opening of the combat reports it, and the results of counter-battery
/// fire and air defence.
pub(super) fn supported(context: &EntryContext, units: &[UnitId], clashes: &[Clash<UnitId>]) -> Vec<String> {
    let opens = context.entry.events.iter().any(|event| matches!(event, Event::CombatOpened { .. }));
    let mut sides: Vec<SideId> = Vec::new();
    for side in units.iter().filter_map(|unit| context.after.side_of(Id::from(*unit))) {
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    let text = sides.iter().filter_map(|side| {
        Some(format!("{} supported by {}", context.name(*side), support_of(context, *side, units)?))
    });
    let support = (!opens).then(|| text.collect::<Vec<_>>().join("; "));
    let clashes = clashes.iter().map(|clash| describe_clash(clash, |unit| context.name(unit)));
    support.into_iter().chain(clashes).collect()
}

/// A side's units among those that supported a phase; `None` if there are none.
fn support_of(context: &EntryContext, side: SideId, units: &[UnitId]) -> Option<String> {
    let own = units.iter().filter(|unit| context.after.side_of(Id::from(**unit)) == Some(side));
    let own: Vec<UnitId> = own.copied().collect();
    (!own.is_empty()).then(|| context.names(&own))
}

/// Who attacked whom, each with its support: `Red, supported by G and F, attacked Blue, supported by H and AD`. `None`
/// for a round of a Conflict, which is no new attack and has no support.
pub(super) fn opened(context: &EntryContext, battle: BattleId, first: SideId, second: SideId) -> Option<String> {
    let opened = context.after.battle(battle).and_then(|battle| battle.combats.last());
    if opened.is_some_and(|combat| combat.conflict.is_some()) {
        return None;
    }
    let units = context.entry.events.iter().find_map(|event| match event {
        Event::Supported { battle: b, units, .. } if *b == battle => Some(&units[..]),
        _ => None,
    });
    let [ours, theirs] = [first, second].map(|side| support_of(context, side, units.unwrap_or_default()));
    let (first, second, there) = (context.name(first), context.name(second), context.in_battle(battle));
    Some(match (ours, theirs) {
        (None, None) => format!("{first} attacked {second}{there}"),
        (Some(ours), None) => format!("{first}, supported by {ours}, attacked {second}{there}"),
        // Repeat the name, or the support would read as the attacker’s.
        (None, Some(theirs)) => format!("{first} attacked {second}{there}, {second} supported by {theirs}"),
        (Some(ours), Some(theirs)) if there.is_empty() => {
            format!("{first}, supported by {ours}, attacked {second}, supported by {theirs}")
        }
        // Repeat the name, since the battle's name comes between.
        (Some(ours), Some(theirs)) => {
            format!("{first}, supported by {ours}, attacked {second}{there}, {second} supported by {theirs}")
        }
    })
}

pub(super) fn argument(state: &State, argument: &Argument) -> String {
    let mut parts = vec![match argument.by {
        Some(side) => format!("argued by {}: “{}”", state.name(side), argument.claim),
        None => format!("argued: “{}”", argument.claim),
    }];
    let is_given = |text: &&Text| !text.is_blank();
    parts.extend(argument.pro.iter().filter(is_given).map(|pro| format!("for it: {pro}")));
    parts.extend(argument.con.iter().filter(is_given).map(|con| format!("against it: {con}")));
    match argument.verdict {
        Verdict::Roll(dice, Need::AtLeast(least)) => parts.push(format!("{dice} for {least}+")),
        Verdict::Roll(dice, Need::AtMost(most)) => parts.push(format!("{dice} for {most}-")),
        Verdict::Succeeds | Verdict::Fails => {}
    }
    parts.join("; ")
}

/// How an argument was settled: `9: the argument succeeds`.
pub(super) fn argued(succeeds: bool, total: Option<u16>) -> String {
    let total = total.map_or(String::new(), |total| format!("{total}: "));
    format!("{total}the argument {}", if succeeds { "succeeds" } else { "fails" })
}
