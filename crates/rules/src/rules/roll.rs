//! Bare rolls: a mechanism without a campaign, as the notation writes it. They use the same code as orders.

mod scrud;

use super::{
    CarryOutError, Completed, Refusal, RuleResult, Step, dice_test, edna,
    resolution::{RollQueue, complete, step},
    scrud::{LineDie, Phase, PhaseSide},
    stack,
    support::{SupportExchange, SupportTask},
    table::{self, TableDraw},
    volley,
};
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, Rulebook, Stacks},
    dice::{
        Dice, DiceFormula, DiceRoll, DiceTerm, Die, Face, Owner, Purpose, Request, RequestedDie, TermCount,
        source::DiceSource,
    },
    sides::{BothSides, CombatSide},
    text::Text,
};

/// A bare roll. The text forms are those of [`crate::notation`].
#[derive(Clone, Debug, PartialEq)]
pub enum Roll {
    /// `3d10+1`, `3x 4d6kh3+1d10`
    Sum { times: u8, formula: DiceFormula },
    /// `3x edna 10 with 2d8`
    Edna {
        times: u8,
        /// The initial EDNA, 1 to 200.
        edna: u8,
        /// The dice, if not the rulebook's.
        dice: Option<Dice>,
    },
    /// `scrud 4 green v 8 yellow phases 3`
    Scrud(ScrudRoll),
    /// `initiative`: a die for each side, rerolled while they are equal.
    Initiative,
    /// `3x pass-one 2d 4- in parallel`
    Test(dice_test::TestRoll),
    /// `volley rifles range 2 at artillery in cover`
    Volley(volley::VolleyRoll),
    /// `3x blow 12 v 9 dmg 8 dr 3`
    Blow(BlowRoll),
    /// `consult Weather`: a random table of the rulebook.
    Table { name: Text },
}

