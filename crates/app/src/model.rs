//! The whole program, but for the terminal.

use super::{
    component::Screen,
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
        faults::Faults,
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

/// How a save is opened that is to be read.
#[derive(Clone, Debug)]
pub enum Opening {
    /// The table, as it was after this entry.
    At(EntryNo),
    /// The Review screen, as it was after this entry, or as it is.
    Review(Option<EntryNo>),
    /// The same, with two ways side by side over it.
    Beside {
        /// The entry.
        at: Option<EntryNo>,
        /// The two.
        compared: Box<Compared>,
        /// Whether both are ways of the save, and the second not one of another.
        is_here: bool,
    },
}

/// The whole program, but for the terminal.
pub struct Model {
    /// Where saves and a user's own files lie.
    pub folders: Folders,
    /// What the user set.
    pub settings: Settings,
    /// Which key does what.
    pub keymap: Keymap,
    /// The colours in use.
    pub theme: Theme,
    /// What they depend on besides the settings.
    pub(super) around: Around,
    /// The terminal's size.
    pub size: Size,
    /// Whether the mouse is ours.
    pub mouse: bool,
    /// What is on the screen.
    pub(super) front: Front,
    /// What the last frame has where.
    pub(super) places: Places,
    /// What is to be copied into the terminal's clipboard.
    pub clipboard: Option<String>,
    /// Whether a first battle is explained.
    explains: bool,
    /// Where the odds of a session are worked out.
    worker: fn() -> OddsWorker,
    /// Where it is read what the saves tell that the start screen lists.
    reader: fn() -> Glimpses,
    /// What takes saves that are thrown away.
    pub(super) bin: Bin,
    /// The referee's own desk, while he looks at what a side sees.
    referee: Option<Box<Desk<Session>>>,
}

/// What is on the screen.
pub(super) enum Front {
    /// The start screen, and the session behind it, if there is one.
    Start(Box<Desk<Lobby>>, Option<Box<Desk<Session>>>),
    /// A session.
    Session(Box<Desk<Session>>),
    /// A drawing, and the session behind it, if there is one.
    Drawing(Box<Desk<Easel>>, Option<Box<Desk<Session>>>),
}

impl Model {
    /// The characters in use.
    #[must_use]
    pub(crate) fn glyphs(&self) -> Glyphs {
        Glyphs::of(self.settings.glyphs.set(self.around.is_console))
    }

    /// The program at its start screen.
    #[must_use]
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

    /// Explains the first battle to who has not seen that yet.
    pub fn explain(&mut self) {
        self.explains = true;
        let is_new = !self.folders.has_explained();
        if let Some(session) = self.any_session().filter(|session| is_new && session.save.is_writable()) {
            session.first_steps.show();
        }
    }

    /// The session, if one is open.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        match &self.front {
            Front::Start(_, behind) | Front::Drawing(_, behind) => behind.as_ref().map(|desk| &desk.context),
            Front::Session(desk) => Some(&desk.context),
        }
    }

    /// The session, if one is open, on the screen or behind the start screen.
    pub(super) fn any_session(&mut self) -> Option<&mut Session> {
        if let Some(desk) = &mut self.referee {
            return Some(&mut desk.context);
        }
        match &mut self.front {
            Front::Start(_, behind) | Front::Drawing(_, behind) => behind.as_mut().map(|desk| &mut desk.context),
            Front::Session(desk) => Some(&mut desk.context),
        }
    }

    /// The start screen's desk, while it is on the screen.
    pub(super) fn start(&mut self) -> Option<&mut Desk<Lobby>> {
        match &mut self.front {
            Front::Start(desk, _) => Some(desk),
            Front::Session(_) | Front::Drawing(..) => None,
        }
    }

    /// What the start screen knows, while it is on the screen.
    #[must_use]
    pub(super) fn lobby(&self) -> Option<&Lobby> {
        match &self.front {
            Front::Start(desk, _) => Some(&desk.context),
            Front::Session(_) | Front::Drawing(..) => None,
        }
    }

    /// The session that is on the screen.
    pub(super) fn shown_session(&mut self) -> Option<&mut Session> {
        self.desk().map(|desk| &mut desk.context)
    }

    /// The session's desk, while it is on the screen.
    pub(super) fn desk(&mut self) -> Option<&mut Desk<Session>> {
        match &mut self.front {
            Front::Start(..) | Front::Drawing(..) => None,
            Front::Session(desk) => Some(desk),
        }
    }

    /// What was said last.
    #[must_use]
    pub fn notice(&self) -> Option<&Notice> {
        match &self.front {
            Front::Start(desk, _) => desk.context.notice.as_ref(),
            Front::Session(desk) => desk.context.notice.as_ref(),
            Front::Drawing(desk, _) => desk.context.notice.as_ref(),
        }
    }

    /// Whether something lies over the screen.
    pub(super) fn has_overlay(&self) -> bool {
        match &self.front {
            Front::Start(desk, _) => desk.has_overlay(),
            Front::Session(desk) => desk.has_overlay(),
            Front::Drawing(desk, _) => desk.has_overlay(),
        }
    }

    /// Says something.
    pub(super) fn say(&mut self, notice: Notice) {
        match &mut self.front {
            Front::Start(desk, _) => desk.context.notice = Some(notice),
            Front::Session(desk) => desk.context.notice = Some(notice),
            Front::Drawing(desk, _) => desk.context.notice = Some(notice),
        }
    }

    /// Lists faults of the user's own files over what is on the screen.
    pub(super) fn tell_faults(&mut self, told: &[String]) {
        match &mut self.front {
            Front::Start(desk, _) => desk.open(Box::new(Faults::new(told))),
            Front::Session(desk) => desk.open(Box::new(Faults::new(told))),
            Front::Drawing(desk, _) => desk.open(Box::new(Faults::new(told))),
        }
    }

    /// Puts a save on the screen; the one that was open is closed.
    pub(super) fn enter(&mut self, save: impl Into<Viewed>) {
        let save = save.into();
        let kept = self.settings.keep_daily(save.save());
        let mut session = Session::new(save, (self.worker)(), self.folders.clone());
        session.by_hand = self.settings.by_hand;
        session.last_face_gives = self.settings.last_face_gives;
        session.panes = Panes::kept(&self.folders);
        session.aliases = self.settings.aliases.clone();
        let is_new = self.explains && session.save.is_writable() && !self.folders.has_explained();
        let key = self.keymap.shown("first-steps").into_iter().next();
        session.first_steps = FirstSteps::new(primer::lines(session.state(), &self.keymap), key, is_new);
        if let Err(failure) = kept {
            session.notice.get_or_insert(Notice::of_failure(&failure));
        }
        let screen = registry::open(ScreenName::ALL[0], &session, None);
        // A campaign that has no battle yet begins where its first things are offered.
        let without = session.state().battles().is_empty();
        let campaign = without.then(|| registry::open(ScreenName::Campaign, &session, None));
        let mut desk = Desk::new(session, screen);
        campaign.into_iter().for_each(|screen| desk.push(screen));
        self.front = Front::Session(Box::new(desk));
    }

    /// The session of whoever opened the save: the referee's own, while he looks at what a side sees.
    pub(super) fn referee(&self) -> Option<&Session> {
        match &self.referee {
            Some(desk) => Some(&desk.context),
            None => self.session(),
        }
    }

    /// Puts what a side sees on the screen, over what the referee is at.
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
            session.looks_on = true;
        }
    }

    /// Back to what the referee was at.
    pub(super) fn look_back(&mut self) {
        if let Some(desk) = self.referee.take() {
            self.front = Front::Session(desk);
        }
    }

    /// Puts a save on the screen that is to be read: the table as it was after an entry, or the Review screen.
    pub(super) fn read(&mut self, save: impl Into<Viewed>, opening: Opening) {
        self.enter(save);
        let Front::Session(desk) = &mut self.front else { return };
        let (at, beside) = match opening {
            Opening::At(at) => return desk.context.look_at(at),
            Opening::Review(at) => (at, None),
            Opening::Beside { at, compared, is_here } => (at, Some(Comparison::new(*compared, is_here))),
        };
        at.into_iter().for_each(|at| desk.context.look_at(at));
        desk.push(registry::open(ScreenName::Review, &desk.context, None));
        beside.into_iter().for_each(|beside| desk.open(Box::new(beside)));
    }

    /// The drawing, if one is on the screen.
    #[must_use]
    pub fn easel(&self) -> Option<&Easel> {
        match &self.front {
            Front::Drawing(desk, _) => Some(&desk.context),
            _ => None,
        }
    }

    /// The drawing's desk, if one is on the screen.
    pub(super) fn drawing(&mut self) -> Option<&mut Desk<Easel>> {
        match &mut self.front {
            Front::Drawing(desk, _) => Some(desk),
            _ => None,
        }
    }

    /// Puts a drawing on the screen; a session that is open stays behind it.
    pub(super) fn draw_on(&mut self, easel: Easel) {
        let screen = DrawScreen::new(&easel);
        let asks = easel.asks_size.then(|| DrawLine::new(Asks::Size(0), &easel));
        let mut desk = Box::new(Desk::new(easel, Box::new(screen)));
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

    /// Back from the drawing to the session that is behind it, or else to the start screen.
    pub(super) fn leave_drawing(&mut self, lobby: Lobby) {
        if let Front::Drawing(_, behind) = &mut self.front {
            self.front = match behind.take() {
                Some(desk) => Front::Session(desk),
                None => Front::Start(Box::new(start_desk(self.furnished(lobby))), None),
            };
        }
    }

    /// The lobby with what reads its saves.
    fn furnished(&self, lobby: Lobby) -> Lobby {
        Lobby { glimpses: (self.reader)(), ..lobby }
    }

    /// Lists anew what the start screen shows; this save is chosen then, or what stood where one was.
    pub(super) fn relist(&mut self, lobby: Lobby, chosen: Option<PathBuf>) {
        let lobby = self.furnished(lobby);
        if let Front::Start(desk, _) = &mut self.front {
            let Lobby { has_session, rules, .. } = std::mem::take(&mut desk.context);
            desk.context = Lobby { has_session, rules, wanted: chosen, ..lobby };
            desk.close_all();
        }
    }

    /// Puts the start screen over the session.
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

    /// Back from the start screen to the session, if one is open.
    pub(super) fn return_to_session(&mut self) {
        if let Front::Start(_, behind) = &mut self.front
            && let Some(desk) = behind.take()
        {
            self.front = Front::Session(desk);
        }
    }

    /// Has the odds worked out on a thread from now on, so that no key waits for them.
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

    /// Has what is thrown away put into the system's trash from now on, where there is one.
    pub fn use_trash(&mut self) {
        self.bin = Bin::System;
    }

    /// After how long what is on the screen goes on by itself, where it does.
    #[must_use]
    pub(super) fn pulse(&self) -> Option<Duration> {
        match &self.front {
            Front::Start(desk, _) => desk.pulse(),
            Front::Session(desk) => desk.pulse(),
            Front::Drawing(desk, _) => desk.pulse(),
        }
    }

    /// What is on the screen goes on by itself.
    pub(super) fn on_pulse(&mut self) {
        match &mut self.front {
            Front::Start(desk, _) => desk.on_pulse(),
            Front::Session(desk) => desk.on_pulse(),
            Front::Drawing(desk, _) => desk.on_pulse(),
        }
    }

    /// Forgets the odds: they are asked for again when the next frame is prepared.
    pub fn forget_odds(&mut self) {
        if let Some(session) = self.shown_session() {
            session.odds.forget();
        }
    }

    /// The terminal as an area.
    pub(super) fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.width, self.size.height)
    }

    /// Takes the theme that the settings have come to; a faulty one is said, and changes nothing.
    pub(super) fn change_theme(&mut self) {
        match self.around.theme(&self.settings, &self.folders) {
            Ok(theme) => self.theme = theme,
            Err(fault) => self.say(Notice::bad(fault.what)),
        }
    }

    /// Takes the theme that goes with the terminal's background, where the settings leave it to that, and it is another.
    pub(super) fn learn_background(&mut self, (r, g, b): (u8, u8, u8)) {
        let before = self.around.automatic();
        self.around.background = Some(Color::Rgb(r, g, b));
        if self.settings.theme == AUTO && self.around.automatic() != before {
            self.change_theme();
        }
    }

    /// Whether the terminal, or what surrounds it, has told its background.
    pub(super) fn knows_background(&self) -> bool {
        self.around.background.is_some()
    }

    /// Whether there is a theme whose file could change.
    pub(super) fn watches_theme(&self) -> bool {
        own_file(&self.settings).is_some()
    }

    /// Reads the user's own theme again, where its file has changed; a faulty one is said, and changes nothing. Whether
    /// there is anything new to be seen.
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
    let screen: Box<dyn Screen<Lobby>> = Box::new(MenuScreen::default());
    Desk::new(lobby, screen)
}
