//! The input line of the Review screen: a filter, a jump target, a remark or bookmark, or another file to compare with.

use crate::{
    command::{Availability, Unavailable, require},
    command_id::GroupId,
    component::{Action, Actions, Command, CommandMode, Context as _, Event, always, effect},
    effect::Effect,
    lists::SearchStep,
    notice::Notice,
    session::Session,
    text_input::{Prompt, TextLine},
};
use wardiary_base::remark::Annotation;
use wardiary_diary::diary::EntryNo;
use wardiary_rules::notation::{self, FILTER_WORDS, Instruction, parse_instruction};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReviewPrompt {
    Filter,
    GoTo,
    Remark(EntryNo),
    Bookmark(EntryNo),
    /// Another copy of the save, to compare with the path to an entry.
    Copy(EntryNo),
}

/// The first character of a filter in the line's text; jump targets never start with it.
pub(crate) const FILTER_PREFIX: char = '/';

pub(crate) type ReviewLine = TextLine<ReviewPrompt>;

const COMMANDS: &[&[Command<ReviewLine, Session>]] = &[&commands! {
    ReviewEnter, "accept", "accept the line", always, ReviewLine::enter;
    ReviewLineDown, "next", "the next match", ReviewLine::follows_typing, |_, _| vec![Action::SearchStep(SearchStep::Next)];
    ReviewLineUp, "", "the previous match", ReviewLine::follows_typing, |_, _| vec![Action::SearchStep(SearchStep::Previous)];
    ReviewCancel, "back", "back to the diary, at the earlier place", always, |_, _| vec![Action::SearchStep(SearchStep::Return), Action::Close];
}];

impl ReviewLine {
    /// A line for a remark on an entry, starting with the current remark.
    pub fn remark(no: EntryNo, session: &Session) -> Self {
        let there = session.diary().remarks_on(no).and_then(|remarks| remarks.comment.clone());
        let text = there.map_or_else(String::new, |comment| {
            let text = notation::remark_text(no, &Annotation::Comment(comment));
            text.strip_prefix(&format!("remark {no} ")).unwrap_or_default().to_string()
        });
        Self::new(ReviewPrompt::Remark(no), text)
    }

    pub fn bookmark(no: EntryNo, session: &Session) -> Self {
        let there = session.diary().remarks_on(no).and_then(|remarks| remarks.bookmark.clone());
        Self::new(ReviewPrompt::Bookmark(no), there.map_or_else(String::new, |name| name.to_string()))
    }

    /// Whether the diary follows the text as it is typed.
    fn follows_typing(&self, _: &Session) -> Availability {
        require(self.prompt == ReviewPrompt::Filter, Unavailable::NotNow)
    }

    fn enter(&mut self, session: &mut Session) -> Actions<Session> {
        let text = self.value().trim().to_string();
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
                    None => (no, Annotation::Bookmark(text.into())),
                }
            }
            ReviewPrompt::Bookmark(no) => (no, Annotation::Bookmark(text.into())),
            ReviewPrompt::Remark(no) => {
                match parse_instruction(&format!("remark {no} {text}"), session.diary().state()) {
                    Ok(Instruction::Remark { entry, annotation: says }) => (entry, says),
                    Ok(_) => return Vec::new(),
                    Err(error) => {
                        let hint = error.hint.map_or_else(String::new, |hint| format!(": {hint}"));
                        session.say(Notice::bad(format!("{}{hint}", error.reason)));
                        return Vec::new();
                    }
                }
            }
        };
        let (no, says) = says;
        [vec![Action::Close], effect(Effect::Remark(no, says))].into_iter().flatten().collect()
    }
}

impl Prompt for ReviewPrompt {
    type Context = Session;

    const MODES: &'static [CommandMode<ReviewLine, Session>] =
        &[CommandMode::new(GroupId::ReviewLine, "In a line of the Review screen", COMMANDS)];
    const MAX_PASTED: usize = 10_000;

    fn words(&self, _: &Session) -> (String, String) {
        let words: Vec<&str> = FILTER_WORDS.iter().map(|(word, _)| *word).collect();
        match *self {
            ReviewPrompt::Filter => ("Filter".into(), format!("any words, or: {}", words.join(" · "))),
            ReviewPrompt::GoTo => ("Go to".into(), "41 · turn 3 · the name of a bookmark or branch · a filter".into()),
            ReviewPrompt::Remark(no) => (
                format!("Remark on entry {no}"),
                "a mark (!! ! !? ?! ? ??), then text; `with table.jpg` after text in quotes; an empty line withdraws it".into(),
            ),
            ReviewPrompt::Bookmark(no) => {
                (format!("Bookmark entry {no}"), "a name, or none; an empty line withdraws an existing bookmark".into())
            }
            ReviewPrompt::Copy(_) => (
                "Another copy of this save".into(),
                "its file, or its name in your folder of saves; it is not changed".into(),
            ),
        }
    }

    fn event(_: &mut ReviewLine, event: &Event, session: &mut Session) -> bool {
        let is_wheel = matches!(event, Event::Scroll(..));
        if is_wheel {
            session.clear_notice();
        }
        is_wheel
    }

    /// Sends the text so far to the diary, if it follows.
    fn on_event(line: &mut ReviewLine, before: &str) -> Actions<Session> {
        let follows = line.prompt == Self::Filter && line.value() != before;
        follows.then(|| Action::SearchText(line.value().into())).into_iter().collect()
    }
}
