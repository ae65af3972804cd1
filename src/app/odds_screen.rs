//! The Odds screen: any roll of the notation, a second beside it, what would change the first, and a fight played out.

mod columns;

use super::{
    Effect,
    chances::worker::{Finding, Inquiry},
    compose::{Composer, Preview},
    model::{Campaign, Layer, Model},
    notice::Notice,
    update::{self, Way, with},
};
use crate::{
    assets::Shipped,
    book::Rulebook,
    notation::{self, Instruction, NotationError},
    odds::{
        Answer, Question,
        course::{Course, Courses, Until},
        forecast,
        variants::{self, Variant},
    },
    order::Order,
    rules::Roll,
    state::State,
};
use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::{Position, Rect};
use std::sync::Arc;
use tui_input::{Input, InputRequest};

/// The Odds screen.
pub struct OddsScreen {
    fields: [Field; 2],
    place: Place,
    /// Of combats, what is left rather than the defeats.
    left: bool,
    /// The chosen row of the table.
    selected: usize,
    scroll: usize,
    variants: Vec<Variant>,
    slots: Vec<Slot>,
    /// The order it was opened with, where it fights.
    order: Option<Order>,
    until: Option<Until>,
    courses: Option<Courses>,
    /// What the roll leaves out of the order it was made of.
    note: Option<String>,
    /// Whether the questions are others than those that were asked last.
    changed: bool,
    /// Whether the work was broken off.
    stopped: bool,
    /// The order line it was opened from.
    behind: Option<Box<Composer>>,
}

/// A roll that is typed.
#[derive(Default)]
struct Field {
    input: Input,
    roll: Option<Result<Roll, NotationError>>,
    answer: Option<Answer>,
}

/// What has the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Roll(usize),
    Table,
}

/// What a question was asked for.
#[derive(Clone, Debug, PartialEq)]
struct Slot {
    of: Of,
    answer: Option<Answer>,
    done: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Roll(usize),
    Variant(usize),
    Course,
}

/// How often a fight is played out.
const TIMES: u64 = 10_000;

impl OddsScreen {
    fn new(text: String, behind: Option<Box<Composer>>) -> Self {
        let place = if text.is_empty() { Place::Roll(0) } else { Place::Table };
        let first = Field { input: Input::new(text), ..Field::default() };
        Self {
            fields: [first, Field::default()],
            place,
            left: false,
            selected: 0,
            scroll: 0,
            variants: Vec::new(),
            slots: Vec::new(),
            order: None,
            until: None,
            courses: None,
            note: None,
            changed: true,
            stopped: false,
            behind,
        }
    }

    /// Whether a roll is being typed.
    #[must_use]
    pub fn is_typing(&self) -> bool {
        matches!(self.place, Place::Roll(_))
    }

    /// Whether the questions have changed since they were asked.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    fn read(&mut self, book: &Rulebook) {
        for field in &mut self.fields {
            let text = field.input.value();
            field.roll = (!text.trim().is_empty()).then(|| notation::roll(text, book, &Shipped));
        }
        self.variants = match &self.fields[0].roll {
            Some(Ok(roll)) => variants::variants(book, roll),
            _ => Vec::new(),
        };
        self.selected = self.selected.min(self.variants.len().saturating_sub(1));
    }

    /// What is to be worked out now.
    pub fn inquiries(&mut self, state: &State) -> Vec<Inquiry> {
        let book = Arc::clone(state.book());
        self.changed = false;
        self.stopped = false;
        self.read(&book);
        self.slots.clear();
        self.courses = None;
        let mut inquiries = Vec::new();
        let mut ask = |slots: &mut Vec<Slot>, of: Of, inquiry: Inquiry| {
            slots.push(Slot { of, answer: None, done: false });
            inquiries.push(inquiry);
        };
        let question = |roll: &Roll, left: bool| {
            let combat = matches!(roll, Roll::Scrud(_));
            Inquiry::Roll(Arc::clone(&book), Box::new(Question { left: left && combat, ..Question::of(roll.clone()) }))
        };
        for (at, field) in self.fields.iter_mut().enumerate() {
            field.answer = None;
            if let Some(Ok(roll)) = &field.roll {
                ask(&mut self.slots, Of::Roll(at), question(roll, self.left));
            }
        }
        for (at, variant) in self.variants.iter().enumerate() {
            ask(&mut self.slots, Of::Variant(at), question(&variant.roll, self.left));
        }
        let course = self.until.zip(self.order.as_ref()).and_then(|(until, order)| Course::of(state, order, until));
        if let Some(course) = course {
            ask(&mut self.slots, Of::Course, Inquiry::Course(Box::new(course), TIMES));
        }
        inquiries
    }

    /// Takes in what was found.
    pub fn take(&mut self, place: usize, found: Finding, last: bool) {
        let Some(slot) = self.slots.get_mut(place) else { return };
        slot.done = last;
        match found {
            Finding::Roll(answer) => {
                if let Of::Roll(at) = slot.of {
                    self.fields[at].answer = Some((*answer).clone());
                }
                slot.answer = Some(*answer);
            }
            Finding::Course(courses) => self.courses = Some(*courses),
            Finding::Order(_) | Finding::Standing(_) => {}
        }
    }

    /// Whether something asked is not answered as well as it can be.
    fn is_working(&self, of: Of) -> bool {
        self.slots.iter().any(|slot| slot.of == of && !slot.done)
    }

    fn edit(&mut self, request: InputRequest) {
        let Place::Roll(at) = self.place else { return };
        if self.fields[at].input.handle(request).is_some_and(|change| change.value) {
            self.changed = true;
            self.scroll = 0;
            if at == 0 {
                self.note = None;
            }
        }
    }

    fn shown(&self) -> usize {
        match self.place {
            Place::Roll(at) => at,
            // What is played out stands where the second roll would.
            Place::Table => usize::from(self.until.is_some()),
        }
    }

    fn has_second(&self) -> bool {
        self.until.is_some() || self.place == Place::Roll(1) || !self.fields[1].input.value().is_empty()
    }
}

