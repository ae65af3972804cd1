//! The possible results of a phase of SCRUD in a campaign. Source: RULES 2.2 to 2.4, 4.2.
//!
//! What happens to each unit is found by rolling the dice, for every possible roll or for a number of trials. The
//! defeats of either side, and the units they cost, can be counted exactly for much larger phases (`exact`). If the
//! units of a side have equal strength, so can the Strength Points and the chance of exhaustion. What counting can't
//! answer is found by enumerating throws, if that does not take too long (`by_enumeration`).

mod enumeration;
mod exact;

use super::{
    Forecast, MainOdds, PhaseForecast,
    losses::{LossModel, LossSums, UnitLoss},
};
use crate::odds::{
    Cost, Effort, Engagement, Method, Monitor, OddsError, engagement::RolledPhase, enumerate, scrud,
    simulate::standard_error,
};
use wardiary_base::{
    dice::{DiceRoll, Origin, Request},
    id::UnitId,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    order::Order,
    rules::{
        self, FoughtPhase, OrderRoll,
        scrud::{Fate, Phase},
        support::{SupportExchange, SupportFate},
    },
    state::State,
};

/// The phase that an order would open, with placeholder dice.
fn fought_phase(state: &State, order: &Order, request: &Request) -> Option<FoughtPhase> {
    let any = DiceRoll {
        who: request.dice.iter().map(|wanted| wanted.owner).collect(),
        from: Origin::Table,
        faces: request.dice.iter().map(|wanted| wanted.range().0).collect(),
    };
    rules::roll_of_order(state, order, &[any]).and_then(OrderRoll::into_phase)
}

/// The engagement that an order would open; `None` if its dice are not for a phase of SCRUD.
pub(super) fn engagement(state: &State, order: &Order, request: &Request) -> Option<Engagement> {
    fought_phase(state, order, request).map(|fought| Engagement::from_fought(&fought))
}

pub(super) fn estimate(state: &State, order: &Order, request: &Request) -> Cost {
    let Some(engagement) = engagement(state, order, request) else { return Cost { steps: 0 } };
    let book = state.book();
    let every_way = engagement.roll_count(book).map_or(u64::MAX, |ways| ways.saturating_mul(enumerate::STEPS_PER_ROLL));
    if every_way <= Effort::INTERACTIVE.exact {
        return Cost { steps: every_way };
    }
    let losses = scrud::estimate_losses(book, &engagement);
    let units = Some(scrud::estimate_units(book, &engagement)).filter(|units| *units <= exact::MAX_UNIT_STEPS);
    let is_whole = losses < u64::MAX && units.is_some() && engagement.support.iter().all(Vec::is_empty);
    // Enumerate throws for what counting can't answer.
    let thrown = enumeration::estimate(book, &engagement).filter(|_| !is_whole);
    let counted = losses.saturating_add(units.unwrap_or(0));
    Cost { steps: thrown.map_or(counted, |thrown| if losses == u64::MAX { thrown } else { counted + thrown }) }
}

/// Adds a phase with these defeats and this weight to the sums.
pub(super) fn add_defeats(sums: &mut PhaseForecast, defeats: BothSides<u16>, weight: f64) {
    for (side, own) in defeats.by_side() {
        sums.wins[side] += if *own < defeats[side.opponent()] { weight } else { 0.0 };
        sums.unhurt[side] += if *own == 0 { weight } else { 0.0 };
        sums.defeats[side] += weight * f64::from(*own);
    }
}

pub(super) fn merge_sums(sums: &mut PhaseForecast, more: &PhaseForecast) {
    for side in CombatSide::BOTH {
        sums.wins[side] += more.wins[side];
        sums.unhurt[side] += more.unhurt[side];
        sums.defeats[side] += more.defeats[side];
    }
}

pub(super) fn averaged(sums: &PhaseForecast, all: f64) -> PhaseForecast {
    let mean = |sum: BothSides<f64>| sum.map(|sum| sum / all);
    PhaseForecast { wins: mean(sums.wins), unhurt: mean(sums.unhurt), defeats: mean(sums.defeats), ..*sums }
}

/// The losses of units in a phase, and the sides that suffered defeats, as indices into the stakes.
pub(super) fn phase_losses(stakes: &LossModel, fought: &FoughtPhase) -> (Vec<UnitLoss>, Vec<usize>) {
    let units = PhaseUnits::new(stakes, fought);
    let mut found = PhaseLosses::default();
    units.losses(stakes, &fought.phase, &fought.support_exchange, &mut found);
    (found.losses, found.hurt)
}

/// The units of a phase as indices into the stakes.
struct PhaseUnits {
    troops: BothSides<Vec<Option<usize>>>,
    support: BothSides<Vec<Option<usize>>>,
}

/// The losses of units in a phase, and the sides that suffered defeats; reused from phase to phase.
#[derive(Default)]
struct PhaseLosses {
    losses: Vec<UnitLoss>,
    hurt: Vec<usize>,
}

impl PhaseUnits {
    fn new(stakes: &LossModel, fought: &FoughtPhase) -> Self {
        let indices = |units: &Vec<UnitId>| units.iter().map(|unit| stakes.index_of(*unit)).collect();
        Self { troops: fought.units.as_ref().map(indices), support: fought.support.as_ref().map(indices) }
    }

