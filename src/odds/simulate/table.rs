//! SCRUD phases with sorted lines, played out fast.
//!
//! Dice need not be sorted to be lined up: it is enough to count how many of each kind show each score, and to call the
//! scores out from the highest, as [`crate::odds::scrud`] does. What a trial comes to is the same tally that the exact
//! odds count in, and what a tally leads to is looked up once and remembered.

use super::Stream;
use crate::{
    book::{Extras, Rulebook, Ties},
    odds::{
        Case,
        scrud::{
            Bout, Kind, Side, counted_on, reduced,
            tally::{Ending, Ledger, Telling},
        },
    },
};
use indexmap::IndexMap;
use std::collections::HashMap;

/// Whether the tallies of all phases that can follow from here are sure to fit 64 bits, whatever grades the units come to
/// stand in: spread evenly over all of them they have the most.
pub(super) fn fits(book: &Rulebook, sides: &[Side; 2]) -> bool {
    let grades = book.ladder.grades.len();
    let bits = |side: &Side| {
        let apart = side.units().min(side.kinds.len().max(grades));
        let digit = side.units().div_ceil(apart.max(1)) + 1;
        let lowest = 2 * (grades + side.kinds.len()) + 1;
        let bits = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX)).log2();
        let extras = bits(sides[0].dice() + sides[1].dice() + 1);
        f64::from(u32::try_from(apart).unwrap_or(u32::MAX)) * bits(digit) + bits(lowest) + extras
    };
    sides.iter().map(bits).sum::<f64>() < 63.0
}

/// A phase that can be thrown again and again.
pub(in crate::odds) struct Table<'a> {
    bout: Bout<'a>,
    ledger: Ledger,
    rows: [Vec<Row>; 2],
    dice: [usize; 2],
    units: [usize; 2],
    short: Option<usize>,
    /// Whether nothing but scores matters: only defeats are told, no die is support, and extra dice are judged by what
    /// they beat.
    plain: bool,
    /// For each side, score and kind (only score, where that is `plain`), how many dice show it; wiped after each trial.
    shown: [Vec<u16>; 2],
}

/// The dice of one kind.
struct Row {
    dice: usize,
    sides: u32,
    /// For each face, less 1, where it is counted: by score, and then by kind, unless kinds need not be told apart.
    place: Vec<usize>,
    unit: bool,
    beaten: u64,
    /// For each score, whether an extra die that shows it counts under `OverHalf`.
    over_half: Vec<bool>,
}

impl<'a> Table<'a> {
    /// A table for a phase; `None` where its tallies would outgrow 64 bits.
    pub fn new(book: &'a Rulebook, sides: [Side; 2], telling: Telling) -> Option<Self> {
        let bout = Bout::new(&book.scrud, &book.ladder, sides);
        let ledger = Ledger::new(&bout, telling)?;
        let support = bout.sides.iter().any(|side| side.units() < side.dice());
        let plain = telling == Telling::Defeats && !support && book.scrud.extras != Extras::OverHalf;
        let rows = [0, 1].map(|side: usize| {
            let kinds = &bout.sides[side].kinds;
            let apart = if plain { 1 } else { kinds.len() };
            let row = |(at, kind)| Row::new(&bout, kind, (if plain { 0 } else { at }, apart), ledger.beaten[side][at]);
            kinds.iter().enumerate().map(row).collect::<Vec<_>>()
        });
        let shown = [0, 1].map(|side: usize| vec![0; bout.scores.len() * rows[side].len()]);
        Some(Self {
            dice: [0, 1].map(|side: usize| bout.sides[side].dice()),
            units: [0, 1].map(|side: usize| bout.sides[side].units()),
            short: bout.short(),
            bout,
            ledger,
            rows,
            plain,
            shown,
        })
    }

