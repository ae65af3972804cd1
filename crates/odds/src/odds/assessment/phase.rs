//! Weighs a phase of SCRUD. Source: RULES 2.2 to 2.4.
//!
//! The distribution of defeats can nearly always be counted. The loss of Strength Points comes with it if the units of
//! a side have equal strength; otherwise it is found unit by unit, and for the smallest phases, whatever their rules,
//! by enumeration. If none of these works, only the defeats are weighed.
//!
//! A unit's part is what its own dice inflicted and suffered, compared with the mean (`scrud::expected_defeats`). Its
//! expected loss of Strength Points is more expensive, and has a limit of its own.

use super::{ActualAndExpected, AssessedRoll, Assessment, BookAssessments, NotAssessed, Quantity, RollKind, rank};
use crate::odds::{
    Case, Cost, Distribution, Effort, Engagement, Monitor, OddsError, Question,
    engagement::RolledPhase,
    exact,
    limits::Meter,
    scrud::{self, SideExpectation},
    units,
};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::Rulebook,
    id::{Id, SideId, UnitId},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    rules::{
        FoughtPhase,
        scrud::{Fate, Troop},
        support::SupportExchange,
    },
    state::State,
};

/// Phases with at most this many possible rolls are enumerated.
const MAX_ENUMERATED_ROLLS: u64 = 8_000;

pub(super) struct PhaseEffort {
    pub whole: Effort,
    pub unit_steps: u64,
}

pub(super) struct PhaseExpectation {
    /// Defeats that the first side inflicts less those it suffers.
    values: Distribution<i64>,
    /// Mean defeats of each side.
    suffered: BothSides<f64>,
    /// Mean Strength Points lost by each side's line.
    lost: Option<BothSides<f64>>,
    /// The chance of each support die to be destroyed; `None` if unknown.
    destroyed: Option<BothSides<Vec<f64>>>,
    /// Mean defeats that each unit inflicts and suffers.
    unit_expectations: Option<BothSides<SideExpectation>>,
    /// Mean Strength Points lost by each troop.
    lost_by_troop: Option<BothSides<Vec<f64>>>,
}

pub(super) fn assess(
    before: &State,
    fought: &FoughtPhase,
    (known, effort): (&mut BookAssessments, &PhaseEffort),
    watch: Monitor,
) -> Result<Assessment, OddsError> {
    let book = before.book();
    let engagement = Engagement::from_fought(fought);
    let question = Question::from_engagement(engagement.clone());
    let key = cache_key(&engagement);
    let weight = if let Some(weight) = known.phases.get(&key) {
        weight.clone()
    } else {
        let found = match PhaseExpectation::new(book, &engagement, &question, &effort.whole, watch) {
            Ok(weight) => Some(Arc::new(weight.with_unit_expectations(book, &engagement, effort, watch)?)),
            Err(OddsError::TooLarge) => None,
            Err(OddsError::Cancelled) => return Err(OddsError::Cancelled),
        };
        known.phases.insert(key, found.clone());
        found
    };
    Ok(weight.map_or(Err(NotAssessed::TooLarge), |weight| weight.assess_roll(before, fought)))
}

/// The cache key of a phase: its dice in order with their owners, since the results are per unit.
fn cache_key(engagement: &Engagement) -> String {
    let mut bare = engagement.clone();
    bare.parties.iter_mut().flat_map(|party| &mut party.dice).for_each(|die| (die.face, die.score) = (None, 0));
    bare.support.iter_mut().flatten().for_each(|die| (die.die.face, die.die.score) = (None, 0));
    format!("{bare:?}")
}

