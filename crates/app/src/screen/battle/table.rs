//! The state of the battle screen: focus, selection and folds.

use crate::{
    card::Card,
    course::Drawn,
    kept::Kept,
    lists::ListState,
    roll,
    session::{Session, StateKey, WordsKey},
};
use std::{collections::BTreeSet, rc::Rc};
use wardiary_base::id::{BattleId, Id, SideId, StackId, UnitId};
use wardiary_diary::diary::{Account, EntryNo};
use wardiary_rules::{order::Edge, state::EntityKind};
pub use wardiary_view::layout::BattlePane as Focus;
use wardiary_view::{
    battle_tabs, course,
    forces::{self, ForceRow},
    layout::BattleNeeds,
    square,
};

/// The timeline's inputs: the battle, the head, and the pane's columns.
pub(super) type CourseOf = (BattleId, EntryNo, u16);

/// The inputs of the diary's window: its first entry, its length, and the path.
pub(super) type WindowOf = (usize, usize, WordsKey);

pub struct BattleScreen {
    pub(crate) focus: Focus,
    /// The drawn timeline of the battle, and the inputs that it was drawn from.
    pub(super) course: (Option<CourseOf>, Drawn),
    /// Whether entries of the timeline remain to be read.
    pub(super) reads_course: bool,
    pub(super) card: Card,
    /// The battle whose forces were shown last.
    pub(super) of_battle: Option<BattleId>,
    /// The acting side at the last check.
    acting: Option<SideId>,
    pub closed: BTreeSet<Id>,
    /// The selected and the first visible row of the forces.
    pub forces: ListState,
    /// The Edge from which the Square shows the order of loss, if it shows it.
    pub edge: Option<Edge>,
    pub window: Vec<Account>,
    pub(super) window_of: Option<WindowOf>,
    /// The rows of the forces. Each of some hundred commands asks for them in a frame.
    rows: Kept<RowsOf, Vec<ForceRow>>,
}

/// The inputs of the rows of the forces.
#[derive(Debug, PartialEq, Eq)]
struct RowsOf {
    state: StateKey,
    battle: Option<BattleId>,
    closed: BTreeSet<Id>,
}

impl RowsOf {
    /// The current inputs, with these rows folded.
    fn now(session: &Session, closed: BTreeSet<Id>) -> Self {
        Self { state: session.state_key(), battle: session.battle(), closed }
    }
}

