//! An order tried out through the rules: in every way in which its dice can fall, or so many times.
//!
//! Of dice that are only added up, or judged by how many show what, it does not matter which shows which: it is enough
//! to try each throw once, sorted, with the number of ways in which it can fall.

use super::{Aim, BlowForecast, Forecast, PhaseForecast, Stakes, stakes::Harm, stakes::Sums};
use crate::{
    dice::{Face, Fall, Origin, Purpose, Request, source::Source},
    event::{Event, StackEvent},
    id::{StackId, UnitId},
    odds::{
        Cost, Effort, Method, Stopped, Watch,
        simulate::{Stream, in_chunks, standard_error},
    },
    order::{Order, StackOrder},
    rules::{self, Fought, Step},
    state::State,
};
use std::collections::BTreeMap;

/// How many steps of exact work it takes to carry an order out once.
const STEPS_A_WAY: u64 = 15_000;
/// The most ways that are ever tried; it takes some seconds.
const MOST_WAYS: u64 = 100_000;
/// How many trials one stream of dice serves.
const CHUNK: u64 = 64;

/// What came up, summed up.
struct Count {
    sums: Sums,
    phase: PhaseForecast,
    hits: BTreeMap<UnitId, (f64, f64)>,
    blows: BTreeMap<(StackId, StackId), [f64; 3]>,
}

pub(super) fn forecast(state: &State, order: &Order, effort: &Effort, watch: Watch) -> Result<Forecast, Stopped> {
    let stakes = Stakes::of(state);
    let most = MOST_WAYS.min(effort.exact / STEPS_A_WAY);
    let mut tree = Tree { state, order, stakes: &stakes, watch, most, tried: 0, falls: Vec::new() };
    let mut count = Count::new(&stakes);
    let counted = match tree.climb(1.0, &mut count) {
        Ok(()) => (count, Method::Exact),
        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
        Err(Stopped::TooLarge) => {
            let trials = effort.trials.clamp(1, MOST_WAYS);
            let play = |(): &mut (), stream: &mut Stream, trials| {
                let mut count = Count::new(&stakes);
                (0..trials).for_each(|_| played(state, order, &stakes, stream, &mut count));
                count
            };
            let nothing = || Count::new(&stakes);
            let count = in_chunks((trials, CHUNK), effort.seed, watch, || (), play, nothing, |a, b| a.join(&b))?;
            let error = count.sums.chances().map(|p| standard_error(p, trials)).fold(0.0, f64::max);
            (count, Method::Simulated { trials, error })
        }
    };
    Ok(told(state, order, &stakes, counted))
}

pub(super) fn estimate(request: &Request) -> Cost {
    let ways = throws(request).map_or(u64::MAX, |throws| throws.ways());
    // A blow that hits may ask for a die more, each face of which is a way of its own.
    let more = if request.purpose == Purpose::Blow { 10 } else { 1 };
    Cost { steps: ways.saturating_mul(more).saturating_mul(STEPS_A_WAY) }
}

fn told(state: &State, order: &Order, stakes: &Stakes, (count, method): (Count, Method)) -> Forecast {
    let all = count.sums.all;
    let mut units = count.sums.units(stakes);
    let aim = match order {
        Order::Volley(volley) => {
            let hits = |id: &UnitId| {
                let (chance, mean) = count.hits.get(id).copied().unwrap_or_default();
                (*id, chance / all, mean / all)
            };
            Aim::Volley(volley.at.iter().map(hits).collect())
        }
        Order::Reroll { .. } => {
            let mut phase = count.phase.clone();
            for sums in [&mut phase.wins, &mut phase.unhurt, &mut phase.defeats] {
                sums.iter_mut().for_each(|sum| *sum /= all);
            }
            Aim::Phase(phase)
        }
        _ => {
            let blow = |((by, at), [struck, hits, damage]): (&(StackId, StackId), &[f64; 3])| BlowForecast {
                by: *by,
                at: *at,
                struck: struck / all,
                hits: hits / all,
                damage: damage / all,
            };
            Aim::Blows(count.blows.iter().map(blow).collect())
        }
    };
    // Those of a stack that is struck stand in the order in which it loses them.
    if let Order::Stacks(StackOrder::Strike { stack, at, edge }) = order {
        let edge = edge.or_else(|| {
            let (battle, conflict) = state.conflict_of(*stack)?;
            Some(state.conflict(battle, conflict)?.edge(*at, *stack))
        });
        let lost = edge.map(|edge| state.order_of_loss(*at, edge, false)).unwrap_or_default();
        units.sort_by_key(|u| lost.iter().position(|unit| *unit == u.unit).unwrap_or(usize::MAX));
    }
    let mut wanted: Vec<usize> = units.iter().filter_map(|u| stakes.place(u.unit)).map(|at| stakes.stake(at)).collect();
    if let Order::Volley(volley) = order {
        wanted.extend(volley.at.iter().filter_map(|u| stakes.place(*u)).map(|at| stakes.stake(at)));
    }
    wanted.sort_unstable();
    wanted.dedup();
    let sides = count.sums.sides(stakes, &wanted);
    Forecast { aim, method, sides, costs: method, units, by_unit: method }
}

