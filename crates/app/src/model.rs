//! The whole program, except the terminal.

use crate::{
    command_id::CommandId,
    component::Context as _,
    desk::Desk,
    easel::Easel,
    first_steps::FirstSteps,
    glimpses::Glimpses,
    keymap::Keymap,
    lobby::Lobby,
    notice::Notice,
    odds_worker::OddsWorker,
    overlay::{
        comparison::Comparison,
        draw_line::{Asks, DrawLine},
        list_dialog::Faults,
    },
    panes::Panes,
    primer, registry,
    screen::{ScreenName, drawing::DrawScreen, menu::MenuScreen},
    session::Session,
    session_odds::SessionOdds,
    settings::{AUTO, Settings},
    theme::{Around, own_file},
};
use ratatui::{
    layout::{Rect, Size},
    style::Color,
};
use std::{path::PathBuf, time::Duration};
use wardiary_diary::{
    assets::Folders,
    diary::{EntryNo, compare::Compared, file::Bin},
    projection::Viewed,
};
use wardiary_view::{Glyphs, Places, theme::Theme};

/// Where to start in a save that is opened for reading.
#[derive(Clone, Debug)]
pub enum Opening {
    At(EntryNo),
    /// The Review screen at this entry, or at the head.
    Review(Option<EntryNo>),
    /// The Review screen, with a comparison of two paths over it.
    Beside {
        at: Option<EntryNo>,
        compared: Box<Compared>,
        /// Whether both paths belong to this save.
        is_here: bool,
    },
}

pub struct Model {
    /// The folders of saves and of the user's own files.
    pub folders: Folders,
    pub settings: Settings,
    pub keymap: Keymap,
    pub theme: Theme,
    pub(super) around: Around,
    pub size: Size,
    pub mouse: bool,
    pub(super) front: Front,
    /// The clickable areas of the last frame.
    pub(super) places: Places,
    pub clipboard: Option<String>,
    /// Whether to show the tutorial in a first battle.
    explains: bool,
    worker: fn() -> OddsWorker,
    /// Creates the previews of the start screen.
    reader: fn() -> Glimpses,
    pub(super) bin: Bin,
    /// The referee's own screen stack, while he looks at a side's view.
    referee: Option<Box<Desk<Session>>>,
}

/// The visible screen stack. The session behind it stays open.
pub(super) enum Front {
    /// The start screen, and the session behind it.
    Start(Box<Desk<Lobby>>, Option<Box<Desk<Session>>>),
    Session(Box<Desk<Session>>),
    /// A drawing, and the session behind it.
    Drawing(Box<Desk<Easel>>, Option<Box<Desk<Session>>>),
}

/// Evaluates an expression with the visible screen stack, whatever its context.
macro_rules! on_desk {
    ($front:expr, $desk:ident => $does:expr) => {
        match $front {
            $crate::model::Front::Start($desk, _) => $does,
            $crate::model::Front::Session($desk) => $does,
            $crate::model::Front::Drawing($desk, _) => $does,
        }
    };
}
pub(super) use on_desk;

impl Model {
    pub(crate) fn glyphs(&self) -> Glyphs {
        Glyphs::of(self.settings.glyphs.set(self.around.is_console))
    }

    pub(super) fn new(
        folders: Folders,
        settings: Settings,
        keymap: Keymap,
        (theme, around): (Theme, Around),
        lobby: Lobby,
    ) -> Self {
        let mouse = settings.mouse;
        let front = Front::Start(Box::new(start_desk(lobby)), None);
        let worker = OddsWorker::here;
        let (reader, bin): (fn() -> Glimpses, _) = (Glimpses::default, Bin::Folder);
        let size = Size::new(0, 0);
        let (places, clipboard) = (Places::default(), None);
        Self {
            folders,
            settings,
            keymap,
            theme,
            around,
            size,
            mouse,
            front,
            places,
            clipboard,
            explains: false,
            worker,
            reader,
            bin,
            referee: None,
        }
    }

    /// Turns the tutorial on, and shows it unless the user has seen it.
    pub fn explain(&mut self) {
        self.explains = true;
        let is_new = !self.folders.has_explained();
        if let Some(session) = self.any_session().filter(|session| is_new && session.viewed().is_writable()) {
            session.first_steps.show();
        }
    }

    pub fn session(&self) -> Option<&Session> {
        match &self.front {
            Front::Start(_, behind) | Front::Drawing(_, behind) => behind.as_ref().map(|desk| &desk.context),
            Front::Session(desk) => Some(&desk.context),
        }
    }

    /// The open session, visible or not; in a side's view the referee's.
    pub(super) fn any_session(&mut self) -> Option<&mut Session> {
        if let Some(desk) = &mut self.referee {
            return Some(&mut desk.context);
        }
        match &mut self.front {
            Front::Start(_, behind) | Front::Drawing(_, behind) => behind.as_mut().map(|desk| &mut desk.context),
            Front::Session(desk) => Some(&mut desk.context),
        }
    }

