//! The timeline of a battle: each side's losses towards its Exhaustion Point, entry by entry, and the turning points.
//! Exact and independent of any policy: it shows what was lost, not what might have been. Derived from the diary, never
//! stored.
//!
//! A side's *share* is the Strength Points it has lost as a share of its Exhaustion Point, or of all points it brought
//! if the rulebook has no exhaustion. Its *lead* is the mean share of the others less its own. A turning point is an
//! entry that changes leads by much, or has a notable event.
//!
//! What may still come is simulated: [`PlayoutCache`] plays a battle out from the end of a turn, many times, by the policy
//! of its rulebook.
//!
//! [`battle_timeline`] reads a whole battle at once. A [`TimelineReader`] reads a few entries at a time, on any branch,
//! and caches them.

mod reader;

pub use reader::{TimelineReader, battle_timeline};
use std::collections::BTreeMap;
use wardiary_base::{
    id::{BattleId, SideId},
    text,
};
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_odds::{
    odds::Monitor,
    suggest::playtest::{Playtest, PlaytestResults, Unplayable},
};
use wardiary_rules::notable::NotableKind;

#[derive(Clone, Debug, PartialEq)]
pub struct BattleTimeline {
    pub battle: BattleId,
    pub sides: Vec<SideId>,
    pub measure: Measure,
    /// At the start of the battle, and after each entry on the path to the head until it was over.
    pub moments: Vec<SwingMoment>,
}

/// The denominator of loss shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    ExhaustionPoint,
    /// All Strength Points brought, if the rulebook has no exhaustion.
    AllStrength,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SwingMoment {
    /// The entry; 0 is the muster.
    pub no: EntryNo,
    pub turn: u32,
    /// The turn that the battle was in after the entry.
    pub turn_after: u32,
    /// Whether the entry ended a turn of the battle.
    pub ends_turn: bool,
    /// The notable events of the entry in the battle, each in words.
    pub notable: Vec<(NotableKind, String)>,
    /// In the battle's order of sides.
    pub sides: Vec<LossShare>,
    /// The Strength Points that each side brought.
    pub brought: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossShare {
    pub lost: u32,
    /// The Strength Points that make a share of 1.
    pub of: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    pub no: EntryNo,
    pub turn: u32,
    /// The change of each side's lead.
    pub lead_changes: Vec<f64>,
    pub notable: Vec<(NotableKind, String)>,
    /// Each side's losses before and after the entry.
    pub losses: Vec<(LossShare, LossShare)>,
}

impl LossShare {
    /// Losses as a share; above 1 past the Exhaustion Point.
    pub fn share(&self) -> f64 {
        f64::from(self.lost) / f64::from(self.of.max(1))
    }
}

impl SwingMoment {
    pub fn leads(&self) -> Vec<f64> {
        let all: f64 = self.sides.iter().map(LossShare::share).sum();
        let others = f64::from(u32::try_from(self.sides.len()).unwrap_or(u32::MAX).saturating_sub(1).max(1));
        self.sides.iter().map(|side| (all - side.share()) / others - side.share()).collect()
    }
}

impl BattleTimeline {
    /// Adds rolls to the notable events, each in words.
    #[must_use]
    pub fn with_rolls(mut self, rolls: &[(EntryNo, String)]) -> Self {
        for moment in &mut self.moments {
            let own = rolls.iter().filter(|(no, _)| *no == moment.no);
            moment.notable.extend(own.map(|(_, text)| (NotableKind::Roll, text.clone())));
        }
        self
    }

    /// The first moment, and those with new losses.
    pub fn changes(&self) -> impl Iterator<Item = &SwingMoment> {
        let changed = |at: &usize| *at == 0 || self.moments[*at].sides != self.moments[*at - 1].sides;
        (0..self.moments.len()).filter(changed).map(|at| &self.moments[at])
    }

    /// At most `most` entries with the largest changes of leads, and those with notable events, the largest change first.
    pub fn turning_points(&self, most: usize) -> Vec<TurningPoint> {
        let point = |pair: &[SwingMoment]| {
            let moved = pair[0].leads().iter().zip(pair[1].leads()).map(|(before, after)| after - before).collect();
            let ways = pair[0].sides.iter().copied().zip(pair[1].sides.iter().copied()).collect();
            let notable = pair[1].notable.clone();
            TurningPoint { no: pair[1].no, turn: pair[1].turn, lead_changes: moved, notable, losses: ways }
        };
        let mut points: Vec<TurningPoint> = self.moments.windows(2).map(point).collect();
        points.sort_by(|a, b| b.largest_change().total_cmp(&a.largest_change()).then(a.no.cmp(&b.no)));
        let mut rank = 0..;
        points.retain(|point| {
            let is_large = rank.next().is_some_and(|rank| rank < most) && point.largest_change() > 1e-9;
            is_large || !point.notable.is_empty()
        });
        points
    }
}

impl TurningPoint {
    /// Index of the side whose lead rose most, and by how much.
    pub fn gained(&self) -> (usize, f64) {
        let best = (0..self.lead_changes.len())
            .max_by(|a, b| self.lead_changes[*a].total_cmp(&self.lead_changes[*b]))
            .unwrap_or(0);
        (best, self.lead_changes.get(best).copied().unwrap_or(0.0))
    }

    fn largest_change(&self) -> f64 {
        self.lead_changes.iter().map(|moved| moved.abs()).fold(0.0, f64::max)
    }
}

impl Measure {
    /// The denominator of loss shares, as text.
    pub fn denominator_text(self) -> &'static str {
        match self {
            Self::ExhaustionPoint => "the Exhaustion Point",
            Self::AllStrength => "its whole strength",
        }
    }
}