/// A SCRUD combat between dice of which only the grade is known.
#[derive(Clone, Debug, PartialEq)]
pub struct ScrudRoll {
    pub first: Vec<GradeGroup>,
    pub second: Vec<GradeGroup>,
    /// Bonus dice, or a penalty, in each phase, -128 to 127.
    pub bonus: BothSides<i8>,
    /// The number of phases, 1 to 99.
    pub phases: u8,
    pub book: Option<Arc<Rulebook>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GradeGroup {
    /// 1 to 200.
    pub count: u8,
    pub role: DieRole,
    pub grade: Grade,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DieRole {
    Unit,
    /// Artillery that fires at the enemy's line; a support die.
    Artillery,
    /// Artillery that fires at the enemy's guns: the k-th at the k-th of them, in the order written.
    CounterBattery,
    /// An aircraft; a support die, if the enemy's air defence lets it through.
    Aircraft,
    /// Air defence against the enemy's aircraft.
    AirDefence,
}

impl DieRole {
    /// Its task as support; `None` for a unit.
    pub fn task(self) -> Option<SupportTask> {
        match self {
            Self::Unit => None,
            Self::Artillery => Some(SupportTask::Artillery),
            Self::CounterBattery => Some(SupportTask::CounterBattery),
            Self::Aircraft => Some(SupportTask::Aircraft),
            Self::AirDefence => Some(SupportTask::AirDefence),
        }
    }
}

impl ScrudRoll {
    /// Whether the dice in the lines are those written: there is no counter-battery, air defence or dice bonus.
    pub fn has_fixed_lines(&self) -> bool {
        let groups = || self.first.iter().chain(&self.second);
        self.bonus == BothSides::default()
            && !groups().any(|g| matches!(g.role, DieRole::CounterBattery | DieRole::AirDefence))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BarePhase {
    /// All dice of each side, in the order written; bonus dice behind the last die of a unit.
    pub dice: BothSides<Vec<LineDie>>,
    pub support_exchange: SupportExchange,
    pub parties: BothSides<PhaseSide>,
    pub phase: Phase,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Sums(Vec<i32>),
    Edna {
        times: u8,
        acted: u8,
        edna: u8,
    },
    Scrud {
        phases: Vec<BarePhase>,
        defeats: BothSides<u16>,
        /// The survivors of each side: the count of each grade, best first.
        survivors: BothSides<Vec<(Grade, u16)>>,
    },
    Initiative {
        winner: CombatSide,
    },
    Tests(dice_test::RolledTests),
    Volley {
        at: Vec<Text>,
        fired: volley::VolleyOutcome,
    },
    Blows(Vec<Blow>),
    /// The roll on a random table, and those on the tables that it led to.
    Table(Vec<TableDraw>),
}

impl Roll {
    /// The rules of the roll: the rulebook that it names, or `book`.
    pub fn book<'a>(&'a self, book: &'a Rulebook) -> &'a Rulebook {
        match self {
            Self::Scrud(ScrudRoll { book: Some(own), .. }) => own,
            _ => book,
        }
    }
}

/// Resolves a bare roll with the dice rolled so far.
pub fn resolve_roll(book: &Rulebook, roll: &Roll, rolls: &[DiceRoll]) -> Result<Step<Outcome>, Refusal> {
    step(outcome(&mut RollQueue::from_rolls(rolls), book, roll))
}

/// Makes a bare roll with dice from a source.
pub fn carry_out_roll<S: DiceSource>(
    book: &Rulebook,
    roll: &Roll,
    dice: &mut S,
) -> Result<Completed<Outcome>, CarryOutError<S::Error>> {
    complete(dice, |mut queue| (outcome(&mut queue, book, roll), queue.into_new_rolls()))
}

fn outcome(queue: &mut RollQueue, book: &Rulebook, roll: &Roll) -> RuleResult<Outcome> {
    let book = roll.book(book);
    match roll {
        Roll::Sum { times, formula } => {
            let rolled = roll_formulas(queue, (NOBODY, Purpose::Sum), *times, formula)?;
            Ok(Outcome::Sums(rolled.into_iter().map(|(_, total)| total).collect()))
        }
        Roll::Edna { times, edna, dice } => edna_tests(queue, book, *times, *edna, *dice),
        Roll::Scrud(roll) => scrud::scrud(queue, book, roll),
        Roll::Initiative => initiative(queue),
        Roll::Test(roll) => dice_test::roll_bare_tests(queue, book, *roll).map(Outcome::Tests),
        Roll::Volley(roll) => {
            volley::roll_bare_volley(queue, book, roll).map(|fired| Outcome::Volley { at: roll.at.clone(), fired })
        }
        Roll::Blow(roll) => blows(queue, &book.stacks, *roll),
        Roll::Table { name } => table::consult(queue, book, name, |table| table.states.first()).map(Outcome::Table),
    }
}

const NOBODY: Owner = Owner(0);

/// The faces of a formula in the order of its terms, exploding dice with those rolled on, and the total.
pub(super) type FormulaRoll = (Vec<Face>, i32);

/// Rolls a formula some times, one after the other.
pub(super) fn roll_formulas(
    queue: &mut RollQueue,
    of: (Owner, Purpose),
    times: u8,
    formula: &DiceFormula,
) -> RuleResult<Vec<FormulaRoll>> {
    (0..times).map(|_| roll_formula(queue, of, formula)).collect()
}

pub(super) fn roll_formula(
    queue: &mut RollQueue,
    of: (Owner, Purpose),
    formula: &DiceFormula,
) -> RuleResult<FormulaRoll> {
    let dice = formula.terms.iter().flat_map(|term| vec![term.dice.1; usize::from(term.dice.0)]);
    let mut faces = roll_plain(queue, of, dice.collect())?.into_iter();
    let (mut all, mut total) = (Vec::new(), i32::from(formula.plus));
    for term in &formula.terms {
        let faces: Vec<Face> = faces.by_ref().take(usize::from(term.dice.0)).collect();
        let (rolled, result) = roll_term(queue, of, *term, faces)?;
        all.extend(rolled);
        total += result;
    }
    Ok((all, total))
}

fn roll_plain(queue: &mut RollQueue, (owner, purpose): (Owner, Purpose), dice: Vec<Die>) -> RuleResult<Vec<Face>> {
    let dice = dice.into_iter().map(|die| RequestedDie::plain(owner, die)).collect();
    let fallen = queue.request_dice(Request { purpose, dice })?;
    Ok(fallen.into_iter().map(|die| die.face).collect())
}

/// The faces of a term, including the extra rolls of exploding dice, and their total.
fn roll_term(
    queue: &mut RollQueue,
    of: (Owner, Purpose),
    DiceTerm { dice, count }: DiceTerm,
    faces: Vec<Face>,
) -> RuleResult<FormulaRoll> {
    let sum = |faces: &[Face]| faces.iter().map(|face| i32::from(*face)).sum::<i32>();
    let number = |counts: &dyn Fn(Face) -> bool| {
        i32::try_from(faces.iter().filter(|face| counts(**face)).count()).expect("a term has at most 100 dice")
    };
    let highest = |kept: u8| {
        let mut sorted = faces.clone();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        sorted.truncate(kept.into());
        sorted
    };
    let result = match count {
        TermCount::Sum => sum(&faces),
        TermCount::AtLeast(least) => number(&|face| face >= least),
        TermCount::AtMost(most) => number(&|face| face <= most),
        TermCount::TensAndOnes => faces.iter().fold(0, |tens, face| 10 * tens + i32::from(*face)),
        TermCount::Highest(kept) => sum(&highest(kept)),
        TermCount::Lowest(kept) => sum(&faces) - sum(&highest(dice.0 - kept)),
        TermCount::Exploding => {
            let (mut all, mut last) = (faces.clone(), faces);
            loop {
                last.retain(|face| *face == dice.1.sides());
                if last.is_empty() {
                    let total = sum(&all);
                    return Ok((all, total));
                }
                last = roll_plain(queue, of, vec![dice.1; last.len()])?;
                all.extend(&last);
            }
        }
    };
    Ok((faces, result))
}

fn edna_tests(
    queue: &mut RollQueue,
    book: &Rulebook,
    times: u8,
    mut edna: u8,
    dice: Option<Dice>,
) -> RuleResult<Outcome> {
    let mut rules = book.edna.clone();
    rules.dice = dice.unwrap_or(rules.dice);
    let mut acted = 0;
    for _ in 0..times {
        // At 0 a unit is ineffective and is not tested.
        if edna == 0 {
            break;
        }
        let fallen = queue.request_dice(edna::request(&rules, NOBODY))?;
        let tested = edna::evaluate_test(&rules, edna, &fallen);
        acted += u8::from(tested.acts);
        edna = tested.edna;
    }
    Ok(Outcome::Edna { times, acted, edna })
}

fn initiative(queue: &mut RollQueue) -> RuleResult<Outcome> {
    loop {
        let dice = vec![RequestedDie::plain(Owner(1), Die::D6), RequestedDie::plain(Owner(2), Die::D6)];
        let fallen = queue.request_dice(Request { purpose: Purpose::Initiative, dice })?;
        if let [first, second] = fallen[..]
            && first.face != second.face
        {
            let winner = if second.face > first.face { CombatSide::Second } else { CombatSide::First };
            return Ok(Outcome::Initiative { winner });
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlowRoll {
    /// The number of blows, 1 to 100.
    pub times: u8,
    /// The attack power of the striking stack, including penalties.
    pub ap: u16,
    /// The defense power of the struck stack, including penalties and screens.
    pub dp: u16,
    /// The damage of the striking stack; 0, the default, deals the minimum damage of a blow.
    pub dmg: u16,
    pub dr: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub face: Face,
    pub damage: Option<u32>,
}

impl BlowRoll {
    /// Whether a blow with this face hits.
    pub fn hits(&self, rules: &Stacks, face: Face) -> bool {
        stack::hits(rules, face, self.ap.into(), self.dp.into())
    }

    /// The damage of a blow that hits.
    pub fn damage(&self, rules: &Stacks) -> u32 {
        stack::damage(rules, self.dmg.into(), self.dr.into())
    }
}

fn blows(queue: &mut RollQueue, rules: &Stacks, roll: BlowRoll) -> RuleResult<Outcome> {
    let dice = vec![RequestedDie::plain(NOBODY, Die::D20); roll.times.into()];
    let fallen = queue.request_dice(Request { purpose: Purpose::Blow, dice })?;
    let struck = |face| Blow { face, damage: roll.hits(rules, face).then(|| roll.damage(rules)) };
    Ok(Outcome::Blows(fallen.into_iter().map(|die| struck(die.face)).collect()))
}
