//! Dice tests: `4+`, `4-`, Pass-One, Pass-All, several of them in series or in parallel. Source: RULES 3.
//!
//! [`evaluate_series`] and [`evaluate_parallel`] evaluate dice that were rolled. [`roll_tests`] requests the dice in the right order;
//! bare rolls and orders both use it.

use super::{
    Refusal, Resolver, RollQueue, RuleResult,
    refusal::{BattleRefusal, FireRefusal},
};
use crate::event::Event;
use wardiary_base::{
    book::{DiceTest, Parallel, Passing, Rulebook},
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
    id::{BattleId, Id, SideId, UnitId},
    text::Text,
};

/// The order in which several tests are rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RollOrder {
    /// All dice of one test at once, test after test.
    #[default]
    Series,
    /// One die for each open test, round by round.
    Parallel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestOutcome {
    pub passed: bool,
    /// The number of dice that passed; `None` in parallel, where a test ends with the die that decides it.
    pub dice: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestDie {
    pub test: usize,
    pub face: Face,
    pub passes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolledTests {
    pub tests: Vec<DiceTest>,
    pub roll_order: RollOrder,
    /// The dice by round; in series each test is a round.
    pub rounds: Vec<Vec<TestDie>>,
    pub results: Vec<TestOutcome>,
}

impl RolledTests {
    pub fn passed(&self) -> usize {
        self.results.iter().filter(|r| r.passed).count()
    }

    /// Whether a die is taken away in its round of a parallel roll, because it decides its test.
    pub fn is_taken(&self, die: TestDie) -> bool {
        self.roll_order == RollOrder::Parallel && die.passes == (self.tests[die.test].pass == Passing::One)
    }
}

/// Evaluates a test whose dice were rolled together.
pub fn evaluate_series(test: &DiceTest, dice: &[Face]) -> TestOutcome {
    let passed = dice.iter().filter(|face| test.needs.passes(**face)).count();
    let enough = match test.pass {
        Passing::One => passed > 0,
        Passing::All => passed == dice.len(),
    };
    TestOutcome { passed: enough, dice: u8::try_from(passed).ok() }
}

/// Evaluates dice rolled one by one; `None` while undecided. The first pass ends Pass-One, the first fail Pass-All.
pub fn evaluate_parallel(test: &DiceTest, dice: &[Face]) -> Option<bool> {
    let taken_by = test.pass == Passing::One;
    if dice.iter().any(|face| test.needs.passes(*face) == taken_by) {
        return Some(taken_by);
    }
    (dice.len() >= usize::from(test.dice)).then_some(!taken_by)
}

pub(super) fn roll_tests(
    queue: &mut RollQueue,
    tests: &[(Owner, DiceTest)],
    way: RollOrder,
) -> RuleResult<RolledTests> {
    let mut dice: Vec<Vec<Face>> = vec![Vec::new(); tests.len()];
    let mut rounds = Vec::new();
    let mut next = 0;
    loop {
        // The tests that a die is rolled for now, once for each die.
        let now: Vec<usize> = match way {
            RollOrder::Series => tests.get(next).map(|(_, test)| vec![next; test.dice.into()]).unwrap_or_default(),
            RollOrder::Parallel => {
                (0..tests.len()).filter(|at| evaluate_parallel(&tests[*at].1, &dice[*at]).is_none()).collect()
            }
        };
        if now.is_empty() {
            break;
        }
        let wanted = now.iter().map(|at| RequestedDie::plain(tests[*at].0, Die::D6)).collect();
        let fallen = queue.request_dice(Request { purpose: Purpose::Test, dice: wanted })?;
        let round = now.into_iter().zip(fallen).map(|(test, die)| {
            dice[test].push(die.face);
            TestDie { test, face: die.face, passes: tests[test].1.needs.passes(die.face) }
        });
        rounds.push(round.collect());
        next += 1;
    }
    let results = tests.iter().zip(&dice).map(|((_, test), dice)| match way {
        RollOrder::Series => evaluate_series(test, dice),
        RollOrder::Parallel => TestOutcome { passed: evaluate_parallel(test, dice) == Some(true), dice: None },
    });
    Ok(RolledTests {
        results: results.collect(),
        tests: tests.iter().map(|(_, test)| *test).collect(),
        roll_order: way,
        rounds,
    })
}

impl Resolver<'_> {
    /// Rolls a named test. A unit that is named itself must have it; of a stack or side those that have it are tested.
    pub(super) fn dice_test(&mut self, who: &[Id], name: &Text, parallel: bool) -> RuleResult {
        let book = self.state.book().clone();
        let units = self.living_units(who)?;
        let objected = units.iter().filter_map(|u| self.state.battle_of(*u)).any(|battle| !battle.objectors.is_empty());
        if let Some(why) = book.tests.objection(objected).filter(|_| parallel) {
            return Err(FireRefusal::NotInParallel { why }.into());
        }
        let mut tests = Vec::new();
        let mut tested = Vec::new();
        let (mut called, mut cannot) = (None, None);
        for id in units {
            let unit = self.living_unit(id)?;
            let Some(test) = self.state.test_of(unit, name) else {
                let refusal = FireRefusal::NoTest { unit: id, test: name.clone() };
                fail_if!(who.contains(&id.into()), refusal);
                cannot.get_or_insert(refusal);
                continue;
            };
            called.get_or_insert_with(|| test.name.clone());
            tests.push((Owner::from(id), test.test()));
            tested.push(id);
        }
        if let Some(refusal) = cannot.filter(|_| tests.is_empty()) {
            return Err(refusal.into());
        }
        let way = if parallel { RollOrder::Parallel } else { RollOrder::Series };
        let thrown = roll_tests(&mut self.queue, &tests, way)?;
        let of = |passed: bool| -> Vec<(UnitId, Option<u8>)> {
            let results = tested.iter().zip(&thrown.results);
            results.filter(|(_, r)| r.passed == passed).map(|(unit, r)| (*unit, r.dice)).collect()
        };
        let (passed, failed) = (of(true), of(false));
        let dice = passed.iter().chain(&failed).filter_map(|(_, dice)| *dice).collect();
        let ids = |units: Vec<(UnitId, Option<u8>)>| units.into_iter().map(|(unit, _)| unit).collect();
        let test = called.unwrap_or_else(|| name.clone());
        self.emit(Event::DiceTested { test: test.clone(), passed: ids(passed), failed: ids(failed), dice });
        self.order_roll = Some(super::OrderRoll::Tests { name: test, units: tested, thrown });
        Ok(())
    }
}

impl Resolver<'_> {
    /// Records or withdraws a side's objection to tests in parallel. It binds all sides of the battle.
    pub(super) fn object(&mut self, battle: BattleId, side: SideId, off: bool) -> RuleResult {
        let found = self.open_battle(battle)?;
        fail_if!(found.contingent(side).is_none(), BattleRefusal::SideNotInBattle { side, battle });
        fail_if!(found.objectors.contains(&side) != off, Refusal::NoChange);
        fail_if!(!off && self.state.book().tests.parallel != Parallel::Objected, FireRefusal::NoObjections);
        self.conclude(Event::Objected { battle, side, off })
    }
}

/// Tests without a campaign, such as `3x pass-one 2d 4- in parallel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TestRoll {
    /// The number of tests, 1 to 100.
    pub times: u8,
    pub test: DiceTest,
    pub roll_order: RollOrder,
}

/// Rolls bare tests, to which no side can object.
pub(super) fn roll_bare_tests(queue: &mut RollQueue, book: &Rulebook, roll: TestRoll) -> RuleResult<RolledTests> {
    if let Some(why) = book.tests.objection(false).filter(|_| roll.roll_order == RollOrder::Parallel) {
        return Err(Refusal::from(FireRefusal::NotInParallel { why }).into());
    }
    roll_tests(queue, &vec![(Owner(0), roll.test); roll.times.into()], roll.roll_order)
}
