//! One side's line in the walk: the ways to have placed some of its dice, and the probability of moving from one to
//! another.

use crate::odds::{
    OddsError,
    scrud::{PhaseSetup, tally::TallyLayout},
};
use wardiary_base::sides::CombatSide;

/// Maximum number of tally values; more would need over 32 MB per thread for the sums.
pub(super) const MAX_TALLIES: u64 = 1 << 22;
const MAX_MOVES: usize = 1 << 22;

/// Narrows a tally, of which there are at most [`MAX_TALLIES`].
pub(super) fn narrow(tally: u64) -> u32 {
    u32::try_from(tally).expect("checked when the walk began")
}

/// One side's line. A *way* is the index of a state: how many dice of each kind are placed.
pub(super) struct WalkLine {
    kinds: Vec<WalkKind>,
    pub ways: usize,
    pub placed: Vec<usize>,
    /// For each way, the number of unit dice not yet placed.
    pub(crate) units_left: Vec<usize>,
    /// For each way, taken as dice placed together, where its entries begin in each table of `beaten`.
    starts: Vec<usize>,
    /// Tally increments if the first 0, 1, 2 … of the dice placed together lose. If a unit of the line is tracked there
    /// are three tables: for scores above its own, for its own, and for lower ones.
    beaten: Vec<Vec<u32>>,
    /// Index of the tracked unit's score.
    tracked: usize,
    pub dice: usize,
}

struct WalkKind {
    dice: usize,
    /// Increment of the way for each die of this kind.
    stride: usize,
    unit: bool,
    /// The probability that a die shows each score, given that it shows no higher one.
    shows: Vec<f64>,
    /// For each score, whether an extra die with it counts under `OverHalf`.
    over_half: Vec<bool>,
}

/// Tally increments of a die of each kind, by table: if it loses, and if it does not.
struct TallyGains {
    tables: Vec<Vec<[u32; 2]>>,
    place: usize,
}

impl TallyGains {
    fn new(layout: &TallyLayout, side: CombatSide, kinds: usize) -> Self {
        let Some(tracked) = layout.tracked.as_ref().filter(|tracked| tracked.side == side) else {
            let lost = layout.beaten[side].iter().map(|lost| [narrow(*lost), 0]);
            return Self { tables: vec![lost.collect()], place: 0 };
        };
        // At the unit's own score, kinds before its own are ahead of it.
        let tables = [kinds, tracked.kind, 0].map(|ahead| {
            let of = |kind: usize| tracked.increments[kind][usize::from(kind >= ahead)].map(narrow);
            (0..kinds).map(of).collect()
        });
        Self { tables: tables.into(), place: tracked.score_index }
    }
}

/// For each way after a score, the ways before it with probabilities, by ascending number of dice.
pub(super) type Moves = Vec<Vec<(u32, f64)>>;

impl WalkLine {
    pub fn new(setup: &PhaseSetup, layout: &TallyLayout, side: CombatSide) -> Result<Self, OddsError> {
        let mut kinds = Vec::new();
        let mut ways: usize = 1;
        let mut moves: usize = 1;
        for kind in &setup.sides[side].kinds {
            let n = kind.dice;
            let probabilities = setup.probabilities(kind);
            let shows = (0..probabilities.len()).map(|at| probabilities[at] / probabilities[at..].iter().sum::<f64>());
            kinds.push(WalkKind {
                dice: n,
                stride: ways,
                unit: kind.is_unit(),
                // Below the lowest face nothing is left to show: 0 ÷ 0, which is never used.
                shows: shows.map(|q| if q.is_nan() { 0.0 } else { q.clamp(0.0, 1.0) }).collect(),
                over_half: (0..probabilities.len()).map(|place| setup.is_over_half(kind, place)).collect(),
            });
            ways = ways.checked_mul(n + 1).ok_or(OddsError::TooLarge)?;
            moves = moves.checked_mul((n + 1) * (n + 2) / 2).filter(|m| *m <= MAX_MOVES).ok_or(OddsError::TooLarge)?;
        }
        let mut line = Self {
            ways,
            dice: kinds.iter().map(|k| k.dice).sum(),
            kinds,
            placed: Vec::new(),
            units_left: Vec::new(),
            starts: Vec::new(),
            beaten: Vec::new(),
            tracked: 0,
        };
        let adds = TallyGains::new(layout, side, line.kinds.len());
        line.tracked = adds.place;
        line.beaten = vec![Vec::new(); adds.tables.len()];
        for way in 0..ways {
            line.placed.push(line.placed_by_kind(way).map(|(_, n)| n).sum());
            line.units_left.push(line.placed_by_kind(way).filter(|(k, _)| k.unit).map(|(k, n)| k.dice - n).sum());
            line.starts.push(line.beaten[0].len());
            let kinds = line.placed_by_kind(way).enumerate().flat_map(|(at, (_, n))| std::iter::repeat_n(at, n));
            let kinds: Vec<usize> = kinds.collect();
            for (table, adds) in line.beaten.iter_mut().zip(&adds.tables) {
                // First none of them loses, then one after the other.
                let mut sum: u32 = kinds.iter().map(|at| adds[*at][1]).sum();
                table.push(sum);
                for at in &kinds {
                    sum = sum - adds[*at][1] + adds[*at][0];
                    table.push(sum);
                }
            }
        }
        Ok(line)
    }

