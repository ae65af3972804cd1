//! A fight played out to its end, thousands of times: order after order through the rules, by players with a simple
//! policy.
//!
//! The policy is the same for all sides: whoever wins the initiative goes first; each side attacks whenever it may, with
//! all that it may; nobody re-rolls dice, withdraws, commits reserves, tests EDNA, supports or volleys. So it says how a
//! fight goes if it is fought out and nothing clever is done.
//!
//! - **Until the combat is over**: the order is repeated until the rules end its combat or Conflict.
//! - **Until somebody is exhausted**: these forces meet in combat after combat and turn after turn, each attacking when
//!   it is its side's turn, until a side is exhausted or has no units left among them.
//! - **Until the battle is over**: each stack of the side whose turn it is attacks the enemy stack opposite, the k-th the
//!   k-th of those that are left and round again; units in no stack stand together as one. Sides without an enemy in
//!   reach pass. It ends as the rules end it.

mod ends;
mod players;

use super::{
    Distribution, Effort, Monitor, OddsError,
    simulate::{Stream, in_chunks},
};
pub use ends::PlayoutFigures;
use ends::{EndCounts, Told};
use indexmap::IndexMap;
use players::Players;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, SideId},
};
use wardiary_rules::{
    order::{Order, StackOrder},
    rules,
    state::State,
};

/// How far it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Until {
    /// Until the combat, or the Conflict, is over.
    CombatOver,
    /// Until one of the sides is exhausted, or has nobody left who fights here.
    SomebodyExhausted,
    /// Until the battle is over.
    BattleOver,
}

/// The most orders given in one fight. One that is not over by then never ends by fighting alone.
const MAX_ORDERS: u32 = 2_000;

/// How a fight ended, for each side of the battle in its order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End {
    /// What became of each side.
    pub sides: Vec<PlayoutSide>,
    /// Turns that were ended on the way.
    pub turns: u32,
    /// Whether it came to its end, rather than to a point where no order could be given any more.
    pub finished: bool,
}

/// What became of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayoutSide {
    /// Strength Points it lost.
    pub strength: u32,
    /// Units it lost.
    pub units: u16,
    /// Whether it has lost its Exhaustion Point, or more.
    pub exhausted: bool,
    /// Whether nobody of it is left in the battle.
    pub gone: bool,
}

/// A fight to be played out.
#[derive(Clone, Debug)]
pub struct Playout {
    state: State,
    battle: BattleId,
    until: Until,
    order: Order,
}

/// How a fight may end.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutOdds {
    /// The sides of the battle, in their order.
    pub sides: Vec<SideId>,
    /// How often it was played.
    pub trials: u64,
    /// What is told of each side, of all ends.
    pub figures: Vec<PlayoutFigures>,
    /// Turns that were ended on the way, in the mean.
    pub turns: f64,
    /// The chance that it comes to no end, with nobody beaten.
    pub without_end: f64,
    /// The ends it came to, and how often, as shares: those that came first, where there are too many.
    pub ends: Distribution<End>,
    /// The share of all others.
    pub others: f64,
}

impl Playout {
    /// The fight that an order opens or continues; `None` if it does not fight, or is refused.
    #[must_use]
    pub fn of(state: &State, order: &Order, until: Until) -> Option<Self> {
        let first = match order {
            Order::Scrud { first, .. } => *first.who.first()?,
            Order::Stacks(StackOrder::Conflict { first, .. }) => (*first.first()?).into(),
            Order::Stacks(StackOrder::Round { stack } | StackOrder::Strike { stack, .. }) => (*stack).into(),
            _ => return None,
        };
        rules::resolve(state, order, &[]).ok()?;
        let battle = state.units_meant(first).iter().find_map(|unit| state.battle_of(unit.id))?.id;
        Some(Self { state: state.clone(), battle, until, order: order.clone() })
    }

    /// The sides of its battle, in their order.
    #[must_use]
    pub fn sides(&self) -> Vec<SideId> {
        self.state.battle(self.battle).map_or_else(Vec::new, |b| b.contingents.iter().map(|c| c.side).collect())
    }

    /// Plays it so many times.
    ///
    /// # Errors
    /// Only where it was cancelled.
    pub fn play(&self, effort: &Effort, watch: Monitor) -> Result<PlayoutOdds, OddsError> {
        let trials = effort.trials.max(1);
        let chunk = |(): &mut (), stream: &mut Stream, trials| {
            let mut ends: IndexMap<End, u64> = IndexMap::new();
            for _ in 0..trials {
                if watch.cancelled().is_err() {
                    break;
                }
                *ends.entry(self.played(stream)).or_insert(0) += 1;
            }
            ends
        };
        let sides = self.sides();
        let none = EndCounts::new(sides.len());
        let (ends, trials) = in_chunks((trials, 16), effort.seed, watch, || (), chunk, none, EndCounts::add)?;
        watch.cancelled()?;
        let Told { figures, turns, without_end, ends, others } = ends.told(trials);
        Ok(PlayoutOdds { sides, trials, figures, turns, without_end, ends, others })
    }

    /// Plays it once.
    fn played(&self, stream: &mut Stream) -> End {
        let mut players = Players::new(self);
        let mut finished = false;
        for _ in 0..MAX_ORDERS {
            if players.is_over() {
                finished = true;
                break;
            }
            if !players.go_on(stream) {
                // A combat is over when its order can't be given any more.
                finished = self.until == Until::CombatOver;
                break;
            }
        }
        self.end(players.state(), finished)
    }

    fn end(&self, after: &State, finished: bool) -> End {
        let (Some(then), Some(now)) = (self.state.battle(self.battle), after.battle(self.battle)) else {
            return End { sides: Vec::new(), turns: 0, finished };
        };
        let sides = now.contingents.iter().map(|contingent| {
            let mut end = PlayoutSide::default();
            let mut left = 0;
            for unit in contingent.units() {
                let (Some(before), Some(after)) = (self.state.unit(unit), after.unit(unit)) else { continue };
                end.strength += u32::from(before.strength.now.saturating_sub(after.strength.now));
                end.units += u16::from(before.is_alive() && !after.is_alive());
                left += u32::from(after.is_alive());
            }
            end.gone = left == 0;
            end.exhausted = is_exhausted(after, self.battle, contingent.side);
            end
        });
        End { sides: sides.collect(), turns: now.turn.saturating_sub(then.turn), finished }
    }
}

/// Whether a side is exhausted, or will be found so at the check.
fn is_exhausted(state: &State, battle: BattleId, side: SideId) -> bool {
    let Some(found) = state.battle(battle) else { return false };
    let Some(contingent) = found.contingent(side) else { return false };
    let losses = state.losses(found, contingent);
    let counts = state.book().uses(Mechanism::Exhaustion);
    contingent.exhausted || (counts && losses.lost >= losses.point)
}
