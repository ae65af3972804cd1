//! The Campaign screen: the calendar with what is due, the battles with their results, and the forces with their
//! positions. Each row leads to its next step: an order, the battle, or the map.

mod can;
mod choosing;
mod draw;
mod entries;
mod finding;
mod going;
mod table;
mod whereabouts;

use crate::{
    borders::{self, Divides, Handles},
    command::Info,
    component::{Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, always},
    lists::ListRows,
    motion::Motion,
    overlay::order_line::{self, OrderLine},
    screen::ScreenName,
    session::Session,
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
use shared::is_writable;
use wardiary_rules::order::Order;

pub(crate) use table::CampaignScreen;

const COMMANDS: &[&[Command<CampaignScreen, Session>]] = &[
    &commands! {
        => shared::read_again("campaign-read-again", "read the save again, with what others wrote; or write on where it was only watched");
        "campaign-choose", "choose", "what is chosen: the order that is due, proposed or offered into the order line; a table to be consulted; the battle; the forces under it, or the unit in its battle, on its map or in the diary", can::can_choose, choosing::choose;
        "campaign-give", "give", "give the order that is chosen, proposed or due, as it is", can::can_give, choosing::give;
        "campaign-refuse", "refuse", "refuse the written orders that are chosen, or else the first that are due", can::can_refuse, choosing::refuse, types;
        "campaign-leave", "leave", "leave the proposed order that is chosen; it is proposed again when time goes on", can::on_proposal, choosing::leave;
        "campaign-give-all", "give all", "give all that is proposed, one order after the other, as it is", can::has_proposals, choosing::give_all;
        "campaign-advance", "advance", "time goes on to the next part of the day, or whatever the clock counts", can::has_clock, choosing::advance;
        "campaign-pick", "pick", "pick or drop the chosen side, stack or unit, for a battle or another order", can::can_pick, choosing::pick;
        "campaign-fight", "its battle", "to the battle of what is chosen", can::can_fight, choosing::fight;
        "campaign-map", "its map", "to the map on which it stands, or is fought; to its place in the network, where the theatre is one", can::can_see_map, choosing::see_map;
        "campaign-card", "force", "to the force or unit that what is chosen is about, among the forces, with its card", can::has_subject, choosing::to_subject;
        "campaign-entries", "diary", "the entries of the diary that speak of it; Enter there goes to the Review screen", can::has_entries, entries::list;
        => shared::undo().named("campaign-undo");
        "campaign-begin", "begin battle", "begin a battle, of those that are picked or of whole sides", can::can_begin, choosing::begin, types;
        => order_line::order("campaign-order", "order");
        => shared::suggest().named("campaign-suggest");
        "campaign-network", "network", "the network of the theatre with all the room, or as it was", can::has_network, going::show_network;
        "campaign-schedule", "schedule", "schedule something: an order, an arrival, a reminder", can::has_clock, choosing::schedule, types;
        "campaign-settle", "settle", "settle what is chosen in the calendar: it has come about, or will not", can::can_settle, choosing::settle, types;
        "campaign-next", "pane", "to the next pane", always, |screen, _| going::turn_focus(screen, 1);
        "campaign-previous", "", "to the pane before", always, |screen, _| going::turn_focus(screen, -1);
        => shared::redo().named("campaign-redo");
        "campaign-end", "", "end the battle that is chosen, or else the campaign: by the rulebook, or as you say", can::can_end, choosing::end, types;
        "campaign-note", "note", "write something down", is_writable, choosing::note, types;
        "campaign-tell", "tell", "tell a side something: at once, or when it is due", can::can_tell, choosing::tell, types;
        => shared::find("campaign-find");
        => shared::find_next("campaign-find-next");
        "campaign-record", "record", "the service record of the chosen unit, or the first of the stack or side", can::in_forces, |screen, _| shared::record(screen.chosen_id());
        => shared::hand_dice("campaign-hand-dice", is_writable).labelled("");
    },
    &shared::screen_commands::<CampaignScreen>(),
    &shared::jumps::<CampaignScreen>(),
    &commands! {
        "campaign-earlier", "earlier", "the campaign as it was an entry earlier", can::can_go_earlier, |_, s| going::step(s, -1);
        "campaign-later", "later", "and an entry later", can::is_past, |_, s| going::step(s, 1);
        "campaign-fold", "", "fold a side or stack up, or go to the one it belongs to; over the network, to the left", can::can_go_aside, going::fold;
        "campaign-unfold", "", "unfold it; over the network, to the right", can::can_go_aside, going::unfold;
        "campaign-fold-all", "", "fold all stacks up, or unfold them", can::has_stacks, going::fold_all;
    },
    &borders::commands::<CampaignScreen>([
        "campaign-zoom",
        "campaign-wider",
        "campaign-narrower",
        "campaign-taller",
        "campaign-shorter",
        "campaign-panes-reset",
    ]),
    &motions!("campaign-": Up, Down, PageUp, PageDown, Top, Bottom),
    &commands! {
        => shared::next_battle().named("campaign-next-battle");
        => shared::previous_battle().named("campaign-previous-battle");
        => shared::look_as("campaign-look-as");
        => shared::mouse().named("campaign-mouse");
        => shared::theme().named("campaign-theme");
        => shared::copy().named("campaign-copy");
        => shared::help().named("campaign-help");
        "campaign-back", "back", "back one step: the network, the past, what is picked, the screen", always, going::back;
        => shared::suspend().named("campaign-suspend");
        => shared::quit().named("campaign-quit");
    },
];

impl Commands<Session> for CampaignScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "campaign", heading: Some("On the Campaign screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, session: &mut Session) {
        self.make_rows(session);
        going::go(self, motion);
    }
}

