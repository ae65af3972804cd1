//! The help: every command with its keys and every order with its form, searchable.

use crate::{
    app::{
        command::{CommandGroup, Info},
        component::{
            Action, Actions, Command, Commands, Component, Context, DrawContext, Keys, Overlay, OverlayPlace, Unused,
            always,
        },
        motion::Motion,
        session_odds::Asked,
        text_input,
    },
    book::{Mechanism, Rulebook},
    order::ORDER_FORMS,
    text,
    view::help::{HelpItem, HelpLine, HelpPane, HelpSection},
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use tui_input::{Input, InputRequest};

/// The help.
#[derive(Default)]
pub struct Help {
    search: Input,
    /// The first line that is seen.
    scroll: usize,
    /// The furthest that it is scrolled.
    furthest: usize,
    /// What is to be known before.
    note: Option<String>,
    sections: Vec<HelpSection>,
}

const fn commands<C: Context>() -> [Command<Help, C>; 1] {
    [Command::new("help-close", "close", "close the help", always, |_, _| vec![Action::Close])]
}

impl<C: Context> Commands<C> for Help {
    const KEYS: &'static [Keys<Self, C>] = &[Keys {
        group: "help",
        heading: None,
        commands: &[&commands(), &motions!("help-": Down, Up, PageDown, PageUp)],
    }];

    const KEEPS_NOTICE: bool = true;

    fn go(&mut self, motion: Motion, _: &mut C) {
        self.scroll_by(motion.by(PAGE));
    }
}

/// The lines of a page.
const PAGE: isize = 15;

/// The lines of a turn of the wheel.
const WHEEL: isize = 3;

impl Help {
    /// The help on these groups of commands and on all orders, with what the signs on the screen mean behind the first
    /// group. Of mechanisms that the rulebook does without nothing is listed; that they are off is said.
    #[must_use]
    pub fn new(
        groups: &[CommandGroup],
        legend: Vec<HelpSection>,
        book: Option<&Rulebook>,
        keys_of: impl Fn(&Info) -> String,
    ) -> Self {
        let is_on = |mechanism: Option<Mechanism>| mechanism.is_none_or(|m| book.is_none_or(|book| book.uses(m)));
        let off: Vec<&str> =
            Mechanism::ALL.into_iter().filter(|m| book.is_some_and(|b| !b.uses(*m))).map(Mechanism::title).collect();
        let note = book.filter(|_| !off.is_empty());
        let note = note.map(|book| format!("The rulebook “{}” does without {}.", book.name, text::list(&off)));
        let section = |group: &CommandGroup| {
            let commands = group.commands.iter().filter(|info| is_on(info.mechanism()));
            let items = commands.map(|info| HelpItem::plain(&keys_of(info), &about(info))).collect();
            group.heading.map(|heading| HelpSection { heading: heading.into(), items })
        };
        let mut sections: Vec<HelpSection> = groups.iter().filter_map(section).collect();
        let orders = ORDER_FORMS.iter().filter(|form| is_on(form.mechanism()));
        let items = orders.map(|form| HelpItem::plain(form.text, form.about)).collect();
        sections.push(HelpSection { heading: "Orders".into(), items });
        sections.splice(1..1, legend);
        let furthest = 4 * sections.iter().map(|section| section.items.len() + 1).sum::<usize>();
        Self { furthest, note, sections, ..Self::default() }
    }

    fn scroll_by(&mut self, by: isize) {
        self.scroll = self.scroll.saturating_add_signed(by).min(self.furthest);
    }

    /// The lines that match what is searched for.
    fn lines(&self) -> Vec<HelpLine> {
        let wanted = self.search.value().to_lowercase();
        let mut lines: Vec<HelpLine> = self.note.iter().cloned().map(HelpLine::Note).collect();
        for HelpSection { heading, items } in &self.sections {
            let is_found =
                |item: &&HelpItem| [&item.what, &item.about].iter().any(|text| text.to_lowercase().contains(&wanted));
            let mut found = items.iter().filter(is_found).peekable();
            if found.peek().is_some() {
                lines.push(HelpLine::Heading(heading.clone()));
                lines.extend(found.cloned().map(HelpLine::Item));
            }
        }
        lines
    }
}

/// What the help says of a command: with its label, since what the footer calls it is what people look for.
fn about(info: &Info) -> String {
    if info.label.is_empty() || info.help.contains(info.label) {
        info.help.to_string()
    } else {
        format!("{}: {}", info.label, info.help)
    }
}

impl<C: Context> Component<C> for Help {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &C, canvas: DrawContext) {
        let lines = self.lines();
        let pane = HelpPane { look: canvas.look, lines: &lines, search: self.search.value(), scroll: self.scroll };
        frame.render_widget(&pane, area);
    }

    fn unused(&mut self, unused: &Unused, _: &mut C) -> Actions<C> {
        // The search is typed at its end: no cursor is shown in it.
        let Some(
            request @ (InputRequest::InsertChar(_)
            | InputRequest::DeletePrevChar
            | InputRequest::DeletePrevWord
            | InputRequest::DeleteFromStart),
        ) = text_input::edit(unused.key)
        else {
            return Vec::new();
        };
        // Whoever is used to `/` before a search types it here too, where every letter searches.
        if request == InputRequest::InsertChar('/') && self.search.value().is_empty() {
            return Vec::new();
        }
        self.search.handle(request);
        self.scroll = 0;
        Vec::new()
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, _: &mut C) -> bool {
        self.scroll_by(motion.by(1) * WHEEL);
        true
    }

    fn asked(&self, _: &C) -> Option<Asked> {
        None
    }
}

impl<C: Context> Overlay<C> for Help {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }

    fn takes_focus(&self) -> bool {
        false
    }
}
