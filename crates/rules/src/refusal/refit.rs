//! Refusals of orders between battles. Source: RULES 7.

use super::{RefusalText, kind_and_name, quoted, quoted_name, refusals, sentence};
use crate::{
    notation::{gains_text, supply_trace_text},
    order::{Gains, Verb},
    rules::SupplyTrace,
    state::State,
};
use wardiary_base::{
    book::DueRule,
    id::{BattleId, Id, UnitId},
    text,
};

refusals! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RefitRefusal, |refusal, state| match *refusal {
        NoRule { verb: Verb } => no_rule(state, verb),
        InBattle { unit: UnitId, battle: BattleId, verb: Verb } => match verb {
            Verb::Raise => {
                sentence(format!("{} was eliminated in {}, which is not over", kind_and_name(state, unit), state.name(battle)))
            }
            Verb::Supply => sentence(format!("{} is in {}, which is not over", kind_and_name(state, unit), state.name(battle)))
                .with_hint("supply does not change during a battle: set it afterwards"),
            _ => {
                let name = quoted_name(state, unit);
                sentence(format!("{} is in {}, which is not over", kind_and_name(state, unit), state.name(battle))).with_hint(format!(
                    "rulings during a battle: `restore {name} 1`, `rally {name} 1`, `promote {name} 1 because …`"
                ))
            }
        },
        NotDue { unit: UnitId, verb: Verb } => not_due(state, unit, verb),
        NothingLacks { unit: UnitId, verb: Verb } => nothing_lacks(state, unit, verb),
        Nobody { verb: Verb } => {
            let what = match verb {
                Verb::Return => "none of them has losses that return now",
                _ => "none of them can recover anything now",
            };
            sentence(what).with_hint("`wardiary proposals` lists what is due; name a single unit to see why it gets nothing")
        },
        SeveralUnits { units: usize, verb: Verb } => {
            let units = text::count(units, "unit", "units");
            let each =
                if verb == Verb::Return { "each gets back what is due" } else { "each recovers by the rulebook" };
            sentence(format!("an amount applies to one unit, but this names {units}"))
                .with_hint(format!("leave it out, and {each}"))
        },
        Alive { unit: UnitId } => {
            sentence(format!("{} is not eliminated: only eliminated units are rebuilt", kind_and_name(state, unit)))
        },
        NoLevel { who: Id } => {
            let levels = state.book().supply.levels.iter().map(|level| level.name.as_name());
            sentence("the rulebook has no such supply level")
                .with_hint(format!("available: {}", text::list(&levels.collect::<Vec<_>>())))
        },
        OtherLevel {
            who: Id,
            gives: u8,
            trace: SupplyTrace,
        } => {
            let named =
                |at| state.book().supply.level(at).map_or(String::new(), |level| level.name.as_name());
            let has = state.units_for_id(who).into_iter().map(|unit| unit.history.supply).max().unwrap_or(gives);
            let level = named(gives);
            let (whose, why) = (kind_and_name(state, who), supply_trace_text(state, trace));
            // A force that has just been cut off keeps its level until the next part.
            let what = match trace {
                SupplyTrace::Supplied(..) => format!("the supply of {whose} is {level}: {why}"),
                SupplyTrace::CutOff | SupplyTrace::EnemyHeld(_) if has != gives => {
                    format!("the supply of {whose} is {} now and falls to {level}: {why}", named(has))
                }
                SupplyTrace::CutOff | SupplyTrace::EnemyHeld(_) => {
                    format!("the supply of {whose} is {level} now and falls one level per part: {why}")
                }
            };
            sentence(what).with_hint("to overrule it, add `because …`")
        },
        NotTraced { unit: UnitId } => not_traced(state, unit),
        Unsupplied { unit: UnitId, verb: Verb } => {
            let level = state.unit(unit).and_then(|unit| state.supply_level(unit));
            let level = level.map_or("none".into(), |level| level.name.as_name());
            let what = if verb == Verb::Replace { "takes replacements" } else { "recovers" };
            sentence(format!("the supply of {} is {level}, at which no unit {what}", kind_and_name(state, unit)))
                .with_hint("to allow it by a ruling, add `because …`")
        },
        NoPool { unit: UnitId } => no_pool(state, unit),
        PoolShort {
            unit: UnitId,
            /// The pool's index in the rulebook.
            pool: usize,
            left: u16,
            points: u16,
        } => pool_short(state, (unit, points), pool, left),
        BeyondRule { unit: UnitId, gives: Gains } => {
            sentence(format!("the rulebook gives {} only {} now", kind_and_name(state, unit), gains_text(gives)))
                .with_hint("to give more by a ruling, add `because …`")
        },
        HowMuch { unit: UnitId, lacks: Gains, verb: Verb } => {
            let name = quoted_name(state, unit);
            let example = match verb {
                Verb::Raise => format!("raise {name} strength 1 because …"),
                _ => format!("recover {name} strength 1 edna 1 grade 1 because …"),
            };
            sentence("the ruling has no amount, and the rulebook gives nothing")
                .with_hint(format!("add an amount: `{example}`"))
        },
        BeyondFull {
            unit: UnitId,
            /// The most that the unit can get; in rebuilding, its full strength.
            lacks: Gains,
            verb: Verb,
        } => match verb {
            Verb::Raise => {
                let full = lacks.strength;
                sentence(format!("{} has a full strength of {full} SP, so it can be rebuilt with 1 to {full}", kind_and_name(state, unit)))
            }
            verb if lacks.is_none() => nothing_lacks(state, unit, verb),
            Verb::Return => sentence(format!("only {} will return to {}", gains_text(lacks), kind_and_name(state, unit))),
            verb => {
                let what = if verb == Verb::Replace { "can take" } else { "lacks" };
                let lacking = sentence(format!("{} {what} only {}", kind_and_name(state, unit), gains_text(lacks)));
                with_loss_division(lacking, state, unit)
            }
        },
    }
}

