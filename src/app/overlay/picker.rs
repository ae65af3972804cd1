//! The picker: whatever has a name in the save, and the other saves, found by a few of its letters and gone to. What says
//! them as they were typed comes first; then what has them in that order.

use crate::{
    app::{
        component::{Action, Actions, Command, Commands, Component, DrawContext, Keys, Overlay, OverlayPlace, always},
        effect::{Effect, Place},
        motion::Motion,
        session::Session,
        session_odds::Asked,
        text_input,
    },
    view::picker::{PickerItem, PickerPane},
};
use crossterm::event::KeyEvent;
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{AtomKind, CaseMatching, Normalization, Pattern},
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use tui_input::Input;

/// The picker.
pub(crate) struct Picker {
    input: Input,
    title: &'static str,
    all: Vec<Pickable>,
    /// Those that fit, the best first: their places, and which of their letters do.
    found: Vec<(usize, Vec<u32>)>,
    selected: usize,
}

/// What can be gone to.
pub(crate) struct Pickable {
    /// What kind of thing it is.
    pub(crate) kind: &'static str,
    /// What it is called, which is what is looked for.
    pub(crate) name: String,
    /// What there is to say of it besides.
    pub(crate) about: String,
    /// Where it is.
    pub(crate) place: Place,
}

const COMMANDS: &[&[Command<Picker, Session>]] = &[
    &commands! {
        "pick-go", "go there", "go to what is chosen", always, |picker, _| picker.to_chosen();
    },
    &motions!("pick-": Down("next", "the next"), Up, PageDown, PageUp),
    &commands! { "pick-close", "back", "back; nothing changes", always, |_, _| vec![Action::Close]; },
];

impl Commands<Session> for Picker {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "picker", heading: Some("Jumping to something by a few letters"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Session) {
        self.selected = motion.step(self.selected, self.found.len());
    }
}

impl Picker {
    /// A picker among these, in the order in which they are shown while nothing is typed.
    #[must_use]
    pub(crate) fn new(title: &'static str, all: Vec<Pickable>) -> Self {
        let mut picker = Self { input: Input::default(), title, all, found: Vec::new(), selected: 0 };
        picker.look();
        picker
    }

    /// Finds what fits what is typed.
    fn look(&mut self) {
        self.found = matching(self.input.value(), self.all.iter().map(|item| item.name.as_str()));
        self.selected = 0;
    }

    fn to_chosen(&self) -> Actions<Session> {
        let Some(item) = self.found.get(self.selected).and_then(|(at, _)| self.all.get(*at)) else { return Vec::new() };
        vec![Action::Close, Action::Do(Effect::Jump(item.place.clone()))]
    }
}

/// The names that fit what is typed, the best first, each with the places of the letters that do.
fn matching<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Vec<(usize, Vec<u32>)> {
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

impl Picker {
    fn pane<'a>(&'a self, canvas: DrawContext<'a>, items: &'a [PickerItem<'a>]) -> PickerPane<'a> {
        PickerPane {
            look: canvas.look,
            title: self.title,
            typed: self.input.value(),
            cursor: self.input.cursor(),
            items,
            all: self.all.len(),
            selected: self.selected,
        }
    }
}

impl Component<Session> for Picker {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: DrawContext) {
        let item = |(at, letters): &'_ (usize, Vec<u32>)| {
            let Pickable { kind, name, about, .. } = &self.all[*at];
            PickerItem { kind, name, about, letters: letters.clone() }
        };
        let items: Vec<PickerItem> = self.found.iter().map(item).collect();
        frame.render_widget(&self.pane(canvas, &items), area);
    }

    fn unused(&mut self, key: KeyEvent, _: &mut Session) -> Actions<Session> {
        if let Some(request) = text_input::edit(key) {
            self.input.handle(request);
            self.look();
        }
        Vec::new()
    }

    fn paste(&mut self, pasted: &str, session: &mut Session) -> Actions<Session> {
        session.notice = text_input::paste(pasted, 200, |request| self.input.handle(request));
        self.look();
        Vec::new()
    }

    /// A click chooses; a second one goes there.
    fn click(&mut self, at: Position, area: Rect, _: &mut Session) -> Actions<Session> {
        let row = PickerPane::row_at(at, crate::app::component::above_footer(area), self.found.len(), self.selected);
        match row {
            Some(row) if row == self.selected => self.to_chosen(),
            Some(row) => {
                self.selected = row;
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, session: &mut Session) -> bool {
        self.go(motion, session);
        true
    }

    fn asked(&self, _: &Session) -> Option<Asked> {
        None
    }
}

impl Overlay<Session> for Picker {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_it_as_typed_comes_before_what_has_its_letters() {
        let names = ["75th Brigade", "1st Rifle Brigade", "Russians", "5th Rifle Brigade", "XV Corps"];
        let found = |typed: &str| -> Vec<&str> {
            matching(typed, names.into_iter()).into_iter().map(|(at, _)| names[at]).collect()
        };
        assert_eq!(found(""), names);
        assert_eq!(found("rus"), ["Russians"]);
        assert_eq!(found("5rb"), ["5th Rifle Brigade"]);
        assert!(found("rif").starts_with(&["1st Rifle Brigade", "5th Rifle Brigade"]));
        assert_eq!(found("xyzzy"), [""; 0]);
        // Several words, each somewhere.
        assert_eq!(found("brig 75"), ["75th Brigade"]);
        let (_, letters) = matching("XV", names.into_iter()).remove(0);
        assert_eq!(letters, [0, 1]);
        // What could be read as a pattern is none.
        assert_eq!(found("^!'$"), [""; 0]);
    }
}
