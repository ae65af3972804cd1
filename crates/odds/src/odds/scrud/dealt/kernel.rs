//! How sorted lines of certain grades meet, told by places.
//!
//! A side's dice fall in few ways that differ, since dice of a grade are alike; each is lined up once, and each line of one
//! side is held against each of the other. That says nothing but which places are beaten, and how often the last, so the lines
//! that are told of are looked up, rather than made, for all throws but the first that lead to them.

use super::dealing::{Block, blocks, to_go};
use crate::odds::{Meter, OddsError, lookup::Lookup, throws};
use indexmap::{IndexMap, IndexSet};
use std::cmp::Reverse;
use wardiary_base::{
    book::{Extras, Grade, Rulebook, Ties},
    sides::BothSides,
};

/// How many steps it takes to hold a line against another.
pub(super) const STEPS_A_PAIR: u64 = 50;

/// The grades of a side's units, best first, and its defeats left over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Grades {
    pub units: Vec<Grade>,
    pub carried: u16,
}

/// A place in a line, from the top: the grade that stands there, what it shows, and its full defeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rank {
    pub grade: Grade,
    pub score: i16,
    pub full: u16,
}

/// A side's line.
pub(super) type RankLine = Vec<Rank>;

/// How the lines of both sides meet.
pub(super) struct Kernel {
    /// The lines of each side that differ.
    pub lines: BothSides<Vec<RankLine>>,
    /// Pairs of them by their indices, each with its chance.
    pub pairs: Vec<(BothSides<u32>, f64)>,
}

/// A side's dice as they fell, from the top, and the chance of it.
struct Fallen {
    line: Vec<(i16, Grade)>,
    p: f64,
}

/// The full defeats of a line: of its places, a bit each, and of the last one by extra dice besides.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Beaten {
    places: u64,
    by_extras: u16,
}

/// The lines of a side that are told of so far.
struct Told<'a> {
    book: &'a Rulebook,
    grades: &'a Grades,
    fallen: Vec<Fallen>,
    lines: IndexSet<RankLine>,
    known: Lookup<(usize, Beaten), u32>,
}

impl Kernel {
    /// How lines of these grades meet.
    pub fn new(book: &Rulebook, grades: &BothSides<Grades>, meter: &Meter) -> Result<Self, OddsError> {
        let ways = grades.as_ref().map(|side| throws::ways(book, &side.units));
        let units = grades.first.units.len().max(grades.second.units.len());
        if units > 64 || !meter.allows(ways.first.saturating_mul(ways.second).saturating_mul(STEPS_A_PAIR)) {
            return Err(OddsError::TooLarge);
        }
        let ways = usize::try_from(ways.first.saturating_add(ways.second)).unwrap_or(usize::MAX);
        let _held = meter.hold(ways.saturating_mul(units * size_of::<(i16, Grade)>() + size_of::<Fallen>() + 16))?;
        let mut told = grades.as_ref().map(|grades| Told::new(book, grades));
        let mut sums: IndexMap<BothSides<u32>, f64> = IndexMap::new();
        for first in 0..told.first.fallen.len() {
            let others = told.second.fallen.len();
            meter.charge(others * usize::try_from(STEPS_A_PAIR).unwrap_or(usize::MAX))?;
            for second in 0..others {
                let (one, other) = (&told.first.fallen[first], &told.second.fallen[second]);
                let p = one.p * other.p;
                let beaten = meet(book, &one.line, &other.line);
                let pair =
                    BothSides::new(told.first.index(first, beaten.first), told.second.index(second, beaten.second));
                *sums.entry(pair).or_insert(0.0) += p;
            }
        }
        Ok(Self { lines: told.map(|told| told.lines.into_iter().collect()), pairs: sums.into_iter().collect() })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        let lines = self.lines.iter().flatten().map(|line| size_of_val(&**line) + 40).sum::<usize>();
        lines + size_of_val(&*self.pairs)
    }
}

