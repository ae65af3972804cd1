//! Line mode of a screen stack: runs commands by name, selects rows by number, and renders the top component as text
//! lines.

use super::{ScreenLayers, ScreenStack};
use crate::{
    command::{CommandSpec, Unavailable},
    command_id::GroupId,
    component::{Context, Event, LineResult, OverlayPlace, RenderOptions},
    effect::Effect,
    keymap::Keymap,
    notice::Notice,
    screen::ScreenName,
};
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{Terminal, backend::TestBackend, layout::Rect};
use wardiary_base::text;
use wardiary_view::{ClickTargets, Look, screenshot};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TopComponent {
    screen: Option<ScreenName>,
    group: GroupId,
    overlays: usize,
}

impl TopComponent {
    pub(crate) fn is_screen(&self) -> bool {
        self.overlays == 0
    }

    pub(crate) fn is_of_session(&self) -> bool {
        self.screen.is_some()
    }

    pub fn is_battle_screen(&self) -> bool {
        self.is_screen() && self.screen == Some(ScreenName::ALL[0])
    }
}

pub(crate) struct ScreenText {
    pub lines: Vec<String>,
    pub selected_line: Option<String>,
}

impl<C: Context> ScreenStack<C> {
    pub fn top(&self) -> TopComponent {
        let ScreenLayers { name, overlays, .. } = self.current_layers();
        TopComponent { screen: *name, group: self.current_layers().top().group().id, overlays: overlays.len() }
    }

