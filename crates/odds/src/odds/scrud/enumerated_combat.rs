//! Phases under any rules: the rules resolve every distinct throw, and each unit keeps its place on the roster. Much
//! slower than walking, but needed where it matters which unit of a grade was hit, or by how much.
//!
//! Two states are equal if nothing that follows can tell them apart. With sorted lines the order of units of different
//! grades does not matter, unless they can reach one grade with different strengths. Strength does not matter if the
//! remaining phases can't use it up.

use super::{
    Meter, OddsError,
    markov_chain::{CombatModel, PhaseEnds, SideState},
};
use crate::odds::{
    Case, Distribution, Engagement, Survivors,
    dice_outcomes::{DiceOutcome, DiceOutcomes},
    engagement::{BareSide, RolledPhase},
    enumerate::STEPS_PER_ROLL,
    simulate::case_of,
};
use indexmap::IndexMap;
use wardiary_base::{
    book::{Casualty, DefeatCarry, Extras, Grade, LineUp, Rulebook, Scrud},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::support::SupportTask;

/// The state of a side after a phase, in roster order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct RosterEnding {
    /// Grade and strength of each unit.
    pub units: Vec<(Grade, u16)>,
    pub support: Vec<(SupportTask, Grade)>,
    pub carried: u16,
    pub retired: Vec<Grade>,
}

impl SideState for RosterEnding {
    fn survivors(&self) -> Survivors {
        let fighting = self.units.iter().map(|(grade, _)| grade);
        let mut grades: Vec<Grade> = fighting.chain(&self.retired).copied().collect();
        grades.sort_unstable();
        grades.chunk_by(|a, b| a == b).map(|same| (same[0], u16::try_from(same.len()).unwrap_or(u16::MAX))).collect()
    }

    fn has_units(&self) -> bool {
        !self.units.is_empty()
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.units) + size_of_val(&*self.support) + size_of_val(&*self.retired) + 48
    }

    fn next_phase_side(&self, _: &Rulebook) -> BareSide {
        let Self { units, support, carried, retired } = self.clone();
        BareSide { units, support, carried, retired }
    }
}

pub(super) struct EnumeratedCombat<'a> {
    pub book: &'a Rulebook,
    pub bonus: BothSides<i8>,
}

impl CombatModel for EnumeratedCombat<'_> {
    type State = RosterEnding;

    fn book(&self) -> &Rulebook {
        self.book
    }

    fn bonus(&self) -> BothSides<i8> {
        self.bonus
    }

    fn phase<'m>(
        &self,
        engagement: &Engagement,
        more: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, RosterEnding>, OddsError> {
        let by_grade = self.book.scrud.line_up == LineUp::Sorted && !grades_mix(&self.book.scrud);
        // In the last phase only the number of survivors of each grade matters.
        let alike = |side: CombatSide, one: usize, _: usize| {
            let dice = engagement.parties[side.opponent()].dice.len() + engagement.support[side.opponent()].len();
            more == 0 || engagement.parties[side].troops[one].strength > self.max_loss(dice, more)
        };
        let least = DiceOutcomes::estimate(self.book, engagement);
        fail_if!(!meter.allows(least.saturating_mul(STEPS_PER_ROLL)), OddsError::TooLarge);
        let throws = DiceOutcomes::new(self.book, engagement, alike);
        let end = |thrown: &DiceOutcome| {
            BothSides::from_fn(|side| {
                let mut end = self.side_ending(engagement, &thrown.rolled, side);
                if by_grade {
                    end.units.sort_by_key(|(grade, _)| *grade);
                }
                end
            })
        };
        let count = |sums: &mut IndexMap<BothSides<RosterEnding>, f64>, thrown: &DiceOutcome| {
            *sums.entry(end(thrown)).or_insert(0.0) += thrown.p;
        };
        let sums = throws.accumulate(meter, IndexMap::new, count, merge_sums)?;
        let mut ends = PhaseEnds::empty(meter)?;
        for (pair, p) in sums {
            let dice = BothSides::from_fn(|side| pair[side].units.len() + pair[side].support.len());
            let BothSides { first, second } = pair;
            let mut index = |side: CombatSide, mut end: RosterEnding| {
                if let Some(more) = more.checked_sub(1) {
                    self.forget_strength(dice[side.opponent()], &mut end, more);
                }
                ends.index_of(side, end)
            };
            let pair = BothSides::new(index(CombatSide::First, first), index(CombatSide::Second, second));
            ends.add(pair, p)?;
        }
        Ok(ends)
    }
}

