//! Orders for stacks and their Conflicts. Source: RULES 5.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{
        NotationError, Parsed, conflict_stacks,
        lexer::Token,
        names::{STACK, STACK_OR_UNIT, UNIT, reference_text},
        reader::Expected,
        refusal::describe,
    },
    order::{Edge, Order, Posture, Rank, ScreenTarget, StackOrder, Stats},
    rules::{self, refusal::MapRefusal},
    state::{EntityKind, State},
};
use wardiary_base::id::{BattleId, Id, StackId, UnitId};

/// The open Conflicts: battle, index, and the stack that identifies it in an order.
fn open_conflicts(state: &State) -> Vec<(BattleId, usize, StackId)> {
    let all = state.open_battles().flat_map(|b| {
        let order = state.order_of_conflicts(b.id).into_iter();
        order.filter_map(|at| Some((b.id, at, b.conflicts.get(at)?)))
    });
    let open = all.filter(|(_, _, c)| c.ended.is_none());
    let named = open.filter_map(|(battle, at, conflict)| {
        // The enemy orders the rounds of an exhausted side's Conflict.
        let orders = state.round_orderer(battle, at).filter(|_| !conflict.under_way);
        let stack = orders.or_else(|| conflict.stacks.iter().find(|s| !s.fled).map(|s| s.stack));
        Some((battle, at, stack?))
    });
    named.collect()
}

impl OrderReader<'_> {
    fn several_stacks(&mut self) -> Parsed<Vec<StackId>> {
        Ok(self.entities(STACK)?.into_iter().map(|id| StackId(id.0)).collect())
    }

    pub(super) fn stack_in_conflict(&mut self) -> Parsed<StackId> {
        if self.reader.peek().is_some() {
            return self.stack();
        }
        self.reader.expect(Expected::Name(STACK));
        let open = open_conflicts(self.state);
        if let [(_, _, stack)] = open[..] {
            return Ok(stack);
        }
        let mut error = self.reader.unexpected();
        if open.is_empty() {
            error.reason = "no Conflict is under way".into();
            error.hint = Some("`conflict STACK v STACK` opens one".into());
        } else {
            error.reason = format!("{} Conflicts are under way: say which", open.len());
            let names = open.iter().map(|(battle, at, stack)| {
                let stacks = conflict_stacks(self.state, *battle, *at);
                format!("`{}` for the Conflict of {stacks}", reference_text(self.state, (*stack).into(), STACK))
            });
            error.hint = Some(format!("add {}", names.collect::<Vec<_>>().join(", or ")));
        }
        Err(error)
    }

    pub(super) fn edge_if_any(&mut self) -> Option<Edge> {
        self.reader.accept_one_of(&Edge::ALL.map(|edge| (edge.word(), edge)))
    }

    pub(super) fn posture(&mut self) -> Parsed<Order> {
        let stack = self.stack()?;
        let posture = self.reader.accept_one_of(&Posture::ALL.map(|posture| (posture.word(), posture)));
        Ok(Order::Stacks(StackOrder::Posture { stack, posture: posture.ok_or_else(|| self.reader.unexpected())? }))
    }

    pub(super) fn screen(&mut self) -> Parsed<Order> {
        let stack = self.stack()?;
        self.reader.require_word("for")?;
        let screen = if self.reader.accept_word("structure") {
            ScreenTarget::Structure(self.reader.free_text("what the structure is")?)
        } else if self.reader.accept_word("unit") {
            let unit = self.entity(UNIT)?;
            // The rules refuse an Edge of a unit with a reason.
            self.edge_if_any()
                .map_or(ScreenTarget::Unit(UnitId(unit.0)), |edge| ScreenTarget::Edge(StackId(unit.0), edge))
        } else {
            let screened = self.entity(STACK_OR_UNIT)?;
            // On a map the places of the two stacks tell the Edge.
            let by_map = || self.state.screenable_edges(stack, StackId(screened.0)).last().copied();
            match self.edge_if_any().or_else(by_map) {
                Some(edge) => ScreenTarget::Edge(StackId(screened.0), edge),
                None if self.reader.accepts_any_name || self.state.kind(screened) == Some(EntityKind::Unit) => {
                    ScreenTarget::Unit(UnitId(screened.0))
                }
                None => return Err(self.reader.unexpected()),
            }
        };
        Ok(Order::Stacks(StackOrder::Screen { stack, screen: Some(screen) }))
    }

    pub(super) fn conflict(&mut self) -> Parsed<Order> {
        let first = self.several_stacks()?;
        let beside = rules::adjacent_enemy_stacks(self.state, &first);
        let second = if self.reader.accept_word("v") {
            self.several_stacks()?
        } else if self.reader.peek().is_none() && !beside.is_empty() {
            beside
        } else if self.reader.accepts_any_name && self.reader.is_at_end() {
            Vec::new()
        } else if let Some(scattered) = self.scattered_error(&first).filter(|_| self.reader.peek().is_none()) {
            return Err(scattered);
        } else {
            return Err(self.reader.unexpected());
        };
        Ok(Order::Stacks(StackOrder::Conflict { first, second, anyway: self.anyway()? }))
    }

    /// The error if one of these stacks is spread over several areas, so that it is next to nobody it could fight.
    fn scattered_error(&self, stacks: &[StackId]) -> Option<NotationError> {
        let refusal = |stack: &StackId| {
            Some(MapRefusal::Scattered { stack: *stack, units: self.state.areas_of_scattered(*stack)? })
        };
        let text = describe(&stacks.iter().find_map(refusal)?.into(), self.state);
        Some(NotationError { hint: text.hint, ..NotationError::new(self.reader.next_range(), text.reason) })
    }

    pub(super) fn rotate(&mut self) -> Parsed<Order> {
        // A negative number would be read as part of the name.
        if let Some((at, below)) = self.reader.negative_number_at_end() {
            return Err(NotationError::new(at, format!("a stack turns 1 to 12 times, not {below}")));
        }
        let stack = StackId(self.subject_of_facing(STACK)?.0);
        let place = self.state.place_of_stack(stack);
        if let Some(Token::Word(_)) = self.reader.peek() {
            let facing = self.facing(place.map(|place| place.map), place.map(|place| place.cell))?;
            return Ok(Order::Stacks(StackOrder::Turn { stack, facing }));
        }
        if let Some(map) = place.and_then(|place| self.state.map(place.map)) {
            let facings = map.ground.grid().facings();
            self.reader.expect(Expected::one_of(facings.iter().map(|facing| facing.word())));
        }
        Ok(Order::Stacks(StackOrder::Rotate {
            stack,
            times: self.reader.bounded_number("how often it turns", 0, 255)?,
        }))
    }

    pub(super) fn stats_order(&mut self) -> Parsed<Order> {
        let unit = UnitId(self.entity(UNIT)?.0);
        self.reader.require_word("to")?;
        let now = self.state.unit(unit).and_then(|u| u.stats.as_deref()).cloned().unwrap_or_default();
        Ok(Order::Stacks(StackOrder::Stats { unit, stats: Box::new(self.stats(now)?) }))
    }

    /// `attack 5 defense 3 warlord`: changes to these numbers; `plain` removes all ranks.
    pub(super) fn stats(&mut self, mut stats: Stats) -> Parsed<Stats> {
        loop {
            if let Some(name) = Stats::NAMES.iter().find(|name| self.reader.accept_word(name)) {
                let number = self.reader.bounded_number("that number", 0, Stats::MAX.into())?;
                stats.number_mut(name).into_iter().for_each(|n| *n = number);
            } else if let Some(rank) = self.reader.accept_one_of(&Rank::ALL) {
                if !stats.has_rank(rank) {
                    stats.ranks.push(rank);
                }
            } else if self.reader.accept_word("decrypted") {
                stats.decrypted = true;
            } else if self.reader.accept_word("plain") {
                stats.ranks.clear();
                stats.decrypted = false;
            } else {
                return Ok(stats);
            }
        }
    }
}

