//! The possible losses of the sides of a battle by an order, summed over all possible rolls.

use super::{SideForecast, UnitForecast};
use std::collections::BTreeMap;
use wardiary_base::{
    book::Mechanism,
    id::{SideId, UnitId},
};
use wardiary_rules::{event::Event, state::State};

#[derive(Clone, Debug)]
pub(super) struct LossModel {
    sides: Vec<SideStake>,
    units: Vec<UnitStake>,
    indices: BTreeMap<UnitId, usize>,
}

#[derive(Clone, Debug)]
struct SideStake {
    side: SideId,
    /// Strength Points left until its Exhaustion Point; `None` if it can't become exhausted.
    points_to_exhaustion: Option<u32>,
}

#[derive(Clone, Debug)]
struct UnitStake {
    id: UnitId,
    side_index: usize,
    strength: u16,
    /// Whether its losses count towards exhaustion.
    counts_for_exhaustion: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitLoss {
    /// Index in the [`LossModel`].
    pub unit: usize,
    pub demoted: bool,
    pub eliminated: bool,
    pub strength: u16,
}

impl UnitLoss {
    /// Demoted (0 or 1), eliminated (0 or 1), and strength lost.
    pub fn numbers(&self) -> [f64; 3] {
        let flag = |flag: bool| f64::from(u8::from(flag));
        [flag(self.demoted), flag(self.eliminated), f64::from(self.strength)]
    }
}

impl LossModel {
    pub fn new(state: &State) -> Self {
        let mut stakes = Self { sides: Vec::new(), units: Vec::new(), indices: BTreeMap::new() };
        let counted = state.book().exhaustion.reinforcements_count;
        for battle in state.open_battles() {
            for contingent in &battle.contingents {
                let losses = state.losses(battle, contingent);
                let counts = state.book().uses(Mechanism::Exhaustion) && !contingent.exhausted;
                let needs = losses.and_then(|losses| losses.exhaustion_point.checked_sub(losses.lost));
                let needs = needs.filter(|needs| counts && *needs > 0);
                for (unit, brought) in
                    contingent.brought.iter().map(|u| (u, true)).chain(contingent.arrived.iter().map(|u| (u, counted)))
                {
                    let Some(found) = state.unit(unit.0).filter(|u| u.is_alive()) else { continue };
                    stakes.indices.insert(found.id, stakes.units.len());
                    let (stake, strength) = (stakes.sides.len(), found.strength_in_rules().now);
                    stakes.units.push(UnitStake {
                        id: found.id,
                        side_index: stake,
                        strength,
                        counts_for_exhaustion: brought,
                    });
                }
                stakes.sides.push(SideStake { side: contingent.side, points_to_exhaustion: needs });
            }
        }
        stakes
    }

    pub fn index_of(&self, unit: UnitId) -> Option<usize> {
        self.indices.get(&unit).copied()
    }

    pub fn unit(&self, place: usize) -> UnitId {
        self.units[place].id
    }

    pub fn strength(&self, place: usize) -> u16 {
        self.units[place].strength
    }

    pub fn counts_for_exhaustion(&self, place: usize) -> bool {
        self.units[place].counts_for_exhaustion
    }

    /// Strength Points left until the unit's side is exhausted.
    pub fn points_to_exhaustion(&self, place: usize) -> Option<u32> {
        self.sides[self.units[place].side_index].points_to_exhaustion
    }

    pub(crate) fn side_index(&self, place: usize) -> usize {
        self.units[place].side_index
    }

    pub fn losses(&self, events: &[Event]) -> Vec<UnitLoss> {
        let mut losses: BTreeMap<usize, UnitLoss> = BTreeMap::new();
        for event in events {
            let (unit, demoted, eliminated, strength) = match event {
                Event::Demoted { unit, .. } => (unit, true, false, 0),
                Event::Eliminated { unit, from, .. } => (unit, false, true, *from),
                Event::StrengthLost { unit, from, to } => (unit, false, false, from.saturating_sub(*to)),
                _ => continue,
            };
            let Some(place) = self.index_of(*unit) else { continue };
            let loss = losses.entry(place).or_insert(UnitLoss { unit: place, ..UnitLoss::default() });
            loss.eliminated |= eliminated;
            loss.demoted = (loss.demoted || demoted) && !loss.eliminated;
            loss.strength = loss.strength.saturating_add(strength);
        }
        losses.into_values().collect()
    }
}

/// Accumulated losses. Trials have weight 1, so their sums are whole numbers and independent of the order of addition.
/// Enumerated rolls are weighted by probability.
#[derive(Clone, Debug)]
pub(super) struct LossSums {
    pub total_weight: f64,
    sides: Vec<SideSums>,
    units: Vec<UnitSums>,
}

#[derive(Clone, Copy, Debug, Default)]
struct SideSums {
    hurt: f64,
    units: f64,
    strength: f64,
    exhausted: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct UnitSums {
    demoted: f64,
    eliminated: f64,
    strength: f64,
}

impl LossSums {
    pub fn new(stakes: &LossModel) -> Self {
        let (sides, units) = (stakes.sides.len(), stakes.units.len());
        Self { total_weight: 0.0, sides: vec![SideSums::default(); sides], units: vec![UnitSums::default(); units] }
    }

