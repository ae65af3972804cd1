//! How sorted lines of certain grades meet: every throw that differs, resolved by the rules, and told by places.

use super::dealing::{Block, blocks, to_go};
use crate::{
    book::{Grade, Rulebook},
    odds::{
        Engagement, Meter, OddsError,
        throws::{Thrown, Throws},
    },
    sides::{BothSides, CombatSide},
};
use indexmap::{IndexMap, IndexSet};

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

impl Kernel {
    /// How lines of these grades meet; `counting` has the same rules, in which units lose one point a full defeat.
    pub fn new(
        book: &Rulebook,
        counting: &Rulebook,
        grades: &BothSides<Grades>,
        meter: &Meter,
    ) -> Result<Self, OddsError> {
        let sides = grades.as_ref().map(|side| {
            let units = side.units.iter().map(|grade| (*grade, u16::MAX)).collect();
            (units, Vec::new(), 0)
        });
        let engagement = Engagement::of_sides(sides);
        let throws = Throws::new(counting, &engagement, |_, _, _| true);
        let line = |thrown: &Thrown, side: CombatSide| told(book, &grades[side], line(thrown, &grades[side], side));
        let count = |sums: &mut IndexMap<BothSides<RankLine>, f64>, thrown: &Thrown| {
            *sums.entry(BothSides::from_fn(|side| line(thrown, side))).or_insert(0.0) += thrown.p;
        };
        let sums = throws.play(meter, IndexMap::new, count, |mut sums, more| {
            more.into_iter().for_each(|(lines, p)| *sums.entry(lines).or_insert(0.0) += p);
            sums
        })?;
        let mut lines: BothSides<IndexSet<RankLine>> = BothSides::default();
        let mut pairs = Vec::with_capacity(sums.len());
        for (pair, p) in sums {
            let BothSides { first, second } = pair;
            let index = |(at, _): (usize, bool)| u32::try_from(at).expect("there are fewer lines than throws");
            let first = index(lines.first.insert_full(first));
            pairs.push((BothSides::new(first, index(lines.second.insert_full(second))), p));
        }
        Ok(Self { lines: lines.map(|lines| lines.into_iter().collect()), pairs })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        let lines = self.lines.iter().flatten().map(|line| size_of_val(&**line) + 40).sum::<usize>();
        lines + size_of_val(&*self.pairs)
    }
}

/// A side's line in a throw.
fn line(thrown: &Thrown, grades: &Grades, side: CombatSide) -> RankLine {
    let mut scores = vec![0; grades.units.len()];
    for (_, troop, score) in thrown.scores().filter(|(of, ..)| *of == side) {
        scores[troop] = score;
    }
    let phase = &thrown.rolled.phase;
    // Each unit has one die, and nobody else has any.
    let rank =
        |troop: usize| Rank { grade: grades.units[troop], score: scores[troop], full: phase.fates[side][troop].lost };
    phase.lines[side].iter().map(|placed| rank(placed.die)).collect()
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