impl OrderPrinter<'_> {
    fn several(&mut self, stacks: &[StackId]) -> &mut Self {
        self.ids(&stacks.iter().map(|s| Id::from(*s)).collect::<Vec<_>>(), STACK)
    }

    pub(super) fn stack_order(&mut self, order: &StackOrder) -> &mut Self {
        match order {
            StackOrder::Posture { stack, posture } => self.id(*stack, STACK).push(posture.word()),
            StackOrder::Lead { stack, unit: Some(unit) } => self.id(*stack, STACK).push("with").id(*unit, UNIT),
            StackOrder::Screen { stack, screen: Some(screen) } => {
                self.id(*stack, STACK).push("for");
                match screen {
                    ScreenTarget::Edge(other, edge) => self.id(*other, STACK_OR_UNIT).push(edge.word()),
                    ScreenTarget::Unit(unit) => self.push("unit").id(*unit, UNIT),
                    ScreenTarget::Structure(what) => self.push("structure").quote(what),
                }
            }
            StackOrder::Merge { stack, into, anyway } => {
                self.id(*stack, STACK).push("into").id(*into, STACK).anyway(anyway.as_ref())
            }
            StackOrder::Stats { unit, stats } => {
                let now = self.state.unit(*unit).and_then(|u| u.stats.as_deref()).cloned().unwrap_or_default();
                self.id(*unit, UNIT).push("to").stats(&now, stats)
            }
            StackOrder::Conflict { first, second, anyway } => {
                self.several(first).push("v").several(second).anyway(anyway.as_ref())
            }
            StackOrder::Strike { stack, at, edge, anyway } => {
                self.id(*stack, STACK).push("at").id(*at, STACK).put_if(edge.is_some(), edge.map_or("", Edge::word));
                self.anyway(anyway.as_ref())
            }
            StackOrder::Round { stack } | StackOrder::Disengage { stack } => match open_conflicts(self.state)[..] {
                [(_, _, only)] if only == *stack => self,
                _ => self.id(*stack, STACK),
            },
            StackOrder::Rotate { stack, times } => self.id(*stack, STACK).push(&times.to_string()),
            StackOrder::Turn { stack, facing } => self.id(*stack, STACK).push(facing.word()),
            StackOrder::Join { stack, to, anyway } => {
                self.id(*stack, STACK).push("to").id(*to, STACK).anyway(anyway.as_ref())
            }
            StackOrder::Lead { stack, unit: None }
            | StackOrder::Screen { stack, screen: None }
            | StackOrder::Hold { stack }
            | StackOrder::Flee { stack } => self.id(*stack, STACK),
        }
    }

    /// Appends the numbers that differ.
    pub(super) fn stats(&mut self, from: &Stats, to: &Stats) -> &mut Self {
        for ((name, number), (_, before)) in to.numbers().into_iter().zip(from.numbers()) {
            if number != before {
                self.push(&format!("{name} {number}"));
            }
        }
        if (&to.ranks, to.decrypted) != (&from.ranks, from.decrypted) {
            if !from.ranks.is_empty() || from.decrypted {
                self.push("plain");
            }
            for rank in &to.ranks {
                self.push(rank.word());
            }
            self.put_if(to.decrypted, "decrypted");
        }
        self
    }
}
