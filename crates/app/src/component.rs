//! The traits of screens and overlays, and the types that declare their commands. `C` is the context that a component
//! sees: a session, the start screen's context or a drawing. Components have no access to the model.

use super::{
    command::{Availability, CommandGroup, CommandSpec, Unavailable},
    command_id::{CommandId, CommandKind, GroupId},
    effect::Effect,
    motion::Motion,
    notice::Notice,
    odds_worker::{OddsJob, OddsResult},
    screen::ScreenName,
    searched_rows::{ListRows, ListSearch, RowPosition, SearchStep},
    session_odds::OddsRequest,
};
use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::time::Duration;
use wardiary_base::{
    ground::Spot,
    id::{Id, MapId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::order::Order;
use wardiary_view::{
    ClickTarget, Look,
    footer::{StatusLine, StatusTone},
    help::HelpSection,
    layout::DOCK,
};

pub enum Action<C> {
    Open(Box<dyn Overlay<C>>),
    Close,
    /// Passes a text to the component on top.
    Submit(String),
    /// Runs a command of the component on top. Shows the reason if it is unavailable.
    Run(CommandId),
    OpenSearch,
    RepeatSearch,
    SearchStep(SearchStep),
    /// Passes the search text typed so far to the component below.
    SearchText(String),
    Select(RowPosition),
    /// Opens the order line with these first words.
    OpenOrderLine(String),
    /// Closes the screen with its overlays, and returns to the screen below.
    LeaveScreen,
    Effect(Effect),
}

pub type Actions<C> = Vec<Action<C>>;

/// The return value of a command: actions, or nothing.
pub(crate) trait Outcome<C> {
    fn actions(self) -> Actions<C>;
}

impl<C> Outcome<C> for () {
    fn actions(self) -> Actions<C> {
        Vec::new()
    }
}

impl<C> Outcome<C> for Actions<C> {
    fn actions(self) -> Self {
        self
    }
}

pub(crate) fn actions_of<S, C, R: Outcome<C>>(
    run: impl FnOnce(&mut S, &mut C) -> R,
    s: &mut S,
    c: &mut C,
) -> Actions<C> {
    run(s, c).actions()
}

pub fn effect<C>(effect: Effect) -> Actions<C> {
    vec![Action::Effect(effect)]
}

pub struct Command<S, C> {
    pub(crate) spec: CommandSpec,
    available: fn(&S, &C) -> Availability,
    run: Run<S, C>,
    /// Whether it leads to the screen that is shown already. Such a command is hidden.
    opens_shown_screen: bool,
}

enum Run<S, C> {
    Component(fn(&mut S, &mut C) -> Actions<C>),
    Motion(Motion),
    Screen(ScreenName),
    Effect(fn() -> Effect),
}

impl<S, C> Command<S, C> {
    const fn always_available(id: CommandId, label: &'static str, help: &'static str, run: Run<S, C>) -> Self {
        Self {
            spec: CommandSpec { id, label, help, opens_text_line: false },
            available: always,
            run,
            opens_shown_screen: false,
        }
    }

    pub const fn new(
        id: CommandId,
        label: &'static str,
        help: &'static str,
        available: fn(&S, &C) -> Availability,
        run: fn(&mut S, &mut C) -> Actions<C>,
    ) -> Self {
        Self::always_available(id, label, help, Run::Component(run)).available_if(available)
    }

    /// A list motion. Another command does not compile here.
    pub const fn motion(id: CommandId) -> Self {
        let CommandKind::Moves(motion) = id.kind() else { panic!("the command is no motion") };
        Self::always_available(id, "", motion.help(), Run::Motion(motion))
    }

    /// A program command, which needs neither the component nor its context.
    pub const fn program(id: CommandId, label: &'static str, help: &'static str, run: fn() -> Effect) -> Self {
        Self::always_available(id, label, help, Run::Effect(run))
    }

    /// The command that switches to the screen `to`, in the list of the screen `here`.
    pub const fn switch_screen(to: ScreenName, here: ScreenName) -> Self {
        let CommandSpec { id, label, help, .. } = to.command_spec();
        let mut command = Self::always_available(id, label, help, Run::Screen(to));
        command.opens_shown_screen = to as usize == here as usize;
        command
    }

    pub const fn available_if(mut self, available: fn(&S, &C) -> Availability) -> Self {
        self.available = available;
        self
    }

    pub const fn with_id(mut self, id: CommandId) -> Self {
        self.spec.id = id;
        self
    }

    pub const fn with_text_line(mut self) -> Self {
        self.spec.opens_text_line = true;
        self
    }

    pub(crate) const fn with_label(mut self, label: &'static str) -> Self {
        self.spec.label = label;
        self
    }

    pub(crate) const fn with_help(mut self, help: &'static str) -> Self {
        self.spec.help = help;
        self
    }
}

#[expect(clippy::unnecessary_wraps, reason = "has the signature of the other availability functions")]
pub fn always<S, C>(_: &S, _: &C) -> Availability {
    Ok(())
}

pub struct CommandMode<S: 'static, C: 'static> {
    pub group: GroupId,
    pub heading: Option<&'static str>,
    pub commands: &'static [&'static [Command<S, C>]],
}

impl<S, C> CommandMode<S, C> {
    pub const fn new(group: GroupId, heading: &'static str, commands: &'static [&'static [Command<S, C>]]) -> Self {
        Self { group, heading: Some(heading), commands }
    }

    fn commands(&self) -> impl Iterator<Item = &'static Command<S, C>> {
        self.commands.iter().copied().flatten().filter(|command| !command.opens_shown_screen)
    }

    pub fn group(&self) -> CommandGroup {
        let mut commands = Vec::with_capacity(self.commands.iter().map(|commands| commands.len()).sum());
        commands.extend(self.commands().map(|command| command.spec));
        CommandGroup { id: self.group, heading: self.heading, commands }
    }
}

pub trait Commands<C: 'static>: Sized + 'static {
    const MODES: &'static [CommandMode<Self, C>];

    /// Whether the current notice stays when a command runs.
    const KEEPS_NOTICE: bool = false;

    fn mode(&self) -> &'static CommandMode<Self, C> {
        &Self::MODES[0]
    }

    fn apply_motion(&mut self, _motion: Motion, _context: &mut C) {}
}

