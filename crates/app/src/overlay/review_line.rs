//! The input line of the Review screen: a filter, a jump target, a remark or bookmark, or another file to compare with.

use crate::{
    command::{Availability, Unavailable, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Overlay, OverlayPlace, Typed, always,
        effect,
    },
    effect::Effect,
    lists::Seek,
    notice::Notice,
    session::Session,
    text_input::TextLine,
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::remark::Annotation;
use wardiary_diary::diary::EntryNo;
use wardiary_rules::notation::{self, FILTER_WORDS, Instruction, instruction};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReviewAsks {
    Filter,
    GoTo,
    Remark(EntryNo),
    /// The name of the entry's bookmark.
    Bookmark(EntryNo),
    /// Another copy of the save, to compare with the path to an entry.
    Copy(EntryNo),
}

/// The first character of a filter in the line's text; jump targets never start with it.
pub(crate) const FILTER_SIGN: char = '/';

pub(crate) struct ReviewLine {
    asks: ReviewAsks,
    line: TextLine,
}

const COMMANDS: &[&[Command<ReviewLine, Session>]] = &[&commands! {
    ReviewEnter, "take it", "do what the line asks for", always, ReviewLine::enter;
    ReviewLineDown, "next", "the next that fits", ReviewLine::seeks, |_, _| vec![Action::Seek(Seek::Next)];
    ReviewLineUp, "", "the one before", ReviewLine::seeks, |_, _| vec![Action::Seek(Seek::Previous)];
    ReviewCancel, "back", "back to the diary, to where it was", always, |_, _| vec![Action::Seek(Seek::Back), Action::Close];
}];

impl Commands<Session> for ReviewLine {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::ReviewLine, heading: Some("In a line of the Review screen"), commands: COMMANDS }];
}

impl ReviewLine {
    /// A line that starts with this text.
    pub fn new(asks: ReviewAsks, text: impl Into<String>) -> Self {
        Self { asks, line: TextLine::new(text) }
    }

    /// A line for a remark on an entry, starting with the current remark.
    pub fn remark(no: EntryNo, session: &Session) -> Self {
        let there = session.diary().remarks_on(no).and_then(|remarks| remarks.comment.clone());
        let text = there.map_or_else(String::new, |comment| {
            let text = notation::remark_text(no, &Annotation::Comment(comment));
            text.strip_prefix(&format!("remark {no} ")).unwrap_or_default().to_string()
        });
        Self::new(ReviewAsks::Remark(no), text)
    }

    /// A line for the name of an entry's bookmark, starting with the current name.
    pub fn bookmark(no: EntryNo, session: &Session) -> Self {
        let there = session.diary().remarks_on(no).and_then(|remarks| remarks.bookmark.clone());
        Self::new(ReviewAsks::Bookmark(no), there.unwrap_or_default())
    }

    /// Whether the diary follows the text as it is typed.
    fn seeks(&self, _: &Session) -> Availability {
        require(self.asks == ReviewAsks::Filter, Unavailable::NotNow)
    }

    /// Sends the text so far to the diary, if it follows.
    fn follow(&self, before: &str) -> Actions<Session> {
        let typed = self.line.value();
        let follows = self.asks == ReviewAsks::Filter && typed != before;
        follows.then(|| Action::Typing(typed.into())).into_iter().collect()
    }

    fn enter(&mut self, session: &mut Session) -> Actions<Session> {
        let text = self.line.value().trim().to_string();
        let remarks = |no| session.diary().remarks_on(no);
        let says = match self.asks {
            ReviewAsks::Filter => return vec![Action::Close, Action::Submit(format!("{FILTER_SIGN}{text}"))],
            ReviewAsks::GoTo => return vec![Action::Close, Action::Submit(text)],
            ReviewAsks::Copy(_) if text.is_empty() => return vec![Action::Close],
            ReviewAsks::Copy(end) => return vec![Action::Close, Action::Do(Effect::Compare(end, text))],
            ReviewAsks::Remark(no) if text.is_empty() => match remarks(no).and_then(|there| there.comment.as_ref()) {
                Some(_) => (no, Annotation::NoComment),
                None => return vec![Action::Close],
            },
            ReviewAsks::Bookmark(no) if text.is_empty() => {
                match remarks(no).and_then(|there| there.bookmark.as_ref()) {
                    Some(_) => (no, Annotation::NoBookmark),
                    None => (no, Annotation::Bookmark(text)),
                }
            }
            ReviewAsks::Bookmark(no) => (no, Annotation::Bookmark(text)),
            ReviewAsks::Remark(no) => match instruction(&format!("remark {no} {text}"), session.diary().state()) {
                Ok(Instruction::Remark { entry, says }) => (entry, says),
                Ok(_) => return Vec::new(),
                Err(error) => {
                    let hint = error.hint.map_or_else(String::new, |hint| format!(": {hint}"));
                    session.say(Notice::bad(format!("{}{hint}", error.what)));
                    return Vec::new();
                }
            },
        };
        let (no, says) = says;
        [vec![Action::Close], effect(Effect::Remark(no, says))].into_iter().flatten().collect()
    }

    fn words(&self) -> (String, String) {
        let words: Vec<&str> = FILTER_WORDS.iter().map(|(word, _)| *word).collect();
        match self.asks {
            ReviewAsks::Filter => ("Show what fits".into(), format!("any words, or: {}", words.join(" · "))),
            ReviewAsks::GoTo => ("Go to".into(), "41 · turn 3 · a bookmark’s or a branch’s name · what fits".into()),
            ReviewAsks::Remark(no) => (
                format!("Remark on entry {no}"),
                "a mark (!! ! !? ?! ? ??), then words; `with table.jpg` behind words in quotes; nothing withdraws"
                    .into(),
            ),
            ReviewAsks::Bookmark(no) => (
                format!("Bookmark entry {no}"),
                "its name, or none; with nothing one that is there is withdrawn".into(),
            ),
            ReviewAsks::Copy(_) => (
                "Another copy of this save".into(),
                "its file, or its name in your folder of saves; it is only read".into(),
            ),
        }
    }
}

impl Component<Session> for ReviewLine {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: DrawContext) {
        let (title, hint) = self.words();
        self.line.draw(frame, area, (&title, &hint), (&[], ""), canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        let before = self.line.value().to_string();
        match event {
            Event::Wheel(..) => session.begin(),
            event => self.line.event(&event, 10_000, session).then_some(())?,
        }
        Some(self.follow(&before))
    }

    fn line_typed(&mut self, line: &str, _: &mut Session) -> Option<Typed> {
        Some(self.line.type_whole(line))
    }
}

impl Overlay<Session> for ReviewLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
