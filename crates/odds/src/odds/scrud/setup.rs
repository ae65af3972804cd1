//! A phase as the exact odds see it: indistinguishable dice are grouped as a [`DieKind`].

use super::{as_rolled, tally::TallyLayout, walk};
use crate::odds::{Meter, OddsError, Survivors};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{Extras, Grade, Ladder, LineUp, Scrud},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::{
    roll::{DieRole, GradeGroup},
    scrud::Troop,
};

/// Indistinguishable dice of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::odds) struct DieKind {
    pub grade: Grade,
    /// The troop behind each die; `None` for support dice.
    pub troop: Option<Troop>,
    pub dice: usize,
    /// Whether all the dice belong to a single troop.
    pub(crate) one_troop: bool,
    /// The score, if the dice were rolled before the line-up.
    pub rolled: Option<i16>,
}

impl DieKind {
    pub fn is_unit(&self) -> bool {
        self.troop.is_some()
    }
}

/// One die of a side, with its score if it was rolled before the line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideDie {
    pub grade: Grade,
    /// Index of the troop; `None` for support.
    pub troop: Option<usize>,
    pub rolled: Option<i16>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::odds) struct SideSetup {
    /// Sorted as equal scores line up: better grades first, units before support.
    pub kinds: Vec<DieKind>,
    /// The kind of each die in roster order, support last. This is the order of dice as rolled.
    pub roster: Vec<usize>,
    /// Troops without a die in this phase.
    pub troops_without_dice: Vec<Troop>,
    pub carried: u16,
}

impl SideSetup {
    pub(super) fn new(dice: &[SideDie], troops: &[Troop], carried: u16) -> Self {
        Self::sorted(dice, troops, carried, |die, at| (die.grade, die.troop.is_none(), die.rolled, at))
    }

    /// Like [`Self::new`], but unit dice of one grade stay in roster order even if one of them has a fixed score: the
    /// dice before it and after it become separate kinds.
    pub(super) fn in_roster_order(dice: &[SideDie], troops: &[Troop], carried: u16) -> Self {
        Self::sorted(dice, troops, carried, |die, at| {
            (die.grade, die.troop.is_none(), die.rolled.filter(|_| die.troop.is_none()), at)
        })
    }

    fn sorted<K: Ord>(dice: &[SideDie], troops: &[Troop], carried: u16, order: impl Fn(&SideDie, usize) -> K) -> Self {
        let mut roster: Vec<SideDie> = dice.to_vec();
        roster.sort_by_key(|die| die.troop.is_none());
        let dice_of = |troop: usize| dice.iter().filter(|die| die.troop == Some(troop)).count();
        let mut line: Vec<usize> = (0..roster.len()).collect();
        line.sort_by_key(|at| order(&roster[*at], *at));
        let mut kinds: Vec<DieKind> = Vec::new();
        let mut previous = None;
        let mut kind_of = vec![0; roster.len()];
        for at in line {
            let SideDie { grade, troop: index, rolled } = roster[at];
            let troop = index.map(|t| troops[t]);
            let one_troop = index.is_some_and(|t| dice_of(t) > 1);
            let alike = |k: &DieKind| {
                let same_troop = if one_troop { previous == index } else { !k.one_troop };
                k.grade == grade && k.troop == troop && k.rolled == rolled && same_troop
            };
            match kinds.last_mut().filter(|k| alike(k)) {
                Some(kind) => kind.dice += 1,
                None => kinds.push(DieKind { grade, troop, dice: 1, one_troop, rolled }),
            }
            previous = index;
            kind_of[at] = kinds.len() - 1;
        }
        let idle = (0..troops.len()).filter(|t| dice_of(*t) == 0).map(|t| troops[t]).collect();
        Self { kinds, roster: kind_of, troops_without_dice: idle, carried }
    }

    /// The side of a bare roll, whose units have equal strength.
    pub(super) fn from_groups(groups: &[GradeGroup], strength: u16) -> Self {
        let (mut dice, mut troops) = (Vec::new(), Vec::new());
        for group in groups {
            for _ in 0..group.count {
                let troop = (group.role == DieRole::Unit).then(|| {
                    troops.push(Troop { grade: group.grade, strength });
                    troops.len() - 1
                });
                dice.push(SideDie { grade: group.grade, troop, rolled: None });
            }
        }
        Self::new(&dice, &troops, 0)
    }

