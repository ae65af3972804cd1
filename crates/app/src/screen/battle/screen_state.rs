//! The state of the battle screen: focus, selection and folds.

use crate::{
    battle_timeline::TimelineLayout,
    detail_card::DetailCard,
    last_roll,
    lists::ListState,
    memo::MemoCell,
    session::{Session, StateKey, TextKey},
};
use std::{collections::BTreeSet, rc::Rc};
use wardiary_base::id::{BattleId, Id, SideId, StackId, UnitId};
use wardiary_diary::diary::{Account, EntryNo};
use wardiary_rules::{
    order::Edge,
    state::{EntityKind, State, Unit},
};
pub use wardiary_view::layout::BattlePane as Focus;
use wardiary_view::{
    battle_timeline,
    forces::{self, ForceRow},
    gauges, header,
    layout::BattleNeeds,
    square,
};

/// The timeline's inputs: the battle, the head, and the pane's columns.
pub(super) type TimelineKey = (BattleId, EntryNo, u16);

/// The inputs of the diary's window: its first entry, its length, and the path.
pub(super) type WindowKey = (usize, usize, TextKey);

#[derive(Default)]
pub struct BattleScreen {
    pub(crate) focus: Focus,
    /// The drawn timeline of the battle, and the inputs that it was drawn from.
    pub(super) timeline: (Option<TimelineKey>, TimelineLayout),
    /// Whether entries of the timeline remain to be read.
    pub(super) is_reading_timeline: bool,
    pub(super) card: DetailCard,
    pub(super) shown_battle: Option<BattleId>,
    /// The acting side at the last check.
    last_acting_side: Option<SideId>,
    pub folded: BTreeSet<Id>,
    /// The selected and the first visible row of the forces.
    pub forces: ListState,
    /// The Edge from which the Square shows the order of loss, if it shows it.
    pub edge: Option<Edge>,
    pub diary_window: Vec<Account>,
    pub(super) diary_window_key: Option<WindowKey>,
    /// The rows of the forces. Each of some hundred commands asks for them in a frame.
    rows: MemoCell<RowsKey, Vec<ForceRow>>,
}

#[derive(Debug, PartialEq, Eq)]
struct RowsKey {
    state: StateKey,
    battle: Option<BattleId>,
    folded: BTreeSet<Id>,
}

impl RowsKey {
    fn current(session: &Session, closed: BTreeSet<Id>) -> Self {
        Self { state: session.state_key(), battle: session.battle(), folded: closed }
    }
}

impl BattleScreen {
    pub fn new(session: &Session) -> Self {
        let mut screen = Self { shown_battle: session.battle(), ..Self::default() };
        screen.refresh(session);
        screen
    }

    /// Unfolds what holds a thing, so that its row is shown.
    pub(super) fn unfold_holders(&mut self, id: Id, state: &State) {
        let holders = state.holders(id);
        self.folded.retain(|folded| !holders.contains(folded));
    }

    pub fn rows(&self, session: &Session) -> Rc<Vec<ForceRow>> {
        let of = RowsKey::current(session, self.folded.clone());
        self.rows.get(of, |of| forces::rows_in(session.state(), &of.folded, of.battle))
    }

    pub(super) fn layout_needs(&self, width: u16, session: &Session) -> BattleNeeds {
        let state = session.state();
        let battle = session.battle().and_then(|b| state.battle(b));
        let sides = battle.map_or(1, |b| b.contingents.len());
        let gauges = battle.map_or(1, |b| gauges::rows(state, b, &self.folded).len());
        let left_over = battle.is_some_and(|b| session.has_unresolved_defeats(b));
        let is_still = !session.are_dice_falling() && !session.tutorial.is_shown() && !session.docked;
        let square = || self.selected_stack(session).map_or(0, |stack| square::rows_needed(state, stack));
        BattleNeeds {
            header: 1 + header::tab_rows(state, session.battle()),
            gauges: u16::try_from(gauges.min(4)).unwrap_or(4) + u16::from(left_over),
            forces: u16::try_from(self.rows(session).len() + 2).unwrap_or(u16::MAX),
            square: self.map(session).is_none().then(square),
            timeline: if session.battle_there().is_some() { battle_timeline::height(sides) } else { 0 },
            focus: self.focus,
            zoomed: session.panes.zoomed,
            roll: if session.panes.zoomed && is_still { 0 } else { last_roll::rows_needed(session, width) },
            docked: session.docked,
        }
    }

