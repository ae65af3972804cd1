//! Orders for stacks and their Conflicts, read from text.

use super::{OrderReader, Read};
use crate::{
    id::{StackId, UnitId},
    notation::{
        print::{STACK, STACK_OR_UNIT, UNIT},
        reader::Expected,
    },
    order::{Edge, Order, Posture, Rank, Screen, StackOrder, Stat, Stats},
    state::{Kind, State},
};

type Verb = (&'static str, fn(&mut OrderReader) -> Read<Order>);

/// The verbs of stacks, and what reads on from each.
pub(super) const VERBS: &[Verb] = &[
    ("posture", |p| p.posture().map(Order::Stacks)),
    ("lead", |p| p.lead().map(Order::Stacks)),
    ("unlead", |p| Ok(Order::Stacks(StackOrder::Lead { stack: p.one_stack()?, unit: None }))),
    ("screen", |p| p.screen().map(Order::Stacks)),
    ("unscreen", |p| Ok(Order::Stacks(StackOrder::Screen { stack: p.one_stack()?, screen: None }))),
    ("merge", |p| p.merge().map(Order::Stacks)),
    ("stats", |p| p.stats_order().map(Order::Stacks)),
    ("conflict", |p| p.conflict().map(Order::Stacks)),
    ("strike", |p| p.strike().map(Order::Stacks)),
    ("hold", |p| Ok(Order::Stacks(StackOrder::Hold { stack: p.one_stack()? }))),
    ("round", |p| Ok(Order::Stacks(StackOrder::Round { stack: p.stack_in_conflict()? }))),
    ("rotate", |p| p.rotate().map(Order::Stacks)),
    ("join", |p| p.join().map(Order::Stacks)),
    ("flee", |p| Ok(Order::Stacks(StackOrder::Flee { stack: p.one_stack()? }))),
    ("disengage", |p| Ok(Order::Stacks(StackOrder::Disengage { stack: p.stack_in_conflict()? }))),
];

/// The words that the Edges go by.
const EDGES: [(&str, Edge); 4] =
    [("front", Edge::Front), ("left", Edge::Left), ("back", Edge::Back), ("right", Edge::Right)];

/// The stack that names the only Conflict under way, where there is only one.
pub(in crate::notation) fn only_conflict(state: &State) -> Option<StackId> {
    let mut open = state.open_battles().flat_map(|b| &b.conflicts).filter(|c| c.over.is_none());
    let first = open.next()?;
    if open.next().is_some() { None } else { first.stacks.iter().find(|s| !s.fled).map(|s| s.stack) }
}

impl OrderReader<'_> {
    fn one_stack(&mut self) -> Read<StackId> {
        self.any(STACK).map(|id| StackId(id.0))
    }

    fn several_stacks(&mut self) -> Read<Vec<StackId>> {
        Ok(self.several(STACK)?.into_iter().map(|id| StackId(id.0)).collect())
    }

    fn stack_in_conflict(&mut self) -> Read<StackId> {
        match only_conflict(self.state).filter(|_| self.reader.peek().is_none()) {
            Some(stack) => {
                self.reader.expect(Expected::Name(STACK));
                Ok(stack)
            }
            None => self.one_stack(),
        }
    }

    fn edge_if_any(&mut self) -> Option<Edge> {
        self.reader.one_of(&EDGES)
    }

    fn posture(&mut self) -> Read<StackOrder> {
        let stack = self.one_stack()?;
        let posture = self.reader.one_of(&Posture::ALL.map(|posture| (posture.word(), posture)));
        Ok(StackOrder::Posture { stack, posture: posture.ok_or_else(|| self.reader.unexpected())? })
    }

    fn lead(&mut self) -> Read<StackOrder> {
        let stack = self.one_stack()?;
        self.reader.word("with");
        Ok(StackOrder::Lead { stack, unit: Some(UnitId(self.any(UNIT)?.0)) })
    }

    fn screen(&mut self) -> Read<StackOrder> {
        let stack = self.one_stack()?;
        self.reader.need_word("for")?;
        let screen = if self.reader.word("structure") {
            Screen::Structure(self.reader.free_text("what the structure is")?)
        } else if self.reader.word("unit") {
            let unit = self.any(UNIT)?;
            // That a unit has no Edges is for the rules to say.
            self.edge_if_any().map_or(Screen::Unit(UnitId(unit.0)), |edge| Screen::Edge(StackId(unit.0), edge))
        } else {
            let screened = self.any(STACK_OR_UNIT)?;
            match self.edge_if_any() {
                Some(edge) => Screen::Edge(StackId(screened.0), edge),
                None if self.state.kind(screened) == Some(Kind::Unit) => Screen::Unit(UnitId(screened.0)),
                None => return Err(self.reader.unexpected()),
            }
        };
        Ok(StackOrder::Screen { stack, screen: Some(screen) })
    }

    fn merge(&mut self) -> Read<StackOrder> {
        let stack = self.one_stack()?;
        self.reader.need_word("into")?;
        Ok(StackOrder::Merge { stack, into: self.one_stack()? })
    }

    fn conflict(&mut self) -> Read<StackOrder> {
        let first = self.several_stacks()?;
        self.reader.need_word("v")?;
        Ok(StackOrder::Conflict { first, second: self.several_stacks()? })
    }

    fn strike(&mut self) -> Read<StackOrder> {
        let stack = self.one_stack()?;
        self.reader.need_word("at")?;
        let at = self.one_stack()?;
        Ok(StackOrder::Strike { stack, at, edge: self.edge_if_any() })
    }

    fn rotate(&mut self) -> Read<StackOrder> {
        let stack = self.one_stack()?;
        Ok(StackOrder::Rotate { stack, times: self.reader.small("how often it turns", 0, 255)? })
    }

    fn join(&mut self) -> Read<StackOrder> {
        let stack = self.one_stack()?;
        self.reader.need_word("to")?;
        Ok(StackOrder::Join { stack, to: self.one_stack()? })
    }

    fn stats_order(&mut self) -> Read<StackOrder> {
        let unit = UnitId(self.any(UNIT)?.0);
        self.reader.need_word("to")?;
        let now = self.state.unit(unit).and_then(|u| u.stats.as_deref()).cloned().unwrap_or_default();
        Ok(StackOrder::Stats { unit, stats: Box::new(self.stats(now)?) })
    }

    /// `attack 5 defense 3 warlord`: numbers laid over those that are there; `plain` takes all ranks away.
    pub(super) fn stats(&mut self, mut stats: Stats) -> Read<Stats> {
        loop {
            if let Some(stat) = Stat::ALL.iter().find(|stat| self.reader.word(stat.word())) {
                stats[*stat] = self.reader.small("that number", 0, 65_535)?;
            } else if let Some(rank) = self.reader.one_of(&Rank::ALL) {
                if !stats.is(rank) {
                    stats.ranks.push(rank);
                }
            } else if self.reader.word("decrypted") {
                stats.decrypted = true;
            } else if self.reader.word("plain") {
                stats.ranks.clear();
                stats.decrypted = false;
            } else {
                return Ok(stats);
            }
        }
    }
}
