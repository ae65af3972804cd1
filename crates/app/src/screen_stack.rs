//! The screen stack: screens, each opened from the one below it, with the overlays of each. The component on top
//! receives the keys.

pub(super) mod line_mode;
mod search;

use crate::{
    command::{CommandGroup, CommandSpec, Unavailable},
    command_id::{CommandId, CommandKind},
    component::{
        Action, Actions, Component, Context, Event, Overlay, OverlayPlace, RenderOptions, Screen, SessionChange,
        above_footer, status_line,
    },
    effect::Effect,
    keymap::{self, Keymap},
    motion::Motion,
    notice::Notice,
    overlay::aftermath::AftermathOverlay,
    screen::ScreenName,
    session::Session,
    session_odds::OddsRequest,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::{collections::BTreeMap, time::Duration};
use wardiary_base::id::Id;
use wardiary_view::{
    ClickTarget, ClickTargets, Look,
    footer::{FooterPane, Hint, StatusLinePane},
    help::{FollowingKey, HelpSection, WhichKeyPane},
};

/// The screen stack and the context that its components share.
pub(crate) struct ScreenStack<C> {
    pub(crate) context: C,
    bottom: ScreenLayers<C>,
    /// The screens above it, in the order in which they were opened.
    pushed: Vec<ScreenLayers<C>>,
    /// A screen that jumped to the bottom screen. Leaving the bottom screen returns to it.
    jumped_from: Option<ScreenLayers<C>>,
    /// Drops keys: they were meant for a text line that could not open.
    drops_keys: bool,
    last_search: String,
    pressed_keys: Vec<KeyEvent>,
}

/// The footer's hints, and how many of the last ones always fit.
type Hints = (Vec<Hint>, usize);

struct ScreenLayers<C> {
    /// `None` if no key leads to the screen.
    name: Option<ScreenName>,
    screen: Box<dyn Screen<C>>,
    overlays: Vec<Box<dyn Overlay<C>>>,
}

impl<C: Context> ScreenLayers<C> {
    fn new(name: Option<ScreenName>, screen: Box<dyn Screen<C>>) -> Self {
        Self { name, screen, overlays: Vec::new() }
    }

    fn top(&self) -> &dyn Component<C> {
        match self.overlays.last() {
            Some(overlay) => &**overlay,
            None => &*self.screen,
        }
    }

    fn top_mut(&mut self) -> &mut dyn Component<C> {
        match self.overlays.last_mut() {
            Some(overlay) => &mut **overlay,
            None => &mut *self.screen,
        }
    }

    /// The component whose odds are shown: the topmost that has an odds request.
    fn odds_component(&mut self, context: &C) -> Option<&mut dyn Component<C>> {
        self.top_down().find(|component| component.odds_request(context).is_some())
    }

    fn top_down(&mut self) -> impl Iterator<Item = &mut dyn Component<C>> {
        let overlays = self.overlays.iter_mut().rev().map(|overlay| -> &mut dyn Component<C> { &mut **overlay });
        let screen: &mut dyn Component<C> = &mut *self.screen;
        overlays.chain([screen])
    }
}

impl<C: Context> ScreenStack<C> {
    pub fn new(context: C, name: Option<ScreenName>, screen: Box<dyn Screen<C>>) -> Self {
        Self {
            context,
            bottom: ScreenLayers::new(name, screen),
            pushed: Vec::new(),
            jumped_from: None,
            drops_keys: false,
            last_search: String::new(),
            pressed_keys: Vec::new(),
        }
    }

    fn current_layers(&self) -> &ScreenLayers<C> {
        self.pushed.last().unwrap_or(&self.bottom)
    }

    /// The top layers and the context, borrowed separately.
    fn layers_and_context(&mut self) -> (&mut ScreenLayers<C>, &mut C) {
        (self.pushed.last_mut().unwrap_or(&mut self.bottom), &mut self.context)
    }

    /// Opens an overlay below the one on top, or on the screen if there is none.
    pub(crate) fn open_below_overlay(&mut self, overlay: Box<dyn Overlay<C>>) {
        let overlays = &mut self.layers_and_context().0.overlays;
        overlays.insert(overlays.len().saturating_sub(1), overlay);
    }

    pub fn open(&mut self, overlay: Box<dyn Overlay<C>>) {
        self.layers_and_context().0.overlays.push(overlay);
    }

    pub fn push(&mut self, name: ScreenName, screen: Box<dyn Screen<C>>) {
        self.pushed.push(ScreenLayers::new(Some(name), screen));
    }

    /// Returns to a screen in the stack, and closes those above it. Returns false if it is not in the stack.
    pub(crate) fn return_to(&mut self, name: ScreenName) -> bool {
        if self.jumped_from.as_ref().is_some_and(|layers| layers.name == Some(name)) {
            self.pushed.extend(self.jumped_from.take());
        } else if let Some(at) = self.pushed.iter().rposition(|layers| layers.name == Some(name)) {
            self.pushed.truncate(at + 1);
        } else if self.bottom.name == Some(name) {
            self.pushed.clear();
        } else {
            return false;
        }
        self.layers_and_context().0.overlays.clear();
        true
    }

    pub fn screen_name(&self) -> Option<ScreenName> {
        self.current_layers().name
    }

    pub fn shows(&self, name: ScreenName) -> bool {
        self.screen_name() == Some(name)
    }

    /// Brings a screen of the stack to the top, and keeps the current one below it, so that leaving returns here.
    /// Returns false if it is not in the stack.
    pub(crate) fn bring_to_top(&mut self, name: ScreenName) -> bool {
        if let Some(at) = self.pushed.iter().rposition(|layers| layers.name == Some(name)) {
            let layers = self.pushed.remove(at);
            self.pushed.push(layers);
        } else if self.bottom.name == Some(name) {
            self.jumped_from = self.pushed.pop();
            self.pushed.clear();
        } else {
            return false;
        }
        self.layers_and_context().0.overlays.clear();
        true
    }

    pub(crate) fn has_jumped(&self) -> bool {
        self.jumped_from.is_some()
    }

    pub(crate) fn go_to(&mut self, id: Id) {
        self.show_on_screen(Event::GoTo(id));
    }

    pub(crate) fn show_on_screen(&mut self, event: Event) {
        let (layers, context) = self.layers_and_context();
        layers.screen.event(event, context);
    }

    pub fn notify(&mut self, change: SessionChange) {
        for layers in self.pushed.iter_mut().chain([&mut self.bottom]).chain(&mut self.jumped_from) {
            layers.top_down().for_each(|component| drop(component.event(Event::Changed(change), &mut self.context)));
        }
    }

    /// Passes an event to the top component. `None` if it means nothing there.
    fn send(&mut self, event: Event) -> Option<Vec<Effect>> {
        let (layers, context) = self.layers_and_context();
        let steps = layers.top_mut().event(event, context)?;
        Some(self.apply_actions(steps))
    }

    /// Applies actions, and returns the effects among them.
    fn apply_actions(&mut self, steps: Actions<C>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for step in steps {
            match step {
                Action::Open(overlay) => self.open(overlay),
                Action::Close => self.close(),
                Action::Submit(text) => effects.extend(self.send(Event::Submitted(&text)).unwrap_or_default()),
                Action::Select(spot) => effects.extend(self.send(Event::Select(spot)).unwrap_or_default()),
                Action::Run(id) => effects.extend(self.run_or_refuse(id)),
                Action::OpenSearch => self.find(),
                Action::RepeatSearch => self.find_again(),
                Action::SearchStep(seek) => self.search_step(seek),
                Action::SearchText(typed) => {
                    let (layers, context) = self.layers_and_context();
                    if let Some(below) = layers.component_below_mut() {
                        below.event(Event::SearchText(&typed), context);
                    }
                }
                Action::OpenOrderLine(words) => match self.context.new_order_line(words) {
                    Ok(line) => self.open(line),
                    Err(why) => self.context.say(Notice::bad(why)),
                },
                Action::LeaveScreen => match self.pushed.pop() {
                    Some(_) => {}
                    None => self.pushed.extend(self.jumped_from.take()),
                },
                Action::Effect(effect) => effects.push(effect),
            }
        }
        effects
    }

    fn run(&mut self, at: usize) -> Vec<Effect> {
        let (layers, context) = self.layers_and_context();
        let steps = layers.top_mut().run(at, context);
        self.apply_actions(steps)
    }

    /// Runs a command of the top component, or says why it is unavailable.
    fn run_or_refuse(&mut self, id: CommandId) -> Vec<Effect> {
        let top = self.current_layers().top();
        let group = top.group();
        let Some(at) = group.commands.iter().position(|info| info.id == id) else { return Vec::new() };
        match top.available(at, &self.context) {
            Ok(()) => self.run(at),
            Err(why) => {
                self.refuse(&group.commands[at], &why);
                Vec::new()
            }
        }
    }

    /// Says why a command of the top component is unavailable. Returns false if its key means something else there.
    fn refuse(&mut self, command: &CommandSpec, why: &Unavailable) -> bool {
        let Unavailable::Because(why) = why else { return false };
        self.context.clear_notice();
        self.context.say(Notice::bad(format!("{}: {why}", command.title())));
        true
    }

    pub fn key(&mut self, key: KeyEvent, keymap: &Keymap) -> Vec<Effect> {
        // A key ends the falling dice and still takes effect.
        self.context.stop_animations();
        if self.drops_keys && !key.modifiers.contains(KeyModifiers::CONTROL) {
            // A key right after Esc arrives as that key with Alt.
            self.drops_keys = key.code != KeyCode::Esc && !key.modifiers.contains(KeyModifiers::ALT);
            return Vec::new();
        }
        if self.handle_key_in_search(key, keymap) {
            return Vec::new();
        }
        let group = self.current_layers().top().group();
        let mut pressed = std::mem::take(&mut self.pressed_keys);
        let is_first = pressed.is_empty();
        pressed.push(key);
        let combinations = keymap::combinations(&pressed);
        let rest = |info: &CommandSpec| keymap.remaining_keys(info.id, &combinations);
        let command = group.commands.iter().position(|info| rest(info).is_some_and(<[_]>::is_empty));
        if command.is_none() && group.commands.iter().any(|info| rest(info).is_some()) {
            // The sequence continues: the panel lists the keys that may follow.
            self.context.clear_notice();
            self.pressed_keys = pressed;
            return Vec::new();
        }
        if command.is_none() && !is_first {
            if key.code != KeyCode::Esc {
                let keys = keymap::pressed_label(&pressed);
                self.context.say(Notice::bad(format!("{keys} does nothing here")));
            }
            return Vec::new();
        }
        if let Some(at) = command {
            let Err(why) = self.current_layers().top().available(at, &self.context) else { return self.run(at) };
            let info = group.commands[at];
            // Typing continues before the user sees that no line has opened.
            self.drops_keys = info.opens_text_line;
            if let Some(out) = self.context.exit_effect().filter(|_| why == Unavailable::NoWayBack) {
                return vec![out];
            }
            if self.refuse(&info, &why) {
                return Vec::new();
            }
        } else {
            if self.current_layers().overlays.last().is_some_and(|overlay| overlay.closes_on_other_keys()) {
                self.layers_and_context().0.overlays.pop();
                return self.key(key, keymap);
            }
            self.drops_keys = false;
        }
        self.send(Event::Key(key)).unwrap_or_default()
    }

    /// Ends the dropping of keys after a pause.
    pub fn stop_dropping_keys(&mut self) {
        self.drops_keys = false;
    }

    pub(crate) fn close_all(&mut self) {
        self.layers_and_context().0.overlays.clear();
    }

    pub(crate) fn has_overlay(&self) -> bool {
        !self.current_layers().overlays.is_empty()
    }

    /// Closes the top overlay, as its own key would.
    pub(crate) fn close_overlay(&mut self) -> Vec<Effect> {
        let group = self.current_layers().top().group();
        match group.commands.iter().position(|info| info.id.kind() == CommandKind::Back) {
            Some(at) if self.has_overlay() => self.run(at),
            _ => Vec::new(),
        }
    }

    /// Handles pasted text, which is never a command.
    pub(crate) fn paste(&mut self, pasted: &str) -> Vec<Effect> {
        self.pressed_keys.clear();
        self.send(Event::Paste(pasted)).unwrap_or_else(|| {
            self.context.say(Notice::bad("text can't be pasted here"));
            Vec::new()
        })
    }

    /// Handles a mouse event, in the frame area that was drawn last.
    pub fn mouse(&mut self, event: MouseEvent, area: Rect, places: &ClickTargets) -> Vec<Effect> {
        let at = Position::new(event.column, event.row);
        if !matches!(event.kind, MouseEventKind::Moved) {
            // The click is meant for the panes as they are after the dice have fallen.
            self.context.stop_animations();
        }
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at, area, places),
            MouseEventKind::Drag(MouseButton::Left) => self.send(Event::Drag(at, area)).unwrap_or_default(),
            MouseEventKind::Up(MouseButton::Left) => self.send(Event::Release).unwrap_or_default(),
            MouseEventKind::ScrollUp => self.wheel(at, area, Motion::Up),
            MouseEventKind::ScrollDown => self.wheel(at, area, Motion::Down),
            _ => Vec::new(),
        }
    }

    fn click(&mut self, at: Position, area: Rect, places: &ClickTargets) -> Vec<Effect> {
        let thing = places.at(at);
        // With the key panel open, a click outside it only closes it.
        let had_panel = !std::mem::take(&mut self.pressed_keys).is_empty();
        if let Some(ClickTarget::Command(command)) = thing {
            return CommandId::ALL.get(command).map_or_else(Vec::new, |id| self.run_or_refuse(*id));
        }
        if had_panel {
            return Vec::new();
        }
        // A click ends the search, except on the search text itself.
        if self.current_layers().list_search().is_some() && !matches!(thing, Some(ClickTarget::Letter(_))) {
            self.close();
        }
        match thing.map(|thing| self.send(Event::Target(thing))) {
            Some(Some(effects)) => effects,
            Some(None) if matches!(thing, Some(ClickTarget::Letter(_))) => Vec::new(),
            _ => self.send(Event::Click(at, area)).unwrap_or_default(),
        }
    }

    /// Passes the wheel to the topmost component that uses it.
    fn wheel(&mut self, at: Position, area: Rect, motion: Motion) -> Vec<Effect> {
        let (layers, context) = self.layers_and_context();
        let wheel = |component: &mut dyn Component<C>| component.event(Event::Scroll(at, area, motion), context);
        let steps = layers.top_down().find_map(wheel);
        self.apply_actions(steps.unwrap_or_default())
    }

    pub fn prepare(&mut self, area: Rect) {
        let (layers, context) = self.layers_and_context();
        context.set_docked(layers.overlays.iter().any(|overlay| overlay.place() == OverlayPlace::Dock));
        layers.screen.prepare(area, context);
    }

    /// When `on_pulse` is due next.
    pub(crate) fn tick_interval(&self) -> Option<Duration> {
        if self.is_searching() {
            return Some(Duration::ZERO);
        }
        self.current_layers().screen.tick_interval(&self.context)
    }

    /// The command groups of the current screen, the current mode first.
    pub(crate) fn groups_here(&self) -> Vec<CommandGroup> {
        let screen = &self.current_layers().screen;
        let now = screen.group();
        let others = screen.groups().into_iter().filter(|group| group.id != now.id).collect();
        [vec![now.clone()], others].concat()
    }

    pub(crate) fn unavailable_reasons(&self) -> BTreeMap<CommandId, Unavailable> {
        let screen = &self.current_layers().screen;
        let commands = screen.group().commands.into_iter().enumerate();
        commands.filter_map(|(at, info)| Some((info.id, screen.available(at, &self.context).err()?))).collect()
    }

    pub fn legend(&self, look: Look) -> Vec<HelpSection> {
        self.current_layers().screen.legend(&self.context, look)
    }

    pub fn draw(&self, frame: &mut Frame, look: Look, keymap: &Keymap) {
        let area = frame.area();
        let ScreenLayers { screen, overlays, .. } = self.current_layers();
        let docked = overlays.iter().rposition(|overlay| overlay.place() == OverlayPlace::Dock);
        let focused = !overlays.iter().any(|overlay| overlay.place().takes_focus());
        let canvas = RenderOptions { look, focused, docked: docked.is_some() };
        screen.draw(frame, area, &self.context, canvas);
        if let Some(status) = status_line(&**screen, &self.context) {
            frame.render_widget(&StatusLinePane { look, line: &status }, area);
        }
        for (at, overlay) in overlays.iter().enumerate() {
            let place = overlay.place();
            if docked == Some(at) || place.covers_screen() {
                look.clear_selection();
            }
            if place.takes_focus() || place.covers_screen() {
                look.clear_targets();
            }
            match place {
                OverlayPlace::FullScreen | OverlayPlace::Float => {
                    overlay.draw(frame, above_footer(area), &self.context, canvas);
                }
                // Of several docked overlays only the topmost is drawn.
                OverlayPlace::Dock if docked == Some(at) => {
                    overlay.draw(frame, screen.dock_area(area, &self.context), &self.context, canvas);
                }
                OverlayPlace::Dock => {}
                OverlayPlace::Line => {
                    if let Some(search) = overlay.search() {
                        let place = self.current_layers().component_below().list_area(area, &self.context);
                        wardiary_view::search::highlight(look, &search.words(), place, frame.buffer_mut());
                    }
                    let row = Rect { y: area.bottom().saturating_sub(2), height: area.height.min(1), ..area };
                    overlay.draw(frame, row, &self.context, canvas);
                }
            }
        }
        let (items, pinned) = &self.footer_hints(keymap);
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        frame.render_widget(&FooterPane { look, items, pinned: *pinned }, last);
        self.draw_key_panel(frame, look, keymap);
    }
}

