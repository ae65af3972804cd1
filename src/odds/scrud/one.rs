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
//! One die may yet move: the lowest, which takes all the extra dice. Its kind is told by the tally, and corrected for.

use super::{
    Bout, Meter, Seat, Side, Stopped, clash,
    tally::{Ledger, Watched, lowest_of},
    walk,
};
use crate::{
    book::{LineUp, Rulebook},
    odds::{Engagement, units::UnitOdds},
    rules::scrud::{Fate, Troop, suffer},
};
use std::collections::BTreeMap;

/// The chances of one troop of a side.
pub(in crate::odds) fn unit(
    book: &Rulebook,
    engagement: &Engagement,
    (side, troop): (usize, usize),
    meter: &Meter,
) -> Result<UnitOdds, Stopped> {
    if !super::counts_units(&book.scrud) || book.scrud.line_up != LineUp::Sorted {
        return Err(Stopped::TooLarge);
    }
    let mut odds = UnitOdds::default();
    for (settled, p) in clash::settled(book, engagement, meter)? {
        let mut lines = clash::lines(engagement, &settled);
        // Who rolls no die, or several, is not told apart by one score.
        let dice = engagement.parties[side].dice.iter().filter(|die| die.troop == Some(troop)).count();
        if dice != 1 || lines[side].kinds.iter().any(|kind| kind.one_troop) {
            return Err(Stopped::TooLarge);
        }
        let grade = engagement.parties[side].troops[troop].grade;
        // Every score that the unit may show, with its chance.
        let mut scores: BTreeMap<i16, f64> = BTreeMap::new();
        let sides = book.ladder.step(grade).die.sides();
        for face in 1..=sides {
            *scores.entry(book.ladder.score(grade, face)).or_insert(0.0) += 1.0 / f64::from(sides);
        }
        for (score, chance) in scores {
            let (line, kind) = apart(engagement, &settled, (side, troop), score);
            lines[side] = line;
            let bout = Bout::new(&book.scrud, &book.ladder, lines.clone());
            let lowest = book.ladder.lowest().0;
            for ends in grade.0..=lowest {
                let watch = Walked { bout: &bout, side, kind, ends };
                watch.add(p * chance, meter, &mut odds)?;
            }
        }
    }
    Ok(odds)
}

/// The line of a side in which the unit stands as a kind of its own, and that kind.
fn apart(
    engagement: &Engagement,
    settled: &clash::Settled,
    (side, troop): (usize, usize),
    score: i16,
) -> (Side, usize) {
    let party = &engagement.parties[side];
    // What tells a unit from its like is not its strength.
    let troops: Vec<Troop> = party.troops.iter().map(|troop| Troop { strength: 1, ..*troop }).collect();
    let seats: Vec<Seat> = clash::seats(engagement, settled, side)
        .into_iter()
        .map(|seat| if seat.troop == Some(troop) { Seat { lies: Some(score), ..seat } } else { seat })
        .collect();
    let line = Side::in_roster_order(&seats, &troops, party.carried);
    let kind = line.kinds.iter().position(|kind| kind.troop.is_some() && kind.lies.is_some());
    (line, kind.expect("the unit has a die"))
}

/// A phase in which one unit shows a score and ends with a grade.
struct Walked<'a> {
    bout: &'a Bout<'a>,
    side: usize,
    kind: usize,
    /// The grade it ends with, if it lives so far.
    ends: u8,
}

impl Walked<'_> {
    /// The fate of a unit of a kind, by so many defeats.
    fn fate(&self, kind: usize, defeats: u16) -> Fate {
        let mut fate = Fate::default();
        if let Some(troop) = self.bout.sides[self.side].kinds[kind].troop {
            suffer(self.bout.rules, self.bout.ladder, &troop, defeats, &mut fate);
        }
        fate
    }

    /// Whether a unit of a kind, with so many defeats, is worse off in the end than the one that is watched, which it
    /// stands behind in the line or not.
    fn is_worse(&self, kind: usize, defeats: u16, behind: bool) -> bool {
        let Some(troop) = self.bout.sides[self.side].kinds[kind].troop else { return false };
        let fate = self.fate(kind, defeats);
        let (grade, ends) = (u16::from(troop.grade.0) + fate.down, u16::from(self.ends));
        fate.eliminated.is_none() && (grade > ends || (grade == ends && behind))
    }

    fn ledger(&self) -> Option<Ledger> {
        let mut ledger = Ledger::empty(self.bout);
        let (side, own) = (self.side, &self.bout.sides[self.side]);
        let units = own.units();
        let lost = ledger.digit(side, 2)?;
        let defeats = ledger.digit(side, units + 1)?;
        let worse = ledger.digit(side, units + 1)?;
        if self.bout.short() == Some(side) {
            ledger.extra = ledger.digit(side, self.bout.sides[1 - side].dice().abs_diff(own.dice()) + 1)?;
            ledger.lowest = ledger.digit(side, 2 * own.kinds.len() + 1)?;
        }
        let adds = |kind: usize| {
            [false, true].map(|behind| {
                [true, false].map(|loses| {
                    if own.kinds[kind].troop.is_none() {
                        return 0;
                    }
                    let beaten = if loses { defeats } else { 0 };
                    if kind == self.kind {
                        return if loses { beaten + lost } else { 0 };
                    }
                    beaten + if self.is_worse(kind, u16::from(loses), behind) { worse } else { 0 }
                })
            })
        };
        let adds = (0..own.kinds.len()).map(adds).collect();
        let score = own.kinds[self.kind].lies?;
        let place = self.bout.scores.iter().position(|s| *s == score)?;
        ledger.watched = Some(Watched { side, kind: self.kind, place, adds });
        Some(ledger)
    }

    /// Adds what comes of the unit where it ends with that grade, or is gone by defeats alone, which is counted with
    /// the grade it began with.
    fn add(&self, chance: f64, meter: &Meter, odds: &mut UnitOdds) -> Result<(), Stopped> {
        let own = &self.bout.sides[self.side];
        let begins = own.kinds[self.kind].troop.map_or(0, |troop| troop.grade.0);
        let ledger = self.ledger().ok_or(Stopped::TooLarge)?;
        let idle = own.idle.iter().filter(|troop| troop.grade.0 >= self.ends).count();
        for (tally, q) in walk::walk(self.bout, &ledger, meter)? {
            let p = chance * q;
            let mut digits = ledger.digits(self.side, tally);
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
                if self.ends == begins {
                    odds.eliminated += p;
                    odds.defeated += p;
                }
                continue;
            }
            if u16::from(begins) + fate.down != u16::from(self.ends) {
                continue;
            }
            let every = self.bout.rules.eliminate_every.map(u16::from);
            let gone = every.map_or(0, |every| (own.carried + defeats + extras) / every);
            let eliminated = usize::from(gone) > worse;
            odds.defeated += if own_defeats > 0 { p } else { 0.0 };
            odds.eliminated += if eliminated { p } else { 0.0 };
            odds.demoted += if fate.down > 0 && !eliminated { p } else { 0.0 };
        }
        Ok(())
    }
}

/// About how many steps it takes for all units of both sides.
pub(in crate::odds) fn estimate(book: &Rulebook, engagement: &Engagement) -> u64 {
    let one = super::estimate_costs(book, engagement);
    let units: usize = engagement.parties.iter().map(|party| party.troops.len()).sum();
    // Six scores, two or three grades, and two kinds more in the line.
    one.saturating_mul(60).saturating_mul(u64::try_from(units).unwrap_or(u64::MAX))
}
