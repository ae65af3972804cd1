//! The battle screen: the forces, the Square of the chosen stack, the diary, and the last roll.

mod availability;
mod draw;
mod navigation;
mod orders;
pub mod screen_state;

use super::ScreenName;
use crate::{
    borders,
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, RenderOptions, Screen, always,
        effect,
    },
    effect::Effect,
    last_roll,
    lists::ListRows,
    motion::Motion,
    overlay::{
        hand_dice::HandDiceForm,
        listing::Listing,
        order_line::{self, OrderLine},
        save_as::SaveAsLine,
    },
    session::Session,
    session_odds::OddsRequest,
    shared_commands as shared,
};
use orders::{order_for_selection, order_for_stack, order_for_unit, withdraw};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
pub(crate) use screen_state::BattleScreen;
use screen_state::Focus;
use shared::{can_write, is_writable};
use std::time::Duration;
use wardiary_view::{ClickTarget, gauges, line_up::result_line};

const COMMANDS: &[&[Command<BattleScreen, Session>]] = &[
    &commands! {
        ReadAgain => shared::read_again("reload the save with the changes of others; in a save that was opened for reading, begin to write");
        GoOn, "next", "take the next step that the header shows: roll for the initiative, fight the next phase or round, check for exhaustion; or begin the best order for the side to act", availability::can_go_on, orders::take_next_step;
        First, "who goes first", "choose who goes first, for the side that won the initiative", availability::awaits_first, orders::decide, types;
        Stand, "keep dice", "keep the dice as rolled", availability::awaits_reroll, orders::decide;
        Reroll, "reroll", "reroll some of the dice", availability::awaits_reroll, |_, _| OrderLine::open_action("reroll "), types;
        Strike, "strike", "strike one blow with the stack whose turn it is in the chosen stack's Conflict", availability::can_strike, orders::strike, types;
        Round, "round", "fight a round of the chosen stack's Conflict, or the rest of it", |screen, session| availability::stack_meets(screen, session, |stack| availability::is_in_conflict(session, stack)), |b, s| order_for_stack(b, s, "round", "");
        Scrud, "scrud", "fight a SCRUD phase: the chosen or picked units against the enemy that you choose", availability::can_fight, orders::scrud, types;
        Edna, "edna", "test the chosen unit's EDNA", availability::can_test, |b, s| order_for_unit(b, s, "edna", ""), types;
        Volley, "volley", "fire with the chosen unit at …", availability::can_volley, orders::volley, types;
        Order => order_line::open_command("order");
        @ undo Undo, redo Redo, hand_dice HandDice;
        HandDiceOfSide, "", "dice by hand for the chosen side only: its dice are rolled on the table, the others' by the program", |b, s| can_write(b, s).and_then(|()| availability::has_selection(b, s)), |b, s| shared::toggle_hand_dice_of(s, b.selected_row(s).map(|row| row.id));
        Initiative, "initiative", "roll for the initiative", availability::awaits_initiative, |_, s| OrderLine::open_action(format!("initiative{}", orders::in_this_battle(s)));
        Pass, "pass", "pass to the next side, or the next phase of the turn", availability::can_act, |_, s| OrderLine::give_or_open(format!("pass{}", orders::in_this_battle(s)), s);
        Conflict, "conflict", "start a Conflict: the chosen or picked stacks engage the enemy that you choose", availability::can_engage, orders::conflict, types;
        Test, "test", "test the chosen or picked units, by one of their tests", availability::can_be_tested, |b, s| order_for_selection(b, s, "test", " for "), types;
        Support, "support", "fight a SCRUD phase with guns or aircraft in support", availability::can_support, orders::support, types;
        EndTurn, "end turn", "end the turn, with the exhaustion check", availability::can_end_turn, |_, s| OrderLine::give_or_open(format!("end turn{}", orders::in_this_battle(s)), s);
        Withdraw, "withdraw", "withdraw from a combat", availability::in_combat, withdraw, types;
        Commit, "commit", "commit reserves to a combat", availability::in_combat, orders::commit, types;
        Begin, "begin battle", "begin a battle", can_write, orders::begin, types;
        EndBattle, "end battle", "end the battle, and say who won; without a winner the rules decide if they can", availability::is_under_way, |_, s| OrderLine::open_action(format!("end battle{}", orders::in_this_battle(s))), types;
        Lose, "lose", "take Strength Points off the chosen unit", availability::can_change_unit, |b, s| order_for_unit(b, s, "lose", " 1"), types;
        Restore, "restore", "give Strength Points back to the chosen unit", availability::can_change_unit, |b, s| order_for_unit(b, s, "restore", " 1"), types;
        Promote, "promote", "promote the chosen or picked units, with a reason", can_write, |b, s| order_for_selection(b, s, "promote", " 1 because "), types;
        Demote, "demote", "demote the chosen or picked units, with a reason", can_write, |b, s| order_for_selection(b, s, "demote", " 1 because "), types;
        Argue, "argue", "a matrix argument: its text, for and against, a roll or a ruling, and what follows", can_write, |_, _| OrderLine::open_action("argue "), types;
        Posture, "posture", "set the posture of the chosen stack, under its leader", availability::has_leader, |b, s| order_for_stack(b, s, "posture", " "), types;
        Lead, "", "set the leader of the chosen stack", availability::has_selected_stack, |b, s| order_for_stack(b, s, "lead", " with "), types;
        Screen, "", "set what the chosen stack screens", availability::has_selected_stack, |b, s| order_for_stack(b, s, "screen", " for "), types;
        Edge, "", "show the Square's order of loss from the next Edge; after the last, hide it", always, navigation::show_next_edge;
        Note, "note", "write a note", can_write, |_, _| OrderLine::open_action("note "), types;
        WriteOn, "continue here", "continue from the viewed entry, after a question; later entries stay as a branch", availability::can_write_on, |_, s| vec![Action::Open(Box::new(Listing::to_continue_from(s.diary(), s.entry())))];
        Amend, "amend", "change the viewed entry; everything after it is replayed on a new branch", availability::can_amend, |_, s| OrderLine::to_amend(s), types;
        StrikeOut, "strike out", "remove the viewed entry; everything after it is replayed on a new branch", availability::can_amend, |_, s| OrderLine::to_strike_out(s), types;
        WhatIf, "what if", "continue from the viewed entry in another way, with new dice or the same", |_, s| is_writable(s), |_, s| OrderLine::open_action(format!("what if from {} ", s.entry())), types;
        CorrectDice, "fix dice", "correct mistyped dice of the viewed entry; everything after it is replayed on a new branch", availability::can_correct, |_, s| HandDiceForm::open_correction(s);
        Branches, "branches", "the branches of the diary", always, |_, s| vec![Action::Open(Box::new(Listing::of_branches(s.diary())))];
        Record, "record", "the service record of the chosen unit, or the first of the stack or side", availability::has_selection, |b, s| shared::show_record(b.selected_row(s).map(|row| row.id));
    },
    &shared::screen_commands(ScreenName::Battle),
    &shared::jumps::<BattleScreen>(),
    &commands! {
        NextLeft, "", "to the next unit that can still attack, or whose fight is not over", availability::has_turns, navigation::select_next_unfinished;
        StillToDo, "", "list what is still to do in the turn, with its orders", availability::has_turns, orders::list_outstanding;
        Suggest => shared::suggest();
        SaveAs, "", "write the whole save to another file, and continue there", |screen, session| is_writable(session).or_else(|_| can_write(screen, session)), |_, s| vec![SaveAsLine::opened(s)], types;
        @ find Find, find_next FindNext;
        Pick, "pick", "pick or drop the chosen unit or stack", always, navigation::toggle_pick;
        NextPane, "pane", "to the next pane", always, |b, _| navigation::cycle_focus(b, 1);
        PreviousPane, "", "to the previous pane", always, |b, _| navigation::cycle_focus(b, -1);
    },
    &borders::resize_commands::<BattleScreen>(CommandId::Zoom),
    &motions!(Up, Down, PageUp, PageDown, Top, Bottom),
    &commands! {
        Fold, "", "fold a side or stack, or go to its parent", always, navigation::fold;
        Unfold, "", "unfold it", always, navigation::unfold;
        FirstSteps, "", "show the first steps in place of the dice; again for the rest of them, then to hide them", can_write, |_, session| session.tutorial.next_page();
        @ next_battle NextBattle, previous_battle PreviousBattle, look_as LookAs, mouse Mouse, theme Theme, copy Copy, report Report;
        @ help Help;
        Back, "back", "back one step: leave the past, drop the picks, restore the layout, or return to the previous screen; never quits", availability::can_go_back, navigation::back;
        @ menu Menu, suspend Suspend, quit Quit;
    },
];

