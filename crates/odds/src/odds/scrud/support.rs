//! Support against support before the line-up: which support joins the lines, and with what score. Source: RULES 2.4.
//!
//! Only dice that meet others matter here: each counter-battery die and its target, and aircraft with the air defence
//! that meets them. They are few, so every possible roll is tried and equal results are merged. Support that still
//! fires joins the line with the score it rolled; support that met nobody rolls with the line.

use super::{
    Meter, OddsError,
    setup::{SideDie, SideSetup},
};
use crate::odds::Engagement;
use std::collections::BTreeMap;
use wardiary_base::{
    book::Rulebook,
    dice::Face,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    event::Cast,
    rules::{
        scrud::LineDie,
        support::{SupportExchange, SupportTask},
    },
};

/// Maximum number of rolls of the contested dice to try: six six-sided dice, with some margin.
pub(super) const MAX_ROLLS: u64 = 60_000;

/// The result of a support die before the line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SupportResult {
    joins: JoinsLine,
    pub down: u16,
    pub destroyed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum JoinsLine {
    No,
    /// With this score, which it rolled against another support die.
    WithScore(i16),
    /// To be rolled with the line.
    Unrolled,
}

pub(in crate::odds) type SupportResults = BothSides<Vec<SupportResult>>;

type SupportIndex = (CombatSide, usize);

/// The support dice that meet others.
fn contested_dice(engagement: &Engagement) -> Vec<SupportIndex> {
    let has = |side: CombatSide, task: SupportTask| engagement.support[side].iter().any(|die| die.task == task);
    let mut places = Vec::new();
    for side in CombatSide::BOTH {
        let enemy = side.opponent();
        for (at, die) in engagement.support[side].iter().enumerate() {
            let target = die.target.and_then(|target| Some((target, engagement.support[enemy].get(target)?)));
            match (die.task, target) {
                (SupportTask::CounterBattery, Some((target, hit))) if hit.task.is_gun() => {
                    places.extend([(side, at), (enemy, target)]);
                }
                (SupportTask::AirDefence, _) if has(enemy, SupportTask::Aircraft) => places.push((side, at)),
                (SupportTask::Aircraft, _) if has(enemy, SupportTask::AirDefence) => places.push((side, at)),
                _ => {}
            }
        }
    }
    places.sort_unstable();
    places.dedup();
    places
}

pub(super) fn roll_count(book: &Rulebook, engagement: &Engagement) -> u64 {
    let places = contested_dice(engagement);
    places.into_iter().fold(1, |ways, place| ways.saturating_mul(faces_of(book, engagement, place).into()))
}

fn faces_of(book: &Rulebook, engagement: &Engagement, (side, at): SupportIndex) -> Face {
    book.ladder.step(engagement.support[side][at].die.assumed_grade).die.sides()
}

pub(in crate::odds) fn results(
    book: &Rulebook,
    engagement: &Engagement,
    meter: &Meter,
) -> Result<Vec<(SupportResults, f64)>, OddsError> {
    let places = contested_dice(engagement);
    let ways = roll_count(book, engagement);
    fail_if!(ways > MAX_ROLLS, OddsError::TooLarge);
    meter.charge(usize::try_from(ways).unwrap_or(usize::MAX).saturating_mul(100))?;
    let mut support = engagement.support.clone();
    let mut faces: Vec<Face> = vec![1; places.len()];
    let mut found: BTreeMap<SupportResults, u64> = BTreeMap::new();
    loop {
        for ((side, at), face) in places.iter().zip(&faces) {
            let die = &mut support[*side][*at].die;
            *die = LineDie::from_cast(&book.ladder, None, die.assumed_grade, Cast::Face(*face));
        }
        let prelude = SupportExchange::resolve(&book.scrud, &book.ladder, support.clone());
        *found.entry(results_of(&prelude, &places)).or_insert(0) += 1;
        let last = |at: usize| faces_of(book, engagement, places[at]);
        let Some(at) = (0..faces.len()).find(|at| faces[*at] < last(*at)) else { break };
        faces[..at].fill(1);
        faces[at] += 1;
    }
    #[allow(clippy::cast_precision_loss, reason = "the counts are far below 2^53")]
    let p = |n: u64| n as f64 / ways as f64;
    Ok(found.into_iter().map(|(results, n)| (results, p(n))).collect())
}

fn results_of(prelude: &SupportExchange, places: &[SupportIndex]) -> SupportResults {
    let (fates, dice) = (&prelude.fates, &prelude.dice);
    BothSides::from_fn(|side| {
        let fates = fates[side].iter().enumerate();
        let result = fates.map(|(at, fate)| SupportResult {
            joins: match (fate.joins_line, places.contains(&(side, at))) {
                (false, _) => JoinsLine::No,
                (true, true) => JoinsLine::WithScore(dice[side][at].die.score),
                (true, false) => JoinsLine::Unrolled,
            },
            down: fate.down,
            destroyed: fate.destroyed.is_some(),
        });
        result.collect()
    })
}

/// Both lines, including the support that joins them.
pub(super) fn lines(engagement: &Engagement, results: &SupportResults) -> BothSides<SideSetup> {
    BothSides::from_fn(|side| {
        let party = &engagement.parties[side];
        SideSetup::new(&dice_of(engagement, results, side), &party.troops, party.carried)
    })
}

/// Both lines without support from outside.
pub(super) fn lines_without(engagement: &Engagement) -> BothSides<SideSetup> {
    lines(engagement, &BothSides::default())
}

/// The support dice of a side that join its line, in the order in which they stand at its end.
pub(super) fn joins_line(results: &[SupportResult]) -> impl Iterator<Item = usize> + '_ {
    results.iter().enumerate().filter(|(_, result)| result.joins != JoinsLine::No).map(|(at, _)| at)
}

/// The dice of a side's line in roster order, including the support that joins it.
pub(super) fn dice_of(engagement: &Engagement, results: &SupportResults, side: CombatSide) -> Vec<SideDie> {
    let own = engagement.parties[side].dice.iter();
    let own = own.map(|die| SideDie { grade: die.assumed_grade, troop: die.troop, rolled: None });
    let support = engagement.support[side].iter().zip(&results[side]).filter_map(|(die, result)| {
        let rolled = match result.joins {
            JoinsLine::No => return None,
            JoinsLine::WithScore(score) => Some(score),
            JoinsLine::Unrolled => None,
        };
        Some(SideDie { grade: die.die.assumed_grade, troop: None, rolled })
    });
    own.chain(support).collect()
}
