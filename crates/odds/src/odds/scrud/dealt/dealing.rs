//! Whose dice stand in the places of a line, and what becomes of the side.

use super::{
    DealtEnd,
    kernel::{Rank, RankLine},
};
use crate::odds::{Meter, OddsError, lookup::Lookup};
use indexmap::{IndexMap, IndexSet};
use std::{cmp::Reverse, collections::BTreeMap};
use wardiary_base::book::{Carry, Eliminates, Grade, Rulebook};
use wardiary_rules::rules::scrud::{Fate, Troop, suffer};

/// Places of a grade whose units stand in roster order, whichever they are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Block {
    pub grade: Grade,
    pub places: Vec<Place>,
}

/// A place in a line: its full defeats, and its turn to go for the defeats of the side, if that can matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub full: u16,
    turn: Option<usize>,
}

/// The blocks of a line: those who tie; and all who fare alike wherever they stand, since any units are as likely as any others
/// to be these. In no order that says anything.
pub(super) fn blocks(line: &[Rank], turns: &[Option<usize>]) -> Vec<Block> {
    let mut places: Vec<(Rank, Option<usize>)> = line.iter().copied().zip(turns.iter().copied()).collect();
    places.sort_by_key(|(rank, _)| rank.grade);
    let mut alike: BTreeMap<(Grade, u16), Vec<Place>> = BTreeMap::new();
    let mut mixed: Vec<Block> = Vec::new();
    for tied in places.chunk_by(|(one, _), (other, _)| (one.grade, one.score) == (other.grade, other.score)) {
        let places: Vec<Place> = tied.iter().map(|(rank, turn)| Place { full: rank.full, turn: *turn }).collect();
        let Rank { grade, full, .. } = tied[0].0;
        if places.iter().all(|place| place.full == full && place.turn.is_none()) {
            alike.entry((grade, full)).or_default().extend(places);
        } else {
            mixed.push(Block { grade, places });
        }
    }
    mixed.sort_unstable();
    alike.into_iter().map(|((grade, _), places)| Block { grade, places }).chain(mixed).collect()
}

/// How many of a side go for its defeats.
pub(super) fn to_go(book: &Rulebook, carried: u16, line: &[Rank]) -> u16 {
    let full: u16 = line.iter().map(|rank| rank.full).sum();
    book.scrud.eliminate_every.map_or(0, |every| (carried + full) / u16::from(every))
}

/// What can be left of a side, by index, with the chance.
type EndLaw = Vec<(u32, f64)>;

/// What becomes of a side by each of its lines: what can be left of it, by index, with the chance.
pub(super) struct SideLaws {
    pub ends: Vec<DealtEnd>,
    pub laws: Vec<EndLaw>,
}

impl SideLaws {
    /// How many chances they hold.
    pub fn entries(&self) -> usize {
        self.laws.iter().map(Vec::len).sum()
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        let ends = self.ends.iter().map(|end| size_of::<DealtEnd>() + size_of_val(&*end.units) + 16).sum::<usize>();
        ends + self.entries() * size_of::<(u32, f64)>() + self.laws.len() * 40
    }
}

/// A side to whose units the places of a line are dealt.
pub(super) struct Dealer<'a> {
    pub book: &'a Rulebook,
    pub from: &'a DealtEnd,
    /// So much strength is as good as any more.
    pub enough: u16,
}

