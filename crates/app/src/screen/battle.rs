//! The battle screen: the forces, the Square of the chosen stack, the diary, and the last roll.

mod can;
mod draw;
mod going;
mod orders;
pub mod table;

use super::ScreenName;
use crate::{
    borders,
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, always, effect,
    },
    effect::Effect,
    lists::ListRows,
    motion::Motion,
    overlay::{
        hand_dice::HandDiceForm,
        listing::Listing,
        order_line::{self, OrderLine},
        save_as::SaveAs,
    },
    roll,
    session::Session,
    session_odds::Asked,
    shared_commands as shared,
};
use orders::{on_chosen, on_stack};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use shared::{can_write, is_writable};
use std::time::Duration;
pub(crate) use table::BattleScreen;
use table::Focus;
use wardiary_base::id::Id;
use wardiary_rules::order::Order;
use wardiary_view::{Thing, line_up::result_line};

const COMMANDS: &[&[Command<BattleScreen, Session>]] = &[
    &commands! {
        ReadAgain => shared::read_again("read the save again, with what others wrote; or write on where it was only watched");
        GoOn, "go on", "do what the header awaits: throw for the initiative, fight the next phase or round, check for exhaustion; or begin the chosen unit’s attack", can::can_go_on, orders::go_on;
        First, "who goes first", "choose who goes first, for the side that won the initiative", can::awaits_first, |_, _| OrderLine::opened("first "), types;
        Stand, "let stand", "let the dice stand", can::awaits_reroll, orders::stand;
        Reroll, "throw again", "throw some of the dice again", can::awaits_reroll, |_, _| OrderLine::opened("reroll "), types;
        Strike, "strike", "one blow by the stack whose turn it is in the chosen stack's Conflict", can::can_strike, orders::strike, types;
        Round, "round", "fight a round of the chosen stack's Conflict, or what is left of it", |screen, session| can::on_stack(screen, session, |stack| can::is_in_conflict(session, stack)), |b, s| on_stack(b, s, "round", "");
        Scrud, "scrud", "fight a SCRUD phase: the chosen or picked units against …", can::can_fight, orders::scrud, types;
        Edna, "edna", "test the chosen unit's EDNA", can::can_test, |b, s| on_chosen(b, s, "edna", ""), types;
        Volley, "volley", "fire with the chosen unit at …", can::can_volley, orders::volley, types;
        Order => order_line::order("order");
        Undo => shared::undo();
        Redo => shared::redo();
        HandDice => shared::hand_dice();
        HandDiceOfSide, "", "the same for the side of what is chosen: its dice on the table, the others' in the program", can::has_side, |b, s| shared::toggle_hand_dice_of(s, b.chosen(s).map(|row| row.id));
        Initiative, "initiative", "roll for the initiative", can::at_initiative, |_, s| OrderLine::opened(format!("initiative{}", orders::in_this_battle(s)));
        Pass, "pass", "hand on to the next side, or the next phase of the turn", can::can_act, |_, s| OrderLine::given_or_opened(format!("pass{}", orders::in_this_battle(s)), s);
        Conflict, "conflict", "the chosen or picked stacks engage …: a Conflict begins", can::can_engage, orders::conflict, types;
        Test, "test", "put the chosen or picked units to a test that they carry", can::can_be_tested, |b, s| on_chosen(b, s, "test", " for "), types;
        Support, "support", "fight a SCRUD phase with guns or aircraft in support", can::can_support, orders::support, types;
        EndTurn, "end turn", "end the turn, with the exhaustion check", can::can_end_turn, |_, s| OrderLine::given_or_opened(format!("end turn{}", orders::in_this_battle(s)), s);
        Withdraw, "withdraw", "withdraw from a combat", can::in_combat, |b, s| on_chosen(b, s, "withdraw", ""), types;
        Commit, "commit", "commit reserves to a combat", can::in_combat, |b, s| on_chosen(b, s, "commit", " to "), types;
        Begin, "begin battle", "begin a battle", can_write, orders::begin, types;
        Lose, "lose", "take Strength Points off the chosen unit", can::can_rule, |b, s| on_chosen(b, s, "lose", " 1"), types;
        Restore, "restore", "give Strength Points back", can::can_rule, |b, s| on_chosen(b, s, "restore", " 1"), types;
        Promote, "promote", "promote the chosen or picked units, with a reason", can_write, |b, s| on_chosen(b, s, "promote", " 1 because "), types;
        Demote, "demote", "demote them, with a reason", can_write, |b, s| on_chosen(b, s, "demote", " 1 because "), types;
        Argue, "argue", "a matrix argument: its text, for and against, a roll or a ruling, what follows", can_write, |_, _| OrderLine::opened("argue "), types;
        Posture, "posture", "what the chosen stack is out for, under its leader", can::is_led, |b, s| on_stack(b, s, "posture", " "), types;
        Lead, "", "who leads the chosen stack", can::has_stack, |b, s| on_stack(b, s, "lead", " with "), types;
        Screen, "", "what the chosen stack screens", can::has_stack, |b, s| on_stack(b, s, "screen", " for "), types;
        Edge, "", "show the Square's order of loss from the next Edge, or not", always, going::next_edge;
        Note, "note", "write something down", can_write, |_, _| OrderLine::opened("note "), types;
        WriteOn, "write on", "go on from the entry that is looked back at; it is asked first, and what came after stays, as a branch", can::can_write_on, |_, s| vec![Action::Open(Box::new(Listing::to_write_on(s.diary(), s.entry())))];
        Amend, "amend", "change the entry that is looked at; all that followed is worked out anew, on a branch", can::can_amend, |_, s| OrderLine::to_amend(s), types;
        StrikeOut, "strike out", "take the entry that is looked at out; all that followed is worked out anew, on a branch", can::can_amend, |_, s| OrderLine::to_strike_out(s), types;
        WhatIf, "what if", "go on from the entry that is looked at by another way, with fresh dice or the same", |_, s| is_writable(s), |_, s| OrderLine::opened(format!("what if from {} ", s.entry())), types;
        CorrectDice, "its dice", "change the dice of the entry that is looked at, where they were mistyped; all that followed is worked out anew, on a branch", can::can_correct, |_, s| HandDiceForm::to_correct(s);
        Branches, "branches", "the branches of the diary", always, |_, s| vec![Action::Open(Box::new(Listing::of_branches(s.diary())))];
        Record, "record", "the service record of the chosen unit, or the first of the stack or side", can::has_chosen, |b, s| shared::record(b.chosen(s).map(|row| row.id));
    },
    &shared::screen_commands::<BattleScreen>(),
    &shared::jumps::<BattleScreen>(),
    &commands! {
        NextLeft, "", "to the next unit that can still attack, or whose fight is not over", can::has_turns, going::to_next_left;
        StillToDo, "", "what is still to do in the turn, and its order", can::has_turns, orders::still_to_do;
        Suggest => shared::suggest();
        SaveAs, "", "write the whole save to another file, and go on there", |screen, session| is_writable(session).or_else(|_| can_write(screen, session)), |_, s| vec![SaveAs::opened(s)], types;
        Find => shared::find();
        FindNext => shared::find_next();
        Pick, "pick", "pick or drop the chosen unit or stack", always, going::pick;
        NextPane, "pane", "to the next pane", always, |b, _| going::turn_focus(b, 1);
        PreviousPane, "", "to the pane before", always, |b, _| going::turn_focus(b, -1);
    },
    &borders::commands::<BattleScreen>(ids![Zoom, Wider, Narrower, Taller, Shorter, PanesReset,]),
    &motions!(Up, Down, PageUp, PageDown, Top, Bottom),
    &commands! {
        Fold, "", "fold a side or stack up, or go to the one it belongs to", always, going::fold;
        Unfold, "", "unfold it", always, going::unfold;
        FirstSteps, "", "the first steps explained, in place of the dice; then what there was no room for, then no more", can_write, |_, session| session.first_steps.turn();
        NextBattle => shared::next_battle();
        PreviousBattle => shared::previous_battle();
        LookAs => shared::look_as();
        Mouse => shared::mouse();
        Theme => shared::theme();
        Copy => shared::copy();
        Help => shared::help();
        Back, "back", "back one step: picks, review, then nothing; never quits", can::can_go_back, going::back;
        Menu => shared::menu();
        Suspend => shared::suspend();
        Quit => shared::quit();
    },
];

