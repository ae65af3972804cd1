//! Lets the rules carry out an order, for every possible roll or for a number of trials.
//!
//! If dice are only summed, or counted by what they show, it does not matter which die shows which face. Then each
//! sorted roll is tried once, weighted by its number of permutations.

use super::{
    BlowForecast, Forecast, MainOdds, PhaseForecast, UnitForecast,
    losses::{LossModel, LossSums},
    phase,
};
use crate::odds::{
    Cost, Effort, Method, Monitor, OddsError,
    simulate::{Stream, in_chunks, standard_error},
};
use std::collections::BTreeMap;
use wardiary_base::{
    dice::{DiceRoll, Face, Origin, Purpose, Request},
    id::{StackId, UnitId},
};
use wardiary_rules::{
    event::{Event, StackEvent},
    order::{Order, StackOrder, Volley},
    rules::{self, FightPart, OrderRoll, Resolution, Step},
    state::State,
};

/// Steps of exact work to carry an order out once.
const STEPS_PER_ROLL: u64 = 15_000;
/// Maximum number of rolls to try; takes some seconds.
const MAX_ROLLS: u64 = 100_000;
/// Number of trials per stream of dice.
const CHUNK: u64 = 64;

struct OrderSums {
    losses: LossSums,
    phase: PhaseForecast,
    hits: BTreeMap<UnitId, (f64, f64)>,
    blows: BTreeMap<(StackId, StackId), [f64; 3]>,
}

pub(super) fn forecast(state: &State, order: &Order, effort: &Effort, watch: Monitor) -> Result<Forecast, OddsError> {
    let stakes = LossModel::new(state);
    let most = MAX_ROLLS.min(effort.exact / STEPS_PER_ROLL);
    let mut tree = OrderTree { state, order, stakes: &stakes, watch, most, tried: 0, rolls: Vec::new() };
    let mut sums = OrderSums::new(&stakes);
    let (sums, method) = match tree.explore(1.0, &mut sums) {
        Ok(()) => (sums, Method::Exact),
        Err(OddsError::Cancelled) => return Err(OddsError::Cancelled),
        Err(OddsError::TooLarge) => {
            let trials = effort.trials.clamp(1, MAX_ROLLS);
            let chunk = |(): &mut (), stream: &mut Stream, trials| {
                let mut sums = OrderSums::new(&stakes);
                (0..trials).for_each(|_| simulate(state, order, &stakes, stream, &mut sums));
                sums
            };
            let zero = OrderSums::new(&stakes);
            let plus = |sum: OrderSums, more| sum.merged(&more);
            let (sums, trials) = in_chunks((trials, CHUNK), effort.seed, watch, || (), chunk, zero, plus)?;
            let error = sums.losses.chances().map(|p| standard_error(p, trials)).fold(0.0, f64::max);
            (sums, Method::Simulated { trials, error })
        }
    };
    let mut units = sums.losses.units(&stakes);
    sort_by_loss(state, order, &mut units);
    let sides = sums.losses.sides(&stakes, &sides_at_stake(state, &stakes, order, &units));
    Ok(Forecast {
        main_odds: main_odds(state, order, &sums),
        method,
        sides,
        sides_method: method,
        units,
        units_method: method,
    })
}

pub(super) fn estimate(request: &Request) -> Cost {
    let ways = request_outcomes(request).map_or(u64::MAX, |throws| throws.roll_count());
    // A blow that hits may ask for another die, each face of which is a branch.
    let more = if request.purpose == Purpose::Blow { 10 } else { 1 };
    Cost { steps: ways.saturating_mul(more).saturating_mul(STEPS_PER_ROLL) }
}

fn main_odds(state: &State, order: &Order, sums: &OrderSums) -> MainOdds {
    let all = sums.losses.total_weight;
    match order {
        Order::Volley(volley) => {
            let hits = |id: &UnitId| {
                let (chance, mean) = sums.hits.get(id).copied().unwrap_or_default();
                (*id, chance / all, mean / all)
            };
            MainOdds::Volley(targets(state, volley).iter().map(hits).collect())
        }
        Order::Reroll { .. } => MainOdds::Phase(phase::averaged(&sums.phase, all)),
        _ => {
            let blow = |((by, at), [struck, hits, damage]): (&(StackId, StackId), &[f64; 3])| BlowForecast {
                attacker: *by,
                target: *at,
                struck_chance: struck / all,
                hits: hits / all,
                damage: damage / all,
            };
            MainOdds::Blows(sums.blows.iter().map(blow).collect())
        }
    }
}