impl Count {
    fn new(stakes: &Stakes) -> Self {
        let sums = Sums::new(stakes);
        Self { sums, phase: PhaseForecast::default(), hits: BTreeMap::new(), blows: BTreeMap::new() }
    }

    fn add(&mut self, stakes: &Stakes, weight: f64, events: &[Event], fought: Option<&Fought>) {
        if let Some(fought) = fought {
            let (harms, hurt) = super::phase::harms_of(stakes, fought);
            self.sums.count(stakes, weight, &harms, &hurt);
            super::phase::add(&mut self.phase, fought.phase.defeats, weight);
            (self.phase.sides, self.phase.number) = (fought.sides, fought.number);
            return;
        }
        let harms: Vec<Harm> = stakes.harms(events);
        self.sums.count(stakes, weight, &harms, &[]);
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

    fn join(mut self, more: &Self) -> Self {
        self.sums = self.sums.join(&more.sums);
        let sums = [&mut self.phase.wins, &mut self.phase.unhurt, &mut self.phase.defeats];
        for (sums, more) in sums.into_iter().zip([more.phase.wins, more.phase.unhurt, more.phase.defeats]) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        if more.phase.number > 0 {
            (self.phase.sides, self.phase.number) = (more.phase.sides, more.phase.number);
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

/// The phase as it would be fought with dice thrown again, which may not be settled yet.
fn fought(state: &State, order: &Order, falls: &[Fall]) -> Option<Fought> {
    if matches!(order, Order::Reroll { .. }) { rules::line_up_of(state, order, falls) } else { None }
}

/// One trial.
fn played(state: &State, order: &Order, stakes: &Stakes, stream: &mut Stream, count: &mut Count) {
    let mut falls = Vec::new();
    loop {
        match rules::resolve(state, order, &falls) {
            Ok(Step::NeedDice(request)) => falls.push(stream.answer(&request).expect("a stream has dice for all")),
            Ok(Step::Done(events)) => {
                return count.add(stakes, 1.0, &events, fought(state, order, &falls).as_ref());
            }
            // It was asked for dice before, and dice are all that has changed.
            Err(_) => return,
        }
    }
}

struct Tree<'a> {
    state: &'a State,
    order: &'a Order,
    stakes: &'a Stakes,
    watch: Watch<'a>,
    most: u64,
    tried: u64,
    falls: Vec<Fall>,
}

impl Tree<'_> {
    /// Tries all that can follow the dice that lie there, which fall so with this probability.
    fn climb(&mut self, p: f64, count: &mut Count) -> Result<(), Stopped> {
        self.watch.cancelled()?;
        let request = match rules::resolve(self.state, self.order, &self.falls) {
            Ok(Step::NeedDice(request)) => request,
            Ok(Step::Done(events)) => {
                self.tried += 1;
                count.add(self.stakes, p, &events, fought(self.state, self.order, &self.falls).as_ref());
                return Ok(());
            }
            Err(_) => return Ok(()),
        };
        let throws = throws(&request).ok_or(Stopped::TooLarge)?;
        if self.tried.saturating_add(throws.ways()) > self.most {
            return Err(Stopped::TooLarge);
        }
        for (faces, chance) in throws {
            let who = request.dice.iter().map(|wanted| wanted.owner).collect();
            self.falls.push(Fall { who, from: Origin::App(0), faces });
            let climbed = self.climb(p * chance, count);
            self.falls.pop();
            climbed?;
        }
        Ok(())
    }
}

/// All throws of a request's dice that differ, with their probabilities.
struct Throws {
    sides: Vec<Face>,
    /// Whether it does not matter which die shows which face: then they are sorted.
    alike: bool,
    next: Option<Vec<Face>>,
}

fn throws(request: &Request) -> Option<Throws> {
    let sides: Vec<Face> = request.dice.iter().map(|wanted| wanted.die.sides()).collect();
    let alike = matches!(request.purpose, Purpose::Volley | Purpose::Edna | Purpose::Argument);
    let first = *sides.first()?;
    let alike = alike && sides.iter().all(|s| *s == first);
    Some(Throws { next: Some(vec![1; sides.len()]), sides, alike })
}

impl Throws {
    fn ways(&self) -> u64 {
        if !self.alike {
            return self.sides.iter().fold(1, |ways: u64, sides| ways.saturating_mul((*sides).into()));
        }
        // C(dice + sides − 1, dice) multisets of faces.
        let (dice, sides) = (self.sides.len() as u128, u128::from(self.sides[0]));
        let ways = (1..=dice).try_fold(1u128, |ways, k| Some(ways.checked_mul(sides - 1 + k)? / k));
        ways.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX)
    }

    fn chance(&self, faces: &[Face]) -> f64 {
        let mut p: f64 = self.sides.iter().map(|sides| 1.0 / f64::from(*sides)).product();
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

impl Iterator for Throws {
    type Item = (Vec<Face>, f64);

    fn next(&mut self) -> Option<Self::Item> {
        let faces = self.next.take()?;
        let p = self.chance(&faces);
        let mut after = faces.clone();
        if let Some(at) = (0..after.len()).find(|at| after[*at] < self.sides[*at]) {
            after[at] += 1;
            let to = if self.alike { after[at] } else { 1 };
            after[..at].fill(to);
            self.next = Some(after);
        }
        Some((faces, p))
    }
}
