//! What the sides of a battle have at stake, and what it comes to, summed up over all the ways in which dice may fall.

use super::{SideForecast, UnitForecast};
use crate::{
    book::Mechanism,
    event::Event,
    id::{SideId, UnitId},
    state::State,
};
use std::collections::BTreeMap;

/// What the sides of all battles that are under way have at stake.
#[derive(Clone, Debug)]
pub(super) struct Stakes {
    sides: Vec<Stake>,
    units: Vec<Held>,
    places: BTreeMap<UnitId, usize>,
}

/// One side of one battle.
#[derive(Clone, Debug)]
struct Stake {
    side: SideId,
    /// How many Strength Points more bring it to its Exhaustion Point.
    needs: Option<u32>,
}

/// A unit in a battle.
#[derive(Clone, Debug)]
struct Held {
    id: UnitId,
    /// Its side's place.
    stake: usize,
    strength: u16,
    /// Whether its strength counts towards exhaustion.
    counts: bool,
}

/// What became of one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Harm {
    /// Its place among the [`Stakes`].
    pub unit: usize,
    /// Whether a defeat, or anything at all, hurt it.
    pub demoted: bool,
    /// Whether it is gone.
    pub eliminated: bool,
    /// Strength Points it lost.
    pub lost: u16,
}

impl Stakes {
    pub fn of(state: &State) -> Self {
        let mut stakes = Self { sides: Vec::new(), units: Vec::new(), places: BTreeMap::new() };
        let counted = state.book().exhaustion.reinforcements_count;
        for battle in state.open_battles() {
            for contingent in &battle.contingents {
                let losses = state.losses(battle, contingent);
                let counts = state.book().uses(Mechanism::Exhaustion) && !contingent.exhausted;
                let needs = losses.point.checked_sub(losses.lost).filter(|needs| counts && *needs > 0);
                for (unit, brought) in
                    contingent.brought.iter().map(|u| (u, true)).chain(contingent.arrived.iter().map(|u| (u, counted)))
                {
                    let Some(found) = state.unit(unit.0).filter(|u| u.is_alive()) else { continue };
                    stakes.places.insert(found.id, stakes.units.len());
                    let (stake, strength) = (stakes.sides.len(), found.strength.now);
                    stakes.units.push(Held { id: found.id, stake, strength, counts: brought });
                }
                stakes.sides.push(Stake { side: contingent.side, needs });
            }
        }
        stakes
    }

    pub fn place(&self, unit: UnitId) -> Option<usize> {
        self.places.get(&unit).copied()
    }

    pub fn unit(&self, place: usize) -> UnitId {
        self.units[place].id
    }

    pub fn strength(&self, place: usize) -> u16 {
        self.units[place].strength
    }

    pub fn counts(&self, place: usize) -> bool {
        self.units[place].counts
    }

    /// How many Strength Points more exhaust the side of a unit.
    pub fn needs(&self, place: usize) -> Option<u32> {
        self.sides[self.units[place].stake].needs
    }

    pub fn stake(&self, place: usize) -> usize {
        self.units[place].stake
    }

    /// What some events did to units.
    pub fn harms(&self, events: &[Event]) -> Vec<Harm> {
        let mut harms: BTreeMap<usize, Harm> = BTreeMap::new();
        for event in events {
            let (unit, demoted, eliminated, lost) = match event {
                Event::Demoted { unit, .. } => (unit, true, false, 0),
                Event::Eliminated { unit, from, .. } => (unit, false, true, *from),
                Event::StrengthLost { unit, from, to } => (unit, false, false, from.saturating_sub(*to)),
                _ => continue,
            };
            let Some(place) = self.place(*unit) else { continue };
            let harm = harms.entry(place).or_insert(Harm { unit: place, ..Harm::default() });
            harm.eliminated |= eliminated;
            harm.demoted = (harm.demoted || demoted) && !harm.eliminated;
            harm.lost = harm.lost.saturating_add(lost);
        }
        harms.into_values().collect()
    }
}

/// What it comes to, summed up. Trials count 1 each, so that their sums are whole numbers, in whatever order they are
/// added; ways count their probability.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// Of how much.
    pub all: f64,
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

impl Sums {
    pub fn new(stakes: &Stakes) -> Self {
        let (sides, units) = (stakes.sides.len(), stakes.units.len());
        Self { all: 0.0, sides: vec![SideSums::default(); sides], units: vec![UnitSums::default(); units] }
    }

    /// One more way, of so much weight: whom it harmed, and which sides it hurt besides.
    pub fn count(&mut self, stakes: &Stakes, weight: f64, harms: &[Harm], hurt: &[usize]) {
        self.all += weight;
        for (at, stake) in stakes.sides.iter().enumerate() {
            let (mut is_hurt, mut counted) = (hurt.contains(&at), 0u32);
            for harm in harms.iter().filter(|harm| stakes.units[harm.unit].stake == at) {
                is_hurt = true;
                let sums = &mut self.sides[at];
                sums.units += weight * f64::from(u8::from(harm.eliminated));
                sums.strength += weight * f64::from(harm.lost);
                counted += if stakes.units[harm.unit].counts { u32::from(harm.lost) } else { 0 };
            }
            let sums = &mut self.sides[at];
            sums.hurt += if is_hurt { weight } else { 0.0 };
            sums.exhausted += if stake.needs.is_some_and(|needs| counted >= needs) { weight } else { 0.0 };
        }
        for harm in harms {
            let sums = &mut self.units[harm.unit];
            sums.demoted += weight * f64::from(u8::from(harm.demoted));
            sums.eliminated += weight * f64::from(u8::from(harm.eliminated));
            sums.strength += weight * f64::from(harm.lost);
        }
    }

    pub fn join(mut self, more: &Self) -> Self {
        self.all += more.all;
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

    /// What it comes to for sides: for those at these places of the [`Stakes`], in that order.
    pub fn sides(&self, stakes: &Stakes, wanted: &[usize]) -> Vec<SideForecast> {
        let of = |at: &usize| {
            let (stake, sums) = (&stakes.sides[*at], &self.sides[*at]);
            SideForecast {
                side: stake.side,
                unhurt: 1.0 - sums.hurt / self.all,
                units: sums.units / self.all,
                strength: sums.strength / self.all,
                exhausted: stake.needs.map(|_| sums.exhausted / self.all),
            }
        };
        wanted.iter().map(of).collect()
    }

    /// What it comes to for units: for those whom anything ever happens to.
    pub fn units(&self, stakes: &Stakes) -> Vec<UnitForecast> {
        let of = |(held, sums): (&Held, &UnitSums)| {
            let [demoted, eliminated, strength] =
                [sums.demoted, sums.eliminated, sums.strength].map(|sum| sum / self.all);
            (demoted + eliminated + strength > 0.0).then_some(UnitForecast {
                unit: held.id,
                demoted,
                eliminated,
                strength,
            })
        };
        stakes.units.iter().zip(&self.units).filter_map(of).collect()
    }

    /// Every chance among the sums.
    pub fn chances(&self) -> impl Iterator<Item = f64> + '_ {
        let sides = self.sides.iter().flat_map(|s| [s.hurt, s.exhausted]);
        let units = self.units.iter().flat_map(|s| [s.demoted, s.eliminated]);
        sides.chain(units).map(|sum| sum / self.all)
    }
}