impl Commands<Session> for BattleScreen {
    const MODES: &'static [CommandMode<Self, Session>] = &[CommandMode::new(GroupId::Battle, "At the table", COMMANDS)];

    /// Moves the selection in the focused pane. In the diary that is a step in time: every pane shows the state at the
    /// viewed entry.
    fn apply_motion(&mut self, motion: Motion, session: &mut Session) {
        match self.focus {
            Focus::Forces => self.forces.apply_motion(motion, self.rows(session).len()),
            Focus::Diary => {
                let entries = session.diary().path().len();
                session.look_at_place(motion.target_index(session.position_of(session.entry()), entries + 1));
            }
            Focus::Card => self.card.list.apply_motion(motion),
        }
    }
}

impl BattleScreen {
    fn click(&mut self, at: Position, area: Rect, session: &mut Session) -> Actions<Session> {
        let areas = self.areas(area, session);
        if session.click_battle(areas.header, at) {
            return Vec::new();
        }
        if session.panes.press(at) {
            self.focus_at(&areas, at);
            return Vec::new();
        }
        if areas.forces.contains(at) {
            self.focus = Focus::Forces;
            let rows = self.rows(session);
            // A second click folds or unfolds, like the keys.
            if self.forces.select_at(at, areas.forces, rows.len()) == Some(true) {
                let row = rows[self.forces.selected];
                if !self.folded.remove(&row.id) && row.open.is_some() {
                    self.folded.insert(row.id);
                }
            }
        } else if areas.gauges.contains(at) {
            let battle = session.battle().and_then(|battle| session.state().battle(battle));
            let gauges = battle.map_or_else(Vec::new, |battle| gauges::rows(session.state(), battle, &self.folded));
            if let Some(id) = gauges.get(usize::from(at.y - areas.gauges.y)) {
                self.focus = Focus::Forces;
                let rows = self.rows(session);
                self.forces.selected = rows.iter().position(|row| row.id == *id).unwrap_or(self.forces.selected);
            }
        } else if areas.square.contains(at) && self.map(session).is_some() {
            return effect(Effect::Show(ScreenName::Map, None));
        } else if areas.card.contains(at) {
            self.focus = Focus::Card;
            if self.card.select_at(at, areas.card) {
                navigation::view_card_entry(self, session);
            }
        } else if areas.timeline.contains(at) {
            self.focus = Focus::Diary;
            self.timeline_entry_at(areas.timeline, at).into_iter().for_each(|no| session.view_entry(no));
        } else if areas.diary.contains(at) {
            self.focus = Focus::Diary;
        }
        Vec::new()
    }
}