impl Dealer<'_> {
    /// What becomes of the side by each of these lines.
    pub fn laws(&self, lines: &[RankLine], meter: &Meter) -> Result<SideLaws, OddsError> {
        let mut ends: IndexSet<DealtEnd> = IndexSet::new();
        let mut known: Lookup<(Vec<Block>, u16), EndLaw> = Lookup::default();
        let mut laws = Vec::with_capacity(lines.len());
        for line in lines {
            let gone = to_go(self.book, self.from.carried, line);
            let key = (blocks(line, &self.turns(line, gone)), self.carried_after(line));
            if let Some(law) = known.get(&key) {
                laws.push(law.clone());
                continue;
            }
            let mut dealing = Dealing {
                dealer: self,
                blocks: &key.0,
                gone,
                carried: key.1,
                once: self.fare_alike(line),
                given: vec![None; self.from.units.len()],
                ends: IndexMap::new(),
                dealt: 0,
            };
            dealing.deal(0, 0, 0);
            let Dealing { ends: found, dealt, .. } = dealing;
            // To settle a side takes as long as some hundred additions.
            meter.charge(usize::try_from(dealt).unwrap_or(usize::MAX).saturating_mul(200))?;
            #[allow(clippy::cast_precision_loss, reason = "they are few")]
            let p = |n: u64| n as f64 / dealt as f64;
            let mut index =
                |end| u32::try_from(ends.insert_full(end).0).expect("so many ends are more than may be held");
            let law: EndLaw = found.into_iter().map(|(end, n)| (index(end), p(n))).collect();
            known.insert(key, law.clone());
            laws.push(law);
        }
        Ok(SideLaws { ends: ends.into_iter().collect(), laws })
    }

    /// What so many full defeats do to a unit.
    fn fate(&self, (grade, strength): (Grade, u16), full: u16) -> Fate {
        let mut fate = Fate::default();
        suffer(&self.book.scrud, &self.book.ladder, &Troop { grade, strength }, full, &mut fate);
        fate
    }

    /// Whether it is all the same who stands where: nobody loses so much that it could ever matter.
    fn fare_alike(&self, line: &[Rank]) -> bool {
        let full = line.iter().map(|rank| rank.full).max().unwrap_or(0);
        self.from.units.iter().all(|unit| unit.1 >= self.fate(*unit, full).lost.saturating_add(self.enough))
    }

    /// Defeats left over to the next phase.
    fn carried_after(&self, line: &[Rank]) -> u16 {
        let rules = &self.book.scrud;
        let full: u16 = line.iter().map(|rank| rank.full).sum();
        let every = rules.eliminate_every.filter(|_| rules.carry != Carry::PerPhase);
        every.map_or(0, |every| (self.from.carried + full) % u16::from(every))
    }

    /// The turn of each place to go for the side's defeats: of those whose turn may come, though all before them that may be
    /// gone already are.
    fn turns(&self, line: &[Rank], gone: u16) -> Vec<Option<usize>> {
        let mut turns = vec![None; line.len()];
        if gone == 0 {
            return turns;
        }
        let may_die = |rank: &&Rank| {
            let mut units = self.from.units.iter().filter(|(grade, _)| *grade == rank.grade);
            units.any(|unit| self.fate(*unit, rank.full).eliminated.is_some())
        };
        let candidates = usize::from(gone) + line.iter().filter(may_die).count();
        let mut order: Vec<usize> = (0..line.len()).collect();
        order.sort_by_key(|place| {
            let rank = line[*place];
            let grade = Reverse(u16::from(rank.grade.0) + self.fate((rank.grade, u16::MAX), rank.full).down);
            let first = self.book.scrud.eliminates == Eliminates::LowestBeaten && rank.full > 0;
            // Lines are sorted: the last has the lowest score.
            (!first, first.then_some(rank.score), grade, Reverse(*place))
        });
        order.iter().take(candidates).enumerate().for_each(|(turn, place)| turns[*place] = Some(turn));
        turns
    }
}

/// All ways to deal the places of a line, which are equally likely.
struct Dealing<'a> {
    dealer: &'a Dealer<'a>,
    blocks: &'a [Block],
    gone: u16,
    carried: u16,
    /// Whether one way stands for all.
    once: bool,
    /// The place of each unit.
    given: Vec<Option<Place>>,
    ends: IndexMap<DealtEnd, u64>,
    dealt: u64,
}

impl Dealing<'_> {
    /// Deals a place of a block, and all after it, to units from this one on.
    fn deal(&mut self, block: usize, place: usize, from: usize) {
        let Some(Block { grade, places }) = self.blocks.get(block) else {
            self.dealt += 1;
            let end = self.end();
            *self.ends.entry(end).or_insert(0) += 1;
            return;
        };
        let Some(next) = places.get(place) else { return self.deal(block + 1, 0, 0) };
        for unit in from..self.given.len() {
            if self.once && self.dealt > 0 {
                return;
            }
            if self.given[unit].is_none() && self.dealer.from.units[unit].0 == *grade {
                self.given[unit] = Some(*next);
                self.deal(block, place + 1, unit + 1);
                self.given[unit] = None;
            }
        }
    }

    /// What is left of the side where its places are dealt so.
    fn end(&self) -> DealtEnd {
        let ladder = &self.dealer.book.ladder;
        let mut living: Vec<(Option<usize>, (Grade, u16))> = Vec::with_capacity(self.given.len());
        for (unit, place) in self.dealer.from.units.iter().zip(&self.given) {
            let Some(place) = place else { continue };
            let fate = self.dealer.fate(*unit, place.full);
            if fate.eliminated.is_none() {
                let grade = ladder.shifted(unit.0, -i16::try_from(fate.down).unwrap_or(i16::MAX));
                living.push((place.turn, (grade, (unit.1 - fate.lost).min(self.dealer.enough))));
            }
        }
        for _ in 0..self.gone {
            let turns = living.iter().enumerate().filter_map(|(at, (turn, _))| Some((turn.as_ref()?, at)));
            if let Some((_, next)) = turns.min() {
                living.remove(next);
            }
        }
        let mut units: Vec<(Grade, u16)> = living.into_iter().map(|(_, unit)| unit).collect();
        // Units that have more than they can still lose are all alike.
        let alike = units.iter().all(|(_, strength)| *strength == self.dealer.enough);
        if alike || !super::grades_mix(&self.dealer.book.scrud) {
            units.sort_by_key(|(grade, _)| *grade);
        }
        DealtEnd { units, carried: self.carried }
    }
}
