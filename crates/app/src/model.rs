//! The whole program, except the terminal.

use crate::{
    command_id::CommandId,
    component::Context as _,
    drawing_context::DrawingContext,
    effect::StartChoice,
    keymap::Keymap,
    manual::{Manual, ReportWriter},
    notice::Notice,
    odds_worker::OddsWorker,
    overlay::{
        comparison::Comparison,
        draw_line::{DrawLine, DrawPrompt},
        list_dialog::FaultDialog,
    },
    panes::Panes,
    registry,
    save_previews::SavePreviews,
    screen::{ScreenName, drawing::DrawScreen, start::StartScreen},
    screen_stack::ScreenStack,
    session::Session,
    session_odds::SessionOdds,
    settings::{AUTO, Settings},
    start_context::StartContext,
    theme::{ThemeEnvironment, user_theme_file},
    tutorial::Tutorial,
    tutorial_text,
};
use ratatui::{
    layout::{Rect, Size},
    style::Color,
};
use std::{path::PathBuf, time::Duration};
use wardiary_diary::{
    assets::Folders,
    diary::{EntryNo, compare::PathComparison, file::TrashTarget},
    projection::SaveView,
};
use wardiary_view::{ClickTargets, Glyphs, theme::Theme};

/// Where to start in a save that is opened for reading.
#[derive(Clone, Debug)]
pub enum ReadingStart {
    At(EntryNo),
    /// The Review screen at this entry, or at the head.
    Review(Option<EntryNo>),
    /// The Review screen, with a comparison of two paths over it.
    Compare {
        at: Option<EntryNo>,
        compared: Box<PathComparison>,
        /// Whether both paths belong to this save.
        same_save: bool,
    },
}

pub struct Model {
    pub folders: Folders,
    pub settings: Settings,
    pub keymap: Keymap,
    pub theme: Theme,
    pub(super) theme_environment: ThemeEnvironment,
    pub size: Size,
    pub mouse: bool,
    pub(super) visible_stack: VisibleStack,
    /// The clickable areas of the last frame.
    pub(super) click_areas: ClickTargets,
    pub clipboard: Option<String>,
    /// The commands of the command line with their descriptions, for the help.
    pub(super) manual: fn() -> Manual,
    pub(super) write_report: ReportWriter,
    has_tutorial: bool,
    new_odds_worker: fn() -> OddsWorker,
    new_previews: fn() -> SavePreviews,
    pub(super) trash: TrashTarget,
    /// The referee's own screen stack, while he looks at a side's view.
    referee_stack: Option<Box<ScreenStack<Session>>>,
}

pub(super) enum VisibleStack {
    /// The start screen, and the session behind it.
    Start(Box<ScreenStack<StartContext>>, Option<Box<ScreenStack<Session>>>),
    Session(Box<ScreenStack<Session>>),
    /// A drawing, and the session behind it.
    Drawing(Box<ScreenStack<DrawingContext>>, Option<Box<ScreenStack<Session>>>),
}

/// Evaluates an expression with the visible screen stack, whatever its context.
macro_rules! with_visible_stack {
    ($front:expr, $screens:ident => $does:expr) => {
        match $front {
            $crate::model::VisibleStack::Start($screens, _) => $does,
            $crate::model::VisibleStack::Session($screens) => $does,
            $crate::model::VisibleStack::Drawing($screens, _) => $does,
        }
    };
}
pub(super) use with_visible_stack;

impl Model {
    pub(crate) fn glyphs(&self) -> Glyphs {
        Glyphs::new(self.settings.glyphs.glyph_set(self.theme_environment.glyphs))
    }

    pub(super) fn new(
        folders: Folders,
        settings: Settings,
        keymap: Keymap,
        (theme, around): (Theme, ThemeEnvironment),
        start: StartContext,
    ) -> Self {
        Self {
            folders,
            mouse: settings.mouse,
            settings,
            keymap,
            theme,
            theme_environment: around,
            size: Size::new(0, 0),
            visible_stack: VisibleStack::Start(Box::new(new_start_stack(start)), None),
            click_areas: ClickTargets::default(),
            clipboard: None,
            manual: Manual::default,
            write_report: |_, _| Ok(()),
            has_tutorial: false,
            new_odds_worker: OddsWorker::without_thread,
            new_previews: SavePreviews::default,
            trash: TrashTarget::Folder,
            referee_stack: None,
        }
    }

