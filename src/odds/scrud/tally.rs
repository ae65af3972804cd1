//! The tally of a phase: several counters in one number, so that lining up dice only ever adds.
//!
//! Each side has its digits of a number in mixed radix. To tell defeats, it has one: how many it suffered. To tell what
//! is left, it has one for each kind of unit dice (how many of them lost to the die opposite), and the side with the
//! shorter line two more: how many extra dice beat its lowest unit die, and which kind that die is of, and whether it
//! had lost already. That is all the rules need to say what becomes of the units. Source: RULES 2.2, steps 4 to 6.
//!
//! To tell only how many units are lost, the kinds that a defeat eliminates share one digit, and those that live on
//! share another: far fewer tallies than to tell what grade each is of in the end.

use super::{Bout, Kind, Side};
use crate::{
    book::{Grade, Ladder, Scrud},
    odds::Left,
    rules::scrud::{Fate, Troop, suffer},
};

/// What a tally is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::odds) enum Telling {
    /// How many defeats each side suffered.
    Defeats,
    /// What becomes of the units.
    Left,
    /// How many defeats each side suffered, and how many units it lost.
    Losses,
}

/// How tallies are written and read.
#[derive(Clone, Debug)]
pub(in crate::odds) struct Ledger {
    /// For each side and kind, what one of its dice adds that loses to the die opposite; 0 for support dice.
    pub beaten: [Vec<u64>; 2],
    /// Where one unit is watched: what dice of its side add by where they stand, ahead of it or behind.
    pub watched: Option<Watched>,
    /// What one extra die that counts adds.
    pub extra: u64,
    /// What the lowest unit die of the shorter line adds, once: this much times (1 + 2 × kind, and 1 more if it lost
    /// to the die opposite). 0 where that is not told.
    pub lowest: u64,
    /// How many values there are.
    pub size: u64,
    /// The values of the first side's digits; the second side's stand above them.
    first: u64,
    telling: Telling,
    /// The side with the shorter line.
    short: Option<usize>,
    /// For each side the radices of its digits.
    radices: [Vec<u64>; 2],
}

/// One unit that is watched, and what the dice of its side add to the tally.
#[derive(Clone, Debug)]
pub(in crate::odds) struct Watched {
    /// Its side.
    pub side: usize,
    /// Its kind, which is its own.
    pub kind: usize,
    /// The place of the score that it shows.
    pub place: usize,
    /// For each kind, what a die adds that loses and one that does not: ahead of the unit in the line, and behind it.
    pub adds: Vec<[[u64; 2]; 2]>,
}

/// What a phase did to a side, as far as its grades go.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::odds) struct Ending {
    /// What is left.
    pub left: Left,
    /// Defeats left over towards the next elimination.
    pub carried: u16,
}

impl Ledger {
    /// The ledger of a phase; `None` where its tallies would outgrow 64 bits.
    pub fn new(bout: &Bout, telling: Telling) -> Option<Self> {
        let short = bout.short();
        let [first, second] = [0, 1].map(|side: usize| bout.sides[side].dice());
        let extras = first.abs_diff(second);
        let mut ledger = Self {
            beaten: Default::default(),
            watched: None,
            extra: 0,
            lowest: 0,
            size: 1,
            first: 1,
            telling,
            short,
            radices: Default::default(),
        };
        for at in [0, 1] {
            let extras = if short == Some(at) { extras } else { 0 };
            ledger.enter(bout, at, extras)?;
            if at == 0 {
                ledger.first = ledger.size;
            }
        }
        Some(ledger)
    }

    fn enter(&mut self, bout: &Bout, at: usize, extras: usize) -> Option<()> {
        let side = &bout.sides[at];
        if self.telling == Telling::Defeats {
            let digit = self.digit(at, side.units() + extras + 1)?;
            self.beaten[at] = side.kinds.iter().map(|k| if k.troop.is_some() { digit } else { 0 }).collect();
            if self.short == Some(at) {
                self.extra = digit;
            }
            return Some(());
        }
        if self.telling == Telling::Losses {
            return self.enter_losses(bout, at, extras);
        }
        for kind in &side.kinds {
            let digit = if kind.troop.is_some() { self.digit(at, kind.dice + 1)? } else { 0 };
            self.beaten[at].push(digit);
        }
        if self.short == Some(at) {
            self.extra = self.digit(at, extras + 1)?;
            self.lowest = self.digit(at, 2 * side.kinds.len() + 1)?;
        }
        Some(())
    }