impl TurningPoint {
    /// `the Coalition lost 8 Strength Points, 50% of the Exhaustion Point`; with the names of the sides as in a sentence.
    pub fn cost(&self, names: &[String], measure: Measure) -> String {
        self.with_notable(self.losses_in_words(names, measure))
    }

    /// The losses of each side that [`cost`](Self::cost) begins with.
    pub fn losses_in_words(&self, names: &[String], measure: Measure) -> Vec<String> {
        let points = |points| text::count(points, "Strength Point", "Strength Points");
        self.loss_texts(names, points, measure.denominator_text())
    }

    /// For a column: `Coalition lost 8 SP, 50% of exhaustion`.
    pub fn cost_in_brief(&self, names: &[String], measure: Measure) -> String {
        let whole = match measure {
            Measure::ExhaustionPoint => "exhaustion",
            Measure::AllStrength => "its strength",
        };
        self.with_notable(self.loss_texts(names, |points| format!("{points} SP"), whole))
    }

    fn loss_texts(&self, names: &[String], points: impl Fn(usize) -> String, whole: &str) -> Vec<String> {
        let side = |(name, (before, after)): (&String, &(LossShare, LossShare))| {
            let points = |n: u32| points(n as usize);
            let share = |n: u32| {
                let share = 100.0 * LossShare { lost: n, of: after.of }.share();
                format!("{share:.0}% of {whole}")
            };
            match (after.lost.checked_sub(before.lost), before.lost.saturating_sub(after.lost)) {
                (Some(0), _) if before.of != after.of => {
                    Some(format!("the limit of {name} is now {} instead of {}", after.of, before.of))
                }
                (Some(0), _) => None,
                (Some(lost), _) => Some(format!("{name} lost {}, {}", points(lost), share(lost))),
                (None, regained) => Some(format!("{name} regained {}, {}", points(regained), share(regained))),
            }
        };
        names.iter().zip(&self.losses).filter_map(side).collect()
    }

    fn with_notable(&self, losses: Vec<String>) -> String {
        let notable = self.notable.iter().map(|(_, text)| text.clone());
        losses.into_iter().chain(notable).collect::<Vec<_>>().join("; ")
    }
}

/// Plays battles out from their states after given entries, a fixed number of games each, and caches the results.
#[derive(Debug)]
pub struct PlayoutCache {
    games: u32,
    seed: u64,
    known: BTreeMap<(EntryNo, BattleId), PlaytestResults>,
}

impl PlayoutCache {
    /// Plays `games` games each; the same seed plays the same games.
    pub fn new(games: u32, seed: u64) -> Self {
        Self { games: games.max(1), seed, known: BTreeMap::new() }
    }

    /// The results of a battle from an entry on. Entries never change, so cached results stay valid; cancelled games
    /// are not cached.
    pub fn results(
        &mut self,
        diary: &Diary,
        (entry, battle): (EntryNo, BattleId),
        watch: Monitor,
    ) -> Result<PlaytestResults, Unplayable> {
        if let Some(known) = self.known.get(&(entry, battle)) {
            return Ok(known.clone());
        }
        let state = diary.state_at(entry).ok_or(Unplayable::NoBattle)?;
        let played = Playtest::for_battle(state, battle)?.play(self.games, self.seed, watch);
        if played.games == u64::from(self.games) {
            self.known.insert((entry, battle), played.clone());
        }
        Ok(played)
    }
}