    /// Turns the tutorial on, and shows it unless the user has seen it.
    pub fn enable_tutorial(&mut self) {
        self.has_tutorial = true;
        let folders = self.folders.clone();
        if let Some(session) = self.any_session() {
            show_if_new(session, &folders);
        }
    }

    pub fn session(&self) -> Option<&Session> {
        match &self.visible_stack {
            VisibleStack::Start(_, behind) | VisibleStack::Drawing(_, behind) => {
                behind.as_ref().map(|screens| &screens.context)
            }
            VisibleStack::Session(screens) => Some(&screens.context),
        }
    }

    /// The open session, visible or not; in a side's view the referee's.
    pub(super) fn any_session(&mut self) -> Option<&mut Session> {
        if let Some(screens) = &mut self.referee_stack {
            return Some(&mut screens.context);
        }
        match &mut self.visible_stack {
            VisibleStack::Start(_, behind) | VisibleStack::Drawing(_, behind) => {
                behind.as_mut().map(|screens| &mut screens.context)
            }
            VisibleStack::Session(screens) => Some(&mut screens.context),
        }
    }

    pub(super) fn start_stack(&mut self) -> Option<&mut ScreenStack<StartContext>> {
        match &mut self.visible_stack {
            VisibleStack::Start(screens, _) => Some(screens),
            VisibleStack::Session(_) | VisibleStack::Drawing(..) => None,
        }
    }

    pub(super) fn start_context(&self) -> Option<&StartContext> {
        match &self.visible_stack {
            VisibleStack::Start(screens, _) => Some(&screens.context),
            VisibleStack::Session(_) | VisibleStack::Drawing(..) => None,
        }
    }

    /// The session, while it is visible.
    pub(super) fn shown_session(&mut self) -> Option<&mut Session> {
        self.session_stack().map(|screens| &mut screens.context)
    }

    pub(super) fn session_stack(&mut self) -> Option<&mut ScreenStack<Session>> {
        match &mut self.visible_stack {
            VisibleStack::Start(..) | VisibleStack::Drawing(..) => None,
            VisibleStack::Session(screens) => Some(screens),
        }
    }

    pub fn notice(&self) -> Option<&Notice> {
        match &self.visible_stack {
            VisibleStack::Start(screens, _) => screens.context.notice.as_ref(),
            VisibleStack::Session(screens) => screens.context.notice(),
            VisibleStack::Drawing(screens, _) => screens.context.notice.as_ref(),
        }
    }

    pub(super) fn has_overlay(&self) -> bool {
        with_visible_stack!(&self.visible_stack, screens => screens.has_overlay())
    }

    pub(super) fn say(&mut self, notice: Notice) {
        with_visible_stack!(&mut self.visible_stack, screens => screens.context.say(notice));
    }

    pub(super) fn show_faults(&mut self, text: &[String]) {
        with_visible_stack!(&mut self.visible_stack, screens => screens.open(Box::new(FaultDialog::of_files(text))));
    }

    pub(super) fn open_save(&mut self, save: impl Into<SaveView>) {
        let save = save.into();
        let daily_copy = self.settings.make_daily_copy(save.save());
        let mut session = Session::new(save, (self.new_odds_worker)(), self.folders.clone());
        session.settings = self.settings.clone();
        session.panes = Panes::load(&self.folders);
        let key = self.keymap.key_labels(CommandId::FirstSteps).into_iter().next();
        let is_own = session.diary().entries().is_empty();
        session.tutorial = Tutorial::new(tutorial_text::lines(session.state(), &self.keymap), key, is_own);
        if self.has_tutorial {
            show_if_new(&mut session, &self.folders);
        }
        if let Err(failure) = daily_copy
            && session.notice().is_none()
        {
            session.say(Notice::of_failure(&failure));
        }
        let first = ScreenName::ALL[0];
        let screen = registry::open(first, &session, None);
        let mut screens = ScreenStack::new(session, Some(first), screen);
        // A campaign without a battle starts on the Campaign screen.
        if screens.context.state().battles().is_empty() {
            screens.push(ScreenName::Campaign, registry::open(ScreenName::Campaign, &screens.context, None));
        }
        self.visible_stack = VisibleStack::Session(Box::new(screens));
    }

