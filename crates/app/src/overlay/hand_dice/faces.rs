//! The faces being typed. A face that was read is never overwritten by accident: digits only fill blank dice, unless
//! the user moved to the die on purpose.

use wardiary_base::{
    dice::{
        DiceError, DiceRoll, Face, Owner, Request, RequestedDie,
        source::{ByHand, DiceSource, Seeded},
    },
    text,
};

/// The placeholder for a die that the program will roll.
pub(super) const PROGRAMS: &str = "·";

/// The faces typed for a request.
#[derive(Clone, Debug)]
pub struct Faces {
    pub request: Request,
    dice: Vec<Option<Face>>,
    /// Whether the program rolls the die once the others are in.
    programs: Vec<bool>,
    /// The initial faces: none, or the recorded ones in a correction.
    first: Vec<Option<Face>>,
    /// Whether recorded dice are corrected; the program then rolls none.
    corrects: bool,
    /// The die that takes the next digit; past the last once all are in.
    at: usize,
    /// The digits so far of a face with several digits.
    pending: String,
    /// Whether the last key completed a face, so that the focus has moved on.
    whole: bool,
    /// The error of the last key.
    pub fault: Option<String>,
    /// The action that the last key requested and that needs confirmation.
    asked: Option<Asked>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Cancel the order and lose the typed faces.
    Leaving,
    /// Let the program roll the blank dice.
    Throwing,
}

impl Faces {
    /// A form with no faces.
    pub fn new(request: Request) -> Self {
        let dice = vec![None; request.dice.len()];
        let first = dice.clone();
        Self {
            programs: vec![false; dice.len()],
            request,
            dice,
            first,
            corrects: false,
            at: 0,
            pending: String::new(),
            whole: false,
            fault: None,
            asked: None,
        }
    }

    /// Lets the program roll all dice except those on the table.
    pub fn with_program(mut self, is_on_table: impl Fn(Owner) -> bool) -> Self {
        self.programs = self.request.dice.iter().map(|die| !is_on_table(die.owner)).collect();
        self.at = self.typed_from(0).unwrap_or(self.dice.len());
        self
    }

    /// The first die from `at` on that the user types in.
    fn typed_from(&self, at: usize) -> Option<usize> {
        (at..self.dice.len()).find(|at| !self.programs[*at])
    }

    /// A form with the recorded faces, for correction. Dice that the request has now but the recorded roll had not are
    /// blank.
    pub fn corrected(request: Request, fell: Option<&DiceRoll>) -> Self {
        let blank = Self::new(request);
        let dice = fell.map_or_else(|| blank.dice.clone(), |fell| fell.faces_for(&blank.request));
        Self { first: dice.clone(), dice, corrects: true, ..blank }
    }

    /// The faces, if every die has one.
    pub fn all(&mut self) -> Option<Vec<Face>> {
        self.settle();
        self.dice.iter().copied().collect()
    }

