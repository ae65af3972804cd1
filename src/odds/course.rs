//! A fight played out to its end, thousands of times: order after order through the rules, by players of a simple mind.
//!
//! Their policy, the same for all sides: whoever wins the initiative goes first; each side attacks whenever it may, with
//! all that it may; nobody throws dice again, withdraws, commits reserves, tests EDNA, supports or volleys. So it says
//! how a fight goes if it is fought out and nothing clever is done.
//!
//! - **Until the combat is over**: the order is given again until the rules end the combat, or the Conflict, it is for.
//! - **Until somebody is exhausted**: these forces meet in combat after combat and turn after turn, each attacking when
//!   it is its side's turn, until a side is exhausted or has nobody left of them.
//! - **Until the battle is over**: each stack of the side whose turn it is attacks the enemy stack opposite, the k-th the
//!   k-th of those that are left and round again; units in no stack stand together as one. Sides without an enemy in
//!   reach pass. It ends as the rules end it.

use super::{
    Distribution, Effort, Stopped, Watch,
    simulate::{Stream, in_chunks},
};
use crate::{
    book::{Mechanism, TurnPhase},
    dice::source::Source,
    id::{BattleId, Id, SideId, StackId},
    order::{Force, Order, StackOrder},
    rules::{self, Step},
    state::{Awaiting, State},
};
use indexmap::IndexMap;

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

/// The most orders that a fight is played for. One that is not over by then never ends by fighting alone.
pub const MOST_ORDERS: u32 = 2_000;

/// How one playing ended, for each side of the battle in its order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End {
    /// What became of each side.
    pub sides: Vec<SideEnd>,
    /// Turns that were ended on the way.
    pub turns: u32,
    /// Whether it came to its end, rather than to where no order could be given any more.
    pub finished: bool,
}

/// What became of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideEnd {
    /// Strength Points it lost on the way.
    pub strength: u32,
    /// Units it lost on the way.
    pub units: u16,
    /// Whether it has lost its Exhaustion Point, or more.
    pub exhausted: bool,
    /// Whether nobody of it is left in the battle.
    pub gone: bool,
}

/// A fight to be played out.
#[derive(Clone, Debug)]
pub struct Course {
    state: State,
    battle: BattleId,
    until: Until,
    order: Order,
}

/// How a fight may end.
#[derive(Clone, Debug, PartialEq)]
pub struct Courses {
    /// The sides of the battle, in their order.
    pub sides: Vec<SideId>,
    /// How often it was played.
    pub trials: u64,
    /// The ends it came to, and how often, as shares.
    pub ends: Distribution<End>,
}

impl Course {
    /// The fight that an order opens or goes on with; nothing where the order is none that fights, or is refused.
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
    pub fn play(&self, effort: &Effort, watch: Watch) -> Result<Courses, Stopped> {
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
        let add = |mut sum: IndexMap<End, u64>, more: IndexMap<End, u64>| {
            more.into_iter().for_each(|(end, n)| *sum.entry(end).or_insert(0) += n);
            sum
        };
        let ends = in_chunks((trials, 16), effort.seed, watch, || (), chunk, IndexMap::new, add)?;
        watch.cancelled()?;
        #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
        let share = |n: u64| n as f64 / trials as f64;
        let ends = Distribution::collect(ends.into_iter().map(|(end, n)| (end, share(n))));
        Ok(Courses { sides: self.sides(), trials, ends })
    }

