//! Replaces simulated figures of a phase with exact ones, as far as these can be computed.

use super::{LossModel, PhaseUnits, add_defeats};
use crate::odds::{
    Case, Cost, Distribution, Effort, Engagement, Method, Monitor, OddsError, Question,
    forecast::{Forecast, MainOdds, PhaseForecast, SideForecast, UnitForecast},
    limits::Meter,
    scrud::{self, PhaseSideLosses},
    units,
};
use wardiary_base::{
    book::Rulebook,
    sides::{BothSides, CombatSide},
};

/// Maximum steps for following single units: two or three seconds.
pub(super) const MAX_UNIT_STEPS: u64 = 3000 * Cost::STEPS_A_MILLISECOND;

pub(super) struct PhaseCounter<'a> {
    pub book: &'a Rulebook,
    pub engagement: Engagement,
    pub(crate) stakes: LossModel,
    pub units: PhaseUnits,
}

impl PhaseCounter<'_> {
    /// Replaces simulated figures of the phase, and of the sides' losses, with exact ones, as far as these can be
    /// computed.
    pub fn count(&self, effort: &Effort, watch: Monitor, forecast: &mut Forecast) -> Result<(), OddsError> {
        let MainOdds::Phase(phase) = &mut forecast.main_odds else { return Ok(()) };
        if let Some(losses) = self.losses(effort, watch)? {
            set_defeats(phase, &losses.map(|losses| losses.as_ref().map(|side| side.defeats)));
            forecast.method = Method::Exact;
            self.set_losses(&losses, forecast);
        } else if let Some(defeats) = self.defeats(effort, watch)? {
            set_defeats(phase, &defeats);
            forecast.method = Method::Exact;
        }
        Ok(())
    }

    /// The losses of the sides; `None` if the phase is too large.
    fn losses(
        &self,
        effort: &Effort,
        watch: Monitor,
    ) -> Result<Option<Distribution<BothSides<PhaseSideLosses>>>, OddsError> {
        let cost = Cost { steps: scrud::estimate_losses(self.book, &self.engagement) };
        if cost.is_hopeless(effort) {
            return Ok(None);
        }
        unless_too_large(scrud::losses(self.book, &self.engagement, &Meter::new(watch, effort.exact)))
    }

    /// The distribution of defeats; `None` if the phase is too large.
    fn defeats(&self, effort: &Effort, watch: Monitor) -> Result<Option<Distribution<BothSides<u16>>>, OddsError> {
        let question = Question::from_engagement(self.engagement.clone());
        if scrud::estimate(self.book, &question).is_hopeless(effort) {
            return Ok(None);
        }
        let cases = unless_too_large(scrud::exact(self.book, &question, &Meter::new(watch, effort.exact)))?;
        let defeats = |case: &Case| if let Case::Defeats(defeats) = case { *defeats } else { BothSides::default() };
        Ok(cases.map(|cases| cases.map(defeats)))
    }

    fn set_losses(&self, losses: &Distribution<BothSides<PhaseSideLosses>>, forecast: &mut Forecast) {
        let alike = BothSides::from_fn(|side| self.has_uniform_strength(side));
        for (side, found) in CombatSide::BOTH.into_iter().zip(&mut forecast.sides) {
            found.units = losses
                .mean(|losses| f64::from(losses[side].units) + losses[side].destroyed().map(|_| 1.0).sum::<f64>());
            found.unhurt = losses.chance(|losses| {
                losses[side].defeats == 0 && losses[side].support.iter().all(|result| result.down == 0)
            });
            if alike[side] {
                self.set_strength(side, losses, found);
            }
        }
        if alike.iter().all(|alike| *alike) {
            forecast.sides_method = Method::Exact;
        }
    }

    /// Whether a side loses the same strength whichever of its units is lost.
    fn has_uniform_strength(&self, side: CombatSide) -> bool {
        let stakes = &self.stakes;
        let troops = self.units.troops[side].iter();
        let mut worth = troops.map(|place| place.map(|at| (stakes.strength(at), stakes.counts_for_exhaustion(at))));
        let first = worth.next().flatten();
        first.is_some() && worth.all(|other| other == first)
    }

    fn set_strength(
        &self,
        side: CombatSide,
        losses: &Distribution<BothSides<PhaseSideLosses>>,
        found: &mut SideForecast,
    ) {
        let Some(unit) = self.units.troops[side].iter().flatten().next().copied() else { return };
        let stakes = &self.stakes;
        let lost = |losses: &BothSides<PhaseSideLosses>, counted: bool| {
            let of = |at: usize| {
                if counted && !stakes.counts_for_exhaustion(at) { 0 } else { u32::from(stakes.strength(at)) }
            };
            let support = losses[side].destroyed().filter_map(|at| self.units.support[side][at]);
            u32::from(losses[side].units) * of(unit) + support.map(of).sum::<u32>()
        };
        found.strength = losses.mean(|losses| f64::from(lost(losses, false)));
        found.exhausted =
            stakes.points_to_exhaustion(unit).map(|needs| losses.chance(|losses| lost(losses, true) >= needs));
    }

    /// Replaces the simulated chances of each unit with exact ones, if these can be computed. Those of support units
    /// stay.
    pub(crate) fn set_units(&self, effort: &Effort, watch: Monitor, forecast: &mut Forecast) -> Result<(), OddsError> {
        let effort = Effort { exact: effort.exact.min(MAX_UNIT_STEPS), ..*effort };
        let Some(odds) = units::exact_unit_odds(self.book, &self.engagement, &effort, watch)? else { return Ok(()) };
        for (odds, places) in odds.iter().zip(self.units.troops.iter()) {
            for (odds, place) in odds.iter().zip(places) {
                let Some(place) = place else { continue };
                let found = UnitForecast {
                    unit: self.stakes.unit(*place),
                    demoted: odds.demoted,
                    eliminated: odds.eliminated,
                    strength: odds.eliminated * f64::from(self.stakes.strength(*place)),
                };
                match forecast.units.iter_mut().find(|unit| unit.unit == found.unit) {
                    Some(unit) => *unit = found,
                    None => forecast.units.push(found),
                }
            }
        }
        forecast.units.retain(|unit| unit.demoted + unit.eliminated > 0.0);
        if self.engagement.support.iter().all(Vec::is_empty) {
            forecast.units_method = Method::Exact;
        }
        Ok(())
    }
}

/// Turns [`OddsError::TooLarge`] into `None`.
fn unless_too_large<T>(result: Result<T, OddsError>) -> Result<Option<T>, OddsError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(OddsError::TooLarge) => Ok(None),
        Err(OddsError::Cancelled) => Err(OddsError::Cancelled),
    }
}

fn set_defeats(phase: &mut PhaseForecast, defeats: &Distribution<BothSides<u16>>) {
    let (sides, part) = (phase.sides, phase.part);
    *phase = PhaseForecast { sides, part, ..PhaseForecast::default() };
    defeats.iter().for_each(|(defeats, p)| add_defeats(phase, *defeats, p));
}
