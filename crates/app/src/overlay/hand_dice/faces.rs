//! The faces being typed. A face that was read is never overwritten by accident: digits only fill blank dice, unless
//! the user moved to the die on purpose.

use wardiary_base::{
    dice::{
        DiceError, DiceRoll, Face, Owner, Request, RequestedDie,
        source::{DiceSource, SeededDice, TypedDice},
    },
    text,
};

pub(super) const PROGRAM_DIE: &str = "·";

#[derive(Clone, Debug)]
pub struct Faces {
    pub request: Request,
    dice: Vec<Option<Face>>,
    /// Whether the program rolls the die once the others are in.
    rolled_by_program: Vec<bool>,
    /// The initial faces: none, or the recorded ones in a correction.
    initial: Vec<Option<Face>>,
    /// Whether recorded dice are corrected; the program then rolls none.
    corrects: bool,
    current: usize,
    /// The digits so far of a face with several digits.
    pending: String,
    /// Whether the last key completed a face, so that the focus has moved on.
    has_completed: bool,
    pub fault: Option<String>,
    /// The action that the last key requested and that needs confirmation.
    confirming: Option<Confirmation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirmation {
    /// Cancel the order and lose the typed faces.
    Cancel,
    /// Let the program roll the blank dice.
    RollBlanks,
}

impl Faces {
    pub fn new(request: Request) -> Self {
        let dice = vec![None; request.dice.len()];
        let first = dice.clone();
        Self {
            rolled_by_program: vec![false; dice.len()],
            request,
            dice,
            initial: first,
            corrects: false,
            current: 0,
            pending: String::new(),
            has_completed: false,
            fault: None,
            confirming: None,
        }
    }

    /// Lets the program roll all dice except those on the table.
    pub fn with_program(mut self, is_on_table: impl Fn(Owner) -> bool) -> Self {
        self.rolled_by_program = self.request.dice.iter().map(|die| !is_on_table(die.owner)).collect();
        self.current = self.rolled_by_program.iter().position(|rolled| !rolled).unwrap_or(self.dice.len());
        self
    }

    /// A form with the recorded faces, for correction. Dice that the request has now but the recorded roll had not are
    /// blank.
    pub fn corrected(request: Request, fell: Option<&DiceRoll>) -> Self {
        let blank = Self::new(request);
        let dice = fell.map_or_else(|| blank.dice.clone(), |fell| fell.faces_for(&blank.request));
        Self { initial: dice.clone(), dice, corrects: true, ..blank }
    }

    /// The faces, if every die has one.
    pub fn faces(&mut self) -> Option<Vec<Face>> {
        self.accept_pending();
        self.dice.iter().copied().collect()
    }

