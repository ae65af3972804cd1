//! The screen stack: screens, each opened from the one below it, with the overlays of each. The component on top
//! receives the keys.

mod search;
pub(super) mod spoken;

use crate::{
    command::{CommandGroup, Info, Unavailable},
    command_id::{CommandId, CommandKind},
    component::{
        Action, Actions, Component, Context, DrawContext, Event, Overlay, OverlayPlace, Screen, SessionChange,
        above_footer, said,
    },
    effect::Effect,
    keymap::{self, Keymap},
    motion::Motion,
    notice::Notice,
    overlay::aftermath::AftermathOverlay,
    screen::ScreenName,
    session::Session,
    session_odds::Asked,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::{collections::BTreeMap, time::Duration};
use wardiary_base::id::Id;
use wardiary_view::{
    Look, Places, Thing,
    footer::{FooterPane, Hint, SaidPane},
    found,
    help::HelpSection,
    which_key::{FollowingKey, WhichKeyPane},
};

/// The screen stack and the context that its components share.
pub(crate) struct Desk<C> {
    pub(crate) context: C,
    first: Layers<C>,
    /// The screens above it, in the order in which they were opened.
    opened: Vec<Layers<C>>,
    /// A screen that jumped to the bottom screen. Leaving the bottom screen returns to it.
    aside: Option<Layers<C>>,
    /// Drops keys: they were meant for a text line that could not open.
    deaf: bool,
    sought: String,
    /// The start of a key sequence.
    pressed: Vec<KeyEvent>,
}

/// The footer's hints, and how many of the last ones always fit.
type Hints = (Vec<Hint>, usize);

struct Layers<C> {
    /// `None` if no key leads to the screen.
    name: Option<ScreenName>,
    screen: Box<dyn Screen<C>>,
    overlays: Vec<Box<dyn Overlay<C>>>,
}

impl<C: Context> Layers<C> {
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
    fn asking(&mut self, context: &C) -> Option<&mut dyn Component<C>> {
        self.top_down().find(|component| component.asked(context).is_some())
    }

    fn top_down(&mut self) -> impl Iterator<Item = &mut dyn Component<C>> {
        let overlays = self.overlays.iter_mut().rev().map(|overlay| -> &mut dyn Component<C> { &mut **overlay });
        let screen: &mut dyn Component<C> = &mut *self.screen;
        overlays.chain([screen])
    }
}

impl<C: Context> Desk<C> {
    pub fn new(context: C, name: Option<ScreenName>, screen: Box<dyn Screen<C>>) -> Self {
        Self {
            context,
            first: Layers::new(name, screen),
            opened: Vec::new(),
            aside: None,
            deaf: false,
            sought: String::new(),
            pressed: Vec::new(),
        }
    }

    fn layers(&self) -> &Layers<C> {
        self.opened.last().unwrap_or(&self.first)
    }

    /// The top layers and the context, borrowed separately.
    fn parts(&mut self) -> (&mut Layers<C>, &mut C) {
        (self.opened.last_mut().unwrap_or(&mut self.first), &mut self.context)
    }

    pub fn open(&mut self, overlay: Box<dyn Overlay<C>>) {
        self.parts().0.overlays.push(overlay);
    }

    pub fn push(&mut self, name: ScreenName, screen: Box<dyn Screen<C>>) {
        self.opened.push(Layers::new(Some(name), screen));
    }

    /// Returns to a screen in the stack, and closes those above it. Returns false if it is not in the stack.
    pub(crate) fn return_to(&mut self, name: ScreenName) -> bool {
        if self.aside.as_ref().is_some_and(|layers| layers.name == Some(name)) {
            self.opened.extend(self.aside.take());
        } else if let Some(at) = self.opened.iter().rposition(|layers| layers.name == Some(name)) {
            self.opened.truncate(at + 1);
        } else if self.first.name == Some(name) {
            self.opened.clear();
        } else {
            return false;
        }
        self.parts().0.overlays.clear();
        true
    }

    /// The name of the top screen, if it has one.
    pub fn shown(&self) -> Option<ScreenName> {
        self.layers().name
    }

    pub fn shows(&self, name: ScreenName) -> bool {
        self.shown() == Some(name)
    }

    /// Brings a screen of the stack to the top, and keeps the current one below it, so that leaving returns here.
    /// Returns false if it is not in the stack.
    pub(crate) fn go_over_to(&mut self, name: ScreenName) -> bool {
        if let Some(at) = self.opened.iter().rposition(|layers| layers.name == Some(name)) {
            let layers = self.opened.remove(at);
            self.opened.push(layers);
        } else if self.first.name == Some(name) {
            self.aside = self.opened.pop();
            self.opened.clear();
        } else {
            return false;
        }
        self.parts().0.overlays.clear();
        true
    }

    pub(crate) fn has_aside(&self) -> bool {
        self.aside.is_some()
    }

    pub(crate) fn go_to(&mut self, id: Id) {
        let (layers, context) = self.parts();
        layers.screen.event(Event::GoTo(id), context);
    }

    pub fn tell(&mut self, change: SessionChange) {
        for layers in self.opened.iter_mut().chain([&mut self.first]).chain(&mut self.aside) {
            layers.top_down().for_each(|component| drop(component.event(Event::Changed(change), &mut self.context)));
        }
    }

    /// Passes an event to the top component. `None` if it means nothing there.
    fn send(&mut self, event: Event) -> Option<Vec<Effect>> {
        let (layers, context) = self.parts();
        let steps = layers.top_mut().event(event, context)?;
        Some(self.take(steps))
    }

    /// Applies actions, and returns the effects among them.
    fn take(&mut self, steps: Actions<C>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for step in steps {
            match step {
                Action::Open(overlay) => self.open(overlay),
                Action::Close => self.close(),
                Action::Submit(text) => effects.extend(self.send(Event::Submitted(&text)).unwrap_or_default()),
                Action::Choose(spot) => effects.extend(self.send(Event::Select(spot)).unwrap_or_default()),
                Action::Run(id) => effects.extend(self.run_or_refuse(id)),
                Action::Find => self.find(),
                Action::FindAgain => self.find_again(),
                Action::Seek(seek) => self.seek(seek),
                Action::Typing(typed) => {
                    let (layers, context) = self.parts();
                    if let Some(below) = layers.below_mut() {
                        below.event(Event::Typing(&typed), context);
                    }
                }
                Action::Compose(words) => match self.context.composing(words) {
                    Ok(line) => self.open(line),
                    Err(why) => self.context.say(Notice::bad(why)),
                },
                Action::Leave => match self.opened.pop() {
                    Some(_) => {}
                    None => self.opened.extend(self.aside.take()),
                },
                Action::Do(effect) => effects.push(effect),
            }
        }
        effects
    }

    fn run(&mut self, at: usize) -> Vec<Effect> {
        let (layers, context) = self.parts();
        let steps = layers.top_mut().run(at, context);
        self.take(steps)
    }

    /// Runs a command of the top component, or says why it is unavailable.
    fn run_or_refuse(&mut self, id: CommandId) -> Vec<Effect> {
        let top = self.layers().top();
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
    fn refuse(&mut self, command: &Info, why: &Unavailable) -> bool {
        let Unavailable::Because(why) = why else { return false };
        self.context.begin();
        self.context.say(Notice::bad(format!("{}: {why}", command.title())));
        true
    }

    pub fn key(&mut self, key: KeyEvent, keymap: &Keymap) -> Vec<Effect> {
        // A key ends the falling dice and still takes effect.
        self.context.wake();
        if self.deaf && !key.modifiers.contains(KeyModifiers::CONTROL) {
            // A key right after Esc arrives as that key with Alt.
            self.deaf = key.code != KeyCode::Esc && !key.modifiers.contains(KeyModifiers::ALT);
            return Vec::new();
        }
        if self.passes(key, keymap) {
            return Vec::new();
        }
        let group = self.layers().top().group();
        let mut pressed = std::mem::take(&mut self.pressed);
        let is_first = pressed.is_empty();
        pressed.push(key);
        let combinations = keymap::combinations(&pressed);
        let rest = |info: &Info| keymap.rest(info.id, &combinations);
        let command = group.commands.iter().position(|info| rest(info).is_some_and(<[_]>::is_empty));
        if command.is_none() && group.commands.iter().any(|info| rest(info).is_some()) {
            // The sequence continues: the panel lists the keys that may follow.
            self.context.begin();
            self.pressed = pressed;
            return Vec::new();
        }
        if command.is_none() && !is_first {
            if key.code != KeyCode::Esc {
                let keys = keymap::pressed(&pressed);
                self.context.say(Notice::bad(format!("{keys} does nothing here")));
            }
            return Vec::new();
        }
        if let Some(at) = command {
            let Err(why) = self.layers().top().available(at, &self.context) else { return self.run(at) };
            let info = group.commands[at];
            // Typing continues before the user sees that no line has opened.
            self.deaf = info.types;
            if let Some(out) = self.context.way_out().filter(|_| why == Unavailable::NoWayBack) {
                return vec![out];
            }
            if self.refuse(&info, &why) {
                return Vec::new();
            }
        } else {
            if self.layers().overlays.last().is_some_and(|overlay| overlay.gives_way()) {
                self.parts().0.overlays.pop();
                return self.key(key, keymap);
            }
            self.deaf = false;
        }
        self.send(Event::Key(key)).unwrap_or_default()
    }

    /// Ends the dropping of keys after a pause.
    pub fn rest(&mut self) {
        self.deaf = false;
    }

    pub(crate) fn close_all(&mut self) {
        self.parts().0.overlays.clear();
    }

    pub(crate) fn has_overlay(&self) -> bool {
        !self.layers().overlays.is_empty()
    }

    /// Closes the top overlay, as its own key would.
    pub(crate) fn close_overlay(&mut self) -> Vec<Effect> {
        let group = self.layers().top().group();
        match group.commands.iter().position(Info::is_way_back) {
            Some(at) if self.has_overlay() => self.run(at),
            _ => Vec::new(),
        }
    }

    /// Handles pasted text, which is never a command.
    pub(crate) fn paste(&mut self, pasted: &str) -> Vec<Effect> {
        self.pressed.clear();
        self.send(Event::Paste(pasted)).unwrap_or_else(|| {
            self.context.say(Notice::bad("pasted text has no place here"));
            Vec::new()
        })
    }

    /// Handles a mouse event, in the frame area that was drawn last.
    pub fn mouse(&mut self, event: MouseEvent, area: Rect, places: &Places) -> Vec<Effect> {
        let at = Position::new(event.column, event.row);
        if !matches!(event.kind, MouseEventKind::Moved) {
            // The click is meant for the panes as they are after the dice have fallen.
            self.context.wake();
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

    fn click(&mut self, at: Position, area: Rect, places: &Places) -> Vec<Effect> {
        let thing = places.at(at);
        // With the key panel open, a click outside it only closes it.
        let had_panel = !std::mem::take(&mut self.pressed).is_empty();
        if let Some(Thing::Command(command)) = thing {
            return CommandId::of_number(command).map_or_else(Vec::new, |id| self.run_or_refuse(id));
        }
        if had_panel {
            return Vec::new();
        }
        // A click ends the search, except on the search text itself.
        if self.layers().sought().is_some() && !matches!(thing, Some(Thing::Letter(_))) {
            self.close();
        }
        match thing.map(|thing| self.send(Event::Target(thing))) {
            Some(Some(effects)) => effects,
            Some(None) if matches!(thing, Some(Thing::Letter(_))) => Vec::new(),
            _ => self.send(Event::Click(at, area)).unwrap_or_default(),
        }
    }

    /// Passes the wheel to the topmost component that uses it.
    fn wheel(&mut self, at: Position, area: Rect, motion: Motion) -> Vec<Effect> {
        let (layers, context) = self.parts();
        let wheel = |component: &mut dyn Component<C>| component.event(Event::Wheel(at, area, motion), context);
        let steps = layers.top_down().find_map(wheel);
        self.take(steps.unwrap_or_default())
    }

    pub fn prepare(&mut self, area: Rect) {
        let (layers, context) = self.parts();
        context.dock(layers.overlays.iter().any(|overlay| overlay.place() == OverlayPlace::Dock));
        layers.screen.prepare(area, context);
    }

    /// When `on_pulse` is due next.
    pub(crate) fn pulse(&self) -> Option<Duration> {
        if self.is_looking() {
            return Some(Duration::ZERO);
        }
        self.layers().screen.pulse(&self.context)
    }

    /// The command groups of the current screen, the current mode first.
    pub(crate) fn groups_here(&self) -> Vec<CommandGroup> {
        let screen = &self.layers().screen;
        let now = screen.group();
        let others = screen.groups().into_iter().filter(|group| group.id != now.id).collect();
        [vec![now.clone()], others].concat()
    }

    /// The reasons for the unavailable commands of the current screen.
    pub(crate) fn reasons(&self) -> BTreeMap<CommandId, Unavailable> {
        let screen = &self.layers().screen;
        let commands = screen.group().commands.into_iter().enumerate();
        commands.filter_map(|(at, info)| Some((info.id, screen.available(at, &self.context).err()?))).collect()
    }

    pub fn legend(&self, look: Look) -> Vec<HelpSection> {
        self.layers().screen.legend(&self.context, look)
    }

    /// Whether the current screen shows the result of a SCRUD phase, which then needs no notice.
    pub(crate) fn shows_phases(&self) -> bool {
        matches!(self.shown(), Some(ScreenName::Battle | ScreenName::Review))
    }

    /// Draws the screen, the notice, the overlays and the footer.
    pub fn draw(&self, frame: &mut Frame, look: Look, keymap: &Keymap) {
        let area = frame.area();
        let Layers { screen, overlays, .. } = self.layers();
        let docked = overlays.iter().rposition(|overlay| overlay.place() == OverlayPlace::Dock);
        let focused = !overlays.iter().any(|overlay| overlay.place().takes_focus());
        let canvas = DrawContext { look, focused, docked: docked.is_some() };
        screen.draw(frame, area, &self.context, canvas);
        if let Some(said) = said(&**screen, &self.context) {
            frame.render_widget(&SaidPane { look, said: &said }, area);
        }
        for (at, overlay) in overlays.iter().enumerate() {
            let place = overlay.place();
            if docked == Some(at) || place.is_whole() {
                look.select_nothing();
            }
            if place.takes_focus() || place.is_whole() {
                look.cover();
            }
            match place {
                OverlayPlace::Whole | OverlayPlace::Float => {
                    overlay.draw(frame, above_footer(area), &self.context, canvas);
                }
                // Of several docked overlays only the topmost is drawn.
                OverlayPlace::Dock if docked == Some(at) => {
                    overlay.draw(frame, screen.dock(area, &self.context), &self.context, canvas);
                }
                OverlayPlace::Dock => {}
                OverlayPlace::Line => {
                    if let Some(finding) = overlay.sought() {
                        let place = self.layers().below().list_place(area, &self.context);
                        found::mark(look, &finding.wanted(), place, frame.buffer_mut());
                    }
                    let row = Rect { y: area.bottom().saturating_sub(2), height: area.height.min(1), ..area };
                    overlay.draw(frame, row, &self.context, canvas);
                }
            }
        }
        let (items, kept) = &self.footer_items(keymap);
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        frame.render_widget(&FooterPane { look, items, kept: *kept }, last);
        self.draw_following(frame, look, keymap);
    }
}

impl<C: Context> Desk<C> {
    /// Draws the panel of the keys that may continue the sequence.
    pub(super) fn draw_following(&self, frame: &mut Frame, look: Look, keymap: &Keymap) {
        if self.pressed.is_empty() {
            return;
        }
        let top = self.layers().top();
        let pressed = keymap::combinations(&self.pressed);
        let row = |(at, info): (usize, &Info)| {
            let keys = keymap.rest(info.id, &pressed)?;
            let why = top.available(at, &self.context).err().map(|why| why.to_string());
            Some(FollowingKey { key: keymap::shown(keys), does: info.help, why, command: info.id.number() })
        };
        let group = top.group();
        let keys: Vec<_> = group.commands.iter().enumerate().filter_map(row).collect();
        let pressed = keymap::pressed(&self.pressed);
        frame.render_widget(&WhichKeyPane { look, pressed: &pressed, keys: &keys }, frame.area());
    }

    pub(super) fn footer_items(&self, keymap: &Keymap) -> Hints {
        // During a key sequence the panel shows the keys that count.
        if !self.pressed.is_empty() {
            return (vec![Hint { key: "Esc".into(), label: "back", command: None }], 1);
        }
        hints(&self.layers().top().in_footer(&self.context), keymap)
    }
}

/// Builds the hints. Back and help come last and always fit.
fn hints(told: &[Info], keymap: &Keymap) -> Hints {
    let (mut last, others): (Vec<&Info>, Vec<&Info>) =
        told.iter().partition(|info| matches!(info.id.kind(), CommandKind::Back | CommandKind::Help));
    last.sort_by_key(|info| info.id.kind() == CommandKind::Help);
    let item = |info: &Info| {
        Some(Hint { key: keymap.first_shown(info.id)?, label: info.label, command: Some(info.id.number()) })
    };
    let last: Vec<Hint> = last.into_iter().filter_map(item).collect();
    let kept = last.len().max(1);
    (others.into_iter().filter_map(item).chain(last).collect(), kept)
}

/// How long a frame waits for odds that are nearly ready, so that they appear with the key that asked for them. Applies
/// to a typed order and to a screen's own odds. The rank of a roll is drawn below its dice, and the frame does not wait
/// for it.
const PATIENCE: Duration = Duration::from_millis(4);

impl Desk<Session> {
    /// Opens the aftermath of the last recorded entry, if that ended a battle or exhausted a side. Waits until all dice
    /// have landed.
    pub(crate) fn show_aftermath(&mut self) {
        if self.context.are_dice_falling() || self.has_overlay() {
            return;
        }
        let Some(no) = self.context.take_aftermath() else { return };
        if no == self.context.diary().head()
            && let Some(overlay) = AftermathOverlay::of(&self.context, no)
        {
            self.open(Box::new(overlay));
        }
    }

    /// Requests odds when the request of the top component has changed, and takes the results that have arrived. Waits
    /// briefly for new ones.
    pub(crate) fn follow_odds(&mut self) {
        let (layers, session) = self.parts();
        let asked = layers.top_down().find_map(|component| component.asked(session)).unwrap_or(Asked::Nothing);
        let mut patience = Duration::ZERO;
        if session.odds.is_new(&asked) {
            let jobs = match asked {
                Asked::Screen { .. } => layers.asking(session).map_or_else(Vec::new, |asking| asking.jobs(session)),
                _ => session.odds_jobs(&asked),
            };
            if matches!(asked, Asked::Order(..) | Asked::Screen { .. }) {
                patience = PATIENCE;
            }
            session.odds.ask(asked, jobs);
        }
        self.receive_odds(patience);
    }

    /// Takes the results that have arrived. Returns whether there is anything new to show.
    pub(crate) fn receive_odds(&mut self, patience: Duration) -> bool {
        let (layers, session) = self.parts();
        let (reports, is_new) = session.odds.receive(patience);
        for report in reports {
            if let Some(asking) = layers.asking(session) {
                let odds = Event::Odds { job: report.place, result: report.result, is_last: report.last };
                asking.event(odds, session);
            }
        }
        is_new
    }
}
