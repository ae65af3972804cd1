//! The command palette: the commands available here and now, every other command with its keys and the reason it is
//! unavailable, every order with its form, the settings of rulebooks, the commands of the command line, and the sections
//! of the pages. Typing filters the list, and Enter runs or shows the selected item.

use crate::{
    command::{CommandGroup, CommandSpec, Unavailable},
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, CommandMode, Commands, Component, Context, Event, LineResult, Overlay, OverlayPlace,
        RenderOptions, always,
    },
    lists::{List, RowCount},
    manual::Manual,
    motion::Motion,
    session_odds::OddsRequest,
    text_input,
};
use crossterm::event::KeyEvent;
use ratatui::{Frame, layout::Rect};
use std::{cell::Cell, cmp::Reverse, collections::BTreeMap};
use tui_input::{Input, InputRequest};
use wardiary_base::{
    book::{GROUPS, Mechanism, Rulebook},
    text,
};
use wardiary_rules::order::ORDER_FORMS;
use wardiary_view::{
    ClickTarget,
    help::{HelpItem, HelpLine, HelpPane, HelpSection},
};

#[derive(Default)]
pub struct Help {
    search: Input,
    /// A note above the list.
    note: Option<String>,
    sections: Vec<Section>,
    /// Sections that are listed only when something is searched for.
    searched_sections: Vec<Section>,
    list: List<Found>,
    /// Why the last selected item did nothing.
    reason: Option<String>,
    /// The first visible row of the last frame.
    first: Cell<usize>,
}

#[derive(Default)]
struct Found {
    lines: Vec<HelpLine>,
    /// The line and the action of each item.
    items: Vec<(usize, Option<ItemAction>)>,
}

impl RowCount for Found {
    fn len(&self) -> usize {
        self.items.len()
    }
}

struct Section {
    heading: String,
    items: Vec<(HelpItem, Option<ItemAction>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ItemAction {
    /// A command of the screen under the palette.
    Command(CommandId),
    /// Opens the order line with these words.
    Order(String),
    /// Shows a section of a page. The search finds its words.
    Read(String),
    /// No action, for this reason.
    Unavailable(String),
}

pub(crate) struct Palette<'a> {
    /// The command groups of the shown screen, the active ones first.
    pub here: &'a [CommandGroup],
    pub others: &'a [CommandGroup],
    /// Why commands of the first group are unavailable. Available commands are absent.
    pub reasons: BTreeMap<CommandId, Unavailable>,
    pub legend: Vec<HelpSection>,
    /// The rulebook. Orders of mechanisms that it does not use are left out, with a note that they are off.
    pub book: Option<&'a Rulebook>,
    pub keys_of: &'a dyn Fn(&CommandSpec) -> String,
    pub manual: Manual,
}

impl<C: Context> Commands<C> for Help {
    const MODES: &'static [CommandMode<Self, C>] = &[CommandMode {
        group: GroupId::Help,
        heading: None,
        commands: &[
            &commands! {
                HelpDo, "do it", "run the selected command", always, |help, _| help.run_selected();
                HelpClose, "close", "close the help", always, |_, _| vec![Action::Close];
            },
            &motions!(HelpDown, HelpUp, HelpPageDown, HelpPageUp),
        ],
    }];

    const KEEPS_NOTICE: bool = true;

    fn apply_motion(&mut self, motion: Motion, _: &mut C) {
        self.reason = None;
        self.list.apply_motion(motion);
    }
}