impl Commands<Session> for BattleScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Battle, heading: Some("At the table"), commands: COMMANDS }];

    /// Moves the selection in the focused pane. In the diary that is a step in time: every pane shows the state at the
    /// viewed entry.
    fn go(&mut self, motion: Motion, session: &mut Session) {
        match self.focus {
            Focus::Forces => self.forces.go(motion, self.rows(session).len()),
            Focus::Diary => {
                let entries = session.diary().path().len();
                session.look_at_place(motion.step(session.place_of(session.entry()), entries + 1));
            }
            Focus::Card => self.card.list.go(motion),
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
                if !self.closed.remove(&row.id) && row.open.is_some() {
                    self.closed.insert(row.id);
                }
            }
        } else if areas.gauges.contains(at) {
            let battle = session.battle().and_then(|battle| session.state().battle(battle));
            let side = battle.and_then(|battle| battle.contingents.get(usize::from(at.y - areas.gauges.y)));
            if let Some(side) = side.map(|contingent| Id::from(contingent.side)) {
                self.focus = Focus::Forces;
                let rows = self.rows(session);
                self.forces.selected = rows.iter().position(|row| row.id == side).unwrap_or(self.forces.selected);
            }
        } else if areas.square.contains(at) && self.map(session).is_some() {
            return effect(Effect::Show(ScreenName::Map, None));
        } else if areas.card.contains(at) {
            self.focus = Focus::Card;
            if self.card.select_at(at, areas.card) {
                going::to_entry(self, session);
            }
        } else if areas.course.contains(at) {
            self.focus = Focus::Diary;
            self.course_at(areas.course, at).into_iter().for_each(|no| session.look_at(no));
        } else if areas.diary.contains(at) {
            self.focus = Focus::Diary;
        }
        Vec::new()
    }
}