    /// Handles a typed line: input for the top component, an order, or a command.
    pub fn handle_line(&mut self, typed: &str, keymap: &Keymap) -> Vec<Effect> {
        self.context.stop_animations();
        self.context.clear_notice();
        if self.has_overlay() {
            return self.handle_line_in_overlay(typed, keymap);
        }
        let composed = self.context.new_order_line(String::new()).map(|mut line| {
            let taken = line.handle_line(typed, &mut self.context);
            (line, taken)
        });
        let named = self.command_named(typed, keymap);
        let (layers, context) = self.layers_and_context();
        if named.is_none() && layers.screen.handle_line(typed, context).is_some() {
            return Vec::new();
        }
        match (composed, named) {
            (Ok((line, Some(LineResult::Complete))), _) => {
                self.open(line);
                return self.press_enter(keymap);
            }
            (_, Some(at)) => {
                self.context.clear_notice();
                return self.run_command(at);
            }
            (Ok((line, Some(LineResult::Incomplete))), None) => self.open(line),
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
    fn handle_line_in_overlay(&mut self, typed: &str, keymap: &Keymap) -> Vec<Effect> {
        let group = self.current_layers().top().group();
        if let Some(at) = group.commands.iter().position(|info| info.id.name() == typed) {
            return self.run_command(at);
        }
        let (layers, context) = self.layers_and_context();
        match layers.top_mut().handle_line(typed, context) {
            Some(LineResult::Complete) => self.press_enter(keymap),
            Some(LineResult::Incomplete | LineResult::Rejected) => Vec::new(),
            None => match self.command_named(typed, keymap) {
                Some(at) => self.run_command(at),
                // The line passes through to the component below.
                None if self.current_layers().overlays.last().is_some_and(|overlay| overlay.closes_on_other_keys()) => {
                    self.layers_and_context().0.overlays.pop();
                    self.handle_line(typed, keymap)
                }
                None => {
                    let what = format!("there is no command “{}” here", text::display_name(typed));
                    self.context.say(Notice::bad(format!("{what}; `?` lists the commands, `back` closes this")));
                    Vec::new()
                }
            },
        }
    }

    pub(crate) fn press_enter(&mut self, keymap: &Keymap) -> Vec<Effect> {
        self.key(KeyEvent::from(KeyCode::Enter), keymap)
    }

    /// Selects a numbered line of the top component, counted from 0. `None` if there is no such line.
    pub fn select_numbered(&mut self, at: usize) -> Option<Vec<Effect>> {
        self.context.stop_animations();
        self.context.clear_notice();
        self.send(Event::Number(at))
    }

    /// Finds a command of the top component by its name, its footer label or its key.
    fn command_named(&self, typed: &str, keymap: &Keymap) -> Option<usize> {
        let group = self.current_layers().top().group();
        let wanted = typed.to_lowercase();
        let is_name = |info: &&CommandSpec| [info.id.name(), &info.id.name().replace('-', " ")].contains(&&*wanted);
        let is_label = |info: &&CommandSpec| !info.label.is_empty() && info.label.to_lowercase() == wanted;
        let is_key = |info: &&CommandSpec| keymap.key_labels(info.id).iter().any(|key| key == typed);
        let place = |is: &dyn Fn(&&CommandSpec) -> bool| group.commands.iter().position(|info| is(&info));
        place(&is_name).or_else(|| place(&is_label)).or_else(|| place(&is_key))
    }

    /// Runs a command of the top component, or says why it is unavailable.
    fn run_command(&mut self, at: usize) -> Vec<Effect> {
        let top = self.current_layers().top();
        let Err(why) = top.available(at, &self.context) else { return self.run(at) };
        let info = top.group().commands[at];
        if !self.refuse(&info, &why) {
            self.context.say(Notice::bad(format!("{}: {}", info.title(), Unavailable::NotNow)));
        }
        Vec::new()
    }

    /// Lists the available commands: name, key and help, one line each. Those without a footer label share the last
    /// line.
    pub(crate) fn available_commands(&self, keymap: &Keymap) -> Vec<String> {
        let top = self.current_layers().top();
        let commands = top.group().commands.into_iter().enumerate();
        let available = commands.filter(|(at, _)| top.available(*at, &self.context).is_ok()).map(|(_, info)| info);
        let row = |info: CommandSpec| {
            let key = keymap.key_labels(info.id).into_iter().next().map_or_else(String::new, |key| format!(" ({key})"));
            format!("{}{key}: {}", info.id.name(), info.help)
        };
        let (named, others): (Vec<CommandSpec>, Vec<CommandSpec>) = available.partition(|info| !info.label.is_empty());
        let also: Vec<&str> = others.iter().map(|info| info.id.name()).collect();
        let also = (!also.is_empty()).then(|| format!("also: {}", also.join(", ")));
        named.into_iter().map(row).chain(also).collect()
    }

    pub fn copy_text(&self, look: Look, size: (u16, u16)) -> (String, Vec<String>) {
        let called = || match self.screen_name() {
            Some(name) => format!("the screen “{}”", name.command_spec().label),
            None => "the screen".into(),
        };
        let own = self.current_layers().top().copy_text(&self.context);
        own.unwrap_or_else(|| (called(), self.screen_text(look, size).lines))
    }

    /// Renders the top component as text lines. A component without a text form is drawn into a buffer of that size.
    pub(crate) fn screen_text(&self, look: Look, (width, height): (u16, u16)) -> ScreenText {
        let ScreenLayers { screen, overlays, .. } = self.current_layers();
        let area = Rect::new(0, 0, width, height);
        let places = ClickTargets::default();
        let canvas = RenderOptions { look: look.recording(&places), focused: true, docked: false };
        let Ok(mut unseen) = Terminal::new(TestBackend::new(width, height));
        let Ok(frame) = unseen.draw(|frame| match overlays.last() {
            Some(overlay) if overlay.place() == OverlayPlace::Dock => {
                overlay.draw(frame, screen.dock_area(area, &self.context), &self.context, canvas);
            }
            Some(overlay) => overlay.draw(frame, area, &self.context, canvas),
            None => screen.draw(frame, area, &self.context, canvas),
        });
        let drawn = screenshot::buffer_lines(frame.buffer);
        let chosen = places.selection().and_then(|at| drawn.get(usize::from(at.y)).cloned());
        let lines = self.current_layers().top().lines(&self.context);
        let lines = lines.unwrap_or_else(|| drawn.into_iter().filter(|line| !line.is_empty()).collect());
        let unmarked = |line: String| line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_string();
        ScreenText { lines, selected_line: chosen.map(unmarked).filter(|line| !line.is_empty()) }
    }
}
