//! Several phases in which dice stand as rolled. Source: RULES 2.2, 2.3.
//!
//! Who stands opposite whom depends on who is left, so what becomes of each unit in its place on the roster must be known. But
//! the k-th die of one side meets the k-th of the other whatever they show: the pairs are independent, and need not be
//! thrown together. A phase is told in three parts (`phase`):
//!
//! - **Who is beaten.** Each pair has three results at the most, so n pairs have 3ⁿ, and each is tried. Given the results,
//!   what one pair shows is still independent of the others.
//! - **Who is the lowest** of the shorter line, where extra dice may count. Each of its units may be, with each score that it
//!   can show: all others then show more, or as much and stand before it. How many extra dice count depends on nothing else.
//! - **Who goes for the defeats of his side.** For the most part nobody does, or grades alone say who; only where some of a
//!   grade go and others stay are scores asked for, those of the units in question (`going`).
//!
//! Of the last phase it is asked no more than how many of a grade are left. That is counted (`as_rolled`), and before it pairs
//! can change places.

mod going;
mod phase;

use super::{
    Meter, OddsError, PhaseSetup, SideSetup, TallyDetail, TallyLayout,
    chain::{Fighter, PhaseEnds, as_states, share},
    support,
    thrown::{ByThrows, ThrownEnd},
    walked::support_left,
};
use crate::odds::Engagement;
use phase::PairPhase;
use wardiary_base::{
    book::{Extras, LineUp, Rulebook},
    sides::{BothSides, CombatSide},
};

/// A combat of bare dice that stand as rolled.
pub(super) struct ByPairs<'a>(pub ByThrows<'a>);

/// Whether a combat is one of those: each unit has one die, and but for support there are no others.
pub(super) fn covers(book: &Rulebook, engagement: &Engagement) -> bool {
    let single = |side: CombatSide| {
        let party = &engagement.parties[side];
        party.dice.iter().map(|die| die.troop).eq((0..party.troops.len()).map(Some))
    };
    book.scrud.line_up == LineUp::AsRolled && CombatSide::BOTH.into_iter().all(single)
}

