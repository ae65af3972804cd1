//! SCRUD worked out exactly: who suffers how many defeats in a phase, and what is left after one phase or several.
//! Source: RULES 2.2, 2.3.
//!
//! A phase is described by its `Side`s, in which dice that nothing tells apart stand together as a `Kind`. What is
//! counted while the dice are lined up is a *tally*, one number that packs several counters (`tally`). Which counters
//! there are is all the difference between "how many defeats" and "what is left". `walk` finds the distribution of the
//! tally where the lines are sorted, `as_rolled` where they stand as rolled, `chain` goes on to further phases, and `clash`
//! settles what support does to support before the lines stand.
//!
//! What these do not reach, and so is tried out or simulated: what is left, where a defeat by exactly 1 is a push-back
//! (`margins`), since the tally does not tell the margins apart; and several phases in which strength is lost, or in which
//! dice stand as rolled, since then it matters which of several units of one grade it was that was hit.

mod as_rolled;
mod chain;
mod clash;
mod line;
pub(super) mod one;
pub(super) mod tally;
mod walk;

use super::{Case, Distribution, Engagement, Left, Meter, Question, Stopped, Subject};
use crate::{
    book::{Casualty, Extras, Grade, Ladder, LineUp, Rulebook, Scrud},
    rules::{
        Roll,
        roll::{Group, Role, ScrudRoll},
        scrud::Troop,
    },
};
pub(super) use chain::{counted_on, reduced};
pub(super) use clash::Backing;
use std::{borrow::Cow, collections::BTreeMap};
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
    /// The score that they show already, where they have been thrown.
    pub lies: Option<i16>,
}