impl Component<Session> for BattleScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        self.draw_panes(frame, area, session, canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        if let Some(steps) = borders::event(&event, session) {
            return Some(steps);
        }
        match event {
            Event::Key(_) => session.clear_notice(),
            // A pasted text opens the order line with that order.
            Event::Paste(pasted) => return Some(OrderLine::paste_action(pasted, session)),
            // A click on a unit in the Square, or on its die, selects the unit among the forces.
            Event::Target(ClickTarget::Entity(id)) | Event::GoTo(id) => navigation::go_to(self, session, id),
            Event::Target(ClickTarget::Entry(no)) => {
                self.focus = Focus::Diary;
                session.view_entry(no);
            }
            Event::Click(at, area) => return Some(self.click(at, area, session)),
            Event::Scroll(at, area, motion) => {
                let areas = self.areas(area, session);
                if self.focus_at(&areas, at) {
                    session.clear_notice();
                    self.apply_motion(motion, session);
                }
            }
            Event::Number(at) if at < self.rows(session).len() => {
                (self.focus, self.forces.selected) = (Focus::Forces, at);
            }
            Event::Select(spot) => navigation::select_row(self, spot, session),
            Event::LoadRows(at) => navigation::load_rows(at, session),
            Event::Changed(_) => self.refresh(session),
            // Unit statistics are read between key presses.
            Event::Tick => self.card.read_more(session),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn lines(&self, session: &Session) -> Option<Vec<String>> {
        Some(self.plain_text(session))
    }

    fn copy_text(&self, session: &Session) -> Option<(String, Vec<String>)> {
        let entry = if self.focus == Focus::Diary { Some(session.entry()) } else { session.last_rolled_entry() };
        session.copy_text(entry)
    }

    fn list<'a>(&'a self, at: Option<usize>, session: &'a Session) -> Option<ListRows<'a>> {
        Some(navigation::list(self, at.unwrap_or(usize::from(self.focus == Focus::Diary)), session))
    }

    fn list_area(&self, area: Rect, session: &Session) -> Rect {
        let areas = self.areas(area, session);
        if self.focus == Focus::Diary { areas.diary } else { areas.forces }
    }

    fn odds_request(&self, session: &Session) -> Option<OddsRequest> {
        let entry = session.entry();
        let lies_still = session.last_roll.is_some() && !session.are_dice_falling();
        let settled = session.last_phase().is_none_or(|fought| fought.settled);
        let asks = lies_still && settled && !session.odds.has_roll_rank(entry);
        Some(if asks { OddsRequest::RollRank(entry) } else { OddsRequest::Nothing })
    }
}

impl Screen<Session> for BattleScreen {
    /// The result of the last phase, with its entry number if other entries followed. The line keeps its row even when
    /// empty, so that the panes do not move.
    fn status(&self, session: &Session) -> Option<String> {
        let fought = session.last_phase().filter(|_| !session.are_dice_falling());
        let earlier = session.last_rolled_entry().filter(|no| *no != session.entry());
        let entry = earlier.map_or_else(String::new, |no| format!("entry {no}, "));
        Some(fought.map_or_else(String::new, |fought| format!("{entry}{}", result_line(session.state(), fought))))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.update_battle(session);
        let (areas, places) = self.layout(area, session);
        session.panes.lay(places, self.focused_area(&areas));
        self.prepare_timeline(&areas, session);
        let height = areas.forces.height.saturating_sub(2);
        self.forces.scroll_to_selected(usize::from(height));
        self.describe_window(draw::diary_window(session, areas.diary.height), session);
        let chosen = self.selected_row(session).map(|row| row.id);
        let inside = |size: u16| usize::from(size.saturating_sub(2));
        self.card.prepare(session, chosen, (inside(areas.card.width), inside(areas.card.height)));
        session.tutorial.fit(last_roll::tutorial_columns(areas.roll), inside(areas.roll.height));
    }

    fn tick_interval(&self, _: &Session) -> Option<Duration> {
        (self.card.is_reading() || self.is_reading_timeline).then_some(Duration::ZERO)
    }

    fn dock_area(&self, area: Rect, session: &Session) -> Rect {
        self.areas(area, session).roll
    }
}
