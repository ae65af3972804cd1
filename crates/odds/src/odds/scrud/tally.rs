//! The tally of a phase: several counters packed into one number, so that lining up dice is plain addition.
//!
//! The tally is a number in mixed radix in which each side has its own digits. For defeats a side has one digit: the
//! defeats it suffered. For survivors it has a digit for each kind of unit dice (how many of them lost to the die
//! opposite). The side with the shorter line has two more: how many extra dice beat its lowest unit die, and the kind
//! of that die and whether it had already lost. The rules need nothing else to decide the fates of the units. Source:
//! RULES 2.2, steps 4 to 6.
//!
//! To count only units lost, all kinds that a defeat eliminates share one digit, and all that survive it share another.
//! That needs far fewer tallies than the grade of each survivor.

use super::{DieKind, PhaseSetup, SideSetup};
use crate::odds::Survivors;
use wardiary_base::{
    book::{Grade, Ladder, Scrud},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::scrud::{Fate, Troop, apply_defeats_to_troop};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::odds) enum TallyDetail {
    Defeats,
    /// Surviving units of each grade.
    Survivors,
    /// Defeats and lost units of each side.
    Losses,
}

/// The meaning of the digits of a tally.
#[derive(Clone, Debug)]
pub(in crate::odds) struct TallyLayout {
    /// For each side and kind, the increment for a die that loses to the die opposite; 0 for support dice.
    pub beaten: BothSides<Vec<u64>>,
    /// A unit whose own fate is counted, with the increments for the dice of its side.
    pub(crate) tracked: Option<TrackedUnit>,
    /// The increment for one extra die that counts.
    pub extra: u64,
    /// Unit of the increment for the lowest unit die of the shorter line, added once: `lowest` × (1 + 2 × kind, plus 1
    /// if it lost to the die opposite). 0 if the tally does not record it.
    pub lowest: u64,
    /// Whether a defeat by exactly 1 is not counted, because it is only a push-back.
    pub margins: bool,
    pub size: u64,
    /// Number of values of the first side's digits; the second side's digits are above them.
    first_size: u64,
    detail: TallyDetail,
    shorter: Option<CombatSide>,
    radices: BothSides<Vec<u64>>,
}

/// A unit that is tracked through a phase.
#[derive(Clone, Debug)]
pub(in crate::odds) struct TrackedUnit {
    pub side: CombatSide,
    /// Its kind, which has no other dice.
    pub kind: usize,
    pub score_index: usize,
    /// For each kind, `[ahead of the unit, behind it]` × `[increment if the die loses, if it does not]`.
    pub increments: Vec<[[u64; 2]; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::odds) struct Ending {
    pub survivors: Survivors,
    pub carried: u16,
}

impl TallyLayout {
    /// The layout for a phase; `None` if its tallies exceed 64 bits.
    pub fn new(setup: &PhaseSetup, detail: TallyDetail) -> Option<Self> {
        // Push-backs count as defeats, but do not affect survivors.
        let margins = setup.rules.margins && detail == TallyDetail::Survivors;
        let mut layout = Self { beaten: BothSides::default(), detail, margins, ..Self::empty(setup) };
        let dice = setup.sides.as_ref().map(SideSetup::dice);
        let extras = dice.first.abs_diff(dice.second);
        for side in CombatSide::BOTH {
            let extras = if layout.shorter == Some(side) { extras } else { 0 };
            match detail {
                TallyDetail::Defeats => layout.add_defeats(setup, side, extras)?,
                TallyDetail::Survivors => layout.add_survivors(setup, side, extras)?,
                TallyDetail::Losses => layout.add_losses(setup, side, extras)?,
            }
            if side == CombatSide::First {
                layout.first_size = layout.size;
            }
        }
        Some(layout)
    }

    pub(super) fn empty(setup: &PhaseSetup) -> Self {
        Self {
            beaten: setup.sides.as_ref().map(|side| vec![0; side.kinds.len()]),
            tracked: None,
            extra: 0,
            lowest: 0,
            margins: false,
            size: 1,
            first_size: 1,
            detail: TallyDetail::Survivors,
            shorter: setup.shorter_side(),
            radices: BothSides::default(),
        }
    }