/// Sorts the units of a stack under attack by the order in which it loses them.
fn sort_by_loss(state: &State, order: &Order, units: &mut [UnitForecast]) {
    let Order::Stacks(StackOrder::Strike { stack, at, edge, .. }) = order else { return };
    let edge = edge.or_else(|| {
        let (battle, conflict) = state.conflict_of(*stack)?;
        Some(state.edge_of(state.conflict(battle, conflict)?, *at, *stack))
    });
    let lost = edge.map(|edge| state.loss_order(*at, edge, false)).unwrap_or_default();
    units.sort_by_key(|u| lost.iter().position(|unit| *unit == u.unit).unwrap_or(usize::MAX));
}

fn targets(state: &State, volley: &Volley) -> Vec<UnitId> {
    rules::volley::VolleyAim::new(state, volley).map(|aim| aim.units().collect()).unwrap_or_default()
}

/// The sides that may lose something by the order, as indices into the stakes.
fn sides_at_stake(state: &State, stakes: &LossModel, order: &Order, units: &[UnitForecast]) -> Vec<usize> {
    let targets = if let Order::Volley(volley) = order { targets(state, volley) } else { Vec::new() };
    let units = units.iter().map(|u| u.unit).chain(targets);
    let mut sides: Vec<usize> =
        units.filter_map(|unit| stakes.index_of(unit)).map(|at| stakes.side_index(at)).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

impl OrderSums {
    fn new(stakes: &LossModel) -> Self {
        let losses = LossSums::new(stakes);
        Self { losses, phase: PhaseForecast::default(), hits: BTreeMap::new(), blows: BTreeMap::new() }
    }

    fn add(&mut self, stakes: &LossModel, weight: f64, order: &Order, resolution: &Resolution) {
        let Resolution { events, rolled, .. } = resolution;
        // A phase with re-rolled dice may not be settled yet, and then no event tells its result.
        if let (Order::Reroll { .. }, Some(OrderRoll::Phase(fought))) = (order, rolled) {
            let (losses, hurt) = phase::phase_losses(stakes, fought);
            self.losses.count(stakes, weight, &losses, &hurt);
            phase::add_defeats(&mut self.phase, fought.phase.defeats, weight);
            (self.phase.sides, self.phase.part) = (fought.sides, fought.part);
            return;
        }
        self.losses.count(stakes, weight, &stakes.losses(events), &[]);
        for event in events {
            match event {
                Event::Volleyed { hits, .. } => {
                    for (unit, hits) in hits.iter().filter(|(_, hits)| *hits > 0) {
                        let (chance, mean) = self.hits.entry(*unit).or_default();
                        *chance += weight;
                        *mean += weight * f64::from(*hits);
                    }
                }
                Event::Stacks(StackEvent::Struck { by, at, damage, .. }) => {
                    let [struck, hits, dealt] = self.blows.entry((*by, *at)).or_default();
                    *struck += weight;
                    *hits += if damage.is_some() { weight } else { 0.0 };
                    *dealt += weight * f64::from(damage.unwrap_or(0));
                }
                _ => {}
            }
        }
    }

    fn merged(mut self, more: &Self) -> Self {
        self.losses = self.losses.merged(&more.losses);
        phase::merge_sums(&mut self.phase, &more.phase);
        if more.phase.part != FightPart::default() {
            (self.phase.sides, self.phase.part) = (more.phase.sides, more.phase.part);
        }
        for (unit, (chance, mean)) in &more.hits {
            let own = self.hits.entry(*unit).or_default();
            *own = (own.0 + chance, own.1 + mean);
        }
        for (blow, more) in &more.blows {
            self.blows.entry(*blow).or_default().iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self
    }
}

fn simulate(state: &State, order: &Order, stakes: &LossModel, stream: &mut Stream, sums: &mut OrderSums) {
    // The order was accepted before, and only dice were added since.
    if let Ok(completed) = rules::carry_out(state.clone(), order, stream) {
        sums.add(stakes, 1.0, order, &completed.result);
    }
}

/// The tree of possible rolls: a node asks for dice and has a branch for each roll of them.
struct OrderTree<'a> {
    state: &'a State,
    order: &'a Order,
    stakes: &'a LossModel,
    watch: Monitor<'a>,
    most: u64,
    tried: u64,
    rolls: Vec<DiceRoll>,
}

impl OrderTree<'_> {
    /// Explores everything after the dice so far, which have probability `p`.
    fn explore(&mut self, p: f64, sums: &mut OrderSums) -> Result<(), OddsError> {
        self.watch.check_exact()?;
        let request = match rules::resolve(self.state, self.order, &self.rolls) {
            Ok(Step::NeedDice(request)) => request,
            Ok(Step::Done(done)) => {
                self.tried += 1;
                sums.add(self.stakes, p, self.order, &done);
                return Ok(());
            }
            Err(_) => return Ok(()),
        };
        let throws = request_outcomes(&request).ok_or(OddsError::TooLarge)?;
        fail_if!(self.tried.saturating_add(throws.roll_count()) > self.most, OddsError::TooLarge);
        for (faces, chance) in throws {
            let who = request.dice.iter().map(|wanted| wanted.owner).collect();
            self.rolls.push(DiceRoll { who, from: Origin::App(0), faces });
            let climbed = self.explore(p * chance, sums);
            self.rolls.pop();
            climbed?;
        }
        Ok(())
    }
}

