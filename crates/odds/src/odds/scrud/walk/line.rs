//! One side's line as the walk sees it: the ways to have some of its dice set down, and how likely each leads to the
//! next.

use crate::odds::{
    OddsError,
    scrud::{PhaseSetup, tally::TallyLayout},
};
use wardiary_base::sides::CombatSide;

/// The most values of a tally; more would need more than 32 MB a thread to be added up in.
pub(super) const MAX_TALLIES: u64 = 1 << 22;
/// The most ways to move that are listed for a side.
const MAX_MOVES: usize = 1 << 22;

/// A part of a tally, of which there are at most [`MAX_TALLIES`].
pub(super) fn narrow(tally: u64) -> u32 {
    u32::try_from(tally).expect("checked when the walk began")
}

/// One side's line: all the ways to have set some of its dice down.
pub(super) struct WalkLine {
    kinds: Vec<WalkKind>,
    /// How many ways there are; the 0th is to have set none down, the last all.
    pub ways: usize,
    /// For each way, how many dice are down.
    pub down: Vec<usize>,
    /// For each way, how many unit dice are not.
    pub(crate) units_up: Vec<usize>,
    /// For each way, taken as dice set down together: where in each of `beaten` it begins.
    begins: Vec<usize>,
    /// What the tally gains where the first 0, 1, 2 … of the dice that are set down together lose. Where one unit of the
    /// line is tracked there are three such tables: for scores above its own, for its own, and for lower ones.
    beaten: Vec<Vec<u32>>,
    /// The index of the tracked unit's score.
    tracked: usize,
    /// How many dice there are.
    pub dice: usize,
}

struct WalkKind {
    dice: usize,
    /// What the number of a way goes up by with each of these dice.
    stride: usize,
    unit: bool,
    /// The chance that a die shows each score, given that it shows no higher one.
    shows: Vec<f64>,
    /// Whether an extra die that shows it counts under `OverHalf`.
    over_half: Vec<bool>,
}

/// What each kind's dice add to the tally, by table: a die that loses, and one that does not.
struct TallyGains {
    tables: Vec<Vec<[u32; 2]>>,
    place: usize,
}

impl TallyGains {
    fn of(layout: &TallyLayout, side: CombatSide, kinds: usize) -> Self {
        let Some(tracked) = layout.tracked.as_ref().filter(|tracked| tracked.side == side) else {
            let lost = layout.beaten[side].iter().map(|lost| [narrow(*lost), 0]);
            return Self { tables: vec![lost.collect()], place: 0 };
        };
        // Of those that show the unit's own score, the kinds before its own stand ahead of it.
        let tables = [kinds, tracked.kind, 0].map(|ahead| {
            let of = |kind: usize| tracked.adds[kind][usize::from(kind >= ahead)].map(narrow);
            (0..kinds).map(of).collect()
        });
        Self { tables: tables.into(), place: tracked.place }
    }
}

/// For each way to have dice down after a score, the ways before it: number and chance, by rising number of dice.
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
                // Below the lowest face nothing is left to be shown: 0 ÷ 0, which is never used.
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
            down: Vec::new(),
            units_up: Vec::new(),
            begins: Vec::new(),
            beaten: Vec::new(),
            tracked: 0,
        };
        let adds = TallyGains::of(layout, side, line.kinds.len());
        line.tracked = adds.place;
        line.beaten = vec![Vec::new(); adds.tables.len()];
        for way in 0..ways {
            line.down.push(line.of_each(way).map(|(_, n)| n).sum());
            line.units_up.push(line.of_each(way).filter(|(k, _)| k.unit).map(|(k, n)| k.dice - n).sum());
            line.begins.push(line.beaten[0].len());
            let kinds = line.of_each(way).enumerate().flat_map(|(at, (_, n))| std::iter::repeat_n(at, n));
            let kinds: Vec<usize> = kinds.collect();
            for (table, adds) in line.beaten.iter_mut().zip(&adds.tables) {
                // None of them loses; then one after the other does.
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

    /// How many dice of each kind are down.
    fn of_each(&self, way: usize) -> impl DoubleEndedIterator<Item = (&WalkKind, usize)> {
        self.kinds.iter().map(move |k| (k, way / k.stride % (k.dice + 1)))
    }

    /// What is gained where the first so many of some dice set down together, at the score of this place, lose.
    pub fn beaten(&self, place: usize, together: usize, first: usize) -> u32 {
        let table = match self.beaten.len() {
            1 => 0,
            _ => 1 + usize::from(place > self.tracked) - usize::from(place < self.tracked),
        };
        self.beaten[table][self.begins[together] + first.min(self.down[together])]
    }

    /// The kind of the last unit die of some set down together, and how many dice stand before it.
    pub(crate) fn last_unit(&self, together: usize) -> Option<(usize, usize)> {
        let mut before = 0;
        let mut last = None;
        for (at, (kind, n)) in self.of_each(together).enumerate() {
            before += n;
            if kind.unit && n > 0 {
                last = Some((at, before - 1));
            }
        }
        last
    }

    /// How many of the last `extras` dice of some set down together count under `OverHalf`.
    pub(crate) fn over_half(&self, together: usize, extras: usize, place: usize) -> usize {
        let mut more = extras;
        let counted = self.of_each(together).rev().map(|(kind, n)| {
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
            ways.sort_by_key(|(way, _)| self.down[*way as usize]);
            moves.push(ways);
        }
        moves
    }
}

/// The chance that with so many of n dice down before there are so many after, when each that is not down is set down
/// with the chance q.
fn binomials(n: usize, q: f64) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; n + 1]; n + 1];
    rows[n][n] = 1.0;
    for before in (0..n).rev() {
        // One more die than in the row below: it is set down, or it is not.
        for after in before..=n {
            let down = if after > before { rows[before + 1][after] * q } else { 0.0 };
            let up = if after < n { rows[before + 1][after + 1] * (1.0 - q) } else { 0.0 };
            rows[before][after] = down + up;
        }
    }
    rows
}