    /// Adds a digit with `radix` values. Returns the increment of 1 in it.
    pub(super) fn add_digit(&mut self, side: CombatSide, radix: usize) -> Option<u64> {
        let unit = self.size;
        let radix = u64::try_from(radix).ok()?;
        self.size = self.size.checked_mul(radix)?;
        self.radices[side].push(radix);
        Some(unit)
    }

    fn add_defeats(&mut self, setup: &PhaseSetup, at: CombatSide, extras: usize) -> Option<()> {
        let side = &setup.sides[at];
        let digit = self.add_digit(at, side.units() + extras + 1)?;
        self.beaten[at] = side.kinds.iter().map(|kind| if kind.is_unit() { digit } else { 0 }).collect();
        if self.shorter == Some(at) {
            self.extra = digit;
        }
        Some(())
    }

    fn add_survivors(&mut self, setup: &PhaseSetup, at: CombatSide, extras: usize) -> Option<()> {
        let side = &setup.sides[at];
        for kind in &side.kinds {
            let digit = if kind.is_unit() { self.add_digit(at, kind.dice + 1)? } else { 0 };
            self.beaten[at].push(digit);
        }
        self.add_lowest(side, at, extras)
    }

    /// Adds a digit for defeats that eliminate and one for those that do not. A unit with several dice would need its
    /// own.
    fn add_losses(&mut self, setup: &PhaseSetup, at: CombatSide, extras: usize) -> Option<()> {
        let side = &setup.sides[at];
        if side.kinds.iter().any(|kind| kind.one_troop) {
            return None;
        }
        let mut digits = [0, 0];
        for (dies, digit) in [false, true].into_iter().zip(&mut digits) {
            let of = side.kinds.iter().filter(|k| k.is_unit() && setup.is_eliminated(k, 1) == dies);
            let dice: usize = of.map(|k| k.dice).sum();
            *digit = self.add_digit(at, dice + 1)?;
        }
        let digit = |kind: &DieKind| if kind.is_unit() { digits[usize::from(setup.is_eliminated(kind, 1))] } else { 0 };
        self.beaten[at] = side.kinds.iter().map(digit).collect();
        self.add_lowest(side, at, extras)
    }

    /// Adds the digits of the shorter line: the extra dice that beat its lowest unit die, and which die that is.
    fn add_lowest(&mut self, side: &SideSetup, at: CombatSide, extras: usize) -> Option<()> {
        if self.shorter == Some(at) {
            self.extra = self.add_digit(at, extras + 1)?;
            self.lowest = self.add_digit(at, 2 * side.kinds.len() + 1)?;
        }
        Some(())
    }

    /// The side with the `shorter_side` line, if extra dice may count against it; see [`PhaseSetup::shorter_side`].
    pub fn shorter_side(&self) -> Option<CombatSide> {
        self.shorter
    }

    /// The increment for the lowest unit die, if it is of this kind.
    pub(crate) fn lowest_increment(&self, kind: usize, lost: bool) -> u64 {
        self.lowest * u64::try_from(1 + 2 * kind + usize::from(lost)).unwrap_or(0)
    }

    pub fn side_parts(&self, tally: u64) -> BothSides<u64> {
        BothSides::new(tally % self.first_size, tally / self.first_size)
    }

    pub(super) fn digits(&self, side: CombatSide, part: u64) -> impl Iterator<Item = u16> {
        let mut rest = part;
        self.radices[side].iter().map(move |radix| {
            let digit = rest % radix;
            rest /= radix;
            u16::try_from(digit).unwrap_or(u16::MAX)
        })
    }

    /// The defeats of both sides. Only for [`TallyDetail::Defeats`].
    pub fn defeats(&self, tally: u64) -> BothSides<u16> {
        debug_assert_eq!(self.detail, TallyDetail::Defeats);
        self.side_parts(tally).map(|part| u16::try_from(part).unwrap_or(u16::MAX))
    }

    /// Defeats and lost units, from a side's part of the tally. Only for [`TallyDetail::Losses`].
    pub fn losses(&self, setup: &PhaseSetup, at: CombatSide, part: u64) -> (u16, u16) {
        debug_assert_eq!(self.detail, TallyDetail::Losses);
        let side = &setup.sides[at];
        let mut digits = self.digits(at, part);
        let [wounded, dead, extras, lowest] = [(); 4].map(|()| digits.next().unwrap_or(0));
        let mut gone = dead;
        if let Some((kind, lost)) = lowest_of(lowest) {
            let kind = &side.kinds[kind];
            let defeats = u16::from(lost) + extras;
            gone += u16::from(setup.is_eliminated(kind, defeats) && !(lost && setup.is_eliminated(kind, 1)));
        }
        let defeats = wounded + dead + extras;
        let units = u16::try_from(side.units() + side.troops_without_dice.len()).unwrap_or(u16::MAX);
        let more = setup.rules.eliminate_every.map_or(0, |every| (side.carried + defeats) / u16::from(every));
        (defeats, gone + more.min(units - gone))
    }

