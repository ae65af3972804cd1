//! The battle screen's state: which pane has the keys, what is chosen, what is folded up.

use super::made::{CourseOf, PaneOf, WindowOf};
use crate::{
    borders::Handles,
    card::Card,
    course::Drawn,
    gallery::Gallery,
    kept::Kept,
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

/// The battle screen.
pub(crate) struct BattleScreen {
    /// Which pane has the keys.
    pub(crate) focus: Focus,
    /// The borders between its panes.
    pub(super) handles: Handles,
    /// The course of the battle as it is drawn, and what it was made of.
    pub(super) course: (Option<CourseOf>, Drawn),
    /// Whether entries of it are still to be looked up.
    pub(super) reads_course: bool,
    /// The card of what is chosen.
    pub(super) card: Card,
    /// The battle whose forces were shown last.
    pub(super) of_battle: Option<BattleId>,
    /// The side that was to act when that was looked at last.
    acting: Option<SideId>,
    /// Sides and stacks that are folded up.
    pub closed: BTreeSet<Id>,
    /// The chosen row of the forces.
    pub selected: usize,
    /// The forces' first row that is seen.
    pub scroll: usize,
    /// The Edge from which the Square shows the order of loss, if it does.
    pub edge: Option<Edge>,
    /// The entries that the diary shows, in words.
    pub(crate) window: Vec<Account>,
    /// Which those are.
    pub(super) window_of: Option<WindowOf>,
    /// Its panes as they were drawn last.
    pub(super) gallery: Gallery<(StateKey, PaneOf)>,
    /// The rows of the forces, which every command asks for that is about what is chosen; and the same with all unfolded.
    rows: Kept<RowsOf, Vec<ForceRow>>,
    unfolded: Kept<RowsOf, Vec<ForceRow>>,
    /// How those are laid out: a step among them leaves that as it is. And their names, which most orders leave as they are.
    laid: Kept<LaidOf, Laid>,
    names: Kept<(NamesIn, Glyphs), Vec<String>>,
    /// What its panes need, for which all units and battles are gone through.
    needs: Kept<NeedsOf, BattleNeeds>,
}

/// What the rows of the forces follow from.
#[derive(Debug, PartialEq, Eq)]
struct RowsOf {
    state: StateKey,
    battle: Option<BattleId>,
    closed: BTreeSet<Id>,
}

/// What the needs of the panes follow from.
#[derive(Debug, PartialEq, Eq)]
struct NeedsOf {
    rows: RowsOf,
    /// Whether a map stands in the place of the Square.
    is_on_map: bool,
    /// The stack whose Square is shown else.
    stack: Option<StackId>,
    /// Whether a battle can have a course.
    has_course: bool,
}

impl RowsOf {
    /// What they follow from now, with these folded up.
    fn now(session: &Session, closed: BTreeSet<Id>) -> Self {
        Self { state: session.state_key(), battle: session.battle(), closed }
    }
}

/// What the forces are laid out by.
#[derive(Debug, PartialEq, Eq)]
struct LaidOf {
    rows: RowsOf,
    area: Rect,
    glyphs: Glyphs,
}

impl BattleScreen {
    /// The screen as it is when it opens.
    #[must_use]
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
            selected: 0,
            scroll: 0,
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

    /// The rows of the forces: but for those who fight in another battle than the one that is shown.
    #[must_use]
    pub fn rows(&self, session: &Session) -> Rc<Vec<ForceRow>> {
        Self::kept_rows(&self.rows, session, self.closed.clone())
    }

    fn kept_rows(kept: &Kept<RowsOf, Vec<ForceRow>>, session: &Session, closed: BTreeSet<Id>) -> Rc<Vec<ForceRow>> {
        kept.get(RowsOf::now(session, closed), |of| forces::rows_in(session.state(), &of.closed, of.battle))
    }

    /// What the panes need.
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

    /// The rows of the roll's pane, where neither dice nor steps are in it, nor an order is written there. One that is zoomed
    /// shows dice only while they land: what they came to is said below.
    fn roll_needs(session: &Session) -> Option<u16> {
        let is_still = session.landed.is_none() && !session.first_steps.are_shown();
        let is_empty = session.rolled.is_none() || session.panes.zoomed;
        (is_still && is_empty && !session.docked).then_some(roll::ROWS_IF_EMPTY)
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

    /// How the forces are laid out in a place.
    pub(super) fn laid(&self, forces: &ForcesPane, area: Rect, session: &Session) -> Rc<Laid> {
        let (rows, glyphs) = (RowsOf::now(session, self.closed.clone()), forces.look.glyphs.clone());
        let write =
            |names| self.names.get((names, forces.look.glyphs.clone()), |(names, g)| forces::names_in(names, g));
        self.laid.get(LaidOf { rows, area, glyphs }, |_| forces.laid(area, write))
    }

    /// Where another battle is shown, what was chosen stays chosen, if it is there; or else its first stack is, or unit.
    pub(super) fn follow_battle(&mut self, session: &Session) {
        let battle = session.battle();
        if self.of_battle == battle {
            return;
        }
        let state = session.state();
        let chosen = forces::rows_in(state, &self.closed, self.of_battle).get(self.selected).map(|row| row.id);
        let rows = forces::rows_in(state, &self.closed, battle);
        let fights = |row: &ForceRow| {
            let units = state.units_meant(row.id);
            row.kind != EntityKind::Side && units.iter().any(|u| state.battle_of(u.id).map(|b| b.id) == battle)
        };
        let stays = |row: &ForceRow| Some(row.id) == chosen && (fights(row) || row.kind == EntityKind::Side);
        self.selected = rows.iter().position(stays).or_else(|| rows.iter().position(fights)).unwrap_or(0);
        self.of_battle = battle;
    }

    /// The entry that is chosen on the card, where that has the keys.
    pub(super) fn entry_of_card(&self) -> Option<EntryNo> {
        self.card.entry().filter(|_| self.focus == Focus::Card)
    }

    /// The row that is chosen. While dice land the rows are those from before: the same is chosen there, wherever it stands.
    pub(super) fn selected_in(&self, session: &Session) -> usize {
        if session.landed.is_none() {
            return self.selected;
        }
        let now = forces::rows_in(session.state_rolled(), &self.closed, session.battle());
        let chosen = now.get(self.selected).map(|row| row.id);
        self.rows(session).iter().position(|row| Some(row.id) == chosen).unwrap_or(self.selected)
    }

    /// What is chosen among the forces.
    #[must_use]
    pub fn chosen(&self, session: &Session) -> Option<ForceRow> {
        let rows = self.rows(session);
        rows.get(self.selected_in(session).min(rows.len().saturating_sub(1))).copied()
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
            _ => {
                // A side that is folded up has no rows of its stacks.
                let rows = Self::kept_rows(&self.unfolded, session, BTreeSet::new());
                let of_side = |id: Id| state.side_of(id).map(Id::from) == Some(row.id);
                rows.iter().find(|r| r.kind == EntityKind::Stack && of_side(r.id)).map(|r| StackId(r.id.0))
            }
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

    /// Has so many entries told, from a place of the way on.
    pub(super) fn tell(&mut self, (from, many): (usize, usize), session: &mut Session) {
        let of = (from, many, session.words_key());
        if self.window_of != Some(of) {
            self.window = session.tell(from, many);
            self.window_of = Some(of);
        }
    }

    /// Brings everything that depends on the diary up to date with it. Where another side is to act now, its first stack or
    /// unit is chosen.
    pub fn follow(&mut self, session: &Session) {
        let rows = self.rows(session);
        let state = session.state();
        let battle = session.battle().and_then(|id| state.battle(id)).filter(|battle| battle.over.is_none());
        let acting = battle.and_then(|battle| battle.acting);
        if session.review.is_none() && acting != self.acting {
            self.acting = acting;
            let side_of = |row: &ForceRow| state.side_of(row.id);
            let own = |row: &ForceRow| row.kind != EntityKind::Side && side_of(row) == acting;
            if acting.is_some() && !rows.get(self.selected).is_some_and(own) {
                let acts = |row: &ForceRow| own(row) && state.units_meant(row.id).iter().any(|unit| unit.is_alive());
                self.selected = rows.iter().position(acts).unwrap_or(self.selected);
            }
        }
        self.selected = self.selected.min(rows.len().saturating_sub(1));
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

    /// Something that changes what the rows are made of, or what the entries say.
    fn step(screen: &mut BattleScreen, session: &mut Session, (what, n): (u8, usize)) {
        let many = screen.rows(session).len();
        match what {
            0 => session.look_at(u32::try_from(n).expect("a few") % session.save.diary().next_no()),
            1 | 2 => {
                screen.selected = n % many;
                let id = screen.rows(session)[screen.selected].id;
                if what == 1 {
                    screen.closed.insert(id)
                } else {
                    screen.closed.remove(&id)
                };
            }
            3 | 4 => {
                let moved = if what == 3 { session.save.save_mut().undo(1) } else { session.save.save_mut().redo(1) };
                moved.ok();
                session.review = None;
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

    /// The forces with a row selected, and with none selected and that row drawn over them, look the same.
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
        /// Whatever is looked at, folded up, recorded, undone and read again: rows and words that were kept are what they would be
        /// if they were made now.
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
                screen.selected = side;
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