    /// Adds one result: the losses of units, and the sides that suffered defeats.
    pub fn count(&mut self, stakes: &LossModel, weight: f64, losses: &[UnitLoss], hurt: &[usize]) {
        self.count_sides(stakes, weight, losses, hurt);
        for loss in losses {
            self.count_unit(loss.unit, loss.numbers().map(|number| weight * number));
        }
    }

    /// Adds weighted numbers of a unit: demoted, eliminated, strength.
    pub fn count_unit(&mut self, unit: usize, [demoted, eliminated, strength]: [f64; 3]) {
        let sums = &mut self.units[unit];
        sums.demoted += demoted;
        sums.eliminated += eliminated;
        sums.strength += strength;
    }

    /// Adds one result to the sums of the sides only.
    pub fn count_sides(&mut self, stakes: &LossModel, weight: f64, losses: &[UnitLoss], hurt: &[usize]) {
        self.total_weight += weight;
        for (at, stake) in stakes.sides.iter().enumerate() {
            let (mut is_hurt, mut counted) = (hurt.contains(&at), 0u32);
            for loss in losses.iter().filter(|loss| stakes.units[loss.unit].side_index == at) {
                is_hurt = true;
                let sums = &mut self.sides[at];
                sums.units += weight * f64::from(u8::from(loss.eliminated));
                sums.strength += weight * f64::from(loss.strength);
                counted += if stakes.units[loss.unit].counts_for_exhaustion { u32::from(loss.strength) } else { 0 };
            }
            let sums = &mut self.sides[at];
            sums.hurt += if is_hurt { weight } else { 0.0 };
            sums.exhausted +=
                if stake.points_to_exhaustion.is_some_and(|needs| counted >= needs) { weight } else { 0.0 };
        }
    }

    pub fn merged(mut self, more: &Self) -> Self {
        self.total_weight += more.total_weight;
        for (sums, more) in self.sides.iter_mut().zip(&more.sides) {
            sums.hurt += more.hurt;
            sums.units += more.units;
            sums.strength += more.strength;
            sums.exhausted += more.exhausted;
        }
        for (sums, more) in self.units.iter_mut().zip(&more.units) {
            sums.demoted += more.demoted;
            sums.eliminated += more.eliminated;
            sums.strength += more.strength;
        }
        self
    }

    pub fn sides(&self, stakes: &LossModel, wanted: &[usize]) -> Vec<SideForecast> {
        let of = |at: &usize| {
            let (stake, sums) = (&stakes.sides[*at], &self.sides[*at]);
            SideForecast {
                side: stake.side,
                unhurt: 1.0 - sums.hurt / self.total_weight,
                units: sums.units / self.total_weight,
                strength: sums.strength / self.total_weight,
                exhausted: stake.points_to_exhaustion.map(|_| sums.exhausted / self.total_weight),
            }
        };
        wanted.iter().map(of).collect()
    }

    pub fn units(&self, stakes: &LossModel) -> Vec<UnitForecast> {
        let of = |(unit, sums): (&UnitStake, &UnitSums)| {
            let [demoted, eliminated, strength] =
                [sums.demoted, sums.eliminated, sums.strength].map(|sum| sum / self.total_weight);
            (demoted + eliminated + strength > 0.0).then_some(UnitForecast {
                unit: unit.id,
                demoted,
                eliminated,
                strength,
            })
        };
        stakes.units.iter().zip(&self.units).filter_map(of).collect()
    }

    pub fn chances(&self) -> impl Iterator<Item = f64> + '_ {
        let sides = self.sides.iter().flat_map(|s| [s.hurt, s.exhausted]);
        let units = self.units.iter().flat_map(|s| [s.demoted, s.eliminated]);
        sides.chain(units).map(|sum| sum / self.total_weight)
    }
}
