//! The state of the Odds screen: the typed rolls, the changes to the first, and the odds received so far.

use crate::{
    lists::{List, ListState},
    odds_worker::{OddsJob, OddsResult},
    text_input,
};
use std::sync::Arc;
use tui_input::{Input, InputRequest};
use wardiary_base::{book::Rulebook, id::SideId, sides::BothSides};
use wardiary_diary::assets::Shipped;
use wardiary_odds::odds::{
    Answer, Question,
    playout::{Playout, PlayoutOdds, Until},
    variants::{self, Variant},
};
use wardiary_rules::{
    notation::{self, NotationError},
    order::Order,
    rules::Roll,
    state::State,
};

pub(crate) struct OddsScreen {
    pub fields: [Field; 2],
    pub place: OddsFocus,
    /// For combats, whether to show what is left rather than the defeats.
    pub left: bool,
    pub scroll: usize,
    pub(crate) variants: List<Vec<Variant>>,
    pub(crate) slots: Vec<Slot>,
    /// The order that the screen was opened with, if it fights.
    pub order: Option<Order>,
    pub until: Option<Until>,
    pub courses: Option<PlayoutOdds>,
    /// The sides of that order.
    pub sides: Option<BothSides<SideId>>,
    /// What the roll leaves out of the order it was made from.
    pub note: Option<String>,
    /// Whether the questions have changed since the last request.
    pub changed: bool,
    /// Whether the user cancelled the work.
    pub stopped: bool,
}

#[derive(Default)]
pub struct Field {
    pub input: Input,
    pub roll: Option<Result<Roll, NotationError>>,
    pub answer: Option<Answer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OddsFocus {
    Roll(usize),
    Table,
}

/// The purpose of a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    pub of: Of,
    pub answer: Option<Answer>,
    pub done: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Roll(usize),
    Variant(usize),
    Playout,
}

/// The number of simulated fights.
const TIMES: u64 = 10_000;

impl OddsScreen {
    pub fn new(text: String) -> Self {
        let place = if text.is_empty() { OddsFocus::Roll(0) } else { OddsFocus::Table };
        let first = Field { input: text_input::line(text), ..Field::default() };
        Self {
            fields: [first, Field::default()],
            place,
            left: false,
            scroll: 0,
            variants: List::default(),
            slots: Vec::new(),
            order: None,
            until: None,
            courses: None,
            note: None,
            sides: None,
            changed: true,
            stopped: false,
        }
    }

    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.place, OddsFocus::Roll(_))
    }

    pub fn read(&mut self, book: &Rulebook) {
        for field in &mut self.fields {
            let text = field.input.value();
            field.roll = (!text.trim().is_empty()).then(|| notation::roll(text, book, &Shipped));
        }
        self.variants.rows = match &self.fields[0].roll {
            Some(Ok(roll)) => variants::variants(book, roll),
            _ => Vec::new(),
        };
        let ListState { selected, .. } = &mut self.variants.state;
        *selected = (*selected).min(self.variants.rows.len().saturating_sub(1));
    }

    /// Whether one of the rolls is a combat's, or may be because it is not parsed yet.
    pub fn is_combat(&self) -> bool {
        self.fields.iter().any(|field| match &field.roll {
            None => !field.input.value().is_empty(),
            Some(roll) => matches!(roll, Ok(Roll::Scrud(_))),
        })
    }

    /// The questions to work out now.
    pub fn ask(&mut self, state: &State) -> Vec<OddsJob> {
        let book = Arc::clone(state.book());
        self.changed = false;
        self.stopped = false;
        self.read(&book);
        self.slots.clear();
        self.courses = None;
        let mut jobs = Vec::new();
        let mut ask = |slots: &mut Vec<Slot>, of: Of, job: OddsJob| {
            slots.push(Slot { of, answer: None, done: false });
            jobs.push(job);
        };
        let question = |roll: &Roll, left: bool| {
            let combat = matches!(roll, Roll::Scrud(_));
            OddsJob::Roll(Arc::clone(&book), Box::new(Question { left: left && combat, ..Question::of(roll.clone()) }))
        };
        for (at, field) in self.fields.iter_mut().enumerate() {
            field.answer = None;
            if let Some(Ok(roll)) = &field.roll {
                ask(&mut self.slots, Of::Roll(at), question(roll, self.left));
            }
        }
        for (at, variant) in self.variants.rows.iter().enumerate() {
            ask(&mut self.slots, Of::Variant(at), question(&variant.roll, self.left));
        }
        let course = self.until.zip(self.order.as_ref()).and_then(|(until, order)| Playout::of(state, order, until));
        if let Some(course) = course {
            ask(&mut self.slots, Of::Playout, OddsJob::Playout(Box::new(course), TIMES));
        }
        jobs
    }

    /// Stores a result.
    pub(crate) fn take_result(&mut self, place: usize, result: OddsResult, is_last: bool) {
        let Some(slot) = self.slots.get_mut(place) else { return };
        slot.done = is_last;
        match result {
            OddsResult::Roll(answer) => {
                if let Of::Roll(at) = slot.of {
                    self.fields[at].answer = Some((*answer).clone());
                }
                slot.answer = Some(*answer);
            }
            OddsResult::Playout(courses) => self.courses = Some(*courses),
            OddsResult::Order(_)
            | OddsResult::Standing(_)
            | OddsResult::Luck(_)
            | OddsResult::Fortunes(_)
            | OddsResult::Service(_) => {}
        }
    }

    /// Whether a question has no final answer yet.
    pub(crate) fn is_working(&self, of: Of) -> bool {
        self.slots.iter().any(|slot| slot.of == of && !slot.done)
    }

    pub(crate) fn edit(&mut self, request: InputRequest) {
        let OddsFocus::Roll(at) = self.place else { return };
        if self.fields[at].input.handle(request).is_some_and(|change| change.value) {
            self.changed = true;
            self.scroll = 0;
            if at == 0 {
                self.note = None;
            }
        }
    }

    pub fn shown(&self) -> usize {
        match self.place {
            OddsFocus::Roll(at) => at,
            // Simulated fights take the second roll's place.
            OddsFocus::Table => usize::from(self.until.is_some()),
        }
    }

    pub(crate) fn has_second(&self) -> bool {
        self.until.is_some() || self.place == OddsFocus::Roll(1) || !self.fields[1].input.value().is_empty()
    }
}
