//! Dice rolled at the table and typed in: a field for each die. The program rolls the fields that are left blank.

pub mod faces;

use super::listing::Listing;
use crate::{
    clock,
    command::{Unavailable, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, LineResult, Overlay,
        OverlayPlace, RenderOptions, always,
    },
    effect::Effect,
    notice::Notice,
    session::Session,
};
use crossterm::event::KeyCode;
use faces::{Faces, PROGRAM_DIE};
use ratatui::{Frame, layout::Rect};
use std::cell::Cell;
use wardiary_base::{
    dice::{DiceRoll, Face, Origin, Owner, Purpose, Request},
    id::{Id, UnitId},
};
use wardiary_diary::{
    diary::{EntryNo, amend::Rebase},
    error::UserError,
};
use wardiary_rules::{
    notation::{self, EntryChange, refusal},
    order::Order,
    rules::{self, FoughtPhase, Step},
    state::State,
};
use wardiary_view::{
    LineUpPane,
    hand_dice::{self, DieField, HandDicePane},
};

/// The form for the dice of one request of an order.
pub struct HandDiceForm {
    order: Order,
    /// The entry whose dice are corrected; `None` for a new order.
    correction: Option<Correction>,
    /// The earlier rolls of the order, which have been shown already; in a correction, their current faces.
    rolls: Vec<DiceRoll>,
    faces: Faces,
    /// The area of the last frame, by which up and down find a die.
    last_area: Cell<Rect>,
}

const COMMANDS: &[&[Command<HandDiceForm, Session>]] = &[&commands! {
    HandGive, "done", "done; if dice are blank it asks once, then the program rolls them", always, HandDiceForm::accept;
    HandThrow, "roll the rest", "let the program roll the blank dice, and give the order", |f, _| require(f.correction.is_none() && f.faces.blanks() > 0, Unavailable::NotNow), HandDiceForm::submit;
    HandNext, "next die", "the next die", always, |dice, _| dice.faces.move_by(1);
    HandSpace, "", "end a face that could have another digit; spaces between faces are optional", always, |dice, _| dice.faces.type_space();
    HandPrevious, "", "the previous die", always, |dice, _| dice.faces.move_by(-1);
    HandUp, "", "the nearest die above", always, |dice, session| dice.move_by_rows(-1, session);
    HandDown, "", "the nearest die below", always, |dice, session| dice.move_by_rows(1, session);
    HandErase, "erase", "blank the die", always, |dice, _| dice.faces.erase();
    HandCancel, "cancel", "cancel the order; dice that were shown stay in the diary", always, HandDiceForm::cancel;
}];

impl Commands<Session> for HandDiceForm {
    const MODES: &'static [CommandMode<Self, Session>] = &[CommandMode::new(GroupId::Hand, "Dice by hand", COMMANDS)];
}

impl HandDiceForm {
    /// An empty form. The program rolls the dice of owners whose dice are not on the table.
    pub fn new(order: Order, rolls: Vec<DiceRoll>, request: Request, is_on_table: impl Fn(Owner) -> bool) -> Self {
        let faces = Faces::new(request).with_program(is_on_table);
        Self { order, correction: None, rolls, faces, last_area: Cell::default() }
    }

    /// The action that opens the viewed entry's dice for correction; no action if it has none.
    pub(crate) fn open_correction(session: &mut Session) -> Actions<Session> {
        let (diary, no) = (session.diary(), session.entry());
        let Some((entry, before)) = diary.entry(no).and_then(|entry| Some((entry, diary.state_at(entry.parent())?)))
        else {
            return Vec::new();
        };
        let (order, corrects) = (entry.order.clone(), Correction { entry: no, before, fell: entry.dice.clone() });
        match corrects.next_step(&order, &mut Vec::new(), session) {
            Ok(CorrectionStep::Roll(faces)) => {
                let form =
                    Self { order, correction: Some(corrects), rolls: Vec::new(), faces, last_area: Cell::default() };
                vec![Action::Open(Box::new(form))]
            }
            Ok(CorrectionStep::Change(rebase)) => confirm_change(rebase, session),
            Ok(CorrectionStep::Unchanged) => Vec::new(),
            Err(why) => {
                session.say(Notice::bad(why));
                Vec::new()
            }
        }
    }

    /// Takes the dice as they are; asks first if the program has to roll the rest.
    fn accept(&mut self, session: &mut Session) -> Actions<Session> {
        match &self.correction {
            _ if !self.faces.confirm_finish() => Vec::new(),
            None => self.submit(session),
            Some(_) => self.accept_correction(session),
        }
    }

