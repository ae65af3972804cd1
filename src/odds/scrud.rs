//! SCRUD worked out exactly: who suffers how many defeats in a phase, and what is left after one phase or several.
//! Source: RULES 2.2, 2.3.
//!
//! A phase is described by its `Side`s, in which dice that nothing tells apart stand together as a `Kind`. What is
//! counted while the dice are lined up is a *tally*, one number that packs several counters (`tally`). Which counters
//! there are is all the difference between "how many defeats" and "what is left". `walk` finds the distribution of the
//! tally where the lines are sorted, `as_rolled` where they stand as rolled, `chain` goes on to further phases.
//!
//! What these do not reach, and so is tried out or simulated: what is left, where a defeat by exactly 1 is a push-back
//! (`margins`), since the tally does not tell the margins apart; and several phases in which strength is lost, or in which
//! dice stand as rolled, since then it matters which of several units of one grade it was that was hit.

mod as_rolled;
mod chain;
mod line;
pub(super) mod tally;
mod walk;

use super::{Case, Cost, Distribution, Left, Meter, Question, Stopped, Subject};
use crate::{
    book::{Casualty, Extras, Grade, Ladder, LineUp, Rulebook, Scrud},
    rules::{
        Roll,
        roll::{Group, Role, ScrudRoll},
        scrud::{Party, Troop},
    },
};
pub(super) use chain::{counted_on, reduced};
use std::collections::BTreeMap;
use tally::{Ledger, Telling};

/// Dice of one side that nothing tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// Their grade.
    pub grade: Grade,
    /// The troop that each of them stands for; `None` for support dice.
    pub troop: Option<Troop>,
    /// How many dice.
    pub dice: usize,
    /// Whether all of them are dice of one and the same troop.
    pub one_troop: bool,
}

/// One side of a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Side {
    /// Its dice, in the order in which equal scores line up: the better grade first, units before support.
    pub kinds: Vec<Kind>,
    /// The kind of each die in roster order, support last: how they line up as rolled.
    pub roster: Vec<usize>,
    /// Troops that roll no die in this phase.
    pub idle: Vec<Troop>,
    /// Defeats left over from before.
    pub carried: u16,
}

impl Side {
    /// A side of these dice, in roster order: grade, and the number of the troop, or `None` for support.
    fn new(dice: &[(Grade, Option<usize>)], troops: &[Troop], carried: u16) -> Self {
        let mut roster: Vec<(Grade, Option<usize>)> = dice.to_vec();
        roster.sort_by_key(|(_, troop)| troop.is_none());
        let dice_of = |troop: usize| dice.iter().filter(|(_, t)| *t == Some(troop)).count();
        let mut line: Vec<usize> = (0..roster.len()).collect();
        line.sort_by_key(|at| (roster[*at].0, roster[*at].1.is_none(), *at));
        let mut kinds: Vec<Kind> = Vec::new();
        let mut last = None;
        let mut kind_of = vec![0; roster.len()];
        for at in line {
            let (grade, number) = roster[at];
            let troop = number.map(|t| troops[t]);
            let one_troop = number.is_some_and(|t| dice_of(t) > 1);
            let alike = |k: &Kind| {
                let same_troop = if one_troop { last == number } else { !k.one_troop };
                k.grade == grade && k.troop == troop && same_troop
            };
            match kinds.last_mut().filter(|k| alike(k)) {
                Some(kind) => kind.dice += 1,
                None => kinds.push(Kind { grade, troop, dice: 1, one_troop }),
            }
            last = number;
            kind_of[at] = kinds.len() - 1;
        }
        let idle = (0..troops.len()).filter(|t| dice_of(*t) == 0).map(|t| troops[t]).collect();
        Self { kinds, roster: kind_of, idle, carried }
    }

    fn of_groups(groups: &[Group], strength: u16) -> Self {
        let (mut dice, mut troops) = (Vec::new(), Vec::new());
        for group in groups {
            for _ in 0..group.count {
                let troop = (group.role == Role::Unit).then(|| {
                    troops.push(Troop { grade: group.grade, strength });
                    troops.len() - 1
                });
                dice.push((group.grade, troop));
            }
        }
        Self::new(&dice, &troops, 0)
    }