/// Object-safe form of `Commands`.
pub trait DynCommands<C> {
    fn group(&self) -> CommandGroup;

    fn groups(&self) -> Vec<CommandGroup>;

    /// Whether the command at that index of the current group is available, and if not, why.
    fn available(&self, at: usize, context: &C) -> Availability;

    /// The available commands that have a footer label. Availability is not checked for the others, which are most.
    fn footer_commands(&self, context: &C) -> Vec<CommandSpec>;

    fn run(&mut self, at: usize, context: &mut C) -> Actions<C>;
}

/// The state that the components of a screen stack share.
pub trait Context: 'static {
    /// The notice that the screen stack draws. `None` if the screen draws its own.
    fn notice(&self) -> Option<&Notice>;

    fn notice_mut(&mut self) -> &mut Option<Notice>;

    fn say(&mut self, notice: Notice) {
        *self.notice_mut() = Some(notice);
    }

    /// Called before a command runs: clears the previous notice.
    fn clear_notice(&mut self) {
        *self.notice_mut() = None;
    }

    /// Called on every key: stops animations.
    fn stop_animations(&mut self) {}

    /// Called before a frame is drawn: whether an overlay occupies the dock.
    fn set_docked(&mut self, _is_docked: bool) {}

    /// The effect of going back from the bottom of the stack.
    fn exit_effect(&self) -> Option<Effect> {
        None
    }

    /// The order line, with its first words.
    fn new_order_line(&self, _words: String) -> Result<Box<dyn Overlay<Self>>, String> {
        Err("orders can only be given in an open save".into())
    }
}

impl<C: Context, T: Commands<C>> DynCommands<C> for T {
    fn group(&self) -> CommandGroup {
        self.mode().group()
    }

    fn groups(&self) -> Vec<CommandGroup> {
        Self::MODES.iter().map(CommandMode::group).collect()
    }

