//! What somebody sees: the only thing that panes draw.

use super::{Awaiting, Battle, Contingent, Losses, Side, Stack, State, Unit};
use crate::{
    book::{Grade, Rulebook},
    id::{Id, SideId, StackId},
};

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Eyes {
    /// A referee, a solo player, anybody from whom nothing is hidden.
    #[default]
    All,
}

/// The campaign as somebody sees it.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    state: &'a State,
    eyes: Eyes,
}

impl<'a> Table<'a> {
    pub(super) fn new(state: &'a State, eyes: Eyes) -> Self {
        Self { state, eyes }
    }

    /// Who is looking.
    #[must_use]
    pub fn eyes(&self) -> Eyes {
        self.eyes
    }

    /// The rules in force.
    #[must_use]
    pub fn book(&self) -> &'a Rulebook {
        self.state.book()
    }

    /// The campaign's day.
    #[must_use]
    pub fn date(&self) -> &'a str {
        self.state.date()
    }

    /// The sides that can be seen.
    #[must_use]
    pub fn sides(&self) -> &'a [Side] {
        self.state.sides()
    }

    /// The stacks of a side that can be seen.
    pub fn stacks(&self, side: SideId) -> impl Iterator<Item = &'a Stack> + use<'a> {
        self.state.stacks().iter().filter(move |s| s.side == side)
    }

    /// The stack of that number.
    #[must_use]
    pub fn stack(&self, id: StackId) -> Option<&'a Stack> {
        self.state.stack(id)
    }

    /// The units of a stack, the eliminated among them; or those of a side that stand in no stack.
    pub fn units(&self, side: SideId, stack: Option<StackId>) -> impl Iterator<Item = &'a Unit> + use<'a> {
        self.state.units().iter().map(|unit| &**unit).filter(move |u| u.side == side && u.stack == stack)
    }

    /// The battles that are not over.
    pub fn open_battles(&self) -> impl Iterator<Item = &'a Battle> + use<'a> {
        self.state.open_battles()
    }

    /// All battles.
    #[must_use]
    pub fn battles(&self) -> &'a [Battle] {
        self.state.battles()
    }

    /// How near a side is to exhaustion.
    #[must_use]
    pub fn losses(&self, battle: &Battle, contingent: &Contingent) -> Losses {
        self.state.losses(battle, contingent)
    }

    /// The grade a unit fights with now.
    #[must_use]
    pub fn grade_used(&self, unit: &Unit) -> Grade {
        self.state.grade_used(unit)
    }

    /// What a thing is called.
    #[must_use]
    pub fn name(&self, id: impl Into<Id>) -> String {
        self.state.name(id)
    }

    /// What a battle waits for, in words that name who decides.
    #[must_use]
    pub fn awaits(&self, battle: &Battle) -> Option<String> {
        battle.awaiting().map(|awaiting| match awaiting {
            Awaiting::First(side) => format!("{} choose who goes first", self.name(side)),
            Awaiting::Rerolls(side, _) => format!("{} may throw dice again", self.name(side)),
        })
    }

    /// The whole state, for those from whom nothing is hidden: what rules and notation work on.
    #[must_use]
    pub fn state(&self) -> &'a State {
        self.state
    }
}