impl Component<Session> for BattleScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        self.draw_panes(frame, area, session, canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        if let Some(steps) = borders::event(&event, session) {
            return Some(steps);
        }
        match event {
            Event::Key(_) => session.begin(),
            // A pasted text opens the order line with that order.
            Event::Paste(pasted) => return Some(OrderLine::pasted(pasted, session)),
            // A click on a unit in the Square, or on its die, selects the unit among the forces.
            Event::Target(Thing::Entity(id)) | Event::GoTo(id) => going::go_to(self, session, id),
            Event::Target(Thing::Entry(no)) => {
                self.focus = Focus::Diary;
                session.look_at(no);
            }
            Event::Click(at, area) => return Some(self.click(at, area, session)),
            Event::Wheel(at, area, motion) => {
                let areas = self.areas(area, session);
                if self.focus_at(&areas, at) {
                    session.begin();
                    self.go(motion, session);
                }
            }
            Event::Number(at) if at < self.rows(session).len() => {
                (self.focus, self.forces.selected) = (Focus::Forces, at);
            }
            Event::Select(spot) => going::go_to_row(self, spot, session),
            Event::LoadRows(at) => going::look_up(at, session),
            Event::Changed(_) => self.follow(session),
            // Unit statistics are read between key presses.
            Event::Pulse => self.card.read_on(session),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn lines(&self, session: &Session) -> Option<Vec<String>> {
        Some(self.told(session))
    }

    fn copied(&self, session: &Session) -> Option<(String, Vec<String>)> {
        let entry = if self.focus == Focus::Diary { Some(session.entry()) } else { session.rolled_last() };
        session.copied(entry)
    }

    fn list<'a>(&'a self, at: Option<usize>, session: &'a Session) -> Option<ListRows<'a>> {
        Some(going::list(self, at.unwrap_or_else(|| going::at(self)), session))
    }

    fn list_place(&self, area: Rect, session: &Session) -> Rect {
        let areas = self.areas(area, session);
        if self.focus == Focus::Diary { areas.diary } else { areas.forces }
    }

    fn asked(&self, session: &Session) -> Option<Asked> {
        let entry = session.entry();
        let lies_still = session.rolled().is_some() && !session.are_dice_falling();
        let settled = session.fought().is_none_or(|fought| fought.settled);
        let asks = lies_still && settled && !session.odds.has_standing(entry);
        Some(if asks { Asked::Rolled(entry) } else { Asked::Nothing })
    }
}

impl Screen<Session> for BattleScreen {
    /// The result of the last phase, with its entry number if other entries followed. The line keeps its row even when
    /// empty, so that the panes do not move.
    fn standing(&self, session: &Session) -> Option<String> {
        let fought = session.fought().filter(|_| !session.are_dice_falling());
        let earlier = session.rolled_last().filter(|no| *no != session.entry());
        let entry = earlier.map_or_else(String::new, |no| format!("entry {no}, "));
        Some(fought.map_or_else(String::new, |fought| format!("{entry}{}", result_line(session.state(), fought))))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.follow_battle(session);
        let (areas, places) = self.divided(area, session);
        session.panes.lay(places, self.focused_area(&areas));
        self.prepare_course(&areas, session);
        let height = areas.forces.height.saturating_sub(2);
        self.forces.show_selected(usize::from(height));
        self.tell(draw::log_window(session, areas.diary.height), session);
        let chosen = self.chosen(session).map(|row| row.id);
        let inside = |size: u16| usize::from(size.saturating_sub(2));
        self.card.prepare(session, chosen, (inside(areas.card.width), inside(areas.card.height)));
        session.first_steps.fit(roll::columns_of_steps(areas.roll), inside(areas.roll.height));
    }

    fn pulse(&self, _: &Session) -> Option<Duration> {
        (self.card.is_reading() || self.reads_course).then_some(Duration::ZERO)
    }

    fn dock(&self, area: Rect, session: &Session) -> Rect {
        self.areas(area, session).roll
    }
}

impl Opened for BattleScreen {
    const NAME: ScreenName = ScreenName::Battle;

    fn open(session: &Session, _: Option<Order>) -> Self {
        Self::new(session)
    }
}
