//! The Campaign screen: the calendar with what is due, the battles with their results, and the forces with their
//! positions. Each row leads to its next step: an order, the battle, or the map.

mod availability;
mod confirm_list;
mod draw;
mod navigation;
mod screen_state;

use super::ScreenName;
use crate::{
    borders,
    command::require,
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, RenderOptions, Screen, always,
        effect,
    },
    effect::{Effect, PickerScope},
    lists::ListRows,
    motion::Motion,
    overlay::{
        listing::Listing,
        order_line::{self, OrderLine},
        side_links::SideLinks,
    },
    session::Session,
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
pub(crate) use screen_state::CampaignScreen;
use shared::{can_write, can_write_if};
use wardiary_base::ground::Station;
use wardiary_view::campaign::CampaignItem;

const COMMANDS: &[&[Command<CampaignScreen, Session>]] = &[
    &commands! {
        CampaignReadAgain => shared::read_again("reload the save with the changes of others; in a save that was opened for reading, begin to write");
        CampaignChoose, "open", "open the selected row: put an order that is due, proposed or offered into the order line, consult a table, go to a battle, unfold forces, or show a unit in its battle, on its map or in the diary", availability::can_activate, confirm_list::activate;
        CampaignGive, "give", "give the chosen order that is proposed or due, unchanged", availability::can_give, confirm_list::give;
        CampaignRefuse, "refuse", "refuse the picked or chosen written orders, or else the first that are due; on a share, take your own back", availability::can_refuse, confirm_list::refuse, types;
        CampaignLeave, "skip", "skip the chosen proposed order; it is proposed again when time advances", |c, s| can_write_if(c, s, matches!(c.selected_item(), Some(CampaignItem::Proposed(_))), "choose a proposed order"), confirm_list::dismiss_proposal;
        CampaignGiveAll, "give all", "give all proposed orders in sequence, unchanged; in the inbox, grant all written orders that are due", availability::can_give_all, confirm_list::give_all;
        CampaignAdvance, "advance", "advance time to the next part of the day, or by one unit of the clock", availability::has_clock, |_, _| OrderLine::open_action("advance");
        CampaignPick, "pick", "pick or drop the chosen side, stack or unit, for a battle or another order; or written orders, to answer several", availability::can_pick, confirm_list::toggle_pick;
        CampaignFight, "its battle", "to the battle of the selected row", availability::can_see_battle, confirm_list::show_battle;
        CampaignMap, "its map", "to the map of the selected row, or to its place in the theatre’s network", availability::can_see_map, confirm_list::show_map;
        CampaignCard, "force", "to the force or unit of the selected row, among the forces, with its card", availability::has_subject, |c, s| c.subject(s.state()).into_iter().for_each(|id| navigation::go_to(c, s, id));
        CampaignEntries, "diary", "the entries of the diary about it; Enter there goes to the Review screen", availability::has_entries, confirm_list::list;
        CampaignUndo => shared::undo();
        CampaignBegin, "begin battle", "begin a battle between the picked forces, or between whole sides", availability::can_begin, confirm_list::begin, types;
        CampaignOrder => order_line::open_command("order");
        CampaignSuggest => shared::suggest();
        CampaignNetwork, "network", "let the network of the theatre fill the screen, or restore the layout", |screen, _| require(screen.network.has_network(), "the theatre is not a network"), navigation::toggle_network;
        CampaignSchedule, "schedule", "schedule something: an order, an arrival, a reminder", availability::has_clock, |_, _| OrderLine::open_action("schedule \""), types;
        CampaignSettle, "settle", "settle the chosen item of the calendar: it has happened, or will not", availability::can_settle, confirm_list::settle, types;
        CampaignNext, "pane", "to the next pane", always, |screen, _| navigation::cycle_focus(screen, 1);
        CampaignForms, "set up", "the forms for what has several parts: the theatre, the clock, supply, pools, objectives, a battle", can_write, |_, s| vec![Action::Open(Box::new(Listing::of_forms(s.state())))], types;
        CampaignLinks, "pages", "the sides' pages on phones: their links and QR codes, who reads them, new links", can_write, |_, s| SideLinks::open_action(s);
        CampaignPrevious, "", "to the previous pane", always, |screen, _| navigation::cycle_focus(screen, -1);
        CampaignRedo => shared::redo();
        CampaignShare, "share", "read what a side will learn from its next share, and write it beside the save", availability::has_sides, |_, s| vec![Action::Open(Box::new(Listing::of_sides_to_share(s.diary())))];
        CampaignShareAll, "", "read what each side will learn from its next share, and write them all: into the folder of the setting `mail_folder`, or else beside the save", availability::has_sides, |_, s| vec![Action::Open(Box::new(Listing::of_share(s.diary(), None)))];
        CampaignEnd, "", "end the chosen battle, or else the campaign: by the rulebook, or with your own result", |c, s| can_write_if(c, s, s.state().ended().is_none(), "the campaign is already over"), confirm_list::end, types;
        CampaignNote, "note", "write a note", can_write, |_, _| OrderLine::open_action("note \""), types;
        CampaignImport, "import", "take in the orders file that a player sent: NAME.orders.ron", can_write, |_, _| effect(Effect::OpenPicker(PickerScope::Letters));
        CampaignTell, "tell", "tell a side something: at once, or when it is due", availability::has_sides, confirm_list::tell, types;
        @ find CampaignFind, find_next CampaignFindNext;
        CampaignRecord, "record", "the service record of the chosen unit, or the first of the stack or side", |c, _| require(c.selected_force().is_some(), "choose a side, stack or unit among the forces first; Tab goes to them"), |screen, _| shared::show_record(screen.selected_id());
        CampaignHandDice => shared::hand_dice().with_label("");
    },
    &shared::screen_commands(ScreenName::Campaign),
    &shared::jumps::<CampaignScreen>(),
    &commands! {
        CampaignEarlier => shared::earlier("the campaign one entry earlier");
        CampaignLater => shared::later();
        CampaignFold, "", "fold a side or stack, or go to its parent; over the network, to the left", availability::can_go_sideways, navigation::fold;
        CampaignUnfold, "", "unfold it; over the network, to the right", availability::can_go_sideways, navigation::unfold;
        CampaignFoldAll, "", "fold or unfold all stacks", |_, session| require(!session.state().stacks().is_empty(), "there are no stacks"), |c, s| { c.toggle_all(s.state()); c.rebuild_forces(s); };
    },
    &borders::resize_commands::<CampaignScreen>(CommandId::CampaignZoom),
    &motions!(CampaignUp, CampaignDown, CampaignPageUp, CampaignPageDown, CampaignTop, CampaignBottom),
    &commands! {
        @ next_battle CampaignNextBattle, previous_battle CampaignPreviousBattle, look_as CampaignLookAs;
        @ mouse CampaignMouse, theme CampaignTheme, copy CampaignCopy, report CampaignReport, help CampaignHelp;
        CampaignBack, "back", "back one step: close the network, leave the past, drop the picks, or leave the screen", always, navigation::back;
        @ suspend CampaignSuspend, quit CampaignQuit;
    },
];