fn no_rule(state: &State, verb: Verb) -> RefusalText {
    let title = &state.book().title;
    let (what, setting) = match verb {
        Verb::Raise => ("is rebuilt", "raise share 0.5"),
        Verb::Supply => {
            return sentence(format!("the rulebook “{title}” has no supply rules"))
                .with_hint("define its levels: `rules change levels full, low grade -1 recovery 0.5`");
        }
        _ => ("recovers", "recover strength 1"),
    };
    sentence(format!("under the rulebook “{title}” no unit {what} between battles"))
        .with_hint(format!("add a rule: `rules change {setting}`; or decide it by a ruling: add `because …`"))
}

fn nothing_lacks(state: &State, unit: UnitId, verb: Verb) -> RefusalText {
    let unit_is = kind_and_name(state, unit);
    let nothing = match verb {
        Verb::Return => sentence(format!("{unit_is} has no losses left to return")),
        Verb::Replace => sentence(format!("{unit_is} has no room for replacements")),
        _ => sentence(format!("{unit_is} has nothing to recover now")),
    };
    with_loss_division(nothing, state, unit)
}

/// Adds how a unit's losses were divided, if that is why it can't regain more.
fn with_loss_division(refused: RefusalText, state: &State, unit: UnitId) -> RefusalText {
    let Some(missing) = state.unit(unit).map(|unit| &unit.history.lost_strength) else { return refused };
    let text = [(missing.permanent, "lost for good"), (missing.returning(), "still to return")];
    let text = text.iter().filter(|(points, _)| *points > 0).map(|(points, what)| format!("{points} SP {what}"));
    let text: Vec<String> = text.collect();
    if text.is_empty() { refused } else { refused.with_hint(text::list(&text)) }
}

fn not_traced(state: &State, unit: UnitId) -> RefusalText {
    let ruling = "to set its supply by a ruling, add `because …`";
    let why = match (state.theatre(), state.station_of_unit(unit)) {
        (None, _) => "the campaign has no theatre, so supply can't be traced".into(),
        (Some(_), None) => {
            format!("{} has no station in the theatre, so its supply can't be traced", kind_and_name(state, unit))
        }
        (Some(_), Some(_)) => {
            let side = state.unit(unit).map_or(String::new(), |unit| state.name(unit.side));
            format!("the theatre has no supply source for {side}")
        }
    };
    sentence(why).with_hint(ruling)
}

