//! The Campaign screen: the calendar with what is due, the battles with their results, and the forces with their
//! positions. Each row leads to its next step: an order, the battle, or the map.

mod can;
mod choosing;
mod draw;
mod going;
mod table;

use super::ScreenName;
use crate::{
    borders,
    command::require,
    command_id::GroupId,
    component::{Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, always},
    lists::ListRows,
    motion::Motion,
    overlay::order_line::{self, OrderLine},
    session::Session,
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
use shared::can_write;
pub(crate) use table::CampaignScreen;
use wardiary_rules::order::Order;

const COMMANDS: &[&[Command<CampaignScreen, Session>]] = &[
    &commands! {
        CampaignReadAgain => shared::read_again("read the save again, with what others wrote; or write on where it was only watched");
        CampaignChoose, "choose", "what is chosen: the order that is due, proposed or offered into the order line; a table to be consulted; the battle; the forces under it, or the unit in its battle, on its map or in the diary", can::can_choose, choosing::choose;
        CampaignGive, "give", "give the order that is chosen, proposed or due, as it is", can::can_give, choosing::give;
        CampaignRefuse, "refuse", "refuse the written orders that are chosen, or else the first that are due", can::can_refuse, choosing::refuse, types;
        CampaignLeave, "leave", "leave the proposed order that is chosen; it is proposed again when time goes on", can::on_proposal, choosing::leave;
        CampaignGiveAll, "give all", "give all that is proposed, one order after the other, as it is", can::has_proposals, choosing::give_all;
        CampaignAdvance, "advance", "time goes on to the next part of the day, or whatever the clock counts", can::has_clock, |_, _| OrderLine::opened("advance");
        CampaignPick, "pick", "pick or drop the chosen side, stack or unit, for a battle or another order", can::can_pick, choosing::pick;
        CampaignFight, "its battle", "to the battle of what is chosen", can::can_fight, choosing::fight;
        CampaignMap, "its map", "to the map on which it stands, or is fought; to its place in the network, where the theatre is one", can::can_see_map, choosing::see_map;
        CampaignCard, "force", "to the force or unit that what is chosen is about, among the forces, with its card", can::has_subject, choosing::to_subject;
        CampaignEntries, "diary", "the entries of the diary that speak of it; Enter there goes to the Review screen", can::has_entries, choosing::list;
        CampaignUndo => shared::undo();
        CampaignBegin, "begin battle", "begin a battle, of those that are picked or of whole sides", can::can_begin, choosing::begin, types;
        CampaignOrder => order_line::order("order");
        CampaignSuggest => shared::suggest();
        CampaignNetwork, "network", "the network of the theatre with all the room, or as it was", |screen, _| require(screen.network.is_there(), "the theatre is no network"), going::show_network;
        CampaignSchedule, "schedule", "schedule something: an order, an arrival, a reminder", can::has_clock, |_, _| OrderLine::opened("schedule \""), types;
        CampaignSettle, "settle", "settle what is chosen in the calendar: it has come about, or will not", can::can_settle, choosing::settle, types;
        CampaignNext, "pane", "to the next pane", always, |screen, _| going::turn_focus(screen, 1);
        CampaignPrevious, "", "to the pane before", always, |screen, _| going::turn_focus(screen, -1);
        CampaignRedo => shared::redo();
        CampaignEnd, "", "end the battle that is chosen, or else the campaign: by the rulebook, or as you say", can::can_end, choosing::end, types;
        CampaignNote, "note", "write something down", can_write, |_, _| OrderLine::opened("note \""), types;
        CampaignTell, "tell", "tell a side something: at once, or when it is due", can::can_tell, choosing::tell, types;
        CampaignFind => shared::find();
        CampaignFindNext => shared::find_next();
        CampaignRecord, "record", "the service record of the chosen unit, or the first of the stack or side", can::in_forces, |screen, _| shared::record(screen.chosen_id());
        CampaignHandDice => shared::hand_dice().labelled("");
    },
    &shared::screen_commands::<CampaignScreen>(),
    &shared::jumps::<CampaignScreen>(),
    &commands! {
        CampaignEarlier => shared::earlier("the campaign as it was an entry earlier");
        CampaignLater => shared::later();
        CampaignFold, "", "fold a side or stack up, or go to the one it belongs to; over the network, to the left", can::can_go_aside, going::fold;
        CampaignUnfold, "", "unfold it; over the network, to the right", can::can_go_aside, going::unfold;
        CampaignFoldAll, "", "fold all stacks up, or unfold them", |_, session| require(!session.state().stacks().is_empty(), "there are no stacks"), going::fold_all;
    },
    &borders::commands::<CampaignScreen>(ids![
        CampaignZoom,
        CampaignWider,
        CampaignNarrower,
        CampaignTaller,
        CampaignShorter,
        CampaignPanesReset,
    ]),
    &motions!(CampaignUp, CampaignDown, CampaignPageUp, CampaignPageDown, CampaignTop, CampaignBottom),
    &commands! {
        CampaignNextBattle => shared::next_battle();
        CampaignPreviousBattle => shared::previous_battle();
        CampaignLookAs => shared::look_as();
        CampaignMouse => shared::mouse();
        CampaignTheme => shared::theme();
        CampaignCopy => shared::copy();
        CampaignHelp => shared::help();
        CampaignBack, "back", "back one step: the network, the past, what is picked, the screen", always, going::back;
        CampaignSuspend => shared::suspend();
        CampaignQuit => shared::quit();
    },
];

impl Commands<Session> for CampaignScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Campaign, heading: Some("On the Campaign screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, session: &mut Session) {
        self.make_rows(session);
        going::go(self, motion);
    }
}

impl Component<Session> for CampaignScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        self.draw_panes(frame, area, session, canvas);
    }

    /// A click selects a pane and a row; a click on the selected row activates it.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        if let Some(steps) = borders::event(&event, session) {
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
            Event::Click(at, area) if session.panes.press(at) => {
                let areas = self.areas(area, session);
                self.panes.focus_title(at, &areas.parts);
            }
            Event::Click(at, area) => {
                if self.point(at, area, session) && can::can_choose(self, session).is_ok() {
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
            Event::Select(spot) => going::go_to_row(self, spot, session),
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
        going::list(self, at.unwrap_or(self.panes.at()), session)
    }

    fn list_place(&self, area: Rect, session: &Session) -> Rect {
        self.areas(area, session).of(self.panes.focus)
    }
}

impl Screen<Session> for CampaignScreen {
    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.make_rows(session);
        self.bring_into_sight(area, session);
    }
}

impl Opened for CampaignScreen {
    const NAME: ScreenName = ScreenName::Campaign;

    fn open(session: &Session, _: Option<Order>) -> Self {
        Self::new(session)
    }
}
