//! What may come of a SCRUD phase in a campaign. Source: RULES 2.2 to 2.4, 4.2.
//!
//! Who of a side is hit is found by throwing the dice: in every way there is, or so many times. How many defeats either
//! side suffers and how many units that costs it is known exactly long before ([`scrud::costs`]), and where the units of
//! a side are of one strength, so are the Strength Points, and the chance of exhaustion.

use super::{Aim, Forecast, PhaseForecast, SideForecast, Stakes, UnitForecast, stakes::Harm, stakes::Sums};
use crate::{
    dice::{Fall, Origin, Request},
    id::UnitId,
    odds::{
        Case, Cost, Distribution, Effort, Engagement, Method, Question, Stopped, Watch, engagement::Thrown, enumerate,
        meter::Meter, scrud, simulate::standard_error, units,
    },
    order::Order,
    rules::{
        self, Fought,
        scrud::{Fate, Phase},
        support::Prelude,
    },
    state::State,
};

/// The phase that an order would open, with dice of no account.
fn fought(state: &State, order: &Order, request: &Request) -> Option<Fought> {
    let any = Fall {
        who: request.dice.iter().map(|wanted| wanted.owner).collect(),
        from: Origin::Table,
        faces: request.dice.iter().map(|wanted| wanted.range().0).collect(),
    };
    rules::line_up_of(state, order, &[any])
}

/// The engagement that an order in a campaign would open, if it is for a phase of SCRUD.
pub(super) fn engagement(state: &State, order: &Order, request: &Request) -> Option<Engagement> {
    fought(state, order, request).map(|fought| Engagement::of(&fought))
}

pub(super) fn estimate(state: &State, order: &Order, request: &Request) -> Cost {
    let Some(engagement) = engagement(state, order, request) else { return Cost { steps: 0 } };
    let book = state.book();
    let every_way = engagement.ways(book).map_or(u64::MAX, |ways| ways.saturating_mul(enumerate::STEPS_A_WAY));
    if every_way <= Effort::AT_ONCE.exact {
        return Cost { steps: every_way };
    }
    let units = scrud::one::estimate(book, &engagement);
    let counted = scrud::estimate_costs(book, &engagement);
    Cost { steps: counted.saturating_add(if units > PATIENCE { 0 } else { units }) }
}

/// Adds a phase that came out so to the sums.
pub(super) fn add(sums: &mut PhaseForecast, defeats: [u16; 2], weight: f64) {
    for side in [0, 1] {
        sums.wins[side] += if defeats[side] < defeats[1 - side] { weight } else { 0.0 };
        sums.unhurt[side] += if defeats[side] == 0 { weight } else { 0.0 };
        sums.defeats[side] += weight * f64::from(defeats[side]);
    }
}

/// Whom a phase harmed, and the sides that it hurt, by their places among the stakes.
pub(super) fn harms_of(stakes: &Stakes, fought: &Fought) -> (Vec<Harm>, Vec<usize>) {
    let cast = Cast::of(stakes, fought);
    let (mut harms, mut hurt) = (Vec::new(), Vec::new());
    cast.harms(stakes, &fought.phase, &fought.prelude, &mut harms, &mut hurt);
    (harms, hurt)
}

/// Who stands where: the places among the stakes of troops and of supporting units.
struct Cast {
    troops: [Vec<Option<usize>>; 2],
    support: [Vec<Option<usize>>; 2],
}

impl Cast {
    fn of(stakes: &Stakes, fought: &Fought) -> Self {
        let places = |units: &[Vec<UnitId>; 2]| {
            units.each_ref().map(|units| units.iter().map(|unit| stakes.place(*unit)).collect())
        };
        Self { troops: places(&fought.units), support: places(&fought.support) }
    }

    /// The place of a side among the stakes.
    fn stake(&self, stakes: &Stakes, side: usize) -> Option<usize> {
        self.troops[side].iter().flatten().next().map(|place| stakes.stake(*place))
    }

    fn harms(&self, stakes: &Stakes, phase: &Phase, prelude: &Prelude, harms: &mut Vec<Harm>, hurt: &mut Vec<usize>) {
        harms.clear();
        hurt.clear();
        for side in [0, 1] {
            if phase.defeats[side] > 0 {
                hurt.extend(self.stake(stakes, side));
            }
            for (fate, place) in phase.fates[side].iter().zip(&self.troops[side]) {
                harms.extend(place.and_then(|place| harm(stakes, place, fate)));
            }
            for (fate, place) in prelude.fates[side].iter().zip(&self.support[side]) {
                if let Some(unit) = place.filter(|_| fate.down > 0) {
                    let eliminated = fate.destroyed.is_some();
                    let lost = if eliminated { stakes.strength(unit) } else { 0 };
                    harms.push(Harm { unit, demoted: !eliminated, eliminated, lost });
                }
            }
        }
    }
}

