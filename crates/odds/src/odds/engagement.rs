//! The next phase of a combat between units of a campaign: fought once, many times, or for every possible roll. This is
//! the slow reference for what a phase does to each unit. Source: RULES 2.2 to 2.4.

use super::{
    Effort, Monitor, OddsError,
    enumerate::{MAX_ROLLS, STEPS_PER_ROLL},
    simulate::{Stream, in_chunks},
};
use wardiary_base::{
    book::{Grade, Rulebook},
    dice::{Die, Face},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    event::Cast,
    rules::{
        FoughtPhase,
        roll::{DieRole, GradeGroup, ScrudRoll},
        scrud::{LineDie, Phase, PhaseSide, Troop, apply_dice_bonus, fight, full_bonus_dice},
        support::{SupportDie, SupportExchange, SupportTask, pair_counter_battery},
    },
};

/// Both sides of a phase. The faces of its dice are placeholders: the dice only say who rolls which.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Engagement {
    /// The units in the lines; the first party opened the combat. Bonus dice are among their dice, support dice from
    /// outside are not.
    pub parties: BothSides<PhaseSide>,
    /// The dice of units that support from outside.
    pub support: BothSides<Vec<SupportDie>>,
    /// The grades of the units that retired in earlier phases.
    pub retired: BothSides<Vec<Grade>>,
}

#[derive(Default)]
pub(super) struct BareSide {
    /// Grade and strength of each unit that fights.
    pub units: Vec<(Grade, u16)>,
    pub support: Vec<(SupportTask, Grade)>,
    /// Defeats left over towards the next elimination.
    pub carried: u16,
    pub retired: Vec<Grade>,
}

/// A phase of an engagement with rolled dice.
#[derive(Clone, Debug)]
pub struct RolledPhase {
    /// Support against support, before the line-up.
    pub support_exchange: SupportExchange,
    pub phase: Phase,
}

impl From<BothSides<PhaseSide>> for Engagement {
    fn from(parties: BothSides<PhaseSide>) -> Self {
        Self { parties, ..Self::default() }
    }
}

impl From<[PhaseSide; 2]> for Engagement {
    fn from(parties: [PhaseSide; 2]) -> Self {
        BothSides::from(parties).into()
    }
}

impl Engagement {
    /// The engagement of a fought phase, with all its dice.
    pub fn from_fought(fought: &FoughtPhase) -> Self {
        let mut parties = fought.parties.clone();
        for side in CombatSide::BOTH {
            // Support that fires from outside is at the end of the line.
            let party = &mut parties[side];
            let firing =
                (0..fought.support[side].len()).filter(|at| fought.support_exchange.joins_line(side, *at)).count();
            party.dice.truncate(party.dice.len() - firing);
        }
        Self { parties, support: fought.support_exchange.dice.clone(), retired: BothSides::default() }
    }

    /// The first phase of a bare roll.
    pub fn from_roll(book: &Rulebook, roll: &ScrudRoll) -> Self {
        let strength = book.troops[0].strength;
        let each = |groups: &[GradeGroup]| {
            let each = |g: &GradeGroup| std::iter::repeat_n((g.role, g.grade), g.count.into());
            groups.iter().flat_map(each).collect::<Vec<_>>()
        };
        let sides = BothSides::new(&roll.first, &roll.second).map(|groups| {
            let dice = each(groups);
            let units = dice.iter().filter(|(role, _)| role.task().is_none()).map(|(_, grade)| (*grade, strength));
            let support = dice.iter().filter_map(|(role, grade)| Some((role.task()?, *grade)));
            BareSide { units: units.collect(), support: support.collect(), ..BareSide::default() }
        });
        Self::from_sides(book, &sides, roll.bonus)
    }