    /// The session of the user who opened the save: in a side's view the referee's.
    pub(super) fn referee_session(&self) -> Option<&Session> {
        match &self.referee_stack {
            Some(screens) => Some(&screens.context),
            None => self.session(),
        }
    }

    pub(super) fn show_side_view(&mut self, seen: SaveView) {
        let start = VisibleStack::Start(Box::new(new_start_stack(StartContext::default())), None);
        match std::mem::replace(&mut self.visible_stack, start) {
            VisibleStack::Session(mut screens) if self.referee_stack.is_none() => {
                screens.context.odds.invalidate();
                self.referee_stack = Some(screens);
            }
            VisibleStack::Session(_) => {}
            front => return self.visible_stack = front,
        }
        self.open_save(seen);
        if let Some(session) = self.shown_session() {
            session.is_side_view = true;
        }
    }

    pub(super) fn show_referee_view(&mut self) {
        if let Some(screens) = self.referee_stack.take() {
            self.visible_stack = VisibleStack::Session(screens);
        }
    }

    pub(super) fn open_for_reading(&mut self, save: impl Into<SaveView>, opening: ReadingStart) {
        self.open_save(save);
        let VisibleStack::Session(screens) = &mut self.visible_stack else { return };
        let (at, beside) = match opening {
            ReadingStart::At(at) => return screens.context.view_entry(at),
            ReadingStart::Review(at) => (at, None),
            ReadingStart::Compare { at, compared, same_save: is_here } => {
                (at, Some(Comparison::new(*compared, is_here)))
            }
        };
        at.into_iter().for_each(|at| screens.context.view_entry(at));
        screens.push(ScreenName::Review, registry::open(ScreenName::Review, &screens.context, None));
        beside.into_iter().for_each(|beside| screens.open(Box::new(beside)));
    }

    pub fn drawing_context(&self) -> Option<&DrawingContext> {
        match &self.visible_stack {
            VisibleStack::Drawing(screens, _) => Some(&screens.context),
            _ => None,
        }
    }

    pub(super) fn drawing_stack(&mut self) -> Option<&mut ScreenStack<DrawingContext>> {
        match &mut self.visible_stack {
            VisibleStack::Drawing(screens, _) => Some(screens),
            _ => None,
        }
    }

    pub(super) fn open_drawing(&mut self, context: DrawingContext) {
        let screen = DrawScreen::new(&context);
        let asks = context.prompts_for_size.then(|| DrawLine::for_prompt(DrawPrompt::Size(0), &context));
        let mut screens = Box::new(ScreenStack::new(context, None, Box::new(screen)));
        if let Some(line) = asks {
            screens.open(Box::new(line));
        }
        let start = VisibleStack::Start(Box::new(new_start_stack(StartContext::default())), None);
        let behind = match std::mem::replace(&mut self.visible_stack, start) {
            VisibleStack::Start(_, behind) | VisibleStack::Drawing(_, behind) => behind,
            VisibleStack::Session(mut screens) => {
                screens.context.odds.invalidate();
                Some(screens)
            }
        };
        self.visible_stack = VisibleStack::Drawing(screens, behind);
    }

    pub(super) fn leave_drawing(&mut self, start: StartContext) {
        if let VisibleStack::Drawing(_, behind) = &mut self.visible_stack {
            self.visible_stack = match behind.take() {
                Some(screens) => VisibleStack::Session(screens),
                None => VisibleStack::Start(Box::new(new_start_stack(self.with_previews(start))), None),
            };
        }
    }

    fn with_previews(&self, start: StartContext) -> StartContext {
        StartContext { previews: (self.new_previews)(), ..start }
    }

    /// Reloads the list of the start screen, and selects `chosen`, or the row at the same position.
    pub(super) fn reload_start_list(&mut self, start: StartContext, chosen: Option<PathBuf>) {
        let start = self.with_previews(start);
        if let VisibleStack::Start(screens, _) = &mut self.visible_stack {
            let StartContext { has_session, rules, .. } = std::mem::take(&mut screens.context);
            screens.context = StartContext { has_session, rules, to_select: chosen.map(StartChoice::Open), ..start };
            screens.close_all();
        }
    }

