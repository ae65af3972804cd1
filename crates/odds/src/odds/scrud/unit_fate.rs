//! The fate of one unit in a phase with sorted lines, exactly. Source: RULES 2.2.
//!
//! Whether a unit is beaten depends on its score and on the dice ahead of it. Whether it is the unit eliminated for
//! every third defeat depends on how many units of its side are worse off in the end: of a lower grade, or of the same
//! grade and further down the line. So the unit is **a kind of its own**, and the units of its grade before and after
//! it on the roster are two more. The phase is walked once for each **score** the unit may show and each **grade** it
//! may end with. Given both, every other die has a fixed increment: its defeat, and whether its unit is worse off,
//! which depends only on its kind, whether it lost, and whether it is ahead of the unit. In the end the unit is
//! eliminated if there are more eliminations than units worse off.
//!
//! One unit can still change: the lowest, which takes all the extra dice. The tally records its kind, and the count is
//! corrected for it.

use super::{
    Meter, OddsError, PhaseSetup,
    expected_defeats::scores,
    setup::{SideDie, SideSetup},
    support::{self, SupportResults},
    tally::{TallyLayout, TrackedUnit, lowest_of},
    walk,
};
use crate::odds::{Engagement, units::UnitOdds};
use wardiary_base::{
    book::{LineUp, Rulebook},
    sides::CombatSide,
};
use wardiary_rules::rules::scrud::{Fate, Troop, apply_defeats_to_troop};

/// The chances of one troop of a side, given by its index in its party. Fails if it is too large, was cancelled, or
/// depends on more than a walk can count.
pub fn unit_odds(
    book: &Rulebook,
    engagement: &Engagement,
    (side, troop): (CombatSide, usize),
    meter: &Meter,
) -> Result<UnitOdds, OddsError> {
    fail_if!(!can_follow_units(book, engagement) || book.scrud.line_up != LineUp::Sorted, OddsError::TooLarge);
    let mut odds = UnitOdds::default();
    for (results, p) in support::results(book, engagement, meter)? {
        let mut lines = support::lines(engagement, &results);
        // The score of a unit is ambiguous if it rolls no die, or several.
        let party = &engagement.parties[side];
        let dice = party.dice.iter().filter(|die| die.troop == Some(troop)).count();
        fail_if!(dice != 1 || lines[side].kinds.iter().any(|kind| kind.one_troop), OddsError::TooLarge);
        let grade = party.troops[troop].grade;
        for (score, chance) in scores(book, grade) {
            let (line, kind) = side_with_separate_unit(engagement, &results, (side, troop), score);
            lines[side] = line;
            let setup = PhaseSetup::new(&book.scrud, &book.ladder, lines.clone());
            let lowest = book.ladder.lowest().0;
            for final_grade in grade.0..=lowest {
                let walk = UnitWalk { setup: &setup, side, kind, final_grade };
                walk.add(p * chance, meter, &mut odds)?;
            }
        }
    }
    Ok(odds)
}

/// The side with the unit as a separate kind that shows `score`, and the index of that kind.
fn side_with_separate_unit(
    engagement: &Engagement,
    results: &SupportResults,
    (side, troop): (CombatSide, usize),
    score: i16,
) -> (SideSetup, usize) {
    let party = &engagement.parties[side];
    // Units that differ only in strength are one kind.
    let troops: Vec<Troop> = party.troops.iter().map(|troop| Troop { strength: 1, ..*troop }).collect();
    let dice: Vec<SideDie> = support::dice_of(engagement, results, side)
        .into_iter()
        .map(|die| if die.troop == Some(troop) { SideDie { rolled: Some(score), ..die } } else { die })
        .collect();
    let line = SideSetup::in_roster_order(&dice, &troops, party.carried);
    let kind = line.kinds.iter().position(|kind| kind.is_unit() && kind.rolled.is_some());
    (line, kind.expect("the unit has a die"))
}

/// A phase in which one unit shows a given score and ends with a given grade.
struct UnitWalk<'a> {
    setup: &'a PhaseSetup<'a>,
    side: CombatSide,
    kind: usize,
    /// The grade it ends with, unless defeats eliminate it.
    final_grade: u8,
}