    /// The side in its next phase: the surviving units, and its original support dice.
    pub(in crate::odds) fn reduced_to(&self, survivors: &Survivors, carried: u16) -> Self {
        let strength = self.kinds.iter().find_map(|k| k.troop).map_or(1, |troop| troop.strength);
        let mut dice = Vec::new();
        let mut troops = Vec::new();
        for (grade, units) in survivors {
            for _ in 0..*units {
                dice.push(SideDie { grade: *grade, troop: Some(troops.len()), rolled: None });
                troops.push(Troop { grade: *grade, strength });
            }
        }
        for kind in self.kinds.iter().filter(|kind| !kind.is_unit()) {
            let die = SideDie { grade: kind.grade, troop: None, rolled: kind.rolled };
            dice.extend(std::iter::repeat_n(die, kind.dice));
        }
        Self::new(&dice, &troops, carried)
    }

    pub fn dice(&self) -> usize {
        self.roster.len()
    }

    pub fn units(&self) -> usize {
        self.kinds.iter().filter(|k| k.is_unit()).map(|k| k.dice).sum()
    }

    pub fn grades(&self) -> Survivors {
        let mut counts: BTreeMap<Grade, u16> = BTreeMap::new();
        let dice = self.kinds.iter().filter_map(|k| Some((k.troop?.grade, if k.one_troop { 1 } else { k.dice })));
        for (grade, n) in dice.chain(self.troops_without_dice.iter().map(|troop| (troop.grade, 1))) {
            *counts.entry(grade).or_insert(0) += u16::try_from(n).unwrap_or(u16::MAX);
        }
        counts.into_iter().collect()
    }
}

#[derive(Clone, Debug)]
pub(in crate::odds) struct PhaseSetup<'a> {
    pub rules: &'a Scrud,
    pub ladder: &'a Ladder,
    pub sides: BothSides<SideSetup>,
    pub scores: Vec<i16>,
}

impl<'a> PhaseSetup<'a> {
    pub fn new(rules: &'a Scrud, ladder: &'a Ladder, sides: BothSides<SideSetup>) -> Self {
        let kinds = sides.iter().flat_map(|side| &side.kinds);
        let scores_of = |kind: &DieKind| -> Vec<i16> {
            let faces = 1..=ladder.step(kind.grade).die.sides();
            kind.rolled.map_or_else(|| faces.map(|face| ladder.score(kind.grade, face)).collect(), |score| vec![score])
        };
        let mut scores: Vec<i16> = kinds.flat_map(scores_of).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores.dedup();
        Self { rules, ladder, sides, scores }
    }

    /// For each face of a kind's die, from 1, the index of its score in [`Self::scores`]; constant for a die that was
    /// rolled before.
    pub fn score_indices(&self, kind: &DieKind) -> Vec<usize> {
        let place = |face| {
            let score = kind.rolled.unwrap_or_else(|| self.ladder.score(kind.grade, face));
            self.scores.iter().position(|s| *s == score).expect("every score that can come up is listed")
        };
        (1..=self.ladder.step(kind.grade).die.sides()).map(place).collect()
    }

    /// For a kind's die, the probability of each of [`Self::scores`].
    pub(crate) fn probabilities(&self, kind: &DieKind) -> Vec<f64> {
        let mut faces = vec![0u8; self.scores.len()];
        for place in self.score_indices(kind) {
            faces[place] += 1;
        }
        let sides = f64::from(self.ladder.step(kind.grade).die.sides());
        faces.iter().map(|n| f64::from(*n) / sides).collect()
    }

    /// The side with the shorter line, if extra dice may count against it; `None` if there are none.
    pub fn shorter_side(&self) -> Option<CombatSide> {
        let dice = self.sides.as_ref().map(SideSetup::dice);
        if dice.first == dice.second || self.rules.extras == Extras::Ignored {
            return None;
        }
        let shorter = if dice.second < dice.first { CombatSide::Second } else { CombatSide::First };
        (self.sides[shorter].units() > 0).then_some(shorter)
    }

    /// Under [`Extras::OverHalf`], whether an extra die with the score at `place` counts.
    pub(crate) fn is_over_half(&self, kind: &DieKind, place: usize) -> bool {
        2 * self.scores[place] > i16::from(self.ladder.step(kind.grade).die.sides())
    }

    /// Whether the first score is exactly 1 above the second, by their indices.
    pub(super) fn is_one_above(&self, above: usize, place: usize) -> bool {
        self.scores.get(place).is_some_and(|score| self.scores[above] - score == 1)
    }

    pub(super) fn tallies(&self, layout: &TallyLayout, meter: &Meter) -> Result<Vec<(u64, f64)>, OddsError> {
        match self.rules.line_up {
            LineUp::Sorted => walk::tallies(self, layout, meter),
            LineUp::AsRolled => as_rolled::tallies(self, layout, meter),
        }
    }

    pub(super) fn estimate(&self, layout: &TallyLayout) -> u64 {
        match self.rules.line_up {
            LineUp::Sorted => walk::estimate(self, layout),
            LineUp::AsRolled => as_rolled::estimate(self, layout),
        }
    }
}
