//! The palette: what can be done here and now, every other command with its keys and why it can't be done, and every order
//! with its form. What is looked for is typed, and Enter does what is chosen.

use crate::{
    command::{CommandGroup, Info},
    component::{
        Action, Actions, Command, Commands, Component, Context, DrawContext, Keys, Overlay, OverlayPlace, Typed, always,
    },
    motion::Motion,
    session_odds::Asked,
    text_input,
};
use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::{cell::Cell, cmp::Reverse, collections::BTreeMap};
use tui_input::{Input, InputRequest};
use wardiary_base::{
    book::{Mechanism, Rulebook},
    text,
};
use wardiary_rules::order::ORDER_FORMS;
use wardiary_view::help::{Drawn, HelpItem, HelpLine, HelpPane, HelpSection};

/// The palette.
#[derive(Default)]
pub struct Help {
    search: Input,
    /// Which of the items found is chosen.
    selected: usize,
    /// What is to be known before.
    note: Option<String>,
    sections: Vec<Section>,
    /// Why what was chosen last does nothing.
    said: Option<String>,
    /// Where the items were drawn last.
    drawn: Cell<Drawn>,
}

/// Items under a heading.
struct Section {
    heading: String,
    items: Vec<(HelpItem, Option<Does>)>,
}

/// What Enter does with an item.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Does {
    /// A command of the screen under the palette.
    Command(&'static str),
    /// An order is composed, from these words on.
    Order(String),
    /// Nothing, for this reason.
    Nothing(String),
}

/// What the palette is made of.
pub(crate) struct Palette<'a> {
    /// The groups of commands of the screen that is shown, those that count now first.
    pub here: &'a [CommandGroup],
    /// All other groups.
    pub others: &'a [CommandGroup],
    /// Why commands of the first group can't be done now, by their names; nothing of those that can.
    pub reasons: BTreeMap<&'static str, String>,
    /// What the signs on the screen mean.
    pub legend: Vec<HelpSection>,
    /// The rulebook: of mechanisms that it does without nothing is listed; that they are off is said.
    pub book: Option<&'a Rulebook>,
    /// The keys of a command.
    pub keys_of: &'a dyn Fn(&Info) -> String,
}

const fn commands<C: Context>() -> [Command<Help, C>; 2] {
    [
        Command::new("help-do", "do it", "do what is chosen", always, |help, _| help.choose()),
        Command::new("help-close", "close", "close the help", always, |_, _| vec![Action::Close]),
    ]
}

impl<C: Context> Commands<C> for Help {
    const KEYS: &'static [Keys<Self, C>] = &[Keys {
        group: "help",
        heading: None,
        commands: &[&commands(), &motions!("help-": Down, Up, PageDown, PageUp)],
    }];

    const KEEPS_NOTICE: bool = true;

    fn go(&mut self, motion: Motion, _: &mut C) {
        self.go_by(motion.by(PAGE));
    }
}

/// The items of a page.
const PAGE: isize = 10;

/// The items of a turn of the wheel.
const WHEEL: isize = 3;

impl Help {
    /// The palette of these commands and of all orders.
    #[must_use]
    pub fn new(palette: Palette) -> Self {
        let Palette { here, others, mut reasons, legend, book, keys_of } = palette;
        let is_on = |mechanism: Option<Mechanism>| mechanism.is_none_or(|m| book.is_none_or(|book| book.uses(m)));
        let off: Vec<&str> =
            Mechanism::ALL.into_iter().filter(|m| book.is_some_and(|b| !b.uses(*m))).map(Mechanism::title).collect();
        let note = book.filter(|_| !off.is_empty());
        let note = note.map(|book| format!("The rulebook “{}” does without {}.", book.name, text::list(&off)));
        let item = |info: &Info| HelpItem::plain(&keys_of(info), &about(info));
        let mut sections = Vec::new();
        let mut rest = Vec::new();
        if let Some(group) = here.first() {
            // What has a name in the footer can be of use now; going about is the rest.
            let (now, later): (Vec<&Info>, Vec<&Info>) = group
                .commands
                .iter()
                .filter(|info| is_on(info.mechanism()) && info.name != "help")
                .partition(|info| !info.label.is_empty() && !reasons.contains_key(info.name));
            let items = now.into_iter().map(|info| (item(info), Some(Does::Command(info.name)))).collect();
            sections.push(Section { heading: "Here and now".into(), items });
            let items = later.into_iter().map(|info| {
                (HelpItem { why_not: reasons.remove(info.name), ..item(info) }, Some(Does::Command(info.name)))
            });
            rest.push(Section { heading: group.heading.unwrap_or("More").into(), items: items.collect() });
        }
        let signs = |section: HelpSection| Section {
            heading: section.heading,
            items: section.items.into_iter().map(|item| (item, None)).collect(),
        };
        sections.extend(legend.into_iter().map(signs));
        sections.append(&mut rest);
        for group in here.iter().skip(1).chain(others) {
            let Some(heading) = group.heading else { continue };
            let elsewhere = || Some(Does::Nothing(format!("that counts elsewhere: “{heading}”")));
            let commands = group.commands.iter().filter(|info| is_on(info.mechanism()));
            let items = commands.map(|info| (item(info), elsewhere())).collect();
            sections.push(Section { heading: heading.into(), items });
        }
        let orders = ORDER_FORMS.iter().filter(|form| is_on(form.mechanism()));
        let items =
            orders.map(|form| (HelpItem::plain(form.text, form.about), Some(Does::Order(beginning(form.text)))));
        sections.push(Section { heading: "Orders".into(), items: items.collect() });
        Self { note, sections, ..Self::default() }
    }

