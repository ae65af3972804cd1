//! The search line over lists. The lists follow the text as it is typed; once the text is accepted, keys move between
//! the matches.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context, Event, LineResult, Overlay, OverlayPlace,
        RenderOptions, always,
    },
    lists::{ListSearch, RowPosition, SearchStep},
    session_odds::OddsRequest,
    text_input,
};
use ratatui::{Frame, layout::Rect};
use tui_input::{Input, InputRequest};
use wardiary_view::{ClickTarget, search::SearchPane};

pub(crate) struct FindLine {
    input: Input,
    search: ListSearch,
}

const fn typing_commands<C: Context>() -> [Command<FindLine, C>; 4] {
    commands! {
        FindLook, "find", "accept the search; n and N go to further matches", always, |line, _| line.accept();
        FindDown, "next", "the next match", always, |_, _| vec![Action::SearchStep(SearchStep::Next)];
        FindUp, "", "the previous match", always, |_, _| vec![Action::SearchStep(SearchStep::Previous)];
        FindCancel, "back", "back to where the search started", always, |_, _| vec![Action::SearchStep(SearchStep::Return), Action::Close];
    }
}

const fn accepted_commands<C: Context>() -> [Command<FindLine, C>; 4] {
    commands! {
        FoundNext, "next", "the next match", always, |_, _| vec![Action::SearchStep(SearchStep::Next)];
        FoundPrevious, "previous", "the previous match", always, |_, _| vec![Action::SearchStep(SearchStep::Previous)];
        FoundLook, "find", "search for something else", always, |line, _| line.resume_typing();
        FoundClose, "back", "end the search; the selection stays", always, |_, _| vec![Action::Close];
    }
}

impl<C: Context> Commands<C> for FindLine {
    const MODES: &'static [CommandMode<Self, C>] = &[
        CommandMode::new(GroupId::Find, "Typing a search", &[&typing_commands()]),
        CommandMode::new(GroupId::Found, "Among the matches", &[&accepted_commands()]),
    ];

    const KEEPS_NOTICE: bool = true;

    fn mode(&self) -> &'static CommandMode<Self, C> {
        &<Self as Commands<C>>::MODES[usize::from(self.search.is_accepted)]
    }
}

impl FindLine {
    pub fn new(origin: RowPosition) -> Self {
        Self { input: Input::default(), search: ListSearch { origins: vec![origin], ..ListSearch::default() } }
    }

    /// Opens a search whose text is already accepted.
    pub fn with_text(origin: RowPosition, words: String) -> Self {
        let mut line = Self::new(origin);
        line.search.text.clone_from(&words);
        line.search.is_accepted = true;
        Self { input: text_input::input_with(words), ..line }
    }

    /// Accepts the text. Without a match there is nothing to accept.
    fn accept<C>(&mut self) -> Actions<C> {
        if self.search.words().is_empty() {
            return vec![Action::Close];
        }
        self.search.is_accepted = true;
        Vec::new()
    }

    fn resume_typing(&mut self) {
        self.search.is_accepted = false;
        self.input = Input::default();
        self.search.text.clear();
        self.search.found = None;
    }
}

impl<C: Context> Component<C> for FindLine {
    fn draw(&self, frame: &mut Frame, area: Rect, context: &C, canvas: RenderOptions) {
        // The line covers the notices, so it shows errors itself.
        let bad = context.notice().filter(|notice| notice.bad).map(|notice| notice.text.clone());
        let text = bad.unwrap_or_else(|| self.search.status_text());
        let pane = SearchPane {
            look: canvas.look,
            query: self.input.value(),
            cursor: (!self.search.is_accepted).then(|| self.input.cursor()),
            match_count: &text,
            has_no_match: self.search.found.as_ref().is_some_and(|found| found.count == 0),
        };
        frame.render_widget(&pane, area);
    }

    fn event(&mut self, event: Event, context: &mut C) -> Option<Actions<C>> {
        match event {
            Event::Key(key) => {
                let request = text_input::edit_request(key).filter(|_| !self.search.is_accepted)?;
                self.input.handle(request);
            }
            Event::Paste(pasted) => {
                self.search.is_accepted = false;
                let left_out = text_input::paste(pasted, 1_000, |request| self.input.handle(request));
                left_out.into_iter().for_each(|notice| context.say(notice));
            }
            Event::Target(ClickTarget::Letter(letter)) => {
                self.search.is_accepted = false;
                self.input.handle(InputRequest::SetCursor(letter));
                return Some(Vec::new());
            }
            _ => return None,
        }
        self.search.text = self.input.value().into();
        Some(vec![Action::SearchStep(SearchStep::First)])
    }

    fn handle_line(&mut self, line: &str, _: &mut C) -> Option<LineResult> {
        self.input = text_input::input_with(line);
        self.search.text = line.into();
        self.search.is_accepted = true;
        Some(LineResult::Incomplete)
    }

    fn odds_request(&self, _: &C) -> Option<OddsRequest> {
        None
    }
}

impl<C: Context> Overlay<C> for FindLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Line
    }

    fn search_mut(&mut self) -> Option<&mut ListSearch> {
        Some(&mut self.search)
    }

    fn search(&self) -> Option<&ListSearch> {
        Some(&self.search)
    }
}
