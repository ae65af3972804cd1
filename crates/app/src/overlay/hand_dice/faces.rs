//! The faces that are typed in, one by one. A face that was read is never laid over: digits fill blank dice only, unless
//! one went to the die on purpose.

#[cfg(test)]
mod tests;

use wardiary_base::{
    dice::{
        DiceError, DiceRoll, Face, Owner, Request, RequestedDie,
        source::{ByHand, DiceSource, Seeded},
    },
    text,
};

/// What stands for the face of a die that the program will throw.
pub(super) const PROGRAMS: &str = "·";

/// The faces typed for a request.
#[derive(Clone, Debug)]
pub struct Faces {
    /// What is asked for.
    pub request: Request,
    dice: Vec<Option<Face>>,
    /// Which of them the program throws once the others are in: they are not typed in.
    programs: Vec<bool>,
    /// What they showed at first: nothing, or what fell where that is corrected.
    first: Vec<Option<Face>>,
    /// Whether dice that fell are corrected: then none is thrown.
    corrects: bool,
    /// The die that the next digit is for; past the last where all that were to be typed are in.
    at: usize,
    /// The digits of a face of more than one, so far.
    pending: String,
    /// Whether the last key made a face whole, so that the next die is come to already.
    whole: bool,
    /// What was wrong with the last key.
    pub fault: Option<String>,
    /// What the last key asked for, and must be asked for once more.
    asked: Option<Asked>,
}

/// What is done only when it is asked for twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// To break the order off, though faces were typed.
    Leaving,
    /// To have the program throw the blank dice.
    Throwing,
}

impl Faces {
    /// Nothing typed yet.
    #[must_use]
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

    /// The same where the program throws all dice but those that lie on the table.
    #[must_use]
    pub fn with_program(mut self, is_on_table: impl Fn(Owner) -> bool) -> Self {
        self.programs = self.request.dice.iter().map(|die| !is_on_table(die.owner)).collect();
        self.at = self.typed_from(0).unwrap_or(self.dice.len());
        self
    }

    /// The first die from that one on that is typed in.
    fn typed_from(&self, at: usize) -> Option<usize> {
        (at..self.dice.len()).find(|at| !self.programs[*at])
    }

    /// What fell, to be corrected; what is asked for now and did not fall then is blank.
    #[must_use]
    pub fn corrected(request: Request, fell: Option<&DiceRoll>) -> Self {
        let blank = Self::new(request);
        let dice = fell.map_or_else(|| blank.dice.clone(), |fell| fell.faces_for(&blank.request));
        Self { first: dice.clone(), dice, corrects: true, ..blank }
    }

    /// The faces, where every die has one.
    pub fn all(&mut self) -> Option<Vec<Face>> {
        self.settle();
        self.dice.iter().copied().collect()
    }

    /// What each die shows: its face, or the digits typed so far.
    pub fn typed(&self) -> impl Iterator<Item = String> + '_ {
        self.dice.iter().enumerate().map(|(at, face)| match face {
            _ if self.programs[at] => PROGRAMS.into(),
            _ if at == self.at && !self.pending.is_empty() => self.pending.clone(),
            Some(face) => face.to_string(),
            None => String::new(),
        })
    }

    /// The die that the next digit is for; past the last where all are in.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether every die shows a whole face, the last of them typed just now.
    pub(crate) fn is_in(&self) -> bool {
        !self.corrects && self.whole && self.fault.is_none() && self.blanks() == 0
    }

    /// How many dice show nothing yet.
    #[must_use]
    pub fn blanks(&self) -> usize {
        self.typed().filter(String::is_empty).count()
    }

    fn wanted(&self) -> Option<&RequestedDie> {
        self.request.dice.get(self.at)
    }

    /// A digit: the focus jumps on as soon as no further digit could belong to the face. A face that is not on the die
    /// is refused at once, and so is a digit when all dice are in: it would be laid over a face that was read already.
    pub fn digit(&mut self, digit: char) {
        self.go_on();
        let Some(wanted) = self.wanted().copied() else {
            let typed = self.programs.iter().filter(|programs| !**programs).count();
            // Those that were gone past are not filled unasked: they may be the program's to throw.
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
        // A face is not written with a nought before it, but a nought may be a face of a specialist die.
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

    /// Not a digit.
    pub fn refuse(&mut self, c: char) {
        self.fault = Some(format!("a face is a number; `{}` is none", text::shown(c)));
    }

    /// Pasted faces, from this die on, with anything but letters between them. The first that can't be is the last that
    /// is looked at, or all that follow would be other dice's; what is left out is said.
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

    /// Faces were typed as a line: at its end the last of them is whole.
    pub(crate) fn end_line(&mut self) {
        if let Some(face) = self.pending() {
            self.put(face);
        }
    }

    /// Says that so many pasted digits are left out.
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

    /// A die shows a face; the next is the blank one that follows, for a face that was read is not to be laid over. Where
    /// faces are corrected it is the next die: all of them may be read again.
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

    /// The face that the pending digits make, where they make one.
    fn pending(&self) -> Option<Face> {
        let wanted = self.wanted()?;
        self.pending.parse().ok().filter(|face| wanted.takes(*face))
    }

    /// Takes pending digits for what they are.
    fn settle(&mut self) {
        if let Some(face) = self.pending() {
            self.dice[self.at] = Some(face);
        }
        self.pending.clear();
    }

    /// A space: it ends a face. However many there are between two, no die is left blank for them.
    pub fn space(&mut self) {
        if let Some(face) = self.pending() {
            self.put(face);
        }
    }

    /// To another die; beyond the last is the first, and before that the last.
    pub fn go(&mut self, by: isize) {
        let typed: Vec<usize> = (0..self.dice.len()).filter(|at| !self.programs[*at]).collect();
        let next = if by < 0 {
            typed.iter().rfind(|at| **at < self.at).or(typed.last())
        } else {
            typed.iter().find(|at| **at > self.at).or(typed.first())
        };
        self.go_to(next.copied().unwrap_or(self.at));
    }

    /// To a die.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.settle();
        let at = at.min(self.dice.len().saturating_sub(1));
        if self.programs.get(at) == Some(&false) {
            self.at = at;
        }
        self.go_on();
    }

    /// Blanks the die, or the one before it where it is blank.
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

    /// Whether the order may be broken off now: where faces were typed that would be lost, it must be asked for twice.
    pub(crate) fn may_leave(&mut self) -> bool {
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

    /// Whether the dice may be taken as they lie: where some are blank it must be asked for twice, for the program throws
    /// those.
    pub(crate) fn may_finish(&mut self) -> bool {
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

    /// What was said of the last key is over.
    fn go_on(&mut self) {
        self.fault = None;
        self.asked = None;
        self.whole = false;
    }

    /// The dice as they lie now, the blanks rolled by the program.
    ///
    /// # Errors
    /// A face that is not on its die.
    pub fn finish(&mut self, program: &mut Seeded) -> Result<DiceRoll, DiceError> {
        self.settle();
        ByHand { faces: &self.dice, rest: program }.answer(&self.request)
    }
}