    /// Continues with the entry's next roll, or with the change. If the rules refuse it, the form stays open and says
    /// why.
    fn accept_correction(&mut self, session: &mut Session) -> Actions<Session> {
        let Some((corrects, faces)) = self.correction.as_ref().zip(self.faces.faces()) else {
            return Vec::new();
        };
        let mut rolls = self.rolls.clone();
        rolls.push(corrects.roll(&self.faces.request, faces, rolls.len()));
        match corrects.next_step(&self.order, &mut rolls, session) {
            Ok(CorrectionStep::Roll(faces)) => (self.faces, self.rolls) = (faces, rolls),
            Ok(CorrectionStep::Change(rebase)) => {
                return [vec![Action::Close], confirm_change(rebase, session)].into_iter().flatten().collect();
            }
            Ok(CorrectionStep::Unchanged) => {
                session.say(Notice::good("the dice are as recorded; nothing was changed"));
                return vec![Action::Close];
            }
            Err(why) => self.faces.fault = Some(why),
        }
        Vec::new()
    }

    /// Submits the order with these dice; the program rolls the blank ones.
    fn submit(&mut self, session: &mut Session) -> Actions<Session> {
        let diary = session.diary();
        match self.faces.finish(&mut diary.program_dice(&self.rolls)) {
            Ok(roll) => {
                let rolls = self.rolls.iter().cloned().chain([roll]).collect();
                vec![Action::Close, Action::Effect(Effect::Give(Box::new(self.order.clone()), rolls))]
            }
            Err(unfit) => {
                self.faces.fault = Some(unfit.to_string());
                Vec::new()
            }
        }
    }

    fn state<'a>(&'a self, session: &'a Session) -> &'a State {
        self.correction.as_ref().map_or(session.diary().state(), |corrects| &corrects.before)
    }

    /// Moves to the nearest die in the row above or below, as drawn.
    fn move_by_rows(&mut self, rows: i32, session: &Session) {
        let fields = hand_dice::field_areas(&self.die_fields(self.state(session)), self.last_area.get());
        let at = self.faces.current().min(fields.len().saturating_sub(1));
        if let Some(at) = hand_dice::nearest_field(&fields, at, rows) {
            self.faces.move_to(at);
        }
    }

    /// Cancels the order. Dice that have been shown are recorded with it.
    fn cancel(&mut self, _: &mut Session) -> Actions<Session> {
        if !self.faces.confirm_cancel() {
            return Vec::new();
        }
        let mut steps = vec![Action::Close];
        if self.correction.is_none() && !self.rolls.is_empty() {
            steps.push(Action::Effect(Effect::Abandon(Box::new(self.order.clone()), self.rolls.clone())));
        }
        steps
    }

    /// A note that the initiative was tied, if the previous roll was a tie.
    fn tie_note(&self) -> Option<String> {
        let before = self.rolls.last().filter(|_| self.faces.request.purpose == Purpose::Initiative)?;
        Some(format!("a tie at {}, rerolled", before.faces.iter().max()?))
    }

    /// The phase of combat that the typed dice decide, once all are typed.
    fn typed_phase(&self, state: &State) -> Option<FoughtPhase> {
        let faces: Vec<Face> = self.faces.texts().map(|face| face.trim().parse().ok()).collect::<Option<_>>()?;
        let request = &self.faces.request;
        let who = request.dice.iter().map(|wanted| wanted.owner).collect();
        let mut rolls = self.rolls.clone();
        rolls.push(DiceRoll { who, from: Origin::Table, faces });
        rules::roll_of_order(state, &self.order, &rolls)?.into_phase()
    }

    fn die_fields(&self, state: &State) -> Vec<DieField> {
        let dice = self.faces.request.dice.iter().zip(self.faces.texts());
        let thrown_for = notation::unowned_dice_purpose(state, self.faces.request.purpose);
        let place = |(wanted, face): (&wardiary_base::dice::RequestedDie, String)| {
            let owner = Id(wanted.owner.0);
            let unit = state.unit(UnitId(owner.0)).filter(|_| self.faces.request.purpose == Purpose::Scrud);
            let used = unit.and_then(|unit| state.effective_grade(unit).exact());
            let step =
                used.filter(|_| state.book().uses_line_up()).map(|grade| state.book().ladder.step(grade).clone());
            let grade = used.map_or(String::new(), |grade| {
                let step = state.book().ladder.step(grade);
                let mark = step.mark.or_else(|| step.name.to_string().chars().next()).unwrap_or(' ').to_uppercase();
                format!("{mark}{:+}", step.modifier)
            });
            let side = state
                .side_of(owner)
                .map_or_else(|| state.owner_name(wanted.owner, &thrown_for), |side| state.name(side));
            DieField { face, owner: state.owner_name(wanted.owner, &thrown_for), grade, side, step }
        };
        dice.map(place).collect()
    }
}

