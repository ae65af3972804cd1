//! Dice rolled at the table and typed in: a place for each die, and the ones left blank are rolled by the program.

mod faces;

use crate::{
    app::{
        component::{
            Action, Actions, Command, Commands, Component, DrawContext, Keys, Overlay, OverlayPlace, Unused, always,
        },
        effect::Effect,
        session::Session,
    },
    dice::{DiceRoll, Purpose, Request},
    id::{Id, UnitId},
    notation,
    order::Order,
    state::State,
    view::hand_dice::{DieField, HandDicePane},
};
use crossterm::event::KeyCode;
use faces::Faces;
use ratatui::{Frame, layout::Rect};

/// Dice that are typed in, for one request of an order.
pub struct HandDiceForm {
    order: Order,
    /// What was rolled for it already, and so has been shown.
    rolls: Vec<DiceRoll>,
    faces: Faces,
}

const COMMANDS: &[&[Command<HandDiceForm, Session>]] = &[&commands! {
    "hand-give", "done", "done: a die left blank is thrown by the program", always, HandDiceForm::finish;
    "hand-next", "next die", "the next die", always, |dice, _| dice.go_by(1);
    "hand-previous", "", "the die before", always, |dice, _| dice.go_by(-1);
    "hand-line", "other side", "to the other side's dice", always, HandDiceForm::other_side;
    "hand-erase", "erase", "blank the die", always, HandDiceForm::erase;
    "hand-cancel", "break off", "break the order off; dice that were shown stay in the diary", always, HandDiceForm::cancel;
}];

impl Commands<Session> for HandDiceForm {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "hand", heading: Some("Dice by hand"), commands: COMMANDS }];
}

impl HandDiceForm {
    /// Nothing typed yet.
    #[must_use]
    pub fn new(order: Order, rolls: Vec<DiceRoll>, request: Request) -> Self {
        Self { order, rolls, faces: Faces::new(request) }
    }

    /// The dice are in.
    fn finish(&mut self, session: &mut Session) -> Actions<Session> {
        let diary = session.save.diary();
        match self.faces.finish(&mut diary.program_dice(&self.rolls)) {
            Ok(roll) => {
                let rolls = self.rolls.iter().cloned().chain([roll]).collect();
                vec![Action::Close, Action::Do(Effect::Give(Box::new(self.order.clone()), rolls))]
            }
            Err(unfit) => {
                self.faces.fault = Some(unfit.to_string());
                Vec::new()
            }
        }
    }

    fn go_by(&mut self, by: isize) -> Actions<Session> {
        self.faces.go(by);
        Vec::new()
    }

    fn erase(&mut self, _: &mut Session) -> Actions<Session> {
        self.faces.erase();
        Vec::new()
    }

    /// To the first die of the other side.
    fn other_side(&mut self, session: &mut Session) -> Actions<Session> {
        let state = session.save.diary().state();
        let dice = &self.faces.request.dice;
        let side = |at: usize| dice.get(at).and_then(|die| state.side_of(Id(die.owner.0)));
        let now = side(self.faces.at());
        let other = (0..dice.len()).find(|at| side(*at) != now);
        if let Some(at) = other {
            self.faces.go_to(at);
        }
        Vec::new()
    }

    /// Breaks the order off; dice that have been shown are recorded with it.
    fn cancel(&mut self, _: &mut Session) -> Actions<Session> {
        if !self.faces.may_leave() {
            return Vec::new();
        }
        let mut steps = vec![Action::Close];
        if !self.rolls.is_empty() {
            steps.push(Action::Do(Effect::Abandon(Box::new(self.order.clone()), self.rolls.clone())));
        }
        steps
    }

    /// The dice as they are drawn.
    fn places(&self, state: &State) -> Vec<DieField> {
        let dice = self.faces.request.dice.iter().zip(self.faces.typed());
        let thrown_for = notation::thrown_for(state, self.faces.request.purpose);
        let place = |(wanted, face): (&crate::dice::RequestedDie, String)| {
            let owner = Id(wanted.owner.0);
            let unit = state.unit(UnitId(owner.0)).filter(|_| self.faces.request.purpose == Purpose::Scrud);
            let grade = unit.map_or(String::new(), |unit| {
                let step = state.book().ladder.step(state.grade_used(unit));
                let mark = step.mark.or_else(|| step.name.chars().next()).unwrap_or(' ').to_uppercase();
                format!("{mark}{:+}", step.modifier)
            });
            let side =
                state.side_of(owner).map_or_else(|| state.whose(wanted.owner, &thrown_for), |side| state.name(side));
            DieField { face, whose: state.whose(wanted.owner, &thrown_for), grade, side }
        };
        dice.map(place).collect()
    }
}

impl Component<Session> for HandDiceForm {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let state = session.save.diary().state();
        let title = format!("Dice from the table: {}", notation::order_text(state, &self.order));
        let pane = HandDicePane {
            look: canvas.look,
            title: &title,
            places: &self.places(state),
            at: self.faces.at(),
            fault: self.faces.fault.as_deref(),
        };
        frame.render_widget(&pane, area);
    }

    fn unused(&mut self, unused: &Unused, _: &mut Session) {
        match unused.key.code {
            KeyCode::Char(c) if c.is_ascii_digit() => self.faces.digit(c),
            KeyCode::Char(c) => self.faces.refuse(c),
            _ => {}
        }
    }

    fn paste(&mut self, pasted: &str, _: &mut Session) -> Actions<Session> {
        self.faces.paste(pasted);
        Vec::new()
    }
}

impl Overlay<Session> for HandDiceForm {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