/// Which dice of two lines are beaten. Source: RULES 2.2, steps 3 and 4; 2.3, `ties` and `margins`.
fn meet(book: &Rulebook, first: &[(i16, Grade)], second: &[(i16, Grade)]) -> BothSides<Beaten> {
    let rules = &book.scrud;
    let mut beaten = BothSides::<Beaten>::default();
    for (place, ((one, _), (other, _))) in first.iter().zip(second).enumerate() {
        if rules.margins && (one - other).abs() == 1 {
            continue;
        }
        if one < other || (one == other && rules.ties == Ties::Defender) {
            beaten.first.places |= 1 << place;
        } else if one > other {
            beaten.second.places |= 1 << place;
        }
    }
    // The last in a line is its lowest die.
    let paired = first.len().min(second.len());
    let by_extras = |extras: &[(i16, Grade)], shorter: &[(i16, Grade)]| {
        let Some((lowest, _)) = shorter.last() else { return 0 };
        let counts = |(score, grade): &&(i16, Grade)| match rules.extras {
            Extras::BeatLowest => score - lowest > i16::from(rules.margins),
            Extras::Ignored => false,
            Extras::OverHalf => 2 * score > i16::from(book.ladder.step(*grade).die.sides()),
        };
        u16::try_from(extras.iter().filter(counts).count()).unwrap_or(u16::MAX)
    };
    beaten.second.by_extras = by_extras(&first[paired..], second);
    beaten.first.by_extras = by_extras(&second[paired..], first);
    beaten
}

impl<'a> Told<'a> {
    fn new(book: &'a Rulebook, grades: &'a Grades) -> Self {
        let mut fallen = vec![Fallen { line: Vec::new(), p: 1.0 }];
        for same in grades.units.chunk_by(|one, other| one == other) {
            let falls = throws::falls(book, same[0], same.len());
            let with = |before: &Fallen| {
                let with = |fall: &throws::Fall| {
                    let line = before.line.iter().copied().chain(fall.scores.iter().map(|score| (*score, same[0])));
                    Fallen { line: line.collect(), p: before.p * fall.p }
                };
                falls.iter().map(with).collect::<Vec<Fallen>>()
            };
            fallen = fallen.iter().flat_map(with).collect();
        }
        fallen.iter_mut().for_each(|fallen| fallen.line.sort_by_key(|(score, grade)| (Reverse(*score), *grade)));
        Self { book, grades, fallen, lines: IndexSet::new(), known: Lookup::default() }
    }

    /// The line that is told of where these places of a line are beaten, by its index.
    fn index(&mut self, fallen: usize, beaten: Beaten) -> u32 {
        let Self { book, grades, lines, .. } = self;
        let line = &self.fallen[fallen].line;
        *self.known.get_or_insert_with((fallen, beaten), || {
            let last = line.len().saturating_sub(1);
            let rank = |(place, (score, grade)): (usize, &(i16, Grade))| {
                let by_extras = if place == last { beaten.by_extras } else { 0 };
                Rank { grade: *grade, score: *score, full: u16::from(beaten.places >> place & 1 == 1) + by_extras }
            };
            let line = told(book, grades, line.iter().enumerate().map(rank).collect());
            u32::try_from(lines.insert_full(line).0).expect("there are fewer lines than throws")
        })
    }
}

/// The line as far as what follows can tell it from others: without its scores where nobody goes for defeats of his side, and
/// with their order alone where somebody does.
fn told(book: &Rulebook, grades: &Grades, line: RankLine) -> RankLine {
    if to_go(book, grades.carried, &line) == 0 {
        let of = |(at, block): (i16, Block)| {
            block.places.into_iter().map(move |place| Rank { grade: block.grade, score: -at, full: place.full })
        };
        return (0..).zip(blocks(&line, &vec![None; line.len()])).flat_map(of).collect();
    }
    let mut last = line.first().map_or(0, |rank| rank.score);
    let mut order = 0;
    let ranks = line.into_iter().map(|rank| {
        order -= i16::from(rank.score != last);
        last = rank.score;
        Rank { score: order, ..rank }
    });
    ranks.collect()
}