impl Component<Session> for CampaignScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        self.draw_panes(frame, area, session, canvas);
    }

    /// Explains why a known key does nothing now.
    fn why_not(&self, command: &Info, session: &Session) -> Option<String> {
        Some(can::why_not(self, session, command.name))
    }

    /// A click selects a pane and a row; a click on the selected row activates it.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        if let Some(steps) = self.handles.event(&event, &mut session.panes) {
            return Some(steps);
        }
        if event.pointed().is_some() {
            session.begin();
            self.make_rows(session);
        }
        match event {
            Event::Key(_) => session.begin(),
            // A pasted text opens the order line with that order.
            Event::Paste(pasted) => return Some(OrderLine::pasted(pasted, session)),
            Event::Click(at, area) if self.handles.press(at) => {
                let areas = self.areas(area, session);
                self.panes.focus_title(at, &areas.parts);
            }
            Event::Click(at, area) => {
                if self.point(at, area, session) && can::can_choose(self, session) {
                    return Some(choosing::choose(self, session));
                }
            }
            Event::Wheel(at, area, motion) => {
                let areas = self.areas(area, session);
                if let Some((part, _)) = areas.parts.iter().find(|(_, place)| place.contains(at)) {
                    self.panes.focus = *part;
                    going::go(self, motion);
                }
            }
            Event::Select(spot) => finding::go_to_row(self, spot, session),
            Event::GoTo(id) => {
                self.make_rows(session);
                going::go_to(self, session, id);
            }
            Event::Changed(_) => self.made_for = None,
            _ => return None,
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, session: &'a Session) -> Option<ListRows<'a>> {
        finding::list(self, at.unwrap_or(self.panes.at()), session)
    }

    fn list_place(&self, area: Rect, session: &Session) -> Rect {
        self.areas(area, session).of(self.panes.focus)
    }
}

impl Screen<Session> for CampaignScreen {
    fn name(&self) -> Option<ScreenName> {
        Some(Self::NAME)
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.make_rows(session);
        self.bring_into_sight(area, session);
    }
}

impl Divides for CampaignScreen {
    fn handles(&mut self) -> &mut Handles {
        &mut self.handles
    }
}

impl Opened for CampaignScreen {
    const NAME: ScreenName = ScreenName::Campaign;

    fn open(session: &Session, _: Option<Order>) -> Self {
        Self::new(session)
    }
}
