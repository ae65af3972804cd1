//! Refusals of orders between battles. Source: RULES 7.

use super::{RefusalText, kind_and_name, quoted, quoted_name, refusals, sentence};
use crate::{
    notation::{gains_text, quote, supply_trace_text},
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
    /// Why an order between battles is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RefitRefusal, |refusal, state| match *refusal {
        /// The rulebook has no rule for it.
        NoRule { verb: Verb } => no_rule(state, verb),
        InBattle { unit: UnitId, battle: BattleId, verb: Verb } => match verb {
            Verb::Raise => {
                sentence(format!("{} was eliminated in {}, which is not over", kind_and_name(state, unit), state.name(battle)))
            }
            Verb::Supply => sentence(format!("{} is in {}, which is not over", kind_and_name(state, unit), state.name(battle)))
                .with_hint("nobody’s supply changes in a battle: say it when that is over"),
            _ => {
                let name = quoted_name(state, unit);
                sentence(format!("{} is in {}, which is not over", kind_and_name(state, unit), state.name(battle))).with_hint(format!(
                    "a ruling in a battle: `restore {name} 1`, `rally {name} 1`, `promote {name} 1 because …`"
                ))
            }
        },
        NotDue { unit: UnitId, verb: Verb } => not_due(state, unit, verb),
        /// The unit lacks nothing that the order could restore.
        NothingLacks { unit: UnitId, verb: Verb } => nothing_lacks(state, unit, verb),
        /// None of several units can get anything.
        Nobody { verb: Verb } => {
            let what = match verb {
                Verb::Return => "nothing comes back to any of them now",
                _ => "none of them can recover anything now",
            };
            sentence(what).with_hint("`wardiary proposals` lists what is due; name one of them to see what keeps it")
        },
        /// An amount must be for one unit, but the order names several.
        SeveralUnits { units: usize, verb: Verb } => {
            let units = text::count(units, "unit", "units");
            let each =
                if verb == Verb::Return { "to each comes what is due" } else { "each recovers as the rulebook has it" };
            sentence(format!("how much is said of one unit, and these are {units}"))
                .with_hint(format!("leave it out, and {each}"))
        },
        Alive { unit: UnitId } => {
            sentence(format!("{} is there: only who was eliminated is rebuilt", kind_and_name(state, unit)))
        },
        NoLevel { who: Id } => {
            let levels = state.book().supply.levels.iter().map(|level| level.name.as_name());
            sentence("the rulebook has no such level of supply")
                .with_hint(format!("there is {}", text::list(&levels.collect::<Vec<_>>())))
        },
        /// Tracing gives another supply level.
        OtherLevel {
            who: Id,
            /// The traced level.
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
                    format!("the supply of {whose} is {level} now and falls by a level a part: {why}")
                }
            };
            sentence(what).with_hint("a ruling may say otherwise: add `because …`")
        },
        /// Supply can't be traced: the unit is not in a theatre, or its side has no source.
        NotTraced { unit: UnitId } => not_traced(state, unit),
        Unsupplied { unit: UnitId, verb: Verb } => {
            let level = state.unit(unit).and_then(|unit| state.supply_level(unit));
            let level = level.map_or("none".into(), |level| level.name.as_name());
            let what = if verb == Verb::Replace { "takes replacements" } else { "recovers" };
            sentence(format!("the supply of {} is {level}, at which nobody {what}", kind_and_name(state, unit)))
                .with_hint("a ruling may give it all the same: add `because …`")
        },
        NoPool { unit: UnitId } => no_pool(state, unit),
        /// The pool holds less than was asked for.
        PoolShort {
            unit: UnitId,
            /// The pool's index in the rulebook.
            pool: usize,
            left: u16,
            points: u16,
        } => pool_short(state, (unit, points), pool, left),
        BeyondRule { unit: UnitId, gives: Gains } => {
            sentence(format!("the rulebook gives {} {} now, no more", kind_and_name(state, unit), gains_text(gives)))
                .with_hint("a ruling may give more: add `because …`")
        },
        /// A ruling must say how much if the rulebook gives nothing.
        HowMuch { unit: UnitId, lacks: Gains, verb: Verb } => {
            let name = quoted_name(state, unit);
            let example = match verb {
                Verb::Raise => format!("raise {name} strength 1 because …"),
                _ => format!("recover {name} strength 1 edna 1 grade 1 because …"),
            };
            sentence("the ruling does not say how much, and the rulebook gives nothing")
                .with_hint(format!("say it: `{example}`"))
        },
        /// The order asks for more than the unit lacks.
        BeyondFull {
            unit: UnitId,
            /// What the unit lacks; in rebuilding, its full strength.
            lacks: Gains,
            verb: Verb,
        } => match verb {
            Verb::Raise => {
                let full = lacks.strength;
                sentence(format!("{} has {full} SP when it is full, so it comes back with 1 to {full}", kind_and_name(state, unit)))
            }
            verb if lacks.is_none() => nothing_lacks(state, unit, verb),
            Verb::Return => sentence(format!("{} is to come back to {}, no more", gains_text(lacks), kind_and_name(state, unit))),
            verb => {
                let what = if verb == Verb::Replace { "can take" } else { "lacks" };
                let lacking = sentence(format!("{} {what} {}, no more", kind_and_name(state, unit), gains_text(lacks)));
                with_loss_division(lacking, state, unit)
            }
        },
    }
}

