//! Line mode of a screen stack: runs commands by name, selects rows by number, and renders the top component as text
//! lines.

use super::{Desk, Layers};
use crate::{
    command::{Info, Unavailable},
    command_id::GroupId,
    component::{Context, DrawContext, Event, OverlayPlace, Typed},
    effect::Effect,
    keymap::Keymap,
    notice::Notice,
    screen::ScreenName,
};
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{Terminal, backend::TestBackend, layout::Rect};
use wardiary_base::text;
use wardiary_view::{Look, Places, lines};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Top {
    screen: Option<ScreenName>,
    group: GroupId,
    overlays: usize,
}

impl Top {
    pub(crate) fn is_screen(&self) -> bool {
        self.overlays == 0
    }

    pub(crate) fn is_of_session(&self) -> bool {
        self.screen.is_some()
    }

    /// Whether it is the battle screen.
    pub fn is_table(&self) -> bool {
        self.is_screen() && self.screen == Some(ScreenName::ALL[0])
    }
}

pub(crate) struct Spoken {
    pub lines: Vec<String>,
    pub chosen: Option<String>,
}

impl<C: Context> Desk<C> {
    pub fn top(&self) -> Top {
        let Layers { name, overlays, .. } = self.layers();
        Top { screen: *name, group: self.layers().top().group().id, overlays: overlays.len() }
    }

    /// Handles a typed line: input for the top component, an order, or a command.
    pub fn line(&mut self, typed: &str, keymap: &Keymap) -> Vec<Effect> {
        self.context.wake();
        self.context.begin();
        if self.has_overlay() {
            return self.line_over(typed, keymap);
        }
        let composed = self.context.composing(String::new()).map(|mut line| {
            let taken = line.line_typed(typed, &mut self.context);
            (line, taken)
        });
        let named = self.command_named(typed, keymap);
        let (layers, context) = self.parts();
        if named.is_none() && layers.screen.line_typed(typed, context).is_some() {
            return Vec::new();
        }
        match (composed, named) {
            (Ok((line, Some(Typed::Whole))), _) => {
                self.open(line);
                return self.enter(keymap);
            }
            (_, Some(at)) => {
                self.context.begin();
                return self.command(at);
            }
            (Ok((line, Some(Typed::Open))), None) => self.open(line),
            (Ok(_), None) => {
                let why = self.context.notice().map_or_else(String::new, |notice| notice.text.clone());
                self.context.say(Notice::bad(format!("{why}; `?` lists the commands")));
            }
            (Err(why), None) => {
                let why = format!("there is no command “{}” here; {why}", text::display_name(typed));
                self.context.say(Notice::bad(why));
            }
        }
        Vec::new()
    }

    /// Handles a typed line while an overlay is open: its text, or one of its commands.
    fn line_over(&mut self, typed: &str, keymap: &Keymap) -> Vec<Effect> {
        let group = self.layers().top().group();
        if let Some(at) = group.commands.iter().position(|info| info.id.name() == typed) {
            return self.command(at);
        }
        let (layers, context) = self.parts();
        match layers.top_mut().line_typed(typed, context) {
            Some(Typed::Whole) => self.enter(keymap),
            Some(Typed::Open | Typed::Wrong) => Vec::new(),
            None => match self.command_named(typed, keymap) {
                Some(at) => self.command(at),
                // The line passes through to the component below.
                None if self.layers().overlays.last().is_some_and(|overlay| overlay.gives_way()) => {
                    self.parts().0.overlays.pop();
                    self.line(typed, keymap)
                }
                None => {
                    let what = format!("there is no command “{}” here", text::display_name(typed));
                    self.context.say(Notice::bad(format!("{what}; `?` lists what can be done, `back` closes this")));
                    Vec::new()
                }
            },
        }
    }

    pub(crate) fn enter(&mut self, keymap: &Keymap) -> Vec<Effect> {
        self.key(KeyEvent::from(KeyCode::Enter), keymap)
    }

    /// Selects a numbered line of the top component, counted from 0. `None` if there is no such line.
    pub fn number(&mut self, at: usize) -> Option<Vec<Effect>> {
        self.context.wake();
        self.context.begin();
        self.send(Event::Number(at))
    }

