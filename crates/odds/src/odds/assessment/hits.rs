//! Weighs volleys and blows. Source: RULES 4.5, 5.8.

use super::{
    ActualAndExpected, AssessedRoll, Assessment, BookAssessments, GeneralUnderFire, NotAssessed, Quantity, RollKind,
    rank, rank_of_chance,
};
use crate::odds::{Cost, Effort, fire};
use std::sync::Arc;
use wardiary_base::{
    book::{HitBy, Volleys},
    dice::Owner,
    id::{Id, StackId, UnitId},
};
use wardiary_rules::{
    event::{Event, StackEvent},
    order::Edge,
    rules::{
        ConflictBlow, stack,
        volley::{ClassAndCover, TargetGroup, VolleyOutcome},
    },
    state::State,
};

pub(super) fn assess_volley(
    before: &State,
    unit: UnitId,
    marks: &[TargetGroup],
    fired: &VolleyOutcome,
    (known, effort): (&mut BookAssessments, &Effort),
) -> Assessment {
    let side = before.side_of(unit.into()).ok_or(NotAssessed::NoValue)?;
    let dice = u8::try_from(fired.dice.len()).map_err(|_| NotAssessed::TooLarge)?;
    fail_if!(fire::volley_steps(dice) > effort.exact, NotAssessed::TooLarge);
    let judged: Vec<ClassAndCover> = marks.iter().map(TargetGroup::class_and_cover).collect();
    let targets =
        judged.iter().map(|(class, cover)| format!(" {}{}", class.name, if *cover { " in cover" } else { "" }));
    let key = format!("{dice}{}", targets.collect::<String>());
    let hits =
        known.volleys.get_or_insert_with(key, || Arc::new(fire::volley(&before.book().volley, &judged, dice))).clone();
    let total = |hits: &[u16]| hits.iter().map(|n| i64::from(*n)).sum::<i64>();
    let tally = ActualAndExpected {
        actual: fired.hits.iter().map(|n| u32::from(*n)).sum(),
        expected: hits.mean(|hits| hits.iter().map(|n| f64::from(*n)).sum()),
    };
    let (rank, percentile_variance) = rank(&hits.map(|hits| total(hits)), total(&fired.hits))?;
    let cost = |hits: &[u16]| marks.iter().zip(hits).map(|(mark, hits)| points_lost(before, mark, *hits)).sum::<u32>();
    let lost = ActualAndExpected { actual: cost(&fired.hits), expected: hits.mean(|hits| f64::from(cost(hits))) };
    let general = general_under_fire(&before.book().volley, marks, fired);
    let target = marks.first().and_then(|mark| before.side_of((*mark.units.first()?).into()));
    Ok(AssessedRoll {
        kind: RollKind::Volley,
        side,
        against: None,
        owners: vec![unit.into()],
        rank,
        percentile_variance,
        comparisons: vec![(side, Quantity::Hits, tally)],
        strength: Some(target.map(|side| (side, lost)).into_iter().collect()),
        by_unit: vec![(unit.into(), Quantity::Hits, tally)],
        strength_by_unit: Vec::new(),
        general,
    })
}

/// The chance that a volley kills the general among its targets; `None` if there is none.
pub fn general_under_fire(rules: &Volleys, marks: &[TargetGroup], fired: &VolleyOutcome) -> Option<GeneralUnderFire> {
    let at = marks.iter().position(|mark| mark.class.by == HitBy::Treble)?;
    let dice = u8::try_from(fired.dice.len()).ok()?;
    let judged: Vec<ClassAndCover> = marks.iter().map(TargetGroup::class_and_cover).collect();
    let is_cheap = fire::volley_steps(dice) <= 1000 * Cost::STEPS_A_MILLISECOND;
    let chance = is_cheap.then(|| fire::volley(rules, &judged, dice).chance(|hits| hits[at] > 0))?;
    Some(GeneralUnderFire { unit: *marks[at].units.first()?, dice, chance, is_killed: fired.hits[at] > 0 })
}

/// The Strength Points that this many hits on a mark cost.
pub fn points_lost(before: &State, mark: &TargetGroup, hits: u16) -> u32 {
    let strength = |unit: &UnitId| before.unit(*unit).map_or(0, |unit| u32::from(unit.strength.now));
    match mark.class.by {
        HitBy::Treble => mark.units.first().filter(|_| hits > 0).map_or(0, strength),
        HitBy::Double => u32::from(hits).min(mark.units.iter().map(strength).sum()),
    }
}

/// Weighs blows, each with the powers at the time it was struck: earlier blows of a round may have changed who is
/// opposite. Source: RULES 5.8.
pub(super) fn assess_blows(before: &State, events: &[Event], blows: &[ConflictBlow]) -> Vec<Assessment> {
    let mut state = before.clone();
    let mut struck = blows.iter();
    let mut weights = Vec::new();
    for event in events {
        if matches!(event, Event::Stacks(StackEvent::Struck { .. })) {
            weights.extend(struck.next().map(|blow| assess_blow(&state, blow)));
        }
        state.replay([event]);
    }
    weights
}

fn assess_blow(state: &State, struck: &ConflictBlow) -> Assessment {
    let rules = &state.book().stacks;
    let chance = fire::hit_chance(rules, struck.ap, struck.dp);
    let hits = ActualAndExpected { actual: u32::from(struck.damage.is_some()), expected: chance };
    let target = state.side_of(struck.target.into()).ok_or(NotAssessed::NoValue)?;
    let [dmg, dr] = [state.effective_numbers(struck.attacker).dmg, state.effective_numbers(struck.target).dr];
    let cost = stack::damage(rules, dmg, dr).min(max_loss(state, struck.target, struck.edge));
    let lost = ActualAndExpected { actual: cost * hits.actual, expected: f64::from(cost) * chance };
    let (rank, percentile_variance) = rank_of_chance(chance, struck.damage.is_some())?;
    Ok(AssessedRoll {
        kind: RollKind::Blow,
        side: struck.side,
        against: None,
        owners: vec![Owner::from(struck.attacker)],
        rank,
        percentile_variance,
        comparisons: vec![(struck.side, Quantity::Hits, hits)],
        strength: Some(vec![(target, lost)]),
        by_unit: vec![(Id::from(struck.attacker), Quantity::Hits, hits)],
        strength_by_unit: Vec::new(),
        general: None,
    })
}

/// The Strength Points that an Edge can lose, including those of units that screen it.
fn max_loss(state: &State, at: StackId, edge: Edge) -> u32 {
    let strength = |unit: UnitId| state.unit(unit).map_or(0, |unit| u32::from(unit.strength.now));
    let screeners = state.screeners_on(at, edge).into_iter();
    let screening = screeners.flat_map(|stack| state.loss_order(stack, Edge::Front, false));
    state.loss_order(at, edge, true).into_iter().chain(screening).map(strength).sum()
}
