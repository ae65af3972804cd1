//! Several phases with sorted lines in which strength is lost. Source: RULES 2.2, 2.3.
//!
//! Which of several units of one grade is beaten matters then: one that has lost strength before is gone sooner. But no die
//! asks how strong its unit is. So a phase is worked out in two parts, each once for many states:
//!
//! - **How the lines meet** depends on nothing but the grades of both sides (`kernel`): of each line the grades from the top,
//!   who ties with whom, and how often each place is beaten; for pairs of such lines, their chance.
//! - **Whose dice these are** is dealt afterwards, for each side by itself (`dealing`). Of n units of a grade any are equally
//!   likely to stand in any place, but for those who tie: they stand in roster order. So what becomes of a side is known for
//!   each of its lines, whatever the enemy's.
//!
//! A state is what is left of both sides: the grade and the strength of each unit, in roster order, since that settles ties; a
//! multiset would not do. Strength that can't be lost in the phases to come is forgotten, which is what keeps
//! states few: 4 v 8 units of four Strength Points that lose one a defeat are some hundred states after each phase.

mod dealing;
mod kernel;

use super::{
    Meter, OddsError,
    chain::{Fighter, PhaseEnds, SideEnd},
};
use crate::odds::{Engagement, Survivors, enumerate::STEPS_A_WAY, lookup::Lookup, meter::Held};
use dealing::{Dealer, SideLaws};
use kernel::{Grades, Kernel};
use std::sync::{Arc, Mutex};
use wardiary_base::{
    book::{Carry, Casualty, Extras, Grade, LineUp, Rulebook, Scrud},
    sides::{BothSides, CombatSide},
};

/// The most bytes of kernels and laws that are kept for further states.
const MAX_KEPT: usize = 96 << 20;

/// What is left of a side: the grade and the strength of each unit, in roster order; by grade, where units of different
/// grades can't come to tie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct DealtEnd {
    units: Vec<(Grade, u16)>,
    carried: u16,
}

impl SideEnd for DealtEnd {
    fn survivors(&self) -> Survivors {
        let grades = self.grades();
        let same = grades.chunk_by(|one, other| one == other);
        same.map(|same| (same[0], u16::try_from(same.len()).unwrap_or(u16::MAX))).collect()
    }

    fn goes_on(&self) -> bool {
        !self.units.is_empty()
    }

    fn heap(&self) -> usize {
        size_of_val(&*self.units) + 16
    }
}

impl DealtEnd {
    /// The grades of its units, best first.
    fn grades(&self) -> Vec<Grade> {
        let mut grades: Vec<Grade> = self.units.iter().map(|(grade, _)| *grade).collect();
        grades.sort_unstable();
        grades
    }
}

/// A combat of units alone, in which strength is lost.
pub(super) struct Dealt<'a> {
    book: &'a Rulebook,
    start: BothSides<DealtEnd>,
    known: Mutex<Known<'a>>,
    meter: &'a Meter<'a>,
}

/// What was worked out for other states.
struct Known<'a> {
    kernels: Lookup<BothSides<Grades>, Arc<Kernel>>,
    laws: Lookup<(BothSides<Grades>, CombatSide, DealtEnd, u8), Arc<SideLaws>>,
    held: Held<'a>,
}

impl<'a> Known<'a> {
    fn none(meter: &'a Meter) -> Result<Self, OddsError> {
        Ok(Self { kernels: Lookup::default(), laws: Lookup::default(), held: meter.hold(0)? })
    }

    /// Makes room for so many bytes more.
    fn make_room(&mut self, bytes: usize, meter: &'a Meter) -> Result<(), OddsError> {
        if self.held.bytes() + bytes > MAX_KEPT {
            *self = Self::none(meter)?;
        }
        self.held.grow_to(self.held.bytes() + bytes)
    }
}