    /// Plays it once.
    fn played(&self, stream: &mut Stream) -> End {
        let mut players = Players { course: self, state: self.state.clone(), attacked: Vec::new() };
        let mut finished = false;
        for _ in 0..MOST_ORDERS {
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
        self.end(&players.state, finished)
    }

    fn end(&self, after: &State, finished: bool) -> End {
        let (Some(then), Some(now)) = (self.state.battle(self.battle), after.battle(self.battle)) else {
            return End { sides: Vec::new(), turns: 0, finished };
        };
        let sides = now.contingents.iter().map(|contingent| {
            let mut end = SideEnd::default();
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

/// Those who play one course.
struct Players<'a> {
    course: &'a Course,
    state: State,
    /// Who has attacked in this turn, and in which.
    attacked: Vec<(u32, Id)>,
}

impl Players<'_> {
    fn is_over(&self) -> bool {
        let Some(battle) = self.state.battle(self.course.battle).filter(|b| b.over.is_none()) else { return true };
        match self.course.until {
            Until::BattleOver => false,
            Until::SomebodyExhausted => {
                let mut sides = battle.contingents.iter().map(|c| c.side);
                let nobody = |force: &Force| !force.who.iter().any(|id| self.lives(*id));
                sides.any(|side| is_exhausted(&self.state, battle.id, side))
                    || self.forces().is_some_and(|(first, second)| nobody(&first) || nobody(&second))
            }
            // Nothing more to be given says that it is over.
            Until::CombatOver => false,
        }
    }

    fn lives(&self, id: Id) -> bool {
        self.state.units_meant(id).iter().any(|unit| unit.is_alive())
    }

    /// Those who fight, as the order named them.
    fn forces(&self) -> Option<(Force, Force)> {
        match &self.course.order {
            Order::Scrud { first, second } => Some((Force::of(first.who.clone()), Force::of(second.who.clone()))),
            Order::Stacks(StackOrder::Conflict { first, second }) => {
                let force = |stacks: &[StackId]| Force::of(stacks.iter().map(|stack| (*stack).into()).collect());
                Some((force(first), force(second)))
            }
            _ => None,
        }
    }

    /// Gives the next order. False where none can be given.
    fn go_on(&mut self, stream: &mut Stream) -> bool {
        let battle = self.course.battle;
        if let Some(decision) = self.decision() {
            return self.give(&decision, stream);
        }
        if self.course.until == Until::CombatOver {
            return self.again().is_some_and(|order| self.give(&order, stream));
        }
        let attacks = self.attacks();
        for (who, order) in attacks {
            if self.give(&order, stream) {
                // A combat goes on phase by phase; whoever opens one does so once a turn.
                self.attacked.extend(who.map(|who| (self.turn(), who)));
                return true;
            }
        }
        let initiative = [Order::Initiative { battle }, Order::Pass { battle }, Order::EndTurn { battle }];
        initiative.iter().any(|order| self.give(order, stream))
    }

    fn turn(&self) -> u32 {
        self.state.battle(self.course.battle).map_or(0, |battle| battle.turn)
    }

    /// What must be decided before anything goes on.
    fn decision(&self) -> Option<Order> {
        let battle = self.state.battle(self.course.battle)?;
        Some(match battle.awaiting()? {
            Awaiting::First(side) => Order::First { battle: battle.id, side },
            Awaiting::Rerolls(side, _) => Order::Reroll { battle: battle.id, side, dice: Vec::new() },
        })
    }

    /// The order once more: of a Conflict, its next round.
    fn again(&self) -> Option<Order> {
        match &self.course.order {
            Order::Scrud { .. } => {
                let (first, second) = self.forces()?;
                Some(Order::Scrud { first, second })
            }
            Order::Stacks(StackOrder::Conflict { first, second }) => {
                let mut stacks = first.iter().chain(second);
                match stacks.find(|stack| self.state.conflict_of(**stack).is_some()) {
                    Some(stack) => Some(Order::Stacks(StackOrder::Round { stack: *stack })),
                    // It has not been opened, or is over: then it can't be opened once more in this playing.
                    None if self.state == self.course.state => Some(self.course.order.clone()),
                    None => None,
                }
            }
            Order::Stacks(StackOrder::Round { stack } | StackOrder::Strike { stack, .. }) => {
                let stack = *stack;
                let (battle, at) = self.state.conflict_of(stack).or_else(|| self.other_conflict(stack))?;
                let alive = self.state.conflict(battle, at)?.stacks.iter().find(|s| !s.fled)?.stack;
                Some(Order::Stacks(StackOrder::Round { stack: alive }))
            }
            _ => None,
        }
    }

    /// The Conflict that a stack was in, where it is wiped out and the Conflict goes on.
    fn other_conflict(&self, stack: StackId) -> Option<(BattleId, usize)> {
        let battle = self.state.battle(self.course.battle)?;
        let at = battle.conflicts.iter().position(|c| c.over.is_none() && c.standing(stack).is_some())?;
        Some((battle.id, at))
    }

    /// The attacks that may be worth a try, combats that are under way first; each with who opens one, if somebody does.
    fn attacks(&self) -> Vec<(Option<Id>, Order)> {
        let Some(battle) = self.state.battle(self.course.battle) else { return Vec::new() };
        if !matches!(battle.phase_of(&self.state), TurnPhase::EachSide(_) | TurnPhase::Together(_))
            && self.state.book().uses(Mechanism::Turns)
        {
            return Vec::new();
        }
        let mut attacks: Vec<(Option<Id>, Order)> = Vec::new();
        for combat in battle.combats.iter().filter(|combat| combat.over.is_none()) {
            let one = |line: usize| {
                let living = combat.lines[line].units.iter().find(|unit| self.lives((**unit).into()));
                living.map(|unit| Force::of(vec![(*unit).into()]))
            };
            if let (Some(first), Some(second)) = (one(0), one(1)) {
                attacks.push((None, Order::Scrud { first, second }));
            }
        }
        for conflict in battle.conflicts.iter().filter(|conflict| conflict.over.is_none()) {
            let stack = conflict.stacks.iter().find(|s| !s.fled).map(|s| s.stack);
            attacks.extend(stack.map(|stack| (None, Order::Stacks(StackOrder::Round { stack }))));
        }
        if self.course.until == Until::SomebodyExhausted {
            if let Some((first, second)) = self.forces() {
                for (own, enemy) in [(&first, &second), (&second, &first)] {
                    attacks.extend(self.opens(own.clone(), enemy.clone()));
                }
            }
            return attacks;
        }
        let groups: Vec<(SideId, Vec<Vec<Id>>)> =
            battle.order_of_sides().into_iter().map(|side| (side, self.groups(battle.id, side))).collect();
        for (side, own) in &groups {
            let Some((_, enemies)) = groups.iter().find(|(other, groups)| other != side && !groups.is_empty()) else {
                continue;
            };
            for (at, who) in own.iter().enumerate() {
                let enemy = enemies[at % enemies.len()].clone();
                attacks.extend(self.opens(Force::of(who.clone()), Force::of(enemy)));
            }
        }
        attacks
    }

    /// An attack, where whoever makes it has made none in this turn.
    fn opens(&self, first: Force, second: Force) -> Option<(Option<Id>, Order)> {
        let who = *first.who.first()?;
        let turn = self.turn();
        if self.attacked.contains(&(turn, who)) {
            return None;
        }
        let stacks = |force: &Force| -> Option<Vec<StackId>> {
            force.who.iter().map(|id| self.state.stack(StackId(id.0)).map(|stack| stack.id)).collect()
        };
        let by_scrud = self.state.book().uses(Mechanism::Scrud);
        let by_blows = matches!(self.course.order, Order::Stacks(_)) || !by_scrud;
        let order = match (stacks(&first), stacks(&second)) {
            (Some(first), Some(second)) if by_blows => Order::Stacks(StackOrder::Conflict { first, second }),
            _ => Order::Scrud { first, second },
        };
        Some((Some(who), order))
    }

    /// The stacks of a side that have units in the battle, and those in none together.
    fn groups(&self, battle: BattleId, side: SideId) -> Vec<Vec<Id>> {
        let Some(contingent) = self.state.battle(battle).and_then(|b| b.contingent(side)) else { return Vec::new() };
        let mut groups: Vec<(Option<StackId>, Vec<Id>)> = Vec::new();
        for unit in contingent.units().filter_map(|unit| self.state.unit(unit)).filter(|unit| unit.is_alive()) {
            let known = groups.iter().position(|(stack, _)| *stack == unit.stack);
            match (known, unit.stack) {
                (Some(at), None) => groups[at].1.push(unit.id.into()),
                (Some(_), Some(_)) => {}
                (None, stack) => groups.push((stack, vec![stack.map_or(unit.id.into(), Id::from)])),
            }
        }
        groups.into_iter().map(|(_, who)| who).collect()
    }

    /// Gives an order, with dice as they come. False where it is refused.
    fn give(&mut self, order: &Order, stream: &mut Stream) -> bool {
        let mut falls = Vec::new();
        loop {
            match rules::resolve(&self.state, order, &falls) {
                Ok(Step::NeedDice(request)) => falls.push(stream.answer(&request).expect("a stream has dice for all")),
                Ok(Step::Done(events)) => {
                    events.iter().for_each(|event| self.state.apply(event));
                    return true;
                }
                Err(_) => return false,
            }
        }
    }
}