fn harm(stakes: &Stakes, unit: usize, fate: &Fate) -> Option<Harm> {
    let eliminated = fate.eliminated.is_some();
    let all = stakes.strength(unit);
    let lost = if eliminated { all } else { fate.lost.min(all) };
    let harm = Harm { unit, demoted: fate.down > 0 && !eliminated, eliminated, lost };
    (harm.demoted || eliminated || lost > 0).then_some(harm)
}

/// What is summed up of all throws.
struct Count {
    sums: Sums,
    phase: PhaseForecast,
    harms: Vec<Harm>,
    hurt: Vec<usize>,
}

pub(super) fn forecast(
    state: &State,
    order: &Order,
    request: &Request,
    effort: &Effort,
    watch: Watch,
) -> Result<Option<Forecast>, Stopped> {
    let Some(fought) = fought(state, order, request) else { return Ok(None) };
    let (stakes, engagement) = (Stakes::of(state), Engagement::of(&fought));
    let cast = Cast::of(&stakes, &fought);
    let fresh = || Count {
        sums: Sums::new(&stakes),
        phase: PhaseForecast { sides: fought.sides, number: fought.number, ..PhaseForecast::default() },
        harms: Vec::new(),
        hurt: Vec::new(),
    };
    let count = |count: &mut Count, thrown: &Thrown| {
        cast.harms(&stakes, &thrown.phase, &thrown.prelude, &mut count.harms, &mut count.hurt);
        count.sums.count(&stakes, 1.0, &count.harms, &count.hurt);
        add(&mut count.phase, thrown.phase.defeats, 1.0);
    };
    let join = |mut a: Count, b: Count| {
        a.sums = a.sums.join(&b.sums);
        for side in [0, 1] {
            a.phase.wins[side] += b.phase.wins[side];
            a.phase.unhurt[side] += b.phase.unhurt[side];
            a.phase.defeats[side] += b.phase.defeats[side];
        }
        a
    };
    // Every way is thrown only where that is done at once: the rest is counted below, and no worse.
    let once = Effort { exact: effort.exact.min(Effort::AT_ONCE.exact), ..*effort };
    let (count, all, played) = engagement.play(state.book(), &once, watch, fresh, count, join)?;
    let mut phase = count.phase;
    for sums in [&mut phase.wins, &mut phase.unhurt, &mut phase.defeats] {
        sums.iter_mut().for_each(|sum| *sum /= count.sums.all);
    }
    let wanted: Vec<usize> = [0, 1].iter().filter_map(|side| cast.stake(&stakes, *side)).collect();
    let method = if played {
        let chances = count.sums.chances().chain(phase.wins).chain(phase.unhurt);
        Method::Simulated { trials: all, error: chances.map(|p| standard_error(p, all)).fold(0.0, f64::max) }
    } else {
        Method::Exact
    };
    let mut forecast = Forecast {
        aim: Aim::Phase(phase.clone()),
        method,
        sides: count.sums.sides(&stakes, &wanted),
        costs: method,
        units: count.sums.units(&stakes),
        by_unit: method,
    };
    if played && effort.exact > 0 {
        count_exactly(state, &engagement, (&stakes, &cast), effort, watch, &mut forecast)?;
        follow_units(state, &engagement, (&stakes, &cast), effort, watch, &mut forecast)?;
    }
    Ok(Some(forecast))
}

