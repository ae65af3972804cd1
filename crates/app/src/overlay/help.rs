//! The command palette: the commands available here and now, every other command with its keys and the reason it is
//! unavailable, and every order with its form. Typing filters the list, and Enter runs the selected item.

use crate::{
    command::{CommandGroup, Info, Unavailable},
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, Commands, Component, Context, DrawContext, Event, Keys, Overlay, OverlayPlace, Typed,
        always,
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

#[derive(Default)]
pub struct Help {
    search: Input,
    /// The index of the selected item among those found.
    selected: usize,
    /// A note above the list.
    note: Option<String>,
    sections: Vec<Section>,
    /// Why the last selected item did nothing.
    said: Option<String>,
    /// The area of the last frame.
    drawn: Cell<Drawn>,
}

struct Section {
    heading: String,
    items: Vec<(HelpItem, Option<Does>)>,
}

/// The action of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Does {
    /// A command of the screen under the palette.
    Command(CommandId),
    /// Opens the order line with these words.
    Order(String),
    /// No action, for this reason.
    Nothing(String),
}

/// The contents of the palette.
pub(crate) struct Palette<'a> {
    /// The command groups of the shown screen, the active ones first.
    pub here: &'a [CommandGroup],
    /// All other groups.
    pub others: &'a [CommandGroup],
    /// Why commands of the first group are unavailable. Available commands are absent.
    pub reasons: BTreeMap<CommandId, Unavailable>,
    /// The legend of the screen's symbols.
    pub legend: Vec<HelpSection>,
    /// The rulebook. Orders of mechanisms that it does not use are left out, with a note that they are off.
    pub book: Option<&'a Rulebook>,
    pub keys_of: &'a dyn Fn(&Info) -> String,
}

const fn commands<C: Context>() -> [Command<Help, C>; 2] {
    [
        Command::new(CommandId::HelpDo, "do it", "do what is chosen", always, |help, _| help.choose()),
        Command::new(CommandId::HelpClose, "close", "close the help", always, |_, _| vec![Action::Close]),
    ]
}

impl<C: Context> Commands<C> for Help {
    const KEYS: &'static [Keys<Self, C>] = &[Keys {
        group: GroupId::Help,
        heading: None,
        commands: &[&commands(), &motions!(HelpDown, HelpUp, HelpPageDown, HelpPageUp)],
    }];

    const KEEPS_NOTICE: bool = true;

    fn go(&mut self, motion: Motion, _: &mut C) {
        self.go_by(motion.by(PAGE));
    }
}

/// The number of items in a page.
const PAGE: isize = 10;

/// The number of items that one turn of the wheel scrolls.
const WHEEL: isize = 3;

impl Help {
    /// A palette of these commands and of all orders.
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
            // Commands with a label in the footer may be of use now; the rest is navigation.
            let (now, later): (Vec<&Info>, Vec<&Info>) = group
                .commands
                .iter()
                .filter(|info| is_on(info.mechanism()) && info.id != CommandId::Help)
                .partition(|info| !info.label.is_empty() && !reasons.contains_key(&info.id));
            let items = now.into_iter().map(|info| (item(info), Some(Does::Command(info.id)))).collect();
            sections.push(Section { heading: "Here and now".into(), items });
            let items = later.into_iter().map(|info| {
                (
                    HelpItem { why_not: reasons.remove(&info.id).map(|why| why.to_string()), ..item(info) },
                    Some(Does::Command(info.id)),
                )
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

    /// The items that contain all words of the search, under their headings. If there are none, those with similar
    /// words, and a note that says so.
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

    /// The lines of the wanted items with their headings, and the action of each line.
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

    /// The indices of the lines that are items.
    fn items(lines: &[HelpLine]) -> Vec<usize> {
        (0..lines.len()).filter(|at| matches!(lines[*at], HelpLine::Item(_))).collect()
    }

    /// The index of the selected item's line.
    fn line_of(&self, lines: &[HelpLine]) -> usize {
        let items = Self::items(lines);
        items.get(self.selected).or(items.last()).copied().unwrap_or(0)
    }

    fn go_by(&mut self, by: isize) {
        let many = Self::items(&self.found().0).len();
        self.choose_item(self.selected.saturating_add_signed(by).min(many.saturating_sub(1)));
    }

    /// The best match: an item with a word that starts with the search as typed.
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
        // The first of equals.
        items.enumerate().max_by_key(|(at, item)| (likely(item), Reverse(*at))).map_or(0, |(at, _)| at)
    }

    fn choose_item(&mut self, item: usize) {
        self.selected = item;
        self.said = None;
    }

    /// The item at a position of the last frame.
    fn item_at(&mut self, at: Position) -> Option<usize> {
        let Drawn { list, lines, .. } = self.drawn.get_mut();
        let line = lines.get(usize::from(at.y.saturating_sub(list.y))).filter(|_| list.contains(at)).copied()?;
        Self::items(&self.found().0).iter().position(|at| *at == line)
    }

    /// Edits the search, which has no cursor: text is appended at its end.
    fn type_key(&mut self, key: KeyEvent) {
        let Some(
            request @ (InputRequest::InsertChar(_)
            | InputRequest::DeletePrevChar
            | InputRequest::DeletePrevWord
            | InputRequest::DeleteFromStart),
        ) = text_input::edit(key)
        else {
            return;
        };
        // Users type `/` before a search out of habit; here every letter searches.
        if request == InputRequest::InsertChar('/') && self.search.value().is_empty() {
            return;
        }
        self.search.handle(request);
        self.choose_item(self.likeliest());
    }

    /// Runs the selected item on the screen under the palette.
    fn choose<C: Context>(&mut self) -> Actions<C> {
        let (lines, does) = self.found();
        match does.get(self.line_of(&lines)).copied().flatten().cloned() {
            Some(Does::Command(id)) => vec![Action::Close, Action::Run(id)],
            Some(Does::Order(words)) => vec![Action::Close, Action::Compose(words)],
            Some(Does::Nothing(why)) => {
                self.said = Some(why);
                Vec::new()
            }
            None => Vec::new(),
        }
    }
}

/// The description of a command, with its label, since users search for what the footer calls it.
fn about(info: &Info) -> String {
    if info.label.is_empty() || info.help.contains(info.label) {
        info.help.to_string()
    } else {
        format!("{}: {}", info.label, info.help)
    }
}

/// The fixed words at the start of an order's form: `scrud ` of `scrud FORCE v FORCE`.
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

    /// A click selects an item; a click on the selected item, or its number, runs it.
    fn event(&mut self, event: Event, _: &mut C) -> Option<Actions<C>> {
        match event {
            Event::Key(key) => self.type_key(key),
            Event::Wheel(.., motion) => self.go_by(motion.by(1) * WHEEL),
            Event::Click(at, _) => {
                let item = self.item_at(at)?;
                if item == self.selected {
                    return Some(self.choose());
                }
                self.choose_item(item);
            }
            Event::Number(at) if at < Self::items(&self.found().0).len() => {
                self.choose_item(at);
                return Some(self.choose());
            }
            _ => return None,
        }
        Some(Vec::new())
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

    fn line_typed(&mut self, line: &str, _: &mut C) -> Option<Typed> {
        self.search = text_input::line(line);
        self.choose_item(self.likeliest());
        Some(Typed::Open)
    }

    fn asked(&self, _: &C) -> Option<Asked> {
        None
    }
}

impl<C: Context> Overlay<C> for Help {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Float
    }
}