    /// The text of each die: its face, or the digits so far.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.dice.iter().enumerate().map(|(at, face)| match face {
            _ if self.rolled_by_program[at] => PROGRAM_DIE.into(),
            _ if at == self.current && !self.pending.is_empty() => self.pending.clone(),
            Some(face) => face.to_string(),
            None => String::new(),
        })
    }

    /// The die that takes the next digit; past the last once all are in.
    pub fn current(&self) -> usize {
        self.current
    }

    /// Whether every die shows a complete face, the last of them typed just now.
    pub(crate) fn is_complete(&self) -> bool {
        !self.corrects && self.has_completed && self.fault.is_none() && self.blanks() == 0
    }

    pub fn blanks(&self) -> usize {
        self.texts().filter(String::is_empty).count()
    }

    fn current_die(&self) -> Option<&RequestedDie> {
        self.request.dice.get(self.current)
    }

    /// Types a digit. The focus moves on once no further digit fits. Refuses faces that the die lacks, and digits once
    /// all dice are in.
    pub fn type_digit(&mut self, digit: char) {
        self.clear_message();
        let Some(wanted) = self.current_die().copied() else {
            let typed = self.rolled_by_program.iter().filter(|programs| !**programs).count();
            // Dice that were skipped are not filled automatically: they may be left for the program.
            self.fault = Some(match self.blanks() {
                0 => {
                    let many = text::count(typed, "die is entered", "dice are entered");
                    format!("{many}: the extra {digit} is ignored")
                }
                blanks => {
                    let many = text::count(blanks, "die before it is", "dice before it are");
                    format!("the last die is entered, but {many} still blank: {digit} is ignored")
                }
            });
            return;
        };
        let typed = format!("{}{digit}", self.pending);
        let (least, most) = wanted.range();
        let face: Option<Face> = typed.parse().ok();
        // A face has no leading zero, but a specialist die may have a face 0.
        let leads = !typed.starts_with('0');
        let could_grow =
            leads && (0..=9).any(|d| format!("{typed}{d}").parse().is_ok_and(|face: Face| wanted.can_show(face)));
        match face.filter(|face| wanted.can_show(*face)) {
            Some(_) if could_grow => self.pending = typed,
            Some(face) => self.set_face(face),
            None if could_grow => self.pending = typed,
            None => {
                self.fault = Some(format!("a {} has no {typed}: its faces are {least} to {most}", wanted.die));
                self.pending.clear();
            }
        }
    }

    pub fn refuse_character(&mut self, c: char) {
        self.fault = Some(format!("a face is a number; `{}` is not", text::sanitize_char(c)));
    }

    /// Pastes faces from this die on. Stops at the first invalid one, since later ones would land on the wrong dice.
    pub fn paste(&mut self, pasted: &str) {
        let mut rest = pasted.chars();
        while let Some(c) = rest.next() {
            let is_full = self.current >= self.dice.len();
            if c.is_ascii_digit() && is_full {
                self.report_left_out(1 + rest.filter(char::is_ascii_digit).count());
                return;
            } else if c.is_ascii_digit() {
                self.type_digit(c);
            } else if c.is_alphabetic() {
                self.refuse_character(c);
            } else if let Some(face) = self.pending() {
                self.set_face(face);
            }
            if self.fault.is_some() {
                self.report_left_out(rest.filter(char::is_ascii_digit).count());
                return;
            }
        }
    }

    /// Ends a typed line, which completes the last face.
    pub(crate) fn accept_line(&mut self) {
        if let Some(face) = self.pending() {
            self.set_face(face);
        }
    }

    /// Reports how many pasted digits were left out.
    fn report_left_out(&mut self, digits: usize) {
        if digits == 0 {
            return;
        }
        let many = |one: &str, more: &str| if digits == 1 { one.to_string() } else { format!("{digits} {more}") };
        self.fault = Some(if let Some(fault) = self.fault.take() {
            let left_out = many("digit pasted after it is", "digits pasted after it are");
            format!("{fault}; the {left_out} ignored")
        } else {
            let left_out = many("digit that was pasted is", "digits that were pasted are");
            format!("there are no more dice: the last {left_out} ignored")
        });
    }

    /// Sets a face and moves to the next blank die, so that faces are not overwritten.
    fn set_face(&mut self, face: Face) {
        if let Some(place) = self.dice.get_mut(self.current) {
            *place = Some(face);
        }
        self.pending.clear();
        let next = (self.current + 1..self.dice.len())
            .find(|at| !self.rolled_by_program[*at] && (self.corrects || self.dice[*at].is_none()));
        self.current = next.unwrap_or(self.dice.len());
        self.has_completed = true;
    }

    fn pending(&self) -> Option<Face> {
        let wanted = self.current_die()?;
        self.pending.parse().ok().filter(|face| wanted.can_show(*face))
    }

    fn accept_pending(&mut self) {
        if let Some(face) = self.pending() {
            self.dice[self.current] = Some(face);
        }
        self.pending.clear();
    }

    /// A space ends a face. Several spaces in a row skip no die.
    pub fn type_space(&mut self) {
        if let Some(face) = self.pending() {
            self.set_face(face);
        }
    }

    /// Moves to another die, wrapping around.
    pub fn move_by(&mut self, by: isize) {
        let typed: Vec<usize> = (0..self.dice.len()).filter(|at| !self.rolled_by_program[*at]).collect();
        let next = if by < 0 {
            typed.iter().rfind(|at| **at < self.current).or(typed.last())
        } else {
            typed.iter().find(|at| **at > self.current).or(typed.first())
        };
        self.move_to(next.copied().unwrap_or(self.current));
    }

    pub(crate) fn move_to(&mut self, at: usize) {
        self.accept_pending();
        let at = at.min(self.dice.len().saturating_sub(1));
        if self.rolled_by_program.get(at) == Some(&false) {
            self.current = at;
        }
        self.clear_message();
    }

    /// Blanks the die, or the one before it if it is blank already.
    pub fn erase(&mut self) {
        if !self.pending.is_empty() {
            self.pending.clear();
        } else if self.dice.get(self.current).copied().flatten().is_some() {
            self.dice[self.current] = None;
        } else if let Some(before) = (0..self.current).rev().find(|at| !self.rolled_by_program[*at]) {
            self.current = before;
            self.dice[before] = None;
        }
        self.clear_message();
    }

    /// Whether the order may be cancelled now. If typed faces would be lost, it must be requested twice.
    pub fn confirm_cancel(&mut self) -> bool {
        self.accept_pending();
        let typed = self.dice.iter().zip(&self.initial).filter(|(now, first)| now.is_some() && now != first).count();
        if typed == 0 || self.confirming == Some(Confirmation::Cancel) {
            return true;
        }
        self.clear_message();
        self.confirming = Some(Confirmation::Cancel);
        let faces = text::count(typed, "face is", "faces are");
        let what = if self.corrects { "to keep the recorded dice" } else { "to cancel" };
        self.fault = Some(format!("press again {what}: {faces} typed, and would be lost"));
        false
    }

    /// Whether the dice may be accepted as they are. If some are blank it must be requested twice, since the program
    /// rolls those.
    pub fn confirm_finish(&mut self) -> bool {
        let blanks = self.blanks();
        if blanks > 0 && self.corrects {
            self.clear_message();
            let dice = text::count(blanks, "die is", "dice are");
            self.fault = Some(format!("{dice} blank: type the faces from the table; no dice are rerolled"));
            return false;
        }
        if blanks == 0 || self.confirming == Some(Confirmation::RollBlanks) {
            return true;
        }
        self.clear_message();
        self.confirming = Some(Confirmation::RollBlanks);
        let them = if blanks == 1 { "it" } else { "them" };
        self.fault = Some(format!("{blanks} blank: press again to let the program roll {them}"));
        false
    }

    fn clear_message(&mut self) {
        self.fault = None;
        self.confirming = None;
        self.has_completed = false;
    }

    /// The dice as typed, with the blank ones rolled by the program. Errors: a face that is not on its die.
    pub fn finish(&mut self, program: &mut SeededDice) -> Result<DiceRoll, DiceError> {
        self.accept_pending();
        TypedDice { faces: &self.dice, program }.roll(&self.request)
    }
}