/// Puts exact numbers in place of simulated ones, as far as they can be had.
fn count_exactly(
    state: &State,
    engagement: &Engagement,
    (stakes, cast): (&Stakes, &Cast),
    effort: &Effort,
    watch: Watch,
    forecast: &mut Forecast,
) -> Result<(), Stopped> {
    let Aim::Phase(phase) = &mut forecast.aim else { return Ok(()) };
    let book = state.book();
    let hopeless = Cost { steps: scrud::estimate_costs(book, engagement) }.is_hopeless(effort);
    let counted = if hopeless {
        Err(Stopped::TooLarge)
    } else {
        scrud::costs(book, engagement, &Meter::new(watch, effort.exact))
    };
    let costs = match counted {
        Ok(costs) => costs,
        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
        Err(Stopped::TooLarge) => {
            let question = Question::of_engagement(engagement.clone());
            let hopeless = scrud::estimate(book, &question).is_hopeless(effort);
            let counted = if hopeless {
                Err(Stopped::TooLarge)
            } else {
                scrud::exact(book, &question, &Meter::new(watch, effort.exact))
            };
            match counted {
                Ok(cases) => {
                    let defeats = |case: &Case| if let Case::Defeats(defeats) = case { *defeats } else { [0, 0] };
                    set_phase(phase, &cases.map(defeats));
                    forecast.method = Method::Exact;
                    return Ok(());
                }
                Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
                Err(Stopped::TooLarge) => return Ok(()),
            }
        }
    };
    set_phase(phase, &costs.map(|costs| costs.each_ref().map(|cost| cost.defeats)));
    forecast.method = Method::Exact;
    let alike: Vec<bool> = [0, 1].iter().map(|side| of_one_strength(stakes, cast, *side)).collect();
    for (side, told) in forecast.sides.iter_mut().enumerate() {
        told.units = costs.mean(|costs| f64::from(costs[side].units) + gone(&costs[side]).map(|_| 1.0).sum::<f64>());
        told.unhurt = costs
            .chance(|costs| costs[side].defeats == 0 && costs[side].support.iter().all(|backing| backing.down == 0));
        if alike[side] {
            set_strength(stakes, cast, side, &costs, told);
        }
    }
    if alike.iter().all(|alike| *alike) {
        forecast.costs = Method::Exact;
    }
    Ok(())
}

/// Puts the exact chances of each unit in place of the simulated ones, where they can be had. Support keeps its own.
fn follow_units(
    state: &State,
    engagement: &Engagement,
    (stakes, cast): (&Stakes, &Cast),
    effort: &Effort,
    watch: Watch,
    forecast: &mut Forecast,
) -> Result<(), Stopped> {
    // Two or three seconds are worth it; the figures of the phase have been there for long.
    let effort = Effort { exact: effort.exact.min(PATIENCE), ..*effort };
    let Some(odds) = units::counted(state.book(), engagement, &effort, watch)? else { return Ok(()) };
    let backed = engagement.support.iter().any(|support| !support.is_empty());
    for (odds, places) in odds.iter().zip(&cast.troops) {
        for (odds, place) in odds.iter().zip(places) {
            let Some(place) = place else { continue };
            let told = UnitForecast {
                unit: stakes.unit(*place),
                demoted: odds.demoted,
                eliminated: odds.eliminated,
                strength: odds.eliminated * f64::from(stakes.strength(*place)),
            };
            match forecast.units.iter_mut().find(|unit| unit.unit == told.unit) {
                Some(unit) => *unit = told,
                None => forecast.units.push(told),
            }
        }
    }
    forecast.units.retain(|unit| unit.demoted + unit.eliminated > 0.0);
    if !backed {
        forecast.by_unit = Method::Exact;
    }
    Ok(())
}

/// So many steps each unit is followed for.
const PATIENCE: u64 = 3000 * Cost::STEPS_A_MILLISECOND;

fn set_phase(phase: &mut PhaseForecast, defeats: &Distribution<[u16; 2]>) {
    let (sides, number) = (phase.sides, phase.number);
    *phase = PhaseForecast { sides, number, ..PhaseForecast::default() };
    defeats.iter().for_each(|(defeats, p)| add(phase, *defeats, p));
}

/// The supporting units of a side that are destroyed, by their places.
fn gone(cost: &scrud::Losses) -> impl Iterator<Item = usize> + '_ {
    cost.support.iter().enumerate().filter(|(_, backing)| backing.destroyed).map(|(at, _)| at)
}

/// Whether it costs a side the same which of its units is lost.
fn of_one_strength(stakes: &Stakes, cast: &Cast, side: usize) -> bool {
    let mut worth = cast.troops[side].iter().map(|place| place.map(|at| (stakes.strength(at), stakes.counts(at))));
    let first = worth.next().flatten();
    first.is_some() && worth.all(|other| other == first)
}

fn set_strength(
    stakes: &Stakes,
    cast: &Cast,
    side: usize,
    costs: &Distribution<[scrud::Losses; 2]>,
    told: &mut SideForecast,
) {
    let Some(unit) = cast.troops[side].iter().flatten().next().copied() else { return };
    let lost = |costs: &[scrud::Losses; 2], counted: bool| {
        let of = |place: usize| if counted && !stakes.counts(place) { 0 } else { u32::from(stakes.strength(place)) };
        let support = gone(&costs[side]).filter_map(|at| cast.support[side][at]).map(of).sum::<u32>();
        u32::from(costs[side].units) * of(unit) + support
    };
    told.strength = costs.mean(|costs| f64::from(lost(costs, false)));
    told.exhausted = stakes.needs(unit).map(|needs| costs.chance(|costs| lost(costs, true) >= needs));
}