fn no_pool(state: &State, unit: UnitId) -> RefusalText {
    let Some(found) = state.unit(unit) else {
        return sentence(format!("there is no replacement pool for {}", kind_and_name(state, unit)));
    };
    let (kind, side) = (&found.kind, state.name(found.side));
    let pools = state.pools().map(|(pool, side)| format!("{} of {}", pool.name.as_name(), side.name));
    let pools: Vec<String> = pools.collect();
    let refused = sentence(format!("the rulebook has no replacement pool for {kind} of {side}"));
    if pools.is_empty() {
        refused.with_hint(format!(
            "add one: `rules change pools depot 20`; or by a ruling: `restore {} 1`",
            quoted(&*found.name)
        ))
    } else {
        refused.with_hint(match &pools[..] {
            [pool] => format!("the only pool is {pool}"),
            pools => format!("the pools are {}", text::list(pools)),
        })
    }
}

fn pool_short(state: &State, (unit, points): (UnitId, u16), pool: usize, left: u16) -> RefusalText {
    let name = state.book().replacements.pools.get(pool).map_or("the pool".into(), |pool| {
        let side = state.unit(unit).map_or(String::new(), |unit| format!(" of {}", state.name(unit.side)));
        format!("the pool {}{side}", pool.name.as_name())
    });
    let what = match left {
        0 => format!("{name} is empty"),
        left => format!("{name} has only {left} SP left, not {points}"),
    };
    sentence(what).with_hint(format!(
        "to restore them without a pool, by a ruling: `restore {} {points} because …`",
        quoted_name(state, unit)
    ))
}

/// Refuses something that is not due yet, and says when it will be.
fn not_due(state: &State, unit: UnitId, verb: Verb) -> RefusalText {
    let book = state.book();
    let count = |parts: u16| {
        let clock = &book.clock;
        let unit = if clock.parts.is_empty() { clock.unit() } else { "part".into() };
        text::count(parts.into(), &unit, &format!("{unit}s"))
    };
    let after = |parts: u16, of: &str| {
        let row = if parts > 1 && !of.is_empty() { " in a row" } else { "" };
        format!("after {}{row}{of}", count(parts))
    };
    let when = |when| match when {
        DueRule::Rested(parts) => after(parts, " without marching, fighting or contact"),
        DueRule::Unengaged(parts) => after(parts, " without fighting or contact"),
        DueRule::Passed(parts) => after(parts, ""),
        DueRule::AfterBattle => "after each of its battles".into(),
    };
    let (id, unit) = (unit, kind_and_name(state, unit));
    let (does, when) = match verb {
        Verb::Replace => (format!("{unit} to take replacements: it takes them"), when(book.replacements.when)),
        Verb::Return => {
            let parts = count(book.lost_for_good.parts);
            (format!("losses to return to {unit}:"), format!("they return evenly over the {parts} after a battle"))
        }
        Verb::Raise => {
            let parts = after(book.raise.after, "");
            (format!("{unit} to be rebuilt: it returns"), format!("{parts} of absence"))
        }
        _ if state.unit(id).is_some_and(|unit| unit.history.has_recovered(state.calendar().now)) => {
            let raised = state.unit(id).is_some_and(|unit| unit.history.was_raised(state.calendar().now));
            let did = if raised { "was rebuilt at this time" } else { "has already recovered at this time" };
            let again = format!("{unit} {did}: it recovers {}", when(book.recover.when));
            return sentence(again).with_hint("to give more now by a ruling, add `because …`");
        }
        _ => (format!("{unit} to recover: it does so"), when(book.recover.when)),
    };
    sentence(format!("it is too early for {does} {when}")).with_hint("to give it now by a ruling, add `because …`")
}
