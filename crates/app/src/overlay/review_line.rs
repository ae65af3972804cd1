//! The input line of the Review screen: a filter, a jump target, a remark or bookmark, or another file to compare with.

use crate::{
    command::{Availability, Unavailable, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, LineResult, Overlay,
        OverlayPlace, RenderOptions, always, effect,
    },
    effect::Effect,
    lists::SearchStep,
    notice::Notice,
    session::Session,
    text_input::TextLine,
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::remark::Annotation;
use wardiary_diary::diary::EntryNo;
use wardiary_rules::notation::{self, FILTER_WORDS, Instruction, parse_instruction};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReviewPrompt {
    Filter,
    GoTo,
    Remark(EntryNo),
    /// The name of the entry's bookmark.
    Bookmark(EntryNo),
    /// Another copy of the save, to compare with the path to an entry.
    Copy(EntryNo),
}

/// The first character of a filter in the line's text; jump targets never start with it.
pub(crate) const FILTER_PREFIX: char = '/';

pub(crate) struct ReviewLine {
    prompt: ReviewPrompt,
    line: TextLine,
}

const COMMANDS: &[&[Command<ReviewLine, Session>]] = &[&commands! {
    ReviewEnter, "take it", "do what the line asks for", always, ReviewLine::enter;
    ReviewLineDown, "next", "the next that fits", ReviewLine::follows_typing, |_, _| vec![Action::SearchStep(SearchStep::Next)];
    ReviewLineUp, "", "the one before", ReviewLine::follows_typing, |_, _| vec![Action::SearchStep(SearchStep::Previous)];
    ReviewCancel, "back", "back to the diary, to where it was", always, |_, _| vec![Action::SearchStep(SearchStep::Return), Action::Close];
}];

impl Commands<Session> for ReviewLine {
    const MODES: &'static [CommandMode<Self, Session>] = &[CommandMode {
        group: GroupId::ReviewLine,
        heading: Some("In a line of the Review screen"),
        commands: COMMANDS,
    }];
}

impl ReviewLine {
    /// A line that starts with this text.
    pub fn new(asks: ReviewPrompt, text: impl Into<String>) -> Self {
        Self { prompt: asks, line: TextLine::new(text) }
    }

    /// A line for a remark on an entry, starting with the current remark.
    pub fn remark(no: EntryNo, session: &Session) -> Self {
        let there = session.diary().remarks_on(no).and_then(|remarks| remarks.comment.clone());
        let text = there.map_or_else(String::new, |comment| {
            let text = notation::remark_text(no, &Annotation::Comment(comment));
            text.strip_prefix(&format!("remark {no} ")).unwrap_or_default().to_string()
        });
        Self::new(ReviewPrompt::Remark(no), text)
    }

    /// A line for the name of an entry's bookmark, starting with the current name.
    pub fn bookmark(no: EntryNo, session: &Session) -> Self {
        let there = session.diary().remarks_on(no).and_then(|remarks| remarks.bookmark.clone());
        Self::new(ReviewPrompt::Bookmark(no), there.unwrap_or_default())
    }

    /// Whether the diary follows the text as it is typed.
    fn follows_typing(&self, _: &Session) -> Availability {
        require(self.prompt == ReviewPrompt::Filter, Unavailable::NotNow)
    }

    /// Sends the text so far to the diary, if it follows.
    fn send_typed(&self, before: &str) -> Actions<Session> {
        let typed = self.line.value();
        let follows = self.prompt == ReviewPrompt::Filter && typed != before;
        follows.then(|| Action::SearchText(typed.into())).into_iter().collect()
    }

    fn enter(&mut self, session: &mut Session) -> Actions<Session> {
        let text = self.line.value().trim().to_string();
        let remarks = |no| session.diary().remarks_on(no);
        let says = match self.prompt {
            ReviewPrompt::Filter => return vec![Action::Close, Action::Submit(format!("{FILTER_PREFIX}{text}"))],
            ReviewPrompt::GoTo => return vec![Action::Close, Action::Submit(text)],
            ReviewPrompt::Copy(_) if text.is_empty() => return vec![Action::Close],
            ReviewPrompt::Copy(end) => return vec![Action::Close, Action::Effect(Effect::Compare(end, text))],
            ReviewPrompt::Remark(no) if text.is_empty() => match remarks(no).and_then(|there| there.comment.as_ref()) {
                Some(_) => (no, Annotation::NoComment),
                None => return vec![Action::Close],
            },
            ReviewPrompt::Bookmark(no) if text.is_empty() => {
                match remarks(no).and_then(|there| there.bookmark.as_ref()) {
                    Some(_) => (no, Annotation::NoBookmark),
                    None => (no, Annotation::Bookmark(text)),
                }
            }
            ReviewPrompt::Bookmark(no) => (no, Annotation::Bookmark(text)),
            ReviewPrompt::Remark(no) => {
                match parse_instruction(&format!("remark {no} {text}"), session.diary().state()) {
                    Ok(Instruction::Remark { entry, annotation: says }) => (entry, says),
                    Ok(_) => return Vec::new(),
                    Err(error) => {
                        let hint = error.hint.map_or_else(String::new, |hint| format!(": {hint}"));
                        session.say(Notice::bad(format!("{}{hint}", error.message)));
                        return Vec::new();
                    }
                }
            }
        };
        let (no, says) = says;
        [vec![Action::Close], effect(Effect::Remark(no, says))].into_iter().flatten().collect()
    }

    fn prompt_words(&self) -> (String, String) {
        let words: Vec<&str> = FILTER_WORDS.iter().map(|(word, _)| *word).collect();
        match self.prompt {
            ReviewPrompt::Filter => ("Show what fits".into(), format!("any words, or: {}", words.join(" · "))),
            ReviewPrompt::GoTo => ("Go to".into(), "41 · turn 3 · a bookmark’s or a branch’s name · what fits".into()),
            ReviewPrompt::Remark(no) => (
                format!("Remark on entry {no}"),
                "a mark (!! ! !? ?! ? ??), then words; `with table.jpg` behind words in quotes; nothing withdraws"
                    .into(),
            ),
            ReviewPrompt::Bookmark(no) => (
                format!("Bookmark entry {no}"),
                "its name, or none; with nothing one that is there is withdrawn".into(),
            ),
            ReviewPrompt::Copy(_) => (
                "Another copy of this save".into(),
                "its file, or its name in your folder of saves; it is only read".into(),
            ),
        }
    }
}

impl Component<Session> for ReviewLine {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: RenderOptions) {
        let (title, hint) = self.prompt_words();
        self.line.draw(frame, area, (&title, &hint), (&[], ""), canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        let before = self.line.value().to_string();
        match event {
            Event::Scroll(..) => session.clear_notice(),
            event => self.line.event(&event, 10_000, session).then_some(())?,
        }
        Some(self.send_typed(&before))
    }

    fn handle_line(&mut self, line: &str, _: &mut Session) -> Option<LineResult> {
        Some(self.line.replace(line))
    }
}

impl Overlay<Session> for ReviewLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
