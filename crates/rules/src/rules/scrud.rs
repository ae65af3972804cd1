//! One phase of SCRUD: dice lined up and compared. Source: RULES 2.2, 2.3.
//!
//! [`fight`] knows dice and troops, but neither campaigns nor orders. Bare rolls, combats on the map and the odds all
//! use it.

use crate::event::{Cast, Cause};
use std::cmp::{Ordering, Reverse};
use wardiary_base::{
    book::{BonusDice, Casualty, EliminationRule, Extras, Grade, Ladder, LineUp, Scrud, Ties},
    dice::{Face, RolledDie},
    sides::{BothSides, CombatSide},
    text::Text,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Troop {
    pub grade: Grade,
    /// Strength Points, at least 1.
    pub strength: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineDie {
    /// The index of the troop that rolled it; `None` for a support die or a bonus die.
    pub troop: Option<usize>,
    /// The grade that its score counts with: a placeholder if the side of this view does not know it.
    pub assumed_grade: Grade,
    pub is_grade_known: bool,
    /// The face on top; `None` if a specialist die showed only its score.
    pub face: Option<Face>,
    pub score: i16,
}

impl LineDie {
    /// A die from its cast. A specialist die on the table shows the score itself.
    pub fn from_cast(ladder: &Ladder, troop: Option<usize>, assumed_grade: Grade, cast: Cast) -> Self {
        let (face, score) = match cast {
            Cast::Face(face) => (Some(face), ladder.score(assumed_grade, face)),
            Cast::Score(score) => (None, score.into()),
        };
        Self { troop, assumed_grade, is_grade_known: true, face, score }
    }

    /// The grade, if it is known.
    pub fn grade(&self) -> Option<Grade> {
        self.is_grade_known.then_some(self.assumed_grade)
    }

    /// The name of the grade in lower case, if it is known.
    pub fn grade_name(&self, ladder: &Ladder) -> Option<Text> {
        self.grade().map(|grade| ladder.name(grade).to_lowercase())
    }
}

/// How a rolled die counts, with or without specialist dice.
pub fn as_cast(fallen: RolledDie, specialist: bool) -> Cast {
    if specialist && fallen.by_hand { Cast::Score(fallen.face) } else { Cast::Face(fallen.face) }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhaseSide {
    /// All its living units in the combat, in roster order.
    pub troops: Vec<Troop>,
    /// Its dice: in roster order, then bonus dice, then support.
    pub dice: Vec<LineDie>,
    /// How many of the bonus dice count as full dice of the side, rather than as support.
    pub full_bonus_dice: usize,
    /// Defeats left over from before, towards the next elimination.
    pub carried: u16,
}

impl PhaseSide {
    /// Whether a die is support, which can be beaten without effect.
    pub fn is_support(&self, die: usize) -> bool {
        let units = self.dice.iter().position(|die| die.troop.is_none()).unwrap_or(self.dice.len());
        self.dice[die].troop.is_none() && !(units..units + self.full_bonus_dice).contains(&die)
    }

    pub fn has_support(&self) -> bool {
        (0..self.dice.len()).any(|die| self.is_support(die))
    }

    /// The troop that suffers if a die is beaten: for a full bonus die that of the lowest unit die, for support none.
    fn suffering_troop(&self, die: usize) -> Option<usize> {
        let of_bonus = || lowest_unit_die(self).filter(|_| !self.is_support(die)).map(|(troop, _)| troop);
        self.dice[die].troop.or_else(of_bonus)
    }
}

/// Applies a dice bonus: bonus dice come last; a penalty removes the worst units' dice, but never the last. RULES 2.3.
pub fn apply_dice_bonus<T>(dice: &mut Vec<T>, bonus: i8, grade: impl Fn(&T) -> Grade, bonus_die: impl Fn() -> T) {
    for _ in 0..bonus.min(0).unsigned_abs() {
        let worst = (0..dice.len()).max_by_key(|at| (grade(&dice[*at]), *at)).filter(|_| dice.len() > 1);
        worst.map(|at| dice.remove(at));
    }
    dice.extend((0..bonus.max(0)).map(|_| bonus_die()));
}

/// How many of this many bonus dice count as full dice of their side.
pub fn full_bonus_dice(rules: &Scrud, bonus_dice: usize) -> usize {
    if rules.bonus_dice == BonusDice::Full { bonus_dice } else { 0 }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DieOutcome {
    /// It beats the die opposite.
    Wins,
    /// The die opposite beats it.
    Loses,
    /// It equals the die opposite, or is a beaten support die: no effect.
    Even,
    /// It is past the end of the enemy's line, and defeats the enemy's lowest die once more.
    ExtraWins,
    /// It is past the end of the enemy's line, and ignored.
    Extra,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedDie {
    pub die: usize,
    pub outcome: DieOutcome,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    pub defeats: u16,
    /// The enemy's die that beat it first, in the order of the line-up.
    pub(crate) beaten_by: Option<usize>,
    pub pushed_back: bool,
    pub retired: bool,
    /// The number of grades it goes down.
    pub down: u16,
    pub lost: u16,
    pub eliminated: Option<Cause>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    pub lines: BothSides<Vec<PlacedDie>>,
    pub fates: BothSides<Vec<Fate>>,
    pub defeats: BothSides<u16>,
    /// Defeats left over towards the next elimination.
    pub carried: BothSides<u16>,
}

/// Fights a phase. The first party opened the combat, the second defends.
pub fn fight(rules: &Scrud, ladder: &Ladder, parties: BothSides<&PhaseSide>) -> Phase {
    let mut fight = Fight {
        rules,
        ladder,
        parties,
        lines: parties.map(|party| line_up(rules.line_up, party)),
        fates: parties.map(|party| vec![Fate::default(); party.troops.len()]),
        full_defeats: parties.map(|party| vec![0; party.troops.len()]),
    };
    let paired = fight.lines.first.len().min(fight.lines.second.len());
    (0..paired).for_each(|place| fight.compare_pair(place));
    CombatSide::BOTH.into_iter().for_each(|side| fight.compare_extras(side, paired));
    fight.apply_defeats()
}

struct Fight<'a> {
    rules: &'a Scrud,
    ladder: &'a Ladder,
    parties: BothSides<&'a PhaseSide>,
    lines: BothSides<Vec<PlacedDie>>,
    fates: BothSides<Vec<Fate>>,
    /// The defeats of each troop that count towards an elimination: not those that only give ground.
    full_defeats: BothSides<Vec<u16>>,
}

impl Fight<'_> {
    fn die(&self, side: CombatSide, place: usize) -> LineDie {
        self.parties[side].dice[self.lines[side][place].die]
    }

    /// Records a defeat of a troop by the enemy's die at a place of its line, with the margin if there is one.
    fn defeat(&mut self, (side, troop): (CombatSide, usize), place: usize, margin: Option<i16>) {
        let by = self.lines[side.opponent()][place].die;
        let fate = &mut self.fates[side][troop];
        fate.defeats += 1;
        fate.beaten_by.get_or_insert(by);
        let effects = match margin {
            Some(difference) if !self.rules.by_margin.is_empty() => self.rules.by_margin.effects(difference),
            Some(1) if self.rules.margins => &[Casualty::PushBack],
            _ => {
                fate.suffer(&self.rules.defeat, 1);
                self.full_defeats[side][troop] += 1;
                return;
            }
        };
        fate.suffer(effects, 1);
        let counts = effects.iter().any(|effect| !effect.only_gives_ground());
        self.full_defeats[side][troop] += u16::from(counts);
    }

    fn compare_pair(&mut self, place: usize) {
        let dice = BothSides::from_fn(|side| self.die(side, place));
        let loser = match dice.first.score.cmp(&dice.second.score) {
            Ordering::Less => CombatSide::First,
            Ordering::Greater => CombatSide::Second,
            Ordering::Equal if self.rules.ties == Ties::Defender => CombatSide::First,
            Ordering::Equal => return,
        };
        self.lines[loser.opponent()][place].outcome = DieOutcome::Wins;
        if let Some(troop) = self.parties[loser].suffering_troop(self.lines[loser][place].die) {
            self.lines[loser][place].outcome = DieOutcome::Loses;
            self.defeat((loser, troop), place, Some((dice.first.score - dice.second.score).abs()));
        }
    }

    /// Compares the dice past the end of the enemy's line with the enemy's lowest die.
    fn compare_extras(&mut self, side: CombatSide, paired: usize) {
        let lowest = lowest_unit_die(self.parties[side.opponent()]);
        for place in paired..self.lines[side].len() {
            let extra = self.die(side, place);
            let beaten = lowest.filter(|(_, score)| match self.rules.extras {
                Extras::BeatLowest => extra.score > *score,
                Extras::Ignored => false,
                Extras::OverHalf => 2 * extra.score > i16::from(self.ladder.step(extra.assumed_grade).die.sides()),
            });
            let mark = if beaten.is_some() { DieOutcome::ExtraWins } else { DieOutcome::Extra };
            self.lines[side][place].outcome = mark;
            if let Some((troop, score)) = beaten {
                // Under OverHalf an extra die is not measured against the lowest die.
                let margin = (self.rules.extras == Extras::BeatLowest).then(|| extra.score - score);
                self.defeat((side.opponent(), troop), place, margin);
            }
        }
    }

    fn apply_defeats(mut self) -> Phase {
        let (mut defeats, mut carried) = (BothSides::default(), BothSides::default());
        for side in CombatSide::BOTH {
            let (party, fates) = (self.parties[side], &mut self.fates[side]);
            for (fate, troop) in fates.iter_mut().zip(&party.troops) {
                fate.settle(self.ladder, troop);
            }
            defeats[side] = fates.iter().map(|fate| fate.defeats).sum();
            let full = &self.full_defeats[side];
            let counted = party.carried + full.iter().sum::<u16>();
            if let Some(every) = self.rules.eliminate_every.map(u16::from) {
                carried[side] = counted % every;
                for _ in 0..counted / every {
                    if let Some(troop) = next_eliminated(self.rules.eliminates, party, &self.lines[side], full, fates) {
                        fates[troop].eliminated = Some(Cause::EveryThird);
                    }
                }
            }
        }
        Phase { lines: self.lines, fates: self.fates, defeats, carried }
    }
}

/// Dice in line: by descending score (ties: better grade, unit before support, roster order), or as given.
fn line_up(how: LineUp, party: &PhaseSide) -> Vec<PlacedDie> {
    let mut line: Vec<PlacedDie> =
        (0..party.dice.len()).map(|die| PlacedDie { die, outcome: DieOutcome::Even }).collect();
    line.sort_by_key(|placed| {
        let die = party.dice[placed.die];
        match how {
            LineUp::Sorted => (Reverse(die.score), die.assumed_grade, die.troop.is_none()),
            LineUp::AsRolled => (Reverse(0), Grade(0), die.troop.is_none()),
        }
    });
    line
}

/// The troop whose unit die scored lowest, and the score; on a tie the worst grade, then the last on the roster.
fn lowest_unit_die(party: &PhaseSide) -> Option<(usize, i16)> {
    let units = party.dice.iter().enumerate().filter_map(|(at, die)| die.troop.map(|troop| (at, die, troop)));
    units
        .min_by_key(|(at, die, _)| (die.score, Reverse(die.assumed_grade), Reverse(*at)))
        .map(|(_, die, troop)| (troop, die.score))
}

pub fn apply_defeats_to_troop(rules: &Scrud, ladder: &Ladder, troop: &Troop, full: u16, fate: &mut Fate) {
    if full > 0 {
        fate.suffer(&rules.defeat, full);
    }
    fate.settle(ladder, troop);
}

impl Fate {
    /// Adds the effects of some equal defeats.
    fn suffer(&mut self, effects: &[Casualty], times: u16) {
        for effect in effects {
            match effect {
                Casualty::Demote => self.down += times,
                Casualty::LoseStrength(points) => self.lost = self.lost.saturating_add(points.saturating_mul(times)),
                Casualty::PushBack => self.pushed_back = true,
                Casualty::Retire => self.retired = true,
                Casualty::Eliminate => self.eliminated = Some(Cause::Defeat),
                Casualty::Rout => self.eliminated = self.eliminated.or(Some(Cause::Rout)),
            }
        }
    }

    fn settle(&mut self, ladder: &Ladder, troop: &Troop) {
        if self.down > u16::from(ladder.lowest().0 - troop.grade.0.min(ladder.lowest().0)) {
            self.eliminated = Some(Cause::Defeat);
        } else if self.lost >= troop.strength && self.eliminated.is_none() {
            self.eliminated = Some(Cause::Losses);
        }
    }
}

/// The next troop to be eliminated for the defeats of the side, among those still alive: the lowest current grade; on a
/// tie the lowest score in this phase, then the last in the line-up. A troop that did not roll counts as lowest. Under
/// `LowestBeaten` troops with full defeats come first, and among them the lowest score comes before the lowest grade.
fn next_eliminated(
    eliminates: EliminationRule,
    party: &PhaseSide,
    line: &[PlacedDie],
    full: &[u16],
    fates: &[Fate],
) -> Option<usize> {
    let grade = |troop: usize| Reverse(u16::from(party.troops[troop].grade.0) + fates[troop].down);
    let rolled = |troop: usize| {
        let mine = |placed: &&PlacedDie| party.dice[placed.die].troop == Some(troop);
        let score = line.iter().filter(mine).map(|p| party.dice[p.die].score).min();
        let place = line.iter().rposition(|p| party.dice[p.die].troop == Some(troop)).unwrap_or(usize::MAX);
        (score, Reverse(place))
    };
    let living = || (0..party.troops.len()).filter(|troop| fates[*troop].eliminated.is_none());
    let lowest_score = |troop: &usize| {
        let (score, place) = rolled(*troop);
        (score, grade(*troop), place)
    };
    let beaten = living().filter(|troop| eliminates == EliminationRule::LowestBeaten && full[*troop] > 0);
    beaten.min_by_key(lowest_score).or_else(|| living().min_by_key(|troop| (grade(*troop), rolled(*troop))))
}