impl<C: Context> ScreenStack<C> {
    pub(super) fn draw_key_panel(&self, frame: &mut Frame, look: Look, keymap: &Keymap) {
        if self.pressed_keys.is_empty() {
            return;
        }
        let top = self.current_layers().top();
        let pressed = keymap::combinations(&self.pressed_keys);
        let row = |(at, info): (usize, &CommandSpec)| {
            let keys = keymap.remaining_keys(info.id, &pressed)?;
            let why = top.available(at, &self.context).err().map(|why| why.to_string());
            Some(FollowingKey {
                key: keymap::sequence_label(keys),
                description: info.help,
                unavailable_reason: why,
                command: info.id.index(),
            })
        };
        let group = top.group();
        let keys: Vec<_> = group.commands.iter().enumerate().filter_map(row).collect();
        let pressed = keymap::pressed_label(&self.pressed_keys);
        frame.render_widget(&WhichKeyPane { look, pressed: &pressed, keys: &keys }, frame.area());
    }

    pub(super) fn footer_hints(&self, keymap: &Keymap) -> Hints {
        // During a key sequence the panel shows the keys that count.
        if !self.pressed_keys.is_empty() {
            return (vec![Hint { key: "Esc".into(), label: "back", command: None }], 1);
        }
        build_hints(&self.current_layers().top().footer_commands(&self.context), keymap)
    }
}