impl BattleScreen {
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            focus: Focus::Forces,
            course: Default::default(),
            reads_course: false,
            card: Card::default(),
            of_battle: session.battle(),
            acting: None,
            closed: BTreeSet::new(),
            forces: ListState::default(),
            edge: None,
            window: Vec::new(),
            window_of: None,
            rows: Kept::default(),
        };
        screen.follow(session);
        screen
    }

    pub fn rows(&self, session: &Session) -> Rc<Vec<ForceRow>> {
        let of = RowsOf::now(session, self.closed.clone());
        self.rows.get(of, |of| forces::rows_in(session.state(), &of.closed, of.battle))
    }

    /// The rows of the roll pane when it shows neither dice nor tutorial steps and no order line is docked in it. A
    /// zoomed roll pane shows dice only while they land; the result is shown below.
    fn roll_needs(session: &Session) -> Option<u16> {
        let is_still = !session.are_dice_falling() && !session.first_steps.are_shown();
        let is_empty = session.rolled().is_none() || session.panes.zoomed;
        (is_still && is_empty && !session.is_docked()).then_some(roll::ROWS_IF_EMPTY)
    }

    pub(super) fn needs(&self, session: &Session) -> BattleNeeds {
        let state = session.state();
        let battle = session.battle().and_then(|b| state.battle(b));
        let sides = battle.map_or(1, |b| b.contingents.len());
        let left_over = battle.is_some_and(|b| session.has_left_over(b));
        let square = || self.chosen_stack(session).map_or(0, |stack| square::rows_needed(state, stack));
        BattleNeeds {
            header: 1 + battle_tabs::rows(state, session.battle()),
            gauges: u16::try_from(sides.min(4)).unwrap_or(4) + u16::from(left_over),
            forces: u16::try_from(self.rows(session).len() + 2).unwrap_or(u16::MAX),
            square: self.map(session).is_none().then(square),
            course: if session.battle_there().is_some() { course::height(sides) } else { 0 },
            focus: self.focus,
            zoomed: session.panes.zoomed,
            roll: Self::roll_needs(session),
        }
    }

    /// When another battle is shown, keeps the selection if it is there, or else selects the first stack or unit of
    /// that battle.
    pub(super) fn follow_battle(&mut self, session: &Session) {
        let battle = session.battle();
        if self.of_battle == battle {
            return;
        }
        let state = session.state();
        let chosen = forces::rows_in(state, &self.closed, self.of_battle).get(self.forces.selected).map(|row| row.id);
        let rows = forces::rows_in(state, &self.closed, battle);
        let fights = |row: &ForceRow| {
            let units = state.units_meant(row.id);
            row.kind != EntityKind::Side && units.iter().any(|u| state.battle_of(u.id).map(|b| b.id) == battle)
        };
        let stays = |row: &ForceRow| Some(row.id) == chosen && (fights(row) || row.kind == EntityKind::Side);
        self.forces.selected = rows.iter().position(stays).or_else(|| rows.iter().position(fights)).unwrap_or(0);
        self.of_battle = battle;
    }

    /// The entry that is selected on the card, if the card has the focus.
    pub(super) fn entry_of_card(&self) -> Option<EntryNo> {
        self.card.entry().filter(|_| self.focus == Focus::Card)
    }

    /// The selected row. While dice land the rows are those from before, so the same thing is selected by its earlier
    /// position.
    pub(super) fn selected_in(&self, session: &Session) -> usize {
        if !session.are_dice_falling() {
            return self.forces.selected;
        }
        let now = forces::rows_in(session.state_rolled(), &self.closed, session.battle());
        let chosen = now.get(self.forces.selected).map(|row| row.id);
        self.rows(session).iter().position(|row| Some(row.id) == chosen).unwrap_or(self.forces.selected)
    }

    pub fn chosen(&self, session: &Session) -> Option<ForceRow> {
        let rows = self.rows(session);
        rows.get(self.selected_in(session).min(rows.len().saturating_sub(1))).copied()
    }

    /// The selected unit, if a unit is selected.
    pub(crate) fn chosen_unit(&self, session: &Session) -> Option<UnitId> {
        self.chosen(session).filter(|row| row.kind == EntityKind::Unit).map(|row| UnitId(row.id.0))
    }

    /// The selected stack, the stack of the selected unit, or the first stack of the selected side.
    pub fn chosen_stack(&self, session: &Session) -> Option<StackId> {
        let row = self.chosen(session)?;
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

    /// The subject of an order: what is picked, or else what is selected.
    pub(crate) fn subjects(&self, session: &Session) -> Vec<Id> {
        if session.picked().is_empty() {
            self.chosen(session).map(|row| row.id).into_iter().collect()
        } else {
            session.picked().to_vec()
        }
    }

    /// Describes a number of entries from a position on the path on.
    pub fn tell(&mut self, (from, many): (usize, usize), session: &mut Session) {
        let of = (from, many, session.words_key());
        if self.window_of != Some(of) {
            self.window = session.tell(from, many);
            self.window_of = Some(of);
        }
    }

    /// Updates everything that depends on the diary. If another side now acts, selects its first stack or unit.
    pub fn follow(&mut self, session: &Session) {
        let rows = self.rows(session);
        let state = session.state();
        let battle = session.battle().and_then(|id| state.battle(id)).filter(|battle| battle.over.is_none());
        let acting = battle.and_then(|battle| battle.acting);
        if !session.is_reviewing() && acting != self.acting {
            self.acting = acting;
            let side_of = |row: &ForceRow| state.side_of(row.id);
            let own = |row: &ForceRow| row.kind != EntityKind::Side && side_of(row) == acting;
            if acting.is_some() && !rows.get(self.forces.selected).is_some_and(own) {
                let acts = |row: &ForceRow| own(row) && state.units_meant(row.id).iter().any(|unit| unit.is_alive());
                self.forces.selected = rows.iter().position(acts).unwrap_or(self.forces.selected);
            }
        }
        self.forces.selected = self.forces.selected.min(rows.len().saturating_sub(1));
    }
}