/// One die of a line: what it stands for, and what it shows, where it has been thrown already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat {
    pub grade: Grade,
    /// The number of the troop, or `None` for support.
    pub troop: Option<usize>,
    pub lies: Option<i16>,
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
    /// The same, where dice that only a watched one stands between stay apart: those ahead of it on the roster, and those
    /// behind it.
    fn in_roster_order(dice: &[Seat], troops: &[Troop], carried: u16) -> Self {
        Self::lined_up(dice, troops, carried, |roster: &[Seat], at: usize| {
            (roster[at].grade, roster[at].troop.is_none(), roster[at].lies.filter(|_| roster[at].troop.is_none()), at)
        })
    }

    /// A side of these dice, in roster order.
    fn new(dice: &[Seat], troops: &[Troop], carried: u16) -> Self {
        Self::lined_up(dice, troops, carried, |roster: &[Seat], at: usize| {
            (roster[at].grade, roster[at].troop.is_none(), roster[at].lies, at)
        })
    }

    fn lined_up<K: Ord>(dice: &[Seat], troops: &[Troop], carried: u16, order: impl Fn(&[Seat], usize) -> K) -> Self {
        let mut roster: Vec<Seat> = dice.to_vec();
        roster.sort_by_key(|seat| seat.troop.is_none());
        let dice_of = |troop: usize| dice.iter().filter(|seat| seat.troop == Some(troop)).count();
        let mut line: Vec<usize> = (0..roster.len()).collect();
        line.sort_by_key(|at| order(&roster, *at));
        let mut kinds: Vec<Kind> = Vec::new();
        let mut last = None;
        let mut kind_of = vec![0; roster.len()];
        for at in line {
            let Seat { grade, troop: number, lies } = roster[at];
            let troop = number.map(|t| troops[t]);
            let one_troop = number.is_some_and(|t| dice_of(t) > 1);
            let alike = |k: &Kind| {
                let same_troop = if one_troop { last == number } else { !k.one_troop };
                k.grade == grade && k.troop == troop && k.lies == lies && same_troop
            };
            match kinds.last_mut().filter(|k| alike(k)) {
                Some(kind) => kind.dice += 1,
                None => kinds.push(Kind { grade, troop, dice: 1, one_troop, lies }),
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
                dice.push(Seat { grade: group.grade, troop, lies: None });
            }
        }
        Self::new(&dice, &troops, 0)
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
        let shown = |kind: &Kind| -> Vec<i16> {
            let thrown = 1..=ladder.step(kind.grade).die.sides();
            kind.lies.map_or_else(|| thrown.map(|face| ladder.score(kind.grade, face)).collect(), |score| vec![score])
        };
        let mut scores: Vec<i16> = kinds.flat_map(shown).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores.dedup();
        Self { rules, ladder, sides, scores }
    }

    /// For each face of a kind's die, from 1 up, the place of its score among [`Self::scores`]; of a die that lies there
    /// it is always the same.
    pub fn places(&self, kind: &Kind) -> Vec<usize> {
        let place = |face| {
            let score = kind.lies.unwrap_or_else(|| self.ladder.score(kind.grade, face));
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

/// The sides of a question about a combat, and how many phases it has; support that meets support is left out.
pub(super) fn sides_of(book: &Rulebook, question: &Question) -> Option<([Side; 2], u8)> {
    let strength = book.troops[0].strength;
    match &question.subject {
        Subject::Roll(Roll::Scrud(ScrudRoll { first, second, phases, .. })) => {
            Some(([Side::of_groups(first, strength), Side::of_groups(second, strength)], *phases))
        }
        Subject::Combat(engagement) => {
            let none = engagement.support.each_ref().map(|_| Vec::new());
            Some((clash::lines(engagement, &none), 1))
        }
        Subject::Roll(_) => None,
    }
}

/// The same, where the lines are sure to be those. Where support meets support it depends on the dice who stands in them.
pub(super) fn lines_of(book: &Rulebook, question: &Question) -> Option<([Side; 2], u8)> {
    match &question.subject {
        Subject::Roll(Roll::Scrud(roll)) if !roll.has_fixed_lines() => None,
        Subject::Combat(engagement) if engagement.support.iter().any(|support| !support.is_empty()) => None,
        _ => sides_of(book, question),
    }
}

/// One phase in which support meets support, if it is that.
fn engagement_of<'a>(book: &Rulebook, question: &'a Question) -> Option<Cow<'a, Engagement>> {
    match &question.subject {
        Subject::Roll(Roll::Scrud(roll)) if roll.phases == 1 => Some(Cow::Owned(Engagement::of_roll(book, roll))),
        Subject::Combat(engagement) => Some(Cow::Borrowed(engagement)),
        Subject::Roll(_) => None,
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
    let told = |sides: [Side; 2], phases: u8| {
        if !question.tells_left() {
            return defeats(&Bout::new(&book.scrud, &book.ladder, sides), meter);
        }
        if !tells_left(&book.scrud, phases) {
            return Err(Stopped::TooLarge);
        }
        chain::left(book, &sides, phases, meter)
    };
    if let Some((sides, phases)) = lines_of(book, question) {
        return told(sides, phases);
    }
    let Some(engagement) = engagement_of(book, question) else { return Err(Stopped::TooLarge) };
    let mut cases = Vec::new();
    for (settled, p) in clash::settled(book, &engagement, meter)? {
        let given = told(clash::lines(&engagement, &settled), 1)?;
        cases.extend(given.iter().map(|(case, q)| (case.clone(), p * q)));
    }
    Ok(Distribution::collect(cases))
}

/// How many defeats each side suffers in a phase.
fn defeats(bout: &Bout, meter: &Meter) -> Result<Distribution<Case>, Stopped> {
    let ledger = Ledger::new(bout, Telling::Defeats).ok_or(Stopped::TooLarge)?;
    let tallies = bout.tallies(&ledger, meter)?;
    Ok(Distribution::collect(tallies.into_iter().map(|(tally, p)| (Case::Defeats(ledger.defeats(tally)), p))))
}

/// What a phase costs a side: defeats it suffers, units it loses, and what becomes of its support.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Losses {
    pub defeats: u16,
    pub units: u16,
    pub support: Vec<Backing>,
}