impl ByPairs<'_> {
    fn phase<'m>(
        &self,
        engagement: &Engagement,
        more: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, ThrownEnd>, OddsError> {
        let book = self.0.book;
        let mut ends = PhaseEnds::none(meter)?;
        for (results, p) in support::results(book, engagement, meter)? {
            if more == 0 && super::counts_survivors(&book.scrud, 1) {
                self.last(support::lines(engagement, &results), p, &mut ends, meter)?;
                continue;
            }
            let support = BothSides::from_fn(|side| support_left(book, engagement, &results, side));
            let dice = BothSides::from_fn(|side| support::dice_of(engagement, &results, side));
            PairPhase::new(book, &engagement.parties, &dice, more == 0).each(meter, |left, q| {
                let left = BothSides::from_fn(|side| {
                    let (units, carried) = left[side].clone();
                    ThrownEnd { units, support: support[side].clone(), carried }
                });
                let left = self.forget(left, more);
                let index = BothSides::from_fn(|side| ends.index_of(side, left[side].clone()));
                ends.add(index, p * q)
            })?;
        }
        Ok(ends)
    }

    /// Adds what the last phase leads to, of which nothing matters but how many units of a grade are left.
    fn last(
        &self,
        lines: BothSides<SideSetup>,
        chance: f64,
        ends: &mut PhaseEnds<ThrownEnd>,
        meter: &Meter,
    ) -> Result<(), OddsError> {
        let setup = PhaseSetup::new(&self.0.book.scrud, &self.0.book.ladder, lines);
        let layout = TallyLayout::new(&setup, TallyDetail::Survivors).ok_or(OddsError::TooLarge)?;
        let tallies = setup.tallies(&layout, meter)?;
        meter.charge(tallies.len().saturating_mul(100))?;
        for (tally, p) in tallies {
            let parts = layout.parts(tally);
            let left = BothSides::from_fn(|side| {
                let survivors = layout.ending(&setup, side, parts[side]).survivors.into_iter();
                let units = survivors.flat_map(|(grade, n)| std::iter::repeat_n((grade, 1), n.into())).collect();
                ends.index_of(side, ThrownEnd { units, support: Vec::new(), carried: 0 })
            });
            ends.add(left, chance * p)?;
        }
        Ok(())
    }

    /// What is left, without what nothing that follows can tell.
    fn forget(&self, mut left: BothSides<ThrownEnd>, more: u8) -> BothSides<ThrownEnd> {
        let Some(later) = more.checked_sub(1) else {
            for side in left.iter_mut() {
                side.units.iter_mut().for_each(|(_, strength)| *strength = 1);
                side.units.sort_unstable();
                (side.support, side.carried) = (Vec::new(), 0);
            }
            return left;
        };
        let dice = left.as_ref().map(|side| side.units.len() + side.support.len());
        for side in CombatSide::BOTH {
            self.0.forget_strength(dice[side.opponent()], &mut left[side], later);
        }
        if later == 0 && left.iter().all(|side| side.support.is_empty()) {
            self.arrange(&mut left);
        }
        left
    }

    /// Puts the pairs of the last phase into an order, with the extra dice behind them. Where these count, equal scores of a
    /// grade are told apart by their order in the shorter line, which stays.
    fn arrange(&self, left: &mut BothSides<ThrownEnd>) {
        let units = left.as_ref().map(|side| side.units.len());
        let BothSides { first, second } = left;
        let mut pairs: Vec<_> = first.units.iter().copied().zip(second.units.iter().copied()).collect();
        if units.first == units.second || self.0.book.scrud.extras == Extras::Ignored {
            pairs.sort_unstable();
        } else if units.first < units.second {
            pairs.sort_by_key(|(first, _)| first.0);
        } else {
            pairs.sort_by_key(|(_, second)| second.0);
        }
        for (at, (one, other)) in pairs.iter().enumerate() {
            (first.units[at], second.units[at]) = (*one, *other);
        }
        first.units[pairs.len()..].sort_unstable();
        second.units[pairs.len()..].sort_unstable();
    }
}

impl Fighter for ByPairs<'_> {
    type End = ThrownEnd;

    fn first<'m>(&self, more: u8, meter: &'m Meter) -> Result<PhaseEnds<'m, ThrownEnd>, OddsError> {
        self.phase(&self.0.start, more, meter)
    }

    fn next<'m>(
        &self,
        from: BothSides<&ThrownEnd>,
        more: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, ThrownEnd>, OddsError> {
        self.phase(&ThrownEnd::engagement(from), more, meter)
    }
}

/// About how many steps so many phases take.
pub(super) fn estimate(book: &Rulebook, engagement: &Engagement, phases: u8) -> u64 {
    let units = engagement.parties.as_ref().map(|party| party.troops.len());
    let dice = BothSides::from_fn(|side| units[side] + engagement.support[side].len());
    let (pairs, extras) = (dice.first.min(dice.second), dice.first.abs_diff(dice.second));
    let results = 3u64.saturating_pow(u32::try_from(pairs).unwrap_or(u32::MAX));
    let ways =
        u64::try_from(if book.scrud.extras == Extras::Ignored { 1 } else { 1 + extras * pairs }).unwrap_or(u64::MAX);
    let one = results.saturating_mul(ways).saturating_mul(phase::STEPS_A_RESULT);
    let last = super::estimate_phase(book, support::lines_without(engagement), TallyDetail::Survivors).min(one);
    // As measured: many results lead to the same, and before the last phase most of them do.
    let states = share(usize::try_from(results.saturating_mul(ways.min(4))).unwrap_or(usize::MAX), 1);
    (1..phases).fold(if phases == 1 { last } else { one }, |steps, fought| {
        let reached = as_states(states.powf(1.0 + 0.6 * f64::from(fought - 1)));
        let each = if fought + 1 == phases { last / 8 } else { one };
        steps.saturating_add(reached.saturating_mul(each))
    })
}