    /// A phase between sides of a combat outside a campaign, with this dice bonus.
    pub(super) fn from_sides(book: &Rulebook, sides: &BothSides<BareSide>, bonus: BothSides<i8>) -> Self {
        let die = |troop, grade| LineDie::from_cast(&book.ladder, troop, grade, Cast::Score(0));
        let support = sides.as_ref().map(|BareSide { support, .. }| {
            let die =
                |(task, grade): &(SupportTask, Grade)| SupportDie { task: *task, die: die(None, *grade), target: None };
            support.iter().map(die).collect()
        });
        let retired = sides.as_ref().map(|side| side.retired.clone());
        let parties = BothSides::from_fn(|side| {
            let BareSide { units, carried, .. } = &sides[side];
            let mut dice: Vec<LineDie> =
                units.iter().enumerate().map(|(troop, (grade, _))| die(Some(troop), *grade)).collect();
            apply_dice_bonus(&mut dice, bonus[side], |die| die.assumed_grade, || die(None, book.ladder.neutral()));
            let bonus_dice = dice.iter().filter(|die| die.troop.is_none()).count();
            PhaseSide {
                dice,
                troops: units.iter().map(|(grade, strength)| Troop { grade: *grade, strength: *strength }).collect(),
                full_bonus_dice: full_bonus_dice(&book.scrud, bonus_dice),
                carried: *carried,
            }
        });
        Self { parties, support: with_paired_counter_battery(support), retired }
    }

    /// The closest roll in the notation, which knows grades but no leftover defeats or strengths, and whether it is the
    /// same phase. `None` if a side has no unit dice, or more dice than a roll can have.
    pub fn closest_roll(&self, book: &Rulebook) -> Option<(ScrudRoll, bool)> {
        let strength = book.troops[0].strength;
        let is_plain = |party: &PhaseSide| {
            let alike = party.troops.iter().all(|troop| troop.strength == strength);
            alike && party.carried == 0 && party.dice.len() == party.troops.len()
        };
        // In the notation the k-th counter-battery die targets the k-th gun.
        let aimed = with_paired_counter_battery(self.support.clone()) == self.support;
        let plain = aimed && self.parties.iter().all(is_plain);
        let groups = BothSides::from_fn(|side| self.groups(side));
        let dice = |groups: &[GradeGroup]| groups.iter().map(|g| u32::from(g.count)).sum::<u32>();
        let fits = groups.iter().all(|g| g.iter().any(|g| g.role == DieRole::Unit) && dice(g) <= 200);
        let BothSides { first, second } = groups;
        fits.then_some((ScrudRoll { first, second, bonus: BothSides::default(), phases: 1, book: None }, plain))
    }

    /// The dice of a side in the groups of the notation.
    fn groups(&self, side: CombatSide) -> Vec<GradeGroup> {
        let units = self.parties[side].dice.iter().map(|die| match die.troop {
            Some(_) => (DieRole::Unit, die.assumed_grade),
            None => (DieRole::Artillery, die.assumed_grade),
        });
        let support = self.support[side].iter().map(|die| (role_of(die), die.die.assumed_grade));
        let mut groups: Vec<GradeGroup> = Vec::new();
        for (role, grade) in units.chain(support) {
            match groups.iter_mut().find(|g| g.role == role && g.grade == grade && role == DieRole::Unit) {
                Some(group) => group.count = group.count.saturating_add(1),
                None => groups.push(GradeGroup { count: 1, role, grade }),
            }
        }
        groups
    }

    pub(crate) fn roll_dice(&mut self, book: &Rulebook, mut face: impl FnMut(Die) -> Face) -> RolledPhase {
        let mut cast = |die: &mut LineDie| {
            let face = Cast::Face(face(book.ladder.step(die.assumed_grade).die));
            *die = LineDie::from_cast(&book.ladder, die.troop, die.assumed_grade, face);
        };
        for (party, support) in self.parties.iter_mut().zip(self.support.iter_mut()) {
            party.dice.iter_mut().for_each(&mut cast);
            support.iter_mut().for_each(|die| cast(&mut die.die));
        }
        let fight = |parties: &BothSides<PhaseSide>| fight(&book.scrud, &book.ladder, parties.as_ref());
        if self.support.iter().all(Vec::is_empty) {
            return RolledPhase { support_exchange: SupportExchange::default(), phase: fight(&self.parties) };
        }
        let prelude = SupportExchange::resolve(&book.scrud, &book.ladder, self.support.clone());
        let own = self.parties.as_ref().map(|party| party.dice.len());
        for side in CombatSide::BOTH {
            let party = &mut self.parties[side];
            let firing = prelude.dice[side].iter().enumerate().filter(|(at, _)| prelude.joins_line(side, *at));
            party.dice.extend(firing.map(|(_, die)| die.die));
        }
        let phase = fight(&self.parties);
        for (party, own) in self.parties.iter_mut().zip(own) {
            party.dice.truncate(own);
        }
        RolledPhase { support_exchange: prelude, phase }
    }