    fn stake(&self, stakes: &LossModel, side: CombatSide) -> Option<usize> {
        self.troops[side].iter().flatten().next().map(|place| stakes.side_index(*place))
    }

    fn losses(&self, stakes: &LossModel, phase: &Phase, prelude: &SupportExchange, found: &mut PhaseLosses) {
        found.losses.clear();
        found.hurt.clear();
        let (defeats, fates) = (phase.defeats, &phase.fates);
        for side in CombatSide::BOTH {
            if defeats[side] > 0 {
                found.hurt.extend(self.stake(stakes, side));
            }
            for (fate, place) in fates[side].iter().zip(&self.troops[side]) {
                found.losses.extend(place.and_then(|place| loss(stakes, place, fate)));
            }
        }
        found.losses.extend(losses_of_support(self, stakes, prelude));
    }
}

/// The losses of units that support from outside.
fn losses_of_support(units: &PhaseUnits, stakes: &LossModel, prelude: &SupportExchange) -> Vec<UnitLoss> {
    let both = CombatSide::BOTH.into_iter().flat_map(|side| prelude.fates[side].iter().zip(&units.support[side]));
    let loss = |(fate, place): (&SupportFate, &Option<usize>)| {
        let unit = place.filter(|_| fate.down > 0)?;
        let eliminated = fate.destroyed.is_some();
        let strength = if eliminated { stakes.strength(unit) } else { 0 };
        Some(UnitLoss { unit, demoted: !eliminated, eliminated, strength })
    };
    both.filter_map(loss).collect()
}

/// The loss of a unit; `None` if it lost nothing.
fn loss(stakes: &LossModel, unit: usize, fate: &Fate) -> Option<UnitLoss> {
    let eliminated = fate.eliminated.is_some();
    let all = stakes.strength(unit);
    let strength = if eliminated { all } else { fate.lost.min(all) };
    let loss = UnitLoss { unit, demoted: fate.down > 0 && !eliminated, eliminated, strength };
    (loss.demoted || eliminated || strength > 0).then_some(loss)
}

struct PhaseSums {
    losses: LossSums,
    phase: PhaseForecast,
    scratch: PhaseLosses,
}

pub(super) fn forecast(
    state: &State,
    order: &Order,
    request: &Request,
    effort: &Effort,
    watch: Monitor,
) -> Result<Option<Forecast>, OddsError> {
    let Some(fought) = fought_phase(state, order, request) else { return Ok(None) };
    let (stakes, engagement) = (LossModel::new(state), Engagement::from_fought(&fought));
    let units = PhaseUnits::new(&stakes, &fought);
    let zero = || PhaseSums {
        losses: LossSums::new(&stakes),
        phase: PhaseForecast { sides: fought.sides, part: fought.part, ..PhaseForecast::default() },
        scratch: PhaseLosses::default(),
    };
    let count = |sums: &mut PhaseSums, rolled: &RolledPhase| {
        units.losses(&stakes, &rolled.phase, &rolled.support_exchange, &mut sums.scratch);
        sums.losses.count(&stakes, 1.0, &sums.scratch.losses, &sums.scratch.hurt);
        add_defeats(&mut sums.phase, rolled.phase.defeats, 1.0);
    };
    let plus = |mut sums: PhaseSums, more: PhaseSums| {
        sums.losses = sums.losses.merged(&more.losses);
        merge_sums(&mut sums.phase, &more.phase);
        sums
    };
    // Enumerate only if that is instant: the counting below gives the rest, and no worse.
    let once = Effort { exact: effort.exact.min(Effort::INTERACTIVE.exact), ..*effort };
    let (sums, all, simulated) = engagement.accumulate(state.book(), &once, watch, zero, count, plus)?;
    let phase = averaged(&sums.phase, sums.losses.total_weight);
    let sides: Vec<usize> = CombatSide::BOTH.into_iter().filter_map(|side| units.stake(&stakes, side)).collect();
    let method = if simulated {
        let chances = sums.losses.chances().chain(phase.wins).chain(phase.unhurt);
        Method::Simulated { trials: all, error: chances.map(|p| standard_error(p, all)).fold(0.0, f64::max) }
    } else {
        Method::Exact
    };
    let mut forecast = Forecast {
        main_odds: MainOdds::Phase(phase.clone()),
        method,
        sides: sums.losses.sides(&stakes, &sides),
        sides_method: method,
        units: sums.losses.units(&stakes),
        units_method: method,
    };
    if simulated && effort.exact > 0 {
        let counted = exact::PhaseCounter { book: state.book(), engagement, stakes, units };
        counted.count(effort, watch, &mut forecast)?;
        counted.set_units(effort, watch, &mut forecast)?;
        if !forecast.is_exact() {
            let exact::PhaseCounter { book, engagement, stakes, units } = counted;
            let exact = enumeration::forecast(book, &engagement, (&stakes, &units), &phase, (effort, watch))?;
            forecast = exact.unwrap_or(forecast);
        }
    }
    Ok(Some(forecast))
}