    /// A digit for defeats that eliminate, and one for those that do not. A unit of several dice would need its own.
    fn enter_losses(&mut self, bout: &Bout, at: usize, extras: usize) -> Option<()> {
        let side = &bout.sides[at];
        if side.kinds.iter().any(|kind| kind.one_troop) {
            return None;
        }
        let mut worth = [0, 0];
        for (dies, worth) in [false, true].into_iter().zip(&mut worth) {
            let of = side.kinds.iter().filter(|k| k.troop.is_some() && bout.dies(k, 1) == dies);
            let dice: usize = of.map(|k| k.dice).sum();
            *worth = self.digit(at, dice + 1)?;
        }
        let digit = |kind: &Kind| if kind.troop.is_some() { worth[usize::from(bout.dies(kind, 1))] } else { 0 };
        self.beaten[at] = side.kinds.iter().map(digit).collect();
        if self.short == Some(at) {
            self.extra = self.digit(at, extras + 1)?;
            self.lowest = self.digit(at, 2 * side.kinds.len() + 1)?;
        }
        Some(())
    }

    /// How many defeats a side suffered and how many units it lost, where the tally tells just that, from the side's
    /// part of it.
    pub fn losses(&self, bout: &Bout, at: usize, part: u64) -> (u16, u16) {
        debug_assert_eq!(self.telling, Telling::Losses);
        let side = &bout.sides[at];
        let mut digits = self.digits(at, part);
        let [wounded, dead, extras, lowest] = [(); 4].map(|()| digits.next().unwrap_or(0));
        let mut gone = dead;
        if let Some((kind, lost)) = lowest_of(lowest) {
            let kind = &side.kinds[kind];
            let defeats = u16::from(lost) + extras;
            gone += u16::from(bout.dies(kind, defeats) && !(lost && bout.dies(kind, 1)));
        }
        let defeats = wounded + dead + extras;
        let units = u16::try_from(side.units() + side.idle.len()).unwrap_or(u16::MAX);
        let more = bout.rules.eliminate_every.map_or(0, |every| (side.carried + defeats) / u16::from(every));
        (defeats, gone + more.min(units - gone))
    }

    pub(super) fn digits(&self, at: usize, part: u64) -> impl Iterator<Item = u16> {
        let mut rest = part;
        self.radices[at].iter().map(move |radix| {
            let digit = rest % radix;
            rest /= radix;
            u16::try_from(digit).unwrap_or(u16::MAX)
        })
    }

    /// One more digit of so many values: what it is worth.
    pub(super) fn digit(&mut self, side: usize, radix: usize) -> Option<u64> {
        let worth = self.size;
        let radix = u64::try_from(radix).ok()?;
        self.size = self.size.checked_mul(radix)?;
        self.radices[side].push(radix);
        Some(worth)
    }

    /// An empty ledger of a phase, to be filled digit by digit.
    pub(super) fn empty(bout: &Bout) -> Self {
        let none = bout.sides.each_ref().map(|side| vec![0; side.kinds.len()]);
        Self {
            beaten: none,
            watched: None,
            extra: 0,
            lowest: 0,
            size: 1,
            first: 1,
            telling: Telling::Left,
            short: bout.short(),
            radices: Default::default(),
        }
    }

    /// Both sides' parts of a tally.
    pub fn parts(&self, tally: u64) -> [u64; 2] {
        [tally % self.first, tally / self.first]
    }

    /// What the lowest unit die adds, where it is of this kind.
    pub fn lowest_is(&self, kind: usize, lost: bool) -> u64 {
        self.lowest * u64::try_from(1 + 2 * kind + usize::from(lost)).unwrap_or(0)
    }