    fn of_party(party: &Party) -> Self {
        let dice: Vec<_> = party.dice.iter().map(|d| (d.grade, d.troop)).collect();
        Self::new(&dice, &party.troops, party.carried)
    }

    /// How many dice it rolls.
    pub fn dice(&self) -> usize {
        self.roster.len()
    }

    /// How many of them are unit dice.
    pub fn units(&self) -> usize {
        self.kinds.iter().filter(|k| k.troop.is_some()).map(|k| k.dice).sum()
    }

    /// Its units by grade, best first.
    pub fn grades(&self) -> Left {
        let mut counts: BTreeMap<Grade, u16> = BTreeMap::new();
        let dice = self.kinds.iter().filter_map(|k| Some((k.troop?.grade, if k.one_troop { 1 } else { k.dice })));
        for (grade, n) in dice.chain(self.idle.iter().map(|troop| (troop.grade, 1))) {
            *counts.entry(grade).or_insert(0) += u16::try_from(n).unwrap_or(u16::MAX);
        }
        counts.into_iter().collect()
    }

    /// Whether any of its units is there.
    pub fn lives(&self) -> bool {
        self.units() > 0 || !self.idle.is_empty()
    }
}

/// A phase to be fought.
#[derive(Clone, Debug)]
pub(super) struct Bout<'a> {
    pub rules: &'a Scrud,
    pub ladder: &'a Ladder,
    pub sides: [Side; 2],
    /// The scores that can come up, from the highest to the lowest.
    pub scores: Vec<i16>,
}

impl<'a> Bout<'a> {
    pub fn new(rules: &'a Scrud, ladder: &'a Ladder, sides: [Side; 2]) -> Self {
        let kinds = sides.iter().flat_map(|side| &side.kinds);
        let mut scores: Vec<i16> = kinds
            .flat_map(|kind| (1..=ladder.step(kind.grade).die.sides()).map(|face| ladder.score(kind.grade, face)))
            .collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores.dedup();
        Self { rules, ladder, sides, scores }
    }

    /// For each face of a kind's die, from 1 up, the place of its score among [`Self::scores`].
    pub fn places(&self, kind: &Kind) -> Vec<usize> {
        let place = |face| {
            let score = self.ladder.score(kind.grade, face);
            self.scores.iter().position(|s| *s == score).expect("every score that can come up is there")
        };
        (1..=self.ladder.step(kind.grade).die.sides()).map(place).collect()
    }

    /// The chance of a kind's die to show each of [`Self::scores`].
    pub fn chances(&self, kind: &Kind) -> Vec<f64> {
        let places = self.places(kind);
        let mut faces = vec![0u8; self.scores.len()];
        for place in places {
            faces[place] += 1;
        }
        let sides = f64::from(self.ladder.step(kind.grade).die.sides());
        faces.iter().map(|n| f64::from(*n) / sides).collect()
    }

    /// The side whose line is shorter, and so meets extra dice that may count; `None` where there are none.
    pub fn short(&self) -> Option<usize> {
        let [first, second] = [0, 1].map(|side: usize| self.sides[side].dice());
        if first == second || self.rules.extras == Extras::Ignored {
            return None;
        }
        let short = usize::from(second < first);
        (self.sides[short].units() > 0).then_some(short)
    }

    /// Whether an extra die that shows the score at `place` counts as soon as it is past the end of the line.
    pub fn over_half(&self, kind: &Kind, place: usize) -> bool {
        2 * self.scores[place] > i16::from(self.ladder.step(kind.grade).die.sides())
    }

    fn tallies(&self, ledger: &Ledger, meter: &Meter) -> Result<Vec<(u64, f64)>, Stopped> {
        match self.rules.line_up {
            LineUp::Sorted => walk::walk(self, ledger, meter),
            LineUp::AsRolled => as_rolled::tallies(self, ledger, meter),
        }
    }
}