impl Component<Session> for HandDiceForm {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        self.last_area.set(area);
        let state = self.state(session);
        let order = notation::order_text(state, &self.order);
        let title = match &self.correction {
            None => format!("Dice from the table: {order}"),
            Some(corrects) => format!("Dice of entry {}, to be corrected on a new branch: {order}", corrects.entry),
        };
        let tied = self.tie_note();
        let phase = self.typed_phase(state);
        let line_up = |fought| LineUpPane { look: canvas.look, state, fought, landed: None };
        let pane = HandDicePane {
            look: canvas.look,
            title: &title,
            fields: &self.die_fields(state),
            current: self.faces.current(),
            fault: self.faces.fault.as_deref(),
            note: tied.as_deref(),
            line_up: phase.as_ref().map(line_up),
        };
        frame.render_widget(&pane, area);
    }

    /// A click on a die moves the input there.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Key(key) => {
                match key.code {
                    KeyCode::Char(c) if c.is_ascii_digit() => self.faces.type_digit(c),
                    KeyCode::Char(c) => self.faces.refuse_character(c),
                    _ => {}
                }
                if session.settings.last_face_gives && self.faces.is_complete() {
                    return Some(self.submit(session));
                }
            }
            Event::Paste(pasted) => self.faces.paste(pasted),
            Event::Click(at, _) => {
                let fields = hand_dice::field_areas(&self.die_fields(self.state(session)), self.last_area.get());
                self.faces.move_to(fields.iter().position(|field| field.contains(at))?);
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn lines(&self, session: &Session) -> Option<Vec<String>> {
        let state = self.state(session);
        let mut lines = vec![format!("Dice from the table: {}.", notation::order_text(state, &self.order))];
        for fields in self.die_fields(state).chunk_by(|one, next| one.side == next.side) {
            let die = |field: &DieField| {
                let face = match &*field.face {
                    "" => "blank",
                    PROGRAM_DIE => "by the program",
                    face => face,
                };
                format!("{} {face}", field.owner)
            };
            lines.push(format!("{}: {}", fields[0].side, fields.iter().map(die).collect::<Vec<_>>().join(", ")));
        }
        lines.push(match (&self.faces.fault, self.faces.blanks()) {
            (Some(fault), _) => fault.clone(),
            (None, 0) => "All are entered: press Enter.".into(),
            (None, blank) => format!("{blank} blank: type the faces in this order."),
        });
        Some(lines)
    }

    fn handle_line(&mut self, line: &str, _: &mut Session) -> Option<LineResult> {
        self.faces.paste(line);
        self.faces.accept_line();
        let is_whole = self.faces.fault.is_none() && self.faces.blanks() == 0;
        Some(if is_whole { LineResult::Complete } else { LineResult::Incomplete })
    }
}

impl Overlay<Session> for HandDiceForm {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}

pub(super) struct Correction {
    pub entry: EntryNo,
    pub before: State,
    pub fell: Vec<DiceRoll>,
}

pub(super) enum CorrectionStep {
    /// The entry's next roll, with its recorded faces.
    Roll(Faces),
    /// All rolls are checked, and some changed.
    Change(Box<Rebase>),
    /// All dice are as recorded.
    Unchanged,
}

impl Correction {
    /// The next step after these rolls of the order. Rolls without dice are added on the way.
    pub fn next_step(
        &self,
        order: &Order,
        rolls: &mut Vec<DiceRoll>,
        session: &Session,
    ) -> Result<CorrectionStep, String> {
        while let Step::NeedDice(request) = rules::resolve(&self.before, order, rolls)
            .map_err(|refusal| refusal::describe(&refusal, &self.before).to_string())?
        {
            if !request.dice.is_empty() {
                return Ok(CorrectionStep::Roll(Faces::corrected(request, self.fell.get(rolls.len()))));
            }
            rolls.push(self.roll(&request, Vec::new(), rolls.len()));
        }
        if rolls.iter().map(|roll| &roll.faces).eq(self.fell.iter().map(|fell| &fell.faces)) {
            return Ok(CorrectionStep::Unchanged);
        }
        let faces = rolls.iter().flat_map(|roll| &roll.faces).copied().collect();
        let change = EntryChange::Amend { order: None, faces: Some(faces) };
        let now = clock::now().map_err(|error| error.to_string())?;
        let rebase = session.diary().rebase(self.entry, &change, now);
        rebase.map(|rebase| CorrectionStep::Change(Box::new(rebase))).map_err(|not| UserError::from(not).to_string())
    }

    /// The roll of that index with these faces.
    pub fn roll(&self, request: &Request, faces: Vec<Face>, number: usize) -> DiceRoll {
        let fell = self.fell.get(number);
        let from = fell.map_or(Origin::Table, |fell| Origin::from_serials(fell.serials_of(request, &faces)));
        DiceRoll { who: request.dice.iter().map(|wanted| wanted.owner).collect(), from, faces }
    }
}

/// Makes a change, after showing what no longer holds with it, or that it begins to write to the save.
pub(super) fn confirm_change(rebase: Box<Rebase>, session: &Session) -> Actions<Session> {
    vec![if session.viewed().is_writable() && rebase.conflicts.is_empty() {
        Action::Effect(Effect::Rebase(rebase))
    } else {
        Action::Open(Box::new(Listing::of_rebase(*rebase)))
    }]
}