impl UnitWalk<'_> {
    fn own_side(&self) -> &SideSetup {
        &self.setup.sides[self.side]
    }

    /// The fate of a unit of a kind after this many defeats.
    fn fate(&self, kind: usize, defeats: u16) -> Fate {
        let mut fate = Fate::default();
        if let Some(troop) = self.own_side().kinds[kind].troop {
            apply_defeats_to_troop(self.setup.rules, self.setup.ladder, &troop, defeats, &mut fate);
        }
        fate
    }

    /// Whether a unit of a kind with these defeats ends worse off than the tracked one; `behind` says whether it stands
    /// behind it.
    fn is_worse(&self, kind: usize, defeats: u16, behind: bool) -> bool {
        let Some(troop) = self.own_side().kinds[kind].troop else { return false };
        let fate = self.fate(kind, defeats);
        let (grade, tracked) = (u16::from(troop.grade.0) + fate.down, u16::from(self.final_grade));
        fate.eliminated.is_none() && (grade > tracked || (grade == tracked && behind))
    }

    fn layout(&self) -> Option<TallyLayout> {
        let mut layout = TallyLayout::empty(self.setup);
        let (side, own) = (self.side, self.own_side());
        let units = own.units();
        let lost = layout.add_digit(side, 2)?;
        let defeats = layout.add_digit(side, units + 1)?;
        let worse = layout.add_digit(side, units + 1)?;
        if self.setup.shorter_side() == Some(side) {
            let extras = self.setup.sides[side.opponent()].dice().abs_diff(own.dice());
            layout.extra = layout.add_digit(side, extras + 1)?;
            layout.lowest = layout.add_digit(side, 2 * own.kinds.len() + 1)?;
        }
        let add = |kind: usize, behind: bool, loses: bool| {
            if !own.kinds[kind].is_unit() {
                return 0;
            }
            let beaten = if loses { defeats } else { 0 };
            if kind == self.kind {
                return if loses { beaten + lost } else { 0 };
            }
            beaten + if self.is_worse(kind, u16::from(loses), behind) { worse } else { 0 }
        };
        let adds = |kind: usize| [false, true].map(|behind| [true, false].map(|loses| add(kind, behind, loses)));
        let adds = (0..own.kinds.len()).map(adds).collect();
        let score = own.kinds[self.kind].rolled?;
        let place = self.setup.scores.iter().position(|s| *s == score)?;
        layout.tracked = Some(TrackedUnit { side, kind: self.kind, score_index: place, increments: adds });
        Some(layout)
    }

    /// Adds the chances of the unit for this final grade. Elimination by defeats alone is counted with the initial
    /// grade.
    fn add(&self, chance: f64, meter: &Meter, odds: &mut UnitOdds) -> Result<(), OddsError> {
        let own = self.own_side();
        let first_grade = own.kinds[self.kind].troop.map_or(0, |troop| troop.grade.0);
        let layout = self.layout().ok_or(OddsError::TooLarge)?;
        let idle = own.troops_without_dice.iter().filter(|troop| troop.grade.0 >= self.final_grade).count();
        for (tally, q) in walk::tallies(self.setup, &layout, meter)? {
            let p = chance * q;
            let mut digits = layout.digits(self.side, tally);
            let [lost, defeats, worse, extras, lowest] = [(); 5].map(|()| digits.next().unwrap_or(0));
            let mut worse = usize::from(worse) + idle;
            let mut own_defeats = lost;
            if let Some((kind, beaten)) = lowest_of(lowest).filter(|_| extras > 0) {
                if kind == self.kind {
                    own_defeats += extras;
                } else {
                    // The lowest die is last, so it is behind the unit.
                    worse -= usize::from(self.is_worse(kind, u16::from(beaten), true));
                    worse += usize::from(self.is_worse(kind, u16::from(beaten) + extras, true));
                }
            }
            let fate = self.fate(self.kind, own_defeats);
            if fate.eliminated.is_some() {
                if self.final_grade == first_grade {
                    odds.eliminated += p;
                    odds.defeated += p;
                }
                continue;
            }
            if u16::from(first_grade) + fate.down != u16::from(self.final_grade) {
                continue;
            }
            let every = self.setup.rules.eliminate_every.map(u16::from);
            let gone = every.map_or(0, |every| (own.carried + defeats + extras) / every);
            let eliminated = usize::from(gone) > worse;
            odds.defeated += if own_defeats > 0 { p } else { 0.0 };
            odds.eliminated += if eliminated { p } else { 0.0 };
            odds.demoted += if fate.down > 0 && !eliminated { p } else { 0.0 };
        }
        Ok(())
    }
}

/// Whether the walk counts everything that the fate of a unit depends on.
fn can_follow_units(book: &Rulebook, engagement: &Engagement) -> bool {
    let rules = &book.scrud;
    super::defeats_determine_losses(rules)
        && super::eliminates_lowest_grade(rules)
        && super::defeats_belong_to_beaten_die(engagement)
}

pub(in crate::odds) fn estimate(book: &Rulebook, engagement: &Engagement) -> u64 {
    if !can_follow_units(book, engagement) {
        return u64::MAX;
    }
    let one = super::estimate_losses(book, engagement);
    let units: usize = engagement.parties.iter().map(|party| party.troops.len()).sum();
    // Six scores, two or three grades, and two more kinds in the line.
    one.saturating_mul(60).saturating_mul(u64::try_from(units).unwrap_or(u64::MAX))
}