    /// Throws all the dice once: the tally.
    pub fn throw(&mut self, stream: &mut Stream) -> u64 {
        for (rows, shown) in self.rows.iter().zip(&mut self.shown) {
            for row in rows {
                for _ in 0..row.dice {
                    shown[row.place[stream.below(row.sides)]] += 1;
                }
            }
        }
        let tally = self.compare();
        self.wipe();
        tally
    }

    fn wipe(&mut self) {
        for shown in &mut self.shown {
            shown.fill(0);
        }
    }

    /// The tally of given faces, in the order of the sides' kinds.
    #[cfg(test)]
    pub fn tally_of(&mut self, faces: [&[u8]; 2]) -> u64 {
        for side in [0, 1] {
            let mut faces = faces[side].iter();
            for row in &self.rows[side] {
                for face in faces.by_ref().take(row.dice) {
                    self.shown[side][row.place[usize::from(face - 1)]] += 1;
                }
            }
        }
        let tally = self.compare();
        self.wipe();
        tally
    }

    fn compare(&self) -> u64 {
        if self.plain { self.compare_scores() } else { self.compare_kinds() }
    }

    fn compare_scores(&self) -> u64 {
        let defended = u64::from(self.bout.rules.ties == Ties::Defender);
        let dice = self.dice.map(|n| n as u64);
        let mut down = [0u64; 2];
        let mut lost = [0u64; 2];
        let mut extras = 0;
        for (first, second) in self.shown[0].iter().zip(&self.shown[1]) {
            let set = [u64::from(*first), u64::from(*second)];
            lost[0] += set[0].min((down[1] + defended * set[1]).saturating_sub(down[0]));
            lost[1] += set[1].min(down[0].saturating_sub(down[1]));
            let after = [down[0] + set[0], down[1] + set[1]];
            if let Some(short) = self.short
                && after[short] < dice[short]
            {
                extras += after[1 - short].saturating_sub(down[1 - short].max(dice[short]));
            }
            down = after;
        }
        let beaten = |side: usize| self.rows[side].first().map_or(0, |row| row.beaten);
        lost[0] * beaten(0) + lost[1] * beaten(1) + extras * self.ledger.extra
    }

    fn compare_kinds(&self) -> u64 {
        let mut down = [0, 0];
        let mut units_up = self.units;
        let mut tally = 0;
        let kinds = [self.rows[0].len(), self.rows[1].len()];
        let defended = self.bout.rules.ties == Ties::Defender;
        for place in 0..self.bout.scores.len() {
            let these = [0, 1].map(|side: usize| &self.shown[side][place * kinds[side]..(place + 1) * kinds[side]]);
            let set = these.map(|shown| shown.iter().map(|n| usize::from(*n)).sum::<usize>());
            if set == [0, 0] {
                continue;
            }
            let ahead = [down[1] + if defended { set[1] } else { 0 }, down[0]];
            for side in [0, 1] {
                if set[side] > 0 {
                    let lead = ahead[side].saturating_sub(down[side]);
                    tally += self.set_down(side, these[side], lead, &mut units_up[side]);
                }
            }
            if let Some(short) = self.short {
                let long = 1 - short;
                let after = down[long] + set[long];
                let extras = after.saturating_sub(down[long].max(self.dice[short]));
                if extras > 0 {
                    tally += self.ledger.extra * self.extras(long, these[long], extras, place, units_up[short]);
                }
            }
            down = [down[0] + set[0], down[1] + set[1]];
        }
        tally
    }

    /// Sets down the dice that show a score, so many of them opposite higher ones.
    fn set_down(&self, side: usize, these: &[u16], lead: usize, units_up: &mut usize) -> u64 {
        let mut tally = 0;
        let mut lead = lead;
        for (at, (row, n)) in self.rows[side].iter().zip(these).enumerate() {
            let n = usize::from(*n);
            if n == 0 {
                continue;
            }
            let lost = n.min(lead);
            tally += row.beaten * u64::try_from(lost).unwrap_or(0);
            if row.unit {
                *units_up -= n;
                if *units_up == 0 && self.short == Some(side) {
                    tally += self.ledger.lowest_is(at, lead >= n);
                }
            }
            lead -= lost;
        }
        tally
    }