impl PhaseExpectation {
    fn with_unit_expectations(
        self,
        book: &Rulebook,
        engagement: &Engagement,
        effort: &PhaseEffort,
        watch: Monitor,
    ) -> Result<Self, OddsError> {
        let PhaseEffort { whole, unit_steps: by_unit } = effort;
        let unless_too_large = |error| if error == OddsError::TooLarge { Ok(None) } else { Err(error) };
        let meter = Meter::new(watch, whole.exact);
        let shares = scrud::expected_defeats(book, engagement, &meter).map(Some).or_else(unless_too_large)?;
        let lost_by = match self.lost_by_troop {
            None => expected_losses_by_troop(book, engagement, &Effort { exact: *by_unit, ..*whole }, watch)?,
            known => known,
        };
        Ok(Self { unit_expectations: shares, lost_by_troop: lost_by, ..self })
    }

    fn new(
        book: &Rulebook,
        engagement: &Engagement,
        question: &Question,
        effort: &Effort,
        watch: Monitor,
    ) -> Result<Self, OddsError> {
        if engagement.roll_count(book).is_some_and(|ways| ways <= MAX_ENUMERATED_ROLLS) {
            return Self::by_enumeration(book, engagement, watch);
        }
        if let Some(strengths) = uniform_strengths(engagement)
            && !(Cost { steps: scrud::estimate_losses(book, engagement) }).is_hopeless(effort)
        {
            match scrud::losses(book, engagement, &Meter::new(watch, effort.exact)) {
                Ok(losses) => return Ok(Self::from_losses(engagement, &losses, strengths)),
                Err(OddsError::TooLarge) => {}
                Err(OddsError::Cancelled) => return Err(OddsError::Cancelled),
            }
        }
        fail_if!(crate::odds::estimate(book, question).is_hopeless(effort), OddsError::TooLarge);
        let cases = exact(book, question, effort.exact, watch)?;
        let defeats = cases.map(|case| if let Case::Defeats(defeats) = case { *defeats } else { BothSides::default() });
        let plain = engagement.support.iter().all(Vec::is_empty);
        let lost_by = if plain { expected_losses_by_troop(book, engagement, effort, watch)? } else { None };
        let lost = lost_by.as_ref().map(|lost| lost.as_ref().map(|troops| troops.iter().sum()));
        Ok(Self {
            lost,
            lost_by_troop: lost_by,
            destroyed: plain.then(BothSides::default),
            ..Self::from_defeats(&defeats)
        })
    }

    fn from_defeats(defeats: &Distribution<BothSides<u16>>) -> Self {
        Self {
            values: defeats.map(value),
            suffered: BothSides::from_fn(|side| defeats.mean(|defeats| f64::from(defeats[side]))),
            lost: None,
            destroyed: None,
            unit_expectations: None,
            lost_by_troop: None,
        }
    }

    fn from_losses(
        engagement: &Engagement,
        losses: &Distribution<BothSides<scrud::PhaseSideLosses>>,
        strengths: BothSides<u16>,
    ) -> Self {
        let defeats = losses.map(|losses| losses.as_ref().map(|side| side.defeats));
        let lost =
            BothSides::from_fn(|side| f64::from(strengths[side]) * losses.mean(|losses| f64::from(losses[side].units)));
        let destroyed = BothSides::from_fn(|side| {
            let dice = 0..engagement.support[side].len();
            dice.map(|die| losses.chance(|losses| losses[side].destroyed().any(|at| at == die))).collect()
        });
        Self { lost: Some(lost), destroyed: Some(destroyed), ..Self::from_defeats(&defeats) }
    }

    fn by_enumeration(book: &Rulebook, engagement: &Engagement, watch: Monitor) -> Result<Self, OddsError> {
        let all = Effort { exact: u64::MAX, trials: 1, seed: 0 };
        let count = |sums: &mut RollSums, rolled: &RolledPhase| sums.add(engagement, rolled);
        let fresh = || RollSums::new(engagement);
        let (sums, ways, simulated) = engagement.accumulate(book, &all, watch, fresh, count, |sums, _| sums)?;
        fail_if!(simulated, OddsError::TooLarge);
        let share = |n: u64| as_f64(n) / as_f64(ways);
        let defeats = Distribution::collect(sums.defeats.iter().map(|(defeats, n)| (*defeats, share(*n))));
        Ok(Self {
            lost: Some(sums.lost.as_ref().map(|troops| troops.iter().copied().map(share).sum())),
            lost_by_troop: Some(sums.lost.map(|troops| troops.into_iter().map(share).collect())),
            destroyed: Some(sums.destroyed.map(|dice| dice.into_iter().map(share).collect())),
            ..Self::from_defeats(&defeats)
        })
    }

