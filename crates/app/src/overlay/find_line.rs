//! The search line over lists. The lists follow the text as it is typed; once the text is accepted, keys move between
//! the matches.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, Context, DrawContext, Event, Keys, Overlay, OverlayPlace, Typed,
        always,
    },
    lists::{Finding, Seek, Spot},
    session_odds::Asked,
    text_input,
};
use ratatui::{Frame, layout::Rect};
use tui_input::{Input, InputRequest};
use wardiary_view::{Thing, found::FindPane};

pub(crate) struct FindLine {
    input: Input,
    finding: Finding,
}

const fn typing<C: Context>() -> [Command<FindLine, C>; 4] {
    commands! {
        FindLook, "find", "keep what is found, and go on with n and N", always, |line, _| line.keep();
        FindDown, "next", "the next that is found", always, |_, _| vec![Action::Seek(Seek::Next)];
        FindUp, "", "the one before", always, |_, _| vec![Action::Seek(Seek::Previous)];
        FindCancel, "back", "back to where it began", always, |_, _| vec![Action::Seek(Seek::Back), Action::Close];
    }
}

const fn kept<C: Context>() -> [Command<FindLine, C>; 4] {
    commands! {
        FoundNext, "next", "the next that is found", always, |_, _| vec![Action::Seek(Seek::Next)];
        FoundPrevious, "before", "the one before", always, |_, _| vec![Action::Seek(Seek::Previous)];
        FoundLook, "find", "look for something else", always, |line, _| line.type_on();
        FoundClose, "back", "done looking; what is chosen stays", always, |_, _| vec![Action::Close];
    }
}

impl<C: Context> Commands<C> for FindLine {
    const KEYS: &'static [Keys<Self, C>] = &[
        Keys { group: GroupId::Find, heading: Some("Typing what is to be found"), commands: &[&typing()] },
        Keys { group: GroupId::Found, heading: Some("Among what was found"), commands: &[&kept()] },
    ];

    const KEEPS_NOTICE: bool = true;

    fn keys(&self) -> &'static Keys<Self, C> {
        &<Self as Commands<C>>::KEYS[usize::from(self.finding.kept)]
    }
}

impl FindLine {
    /// Opens a search that started from this row.
    pub fn new(origin: Spot) -> Self {
        Self { input: Input::default(), finding: Finding { origins: vec![origin], ..Finding::default() } }
    }

    /// Opens a search whose text is already accepted.
    pub fn kept(origin: Spot, words: String) -> Self {
        let mut line = Self::new(origin);
        line.finding.words.clone_from(&words);
        line.finding.kept = true;
        Self { input: text_input::line(words), ..line }
    }

    /// Accepts the text. Without a match there is nothing to accept.
    fn keep<C>(&mut self) -> Actions<C> {
        if self.finding.wanted().is_empty() {
            return vec![Action::Close];
        }
        self.finding.kept = true;
        Vec::new()
    }

    fn type_on(&mut self) {
        self.finding.kept = false;
        self.input = Input::default();
        self.finding.words.clear();
        self.finding.found = None;
    }

    fn follow<C>(&mut self) -> Actions<C> {
        self.finding.words = self.input.value().into();
        vec![Action::Seek(Seek::Here)]
    }
}

impl<C: Context> Component<C> for FindLine {
    fn draw(&self, frame: &mut Frame, area: Rect, context: &C, canvas: DrawContext) {
        // The line covers the notices, so it shows errors itself.
        let bad = context.notice().filter(|notice| notice.bad).map(|notice| notice.text.clone());
        let told = bad.unwrap_or_else(|| self.finding.told());
        let pane = FindPane {
            look: canvas.look,
            words: self.input.value(),
            cursor: (!self.finding.kept).then(|| self.input.cursor()),
            told: &told,
            is_nothing: self.finding.found.as_ref().is_some_and(|found| found.all == 0),
        };
        frame.render_widget(&pane, area);
    }

    fn event(&mut self, event: Event, context: &mut C) -> Option<Actions<C>> {
        match event {
            Event::Key(key) => {
                let request = text_input::edit(key).filter(|_| !self.finding.kept)?;
                self.input.handle(request);
            }
            Event::Paste(pasted) => {
                self.finding.kept = false;
                let left_out = text_input::paste(pasted, 1_000, |request| self.input.handle(request));
                left_out.into_iter().for_each(|notice| context.say(notice));
            }
            Event::Target(Thing::Letter(letter)) => {
                self.finding.kept = false;
                self.input.handle(InputRequest::SetCursor(letter));
                return Some(Vec::new());
            }
            _ => return None,
        }
        Some(self.follow())
    }

    fn line_typed(&mut self, line: &str, _: &mut C) -> Option<Typed> {
        self.input = text_input::line(line);
        self.finding.words = line.into();
        self.finding.kept = true;
        Some(Typed::Open)
    }

    fn asked(&self, _: &C) -> Option<Asked> {
        None
    }
}

impl<C: Context> Overlay<C> for FindLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Line
    }

    fn finding(&mut self) -> Option<&mut Finding> {
        Some(&mut self.finding)
    }

    fn sought(&self) -> Option<&Finding> {
        Some(&self.finding)
    }
}
