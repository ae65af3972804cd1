//! What rolls were worth to whoever made them, beside what they could have been worth at that moment: actual and expected,
//! and the rank of each. All of it is exact; what can't be worked out exactly is not weighed.
//!
//! A roll's value is one number, higher for what is better for its side: in a phase of SCRUD the defeats inflicted less those
//! suffered, which is the enemy's roll as well, with the opposite sign; the hits of a volley and of a blow; the tests passed;
//! of an EDNA test whether the unit acts. Who has the initiative, and whether an argument succeeds, is no success of a side's
//! dice. Of dice that were thrown again the first throw alone counts: which are thrown again is a choice, and no luck.
//!
//! Strength Points are apart from defeats, which may cost none: what each side lost by the roll, and what it was expected to.

mod blows;
mod phase;
mod volley;

use super::{
    Cost, Distribution, Effort, Monitor, OddsError, edna, fire,
    lookup::Lookup,
    statistics::{Rank, of_blows},
    unknown_side_of,
};
use phase::{PhaseEffort, PhaseWeight};
use std::sync::Arc;
use wardiary_base::{
    book::Rulebook,
    dice::Owner,
    id::{Id, SideId, UnitId},
};
use wardiary_rules::{
    notation::{Fortune, Luckiness},
    order::Order,
    rules::{Resolution, Rolled, dice_test},
    state::State,
};

/// What a roll was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RollKind {
    /// A phase of SCRUD, in a combat or in a Conflict.
    Scrud,
    /// A volley.
    Volley,
    /// A blow in a Conflict.
    Blow,
    /// Dice tests.
    Test,
    /// An EDNA test.
    Edna,
}

impl RollKind {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Scrud, Self::Volley, Self::Blow, Self::Test, Self::Edna];

    /// Its word, as orders and rolls have it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Scrud => "scrud",
            Self::Volley => "volley",
            Self::Blow => "blow",
            Self::Test => "test",
            Self::Edna => "edna",
        }
    }
}

/// What is counted of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counted {
    /// Defeats inflicted.
    Inflicted,
    /// Defeats suffered.
    Suffered,
    /// Hits.
    Hits,
    /// Tests passed.
    Passed,
    /// Tests of EDNA in which the unit acts.
    Acted,
}

/// A number that came of a roll, beside its mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// What came.
    pub actual: u32,
    /// What was to be expected.
    pub expected: f64,
}

impl Tally {
    /// How much more came than was expected.
    #[must_use]
    pub fn difference(&self) -> f64 {
        f64::from(self.actual) - self.expected
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { actual: self.actual + other.actual, expected: self.expected + other.expected }
    }
}

/// A roll that was weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct WeighedRoll {
    /// What it was made for.
    pub kind: RollKind,
    /// The side whose success its value is.
    pub side: SideId,
    /// The side for which it is worth the negative, where both roll: in a phase of SCRUD.
    pub against: Option<SideId>,
    /// Whose dice they are; nobody's in particular, where all of the order's are.
    pub owners: Vec<Owner>,
    /// How it ranks among all that it could have come to, for `side`.
    pub rank: Rank,
    /// What is counted of it, for each side that it is counted of.
    pub counts: Vec<(SideId, Counted, Tally)>,
    /// The Strength Points that sides lost by it; nothing, where their mean can't be told exactly.
    pub strength: Option<Vec<(SideId, Tally)>>,
    /// The same counts by unit, or by stack for blows: what its own dice came to, beside what was to be expected of them. In a
    /// phase of SCRUD they add up to the side's, but for what bonus dice inflict, which are nobody's.
    pub by: Vec<(Id, Counted, Tally)>,
    /// The Strength Points that units lost by it, where the mean of each is known.
    pub strength_by: Vec<(UnitId, Tally)>,
}

/// A roll is lucky where at most this share of all that it could have come to is as good or better, and unlucky where at most
/// this share is as bad or worse.
pub const FAR: f64 = 0.1;

impl WeighedRoll {
    /// How it came out for each of its sides.
    #[must_use]
    pub fn fortunes(&self) -> Vec<Fortune> {
        fortunes(&self.rank, self.side, self.against)
    }

    /// Whether it was lucky or unlucky for its side.
    #[must_use]
    pub fn is_far(&self) -> bool {
        self.fortunes().iter().any(|fortune| fortune.how.is_some())
    }
}