/// Builds the hints. Back and help come last and always fit.
fn build_hints(commands: &[CommandSpec], keymap: &Keymap) -> Hints {
    let (mut last, others): (Vec<&CommandSpec>, Vec<&CommandSpec>) =
        commands.iter().partition(|info| matches!(info.id.kind(), CommandKind::Back | CommandKind::Help));
    last.sort_by_key(|info| info.id.kind() == CommandKind::Help);
    let item = |info: &CommandSpec| {
        Some(Hint { key: keymap.first_key_label(info.id)?, label: info.label, command: Some(info.id.index()) })
    };
    let last: Vec<Hint> = last.into_iter().filter_map(item).collect();
    let pinned = last.len().max(1);
    (others.into_iter().filter_map(item).chain(last).collect(), pinned)
}

/// How long a frame waits for odds that are nearly ready, so that they appear with the key that asked for them. Applies
/// to a typed order and to a screen's own odds. The rank of a roll is drawn below its dice, and the frame does not wait
/// for it.
const ODDS_WAIT: Duration = Duration::from_millis(4);

impl ScreenStack<Session> {
    /// Opens the aftermath of the last recorded entry, if that ended a battle or exhausted a side.
    pub(crate) fn show_aftermath(&mut self) {
        if self.context.are_dice_falling() || self.has_overlay() {
            return;
        }
        let Some(no) = self.context.aftermath.take() else { return };
        if no == self.context.diary().head()
            && let Some(overlay) = AftermathOverlay::for_entry(&self.context, no)
        {
            self.open(Box::new(overlay));
        }
    }