    pub(super) fn show_start_screen(&mut self, context: StartContext) {
        let context = self.with_previews(context);
        let start = VisibleStack::Start(Box::new(new_start_stack(context)), None);
        if let VisibleStack::Session(mut screens) = std::mem::replace(&mut self.visible_stack, start) {
            screens.context.odds.invalidate();
            if let VisibleStack::Start(start, behind) = &mut self.visible_stack {
                start.context.has_session = true;
                *behind = Some(screens);
            }
        }
    }

    pub(super) fn return_to_session(&mut self) {
        if let VisibleStack::Start(_, behind) = &mut self.visible_stack
            && let Some(screens) = behind.take()
        {
            self.visible_stack = VisibleStack::Session(screens);
        }
    }

    /// Computes odds and previews on threads, so that they do not block the keys.
    pub fn use_threads(&mut self) {
        self.new_odds_worker = OddsWorker::on_thread;
        self.new_previews = SavePreviews::on_thread;
        if let VisibleStack::Start(screens, _) = &mut self.visible_stack {
            screens.context.previews = SavePreviews::on_thread();
        }
        if let Some(session) = self.shown_session() {
            session.odds = SessionOdds::new(OddsWorker::on_thread());
        }
    }

    /// Moves deleted saves to the system's trash, if there is one.
    pub fn use_trash(&mut self) {
        self.trash = TrashTarget::System;
    }

    /// When `on_pulse` is due next.
    pub(super) fn tick_interval(&self) -> Option<Duration> {
        with_visible_stack!(&self.visible_stack, screens => screens.tick_interval())
    }

    pub(super) fn on_tick(&mut self) {
        with_visible_stack!(&mut self.visible_stack, screens => screens.on_pulse());
    }

    /// Drops the odds. They are requested again with the next frame.
    pub fn forget_odds(&mut self) {
        if let Some(session) = self.shown_session() {
            session.odds.invalidate();
        }
    }

    pub(super) fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.width, self.size.height)
    }

    /// Applies the theme of the settings. A faulty theme is reported and changes nothing.
    pub(super) fn apply_theme(&mut self) {
        match self.theme_environment.theme(&self.settings, &self.folders) {
            Ok(theme) => self.theme = theme,
            Err(fault) => self.say(Notice::bad(fault.what)),
        }
    }

    /// Applies the theme that suits the terminal's background, if the settings leave the choice to it.
    pub(super) fn set_background(&mut self, (r, g, b): (u8, u8, u8)) {
        let before = self.theme_environment.automatic();
        self.theme_environment.background = Some(Color::Rgb(r, g, b));
        if self.settings.theme == AUTO && self.theme_environment.automatic() != before {
            self.apply_theme();
        }
    }

    /// Whether the theme is a file that can change.
    pub(super) fn watches_theme(&self) -> bool {
        user_theme_file(&self.settings).is_some()
    }

    /// Reloads the user's theme if its file has changed. A faulty theme is reported and changes nothing. Returns
    /// whether there is anything new to draw.
    pub fn reload_theme(&mut self) -> bool {
        if !self.theme_environment.has_changed(&self.settings, &self.folders) {
            return false;
        }
        match self.theme_environment.theme(&self.settings, &self.folders) {
            Ok(theme) => {
                self.theme = theme;
                self.say(Notice::good(format!("theme {} was reloaded", self.theme.name())));
            }
            Err(fault) => self.say(Notice::bad(format!("{}; the colours are not changed", fault.what))),
        }
        true
    }
}

fn new_start_stack(start: StartContext) -> ScreenStack<StartContext> {
    ScreenStack::new(start, None, Box::new(StartScreen::default()))
}

/// Shows the tutorial unless the user has seen it.
fn show_if_new(session: &mut Session, folders: &Folders) {
    if session.viewed().is_writable() && !folders.has_seen_tutorial(session.tutorial.is_own) {
        session.tutorial.show();
    }
}