/// How a roll of that rank came out for its side, and for the one for which it is worth the negative.
fn fortunes(rank: &Rank, side: SideId, against: Option<SideId>) -> Vec<Fortune> {
    let Rank { worse, same, better } = *rank;
    let fortune = |side: SideId, good: f64, bad: f64| Fortune {
        side,
        how: if good <= FAR + 1e-9 {
            Some(Luckiness::Lucky)
        } else {
            (bad <= FAR + 1e-9).then_some(Luckiness::Unlucky)
        },
        as_good: of_1000(good),
        as_bad: of_1000(bad),
    };
    let (good, bad) = (same + better, same + worse);
    let own = fortune(side, good, bad);
    std::iter::once(own).chain(against.map(|side| fortune(side, bad, good))).collect()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is from 0 to 1")]
fn of_1000(share: f64) -> u16 {
    (1000.0 * share.clamp(0.0, 1.0)).ceil() as u16
}

/// Why a roll is not weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotWeighed {
    /// It is for the initiative.
    Initiative,
    /// It settles an argument.
    Argument,
    /// Dice were thrown again.
    ThrownAgain,
    /// It could come out in one way only.
    OneResult,
    /// It is too large to be worked out exactly.
    TooLarge,
    /// It would take numbers that the side which looks does not know.
    Unknown,
    /// Its dice are for something that is no success of a side, as the rows of a table.
    NoValue,
}

/// A roll with its weight, or why it has none.
pub type Weight = Result<WeighedRoll, NotWeighed>;

/// So many steps are few enough to be made for every phase: some milliseconds.
const QUICKLY: u64 = 5 * Cost::STEPS_A_MILLISECOND;

/// Weighs rolls, whatever is alike once.
pub struct Weigher {
    effort: Effort,
    /// How much of it is for what each unit of a phase was to lose.
    by_unit: u64,
    /// By rulebook: rules can change on the way.
    books: Vec<(Arc<Rulebook>, BookWeights)>,
}

/// What was worked out under one rulebook.
#[derive(Default)]
struct BookWeights {
    phases: Lookup<String, Option<Arc<PhaseWeight>>>,
    volleys: Lookup<String, Arc<Distribution<Vec<u16>>>>,
}

impl Weigher {
    /// With so much exact work for each roll at the most; nothing is simulated.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        let by_unit = effort.exact.min(QUICKLY);
        Self { effort: Effort { trials: 0, ..effort }, by_unit, books: Vec::new() }
    }

    /// The same that tells what each unit of a phase was to lose wherever the effort allows, and not only where that is
    /// quickly known.
    #[must_use]
    pub fn unit_by_unit(self) -> Self {
        Self { by_unit: self.effort.exact, ..self }
    }

    /// Weighs all rolls of an order that was carried out in a state.
    ///
    /// # Errors
    /// Only [`OddsError::Cancelled`].
    pub fn weigh(
        &mut self,
        before: &State,
        order: &Order,
        done: &Resolution,
        watch: Monitor,
    ) -> Result<Vec<Weight>, OddsError> {
        watch.cancelled()?;
        let Some(rolled) = &done.rolled else { return Ok(vec![Err(NotWeighed::NoValue)]) };
        if unknown_side_of(before, order).is_some() {
            return Ok(vec![Err(NotWeighed::Unknown)]);
        }
        if order.throws_again() || rolled.throws_again() {
            return Ok(vec![Err(NotWeighed::ThrownAgain)]);
        }
        let book = before.book();
        let weights = match rolled {
            Rolled::Initiative(_) => vec![Err(NotWeighed::Initiative)],
            Rolled::Argument { .. } => vec![Err(NotWeighed::Argument)],
            Rolled::Table { .. } => vec![Err(NotWeighed::NoValue)],
            Rolled::Edna { unit, from, tested, .. } => {
                let acts = edna::one(&book.edna, *from).chance(|(acts, _)| *acts);
                vec![self::edna(before, *unit, acts, tested.acts)]
            }
            Rolled::Tests { units, thrown, .. } => tests(before, units, thrown),
            Rolled::Blows(blows) => blows::weigh(before, &done.events, blows),
            Rolled::Volley { unit, marks, fired } => {
                let effort = self.effort;
                vec![volley::weigh(before, *unit, marks, fired, (self.of(book), &effort))]
            }
            Rolled::Fought(fought) => {
                let effort = PhaseEffort { whole: self.effort, by_unit: self.by_unit };
                vec![phase::weigh(before, fought, (self.of(book), &effort), watch)?]
            }
        };
        Ok(weights)
    }

    /// How the roll of an order came out for its sides, as the diary says it: of several blows the whole round, each of them
    /// weighed apart though they are.
    ///
    /// # Errors
    /// Only [`OddsError::Cancelled`].
    pub fn fortunes(
        &mut self,
        before: &State,
        order: &Order,
        done: &Resolution,
        watch: Monitor,
    ) -> Result<Vec<Fortune>, OddsError> {
        if let Some(Rolled::Blows(blows)) = &done.rolled
            && let [first, _, ..] = &blows[..]
        {
            if unknown_side_of(before, order).is_some() {
                return Ok(Vec::new());
            }
            let against = blows.iter().map(|blow| blow.side).find(|side| *side != first.side);
            return Ok(of_blows(before.book(), blows).map_or(Vec::new(), |rank| fortunes(&rank, first.side, against)));
        }
        let weights = self.weigh(before, order, done, watch)?;
        Ok(weights.into_iter().flatten().flat_map(|weighed| weighed.fortunes()).collect())
    }

    /// What was worked out under a rulebook.
    fn of(&mut self, book: &Arc<Rulebook>) -> &mut BookWeights {
        let known = self.books.iter().position(|(known, _)| Arc::ptr_eq(known, book) || **known == **book);
        let at = known.unwrap_or_else(|| {
            self.books.push((Arc::clone(book), BookWeights::default()));
            self.books.len() - 1
        });
        &mut self.books[at].1
    }
}