    /// How many of the last so many dice set down count as extras.
    fn extras(&self, long: usize, these: &[u16], extras: usize, place: usize, units_up: usize) -> u64 {
        let counted = match self.bout.rules.extras {
            Extras::BeatLowest if units_up > 0 => extras,
            Extras::BeatLowest | Extras::Ignored => 0,
            Extras::OverHalf => {
                let mut more = extras;
                let of_kind = self.rows[long].iter().zip(these).rev().map(|(row, n)| {
                    let of_these = usize::from(*n).min(more);
                    more -= of_these;
                    if row.over_half[place] { of_these } else { 0 }
                });
                of_kind.sum()
            }
        };
        u64::try_from(counted).unwrap_or(0)
    }
}

impl Row {
    fn new(bout: &Bout, kind: &Kind, (at, apart): (usize, usize), beaten: u64) -> Self {
        Self {
            dice: kind.dice,
            sides: bout.ladder.step(kind.grade).die.sides().into(),
            place: bout.places(kind).into_iter().map(|place| place * apart + at).collect(),
            unit: kind.troop.is_some(),
            beaten,
            over_half: (0..bout.scores.len()).map(|place| bout.over_half(kind, place)).collect(),
        }
    }
}

/// A combat that can be played again and again, and remembers where it has been.
pub(super) struct Play<'a> {
    book: &'a Rulebook,
    sides: &'a [Side; 2],
    /// How many phases, where what is left is told; 0 where the defeats of one are.
    phases: u8,
    /// The states it has been in; the first is the start.
    states: Vec<(Option<[Ending; 2]>, Option<Table<'a>>)>,
    numbers: HashMap<[Ending; 2], usize>,
    /// Where a tally led to from a state.
    led: HashMap<(usize, u64), usize>,
}

impl<'a> Play<'a> {
    /// A combat of which it is known that all its tallies fit 64 bits.
    pub fn new(book: &'a Rulebook, sides: &'a [Side; 2], phases: u8) -> Self {
        let telling = if phases == 0 { Telling::Defeats } else { Telling::Left };
        let start = (None, Table::new(book, sides.clone(), telling));
        Self { book, sides, phases, states: vec![start], numbers: HashMap::new(), led: HashMap::new() }
    }

    pub fn trials(&mut self, stream: &mut Stream, trials: u64) -> IndexMap<Case, u64> {
        let mut counts = IndexMap::new();
        if let (0, Some(table)) = (self.phases, &mut self.states[0].1) {
            let place =
                |tally: u64| usize::try_from(tally).expect("a tally of defeats is below the square of the dice");
            let mut tallies = vec![0; place(table.ledger.size)];
            (0..trials).for_each(|_| tallies[place(table.throw(stream))] += 1);
            let thrown = (0..).zip(tallies).filter(|(_, n)| *n > 0);
            return thrown.map(|(tally, n)| (Case::Defeats(table.ledger.defeats(tally)), n)).collect();
        }
        let mut ends: IndexMap<usize, u64> = IndexMap::new();
        (0..trials).for_each(|_| *ends.entry(self.trial(stream)).or_insert(0) += 1);
        for (end, n) in ends {
            let left = self.states[end].0.clone().map(|both| both.map(|one| one.left)).unwrap_or_default();
            *counts.entry(Case::Left(left)).or_insert(0) += n;
        }
        counts
    }

    /// The number of the state that a combat ends in.
    fn trial(&mut self, stream: &mut Stream) -> usize {
        let mut at = 0;
        for _ in 0..self.phases {
            let Some(table) = &mut self.states[at].1 else { break };
            let tally = table.throw(stream);
            at = match self.led.get(&(at, tally)) {
                Some(next) => *next,
                None => self.discover(at, tally),
            };
        }
        at
    }