    /// The defeats that both sides suffered, where the tally tells just that.
    pub fn defeats(&self, tally: u64) -> [u16; 2] {
        debug_assert_eq!(self.telling, Telling::Defeats);
        self.parts(tally).map(|part| u16::try_from(part).unwrap_or(u16::MAX))
    }

    /// What becomes of a side, where the tally tells what is left, from the side's part of it.
    pub fn ending(&self, rules: &Scrud, ladder: &Ladder, at: usize, side: &Side, part: u64) -> Ending {
        debug_assert_eq!(self.telling, Telling::Left);
        let mut digits = self.digits(at, part);
        let beaten: Vec<u16> =
            side.kinds.iter().map(|k| if k.troop.is_some() { digits.next().unwrap_or(0) } else { 0 }).collect();
        let extras = digits.next().unwrap_or(0);
        let lowest = lowest_of(digits.next().unwrap_or(0));

        let mut living = Living { rules, ladder, grades: Vec::new() };
        side.idle.iter().for_each(|troop| living.suffers(*troop, 0, 1));
        for (at, (kind, beaten)) in side.kinds.iter().zip(&beaten).enumerate() {
            let Some(troop) = kind.troop else { continue };
            let lowest = lowest.filter(|(kind, _)| *kind == at).map(|(_, lost)| lost);
            if kind.one_troop {
                living.suffers(troop, beaten + lowest.map_or(0, |_| extras), 1);
                continue;
            }
            let mut whole = u16::try_from(kind.dice).unwrap_or(u16::MAX) - beaten;
            let mut once = *beaten;
            if let Some(lost) = lowest {
                let of = if lost { &mut once } else { &mut whole };
                *of -= 1;
                living.suffers(troop, u16::from(lost) + extras, 1);
            }
            living.suffers(troop, 0, whole);
            living.suffers(troop, 1, once);
        }
        let counted = side.carried + beaten.iter().sum::<u16>() + extras;
        let every = rules.eliminate_every.map(u16::from);
        (0..every.map_or(0, |every| counted / every)).for_each(|_| living.loses_lowest());
        Ending { left: living.left(), carried: every.map_or(0, |every| counted % every) }
    }
}

/// The kind of the lowest unit die, and whether it lost to the die opposite, from its digit.
pub(super) fn lowest_of(digit: u16) -> Option<(usize, bool)> {
    digit.checked_sub(1).map(|n| (usize::from(n / 2), n % 2 == 1))
}

impl Bout<'_> {
    /// Whether so many defeats eliminate a unit of a kind.
    pub(super) fn dies(&self, kind: &Kind, defeats: u16) -> bool {
        let mut fate = Fate::default();
        kind.troop.is_some_and(|troop| {
            suffer(self.rules, self.ladder, &troop, defeats, &mut fate);
            fate.eliminated.is_some()
        })
    }
}

/// The units that live, counted by grade.
struct Living<'a> {
    rules: &'a Scrud,
    ladder: &'a Ladder,
    grades: Vec<u16>,
}

impl Living<'_> {
    /// So many units like this suffer so many defeats each.
    fn suffers(&mut self, troop: Troop, defeats: u16, units: u16) {
        let mut fate = Fate::default();
        suffer(self.rules, self.ladder, &troop, defeats, &mut fate);
        if units == 0 || fate.eliminated.is_some() {
            return;
        }
        let grade = usize::from(troop.grade.0) + usize::from(fate.down);
        if self.grades.len() <= grade {
            self.grades.resize(grade + 1, 0);
        }
        self.grades[grade] += units;
    }

    fn loses_lowest(&mut self) {
        if let Some(lowest) = self.grades.iter_mut().rev().find(|units| **units > 0) {
            *lowest -= 1;
        }
    }

    fn left(&self) -> Left {
        let counted = (0u8..).zip(&self.grades).filter(|(_, units)| **units > 0);
        counted.map(|(grade, units)| (Grade(grade), *units)).collect()
    }
}