    fn assess_roll(&self, before: &State, fought: &FoughtPhase) -> Assessment {
        let defeats = fought.phase.defeats;
        let sides = fought.sides;
        let suffered = BothSides::from_fn(|side| ActualAndExpected {
            actual: defeats[side].into(),
            expected: self.suffered[side],
        });
        let both = CombatSide::BOTH.into_iter();
        let counts = both.flat_map(|side| {
            let (own, other) = (sides[side], side.opponent());
            [(own, Quantity::Inflicted, suffered[other]), (own, Quantity::Suffered, suffered[side])]
        });
        let (rank, percentile_variance) = rank(&self.values, value(&defeats))?;
        Ok(AssessedRoll {
            kind: RollKind::Scrud,
            side: sides.first,
            against: Some(sides.second),
            owners: Vec::new(),
            rank,
            percentile_variance,
            comparisons: counts.collect(),
            strength: self.strength_by_side(before, fought),
            by_unit: self.defeats_by_unit(fought),
            strength_by_unit: self.strength_by_unit(before, fought),
            general: None,
        })
    }

    /// Defeats that each unit's dice inflicted and suffered.
    fn defeats_by_unit(&self, fought: &FoughtPhase) -> Vec<(Id, Quantity, ActualAndExpected)> {
        let Some(shares) = &self.unit_expectations else { return Vec::new() };
        let of_side = |side: CombatSide| {
            let inflicted = fought.inflicted_by(side);
            let count = move |unit: UnitId| inflicted.iter().filter(|by| **by == unit).count();
            let inflicted = move |unit: UnitId, expected: f64| {
                let actual = u32::try_from(count(unit)).unwrap_or(u32::MAX);
                (Id::from(unit), Quantity::Inflicted, ActualAndExpected { actual, expected })
            };
            let support = fought.support[side].iter().zip(&shares[side].support);
            let support: Vec<_> = support.map(|(unit, expected)| inflicted(*unit, *expected)).collect();
            let troops = fought.units[side].iter().zip(&fought.phase.fates[side]).zip(&shares[side].troops);
            let line = troops.flat_map(move |((unit, fate), share)| {
                let suffered = ActualAndExpected { actual: fate.defeats.into(), expected: share.suffered };
                [inflicted(*unit, share.inflicted), (Id::from(*unit), Quantity::Suffered, suffered)]
            });
            line.chain(support)
        };
        CombatSide::BOTH.into_iter().flat_map(of_side).collect()
    }

    /// Strength Points lost by each unit, including support.
    fn strength_by_unit(&self, before: &State, fought: &FoughtPhase) -> Vec<(UnitId, ActualAndExpected)> {
        let (Some(lost), Some(destroyed)) = (&self.lost_by_troop, &self.destroyed) else { return Vec::new() };
        let of_side = |side: CombatSide| {
            let troops = fought.units[side].iter().zip(&fought.parties[side].troops).zip(&fought.phase.fates[side]);
            let line = troops.zip(&lost[side]).map(|(((unit, troop), fate), expected)| {
                (*unit, ActualAndExpected { actual: points_lost(troop, fate), expected: *expected })
            });
            let support = destroyed[side].iter().enumerate().filter_map(move |(at, p)| {
                let unit = *fought.support[side].get(at)?;
                let strength = u32::from(before.unit(unit)?.strength_in_rules().now);
                let gone = fought.support_exchange.fates[side].get(at).is_some_and(|fate| fate.destroyed.is_some());
                Some((
                    unit,
                    ActualAndExpected { actual: strength * u32::from(gone), expected: f64::from(strength) * p },
                ))
            });
            line.chain(support)
        };
        CombatSide::BOTH.into_iter().flat_map(of_side).collect()
    }

