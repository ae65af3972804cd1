//! Fast simulation of SCRUD phases with sorted lines.
//!
//! Dice need not be sorted to be lined up: it is enough to count the dice of each kind that show each score, and to go
//! through the scores from the highest, as [`crate::odds::scrud`] does. The result of a trial is the same tally as in
//! the exact odds.

use super::Stream;
use crate::odds::{
    Case,
    lookup::Lookup,
    scrud::{
        DieKind, PhaseSetup, SideSetup,
        tally::{Ending, TallyDetail, TallyLayout},
    },
};
use indexmap::IndexMap;
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

/// Maximum bytes cached by all combats of a simulation together.
const MAX_CACHE_BYTES: usize = 96 << 20;

/// A combat that can be played repeatedly.
pub(super) struct CombatSimulator<'a> {
    book: &'a Rulebook,
    sides: &'a BothSides<SideSetup>,
    /// Number of phases if survivors are counted; 0 to count the defeats of one phase.
    phases: u8,
    /// State 0 is the start.
    states: Vec<CombatState<'a>>,
    indices: Lookup<BothSides<Ending>, usize>,
    /// The state that a tally leads to, by state and tally.
    next_states: Lookup<(usize, u64), usize>,
    /// Bytes of the states after the first, and of the maps.
    cached_bytes: usize,
    max_bytes: usize,
}

struct CombatState<'a> {
    /// The states of the sides; `None` at the start.
    endings: Option<BothSides<Ending>>,
    /// Whether both sides have units left.
    continues: bool,
    /// The following phase, built when it is first fought.
    phase: Option<PhaseSimulator<'a>>,
}

impl<'a> CombatSimulator<'a> {
    pub fn new(book: &'a Rulebook, sides: &'a BothSides<SideSetup>, phases: u8) -> Self {
        // Each thread may have its own.
        Self::with_cache_limit(book, sides, phases, MAX_CACHE_BYTES / rayon::current_num_threads())
    }

    fn with_cache_limit(book: &'a Rulebook, sides: &'a BothSides<SideSetup>, phases: u8, room: usize) -> Self {
        let detail = if phases == 0 { TallyDetail::Defeats } else { TallyDetail::Survivors };
        let phase = PhaseSimulator::new(book, sides.clone(), detail);
        let start = CombatState { endings: None, continues: true, phase };
        let (indices, next) = (Lookup::default(), Lookup::default());
        Self { book, sides, phases, states: vec![start], indices, next_states: next, cached_bytes: 0, max_bytes: room }
    }

    /// Plays the combat `trials` times. Returns the count of each case.
    pub fn trials(&mut self, stream: &mut Stream, trials: u64) -> IndexMap<Case, u64> {
        if let (0, Some(phase)) = (self.phases, &mut self.states[0].phase) {
            return defeats(phase, stream, trials);
        }
        let mut ends: IndexMap<usize, u64> = IndexMap::new();
        let mut counts = IndexMap::new();
        for _ in 0..trials {
            *ends.entry(self.trial(stream)).or_insert(0) += 1;
            if self.cached_bytes > self.max_bytes {
                self.count(std::mem::take(&mut ends), &mut counts);
                self.clear_cache();
            }
        }
        self.count(ends, &mut counts);
        counts
    }

    fn count(&self, ends: IndexMap<usize, u64>, counts: &mut IndexMap<Case, u64>) {
        for (end, n) in ends {
            let survivors = self.states[end].endings.clone().map(|both| both.map(|one| one.survivors));
            *counts.entry(Case::Survivors(survivors.unwrap_or_default())).or_insert(0) += n;
        }
    }

    fn clear_cache(&mut self) {
        self.states.truncate(1);
        (self.indices, self.next_states) = (Lookup::default(), Lookup::default());
        self.cached_bytes = 0;
    }

    /// Plays the combat once. Returns the index of the final state.
    fn trial(&mut self, stream: &mut Stream) -> usize {
        let mut at = 0;
        for _ in 0..self.phases {
            self.build_phase(at);
            let Some(phase) = &mut self.states[at].phase else { break };
            let tally = phase.roll(stream);
            at = match self.next_states.get(&(at, tally)) {
                Some(next) => *next,
                None => self.state_index(at, tally),
            };
        }
        at
    }

    /// Builds the phase that follows a state, if there is one.
    fn build_phase(&mut self, at: usize) {
        let CombatState { endings: Some(endings), continues: true, phase: phase @ None } = &mut self.states[at] else {
            return;
        };
        let sides = BothSides::from_fn(|side| endings[side].remaining_side(&self.sides[side]));
        *phase = PhaseSimulator::new(self.book, sides, TallyDetail::Survivors);
        self.cached_bytes += phase.as_ref().map_or(0, PhaseSimulator::bytes);
    }

    fn state_index(&mut self, at: usize, tally: u64) -> usize {
        let phase = self.states[at].phase.as_ref().expect("dice have just been rolled in it");
        let parts = phase.layout.side_parts(tally);
        let ending = |side| phase.layout.ending(&phase.setup, side, parts[side]).without_lapsed_defeats(self.book);
        let endings = BothSides::from_fn(ending);
        let new = self.states.len();
        let index = *self.indices.get_or_insert_with(endings.clone(), || new);
        if index == new {
            let has_units =
                |side| !endings[side].survivors.is_empty() || !self.sides[side].troops_without_dice.is_empty();
            let continues = CombatSide::BOTH.into_iter().all(has_units);
            // The map holds the endings as well.
            let heap: usize = endings.iter().map(|ending| size_of_val(&*ending.survivors) + 16).sum();
            self.cached_bytes += 2 * (heap + size_of::<BothSides<Ending>>()) + size_of::<CombatState>() + 16;
            self.states.push(CombatState { endings: Some(endings), continues, phase: None });
        }
        self.cached_bytes += 2 * size_of::<((usize, u64), usize)>();
        self.next_states.insert((at, tally), index);
        index
    }
}

fn defeats(phase: &mut PhaseSimulator, stream: &mut Stream, trials: u64) -> IndexMap<Case, u64> {
    let place = |tally: u64| usize::try_from(tally).expect("a tally of defeats is below the square of the dice");
    let mut tallies = vec![0; place(phase.layout.size)];
    (0..trials).for_each(|_| tallies[place(phase.roll(stream))] += 1);
    let found = (0..).zip(tallies).filter(|(_, n)| *n > 0);
    found.map(|(tally, n)| (Case::Defeats(phase.layout.defeats(tally)), n)).collect()
}