/// The screen, if it is open.
pub(super) fn screen(campaign: &mut Campaign) -> Option<&mut OddsScreen> {
    match &mut campaign.layer {
        Layer::Odds(screen) => Some(screen),
        _ => None,
    }
}

fn on_screen(model: &mut Model, act: impl FnOnce(&mut OddsScreen)) -> Vec<Effect> {
    with(model, |campaign| {
        if let Some(screen) = screen(campaign) {
            act(screen);
        }
        Vec::new()
    })
}

/// Opens it, with nothing in it.
pub fn open(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.layer = Layer::Odds(Box::new(OddsScreen::new(String::new(), None)));
        Vec::new()
    })
}

/// Opens it with the roll of the order that is being composed.
pub fn open_with_order(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let state = campaign.session.save.diary().state().clone();
        let Layer::Compose(composer) = std::mem::replace(&mut campaign.layer, Layer::Table) else {
            return Vec::new();
        };
        let order = match composer.preview() {
            Preview::Ready { instruction, .. } => match &**instruction {
                Instruction::Order(order) => Some(order.clone()),
                _ => None,
            },
            _ => None,
        };
        let roll = order.as_ref().and_then(|order| forecast::bare_roll(&state, order));
        let text = roll.as_ref().map_or_else(String::new, |(roll, _)| notation::roll_text(roll, state.book()));
        let mut screen = OddsScreen::new(text, Some(composer));
        screen.order = order.filter(|order| Course::of(&state, order, Until::CombatOver).is_some());
        screen.note = roll.filter(|(_, plain)| !plain).map(|_| {
            "a roll can’t say all that the campaign knows: strengths, defeats left over, who aims at whom".to_string()
        });
        if screen.order.is_some() {
            screen.place = Place::Table;
        }
        campaign.layer = Layer::Odds(Box::new(screen));
        Vec::new()
    })
}

/// Back to where it was opened from.
pub fn close(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        if let Layer::Odds(screen) = std::mem::replace(&mut campaign.layer, Layer::Table) {
            campaign.layer = screen.behind.map_or(Layer::Table, Layer::Compose);
        }
        Vec::new()
    })
}

/// To the battle, whatever it was opened from.
pub fn to_battle(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.layer = Layer::Table;
        Vec::new()
    })
}

/// To the next of the rolls and the table that has the keys.
pub fn next(model: &mut Model, by: isize) -> Vec<Effect> {
    on_screen(model, |screen| {
        let places = [Place::Roll(0), Place::Roll(1), Place::Table];
        let at = places.iter().position(|place| *place == screen.place).unwrap_or(0);
        screen.place = places[(at + places.len()).saturating_add_signed(by) % places.len()];
        screen.scroll = 0;
    })
}

/// To the first roll, to be typed.
pub fn type_roll(model: &mut Model) -> Vec<Effect> {
    on_screen(model, |screen| screen.place = Place::Roll(0))
}