    /// When another battle is shown, keeps the selection if it is there, or else selects the first stack or unit of
    /// that battle.
    pub(super) fn update_battle(&mut self, session: &Session) {
        let battle = session.battle();
        if self.shown_battle == battle {
            return;
        }
        let state = session.state();
        let chosen =
            forces::rows_in(state, &self.folded, self.shown_battle).get(self.forces.selected).map(|row| row.id);
        let rows = forces::rows_in(state, &self.folded, battle);
        let fights = |row: &ForceRow| {
            let units = state.units_for_id(row.id);
            row.kind != EntityKind::Side && units.iter().any(|u| state.battle_of(u.id).map(|b| b.id) == battle)
        };
        let stays = |row: &ForceRow| Some(row.id) == chosen && (fights(row) || row.kind == EntityKind::Side);
        self.forces.selected = rows.iter().position(stays).or_else(|| rows.iter().position(fights)).unwrap_or(0);
        self.shown_battle = battle;
    }

    /// The entry that is selected on the card, if the card has the focus.
    pub(super) fn card_entry(&self) -> Option<EntryNo> {
        self.card.selected_entry().filter(|_| self.focus == Focus::Card)
    }

    /// The selected row. While dice land the rows are those from before, so the same thing is selected by its earlier
    /// position.
    pub(super) fn selected_index(&self, session: &Session) -> usize {
        if !session.are_dice_falling() {
            return self.forces.selected;
        }
        let now = forces::rows_in(session.state_of_roll(), &self.folded, session.battle());
        let chosen = now.get(self.forces.selected).map(|row| row.id);
        self.rows(session).iter().position(|row| Some(row.id) == chosen).unwrap_or(self.forces.selected)
    }

    pub fn selected_row(&self, session: &Session) -> Option<ForceRow> {
        let rows = self.rows(session);
        rows.get(self.selected_index(session).min(rows.len().saturating_sub(1))).copied()
    }

    pub(crate) fn selected_unit(&self, session: &Session) -> Option<UnitId> {
        self.selected_row(session).filter(|row| row.kind == EntityKind::Unit).map(|row| UnitId(row.id.0))
    }

    /// The selected stack, the stack of the selected unit, or the first stack of the selected side.
    pub fn selected_stack(&self, session: &Session) -> Option<StackId> {
        let row = self.selected_row(session)?;
        let state = session.state();
        match row.kind {
            EntityKind::Stack => Some(StackId(row.id.0)),
            EntityKind::Unit => state.unit(UnitId(row.id.0))?.stack,
            _ => {
                // A folded side has no rows for its stacks.
                let rows = forces::rows_in(state, &BTreeSet::new(), session.battle());
                let of_side = |id: Id| state.side_of(id).map(Id::from) == Some(row.id);
                rows.iter().find(|r| r.kind == EntityKind::Stack && of_side(r.id)).map(|r| StackId(r.id.0))
            }
        }
    }

    /// The subject of an order: what is picked, or else what is selected; of a formation its stacks.
    pub(crate) fn order_subjects(&self, session: &Session) -> Vec<Id> {
        let selected = || self.selected_row(session).map(|row| row.id).into_iter().collect();
        let subjects = if session.picked().is_empty() { selected() } else { session.picked().to_vec() };
        subjects.into_iter().flat_map(|id| session.state().named_forces(id)).collect()
    }

    /// Describes a number of entries from a position on the path on.
    pub fn describe_window(&mut self, (from, many): (usize, usize), session: &mut Session) {
        let of = (from, many, session.text_key());
        if self.diary_window_key != Some(of) {
            self.diary_window = session.accounts(from, many);
            self.diary_window_key = Some(of);
        }
    }

    /// Updates everything that depends on the diary. If another side now acts, selects its first stack or unit.
    pub fn refresh(&mut self, session: &Session) {
        let rows = self.rows(session);
        let state = session.state();
        let battle = session.battle().and_then(|id| state.battle(id)).filter(|battle| battle.ended.is_none());
        let acting = battle.and_then(|battle| battle.acting_side);
        if !session.is_reviewing() && acting != self.last_acting_side {
            self.last_acting_side = acting;
            let side_of = |row: &ForceRow| state.side_of(row.id);
            let fights = |unit: &Unit| {
                unit.is_alive()
                    && battle.is_some_and(|battle| battle.contingents.iter().any(|own| own.contains(unit.id)))
            };
            let acts = |row: &ForceRow| {
                let is_own = row.kind != EntityKind::Side && side_of(row) == acting;
                is_own && state.units_for_id(row.id).into_iter().any(fights)
            };
            // An order for a formation would send all of its units; a folded one hides them.
            let is_small = |row: &ForceRow| row.kind != EntityKind::Formation && acts(row);
            if acting.is_some() && !rows.get(self.forces.selected).is_some_and(acts) {
                let first = rows.iter().position(is_small).or_else(|| rows.iter().position(acts));
                self.forces.selected = first.unwrap_or(self.forces.selected);
            }
        }
        self.forces.selected = self.forces.selected.min(rows.len().saturating_sub(1));
    }
}