    fn discover(&mut self, at: usize, tally: u64) -> usize {
        let table = self.states[at].1.as_ref().expect("dice have just been thrown on it");
        let parts = table.ledger.parts(tally);
        let endings = [0, 1].map(|side: usize| {
            let bout = &table.bout;
            let end = table.ledger.ending(bout.rules, bout.ladder, side, &bout.sides[side], parts[side]);
            Ending { carried: counted_on(self.book, end.carried), ..end }
        });
        let next = self.states.len();
        let number = *self.numbers.entry(endings.clone()).or_insert(next);
        if number == next {
            let sides = [0, 1].map(|side: usize| reduced(&self.sides[side], &endings[side]));
            let goes_on = self.phases > 1 && sides.iter().all(Side::lives);
            let table = if goes_on { Table::new(self.book, sides, Telling::Left) } else { None };
            self.states.push((Some(endings), table));
        }
        self.led.insert((at, tally), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        book::{RulebookDraft, ScrudDraft},
        odds::{Question, scrud::sides_of},
        rules::scrud::{LineDie, Party, Troop, fight},
    };

    /// The same faces come to the same, thrown on this table and lined up by the rules.
    #[test]
    fn the_table_and_the_rules_agree() {
        let mut stream = Stream::new(20, 26);
        for trial in 0..3000 {
            let extras = [Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 3];
            let ties = [Ties::Ignored, Ties::Defender][trial % 2];
            let scrud = ScrudDraft { extras: Some(extras), ties: Some(ties), ..ScrudDraft::default() };
            let draft = RulebookDraft { scrud: Some(scrud), ..RulebookDraft::default() };
            let book = draft.check(&Rulebook::default_rules()).expect("a sound rulebook");
            let parties = [0, 1].map(|_| party(&book, &mut stream));
            let phase = fight(&book.scrud, &book.ladder, [&parties[0], &parties[1]]);
            let question = Question::of_engagement(parties.clone());
            let (sides, _) = sides_of(&book, &question).expect("a combat");
            let faces =
                parties.each_ref().map(|party| party.dice.iter().filter_map(|die| die.face).collect::<Vec<_>>());
            let faces = [&faces[0][..], &faces[1][..]];
            let mut table = Table::new(&book, sides.clone(), Telling::Defeats).expect("few tallies");
            let tally = table.tally_of(faces);
            assert_eq!(table.ledger.defeats(tally), phase.defeats, "{:?} {parties:?}", book.scrud);
            let mut table = Table::new(&book, sides, Telling::Left).expect("few tallies");
            let parts = table.tally_of(faces);
            let parts = table.ledger.parts(parts);
            for side in [0, 1] {
                let bout = &table.bout;
                let ending = table.ledger.ending(bout.rules, bout.ladder, side, &bout.sides[side], parts[side]);
                let living = phase.fates[side].iter().filter(|fate| fate.eliminated.is_none()).count();
                assert_eq!(ending.left.iter().map(|(_, n)| usize::from(*n)).sum::<usize>(), living, "{parties:?}");
                assert_eq!(ending.carried, phase.carried[side]);
            }
        }
    }

    /// One to six dice in the order in which a side's kinds stand: by grade, units before support.
    fn party(book: &Rulebook, stream: &mut Stream) -> Party {
        let mut dice: Vec<(u8, bool)> = (0..=stream.below(6)).map(|_| (0, stream.below(4) == 0)).collect();
        for die in &mut dice {
            die.0 = u8::try_from(stream.below(6)).expect("few");
        }
        dice[0].1 = false;
        dice.sort_unstable();
        let mut party = Party::default();
        for (grade, support) in dice {
            let grade = crate::book::Grade(grade);
            let troop = (!support).then(|| {
                party.troops.push(Troop { grade, strength: 4 });
                party.troops.len() - 1
            });
            let face = stream.face(book.ladder.step(grade).die);
            party.dice.push(LineDie::cast(&book.ladder, troop, grade, crate::event::Cast::Face(face)));
        }
        party
    }
}
