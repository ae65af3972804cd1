//! The battle screen's state: which pane has the keys, what is chosen, what is folded up.

use crate::{
    app::session::Session,
    diary::Account,
    id::{BattleId, Id, StackId, UnitId},
    order::Edge,
    state::EntityKind,
    view::forces::{self, ForceRow},
};
use std::collections::BTreeSet;

/// The battle screen.
pub(crate) struct BattleScreen {
    /// Which pane has the keys.
    pub(crate) focus: Focus,
    /// The battle that is shown.
    pub battle: Option<BattleId>,
    /// Sides and stacks that are folded up.
    pub closed: BTreeSet<Id>,
    /// The chosen row of the forces.
    pub selected: usize,
    /// The forces' first row that is seen.
    pub scroll: usize,
    /// The Edge from which the Square shows the order of loss, if it does.
    pub edge: Option<Edge>,
    /// What is looked for in the diary.
    pub(crate) search: String,
    /// The entries that the diary shows, in words.
    pub(crate) window: Vec<Account>,
}

/// The panes that can have the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    /// The forces.
    Forces,
    /// The diary.
    Diary,
}

impl BattleScreen {
    /// The screen as it is when it opens.
    #[must_use]
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            focus: Focus::Forces,
            battle: None,
            closed: BTreeSet::new(),
            selected: 0,
            scroll: 0,
            edge: None,
            search: String::new(),
            window: Vec::new(),
        };
        screen.follow(session);
        screen
    }

    /// The battle that header, gauges and map are of: the one that was chosen, or of an entry that is looked back at its own.
    #[must_use]
    pub(crate) fn shown_battle(&self, session: &Session) -> Option<BattleId> {
        session.reviewed_battle().or(self.battle)
    }

    /// The rows of the forces.
    #[must_use]
    pub fn rows(&self, session: &Session) -> Vec<ForceRow> {
        forces::rows(session.state(), &self.closed)
    }

    /// What is chosen among the forces.
    #[must_use]
    pub(crate) fn chosen(&self, session: &Session) -> Option<ForceRow> {
        let rows = self.rows(session);
        rows.get(self.selected.min(rows.len().saturating_sub(1))).copied()
    }

    /// The unit that is chosen, if it is one.
    #[must_use]
    pub(crate) fn chosen_unit(&self, session: &Session) -> Option<UnitId> {
        self.chosen(session).filter(|row| row.kind == EntityKind::Unit).map(|row| UnitId(row.id.0))
    }

    /// The stack that is chosen, or the stack of the chosen unit, or the first of the chosen side.
    #[must_use]
    pub(crate) fn chosen_stack(&self, session: &Session) -> Option<StackId> {
        let row = self.chosen(session)?;
        let state = session.state();
        match row.kind {
            EntityKind::Stack => Some(StackId(row.id.0)),
            EntityKind::Unit => state.unit(UnitId(row.id.0))?.stack,
            _ => state.stacks().iter().find(|s| Id::from(s.side) == row.id).map(|s| s.id),
        }
    }

    /// What an order is about: what is picked, or else what is chosen.
    #[must_use]
    pub(crate) fn subjects(&self, session: &Session) -> Vec<Id> {
        if session.picked.is_empty() {
            self.chosen(session).map(|row| row.id).into_iter().collect()
        } else {
            session.picked.clone()
        }
    }

    /// Brings everything that depends on the diary up to date with it.
    pub fn follow(&mut self, session: &Session) {
        let state = session.save.diary().state();
        let open: Vec<BattleId> = state.open_battles().map(|b| b.id).collect();
        if !self.battle.is_some_and(|b| open.contains(&b)) {
            self.battle = open.first().copied().or_else(|| state.battles().last().map(|b| b.id));
        }
        let rows = forces::rows(state, &self.closed);
        self.selected = self.selected.min(rows.len().saturating_sub(1));
    }
}