impl Commands<Session> for CampaignScreen {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode::new(GroupId::Campaign, "On the Campaign screen", COMMANDS)];

    fn apply_motion(&mut self, motion: Motion, session: &mut Session) {
        self.update_rows(session);
        navigation::apply_motion(self, motion);
    }
}

impl Component<Session> for CampaignScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        self.draw_panes(frame, area, session, canvas);
    }

    /// A click selects a pane and a row; a click on the selected row activates it.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        if let Some(steps) = borders::event(&event, session) {
            return Some(steps);
        }
        if event.pointer_area().is_some() {
            session.clear_notice();
            self.update_rows(session);
        }
        match event {
            Event::Key(_) => session.clear_notice(),
            // A pasted text opens the order line with that order.
            Event::Paste(pasted) => return Some(OrderLine::paste_action(pasted, session)),
            Event::Click(at, area) if session.panes.press(at) => {
                let areas = self.areas(area, session);
                self.panes.focus_title_at(at, &areas.parts);
            }
            Event::Click(at, area) => {
                if self.select_at(at, area, session) && availability::can_activate(self, session).is_ok() {
                    return Some(confirm_list::activate(self, session));
                }
            }
            Event::Scroll(at, area, motion) => {
                let areas = self.areas(area, session);
                if let Some((part, _)) = areas.parts.iter().find(|(_, place)| place.contains(at)) {
                    self.panes.focus = *part;
                    navigation::apply_motion(self, motion);
                }
            }
            Event::Select(spot) => navigation::select_row(self, spot, session),
            Event::GoTo(id) => {
                self.update_rows(session);
                navigation::go_to(self, session, id);
            }
            Event::GoToPlace(_, spot) => {
                self.update_rows(session);
                self.select_station(Station::at(spot));
            }
            Event::Changed(_) => self.rows_key = None,
            _ => return None,
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, session: &'a Session) -> Option<ListRows<'a>> {
        navigation::list(self, at.unwrap_or(self.panes.focused_index()), session)
    }

    fn list_area(&self, area: Rect, session: &Session) -> Rect {
        self.areas(area, session).area(self.panes.focus)
    }
}

impl Screen<Session> for CampaignScreen {
    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.update_rows(session);
        self.scroll_to_selection(area, session);
    }
}
