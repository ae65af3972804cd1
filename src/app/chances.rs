//! The odds that the order line shows: what matters to a player, in a few phrases.

mod fire;

use crate::{
    dice::{Fall, Origin, Purpose, Request},
    id::UnitId,
    odds::{self, Effort, Method, Question, Summary, Watch, edna, sum},
    order::{Argument, Order, Verdict},
    rules,
    state::State,
};

/// So many steps of exact work, and so many trials where that is not enough: done between two keys.
const EFFORT: Effort = Effort { exact: 10 * odds::Cost::STEPS_A_MILLISECOND, trials: 20_000, seed: 0 };

/// How an order that asks for these dice may come out, in short phrases; none where there is nothing to say.
#[must_use]
pub fn of(state: &State, order: &Order, request: &Request) -> Vec<String> {
    match (order, request.purpose) {
        (Order::Edna { unit, .. }, Purpose::Edna) => edna_chances(state, *unit),
        // ---- dice tests and volleys
        (Order::Test { who, test, .. }, Purpose::Test) => fire::tests(state, who, test),
        (Order::Volley(volley), Purpose::Volley) => fire::volley(state, volley, request.dice.len()),
        (Order::Scrud { .. }, Purpose::Scrud) => scrud_chances(state, order, request),
        (Order::Argue(argument), Purpose::Argument) => argument_chances(argument),
        _ => Vec::new(),
    }
}

fn edna_chances(state: &State, unit: UnitId) -> Vec<String> {
    let Some(unit) = state.unit(unit) else { return Vec::new() };
    let cases = edna::one(&state.book().edna, unit.edna.now);
    let after = cases.mean(|(_, edna)| f64::from(*edna));
    let spent = cases.chance(|(_, edna)| *edna == 0);
    let mut chances = vec![
        format!("acts {}", percent(cases.chance(|(acts, _)| *acts))),
        format!("E{} to E{after:.1} in the mean", unit.edna.now),
    ];
    if spent > 0.0 {
        chances.push(format!("spent {}", percent(spent)));
    }
    chances
}

/// The odds of a phase, from the side of those who open it.
fn scrud_chances(state: &State, order: &Order, request: &Request) -> Vec<String> {
    // What the dice show is of no account here: it is only asked who would roll which.
    let any = Fall {
        who: request.dice.iter().map(|wanted| wanted.owner).collect(),
        from: Origin::Table,
        faces: request.dice.iter().map(|wanted| wanted.range().0).collect(),
    };
    let Some(fought) = rules::line_up_of(state, order, &[any]) else { return Vec::new() };
    // Where support meets support, its dice decide who stands in the lines: no plain phase has these odds.
    if !fought.prelude.clashes.is_empty() {
        return Vec::new();
    }
    let question = Question::of_parties(fought.parties);
    let Ok(answer) = odds::answer(state.book(), &question, &EFFORT, Watch::nobody()) else { return Vec::new() };
    let Summary::Defeats { wins, unhurt, mean_defeats } = answer.summary else { return Vec::new() };
    let sides = fought.sides.map(|side| state.name(side));
    let about = match answer.method {
        Method::Exact => String::new(),
        Method::Simulated { error, .. } => format!(" ±{}", percent(2.0 * error)),
    };
    let goes_on = (fought.number > 1).then(|| format!("phase {}: all who are in the combat fight", fought.number));
    let odds = [
        format!("{} win {}{about}", sides[0], percent(wins[0])),
        format!("{} win {}", sides[1], percent(wins[1])),
        format!("no loss {} : {}", percent(unhurt[0]), percent(unhurt[1])),
        format!("defeats {:.1} : {:.1}", mean_defeats[0], mean_defeats[1]),
    ];
    goes_on.into_iter().chain(odds).collect()
}

fn argument_chances(argument: &Argument) -> Vec<String> {
    let Verdict::Roll(dice, need) = argument.verdict else { return Vec::new() };
    let met = sum::total(dice, 0).chance(|total| u16::try_from(*total).is_ok_and(|total| need.is_met(total)));
    vec![format!("succeeds {}", percent(met))]
}

/// A chance as a player reads it: 72%, or <1% and >99% where rounding would lie.
#[must_use]
pub fn percent(chance: f64) -> String {
    match chance * 100.0 {
        p if p > 0.0 && p < 1.0 => "<1%".into(),
        p if p > 99.0 && p < 100.0 => ">99%".into(),
        p => format!("{p:.0}%"),
    }
}