    fn strength_by_side(&self, before: &State, fought: &FoughtPhase) -> Option<Vec<(SideId, ActualAndExpected)>> {
        let (lost, destroyed) = (self.lost?, self.destroyed.as_ref()?);
        let of_side = |side: CombatSide| {
            let supporting = |at: usize| {
                let unit = fought.support[side].get(at).and_then(|unit| before.unit(*unit));
                unit.map_or(0, |unit| u32::from(unit.strength_in_rules().now))
            };
            let support = destroyed[side].iter().enumerate().map(|(at, p)| p * f64::from(supporting(at)));
            let fates = fought.support_exchange.fates[side].iter().enumerate();
            let gone = fates.filter(|(_, fate)| fate.destroyed.is_some()).map(|(at, _)| supporting(at));
            let of_line = fought.phase.fates[side].iter().zip(&fought.parties[side].troops);
            let of_line: u32 = of_line.map(|(fate, troop)| points_lost(troop, fate)).sum();
            let actual = of_line + gone.sum::<u32>();
            (fought.sides[side], ActualAndExpected { actual, expected: lost[side] + support.sum::<f64>() })
        };
        Some(CombatSide::BOTH.map(of_side).to_vec())
    }
}

fn value(defeats: &BothSides<u16>) -> i64 {
    i64::from(defeats.second) - i64::from(defeats.first)
}

/// The strength of each side's units, if it is the same for all.
fn uniform_strengths(engagement: &Engagement) -> Option<BothSides<u16>> {
    let of = |side: CombatSide| {
        let troops = &engagement.parties[side].troops;
        let first = troops.first()?.strength;
        troops.iter().all(|troop| troop.strength == first).then_some(first)
    };
    Some(BothSides::new(of(CombatSide::First)?, of(CombatSide::Second)?))
}

/// Mean Strength Points lost by each troop, with units followed separately; `None` if that exceeds the effort.
fn expected_losses_by_troop(
    book: &Rulebook,
    engagement: &Engagement,
    effort: &Effort,
    watch: Monitor,
) -> Result<Option<BothSides<Vec<f64>>>, OddsError> {
    let odds = units::exact_unit_odds(book, engagement, effort, watch)?;
    Ok(odds.map(|odds| {
        BothSides::from_fn(|side| {
            let troops = engagement.parties[side].troops.iter().zip(&odds[side]);
            troops.map(|(troop, odds)| f64::from(troop.strength) * odds.eliminated).collect()
        })
    }))
}

fn points_lost(troop: &Troop, fate: &Fate) -> u32 {
    u32::from(if fate.eliminated.is_some() { troop.strength } else { fate.lost.min(troop.strength) })
}

/// Sums over all possible rolls.
struct RollSums {
    defeats: BTreeMap<BothSides<u16>, u64>,
    lost: BothSides<Vec<u64>>,
    destroyed: BothSides<Vec<u64>>,
}

impl RollSums {
    fn new(engagement: &Engagement) -> Self {
        let destroyed = engagement.support.as_ref().map(|dice| vec![0; dice.len()]);
        let lost = engagement.parties.as_ref().map(|party| vec![0; party.troops.len()]);
        Self { defeats: BTreeMap::new(), lost, destroyed }
    }

    fn add(&mut self, engagement: &Engagement, rolled: &RolledPhase) {
        let SupportExchange { fates, .. } = &rolled.support_exchange;
        *self.defeats.entry(rolled.phase.defeats).or_default() += 1;
        for side in CombatSide::BOTH {
            let troops = engagement.parties[side].troops.iter().zip(&rolled.phase.fates[side]);
            for (sum, (troop, fate)) in self.lost[side].iter_mut().zip(troops) {
                *sum += u64::from(points_lost(troop, fate));
            }
            for (sum, fate) in self.destroyed[side].iter_mut().zip(&fates[side]) {
                *sum += u64::from(fate.destroyed.is_some());
            }
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "the sums are far below 2^53")]
fn as_f64(n: u64) -> f64 {
    n as f64
}