    /// The items that match what is searched for, under their headings: all its words stand in them. Where nothing has them,
    /// those with words near to them, which is said.
    fn found(&self) -> (Vec<HelpLine>, Vec<Option<&Does>>) {
        let wanted = self.search.value().to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let has = |item: &HelpItem| {
            let text = format!("{} {}", item.what, item.about).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        let is_near = |item: &HelpItem| {
            let text = format!("{} {}", item.what, item.about).to_lowercase();
            let all = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
            words.iter().all(|word| text::nearest(word, all()).is_some())
        };
        let found = self.listed(has);
        let any = found.0.iter().any(|line| matches!(line, HelpLine::Item(_)));
        if any || words.is_empty() {
            return found;
        }
        let (near, does) = self.listed(is_near);
        let said = if near.iter().any(|line| matches!(line, HelpLine::Item(_))) {
            format!("Nothing says “{}”. Near it:", text::display_name(self.search.value()))
        } else {
            format!("Nothing says “{}”, or comes near it.", text::display_name(self.search.value()))
        };
        ([vec![HelpLine::Note(said)], near].concat(), [vec![None], does].concat())
    }

    /// The lines with these items, and what each does.
    fn listed(&self, wanted: impl Fn(&HelpItem) -> bool) -> (Vec<HelpLine>, Vec<Option<&Does>>) {
        let mut lines: Vec<(HelpLine, Option<&Does>)> =
            self.note.iter().map(|note| (HelpLine::Note(note.clone()), None)).collect();
        for Section { heading, items } in &self.sections {
            let mut found = items.iter().filter(|(item, _)| wanted(item)).peekable();
            if found.peek().is_some() {
                lines.push((HelpLine::Heading(heading.clone()), None));
                lines.extend(found.map(|(item, does)| (HelpLine::Item(item.clone()), does.as_ref())));
            }
        }
        lines.into_iter().unzip()
    }

    /// The lines of the items among these.
    fn items(lines: &[HelpLine]) -> Vec<usize> {
        (0..lines.len()).filter(|at| matches!(lines[*at], HelpLine::Item(_))).collect()
    }

    /// The line of the item that is chosen.
    fn line_of(&self, lines: &[HelpLine]) -> usize {
        let items = Self::items(lines);
        items.get(self.selected).or(items.last()).copied().unwrap_or(0)
    }

    fn go_by(&mut self, by: isize) {
        let many = Self::items(&self.found().0).len();
        self.choose_item(self.selected.saturating_add_signed(by).min(many.saturating_sub(1)));
    }

    /// The item found that is most likely meant: what is searched for begins a word of it, as it was typed.
    fn likeliest(&self) -> usize {
        let wanted = self.search.value().trim().to_lowercase();
        let (lines, _) = self.found();
        let items = lines.iter().filter_map(|line| if let HelpLine::Item(item) = line { Some(item) } else { None });
        let likely = |item: &HelpItem| {
            let (what, about) = (item.what.to_lowercase(), item.about.to_lowercase());
            let begins = |at: usize| !about[..at].ends_with(char::is_alphanumeric);
            if what.starts_with(&wanted) || about.starts_with(&wanted) {
                3
            } else if about.match_indices(&wanted).any(|(at, _)| begins(at)) {
                2
            } else {
                u8::from(about.contains(&wanted))
            }
        };
        // The first of the likeliest.
        items.enumerate().max_by_key(|(at, item)| (likely(item), Reverse(*at))).map_or(0, |(at, _)| at)
    }

    fn choose_item(&mut self, item: usize) {
        self.selected = item;
        self.said = None;
    }

    /// Does what is chosen, on the screen under the palette.
    fn choose<C: Context>(&mut self) -> Actions<C> {
        let (lines, does) = self.found();
        match does.get(self.line_of(&lines)).copied().flatten().cloned() {
            Some(Does::Command(name)) => vec![Action::Close, Action::Run(name)],
            Some(Does::Order(words)) => vec![Action::Close, Action::Compose(words)],
            Some(Does::Nothing(why)) => {
                self.said = Some(why);
                Vec::new()
            }
            None => Vec::new(),
        }
    }
}

/// What the palette says of a command: with its label, since what the footer calls it is what people look for.
fn about(info: &Info) -> String {
    if info.label.is_empty() || info.help.contains(info.label) {
        info.help.to_string()
    } else {
        format!("{}: {}", info.label, info.help)
    }
}

/// The words with which an order of a form begins, up to what has to be filled in: `scrud ` of `scrud FORCE v FORCE`.
fn beginning(form: &str) -> String {
    let fixed = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    form.split(' ').take_while(fixed).flat_map(|word| [word, " "]).collect()
}

impl<C: Context> Component<C> for Help {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &C, canvas: DrawContext) {
        let (lines, _) = self.found();
        let pane = HelpPane {
            look: canvas.look,
            lines: &lines,
            search: self.search.value(),
            said: self.said.as_deref(),
            selected: self.line_of(&lines),
            first: self.drawn.take().first,
        };
        frame.render_widget(&pane, area);
        self.drawn.set(pane.drawn(area));
    }

