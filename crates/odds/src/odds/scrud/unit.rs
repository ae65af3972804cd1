//! What becomes of one unit in a phase with sorted lines, exactly. Source: RULES 2.2.
//!
//! Whether a unit is beaten depends on its score and on who stands ahead of it; whether it is the one that is eliminated
//! for every third defeat, on how many of its side are worse off in the end: of a lower grade, or of the same grade and
//! further down the line. So the unit stands as **a kind of its own**, those of its grade before it on the roster and
//! those after it as two more, and the phase is walked through once for each **score** it may show and each **grade** it
//! may end with. Score and grade given, every other die adds to the tally as it is set down: a defeat, and whether it is
//! worse off than the unit, which depends on nothing but its kind, whether it lost, and whether it stands ahead of the
//! unit or behind it. At the end the unit is gone if there are more eliminations than units worse off.
//!
//! One die may yet move: the lowest, which takes all the extra dice. The tally tells its kind, and is corrected for it.

use super::{
    Meter, OddsError, PhaseSetup,
    setup::{SideDie, SideSetup},
    support::{self, SupportResults},
    tally::{TallyLayout, TrackedUnit, lowest_of},
    walk,
};
use crate::odds::{Engagement, units::UnitOdds};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{LineUp, Rulebook},
    sides::CombatSide,
};
use wardiary_rules::rules::scrud::{Fate, Troop, suffer};

/// The chances of one troop of a side.
pub(in crate::odds) fn unit(
    book: &Rulebook,
    engagement: &Engagement,
    (side, troop): (CombatSide, usize),
    meter: &Meter,
) -> Result<UnitOdds, OddsError> {
    if !is_followed(book, engagement) || book.scrud.line_up != LineUp::Sorted {
        return Err(OddsError::TooLarge);
    }
    let mut odds = UnitOdds::default();
    for (results, p) in support::results(book, engagement, meter)? {
        let mut lines = support::lines(engagement, &results);
        // One score says nothing of a unit that rolls no die, or several.
        let party = &engagement.parties[side];
        let dice = party.dice.iter().filter(|die| die.troop == Some(troop)).count();
        if dice != 1 || lines[side].kinds.iter().any(|kind| kind.one_troop) {
            return Err(OddsError::TooLarge);
        }
        let grade = party.troops[troop].grade;
        // Every score that the unit may show, with its chance.
        let mut scores: BTreeMap<i16, f64> = BTreeMap::new();
        let faces = book.ladder.step(grade).die.sides();
        for face in 1..=faces {
            *scores.entry(book.ladder.score(grade, face)).or_insert(0.0) += 1.0 / f64::from(faces);
        }
        for (score, chance) in scores {
            let (line, kind) = set_apart(engagement, &results, (side, troop), score);
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

/// The side with the unit, which shows this score, as a kind of its own; and the index of that kind.
fn set_apart(
    engagement: &Engagement,
    results: &SupportResults,
    (side, troop): (CombatSide, usize),
    score: i16,
) -> (SideSetup, usize) {
    let party = &engagement.parties[side];
    // Units that differ in strength alone are of one kind.
    let troops: Vec<Troop> = party.troops.iter().map(|troop| Troop { strength: 1, ..*troop }).collect();
    let dice: Vec<SideDie> = support::dice_of(engagement, results, side)
        .into_iter()
        .map(|die| if die.troop == Some(troop) { SideDie { rolled: Some(score), ..die } } else { die })
        .collect();
    let line = SideSetup::in_roster_order(&dice, &troops, party.carried);
    let kind = line.kinds.iter().position(|kind| kind.is_unit() && kind.rolled.is_some());
    (line, kind.expect("the unit has a die"))
}

/// A phase in which one unit shows a score and ends with a grade.
struct UnitWalk<'a> {
    setup: &'a PhaseSetup<'a>,
    side: CombatSide,
    kind: usize,
    /// The grade it ends with, unless defeats eliminate it.
    final_grade: u8,
}

impl UnitWalk<'_> {
    fn own(&self) -> &SideSetup {
        &self.setup.sides[self.side]
    }

    /// The fate of a unit of a kind after so many defeats.
    fn fate(&self, kind: usize, defeats: u16) -> Fate {
        let mut fate = Fate::default();
        if let Some(troop) = self.own().kinds[kind].troop {
            suffer(self.setup.rules, self.setup.ladder, &troop, defeats, &mut fate);
        }
        fate
    }

    /// Whether a unit of a kind, with so many defeats, is worse off in the end than the tracked one, which it stands
    /// behind in the line or not.
    fn is_worse(&self, kind: usize, defeats: u16, behind: bool) -> bool {
        let Some(troop) = self.own().kinds[kind].troop else { return false };
        let fate = self.fate(kind, defeats);
        let (grade, tracked) = (u16::from(troop.grade.0) + fate.down, u16::from(self.final_grade));
        fate.eliminated.is_none() && (grade > tracked || (grade == tracked && behind))
    }

    fn layout(&self) -> Option<TallyLayout> {
        let mut layout = TallyLayout::empty(self.setup);
        let (side, own) = (self.side, self.own());
        let units = own.units();
        let lost = layout.add_digit(side, 2)?;
        let defeats = layout.add_digit(side, units + 1)?;
        let worse = layout.add_digit(side, units + 1)?;
        if self.setup.shorter() == Some(side) {
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
        layout.tracked = Some(TrackedUnit { side, kind: self.kind, place, adds });
        Some(layout)
    }

    /// Adds what becomes of the unit if it ends with that grade. Elimination by defeats alone is counted with the grade
    /// it began with.
    fn add(&self, chance: f64, meter: &Meter, odds: &mut UnitOdds) -> Result<(), OddsError> {
        let own = self.own();
        let first_grade = own.kinds[self.kind].troop.map_or(0, |troop| troop.grade.0);
        let layout = self.layout().ok_or(OddsError::TooLarge)?;
        let idle = own.idle.iter().filter(|troop| troop.grade.0 >= self.final_grade).count();
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
                    // It stands behind the unit, being the last of all.
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

/// Whether what becomes of a unit depends on nothing that the walk does not count.
fn is_followed(book: &Rulebook, engagement: &Engagement) -> bool {
    let rules = &book.scrud;
    super::counts_units(rules) && super::takes_lowest_grade(rules) && super::tells_dice_apart(engagement)
}

/// About how many steps it takes for all units of both sides.
pub(in crate::odds) fn estimate(book: &Rulebook, engagement: &Engagement) -> u64 {
    if !is_followed(book, engagement) {
        return u64::MAX;
    }
    let one = super::estimate_losses(book, engagement);
    let units: usize = engagement.parties.iter().map(|party| party.troops.len()).sum();
    // Six scores, two or three grades, and two kinds more in the line.
    one.saturating_mul(60).saturating_mul(u64::try_from(units).unwrap_or(u64::MAX))
}