fn no_rule(state: &State, verb: Verb) -> RefusalText {
    let title = &state.book().title;
    let (what, setting) = match verb {
        Verb::Raise => ("is rebuilt", "(raise: (share: 0.5))"),
        Verb::Supply => {
            let setting = quote("(supply: (levels: [(name: \"full\"), (name: \"low\", grade: -1, recovery: 0.5)]))");
            return sentence(format!("the rulebook “{title}” knows no supply"))
                .with_hint(format!("set its levels: `rules change {setting}`"));
        }
        _ => ("recovers", "(recover: (strength: 1))"),
    };
    sentence(format!("under the rulebook “{title}” nobody {what} between battles"))
        .with_hint(format!("set it: `rules change {}`; or rule on it: add `because …`", quote(setting)))
}

fn nothing_lacks(state: &State, unit: UnitId, verb: Verb) -> RefusalText {
    let unit_is = kind_and_name(state, unit);
    let nothing = match verb {
        Verb::Return => sentence(format!("nothing is to come back to {unit_is}")),
        Verb::Replace => sentence(format!("there is no place in {unit_is} that replacements could fill")),
        _ => sentence(format!("there is nothing that {unit_is} could recover now")),
    };
    with_loss_division(nothing, state, unit)
}

/// Adds how a unit's losses were divided, if that is why it gets no more back.
fn with_loss_division(refused: RefusalText, state: &State, unit: UnitId) -> RefusalText {
    let Some(missing) = state.unit(unit).map(|unit| &unit.history.lost_strength) else { return refused };
    let text = [(missing.permanent, "lost for good"), (missing.returning(), "to come back")];
    let text = text.iter().filter(|(points, _)| *points > 0).map(|(points, what)| format!("{points} SP {what}"));
    let text: Vec<String> = text.collect();
    if text.is_empty() { refused } else { refused.with_hint(text::list(&text)) }
}

fn not_traced(state: &State, unit: UnitId) -> RefusalText {
    let ruling = "a ruling may say how it is supplied: add `because …`";
    let why = match (state.theatre(), state.station_of_unit(unit)) {
        (None, _) => "the campaign has no theatre in which supply could be traced".into(),
        (Some(_), None) => {
            format!("{} stands nowhere in the theatre, so its supply can't be traced", kind_and_name(state, unit))
        }
        (Some(_), Some(_)) => {
            let side = state.unit(unit).map_or(String::new(), |unit| state.name(unit.side));
            format!("the theatre has no source of supply for {side}")
        }
    };
    sentence(why).with_hint(ruling)
}

fn no_pool(state: &State, unit: UnitId) -> RefusalText {
    let Some(found) = state.unit(unit) else {
        return sentence(format!("no pool is for {}", kind_and_name(state, unit)));
    };
    let (kind, side) = (&found.kind, state.name(found.side));
    let pools = state.pools().map(|(pool, side)| format!("{} of {}", pool.name.as_name(), side.name));
    let pools: Vec<String> = pools.collect();
    let refused = sentence(format!("no pool of the rulebook has replacements for {kind} of {side}"));
    if pools.is_empty() {
        let setting = quote("(replacements: (pools: [(name: \"depot\", points: 20)]))");
        refused.with_hint(format!(
            "set one: `rules change {setting}`; or by a ruling: `restore {} 1`",
            quoted(&*found.name)
        ))
    } else {
        refused.with_hint(match &pools[..] {
            [pool] => format!("there is the pool {pool}"),
            pools => format!("there are the pools {}", text::list(pools)),
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
        left => format!("{name} has {left} SP left, and {points} are wanted"),
    };
    sentence(what)
        .with_hint(format!("by a ruling without a pool: `restore {} {points} because …`", quoted_name(state, unit)))
}

/// Says when something is due that is not due yet.
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
        DueRule::Rested(parts) => after(parts, " in which it neither marches, fights nor stands in contact"),
        DueRule::Unengaged(parts) => after(parts, " in which it neither fights nor stands in contact"),
        DueRule::Passed(parts) => after(parts, ""),
        DueRule::AfterBattle => "after each battle that it was in".into(),
    };
    let (id, unit) = (unit, kind_and_name(state, unit));
    let (does, when) = match verb {
        Verb::Replace => (format!("{unit} to take replacements: it does so"), when(book.replacements.when)),
        Verb::Return => {
            let parts = count(book.lost_for_good.parts);
            (format!("anything to come back to {unit}:"), format!("it comes evenly in {parts} from the battle on"))
        }
        Verb::Raise => {
            let parts = after(book.raise.after, "");
            (format!("{unit} to be rebuilt: it comes back"), format!("{parts} in which it is gone"))
        }
        _ if state.unit(id).is_some_and(|unit| unit.history.has_recovered(state.calendar().now)) => {
            let raised = state.unit(id).is_some_and(|unit| unit.history.was_raised(state.calendar().now));
            let did = if raised { "was rebuilt at this time" } else { "has recovered at this time already" };
            let again = format!("{unit} {did}: it recovers {}", when(book.recover.when));
            return sentence(again).with_hint("a ruling may give more now: add `because …`");
        }
        _ => (format!("{unit} to recover: it does so"), when(book.recover.when)),
    };
    sentence(format!("it is not time for {does} {when}")).with_hint("a ruling may give it now: add `because …`")
}