    /// The text of each die: its face, or the digits so far.
    pub fn typed(&self) -> impl Iterator<Item = String> + '_ {
        self.dice.iter().enumerate().map(|(at, face)| match face {
            _ if self.programs[at] => PROGRAMS.into(),
            _ if at == self.at && !self.pending.is_empty() => self.pending.clone(),
            Some(face) => face.to_string(),
            None => String::new(),
        })
    }

    /// The die that takes the next digit; past the last once all are in.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether every die shows a complete face, the last of them typed just now.
    pub(crate) fn is_in(&self) -> bool {
        !self.corrects && self.whole && self.fault.is_none() && self.blanks() == 0
    }

    /// The number of blank dice.
    pub fn blanks(&self) -> usize {
        self.typed().filter(String::is_empty).count()
    }

    fn wanted(&self) -> Option<&RequestedDie> {
        self.request.dice.get(self.at)
    }

    /// Types a digit. The focus moves on as soon as no further digit could belong to the face. A face that the die
    /// lacks is refused at once. So is a digit once all dice are in, since it would overwrite a face.
    pub fn digit(&mut self, digit: char) {
        self.go_on();
        let Some(wanted) = self.wanted().copied() else {
            let typed = self.programs.iter().filter(|programs| !**programs).count();
            // Dice that were skipped are not filled automatically: they may be left for the program.
            self.fault = Some(match self.blanks() {
                0 => {
                    let many = text::count(typed, "die is in", "dice are in");
                    format!("{many}: {digit} is one too many, and is left out")
                }
                blanks => {
                    let many = text::count(blanks, "die before it is", "dice before it are");
                    format!("the last die is in, and {many} still blank: {digit} is left out")
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
            leads && (0..=9).any(|d| format!("{typed}{d}").parse().is_ok_and(|face: Face| wanted.takes(face)));
        match face.filter(|face| wanted.takes(*face)) {
            Some(_) if could_grow => self.pending = typed,
            Some(face) => self.put(face),
            None if could_grow => self.pending = typed,
            None => {
                self.fault = Some(format!("a {} has no {typed}: its faces are {least} to {most}", wanted.die));
                self.pending.clear();
            }
        }
    }

    /// Refuses a character that is not a digit.
    pub fn refuse(&mut self, c: char) {
        self.fault = Some(format!("a face is a number; `{}` is none", text::shown(c)));
    }

    /// Pastes faces from this die on, separated by anything but letters. Stops at the first invalid face, since all
    /// later ones would land on the wrong dice, and says what was left out.
    pub fn paste(&mut self, pasted: &str) {
        let mut rest = pasted.chars();
        while let Some(c) = rest.next() {
            let is_full = self.at >= self.dice.len();
            if c.is_ascii_digit() && is_full {
                self.leave_out(1 + rest.filter(char::is_ascii_digit).count());
                return;
            } else if c.is_ascii_digit() {
                self.digit(c);
            } else if c.is_alphabetic() {
                self.refuse(c);
            } else if let Some(face) = self.pending() {
                self.put(face);
            }
            if self.fault.is_some() {
                self.leave_out(rest.filter(char::is_ascii_digit).count());
                return;
            }
        }
    }

    /// Ends a typed line, which completes the last face.
    pub(crate) fn end_line(&mut self) {
        if let Some(face) = self.pending() {
            self.put(face);
        }
    }

    /// Reports how many pasted digits were left out.
    fn leave_out(&mut self, digits: usize) {
        if digits == 0 {
            return;
        }
        let many = |one: &str, more: &str| if digits == 1 { one.to_string() } else { format!("{digits} {more}") };
        self.fault = Some(if let Some(fault) = self.fault.take() {
            let left_out = many("digit pasted after it is", "digits pasted after it are");
            format!("{fault}; the {left_out} left out")
        } else {
            let left_out = many("digit that was pasted is", "digits that were pasted are");
            format!("there are no more dice: the last {left_out} left out")
        });
    }

    /// Sets a face and moves to the next blank die, so that faces are not overwritten. In a correction it moves to the
    /// next die, since all may be typed again.
    fn put(&mut self, face: Face) {
        if let Some(place) = self.dice.get_mut(self.at) {
            *place = Some(face);
        }
        self.pending.clear();
        let next = (self.at + 1..self.dice.len())
            .find(|at| !self.programs[*at] && (self.corrects || self.dice[*at].is_none()));
        self.at = next.unwrap_or(self.dice.len());
        self.whole = true;
    }

    /// The face that the pending digits form, if any.
    fn pending(&self) -> Option<Face> {
        let wanted = self.wanted()?;
        self.pending.parse().ok().filter(|face| wanted.takes(*face))
    }

    /// Accepts the pending digits as a face.
    fn settle(&mut self) {
        if let Some(face) = self.pending() {
            self.dice[self.at] = Some(face);
        }
        self.pending.clear();
    }

    /// A space ends a face. Several spaces in a row skip no die.
    pub fn space(&mut self) {
        if let Some(face) = self.pending() {
            self.put(face);
        }
    }

    /// Moves to another die, wrapping around.
    pub fn go(&mut self, by: isize) {
        let typed: Vec<usize> = (0..self.dice.len()).filter(|at| !self.programs[*at]).collect();
        let next = if by < 0 {
            typed.iter().rfind(|at| **at < self.at).or(typed.last())
        } else {
            typed.iter().find(|at| **at > self.at).or(typed.first())
        };
        self.go_to(next.copied().unwrap_or(self.at));
    }

    pub(crate) fn go_to(&mut self, at: usize) {
        self.settle();
        let at = at.min(self.dice.len().saturating_sub(1));
        if self.programs.get(at) == Some(&false) {
            self.at = at;
        }
        self.go_on();
    }

    /// Blanks the die, or the one before it if it is blank already.
    pub fn erase(&mut self) {
        if !self.pending.is_empty() {
            self.pending.clear();
        } else if self.dice.get(self.at).copied().flatten().is_some() {
            self.dice[self.at] = None;
        } else if let Some(before) = (0..self.at).rev().find(|at| !self.programs[*at]) {
            self.at = before;
            self.dice[before] = None;
        }
        self.go_on();
    }

    /// Whether the order may be cancelled now. If typed faces would be lost, it must be requested twice.
    pub fn may_leave(&mut self) -> bool {
        self.settle();
        let typed = self.dice.iter().zip(&self.first).filter(|(now, first)| now.is_some() && now != first).count();
        if typed == 0 || self.asked == Some(Asked::Leaving) {
            return true;
        }
        self.go_on();
        self.asked = Some(Asked::Leaving);
        let faces = text::count(typed, "face is", "faces are");
        let what = if self.corrects { "to leave it as it was" } else { "to break off" };
        self.fault = Some(format!("once more {what}: {faces} typed, and would be lost"));
        false
    }

    /// Whether the dice may be accepted as they are. If some are blank it must be requested twice, since the program
    /// rolls those.
    pub fn may_finish(&mut self) -> bool {
        let blanks = self.blanks();
        if blanks > 0 && self.corrects {
            self.go_on();
            let dice = text::count(blanks, "die is", "dice are");
            self.fault = Some(format!("{dice} blank: type what lay on the table; no dice are thrown anew"));
            return false;
        }
        if blanks == 0 || self.asked == Some(Asked::Throwing) {
            return true;
        }
        self.go_on();
        self.asked = Some(Asked::Throwing);
        let them = if blanks == 1 { "it" } else { "them" };
        self.fault = Some(format!("{blanks} blank: once more, and the program throws {them} here"));
        false
    }

    /// Clears the message about the last key.
    fn go_on(&mut self) {
        self.fault = None;
        self.asked = None;
        self.whole = false;
    }

    /// The dice as typed, with the blank ones rolled by the program.
    ///
    /// # Errors
    /// A face that is not on its die.
    pub fn finish(&mut self, program: &mut Seeded) -> Result<DiceRoll, DiceError> {
        self.settle();
        ByHand { faces: &self.dice, rest: program }.answer(&self.request)
    }
}
