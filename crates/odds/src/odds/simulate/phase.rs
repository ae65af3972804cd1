//! Fast simulation of SCRUD phases with sorted lines.
//!
//! Dice need not be sorted to be lined up: it is enough to count the dice of each kind that show each score, and to go
//! through the scores from the highest, as [`crate::odds::scrud`] does. The result of a trial is the same tally as in
//! the exact odds.

use super::Stream;
use crate::odds::scrud::{
    DieKind, PhaseSetup, SideSetup,
    tally::{TallyDetail, TallyLayout},
};
use wardiary_base::{
    book::{Extras, Rulebook, Ties},
    sides::{BothSides, CombatSide},
};

/// Whether the tallies of all later phases are sure to fit 64 bits, whatever grades the units reach. The largest
/// tallies come from units spread evenly over all grades.
pub(super) fn tallies_fit(book: &Rulebook, sides: &BothSides<SideSetup>) -> bool {
    let grades = book.ladder.grades.len();
    let bits = |side: &SideSetup| {
        let apart = side.units().min(side.kinds.len().max(grades));
        let digit = side.units().div_ceil(apart.max(1)) + 1;
        let lowest = 2 * (grades + side.kinds.len()) + 1;
        let bits = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX)).log2();
        let extras = bits(sides.first.dice() + sides.second.dice() + 1);
        f64::from(u32::try_from(apart).unwrap_or(u32::MAX)) * bits(digit) + bits(lowest) + extras
    };
    sides.iter().map(bits).sum::<f64>() < 63.0
}

/// A phase that can be rolled repeatedly.
pub(super) struct PhaseSimulator<'a> {
    pub(crate) setup: PhaseSetup<'a>,
    pub layout: TallyLayout,
    rows: BothSides<Vec<KindRow>>,
    dice: BothSides<usize>,
    units: BothSides<usize>,
    shorter: Option<CombatSide>,
    /// Whether only scores matter: only defeats are counted, no die is support, and extra dice are judged by what they
    /// beat.
    scores_only: bool,
    /// For each side, score and kind (only score if `scores_only`), the number of dice that show it; cleared after each
    /// trial.
    shown: BothSides<Vec<u16>>,
}

struct KindRow {
    dice: usize,
    sides: u32,
    /// For each face, less 1, its index in `shown`.
    place: Vec<usize>,
    is_unit: bool,
    beaten: u64,
    /// For each score, whether an extra die with it counts under [`Extras::OverHalf`].
    over_half: Vec<bool>,
}

impl<'a> PhaseSimulator<'a> {
    /// `None` if the tallies of the phase exceed 64 bits.
    pub fn new(book: &'a Rulebook, sides: BothSides<SideSetup>, detail: TallyDetail) -> Option<Self> {
        let setup = PhaseSetup::new(&book.scrud, &book.ladder, sides);
        let layout = TallyLayout::new(&setup, detail)?;
        let has_support = setup.sides.iter().any(|side| side.units() < side.dice());
        let scores_only = detail == TallyDetail::Defeats && !has_support && book.scrud.extras != Extras::OverHalf;
        let rows = BothSides::from_fn(|side| {
            let kinds = &setup.sides[side].kinds;
            let row = |(at, kind)| {
                let column = if scores_only { (0, 1) } else { (at, kinds.len()) };
                KindRow::new(&setup, kind, column, layout.beaten[side][at])
            };
            kinds.iter().enumerate().map(row).collect::<Vec<_>>()
        });
        let shown = rows.as_ref().map(|rows| vec![0; setup.scores.len() * rows.len()]);
        Some(Self {
            dice: setup.sides.as_ref().map(SideSetup::dice),
            units: setup.sides.as_ref().map(SideSetup::units),
            shorter: setup.shorter_side(),
            setup,
            layout,
            rows,
            scores_only,
            shown,
        })
    }

    /// Approximate size in bytes, including the heap.
    pub fn bytes(&self) -> usize {
        let scores = self.setup.scores.len();
        let row = |row: &KindRow| {
            size_of::<KindRow>() + size_of::<DieKind>() + 8 * row.place.len() + row.over_half.len() + 48
        };
        let rows: usize = self.rows.iter().flatten().map(row).sum();
        let lists: usize = self.shown.iter().map(|shown| 2 * shown.len()).sum();
        let roster: usize = self.setup.sides.iter().map(|side| 8 * side.roster.len()).sum();
        // Digits and increments: two lists for each kind.
        size_of::<Self>()
            + rows
            + lists
            + roster
            + 2 * scores
            + 16 * self.rows.iter().map(Vec::len).sum::<usize>()
            + 200
    }

    /// Rolls all the dice once. Returns the tally.
    pub fn roll(&mut self, stream: &mut Stream) -> u64 {
        for (rows, shown) in self.rows.iter().zip(self.shown.iter_mut()) {
            for row in rows {
                for _ in 0..row.dice {
                    shown[row.place[stream.uniform_below(row.sides)]] += 1;
                }
            }
        }
        let tally = self.compare();
        self.clear();
        tally
    }

