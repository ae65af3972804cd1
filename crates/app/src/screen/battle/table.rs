//! The state of the battle screen: focus, selection and folds.

use super::made::{CourseOf, PaneOf, WindowOf};
use crate::{
    borders::Handles,
    card::Card,
    course::Drawn,
    gallery::Gallery,
    kept::Kept,
    lists::ListState,
    roll,
    session::{Session, StateKey},
};
use ratatui::layout::Rect;
use std::{collections::BTreeSet, rc::Rc};
use wardiary_base::id::{BattleId, Id, SideId, StackId, UnitId};
use wardiary_diary::diary::{Account, EntryNo};
use wardiary_rules::{order::Edge, state::EntityKind};
pub use wardiary_view::layout::BattlePane as Focus;
use wardiary_view::{
    ForcesPane, Glyphs, battle_tabs, course,
    forces::{self, ForceRow, Laid, NamesIn},
    layout::BattleNeeds,
    square,
};

pub(crate) struct BattleScreen {
    pub(crate) focus: Focus,
    pub(super) handles: Handles,
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
    pub(super) forces: ListState,
    /// The Edge from which the Square shows the order of loss, if it shows it.
    pub edge: Option<Edge>,
    pub(crate) window: Vec<Account>,
    pub(super) window_of: Option<WindowOf>,
    /// The panes as last drawn, for reuse.
    pub(super) gallery: Gallery<(StateKey, PaneOf)>,
    /// The rows of the forces, which every command about the selection needs; and the rows with nothing folded.
    rows: Kept<RowsOf, Vec<ForceRow>>,
    unfolded: Kept<RowsOf, Vec<ForceRow>>,
    /// The layout of the rows, which moving the selection does not change; and their names, which most orders do not
    /// change.
    laid: Kept<LaidOf, Laid>,
    names: Kept<(NamesIn, Glyphs), Vec<String>>,
    /// The sizes that the panes need. Computing them visits all units and battles.
    needs: Kept<NeedsOf, BattleNeeds>,
}

/// The inputs of the rows of the forces.
#[derive(Debug, PartialEq, Eq)]
struct RowsOf {
    state: StateKey,
    battle: Option<BattleId>,
    closed: BTreeSet<Id>,
}

/// The inputs of the panes' needs.
#[derive(Debug, PartialEq, Eq)]
struct NeedsOf {
    rows: RowsOf,
    /// Whether a map takes the place of the Square.
    is_on_map: bool,
    /// Otherwise, the stack whose Square is shown.
    stack: Option<StackId>,
    /// Whether the battle can have a timeline.
    has_course: bool,
}

impl RowsOf {
    /// The current inputs, with these rows folded.
    fn now(session: &Session, closed: BTreeSet<Id>) -> Self {
        Self { state: session.state_key(), battle: session.battle(), closed }
    }
}

/// The inputs of the forces' layout.
#[derive(Debug, PartialEq, Eq)]
struct LaidOf {
    rows: RowsOf,
    area: Rect,
    glyphs: Glyphs,
}

