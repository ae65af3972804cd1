//! Evaluates a phase throw by throw: finds all its figures at once, exactly, under any rules.

use super::{LossModel, PhaseLosses, PhaseUnits, add_defeats, averaged, loss, losses_of_support, merge_sums};
use crate::odds::{
    Cost, Effort, Engagement, Method, Monitor, OddsError,
    dice_outcomes::{DiceOutcome, DiceOutcomes, RankSums},
    forecast::{Forecast, MainOdds, PhaseForecast, losses::LossSums},
    limits::Meter,
    scrud,
};
use wardiary_base::{book::Rulebook, sides::CombatSide};

/// Maximum steps: about ten seconds.
const MAX_STEPS: u64 = 10_000 * Cost::STEPS_A_MILLISECOND;

/// Estimated steps; `None` if that is too much to try.
pub(super) fn estimate(book: &Rulebook, engagement: &Engagement) -> Option<u64> {
    Some(scrud::estimate_enumeration(book, engagement, 1)).filter(|steps| *steps <= MAX_STEPS)
}

/// Accumulated results of throws, weighted by probability.
struct ThrowSums {
    losses: LossSums,
    phase: PhaseForecast,
    /// For each troop: demoted, eliminated, strength lost.
    troops: RankSums<3>,
    scratch: PhaseLosses,
}

/// The forecast of a phase; `None` if it is too large.
pub(super) fn forecast(
    book: &Rulebook,
    engagement: &Engagement,
    (stakes, units): (&LossModel, &PhaseUnits),
    phase: &PhaseForecast,
    (effort, watch): (&Effort, Monitor),
) -> Result<Option<Forecast>, OddsError> {
    if estimate(book, engagement).is_none_or(|steps| steps > effort.exact) {
        return Ok(None);
    }
    // Units are interchangeable only if they also agree in strength and in counting towards exhaustion.
    let worth = |side: CombatSide, troop: usize| {
        units.troops[side]
            .get(troop)
            .copied()
            .flatten()
            .map(|at| (stakes.strength(at), stakes.counts_for_exhaustion(at)))
    };
    let throws = DiceOutcomes::new(book, engagement, |side, one, other| worth(side, one) == worth(side, other));
    let zero = || ThrowSums {
        losses: LossSums::new(stakes),
        phase: PhaseForecast::default(),
        troops: RankSums::new(&throws),
        scratch: PhaseLosses::default(),
    };
    let count = |sums: &mut ThrowSums, thrown: &DiceOutcome| {
        let rolled = &thrown.rolled;
        units.losses(stakes, &rolled.phase, &rolled.support_exchange, &mut sums.scratch);
        sums.losses.count_sides(stakes, thrown.p, &sums.scratch.losses, &sums.scratch.hurt);
        add_defeats(&mut sums.phase, rolled.phase.defeats, thrown.p);
        sums.troops.add(thrown, |side, troop| {
            let place = units.troops[side].get(troop).copied().flatten();
            let loss = place.and_then(|place| loss(stakes, place, &rolled.phase.fates[side][troop]));
            loss.map_or([0.0; 3], |loss| loss.numbers())
        });
        for loss in losses_of_support(units, stakes, &rolled.support_exchange) {
            sums.losses.count_unit(loss.unit, loss.numbers().map(|number| thrown.p * number));
        }
    };
    let plus = |mut sums: ThrowSums, more: ThrowSums| {
        sums.losses = sums.losses.merged(&more.losses);
        merge_sums(&mut sums.phase, &more.phase);
        sums.troops = sums.troops.merged(&more.troops);
        sums
    };
    let mut sums = match throws.accumulate(&Meter::new(watch, effort.exact), zero, count, plus) {
        Ok(sums) => sums,
        Err(OddsError::TooLarge) => return Ok(None),
        Err(OddsError::Cancelled) => return Err(OddsError::Cancelled),
    };
    for side in CombatSide::BOTH {
        for (troop, place) in units.troops[side].iter().enumerate() {
            if let Some(place) = place {
                sums.losses.count_unit(*place, sums.troops.sums_for(side, troop));
            }
        }
    }
    let sides: Vec<usize> = CombatSide::BOTH.into_iter().filter_map(|side| units.stake(stakes, side)).collect();
    let exact = Method::Exact;
    let found = averaged(&sums.phase, sums.losses.total_weight);
    Ok(Some(Forecast {
        main_odds: MainOdds::Phase(PhaseForecast { sides: phase.sides, part: phase.part, ..found }),
        method: exact,
        sides: sums.losses.sides(stakes, &sides),
        sides_method: exact,
        units: sums.losses.units(stakes),
        units_method: exact,
    }))
}
