//! The links of the sides' pages: who reads them, a QR code of each, new links and revoked ones. `wardiary serve` reads the
//! file of links again when it changes, and writes where its pages are.

use super::list_dialog::row;
use crate::{
    clock,
    command::{Availability, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, Overlay, RenderOptions,
        above_footer, always,
    },
    lists::{List, ListRows},
    motion::Motion,
    notice::Notice,
    session::Session,
};
use ratatui::{Frame, layout::Rect};
use std::path::PathBuf;
use wardiary_base::{id::SideId, text};
use wardiary_diary::{
    error::{UserError, display_path},
    links::{Links, ServerState, campaign_of, link},
};
use wardiary_view::{
    list_dialog::{ListDialogPane, ListRow, dialog_area, plain_lines},
    qr::QrPane,
};

const TITLE: &str = "Pages of the sides";

pub(crate) struct SideLinks {
    save: PathBuf,
    campaign: String,
    sides: Vec<(SideId, String)>,
    about: String,
    /// The link of each side; none if it is revoked or nobody serves the campaign.
    links: Vec<Option<String>>,
    list: List<Vec<ListRow>>,
    shows_code: bool,
}

const COMMANDS: &[&[Command<SideLinks, Session>]] = &[
    &commands! {
        LinksCode, "QR code", "show the QR code of the link, for a phone's camera", SideLinks::has_link, |dialog, _| dialog.shows_code = true;
        LinksRenew, "new link", "give the side a new link; its old one stops working, and drafts are kept", always, |dialog, session| dialog.change(session, true);
        LinksRevoke, "revoke", "take the side's link away", always, |dialog, session| dialog.change(session, false);
    },
    &motions!(LinksDown, LinksUp),
    &commands! { LinksClose, "back", "back to the list, or to the screen", always, SideLinks::close; },
];

impl Commands<Session> for SideLinks {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode::new(GroupId::Links, "Over the links of the sides", COMMANDS)];

    fn apply_motion(&mut self, motion: Motion, _: &mut Session) {
        self.list.apply_motion(motion);
    }
}

impl SideLinks {
    /// Opens the list, and makes links for sides that never had one.
    pub fn open_action(session: &mut Session) -> Actions<Session> {
        let save = session.save();
        let sides = save.diary().state().sides().iter().map(|side| (side.id, side.name.to_string())).collect();
        let mut opened = Self {
            save: save.path().to_path_buf(),
            campaign: campaign_of(save),
            sides,
            about: String::new(),
            links: Vec::new(),
            list: List::new(Vec::new()),
            shows_code: false,
        };
        match opened.update(|links, sides| links.add_missing(sides.iter().map(|(side, _)| *side))) {
            Ok(()) => vec![Action::Open(Box::new(opened))],
            Err(failure) => {
                session.say(Notice::of_failure(&failure));
                Vec::new()
            }
        }
    }

    /// Changes the file of links if the function says so, and shows what it and the server say.
    fn update(
        &mut self,
        change: impl FnOnce(&mut Links, &[(SideId, String)]) -> Result<bool, UserError>,
    ) -> Result<(), UserError> {
        let mut links = Links::read(&self.save, &self.campaign)?;
        if change(&mut links, &self.sides)? {
            links.write()?;
        }
        let server = ServerState::read(&self.save, clock::now()?);
        self.about = match &server {
            Some(server) => {
                format!("Served at {}. The players’ phones must be able to reach this address.", server.url)
            }
            None => format!(
                "Nobody serves this campaign now. In another terminal: wardiary serve {}",
                display_path(&self.save)
            ),
        };
        let link_of = |(side, _): &(SideId, String)| Some(link(&server.as_ref()?.url, links.secret(*side)?));
        self.links = self.sides.iter().map(link_of).collect();
        let row_of = |((side, name), to): (&(SideId, String), &Option<String>)| {
            let live = server.as_ref().and_then(|server| server.live.get(side)).copied().unwrap_or(0);
            let body = match (links.secret(*side), to) {
                (None, _) => "no link: it was revoked".into(),
                (Some(_), None) => String::new(),
                (Some(_), Some(link)) => format!("{link} {} connected", text::count(live, "page", "pages")),
            };
            row(name, body)
        };
        let selected = self.list.state.selected;
        self.list = List::new(self.sides.iter().zip(&self.links).map(row_of).collect());
        self.list.state.selected = selected;
        Ok(())
    }

    fn change(&mut self, session: &mut Session, gives_link: bool) {
        let Some((side, name)) = self.sides.get(self.list.state.selected).cloned() else { return };
        let changed = self.update(|links, _| {
            if gives_link {
                links.renew(side)?;
            } else {
                links.revoke(side);
            }
            Ok(true)
        });
        let said = if gives_link { "has a new link; the old one no longer works" } else { "has no link any more" };
        session.say(Notice::of_result(changed.map(|()| format!("{name} {said}"))));
    }

    fn has_link(&self, _: &Session) -> Availability {
        require(self.link().is_some(), "this side has no link that works now")
    }

    fn link(&self) -> Option<&str> {
        self.links.get(self.list.state.selected)?.as_deref()
    }

    fn close(&mut self, _: &mut Session) -> Actions<Session> {
        if std::mem::take(&mut self.shows_code) { Vec::new() } else { vec![Action::Close] }
    }
}

impl Component<Session> for SideLinks {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: RenderOptions) {
        let Self { about, list, sides, .. } = self;
        let (look, selected) = (canvas.look, list.state.selected);
        if let Some(text) = self.link().filter(|_| self.shows_code) {
            frame.render_widget(&QrPane { look, title: &sides[selected].1, text }, area);
        } else {
            let pane = ListDialogPane { look, title: TITLE, intro: about, rows: &list.rows, selected };
            frame.render_widget(&pane, area);
        }
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        if self.list.event(&event)? && self.has_link(session).is_ok() {
            self.shows_code = true;
        }
        Some(Vec::new())
    }

    fn lines(&self, _: &Session) -> Option<Vec<String>> {
        Some(plain_lines(TITLE, &self.about, &self.list.rows, true))
    }

    fn list<'a>(&'a self, _: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        Some(self.list.search_rows(""))
    }

    fn list_area(&self, area: Rect, _: &Session) -> Rect {
        dialog_area(above_footer(area), &self.about, &self.list.rows)
    }
}

impl Overlay<Session> for SideLinks {}
