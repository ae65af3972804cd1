//! The picker: a fuzzy finder over everything named in its context. Names that contain the letters as typed come first,
//! then names with the letters in that order.

use crate::{
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, Commands, Component, Context, DrawContext, Keys, Overlay, OverlayPlace, Typed, always,
    },
    motion::Motion,
    session_odds::Asked,
    text_input,
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
    found: Vec<(usize, Vec<u32>)>,
    selected: usize,
}

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
            &[Command::new(CommandId::PickGo, "go there", "go to what is chosen", always, |picker, _| {
                picker.go_to_chosen()
            })],
            &motions!(PickDown("next", "the next"), PickUp, PickPageDown, PickPageUp),
            &[Command::new(CommandId::PickClose, "back", "back; nothing changes", always, |_, _| vec![Action::Close])],
        ],
    }];

    fn go(&mut self, motion: Motion, _: &mut C) {
        self.selected = motion.step(self.selected, self.found.len());
    }
}

impl<C> Picker<C> {
    /// A picker over these, shown in this order while nothing is typed.
    pub fn new(title: &'static str, all: Vec<Pickable<C>>) -> Self {
        let mut picker = Self { input: Input::default(), title, all, found: Vec::new(), selected: 0 };
        picker.look();
        picker
    }

    /// Updates the matches.
    fn look(&mut self) {
        self.found = matching(self.input.value(), self.all.iter().map(|item| item.name.as_str()));
        self.selected = 0;
    }

    fn go_to_chosen(&mut self) -> Actions<C> {
        let chosen = self.found.get(self.selected).and_then(|(at, _)| self.all.get_mut(*at));
        chosen.map_or_else(Vec::new, |item| {
            [vec![Action::Close], std::mem::take(&mut item.goes)].into_iter().flatten().collect()
        })
    }
}

/// The names that match, best first, each with the positions of the matched letters.
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

impl<C: Context> Component<C> for Picker<C> {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &C, canvas: DrawContext) {
        let item = |(at, letters): &'_ (usize, Vec<u32>)| {
            let Pickable { kind, name, about, .. } = &self.all[*at];
            PickerItem { kind, name, about, letters: letters.clone() }
        };
        let items: Vec<PickerItem> = self.found.iter().map(item).collect();
        let pane = PickerPane {
            look: canvas.look,
            title: self.title,
            typed: self.input.value(),
            cursor: self.input.cursor(),
            items: &items,
            all: self.all.len(),
            selected: self.selected,
        };
        frame.render_widget(&pane, area);
    }

    fn unused(&mut self, key: KeyEvent, _: &mut C) -> Actions<C> {
        if let Some(request) = text_input::edit(key) {
            self.input.handle(request);
            self.look();
        }
        Vec::new()
    }

    fn paste(&mut self, pasted: &str, context: &mut C) -> Actions<C> {
        let left_out = text_input::paste(pasted, 200, |request| self.input.handle(request));
        left_out.into_iter().for_each(|notice| context.say(notice));
        self.look();
        Vec::new()
    }

    fn point_at_letter(&mut self, letter: usize, _: &mut C) {
        self.input.handle(InputRequest::SetCursor(letter));
    }

    fn lines(&self, _: &C) -> Option<Vec<String>> {
        let found = self.found.iter().take(MOST_TOLD).enumerate();
        let row = |(row, (at, _)): (usize, &(usize, Vec<u32>))| {
            let Pickable { kind, name, about, .. } = &self.all[*at];
            let about = if about.is_empty() { String::new() } else { format!(", {about}") };
            format!("{}  {kind} {}{about}", row + 1, text::display_name(name))
        };
        let more = self.found.len().saturating_sub(MOST_TOLD);
        let said = match self.found.len() {
            0 => Some("nothing is called so".to_string()),
            _ => (more > 0).then(|| format!("and {more} more")),
        };
        let title =
            format!("{} {} of {}: type a few letters, or a number.", self.title, self.found.len(), self.all.len());
        Some(std::iter::once(title).chain(found.map(row)).chain(said).collect())
    }

    fn choose_line(&mut self, at: usize, _: &mut C) -> Option<Actions<C>> {
        let is_there = at < self.found.len().min(MOST_TOLD);
        is_there.then(|| {
            self.selected = at;
            self.go_to_chosen()
        })
    }

    /// Typed letters list their matches; then Enter goes to the first.
    fn line_typed(&mut self, line: &str, _: &mut C) -> Option<Typed> {
        self.input = text_input::line(line);
        self.look();
        Some(if self.found.len() == 1 { Typed::Whole } else { Typed::Open })
    }

    /// A click selects; a second click goes there.
    fn click_on(&mut self, thing: Thing, _: &mut C) -> Option<Actions<C>> {
        let Thing::Row(row) = thing else { return None };
        let again = std::mem::replace(&mut self.selected, row) == row;
        Some(if again { self.go_to_chosen() } else { Vec::new() })
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, context: &mut C) -> bool {
        self.go(motion, context);
        true
    }

    fn asked(&self, _: &C) -> Option<Asked> {
        None
    }
}

impl<C: Context> Overlay<C> for Picker<C> {
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
        // Words match in any order.
        assert_eq!(found("brig 75"), ["75th Brigade"]);
        let (_, letters) = matching("XV", names.into_iter()).remove(0);
        assert_eq!(letters, [0, 1]);
        // Pattern syntax is taken literally.
        assert_eq!(found("^!'$"), [""; 0]);
    }
}
