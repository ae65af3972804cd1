//! Who goes for the defeats of a side: by grade as far as that says it, and by score among those whom it does not tell apart.

use super::phase::{Case, Fall, PairPhase, SideLeft, sum};
use crate::odds::{Meter, OddsError};
use indexmap::IndexMap;
use std::cmp::Reverse;
use wardiary_base::{
    book::{Carry, Eliminates, Grade},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::scrud::{Fate, suffer};

/// What becomes of a side whose full defeats are known, but for those who are chosen by score.
pub(super) struct Going {
    /// Its units, if they live.
    living: Vec<Option<(Grade, u16)>>,
    carried: u16,
    /// Those of whom some go: of equal scores the first goes first.
    candidates: Vec<usize>,
    /// So many of them.
    pub choose: usize,
}

/// Who goes on either side, and the chance of it.
type Choice = (BothSides<Vec<usize>>, f64);

/// The lowest of the candidates so far, by score and place among them, and how many extra dice count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Lowest {
    sides: BothSides<Vec<(i16, usize)>>,
    hits: usize,
}

impl Going {
    /// A side after so many full defeats of each unit.
    pub fn new(phase: &PairPhase, side: CombatSide, full: &[u16]) -> Self {
        let (book, rules) = (phase.book, &phase.book.scrud);
        let after = |(troop, full): (&wardiary_rules::rules::scrud::Troop, &u16)| {
            let mut fate = Fate::default();
            suffer(rules, &book.ladder, troop, *full, &mut fate);
            let grade = || book.ladder.shifted(troop.grade, -i16::try_from(fate.down).unwrap_or(i16::MAX));
            fate.eliminated.is_none().then(|| (grade(), troop.strength - fate.lost))
        };
        let living: Vec<_> = phase.troops(side).iter().zip(full).map(after).collect();
        let counted = phase.parties[side].carried + full.iter().sum::<u16>();
        let every = rules.eliminate_every.map(u16::from);
        let carried = every.filter(|_| rules.carry != Carry::PerPhase).map_or(0, |every| counted % every);
        let mut going = Self { living, carried, candidates: Vec::new(), choose: 0 };
        going.eliminate(phase, full, usize::from(every.map_or(0, |every| counted / every)));
        going
    }

    /// Takes so many away, as far as it is known who they are.
    fn eliminate(&mut self, phase: &PairPhase, full: &[u16], mut gone: usize) {
        let beaten = |unit: usize| phase.book.scrud.eliminates == Eliminates::LowestBeaten && full[unit] > 0;
        let grade = |unit: usize| self.living[unit].map(|(grade, _)| grade);
        let mut order: Vec<usize> = (0..full.len()).filter(|unit| self.living[*unit].is_some()).collect();
        order.sort_by_key(|unit| (Reverse(beaten(*unit)), Reverse(grade(*unit)), Reverse(*unit)));
        // Those beaten go by score first, all others by grade.
        let tiers = order
            .chunk_by(|one, other| beaten(*one) == beaten(*other) && (beaten(*one) || grade(*one) == grade(*other)));
        let mut sure = Vec::new();
        for tier in tiers {
            if gone == 0 {
                break;
            }
            // After the last phase nobody asks which of a grade it was.
            let same = phase.last && tier.iter().all(|unit| grade(*unit) == grade(tier[0]));
            if same || tier.len() <= gone {
                sure.extend(tier.iter().take(gone));
                gone -= gone.min(tier.len());
            } else {
                (self.candidates, self.choose) = (tier.to_vec(), gone);
                break;
            }
        }
        sure.into_iter().for_each(|unit: usize| self.living[unit] = None);
    }

    /// What is left where these go besides.
    pub fn left(&self, gone: &[usize]) -> SideLeft {
        let units = self.living.iter().enumerate().filter(|(unit, _)| !gone.contains(unit));
        (units.filter_map(|(_, unit)| *unit).collect(), self.carried)
    }

    /// Who goes on either side, where the dice fell by a case and so many extra dice count; each with its chance.
    pub fn choices(
        phase: &PairPhase,
        sides: &BothSides<Self>,
        (case, hits): (&Case, usize),
        meter: &Meter,
    ) -> Result<Vec<Choice>, OddsError> {
        let turn = |side: CombatSide, at: usize| sides[side].candidates.iter().position(|unit| *unit == at);
        let turns = |at: usize| BothSides::from_fn(|side| turn(side, at));
        // Where an extra die's score is asked for, it is not known yet whether it counts.
        let with_extras = (phase.pairs()..case.falls.len()).any(|at| turns(at).iter().any(Option::is_some));
        let mut scale = if with_extras { 1.0 } else { case.hits[hits] };
        let mut now = IndexMap::from([(Lowest::default(), 1.0)]);
        for (at, falls) in case.falls.iter().enumerate() {
            let (turns, extra) = (turns(at), at.checked_sub(phase.pairs()));
            if turns.iter().all(Option::is_none) && (extra.is_none() || !with_extras) {
                scale *= if extra.is_none() { sum(falls) } else { 1.0 };
                continue;
            }
            meter.charge(now.len() * falls.len() * 30)?;
            let mut next = IndexMap::new();
            for (lowest, p) in &now {
                for fall in falls {
                    let counts = extra.is_some_and(|extra| phase.counts(extra, fall, case.lowest));
                    let lowest = lowest.with(fall, turns, counts, sides);
                    if lowest.hits <= hits {
                        *next.entry(lowest).or_insert(0.0) += p * fall.p;
                    }
                }
            }
            now = next;
        }
        let found = now.into_iter().filter(|(lowest, _)| !with_extras || lowest.hits == hits);
        let gone = |lowest: &Lowest| {
            BothSides::from_fn(|side| {
                let lowest = lowest.sides[side].iter();
                lowest.map(|(_, turn)| sides[side].candidates[*turn]).collect::<Vec<usize>>()
            })
        };
        Ok(found.map(|(lowest, p)| (gone(&lowest), scale * p)).collect())
    }
}

impl Lowest {
    /// The same after a fall of a pair, of whose units some are candidates, or of an extra die.
    fn with(&self, fall: &Fall, turns: BothSides<Option<usize>>, counts: bool, sides: &BothSides<Going>) -> Self {
        let mut with = self.clone();
        with.hits += usize::from(counts);
        for side in CombatSide::BOTH {
            if let Some(turn) = turns[side] {
                let lowest = &mut with.sides[side];
                lowest.push((fall.scores[side], turn));
                lowest.sort_unstable();
                lowest.truncate(sides[side].choose);
            }
        }
        with
    }
}