/// What a phase costs both sides, as far as it is told by counting: too large where strength is lost, or by how much a
/// die was beaten matters.
pub(super) fn costs(
    book: &Rulebook,
    engagement: &Engagement,
    meter: &Meter,
) -> Result<Distribution<[Losses; 2]>, Stopped> {
    if !counts_units(&book.scrud) {
        return Err(Stopped::TooLarge);
    }
    let mut all = Vec::new();
    for (settled, p) in clash::settled(book, engagement, meter)? {
        let bout = Bout::new(&book.scrud, &book.ladder, clash::lines(engagement, &settled));
        let ledger = Ledger::new(&bout, Telling::Losses).ok_or(Stopped::TooLarge)?;
        for (tally, q) in bout.tallies(&ledger, meter)? {
            let parts = ledger.parts(tally);
            let costs = [0, 1].map(|side: usize| {
                let (defeats, units) = ledger.losses(&bout, side, parts[side]);
                Losses { defeats, units, support: settled[side].clone() }
            });
            all.push((costs, p * q));
        }
    }
    Ok(Distribution::collect(all))
}

/// Whether counting defeats tells how many units a phase costs.
fn counts_units(rules: &Scrud) -> bool {
    !rules.margins && !rules.defeat.iter().any(|c| matches!(c, Casualty::LoseStrength(_)))
}

/// About how many steps [`costs`] takes.
pub(super) fn estimate_costs(book: &Rulebook, engagement: &Engagement) -> u64 {
    if !counts_units(&book.scrud) {
        return u64::MAX;
    }
    with_clashes(book, engagement, |sides| estimate_phase(book, sides, Telling::Losses))
}

/// What something takes once for each way in which support can be settled, where all support is in the lines.
fn with_clashes(book: &Rulebook, engagement: &Engagement, one: impl Fn([Side; 2]) -> u64) -> u64 {
    let ways = clash::ways(book, engagement);
    if ways > clash::MOST_WAYS {
        return u64::MAX;
    }
    let none = engagement.support.each_ref().map(|_| Vec::new());
    // Each support die makes a kind more, and few ways to fall differ in what they come to.
    let support: usize = engagement.support.iter().map(Vec::len).sum();
    let kinds = 1u64 << support.min(16);
    one(clash::lines(engagement, &none)).saturating_mul(kinds).saturating_mul(1 + ways / 3).saturating_add(ways * 100)
}

fn estimate_phase(book: &Rulebook, sides: [Side; 2], telling: Telling) -> u64 {
    let bout = Bout::new(&book.scrud, &book.ladder, sides);
    let Some(ledger) = Ledger::new(&bout, telling) else { return u64::MAX };
    match book.scrud.line_up {
        LineUp::Sorted => walk::estimate(&bout, &ledger),
        LineUp::AsRolled => as_rolled::estimate(&bout, &ledger),
    }
}

