//! Weighs rolls: actual and expected results, and their rank among all possible ones. All of it is exact; a roll that
//! can't be computed exactly is not weighed.
//!
//! The value of a roll is one number, higher if it is better for its side. For a phase of SCRUD it is the defeats
//! inflicted less those suffered, and the negative for the enemy, whose roll it is as well. For a volley and a blow it
//! is the hits; for tests the number passed; for an EDNA test whether the unit acts. The initiative and arguments are
//! not weighed, since they are no success of a side's dice. If dice are rerolled only the first roll counts: which dice
//! to reroll is a choice, not luck.
//!
//! Strength Points are separate from defeats, which may cost none: the points each side lost by the roll, and the
//! expected number.

mod phase;

use super::{
    Cost, Distribution, Effort, Monitor, OddsError, edna, fire,
    lookup::Lookup,
    statistics::{Rank, rank_of_blows},
    unknown_side_of,
};
use phase::{PhaseEffort, PhaseExpectation};
use std::sync::Arc;
use wardiary_base::{
    book::{HitBy, Rulebook, Volleys},
    dice::Owner,
    id::{Id, SideId, StackId, UnitId},
};
use wardiary_rules::{
    event::{Event, StackEvent},
    notation::{Luckiness, RollLuck},
    order::{Edge, Order},
    rules::{
        ConflictBlow, OrderRoll, Resolution, dice_test, stack,
        volley::{ClassAndCover, TargetGroup, VolleyOutcome},
    },
    state::State,
};

wardiary_base::words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum RollKind, word {
        Scrud "scrud",
        Volley "volley",
        Blow "blow",
        Test "test",
        Edna "edna",
    }
}

/// A quantity that rolls are weighed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    Inflicted,
    Suffered,
    Hits,
    Passed,
    Acted,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ActualAndExpected {
    pub actual: u32,
    pub expected: f64,
}

impl ActualAndExpected {
    pub fn difference(&self) -> f64 {
        f64::from(self.actual) - self.expected
    }