    /// The state of a side, from its part of the tally. Only for [`TallyDetail::Survivors`].
    pub fn ending(&self, setup: &PhaseSetup, at: CombatSide, part: u64) -> Ending {
        debug_assert_eq!(self.detail, TallyDetail::Survivors);
        let side = &setup.sides[at];
        let mut digits = self.digits(at, part);
        let beaten: Vec<u16> =
            side.kinds.iter().map(|k| if k.is_unit() { digits.next().unwrap_or(0) } else { 0 }).collect();
        let extras = digits.next().unwrap_or(0);
        let lowest = lowest_of(digits.next().unwrap_or(0));

        let mut living = SurvivorCounts { rules: setup.rules, ladder: setup.ladder, grades: Vec::new() };
        side.troops_without_dice.iter().for_each(|troop| living.apply_defeats(*troop, 0, 1));
        for (at, (kind, beaten)) in side.kinds.iter().zip(&beaten).enumerate() {
            let Some(troop) = kind.troop else { continue };
            let lowest = lowest.filter(|(kind, _)| *kind == at).map(|(_, lost)| lost);
            if kind.one_troop {
                living.apply_defeats(troop, beaten + lowest.map_or(0, |_| extras), 1);
                continue;
            }
            let mut whole = u16::try_from(kind.dice).unwrap_or(u16::MAX) - beaten;
            let mut once = *beaten;
            if let Some(lost) = lowest {
                let of = if lost { &mut once } else { &mut whole };
                *of -= 1;
                living.apply_defeats(troop, u16::from(lost) + extras, 1);
            }
            living.apply_defeats(troop, 0, whole);
            living.apply_defeats(troop, 1, once);
        }
        let counted = side.carried + beaten.iter().sum::<u16>() + extras;
        let every = setup.rules.eliminate_every.map(u16::from);
        (0..every.map_or(0, |every| counted / every)).for_each(|_| living.eliminate_lowest());
        Ending { survivors: living.survivors(), carried: every.map_or(0, |every| counted % every) }
    }
}

/// Decodes the digit of the lowest unit die: its kind, and whether it lost to the die opposite.
pub(super) fn lowest_of(digit: u16) -> Option<(usize, bool)> {
    digit.checked_sub(1).map(|n| (usize::from(n / 2), n % 2 == 1))
}

impl PhaseSetup<'_> {
    /// Whether this many defeats eliminate a unit of a kind.
    fn is_eliminated(&self, kind: &DieKind, defeats: u16) -> bool {
        let mut fate = Fate::default();
        kind.troop.is_some_and(|troop| {
            apply_defeats_to_troop(self.rules, self.ladder, &troop, defeats, &mut fate);
            fate.eliminated.is_some()
        })
    }
}

struct SurvivorCounts<'a> {
    rules: &'a Scrud,
    ladder: &'a Ladder,
    grades: Vec<u16>,
}

impl SurvivorCounts<'_> {
    /// Applies `defeats` to each of `units` units like `troop`.
    fn apply_defeats(&mut self, troop: Troop, defeats: u16, units: u16) {
        let mut fate = Fate::default();
        apply_defeats_to_troop(self.rules, self.ladder, &troop, defeats, &mut fate);
        if units == 0 || fate.eliminated.is_some() {
            return;
        }
        let grade = usize::from(troop.grade.0) + usize::from(fate.down);
        if self.grades.len() <= grade {
            self.grades.resize(grade + 1, 0);
        }
        self.grades[grade] += units;
    }

    fn eliminate_lowest(&mut self) {
        if let Some(lowest) = self.grades.iter_mut().rev().find(|units| **units > 0) {
            *lowest -= 1;
        }
    }

    fn survivors(&self) -> Survivors {
        let counted = (0u8..).zip(&self.grades).filter(|(_, units)| **units > 0);
        counted.map(|(grade, units)| (Grade(grade), *units)).collect()
    }
}