/// About how many steps it takes.
pub(super) fn estimate(book: &Rulebook, question: &Question) -> super::Cost {
    let telling = if question.tells_left() { Telling::Left } else { Telling::Defeats };
    let steps = match lines_of(book, question) {
        Some((_, phases)) if telling == Telling::Left && !tells_left(&book.scrud, phases) => u64::MAX,
        Some((sides, phases)) => {
            let bout = Bout::new(&book.scrud, &book.ladder, sides.clone());
            chain::estimate(estimate_phase(book, sides, telling), &bout, phases)
        }
        None => match (&question.subject, engagement_of(book, question)) {
            (_, Some(engagement)) => with_clashes(book, &engagement, |sides| estimate_phase(book, sides, telling)),
            (Subject::Roll(Roll::Scrud(roll)), None) => {
                ways(book, roll).saturating_pow(roll.phases.into()).saturating_mul(super::enumerate::STEPS_A_WAY)
            }
            _ => 0,
        },
    };
    super::Cost { steps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        book::{LadderDraft, RulebookDraft, ScrudDraft, Ties},
        odds::{Effort, Watch, simulate::Stream, units},
        rules::{roll::Role, scrud::Fate},
    };

    /// What a phase costs, counted and by every way for the dice to fall.
    #[test]
    fn costs_fast_and_slow() {
        let mut stream = Stream::new(14, 8);
        for trial in 0..180 {
            let scrud = ScrudDraft {
                extras: Some([Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 3]),
                ties: Some([Ties::Ignored, Ties::Defender][trial % 2]),
                eliminate_every: Some([Some(3), Some(2), None][trial / 3 % 3]),
                defeat: Some(vec![[Casualty::Demote, Casualty::Eliminate, Casualty::PushBack][trial / 9 % 3]]),
                line_up: Some(if trial % 5 == 0 { LineUp::AsRolled } else { LineUp::Sorted }),
                ..ScrudDraft::default()
            };
            let mut ladder = Ladder::mouat();
            for (at, step) in ladder.grades.iter_mut().enumerate() {
                step.die = crate::dice::Die::new(if at % 2 == 0 { 3 } else { 2 }).expect("a die");
            }
            let draft =
                RulebookDraft { scrud: Some(scrud), ladder: Some(LadderDraft::Own(ladder)), ..Default::default() };
            let book = draft.check(&Rulebook::default_rules()).expect("a sound rulebook");
            let groups = [0, 1].map(|_| groups(&mut stream));
            let [first, second] = groups.clone();
            let mut engagement = Engagement::of_roll(&book, &ScrudRoll { first, second, phases: 1, book: None });
            engagement.parties[0].carried = u16::try_from(stream.below(3)).expect("few");
            let (slow, all, played) = engagement
                .play(
                    &book,
                    &Effort::PATIENT,
                    Watch::nobody(),
                    BTreeMap::new,
                    |counts: &mut BTreeMap<_, f64>, thrown| {
                        let units = |fates: &Vec<Fate>| fates.iter().filter(|f| f.eliminated.is_some()).count();
                        let support = thrown
                            .prelude
                            .fates
                            .each_ref()
                            .map(|fates| fates.iter().map(|f| (f.down, f.destroyed.is_some())).collect::<Vec<_>>());
                        let units = thrown.phase.fates.each_ref().map(units);
                        *counts.entry((thrown.phase.defeats, units, support)).or_insert(0.0) += 1.0;
                    },
                    |a, _| a,
                )
                .expect("nobody cancels");
            assert!(!played);
            let meter = Meter::new(Watch::nobody(), u64::MAX);
            let fast = costs(&book, &engagement, &meter).expect("it fits").map(|costs| {
                let support = |cost: &Losses| cost.support.iter().map(|b| (b.down, b.destroyed)).collect::<Vec<_>>();
                let units = costs.each_ref().map(|cost| usize::from(cost.units));
                (costs.each_ref().map(|cost| cost.defeats), units, costs.each_ref().map(support))
            });
            units_fast_and_slow(&book, &engagement);
            #[allow(clippy::cast_precision_loss, reason = "few ways")]
            let slow = Distribution::collect(slow.into_iter().map(|(case, n)| (case, n / all as f64)));
            for (case, p) in slow.iter().chain(fast.iter()) {
                assert!((fast.p(case) - slow.p(case)).abs() < 1e-12, "{case:?} {p}: {groups:?} {:?}", book.scrud);
            }
        }
    }

    /// What each unit has to fear, followed on its own and by every way for the dice to fall.
    fn units_fast_and_slow(book: &Rulebook, engagement: &Engagement) {
        let (_, slow) = units::of_units(book, engagement, &Effort::PATIENT, Watch::nobody()).expect("nobody cancels");
        let meter = Meter::new(Watch::nobody(), u64::MAX);
        for (side, slow) in slow.iter().enumerate() {
            for (troop, slow) in slow.iter().enumerate() {
                let Ok(fast) = one::unit(book, engagement, (side, troop), &meter) else {
                    assert_eq!(book.scrud.line_up, LineUp::AsRolled);
                    continue;
                };
                let pairs =
                    [(fast.defeated, slow.defeated), (fast.demoted, slow.demoted), (fast.eliminated, slow.eliminated)];
                assert!(
                    pairs.iter().all(|(fast, slow)| (fast - slow).abs() < 1e-12),
                    "{side} {troop}: {fast:?} for {slow:?}: {engagement:?} {:?}",
                    book.scrud
                );
            }
        }
    }

    /// One to four dice, the first of them a unit's.
    fn groups(stream: &mut Stream) -> Vec<Group> {
        let roles = [Role::Unit, Role::Unit, Role::Artillery, Role::CounterBattery, Role::Aircraft, Role::AirDefence];
        let many = 1 + stream.below(4);
        let group = |at: usize| {
            let role = if at == 0 { Role::Unit } else { roles[stream.below(6)] };
            Group { count: 1, role, grade: Grade(u8::try_from(stream.below(6)).expect("few")) }
        };
        (0..many).map(group).collect()
    }
}
