//! Orders for stacks and their Conflicts, as text.

use super::{Printer, STACK, STACK_OR_UNIT, UNIT};
use crate::{
    id::{Id, StackId},
    notation::order::only_conflict,
    order::{Screen, StackOrder, Stats},
};

impl Printer<'_> {
    fn several(&mut self, stacks: &[StackId]) -> &mut Self {
        self.all(&stacks.iter().map(|s| Id::from(*s)).collect::<Vec<_>>(), STACK)
    }

    /// What follows the verb of an order for a stack.
    pub(super) fn stack_order(&mut self, order: &StackOrder) -> &mut Self {
        match order {
            StackOrder::Posture { stack, posture } => self.id(*stack, STACK).put(posture.word()),
            StackOrder::Lead { stack, unit: Some(unit) } => self.id(*stack, STACK).put("with").id(*unit, UNIT),
            StackOrder::Screen { stack, screen: Some(screen) } => {
                self.id(*stack, STACK).put("for");
                match screen {
                    Screen::Edge(other, edge) => self.id(*other, STACK_OR_UNIT).put(edge.word()),
                    Screen::Unit(unit) => self.put("unit").id(*unit, UNIT),
                    Screen::Structure(what) => self.put("structure").text(what),
                }
            }
            StackOrder::Merge { stack, into } => self.id(*stack, STACK).put("into").id(*into, STACK),
            StackOrder::Stats { unit, stats } => {
                let now = self.state.unit(*unit).and_then(|u| u.stats.as_deref()).cloned().unwrap_or_default();
                self.id(*unit, UNIT).put("to").stats(&now, stats)
            }
            StackOrder::Conflict { first, second } => self.several(first).put("v").several(second),
            StackOrder::Strike { stack, at, edge } => {
                self.id(*stack, STACK).put("at").id(*at, STACK);
                match edge {
                    Some(edge) => self.put(edge.word()),
                    None => self,
                }
            }
            StackOrder::Round { stack } | StackOrder::Disengage { stack } => {
                if only_conflict(self.state) == Some(*stack) { self } else { self.id(*stack, STACK) }
            }
            StackOrder::Rotate { stack, times } => self.id(*stack, STACK).put(&times.to_string()),
            StackOrder::Join { stack, to } => self.id(*stack, STACK).put("to").id(*to, STACK),
            StackOrder::Lead { stack, unit: None }
            | StackOrder::Screen { stack, screen: None }
            | StackOrder::Hold { stack }
            | StackOrder::Flee { stack } => self.id(*stack, STACK),
        }
    }

    /// What of these numbers differs from those.
    pub(super) fn stats(&mut self, from: &Stats, to: &Stats) -> &mut Self {
        for ((name, number), (_, before)) in to.numbers().into_iter().zip(from.numbers()) {
            if number != before {
                self.put(&format!("{name} {number}"));
            }
        }
        if (&to.ranks, to.decrypted) != (&from.ranks, from.decrypted) {
            if !from.ranks.is_empty() || from.decrypted {
                self.put("plain");
            }
            for rank in &to.ranks {
                self.put(rank.word());
            }
            if to.decrypted {
                self.put("decrypted");
            }
        }
        self
    }
}