    fn dice(&self) -> impl Iterator<Item = Grade> + '_ {
        CombatSide::BOTH.into_iter().flat_map(|side| {
            let support = self.support[side].iter().map(|die| die.die.assumed_grade);
            self.parties[side].dice.iter().map(|die| die.assumed_grade).chain(support)
        })
    }

    /// Number of possible rolls; `None` if that exceeds 64 bits.
    pub fn roll_count(&self, book: &Rulebook) -> Option<u64> {
        self.dice().map(|grade| u64::from(book.ladder.step(grade).die.sides())).try_fold(1u64, u64::checked_mul)
    }

    /// Fights the phase for every possible roll if `effort` allows it, and otherwise for its number of trials. `fresh`
    /// makes an accumulator, each phase is counted into one, and `add` combines them. Returns the total, the number of
    /// phases, and whether they were simulated.
    pub(super) fn accumulate<T: Send>(
        &self,
        book: &Rulebook,
        effort: &Effort,
        watch: Monitor,
        fresh: impl Fn() -> T + Sync + Send,
        count: impl Fn(&mut T, &RolledPhase) + Sync + Send,
        add: impl Fn(T, T) -> T + Sync + Send,
    ) -> Result<(T, u64, bool), OddsError> {
        let few = self.roll_count(book).filter(|ways| *ways <= MAX_ROLLS.min(effort.exact / STEPS_PER_ROLL));
        if let Some(ways) = few {
            let mut sum = fresh();
            match self.enumerate_rolls(book, watch, |phase| count(&mut sum, phase)) {
                Ok(()) => return Ok((sum, ways, false)),
                Err(OddsError::Cancelled) => return Err(OddsError::Cancelled),
                Err(OddsError::TooLarge) => {}
            }
        }
        let chunk = |engagement: &mut Self, stream: &mut Stream, trials| {
            let mut sum = fresh();
            (0..trials).for_each(|_| count(&mut sum, &engagement.roll_dice(book, |die| stream.face(die))));
            sum
        };
        let trials = effort.trials.max(1);
        let (sum, trials) = in_chunks((trials, 1024), effort.seed, watch, || self.clone(), chunk, fresh(), add)?;
        Ok((sum, trials, true))
    }

    /// Fights the phase once for every possible roll.
    pub fn enumerate_rolls(
        &self,
        book: &Rulebook,
        watch: Monitor,
        mut each: impl FnMut(&RolledPhase),
    ) -> Result<(), OddsError> {
        let mut engagement = self.clone();
        let sides: Vec<Face> = self.dice().map(|grade| book.ladder.step(grade).die.sides()).collect();
        let mut faces: Vec<Face> = vec![1; sides.len()];
        loop {
            watch.check_exact()?;
            let mut next = faces.iter().copied();
            each(&engagement.roll_dice(book, |_| next.next().expect("as many faces as dice")));
            let Some(at) = (0..faces.len()).find(|at| faces[*at] < sides[*at]) else { return Ok(()) };
            faces[..at].fill(1);
            faces[at] += 1;
        }
    }
}

/// Support dice with the counter-battery targets of the notation.
fn with_paired_counter_battery(mut support: BothSides<Vec<SupportDie>>) -> BothSides<Vec<SupportDie>> {
    pair_counter_battery(&mut support);
    support
}

fn role_of(die: &SupportDie) -> DieRole {
    let roles = [DieRole::Artillery, DieRole::CounterBattery, DieRole::Aircraft, DieRole::AirDefence];
    roles.into_iter().find(|role| role.task() == Some(die.task)).unwrap_or(DieRole::Artillery)
}
