//! The picker: a fuzzy finder over everything named in its context. Names that an order would take for the letters come
//! first, in the order in which it would, then names that contain the letters, then names with the letters in that order.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, CommandMode, Commands, Component, Context, Event, LineResult, Overlay, RenderOptions, always,
    },
    lists::List,
    motion::Motion,
    session_odds::OddsRequest,
    text_input,
};
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{AtomKind, CaseMatching, Normalization, Pattern},
};
use ratatui::{Frame, layout::Rect};
use std::cmp::Reverse;
use tui_input::{Input, InputRequest};
use wardiary_base::text::{self, name_match::TypedName};
use wardiary_view::{
    ClickTarget,
    list_dialog::{PickerItem, PickerPane},
};

pub(crate) struct Picker<C> {
    input: Input,
    title: &'static str,
    items: Vec<PickerEntry<C>>,
    /// The matches, best first: their indices, and the positions of the matched letters.
    matches: List<Vec<Match>>,
}

type Match = (usize, Vec<u32>);

/// The maximum number of matches in plain text; more letters narrow them down.
const MAX_LISTED: usize = 20;

pub(crate) struct PickerEntry<C> {
    pub kind: &'static str,
    pub name: String,
    pub about: String,
    /// The actions when it is picked, after the picker closes.
    pub actions: Actions<C>,
}

impl<C: Context> Commands<C> for Picker<C> {
    const MODES: &'static [CommandMode<Self, C>] = &[CommandMode::new(
        GroupId::Picker,
        "Jumping to a name by a few letters",
        &[
            &commands! { PickGo, "go there", "go to the selected name", always, |picker, _| picker.accept(); },
            &motions!(PickDown("next", "the next"), PickUp, PickPageDown, PickPageUp),
            &commands! { PickClose, "back", "back; nothing changes", always, |_, _| vec![Action::Close]; },
        ],
    )];

    fn apply_motion(&mut self, motion: Motion, _: &mut C) {
        self.matches.apply_motion(motion);
    }
}

impl<C> Picker<C> {
    /// A picker over these, shown in this order while nothing is typed.
    pub fn new(title: &'static str, all: Vec<PickerEntry<C>>) -> Self {
        let mut picker = Self { input: Input::default(), title, items: all, matches: List::new(Vec::new()) };
        picker.update_matches();
        picker
    }

    fn update_matches(&mut self) {
        self.matches = List::new(fuzzy_matches(self.input.value(), self.items.iter().map(|item| item.name.as_str())));
    }

    fn accept(&mut self) -> Actions<C> {
        let chosen = self.matches.selected_row().and_then(|(at, _)| self.items.get_mut(*at));
        chosen.map_or_else(Vec::new, |item| {
            [vec![Action::Close], std::mem::take(&mut item.actions)].into_iter().flatten().collect()
        })
    }
}

/// The names that match, best first, each with the positions of the matched letters.
pub fn fuzzy_matches<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Vec<Match> {
    let typed = typed.trim();
    if typed.is_empty() {
        return names.enumerate().map(|(at, _)| (at, Vec::new())).collect();
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = |kind| Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, kind);
    let (whole, fuzzy) = (pattern(AtomKind::Substring), pattern(AtomKind::Fuzzy));
    let mut letters = Vec::new();
    let mut found = Vec::new();
    let as_in_orders = TypedName::new(typed);
    for (at, name) in names.enumerate() {
        let rank = as_in_orders.compare(name).map_or(u8::MAX, |rank| rank as u8);
        let name = Utf32Str::new(name, &mut letters);
        let mut places = Vec::new();
        let score = whole.indices(name, &mut matcher, &mut places).map(|score| (true, score)).or_else(|| {
            places.clear();
            fuzzy.indices(name, &mut matcher, &mut places).map(|score| (false, score))
        });
        if rank < u8::MAX || score.is_some() {
            places.sort_unstable();
            places.dedup();
            found.push((rank, Reverse(score), at, places));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(.., at, places)| (at, places)).collect()
}

impl<C: Context> Component<C> for Picker<C> {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &C, canvas: RenderOptions) {
        let item = |(at, letters): &'_ Match| {
            let PickerEntry { kind, name, about, .. } = &self.items[*at];
            PickerItem { kind, name, description: about, letters: letters.clone() }
        };
        let items: Vec<PickerItem> = self.matches.rows.iter().map(item).collect();
        let pane = PickerPane {
            look: canvas.look,
            title: self.title,
            query: self.input.value(),
            cursor: self.input.cursor(),
            items: &items,
            total: self.items.len(),
            selected: self.matches.state.selected,
        };
        frame.render_widget(&pane, area);
    }

    /// A click selects; a second click, or a number, goes there.
    fn event(&mut self, event: Event, context: &mut C) -> Option<Actions<C>> {
        match event {
            Event::Key(key) => {
                let request = text_input::edit_request(key)?;
                self.input.handle(request);
                self.update_matches();
            }
            Event::Paste(pasted) => {
                let left_out = text_input::paste(pasted, 200, |request| self.input.handle(request));
                left_out.into_iter().for_each(|notice| context.say(notice));
                self.update_matches();
            }
            Event::Target(ClickTarget::Letter(letter)) => {
                self.input.handle(InputRequest::SetCursor(letter));
            }
            Event::Number(at) if at >= MAX_LISTED => return None,
            event => {
                if self.matches.event(&event)? {
                    return Some(self.accept());
                }
            }
        }
        Some(Vec::new())
    }

    fn lines(&self, _: &C) -> Option<Vec<String>> {
        let found = self.matches.rows.iter().take(MAX_LISTED).enumerate();
        let row = |(row, (at, _)): (usize, &Match)| {
            let PickerEntry { kind, name, about, .. } = &self.items[*at];
            let about = if about.is_empty() { String::new() } else { format!(", {about}") };
            format!("{}  {kind} {}{about}", row + 1, text::display_name(name))
        };
        let more = self.matches.rows.len().saturating_sub(MAX_LISTED);
        let remainder = match self.matches.rows.len() {
            0 => Some("no match".to_string()),
            _ => (more > 0).then(|| format!("and {more} more")),
        };
        let title = format!(
            "{} {} of {}: type a few letters, or a number.",
            self.title,
            self.matches.rows.len(),
            self.items.len()
        );
        Some(std::iter::once(title).chain(found.map(row)).chain(remainder).collect())
    }

    /// Typed letters list their matches; then Enter goes to the first.
    fn handle_line(&mut self, line: &str, _: &mut C) -> Option<LineResult> {
        self.input = text_input::input_with(line);
        self.update_matches();
        Some(if self.matches.rows.len() == 1 { LineResult::Complete } else { LineResult::Incomplete })
    }

    fn odds_request(&self, _: &C) -> Option<OddsRequest> {
        None
    }
}

impl<C: Context> Overlay<C> for Picker<C> {}
