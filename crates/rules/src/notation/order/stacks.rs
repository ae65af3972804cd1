//! Orders for stacks and their Conflicts. Source: RULES 5.

use super::{
    OrderPrinter, OrderReader,
    piece::{Keywords, Piece, STACK, STACK_OR_UNIT, STACKS, UNIT},
};
use crate::{
    notation::{
        NotationError, Parsed, conflict_stacks,
        lexer::Token,
        names::{self, reference_text},
        reader::Expected,
        refusal::describe,
    },
    order::{Edge, Order, Rank, ScreenTarget, StackOrder, Stats},
    rules::{self, refusal::MapRefusal},
    state::{EntityKind, State},
};
use wardiary_base::id::{BattleId, StackId, UnitId};

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
    fn stack_in_conflict(&mut self) -> Parsed<StackId> {
        if self.reader.peek().is_some() {
            return self.read(&STACK);
        }
        self.reader.expect(Expected::Name(names::STACK));
        let open = open_conflicts(self.state);
        if let [(_, _, stack)] = open[..] {
            return Ok(stack);
        }
        let mut error = self.reader.unexpected();
        if open.is_empty() {
            error.reason = "no Conflict is under way".into();
            error.hint = Some("start one: `conflict STACK v STACK`".into());
        } else {
            error.reason = format!("{} Conflicts are under way: name one", open.len());
            let names = open.iter().map(|(battle, at, stack)| {
                let stacks = conflict_stacks(self.state, *battle, *at);
                format!("`{}` for the Conflict of {stacks}", reference_text(self.state, (*stack).into(), names::STACK))
            });
            error.hint = Some(format!("add {}", names.collect::<Vec<_>>().join(", or ")));
        }
        Err(error)
    }

    /// The target of a stack's screen: `STACK EDGE`, `unit UNIT`, `structure TEXT`
    pub(super) fn screen_target(&mut self, stack: StackId) -> Parsed<ScreenTarget> {
        if self.reader.accept_word("structure") {
            return self.reader.free_text("the name of the structure").map(ScreenTarget::Structure);
        }
        if self.reader.accept_word("unit") {
            let unit = self.read(&UNIT)?;
            // The rules refuse an Edge of a unit with a reason.
            return Ok(match self.read(&EDGE)? {
                Some(edge) => ScreenTarget::Edge(StackId(unit.0), edge),
                None => ScreenTarget::Unit(unit),
            });
        }
        let screened = self.read(&STACK_OR_UNIT)?;
        // On a map the places of the two stacks tell the Edge.
        let by_map = || self.state.screenable_edges(stack, StackId(screened.0)).last().copied();
        match self.read(&EDGE)?.or_else(by_map) {
            Some(edge) => Ok(ScreenTarget::Edge(StackId(screened.0), edge)),
            None if self.reader.accepts_any_name || self.state.kind(screened) == Some(EntityKind::Unit) => {
                Ok(ScreenTarget::Unit(UnitId(screened.0)))
            }
            None => Err(self.reader.unexpected()),
        }
    }

    /// The stacks that these engage: those named, or the adjacent enemies.
    pub(super) fn opponents(&mut self, first: &[StackId]) -> Parsed<Vec<StackId>> {
        let beside = rules::adjacent_enemy_stacks(self.state, first);
        if self.reader.accept_word("v") {
            self.read(&STACKS)
        } else if self.reader.peek().is_none() && !beside.is_empty() {
            Ok(beside)
        } else if self.reader.accepts_any_name && self.reader.is_at_end() {
            Ok(Vec::new())
        } else if let Some(scattered) = self.scattered_error(first).filter(|_| self.reader.peek().is_none()) {
            Err(scattered)
        } else {
            Err(self.reader.unexpected())
        }
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
        let stack = StackId(self.subject_of_facing(names::STACK)?.0);
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
            times: self.reader.bounded_number("the number of turns", 0, 255)?,
        }))
    }

    /// `attack 5 defense 3 warlord`: changes to these numbers; `plain` removes all ranks.
    pub(super) fn stats(&mut self, mut stats: Stats) -> Parsed<Stats> {
        loop {
            if let Some(name) = Stats::NAMES.iter().find(|name| self.reader.accept_word(name)) {
                let number = self.reader.bounded_number("a number", 0, Stats::MAX.into())?;
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

/// `with UNIT`; the word may be left out.
pub(super) const LEADER: Piece<UnitId> = word_before!("with", UNIT);

/// An Edge, if one is next.
pub(super) const EDGE: Piece<Option<Edge>> = Piece {
    read: |r| Ok(r.reader.accept_one_of(&Edge::ALL.map(|edge| (edge.word(), edge)))),
    print: |p, edge| p.put_if(edge.is_some(), edge.map_or("", Edge::word)),
    keywords: EDGES.keywords,
};

const EDGES: Piece<Edge> = one_of!(Edge);

/// A stack that stands for its Conflict, unless only one is under way.
pub(super) const CONFLICT: Piece<StackId> =
    plain!(|r| r.stack_in_conflict(), |p, stack| match open_conflicts(p.state)[..] {
        [(_, _, only)] if only == *stack => p,
        _ => p.put(&STACK, stack),
    });

pub(super) fn stats_of(state: &State, unit: UnitId) -> Stats {
    state.unit(unit).and_then(|unit| unit.stats.as_deref()).cloned().unwrap_or_default()
}

impl OrderPrinter<'_> {
    pub(super) fn screen_target(&mut self, screen: &ScreenTarget) -> &mut Self {
        match screen {
            ScreenTarget::Edge(other, edge) => self.id(*other, names::STACK_OR_UNIT).push(edge.word()),
            ScreenTarget::Unit(unit) => self.push("unit").put(&UNIT, unit),
            ScreenTarget::Structure(what) => self.push("structure").quote(what),
        }
    }

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