impl EnumeratedCombat<'_> {
    /// Maximum Strength Points a unit can lose to this many dice in a phase and the `more` phases after it.
    fn max_loss(&self, dice: usize, more: u8) -> u16 {
        let rules = &self.book.scrud;
        let most = |effects: &[Casualty]| {
            let points =
                effects.iter().map(|effect| if let Casualty::LoseStrength(points) = effect { *points } else { 0 });
            points.sum::<u16>()
        };
        let by_margin = rules.by_margin.0.iter().map(|(_, effects)| most(effects)).max();
        let points = most(&rules.defeat).max(by_margin.unwrap_or(0));
        let extras = if rules.extras == Extras::Ignored { 0 } else { dice };
        let defeats = u16::try_from(1 + extras).unwrap_or(u16::MAX).saturating_mul(u16::from(more) + 1);
        points.saturating_mul(defeats)
    }

    /// Replaces strength that can no longer be used up by one value, which merges equal states.
    fn forget_strength(&self, dice: usize, end: &mut RosterEnding, more: u8) {
        let enough = self.max_loss(dice, more).saturating_add(1);
        end.units.iter_mut().for_each(|(_, strength)| *strength = (*strength).min(enough));
    }

    fn side_ending(&self, engagement: &Engagement, rolled: &RolledPhase, side: CombatSide) -> RosterEnding {
        let lower = |grade: Grade, down: u16| self.book.ladder.shifted(grade, -i16::try_from(down).unwrap_or(i16::MAX));
        let units = engagement.parties[side].troops.iter().zip(&rolled.phase.fates[side]);
        let mut retired = engagement.retired[side].clone();
        let mut fighting = Vec::new();
        for (troop, fate) in units.filter(|(_, fate)| fate.eliminated.is_none()) {
            let grade = lower(troop.grade, fate.down);
            if fate.retired {
                retired.push(grade);
            } else {
                fighting.push((grade, troop.strength.saturating_sub(fate.lost)));
            }
        }
        retired.sort_unstable();
        let support = engagement.support[side].iter().enumerate().filter_map(|(at, die)| {
            let fate = rolled.support_exchange.fates[side].get(at).copied().unwrap_or_default();
            fate.destroyed.is_none().then(|| (die.task, lower(die.die.assumed_grade, fate.down)))
        });
        let carried = if self.book.scrud.carry == DefeatCarry::PerPhase { 0 } else { rolled.phase.carried[side] };
        RosterEnding { units: fighting, support: support.collect(), carried, retired }
    }
}

/// Whether units of different grades can come into one grade, with different strengths.
fn grades_mix(rules: &Scrud) -> bool {
    let wears = rules.all_effects().any(|effect| matches!(effect, Casualty::LoseStrength(_)));
    wears && rules.all_effects().any(|effect| effect == Casualty::Demote)
}

pub(super) fn one_phase(
    book: &Rulebook,
    engagement: &Engagement,
    left: bool,
    meter: &Meter,
) -> Result<Distribution<Case>, OddsError> {
    fail_if!(
        !meter.allows(DiceOutcomes::estimate(book, engagement).saturating_mul(STEPS_PER_ROLL)),
        OddsError::TooLarge
    );
    let throws = DiceOutcomes::new(book, engagement, |_, _, _| true);
    let count = |sums: &mut IndexMap<Case, f64>, thrown: &DiceOutcome| {
        *sums.entry(case_of(book, engagement, &thrown.rolled.phase, left)).or_insert(0.0) += thrown.p;
    };
    Ok(Distribution::collect(throws.accumulate(meter, IndexMap::new, count, merge_sums)?))
}

fn merge_sums<K: Eq + std::hash::Hash>(mut sums: IndexMap<K, f64>, more: IndexMap<K, f64>) -> IndexMap<K, f64> {
    for (key, p) in more {
        *sums.entry(key).or_insert(0.0) += p;
    }
    sums
}