    fn lines(&self, _: &C) -> Option<Vec<String>> {
        let mut number = 0;
        let mut told = |line: &HelpLine| match line {
            HelpLine::Heading(text) | HelpLine::Note(text) => text.clone(),
            HelpLine::Item(HelpItem { what, about, why_not, .. }) => {
                number += 1;
                let why = why_not.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
                format!("{number}  {what}  {about}{why}")
            }
        };
        Some(self.found().0.iter().map(&mut told).chain(self.said.clone()).collect())
    }

    fn choose_line(&mut self, at: usize, _: &mut C) -> Option<Actions<C>> {
        if at >= Self::items(&self.found().0).len() {
            return None;
        }
        self.choose_item(at);
        Some(self.choose())
    }

    fn line_typed(&mut self, line: &str, _: &mut C) -> Option<Typed> {
        self.search = text_input::line(line);
        self.choose_item(self.likeliest());
        Some(Typed::Open)
    }

    fn unused(&mut self, key: KeyEvent, _: &mut C) -> Actions<C> {
        // The search is typed at its end: no cursor is shown in it.
        let Some(
            request @ (InputRequest::InsertChar(_)
            | InputRequest::DeletePrevChar
            | InputRequest::DeletePrevWord
            | InputRequest::DeleteFromStart),
        ) = text_input::edit(key)
        else {
            return Vec::new();
        };
        // Whoever is used to `/` before a search types it here too, where every letter searches.
        if request == InputRequest::InsertChar('/') && self.search.value().is_empty() {
            return Vec::new();
        }
        self.search.handle(request);
        self.choose_item(self.likeliest());
        Vec::new()
    }

    /// A click chooses an item, and does it where it is chosen already.
    fn click(&mut self, at: Position, _: Rect, _: &mut C) -> Actions<C> {
        let Drawn { list, lines, .. } = self.drawn.get_mut();
        let line = lines.get(usize::from(at.y.saturating_sub(list.y))).filter(|_| list.contains(at)).copied();
        let item = line.and_then(|line| Self::items(&self.found().0).iter().position(|at| *at == line));
        match item {
            Some(item) if item == self.selected => self.choose(),
            Some(item) => {
                self.choose_item(item);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, _: &mut C) -> bool {
        self.go_by(motion.by(1) * WHEEL);
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