/// Done typing; or the chosen change laid beside the roll.
pub fn accept(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let state = campaign.session.save.diary().state().clone();
        let Some(screen) = screen(campaign) else { return Vec::new() };
        match screen.place {
            Place::Roll(_) => screen.place = Place::Table,
            Place::Table => {
                // Keys may come faster than frames.
                screen.read(state.book());
                if let Some(variant) = screen.variants.get(screen.selected) {
                    let text = notation::roll_text(&variant.roll, state.book());
                    screen.fields[1].input = Input::new(text);
                    screen.until = None;
                    screen.changed = true;
                }
            }
        }
        Vec::new()
    })
}

/// What is left of the sides, or how many defeats they suffer.
pub fn toggle_left(model: &mut Model) -> Vec<Effect> {
    on_screen(model, |screen| {
        screen.left = !screen.left;
        screen.changed = true;
    })
}

/// Whether the screen was opened with an order that fights.
#[must_use]
pub fn can_play_out(model: &Model) -> bool {
    match &model.stage {
        super::model::Stage::Campaign(campaign) => {
            matches!(&campaign.layer, Layer::Odds(screen) if screen.order.is_some())
        }
        super::model::Stage::Menu(_) => false,
    }
}

/// Plays the order's fight out, to the next of the ends there are; after the last, not at all.
pub fn play_out(model: &mut Model) -> Vec<Effect> {
    on_screen(model, |screen| {
        screen.until = match screen.until {
            None => Some(Until::CombatOver),
            Some(Until::CombatOver) => Some(Until::SomebodyExhausted),
            Some(Until::SomebodyExhausted) => Some(Until::BattleOver),
            Some(Until::BattleOver) => None,
        };
        screen.scroll = 0;
        screen.changed = true;
    })
}

/// Whether long work is under way.
#[must_use]
pub fn is_working(model: &Model) -> bool {
    model.chances.worker.is_busy()
}

/// Breaks long work off; what was found so far stays.
pub fn stop(model: &mut Model) -> Vec<Effect> {
    model.chances.worker.forget();
    with(model, |campaign| {
        if let Some(screen) = screen(campaign) {
            screen.stopped = true;
        }
        campaign.session.notice = Some(Notice::good("broken off; what is shown was found before"));
        Vec::new()
    })
}

/// Up or down in what has the keys.
pub fn go(model: &mut Model, way: Way) -> Vec<Effect> {
    on_screen(model, |screen| match screen.place {
        Place::Table if !matches!(way, Way::PageUp | Way::PageDown) => {
            screen.selected = way.step(screen.selected, screen.variants.len());
        }
        _ => screen.scroll = way.step(screen.scroll, 500),
    })
}

/// A key that is text.
pub(super) fn key(campaign: &mut Campaign, key: KeyEvent) {
    if let (Some(screen), Some(request)) = (screen(campaign), update::edit(key)) {
        screen.edit(request);
    }
}

/// Pasted text.
pub(super) fn paste(campaign: &mut Campaign, pasted: &str) {
    if let Some(screen) = screen(campaign) {
        if screen.place == Place::Table {
            screen.place = Place::Roll(0);
        }
        for c in pasted.chars().take(1000).map(|c| if c.is_whitespace() { ' ' } else { c }) {
            screen.edit(InputRequest::InsertChar(c));
        }
    }
}

/// A click: to the roll or the row it falls on; on the chosen row again lays it beside the roll.
pub(super) fn click(model: &mut Model, at: Position) -> Vec<Effect> {
    let area = Rect::new(0, 0, model.size.width, model.size.height.saturating_sub(1));
    let mut again = false;
    on_screen(model, |screen| {
        let areas = screen.areas(area);
        if let Some(place) = areas.columns.iter().position(|column| column.contains(at)) {
            if screen.until.is_none() || place == 0 {
                screen.place = Place::Roll(place);
            }
        } else if areas.table.contains(at) && at.y >= areas.table.y + 2 {
            let row = usize::from(at.y - areas.table.y - 2) + screen.first_row(areas.table);
            if row < screen.variants.len() {
                again = screen.place == Place::Table && screen.selected == row;
                (screen.place, screen.selected) = (Place::Table, row);
            }
        }
    });
    if again { accept(model) } else { Vec::new() }
}

/// The wheel: in the table the rows, elsewhere the bars.
pub(super) fn wheel(model: &mut Model, event: &MouseEvent, way: Way) -> Vec<Effect> {
    let area = Rect::new(0, 0, model.size.width, model.size.height.saturating_sub(1));
    on_screen(model, |screen| {
        if screen.areas(area).table.contains(Position::new(event.column, event.row)) {
            screen.selected = way.step(screen.selected, screen.variants.len());
        } else {
            screen.scroll = way.step(screen.scroll, 500);
        }
    })
}