/// The distinct rolls of a request's dice, with their probabilities.
struct RequestOutcomes {
    die_sizes: Vec<Face>,
    /// Whether dice are interchangeable, so that only sorted rolls are listed.
    alike: bool,
    next: Option<Vec<Face>>,
}

fn request_outcomes(request: &Request) -> Option<RequestOutcomes> {
    let sides: Vec<Face> = request.dice.iter().map(|wanted| wanted.die.sides()).collect();
    let alike = matches!(request.purpose, Purpose::Volley | Purpose::Edna | Purpose::Argument);
    let first = *sides.first()?;
    let alike = alike && sides.iter().all(|s| *s == first);
    Some(RequestOutcomes { next: Some(vec![1; sides.len()]), die_sizes: sides, alike })
}

impl RequestOutcomes {
    fn roll_count(&self) -> u64 {
        if !self.alike {
            return self.die_sizes.iter().fold(1, |ways: u64, sides| ways.saturating_mul((*sides).into()));
        }
        let (dice, sides) = (self.die_sizes.len() as u128, u128::from(self.die_sizes[0]));
        let ways = (1..=dice).try_fold(1u128, |ways, k| Some(ways.checked_mul(sides - 1 + k)? / k));
        ways.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX)
    }

    fn chance(&self, faces: &[Face]) -> f64 {
        let mut p: f64 = self.die_sizes.iter().map(|sides| 1.0 / f64::from(*sides)).product();
        if self.alike {
            // n! ÷ (k! for each face that shows k times): the nth die of its face multiplies by (place ÷ nth).
            let mut nth = 0.0;
            for (at, face) in (1u32..).zip(faces) {
                let again = at > 1 && faces[usize::try_from(at).unwrap_or(1) - 2] == *face;
                nth = if again { nth + 1.0 } else { 1.0 };
                p *= f64::from(at) / nth;
            }
        }
        p
    }
}

impl Iterator for RequestOutcomes {
    type Item = (Vec<Face>, f64);

    fn next(&mut self) -> Option<Self::Item> {
        let faces = self.next.take()?;
        let p = self.chance(&faces);
        let mut after = faces.clone();
        if let Some(at) = (0..after.len()).find(|at| after[*at] < self.die_sizes[*at]) {
            after[at] += 1;
            let to = if self.alike { after[at] } else { 1 };
            after[..at].fill(to);
            self.next = Some(after);
        }
        Some((faces, p))
    }
}