    pub(super) fn start(&mut self) -> Option<&mut Desk<Lobby>> {
        match &mut self.front {
            Front::Start(desk, _) => Some(desk),
            Front::Session(_) | Front::Drawing(..) => None,
        }
    }

    pub(super) fn lobby(&self) -> Option<&Lobby> {
        match &self.front {
            Front::Start(desk, _) => Some(&desk.context),
            Front::Session(_) | Front::Drawing(..) => None,
        }
    }

    /// The session, while it is visible.
    pub(super) fn shown_session(&mut self) -> Option<&mut Session> {
        self.desk().map(|desk| &mut desk.context)
    }

    pub(super) fn desk(&mut self) -> Option<&mut Desk<Session>> {
        match &mut self.front {
            Front::Start(..) | Front::Drawing(..) => None,
            Front::Session(desk) => Some(desk),
        }
    }

    pub fn notice(&self) -> Option<&Notice> {
        match &self.front {
            Front::Start(desk, _) => desk.context.notice.as_ref(),
            Front::Session(desk) => desk.context.notice(),
            Front::Drawing(desk, _) => desk.context.notice.as_ref(),
        }
    }

    pub(super) fn has_overlay(&self) -> bool {
        on_desk!(&self.front, desk => desk.has_overlay())
    }

    pub(super) fn say(&mut self, notice: Notice) {
        on_desk!(&mut self.front, desk => desk.context.say(notice));
    }

    /// Shows the faults of the user's files in an overlay.
    pub(super) fn tell_faults(&mut self, told: &[String]) {
        on_desk!(&mut self.front, desk => desk.open(Box::new(Faults::new(told))));
    }

    /// Opens a save and closes the one before.
    pub(super) fn enter(&mut self, save: impl Into<Viewed>) {
        let save = save.into();
        let kept = self.settings.keep_daily(save.save());
        let mut session = Session::new(save, (self.worker)(), self.folders.clone());
        session.apply(&self.settings);
        session.panes = Panes::kept(&self.folders);
        let is_new = self.explains && session.viewed().is_writable() && !self.folders.has_explained();
        let key = self.keymap.shown(CommandId::FirstSteps).into_iter().next();
        session.first_steps = FirstSteps::new(primer::lines(session.state(), &self.keymap), key, is_new);
        if let Err(failure) = kept
            && session.notice().is_none()
        {
            session.say(Notice::of_failure(&failure));
        }
        let first = ScreenName::ALL[0];
        let screen = registry::open(first, &session, None);
        let mut desk = Desk::new(session, Some(first), screen);
        // A campaign without a battle starts on the Campaign screen.
        if desk.context.state().battles().is_empty() {
            desk.push(ScreenName::Campaign, registry::open(ScreenName::Campaign, &desk.context, None));
        }
        self.front = Front::Session(Box::new(desk));
    }

    /// The session of the user who opened the save: in a side's view the referee's.
    pub(super) fn referee(&self) -> Option<&Session> {
        match &self.referee {
            Some(desk) => Some(&desk.context),
            None => self.session(),
        }
    }

    pub(super) fn look_as(&mut self, seen: Viewed) {
        let start = Front::Start(Box::new(start_desk(Lobby::default())), None);
        match std::mem::replace(&mut self.front, start) {
            Front::Session(mut desk) if self.referee.is_none() => {
                desk.context.odds.forget();
                self.referee = Some(desk);
            }
            Front::Session(_) => {}
            front => return self.front = front,
        }
        self.enter(seen);
        if let Some(session) = self.shown_session() {
            session.look_on();
        }
    }

    pub(super) fn look_back(&mut self) {
        if let Some(desk) = self.referee.take() {
            self.front = Front::Session(desk);
        }
    }

    pub(super) fn read(&mut self, save: impl Into<Viewed>, opening: Opening) {
        self.enter(save);
        let Front::Session(desk) = &mut self.front else { return };
        let (at, beside) = match opening {
            Opening::At(at) => return desk.context.look_at(at),
            Opening::Review(at) => (at, None),
            Opening::Beside { at, compared, is_here } => (at, Some(Comparison::new(*compared, is_here))),
        };
        at.into_iter().for_each(|at| desk.context.look_at(at));
        desk.push(ScreenName::Review, registry::open(ScreenName::Review, &desk.context, None));
        beside.into_iter().for_each(|beside| desk.open(Box::new(beside)));
    }

    pub fn easel(&self) -> Option<&Easel> {
        match &self.front {
            Front::Drawing(desk, _) => Some(&desk.context),
            _ => None,
        }
    }

    pub(super) fn drawing(&mut self) -> Option<&mut Desk<Easel>> {
        match &mut self.front {
            Front::Drawing(desk, _) => Some(desk),
            _ => None,
        }
    }