/// The rank of a value among those it could have been; nothing, where it could be no other.
fn rank(values: &Distribution<i64>, value: i64) -> Result<Rank, NotWeighed> {
    if values.len() < 2 {
        return Err(NotWeighed::OneResult);
    }
    let (worse, better) = values.standing(&value);
    Ok(Rank { worse, same: values.p(&value), better })
}

/// The rank of something that happens, or does not.
fn rank_of_chance(p: f64, happened: bool) -> Result<Rank, NotWeighed> {
    rank(&Distribution::collect([(0, 1.0 - p), (1, p)]), i64::from(happened))
}

fn edna(before: &State, unit: UnitId, chance: f64, acts: bool) -> Weight {
    let rank = rank_of_chance(chance, acts)?;
    let side = before.side_of(unit.into()).ok_or(NotWeighed::NoValue)?;
    let tally = Tally { actual: u32::from(acts), expected: chance };
    Ok(WeighedRoll {
        kind: RollKind::Edna,
        side,
        against: None,
        owners: vec![unit.into()],
        rank,
        counts: vec![(side, Counted::Acted, tally)],
        strength: Some(Vec::new()),
        by: vec![(unit.into(), Counted::Acted, tally)],
        strength_by: Vec::new(),
    })
}

/// The tests of an order, by side.
fn tests(before: &State, units: &[UnitId], thrown: &dice_test::Thrown) -> Vec<Weight> {
    let mut sides: Vec<(SideId, Vec<(UnitId, Tally)>)> = Vec::new();
    for ((unit, test), result) in units.iter().zip(&thrown.tests).zip(&thrown.results) {
        let Some(side) = before.side_of((*unit).into()) else { continue };
        let tally = Tally { actual: u32::from(result.passed), expected: fire::passes(*test) };
        match sides.iter_mut().find(|(known, _)| *known == side) {
            Some((_, tallies)) => tallies.push((*unit, tally)),
            None => sides.push((side, vec![(*unit, tally)])),
        }
    }
    let of_side = |(side, tallies): (SideId, Vec<(UnitId, Tally)>)| {
        let chances: Vec<f64> = tallies.iter().map(|(_, tally)| tally.expected).collect();
        let passed = fire::passed(&chances).map(|passed| i64::try_from(*passed).unwrap_or(i64::MAX));
        let all = tallies.iter().fold(Tally::default(), |sum, (_, tally)| sum.plus(*tally));
        Ok(WeighedRoll {
            kind: RollKind::Test,
            side,
            against: None,
            owners: tallies.iter().map(|(unit, _)| (*unit).into()).collect(),
            rank: rank(&passed, all.actual.into())?,
            counts: vec![(side, Counted::Passed, all)],
            strength: Some(Vec::new()),
            by: tallies.into_iter().map(|(unit, tally)| (unit.into(), Counted::Passed, tally)).collect(),
            strength_by: Vec::new(),
        })
    };
    sides.into_iter().map(of_side).collect()
}