/// Whether a combat is one of those.
pub(super) fn covers(book: &Rulebook, engagement: &Engagement) -> bool {
    let bare = |side: CombatSide| {
        let party = &engagement.parties[side];
        let single = party.dice.iter().map(|die| die.troop).eq((0..party.troops.len()).map(Some));
        single && engagement.support[side].is_empty()
    };
    points(book) > 0 && book.scrud.line_up == LineUp::Sorted && CombatSide::BOTH.into_iter().all(bare)
}

/// The Strength Points that a defeat costs.
fn points(book: &Rulebook) -> u16 {
    let of = |casualty: &Casualty| if let Casualty::LoseStrength(points) = casualty { *points } else { 0 };
    book.scrud.defeat.iter().map(of).fold(0, u16::saturating_add)
}

impl<'a> Dealt<'a> {
    /// A combat that [`covers`] says it is.
    pub fn new(book: &'a Rulebook, engagement: &Engagement, meter: &'a Meter) -> Result<Self, OddsError> {
        let start = engagement.parties.as_ref().map(|party| DealtEnd {
            units: party.troops.iter().map(|troop| (troop.grade, troop.strength)).collect(),
            carried: party.carried,
        });
        Ok(Self { book, start, known: Mutex::new(Known::none(meter)?), meter })
    }

    fn phase<'m>(
        &self,
        from: BothSides<&DealtEnd>,
        more: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, DealtEnd>, OddsError> {
        let grades = from.map(|end| Grades { units: end.grades(), carried: end.carried });
        let kernel = self.kernel(&grades)?;
        let first = self.laws(&kernel, &grades, (CombatSide::First, from), more)?;
        let second = self.laws(&kernel, &grades, (CombatSide::Second, from), more)?;
        let (ends, others) = (first.ends.len(), second.ends.len());
        let lines = kernel.lines.second.len();
        let _held = meter.hold(ends * (lines + others) * size_of::<f64>())?;
        meter.charge(first.entries() * (1 + kernel.pairs.len() / first.laws.len().max(1)) + second.entries() * ends)?;
        // For each of the second side's lines, what is left of the first.
        let mut middle = vec![0.0; ends * lines];
        for (pair, p) in &kernel.pairs {
            let row = &mut middle[pair.second as usize * ends..][..ends];
            for (end, q) in &first.laws[pair.first as usize] {
                row[*end as usize] += p * q;
            }
        }
        let mut sums = vec![0.0; ends * others];
        for (law, row) in second.laws.iter().zip(middle.chunks_exact(ends)) {
            for (end, q) in law {
                let sums = &mut sums[*end as usize * ends..][..ends];
                sums.iter_mut().zip(row).for_each(|(sum, p)| *sum += p * q);
            }
        }
        let mut found = PhaseEnds::none(meter)?;
        let firsts: Vec<u32> = first.ends.iter().map(|end| found.index_of(CombatSide::First, end.clone())).collect();
        for (end, sums) in second.ends.iter().zip(sums.chunks_exact(ends)) {
            let second = found.index_of(CombatSide::Second, end.clone());
            for (first, p) in firsts.iter().zip(sums).filter(|(_, p)| **p > 0.0) {
                found.add(BothSides::new(*first, second), *p)?;
            }
        }
        Ok(found)
    }

    /// How lines of these grades meet.
    fn kernel(&self, grades: &BothSides<Grades>) -> Result<Arc<Kernel>, OddsError> {
        let known = self.known.lock().ok().and_then(|known| known.kernels.get(grades).cloned());
        if let Some(kernel) = known {
            return Ok(kernel);
        }
        let kernel = Arc::new(Kernel::new(self.book, grades, self.meter)?);
        if let Ok(mut known) = self.known.lock() {
            known.make_room(kernel.bytes(), self.meter)?;
            known.kernels.insert(grades.clone(), Arc::clone(&kernel));
        }
        Ok(kernel)
    }