    /// Shows a drawing. An open session stays behind it.
    pub(super) fn draw_on(&mut self, easel: Easel) {
        let screen = DrawScreen::new(&easel);
        let asks = easel.asks_size.then(|| DrawLine::new(Asks::Size(0), &easel));
        let mut desk = Box::new(Desk::new(easel, None, Box::new(screen)));
        if let Some(line) = asks {
            desk.open(Box::new(line));
        }
        let start = Front::Start(Box::new(start_desk(Lobby::default())), None);
        let behind = match std::mem::replace(&mut self.front, start) {
            Front::Start(_, behind) | Front::Drawing(_, behind) => behind,
            Front::Session(mut desk) => {
                desk.context.odds.forget();
                Some(desk)
            }
        };
        self.front = Front::Drawing(desk, behind);
    }

    /// Returns from the drawing to the session behind it, or to the start screen.
    pub(super) fn leave_drawing(&mut self, lobby: Lobby) {
        if let Front::Drawing(_, behind) = &mut self.front {
            self.front = match behind.take() {
                Some(desk) => Front::Session(desk),
                None => Front::Start(Box::new(start_desk(self.furnished(lobby))), None),
            };
        }
    }

    /// Adds the preview reader to the start screen's context.
    fn furnished(&self, lobby: Lobby) -> Lobby {
        Lobby { glimpses: (self.reader)(), ..lobby }
    }

    /// Reloads the list of the start screen, and selects `chosen`, or the row at the same position.
    pub(super) fn relist(&mut self, lobby: Lobby, chosen: Option<PathBuf>) {
        let lobby = self.furnished(lobby);
        if let Front::Start(desk, _) = &mut self.front {
            let Lobby { has_session, rules, .. } = std::mem::take(&mut desk.context);
            desk.context = Lobby { has_session, rules, wanted: chosen, ..lobby };
            desk.close_all();
        }
    }

    pub(super) fn leave_for(&mut self, lobby: Lobby) {
        let lobby = self.furnished(lobby);
        let start = Front::Start(Box::new(start_desk(lobby)), None);
        if let Front::Session(mut desk) = std::mem::replace(&mut self.front, start) {
            desk.context.odds.forget();
            if let Front::Start(start, behind) = &mut self.front {
                start.context.has_session = true;
                *behind = Some(desk);
            }
        }
    }

    pub(super) fn return_to_session(&mut self) {
        if let Front::Start(_, behind) = &mut self.front
            && let Some(desk) = behind.take()
        {
            self.front = Front::Session(desk);
        }
    }

    /// Computes odds and previews on threads, so that they do not block the keys.
    pub fn use_threads(&mut self) {
        self.worker = OddsWorker::on_a_thread;
        self.reader = Glimpses::on_a_thread;
        if let Front::Start(desk, _) = &mut self.front {
            desk.context.glimpses = Glimpses::on_a_thread();
        }
        if let Some(session) = self.shown_session() {
            session.odds = SessionOdds::new(OddsWorker::on_a_thread());
        }
    }

    /// Moves deleted saves to the system's trash, if there is one.
    pub fn use_trash(&mut self) {
        self.bin = Bin::System;
    }

    /// When `on_pulse` is due next.
    pub(super) fn pulse(&self) -> Option<Duration> {
        on_desk!(&self.front, desk => desk.pulse())
    }

    pub(super) fn on_pulse(&mut self) {
        on_desk!(&mut self.front, desk => desk.on_pulse());
    }

    /// Drops the odds. They are requested again with the next frame.
    pub fn forget_odds(&mut self) {
        if let Some(session) = self.shown_session() {
            session.odds.forget();
        }
    }

    pub(super) fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.width, self.size.height)
    }

    /// Applies the theme of the settings. A faulty theme is reported and changes nothing.
    pub(super) fn change_theme(&mut self) {
        match self.around.theme(&self.settings, &self.folders) {
            Ok(theme) => self.theme = theme,
            Err(fault) => self.say(Notice::bad(fault.what)),
        }
    }

    /// Applies the theme that suits the terminal's background, if the settings leave the choice to it.
    pub(super) fn learn_background(&mut self, (r, g, b): (u8, u8, u8)) {
        let before = self.around.automatic();
        self.around.background = Some(Color::Rgb(r, g, b));
        if self.settings.theme == AUTO && self.around.automatic() != before {
            self.change_theme();
        }
    }

    pub(super) fn knows_background(&self) -> bool {
        self.around.background.is_some()
    }

    /// Whether the theme is a file that can change.
    pub(super) fn watches_theme(&self) -> bool {
        own_file(&self.settings).is_some()
    }

    /// Reloads the user's theme if its file has changed. A faulty theme is reported and changes nothing. Returns
    /// whether there is anything new to draw.
    pub fn reload_theme(&mut self) -> bool {
        if !self.around.has_changed(&self.settings, &self.folders) {
            return false;
        }
        match self.around.theme(&self.settings, &self.folders) {
            Ok(theme) => {
                self.theme = theme;
                self.say(Notice::good(format!("theme {} was read again", self.theme.name())));
            }
            Err(fault) => self.say(Notice::bad(format!("{}; the colours stay as they are", fault.what))),
        }
        true
    }
}

fn start_desk(lobby: Lobby) -> Desk<Lobby> {
    Desk::new(lobby, None, Box::new(MenuScreen::default()))
}
