//! The picker: a fuzzy finder over everything named in its context. Names that contain the letters as typed come first,
//! then names with the letters in that order.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Commands, Component, Context, DrawContext, Event, Keys, Overlay, Typed, always},
    lists::List,
    motion::Motion,
    session_odds::Asked,
    text_input,
};
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{AtomKind, CaseMatching, Normalization, Pattern},
};
use ratatui::{Frame, layout::Rect};
use tui_input::{Input, InputRequest};
use wardiary_base::text;
use wardiary_view::{
    Thing,
    picker::{PickerItem, PickerPane},
};

pub(crate) struct Picker<C> {
    input: Input,
    title: &'static str,
    all: Vec<Pickable<C>>,
    /// The matches, best first: their indices, and the positions of the matched letters.
    found: List<Vec<Match>>,
}

type Match = (usize, Vec<u32>);

/// The maximum number of matches in plain text; more letters narrow them down.
const MOST_TOLD: usize = 20;

pub(crate) struct Pickable<C> {
    pub kind: &'static str,
    pub name: String,
    /// A description besides the name.
    pub about: String,
    /// The actions when it is picked, after the picker closes.
    pub goes: Actions<C>,
}

impl<C: Context> Commands<C> for Picker<C> {
    const KEYS: &'static [Keys<Self, C>] = &[Keys {
        group: GroupId::Picker,
        heading: Some("Jumping to something by a few letters"),
        commands: &[
            &commands! { PickGo, "go there", "go to what is chosen", always, |picker, _| picker.go_to_chosen(); },
            &motions!(PickDown("next", "the next"), PickUp, PickPageDown, PickPageUp),
            &commands! { PickClose, "back", "back; nothing changes", always, |_, _| vec![Action::Close]; },
        ],
    }];

    fn go(&mut self, motion: Motion, _: &mut C) {
        self.found.go(motion);
    }
}

impl<C> Picker<C> {
    /// A picker over these, shown in this order while nothing is typed.
    pub fn new(title: &'static str, all: Vec<Pickable<C>>) -> Self {
        let mut picker = Self { input: Input::default(), title, all, found: List::new(Vec::new()) };
        picker.look();
        picker
    }

    fn look(&mut self) {
        self.found = List::new(matching(self.input.value(), self.all.iter().map(|item| item.name.as_str())));
    }

    fn go_to_chosen(&mut self) -> Actions<C> {
        let chosen = self.found.chosen().and_then(|(at, _)| self.all.get_mut(*at));
        chosen.map_or_else(Vec::new, |item| {
            [vec![Action::Close], std::mem::take(&mut item.goes)].into_iter().flatten().collect()
        })
    }
}

/// The names that match, best first, each with the positions of the matched letters.
pub fn matching<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Vec<Match> {
    let typed = typed.trim();
    if typed.is_empty() {
        return names.enumerate().map(|(at, _)| (at, Vec::new())).collect();
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = |kind| Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, kind);
    let (whole, fuzzy) = (pattern(AtomKind::Substring), pattern(AtomKind::Fuzzy));
    let mut letters = Vec::new();
    let mut found = Vec::new();
    for (at, name) in names.enumerate() {
        let name = Utf32Str::new(name, &mut letters);
        let mut places = Vec::new();
        let score = whole.indices(name, &mut matcher, &mut places).map(|score| (true, score)).or_else(|| {
            places.clear();
            fuzzy.indices(name, &mut matcher, &mut places).map(|score| (false, score))
        });
        if let Some(score) = score {
            places.sort_unstable();
            places.dedup();
            found.push((score, at, places));
        }
    }
    found.sort_by_key(|(score, at, _)| (std::cmp::Reverse(*score), *at));
    found.into_iter().map(|(_, at, places)| (at, places)).collect()
}

impl<C: Context> Component<C> for Picker<C> {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &C, canvas: DrawContext) {
        let item = |(at, letters): &'_ Match| {
            let Pickable { kind, name, about, .. } = &self.all[*at];
            PickerItem { kind, name, about, letters: letters.clone() }
        };
        let items: Vec<PickerItem> = self.found.rows.iter().map(item).collect();
        let pane = PickerPane {
            look: canvas.look,
            title: self.title,
            typed: self.input.value(),
            cursor: self.input.cursor(),
            items: &items,
            all: self.all.len(),
            selected: self.found.state.selected,
        };
        frame.render_widget(&pane, area);
    }

    /// A click selects; a second click, or a number, goes there.
    fn event(&mut self, event: Event, context: &mut C) -> Option<Actions<C>> {
        match event {
            Event::Key(key) => {
                let request = text_input::edit(key)?;
                self.input.handle(request);
                self.look();
            }
            Event::Paste(pasted) => {
                let left_out = text_input::paste(pasted, 200, |request| self.input.handle(request));
                left_out.into_iter().for_each(|notice| context.say(notice));
                self.look();
            }
            Event::Target(Thing::Letter(letter)) => {
                self.input.handle(InputRequest::SetCursor(letter));
            }
            Event::Number(at) if at >= MOST_TOLD => return None,
            event => {
                if self.found.event(&event)? {
                    return Some(self.go_to_chosen());
                }
            }
        }
        Some(Vec::new())
    }

    fn lines(&self, _: &C) -> Option<Vec<String>> {
        let found = self.found.rows.iter().take(MOST_TOLD).enumerate();
        let row = |(row, (at, _)): (usize, &Match)| {
            let Pickable { kind, name, about, .. } = &self.all[*at];
            let about = if about.is_empty() { String::new() } else { format!(", {about}") };
            format!("{}  {kind} {}{about}", row + 1, text::display_name(name))
        };
        let more = self.found.rows.len().saturating_sub(MOST_TOLD);
        let said = match self.found.rows.len() {
            0 => Some("nothing is called so".to_string()),
            _ => (more > 0).then(|| format!("and {more} more")),
        };
        let title =
            format!("{} {} of {}: type a few letters, or a number.", self.title, self.found.rows.len(), self.all.len());
        Some(std::iter::once(title).chain(found.map(row)).chain(said).collect())
    }

    /// Typed letters list their matches; then Enter goes to the first.
    fn line_typed(&mut self, line: &str, _: &mut C) -> Option<Typed> {
        self.input = text_input::line(line);
        self.look();
        Some(if self.found.rows.len() == 1 { Typed::Whole } else { Typed::Open })
    }

    fn asked(&self, _: &C) -> Option<Asked> {
        None
    }
}

impl<C: Context> Overlay<C> for Picker<C> {}
