//! Dice tests: `4+`, `4-`, Pass-One, Pass-All, several of them in series or in parallel. Source: RULES 3.
//!
//! [`in_series`] and [`in_parallel`] judge dice that were rolled. [`throw`] asks for them as either way wants them; bare
//! rolls and orders both go through it.

use super::{
    Refusal, Resolver, RollQueue, RuleResult,
    refusal::{BattleRefusal, FireRefusal},
};
use crate::event::Event;
use wardiary_base::{
    book::{DiceTest, Parallel, Passing, Rulebook},
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
    id::{BattleId, Id, SideId, UnitId},
};

/// How several tests are thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Way {
    /// All dice of a test together, one test after the other.
    #[default]
    Series,
    /// A die for each test that is still open, round by round.
    Parallel,
}

/// What a test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// Whether it passed.
    pub passed: bool,
    /// How many of its dice passed; in parallel nobody counts them.
    pub dice: Option<u8>,
}

/// A die of a test, as it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestDie {
    /// Whose: the test's place among those thrown.
    pub test: usize,
    /// What it shows.
    pub face: Face,
    /// Whether it passes.
    pub passes: bool,
}

/// Tests that were thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The tests.
    pub tests: Vec<DiceTest>,
    /// How they were thrown.
    pub way: Way,
    /// The dice, in the rounds in which they fell: in series a round is a test.
    pub rounds: Vec<Vec<TestDie>>,
    /// What each test came to.
    pub results: Vec<Tested>,
}

impl Thrown {
    /// How many of the tests passed.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.results.iter().filter(|r| r.passed).count()
    }

    /// Whether a die is taken away in its round of a parallel throw: it has settled its test.
    #[must_use]
    pub fn is_taken(&self, die: TestDie) -> bool {
        self.way == Way::Parallel && die.passes == (self.tests[die.test].pass == Passing::One)
    }
}

/// A test whose dice were thrown together.
#[must_use]
pub fn in_series(test: &DiceTest, dice: &[Face]) -> Tested {
    let passed = dice.iter().filter(|face| test.needs.passes(**face)).count();
    let enough = match test.pass {
        Passing::One => passed > 0,
        Passing::All => passed == dice.len(),
    };
    Tested { passed: enough, dice: u8::try_from(passed).ok() }
}

/// A test whose dice are thrown one after the other, as far as they have been: `None` while it is open. Under Pass-One a
/// die that passes takes the test away, under Pass-All one that fails; what is left over at the end has not been.
#[must_use]
pub fn in_parallel(test: &DiceTest, dice: &[Face]) -> Option<bool> {
    let taken_by = test.pass == Passing::One;
    if dice.iter().any(|face| test.needs.passes(*face) == taken_by) {
        return Some(taken_by);
    }
    (dice.len() >= usize::from(test.dice)).then_some(!taken_by)
}

/// Throws tests, each the owner's of its dice.
pub(super) fn throw(queue: &mut RollQueue, tests: &[(Owner, DiceTest)], way: Way) -> RuleResult<Thrown> {
    let mut dice: Vec<Vec<Face>> = vec![Vec::new(); tests.len()];
    let mut rounds = Vec::new();
    let mut next = 0;
    loop {
        // Which tests a die is thrown for now, once for each die.
        let now: Vec<usize> = match way {
            Way::Series => tests.get(next).map(|(_, test)| vec![next; test.dice.into()]).unwrap_or_default(),
            Way::Parallel => (0..tests.len()).filter(|at| in_parallel(&tests[*at].1, &dice[*at]).is_none()).collect(),
        };
        if now.is_empty() {
            break;
        }
        let wanted = now.iter().map(|at| RequestedDie::plain(tests[*at].0, Die::D6)).collect();
        let fallen = queue.ask(Request { purpose: Purpose::Test, dice: wanted })?;
        let round = now.into_iter().zip(fallen).map(|(test, die)| {
            dice[test].push(die.face);
            TestDie { test, face: die.face, passes: tests[test].1.needs.passes(die.face) }
        });
        rounds.push(round.collect());
        next += 1;
    }
    let results = tests.iter().zip(&dice).map(|((_, test), dice)| match way {
        Way::Series => in_series(test, dice),
        Way::Parallel => Tested { passed: in_parallel(test, dice) == Some(true), dice: None },
    });
    Ok(Thrown { results: results.collect(), tests: tests.iter().map(|(_, test)| *test).collect(), way, rounds })
}