impl BattleScreen {
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            focus: Focus::Forces,
            handles: Handles::default(),
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
            gallery: Gallery::default(),
            rows: Kept::default(),
            unfolded: Kept::default(),
            laid: Kept::default(),
            names: Kept::default(),
            needs: Kept::default(),
        };
        screen.follow(session);
        screen
    }

    pub fn rows(&self, session: &Session) -> Rc<Vec<ForceRow>> {
        Self::kept_rows(&self.rows, session, self.closed.clone())
    }

    fn kept_rows(kept: &Kept<RowsOf, Vec<ForceRow>>, session: &Session, closed: BTreeSet<Id>) -> Rc<Vec<ForceRow>> {
        kept.get(RowsOf::now(session, closed), |of| forces::rows_in(session.state(), &of.closed, of.battle))
    }

    pub(super) fn needs(&self, session: &Session) -> BattleNeeds {
        let of = NeedsOf {
            rows: RowsOf::now(session, self.closed.clone()),
            is_on_map: self.map(session).is_some(),
            stack: self.chosen_stack(session),
            has_course: session.battle_there().is_some(),
        };
        let needs = self.needs.get(of, |of| self.find_needs(session, of));
        BattleNeeds { focus: self.focus, zoomed: session.panes.zoomed, roll: Self::roll_needs(session), ..*needs }
    }

    /// The rows of the roll pane when it shows neither dice nor tutorial steps and no order line is docked in it. A
    /// zoomed roll pane shows dice only while they land; the result is shown below.
    fn roll_needs(session: &Session) -> Option<u16> {
        let is_still = !session.are_dice_falling() && !session.first_steps.are_shown();
        let is_empty = session.rolled().is_none() || session.panes.zoomed;
        (is_still && is_empty && !session.is_docked()).then_some(roll::ROWS_IF_EMPTY)
    }

    fn find_needs(&self, session: &Session, of: &NeedsOf) -> BattleNeeds {
        let state = session.state();
        let battle = session.battle().and_then(|b| state.battle(b));
        let sides = battle.map_or(1, |b| b.contingents.len());
        let left_over = battle.is_some_and(|b| session.has_left_over(b));
        BattleNeeds {
            header: 1 + battle_tabs::rows(state, session.battle()),
            gauges: u16::try_from(sides.min(4)).unwrap_or(4) + u16::from(left_over),
            forces: u16::try_from(self.rows(session).len() + 2).unwrap_or(u16::MAX),
            square: (!of.is_on_map).then(|| of.stack.map_or(0, |stack| square::rows_needed(state, stack))),
            course: if of.has_course { course::height(sides) } else { 0 },
            ..BattleNeeds::default()
        }
    }

    pub(super) fn laid(&self, forces: &ForcesPane, area: Rect, session: &Session) -> Rc<Laid> {
        let (rows, glyphs) = (RowsOf::now(session, self.closed.clone()), forces.look.glyphs.clone());
        let write =
            |names| self.names.get((names, forces.look.glyphs.clone()), |(names, g)| forces::names_in(names, g));
        self.laid.get(LaidOf { rows, area, glyphs }, |_| forces.laid(area, write))
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
    pub(crate) fn chosen_stack(&self, session: &Session) -> Option<StackId> {
        let row = self.chosen(session)?;
        let state = session.state();
        match row.kind {
            EntityKind::Stack => Some(StackId(row.id.0)),
            EntityKind::Unit => state.unit(UnitId(row.id.0))?.stack,
            _ => {
                // A folded side has no rows for its stacks.
                let rows = Self::kept_rows(&self.unfolded, session, BTreeSet::new());
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
    pub(super) fn tell(&mut self, (from, many): (usize, usize), session: &mut Session) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds_worker::OddsWorker;
    use proptest::prelude::*;
    use ratatui::{buffer::Buffer, widgets::Widget};
    use wardiary_diary::{
        assets::{Folders, SAMPLE},
        diary::{
            file::{Save, create_from_text},
            watch::Watch,
        },
    };
    use wardiary_rules::notation::{Instruction, instruction};
    use wardiary_view::{Look, Theme, forces::visible_scroll};

    /// Takes a step that changes the rows or the entries' text.
    fn step(screen: &mut BattleScreen, session: &mut Session, (what, n): (u8, usize)) {
        let many = screen.rows(session).len();
        match what {
            0 => session.look_at(u32::try_from(n).expect("a few") % session.save.diary().next_no()),
            1 | 2 => {
                screen.forces.selected = n % many;
                let id = screen.rows(session)[screen.forces.selected].id;
                if what == 1 {
                    screen.closed.insert(id)
                } else {
                    screen.closed.remove(&id)
                };
            }
            3 | 4 => {
                let moved = if what == 3 { session.save.save_mut().undo(1) } else { session.save.save_mut().redo(1) };
                moved.ok();
                session.stop_reviewing();
                session.after_change();
            }
            5 | 6 => {
                let units = session.save.diary().state().units();
                let unit = &units[n % units.len()];
                let id = unit.id;
                let text = if what == 5 { format!("lose {id} {}", unit.strength.now) } else { format!("note \"{n}\"") };
                let read = instruction(&text, session.save.diary().state());
                let now = jiff::Timestamp::from_second(1_790_000_000).expect("a time");
                if let Ok(Instruction::Order(order)) = read {
                    let mut dice = session.save.diary().program_dice(&[]);
                    session.save.save_mut().submit(order, &mut dice, now).ok();
                    session.after_change();
                }
            }
            7 => {
                session.save.save_mut().read_again(Watch::nobody()).expect("a sound save");
                session.after_reading();
            }
            _ => session.turn_battle(1),
        }
    }

    /// Drawing the forces with a row selected equals drawing them unselected and the selected row over them.
    fn assert_forces_are_drawn_alike(screen: &BattleScreen, session: &Session) {
        let theme = Theme::default();
        for ((width, height), focused) in [((80, 14), true), ((80, 14), false), ((34, 9), true), ((3, 4), true)] {
            screen.with_forces(session, (Look::new(&theme, &Glyphs::UNICODE), focused), |forces| {
                let area = Rect::new(0, 0, width, height);
                let scroll = visible_scroll(forces.selected, 0, usize::from(height) - 2);
                let forces = ForcesPane { scroll, ..forces };
                let [mut whole, mut in_two] = [Buffer::empty(area), Buffer::empty(area)];
                forces.render(area, &mut whole);
                ForcesPane { selected: usize::MAX, ..forces }.render(area, &mut in_two);
                forces.draw_selected(&screen.laid(&forces, area, session), &mut in_two);
                assert_eq!(whole, in_two);
            });
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        /// After viewing, folding, recording, undoing and reloading in any order, the cached rows and texts equal
        /// freshly computed ones.
        #[test]
        fn what_is_kept_is_what_it_would_be_now(steps in prop::collection::vec((0u8..9, 0usize..400), 1..24)) {
            let home = tempfile::tempdir().expect("a folder");
            let path = home.path().join("sample.ron");
            create_from_text(&path, SAMPLE.1).expect("written");
            let save = Save::open_or_watch(&path, Watch::nobody()).expect("a sound save");
            let folders = Folders { saves: home.path().into(), config: home.path().into() };
            let mut session = Session::new(save.into(), OddsWorker::here(), folders);
            let mut screen = BattleScreen::new(&session);
            for one in steps {
                step(&mut screen, &mut session, one);
                let now = |closed| forces::rows_in(session.state(), closed, session.battle());
                prop_assert_eq!(&*screen.rows(&session), &now(&screen.closed));
                assert_forces_are_drawn_alike(&screen, &session);
                let side = now(&screen.closed).iter().position(|row| row.kind == EntityKind::Side).expect("a side");
                screen.forces.selected = side;
                let of_side = now(&screen.closed)[side].id;
                let stack = now(&BTreeSet::new()).into_iter().find(|row| {
                    row.kind == EntityKind::Stack && session.state().side_of(row.id).map(Id::from) == Some(of_side)
                });
                prop_assert_eq!(screen.chosen_stack(&session), stack.map(|row| StackId(row.id.0)));
                let window = (session.place_of(session.entry()).saturating_sub(20), 20);
                screen.tell(window, &mut session);
                prop_assert_eq!(&screen.window, &session.tell(window.0, window.1));
            }
        }
    }
}
