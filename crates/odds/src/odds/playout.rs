//! Plays a fight to its end thousands of times: order after order goes through the rules, given by players with a
//! simple policy.
//!
//! The policy is the same for all sides. The winner of the initiative goes first. Each side attacks whenever it may,
//! with everything it may use. Nobody re-rolls dice, withdraws, commits reserves, tests EDNA, supports or volleys. The
//! result says how a fight goes if both sides simply fight it out.
//!
//! - **Until the combat is over**: the order is repeated until the rules end its combat or Conflict.
//! - **Until a side is exhausted**: these forces meet in combat after combat and turn after turn, each attacking in its
//!   side's turn, until a side is exhausted or has no units left among them.
//! - **Until the battle is over**: each stack of the active side attacks the enemy stack with the same index, wrapping
//!   around if there are fewer. Units in no stack act together as one. Sides without an enemy in reach pass. The rules
//!   end the battle.

mod policy;

use super::{
    Distribution, Effort, Monitor, OddsError,
    simulate::{Stream, in_chunks},
};
use indexmap::IndexMap;
use policy::Players;
use std::collections::BTreeMap;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, SideId},
};
use wardiary_rules::{
    order::{Order, StackOrder},
    rules,
    state::State,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopCondition {
    CombatOver,
    SideExhausted,
    BattleOver,
}

/// Maximum number of orders in one fight. A fight that is not over by then never ends by fighting alone.
const MAX_ORDERS: u32 = 2_000;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FightEnd {
    /// In the battle's order of sides.
    pub sides: Vec<PlayoutSide>,
    pub turns: u32,
    /// Whether the fight reached its end; otherwise no further order was possible.
    pub finished: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayoutSide {
    pub strength: u32,
    pub units: u16,
    /// Whether its losses have reached its Exhaustion Point.
    pub exhausted: bool,
    /// Whether it has no units left in the battle.
    pub wiped_out: bool,
}

#[derive(Clone, Debug)]
pub struct Playout {
    state: State,
    battle: BattleId,
    until: StopCondition,
    order: Order,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutOdds {
    pub sides: Vec<SideId>,
    pub trials: u64,
    /// Figures of each side, over all ends.
    pub figures: Vec<PlayoutFigures>,
    pub turns: f64,
    /// The chance that the fight stalls with nobody beaten.
    pub stalled: f64,
    /// The ends with their shares; if there are too many, those that came up first.
    pub ends: Distribution<FightEnd>,
    pub others: f64,
}

impl Playout {
    /// The fight that an order opens or continues; `None` if it does not fight, or is refused.
    pub fn new(state: &State, order: &Order, until: StopCondition) -> Option<Self> {
        let first = match order {
            Order::Scrud { first, .. } => *first.who.first()?,
            Order::Stacks(StackOrder::Conflict { first, .. }) => (*first.first()?).into(),
            Order::Stacks(StackOrder::Round { stack } | StackOrder::Strike { stack, .. }) => (*stack).into(),
            _ => return None,
        };
        rules::resolve(state, order, &[]).ok()?;
        let battle = state.units_for_id(first).iter().find_map(|unit| state.battle_of(unit.id))?.id;
        Some(Self { state: state.clone(), battle, until, order: order.clone() })
    }

    pub fn sides(&self) -> Vec<SideId> {
        self.state.battle(self.battle).map_or_else(Vec::new, |b| b.contingents.iter().map(|c| c.side).collect())
    }

    /// Plays the fight `effort.trials` times.
    pub fn play(&self, effort: &Effort, watch: Monitor) -> Result<PlayoutOdds, OddsError> {
        let trials = effort.trials.max(1);
        let chunk = |(): &mut (), stream: &mut Stream, trials| {
            let mut ends: IndexMap<FightEnd, u64> = IndexMap::new();
            for _ in 0..trials {
                if watch.check_cancelled().is_err() {
                    break;
                }
                *ends.entry(self.play_once(stream)).or_insert(0) += 1;
            }
            ends
        };
        let sides = self.sides();
        let none = EndCounts::new(sides.len(), MAX_BYTES);
        let (ends, trials) = in_chunks((trials, 16), effort.seed, watch, || (), chunk, none, EndCounts::with_trials)?;
        watch.check_cancelled()?;
        let PlayoutTotals { figures, turns, stalled: without_end, ends, others } = ends.totals(trials);
        Ok(PlayoutOdds { sides, trials, figures, turns, stalled: without_end, ends, others })
    }

    fn play_once(&self, stream: &mut Stream) -> FightEnd {
        let mut players = Players::new(self);
        let mut finished = false;
        for _ in 0..MAX_ORDERS {
            if players.is_over() {
                finished = true;
                break;
            }
            if !players.step(stream) {
                // A combat is over when its order is refused.
                finished = self.until == StopCondition::CombatOver;
                break;
            }
        }
        self.end_of_fight(players.state(), finished)
    }

    fn end_of_fight(&self, after: &State, finished: bool) -> FightEnd {
        let (Some(then), Some(now)) = (self.state.battle(self.battle), after.battle(self.battle)) else {
            return FightEnd { sides: Vec::new(), turns: 0, finished };
        };
        let sides = now.contingents.iter().map(|contingent| {
            let mut end = PlayoutSide::default();
            let mut left = 0;
            for unit in contingent.units() {
                let (Some(before), Some(after)) = (self.state.unit(unit), after.unit(unit)) else { continue };
                end.strength += u32::from(before.strength_in_rules().now.saturating_sub(after.strength_in_rules().now));
                end.units += u16::from(before.is_alive() && !after.is_alive());
                left += u32::from(after.is_alive());
            }
            end.wiped_out = left == 0;
            end.exhausted = is_exhausted(after, self.battle, contingent.side);
            end
        });
        FightEnd { sides: sides.collect(), turns: now.turn.saturating_sub(then.turn), finished }
    }
}

/// Whether a side is exhausted, or will be at the next check.
fn is_exhausted(state: &State, battle: BattleId, side: SideId) -> bool {
    let Some(found) = state.battle(battle) else { return false };
    let Some(contingent) = found.contingent(side) else { return false };
    let losses = state.losses(found, contingent);
    let counts = state.book().uses(Mechanism::Exhaustion);
    contingent.exhausted || (counts && losses.is_some_and(|losses| losses.lost >= losses.exhaustion_point))
}

/// Maximum bytes of counted ends. As JSON they take ten times as much.
const MAX_BYTES: usize = 4 << 20;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayoutFigures {
    pub strength: Distribution<u32>,
    pub units: f64,
    pub exhausted: f64,
    pub wiped_out: f64,
    /// The chance that it is the only side that is neither exhausted nor gone.
    pub last_standing: f64,
}

/// Counts the ends of a fight within a memory limit. The figures of the sides cover every end; single ends are kept
/// only while there is room for new ones.
pub struct EndCounts {
    max_bytes: usize,
    bytes: usize,
    ends: IndexMap<FightEnd, u64>,
    /// Number of ends that there was no room for.
    others: u64,
    sides: Vec<SideCounts>,
    turns: u64,
    stalled: u64,
}

/// Whole-number sums of a side, which do not depend on the order of addition.
#[derive(Clone, Default)]
struct SideCounts {
    strength: BTreeMap<u32, u64>,
    units: u64,
    exhausted: u64,
    wiped_out: u64,
    last_standing: u64,
}

impl EndCounts {
    pub fn new(sides: usize, room: usize) -> Self {
        let sides = vec![SideCounts::default(); sides];
        Self { max_bytes: room, bytes: 0, ends: IndexMap::new(), others: 0, sides, turns: 0, stalled: 0 }
    }

    /// Adds the counts of the next trials.
    pub fn with_trials(mut self, ends: IndexMap<FightEnd, u64>) -> Self {
        for (end, n) in ends {
            self.sum(&end, n);
            if let Some(known) = self.ends.get_mut(&end) {
                *known += n;
                continue;
            }
            // The entry, its hash and index slot, and its heap allocation.
            let bytes = size_of::<(FightEnd, u64)>() + 24 + size_of_val(&*end.sides) + 16;
            if self.bytes + bytes > self.max_bytes {
                self.others += n;
            } else {
                self.bytes += bytes;
                self.ends.insert(end, n);
            }
        }
        self
    }

    /// Adds an end with its count to the figures of the sides.
    fn sum(&mut self, end: &FightEnd, n: u64) {
        let beaten = |side: &PlayoutSide| side.exhausted || side.wiped_out;
        let standing = end.sides.iter().filter(|side| !beaten(side)).count();
        for (sum, side) in self.sides.iter_mut().zip(&end.sides) {
            let count = |holds: bool| if holds { n } else { 0 };
            *sum.strength.entry(side.strength).or_insert(0) += n;
            sum.units += n * u64::from(side.units);
            sum.exhausted += count(side.exhausted);
            sum.wiped_out += count(side.wiped_out);
            sum.last_standing += count(standing == 1 && !beaten(side));
        }
        self.turns += n * u64::from(end.turns);
        self.stalled += if !end.finished && standing == end.sides.len() { n } else { 0 };
    }

    pub fn totals(self, trials: u64) -> PlayoutTotals {
        #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
        let share = |n: u64| n as f64 / trials.max(1) as f64;
        let figures = self.sides.into_iter().map(|side| PlayoutFigures {
            strength: Distribution::collect(side.strength.into_iter().map(|(points, n)| (points, share(n)))),
            units: share(side.units),
            exhausted: share(side.exhausted),
            wiped_out: share(side.wiped_out),
            last_standing: share(side.last_standing),
        });
        PlayoutTotals {
            figures: figures.collect(),
            turns: share(self.turns),
            stalled: share(self.stalled),
            ends: Distribution::collect(self.ends.into_iter().map(|(end, n)| (end, share(n)))),
            others: share(self.others),
        }
    }
}

pub struct PlayoutTotals {
    pub figures: Vec<PlayoutFigures>,
    pub turns: f64,
    pub stalled: f64,
    pub ends: Distribution<FightEnd>,
    pub others: f64,
}