    /// Finds a command of the top component by its name, its footer label or its key.
    fn command_named(&self, typed: &str, keymap: &Keymap) -> Option<usize> {
        let group = self.layers().top().group();
        let wanted = typed.to_lowercase();
        let is_name = |info: &&Info| [info.id.name(), &info.id.name().replace('-', " ")].contains(&&*wanted);
        let is_label = |info: &&Info| !info.label.is_empty() && info.label.to_lowercase() == wanted;
        let is_key = |info: &&Info| keymap.shown(info.id).iter().any(|key| key == typed);
        let place = |is: &dyn Fn(&&Info) -> bool| group.commands.iter().position(|info| is(&info));
        place(&is_name).or_else(|| place(&is_label)).or_else(|| place(&is_key))
    }

    /// Runs a command of the top component, or says why it is unavailable.
    fn command(&mut self, at: usize) -> Vec<Effect> {
        let top = self.layers().top();
        let Err(why) = top.available(at, &self.context) else { return self.run(at) };
        let info = top.group().commands[at];
        if !self.refuse(&info, &why) {
            self.context.say(Notice::bad(format!("{}: {}", info.title(), Unavailable::NotNow)));
        }
        Vec::new()
    }

    /// Lists the available commands: name, key and help, one line each. Those without a footer label share the last
    /// line.
    pub(crate) fn offers(&self, keymap: &Keymap) -> Vec<String> {
        let top = self.layers().top();
        let commands = top.group().commands.into_iter().enumerate();
        let available = commands.filter(|(at, _)| top.available(*at, &self.context).is_ok()).map(|(_, info)| info);
        let offer = |info: Info| {
            let key = keymap.shown(info.id).into_iter().next().map_or_else(String::new, |key| format!(" ({key})"));
            format!("{}{key}: {}", info.id.name(), info.help)
        };
        let (named, others): (Vec<Info>, Vec<Info>) = available.partition(|info| !info.label.is_empty());
        let also: Vec<&str> = others.iter().map(|info| info.id.name()).collect();
        let also = (!also.is_empty()).then(|| format!("also: {}", also.join(", ")));
        named.into_iter().map(offer).chain(also).collect()
    }

    /// What the copy command copies: its name and its lines.
    pub fn copied(&self, look: Look, size: (u16, u16)) -> (String, Vec<String>) {
        let called = || match self.shown() {
            Some(name) => format!("the screen “{}”", name.info().label),
            None => "the screen".into(),
        };
        let own = self.layers().top().copied(&self.context);
        own.unwrap_or_else(|| (called(), self.spoken(look, size).lines))
    }

    /// Renders the top component as text lines. A component without a text form is drawn into a buffer of that size.
    pub(crate) fn spoken(&self, look: Look, (width, height): (u16, u16)) -> Spoken {
        let Layers { screen, overlays, .. } = self.layers();
        let area = Rect::new(0, 0, width, height);
        let places = Places::default();
        let canvas = DrawContext { look: look.telling(&places), focused: true, docked: false };
        let Ok(mut unseen) = Terminal::new(TestBackend::new(width, height));
        let Ok(frame) = unseen.draw(|frame| match overlays.last() {
            Some(overlay) if overlay.place() == OverlayPlace::Dock => {
                overlay.draw(frame, screen.dock(area, &self.context), &self.context, canvas);
            }
            Some(overlay) => overlay.draw(frame, area, &self.context, canvas),
            None => screen.draw(frame, area, &self.context, canvas),
        });
        let drawn = lines::of_buffer(frame.buffer);
        let chosen = places.selection().and_then(|at| drawn.get(usize::from(at.y)).cloned());
        let lines = self.layers().top().lines(&self.context);
        let lines = lines.unwrap_or_else(|| drawn.into_iter().filter(|line| !line.is_empty()).collect());
        let unmarked = |line: String| line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_string();
        Spoken { lines, chosen: chosen.map(unmarked).filter(|line| !line.is_empty()) }
    }
}
