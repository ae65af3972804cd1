//! Phases with sorted lines in which only the number of surviving units of each grade matters, walked score by score.
//! Support against support is resolved before each phase, and what remains of it continues to the next.

use super::{
    Meter, OddsError, PhaseSetup, SideSetup,
    chain::{Fighter, PhaseEnds, SideEnd},
    support::{self, SupportResult, SupportResults},
    tally::{Ending, TallyDetail, TallyLayout},
};
use crate::odds::{Engagement, Survivors, lookup::Lookup};
use wardiary_base::{
    book::{Carry, Grade, Rulebook},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::support::Duty;

/// What remains of a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct WalkedEnd {
    ending: Ending,
    /// Support from outside, in roster order.
    support: Vec<(Duty, Grade)>,
}

impl SideEnd for WalkedEnd {
    fn survivors(&self) -> Survivors {
        self.ending.survivors.clone()
    }

    fn goes_on(&self) -> bool {
        !self.ending.survivors.is_empty()
    }

    fn heap(&self) -> usize {
        size_of_val(&*self.ending.survivors) + size_of_val(&*self.support) + 32
    }
}

pub(super) struct Walked<'a> {
    book: &'a Rulebook,
    lines: BothSides<SideSetup>,
    /// The first phase, if support meets support in it.
    engagement: Option<Engagement>,
}

impl<'a> Walked<'a> {
    /// A combat whose lines don't depend on dice.
    pub fn fixed(book: &'a Rulebook, lines: BothSides<SideSetup>) -> Self {
        Self { book, lines, engagement: None }
    }

    /// A combat in which support meets support.
    pub fn supported(book: &'a Rulebook, engagement: Engagement) -> Self {
        Self { book, lines: support::lines_without(&engagement), engagement: Some(engagement) }
    }

    fn with_support<'m>(
        &self,
        engagement: &Engagement,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, WalkedEnd>, OddsError> {
        let mut ends = PhaseEnds::none(meter)?;
        for (results, p) in support::results(self.book, engagement, meter)? {
            let left = BothSides::from_fn(|side| support_left(self.book, engagement, &results, side));
            self.phase(support::lines(engagement, &results), &left, p, &mut ends, meter)?;
        }
        Ok(ends)
    }

    /// Adds the results of a phase between two lines that occur with probability `chance`.
    fn phase(
        &self,
        lines: BothSides<SideSetup>,
        support: &BothSides<Vec<(Duty, Grade)>>,
        chance: f64,
        ends: &mut PhaseEnds<WalkedEnd>,
        meter: &Meter,
    ) -> Result<(), OddsError> {
        let setup = PhaseSetup::new(&self.book.scrud, &self.book.ladder, lines);
        let layout = TallyLayout::new(&setup, TallyDetail::Survivors).ok_or(OddsError::TooLarge)?;
        let tallies = setup.tallies(&layout, meter)?;
        let _held = meter.hold(size_of_val(&*tallies))?;
        // Decoding a tally takes as long as some hundred additions.
        meter.charge(tallies.len().saturating_mul(100))?;
        // Many tallies have the same ending, so each side's part of a tally is decoded only once.
        let mut known: BothSides<Lookup<u64, u32>> = BothSides::default();
        for (tally, p) in tallies {
            let parts = layout.parts(tally);
            let mut index = |side: CombatSide| {
                *known[side].get_or_insert_with(parts[side], || {
                    let ending = layout.ending(&setup, side, parts[side]).before_next_phase(self.book);
                    ends.index_of(side, WalkedEnd { ending, support: support[side].clone() })
                })
            };
            let pair = BothSides::from_fn(&mut index);
            ends.add(pair, chance * p)?;
        }
        Ok(())
    }
}

impl Fighter for Walked<'_> {
    type End = WalkedEnd;

    fn first<'m>(&self, _: u8, meter: &'m Meter) -> Result<PhaseEnds<'m, WalkedEnd>, OddsError> {
        if let Some(engagement) = &self.engagement {
            return self.with_support(engagement, meter);
        }
        let mut ends = PhaseEnds::none(meter)?;
        self.phase(self.lines.clone(), &BothSides::default(), 1.0, &mut ends, meter)?;
        Ok(ends)
    }

    fn next<'m>(
        &self,
        from: BothSides<&WalkedEnd>,
        _: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, WalkedEnd>, OddsError> {
        if from.iter().any(|end| !end.support.is_empty()) {
            let strength = self.book.troops[0].strength;
            let engagement = Engagement::of_sides(from.map(|end| {
                let units = end.ending.survivors.iter();
                let units = units.flat_map(|(grade, n)| std::iter::repeat_n((*grade, strength), (*n).into()));
                (units.collect(), end.support.clone(), end.ending.carried)
            }));
            return self.with_support(&engagement, meter);
        }
        let lines = BothSides::from_fn(|side| from[side].ending.reduced(&self.lines[side]));
        let mut ends = PhaseEnds::none(meter)?;
        self.phase(lines, &BothSides::default(), 1.0, &mut ends, meter)?;
        Ok(ends)
    }
}

/// The support of a side that remains after support met support.
pub(super) fn support_left(
    book: &Rulebook,
    engagement: &Engagement,
    results: &SupportResults,
    side: CombatSide,
) -> Vec<(Duty, Grade)> {
    let after = |(die, result): (&wardiary_rules::rules::support::SupportDie, &SupportResult)| {
        let down = -i16::try_from(result.down).unwrap_or(i16::MAX);
        (!result.destroyed).then(|| (die.duty, book.ladder.shifted(die.die.grade, down)))
    };
    engagement.support[side].iter().zip(&results[side]).filter_map(after).collect()
}

impl Ending {
    /// Drops leftover defeats unless the rules carry them over to the next phase.
    pub(in crate::odds) fn before_next_phase(self, book: &Rulebook) -> Self {
        let carried = if book.scrud.carry == Carry::PerPhase { 0 } else { self.carried };
        Self { carried, ..self }
    }

    pub(in crate::odds) fn reduced(&self, side: &SideSetup) -> SideSetup {
        side.reduced_to(&self.survivors, self.carried)
    }
}