impl Help {
    pub fn new(palette: Palette) -> Self {
        let Palette { here, others, mut reasons, legend, book, keys_of, manual } = palette;
        let is_on = |mechanism: Option<Mechanism>| mechanism.is_none_or(|m| book.is_none_or(|book| book.uses(m)));
        let off: Vec<&str> =
            Mechanism::ALL.into_iter().filter(|m| book.is_some_and(|b| !b.uses(*m))).map(Mechanism::title).collect();
        let note = book.filter(|_| !off.is_empty());
        let note = note.map(|book| format!("The rulebook “{}” does not use {}.", book.name, text::list_or(&off)));
        let item = |info: &CommandSpec| HelpItem::plain(&keys_of(info), &description(info));
        let mut sections = Vec::new();
        let mut rest = Vec::new();
        if let Some(group) = here.first() {
            // Commands with a label in the footer may be of use now; the rest is navigation.
            let (now, later): (Vec<&CommandSpec>, Vec<&CommandSpec>) = group
                .commands
                .iter()
                .filter(|info| is_on(info.mechanism()) && info.id != CommandId::Help)
                .partition(|info| !info.label.is_empty() && !reasons.contains_key(&info.id));
            let items = now.into_iter().map(|info| (item(info), Some(ItemAction::Command(info.id)))).collect();
            sections.push(Section { heading: "Here and now".into(), items });
            let items = later.into_iter().map(|info| {
                (
                    HelpItem { unavailable_reason: reasons.remove(&info.id).map(|why| why.to_string()), ..item(info) },
                    Some(ItemAction::Command(info.id)),
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
            let elsewhere = || Some(ItemAction::Unavailable(format!("available elsewhere: “{heading}”")));
            let commands = group.commands.iter().filter(|info| is_on(info.mechanism()));
            let items = commands.map(|info| (item(info), elsewhere())).collect();
            sections.push(Section { heading: heading.into(), items });
        }
        let orders = ORDER_FORMS.iter().filter(|form| is_on(form.mechanism()));
        let items = orders
            .map(|form| (HelpItem::plain(form.text, form.about), Some(ItemAction::Order(fixed_words(form.text)))));
        sections.push(Section { heading: "Orders".into(), items: items.collect() });
        let setting = |group: &str, (name, means): &(&str, &str)| {
            let name = format!("{group}.{name}");
            let why = format!("{name} is a setting of rulebooks: `rules change` changes it in a campaign");
            (HelpItem::plain(&name, means.trim()), Some(ItemAction::Unavailable(why)))
        };
        let items = GROUPS.iter().flat_map(|(group, _, about)| about.iter().map(move |row| setting(group, row)));
        let settings = Section { heading: "Settings of a rulebook".into(), items: items.collect() };
        let in_shell = |call: &String| Some(ItemAction::Unavailable(format!("that is typed in the shell: `{call}`")));
        let items = manual.commands.iter().map(|(call, about)| (HelpItem::plain(call, about), in_shell(call)));
        let commands = Section { heading: "In the shell".into(), items: items.collect() };
        let items = manual
            .sections
            .into_iter()
            .map(|[page, heading, text]| (HelpItem::plain(&page, &heading), Some(ItemAction::Read(text))));
        let pages = Section { heading: "Pages that mention it; Enter shows them".into(), items: items.collect() };
        let mut help = Self { note, sections, searched_sections: vec![settings, commands, pages], ..Self::default() };
        help.list = List::new(help.matches());
        help
    }

    /// The items that contain all words of the search, under their headings.
    fn matches(&self) -> Found {
        let wanted = self.search.value().to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let text = |item: &HelpItem| format!("{} {}", item.term, item.description).to_lowercase();
        let found = self.lines_of(None, |item, does| {
            let more = if let Some(ItemAction::Read(text)) = does { text.to_lowercase() } else { String::new() };
            let text = text(item);
            words.iter().all(|word| text.contains(word) || more.contains(word))
        });
        if !found.items.is_empty() || words.is_empty() {
            return found;
        }
        let is_near = |item: &HelpItem, _: &Option<ItemAction>| {
            let text = text(item);
            let all = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
            words.iter().all(|word| text::nearest(word, all()).is_some())
        };
        let typed = text::display_name(self.search.value());
        let near = self.lines_of(Some(format!("Nothing matches “{typed}”. Similar:")), is_near);
        if !near.items.is_empty() {
            return near;
        }
        self.lines_of(
            Some(format!("Nothing matches “{typed}”. Try one word for what you want to do, such as “dice”.")),
            is_near,
        )
    }

    /// The wanted items with their headings, below the notes.
    fn lines_of(&self, reason: Option<String>, wanted: impl Fn(&HelpItem, &Option<ItemAction>) -> bool) -> Found {
        let lines = reason.into_iter().chain(self.note.clone()).map(HelpLine::Note).collect();
        let mut all = Found { lines, items: Vec::new() };
        let is_searching = !self.search.value().trim().is_empty();
        let searched = self.searched_sections.iter().filter(|_| is_searching);
        for Section { heading, items } in self.sections.iter().chain(searched) {
            let mut found = items.iter().filter(|(item, does)| wanted(item, does)).peekable();
            if found.peek().is_some() {
                all.lines.push(HelpLine::Heading(heading.clone()));
            }
            for (item, does) in found {
                all.items.push((all.lines.len(), does.clone()));
                all.lines.push(HelpLine::Item(item.clone()));
            }
        }
        all
    }

    /// Lists what matches the search, and selects the best match: an item with a word that starts with the search as
    /// typed.
    fn look(&mut self) {
        self.reason = None;
        self.list = List::new(self.matches());
        let wanted = self.search.value().trim().to_lowercase();
        let items = self.list.rows.lines.iter();
        let items = items.filter_map(|line| if let HelpLine::Item(item) = line { Some(item) } else { None });
        let likely = |item: &HelpItem| {
            let (what, about) = (item.term.to_lowercase(), item.description.to_lowercase());
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
        let best = items.enumerate().max_by_key(|(at, item)| (likely(item), Reverse(*at))).map_or(0, |(at, _)| at);
        self.list.state.select(best);
    }

    fn chosen(&self) -> Option<&(usize, Option<ItemAction>)> {
        self.list.rows.items.get(self.list.state.selected)
    }

    /// Edits the search, which has no cursor: text is appended at its end.
    fn edit_search(&mut self, key: KeyEvent) {
        let Some(
            request @ (InputRequest::InsertChar(_)
            | InputRequest::DeletePrevChar
            | InputRequest::DeletePrevWord
            | InputRequest::DeleteFromStart),
        ) = text_input::edit_request(key)
        else {
            return;
        };
        // Users type `/` before a search out of habit; here every letter searches.
        if request == InputRequest::InsertChar('/') && self.search.value().is_empty() {
            return;
        }
        self.search.handle(request);
        self.look();
    }

    /// Runs the selected item on the screen under the palette.
    fn run_selected<C: Context>(&mut self) -> Actions<C> {
        match self.chosen().and_then(|(_, does)| does.clone()) {
            Some(ItemAction::Command(id)) => vec![Action::Close, Action::Run(id)],
            Some(ItemAction::Order(words)) => vec![Action::Close, Action::OpenOrderLine(words)],
            Some(ItemAction::Read(text)) => {
                let lines: Vec<HelpLine> = text.lines().map(|line| HelpLine::Note(line.into())).collect();
                let items = (0..lines.len()).map(|line| (line, None)).collect();
                self.list = List::new(Found { lines, items });
                Vec::new()
            }
            Some(ItemAction::Unavailable(why)) => {
                self.reason = Some(why);
                Vec::new()
            }
            None => Vec::new(),
        }
    }
}

/// The description of a command, with its label, since users search for what the footer calls it.
fn description(info: &CommandSpec) -> String {
    if info.label.is_empty() || info.help.contains(info.label) {
        info.help.to_string()
    } else {
        format!("{}: {}", info.label, info.help)
    }
}

/// The fixed words at the start of an order's form: `scrud ` of `scrud FORCE v FORCE`.
fn fixed_words(form: &str) -> String {
    let fixed = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    form.split(' ').take_while(fixed).flat_map(|word| [word, " "]).collect()
}

impl<C: Context> Component<C> for Help {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &C, canvas: RenderOptions) {
        let pane = HelpPane {
            look: canvas.look,
            lines: &self.list.rows.lines,
            search: self.search.value(),
            reason: self.reason.as_deref(),
            selected: self.chosen().map_or(0, |(line, _)| *line),
            first_visible: self.first.get(),
        };
        frame.render_widget(&pane, area);
        self.first.set(pane.first_in(area));
    }

    /// A second click on an item, or its number, runs it.
    fn event(&mut self, event: Event, _: &mut C) -> Option<Actions<C>> {
        let event = match event {
            Event::Key(key) => {
                self.edit_search(key);
                return Some(Vec::new());
            }
            Event::Target(ClickTarget::Row(line)) => {
                let item = self.list.rows.items.iter().position(|(at, _)| *at == line)?;
                Event::Target(ClickTarget::Row(item))
            }
            event => event,
        };
        let is_accepted = self.list.event(&event)?;
        self.reason = None;
        Some(if is_accepted { self.run_selected() } else { Vec::new() })
    }

    fn lines(&self, _: &C) -> Option<Vec<String>> {
        let mut number = 0;
        let mut line_text = |line: &HelpLine| match line {
            HelpLine::Heading(text) | HelpLine::Note(text) => text.clone(),
            HelpLine::Item(HelpItem { term: what, description: about, unavailable_reason: why_not, .. }) => {
                number += 1;
                let why = why_not.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
                format!("{number}  {what}  {about}{why}")
            }
        };
        Some(self.list.rows.lines.iter().map(&mut line_text).chain(self.reason.clone()).collect())
    }

    fn handle_line(&mut self, line: &str, _: &mut C) -> Option<LineResult> {
        self.search = text_input::input_with(line);
        self.look();
        Some(LineResult::Incomplete)
    }

    fn odds_request(&self, _: &C) -> Option<OddsRequest> {
        None
    }
}

impl<C: Context> Overlay<C> for Help {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Float
    }
}
