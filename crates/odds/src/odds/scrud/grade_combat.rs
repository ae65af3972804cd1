//! Phases with sorted lines in which only the number of surviving units of each grade matters, walked score by score.
//! Support against support is resolved before each phase, and what remains of it continues to the next.

use super::{
    Meter, OddsError, PhaseSetup, SideSetup,
    markov_chain::{CombatModel, PhaseEnds, SideState},
    support::{self, SupportResults},
    tally::{Ending, TallyDetail, TallyLayout},
};
use crate::odds::{Engagement, Survivors, engagement::BareSide, lookup::Lookup};
use wardiary_base::{
    book::{DefeatCarry, Grade, Rulebook},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::support::{SupportDie, SupportTask};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GradeEnding {
    ending: Ending,
    /// Support from outside, in roster order.
    support: Vec<(SupportTask, Grade)>,
}

impl SideState for GradeEnding {
    fn survivors(&self) -> Survivors {
        self.ending.survivors.clone()
    }

    fn has_units(&self) -> bool {
        !self.ending.survivors.is_empty()
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.ending.survivors) + size_of_val(&*self.support) + 32
    }

    fn next_phase_side(&self, book: &Rulebook) -> BareSide {
        let strength = book.troops[0].strength;
        let units = self.ending.survivors.iter();
        let units = units.flat_map(|(grade, n)| std::iter::repeat_n((*grade, strength), (*n).into()));
        let (support, carried) = (self.support.clone(), self.ending.carried);
        BareSide { units: units.collect(), support, carried, retired: Vec::new() }
    }
}

pub(super) struct GradeCombat<'a> {
    pub book: &'a Rulebook,
    pub bonus: BothSides<i8>,
}

impl CombatModel for GradeCombat<'_> {
    type State = GradeEnding;

    fn book(&self) -> &Rulebook {
        self.book
    }

    fn bonus(&self) -> BothSides<i8> {
        self.bonus
    }

    fn phase<'m>(
        &self,
        engagement: &Engagement,
        _: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, GradeEnding>, OddsError> {
        let mut ends = PhaseEnds::empty(meter)?;
        for (results, p) in support::results(self.book, engagement, meter)? {
            let left = BothSides::from_fn(|side| remaining_support(self.book, engagement, &results, side));
            self.add(support::lines(engagement, &results), &left, p, &mut ends, meter)?;
        }
        Ok(ends)
    }
}

impl GradeCombat<'_> {
    /// The results of a phase between two lines, regardless of support.
    pub fn phase_between_lines<'m>(
        &self,
        lines: BothSides<SideSetup>,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, GradeEnding>, OddsError> {
        let mut ends = PhaseEnds::empty(meter)?;
        self.add(lines, &BothSides::default(), 1.0, &mut ends, meter)?;
        Ok(ends)
    }

    /// Adds the results of a phase between two lines that occur with probability `chance`.
    fn add(
        &self,
        lines: BothSides<SideSetup>,
        support: &BothSides<Vec<(SupportTask, Grade)>>,
        chance: f64,
        ends: &mut PhaseEnds<GradeEnding>,
        meter: &Meter,
    ) -> Result<(), OddsError> {
        let setup = PhaseSetup::new(&self.book.scrud, &self.book.ladder, lines);
        let layout = TallyLayout::new(&setup, TallyDetail::Survivors).ok_or(OddsError::TooLarge)?;
        let tallies = setup.tallies(&layout, meter)?;
        let _held = meter.reserve(size_of_val(&*tallies))?;
        // Decoding a tally takes as long as some hundred additions.
        meter.charge(tallies.len().saturating_mul(100))?;
        // Many tallies have the same ending, so each side's part of a tally is decoded only once.
        let mut known: BothSides<Lookup<u64, u32>> = BothSides::default();
        for (tally, p) in tallies {
            let parts = layout.side_parts(tally);
            let mut index = |side: CombatSide| {
                *known[side].get_or_insert_with(parts[side], || {
                    let ending = layout.ending(&setup, side, parts[side]).without_lapsed_defeats(self.book);
                    ends.index_of(side, GradeEnding { ending, support: support[side].clone() })
                })
            };
            let pair = BothSides::from_fn(&mut index);
            ends.add(pair, chance * p)?;
        }
        Ok(())
    }
}

/// The support of a side that remains after support met support.
fn remaining_support(
    book: &Rulebook,
    engagement: &Engagement,
    results: &SupportResults,
    side: CombatSide,
) -> Vec<(SupportTask, Grade)> {
    let after = |(die, result): (&SupportDie, &support::SupportResult)| {
        let down = -i16::try_from(result.down).unwrap_or(i16::MAX);
        (!result.destroyed).then(|| (die.task, book.ladder.shifted(die.die.assumed_grade, down)))
    };
    engagement.support[side].iter().zip(&results[side]).filter_map(after).collect()
}

impl Ending {
    /// Drops leftover defeats unless the rules carry them over to the next phase.
    pub(in crate::odds) fn without_lapsed_defeats(self, book: &Rulebook) -> Self {
        let carried = if book.scrud.carry == DefeatCarry::PerPhase { 0 } else { self.carried };
        Self { carried, ..self }
    }

    pub(in crate::odds) fn remaining_side(&self, side: &SideSetup) -> SideSetup {
        side.reduced_to(&self.survivors, self.carried)
    }
}
