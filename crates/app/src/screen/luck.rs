//! The Luck screen: each side's rolls compared with their expectation, the luckiest and unluckiest rolls, the turning
//! points, and the faces that came up. The rolls are weighed in the background, and the user can cancel that.

mod rows;
mod table;

use crate::{
    borders,
    command::{Availability, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, above_said, always,
        effect,
    },
    effect::Effect,
    ledger,
    lists::ListRows,
    motion::Motion,
    notice::Notice,
    odds_worker::OddsJob,
    screen::ScreenName,
    session::Session,
    session_odds::Asked,
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
use wardiary_rules::order::Order;
use wardiary_view::ledger::LedgerItem;

pub(crate) use table::LuckScreen;

const COMMANDS: &[&[Command<LuckScreen, Session>]] = &[
    &commands! {
        LuckChoose, "choose", "to the entry that is chosen, on the Review screen; to the unit’s record; to the battle alone", has_chosen, choose;
        LuckBattle, "battle", "the rolls of the next battle alone, and after the last those of all", has_battles, |screen, session| screen.next_battle(session);
        LuckAll, "all throws", "every throw once, those on ways not taken too; or only those on the way taken", always, |screen, _| screen.toggle_all();
        LuckStop, "break off", "break the weighing off", is_busy, stop;
        LuckAgain, "weigh", "weigh the rolls after all", is_stopped, |screen, _| screen.again();
        LuckNext, "pane", "to the next pane", always, |screen, _| turn_focus(screen, 1);
        LuckPrevious, "", "to the pane before", always, |screen, _| turn_focus(screen, -1);
        LuckFind => shared::find();
        LuckFindNext => shared::find_next();
    },
    &shared::screen_commands::<LuckScreen>(),
    &shared::jumps::<LuckScreen>(),
    &motions!(LuckUp, LuckDown, LuckPageUp, LuckPageDown, LuckTop, LuckBottom),
    &borders::commands::<LuckScreen>(ids![LuckZoom, LuckWider, LuckNarrower, LuckTaller, LuckShorter, LuckPanesReset,]),
    &commands! {
        LuckLookAs => shared::look_as();
        LuckMouse => shared::mouse();
        LuckTheme => shared::theme();
        LuckCopy => shared::copy();
        LuckHelp => shared::help();
        LuckClose, "back", "back one step: the weighing, a zoomed pane, the battle alone, the screen", always, back;
        LuckSuspend => shared::suspend();
        LuckQuit => shared::quit().labelled("");
    },
];

fn has_chosen(screen: &LuckScreen, _: &Session) -> Availability {
    require(screen.ledger.chosen().is_some(), "nothing is chosen")
}

fn is_busy(_: &LuckScreen, session: &Session) -> Availability {
    require(session.odds.is_busy(), "nothing is being weighed")
}

fn is_stopped(screen: &LuckScreen, _: &Session) -> Availability {
    require(screen.inquiry.is_stopped(), "all rolls are weighed")
}

/// Whether there are battles to restrict the view to.
fn has_battles(_: &LuckScreen, session: &Session) -> Availability {
    require(!session.save.diary().state().battles().is_empty(), "no battle is fought yet")
}

fn turn_focus(screen: &mut LuckScreen, by: isize) {
    screen.ledger.lists.turn_focus(by);
}

/// Opens the target of the selected row.
fn choose(screen: &mut LuckScreen, session: &mut Session) -> Actions<Session> {
    match screen.ledger.chosen() {
        Some(LedgerItem::Entry(no)) => {
            session.look_at(no);
            effect(Effect::Show(ScreenName::Review, None))
        }
        Some(LedgerItem::Unit(unit)) => effect(Effect::GoTo(ScreenName::Service, unit.into())),
        Some(LedgerItem::Battle(battle)) => {
            screen.only(Some(battle));
            Vec::new()
        }
        None => Vec::new(),
    }
}

fn stop(screen: &mut LuckScreen, session: &mut Session) {
    session.odds.stop();
    screen.inquiry.stop();
    session.say(Notice::good("broken off before all rolls were weighed"));
}

/// Goes back one step: cancels the weighing, leaves a zoomed pane, shows all battles again, or closes the screen.
fn back(screen: &mut LuckScreen, session: &mut Session) -> Actions<Session> {
    if session.odds.is_busy() {
        stop(screen, session);
        return Vec::new();
    }
    if std::mem::take(&mut session.panes.zoomed) {
        return effect(Effect::KeepPanes);
    }
    if screen.is_of_one_battle() {
        screen.only(None);
        return Vec::new();
    }
    vec![Action::Leave]
}

impl LuckScreen {
    /// The area of the panes.
    fn panes_in(&self, area: Rect, session: &Session) -> Rect {
        ledger::under_header(above_said(self, area, session))
    }
}

impl Commands<Session> for LuckScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Luck, heading: Some("On the Luck screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Session) {
        self.ledger.lists.go(motion);
    }
}

impl Component<Session> for LuckScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        self.draw_panes(frame, area, session, canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Changed(_) => self.inquiry.outdated(),
            Event::Odds { result, .. } => self.take_result(result),
            event => {
                if let Some(steps) = borders::event(&event, session) {
                    return Some(steps);
                }
                let area = event.pointed().map_or(Rect::ZERO, |area| {
                    session.begin();
                    self.panes_in(area, session)
                });
                let is_accepted = self.ledger.event(&event, area, &mut session.panes)?;
                return Some(if is_accepted { choose(self, session) } else { Vec::new() });
            }
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        self.ledger.lists.searched(at)
    }

    fn list_place(&self, area: Rect, session: &Session) -> Rect {
        self.ledger.list_place(self.panes_in(area, session), &session.panes)
    }

    fn asked(&self, session: &Session) -> Option<Asked> {
        Some(self.asked_of(session))
    }

    fn jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.ask(session)
    }
}

impl Screen<Session> for LuckScreen {
    fn standing(&self, session: &Session) -> Option<String> {
        Some(self.said(session))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.make_rows(session, area);
        let area = self.panes_in(area, session);
        self.ledger.bring_into_sight(area, &mut session.panes);
    }
}

impl Opened for LuckScreen {
    const NAME: ScreenName = ScreenName::Luck;

    fn open(_: &Session, _: Option<Order>) -> Self {
        Self::new()
    }
}