/// The sides of a question about a combat, and how many phases it has.
pub(super) fn sides_of(book: &Rulebook, question: &Question) -> Option<([Side; 2], u8)> {
    let strength = book.troops[0].strength;
    match &question.subject {
        Subject::Roll(Roll::Scrud(ScrudRoll { first, second, phases, .. })) => {
            Some(([Side::of_groups(first, strength), Side::of_groups(second, strength)], *phases))
        }
        Subject::Combat(parties) => Some(([Side::of_party(&parties[0]), Side::of_party(&parties[1])], 1)),
        Subject::Roll(_) => None,
    }
}

/// The same, where the lines are sure to be those. Where support meets support it depends on the dice who stands in them:
/// that is left to the rules themselves.
pub(super) fn lines_of(book: &Rulebook, question: &Question) -> Option<([Side; 2], u8)> {
    match &question.subject {
        Subject::Roll(Roll::Scrud(roll)) if !roll.has_fixed_lines() => None,
        _ => sides_of(book, question),
    }
}

/// In how many ways the dice of a combat's first phase can fall.
fn ways(book: &Rulebook, roll: &ScrudRoll) -> u64 {
    let groups = roll.first.iter().chain(&roll.second);
    let sides = |grade| u64::from(book.ladder.step(grade).die.sides());
    groups.fold(1, |ways: u64, g| ways.saturating_mul(sides(g.grade).saturating_pow(g.count.into())))
}

/// Whether what is left after so many phases depends on nothing but grades, so that the tally tells it.
pub(super) fn tells_left(rules: &Scrud, phases: u8) -> bool {
    let wears = rules.defeat.iter().any(|c| matches!(c, Casualty::LoseStrength(_)));
    let alike = !wears && rules.line_up == LineUp::Sorted;
    !rules.margins && (phases == 1 || alike)
}

/// The exact odds of a combat.
pub(super) fn exact(book: &Rulebook, question: &Question, meter: &Meter) -> Result<Distribution<Case>, Stopped> {
    let Some((sides, phases)) = lines_of(book, question) else { return Err(Stopped::TooLarge) };
    if !question.tells_left() {
        return defeats(&Bout::new(&book.scrud, &book.ladder, sides), meter);
    }
    if !tells_left(&book.scrud, phases) {
        return Err(Stopped::TooLarge);
    }
    chain::left(book, &sides, phases, meter)
}

/// How many defeats each side suffers in a phase.
fn defeats(bout: &Bout, meter: &Meter) -> Result<Distribution<Case>, Stopped> {
    let ledger = Ledger::new(bout, Telling::Defeats).ok_or(Stopped::TooLarge)?;
    let tallies = bout.tallies(&ledger, meter)?;
    Ok(Distribution::collect(tallies.into_iter().map(|(tally, p)| (Case::Defeats(ledger.defeats(tally)), p))))
}

/// About how many steps it takes.
pub(super) fn estimate(book: &Rulebook, question: &Question) -> Cost {
    let Some((sides, phases)) = lines_of(book, question) else {
        let Subject::Roll(Roll::Scrud(roll)) = &question.subject else { return Cost { steps: 0 } };
        let ways = ways(book, roll).saturating_pow(roll.phases.into());
        return Cost { steps: ways.saturating_mul(super::enumerate::STEPS_A_WAY) };
    };
    let telling = if question.tells_left() { Telling::Left } else { Telling::Defeats };
    if telling == Telling::Left && !tells_left(&book.scrud, phases) {
        return Cost { steps: u64::MAX };
    }
    let bout = Bout::new(&book.scrud, &book.ladder, sides);
    let Some(ledger) = Ledger::new(&bout, telling) else { return Cost { steps: u64::MAX } };
    let steps = match book.scrud.line_up {
        LineUp::Sorted => walk::estimate(&bout, &ledger),
        LineUp::AsRolled => as_rolled::estimate(&bout, &ledger),
    };
    Cost { steps: chain::estimate(steps, &bout, phases) }
}