    fn available(&self, at: usize, context: &C) -> Availability {
        let command = self.mode().commands().nth(at).ok_or(Unavailable::NotNow)?;
        (command.available)(self, context)
    }

    fn footer_commands(&self, context: &C) -> Vec<CommandSpec> {
        let labelled = self.mode().commands().filter(|command| !command.spec.label.is_empty());
        labelled.filter(|command| (command.available)(self, context).is_ok()).map(|command| command.spec).collect()
    }

    fn run(&mut self, at: usize, context: &mut C) -> Actions<C> {
        let Some(command) = self.mode().commands().nth(at) else { return Vec::new() };
        if !T::KEEPS_NOTICE && !matches!(command.run, Run::Effect(_)) {
            context.clear_notice();
        }
        match command.run {
            Run::Component(run) => run(self, context),
            Run::Motion(motion) => {
                self.apply_motion(motion, context);
                Vec::new()
            }
            Run::Screen(name) => effect(Effect::Show(name, None)),
            Run::Effect(run) => effect(run()),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum SessionChange<'a> {
    Moved,
    Recorded(&'a Order),
    Remarked(EntryNo),
    Reread,
}

/// An input to a component, besides its commands.
pub enum Event<'a> {
    /// A key that is bound to no available command.
    Key(KeyEvent),
    /// Pasted text, which is never a command.
    Paste(&'a str),
    /// A click on a target that the last frame registered. If it means nothing there, a `Click` follows.
    Target(ClickTarget),
    /// A click. The area is the whole frame.
    Click(Position, Rect),
    Drag(Position, Rect),
    Release,
    /// The wheel. If it means nothing here, the component below gets it.
    Scroll(Position, Rect, Motion),
    /// The number of a line, counted from 0, in line mode.
    Number(usize),
    /// Selects a row and focuses its list.
    Select(RowPosition),
    /// Loads more rows of a list that is loaded in part.
    LoadRows(usize),
    /// The text of an overlay that was on top.
    Submitted(&'a str),
    /// The search text typed so far, for a component with a search of its own.
    SearchText(&'a str),
    SearchStep(SearchStep),
    /// The session changed. Components that are not shown get this too.
    Changed(SessionChange<'a>),
    /// The result of a job, and whether it is the final one.
    Odds {
        job: usize,
        result: OddsResult,
        is_last: bool,
    },
    /// The interval of [`Screen::tick_interval`] has passed.
    Tick,
    /// Shows a battle, a formation, a stack or a unit.
    GoTo(Id),
    /// Shows an area of a map, or a place of the theatre's network.
    GoToPlace(Option<MapId>, Spot),
}

impl Event<'_> {
    pub(crate) fn pointer_area(&self) -> Option<Rect> {
        match self {
            Self::Click(_, area) | Self::Scroll(_, area, _) => Some(*area),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineResult {
    Complete,
    Incomplete,
    /// Rejected. The component has said why.
    Rejected,
}

#[derive(Clone, Copy)]
pub struct RenderOptions<'a> {
    pub look: Look<'a>,
    pub focused: bool,
    /// Whether an overlay occupies the screen's dock.
    pub(crate) docked: bool,
}

pub trait Component<C>: DynCommands<C> {
    /// Draws the component. A screen gets the whole frame, of which it uses [`above_status`]; an overlay gets its own
    /// area.
    fn draw(&self, frame: &mut Frame, area: Rect, context: &C, canvas: RenderOptions);

    /// Handles an event, and returns the actions that follow; mostly none. `None` if it means nothing here.
    fn event(&mut self, _event: Event, _context: &mut C) -> Option<Actions<C>> {
        None
    }

    /// Handles a whole line of text, in line mode. `None` if the component takes no text.
    fn handle_line(&mut self, _line: &str, _context: &mut C) -> Option<LineResult> {
        None
    }

    /// The component as text lines, for line mode. `None` falls back to the drawn cells.
    fn lines(&self, _context: &C) -> Option<Vec<String>> {
        None
    }

    /// The name and the lines that the copy command copies. `None` copies the component as text.
    fn copy_text(&self, _context: &C) -> Option<(String, Vec<String>)> {
        None
    }

    /// The rows of a searchable list: of the one with that index, or of the focused one.
    fn list<'a>(&'a self, _at: Option<usize>, _context: &'a C) -> Option<ListRows<'a>> {
        None
    }

    /// The area of the focused list, in a frame of that area.
    fn list_area(&self, area: Rect, _context: &C) -> Rect {
        above_footer(area)
    }

    /// The odds request. `None` leaves it to the component below.
    fn odds_request(&self, _context: &C) -> Option<OddsRequest> {
        Some(OddsRequest::Nothing)
    }

    fn odds_jobs(&mut self, _context: &C) -> Vec<OddsJob> {
        Vec::new()
    }
}

/// The area below the header row of a screen.
pub(crate) fn below_header(area: Rect) -> Rect {
    Rect { y: area.y + area.height.min(1), height: area.height.saturating_sub(1), ..area }
}

/// The frame without the footer row.
pub(crate) fn above_footer(frame: Rect) -> Rect {
    Rect { height: frame.height.saturating_sub(1), ..frame }
}

/// The line above the footer: the latest notice, or else the screen's status.
pub fn status_line<C: Context>(screen: &(impl Screen<C> + ?Sized), context: &C) -> Option<StatusLine> {
    let notice = context.notice().map(|notice| {
        let tone = if notice.bad { StatusTone::Error } else { StatusTone::Outcome };
        StatusLine { text: notice.text.clone(), tone }
    });
    notice.or_else(|| screen.status(context).map(|text| StatusLine { text, tone: StatusTone::Plain }))
}

/// The screen's part of a frame: everything above the notice line and the footer.
pub(crate) fn above_status<C: Context>(screen: &(impl Screen<C> + ?Sized), frame: Rect, context: &C) -> Rect {
    let area = above_footer(frame);
    let rows = status_line(screen, context).map_or(0, |line| line.rows(frame));
    Rect { height: area.height.saturating_sub(rows), ..area }
}

/// The screen's part of a frame, without the area of a docked overlay.
pub(crate) fn above_dock<C: Context>(screen: &impl Screen<C>, frame: Rect, context: &C, docked: bool) -> Rect {
    let area = above_status(screen, frame, context);
    let taken = if docked { screen.dock_area(frame, context).height } else { 0 };
    Rect { height: area.height - taken, ..area }
}

pub trait Screen<C: Context>: Component<C> {
    /// The status line above the footer, shown when there is no notice. An empty string reserves the row; `None` gives
    /// it up.
    fn status(&self, _context: &C) -> Option<String> {
        None
    }

    fn legend(&self, _context: &C, _look: Look) -> Vec<HelpSection> {
        Vec::new()
    }

    fn prepare(&mut self, _area: Rect, _context: &mut C) {}

    /// The interval after which [`Event::Tick`] is due: for a playback, or a search that loads more rows.
    fn tick_interval(&self, _context: &C) -> Option<Duration> {
        None
    }

    fn dock_area(&self, area: Rect, context: &C) -> Rect {
        let area = above_status(self, area, context);
        let height = (area.height / 3).max(DOCK.min(area.height / 5 * 3));
        Rect { y: area.bottom() - height, height, ..area }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayPlace {
    /// In the dock, which the screen leaves free.
    Dock,
    FullScreen,
    /// Over the whole screen, which is still drawn with the focus.
    Float,
    /// In the row above the footer. The screen is still drawn with the focus.
    Line,
}

impl OverlayPlace {
    /// Whether the screen below is drawn without focus.
    pub(crate) fn takes_focus(self) -> bool {
        matches!(self, Self::Dock | Self::FullScreen)
    }

    pub(crate) fn covers_screen(self) -> bool {
        matches!(self, Self::FullScreen | Self::Float)
    }
}

pub trait Overlay<C>: Component<C> {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::FullScreen
    }

    /// Whether the overlay closes on a key that it does not use, and passes it to the component below.
    fn closes_on_other_keys(&self) -> bool {
        false
    }

    fn search_mut(&mut self) -> Option<&mut ListSearch> {
        None
    }

    fn search(&self) -> Option<&ListSearch> {
        None
    }
}