    /// The number of dice placed of each kind.
    fn placed_by_kind(&self, way: usize) -> impl DoubleEndedIterator<Item = (&WalkKind, usize)> {
        self.kinds.iter().map(move |k| (k, way / k.stride % (k.dice + 1)))
    }

    /// The tally increment if the first `first` of the dice placed together at a score lose.
    pub fn beaten(&self, place: usize, together: usize, first: usize) -> u32 {
        let table = match self.beaten.len() {
            1 => 0,
            _ => 1 + usize::from(place > self.tracked) - usize::from(place < self.tracked),
        };
        self.beaten[table][self.starts[together] + first.min(self.placed[together])]
    }

    /// The kind of the last unit die placed together, and the number of dice before it.
    pub(crate) fn last_unit(&self, together: usize) -> Option<(usize, usize)> {
        let mut before = 0;
        let mut last = None;
        for (at, (kind, n)) in self.placed_by_kind(together).enumerate() {
            before += n;
            if kind.unit && n > 0 {
                last = Some((at, before - 1));
            }
        }
        last
    }

    /// How many of the last `extras` dice placed together count under `OverHalf`.
    pub(crate) fn over_half(&self, together: usize, extras: usize, place: usize) -> usize {
        let mut more = extras;
        let counted = self.placed_by_kind(together).rev().map(|(kind, n)| {
            let of_these = n.min(more);
            more -= of_these;
            if kind.over_half[place] { of_these } else { 0 }
        });
        counted.sum()
    }

    pub fn moves(&self, place: usize) -> Moves {
        let one_kind: Vec<Vec<Vec<f64>>> = self.kinds.iter().map(|k| binomials(k.dice, k.shows[place])).collect();
        let mut moves: Moves = Vec::with_capacity(self.ways);
        for to in 0..self.ways {
            let mut ways: Vec<(u32, f64)> = vec![(0, 1.0)];
            for (kind, chances) in self.kinds.iter().zip(&one_kind) {
                let down = to / kind.stride % (kind.dice + 1);
                let stride = u32::try_from(kind.stride).expect("there are fewer ways than moves");
                let mut before = 0;
                let mut next = Vec::with_capacity(ways.len() * (down + 1));
                for row in &chances[..=down] {
                    let q = row[down];
                    if q > 0.0 {
                        next.extend(ways.iter().map(|(way, p)| (way + before, p * q)));
                    }
                    before += stride;
                }
                ways = next;
            }
            ways.sort_by_key(|(way, _)| self.placed[*way as usize]);
            moves.push(ways);
        }
        moves
    }
}

/// Transition probabilities from `before` to `after` of n dice placed, if each remaining die is placed with probability
/// q.
fn binomials(n: usize, q: f64) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; n + 1]; n + 1];
    rows[n][n] = 1.0;
    for before in (0..n).rev() {
        // One more die than in the row below is already placed, or is placed now.
        for after in before..=n {
            let down = if after > before { rows[before + 1][after] * q } else { 0.0 };
            let up = if after < n { rows[before + 1][after + 1] * (1.0 - q) } else { 0.0 };
            rows[before][after] = down + up;
        }
    }
    rows
}
