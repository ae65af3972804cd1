//! The service records: for each unit where it fought, what it did, its losses and gains, its history, and the readers'
//! remarks on it.

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

pub(crate) use table::ServiceScreen;

const COMMANDS: &[&[Command<ServiceScreen, Session>]] = &[
    &commands! {
        ServiceChoose, "choose", "to the entry that is chosen, on the Review screen; of a unit, to its record", has_chosen, choose;
        ServiceLater, "next unit", "to the next unit of the roster", ServiceScreen::has_units, |screen, session| screen.step(1, session);
        ServiceEarlier, "", "to the unit before", ServiceScreen::has_units, |screen, session| screen.step(-1, session);
        ServiceStop, "break off", "break the reading off", is_busy, stop;
        ServiceAgain, "read", "read the diary after all", is_stopped, |screen, _| screen.again();
        ServiceNext, "pane", "to the next pane", always, |screen, _| turn_focus(screen, 1);
        ServicePrevious, "", "to the pane before", always, |screen, _| turn_focus(screen, -1);
        ServiceFind => shared::find();
        ServiceFindNext => shared::find_next();
    },
    &shared::screen_commands::<ServiceScreen>(),
    &shared::jumps::<ServiceScreen>(),
    &motions!(ServiceUp, ServiceDown, ServicePageUp, ServicePageDown, ServiceTop, ServiceBottom),
    &borders::commands::<ServiceScreen>(ids![
        ServiceZoom,
        ServiceWider,
        ServiceNarrower,
        ServiceTaller,
        ServiceShorter,
        ServicePanesReset,
    ]),
    &commands! {
        ServiceLookAs => shared::look_as();
        ServiceMouse => shared::mouse();
        ServiceTheme => shared::theme();
        ServiceCopy => shared::copy();
        ServiceHelp => shared::help();
        ServiceClose, "back", "back one step: the reading, a zoomed pane, the screen", always, back;
        ServiceSuspend => shared::suspend();
        ServiceQuit => shared::quit().labelled("");
    },
];

fn has_chosen(screen: &ServiceScreen, _: &Session) -> Availability {
    require(screen.ledger.chosen().is_some(), "nothing is chosen")
}

fn is_busy(_: &ServiceScreen, session: &Session) -> Availability {
    require(session.odds.is_busy(), "nothing is being read")
}

fn is_stopped(screen: &ServiceScreen, _: &Session) -> Availability {
    require(screen.inquiry.is_stopped(), "the whole diary is read")
}

fn turn_focus(screen: &mut ServiceScreen, by: isize) {
    screen.ledger.lists.turn_focus(by);
}

/// Opens the target of the selected row.
fn choose(screen: &mut ServiceScreen, session: &mut Session) -> Actions<Session> {
    match screen.ledger.chosen() {
        Some(LedgerItem::Entry(no)) => {
            session.look_at(no);
            effect(Effect::Show(ScreenName::Review, None))
        }
        Some(LedgerItem::Unit(unit)) => {
            screen.show(unit);
            screen.go_to_record();
            Vec::new()
        }
        Some(LedgerItem::Battle(battle)) => effect(Effect::GoTo(ScreenName::Campaign, battle.into())),
        None => Vec::new(),
    }
}

fn stop(screen: &mut ServiceScreen, session: &mut Session) {
    session.odds.stop();
    screen.inquiry.stop();
    session.say(Notice::good("broken off before the whole diary was read"));
}

/// Goes back one step: cancels the reading, leaves a zoomed pane, or closes the screen.
fn back(screen: &mut ServiceScreen, session: &mut Session) -> Actions<Session> {
    match () {
        () if session.odds.is_busy() => {
            stop(screen, session);
            Vec::new()
        }
        () if std::mem::take(&mut session.panes.zoomed) => effect(Effect::KeepPanes),
        () => vec![Action::Leave],
    }
}

impl ServiceScreen {
    /// The area of the panes.
    fn panes_in(&self, area: Rect, session: &Session) -> Rect {
        ledger::under_header(above_said(self, area, session))
    }
}

impl Commands<Session> for ServiceScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Service, heading: Some("Among the service records"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, session: &mut Session) {
        self.ledger.lists.go(motion);
        self.follow_choice();
        self.make_rows(session);
    }
}

impl Component<Session> for ServiceScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        self.draw_panes(frame, area, session, canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Changed(_) => self.outdated(),
            Event::Odds { result, .. } => self.take_result(result),
            Event::GoTo(id) => {
                let state = session.save.diary().state();
                if let Some(unit) = state.units_meant(id).first() {
                    self.show(unit.id);
                }
                self.go_to_record();
            }
            event => {
                if let Some(steps) = borders::event(&event, session) {
                    return Some(steps);
                }
                let area = event.pointed().map_or(Rect::ZERO, |area| {
                    session.begin();
                    self.panes_in(area, session)
                });
                let is_accepted = self.ledger.event(&event, area, &mut session.panes)?;
                self.follow_choice();
                self.make_rows(session);
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

impl Screen<Session> for ServiceScreen {
    fn standing(&self, session: &Session) -> Option<String> {
        Some(self.said(session))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.make_rows(session);
        let area = self.panes_in(area, session);
        self.ledger.bring_into_sight(area, &mut session.panes);
    }
}

impl Opened for ServiceScreen {
    const NAME: ScreenName = ScreenName::Service;

    fn open(session: &Session, _: Option<Order>) -> Self {
        let state = session.save.diary().state();
        let picked = session.picked().iter().find_map(|id| state.units_meant(*id).first().map(|unit| unit.id));
        Self::new(picked.or_else(|| state.units().first().map(|unit| unit.id)))
    }
}
