//! Orders to stacks.

use super::RandomNumbers;
use wardiary_base::{
    ground::Facing,
    id::{SideId, StackId, UnitId},
    text::Text,
};
use wardiary_rules::{
    order::{Edge, Posture, Rank, ScreenTarget, StackOrder, Stats},
    rules::adjacent_enemy_stacks,
    state::{Stack, State},
};

impl RandomNumbers<'_> {
    pub(super) fn stats(&mut self) -> Stats {
        let mut stats = Stats::default();
        for (name, _) in Stats::default().numbers() {
            let number = [0, 1, 3, 7, 9_999][if self.once_in(9) { self.below(5) } else { self.below(4) }];
            stats.number_mut(name).into_iter().for_each(|n| *n = number);
        }
        let ranks = Rank::ALL.iter().filter(|_| self.below(4) == 1).map(|(_, rank)| *rank);
        stats.ranks = ranks.collect();
        stats.decrypted = self.once_in(3);
        stats
    }

    /// A stack with living units of a side that `side` accepts, mostly; with `idle`, a stack in no Conflict.
    fn stack_of(&mut self, state: &State, side: impl Fn(SideId) -> bool, idle: bool) -> StackId {
        let lives = |id: StackId| state.units_of_stack(id).next().is_some();
        let all: Vec<StackId> = state.stacks().iter().filter(|s| side(s.side) && lives(s.id)).map(|s| s.id).collect();
        let all: Vec<StackId> = all.into_iter().filter(|s| !idle || state.conflict_of(*s).is_none()).collect();
        if self.once_in(9) { self.stack(state) } else { self.pick(&all).unwrap_or(StackId(1)) }
    }

    /// A stack for which `is_so` is true, mostly; otherwise `or`.
    fn stack_that(&mut self, state: &State, or: StackId, is_so: fn(&Stack) -> bool) -> StackId {
        let all: Vec<StackId> = state.stacks().iter().filter(|s| is_so(s)).map(|s| s.id).collect();
        if self.once_in(4) { or } else { self.pick(&all).unwrap_or(or) }
    }

    /// A stack in a Conflict, mostly the next to act, and its enemies there.
    fn stack_fighting(&mut self, state: &State) -> Option<(StackId, Vec<StackId>)> {
        let open: Vec<_> = state.open_battles().flat_map(|b| &b.conflicts).filter(|c| c.ended.is_none()).collect();
        let conflict = self.pick(&open)?;
        let battle = state.open_battles().find(|b| b.conflicts.iter().any(|c| c == conflict))?;
        let at = battle.conflicts.iter().position(|c| c == conflict)?;
        let order = if conflict.under_way { conflict.to_act.clone() } else { state.acting_order(battle.id, at) };
        let all: Vec<StackId> = conflict.stacks.iter().filter(|s| !s.fled).map(|s| s.stack).collect();
        let own = if self.once_in(5) { self.pick(&all)? } else { *order.first()? };
        let side = state.side_of(own.into());
        Some((own, all.into_iter().filter(|s| state.side_of((*s).into()) != side).collect()))
    }

    fn edge(&mut self) -> Option<Edge> {
        let edge = self.pick(&Edge::ALL);
        edge.filter(|_| self.below(3) > 0)
    }

    /// Sometimes the reason of a referee's ruling.
    fn ruling(&mut self) -> Option<Text> {
        self.once_in(6).then(|| self.text())
    }

    pub(super) fn stack_order(&mut self, state: &State) -> StackOrder {
        let own = self.stack_of(state, |_| true, false);
        let side = state.side_of(own.into());
        // Stacks join after the turn's round, which few games reach.
        let fought = state.open_battles().flat_map(|b| &b.conflicts);
        let mut fought = fought.filter(|c| c.ended.is_none() && c.rounds_begun > 0 && !c.under_way);
        if let Some(there) = fought.next().and_then(|c| c.stacks.iter().find(|s| !s.fled)).map(|s| s.stack)
            && self.once_in(3)
        {
            let (stack, anyway) = (self.stack_of(state, |_| true, true), self.ruling());
            return StackOrder::Join { stack, to: there, anyway };
        }
        match self.below(20) {
            0 | 1 => {
                let stack = self.stack_that(state, own, |s| s.leader.is_some());
                StackOrder::Posture { stack, posture: self.pick(&Posture::ALL).unwrap_or_default() }
            }
            2 | 3 => {
                let units: Vec<UnitId> = state.units_of_stack(own).map(|u| u.id).collect();
                let unit = if self.once_in(6) { self.unit(state) } else { self.pick(&units).unwrap_or(UnitId(1)) };
                if self.once_in(4) {
                    return StackOrder::Lead { stack: self.stack_that(state, own, |s| s.leader.is_some()), unit: None };
                }
                StackOrder::Lead { stack: own, unit: Some(unit) }
            }
            4..=6 => {
                let screen = match self.below(5) {
                    0 => ScreenTarget::Unit(self.unit(state)),
                    1 => ScreenTarget::Structure(self.name().into()),
                    _ => {
                        let other = self.stack_of(state, |s| Some(s) == side, false);
                        ScreenTarget::Edge(other, self.edge().unwrap_or_default())
                    }
                };
                if self.once_in(if state.stacks().iter().any(|s| s.screening.is_some()) { 2 } else { 6 }) {
                    let stack = self.stack_that(state, own, |s| s.screening.is_some());
                    return StackOrder::Screen { stack, screen: None };
                }
                StackOrder::Screen { stack: own, screen: Some(screen) }
            }
            7 if self.below(4) == 0 => StackOrder::Flee { stack: own },
            7 => {
                let into = self.stack_of(state, |s| Some(s) == side, false);
                StackOrder::Merge { stack: own, into, anyway: self.ruling() }
            }
            8 => StackOrder::Stats { unit: self.unit(state), stats: Box::new(self.stats()) },
            fights => match self.stack_fighting(state).filter(|_| fights > 10) {
                None => {
                    let first = self.stack_of(state, |_| true, true);
                    let side = state.side_of(first.into());
                    let any = self.stack_of(state, |s| Some(s) != side, true);
                    let second = self.pick(&adjacent_enemy_stacks(state, &[first])).unwrap_or(any);
                    StackOrder::Conflict { first: vec![first], second: vec![second], anyway: self.ruling() }
                }
                Some((stack, enemies)) => match fights {
                    11..=13 => {
                        let at = if self.once_in(8) { own } else { self.pick(&enemies).unwrap_or(own) };
                        StackOrder::Strike { stack, at, edge: self.edge(), anyway: self.ruling() }
                    }
                    14 => StackOrder::Hold { stack },
                    15 if state.place_of_stack(stack).is_some() => {
                        StackOrder::Turn { stack, facing: self.pick(&Facing::ALL).unwrap_or_default() }
                    }
                    15 => StackOrder::Rotate { stack, times: self.small(14) },
                    16 => {
                        let (own, anyway) = (self.stack_of(state, |_| true, true), self.ruling());
                        StackOrder::Join { stack: own, to: stack, anyway }
                    }
                    17 if self.once_in(4) => StackOrder::Disengage { stack: own },
                    17 if self.below(2) == 0 => StackOrder::Flee { stack: if self.once_in(2) { own } else { stack } },
                    17 => StackOrder::Disengage { stack },
                    _ => StackOrder::Round { stack: if self.once_in(6) { own } else { stack } },
                },
            },
        }
    }
}