    /// Requests odds when the request of the top component has changed, and takes the results that have arrived.
    pub(crate) fn update_odds(&mut self) {
        let (layers, session) = self.layers_and_context();
        let asked =
            layers.top_down().find_map(|component| component.odds_request(session)).unwrap_or(OddsRequest::Nothing);
        let mut patience = Duration::ZERO;
        if session.odds.is_new_request(&asked) {
            let jobs = match asked {
                OddsRequest::Screen { .. } => {
                    layers.odds_component(session).map_or_else(Vec::new, |asking| asking.odds_jobs(session))
                }
                _ => session.jobs_for(&asked),
            };
            if matches!(asked, OddsRequest::Order(..) | OddsRequest::Screen { .. }) {
                patience = ODDS_WAIT;
            }
            session.odds.request(asked, jobs);
        }
        self.receive_odds(patience);
    }

    /// Takes the results that have arrived. Returns whether there is anything new to show.
    pub(crate) fn receive_odds(&mut self, patience: Duration) -> bool {
        let (layers, session) = self.layers_and_context();
        let (reports, is_new) = session.odds.receive(patience);
        for report in reports {
            if let Some(asking) = layers.odds_component(session) {
                let odds = Event::Odds { job: report.job, result: report.result, is_last: report.is_final };
                asking.event(odds, session);
            }
        }
        is_new
    }
}