impl Resolver<'_> {
    /// Puts units to a test by its name: of a stack or a side those that carry it; a unit that is named itself must.
    pub(super) fn dice_test(&mut self, who: &[Id], name: &str, parallel: bool) -> RuleResult {
        let book = self.state.book().clone();
        let units = self.all_living(who)?;
        let objected = units.iter().filter_map(|u| self.state.battle_of(*u)).any(|battle| !battle.objects.is_empty());
        if let Some(why) = book.tests.objection(objected).filter(|_| parallel) {
            return Err(FireRefusal::NotInParallel { why }.into());
        }
        let mut tests = Vec::new();
        let mut tested = Vec::new();
        let (mut called, mut cannot) = (None, None);
        for id in units {
            let unit = self.living(id)?;
            let Some(test) = self.state.test_of(unit, name) else {
                let refusal = FireRefusal::NoTest { unit: id, test: name.into() };
                if who.contains(&id.into()) {
                    return Err(refusal.into());
                }
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
        let way = if parallel { Way::Parallel } else { Way::Series };
        let thrown = throw(&mut self.queue, &tests, way)?;
        let of = |passed: bool| -> Vec<(UnitId, Option<u8>)> {
            let results = tested.iter().zip(&thrown.results);
            results.filter(|(_, r)| r.passed == passed).map(|(unit, r)| (*unit, r.dice)).collect()
        };
        let (passed, failed) = (of(true), of(false));
        let dice = passed.iter().chain(&failed).filter_map(|(_, dice)| *dice).collect();
        let ids = |units: Vec<(UnitId, Option<u8>)>| units.into_iter().map(|(unit, _)| unit).collect();
        let test = called.unwrap_or_else(|| name.to_string());
        self.emit(Event::DiceTested { test: test.clone(), passed: ids(passed), failed: ids(failed), dice });
        self.rolled = Some(super::Rolled::Tests { name: test, units: tested, thrown });
        Ok(())
    }
}

impl Resolver<'_> {
    /// A side objects to tests in parallel, or withdraws that. It binds all sides of the battle.
    pub(super) fn object(&mut self, battle: BattleId, side: SideId, off: bool) -> RuleResult {
        let found = self.open_battle(battle)?;
        if found.contingent(side).is_none() {
            return Err(BattleRefusal::SideNotInBattle { side, battle }.into());
        }
        if found.objects.contains(&side) != off {
            return Err(Refusal::NoChange.into());
        }
        if !off && self.state.book().tests.parallel != Parallel::Objected {
            return Err(FireRefusal::NoObjections.into());
        }
        self.emit(Event::Objected { battle, side, off });
        Ok(())
    }
}

/// `3x pass-one 2d 4- in parallel`: tests of which nothing is known but the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TestRoll {
    /// How many tests, 1 to 100.
    pub times: u8,
    /// Which.
    pub test: DiceTest,
    /// How they are thrown.
    pub way: Way,
}

/// Throws bare tests, to which nobody objects.
pub(super) fn roll(queue: &mut RollQueue, book: &Rulebook, roll: TestRoll) -> RuleResult<Thrown> {
    if let Some(why) = book.tests.objection(false).filter(|_| roll.way == Way::Parallel) {
        return Err(Refusal::from(FireRefusal::NotInParallel { why }).into());
    }
    throw(queue, &vec![(Owner(0), roll.test); roll.times.into()], roll.way)
}