    pub fn merged(self, other: Self) -> Self {
        Self { actual: self.actual + other.actual, expected: self.expected + other.expected }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct AssessedRoll {
    pub kind: RollKind,
    /// The side that the value is for.
    pub side: SideId,
    /// The side that the negative value is for, if both roll: in a phase of SCRUD.
    pub against: Option<SideId>,
    /// The owners of its dice; empty if all dice of the order belong to the roll.
    pub owners: Vec<Owner>,
    /// Its rank among all possible results, for `side`.
    pub rank: Rank,
    /// The variance of the percentile over all possible results: a twelfth if no two are equal, less if many are.
    pub percentile_variance: f64,
    /// Totals by side and quantity.
    pub comparisons: Vec<(SideId, Quantity, ActualAndExpected)>,
    /// Strength Points lost by each side; `None` if the mean can't be computed exactly.
    pub strength: Option<Vec<(SideId, ActualAndExpected)>>,
    /// The results of the own dice of each unit, or of each stack for blows. In a phase of SCRUD they add up to those
    /// of the side, except for defeats inflicted by bonus dice, which belong to nobody.
    pub by_unit: Vec<(Id, Quantity, ActualAndExpected)>,
    /// Strength Points lost by each unit with a known mean.
    pub strength_by_unit: Vec<(UnitId, ActualAndExpected)>,
    /// Of a volley at a general.
    pub general: Option<GeneralUnderFire>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneralUnderFire {
    pub unit: UnitId,
    /// The number of dice.
    pub dice: u8,
    /// The chance that the volley kills him.
    pub chance: f64,
    pub is_killed: bool,
}

/// A roll is lucky if at most this share of all possible results is as good or better, and unlucky if at most this
/// share is as bad or worse.
pub const UNUSUAL_SHARE: f64 = 0.1;

impl AssessedRoll {
    pub fn roll_luck(&self) -> Vec<RollLuck> {
        roll_luck(&self.rank, self.side, self.against)
    }

    pub fn is_unusual(&self) -> bool {
        self.roll_luck().iter().any(|roll_luck| roll_luck.luck.is_some())
    }
}

/// The luck of a roll with this rank for its side, and for the side with the negative value.
fn roll_luck(rank: &Rank, side: SideId, against: Option<SideId>) -> Vec<RollLuck> {
    let Rank { worse, equal: same, better } = *rank;
    let roll_luck = |side: SideId, good: f64, bad: f64| RollLuck {
        side,
        luck: if good <= UNUSUAL_SHARE + 1e-9 {
            Some(Luckiness::Lucky)
        } else {
            (bad <= UNUSUAL_SHARE + 1e-9).then_some(Luckiness::Unlucky)
        },
        as_good: out_of_1000(good),
        as_bad: out_of_1000(bad),
    };
    let (good, bad) = (same + better, same + worse);
    let own = roll_luck(side, good, bad);
    std::iter::once(own).chain(against.map(|side| roll_luck(side, bad, good))).collect()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is from 0 to 1")]
fn out_of_1000(share: f64) -> u16 {
    (1000.0 * share.clamp(0.0, 1.0)).ceil() as u16
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotAssessed {
    Initiative,
    Argument,
    Rerolled,
    OnlyOneResult,
    TooLarge,
    /// It depends on numbers that the viewing side does not know.
    Unknown,
    /// Its result is no success of a side, like the rows of a table.
    NoValue,
}

/// A weighed roll, or the reason why it was not weighed.
pub type Assessment = Result<AssessedRoll, NotAssessed>;

/// Steps cheap enough for every phase: some milliseconds.
const CHEAP_STEPS: u64 = 5 * Cost::STEPS_A_MILLISECOND;

pub struct Assessor {
    effort: Effort,
    /// Steps for the expected losses of each unit in a phase.
    unit_steps: u64,
    /// By rulebook, since rules can change during a campaign.
    books: Vec<(Arc<Rulebook>, BookAssessments)>,
}

#[derive(Default)]
struct BookAssessments {
    phases: Lookup<String, Option<Arc<PhaseExpectation>>>,
    volleys: Lookup<String, Arc<Distribution<Vec<u16>>>>,
}

impl Assessor {
    pub fn new(effort: Effort) -> Self {
        let by_unit = effort.exact.min(CHEAP_STEPS);
        Self { effort: Effort { trials: 0, ..effort }, unit_steps: by_unit, books: Vec::new() }
    }

    /// Spends the whole effort on the expected losses of each unit in a phase, instead of only a few milliseconds.
    pub fn with_full_unit_effort(self) -> Self {
        Self { unit_steps: self.effort.exact, ..self }
    }

    /// Weighs all rolls of an order that was carried out in the state `before`.
    pub fn assess(
        &mut self,
        before: &State,
        order: &Order,
        done: &Resolution,
        watch: Monitor,
    ) -> Result<Vec<Assessment>, OddsError> {
        watch.check_cancelled()?;
        let Some(rolled) = &done.rolled else { return Ok(vec![Err(NotAssessed::NoValue)]) };
        if unknown_side_of(before, order).is_some() {
            return Ok(vec![Err(NotAssessed::Unknown)]);
        }
        if order.rerolls_test() || rolled.has_rerolls() {
            return Ok(vec![Err(NotAssessed::Rerolled)]);
        }
        let book = before.book();
        let weights = match rolled {
            OrderRoll::Initiative(_) => vec![Err(NotAssessed::Initiative)],
            OrderRoll::Argument { .. } => vec![Err(NotAssessed::Argument)],
            OrderRoll::Table { .. } | OrderRoll::Plain { .. } => vec![Err(NotAssessed::NoValue)],
            OrderRoll::Edna { unit, from, tested, .. } => {
                let acts = edna::single_test(&book.edna, *from).chance(|(acts, _)| *acts);
                vec![self::assess_edna(before, *unit, acts, tested.acts)]
            }
            OrderRoll::Tests { units, thrown, .. } => assess_tests(before, units, thrown),
            OrderRoll::Blows(blows) => assess_blows(before, &done.events, blows),
            OrderRoll::Volley { unit, target_groups: marks, fired } => {
                let effort = self.effort;
                vec![assess_volley(before, *unit, marks, fired, (self.for_book(book), &effort))]
            }
            OrderRoll::Phase(fought) => {
                let effort = PhaseEffort { whole: self.effort, unit_steps: self.unit_steps };
                vec![phase::assess(before, fought, (self.for_book(book), &effort), watch)?]
            }
        };
        Ok(weights)
    }

    /// The luck of an order's roll for its sides, as the diary shows it: several blows count as one round here,
    /// although they are weighed separately.
    pub fn roll_luck(
        &mut self,
        before: &State,
        order: &Order,
        done: &Resolution,
        watch: Monitor,
    ) -> Result<Vec<RollLuck>, OddsError> {
        if let Some(OrderRoll::Blows(blows)) = &done.rolled
            && let [first, _, ..] = &blows[..]
        {
            if unknown_side_of(before, order).is_some() {
                return Ok(Vec::new());
            }
            let against = blows.iter().map(|blow| blow.side).find(|side| *side != first.side);
            return Ok(
                rank_of_blows(before.book(), blows).map_or(Vec::new(), |rank| roll_luck(&rank, first.side, against))
            );
        }
        let weights = self.assess(before, order, done, watch)?;
        Ok(weights.into_iter().flatten().flat_map(|weighed| weighed.roll_luck()).collect())
    }

    fn for_book(&mut self, book: &Arc<Rulebook>) -> &mut BookAssessments {
        let known = self.books.iter().position(|(known, _)| Arc::ptr_eq(known, book) || **known == **book);
        let at = known.unwrap_or_else(|| {
            self.books.push((Arc::clone(book), BookAssessments::default()));
            self.books.len() - 1
        });
        &mut self.books[at].1
    }
}

/// The rank of a value in its distribution, and the variance of its percentile; fails if no other value was possible.
fn rank(values: &Distribution<i64>, value: i64) -> Result<(Rank, f64), NotAssessed> {
    fail_if!(values.len() < 2, NotAssessed::OnlyOneResult);
    let (worse, better) = values.below_and_above(&value);
    let cubes: f64 = values.iter().map(|(_, p)| p.powi(3)).sum();
    Ok((Rank { worse, equal: values.probability(&value), better }, (1.0 - cubes) / 12.0))
}

/// The rank of whether an event with probability `p` happened, and the variance of its percentile.
fn rank_of_chance(p: f64, happened: bool) -> Result<(Rank, f64), NotAssessed> {
    rank(&Distribution::collect([(0, 1.0 - p), (1, p)]), i64::from(happened))
}

fn assess_edna(before: &State, unit: UnitId, chance: f64, acts: bool) -> Assessment {
    let (rank, percentile_variance) = rank_of_chance(chance, acts)?;
    let side = before.side_of(unit.into()).ok_or(NotAssessed::NoValue)?;
    let tally = ActualAndExpected { actual: u32::from(acts), expected: chance };
    Ok(AssessedRoll {
        kind: RollKind::Edna,
        side,
        against: None,
        owners: vec![unit.into()],
        rank,
        percentile_variance,
        comparisons: vec![(side, Quantity::Acted, tally)],
        strength: Some(Vec::new()),
        by_unit: vec![(unit.into(), Quantity::Acted, tally)],
        strength_by_unit: Vec::new(),
        general: None,
    })
}

fn assess_tests(before: &State, units: &[UnitId], thrown: &dice_test::RolledTests) -> Vec<Assessment> {
    let mut sides: Vec<(SideId, Vec<(UnitId, ActualAndExpected)>)> = Vec::new();
    for ((unit, test), result) in units.iter().zip(&thrown.tests).zip(&thrown.results) {
        let Some(side) = before.side_of((*unit).into()) else { continue };
        let tally = ActualAndExpected { actual: u32::from(result.passed), expected: fire::pass_chance(*test) };
        match sides.iter_mut().find(|(known, _)| *known == side) {
            Some((_, tallies)) => tallies.push((*unit, tally)),
            None => sides.push((side, vec![(*unit, tally)])),
        }
    }
    let of_side = |(side, tallies): (SideId, Vec<(UnitId, ActualAndExpected)>)| {
        let chances: Vec<f64> = tallies.iter().map(|(_, tally)| tally.expected).collect();
        let passed = fire::passed_distribution(&chances).map(|passed| i64::try_from(*passed).unwrap_or(i64::MAX));
        let all = tallies.iter().fold(ActualAndExpected::default(), |sum, (_, tally)| sum.merged(*tally));
        let (rank, percentile_variance) = rank(&passed, all.actual.into())?;
        Ok(AssessedRoll {
            kind: RollKind::Test,
            side,
            against: None,
            owners: tallies.iter().map(|(unit, _)| (*unit).into()).collect(),
            rank,
            percentile_variance,
            comparisons: vec![(side, Quantity::Passed, all)],
            strength: Some(Vec::new()),
            by_unit: tallies.into_iter().map(|(unit, tally)| (unit.into(), Quantity::Passed, tally)).collect(),
            strength_by_unit: Vec::new(),
            general: None,
        })
    };
    sides.into_iter().map(of_side).collect()
}

fn assess_volley(
    before: &State,
    unit: UnitId,
    marks: &[TargetGroup],
    fired: &VolleyOutcome,
    (known, effort): (&mut BookAssessments, &Effort),
) -> Assessment {
    let side = before.side_of(unit.into()).ok_or(NotAssessed::NoValue)?;
    let dice = u8::try_from(fired.dice.len()).map_err(|_| NotAssessed::TooLarge)?;
    fail_if!(fire::volley_steps(dice) > effort.exact, NotAssessed::TooLarge);
    let judged: Vec<ClassAndCover> = marks.iter().map(TargetGroup::class_and_cover).collect();
    let targets =
        judged.iter().map(|(class, cover)| format!(" {}{}", class.name, if *cover { " in cover" } else { "" }));
    let key = format!("{dice}{}", targets.collect::<String>());
    let hits =
        known.volleys.get_or_insert_with(key, || Arc::new(fire::volley(&before.book().volley, &judged, dice))).clone();
    let total = |hits: &[u16]| hits.iter().map(|n| i64::from(*n)).sum::<i64>();
    let tally = ActualAndExpected {
        actual: fired.hits.iter().map(|n| u32::from(*n)).sum(),
        expected: hits.mean(|hits| hits.iter().map(|n| f64::from(*n)).sum()),
    };
    let (rank, percentile_variance) = rank(&hits.map(|hits| total(hits)), total(&fired.hits))?;
    let cost = |hits: &[u16]| marks.iter().zip(hits).map(|(mark, hits)| points_lost(before, mark, *hits)).sum::<u32>();
    let lost = ActualAndExpected { actual: cost(&fired.hits), expected: hits.mean(|hits| f64::from(cost(hits))) };
    let general = general_among(marks, fired, dice, &hits);
    let target = marks.first().and_then(|mark| before.side_of((*mark.units.first()?).into()));
    Ok(AssessedRoll {
        kind: RollKind::Volley,
        side,
        against: None,
        owners: vec![unit.into()],
        rank,
        percentile_variance,
        comparisons: vec![(side, Quantity::Hits, tally)],
        strength: Some(target.map(|side| (side, lost)).into_iter().collect()),
        by_unit: vec![(unit.into(), Quantity::Hits, tally)],
        strength_by_unit: Vec::new(),
        general,
    })
}

fn general_among(
    marks: &[TargetGroup],
    fired: &VolleyOutcome,
    dice: u8,
    hits: &Distribution<Vec<u16>>,
) -> Option<GeneralUnderFire> {
    let at = marks.iter().position(|mark| mark.class.by == HitBy::Treble)?;
    let chance = hits.chance(|hits| hits[at] > 0);
    Some(GeneralUnderFire { unit: *marks[at].units.first()?, dice, chance, is_killed: fired.hits[at] > 0 })
}

/// The chance that a volley kills the general among its targets; `None` if there is none.
pub fn general_under_fire(rules: &Volleys, marks: &[TargetGroup], fired: &VolleyOutcome) -> Option<GeneralUnderFire> {
    let dice = u8::try_from(fired.dice.len()).ok()?;
    let judged: Vec<ClassAndCover> = marks.iter().map(TargetGroup::class_and_cover).collect();
    let is_at_general = marks.iter().any(|mark| mark.class.by == HitBy::Treble);
    let hits = (is_at_general && fire::volley_steps(dice) <= 1000 * Cost::STEPS_A_MILLISECOND)
        .then(|| fire::volley(rules, &judged, dice))?;
    general_among(marks, fired, dice, &hits)
}

/// The Strength Points that this many hits on a mark cost.
pub(crate) fn points_lost(before: &State, mark: &TargetGroup, hits: u16) -> u32 {
    let strength = |unit: &UnitId| before.unit(*unit).map_or(0, |unit| u32::from(unit.strength_in_rules().now));
    match mark.class.by {
        HitBy::Treble => mark.units.first().filter(|_| hits > 0).map_or(0, strength),
        HitBy::Double => u32::from(hits).min(mark.units.iter().map(strength).sum()),
    }
}

/// Weighs blows, each with the powers at the time it was struck: earlier blows of a round may have changed who is
/// opposite. Source: RULES 5.8.
fn assess_blows(before: &State, events: &[Event], blows: &[ConflictBlow]) -> Vec<Assessment> {
    let mut state = before.clone();
    let mut struck = blows.iter();
    let mut weights = Vec::new();
    for event in events {
        if matches!(event, Event::Stacks(StackEvent::Struck { .. })) {
            weights.extend(struck.next().map(|blow| assess_blow(&state, blow)));
        }
        state.replay([event]);
    }
    weights
}

fn assess_blow(state: &State, struck: &ConflictBlow) -> Assessment {
    let rules = &state.book().stacks;
    let chance = fire::hit_chance(rules, struck.ap, struck.dp);
    let hits = ActualAndExpected { actual: u32::from(struck.damage.is_some()), expected: chance };
    let target = state.side_of(struck.target.into()).ok_or(NotAssessed::NoValue)?;
    let [dmg, dr] = [state.effective_numbers(struck.attacker).dmg, state.effective_numbers(struck.target).dr];
    let cost = stack::damage(rules, dmg, dr).min(max_loss(state, struck.target, struck.edge));
    let lost = ActualAndExpected { actual: cost * hits.actual, expected: f64::from(cost) * chance };
    let (rank, percentile_variance) = rank_of_chance(chance, struck.damage.is_some())?;
    Ok(AssessedRoll {
        kind: RollKind::Blow,
        side: struck.side,
        against: None,
        owners: vec![Owner::from(struck.attacker)],
        rank,
        percentile_variance,
        comparisons: vec![(struck.side, Quantity::Hits, hits)],
        strength: Some(vec![(target, lost)]),
        by_unit: vec![(Id::from(struck.attacker), Quantity::Hits, hits)],
        strength_by_unit: Vec::new(),
        general: None,
    })
}

/// The Strength Points that an Edge can lose, including those of units that screen it.
fn max_loss(state: &State, at: StackId, edge: Edge) -> u32 {
    let strength = |unit: UnitId| state.unit(unit).map_or(0, |unit| u32::from(unit.strength_in_rules().now));
    let screeners = state.screeners_on(at, edge).into_iter();
    let screening = screeners.flat_map(|stack| state.loss_order(stack, Edge::Front, false));
    state.loss_order(at, edge, true).into_iter().chain(screening).map(strength).sum()
}