    fn clear(&mut self) {
        self.shown.iter_mut().for_each(|shown| shown.fill(0));
    }

    fn compare(&self) -> u64 {
        if self.scores_only { self.compare_scores() } else { self.compare_kinds() }
    }

    fn compare_scores(&self) -> u64 {
        let defended = u64::from(self.setup.rules.ties == Ties::Defender);
        let dice = self.dice.map(|n| n as u64);
        let mut down = BothSides::new(0u64, 0u64);
        let mut lost = BothSides::new(0u64, 0u64);
        let mut extras = 0;
        for (first, second) in self.shown.first.iter().zip(&self.shown.second) {
            let set = BothSides::new(u64::from(*first), u64::from(*second));
            lost.first += set.first.min((down.second + defended * set.second).saturating_sub(down.first));
            lost.second += set.second.min(down.first.saturating_sub(down.second));
            let after = BothSides::new(down.first + set.first, down.second + set.second);
            if let Some(shorter) = self.shorter
                && after[shorter] < dice[shorter]
            {
                let longer = shorter.opponent();
                extras += after[longer].saturating_sub(down[longer].max(dice[shorter]));
            }
            down = after;
        }
        let beaten = self.rows.as_ref().map(|rows| rows.first().map_or(0, |row| row.beaten));
        lost.first * beaten.first + lost.second * beaten.second + extras * self.layout.extra
    }

    fn compare_kinds(&self) -> u64 {
        let mut down = BothSides::new(0, 0);
        let mut units_up = self.units;
        let mut tally = 0;
        let defended = self.setup.rules.ties == Ties::Defender;
        for place in 0..self.setup.scores.len() {
            let these = BothSides::from_fn(|side| {
                let kinds = self.rows[side].len();
                &self.shown[side][place * kinds..(place + 1) * kinds]
            });
            let set = these.map(|shown| shown.iter().map(|n| usize::from(*n)).sum::<usize>());
            if set == BothSides::new(0, 0) {
                continue;
            }
            let ahead = BothSides::new(down.second + if defended { set.second } else { 0 }, down.first);
            for side in CombatSide::BOTH {
                if set[side] > 0 {
                    let lead = ahead[side].saturating_sub(down[side]);
                    tally += self.place_dice(side, these[side], lead, &mut units_up[side]);
                }
            }
            if let Some(shorter) = self.shorter {
                let longer = shorter.opponent();
                let after = down[longer] + set[longer];
                let extras = after.saturating_sub(down[longer].max(self.dice[shorter]));
                if extras > 0 {
                    let counted = self.extras(longer, these[longer], extras, place, units_up[shorter]);
                    tally += self.layout.extra * counted;
                }
            }
            down = BothSides::new(down.first + set.first, down.second + set.second);
        }
        tally
    }

    /// The tally increment as a side places the dice that show a score; the first `lead` of them are opposite higher
    /// ones.
    fn place_dice(&self, side: CombatSide, these: &[u16], lead: usize, units_up: &mut usize) -> u64 {
        let mut tally = 0;
        let mut lead = lead;
        for (at, (row, n)) in self.rows[side].iter().zip(these).enumerate() {
            let n = usize::from(*n);
            if n == 0 {
                continue;
            }
            let lost = n.min(lead);
            tally += row.beaten * u64::try_from(lost).unwrap_or(0);
            if row.is_unit {
                *units_up -= n;
                if *units_up == 0 && self.shorter == Some(side) {
                    tally += self.layout.lowest_increment(at, lead >= n);
                }
            }
            lead -= lost;
        }
        tally
    }

    /// How many of the last `extras` dice placed count as extras.
    fn extras(&self, longer: CombatSide, these: &[u16], extras: usize, place: usize, units_up: usize) -> u64 {
        let counted = match self.setup.rules.extras {
            Extras::BeatLowest if units_up > 0 => extras,
            Extras::BeatLowest | Extras::Ignored => 0,
            Extras::OverHalf => {
                let mut more = extras;
                let of_kind = self.rows[longer].iter().zip(these).rev().map(|(row, n)| {
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

impl KindRow {
    /// The row of a kind that is counted in `column` of `columns` for each score.
    fn new(setup: &PhaseSetup, kind: &DieKind, (column, columns): (usize, usize), beaten: u64) -> Self {
        Self {
            dice: kind.dice,
            sides: setup.ladder.step(kind.grade).die.sides().into(),
            place: setup.score_indices(kind).into_iter().map(|place| place * columns + column).collect(),
            is_unit: kind.is_unit(),
            beaten,
            over_half: (0..setup.scores.len()).map(|place| setup.is_over_half(kind, place)).collect(),
        }
    }
}