    /// What becomes of a side by each of its lines.
    fn laws(
        &self,
        kernel: &Kernel,
        grades: &BothSides<Grades>,
        (side, from): (CombatSide, BothSides<&DealtEnd>),
        more: u8,
    ) -> Result<Arc<SideLaws>, OddsError> {
        let key = (grades.clone(), side, from[side].clone(), more);
        let known = self.known.lock().ok().and_then(|known| known.laws.get(&key).cloned());
        if let Some(laws) = known {
            return Ok(laws);
        }
        let enough = self.still_to_lose(from[side], from[side.opponent()].units.len(), more).saturating_add(1);
        let dealer = Dealer { book: self.book, from: from[side], enough };
        let laws = Arc::new(dealer.laws(&kernel.lines[side], self.meter)?);
        if let Ok(mut known) = self.known.lock() {
            known.make_room(laws.bytes(), self.meter)?;
            known.laws.insert(key, Arc::clone(&laws));
        }
        Ok(laws)
    }

    /// The Strength Points that a unit of a side can lose at the most in the `more` phases after this one.
    fn still_to_lose(&self, from: &DealtEnd, enemies: usize, more: u8) -> u16 {
        let (rules, points) = (&self.book.scrud, usize::from(points(self.book)));
        let deadly = rules.defeat.iter().any(|casualty| matches!(casualty, Casualty::Demote | Casualty::Eliminate));
        let weakest = from.units.iter().map(|(_, strength)| usize::from(*strength)).min().unwrap_or(0);
        let carried = |every: usize| if rules.carry == Carry::PerPhase { from.carried.into() } else { every - 1 };
        let by_defeats = rules.eliminate_every.map_or(0, |every| {
            let every = usize::from(every);
            (carried(every) + enemies) / every
        });
        // Each die of the enemy's makes one defeat at the most: of several of the lowest unit's the more, the fewer it has
        // beside it.
        let (mut units, mut by_now, mut later) = (from.units.len(), 0, 0);
        for phase in 0..=more {
            let extras = if rules.extras == Extras::Ignored { 0 } else { enemies.saturating_sub(units) };
            let most = points * (1 + extras);
            by_now += most;
            later += if phase > 0 { most } else { 0 };
            let by_losses = if deadly || by_now >= weakest { enemies } else { 0 };
            units = units.saturating_sub(by_defeats + by_losses).max(1);
        }
        u16::try_from(later).unwrap_or(u16::MAX)
    }
}

impl Fighter for Dealt<'_> {
    type End = DealtEnd;

    fn first<'m>(&self, more: u8, meter: &'m Meter) -> Result<PhaseEnds<'m, DealtEnd>, OddsError> {
        self.phase(self.start.as_ref(), more, meter)
    }

    fn next<'m>(
        &self,
        from: BothSides<&DealtEnd>,
        more: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, DealtEnd>, OddsError> {
        self.phase(from, more, meter)
    }
}

/// Whether units of different grades can come into one grade, with different strengths.
pub(super) fn grades_mix(rules: &Scrud) -> bool {
    let wears = rules.defeat.iter().any(|casualty| matches!(casualty, Casualty::LoseStrength(_)));
    wears && rules.defeat.contains(&Casualty::Demote)
}

/// About how many steps so many phases take, where so many throws differ in the first.
pub(super) fn estimate(book: &Rulebook, engagement: &Engagement, throws: u64, phases: u8) -> u64 {
    let one = throws.saturating_mul(STEPS_A_WAY);
    let units = engagement.parties.as_ref().map(|party| party.troops.len());
    if book.scrud.defeat.contains(&Casualty::Demote) {
        // Each state has grades of its own.
        return super::chain::estimate(one, units, phases);
    }
    // Fewer units in the same grades, for some more numbers of them; and what is dealt in each state.
    let dealt = one / 100;
    one.saturating_mul(3).saturating_add(super::chain::estimate(dealt, units, phases))
}
